//! Working out anew what follows from the journals of matches.

use store::{DailyWrite, OpenError, Store, Write};

use super::Files;
use crate::{Error, tables};

/// Throws away what finished matches came to, which boards, profiles and the pages of the match a day are made of, and works it out again from their journals;
/// gives how many matches count. A hall on a file must not be open; on PostgreSQL it may, and its boards fill up as the work goes on.
/// `progress` is told how many matches of how many have been looked at.
///
/// # Errors
/// If a hall is open on the file, or the database fails.
pub async fn rebuild(files: &Files, progress: &mut (dyn FnMut(usize, usize) + Send)) -> Result<usize, Error> {
    let url = files.url();
    let _lock = Store::lock(&url)?;
    let store = Store::open(&url).await?;
    let rebuilt = async {
        store.write(Write::ForgetResults).await.map_err(|error| error.to_string())?;
        store.write(Write::Daily(Box::new(DailyWrite::ForgetResults))).await.map_err(|error| error.to_string())?;
        tables::daily::settle_all(&store).await.map_err(|fault| fault.message)?;
        let counted = tables::catch_up(&store, progress).await.map_err(|fault| fault.message)?;
        // Once more in the order in which they ended.
        store.write(Write::CountAll).await.map_err(|error| error.to_string())?;
        Ok(counted)
    };
    let rebuilt = rebuilt.await;
    store.close().await;
    rebuilt.map_err(|why| OpenError::Unread { why }.into())
}
