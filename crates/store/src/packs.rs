//! Packs of house cards as stored: the changes to them, and what is read of them.

use super::{Pack, Store, StoreError, TrialState, Write};

/// A change to packs of house cards.
#[derive(Clone, Debug)]
pub enum PackWrite {
    /// Adds a pack, with its JSON; refused if the person has it already.
    Bring(Pack, String),
    /// Notes what the trial of a pack has shown, for all who have brought it.
    Judge {
        /// The hash of the pack.
        hash: String,
        /// The result of the trial.
        trial: TrialState,
    },
    /// Removes a person's pack. Tables that have it keep it.
    Remove {
        /// The id of the person.
        person: String,
        /// The hash of the pack.
        hash: String,
    },
}

impl From<PackWrite> for Write {
    fn from(write: PackWrite) -> Write {
        Write::Pack(Box::new(write))
    }
}

impl Store {
    /// Returns the packs of a person, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn packs_of(&self, person: &str) -> Result<Vec<Pack>, StoreError> {
        self.pages.packs_of(person).await
    }

    /// Returns the packs with which a person may open a table of a game, by hash and title: their own,
    /// and those that are listed. They are in the order of their titles.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn packs_for(&self, person: &str, game: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.pages.packs_for(person, game).await
    }

    /// Returns the JSON of a pack that has passed its trial, if the person may use it. `None` as the
    /// person asks whether anybody has it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn usable_pack(&self, person: Option<&str>, hash: &str) -> Result<Option<String>, StoreError> {
        self.reads.usable_pack(person, hash).await
    }

    /// Returns a pack that waits for its trial, as its hash and its JSON; the one that waits longest.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_pack(&self) -> Result<Option<(String, String)>, StoreError> {
        self.reads.waiting_pack().await
    }
}
