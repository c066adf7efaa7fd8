//! Tests of the luck of a match: the rank of each roll among all its possible results.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeMap;

use kernel::{Answer, Judge, Match, NullLog, Pause, Referee, Seat, Tape};
use pig::Pig;
use rogue_ascension::{Action, RogueAscension};
use roster::{GameEntry, Luck, Odds};
use serde_json::{Value, json};

use crate::analysis::{attack, game, reveal, told};

/// Returns all results of an action: the answers to its questions, their probability, and the state
/// then. It works only for dice, where all answers have equal probability.
fn results<G: Judge>(before: &G, actor: Seat, action: &G::Action) -> Vec<(Vec<Answer>, f64, G)> {
    let mut results = Vec::new();
    let mut open: Vec<(Vec<Answer>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((answers, chance)) = open.pop() {
        let mut after = before.clone();
        match after.apply(actor, action.clone(), &mut Tape::new(&answers), &mut NullLog) {
            Ok(()) => results.push((answers, chance, after)),
            Err(Pause::Ask(question)) => {
                let choices = question.choices();
                let each = chance / choices.len() as f64;
                open.extend(choices.into_iter().map(|choice| ([&answers[..], &[Answer(choice)]].concat(), each)));
            }
            Err(Pause::Bad(bad)) => panic!("{bad}"),
        }
    }
    results
}

/// Returns the probabilities that step `step` had a worse, an equal and a better result for the
/// seat, from all its results.
fn by_brute_force<G: Judge>(referee: &Referee<G>, step: usize, seat: Seat) -> [f64; 3] {
    let (before, fell) = (referee.at(step - 1).unwrap(), referee.at(step).unwrap().worth(seat));
    let mut shares = [0.0; 3];
    for (_, chance, after) in results(&before, referee.actor(step).unwrap(), referee.action(step).unwrap()) {
        shares[(1 + after.worth(seat).total_cmp(&fell) as i8) as usize] += chance;
    }
    shares
}

/// Returns the luck of a seat.
fn luck(title: &dyn GameEntry, table: &dyn Match, seat: Seat) -> Option<Luck> {
    title.analyse(table).unwrap().luck[seat.index()].clone()
}

/// Whether these odds were counted, and are `wanted`.
fn is_exactly(odds: Odds, wanted: f64) -> bool {
    matches!(odds, Odds::Exactly(chance) if (chance - wanted).abs() < 1e-9)
}

/// Returns the number of a seat's rolls, and the sum of their ranks.
fn ranks(title: &dyn GameEntry, table: &dyn Match, seat: Seat) -> (usize, f64) {
    luck(title, table, seat).map_or((0, 0.0), |luck| (luck.rolls, luck.rank * luck.rolls as f64))
}

#[test]
fn what_fell_is_ranked_among_all_that_could_fall() {
    let title = game("rogue-ascension");
    let floor = (reveal(), &["9", "20", "1"][..]);
    let [first, second] = [["4", "2", "6", "1"], ["6", "1", "1", "4"]];
    // The attacks of the enemy have all results, each of which costs another number of wounds.
    let enemies = ["1", "2", "3", "4", "5", "6"].map(|attack| vec![["4", "2", attack, "1"]]);
    for fights in enemies.into_iter().chain([vec![second], vec![first, second]]) {
        let attacks: Vec<(Value, &[&str])> = fights.iter().map(|dice| (attack(), &dice[..])).collect();
        let steps = [vec![floor.clone()], attacks].concat();
        let until = |step: usize| told::<RogueAscension>(&json!({}), 1, &steps[..step]);
        let (step, referee) = (steps.len(), until(steps.len()));
        let [(before, sum_before), (rolls, sum)] =
            [&until(step - 1), &referee].map(|referee| ranks(title, referee, Seat(0)));
        let [below, same, above] = by_brute_force(&referee, step, Seat(0));
        assert_eq!(rolls, before + 1);
        assert!((sum - sum_before - (below + same / 2.0)).abs() < 1e-9, "{sum} after {sum_before}");
        assert!((below + same + above - 1.0).abs() < 1e-9, "{below} {same} {above}");
        let worst = luck(title, &referee, Seat(0)).unwrap().worst.filter(|roll| roll.step == step);
        assert_eq!(worst.is_some(), below + same < 1.0 / 3.0, "{below} {same}: {worst:?}");
        assert!(worst.is_none_or(|roll| is_exactly(roll.odds, below + same)), "{below} {same}");
    }
    let both = told::<RogueAscension>(&json!({}), 1, &[floor, (attack(), &first), (attack(), &second)]);
    let luck = luck(title, &both, Seat(0)).unwrap();
    // A troll's 6 against a 1: one chance in 24.
    let worst = luck.worst.unwrap();
    assert_eq!((worst.step, worst.fell.len()), (2, 4));
    assert!(is_exactly(worst.odds, 1.0 / 24.0), "{worst:?}");
    assert!(luck.cards && luck.about, "the floor is a card, and with its dice too much to count");
}

#[test]
fn dice_that_change_nothing_are_no_luck() {
    let roll = || (json!({ "type": "roll" }), &["6"][..]);
    let steps = [roll(), roll(), roll(), (json!({ "type": "hold" }), &[])];
    let referee = told::<Pig>(&json!({ "goal": 18 }), 2, &steps);
    let luck = roster::entry::<Pig>().analyse(&referee).unwrap().luck;
    assert_eq!(luck, [None, None], "Pig counts points only when they are banked");
}

#[test]
fn luck_is_even_on_average() {
    // On average over all possible results of a step, the rank is exactly a half.
    let title = game("rogue-ascension");
    let begun = told::<RogueAscension>(&json!({}), 1, &[(reveal(), &["9", "20", "1"])]);
    let (rolls, sum) = ranks(title, &begun, Seat(0));
    // Results of equal worth have the same rank: one of them stands for all.
    let mut worths: BTreeMap<u32, (Vec<Answer>, f64)> = BTreeMap::new();
    for (answers, chance, after) in results(begun.game().unwrap(), Seat(0), &Action::Attack) {
        worths.entry(after.worth(Seat(0)).to_bits()).or_insert((answers, 0.0)).1 += chance;
    }
    assert!(worths.len() > 1);
    let mut mean = 0.0;
    for (answers, chance) in worths.values() {
        let answers: Vec<&str> = answers.iter().map(|answer| answer.0.as_str()).collect();
        let referee = told::<RogueAscension>(&json!({}), 1, &[(reveal(), &["9", "20", "1"]), (attack(), &answers)]);
        let (rolls_then, sum_then) = ranks(title, &referee, Seat(0));
        assert_eq!(rolls_then, rolls + 1);
        mean += chance * (sum_then - sum);
    }
    assert!((mean - 0.5).abs() < 1e-9, "{mean}");
}
