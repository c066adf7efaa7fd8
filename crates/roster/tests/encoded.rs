//! Encodings at run time: matches by numbers, the same as the lab's.
#![allow(missing_docs, clippy::unwrap_used)]

use bots::Bot;
use kernel::{Fast, Path, Seat, Seed, Source, below};
use roster::{EncodedGame, EncodedMatch, GameEntry, MatchSummary, NoPrograms, NotMarked, Setting};
use serde_json::json;

fn encoded() -> impl Iterator<Item = (&'static dyn GameEntry, Box<dyn EncodedGame>)> {
    roster::GAMES.iter().map(|game| (*game, game.encoded().unwrap()))
}

/// Returns a marked choice, each with equal chance.
fn any(mask: &[bool], rng: &mut Fast) -> u16 {
    let count = mask.iter().filter(|marked| **marked).count();
    let place = below(&mut rng.0, count as u32) as usize;
    mask.iter().enumerate().filter(|(_, marked)| **marked).nth(place).unwrap().0 as u16
}

/// Plays a match by random choices, and returns the number of choices.
fn play(table: &mut dyn EncodedMatch, mask: &mut [bool], numbers: &mut [f32], rng: &mut Fast) -> u32 {
    let mut choices = 0;
    while let Some(seat) = table.seat() {
        table.mask(mask);
        table.observe(seat, numbers);
        table.act(any(mask, rng)).unwrap();
        choices += 1;
    }
    choices
}

#[test]
fn matches_by_number_end_with_shares_and_progress() {
    for (entry, game) in encoded() {
        let (id, (fewest, most)) = (entry.meta().id, entry.meta().seats);
        let (mut mask, mut numbers) = (vec![false; game.actions()], vec![0.0; game.size()]);
        let mut terms = vec![0.0; game.progress_terms().len()];
        for seats in fewest..=most {
            let mut table = game.open(&json!({}), seats.into(), 5).unwrap();
            let first: Vec<f32> = Seat::all(seats).map(|seat| table.progress(seat, &mut terms)).collect();
            let choices = play(table.as_mut(), &mut mask, &mut numbers, &mut Fast::seeded(1));
            assert!(choices >= table.plies() && table.plies() > 0, "{id}");
            let outcome = table.outcome().unwrap();
            let shares: f32 = Seat::all(seats).map(|seat| outcome.win_share(seat)).sum();
            let whole = if outcome.victory.is_some() { shares % f32::from(seats) == 0.0 } else { shares == 1.0 };
            assert!(whole, "{id}: the shares add up to {shares}");
            let last: Vec<f32> = Seat::all(seats).map(|seat| table.progress(seat, &mut terms)).collect();
            assert_ne!(first, last, "{id}");
            table.mask(&mut mask);
            assert!(!mask.contains(&true) && !table.act_as(Bot::Random), "{id} is over");
            table.restart(0);
            let again: Vec<f32> = Seat::all(seats).map(|seat| table.progress(seat, &mut terms)).collect();
            assert_eq!((again, table.plies()), (first, 0), "{id} begins again");
        }
    }
}

#[test]
fn bots_play_the_same_matches_as_in_the_lab() {
    for (entry, game) in encoded() {
        let players = [Bot::Random, Bot::Reference];
        let bots = players.map(Into::into).into();
        let setting =
            Setting { options: json!({}), seats: entry.meta().usual_seats.into(), bots, seed: 3, max_plies: u32::MAX };
        let mut table = game.open(&setting.options, setting.seats, setting.seed).unwrap();
        let mut compare = |summary: MatchSummary| {
            table.restart(summary.number);
            while let Some(seat) = table.seat() {
                assert!(table.act_as(players[seat.index().min(1)]));
            }
            let played = (table.plies(), table.outcome());
            assert_eq!(played, (summary.plies, summary.outcome), "{}, match {}", entry.meta().id, summary.number);
        };
        entry.simulation(&setting).unwrap().play(0, 4, &|| false, &mut NoPrograms, &mut compare).unwrap();
    }
}

#[test]
fn choice_that_is_not_marked_changes_nothing() {
    for (entry, game) in encoded() {
        let mut table = game.open(&json!({}), entry.meta().usual_seats.into(), 1).unwrap();
        let (mut mask, mut same) = (vec![false; game.actions()], vec![false; game.actions()]);
        table.mask(&mut mask);
        let wrong = mask.iter().position(|marked| !marked).unwrap() as u16;
        for choice in [wrong, u16::MAX] {
            assert_eq!(table.act(choice), Err(NotMarked { choice }), "{}", entry.meta().id);
        }
        table.mask(&mut same);
        assert_eq!((mask, table.plies(), table.chosen()), (same, 0, &[][..]));
    }
}

#[test]
fn copies_go_on_by_themselves() {
    for (entry, game) in encoded() {
        let (mut mask, mut numbers) = (vec![false; game.actions()], vec![0.0; game.size()]);
        let mut table = game.open(&json!({}), entry.meta().usual_seats.into(), 2).unwrap();
        let mut copy = table.copy();
        let choices = play(copy.as_mut(), &mut mask, &mut numbers, &mut Fast::seeded(4));
        assert_eq!(table.plies(), 0, "{}", entry.meta().id);
        assert_eq!(play(table.as_mut(), &mut mask, &mut numbers, &mut Fast::seeded(4)), choices);
        assert_eq!(table.outcome(), copy.outcome());
    }
}

#[test]
fn match_with_a_journal_is_read_by_number() {
    for (entry, game) in encoded() {
        let id = entry.meta().id;
        let source = Source::Seed(Seed::from(1), Vec::new());
        let mut table = entry.open(&json!({}), entry.meta().usual_seats.into(), source).unwrap();
        let (mut mask, mut numbers) = (vec![false; game.actions()], vec![0.0; game.size()]);
        let mut rng = Fast::seeded(9);
        while let Some(seat) = table.asked_first().filter(|_| table.ply() < 60) {
            let moves = game.moves(table.as_ref(), seat).unwrap();
            let mut path = Path::new();
            let place = loop {
                assert!(game.mask(table.as_ref(), seat, &path, &mut mask));
                assert!(game.observe(table.as_ref(), seat, &path, &mut numbers));
                path.push(any(&mask, &mut rng));
                if let Some(place) = moves.paths().iter().position(|legal| *legal == path) {
                    break place;
                }
            };
            let actions = table.actions(seat);
            assert_eq!(moves.paths().len(), actions.len(), "{id}");
            let action = actions[place].clone();
            assert_eq!(game.path(table.as_ref(), seat, &action), Some(path), "{id}");
            assert!(path_names(game.as_ref(), &action, table.as_ref(), seat));
            moves.take(place, table.as_mut()).unwrap();
            assert_eq!(table.step(table.ply()).unwrap().action, action, "{id}");
        }
        assert_eq!(game.outcome(table.as_ref()).is_some(), table.outcome().is_some(), "{id}");
        let other = roster::entry::<pig::Pig>().open(&json!({}), 2, Source::Seed(Seed::from(1), Vec::new())).unwrap();
        assert!(!game.observe(other.as_ref(), Seat(0), &[], &mut numbers), "{id} reads no other game");
    }
    assert!(roster::entry::<pig::Pig>().encoded().is_none());
}

/// Whether every choice of an action has a name.
fn path_names(game: &dyn EncodedGame, action: &serde_json::Value, table: &dyn kernel::Match, seat: Seat) -> bool {
    game.path(table, seat, action).unwrap().iter().all(|choice| game.name(*choice).is_some())
}

#[test]
fn page_of_encodings_has_the_numbers_of_each_game() {
    let page = include_str!("../../../docs/encodings.md");
    for (entry, game) in encoded() {
        let row = format!("| {} | {} | {} | ", entry.meta().title, game.actions(), game.size());
        assert!(page.contains(&row), "docs/encodings.md has no row {row:?}");
    }
}
