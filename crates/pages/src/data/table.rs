//! A table as one visitor sees it.

use std::sync::Arc;

use kernel::{
    Achievement, Area, ChanceOutcome, Character, Ending, HouseCards, Line, Meta, Pace, Piece, Question, RealLuck,
    Scene, Seat, SeatSet, Sentence, Viewer,
};
use model::{Access, ChosenSeat, Day, HandOver, RemovedPerson, Rest, TableStatus, Timestamp};
use roster::{Advice, Analysis, TurningPoint};
use serde_json::{Map, Value};
use text::t;

use crate::data::{Agreements, Notice, RenderMemo, ShownGoals, ShownRace, TalkPage, Theme};

/// A table as one visitor sees it.
#[derive(Clone, Debug)]
pub struct TablePage {
    /// Its id.
    pub id: String,
    /// The version at which the page was drawn; its stream sends the changes since then.
    pub version: String,
    /// The id of the visitor, if they have a seat or host the table: the server notifies its stream
    /// when they are signed out.
    pub me: Option<String>,
    /// The roster's entry of the game.
    pub meta: &'static Meta,
    /// Whether the server also has the hall without a server, to which a match can be taken along.
    pub offline: bool,
    /// The options chosen before the match.
    pub options: Arc<Map<String, Value>>,
    /// Its house cards, if it has any.
    pub house_cards: Option<&'static HouseCards>,
    /// The state of the table.
    pub status: TableStatus,
    /// The seats, in order.
    pub seats: Vec<SeatInfo>,
    /// Whether the visitor opened the table.
    pub host: bool,
    /// The access to the table, and the host who controls it.
    pub hosting: Hosting,
    /// Further facts about the table before its match.
    pub lobby: Lobby,
    /// How many spectators there are.
    pub watching: usize,
    /// The absolute link that invites others.
    pub invite: Option<String>,
    /// The seal of the dice.
    pub seal: Option<String>,
    /// The kinds of luck that are real: players enter these outcomes.
    pub real: RealLuck,
    /// The number of steps taken.
    pub step: usize,
    /// The step after which the page shows the table, if the visitor looks back.
    pub at: Option<usize>,
    /// The scene on the table, once the match has begun.
    pub scene: Option<Arc<Scene>>,
    /// The viewer for whom the scene was made.
    pub viewer: Viewer,
    /// The seat from which the visitor has asked to look, one of theirs.
    pub chosen_seat: Option<ChosenSeat>,
    /// The log of the match, oldest first.
    pub chronicle: Vec<Arc<Chapter>>,
    /// Whether the visitor may take the last step back.
    pub may_undo: bool,
    /// The reason why not, if they may not.
    pub undo_why_not: Option<String>,
    /// The step since which the seat of the visitor faces the decision that it faces now.
    pub epoch: Option<usize>,
    /// With physical dice: the outcome that the match waits for. Only a player who may enter it
    /// learns the possible values.
    pub ask: Option<Question>,
    /// With physical dice: the step that waits for it, and the seat that takes it, as far as the
    /// visitor may know.
    pub under_way: Option<(Seat, Sentence)>,
    /// Whether the visitor may enter it.
    pub may_answer: bool,
    /// The seat of another person to whom it belongs, who enters it on their own device.
    pub draws_elsewhere: Option<Seat>,
    /// How many outcomes of the step under way have been entered.
    pub answers: usize,
    /// Those outcomes that the visitor may see.
    pub answered: Vec<&'static ChanceOutcome>,
    /// The outcomes of the step that a replay shows.
    pub fell: Vec<&'static ChanceOutcome>,
    /// How long players may take.
    pub pace: Pace,
    /// The times in which clocks of days stand still.
    pub rest: Rest,
    /// Whether it counts for ratings and gives no hints.
    pub ranked: bool,
    /// The absent players who must act.
    pub missed: Vec<MissedInfo>,
    /// The people who ask for the seats of bots.
    pub applications: Vec<ApplicationInfo>,
    /// The decisions about the match, other than moves, that are open to the visitor.
    pub agreements: Agreements,
    /// How long the match has waited for another player, in words, once that is long.
    pub waiting_since: Option<String>,
    /// A notice to show first.
    pub notice: Option<Notice>,
    /// The hint that the visitor asked for.
    pub hint: Option<Arc<Advice>>,
    /// The auto-action that runs for the visitor.
    pub auto_action: Option<RunningAutoAction>,
    /// The visitor's premove, while another player must answer.
    pub beforehand: Beforehand,
    /// The screen between the players at the visitor's browser, before one of them has come to it:
    /// the page shows nobody's secrets.
    pub handed_to: Option<HandOver>,
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
    pub talk: Option<TalkPage>,
    /// Further facts about the match, once it is over.
    pub finished: Finished,
    /// The day of the match, if it is a daily match that everybody can try once.
    pub of_day: Option<OfDay>,
    /// Whether the hall is in the visitor's own browser.
    pub local: bool,
    /// The race to which the table belongs: its own table, or one of its racers'.
    pub race: Option<ShownRace>,
    /// For a page that follows the table: the pieces that it already has, which the server need not
    /// draw again.
    pub kept: Option<Arc<RenderMemo>>,
}

impl TablePage {
    /// Returns a match under way for `viewer` to look at, in which no seat is taken and nothing has
    /// happened.
    pub fn new(meta: &'static Meta, options: &Map<String, Value>, scene: Option<Scene>, viewer: Viewer) -> Self {
        TablePage {
            id: String::new(),
            version: String::new(),
            me: None,
            meta,
            offline: false,
            options: Arc::new(options.clone()),
            house_cards: None,
            status: TableStatus::Playing,
            seats: Vec::new(),
            host: false,
            hosting: Hosting::default(),
            lobby: Lobby::default(),
            watching: 0,
            invite: None,
            seal: None,
            real: RealLuck::None,
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
            draws_elsewhere: None,
            answers: 0,
            answered: Vec::new(),
            fell: Vec::new(),
            pace: Pace::Free,
            rest: Rest::default(),
            ranked: false,
            missed: Vec::new(),
            applications: Vec::new(),
            agreements: Agreements::default(),
            waiting_since: None,
            notice: None,
            hint: None,
            auto_action: None,
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
            local: false,
            race: None,
            kept: None,
        }
    }

    /// Returns the step after which the page shows the table.
    pub(crate) fn shown_step(&self) -> usize {
        self.at.unwrap_or(self.step)
    }

    /// Returns the areas on the table.
    pub(crate) fn areas(&self) -> impl Iterator<Item = &Area> {
        self.scene.iter().flat_map(|scene| &scene.areas)
    }

    /// Returns whether the page shows the table as it was after an earlier step.
    pub(crate) fn looks_back(&self) -> bool {
        self.shown_step() != self.step
    }

    /// Returns whether it is for the visitor to enter the outcome that is asked for.
    pub(crate) fn draws(&self) -> bool {
        self.may_answer && self.draws_elsewhere.is_none()
    }

    /// Returns whether the table belongs to a race that is not over.
    pub(crate) fn is_racing(&self) -> bool {
        self.race.as_ref().is_some_and(|race| !race.over)
    }

    /// Returns whether the match waits for the visitor.
    pub(crate) fn is_your_turn(&self) -> bool {
        let moves = self.scene.as_ref().is_some_and(|scene| !scene.moves.is_empty());
        self.status == TableStatus::Playing
            && !self.looks_back()
            && (moves && !self.beforehand.arms || self.ask.is_some() && self.draws() || self.handed_to.is_some())
    }

    /// Returns the ending that the page shows, if the match is over and the visitor does not look
    /// back.
    pub(crate) fn ending(&self) -> Option<&Ending> {
        let now = self.status == TableStatus::Over && !self.looks_back();
        self.scene.as_deref().filter(|_| now)?.ending.as_ref()
    }

    /// Returns the first seat of the visitor.
    pub(crate) fn own_seat(&self) -> Option<Seat> {
        self.seats.iter().find(|info| info.you).map(|info| info.seat)
    }

    /// Returns whether this is a seat of the visitor.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        self.seats.iter().any(|info| info.you && info.seat == seat)
    }
}

/// A seat and its occupant.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// The name of the person who sits there.
    pub person: Option<String>,
    /// The name of the bot that sits there.
    pub bot: Option<String>,
    /// The character whom that bot plays.
    pub character: Option<&'static Character>,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether the person has the page open.
    pub connected: bool,
    /// The name of the bot that plays for the person until they come back.
    pub stand_in: Option<String>,
    /// The person's clock.
    pub clock: Option<Clock>,
    /// The bot's remark on the latest event.
    pub says: Option<&'static str>,
}

impl SeatInfo {
    /// Returns whether nobody sits there.
    pub(crate) const fn is_free(&self) -> bool {
        self.person.is_none() && self.bot.is_none()
    }
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// How much time is left, in milliseconds.
    pub left: i64,
    /// The time when it will have run out, in milliseconds since 1970; `None` while the clock is
    /// stopped.
    pub until: Option<i64>,
    /// The time when it goes on, if the player or the table rests.
    pub rests_until: Option<i64>,
    /// The time until which the player is on vacation, if they are.
    pub vacation: Option<i64>,
}

/// A table in a list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableCard<'a> {
    /// Its id.
    pub id: &'a str,
    /// The game's title.
    pub title: &'a str,
    /// Whether it belongs to a race.
    pub race: bool,
    /// The picture on the game's box.
    pub cover: Option<kernel::Picture>,
    /// The state of the table.
    pub status: TableStatus,
    /// The occupants of its seats.
    pub seats: Vec<SeatInfo>,
    /// Whether it is the visitor's turn.
    pub your_turn: bool,
    /// The names of people who wait for others to sit down.
    pub waiting: Vec<&'a str>,
    /// The result for the visitor: `Won`.
    pub result: Option<String>,
    /// When something last happened, in words: `3 minutes ago`.
    pub when: String,
    /// The time at which something last happened.
    pub changed: Timestamp,
    /// The state of a match of the visitor's that is under way.
    pub state: Option<MatchState>,
}

impl TableCard<'_> {
    /// Returns the heading: the game, and whether it is raced.
    pub(crate) fn heading(&self) -> String {
        if self.race { t!("Race: {}", self.title) } else { self.title.to_owned() }
    }
}

/// The state of a match under way, for a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchState {
    /// The progress of the match: `Round 3`.
    pub headline: Sentence,
    /// The seats that must act.
    pub awaited: Vec<Seat>,
    /// When the first of their clocks runs out.
    pub until: Option<Timestamp>,
    /// The players who are on vacation, and until when.
    pub vacations: Vec<(Seat, Timestamp)>,
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

/// The access to a table, and the host who controls it.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The people who may come.
    pub access: Access,
    /// The host's seat, if they have one.
    pub seat: Option<Seat>,
    /// The host's name, before the match.
    pub name: Option<String>,
    /// Whether the visitor may become the host, because the host is away.
    pub may_take_on: bool,
    /// Whether the visitor may sit down: the host has not removed them from the table.
    pub may_sit: bool,
    /// For the host: the people whom they have removed from the table.
    pub removed: Vec<RemovedPerson>,
}

/// A table without a host that is open to everybody who has the link.
impl Default for Hosting {
    fn default() -> Self {
        Hosting {
            access: Access::default(),
            seat: None,
            name: None,
            may_take_on: false,
            may_sit: true,
            removed: Vec::new(),
        }
    }
}

/// The facts about a table before its match, as one visitor sees it.
#[derive(Clone, Default, Debug)]
pub struct Lobby {
    /// The title that its host has given it; empty for none.
    pub title: String,
    /// A note of its host for those who come; empty for none.
    pub note: String,
    /// The visitor's name, if they may choose another one; empty for a visitor without a name, and
    /// `None` for an account.
    pub naming: Option<String>,
    /// For the host: the highest level that everybody at the table may play.
    pub unlocked: u32,
    /// The seats of the people who are not ready for the match.
    pub unready: SeatSet,
    /// Whether the host may begin without them.
    pub may_begin_without: bool,
    /// The people whom the visitor may invite.
    pub to_invite: Vec<Invitee>,
    /// The group to which the table belongs, for its members: its id and its name.
    pub group: Option<(String, String)>,
    /// For the host: the groups to choose from.
    pub groups: Vec<(String, String)>,
    /// For the host: the packs of house cards to choose from, by hash and title.
    pub packs: Vec<(String, String)>,
}

/// A person whom the visitor of a lobby may invite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitee {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
    /// Whether they are here now.
    pub here: bool,
    /// Whether they are invited already.
    pub invited: bool,
}

/// A player who must act and is absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissedInfo {
    /// Their seat.
    pub seat: Seat,
    /// How long they have been away, in words; `None` while that is too short to mention.
    pub since: Option<String>,
    /// Whether they have the page open nevertheless.
    pub looks_on: bool,
    /// Whether the players may let a bot stand in by now.
    pub offered: bool,
    /// The seats of the players who have agreed to it.
    pub agreed: Vec<Seat>,
    /// The seats of the players who must still agree.
    pub missing: Vec<Seat>,
}

/// A person who asks for the seat of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApplicationInfo {
    /// The seat.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether it was refused.
    pub refused: bool,
    /// The seats of the players who must still agree.
    pub undecided: Vec<Seat>,
}

/// The order of a hand of playing cards. Pages with scripts store it in the browser, others in the
/// address.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HandOrder {
    /// As the game gives them.
    #[default]
    Dealt,
    /// By suit, and then by rank.
    Suit,
    /// By rank, and then by suit.
    Rank,
}

impl HandOrder {
    /// Every order.
    pub const ALL: [HandOrder; 3] = [HandOrder::Dealt, HandOrder::Suit, HandOrder::Rank];

    /// Returns its name in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            HandOrder::Dealt => "dealt",
            HandOrder::Suit => "suit",
            HandOrder::Rank => "rank",
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            HandOrder::Dealt => t!("As dealt"),
            HandOrder::Suit => t!("By suit"),
            HandOrder::Rank => t!("By rank"),
        }
    }

    /// Returns the order of this name, [`HandOrder::Dealt`] if there is none.
    pub fn named(code: &str) -> HandOrder {
        HandOrder::ALL.into_iter().find(|order| order.code() == code).unwrap_or_default()
    }
}

/// The premove of a player: a move chosen while another player must answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Beforehand {
    /// Whether pressing a move only stores it as a premove, which the server makes when the answer
    /// comes.
    pub arms: bool,
    /// The stored premove: the action, and its text.
    pub armed: Option<(Value, Sentence)>,
    /// The premove that the server dropped, because something has changed.
    pub dropped: Option<Sentence>,
}

/// An auto-action that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningAutoAction {
    /// The seat of the visitor's for which it runs.
    pub seat: Seat,
    /// The repeated move: `Fight on`.
    pub text: Sentence,
    /// The limit: the meaning of the number, and the number.
    pub limit: Option<(String, i32)>,
    /// Whether it waits for a decision of the visitor's, who can start another one in its place.
    pub rests: bool,
}

/// The facts about a finished match beyond its last scene.
#[derive(Clone, Default, Debug)]
pub struct Finished {
    /// Its course and its luck, once they are computed.
    pub analysis: Option<Arc<Analysis>>,
    /// The turning points of the people who played, once they are computed.
    pub turning_points: Option<Arc<[TurningPoint]>>,
    /// The place of each seat, by seat, where rivals play; the winner has 1.
    pub placings: Vec<u8>,
    /// The last step that the visitor took.
    pub last_move: Option<usize>,
    /// Whether it was practice, so that a win has not unlocked anything.
    pub practice: bool,
    /// Whether its players ended it early, so that it can be taken up after its last step.
    pub early: bool,
    /// The table to which the players went on.
    pub next: Option<NextTable>,
    /// The achievements that the visitor has earned for the first time by this match.
    pub earned: Vec<&'static Achievement>,
    /// The goals of the visitor that the match came near.
    pub goals: Option<ShownGoals>,
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
    /// The curses with which the match there began for the visitor.
    pub curses: Vec<Piece>,
}

/// The day of a daily match, for the page of its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfDay {
    /// The day.
    pub day: Day,
    /// Whether it is the one try that counts.
    pub ranked: bool,
    /// Whether its dice are public.
    pub opened: bool,
}
