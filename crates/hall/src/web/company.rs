//! The page of the people with whom the caller has played, its forms, and the same for programs.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use pages::{PeoplePage, ShownPerson};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::{FaultAnswer, html},
    fields::{Fields, QueryFields},
    forms::{dice, to_table},
    schema::*,
};
use crate::{
    store::{Companion, Entrant, Evening, Invitation, PeopleWrite, Person, now},
    tables::invitations,
    views::{company, groups},
};

/// Returns the addresses of the page and its forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/people", get(page))
        .route("/people/presence", post(set_presence))
        .route("/people/{id}/invite", post(invite))
        .route("/people/{id}/block", post(block))
        .route("/invitations/{id}", post(answer))
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(companions))
        .routes(routes!(evenings))
        .routes(routes!(blocks))
        .routes(routes!(add_block, remove_block))
        .routes(routes!(own_invitations))
        .routes(routes!(decline))
        .routes(routes!(invite_to))
}

/// Answers with the page: `?name=PART` shows the people with this part in their name, `?blocked=ID`
/// offers to undo a block.
async fn page(State(app): State<AppState>, caller: Caller, query: QueryFields) -> HandlerResult {
    let mut page =
        PeoplePage { search: query.get("name").unwrap_or_default().trim().to_owned(), ..PeoplePage::default() };
    if let Some(me) = caller.person() {
        let part = page.search.to_lowercase();
        let mut all = company::companions(&app.store, &me.id, company::LISTED).await?;
        page.hidden = me.hidden;
        page.here = company::here(&app.registry, &app.store, &all).await?;
        all.retain(|one| one.name.to_lowercase().contains(&part));
        page.companions = all.iter().filter_map(|one| company::shown(&app.registry, one)).collect();
        page.invitations = company::invitations(&app.registry, &app.store, Some(&me.id)).await?;
        let evenings = app.store.evenings(&me.id, company::EVENINGS).await?;
        page.evenings = evenings.into_iter().map(|one| company::evening(one, &me.id)).collect();
        page.groups = groups::of(&app.store, Some(&me.id)).await?;
        let person = |Entrant { person, name }| ShownPerson { person, name };
        page.blocked = app.store.blocked(&me.id).await?.into_iter().map(person).collect();
        page.just_blocked = page.blocked.iter().find(|one| query.get("blocked") == Some(&one.person)).cloned();
    }
    Ok(html(StatusCode::OK, pages::people(&app.visitor(&caller).await?, &page)))
}

/// Hides that the caller is here, or shows it again; they see the same of others.
async fn set_presence(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let hidden = fields.need("do")? == "hide";
    app.set_up(Person { hidden, ..caller.known()?.clone() }).await?;
    Ok(Redirect::to("/people").into_response())
}

/// Invites a person to the caller's open table, or to a new one of the game that they played last.
async fn invite(
    State(app): State<AppState>,
    caller: Caller,
    Path(person): Path<String>,
    fields: Fields,
) -> HandlerResult {
    let me = &caller.known()?.id;
    if let Some(table) = invitations::open_table(&app.registry, me).await? {
        invitations::invite(&app.registry, me, &table, &person).await?;
        return Ok(to_table(&table));
    }
    app.count_table(&caller).await?;
    Ok(to_table(&invitations::open_and_invite(&app.registry, me, &person, dice(&fields)).await?))
}

async fn block(
    State(app): State<AppState>,
    caller: Caller,
    Path(person): Path<String>,
    fields: Fields,
) -> HandlerResult {
    let blocked = fields.need("do")? == "block";
    invitations::block(&app.registry, &caller.known()?.id, &person, blocked).await?;
    let back = if blocked { format!("/people?blocked={person}") } else { "/people".into() };
    Ok(Redirect::to(&back).into_response())
}

/// Declines an invitation.
async fn answer(State(app): State<AppState>, caller: Caller, Path(table): Path<String>) -> HandlerResult {
    let person = caller.known()?.id.clone();
    app.store.write(PeopleWrite::Decline { person, table }.into()).await?;
    Ok(Redirect::to("/people").into_response())
}

/// Returns the people with whom the caller has finished a match, the last first.
#[utoipa::path(get, path = "/api/v1/companions", responses((status = 200, description = "The people", body = CompanionsAnswer)))]
async fn companions(State(app): State<AppState>, caller: Caller) -> Answer<CompanionsAnswer> {
    let now = now();
    let one = |one: Companion| RecordAnswer {
        here: one.is_here(now),
        id: one.person,
        name: one.name,
        guest: one.guest,
        seen: one.seen,
        game: one.game,
        ended: one.ended,
        matches: one.matches,
        won: one.won,
        ahead: one.record.ahead,
        behind: one.record.behind,
        level: one.record.level,
        together: one.record.together,
        together_won: one.record.together_won,
    };
    let companions = company::companions(&app.store, &caller.known()?.id, company::LISTED).await?;
    Ok(Json(CompanionsAnswer { companions: companions.into_iter().map(one).collect() }))
}

/// Returns the evenings of the caller, the latest first: matches in a row of the same people.
#[utoipa::path(get, path = "/api/v1/evenings", responses((status = 200, description = "The evenings", body = EveningsAnswer)))]
async fn evenings(State(app): State<AppState>, caller: Caller) -> Answer<EveningsAnswer> {
    let evenings = app.store.evenings(&caller.known()?.id, company::EVENINGS).await?;
    Ok(Json(EveningsAnswer { evenings: evenings.into_iter().map(evening_answer).collect() }))
}

/// Returns an evening as programs read it.
pub(super) fn evening_answer(one: Evening) -> EveningAnswer {
    let points = |(Entrant { person: id, name }, points)| PointsAnswer { id, name, points };
    EveningAnswer {
        first: one.first,
        began: one.began,
        ended: one.ended,
        matches: one.matches,
        points: one.points.into_iter().map(points).collect(),
    }
}

/// Returns the people whom the caller has blocked.
#[utoipa::path(get, path = "/api/v1/blocks", responses((status = 200, description = "The people", body = BlocksAnswer)))]
async fn blocks(State(app): State<AppState>, caller: Caller) -> Answer<BlocksAnswer> {
    let blocked = app.store.blocked(&caller.known()?.id).await?;
    let one = |Entrant { person: id, name }| PersonAnswer { id, name };
    Ok(Json(BlocksAnswer { blocked: blocked.into_iter().map(one).collect() }))
}

/// Blocks a person: no seat at one table, no chat, no invitation, for both.
#[utoipa::path(put, path = "/api/v1/blocks/{person}", responses((status = 200, description = "The blocked people", body = BlocksAnswer), (status = 404, description = "`not_found`: there is nobody of this id", body = Failure)))]
async fn add_block(State(app): State<AppState>, caller: Caller, Path(person): Path<String>) -> Answer<BlocksAnswer> {
    invitations::block(&app.registry, &caller.known()?.id, &person, true).await?;
    blocks(State(app), caller).await
}

/// Unblocks a person.
#[utoipa::path(delete, path = "/api/v1/blocks/{person}", responses((status = 200, description = "The blocked people", body = BlocksAnswer), (status = 404, description = "`not_found`: there is nobody of this id", body = Failure)))]
async fn remove_block(State(app): State<AppState>, caller: Caller, Path(person): Path<String>) -> Answer<BlocksAnswer> {
    invitations::block(&app.registry, &caller.known()?.id, &person, false).await?;
    blocks(State(app), caller).await
}

/// Returns the invitations of the caller, the latest first.
#[utoipa::path(get, path = "/api/v1/invitations", responses((status = 200, description = "The invitations", body = InvitationsAnswer)))]
async fn own_invitations(State(app): State<AppState>, caller: Caller) -> Answer<InvitationsAnswer> {
    let all = app.store.invitations(&caller.known()?.id).await?;
    Ok(Json(InvitationsAnswer { invitations: all.into_iter().map(|one| invitation(&app, one)).collect() }))
}

/// Returns an invitation as programs read it.
pub(super) fn invitation(app: &AppState, one: Invitation) -> InvitationAnswer {
    let title = app.registry.roster().find(&one.game).map_or(one.game.as_str(), |game| game.meta().title).to_owned();
    InvitationAnswer {
        table: one.table,
        title,
        game: one.game,
        from: PersonAnswer { id: one.inviter.person, name: one.inviter.name },
        at: one.at,
        begun: one.begun,
    }
}

/// Declines an invitation.
#[utoipa::path(delete, path = "/api/v1/invitations/{table}", responses((status = 204, description = "Done")))]
async fn decline(
    State(app): State<AppState>,
    caller: Caller,
    Path(table): Path<String>,
) -> Result<StatusCode, FaultAnswer> {
    let person = caller.known()?.id.clone();
    app.store.write(PeopleWrite::Decline { person, table }.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Invites a person with whom the caller has played to a table.
#[utoipa::path(put, path = "/api/v1/tables/{id}/invitations/{person}", responses((status = 204, description = "Done"), (status = 403, description = "`not_your_seat`: the caller is not at the table", body = Failure)))]
async fn invite_to(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, person)): Path<(String, String)>,
) -> Result<StatusCode, FaultAnswer> {
    invitations::invite(&app.registry, &caller.known()?.id, &id, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}
