//! The monster and those who fight it, and what lies on the table between fights.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone};

use super::{
    cards::{item_card, slot},
    outlook::short,
    words::against,
};
use crate::{
    Class, Item, Monster,
    action::Share,
    content::{Op, When},
    fight::{Fight, Played, Side},
    state::{Open, Phase, Stage},
};

/// Who fights with what was played for them, the monster with what was played for it; and where somebody died, what that
/// means.
pub(super) fn encounter(open: &Open, fight: &Fight) -> Vec<Area> {
    let monster = monster(fight);
    if let Phase::Met(_, Stage::Keep(seat)) = open.phase {
        let foes = Area::new("foes", "The monster", Role::Foes, Layout::Row).active(true).with([monster]);
        return vec![foes, death(open, fight, seat)];
    }
    let mut fighters: Vec<Piece> =
        open.participants(fight).iter().map(|seat| fighter(open, fight, seat, None)).collect();
    fighters.extend(open.pending().map(|offer| fighter(open, fight, offer.seat, Some(offer.share))));
    let small = |id: &str, title: &str, role: Role, when: When| {
        let cards = fight.played.iter().enumerate().filter(|(_, played)| played.card.op().map(Op::when) == Some(when));
        Area::new(id, title, role, Layout::List).with(cards.map(|(place, card)| played(fight, place, card)))
    };
    vec![
        Area::new("fighters", "Who fights", Role::Fighters, Layout::Row).active(true).with(fighters),
        small("aids", "Played for the fighters", Role::Fighters, When::Fight),
        Area::new("foes", "The monster", Role::Foes, Layout::Row).active(true).with([monster]),
        small("stabs", "Played against the fighters", Role::Foes, When::Backstab),
    ]
}

pub(super) fn monster(fight: &Fight) -> Piece {
    let card = fight.monster.card();
    let piece = monster_card("monster".into(), fight.monster, 1 + fight.duplicates);
    let wounds = card.damage + fight.damage_add;
    piece.flag(Flag::Highlighted, true).flag(Flag::Danger, wounds > 3 || card.pierce)
}

pub(super) fn monster_card(id: String, monster: Monster, copies: u8) -> Piece {
    let card = monster.card();
    let pierce = if card.pierce { ", armor-piercing" } else { "" };
    let stat = |icon, name, value: String| Stat { icon, name, value };
    let look = Look::Card {
        name: card.name.into(),
        kind: card.tag.name().into(),
        icon: Icon::MONSTER,
        tone: Tone::Bad,
        corner: None,
        suit: None,
        emblem: None,
        stats: vec![
            stat(Icon("fight"), "AP", card.ap.to_string()),
            stat(Icon::HEART, "damage", format!("−{}{}", card.damage, if card.pierce { " P" } else { "" })),
            stat(Icon::STAR, "XP", card.xp.to_string()),
            stat(Icon::CHEST, "treasure", card.treasure.to_string()),
        ],
        copies,
    };
    let losers = card.effect.map(|effect| format!("Losers: {}.", short(effect)));
    let label = format!(
        "{}, {}, AP {}, {} damage{pierce}, {} XP, {} treasure.{}",
        card.name,
        card.tag.id(),
        card.ap,
        card.damage,
        card.xp,
        card.treasure,
        losers.as_ref().map(|losers| format!(" {losers}")).unwrap_or_default()
    );
    let note = match (card.pierce, losers) {
        (true, Some(losers)) => format!("Goes past gear. {losers}"),
        (true, None) => "Goes past gear.".into(),
        (false, Some(losers)) => losers,
        (false, None) => String::new(),
    };
    let classes = Class::ALL.map(|class| format!("{} {}", class.name(), against(class, card.tag)));
    let text = format!("{} In attacks on {} monsters: {}.", card.text, card.tag.id(), classes.join(", "));
    let piece = Piece::new(id, look, label).picture(card.picture).text(text.trim_start(), Some("R30"));
    if note.is_empty() { piece } else { piece.note(note) }
}

/// One who fights, or would for this share.
fn fighter(open: &Open, fight: &Fight, seat: Seat, asks: Option<Share>) -> Piece {
    let player = open.player(seat);
    let none = Side::default();
    let side = if asks.is_some() { &none } else { open.side(fight, seat) };
    let total = open.attack(fight, seat, side).total();
    let kind = match asks {
        Some(_) => "Would help".to_owned(),
        None if seat == open.active => format!("Fighter, level {}", player.level),
        None => format!("Helper, level {}", player.level),
    };
    let note = match asks {
        Some(share) => format!("Asks {} XP, {} treasure", share.xp, share.treasure),
        None => wears(open, seat),
    };
    hero(open, seat, kind, Some(total)).note(note).flag(Flag::Reachable, asks.is_some())
}

/// The card of a player: class, attack if it is known, gear.
fn hero(open: &Open, seat: Seat, kind: String, attack: Option<u16>) -> Piece {
    let player = open.player(seat);
    let mut stats: Vec<Stat> =
        attack.map(|total| Stat { icon: Icon::SWORD, name: "attack", value: total.to_string() }).into_iter().collect();
    stats.extend(player.gear.map(|gear| Stat {
        icon: Icon::ARMOR,
        name: "gear",
        value: format!("{}{}", player.protection(), if gear.damaged { " cracked" } else { "" }),
    }));
    let label = match attack {
        Some(total) => format!("{}, {}, attack {total}", player.class.name(), kind.to_lowercase()),
        None => format!("{}, {}", player.class.name(), kind.to_lowercase()),
    };
    let look = Look::Card {
        name: player.class.name().into(),
        kind,
        icon: Icon::HERO,
        tone: Tone::Good,
        corner: None,
        suit: None,
        emblem: None,
        stats,
        copies: 1,
    };
    let piece = Piece::new(format!("fighter-{seat}"), look, label).picture(player.class.picture());
    Piece { seat: Some(seat), ..piece }
}

/// What a player wears and holds: `Door of Smiting +5, Steel Plate 4`.
fn wears(open: &Open, seat: Seat) -> String {
    let player = open.player(seat);
    let gear = player.gear.map(|gear| format!("{} {}", gear.card.name(), player.protection()));
    let weapon = player.weapon.map(|weapon| format!("{} {}", weapon.name(), super::words::worth(weapon.kind())));
    let all: Vec<String> = weapon.into_iter().chain(gear).collect();
    if all.is_empty() { "Bare hands".into() } else { all.join(", ") }
}

/// A card that was played, small. What has been undone since is used up.
fn played(fight: &Fight, place: usize, card: &Played) -> Piece {
    let later = &fight.played[place + 1..];
    let undone = matches!(card.card.op(), Some(Op::Curse(_) | Op::Disarm))
        && later.iter().any(|other| other.target == card.target && other.card.op() == Some(Op::Cleanse));
    let piece = item_card(format!("played-{place}"), card.card, 1).flag(Flag::Exhausted, undone);
    Piece { seat: Some(card.seat), ..piece }
}

/// What death has come to.
fn death(open: &Open, fight: &Fight, seat: Seat) -> Area {
    let (class, card) = (open.player(seat).class, fight.monster.card());
    let damage = fight.damage(open.side(fight, seat));
    let past = if card.pierce { ", straight past whatever was worn" } else { "" };
    let words = |id: &str, label: String| Piece::new(format!("death-{id}"), Look::Text, label);
    let pieces = [
        words("how", format!("{} dealt {damage} damage{past}: more than there were levels left.", card.name))
            .text("Who falls below level 1 has died.", Some("R49")),
        words("class", format!("Back to level 1, still a {}.", class.name().to_lowercase())).picture(class.picture()),
        words("lost", "Gear and weapon are gone, and all troubles with them.".into()).picture(card.picture),
    ];
    Area::new("death", Sentence::new().seat(seat).text(" died."), Role::Board, Layout::List)
        .active(true)
        .with(pieces.map(|piece| piece.flag(Flag::Dead, true)))
}

/// Between fights: the player whose decision it is with what they wear, and the deck that waits.
pub(super) fn kit(open: &Open) -> Option<Area> {
    let seat = match open.phase {
        Phase::SetupEquip(seat) | Phase::Trim(seat) => seat,
        Phase::Prep => open.active,
        Phase::ChooseMonster(_) | Phase::Met(..) | Phase::Over(_) => return None,
    };
    let player = open.player(seat);
    let gear = match player.gear {
        Some(gear) => item_card(KIT_GEAR.into(), gear.card, 1).flag(Flag::Damaged, gear.damaged),
        None => slot(KIT_GEAR.into(), "Gear", Icon::ARMOR, "No gear"),
    };
    let weapon = match player.weapon {
        Some(weapon) => item_card(KIT_WEAPON.into(), weapon, 1),
        None => slot(KIT_WEAPON.into(), "Weapon", Icon::SWORD, "No weapon"),
    };
    let hero = hero(open, seat, format!("Level {}", player.level), None).note(super::words::class_text(player.class));
    let deck = open.monster_deck.len();
    let deck =
        Piece::new(KIT_DECK, Look::Back { count: deck as u16 }, format!("Monsters: {}", kernel::counted(deck, "card")));
    let deck = matches!(open.phase, Phase::Prep).then_some(deck);
    let title = Sentence::new().seat(seat).text("'s equipment");
    Some(Area::new("kit", title, Role::Board, Layout::Row).with([hero, gear, weapon]).with(deck))
}

/// Where gear is put on, where a weapon is taken in hand, and what a monster is turned up from.
pub(super) const KIT_GEAR: &str = "kit-gear";
pub(super) const KIT_WEAPON: &str = "kit-weapon";
pub(super) const KIT_DECK: &str = "kit-deck";

pub(super) fn offered(open: &Open) -> Option<Area> {
    let Phase::ChooseMonster(offered) = open.phase else { return None };
    let different = if offered[0] == offered[1] { &offered[..1] } else { &offered[..] };
    let alike = if different.len() == 1 { 2 } else { 1 };
    let cards = different.iter().map(|monster| monster_card(offered_id(*monster), *monster, alike));
    Some(Area::new("offered", "Two monsters", Role::Offer, Layout::Row).active(true).with(cards))
}

pub(super) fn offered_id(monster: Monster) -> String {
    format!("offered-{}", monster.card().id)
}

/// Where in the kit a piece of equipment belongs.
pub(super) fn place_of(card: Item) -> &'static str {
    match card.kind() {
        crate::content::Kind::Gear { .. } => KIT_GEAR,
        crate::content::Kind::Weapon { .. } | crate::content::Kind::Consumable { .. } => KIT_WEAPON,
    }
}
