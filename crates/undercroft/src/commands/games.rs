//! `undercroft games`.

use std::io::{self, Write};

use bots::Bot;
use kernel::Mode;
use roster::GameEntry;
use serde_json::json;

use super::shown;

/// List the games, with their seats, options and bots.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft games --json")]
pub(crate) struct Games {
    /// Print one JSON object, the same that the engine protocol answers to `games`
    #[arg(long)]
    json: bool,
}

impl Games {
    /// Prints the list.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({ "games": roster::list() }))?;
            return Ok(());
        }
        for (place, title) in roster::GAMES.iter().enumerate() {
            let gap = if place == 0 { "" } else { "\n" };
            write!(out, "{gap}{}", shown(&describe(*title)))?;
        }
        Ok(())
    }
}

fn describe(title: &dyn GameEntry) -> String {
    let meta = title.meta();
    let mode = match meta.mode {
        Mode::Cooperative => "all win or lose together",
        Mode::Competitive => "each against the others",
    };
    let (min, max) = meta.seats;
    let mut text = format!("{}: {}\n  {}\n", meta.id, meta.title, meta.tagline);
    text += &format!("  seats: {min} to {max}, usually {}; {mode}\n", meta.usual_seats);
    for option in meta.options {
        let (key, allowed, default) = (option.key, option.allowed(), option.default());
        text += &format!("  option {key}: {allowed}, usually {default}. {}\n", option.text);
    }
    for bot in Bot::ALL {
        text += &format!("  bot {}: {}\n", bot.name(), bot.about());
    }
    for character in title.characters() {
        let (id, name, bot) = (character.id, character.name, Bot::playing(character));
        text += &format!("  bot {id}: {name}, {bot}. {}\n", character.about);
    }
    text
}
