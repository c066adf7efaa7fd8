//! Kinds of luck, and a table where one kind is real and the other one is drawn.

use serde::{Deserialize, Serialize};

use super::{Answer, Ask, Chance, ChanceOutcome, ChanceResult, Die, Face, Pause, RecordRng, RollReason, Tape};
use crate::Deck;

/// A kind of luck: the things that a real table needs for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LuckKind {
    /// Dice and coins.
    Dice,
    /// Cards, and everything else that is drawn from a deck.
    Cards,
}

impl LuckKind {
    /// Returns the name in records and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            LuckKind::Dice => "dice",
            LuckKind::Cards => "cards",
        }
    }

    /// Returns the kind of this name.
    pub fn named(name: &str) -> Option<LuckKind> {
        [LuckKind::Dice, LuckKind::Cards].into_iter().find(|kind| kind.name() == name)
    }
}

impl Ask {
    /// Returns the kind of luck that is asked for.
    pub const fn kind(&self) -> LuckKind {
        match self {
            Ask::Die(_) | Ask::Coin => LuckKind::Dice,
            Ask::Card { .. } => LuckKind::Cards,
        }
    }
}

impl ChanceOutcome {
    /// Returns its kind of luck.
    pub const fn kind(&self) -> LuckKind {
        match self.result {
            ChanceResult::Die(..) | ChanceResult::Coin(_) => LuckKind::Dice,
            ChanceResult::Card(_) => LuckKind::Cards,
        }
    }
}

/// The kinds of luck that are real at a table: its players roll or draw, and enter the outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum RealLuck {
    /// None: a sealed seed decides everything.
    #[default]
    None,
    /// Dice and coins; the cards come from a sealed seed.
    Dice,
    /// Cards; the dice and coins come from a sealed seed.
    Cards,
    /// Everything.
    All,
}

impl RealLuck {
    /// All choices.
    pub const ALL: [RealLuck; 4] = [RealLuck::None, RealLuck::Dice, RealLuck::Cards, RealLuck::All];

    /// Returns the choice at a table, which has a seed or not, and enters this kind by hand if it
    /// has one.
    pub const fn of(seeded: bool, entered: Option<LuckKind>) -> RealLuck {
        match (seeded, entered) {
            (false, _) => RealLuck::All,
            (true, None) => RealLuck::None,
            (true, Some(LuckKind::Dice)) => RealLuck::Dice,
            (true, Some(LuckKind::Cards)) => RealLuck::Cards,
        }
    }

    /// Returns the name in forms and calls.
    pub const fn name(self) -> &'static str {
        match self {
            RealLuck::None => "sealed",
            RealLuck::Dice => "physical-dice",
            RealLuck::Cards => "physical-cards",
            RealLuck::All => "physical",
        }
    }

    /// Returns the choice of this name.
    pub fn named(name: &str) -> Option<RealLuck> {
        RealLuck::ALL.into_iter().find(|real| real.name() == name)
    }

    /// Returns the kind that is entered while a seed decides the other one.
    pub const fn entered(self) -> Option<LuckKind> {
        match self {
            RealLuck::Dice => Some(LuckKind::Dice),
            RealLuck::Cards => Some(LuckKind::Cards),
            RealLuck::None | RealLuck::All => None,
        }
    }

    /// Returns whether players enter outcomes of this kind.
    pub fn covers(self, kind: LuckKind) -> bool {
        self == RealLuck::All || self.entered() == Some(kind)
    }
}

/// A source that reads outcomes from a tape; those of one kind only, if a generator has the rest.
pub(crate) struct Entered<'a> {
    tape: Tape<'a>,
    /// The kind on the tape, and the generator for the other one.
    split: Option<(LuckKind, &'a mut RecordRng)>,
}

impl<'a> Entered<'a> {
    pub(crate) fn new(answers: &'a [Answer], split: Option<(LuckKind, &'a mut RecordRng)>) -> Entered<'a> {
        Entered { tape: Tape::new(answers), split }
    }

    /// Returns the places of impossible cards among the answers; see [`Tape::contradictions`].
    pub(crate) fn contradictions(&self) -> &[usize] {
        self.tape.contradictions()
    }

    /// Returns the generator, if it decides outcomes of this kind.
    fn generator(&mut self, kind: LuckKind) -> Option<&mut RecordRng> {
        self.split.as_mut().filter(|(entered, _)| *entered != kind).map(|(_, dice)| &mut **dice)
    }
}

impl Chance for Entered<'_> {
    type Halt = Pause;

    fn roll(&mut self, die: Die, why: RollReason) -> Result<u8, Pause> {
        let Some(dice) = self.generator(LuckKind::Dice) else { return self.tape.roll(die, why) };
        let Ok(value) = dice.roll(die, why);
        Ok(value)
    }

    fn flip(&mut self, why: RollReason) -> Result<Face, Pause> {
        let Some(dice) = self.generator(LuckKind::Dice) else { return self.tape.flip(why) };
        let Ok(face) = dice.flip(why);
        Ok(face)
    }

    fn draw<D: Deck>(&mut self, from: &mut D, why: RollReason) -> Result<D::Card, Pause> {
        let Some(dice) = self.generator(LuckKind::Cards) else { return self.tape.draw(from, why) };
        let Ok(card) = dice.draw(from, why);
        Ok(card)
    }
}

#[cfg(test)]
mod tests {
    use text::text;

    use super::*;
    use crate::{Multiset, Rank, Seed};

    const WHY: RollReason = RollReason::new("initiative", text!("Initiative of the hero"));

    #[test]
    fn one_kind_is_entered_and_the_other_one_drawn() {
        let answers = ["17", "heads"].map(Answer::from);
        let mut dice = RecordRng::of(&Seed::from(7));
        let mut bag: Multiset<Rank, 16> = [Rank::Queen, Rank::Two, Rank::Ten].into_iter().collect();
        let mut other = bag.clone();
        let mut luck = Entered::new(&answers, Some((LuckKind::Dice, &mut dice)));
        assert_eq!(luck.roll(Die::D20, WHY), Ok(17));
        let drawn = luck.draw(&mut bag, WHY).unwrap();
        assert_eq!(luck.flip(WHY), Ok(Face::Heads));
        assert!(matches!(luck.roll(Die::D6, WHY), Err(Pause::Ask(question)) if question.ask.kind() == LuckKind::Dice));
        assert_eq!(dice.words(), 1, "only the card took a word of the generator");
        let Ok(same) = RecordRng::of(&Seed::from(7)).draw(&mut other, WHY);
        assert_eq!(drawn, same, "the card is that of the seed");

        let mut luck = Entered::new(&[], Some((LuckKind::Cards, &mut dice)));
        assert!(luck.roll(Die::D6, WHY).is_ok() && luck.flip(WHY).is_ok());
        assert!(
            matches!(luck.draw(&mut bag, WHY), Err(Pause::Ask(question)) if question.ask.kind() == LuckKind::Cards)
        );
    }

    #[test]
    fn choices_have_one_name_each() {
        for real in RealLuck::ALL {
            assert_eq!(RealLuck::named(real.name()), Some(real));
            assert_eq!(RealLuck::of(real != RealLuck::All, real.entered()), real);
        }
        assert_eq!(RealLuck::named("physical"), Some(RealLuck::All), "as old clients say it");
        assert_eq!(
            [LuckKind::Dice, LuckKind::Cards].map(|kind| LuckKind::named(kind.name())).map(Option::unwrap),
            [LuckKind::Dice, LuckKind::Cards]
        );
        let covers = |real: RealLuck| [LuckKind::Dice, LuckKind::Cards].map(|kind| real.covers(kind));
        assert_eq!(RealLuck::ALL.map(covers), [[false; 2], [true, false], [false, true], [true; 2]]);
    }
}
