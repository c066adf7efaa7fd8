//! How the chronicle tells what happened.

use kernel::{Card as _, Icon, Line, Sentence, Tone, counted, listed};

use crate::{
    Card, Event, Hero, Monster, Source,
    content::{CANASTA, Tier},
    effects::{detail, effects},
    state::Cause,
};

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let say = Sentence::new;
    let (icon, tone, text) = match *event {
        Event::Boss { level, boss } => {
            let text = format!("{}. At the end of it waits {}.", level.name(), boss.name());
            return Line::heading(Icon::BOSS, text);
        }
        Event::Met { monster, health } => {
            let what = if monster.tier() == Tier::Boss { "The boss" } else { "A monster" };
            let line = Line::heading(Icon::MONSTER, format!("{what}: {}, {health} health.", monster.name()));
            return effects(event).into_iter().fold(line, Line::effect);
        }
        Event::Turn { turn, seat, hero, focus } => {
            let text = say().text(format!("Turn {}: ", turn + 1)).seat(seat).text(format!(" plays {}", hero.name()));
            let focus =
                if focus == hero { ".".to_owned() } else { format!("; the monster goes for {}.", focus.name()) };
            return Line::heading(Icon::CLOCK, text.text(focus));
        }
        Event::Dodged { monster } => {
            (Icon::EVADE, Tone::Good, say().text(format!("{} waits; no attack this time.", monster.name())))
        }
        Event::MonsterAttacks { monster, pending } => {
            (Icon::MONSTER, Tone::Bad, say().text(format!("{} attacks: {}.", monster.name(), shares(pending))))
        }
        Event::Blocked => (Icon::SHIELD, Tone::Good, say().text("A shield blocks 1 for Lily.")),
        Event::Redirected { hero, by } => {
            (Icon::SHIELD, Tone::Good, say().text(format!("A shield takes {by} from {} over to Lily.", hero.name())))
        }
        Event::Hurt { hero, by, left } => {
            let text = format!("{} loses {by} health, {} left.", hero.name(), left.max(0));
            (Icon::HEART, Tone::Bad, say().text(text))
        }
        Event::Died { hero, cause, monster } => {
            let of = match cause {
                Cause::Monster => format!("of {}", monster.name()),
                Cause::Blast => "of the bursting graveyard".to_owned(),
                Cause::Deck => "of exhaustion".to_owned(),
            };
            (Icon::SKULL, Tone::Bad, say().text(format!("{} dies {of}. The party has lost.", hero.name())))
        }
        Event::Raged { monster, rage } => (
            Icon::MONSTER,
            Tone::Bad,
            say().text(format!("{} gets angrier: {rage} more for each focus.", monster.name())),
        ),
        Event::Mended { monster, by } => {
            (Icon::HEART, Tone::Bad, say().text(format!("{} mends {by}.", monster.name())))
        }
        Event::Tripped { seat, boots } => {
            let text = format!(" trips: {} stay exhausted.", counted(boots, "boot"));
            (Icon::TRAP, Tone::Bad, say().seat(seat).text(text))
        }
        Event::Drained { hero, by } => {
            (Icon::CURSE, Tone::Bad, say().text(format!("{} loses {}.", hero.name(), counted(by, "token"))))
        }
        Event::Fumbled { hero, card } => {
            let text = format!("{} drops {} into the graveyard.", hero.name(), own(hero, card));
            (Icon::CARD, Tone::Bad, say().text(text))
        }
        Event::Chewed { hero, card } => {
            let text = format!("{} is chewed off the meld of {}.", name(card), hero.name());
            (Icon::CARD, Tone::Bad, say().text(text))
        }
        Event::Milled { hero, card } => {
            let text = format!("{} goes from the deck of {} to the graveyard.", name(card), hero.name());
            (Icon::CARD, Tone::Bad, say().text(text))
        }
        Event::Pilfered { treasure } => (Icon::CHEST, Tone::Bad, say().text(format!("{} is stolen.", treasure.name()))),
        Event::Drew { hero, card } => {
            (Icon::CARD, Tone::Luck, say().text(format!("{} draws {}.", hero.name(), own(hero, card))))
        }
        Event::DrewUnseen { hero } => (Icon::CARD, Tone::Luck, say().text(format!("{} draws a card.", hero.name()))),
        Event::DrewTop { hero, card } => {
            let text = format!("{} draws {}, which lay open.", hero.name(), own(hero, card));
            (Icon::CARD, Tone::Plain, say().text(text))
        }
        Event::Dug { hero, card } => {
            let text = format!("{} takes {} from the graveyard.", hero.name(), own(hero, card));
            (Icon::CARD, Tone::Plain, say().text(text))
        }
        Event::Remade { hero, left } => {
            let text = format!("The trash of {} becomes the deck, for 2 health; {} left.", hero.name(), left.max(0));
            (Icon::HEART, Tone::Bad, say().text(text))
        }
        Event::TurnedUp { hero, card } => {
            let text = format!("{} lies open on the deck of {}.", name(card), hero.name());
            (Icon::CARD, Tone::Luck, say().text(text))
        }
        Event::Left { hero } => {
            (Icon::CARD, Tone::Plain, say().text(format!("It is left on the deck of {}.", hero.name())))
        }
        Event::Played { seat, card, source, meld, wild } => {
            let from = match source {
                Source::Hand => String::new(),
                Source::Top(hero) => format!(" from the deck of {}", hero.name()),
            };
            let wild = if wild { " as a wild" } else { "" };
            let text = format!(" plays {}{from}{wild} into the space of {}.", name(card), meld.name());
            (Icon::CARD, Tone::Plain, say().seat(seat).text(text))
        }
        Event::Moved { seat, card, from, meld } => {
            let text = format!(" moves {} from the meld of {} to that of {}.", name(card), from.name(), meld.name());
            (Icon::CARD, Tone::Plain, say().seat(seat).text(text))
        }
        Event::Swapped { seat, card, meld, other, with } => {
            let (meld, with) = (meld.name(), with.name());
            let text = format!(" swaps {} of {meld} and {} of {with}.", name(card), name(other));
            (Icon::CARD, Tone::Plain, say().seat(seat).text(text))
        }
        Event::TokenSpent { hero } => {
            (Icon::STAR, Tone::Plain, say().text(format!("{} spends a {} token.", hero.name(), hero.token())))
        }
        Event::Healed { hero, by, left } => {
            (Icon::HEART, Tone::Good, say().text(format!("{} regains {by}, to {left}.", hero.name())))
        }
        Event::Gained { hero, tokens } => {
            let tokens = counted(tokens, &format!("{} token", hero.token()));
            let text = format!("{} gains {tokens}.", hero.name());
            (Icon::STAR, Tone::Good, say().text(text))
        }
        Event::Used { seat, treasure, hero } => {
            let on = hero.map(|hero| format!(" for {}", hero.name())).unwrap_or_default();
            (Icon::CHEST, Tone::Good, say().seat(seat).text(format!(" uses {}{on}.", treasure.name())))
        }
        Event::Attacked { seat, hero, cards, wilds, met, damage, gained, .. } => {
            let what = match (usize::from(cards) >= CANASTA, wilds) {
                (true, 0) => format!("the royal canasta of {cards}"),
                (true, _) => format!("the canasta of {cards}"),
                (false, _) => format!("the {cards} cards"),
            };
            let does = if met { format!("{damage} damage") } else { "the guard holds, no damage".to_owned() };
            let tokens = match gained {
                0 => String::new(),
                _ => format!(" {} gains {}.", hero.name(), counted(gained, &format!("{} token", hero.token()))),
            };
            let text = format!(" attacks with {what} of {}: {does}.{tokens}", hero.name());
            (Icon::SWORD, if met { Tone::Good } else { Tone::Plain }, say().seat(seat).text(text))
        }
        Event::MonsterHurt { monster, by, left } => {
            (Icon::SWORD, Tone::Good, say().text(format!("{} suffers {by}, {left} left.", monster.name())))
        }
        Event::PhaseBeaten { monster, phase, health } => {
            let text = format!("{} is not done yet: phase {phase}, {health} health.", monster.name());
            (Icon::BOSS, Tone::Plain, say().text(text))
        }
        Event::Defeated { monster } => {
            (Icon::SKULL, Tone::Good, say().text(format!("{} is defeated.", monster.name())))
        }
        Event::Looted { treasure } => {
            (Icon::CHEST, Tone::Luck, say().text(format!("In the chest: {}. {}", treasure.name(), treasure.line())))
        }
        Event::Discarded { seat, card } => {
            (Icon::CARD, Tone::Plain, say().seat(seat).text(format!(" discards {}.", name(card))))
        }
        Event::Bursts { cards, monsters } => {
            let monsters = match monsters {
                0 => String::new(),
                n => format!(" and {}", counted(n, "monster")),
            };
            (Icon::SKULL, Tone::Bad, say().text(format!("The graveyard bursts: {}{monsters}.", counted(cards, "card"))))
        }
        Event::Blast { shares: dealt } => {
            (Icon::SKULL, Tone::Bad, say().text(format!("The blast: {}.", shares(dealt))))
        }
        Event::Cleared => (Icon::SKULL, Tone::Plain, say().text("The graveyard is empty again.")),
        Event::Won { boss } => (Icon::TROPHY, Tone::Good, say().text(won(boss))),
        Event::TorchesOut => {
            (Icon::CLOCK, Tone::Bad, say().text("After 100 turns the torches go out. The party has lost."))
        }
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}

fn won(boss: Monster) -> String {
    format!("{} is beaten. The party has won.", boss.name())
}

/// A card in a sentence: `Lily's 7 of tanks`.
pub(crate) fn name(card: Card) -> String {
    let suit = card.suit().word();
    format!("{}'s {} of {suit}s", card.home().name(), rank(card))
}

/// The same in a sentence that speaks of this hero already.
fn own(hero: Hero, card: Card) -> String {
    if card.home() == hero { format!("the {} of {}s", rank(card), card.suit().word()) } else { name(card) }
}

fn rank(card: Card) -> &'static str {
    let words = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
    words[card.index() % 26 / 2]
}

/// Damage by hero: `3 to Lily and 1 to Bob`.
pub(crate) fn shares(by: [u8; 4]) -> String {
    let hurt = Hero::ALL.into_iter().filter(|hero| by[*hero as usize] > 0);
    let words: Vec<String> = hurt.map(|hero| format!("{} to {}", by[hero as usize], hero.name())).collect();
    if words.is_empty() { "nothing to anybody".to_owned() } else { listed(&words) }
}
