//! What happened, and how the chronicle tells it.

use arrayvec::ArrayVec;
use kernel::{Icon, Line, Rank, Seat, Sentence, Tone};
use serde::Serialize;

use crate::{Curse, EnemyKind, Item, content::LADDER_NAMES, state::MAX_HEROES};

/// Something that happened. All of it is public.
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
    },
    Hurt {
        seat: Seat,
        damage: u16,
        left: u16,
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

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let say = Sentence::new;
    let (icon, tone, text) = match *event {
        Event::TurnOrder { ref order } => {
            let seats = order.iter().copied();
            (Icon::D20, Tone::Luck, say().text("They climb in this order: ").seats(seats).text("."))
        }
        Event::Cursed { seat, curse } => {
            (Icon::CURSE, Tone::Bad, say().seat(seat).text(format!(" bears the curse {}.", curse.name())))
        }
        Event::Floor { floor, seat, card } => {
            let what = match card {
                Rank::Jack => "an easy trap".to_owned(),
                Rank::Queen => "a hard trap".to_owned(),
                Rank::King => "a miniboss".to_owned(),
                Rank::Ace => "a treasure".to_owned(),
                _ => article(EnemyKind::Monster.name(Some(card))),
            };
            return Line::heading(
                Icon::DOOR,
                say().text(format!("Floor {floor}. ")).seat(seat).text(format!(" turns up {what}.")),
            );
        }
        Event::BossRoom { seat, health } => {
            return Line::heading(
                Icon::BOSS,
                say()
                    .text("The boss room. ")
                    .seat(seat)
                    .text(format!(" opens the door; the boss has {health} health.")),
            );
        }
        Event::Enemy { enemy, card, health } => {
            (enemy.icon(), Tone::Plain, say().text(format!("The {} has {health} health.", enemy.name(card))))
        }
        Event::Initiative { hero, enemy, bonus: 0 } => {
            (Icon::INITIATIVE, Tone::Luck, say().text(format!("Initiative: hero {hero}, enemy {enemy}.")))
        }
        Event::Initiative { hero, enemy, bonus } => (
            Icon::INITIATIVE,
            Tone::Luck,
            say().text(format!("Initiative: hero {hero}, enemy {} + {bonus} = {enemy}.", enemy - bonus)),
        ),
        Event::Sneaked { seat, roll } => {
            (Icon::SNEAK, Tone::Luck, say().seat(seat).text(format!(" sneaks and rolls initiative again: {roll}.")))
        }
        Event::Doubled { seat, value } => {
            (Icon::DOUBLE, Tone::Good, say().seat(seat).text(format!(" doubles the die: {value}.")))
        }
        Event::FirstStrike { heroes: true } => (Icon::INITIATIVE, Tone::Good, say().text("The heroes strike first.")),
        Event::FirstStrike { heroes: false } => (Icon::INITIATIVE, Tone::Bad, say().text("The enemy strikes first.")),
        Event::Attacked { seat, level: 0, .. } => {
            (Icon::SWORD, Tone::Plain, say().seat(seat).text(" attacks with bare hands: 0."))
        }
        Event::Attacked { seat, level, roll } => {
            let dice = LADDER_NAMES[usize::from(level)];
            (Icon::SWORD, Tone::Luck, say().seat(seat).text(format!(" attacks with {dice}: {roll}.")))
        }
        Event::Added { seat, item, total } => {
            (Icon::SWORD, Tone::Good, say().seat(seat).text(format!(" adds {} {}: {total}.", item.name(), item.rank())))
        }
        Event::Struck { seat, roll, defense, damage: 0, .. } => (
            Icon::SHIELD,
            Tone::Bad,
            say().text(format!("{roll} against a defense of {defense}: ")).seat(seat).text(" does no damage."),
        ),
        Event::Struck { seat, roll, defense, damage, left } => (
            Icon::SWORD,
            Tone::Good,
            say()
                .text(format!("{roll} against a defense of {defense}: "))
                .seat(seat)
                .text(format!(" deals {damage}, {left} left.")),
        ),
        Event::Slain { seat, enemy } => {
            (Icon::SKULL, Tone::Good, say().seat(seat).text(format!(" slays the {}.", enemy.id())))
        }
        Event::EnemyStruck { seat, attack, defense } => (
            Icon::MONSTER,
            Tone::Luck,
            say()
                .text(format!("The enemy strikes with {attack}; "))
                .seat(seat)
                .text(format!(" defends with {defense}.")),
        ),
        Event::Evaded { seat } => (Icon::EVADE, Tone::Good, say().seat(seat).text(" evades; no damage.")),
        Event::Hurt { seat, damage, left } => {
            (Icon::HEART, Tone::Bad, say().seat(seat).text(format!(" loses {damage} health, {left} left.")))
        }
        Event::Unhurt { seat } => (Icon::SHIELD, Tone::Good, say().seat(seat).text(" takes no damage.")),
        Event::SecondWind { seat, health } => (
            Icon::WIND,
            Tone::Good,
            say().seat(seat).text(format!(" falls, and gets up again by Second Wind with {health} health.")),
        ),
        Event::Fell { seat } => (Icon::SKULL, Tone::Bad, say().seat(seat).text(" is dead. The climb is over.")),
        Event::TrapRolled { seat, roll, luck, target, hard, cursed } => {
            let kind = if hard { "A hard trap" } else { "An easy trap" };
            let from = if cursed { " sprung by the curse" } else { "" };
            let luck = match luck {
                0 => String::new(),
                luck => format!(" {} {} luck", if luck < 0 { "-" } else { "+" }, luck.abs()),
            };
            let text = say().text(format!("{kind}{from}: ")).seat(seat);
            (Icon::TRAP, Tone::Luck, text.text(format!(" rolls {roll}{luck} against {target}.")))
        }
        Event::Charmed { seat } => (Icon::LUCK, Tone::Good, say().seat(seat).text(" rubs the Lucky Charm: 5 more.")),
        Event::Assisted { seat, hero } => {
            (Icon::LUCK, Tone::Good, say().seat(seat).text(" spends a luck point on ").seat(hero).text(": 1 more."))
        }
        Event::Disarmed { seat } => (Icon::TRAP, Tone::Good, say().seat(seat).text(" disarms it.")),
        Event::Sprung { seat, damage } => {
            (Icon::TRAP, Tone::Bad, say().text("It snaps shut on ").seat(seat).text(format!(" for {damage}.")))
        }
        Event::Drew { seat, card } => {
            (Icon::CHEST, Tone::Luck, say().seat(seat).text(format!(" draws {} as a treasure.", treasure(card))))
        }
        Event::DrewTwo { seat, cards } => {
            let cards: Vec<String> = cards.into_iter().flatten().map(treasure).collect();
            (Icon::CHEST, Tone::Luck, say().seat(seat).text(format!(" draws two more: {}.", cards.join(" and "))))
        }
        Event::Kept { seat, card } => {
            (Icon::CHEST, Tone::Plain, say().seat(seat).text(format!(" picks {}.", treasure(card))))
        }
        Event::Nothing { seat } => {
            (Icon::CHEST, Tone::Bad, say().text("No card is left to draw; ").seat(seat).text(" goes without."))
        }
        Event::Reshuffled { cards } => (
            Icon::CARD,
            Tone::Plain,
            say().text(format!("The pile is empty: {cards} discarded cards are shuffled into a new one.")),
        ),
        Event::Declined { seat } => (Icon::CHEST, Tone::Plain, say().seat(seat).text(" leaves the treasure alone.")),
        Event::Gained { seat, item } => {
            (item.icon(), Tone::Good, say().seat(seat).text(format!(" keeps {} for later.", long_name(item))))
        }
        Event::Used { seat, item, target } if seat == target => {
            (item.icon(), Tone::Plain, say().seat(seat).text(format!(" uses {}.", long_name(item))))
        }
        Event::Used { seat, item, target } => (
            item.icon(),
            Tone::Plain,
            say().seat(seat).text(format!(" uses {} on ", long_name(item))).seat(target).text("."),
        ),
        Event::Healed { seat, by, health } => {
            (Icon::HEART, Tone::Good, say().seat(seat).text(format!(" heals {by}, to {health}.")))
        }
        Event::Raised { seat, attack, level } => {
            let (icon, what) = if attack { (Icon::SWORD, "attack") } else { (Icon::SHIELD, "defense") };
            let dice = LADDER_NAMES[usize::from(level)];
            (icon, Tone::Good, say().seat(seat).text(format!(" improves the {what}, now {dice}.")))
        }
        Event::Won { level } => {
            (Icon::TROPHY, Tone::Good, say().text(format!("The boss falls. The tower is climbed at level {level}.")))
        }
        Event::Exhausted { rounds } => (
            Icon::CLOCK,
            Tone::Bad,
            say().text(format!("After {rounds} rounds nobody can lift an arm any more. The climb is over.")),
        ),
    };
    Line::new(icon, tone, text)
}

/// An item with its number, as a sentence names it.
pub(crate) fn long_name(item: Item) -> String {
    match (item.heals(), item.adds()) {
        (Some(heals), _) => format!("the potion of {heals}"),
        (_, Some(adds)) => format!("the {} of {adds}", item.name().to_lowercase()),
        (None, None) => match item {
            Item::Luck => "a luck point".to_owned(),
            Item::DefenseUp => "a better defense".to_owned(),
            Item::AttackUp => "a better attack".to_owned(),
            _ => item.name().to_owned(),
        },
    }
}

/// What a card is as a treasure.
pub(crate) fn treasure(card: Rank) -> String {
    match Item::of(card) {
        Some(item) => long_name(item),
        None if card == Rank::King => "a special ability".to_owned(),
        None => "an ace".to_owned(),
    }
}

fn article(noun: &str) -> String {
    let an = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if an { "an" } else { "a" })
}
