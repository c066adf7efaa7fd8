//! Tables where one kind of luck is real: players enter it, each their own, and the server draws
//! the other kind from its seal.

use hall::{
    Hall,
    maintenance::{Files, doctor},
};
use kernel::{BadRecord, LuckKind, Record};
use serde_json::{Value, json};

use crate::common::{Caller, GAME, database, open, people_at_match};

/// Enters an outcome of the question that is asked, or takes the first step that is allowed, as the
/// first of these people who may do it. Returns the table before; `None` if the match is over.
async fn go_on(people: &mut [Caller], id: &str, die: u64) -> Option<Value> {
    let table = people[0].look(id).await;
    if table["phase"] == "over" {
        return None;
    }
    for (seat, person) in people.iter_mut().enumerate() {
        let own = person.look(id).await;
        let ask = &own["state"]["ask"];
        let done = if ask.is_null() {
            if own["state"]["legal"][seat.to_string()].is_null() {
                continue;
            }
            person.act_first(id, &own, seat).await
        } else if ask["hidden"] == true {
            continue;
        } else {
            let value = match (&ask["card"], &ask["coin"]) {
                (Value::Array(cards), _) => cards[0].clone(),
                (_, Value::Bool(true)) => json!("heads"),
                _ => json!(die.min(ask["die"].as_u64().unwrap()).to_string()),
            };
            let answer = json!({ "step": own["step"], "answers": own["answers"], "value": value });
            person.post(&format!("/api/v1/tables/{id}/answer"), answer).await
        };
        if done.status.is_success() {
            return Some(table);
        }
    }
    panic!("nobody can go on: {table}");
}

/// Returns the kinds of luck that players were asked for until the match was over, or so many
/// times.
async fn play(people: &mut [Caller], id: &str, most: usize) -> Vec<&'static str> {
    let mut asked = Vec::new();
    for _ in 0..most {
        let Some(table) = go_on(people, id, 1).await else { break };
        let ask = &table["state"]["ask"];
        asked.extend(["die", "coin", "card"].into_iter().find(|kind| !ask[*kind].is_null()));
    }
    asked.sort_unstable();
    asked.dedup();
    asked
}

async fn record(caller: &mut Caller, id: &str) -> Record {
    Record::parse(&caller.get(&format!("/api/v1/tables/{id}/record")).await.ok().text()).unwrap()
}

async fn faults(dir: &std::path::Path) -> Vec<String> {
    let files = Files { data: dir.to_owned(), database: database::address(dir) };
    doctor(&files, &mut |_, _| {}).await.unwrap().faults
}

#[tokio::test]
async fn one_kind_is_entered_and_the_record_proves_the_other_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut hall = open(dir.path()).await;
    for (dice, kind, asks) in [("physical-dice", LuckKind::Dice, "die"), ("physical-cards", LuckKind::Cards, "card")] {
        let (mut people, id) = people_at_match(&hall, GAME, 1, json!({ "dice": dice })).await;
        let table = people[0].look(&id).await;
        assert_eq!(table["dice"], dice);
        let seal = table["seal"].as_str().unwrap().to_owned();
        let open_record = record(&mut people[0], &id).await;
        assert_eq!((&open_record.header.real, &open_record.header.seed), (&Some(kind), &None));
        for _ in 0..4 {
            go_on(&mut people, &id, 2).await;
        }
        // The server goes on from the same place of its seed.
        hall.close().await;
        drop(hall);
        hall = open(dir.path()).await;
        people[0].router = hall.router();
        let asked = play(&mut people, &id, usize::MAX).await;
        assert!(asked.contains(&asks) && asked.iter().all(|one| (*one == "card") == (asks == "card")), "{asked:?}");

        let whole = record(&mut people[0], &id).await;
        assert_eq!((whole.header.real, whole.header.seal.as_deref()), (Some(kind), Some(&*seal)));
        assert!(whole.header.seed.is_some() && !whole.header.shares.is_empty());
        assert_eq!(whole.is_complete(true), Ok(()));
        let played = roster::load(&whole).unwrap();
        let drawn = (0..=played.ply())
            .flat_map(|n| played.chance_outcomes(n).iter().enumerate().map(move |(place, one)| (n, place, one)))
            .find(|(n, _, one)| *n > 0 && one.kind() != kind);
        let (n, place, _) = drawn.expect("the server drew something");
        let mut forged = whole.clone();
        let other = if kind == LuckKind::Cards { "1" } else { "joker" };
        let same = forged.steps[n - 1].chance[place].0 == other;
        forged.steps[n - 1].chance[place] = if same { "2".into() } else { other.into() };
        let refused = roster::load(&forged).map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains(&format!("step {n} of the record has the outcomes")), "{refused}");
        let mut unsealed = whole.clone();
        unsealed.header.seed = None;
        assert_eq!(unsealed.is_complete(true), Err(BadRecord::Missing { what: "seed" }));

        let page = people[0].get(&format!("/tables/{id}/verify")).await.ok().text();
        assert!(page.contains("The seal fits") && page.contains("were real: the players entered"), "{page}");
    }
    hall.close().await;
    assert_eq!(faults(dir.path()).await, [""; 0]);
}

#[tokio::test]
async fn what_is_entered_stays_once_the_server_has_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, id) = people_at_match(&hall, GAME, 1, json!({ "dice": "physical-dice" })).await;
    let ada = &mut people[0];
    let undo = format!("/api/v1/tables/{id}/undo");
    // A card turns up, and asks for dice if it is a monster.
    for _ in 0..40 {
        let table = ada.look(&id).await;
        if table["answers"] == 1 {
            break;
        }
        go_on(std::slice::from_mut(ada), &id, 20).await.expect("a monster comes on the way up");
    }
    let table = ada.look(&id).await;
    assert!(table["state"]["ask"]["die"].is_u64() && table["answers"] == 1, "{table}");
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("So far: ") && !page.contains("data-undo"), "the card of the hall is seen: {page}");
    assert_eq!(ada.post(&undo, json!({ "step": table["step"] })).await.error(409), "undo_refused");
    // The die itself can be corrected as long as more dice are asked for.
    let answer = json!({ "step": table["step"], "answers": 1, "value": "1" });
    ada.post(&format!("/api/v1/tables/{id}/answer"), answer).await.ok();
    let next = ada.look(&id).await;
    if next["answers"] == 2 {
        ada.post(&undo, json!({ "step": table["step"] })).await.ok();
        assert_eq!(ada.look(&id).await["state"]["ask"], table["state"]["ask"]);
    }
}

/// Returns the hands that a person's page shows.
fn hands(page: &str) -> usize {
    page.matches("data-piece=\"hand-").count()
}

#[tokio::test]
async fn cards_of_the_hall_are_secret_where_the_dice_are_real() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, id) = people_at_match(&hall, "gloombah", 2, json!({ "dice": "physical-dice" })).await;
    let table = people[0].look(&id).await;
    assert!(table["state"]["ask"].is_null() && table["step"] == 0, "the hall has dealt: {table}");
    let [one, other] = [0, 1].map(|seat| people[seat].clone());
    let views =
        [one, other].map(|mut person| {
            let id = id.clone();
            async move {
                (person.look(&id).await["state"].to_string(), person.get(&format!("/tables/{id}")).await.ok().text())
            }
        });
    let [one, other] = views;
    let ((ours, page), (theirs, other)) = (one.await, other.await);
    assert_ne!(ours, theirs, "each has a hand of their own");
    assert!(hands(&page) > 0 && hands(&other) > 0);
    let mut stranger = Caller::new(&hall);
    assert_eq!(hands(&stranger.get(&format!("/tables/{id}")).await.ok().text()), 0);
    let asked = play(&mut people, &id, 80).await;
    assert!(asked.iter().all(|kind| *kind != "card"), "no card is asked for: {asked:?}");
    assert!(people[0].look(&id).await["step"].as_u64().unwrap() > 20, "and so the match goes on");
}

#[tokio::test]
async fn each_player_enters_their_own_on_their_own_device() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, id) = people_at_match(&hall, GAME, 2, json!({ "dice": "physical" })).await;
    let page = format!("/tables/{id}");
    let mut seen = [false; 2];
    for _ in 0..200 {
        let table = people[0].look(&id).await;
        if table["phase"] == "over" || seen == [true; 2] {
            break;
        }
        if !table["state"]["ask"].is_null() {
            let [host, guest] = [people[0].get(&page).await.ok().text(), people[1].get(&page).await.ok().text()];
            if host.contains("Enter it for Ben") {
                assert!(host.contains("id=\"enter-for\"") && host.contains(": Ben enters it."), "{host}");
                assert!(host.contains("form class=\"answer\"") && !host.contains("<title>Your turn"), "{host}");
                assert!(guest.contains("form class=\"answer\"") && !guest.contains("enter-for"), "{guest}");
                assert!(guest.contains("<title>Your turn"), "{guest}");
                seen[1] = true;
                people.swap(0, 1);
                go_on(&mut people[..1], &id, 9).await;
                people.swap(0, 1);
                continue;
            }
            assert!(host.contains("form class=\"answer\""), "{host}");
            seen[0] = true;
        }
        go_on(&mut people, &id, 9).await;
    }
    assert_eq!(seen, [true; 2], "both rolled something");
}

#[tokio::test]
async fn the_choice_is_made_in_the_lobby_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let hall: Hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": "accursed-tomb", "seats": 2, "take": 0, "bots": { "1": "random" } })).await;
    let mut seal = ada.look(&id).await["seal"].clone();
    for dice in ["physical-dice", "physical-cards", "sealed", "physical", "physical-cards"] {
        let form = ada.form(&format!("/tables/{id}/settings"), &[("dice", dice)]).await;
        assert_eq!(form.status, 303, "{dice}: {}", form.text());
        let table = ada.look(&id).await;
        assert_eq!(table["dice"], dice);
        match dice {
            "physical" => seal = Value::Null,
            _ if seal.is_null() => assert!(table["seal"].is_string()),
            _ => assert_eq!(table["seal"], seal, "the seal stays"),
        }
        let page = ada.get(&format!("/tables/{id}")).await.ok().text();
        assert!(page.contains(&format!("value=\"{dice}\" checked")), "{page}");
    }
    let at = format!("/api/v1/tables/{id}");
    let set = async |ada: &mut Caller, body: Value| ada.call(axum::http::Method::PATCH, &at, Some(body)).await;
    assert_eq!(set(&mut ada, json!({ "dice": "loaded" })).await.error(400), "bad_request");
    assert_eq!(set(&mut ada, json!({ "pace": "brisk" })).await.error(400), "bad_options", "people roll in their time");
    assert_eq!(set(&mut ada, json!({ "ranked": true })).await.error(400), "bad_options");

    ada.post(&format!("{at}/start"), json!({})).await.ok();
    ada.post(&format!("{at}/leave"), json!({})).await.ok();
    assert_eq!(ada.look(&id).await["phase"], "over");
    let next = ada.post(&format!("{at}/rematch"), json!({})).await.ok().json();
    assert_eq!(next["dice"], "physical-cards");
    assert!(next["seal"].is_string());
}
