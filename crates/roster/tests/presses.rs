//! The presses of a match: a player follows the hint, and starts an auto-action wherever its first
//! step is the hinted one.
#![allow(clippy::unwrap_used)]

use bots::{Bot, Budget};
use kernel::{AutoAction, Look, Match, Point, Scene, Seat, Seed, Source, Viewer, forks};
use roster::GameEntry;
use serde_json::{Value, json};

const ME: Seat = Seat(0);
/// The matches of each game.
const MATCHES: u64 = 9;

/// The decisions of a player in a match, and the presses that they take.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Count {
    presses: usize,
    decisions: usize,
}

/// Plays a match between reference bots, of which the first presses.
fn count(title: &dyn GameEntry, seed: u64) -> Count {
    let seats = u64::from(title.meta().usual_seats);
    let mut table = title.open(&json!({}), seats, Source::Seed(Seed::from(seed), Vec::new())).unwrap();
    let mut count = Count::default();
    let mut running: Option<(AutoAction, usize)> = None;
    while let Some(seat) = table.asked_first() {
        let hinted = || title.advise(&*table, seat, Bot::Reference, 0, &Budget::ONE_THREAD).unwrap().action;
        if seat != ME {
            let action = hinted();
            table.act(seat, &action).unwrap();
            continue;
        }
        count.decisions += 1;
        running = running.filter(|(order, given)| table.stands(ME, order.id, *given));
        let next = |order: &AutoAction| table.carry_out(ME, order.id, order.limit.as_ref().map_or(0, |of| of.usual));
        if let Some(action) = running.as_ref().and_then(|(order, _)| next(order)) {
            table.act(ME, &action).unwrap();
            continue;
        }
        running = running.filter(|(order, _)| order.lasting);
        let (scene, action) = (table.scene(Viewer::Seat(ME), None).unwrap(), hinted());
        let offered = scene.standing.iter().find(|order| next(order).as_ref() == Some(&action));
        match offered.filter(|_| running.is_none()) {
            Some(order) => {
                running = Some((order.clone(), table.ply()));
                count.presses += 1;
            }
            None => count.presses += picks(&scene, &action),
        }
        table.act(ME, &action).unwrap();
    }
    count
}

/// The presses that make a move: the pieces and words to pick until no other move is left.
fn picks(scene: &Scene, action: &Value) -> usize {
    let made = scene.moves.iter().position(|one| one.action == *action).unwrap();
    let wording = &scene.moves[made].wording;
    if wording.direct {
        return 1;
    }
    let shown: Vec<Point> = wording
        .path
        .iter()
        .filter(|point| point.piece().is_none_or(|piece| scene.piece(piece).is_some()))
        .cloned()
        .collect();
    for picked in 0..shown.len() {
        let choices = forks(&scene.moves, &shown[..picked]);
        let fork = choices.iter().find(|fork| fork.moves.contains(&made));
        if fork.is_none_or(|fork| fork.moves.len() == 1) {
            return picked + 1;
        }
    }
    shown.len() + 1
}

#[test]
fn a_match_by_the_hint_takes_few_presses() {
    // The middle one of the matches. Before there were auto-actions that go on, it took 69 in Rogue
    // Ascension.
    let most = [
        ("rogue-ascension", 25),
        ("accursed-tomb", 60),
        ("gloombah", 60),
        ("dungeon-rummy", 200),
        ("crimsonbranch", 2000),
    ];
    for (id, most) in most {
        let title = roster::find(id).unwrap();
        let mut all: Vec<Count> = (0..MATCHES).map(|seed| count(title, seed)).collect();
        all.sort_unstable();
        let Count { presses, decisions } = all[all.len() / 2];
        println!("{id}: {presses} presses for {decisions} decisions");
        assert!(presses <= most, "{id}: {presses} presses for {decisions} decisions: {all:?}");
    }
}

#[test]
fn a_piece_with_one_sensible_place_takes_one_press() {
    let title = roster::find("dungeon-rummy").unwrap();
    let mut table = title.open(&json!({}), 1, Source::Seed(Seed::from(3), Vec::new())).unwrap();
    let mut direct = 0;
    while let Some(seat) = table.asked_first() {
        let scene = table.scene(Viewer::Seat(seat), None).unwrap();
        for one in scene.moves.iter().filter(|one| one.wording.direct) {
            let first = one.wording.path.first();
            let rivals = scene.moves.iter().filter(|other| other.wording.path.first() == first && other.wording.direct);
            assert_eq!(rivals.count(), 1, "a press makes one move: {}", one.action);
            let card = first.and_then(Point::piece).and_then(|piece| scene.piece(piece)).unwrap();
            assert!(matches!(card.look, Look::Card { .. }), "{card:?}");
            direct += 1;
        }
        let advice = title.advise(&*table, seat, Bot::Reference, 0, &Budget::ONE_THREAD).unwrap();
        table.act(seat, &advice.action).unwrap();
    }
    assert!(direct > 10, "{direct} moves take one press");
}
