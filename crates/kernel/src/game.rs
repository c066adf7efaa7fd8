//! What a game is.

use arrayvec::ArrayVec;
use rand_core::Rng;
use serde::{Serialize, de::DeserializeOwned};
use text::Text;

use crate::{
    Achievement, ActionSink, Audience, BadOptions, Chance, Character, Condition, Daily, Line, OptionSpec, Picture,
    PuzzleAim, Puzzles, Scene, Seat, SeatSet, Sentence, TableTalk, Temperament, Viewer, Wording,
    action_sink::Reservoir, seat::MAX_SEATS,
};

/// A game is a value: the whole state of one match, without clocks, randomness, names or I/O.
///
/// The laws that every implementation keeps are checked by [`contract`](crate::contract).
pub trait Game: Clone + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// What may be chosen before the match.
    type Options: Clone + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat can do.
    type Action: Clone + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened.
    type Event: Clone + Eq + std::fmt::Debug + Serialize + Send + Sync;
    /// All that one viewer may know.
    type View: Clone + Eq + std::fmt::Debug + Serialize + Send + Sync;

    /// Whether something can be hidden from a viewer. Where nothing is, [`imagine`](Imagine::imagine) is a copy.
    const SECRETS: bool = false;

    /// The game's data sheet.
    fn meta() -> &'static Meta;

    /// Checks options that are allowed one by one against each other and the number of seats.
    ///
    /// # Errors
    /// [`BadOptions::Conflict`] if they do not go together.
    fn check_options(_options: &Self::Options, _seats: u8) -> Result<(), BadOptions> {
        Ok(())
    }

    /// Lays out a new match.
    ///
    /// # Errors
    /// Whatever halts `chance`.
    fn setup<C: Chance, L: Log<Self::Event>>(
        options: &Self::Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt>;

    /// Who must act, or how it ended.
    fn status(&self) -> Status;

    /// Whom to ask where seats are asked one by one: bots, the lab, golden files, several people at one keyboard. It is a
    /// way of asking and no rule: every awaited seat may act. `None` once the match is over.
    fn asked_first(&self) -> Option<Seat> {
        match self.status() {
            Status::Awaiting(seats) => seats.lowest(),
            Status::Over(_) => None,
        }
    }

    /// Whether `seat`, awaited here and in `before`, an earlier state of the same match, faces the same decision still:
    /// an answer that it gave to the earlier state means the same now, because others have done nothing that matters to
    /// it (they have passed, say). A seat's [epoch](crate::Referee::epoch) stays as long as this holds.
    fn same_decision(&self, _before: &Self, _seat: Seat) -> bool {
        false
    }

    /// The name, in the game's spec, of the decision that `seat` has to take. Only asked of awaited seats.
    fn decision(&self, seat: Seat) -> &'static str;

    /// Appends exactly what `seat` may do now, in a fixed order and without duplicates: nothing if it is not
    /// awaited, at least one action if it is.
    fn legal<M: ActionSink<Self::Action>>(&self, seat: Seat, out: &mut M);

    /// One of the actions that [`legal`](Self::legal) lists for `seat`, each with equal chance, without listing them:
    /// what random playouts live on. `None` if there is none.
    #[inline(always)]
    fn any<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Self::Action> {
        let mut reservoir = Reservoir::new(rng);
        self.legal(seat, &mut reservoir);
        reservoir.drawn
    }

    /// Does one legal action. The [`Referee`](crate::Referee) refuses all others before the rules see them.
    ///
    /// # Errors
    /// Whatever halts `chance`; the state is then of no further use, so callers apply to a copy.
    fn apply<C: Chance, L: Log<Self::Event>>(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt>;

    /// What the others learn of hidden things when `seat` takes this legal action. A step can be taken back only if that
    /// is nothing.
    fn reveals(&self, _seat: Seat, _action: &Self::Action) -> Reveals {
        if Self::SECRETS { Reveals::Action } else { Reveals::Nothing }
    }

    /// What `viewer` may know: the only door out of the state.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Why an action that is not legal is not. It speaks only of what `seat` knows, and has an answer for every action at
    /// any time: where no ruling says why, [`RejectReason::plain`].
    fn refuse(&self, seat: Seat, action: &Self::Action) -> RejectReason;

    /// The most decisions a match with these options can take; why that is so stands in the game's docs.
    fn bound(options: &Self::Options, seats: u8) -> u64;
}

/// Games whose hidden parts can be guessed at.
pub trait Imagine: Game {
    /// This match with everything redrawn that `viewer` cannot know: a world that looks just the same to them. What comes out
    /// depends on what `viewer` knows and on `chance`, and on nothing else.
    ///
    /// # Errors
    /// Whatever halts `chance`.
    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt>;
}

/// Games that can be shown. All that is shown is drawn from a view.
pub trait Present: Game {
    /// What is on the table, without the moves.
    fn scene(view: &Self::View, viewer: Viewer) -> Scene;

    /// How a legal action reads, and which pieces it joins.
    fn wording(view: &Self::View, seat: Seat, action: &Self::Action) -> Wording;

    /// The [text](Wording::text) of that alone, which is all that programs are told: without what is dear to work out for the rest.
    fn move_text(view: &Self::View, seat: Seat, action: &Self::Action) -> Sentence {
        Self::wording(view, seat, action).text
    }

    /// What happened, in a sentence.
    fn tell(event: &Self::Event) -> Line;

    /// What `seat`, awaited, does by a [standing order](crate::StandingOrder) with this limit. `None` ends the order: it is
    /// unknown, its limit is reached, or something has come up that the player wants to decide.
    fn carry_out(_view: &Self::View, _seat: Seat, _order: &str, _limit: i32) -> Option<Self::Action> {
        None
    }

    /// Whether a standing order that `seat` gave when it saw `given` still stands: asked after every step, whoever took it.
    /// What was up when it was given must not end it.
    fn stands(_given: &Self::View, _now: &Self::View, _seat: Seat, _order: &str) -> bool {
        true
    }

    /// What `seat`, which waits for another's answer, may decide beforehand, in the order of the legal list. An action that
    /// is armed is done as soon as the seat is awaited, if it is legal and [still meant](Present::still_meant) then.
    fn armable(_view: &Self::View, _seat: Seat) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Whether `seat`, which armed `action` when it saw `armed`, still means it now: all that it was decided upon is as it
    /// was.
    fn still_meant(_armed: &Self::View, _now: &Self::View, _seat: Seat, _action: &Self::Action) -> bool {
        false
    }

    /// Every picture that a scene of this game can name.
    fn pictures() -> Vec<Picture> {
        Vec::new()
    }

    /// What players of this game say to each other again and again, ready-made: short sentences that give nothing away of what
    /// is hidden, whoever says them and when. What people say at any table, the hall knows.
    fn phrases() -> &'static [Text] {
        &[]
    }

    /// Bots with a name, in the order in which they sit down.
    fn characters() -> &'static [Character] {
        &[]
    }

    /// The text of a guided first match, as [`Lesson`](crate::Lesson) reads it.
    fn lesson() -> Option<&'static str> {
        None
    }

    /// Its puzzles, as `undercroft lab puzzles` found them.
    fn puzzles() -> Option<&'static Puzzles> {
        None
    }

    /// What can be earned in a match, a condition with each.
    fn achievements() -> &'static [(Achievement, Condition<Self>)] {
        &[]
    }

    /// The match a day that all can try once, if the game has one.
    fn daily() -> Option<Daily<Self>> {
        None
    }

    /// How much may be said at a table if its host does not choose.
    fn table_talk(_options: &Self::Options, _seats: u8) -> TableTalk {
        TableTalk::Free
    }

    /// What a match with these options would be about, to be shown before it begins. `None` where the options say it all.
    fn preview(_options: &Self::Options) -> Option<Preview> {
        None
    }

    /// A good value for a [text option](crate::OptionKind::Text), another for another `number`. `None` where the game has no
    /// opinion.
    fn suggestion(_option: &str, _number: u64) -> Option<String> {
        None
    }
}

/// What a match would be about, shown before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// A drawing of it: an SVG document.
    pub drawing: String,
    /// The drawing in words, for those who do not see it.
    pub words: String,
    /// What speaks against playing it.
    pub warning: Option<String>,
}

/// A game's own judgement, lent to bots.
pub trait Judge: Game {
    /// How many decisions a playout by the reference policy makes in a millisecond on one core, roughly: what reckons how
    /// many playouts fit into a time, where that must not depend on the machine.
    const PACE: u32 = 5_000;

    /// What puzzles ask for, if it is not how the match ends: in a game whose matches are so long that one decision hardly moves
    /// their end.
    const PUZZLE_AIM: Option<PuzzleAim<Self>> = None;

    /// By how much another move must be worth more than the reference's for a puzzle: less would be nothing to think about.
    const CLEAR: f64 = 0.05;

    /// The index in `moves` of what the reference policy does. It is deterministic and sees what the seat sees.
    fn reference(view: &Self::View, seat: Seat, moves: &[Self::Action]) -> usize;

    /// The index in `moves` of what the reference policy does with this temperament: other thresholds in the same plan, so that it
    /// plays as well or nearly so. A game in which temperament does not show says nothing here.
    fn inclined(view: &Self::View, seat: Seat, moves: &[Self::Action], _temperament: Temperament) -> usize {
        Self::reference(view, seat, moves)
    }

    /// The move that [`reference`](Self::reference) picks, worked out from the state: playouts ask for it at every decision,
    /// and a game that makes neither view nor list here plays them faster. `None` if `seat` is not awaited.
    fn reference_action(&self, seat: Seat) -> Option<Self::Action> {
        let mut moves = Vec::new();
        self.legal(seat, &mut moves);
        let index = (!moves.is_empty()).then(|| Self::reference(&self.view(Viewer::Seat(seat)), seat, &moves))?;
        Some(moves.swap_remove(index))
    }

    /// How the match stands for `seat`, from 0 (lost) to 1 (won).
    fn worth(&self, seat: Seat) -> f32;

    /// How promising each of `moves` looks before anything is tried: weights of 0 and more, in their order, appended to
    /// `weights`. It knows what the seat knows. A game that appends none holds all moves for equal.
    ///
    /// Search tries promising moves sooner and more often; where there are more moves than it can tell apart, the least
    /// promising are hardly tried at all.
    fn prior(&self, _seat: Seat, _moves: &[Self::Action], _weights: &mut Vec<f32>) {}

    /// For how many [`turns`](Self::turns) a search that begins here plays on before [`worth`](Self::worth) judges.
    fn lookahead(&self) -> u32 {
        u32::MAX
    }

    /// How many turns are over: at the end of one little is pending, and `worth` can be trusted. It never falls. A game
    /// whose playouts should go to the end of the match says nothing here.
    fn turns(&self) -> u32 {
        0
    }
}

/// A game's data sheet.
#[derive(Debug)]
pub struct Meta {
    /// The id in commands, records and addresses.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// One sentence that makes one want to play.
    pub tagline: Text,
    /// How it ends: for all together, or for each alone.
    pub mode: Mode,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// How many seats, if nobody says.
    pub usual_seats: u8,
    /// What may be chosen before the match.
    pub options: &'static [OptionSpec],
    /// The picture on the box.
    pub cover: Option<Picture>,
    /// Version of the rules. A record made under another version is not replayed.
    pub rules: u32,
    /// The rulebook, in Markdown.
    pub rulebook: &'static str,
}

/// Who wins together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// All seats win or lose together.
    Cooperative,
    /// Seats play against each other.
    Competitive,
}

/// What the others learn of hidden things by an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reveals {
    /// Nothing: it was possible in every world that they can imagine, and looks the same to them in each.
    Nothing,
    /// That it was possible, and nothing else: in every world that they can imagine and in which it is possible, it looks
    /// the same to them. Playing a card out of a hidden hand is of this kind.
    Action,
    /// More than that: hidden things are laid open by it, such as the rest of a hand. Luck that falls hidden in the same
    /// step stays hidden: what is to be shown at once is asked for openly.
    State,
}

/// Where a match stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// These seats must act; never an empty set.
    Awaiting(SeatSet),
    /// The match has ended.
    Over(Outcome),
}

/// How a match ended: the only authority on its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Won or lost together, in cooperative and solo games.
    pub victory: Option<bool>,
    /// The place of each seat, 1 for the best; equal places are shared.
    pub placings: ArrayVec<u8, MAX_SEATS>,
    /// Points of each seat, in games that count them.
    pub scores: Option<ArrayVec<i32, MAX_SEATS>>,
}

impl Outcome {
    /// All `seats` win or lose together.
    pub fn together(seats: u8, victory: bool) -> Outcome {
        Outcome { victory: Some(victory), placings: Seat::all(seats).map(|_| 1).collect(), scores: None }
    }

    /// Each for itself: the more points the better the place, and equal points share it. One entry a seat.
    ///
    /// ```
    /// assert_eq!(kernel::Outcome::by_points([30, 100, 30]).placings[..], [2, 1, 2]);
    /// ```
    ///
    /// # Panics
    /// If there are more entries than a table can have seats.
    pub fn by_points(points: impl IntoIterator<Item = i32>) -> Outcome {
        let points: ArrayVec<i32, MAX_SEATS> = points.into_iter().collect();
        let place = |own: &i32| 1 + points.iter().filter(|other| *other > own).count() as u8;
        Outcome { victory: None, placings: points.iter().map(place).collect(), scores: Some(points) }
    }

    /// Whether `seat` has won: with all others, or ahead of somebody. Where all share the first place nobody has won.
    ///
    /// ```
    /// use kernel::{Outcome, Seat};
    ///
    /// assert!(Outcome::together(2, true).won(Seat(1)) && !Outcome::together(2, false).won(Seat(1)));
    /// let won = |points: [i32; 3]| Seat::all(3).map(|seat| Outcome::by_points(points).won(seat)).collect::<Vec<_>>();
    /// assert_eq!(won([3, 1, 2]), [true, false, false]);
    /// assert_eq!(won([3, 3, 2]), [true, true, false]);
    /// assert_eq!(won([3, 3, 3]), [false; 3]);
    /// ```
    pub fn won(&self, seat: Seat) -> bool {
        let ahead = || self.placings.get(seat.index()) == Some(&1) && self.placings.iter().any(|place| *place > 1);
        self.victory.unwrap_or_else(ahead)
    }
}

/// Why something cannot be done: in words, and the ruling that says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RejectReason {
    /// A sentence for the player.
    pub text: String,
    /// The number of the ruling, such as `R17`, where one says so.
    pub ruling: Option<&'static str>,
}

impl RejectReason {
    /// A reason without a ruling behind it.
    pub fn plain(text: impl Into<String>) -> RejectReason {
        RejectReason { text: text.into(), ruling: None }
    }

    /// A reason that a ruling gives.
    pub fn ruled(text: impl Into<String>, ruling: &'static str) -> RejectReason {
        RejectReason { text: text.into(), ruling: Some(ruling) }
    }
}

impl std::fmt::Display for RejectReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        self.ruling.map_or(Ok(()), |ruling| write!(f, " ({ruling})"))
    }
}

/// Where events go.
pub trait Log<E> {
    /// Notes that something happened, for those who may hear of it.
    fn say(&mut self, audience: Audience, event: E);

    /// Notes something that everybody may hear.
    #[inline]
    fn tell(&mut self, event: E) {
        self.say(Audience::Everybody, event);
    }
}

/// A log that vanishes, for simulations.
#[derive(Clone, Copy, Default, Debug)]
pub struct NullLog;

impl<E> Log<E> for NullLog {
    #[inline]
    fn say(&mut self, _: Audience, _: E) {}
}

/// An event with those who may hear of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said<E> {
    /// Who may hear of it.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

impl<E> Log<E> for Vec<Said<E>> {
    fn say(&mut self, audience: Audience, event: E) {
        self.push(Said { audience, event });
    }
}
