//! The heroes with what they hold, and the cards that nobody holds.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone, Viewer, counted};

use super::{is_over, item_id, numbers::percent};
use crate::{
    Curse, Item, RogueAscension,
    content::{HEALTH, HERO_PICTURE, LADDER_NAMES},
    outlook::Damage,
    state::Hero,
};

/// Health up to which a hero is in danger, whoever strikes.
const LOW: u16 = 6;

pub(super) fn health_id(seat: Seat) -> String {
    format!("seat-{seat}-health")
}

pub(super) fn hero_area(game: &RogueAscension, seat: Seat, viewer: Viewer) -> Area {
    let hero = game.hero(seat);
    let token = |id: &str, icon, name: &str, value: String, label: String| {
        let look = Look::Token { icon, tone: Tone::Plain, value: Some(value), seat: None };
        Piece::new(format!("seat-{seat}-{id}"), look, label).text(name.to_owned(), None)
    };
    let attack = LADDER_NAMES[usize::from(hero.attack.level)];
    let defense = LADDER_NAMES[usize::from(hero.defense.level)];
    let luck = format!("{:+}", hero.luck_modifier());
    let health =
        Look::Meter { icon: Icon::HEART, name: "Health".into(), value: hero.hp.into(), max: Some(HEALTH.into()) };
    let mut pieces = vec![
        Piece::new(health_id(seat), health, format!("{} of {HEALTH} health", hero.hp))
            .flag(Flag::Danger, in_danger(game, hero))
            .flag(Flag::Dead, hero.hp == 0),
        token("attack", Icon::SWORD, "Attack", attack.into(), format!("attack {attack}")),
        token("defense", Icon::SHIELD, "Defense", defense.into(), format!("defense {defense}")),
        token("luck", Icon::LUCK, "Luck", luck.clone(), format!("luck {luck}")),
    ];
    pieces.extend(curses(hero, seat));
    if viewer.seat() != Some(seat) {
        pieces.extend(hero.items.iter().map(|(item, copies)| item_card(item_id(seat, item), item, copies)));
    }
    let area = Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(HERO_PICTURE)
        .active(game.turn == seat && !is_over(game))
        .with(pieces);
    match note(game, hero) {
        Some(note) => area.note(note),
        None => area,
    }
}

/// Few health left, or one blow from death.
pub(super) fn in_danger(game: &RogueAscension, hero: &Hero) -> bool {
    hero.hp > 0 && (hero.hp <= LOW || next_blow(game, hero).is_some_and(|blow| blow.chance_of(hero.hp) > 0.0))
}

fn next_blow(game: &RogueAscension, hero: &Hero) -> Option<Damage> {
    game.fight.map(|fight| Damage::of_blow(fight.kind, hero.defense.level))
}

/// In company: how much the next blow threatens this hero.
fn note(game: &RogueAscension, hero: &Hero) -> Option<String> {
    let chance = next_blow(game, hero)?.chance_of(hero.hp);
    (game.players > 1 && chance > 0.0 && !is_over(game)).then(|| format!("{} to die by the next blow", percent(chance)))
}

fn curses(hero: &Hero, seat: Seat) -> impl Iterator<Item = Piece> {
    let held = Curse::ALL.into_iter().filter(|curse| hero.cursed(*curse) > 0);
    held.map(move |curse| {
        let copies = hero.cursed(curse);
        let look = Look::Token {
            icon: Icon::CURSE,
            tone: Tone::Bad,
            value: Some(if copies > 1 { format!("{} ×{copies}", curse.name()) } else { curse.name().into() }),
            seat: None,
        };
        let (text, ruling) = curse.text();
        let label = format!("Curse {}, {copies}: {text}", curse.name());
        Piece::new(format!("seat-{seat}-{}", curse.id()), look, label).picture(curse.picture()).text(text, Some(ruling))
    })
}

pub(super) fn hand(game: &RogueAscension, seat: Seat) -> Area {
    let items = game.hero(seat).items.iter();
    let pieces = items.map(|(item, copies)| item_card(item_id(seat, item), item, copies));
    Area::new("hand", "Your items", Role::Hand, Layout::Fan).of(seat).with(pieces)
}

pub(super) fn item_card(id: impl Into<String>, item: Item, copies: u8) -> Piece {
    let look = Look::Card {
        name: item.name().into(),
        kind: item.kind().into(),
        icon: item.icon(),
        tone: Tone::Good,
        corner: Some(item.rank().to_string()),
        suit: None,
        emblem: None,
        stats: item.number().map(|(icon, name, value)| Stat { icon, name, value }).into_iter().collect(),
        copies,
    };
    let (text, ruling) = item.text();
    let number = if copies > 1 { format!(", {copies} of them") } else { String::new() };
    Piece::new(id, look, format!("{}: {text}{number}", item.name()))
        .picture(item.picture())
        .text(text, Some(ruling))
        .note(item.when())
}

pub(super) fn piles(game: &RogueAscension) -> Area {
    let pile = game.cards.pile_len() as u16;
    let discard = game.cards.discard.len();
    let unseen: Vec<String> = game.cards.unseen.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let discarded: Vec<String> = game.cards.discard.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let token = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(discard.to_string()), seat: None };
    Area::new("piles", "Cards", Role::Piles, Layout::Row).with([
        Piece::new("pile", Look::Back { count: pile }, format!("{pile} cards in the pile"))
            .text(format!("Not yet seen, here and in the tower: {}.", unseen.join(", ")), Some("R1")),
        Piece::new("discard", token, format!("{} discarded", counted(discard, "card"))).text(
            if discarded.is_empty() {
                "Nothing is discarded.".into()
            } else {
                format!("Discarded: {}.", discarded.join(", "))
            },
            Some("R26"),
        ),
    ])
}
