//! A game on the command line: by its id, or by the start of an id that no other game has.

use std::{
    ffi::OsStr,
    io::{self, BufRead, IsTerminal, Write},
};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use roster::GameEntry;
use text::t;

use super::{shown, spoken};
use crate::failure::BadInput;

/// Reads a game's id from the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameId;

impl TypedValueParser for GameId {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        // The command line is read before the language of the command is known.
        let found = spoken::of_system().speak(|| find(&value.to_string_lossy()));
        let refuse = |BadInput(why)| command.clone().error(ErrorKind::ValueValidation, why);
        found.map(|title| title.meta().id.to_owned()).map_err(refuse)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(roster::GAMES.iter().map(|title| PossibleValue::new(title.meta().id))))
    }
}

/// Finds the game with this id, or the only one whose id begins so.
///
/// # Errors
/// If there is none or there are several; says which there are, and which is likely meant.
pub(crate) fn find(word: &str) -> Result<&'static dyn GameEntry, BadInput> {
    let unknown = match roster::find(word) {
        Ok(title) => return Ok(title),
        Err(unknown) => unknown,
    };
    let ids = roster::GAMES.iter().map(|title| title.meta().id);
    let begun: Vec<&str> = ids.filter(|id| !word.is_empty() && id.starts_with(word)).collect();
    match begun[..] {
        [id] => roster::find(id).map_err(|unknown| BadInput(unknown.to_string())),
        [] => Err(BadInput(unknown.to_string())),
        _ => Err(BadInput(t!("{word:?} may be {}", begun.join(", ")))),
    }
}

/// Asks at the terminal for a game. `None` if the input ends without one.
///
/// # Errors
/// If nobody sits at a terminal.
pub(crate) fn ask() -> anyhow::Result<Option<&'static dyn GameEntry>> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let ids: Vec<&str> = roster::GAMES.iter().map(|title| title.meta().id).collect();
        return Err(BadInput(t!("name a game: {}", ids.join(", "))).into());
    }
    choose(io::stdin().lock(), io::stdout().lock())
}

/// Lists the games and reads a choice: its number, or its id.
fn choose(mut input: impl BufRead, mut out: impl Write) -> anyhow::Result<Option<&'static dyn GameEntry>> {
    let mut say = |line: String| writeln!(out, "{}", shown(&line)).and_then(|()| out.flush());
    for (n, title) in roster::GAMES.iter().enumerate() {
        let meta = title.meta();
        say(format!("{}. {} ({}): {}", n + 1, meta.title, meta.id, meta.tagline))?;
    }
    say(t!("Which game? Type its number or its id; an empty line leaves.").into())?;
    loop {
        let mut line = String::new();
        let word = match input.read_line(&mut line)? {
            0 => "",
            _ => line.trim(),
        };
        if word.is_empty() {
            return Ok(None);
        }
        let numbered = word.parse::<usize>().ok().and_then(|number| roster::GAMES.get(number.checked_sub(1)?).copied());
        match numbered.map_or_else(|| find(word), Ok) {
            Ok(title) => return Ok(Some(title)),
            Err(BadInput(why)) => say(format!("{why}."))?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_found_by_unique_start_and_a_slip_is_guessed() {
        let id = |word: &str| find(word).map(|title| title.meta().id).map_err(|BadInput(why)| why);
        assert_eq!(id("gloombah"), Ok("gloombah"));
        assert_eq!(id("dun"), Ok("dungeon-rummy"));
        for (word, says) in [
            ("", "there is no game \"\"; there are rogue-ascension"),
            ("chess", "there is no game \"chess\"; there are rogue-ascension"),
            ("glombah", "; did you mean gloombah?"),
            ("Rogue", "; did you mean rogue-ascension?"),
        ] {
            let why = id(word).unwrap_err();
            assert!(why.contains(says), "{word}: {why}");
        }
        assert!(!id("chess").unwrap_err().contains("did you mean"));
    }

    #[test]
    fn menu_takes_number_or_id_and_asks_again() {
        let choose = |typed: &str| {
            let mut out = Vec::new();
            let title = choose(typed.as_bytes(), &mut out).unwrap();
            (title.map(|title| title.meta().id), String::from_utf8(out).unwrap())
        };
        let (id, said) = choose("99\nchess\n2\n");
        assert_eq!(id, Some("accursed-tomb"));
        assert!(said.starts_with("1. Rogue Ascension (rogue-ascension): "), "{said}");
        assert_eq!(said.matches("there is no game").count(), 2, "{said}");
        assert_eq!(choose("gloo\n").0, Some("gloombah"));
        assert_eq!((choose("\n").0, choose("").0), (None, None));
    }
}
