//! Laws that every game must satisfy, checked on random matches (property tests). A game's test
//! calls [`check`] in a few lines.

mod effects;
mod encoding;
mod journal;
mod lists;
mod matches;
mod shrink;
mod told;
mod worlds;

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
    panic::resume_unwind,
    sync::{Mutex, PoisonError},
    thread,
};

use serde_json::{Value, json};

use matches::TestLuck;

use kernel::{Game, Judge, LuckKind, Measured, Present, Referee, Source, options};

/// The settings of a check.
#[derive(Clone, Debug)]
pub struct Check {
    /// Number of random matches for every seat count and every set of options.
    pub matches: u64,
    /// Options to test besides the defaults. The check skips those that conflict with a seat count.
    pub options: Vec<Value>,
    /// Explore all outcomes of one step in this many.
    pub explore_every: usize,
    /// Give up exploring a step beyond this many outcomes.
    pub explore_limit: usize,
}

impl Default for Check {
    fn default() -> Self {
        Check { matches: 100, options: Vec::new(), explore_every: 97, explore_limit: 20_000 }
    }
}

/// Counts of the cases that a check has covered, so that a test can require enough of them.
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
    /// Entered outcomes for which two worlds were compared: both must accept it, or both refuse it.
    pub tellable: u64,
    /// Cards that were entered though no copy of them was left.
    pub told_wrong: u64,
    /// Numbers on pieces that equalled, after a step, the number that the step reported.
    pub changes: u64,
    /// Tables shown in the middle of a step, counted for each viewer.
    pub shown: u64,
    /// Blows whose striker and target were on the table when the dice were thrown, counted for each
    /// viewer.
    pub blows: u64,
    /// Legal actions whose path of choices led back to them; 0 if the game has no encoding.
    pub encoded: u64,
    /// The words of the pictures and icons that scenes have named.
    pub named: BTreeSet<&'static str>,
}

impl Coverage {
    fn add(&mut self, other: Coverage) {
        let counts = [
            (&mut self.matches, other.matches),
            (&mut self.steps, other.steps),
            (&mut self.explored, other.explored),
            (&mut self.too_wide, other.too_wide),
            (&mut self.undone, other.undone),
            (&mut self.other_worlds, other.other_worlds),
            (&mut self.compared, other.compared),
            (&mut self.tellable, other.tellable),
            (&mut self.told_wrong, other.told_wrong),
            (&mut self.changes, other.changes),
            (&mut self.shown, other.shown),
            (&mut self.blows, other.blows),
            (&mut self.encoded, other.encoded),
        ];
        for (sum, count) in counts {
            *sum += count;
        }
        for (kind, count) in other.decisions {
            *self.decisions.entry(kind).or_default() += count;
        }
        self.named.extend(other.named);
    }
}

/// One match with all outcomes entered by hand, and one with those of a kind, for this many matches
/// with a seed.
const TOLD: u64 = 8;

/// Plays random matches on all cores and checks every law, with seeded outcomes and with outcomes
/// entered by hand.
///
/// - The legal list is exact, without duplicates and in a fixed order. It is never empty for an
///   awaited seat, and empty for all others. Every listed action applies; every other action that
///   some match knows is refused and changes nothing. The seat that is asked first is awaited. A
///   seat's list stays the same as long as its epoch does.
/// - A match ends within its declared bound, with a well-formed outcome.
/// - Replay from the record equals the match; record, text and record agree; an undone step leaves
///   no trace.
/// - The same outcomes, entered one by one, give the same match; an outcome taken back is asked for
///   again. Where the players enter one kind of luck, the other kind comes from the seed, and an
///   outcome cannot be taken back after it.
/// - For a player who enters an outcome, the accepted answers and the refusals are the same in all
///   worlds that the player can imagine. An outcome entered and taken back leaves no trace. The
///   match accepts a card that others' entries rule out, and reports the error to all players at
///   the end.
/// - The probabilities of all outcomes of a step add up to exactly 1.
/// - An imagined world depends on the viewer's knowledge and on chance, and on nothing else. If a
///   game has secrets such worlds differ; if it has none they do not.
/// - The scene, the legal actions and the refusals of a viewer are the same in all worlds that it
///   can imagine.
/// - Suppose that a seat acts, and the outcomes that a viewer sees are the same in two worlds. Then
///   the viewer hears, sees and is asked the same in both, unless the action
///   [reveals](Game::reveals) more. An action that reveals nothing is possible in every world that
///   the others can imagine.
/// - An outcome that a viewer does not see stays hidden in its step, and in the setup as well.
///   Whatever the outcome, that viewer hears, sees, is asked and imagines the same.
/// - The ids of areas and pieces are unique, wordings name pieces of the scene, and pictures come
///   from the game's own list.
/// - Reported effects are true: the last reported number of a piece is its number after the step.
///   In a game with secrets no viewer gets an effect on a piece that only others see.
/// - A piece that strikes, is struck or falls is on the table at that moment of the step, as each
///   viewer sees it; so is a drawn piece before dice are thrown. A table shown in the middle of a
///   step shows a viewer no secret.
/// - The reference policy picks from the list, always the same, from a view and from the state
///   alike, and with each temperament. The prior weighs each move, and is the same in all worlds
///   that a seat can imagine. A position is worth 0 to 1.
/// - Everything that the lab counts has a label.
/// - If a game has an encoding, masks of choices lead to the legal actions and to no others, and
///   each legal action has its own path. The numbers of an observation and the progress are in their
///   ranges, and the same in all worlds that a seat can imagine.
///
/// # Panics
/// At the first law that is broken, with the shortest match found that breaks it.
pub fn check<G: Present + Judge + Measured>(check: &Check) -> Coverage {
    let meta = G::META;
    let mut coverage = Coverage::default();
    takes_its_own_options::<G>();
    encoding::check_data::<G>();
    let options: Vec<Value> = std::iter::once(json!({})).chain(check.options.iter().cloned()).collect();
    let mut matches = Vec::new();
    for seats in meta.seats.0..=meta.seats.1 {
        for options in options.iter().filter(|options| goes_together::<G>(options, seats)) {
            matches.extend((0..check.matches).map(|seed| (options, seats, TestLuck::Sealed(seed))));
            for seed in 0..check.matches.div_ceil(TOLD) {
                let kind = if seed % 2 == 0 { LuckKind::Dice } else { LuckKind::Cards };
                matches.push((options, seats, TestLuck::Told(seed)));
                matches.push((options, seats, TestLuck::Mixed(kind, seed)));
            }
        }
    }
    let matches = Mutex::new(matches.into_iter());
    let next = || matches.lock().unwrap_or_else(PoisonError::into_inner).next();
    let play_all = || {
        let mut coverage = Coverage::default();
        while let Some((options, seats, luck)) = next() {
            shrink::play::<G>(options, seats, luck, check, &mut coverage);
        }
        coverage
    };
    thread::scope(|threads| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let players: Vec<_> = (0..cores).map(|_| threads.spawn(play_all)).collect();
        for player in players {
            coverage.add(player.join().unwrap_or_else(|broken| resume_unwind(broken)));
        }
    });
    refuses_what_it_does_not_take::<G>();
    let differ = coverage.other_worlds > 0 && coverage.compared > 0;
    let encoded = G::FEATURES.encoding.is_none() || coverage.encoded > 0;
    assert!(encoded, "the game has an encoding, and no action was encoded");
    assert!(!G::SECRETS || differ, "the game has secrets, and no imagined world differs from the true one");
    coverage
}

/// Whether a match can have these options with this number of seats; another check tests each by
/// itself.
fn goes_together<G: Game>(options: &Value, seats: u8) -> bool {
    let opened = Referee::<G>::open(options, seats.into(), Source::Manual);
    !matches!(opened, Err(kernel::BadOptions::Conflict(_)))
}

fn takes_its_own_options<G: Game>() {
    let usual = match options::complete(G::META.options, &json!({})) {
        Ok(usual) => Value::Object(usual),
        Err(error) => panic!("the defaults of the option sheet are not allowed: {error}"),
    };
    if let Err(error) = serde_json::from_value::<G::Options>(usual.clone()) {
        panic!("the type of the options does not take what the option sheet says, {usual}: {error}");
    }
}

fn refuses_what_it_does_not_take<G: Game>() {
    let (min, max) = G::META.seats;
    for seats in [u64::from(min) - 1, u64::from(max) + 1, 1 << 40] {
        assert!(Referee::<G>::open(&json!({}), seats, Source::Manual).is_err(), "{seats} seats");
    }
    for options in [json!([]), json!("x"), json!({ "no such option": 1 })] {
        assert!(Referee::<G>::open(&options, min.into(), Source::Manual).is_err(), "{options}");
    }
}
