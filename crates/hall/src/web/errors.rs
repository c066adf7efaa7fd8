//! Faults as answers: JSON for programs, a page for people.

use axum::{
    http::{HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
};
use maud::Markup;
use pages::Visitor;
use text::t;

use super::schema;
use crate::{
    fault::{Code, Fault},
    views::sentence,
};

/// How HTTP answers a fault.
pub(super) trait HttpFault {
    /// The HTTP status that goes with it.
    fn status(&self) -> StatusCode;

    /// When to try again, for a request that came too soon.
    fn retry_after(&self) -> Option<[(HeaderName, String); 1]>;
}

impl HttpFault for Fault {
    fn status(&self) -> StatusCode {
        StatusCode::from_u16(::views::fault_status(self.code)).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn retry_after(&self) -> Option<[(HeaderName, String); 1]> {
        self.wait.map(|seconds| [(header::RETRY_AFTER, seconds.to_string())])
    }
}

/// The fault of a body of more bytes than this.
pub(super) fn too_large(limit: usize) -> Fault {
    let text = t!("the request is too large; at most {} KiB are read", limit / 1024);
    Fault::new(Code::TooLarge, text)
}

/// The fault of a body that was not read whole, by the status of its refusal.
pub(super) fn unread(status: StatusCode, limit: usize) -> Fault {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(limit),
        _ => Fault::bad(t!("the request broke off")),
    }
}

/// The fault of an address where there is nothing.
pub(super) fn nothing_here() -> Fault {
    Fault::new(Code::NotFound, t!("there is nothing here; check the address"))
}

/// A fault as the answer to a request.
#[derive(Debug)]
pub(super) struct FaultAnswer(Fault);

impl<E: Into<Fault>> From<E> for FaultAnswer {
    fn from(error: E) -> FaultAnswer {
        FaultAnswer(error.into())
    }
}

/// JSON for programs. `callers::receive` finds the fault in the extensions and shows it to people as
/// a page.
impl IntoResponse for FaultAnswer {
    fn into_response(self) -> Response {
        let FaultAnswer(fault) = self;
        let mut response = (fault.status(), fault.retry_after(), schema::failure(&fault)).into_response();
        response.extensions_mut().insert(fault);
        response
    }
}

/// Returns the fault of a response, even if the request failed before any of our own code ran.
pub(super) fn fault_of(response: &Response) -> Option<Fault> {
    if let Some(fault) = response.extensions().get::<Fault>() {
        return Some(fault.clone());
    }
    let html =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let status = response.status();
    if html || !(status.is_client_error() || status.is_server_error()) {
        return None;
    }
    Some(match status {
        StatusCode::NOT_FOUND => nothing_here(),
        StatusCode::METHOD_NOT_ALLOWED => Fault::new(Code::BadMethod, t!("this address does not take that method")),
        StatusCode::PAYLOAD_TOO_LARGE => too_large(super::BODY_LIMIT),
        status if status.is_client_error() => Fault::bad(t!("the request cannot be understood")),
        _ => Fault::new(Code::Internal, t!("something went wrong on our side; try again")),
    })
}

/// Returns the page that shows a fault to a person.
pub(super) fn page(visitor: &Visitor, fault: &Fault) -> Response {
    let status = fault.status();
    let page = pages::error(visitor, status.as_u16(), ::views::fault_title(fault.code), &sentence(&fault.message));
    (fault.retry_after(), html(status, page)).into_response()
}

/// Returns an HTML response with a status.
pub(super) fn html(status: StatusCode, markup: Markup) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], markup.into_string()).into_response()
}
