//! The laws that every game keeps, checked on random matches. A game's test calls [`check`] in a few lines.

mod effects;
mod journal;
mod lists;
mod matches;
mod shrink;
mod told;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use matches::TestLuck;

use crate::{ExactOdds, Game, Imagine, Judge, Measured, Present, Referee, Source, options};

/// How long and how wide to look.
#[derive(Clone, Debug)]
pub struct Check {
    /// Random matches for every seat count and every set of options.
    pub matches: u64,
    /// Options to play with, beside the defaults. Those that do not go together with a seat count are left out there.
    pub options: Vec<Value>,
    /// Explore the chance of one step in so many.
    pub explore_every: usize,
    /// Give up exploring a step beyond so many outcomes.
    pub explore_limit: usize,
}

impl Default for Check {
    fn default() -> Self {
        Check { matches: 100, options: Vec::new(), explore_every: 97, explore_limit: 20_000 }
    }
}

/// What a check has covered, so that a test can ask whether it looked at enough.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// Matches played to their end.
    pub matches: u64,
    /// Steps taken.
    pub steps: u64,
    /// How often each kind of decision came up.
    pub decisions: BTreeMap<&'static str, u64>,
    /// Steps whose every outcome was explored.
    pub explored: u64,
    /// Steps that were too wide to explore.
    pub too_wide: u64,
    /// Steps taken back and taken again.
    pub undone: u64,
    /// Imagined worlds that differ from the true one.
    pub other_worlds: u64,
    /// Actions whose effect was compared in two worlds that differ.
    pub compared: u64,
    /// Outcomes that were told of which it was compared, in two worlds, whether they are taken.
    pub tellable: u64,
    /// Cards that were told though no copy of them was left.
    pub told_wrong: u64,
    /// Numbers on pieces that stood after a step as the step had told.
    pub changes: u64,
    /// The words of the pictures and icons that scenes have named.
    pub named: BTreeSet<&'static str>,
}

/// One match with luck by hand for so many with sealed luck.
const TOLD: u64 = 8;

/// Plays random matches and checks every law, with sealed luck and with luck that is told by hand.
///
/// - The legal list is exact, without duplicates, in a fixed order, never empty for an awaited seat and empty for all
///   others; every listed action applies; every other action that some match knows is refused and changes nothing.
///   Whom one-by-one askers ask is awaited, and a seat's list stays the same as long as its epoch does.
/// - A match ends within its declared bound, with a well-formed outcome.
/// - Replay from the record equals the match; record, text and record agree; an undone step is as if never taken.
/// - Told the same outcomes one by one, it is the same match; an outcome taken back is asked for again.
/// - What can be told of an outcome, and how the rest is refused, is for whoever may tell it the
///   same in the worlds that they can imagine; what is told and taken back leaves nothing behind. A
///   card that cannot have been drawn by what others told is taken all the same, and at the end
///   everybody learns of it.
/// - The chances of all outcomes of a step add up to exactly 1.
/// - An imagined world depends on what its viewer knows and on luck, and on nothing else; where a game has secrets such
///   worlds differ, and where it has none they do not.
/// - What a viewer sees, may do and is refused with is the same in the worlds that it can imagine.
/// - Whoever acts: where the luck that a viewer sees is the same, what it hears, sees and is asked is the same in both
///   worlds, as far as the game says that the action [reveals](Game::reveals) no more. An action that reveals nothing is
///   possible in every world that the others can imagine.
/// - Luck that a viewer does not see stays hidden in the step in which it falls, in the setup as well: that viewer hears,
///   sees, is asked and imagines the same, however it falls.
/// - Areas and pieces have ids of their own, wordings name pieces that are there, and pictures are those that the game
///   has said that it can name.
/// - What a step does to pieces is so: the last that is told of a number on a piece is what stands there afterwards. In a
///   game with secrets nobody is told of a piece that only others see.
/// - The reference policy picks from the list, always the same, from a view and from the state alike, and with each
///   temperament; the prior weighs each move, in all worlds that a seat can imagine alike; and a position is worth 0 to 1.
/// - What is counted for the lab has a label.
///
/// # Panics
/// At the first law that does not hold, with the shortest match found that breaks it.
pub fn check<G: Imagine + Present + Judge + Measured + ExactOdds>(check: &Check) -> Coverage {
    let mut coverage = Coverage::default();
    let meta = G::meta();
    takes_its_own_options::<G>();
    let options: Vec<Value> = std::iter::once(json!({})).chain(check.options.iter().cloned()).collect();
    for seats in meta.seats.0..=meta.seats.1 {
        for options in options.iter().filter(|options| goes_together::<G>(options, seats)) {
            for seed in 0..check.matches {
                shrink::play::<G>(options, seats, TestLuck::Sealed(seed), check, &mut coverage);
            }
            for seed in 0..check.matches.div_ceil(TOLD) {
                shrink::play::<G>(options, seats, TestLuck::Told(seed), check, &mut coverage);
            }
        }
    }
    refuses_what_it_does_not_take::<G>();
    let differ = coverage.other_worlds > 0 && coverage.compared > 0;
    assert!(!G::SECRETS || differ, "the game has secrets, and no imagined world differs from the true one");
    coverage
}

/// Whether a match can have these options with so many seats; each by itself is checked elsewhere.
fn goes_together<G: Game>(options: &Value, seats: u8) -> bool {
    let opened = Referee::<G>::open(options, seats.into(), Source::Manual);
    !matches!(opened, Err(crate::BadOptions::Conflict(_)))
}

fn takes_its_own_options<G: Game>() {
    let usual = match options::complete(G::meta().options, &json!({})) {
        Ok(usual) => Value::Object(usual),
        Err(error) => panic!("the defaults of the option sheet are not allowed: {error}"),
    };
    if let Err(error) = serde_json::from_value::<G::Options>(usual.clone()) {
        panic!("the type of the options does not take what the option sheet says, {usual}: {error}");
    }
}

fn refuses_what_it_does_not_take<G: Game>() {
    let (min, max) = G::meta().seats;
    for seats in [u64::from(min) - 1, u64::from(max) + 1, 1 << 40] {
        assert!(Referee::<G>::open(&json!({}), seats, Source::Manual).is_err(), "{seats} seats");
    }
    for options in [json!([]), json!("x"), json!({ "no such option": 1 })] {
        assert!(Referee::<G>::open(&options, min.into(), Source::Manual).is_err(), "{options}");
    }
}
