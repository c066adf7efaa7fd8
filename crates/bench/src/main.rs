//! The figures of `docs/performance.md`; compared programs take turns in one run. `cargo run
//! --release -p undercroft-bench`.
//!
//! Work on one thread is timed by that thread's time on a core, if the system reports it (Linux).
//! Other work then disturbs it little. `--one-thread` leaves out the rest, which needs an idle
//! machine. A test checks that no playout through the kernel allocates.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use accursed_tomb::AccursedTomb;
use bots::{Bot, Budget, Decision, Policy, Search};
use clap::{Parser, ValueEnum};
use crimsonbranch::Crimsonbranch;
use dungeon_rummy::DungeonRummy;
use gloombah::Gloombah;
use kernel::{Fast, Game, Judge, NullLog, Seat};
use lab::{Experiment, LabError, Pool, Unwatched};
use mimalloc::MiMalloc;
use rogue_ascension::{Options, RogueAscension};
use roster::Setting;
use serde_json::{Value, json};
use yardstick::{by_hand, play_on, playout};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Matches timed together. They make a turn long compared with the system's tick of 4 ms, at which
/// the time of a thread is recorded.
const MATCHES: u32 = 500_000;
/// Matches timed together if a match is long.
const FEW_MATCHES: u32 = 8_000;
/// Turns of each of two programs.
const TURNS: u64 = 11;
/// Turns if a turn takes long.
const FEW_TURNS: u64 = 15;
/// Turns if a turn is short.
const MANY_TURNS: u64 = 45;
/// Playouts for a decision.
const PLAYOUTS: u32 = 64_000;
/// Playouts for a decision if each takes long: as many as a hint makes.
const FEW_PLAYOUTS: u32 = 16_000;

/// Speed of the games: random playouts against simulators written by hand, searches, and the lab.
///
/// Compared programs take turns. It takes four minutes in all, on an otherwise idle machine.
#[derive(Parser)]
#[command(
    name = "undercroft-bench",
    after_help = "Examples:\n  cargo xtask bench\n  cargo xtask bench playouts\n  cargo xtask bench playouts search --one-thread"
)]
struct Arguments {
    /// Parts to measure; all if left out
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Leave out the parts with several threads: other work on the machine disturbs the rest little
    #[arg(long)]
    one_thread: bool,
}

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Random matches, through the kernel and by hand, and how many bytes a match takes
    Playouts,
    /// Playouts of the bot `search`
    Search,
    /// Matches of `undercroft lab run`, on one thread and on two
    Lab,
}

fn main() -> Result<(), LabError> {
    let Arguments { parts, one_thread } = Arguments::parse();
    let wanted = |part| parts.is_empty() || parts.contains(&part);
    if wanted(Part::Playouts) {
        states();
        println!();
        playouts();
        println!();
    }
    if wanted(Part::Search) {
        searches(one_thread);
        println!();
    }
    if wanted(Part::Lab) && one_thread {
        println!("lab: left out, for it compares two threads with one");
    } else if wanted(Part::Lab) {
        for bot in [Bot::Random, Bot::Reference] {
            threads("rogue-ascension", json!({ "ascension": 2 }), 1, bot, 200_000)?;
            threads("accursed-tomb", json!({}), 4, bot, 100_000)?;
        }
    }
    Ok(())
}

// States.

/// Prints the size of a match in play in bytes, without the data behind pointers.
fn states() {
    fn state<G: Game>() {
        println!("{}: a state of {} bytes", G::META.id, size_of::<G>());
    }
    state::<RogueAscension>();
    state::<AccursedTomb>();
    state::<Gloombah>();
    state::<DungeonRummy>();
    state::<Crimsonbranch>();
}

// Random playouts, through the kernel and by hand.

fn playouts() {
    for ascension in [0u8, 2] {
        let options = Options { ascension, ..Options::default() };
        compare(
            &format!("rogue-ascension, alone, ascension {ascension}"),
            |dice| u64::from(playout::<RogueAscension>(&options, 1, dice)),
            |dice| u64::from(by_hand::rogue_ascension::playout(&mut dice.0, ascension.into()).decisions),
        );
    }
    let tomb = accursed_tomb::Options::default();
    for seats in [4u8, 2] {
        compare(
            &format!("accursed-tomb, {seats} seats"),
            |dice| u64::from(playout::<AccursedTomb>(&tomb, seats, dice)),
            |dice| u64::from(by_hand::accursed_tomb::playout(&mut dice.0, seats.into()).decisions),
        );
    }
    for seats in [2, 4, 6] {
        alone::<Gloombah>(seats);
    }
    for seats in [1, 4] {
        alone::<DungeonRummy>(seats);
    }
    alone::<Crimsonbranch>(1);
}

/// The default options of a match.
fn usual<G: Game>() -> G::Options {
    let whole = kernel::options::complete(G::META.options, &Value::Null).map(Value::Object);
    let options = whole.ok().and_then(|whole| serde_json::from_value(whole).ok());
    options.expect("a game takes its own defaults")
}

/// Times playouts of a game without a simulator by hand, and prints the median.
fn alone<G: Game>(seats: u8) {
    let (options, mut decisions) = (usual::<G>(), 0);
    let mut play = |turn: u64| {
        let mut dice = Fast::seeded(turn);
        for _ in 0..FEW_MATCHES {
            let Ok(mut game) = G::setup(&options, seats, &mut dice, &mut NullLog);
            decisions += u64::from(play_on(&mut game, &mut dice));
        }
    };
    let median = median((0..FEW_TURNS).map(|turn| rate(busy, FEW_MATCHES.into(), turn, &mut play)).collect());
    let long = decisions as f64 / f64::from(FEW_MATCHES) / FEW_TURNS as f64;
    let id = G::META.id;
    let seats = kernel::counted(u64::from(seats), "seat");
    let each = median * long / 1e6;
    println!("{id}, {seats}: {median:.0}/s ({long:.2} decisions a match, {each:.1} million decisions/s)");
}

/// Times the two in turn and prints medians.
fn compare(name: &str, mut kernel: impl FnMut(&mut Fast) -> u64, mut by_hand: impl FnMut(&mut Fast) -> u64) {
    let (mut decisions, mut decisions_by_hand) = (0, 0);
    let mut kernel = |turn: u64| {
        let mut dice = Fast::seeded(turn);
        decisions += (0..MATCHES).map(|_| kernel(&mut dice)).sum::<u64>();
    };
    let mut by_hand = |turn: u64| {
        let mut dice = Fast::seeded(turn);
        decisions_by_hand += (0..MATCHES).map(|_| by_hand(&mut dice)).sum::<u64>();
    };
    let [ours, theirs, ratio] = in_turn(busy, TURNS, MATCHES.into(), &mut kernel, &mut by_hand);
    let [ours_long, theirs_long] =
        [decisions, decisions_by_hand].map(|sum: u64| sum as f64 / f64::from(MATCHES) / TURNS as f64);
    println!(
        "{name}: kernel {ours:.0}/s ({ours_long:.2} decisions a match), by hand {theirs:.0}/s ({theirs_long:.2}), \
         ratio {ratio:.3}"
    );
}

// Search.

/// A match before a decision.
struct Position<G: Game> {
    game: G,
    seat: Seat,
    moves: Vec<G::Action>,
}

/// The first decision of a match with three moves or more.
fn find<G: Game>(seats: u8, options: &G::Options) -> Position<G> {
    let mut dice = Fast::seeded(1);
    let Ok(mut game) = G::setup(options, seats, &mut dice, &mut NullLog);
    loop {
        let Some(seat) = game.asked_first() else { unreachable!("there is such a decision") };
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        if moves.len() > 2 {
            return Position { game, seat, moves };
        }
        let Ok(()) = game.apply(seat, moves.swap_remove(0), &mut dice, &mut NullLog);
    }
}

/// Searches in all games.
fn searches(one_thread: bool) {
    let first = |seats: u8, options: &_| find::<RogueAscension>(seats, options);
    search("rogue-ascension, alone", &first(1, &Options::default()), PLAYOUTS, one_thread);
    search("rogue-ascension, 4 heroes", &first(4, &Options::default()), PLAYOUTS, one_thread);
    let tomb = find::<AccursedTomb>(4, &accursed_tomb::Options::default());
    search("accursed-tomb, 4 seats", &tomb, PLAYOUTS, one_thread);
    for seats in [2, 4, 6] {
        usual_search::<Gloombah>(seats, one_thread);
    }
    for seats in [1, 4] {
        usual_search::<DungeonRummy>(seats, one_thread);
    }
    usual_search::<Crimsonbranch>(1, one_thread);
}

/// Searches with the default options.
fn usual_search<G: Judge>(seats: u8, one_thread: bool) {
    let name = format!("{}, {}", G::META.id, kernel::counted(u64::from(seats), "seat"));
    search(&name, &find::<G>(seats, &usual::<G>()), FEW_PLAYOUTS, one_thread);
}

/// Playouts of `search`, on one thread, and on all in turn with it.
fn search<G: Judge>(name: &str, position: &Position<G>, playouts: u32, one_thread: bool) {
    let turns = if playouts == PLAYOUTS { FEW_TURNS } else { MANY_TURNS };
    let think = |budget: Budget| {
        move |turn: u64| {
            let Some(decision) = Decision::of(&position.game, position.seat, &position.moves) else { return };
            Search::new(playouts).choose(decision, turn, &budget);
        }
    };
    if one_thread {
        let mut one = think(Budget::ONE_THREAD);
        let median = median((0..turns).map(|turn| rate(busy, playouts.into(), turn, &mut one)).collect());
        println!("search, {name}: one thread {median:.0} playouts/s");
        return;
    }
    let all = Budget::all_cores();
    let [many, one, ratio] = in_turn(passed, turns, playouts.into(), &mut think(all), &mut think(Budget::ONE_THREAD));
    println!(
        "search, {name}: one thread {one:.0} playouts/s, {} threads {many:.0}/s, {ratio:.2} times as many",
        all.threads
    );
}

// Threads.

/// The lab on one thread and on two, in turn.
fn threads(game: &str, options: Value, seats: u64, bot: Bot, games: u64) -> Result<(), LabError> {
    let title = roster::find(game)?;
    let setting = Setting { options, seats, bots: vec![bot.into()], seed: 1, max_plies: 100_000 };
    let experiment = Experiment::new(title, &setting, games)?;
    let run = |pool: Pool| {
        let experiment = &experiment;
        move |_: u64| {
            let figures = experiment.run(&pool, &Unwatched, None);
            assert!(figures.is_ok_and(|figures| figures.games() == games), "nobody stops it");
        }
    };
    let [two, one, ratio] = in_turn(passed, FEW_TURNS, games, &mut run(Pool::new(2)?), &mut run(Pool::new(1)?));
    println!("lab, {game}, {bot}: one thread {one:.0}/s, two {two:.0}/s, {ratio:.2} times as many");
    Ok(())
}

/// Lets two programs do the same amount of work in turn. Returns the medians of the rates of both,
/// and of the ratios of the turns.
fn in_turn(clock: fn() -> Duration, turns: u64, work: u64, a: &mut dyn FnMut(u64), b: &mut dyn FnMut(u64)) -> [f64; 3] {
    let mut found: [Vec<f64>; 3] = Default::default();
    for turn in 0..turns {
        let [a, b] = [rate(clock, work, turn, a), rate(clock, work, turn, b)];
        for (list, value) in found.iter_mut().zip([a, b, a / b]) {
            list.push(value);
        }
    }
    found.map(median)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn rate(clock: fn() -> Duration, work: u64, turn: u64, play: &mut dyn FnMut(u64)) -> f64 {
    let start = clock();
    play(turn);
    work as f64 / clock().saturating_sub(start).as_secs_f64()
}

/// The time since the first call.
fn passed() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The time of this thread on a core; the elapsed time if the system does not report it.
fn busy() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(passed, Duration::from_nanos)
}
