//! What finished matches came to, as the store reads it: for boards, profiles and exports.

use model::{
    Award, BoardKey, BoardLine, Earned, Earners, Eligibility, Entrant, PastMatch, Ranking, Rated, SeatResult, Streak,
    Totals, Turn, WinShare,
};

use super::{Store, StoreError, Timestamp};

impl Store {
    /// The boards of a game on which somebody stands, with their numbers of matches; the one with most first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn boards(&self, game: &str, limit: u32) -> Result<Vec<(BoardKey, u32)>, StoreError> {
        self.pages.boards(game, limit).await
    }

    /// The best lines of a board, one a person. Matches in which a bot decided for them do not count.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn board(
        &self,
        key: &BoardKey,
        ranking: Ranking,
        eligible: Eligibility,
        limit: u32,
    ) -> Result<Vec<BoardLine>, StoreError> {
        self.pages.board(key, ranking, eligible, limit).await
    }

    /// The longest runs of wins on a board, one a person. A match in which a bot decided for them ends a run.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn streaks(&self, key: &BoardKey, eligible: Eligibility, limit: u32) -> Result<Vec<Streak>, StoreError> {
        self.pages.streaks(key, eligible, limit).await
    }

    /// How often each seat of a board wins.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wins_by_seat(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        self.pages.wins_by_seat(key).await
    }

    /// How often people win with each class on a board.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wins_by_class(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        self.pages.wins_by_class(key).await
    }

    /// The strongest people of a game who may stand on boards, after three matches with others or more: the one who is
    /// strongest for certain first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ratings(
        &self,
        game: &str,
        eligible: Eligibility,
        limit: u32,
    ) -> Result<Vec<(Entrant, Rated)>, StoreError> {
        self.pages.ratings(game, eligible, limit).await
    }

    /// A person's finished matches, game by game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn totals(&self, person: &str) -> Result<Vec<Totals>, StoreError> {
        self.pages.totals(person).await
    }

    /// Turns of people whom matches without a clock wait for since this time or before, of those that count; none that is known
    /// to be left.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_since(&self, since: Timestamp, limit: u32) -> Result<Vec<Turn>, StoreError> {
        self.pages.waiting_since(since, limit).await
    }

    /// Whether somebody's lines on boards end with matches of this time or before.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn has_lines_to_expire(&self, since: Timestamp) -> Result<bool, StoreError> {
        self.pages.has_lines_to_expire(since).await
    }

    /// The results of a table, by seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn results(&self, table: &str) -> Result<Vec<SeatResult>, StoreError> {
        self.pages.results(table).await
    }

    /// What was earned at a table, by seat and id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn earned(&self, table: &str) -> Result<Vec<Earned>, StoreError> {
        self.pages.earned(table).await
    }

    /// What a person has earned, each achievement once, the first first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn awards(&self, person: &str) -> Result<Vec<Award>, StoreError> {
        self.pages.awards(person).await
    }

    /// How many people have earned the achievements of a game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn earners(&self, game: &str) -> Result<Earners, StoreError> {
        self.pages.earners(game).await
    }

    /// The last finished matches of a person that count, the last first; of a match in which they had several seats the first
    /// seat's.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn past_matches(&self, person: &str, limit: u32) -> Result<Vec<PastMatch>, StoreError> {
        self.pages.past_matches(person, limit).await
    }

    /// The ids of all finished tables where a person sits, whether they count or not; the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished_tables(&self, person: &str) -> Result<Vec<String>, StoreError> {
        self.pages.finished_tables(person).await
    }

    /// The ids of finished tables that count and have no results, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn without_results(&self) -> Result<Vec<String>, StoreError> {
        self.pages.without_results().await
    }
}
