//! The monster and its fighters, and the table between fights.

use kernel::{Area, Card, Flag, Icon, Layout, Look, Piece, Role, Seat, Stat, Tone, say};
use text::{PerLanguage, capital, counted, t};

use super::{
    cards::{item_card, laid, slot},
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

/// The fighters and the monster, each with the cards played for them. After a death, it shows the
/// consequences instead.
pub(super) fn encounter(open: &Open, fight: &Fight) -> Vec<Area> {
    let monster = monster(fight);
    if let Phase::Met(_, Stage::Keep(seat)) = open.phase {
        let foes = Area::new("foes", t!("The monster"), Role::Foes, Layout::Row).active(true).with([monster]);
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
        Area::new("fighters", t!("Who fights"), Role::Fighters, Layout::Row).active(true).with(fighters),
        small("aids", t!("Played for the fighters"), Role::Fighters, When::Fight),
        Area::new("foes", t!("The monster"), Role::Foes, Layout::Row).active(true).with([monster]),
        small("stabs", t!("Played against the fighters"), Role::Foes, When::Backstab),
    ]
}

pub(super) fn monster(fight: &Fight) -> Piece {
    let card = fight.monster.card();
    let piece = monster_card("monster".into(), fight.monster, 1 + fight.duplicates);
    let wounds = card.damage + fight.damage_add;
    piece.flag(Flag::Highlighted, true).flag(Flag::Danger, wounds > 3 || card.pierce)
}

pub(super) fn monster_card(id: String, monster: Monster, copies: u8) -> Piece {
    static CARDS: PerLanguage<Vec<Piece>> = PerLanguage::new(|| Monster::all().map(card).collect());
    laid(&CARDS, monster.index(), || card(monster), id, copies)
}

fn card(monster: Monster) -> Piece {
    let card = monster.card();
    let pierce = if card.pierce { t!(", armor-piercing") } else { "" };
    let stat = |icon, name, value: String| Stat { icon, name, value };
    let look = Look::card(
        card.name,
        card.tag.name(),
        Icon::MONSTER,
        Tone::Bad,
        vec![
            stat(Icon("fight"), t!("AP"), card.ap.to_string()),
            stat(Icon::HEART, t!("damage"), format!("−{}{}", card.damage, if card.pierce { " P" } else { "" })),
            stat(Icon::STAR, t!("XP"), card.xp.to_string()),
            stat(Icon::CHEST, t!("treasure"), card.treasure.to_string()),
        ],
    );
    let losers = card.effect.map(|effect| t!("Losers: {harm}.", harm = short(effect)));
    let label = t!(
        "{monster}, {tag}, AP {ap}, {damage} damage{pierce}, {xp} XP, {treasure} treasure.",
        monster = card.name,
        tag = card.tag.word(),
        ap = card.ap,
        damage = card.damage,
        xp = card.xp,
        treasure = card.treasure,
    );
    let label = losers.iter().fold(label, |label, losers| format!("{label} {losers}"));
    let note = match (card.pierce, losers) {
        (true, Some(losers)) => format!("{} {losers}", t!("Goes past gear.")),
        (true, None) => t!("Goes past gear.").into(),
        (false, Some(losers)) => losers,
        (false, None) => String::new(),
    };
    let classes = Class::ALL.map(|class| format!("{} {}", class.name(), against(class, card.tag)));
    let bonus = t!("In attacks on {tag} monsters: {classes}.", tag = card.tag.word(), classes = classes.join(", "));
    let text = format!("{} {bonus}", card.text);
    let piece = Piece::new("", look, label).picture(card.picture).text(text, Some("R30"));
    if note.is_empty() { piece } else { piece.note(note) }
}

/// A fighter, or a player who would fight for this share.
fn fighter(open: &Open, fight: &Fight, seat: Seat, asks: Option<Share>) -> Piece {
    let player = open.player(seat);
    let none = Side::default();
    let side = if asks.is_some() { &none } else { open.side(fight, seat) };
    let total = open.attack(fight, seat, side).total();
    let kind = match asks {
        Some(_) => t!("would help").to_owned(),
        None if seat == open.active => t!("fighter, level {level}", level = player.level),
        None => t!("helper, level {level}", level = player.level),
    };
    let note = match asks {
        Some(share) => t!("Asks {xp} XP, {treasure} treasure", xp = share.xp, treasure = share.treasure),
        None => wears(open, seat),
    };
    hero(open, seat, kind, Some(total)).note(note).flag(Flag::Reachable, asks.is_some())
}

/// The card of a player: class, what kind it is in a sentence, attack if it is known, gear.
fn hero(open: &Open, seat: Seat, kind: String, attack: Option<u16>) -> Piece {
    let player = open.player(seat);
    let mut stats: Vec<Stat> = attack
        .map(|total| Stat { icon: Icon::SWORD, name: t!("attack"), value: total.to_string() })
        .into_iter()
        .collect();
    stats.extend(player.gear.map(|gear| Stat {
        icon: Icon::ARMOR,
        name: t!("gear"),
        value: match gear.damaged {
            true => t!("{value} cracked", value = player.protection()),
            false => player.protection().to_string(),
        },
    }));
    let label = match attack {
        Some(total) => t!("{class}, {kind}, attack {total}", class = player.class.name()),
        None => format!("{}, {kind}", player.class.name()),
    };
    let look = Look::card(player.class.name(), capital(&kind), Icon::HERO, Tone::Good, stats);
    let piece = Piece::new(format!("fighter-{seat}"), look, label).picture(player.class.picture());
    Piece { seat: Some(seat), ..piece }
}

/// The equipment of a player: `Door of Smiting +5, Steel Plate 4`.
fn wears(open: &Open, seat: Seat) -> String {
    let player = open.player(seat);
    let gear = player.gear.map(|gear| format!("{} {}", gear.card.name(), player.protection()));
    let weapon = player.weapon.map(|weapon| format!("{} {}", weapon.name(), super::words::worth(weapon.kind())));
    let all: Vec<String> = weapon.into_iter().chain(gear).collect();
    if all.is_empty() { t!("Bare hands").into() } else { all.join(", ") }
}

/// A played card, small. A card undone since then is displayed as used up.
fn played(fight: &Fight, place: usize, card: &Played) -> Piece {
    let later = &fight.played[place + 1..];
    let undone = matches!(card.card.op(), Some(Op::Curse(_) | Op::Disarm))
        && later.iter().any(|other| other.target == card.target && other.card.op() == Some(Op::Cleanse));
    let piece = item_card(format!("played-{place}"), card.card, 1).flag(Flag::Exhausted, undone);
    Piece { seat: Some(card.seat), ..piece }
}

/// The consequences of a death.
fn death(open: &Open, fight: &Fight, seat: Seat) -> Area {
    let (class, card) = (open.player(seat).class, fight.monster.card());
    let damage = fight.damage(open.side(fight, seat));
    let monster = card.name;
    let how = match card.pierce {
        true => {
            t!("{monster} dealt {damage} damage, straight past whatever was worn: more than there were levels left.")
        }
        false => t!("{monster} dealt {damage} damage: more than there were levels left."),
    };
    let words = |id: &str, label: String| Piece::new(format!("death-{id}"), Look::Text, label);
    let pieces = [
        words("how", how).text(t!("Who falls below level 1 has died."), Some("R49")),
        words("class", t!("Back to level 1, still a {class}.", class = class.word())).picture(class.picture()),
        words("lost", t!("Gear and weapon are gone, and all troubles with them.").into()).picture(card.picture),
    ];
    Area::new("death", say!("{seat} died."), Role::Board, Layout::List)
        .active(true)
        .with(pieces.map(|piece| piece.flag(Flag::Dead, true)))
}

/// Between fights: the player in turn with the equipment, and the deck that waits.
pub(super) fn kit(open: &Open) -> Option<Area> {
    let seat = match open.phase {
        Phase::SetupEquip(seat) | Phase::Trim(seat) => seat,
        Phase::Prep => open.active,
        Phase::ChooseMonster(_) | Phase::Met(..) | Phase::Over(_) => return None,
    };
    let player = open.player(seat);
    let gear = match player.gear {
        Some(gear) => item_card(KIT_GEAR.into(), gear.card, 1).flag(Flag::Damaged, gear.damaged),
        None => slot(KIT_GEAR.into(), t!("Gear"), Icon::ARMOR, t!("No gear")),
    };
    let weapon = match player.weapon {
        Some(weapon) => item_card(KIT_WEAPON.into(), weapon, 1),
        None => slot(KIT_WEAPON.into(), t!("Weapon"), Icon::SWORD, t!("No weapon")),
    };
    let hero =
        hero(open, seat, t!("level {level}", level = player.level), None).note(super::words::class_text(player.class));
    let deck = open.monster_deck.len();
    let label = t!("Monsters: {cards}", cards = counted!(deck, "card"));
    let deck = Piece::new(KIT_DECK, Look::Back { count: deck as u16 }, label);
    let deck = matches!(open.phase, Phase::Prep).then_some(deck);
    let title = say!("{seat}'s equipment");
    Some(Area::new("kit", title, Role::Board, Layout::Row).with([hero, gear, weapon]).with(deck))
}

/// The places where gear is put on, where a weapon is taken in hand, and where a monster is turned
/// up.
pub(super) const KIT_GEAR: &str = "kit-gear";
pub(super) const KIT_WEAPON: &str = "kit-weapon";
pub(super) const KIT_DECK: &str = "kit-deck";

pub(super) fn offered(open: &Open) -> Option<Area> {
    let Phase::ChooseMonster(offered) = open.phase else { return None };
    let different = if offered[0] == offered[1] { &offered[..1] } else { &offered[..] };
    let alike = if different.len() == 1 { 2 } else { 1 };
    let cards = different.iter().map(|monster| monster_card(offered_id(*monster), *monster, alike));
    Some(Area::new("offered", t!("Two monsters"), Role::Offer, Layout::Row).active(true).with(cards))
}

pub(super) fn offered_id(monster: Monster) -> String {
    format!("offered-{}", monster.card().id)
}

/// The place in the kit for a piece of equipment.
pub(super) fn place_of(card: Item) -> &'static str {
    match card.kind() {
        crate::content::Kind::Gear { .. } => KIT_GEAR,
        crate::content::Kind::Weapon { .. } | crate::content::Kind::Consumable { .. } => KIT_WEAPON,
    }
}
