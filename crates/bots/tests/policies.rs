//! Tests of every policy in every game.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::time::{Duration, Instant};

use accursed_tomb::AccursedTomb;
use bots::{Bot, Budget, Choice, Decision, Policy, Search, Stops, Tuning};
use crimsonbranch::Crimsonbranch;
use dungeon_rummy::DungeonRummy;
use gloombah::Gloombah;
use kernel::{Game, Judge, Referee, Seat, Seed, Source, Viewer};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

const SEARCH: Bot = Bot::Search { playouts: 30 };

/// Asks `bot` at every decision of a match that it plays with itself, and passes the match to
/// `look` each time.
fn play<G: Judge>(bot: Bot, options: &Value, seats: u64, seed: u64, mut look: impl FnMut(&Referee<G>)) {
    let source = Source::Seed(Seed::from(seed), Vec::new());
    let mut referee = Referee::<G>::open(options, seats, source).unwrap();
    while let Some(seat) = referee.asked_first() {
        look(&referee);
        let choice = ask(&referee, seat, &bot, referee.ply() as u64, &Budget::ONE_THREAD);
        let legal = referee.legal(seat);
        assert!(choice.estimates.is_empty() || choice.estimates.len() == legal.len(), "{bot}: one for each move");
        assert!(choice.estimates.iter().all(|of| of.visits > 0 && (0.0..=1.0).contains(&of.worth)), "{choice:?}");
        referee.act(seat, legal[choice.index].clone()).unwrap();
    }
}

fn ask<G: Judge>(referee: &Referee<G>, seat: Seat, policy: &impl Policy<G>, seed: u64, budget: &Budget) -> Choice {
    policy.choose(Decision::of(referee.game().unwrap(), seat, &referee.legal(seat)).unwrap(), seed, budget)
}

#[test]
fn every_bot_plays_every_game_to_its_end() {
    for bot in [Bot::Random, Bot::Reference, SEARCH, Bot::Easy, Bot::Normal] {
        for seed in 0..3 {
            for seats in 1..=4 {
                let options = json!({ "ascension": seed, "fight_round_limit": 40 });
                play::<RogueAscension>(bot, &options, seats, seed, |_| ());
            }
            for seats in 2..=4 {
                play::<AccursedTomb>(bot, &json!({}), seats, seed, |_| ());
            }
        }
        play::<Gloombah>(bot, &json!({ "round_limit": 10 }), 3, 1, |_| ());
        play::<DungeonRummy>(bot, &json!({ "level": "easy" }), 2, 1, |_| ());
        play::<Crimsonbranch>(bot, &json!({ "max_visits": 3 }), 1, 1, |_| ());
    }
}

/// Checks that the same position, seed and playouts give the same choice and the same estimates, on
/// any number of threads. It looks at one decision in `one_in`.
fn same_on_all_threads<G: Judge>(seats: u64, one_in: usize) {
    let policy = Search::new(2600);
    let (mut looked, mut unlike) = (0, 0);
    play::<G>(Bot::Reference, &json!({}), seats, 11, |referee| {
        if referee.ply() % one_in != 4 {
            return;
        }
        let seat = referee.asked_first().unwrap();
        let on = |threads| ask(referee, seat, &policy, 3, &Budget { threads, ..Budget::ONE_THREAD });
        let alone = on(1);
        for threads in [2, 3, 4, 64] {
            assert_eq!(on(threads), alone);
        }
        looked += u32::from(!alone.estimates.is_empty());
        unlike += u32::from(ask(referee, seat, &policy, 4, &Budget::ONE_THREAD) != alone);
    });
    assert!(looked > 1 && 2 * unlike > looked, "another seed is other luck: {unlike} of {looked}");
}

#[test]
fn threads_change_nothing_but_the_time() {
    same_on_all_threads::<RogueAscension>(2, 9);
    same_on_all_threads::<AccursedTomb>(3, 9);
    same_on_all_threads::<Gloombah>(2, 9);
    same_on_all_threads::<DungeonRummy>(4, 11);
}

/// No thread waits for another that never ends.
#[test]
#[should_panic]
fn a_panic_in_one_thread_ends_the_search_on_all() {
    let source = Source::Seed(Seed::from(1), Vec::new());
    let referee = Referee::<AccursedTomb>::open(&json!({}), 2, source).unwrap();
    let mut moves = referee.legal(Seat(0));
    moves.push(accursed_tomb::Action::Fight); // The rules panic, because there is no foe.
    let decision = Decision::of(referee.game().unwrap(), Seat(0), &moves).unwrap();
    let budget = Budget { threads: 16, ..Budget::ONE_THREAD };
    Search::new(8000).choose(decision, 1, &budget);
}

/// If there are too many moves to compare, the search continues with the most promising by the
/// game's prior, and with the reference's.
#[test]
fn the_prior_says_which_of_many_moves_are_compared() {
    let mut looked = 0;
    play::<DungeonRummy>(Bot::Reference, &json!({ "level": "easy" }), 1, 3, |referee| {
        let (game, seat) = (referee.game().unwrap(), referee.asked_first().unwrap());
        let legal = referee.legal(seat);
        if legal.len() < 24 || looked == 5 {
            return;
        }
        looked += 1;
        let policy = Search {
            playouts: 160,
            tuning: Tuning { thorough: 20, lookahead: Some(0), ..Tuning::default() },
            temperament: None,
        };
        let estimates = ask(referee, seat, &policy, 7, &Budget::ONE_THREAD).estimates;
        let mut weights = Vec::new();
        game.prior(seat, &legal, &mut weights);
        let preferred = reference(referee, seat);
        let compared: Vec<usize> = (0..legal.len()).filter(|index| estimates[*index].visits > 1).collect();
        assert_eq!(compared.len(), 8, "160 playouts tell eight moves apart");
        assert!(compared.contains(&preferred));
        let least = compared.iter().filter(|index| **index != preferred).map(|index| weights[*index]);
        let least = least.fold(f32::INFINITY, f32::min);
        let passed_over = (0..legal.len()).filter(|index| !compared.contains(index));
        assert!(passed_over.into_iter().all(|index| weights[index] <= least), "{weights:?}");
    });
    assert_eq!(looked, 5);
}

fn reference<G: Judge>(referee: &Referee<G>, seat: Seat) -> usize {
    ask(referee, seat, &Bot::Reference, 0, &Budget::ONE_THREAD).index
}

#[test]
fn playouts_are_as_many_as_were_asked_for() {
    for playouts in [1, 7, 100, 1999] {
        play::<AccursedTomb>(Bot::Reference, &json!({}), 2, 5, |referee| {
            let seat = referee.asked_first().unwrap();
            let moves = referee.legal(seat).len() as u32;
            if referee.ply() % 7 != 3 || moves == 1 {
                return;
            }
            let budget = Budget::ONE_THREAD.with_playouts(playouts);
            let choice = ask(referee, seat, &Search::new(5), 1, &budget);
            let made: u32 = choice.estimates.iter().map(|estimate| estimate.visits).sum();
            // Rounds are complete, so a few playouts are left over; one for each move is the
            // minimum.
            assert!(made <= playouts.max(moves) && made + 4 * moves >= playouts.min(made.max(playouts)), "{made}");
        });
    }
}

#[test]
fn time_ends_a_search_and_every_move_has_an_estimate() {
    let referee = Referee::<RogueAscension>::open(&json!({}), 2, Source::Seed(Seed::from(1), Vec::new())).unwrap();
    let mut referee = referee;
    let seat = loop {
        let seat = referee.asked_first().unwrap();
        let legal = referee.legal(seat);
        if legal.len() > 1 {
            break seat;
        }
        referee.act(seat, legal[0]).unwrap();
    };
    for (budget, most) in [(Budget::ONE_THREAD, 1), (Budget { threads: 2, ..Budget::ONE_THREAD }, 30)] {
        let start = Instant::now();
        let budget = budget.for_time(Duration::from_millis(most));
        let choice = ask(&referee, seat, &Bot::Hard, 1, &budget);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(choice.estimates.iter().all(|estimate| estimate.visits > 0), "{choice:?}");
    }
}

#[test]
fn a_horizon_lets_the_game_judge() {
    play::<AccursedTomb>(Bot::Reference, &json!({}), 2, 1, |referee| {
        let seat = referee.asked_first().unwrap();
        if referee.ply() == 0 {
            let policy = Search { playouts: 50, tuning: Tuning { horizon: 0, ..Tuning::default() }, temperament: None };
            let choice = ask(referee, seat, &policy, 1, &Budget::ONE_THREAD);
            let worth = choice.estimates.iter().map(|estimate| estimate.worth);
            assert!(worth.into_iter().all(|worth| worth > 0.0 && worth < 1.0), "judged, not played: {choice:?}");
        }
    });
}

/// If a game looks some turns ahead, the playout is judged there, and not at the end.
#[test]
fn playouts_stop_after_as_many_turns_as_the_game_looks_ahead() {
    play::<Gloombah>(Bot::Reference, &json!({}), 4, 2, |referee| {
        let seat = referee.asked_first().unwrap();
        if referee.game().unwrap().decision(seat) != "encounter" || referee.ply() > 60 {
            return;
        }
        let worths = |lookahead: Option<u32>| {
            let policy = Search { playouts: 40, tuning: Tuning { lookahead, ..Tuning::default() }, temperament: None };
            let estimates = ask(referee, seat, &policy, 1, &Budget::ONE_THREAD).estimates;
            estimates.into_iter().map(|estimate| estimate.worth).collect::<Vec<_>>()
        };
        let game = referee.game().unwrap();
        assert_eq!(worths(None), worths(Some(game.lookahead())));
        assert_ne!(worths(None), worths(Some(u32::MAX)), "to the end of the match it is another matter");
    });
}

/// Playouts ask for the reference's move without view and list; it must be the same move as for
/// other callers.
#[test]
fn the_reference_is_the_same_from_state_and_from_view() {
    fn check<G: Judge>(options: &Value, seats: u64) -> u32 {
        let mut asked = 0;
        for seed in 0..20 {
            play::<G>(Bot::Easy, options, seats, seed, |referee| {
                let game = referee.game().unwrap();
                for seat in Seat::all(referee.seats()) {
                    let legal = referee.legal(seat);
                    let listed = (!legal.is_empty())
                        .then(|| legal[G::reference(&game.view(Viewer::Seat(seat)), seat, &legal)].clone());
                    assert_eq!(game.reference_action(seat), listed, "{seat} in {game:?}");
                    asked += u32::from(legal.len() > 1);
                }
            });
        }
        asked
    }
    for seats in [2, 4] {
        assert!(check::<AccursedTomb>(&json!({}), seats) > 300);
        assert!(check::<RogueAscension>(&json!({ "ascension": 2 }), seats) > 300);
    }
    assert!(check::<RogueAscension>(&json!({}), 1) > 50);
    assert!(check::<Gloombah>(&json!({ "round_limit": 10 }), 3) > 300);
    assert!(check::<DungeonRummy>(&json!({ "level": "easy" }), 2) > 300);
    assert!(check::<Crimsonbranch>(&json!({ "max_visits": 5 }), 1) > 300);
}

#[test]
fn called_stop_ends_search_after_first_round() {
    let source = Source::Seed(Seed::from(1), Vec::new());
    let referee = Referee::<AccursedTomb>::open(&json!({}), 2, source).unwrap();
    let (seat, stops) = (referee.asked_first().unwrap(), Stops::new());
    let budget = Budget { stop: Some(stops.next()), threads: 2, ..Budget::ONE_THREAD };
    let moves = referee.legal(seat).len() as u32;
    let visits = |choice: &Choice| choice.estimates.iter().map(|of| of.visits).collect::<Vec<_>>();
    let whole = ask(&referee, seat, &Search::new(2000), 3, &budget);
    assert_eq!(whole, ask(&referee, seat, &Search::new(2000), 3, &Budget::ONE_THREAD), "nobody has called yet");
    stops.call();
    let stopped = ask(&referee, seat, &Search::new(u32::MAX), 3, &budget);
    assert!(moves > 1 && visits(&stopped).iter().all(|visits| *visits > 0), "{stopped:?}");
    assert!(visits(&stopped).iter().sum::<u32>() <= 16 * moves, "one round of each tree: {stopped:?}");
}
