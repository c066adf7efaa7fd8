//! The chronicle's words for events.

use kernel::{Icon, Line, Seat, Sentence, Tone, listed, say};
use text::{counted, t};

use super::effects::{detail, effects};
use crate::{
    Card, Event, Hero, Monster, Source,
    content::{CANASTA, Tier},
    state::Cause,
};

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let (icon, tone, text) = match *event {
        Event::Boss { level, boss } => {
            let text = t!("{level}. At the end of it waits {boss}.", level = level.name(), boss = boss.name());
            return Line::heading(Icon::BOSS, text);
        }
        Event::Met { monster, health } => {
            let name = monster.name();
            let line = Line::heading(
                Icon::MONSTER,
                match monster.tier() {
                    Tier::Boss => t!("The boss: {name}, {health} health."),
                    _ => t!("A monster: {name}, {health} health."),
                },
            );
            return effects(event).into_iter().fold(line, Line::effect);
        }
        Event::Turn { turn, seat, hero, focus } => {
            let (turn, name, goes_for) = (turn + 1, hero.name(), focus.name());
            return Line::heading(
                Icon::CLOCK,
                match focus == hero {
                    true => say!("Turn {turn}: {seat} plays {name}."),
                    false => say!("Turn {turn}: {seat} plays {name}; the monster goes for {goes_for}."),
                },
            );
        }
        Event::Dodged { monster } => {
            (Icon::EVADE, Tone::Good, say!("{monster} waits; no attack this time.", monster = monster.name()))
        }
        Event::MonsterAttacks { monster, pending } => {
            let (monster, shares) = (monster.name(), shares(pending));
            (Icon::MONSTER, Tone::Bad, say!("{monster} attacks: {shares}."))
        }
        Event::Blocked => (Icon::SHIELD, Tone::Good, say!("A shield blocks 1 for Lily.")),
        Event::Redirected { hero, by } => {
            (Icon::SHIELD, Tone::Good, say!("A shield takes {by} from {hero} over to Lily.", hero = hero.name()))
        }
        Event::Hurt { hero, by, left } => {
            let (hero, left) = (hero.name(), left.max(0));
            (Icon::HEART, Tone::Bad, say!("{hero} loses {by} health, {left} left."))
        }
        Event::Died { hero, cause, monster } => (Icon::SKULL, Tone::Bad, died(hero, cause, monster).into()),
        Event::Raged { monster, rage } => {
            let monster = monster.name();
            (Icon::MONSTER, Tone::Bad, say!("{monster} gets angrier: {rage} more for each focus."))
        }
        Event::Mended { monster, by } => {
            (Icon::HEART, Tone::Bad, say!("{monster} mends {by}.", monster = monster.name()))
        }
        Event::Tripped { seat, boots } => {
            (Icon::TRAP, Tone::Bad, say!("{seat} trips: {boots} stay exhausted.", boots = counted!(boots, "boot")))
        }
        Event::Drained { hero, by } => {
            let (hero, tokens) = (hero.name(), counted!(by, "token"));
            (Icon::CURSE, Tone::Bad, say!("{hero} loses {tokens}."))
        }
        Event::Fumbled { hero, card } => {
            let (card, hero) = (own(hero, card), hero.name());
            (Icon::CARD, Tone::Bad, say!("{hero} drops {card} into the graveyard."))
        }
        Event::Chewed { hero, card } => {
            let (card, hero) = (name(card), hero.name());
            (Icon::CARD, Tone::Bad, say!("{card} is chewed off the meld of {hero}."))
        }
        Event::Milled { hero, card } => {
            let (card, hero) = (name(card), hero.name());
            (Icon::CARD, Tone::Bad, say!("{card} goes from the deck of {hero} to the graveyard."))
        }
        Event::Pilfered { treasure } => {
            (Icon::CHEST, Tone::Bad, say!("{treasure} is stolen.", treasure = treasure.name()))
        }
        Event::Drew { hero, card } => {
            let (card, hero) = (own(hero, card), hero.name());
            (Icon::CARD, Tone::Luck, say!("{hero} draws {card}."))
        }
        Event::DrewUnseen { hero } => (Icon::CARD, Tone::Luck, say!("{hero} draws a card.", hero = hero.name())),
        Event::DrewTop { hero, card } => {
            let (card, hero) = (own(hero, card), hero.name());
            (Icon::CARD, Tone::Plain, say!("{hero} draws {card}, which lay open."))
        }
        Event::Dug { hero, card } => {
            let (card, hero) = (own(hero, card), hero.name());
            (Icon::CARD, Tone::Plain, say!("{hero} takes {card} from the graveyard."))
        }
        Event::Remade { hero, left } => {
            let (hero, left) = (hero.name(), left.max(0));
            (Icon("shuffle"), Tone::Bad, say!("The trash of {hero} becomes the deck, for 2 health; {left} left."))
        }
        Event::TurnedUp { hero, card } => {
            let (card, hero) = (name(card), hero.name());
            (Icon::CARD, Tone::Luck, say!("{card} lies open on the deck of {hero}."))
        }
        Event::Left { hero } => {
            (Icon::CARD, Tone::Plain, say!("It is left on the deck of {hero}.", hero = hero.name()))
        }
        Event::Played { seat, card, source, meld, wild } => {
            (Icon::CARD, Tone::Plain, played(seat, card, source, meld, wild))
        }
        Event::Moved { seat, card, from, meld } => {
            let (card, from, meld) = (name(card), from.name(), meld.name());
            (Icon::CARD, Tone::Plain, say!("{seat} moves {card} from the meld of {from} to that of {meld}."))
        }
        Event::Swapped { seat, card, meld, other, with } => {
            let (card, meld, other, with) = (name(card), meld.name(), name(other), with.name());
            (Icon::CARD, Tone::Plain, say!("{seat} swaps {card} of {meld} and {other} of {with}."))
        }
        Event::TokenSpent { hero } => {
            let (hero, token) = (hero.name(), hero.tokens().word("1"));
            (Icon::STAR, Tone::Plain, say!("{hero} spends a {token}."))
        }
        Event::Healed { hero, by, left } => {
            (Icon::HEART, Tone::Good, say!("{hero} regains {by}, to {left}.", hero = hero.name()))
        }
        Event::Gained { hero, tokens } => (Icon::STAR, Tone::Good, gains(hero, tokens).into()),
        Event::Used { seat, treasure, hero } => {
            let treasure = treasure.name();
            let text = match hero {
                Some(hero) => say!("{seat} uses {treasure} for {hero}.", hero = hero.name()),
                None => say!("{seat} uses {treasure}."),
            };
            (Icon::CHEST, Tone::Good, text)
        }
        Event::Attacked { seat, hero, cards, wilds, met, damage, gained, .. } => {
            let does = if met { t!("{damage} damage.") } else { t!("the guard holds, no damage.").to_owned() };
            let does = if gained > 0 { format!("{does} {}", gains(hero, gained)) } else { does };
            let hero = hero.name();
            let text = match (usize::from(cards) >= CANASTA, wilds) {
                (true, 0) => say!("{seat} attacks with the royal canasta of {cards} of {hero}: {does}"),
                (true, _) => say!("{seat} attacks with the canasta of {cards} of {hero}: {does}"),
                (false, _) => say!("{seat} attacks with the {cards} cards of {hero}: {does}"),
            };
            (Icon::SWORD, if met { Tone::Good } else { Tone::Plain }, text)
        }
        Event::MonsterHurt { monster, by, left } => {
            (Icon::SWORD, Tone::Good, say!("{monster} suffers {by}, {left} left.", monster = monster.name()))
        }
        Event::PhaseBeaten { monster, phase, health } => {
            let monster = monster.name();
            (Icon::BOSS, Tone::Plain, say!("{monster} is not done yet: phase {phase}, {health} health."))
        }
        Event::Defeated { monster } => {
            (Icon::SKULL, Tone::Good, say!("{monster} is defeated.", monster = monster.name()))
        }
        Event::Looted { treasure } => {
            let (treasure, line) = (treasure.name(), treasure.line());
            (Icon::CHEST, Tone::Luck, say!("In the chest: {treasure}. {line}"))
        }
        Event::Discarded { seat, card } => {
            (Icon::CARD, Tone::Plain, say!("{seat} discards {card}.", card = name(card)))
        }
        Event::Bursts { cards, monsters } => {
            let cards = counted!(cards, "card");
            let text = match monsters {
                0 => say!("The graveyard bursts: {cards}."),
                n => say!("The graveyard bursts: {cards} and {monsters}.", monsters = counted!(n, "monster")),
            };
            (Icon::SKULL, Tone::Bad, text)
        }
        Event::Blast { shares: dealt } => {
            (Icon::SKULL, Tone::Bad, say!("The blast: {shares}.", shares = shares(dealt)))
        }
        Event::Cleared => (Icon::SKULL, Tone::Plain, say!("The graveyard is empty again.")),
        Event::Won { boss } => {
            (Icon::TROPHY, Tone::Good, say!("{boss} is beaten. The party has won.", boss = boss.name()))
        }
        Event::TorchesOut => (Icon::CLOCK, Tone::Bad, say!("After 100 turns the torches go out. The party has lost.")),
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}

fn died(hero: Hero, cause: Cause, monster: Monster) -> String {
    let hero = hero.name();
    match cause {
        Cause::Monster => t!("{hero} dies of {monster}. The party has lost.", monster = monster.name()),
        Cause::Blast => t!("{hero} dies of the bursting graveyard. The party has lost."),
        Cause::Deck => t!("{hero} dies of exhaustion. The party has lost."),
    }
}

fn gains(hero: Hero, tokens: u8) -> String {
    t!("{hero} gains {tokens}.", hero = hero.name(), tokens = hero.tokens().counted(tokens))
}

fn played(seat: Seat, card: Card, source: Source, meld: Hero, wild: bool) -> Sentence {
    let (card, meld) = (name(card), meld.name());
    match (source, wild) {
        (Source::Hand, false) => say!("{seat} plays {card} into the space of {meld}."),
        (Source::Hand, true) => say!("{seat} plays {card} as a wild into the space of {meld}."),
        (Source::Top(hero), false) => {
            say!("{seat} plays {card} from the deck of {hero} into the space of {meld}.", hero = hero.name())
        }
        (Source::Top(hero), true) => {
            say!("{seat} plays {card} from the deck of {hero} as a wild into the space of {meld}.", hero = hero.name())
        }
    }
}

/// A card in a sentence: `Lily's 7 of tanks`.
pub(crate) fn name(card: Card) -> String {
    let (home, rank, suit) = (card.home().name(), rank(card), card.suit().word());
    t!("{home}'s {rank} of {suit}s")
}

/// The same in a sentence that speaks of this hero already.
fn own(hero: Hero, card: Card) -> String {
    let (rank, suit) = (rank(card), card.suit().word());
    if card.home() == hero { t!("the {rank} of {suit}s") } else { name(card) }
}

fn rank(card: Card) -> &'static str {
    match card.rank() {
        1 => t!("ace"),
        11 => t!("jack"),
        12 => t!("queen"),
        13 => t!("king"),
        _ => card.index_word(),
    }
}

/// Damage by hero: `3 to Lily and 1 to Bob`.
pub(crate) fn shares(by: [u8; 4]) -> String {
    let hurt = Hero::ALL.into_iter().filter(|hero| by[*hero as usize] > 0);
    let words: Vec<String> =
        hurt.map(|hero| t!("{by} to {hero}", by = by[hero as usize], hero = hero.name())).collect();
    if words.is_empty() { t!("nothing to anybody").to_owned() } else { listed(&words) }
}
