//! Decisions of people about a match other than steps: taking back, ending, leaving, removing, and
//! putting away. Afterwards records verify, and doctor and rebuild agree.

use std::path::Path;

use axum::http::Method;
use hall::{
    Hall,
    maintenance::{Files, doctor, rebuild},
};
use kernel::Record;
use serde_json::{Value, json};

use crate::common::{self, Caller, Follower, database};

const RIVALS: &str = "accursed-tomb";
const TOGETHER: &str = "rogue-ascension";

/// People at a match, one in each seat from the first.
struct Table {
    people: Vec<Caller>,
    id: String,
}

impl Table {
    async fn new(hall: &Hall, game: &str, count: usize, more: Value) -> Table {
        let (people, id) = common::people_at_match(hall, game, count, more).await;
        Table { people, id }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/tables/{}/{rest}", self.id)
    }

    async fn look(&mut self) -> Value {
        self.people[0].look(&self.id).await
    }

    async fn propose(&mut self, by: usize, wish: Value) -> common::Reply {
        let path = self.path("proposals");
        self.people[by].post(&path, wish).await
    }

    /// Answers the last proposal.
    async fn answer(&mut self, by: usize, accept: bool) -> common::Reply {
        let n = self.look().await["proposals"].as_array().unwrap().last().unwrap()["n"].clone();
        let path = self.path(&format!("proposals/{n}"));
        self.people[by].call(Method::PUT, &path, Some(json!({ "accept": accept }))).await
    }

    /// Takes the first legal step of the seat that must act, and returns the seat.
    async fn step(&mut self) -> usize {
        let table = self.look().await;
        let seat = table["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
        let own = self.people[seat].look(&self.id).await;
        self.people[seat].act_first(&self.id, &own, seat).await.ok();
        seat
    }

    /// Plays until the last step cannot be taken back by its player alone, and returns the player.
    async fn until_learned(&mut self) -> usize {
        for _ in 0..200 {
            let seat = self.step().await;
            let step = self.look().await["step"].clone();
            let undo = self.path("undo");
            let undone = self.people[seat].post(&undo, json!({ "step": step })).await;
            if undone.status == 409 {
                return seat;
            }
            self.people[seat].act_first(&self.id, &undone.ok().json(), seat).await;
        }
        panic!("no step of this match taught the others anything");
    }

    /// Returns the record as a file, checked as `undercroft verify` checks it.
    async fn verified(&mut self) -> Record {
        let path = self.path("record");
        let record = Record::parse(&self.people[0].get(&path).await.ok().text()).unwrap();
        let table = roster::load(&record).unwrap();
        roster::verify(&record, table.as_ref()).unwrap();
        record
    }
}

fn files(data: &Path) -> Files {
    Files { data: data.to_owned(), database: database::address(data) }
}

/// Closes the hall, and checks that doctor finds nothing, before and after all is worked out again.
async fn check(hall: Hall, data: &Path) {
    hall.close().await;
    drop(hall);
    for _ in 0..2 {
        assert_eq!(doctor(&files(data), &mut |_, _| {}).await.unwrap().faults, [""; 0]);
        rebuild(&files(data), &mut |_, _| {}).await.unwrap();
    }
}

#[tokio::test]
async fn a_learned_step_is_taken_back_when_all_agree() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, TOGETHER, 3, json!({})).await;
    let seat = all.until_learned().await;
    let [one, other] = (0..3).filter(|other| *other != seat).collect::<Vec<_>>()[..] else { panic!("three play") };
    let before = all.look().await;
    let step = before["step"].as_u64().unwrap();
    let view = all.path("view");
    let taken = all.people[seat].get(&view).await.ok().json();
    let foreign = all.propose(one, json!({ "what": "take_back", "step": step })).await;
    assert_eq!(foreign.error(403), "not_your_seat");
    let asked = all.propose(seat, json!({ "what": "take_back" })).await.ok().json();
    let name = ["Ada", "Ben", "Cleo"][seat];
    let proposal = &asked["proposals"][0];
    assert_eq!((&proposal["step"], &proposal["player"]), (&json!(step), &json!(name)));
    assert_eq!(proposal["missing"], json!([one, other]));
    assert_eq!(all.answer(seat, true).await.error(403), "not_your_seat", "nobody answers their own proposal");
    let half = all.answer(one, true).await.ok().json();
    assert_eq!((&half["step"], &half["proposals"][0]["missing"]), (&json!(step), &json!([other])));
    let back = all.answer(other, true).await.ok().json();
    assert_eq!((&back["step"], &back["proposals"]), (&json!(step - 1), &json!([])));
    let incident =
        json!({ "after": step - 1, "seat": seat, "player": name, "what": "took_back", "steps": 1, "until": null });
    assert_eq!(back["incidents"], json!([incident]));
    let page = all.people[one].get(&format!("/tables/{}", all.id)).await.ok().text();
    assert!(page.contains(&format!("{name} took a step back, as all agreed.")));
    // The same step again meets the same dice.
    assert_eq!(all.step().await, seat);
    assert_eq!(all.people[seat].get(&view).await.ok().json(), taken);
    all.propose(0, json!({ "what": "end" })).await.ok();
    for by in [1, 2] {
        all.answer(by, true).await.ok();
    }
    let record = all.verified().await;
    assert_eq!(record.header.incidents.len(), 2);
    check(hall, dir.path()).await;
}

#[tokio::test]
async fn proposals_end_by_refusal_withdrawal_and_steps() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, RIVALS, 3, json!({})).await;
    let mut eve = Caller::program(&hall, "Eve").await;
    assert_eq!(eve.post(&all.path("proposals"), json!({ "what": "end" })).await.error(403), "not_your_seat");
    assert_eq!(all.propose(0, json!({ "what": "take_back" })).await.error(400), "bad_request", "no step yet");
    assert_eq!(all.propose(0, json!({ "what": "end", "seat": 1 })).await.error(400), "bad_request");
    // Withdrawn.
    let asked = all.propose(0, json!({ "what": "end" })).await.ok().json();
    let path = all.path(&format!("proposals/{}", asked["proposals"][0]["n"]));
    let other = all.people[1].call(Method::DELETE, &path, None).await.ok().json();
    assert_eq!(other["proposals"].as_array().unwrap().len(), 1, "only its author withdraws it");
    let gone = all.people[0].call(Method::DELETE, &path, None).await.ok().json();
    assert_eq!(gone["proposals"], json!([]));
    // Refused: it cannot be made again at once.
    all.propose(0, json!({ "what": "end" })).await.ok();
    let refused = all.answer(1, false).await.ok().json();
    assert_eq!(refused["proposals"][0]["refused"], true);
    assert_eq!(all.propose(0, json!({ "what": "end" })).await.error(403), "not_your_seat");
    assert_eq!(all.answer(2, true).await.error(409), "not_asked");
    all.step().await;
    assert_eq!(all.look().await["proposals"], json!([]), "the match moves on");
    // A player who agrees and then moves does not end it; one who moves without an answer does.
    let awaited = all.look().await["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
    let others: Vec<usize> = (0..3).filter(|seat| *seat != awaited).collect();
    all.propose(others[0], json!({ "what": "end" })).await.ok();
    all.propose(awaited, json!({ "what": "end" })).await.ok();
    assert_eq!(all.step().await, awaited);
    assert_eq!(all.look().await["proposals"][0]["missing"], json!([others[1]]), "both want it");
    while all.step().await != others[1] {}
    assert_eq!(all.look().await["proposals"], json!([]));
}

#[tokio::test]
async fn all_end_a_match_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, TOGETHER, 2, json!({})).await;
    all.step().await;
    all.propose(0, json!({ "what": "end" })).await.ok();
    hall.close().await;
    drop(hall);
    let hall = common::open(dir.path()).await;
    for person in &mut all.people {
        person.router = hall.router();
    }
    let events = all.path("events?state=1");
    let mut page = Follower::at(&all.people[0], &events, None).await;
    let ended = all.answer(1, true).await.ok().json();
    assert_eq!((&ended["phase"], &ended["state"]["status"]["over"]["victory"]), (&json!("over"), &json!(false)));
    assert_eq!(ended["state"]["legal"], json!({}));
    page.until(|news| news.data.to_string().contains("over")).await;
    let path = all.path("act");
    let late = all.people[0].post(&path, json!({ "seat": 0, "step": 1, "action": { "type": "reveal" } })).await;
    assert_eq!(late.status, 409);
    assert_eq!(all.propose(0, json!({ "what": "end" })).await.error(409), "wrong_phase");
    let text = all.people[0].get(&format!("/tables/{}", all.id)).await.ok().text();
    assert!(text.contains("Given up together") && text.contains("Ada proposed to end the match, and all agreed."));
    let record = all.verified().await;
    assert_eq!(serde_json::json!(record.header.ended), json!({ "by": "agreement" }));
    let false_end = record.to_string().replace("\"victory\":false", "\"victory\":true");
    assert!(roster::load(&Record::parse(&false_end).unwrap()).is_err(), "an end is checked too");
    let me = all.people[1].get("/api/v1/me").await.ok().json();
    assert_eq!((&me["results"][0]["finished"], &me["results"][0]["won"]), (&json!(1), &json!(0)));
    check(hall, dir.path()).await;
}

#[tokio::test]
async fn a_rival_who_leaves_one_other_concedes() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, RIVALS, 2, json!({})).await;
    all.step().await;
    let leave = all.path("leave");
    let mut eve = Caller::program(&hall, "Eve").await;
    assert_eq!(eve.post(&leave, json!({})).await.error(403), "not_your_seat");
    let left = all.people[1].post(&leave, json!({})).await.ok().json();
    assert_eq!((&left["phase"], &left["state"]["status"]["over"]["placings"]), (&json!("over"), &json!([1, 2])));
    assert_eq!(left["incidents"][0]["what"], "conceded");
    assert_eq!(all.people[1].post(&leave, json!({})).await.error(409), "wrong_phase");
    let winner = all.people[0].get("/api/v1/me").await.ok().json();
    assert_eq!(winner["results"][0]["won"], 1);
    let boards = all.people[0].get(&format!("/api/v1/boards/{RIVALS}?company=people")).await;
    assert!(!boards.text().contains(&all.id), "a win by concession is not among the quickest");
    all.verified().await;
    check(hall, dir.path()).await;
}

#[tokio::test]
async fn leaving_alone_loses_and_leaving_several_seats_a_bot() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut alone = Table::new(&hall, TOGETHER, 1, json!({})).await;
    let leave = alone.path("leave");
    let lost = alone.people[0].post(&leave, json!({})).await.ok().json();
    assert_eq!(lost["state"]["status"]["over"]["victory"], false);
    alone.verified().await;

    let mut all = Table::new(&hall, RIVALS, 3, json!({})).await;
    let leave = all.path("leave");
    let left = all.people[0].post(&leave, json!({})).await.ok().json();
    assert_eq!((&left["phase"], &left["seats"][0]["bot"]), (&json!("playing"), &json!("normal")));
    let mut ben = all.people[1].clone();
    assert_eq!(ben.look(&all.id).await["host"], true, "the table has another host");
    let incident = json!({ "after": 0, "seat": 0, "player": "Ada", "what": "left", "steps": null, "until": null });
    assert_eq!(left["incidents"], json!([incident]));
    let me = all.people[0].get("/api/v1/me").await.ok().json();
    let of = me["results"].as_array().unwrap().iter().find(|one| one["game"] == RIVALS).unwrap();
    assert_eq!((&of["left"], &of["finished"]), (&json!(1), &json!(0)));
    let page = ben.get(&format!("/tables/{}", all.id)).await.ok().text();
    assert!(page.contains("Ada left the match. A bot plays on."));
    // A name that is given up stands nowhere any more.
    all.people[0].call(Method::DELETE, "/api/v1/me", Some(json!({}))).await.ok();
    assert_ne!(ben.look(&all.id).await["incidents"][0]["player"], "Ada");
    check(hall, dir.path()).await;
}

#[tokio::test]
async fn the_host_removes_a_player_with_the_consent_of_the_others() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut two = Table::new(&hall, RIVALS, 2, json!({})).await;
    assert_eq!(two.propose(0, json!({ "what": "remove", "seat": 1 })).await.error(403), "not_your_seat");
    let mut all = Table::new(&hall, RIVALS, 3, json!({})).await;
    assert_eq!(all.propose(1, json!({ "what": "remove", "seat": 2 })).await.error(403), "not_your_seat");
    assert_eq!(all.propose(0, json!({ "what": "remove", "seat": 0 })).await.error(400), "bad_request");
    let asked = all.propose(0, json!({ "what": "remove", "seat": 2 })).await.ok().json();
    assert_eq!(asked["proposals"][0]["missing"], json!([1]));
    assert_eq!(all.answer(2, false).await.error(403), "not_your_seat", "the player has no say");
    let gone = all.answer(1, true).await.ok().json();
    assert_eq!((&gone["seats"][2]["player"], &gone["seats"][2]["bot"]), (&Value::Null, &json!("normal")));
    assert_eq!(gone["incidents"][0]["what"], "removed");
    let removed = all.people[2].look(&all.id).await;
    assert_eq!((&removed["you"], &removed["may_sit"]), (&json!([]), &json!(false)));
    let request = all.path("seats/2/request");
    let again = all.people[2].post(&request, json!({})).await;
    assert_eq!(again.error(403), "not_your_seat");
    let me = all.people[2].get("/api/v1/me").await.ok().json();
    assert_eq!(me["results"], json!([]), "it counts neither way");
    check(hall, dir.path()).await;
}

#[tokio::test]
async fn a_table_that_is_put_away_is_on_no_other_list() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, RIVALS, 2, json!({})).await;
    let seat = all.look().await["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
    let list = async |caller: &mut Caller, name: &str| {
        caller.get(&format!("/api/v1/me/tables?list={name}")).await.ok().json()["tables"].as_array().unwrap().len()
    };
    let other = 1 - seat;
    let path = all.path("put-away");
    for caller in &mut all.people {
        caller.call(Method::PUT, &path, None).await.ok();
        assert_eq!((list(caller, "under-way").await, list(caller, "put-away").await), (0, 1));
    }
    assert_eq!(list(&mut all.people[seat], "waiting").await, 1, "a match that waits stays in sight");
    all.people[other].call(Method::DELETE, &path, None).await.ok();
    assert_eq!(list(&mut all.people[other], "under-way").await, 1);
    let form = format!("/tables/{}/put-away", all.id);
    let to = all.people[other].form(&form, &[("away", "yes"), ("list", "under-way")]).await;
    assert_eq!(to.header("location"), "/me/tables?list=under-way");
    let page = all.people[other].get("/me/tables?list=put-away").await.ok().text();
    assert!(page.contains("Put back"));
}

#[tokio::test]
async fn one_press_leads_to_the_next_table_that_waits() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(ada.table(json!({ "game": common::GAME, "seats": 1, "take": 0, "start": true })).await);
    }
    for (here, there) in [(0, 1), (1, 0)] {
        let to = ada.get(&format!("/tables/{}/next", ids[here])).await;
        assert_eq!(to.header("location"), format!("/tables/{}", ids[there]));
        let page = ada.get(&format!("/tables/{}", ids[here])).await.ok().text();
        assert!(page.contains(&format!("href=\"/tables/{}/next\"", ids[here])));
    }
    let page = ada.get("/").await.ok().text();
    assert!(page.contains("Floor 1") && page.contains("<time datetime="), "lists say how far a match has come");
    let mut stranger = Caller::new(&hall);
    assert_eq!(stranger.get(&format!("/tables/{}/next", ids[0])).await.header("location"), "/");
}

#[tokio::test]
async fn pages_offer_what_can_be_decided() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Table::new(&hall, RIVALS, 3, json!({})).await;
    let at = format!("/tables/{}", all.id);
    let host = all.people[0].get(&at).await.ok().text();
    for words in ["End it for all", "Leave the match", "Propose to remove Ben", "Propose to remove Cleo"] {
        assert!(host.contains(words), "{words}");
    }
    let guest = all.people[1].get(&at).await.ok().text();
    assert!(guest.contains("End it for all") && !guest.contains("Propose to remove"));
    let stranger = Caller::new(&hall).get(&at).await.ok().text();
    assert!(!stranger.contains("Leave the match") && !stranger.contains("End it for all"));
    let (_, mut follower) = Follower::of(&mut all.people[1], &all.id).await;
    all.people[0].form(&format!("{at}/proposals"), &[("do", "end")]).await;
    follower.until(|news| news.data.to_string().contains("Ada proposes to end the match for all.")).await;
    let n = all.look().await["proposals"][0]["n"].to_string();
    all.people[1].form(&format!("{at}/proposals"), &[("do", "refuse"), ("n", &n)]).await;
    let own = all.people[0].get(&at).await.ok().text();
    assert!(own.contains("You have proposed to end the match for all.") && own.contains("It was refused."));
    all.people[2].form(&format!("{at}/leave"), &[]).await;
    assert_eq!(all.look().await["seats"][2]["bot"], "normal");
}
