//! A moment of a finished match as a link: its words, its picture, and who may see it.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{Caller, GAME, open};
use serde_json::json;

/// A finished match of one seat, with its number of steps; only some may look at it.
async fn played(caller: &mut Caller, spectators: bool) -> (String, u64) {
    let body = json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "spectators": spectators });
    let id = caller.table(body).await;
    let steps = caller.play_out(&id).await["step"].as_u64().unwrap();
    (id, steps)
}

#[tokio::test]
async fn a_moment_has_a_link_with_its_words_and_its_picture() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (id, steps) = played(&mut ada, true).await;
    let replay = ben.get(&format!("/replays/{id}?at=1")).await.ok().text();
    assert!(replay.contains("Share this moment") && replay.contains(&format!("/replays/{id}/moment?at=1")), "{replay}");
    assert!(replay.contains("og:description\" content=\"Floor 1."), "what happened then: {replay}");
    let page = ben.get(&format!("/replays/{id}/moment?at=1")).await.ok().text();
    assert!(page.contains(&format!("step 1 of {steps}")) && page.contains("Play on from here"), "{page}");
    assert!(page.contains(&format!("/replays/{id}?at=1\"")), "the link itself: {page}");
    let picture = ben.get(&format!("/replays/{id}/moment.png?at=1")).await.ok();
    assert_eq!(picture.header("content-type"), "image/png");
    assert!(picture.bytes.starts_with(b"\x89PNG") && picture.bytes.len() < 400_000, "{} bytes", picture.bytes.len());
    let again = ben.get(&format!("/replays/{id}/moment.png?at=1")).await.ok();
    assert_eq!(again.bytes, picture.bytes);
}

#[tokio::test]
async fn nothing_is_shared_of_a_table_that_is_closed_to_others_nor_of_a_match_that_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (id, _) = played(&mut ada, false).await;
    for path in ["moment?at=1", "moment.png?at=1"] {
        assert_eq!(ben.get(&format!("/replays/{id}/{path}")).await.status.as_u16(), 403, "{path}");
    }
    let running = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    assert_eq!(ben.get(&format!("/replays/{running}/moment.png")).await.status.as_u16(), 409);
    let page = ben.get(&format!("/replays/{running}/moment")).await;
    assert_eq!(page.header("location"), format!("/tables/{running}"));
}
