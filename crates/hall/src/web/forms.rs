//! Forms: the actions of people on pages. The browser is then redirected to a page, or gets its
//! changed part. A page that follows the table gets only the version that its stream will send, or
//! an error.

use std::collections::HashMap;

use axum::{
    Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
    routing::{MethodRouter, post},
};
use bots::Bot;
use kernel::Seat;
use text::t;
use views::fields::read_action;

use super::{
    AppState, HandlerResult,
    callers::Caller,
    chat_forms, count_seat,
    errors::HttpFault,
    errors::html,
    fields::{Fields, TableRequest},
    limits::Quota,
    packs, site,
};
use crate::{
    fault::{Code, Fault},
    people,
    store::{Proposed, TableList},
    tables::{
        Expected, absence,
        auto_actions::{self, AutoActionRequest},
        characters::BotChoice,
        check_id, clocks,
        create::{self, DiceRequest, Start},
        hints, invitations, leaving, lobby,
        moves::{self, AnswerRequest, MoveRequest},
        premoves::{self, ArmRequest},
        proposals, put_away, rematch, retry,
        seats::{self, SeatChange},
        settings::{self, SettingsChange},
        undo,
    },
    views::audience::{self, ViewOptions},
};

/// Returns the addresses of the forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/play", post(play).get(to_front))
        .route("/friends", post(open_for_friends).get(to_front))
        .route("/friends/again", post(as_last_time).get(to_front))
        .route("/lessons", post(begin_lesson).get(to_front))
        .route("/lessons/{number}", post(begin_lesson).get(to_front))
        .route("/tables", post(create_table).get(to_front))
        .route("/tables/{id}/seats/{seat}", of_table(post(change_seat)))
        .route("/tables/{id}/access", of_table(post(set_access)))
        .route("/tables/{id}/settings", of_table(post(set_settings)))
        .route("/tables/{id}/host", of_table(post(set_host)))
        .route("/tables/{id}/let-in", of_table(post(let_in)))
        .route("/tables/{id}/ready", of_table(post(set_ready)))
        .route("/tables/{id}/start", of_table(post(start)))
        .route("/tables/{id}/act", of_table(post(act)))
        .route("/tables/{id}/answer", of_table(post(answer)))
        .route("/tables/{id}/hint", of_table(post(hint)))
        .route("/tables/{id}/order", of_table(post(auto_action)))
        .route("/tables/{id}/arm", of_table(post(arm)))
        .route("/tables/{id}/undo", of_table(post(take_back)))
        .route("/tables/{id}/leave", of_table(post(leave)))
        .route("/tables/{id}/proposals", of_table(post(propose)))
        .route("/tables/{id}/put-away", of_table(post(set_put_away)))
        .route("/tables/{id}/invitations", of_table(post(invite)))
        .route("/tables/{id}/rematch", of_table(post(play_again)))
        .route("/tables/{id}/retry", of_table(post(take_up_again)))
        .merge(chat_forms::routes())
}

/// Redirects to the front page: after an error a page has the form's address, and a visitor may
/// load it without the form.
async fn to_front() -> Redirect {
    Redirect::to("/")
}

/// Makes the route of a table's form: a visitor who loads its address without the form is
/// redirected to the table.
pub(super) fn of_table(form: MethodRouter<AppState>) -> MethodRouter<AppState> {
    async fn to_its_table(Path(path): Path<HashMap<String, String>>) -> HandlerResult {
        let id = path.get("id").map_or("", String::as_str);
        check_id(id)?;
        Ok(to_table(id))
    }
    form.get(to_its_table)
}

async fn play(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let meta = app.registry.roster().find(fields.need("game")?)?.meta();
    let me = caller.or_guest(&app.store).await?;
    let wanted = fields.usual_table(meta);
    app.count_table(&caller).await?;
    Ok(to_table(&create::create(&app.registry, &me.id, wanted).await?))
}

/// Opens a private table for the visitor and their friends.
async fn open_for_friends(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let meta = app.registry.roster().find(fields.need("game")?)?.meta();
    let me = caller.or_guest(&app.store).await?;
    app.count_table(&caller).await?;
    Ok(to_table(&create::create_for_friends(&app.registry, &me.id, meta.id, dice(&fields)).await?))
}

/// Goes on from the visitor's last match with other people.
async fn as_last_time(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let me = caller.known()?;
    app.count_table(&caller).await?;
    Ok(to_table(&rematch::as_last_time(&app.registry, &me.id, dice(&fields)).await?))
}

/// Returns the seal and the share that a form has.
pub(super) fn dice(fields: &Fields) -> DiceRequest {
    DiceRequest { seal: fields.text("seal"), share: fields.text("share") }
}

/// Begins the lesson of this number, or the first.
async fn begin_lesson(
    State(app): State<AppState>,
    number: Option<Path<u8>>,
    caller: Caller,
    fields: Fields,
) -> HandlerResult {
    let meta = app.registry.roster().find(fields.need("game")?)?.meta();
    let me = caller.or_guest(&app.store).await?;
    app.count_table(&caller).await?;
    Ok(to_table(&create::create_lesson(&app.registry, &me.id, meta.id, number.map_or(1, |Path(number)| number)).await?))
}

async fn create_table(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let title = app.registry.roster().find(fields.need("game")?)?;
    let meta = title.meta();
    let created = match fields.new_table(title) {
        Ok(wanted) => {
            let me = caller.or_guest(&app.store).await?;
            app.count_table(&caller).await?;
            count_seat(&caller, wanted.ranked)?;
            create::create(&app.registry, &me.id, wanted).await
        }
        Err(fault) => Err(fault),
    };
    match created {
        Ok(id) => Ok(to_table(&id)),
        // The choices do not go together: the same page again, with the reason.
        Err(fault) if fault.code == Code::BadOptions || fault.code == Code::BadRequest => {
            let unlocked = create::allowed_level(&app.registry, caller.id(), meta.id).await?.unwrap_or(0);
            let visitor = app.visitor(&caller).await?;
            let packs = packs::choice(&app, &caller, meta.id, fields.get("opt.pack")).await?;
            let markup = pages::game(&visitor, meta, unlocked, Some(audience::fault_notice(&fault)), None, &packs);
            Ok(html(fault.status(), markup))
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Changes the settings of a table: each form sends those that it has.
async fn set_settings(request: TableRequest, fields: Fields) -> HandlerResult {
    let registry = &request.app.registry;
    let game = fields.text("game");
    let title = match &game {
        Some(game) => registry.roster().find(game)?,
        None => registry.lock(&request.id).await?.title,
    };
    let pace = fields.get("pace").map(clocks::pace).transpose()?;
    let change = SettingsChange {
        options: fields.options(title.meta())?,
        seats: fields.get("seats").map(|_| fields.number("seats")).transpose()?,
        pace,
        rest: fields.rest(pace)?,
        race: fields.yes_or_no("race")?,
        real: fields.dice()?,
        ranked: fields.yes_or_no("ranked")?,
        title: fields.get("title").map(str::to_owned),
        note: fields.get("note").map(str::to_owned),
        group: fields.get("group").map(str::to_owned),
        game,
    };
    let done = match change.has_words().then(|| request.caller.voice()).transpose() {
        Ok(_) => settings::change(registry, request.me(), &request.id, change).await,
        Err(fault) => Err(fault),
    };
    back(&request, done).await
}

async fn set_access(request: TableRequest, fields: Fields) -> HandlerResult {
    let change = fields.access_change()?;
    back(&request, lobby::set_access(&request.app.registry, request.me(), &request.id, change).await).await
}

async fn set_host(request: TableRequest, fields: Fields) -> HandlerResult {
    let seat = fields.number("seat")?;
    back(&request, lobby::set_host(&request.app.registry, request.me(), &request.id, seat).await).await
}

async fn let_in(request: TableRequest, fields: Fields) -> HandlerResult {
    let n = fields.number("n")?;
    back(&request, lobby::let_in(&request.app.registry, request.me(), &request.id, n).await).await
}

async fn change_seat(request: TableRequest, Path((_, seat)): Path<(String, String)>, fields: Fields) -> HandlerResult {
    let seat: u64 = seat.parse().map_err(|_| Fault::new(Code::NotFound, t!("seats are numbered from 0")))?;
    let what = match fields.need("do")? {
        "take" => {
            request.app.count_ranked(&request.caller, &request.id).await?;
            SeatChange::Take { share: fields.text("share"), called: fields.get("called").map(str::to_owned) }
        }
        "leave" => SeatChange::Leave,
        "bot" => {
            let guard = request.app.registry.lock(&request.id).await?;
            SeatChange::Bot(BotChoice::picked(guard.title, fields.need("bot")?)?)
        }
        "stand-in" | "back" | "ask" | "accept" | "refuse" | "withdraw" => {
            return change_player(request, seat, fields.need("do")?).await;
        }
        _ => return Err(Fault::bad(t!("a seat can be taken, left, or given to a bot")).into()),
    };
    // The table must exist before the visitor becomes a guest for it.
    drop(request.app.registry.lock(&request.id).await?);
    let done = match named(&request, &fields).await {
        Ok(me) => seats::change(&request.app.registry, &me, &request.id, seat, what).await,
        Err(fault) => Err(fault),
    };
    back(&request.seen_from(&fields), done).await
}

/// Returns the id of the visitor, with the name that the form has.
async fn named(request: &TableRequest, fields: &Fields) -> Result<String, Fault> {
    let name = fields.text("name").map(|name| people::clean_name(&name)).transpose()?;
    request.app.guest_named(&request.caller, name).await
}

/// Changes who plays for a seat in a match.
async fn change_player(request: TableRequest, seat: u64, what: &str) -> HandlerResult {
    let (registry, id) = (&request.app.registry, &request.id);
    drop(registry.lock(id).await?);
    let me = request.caller.or_guest(&request.app.store).await?;
    let done = match what {
        "stand-in" => absence::let_stand_in(registry, &me.id, id, seat, Bot::Normal).await,
        "back" => absence::end_stand_in(registry, &me.id, id, seat).await,
        "ask" => proposals::propose(registry, me, id, proposals::seat(seat)?).await,
        "withdraw" => proposals::withdraw_from(registry, &me.id, id, proposals::seat(seat)?).await,
        answer => proposals::answer_to(registry, &me.id, id, proposals::seat(seat)?, answer == "accept").await,
    };
    back(&request, done).await
}

async fn set_ready(request: TableRequest, fields: Fields) -> HandlerResult {
    let ready = fields.yes_or_no("ready")?.unwrap_or(true);
    back(&request, settings::set_ready(&request.app.registry, request.me(), &request.id, ready).await).await
}

async fn start(request: TableRequest, fields: Fields) -> HandlerResult {
    let how = Start {
        close_free: fields.yes_or_no("close-free")?.unwrap_or_default(),
        without_unready: fields.yes_or_no("without-unready")?.unwrap_or_default(),
    };
    let done = match request.app.check_matches(&request.caller).await {
        Ok(()) => create::start(&request.app.registry, request.me(), &request.id, how).await,
        Err(fault) => Err(fault),
    };
    back(&request, done).await
}

async fn act(request: TableRequest, fields: Fields) -> HandlerResult {
    let action = fields.action()?;
    let asked = MoveRequest { seat: fields.number("seat")?, expected: fields.expected()?, action, request: None };
    // The stream sends the result to the page, or the page is drawn here.
    let done = moves::act(&request.app.registry, request.me(), &request.id, asked, |_, _, _| ()).await;
    back(&request.seen_from(&fields), done).await
}

async fn answer(request: TableRequest, fields: Fields) -> HandlerResult {
    let (step, answers) = (fields.number("step")?, Some(fields.number("answers")?));
    let asked = AnswerRequest { step, answers, value: fields.need("value")?.to_owned() };
    let done = moves::answer(&request.app.registry, request.me(), &request.id, asked, |_, _, _| ()).await;
    back(&request.seen_from(&fields), done).await
}

async fn hint(request: TableRequest, fields: Fields) -> HandlerResult {
    let (seat, expected) = (fields.number("seat")?, fields.expected()?);
    let done = match request.caller.count(Quota::Hints) {
        Ok(()) => hints::hint(&request.app.registry, request.me(), &request.id, seat, expected).await,
        Err(fault) => Err(fault),
    };
    back(&request.seen_from(&fields), done).await
}

async fn auto_action(request: TableRequest, fields: Fields) -> HandlerResult {
    let name = fields.get("order").filter(|name| !name.is_empty()).map(str::to_owned);
    let expected = match name {
        Some(_) => fields.expected()?,
        // An auto-action can be ended at any state of the table.
        None => Expected { step: 0, epoch: None },
    };
    let limit = match fields.get("limit").filter(|limit| !limit.is_empty()) {
        Some(_) => Some(fields.number("limit")?),
        None => None,
    };
    let asked = AutoActionRequest { seat: fields.number("seat")?, expected, auto_action: name, limit };
    let done = auto_actions::give(&request.app.registry, request.me(), &request.id, asked).await;
    back(&request.seen_from(&fields), done).await
}

async fn arm(request: TableRequest, fields: Fields) -> HandlerResult {
    let text = fields.action_text()?;
    let (action, expected) = match text.is_empty() {
        // A premove can be cancelled at any state of the table.
        true => (None, Expected { step: 0, epoch: None }),
        false => (Some(read_action(&text)?), fields.expected()?),
    };
    let asked = ArmRequest { seat: fields.number("seat")?, expected, action };
    let done = premoves::arm(&request.app.registry, request.me(), &request.id, asked).await;
    back(&request.seen_from(&fields), done).await
}

async fn take_back(request: TableRequest, fields: Fields) -> HandlerResult {
    let step = fields.number("step")?;
    let done = undo::undo(&request.app.registry, request.me(), &request.id, step).await;
    back(&request.seen_from(&fields), done).await
}

async fn leave(request: TableRequest, _: Fields) -> HandlerResult {
    back(&request, leaving::leave(&request.app.registry, request.me(), &request.id).await).await
}

/// Makes a proposal, answers it, or withdraws it.
async fn propose(request: TableRequest, fields: Fields) -> HandlerResult {
    let (registry, id) = (&request.app.registry, &request.id);
    let me = request.caller.known()?;
    let done = match fields.need("do")? {
        "take-back" => {
            let what = Proposed::TakeBack { step: fields.number("step")? };
            proposals::propose(registry, me, id, what).await
        }
        "end" => proposals::propose(registry, me, id, Proposed::End).await,
        "remove" => {
            let what = Proposed::Remove { seat: Seat(fields.number("seat")?) };
            proposals::propose(registry, me, id, what).await
        }
        "withdraw" => proposals::withdraw(registry, &me.id, id, fields.number("n")?).await,
        answer @ ("accept" | "refuse") => {
            proposals::answer(registry, &me.id, id, fields.number("n")?, answer == "accept").await
        }
        _ => return Err(Fault::bad(t!("a proposal can be made, withdrawn, accepted or refused")).into()),
    };
    back(&request.seen_from(&fields), done).await
}

/// Puts a table away, or back on the visitor's lists, which show the result.
async fn set_put_away(request: TableRequest, fields: Fields) -> HandlerResult {
    let away = fields.yes_or_no("away")?.unwrap_or(true);
    put_away::put_away(&request.app.registry, &request.caller.known()?.id, &request.id, away).await?;
    let list = fields.get("list").and_then(TableList::named).unwrap_or(TableList::PutAway);
    Ok(Redirect::to(&format!("/me/tables?list={}", list.name())).into_response())
}

async fn invite(request: TableRequest, fields: Fields) -> HandlerResult {
    let done = invitations::invite(&request.app.registry, request.me(), &request.id, fields.need("person")?).await;
    back(&request, done).await
}

async fn play_again(request: TableRequest, fields: Fields) -> HandlerResult {
    let level = fields.get("level").map(|_| fields.number("level")).transpose()?;
    let counted = async || {
        request.app.count_table(&request.caller).await?;
        request.app.count_ranked(&request.caller, &request.id).await
    };
    if let Err(fault) = counted().await {
        return back::<()>(&request, Err(fault)).await;
    }
    match rematch::rematch(&request.app.registry, request.me(), &request.id, level, dice(&fields)).await {
        // The page of this table shows what was drawn for the next one.
        Ok(_) if fields.get("draw").is_some() => Ok(to_table(&request.id)),
        Ok(next) => {
            let guard = request.app.registry.lock(&next).await?;
            let own = request.app.registry.own_match(&guard, Some(request.me())).await?;
            Ok(to_table(&own.unwrap_or(next)))
        }
        Err(fault) => back::<()>(&request, Err(fault)).await,
    }
}

async fn take_up_again(request: TableRequest, fields: Fields) -> HandlerResult {
    if let Err(fault) = request.app.count_table(&request.caller).await {
        return back::<()>(&request, Err(fault)).await;
    }
    // The table must exist and be open to the visitor before they become a guest for it.
    drop(request.app.registry.look(&request.id, request.caller.id()).await?);
    let me = request.caller.or_guest(&request.app.store).await?;
    match retry::retry(&request.app.registry, &me.id, &request.id, fields.number("step")?).await {
        Ok(next) => Ok(to_table(&next)),
        Err(fault) => back::<()>(&request, Err(fault)).await,
    }
}

/// The header with the version of the table to which a page is up to date.
const VERSION: &str = "x-version";

/// Answers an action at a table: with a redirect to its page, or with its changed part. An error is
/// shown on the table as it is now.
pub(super) async fn back<T>(request: &TableRequest, done: Result<T, Fault>) -> HandlerResult {
    let wait = done.as_ref().err().and_then(Fault::retry_after);
    let (status, notice) = match done {
        Ok(_) if request.follows && !request.caller.is_new() => {
            let slot = request.app.registry.slot(&request.id)?;
            let version = slot.version(request.caller.id());
            return Ok((StatusCode::NO_CONTENT, [(VERSION, version)]).into_response());
        }
        Ok(_) if !request.fragment && !request.follows => {
            return Ok(match request.seat {
                Some(seat) => Redirect::to(&format!("/tables/{}?seat={seat}", request.id)).into_response(),
                None => to_table(&request.id),
            });
        }
        // The visitor has just become known, but their stream was opened as a stranger's: send the
        // whole page for the new person.
        Ok(_) => (StatusCode::OK, None),
        Err(fault) if matches!(fault.code, Code::UnknownMatch | Code::Internal | Code::Closing | Code::BadRecord) => {
            return Err(fault.into());
        }
        Err(fault) if request.follows => {
            let notice = html(fault.status(), pages::notice(&audience::fault_notice(&fault)));
            return Ok((wait, notice).into_response());
        }
        Err(fault) => (fault.status(), Some(audience::fault_notice(&fault))),
    };
    let view = ViewOptions {
        notice,
        fragment: request.fragment || request.follows,
        origin: request.origin.clone(),
        seat: request.seat,
        ..ViewOptions::default()
    };
    let page = html(status, site::table_markup(&request.app, &request.caller, &request.id, view).await?);
    Ok((wait, page).into_response())
}

pub(super) fn to_table(id: &str) -> Response {
    Redirect::to(&format!("/tables/{id}")).into_response()
}
