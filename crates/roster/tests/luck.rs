//! Tests of the luck of a match: the rank of each roll among all its possible results.

#![allow(clippy::unwrap_used, reason = "a test may")]

use accursed_tomb::AccursedTomb;
use kernel::{Answer, Judge, Match, NullLog, Pause, Referee, Seat, Tape};
use pig::Pig;
use rogue_ascension::RogueAscension;
use roster::{GameEntry, Luck, Odds};
use serde_json::{Value, json};

use crate::analysis::{attack, game, reveal, told};

/// Returns the probabilities that step `step` had a worse, an equal and a better result for the
/// seat. It answers the questions of the step in every way. It works only for dice, where all
/// answers have equal probability.
fn by_brute_force<G: Judge>(referee: &Referee<G>, step: usize, seat: Seat) -> [f64; 3] {
    let (before, fell) = (referee.at(step - 1).unwrap(), referee.at(step).unwrap().worth(seat));
    let (actor, action) = (referee.actor(step).unwrap(), referee.action(step).unwrap());
    let mut shares = [0.0; 3];
    let mut open: Vec<(Vec<Answer>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((answers, chance)) = open.pop() {
        let mut after = before.clone();
        match after.apply(actor, action.clone(), &mut Tape::new(&answers), &mut NullLog) {
            Ok(()) => shares[(1 + after.worth(seat).total_cmp(&fell) as i8) as usize] += chance,
            Err(Pause::Ask(question)) => {
                let choices = question.choices();
                let each = chance / choices.len() as f64;
                open.extend(choices.into_iter().map(|choice| ([&answers[..], &[Answer(choice)]].concat(), each)));
            }
            Err(Pause::Bad(bad)) => panic!("{bad}"),
        }
    }
    shares
}

/// Returns the luck of a seat.
fn luck(title: &dyn GameEntry, table: &dyn Match, seat: Seat) -> Option<Luck> {
    title.analyse(table).unwrap().luck[seat.index()].clone()
}

/// Returns the number of a seat's rolls, and the sum of their ranks.
fn ranks(title: &dyn GameEntry, table: &dyn Match, seat: Seat) -> (usize, f64) {
    luck(title, table, seat).map_or((0, 0.0), |luck| (luck.rolls, luck.rank * luck.rolls as f64))
}

#[test]
fn what_fell_is_ranked_among_all_that_could_fall() {
    let title = game("rogue-ascension");
    let steps: [(Value, &[&str]); 3] =
        [(reveal(), &["9", "20", "1"]), (attack(), &["4", "2", "6", "1"]), (attack(), &["6", "1", "1", "4"])];
    let until = |step: usize| told::<RogueAscension>(&json!({}), 1, &steps[..step]);
    for step in [2, 3] {
        let referee = until(step);
        let [(before, sum_before), (rolls, sum)] =
            [until(step - 1), until(step)].map(|referee| ranks(title, &referee, Seat(0)));
        let [below, same, above] = by_brute_force(&referee, step, Seat(0));
        assert_eq!(rolls, before + 1);
        assert!((sum - sum_before - (below + same / 2.0)).abs() < 1e-9, "{sum} after {sum_before}");
        assert!((below + same + above - 1.0).abs() < 1e-9, "{below} {same} {above}");
    }
    let luck = luck(title, &until(3), Seat(0)).unwrap();
    // A troll's 6 against a 1: one chance in 24.
    let worst = luck.worst.unwrap();
    assert_eq!((worst.step, worst.fell.len()), (2, 4));
    assert!(matches!(worst.odds, Odds::Exactly(chance) if (chance - 1.0 / 24.0).abs() < 1e-9), "{worst:?}");
    let [_, same, above] = by_brute_force(&until(3), 3, Seat(0));
    assert!(luck.best.is_none() && same + above > 1.0 / 3.0, "no roll is rare and good: {:?}", luck.best);
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
    let title = game("accursed-tomb");
    let steps: [(Value, &[&str]); 2] =
        [(json!({ "type": "move", "to": [7, 7] }), &["10H", "1", "5"]), (json!({ "type": "wait" }), &["1"])];
    let begun = || told::<AccursedTomb>(&json!({}), 2, &steps);
    let (rolls, sum) = ranks(title, &begun(), Seat(0));
    let fight = |referee: &mut Referee<AccursedTomb>| {
        let seat = referee.asked_first().unwrap();
        referee.act_json(seat, &json!({ "type": "fight" })).unwrap();
    };
    let mut asked = begun();
    fight(&mut asked);
    let faces = asked.question().unwrap().choices();
    let rank = |face: &String| {
        let mut referee = begun();
        fight(&mut referee);
        referee.answer(face).unwrap();
        assert_eq!(referee.question(), None);
        let (rolls_then, sum_then) = ranks(title, &referee, Seat(0));
        assert_eq!(rolls_then, rolls + 1);
        sum_then - sum
    };
    let ranks: Vec<f64> = faces.iter().map(rank).collect();
    assert!(ranks.iter().any(|rank| *rank != ranks[0]), "{ranks:?}");
    let mean = ranks.iter().sum::<f64>() / ranks.len() as f64;
    assert!((mean - 0.5).abs() < 1e-9, "{mean}");
}
