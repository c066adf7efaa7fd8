//! Drawing: pages as functions from plain data to HTML.
//!
//! Everything on a table is drawn from its [`Scene`]. Areas are placed by role, pieces are drawn by
//! look, and the wording that the game gave a move joins it to pieces. No line here, nor in the
//! stylesheet or the script, knows a game.
//!
//! Every page works with scripts off. Moves are submit buttons; a player first picks a piece or
//! word that leads to several moves (`?pick=STEPS`), and a risky move asks on the page
//! (`?confirm=INDEX`). The script only makes this smoother: the choices that follow a pick are on
//! the page already, and the script uncovers them.

mod absence;
mod account;
mod achievements;
mod advice;
mod answer;
mod assets;
mod auto_actions;
mod balance;
mod boards;
mod card;
mod chat;
mod chronicle;
mod clock;
mod context;
mod curve;
mod daily;
mod dice;
mod ending;
mod escaped;
mod fairness;
mod front;
mod game;
mod gauge;
mod hand;
pub mod hash;
mod head;
mod help;
mod hint;
mod icons;
mod lanes;
mod lesson;
mod lobby;
mod luck;
mod map;
mod marks;
mod me;
mod mini;
mod minute;
mod moment;
mod moments;
mod move_map;
mod names;
mod notices;
mod numbers;
mod pictures;
mod piece;
mod piles;
mod premove;
mod preview;
mod profile;
mod puzzles;
#[cfg(feature = "raster")]
mod raster;
mod render_memo;
mod replay;
mod rolls;
mod scene;
mod script_texts;
mod seat;
mod shell;
mod sign_in;
mod source;
mod stage;
mod stock;
mod table;
mod tile;
mod today;
mod track;
mod tray;
mod verify;
mod words;

#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::Arc};

use kernel::{Achievement, ChanceOutcome, Character, Line, Meta, Pace, Question, Scene, Seat, Sentence, Viewer};
use maud::{Markup, PreEscaped, Render};
use roster::{Advice, Analysis, TurningPoint};
use serde_json::{Map, Value};
use text::{Language, Message};

pub use absence::{ApplicationInfo, MissedInfo};
pub use account::{ShownAccount, ShownDevice};
pub use achievements::{ShownAchievement, ShownAchievements};
pub use assets::{Asset, asset, build, fnv1a, mark};
pub use boards::{OfferedBoard, ShownBoards, ShownLine, ShownRanking, ShownWins, all_boards, boards};
pub use chat::{OtherInfo, Reaction, ReactionInfo, RemarkInfo, TalkPage, all_reactions};
pub use chronicle::{CHAPTERS, LATEST, older, shown_lines};
pub use clock::Clock;
pub use daily::{Better, OfDay, OwnResult, OwnTry, ShownDaily, ShownTry, counts, dailies, daily};
pub use fairness::fairness;
pub use front::{FrontPage, OwnMatch, ShownMatch, front, games};
pub use game::{Trial, game};
pub use hand::HandOrder;
pub use icons::icon;
pub use me::{OwnPage, ShownList, me, own_tables};
pub use model::{Access, RemovedPerson, TableStatus};
pub use moment::moment;
pub use moments::{ToldStep, entry, moments};
pub use notices::NoticesInfo;
pub use preview::{is_slow, manifest};
pub use profile::{ShownCompanion, ShownPast, ShownProfile, ShownTally, profile};
pub use puzzles::{GamePuzzles, PuzzleMark, PuzzlePage, ShownAnswer, ShownChoice, puzzle, puzzles};
pub use puzzles::{at as puzzle_path, in_a_row};
#[cfg(feature = "raster")]
pub use raster::{MomentKind, PicturedMoment, match_picture, moment_picture};
pub use render_memo::{RenderMemo, is_place};
pub use replay::replay;
pub use shell::{error, said as notice};
pub use sign_in::{recover, recovery_link, sign_in};
pub use table::{Part, is_settled, lobby, parts, table, table_live, table_title};
pub use today::{TodayAct, TodayCard};
pub use verify::{ShownShare, verify};
pub use words::within;

/// Formats a text in the current language, with gaps as in [`t!`](text::t) that may contain markup:
/// a link, a name in bold.
macro_rules! markup {
    ($($text:tt)*) => { ::text::fill!((crate::filled, ::maud::Render) $($text)*) };
}
pub(crate) use markup;

/// Returns a text with these values in its gaps, for [`markup!`].
pub(crate) fn filled(text: &Message, gaps: &[&dyn Render]) -> Markup {
    let mut html = String::new();
    text.visit(&mut html, |html, words| words.render_to(html), |html, gap, _| gaps[gap].render_to(html));
    PreEscaped(html)
}

/// The person who reads the page, with their preferences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visitor<'a> {
    /// Their name, once they have one.
    pub name: Option<&'a str>,
    /// Their colours.
    pub theme: Theme,
    /// The speed of animations.
    pub speed: Speed,
    /// The language that they have chosen; `None` for the language that their browser asks for.
    pub language: Option<Language>,
    /// Whether the page hides the remarks of bots.
    pub quiet_bots: bool,
    /// How many matches wait for them, not counting the one that the page is about.
    pub waiting: usize,
    /// The address of the server as the visitor reaches it, without a slash at the end: links to
    /// the page from elsewhere need it.
    pub origin: Option<&'a str>,
}

impl<'a> Visitor<'a> {
    /// Returns the same visitor, with the address at which they reach the server.
    #[must_use]
    pub const fn at(self, origin: Option<&'a str>) -> Visitor<'a> {
        Visitor { origin, ..self }
    }
}

/// The colour theme of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// The setting of the visitor's system.
    #[default]
    System,
    /// Dark: stone and candlelight.
    Vault,
    /// Light: ink on parchment.
    Parchment,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Vault, Theme::Parchment];

    /// Returns its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Vault => "vault",
            Theme::Parchment => "parchment",
        }
    }

    /// Returns the theme of this name, the system's if there is none.
    pub fn named(code: &str) -> Theme {
        Theme::ALL.into_iter().find(|theme| theme.code() == code).unwrap_or_default()
    }
}

/// The speed of animations on the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Speed {
    /// Slow enough to follow.
    #[default]
    Normal,
    /// Quick, for players who know the game.
    Fast,
    /// Nothing moves.
    None,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 3] = [Speed::Normal, Speed::Fast, Speed::None];

    /// Returns its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::None => "none",
        }
    }

    /// Returns the speed of this name, the normal one if there is none.
    pub fn named(code: &str) -> Speed {
        Speed::ALL.into_iter().find(|speed| speed.code() == code).unwrap_or_default()
    }
}

/// A seat and its occupant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatInfo<'a> {
    /// The seat.
    pub seat: Seat,
    /// The name of the person who sits there.
    pub person: Option<&'a str>,
    /// The name of the bot that sits there.
    pub bot: Option<&'a str>,
    /// The character whom that bot plays.
    pub character: Option<&'static Character>,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether the person has the page open.
    pub connected: bool,
    /// The name of the bot that plays for the person until they come back.
    pub stand_in: Option<&'a str>,
    /// The person's clock.
    pub clock: Option<Clock>,
    /// The bot's remark on the latest event.
    pub says: Option<&'static str>,
}

/// A table in a list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableCard<'a> {
    /// Its id.
    pub id: &'a str,
    /// The game's title.
    pub title: &'a str,
    /// The picture on the game's box.
    pub cover: Option<kernel::Picture>,
    /// The state of the table.
    pub status: TableStatus,
    /// The occupants of its seats.
    pub seats: Vec<SeatInfo<'a>>,
    /// Whether it is the visitor's turn.
    pub your_turn: bool,
    /// The names of people who wait for others to sit down.
    pub waiting: Vec<&'a str>,
    /// The result for the visitor: `Won`.
    pub result: Option<String>,
    /// When something last happened, in words: `3 minutes ago`.
    pub when: String,
}

/// A table as one visitor sees it.
#[derive(Clone, Debug)]
pub struct TablePage<'a> {
    /// Its id.
    pub id: &'a str,
    /// The version at which the page was drawn; its stream sends the changes since then.
    pub version: &'a str,
    /// The id of the visitor, if they have a seat or host the table: the server notifies its stream
    /// when they are signed out.
    pub me: Option<&'a str>,
    /// The roster's entry of the game.
    pub meta: &'static Meta,
    /// The options chosen before the match.
    pub options: &'a Map<String, Value>,
    /// The state of the table.
    pub status: TableStatus,
    /// The seats, in order.
    pub seats: Vec<SeatInfo<'a>>,
    /// Whether the visitor opened the table.
    pub host: bool,
    /// The access to the table, and the host who controls it.
    pub hosting: Hosting<'a>,
    /// How many spectators there are.
    pub watching: usize,
    /// The absolute link that invites others.
    pub invite: Option<String>,
    /// The seal of the dice.
    pub seal: Option<&'a str>,
    /// The number of steps taken.
    pub step: usize,
    /// The step after which the page shows the table, if the visitor looks back.
    pub at: Option<usize>,
    /// The scene on the table, once the match has begun.
    pub scene: Option<Arc<Scene>>,
    /// The viewer for whom the scene was made.
    pub viewer: Viewer,
    /// The seat from which the visitor has asked to look, one of theirs.
    pub chosen_seat: Option<u8>,
    /// The log of the match, oldest first.
    pub chronicle: Vec<Cow<'a, Chapter>>,
    /// Whether the visitor may take the last step back.
    pub may_undo: bool,
    /// The reason why not, if they may not.
    pub undo_why_not: Option<String>,
    /// The step since which the seat of the visitor faces the decision that it faces now.
    pub epoch: Option<usize>,
    /// With physical dice: the outcome that the match waits for. Only a player who may enter it
    /// learns the possible values.
    pub ask: Option<&'a Question>,
    /// With physical dice: the step that waits for it, and the seat that takes it, as far as the
    /// visitor may know.
    pub under_way: Option<(Seat, Sentence)>,
    /// Whether the visitor may enter it.
    pub may_answer: bool,
    /// How many outcomes of the step under way have been entered.
    pub answers: usize,
    /// Those outcomes that the visitor may see.
    pub answered: &'a [&'static ChanceOutcome],
    /// The outcomes of the step that a replay shows.
    pub fell: &'a [&'static ChanceOutcome],
    /// How long players may take.
    pub pace: Pace,
    /// Whether it counts for ratings and gives no hints.
    pub ranked: bool,
    /// The absent players who must act.
    pub missed: Vec<MissedInfo>,
    /// The people who ask for the seats of bots.
    pub applications: Vec<ApplicationInfo>,
    /// How long the match has waited for another player, in words, once that is long.
    pub waiting_since: Option<String>,
    /// A notice to show first.
    pub notice: Option<Notice>,
    /// The hint that the visitor asked for.
    pub hint: Option<&'a Advice>,
    /// The auto-action that runs for the visitor.
    pub order: Option<RunningOrder<'a>>,
    /// The visitor's premove, while another player must answer.
    pub beforehand: Beforehand<'a>,
    /// The seat of the visitor's that must act, before its player has come to the shared screen:
    /// the page shows nobody's secrets.
    pub handed_to: Option<Seat>,
    /// How the visitor wants their hand sorted.
    pub hand_order: HandOrder,
    /// Without scripts: the limit of an auto-action, as the stepper sets it.
    pub limit: Option<i32>,
    /// Without scripts: the index of a move to ask about.
    pub confirm: Option<usize>,
    /// Without scripts: the path picked so far on the way to a move, as the page's forms send it.
    pub picked: Option<String>,
    /// The visitor's colours.
    pub theme: Theme,
    /// The chat; `None` where there is nobody to chat with.
    pub talk: Option<&'a TalkPage>,
    /// Further facts about the match, once it is over.
    pub finished: Finished<'a>,
    /// The day of the match, if it is a daily match that everybody can try once.
    pub of_day: Option<OfDay>,
    /// For a page that follows the table: the pieces that it already has, which the server need not
    /// draw again.
    pub kept: Option<&'a RenderMemo>,
}

impl<'a> TablePage<'a> {
    /// Returns a match under way for `viewer` to look at, in which no seat is taken and nothing has
    /// happened.
    pub fn new(meta: &'static Meta, options: &'a Map<String, Value>, scene: Option<Scene>, viewer: Viewer) -> Self {
        TablePage {
            id: "",
            version: "",
            me: None,
            meta,
            options,
            status: TableStatus::Playing,
            seats: Vec::new(),
            host: false,
            hosting: Hosting::default(),
            watching: 0,
            invite: None,
            seal: None,
            step: 0,
            at: None,
            scene: scene.map(Arc::new),
            viewer,
            chosen_seat: None,
            chronicle: Vec::new(),
            may_undo: false,
            undo_why_not: None,
            epoch: None,
            ask: None,
            under_way: None,
            may_answer: false,
            answers: 0,
            answered: &[],
            fell: &[],
            pace: Pace::Free,
            ranked: false,
            missed: Vec::new(),
            applications: Vec::new(),
            waiting_since: None,
            notice: None,
            hint: None,
            order: None,
            beforehand: Beforehand::default(),
            handed_to: None,
            hand_order: HandOrder::Dealt,
            limit: None,
            confirm: None,
            picked: None,
            theme: Theme::System,
            talk: None,
            finished: Finished::default(),
            of_day: None,
            kept: None,
        }
    }
}

/// The facts about a finished match beyond its last scene.
#[derive(Clone, Copy, Default, Debug)]
pub struct Finished<'a> {
    /// Its course and its luck, once they are computed.
    pub analysis: Option<&'a Analysis>,
    /// The turning points of the people who played, once they are computed.
    pub turning_points: Option<&'a [TurningPoint]>,
    /// The place of each seat, by seat, where rivals play; the winner has 1.
    pub placings: &'a [u8],
    /// The last step that the visitor took.
    pub last_move: Option<usize>,
    /// Whether it was practice, so that a win has not unlocked anything.
    pub practice: bool,
    /// The table to which the players went on.
    pub next: Option<&'a NextTable>,
    /// The achievements that the visitor has earned for the first time by this match.
    pub earned: &'a [&'static Achievement],
}

/// The table where the players of a finished match went on, as the visitor sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextTable {
    /// Its id.
    pub id: String,
    /// The names of the others who sit there.
    pub people: Vec<String>,
    /// Whether the visitor sits there.
    pub seated: bool,
    /// Whether a seat is free.
    pub free: bool,
}

/// The access to a table, and the host who controls it.
#[derive(Clone, Copy, Debug)]
pub struct Hosting<'a> {
    /// The people who may come.
    pub access: Access,
    /// The host's seat, if they have one.
    pub seat: Option<Seat>,
    /// The host's name, before the match.
    pub name: Option<&'a str>,
    /// Whether the visitor may become the host, because the host is away.
    pub may_take_on: bool,
    /// Whether the visitor may sit down: the host has not removed them from the table.
    pub may_sit: bool,
    /// For the host: the people whom they have removed from the table.
    pub removed: &'a [RemovedPerson],
}

/// A table without a host that is open to everybody who has the link.
impl Default for Hosting<'_> {
    fn default() -> Self {
        Hosting { access: Access::default(), seat: None, name: None, may_take_on: false, may_sit: true, removed: &[] }
    }
}

/// The premove of a player: a move chosen while another player must answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Beforehand<'a> {
    /// Whether pressing a move only stores it as a premove, which the server makes when the answer
    /// comes.
    pub arms: bool,
    /// The stored premove: the action, and its text.
    pub armed: Option<(&'a Value, &'a Sentence)>,
    /// The premove that the server dropped, because something has changed.
    pub dropped: Option<&'a Sentence>,
}

/// An auto-action that is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningOrder<'a> {
    /// The seat of the visitor's for which it runs.
    pub seat: Seat,
    /// The repeated move: `Fight on`.
    pub text: &'a Sentence,
    /// The limit: the meaning of the number, and the number.
    pub limit: Option<(&'a str, i32)>,
}

/// The log of one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The step; 0 is the setup.
    pub step: usize,
    /// The seat that took it.
    pub seat: Option<Seat>,
    /// The lines of the log that the visitor may read.
    pub lines: Vec<Line>,
    /// Whether a bot took it for the person who has the seat.
    pub by_bot: bool,
}

/// A message for the visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The kind of message.
    pub kind: NoticeKind,
    /// A sentence: the problem and its remedy.
    pub text: String,
}

/// The kinds of notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeKind {
    /// Something did not work.
    Error,
    /// Good to know.
    Info,
}
