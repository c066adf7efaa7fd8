//! What happened, and how the chronicle tells it.

use arrayvec::ArrayVec;
use kernel::{Blow, Effect, Icon, Line, Rank, Seat, Sentence, Tone, counted};
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

/// The event in a sentence, with what it does to the pieces of the scene. Lines that only lead up to others are details.
pub(crate) fn tell(event: &Event) -> Line {
    let say = Sentence::new;
    let line = |icon, tone, text: Sentence| Line::new(icon, tone, text);
    match *event {
        Event::TurnOrder { ref order } => {
            let text = say().text("They climb in this order: ").seats(order.iter().copied()).text(".");
            line(Icon::D20, Tone::Luck, text).effect(settle("Turn order", "the highest goes first"))
        }
        Event::Cursed { seat, curse } => {
            line(Icon::CURSE, Tone::Bad, say().seat(seat).text(format!(" bears the curse {}.", curse.name())))
                .effect(Effect::Gain { piece: format!("seat-{seat}-{}", curse.id()) })
        }
        Event::Floor { floor, seat, card } => {
            let what = match card {
                Rank::Jack => "an easy trap".to_owned(),
                Rank::Queen => "a hard trap".to_owned(),
                Rank::King => "a miniboss".to_owned(),
                Rank::Ace => "a treasure".to_owned(),
                _ => article(EnemyKind::Monster.name(Some(card))),
            };
            let line = Line::heading(
                Icon::DOOR,
                say().text(format!("Floor {floor}. ")).seat(seat).text(format!(" turns up {what}.")),
            )
            .effect(Effect::Draw { piece: format!("floor-{floor}") });
            match card {
                Rank::Jack | Rank::Queen => line.effect(Effect::Draw { piece: "trap".into() }),
                Rank::Ace => line,
                _ => line.effect(Effect::Draw { piece: ENEMY.into() }),
            }
        }
        Event::BossRoom { seat, health } => Line::heading(
            Icon::BOSS,
            say().text("The boss room. ").seat(seat).text(format!(" opens the door; the boss has {health} health.")),
        )
        .effect(Effect::Draw { piece: ENEMY.into() }),
        Event::Enemy { enemy, card, health } => {
            let text = say().text(format!("The {} has {health} health.", enemy.name(card)));
            line(enemy.icon(), Tone::Plain, text).effect(settle("The enemy's health", &health.to_string()))
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
        Event::Won { level } => line(
            Icon::TROPHY,
            Tone::Good,
            say().text(format!("The boss falls. The tower is climbed at level {level}.")),
        ),
        Event::Exhausted { rounds } => line(
            Icon::CLOCK,
            Tone::Bad,
            say().text(format!("After {rounds} rounds nobody can lift an arm any more. The climb is over.")),
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

/// The dice that lie open were for this.
fn settle(title: impl Into<Sentence>, result: &str) -> Effect {
    Effect::Settle { title: title.into(), result: result.to_owned(), blow: None }
}

/// A hero's health changes: on the card of the one who fights, and on the meter.
fn health(line: Line, seat: Seat, by: i32, to: u16) -> Line {
    let change = |piece: String| Effect::Change { piece, by, to: to.into() };
    line.effect(change(format!("hero-{seat}"))).effect(change(format!("seat-{seat}-health")))
}

fn tell_initiative(event: &Event) -> Line {
    let say = Sentence::new;
    match *event {
        Event::Initiative { hero, enemy, bonus } => {
            let enemy = match bonus {
                0 => enemy.to_string(),
                bonus => format!("{} + {bonus} = {enemy}", enemy - bonus),
            };
            let text = format!("Initiative: hero {hero}, enemy {enemy}.");
            Line::new(Icon::INITIATIVE, Tone::Luck, text).detail()
        }
        Event::Sneaked { seat, roll } => {
            let text = say().seat(seat).text(format!(" sneaks and rolls initiative again: {roll}."));
            Line::new(Icon::SNEAK, Tone::Luck, text)
        }
        Event::Doubled { seat, value } => {
            Line::new(Icon::DOUBLE, Tone::Good, say().seat(seat).text(format!(" doubles the die: {value}.")))
        }
        // How many heroes there are is not known here, so it is said of the enemy.
        Event::FirstStrike { heroes } => {
            let (tone, place) = if heroes { (Tone::Good, "second") } else { (Tone::Bad, "first") };
            Line::new(Icon::INITIATIVE, tone, format!("The enemy strikes {place}."))
                .effect(settle("Initiative", &format!("the enemy goes {place}")))
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_strike(event: &Event) -> Line {
    let say = Sentence::new;
    match *event {
        Event::Attacked { seat, level: 0, .. } => {
            Line::new(Icon::SWORD, Tone::Plain, say().seat(seat).text(" attacks with bare hands: 0.")).detail()
        }
        Event::Attacked { seat, level, roll } => {
            let dice = LADDER_NAMES[usize::from(level)];
            Line::new(Icon::SWORD, Tone::Luck, say().seat(seat).text(format!(" attacks with {dice}: {roll}."))).detail()
        }
        Event::Added { seat, item, total } => {
            let text = format!(" adds {}: {total}.", long_name(item));
            Line::new(Icon::SWORD, Tone::Good, say().seat(seat).text(text))
        }
        Event::Struck { seat, roll, defense, damage, left } => {
            let (icon, tone, result, end) = match (damage, left) {
                (0, _) => (Icon::SHIELD, Tone::Bad, "no wound".to_owned(), String::new()),
                (_, 0) => (Icon::SWORD, Tone::Good, counted(damage, "wound"), String::new()),
                _ => (Icon::SWORD, Tone::Good, counted(damage, "wound"), format!(", {left} left")),
            };
            let blow = Blow { by: Some(format!("hero-{seat}")), on: ENEMY.into(), harm: damage.into() };
            let title = say().seat(seat).text(" strikes");
            let text = say().seat(seat).text(format!(" strikes: {roll} − {defense} = {damage}{end}."));
            let line = Line::new(icon, tone, text).effect(Effect::Settle { title, result, blow: Some(blow) });
            match damage {
                0 => line,
                _ => line.effect(Effect::Change { piece: ENEMY.into(), by: -i32::from(damage), to: left.into() }),
            }
        }
        Event::Slain { seat, enemy } => {
            Line::new(Icon::SKULL, Tone::Good, say().seat(seat).text(format!(" slays the {}.", enemy.id())))
                .effect(Effect::Fall { piece: ENEMY.into() })
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_blow(event: &Event) -> Line {
    let say = Sentence::new;
    let struck = |line: Line, seat: Seat, harm: u16, result: &str| {
        let blow = Blow { by: Some(ENEMY.into()), on: format!("hero-{seat}"), harm: harm.into() };
        let title = say().text("It strikes ").seat(seat);
        line.effect(Effect::Settle { title, result: result.to_owned(), blow: Some(blow) })
    };
    match *event {
        Event::EnemyStruck { seat, attack, defense } => {
            let text = format!(": {attack} − {defense} = {}.", attack.saturating_sub(defense));
            Line::new(Icon::MONSTER, Tone::Luck, say().text("The enemy strikes ").seat(seat).text(text)).detail()
        }
        Event::Evaded { seat } => {
            let line = Line::new(Icon::EVADE, Tone::Good, say().seat(seat).text(" evades, no damage."));
            struck(line, seat, 0, "evaded")
        }
        Event::Hurt { seat, damage, left } => {
            let text = say().seat(seat).text(format!(" loses {damage} health, {left} left."));
            let line = struck(Line::new(Icon::HEART, Tone::Bad, text), seat, damage, &counted(damage, "wound"));
            health(line, seat, -i32::from(damage), left)
        }
        Event::Unhurt { seat } => {
            let line = Line::new(Icon::SHIELD, Tone::Good, say().seat(seat).text(" takes no damage."));
            struck(line, seat, 0, "no wound")
        }
        Event::SecondWind { seat, health: to } => {
            let text = format!(" falls, and gets up again by Second Wind with {to} health.");
            let line = Line::new(Icon::WIND, Tone::Good, say().seat(seat).text(text))
                .effect(settle("Second Wind", &format!("{to} health")));
            health(line, seat, to.into(), to)
        }
        Event::Fell { seat } => {
            Line::new(Icon::SKULL, Tone::Bad, say().seat(seat).text(" is dead. The climb is over."))
                .effect(Effect::Fall { piece: format!("hero-{seat}") })
                .effect(Effect::Fall { piece: format!("seat-{seat}-health") })
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_trap(event: &Event) -> Line {
    let say = Sentence::new;
    match *event {
        Event::TrapRolled { seat, roll, luck, target, hard, cursed } => {
            let kind = if hard { "A hard trap" } else { "An easy trap" };
            let from = if cursed { " sprung by the curse" } else { "" };
            let luck = match luck {
                0 => String::new(),
                luck => format!(" {} {} luck", if luck < 0 { "−" } else { "+" }, luck.abs()),
            };
            let text = say().text(format!("{kind}{from}: ")).seat(seat);
            let line = Line::new(Icon::TRAP, Tone::Luck, text.text(format!(" rolls {roll}{luck} against {target}.")));
            if cursed { line.effect(Effect::Draw { piece: "trap".into() }) } else { line }
        }
        Event::Charmed { seat } => {
            Line::new(Icon::LUCK, Tone::Good, say().seat(seat).text(" rubs the Lucky Charm: 5 more."))
        }
        Event::Assisted { seat, hero } => {
            let text = say().seat(seat).text(" spends a luck point on ").seat(hero).text(": 1 more.");
            Line::new(Icon::LUCK, Tone::Good, text)
        }
        Event::Disarmed { seat } => Line::new(Icon::TRAP, Tone::Good, say().seat(seat).text(" disarms it."))
            .effect(settle("The trap", "disarmed"))
            .effect(Effect::Fall { piece: "trap".into() }),
        Event::Sprung { seat, damage } => {
            let text = say().text("It snaps shut on ").seat(seat).text(format!(" for {damage}."));
            Line::new(Icon::TRAP, Tone::Bad, text).detail().effect(settle("The trap", &format!("snaps for {damage}")))
        }
        _ => unreachable!("told elsewhere"),
    }
}

fn tell_reward(event: &Event) -> Line {
    let say = Sentence::new;
    match *event {
        Event::Drew { seat, card } => {
            let text = say().seat(seat).text(format!(" draws {} as a treasure.", treasure(card)));
            Line::new(Icon::CHEST, Tone::Luck, text).effect(Effect::Draw { piece: "treasure".into() })
        }
        Event::DrewTwo { seat, cards } => {
            let names: Vec<String> = cards.into_iter().flatten().map(treasure).collect();
            let text = say().seat(seat).text(format!(" draws two more: {}.", names.join(" and ")));
            let line = Line::new(Icon::CHEST, Tone::Luck, text);
            let drawn = cards.into_iter().flatten().map(|card| Effect::Draw { piece: format!("card-{card}") });
            drawn.fold(line, Line::effect)
        }
        Event::Kept { seat, card } => {
            Line::new(Icon::CHEST, Tone::Plain, say().seat(seat).text(format!(" picks {}.", treasure(card))))
        }
        Event::Nothing { seat } => {
            let text = say().text("No card is left to draw; ").seat(seat).text(" goes without.");
            Line::new(Icon::CHEST, Tone::Bad, text)
        }
        Event::Reshuffled { cards } => {
            let text = format!("The pile is empty: {cards} discarded cards are shuffled into a new one.");
            Line::new(Icon::CARD, Tone::Plain, text).detail()
        }
        Event::Declined { seat } => {
            Line::new(Icon::CHEST, Tone::Plain, say().seat(seat).text(" leaves the treasure alone."))
        }
        Event::Gained { seat, item } => {
            let text = say().seat(seat).text(format!(" keeps {} for later.", long_name(item)));
            Line::new(item.icon(), Tone::Good, text)
                .effect(Effect::Gain { piece: format!("item-{seat}-{}", kernel::Card::code(item)) })
        }
        Event::Used { seat, item, target } => {
            let text = say().seat(seat).text(format!(" uses {}", long_name(item)));
            let text = if seat == target { text.text(".") } else { text.text(" on ").seat(target).text(".") };
            let line = Line::new(item.icon(), Tone::Plain, text);
            match item {
                Item::Luck => line.effect(Effect::Gain { piece: format!("seat-{target}-luck") }),
                _ => line,
            }
        }
        Event::Healed { seat, by, health: to } => {
            let line = Line::new(Icon::HEART, Tone::Good, say().seat(seat).text(format!(" heals {by}, to {to}.")))
                .effect(settle("Healing", &format!("{by} healed")));
            health(line, seat, by.into(), to)
        }
        Event::Raised { seat, attack, level } => {
            let (icon, what) = if attack { (Icon::SWORD, "attack") } else { (Icon::SHIELD, "defense") };
            let dice = LADDER_NAMES[usize::from(level)];
            Line::new(icon, Tone::Good, say().seat(seat).text(format!(" improves the {what}, now {dice}.")))
                .effect(Effect::Gain { piece: format!("seat-{seat}-{what}") })
        }
        _ => unreachable!("told elsewhere"),
    }
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
