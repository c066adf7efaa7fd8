//! Measures of a match for the lab: numbers, endings, deaths, and the cards and rules that came
//! into play.
//!
//! A game describes in a [`Measures`] the numbers that it can count, and counts them from its own
//! events. Its rules do not depend on it. All counts are whole numbers of fixed size: counting
//! allocates nothing, and sums over millions of matches do not depend on their order.

use serde_json::{Map, Value};
use text::Text;

use crate::{Audience, Branch, Game, Log, OptionSpec, Outcome, RejectReason, Seat, Viewer, seat::MAX_SEATS};

/// The most [`numbers`](Measures::numbers) that a game may have.
pub const MAX_NUMBERS: usize = 40;
/// The most [`places`](Measures::places) that a game may have.
pub const MAX_PLACES: usize = 64;
/// The most [`causes`](Measures::causes) that a game may have.
pub const MAX_CAUSES: usize = 64;
/// The most [`pieces`](Measures::pieces) that a game may have.
pub const MAX_PIECES: usize = 64;
/// The most [`rulings`](Measures::rulings) that a game may have.
pub const MAX_RULINGS: usize = 128;

/// A name of something that the lab counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name in JSON and in tables.
    pub key: &'static str,
    /// Its name for people.
    pub title: Text,
    /// Whether the lab stores how often each value occurred, and reports quantiles besides the
    /// mean. It has an effect only for numbers.
    pub spread: bool,
}

impl Label {
    /// Creates a label.
    pub const fn new(key: &'static str, title: Text) -> Label {
        Label { key, title, spread: false }
    }

    /// Returns the same label, with quantiles.
    #[must_use]
    pub const fn spread(self) -> Label {
        Label { spread: true, ..self }
    }
}

/// Declares what a game counts: an enum for each list of [`Label`]s. A line has the name of an
/// entry in the code, its key and its title, a text like those of `text!`. The variants are indices
/// into the labels, `LABELS`. A ruling needs no key: its name is the key.
///
/// ```
/// kernel::measures! {
///     enum Number {
///         Rolls = "rolls": "Rolls",
///         Turns = "turns": "Turns".spread(),
///     }
///
///     enum Ruling {
///         R3: "The last round is over",
///     }
/// }
/// assert!(Number::LABELS[Number::Turns as usize].spread);
/// assert_eq!(Ruling::LABELS[Ruling::R3 as usize].key, "R3");
/// # assert_eq!(Number::LABELS[Number::Rolls as usize].title.source(), "Rolls");
/// ```
#[macro_export]
macro_rules! measures {
    (@key $name:ident) => { stringify!($name) };
    (@key $name:ident $key:literal) => { $key };
    ($(
        $(#[$meta:meta])*
        enum $list:ident { $($name:ident $(= $key:literal)? : $title:literal $(.$spread:ident())?),+ $(,)? }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy)]
            enum $list { $($name),+ }

            impl $list {
                const LABELS: &'static [$crate::measure::Label] = &[
                    $($crate::measure::Label::new($crate::measures!(@key $name $($key)?), ::text::text!($title))$(.$spread())?),+
                ];
            }

            impl From<$list> for usize {
                #[inline]
                fn from(entry: $list) -> usize {
                    entry as usize
                }
            }
        )+
    };
}

/// A number as a share of a total: the lab reports it with its interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Its names.
    pub label: Label,
    /// Index in [`Measures::numbers`]: the part.
    pub of: usize,
    /// The total.
    pub among: Among,
    /// Whether it is the wins of a side that players take, such as a class.
    pub of_side: bool,
}

impl Share {
    /// Creates a share with these names.
    pub const fn new(key: &'static str, title: Text, of: usize, among: Among) -> Share {
        Share { label: Label::new(key, title), of, among, of_side: false }
    }

    /// Returns the same share, as the wins of a side.
    #[must_use]
    pub const fn of_side(self) -> Share {
        Share { of_side: true, ..self }
    }
}

/// The total of a [`Share`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// All seats of all matches.
    Seats,
    /// Another number: an index in [`Measures::numbers`].
    Number(usize),
}

/// The score that ranks a seat's match besides who won: higher is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// A number of the match, the same for all seats: an index in [`Measures::numbers`], under this
    /// title.
    Number(usize, Text),
    /// The points of the seat in the outcome, under this title.
    Points(Text),
}

/// The measures of a game's matches.
#[derive(PartialEq, Eq, Debug)]
pub struct Measures {
    /// Whether the outcome has scores.
    pub scored: bool,
    /// The score that ranks seats; `None` in games that rank by winning only.
    pub score: Option<Score>,
    /// Numbers of a match, for which the lab computes means; at most [`MAX_NUMBERS`].
    pub numbers: &'static [Label],
    /// Numbers as shares of others.
    pub shares: &'static [Share],
    /// The ways in which a match can end.
    pub endings: &'static [Label],
    /// Places where a player's figure can die, in the order of a chart; at most [`MAX_PLACES`].
    pub places: &'static [Label],
    /// Causes of death; at most [`MAX_CAUSES`].
    pub causes: &'static [Label],
    /// Cards and items that can be used; at most [`MAX_PIECES`].
    pub pieces: &'static [Label],
    /// The number of these, from the first on, that a seat draws before it can use them.
    pub drawable: usize,
    /// Rulings that leave a trace when they apply, under their numbers; at most [`MAX_RULINGS`].
    pub rulings: &'static [Label],
}

impl Measures {
    /// Measures for the winner and the length only; games add their own.
    pub const EMPTY: Measures = Measures {
        scored: false,
        score: None,
        numbers: &[],
        shares: &[],
        endings: &[],
        places: &[],
        causes: &[],
        pieces: &[],
        drawable: 0,
        rulings: &[],
    };

    /// Returns the title of the score.
    pub fn score_title(&self) -> Option<Text> {
        self.score.map(|(Score::Number(_, title) | Score::Points(title))| title)
    }

    /// Returns the score of a seat, from the counts and, once the match is over, from its outcome.
    pub fn score_of(&self, seat: Seat, counts: &Counts, outcome: Option<&Outcome>) -> Option<i32> {
        match self.score? {
            Score::Number(number, _) => i32::try_from(*counts.numbers.get(number)?).ok(),
            Score::Points(_) => outcome?.scores.as_ref()?.get(seat.index()).copied(),
        }
    }
}

/// A death: the seat, the place and the cause. The numbers are indices into the lists of the game's
/// [`Measures`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Death {
    /// The seat that died.
    pub seat: Seat,
    /// Index in [`Measures::places`].
    pub place: u8,
    /// Index in [`Measures::causes`].
    pub cause: u8,
}

/// How often something happened to each piece. The indices are those of [`Measures::pieces`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceCounts {
    /// How often, by all seats together.
    pub times: [u16; MAX_PIECES],
    /// The pieces of each seat, as bits.
    pub seats: [u64; MAX_SEATS],
}

impl Default for PieceCounts {
    fn default() -> Self {
        PieceCounts { times: [0; MAX_PIECES], seats: [0; MAX_SEATS] }
    }
}

impl PieceCounts {
    #[inline]
    fn note(&mut self, seat: Seat, piece: usize) {
        self.times[piece] = self.times[piece].saturating_add(1);
        self.seats[seat.index()] |= 1 << piece;
    }
}

/// The counts of one match. All indices are those of the game's [`Measures`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The numbers.
    pub numbers: [u32; MAX_NUMBERS],
    /// How it ended, once it has.
    pub ending: Option<u8>,
    /// How often each seat died.
    pub deaths: [u16; MAX_SEATS],
    /// Number of deaths in each place.
    pub places: [u16; MAX_PLACES],
    /// Number of deaths by each cause.
    pub causes: [u16; MAX_CAUSES],
    /// The first death.
    pub first_death: Option<Death>,
    /// The pieces that were drawn.
    pub draws: PieceCounts,
    /// The pieces that were used.
    pub uses: PieceCounts,
    /// Which rulings have applied, as bits.
    pub rulings: u128,
}

impl Default for Counts {
    fn default() -> Self {
        Counts {
            numbers: [0; MAX_NUMBERS],
            ending: None,
            deaths: [0; MAX_SEATS],
            places: [0; MAX_PLACES],
            causes: [0; MAX_CAUSES],
            first_death: None,
            draws: PieceCounts::default(),
            uses: PieceCounts::default(),
            rulings: 0,
        }
    }
}

impl Counts {
    /// Adds to a number.
    #[inline]
    pub fn add(&mut self, number: impl Into<usize>, by: u32) -> &mut Self {
        self.numbers[number.into()] += by;
        self
    }

    /// Notes that `seat` has drawn a piece.
    #[inline]
    pub fn drew(&mut self, seat: Seat, piece: impl Into<usize>) -> &mut Self {
        self.draws.note(seat, piece.into());
        self
    }

    /// Notes that `seat` has used a piece.
    #[inline]
    pub fn used(&mut self, seat: Seat, piece: impl Into<usize>) -> &mut Self {
        self.uses.note(seat, piece.into());
        self
    }

    /// Notes that a ruling has applied.
    #[inline]
    pub fn ruled(&mut self, ruling: impl Into<usize>) -> &mut Self {
        self.ruled_if(true, ruling)
    }

    /// Notes that a ruling has applied, if `so`.
    #[inline]
    pub fn ruled_if(&mut self, so: bool, ruling: impl Into<usize>) -> &mut Self {
        self.rulings |= u128::from(so) << ruling.into();
        self
    }

    /// Counts a death. If the rules let a seat die more than once, each death counts.
    #[inline]
    pub fn died(&mut self, seat: Seat, place: usize, cause: impl Into<usize>) -> &mut Self {
        let cause = cause.into();
        for count in [&mut self.deaths[seat.index()], &mut self.places[place], &mut self.causes[cause]] {
            *count = count.saturating_add(1);
        }
        self.first_death.get_or_insert(Death { seat, place: place as u8, cause: cause as u8 });
        self
    }

    /// Returns the kind of the first count that has no label in `measures`.
    pub fn unlabelled(&self, measures: &Measures) -> Option<&'static str> {
        fn beyond<T: Copy + Default + PartialEq>(counts: &[T], labels: &[Label]) -> bool {
            counts[labels.len()..].iter().any(|count| *count != T::default())
        }
        let rulings = u32::try_from(measures.rulings.len()).ok();
        let kinds = [
            ("number", beyond(&self.numbers, measures.numbers)),
            ("ending", self.ending.is_some_and(|ending| usize::from(ending) >= measures.endings.len())),
            ("place of a death", beyond(&self.places, measures.places)),
            ("cause of a death", beyond(&self.causes, measures.causes)),
            ("piece", beyond(&self.uses.times, measures.pieces)),
            ("drawn piece", beyond(&self.draws.times, &measures.pieces[..measures.drawable])),
            ("ruling", rulings.and_then(|labels| self.rulings.checked_shr(labels)).is_some_and(|beyond| beyond != 0)),
        ];
        kinds.into_iter().find(|(_, found)| *found).map(|(kind, _)| kind)
    }
}

/// Games that the lab can measure. With the defaults the lab still measures wins, scores and
/// lengths.
pub trait Measured: Game {
    /// The state that counting carries from one event to the next; `()` for none.
    type Tally: Default;

    /// The measures of the game.
    const MEASURES: &'static Measures = &Measures::EMPTY;

    /// Returns the measures of matches with the cards in force: these also name house cards.
    fn measures() -> &'static Measures {
        Self::MEASURES
    }

    /// Counts an event.
    fn note(_tally: &mut Self::Tally, _event: &Self::Event, _counts: &mut Counts) {}

    /// Counts from the state, when the match is over or cut off.
    fn close(&self, _tally: &Self::Tally, _counts: &mut Counts) {}

    /// Returns the title of the class that `seat` plays, in games where seats differ: a class of
    /// hero, for example.
    fn class(&self, _seat: Seat) -> Option<&'static str> {
        None
    }
}

/// The exact odds that a game offers: those of a fight that its questions describe.
#[derive(Clone, Copy, Debug)]
pub struct ExactOdds {
    /// The parameters of a fight, in the form of options.
    pub questions: &'static [OptionSpec],
    /// Returns the fight for these answers, which are complete and each allowed by itself. Fails if
    /// they conflict.
    pub duel: fn(answers: &Map<String, Value>) -> DuelResult,
}

/// A fight, or the reason why there is no such fight.
pub type DuelResult = Result<Box<dyn Duel>, RejectReason>;

/// A log that counts.
#[derive(Debug)]
pub struct Counting<G: Measured> {
    /// The counts so far.
    pub counts: Counts,
    tally: G::Tally,
}

impl<G: Measured> Default for Counting<G> {
    fn default() -> Self {
        Counting { counts: Counts::default(), tally: G::Tally::default() }
    }
}

impl<G: Measured> Counting<G> {
    /// Counts what the last state of the match adds. The counts are then complete.
    pub fn close(&mut self, game: &G) -> &Counts {
        game.close(&self.tally, &mut self.counts);
        &self.counts
    }
}

// Inlined, because the caller knows which event it logs: the count is then an addition or two.
impl<G: Measured> Log<G::Event> for Counting<G> {
    #[inline(always)]
    fn tell(&mut self, event: G::Event) {
        G::note(&mut self.tally, &event, &mut self.counts);
    }

    #[inline]
    fn say(&mut self, audience: Audience, event: G::Event) {
        // An event that some seats hear in full and others in part counts once.
        if audience.includes(Viewer::All) {
            G::note(&mut self.tally, &event, &mut self.counts);
        }
    }
}

/// A state of a [`Duel`]: a few small numbers with a meaning that the game defines.
pub type DuelState = [u16; 4];

/// A fight so small that its odds can be computed exactly: each state has a roll, and the value
/// leads to the next state.
pub trait Duel: Send + Sync {
    /// Returns the question, in a sentence.
    fn title(&self) -> String;

    /// Returns the initial state.
    fn start(&self) -> DuelState;

    /// Returns the end, if the fight has ended.
    fn end(&self, at: DuelState) -> Option<Finish>;

    /// Returns the number of the roll that is due. States with the same number roll the same,
    /// whatever else differs.
    fn due(&self, at: DuelState) -> u8;

    /// Makes a roll.
    fn roll(&self, due: u8, chance: &mut Branch<'_>) -> u16;

    /// Returns the state that a roll of this value leads to.
    fn then(&self, at: DuelState, value: u16) -> DuelState;
}

/// The end of a duel.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_may_die_more_than_once() {
        let mut counts = Counts::default();
        counts.died(Seat(1), 63, 2_usize);
        counts.died(Seat(1), 0, 2_usize);
        counts.died(Seat(0), 63, 1_usize);
        assert_eq!((counts.deaths[..2].to_vec(), counts.places[63], counts.causes[2]), (vec![1, 2], 2, 2));
        assert_eq!(counts.first_death, Some(Death { seat: Seat(1), place: 63, cause: 2 }));
    }

    #[test]
    fn the_last_piece_and_ruling_have_room_and_a_label() {
        static LABELS: [Label; MAX_RULINGS] = [Label::new("x", text::text!("X")); MAX_RULINGS];
        static ALL_BUT_ONE: Measures = Measures {
            pieces: LABELS.split_at(MAX_PIECES - 1).0,
            rulings: LABELS.split_at(MAX_RULINGS - 1).0,
            ..Measures::EMPTY
        };
        static ALL: Measures = Measures { pieces: LABELS.split_at(MAX_PIECES).0, rulings: &LABELS, ..Measures::EMPTY };
        let (mut used, mut ruled) = (Counts::default(), Counts::default());
        used.used(Seat(0), MAX_PIECES - 1);
        ruled.ruled(MAX_RULINGS - 1);
        assert_eq!((used.uses.seats[0], ruled.rulings), (1 << 63, 1 << 127));
        assert_eq!([&used, &ruled].map(|counts| counts.unlabelled(&ALL_BUT_ONE)), [Some("piece"), Some("ruling")]);
        assert_eq!([&used, &ruled].map(|counts| counts.unlabelled(&ALL)), [None, None]);
    }
}
