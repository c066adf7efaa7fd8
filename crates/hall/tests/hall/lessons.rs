//! Lessons: each game's guided first match, played at its table.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Caller, open};

/// Returns all lessons: the game, and the number of the lesson.
pub(crate) fn all() -> impl Iterator<Item = (&'static dyn roster::GameEntry, u8)> {
    let of = |title: &&'static dyn roster::GameEntry| {
        let title = *title;
        (1..=title.lesson_minutes().len() as u8).map(move |number| (title, number))
    };
    roster::GAMES.iter().flat_map(of)
}

/// Begins a game's lesson, and returns its table's id.
pub(crate) async fn begin(caller: &mut Caller, game: &str, number: u8) -> String {
    let address = if number == 1 { "/lessons".to_owned() } else { format!("/lessons/{number}") };
    let reply = caller.form(&address, &[("game", game)]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.header("location").trim_start_matches("/tables/").to_owned()
}

/// Returns the scene as the learner sees it, once the others have moved.
async fn scene(caller: &mut Caller, id: &str) -> Value {
    for _ in 0..500 {
        let scene = caller.get(&format!("/api/v1/tables/{id}/scene?seat=0")).await.ok().json()["scene"].clone();
        if scene["teaching"].is_object() {
            return scene;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the bots of a lesson play");
}

#[tokio::test]
async fn every_lesson_is_played_and_points_at_its_subject() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut learner = Caller::new(&hall);
    for (title, number) in all() {
        let game = title.meta().id;
        let taught = title.lesson(number).unwrap().unwrap();
        let id = begin(&mut learner, game, number).await;
        loop {
            let scene = scene(&mut learner, &id).await;
            let page = learner.get(&format!("/tables/{id}")).await.ok().text();
            let teaching = &scene["teaching"];
            let text = teaching["text"].as_str().unwrap().replace('&', "&amp;").replace('<', "&lt;");
            assert!(page.contains(&text), "{game}: the page says {text:?}");
            if teaching["over"] == true {
                assert!(page.contains("The lesson once more") && page.contains("Now alone"), "{game}");
                let next = format!("action=\"/lessons/{}\"", number + 1);
                assert_eq!(page.contains(&next), number < taught.of, "{game}: the next lesson");
                break;
            }
            assert!(page.contains("Skip the lesson") && page.contains("Start over"), "{game}");
            if let Some(piece) = teaching["piece"].as_str() {
                let pointed = page.split("spoken-of").nth(1).map(|rest| rest.split('>').next().unwrap_or_default());
                assert!(pointed.is_some_and(|tag| tag.contains(&format!("\"{piece}\""))), "{game}: points at {piece}");
            }
            let table = learner.look(&id).await;
            let legal = table["state"]["legal"]["0"].as_array().unwrap();
            let step = table["step"].as_u64().unwrap();
            let lesson = &taught.record.steps;
            let last = step as usize + 1 == lesson.len();
            assert_eq!(legal.len() == 1, !last, "{game}: one move can be made up to the last");
            learner.act(&id, 0, step, lesson[step as usize].action.clone()).await.ok();
        }
    }
}

#[tokio::test]
async fn a_lesson_refuses_other_moves_survives_restarts_is_unlisted() {
    let dir = tempfile::tempdir().unwrap();
    let mut learner = {
        let hall = open(dir.path()).await;
        let mut learner = Caller::new(&hall);
        let id = begin(&mut learner, "rogue-ascension", 1).await;
        let refused = learner.act(&id, 0, 0, json!({ "type": "attack" })).await;
        assert_eq!(refused.error(422), "illegal_action");
        assert!(refused.text().contains("this is a lesson"), "{}", refused.text());
        learner.act(&id, 0, 0, json!({ "type": "reveal" })).await.ok();
        let waiting = learner.get("/api/v1/waiting").await.ok().json();
        assert!(!waiting.to_string().contains(&id), "it waits for nobody: {waiting}");
        for page in ["/", "/me"] {
            assert!(!learner.get(page).await.ok().text().contains(&format!("/tables/{id}")), "{page} lists no lesson");
        }
        learner.token = Some(id);
        hall.close().await;
        learner
    };
    let hall = open(dir.path()).await;
    let id = learner.token.take().unwrap();
    learner.router = hall.router();
    let scene = scene(&mut learner, &id).await;
    assert_eq!(scene["teaching"]["number"], 2);
    assert_eq!(scene["prompt"][0]["text"], scene["teaching"]["text"], "the words are the prompt");
}

#[tokio::test]
async fn a_game_without_a_lesson_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    for (address, game) in [("/lessons", "liars-dice"), ("/lessons/3", "crimsonbranch"), ("/lessons/0", "gloombah")] {
        let reply = Caller::new(&hall).form(address, &[("game", game)]).await;
        assert_eq!(reply.status, 404, "{address}");
        assert!(reply.text().contains("has no lesson"), "{}", reply.text());
    }
}
