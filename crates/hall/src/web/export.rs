//! The export of all finished matches of the caller as one file.

use std::{io::Write, mem, vec};

use axum::{
    BoxError,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use futures_util::{StreamExt, stream};
use tokio::runtime::Handle;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, callers::Caller, compressed::takes_gzip};
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
pub(super) async fn own_matches(State(app): State<AppState>, caller: Caller, headers: HeaderMap) -> HandlerResult {
    let tables = app.store.finished_tables(&caller.known()?.id).await?.into_iter();
    let zipper = takes_gzip(&headers).then(|| GzEncoder::new(Vec::new(), Compression::default()));
    let is_zipped = zipper.is_some();
    // One match is in memory at a time, however many there are and however slowly they are read.
    // The layer that compresses may poll again after the end, where `unfold` would panic: `fuse`
    // answers.
    let parts = stream::unfold(Some(Rest { app, tables, zipper }), next_part).fuse();
    let head = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"undercroft-matches.jsonl\""),
        (header::VARY, "accept-encoding"),
    ];
    let mut answer: Response = (head, Body::from_stream(parts)).into_response();
    if is_zipped {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(answer)
}

/// The part of an export that has not been sent.
struct Rest {
    app: AppState,
    tables: vec::IntoIter<String>,
    /// The encoder, if the browser reads gzip.
    zipper: Option<GzEncoder<Vec<u8>>>,
}

/// Returns the next part of the file and the rest; no rest after the last part. A truncated file can
/// be recognized: its last record has fewer steps than its header states.
async fn next_part(rest: Option<Rest>) -> Option<(Result<Bytes, BoxError>, Option<Rest>)> {
    let mut rest = rest?;
    let table = rest.tables.next();
    let (runtime, id) = (Handle::current(), table.clone().unwrap_or_default());
    // The rows and the text of a long match, and compression, take milliseconds: too long for an
    // async worker.
    let part = tokio::task::spawn_blocking(move || {
        let Some(id) = table else {
            return Ok((rest.zipper.map(GzEncoder::finish).transpose()?.unwrap_or_default(), None));
        };
        let record = runtime.block_on(record(&rest.app, &id))?.into_bytes();
        let part = match &mut rest.zipper {
            None => record,
            Some(zipper) => {
                zipper.write_all(&record)?;
                mem::take(zipper.get_mut())
            }
        };
        Ok::<_, BoxError>((part, Some(rest)))
    });
    match part.await.unwrap_or_else(|error| Err(error.into())) {
        Ok((part, rest)) => Some((Ok(part.into()), rest)),
        Err(error) => {
            tracing::warn!("an export broke off at table {id}: {error}");
            Some((Err(error), None))
        }
    }
}

/// Returns the record of a finished match as text. Returns nothing if it has gone meanwhile, belongs
/// to a day or a race whose dice are still sealed, or is the table of a race.
async fn record(app: &AppState, table: &str) -> Result<String, BoxError> {
    let Some((header, steps)) = app.store.load(table).await? else { return Ok(String::new()) };
    if header.is_race() || app.registry.is_racing(&header).await? {
        return Ok(String::new());
    }
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
