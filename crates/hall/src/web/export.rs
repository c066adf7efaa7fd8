//! The export of all finished matches of the caller as one file.

use std::vec;

use axum::{
    BoxError,
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::IntoResponse,
};
use futures_util::{StreamExt, stream};
use tokio::runtime::Handle;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, callers::Caller};
use crate::{people, tables};

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(own_matches))
}

/// Returns the records of all finished matches of the caller, the oldest first.
///
/// Each record begins with a header, which also names its table. Matches that do not count for
/// boards are included, those of a day once its dice are opened.
#[utoipa::path(get, path = "/api/v1/me/matches.jsonl", responses((status = 200, description = "The records", content_type = "application/jsonl", body = String)))]
pub(super) async fn own_matches(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    let tables = app.store.finished_tables(&caller.known()?.id).await?;
    // One match is in memory at a time, however many there are and however slowly they are read.
    // Compression polls again after the end, where `unfold` would panic: `fuse` answers.
    let records = stream::unfold((app, tables.into_iter()), next_record).fuse();
    let head = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"undercroft-matches.jsonl\""),
    ];
    Ok((head, Body::from_stream(records)).into_response())
}

type Rest = (AppState, vec::IntoIter<String>);

/// Returns the next record and the remaining tables. A truncated file can be recognized: its last
/// record has fewer steps than its header states.
async fn next_record((app, mut rest): Rest) -> Option<(Result<Bytes, BoxError>, Rest)> {
    let table = rest.next()?;
    // The rows and the text of a long match take milliseconds: too long for an async worker.
    let (runtime, reader, id) = (Handle::current(), app.clone(), table.clone());
    let read = tokio::task::spawn_blocking(move || runtime.block_on(record(&reader, &id)));
    let record = read.await.unwrap_or_else(|error| Err(error.into())).map_err(|error| {
        tracing::warn!("an export broke off at table {table}: {error}");
        error
    });
    let rest = if record.is_ok() { rest } else { Vec::new().into_iter() };
    Some((record.map(Bytes::from), (app, rest)))
}

/// Returns the record of a finished match as text. Returns nothing if it has gone meanwhile, or
/// belongs to a day whose dice are still sealed.
async fn record(app: &AppState, table: &str) -> Result<String, BoxError> {
    let Some((header, steps)) = app.store.load(table).await? else { return Ok(String::new()) };
    if let Some(day) = header.daily
        && !app.registry.is_opened(day, &header.game).await?
    {
        return Ok(String::new());
    }
    let names = people::names_at(&app.store, table).await?;
    let mut record = tables::finished_record(app.registry.roster(), &header, &steps, &names);
    record.header.table = Some(table.to_owned());
    Ok(record.to_string())
}
