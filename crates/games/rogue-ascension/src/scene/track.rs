//! The climb: the boss, and below it the floors, each with its card, losses and finds.

use std::borrow::Cow;

use kernel::{Area, Flag, Icon, Layout, Look, Picture, Piece, Rank, Role, Stat, Tone};
use text::{capital, t};

use super::is_over;
use crate::{
    EnemyKind, RogueAscension,
    content::{TREASURE_PICTURE, trap_picture},
    event::short_name,
    state::{End, Passed, Pending},
};

/// The way up, from the boss down to the first floor.
pub(super) fn climb(game: &RogueAscension) -> Area {
    let floors = (1..=game.floors()).rev().map(|floor| step(game, floor));
    Area::new("climb", t!("The climb"), Role::Track, Layout::List).with([boss(game)]).with(floors)
}

/// The name, icon and picture of a floor's card.
pub(super) fn face(card: Rank) -> (String, Icon, Picture) {
    let (name, icon, picture) = match card {
        Rank::Jack => (t!("easy trap"), Icon::TRAP, trap_picture(false)),
        Rank::Queen => (t!("hard trap"), Icon::TRAP, trap_picture(true)),
        Rank::Ace => (t!("treasure"), Icon::CHEST, TREASURE_PICTURE),
        Rank::King => (t!("miniboss"), Icon::CROWN, EnemyKind::Miniboss.picture(Some(card))),
        _ => (EnemyKind::Monster.name(Some(card)).as_str(), Icon::MONSTER, EnemyKind::Monster.picture(Some(card))),
    };
    (capital(name), icon, picture)
}

fn look(
    name: impl Into<Cow<'static, str>>,
    kind: &'static str,
    icon: Icon,
    corner: Option<String>,
    health: Option<u16>,
) -> Look {
    Look::Card {
        name: name.into(),
        kind: kind.into(),
        icon,
        tone: Tone::Plain,
        corner,
        suit: None,
        emblem: None,
        stats: health
            .map(|left| Stat { icon: Icon::HEART, name: t!("health"), value: left.to_string() })
            .into_iter()
            .collect(),
        copies: 1,
    }
}

fn boss(game: &RogueAscension) -> Piece {
    let here = game.floor > game.floors();
    let won = game.pending == Pending::Over(End::Won);
    let note = match game.fight {
        Some(fight) if here => t!("{} of {} left", fight.hp, fight.full),
        _ if won => t!("slain").into(),
        Some(_) | None => t!("health {}", game.boss_health()),
    };
    let health = here.then(|| game.hero(game.turn).hp);
    Piece::new("floor-boss", look(t!("The boss"), t!("Boss"), Icon::BOSS, None, health), t!("The boss, {note}"))
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
            let label = t!("Floor {floor}, {name}: {note}, {} health afterwards", passed.health);
            Piece::new(id, look(name, t!("Floor"), icon, number, Some(passed.health)), label)
                .picture(picture)
                .note(note)
                .flag(Flag::Exhausted, true)
        }
        (None, Some(card)) if here => {
            let (name, icon, picture) = face(card);
            let health = game.hero(game.active).hp;
            let note = present(game);
            let label = t!("Floor {floor}, {name}: {note}");
            Piece::new(id, look(name, t!("Floor"), icon, number, Some(health)), label)
                .picture(picture)
                .note(note)
                .flag(Flag::Highlighted, true)
        }
        (None, _) => {
            let note = if here { t!("face down, the next") } else { t!("face down") };
            let name = t!("Floor {floor}");
            let label = t!("Floor {floor}, {note}");
            Piece::new(id, look(name, t!("Floor"), Icon::CARD, number, None), label)
                .text(t!("Nobody knows what lies on which floor until it is turned."), Some("R1"))
                .note(note)
                .flag(Flag::Highlighted, here)
        }
    }
}

/// The losses and finds of a floor, in short.
fn happened(passed: &Passed) -> String {
    let taken = (passed.lost > 0).then(|| t!("took {}", passed.lost));
    let what = match passed.card {
        Rank::Ace => Some(passed.found.map_or_else(|| t!("nothing").to_owned(), short_name)),
        Rank::Jack | Rank::Queen => taken.is_none().then(|| t!("no harm").to_owned()),
        _ => taken.is_none().then(|| t!("slain").to_owned()),
    };
    [what, taken].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The events at the present floor, in short.
fn present(game: &RogueAscension) -> String {
    match (game.trap, game.fight, game.reward) {
        (_, Some(fight), _) if is_over(game) => t!("{} of {} left", fight.hp, fight.full),
        (Some(trap), ..) if is_over(game) => t!("{} needed", trap.target),
        (Some(trap), ..) => t!("{} of {} needed", i32::from(trap.die) + i32::from(trap.bonus), trap.target),
        (None, Some(fight), _) => t!("{} of {} left", fight.hp, fight.full),
        (None, None, _) => match game.card {
            Some(Rank::Ace) => t!("open").into(),
            Some(Rank::Jack | Rank::Queen) => match game.story.lost {
                0 => t!("no harm").into(),
                lost => t!("took {lost}"),
            },
            _ => t!("slain").into(),
        },
    }
}
