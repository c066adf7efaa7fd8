//! One test for each ruling of the rulebook, by subject.

mod actions;
mod attacks;
mod ending;
mod heroes;
mod melds;

use kernel::{Card as _, CardSet, Fast, Game, NullLog};

use super::cards;
use crate::{
    Action, Card, DungeonRummy, Hero, Meld, Monster, Options, Treasure,
    content::{Effect, Tier},
    state::Pending,
};

const LILY: Hero = Hero::Lily;

const BOB: Hero = Hero::Bob;

const OAKIE: Hero = Hero::Oakie;

const MILTON: Hero = Hero::Milton;

fn card(code: &str) -> Card {
    Card::from_code(code).unwrap_or_else(|| panic!("no card {code}"))
}

fn meld(text: &str) -> Option<Meld> {
    Meld::of(&cards(text).collect::<Vec<_>>())
}

fn play(code: &str, meld: Hero, pos: u8) -> Action {
    Action::Play { card: card(code), meld, pos, wild: false }
}

fn use_it(id: Treasure) -> Action {
    Action::Treasure { id, hero: None }
}

fn laid_out(options: &Options, seats: u8) -> DungeonRummy {
    let Ok(game) = DungeonRummy::setup(options, seats, &mut Fast::seeded(4), &mut NullLog);
    game
}

impl DungeonRummy {
    fn can(&self, action: Action) -> bool {
        self.listed().contains(&action)
    }

    /// The ruling by which an illegal action is refused.
    fn refused(&self, action: Action) -> Option<&'static str> {
        assert!(!self.can(action), "{action:?} is legal");
        self.explain(self.awaited().expect("somebody decides"), &action).ruling
    }

    fn with_stash<const N: usize>(mut self, treasures: [Treasure; N]) -> Self {
        for treasure in treasures {
            self.unlooted.take(treasure);
            self.stash.put(treasure);
        }
        self
    }

    pub(in crate::tests) fn with_tokens(mut self, hero: Hero, tokens: u8) -> Self {
        self.hero_mut(hero).tokens = tokens;
        self
    }

    fn with_top(mut self, hero: Hero, code: &str) -> Self {
        let card = self.fetch(card(code));
        self.hero_mut(hero).top = Some(card);
        self
    }

    /// Everything in a deck goes to the trash.
    fn with_empty_deck(mut self, hero: Hero) -> Self {
        let own = self.hero_mut(hero);
        own.trash = own.deck;
        own.deck = CardSet::EMPTY;
        self
    }

    fn at_draw(mut self) -> Self {
        self.pending = Pending::Draw;
        self
    }
}

/// All monsters of the book have words that the rules know, and every effect of a treasure is one
/// card's.
#[test]
fn the_content_is_whole() {
    let of = |tier| Monster::ALL.into_iter().filter(|monster| monster.tier() == tier).count();
    assert_eq!([Tier::One, Tier::Two, Tier::Three, Tier::Boss].map(of), [5, 5, 5, 4]);
    assert!(Monster::ALL.iter().all(|monster| !monster.phases().is_empty()));
    let strikes = Treasure::ALL.iter().filter(|treasure| matches!(treasure.effect(), Effect::Strike(_))).count();
    assert_eq!((Treasure::ALL.len(), strikes), (18, 2));
}
