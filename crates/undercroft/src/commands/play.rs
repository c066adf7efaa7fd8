//! `undercroft play`.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use bots::Bot;
use clap::ValueEnum;
use kernel::{LuckKind, OptionSpec, PACK, Seed};
use roster::GameEntry;
use serde_json::{Map, Value};
use terminal::{Config, Interface, Luck, Player, Setup, Start, Theme};
use text::Language;

use super::{
    data,
    game::{self, GameId},
    pack,
    spoken::Spoken,
};
use crate::failure::BadInput;

/// Play in the terminal: alone, with bots, or with several people at one keyboard.
///
/// The match is saved after every step; the next start offers to go on with it.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft play rogue-ascension --seats Ada,normal --set ascension=2\n  undercroft play rogue-ascension --dice physical\n  undercroft play gloombah --lesson"
)]
pub(crate) struct Play {
    /// Id of the game, or a start of it that no other has; if left out, a list asks
    #[arg(value_parser = GameId)]
    game: Option<String>,
    /// Players of the seats, separated by commas: me, names, levels (easy, normal, hard), and other
    /// bots, also as bot:NAME
    #[arg(long, value_name = "me,normal,…")]
    seats: Option<String>,
    /// An option of the game, such as ascension=2 or, for a list, heroes=a,b; may be given several
    /// times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Pack of cards to play with: see `undercroft content`
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
    /// Seed of the dice: a whole number, or 64 hexadecimal digits
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<Seed>,
    /// Source of the dice and cards: the program, or those on your table, which it asks for one by
    /// one; all of them, the dice alone, or the cards alone
    #[arg(long, value_enum, default_value_t = LuckSource::Seeded)]
    dice: LuckSource,
    /// Play a lesson of the game: a first match with its luck written down, and a word at each new
    /// thing; without a number the first
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", conflicts_with_all = ["seats", "set", "pack", "seed", "dice", "resume"])]
    lesson: Option<u8>,
    /// Speak plain lines of text, for screen readers and pipes
    #[arg(long)]
    plain: bool,
    /// Write and draw in ASCII alone, as is done anyway where the locale is not UTF-8
    #[arg(long)]
    ascii: bool,
    /// Go on with the saved match, without asking
    #[arg(long, conflicts_with_all = ["new", "seats", "set", "pack", "seed", "dice"])]
    resume: bool,
    /// Open a new match, without asking; a saved one is put aside
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    spoken: Spoken,
    /// Milliseconds that a bot's move stays to be read before the next; 0 for none
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace: u64,
    /// Ring the terminal's bell when bots have played and it is your turn
    #[arg(long)]
    bell: bool,
    /// Folder for saved matches; `undercroft` in the user's data folder if left out
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// The source of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LuckSource {
    Seeded,
    Physical,
    PhysicalDice,
    PhysicalCards,
}

impl Play {
    /// Plays until the players leave.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let language = self.spoken.language();
        let language = if self.ascii { translations::in_ascii(language) } else { language };
        language.speak(|| {
            let title = match &self.game {
                Some(id) => roster::find(id).map_err(|error| BadInput(error.to_string()))?,
                None => match game::ask()? {
                    Some(title) => title,
                    None => return Ok(()),
                },
            };
            let config = self.config(title)?;
            terminal::play(&config).map_err(|error| match error.is_bad_input() {
                true => BadInput(error.to_string()).into(),
                false => error.into(),
            })
        })
    }

    fn config(self, title: &'static dyn GameEntry) -> anyhow::Result<Config> {
        let meta = title.meta();
        let players: Vec<Player> = match self.lesson {
            Some(number) => learner_and_bots(title, number)?,
            None => terminal::players(self.seats.as_deref(), title)
                .map_err(|error| BadInput(format!("--seats: {error}")))?,
        };
        let mut options = options(meta.options, &self.set)?;
        if let Some(path) = &self.pack {
            options[PACK] = pack::option(title, path)?;
        }
        let luck = match (self.dice, self.seed) {
            _ if self.lesson.is_some() => Luck::Lesson(self.lesson.unwrap_or(1)),
            (LuckSource::Physical, Some(_)) => {
                return Err(BadInput("--seed has no use with --dice physical: those dice are yours".into()).into());
            }
            (LuckSource::Physical, None) => Luck::Physical,
            (LuckSource::Seeded, seed) => Luck::Seed(seed.map_or_else(random, Ok)?),
            (LuckSource::PhysicalDice, seed) => Luck::Mixed(LuckKind::Dice, seed.map_or_else(random, Ok)?),
            (LuckSource::PhysicalCards, seed) => Luck::Mixed(LuckKind::Cards, seed.map_or_else(random, Ok)?),
        };
        let start = match (self.resume, self.new || self.lesson.is_some()) {
            (true, _) => Start::Resume,
            (false, true) => Start::New,
            (false, false) => Start::Ask,
        };
        let variable = |name: &str| std::env::var(name).ok();
        let drawn =
            io::stdin().is_terminal() && io::stdout().is_terminal() && variable("TERM").as_deref() != Some("dumb");
        let interface = match self.plain || !drawn {
            true => Interface::Plain,
            false => Interface::Screen(Theme::of(variable, Language::spoken().is_ascii())),
        };
        let setup = Setup { title, players, options, luck };
        let folder = data::folder(self.data)?;
        Ok(Config { setup, start, folder, pace: Duration::from_millis(self.pace), interface, bell: self.bell })
    }
}

fn random() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no seed: {error}"))?;
    Ok(Seed(bytes))
}

/// The players of a game's lesson.
fn learner_and_bots(title: &dyn GameEntry, number: u8) -> anyhow::Result<Vec<Player>> {
    let seats = title.lesson(number)?.map_or(1, |lesson| lesson.record.header.seats);
    Ok(std::iter::once(Player::Me).chain((1..seats).map(|_| Player::Bot(Bot::Normal))).collect())
}

/// The options in the game's form; the game itself checks them.
fn options(specs: &[OptionSpec], set: &[String]) -> Result<Value, BadInput> {
    let mut options = Map::new();
    for pair in set {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| BadInput(format!("--set takes KEY=VALUE, such as ascension=2, not {pair:?}")))?;
        let value = match specs.iter().find(|spec| spec.key == key) {
            Some(spec) => spec.parse(value).map_err(|error| BadInput(error.to_string()))?,
            None => Value::from(value),
        };
        if options.insert(key.to_owned(), value).is_some() {
            return Err(BadInput(format!("--set {key} is given twice; words of a list are separated by commas")));
        }
    }
    Ok(Value::Object(options))
}

fn seed(text: &str) -> Result<Seed, String> {
    let number = text.parse::<u64>().ok().map(Seed::from);
    number
        .or_else(|| Seed::from_hex(text))
        .ok_or_else(|| "it must be a whole number from 0 to 18446744073709551615 or 64 hexadecimal digits".into())
}

#[cfg(test)]
mod tests {
    use text::text;

    use kernel::OptionKind;
    use serde_json::json;

    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::new(
            "heroes",
            text!("Heroes"),
            text!("Who comes."),
            OptionKind::Subset(&[("a", text!("A")), ("b", text!("B"))]),
        ),
        OptionSpec::new("hero", text!("Hero"), text!("Whose."), OptionKind::Text { max_length: 8, default: "Ann" }),
    ];

    fn set(pairs: &[&str]) -> Result<Value, String> {
        let pairs: Vec<String> = pairs.iter().map(|pair| (*pair).to_owned()).collect();
        options(SPECS, &pairs).map_err(|BadInput(words)| words)
    }

    #[test]
    fn lists_and_texts_are_read_from_the_command_line() {
        assert_eq!(set(&["heroes=b, a", "hero=x=y 7"]), Ok(json!({ "heroes": ["b", "a"], "hero": "x=y 7" })));
        assert_eq!(set(&["heroes=", "hero="]), Ok(json!({ "heroes": [], "hero": "" })));
    }

    #[test]
    fn what_is_wrong_with_them_is_said_in_one_line() {
        for (pairs, says) in [
            (&["heroes=a,a"][..], r#"a list of different words out of "a", "b", not ["a","a"]"#),
            (&["heroes=c"], r#"not ["c"]"#),
            (&["hero=far too long"], "at most 8 characters"),
            (&["hero=a\nb"], "without control characters"),
            (&["heroes=a", "heroes=b"], "--set heroes is given twice"),
        ] {
            let said = set(pairs).unwrap_err();
            assert!(said.contains(says) && said.lines().count() == 1, "{pairs:?}: {said}");
        }
    }
}
