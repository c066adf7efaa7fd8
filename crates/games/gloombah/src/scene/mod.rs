//! The scene of the match, from the view.

mod balance;
mod cards;
mod decks;
mod encounter;
mod moves;
mod outlook;
mod piles;
mod seats;
mod words;

use kernel::{Barred, Ending, Features, Line, Picture, Present, Scene, Seat, Sentence, Tone, Viewer, Wording, say};
use text::{counted, t};

use cards::{hand, hand_id};
use encounter::{encounter, kit, offered};
use outlook::{outcome, outlooks};
use piles::piles;
use seats::{race, seat_area};

use crate::{
    Action, Class, Event, Gloombah, Item, Monster, View,
    content::{Kind, TOP, When},
    event,
    features::FEATURES,
    fight::{Offer, Side, Sums},
    state::{End, Open, Phase, Stage},
    words::terms,
};

impl Present for Gloombah {
    const FEATURES: &'static Features<Self> = &FEATURES;

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let open = &view.open;
        let mut areas = Vec::new();
        areas.extend(open.fight().into_iter().flat_map(|fight| encounter(open, fight)));
        areas.extend(offered(open));
        areas.extend(kit(open));
        areas.push(race(open));
        areas.extend(open.party().map(|(seat, player)| seat_area(view, viewer, seat, player)));
        areas.extend(piles(view));
        areas.extend(viewer.seat().and_then(|seat| hand(view, seat)));
        // The sums do not concern the dead.
        let fought = open.fight().filter(|_| !matches!(open.phase, Phase::Met(_, Stage::Keep(_))));
        Scene {
            headline: t!("Round {round} of {last}", round = open.round, last = open.options.round_limit).into(),
            prompt: prompt(view, viewer),
            areas,
            balance: fought.map(|fight| balance::balance(open, fight)),
            outlooks: outlooks(open),
            barred: viewer.seat().map(|seat| barred(view, seat)).unwrap_or_default(),
            standing: crate::auto_actions::standing(view, viewer),
            ending: open.over().map(|end| ending(open, end)),
            ..Scene::default()
        }
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        moves::wording(view, seat, action)
    }

    fn move_text(view: &View, seat: Seat, action: &Action) -> Sentence {
        moves::move_text(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn meter(view: &View, seat: Seat) -> Option<i32> {
        Some(view.open.player(seat).level.into())
    }

    fn pictures() -> Vec<Picture> {
        let classes = Class::ALL.into_iter().map(Class::picture);
        let items = Item::all().map(|item| item.card().picture);
        let monsters = Monster::all().map(|monster| monster.card().picture);
        classes.chain(items).chain(monsters).collect()
    }

    fn printed() -> Vec<kernel::printed::Part> {
        decks::parts()
    }
}

fn prompt(view: &View, viewer: Viewer) -> Sentence {
    let open = &view.open;
    let active = open.active;
    let own = viewer.seat().filter(|seat| open.awaited().contains(*seat));
    match (&open.phase, own) {
        (Phase::Over(_), _) => t!("The cellar is quiet again.").into(),
        (Phase::SetupEquip(_), Some(_)) => t!("Put on what you like, then you are done.").into(),
        (Phase::Prep, Some(_)) => t!("Prepare yourself, then turn up a monster.").into(),
        (Phase::ChooseMonster(_), Some(_)) => t!("Two monsters. Which one will you meet?").into(),
        (Phase::Met(fight, Stage::Encounter), Some(_)) => {
            t!("{monster}. Fight or run?", monster = fight.monster.name()).into()
        }
        (Phase::Met(fight, Stage::Window), Some(seat)) => match open.participants(fight).contains(seat) {
            true => t!("{stands}. Win it, or pass.", stands = stands(open)).into(),
            false => say!("{active} meets {monster}. Stab, help, or pass.", monster = fight.monster.name()),
        },
        (Phase::Met(_, Stage::Reply(offer)), Some(_)) => say!(
            "{seat} offers {strength} for {terms}. Do you agree?",
            seat = offer.seat,
            strength = strength(open, *offer),
            terms = terms(offer.share),
        ),
        (Phase::Met(_, Stage::Keep(seat)), Some(_)) => {
            t!("Keep one of your {cards}.", cards = counted!(view.count(*seat), "card")).into()
        }
        (Phase::Trim(_), Some(_)) => t!("You hold more than eight cards. Discard one.").into(),
        (Phase::Met(_, Stage::Reply(offer)), None) => say!(
            "{seat} offers {strength} for {terms}. {active} decides.",
            seat = offer.seat,
            strength = strength(open, *offer),
            terms = terms(offer.share),
        ),
        (Phase::Met(_, Stage::Window), None) => {
            say!("{stands}. Waiting for {awaited}.", stands = stands(open), awaited = open.awaited())
        }
        _ => say!("Waiting for {awaited}.", awaited = open.awaited()),
    }
}

/// The sums of the fight in words.
fn stands(open: &Open) -> String {
    let Some(fight) = open.fight() else { return String::new() };
    let sums = open.sums(fight);
    stand(sums)
}

/// Both sums, and how they end: `12 against 19, lost by 7`.
fn stand(sums: Sums) -> String {
    let Sums { players, monsters } = sums;
    t!("{players} against {monsters}, {outcome}", outcome = outcome(sums))
}

/// The amount that an offered helper would add to the sum: `+13`.
fn strength(open: &Open, offer: Offer) -> String {
    let Some(fight) = open.fight() else { return String::new() };
    format!("+{}", open.attack(fight, offer.seat, &Side::default()).total())
}

/// Cards of the viewer's own hand that cannot be played now, though it is the seat's decision.
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
            Some((t!("Only a {class} can use it.", class = class.name()), "R9"))
        }
        Kind::Gear { .. } | Kind::Weapon { .. } if when != When::Prep => {
            Some((t!("Equipment changes only in your own preparation.").into(), "R7"))
        }
        Kind::Consumable { op, .. } if op.when() != when => Some(match op.when() {
            When::Prep => (t!("It is for your own preparation.").into(), "R11"),
            When::Fight => (t!("It is for those who fight.").into(), "R20"),
            When::Backstab => (t!("It is for those who look on at a fight.").into(), "R20"),
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
    let title = match winners.len() {
        1 => say!("{winners} wins"),
        _ => say!("{winners} win"),
    };
    let story = match end {
        End::Level(seat) => {
            let class = open.player(seat).class.name();
            t!("Level {top}, and a {class} the others will talk about for a long time.", top = TOP)
        }
        End::Lantern(_) => {
            let rounds = counted!(open.round, "round");
            t!("After {rounds} the lantern went out, and the highest level counts.")
        }
    };
    let deaths: u16 = open.party().map(|(_, player)| player.deaths).sum();
    let levels: Vec<String> = open.party().map(|(_, player)| player.level.to_string()).collect();
    Ending {
        title,
        story: story.into(),
        tone: Tone::Good,
        numbers: vec![
            (t!("Levels").into(), levels.join(", ")),
            (t!("Turns").into(), open.turn.to_string()),
            (t!("Rounds").into(), open.round.to_string()),
            (t!("Deaths").into(), deaths.to_string()),
        ],
        unlocked: None,
        draw: None,
        epitaph: None,
    }
}
