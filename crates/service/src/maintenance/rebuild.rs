//! Rebuild: computes again the rows that follow from the journals of matches.

use roster::Roster;
use store::{DailyWrite, OpenError, Store, Write};

use super::Files;
use crate::{Error, tables};

/// Deletes the results of finished matches and computes them again from their journals; returns how
/// many matches count. Boards, profiles and the pages of the daily match are made of these results.
/// The server must not run on a SQLite file. On PostgreSQL it may, and its boards fill up during
/// the work. `progress` receives the number of matches looked at and the number of all.
///
/// # Errors
/// If a hall is open on the file, or the database fails.
pub async fn rebuild(files: &Files, progress: &mut (dyn FnMut(usize, usize) + Send)) -> Result<usize, Error> {
    let url = files.url();
    let _lock = Store::lock(&url)?;
    let (store, roster) = (Store::open(&url).await?, Roster::default());
    let rebuilt = async {
        store.write(Write::ForgetResults).await.map_err(|error| error.to_string())?;
        store.write(Write::Daily(Box::new(DailyWrite::ForgetResults))).await.map_err(|error| error.to_string())?;
        tables::daily::settle_all(&store, &roster).await.map_err(|fault| fault.message)?;
        tables::note_lessons(&store, &roster).await.map_err(|fault| fault.message)?;
        let counted = tables::catch_up(&store, &roster, progress).await.map_err(|fault| fault.message)?;
        // Counts all once more, in the order in which the matches ended.
        store.write(Write::CountAll).await.map_err(|error| error.to_string())?;
        Ok(counted)
    };
    let rebuilt = rebuilt.await;
    store.close().await;
    rebuilt.map_err(|why| OpenError::Unread { why }.into())
}
