//! Tests of pages in the language of their reader.

use std::collections::BTreeSet;

use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::json;

use crate::common::{Caller, Follower, attribute, open};

/// Returns a page, requested by a browser that prefers this language.
async fn page_in(caller: &mut Caller, path: &str, accepted: &str) -> String {
    let request = Request::get(path).header("accept-language", accepted).body(Body::empty()).unwrap();
    caller.send(request).await.ok().text()
}

/// Returns the sentences of a page: texts of at least two words between its tags, and texts for
/// screen readers.
fn sentences(page: &str) -> BTreeSet<String> {
    // Texts with a language of their own are in no catalogue: rulebooks, and the names of
    // languages.
    let mut page = page.to_owned();
    while let Some(at) = page.find("lang=\"en\"").filter(|_| !page.starts_with("<!DOCTYPE html><html lang=\"en\"")) {
        let start = page[..at].rfind('<').unwrap();
        let name: String = page[start + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
        let end = page[at..].find(&format!("</{name}>")).map_or(page.len(), |end| at + end);
        page.replace_range(start..end, "");
    }
    let texts = page.split('>').filter_map(|piece| piece.split('<').next());
    let labels = ["aria-label=\"", "title=\"", "alt=\"", "placeholder=\""];
    let labels = labels.iter().flat_map(|label| page.split(label).skip(1).filter_map(|rest| rest.split('"').next()));
    let words = |text: &&str| {
        let words = text.split_whitespace();
        words.filter(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 2).count() > 1
    };
    texts.chain(labels).filter(words).map(|text| text.trim().to_owned()).collect()
}

#[tokio::test]
async fn a_guest_without_a_name_is_named_in_their_language() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut names = Vec::new();
    for _ in 0..4 {
        let asked = Request::post("/api/v1/guests").header("accept-language", "de").body(Body::from("{}")).unwrap();
        let name = Caller::new(&hall).send(asked).await.ok().json()["name"].as_str().unwrap().to_owned();
        // German adjectives have endings that no English word here has: Stille Laterne, Stiller
        // Rabe.
        let like = name.split(' ').next().unwrap();
        assert!(like.ends_with('e') || like.ends_with("er"), "{name}");
        names.push(name);
    }
    let english = Caller::new(&hall).post("/api/v1/guests", json!({})).await.ok().json();
    assert!(!names.contains(&english["name"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn a_page_speaks_the_language_that_the_browser_likes_best() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let german = page_in(&mut ada, "/boards", "de-AT,de;q=0.9,en;q=0.7").await;
    assert!(german.contains("<html lang=\"de\"") && german.contains("Bestenlisten"));
    let english = page_in(&mut ada, "/boards", "fr,en;q=0.5,de;q=0.4").await;
    assert!(english.contains("<html lang=\"en\"") && english.contains("Boards"));
    assert!(
        ada.get("/boards").await.ok().text().contains("<html lang=\"en\""),
        "whoever asks for nothing reads English"
    );
    let refused = Request::get("/tables/none").header("accept-language", "de").body(Body::empty()).unwrap();
    let refused = ada.send(refused).await;
    assert_eq!(refused.status, 404);
    assert!(refused.text().contains("<html lang=\"de\""), "a fault is told in German");
}

#[tokio::test]
async fn what_somebody_has_chosen_counts_for_more_than_their_browser() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["language"], json!(null));
    ada.form("/me", &[("language", "de")]).await;
    assert!(page_in(&mut ada, "/", "en").await.contains("<html lang=\"de\""));
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["language"], "de");
    let other = ada.call(Method::PUT, "/api/v1/me", Some(json!({ "language": "tlh" }))).await;
    assert!(other.status == 400 && other.text().contains("en, de"), "what there is is told: {}", other.text());
    ada.call(Method::PUT, "/api/v1/me", Some(json!({ "language": "" }))).await.ok();
    assert!(page_in(&mut ada, "/", "en").await.contains("<html lang=\"en\""), "the browser is asked again");
}

#[tokio::test]
async fn each_at_a_table_is_told_in_their_own_language() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    ben.form("/me", &[("language", "de")]).await;
    let wanted = json!({ "game": "rogue-ascension", "seats": 1, "take": 0, "public": true, "spectators": true });
    let id = ada.table(wanted).await;
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let (english, mut to_ada) = Follower::of(&mut ada, &id).await;
    let (german, mut to_ben) = Follower::of(&mut ben, &id).await;
    assert!(english.contains("<html lang=\"en\"") && german.contains("<html lang=\"de\""));
    assert!(attribute(&german, "id=\"live\"", "data-version").is_some());
    let table = ada.look(&id).await;
    ada.act_first(&id, &table, 0).await.ok();
    let (told, other) = (to_ada.next_of("step").await.data.to_string(), to_ben.next_of("step").await.data.to_string());
    assert!(told.contains("Floor") && !told.contains("Etage"), "{told}");
    assert!(other.contains("Etage") && !other.contains("Floor"), "{other}");
}

#[tokio::test]
async fn no_page_says_a_sentence_in_english_to_who_reads_german() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut paths: Vec<String> =
        ["/", "/games", "/me", "/boards", "/daily", "/puzzles", "/nowhere"].map(str::to_owned).to_vec();
    for title in roster::GAMES {
        let id = title.meta().id;
        let seats = title.meta().usual_seats;
        paths.extend([
            format!("/games/{id}"),
            format!("/boards/{id}"),
            format!("/daily/{id}"),
            format!("/puzzles/{id}"),
        ]);
        let bots: serde_json::Map<_, _> = (1..seats).map(|seat| (seat.to_string(), json!("normal"))).collect();
        let wanted = json!({ "game": id, "seats": seats, "take": 0, "bots": bots });
        let table = ada.table(wanted).await;
        ada.post(&format!("/api/v1/tables/{table}/start"), json!({})).await.ok();
        paths.push(format!("/tables/{table}"));
        let open = ada.table(json!({ "game": id, "seats": title.meta().seats.1, "take": 0 })).await;
        paths.push(format!("/tables/{open}"));
    }
    let played = ada.table(json!({ "game": "rogue-ascension", "seats": 1, "take": 0 })).await;
    ada.post(&format!("/api/v1/tables/{played}/start"), json!({})).await.ok();
    ada.play_out(&played).await;
    let me = ada.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    paths.extend([format!("/tables/{played}"), format!("/replays/{played}"), format!("/people/{me}")]);
    paths.push(format!("/tables/{played}/verify"));
    // The hero of the day has a name of its own.
    let today = ada.get("/api/v1/daily").await.ok().json();
    let all = today["dailies"].as_array().unwrap().iter();
    let hero = all.map(|one| one["options"]["hero"].clone()).find(|hero| hero.is_string()).unwrap();
    for path in paths {
        let english = Request::get(&path).header("accept-language", "en").body(Body::empty()).unwrap();
        let german = Request::get(&path).header("accept-language", "de").body(Body::empty()).unwrap();
        let (english, german) = (ada.send(english).await, ada.send(german).await);
        assert_eq!(english.status, german.status, "{path}");
        let same: Vec<String> = sentences(&english.text()).intersection(&sentences(&german.text())).cloned().collect();
        // Names of people and games, and words to type.
        let names = |text: &String| {
            hero == **text
                || text.contains("Ada")
                || text.starts_with("undercroft ")
                || roster::GAMES.iter().any(|title| text.contains(title.meta().title))
        };
        let same: Vec<&String> = same.iter().filter(|text| !names(text)).collect();
        assert!(same.is_empty(), "{path} says the same in both: {same:#?}");
    }
}
