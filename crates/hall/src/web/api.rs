//! The same abilities for programs: JSON under `/api/v1/`.

use std::collections::BTreeMap;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{FromRequest, Path, Query, Request, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use bots::Bot;
use kernel::{Pace, Seat, Viewer};
use roster::MoveEstimate;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Answer, AppState, callers::Caller, events, limits::Counted, nothing_here, notice_settings, openapi, people_api,
    schema, site,
};
use crate::{
    fault::{Code, Fault},
    pages::lists,
    store::{Access, Turn},
    tables::{
        Expected, LiveTable, absence,
        armed::{self, ArmRequest},
        clocks,
        create::{self, DiceRequest, NewTable, SeatRequest},
        hints,
        lobby::{self, AccessChange},
        moves::{self, AnswerRequest, MoveRequest, MoveResult},
        orders::{self, OrderRequest},
        rematch,
        seats::{self, SeatChange},
        takeover,
        talk::{self as table_talk, Reaction},
        undo,
    },
};

/// The longest name of a request that is kept.
const LONGEST_KEY: usize = 200;

/// The calls as a service, below `/api/v1`.
pub(crate) fn routes() -> Router<AppState> {
    calls().split_for_parts().0.fallback(nothing_here)
}

/// The calls, each with its description.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(openapi::openapi))
        .merge(people_api::calls())
        .routes(routes!(games))
        .routes(routes!(seal))
        .routes(routes!(waiting))
        .routes(routes!(offered, create_table))
        .routes(routes!(table, set_access))
        .routes(routes!(set_host))
        .routes(routes!(let_in))
        .routes(routes!(sit, leave))
        .routes(routes!(let_stand_in, end_stand_in))
        .routes(routes!(ask_for_seat, answer_request, withdraw_request))
        .routes(routes!(start))
        .routes(routes!(act))
        .routes(routes!(answer))
        .routes(routes!(hint))
        .routes(routes!(order))
        .routes(routes!(arm))
        .routes(routes!(take_back))
        .routes(routes!(talk, say, set_talk))
        .routes(routes!(mute, hear_again))
        .routes(routes!(react, take_reaction_back))
        .routes(routes!(play_again))
        .routes(routes!(view))
        .routes(routes!(scene))
        .routes(routes!(site::record))
        .routes(routes!(events::events))
        .merge(notice_settings::calls())
}

/// A JSON body; nothing at all counts as `{}`.
pub(super) struct Body<T>(pub(super) T);

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

/// A seal, for whoever wants to see it before they choose their share.
#[utoipa::path(post, path = "/seals", responses((status = 201, description = "A seal that one table can be opened with", body = schema::SealAnswer)))]
async fn seal(State(app): State<AppState>) -> impl IntoResponse {
    (StatusCode::CREATED, Json(json!({ "seal": app.registry.seals.draw() })))
}

/// All games, with their options and bots.
#[utoipa::path(get, path = "/games", responses((status = 200, description = "The games", body = schema::GamesAnswer)))]
async fn games() -> Json<Value> {
    Json(json!({ "games": roster::list() }))
}

/// The matches that wait for the caller.
#[utoipa::path(get, path = "/waiting", responses((status = 200, description = "The matches", body = schema::WaitingAnswer)))]
async fn waiting(State(app): State<AppState>, caller: Caller) -> Answer {
    let turns = lists::waiting(&app.store, Some(&caller.known()?.id)).await?;
    let turn = |turn: &Turn| {
        let title = roster::find(&turn.game).map_or(turn.game.as_str(), |game| game.meta().title);
        json!({ "table": turn.table, "game": turn.game, "title": title, "with": turn.with, "since": turn.since })
    };
    Ok(Json(json!({ "waiting": turns.iter().map(turn).collect::<Vec<_>>() })).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Create {
    game: String,
    seats: Option<u64>,
    #[serde(default)]
    options: Value,
    take: Option<u64>,
    seal: Option<String>,
    share: Option<String>,
    #[serde(default)]
    bots: BTreeMap<String, String>,
    #[serde(default)]
    start: bool,
    dice: Option<String>,
    talk: Option<String>,
    public: Option<bool>,
    spectators: Option<bool>,
    pace: Option<String>,
}

/// Opens a table.
#[utoipa::path(post, path = "/tables", request_body = Create, responses((status = 201, description = "The new table", body = schema::TableAnswer), (status = 404, description = "`unknown_game`", body = schema::Failure)))]
async fn create_table(State(app): State<AppState>, caller: Caller, Body(wanted): Body<Create>) -> Answer {
    let me = caller.known()?;
    let title = roster::find(&wanted.game)?;
    let seats = wanted.seats.unwrap_or(title.meta().usual_seats.into());
    // Refused here, before as many seats are asked for.
    drop(title.open(&wanted.options, seats, kernel::Source::Manual)?);
    let mut requests = vec![SeatRequest::Open; seats as usize];
    let mut give = |seat: u64, request: SeatRequest| {
        let count = requests.len();
        let place = usize::try_from(seat).ok().and_then(|seat| requests.get_mut(seat));
        let place = place
            .ok_or_else(|| Fault::bad(format!("there is no seat {seat}; this table has seats 0 to {}", count - 1)))?;
        match std::mem::replace(place, request) {
            SeatRequest::Open => Ok(()),
            _ => Err(Fault::bad(format!("seat {seat} is given twice; each seat is for one"))),
        }
    };
    for (seat, bot) in &wanted.bots {
        let seat =
            seat.parse().map_err(|_| Fault::bad(format!("{seat:?} is no seat; bots are named by seat number")))?;
        give(seat, SeatRequest::Bot(bot.parse()?))?;
    }
    if let Some(seat) = wanted.take {
        give(seat, SeatRequest::Me(wanted.share))?;
    }
    let physical = match wanted.dice.as_deref() {
        None | Some("sealed") => false,
        Some("physical") => true,
        Some(_) => return Err(Fault::bad("dice must be \"sealed\" or \"physical\"")),
    };
    let talk = wanted.talk.as_deref().map(table_talk::setting).transpose()?;
    let pace = wanted.pace.as_deref().map_or(Ok(Pace::Free), clocks::pace)?;
    if wanted.start && requests.contains(&SeatRequest::Open) {
        return Err(Fault::bad("a table with an open seat cannot start; give every seat somebody, or leave out start"));
    }
    let access = AccessChange { public: wanted.public, spectators: wanted.spectators };
    let table = NewTable {
        game: wanted.game,
        options: wanted.options,
        seats: requests,
        physical,
        access: access.on(Access::default()),
        talk,
        pace,
        seal: wanted.seal,
    };
    app.count_table(&caller).await?;
    let (id, full) = create::create_waiting(&app.registry, &me.id, table).await?;
    if full && wanted.start {
        create::start(&app.registry, &me.id, &id).await?;
    }
    Ok((StatusCode::CREATED, Json(table_json(&app, &caller, &id).await?)).into_response())
}

/// The tables that are offered to everybody, as the first page lists them.
#[utoipa::path(get, path = "/tables", responses((status = 200, description = "The tables", body = schema::OfferedAnswer)))]
async fn offered(State(app): State<AppState>) -> Answer {
    let entries = lists::offered(&app.registry, &app.store, None).await?;
    let tables = entries.iter().map(|entry| {
        json!({
            "id": entry.header.id,
            "invite": format!("/tables/{}", entry.header.id),
            "game": entry.header.game,
            "options": entry.header.options,
            "host": entry.host,
            "waiting": entry.waiting(),
            "seats": entry.header.seats.len(),
            "taken": entry.taken(),
        })
    });
    Ok(Json(json!({ "tables": tables.collect::<Vec<_>>() })).into_response())
}

/// A table, as the caller may see it.
#[utoipa::path(get, path = "/tables/{id}", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn table(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer {
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, &id).await?;
    }
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    drop(guard);
    changed(&app, &caller, &id).await
}

/// The table after something was done at it.
async fn changed(app: &AppState, caller: &Caller, id: &str) -> Answer {
    Ok(Json(table_json(app, caller, id).await?).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenAccess {
    public: Option<bool>,
    spectators: Option<bool>,
}

/// Sets who may come to a table.
#[utoipa::path(patch, path = "/tables/{id}", request_body = GivenAccess, responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn set_access(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenAccess>,
) -> Answer {
    let change = AccessChange { public: given.public, spectators: given.spectators };
    lobby::set_access(&app.registry, &caller.known()?.id, &id, change).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewHost {
    seat: u64,
}

/// Makes whoever sits in a seat the host: the host hands the table on, or somebody who sits there takes it on when the host has
/// been away for some minutes.
#[utoipa::path(put, path = "/tables/{id}/host", request_body = NewHost, responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn set_host(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(host): Body<NewHost>,
) -> Answer {
    lobby::set_host(&app.registry, &caller.known()?.id, &id, host.seat).await?;
    changed(&app, &caller, &id).await
}

/// Lets somebody sit down again whom the host has taken off the table.
#[utoipa::path(delete, path = "/tables/{id}/removed/{n}", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn let_in(State(app): State<AppState>, caller: Caller, Path((id, n)): Path<(String, String)>) -> Answer {
    let n = n.parse().map_err(|_| Fault::bad("whoever was removed has a whole number, from 1"))?;
    lobby::let_in(&app.registry, &caller.known()?.id, &id, n).await?;
    changed(&app, &caller, &id).await
}

/// A table as JSON, as the caller may see it.
async fn table_json(app: &AppState, caller: &Caller, id: &str) -> Result<Value, Fault> {
    let (slot, guard) = app.registry.lock(id).await?;
    slot.note_look();
    let names = app.names(id).await?;
    let own = guard.seats_of(caller.id());
    let host = caller.id().is_some_and(|me| guard.is_host(me));
    let removed = guard.removed.iter().filter(|_| host).map(|one| json!({ "n": one.n, "player": one.name }));
    let absences = guard.absences(&slot);
    let seats = guard.header.seats.iter().enumerate().map(|(n, occupant)| {
        let seat = Seat(n as u8);
        let missed = absences.iter().find(|absence| absence.seat == seat);
        let clock = guard.clock(seat).map(|clock| json!({ "left": clock.left, "until": clock.until }));
        let application = guard.applications.get(&seat).filter(|application| !application.refused);
        json!({
            "seat": n,
            "player": names.get(&seat),
            "bot": occupant.bot(),
            "stand_in": occupant.stand_in(),
            "connected": slot.is_connected(occupant),
            "clock": clock,
            "missed": missed.map(|one| json!({
                "since": one.since, "offered": one.offered, "agreed": one.agreed, "missing": one.missing,
            })),
            "request": application.map(|one| json!({
                "player": one.name, "you": caller.id() == Some(&one.person), "missing": guard.undecided(&slot, seat),
            })),
        })
    });
    let [armable, armed, dropped] = guard.beforehand_of(caller.id());
    Ok(json!({
        "id": id,
        "invite": format!("/tables/{id}"),
        "game": guard.header.game,
        "options": guard.header.options,
        "seats": seats.collect::<Vec<_>>(),
        "you": own.iter().collect::<Vec<_>>(),
        "host": host,
        "host_seat": guard.seats_of(Some(&guard.header.host)).lowest(),
        "public": guard.header.access.public,
        "spectators": guard.header.access.spectators,
        "watching": guard.watching(&slot),
        "removed": removed.collect::<Vec<_>>(),
        "may_sit": !caller.id().is_some_and(|me| guard.is_removed(me)),
        "phase": guard.header.status.name(),
        "practice": guard.header.practice,
        "talk": guard.header.talk,
        "pace": guard.header.pace,
        "dice": if guard.header.seed.is_some() { "sealed" } else { "physical" },
        "step": guard.step(),
        "answers": guard.answers(),
        "seal": guard.seal(),
        "next": guard.header.next,
        "state": guard.state(caller.id()).ok(),
        "epochs": guard.epochs(caller.id()),
        "orders": guard.orders_of(caller.id()),
        "armable": armable,
        "armed": armed,
        "dropped": dropped,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Sit {
    bot: Option<String>,
    share: Option<String>,
}

fn seat_number(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| Fault::bad("a seat is a whole number, from 0"))
}

/// Takes a seat, or gives it to a bot.
#[utoipa::path(put, path = "/tables/{id}/seats/{seat}", request_body = Sit, responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn sit(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(sit): Body<Sit>,
) -> Answer {
    let what = match sit.bot {
        Some(bot) => SeatChange::Bot(bot.parse()?),
        None => SeatChange::Take(sit.share),
    };
    seats::change(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, what).await?;
    changed(&app, &caller, &id).await
}

/// Gets up, or sends a bot away.
#[utoipa::path(delete, path = "/tables/{id}/seats/{seat}", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn leave(State(app): State<AppState>, caller: Caller, Path((id, seat)): Path<(String, String)>) -> Answer {
    seats::change(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, SeatChange::Leave).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StandIn {
    bot: Option<String>,
}

/// Lets a bot stand in for somebody who is missed, or agrees to it.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}/stand-in", request_body = StandIn, responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn let_stand_in(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(wanted): Body<StandIn>,
) -> Answer {
    let bot = wanted.bot.map_or(Ok(Bot::Normal), |bot| bot.parse())?;
    absence::let_stand_in(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, bot).await?;
    table(State(app), caller, Path(id)).await
}

/// Takes that back; for a seat of the caller's, the caller plays on.
#[utoipa::path(delete, path = "/tables/{id}/seats/{seat}/stand-in", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn end_stand_in(State(app): State<AppState>, caller: Caller, Path((id, seat)): Path<(String, String)>) -> Answer {
    absence::end_stand_in(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

/// Asks to take over the seat of a bot in a match.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}/request", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn ask_for_seat(State(app): State<AppState>, caller: Caller, Path((id, seat)): Path<(String, String)>) -> Answer {
    takeover::ask(&app.registry, caller.known()?, &id, seat_number(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RequestAnswer {
    accept: bool,
}

/// Agrees that somebody takes the seat of a bot over, or refuses.
#[utoipa::path(put, path = "/tables/{id}/seats/{seat}/request", request_body = RequestAnswer, responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn answer_request(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(given): Body<RequestAnswer>,
) -> Answer {
    takeover::answer(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, given.accept).await?;
    table(State(app), caller, Path(id)).await
}

/// Asks no more for the seat of a bot.
#[utoipa::path(delete, path = "/tables/{id}/seats/{seat}/request", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn withdraw_request(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer {
    takeover::withdraw(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

/// Begins the match.
#[utoipa::path(post, path = "/tables/{id}/start", responses((status = 200, description = "The table", body = schema::TableAnswer)))]
async fn start(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer {
    app.check_matches(&caller).await?;
    create::start(&app.registry, &caller.known()?.id, &id).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Act {
    seat: u64,
    step: usize,
    epoch: Option<usize>,
    action: Value,
}

/// Takes a step.
#[utoipa::path(post, path = "/tables/{id}/act", request_body = Act, params(("Idempotency-Key" = Option<String>, Header, description = "A name for the request: asked again with the same name and action it is answered as the first time, and not done twice")), responses((status = 200, description = "The step was taken, or waits for an outcome", body = schema::Progress), (status = 409, description = "`stale`: the table has moved on, with the present state; `not_awaited`, `wrong_phase`", body = schema::Late), (status = 422, description = "`illegal_action`: it is not among the legal actions", body = schema::Failure)))]
async fn act(
    State(app): State<AppState>,
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
    let asked = MoveRequest {
        seat: act.seat,
        expected: Expected { step: act.step, epoch: act.epoch },
        action: act.action,
        request,
    };
    let answer = match moves::act(&app.registry, &me.id, &id, asked).await? {
        MoveResult::Made(answer) => answer,
        MoveResult::Repeated(n) => moves::progress_at(&app.registry, &me.id, &id, n, viewer).await?,
    };
    Ok(Json(answer).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenAnswer {
    step: usize,
    answers: Option<usize>,
    value: Value,
}

/// Tells an outcome of real dice.
#[utoipa::path(post, path = "/tables/{id}/answer", request_body = GivenAnswer, responses((status = 200, description = "The step was taken, or waits for an outcome", body = schema::Progress), (status = 422, description = "`bad_answer`: that cannot fall", body = schema::Failure)))]
async fn answer(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenAnswer>,
) -> Answer {
    let value = match given.value {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => return Err(Fault::bad("value must be a number or a text")),
    };
    let asked = AnswerRequest { step: given.step, answers: given.answers, value };
    Ok(Json(moves::answer(&app.registry, &caller.known()?.id, &id, asked).await?).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HintRequest {
    seat: u64,
    step: usize,
    epoch: Option<usize>,
}

/// Asks what a bot would do on the caller's seat.
#[utoipa::path(post, path = "/tables/{id}/hint", request_body = HintRequest, responses((status = 200, description = "What a bot would do", body = schema::HintAnswer), (status = 409, description = "`stale`: the table has moved on, with the present state; `not_awaited`, `wrong_phase`", body = schema::Late)))]
async fn hint(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(ask): Body<HintRequest>,
) -> Answer {
    caller.count(Counted::Hints)?;
    let advice =
        hints::hint(&app.registry, &caller.known()?.id, &id, ask.seat, Expected { step: ask.step, epoch: ask.epoch })
            .await?;
    let answer = json!({
        "step": ask.step,
        "action": advice.action,
        "text": advice.text.plain(kernel::unnamed),
        "reason": advice.reason(),
        "estimates": advice.estimates.iter().map(MoveEstimate::to_json).collect::<Vec<_>>(),
    });
    Ok(Json(answer).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenOrder {
    seat: u64,
    step: Option<usize>,
    epoch: Option<usize>,
    order: Option<String>,
    limit: Option<i32>,
}

/// Gives a standing order, or ends it.
#[utoipa::path(post, path = "/tables/{id}/orders", request_body = GivenOrder, responses((status = 200, description = "The table", body = schema::TableAnswer), (status = 422, description = "`illegal_action`: there is nothing to do by it", body = schema::Failure)))]
async fn order(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenOrder>,
) -> Answer {
    let step = match (&given.order, given.step) {
        (_, Some(step)) => step,
        (None, None) => 0,
        (Some(_), None) => return Err(Fault::bad("an order needs the step that you have seen")),
    };
    let expected = Expected { step, epoch: given.epoch };
    let asked = OrderRequest { seat: given.seat, expected, order: given.order, limit: given.limit };
    orders::give(&app.registry, &caller.known()?.id, &id, asked).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenArm {
    seat: u64,
    step: Option<usize>,
    epoch: Option<usize>,
    action: Option<Value>,
}

/// Decides beforehand what is done when the seat is asked, or drops that.
#[utoipa::path(post, path = "/tables/{id}/armed", request_body = GivenArm, responses((status = 200, description = "The table", body = schema::TableAnswer), (status = 422, description = "`illegal_action`: it is not among the legal actions", body = schema::Failure)))]
async fn arm(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenArm>,
) -> Answer {
    let step = match (&given.action, given.step) {
        (_, Some(step)) => step,
        (None, None) => 0,
        (Some(_), None) => return Err(Fault::bad("to arm an act, say the step that you have seen")),
    };
    let expected = Expected { step, epoch: given.epoch };
    let asked = ArmRequest { seat: given.seat, expected, action: given.action };
    armed::arm(&app.registry, &caller.known()?.id, &id, asked).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UndoRequest {
    step: usize,
}

/// Takes the last step back.
#[utoipa::path(post, path = "/tables/{id}/undo", request_body = UndoRequest, responses((status = 200, description = "Where the table stands then", body = schema::Progress), (status = 409, description = "`undo_refused`, `stale`", body = schema::Late)))]
async fn take_back(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<UndoRequest>,
) -> Answer {
    let me = caller.known()?;
    undo::undo(&app.registry, &me.id, &id, asked.step).await?;
    let (_, guard) = app.registry.lock(&id).await?;
    let (state, epochs) = (guard.state(Some(&me.id))?, guard.epochs(Some(&me.id)));
    Ok(Json(
        json!({ "step": guard.step(), "answers": guard.answers(), "state": state, "epochs": epochs, "events": [] }),
    )
    .into_response())
}

/// What is said at a table, as the caller hears it.
#[utoipa::path(get, path = "/tables/{id}/talk", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn talk(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer {
    let muted = app.muted(&caller).await?;
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let heard = guard.talk.remarks.iter().filter(|remark| !muted.contains(&remark.person));
    let remarks = heard.map(|remark| {
        json!({
            "n": remark.n,
            "seat": remark.seat,
            "player": remark.name,
            "you": caller.id() == Some(&remark.person),
            "step": remark.step,
            "text": remark.text,
            "at": remark.at,
        })
    });
    let reactions = guard.talk.reactions.iter().filter(|row| !muted.contains(&row.person));
    let reactions = reactions.map(|row| {
        let you = caller.id() == Some(&row.person);
        json!({ "step": row.step, "seat": row.seat, "player": row.name, "you": you, "reaction": row.reaction })
    });
    let answer = json!({
        "setting": guard.header.talk,
        "phrases": guard.phrases().collect::<Vec<_>>(),
        "remarks": remarks.collect::<Vec<_>>(),
        "reactions": reactions.collect::<Vec<_>>(),
    });
    Ok(Json(answer).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Say {
    text: String,
}

/// Says something.
#[utoipa::path(post, path = "/tables/{id}/talk", request_body = Say, responses((status = 201, description = "It was said", body = schema::SaidAnswer), (status = 403, description = "`talk_refused`: the caller may not say that here", body = schema::Failure)))]
async fn say(State(app): State<AppState>, caller: Caller, Path(id): Path<String>, Body(said): Body<Say>) -> Answer {
    let n = table_talk::say(&app.registry, caller.voice()?, &id, &said.text).await?;
    Ok((StatusCode::CREATED, Json(json!({ "n": n }))).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Setting {
    setting: String,
}

/// Sets how much may be said.
#[utoipa::path(put, path = "/tables/{id}/talk", request_body = Setting, responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn set_talk(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Setting>,
) -> Answer {
    table_talk::set(&app.registry, &caller.known()?.id, &id, table_talk::setting(&wanted.setting)?).await?;
    talk(State(app), caller, Path(id)).await
}

/// Does not hear any more who said this, at any table.
#[utoipa::path(put, path = "/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn mute(State(app): State<AppState>, caller: Caller, Path((id, remark)): Path<(String, String)>) -> Answer {
    set_muted(app, caller, id, &remark, true).await
}

/// Hears them again.
#[utoipa::path(delete, path = "/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn hear_again(State(app): State<AppState>, caller: Caller, Path((id, remark)): Path<(String, String)>) -> Answer {
    set_muted(app, caller, id, &remark, false).await
}

async fn set_muted(app: AppState, caller: Caller, id: String, remark: &str, muted: bool) -> Answer {
    let remark = remark.parse().map_err(|_| Fault::bad("a remark is a whole number, from 1"))?;
    table_talk::mute(&app.registry, &caller.known()?.id, &id, remark, muted).await?;
    talk(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct React {
    reaction: String,
}

/// Says how the caller takes a step.
#[utoipa::path(put, path = "/tables/{id}/reactions/{step}", request_body = React, responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn react(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
    Body(given): Body<React>,
) -> Answer {
    set_reaction(app, caller, id, &step, Some(Reaction::named(&given.reaction)?)).await
}

/// Takes that back.
#[utoipa::path(delete, path = "/tables/{id}/reactions/{step}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn take_reaction_back(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
) -> Answer {
    set_reaction(app, caller, id, &step, None).await
}

async fn set_reaction(app: AppState, caller: Caller, id: String, step: &str, reaction: Option<Reaction>) -> Answer {
    let step = step.parse().map_err(|_| Fault::bad("a step is a whole number, from 1"))?;
    table_talk::react(&app.registry, caller.voice()?, &id, step, reaction).await?;
    talk(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rematch {
    seal: Option<String>,
    share: Option<String>,
}

/// Goes on to another table of the same kind.
#[utoipa::path(post, path = "/tables/{id}/rematch", operation_id = "rematch", request_body = Rematch, responses((status = 201, description = "The table that they go on to", body = schema::TableAnswer)))]
async fn play_again(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Rematch>,
) -> Answer {
    let dice = DiceRequest { seal: wanted.seal, share: wanted.share };
    app.count_table(&caller).await?;
    let next = rematch::rematch(&app.registry, &caller.known()?.id, &id, None, dice).await?;
    Ok((StatusCode::CREATED, Json(table_json(&app, &caller, &next).await?)).into_response())
}

#[derive(Deserialize)]
struct SeatQuery {
    seat: Option<String>,
}

/// Through whose eyes the caller asks to look.
fn viewer_of(
    live: &LiveTable,
    caller: &Caller,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Result<Viewer, Fault> {
    let Query(query) = query.map_err(|_| Fault::bad("the query can have a seat, such as ?seat=0"))?;
    let Some(seat) = query.seat else { return Ok(Viewer::Spectator) };
    let (seat, occupant) = live.occupant(seat_number(&seat)?)?;
    match caller.id().is_some() && occupant.person() == caller.id() {
        true => Ok(Viewer::Seat(seat)),
        false => Err(Fault::new(
            Code::NotYourSeat,
            format!("seat {seat} is not yours; leave out seat to look as a spectator"),
        )),
    }
}

/// What a seat or a spectator may know.
#[utoipa::path(get, path = "/tables/{id}/view", params(("seat" = Option<u8>, Query, description = "A seat of the caller's; left out, what a spectator sees")), responses((status = 200, description = "The view", body = schema::ViewAnswer), (status = 403, description = "`not_your_seat`", body = schema::Failure), (status = 409, description = "`wrong_phase`: the match has not begun", body = schema::Late)))]
async fn view(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Answer {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let viewer = viewer_of(&guard, &caller, query)?;
    Ok(Json(json!({ "view": guard.playing()?.view(viewer) })).into_response())
}

/// The table as a seat or a spectator sees it.
#[utoipa::path(get, path = "/tables/{id}/scene", params(("seat" = Option<u8>, Query, description = "A seat of the caller's; left out, what a spectator sees")), responses((status = 200, description = "The scene", body = schema::SceneAnswer), (status = 403, description = "`not_your_seat`", body = schema::Failure), (status = 409, description = "`wrong_phase`: the match has not begun", body = schema::Late)))]
async fn scene(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Answer {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let viewer = viewer_of(&guard, &caller, query)?;
    Ok(Json(json!({ "scene": guard.playing()?.scene(viewer, None) })).into_response())
}
