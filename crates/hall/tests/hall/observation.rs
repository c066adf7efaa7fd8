//! Observations: the numbers of a seat, and those of its legal actions.

use kernel::{Record, Seat};
use serde_json::{Value, json};

use crate::common::{Caller, open};

#[tokio::test]
async fn observation_is_that_of_the_record_at_each_step() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut ben = Caller::program(&hall, "Ben").await;
    for game in roster::GAMES {
        let (meta, encoded) = (game.meta(), game.encoded().unwrap());
        let seats = meta.seats.1.min(2);
        let bots = if seats > 1 { json!({ "1": "reference" }) } else { json!({}) };
        let id = ada.table(json!({ "game": meta.id, "take": 0, "bots": bots, "seats": seats })).await;
        let address = format!("/api/v1/tables/{id}/observation?seat=0");
        assert_eq!(ada.get(&address).await.error(409), "wrong_phase", "it has not begun");
        ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        assert_eq!(ben.get(&address).await.error(403), "not_your_seat");

        let mut seen: Vec<Value> = Vec::new();
        while seen.len() < 12 {
            let Some(table) = ada.playing(&id).await else { break };
            let observed = ada.get(&address).await.ok().json();
            let Some(legal) = table["state"]["legal"]["0"].as_array().filter(|_| observed["step"] == table["step"])
            else {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                continue;
            };
            assert_eq!(observed["actions"].as_array().unwrap().len(), legal.len());
            let action = legal[seen.len() % legal.len()]["action"].clone();
            seen.push(observed);
            let reply = ada.act(&id, 0, table["step"].as_u64().unwrap(), action).await;
            // Where both may act, the bot can be first.
            if reply.status == 409 {
                assert_eq!(reply.error(409), "stale");
            } else {
                reply.ok();
            }
        }
        if ada.playing(&id).await.is_some() {
            ada.post(&format!("/api/v1/tables/{id}/leave"), json!({})).await.ok();
        }
        let record = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
        let mut record = Record::parse(&record).unwrap();
        (record.header.ended, record.outcome) = (None, None);
        for observed in seen.iter().rev() {
            record.steps.truncate(observed["step"].as_u64().unwrap() as usize);
            let table = roster::load(&record).unwrap();
            let mut numbers = vec![0.0; encoded.size()];
            assert!(encoded.observe(table.as_ref(), Seat(0), &[], &mut numbers));
            let moves = encoded.moves(table.as_ref(), Seat(0)).unwrap();
            let paths: Vec<Vec<u16>> = moves.paths().iter().map(|path| path.to_vec()).collect();
            let expected = json!({
                "step": table.ply(), "encoding": encoded.version(), "choices": encoded.actions(),
                "numbers": numbers, "actions": paths,
            });
            assert_eq!(*observed, expected, "{} at step {}", meta.id, table.ply());
        }
    }
}

#[tokio::test]
async fn first_of_two_choices_is_in_the_observation() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": "dungeon-rummy", "take": 0, "seats": 1, "start": true })).await;
    let address = format!("/api/v1/tables/{id}/observation?seat=0");
    assert_eq!(ada.get(&format!("{address}&chosen=0")).await.error(400), "bad_request");
    assert_eq!(ada.get(&format!("{address}&chosen=x")).await.error(400), "bad_request");
    while let Some(table) = ada.playing(&id).await {
        let observed = ada.get(&address).await.ok().json();
        let paths = observed["actions"].as_array().unwrap();
        if let Some(path) = paths.iter().find(|path| path.as_array().unwrap().len() == 2) {
            let after = ada.get(&format!("{address}&chosen={}", path[0])).await.ok().json();
            assert_eq!(after["actions"], observed["actions"]);
            assert_ne!(after["numbers"], observed["numbers"]);
            return;
        }
        let action = table["state"]["legal"]["0"].as_array().unwrap().last().unwrap()["action"].clone();
        ada.act(&id, 0, table["step"].as_u64().unwrap(), action).await.ok();
    }
    panic!("no action had two choices");
}
