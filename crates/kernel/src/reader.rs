//! Sentences in the second person, for the player who reads them.
//!
//! Games write everything in the third person, with seats for names: `Ada loses 2 health, 5 left.`
//! The player on that seat reads `You lose 2 health, 5 left.` `You` has the same form as subject
//! and object, so only the verbs of the reader change. These are the first word after a name with
//! which a clause begins, and further verbs that an `and` joins to it.

use std::borrow::Cow;

use text::Language;

use crate::{Seat, Sentence, Span};

/// A part of a sentence, with the player whom it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words<'a> {
    /// The player, if the part is a name.
    pub seat: Option<Seat>,
    /// The words.
    pub text: Cow<'a, str>,
}

/// Words with which a clause can begin, so that a name after them is its subject.
const OPENERS: [&str; 13] =
    ["after", "and", "because", "before", "but", "if", "once", "that", "unless", "until", "what", "when", "while"];
/// Words that can be between a name and its verb.
const ADVERBS: [&str; 7] = ["also", "always", "just", "never", "now", "only", "still"];
/// The verbs that are recognized after an `and`, where a noun could be as well.
const JOINED: [&str; 22] = [
    "attacks", "does", "draws", "falls", "gains", "gets", "goes", "has", "heals", "holds", "is", "keeps", "loses",
    "plays", "rests", "rises", "starts", "strikes", "takes", "turns", "wakes", "wins",
];

/// The subject of the next words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    /// Another player or thing.
    Theirs,
    /// The reader, just named as a subject: a verb comes next.
    Named,
    /// The reader, after the first verb.
    Yours,
}

impl Sentence {
    /// Returns the sentence as `reader` reads it, with the other players' names from `name`: `You
    /// lose 2 health, 5 left.`, `It snaps shut on you for 3.`, `Half your health is gone.` Without
    /// a reader, and in any language but English, it names all players.
    ///
    /// ```
    /// use kernel::{Seat, Sentence};
    ///
    /// let sentence = Sentence::new().seat(Seat(0)).text(" offers ").seat(Seat(1)).text("'s helper a share and is turned down.");
    /// let read = |reader| sentence.plain_for(reader, |seat| ["Ada", "Ben"][seat.index()].to_owned());
    /// assert_eq!(read(None), "Ada offers Ben's helper a share and is turned down.");
    /// assert_eq!(read(Some(Seat(0))), "You offer Ben's helper a share and are turned down.");
    /// assert_eq!(read(Some(Seat(1))), "Ada offers your helper a share and is turned down.");
    /// ```
    pub fn read_by(&self, reader: Option<Seat>, name: impl Fn(Seat) -> String) -> Vec<Words<'_>> {
        // The grammar is English: in other languages every player has a name.
        let reader = reader.filter(|_| Language::spoken() == Language::english());
        let mut words = Vec::with_capacity(self.spans().len());
        let (mut clause, mut said) = (Clause::Theirs, "");
        for (place, span) in self.spans().iter().enumerate() {
            match span {
                Span::Seat(seat) if Some(*seat) == reader => {
                    let owner = matches!(self.spans().get(place + 1), Some(Span::Text(text)) if text.starts_with("'s"));
                    if !owner && begins_clause(said) {
                        clause = Clause::Named;
                    }
                    let text = match (begins_sentence(said), owner) {
                        (true, false) => "You",
                        (true, true) => "Your",
                        (false, false) => "you",
                        (false, true) => "your",
                    };
                    words.push(Words { seat: Some(*seat), text: text.into() });
                    said = "you";
                }
                Span::Seat(seat) => {
                    words.push(Words { seat: Some(*seat), text: name(*seat).into() });
                    said = "they";
                }
                Span::Text(text) => {
                    let yours = said == "you";
                    let text = text.strip_prefix("'s").filter(|_| yours).unwrap_or(text);
                    words.push(Words { seat: None, text: second_person(text, &mut clause) });
                    said = text;
                }
            }
        }
        words
    }

    /// Returns the sentence as `reader` reads it, as text: see [`read_by`](Sentence::read_by).
    pub fn plain_for(&self, reader: Option<Seat>, name: impl Fn(Seat) -> String) -> String {
        self.read_by(reader, name).into_iter().map(|words| words.text).collect()
    }
}

fn begins_sentence(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

fn begins_clause(before: &str) -> bool {
    let before = before.trim_end();
    let last = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    before.is_empty() || before.ends_with(['.', '!', '?', ':', ';', ',', '(']) || OPENERS.contains(&last.as_str())
}

/// Returns a part of a sentence with the reader's verbs in the second person.
fn second_person<'a>(text: &'a str, clause: &mut Clause) -> Cow<'a, str> {
    // Verbs of others do not change, until the sentence names the reader.
    if *clause == Clause::Theirs {
        return text.into();
    }
    // After a name comes a space and its verb, or a phrase between commas: `Ada, at death's door,
    // is saved`.
    let mut aside = text.starts_with(',');
    if !text.starts_with([' ', ',']) && *clause == Clause::Named {
        *clause = Clause::Theirs;
    }
    let mut before = "";
    let mut out = String::with_capacity(text.len());
    for (place, word) in text.split(' ').enumerate() {
        let verb = match clause {
            Clause::Named if place == 0 || word.is_empty() || ADVERBS.contains(&word) => false,
            Clause::Named if aside => {
                aside = !word.ends_with(',');
                false
            }
            Clause::Named => {
                // With several subjects the verb is in the plural already.
                *clause = if matches!(word, "and" | "or") { Clause::Theirs } else { Clause::Yours };
                *clause == Clause::Yours
            }
            Clause::Yours => matches!(before, "and" | "then") && JOINED.contains(&letters(word)),
            Clause::Theirs => false,
        };
        if place > 0 {
            out.push(' ');
        }
        out.push_str(&if verb { conjugated(word).into() } else { Cow::from(word) });
        if word.ends_with(['.', '!', '?', ':', ';']) {
            *clause = Clause::Theirs;
        }
        before = word;
    }
    out.into()
}

/// Returns the letters at the beginning of a word.
fn letters(word: &str) -> &str {
    &word[..word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len())]
}

/// Returns a verb of the third person in the second person, with any punctuation after it. Other
/// words do not change.
fn conjugated(word: &str) -> String {
    let verb = letters(word);
    let (verb, rest) = match verb.strip_suffix('n').filter(|_| word[verb.len()..].starts_with("'t")) {
        Some(verb) => (verb, &word[verb.len()..]),
        None => (verb, &word[verb.len()..]),
    };
    let you = match verb {
        "is" => "are".to_owned(),
        "was" => "were".to_owned(),
        "has" => "have".to_owned(),
        "dies" | "lies" | "ties" => verb[..3].to_owned(),
        _ => match verb.strip_suffix('s') {
            None => verb.to_owned(),
            Some(stem) if stem.ends_with('s') => verb.to_owned(),
            Some(stem) => match stem.strip_suffix("ie") {
                Some(stem) => format!("{stem}y"),
                None if ["sse", "she", "che", "xe", "zze", "oe"].iter().any(|end| stem.ends_with(end)) => {
                    stem[..stem.len() - 1].to_owned()
                }
                None => stem.to_owned(),
            },
        },
    };
    you + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `@` is seat 0, `&` seat 1.
    fn read(sentence: &str, reader: u8) -> String {
        let mut parts = Sentence::new();
        for part in sentence.split_inclusive(['@', '&']) {
            let (text, seat) = match part.strip_suffix('@') {
                Some(text) => (text, Some(Seat(0))),
                None => (part.strip_suffix('&').unwrap_or(part), part.ends_with('&').then_some(Seat(1))),
            };
            parts = if text.is_empty() { parts } else { parts.text(text) };
            parts = seat.into_iter().fold(parts, Sentence::seat);
        }
        parts.plain_for(Some(Seat(reader)), |seat| ["Ada", "Ben"][seat.index()].to_owned())
    }

    #[test]
    fn the_one_who_acts_is_you_and_the_verb_follows() {
        for (told, read_by_ada) in [
            ("@ loses 2 health, 5 left.", "You lose 2 health, 5 left."),
            ("@ passes.", "You pass."),
            ("@ carries the lamp.", "You carry the lamp."),
            ("@ goes to C3.", "You go to C3."),
            ("@ reaches the top.", "You reach the top."),
            ("@ dies.", "You die."),
            ("@ was slain by the troll.", "You were slain by the troll."),
            ("@ may not offer help.", "You may not offer help."),
            ("@ doesn't fight.", "You don't fight."),
            ("@ also takes 3.", "You also take 3."),
            ("@ is next to the ghost in C3 and has to fight.", "You are next to the ghost in C3 and have to fight."),
            ("@ falls, and gets up again.", "You fall, and get up again."),
            ("@, at death's door, is saved by a blessing.", "You, at death's door, are saved by a blessing."),
            ("@ waits and rests: 2 more health, now 5.", "You wait and rest: 2 more health, now 5."),
            ("@ is dead. The climb is over.", "You are dead. The climb is over."),
            ("Floor 3. @ turns up a rat.", "Floor 3. You turn up a rat."),
            ("Turn 4: @ plays Lily.", "Turn 4: you play Lily."),
            ("The enemy strikes with 5; @ defends with 3.", "The enemy strikes with 5; you defend with 3."),
            ("It is the end, because @ has won.", "It is the end, because you have won."),
            ("@ takes &'s help and is glad.", "You take Ben's help and are glad."),
        ] {
            assert_eq!(read(told, 0), read_by_ada);
        }
    }

    #[test]
    fn the_one_who_is_acted_upon_is_you_and_no_verb_changes() {
        for (told, read_by_ada) in [
            ("It snaps shut on @ for 3.", "It snaps shut on you for 3."),
            ("Boots saves @ and is damaged.", "Boots saves you and is damaged."),
            ("What the ghost did to @ is over.", "What the ghost did to you is over."),
            ("& takes a card from @.", "Ben takes a card from you."),
            ("& offers @ help for 1 XP. @ decides.", "Ben offers you help for 1 XP. You decide."),
            ("Waiting for @.", "Waiting for you."),
        ] {
            assert_eq!(read(told, 0), read_by_ada);
        }
    }

    #[test]
    fn what_is_yours_is_yours() {
        assert_eq!(read("@'s turn", 0), "Your turn");
        assert_eq!(read("It is @'s turn.", 0), "It is your turn.");
        assert_eq!(read("@'s armor breaks.", 0), "Your armor breaks.");
        assert_eq!(read("@'s armor breaks.", 1), "Ada's armor breaks.");
    }

    #[test]
    fn several_who_act_have_their_verb_in_the_plural_already() {
        assert_eq!(read("@ and & beat the ghost.", 0), "You and Ben beat the ghost.");
        assert_eq!(read("@ and & beat the ghost.", 1), "Ada and you beat the ghost.");
        assert_eq!(read("@ and & pass.", 1), "Ada and you pass.");
    }

    #[test]
    fn others_read_the_names() {
        assert_eq!(read("@ loses 2 health and is dead.", 1), "Ada loses 2 health and is dead.");
        assert_eq!(read("@ loses a die to &, who has 3.", 1), "Ada loses a die to you, who has 3.");
    }
}
