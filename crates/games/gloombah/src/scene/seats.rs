//! The players, and their progress.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Tone, Viewer};
use text::{counted, t};

use super::{cards::item_card, words};
use crate::{
    Effect, View,
    content::TOP,
    state::{Open, Phase, Player, Stage},
    words::suffering,
};

/// The levels as a track, with the players on it.
pub(super) fn race(open: &Open) -> Area {
    let step = |level: u8| {
        let pawns = open.party().filter(|(_, player)| player.level == level).map(|(seat, _)| seat).collect();
        let tone = if level == TOP { Tone::Luck } else { Tone::Plain };
        let look =
            Look::Tile { icon: (level == TOP).then_some(Icon::CROWN), tone, value: Some(level.to_string()), pawns };
        Piece::new(format!("race-{level}"), look, t!("Level {level}."))
    };
    Area::new("race", t!("The levels"), Role::Track, Layout::Row).with((1..=TOP).map(step))
}

pub(super) fn seat_area(view: &View, viewer: Viewer, seat: Seat, player: &Player) -> Area {
    let open = &view.open;
    let level =
        Look::Meter { icon: Icon::ASCEND, name: t!("Level").into(), value: player.level.into(), max: Some(TOP.into()) };
    let level =
        Piece::new(format!("level-{seat}"), level, t!("Level {level} of {top}", level = player.level, top = TOP));
    let class = Look::Token { icon: Icon::HERO, tone: Tone::Plain, value: None, seat: Some(seat) };
    let class = Piece::new(format!("class-{seat}"), class, player.class.name()).picture(player.class.picture());
    let lost = open.fight().filter(|fight| open.participants(fight).contains(seat) && !open.sums(fight).won());
    let deadly = lost.is_some_and(|fight| open.levels_lost(fight, seat) >= player.level);
    let mut pieces = vec![class.text(words::class_text(player.class), Some("R30")), level.flag(Flag::Danger, deadly)];
    let count = view.count(seat);
    let cards = Look::Back { count: count.into() };
    pieces.push(Piece::new(format!("cards-{seat}"), cards, t!("{cards} in hand", cards = counted!(count, "card"))));
    pieces.extend(equipment(open, seat, player));
    pieces.extend(player.status.iter().enumerate().map(|(place, lasting)| {
        let rounds = lasting.until_round.saturating_sub(open.round) + 1;
        let look = Look::Token {
            icon: Icon::CURSE,
            tone: Tone::Bad,
            value: Some(format!("{} · {rounds}", words::status(*lasting))),
            seat: None,
        };
        let (from, until) = (lasting.from, lasting.until_round);
        let left = counted!(rounds, "round");
        let label = t!(
            "After {monster}: {suffers} until round {until} is over, {left} left",
            monster = from.name(),
            suffers = suffering(from)
        );
        Piece::new(format!("status-{seat}-{place}"), look, label).picture(from.card().picture).note(left)
    }));
    if player.deaths > 0 {
        let look =
            Look::Token { icon: Icon::SKULL, tone: Tone::Bad, value: Some(player.deaths.to_string()), seat: None };
        pieces.push(Piece::new(format!("deaths-{seat}"), look, counted!(player.deaths, "death")));
    }
    if let Some(hand) = view.hand(seat).filter(|_| viewer.seat() != Some(seat)) {
        pieces.extend(
            hand.iter().map(|(card, copies)| item_card(format!("held-{seat}-{}", card.card().id), card, copies)),
        );
    }
    let (icon, text, tone) = doing(open, seat);
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(player.class.picture())
        .active(open.awaited().contains(seat))
        .doing(icon, text, tone)
        .with(pieces)
}

/// The gear and weapon of a player; no piece for an empty place.
fn equipment(open: &Open, seat: Seat, player: &Player) -> impl Iterator<Item = Piece> {
    let gear = player.gear.map(|gear| {
        let piece = item_card(format!("gear-{seat}"), gear.card, 1);
        let label = if gear.damaged { t!("{card}, damaged", card = piece.label).into() } else { piece.label.clone() };
        Piece { label, ..piece }.flag(Flag::Damaged, gear.damaged)
    });
    let fight = open.fight().filter(|fight| open.participants(fight).contains(seat));
    let disarmed = fight.is_some_and(|fight| open.side(fight, seat).disarmed);
    let useless = disarmed || player.suffers(Effect::WeaponOff);
    let weapon =
        player.weapon.map(|weapon| item_card(format!("weapon-{seat}"), weapon, 1).flag(Flag::Exhausted, useless));
    gear.into_iter().chain(weapon)
}

/// The player's current activity.
fn doing(open: &Open, seat: Seat) -> (Icon, &'static str, Tone) {
    const EYE: Icon = Icon("eye");
    let active = seat == open.active;
    match &open.phase {
        Phase::Over(end) if end.winners().contains(seat) => (Icon::CROWN, t!("wins"), Tone::Good),
        Phase::SetupEquip(own) if *own == seat => (Icon::ARMOR, t!("gets ready"), Tone::Bad),
        Phase::Trim(own) if *own == seat => (Icon::CARD, t!("discards"), Tone::Bad),
        Phase::Prep if active => (Icon::ARMOR, t!("prepares"), Tone::Bad),
        Phase::ChooseMonster(_) if active => (Icon::MONSTER, t!("chooses"), Tone::Bad),
        Phase::Met(_, Stage::Encounter) if active => (Icon("fight"), t!("fights or runs"), Tone::Bad),
        Phase::Met(_, Stage::Keep(own)) if *own == seat => (Icon::SKULL, t!("keeps a card"), Tone::Bad),
        Phase::Met(_, Stage::Reply(offer)) if offer.seat == seat => (Icon("hand"), t!("offers help"), Tone::Luck),
        Phase::Met(_, Stage::Reply(_)) if active => (Icon("fight"), t!("decides"), Tone::Bad),
        Phase::Met(fight, Stage::Window) => {
            let passed = fight.passed.contains(seat);
            match (active, open.participants(fight).contains(seat)) {
                (true, _) if passed => (Icon("check"), t!("fights, has passed"), Tone::Good),
                (true, _) => (Icon("fight"), t!("fights"), Tone::Bad),
                (false, true) if passed => (Icon("check"), t!("helps, has passed"), Tone::Good),
                (false, true) => (Icon("handshake"), t!("helps"), Tone::Bad),
                (false, false) if passed => (Icon("check"), t!("has passed"), Tone::Good),
                (false, false) => (EYE, t!("may still act"), Tone::Plain),
            }
        }
        _ => (EYE, t!("looks on"), Tone::Plain),
    }
}
