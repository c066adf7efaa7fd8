//! The premoves that wait at a table.

use kernel::{Armed, Seat, Sentence};
use serde_json::Value;

use super::TableState;

/// A premove that waits.
#[derive(Clone, Debug)]
pub struct ArmedAct {
    /// The seat that acts.
    pub seat: Seat,
    /// The action.
    pub action: Value,
    /// The text of the action.
    pub text: Sentence,
    /// The number of steps at which it was chosen.
    pub(crate) at: usize,
}

impl TableState {
    /// Drops, after a step, the premoves that would mean something else now; `told` receives their
    /// people. Returns whether one is due.
    pub(crate) fn review_premoves(&mut self, told: &mut impl FnMut(&str)) -> bool {
        let mut due = false;
        for armed in std::mem::take(&mut self.armed) {
            match self.armed_state(&armed) {
                Armed::Lapsed => self.drop_premove(armed, told),
                state => {
                    due |= state == Armed::Due;
                    self.armed.push(armed);
                }
            }
        }
        due
    }

    /// Returns whether a premove waits, is due, or would mean something else now.
    pub(crate) fn armed_state(&self, armed: &ArmedAct) -> Armed {
        self.table.as_deref().map_or(Armed::Lapsed, |table| table.armed(armed.seat, &armed.action, armed.at))
    }

    /// Notes that a premove was dropped. `told` receives its person.
    pub(crate) fn drop_premove(&mut self, armed: ArmedAct, told: &mut impl FnMut(&str)) {
        if let Some(person) = self.person_at(armed.seat) {
            told(person);
        }
        self.dropped.insert(armed.seat, armed.text);
    }
}
