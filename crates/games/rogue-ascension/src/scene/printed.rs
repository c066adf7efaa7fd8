//! The parts for print: cards with all that a rank means, hero sheets, the tower, and tokens.

use kernel::{
    Icon, Look, Picture, Piece, Rank, Stat, Tone,
    printed::{Block, Deck, Part, Sheet},
};
use text::{capital, t};

use super::{seats::item_card, track::face};
use crate::{
    Curse, EnemyKind, Item,
    content::{CardSet, HERO_PICTURE, LADDER_NAMES, dice, trap},
    state::floors,
};

/// The most heroes of a match.
const HEROES: u8 = 4;
/// Boxes for the health of an enemy; a boss with more fills them twice.
const ENEMY_HEALTH: u16 = 50;
/// The diameter of tokens.
const TOKEN: u8 = 20;
/// Luck tokens: hardly any match needs more.
const LUCK: u8 = 12;

pub(super) fn parts() -> Vec<Part> {
    let cards = Rank::ALL.map(|rank| (card(rank), CardSet::in_force().ranks[rank as usize].copies));
    let token = |value| Piece::new("", Look::Token { icon: Icon("pawn"), tone: Tone::Good, value, seat: None }, "");
    let heroes = (1..=HEROES).map(|hero| (token(Some(hero.to_string())).picture(HERO_PICTURE), 1));
    vec![
        Deck::cards(t!("The tower"), Picture("rogue-ascension/boss"), cards),
        Deck::tokens(t!("Heroes"), TOKEN, heroes),
        Deck::tokens(t!("Luck"), TOKEN, [(token(None).picture(Item::Luck.picture()), LUCK)]),
        hero().times(HEROES),
        tower().times(1),
    ]
}

/// A card of a rank: its floor, and what it is as a treasure and as a curse.
fn card(rank: Rank) -> Piece {
    let (name, icon, picture) = face(rank);
    let stat = |icon, name, value: &str| Stat { icon, name, value: value.to_owned() };
    let stats = match (rank, enemy(rank)) {
        (_, Some((kind, health))) => vec![
            stat(Icon::HEART, t!("health"), &health.to_string()),
            stat(Icon::SWORD, t!("attack"), &kind.attack().to_string()),
            stat(Icon::SHIELD, t!("defense"), &kind.defense().to_string()),
        ],
        (Rank::Jack | Rank::Queen, _) => {
            let (target, die) = trap(rank == Rank::Queen);
            vec![
                stat(Icon::D20, t!("needed on a d20"), &target.to_string()),
                stat(Icon::HEART, t!("damage"), &die.to_string()),
            ]
        }
        _ => Vec::new(),
    };
    let (treasure, effect) = treasure(rank);
    let curse = Curse::of(rank);
    let look = Look::Card {
        name: name.clone().into(),
        kind: t!("Floor").into(),
        icon,
        tone: Tone::Plain,
        corner: Some(rank.to_string()),
        suit: None,
        emblem: None,
        stats: stats.into(),
        copies: 1,
    };
    let text =
        t!("Treasure: {treasure}. {effect} Curse: {curse}. {burden}", curse = curse.name(), burden = curse.text().0);
    Piece::new("", look, name).picture(picture).text(text, None)
}

/// The enemy on a floor of this rank, with its health.
fn enemy(rank: Rank) -> Option<(EnemyKind, u16)> {
    match rank {
        Rank::King => Some((EnemyKind::Miniboss, EnemyKind::Miniboss.health(None))),
        Rank::Jack | Rank::Queen | Rank::Ace => None,
        monster => Some((EnemyKind::Monster, EnemyKind::Monster.health(Some(monster)))),
    }
}

/// A rank as a treasure: its name and its effect.
fn treasure(rank: Rank) -> (&'static str, &'static str) {
    match Item::of(rank) {
        Some(item) => (item.name(), item.text().0),
        None => super::offer::unnamed(rank),
    }
}

fn hero() -> Sheet {
    let ladder = || LADDER_NAMES.into_iter().skip(1);
    let abilities = Item::ABILITIES.map(|item| {
        let card = item_card("", item, 1);
        [item.name().to_owned(), card.text.unwrap_or_default().into_owned()]
    });
    let hero = &CardSet::in_force().hero[0];
    let start = |level: u8| t!("from {}", dice(level));
    Sheet::half(
        t!("Hero"),
        [
            Block::lines([t!("Name")]),
            Block::boxes(t!("Health"), 1..=hero.health),
            Block::boxes(format!("{} ({})", capital(t!("attack")), start(hero.attack)), ladder()),
            Block::boxes(format!("{} ({})", capital(t!("defense")), start(hero.defense)), ladder()),
            Block::blanks(capital(t!("luck")), 8),
            Block::lines([t!("Items"), t!("Curses")]),
            Block::table([t!("Ability"), ""], abilities),
        ],
    )
    .picture(HERO_PICTURE)
}

fn tower() -> Sheet {
    let (each, more) = (EnemyKind::Boss.health(None), EnemyKind::health_by_ascension());
    let track = (1..=HEROES).map(|heroes| {
        let from = if heroes == 1 { 1 } else { floors(heroes - 1) + 1 };
        let label = match heroes {
            1 => t!("Floors with one hero").to_owned(),
            _ => t!("Further floors with {heroes} heroes"),
        };
        Block::boxes(label, from..=floors(heroes))
    });
    let ranks = Rank::ALL.map(|rank| {
        let (treasure, effect) = treasure(rank);
        [rank.to_string(), face(rank).0, format!("{treasure}. {effect}"), Curse::of(rank).name().to_owned()]
    });
    let curses = Curse::ALL.map(|curse| [curse.name().to_owned(), curse.text().0.to_owned()]);
    let enemies = [
        (EnemyKind::Monster, t!("that of its card").to_owned()),
        (EnemyKind::Miniboss, EnemyKind::Miniboss.health(None).to_string()),
        (EnemyKind::Boss, t!("{each} for each hero, {more} more for each at every level of ascension")),
    ];
    let enemies = enemies.map(|(kind, health)| {
        [capital(kind.name(None).as_str()), health, kind.attack().to_string(), kind.defense().to_string()]
    });
    let traps = [false, true].map(|hard| {
        let (target, die) = trap(hard);
        [face(if hard { Rank::Queen } else { Rank::Jack }).0, target.to_string(), die.to_string()]
    });
    let mut blocks: Vec<Block> = track.collect();
    blocks.extend([
        Block::boxes(t!("Health of the enemy"), 1..=ENEMY_HEALTH),
        Block::table([t!("Enemy"), t!("Health"), t!("Attack"), t!("Defense")], enemies),
        Block::table([t!("Trap"), t!("needed on a d20"), t!("damage")], traps),
        Block::table([t!("Card"), t!("Floor"), t!("Treasure"), t!("Curse")], ranks),
        Block::table([t!("Curse"), ""], curses),
    ]);
    Sheet::page(t!("The climb"), blocks).picture(Picture("rogue-ascension/camp"))
}
