//! Plays trials of the laws of bots on all cores: `cargo xtask laws --matches 1000000`.
#![allow(missing_docs)]

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use roster::{GameEntry, Trial};

const HELP: &str = "\
Plays matches with random bots and options at their extremes, and checks the laws of bots in each.

  --matches N   the number of matches, of all games together; 1000000 if left out. A game whose matches take four times
                as long gets half as many
  --game ID     matches of this game alone
  --trial N     the match of this number alone, of the game that --game names
  --from N      the number of the first match; 0 if left out
";

/// Limit of the broken laws printed for each game; one mistake breaks many.
const SHOWN: u64 = 5;

struct Wanted {
    games: Vec<&'static dyn GameEntry>,
    from: u64,
    matches: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match wanted(&words) {
        Ok(Some(wanted)) => run(&wanted),
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("laws: {why}; see --help");
            ExitCode::from(2)
        }
    }
}

fn wanted(words: &[String]) -> Result<Option<Wanted>, String> {
    let mut wanted = Wanted { games: roster::GAMES.to_vec(), from: 0, matches: 1_000_000 };
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{text:?} is not a number"));
        match word {
            "--help" => return Ok(None),
            "--matches" => wanted.matches = number(value()?)?,
            "--from" => wanted.from = number(value()?)?,
            "--trial" => (wanted.from, wanted.matches) = (number(value()?)?, 1),
            "--game" => wanted.games = vec![roster::find(value()?).map_err(|unknown| unknown.to_string())?],
            other => return Err(format!("there is no option {other:?}")),
        }
    }
    Ok(Some(wanted))
}

/// The progress of a game.
struct Share {
    title: &'static dyn GameEntry,
    begun: u64,
    broken: u64,
    decisions: u64,
    /// Time of all threads together.
    spent: Duration,
}

impl Share {
    /// Returns the weight of the game; the game with the least weight is next. A game whose matches
    /// take four times as long gets half as many.
    fn weight(&self) -> u128 {
        u128::from(self.begun) * (self.spent.as_nanos() + 1)
    }
}

fn run(wanted: &Wanted) -> ExitCode {
    let share = |title| Share { title, begun: 0, broken: 0, decisions: 0, spent: Duration::ZERO };
    let shares: Mutex<Vec<Share>> = Mutex::new(wanted.games.iter().copied().map(share).collect());
    let lock = || shares.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    // The place of a game among the shares, and the number of its match.
    let take = || {
        let mut shares = lock();
        let begun: u64 = shares.iter().map(|share| share.begun).sum();
        let place = (0..shares.len()).min_by_key(|place| shares[*place].weight()).filter(|_| begun < wanted.matches)?;
        shares[place].begun += 1;
        Some((place, shares[place].title, wanted.from + shares[place].begun - 1))
    };
    let work = || {
        while let Some((place, title, number)) = take() {
            let begun = Instant::now();
            let checked = title.check_trial(&Trial::drawn(title, number));
            let share = &mut lock()[place];
            share.spent += begun.elapsed();
            match checked {
                Ok(decisions) => share.decisions += decisions,
                Err(law) => {
                    share.broken += 1;
                    if share.broken <= SHOWN {
                        eprintln!("\n{law}\n  again: cargo xtask laws --game {} --trial {number}", law.game);
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let (terminal, mut shown) = (io::stderr().is_terminal(), Instant::now());
        let (pause, end) = if terminal { (Duration::from_secs(1), "\r") } else { (Duration::from_secs(60), "\n") };
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(50));
            if shown.elapsed() >= pause {
                shown = Instant::now();
                let begun: u64 = lock().iter().map(|share| share.begun).sum();
                eprint!("{begun} of {} matches, {:.0} s{end}", wanted.matches, start.elapsed().as_secs_f64());
                let _ = io::stderr().flush();
            }
        }
    });
    println!("{} matches in {:.0} s", wanted.matches, start.elapsed().as_secs_f64());
    let shares = lock();
    for Share { title, begun, broken, decisions, .. } in shares.iter() {
        println!("  {}: {begun} matches, {decisions} decisions, {broken} broke a law", title.meta().id);
    }
    if shares.iter().all(|share| share.broken == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
