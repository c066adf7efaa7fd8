//! Pages and forms for people. Everything here works with links and forms alone.

use std::{str::FromStr, sync::Arc};

use axum::{
    Form, Router,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use bots::Bot;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    Doors,
    error::{Code, Fault},
    keeper::Keeper,
    news,
    page::{self, Look},
    people::{self, Caller},
    play::{Deed, Told},
    seatwork::{self, Plan, Seating, Wish},
    skin,
    store::{Phase, Work, now},
};

/// How many tables a list shows.
const LISTED: u32 = 30;
/// How long an open table is offered to everybody, in milliseconds.
const OFFERED: i64 = 24 * 3600 * 1000;

/// What a handler gives back.
type Answer = Result<Response, Fault>;

/// The pages' addresses.
pub(crate) fn routes() -> Router<Doors> {
    Router::new()
        .route("/", get(front))
        .route("/games", get(front))
        .route("/games/{id}", get(game))
        .route("/play", post(play))
        .route("/tables", post(create))
        .route("/tables/{id}", get(table))
        .route("/tables/{id}/events", get(news::events))
        .route("/tables/{id}/seats/{seat}", post(seat))
        .route("/tables/{id}/start", post(start))
        .route("/tables/{id}/act", post(act))
        .route("/tables/{id}/answer", post(answer))
        .route("/tables/{id}/hint", post(hint))
        .route("/tables/{id}/undo", post(undo))
        .route("/tables/{id}/rematch", post(rematch))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/verify", get(verify))
        .route("/replays/{id}", get(replay))
        .route("/me", get(me).post(change_me))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(health))
}

/// Any other address.
pub(crate) async fn nowhere() -> Fault {
    Fault::new(Code::NotFound, "there is nothing here; check the address")
}

/// The fields of a form or of a query, the last of a name counting.
struct Fields(Vec<(String, String)>);

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn need(&self, name: &str) -> Result<&str, Fault> {
        self.get(name).ok_or_else(|| Fault::bad(format!("the form has no field {name:?}; load the page again")))
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T, Fault> {
        let text = self.need(name)?;
        text.trim().parse().map_err(|_| Fault::bad(format!("the field {name:?} must be a whole number")))
    }
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Fields, Fault> {
        match Form::from_request(request, state).await {
            Ok(Form(fields)) => Ok(Fields(fields)),
            Err(no) if no.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Fault::too_large()),
            Err(_) => Err(Fault::bad("that is no form; send fields as application/x-www-form-urlencoded")),
        }
    }
}

/// The query of an address; one that cannot be read counts as none.
struct Asked(Fields);

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked, Self::Rejection> {
        let fields = Query::try_from_uri(&parts.uri).map(|Query(fields)| fields).unwrap_or_default();
        Ok(Asked(Fields(fields)))
    }
}

impl Asked {
    fn look(&self, headers: &HeaderMap) -> Look {
        Look {
            at: self.0.number("at").ok(),
            seat: self.0.number("seat").ok(),
            from: self.0.get("from").filter(|from| !from.is_empty()).map(str::to_owned),
            confirm: self.0.number("confirm").ok(),
            fragment: is_fragment(headers),
            origin: origin(headers),
            ..Look::default()
        }
    }
}

fn is_fragment(headers: &HeaderMap) -> bool {
    headers.get("x-fragment").is_some_and(|value| value == "1")
}

/// The address of the hall as the visitor has it.
fn origin(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let secure = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    Some(format!("{}://{host}", if secure { "https" } else { "http" }))
}

fn to_table(id: &str) -> Response {
    Redirect::to(&format!("/tables/{id}")).into_response()
}

async fn front(State(doors): State<Doors>, caller: Caller) -> Answer {
    let store = &doors.keeper.store;
    let mut yours = match caller.id() {
        Some(id) => store.tables_of(id, LISTED).await?,
        None => Vec::new(),
    };
    yours.retain(|head| head.phase != Phase::Over);
    let mut open = store.open_tables(now() - OFFERED, LISTED).await?;
    open.retain(|head| !yours.iter().any(|own| own.id == head.id));
    let (yours, open) = (page::entries(&doors, &caller, yours).await?, page::entries(&doors, &caller, open).await?);
    let (yours, open) = (page::cards(&yours, &caller), page::cards(&open, &caller));
    Ok(page::html(StatusCode::OK, skin::front(&page::visitor(&caller), &page::games(), &yours, &open)))
}

async fn game(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>) -> Answer {
    let meta = roster::find(&id)?.meta();
    let unlocked = doors.keeper.allowed(caller.id(), meta.id).await?.unwrap_or(0);
    Ok(page::html(StatusCode::OK, skin::game(&page::visitor(&caller), meta, unlocked, None)))
}

async fn play(State(doors): State<Doors>, caller: Caller, fields: Fields) -> Answer {
    let meta = roster::find(fields.need("game")?)?.meta();
    let me = caller.or_guest(&doors.keeper.store).await?;
    let seats = (0..meta.usual_seats).map(|seat| if seat == 0 { Wish::Me(None) } else { Wish::Bot(Bot::Normal) });
    let options = Value::Object(Map::new());
    let plan = Plan { game: meta.id.into(), options, seats: seats.collect(), physical: false };
    Ok(to_table(&doors.keeper.create(&me.id, plan).await?))
}

async fn create(State(doors): State<Doors>, caller: Caller, fields: Fields) -> Answer {
    let meta = roster::find(fields.need("game")?)?.meta();
    let planned = plan(meta, &fields);
    let created = match planned {
        Ok(plan) => {
            let me = caller.or_guest(&doors.keeper.store).await?;
            doors.keeper.create(&me.id, plan).await
        }
        Err(fault) => Err(fault),
    };
    match created {
        Ok(id) => Ok(to_table(&id)),
        // What was chosen does not go together: the same page again, saying why.
        Err(fault) if fault.code == Code::BadOptions || fault.code == Code::BadRequest => {
            let unlocked = doors.keeper.allowed(caller.id(), meta.id).await?.unwrap_or(0);
            let markup = skin::game(&page::visitor(&caller), meta, unlocked, Some(page::trouble(&fault)));
            Ok(page::html(fault.code.status(), markup))
        }
        Err(fault) => Err(fault),
    }
}

fn plan(meta: &'static kernel::Meta, fields: &Fields) -> Result<Plan, Fault> {
    let seats: u8 = match fields.get("seats") {
        Some(_) => fields.number("seats")?,
        None => meta.usual_seats,
    };
    let wish = |seat: u8| match fields.get(&format!("seat{seat}")) {
        Some("me") => Ok(Wish::Me(None)),
        Some("open") => Ok(Wish::Open),
        None => Ok(if seat == 0 { Wish::Me(None) } else { Wish::Open }),
        Some(other) => match other.strip_prefix("bot:") {
            Some(bot) => Ok(Wish::Bot(bot.parse()?)),
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
    Ok(Plan {
        game: meta.id.into(),
        options: Value::Object(options),
        seats: (0..seats).map(wish).collect::<Result<_, Fault>>()?,
        physical: match fields.get("dice") {
            None | Some("sealed") => false,
            Some("physical") => true,
            Some(_) => return Err(Fault::bad("the dice are either sealed or physical")),
        },
    })
}

async fn table(
    State(doors): State<Doors>,
    caller: Caller,
    Path(id): Path<String>,
    asked: Asked,
    headers: HeaderMap,
) -> Answer {
    Ok(page::html(StatusCode::OK, page::table(&doors, &caller, &id, asked.look(&headers)).await?))
}

/// Somebody at the page of a table, who has pressed something there.
struct Visit {
    doors: Doors,
    caller: Caller,
    id: String,
    headers: HeaderMap,
}

#[derive(Deserialize)]
struct TablePath {
    id: String,
}

impl FromRequestParts<Doors> for Visit {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<Visit, Self::Rejection> {
        let Path(TablePath { id }) = Path::from_request_parts(parts, doors).await?;
        let Ok(caller) = Caller::from_request_parts(parts, doors).await;
        Ok(Visit { doors: doors.clone(), caller, id, headers: parts.headers.clone() })
    }
}

impl Visit {
    fn keeper(&self) -> &Arc<Keeper> {
        &self.doors.keeper
    }

    /// The visitor's id; empty, and so nobody's, for somebody unknown.
    fn me(&self) -> &str {
        self.caller.id().unwrap_or_default()
    }

    /// After something was done: back to the table's page, or the part of it that changed. What went wrong is said on the
    /// table as it is now.
    async fn after<T>(&self, done: Result<T, Fault>) -> Answer {
        let fragment = is_fragment(&self.headers);
        let (status, notice) = match done {
            Ok(_) if !fragment => return Ok(to_table(&self.id)),
            Ok(_) => (StatusCode::OK, None),
            Err(fault)
                if matches!(fault.code, Code::UnknownMatch | Code::Internal | Code::Closing | Code::BadRecord) =>
            {
                return Err(fault);
            }
            Err(fault) => (fault.code.status(), Some(page::trouble(&fault))),
        };
        let look = Look { notice, fragment, origin: origin(&self.headers), ..Look::default() };
        Ok(page::html(status, page::table(&self.doors, &self.caller, &self.id, look).await?))
    }
}

async fn seat(visit: Visit, Path((_, seat)): Path<(String, String)>, fields: Fields) -> Answer {
    let seat: u64 = seat.parse().map_err(|_| Fault::new(Code::NotFound, "seats are numbered from 0"))?;
    let what = match fields.need("do")? {
        "take" => Seating::Take(None),
        "leave" => Seating::Leave,
        "bot" => Seating::Bot(fields.need("bot")?.parse()?),
        _ => return Err(Fault::bad("a seat can be taken, left, or given to a bot")),
    };
    // Nobody becomes a guest for a table that is not there.
    drop(visit.keeper().hold(&visit.id).await?);
    let me = visit.caller.or_guest(&visit.keeper().store).await?;
    visit.after(visit.keeper().seat(&me.id, &visit.id, seat, what).await).await
}

async fn start(visit: Visit) -> Answer {
    visit.after(visit.keeper().start(visit.me(), &visit.id).await).await
}

async fn act(visit: Visit, fields: Fields) -> Answer {
    let action = serde_json::from_str(fields.need("action")?);
    let action = action.map_err(|error| Fault::new(Code::BadJson, format!("the action is not JSON: {error}")))?;
    let deed = Deed { seat: fields.number("seat")?, step: fields.number("step")?, action, request: None };
    visit.after(visit.keeper().act(visit.me(), &visit.id, deed).await).await
}

async fn answer(visit: Visit, fields: Fields) -> Answer {
    let (step, answers) = (fields.number("step")?, Some(fields.number("answers")?));
    let told = Told { step, answers, value: fields.need("value")?.to_owned() };
    visit.after(visit.keeper().answer(visit.me(), &visit.id, told).await).await
}

async fn hint(visit: Visit, fields: Fields) -> Answer {
    let (seat, step) = (fields.number("seat")?, fields.number("step")?);
    visit.after(visit.keeper().hint(visit.me(), &visit.id, seat, step).await).await
}

async fn undo(visit: Visit, fields: Fields) -> Answer {
    visit.after(visit.keeper().undo(visit.me(), &visit.id, fields.number("step")?).await).await
}

async fn rematch(visit: Visit) -> Answer {
    match visit.keeper().rematch(visit.me(), &visit.id).await {
        Ok(next) => Ok(to_table(&next)),
        Err(fault) => visit.after::<()>(Err(fault)).await,
    }
}

/// `GET /tables/ID/record`: the record as a file.
pub(crate) async fn record(State(doors): State<Doors>, Path(id): Path<String>) -> Answer {
    let (_, held) = doors.keeper.hold(&id).await?;
    let record = held.record(&page::names(&doors, &id).await?)?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", held.head.game);
    let kind = "application/jsonl; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], record.to_string()).into_response())
}

async fn verify(State(doors): State<Doors>, caller: Caller, Path(id): Path<String>) -> Answer {
    let (_, held) = doors.keeper.hold(&id).await?;
    let seal =
        held.seal().ok_or_else(|| Fault::new(Code::NotFound, "this match had real dice: there is no seal to check"))?;
    let over = held.playing()?.outcome().is_some();
    // Read back from its text, as anybody would who was handed the file.
    let text = held.record(&page::names(&doors, &id).await?)?.to_string();
    drop(held);
    let record = kernel::Record::parse(&text).map_err(|bad| Fault::new(Code::BadRecord, bad.to_string()))?;
    let seed = record.header.seed.clone().filter(|_| over);
    let checked = tokio::task::spawn_blocking(move || roster::load(&record).map(|table| table.ply())).await;
    let verdict = match checked {
        _ if !over => Err("The match is not over. Its seed is opened when it is.".into()),
        Ok(Ok(steps)) => Ok(steps),
        Ok(Err(bad)) => Err(page::sentence(&bad.to_string())),
        Err(_) => Err("The check broke off.".into()),
    };
    let href = format!("/tables/{id}/record");
    let markup = skin::verify(&page::visitor(&caller), &id, &seal, seed.as_deref(), verdict, &href);
    Ok(page::html(StatusCode::OK, markup))
}

async fn replay(
    State(doors): State<Doors>,
    caller: Caller,
    Path(id): Path<String>,
    asked: Asked,
    headers: HeaderMap,
) -> Answer {
    let over = doors.keeper.hold(&id).await?.1.head.phase == crate::store::Phase::Over;
    if !over {
        return Ok(to_table(&id));
    }
    let look = Look { replay: true, fragment: false, ..asked.look(&headers) };
    Ok(page::html(StatusCode::OK, page::table(&doors, &caller, &id, look).await?))
}

async fn me(State(doors): State<Doors>, caller: Caller) -> Answer {
    let (mut tables, mut unlocked) = (Vec::new(), Vec::new());
    if let Some(id) = caller.id() {
        tables = doors.keeper.store.tables_of(id, LISTED).await?;
        for meta in page::games().into_iter().filter(|meta| seatwork::levels(meta).is_some()) {
            let level = doors.keeper.store.unlocked(id, meta.id).await?;
            unlocked.extend((level > 0).then_some((meta.title, level)));
        }
    }
    let entries = page::entries(&doors, &caller, tables).await?;
    let cards = page::cards(&entries, &caller);
    Ok(page::html(StatusCode::OK, skin::me(&page::visitor(&caller), &cards, &unlocked)))
}

async fn change_me(State(doors): State<Doors>, caller: Caller, fields: Fields) -> Answer {
    let name = fields.get("name").map(people::name).transpose()?;
    let mut person = caller.or_guest(&doors.keeper.store).await?.clone();
    person.name = name.unwrap_or(person.name);
    if let Some(theme) = fields.get("theme") {
        person.theme = skin::Theme::named(theme).code().into();
    }
    if let Some(speed) = fields.get("speed") {
        person.speed = skin::Speed::named(speed).code().into();
    }
    doors.keeper.store.write(Work::Rename(person)).await?;
    Ok(Redirect::to("/me").into_response())
}

async fn asset(Path(name): Path<String>, asked: Asked) -> Answer {
    let (kind, bytes) = skin::asset(&name).ok_or_else(|| Fault::new(Code::NotFound, "there is no such file"))?;
    // An address with the mark of a content never changes it.
    let keep = if asked.0.get("v").is_some() { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)], bytes).into_response())
}

/// `GET /healthz`: whether the hall and its database answer.
async fn health(State(doors): State<Doors>) -> Answer {
    doors.keeper.store.ping().await?;
    Ok("ok\n".into_response())
}
