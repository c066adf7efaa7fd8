//! The end of a match: its page, and a retry from an earlier step for practice.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};

use crate::common::{self, Caller, GAME, attribute, open, page::tags};

/// Plays a match to its end with the first legal moves, and returns its address and the number of
/// its steps.
async fn played(guest: &mut Caller) -> (String, u64) {
    let at = guest.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    while let Some(table) = guest.playing(&id).await {
        let (step, action) = (table["step"].to_string(), table["state"]["legal"]["0"][0]["action"].to_string());
        let page = guest.get(&at).await.ok().text();
        assert!(!page.contains("class=\"story") && !page.contains("/retry"), "nothing of it exists during the match");
        guest.form(&format!("{at}/act"), &[("seat", "0"), ("step", &step), ("action", &action)]).await;
    }
    let steps = guest.look(&id).await["step"].as_u64().unwrap();
    (at, steps)
}

/// Returns the page of a finished match once its analysis is done.
async fn thought_over(caller: &mut Caller, at: &str) -> String {
    for _ in 0..600 {
        let page = caller.get(at).await.ok().text();
        if attribute(&page, "id=\"live\"", "data-events").is_none() {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a finished match is thought over");
}

#[tokio::test]
async fn a_finished_match_is_analysed_and_all_may_see_its_log() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut guest = Caller::new(&hall);
    let (at, _) = played(&mut guest).await;
    let first = guest.get(&at).await.ok().text();
    assert!(first.contains("id=\"ending\"") && first.contains("class=\"five\""), "the rest is there at once");
    let page = thought_over(&mut guest, &at).await;
    assert!(page.contains("The turning point") && page.contains("class=\"plot\"") && page.contains("<caption>Health"));
    let next = page.contains("Play again") || page.contains("is open now");
    assert!(page.contains("data-main") && next && page.contains("Retry the turn"));
    let seen = thought_over(&mut Caller::new(&hall), &at).await;
    assert!(seen.contains("class=\"plot\"") && seen.contains("Play this game") && !seen.contains("Retry the turn"));
    let replay = guest.get(&at.replace("tables", "replays")).await.ok().text();
    assert!(replay.contains("class=\"scrubber\""));
    drop(hall);
}

#[tokio::test]
async fn a_match_is_taken_up_again_for_practice() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut guest, mut other) = (Caller::new(&hall), Caller::new(&hall));
    let (at, last) = played(&mut guest).await;
    let retry = format!("{at}/retry");
    let next = guest.form(&retry, &[("step", "3")]).await.header("location").to_owned();
    assert!(next.starts_with("/tables/") && next != at);
    let id = next.trim_start_matches("/tables/").to_owned();
    let table = guest.look(&id).await;
    assert_eq!((table["phase"].as_str(), table["step"].as_u64()), (Some("playing"), Some(3)));
    assert!(guest.get(&next).await.ok().text().contains("This is practice"));
    let verify = guest.get(&format!("{next}/record")).await.ok().text();
    let record = |at: &str| at.lines().next().map(str::to_owned);
    assert!(record(&verify).is_some_and(|header| header.contains("\"seal\"")));
    // The same move meets the same dice.
    let ends = guest.get(&format!("{at}/record")).await.ok().text();
    let fourth: Value = serde_json::from_str(ends.lines().nth(4).unwrap()).unwrap();
    guest
        .form(&format!("{next}/act"), &[("seat", "0"), ("step", "3"), ("action", &fourth["action"].to_string())])
        .await;
    assert_eq!(guest.look(&id).await["step"], 4);
    // A retry is refused after the end, and in a match under way.
    let status = |reply: common::Reply| reply.status.as_u16();
    assert_eq!(status(guest.form(&retry, &[("step", &last.to_string())]).await), 400);
    // Everybody who may look may play on, in the seat of the player.
    let reply = other.form(&retry, &[("step", "3")]).await;
    let theirs = reply.header("location").to_owned();
    assert!(theirs.starts_with("/tables/"), "{} {}", reply.status, reply.text());
    let seen = other.get(&theirs).await.ok().text();
    assert!(theirs != next && seen.contains("This is practice") && seen.contains("Your turn"), "{seen}");
    assert_eq!(status(guest.form(&format!("{next}/retry"), &[("step", "1")]).await), 409);
    // The journal stores it: a restarted server has it.
    hall.close().await;
    drop((guest, other));
    drop(hall);
    let again = open(dir.path()).await;
    let page = Caller::new(&again).get(&next).await.ok().text();
    assert_eq!(attribute(&page, "id=\"live\"", "data-step").as_deref(), Some("4"));
}

#[tokio::test]
async fn older_chapters_come_when_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let seats = json!({ "1": "random", "2": "random", "3": "random" });
    let wanted = json!({ "game": "gloombah", "seats": 4, "take": 0, "bots": seats, "start": true });
    let id = ada.table(wanted).await;
    while ada.look(&id).await["step"].as_u64() < Some(250) {
        let table = ada.playing(&id).await.expect("a match of gloombah is longer");
        if table["state"]["legal"]["0"].is_array() {
            ada.act_first(&id, &table, 0).await;
        }
    }
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    let entries = |html: &str| -> BTreeSet<usize> {
        tags(html).iter().filter_map(|tag| tag.get("data-step")?.parse().ok()).filter(|step| *step > 0).collect()
    };
    let first = |html: &str| {
        let link = tags(html).into_iter().find_map(|tag| tag.get("data-earlier"));
        link.map(|link| link.replace("&amp;", "&"))
    };
    let shown = entries(&page);
    assert!(shown.len() <= 101, "a page brings {} entries", shown.len());
    let mut all = shown;
    let mut next = first(&page);
    while let Some(link) = next {
        let older = ada.get(&link).await.ok().text();
        let entries = entries(&older);
        assert!(!older.contains("<html") && entries.iter().all(|step| !all.contains(step)), "{entries:?} are there");
        all.extend(entries);
        next = first(&older);
    }
    let step = ada.look(&id).await["step"].as_u64().unwrap() as usize;
    let record = ada.get(&format!("/tables/{id}?since=0")).await.ok().text();
    let whole = entries(&record);
    assert!(
        whole.len() > 150 && whole.difference(&all).all(|late| *late > 250),
        "{step} steps, {} of {}",
        all.len(),
        whole.len()
    );
    // Without scripts the link leads to a longer page.
    let link = attribute(&page, "class=\"earlier\"", "href").unwrap();
    let longer = ada.get(link.split('#').next().unwrap()).await.ok().text();
    assert!(entries(&longer).len() > entries(&page).len() && longer.contains("<html"));
    let around = ada.get(&format!("/tables/{id}?at=20")).await.ok().text();
    assert!(entries(&around).contains(&20) && entries(&around).len() <= 101, "a moment has its own chapters");
}
