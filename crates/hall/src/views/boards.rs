//! Leaderboards: best scores, quickest wins, longest streaks of wins, ratings, and the win rates of
//! seats and classes.

use kernel::{Meta, Mode};
use model::Day;

use crate::store::{
    BoardKey, BoardLine, Eligibility, Entrant, GUEST_DAYS, PEOPLE, Ranking, Rated, Store, StoreError, Streak, WinShare,
    now,
};

/// How many lines a leaderboard has.
const LINES: u32 = 10;
/// How many leaderboards of a game are offered.
const OFFERED: u32 = 40;

/// The leaderboards of a game.
#[derive(Debug)]
pub(crate) struct GameBoards {
    /// The leaderboards to choose from, with their numbers of matches, the busiest first.
    pub(crate) offered: Vec<(BoardKey, u32)>,
    /// The leaderboard on the page.
    pub(crate) board: Option<Board>,
    /// The strongest players in matches against people, whatever the options.
    pub(crate) rated: Vec<(Entrant, Rated)>,
}

/// One leaderboard.
#[derive(Debug)]
pub(crate) struct Board {
    /// The matches that it compares.
    pub(crate) key: BoardKey,
    /// The best scores; empty in games without scores.
    pub(crate) best: Vec<BoardLine>,
    /// The wins in the fewest decisions.
    pub(crate) quickest: Vec<BoardLine>,
    /// The longest streaks of wins.
    pub(crate) streaks: Vec<Streak>,
    /// The win rate of each seat among people who play against each other.
    pub(crate) by_seat: Vec<WinShare>,
    /// The win rate of people with each class.
    pub(crate) by_class: Vec<WinShare>,
}

/// The requested leaderboard; an absent field matches anything.
#[derive(Clone, Default, Debug)]
pub(crate) struct Wanted {
    /// The number of seats.
    pub(crate) seats: Option<u32>,
    /// The options.
    pub(crate) variant: Option<String>,
    /// The occupants of the other seats.
    pub(crate) company: Option<String>,
}

impl Wanted {
    fn fits(&self, key: &BoardKey) -> bool {
        self.seats.is_none_or(|seats| seats == key.seats)
            && self.variant.as_ref().is_none_or(|variant| *variant == key.variant)
            && self.company.as_ref().is_none_or(|company| *company == key.company)
    }
}

impl GameBoards {
    /// Returns the leaderboards of a game, and the busiest of those that match the request.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn of(store: &Store, meta: &'static Meta, wanted: &Wanted) -> Result<GameBoards, StoreError> {
        let offered = store.boards(meta.id, OFFERED).await?;
        let board = match offered.iter().find(|(key, _)| wanted.fits(key)) {
            Some((key, _)) => Some(Board::of(store, meta, key).await?),
            None => None,
        };
        let rated = match meta.mode {
            Mode::Competitive => store.ratings(meta.id, eligibility(), LINES).await?,
            Mode::Cooperative => Vec::new(),
        };
        Ok(GameBoards { offered, board, rated })
    }
}

impl Board {
    async fn of(store: &Store, meta: &Meta, key: &BoardKey) -> Result<Board, StoreError> {
        let eligible = eligibility();
        let by_seat = match meta.mode == Mode::Competitive && key.company == PEOPLE {
            true => store.wins_by_seat(key).await?,
            false => Vec::new(),
        };
        Ok(Board {
            key: key.clone(),
            best: store.board(key, Ranking::Best, eligible, LINES).await?,
            quickest: store.board(key, Ranking::Quickest, eligible, LINES).await?,
            streaks: store.streaks(key, eligible, LINES).await?,
            by_seat,
            by_class: store.wins_by_class(key).await?,
        })
    }
}

/// Returns how many matches of a game count for its leaderboards.
///
/// # Errors
/// If the store fails.
pub(crate) async fn matches(store: &Store, meta: &Meta) -> Result<u32, StoreError> {
    Ok(store.boards(meta.id, OFFERED).await?.iter().map(|(_, matches)| matches).sum())
}

/// Returns the rule for who may be listed now.
fn eligibility() -> Eligibility {
    let now = now();
    Eligibility { guests_since: now - GUEST_DAYS * Day::LENGTH, now }
}
