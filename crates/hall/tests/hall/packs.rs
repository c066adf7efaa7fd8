//! Packs of house cards: they are brought, tried, chosen for tables, and listed.

use axum::http::{Method, Request, header};
use hall::Hall;
use serde_json::{Value, json};

use crate::{
    common::{Caller, Reply, open},
    moderation::{about, operator},
};

const PACKS: &str = "/api/v1/me/packs";
const CATS: &str = "game = \"gloombah\"\nbase = 1\ntitle = \"Cats\"\n[cards.sulky_housecat]\nap = 9\ncopies = 5\n";

/// Returns a person with an account.
async fn with_account(hall: &Hall, name: &str) -> Caller {
    let mut one = Caller::program(hall, name).await;
    one.post("/api/v1/me/account", json!({ "name": name, "password": "seven brass lanterns" })).await.ok();
    one
}

async fn bring(caller: &mut Caller, pack: &str) -> Reply {
    let request = Request::post(PACKS).header(header::CONTENT_TYPE, "text/plain");
    caller.send(request.body(pack.to_owned().into()).unwrap()).await
}

/// Brings a pack, and waits for the end of its trial.
async fn tried(caller: &mut Caller, pack: &str) -> Value {
    let hash = bring(caller, pack).await.ok().json()["hash"].clone();
    for _ in 0..600 {
        let own = caller.get(PACKS).await.ok().json();
        let pack = own["packs"].as_array().unwrap().iter().find(|one| one["hash"] == hash).unwrap().clone();
        if pack["trial"] != "waiting" {
            return pack;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the trial does not end");
}

fn wanted(pack: &Value) -> Value {
    json!({ "game": "gloombah", "seats": 2, "take": 0, "bots": { "1": "random" }, "start": true, "options": { "pack": pack } })
}

#[tokio::test]
async fn a_pack_is_tried_before_a_table_has_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = with_account(&hall, "Ada").await;
    let mut ben = Caller::program(&hall, "Ben").await;
    assert_eq!(bring(&mut ben, CATS).await.error(403), "not_your_seat", "a guest brings none");
    let pack = tried(&mut ada, CATS).await;
    assert_eq!((&pack["trial"], &pack["title"], &pack["listed"]), (&json!("passed"), &json!("Cats"), &json!(false)));
    assert_eq!(bring(&mut ada, CATS).await.ok().json()["hash"], pack["hash"], "it is there once");
    assert_eq!(ada.get(PACKS).await.ok().json()["packs"].as_array().unwrap().len(), 1);

    let hash = &pack["hash"];
    let id = ada.table(wanted(hash)).await;
    let table = ada.look(&id).await;
    assert_eq!(table["options"]["pack"]["cards"]["sulky_housecat"], json!({ "ap": 9, "copies": 5 }));
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("house cards: Cats") && page.contains("attack 9 (was 1)"), "{page}");
    assert!(page.contains("counts for nothing"), "{page}");

    // They are hers alone, whole or by name, until an operator lists them.
    assert_eq!(ben.post("/api/v1/tables", wanted(hash)).await.error(404), "not_found");
    let mut operator = operator(&hall, dir.path());
    let path = format!("/api/v1/operator/packs/{}", hash.as_str().unwrap());
    operator.post(&path, about(json!({}))).await.ok();
    assert_eq!(operator.post(&path, about(json!({}))).await.error(409), "wrong_phase");
    ben.table(wanted(hash)).await;
    operator.call(Method::DELETE, &path, Some(about(json!({})))).await.ok();
    assert_eq!(ben.post("/api/v1/tables", wanted(hash)).await.error(404), "not_found");

    // Such a match is not ranked. A pack that is gone stays at its tables.
    let mut ranked = wanted(hash);
    ranked["ranked"] = true.into();
    assert!(ada.post("/api/v1/tables", ranked).await.text().contains("count for no ratings"));
    ada.call(Method::DELETE, &format!("{PACKS}/{}", hash.as_str().unwrap()), None).await.ok();
    assert_eq!(ada.post("/api/v1/tables", wanted(hash)).await.error(404), "not_found");
    ada.play_out(&id).await;
    let record = ada.get("/me/matches.jsonl").await.ok().text();
    assert!(record.contains("\"title\":\"Cats\""), "{record:.400}");
    let request = Request::post("/api/v1/me/matches").header(header::CONTENT_TYPE, "application/jsonl");
    let brought = ben.send(request.body(record.into()).unwrap()).await.ok().json();
    let there = ben.get(&format!("/tables/{}", brought["tables"][0].as_str().unwrap())).await.ok().text();
    assert!(there.contains("house cards: Cats"), "{there}");
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["results"][0]["finished"], Value::Null);
}

#[tokio::test]
async fn mistakes_of_a_pack_are_told_with_their_lines() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = with_account(&hall, "Ada").await;
    for (wrong, why) in [
        ("game = ", "is no TOML: line 1"),
        ("{", "is no JSON"),
        ("game = \"chess\"\n", "a game that takes packs"),
        (&CATS.replace("9", "900"), "line 5, cards.sulky_housecat.ap: a whole number from 0 to 99"),
    ] {
        let reply = bring(&mut ada, wrong).await;
        assert!(reply.error(400).starts_with("bad_options"), "{wrong}: {}", reply.text());
        assert!(reply.text().contains(why), "{wrong}: {}", reply.text());
    }
    assert_eq!(bring(&mut ada, &" ".repeat(300 << 10)).await.status, 413);
    assert_eq!(ada.call(Method::DELETE, &format!("{PACKS}/abc"), None).await.error(404), "not_found");
}

#[tokio::test]
async fn the_page_brings_and_removes_packs_without_scripts() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = with_account(&hall, "Ada").await;
    let file = |content: &str| {
        let body = format!(
            "--edge\r\ncontent-disposition: form-data; name=\"pack\"; filename=\"cats.toml\"\r\n\r\n{content}\r\n--edge--\r\n"
        );
        let request = Request::builder().method(Method::POST).uri("/me/packs");
        request.header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge").body(body.into()).unwrap()
    };
    let wrong = ada.send(file("game = ")).await;
    assert!(wrong.status == 400 && wrong.text().contains("cats.toml is no TOML"), "{}", wrong.text());
    let reply = ada.send(file(CATS)).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/me/packs"));
    let pack = tried(&mut ada, CATS).await;
    let page = ada.get("/me/packs").await.ok().text();
    let link = format!("/games/gloombah?opt.pack={}", pack["hash"].as_str().unwrap());
    assert!(page.contains("<h2 id=\"pack-") && page.contains(&link), "{page}");
    let form = ada.get(&link).await.ok().text();
    assert!(form.contains("selected>Cats</option>"), "{form}");

    // At an open table the host chooses them, and takes them back.
    let id = ada.table(json!({ "game": "gloombah", "seats": 2, "take": 0 })).await;
    let at = format!("/tables/{id}/settings");
    let hash = pack["hash"].as_str().unwrap();
    ada.form(&at, &[("opt.pack", hash)]).await;
    assert_eq!(ada.look(&id).await["options"]["pack"]["title"], "Cats");
    assert!(ada.get(&format!("/tables/{id}")).await.ok().text().contains("attack 9 (was 1)"));
    ada.form(&at, &[("opt.pack", "")]).await;
    assert_eq!(ada.look(&id).await["options"]["pack"], Value::Null);

    ada.form(&format!("/me/packs/{hash}"), &[("do", "remove")]).await;
    assert_eq!(ada.get(PACKS).await.ok().json()["packs"], json!([]));
}
