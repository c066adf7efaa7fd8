//! The players.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Sentence, Tone, Viewer};

use super::{cards::item_card, words};
use crate::{
    Effect, View,
    content::TOP,
    event::suffering,
    state::{Open, Player},
};

pub(super) fn seat_area(view: &View, viewer: Viewer, seat: Seat, player: &Player) -> Area {
    let open = &view.open;
    let meter = |icon: Icon, name: &str, value: u8, max: Option<i32>| Look::Meter {
        icon,
        name: name.into(),
        value: value.into(),
        max,
    };
    let level = meter(Icon::ASCEND, "Level", player.level, Some(TOP.into()));
    let level = Piece::new(format!("level-{seat}"), level, format!("Level {} of {TOP}", player.level));
    let class = Look::Token { icon: Icon::HERO, tone: Tone::Plain, value: None, seat: Some(seat) };
    let class = Piece::new(format!("class-{seat}"), class, player.class.name()).picture(player.class.picture());
    let lost = open.fight().filter(|fight| open.participants(fight).contains(seat) && !open.sums(fight).won());
    let deadly = lost.is_some_and(|fight| open.levels_lost(fight, seat) >= player.level);
    let mut pieces = vec![class.text(words::class_text(player.class), Some("R30")), level.flag(Flag::Danger, deadly)];
    pieces.push(match player.gear {
        Some(gear) => {
            let piece = item_card(format!("gear-{seat}"), gear.card, 1);
            let label = if gear.damaged { format!("{}, damaged", piece.label) } else { piece.label.clone() };
            Piece { label, ..piece }.flag(Flag::Damaged, gear.damaged)
        }
        None => slot(format!("gear-{seat}"), Icon::ARMOR, "No gear"),
    });
    pieces.push(match player.weapon {
        Some(weapon) => {
            let fight = open.fight().filter(|fight| open.participants(fight).contains(seat));
            let disarmed = fight.is_some_and(|fight| open.side(fight, seat).disarmed);
            let useless = disarmed || player.suffers(Effect::WeaponOff);
            item_card(format!("weapon-{seat}"), weapon, 1).flag(Flag::Exhausted, useless)
        }
        None => slot(format!("weapon-{seat}"), Icon::SWORD, "No weapon"),
    });
    for (place, lasting) in player.status.iter().enumerate() {
        let effect = lasting.effect().map(Effect::id).unwrap_or_default();
        let look = Look::Token {
            icon: Icon::CURSE,
            tone: Tone::Bad,
            value: Some(words::status(effect, *lasting)),
            seat: None,
        };
        let (from, until) = (lasting.from, lasting.until_round);
        let label = format!("After {}: {} until round {until} is over", from.name(), suffering(from));
        pieces.push(Piece::new(format!("status-{seat}-{place}"), look, label).picture(from.card().picture));
    }
    let count = view.count(seat);
    let cards = Look::Back { count: count.into() };
    pieces.push(Piece::new(format!("cards-{seat}"), cards, format!("{} in hand", kernel::counted(count, "card"))));
    if player.deaths > 0 {
        let value = Some(player.deaths.to_string());
        let look = Look::Token { icon: Icon::SKULL, tone: Tone::Bad, value, seat: None };
        pieces.push(Piece::new(format!("deaths-{seat}"), look, kernel::counted(player.deaths, "death")));
    }
    pieces.extend(state(open, seat));
    if let Some(hand) = view.hand(seat).filter(|_| viewer.seat() != Some(seat)) {
        pieces.extend(
            hand.iter().map(|(card, copies)| item_card(format!("held-{seat}-{}", card.card().id), card, copies)),
        );
    }
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(player.class.picture())
        .active(open.awaited().contains(seat))
        .with(pieces)
}

fn slot(id: String, icon: Icon, label: &str) -> Piece {
    Piece::new(id, Look::Token { icon, tone: Tone::Plain, value: None, seat: None }, label).flag(Flag::Exhausted, true)
}

/// What a seat does in the fight going on.
fn state(open: &Open, seat: Seat) -> Option<Piece> {
    let fight = open.fight()?;
    let (icon, word) = if seat == open.active {
        (Icon::SWORD, "fights")
    } else if open.participants(fight).contains(seat) {
        (Icon::SHIELD, "helps")
    } else if open.pending().is_some_and(|offer| offer.seat == seat) {
        (Icon::MERCHANT, "offers help")
    } else if fight.passed.contains(seat) {
        (Icon::CLOCK, "has passed")
    } else {
        (Icon::SNEAK, "looks on")
    };
    let passed = fight.passed.contains(seat);
    let word =
        if passed && open.participants(fight).contains(seat) { format!("{word}, has passed") } else { word.into() };
    let look = Look::Token { icon, tone: Tone::Plain, value: Some(word.clone()), seat: None };
    Some(Piece::new(format!("state-{seat}"), look, word).flag(Flag::Exhausted, passed))
}
