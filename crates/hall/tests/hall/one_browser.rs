//! Two players with hidden hands at one browser: a screen between them, on pages, streams and after
//! forms, and a name for each.

use axum::http::Method;
use hall::Hall;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, Reply, attribute, open};

const OWN: [&str; 5] = ["ambush", "twig_of_sparks", "twig_of_sparks", "umbrella_staff", "umbrella_staff"];
const OTHER: [&str; 5] = ["loud_sneeze", "sharpened_spoon", "pair_of_darts", "orb_on_a_stick", "hot_ladle"];

/// Returns a browser that has both seats of a match, after the cards were dealt.
async fn both(hall: &Hall) -> (Caller, String) {
    let mut ada = Caller::new(hall);
    let fields = [("game", "gloombah"), ("seats", "2"), ("seat0", "me"), ("seat1", "me"), ("dice", "physical")];
    let made = ada.form("/tables", &fields).await;
    let id = made.header("location").rsplit('/').next().unwrap().to_owned();
    for card in ["warrior", "warrior"].into_iter().chain(OWN).chain(OTHER) {
        let table = ada.look(&id).await;
        let answer = json!({ "step": table["step"], "answers": table["answers"], "value": card });
        ada.post(&format!("/api/v1/tables/{id}/answer"), answer).await.ok();
    }
    (ada, id)
}

fn shows(page: &str, cards: &[&str]) -> bool {
    let shown: Vec<bool> = cards.iter().map(|card| page.contains(&format!("hand-{card}"))).collect();
    assert!(shown.iter().all(|one| *one == shown[0]), "a hand is shown whole or not at all: {shown:?}");
    shown[0]
}

async fn press(ada: &mut Caller, page: &str, id: &str, seat: &str, action: &Value) -> String {
    let field = |name: &str| attribute(page, &format!("name=\"{name}\""), "value").unwrap_or_default();
    let (step, epoch, view) = (field("step"), field("epoch"), field("view"));
    let action = action.to_string();
    let fields = [("seat", seat), ("step", &*step), ("epoch", &*epoch), ("view", &*view), ("action", &*action)];
    let reply = ada.form(&format!("/tables/{id}/act"), &fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.header("location").to_owned()
}

#[tokio::test]
async fn a_screen_stands_between_two_who_play_at_one_browser() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = both(&hall).await;
    let table = format!("/tables/{id}");
    let page = ada.get(&table).await.ok().text();
    assert!(!shows(&page, &OWN) && !shows(&page, &OTHER), "nobody has come to the screen yet");
    assert!(page.contains(&format!("href=\"{table}?seat=0\"")) && page.contains("the others look away"), "{page}");
    assert!(page.contains("<title>Your turn"), "somebody here is asked");
    let name = ada.look(&id).await["seats"][0]["player"].as_str().unwrap().to_owned();
    assert!(page.contains(&format!("I am {name} 1: go on")), "two of one name are told apart");
    let page = ada.get(&format!("{table}?seat=1")).await.ok().text();
    assert!(!shows(&page, &OWN) && !shows(&page, &OTHER), "seat 1 is not asked: the screen is for seat 0");

    let mut page = ada.get(&format!("{table}?seat=0")).await.ok().text();
    assert!(shows(&page, &OWN) && !shows(&page, &OTHER));
    let version = attribute(&page, "id=\"live\"", "data-version").unwrap();
    let mut follower = Follower::at(&ada, &format!("{table}/events?seat=0&version={version}"), None).await;
    follower.all().await;
    // The form leads back to the own table, which now says that it is the other's turn.
    let back = press(&mut ada, &page, &id, "0", &json!({ "type": "done" })).await;
    assert_eq!(back, format!("{table}?seat=0"));
    page = ada.get(&back).await.ok().text();
    assert!(!shows(&page, &OWN) && !shows(&page, &OTHER), "the screen is between them");
    assert!(page.contains(&format!("href=\"{table}?seat=1\"")));
    let news = follower.next_of("whole").await.data.to_string();
    assert!(!shows(&news, &OWN) && !shows(&news, &OTHER) && news.contains("handover"), "and on a page that follows");

    page = ada.get(&format!("{table}?seat=1")).await.ok().text();
    assert!(!shows(&page, &OWN) && shows(&page, &OTHER));
    let back = press(&mut ada, &page, &id, "1", &json!({ "type": "done" })).await;
    assert!(!shows(&ada.get(&back).await.ok().text(), &OTHER));
    // Where both must act, each keeps the screen until it has acted.
    page = ada.get(&format!("{table}?seat=0")).await.ok().text();
    press(&mut ada, &page, &id, "0", &json!({ "type": "end_prep" })).await;
    let now = ada.look(&id).await;
    let answer = json!({ "step": now["step"], "answers": now["answers"], "value": "fox_barrister" });
    ada.post(&format!("/api/v1/tables/{id}/answer"), answer).await.ok();
    page = ada.get(&format!("{table}?seat=0")).await.ok().text();
    press(&mut ada, &page, &id, "0", &json!({ "type": "fight" })).await;
    for (seat, hand) in [("0", OWN), ("1", OTHER)] {
        page = ada.get(&format!("{table}?seat={seat}")).await.ok().text();
        assert!(shows(&page, &hand), "both are asked");
    }
    page = ada.get(&format!("{table}?seat=1")).await.ok().text();
    press(&mut ada, &page, &id, "1", &json!({ "type": "pass" })).await;
    page = ada.get(&format!("{table}?seat=1")).await.ok().text();
    assert!(!shows(&page, &OTHER) && page.contains(&format!("href=\"{table}?seat=0\"")), "it is for seat 0 now");
}

#[tokio::test]
async fn without_secrets_nobody_looks_away() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let fields = [("game", "accursed-tomb"), ("seats", "2"), ("seat0", "me"), ("seat1", "me")];
    let made = ada.form("/tables", &fields).await;
    let page = ada.get(made.header("location")).await.ok().text();
    assert!(!page.contains("look away") && page.contains("name=\"action\""), "{page}");
}

#[tokio::test]
async fn who_only_looks_comes_to_the_screen_until_the_next_step() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = both(&hall).await;
    let table = format!("/tables/{id}");
    let page = ada.get(&table).await.ok().text();
    assert!(page.contains(&format!("href=\"{table}?seat=1-0\"")) && page.contains("2: only look"), "{page}");
    let looking = ada.get(&format!("{table}?seat=1-0")).await.ok().text();
    assert!(!shows(&looking, &OWN) && shows(&looking, &OTHER), "seat 1 looks though seat 0 is asked");
    assert!(!looking.contains("<title>Your turn") && !looking.contains("name=\"action\""), "{looking}");
    assert!(looking.contains(&format!("<a class=\"tool\" href=\"{table}\">Hand over</a>")), "{looking}");
    assert!(
        looking.contains(&format!("{table}/events?me=")) && looking.contains("&amp;seat=1-0"),
        "it follows as such"
    );

    let version = attribute(&looking, "id=\"live\"", "data-version").unwrap();
    let mut follower = Follower::at(&ada, &format!("{table}/events?seat=1-0&version={version}"), None).await;
    follower.all().await;
    for seat in ["0", "1"] {
        let page = ada.get(&format!("{table}?seat={seat}")).await.ok().text();
        press(&mut ada, &page, &id, seat, &json!({ "type": "done" })).await;
    }
    let news = follower.until(|news| news.kind == "whole").await.pop().unwrap().data.to_string();
    assert!(!shows(&news, &OTHER) && news.contains("handover"), "other steps: the screen is back");
    assert!(!shows(&ada.get(&format!("{table}?seat=1-0")).await.ok().text(), &OTHER));
    assert!(shows(&ada.get(&format!("{table}?seat=1-2")).await.ok().text(), &OTHER));
}

#[tokio::test]
async fn a_hidden_outcome_is_for_its_player_alone() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let fields = [("game", "gloombah"), ("seats", "2"), ("seat0", "me"), ("seat1", "me"), ("dice", "physical")];
    let made = ada.form("/tables", &fields).await;
    let id = made.header("location").rsplit('/').next().unwrap().to_owned();
    for card in ["warrior", "warrior"] {
        let table = ada.look(&id).await;
        let answer = json!({ "step": table["step"], "answers": table["answers"], "value": card });
        ada.post(&format!("/api/v1/tables/{id}/answer"), answer).await.ok();
    }
    let page = ada.get(&format!("/tables/{id}?seat=1-0")).await.ok().text();
    assert!(page.contains("handover") && !page.contains("only look") && !page.contains("name=\"value\""), "{page}");
}

async fn put(caller: &mut Caller, path: &str, body: Value) -> Reply {
    caller.call(Method::PUT, path, Some(body)).await
}

/// Returns the names on the seats, as programs get them.
async fn names(caller: &mut Caller, id: &str) -> Vec<Value> {
    caller.look(id).await["seats"].as_array().unwrap().iter().map(|seat| seat["player"].clone()).collect()
}

#[tokio::test]
async fn players_at_one_browser_have_names_everywhere() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let [mut ada, mut eve] = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Eve").await];
    let id = ada.table(json!({ "game": "gloombah", "seats": 3, "take": 0 })).await;
    let seat = |n: u8| format!("/api/v1/tables/{id}/seats/{n}");
    let named = |name: &str| json!({ "name": name });
    assert_eq!(put(&mut ada, &seat(0), named("Ida")).await.error(400), "bad_request", "it is the only seat");

    // Somebody else at the browser takes a seat in the lobby, with a name.
    let lobby = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(lobby.contains("Another player at this browser") && lobby.contains("id=\"called-1\""), "{lobby}");
    let form = format!("/tables/{id}/seats/1");
    assert_eq!(ada.form(&form, &[("do", "take"), ("called", " Ben  the\tQuick ")]).await.status, 303);
    assert_eq!(names(&mut ada, &id).await, [json!("Ada"), json!("Ben the Quick"), Value::Null]);
    for (bad, code) in [("Adrnin", "name_taken"), ("The Moderator", "name_taken"), ("B\u{200b}en", "bad_request")] {
        let refused = put(&mut ada, &seat(1), named(bad)).await;
        assert_eq!(refused.json()["error"]["code"], code, "{bad}");
    }
    assert_eq!(put(&mut eve, &seat(1), named("Mallory")).await.error(409), "seat_taken");
    // Names that look alike get the numbers of their seats.
    put(&mut eve, &seat(2), json!({})).await.ok();
    put(&mut ada, &seat(1), named("EVE")).await.ok();
    assert_eq!(names(&mut eve, &id).await, [json!("Ada"), json!("EVE 2"), json!("Eve 3")]);
    put(&mut ada, &seat(1), named("Ben")).await.ok();
    assert!(eve.get(&format!("/tables/{id}")).await.ok().text().contains("<b>Ben</b>"));

    // The names hold in the match, and change there too.
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let page = eve.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains(">Ben<") && page.contains(">Ada<"), "{page}");
    let version = attribute(&page, "id=\"live\"", "data-version").unwrap();
    let mut follower = Follower::at(&eve, &format!("/tables/{id}/events?version={version}"), None).await;
    let menu = ada.get(&format!("/tables/{id}?seat=1")).await.ok().text();
    assert!(menu.contains("Names at this browser") && menu.contains("id=\"called-0\""), "{menu}");
    let back = ada.form(&form, &[("do", "take"), ("called", "Bob"), ("view", "1")]).await;
    assert_eq!((back.status.as_u16(), back.header("location")), (303, &*format!("/tables/{id}?seat=1")));
    assert!(follower.next().await.unwrap().data.to_string().contains("Bob"), "those who follow hear of it");
    let record = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    assert!(record.contains(r#""players":["Ada","Bob","Eve"]"#), "{record}");
    assert_eq!(
        put(&mut ada, &seat(1), named("")).await.ok().json()["seats"][1]["player"],
        "Ada",
        "empty: their own name"
    );
}

#[tokio::test]
async fn names_of_players_go_on_to_the_rematch_and_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let fields = [
        ("game", "accursed-tomb"),
        ("seats", "2"),
        ("seat0", "me"),
        ("seat1", "me"),
        ("called0", "Ida"),
        ("called1", "Ben"),
    ];
    let made = ada.form("/tables", &fields).await;
    let id = made.header("location").rsplit('/').next().unwrap().to_owned();
    assert_eq!(names(&mut ada, &id).await, ["Ida", "Ben"]);
    ada.post(&format!("/api/v1/tables/{id}/leave"), json!({})).await.ok();
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    assert_eq!((&next["seats"][0]["player"], &next["seats"][1]["player"]), (&json!("Ben"), &json!("Ida")));
    hall.close().await;
    drop(hall);
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    assert_eq!(names(&mut ada, &id).await, ["Ida", "Ben"]);
    assert!(ada.get(&format!("/tables/{id}")).await.ok().text().contains("Ben"), "the ending names them");
}
