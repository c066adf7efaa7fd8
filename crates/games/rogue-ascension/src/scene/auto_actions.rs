//! The auto-actions of the game: to fight on, and to climb on.
//!
//! Fighting on strikes, and adds nothing, as long as no new decision comes up. It ends
//! - once the hero's health is at most the limit,
//! - when a card that can change the current roll or blow matters: it raises the chance to survive
//!   the fight, the rest by dice alone, by five points or more, or keeps the hero alive now,
//! - when the fight is over, and at every other decision: a treasure, a trap, a healing roll, the
//!   next floor.
//!
//! Cards that are used before a strike, such as potions, do not end it: the player has seen them
//! when setting it, and the limit brings the choice back in time.
//!
//! Climbing on is set at camp. It turns up the next floor, and fights on by the same rules. It waits
//! at every decision that has more than one choice, but for those between strikes, and goes on when
//! the player has decided. A treasure with one sensible use is no decision. It ends at the boss's
//! door.

use kernel::{AutoAction, Forecast, Game, Limit, Seat, Viewer};
use text::t;

use super::{moves::wasted, numbers::percent};
use crate::{
    Action, Item, RogueAscension, View,
    content::CardSet,
    outlook::{self, Damage},
    state::{Blow, Fight, Pending},
};

/// The names of the orders.
const FIGHT_ON: &str = "fight-on";
const CLIMB_ON: &str = "climb-on";
/// A card matters if it raises the chance to survive by this.
const MATTERS: f64 = 0.05;
/// The limit, unless the enemy needs another.
const USUAL: i32 = 3;
/// The limit at camp, where the enemy is not known: a third of the health at the start.
fn usual_at_camp() -> i32 {
    i32::from(CardSet::health()) / 3
}

pub(super) fn standing(game: &RogueAscension, viewer: Viewer) -> Vec<AutoAction> {
    if viewer.seat() != Some(game.turn) {
        return Vec::new();
    }
    let hero = game.hero(game.turn);
    let health = i32::from(hero.hp);
    let limited = |usual: i32| Limit {
        text: t!("until my health is at most").into(),
        min: 0,
        max: health - 1,
        usual: usual.min(health - 1),
    };
    let fight = match (game.pending, game.fight) {
        (Pending::CombatTurn, Some(fight)) => fight,
        (Pending::Camp, _) if floors_left(game) => {
            let limit = Some(limited(usual_at_camp()));
            let text = t!("Climb on").into();
            return vec![AutoAction { id: CLIMB_ON, text, limit, forecast: None, discreet: false, lasting: true }];
        }
        _ => return Vec::new(),
    };
    let (_, largest) = Damage::of_blow(fight.kind, hero.defense.level).range();
    let by_enemy = largest as i32 - 2;
    let usual = if by_enemy < health { by_enemy.max(0) } else { USUAL };
    let (limit, forecast) = (Some(limited(usual)), Some(to_the_end(game, &fight)));
    vec![AutoAction { id: FIGHT_ON, text: t!("Fight on").into(), limit, forecast, discreet: false, lasting: false }]
}

/// `Dice alone to the end: survive 71 %. Potion first: 96 %.`
fn to_the_end(game: &RogueAscension, fight: &Fight) -> Forecast {
    let survive = outlook::survive_striking(game, fight, None);
    let held = Item::USABLE.into_iter().filter(|item| *item != Item::Luck && game.hero(game.turn).holds(*item));
    let uses = held.flat_map(|item| Seat::all(game.players).map(move |target| (item, target)));
    let best = uses
        .map(|(item, target)| (item, outlook::survive_using(game, fight, item, target)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    let chance = percent(survive);
    let text = match best {
        Some((item, better)) if better > survive && percent(better) != chance => {
            let (item, better) = (item.name(), percent(better));
            t!("Dice alone to the end: survive {chance}. {item} first: {better}.")
        }
        _ => t!("Dice alone to the end: survive {chance}."),
    };
    Forecast::new(text).odds(survive, 1.0 - survive)
}

/// The action of `seat` by the auto-action now.
pub(crate) fn carry_out(view: &View, seat: Seat, id: &str, limit: i32) -> Option<Action> {
    let game = &view.game;
    if game.turn != seat {
        return None;
    }
    let fresh = i32::from(game.hero(seat).hp) > limit;
    match (id, game.fight) {
        (FIGHT_ON, Some(fight)) => fight_on(game, seat, &fight, fresh),
        (CLIMB_ON, Some(fight)) => fight_on(game, seat, &fight, fresh).or_else(|| forced(game, seat)),
        (CLIMB_ON, None) if game.pending == Pending::Camp => (fresh && floors_left(game)).then_some(Action::Reveal),
        (CLIMB_ON, None) => forced(game, seat),
        _ => None,
    }
}

/// Whether an auto-action still holds: a climb ends at the boss's door.
pub(crate) fn stands(_: &View, now: &View, _: Seat, id: &str) -> bool {
    id != CLIMB_ON || now.game.fight.is_some() || floors_left(&now.game)
}

/// Whether a floor is to be turned up before the boss.
fn floors_left(game: &RogueAscension) -> bool {
    game.floor <= game.floors()
}

/// The only action that there is, or the only one that makes sense, if climbing on takes it: nothing
/// is decided by it.
fn forced(game: &RogueAscension, seat: Seat) -> Option<Action> {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    match legal[..] {
        [only] if !matches!(game.pending, Pending::Camp | Pending::CombatTurn) => Some(only),
        _ => sensible(game, seat),
    }
}

/// The only action that makes sense with the treasure in hand of a hero without company: a better
/// die and luck are used at once, because they last, and a potion at full health is saved.
fn sensible(game: &RogueAscension, seat: Seat) -> Option<Action> {
    if game.players > 1 || game.pending != Pending::Treasure {
        return None;
    }
    let item = game.treasure()?;
    match (item, wasted(game, item, seat)) {
        (Item::AttackUp | Item::DefenseUp | Item::Luck, None) => Some(Action::Use { item, target: seat }),
        (item, Some(_)) if item.heals().is_some() => Some(Action::Save),
        _ => None,
    }
}

/// The action of a fight as long as no new decision comes up; `fresh` if the hero's health is above
/// the limit.
fn fight_on(game: &RogueAscension, seat: Seat, fight: &Fight, fresh: bool) -> Option<Action> {
    let hero = game.hero(seat);
    match game.pending {
        Pending::CombatTurn => fresh.then_some(Action::Attack),
        Pending::AttackRoll { roll, extra, .. } => {
            let survive = |roll| outlook::survive_striking(game, fight, Some(&Damage::of_roll(roll, fight.kind)));
            let weapons = Item::WEAPONS.into_iter().filter(|weapon| hero.holds(*weapon)).filter_map(Item::adds);
            let doubled = hero.holds(Item::DoubleDie).then_some(roll);
            let best = weapons.chain(doubled).max().unwrap_or_default();
            let matters = survive(roll + extra + best) - survive(roll + extra) >= MATTERS;
            (!matters).then_some(Action::Pass)
        }
        Pending::Damage(blow @ Blow::Strike { attack, defense }) => {
            let damage = blow.damage();
            let instead = if hero.holds(Item::Evade) { 0 } else { attack.saturating_sub(2 * defense) };
            let gained = outlook::survive_blow(game, fight, instead) - outlook::survive_blow(game, fight, damage);
            let saved = damage >= hero.hp && instead < hero.hp;
            (!saved && gained < MATTERS).then_some(Action::Pass)
        }
        _ => None,
    }
}
