//! Drawing: pages as functions from plain data to HTML.
//!
//! Whatever is on a table is drawn from its [`Scene`]: areas are placed
//! by role, pieces drawn by look, and moves joined to pieces through the wording that the game gave them. No line
//! here, nor in the stylesheet or the script, knows a game.
//!
//! Every page works with scripts off: moves are submit buttons, a piece or word that leads to several moves is picked
//! first (`?pick=STEPS`), and a risky move asks on the page (`?confirm=INDEX`). The script only makes it smoother: what
//! can follow a pick is on the page already, and is uncovered.

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

/// A text in the language that is spoken, with gaps as in [`t!`](text::t) in which markup can stand: a link, a name in bold.
macro_rules! markup {
    ($($text:tt)*) => { ::text::fill!((crate::filled, ::maud::Render) $($text)*) };
}
pub(crate) use markup;

/// A text with these in its gaps, as [`markup!`] has it.
pub(crate) fn filled(text: &Message, gaps: &[&dyn Render]) -> Markup {
    let mut html = String::new();
    text.visit(&mut html, |html, words| words.render_to(html), |html, gap, _| gaps[gap].render_to(html));
    PreEscaped(html)
}

/// Who looks at the page, and how they like it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visitor<'a> {
    /// What they are called, once they have a name.
    pub name: Option<&'a str>,
    /// Their colours.
    pub theme: Theme,
    /// How fast things move.
    pub speed: Speed,
    /// The language that they have chosen; nothing for what their browser asks for.
    pub language: Option<Language>,
    /// Whether what bots say is left out.
    pub quiet_bots: bool,
    /// How many matches wait for them, beside the one that the page is about.
    pub waiting: usize,
    /// The address of the hall as the visitor has it, without a slash at the end: links to the page from elsewhere need it.
    pub origin: Option<&'a str>,
}

impl<'a> Visitor<'a> {
    /// The same visitor, with the address at which they have the hall.
    #[must_use]
    pub const fn at(self, origin: Option<&'a str>) -> Visitor<'a> {
        Visitor { origin, ..self }
    }
}

/// The colours of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// As the visitor's system says.
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

    /// Its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Vault => "vault",
            Theme::Parchment => "parchment",
        }
    }

    /// The theme of this name; the system's if there is none.
    pub fn named(code: &str) -> Theme {
        Theme::ALL.into_iter().find(|theme| theme.code() == code).unwrap_or_default()
    }
}

/// How fast things move on the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Speed {
    /// Slow enough to follow.
    #[default]
    Normal,
    /// For those who know the game.
    Fast,
    /// Nothing moves.
    None,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 3] = [Speed::Normal, Speed::Fast, Speed::None];

    /// Its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::None => "none",
        }
    }

    /// The speed of this name; the normal one if there is none.
    pub fn named(code: &str) -> Speed {
        Speed::ALL.into_iter().find(|speed| speed.code() == code).unwrap_or_default()
    }
}

/// A seat and who sits there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatInfo<'a> {
    /// Which seat.
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
    /// What the bot says to what has just happened.
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
    /// Where it stands.
    pub status: TableStatus,
    /// Who sits there.
    pub seats: Vec<SeatInfo<'a>>,
    /// Whether the visitor is awaited.
    pub your_turn: bool,
    /// The names of those who wait for others to sit down.
    pub waiting: Vec<&'a str>,
    /// How it ended for the visitor: `Won`.
    pub result: Option<String>,
    /// When something last happened, in words: `3 minutes ago`.
    pub when: String,
}

/// A table as one visitor sees it.
#[derive(Clone, Debug)]
pub struct TablePage<'a> {
    /// Its id.
    pub id: &'a str,
    /// What the page was drawn at; its stream tells what has changed since.
    pub version: &'a str,
    /// The id of the visitor, if they have a seat or host the table: its stream is told when they are signed out.
    pub me: Option<&'a str>,
    /// What the roster says of the game.
    pub meta: &'static Meta,
    /// What was chosen before the match.
    pub options: &'a Map<String, Value>,
    /// Where it stands.
    pub status: TableStatus,
    /// The seats, in order.
    pub seats: Vec<SeatInfo<'a>>,
    /// Whether the visitor opened the table.
    pub host: bool,
    /// Who may come, and who decides so.
    pub hosting: Hosting<'a>,
    /// How many look on.
    pub watching: usize,
    /// The absolute link that invites others.
    pub invite: Option<String>,
    /// The seal of the dice.
    pub seal: Option<&'a str>,
    /// The number of steps taken.
    pub step: usize,
    /// Looking back at the table after this step.
    pub at: Option<usize>,
    /// What is on the table, once the match is on.
    pub scene: Option<Arc<Scene>>,
    /// Who looks.
    pub viewer: Viewer,
    /// The seat of theirs from which the visitor has asked to look.
    pub chosen_seat: Option<u8>,
    /// What happened, oldest first.
    pub chronicle: Vec<Cow<'a, Chapter>>,
    /// Whether the visitor may take the last step back.
    pub may_undo: bool,
    /// If not, why not.
    pub undo_why_not: Option<String>,
    /// The step since which the seat of the visitor faces the decision that it faces now.
    pub epoch: Option<usize>,
    /// With physical dice: the outcome that the match waits for. Only who may enter it is shown what it may be.
    pub ask: Option<&'a Question>,
    /// With physical dice: the step that waits for it, and who takes it, as far as the visitor may know.
    pub under_way: Option<(Seat, Sentence)>,
    /// Whether the visitor may enter it.
    pub may_answer: bool,
    /// How many outcomes of the step under way have been entered.
    pub answers: usize,
    /// Those of them that the visitor may see.
    pub answered: &'a [&'static ChanceOutcome],
    /// What fell in the step that a replay shows.
    pub fell: &'a [&'static ChanceOutcome],
    /// How long players may take.
    pub pace: Pace,
    /// Whether it counts for ratings and gives no hints.
    pub ranked: bool,
    /// Who must act and is missed.
    pub missed: Vec<MissedInfo>,
    /// Who asks for the seats of bots.
    pub applications: Vec<ApplicationInfo>,
    /// Since when the match waits for somebody else, in words, once that is long.
    pub waiting_since: Option<String>,
    /// Something to tell the visitor first.
    pub notice: Option<Notice>,
    /// The hint that the visitor asked for.
    pub hint: Option<&'a Advice>,
    /// The standing order that is being carried out for the visitor.
    pub order: Option<RunningOrder<'a>>,
    /// What the visitor decides while another's answer is waited for.
    pub beforehand: Beforehand<'a>,
    /// The seat of the visitor's that must act, before the player there has come to the screen: nobody's secrets are shown.
    pub handed_to: Option<Seat>,
    /// How the visitor wants their hand sorted.
    pub hand_order: HandOrder,
    /// Without scripts: how far a standing order is to go, as the stepper says.
    pub limit: Option<i32>,
    /// Without scripts: the index of a move to ask about.
    pub confirm: Option<usize>,
    /// Without scripts: what has been picked on the way to a move, as the page's forms send it.
    pub picked: Option<String>,
    /// The visitor's colours.
    pub theme: Theme,
    /// What is said here; `None` where there is nobody to talk to.
    pub talk: Option<&'a TalkPage>,
    /// What is known of the match beside its last scene, once it is over.
    pub finished: Finished<'a>,
    /// The day whose match it is, if it is one that all can try once.
    pub of_day: Option<OfDay>,
    /// For a page that follows the table: which pieces it has as they are, so that they need not be drawn.
    pub kept: Option<&'a RenderMemo>,
}

impl<'a> TablePage<'a> {
    /// A match under way at which nobody sits and nothing has happened, for `viewer` to look at.
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

/// What is known of a finished match beside its last scene.
#[derive(Clone, Copy, Default, Debug)]
pub struct Finished<'a> {
    /// Its course and its luck, once they are worked out.
    pub analysis: Option<&'a Analysis>,
    /// The turning points of the people who played, once they are looked for.
    pub turning_points: Option<&'a [TurningPoint]>,
    /// The place of each seat, by seat, where rivals play; the first is 1.
    pub placings: &'a [u8],
    /// The last step that the visitor took.
    pub last_move: Option<usize>,
    /// Whether it was practice, so that a win has unlocked nothing.
    pub practice: bool,
    /// Where the players went on to.
    pub next: Option<&'a NextTable>,
    /// What the visitor has earned by it for the first time.
    pub earned: &'a [&'static Achievement],
}

/// The table that the players of a finished match went on to, as the visitor sees it.
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

/// Who may come to a table, and who decides so.
#[derive(Clone, Copy, Debug)]
pub struct Hosting<'a> {
    /// Who may come.
    pub access: Access,
    /// The host's seat, if they have one.
    pub seat: Option<Seat>,
    /// The host's name, before the match.
    pub name: Option<&'a str>,
    /// Whether the visitor may take the table on, for its host is away.
    pub may_take_on: bool,
    /// Whether the visitor may sit down: the host has not taken them off the table.
    pub may_sit: bool,
    /// For the host: whom they have taken off the table.
    pub removed: &'a [RemovedPerson],
}

/// A table of nobody's, to which everybody may come who has the link.
impl Default for Hosting<'_> {
    fn default() -> Self {
        Hosting { access: Access::default(), seat: None, name: None, may_take_on: false, may_sit: true, removed: &[] }
    }
}

/// What a player decides while another's answer is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Beforehand<'a> {
    /// Whether the moves of the scene are not made now: what is pressed is armed, and done when the answer comes.
    pub arms: bool,
    /// What is armed: the action, and how it reads.
    pub armed: Option<(&'a Value, &'a Sentence)>,
    /// What was armed and not done, because something has changed.
    pub dropped: Option<&'a Sentence>,
}

/// A standing order that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningOrder<'a> {
    /// The visitor's seat for which it is.
    pub seat: Seat,
    /// What is done: `Fight on`.
    pub text: &'a Sentence,
    /// How far: what the number means, and the number.
    pub limit: Option<(&'a str, i32)>,
}

/// What one step told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The step; 0 is the setup.
    pub step: usize,
    /// Who took it.
    pub seat: Option<Seat>,
    /// What happened, as the visitor may hear it.
    pub lines: Vec<Line>,
    /// Whether a bot took it for the person who has the seat.
    pub by_bot: bool,
}

/// Something to tell the visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether it is trouble.
    pub kind: NoticeKind,
    /// A sentence: what was wrong and what to do.
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
