//! The commands of the plain table.

/// A line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// A number, or an answer to what was asked.
    Other(String),
    Moves,
    Back,
    Look,
    Rules(String),
    Hint,
    Order(String),
    Undo,
    Log {
        details: bool,
    },
    Why,
    Save,
    Help,
    Quit,
}

/// The commands, with what they do.
pub(super) const COMMANDS: [(&str, &str); 13] = [
    ("a number", "does that move, or lists the moves that begin so"),
    ("moves", "lists what you can do"),
    ("back", "goes back to the list before, where moves are listed in steps"),
    ("look", "tells what is on the table"),
    ("log", "tells the match so far, a line a step; log all with how each came about"),
    ("hint", "says what a good player would do"),
    (
        "order",
        "gives a standing order where one is listed, with how far it goes: order 3; where there are several, order 2 3",
    ),
    ("why", "says what cannot be done now, and why not"),
    ("undo", "takes the last step back, where nobody has learned anything by it"),
    ("rules", "lists the chapters of the rulebook; rules 3 or rules WORD reads one, rules all the whole"),
    ("save", "says where the match is kept; it is saved after every step anyway"),
    ("help", "lists these words"),
    ("quit", "leaves; the match waits for you"),
];

/// Understands a line.
pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first.to_lowercase().as_str() {
        "moves" | "m" => Command::Moves,
        "back" | "b" => Command::Back,
        "look" | "l" => Command::Look,
        "rules" | "r" => Command::Rules(rest.trim().to_lowercase()),
        "hint" => Command::Hint,
        "order" | "o" => Command::Order(rest.trim().to_owned()),
        "undo" | "u" => Command::Undo,
        "log" => Command::Log { details: matches!(rest.trim(), "all" | "details") },
        "why" | "w" => Command::Why,
        "save" => Command::Save,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => Command::Other(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_help_lists_is_understood() {
        for (word, _) in &COMMANDS[1..] {
            assert!(!matches!(parse(word), Command::Other(_)), "{word}");
        }
        assert_eq!(parse(" Rules  Combat turn "), Command::Rules("combat turn".into()));
        assert_eq!(parse("12"), Command::Other("12".into()));
    }
}
