//! The view of each seat. It holds everything, for nothing in this game is secret (section "What is
//! hidden" of the rulebook).

use kernel::{Card, Viewer};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    Curse, RogueAscension,
    content::{CardSet, LADDER_NAMES},
    state::{Cards, End, Hero, Pending},
};

/// All that a viewer may know of a match.
///
/// The order and place of unseen cards are not in the state at all, so no view can hold them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) game: RogueAscension,
}

impl View {
    pub(crate) fn new(game: &RogueAscension, _: Viewer) -> View {
        View { game: game.clone() }
    }
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = &self.game;
        json!({
            "heroes": game.heroes().iter().map(|hero| self.hero(hero)).collect::<Vec<_>>(),
            "order": game.order(),
            "active": game.active,
            "floor": game.floor,
            "floors": game.floors(),
            "card": game.card,
            "enemy": self.enemy(),
            "trap": self.trap(),
            "treasure": game.reward.and_then(|reward| reward.card),
            "roll": self.roll(),
            "pile": game.cards.pile_len(),
            "discard": game.cards.discard.len(),
            "discarded": counts(&game.cards.discard),
            "hidden": game.cards.hidden,
            "unseen": counts(&game.cards.unseen),
            "reshuffled": counts(&game.cards.pile),
            "ascension": game.options.ascension,
            "over": self.over(),
            "cause": self.cause(),
            "unlocked": matches!(game.pending, Pending::Over(End::Won)).then(|| u16::from(game.options.ascension) + 1),
        })
        .serialize(to)
    }
}

impl View {
    fn hero(&self, hero: &Hero) -> Value {
        let mut items: Vec<&str> =
            hero.items.iter().flat_map(|(item, copies)| std::iter::repeat_n(item.code(), copies.into())).collect();
        items.sort_unstable();
        let curses: Map<String, Value> = Curse::ALL
            .into_iter()
            .filter(|curse| hero.cursed(*curse) > 0)
            .map(|curse| (curse.id().to_owned(), hero.cursed(curse).into()))
            .collect();
        json!({
            "hp": hero.hp,
            "max": CardSet::health(),
            "attack": LADDER_NAMES[usize::from(hero.attack.level)],
            "defense": LADDER_NAMES[usize::from(hero.defense.level)],
            "luck": hero.luck,
            "luck_modifier": hero.luck_modifier(),
            "items": items,
            "curses": curses,
        })
    }

    fn enemy(&self) -> Value {
        match self.game.fight {
            Some(fight) => json!({
                "kind": fight.kind.id(),
                "hp": fight.hp,
                "round": fight.round,
                "heroes_first": fight.heroes_first,
            }),
            None => Value::Null,
        }
    }

    fn trap(&self) -> Value {
        match self.game.trap {
            Some(trap) => json!({
                "seat": trap.seat,
                "hard": trap.hard,
                "target": trap.target,
                "roll": trap.die,
                "bonus": trap.bonus,
                "cursed": trap.cursed,
            }),
            None => Value::Null,
        }
    }

    /// The values of the pending decision.
    fn roll(&self) -> Value {
        match self.game.pending {
            Pending::Initiative { hero, enemy } => json!({ "hero": hero, "enemy": enemy }),
            Pending::AttackRoll { roll, extra, weapons } => json!({ "roll": roll, "extra": extra, "weapons": weapons }),
            Pending::Damage(blow) => json!({ "damage": blow.damage() }),
            Pending::HealingRoll { value, .. } => json!({ "healing": value }),
            Pending::ChooseCard { cards } => json!({ "cards": cards }),
            Pending::Camp
            | Pending::CombatTurn
            | Pending::TrapRoll
            | Pending::Assist { .. }
            | Pending::Reward
            | Pending::ChooseAbility
            | Pending::Treasure
            | Pending::Over(_) => Value::Null,
        }
    }

    fn over(&self) -> Option<&'static str> {
        match self.game.pending {
            Pending::Over(End::Won) => Some("won"),
            Pending::Over(_) => Some("lost"),
            _ => None,
        }
    }

    fn cause(&self) -> Option<&'static str> {
        match self.game.pending {
            Pending::Over(End::Slain(kind)) => Some(kind.id()),
            Pending::Over(End::Trapped) => Some("trap"),
            Pending::Over(End::Exhausted) => Some("exhaustion"),
            _ => None,
        }
    }
}

fn counts(cards: &Cards) -> Map<String, Value> {
    cards.iter().map(|(rank, copies)| (rank.code().to_owned(), copies.into())).collect()
}
