//! The hero: meters, class, and items.

use kernel::{Area, Flag, Icon, Layout, Look, Picture, Piece, Role, Seat, Tone};
use text::{capital, counted, t};

use super::{
    ahead::{Fight, totals},
    tone,
    tree::stat_icon,
};
use crate::{
    Crimsonbranch,
    board::Branch,
    content::{Class, Kind, LAST_LEVEL, Stat, TIME_BOXES},
    state::{Battle, Phase, Stage},
    words::way,
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
    let meter = |id: &str, icon, name: &'static str, value: u8, max: u8| {
        let look = Look::Meter { icon, name: name.into(), value: value.into(), max: Some(max.into()) };
        Piece::new(format!("hero-{id}"), look, t!("{name} {value} of {max}"))
    };
    let health =
        meter("hp", Icon::HEART, t!("Health"), hero.hp, hero.max()).flag(Flag::Danger, 3 * hero.hp <= hero.max());
    let health = match (&game.stage, ahead(game)) {
        (Stage::Battle(_), Some(hp)) if hp != hero.hp => {
            let label = t!("{}, {hp} if this turn ends as it stands", health.label);
            Piece { label: label.into(), ..health }.ahead(hp.into())
        }
        _ => health,
    };
    let (columns, rows) = crate::content::grid(clock.next_tick().div_ceil(4));
    let time = meter("time", Icon("hourglass"), t!("Time"), clock.ticks, TIME_BOXES)
        .text(t!("Time boxes ticked. The next visit sees {columns} by {rows} nodes."), Some("R3"));
    let token = |id: &str, icon, value: String, label: String| {
        let look = Look::Token { icon, tone: Tone::Plain, value: Some(value), seat: None };
        Piece::new(format!("hero-{id}"), look, label)
    };
    let name = game.sheet.name.as_str().trim();
    let name = if name.is_empty() { t!("Nameless") } else { name };
    let class = game.sheet.class;
    let effects = Kind::ALL.map(|kind| format!("{}: {}", kind.word(), crate::print::effect(class.effect(kind))));
    let look = Look::card(name.to_owned(), capital(class.word().as_str()), Icon::HERO, Tone::Good, Vec::new());
    let label = match game.pawn {
        None => t!("{name}, {class}, outside", class = class.word()),
        Some(_) => t!("{name}, {class}, in the dungeon", class = class.word()),
    };
    let face = Piece::new("hero", look, label)
        .picture(class_picture(class))
        .text(t!("Sixes spent by specials: {}.", effects.join("; ")), Some("R28"));
    let marks = &game.marks;
    let (open, engraved) = (marks.open.len(), marks.engraved.iter().map(|nodes| nodes.len()).sum::<u8>());
    let crossed = game.sheet.pearls.len() - open - engraved;
    let pearls = t!("Pearls: {open} open, {engraved} engraved, {crossed} crossed out");
    Area::new("hero", kernel::Sentence::new().seat(Seat(0)), Role::Seat, Layout::Row)
        .of(Seat(0))
        .picture(class_picture(class))
        .with([
            face,
            health,
            meter("xp", Icon("xp"), t!("XP"), hero.xp, hero.max()),
            meter("level", Icon("level"), t!("Level"), hero.level, LAST_LEVEL),
            time,
            token("points", Icon("branch"), game.points().to_string(), counted!(game.points(), "skill point"))
                .flag(Flag::Highlighted, game.points() > 0),
            token("pearls", Icon("pearl"), open.to_string(), pearls),
            token("defeats", Icon::SKULL, clock.defeats.to_string(), counted!(clock.defeats, "defeat")),
        ])
}

/// HP after the turn, if it ends now.
fn ahead(game: &Crimsonbranch) -> Option<u8> {
    let Stage::Battle(battle) = &game.stage else { return None };
    match battle.phase {
        Phase::Prepare(_) | Phase::Symbol(..) | Phase::Six(..) | Phase::Fight(_) => {
            Some(Fight::of(game, totals(game))?.hp)
        }
        Phase::Loot | Phase::Equip(_) => None,
    }
}

/// A row for each type of item, and the item that was just found.
pub(super) fn items(game: &Crimsonbranch) -> Area {
    let card = |id: String, name: String, stat: Stat, note: String, label: String| {
        let look = Look::card(name, t!("Item"), stat_icon(stat), tone(stat.kind()), Vec::new());
        Piece::new(id, look, label).picture(item_picture(stat)).note(note)
    };
    let row = |stat: Stat| {
        let (id, name) = (format!("item-{}", stat.name()), capital(stat.word().as_str()));
        let Some(item) = game.marks.items[stat as usize] else {
            let label = t!("No item of {}", stat.word());
            return card(id, name, stat, t!("none").into(), label);
        };
        let ([a, b], quality) = (item.find.dice, item.find.quality);
        let (branch, of) = (way(item.branch), stat.word());
        let label = t!("Item of {of}, quality {quality}, dice {a} and {b}, circles {branch}");
        let label = if item.moved { t!("{label}, moved in this stop") } else { label };
        card(id, name, stat, short_way(item.branch), label)
            .text(t!("It circles a branch of its type, and may move once in a stop."), Some("R39"))
    };
    let mut pieces: Vec<Piece> = Stat::ALL.into_iter().map(row).collect();
    if let Stage::Battle(Battle { phase: Phase::Equip(find), .. }) = &game.stage {
        let ([a, b], quality) = (find.dice, find.quality);
        let label = t!("Found: an item of {}, quality {quality}, dice {a} and {b}", find.stat.word());
        let name = t!("Found: {}", find.stat.word());
        let found = card("found".into(), name, find.stat, t!("quality {quality}"), label);
        pieces.push(found.flag(Flag::Highlighted, true));
    }
    Area::new("items", t!("Items"), Role::Seat, Layout::List).of(Seat(0)).with(pieces)
}

/// A branch in a few words: `row 6, 3 to 4`.
fn short_way(branch: Branch) -> String {
    let (from, to) = (branch.from(), branch.to());
    match from.y() == to.y() {
        true => t!("row {}, {} to {}", from.y() + 1, from.x() + 1, to.x() + 1),
        false => t!("column {}, {} to {}", from.x() + 1, from.y() + 1, to.y() + 1),
    }
}
