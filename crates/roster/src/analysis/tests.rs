//! The analysis against matches worked out by hand.

use std::time::Duration;

use kernel::{Game, Present, Record, Referee, Seat, SeatSet, Seed, Source, Table, Viewer};
use pig::Pig;
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

use super::{Analysis, TurningPoint, analyse, turning_points};

/// Enough for figures that stand out.
const EFFORT: Duration = Duration::from_millis(50);

/// A match told by hand: each step with its outcomes, in the order in which they are asked for.
pub(super) fn told<G: Game + Present>(options: &Value, seats: u64, steps: &[(Value, &[&str])]) -> Referee<G> {
    let mut referee = Referee::<G>::open(options, seats, Source::Manual).unwrap();
    for (action, outcomes) in steps {
        let seat = referee.asked_first().unwrap();
        referee.act_json(seat, action).unwrap();
        outcomes.iter().for_each(|outcome| referee.answer(outcome).unwrap());
        assert_eq!(referee.question(), None, "after {action}");
    }
    referee
}

pub(super) fn reveal() -> Value {
    json!({ "type": "reveal" })
}

pub(super) fn attack() -> Value {
    json!({ "type": "attack" })
}

#[test]
fn a_curve_is_the_health_that_the_rulebook_tells() {
    let referee = told::<RogueAscension>(
        &json!({}),
        1,
        &[
            (reveal(), &["3", "11", "11", "2", "4"]),
            (attack(), &["4", "2", "6", "1"]),
            (attack(), &["1", "4", "5", "3"]),
            (attack(), &["5", "1", "5"]),
            (json!({ "type": "use", "item": "potion-5", "target": 0 }), &[]),
        ],
    );
    let Analysis { steps, curves, chapters, .. } = analyse(&referee);
    // Laid out; the first bite is parried; 6 - 1; 5 - 3; the rat dies; the potion fills up to 30.
    let health: Vec<Option<i32>> = [30, 30, 25, 23, 23, 30].map(Some).to_vec();
    let curve = curves[0].as_ref().unwrap();
    assert_eq!((steps, &curve.points, curve.max, curve.fell), (5, &health, Some(30), None));
    assert_eq!((curves.len(), curve.name.as_str()), (1, "Health"));
    let floor = chapters.iter().map(|chapter| (chapter.step, chapter.title.plain(kernel::unnamed)));
    let floors: Vec<(usize, bool)> = floor.map(|(step, title)| (step, title.starts_with("Floor 1."))).collect();
    assert_eq!(floors, [(1, true)]);
}

#[test]
fn it_tells_the_same_again_and_from_the_record() {
    let mut referee = Referee::<RogueAscension>::open(&json!({}), 1, Source::Seed(Seed::from(3), Vec::new())).unwrap();
    while let Some(seat) = referee.asked_first() {
        let legal = referee.legal(seat);
        let place = referee.ply() * 7 % legal.len();
        referee.act(seat, legal[place].clone()).unwrap();
    }
    let all = |referee: &Referee<RogueAscension>| -> (Analysis, Vec<TurningPoint>) {
        (analyse(referee), turning_points(referee, SeatSet::only(Seat(0)), EFFORT, &|| true))
    };
    let told = all(&referee);
    assert_eq!(told, all(&referee));
    let text = Table::record(&referee, true).to_string();
    assert_eq!(told, all(&Referee::load(&Record::parse(&text).unwrap()).unwrap()));
    let curve = told.0.curves[0].as_ref().unwrap();
    for step in 0..=referee.ply() {
        let view = json!(referee.at(step).unwrap().view(Viewer::All));
        assert_eq!(curve.points[step].map(i64::from), view["heroes"][0]["hp"].as_i64(), "after step {step}");
    }
    assert_eq!(curve.fell, Some(referee.ply()), "whoever plays by no plan dies");
}

#[test]
fn who_strikes_on_with_a_potion_in_the_bag_has_a_turning_point() {
    let mut steps: Vec<(Value, &[&str])> = vec![
        (reveal(), &["3", "20", "1"]),
        (attack(), &["6", "1", "5"]),
        (json!({ "type": "save" }), &[]),
        (reveal(), &["K", "1", "20", "8", "1"]),
    ];
    // From 23 down by 7 a round, while the miniboss comes down to 1 and stays there.
    let blows: [&[&str]; 4] =
        [&["6", "1", "8", "1"], &["5", "1", "8", "1"], &["1", "4", "8", "1"], &["1", "4", "8", "1"]];
    steps.extend(blows.map(|blow| (attack(), blow)));
    let referee = told::<RogueAscension>(&json!({}), 1, &steps);
    assert!(Table::outcome(&referee).is_some(), "that was the death of it");
    let points = turning_points(&referee, SeatSet::only(Seat(0)), EFFORT, &|| true);
    let [point] = &points[..] else { panic!("{points:?}") };
    let health = analyse(&referee).curves[0].as_ref().unwrap().points[point.step - 1];
    assert!(health <= Some(9), "{point:?} at {health:?}");
    assert!(point.best.plain(kernel::unnamed).contains("potion"), "{point:?}");
    assert!(point.best_worth - point.done_worth >= 0.03 && point.playouts >= 100, "{point:?}");
    let stopped = turning_points(&referee, SeatSet::only(Seat(0)), EFFORT, &|| false);
    assert_eq!(stopped, [], "told to stop it tells nothing");
}

#[test]
fn the_shortest_win_there_is_has_no_turning_point() {
    let roll = || (json!({ "type": "roll" }), &["6"][..]);
    let steps = [roll(), roll(), roll(), (json!({ "type": "hold" }), &[])];
    let referee = told::<Pig>(&json!({ "goal": 18 }), 2, &steps);
    assert!(Table::outcome(&referee).is_some());
    assert_eq!(turning_points(&referee, SeatSet::first(2), EFFORT, &|| true), []);
}
