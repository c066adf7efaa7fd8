//! The events of a match, and their lines in the chronicle.

use arrayvec::ArrayVec;
use kernel::{Addend, Blow, Effect, Icon, Line, Rank, Seat, Sentence, Sign, Tone, say};
use serde::Serialize;
use text::{capital, counted, t, text};

use crate::{Curse, EnemyKind, Item, content::dice, state::MAX_HEROES};

/// An event of a match. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    TurnOrder {
        #[serde(serialize_with = "seats")]
        order: ArrayVec<Seat, MAX_HEROES>,
    },
    Cursed {
        seat: Seat,
        curse: Curse,
    },
    Floor {
        floor: u8,
        seat: Seat,
        card: Rank,
    },
    BossRoom {
        seat: Seat,
        health: u16,
    },
    Enemy {
        enemy: EnemyKind,
        card: Option<Rank>,
        health: u16,
    },
    Initiative {
        hero: u16,
        enemy: u16,
        bonus: u16,
    },
    Sneaked {
        seat: Seat,
        roll: u16,
    },
    Doubled {
        seat: Seat,
        value: u16,
    },
    FirstStrike {
        heroes: bool,
    },
    Attacked {
        seat: Seat,
        level: u8,
        roll: u16,
    },
    Added {
        seat: Seat,
        item: Item,
        total: u16,
    },
    Struck {
        seat: Seat,
        roll: u16,
        /// The part of `roll` that weapons added.
        #[serde(skip_serializing_if = "is_none")]
        extra: u16,
        defense: u16,
        damage: u16,
        left: u16,
    },
    Slain {
        seat: Seat,
        enemy: EnemyKind,
    },
    EnemyStruck {
        seat: Seat,
        attack: u16,
        defense: u16,
    },
    Evaded {
        seat: Seat,
        /// Whether it was a trap's blow.
        #[serde(skip_serializing_if = "is_no")]
        trap: bool,
    },
    Hurt {
        seat: Seat,
        damage: u16,
        left: u16,
        /// Whether a trap did it.
        #[serde(skip_serializing_if = "is_no")]
        trap: bool,
    },
    Unhurt {
        seat: Seat,
    },
    SecondWind {
        seat: Seat,
        health: u16,
    },
    Fell {
        seat: Seat,
    },
    TrapRolled {
        seat: Seat,
        roll: u16,
        luck: i16,
        target: u16,
        hard: bool,
        cursed: bool,
    },
    Charmed {
        seat: Seat,
    },
    Assisted {
        seat: Seat,
        hero: Seat,
    },
    Disarmed {
        seat: Seat,
    },
    Sprung {
        seat: Seat,
        damage: u16,
    },
    Drew {
        seat: Seat,
        card: Rank,
    },
    DrewTwo {
        seat: Seat,
        cards: [Option<Rank>; 2],
    },
    Kept {
        seat: Seat,
        card: Rank,
    },
    Nothing {
        seat: Seat,
    },
    Reshuffled {
        cards: u16,
    },
    Declined {
        seat: Seat,
    },
    Gained {
        seat: Seat,
        item: Item,
    },
    Used {
        seat: Seat,
        item: Item,
        target: Seat,
    },
    Healed {
        seat: Seat,
        by: u16,
        health: u16,
    },
    Raised {
        seat: Seat,
        attack: bool,
        level: u8,
    },
    Won {
        level: u8,
    },
    Exhausted {
        rounds: u16,
    },
}

fn seats<S: serde::Serializer>(seats: &[Seat], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(seats)
}

const fn is_no(yes: &bool) -> bool {
    !*yes
}

const fn is_none(number: &u16) -> bool {
    *number == 0
}

/// The event in a sentence, with its effects on the pieces of the scene. Lines that only lead up to
/// others are details.
pub(crate) fn tell(event: &Event) -> Line {
    let line = |icon, tone, text: Sentence| Line::new(icon, tone, text);
    match *event {
        Event::TurnOrder { ref order } => {
            let order = Sentence::new().seats(order.iter().copied());
            let text = say!("They climb in this order: {order}.");
            line(Icon::D20, Tone::Luck, text).effect(settle(t!("Turn order"), t!("the highest goes first")))
        }
        Event::Cursed { seat, curse } => {
            line(Icon::CURSE, Tone::Bad, say!("{seat} bears the curse {curse}.", curse = curse.name()))
                .effect(Effect::Gain { piece: format!("seat-{seat}-{}", curse.id()) })
        }
        Event::Floor { floor, seat, card } => {
            let what = match card {
                Rank::Jack => text!("an easy trap"),
                Rank::Queen => text!("a hard trap"),
                Rank::King => EnemyKind::Miniboss.a(Some(card)),
                Rank::Ace => text!("a treasure"),
                _ => EnemyKind::Monster.a(Some(card)),
            };
            let line = Line::heading(Icon::DOOR, say!("Floor {floor}. {seat} turns up {what}."))
                .effect(Effect::Draw { piece: format!("floor-{floor}") });
            match card {
                Rank::Jack | Rank::Queen => line.effect(Effect::Draw { piece: "trap".into() }),
                Rank::Ace => line,
                _ => line.effect(Effect::Draw { piece: ENEMY.into() }),
            }
        }
        Event::BossRoom { seat, health } => {
            Line::heading(Icon::BOSS, say!("The boss room. {seat} opens the door; the boss has {health} health."))
                .effect(Effect::Draw { piece: ENEMY.into() })
        }
        Event::Enemy { enemy, card, health } => {
            let text = capital(&t!("{enemy} has {health} health.", enemy = enemy.the(card)));
            line(enemy.icon(), Tone::Plain, text.into()).effect(settle(t!("The enemy's health"), &health.to_string()))
        }
        Event::Initiative { .. } | Event::Sneaked { .. } | Event::Doubled { .. } | Event::FirstStrike { .. } => {
            tell_initiative(event)
        }
        Event::Attacked { .. } | Event::Added { .. } | Event::Struck { .. } | Event::Slain { .. } => tell_strike(event),
        Event::EnemyStruck { .. }
        | Event::Evaded { .. }
        | Event::Hurt { .. }
        | Event::Unhurt { .. }
        | Event::SecondWind { .. }
        | Event::Fell { .. } => tell_blow(event),
        Event::TrapRolled { .. }
        | Event::Charmed { .. }
        | Event::Assisted { .. }
        | Event::Disarmed { .. }
        | Event::Sprung { .. } => tell_trap(event),
        Event::Won { level } => {
            line(Icon::TROPHY, Tone::Good, t!("The boss falls. The tower is climbed at level {level}.").into())
        }
        Event::Exhausted { rounds } => line(
            Icon::CLOCK,
            Tone::Bad,
            t!("After {rounds} rounds nobody can lift an arm any more. The climb is over.").into(),
        ),
        Event::Drew { .. }
        | Event::DrewTwo { .. }
        | Event::Kept { .. }
        | Event::Nothing { .. }
        | Event::Reshuffled { .. }
        | Event::Declined { .. }
        | Event::Gained { .. }
        | Event::Used { .. }
        | Event::Healed { .. }
        | Event::Raised { .. } => tell_reward(event),
    }
}

/// The enemy's card.
const ENEMY: &str = "enemy";
/// The trap's card.
const TRAP: &str = "trap";

/// Settles the open dice: their purpose and their result.
fn settle(title: impl Into<Sentence>, result: &str) -> Effect {
    Effect::Settle { title: title.into(), result: result.to_owned(), sum: Vec::new(), blow: None }
}

/// A hero's health changes: on the card of the fighter, and on the meter.
fn health(line: Line, seat: Seat, by: i32, to: u16) -> Line {
    let change = |piece: String| Effect::Change { piece, by, to: to.into() };
    line.effect(change(format!("hero-{seat}"))).effect(change(format!("seat-{seat}-health")))
}

fn tell_initiative(event: &Event) -> Line {
    match *event {
        Event::Initiative { hero, enemy, bonus } => {
            let enemy = match bonus {
                0 => enemy.to_string(),
                bonus => format!("{} + {bonus} = {enemy}", enemy - bonus),
            };
            let text = t!("Initiative: hero {hero}, enemy {enemy}.");
            Line::new(Icon::INITIATIVE, Tone::Luck, text).detail()
        }
        Event::Sneaked { seat, roll } => {
            Line::new(Icon::SNEAK, Tone::Luck, say!("{seat} sneaks and rolls initiative again: {roll}."))
        }
        Event::Doubled { seat, value } => Line::new(Icon::DOUBLE, Tone::Good, say!("{seat} doubles the die: {value}.")),
        // The number of heroes is not known here, so the sentence is about the enemy.
        Event::FirstStrike { heroes } => {
            let (tone, text, result) = if heroes {
                (Tone::Good, t!("The enemy strikes second."), t!("you strike first"))
            } else {
                (Tone::Bad, t!("The enemy strikes first."), t!("the enemy strikes first"))
            };
            Line::new(Icon::INITIATIVE, tone, text).effect(settle(t!("Initiative"), result))
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_strike(event: &Event) -> Line {
    match *event {
        Event::Attacked { seat, level: 0, .. } => {
            Line::new(Icon::SWORD, Tone::Plain, say!("{seat} attacks with bare hands: 0.")).detail()
        }
        Event::Attacked { seat, level, roll } => {
            let dice = dice(level);
            Line::new(Icon::SWORD, Tone::Luck, say!("{seat} attacks with {dice}: {roll}.")).detail()
        }
        Event::Added { seat, item, total } => {
            let item = long_name(item);
            Line::new(Icon::SWORD, Tone::Good, say!("{seat} adds {item}: {total}."))
        }
        Event::Struck { seat, roll, extra, defense, damage, left } => {
            let (icon, tone, result) = match damage {
                0 => (Icon::SHIELD, Tone::Bad, t!("no wound").to_owned()),
                _ => (Icon::SWORD, Tone::Good, counted!(damage, "wound")),
            };
            let blow = Blow { by: Some(format!("hero-{seat}")), on: ENEMY.into(), harm: damage.into() };
            let title = say!("{seat} strikes");
            let text = match (damage, left) {
                (0, _) | (_, 0) => say!("{seat} strikes: {roll} − {defense} = {damage}."),
                _ => say!("{seat} strikes: {roll} − {defense} = {damage}, {left} left."),
            };
            let weapons = Addend::fixed(extra.into(), t!("weapons"));
            let mut sum = vec![Addend::dice(Sign::Plus, roll - extra)];
            sum.extend(weapons);
            sum.push(Addend::dice(Sign::Minus, defense));
            let line = Line::new(icon, tone, text).effect(Effect::Settle { title, result, sum, blow: Some(blow) });
            match damage {
                0 => line,
                _ => line.effect(Effect::Change { piece: ENEMY.into(), by: -i32::from(damage), to: left.into() }),
            }
        }
        Event::Slain { seat, enemy } => {
            Line::new(Icon::SKULL, Tone::Good, say!("{seat} slays {enemy}.", enemy = enemy.the(None)))
                .effect(Effect::Fall { piece: ENEMY.into() })
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_blow(event: &Event) -> Line {
    let struck = |line: Line, seat: Seat, trap: bool, harm: u16, result: &str| {
        let by = if trap { TRAP } else { ENEMY };
        let blow = Blow { by: Some(by.into()), on: format!("hero-{seat}"), harm: harm.into() };
        let title = say!("It strikes {seat}");
        line.effect(Effect::Settle { title, result: result.to_owned(), sum: Vec::new(), blow: Some(blow) })
    };
    match *event {
        Event::EnemyStruck { seat, attack, defense } => {
            let harm = attack.saturating_sub(defense);
            let text = say!("The enemy strikes {seat}: {attack} − {defense} = {harm}.");
            Line::new(Icon::MONSTER, Tone::Luck, text).detail()
        }
        Event::Evaded { seat, trap } => {
            let line = Line::new(Icon::EVADE, Tone::Good, say!("{seat} evades, no damage."));
            struck(line, seat, trap, 0, t!("evaded"))
        }
        Event::Hurt { seat, damage, left, trap } => {
            let text = say!("{seat} loses {damage} health, {left} left.");
            let line = struck(Line::new(Icon::HEART, Tone::Bad, text), seat, trap, damage, &counted!(damage, "wound"));
            health(line, seat, -i32::from(damage), left)
        }
        Event::Unhurt { seat } => {
            struck(Line::new(Icon::SHIELD, Tone::Good, say!("{seat} takes no damage.")), seat, false, 0, t!("no wound"))
        }
        Event::SecondWind { seat, health: to } => {
            let text = say!("{seat} falls, and gets up again by Second Wind with {to} health.");
            let line = Line::new(Icon::WIND, Tone::Good, text).effect(settle(t!("Second Wind"), &t!("{to} health")));
            health(line, seat, to.into(), to)
        }
        Event::Fell { seat } => Line::new(Icon::SKULL, Tone::Bad, say!("{seat} is dead. The climb is over."))
            .effect(Effect::Fall { piece: format!("hero-{seat}") })
            .effect(Effect::Fall { piece: format!("seat-{seat}-health") }),
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_trap(event: &Event) -> Line {
    match *event {
        Event::TrapRolled { seat, roll, luck, target, hard, cursed } => {
            let trap = match (hard, cursed) {
                (true, false) => t!("A hard trap"),
                (true, true) => t!("A hard trap sprung by the curse"),
                (false, false) => t!("An easy trap"),
                (false, true) => t!("An easy trap sprung by the curse"),
            };
            let rolled = match luck {
                0 => roll.to_string(),
                luck => t!("{roll} {sign} {luck} luck", sign = if luck < 0 { "−" } else { "+" }, luck = luck.abs()),
            };
            let line = Line::new(Icon::TRAP, Tone::Luck, say!("{trap}: {seat} rolls {rolled} against {target}."));
            if cursed { line.effect(Effect::Draw { piece: "trap".into() }) } else { line }
        }
        Event::Charmed { seat } => {
            Line::new(Icon::LUCK, Tone::Good, say!("{seat} rubs the Lucky Charm: {n} more.", n = Item::LuckyCharm.n()))
        }
        Event::Assisted { seat, hero } => {
            Line::new(Icon::LUCK, Tone::Good, say!("{seat} spends a luck point on {hero}: 1 more."))
        }
        Event::Disarmed { seat } => Line::new(Icon::TRAP, Tone::Good, say!("{seat} disarms it."))
            .effect(settle(t!("The trap"), t!("disarmed")))
            .effect(Effect::Fall { piece: "trap".into() }),
        Event::Sprung { seat, damage } => {
            let text = say!("It snaps shut on {seat} for {damage}.");
            Line::new(Icon::TRAP, Tone::Bad, text).detail().effect(settle(t!("The trap"), &t!("snaps for {damage}")))
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_reward(event: &Event) -> Line {
    match *event {
        Event::Drew { seat, card } => {
            let text = say!("{seat} draws {card} as a treasure.", card = treasure(card));
            Line::new(Icon::CHEST, Tone::Luck, text).effect(Effect::Draw { piece: "treasure".into() })
        }
        Event::DrewTwo { seat, cards } => {
            let names: Vec<String> = cards.into_iter().flatten().map(treasure).collect();
            let text = say!("{seat} draws two more: {cards}.", cards = kernel::listed(&names));
            let line = Line::new(Icon::CHEST, Tone::Luck, text);
            let drawn = cards.into_iter().flatten().map(|card| Effect::Draw { piece: format!("card-{card}") });
            drawn.fold(line, Line::effect)
        }
        Event::Kept { seat, card } => {
            Line::new(Icon::CHEST, Tone::Plain, say!("{seat} picks {card}.", card = treasure(card)))
        }
        Event::Nothing { seat } => {
            Line::new(Icon::CHEST, Tone::Bad, say!("No card is left to draw; {seat} goes without."))
        }
        Event::Reshuffled { cards } => {
            let text = t!("The pile is empty: {cards} discarded cards are shuffled into a new one.");
            Line::new(Icon("shuffle"), Tone::Plain, text).detail()
        }
        Event::Declined { seat } => Line::new(Icon::CHEST, Tone::Plain, say!("{seat} leaves the treasure alone.")),
        Event::Gained { seat, item } => {
            let text = say!("{seat} keeps {item} for later.", item = long_name(item));
            Line::new(item.icon(), Tone::Good, text)
                .effect(Effect::Gain { piece: format!("item-{seat}-{}", kernel::Card::code(item)) })
        }
        Event::Used { seat, item, target } => {
            let used = long_name(item);
            let text =
                if seat == target { say!("{seat} uses {used}.") } else { say!("{seat} uses {used} on {target}.") };
            let line = Line::new(item.icon(), Tone::Plain, text);
            match item {
                Item::Luck => line.effect(Effect::Gain { piece: format!("seat-{target}-luck") }),
                _ => line,
            }
        }
        Event::Healed { seat, by, health: to } => {
            let line = Line::new(Icon::HEART, Tone::Good, say!("{seat} heals {by}, to {to}."))
                .effect(settle(t!("Healing"), &t!("{by} healed")));
            health(line, seat, by.into(), to)
        }
        Event::Raised { seat, attack, level } => {
            let dice = dice(level);
            let (icon, what, text) = if attack {
                (Icon::SWORD, "attack", say!("{seat} improves the attack, now {dice}."))
            } else {
                (Icon::SHIELD, "defense", say!("{seat} improves the defense, now {dice}."))
            };
            Line::new(icon, Tone::Good, text).effect(Effect::Gain { piece: format!("seat-{seat}-{what}") })
        }
        _ => unreachable!("told elsewhere"),
    }
}

/// An item with its number, as in a sentence.
pub(crate) fn long_name(item: Item) -> String {
    let number = item.heals().or_else(|| item.adds()).unwrap_or_default();
    match item {
        Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => t!("the potion of {number}"),
        Item::Weapon6 => t!("the dagger of {number}"),
        Item::Weapon7 => t!("the mace of {number}"),
        Item::Weapon8 => t!("the axe of {number}"),
        Item::Weapon9 => t!("the sword of {number}"),
        Item::Luck => t!("a luck point").to_owned(),
        Item::DefenseUp => t!("a better defense").to_owned(),
        Item::AttackUp => t!("a better attack").to_owned(),
        Item::Heal | Item::DoubleDie | Item::Evade | Item::Sneak | Item::LuckyCharm | Item::SecondWind => {
            item.name().to_owned()
        }
    }
}

/// An item with its number in a few words, without an article: `dagger of 6`.
pub(crate) fn short_name(item: Item) -> String {
    let number = item.heals().or_else(|| item.adds()).unwrap_or_default();
    match item {
        Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => t!("potion of {number}"),
        Item::Weapon6 => t!("dagger of {number}"),
        Item::Weapon7 => t!("mace of {number}"),
        Item::Weapon8 => t!("axe of {number}"),
        Item::Weapon9 => t!("sword of {number}"),
        Item::Luck => t!("luck point").to_owned(),
        Item::DefenseUp => t!("better defense").to_owned(),
        Item::AttackUp => t!("better attack").to_owned(),
        Item::Heal | Item::DoubleDie | Item::Evade | Item::Sneak | Item::LuckyCharm | Item::SecondWind => {
            item.name().to_owned()
        }
    }
}

/// The name of a card as a treasure.
pub(crate) fn treasure(card: Rank) -> String {
    match Item::of(card) {
        Some(item) => long_name(item),
        None if card == Rank::King => t!("a special ability").to_owned(),
        None => t!("an ace").to_owned(),
    }
}
