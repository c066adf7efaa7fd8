//! Groups: members, the link, tables, boards, and the owner's acts.

use axum::http::Method;
use hall::Hall;
use serde_json::{Value, json};

use crate::{
    common::{Caller, open},
    company::{One, RIVALS, invitations, named, played, store},
};

/// Gives a person an account, which a group needs.
async fn with_account(one: &mut One) {
    let path = "/api/v1/me/account";
    let name = one.caller.get("/api/v1/me").await.ok().json()["name"].clone();
    one.caller.post(path, json!({ "name": name, "password": "seven brass lanterns" })).await.ok();
}

/// Makes a group as its owner; returns its id and the secret of its link.
async fn make(owner: &mut One) -> (String, String) {
    with_account(owner).await;
    let group = owner.caller.post("/api/v1/groups", json!({ "name": "The Thursday Vault" })).await.ok().json();
    (group["id"].as_str().unwrap().to_owned(), secret(&group))
}

fn secret(group: &Value) -> String {
    group["link"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned()
}

async fn join(one: &mut One, link: &str) -> u16 {
    one.caller.post(&format!("/api/v1/join/{link}"), json!({})).await.status.as_u16()
}

/// Returns the group as a member sees it.
async fn group(one: &mut One, id: &str) -> Value {
    one.caller.get(&format!("/api/v1/groups/{id}")).await.ok().json()
}

fn names(group: &Value) -> Vec<&str> {
    group["members"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

async fn three(hall: &Hall) -> [One; 3] {
    [named(hall, "Ada").await, named(hall, "Ben").await, named(hall, "Cleo").await]
}

#[tokio::test]
async fn account_makes_a_group_and_guests_join_by_its_link() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let [mut ada, mut ben, mut cleo] = three(&hall).await;
    let refused = ben.caller.post("/api/v1/groups", json!({ "name": "Guests" })).await;
    assert_eq!(refused.error(403), "not_your_seat", "a guest makes no group");
    let (id, link) = make(&mut ada).await;
    let path = format!("/api/v1/groups/{id}");
    assert_eq!(ben.caller.get(&path).await.error(404), "not_found", "only members see it");
    let shown = ben.caller.get(&format!("/api/v1/join/{link}")).await.ok().json();
    assert_eq!((&shown["name"], &shown["members"]), (&json!("The Thursday Vault"), &json!(1)));
    assert_eq!([join(&mut ben, &link).await, join(&mut ben, &link).await], [200, 200]);
    assert_eq!(join(&mut cleo, "2222222222").await, 404);
    let seen = group(&mut ben, &id).await;
    assert_eq!((names(&seen), &seen["owner"]), (vec!["Ada", "Ben"], &json!(ada.id)));
    assert_eq!((&seen["members"][1]["guest"], &seen["members"][0]["here"]), (&json!(true), &json!(true)));

    // Only the owner changes it; a new link replaces the old one.
    let words = json!({ "name": "Friday", "note": "At eight" });
    assert_eq!(ben.caller.call(Method::PUT, &path, Some(words.clone())).await.error(403), "not_your_seat");
    ada.caller.call(Method::PUT, &path, Some(words)).await.ok();
    let renewed = ada.caller.post(&format!("{path}/link"), json!({})).await.ok().json();
    assert_eq!((&renewed["name"], &renewed["note"]), (&json!("Friday"), &json!("At eight")));
    assert_eq!([join(&mut cleo, &link).await, join(&mut cleo, &secret(&renewed)).await], [404, 200]);

    // A removed member does not come back by the link that they knew.
    let remove = |one: &One| format!("{path}/members/{}", one.id);
    assert_eq!(ben.caller.call(Method::DELETE, &remove(&cleo), None).await.error(403), "not_your_seat");
    ada.caller.call(Method::DELETE, &remove(&cleo), None).await.ok();
    assert_eq!(join(&mut cleo, &secret(&renewed)).await, 404);
    // The group falls to the last member, and is gone with them.
    ada.caller.call(Method::DELETE, &remove(&ada), None).await.ok();
    let left = group(&mut ben, &id).await;
    assert_eq!((names(&left), &left["owner"]), (vec!["Ben"], &json!(ben.id)));
    let link = secret(&left);
    ben.caller.call(Method::DELETE, &remove(&ben), None).await.ok();
    assert_eq!([join(&mut ben, &link).await, join(&mut ada, &link).await], [404, 404]);
}

#[tokio::test]
async fn deleted_person_leaves_their_groups() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let [mut ada, mut ben, mut cleo] = three(&hall).await;
    let (id, link) = make(&mut ada).await;
    assert_eq!([join(&mut ben, &link).await, join(&mut cleo, &link).await], [200, 200]);
    with_account(&mut cleo).await;
    let gone = json!({ "present": "seven brass lanterns" });
    ada.caller.call(Method::DELETE, "/api/v1/me", Some(gone)).await.ok();
    let left = group(&mut ben, &id).await;
    assert_eq!((names(&left), &left["owner"]), (vec!["Ben", "Cleo"], &json!(cleo.id)), "an account goes before guests");
}

#[tokio::test]
async fn group_opens_tables_to_which_all_members_are_invited() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let [mut ada, mut ben, mut cleo] = three(&hall).await;
    let (id, link) = make(&mut ada).await;
    join(&mut ben, &link).await;
    let path = format!("/api/v1/groups/{id}/tables");
    assert_eq!(cleo.caller.post(&path, json!({ "game": RIVALS })).await.error(404), "not_found");
    let table = ada.caller.post(&path, json!({ "game": RIVALS })).await;
    assert_eq!(table.status, 201, "{}", table.text());
    let table = table.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(invitations(&mut ben).await[0]["table"], table);
    assert!(invitations(&mut ada).await.is_empty() && invitations(&mut cleo).await.is_empty());
    // The next table of the game has the settings of the last one.
    let change = json!({ "seats": 2, "pace": "1-day", "title": "Soup night" });
    ada.caller.call(Method::PATCH, &format!("/api/v1/tables/{table}"), Some(change)).await.ok();
    let next = ben.caller.post(&path, json!({ "game": RIVALS })).await.json();
    let seats = next["seats"].as_array().unwrap();
    assert_eq!((seats.len(), &next["pace"], &next["title"]), (2, &json!("1-day"), &json!("Soup night")));
    assert_eq!((&seats[0]["player"], &seats[1]["player"]), (&json!("Ben"), &Value::Null));
    assert_eq!(group(&mut ada, &id).await["tables"].as_array().unwrap().len(), 2);

    // A host gives a table of theirs to a group of theirs, which invites the members as well.
    let own = cleo.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0 })).await;
    let own_path = format!("/api/v1/tables/{own}");
    let give = |group: &str| Some(json!({ "group": group }));
    assert_eq!(cleo.caller.call(Method::PATCH, &own_path, give(&id)).await.error(404), "not_found");
    join(&mut cleo, &link).await;
    cleo.caller.call(Method::PATCH, &own_path, give(&id)).await.ok();
    assert_eq!(invitations(&mut ada).await.iter().filter(|one| one["table"] == own).count(), 1);
    let page = cleo.caller.get(&format!("/tables/{own}")).await.ok().text();
    assert!(page.contains("The Thursday Vault"), "the lobby names the group: {page}");
    cleo.caller.call(Method::PATCH, &own_path, give("")).await.ok();
    assert_eq!(group(&mut ada, &id).await["tables"].as_array().unwrap().len(), 2);

    // A game that is played alone is a race.
    let race = ada.caller.post(&path, json!({ "game": "crimsonbranch" })).await.json();
    assert_eq!((&race["race"]["table"], race["seats"].as_array().unwrap().len()), (&race["id"], 4), "{race}");
}

#[tokio::test]
async fn group_has_boards_and_evenings_of_its_own_tables() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let [mut ada, mut ben, cleo] = three(&hall).await;
    let (id, link) = make(&mut ada).await;
    join(&mut ben, &link).await;
    let (a, b, c) = (ada.id.clone(), ben.id.clone(), cleo.id.clone());
    let one = [(a.as_str(), 1), (b.as_str(), 2), (c.as_str(), 3)];
    let other = [(a.as_str(), 2), (b.as_str(), 1), (c.as_str(), 3)];
    let together = [(a.as_str(), 1), (b.as_str(), 1), (c.as_str(), 1)];
    let mut tables = Vec::new();
    for (people, rivals, ago) in [(one, true, 90), (other, true, 60), (one, true, 30), (together, false, 10)] {
        tables.push(played(&beside, &mut ada.caller, &people, rivals, ago).await);
    }
    // A match elsewhere does not count.
    played(&beside, &mut ada.caller, &[(&a, 2), (&b, 1)], true, 5).await;
    for table in &tables {
        let give = Some(json!({ "group": id }));
        ada.caller.call(Method::PATCH, &format!("/api/v1/tables/{table}"), give).await.ok();
    }
    let seen = group(&mut ben, &id).await;
    let scores: Vec<_> = seen["scores"].as_array().unwrap().iter().collect();
    let score = |game: &str, name: &str| {
        let found = scores.iter().find(|one| one["game"] == game && one["name"] == name);
        found.map(|one| ["matches", "won", "points"].map(|key| one[key].as_u64().unwrap()))
    };
    assert_eq!([score(RIVALS, "Ada"), score(RIVALS, "Ben")], [Some([3, 2, 2]), Some([3, 1, 1])]);
    assert_eq!(score(crate::common::GAME, "Ada"), Some([1, 1, 1]), "on one side a win gives a point");
    assert_eq!(score(RIVALS, "Cleo"), None, "only members are on the boards");
    assert_eq!(seen["evenings"][0]["matches"], 4);
    let page = ben.caller.get(&format!("/groups/{id}")).await.ok().text();
    for words in ["All games", "3 points", "2 won of 3 matches", "Evenings", "Boards of the group"] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[tokio::test]
async fn pages_of_groups_work_with_forms_alone() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::new(&hall), Caller::new(&hall));
    let page = ada.get("/groups").await.ok().text();
    assert!(page.contains("/me/account") && !page.contains("action=\"/groups\""), "an account comes first: {page}");
    ada.form("/me", &[("name", "Ada")]).await;
    ada.form("/me/account", &[("name", "Ada"), ("password", "seven brass lanterns")]).await;
    let refused = ada.form("/groups", &[("name", "A\u{202e}B"), ("note", "At eight")]).await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("value=\"At eight\"") && refused.text().contains("group-name-error"));
    let made = ada.form("/groups", &[("name", "Thursday"), ("note", "At eight")]).await;
    let at = made.header("location").to_owned();
    let page = ada.get(&at).await.ok().text();
    assert!(
        page.contains("Thursday") && page.contains("At eight") && page.contains("http://hall.test/join/"),
        "{page}"
    );
    assert!(ada.get("/people").await.ok().text().contains(&format!("href=\"{at}\"")), "the page of people lists it");
    let link = page.split("http://hall.test").nth(1).unwrap().split('"').next().unwrap().to_owned();

    // A stranger reads the name and the members, and joins under a name of their own.
    let shown = ben.get(&link).await.ok().text();
    assert!(shown.contains("Thursday") && shown.contains("Ada"), "{shown}");
    assert_eq!(ben.get(&at).await.status, 404);
    assert_eq!(ben.form(&link, &[("name", "Ben")]).await.header("location"), at);
    let page = ben.get(&at).await.ok().text();
    assert!(page.contains(">Ben</a>") && !page.contains("value=\"renew\""), "a member has no acts of the owner");
    assert_eq!(ben.get(&link).await.header("location"), at);
    let refused = ben.form(&at, &[("do", "mention"), ("mention", "everyone")]).await;
    assert!(refused.status == 400 && refused.text().contains("mention-error"));
    ben.form(&at, &[("do", "mention"), ("mention", "@ben")]).await;
    assert!(ben.get(&at).await.ok().text().contains("value=\"ben\""));
    assert_eq!(ben.form(&at, &[("do", "renew")]).await.status, 403);

    // The owner renames it, opens a table, removes the member, and leaves.
    ada.form(&at, &[("do", "save"), ("name", "Friday"), ("note", "")]).await;
    let table = ada.form(&format!("{at}/tables"), &[("game", RIVALS)]).await;
    let table = table.header("location").to_owned();
    assert!(ada.get(&at).await.ok().text().contains(&format!("href=\"{table}\"")));
    let settings = ada.form(&format!("{table}/settings"), &[("group", "")]).await;
    assert_eq!(settings.header("location"), table);
    assert!(!ada.get(&at).await.ok().text().contains(&format!("href=\"{table}\"")));
    let page = ada.get(&at).await.ok().text();
    let person = page.split("name=\"person\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    ada.form(&at, &[("do", "remove"), ("person", &person)]).await;
    assert_eq!((ben.get(&at).await.status.as_u16(), ben.get(&link).await.status.as_u16()), (404, 404));
    assert_eq!(ada.form(&at, &[("do", "leave")]).await.header("location"), "/groups");
    assert_eq!(ada.get(&at).await.status, 404);
}
