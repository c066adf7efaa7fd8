//! Asking for real dice and cards, and reading what people type.

use ::text::{t, text};
use kernel::{Ask, CardKind, Question};

/// The longest list of cards that is read out in full.
const LISTED: usize = 30;

/// What to do: `Roll a d20: Initiative of the hero.`
pub(crate) fn request(question: &Question) -> String {
    let why = question.why.text;
    match &question.ask {
        Ask::Die(die) => t!("Roll a {die}: {why}.", die = die.to_string()),
        Ask::Coin => t!("Flip a coin: {why}."),
        Ask::Card { .. } => t!("Draw a card: {why}."),
    }
}

/// What may be typed: `1 to 20`.
pub(crate) fn possible(question: &Question) -> String {
    match &question.ask {
        Ask::Die(die) => t!("1 to {}", die.sides()),
        Ask::Coin => t!("heads or tails").into(),
        Ask::Card { .. } => match question.cards() {
            named if named.iter().all(|card| card.title.is_some()) => {
                let names: Vec<_> = named.iter().map(CardKind::words).collect();
                names.join(", ")
            }
            cards if cards.len() > LISTED => some_of(&question.choices()),
            _ => question.choices().join(" "),
        },
    }
}

/// How cards are spelled, by examples: `one of 53 cards, such as 5H or 9S, or JOKER`.
fn some_of(codes: &[String]) -> String {
    let (usual, odd): (Vec<&str>, Vec<&str>) = codes.iter().map(String::as_str).partition(|code| code.len() <= 3);
    let examples = [usual.len() / 4, 3 * usual.len() / 4].map(|place| usual.get(place).copied().unwrap_or_default());
    let odd: String = odd.iter().map(|code| t!(", or {code}")).collect();
    t!("one of {} cards, such as {} or {}{odd}", codes.len(), examples[0], examples[1])
}

/// The answer meant by what was typed, as the referee spells it; as it is if it means none.
pub(crate) fn meant(question: &Question, typed: &str) -> String {
    let typed = typed.trim();
    let start = |word: &str| !typed.is_empty() && word.to_lowercase().starts_with(&typed.to_lowercase());
    match &question.ask {
        Ask::Die(_) => typed.parse::<u8>().map_or(typed.to_owned(), |number| number.to_string()),
        Ask::Coin => {
            let mut faces = [text!("heads"), text!("tails")].into_iter();
            let meant = faces.find(|face| start(face.as_str()) || start(face.source()));
            meant.map_or_else(|| typed.to_owned(), |face| face.source().to_owned())
        }
        Ask::Card { .. } => {
            let named = |card: &&CardKind| {
                card.title.is_some_and(|title| title.as_str().to_lowercase() == typed.to_lowercase())
            };
            let cards = question.cards();
            let meant = cards.iter().find(|card| card.code.eq_ignore_ascii_case(typed)).or(cards.iter().find(named));
            meant.map_or_else(|| typed.to_owned(), |card| card.code.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Die, Why};

    use super::*;

    #[test]
    fn people_may_type_freely() {
        let ask = |ask| Question { ask, why: Why::new("x", text!("Initiative of the hero")) };
        assert_eq!(request(&ask(Ask::Die(Die::D20))), "Roll a d20: Initiative of the hero.");
        assert_eq!(request(&ask(Ask::Die(Die::D8))), "Roll a d8: Initiative of the hero.");
        assert_eq!(meant(&ask(Ask::Die(Die::D20)), " 07 "), "7");
        assert_eq!(meant(&ask(Ask::Coin), "H"), "heads");
        assert_eq!(meant(&ask(Ask::Coin), ""), "");
        assert_eq!(
            meant(
                &ask(Ask::Card {
                    possible: vec!["QH", "JOKER"],
                    tellable: Vec::new(),
                    kinds: Vec::new(),
                    secret: false
                }),
                "qh"
            ),
            "QH"
        );
    }

    #[test]
    fn what_is_left_of_a_secret_deck_is_not_told() {
        let kinds = || ["QH", "JOKER"].map(Into::into).into();
        let ask = |secret| Ask::Card { possible: vec!["QH"], tellable: Vec::new(), kinds: kinds(), secret };
        let [open, secret] =
            [false, true].map(|secret| Question { ask: ask(secret), why: Why::new("x", text!("The next card")) });
        assert_eq!((possible(&open).as_str(), possible(&secret).as_str()), ("QH", "QH JOKER"));
        assert_eq!(meant(&secret, "joker"), "JOKER");
    }

    #[test]
    fn it_is_said_how_each_card_is_spelled() {
        let ask = |codes: Vec<&'static str>| Question {
            ask: Ask::Card { possible: codes, tellable: Vec::new(), kinds: Vec::new(), secret: false },
            why: Why::new("x", text!("The next card")),
        };
        assert_eq!(possible(&ask(vec!["QH", "JOKER"])), "QH JOKER");
        let pack: Vec<&str> = std::iter::repeat_n("5H", 26).chain(std::iter::repeat_n("9S", 26)).collect();
        let pack = pack.into_iter().chain(["JOKER"]).collect();
        assert_eq!(possible(&ask(pack)), "one of 53 cards, such as 5H or 9S, or JOKER");
    }
}
