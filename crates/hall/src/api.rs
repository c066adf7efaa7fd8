//! The same abilities for programs: JSON under `/api/v1/`.

use std::collections::BTreeMap;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{FromRequest, Path, Query, Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use kernel::{Seat, SeatSet, Viewer};
use roster::MoveEstimate;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    Doors,
    error::{Code, Fault},
    live::{self, Live},
    news, page,
    people::{self, Caller},
    play::{Acted, Deed, Told},
    seatwork::{Plan, Seating, Wish},
    site,
};

/// What a handler gives back.
type Answer = Result<Response, Fault>;
/// The longest name of a request that is kept.
const LONGEST_KEY: usize = 200;

/// The calls' addresses, below `/api/v1`.
pub(crate) fn routes() -> Router<Doors> {
    Router::new()
        .route("/guests", post(guest))
        .route("/games", get(games))
        .route("/tables", post(create))
        .route("/tables/{id}", get(table))
        .route("/tables/{id}/seats/{seat}", put(sit).delete(leave))
        .route("/tables/{id}/start", post(start))
        .route("/tables/{id}/act", post(act))
        .route("/tables/{id}/answer", post(answer))
        .route("/tables/{id}/hint", post(hint))
        .route("/tables/{id}/undo", post(undo))
        .route("/tables/{id}/rematch", post(rematch))
        .route("/tables/{id}/view", get(view))
        .route("/tables/{id}/scene", get(scene))
        .route("/tables/{id}/record", get(site::record))
        .route("/tables/{id}/events", get(news::events))
        .fallback(site::nowhere)
}

/// A JSON body; nothing at all counts as `{}`.
struct Body<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Fault> {
        let bytes = Bytes::from_request(request, state).await.map_err(|no| match no.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Fault::too_large(),
            _ => Fault::bad("the request broke off"),
        })?;
        let value: Value = match bytes.iter().all(u8::is_ascii_whitespace) {
            true => json!({}),
            false => serde_json::from_slice(&bytes)
                .map_err(|error| Fault::new(Code::BadJson, format!("the body is not JSON: {error}")))?,
        };
        if !value.is_object() {
            return Err(Fault::bad("the body must be a JSON object"));
        }
        T::deserialize(value).map(Body).map_err(|error| Fault::bad(format!("the body does not fit: {error}")))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guest {
    name: Option<String>,
}

async fn guest(State(doors): State<Doors>, Body(guest): Body<Guest>) -> Answer {
    let name = guest.name.as_deref().map(people::name).transpose()?;
    let (token, hash) = people::token();
    let person = people::meet(&doors.keeper.store, name, Some(hash)).await?;
    let answer = json!({ "id": person.id, "name": person.name, "token": token });
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

async fn games() -> Json<Value> {
    Json(json!({ "games": roster::list() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Create {
    game: String,
    seats: Option<u64>,
    #[serde(default)]
    options: Value,
    take: Option<u64>,
    share: Option<String>,
    #[serde(default)]
    bots: BTreeMap<String, String>,
    #[serde(default)]
    start: bool,
    dice: Option<String>,
}

async fn create(State(doors): State<Doors>, caller: Caller, Body(wanted): Body<Create>) -> Answer {
    let me = caller.known()?;
    let title = roster::find(&wanted.game)?;
    let seats = wanted.seats.unwrap_or(title.meta().usual_seats.into());
    // Refused here, before as many wishes are made.
    drop(title.open(&wanted.options, seats, kernel::Source::Manual)?);
    let mut wishes = vec![Wish::Open; seats as usize];
    let mut wish = |seat: u64, wish: Wish| {
        let count = wishes.len();
        let place = usize::try_from(seat).ok().and_then(|seat| wishes.get_mut(seat));
        let place = place
            .ok_or_else(|| Fault::bad(format!("there is no seat {seat}; this table has seats 0 to {}", count - 1)))?;
        match std::mem::replace(place, wish) {
            Wish::Open => Ok(()),
            _ => Err(Fault::bad(format!("seat {seat} is given twice; each seat is for one"))),
        }
    };
    for (seat, bot) in &wanted.bots {
        let seat =
            seat.parse().map_err(|_| Fault::bad(format!("{seat:?} is no seat; bots are named by seat number")))?;
        wish(seat, Wish::Bot(bot.parse()?))?;
    }
    if let Some(seat) = wanted.take {
        wish(seat, Wish::Me(wanted.share))?;
    }
    let physical = match wanted.dice.as_deref() {
        None | Some("sealed") => false,
        Some("physical") => true,
        Some(_) => return Err(Fault::bad("dice must be \"sealed\" or \"physical\"")),
    };
    if wanted.start && wishes.contains(&Wish::Open) {
        return Err(Fault::bad("a table with an open seat cannot start; give every seat somebody, or leave out start"));
    }
    let id = match doors
        .keeper
        .lay(&me.id, Plan { game: wanted.game, options: wanted.options, seats: wishes, physical })
        .await?
    {
        (id, true) if wanted.start => {
            doors.keeper.start(&me.id, &id).await?;
            id
        }
        (id, _) => id,
    };
    Ok((StatusCode::CREATED, Json(told(&doors, &caller, &id).await?)).into_response())
}

async fn table(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>) -> Answer {
    Ok(Json(told(&doors, &caller, &id).await?).into_response())
}

/// A table as JSON, as the caller may see it.
async fn told(doors: &Doors, caller: &Caller, id: &str) -> Result<Value, Fault> {
    let (slot, held) = doors.keeper.hold(id).await?;
    let names = page::names(doors, id).await?;
    let own = held.seats_of(caller.id());
    let seats = held.head.seats.iter().enumerate().map(|(n, sitter)| {
        json!({
            "seat": n,
            "player": names.get(&Seat(n as u8)),
            "bot": sitter.bot(),
            "connected": page::connected(&slot, sitter),
        })
    });
    Ok(json!({
        "id": id,
        "invite": format!("/tables/{id}"),
        "game": held.head.game,
        "options": held.head.options,
        "seats": seats.collect::<Vec<_>>(),
        "you": own.iter().collect::<Vec<_>>(),
        "host": caller.id() == Some(&held.head.host),
        "phase": held.head.phase.name(),
        "practice": held.head.practice,
        "dice": if held.head.seed.is_some() { "sealed" } else { "physical" },
        "step": held.step(),
        "answers": held.answers(),
        "seal": held.seal(),
        "next": held.head.next,
        "state": held.table.as_deref().map(|table| table.state(own)),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sit {
    bot: Option<String>,
    share: Option<String>,
}

fn seat_number(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| Fault::bad("a seat is a whole number, from 0"))
}

async fn sit(
    State(doors): State<Doors>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(sit): Body<Sit>,
) -> Answer {
    let what = match sit.bot {
        Some(bot) => Seating::Bot(bot.parse()?),
        None => Seating::Take(sit.share),
    };
    doors.keeper.seat(&caller.known()?.id, &id, seat_number(&seat)?, what).await?;
    table(State(doors), caller, Path(id)).await
}

async fn leave(State(doors): State<Doors>, caller: Caller, Path((id, seat)): Path<(String, String)>) -> Answer {
    doors.keeper.seat(&caller.known()?.id, &id, seat_number(&seat)?, Seating::Leave).await?;
    table(State(doors), caller, Path(id)).await
}

async fn start(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>) -> Answer {
    doors.keeper.start(&caller.known()?.id, &id).await?;
    table(State(doors), caller, Path(id)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    seat: u64,
    step: usize,
    action: Value,
}

async fn act(
    State(doors): State<Doors>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(act): Body<Act>,
) -> Answer {
    let me = caller.known()?;
    let request = match headers.get("idempotency-key").map(|key| key.to_str()) {
        None => None,
        Some(Ok(key)) if key.len() <= LONGEST_KEY => Some(key.to_owned()),
        Some(_) => return Err(Fault::bad(format!("an Idempotency-Key is at most {LONGEST_KEY} printable characters"))),
    };
    let viewer = Viewer::Seat(Seat(act.seat.min(255) as u8));
    let deed = Deed { seat: act.seat, step: act.step, action: act.action, request };
    let answer = match doors.keeper.act(&me.id, &id, deed).await? {
        Acted::Now(answer) => answer,
        Acted::Before(n) => doors.keeper.again(&me.id, &id, n, viewer).await?,
    };
    Ok(Json(answer).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tell {
    step: usize,
    answers: Option<usize>,
    value: Value,
}

async fn answer(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>, Body(tell): Body<Tell>) -> Answer {
    let value = match tell.value {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => return Err(Fault::bad("value must be a number or a text")),
    };
    let told = Told { step: tell.step, answers: tell.answers, value };
    Ok(Json(doors.keeper.answer(&caller.known()?.id, &id, told).await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    seat: u64,
    step: usize,
}

async fn hint(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>, Body(ask): Body<Ask>) -> Answer {
    let advice = doors.keeper.hint(&caller.known()?.id, &id, ask.seat, ask.step).await?;
    let answer = json!({
        "step": ask.step,
        "action": advice.action,
        "text": advice.text.plain(kernel::unnamed),
        "reason": advice.reason(),
        "estimates": advice.estimates.iter().map(MoveEstimate::told).collect::<Vec<_>>(),
    });
    Ok(Json(answer).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    step: usize,
}

async fn undo(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>, Body(undo): Body<Undo>) -> Answer {
    let me = caller.known()?;
    doors.keeper.undo(&me.id, &id, undo.step).await?;
    let (_, held) = doors.keeper.hold(&id).await?;
    let state = held.playing()?.state(held.seats_of(Some(&me.id)));
    Ok(Json(json!({ "step": held.step(), "answers": held.answers(), "state": state, "events": [] })).into_response())
}

async fn rematch(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>) -> Answer {
    let next = doors.keeper.rematch(&caller.known()?.id, &id).await?;
    Ok((StatusCode::CREATED, Json(told(&doors, &caller, &next).await?)).into_response())
}

#[derive(Deserialize)]
struct From {
    seat: Option<String>,
}

/// Whose eyes the caller asks to look through.
fn eyes(
    live: &Live,
    caller: &Caller,
    query: Result<Query<From>, axum::extract::rejection::QueryRejection>,
) -> Result<Viewer, Fault> {
    let Query(from) = query.map_err(|_| Fault::bad("the query can have a seat, such as ?seat=0"))?;
    let Some(seat) = from.seat else { return Ok(Viewer::Spectator) };
    let (seat, sitter) = live.sitter(seat_number(&seat)?)?;
    match caller.id().is_some() && sitter.person() == caller.id() {
        true => Ok(Viewer::Seat(seat)),
        false => Err(Fault::new(
            Code::NotYourSeat,
            format!("seat {seat} is not yours; leave out seat to look as a spectator"),
        )),
    }
}

async fn view(
    State(doors): State<Doors>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<From>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let (_, held) = doors.keeper.hold(&id).await?;
    let viewer = eyes(&held, &caller, query)?;
    Ok(Json(json!({ "view": held.playing()?.view(viewer) })).into_response())
}

async fn scene(
    State(doors): State<Doors>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<From>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let (_, held) = doors.keeper.hold(&id).await?;
    let viewer = eyes(&held, &caller, query)?;
    Ok(Json(json!({ "scene": held.playing()?.scene(viewer, None) })).into_response())
}

impl crate::keeper::Keeper {
    /// The answer that step `n` was given: the journal up to there, folded once more.
    async fn again(&self, me: &str, id: &str, n: usize, viewer: Viewer) -> Result<Value, Fault> {
        let (_, held) = self.hold(id).await?;
        let own: SeatSet = held.seats_of(Some(me));
        let (mut head, steps) = self.store.load(id).await?.ok_or_else(|| Fault::unknown_table(id))?;
        drop(held);
        head.outcome = None;
        let folded = tokio::task::spawn_blocking(move || live::open(&head, steps.get(..n).unwrap_or(&steps))).await;
        let table = folded.map_err(|_| Fault::new(Code::Internal, "this table could not be opened"))??;
        Ok(json!({ "step": n, "answers": 0, "state": table.state(own), "events": table.events(viewer, n) }))
    }
}
