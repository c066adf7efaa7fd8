//! The traits that a game implements: its rules, its presentation and its judgement.
//!
//! `Game::apply` never checks legality. The referee checks an action once, against the legal list;
//! in debug builds the rules panic on an action that the list would not have allowed.

use std::any::Any;

use arrayvec::ArrayVec;
use rand_core::Rng;
use serde::{Serialize, de::DeserializeOwned};
use text::Text;

use crate::{
    ActionSink, Audience, BadOptions, Chance, Features, HouseCards, Line, OptionSpec, Packs, Picture, PuzzleAim, Scene,
    Seat, SeatSet, Sentence, Temperament, Viewer, Wording, action_sink::Reservoir, printed, seat::MAX_SEATS,
};

/// The rules of a game. A value of this type is the whole state of one match, without clocks,
/// randomness, names or I/O.
///
/// `testkit::contract` checks the laws that every implementation must satisfy.
pub trait Game: Clone + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The options that the host chooses before the match.
    type Options: Clone + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// An action of a seat.
    type Action: Clone + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// An event of the match.
    type Event: Clone + Eq + std::fmt::Debug + Serialize + Send + Sync;
    /// The information that one viewer may have.
    type View: Clone + Eq + std::fmt::Debug + Serialize + Send + Sync;

    /// Whether the game can hide something from a viewer. A game that can writes
    /// [`imagine`](Self::imagine) itself.
    const SECRETS: bool = false;

    /// The game's data sheet.
    const META: &'static Meta;

    /// How this game takes packs of cards; `None` if it takes none.
    const PACKS: Option<&'static Packs> = None;

    /// Returns the house cards that these options name.
    fn house_cards(_options: &Self::Options) -> Option<&'static HouseCards> {
        None
    }

    /// Checks options, each allowed by itself, against each other and the number of seats.
    ///
    /// # Errors
    /// [`BadOptions::Conflict`] if they conflict.
    fn check_options(_options: &Self::Options, _seats: u8) -> Result<(), BadOptions> {
        Ok(())
    }

    /// Sets up a new match.
    ///
    /// # Errors
    /// If `chance` halts.
    fn setup<C: Chance, L: Log<Self::Event>>(
        options: &Self::Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt>;

    /// Returns the seats that must act, or the outcome.
    fn status(&self) -> Status;

    /// Returns the seat to ask first, for callers that ask one seat at a time: bots, the lab,
    /// golden files, several people at one keyboard. It is no rule: every awaited seat may act.
    /// `None` once the match is over.
    fn asked_first(&self) -> Option<Seat> {
        match self.status() {
            Status::Awaiting(seats) => seats.lowest(),
            Status::Over(_) => None,
        }
    }

    /// Whether `seat` still faces the decision that it faced in `before`, an earlier state of the
    /// same match. It is awaited in both states. An answer to the earlier state then means the same
    /// now, because others have done nothing that matters to it, such as passing. A seat's
    /// [epoch](crate::Referee::epoch) stays as long as this holds.
    fn same_decision(&self, _before: &Self, _seat: Seat) -> bool {
        false
    }

    /// Returns the name, in the game's spec, of the decision that `seat` must take. Callers ask
    /// only for awaited seats.
    fn decision(&self, seat: Seat) -> &'static str;

    /// Appends exactly the legal actions of `seat`, in a fixed order and without duplicates: none
    /// if it is not awaited, at least one if it is.
    ///
    /// Playouts spend their time on listing and applying. A game inlines both always: by itself the
    /// compiler would inline them only into a single caller.
    fn legal<M: ActionSink<Self::Action>>(&self, seat: Seat, out: &mut M);

    /// Picks one of the actions that [`legal`](Self::legal) lists for `seat`, each with equal
    /// chance, without listing them. Random playouts depend on its speed. `None` if there is no
    /// action.
    #[inline(always)]
    fn any<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Self::Action> {
        let mut reservoir = Reservoir::new(rng);
        self.legal(seat, &mut reservoir);
        reservoir.drawn
    }

    /// Applies one legal action. The [`Referee`](crate::Referee) refuses all others before the
    /// rules see them.
    ///
    /// # Errors
    /// If `chance` halts; the state is then unusable, so callers apply to a copy.
    fn apply<C: Chance, L: Log<Self::Event>>(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt>;

    /// Returns the hidden information that the others learn when `seat` takes this legal action. A
    /// step can be undone only if they learn nothing.
    fn reveals(&self, _seat: Seat, _action: &Self::Action) -> Reveals {
        if Self::SECRETS { Reveals::Action } else { Reveals::Nothing }
    }

    /// Returns the information that `viewer` may know. It is the only way to read the state.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Returns a copy of this match in which everything that `viewer` cannot know is drawn again:
    /// bots guess with it (determinization). To the viewer this world looks the same. The result
    /// depends on the viewer's knowledge and on `chance`, and on nothing else.
    ///
    /// # Errors
    /// If `chance` halts.
    fn imagine<C: Chance>(&self, _viewer: Viewer, _chance: &mut C) -> Result<Self, C::Halt> {
        const { assert!(!Self::SECRETS, "a game with secrets writes its own `imagine`") }
        Ok(self.clone())
    }

    /// Returns the reason why an action is not legal. It uses only knowledge of `seat`, and has an
    /// answer for every action at any time. If no ruling gives the reason, it is
    /// [`RejectReason::plain`].
    fn refuse(&self, seat: Seat, action: &Self::Action) -> RejectReason;

    /// Returns the maximum number of decisions in a match with these options; the game's docs
    /// give the proof.
    fn bound(options: &Self::Options, seats: u8) -> u64;
}

/// Games that can be displayed. Everything on display comes from a view.
pub trait Present: Game {
    /// The features of the game besides its table.
    const FEATURES: &'static Features<Self> = &Features::NONE;

    /// Returns the table as a scene, without the moves.
    fn scene(view: &Self::View, viewer: Viewer) -> Scene;

    /// Returns the text of a legal action, and the pieces that it joins.
    fn wording(view: &Self::View, seat: Seat, action: &Self::Action) -> Wording;

    /// Returns only the [text](Wording::text) of the wording, which is all that programs get. It
    /// skips the parts that are expensive to compute.
    fn move_text(view: &Self::View, seat: Seat, action: &Self::Action) -> Sentence {
        Self::wording(view, seat, action).text
    }

    /// Returns an event as a line of the chronicle.
    fn tell(event: &Self::Event) -> Line;

    /// Returns the value of the main meter of a seat, which is the first one in its area of the
    /// scene. `None` means that it must be read from the scene, which takes longer.
    fn meter(_view: &Self::View, _seat: Seat) -> Option<i32> {
        None
    }

    /// Returns every picture that a scene of this game can name.
    fn pictures() -> Vec<Picture> {
        Vec::new()
    }

    /// Returns the parts of this game for print, in the current language.
    fn printed() -> Vec<printed::Part> {
        Vec::new()
    }
}

/// A game's own judgement, for bots.
pub trait Judge: Game {
    /// Approximate number of decisions that a playout by the reference policy makes in a
    /// millisecond on one core. It converts time into a number of playouts where the number must
    /// not depend on the machine.
    const PACE: u32 = 5_000;

    /// The aim of the game's puzzles, if it is not the end of the match: for games so long that one
    /// decision hardly changes their end.
    const PUZZLE_AIM: Option<PuzzleAim<Self>> = None;

    /// The minimum advantage in worth of the best move over the reference's move in a puzzle. With
    /// a smaller advantage the puzzle would be pointless.
    const CLEAR: f64 = 0.05;

    /// Returns the index in `moves` of the reference policy's choice. It is deterministic and uses
    /// only the view of the seat.
    fn reference(view: &Self::View, seat: Seat, moves: &[Self::Action]) -> usize;

    /// Returns the index in `moves` of the reference policy's choice with this temperament. The
    /// temperament changes thresholds of the same plan, so the policy plays about as well. A game
    /// where temperament has no effect keeps the default.
    fn inclined(view: &Self::View, seat: Seat, moves: &[Self::Action], _temperament: Temperament) -> usize {
        Self::reference(view, seat, moves)
    }

    /// Returns the index that [`reference`](Self::reference) picks, computed from the state. Bots
    /// ask for it at every decision; a game that builds no view here plays them faster.
    fn reference_index(&self, seat: Seat, moves: &[Self::Action]) -> usize {
        Self::reference(&self.view(Viewer::Seat(seat)), seat, moves)
    }

    /// Returns the move that [`reference`](Self::reference) picks, computed from the state.
    /// Playouts ask for it at every decision; a game that builds neither view nor list here plays
    /// them faster. `None` if `seat` is not awaited.
    fn reference_action(&self, seat: Seat) -> Option<Self::Action> {
        let mut moves = Vec::with_capacity(64);
        self.legal(seat, &mut moves);
        let index = (!moves.is_empty()).then(|| self.reference_index(seat, &moves))?;
        Some(moves.swap_remove(index))
    }

    /// Returns the value of the position for `seat`, from 0 (lost) to 1 (won).
    fn worth(&self, seat: Seat) -> f32;

    /// Appends a weight of 0 or more to `weights` for each of `moves`, in order: how promising the
    /// move looks before search. It uses only the seat's knowledge. If a game appends none, all
    /// moves are equal.
    ///
    /// Search tries promising moves sooner and more often. If there are too many moves to compare,
    /// it hardly tries the least promising ones.
    fn prior(&self, _seat: Seat, _moves: &[Self::Action], _weights: &mut Vec<f32>) {}

    /// Returns the number of [`turns`](Self::turns) that a search from here plays before
    /// [`worth`](Self::worth) judges.
    fn lookahead(&self) -> u32 {
        u32::MAX
    }

    /// Returns the number of turns that are over. At the end of a turn little is pending, so
    /// `worth` is reliable. The number never falls. A game whose playouts should go to the end of
    /// the match keeps the default.
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
    /// One sentence that attracts players.
    pub tagline: Text,
    /// The mode: all seats win together, or each for itself.
    pub mode: Mode,
    /// The minimum and the maximum number of seats.
    pub seats: (u8, u8),
    /// The default number of seats.
    pub usual_seats: u8,
    /// The options that the host chooses before the match.
    pub options: &'static [OptionSpec],
    /// The picture on the box.
    pub cover: Option<Picture>,
    /// Version of the rules. A record made under another version is not replayed.
    pub rules: u32,
    /// The rulebook, in Markdown.
    pub rulebook: &'static str,
}

/// The mode of a game: cooperative or competitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// All seats win or lose together.
    Cooperative,
    /// Seats play against each other.
    Competitive,
}

/// The hidden information that the others learn by an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reveals {
    /// Nothing: it was possible in every world that they can imagine, and looks the same to them in
    /// each.
    Nothing,
    /// Only that it was possible. In every world that they can imagine and in which it is possible,
    /// it looks the same to them. Playing a card from a hidden hand is of this kind.
    Action,
    /// More: the action reveals hidden things, such as the rest of a hand. Outcomes that are hidden
    /// in the same step stay hidden. If an outcome is to be shown at once, the game asks for it
    /// openly.
    State,
}

/// The status of a match.
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
    /// The place of each seat, 1 for the best; seats can share a place.
    pub placings: ArrayVec<u8, MAX_SEATS>,
    /// Points of each seat, in games that count them.
    pub scores: Option<ArrayVec<i32, MAX_SEATS>>,
}

impl Outcome {
    /// Creates an outcome in which all `seats` win or lose together.
    pub fn together(seats: u8, victory: bool) -> Outcome {
        Outcome { victory: Some(victory), placings: Seat::all(seats).map(|_| 1).collect(), scores: None }
    }

    /// Creates an outcome in which each seat plays for itself: more points give a better place, and
    /// equal points share it. One entry a seat.
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

    /// Whether `seat` has won: with all others, or ahead of another seat. If all share the first
    /// place, no seat has won.
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

/// The reason why an action is refused: in words, with the ruling if there is one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RejectReason {
    /// A sentence for the player.
    pub text: String,
    /// The number of the ruling, such as `R17`, if there is one.
    pub ruling: Option<&'static str>,
}

impl RejectReason {
    /// Creates a reason without a ruling.
    pub fn plain(text: impl Into<String>) -> RejectReason {
        RejectReason { text: text.into(), ruling: None }
    }

    /// Creates a reason with its ruling.
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

/// A receiver of events.
pub trait Log<E> {
    /// Logs an event for the viewers who may hear of it.
    fn say(&mut self, audience: Audience, event: E);

    /// Logs an event for all viewers.
    #[inline]
    fn tell(&mut self, event: E) {
        self.say(Audience::Everybody, event);
    }

    /// Shows the table in the middle of a step, after the events so far: what rolls next has come
    /// up. Rules call it with a state of the game that a view can be made of. Logs that nobody
    /// watches ignore it.
    #[inline]
    fn show<S: Any + Clone>(&mut self, _state: &S) {}
}

/// A log that drops all events, for simulations.
#[derive(Clone, Copy, Default, Debug)]
pub struct NullLog;

impl<E> Log<E> for NullLog {
    #[inline]
    fn say(&mut self, _: Audience, _: E) {}
}

/// An event with the viewers who may hear of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said<E> {
    /// The viewers who may hear of it.
    pub audience: Audience,
    /// The event.
    pub event: E,
}

impl<E> Log<E> for Vec<Said<E>> {
    fn say(&mut self, audience: Audience, event: E) {
        self.push(Said { audience, event });
    }
}
