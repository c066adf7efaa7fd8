//! One person against five bots: at the default pace, a fight without cards to play does not take
//! long.

use std::time::{Duration, Instant};

use hall::Config;
use serde_json::{Value, json};

use crate::common::{self, Caller, LATE};

/// The longest time of a fight without cards at the default pace.
const MOST: Duration = Duration::from_secs(2);

/// Plays against five bots. Returns the times from a person's pass to the decision, in fights where
/// from then on everybody passed.
async fn waits(bot: &str, fights: usize) -> Vec<Duration> {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { bot_pause: Config::new(dir.path()).bot_pause, ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let mut ada = Caller::program(&hall, "Ada").await;
    let bots: Value = (1..6).map(|seat: u8| (seat.to_string(), json!(bot))).collect::<serde_json::Map<_, _>>().into();
    let body = json!({ "game": "gloombah", "seats": 6, "take": 0, "bots": bots, "start": true });
    let mut id = ada.table(body.clone()).await;
    let mut waits = Vec::new();
    // The time of the person's pass, and the number of steps then.
    let mut passed: Option<(Instant, u64)> = None;
    let start = Instant::now();
    while waits.len() < fights {
        assert!(start.elapsed() < LATE, "{waits:?}");
        let table = ada.look(&id).await;
        if table["phase"] == "over" {
            (id, passed) = (ada.table(body.clone()).await, None);
            continue;
        }
        let step = table["step"].as_u64().unwrap();
        let kind = table["state"]["status"]["awaiting"][0]["kind"].as_str().unwrap().to_owned();
        if let Some((since, at)) = passed.filter(|_| kind != "fight" && kind != "offer_reply") {
            // Five passes after the person's own, and no card: the passes decided the fight.
            if step == at + 5 {
                waits.push(since.elapsed());
            }
            passed = None;
        }
        let legal = table["state"]["legal"]["0"].as_array().cloned().unwrap_or_default();
        let wanted = ["pass", "run_auto", "refuse"]
            .iter()
            .find_map(|kind| legal.iter().find(|one| one["action"]["type"] == *kind));
        match wanted.or(legal.last()) {
            Some(chosen) => {
                ada.act(&id, 0, step, chosen["action"].clone()).await;
                passed = (kind == "fight").then(|| (Instant::now(), step + 1)).or(passed.filter(|_| kind == "fight"));
            }
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    waits
}

#[tokio::test]
async fn a_fight_in_which_all_pass_ends_in_under_two_seconds() {
    let waits = waits("normal", 2).await;
    println!("from the person's pass to the decision: {waits:?}");
    // Other load on the machine can only make them longer.
    assert!(waits.iter().min().is_some_and(|shortest| *shortest < MOST), "{waits:?}");
}

#[tokio::test]
#[ignore = "measures, for the notes"]
async fn how_long_bots_that_search_take() {
    println!("from the person's pass to the decision: {:?}", waits("hard", 6).await);
}

#[tokio::test]
async fn one_plays_against_five_bots_to_the_end_and_it_verifies() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let bots: Value =
        (1..6).map(|seat: u8| (seat.to_string(), json!("easy"))).collect::<serde_json::Map<_, _>>().into();
    let options = json!({ "round_limit": 10 });
    let body = json!({ "game": "gloombah", "seats": 6, "take": 0, "bots": bots, "options": options, "start": true });
    let id = ada.table(body).await;
    let over = ada.play_out(&id).await;
    let record = kernel::Record::parse(&ada.get(&format!("/tables/{id}/record")).await.ok().text()).unwrap();
    let table = roster::load(&record).unwrap();
    assert_eq!(table.ply() as u64, over["step"].as_u64().unwrap());
    assert!(ada.get(&format!("/replays/{id}?at=3")).await.ok().text().contains("data-at=\"3\""));
}
