//! The middle of the table: the fight, the trap, or the camp.

use kernel::{Area, Flag, Icon, Intent, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone, Viewer};
use text::{Text, capital, decimal, t, text};

use super::{
    is_over,
    numbers::{percent, range},
    player,
    seats::{health_id, in_danger},
};
use crate::{
    EnemyKind, RogueAscension,
    content::{CAMP_PICTURE, CardSet, HERO_PICTURE, dice, trap_picture},
    outlook::Damage,
    state::{Blow, End, Fight, Pending, Trap},
};

/// The camp, or a trap with its target.
pub(super) fn board(game: &RogueAscension) -> Option<Area> {
    let pieces = match (game.trap, game.pending) {
        (Some(trap), _) => vec![trap_card(game, &trap)],
        (None, Pending::Camp) => vec![camp(), stairs(game)],
        (None, _) => return None,
    };
    Some(Area::new("tower", t!("The tower"), Role::Board, Layout::Row).active(true).with(pieces))
}

fn stat(icon: Icon, name: &'static str, value: impl Into<String>) -> Stat {
    Stat { icon, name, value: value.into() }
}

fn camp() -> Piece {
    let text = t!("A place to rest between the floors. Saved cards can be used here.");
    Piece::new("camp", Look::card(t!("Camp"), t!("Rest"), Icon::CAMP, Tone::Plain, Vec::new()), t!("Camp: {text}"))
        .picture(CAMP_PICTURE)
        .text(text, Some("R10"))
}

/// The floors still hidden, or the boss's door.
fn stairs(game: &RogueAscension) -> Piece {
    if game.floor > game.floors() {
        let health = game.boss_health().to_string();
        let stats = vec![stat(Icon::HEART, t!("health"), health.clone())];
        let label = t!("The boss's door; behind it is the boss with {health} health");
        return Piece::new("tower", Look::card(t!("The last door"), t!("Boss"), Icon::DOOR, Tone::Bad, stats), label)
            .picture(EnemyKind::Boss.picture(None))
            .note(t!("the boss is behind it"));
    }
    let label = match game.cards.hidden {
        1 => t!("1 hidden floor above, then the boss").to_owned(),
        more => t!("{more} hidden floors above, then the boss"),
    };
    Piece::new("tower", Look::Back { count: game.cards.hidden.into() }, label)
        .text(t!("Face-down cards. Nobody knows what lies on which floor until it is turned."), Some("R1"))
        .note(t!("floor {} is next", game.floor))
}

fn trap_card(game: &RogueAscension, trap: &Trap) -> Piece {
    let Trap { seat, hard, target, die, bonus, .. } = *trap;
    let (_, damage) = game.trap_of(seat, hard);
    let rolled = match bonus {
        0 => die.to_string(),
        bonus => format!("{die} {} {}", if bonus < 0 { '−' } else { '+' }, bonus.abs()),
    };
    let stats =
        vec![stat(Icon::D20, t!("needed"), target.to_string()), stat(Icon::HEART, t!("damage"), damage.to_string())];
    let name = if hard { t!("Hard trap") } else { t!("Easy trap") };
    let state = if trap.disarmed() { t!("disarmed") } else { t!("not disarmed") };
    let label = match die {
        0 => t!("{name}, {target} needed; damage {damage}"),
        _ => t!("{name}, {target} needed, rolled {rolled}: {state}; damage {damage}"),
    };
    let note = if die == 0 { t!("{target} needed") } else { t!("rolled {rolled} of {target}") };
    Piece::new("trap", Look::card(name, t!("Trap"), Icon::TRAP, Tone::Bad, stats), label)
        .picture(trap_picture(hard))
        .text(t!("A d20 plus luck must reach the target. Defense does not help."), Some("R21"))
        .note(note)
}

/// The hero in a fight or in a trap.
pub(super) fn fighter(game: &RogueAscension) -> Option<Seat> {
    match (game.trap, foe(game)) {
        (Some(trap), _) => Some(trap.seat),
        (None, Some(_)) => Some(game.turn),
        (None, None) => None,
    }
}

/// The piece that shows a hero's health: the card, or else the meter.
pub(super) fn hero_id(game: &RogueAscension, seat: Seat) -> String {
    if fighter(game) == Some(seat) { format!("hero-{seat}") } else { health_id(seat) }
}

pub(super) fn fighters(game: &RogueAscension, viewer: Viewer) -> Option<Area> {
    let seat = fighter(game)?;
    let hero = game.hero(seat);
    let [attack, defense] = [hero.attack, hero.defense].map(|grade| dice(grade.level));
    let stats = vec![stat(Icon::SWORD, t!("attack"), attack), stat(Icon::SHIELD, t!("defense"), defense)];
    let name = if viewer.seat() == Some(seat) { t!("You") } else { t!("Hero") };
    let label =
        t!("{name}, {} of {HEALTH} health, attack {attack}, defense {defense}", hero.hp, HEALTH = CardSet::health());
    let mut piece =
        Piece::new(format!("hero-{seat}"), Look::card(name, t!("Hero"), Icon::HERO, Tone::Good, stats), label)
            .picture(HERO_PICTURE)
            .gauge(Icon::HEART, hero.hp.into(), CardSet::health().into())
            .flag(Flag::Danger, in_danger(game, hero))
            .flag(Flag::Dead, hero.hp == 0);
    piece.seat = Some(seat);
    let title = Sentence::new().seat(seat);
    Some(Area::new("fighters", title, Role::Fighters, Layout::Row).of(seat).with([piece]))
}

/// The enemy: of the current fight, of the lost one, or the slain boss.
fn foe(game: &RogueAscension) -> Option<Fight> {
    game.fight.or_else(|| {
        let full = game.boss_health();
        let slain = Fight { kind: EnemyKind::Boss, hp: 0, full, round: 1, heroes_first: true, at: 0 };
        (game.pending == Pending::Over(End::Won)).then_some(slain)
    })
}

pub(super) fn foes(game: &RogueAscension, viewer: Viewer) -> Option<Area> {
    let fight = foe(game).filter(|_| game.trap.is_none())?;
    let Fight { kind, hp, full, round, heroes_first, .. } = fight;
    let name = capital(kind.name(game.card).as_str());
    let (attack, defense) = (kind.attack(), kind.defense());
    let stats = vec![
        stat(Icon::SWORD, t!("attack"), attack.to_string()),
        stat(Icon::SHIELD, t!("defense"), defense.to_string()),
    ];
    let label = t!("{name}, {hp} of {full} health, attack {attack}, defense {defense}");
    let mut look = Look::card(name, capital(kind.name(None).as_str()), kind.icon(), Tone::Bad, stats);
    if let Look::Card { corner, .. } = &mut look {
        *corner = game.card.map(|card| card.to_string());
    }
    let mut piece = Piece::new("enemy", look, label)
        .picture(kind.picture(game.card))
        .gauge(Icon::HEART, hp.into(), full.into())
        .flag(Flag::Damaged, 0 < hp && hp < full)
        .flag(Flag::Dead, hp == 0)
        .flag(Flag::Elite, kind == EnemyKind::Miniboss)
        .flag(Flag::Boss, kind == EnemyKind::Boss);
    if !is_over(game) {
        let order = match (heroes_first, game.players) {
            (false, _) => t!("It strikes first in every round. This is round {round}."),
            (true, 1) if viewer.seat() == Some(game.turn) => {
                t!("You strike first in every round. This is round {round}.")
            }
            (true, 1) => t!("The hero strikes first in every round. This is round {round}."),
            (true, _) => t!("The heroes strike first in every round. This is round {round}."),
        };
        piece = match game.pending {
            Pending::Initiative { .. } => piece.text(t!("Who strikes first is not settled yet."), Some("R2")),
            _ => piece.text(order, Some("R30")),
        };
        piece = piece.intent(intent(game, &fight, viewer)).says(words(game, &fight));
    }
    Some(Area::new("foes", t!("The enemy"), Role::Foes, Layout::Row).with([piece]))
}

/// The words of the enemy in its present mood.
fn words(game: &RogueAscension, fight: &Fight) -> Text {
    let [shows_up, gloats, is_hurt] = fight.kind.words(game.card);
    if in_danger(game, game.hero(game.turn)) {
        gloats
    } else if fight.hp * 2 <= fight.full {
        is_hurt
    } else {
        shows_up
    }
}

/// The coming blow, or the next one at the viewer's hero; for spectators, at the hero in turn.
fn intent(game: &RogueAscension, fight: &Fight, viewer: Viewer) -> Intent {
    let icon = Icon::SWORD;
    let own = player(game, viewer);
    if let Pending::Damage(Blow::Strike { attack, defense }) = game.pending {
        let own = own == Some(game.turn);
        let whom = if own { text!("you") } else { text!("the hero") };
        let damage = attack.saturating_sub(defense);
        return Intent {
            icon,
            mean: damage.to_string(),
            text: if own { t!("Now: {attack} − your {defense}") } else { t!("Now: {attack} − {defense}") },
            range: match game.hero(game.turn).hp.checked_sub(damage).filter(|left| *left > 0) {
                Some(left) => t!("Unless warded off it leaves {whom} {left}"),
                None => t!("Unless warded off it kills {whom}"),
            },
        };
    }
    let hero = game.hero(own.unwrap_or(game.turn));
    let dice = dice(hero.defense.level);
    let (defense, whom) = match (own.is_some(), game.players) {
        (true, _) => (t!("your {dice}"), text!("you")),
        (false, 1) => (t!("the hero's {dice}"), text!("the hero")),
        (false, _) => (t!("each hero's {dice}"), text!("the hero in turn")),
    };
    let defense = if hero.defense.level == 0 { t!("no defense").to_owned() } else { defense };
    let (blow, attack) = (Damage::of_blow(fight.kind, hero.defense.level), fight.kind.attack());
    let text = match game.players > 1 && own.is_some() {
        true => t!("At each hero, at you: {attack} − {defense}"),
        false => t!("Next: {attack} − {defense}"),
    };
    Intent { icon, mean: decimal(blow.mean(), 1), text, range: range(&blow, hero, whom) }
}

/// The enemy's next blow at the hero in turn: `its d6 − d4 kills you on 5 or more, 4 %`.
pub(super) fn answer(game: &RogueAscension, fight: &Fight, seat: Seat) -> String {
    let hero = game.hero(seat);
    let blow = Damage::of_blow(fight.kind, hero.defense.level);
    let dice = match hero.defense.level {
        0 => fight.kind.attack().to_string(),
        level => format!("{} − {}", fight.kind.attack(), self::dice(level)),
    };
    match blow.chance_of(hero.hp) {
        0.0 => t!("its {dice} takes {}", decimal(blow.mean(), 1)),
        chance => t!("its {dice} kills you on {} or more, {}", hero.hp, percent(chance)),
    }
}
