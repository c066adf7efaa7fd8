//! The state of a match as JSON for programs, written once for all who receive the same.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{Seat, SeatSet, State, Viewer};
use serde::Serialize;
use serde_json::value::RawValue;

use super::state::TableState;

/// Room for the JSON of most states, so that it is not copied while it grows.
const ROOM: usize = 1024;

/// The cached JSON of the present state of a match.
#[derive(Default, Debug)]
pub(super) struct Written {
    step: usize,
    branch: Arc<()>,
    texts: Vec<(SeatSet, Viewer, Arc<str>)>,
    /// Whether the JSON is cached: it is only while programs listen.
    listened: bool,
}

#[derive(Serialize)]
struct Progress {
    step: usize,
    answers: usize,
    state: Option<State>,
    epochs: BTreeMap<Seat, usize>,
    events: Vec<Box<RawValue>>,
}

impl TableState {
    /// Returns the state of the match for a person as JSON, with the events of the last step for
    /// `viewer` if it is complete. Before the match there is no state.
    pub fn progress(&mut self, me: Option<&str>, viewer: Viewer) -> Arc<str> {
        // While an outcome is asked for, people do not all see it alike.
        if self.table.is_none() || self.has_question() {
            return self.write_progress(me, viewer).into();
        }
        let (step, own) = (self.step(), self.seats_of(me));
        if self.written.step != step || !Arc::ptr_eq(&self.written.branch, &self.branch) {
            let (branch, listened) = (self.branch.clone(), self.written.listened);
            self.written = Written { step, branch, texts: Vec::new(), listened };
        }
        let same = |(seats, eyes, _): &&(SeatSet, Viewer, Arc<str>)| (*seats, *eyes) == (own, viewer);
        if let Some((_, _, text)) = self.written.texts.iter().find(same) {
            return text.clone();
        }
        let text: Arc<str> = self.write_progress(me, viewer).into();
        if self.written.listened {
            self.written.texts.push((own, viewer, text.clone()));
        }
        text
    }

    /// Notes whether programs listen to the table.
    pub(super) fn set_listened(&mut self, listened: bool) {
        self.written.listened = listened;
        if !listened {
            self.written.texts = Vec::new();
        }
    }

    fn write_progress(&self, me: Option<&str>, viewer: Viewer) -> String {
        let whole = self.table.as_deref().filter(|table| table.question().is_none() && table.ply() > 0);
        let progress = Progress {
            step: self.step(),
            answers: self.answers(),
            state: self.state(me).ok(),
            epochs: self.epochs(me),
            events: whole.map_or_else(Vec::new, |table| table.events(viewer, table.ply())),
        };
        let mut text = Vec::with_capacity(ROOM);
        let written = serde_json::to_writer(&mut text, &progress);
        written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }
}
