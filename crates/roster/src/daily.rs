//! Daily matches at run time: the match of a day, the result of a seat, and the results of bots
//! with the same seed.

use std::ops::Range;

use kernel::{
    BadOptions, Daily, DailyMatch, Fast, Judge, Match, NullLog, Panicked, Present, Reached, RecordRng, Referee, Seat,
    Seed, Source, Viewer, below, contained, mixed,
};
use serde_json::Value;

/// The seat of the player who tries the match of a day.
pub const CHALLENGER: Seat = Seat(0);

/// At one decision in this many, a bot that tries the daily match takes a random legal action.
/// Otherwise it would always play the same match.
pub const ONE_IN: u32 = 20;

/// Returns the match of a day.
pub(crate) fn of_day<G: Present>(day: u64) -> Option<DailyMatch> {
    let &Daily { words, seats, options, .. } = G::FEATURES.daily.as_ref()?;
    let options = kernel::options::complete(G::META.options, &options(day)).ok()?;
    Some(DailyMatch { words, seats, options })
}

/// Returns how far a seat has come; `None` for a match of another game, or a game without a daily
/// match.
pub(crate) fn reached<G: Present>(table: &dyn Match, seat: Seat) -> Option<Reached> {
    let game = table.as_any().downcast_ref::<Referee<G>>()?.game()?;
    Some((G::FEATURES.daily.as_ref()?.reached)(&game.view(Viewer::Seat(seat)), seat))
}

/// Returns the scores of the [`CHALLENGER`] in these matches, each with the same seed. The
/// reference policy has all seats, and at one decision in [`ONE_IN`] the challenger takes a random
/// legal action. The seed and the number of the match alone select the decisions. A match that
/// panics leaves an error in its place.
pub(crate) fn reference_scores<G: Present + Judge>(
    daily: &DailyMatch,
    seed: &Seed,
    numbers: Range<u64>,
) -> Result<Vec<Result<i64, Panicked>>, BadOptions> {
    let settings = Value::Object(daily.options.clone());
    // The referee checks the options.
    let referee = Referee::<G>::open(&settings, daily.seats.into(), Source::Manual)?;
    let Some(Daily { reached, .. }) = &G::FEATURES.daily else { return Ok(Vec::new()) };
    let luck = seed.0.iter().fold(0u64, |luck, byte| luck.rotate_left(7) ^ u64::from(*byte));
    let score = |number: u64| {
        let game = played::<G>(referee.options(), referee.seats(), seed, mixed(luck, number));
        reached(&game.view(Viewer::Seat(CHALLENGER)), CHALLENGER).score
    };
    Ok(numbers.map(|number| contained(|| score(number))).collect())
}

/// Plays a match by bots to its end, or to its bound.
fn played<G: Judge>(options: &G::Options, seats: u8, seed: &Seed, luck: u64) -> G {
    let (mut dice, mut rng) = (RecordRng::of(seed), Fast::seeded(luck));
    let Ok(mut game) = G::setup(options, seats, &mut dice, &mut NullLog);
    for _ in 0..G::bound(options, seats) {
        let Some(seat) = game.asked_first() else { break };
        let stray = seat == CHALLENGER && below(&mut rng.0, ONE_IN) == 0;
        let action = if stray { game.any(seat, &mut rng.0) } else { game.reference_action(seat) };
        let Some(action) = action else { break };
        let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
    }
    game
}
