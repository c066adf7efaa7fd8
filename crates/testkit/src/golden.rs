//! Golden playthroughs: texts of whole matches, compared with files that a reviewer can read.
//!
//! A playthrough is fixed by its options, its seats, the seed of its dice and its players. If one
//! changes, then the rules, the dice, the wording or the bots have changed.

use std::{env, fmt::Write, fs, path::Path};

use serde_json::{Value, json};

use kernel::{ChanceOutcome, Fast, Judge, Match, Present, Referee, Seat, Seed, Source, Viewer, below, counted};

/// The width at which lines wrap.
const WIDTH: usize = 132;
/// The maximum number of lines; reviewers would not read a longer playthrough.
const LINES: usize = 600;
/// The advice for a playthrough that differs.
const MEANT: &str = "If it is meant, `cargo xtask golden` writes it anew, for you to read.";
const INDENT: &str = "      ";

/// The policy that makes the choices.
#[derive(Clone, Copy, Debug)]
pub enum Policy {
    /// The reference policy.
    Reference,
    /// A random legal action, each equally likely, by this seed.
    Random(u64),
}

/// The plan of a playthrough: everything that fixes it.
#[derive(Clone, Debug)]
pub struct Playthrough {
    /// Name of its file.
    pub name: &'static str,
    /// The options of the match.
    pub options: Value,
    /// Its number of seats.
    pub seats: u64,
    /// The seed of its dice.
    pub seed: u64,
    /// The policy for all seats.
    pub player: Policy,
}

/// The style in which a game's table is written as a line.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The field of the view that begins a new chapter when it changes, such as `round`.
    pub chapter: &'static str,
    /// The table in a line, from the all-seeing view.
    pub stand: fn(&Value) -> String,
}

/// Compares the playthroughs of all plans with the files of a folder. The folder must have one file
/// for each plan, by its name, and no others. With `UPDATE_GOLDEN=1` in the environment it writes
/// the files instead; read the difference then.
///
/// # Panics
/// If a match differs from its file, or a playthrough has more than 600 lines. If a file is missing
/// or belongs to no plan, or the game refuses a plan's options or seats.
pub fn hold<G: Present + Judge>(folder: impl AsRef<Path>, plans: &[Playthrough], style: Style) {
    let folder = folder.as_ref();
    let update = env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0");
    if update {
        fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    }
    for plan in plans {
        let (path, found) = (folder.join(format!("{}.txt", plan.name)), playthrough::<G>(plan, style));
        let lines = found.lines().count();
        assert!(lines <= LINES, "{} has {lines} lines; for somebody to read it, choose a shorter match", plan.name);
        if update {
            fs::write(&path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            continue;
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        compare(&golden, &found).unwrap_or_else(|why| panic!("{}: {why}{MEANT}", path.display()));
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let known = plans.iter().any(|plan| entry.file_name() == *format!("{}.txt", plan.name));
        assert!(known, "{} is no plan's playthrough; delete it or add its plan", entry.path().display());
    }
}

/// Plays a match and writes it down: each step with its outcomes and its lines of the chronicle,
/// and now and then the table.
fn playthrough<G: Present + Judge>(plan: &Playthrough, style: Style) -> String {
    let source = Source::Seed(Seed::from(plan.seed), Vec::new());
    let table = Referee::<G>::open(&plan.options, plan.seats, source);
    let table = table.unwrap_or_else(|error| panic!("the plan's options {}: {error}", plan.options));
    let (who, rng) = match plan.player {
        Policy::Reference => ("the reference policy".to_owned(), None),
        Policy::Random(seed) => (format!("a random choice, seed {seed}"), Some(Fast::seeded(seed))),
    };
    let seats = counted(plan.seats, "seat");
    let options = json!(table.options());
    let title = G::META.title;
    let text = format!("{title}, {seats}\noptions {options}\ndice by seed {}\nplayed by {who}\n\n", plan.seed);
    let mut writer = Writer { table, rng, style, text };
    writer.play();
    writer.text
}

/// A match with the text written so far.
struct Writer<G: Present + Judge> {
    table: Referee<G>,
    rng: Option<Fast>,
    style: Style,
    text: String,
}

impl<G: Present + Judge> Writer<G> {
    fn play(&mut self) {
        self.step(format!("{:>4}  setup", 0), 0);
        self.stand();
        let mut chapter = self.chapter();
        while let Some(seat) = self.table.asked_first() {
            let ply = self.table.ply() + 1;
            let (action, head) = self.choose(ply, seat);
            self.table.act(seat, action).expect("a listed action applies");
            self.step(head, ply);
            let now = self.chapter();
            if ply.is_multiple_of(10) || now != chapter {
                self.stand();
            }
            chapter = now;
        }
        self.end();
    }

    fn view(&self) -> Value {
        Match::view(&self.table, Viewer::All)
    }

    fn chapter(&self) -> Value {
        self.view()[self.style.chapter].clone()
    }

    /// Chooses the action of a seat, and returns the beginning of the line.
    fn choose(&mut self, ply: usize, seat: Seat) -> (G::Action, String) {
        let game = self.table.game().expect("a seeded match is laid out");
        let (view, legal) = (game.view(Viewer::Seat(seat)), self.table.legal(seat));
        let index = match &mut self.rng {
            None => G::reference(&view, seat, &legal),
            Some(rng) => below(&mut rng.0, legal.len() as u32) as usize,
        };
        let wording = G::wording(&view, seat, &legal[index]).text.plain(short);
        (legal[index].clone(), format!("{ply:>4}  {}, {}: {wording}", short(seat), game.decision(seat)))
    }

    /// Writes a step: its action, its outcomes, its lines of the chronicle.
    fn step(&mut self, head: String, n: usize) {
        let fell = |outcome: &&ChanceOutcome| format!("{} {}", outcome.why.tag, outcome.answer().0);
        let outcomes: Vec<String> = self.table.chance_outcomes(n).iter().map(fell).collect();
        let outcomes = if outcomes.is_empty() { String::new() } else { format!(" [{}]", outcomes.join(", ")) };
        self.wrap(&format!("{head}{outcomes}"));
        let told: Vec<String> =
            self.table.chronicle(Viewer::All, n).iter().map(|line| sentence(line.text.plain(short))).collect();
        if !told.is_empty() {
            self.wrap(&format!("{INDENT}{}", told.join(" ")));
        }
    }

    fn stand(&mut self) {
        let stand = (self.style.stand)(&self.view());
        self.wrap(&format!("   =  {stand}"));
    }

    fn end(&mut self) {
        let outcome = self.table.outcome().unwrap_or_default();
        self.text.push('\n');
        self.wrap(&format!("outcome {outcome}"));
        if let Some(ending) = self.table.scene(Viewer::All, None).and_then(|scene| scene.ending) {
            self.wrap(&format!("{} {}", sentence(ending.title.plain(short)), ending.story.plain(short)));
            let numbers: Vec<String> = ending.numbers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            self.wrap(&numbers.join(", "));
            self.wrap(&ending.unlocked.unwrap_or_default());
        }
    }

    /// Adds lines, wrapped between words.
    fn wrap(&mut self, text: &str) {
        let mut width = 0;
        for (index, word) in text.split(' ').enumerate() {
            let length = word.chars().count();
            let space = match index {
                0 => "",
                _ if width + 1 + length > WIDTH => {
                    width = 0;
                    self.text.push('\n');
                    INDENT
                }
                _ => " ",
            };
            self.text += space;
            self.text += word;
            width += space.len() + length;
        }
        if width > 0 {
            self.text.push('\n');
        }
    }
}

/// Returns a short name of a player.
fn short(seat: Seat) -> String {
    format!("P{}", seat.0 + 1)
}

/// Adds a full stop if the text has no other end.
fn sentence(text: String) -> String {
    if text.ends_with(['.', '?', ':']) { text } else { format!("{text}.") }
}

/// Compares a playthrough with its golden text, line by line.
///
/// # Errors
/// At the first line that differs, with the lines before it; or if there is no golden text yet.
fn compare(golden: &str, found: &str) -> Result<(), String> {
    if golden.is_empty() {
        return Err("there is no golden playthrough yet.\n".into());
    }
    let (mut golden_lines, mut found_lines) = (golden.lines(), found.lines());
    let mut before: Vec<&str> = Vec::new();
    for number in 1.. {
        match (golden_lines.next(), found_lines.next()) {
            (None, None) => break,
            (Some(wanted), Some(line)) if wanted == line => before.push(line),
            (wanted, line) => {
                let mut text = format!("line {number} is played differently now:\n");
                for line in &before[before.len().saturating_sub(3)..] {
                    let _ = writeln!(text, "           {line}");
                }
                let shown = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                let _ = writeln!(text, "    golden {}\n       now {}", shown(wanted), shown(line));
                return Err(text);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_what_leads_to_it() {
        assert_eq!(compare("a\nb\n", "a\nb\n"), Ok(()));
        let error = compare("a\nb\nc\nd\ne", "a\nb\nc\nd\nf").unwrap_err();
        assert!(error.starts_with("line 5 is played differently now:\n           b\n"), "{error}");
        assert!(error.ends_with("    golden e\n       now f\n"), "{error}");
        assert!(compare("a", "a\nb").unwrap_err().contains("golden (the end)"));
        assert!(compare("", "a").unwrap_err().contains("no golden playthrough yet"));
    }
}
