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

#[cfg(test)]
mod tests {
    use kernel::{Answer, Pause, Tape};
    use pig::Pig;
    use rogue_ascension::RogueAscension;
    use serde_json::json;

    use super::{
        super::{
            analyse,
            tests::{attack, reveal, told},
        },
        *,
    };

    /// Returns the probabilities that step `step` had a worse, an equal and a better result for the
    /// seat. It answers the questions of the step in every way. It works only for dice, where all
    /// answers have equal probability.
    fn by_brute_force<G: Judge>(referee: &Referee<G>, step: usize, seat: Seat) -> [f64; 3] {
        let (before, fell) = (referee.at(step - 1).unwrap(), referee.at(step).unwrap().worth(seat));
        let (actor, action) = (referee.actor(step).unwrap(), referee.action(step).unwrap());
        let mut shares = [0.0; 3];
        let mut open: Vec<(Vec<Answer>, f64)> = vec![(Vec::new(), 1.0)];
        while let Some((answers, chance)) = open.pop() {
            let mut after = before.clone();
            match after.apply(actor, action.clone(), &mut Tape::new(&answers), &mut NullLog) {
                Ok(()) => shares[(1 + after.worth(seat).total_cmp(&fell) as i8) as usize] += chance,
                Err(Pause::Ask(question)) => {
                    let choices = question.choices();
                    let each = chance / choices.len() as f64;
                    open.extend(choices.into_iter().map(|choice| ([&answers[..], &[Answer(choice)]].concat(), each)));
                }
                Err(Pause::Bad(bad)) => panic!("{bad}"),
            }
        }
        shares
    }

    #[test]
    fn what_fell_is_ranked_among_all_that_could_fall() {
        let referee = told::<RogueAscension>(
            &json!({}),
            1,
            &[(reveal(), &["9", "20", "1"]), (attack(), &["4", "2", "6", "1"]), (attack(), &["6", "1", "1", "4"])],
        );
        for step in [2, 3] {
            let spread = Spread::of(&referee.at(step - 1).unwrap(), 1, Seat(0), referee.action(step).unwrap(), step);
            let rank = Rank::of(&spread, Seat(0), referee.at(step).unwrap().worth(Seat(0)));
            let found = [rank.below, rank.same, rank.above];
            let wanted = by_brute_force(&referee, step, Seat(0));
            assert!(spread.counted && found.iter().zip(&wanted).all(|(one, other)| (one - other).abs() < 1e-9));
            assert!((wanted.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{wanted:?}");
        }
        let luck = analyse(&referee).luck[0].clone().unwrap();
        // A troll's 6 against a 1: one chance in 24.
        let worst = luck.worst.unwrap();
        assert_eq!((worst.step, worst.fell.len()), (2, 4));
        assert!(matches!(worst.odds, Odds::Exactly(chance) if (chance - 1.0 / 24.0).abs() < 1e-9), "{worst:?}");
        assert!(luck.cards && luck.about, "the floor is a card, and with its dice too much to count");
    }

    #[test]
    fn dice_that_change_nothing_are_no_luck() {
        let roll = || (json!({ "type": "roll" }), &["6"][..]);
        let steps = [roll(), roll(), roll(), (json!({ "type": "hold" }), &[])];
        let referee = told::<Pig>(&json!({ "goal": 18 }), 2, &steps);
        assert_eq!(analyse(&referee).luck, [None, None], "Pig counts points only when they are banked");
    }

    #[test]
    fn luck_is_even_on_average() {
        // On average over all possible results of a step, the rank is exactly a half.
        let referee = told::<RogueAscension>(&json!({}), 1, &[(reveal(), &["9", "20", "1"])]);
        let action = rogue_ascension::Action::Attack;
        let spread = Spread::of(referee.game().unwrap(), 1, Seat(0), &action, 2);
        let rank = |fell: f32| {
            let rank = Rank::of(&spread, Seat(0), fell);
            rank.below + rank.same / 2.0
        };
        let mean: f64 = spread.ways.iter().map(|(weight, worths)| weight * rank(worths[0])).sum();
        assert!((mean - 0.5).abs() < 1e-9, "{mean}");
    }
}
