//! Whole matches as one would read them, compared line by line with `tests/playthroughs/*.txt`.
//!
//! A playthrough is fixed by its options, its seats, the seed of its dice and who plays. If one changes, then the
//! rules, the dice, the wording or the bots have changed. Where that was meant, write them anew with
//! `UPDATE_GOLDEN=1 cargo test -p rogue-ascension --test playthroughs`, and read the difference.

use std::{fmt::Write, fs, path::PathBuf};

use kernel::{Fall, Fast, Game, Judge, Present, Referee, Seat, Seed, Source, Table, Viewer, below};
use rogue_ascension::{Action, RogueAscension, View};
use serde_json::{Value, json};

const UPDATE: &str = "UPDATE_GOLDEN=1 cargo test -p rogue-ascension --test playthroughs";
/// Lines of the chronicle are broken at this width.
const WIDTH: usize = 132;
const INDENT: &str = "      ";

/// Who makes the choices.
enum Player {
    /// The reference policy.
    Reference,
    /// One of the legal actions, each equally likely, by this seed.
    Random(u64),
}

/// What fixes a playthrough.
struct Plan {
    /// Name of its file.
    name: &'static str,
    options: Value,
    seats: u64,
    seed: u64,
    player: Player,
}

fn plans() -> Vec<Plan> {
    vec![
        Plan { name: "solo-won", options: json!({}), seats: 1, seed: 376, player: Player::Reference },
        Plan { name: "solo-random-lost", options: json!({}), seats: 1, seed: 28, player: Player::Random(28) },
        Plan {
            name: "solo-curses",
            options: json!({ "ascension": 2 }),
            seats: 1,
            seed: 296,
            player: Player::Reference,
        },
        Plan { name: "two-heroes", options: json!({}), seats: 2, seed: 105, player: Player::Reference },
        Plan {
            name: "four-heroes-all-draw",
            options: json!({ "ascension": 1, "coop_reward": "all" }),
            seats: 4,
            seed: 358,
            player: Player::Reference,
        },
        Plan {
            name: "no-lowest-die",
            options: json!({ "ascension": 3, "die_floor": "none" }),
            seats: 1,
            seed: 390,
            player: Player::Reference,
        },
    ]
}

/// A match being played and written down.
struct Playthrough {
    table: Referee<RogueAscension>,
    whim: Option<Fast>,
    text: String,
}

impl Playthrough {
    fn of(plan: &Plan) -> String {
        let source = Source::Seed(Seed::from(plan.seed), Vec::new());
        let table = Referee::open(&plan.options, plan.seats, source).expect("good options");
        let (who, whim) = match plan.player {
            Player::Reference => ("the reference policy".to_owned(), None),
            Player::Random(seed) => (format!("a random choice, seed {seed}"), Some(Fast::seeded(seed))),
        };
        let options = json!(table.options());
        let heroes = if plan.seats == 1 { "1 hero" } else { &format!("{} heroes", plan.seats) };
        let text =
            format!("Rogue Ascension, {heroes}\noptions {options}\ndice by seed {}\nplayed by {who}\n\n", plan.seed);
        let mut playthrough = Playthrough { table, whim, text };
        playthrough.play();
        playthrough.text
    }

    fn play(&mut self) {
        self.line(format!("{:>4}  setup", 0), 0);
        self.state();
        let mut floor = self.view()["floor"].clone();
        while let Some(seat) = self.table.awaited().iter().next() {
            let ply = self.table.ply() + 1;
            let (action, head) = self.choose(ply, seat);
            self.table.act(seat, action).expect("a listed action applies");
            self.line(head, ply);
            let now = self.view()["floor"].clone();
            if ply.is_multiple_of(10) || now != floor {
                self.state();
            }
            floor = now;
        }
        self.end();
    }

    fn view(&self) -> Value {
        Table::view(&self.table, Viewer::All)
    }

    /// What the seat does, and how the line begins.
    fn choose(&mut self, ply: usize, seat: Seat) -> (Action, String) {
        let game = self.table.game().expect("a seeded match is laid out");
        let (view, legal): (View, Vec<Action>) = (game.view(Viewer::Seat(seat)), self.table.legal(seat));
        let index = match &mut self.whim {
            None => RogueAscension::reference(&view, seat, &legal),
            Some(whim) => below(&mut whim.0, legal.len() as u32) as usize,
        };
        let wording = RogueAscension::wording(&view, seat, &legal[index]).text.plain(hero);
        (legal[index], format!("{ply:>4}  {}, {}: {wording}", hero(seat), game.decision(seat)))
    }

    /// A step: what was done, what fell, what the chronicle says of it.
    fn line(&mut self, head: String, n: usize) {
        let falls: Vec<String> = self.table.falls(n).iter().map(fall).collect();
        let falls = if falls.is_empty() { String::new() } else { format!(" [{}]", falls.join(", ")) };
        self.wrap(&format!("{head}{falls}"));
        let told = self.table.told(Viewer::All, n);
        let told: Vec<String> = told.iter().map(|line| line.text.plain(hero)).collect();
        if !told.is_empty() {
            self.wrap(&format!("{INDENT}{}", told.join(" ")));
        }
    }

    /// How the table stands.
    fn state(&mut self) {
        let view = self.view();
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        let mut text = match number(&view["floor"]) > number(&view["floors"]) {
            true => "   =  boss room".to_owned(),
            false => format!("   =  floor {} of {}", view["floor"], view["floors"]),
        };
        write!(text, ", pile {}, discard {}", view["pile"], view["discard"]).expect("a string takes it");
        if let Some(enemy) = view["enemy"].as_object() {
            let kind = enemy["kind"].as_str().unwrap_or_default();
            write!(text, ", {kind} {} in round {}", enemy["hp"], enemy["round"]).expect("a string takes it");
        }
        for (seat, hero) in view["heroes"].as_array().into_iter().flatten().enumerate() {
            let word = |key: &str| hero[key].as_str().unwrap_or_default().to_owned();
            let items: Vec<&str> = hero["items"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let items = if items.is_empty() { "nothing".to_owned() } else { items.join(" ") };
            let (attack, defense, luck) = (word("attack"), word("defense"), &hero["luck_modifier"]);
            write!(text, "; P{} {} hp {attack}/{defense} luck {luck}, {items}", seat + 1, hero["hp"])
                .expect("a string takes it");
        }
        self.wrap(&text);
    }

    fn end(&mut self) {
        let outcome = self.table.outcome().expect("the match is over");
        let ending = self.table.scene(Viewer::All, None).and_then(|scene| scene.ending).expect("an end to show");
        self.text.push('\n');
        self.wrap(&format!("outcome {outcome}"));
        self.wrap(&format!("{}. {}", ending.title.plain(hero), ending.story.plain(hero)));
        let numbers: Vec<String> = ending.numbers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        self.wrap(&numbers.join(", "));
        self.wrap(&ending.unlocked.unwrap_or_default());
    }

    /// Adds lines, broken between words.
    fn wrap(&mut self, text: &str) {
        let mut width = 0;
        for (index, word) in text.split(' ').enumerate() {
            if index > 0 && width + 1 + word.chars().count() > WIDTH {
                write!(self.text, "\n{INDENT}{word}").expect("a string takes it");
                width = INDENT.len() + word.chars().count();
                continue;
            }
            let space = if index > 0 { " " } else { "" };
            write!(self.text, "{space}{word}").expect("a string takes it");
            width += space.len() + word.chars().count();
        }
        if width > 0 {
            self.text.push('\n');
        }
    }
}

/// How a hero is called, as short as can be.
fn hero(seat: Seat) -> String {
    format!("P{}", seat.0 + 1)
}

fn fall(fall: &Fall) -> String {
    format!("{} {}", fall.why.tag, fall.answer().0)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join("playthroughs")
}

/// Panics at the first line in which a playthrough differs from its golden file.
fn compare(name: &str, golden: &str, found: &str) {
    let (mut golden_lines, mut found_lines) = (golden.lines(), found.lines());
    let mut before: Vec<&str> = Vec::new();
    for number in 1.. {
        let (wanted, line) = match (golden_lines.next(), found_lines.next()) {
            (None, None) => return,
            (Some(wanted), Some(line)) if wanted == line => {
                before.push(line);
                continue;
            }
            differing => differing,
        };
        let context: String = before.iter().rev().take(3).rev().map(|line| format!("           {line}\n")).collect();
        panic!(
            "{name}.txt, line {number}, is played differently now:\n{context}    golden {}\n       now {}\n\
             If that is meant, write the playthroughs anew and read the difference:\n    {UPDATE}",
            wanted.unwrap_or("(the end)"),
            line.unwrap_or("(the end)"),
        );
    }
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0");
    for plan in plans() {
        let (found, path) = (Playthrough::of(&plan), folder().join(plan.name).with_extension("txt"));
        assert!(found.lines().count() <= 265, "{} has too many lines to read: {}", plan.name, found.lines().count());
        if update {
            fs::write(&path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            continue;
        }
        let golden = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; to write it:\n    {UPDATE}", path.display()));
        compare(plan.name, &golden, &found);
    }
}

#[test]
fn every_file_is_a_playthrough() {
    let plans = plans();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = plans.iter().any(|plan| name == format!("{}.txt", plan.name));
        assert!(known, "{name} belongs to no playthrough; delete it or add its plan");
    }
}
