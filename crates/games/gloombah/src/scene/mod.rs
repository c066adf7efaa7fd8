//! What is on the table, from the view.

mod balance;
mod cards;
mod encounter;
mod moves;
mod outlook;
mod piles;
mod seats;
mod words;

use kernel::{Barred, Ending, Scene, Seat, Sentence, Tone, Viewer, counted};

use cards::{hand, hand_id};
use encounter::{encounter, kit, offered};
pub(crate) use moves::wording;
use outlook::{outcome, outlooks};
use piles::piles;
use seats::{race, seat_area};

use crate::{
    Item, View,
    content::{Kind, TOP, When},
    event::terms,
    fight::{Offer, Side},
    state::{End, Open, Phase, Stage},
};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let open = &view.open;
    let mut areas = Vec::new();
    areas.extend(open.fight().into_iter().flat_map(|fight| encounter(open, fight)));
    areas.extend(offered(open));
    areas.extend(kit(open));
    areas.push(race(open));
    areas.extend(open.party().map(|(seat, player)| seat_area(view, viewer, seat, player)));
    areas.extend(piles(view));
    areas.extend(viewer.seat().and_then(|seat| hand(view, seat)));
    // The dead are beyond all sums.
    let fought = open.fight().filter(|_| !matches!(open.phase, Phase::Met(_, Stage::Keep(_))));
    Scene {
        headline: format!("Round {} of {}", open.round, open.options.round_limit).into(),
        prompt: prompt(view, viewer),
        areas,
        balance: fought.map(|fight| balance::balance(open, fight)),
        outlooks: outlooks(open),
        barred: viewer.seat().map(|seat| barred(view, seat)).unwrap_or_default(),
        standing: crate::orders::standing(view, viewer),
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
        (Phase::Met(fight, Stage::Window), Some(seat)) => match open.participants(fight).contains(seat) {
            true => format!("{}. Win it, or pass.", stands(open)).into(),
            false => say().seat(active).text(format!(" meets {}. Stab, help, or pass.", fight.monster.name())),
        },
        (Phase::Met(_, Stage::Reply(offer)), Some(_)) => {
            let said =
                say().seat(offer.seat).text(format!(" offers {} for {}. ", strength(open, *offer), terms(offer.share)));
            said.text("Do you agree?")
        }
        (Phase::Met(_, Stage::Keep(seat)), Some(_)) => {
            format!("Keep one of your {}.", counted(view.count(*seat), "card")).into()
        }
        (Phase::Trim(_), Some(_)) => "You hold more than eight cards. Discard one.".into(),
        (Phase::Met(_, Stage::Reply(offer)), None) => {
            let said =
                say().seat(offer.seat).text(format!(" offers {} for {}. ", strength(open, *offer), terms(offer.share)));
            said.seat(active).text(" decides.")
        }
        (Phase::Met(_, Stage::Window), None) => {
            say().text(format!("{}. Waiting for ", stands(open))).seats(open.awaited().iter()).text(".")
        }
        _ => say().text("Waiting for ").seats(open.awaited().iter()).text("."),
    }
}

/// How the sums stand: `12 against 19, lost by 7`.
fn stands(open: &Open) -> String {
    let Some(fight) = open.fight() else { return String::new() };
    let sums = open.sums(fight);
    format!("{} against {}, {}", sums.players, sums.monsters, outcome(sums))
}

/// What an offered helper would add to the sum: `+13`.
fn strength(open: &Open, offer: Offer) -> String {
    let Some(fight) = open.fight() else { return String::new() };
    format!("+{}", open.attack(fight, offer.seat, &Side::default()).total())
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
