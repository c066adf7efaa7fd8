//! Tests of the analysis against matches worked out by hand.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::time::Duration;

use accursed_tomb::AccursedTomb;
use bots::{Bot, Budget};
use kernel::{Game, Match, Present, Record, Referee, Seat, SeatSet, Seed, Source, Viewer};
use pig::Pig;
use rogue_ascension::RogueAscension;
use roster::{Analysis, GameEntry, TurningPoint};
use serde_json::{Value, json};

/// Enough effort for clear results.
const EFFORT: Duration = Duration::from_millis(50);

/// Returns a game of the product.
pub(crate) fn game(id: &str) -> &'static dyn GameEntry {
    roster::find(id).unwrap()
}

/// Plays a match with outcomes entered by hand: each step with its outcomes, in the order of the
/// questions.
pub(crate) fn told<G: Game + Present>(options: &Value, seats: u64, steps: &[(Value, &[&str])]) -> Referee<G> {
    let mut referee = Referee::<G>::open(options, seats, Source::Manual).unwrap();
    for (action, outcomes) in steps {
        let seat = referee.asked_first().unwrap();
        referee.act_json(seat, action).unwrap();
        outcomes.iter().for_each(|outcome| referee.answer(outcome).unwrap());
        assert_eq!(referee.question(), None, "after {action}");
    }
    referee
}

pub(crate) fn reveal() -> Value {
    json!({ "type": "reveal" })
}

pub(crate) fn attack() -> Value {
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
    let Analysis { steps, curves, chapters, .. } = game("rogue-ascension").analyse(&referee).unwrap();
    // The setup; the hero parries the first bite; 6 - 1; 5 - 3; the rat dies; the potion heals up
    // to 30.
    let health: Vec<Option<i32>> = [30, 30, 25, 23, 23, 30].map(Some).to_vec();
    let curve = curves[0].as_ref().unwrap();
    assert_eq!((steps, &curve.points, curve.max, curve.fell), (5, &health, Some(30), None));
    assert_eq!((curves.len(), curve.name.as_str()), (1, "Health"));
    let floor = chapters.iter().map(|chapter| (chapter.step, chapter.title.plain(kernel::unnamed)));
    let floors: Vec<(usize, bool)> = floor.map(|(step, title)| (step, title.starts_with("Floor 1."))).collect();
    assert_eq!(floors, [(1, true)]);
}

#[test]
fn the_outline_has_the_meters_of_the_scenes() {
    for title in roster::GAMES {
        let (id, seats) = (title.meta().id, title.meta().usual_seats);
        let mut table = title.open(&json!({}), seats.into(), Source::Seed(Seed::from(5), Vec::new())).unwrap();
        while let Some(seat) = table.awaited().lowest() {
            let advice = title.advise(&*table, seat, Bot::Random, table.ply() as u64, &Budget::ONE_THREAD).unwrap();
            table.act(seat, &advice.action).unwrap();
        }
        let drawn = title.analyse(&*table).unwrap().curves.into_iter();
        let drawn: Vec<Vec<i32>> = drawn.map(|curve| curve.unwrap().points.into_iter().flatten().collect()).collect();
        assert!(drawn.len() == usize::from(seats) && drawn.iter().all(|meter| meter.len() > table.ply()), "{id}");
        assert_eq!(title.outline(&*table, table.ply() + 1), drawn, "{id}");
    }
}

#[test]
fn it_tells_the_same_again_and_from_the_record() {
    let mut referee = Referee::<RogueAscension>::open(&json!({}), 1, Source::Seed(Seed::from(3), Vec::new())).unwrap();
    while let Some(seat) = referee.asked_first() {
        let legal = referee.legal(seat);
        let place = referee.ply() * 7 % legal.len();
        referee.act(seat, legal[place]).unwrap();
    }
    let title = game("rogue-ascension");
    let all = |referee: &Referee<RogueAscension>| -> (Analysis, Vec<TurningPoint>) {
        let points = title.turning_points(referee, SeatSet::only(Seat(0)), EFFORT, &|| true);
        (title.analyse(referee).unwrap(), points)
    };
    let told = all(&referee);
    assert_eq!(told, all(&referee));
    let text = Match::record(&referee, true).to_string();
    assert_eq!(told, all(&Referee::load(&Record::parse(&text).unwrap()).unwrap()));
    let curve = told.0.curves[0].as_ref().unwrap();
    for step in 0..=referee.ply() {
        let view = json!(referee.at(step).unwrap().view(Viewer::All));
        assert_eq!(curve.points[step].map(i64::from), view["heroes"][0]["hp"].as_i64(), "after step {step}");
    }
    assert_eq!(curve.fell, Some(referee.ply()), "whoever plays by no plan dies");
}

#[test]
fn who_leaves_a_dying_demon_has_a_turning_point() {
    let plain = |action: &str| json!({ "type": action });
    // The demon has so little health left that any face of the die kills it, and its death is the
    // victory.
    let mut referee = told::<AccursedTomb>(
        &json!({}),
        2,
        &[
            (json!({ "type": "move", "to": [7, 7] }), &["10H", "1", "5"]),
            (plain("wait"), &["1"]),
            (plain("fight"), &["4"]),
            (plain("wait"), &["1"]),
        ],
    );
    let other = referee.legal(Seat(0)).into_iter().find(|action| json!(action) != plain("fight")).unwrap();
    referee.act(Seat(0), other).unwrap();
    while let Some(question) = referee.question() {
        let first = question.choices().swap_remove(0);
        referee.answer(&first).unwrap();
    }
    let title = game("accursed-tomb");
    let points = title.turning_points(&referee, SeatSet::first(2), EFFORT, &|| true);
    let point = points.iter().find(|point| point.seat == Seat(0)).unwrap();
    assert_eq!((point.step, point.best_worth), (5, 1.0), "{point:?}");
    assert!(point.done_worth < 0.97 && point.done != point.best && point.playouts >= 100, "{point:?}");
    assert_eq!(
        title.turning_points(&referee, SeatSet::first(2), EFFORT, &|| false),
        [],
        "told to stop it tells nothing"
    );
}

#[test]
fn the_shortest_win_there_is_has_no_turning_point() {
    let roll = || (json!({ "type": "roll" }), &["6"][..]);
    let steps = [roll(), roll(), roll(), (json!({ "type": "hold" }), &[])];
    let referee = told::<Pig>(&json!({ "goal": 18 }), 2, &steps);
    assert!(Match::outcome(&referee).is_some());
    let points = roster::entry::<Pig>().turning_points(&referee, SeatSet::first(2), EFFORT, &|| true);
    assert_eq!(points, []);
}
