//! What happened, and how the chronicle tells it.

use kernel::{Icon, Line, Seat, Sentence, Tone};
use serde::Serialize;

use crate::{
    Class, Effect, Item, Monster,
    action::Share,
    content::{Kind, Op, When},
    effects::{detail, effects},
};

/// Something that happened. What only some may know comes in two halves: in full for them, and less of it for the
/// others, named `…-unseen`.
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
    let of = |seat: Seat, text: String| Sentence::new().seat(seat).text(text);
    let (icon, tone, text) = match *event {
        Event::Turn { round, seat, .. } => {
            return Line::heading(Icon::CLOCK, Sentence::new().text(format!("Round {round}, ")).seat(seat));
        }
        Event::Class { seat, class } => (Icon::HERO, Tone::Luck, of(seat, format!(" is a {}.", class.name()))),
        Event::Drew { seat, card } => (Icon::CARD, Tone::Luck, of(seat, format!(" draws {}.", card.name()))),
        Event::DrewUnseen { seat, cards } => {
            (Icon::CARD, Tone::Plain, of(seat, format!(" draws {}.", kernel::counted(cards, "card"))))
        }
        Event::Repaired { seat, card } => (Icon::ARMOR, Tone::Good, of(seat, format!(" mends {}.", card.name()))),
        Event::Equipped { seat, card, instead_of } => {
            let instead = instead_of.map(|old| format!(" instead of {}", old.name())).unwrap_or_default();
            let text = match card.kind() {
                Kind::Weapon { .. } => format!(" takes {} in hand{instead}.", card.name()),
                Kind::Gear { .. } | Kind::Consumable { .. } => format!(" puts on {}{instead}.", card.name()),
            };
            (icon(card), Tone::Good, of(seat, text))
        }
        Event::Played { seat, card, target } => played(seat, card, target),
        Event::Stole { seat, from, card } => {
            let text = of(seat, format!(" takes {} from ", card.name())).seat(from).text(".");
            (Icon::SNEAK, Tone::Luck, text)
        }
        Event::StoleUnseen { seat, from } => {
            (Icon::SNEAK, Tone::Plain, of(seat, " takes a card from ".into()).seat(from).text("."))
        }
        Event::Gave { seat, card } => (Icon::CARD, Tone::Plain, of(seat, format!(" trades {} in.", card.name()))),
        Event::Recovered { seat, card } => {
            (Icon::CHEST, Tone::Good, of(seat, format!(" finds {} in the discard pile.", card.name())))
        }
        Event::Rose { seat, level } => (Icon::ASCEND, Tone::Good, of(seat, format!(" rises to level {level}."))),
        Event::Cured { seat } => (Icon::HEART, Tone::Good, of(seat, " is rid of all lasting effects.".into())),
        Event::Turned { seat, monster } => {
            let text = format!(" turns up {}, AP {}.", monster.name(), monster.card().ap);
            (Icon::MONSTER, Tone::Luck, of(seat, text))
        }
        Event::Chose { seat, monster } => {
            (Icon::MONSTER, Tone::Plain, of(seat, format!(" chooses to meet {}.", monster.name())))
        }
        Event::Stood { seat, monster } => (Icon::SWORD, Tone::Plain, of(seat, format!(" fights {}.", monster.name()))),
        Event::Ran { seat, monster, .. } => {
            (Icon::WIND, Tone::Plain, of(seat, format!(" runs from {}.", monster.name())))
        }
        Event::Rolled { seat, dice: [one, two], modifier, level, escaped } => {
            let modifier = signed(modifier);
            let outcome = if escaped { "and gets away" } else { "and has to fight" };
            let text = format!(" rolls {one} and {two}{modifier} for level {level} {outcome}.");
            (Icon::DIE, if escaped { Tone::Good } else { Tone::Bad }, of(seat, text))
        }
        Event::ThrewAway { seat, cards } => {
            let text = format!(" throws {} away to escape.", kernel::counted(cards, "card"));
            (Icon::WIND, Tone::Bad, of(seat, text))
        }
        Event::Offered { seat, to, share } => (
            Icon::MERCHANT,
            Tone::Plain,
            of(seat, " offers ".into()).seat(to).text(format!(" help for {}.", terms(share))),
        ),
        Event::Agreed { seat, helper, share } => {
            let text = of(seat, " takes ".into()).seat(helper).text(format!("'s help for {}.", terms(share)));
            (Icon::MERCHANT, Tone::Good, text)
        }
        Event::Declined { seat, helper } => {
            (Icon::MERCHANT, Tone::Bad, of(seat, " turns ".into()).seat(helper).text(" down."))
        }
        Event::Passed { seat } => (Icon::CLOCK, Tone::Plain, of(seat, " passes.".into())),
        Event::GearLost { seat, card } => {
            (Icon::ARMOR, Tone::Bad, of(seat, format!(" loses {} for good.", card.name())))
        }
        Event::Vanished { seat, monster } => {
            let text = format!(" vanishes in the smoke. {} is left alone.", monster.name());
            (Icon::WIND, Tone::Plain, of(seat, text))
        }
        Event::Won { seat, helper, monster, players, monsters } => {
            let text = fighters(seat, helper);
            let verb = if helper.is_some() { "beat" } else { "beats" };
            let text = text.text(format!(" {verb} {}, {players} to {monsters}.", monster.name()));
            (Icon::TROPHY, Tone::Good, text)
        }
        Event::Lost { seat, helper, monster, players, monsters } => {
            let text = fighters(seat, helper);
            let verb = if helper.is_some() { "lose" } else { "loses" };
            let text = text.text(format!(" {verb} to {}, {players} to {monsters}.", monster.name()));
            (Icon::SKULL, Tone::Bad, text)
        }
        Event::Gained { seat, levels, level, .. } => {
            let text = format!(" gains {} and is level {level}.", kernel::counted(levels, "level"));
            (Icon::ASCEND, Tone::Good, of(seat, text))
        }
        Event::Unhurt { seat } => (Icon::SHIELD, Tone::Good, of(seat, " takes no damage.".into())),
        Event::GearDamaged { seat, card } => (
            Icon::ARMOR,
            Tone::Bad,
            Sentence::new().text(format!("{} saves ", card.name())).seat(seat).text(" and is damaged."),
        ),
        Event::GearBroke { seat, card } => (Icon::ARMOR, Tone::Bad, of(seat, format!("'s {} breaks.", card.name()))),
        Event::Hurt { seat, levels, level } => {
            let text = format!(" loses {} and is level {level}.", kernel::counted(levels, "level"));
            (Icon::HEART, Tone::Bad, of(seat, text))
        }
        Event::Suffered { seat, from, until_round } => {
            let text = format!(" {} until round {until_round} is over.", suffering(from));
            (Icon::CURSE, Tone::Bad, of(seat, text))
        }
        Event::Dropped { seat, card } => (Icon::CARD, Tone::Bad, of(seat, format!(" drops {}.", card.name()))),
        Event::Forfeited { seat, card } => (Icon::CARD, Tone::Bad, of(seat, format!(" loses {}.", card.name()))),
        Event::Pierced { seat, card } => {
            let text = Sentence::new().text("The damage goes past ").seat(seat).text(format!("'s {}.", card.name()));
            (Icon::ARMOR, Tone::Bad, text)
        }
        Event::Died { seat, monster } => {
            let text = format!(" is killed by {} and starts again at level 1.", monster.name());
            (Icon::SKULL, Tone::Bad, of(seat, text))
        }
        Event::Kept { seat, card } => (Icon::CARD, Tone::Plain, of(seat, format!(" keeps {}.", card.name()))),
        Event::KeptUnseen { seat } => (Icon::CARD, Tone::Plain, of(seat, " keeps one card.".into())),
        Event::Discarded { seat, card } => (Icon::CARD, Tone::Plain, of(seat, format!(" discards {}.", card.name()))),
        Event::Faded { seat, from } => {
            let text = Sentence::new().text(format!("What {} did to ", from.name())).seat(seat).text(" is over.");
            (Icon::HEART, Tone::Good, text)
        }
        Event::Reshuffled => (Icon::CARD, Tone::Plain, "The deck is empty: the discard pile becomes the deck.".into()),
        Event::ReachedTop { seat } => (Icon::CROWN, Tone::Good, of(seat, " is level 12 and wins.".into())),
        Event::LanternOut { rounds } => (
            Icon::CLOCK,
            Tone::Plain,
            format!("After {} the lantern goes out.", kernel::counted(rounds, "round")).into(),
        ),
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}

fn played(seat: Seat, card: Item, target: Option<Seat>) -> (Icon, Tone, Sentence) {
    let text = Sentence::new().seat(seat).text(format!(" plays {}", card.name()));
    let text = match target {
        Some(own) if own == seat => text.text("."),
        Some(other) => text.text(" on ").seat(other).text("."),
        None => text.text("."),
    };
    let tone = match card.op().map(Op::when) {
        Some(When::Backstab) => Tone::Bad,
        _ => Tone::Good,
    };
    (icon(card), tone, text)
}

fn fighters(seat: Seat, helper: Option<Seat>) -> Sentence {
    Sentence::new().seats(std::iter::once(seat).chain(helper))
}

/// A helper's share in words: `1 XP and 2 treasure`.
pub(crate) fn terms(share: Share) -> String {
    format!("{} XP and {} treasure", share.xp, share.treasure)
}

/// What a monster's lasting effect does, as a sentence about the sufferer goes on.
pub(crate) fn suffering(from: Monster) -> String {
    match from.card().effect {
        Some(Effect::Attack(n)) => format!("attacks with {n}%"),
        Some(Effect::Run(n)) => format!("has {n} on run rolls"),
        Some(Effect::WeaponOff) => "has a weapon that does not count".into(),
        Some(Effect::NoHelp) => "may not offer help".into(),
        Some(Effect::Drop(_)) | None => "is none the worse for it".into(),
    }
}

/// A modifier as it stands in a sum; nothing for 0.
pub(crate) fn signed(modifier: i8) -> String {
    match modifier {
        0 => String::new(),
        1.. => format!(" + {modifier}"),
        _ => format!(" − {}", modifier.unsigned_abs()),
    }
}

/// What a card is about, at a glance.
pub(crate) fn icon(card: Item) -> Icon {
    match card.kind() {
        Kind::Gear { .. } => Icon::ARMOR,
        Kind::Weapon { .. } => Icon::SWORD,
        Kind::Consumable { op, .. } => match op {
            Op::LevelUp(_) => Icon::ASCEND,
            Op::Draw(_) | Op::TradeIn(_) => Icon::CARD,
            Op::Scout(_) => Icon::MONSTER,
            Op::Steal(_) => Icon::SNEAK,
            Op::Recover => Icon::CHEST,
            Op::Cure | Op::Cleanse => Icon::HEART,
            Op::Attack(..) => Icon::FLASK,
            Op::Bless(_) => Icon::BLESSING,
            Op::Shield(_) => Icon::SHIELD,
            Op::Escape => Icon::WIND,
            Op::MonsterAdd(_) | Op::DamageAdd(_) => Icon::TRAP,
            Op::Duplicate => Icon::DOUBLE,
            Op::Curse(_) | Op::Disarm => Icon::CURSE,
            Op::DestroyGear => Icon::ARMOR,
        },
    }
}
