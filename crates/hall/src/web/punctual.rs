//! Deadlines for the bodies of requests.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep};

/// A body that must arrive completely within a time, however its parts come. It ends with an error
/// if it does not.
pub(super) struct Punctual {
    body: Body,
    patience: Duration,
    /// The deadline; it starts the first time that the server waits for a part.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Punctual {
    /// Makes a body with this time limit.
    pub(super) fn new(body: Body, patience: Duration) -> Punctual {
        Punctual { body, patience, deadline: None }
    }
}

impl HttpBody for Punctual {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let body = &mut *self;
        let polled = Pin::new(&mut body.body).poll_frame(cx);
        if polled.is_ready() {
            return polled;
        }
        let deadline = body.deadline.get_or_insert_with(|| Box::pin(sleep(body.patience)));
        deadline.as_mut().poll(cx).map(|()| Some(Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
