//! What people may say at the plain table.

/// A line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A number, or an answer to what was asked.
    Else(String),
    Moves,
    Look,
    Rules(String),
    Hint,
    Undo,
    Log,
    Why,
    Save,
    Help,
    Quit,
}

/// The words, with what they do.
pub(super) const WORDS: [(&str, &str); 11] = [
    ("a number", "does that move"),
    ("moves", "lists what you can do"),
    ("look", "tells what is on the table"),
    ("log", "tells the match so far"),
    ("hint", "says what a good player would do"),
    ("why", "says what cannot be done now, and why not"),
    ("undo", "takes the last step back, where nobody has learned anything by it"),
    ("rules", "lists the chapters of the rulebook; rules 3 or rules WORD reads one, rules all the whole"),
    ("save", "says where the match is kept; it is saved after every step anyway"),
    ("help", "lists these words"),
    ("quit", "leaves; the match waits for you"),
];

/// Understands a line.
pub(super) fn understand(line: &str) -> Said {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first.to_lowercase().as_str() {
        "moves" | "m" => Said::Moves,
        "look" | "l" => Said::Look,
        "rules" | "r" => Said::Rules(rest.trim().to_lowercase()),
        "hint" => Said::Hint,
        "undo" | "u" => Said::Undo,
        "log" => Said::Log,
        "why" | "w" => Said::Why,
        "save" => Said::Save,
        "help" | "?" => Said::Help,
        "quit" | "exit" => Said::Quit,
        _ => Said::Else(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_help_lists_is_understood() {
        for (word, _) in &WORDS[1..] {
            assert!(!matches!(understand(word), Said::Else(_)), "{word}");
        }
        assert_eq!(understand(" Rules  Combat turn "), Said::Rules("combat turn".into()));
        assert_eq!(understand("12"), Said::Else("12".into()));
    }
}
