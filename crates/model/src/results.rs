//! What finished matches came to: for boards, profiles and exports.

use std::collections::HashMap;

use kernel::Seat;

use crate::Timestamp;

/// What kind of match it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchKind {
    /// One like any other.
    Usual,
    /// Somebody's ranked try at a day's seed.
    Daily,
}

impl MatchKind {
    /// Every kind.
    pub const ALL: [MatchKind; 2] = [MatchKind::Usual, MatchKind::Daily];

    /// As the store and the JSON interface spell it.
    pub const fn name(self) -> &'static str {
        match self {
            MatchKind::Usual => "usual",
            MatchKind::Daily => "daily",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<MatchKind> {
        MatchKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Who had the other seats of a match if nobody else was there.
pub const ALONE: &str = "alone";
/// Who had the other seats of a match if people had.
pub const PEOPLE: &str = "people";
/// Who had the other seats of a match of rivals if one person had several.
pub const ONE_SCREEN: &str = "one-screen";

/// What a finished match came to for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// What kind of match it was.
    pub kind: MatchKind,
    /// On which board it stands.
    pub board: BoardKey,
    /// The id of the person who had the seat.
    pub person: Option<String>,
    /// The name of the bot that had it.
    pub bot: Option<String>,
    /// What the seat played, where seats play different things.
    pub class: Option<String>,
    /// Its place, 1 for the best.
    pub place: u32,
    /// Whether it won, together or as the first; a draw of all is no win.
    pub won: bool,
    /// What it reached, in games that rank by more than winning.
    pub score: Option<i64>,
    /// How many decisions were taken for it.
    pub steps: u32,
    /// How many of these a bot took for its person.
    pub by_bots: u32,
    /// When the match ended.
    pub ended: Timestamp,
    /// Whether the match counts for ratings.
    pub ranked: bool,
}

/// Something that a seat has earned by a finished match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Earned {
    /// The seat.
    pub seat: Seat,
    /// The id of the game's achievement.
    pub achievement: String,
}

/// All that a finished match came to; nothing where it does not count.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MatchResults {
    /// For each seat.
    pub seats: Vec<SeatResult>,
    /// What was earned.
    pub earned: Vec<Earned>,
}

/// The first match by which a person has earned an achievement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Award {
    /// Id of the game.
    pub game: String,
    /// Id of the game's achievement.
    pub achievement: String,
    /// The table.
    pub table: String,
    /// Whether anybody may look at the table.
    pub watchable: bool,
    /// When the match ended.
    pub ended: Timestamp,
}

/// How many people have earned the achievements of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Earners {
    /// How many have finished a match of it that counts.
    pub finishers: u32,
    /// How many of these have earned an achievement, by its id; those that nobody has are left out.
    pub by_achievement: HashMap<String, u32>,
}

impl Earners {
    /// How many of a hundred who have finished a match have earned this, rounded; nothing if nobody has finished one.
    pub fn percent(&self, achievement: &str) -> Option<u32> {
        let earned = self.by_achievement.get(achievement).copied().unwrap_or(0);
        (100 * earned + self.finishers / 2).checked_div(self.finishers)
    }
}

/// Matches that can be compared: of the same game, with as many seats, the same options, and others of the same kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardKey {
    /// Id of the game.
    pub game: String,
    /// The number of seats.
    pub seats: u32,
    /// The options that are not the usual ones, as `KEY=VALUE` with semicolons between them.
    pub variant: String,
    /// Who has the other seats: [`ALONE`], [`PEOPLE`], [`ONE_SCREEN`], or the name of the weakest bot.
    pub company: String,
}

/// A finished match of somebody's that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastMatch {
    /// What it came to for them.
    pub result: SeatResult,
    /// Whether anybody may look at its table.
    pub watchable: bool,
}

/// What a board ranks by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// The score; of equals who won, then who took fewer decisions, then who was first.
    Best,
    /// The decisions that a win took; of equals who was first.
    Quickest,
}

/// Somebody on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
}

/// A line of a board: a person's best match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// Who.
    pub entrant: Entrant,
    /// The table, if anybody may look at it.
    pub table: Option<String>,
    /// What they reached.
    pub score: Option<i64>,
    /// Whether they won.
    pub won: bool,
    /// How many decisions they took.
    pub steps: u32,
    /// When the match ended.
    pub ended: Timestamp,
}

/// Wins in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Streak {
    /// Whose.
    pub entrant: Entrant,
    /// How many.
    pub wins: u32,
    /// When the last of them was.
    pub ended: Timestamp,
}

/// How often something won among how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinShare {
    /// What: a seat's number from 1, or a class.
    pub what: String,
    /// How many won.
    pub won: u32,
    /// Of how many.
    pub all: u32,
}

/// How strong somebody is against others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// How strong: everybody begins at 25.
    pub rating: f64,
    /// How far that may be off: two standard deviations.
    pub margin: f64,
    /// After how many matches.
    pub matches: u32,
}

/// A person's finished matches of a game that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Id of the game.
    pub game: String,
    /// How many.
    pub finished: u32,
    /// How many of these they won.
    pub won: u32,
    /// Their highest score, in games that rank by more than winning. A match in which a bot decided for them has none.
    pub best: Option<i64>,
    /// The fewest decisions that a win took them.
    pub quickest: Option<u32>,
    /// The most that they won in a row, whatever the options.
    pub longest: u32,
    /// How many they left without a step for days, beside the finished ones.
    pub left: u32,
}

/// A match that somebody has left: it counts as not won until it is finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftMatch {
    /// The table.
    pub table: String,
    /// The id of who left it.
    pub person: String,
    /// On which board it would stand.
    pub board: BoardKey,
    /// What their seat played, where seats play different things.
    pub class: Option<String>,
    /// When it is found to be left.
    pub at: Timestamp,
}

/// After how many days without a step of theirs somebody has left a match that has no clock.
pub const LEFT_DAYS: i64 = 7;

/// How long guests stand on boards with a match, in days.
pub const GUEST_DAYS: i64 = 30;

/// Who may stand on boards now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eligibility {
    /// Guests do for matches that ended after this.
    pub guests_since: Timestamp,
    /// Those whom an operator keeps out at this moment do not.
    pub now: Timestamp,
}
