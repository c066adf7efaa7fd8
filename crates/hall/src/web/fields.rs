//! The fields of forms and queries, and the data of every request about a table.

use std::ops::Deref;

use axum::{
    Form,
    body::Bytes,
    extract::{
        FromRequest, FromRequestParts, Multipart, Path, Query, Request, multipart::MultipartError,
        rejection::PathRejection,
    },
    http::{HeaderMap, StatusCode, request::Parts},
};
use model::ChosenSeat;
use serde::Deserialize;
use text::t;
use views::fields;

use super::{
    AppState, BODY_LIMIT,
    callers::Caller,
    errors::{self, FaultAnswer},
    origin::Origin,
};
use crate::{fault::Fault, views::audience::ViewOptions};

/// The fields of a form or of a query.
pub(super) struct Fields(fields::Fields);

impl Deref for Fields {
    type Target = fields::Fields;

    fn deref(&self) -> &fields::Fields {
        &self.0
    }
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = FaultAnswer;

    async fn from_request(request: Request, state: &S) -> Result<Fields, FaultAnswer> {
        match Form::from_request(request, state).await {
            Ok(Form(fields)) => Ok(Fields(fields::Fields(fields))),
            Err(no) if no.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(errors::too_large(BODY_LIMIT).into()),
            Err(_) => Err(Fault::bad(t!("that is no form; send fields as application/x-www-form-urlencoded")).into()),
        }
    }
}

/// The fields of an address's query; an unreadable query counts as empty.
pub(super) struct QueryFields(pub(super) Fields, Origin);

impl<S: Sync> FromRequestParts<S> for QueryFields {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryFields, Self::Rejection> {
        let fields = Query::try_from_uri(&parts.uri).map(|Query(fields)| fields).unwrap_or_default();
        Ok(QueryFields(Fields(fields::Fields(fields)), Origin::from_request_parts(parts, state).await?))
    }
}

/// Returns the file of a form that has one field, with the name that it had; `None` if the form has
/// another field, or none. At most `limit` bytes are read.
///
/// # Errors
/// If the form breaks off, or is too large.
pub(super) async fn file(
    mut form: Multipart,
    field: &str,
    limit: usize,
) -> Result<Option<(Option<String>, Bytes)>, Fault> {
    let broken = |error: MultipartError| errors::unread(error.status(), limit);
    match form.next_field().await.map_err(broken)?.filter(|found| found.name() == Some(field)) {
        None => Ok(None),
        Some(found) => {
            let name = found.file_name().map(str::to_owned);
            Ok(Some((name, found.bytes().await.map_err(broken)?)))
        }
    }
}

impl QueryFields {
    /// Returns the field of this name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }

    /// Returns the options with which the caller wants to look at a table.
    pub(super) fn view_options(&self, headers: &HeaderMap) -> ViewOptions {
        self.0.view_options(self.1.url.clone(), is_fragment(headers))
    }
}

/// A request about a table: the table, the caller, and the wanted form of the answer.
pub(super) struct TableRequest {
    /// The server's state.
    pub(super) app: AppState,
    /// The caller who sends it.
    pub(super) caller: Caller,
    /// The table's id.
    pub(super) id: String,
    /// Whether only the changing part of the page is wanted.
    pub(super) fragment: bool,
    /// Whether the page follows the table, and gets the result of the request by its stream.
    pub(super) follows: bool,
    /// The address of the server as the caller uses it.
    pub(super) origin: Option<String>,
    /// The seat of theirs from which they look, if they have chosen one.
    pub(super) seat: Option<ChosenSeat>,
}

#[derive(Deserialize)]
struct TablePath {
    id: String,
}

impl FromRequestParts<AppState> for TableRequest {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<TableRequest, Self::Rejection> {
        let Path(TablePath { id }) = Path::from_request_parts(parts, app).await?;
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        let Ok(Origin { url: origin, .. }) = Origin::from_request_parts(parts, app).await;
        let fragment = is_fragment(&parts.headers);
        let follows = parts.headers.get("x-follows").is_some_and(|value| value == "1");
        Ok(TableRequest { app: app.clone(), caller, id, fragment, follows, origin, seat: None })
    }
}

impl TableRequest {
    /// Sets the seat from which the page looks, if the form names it.
    pub(super) fn seen_from(self, fields: &Fields) -> TableRequest {
        TableRequest { seat: fields.chosen_seat("view"), ..self }
    }

    /// Returns the caller's id; for an unknown caller the empty id, which nobody has.
    pub(super) fn me(&self) -> &str {
        self.caller.id().unwrap_or_default()
    }
}

fn is_fragment(headers: &HeaderMap) -> bool {
    headers.get("x-fragment").is_some_and(|value| value == "1")
}
