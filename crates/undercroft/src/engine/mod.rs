//! The engine protocol: what UCI is for chess. One JSON request a line in, one JSON response a line
//! out, in order.
//!
//! `docs/engine-protocol.md` is its reference. [`lines`] reads within bounds, [`request`] and
//! [`fields`] parse requests, [`session`] holds the matches and serves the requests, [`fault`] has
//! the errors. A thread of its own reads ahead, so that the engine notices a `stop` while a bot
//! thinks.

mod fault;
mod fields;
mod lines;
mod request;
mod session;

use std::{
    io::{self, BufRead, Write},
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use bots::{Stop, Stops};
use kernel::plain_text;
use serde::Serialize;
use serde_json::value::RawValue;

use fault::Fault;
use lines::Line;
use request::Request;
use session::{Reply, Session};

/// The number of requests that are read ahead. A client that sends more, and reads no responses,
/// has to wait.
const AHEAD: usize = 256;

/// A line of output.
#[derive(Serialize)]
struct Response<'a> {
    id: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a Reply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Fault>,
}

/// A line of input.
struct Asked {
    id: Box<RawValue>,
    request: Result<Request, Fault>,
    /// The handle that ends its search early.
    stop: Stop,
}

/// Answers requests until `quit` or the end of input. Empty lines are skipped.
///
/// # Errors
/// If a stream fails. Nothing that a line says is an error here: that is answered, and the engine
/// goes on.
pub(crate) fn run(input: impl BufRead + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let (sender, queue) = sync_channel(AHEAD);
    thread::Builder::new().name("input".into()).spawn(move || read_ahead(input, &sender))?;
    let (mut session, mut out) = (Session::default(), Vec::new());
    for asked in queue {
        let Asked { id, request, stop } = asked?;
        let result = request.and_then(|request| session.answer(request, stop));
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
    Ok(())
}

/// Reads requests until `quit` or the end of input, or until the receiver is gone. `stop` and
/// `quit` end all searches requested before them; the end of input ends those that have a time
/// limit.
fn read_ahead(mut input: impl BufRead, requests: &SyncSender<io::Result<Asked>>) {
    let (timed, untimed, mut line) = (Stops::new(), Stops::new(), Vec::new());
    loop {
        let (id, request) = match lines::read(&mut input, &mut line) {
            Ok(Line::End) => return timed.call(),
            Ok(Line::TooLong) => (RawValue::NULL.to_owned(), Err(Fault::too_large(lines::LIMIT))),
            Ok(Line::Whole) => match plain_text::unmarked_bytes(&line).trim_ascii() {
                [] => continue,
                line => request::read(line),
            },
            Err(error) => return drop(requests.send(Err(error))),
        };
        if let Ok(Request::Stop | Request::Quit) = request {
            timed.call();
            untimed.call();
        }
        let has_time = matches!(request, Ok(Request::Bot { time: Some(_), .. }));
        let stop = if has_time { timed.next() } else { untimed.next() };
        let is_last = matches!(request, Ok(Request::Quit));
        if requests.send(Ok(Asked { id, request, stop })).is_err() || is_last {
            return;
        }
    }
}
