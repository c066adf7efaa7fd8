//! A table of Gloombah! with cards that the test deals.

use axum::http::Method;
use hall::Hall;
use serde_json::{Value, json};

use super::{Caller, Reply};

/// The hands of two warriors and two mages. Each has something for the fight or for a stab, and
/// useless weapons.
const CLASSES: [&str; 4] = ["warrior", "warrior", "mage", "mage"];
const HANDS: [[&str; 5]; 4] = [
    ["exploding_vial", "twig_of_sparks", "twig_of_sparks", "umbrella_staff", "umbrella_staff"],
    ["ambush", "loud_sneeze", "orb_on_a_stick", "orb_on_a_stick", "hot_ladle"],
    ["ambush", "ambush", "sharpened_spoon", "pair_of_darts", "curtain_rod_rapier"],
    ["rude_nickname", "butterfingers", "sharpened_spoon", "pair_of_darts", "curtain_rod_rapier"],
];

/// Four people at a table with physical cards.
pub struct Cellar {
    pub players: Vec<Caller>,
    pub id: String,
}

impl Cellar {
    /// Begins a match in which everybody has equipped, and seat 0 has met the Fox Barrister: 12
    /// against a warrior of level 1.
    pub async fn met(hall: &Hall) -> Cellar {
        let mut players = Vec::new();
        for name in ["Ada", "Ben", "Cem", "Dan"] {
            players.push(Caller::program(hall, name).await);
        }
        let id = players[0].table(json!({ "game": "gloombah", "seats": 4, "take": 0, "dice": "physical" })).await;
        for (seat, player) in players.iter_mut().enumerate().skip(1) {
            player.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
        }
        players[0].post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        let mut cellar = Cellar { players, id };
        for class in CLASSES {
            cellar.tell(0, class).await;
        }
        for (seat, hand) in HANDS.iter().enumerate() {
            for card in hand {
                cellar.tell(seat, card).await;
            }
        }
        for seat in 0..4 {
            cellar.act(seat, json!({ "type": "done" })).await.ok();
        }
        cellar.act(0, json!({ "type": "end_prep" })).await.ok();
        cellar.tell(0, "fox_barrister").await;
        cellar
    }

    /// Does the same, and seat 0 fights: the window is open.
    pub async fn window(hall: &Hall) -> Cellar {
        let mut cellar = Cellar::met(hall).await;
        cellar.act(0, json!({ "type": "fight" })).await.ok();
        cellar
    }

    /// Does the same, and seat 2 has offered its help.
    pub async fn offered(hall: &Hall) -> Cellar {
        let mut cellar = Cellar::window(hall).await;
        cellar.act(2, json!({ "type": "offer", "xp": 1, "treasure": 1 })).await.ok();
        cellar
    }

    /// Enters a drawn card as the player of `seat`.
    pub async fn tell(&mut self, seat: usize, card: &str) {
        let table = self.look(seat).await;
        let answer = json!({ "step": table["step"], "answers": table["answers"], "value": card });
        self.post(seat, "answer", answer).await.ok();
    }

    pub async fn look(&mut self, seat: usize) -> Value {
        self.players[seat].look(&self.id).await
    }

    pub async fn page(&mut self, seat: usize) -> String {
        self.players[seat].get(&format!("/tables/{}", self.id)).await.ok().text()
    }

    pub async fn post(&mut self, seat: usize, what: &str, body: Value) -> Reply {
        self.players[seat].post(&format!("/api/v1/tables/{}/{what}", self.id), body).await
    }

    /// Acts with the present state of the table.
    pub async fn act(&mut self, seat: usize, action: Value) -> Reply {
        let table = self.look(seat).await;
        self.act_having_seen(seat, &table, action).await
    }

    /// Acts with the state of an earlier look at the table.
    pub async fn act_having_seen(&mut self, seat: usize, seen: &Value, action: Value) -> Reply {
        let epoch = &seen["epochs"][seat.to_string()];
        let body = json!({ "seat": seat, "step": seen["step"], "epoch": epoch, "action": action });
        self.post(seat, "act", body).await
    }

    /// Starts the auto-action that passes for the whole fight.
    pub async fn pass_for_the_fight(&mut self, seat: usize) -> Reply {
        let table = self.look(seat).await;
        let body =
            json!({ "seat": seat, "step": table["step"], "epoch": table["epochs"][seat.to_string()], "order": "pass" });
        self.post(seat, "orders", body).await
    }

    /// Stores a premove; a null action takes it back.
    pub async fn arm(&mut self, seat: usize, action: Value) -> Reply {
        let table = self.look(seat).await;
        let body = json!({ "seat": seat, "step": table["step"], "epoch": table["epochs"][seat.to_string()], "action": action });
        self.post(seat, "armed", body).await
    }

    /// Returns the seats that must act now.
    pub async fn awaited(&mut self) -> Vec<u64> {
        let table = self.look(0).await;
        let entries = table["state"]["status"]["awaiting"].as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["seat"].as_u64().unwrap()).collect()
    }

    /// Returns the hand of a seat, as its player sees it.
    pub async fn hand(&mut self, seat: usize) -> Value {
        let view = self.players[seat].get(&format!("/api/v1/tables/{}/view?seat={seat}", self.id)).await.ok().json();
        view["view"]["players"][seat]["hand"].clone()
    }

    /// Returns everything that a player can see of the table: the page, and the answers for
    /// programs.
    pub async fn shown(&mut self, seat: usize) -> Vec<String> {
        let (id, player) = (self.id.clone(), &mut self.players[seat]);
        let api = format!("/api/v1/tables/{id}");
        let mut shown = Vec::new();
        for path in [
            format!("/tables/{id}"),
            api.clone(),
            format!("{api}/view?seat={seat}"),
            format!("{api}/scene?seat={seat}"),
            format!("{api}/record"),
        ] {
            shown.push(player.get(&path).await.ok().text());
        }
        shown
    }
}

pub fn pass() -> Value {
    json!({ "type": "pass" })
}

pub fn ambush() -> Value {
    json!({ "type": "play", "card": "ambush" })
}

pub fn offer(xp: u8, treasure: u8) -> Value {
    json!({ "type": "offer", "xp": xp, "treasure": treasure })
}
