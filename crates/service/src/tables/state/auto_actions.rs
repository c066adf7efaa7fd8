//! The auto-actions of seats, as they are carried out.

use std::sync::Arc;

use kernel::{Limit, Seat, Sentence};

use super::TableState;

/// An auto-action that is being carried out.
#[derive(Clone, Debug)]
pub struct ActiveAutoAction {
    /// Its name in the scene.
    pub id: &'static str,
    /// A text that says what it does.
    pub text: Sentence,
    /// How far it goes, with the meaning of the number.
    pub limit: Option<(Limit, i32)>,
    /// Whether nobody else may notice it.
    pub(crate) discreet: bool,
    /// Whether it waits for its player's decisions, and goes on after them.
    pub(crate) lasting: bool,
    /// The number of steps after which it was requested.
    pub(crate) given: usize,
    /// Distinguishes it from a later one of the same seat.
    pub(crate) mark: Arc<()>,
}

impl ActiveAutoAction {
    /// Returns the number that says how far it goes; 0 if it has none.
    pub(crate) fn limit(&self) -> i32 {
        self.limit.as_ref().map_or(0, |(_, limit)| *limit)
    }
}

impl TableState {
    /// Ends, after a step, the auto-actions that no longer hold. `told` receives their people.
    pub(crate) fn review_orders(&mut self, told: &mut impl FnMut(&str)) {
        let stands = |(seat, auto_action): (&Seat, &ActiveAutoAction)| {
            self.table.as_deref().is_some_and(|table| {
                table.outcome().is_none() && table.stands(*seat, auto_action.id, auto_action.given)
            })
        };
        let ended: Vec<Seat> =
            self.auto_actions.iter().filter(|auto_action| !stands(*auto_action)).map(|(seat, _)| *seat).collect();
        for seat in ended {
            self.end_order(seat, told);
        }
    }

    /// Ends the auto-action of a seat, if it has one. `told` receives its person.
    pub(crate) fn end_order(&mut self, seat: Seat, told: &mut impl FnMut(&str)) {
        if self.auto_actions.remove(&seat).is_some()
            && let Some(person) = self.person_at(seat)
        {
            told(person);
        }
    }
}
