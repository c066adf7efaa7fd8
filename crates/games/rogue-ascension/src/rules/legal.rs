//! Which actions are legal, and why others are not.

use kernel::{Card, Refusal, Seat};

use crate::{
    Action, Item, RogueAscension,
    state::{Blow, Pending, kinds},
};

impl RogueAscension {
    /// What the seat in turn may do.
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
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
                push_if(out, hero.holds(Item::Sneak), Action::Sneak);
                push_if(out, hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::AttackRoll { roll, .. } => {
                out.push(Action::Pass);
                for item in Item::WEAPONS {
                    push_if(out, hero.holds(item), Action::Weapon { item });
                }
                push_if(out, roll > 0 && hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::Damage(blow) => {
                out.push(Action::Pass);
                push_if(out, hero.holds(Item::Evade), Action::Evade);
                let doubling = matches!(blow, Blow::Strike { defense, .. } if defense > 0);
                push_if(out, doubling && hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::TrapRoll => {
                out.push(Action::Pass);
                push_if(out, hero.holds(Item::LuckyCharm), Action::LuckyCharm);
                push_if(out, hero.holds(Item::DoubleDie), Action::DoubleDie);
            }
            Pending::Assist { .. } => out.extend([Action::Pass, Action::Assist]),
            Pending::HealingRoll { .. } => out.extend([Action::Pass, Action::DoubleDie]),
            Pending::Reward => out.extend([Action::Draw, Action::Decline]),
            Pending::ChooseCard { cards } => out.extend(cards.map(|card| Action::Choose { card })),
            Pending::ChooseAbility => out.extend(Item::ABILITIES.map(|name| Action::Ability { name })),
            Pending::Treasure => {
                if let Some(item) = self.treasure() {
                    self.list_targets(item, out);
                }
                out.push(Action::Save);
            }
            Pending::Over(_) => {}
        }
    }

    /// R10, R32: saved cards, once for each different one and each hero.
    fn list_uses(&self, out: &mut Vec<Action>) {
        let mut usable = self.hero(self.turn).items.present() & const { kinds(&Item::USABLE) };
        while usable != 0 {
            let item = Item::from_index(usable.trailing_zeros() as usize);
            usable &= usable - 1;
            self.list_targets(item, out);
        }
    }

    #[inline]
    fn list_targets(&self, item: Item, out: &mut Vec<Action>) {
        for target in 0..self.players {
            out.push(Action::Use { item, target: Seat(target) });
        }
    }

    /// Why `action` is not legal for the seat in turn.
    pub(crate) fn explain(&self, action: &Action) -> Refusal {
        let hero = self.hero(self.turn);
        let lacks = |item: Item| (!hero.holds(item)).then(|| Refusal::plain(format!("you hold no {}", item.code())));
        let kind = self.kind();
        match *action {
            Action::Use { target, .. } if target.0 >= self.players => {
                Refusal::plain(format!("there is no hero in seat {target}"))
            }
            Action::Use { item, .. } if item.is_weapon() => {
                Refusal::ruled("a weapon is added to an attack roll, after the dice", "R14")
            }
            Action::Use { item, .. } if !Item::USABLE.contains(&item) => {
                Refusal::ruled("this ability is offered when the roll that it changes has fallen", "R6")
            }
            Action::Use { item, .. } => match self.pending {
                Pending::Treasure => Refusal::ruled("the treasure in hand is used or saved first", "R11"),
                Pending::Camp | Pending::CombatTurn => {
                    lacks(item).unwrap_or_else(|| Refusal::plain("it is not listed"))
                }
                _ => Refusal::ruled("saved cards are used in your own turn: in camp, or before your attack", "R10"),
            },
            Action::Pass if matches!(self.pending, Pending::CombatTurn) => {
                Refusal::ruled("a hero in turn always attacks", "R42")
            }
            Action::Sneak => lacks(Item::Sneak)
                .unwrap_or_else(|| Refusal::ruled("Sneak is for initiative, when the enemy would be first", "R17")),
            Action::Weapon { item } if item.is_weapon() => lacks(item)
                .unwrap_or_else(|| Refusal::ruled("a weapon is added to your own attack roll, after the dice", "R6")),
            Action::Weapon { item } => Refusal::plain(format!("{} is no weapon", item.code())),
            Action::Evade => lacks(Item::Evade)
                .unwrap_or_else(|| Refusal::ruled("Evade is for the moment in which you would take damage", "R16")),
            Action::LuckyCharm => lacks(Item::LuckyCharm)
                .unwrap_or_else(|| Refusal::ruled("Lucky Charm is for a trap roll that fails", "R18")),
            Action::DoubleDie => lacks(Item::DoubleDie)
                .unwrap_or_else(|| Refusal::ruled("Double Die is for a roll of your own that still counts", "R15")),
            Action::Assist => Refusal::ruled("you can help only when asked, with a luck point to spend", "R33"),
            Action::Decline | Action::Draw => {
                Refusal::ruled("only the reward of a fight can be declined, under Cursed Treasure", "R22")
            }
            Action::Choose { .. } | Action::Ability { .. } | Action::Save => {
                Refusal::plain(format!("that is no choice at {kind}"))
            }
            Action::Reveal | Action::Attack | Action::Pass => {
                Refusal::plain(format!("what is to be decided now is {kind}"))
            }
        }
    }

    /// The name of the decision, as the spec has it.
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

#[inline]
fn push_if(out: &mut Vec<Action>, when: bool, action: Action) {
    if when {
        out.push(action);
    }
}
