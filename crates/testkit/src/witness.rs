//! Matches by bots that earn achievements, stored as lines of a file. They prove that each
//! achievement can be earned.

use std::{collections::BTreeSet, env, fs, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use kernel::{Fast, Judge, Measured, Present, Progress, Referee, Seat, Seed, Source, achievement::progress, below};

/// Number of matches that the search plays to find achievements.
const SEARCHED: u64 = 20_000;
/// Number of matches that the check plays at most to find achievements in progress.
const BEGUN: u64 = 2_000;
/// How often the players take a random legal action instead of the reference policy's: at one
/// decision in this many. The matches use these numbers in turn; 0 is never.
const STRAYS: [u32; 4] = [0, 30, 8, 1];

/// A match that earns an achievement, with everything that fixes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Witness {
    achievement: String,
    options: Value,
    seats: u64,
    seed: u64,
    /// The players take a random legal action at one decision in this many; 0 is never.
    strays: u32,
    /// The seat that earns it.
    seat: Seat,
}

/// Checks the achievements of a game against the matches in a file, one match a line. Each match
/// must earn its achievement, each achievement must have a match, and no achievement may be earned
/// by every seat. A seat must have come part of the way to each achievement that needs a count, in
/// these matches or in others under these options and numbers of seats. With `UPDATE_GOLDEN=1` in
/// the environment, the function searches for missing matches under them, and writes the file again.
///
/// # Panics
/// If that does not hold, or no match is found.
pub fn hold<G: Measured + Present + Judge>(file: impl AsRef<Path>, settings: &[(Value, u64)]) {
    let file = file.as_ref();
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    let mut witnesses: Vec<Witness> = lines.collect();
    if env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0") {
        witnesses.retain(earns::<G>);
        look_for_missing::<G>(&mut witnesses, settings);
        let lines: Vec<String> =
            witnesses.iter().map(|witness| serde_json::json!(witness).to_string() + "\n").collect();
        fs::write(file, lines.concat()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    let (mut spared, mut begun) = (BTreeSet::new(), BTreeSet::new());
    for witness in &witnesses {
        let by_seat = play::<G>(&witness.options, witness.seats, witness.seed, witness.strays);
        let own = by_seat.get(witness.seat.index()).is_some_and(|own| holds(own, &witness.achievement));
        assert!(own, "{witness:?} does not earn it; `cargo xtask golden` looks for another match");
        let all = G::FEATURES.achievements.iter().map(|(achievement, _)| achievement.id);
        spared.extend(all.filter(|id| by_seat.iter().any(|own| !holds(own, id))));
        begun.extend(begun_in(&by_seat));
    }
    let counted = G::FEATURES.achievements.iter().filter(|(one, _)| one.needed > 1);
    let counted: BTreeSet<_> = counted.map(|(one, _)| one.id).collect();
    for seed in 0..BEGUN {
        if begun.is_superset(&counted) {
            break;
        }
        let (options, seats, strays) = setting(settings, seed);
        begun.extend(begun_in(&play::<G>(options, seats, seed, strays)));
    }
    for (achievement, _) in G::FEATURES.achievements {
        let witnessed = witnesses.iter().any(|witness| witness.achievement == achievement.id);
        assert!(witnessed, "no match earns {:?}; `cargo xtask golden` looks for one", achievement.id);
        assert!(spared.contains(achievement.id), "everybody earns {:?}", achievement.id);
        assert_eq!(begun.contains(achievement.id), achievement.needed > 1, "part of the way to {:?}", achievement.id);
    }
}

/// Returns the achievements to which a seat has come part of the way.
fn begun_in(by_seat: &[Vec<Progress>]) -> impl Iterator<Item = &'static str> {
    let part = by_seat.iter().flatten().filter(|one| one.count > 0 && !one.is_earned());
    part.map(|one| one.achievement.id)
}

/// Returns the options, the number of seats and the strays of a match of the search.
fn setting(settings: &[(Value, u64)], seed: u64) -> (&Value, u64, u32) {
    let (options, seats) = &settings[seed as usize % settings.len()];
    (options, *seats, STRAYS[seed as usize / settings.len() % STRAYS.len()])
}

fn holds(own: &[Progress], id: &str) -> bool {
    own.iter().any(|one| one.achievement.id == id && one.is_earned())
}

fn earns<G: Measured + Present + Judge>(witness: &Witness) -> bool {
    let by_seat = play::<G>(&witness.options, witness.seats, witness.seed, witness.strays);
    by_seat.get(witness.seat.index()).is_some_and(|own| holds(own, &witness.achievement))
}

/// Adds a match for each achievement that has none, in the order of the game's list.
fn look_for_missing<G: Measured + Present + Judge>(witnesses: &mut Vec<Witness>, settings: &[(Value, u64)]) {
    let place = |id: &str| G::FEATURES.achievements.iter().position(|(achievement, _)| achievement.id == id);
    for seed in 0..SEARCHED {
        if witnesses.len() == G::FEATURES.achievements.len() {
            break;
        }
        let (options, seats, strays) = setting(settings, seed);
        for (seat, own) in (0..).map(Seat).zip(play::<G>(options, seats, seed, strays)) {
            for one in own.iter().filter(|one| one.is_earned()) {
                if witnesses.iter().all(|witness| witness.achievement != one.achievement.id) {
                    let (achievement, options) = (one.achievement.id.to_owned(), options.clone());
                    witnesses.push(Witness { achievement, options, seats, seed, strays, seat });
                }
            }
        }
    }
    witnesses.sort_by_key(|witness| place(&witness.achievement));
}

/// Plays a match by bots and returns the progress of each seat.
fn play<G: Measured + Present + Judge>(options: &Value, seats: u64, seed: u64, strays: u32) -> Vec<Vec<Progress>> {
    let table = Referee::<G>::open(options, seats, Source::Seed(Seed::from(seed), Vec::new()));
    let mut table = table.unwrap_or_else(|error| panic!("the options {options}: {error}"));
    let mut rng = Fast::seeded(seed);
    while let Some(seat) = table.asked_first() {
        let game = table.game().expect("a seeded match is laid out");
        let stray = strays > 0 && below(&mut rng.0, strays) == 0;
        let action = if stray { game.any(seat, &mut rng.0) } else { game.reference_action(seat) };
        table.act(seat, action.expect("who is asked can act")).expect("a listed action applies");
    }
    progress(&table)
}
