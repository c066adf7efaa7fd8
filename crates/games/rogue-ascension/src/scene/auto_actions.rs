//! The auto-action of the game: to fight on.
//!
//! It strikes, and adds nothing, as long as no new decision comes up. It ends
//! - once the hero's health is at most the limit,
//! - when a card that can change the current roll or blow matters: it raises the chance to survive
//!   the fight, the rest by dice alone, by five points or more, or keeps the hero alive now,
//! - when the fight is over, and at every other decision: a treasure, a trap, a healing roll, the
//!   next floor.
//!
//! Cards that are used before a strike, such as potions, do not end it: the player has seen them
//! when setting it, and the limit brings the choice back in time. Camp has no auto-action, for each
//! floor is something new.

use kernel::{AutoAction, Forecast, Limit, Seat, Viewer};
use text::t;

use super::numbers::percent;
use crate::{
    Action, Item, RogueAscension, View,
    outlook::{self, Damage},
    state::{Blow, Fight, Pending},
};

/// The order's name.
const FIGHT_ON: &str = "fight-on";
/// A card matters if it raises the chance to survive by this.
const MATTERS: f64 = 0.05;
/// The limit, unless the enemy needs another.
const USUAL: i32 = 3;

pub(super) fn standing(game: &RogueAscension, viewer: Viewer) -> Vec<AutoAction> {
    let (Pending::CombatTurn, Some(fight)) = (game.pending, game.fight) else { return Vec::new() };
    if viewer.seat() != Some(game.turn) {
        return Vec::new();
    }
    let hero = game.hero(game.turn);
    let health = i32::from(hero.hp);
    let (_, largest) = Damage::of_blow(fight.kind, hero.defense.level).range();
    let by_enemy = largest as i32 - 2;
    let usual = if by_enemy < health { by_enemy.max(0) } else { USUAL };
    let limit =
        Limit { text: t!("until my health is at most").into(), min: 0, max: health - 1, usual: usual.min(health - 1) };
    let forecast = Some(to_the_end(game, &fight));
    vec![AutoAction { id: FIGHT_ON, text: t!("Fight on").into(), limit: Some(limit), forecast, discreet: false }]
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
    let fight = game.fight.filter(|_| id == FIGHT_ON && game.turn == seat)?;
    let hero = game.hero(seat);
    match game.pending {
        Pending::CombatTurn => (i32::from(hero.hp) > limit).then_some(Action::Attack),
        Pending::AttackRoll { roll, extra, .. } => {
            let survive = |roll| outlook::survive_striking(game, &fight, Some(&Damage::of_roll(roll, fight.kind)));
            let weapons = Item::WEAPONS.into_iter().filter(|weapon| hero.holds(*weapon)).filter_map(Item::adds);
            let doubled = hero.holds(Item::DoubleDie).then_some(roll);
            let best = weapons.chain(doubled).max().unwrap_or_default();
            let matters = survive(roll + extra + best) - survive(roll + extra) >= MATTERS;
            (!matters).then_some(Action::Pass)
        }
        Pending::Damage(blow @ Blow::Strike { attack, defense }) => {
            let damage = blow.damage();
            let instead = if hero.holds(Item::Evade) { 0 } else { attack.saturating_sub(2 * defense) };
            let gained = outlook::survive_blow(game, &fight, instead) - outlook::survive_blow(game, &fight, damage);
            let saved = damage >= hero.hp && instead < hero.hp;
            (!saved && gained < MATTERS).then_some(Action::Pass)
        }
        _ => None,
    }
}
