//! The monster and those who fight it.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone, Viewer};

use super::{
    cards::item_card,
    words::{self, effect_words, fate, formula, margin},
};
use crate::{
    Item, Monster, View,
    content::Op,
    event::terms,
    fight::{Fight, Side},
    state::{Open, Phase, Stage},
};

/// Who fights, the monster, and between them the sums and what would come of it.
pub(super) fn encounter(open: &Open, fight: &Fight) -> [Area; 3] {
    let mut fighters: Vec<Piece> =
        open.participants(fight).iter().map(|seat| fighter(open, fight, seat, None)).collect();
    fighters.extend(open.pending().map(|offer| fighter(open, fight, offer.seat, Some(terms(offer.share)))));
    let mut pieces = played(open, fight);
    let sums = open.sums(fight);
    let most = Some(i32::from(sums.players.max(sums.monsters)));
    let meter = |id: &str, name: &str, icon: Icon, value: u16, label: String| {
        let look = Look::Meter { icon, name: name.into(), value: value.into(), max: most };
        Piece::new(id, look, label)
    };
    let monsters = words::monster_formula(fight);
    let players = words::players_formula(open, fight);
    pieces.push(meter("sum-players", "Players", Icon::SWORD, sums.players, format!("Players: {players}")));
    pieces.push(meter("sum-monsters", "Monster", Icon::MONSTER, sums.monsters, format!("Monster: {monsters}")));
    match open.phase {
        Phase::Met(_, Stage::Keep(seat)) => pieces.push(death(open, fight, seat)),
        _ => pieces.extend(fates(open)),
    }
    let title = Sentence::new().seat(open.active).text(format!(" meets {}", fight.monster.name()));
    [
        Area::new("fighters", "Who fights", Role::Fighters, Layout::Row).active(true).with(fighters),
        Area::new("foes", "The monster", Role::Foes, Layout::Row).active(true).with([monster(fight)]),
        Area::new("fight", title, Role::Board, Layout::Row).active(true).with(pieces),
    ]
}

pub(super) fn monster(fight: &Fight) -> Piece {
    let card = fight.monster.card();
    let piece = monster_card("monster".into(), fight.monster, 1 + fight.duplicates);
    let wounds = card.damage + fight.damage_add;
    piece.flag(Flag::Highlighted, true).flag(Flag::Danger, wounds > 3 || card.pierce)
}

fn monster_card(id: String, monster: Monster, copies: u8) -> Piece {
    let card = monster.card();
    let pierce = if card.pierce { ", armor-piercing" } else { "" };
    let stat = |icon, name, value: String| Stat { icon, name, value };
    let effect = card.effect.map(effect_words);
    let look = Look::Card {
        name: card.name.into(),
        kind: card.tag.name().into(),
        icon: Icon::MONSTER,
        tone: Tone::Bad,
        corner: Some(format!("AP {}", card.ap)),
        suit: None,
        emblem: None,
        stats: vec![
            stat(Icon::HEART, "damage", format!("{}{}", card.damage, if card.pierce { " P" } else { "" })),
            stat(Icon::STAR, "levels", card.xp.to_string()),
            stat(Icon::CHEST, "treasure", card.treasure.to_string()),
        ],
        copies,
    };
    let losers = effect.map(|effect| format!(" Who loses {effect}.")).unwrap_or_default();
    let label = format!(
        "{}, {}, AP {}, {} damage{pierce}, {} XP, {} treasure.{losers}",
        card.name,
        card.tag.id(),
        card.ap,
        card.damage,
        card.xp,
        card.treasure
    );
    Piece::new(id, look, label).picture(card.picture).text(card.text, None)
}

/// One who fights, or would for these terms.
fn fighter(open: &Open, fight: &Fight, seat: Seat, asks: Option<String>) -> Piece {
    let player = open.player(seat);
    let none = Side::default();
    let side = if asks.is_some() { &none } else { open.side(fight, seat) };
    let attack = open.attack(fight, seat, side);
    let kind = match &asks {
        Some(_) => "Would help",
        None if seat == open.active => "Fighter",
        None => "Helper",
    };
    let mut stats = vec![Stat { icon: Icon::SWORD, name: "attack", value: attack.total().to_string() }];
    stats.extend(player.gear.map(|_| Stat { icon: Icon::ARMOR, name: "gear", value: player.protection().to_string() }));
    let look = Look::Card {
        name: player.class.name().into(),
        kind: kind.into(),
        icon: Icon::HERO,
        tone: Tone::Good,
        corner: Some(player.level.to_string()),
        suit: None,
        emblem: None,
        stats,
        copies: 1,
    };
    let sum = formula(attack, player, fight);
    let label = match asks {
        Some(terms) => format!("Would help for {terms}: {sum}"),
        None => format!("{kind}: {sum}"),
    };
    let piece = Piece::new(format!("fighter-{seat}"), look, label).picture(player.class.picture());
    let piece = piece.flag(Flag::Damaged, player.gear.is_some_and(|gear| gear.damaged));
    Piece { seat: Some(seat), ..piece }
}

/// What cards have done in this fight.
fn played(open: &Open, fight: &Fight) -> Vec<Piece> {
    let token = |id: String, icon: Icon, tone: Tone, value: String, label: String| {
        Piece::new(id, Look::Token { icon, tone, value: Some(value), seat: None }, label)
    };
    let mut pieces = Vec::new();
    let mut add = |n: u8, id: &str, icon: Icon, tone: Tone, what: &str| {
        if n > 0 {
            pieces.push(token(id.into(), icon, tone, format!("+{n}"), format!("Cards: +{n} {what}")));
        }
    };
    add(fight.bonus, "bonus", Icon::FLASK, Tone::Good, "for the players");
    add(fight.monster_add, "monster-add", Icon::TRAP, Tone::Bad, "AP for the monster");
    add(fight.damage_add, "damage-add", Icon::HEART, Tone::Bad, "damage");
    add(fight.duplicates, "duplicates", Icon::DOUBLE, Tone::Bad, "of the monster");
    for seat in open.participants(fight).iter() {
        let side = open.side(fight, seat);
        let of = |piece: Piece| Piece { seat: Some(seat), ..piece };
        for (place, percent) in side.percent.iter().enumerate() {
            let (icon, tone) = if *percent > 0 { (Icon::BLESSING, Tone::Good) } else { (Icon::CURSE, Tone::Bad) };
            let label = format!("{percent:+} % attack in this fight");
            pieces.push(of(token(format!("percent-{seat}-{place}"), icon, tone, format!("{percent:+}%"), label)));
        }
        if side.shield > 0 {
            let label = format!("{} damage less in this fight", side.shield);
            let value = format!("-{}", side.shield);
            pieces.push(of(token(format!("shield-{seat}"), Icon::SHIELD, Tone::Good, value, label)));
        }
        if side.disarmed {
            let label = "The weapon does not count in this fight".into();
            pieces.push(of(token(format!("disarmed-{seat}"), Icon::SWORD, Tone::Bad, "0".into(), label)));
        }
    }
    pieces
}

/// What would come of the fight if it were decided now, and with the offer on the table.
fn fates(open: &Open) -> Vec<Piece> {
    let told = |id: &str, when: &str, open: &Open| -> Vec<Piece> {
        let Some(fight) = open.fight() else { return Vec::new() };
        let (sums, danger) = (open.sums(fight), !open.sums(fight).won());
        let head = Piece::new(id, Look::Text, format!("{when}: {}", margin(sums))).flag(Flag::Danger, danger);
        let one = |seat: Seat| {
            let piece = Piece::new(format!("{id}-{seat}"), Look::Text, fate(open, fight, seat));
            Piece { seat: Some(seat), ..piece.flag(Flag::Danger, danger) }
        };
        std::iter::once(head).chain(open.participants(fight).iter().map(one)).collect()
    };
    let mut pieces = told("now", "If decided now", open);
    if let Some(offer) = open.pending() {
        let mut with = open.clone();
        if let Phase::Met(fight, _) = &mut with.phase {
            fight.helper = Some(offer);
        }
        pieces.extend(told("helped", "With this help", &with));
    }
    pieces
}

/// What death has come to.
fn death(open: &Open, fight: &Fight, seat: Seat) -> Piece {
    let class = open.player(seat).class.name();
    let label = format!(
        "Killed by {}: back to level 1, still a {class}. Gear, weapon and all lasting effects are gone, and one card stays.",
        fight.monster.name()
    );
    let piece = Piece::new("death", Look::Text, label).text("Nobody sees which card is kept.", Some("R50"));
    Piece { seat: Some(seat), ..piece.flag(Flag::Dead, true) }
}

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

/// What lies in the discard pile, for whoever could take something out of it.
pub(super) fn found(view: &View, viewer: Viewer) -> Option<Area> {
    let seat = viewer.seat().filter(|seat| view.open.phase == Phase::Prep && *seat == view.open.active)?;
    let mut held = view.hand(seat)?.iter();
    held.find(|(card, _)| card.op() == Some(Op::Recover))?;
    let cards = view.open.item_discard.iter().map(|(card, copies)| item_card(found_id(card), card, copies));
    Some(Area::new("found", "The discard pile", Role::Offer, Layout::Row).with(cards))
}

pub(super) fn found_id(card: Item) -> String {
    format!("discarded-{}", card.card().id)
}
