//! The climb: the boss, and below it the floors, each with what it was, took and gave.

use kernel::{Area, Flag, Icon, Layout, Look, Picture, Piece, Rank, Role, Stat, Tone};

use super::{capital, is_over};
use crate::{
    EnemyKind, Item, RogueAscension,
    content::{TREASURE_PICTURE, trap_picture},
    event::long_name,
    state::{End, Passed, Pending},
};

/// The way up, from the boss down to the first floor.
pub(super) fn climb(game: &RogueAscension) -> Area {
    let floors = (1..=game.floors()).rev().map(|floor| step(game, floor));
    Area::new("climb", "The climb", Role::Track, Layout::List).with([boss(game)]).with(floors)
}

/// What a floor's card is called, and what it looks like.
pub(super) fn face(card: Rank) -> (String, Icon, Picture) {
    let (name, icon, picture) = match card {
        Rank::Jack => ("easy trap", Icon::TRAP, trap_picture(false)),
        Rank::Queen => ("hard trap", Icon::TRAP, trap_picture(true)),
        Rank::Ace => ("treasure", Icon::CHEST, TREASURE_PICTURE),
        Rank::King => ("miniboss", Icon::CROWN, EnemyKind::Miniboss.picture(Some(card))),
        _ => (EnemyKind::Monster.name(Some(card)), Icon::MONSTER, EnemyKind::Monster.picture(Some(card))),
    };
    (capital(name), icon, picture)
}

fn look(name: &str, kind: &str, icon: Icon, corner: Option<String>, health: Option<u16>) -> Look {
    Look::Card {
        name: name.to_owned(),
        kind: kind.to_owned(),
        icon,
        tone: Tone::Plain,
        corner,
        suit: None,
        emblem: None,
        stats: health
            .map(|left| Stat { icon: Icon::HEART, name: "health", value: left.to_string() })
            .into_iter()
            .collect(),
        copies: 1,
    }
}

fn boss(game: &RogueAscension) -> Piece {
    let here = game.floor > game.floors();
    let won = game.pending == Pending::Over(End::Won);
    let note = match game.fight {
        Some(fight) if here => format!("{} of {} left", fight.hp, fight.full),
        _ if won => "slain".into(),
        Some(_) | None => format!("health {}", game.boss_health()),
    };
    let health = here.then(|| game.hero(game.turn).hp);
    Piece::new("floor-boss", look("The boss", "Boss", Icon::BOSS, None, health), format!("The boss, {note}"))
        .picture(EnemyKind::Boss.picture(None))
        .note(note)
        .flag(Flag::Highlighted, here)
        .flag(Flag::Danger, true)
        .flag(Flag::Dead, won)
}

fn step(game: &RogueAscension, floor: u8) -> Piece {
    let id = format!("floor-{floor}");
    let number = Some(floor.to_string());
    let passed = game.story.passed.get(usize::from(floor - 1)).copied().flatten();
    let here = floor == game.floor;
    match (passed, game.card) {
        (Some(passed), _) => {
            let (name, icon, picture) = face(passed.card);
            let note = happened(&passed);
            let label = format!("Floor {floor}, {name}: {note}, {} health afterwards", passed.health);
            Piece::new(id, look(&name, "Floor", icon, number, Some(passed.health)), label)
                .picture(picture)
                .note(note)
                .flag(Flag::Exhausted, true)
        }
        (None, Some(card)) if here => {
            let (name, icon, picture) = face(card);
            let health = game.hero(game.active).hp;
            let note = present(game);
            let label = format!("Floor {floor}, {name}: {note}");
            Piece::new(id, look(&name, "Floor", icon, number, Some(health)), label)
                .picture(picture)
                .note(note)
                .flag(Flag::Highlighted, true)
        }
        (None, _) => {
            let note = if here { "face down, the next" } else { "face down" };
            let name = format!("Floor {floor}");
            let label = format!("Floor {floor}, {note}");
            Piece::new(id, look(&name, "Floor", Icon::CARD, number, None), label)
                .text("Nobody knows what lies on which floor until it is turned.", Some("R1"))
                .note(note)
                .flag(Flag::Highlighted, here)
        }
    }
}

/// What a floor took and gave, in short.
fn happened(passed: &Passed) -> String {
    let taken = (passed.lost > 0).then(|| format!("took {}", passed.lost));
    let what = match passed.card {
        Rank::Ace => Some(passed.found.map_or_else(|| "nothing".to_owned(), found)),
        Rank::Jack | Rank::Queen => taken.is_none().then(|| "no harm".to_owned()),
        _ => taken.is_none().then(|| "slain".to_owned()),
    };
    [what, taken].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// An item in a few words: `dagger of 6`.
fn found(item: Item) -> String {
    let name = long_name(item);
    ["the ", "a "].into_iter().find_map(|article| name.strip_prefix(article)).unwrap_or(&name).to_owned()
}

/// What is going on at the present floor, in short.
fn present(game: &RogueAscension) -> String {
    match (game.trap, game.fight, game.reward) {
        (_, Some(fight), _) if is_over(game) => format!("{} of {} left", fight.hp, fight.full),
        (Some(trap), ..) if is_over(game) => format!("{} needed", trap.target),
        (Some(trap), ..) => format!("{} of {} needed", i32::from(trap.die) + i32::from(trap.bonus), trap.target),
        (None, Some(fight), _) => format!("{} of {} left", fight.hp, fight.full),
        (None, None, _) => match game.card {
            Some(Rank::Ace) => "open".into(),
            Some(Rank::Jack | Rank::Queen) => match game.story.lost {
                0 => "no harm".into(),
                lost => format!("took {lost}"),
            },
            _ => "slain".into(),
        },
    }
}
