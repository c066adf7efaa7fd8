//! Moments of a finished match as links: words, picture, and access; and the match as an animated
//! picture.

use axum::{body::Body, http::Request};
use kernel::Seat;
use serde_json::{Map, json};

use crate::common::{Caller, GAME, Reply, open};

/// Plays a match of one seat, and returns it with its number of steps; `spectators` says whether
/// everybody may look at it.
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
async fn nothing_is_shared_of_a_private_table_nor_of_a_running_match() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (id, _) = played(&mut ada, false).await;
    for path in ["moment?at=1", "moment.png?at=1", "match.png", "stone.png?seat=0"] {
        assert_eq!(ben.get(&format!("/replays/{id}/{path}")).await.status.as_u16(), 403, "{path}");
    }
    let running = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    for path in ["moment.png", "match.png", "stone.png"] {
        assert_eq!(ben.get(&format!("/replays/{running}/{path}")).await.status.as_u16(), 409, "{path}");
    }
    let page = ben.get(&format!("/replays/{running}/moment")).await;
    assert_eq!(page.header("location"), format!("/tables/{running}"));
}

#[tokio::test]
async fn a_fallen_hero_has_a_stone_to_share() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let mut fallen = None;
    while fallen.is_none() {
        let (id, _) = played(&mut ada, true).await;
        let page = ada.get(&format!("/tables/{id}")).await.ok().text();
        match page.contains("Here lies Ada.") {
            true => fallen = Some((id, page)),
            false => assert_eq!(ben.get(&format!("/replays/{id}/stone.png")).await.status.as_u16(), 404),
        }
    }
    let (id, page) = fallen.unwrap();
    let link = format!("href=\"/replays/{id}/stone.png?seat=0\" download=\"{GAME}-{id}.png\"");
    assert!(page.contains(&link) && page.contains("class=\"stone\" role=\"img\""), "{page}");
    let stone = ben.get(&format!("/replays/{id}/stone.png?seat=0")).await.ok();
    assert_eq!(stone.header("content-type"), "image/png");
    assert_eq!(chunks(&stone.bytes)[0].1[..8], [0, 0, 3, 32, 0, 0, 3, 232], "800 by 1000");
    assert!(stone.bytes.len() < 200_000, "{} bytes", stone.bytes.len());
    assert_eq!(ben.get(&format!("/replays/{id}/stone.png")).await.ok().bytes, stone.bytes, "they have fallen together");
    let german = Request::get(format!("/replays/{id}/stone.png?seat=0")).header("accept-language", "de");
    let german = Caller::new(&hall).send(german.body(Body::empty()).unwrap()).await.ok();
    assert_ne!(german.bytes, stone.bytes, "the words are those of the reader");
    let replay = ben.get(&format!("/replays/{id}")).await.ok().text();
    assert!(replay.contains("og:description\" content=\"Here lies Ada. "), "{replay}");
    let other = ben.get(&format!("/replays/{id}/stone.png?seat=9")).await;
    assert!(matches!(other.status.as_u16(), 200 | 404), "{}", other.status);
}

/// Returns the names of a PNG's chunks with their content.
fn chunks(mut png: &[u8]) -> Vec<(&str, &[u8])> {
    let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().unwrap()) as usize;
    let mut chunks = Vec::new();
    png = png.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    while !png.is_empty() {
        let length = number(&png[..4]);
        chunks.push((std::str::from_utf8(&png[4..8]).unwrap(), &png[8..8 + length]));
        png = &png[12 + length..];
    }
    chunks
}

/// Returns the animated picture of a finished match, once there is one.
async fn animated(caller: &mut Caller, id: &str) -> Reply {
    let picture = caller.get(&format!("/replays/{id}/match.png")).await.ok();
    assert_eq!(picture.header("content-type"), "image/png");
    picture
}

#[tokio::test]
async fn a_match_of_each_game_is_a_small_animated_picture() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let bots: Map<_, _> = Seat::all(meta.usual_seats).map(|seat| (seat.to_string(), json!("easy"))).collect();
        let id = ada.table(json!({ "game": meta.id, "seats": meta.usual_seats, "bots": bots, "start": true })).await;
        let steps = ada.watch_out(&id).await["step"].as_u64().unwrap();
        let picture = animated(&mut Caller::new(&hall), &id).await;
        let (size, chunks) = (picture.bytes.len(), chunks(&picture.bytes));
        assert!(size < 300_000, "{}: {size} bytes", meta.id);
        let all = |kind: &str| chunks.iter().filter(|(own, _)| *own == kind).map(|(_, data)| *data).collect::<Vec<_>>();
        let (control, frames) = (all("acTL"), all("fcTL"));
        assert_eq!(control[0][..4], (frames.len() as u32).to_be_bytes(), "{}", meta.id);
        let moments = frames.len() - 2;
        assert!((8.min(steps as usize + 1)..=12).contains(&moments), "{}: {moments} moments", meta.id);
        let seconds: Vec<u16> = frames.iter().map(|frame| u16::from_be_bytes([frame[20], frame[21]])).collect();
        let (title, end) = (seconds[0], seconds[seconds.len() - 1]);
        assert_eq!((title, end), (3, 5), "cards with words");
        assert!(seconds[1..=moments].iter().all(|seconds| *seconds == 2), "{seconds:?}");
        let drawn = all("IDAT").len() + all("fdAT").len();
        assert!(drawn >= frames.len() && all("IHDR")[0][..8] == [0, 0, 2, 88, 0, 0, 1, 59], "600 by 315");
    }
}

#[tokio::test]
async fn an_animated_picture_that_a_browser_has_is_not_sent_again() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (id, _) = played(&mut ada, true).await;
    let picture = animated(&mut ada, &id).await;
    assert!(picture.header("cache-control").contains("max-age"));
    let ask =
        |tag: &str| Request::get(format!("/replays/{id}/match.png")).header("if-none-match", tag).body(Body::empty());
    let known = ada.send(ask(picture.header("etag")).unwrap()).await;
    assert_eq!((known.status.as_u16(), known.bytes.len()), (304, 0));
    assert_eq!(known.header("etag"), picture.header("etag"));
    let other = ada.send(ask("\"0\"").unwrap()).await.ok();
    assert_eq!(other.bytes, picture.bytes);
    let german = Request::get(format!("/replays/{id}/match.png")).header("accept-language", "de");
    let german = ada.send(german.body(Body::empty()).unwrap()).await.ok();
    assert_ne!(german.bytes, picture.bytes, "the words are those of the reader");
    assert_eq!(ada.get("/replays/0123456789/match.png").await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_animated_picture_is_linked_where_all_may_look() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for spectators in [true, false] {
        let (id, _) = played(&mut ada, spectators).await;
        let link = format!("href=\"/replays/{id}/match.png\" download=\"{GAME}-{id}.png\"");
        for page in [format!("/tables/{id}"), format!("/replays/{id}")] {
            let text = ada.get(&page).await.ok().text();
            assert_eq!(text.contains(&link), spectators, "{page}");
        }
    }
}
