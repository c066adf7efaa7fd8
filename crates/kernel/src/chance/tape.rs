//! A list of outcomes, and the question at which it ends.

use super::{Answer, Ask, Chance, Die, Face, Question, RollReason};
use crate::{Audience, Card, Deck};

/// A source of chance that reads its answers from a list and asks when the list has run out.
///
/// One mechanism has four uses. A record replays as a full tape. For a person with real dice the
/// tape grows by one answer at a time while the referee tries the step again from its start. A
/// worked example is a tape with its tags checked. A test is a tape written by hand.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    answers: &'a [Answer],
    used: usize,
    contradictions: Vec<usize>,
}

/// The reason why a tape stopped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Pause {
    /// It has run out; this is the next question.
    #[error("chance was asked for `{0}`, and no more outcomes are given")]
    Ask(Box<Question>),
    /// Its next answer is not a possible outcome.
    #[error(transparent)]
    Bad(#[from] BadAnswer),
}

/// An answer that its question does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadAnswer {
    /// The question.
    pub question: Box<Question>,
    /// The answer.
    pub found: String,
}

impl std::error::Error for BadAnswer {}

impl std::fmt::Display for BadAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BadAnswer { question, found } = self;
        write!(f, "{found:?} cannot be the outcome of `{question}` ({}); it must be ", question.why.text)?;
        match &question.ask {
            Ask::Die(die) => write!(f, "a number from 1 to {}", die.sides()),
            Ask::Coin => write!(f, "heads or tails"),
            Ask::Card { possible, secret: false, .. } => write!(f, "one of {}", possible.join(", ")),
            Ask::Card { .. } => write!(f, "a card that can be drawn now"),
        }
    }
}

impl<'a> Tape<'a> {
    /// Creates a tape with these answers.
    pub fn new(answers: &'a [Answer]) -> Self {
        Tape { answers, used: 0, contradictions: Vec::new() }
    }

    /// Returns the answers that are not used yet.
    pub fn rest(&self) -> &'a [Answer] {
        &self.answers[self.used..]
    }

    /// Returns the places, among the answers, of cards that were entered though no copy of them was
    /// left.
    pub fn contradictions(&self) -> &[usize] {
        &self.contradictions
    }

    fn next(&mut self, question: impl Fn() -> Question) -> Result<&'a str, Pause> {
        let answer = self.answers.get(self.used).ok_or_else(|| Pause::Ask(Box::new(question())))?;
        question().check(&answer.0)?;
        self.used += 1;
        Ok(&answer.0)
    }
}

impl Chance for Tape<'_> {
    type Halt = Pause;

    fn roll(&mut self, die: Die, why: RollReason) -> Result<u8, Pause> {
        let answer = self.next(|| Question { ask: Ask::Die(die), why })?;
        Ok(answer.parse().expect("a checked roll is a number"))
    }

    fn flip(&mut self, why: RollReason) -> Result<Face, Pause> {
        let answer = self.next(|| Question { ask: Ask::Coin, why })?;
        Ok(if answer == "heads" { Face::Heads } else { Face::Tails })
    }

    fn draw<D: Deck>(&mut self, from: &mut D, why: RollReason) -> Result<D::Card, Pause> {
        let answer = self.answers.get(self.used).ok_or_else(|| Pause::Ask(Box::new(card_question(from, why))))?;
        let told = D::Card::from_code(&answer.0).filter(|card| from.may_hold(*card));
        let Some(card) = told else {
            let question = Box::new(card_question(from, why));
            return Err(BadAnswer { question, found: answer.0.clone() }.into());
        };
        self.used += 1;
        if !from.claim(card) {
            self.contradictions.push(self.used - 1);
        }
        Ok(card)
    }
}

/// Builds the question for a card. It lists all cards, so a tape builds it only for a person who is
/// asked or whose answer is wrong.
fn card_question<D: Deck>(from: &D, why: RollReason) -> Question {
    let kinds = || (0..D::Card::kinds()).map(D::Card::from_index);
    let (possible, copies) = from.kinds().map(|card| (card.code(), from.count(card) as u32)).unzip();
    let ask = Ask::Card {
        possible,
        copies,
        tellable: kinds().filter(|card| from.may_hold(*card)).map(Card::code).collect(),
        kinds: kinds().map(Card::kind).collect(),
        secret: why.audience != Audience::Everybody || why.teller.is_some(),
    };
    Question { ask, why }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use text::text;

    use super::*;
    use crate::{Multiset, Rank, Seat, SeatSet, Viewer};

    const WHY: RollReason = RollReason::new("initiative", text!("Initiative of the hero"));

    #[test]
    fn a_tape_answers_then_asks() {
        let answers = ["17", "heads", "Q"].map(Answer::from);
        let mut tape = Tape::new(&answers);
        assert_eq!(tape.roll(Die::D20, WHY), Ok(17));
        assert_eq!(tape.flip(WHY), Ok(Face::Heads));
        let mut bag: Multiset<Rank, 16> = [Rank::Queen].into_iter().collect();
        assert_eq!(tape.draw(&mut bag, WHY), Ok(Rank::Queen));
        assert!(bag.is_empty() && tape.rest().is_empty());
        let asked = tape.roll(Die::D6, WHY).unwrap_err();
        assert_eq!(asked, Pause::Ask(Box::new(Question { ask: Ask::Die(Die::D6), why: WHY })));
    }

    /// A deck that counts how often its kinds are listed.
    struct Listed {
        cards: Multiset<Rank, 16>,
        times: Cell<u32>,
    }

    impl Deck for Listed {
        type Card = Rank;

        fn len(&self) -> usize {
            self.cards.len()
        }

        fn count(&self, card: Rank) -> usize {
            self.cards.count(card).into()
        }

        fn take(&mut self, card: Rank) -> bool {
            Deck::take(&mut self.cards, card)
        }

        fn take_at(&mut self, place: u32) -> Rank {
            self.cards.take_at(place)
        }

        fn kinds(&self) -> impl Iterator<Item = Rank> {
            self.times.set(self.times.get() + 1);
            Rank::ALL.into_iter().filter(|card| self.count(*card) > 0)
        }
    }

    #[test]
    fn question_for_card_has_weight_of_each_outcome() {
        let mut deck: Multiset<Rank, 16> = [Rank::Two, Rank::Queen, Rank::Queen].into_iter().collect();
        let Err(Pause::Ask(question)) = Tape::new(&[]).draw(&mut deck, WHY) else { panic!("an empty tape asks") };
        let of =
            |code: &str| question.outcomes().iter().find(|(outcome, _)| outcome == code).map(|(_, weight)| *weight);
        assert_eq!((of("2"), of("Q"), of("K")), (Some(1), Some(2), None));
        assert_eq!(question.outcomes().len(), 2);
    }

    #[test]
    fn lists_cards_only_for_a_person_who_is_asked() {
        let answers = ["Q", "K"].map(Answer::from);
        let mut tape = Tape::new(&answers);
        let mut deck = Listed { cards: [Rank::Queen, Rank::Two].into_iter().collect(), times: Cell::new(0) };
        assert_eq!(tape.draw(&mut deck, WHY), Ok(Rank::Queen));
        assert_eq!(deck.times.get(), 0);
        assert!(matches!(tape.draw(&mut deck, WHY), Err(Pause::Bad(_))));
        assert_eq!(deck.times.get(), 1);
        assert!(matches!(Tape::new(&[]).draw(&mut deck, WHY), Err(Pause::Ask(_))));
        assert_eq!(deck.times.get(), 2);
    }

    #[test]
    fn what_cannot_fall_is_refused_with_what_can() {
        let error = |answer: &str, ask: Ask| Question { ask, why: WHY }.check(answer).unwrap_err().to_string();
        for answer in ["0", "21", "-1", "six", "", "1.0", "+7", "07"] {
            assert!(error(answer, Ask::Die(Die::D20)).ends_with("a number from 1 to 20"), "{answer}");
        }
        assert!(error("edge", Ask::Coin).ends_with("heads or tails"));
        let card = |secret| Ask::Card {
            possible: vec!["2", "A"],
            copies: vec![1, 1],
            tellable: vec!["2", "A"],
            kinds: ["2", "K", "A"].map(Into::into).into(),
            secret,
        };
        assert!(error("K", card(false)).ends_with("one of 2, A"));
        let hidden = Question { ask: card(true), why: WHY.only(SeatSet::only(Seat(1))) };
        assert!(hidden.check("A").is_ok());
        assert!(hidden.check("K").unwrap_err().to_string().ends_with("a card that can be drawn now"));
        let seen_by = |viewer| hidden.shown_to(viewer).to_string();
        assert!(seen_by(Viewer::All).contains(r#""card":["2","A"]"#));
        assert!(seen_by(Viewer::Seat(Seat(1))).contains(r#""card":["2","K","A"]"#));
        assert!(!seen_by(Viewer::Seat(Seat(0))).contains("card"));
    }
}
