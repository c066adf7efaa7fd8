//! The commands of the plain table.

use ::text::{Text, t, text};

/// A line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// A number, or an answer to a question.
    Other(String),
    Moves,
    Back,
    Look,
    Rules(String),
    Hint,
    AutoAction(String),
    Undo,
    Log {
        details: bool,
    },
    Why,
    Save,
    Help,
    Quit,
}

/// The commands, with their effects.
pub(super) const COMMANDS: [(Text, Text); 13] = [
    (text!("a number"), text!("does that move, or lists the moves that begin so")),
    (text!("moves"), text!("lists what you can do")),
    (text!("back"), text!("goes back to the list before, where moves are listed in steps")),
    (text!("look"), text!("tells what is on the table")),
    (text!("log"), text!("tells the match so far, a line a step; log all with how each came about")),
    (text!("hint"), text!("says what a good player would do")),
    (text!("order"), text!("starts a listed auto-action, with its limit: order 3; if several are listed: order 2 3")),
    (text!("why"), text!("says what cannot be done now, and why not")),
    (text!("undo"), text!("takes the last step back, where nobody has learned anything by it")),
    (text!("rules"), text!("lists the chapters of the rulebook; rules 3 or rules WORD reads one, rules all the whole")),
    (text!("save"), text!("says where the match is saved; it is saved after every step anyway")),
    (text!("help"), text!("lists these words")),
    (text!("quit"), text!("leaves; the match waits for you")),
];

/// Parses a line: its first word as in the help, or in English.
pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = ::text::shown(&first.to_lowercase()).into_owned();
    let listed = COMMANDS.iter().find(|(word, _)| word.as_str().to_lowercase() == first);
    match listed.map_or(first.as_str(), |(word, _)| word.source()) {
        "moves" | "m" => Command::Moves,
        "back" | "b" => Command::Back,
        "look" | "l" => Command::Look,
        "rules" | "r" => Command::Rules(rest.trim().to_lowercase()),
        "hint" => Command::Hint,
        "order" | "o" => Command::AutoAction(rest.trim().to_owned()),
        "undo" | "u" => Command::Undo,
        "log" => Command::Log { details: is_all(rest.trim()) || rest.trim() == "details" },
        "why" | "w" => Command::Why,
        "save" => Command::Save,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => Command::Other(line.to_owned()),
    }
}

/// Whether a word asks for everything.
pub(super) fn is_all(word: &str) -> bool {
    word == "all" || word == t!("all")
}

/// Whether a line means yes.
pub(super) fn is_yes(line: &str) -> bool {
    let line = line.to_lowercase();
    matches!(line.as_str(), "yes" | "y") || [t!("yes"), t!("y")].contains(&line.as_str())
}

/// Whether a line means no.
pub(super) fn is_no(line: &str) -> bool {
    let line = line.to_lowercase();
    matches!(line.as_str(), "no" | "n") || [t!("no"), t!("n")].contains(&line.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_help_lists_is_understood() {
        for (word, _) in &COMMANDS[1..] {
            assert!(!matches!(parse(word.as_str()), Command::Other(_)), "{word}");
        }
        assert_eq!(parse(" Rules  Combat turn "), Command::Rules("combat turn".into()));
        assert_eq!(parse("12"), Command::Other("12".into()));
    }
}
