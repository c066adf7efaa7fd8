//! Two players with hidden hands at one browser: a screen between them, on pages, streams and after
//! forms.

use hall::Hall;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, attribute, open};

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
