//! The wording of legal actions, their forecasts, and the questions before risky ones.
//!
//! Chances of good and bad are those of the whole fight by dice alone; in a trap they are those of
//! disarming it and of dying in it.

use kernel::{Forecast, Rank, Seat, Wording, say};
use text::{Text, counted, t};

use super::{
    item_id,
    numbers::{percent, wounds},
    offer::ability_id,
    stage::{answer, hero_id},
    the_enemy,
};
use crate::{
    Action, Item, RogueAscension, View,
    content::dice,
    event::{long_name, treasure},
    outlook::{self, Battle, Damage},
    state::{Blow, Fight, Healing, Pending, Trap, kinds},
};

/// From this chance to die at once on, the page asks the player to confirm a move.
const DEADLY: f64 = 0.25;

/// The wording of a legal action.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let game = &view.game;
    match *action {
        Action::Reveal => reveal(game),
        Action::Attack => attack(game, seat),
        Action::Pass => pass(game, seat),
        Action::Use { item, target } => use_item(game, seat, item, target),
        Action::Save => {
            Wording::new(t!("Save it for later")).to("treasure").forecast(t!("keeps it for any later turn of yours"))
        }
        Action::Sneak => sneak(game, seat),
        Action::DoubleDie => double(game, seat),
        Action::Weapon { item } => weapon(game, seat, item),
        Action::Evade => {
            let wording = Wording::new(t!("Evade: take no damage")).from(item_id(seat, Item::Evade));
            match game.fight {
                Some(fight) if game.trap.is_none() => {
                    wording.forecast(of_fight(t!("no damage"), outlook::survive_blow(game, &fight, 0)))
                }
                _ => wording.forecast(Forecast::new(t!("no damage")).odds(1.0, 0.0)),
            }
        }
        Action::LuckyCharm => {
            let wording = Wording::new(t!("Rub the Lucky Charm: {} more", Item::LuckyCharm.n()))
                .from(item_id(seat, Item::LuckyCharm));
            in_trap(game, wording, 0, Item::LuckyCharm.n().into())
        }
        Action::Assist => in_trap(game, Wording::new(t!("Spend a luck point to help")), 0, 1),
        Action::Draw => draw(game, seat),
        Action::Decline => Wording::new(t!("Leave the treasure alone")).forecast(t!("no trap, no treasure")),
        Action::Choose { card } => {
            let wording = Wording::new(t!("Keep {}", treasure(card))).from(format!("card-{card}"));
            wording.forecast(match Item::of(card) {
                Some(item) => used_once(game, item, seat).unwrap_or_else(|| item.text().0.to_owned()),
                None => t!("then choose one of six abilities").to_owned(),
            })
        }
        Action::Ability { name } => {
            Wording::new(t!("Take {}", name.name())).from(ability_id(name)).forecast(name.text().0)
        }
    }
}

/// The forecast of a move, with the chance to survive the fight after it.
fn of_fight(text: impl AsRef<str>, survive: f64) -> Forecast {
    Forecast::new(t!("{}; {} to win", text.as_ref(), percent(survive))).odds(survive, 1.0 - survive)
}

// Camp.

fn reveal(game: &RogueAscension) -> Wording {
    let wording = |text: String| Wording::new(text).to("tower").main();
    if game.floor > game.floors() {
        let hp = game.boss_health();
        let boss = Fight { kind: crate::EnemyKind::Boss, hp, full: hp, round: 1, heroes_first: true, at: 0 };
        let first = outlook::first_chance(game.initiative_bonus());
        let survive = first * outlook::survive_from_start(game, &boss, true)
            + (1.0 - first) * outlook::survive_from_start(game, &boss, false);
        let text = t!("the boss has {hp} health; dice alone");
        return wording(t!("Open the boss's door").into()).forecast(of_fight(text, survive));
    }
    let unseen = &game.cards.unseen;
    let share = |ranks: &[Rank]| {
        let copies: u32 = ranks.iter().map(|rank| u32::from(unseen.count(*rank))).sum();
        f64::from(copies) / unseen.len() as f64
    };
    let [trap, miniboss, chest] = [&[Rank::Jack, Rank::Queen][..], &[Rank::King], &[Rank::Ace]].map(share);
    let monster = 1.0 - trap - miniboss - chest;
    wording(t!("Turn up floor {}", game.floor)).forecast(t!(
        "monster {}, trap {}, miniboss {}, treasure {}",
        percent(monster),
        percent(trap),
        percent(miniboss),
        percent(chest)
    ))
}

fn draw(game: &RogueAscension, seat: Seat) -> Wording {
    let traps = game.hero(seat).cursed(crate::Curse::CursedTreasure);
    let dies = outlook::trapped(game, seat, traps);
    let wording = Wording::new(t!("Draw the treasure")).main();
    let first = counted!(traps, "trap");
    let text = t!("{first} first, easy or hard; {} to die if you do nothing about it", percent(dies));
    let wording = wording.forecast(Forecast::new(text).odds(1.0 - dies, dies));
    if dies >= DEADLY {
        wording.confirm(t!("You die of it in {} of all cases. Draw it?", percent(dies)))
    } else {
        wording
    }
}

// A card used.

fn use_item(game: &RogueAscension, seat: Seat, item: Item, target: Seat) -> Wording {
    let from = match game.pending {
        Pending::Treasure => "treasure".to_owned(),
        _ => item_id(seat, item),
    };
    let text = match game.players {
        1 => say!("Use {}", long_name(item)),
        _ if target == seat => say!("Use {} on yourself", long_name(item)),
        _ => say!("Use {} on {target}", long_name(item)),
    };
    let wording = Wording::new(text).from(from).to(hero_id(game, target));
    let text = used_once(game, item, target).unwrap_or_default();
    let wording = match game.fight {
        Some(fight) if game.pending == Pending::CombatTurn => {
            wording.forecast(of_fight(text, outlook::survive_using(game, &fight, item, target)))
        }
        _ => wording.forecast(text),
    };
    match wasted(game, item, target) {
        Some(why) => wording.confirm(t!("{why} Use it all the same?")),
        None => wording,
    }
}

/// The effect of an item; `None` for items that are not used so.
fn used_once(game: &RogueAscension, item: Item, target: Seat) -> Option<String> {
    let hero = game.hero(target);
    let floor = game.options.die_floor;
    let next = |attack: bool| {
        let mut grade = if attack { hero.attack } else { hero.defense };
        let item = if attack { Item::AttackUp } else { Item::DefenseUp };
        dice(grade.change(item.n() as i16, floor))
    };
    let healed = || outlook::used(game, item, target).into_iter().map(|(after, _)| after.hero(target).hp);
    match item {
        Item::AttackUp => Some(t!("attack becomes {}", next(true))),
        Item::DefenseUp => Some(t!("defense becomes {}", next(false))),
        Item::Luck => Some(t!("luck becomes {:+}", hero.luck_modifier() + Item::Luck.n() as i16)),
        Item::Heal => {
            let (least, most) = (healed().min().unwrap_or_default(), healed().max().unwrap_or_default());
            Some(t!("health {} to between {least} and {most}", hero.hp))
        }
        _ => item.heals().map(|_| t!("health {} to {}", hero.hp, healed().max().unwrap_or_default())),
    }
}

/// The reason why an item would have no effect now.
pub(super) fn wasted(game: &RogueAscension, item: Item, target: Seat) -> Option<String> {
    let hero = game.hero(target);
    let after = outlook::used(game, item, target);
    let same = after.iter().all(|(after, _)| {
        let after = after.hero(target);
        (after.hp, after.attack.level, after.defense.level) == (hero.hp, hero.attack.level, hero.defense.level)
    });
    let card = item.the();
    match item {
        _ if !same || item == Item::Luck => None,
        Item::AttackUp | Item::DefenseUp => Some(t!("That die does not change by it now: {card} would be wasted.")),
        _ => Some(t!("Health is full: {card} would be wasted.")),
    }
}

// A strike.

fn attack(game: &RogueAscension, seat: Seat) -> Wording {
    let hero = game.hero(seat);
    let level = hero.attack.level;
    let text = match level {
        0 => t!("Strike {enemy} with bare hands", enemy = the_enemy(game)),
        level => t!("Strike {enemy} with {dice}", enemy = the_enemy(game), dice = dice(level)),
    };
    let wording = Wording::new(text).to("enemy").main();
    let Some(fight) = game.fight else { return wording };
    let strike = Damage::of_strike(level, fight.kind);
    let best = Item::WEAPONS.into_iter().rev().find(|weapon| hero.holds(*weapon));
    let with = best.and_then(|weapon| {
        let chance = Damage::of_strike_and(level, weapon.adds()?, fight.kind).chance_of(fight.hp);
        (chance > 0.0).then(|| (percent(chance), weapon.the()))
    });
    let wounds = wounds(&strike, fight.hp);
    let wounds = match with {
        Some((chance, weapon)) if strike.chance_of(fight.hp) > 0.0 => t!("{wounds}, {chance} with {weapon}"),
        Some((chance, weapon)) => t!("{wounds}, kills {chance} with {weapon}"),
        None => wounds,
    };
    let text = format!("{wounds}; {}", answer(game, &fight, seat));
    let wording = wording.forecast(of_fight(text, outlook::survive_striking(game, &fight, None)));
    // If a strike is the only move, the page does not ask: a hero in turn always attacks (R42).
    let dies = Battle::new(game, &fight).fall_next(fight.at.into(), &strike);
    if dies >= DEADLY && hero.holds_any(const { kinds(&Item::USABLE) }) {
        return wording.confirm(deadly(game, dies, t!("Strike without using a card first?")));
    }
    wording
}

fn deadly(game: &RogueAscension, dies: f64, question: &str) -> String {
    let chance = percent(dies);
    match game.players {
        1 => t!("You die in this exchange in {chance} of all cases. {question}"),
        _ => t!("One of you dies in this exchange in {chance} of all cases. {question}"),
    }
}

/// The forecast of a strike whose dice are rolled.
fn with_roll(game: &RogueAscension, seat: Seat, fight: &Fight, roll: u16) -> Forecast {
    let strike = Damage::of_roll(roll, fight.kind);
    let text = match strike.chance_of(fight.hp) {
        1.0 => t!("kills for certain").to_owned(),
        _ => format!("{}; {}", wounds(&strike, fight.hp), answer(game, fight, seat)),
    };
    of_fight(text, outlook::survive_striking(game, fight, Some(&strike)))
}

fn kills(fight: &Fight, roll: u16) -> f64 {
    Damage::of_roll(roll, fight.kind).chance_of(fight.hp)
}

fn weapon(game: &RogueAscension, seat: Seat, item: Item) -> Wording {
    let wording = Wording::new(t!("Add {}", long_name(item))).from(item_id(seat, item)).to("enemy");
    let (Pending::AttackRoll { roll, extra, .. }, Some(fight), Some(adds)) = (game.pending, game.fight, item.adds())
    else {
        return wording;
    };
    let wording = wording.forecast(with_roll(game, seat, &fight, roll + extra + adds));
    wasted_on_roll(wording, &fight, roll + extra, item.the())
}

/// Asks before a card is added to a roll that kills for certain.
fn wasted_on_roll(wording: Wording, fight: &Fight, roll: u16, card: Text) -> Wording {
    if kills(fight, roll) < 1.0 {
        return wording;
    }
    wording.confirm(t!("The roll kills for certain: {card} would be wasted. Add it all the same?"))
}

fn pass(game: &RogueAscension, seat: Seat) -> Wording {
    match game.pending {
        Pending::Initiative { .. } => {
            let wording = Wording::new(t!("Let the enemy strike first")).main();
            match game.fight {
                Some(fight) => {
                    let survive = outlook::survive_from_start(game, &fight, false);
                    wording.forecast(of_fight(answer(game, &fight, seat), survive))
                }
                None => wording,
            }
        }
        Pending::AttackRoll { roll, extra, .. } => strike_with(game, seat, roll + extra),
        Pending::Damage(blow) => take(game, blow),
        Pending::TrapRoll | Pending::Assist { .. } => let_it_snap(game),
        Pending::HealingRoll { value, healing } => {
            let text = match healing {
                Healing::Heal { .. } => t!("Heal {value}"),
                Healing::SecondWind => t!("Get up with {value} health"),
            };
            healed(game, Wording::new(text).main(), value, healing)
        }
        _ => Wording::new(t!("Go on")).main(),
    }
}

fn strike_with(game: &RogueAscension, seat: Seat, roll: u16) -> Wording {
    let wording = Wording::new(t!("Strike with {roll}")).to("enemy").main();
    let Some(fight) = game.fight else { return wording };
    let wording = wording.forecast(with_roll(game, seat, &fight, roll));
    let dies = |roll: u16| Battle::new(game, &fight).fall_next(fight.at.into(), &Damage::of_roll(roll, fight.kind));
    let held = Item::WEAPONS.into_iter().filter(|weapon| game.hero(seat).holds(*weapon));
    let best: u16 = held.filter_map(Item::adds).max().unwrap_or_default();
    if dies(roll) >= DEADLY && dies(roll + best) < DEADLY {
        return wording.confirm(deadly(game, dies(roll), t!("Strike without adding to it?")));
    }
    wording
}

// A blow.

fn take(game: &RogueAscension, blow: Blow) -> Wording {
    let damage = blow.damage();
    let wording = Wording::new(t!("Take {damage} damage")).main();
    let hero = game.hero(game.turn);
    let survive = match (game.fight, game.trap) {
        (Some(fight), None) => Some(outlook::survive_blow(game, &fight, damage)),
        _ => None,
    };
    let (text, dead) = match (damage >= hero.hp, hero.holds(Item::SecondWind)) {
        (true, true) => (t!("you fall, and Second Wind brings you back").to_owned(), false),
        (true, false) => (t!("this kills you").to_owned(), true),
        (false, _) => (t!("{} health left", hero.hp - damage), false),
    };
    match survive {
        _ if dead => wording
            .forecast(Forecast::new(text).odds(0.0, 1.0))
            .confirm(t!("This kills your hero and ends the climb. Take it?")),
        Some(survive) => wording.forecast(of_fight(text, survive)),
        None => wording.forecast(Forecast::new(text).odds(1.0, 0.0)),
    }
}

// Initiative.

fn sneak(game: &RogueAscension, seat: Seat) -> Wording {
    let wording = Wording::new(t!("Sneak: roll initiative again")).from(item_id(seat, Item::Sneak));
    let (Pending::Initiative { enemy, .. }, Some(fight)) = (game.pending, game.fight) else { return wording };
    let first = f64::from(20_u16.saturating_sub(enemy)) / 20.0;
    let survive = first * outlook::survive_from_start(game, &fight, true)
        + (1.0 - first) * outlook::survive_from_start(game, &fight, false);
    let wording = wording.forecast(of_fight(t!("{} to strike first", percent(first)), survive));
    if first > 0.0 {
        wording
    } else {
        wording.confirm(t!("No roll beats that of the enemy: Sneak would be wasted. Use it?"))
    }
}

fn double(game: &RogueAscension, seat: Seat) -> Wording {
    let wording = |text: String| Wording::new(text).from(item_id(seat, Item::DoubleDie));
    match (game.pending, game.fight) {
        (Pending::Initiative { hero, enemy }, Some(fight)) => {
            let first = 2 * hero > enemy;
            let text = if first { t!("you strike first") } else { t!("still not enough") };
            let survive = outlook::survive_from_start(game, &fight, first);
            let wording = wording(t!("Double the {hero} to {}", 2 * hero)).forecast(of_fight(text, survive));
            let more = game.hero(seat).holds(Item::Sneak) || game.hero(seat).items.count(Item::DoubleDie) > 1;
            if first || more {
                wording
            } else {
                wording.confirm(t!("Still not enough: Double Die would be wasted. Use it?"))
            }
        }
        (Pending::AttackRoll { roll, extra, .. }, Some(fight)) => {
            let wording = wording(t!("Double the {roll} to {}", 2 * roll)).forecast(with_roll(
                game,
                seat,
                &fight,
                2 * roll + extra,
            ));
            wasted_on_roll(wording, &fight, roll + extra, Item::DoubleDie.the())
        }
        (Pending::Damage(Blow::Strike { attack, defense }), Some(fight)) => {
            let damage = attack.saturating_sub(2 * defense);
            let survive = outlook::survive_blow(game, &fight, damage);
            wording(t!("Double your defense to {}", 2 * defense))
                .forecast(of_fight(t!("{damage} damage instead"), survive))
        }
        (Pending::TrapRoll, _) => {
            let die = game.trap.map_or(0, |trap| trap.die);
            in_trap(game, wording(t!("Double the {die} to {}", 2 * die)), die.into(), 0)
        }
        (Pending::HealingRoll { value, healing }, _) => {
            healed(game, wording(t!("Double the {value} to {}", 2 * value)), 2 * value, healing)
        }
        _ => wording(t!("Double the die").into()),
    }
}

// Healing.

/// The effect of a healing roll of `value`.
fn healed(game: &RogueAscension, wording: Wording, value: u16, healing: Healing) -> Wording {
    let hero = game.hero(game.turn);
    let capped =
        |health: u16| if game.options.overheal { health } else { health.min(crate::content::CardSet::health()) };
    match healing {
        Healing::Heal { target } => {
            let hero = game.hero(target);
            wording.forecast(t!("health {} to {}", hero.hp, capped(hero.hp + value)))
        }
        Healing::SecondWind => wording.forecast(t!("health {} to {}", hero.hp, capped(value))),
    }
}

// Traps.

/// The trap's damage at the hero in it: its die, and the chance that it kills.
fn snap(game: &RogueAscension, trap: &Trap) -> (String, f64) {
    let (_, die) = game.trap_of(trap.seat, trap.hard);
    let hero = game.hero(trap.seat);
    let deadly = u16::from(die.sides()).saturating_sub(hero.hp - 1);
    let dies = if hero.holds(Item::SecondWind) { 0.0 } else { f64::from(deadly) / f64::from(die.sides()) };
    let text = if dies > 0.0 { t!("its {die} kills {}", percent(dies)) } else { t!("its {die} does not kill") };
    (text, dies)
}

fn let_it_snap(game: &RogueAscension) -> Wording {
    let helping = matches!(game.pending, Pending::Assist { .. });
    let wording = Wording::new(if helping { t!("Do not help") } else { t!("Leave it to luck") }).main();
    let Some(trap) = game.trap else { return wording };
    let (text, dies) = snap(game, &trap);
    if luck_to_come(game, &trap) > 0 {
        return wording.forecast(t!("others may still help; if it snaps, {text}"));
    }
    let wording = wording.forecast(Forecast::new(t!("it snaps; {text}")).odds(0.0, dies));
    if dies >= DEADLY {
        wording.confirm(t!("The trap kills in {} of all cases. Let it?", percent(dies)))
    } else {
        wording
    }
}

/// Luck points of the heroes that are asked for help after the seat in turn (R33).
fn luck_to_come(game: &RogueAscension, trap: &Trap) -> i32 {
    let next = match game.pending {
        Pending::Assist { at } => at + 1,
        _ => 1,
    };
    let luck = |at| i32::from(game.hero(game.helper(trap.seat, at)).luck_modifier().max(0));
    (next..game.players).map(luck).sum()
}

/// A move that adds to the roll in a trap: to the die, and to the bonus.
fn in_trap(game: &RogueAscension, wording: Wording, die: i32, bonus: i32) -> Wording {
    let Some(trap) = game.trap else { return wording };
    let sum = i32::from(trap.die) + i32::from(trap.bonus) + die + bonus;
    let (target, (text, dies)) = (trap.target, snap(game, &trap));
    if sum >= i32::from(target) {
        return wording.forecast(Forecast::new(t!("{sum} of {target}: disarms it")).odds(1.0, 0.0));
    }
    let wording = wording.forecast(Forecast::new(t!("{sum} of {target}: not enough yet; {text}")).odds(0.0, dies));
    if sum + more_to_come(game, &trap, die, bonus) >= i32::from(target) {
        return wording;
    }
    wording.confirm(t!("Even with all that could be added to it, the trap is not disarmed. Do it all the same?"))
}

/// The most that could still be added to the trap's roll after a move that adds this much.
fn more_to_come(game: &RogueAscension, trap: &Trap, die: i32, bonus: i32) -> i32 {
    let hero = game.hero(game.turn);
    let own = match game.pending {
        Pending::TrapRoll => {
            let charms = i32::from(hero.items.count(Item::LuckyCharm)) - i32::from(bonus > 0);
            let doubles = u32::from(hero.items.count(Item::DoubleDie)) - u32::from(die > 0);
            let now = i32::from(trap.die) + die;
            i32::from(Item::LuckyCharm.n()) * charms + now * (2_i32.saturating_pow(doubles.min(5)) - 1)
        }
        _ => i32::from(hero.luck_modifier()) - bonus,
    };
    own.max(0) + luck_to_come(game, trap)
}
