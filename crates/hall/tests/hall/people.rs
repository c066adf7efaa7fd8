//! Accounts: how a guest creates one, signs in again, and deletes it; and names.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Method, Request, StatusCode, header},
};
use hall::Hall;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, Reply, attribute, open};

const PASSWORD: &str = "tin-of-peaches";

/// Returns a program with an account.
async fn account(hall: &Hall, name: &str) -> Caller {
    let mut caller = Caller::program(hall, name).await;
    let made = caller.post("/api/v1/me/account", json!({ "password": PASSWORD })).await;
    assert_eq!(made.status, 201, "{}", made.text());
    caller
}

/// Signs in as a program, from elsewhere.
async fn elsewhere(hall: &Hall, body: Value) -> (Caller, Value) {
    let mut caller = Caller::new(hall);
    let signed_in = caller.post("/api/v1/sessions", body).await.ok().json();
    caller.token = Some(signed_in["token"].as_str().unwrap().to_owned());
    (caller, signed_in)
}

#[tokio::test]
async fn a_guest_makes_an_account_and_comes_back_in_another_browser() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/play", &[("game", GAME)]).await;
    let made = ada.form("/me/account", &[("name", "Ada Byron"), ("password", PASSWORD)]).await;
    assert_eq!((made.status, made.header("location")), (StatusCode::SEE_OTHER, "/me/account"), "{}", made.text());
    assert!(ada.get("/me").await.ok().text().contains("Ada Byron"));

    let mut phone = Caller::new(&hall);
    let wrong = phone.form("/sign-in", &[("name", "Ada Byron"), ("password", "tin-of-cherries")]).await;
    assert_eq!(wrong.status, 401);
    let page = wrong.text();
    assert!(page.contains("Name and password do not go together"), "{page}");
    assert_eq!(attribute(&page, "id=\"name\"", "value").as_deref(), Some("Ada Byron"), "it need not be typed again");
    assert!(phone.cookie.is_none());
    // Names are compared by their look: capitals and spaces do not matter.
    let signed_in = phone.form("/sign-in", &[("name", "ada  BYRON"), ("password", PASSWORD)]).await;
    assert_eq!(signed_in.header("location"), "/me", "{}", signed_in.text());
    let page = phone.get("/me").await.ok().text();
    assert!(page.contains("Rogue Ascension") && page.contains("/tables/"), "the match is there: {page}");
    let table = attribute(&page, "match-row", "href").unwrap();
    assert!(phone.get(&table).await.ok().text().contains("data-version"));
    let seats = phone.get(&format!("/api/v1{table}")).await.ok().json();
    assert_eq!(seats["you"], json!([0]));

    // And after a restart.
    drop(hall);
    let hall = open(dir.path()).await;
    phone.router = hall.router();
    assert!(phone.get("/me").await.ok().text().contains("Ada Byron"));
}

#[tokio::test]
async fn an_account_s_name_is_its_owner_s_in_any_spelling() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ian = account(&hall, "Ian").await;
    let mut eve = Caller::program(&hall, "Eve").await;
    // The last is Cyrillic except for its l.
    for alike in ["Ian", "IAN", "lan", "1an", "I an"] {
        let body = json!({ "name": alike });
        assert_eq!(eve.post("/api/v1/guests", body.clone()).await.error(409), "name_taken", "{alike}");
        assert_eq!(eve.call(Method::PUT, "/api/v1/me", Some(body)).await.error(409), "name_taken", "{alike}");
        let claim = json!({ "name": alike, "password": PASSWORD });
        assert_eq!(eve.post("/api/v1/me/account", claim).await.error(409), "name_taken", "{alike}");
    }
    let mut browser = Caller::new(&hall);
    let page = browser.form("/me", &[("name", "IAN")]).await;
    assert!(page.status == 409 && page.text().contains("take another name"), "{}", page.text());
    // Its owner may change its spelling, and frees it by choosing another.
    let rename = |name: &str| Some(json!({ "name": name }));
    assert_eq!(ian.call(Method::PUT, "/api/v1/me", rename("IAN")).await.ok().json()["name"], "IAN");
    ian.call(Method::PUT, "/api/v1/me", rename("Ivo")).await.ok();
    eve.call(Method::PUT, "/api/v1/me", rename("Ian")).await.ok();
    elsewhere(&hall, json!({ "name": "Ivo", "password": PASSWORD })).await;
}

#[tokio::test]
async fn deceptive_names_are_refused_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    for (name, reason) in [("Ada\u{200b}", "invisible"), ("Ad\u{430}", "several scripts"), ("", "at least one letter")]
    {
        let page = ada.form("/me", &[("name", name)]).await;
        assert!(page.status == 400 && page.text().contains(reason), "{name:?}: {}", page.text());
        // The typed value is kept, and the error is at its field.
        let (value, described) = (attribute(&page.text(), "id=\"name\"", "value"), "aria-describedby=\"name-error\"");
        assert_eq!(value.as_deref(), Some(name));
        assert!(page.text().contains(described) && page.text().contains("id=\"name-error\""), "{}", page.text());
        assert_eq!(ada.post("/api/v1/guests", json!({ "name": name })).await.error(400), "bad_request");
    }
}

#[tokio::test]
async fn easy_passwords_are_refused_and_wrong_ones_slowed_down() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for weak in ["short", "password1", "12345678"] {
        assert_eq!(ada.post("/api/v1/me/account", json!({ "password": weak })).await.error(400), "bad_request");
    }
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["account"], Value::Null);
    account(&hall, "Ben").await;
    let mut eve = Caller::new(&hall);
    let attempt = |password: &str| json!({ "name": "Ben", "password": password });
    for _ in 0..5 {
        assert_eq!(eve.post("/api/v1/sessions", attempt("a-wrong-one")).await.error(401), "wrong_password");
    }
    let slowed = eve.post("/api/v1/sessions", attempt(PASSWORD)).await;
    assert_eq!(slowed.error(429), "too_fast");
    assert!((1..=60).contains(&slowed.header("retry-after").parse::<u64>().unwrap()));
    let page = eve.form("/sign-in", &[("name", "Ben"), ("password", PASSWORD)]).await;
    assert!(page.status == 429 && page.text().contains("try again in"), "{}", page.text());
    // The answer is the same for an unknown name as for a known one.
    let nobody = eve.post("/api/v1/sessions", json!({ "name": "Nobody", "password": "a-wrong-one" })).await;
    assert_eq!(nobody.error(401), "wrong_password");
}

#[tokio::test]
async fn a_recovery_link_signs_in_once_and_another_takes_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let page = ada.form("/me/recovery", &[]).await.ok().text();
    let link = attribute(&page, "class=\"copy\"", "value").unwrap();
    let first = link.strip_prefix("http://hall.test").unwrap().to_owned();
    assert!(!ada.get("/me").await.ok().text().contains(&first), "it is shown once");

    let mut phone = Caller::new(&hall);
    // Looking at the link, as link previews do, does not use it up.
    assert!(phone.get(&first).await.ok().text().contains("Sign in as Ada"));
    let weak = phone.form(&first, &[("password", "short")]).await;
    assert!(weak.status == 400 && weak.text().contains("8 to 128 characters"), "{}", weak.text());
    let page = phone.form(&first, &[("password", "")]).await.ok().text();
    let second = attribute(&page, "class=\"copy\"", "value").unwrap().replace("http://hall.test", "");
    assert_ne!(first, second);
    assert!(phone.get("/me").await.ok().text().contains("Ada"));
    assert_eq!(Caller::new(&hall).get(&first).await.status, 404);
    assert_eq!(Caller::new(&hall).form(&first, &[("password", "")]).await.status, 404);

    // With a new password set at the same time, all other devices are signed out.
    let secret = second.strip_prefix("/sign-in/").unwrap();
    let (mut third, signed_in) = elsewhere(&hall, json!({ "recovery": secret, "password": PASSWORD })).await;
    assert!(signed_in["recovery"].is_string());
    assert_eq!(third.get("/api/v1/me").await.ok().json()["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(phone.get("/api/v1/me").await.error(401), "unauthorized");
    elsewhere(&hall, json!({ "name": "Ada", "password": PASSWORD })).await;
}

#[tokio::test]
async fn signing_out_takes_effect_at_once_also_for_open_streams() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = account(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let (mut phone, _) = elsewhere(&hall, json!({ "name": "Ada", "password": PASSWORD })).await;
    let (mut tablet, _) = elsewhere(&hall, json!({ "name": "Ada", "password": PASSWORD })).await;
    let (_, mut of_phone) = Follower::of(&mut phone, &id).await;
    let (_, mut of_tablet) = Follower::of(&mut tablet, &id).await;
    of_phone.all().await;
    of_tablet.all().await;

    assert_eq!(phone.call(Method::DELETE, "/api/v1/sessions/current", None).await.status, 204);
    of_phone.end().await;
    assert_eq!(phone.get("/api/v1/me").await.error(401), "unauthorized");
    ada.act_first(&id, &ada.clone().look(&id).await, 0).await.ok();
    assert!(of_tablet.next().await.is_some(), "others go on");

    assert_eq!(ada.call(Method::DELETE, "/api/v1/sessions", None).await.status, 204);
    of_tablet.end().await;
    for caller in [&mut ada, &mut tablet] {
        assert_eq!(caller.get("/api/v1/me").await.error(401), "unauthorized");
    }
}

#[tokio::test]
async fn a_signed_out_browser_forgets_and_a_guest_stays_signed_in() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let page = ada.form("/me/sign-out", &[("where", "here")]).await;
    assert!(page.status == 409 && page.text().contains("make an account first"), "{}", page.text());
    assert!(ada.get("/me").await.ok().text().contains("Ada"));
    ada.form("/me/account", &[("name", "Ada"), ("password", PASSWORD)]).await;
    let out = ada.form("/me/sign-out", &[("where", "here")]).await;
    assert!(out.header("set-cookie").contains("Max-Age=0"), "{}", out.header("set-cookie"));
    assert!(!ada.get("/me").await.ok().text().contains("Ada"));
}

#[tokio::test]
async fn a_new_password_needs_the_old_and_signs_out_other_devices() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = account(&hall, "Ada").await;
    let (mut phone, _) = elsewhere(&hall, json!({ "name": "Ada", "password": PASSWORD })).await;
    let body = |present: &str| Some(json!({ "present": present, "password": "crate-of-plums" }));
    let path = "/api/v1/me/password";
    assert_eq!(phone.call(Method::PUT, path, body("a-wrong-one")).await.error(401), "wrong_password");
    assert!(phone.post("/api/v1/me/recovery", json!({})).await.status == 401, "and so does a recovery link");
    phone.call(Method::PUT, path, body(PASSWORD)).await.ok();
    phone.get("/api/v1/me").await.ok();
    assert_eq!(ada.get("/api/v1/me").await.error(401), "unauthorized");
    let (_, now) = elsewhere(&hall, json!({ "name": "Ada", "password": "crate-of-plums" })).await;
    assert_eq!(now["name"], "Ada");
}

#[tokio::test]
async fn whoever_is_deleted_leaves_no_name_and_nobody_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (account(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let over = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    ada.play_out(&over).await;
    let playing = ben.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    let waiting = ben.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    for id in [&playing, &waiting] {
        ada.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    }
    ben.post(&format!("/api/v1/tables/{playing}/start"), json!({})).await.ok();
    ada.post(&format!("/api/v1/tables/{playing}/talk"), json!({ "text": "Good luck!" })).await.ok();

    assert_eq!(ada.call(Method::DELETE, "/api/v1/me", Some(json!({}))).await.error(401), "wrong_password");
    let gone = ada.call(Method::DELETE, "/api/v1/me", Some(json!({ "present": PASSWORD }))).await;
    assert_eq!(gone.status, 204, "{}", gone.text());
    assert_eq!(ada.get("/api/v1/me").await.error(401), "unauthorized");
    let attempt = json!({ "name": "Ada", "password": PASSWORD });
    assert_eq!(Caller::new(&hall).post("/api/v1/sessions", attempt).await.error(401), "wrong_password");

    let seat = |table: &Value, n: usize| table["seats"][n].clone();
    assert_eq!(seat(&ben.look(&playing).await, 1)["bot"], "normal");
    assert_eq!(seat(&ben.look(&waiting).await, 1)["player"], Value::Null);
    assert_eq!(seat(&ben.look(&over).await, 0)["player"], "Somebody who left");
    let record = ben.get(&format!("/api/v1/tables/{over}/record")).await.ok().text();
    assert!(record.contains("Somebody who left") && !record.contains("Ada"), "{record}");
    let said = ben.get(&format!("/api/v1/tables/{playing}/talk")).await.ok().json();
    assert_eq!(
        (&said["remarks"][0]["player"], &said["remarks"][0]["text"]),
        (&json!("Somebody who left"), &json!("Good luck!"))
    );
    Caller::program(&hall, "Ada").await;
}

#[tokio::test]
async fn a_guest_is_forgotten_only_when_sure() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let unsure = ada.form("/me/delete", &[]).await;
    assert!(unsure.status == 400 && unsure.text().contains("nothing has been deleted"), "{}", unsure.text());
    assert!(ada.get("/me").await.ok().text().contains("Ada"));
    ada.form("/me/delete", &[("sure", "yes")]).await;
    assert!(!ada.get("/me").await.ok().text().contains("Ada"));
}

#[tokio::test]
async fn people_of_one_name_are_told_apart_wherever_they_sit_together() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut one, mut other) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "ADA").await);
    let id = one.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    other.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    one.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let table = one.look(&id).await;
    assert_eq!([&table["seats"][0]["player"], &table["seats"][1]["player"]], ["Ada 1", "ADA 2"]);
    other.post(&format!("/api/v1/tables/{id}/talk"), json!({ "text": "Hello!" })).await.ok();
    let said = one.get(&format!("/api/v1/tables/{id}/talk")).await.ok().json();
    assert_eq!(said["remarks"][0]["player"], "ADA 2");
    let page = one.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Ada 1") && page.contains("ADA 2"), "{page}");
    assert!(one.get("/me").await.ok().text().contains("Ada 1, ADA 2"));
    let record = one.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    assert!(record.contains("\"Ada 1\"") && record.contains("\"ADA 2\""), "{record}");
}

#[tokio::test]
async fn a_profile_counts_matches_and_names_rivals_to_its_owner_only() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let play = |mut caller: Caller, id: String| tokio::spawn(async move { caller.play_out(&id).await });
    let (first, second) = (play(ada.clone(), id.clone()), play(ben.clone(), id.clone()));
    let won = first.await.unwrap()["state"]["status"]["over"]["victory"].as_bool();
    second.await.unwrap();
    ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;

    let me = ada.get("/api/v1/me").await.ok().json();
    let result = &me["results"][0];
    assert_eq!((&result["game"], &result["finished"]), (&json!(GAME), &json!(1)), "one is not over: {me}");
    assert_eq!(result["won"], u64::from(won.unwrap_or(false)), "{me}");
    assert_eq!((&me["companions"][0]["name"], &me["companions"][0]["matches"]), (&json!("Ben"), &json!(1)));
    let page = ada.get("/me").await.ok().text();
    assert!(page.contains("1 match, ") && page.contains("href=\"/people\""), "{page}");
    let page = ada.get("/people").await.ok().text();
    assert!(page.contains("Played with") && page.contains("Ben"), "{page}");

    let id = me["id"].as_str().unwrap();
    let seen = ben.get(&format!("/people/{id}")).await.ok().text();
    assert!(seen.contains("<h1>Ada</h1>") && seen.contains("1 match, ") && !seen.contains("Played with"), "{seen}");
    let seen = ben.get(&format!("/api/v1/people/{id}")).await.ok().json();
    assert_eq!((&seen["name"], &seen["companions"]), (&json!("Ada"), &Value::Null));
    assert_eq!(ben.get("/api/v1/people/nobody").await.error(404), "not_found");
}

/// Signs in as Ada Byron with the form, through a connection from this address.
async fn sign_in_from(caller: &mut Caller, address: &str, password: &str) -> Reply {
    let peer: SocketAddr = format!("{address}:4000").parse().unwrap();
    let request = Request::post("/sign-in")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .extension(ConnectInfo(peer));
    caller.send(request.body(Body::from(format!("name=Ada+Byron&password={password}"))).unwrap()).await
}

/// Returns the cookie of this name that an answer sets.
fn cookie_of(reply: &Reply, name: &str) -> String {
    let cookies = reply.headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
    let found = cookies.map(|cookie| cookie.split(';').next().unwrap()).find(|cookie| cookie.starts_with(name));
    found.unwrap_or_else(|| panic!("no {name}")).to_owned()
}

#[tokio::test]
async fn strangers_wrong_passwords_lock_out_no_known_device_nor_link() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let made = ada.form("/me/account", &[("name", "Ada Byron"), ("password", PASSWORD)]).await;
    let device = cookie_of(&made, "undercroft-device=");
    let link = ada.form("/me/recovery", &[("present", PASSWORD)]).await.ok().text();
    let link = format!("/sign-in/{}", link.split("/sign-in/").nth(1).unwrap().split(['"', '<']).next().unwrap());
    ada.form("/me/sign-out", &[("where", "here")]).await;

    let mut stranger = Caller::new(&hall);
    for host in 1..=10 {
        let address = format!("198.51.100.{host}");
        for _ in 0..5 {
            assert_eq!(sign_in_from(&mut stranger, &address, "tin-of-cherries").await.status, 401);
        }
        assert_eq!(sign_in_from(&mut stranger, &address, PASSWORD).await.status, 429, "the address is slowed down");
    }
    // On a slow machine some tries have come back meanwhile.
    let mut host = 10;
    while sign_in_from(&mut Caller::new(&hall), &format!("203.0.113.{host}"), "tin-of-cherries").await.status == 401 {
        host += 1;
        assert!(host < 200, "nobody is slowed down");
    }
    let elsewhere = "203.0.113.9";
    let slow = sign_in_from(&mut Caller::new(&hall), elsewhere, PASSWORD).await;
    assert_eq!(slow.status, 429, "so are devices that are not known");
    let forged = Caller { cookie: Some(device.replace("undercroft-device=", "undercroft-device=x")), ..stranger };
    assert_eq!(sign_in_from(&mut forged.clone(), elsewhere, PASSWORD).await.status, 429, "its cookie is not signed");
    let known = Caller { cookie: Some(device), ..forged };
    for n in 0..30 {
        let reply = sign_in_from(&mut known.clone(), "198.51.100.1", PASSWORD).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/me"), "try {n}: {}", reply.text());
    }
    for status in [401, 401, 401, 401, 401, 429] {
        let reply = sign_in_from(&mut known.clone(), elsewhere, "tin-of-cherries").await;
        assert_eq!(reply.status.as_u16(), status, "a known device is slowed down by its own tries");
    }
    let back = Caller::new(&hall).form(&link, &[]).await;
    assert_eq!(back.status, 200, "{}", back.text());
}

#[tokio::test]
async fn guest_who_becomes_an_account_gets_a_new_session() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    for path in ["/me/account", "/me/recovery"] {
        let mut ada = Caller::new(&hall);
        ada.form("/me", &[("name", "Ada")]).await;
        // An attacker who planted this session in the browser knows its token.
        let mut thief = ada.clone();
        let name = format!("Ada of {}", path.len());
        let before = thief.get("/me/settings").await.ok().text();
        assert!(before.contains("value=\"Ada\""), "{before}");
        ada.form(path, &[("name", &name), ("password", PASSWORD)]).await;
        assert_ne!(ada.cookie, thief.cookie);
        let (own, seen) = (ada.get("/me/account").await.ok().text(), thief.get("/me/account").await.ok().text());
        assert!(own.contains("/me/sign-out") && !seen.contains("/me/sign-out"), "{seen}");
        assert_eq!(thief.get("/api/v1/me").await.error(401), "unauthorized");
        ada.form("/me/delete", &[("sure", "yes"), ("present", PASSWORD)]).await;
    }
}

#[tokio::test]
async fn refused_account_forms_keep_values_and_name_fields() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    account(&hall, "Ian").await;
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let taken = ada.form("/me/account", &[("name", "IAN"), ("password", PASSWORD)]).await;
    let page = taken.text();
    assert_eq!(
        (taken.status.as_u16(), attribute(&page, "id=\"account-name\"", "value").as_deref()),
        (409, Some("IAN"))
    );
    assert!(page.contains("id=\"account-name-error\"") && !page.contains(PASSWORD), "{page}");
    let weak = ada.form("/me/account", &[("name", "Ada"), ("password", "short")]).await.text();
    assert!(weak.contains("id=\"account-password-error\"") && !weak.contains("account-name-error"), "{weak}");

    ada.form("/me/account", &[("name", "Ada"), ("password", PASSWORD)]).await;
    let wrong = ada.form("/me/password", &[("present", "tin-of-cherries"), ("password", "tin-of-apricots")]).await;
    let page = wrong.text();
    assert!(page.contains("id=\"present-password-error\"") && page.contains("<details class=\"setup\" open"), "{page}");
    let unsure = ada.form("/me/delete", &[("present", PASSWORD)]).await.text();
    assert!(unsure.contains("id=\"sure-error\""), "{unsure}");
    let notices = ada.form("/me/notices", &[("do", "save"), ("url", "http://10.0.0.1/x"), ("form", "slack")]).await;
    let page = notices.text();
    assert!(page.contains("id=\"webhook-error\"") && page.contains("http://10.0.0.1/x"), "{page}");
}

#[tokio::test]
async fn new_name_reaches_open_pages_of_lobby_and_match() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.form(&format!("/tables/{id}/seats/1"), &[("do", "take")]).await;
    let (page, mut lobby) = Follower::of(&mut ada, &id).await;
    assert!(page.contains("Ben") && !page.contains("Benedict"));
    ben.form("/me", &[("name", "Benedict")]).await;
    lobby.until(|news| news.data.to_string().contains("Benedict")).await;

    ada.form(&format!("/tables/{id}/start"), &[]).await;
    let (_, mut table) = Follower::of(&mut ada, &id).await;
    let named = Some(json!({ "name": "Benjamin" }));
    ben.call(Method::PUT, "/api/v1/me", named).await.ok();
    table.until(|news| news.data.to_string().contains("Benjamin")).await;
    let claimed = ben.form("/me/account", &[("name", "Ben of Bath"), ("password", "correct horse battery")]).await;
    assert_eq!(claimed.status, StatusCode::SEE_OTHER, "{}", claimed.text());
    table.until(|news| news.data.to_string().contains("Ben of Bath")).await;
}
