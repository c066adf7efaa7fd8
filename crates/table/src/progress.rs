//! The state of a match for programs, written as text once for all who receive the same.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{Seat, SeatSet, State, Viewer};
use serde_json::value::RawValue;

use super::TableState;

/// The cached text of the present state of a match.
#[derive(Default, Debug)]
pub struct Written {
    step: usize,
    branch: Arc<()>,
    texts: Vec<(SeatSet, Viewer, Arc<str>)>,
    /// Whether the text is cached: it is only while programs listen.
    listened: bool,
}

/// The state of a match, as a person may see it, with the events of its last step.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of steps taken.
    pub step: usize,
    /// How many chance outcomes of the step under way have been entered.
    pub answers: usize,
    /// The state; `None` before the match.
    pub state: Option<State>,
    /// The epoch of each of the person's seats.
    pub epochs: BTreeMap<Seat, usize>,
    /// The events of the step as JSON; empty if they were not asked for, and while the next step
    /// waits for an outcome.
    pub events: Vec<Box<RawValue>>,
}

impl TableState {
    /// Returns the present state of the match for a person, without events.
    pub fn present(&self, me: Option<&str>) -> Progress {
        let (state, epochs) = (self.state(me).ok(), self.epochs(me));
        Progress { step: self.step(), answers: self.answers(), state, epochs, events: Vec::new() }
    }

    /// Returns the state of the match for a person as text, with the events of the last step for
    /// `viewer` if it is complete. All callers must pass the same `write`, because texts are cached.
    pub fn progress(&mut self, me: Option<&str>, viewer: Viewer, write: fn(Progress) -> String) -> Arc<str> {
        let whole = |table: &TableState| {
            let stepped = table.table.as_deref().filter(|table| table.question().is_none() && table.ply() > 0);
            let events = stepped.map_or_else(Vec::new, |table| table.events(viewer, table.ply()));
            write(Progress { events, ..table.present(me) })
        };
        // While an outcome is asked for, people do not all see it alike.
        if self.table.is_none() || self.has_question() {
            return whole(self).into();
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
        let text: Arc<str> = whole(self).into();
        if self.written.listened {
            self.written.texts.push((own, viewer, text.clone()));
        }
        text
    }

    /// Notes whether programs listen to the table.
    pub fn set_listened(&mut self, listened: bool) {
        self.written.listened = listened;
        if !listened {
            self.written.texts = Vec::new();
        }
    }
}
