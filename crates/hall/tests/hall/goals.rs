//! Goals in sight, the card of a player, and the achievement of a lesson.

use std::time::Duration;

use hall::maintenance::{Files, doctor, rebuild};
use serde_json::{Value, json};

use crate::{
    common::{Caller, open, open_on_file},
    lessons,
};

/// Plays a match that ends at once: the hero retires at level 1.
async fn retire(caller: &mut Caller) -> String {
    let id = caller.table(json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true })).await;
    caller.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    id
}

/// Returns the number of steps taken once the lesson waits for its learner.
async fn turn(caller: &mut Caller, id: &str) -> u64 {
    for _ in 0..500 {
        let table = caller.look(id).await;
        if table["state"]["legal"]["0"].as_array().is_some_and(|legal| !legal.is_empty()) {
            return table["step"].as_u64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the bots of a lesson play");
}

/// Begins a lesson and plays it up to its last decision; returns the table and the winning move.
async fn last_decision(caller: &mut Caller, game: &str, number: u8) -> (String, Value) {
    let id = lessons::begin(caller, game, number).await;
    let lesson = roster::find(game).unwrap().lesson(number).unwrap().unwrap();
    let steps = lesson.record.steps.iter().skip(lesson.opening());
    let own: Vec<Value> = steps.filter(|step| step.seat.0 == 0).map(|step| step.action.clone()).collect();
    let (last, before) = own.split_last().unwrap();
    for action in before {
        let step = turn(caller, &id).await;
        caller.act(&id, 0, step, action.clone()).await.ok();
    }
    turn(caller, &id).await;
    (id, last.clone())
}

#[tokio::test]
async fn front_page_and_ending_show_how_near_a_goal_is() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let front = ada.get("/").await.ok().text();
    assert!(!front.contains("Within reach"), "nobody has goals before a match");
    let id = retire(&mut ada).await;
    let front = ada.get("/").await.ok().text();
    assert!(front.contains("Within reach") && front.contains("Double Figures"), "{front}");
    assert!(front.contains("Reach level 10. 1 of 10 at best.") && front.contains("1 day in a row"), "{front}");
    let ending = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(ending.contains("Reach level 10. You had 1 of 10."), "{ending}");
    let other = Caller::new(&hall).get(&format!("/tables/{id}")).await.ok().text();
    assert!(!other.contains("You had 1 of 10."), "a spectator has no goals of this match");
}

#[tokio::test]
async fn a_personal_best_is_named_in_the_match_that_reached_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let climb = json!({ "game": "rogue-ascension", "seats": 1, "take": 0, "start": true });
    loop {
        let mut ada = Caller::program(&hall, "Ada").await;
        let (mut climbs, mut won) = (Vec::new(), false);
        for _ in 0..2 {
            let id = ada.table(climb.clone()).await;
            won |= ada.play_out(&id).await["state"]["status"]["over"]["victory"] == true;
            climbs.push(id);
        }
        let mut said = 0;
        for id in climbs {
            said += usize::from(ada.get(&format!("/tables/{id}")).await.ok().text().contains("A personal best"));
        }
        // A win is a best of its own: the quickest.
        if !won {
            return assert_eq!(said, 1, "one of two climbs is the best, and the first of equals");
        }
        assert!((1..=2).contains(&said), "{said} bests of two climbs");
    }
}

#[tokio::test]
async fn last_step_of_a_lesson_is_free_and_earns_an_achievement() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for (title, number) in lessons::all() {
        let game = title.meta().id;
        let (id, winning) = last_decision(&mut ada, game, number).await;
        let page = ada.get(&format!("/tables/{id}")).await.ok().text();
        assert!(!page.contains("spoken-of") && !page.contains("Shown the Ropes"), "{game}: {page}");
        let table = ada.look(&id).await;
        let step = table["step"].as_u64().unwrap();
        let legal = table["state"]["legal"]["0"].as_array().unwrap().clone();
        assert!(legal.len() > 1, "{game} leaves a choice: {legal:?}");
        let other = legal.iter().map(|one| &one["action"]).find(|action| **action != winning).unwrap();
        let refused = ada.act(&id, 0, step, other.clone()).await;
        assert_eq!(refused.error(422), "illegal_action", "{game}");
        let words = title.lesson(number).unwrap().unwrap().words.into_iter().flatten().last().unwrap().other.unwrap();
        assert!(refused.json()["error"]["message"].to_string().contains(&words[..20]), "{}", refused.text());
        ada.act(&id, 0, step, winning).await.ok();
        let page = ada.get(&format!("/tables/{id}")).await.ok().text();
        assert!(page.contains("Shown the Ropes") && page.contains("Now alone"), "{game}: {page}");
    }
    let own = ada.get("/me").await.ok().text();
    assert_eq!(own.matches("1 of 13 earned").count(), roster::GAMES.len(), "{own}");
}

#[tokio::test]
async fn doctor_misses_a_finished_lesson_and_rebuild_notes_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open_on_file(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (id, winning) = last_decision(&mut ada, "rogue-ascension", 1).await;
    let step = ada.look(&id).await["step"].as_u64().unwrap();
    ada.act(&id, 0, step, winning).await.ok();
    hall.close().await;
    drop((hall, ada));
    let files = Files { data: dir.path().to_owned(), database: None };
    let faults = async || doctor(&files, &mut |_, _| {}).await.unwrap().faults;
    assert_eq!(faults().await, Vec::<String>::new());
    crate::tallies::spoil(dir.path(), &["DELETE FROM learned"]).await;
    let found = faults().await;
    assert!(found.iter().any(|fault| fault.contains("it is a finished lesson")), "{found:?}");
    rebuild(&files, &mut |_, _| {}).await.unwrap();
    assert_eq!(faults().await, Vec::<String>::new());
}

#[tokio::test]
async fn owner_of_a_card_chooses_portrait_title_and_what_others_see() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let me = ada.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    retire(&mut ada).await;
    let form = ada.get("/me/card").await.ok().text();
    assert!(form.contains("crimsonbranch/sensible") && !form.contains("crimsonbranch/double-figures"), "{form}");
    let card = [("portrait", "dungeon-rummy/milton"), ("title", "crimsonbranch/sensible"), ("shown", "results")];
    ada.form("/me/card", &card).await;
    let seen = ben.get(&format!("/people/{me}")).await.ok().text();
    assert!(seen.contains("milton-") && seen.contains("“A Sensible Decision”"), "{seen}");
    assert!(seen.contains("1 of 13 earned") && !seen.contains("Last matches"), "{seen}");
    assert!(!seen.contains("1 of 10 at best"), "progress is the owner's alone: {seen}");
    assert!(ada.get("/me").await.ok().text().contains("1 of 10 at best"));
    ada.form("/me/card", &[("portrait", "no/such"), ("title", "crimsonbranch/double-figures"), ("shown", "card")])
        .await;
    let seen = ben.get(&format!("/people/{me}")).await.ok().text();
    assert!(seen.contains("Ada keeps the rest private.") && !seen.contains("A Sensible Decision"), "{seen}");
    let answer = ben.get(&format!("/api/v1/people/{me}")).await.ok().json();
    assert_eq!(answer["results"], json!([]));
    let answer = ben.get(&format!("/api/v1/people/{me}/achievements")).await.ok().json();
    assert_eq!(answer["games"], json!([]));
}
