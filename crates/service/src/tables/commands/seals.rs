//! Seals that are shown before there is a table, so that a player can choose their share of the
//! dice afterwards.
//!
//! The seeds of these seals are in the store, each for one table: a seed that was opened once must
//! never be sealed again.
//!
//! The seal covers the server's share of the seed. Players' shares are drawn in their browsers
//! after the seal was shown, so neither side chooses the dice. The record says of each share who
//! gave it (docs/decisions/005-seal.md).

use std::time::Duration;

use kernel::Seed;
use store::{Store, StoreError, Timestamp, Write, now};
use text::t;

use crate::{fault::Fault, random};

/// How many seals may wait for their table; then the oldest is deleted.
const WAITING: u32 = 4096;
/// How long a seal waits.
const LIFE: Duration = Duration::from_secs(600);

/// Draws a seed, and returns its seal.
///
/// # Errors
/// If the store does not take it.
pub async fn draw(store: &Store) -> Result<String, Fault> {
    keep(store, WAITING, now()).await
}

async fn keep(store: &Store, waiting: u32, at: Timestamp) -> Result<String, Fault> {
    let seed = Seed(random::bytes());
    let seal = seed.seal();
    let write = Write::KeepSeal { seal: seal.clone(), seed: seed.0, at, since: at - life(), kept: waiting - 1 };
    store.write(write).await?;
    Ok(seal)
}

/// Returns the seed of a seal and removes it from the store.
///
/// # Errors
/// If the seal is not known, or not any more.
pub(crate) async fn take(store: &Store, seal: &str) -> Result<[u8; 32], Fault> {
    take_at(store, seal, now()).await
}

async fn take_at(store: &Store, seal: &str, at: Timestamp) -> Result<[u8; 32], Fault> {
    let unknown = || Fault::bad(t!("that seal is not known, used, or older than ten minutes; ask for a new one"));
    let seed = store.sealed(seal, at - life()).await?.ok_or_else(unknown)?;
    match store.write(Write::UseSeal(seal.to_owned())).await {
        Ok(()) => Ok(seed),
        // Another table was made with it just now.
        Err(StoreError::Conflict) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}

fn life() -> Timestamp {
    LIFE.as_millis() as Timestamp
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", dir.path().join("hall.db").display());
        (dir, Store::open(&url).await.unwrap())
    }

    #[tokio::test]
    async fn a_seal_is_for_one_table() {
        let (_dir, store) = store().await;
        let seal = draw(&store).await.unwrap();
        let seed = take(&store, &seal).await.unwrap();
        assert_eq!(Seed(seed).seal(), seal);
        assert!(take(&store, &seal).await.is_err() && take(&store, "none").await.is_err());
    }

    #[tokio::test]
    async fn many_seals_do_not_pile_up() {
        let (_dir, store) = store().await;
        let mut seals = Vec::new();
        for at in 0..4 {
            seals.push(keep(&store, 3, now() + at).await.unwrap());
        }
        assert!(take(&store, &seals[0]).await.is_err() && take(&store, &seals[1]).await.is_ok());
    }

    #[tokio::test]
    async fn a_seal_does_not_wait_for_ever() {
        let (_dir, store) = store().await;
        let seal = draw(&store).await.unwrap();
        assert!(take_at(&store, &seal, now() + life() + 1_000).await.is_err());
        assert!(take(&store, &seal).await.is_ok());
        let late = draw(&store).await.unwrap();
        keep(&store, WAITING, now() + life() + 1_000).await.unwrap();
        assert!(take(&store, &late).await.is_err(), "it is forgotten when the next is drawn");
    }
}
