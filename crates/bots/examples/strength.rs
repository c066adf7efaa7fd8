//! Measures the strength of the bots: plays many matches and prints the tables of `docs/bots.md`.
//!
//! `cargo run --release -p undercroft-bots --example strength -- --matches 400 --playouts 2000` It
//! takes `--only WORD` (part of a heading), `--seed N` and `--threads N` too.

use std::{num::NonZero, process::ExitCode, sync::Mutex, thread, time::Instant};

use accursed_tomb::AccursedTomb;
use bots::{Bot, Budget, Decision, Memory, Policy};
use crimsonbranch::Crimsonbranch;
use dungeon_rummy::DungeonRummy;
use gloombah::Gloombah;
use kernel::{Fast, Game, Judge, NullLog, Outcome, Seat, Status};
use rogue_ascension::{Options, RogueAscension};
use serde_json::{Value, json};

/// The settings from the command line.
struct Settings {
    matches: u32,
    playouts: u32,
    seed: u64,
    threads: usize,
    only: String,
}

impl Settings {
    /// Returns the number of matches. Bots that do not search are fast and play fifty times as
    /// many.
    fn matches_of(&self, bots: &[Bot]) -> u32 {
        let slow = bots.iter().any(|bot| matches!(bot, Bot::Search { .. } | Bot::Hard));
        if slow { self.matches } else { 50 * self.matches }
    }
}

fn main() -> ExitCode {
    match settings() {
        Ok(settings) => {
            measure(&settings);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn settings() -> Result<Settings, String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut settings = Settings { matches: 200, playouts: Bot::HARD_PLAYOUTS, seed: 1, threads, only: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number = value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value:?}"));
        match word.as_str() {
            "--matches" => settings.matches = number? as u32,
            "--playouts" => settings.playouts = number? as u32,
            "--seed" => settings.seed = number?,
            "--threads" => settings.threads = (number? as usize).max(1),
            "--only" => settings.only = value,
            _ => return Err(format!("there is no {word}; there are --matches, --playouts, --seed, --threads, --only")),
        }
    }
    Ok(settings)
}

fn measure(settings: &Settings) {
    let search = Bot::Search { playouts: settings.playouts };
    let tower = |ascension| Options { ascension, ..Options::default() };
    for (seats, ascension) in [(1, 0), (1, 2), (2, 0), (2, 2), (3, 0), (4, 0)] {
        let party = if seats == 1 { "alone".to_owned() } else { format!("{seats} seats") };
        let heading = format!("Rogue Ascension, {party}, ascension {ascension}");
        let bots = [Bot::Random, Bot::Easy, Bot::Reference, search];
        together::<RogueAscension>(settings, &heading, &tower(ascension), seats, &bots);
    }
    for seats in [2, 3, 4] {
        let heading = format!("The Accursed Tomb, {seats} seats");
        let pairs = [
            (Bot::Random, Bot::Reference),
            (Bot::Easy, Bot::Reference),
            (Bot::Reference, Bot::Random),
            (search, Bot::Random),
            (search, Bot::Reference),
        ];
        against::<AccursedTomb>(settings, &heading, &accursed_tomb::Options::default(), seats, &pairs);
    }
    for seats in [2, 4, 6] {
        let heading = format!("Gloombah!, {seats} seats");
        let pairs = [
            (Bot::Random, Bot::Reference),
            (Bot::Easy, Bot::Reference),
            (Bot::Reference, Bot::Random),
            (search, Bot::Reference),
        ];
        against::<Gloombah>(settings, &heading, &options::<Gloombah>(&json!({})), seats, &pairs);
    }
    let bots = [Bot::Random, Bot::Easy, Bot::Reference, search];
    for level in ["easy", "normal", "hard", "heroic"] {
        for seats in 1..=4 {
            let heading = format!("Dungeon Rummy, {level}, {}", kernel::counted(u64::from(seats), "player"));
            together::<DungeonRummy>(
                settings,
                &heading,
                &options::<DungeonRummy>(&json!({ "level": level })),
                seats,
                &bots,
            );
        }
    }
    for hero in ["Conan", "Elsa", "Bartholomew"] {
        let heading = format!("Dungeons of Crimsonbranch, {hero}");
        together::<Crimsonbranch>(settings, &heading, &options::<Crimsonbranch>(&json!({ "hero": hero })), 1, &bots);
    }
}

/// Returns the default options, changed by the given ones.
fn options<G: Game>(given: &Value) -> G::Options {
    let whole = kernel::options::complete(G::META.options, given).map(Value::Object);
    let options = whole.ok().and_then(|whole| serde_json::from_value(whole).ok());
    options.expect("these options are allowed")
}

/// Measures cooperative games: all seats win or lose together, and the same bot plays them all.
/// With more seats a match takes longer, and fewer matches are played.
fn together<G: Judge>(settings: &Settings, heading: &str, options: &G::Options, seats: u8, bots: &[Bot]) {
    if !heading.contains(&settings.only) {
        return;
    }
    println!(
        "\n### {heading}\n\n| bot | matches | victories | 95 % | score of a victory | ms a decision, mean and longest |\n|---|---|---|---|---|---|"
    );
    for bot in bots {
        let played =
            all::<G>(settings.matches_of(&[*bot]) / u32::from(seats), settings, options, |_| vec![*bot; seats.into()]);
        let won = played.iter().filter(|played| played.outcome.victory == Some(true)).count();
        let (n, interval) = (played.len(), interval(won, played.len()));
        println!("| `{bot}` | {n} | {interval} | {} | {} |", score(&played), pace(&played, *bot));
    }
}

/// Measures competitive games: the first bot of a pair plays one seat, the second the others. Seats
/// take turns.
fn against<G: Judge>(settings: &Settings, heading: &str, options: &G::Options, seats: u8, pairs: &[(Bot, Bot)]) {
    if !heading.contains(&settings.only) {
        return;
    }
    println!(
        "\n### {heading}\n\n| one | the others | matches | wins of the one | 95 % | wins of each other | drawn | ms a decision |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (one, other) in pairs {
        let own = |number: u32| (number % u32::from(seats)) as usize;
        let played = all::<G>(settings.matches_of(&[*one, *other]), settings, options, |number| {
            let mut bots = vec![*other; seats.into()];
            bots[own(number)] = *one;
            bots
        });
        let winner = |played: &MatchSummary| {
            let first = |place: &u8| *place == 1;
            let alone = played.outcome.placings.iter().filter(|place| first(place)).count() == 1;
            alone.then(|| played.outcome.placings.iter().position(first)).flatten()
        };
        let won = played.iter().filter(|played| winner(played) == Some(own(played.number))).count();
        let drawn = played.iter().filter(|played| winner(played).is_none()).count();
        let share = |count: usize| 100.0 * count as f64 / played.len() as f64;
        let each = share(played.len() - won - drawn) / f64::from(seats - 1);
        let (interval, pace) = (interval(won, played.len()), pace(&played, *one));
        println!(
            "| `{one}` | `{other}` | {} | {interval} | {each:.1} % | {:.1} % | {pace} |",
            played.len(),
            share(drawn)
        );
    }
}

/// A finished match.
struct MatchSummary {
    number: u32,
    outcome: Outcome,
    /// For each seat: decisions with a choice, the seconds that they took, and the longest of them.
    pace: Vec<(u32, f64, f64)>,
    bots: Vec<Bot>,
}

/// Plays all matches, on all threads. Match `n` has the same chance for any bots and on any thread.
fn all<G: Judge>(
    matches: u32,
    settings: &Settings,
    options: &G::Options,
    bots: impl Fn(u32) -> Vec<Bot> + Sync,
) -> Vec<MatchSummary> {
    let next = Mutex::new(0..matches);
    let take = || next.lock().ok()?.next();
    let work = || {
        let mut done = Vec::new();
        while let Some(number) = take() {
            done.push(play::<G>(options, bots(number), settings.seed, number));
        }
        done
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    })
}

fn play<G: Judge>(options: &G::Options, bots: Vec<Bot>, seed: u64, number: u32) -> MatchSummary {
    let seed = (seed << 32) + u64::from(number);
    let mut dice = Fast::seeded(seed);
    let Ok(mut game) = G::setup(options, bots.len() as u8, &mut dice, &mut NullLog);
    let mut memory = Memory::default();
    let (mut moves, mut pace, mut decisions) = (Vec::new(), vec![(0, 0.0, 0.0f64); bots.len()], 0);
    let outcome = loop {
        let seat = match (game.status(), game.asked_first()) {
            (Status::Over(outcome), _) => break outcome,
            (Status::Awaiting(_), seat) => seat.unwrap_or(Seat(0)),
        };
        moves.clear();
        game.legal(seat, &mut moves);
        let Some(decision) = Decision::of(&game, seat, &moves) else { unreachable!("an awaited seat has moves") };
        let start = Instant::now();
        let rng = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(decisions);
        let index = bots[seat.index()].choose_with(decision, rng, &Budget::ONE_THREAD, &mut memory).index;
        if moves.len() > 1 {
            let spent = start.elapsed().as_secs_f64();
            let (n, sum, most) = &mut pace[seat.index()];
            (*n, *sum, *most) = (*n + 1, *sum + spent, most.max(spent));
        }
        decisions += 1;
        let Ok(()) = game.apply(seat, moves.swap_remove(index), &mut dice, &mut NullLog);
    };
    MatchSummary { number, outcome, pace, bots }
}

/// Returns the mean score of the matches that have one, with its 95 % interval.
fn score(played: &[MatchSummary]) -> String {
    let scores: Vec<f64> =
        played.iter().filter_map(|of| of.outcome.scores.as_ref()?.first().copied().map(f64::from)).collect();
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    if n < 2.0 { "\u{2014}".to_owned() } else { format!("{mean:.2} ± {:.2}", 1.96 * (variance / n).sqrt()) }
}

/// Returns a share with its 95 % Wilson interval, as two cells.
fn interval(count: usize, of: usize) -> String {
    let (n, p, z) = (of as f64, count as f64 / of as f64, 1.959_964);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
    format!("{:.1} % | {:.1} to {:.1}", percent(p), percent(middle - reach), percent(middle + reach))
}

fn pace(played: &[MatchSummary], bot: Bot) -> String {
    let of_bot =
        played.iter().flat_map(|played| played.bots.iter().zip(&played.pace)).filter(|(whose, _)| **whose == bot);
    let (n, sum, most) =
        of_bot.fold((0, 0.0, 0.0f64), |(n, sum, most), (_, pace)| (n + pace.0, sum + pace.1, most.max(pace.2)));
    format!("{:.2}, {:.0}", 1e3 * sum / f64::from(n.max(1)), 1e3 * most)
}
