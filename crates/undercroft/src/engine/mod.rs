//! The engine protocol: what UCI is for chess. One JSON request a line in, one JSON response a line out, in order.
//!
//! `docs/engine-protocol.md` is its reference. [`lines`] reads within bounds, [`request`] says what was asked,
//! [`session`] holds the matches and does it, [`fault`] says why not.

mod fault;
mod lines;
mod request;
mod session;

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::Value;

use fault::Fault;
use lines::Line;
use session::{Reply, Session};

/// A line of output.
#[derive(Serialize)]
struct Response<'a> {
    id: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a Reply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Fault>,
}

/// Answers requests until `quit` or the end of input. Empty lines are passed over.
///
/// # Errors
/// If a stream fails. Nothing that a line says is an error here: that is answered, and the engine goes on.
pub(crate) fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    let (mut line, mut out) = (Vec::new(), Vec::new());
    loop {
        let (id, result) = match lines::read(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::TooLong => (Value::Null, Err(Fault::too_large(lines::LIMIT))),
            Line::Whole => match line.trim_ascii() {
                [] => continue,
                line => {
                    let (id, request) = request::read(line);
                    (id, request.and_then(|request| session.answer(request)))
                }
            },
        };
        out.clear();
        let response = Response { id: &id, ok: result.as_ref().ok(), error: result.as_ref().err() };
        serde_json::to_writer(&mut out, &response)?;
        out.push(b'\n');
        output.write_all(&out)?;
        output.flush()?;
        if matches!(result, Ok(Reply::Quit {})) {
            return Ok(());
        }
    }
}
