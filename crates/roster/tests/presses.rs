//! How many presses a match takes by a player who follows the hint, and uses the auto-actions that
//! the table offers.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;

use bots::{Bot, Budget};
use kernel::{AutoAction, Match, Odds, Seat, Seed, Source, Viewer};
use roster::GameEntry;
use serde_json::json;

const ME: Seat = Seat(0);

/// The presses of a match, all of them and by the kind of the action.
#[derive(Debug, Default)]
struct Presses {
    all: usize,
    /// The presses where the player could choose.
    decisions: usize,
    /// The presses by the kind of the action; where there was no choice, with a star.
    kinds: BTreeMap<String, usize>,
}

impl Presses {
    fn count(&mut self, kind: &str, decision: bool) {
        self.all += 1;
        self.decisions += usize::from(decision);
        *self.kinds.entry(format!("{kind}{}", if decision { "" } else { "*" })).or_default() += 1;
    }
}

/// Returns the limit that an auto-action has unless the player changes it.
fn usual(auto_action: &AutoAction) -> i32 {
    auto_action.limit.as_ref().map_or(0, |limit| limit.usual)
}

/// Plays a match. The player holds a button that is the only one, until there is something to
/// decide: that is one press.
fn played(title: &dyn GameEntry, adviser: Bot, seed: u8) -> Presses {
    let seats = title.meta().usual_seats.into();
    let mut table = title.open(&json!({}), seats, Source::Seed(Seed([seed; 32]), Vec::new())).unwrap();
    let (mut presses, mut held) = (Presses::default(), false);
    let mut running: Option<(AutoAction, i32, usize)> = None;
    let advice = |table: &dyn Match, seat, bot| title.advise(table, seat, bot, 1, &Budget::ONE_THREAD).unwrap().action;
    while let Some(seat) = table.asked_first() {
        if seat != ME {
            let action = advice(&*table, seat, Bot::Reference);
            table.act(seat, &action).unwrap();
            continue;
        }
        running = running.filter(|(auto_action, _, given)| table.stands(ME, auto_action.id, *given));
        if let Some((auto_action, limit, _)) = &running {
            if let Some(action) = table.carry_out(ME, auto_action.id, *limit) {
                table.act(ME, &action).unwrap();
                continue;
            }
            running = running.filter(|(auto_action, ..)| auto_action.lasting);
        }
        let moves = table.actions(ME);
        let action = if moves.len() == 1 { moves[0].clone() } else { advice(&*table, ME, adviser) };
        let scene = table.scene(Viewer::Seat(ME), None).unwrap();
        let safe = |one: &&AutoAction| !one.forecast.as_ref().and_then(|f| f.odds).is_some_and(Odds::is_dangerous);
        let does_it = |one: &&AutoAction| table.carry_out(ME, one.id, usual(one)).as_ref() == Some(&action);
        let offered = scene.standing.iter().filter(safe).find(does_it);
        if let Some(auto_action) = offered {
            presses.count(auto_action.id, moves.len() > 1);
            running = Some((auto_action.clone(), usual(auto_action), table.ply()));
            continue;
        }
        if moves.len() > 1 || !held {
            let kind = action.as_object().and_then(|all| all.get("type")?.as_str()).unwrap_or("?");
            presses.count(kind, moves.len() > 1);
        }
        held = moves.len() == 1;
        table.act(ME, &action).unwrap();
    }
    presses
}

fn all(id: &str, adviser: Bot, seeds: u8) -> Vec<Presses> {
    let title = roster::find(id).unwrap();
    let all: Vec<Presses> = (1..=seeds).map(|seed| played(title, adviser, seed)).collect();
    for (seed, one) in (1..).zip(&all) {
        println!("{id}, seed {seed}: {} presses, {} decisions: {:?}", one.all, one.decisions, one.kinds);
    }
    all
}

#[test]
fn climb_takes_at_most_25_presses() {
    let mut all: Vec<usize> = all("rogue-ascension", Bot::ADVISER, 16).iter().map(|one| one.all).collect();
    all.sort_unstable();
    println!("median {}, greatest {}", all[all.len() / 2], all[all.len() - 1]);
    assert!(all.iter().all(|presses| *presses <= 25), "{all:?}");
}

#[test]
#[ignore = "prints figures"]
fn prints_presses_of_other_games() {
    for id in ["accursed-tomb", "gloombah", "dungeon-rummy", "crimsonbranch"] {
        all(id, Bot::Reference, 4);
    }
}
