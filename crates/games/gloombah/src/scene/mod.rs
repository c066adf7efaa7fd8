//! What is on the table, from the view.

mod cards;
mod encounter;
mod moves;
mod seats;
mod words;

use kernel::{Area, Barred, Ending, Icon, Layout, Look, Piece, Role, Scene, Seat, Sentence, Tone, Viewer};

use cards::{hand, hand_id};
use encounter::{encounter, found, offered};
pub(crate) use moves::wording;
use seats::seat_area;
use words::margin;

use crate::{
    Item, View,
    content::{Kind, TOP, When},
    event::terms,
    state::{End, Open, Phase, Stage},
};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let open = &view.open;
    let mut areas = Vec::new();
    areas.extend(open.fight().into_iter().flat_map(|fight| encounter(open, fight)));
    areas.extend(offered(open));
    areas.extend(found(view, viewer));
    areas.extend(open.party().map(|(seat, player)| seat_area(view, viewer, seat, player)));
    areas.push(piles(view));
    areas.extend(viewer.seat().and_then(|seat| hand(view, seat)));
    Scene {
        headline: format!("Round {} of {}", open.round, open.options.round_limit).into(),
        prompt: prompt(view, viewer),
        areas,
        barred: viewer.seat().map(|seat| barred(view, seat)).unwrap_or_default(),
        ending: open.over().map(|end| ending(open, end)),
        ..Scene::default()
    }
}

fn prompt(view: &View, viewer: Viewer) -> Sentence {
    let open = &view.open;
    let (say, active) = (Sentence::new, open.active);
    let own = viewer.seat().filter(|seat| open.awaited().contains(*seat));
    match (&open.phase, own) {
        (Phase::Over(_), _) => "The cellar is quiet again.".into(),
        (Phase::SetupEquip(_), Some(_)) => "Put on what you like, then you are done.".into(),
        (Phase::Prep, Some(_)) => "Prepare yourself, then turn up a monster.".into(),
        (Phase::ChooseMonster(_), Some(_)) => "Two monsters. Which one will you meet?".into(),
        (Phase::Met(fight, Stage::Encounter), Some(_)) => format!("{}. Fight or run?", fight.monster.name()).into(),
        (Phase::Met(fight, Stage::Window), Some(seat)) => {
            let whose =
                if open.participants(fight).contains(seat) { "Win it, or pass." } else { "Stab, help, or pass." };
            format!("{} {whose}", margin(open.sums(fight))).into()
        }
        (Phase::Met(_, Stage::Reply(offer)), Some(_)) => {
            say().seat(offer.seat).text(format!(" would help you for {}. Do you agree?", terms(offer.share)))
        }
        (Phase::Met(_, Stage::Keep(_)), Some(_)) => "You died. Keep one of your cards.".into(),
        (Phase::Trim(_), Some(_)) => "You hold more than eight cards. Discard one.".into(),
        (Phase::Met(_, Stage::Reply(offer)), None) => {
            let said = say().seat(offer.seat).text(format!(" offers help for {}. ", terms(offer.share)));
            said.seat(active).text(" decides.")
        }
        (Phase::Met(fight, Stage::Window), None) => {
            say().text(format!("{} Waiting for ", margin(open.sums(fight)))).seats(open.awaited().iter()).text(".")
        }
        _ => say().text("Waiting for ").seats(open.awaited().iter()).text("."),
    }
}

fn piles(view: &View) -> Area {
    let open = &view.open;
    let deck = |id: &str, count: usize, what: &str| {
        Piece::new(id, Look::Back { count: count as u16 }, format!("{what}: {}", kernel::counted(count, "card")))
    };
    let pile = |id: &str, count: usize, what: &str, names: Vec<String>| {
        let look = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(count.to_string()), seat: None };
        let text = if names.is_empty() { "Nothing lies there.".into() } else { names.join(", ") };
        Piece::new(id, look, format!("{what}: {}", kernel::counted(count, "card"))).text(text, None)
    };
    let name = |name: &str, copies: u8| if copies > 1 { format!("{copies} × {name}") } else { name.to_owned() };
    let items = |cards: &crate::state::Items| cards.iter().map(|(card, copies)| name(card.name(), copies)).collect();
    let monsters = open.monster_discard.iter().map(|(monster, copies)| name(monster.name(), copies)).collect();
    Area::new("piles", "Decks and piles", Role::Piles, Layout::Row).with([
        deck("item-deck", view.item_deck.into(), "Items"),
        pile("item-discard", open.item_discard.len(), "Discarded items", items(&open.item_discard)),
        pile("spent", open.spent.len(), "Spent this turn", items(&open.spent)),
        deck("monster-deck", open.monster_deck.len(), "Monsters"),
        pile("monster-discard", open.monster_discard.len(), "Discarded monsters", monsters),
    ])
}

/// Cards of the own hand that cannot be played now, though it is the seat's decision.
fn barred(view: &View, seat: Seat) -> Vec<Barred> {
    let open = &view.open;
    let (Some(hand), true) = (view.hand(seat), open.awaited().contains(seat)) else { return Vec::new() };
    let when = match &open.phase {
        Phase::Prep => When::Prep,
        Phase::Met(fight, Stage::Window) if open.participants(fight).contains(seat) => When::Fight,
        Phase::Met(_, Stage::Window) => When::Backstab,
        _ => return Vec::new(),
    };
    let why = |card: Item| match card.kind() {
        Kind::Weapon { class, .. } if when == When::Prep && class != open.player(seat).class => {
            Some((format!("Only a {} can use it.", class.name()), "R9"))
        }
        Kind::Gear { .. } | Kind::Weapon { .. } if when != When::Prep => {
            Some(("Equipment changes only in your own preparation.".into(), "R7"))
        }
        Kind::Consumable { op, .. } if op.when() != when => Some(match op.when() {
            When::Prep => ("It is for your own preparation.".into(), "R11"),
            When::Fight => ("It is for those who fight.".into(), "R20"),
            When::Backstab => ("It is for those who look on at a fight.".into(), "R20"),
        }),
        _ => None,
    };
    let one = |(card, _): (Item, u8)| {
        let (why, ruling) = why(card)?;
        Some(Barred { what: card.name().into(), why, ruling: Some(ruling), piece: Some(hand_id(card)) })
    };
    hand.iter().filter_map(one).collect()
}

fn ending(open: &Open, end: End) -> Ending {
    let winners = end.winners();
    let verb = if winners.len() > 1 { " win" } else { " wins" };
    let story = match end {
        End::Level(seat) => {
            let class = open.player(seat).class.name();
            format!("Level {TOP}, and a {class} the others will talk about for a long time.")
        }
        End::Lantern(_) => {
            let rounds = kernel::counted(open.round, "round");
            format!("After {rounds} the lantern went out, and the highest level counts.")
        }
    };
    let deaths: u16 = open.party().map(|(_, player)| player.deaths).sum();
    let levels: Vec<String> = open.party().map(|(_, player)| player.level.to_string()).collect();
    Ending {
        title: Sentence::new().seats(winners.iter()).text(verb),
        story: story.into(),
        tone: Tone::Good,
        numbers: vec![
            ("Levels".into(), levels.join(", ")),
            ("Turns".into(), open.turn.to_string()),
            ("Rounds".into(), open.round.to_string()),
            ("Deaths".into(), deaths.to_string()),
        ],
        unlocked: None,
    }
}
