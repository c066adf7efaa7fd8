//! A hero's two areas: the head, and the meld space with the gaps into which a card can go.

use kernel::{Area, AutoAction, Flag, Icon, Layout, Look, Piece, Role, Sentence, Tone, say};
use text::{counted, t};

use super::{pieces, wording};
use crate::{
    DungeonRummy, Hero, Kind, Meld, View,
    content::{ATTACK, Guard},
    state::Pending,
};

/// Health, tokens, deck with its open top, hand if it is hidden, trash.
pub(super) fn head(view: &View, hero: Hero) -> Area {
    let game = &view.table;
    let (own, name) = (game.hero(hero), hero.name());
    let hp = own.hp.max(0);
    let health =
        Look::Meter { icon: Icon::HEART, name: t!("Health").into(), value: hp.into(), max: Some(hero.health().into()) };
    let coming = match game.pending {
        Pending::Shield { pending: coming, .. } | Pending::Blast { shares: coming, .. }
            if coming[hero as usize] > 0 =>
        {
            t!(", about to lose {}", coming[hero as usize])
        }
        _ => String::new(),
    };
    let mut all = vec![
        Piece::new(format!("hp-{}", hero.id()), health, t!("{name}: {hp} of {} health{coming}", hero.health()))
            .picture(hero.picture())
            .flag(Flag::Danger, !coming.is_empty() || (1..=4).contains(&hp))
            .flag(Flag::Dead, hp == 0),
        pieces::tokens(hero, own.tokens),
        pieces::deck(view, hero),
    ];
    all.extend(own.top.map(|card| pieces::card(card).flag(Flag::Reachable, true)));
    let held = view.held[hero as usize];
    if game.seat_of(hero).is_some() && !view.shows_hand(hero) {
        let label = t!("{name} holds {cards}", cards = counted!(held, "card"));
        let hand = Look::Token { icon: Icon("hand"), tone: Tone::Plain, value: Some(held.to_string()), seat: None };
        all.push(Piece::new(format!("hand-{}", hero.id()), hand, label));
    }
    all.extend([pieces::trash(hero, own.trash), pieces::suit(hero)]);
    let class = hero.class();
    let title = match game.seat_of(hero) {
        Some(seat) => say!("{name}, {class}: {seat}"),
        None => Sentence::from(t!("{name}, {class}: companion")),
    };
    let area = Area::new(format!("hero-{}", hero.id()), title, Role::Seat, Layout::Row)
        .picture(hero.picture())
        .active(game.awaited().is_some() && game.seat_of(hero) == game.awaited());
    let area = match game.seat_of(hero) {
        Some(seat) => area.of(seat),
        None => area,
    };
    area.with(all)
}

/// The cards of a meld in order, with the gaps into which a card can go. It also shows whether the
/// meld meets the guard, the attack with it, and the offer to lay more cards. An empty space says
/// what magic it makes.
pub(super) fn laid(view: &View, hero: Hero, gaps: &[(Hero, u8)], offer: Option<&AutoAction>) -> Area {
    let game = &view.table;
    let own = &game.hero(hero).meld;
    let gap = |at: usize| gaps.contains(&(hero, at as u8)).then(|| pieces::gap(hero, own, at));
    let mut all = vec![verdict(game, hero)];
    for (at, card) in own.cards().iter().enumerate() {
        all.extend(gap(at));
        all.push(pieces::laid(*card, own.stands_for(at)));
    }
    all.extend(gap(own.len()));
    if own.len() >= ATTACK {
        let words = t!("Attack: {}", wording::blow(game, own, hero));
        all.push(Piece::new(format!("attack-{}", hero.id()), Look::Text, words));
    }
    all.extend(offer.map(|offer| Piece::new(offer.id, Look::Text, offer.text.plain(kernel::unnamed))));
    let met = own.len() >= ATTACK && game.strike(hero).met;
    let area = Area::new(format!("space-{}", hero.id()), t!("Meld"), Role::Seat, Layout::Fan).active(met).with(all);
    if own.is_empty() { area.note(magic(hero)) } else { area }
}

/// The magic of a space: what makes its tokens, and what one does.
fn magic(hero: Hero) -> String {
    let (tokens, effect) = (hero.tokens().word("0"), pieces::token_effect(hero));
    t!("Mana here becomes {tokens}, {mana} for each. {effect}", mana = hero.mana())
}

/// The id of the piece that names the meld.
pub(super) fn verdict_id(hero: Hero) -> String {
    format!("verdict-{}", hero.id())
}

/// The meld in a space, and whether it meets the guard. It has a check or a cross from three cards
/// on, and earlier if the guard asks for the other kind of meld.
fn verdict(game: &DungeonRummy, hero: Hero) -> Piece {
    let meld = &game.hero(hero).meld;
    let (icon, tone) = match meets(game, meld, hero) {
        Some(true) => (Icon("check"), Tone::Good),
        Some(false) => (Icon("close"), Tone::Bad),
        None => (Icon::CARD, Tone::Plain),
    };
    let what = wording::what(meld);
    let label = match meets(game, meld, hero) {
        Some(true) => t!("{what}: meets the guard"),
        Some(false) => t!("{what}: no harm"),
        None => what.clone(),
    };
    let short = if meets(game, meld, hero) == Some(false) { label.clone() } else { what };
    Piece::new(verdict_id(hero), Look::Token { icon, tone, value: Some(short), seat: None }, label)
}

/// Whether an attack with a meld in this space would do harm; `None` while that is open.
pub(super) fn meets(game: &DungeonRummy, meld: &Meld, hero: Hero) -> Option<bool> {
    if meld.len() >= ATTACK {
        return Some(game.strike_with(meld, hero).met);
    }
    let barred = |guard: &Guard| {
        matches!((guard, meld.kind()), (Guard::Run | Guard::Canasta, Kind::Set) | (Guard::Set, Kind::Run))
    };
    (!game.today.pierce && game.phase().guard.iter().any(barred)).then_some(false)
}
