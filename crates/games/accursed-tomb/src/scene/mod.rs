//! The scene of the match, from the view.

mod auto_actions;
mod board;
mod ending;
mod moves;
mod printed;
mod seats;

use kernel::{
    Area, Features, Icon, Layout, Line, Look, Picture, Piece, Present, Role, Scene, Seat, Sentence, Tone, Viewer,
    Wording, say,
};
use text::{capital, counted, t};

use crate::{
    AccursedTomb, Action, Cell, Event, Meaning, View, action::Ware, content, event, features::FEATURES,
    outlook::percent, state::Pending,
};

pub(crate) use auto_actions::carry_out;

impl Present for AccursedTomb {
    const FEATURES: &'static Features<Self> = &FEATURES;

    fn scene(view: &View, viewer: Viewer) -> Scene {
        let game = &view.game;
        let mut areas = vec![board::field(game, viewer)];
        areas.extend(seats::foes(game, viewer));
        areas.extend(offer(game));
        areas.extend(game.party().map(|(seat, explorer)| seats::explorer(game, viewer, seat, explorer)));
        areas.push(left(game));
        Scene {
            headline: headline(game),
            prompt: prompt(game, viewer),
            areas,
            barred: moves::barred(game, viewer),
            standing: auto_actions::standing(game, viewer),
            ending: ending::ending(game, viewer),
            ..Scene::default()
        }
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        moves::wording(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn meter(view: &View, seat: Seat) -> Option<i32> {
        Some(view.game.explorer(seat).hp.into())
    }

    fn pictures() -> Vec<Picture> {
        content::pictures()
    }

    fn printed() -> Vec<kernel::printed::Part> {
        printed::parts()
    }
}

/// The number of last rounds in which the headline also shows the number of the last round.
const LATE: u16 = 10;

fn headline(game: &AccursedTomb) -> Sentence {
    let (round, last) = (game.round, game.options.max_rounds);
    if round + LATE > last { t!("Round {round} of {last}").into() } else { t!("Round {round}").into() }
}

/// The question offers only legal actions: where there is one way, it offers no choice.
fn prompt(game: &AccursedTomb, viewer: Viewer) -> Sentence {
    let seat = game.turn;
    let you = viewer.seat() == Some(seat);
    match (game.pending, foe(game, seat)) {
        (Pending::Over(_), _) => t!("The tomb is quiet again.").into(),
        (Pending::Merchant, _) if you => t!("The merchant bows. Take a weapon or an armor?").into(),
        (Pending::Combat, Some((_, monster, health))) if you => {
            let what = if game.aims().is_empty() { t!("Strike back.") } else { t!("Fight on, or leave?") };
            let monster = capital(monster.the().as_str());
            t!("{monster} has {health} health left. {what}").into()
        }
        (Pending::Turn | Pending::Combat, _) if you => {
            let explorer = game.explorer(seat);
            match (game.aims().is_empty(), explorer.hp == game.most(explorer.armors)) {
                (true, _) => t!("Your turn. Walls all round: wait.").into(),
                (false, true) => t!("Your turn. Where to?").into(),
                (false, false) => t!("Your turn. Step on, or wait and rest?").into(),
            }
        }
        (Pending::Merchant, _) => say!("Waiting for {seat} at the merchant's."),
        (Pending::Combat, Some((_, monster, _))) => {
            say!("Waiting for {seat}, who fights {monster}.", monster = monster.the())
        }
        (Pending::Turn | Pending::Combat, _) => say!("Waiting for {seat}."),
    }
}

/// The foe of a seat: its cell, its meaning and its health.
fn foe(game: &AccursedTomb, seat: Seat) -> Option<(Cell, Meaning, u8)> {
    let at = game.explorer(seat).foe?;
    Some((at, game.field.meaning(at), game.field.health[at.index()]))
}

fn id(cell: Cell) -> String {
    format!("cell-{}-{}", cell.row(), cell.column())
}

// The merchant.

fn offer(game: &AccursedTomb) -> Option<Area> {
    let card = |ware: Ware| {
        let meaning = good(ware);
        let look = Look::card(meaning.name(), t!("Ware"), meaning.icon(), meaning.tone(), Vec::new());
        let (text, ruling) = meaning.text();
        Piece::new(ware_id(ware), look, capital(meaning.a().as_str()))
            .picture(meaning.picture())
            .text(text, Some(ruling))
    };
    let wares = [Ware::Weapon, Ware::Armor].map(card);
    let area = Area::new("offer", t!("The merchant's wares"), Role::Offer, Layout::Row).active(true).with(wares);
    (game.pending == Pending::Merchant).then_some(area)
}

fn good(ware: Ware) -> Meaning {
    match ware {
        Ware::Weapon => Meaning::Weapon,
        Ware::Armor => Meaning::Armor,
    }
}

fn ware_id(ware: Ware) -> String {
    format!("ware-{}", good(ware).id())
}

// Cards that are left.

/// The possible next cards, each with its chance: all cards not yet seen are equally likely.
fn left(game: &AccursedTomb) -> Area {
    let all = game.unseen.len();
    let down = game.field.face_down.size();
    let kind = |meaning: Meaning| {
        let copies = game.left(meaning);
        let chance = percent(f64::from(copies) / f64::from(all as u32).max(1.0));
        let look = Look::Token { icon: meaning.icon(), tone: meaning.tone(), value: Some(chance.clone()), seat: None };
        let name = capital(&meaning.noun().word("1"));
        let (text, ruling) = meaning.text();
        let label = t!("{name}: {chance}, {copies} of {cards} unseen", cards = counted!(all, "card"));
        Piece::new(format!("left-{}", meaning.id()), look, label)
            .picture(meaning.picture())
            .text(format!("{name}. {text}"), Some(ruling))
            .flag(kernel::Flag::Exhausted, copies == 0)
    };
    let look = Look::Token { icon: Icon::CARD, tone: Tone::Plain, value: Some(down.to_string()), seat: None };
    let label = t!("Face down: {down}, of {cards} that nobody has seen", cards = counted!(all, "card"));
    let cards =
        Piece::new("unseen", look, label).text(t!("The cards that do not lie in the tomb were never dealt."), None);
    Area::new("left", t!("Under a face-down card"), Role::Piles, Layout::Row)
        .with(Meaning::ALL.map(kind).into_iter().chain([cards]))
}

#[cfg(test)]
mod tests;
