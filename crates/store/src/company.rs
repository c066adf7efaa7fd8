//! Reads of people who have played together, of blocks and of invitations.

use std::collections::BTreeSet;

use super::{Companion, Entrant, Evening, INVITED, Invitation, PublicSeat, Store, StoreError, now};

impl Store {
    /// Returns the people with whom a person has finished a match, the last first. People whom the
    /// person has blocked are not among them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn companions(&self, person: &str, limit: u32) -> Result<Vec<Companion>, StoreError> {
        self.pages.companions(person, limit).await
    }

    /// Returns the game of the last match of two people; `None` if they have finished none together,
    /// or the first has blocked the other.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_game_of(&self, person: &str, other: &str) -> Result<Option<String>, StoreError> {
        self.reads.last_game_of(person, other).await
    }

    /// Returns which of these people a person has finished a match with.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn companions_among(
        &self,
        person: &str,
        others: &BTreeSet<&str>,
    ) -> Result<BTreeSet<String>, StoreError> {
        match others.is_empty() {
            true => Ok(BTreeSet::new()),
            false => self.reads.companions_among(person, others).await,
        }
    }

    /// Returns the last evenings of a person, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn evenings(&self, person: &str, limit: u32) -> Result<Vec<Evening>, StoreError> {
        self.pages.evenings(person, limit).await
    }

    /// Returns the people whom a person has blocked, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn blocked(&self, person: &str) -> Result<Vec<Entrant>, StoreError> {
        self.pages.blocked(person).await
    }

    /// Returns the ids of the people whom a person does not meet: one of the two has blocked the
    /// other.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn kept_apart(&self, person: &str) -> Result<BTreeSet<String>, StoreError> {
        self.reads.kept_apart(person).await
    }

    /// Returns the invitations of a person to tables that are not over, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invitations(&self, person: &str) -> Result<Vec<Invitation>, StoreError> {
        self.pages.invitations(person, now() - INVITED).await
    }

    /// Returns invitations of people who want notices and have been sent none, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn untold_invitations(&self, limit: u32) -> Result<Vec<Invitation>, StoreError> {
        self.reads.untold_invitations(now() - INVITED, limit).await
    }

    /// Returns the ids of the people who are invited to a table.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invited_to(&self, table: &str) -> Result<BTreeSet<String>, StoreError> {
        self.pages.invited_to(table).await
    }

    /// Returns the seats of these people at public tables that others may join or watch. The last
    /// touched table is first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn public_tables_of(&self, people: &[&str]) -> Result<Vec<PublicSeat>, StoreError> {
        self.pages.public_tables_of(people).await
    }
}
