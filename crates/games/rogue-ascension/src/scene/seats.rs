//! The heroes with their items, and the cards in no hand.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone, Viewer};
use text::{counted, t};

use super::{is_over, item_id, numbers::percent};
use crate::{
    Curse, Item, RogueAscension,
    content::{CardSet, HERO_PICTURE, dice},
    outlook::Damage,
    state::Hero,
};

/// Health up to which a hero is in danger from any enemy.
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
    let [attack, defense] = [hero.attack, hero.defense].map(|grade| dice(grade.level));
    let luck = format!("{:+}", hero.luck_modifier());
    let health = Look::Meter {
        icon: Icon::HEART,
        name: t!("Health").into(),
        value: hero.hp.into(),
        max: Some(CardSet::health().into()),
    };
    let mut pieces = vec![
        Piece::new(health_id(seat), health, t!("{} of {HEALTH} health", hero.hp, HEALTH = CardSet::health()))
            .flag(Flag::Danger, in_danger(game, hero))
            .flag(Flag::Dead, hero.hp == 0),
        token("attack", Icon::SWORD, t!("Attack"), attack.into(), t!("attack {attack}")),
        token("defense", Icon::SHIELD, t!("Defense"), defense.into(), t!("defense {defense}")),
        token("luck", Icon::LUCK, t!("Luck"), luck.clone(), t!("luck {luck}")),
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

/// Whether a hero has little health left, or can die of one blow.
pub(super) fn in_danger(game: &RogueAscension, hero: &Hero) -> bool {
    hero.hp > 0 && (hero.hp <= LOW || next_blow(game, hero).is_some_and(|blow| blow.chance_of(hero.hp) > 0.0))
}

fn next_blow(game: &RogueAscension, hero: &Hero) -> Option<Damage> {
    game.fight.map(|fight| Damage::of_blow(fight.kind, hero.defense.level))
}

/// In company: the threat of the next blow to this hero.
fn note(game: &RogueAscension, hero: &Hero) -> Option<String> {
    let chance = next_blow(game, hero)?.chance_of(hero.hp);
    (game.players > 1 && chance > 0.0 && !is_over(game)).then(|| t!("{} to die by the next blow", percent(chance)))
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
        let label = t!("Curse {}, {copies}: {text}", curse.name());
        Piece::new(format!("seat-{seat}-{}", curse.id()), look, label)
            .picture(curse.picture())
            .text(text, Some(ruling))
            .flag(Flag::Curse, true)
    })
}

pub(super) fn hand(game: &RogueAscension, seat: Seat) -> Area {
    let items = game.hero(seat).items.iter();
    let pieces = items.map(|(item, copies)| item_card(item_id(seat, item), item, copies));
    Area::new("hand", t!("Your items"), Role::Hand, Layout::Fan).of(seat).with(pieces)
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
    let name = item.name();
    let label = if copies > 1 { t!("{name}: {text}, {copies} of them") } else { format!("{name}: {text}") };
    Piece::new(id, look, label).picture(item.picture()).text(text, Some(ruling)).note(item.when())
}

pub(super) fn piles(game: &RogueAscension) -> Area {
    let pile = game.cards.pile_len() as u16;
    let discard = game.cards.discard.len();
    let unseen: Vec<String> = game.cards.unseen.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let discarded: Vec<String> = game.cards.discard.iter().map(|(rank, copies)| format!("{rank} ×{copies}")).collect();
    let token = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(discard.to_string()), seat: None };
    Area::new("piles", t!("Cards"), Role::Piles, Layout::Row).with([
        Piece::new("pile", Look::Back { count: pile }, t!("{pile} cards in the pile"))
            .text(t!("Not yet seen, here and in the tower: {}.", unseen.join(", ")), Some("R1")),
        Piece::new("discard", token, t!("{} discarded", counted!(discard, "card"))).text(
            if discarded.is_empty() {
                t!("Nothing is discarded.").into()
            } else {
                t!("Discarded: {}.", discarded.join(", "))
            },
            Some("R26"),
        ),
    ])
}
