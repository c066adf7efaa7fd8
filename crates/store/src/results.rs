//! Reads the results of finished matches for boards, profiles and exports.

use model::{
    Award, BestProgress, BoardKey, BoardLine, DayRun, Earned, Earners, Eligibility, Entrant, PastMatch, Ranking, Rated,
    SeatResult, Streak, Totals, Turn, WinShare,
};

use super::{Store, StoreError, Timestamp};

impl Store {
    /// Returns the boards of a game on which people have matches, with the numbers of matches. The
    /// board with most matches is first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn boards(&self, game: &str, limit: u32) -> Result<Vec<(BoardKey, u32)>, StoreError> {
        self.pages.boards(game, limit).await
    }

    /// Returns the best lines of a board, one a person. Matches in which a bot decided for the
    /// person do not count.
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

    /// Returns the longest runs of wins on a board, one a person. A match in which a bot decided
    /// for the person ends a run.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn streaks(&self, key: &BoardKey, eligible: Eligibility, limit: u32) -> Result<Vec<Streak>, StoreError> {
        self.pages.streaks(key, eligible, limit).await
    }

    /// Returns how often each seat of a board wins.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wins_by_seat(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        self.pages.wins_by_seat(key).await
    }

    /// Returns how often people win with each class on a board.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wins_by_class(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        self.pages.wins_by_class(key).await
    }

    /// Returns the strongest people of a game who may be on boards, after at least three matches
    /// with others. The one with the highest certain strength is first.
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

    /// Returns a person's finished matches, game by game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn totals(&self, person: &str) -> Result<Vec<Totals>, StoreError> {
        self.pages.totals(person).await
    }

    /// Returns the best progress of a person towards each achievement that they have begun and not
    /// earned.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn progress(&self, person: &str) -> Result<Vec<BestProgress>, StoreError> {
        self.pages.progress(person).await
    }

    /// Returns the days in a row on which a person finished a match; `None` if they never did.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn day_run(&self, person: &str) -> Result<Option<DayRun>, StoreError> {
        self.pages.day_run(person).await
    }

    /// Returns turns in matches without a clock that count, waiting since `since` or longer.
    /// Matches already counted as left are not included.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_since(&self, since: Timestamp, limit: u32) -> Result<Vec<Turn>, StoreError> {
        self.pages.waiting_since(since, limit).await
    }

    /// Returns whether any person's lines on boards end with matches of `since` or before.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn has_lines_to_expire(&self, since: Timestamp) -> Result<bool, StoreError> {
        self.pages.has_lines_to_expire(since).await
    }

    /// Returns the results of a table, by seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn results(&self, table: &str) -> Result<Vec<SeatResult>, StoreError> {
        self.pages.results(table).await
    }

    /// Returns the achievements earned at a table, by seat and id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn earned(&self, table: &str) -> Result<Vec<Earned>, StoreError> {
        self.pages.earned(table).await
    }

    /// Returns the achievements of a person, each once, in the order in which they were earned.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn awards(&self, person: &str) -> Result<Vec<Award>, StoreError> {
        self.pages.awards(person).await
    }

    /// Returns how many people have earned each achievement of a game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn earners(&self, game: &str) -> Result<Earners, StoreError> {
        self.pages.earners(game).await
    }

    /// Returns the last finished matches of a person that count, the last first. If the person had
    /// several seats, the result is that of the first seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn past_matches(&self, person: &str, limit: u32) -> Result<Vec<PastMatch>, StoreError> {
        self.pages.past_matches(person, limit).await
    }

    /// Returns the ids of all finished tables where a person sits, whether they count or not, the
    /// oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished_tables(&self, person: &str) -> Result<Vec<String>, StoreError> {
        self.pages.finished_tables(person).await
    }

    /// Returns the ids of all lessons, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lessons(&self) -> Result<Vec<String>, StoreError> {
        self.pages.lessons().await
    }

    /// Returns the ids of finished tables that count and have no results, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn without_results(&self) -> Result<Vec<String>, StoreError> {
        self.pages.without_results().await
    }
}
