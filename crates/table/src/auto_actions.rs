//! The auto-actions of seats, as they are carried out.

use std::sync::Arc;

use kernel::{AutoAction, Limit, Seat, SeatSet, Sentence, Viewer};
use text::t;

use crate::{
    TableState,
    fault::{Code, Fault},
    rows::TableStatus,
};

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
    pub discreet: bool,
    /// Whether it waits for its player's decisions, and goes on after them.
    pub lasting: bool,
    /// The number of steps after which it was requested.
    pub given: usize,
    /// Distinguishes it from a later one of the same seat.
    pub mark: Arc<()>,
}

impl ActiveAutoAction {
    /// Returns the number that says how far it goes; 0 if it has none.
    pub fn limit(&self) -> i32 {
        self.limit.as_ref().map_or(0, |(_, limit)| *limit)
    }
}

impl TableState {
    /// Ends, after a step, the auto-actions that no longer hold. `told` receives their people.
    pub fn review_orders(&mut self, told: &mut impl FnMut(&str)) {
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
    pub fn end_order(&mut self, seat: Seat, told: &mut impl FnMut(&str)) {
        if self.auto_actions.remove(&seat).is_some()
            && let Some(person) = self.person_at(seat)
        {
            told(person);
        }
    }

    /// Returns the auto-action of this name as the game offers it to a seat now.
    ///
    /// # Errors
    /// If the game does not offer it, or not with this limit.
    pub fn offered(&self, seat: Seat, name: &str, limit: Option<i32>) -> Result<ActiveAutoAction, Fault> {
        let scene = self.playing()?.scene(Viewer::Seat(seat), None);
        let standing = scene.into_iter().flat_map(|scene| scene.standing).find(|auto_action| auto_action.id == name);
        let standing = standing
            .ok_or_else(|| Fault::new(Code::IllegalAction, t!("the auto-action {name:?} has nothing to do now")))?;
        let limit = match (standing.limit, limit) {
            (None, None) => None,
            (None, Some(_)) => return Err(Fault::bad(t!("the auto-action {name:?} has no limit"))),
            (Some(offer), limit) => {
                let limit = limit.unwrap_or(offer.usual);
                if !(offer.min..=offer.max).contains(&limit) {
                    return Err(Fault::bad(t!("the limit must be from {} to {}, not {limit}", offer.min, offer.max)));
                }
                Some((offer, limit))
            }
        };
        let AutoAction { id, text, discreet, lasting, .. } = standing;
        Ok(ActiveAutoAction { id, text, limit, discreet, lasting, given: self.step(), mark: Arc::default() })
    }

    /// Returns the auto-action of a seat, if it still has this mark.
    pub fn auto_action_of(&self, seat: Seat, mark: &Arc<()>) -> Option<ActiveAutoAction> {
        self.auto_actions.get(&seat).filter(|auto_action| Arc::ptr_eq(&auto_action.mark, mark)).cloned()
    }

    /// Returns the seats that must act; none while a step waits for real dice.
    pub fn awaited_seats(&self) -> SeatSet {
        let table = self.table.as_deref().filter(|table| table.question().is_none());
        table.map(|table| table.awaited()).unwrap_or_default()
    }

    /// Returns whether an auto-action has more to do after the step that it took.
    pub fn auto_action_goes_on(&self, seat: Seat, auto_action: &ActiveAutoAction) -> bool {
        self.header.status == TableStatus::Playing
            && (auto_action.lasting || !self.awaited_seats().contains(seat) || self.auto_action_acts(seat, auto_action))
    }

    /// Returns whether an auto-action has an action for the decision that its seat faces.
    pub fn auto_action_acts(&self, seat: Seat, auto_action: &ActiveAutoAction) -> bool {
        let table = self.table.as_deref();
        table.is_some_and(|table| table.carry_out(seat, auto_action.id, auto_action.limit()).is_some())
    }
}
