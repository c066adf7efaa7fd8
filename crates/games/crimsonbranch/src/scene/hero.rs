//! The hero: meters, class, and items.

use kernel::{Area, Flag, Icon, Layout, Look, Picture, Piece, Role, Seat, Tone};

use super::{capital, tone, tree::stat_icon};
use crate::{
    Crimsonbranch,
    content::{Class, Kind, LAST_LEVEL, Stat, TIME_BOXES},
    event::way,
    state::{Battle, Item, Phase, Stage},
};

pub(super) const fn class_picture(class: Class) -> Picture {
    match class {
        Class::Warrior => Picture("crimsonbranch/warrior"),
        Class::Ranger => Picture("crimsonbranch/ranger"),
        Class::Wizard => Picture("crimsonbranch/wizard"),
        Class::Paladin => Picture("crimsonbranch/paladin"),
    }
}

pub(super) const fn item_picture(stat: Stat) -> Picture {
    match stat {
        Stat::Strength => Picture("crimsonbranch/item-strength"),
        Stat::Dexterity => Picture("crimsonbranch/item-dexterity"),
        Stat::Vitality => Picture("crimsonbranch/item-vitality"),
        Stat::Magic => Picture("crimsonbranch/item-magic"),
    }
}

pub(super) fn area(game: &Crimsonbranch) -> Area {
    let (hero, clock) = (game.hero, game.clock);
    let meter = |id: &str, icon, name: &str, value: u8, max: u8| {
        let look = Look::Meter { icon, name: name.into(), value: value.into(), max: Some(max.into()) };
        Piece::new(format!("hero-{id}"), look, format!("{name} {value} of {max}"))
    };
    let token = |id: &str, icon, value: String, label: String| {
        let look = Look::Token { icon, tone: Tone::Plain, value: Some(value), seat: None };
        Piece::new(format!("hero-{id}"), look, label)
    };
    let name = game.sheet.name.as_str().trim();
    let name = if name.is_empty() { "Nameless" } else { name };
    let class = game.sheet.class;
    let effects = Kind::ALL.map(|kind| format!("{}: {}", kind.name(), crate::print::effect(class.effect(kind))));
    let look = Look::Card {
        name: name.into(),
        kind: capital(class.name()),
        icon: Icon::HERO,
        tone: Tone::Good,
        corner: None,
        suit: None,
        emblem: None,
        stats: Vec::new(),
        copies: 1,
    };
    let label = format!("{name}, {}, {}", class.name(), if game.pawn.is_none() { "outside" } else { "in the dungeon" });
    let face = Piece::new("hero", look, label)
        .picture(class_picture(class))
        .text(format!("Sixes spent by specials: {}.", effects.join("; ")), Some("R28"));
    let open = game.marks.open.len();
    Area::new("hero", kernel::Sentence::new().seat(Seat(0)), Role::Seat, Layout::Row)
        .of(Seat(0))
        .picture(class_picture(class))
        .with([
            face,
            meter("hp", Icon::HEART, "HP", hero.hp, hero.max()).flag(Flag::Danger, 3 * hero.hp <= hero.max()),
            meter("xp", Icon("xp"), "XP", hero.xp, hero.max()),
            meter("level", Icon("level"), "Level", hero.level, LAST_LEVEL),
            meter("time", Icon("hourglass"), "Time boxes ticked", clock.ticks, TIME_BOXES),
            token("points", Icon("branch"), game.points().to_string(), kernel::counted(game.points(), "skill point")),
            token("pearls", Icon("pearl"), open.to_string(), format!("{open} of 8 pearls open")),
            token("defeats", Icon::SKULL, clock.defeats.to_string(), kernel::counted(clock.defeats, "defeat")),
        ])
}

/// The items, and the one that was just found; nothing while there are none.
pub(super) fn items(game: &Crimsonbranch) -> Option<Area> {
    let held = |item: Item| {
        let (stat, [a, b], quality) = (item.find.stat, item.find.dice, item.find.quality);
        let moved = if item.moved { ", moved in this stop" } else { "" };
        let branch = way(item.branch);
        let label = format!("Item of {}, quality {quality}, dice {a} and {b}, circles {branch}{moved}", stat.name());
        let value = Some(format!("quality {quality}"));
        let look = Look::Token { icon: stat_icon(stat), tone: tone(stat.kind()), value, seat: None };
        Piece::new(format!("item-{}", stat.name()), look, label)
            .picture(item_picture(stat))
            .text("It circles a branch of its type, and may move once in a stop.", Some("R39"))
            .flag(Flag::Exhausted, item.moved)
    };
    let mut pieces: Vec<Piece> = game.marks.items.into_iter().flatten().map(held).collect();
    if let Stage::Battle(Battle { phase: Phase::Equip(find), .. }) = &game.stage {
        let [a, b] = find.dice;
        let look = Look::Card {
            name: format!("Item of {}", find.stat.name()),
            kind: "Found".into(),
            icon: stat_icon(find.stat),
            tone: tone(find.stat.kind()),
            corner: Some(find.quality.to_string()),
            suit: None,
            emblem: None,
            stats: Vec::new(),
            copies: 1,
        };
        let label = format!("Found: an item of {}, quality {}, dice {a} and {b}", find.stat.name(), find.quality);
        pieces.push(Piece::new("found", look, label).picture(item_picture(find.stat)).flag(Flag::Highlighted, true));
    }
    (!pieces.is_empty()).then(|| Area::new("items", "Items", Role::Hand, Layout::Row).of(Seat(0)).with(pieces))
}
