//! Groups: their pages and forms, and the same for programs.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use model::Day;
use pages::{Entered, GroupPage, GroupSettings, GroupsPage, JoinPage, Notice, NoticeKind};
use serde::Deserialize;
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, HandlerResult,
    api::{Body, told},
    callers::Caller,
    company::evening_answer,
    errors::{FaultAnswer, HttpFault, html},
    fields::Fields,
    forms::{dice, to_table},
    notice_settings::form,
    origin::Origin,
    schema::*,
};
use crate::{
    fault::Fault,
    notices::trouble_of,
    people,
    store::{GroupScore, Member, TableHeader, now},
    tables::{create::DiceRequest, groups},
    views::{audience, company, groups as views, lists},
};

/// Returns the addresses of the pages and their forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/groups", get(own_groups).post(make))
        .route("/groups/{id}", get(page).post(change))
        .route("/groups/{id}/tables", post(open_table))
        .route("/join/{token}", get(joining).post(join))
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_groups, make_group))
        .routes(routes!(group, change_group))
        .routes(routes!(renew_group_link))
        .routes(routes!(remove_member))
        .routes(routes!(set_mention))
        .routes(routes!(set_group_webhook, remove_group_webhook))
        .routes(routes!(try_group_webhook))
        .routes(routes!(open_group_table))
        .routes(routes!(invited_group, join_group))
}

async fn own_groups(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    groups_page(&app, &caller, StatusCode::OK, Entered::default()).await
}

async fn groups_page(app: &AppState, caller: &Caller, status: StatusCode, entered: Entered) -> HandlerResult {
    let account = match caller.id() {
        Some(me) => app.store.account(me).await?.is_some(),
        None => false,
    };
    let page = GroupsPage { groups: views::of(&app.store, caller.id()).await?, account, entered };
    Ok(html(status, pages::groups(&app.visitor(caller).await?, &page)))
}

/// Makes a group. Errors are shown at the field.
async fn make(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let (name, note) = (fields.need("name")?, fields.get("note").unwrap_or_default());
    match groups::make(&app.store, &caller.voice()?.id, name, note).await {
        Ok(id) => Ok(to_group(&id).into_response()),
        Err(fault) => {
            let entered = Entered::new("/groups", &fields.0, "name", audience::fault_notice(&fault).text);
            groups_page(&app, &caller, fault.status(), entered).await
        }
    }
}

fn to_group(id: &str) -> Redirect {
    Redirect::to(&format!("/groups/{id}"))
}

async fn page(State(app): State<AppState>, caller: Caller, Path(id): Path<String>, origin: Origin) -> HandlerResult {
    group_page(&app, &caller, &id, &origin, StatusCode::OK, None, Entered::default()).await
}

/// Answers with the page of a group, for a member.
async fn group_page(
    app: &AppState,
    caller: &Caller,
    id: &str,
    origin: &Origin,
    status: StatusCode,
    notice: Option<Notice>,
    entered: Entered,
) -> HandlerResult {
    let me = caller.id().unwrap_or_default();
    let group = groups::of_member(&app.store, me, id).await?;
    let members = views::members(&app.store, id, me).await?;
    let tables = views::tables(&app.registry, &app.store, id, me).await?;
    let evenings = app.store.group_evenings(id, views::EVENINGS).await?;
    let settings = match group.owner == me {
        true => {
            let webhook = app.store.group_webhook(id).await?;
            Some(GroupSettings { trouble: webhook.as_ref().and_then(trouble_of), webhook })
        }
        false => None,
    };
    let page = GroupPage {
        notice,
        made: Day::of(group.created).to_string(),
        link: format!("{}/join/{}", origin.url.as_deref().unwrap_or_default(), group.link),
        games: views::games(&app.store, id).await?,
        tables: &lists::cards(&tables, Some(me)),
        evenings: evenings.into_iter().map(|one| company::evening(one, me)).collect(),
        boards: views::boards(&app.registry, &app.store.group_scores(id).await?, me),
        mention: members.iter().find(|one| one.person == me).map(|one| one.mention.clone()).unwrap_or_default(),
        members: members.iter().map(|one| views::member(one, &group, me)).collect(),
        group: &group,
        settings,
        entered,
    };
    Ok(html(status, pages::group(&app.visitor(caller).await?, &page)))
}

/// Changes a group as the form's `do` asks. Errors are shown on the page.
async fn change(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    origin: Origin,
    fields: Fields,
) -> HandlerResult {
    let me = caller.known()?.id.clone();
    let what = fields.need("do")?;
    groups::of_member(&app.store, &me, &id).await?;
    let done = match what {
        "save" => match caller.voice() {
            Ok(_) => {
                groups::change(&app.store, &me, &id, fields.need("name")?, fields.get("note").unwrap_or_default()).await
            }
            Err(fault) => Err(fault),
        },
        "renew" => groups::renew_link(&app.store, &me, &id).await,
        "mention" => groups::set_mention(&app.store, &me, &id, fields.need("mention")?).await,
        "remove" => groups::leave(&app.store, &me, &id, fields.need("person")?).await,
        "leave" => {
            groups::leave(&app.store, &me, &id, &me).await?;
            return Ok(Redirect::to("/groups").into_response());
        }
        "remove-webhook" => app.notices.set_group_webhook(&me, &id, None).await,
        "save-webhook" | "test-webhook" => save_webhook(&app, &me, &id, &fields).await,
        _ => return Err(Fault::bad(t!("the form asks for nothing that can be done with a group")).into()),
    };
    let (place, field) = match what {
        "save" => ("settings", "name"),
        "mention" => ("mention", "mention"),
        _ => ("webhook", "url"),
    };
    match done {
        Ok(()) if what == "test-webhook" => {
            let notice = Notice { kind: NoticeKind::Info, text: t!("Sent. It should be in your chat now.").into() };
            group_page(&app, &caller, &id, &origin, StatusCode::OK, Some(notice), Entered::default()).await
        }
        Ok(()) => Ok(to_group(&id).into_response()),
        Err(fault) => {
            let at = format!("/groups/{id}#{place}");
            let entered = Entered::new(&at, &fields.0, field, audience::fault_notice(&fault).text);
            let notice = matches!(what, "renew" | "remove").then(|| audience::fault_notice(&fault));
            let page = group_page(&app, &caller, &id, &origin, fault.status(), notice, entered).await?;
            Ok((fault.retry_after(), page).into_response())
        }
    }
}

async fn save_webhook(app: &AppState, me: &str, id: &str, fields: &Fields) -> Result<(), Fault> {
    let to = (fields.need("url")?, form(fields.need("form")?)?);
    app.notices.set_group_webhook(me, id, Some(to)).await?;
    match fields.get("do") {
        Some("test-webhook") => app.notices.try_group_webhook(me, id).await,
        _ => Ok(()),
    }
}

/// Opens a table for the group; all members are invited.
async fn open_table(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> HandlerResult {
    let me = caller.known()?.id.clone();
    app.count_table(&caller).await?;
    Ok(to_table(&groups::open(&app.registry, &me, &id, fields.need("game")?, dice(&fields)).await?))
}

/// Answers with the page of a link; a member is sent to the group.
async fn joining(State(app): State<AppState>, caller: Caller, Path(token): Path<String>) -> HandlerResult {
    let group = groups::by_link(&app.store, &token).await?;
    let me = caller.id().unwrap_or_default();
    if app.store.is_member(&group.id, me).await? {
        return Ok(to_group(&group.id).into_response());
    }
    let naming = match caller.person() {
        Some(me) => app.store.guest_since(&me.id).await?.map(|_| me.name.clone()),
        None => Some(String::new()),
    };
    let members = views::members(&app.store, &group.id, me).await?;
    let page =
        JoinPage { link: token, name: group.name, members: members.into_iter().map(|one| one.name).collect(), naming };
    Ok(html(StatusCode::OK, pages::join(&app.visitor(&caller).await?, &page)))
}

/// Adds the visitor, who becomes a guest if they are unknown, to the group of a link.
async fn join(State(app): State<AppState>, caller: Caller, Path(token): Path<String>, fields: Fields) -> HandlerResult {
    // The link must lead somewhere before the visitor becomes a guest for it.
    groups::by_link(&app.store, &token).await?;
    let name = fields.get("name").filter(|name| !name.is_empty()).map(people::clean_name).transpose()?;
    let me = app.guest_named(&caller, name).await?;
    Ok(to_group(&groups::join(&app.store, &me, &token).await?).into_response())
}

/// Lists the groups of the caller.
#[utoipa::path(get, path = "/api/v1/groups", responses((status = 200, description = "The groups", body = GroupsAnswer)))]
async fn list_groups(State(app): State<AppState>, caller: Caller) -> Answer<GroupsAnswer> {
    let all = app.store.groups_of(&caller.known()?.id).await?;
    let groups =
        all.into_iter().map(|one| GroupLineAnswer { id: one.group.id, name: one.group.name, members: one.members });
    Ok(Json(GroupsAnswer { groups: groups.collect() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GroupWords {
    /// A name of at most 40 characters.
    name: String,
    /// A note for the members, of at most 140 characters.
    #[serde(default)]
    note: String,
}

/// Makes a group; the caller has an account and owns it.
#[utoipa::path(post, path = "/api/v1/groups", request_body = GroupWords, responses((status = 201, description = "The group", body = GroupAnswer), (status = 403, description = "`not_your_seat`: the caller has no account", body = Failure)))]
async fn make_group(
    State(app): State<AppState>,
    caller: Caller,
    Body(words): Body<GroupWords>,
) -> Created<GroupAnswer> {
    let me = &caller.voice()?.id;
    let id = groups::make(&app.store, me, &words.name, &words.note).await?;
    created(answer(&app, me, &id).await?)
}

/// Returns a group of the caller.
#[utoipa::path(get, path = "/api/v1/groups/{id}", responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn group(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<GroupAnswer> {
    Ok(Json(answer(&app, &caller.known()?.id, &id).await?))
}

/// Changes the name and the note of a group that the caller owns.
#[utoipa::path(put, path = "/api/v1/groups/{id}", request_body = GroupWords, responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn change_group(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(words): Body<GroupWords>,
) -> Answer<GroupAnswer> {
    let me = &caller.voice()?.id;
    groups::change(&app.store, me, &id, &words.name, &words.note).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

/// Renews the link of a group that the caller owns: the old one leads nowhere.
#[utoipa::path(post, path = "/api/v1/groups/{id}/link", responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn renew_group_link(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    groups::renew_link(&app.store, me, &id).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

/// Leaves a group, or removes another member as its owner. A group without members is deleted.
#[utoipa::path(delete, path = "/api/v1/groups/{id}/members/{person}", responses((status = 204, description = "Done")))]
async fn remove_member(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, person)): Path<(String, String)>,
) -> Result<StatusCode, FaultAnswer> {
    groups::leave(&app.store, &caller.known()?.id, &id, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Mention {
    /// The name or id in the chat; empty for none.
    mention: String,
}

/// Sets how the group's webhook mentions the caller.
#[utoipa::path(put, path = "/api/v1/groups/{id}/mention", request_body = Mention, responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn set_mention(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<Mention>,
) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    groups::set_mention(&app.store, me, &id, &given.mention).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GroupWebhook {
    url: String,
    /// `discord`, `slack` or `json`.
    form: String,
}

/// Sets the webhook of a group that the caller owns.
#[utoipa::path(put, path = "/api/v1/groups/{id}/webhook", request_body = GroupWebhook, responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn set_group_webhook(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GroupWebhook>,
) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    app.notices.set_group_webhook(me, &id, Some((&given.url, form(&given.form)?))).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

/// Removes the webhook of a group that the caller owns.
#[utoipa::path(delete, path = "/api/v1/groups/{id}/webhook", responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn remove_group_webhook(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    app.notices.set_group_webhook(me, &id, None).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

/// Posts a test message to the webhook of a group that the caller owns.
#[utoipa::path(post, path = "/api/v1/groups/{id}/webhook/test", responses((status = 200, description = "The group", body = GroupAnswer), (status = 502, description = "`not_sent`: it did not take it", body = Failure)))]
async fn try_group_webhook(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    app.notices.try_group_webhook(me, &id).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GroupTable {
    game: String,
    seal: Option<String>,
    share: Option<String>,
}

/// Opens a table for a group, with the settings of its last one of the same game, and invites its
/// members.
#[utoipa::path(post, path = "/api/v1/groups/{id}/tables", request_body = GroupTable, responses((status = 201, description = "The new table", body = TableAnswer), (status = 404, description = "`not_found`, `unknown_game`", body = Failure)))]
async fn open_group_table(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<GroupTable>,
) -> Created<TableAnswer> {
    let me = &caller.known()?.id;
    app.count_table(&caller).await?;
    let dice = DiceRequest { seal: wanted.seal, share: wanted.share };
    let table = groups::open(&app.registry, me, &id, &wanted.game, dice).await?;
    created(told(&app, &caller, &table).await?)
}

/// Returns the group of a link.
#[utoipa::path(get, path = "/api/v1/join/{token}", responses((status = 200, description = "The group", body = GroupLineAnswer)))]
async fn invited_group(State(app): State<AppState>, Path(token): Path<String>) -> Answer<GroupLineAnswer> {
    let group = groups::by_link(&app.store, &token).await?;
    let members = app.store.members(&group.id, "").await?.len() as u32;
    Ok(Json(GroupLineAnswer { id: group.id, name: group.name, members }))
}

/// Joins the group of a link.
#[utoipa::path(post, path = "/api/v1/join/{token}", responses((status = 200, description = "The group", body = GroupAnswer)))]
async fn join_group(State(app): State<AppState>, caller: Caller, Path(token): Path<String>) -> Answer<GroupAnswer> {
    let me = &caller.known()?.id;
    let id = groups::join(&app.store, me, &token).await?;
    Ok(Json(answer(&app, me, &id).await?))
}

/// Returns a group as a member sees it.
async fn answer(app: &AppState, me: &str, id: &str) -> Result<GroupAnswer, Fault> {
    let group = groups::of_member(&app.store, me, id).await?;
    let members = views::members(&app.store, id, me).await?;
    let mention = members.iter().find(|one| one.person == me).map(|one| one.mention.clone()).unwrap_or_default();
    let now = now();
    let member = |one: Member| MemberAnswer {
        here: one.is_here(now),
        id: one.person,
        name: one.name,
        guest: one.guest,
        joined: one.joined,
        seen: one.seen,
    };
    let table = |header: TableHeader| {
        let phase = header.status.name();
        OwnTable { table: header.id, game: header.game, phase, touched: header.touched }
    };
    let score = |one: GroupScore| GroupScoreAnswer {
        game: one.game,
        id: one.entrant.person,
        name: one.entrant.name,
        matches: one.matches,
        won: one.won,
        points: one.points,
        best: one.best,
    };
    let webhook = match group.owner == me {
        true => app.store.group_webhook(id).await?.map(WebhookAnswer::from),
        false => None,
    };
    Ok(GroupAnswer {
        name: group.name,
        note: group.note,
        owner: group.owner,
        link: format!("/join/{}", group.link),
        created: group.created,
        members: members.into_iter().map(member).collect(),
        tables: app.store.group_tables(id, lists::LISTED as u32).await?.into_iter().map(table).collect(),
        evenings: app.store.group_evenings(id, views::EVENINGS).await?.into_iter().map(evening_answer).collect(),
        scores: app.store.group_scores(id).await?.into_iter().map(score).collect(),
        mention,
        webhook,
        id: group.id,
    })
}
