//! The premoves that wait at a table.

use kernel::{Armed, Seat, Sentence};
use serde_json::Value;
use text::t;

use crate::{
    Expected, TableState,
    fault::{Code, Fault},
};

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
    pub at: usize,
}

impl TableState {
    /// Drops, after a step, the premoves that would mean something else now; `told` receives their
    /// people. Returns whether one is due.
    pub fn review_premoves(&mut self, told: &mut impl FnMut(&str)) -> bool {
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
    pub fn armed_state(&self, armed: &ArmedAct) -> Armed {
        self.table.as_deref().map_or(Armed::Lapsed, |table| table.armed(armed.seat, &armed.action, armed.at))
    }

    /// Notes that a premove was dropped. `told` receives its person.
    pub fn drop_premove(&mut self, armed: ArmedAct, told: &mut impl FnMut(&str)) {
        if let Some(person) = self.person_at(armed.seat) {
            told(person);
        }
        self.dropped.insert(armed.seat, armed.text);
    }

    /// Sets the premove of a person's seat in place of an earlier one; without an action it is
    /// cancelled.
    ///
    /// # Errors
    /// If the seat is not theirs, cannot decide this beforehand, or they have not seen the last step
    /// that matters to it; nothing has changed then.
    pub fn arm(&mut self, me: &str, seat: u64, expected: Expected, action: Option<&Value>) -> Result<(), Fault> {
        let seat = self.own_seat(seat, me, t!("you can decide only for your own"))?;
        let Some(action) = action else {
            self.decides_itself(seat);
            return Ok(());
        };
        self.check_decision(seat, expected, me)?;
        let armable = self.armable(seat);
        if armable.is_empty() {
            let text =
                t!("no premove is possible now; wait for the next decision of the seat, or move if it is in turn");
            return Err(Fault::new(Code::NotAwaited, text));
        }
        let chosen = armable.into_iter().find(|chosen| chosen.action == *action);
        let chosen = chosen.ok_or_else(|| Fault::new(Code::IllegalAction, t!("that premove is not possible now")))?;
        self.decides_itself(seat);
        let at = self.step();
        self.armed.push(ArmedAct { seat, action: chosen.action, text: chosen.wording.text, at });
        Ok(())
    }

    /// Removes and returns the first premove that is due, with its place among those that wait.
    pub fn take_due(&mut self) -> Option<(usize, ArmedAct)> {
        let first = self.armed.iter().position(|armed| self.armed_state(armed) == Armed::Due)?;
        Some((first, self.armed.remove(first)))
    }
}
