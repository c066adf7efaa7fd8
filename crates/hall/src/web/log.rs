//! A line of the log for each request.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request},
    http::Method,
    middleware::Next,
    response::Response,
};

/// The log line of a request, written with the answer: its method and the pattern of its address;
/// the status, and how long it took. It has no id, no query and no token.
#[derive(Debug)]
pub(super) struct RequestLine {
    method: Method,
    path: Option<MatchedPath>,
    begun: Instant,
}

impl RequestLine {
    /// Begins the line of a request that has just come.
    pub(super) fn of(request: &Request) -> RequestLine {
        let path = request.extensions().get().cloned();
        RequestLine { method: request.method().clone(), path, begun: Instant::now() }
    }

    /// Writes the line with the answer, as one text: putting it together field by field takes three
    /// times as long.
    pub(super) fn write(&self, answer: &Response) {
        let (method, path) = (self.method.as_str(), self.path.as_ref().map_or("unknown", MatchedPath::as_str));
        let (status, ms) = (answer.status().as_u16(), self.begun.elapsed().as_millis());
        match answer.status().is_server_error() {
            true => tracing::error!("request method=\"{method}\" path=\"{path}\" status={status} ms={ms}"),
            false => tracing::info!("request method=\"{method}\" path=\"{path}\" status={status} ms={ms}"),
        }
    }
}

/// Answers a request, and writes its line.
pub(super) async fn note(request: Request, next: Next) -> Response {
    let line = RequestLine::of(&request);
    let answer = next.run(request).await;
    line.write(&answer);
    answer
}
