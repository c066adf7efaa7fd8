//! A table of two programs: JSON calls, and a stream for each.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};
use tokio::time::Instant;

use super::{
    Load,
    http::{Answer, Events, Line, Request},
    waits::Waits,
};

/// A program that plays: its connection, and its knowledge of its match.
struct Player {
    /// The headers of all its requests.
    head: String,
    line: Line,
    events: Option<Events>,
    place: Place,
}

/// The state of a match for a player.
#[derive(Default)]
struct Place {
    step: usize,
    over: bool,
    /// The player's legal actions.
    legal: Vec<String>,
}

/// A table of the API, with one match after the other.
pub(crate) struct ApiTable {
    id: String,
    players: [Player; 2],
}

#[derive(Deserialize)]
struct Guest {
    token: String,
}

#[derive(Deserialize)]
struct Opened {
    id: String,
}

/// The common fields of all answers about a table.
#[derive(Deserialize)]
struct Told<'a> {
    step: usize,
    #[serde(borrow)]
    state: State<'a>,
}

#[derive(Deserialize)]
struct State<'a> {
    #[serde(borrow)]
    status: BTreeMap<&'a str, &'a RawValue>,
    #[serde(borrow)]
    legal: BTreeMap<&'a str, Vec<Choice<'a>>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    action: &'a RawValue,
}

impl Place {
    fn read(body: &[u8], seat: usize) -> Result<Place> {
        let told: Told = serde_json::from_slice(body).context("the hall told no state")?;
        let over = told.state.status.contains_key("over");
        let mut legal = told.state.legal;
        let own = legal.remove(seat.to_string().as_str()).unwrap_or_default();
        Ok(Place { step: told.step, over, legal: own.into_iter().map(|choice| choice.action.get().into()).collect() })
    }
}

impl Player {
    async fn new(load: &Load) -> Result<Player> {
        let mut line = Line::open(load.hall, load.traffic.clone()).await?;
        let guest = Request { method: "POST", path: "/api/v1/guests", head: "", body: b"{}" };
        let guest: Guest = serde_json::from_slice(&line.ask(&guest).await?.expect(201)?.body)?;
        let head = format!("Authorization: Bearer {}\r\n", guest.token);
        Ok(Player { head, line, events: None, place: Place::default() })
    }

    async fn call(&mut self, method: &str, path: &str, body: &[u8]) -> Result<Answer> {
        self.line.ask(&Request { method, path, head: &self.head, body }).await
    }

    /// Reads the table with a call; listeners get the state from the stream instead.
    async fn look(&mut self, id: &str, seat: usize) -> Result<()> {
        let answer = self.call("GET", &format!("/api/v1/tables/{id}"), b"").await?.expect(200)?;
        self.place = Place::read(&answer.body, seat)?;
        Ok(())
    }
}

/// Opens the stream of a table, with the session of these headers.
pub(crate) async fn listen(load: &Load, id: &str, head: &str) -> Result<Events> {
    let path = format!("/api/v1/tables/{id}/events?state=1");
    let line = Line::open(load.hall, load.traffic.clone()).await?;
    let mut events = line.events(&Request { method: "GET", path: &path, head, body: b"" }).await?;
    events.next().await?;
    Ok(events)
}

/// Waits until a stream has sent this step, and returns the state then.
async fn hear(events: &mut Option<Events>, step: usize, seat: usize) -> Result<Place> {
    let events = events.as_mut().context("a player listens to nothing")?;
    while let Some(event) = events.next().await? {
        if event.name == "step" {
            let place = Place::read(event.data.as_bytes(), seat)?;
            if place.step >= step {
                return Ok(place);
            }
        }
    }
    bail!("a stream has ended at step {step}")
}

impl ApiTable {
    /// Two guests, who sit at no table yet.
    pub(crate) async fn new(load: &Load) -> Result<ApiTable> {
        let players = [Player::new(load).await?, Player::new(load).await?];
        Ok(ApiTable { id: String::new(), players })
    }

    /// Opens a table and begins a match.
    pub(crate) async fn begin(&mut self, load: &Load) -> Result<()> {
        let [host, guest] = &mut self.players;
        let options: Map<String, Value> =
            load.options.iter().map(|(key, value)| (key.clone(), (*value).into())).collect();
        let wanted = json!({ "game": load.game, "seats": 2, "options": options, "take": 0 }).to_string();
        let opened = host.call("POST", "/api/v1/tables", wanted.as_bytes()).await?.expect(201)?;
        self.id = serde_json::from_slice::<Opened>(&opened.body)?.id;
        let table = format!("/api/v1/tables/{}", self.id);
        guest.call("PUT", &format!("{table}/seats/1"), b"{}").await?.expect(200)?;
        host.call("POST", &format!("{table}/start"), b"").await?.expect(200)?;
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.events = None;
            player.look(&self.id, seat).await?;
        }
        Ok(())
    }

    /// Opens the streams of both.
    pub(crate) async fn listen(&mut self, load: &Load) -> Result<()> {
        for player in &mut self.players {
            player.events = Some(listen(load, &self.id, &player.head).await?);
        }
        Ok(())
    }

    /// The table's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The session headers of both.
    pub(crate) fn heads(&self) -> [String; 2] {
        self.players.each_ref().map(|player| player.head.clone())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.players[0].place.over
    }

    /// The number of moves in the match so far.
    pub(crate) fn steps(&self) -> usize {
        self.players[0].place.step
    }

    /// Makes any legal move, and waits until both have the new state: listeners get it from the
    /// stream. `due` is the time from which on the move counts as waiting.
    pub(crate) async fn step(&mut self, dice: &mut Xoshiro256PlusPlus, due: Instant) -> Result<Waits> {
        let table = &self.id;
        let seat = usize::from(self.players[0].place.legal.is_empty());
        let [one, other] = &mut self.players;
        let (mover, other) = if seat == 0 { (one, other) } else { (other, one) };
        let Player { head, line, events, place } = mover;
        let action = place.legal.get(any(dice, place.legal.len())).context("the match waits for nobody")?;
        let body = format!(r#"{{"seat":{seat},"step":{},"action":{action}}}"#, place.step);
        let (path, step) = (format!("/api/v1/tables/{table}/act"), place.step + 1);
        let act = Request { method: "POST", path: &path, head, body: body.as_bytes() };
        let moved = async {
            let answer = line.ask(&act).await?.expect(200)?;
            *place = Place::read(&answer.body, seat)?;
            anyhow::Ok(due.elapsed())
        };
        if events.is_none() {
            let mover = moved.await?;
            other.look(table, 1 - seat).await?;
            return Ok(Waits { mover, other: due.elapsed() });
        }
        let heard = hear(events, step, seat);
        let told = async {
            other.place = hear(&mut other.events, step, 1 - seat).await?;
            anyhow::Ok(due.elapsed())
        };
        let (mover, _, other) = tokio::try_join!(moved, heard, told)?;
        Ok(Waits { mover, other })
    }
}

/// A number below `count`, or 0.
pub(crate) fn any(dice: &mut Xoshiro256PlusPlus, count: usize) -> usize {
    (dice.next_u64() % count.max(1) as u64) as usize
}
