//! Luck: the rank of each roll among all its possible results.

use std::{cmp::Ordering, convert::Infallible};

use kernel::{
    Chance, ChanceOutcome, ChanceResult, Explorer, Fast, Game, Judge, MAX_SEATS, Mode, NullLog, Referee, Seat, SeatSet,
};

use super::{Luck, Odds, Roll};

/// Limit of the possible results of a roll that are counted exactly.
const WAYS: usize = 20_000;
/// Number of samples for a roll with more possible results.
const SAMPLES: u32 = 1000;
/// A result with a higher probability is neither lucky nor unlucky.
const RARE: f64 = 1.0 / 3.0 + 1e-9;
/// Number of times that a result must occur in samples before they give its probability.
const SEEN: f64 = 10.0;

/// Returns the luck of each seat. `states` are the states after the setup and after each step.
pub(super) fn luck<G: Judge>(referee: &Referee<G>, states: &[G]) -> Vec<Option<Luck>> {
    let mut tallies = vec![Tally::default(); referee.seats().into()];
    for step in 1..states.len() {
        let fell = referee.chance_outcomes(step);
        let Some((actor, action)) = referee.actor(step).zip(referee.action(step)) else { continue };
        if fell.is_empty() {
            continue;
        }
        let seats = concerned::<G>(referee.seats(), actor, fell);
        let spread = Spread::of(&states[step - 1], referee.seats(), actor, action, step);
        for seat in seats.iter() {
            let rank = Rank::of(&spread, seat, states[step].worth(seat));
            tallies[seat.index()].add(step, fell, &rank, spread.counted);
        }
    }
    tallies.into_iter().map(Tally::luck).collect()
}

/// Returns the seats whose luck a roll counts for.
fn concerned<G: Game>(seats: u8, actor: Seat, fell: &[&'static ChanceOutcome]) -> SeatSet {
    match G::META.mode {
        Mode::Cooperative => SeatSet::first(seats),
        Mode::Competitive => fell.iter().filter_map(|outcome| outcome.why.seat).chain([actor]).collect(),
    }
}

/// The possible values of each seat's position after a step, with the probability of each.
struct Spread {
    ways: Vec<(f64, [f32; MAX_SEATS])>,
    /// Whether these are all results, and not samples.
    counted: bool,
}

impl Spread {
    fn of<G: Judge>(before: &G, seats: u8, actor: Seat, action: &G::Action, step: usize) -> Spread {
        let take = Taken { before, seats, actor, action };
        take.counted().unwrap_or_else(|| take.sampled(step))
    }
}

/// A step that is repeated with other outcomes.
struct Taken<'a, G: Game> {
    before: &'a G,
    seats: u8,
    actor: Seat,
    action: &'a G::Action,
}

impl<G: Judge> Taken<'_, G> {
    /// Returns all its possible results; `None` if they are too many.
    fn counted(&self) -> Option<Spread> {
        let (mut explorer, mut ways) = (Explorer::new(WAYS), Vec::new());
        while let Some((weight, worths)) = explorer.next(|chance| self.worths(chance)).ok()? {
            ways.push((*weight.numer() as f64 / *weight.denom() as f64, worths));
        }
        Some(Spread { ways, counted: true })
    }

    /// Repeats it with random outcomes.
    fn sampled(&self, step: usize) -> Spread {
        let mut dice = Fast::seeded(step as u64);
        let weight = 1.0 / f64::from(SAMPLES);
        Spread { ways: (0..SAMPLES).map(|_| (weight, self.worths(&mut dice))).collect(), counted: false }
    }

    /// Returns the value of the position for each seat after the step.
    fn worths<C: Chance<Halt = Infallible>>(&self, chance: &mut C) -> [f32; MAX_SEATS] {
        let mut after = self.before.clone();
        let Ok(()) = after.apply(self.actor, self.action.clone(), chance, &mut NullLog);
        let mut worths = [0.0; MAX_SEATS];
        for (seat, worth) in Seat::all(self.seats).zip(&mut worths) {
            *worth = after.worth(seat);
        }
        worths
    }
}

/// The rank of a result among all possible ones, for one seat.
struct Rank {
    below: f64,
    same: f64,
    above: f64,
    /// The value of the result minus the average.
    gain: f64,
}

impl Rank {
    fn of(spread: &Spread, seat: Seat, fell: f32) -> Rank {
        let mut rank = Rank { below: 0.0, same: 0.0, above: 0.0, gain: f64::from(fell) };
        for (weight, worths) in &spread.ways {
            let worth = worths[seat.index()];
            rank.gain -= weight * f64::from(worth);
            match worth.total_cmp(&fell) {
                Ordering::Less => rank.below += weight,
                Ordering::Equal => rank.same += weight,
                Ordering::Greater => rank.above += weight,
            }
        }
        rank
    }
}

/// The totals of a seat's rolls.
#[derive(Clone, Default)]
struct Tally {
    ranks: f64,
    rolls: usize,
    cards: bool,
    about: bool,
    best: Option<(f64, Roll)>,
    worst: Option<(f64, Roll)>,
}

impl Tally {
    fn add(&mut self, step: usize, fell: &[&'static ChanceOutcome], rank: &Rank, counted: bool) {
        if rank.below + rank.above == 0.0 {
            return;
        }
        self.ranks += rank.below + rank.same / 2.0;
        self.rolls += 1;
        self.cards |= fell.iter().any(|outcome| matches!(outcome.result, ChanceResult::Card(_)));
        self.about |= !counted;
        let odds = |share: f64| match counted {
            true => Odds::Exactly(share),
            false if share * f64::from(SAMPLES) >= SEEN => Odds::About(share),
            false => Odds::Under(SEEN / f64::from(SAMPLES)),
        };
        let roll =
            |share: f64| Roll { step, fell: fell.iter().map(|outcome| outcome.text()).collect(), odds: odds(share) };
        let (as_well, as_badly) = (rank.same + rank.above, rank.same + rank.below);
        if as_well <= RARE && rank.gain > self.best.as_ref().map_or(0.0, |(gain, _)| *gain) {
            self.best = Some((rank.gain, roll(as_well)));
        }
        if as_badly <= RARE && rank.gain < self.worst.as_ref().map_or(0.0, |(gain, _)| *gain) {
            self.worst = Some((rank.gain, roll(as_badly)));
        }
    }

    fn luck(self) -> Option<Luck> {
        let Tally { ranks, rolls, cards, about, best, worst } = self;
        let of = |extreme: Option<(f64, Roll)>| extreme.map(|(_, roll)| roll);
        let luck = || Luck { rank: ranks / rolls as f64, rolls, cards, about, best: of(best), worst: of(worst) };
        (rolls > 0).then(luck)
    }
}
