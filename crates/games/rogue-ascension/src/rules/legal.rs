//! The legal actions, and the reasons against others.

use kernel::{ActionSink, Card, RejectReason, Seat};
use text::t;

use crate::{
    Action, Item, RogueAscension,
    state::{Blow, Pending, kinds},
};

impl RogueAscension {
    /// Lists the legal actions of the seat in turn.
    #[inline(always)]
    pub(crate) fn list<M: ActionSink<Action>>(&self, out: &mut M) {
        let hero = self.hero(self.turn);
        match self.pending {
            Pending::Camp => {
                out.push(Action::Reveal);
                self.list_uses(out);
            }
            Pending::CombatTurn => {
                out.push(Action::Attack);
                self.list_uses(out);
            }
            Pending::Initiative { .. } => {
                out.push(Action::Pass);
                out.push_if(hero.holds(Item::Sneak), Action::Sneak);
                out.push_if(hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::AttackRoll { roll, .. } => {
                out.push(Action::Pass);
                let weapons = hero.items.present() & const { kinds(&Item::WEAPONS) };
                out.push_each(weapons.count_ones(), |n| Action::Weapon { item: nth_item(weapons, n) });
                out.push_if(roll > 0 && hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::Damage(blow) => {
                out.push(Action::Pass);
                out.push_if(hero.holds(Item::Evade), Action::Evade);
                let doubling = matches!(blow, Blow::Strike { defense, .. } if defense > 0);
                out.push_if(doubling && hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::TrapRoll => {
                out.push(Action::Pass);
                out.push_if(hero.holds(Item::LuckyCharm), Action::LuckyCharm);
                out.push_if(hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::Assist { .. } => {
                out.push(Action::Pass);
                out.push(Action::Assist);
            }
            Pending::HealingRoll { .. } => {
                out.push(Action::Pass);
                out.push(Action::DoubleDie);
            }
            Pending::Reward => {
                out.push(Action::Draw);
                out.push(Action::Decline);
            }
            Pending::ChooseCard { cards } => out.push_each(2, |n| Action::Choose { card: cards[n as usize] }),
            Pending::ChooseAbility => {
                out.push_each(Item::ABILITIES.len() as u32, |n| Action::Ability { name: Item::ABILITIES[n as usize] });
            }
            Pending::Treasure => {
                if let Some(item) = self.treasure() {
                    out.push_each(self.players.into(), |n| Action::Use { item, target: Seat(n as u8) });
                }
                out.push(Action::Save);
            }
            Pending::Over(_) => {}
        }
    }

    /// R10, R32: saved cards, once for each different one and each hero.
    #[inline(always)]
    fn list_uses<M: ActionSink<Action>>(&self, out: &mut M) {
        let usable = self.hero(self.turn).items.present() & const { kinds(&Item::USABLE) };
        if usable == 0 {
            return;
        }
        let heroes = u32::from(self.players);
        out.push_each(usable.count_ones() * heroes, |n| Action::Use {
            item: nth_item(usable, n / heroes),
            target: Seat((n % heroes) as u8),
        });
    }

    /// The reason why `action` is not legal for the seat in turn.
    pub(crate) fn explain(&self, action: &Action) -> RejectReason {
        let hero = self.hero(self.turn);
        let lacks =
            |item: Item| (!hero.holds(item)).then(|| RejectReason::plain(t!("you hold no {item}", item = item.code())));
        let kind = self.kind();
        match *action {
            Action::Use { target, .. } if target.0 >= self.players => {
                RejectReason::plain(t!("there is no hero in seat {target}", target = target.0))
            }
            Action::Use { item, .. } if item.is_weapon() => {
                RejectReason::ruled(t!("a weapon is added to an attack roll, after the dice"), "R14")
            }
            Action::Use { item, .. } if !Item::USABLE.contains(&item) => {
                RejectReason::ruled(t!("this ability is offered when the roll that it changes has fallen"), "R6")
            }
            Action::Use { item, .. } => match self.pending {
                Pending::Treasure => RejectReason::ruled(t!("the treasure in hand is used or saved first"), "R11"),
                Pending::Camp | Pending::CombatTurn => {
                    lacks(item).unwrap_or_else(|| RejectReason::plain(t!("it is not listed")))
                }
                _ => RejectReason::ruled(
                    t!("saved cards are used in your own turn: in camp, or before your attack"),
                    "R10",
                ),
            },
            Action::Pass if matches!(self.pending, Pending::CombatTurn) => {
                RejectReason::ruled(t!("a hero in turn always attacks"), "R42")
            }
            Action::Sneak => lacks(Item::Sneak).unwrap_or_else(|| {
                RejectReason::ruled(t!("Sneak is for initiative, when the enemy would be first"), "R17")
            }),
            Action::Weapon { item } if item.is_weapon() => lacks(item).unwrap_or_else(|| {
                RejectReason::ruled(t!("a weapon is added to your own attack roll, after the dice"), "R6")
            }),
            Action::Weapon { item } => RejectReason::plain(t!("{item} is no weapon", item = item.code())),
            Action::Evade => lacks(Item::Evade).unwrap_or_else(|| {
                RejectReason::ruled(t!("Evade is for the moment in which you would take damage"), "R16")
            }),
            Action::LuckyCharm => lacks(Item::LuckyCharm)
                .unwrap_or_else(|| RejectReason::ruled(t!("Lucky Charm is for a trap roll that fails"), "R18")),
            Action::DoubleDie => lacks(Item::DoubleDie).unwrap_or_else(|| {
                RejectReason::ruled(t!("Double Die is for a roll of your own that still counts"), "R15")
            }),
            Action::Assist => {
                RejectReason::ruled(t!("you can help only when asked, with a luck point to spend"), "R33")
            }
            Action::Decline | Action::Draw => {
                RejectReason::ruled(t!("only the reward of a fight can be declined, under Cursed Treasure"), "R22")
            }
            Action::Choose { .. } | Action::Ability { .. } | Action::Save => {
                RejectReason::plain(t!("that is no choice at {kind}"))
            }
            Action::Reveal | Action::Attack | Action::Pass => {
                RejectReason::plain(t!("what is to be decided now is {kind}"))
            }
        }
    }

    /// The name of the decision, as in the spec.
    pub(crate) fn kind(&self) -> &'static str {
        match self.pending {
            Pending::Camp => "camp",
            Pending::Initiative { .. } => "initiative",
            Pending::CombatTurn => "combat-turn",
            Pending::AttackRoll { .. } => "attack-roll",
            Pending::Damage(_) => "damage",
            Pending::TrapRoll => "trap-roll",
            Pending::Assist { .. } => "assist",
            Pending::HealingRoll { .. } => "healing-roll",
            Pending::Reward => "reward",
            Pending::ChooseCard { .. } => "choose-card",
            Pending::ChooseAbility => "choose-ability",
            Pending::Treasure => "treasure",
            Pending::Over(_) => "over",
        }
    }
}

/// The item in a set of kinds that has `before` smaller ones.
#[inline]
fn nth_item(kinds: u64, before: u32) -> Item {
    let left = (0..before).fold(kinds, |left, _| left & (left - 1));
    Item::from_index(left.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use kernel::{Fast, Game, NullLog};

    use super::*;
    use crate::{Options, state::End};

    /// Checks that seat 0 is refused: the start of the sentence, and the ruling.
    fn refused(game: &RogueAscension, action: Action, text: &str, ruling: Option<&str>) {
        let refusal = game.refuse(Seat(0), &action);
        assert!(refusal.text.starts_with(text) && refusal.ruling == ruling, "{action:?}: {refusal}");
    }

    fn game(pending: Pending) -> RogueAscension {
        let Ok(game) = RogueAscension::setup(&Options::default(), 1, &mut Fast::seeded(1), &mut NullLog);
        RogueAscension { pending, ..game }
    }

    #[test]
    fn every_use_that_is_refused_has_its_own_reason() {
        let on = |item: Item, seat: u8| Action::Use { item, target: Seat(seat) };
        let potion = Item::POTIONS[0];
        let camp = game(Pending::Camp);
        refused(&camp, on(potion, 1), "there is no hero in seat 1", None);
        refused(&camp, on(Item::WEAPONS[0], 0), "a weapon is added to an attack roll", Some("R14"));
        refused(&camp, on(Item::Evade, 0), "this ability is offered when", Some("R6"));
        refused(&camp, on(potion, 0), &format!("you hold no {}", potion.code()), None);
        refused(&game(Pending::CombatTurn), on(potion, 0), "you hold no", None);
        refused(&game(Pending::Treasure), on(potion, 0), "the treasure in hand", Some("R11"));
        refused(&game(Pending::Reward), on(potion, 0), "saved cards are used in your own turn", Some("R10"));
        let mut holding = camp;
        holding.hero_mut(Seat(0)).items.put(potion);
        refused(&holding, on(potion, 0), "it is not listed", None);
    }

    #[test]
    fn every_ability_out_of_its_time_says_when_its_time_is() {
        let weapon = Item::WEAPONS[0];
        let mut game = game(Pending::Camp);
        let abilities = [
            (Action::Sneak, Item::Sneak, "Sneak is for initiative", "R17"),
            (Action::Weapon { item: weapon }, weapon, "a weapon is added to your own attack roll", "R6"),
            (Action::Evade, Item::Evade, "Evade is for the moment", "R16"),
            (Action::LuckyCharm, Item::LuckyCharm, "Lucky Charm is for a trap roll", "R18"),
            (Action::DoubleDie, Item::DoubleDie, "Double Die is for a roll", "R15"),
        ];
        for (action, item, text, ruling) in abilities {
            refused(&game, action, &format!("you hold no {}", item.code()), None);
            game.hero_mut(Seat(0)).items.put(item);
            refused(&game, action, text, Some(ruling));
        }
        refused(&game, Action::Weapon { item: Item::Evade }, "evade is no weapon", None);
    }

    #[test]
    fn every_other_refusal_names_its_ruling_or_the_decision() {
        let camp = game(Pending::Camp);
        refused(&game(Pending::CombatTurn), Action::Pass, "a hero in turn always attacks", Some("R42"));
        refused(&camp, Action::Pass, "what is to be decided now is camp", None);
        refused(&camp, Action::Attack, "what is to be decided now is camp", None);
        refused(&game(Pending::Reward), Action::Reveal, "what is to be decided now is reward", None);
        refused(&camp, Action::Assist, "you can help only when asked", Some("R33"));
        for action in [Action::Decline, Action::Draw] {
            refused(&camp, action, "only the reward of a fight can be declined", Some("R22"));
        }
        for action in [Action::Save, Action::Ability { name: Item::Heal }] {
            refused(&camp, action, "that is no choice at camp", None);
        }
        refused(&game(Pending::Over(End::Won)), Action::Attack, "what is to be decided now is over", None);
    }
}
