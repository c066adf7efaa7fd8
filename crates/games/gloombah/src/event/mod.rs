//! The events of a match, and their lines in the chronicle.

mod effects;

use kernel::{Icon, Line, Seat, Sentence, Tone, say};
use serde::Serialize;
use text::{counted, t};

use crate::{
    Class, Item, Monster,
    action::Share,
    content::{Kind, Op, When},
    words::{icon, signed, suffering, terms},
};

use effects::{detail, effects};

/// An event of a match. Events with a secret come in two halves: in full for the players who may
/// know it, and without it for the others, named `…-unseen`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Class { seat: Seat, class: Class },
    Drew { seat: Seat, card: Item },
    DrewUnseen { seat: Seat, cards: u8 },
    Turn { round: u8, turn: u16, seat: Seat },
    Repaired { seat: Seat, card: Item },
    Equipped { seat: Seat, card: Item, instead_of: Option<Item> },
    Played { seat: Seat, card: Item, target: Option<Seat> },
    Stole { seat: Seat, from: Seat, card: Item },
    StoleUnseen { seat: Seat, from: Seat },
    Gave { seat: Seat, card: Item },
    Recovered { seat: Seat, card: Item },
    Rose { seat: Seat, level: u8 },
    Cured { seat: Seat },
    Turned { seat: Seat, monster: Monster },
    Chose { seat: Seat, monster: Monster },
    Stood { seat: Seat, monster: Monster },
    Ran { seat: Seat, monster: Monster, free: bool },
    Rolled { seat: Seat, dice: [u8; 2], modifier: i8, level: u8, escaped: bool },
    ThrewAway { seat: Seat, cards: u8 },
    Offered { seat: Seat, to: Seat, share: Share },
    Agreed { seat: Seat, helper: Seat, share: Share },
    Declined { seat: Seat, helper: Seat },
    Passed { seat: Seat },
    GearLost { seat: Seat, card: Item },
    Vanished { seat: Seat, monster: Monster },
    Won { seat: Seat, helper: Option<Seat>, monster: Monster, players: u16, monsters: u16 },
    Lost { seat: Seat, helper: Option<Seat>, monster: Monster, players: u16, monsters: u16 },
    Gained { seat: Seat, levels: u8, level: u8, helping: bool },
    Unhurt { seat: Seat },
    Pierced { seat: Seat, card: Item },
    GearDamaged { seat: Seat, card: Item },
    GearBroke { seat: Seat, card: Item },
    Hurt { seat: Seat, levels: u8, level: u8 },
    Suffered { seat: Seat, from: Monster, until_round: u8 },
    Dropped { seat: Seat, card: Item },
    Forfeited { seat: Seat, card: Item },
    Died { seat: Seat, monster: Monster },
    Kept { seat: Seat, card: Item },
    KeptUnseen { seat: Seat },
    Discarded { seat: Seat, card: Item },
    Faded { seat: Seat, from: Monster },
    Reshuffled,
    ReachedTop { seat: Seat },
    LanternOut { rounds: u8 },
}

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let (icon, tone, text) = match *event {
        Event::Turn { round, seat, .. } => {
            return Line::heading(Icon::CLOCK, say!("Round {round}, {seat}"));
        }
        Event::Class { seat, class } => (Icon::HERO, Tone::Luck, say!("{seat} is a {class}.", class = class.name())),
        Event::Drew { seat, card } => (Icon::CARD, Tone::Luck, say!("{seat} draws {card}.", card = card.name())),
        Event::DrewUnseen { seat, cards } => {
            (Icon::CARD, Tone::Plain, say!("{seat} draws {cards}.", cards = counted!(cards, "card")))
        }
        Event::Repaired { seat, card } => (Icon::ARMOR, Tone::Good, say!("{seat} mends {card}.", card = card.name())),
        Event::Equipped { seat, card, instead_of } => (icon(card), Tone::Good, equipped(seat, card, instead_of)),
        Event::Played { seat, card, target } => played(seat, card, target),
        Event::Stole { seat, from, card } => {
            (Icon::SNEAK, Tone::Luck, say!("{seat} takes {card} from {from}.", card = card.name()))
        }
        Event::StoleUnseen { seat, from } => (Icon::SNEAK, Tone::Plain, say!("{seat} takes a card from {from}.")),
        Event::Gave { seat, card } => (Icon::CARD, Tone::Plain, say!("{seat} trades {card} in.", card = card.name())),
        Event::Recovered { seat, card } => {
            (Icon::CHEST, Tone::Good, say!("{seat} finds {card} in the discard pile.", card = card.name()))
        }
        Event::Rose { seat, level } => (Icon::ASCEND, Tone::Good, say!("{seat} rises to level {level}.")),
        Event::Cured { seat } => (Icon::HEART, Tone::Good, say!("{seat} is rid of all lasting effects.")),
        Event::Turned { seat, monster } => {
            let text = say!("{seat} turns up {monster}, AP {ap}.", monster = monster.name(), ap = monster.card().ap);
            (Icon::MONSTER, Tone::Luck, text)
        }
        Event::Chose { seat, monster } => {
            (Icon::MONSTER, Tone::Plain, say!("{seat} chooses to meet {monster}.", monster = monster.name()))
        }
        Event::Stood { seat, monster } => {
            (Icon::SWORD, Tone::Plain, say!("{seat} fights {monster}.", monster = monster.name()))
        }
        Event::Ran { seat, monster, .. } => {
            (Icon::WIND, Tone::Plain, say!("{seat} runs from {monster}.", monster = monster.name()))
        }
        Event::Rolled { seat, dice: [one, two], modifier, level, escaped } => {
            let modifier = signed(modifier);
            match escaped {
                true => {
                    let text = say!("{seat} rolls {one} and {two}{modifier} for level {level} and gets away.");
                    (Icon::DIE, Tone::Good, text)
                }
                false => {
                    let text = say!("{seat} rolls {one} and {two}{modifier} for level {level} and has to fight.");
                    (Icon::DIE, Tone::Bad, text)
                }
            }
        }
        Event::ThrewAway { seat, cards } => {
            (Icon::WIND, Tone::Bad, say!("{seat} throws {cards} away to escape.", cards = counted!(cards, "card")))
        }
        Event::Offered { seat, to, share } => {
            (Icon::MERCHANT, Tone::Plain, say!("{seat} offers {to} help for {terms}.", terms = terms(share)))
        }
        Event::Agreed { seat, helper, share } => {
            (Icon::MERCHANT, Tone::Good, say!("{seat} takes {helper}'s help for {terms}.", terms = terms(share)))
        }
        Event::Declined { seat, helper } => (Icon::MERCHANT, Tone::Bad, say!("{seat} turns {helper} down.")),
        Event::Passed { seat } => (Icon::CLOCK, Tone::Plain, say!("{seat} passes.")),
        Event::GearLost { seat, card } => {
            (Icon::ARMOR, Tone::Bad, say!("{seat} loses {card} for good.", card = card.name()))
        }
        Event::Vanished { seat, monster } => {
            let text = say!("{seat} vanishes in the smoke. {monster} is left alone.", monster = monster.name());
            (Icon::WIND, Tone::Plain, text)
        }
        Event::Won { seat, helper, monster, players, monsters } => {
            let monster = monster.name();
            let text = match helper {
                Some(helper) => say!("{seat} and {helper} beat {monster}, {players} to {monsters}."),
                None => say!("{seat} beats {monster}, {players} to {monsters}."),
            };
            (Icon::TROPHY, Tone::Good, text)
        }
        Event::Lost { seat, helper, monster, players, monsters } => {
            let monster = monster.name();
            let text = match helper {
                Some(helper) => say!("{seat} and {helper} lose to {monster}, {players} to {monsters}."),
                None => say!("{seat} loses to {monster}, {players} to {monsters}."),
            };
            (Icon::SKULL, Tone::Bad, text)
        }
        Event::Gained { seat, levels, level, .. } => {
            let text = say!("{seat} gains {levels} and is level {level}.", levels = counted!(levels, "level"));
            (Icon::ASCEND, Tone::Good, text)
        }
        Event::Unhurt { seat } => (Icon::SHIELD, Tone::Good, say!("{seat} takes no damage.")),
        Event::GearDamaged { seat, card } => {
            (Icon::ARMOR, Tone::Bad, say!("{card} saves {seat} and is damaged.", card = card.name()))
        }
        Event::GearBroke { seat, card } => {
            (Icon::ARMOR, Tone::Bad, say!("{seat}'s {card} breaks.", card = card.name()))
        }
        Event::Hurt { seat, levels, level } => {
            let text = say!("{seat} loses {levels} and is level {level}.", levels = counted!(levels, "level"));
            (Icon::HEART, Tone::Bad, text)
        }
        Event::Suffered { seat, from, until_round } => {
            let text = say!("{seat} {suffers} until round {until_round} is over.", suffers = suffering(from));
            (Icon::CURSE, Tone::Bad, text)
        }
        Event::Dropped { seat, card } => (Icon::CARD, Tone::Bad, say!("{seat} drops {card}.", card = card.name())),
        Event::Forfeited { seat, card } => (Icon::CARD, Tone::Bad, say!("{seat} loses {card}.", card = card.name())),
        Event::Pierced { seat, card } => {
            (Icon::ARMOR, Tone::Bad, say!("The damage goes past {seat}'s {card}.", card = card.name()))
        }
        Event::Died { seat, monster } => {
            let text = say!("{seat} is killed by {monster} and starts again at level 1.", monster = monster.name());
            (Icon::SKULL, Tone::Bad, text)
        }
        Event::Kept { seat, card } => (Icon::CARD, Tone::Plain, say!("{seat} keeps {card}.", card = card.name())),
        Event::KeptUnseen { seat } => (Icon::CARD, Tone::Plain, say!("{seat} keeps one card.")),
        Event::Discarded { seat, card } => {
            (Icon::CARD, Tone::Plain, say!("{seat} discards {card}.", card = card.name()))
        }
        Event::Faded { seat, from } => {
            (Icon::HEART, Tone::Good, say!("What {monster} did to {seat} is over.", monster = from.name()))
        }
        Event::Reshuffled => {
            (Icon("shuffle"), Tone::Plain, t!("The deck is empty: the discard pile becomes the deck.").into())
        }
        Event::ReachedTop { seat } => (Icon::CROWN, Tone::Good, say!("{seat} is level 12 and wins.")),
        Event::LanternOut { rounds } => {
            let text = t!("After {rounds} the lantern goes out.", rounds = counted!(rounds, "round"));
            (Icon::CLOCK, Tone::Plain, text.into())
        }
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}

fn equipped(seat: Seat, card: Item, instead_of: Option<Item>) -> Sentence {
    let weapon = matches!(card.kind(), Kind::Weapon { .. });
    let card = card.name();
    match (weapon, instead_of.map(Item::name)) {
        (true, Some(old)) => say!("{seat} takes {card} in hand instead of {old}."),
        (true, None) => say!("{seat} takes {card} in hand."),
        (false, Some(old)) => say!("{seat} puts on {card} instead of {old}."),
        (false, None) => say!("{seat} puts on {card}."),
    }
}

fn played(seat: Seat, card: Item, target: Option<Seat>) -> (Icon, Tone, Sentence) {
    let name = card.name();
    let text = match target.filter(|target| *target != seat) {
        Some(other) => say!("{seat} plays {name} on {other}."),
        None => say!("{seat} plays {name}."),
    };
    let tone = match card.op().map(Op::when) {
        Some(When::Backstab) => Tone::Bad,
        _ => Tone::Good,
    };
    (icon(card), tone, text)
}
