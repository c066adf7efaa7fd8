//! Forms: what people press on pages. After each the browser is sent back to a page, or gets the part of it that changed. A
//! page that follows the table gets nothing but the version that its stream will bring, or what was wrong.

use axum::{
    Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
    routing::post,
};
use bots::Bot;
use serde_json::{Map, Value};

use super::{
    Answer, AppState,
    callers::Caller,
    errors::html,
    fields::{Fields, TableRequest},
    site,
};
use crate::{
    fault::{Code, Fault},
    pages::{
        audience::{self, ViewOptions},
        draw,
    },
    people,
    store::Write,
    tables::{
        Expected,
        create::{self, NewTable, SeatRequest},
        hints,
        moves::{self, AnswerRequest, MoveRequest},
        orders::{self, OrderRequest},
        retry,
        seats::{self, SeatChange},
        undo,
    },
};

/// The forms' addresses.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/play", post(play))
        .route("/tables", post(create_table))
        .route("/tables/{id}/seats/{seat}", post(change_seat))
        .route("/tables/{id}/start", post(start))
        .route("/tables/{id}/act", post(act))
        .route("/tables/{id}/answer", post(answer))
        .route("/tables/{id}/hint", post(hint))
        .route("/tables/{id}/order", post(order))
        .route("/tables/{id}/undo", post(take_back))
        .route("/tables/{id}/rematch", post(rematch))
        .route("/tables/{id}/retry", post(take_up_again))
        .route("/me", post(change_me))
}

async fn play(State(app): State<AppState>, caller: Caller, fields: Fields) -> Answer {
    let meta = roster::find(fields.need("game")?)?.meta();
    let me = caller.or_guest(&app.store).await?;
    let seats =
        (0..meta.usual_seats).map(|seat| if seat == 0 { SeatRequest::Me(None) } else { SeatRequest::Bot(Bot::Normal) });
    let options = Value::Object(Map::new());
    let wanted = NewTable { game: meta.id.into(), options, seats: seats.collect(), physical: false };
    Ok(to_table(&create::create(&app.registry, &me.id, wanted).await?))
}

async fn create_table(State(app): State<AppState>, caller: Caller, fields: Fields) -> Answer {
    let meta = roster::find(fields.need("game")?)?.meta();
    let created = match new_table(meta, &fields) {
        Ok(wanted) => {
            let me = caller.or_guest(&app.store).await?;
            create::create(&app.registry, &me.id, wanted).await
        }
        Err(fault) => Err(fault),
    };
    match created {
        Ok(id) => Ok(to_table(&id)),
        // What was chosen does not go together: the same page again, saying why.
        Err(fault) if fault.code == Code::BadOptions || fault.code == Code::BadRequest => {
            let unlocked = create::allowed_level(&app.registry, caller.id(), meta.id).await?.unwrap_or(0);
            let visitor = audience::visitor(caller.person());
            let markup = draw::game(&visitor, meta, unlocked, Some(audience::fault_notice(&fault)));
            Ok(html(fault.status(), markup))
        }
        Err(fault) => Err(fault),
    }
}

fn new_table(meta: &'static kernel::Meta, fields: &Fields) -> Result<NewTable, Fault> {
    let seats: u8 = match fields.get("seats") {
        Some(_) => fields.number("seats")?,
        None => meta.usual_seats,
    };
    let request = |seat: u8| match fields.get(&format!("seat{seat}")) {
        Some("me") => Ok(SeatRequest::Me(None)),
        Some("open") => Ok(SeatRequest::Open),
        None => Ok(if seat == 0 { SeatRequest::Me(None) } else { SeatRequest::Open }),
        Some(other) => match other.strip_prefix("bot:") {
            Some(bot) => Ok(SeatRequest::Bot(bot.parse()?)),
            None => Err(Fault::bad(format!("seat {seat} can be for you, open, or for a bot"))),
        },
    };
    let mut options = Map::new();
    for (field, value) in &fields.0 {
        let Some(key) = field.strip_prefix("opt.") else { continue };
        let spec = kernel::options::find(meta.options, key)?;
        // A pick of several comes as several fields of one name.
        let value = match spec.kind {
            kernel::OptionKind::Subset(_) => spec.parse(&fields.all(field).collect::<Vec<_>>().join(","))?,
            _ => spec.parse(value)?,
        };
        options.insert(key.to_owned(), value);
    }
    Ok(NewTable {
        game: meta.id.into(),
        options: Value::Object(options),
        seats: (0..seats).map(request).collect::<Result<_, Fault>>()?,
        physical: match fields.get("dice") {
            None | Some("sealed") => false,
            Some("physical") => true,
            Some(_) => return Err(Fault::bad("the dice are either sealed or physical")),
        },
    })
}

async fn change_seat(request: TableRequest, Path((_, seat)): Path<(String, String)>, fields: Fields) -> Answer {
    let seat: u64 = seat.parse().map_err(|_| Fault::new(Code::NotFound, "seats are numbered from 0"))?;
    let what = match fields.need("do")? {
        "take" => SeatChange::Take(None),
        "leave" => SeatChange::Leave,
        "bot" => SeatChange::Bot(fields.need("bot")?.parse()?),
        _ => return Err(Fault::bad("a seat can be taken, left, or given to a bot")),
    };
    // Nobody becomes a guest for a table that is not there.
    drop(request.app.registry.lock(&request.id).await?);
    let me = request.caller.or_guest(&request.app.store).await?;
    let done = seats::change(&request.app.registry, &me.id, &request.id, seat, what).await;
    back(&request, done).await
}

async fn start(request: TableRequest) -> Answer {
    back(&request, create::start(&request.app.registry, request.me(), &request.id).await).await
}

async fn act(request: TableRequest, fields: Fields) -> Answer {
    let action = serde_json::from_str(fields.need("action")?);
    let action = action.map_err(|error| Fault::new(Code::BadJson, format!("the action is not JSON: {error}")))?;
    let asked = MoveRequest { seat: fields.number("seat")?, expected: expected(&fields)?, action, request: None };
    back(&request, moves::act(&request.app.registry, request.me(), &request.id, asked).await).await
}

/// What the page showed on which a button was pressed.
fn expected(fields: &Fields) -> Result<Expected, Fault> {
    let epoch = fields.get("epoch").map(|_| fields.number("epoch")).transpose()?;
    Ok(Expected { step: fields.number("step")?, epoch })
}

async fn answer(request: TableRequest, fields: Fields) -> Answer {
    let (step, answers) = (fields.number("step")?, Some(fields.number("answers")?));
    let asked = AnswerRequest { step, answers, value: fields.need("value")?.to_owned() };
    back(&request, moves::answer(&request.app.registry, request.me(), &request.id, asked).await).await
}

async fn hint(request: TableRequest, fields: Fields) -> Answer {
    let (seat, expected) = (fields.number("seat")?, expected(&fields)?);
    back(&request, hints::hint(&request.app.registry, request.me(), &request.id, seat, expected).await).await
}

async fn order(request: TableRequest, fields: Fields) -> Answer {
    let name = fields.get("order").filter(|name| !name.is_empty()).map(str::to_owned);
    let expected = match name {
        Some(_) => expected(&fields)?,
        // An order can be taken back whatever has happened meanwhile.
        None => Expected { step: 0, epoch: None },
    };
    let limit = match fields.get("limit").filter(|limit| !limit.is_empty()) {
        Some(_) => Some(fields.number("limit")?),
        None => None,
    };
    let asked = OrderRequest { seat: fields.number("seat")?, expected, order: name, limit };
    back(&request, orders::give(&request.app.registry, request.me(), &request.id, asked).await).await
}

async fn take_back(request: TableRequest, fields: Fields) -> Answer {
    let step = fields.number("step")?;
    back(&request, undo::undo(&request.app.registry, request.me(), &request.id, step).await).await
}

async fn rematch(request: TableRequest, fields: Fields) -> Answer {
    let level = fields.get("level").map(|_| fields.number("level")).transpose()?;
    match create::rematch(&request.app.registry, request.me(), &request.id, level).await {
        Ok(next) => Ok(to_table(&next)),
        Err(fault) => back::<()>(&request, Err(fault)).await,
    }
}

async fn take_up_again(request: TableRequest, fields: Fields) -> Answer {
    match retry::retry(&request.app.registry, request.me(), &request.id, fields.number("step")?).await {
        Ok(next) => Ok(to_table(&next)),
        Err(fault) => back::<()>(&request, Err(fault)).await,
    }
}

async fn change_me(State(app): State<AppState>, caller: Caller, fields: Fields) -> Answer {
    let name = fields.get("name").map(people::clean_name).transpose()?;
    let mut person = caller.or_guest(&app.store).await?.clone();
    person.name = name.unwrap_or(person.name);
    if let Some(theme) = fields.get("theme") {
        person.theme = draw::Theme::named(theme).code().into();
    }
    if let Some(speed) = fields.get("speed") {
        person.speed = draw::Speed::named(speed).code().into();
    }
    app.store.write(Write::UpdatePerson(person)).await?;
    Ok(Redirect::to("/me").into_response())
}

/// The header that says at which version of the table a page is up to date.
const VERSION: &str = "x-version";

/// After something was done at a table: back to its page, or the part of it that changed. What went wrong is said on the
/// table as it is now.
async fn back<T>(request: &TableRequest, done: Result<T, Fault>) -> Answer {
    let (status, notice) = match done {
        Ok(_) if request.follows && !request.caller.is_new() => {
            let slot = request.app.registry.slot(&request.id)?;
            let version = slot.version_at(slot.revision());
            return Ok((StatusCode::NO_CONTENT, [(VERSION, version)]).into_response());
        }
        Ok(_) if !request.fragment && !request.follows => return Ok(to_table(&request.id)),
        // The stream of somebody who has just become known was opened by a stranger: the whole page, for whoever they are now.
        Ok(_) => (StatusCode::OK, None),
        Err(fault) if matches!(fault.code, Code::UnknownMatch | Code::Internal | Code::Closing | Code::BadRecord) => {
            return Err(fault);
        }
        Err(fault) if request.follows => {
            return Ok(html(fault.status(), draw::notice(&audience::fault_notice(&fault))));
        }
        Err(fault) => (fault.status(), Some(audience::fault_notice(&fault))),
    };
    let view = ViewOptions {
        notice,
        fragment: request.fragment || request.follows,
        origin: request.origin.clone(),
        ..ViewOptions::default()
    };
    Ok(html(status, site::table_markup(&request.app, &request.caller, &request.id, view).await?))
}

fn to_table(id: &str) -> Response {
    Redirect::to(&format!("/tables/{id}")).into_response()
}
