//! What a match leaves for the lab: numbers, endings, deaths, and which cards and rules came into play.
//!
//! A game describes what can be counted in a [`Measures`] and counts it from its own events, so that the rules know
//! nothing of it. Everything is a whole number of fixed size: counting allocates nothing, and sums over millions of
//! matches come out the same in whatever order they are added.

use arrayvec::ArrayVec;
use serde_json::{Map, Value};

use crate::{Audience, Branch, Game, Log, OptionSpec, Refusal, Seat, Viewer, seat::MAX_SEATS};

/// The most [`numbers`](Measures::numbers) that a game may have.
pub const MAX_NUMBERS: usize = 24;
/// The most [`pieces`](Measures::pieces) that a game may have.
pub const MAX_PIECES: usize = 32;
/// The most [`rulings`](Measures::rulings) that a game may have.
pub const MAX_RULINGS: usize = 64;

/// Something that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name in JSON and in tables.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
}

impl Label {
    /// A label.
    pub const fn new(key: &'static str, title: &'static str) -> Label {
        Label { key, title }
    }
}

/// What the matches of a game are measured by.
#[derive(PartialEq, Eq, Debug)]
pub struct Measures {
    /// Whether the outcome has scores.
    pub scored: bool,
    /// Numbers of a match, of which the lab takes means; at most [`MAX_NUMBERS`].
    pub numbers: &'static [Label],
    /// The ways in which a match can end.
    pub endings: &'static [Label],
    /// Where somebody can die, in the order of a chart.
    pub places: &'static [Label],
    /// What somebody can die of.
    pub causes: &'static [Label],
    /// Cards and items that can be used; at most [`MAX_PIECES`].
    pub pieces: &'static [Label],
    /// Rulings that leave a trace when they apply, under their numbers; at most [`MAX_RULINGS`].
    pub rulings: &'static [Label],
}

impl Measures {
    /// Nothing but who wins and how long it takes; for others to build on.
    pub const EMPTY: Measures =
        Measures { scored: false, numbers: &[], endings: &[], places: &[], causes: &[], pieces: &[], rulings: &[] };
}

/// A death: who, where and of what, as indices into the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Death {
    /// Who died.
    pub seat: Seat,
    /// Index in [`Measures::places`].
    pub place: u8,
    /// Index in [`Measures::causes`].
    pub cause: u8,
}

/// What one match was like. All indices are those of the game's [`Measures`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The numbers.
    pub numbers: [u32; MAX_NUMBERS],
    /// How it ended, once it has.
    pub ending: Option<u8>,
    /// Who died, in order.
    pub deaths: ArrayVec<Death, MAX_SEATS>,
    /// How often each piece was used, by anybody.
    pub uses: [u16; MAX_PIECES],
    /// Which pieces each seat has used, as bits.
    pub users: [u32; MAX_SEATS],
    /// Which rulings have applied, as bits.
    pub rulings: u64,
}

impl Counts {
    /// Adds to a number.
    #[inline]
    pub fn add(&mut self, number: usize, by: u32) {
        self.numbers[number] += by;
    }

    /// `seat` has used a piece.
    #[inline]
    pub fn used(&mut self, seat: Seat, piece: usize) {
        self.uses[piece] = self.uses[piece].saturating_add(1);
        self.users[seat.index()] |= 1 << piece;
    }

    /// A ruling has applied.
    #[inline]
    pub fn ruled(&mut self, ruling: usize) {
        self.rulings |= 1 << ruling;
    }

    /// A ruling has applied, if `so`.
    #[inline]
    pub fn ruled_if(&mut self, so: bool, ruling: usize) {
        self.rulings |= u64::from(so) << ruling;
    }

    /// Somebody has died.
    #[inline]
    pub fn died(&mut self, seat: Seat, place: usize, cause: usize) {
        let death = Death { seat, place: place as u8, cause: cause as u8 };
        debug_assert!(!self.deaths.is_full(), "a seat dies once");
        let _ = self.deaths.try_push(death);
    }
}

/// Games that the lab can measure. One that says nothing has its wins, scores and lengths measured all the same.
pub trait Measured: Game {
    /// What counting has to remember from one event to the next; `()` for nothing.
    type Tally: Default;

    /// What is counted.
    fn measures() -> &'static Measures {
        const { &Measures::EMPTY }
    }

    /// Counts an event.
    fn note(_tally: &mut Self::Tally, _event: &Self::Event, _facts: &mut Counts) {}

    /// Counts what the state says, when the match is over or cut off.
    fn close(&self, _tally: &Self::Tally, _facts: &mut Counts) {}

    /// What can be asked about exact odds; nothing where the game offers none.
    fn questions() -> &'static [OptionSpec] {
        &[]
    }

    /// The fight that these answers to [`questions`](Self::questions), complete and checked one by one, describe.
    ///
    /// # Errors
    /// If they do not go together, or the game offers no odds.
    fn duel(_: &Map<String, Value>) -> Result<Box<dyn Duel>, Refusal> {
        Err(Refusal::plain("this game offers no exact odds"))
    }
}

/// The log that counts.
#[derive(Debug)]
pub struct Counting<G: Measured> {
    /// What has been counted.
    pub counts: Counts,
    tally: G::Tally,
}

impl<G: Measured> Default for Counting<G> {
    fn default() -> Self {
        Counting { counts: Counts::default(), tally: G::Tally::default() }
    }
}

impl<G: Measured> Counting<G> {
    /// The counts of a match that stands at `game`.
    pub fn close(mut self, game: &G) -> Counts {
        game.close(&self.tally, &mut self.counts);
        self.counts
    }
}

// Where an event is told it is known which one it is: inlined, counting it is an addition or two.
impl<G: Measured> Log<G::Event> for Counting<G> {
    #[inline(always)]
    fn tell(&mut self, event: G::Event) {
        G::note(&mut self.tally, &event, &mut self.counts);
    }

    #[inline]
    fn say(&mut self, audience: Audience, event: G::Event) {
        // What some hear in full and others in part has happened once.
        if audience.includes(Viewer::All) {
            G::note(&mut self.tally, &event, &mut self.counts);
        }
    }
}

/// Where a [`Duel`] stands: a few small numbers, whose meaning is the game's.
pub type DuelState = [u16; 4];

/// A fight small enough that its odds can be worked out exactly: from each standing something is rolled, and the
/// value leads to the next standing.
pub trait Duel: Send + Sync {
    /// What was asked, in a sentence.
    fn title(&self) -> String;

    /// How it begins.
    fn start(&self) -> DuelState;

    /// How it has ended, if it has.
    fn end(&self, at: DuelState) -> Option<Finish>;

    /// Which roll is due. Standings with the same number roll the same, whatever else differs.
    fn due(&self, at: DuelState) -> u8;

    /// Makes a roll.
    fn roll(&self, due: u8, chance: &mut Branch<'_>) -> u16;

    /// Where a roll of this value leads.
    fn then(&self, at: DuelState, value: u16) -> DuelState;
}

/// How a duel has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Finish {
    /// Lost.
    Lost,
    /// Won, with this much health left.
    Won {
        /// Health left.
        left: u16,
    },
}
