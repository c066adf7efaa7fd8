//! The monster: its health, its guard in words and as a meld that would meet it, and its next
//! attack.

use kernel::{Area, Card as _, Flag, Icon, Intent, Layout, Look, Piece, Role, Tone, listed};
use text::{counted, t, text};

use super::pieces;
use crate::{
    Card, DungeonRummy, View,
    content::{ATTACK, CANASTA, Guard, Phase, SideEffect, Target, Tier},
    event::shares,
    state::Pending,
};

pub(super) fn area(view: &View) -> Area {
    let game = &view.table;
    let (foe, phase) = (&game.foe, game.phase());
    let (health, phases) = (game.phase_health(), foe.monster.phases().len());
    let left = health.saturating_sub(foe.damage);
    let over = matches!(game.pending, Pending::Over(_));
    let kind = match foe.monster.tier() {
        Tier::Boss => t!("Boss").to_owned(),
        tier => t!("Tier {}", tier.number()),
    };
    let number = if phases > 1 { t!(", phase {} of {phases}", foe.phase + 1) } else { String::new() };
    let (name, guard) = (foe.monster.name().as_str(), guard_words(phase.guard));
    let look = Look::card(name, format!("{kind}{number}"), Icon::MONSTER, Tone::Bad, Vec::new());
    let label = t!("{name}, {kind}{number}: {left} of {health} health. {guard}");
    let text = format!("{guard} {} {}", attack_words(phase), foe.monster.line());
    let card = Piece::new("monster", look, label)
        .text(text, None)
        .picture(foe.monster.picture())
        .gauge(Icon::HEART, left.into(), health.into())
        .note(to_come(game, phases))
        .flag(Flag::Dead, left == 0)
        .flag(Flag::Boss, foe.monster.tier() == Tier::Boss);
    let card = if over { card } else { card.intent(next_attack(game)) };
    let mut all = vec![card, Piece::new("guard", kernel::Look::Text, guard)];
    all.extend(example(phase.guard).into_iter().enumerate().map(|(at, card)| pieces::example(at, card)));
    if foe.rage > 0 {
        all.push(pieces::token(
            "rage",
            Icon("strength"),
            foe.rage,
            t!("Rage {}: so much more for the focus", foe.rage),
        ));
    }
    Area::new("monster", t!("The monster"), Role::Foes, Layout::Row).active(!over).with(all)
}

/// The opponents after this one: `Then 2 more, then Grandmother Gorgon.`
fn to_come(game: &DungeonRummy, phases: usize) -> String {
    let boss = game.boss.name();
    match (game.foe.monster.tier(), game.ahead().len()) {
        (Tier::Boss, _) => t!("Phase {} of {phases}.", game.foe.phase + 1),
        (_, 0) => t!("Then {boss}."),
        (_, 1) => t!("Then one more, then {boss}."),
        (_, more) => t!("Then {more} more, then {boss}."),
    }
}

/// The monster's attack at the beginning of the next turn, from the table as it is.
fn next_attack(game: &DungeonRummy) -> Intent {
    let intent = |mean: u32, range: String| Intent {
        icon: Icon::SWORD,
        mean: mean.to_string(),
        text: t!("Next turn:").to_owned(),
        range,
    };
    if game.dodge {
        return intent(0, t!("no attack").to_owned());
    }
    let mut next = *game;
    next.turn += 1;
    let then = match game.phase().effects {
        [] => "",
        _ => t!(", and more"),
    };
    let blow = next.blow();
    intent(blow.iter().map(|by| u32::from(*by)).sum(), format!("{}{then}", shares(blow)))
}

/// A guard in words.
pub(super) fn guard_words(guards: &[Guard]) -> String {
    let word = |guard: &Guard| match *guard {
        Guard::Run => t!("runs").to_owned(),
        Guard::Set => t!("sets").to_owned(),
        Guard::Min(cards) => t!("melds of {cards} or more cards"),
        Guard::Pure => t!("melds without a wild").to_owned(),
        Guard::Suits(suits) => t!("melds with {suits} or more suits"),
        Guard::Mana(mana) => t!("melds with {mana} or more mana"),
        Guard::Canasta => t!("canastas").to_owned(),
    };
    let words: Vec<String> = guards.iter().map(word).collect();
    if words.is_empty() {
        t!("Every meld harms it.").to_owned()
    } else {
        t!("Only {melds} harm it.", melds = listed(&words))
    }
}

/// The shortest meld that a guard lets through, as an example; empty if it lets every meld through.
/// Its cards are as plain as the guard allows.
pub(super) fn example(guards: &[Guard]) -> Vec<Card> {
    const FIRST: u8 = 5;
    let (mut least, mut suits, mut mana) = (ATTACK, 2, 0);
    for guard in guards {
        match *guard {
            Guard::Min(cards) => least = least.max(cards.into()),
            Guard::Canasta => least = least.max(CANASTA),
            Guard::Suits(number) => suits = suits.max(number.into()),
            Guard::Mana(diamonds) => mana = diamonds,
            Guard::Run | Guard::Set | Guard::Pure => {}
        }
    }
    let set = guards.contains(&Guard::Set);
    let mut cards: Vec<Card> = Vec::new();
    let length = if guards.is_empty() { 0 } else { least.max(suits) };
    for at in 0..length {
        let rank = if set { FIRST } else { FIRST + at as u8 };
        let suit = |card: &Card| card.suit();
        let fits = |card: &Card| {
            let next = cards.last().is_none_or(|last| suit(last) != suit(card));
            let new = cards.iter().all(|other| suit(other) != suit(card));
            card.rank() == rank && next && (new || !set && at >= suits)
        };
        let missing = mana.min(2).saturating_sub(cards.iter().map(|card| card.diamonds()).sum());
        let far = |card: &Card| card.diamonds().abs_diff(missing.min(1));
        cards.extend((0..Card::KINDS).map(Card::from_index).filter(fits).min_by_key(far));
    }
    cards
}

/// The attack of a phase, in words.
pub(super) fn attack_words(phase: &Phase) -> String {
    let who = |target: Target| match target {
        Target::Focus => text!("the focus hero"),
        Target::Next => text!("the hero after the focus"),
        Target::Active => text!("the active hero"),
        Target::All => text!("everybody"),
        Target::Weakest => text!("the weakest"),
        Target::Toughest => text!("the toughest"),
        Target::Richest => text!("the richest in tokens"),
    };
    let hits = phase.hits.iter().map(|(target, by)| t!("{by} to {target}", target = who(*target)));
    let effects = phase.effects.iter().map(|effect| match *effect {
        SideEffect::Rage(by) => t!("it gets angrier by {by}"),
        SideEffect::Mend(by) => t!("it mends {by}"),
        SideEffect::Trip(boots) => t!("{boots} not refreshed", boots = counted!(boots, "boot")),
        SideEffect::Drain(target, by) => {
            t!("{tokens} lost by {target}", tokens = counted!(by, "token"), target = who(target))
        }
        SideEffect::Fumble(cards) => t!("{cards} of the active hand dropped", cards = counted!(cards, "card")),
        SideEffect::Chew(target, cards) => {
            t!("{cards} chewed off the meld of {target}", cards = counted!(cards, "card"), target = who(target))
        }
        SideEffect::Mill(target, cards) => {
            t!("{cards} off the deck of {target}", cards = counted!(cards, "card"), target = who(target))
        }
        SideEffect::Pilfer(number) => t!("{treasures} stolen", treasures = counted!(number, "treasure")),
    });
    t!("Attacks: {attacks}.", attacks = hits.chain(effects).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Laid, Meld, Monster};

    #[test]
    fn the_example_of_every_guard_meets_it_and_no_shorter_one_would() {
        for phase in Monster::ALL.into_iter().flat_map(Monster::phases) {
            let cards = example(phase.guard);
            if phase.guard.is_empty() {
                assert!(cards.is_empty());
                continue;
            }
            let laid: Vec<Laid> = cards.iter().map(|card| Laid::plain(*card)).collect();
            let meld = Meld::of(&laid).unwrap_or_else(|| panic!("{cards:?} is a meld"));
            assert!(meld.len() >= ATTACK && meld.meets(phase.guard), "{cards:?} meets {:?}", phase.guard);
            let shorter = Meld::of(&laid[..laid.len() - 1]).expect("the start of a meld is one");
            let asks_more = phase.guard.iter().any(|guard| matches!(guard, Guard::Min(_) | Guard::Canasta));
            assert!(!asks_more || !shorter.meets(phase.guard), "{cards:?} is as short as can be");
        }
    }
}
