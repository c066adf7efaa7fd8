//! The laws of bots: with any options, every bot makes legal moves, and every match ends within its
//! bound.
//!
//! A [`Trial`] is one match that checks them. A number determines its seats, its options, often at
//! their extremes, and a bot for each seat. Everything comes from the game's own data sheet, so
//! this code covers a new game or option without a change.
//!
//! A trial draws seats, options at their extremes and bots from a game's own sheet. `cargo test`
//! plays thousands of such matches, `cargo xtask laws` a million.

use std::cell::Cell;

use bots::{Bot, Budget, Decision, Policy};
use kernel::{
    BadOptions, Fast, Game, Judge, Level, NullLog, Perspective, Present, Referee, Seat, SeatSet, Source, Status,
    Temperament, Viewer, below, contained, options,
};
use serde_json::{Map, Value};

use crate::GameEntry;

/// Number of random combinations of options that are tried before the defaults are used: nearly all
/// of them may conflict.
const DRAWS: u32 = 200;
/// One seat in this many has a bot that searches.
const SEARCHING: u32 = 24;
/// A bot that searches decides one decision in this many: its playouts take a thousand times as
/// long as everything else.
const SEARCHED: u32 = 8;
/// One decision in this many has its observations checked, which take longer than the rest.
const OBSERVED: u64 = 8;
/// Maximum number of playouts of a search.
const PLAYOUTS: u32 = 12;

/// One match of the laws.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The number that determines it.
    pub number: u64,
    /// The number of seats.
    pub seats: u8,
    /// The options, complete.
    pub options: Map<String, Value>,
    /// The bot of each seat.
    pub bots: Vec<Bot>,
    /// Number of playouts of the bots that search.
    pub playouts: u32,
    /// Whether any awaited seat may act next; otherwise the seat that is asked first acts.
    pub any_order: bool,
}

/// A law that is broken.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error(
    "{game}, trial {}: step {step}: {why}; {} seats, bots {}, options {}",
    trial.number, trial.seats, trial.bot_names(), Value::Object(trial.options.clone())
)]
pub struct BrokenLaw {
    /// Id of the game.
    pub game: &'static str,
    /// The match.
    pub trial: Trial,
    /// The step at which it broke, counted from 1; 0 is the setup.
    pub step: u64,
    /// The reason.
    pub why: String,
}

impl Trial {
    /// Returns the trial of this number.
    pub fn drawn(title: &dyn GameEntry, number: u64) -> Trial {
        let mut rng = Fast::seeded(number);
        let meta = title.meta();
        let (fewest, most) = meta.seats;
        let seats = fewest + below(&mut rng.0, u32::from(most - fewest) + 1) as u8;
        // If the game refuses a combination for another reason than a conflict, the trial uses it
        // and fails.
        let goes_together = |options: &Map<String, Value>| {
            let opened = title.open(&Value::Object(options.clone()), seats.into(), Source::Manual);
            !matches!(opened, Err(BadOptions::Conflict(_)))
        };
        let drawn = (0..DRAWS).map(|_| options::extremes(meta.options, &mut rng)).find(goes_together);
        let bots = Seat::all(seats).map(|_| any_bot(title, &mut rng)).collect();
        Trial {
            number,
            seats,
            options: drawn.unwrap_or_default(),
            bots,
            playouts: 1 + below(&mut rng.0, PLAYOUTS),
            any_order: below(&mut rng.0, 2) == 0,
        }
    }

    fn bot_names(&self) -> String {
        self.bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// Picks any bot that can sit at a table of the game.
fn any_bot(title: &dyn GameEntry, rng: &mut Fast) -> Bot {
    let leveled = |level| Temperament::ALL.map(|temperament| Bot::Inclined { level, temperament });
    let all: Vec<Bot> = Bot::ALL
        .into_iter()
        .chain(Level::ALL.into_iter().flat_map(leveled))
        .chain(title.characters().iter().map(Bot::playing))
        .collect();
    let searching = below(&mut rng.0, SEARCHING) == 0;
    let fitting: Vec<Bot> = all.into_iter().filter(|bot| (bot.playouts() > 0) == searching).collect();
    fitting[below(&mut rng.0, fitting.len() as u32) as usize]
}

/// Plays a trial, and returns the number of its decisions.
pub(crate) fn check<G: Present + Judge>(trial: &Trial) -> Result<u64, Box<BrokenLaw>> {
    let step = Cell::new(0);
    let played = contained(|| play::<G>(trial, &step)).unwrap_or_else(|panicked| Err(panicked.to_string()));
    let broken = |why| BrokenLaw { game: G::META.id, trial: trial.clone(), step: step.get(), why };
    played.map(|()| step.get()).map_err(|why| Box::new(broken(why)))
}

fn play<G: Present + Judge>(trial: &Trial, step: &Cell<u64>) -> Result<(), String> {
    let settings = Value::Object(trial.options.clone());
    let referee = Referee::<G>::open(&settings, trial.seats.into(), Source::Manual).map_err(|bad| bad.to_string())?;
    let bound = G::bound(referee.options(), trial.seats);
    let [mut dice, mut rng] = [1, 2].map(|stream| Fast::seeded(kernel::mixed(trial.number, stream)));
    let Ok(mut game) = G::setup(referee.options(), trial.seats, &mut dice, &mut NullLog);
    let mut legal = Vec::new();
    loop {
        let awaited = match game.status() {
            Status::Over(outcome) if outcome.placings.len() == usize::from(trial.seats) => return Ok(()),
            Status::Over(outcome) => return Err(format!("the outcome has no place for every seat: {outcome:?}")),
            Status::Awaiting(seats) => seats,
        };
        step.set(step.get() + 1);
        if step.get() > bound {
            return Err(format!("the match takes more than its bound of {bound} decisions"));
        }
        let acting = next(&game, awaited, trial, &mut rng)?;
        for seat in awaited.iter() {
            legal.clear();
            game.legal(seat, &mut legal);
            check_policies(&game, seat, &legal)?;
            if let Some(encoding) = &G::FEATURES.encoding {
                encoding.check_choices(Perspective { seat, seats: trial.seats }, &legal)?;
            }
        }
        if step.get() % OBSERVED == 1 {
            // The generator is one of its own, so that the match stays the same.
            check_observations(&game, trial.seats, &mut Fast::seeded(step.get()))?;
        }
        legal.clear();
        game.legal(acting, &mut legal);
        let index = choose(&game, acting, &legal, trial, &mut rng)?;
        let Ok(()) = game.apply(acting, legal.swap_remove(index), &mut dice, &mut NullLog);
    }
}

/// Checks the observations of all seats, if the game has an encoding.
fn check_observations<G: Present>(game: &G, seats: u8, rng: &mut Fast) -> Result<(), String> {
    let Some(encoding) = &G::FEATURES.encoding else { return Ok(()) };
    let mut all = Seat::all(seats).map(|seat| Perspective { seat, seats });
    all.try_for_each(|from| encoding.check_observation(game, from, &[], rng))
}

/// Picks the seat that acts.
fn next<G: Game>(game: &G, awaited: SeatSet, trial: &Trial, rng: &mut Fast) -> Result<Seat, String> {
    let first = game.asked_first().filter(|seat| awaited.contains(*seat));
    let first = first.ok_or_else(|| format!("of the awaited seats {awaited:?} none is asked first"))?;
    let mut any = || awaited.iter().nth(below(&mut rng.0, awaited.len() as u32) as usize);
    Ok(if trial.any_order { any().unwrap_or(first) } else { first })
}

/// Checks that every cheap policy picks from the list, and that every position has a worth.
fn check_policies<G: Judge>(game: &G, seat: Seat, legal: &[G::Action]) -> Result<(), String> {
    if legal.is_empty() {
        return Err(format!("seat {seat} is awaited and can do nothing"));
    }
    let listed = |index: usize, who: &str| match index < legal.len() {
        true => Ok(index),
        false => Err(format!("{who} of seat {seat} picks number {index} of a list of {}", legal.len())),
    };
    let view = game.view(Viewer::Seat(seat));
    let index = listed(G::reference(&view, seat, legal), "the reference policy")?;
    for temperament in Temperament::ALL {
        listed(G::inclined(&view, seat, legal, temperament), temperament.name())?;
    }
    let from_view = &legal[index];
    for from_state in [legal.get(game.reference_index(seat, legal)), game.reference_action(seat).as_ref()] {
        if from_state != Some(from_view) {
            let what = format!("does {from_state:?} from the state, not {from_view:?}");
            return Err(format!("the reference policy of seat {seat} {what}"));
        }
    }
    let worth = game.worth(seat);
    if !(0.0..=1.0).contains(&worth) {
        return Err(format!("the match is worth {worth} to seat {seat}, not 0 to 1"));
    }
    Ok(())
}

/// Returns the index of the choice of a seat's bot.
fn choose<G: Judge>(game: &G, seat: Seat, legal: &[G::Action], trial: &Trial, rng: &mut Fast) -> Result<usize, String> {
    let bot = match trial.bots[seat.index()] {
        bot if bot.playouts() > 0 && below(&mut rng.0, SEARCHED) > 0 => Bot::Easy,
        bot => bot,
    };
    let decision = Decision::of(game, seat, legal).ok_or("there is nothing to decide")?;
    let budget = Budget::ONE_THREAD.with_playouts(trial.playouts);
    let index = bot.choose(decision, below(&mut rng.0, u32::MAX).into(), &budget).index;
    match index < legal.len() {
        true => Ok(index),
        false => Err(format!("{bot} on seat {seat} picks number {index} of a list of {}", legal.len())),
    }
}
