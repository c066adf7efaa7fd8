//! The game's own judgement: the reference policy, and the worth of a position.

use kernel::{Judge, Rank, Seat, Temperament};

use crate::{
    Action, EnemyKind, Item, RogueAscension, View,
    content::{CardSet, LADDER},
    state::{Blow, End, Pending},
};

/// The order in which the policy wants ranks: of an ace's two cards it takes the first in this
/// list.
const WISHES: [Rank; 13] = [
    Rank::Queen,
    Rank::Jack,
    Rank::King,
    Rank::Ace,
    Rank::Nine,
    Rank::Eight,
    Rank::Seven,
    Rank::Six,
    Rank::Five,
    Rank::Four,
    Rank::Three,
    Rank::Two,
    Rank::Ten,
];

/// The ability that the policy takes, by floor.
const ABILITIES: [Item; 6] =
    [Item::Evade, Item::SecondWind, Item::DoubleDie, Item::Heal, Item::LuckyCharm, Item::Sneak];

/// The health up to which the policy takes care.
#[derive(Clone, Copy)]
struct Low(u16);

/// The value for the reference policy.
const LOW: Low = Low(10);

impl Low {
    /// The value with a temperament.
    const fn of(temperament: Temperament) -> Low {
        match temperament {
            Temperament::Careful => Low(13),
            Temperament::Bold => Low(7),
            Temperament::Spiteful => LOW,
        }
    }
}

impl Judge for RogueAscension {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        choose(&view.game, seat, moves, LOW)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        choose(&view.game, seat, moves, Low::of(temperament))
    }

    fn reference_index(&self, seat: Seat, moves: &[Action]) -> usize {
        choose(self, seat, moves, LOW)
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        (seat == self.turn && !matches!(self.pending, Pending::Over(_))).then(|| policy(self, seat, LOW))
    }

    /// Counts the floors climbed, and the state of the heroes.
    fn worth(&self, _: Seat) -> f32 {
        match self.pending {
            Pending::Over(End::Won) => return 1.0,
            Pending::Over(_) => return 0.0,
            _ => {}
        }
        let climbed = f32::from(self.floor - 1) / f32::from(self.floors());
        let shape = |hero: &crate::state::Hero| {
            let health = f32::from(hero.hp.min(CardSet::health())) / f32::from(CardSet::health());
            let dice = f32::from(hero.attack.level + hero.defense.level) / 22.0;
            let items = (hero.items.len() as f32 / 10.0).min(1.0);
            0.6 * health + 0.25 * dice + 0.15 * items
        };
        let shapes: f32 = self.heroes().iter().map(shape).sum::<f32>() / f32::from(self.players);
        let weakest = self.heroes().iter().map(|hero| hero.hp.min(CardSet::health())).min().unwrap_or_default();
        let danger = f32::from(weakest) / f32::from(CardSet::health());
        let boss = match self.fight {
            Some(fight) if fight.kind == EnemyKind::Boss => 1.0 - f32::from(fight.hp) / f32::from(fight.full.max(1)),
            Some(_) | None => 0.0,
        };
        (0.05 + 0.35 * climbed + 0.3 * shapes + 0.15 * danger + 0.14 * boss).clamp(0.01, 0.99)
    }
}

/// Chooses an action for `seat` by the policy, as an index into `moves`.
fn choose(game: &RogueAscension, seat: Seat, moves: &[Action], low: Low) -> usize {
    let action = policy(game, seat, low);
    moves.iter().position(|listed| *listed == action).expect("the policy does what is legal")
}

/// Chooses by the state itself, which hides nothing. Its conditions include those that make a move
/// legal.
fn policy(game: &RogueAscension, seat: Seat, Low(low): Low) -> Action {
    let hero = game.hero(seat);
    match game.pending {
        Pending::Camp | Pending::CombatTurn => {
            let weakest = game.order().iter().copied().min_by_key(|other| game.hero(*other).hp).unwrap_or(seat);
            let remedies = Item::POTIONS.into_iter().rev().chain([Item::Heal]);
            let remedy = remedies.into_iter().find(|item| hero.holds(*item));
            match remedy {
                Some(item) if game.hero(weakest).hp <= low => Action::Use { item, target: weakest },
                _ if game.pending == Pending::Camp => Action::Reveal,
                Some(_) | None => Action::Attack,
            }
        }
        Pending::AttackRoll { roll, weapons, .. } => {
            let kind = game.fight.map(|fight| fight.kind);
            let (count, die) = LADDER[usize::from(hero.attack.level)];
            let largest = u16::from(count) * u16::from(die.sides());
            // A hero without a die (R8) has no roll to double.
            let doubled = roll > 0 && hero.holds(Item::DoubleDie) && 4 * roll >= 3 * largest;
            if kind == Some(EnemyKind::Boss) && doubled {
                return Action::DoubleDie;
            }
            let mut held = Item::WEAPONS.into_iter().filter(|weapon| hero.holds(*weapon));
            let weapon = match kind {
                _ if weapons > 0 => None,
                Some(EnemyKind::Monster) if hero.hp <= low => held.next(),
                Some(EnemyKind::Monster) | None => None,
                Some(EnemyKind::Miniboss | EnemyKind::Boss) => held.next_back(),
            };
            weapon.map_or(Action::Pass, |item| Action::Weapon { item })
        }
        Pending::Damage(blow) => {
            let damage = blow.damage();
            if hero.holds(Item::Evade) && (damage >= 4 || damage >= hero.hp) {
                return Action::Evade;
            }
            match blow {
                Blow::Strike { attack, defense }
                    if hero.holds(Item::DoubleDie)
                        && defense > 0
                        && damage >= hero.hp
                        && attack.saturating_sub(2 * defense) < hero.hp =>
                {
                    Action::DoubleDie
                }
                Blow::Strike { .. } | Blow::Trap { .. } => Action::Pass,
            }
        }
        Pending::Initiative { .. } if hero.holds(Item::Sneak) => Action::Sneak,
        Pending::TrapRoll => {
            let Some(trap) = game.trap else { return Action::Pass };
            let reaches = |die: u16, more: i32| i32::from(die) + i32::from(trap.bonus) + more >= i32::from(trap.target);
            if hero.holds(Item::LuckyCharm) && reaches(trap.die, Item::LuckyCharm.n().into()) {
                Action::LuckyCharm
            } else if hero.holds(Item::DoubleDie) && trap.hard && reaches(2 * trap.die, 0) {
                Action::DoubleDie
            } else {
                Action::Pass
            }
        }
        Pending::Assist { at } => {
            let Some(trap) = game.trap else { return Action::Pass };
            let luck: i32 = (at..game.players)
                .map(|at| i32::from(game.hero(game.helper(trap.seat, at)).luck_modifier().max(0)))
                .sum();
            let reached = i32::from(trap.die) + i32::from(trap.bonus) + luck >= i32::from(trap.target);
            if reached { Action::Assist } else { Action::Pass }
        }
        Pending::Treasure => {
            let Some(item) = game.treasure() else { return Action::Save };
            match item.heals() {
                Some(heals) if hero.hp + heals > CardSet::health() => Action::Save,
                Some(_) | None => Action::Use { item, target: seat },
            }
        }
        Pending::ChooseCard { cards } => {
            let card = WISHES.into_iter().find(|rank| cards.contains(rank)).unwrap_or(cards[0]);
            Action::Choose { card }
        }
        Pending::ChooseAbility => Action::Ability { name: ABILITIES[usize::from(game.floor - 1) % ABILITIES.len()] },
        Pending::Reward if hero.hp > low => Action::Draw,
        Pending::Reward => Action::Decline,
        Pending::Initiative { .. } | Pending::HealingRoll { .. } | Pending::Over(_) => Action::Pass,
    }
}
