//! Asking for real dice and cards, and reading what people type.

use ::text::{t, text};
use kernel::{Ask, CardKind, Question, StandardCard};

/// The longest list of cards that is read out in full.
const LISTED: usize = 30;

/// The request for an outcome: `Roll a d20: Initiative of the hero.`
pub(crate) fn request(question: &Question) -> String {
    let why = question.why.text;
    match &question.ask {
        Ask::Die(die) => t!("Roll a {die}: {why}.", die = die.to_string()),
        Ask::Coin => t!("Flip a coin: {why}."),
        Ask::Card { .. } => t!("Draw a card: {why}."),
    }
}

/// The possible answers: `1 to 20`.
pub(crate) fn possible(question: &Question) -> String {
    match &question.ask {
        Ask::Die(die) => t!("1 to {}", die.sides()),
        Ask::Coin => t!("heads or tails").into(),
        Ask::Card { .. } => match question.cards() {
            cards if cards.iter().all(|card| card.title.is_some()) => {
                let names: Vec<_> = cards.iter().map(CardKind::words).collect();
                names.join(", ")
            }
            cards if cards.len() > LISTED => some_of(&cards),
            cards if cards.iter().any(|card| card.printed.is_some()) => {
                let spelled: Vec<_> = cards.iter().map(spelled).collect();
                spelled.join(", ")
            }
            _ => question.choices().join(" "),
        },
    }
}

/// The spelling of a card. A game's own playing card also has its face, for its code alone is
/// unclear: `L-QT for Q♥ (Lily)`.
fn spelled(card: &CardKind) -> String {
    match card.printed {
        Some(_) => t!("{code} for {card}", code = card.code, card = card.words()),
        None => card.code.to_owned(),
    }
}

/// The spelling of cards, by examples: `one of 53 cards, such as 5H or 9S, or JOKER`.
fn some_of(cards: &[CardKind]) -> String {
    let (usual, odd): (Vec<_>, Vec<_>) = cards.iter().partition(|card| card.standard() != Some(StandardCard::Joker));
    let examples = [usual.len() / 4, 3 * usual.len() / 4];
    let [one, other] = examples.map(|place| usual.get(place).copied().map(spelled).unwrap_or_default());
    let odd: String = odd.iter().map(|card| t!(", or {code}", code = card.code)).collect();
    t!("one of {} cards, such as {} or {}{odd}", cards.len(), one, other)
}

/// The answer that the typed text means, as the referee spells it; the text itself if it means
/// none.
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
            let named = |card: &&CardKind| card.words().to_lowercase() == typed.to_lowercase();
            let cards = question.cards();
            let meant = cards.iter().find(|card| card.code.eq_ignore_ascii_case(typed)).or(cards.iter().find(named));
            meant.map_or_else(|| typed.to_owned(), |card| card.code.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Die, Printed, Rank, RollReason, Suit};

    use super::*;

    #[test]
    fn people_may_type_freely() {
        let ask = |ask| Question { ask, why: RollReason::new("x", text!("Initiative of the hero")) };
        assert_eq!(request(&ask(Ask::Die(Die::D20))), "Roll a d20: Initiative of the hero.");
        assert_eq!(request(&ask(Ask::Die(Die::D8))), "Roll a d8: Initiative of the hero.");
        assert_eq!(meant(&ask(Ask::Die(Die::D20)), " 07 "), "7");
        assert_eq!(meant(&ask(Ask::Coin), "H"), "heads");
        assert_eq!(meant(&ask(Ask::Coin), ""), "");
        assert_eq!(
            meant(
                &ask(Ask::Card {
                    possible: vec!["QH", "JOKER"],
                    copies: Vec::new(),
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
        let ask =
            |secret| Ask::Card { possible: vec!["QH"], copies: vec![1], tellable: Vec::new(), kinds: kinds(), secret };
        let [open, secret] = [false, true]
            .map(|secret| Question { ask: ask(secret), why: RollReason::new("x", text!("The next card")) });
        assert_eq!((possible(&open).as_str(), possible(&secret).as_str()), ("QH", "QH JOKER"));
        assert_eq!(meant(&secret, "joker"), "JOKER");
    }

    #[test]
    fn card_of_a_game_is_spelled_beside_its_face() {
        let printed = Printed { rank: Rank::Queen, suit: Suit::Hearts, home: "Lily" };
        let queen = CardKind { printed: Some(printed), ..CardKind::from("L-QT") };
        let question = Question {
            ask: Ask::Card {
                possible: vec!["L-QT"],
                copies: vec![1],
                tellable: Vec::new(),
                kinds: vec![queen],
                secret: false,
            },
            why: RollReason::new("x", text!("The next card")),
        };
        assert_eq!(possible(&question), "L-QT for Q♥ (Lily)");
        assert_eq!((meant(&question, "q♥ (lily)").as_str(), meant(&question, "l-qt").as_str()), ("L-QT", "L-QT"));
    }

    #[test]
    fn it_is_said_how_each_card_is_spelled() {
        let ask = |codes: Vec<&'static str>| Question {
            ask: Ask::Card {
                possible: codes,
                copies: Vec::new(),
                tellable: Vec::new(),
                kinds: Vec::new(),
                secret: false,
            },
            why: RollReason::new("x", text!("The next card")),
        };
        assert_eq!(possible(&ask(vec!["QH", "JOKER"])), "QH JOKER");
        let pack: Vec<&str> = std::iter::repeat_n("5H", 26).chain(std::iter::repeat_n("9S", 26)).collect();
        let pack = pack.into_iter().chain(["JOKER"]).collect();
        assert_eq!(possible(&ask(pack)), "one of 53 cards, such as 5H or 9S, or JOKER");
    }
}
