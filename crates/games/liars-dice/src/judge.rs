//! A plain policy, and the worth of a position.

use kernel::{Judge, Measured, Seat};

use crate::{Action, Bid, LiarsDice, View};

impl Judge for LiarsDice {
    /// Believes a bid that asks at most half a die more of the other cups than they show on
    /// average.
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        let own = view.dice[seat.index()].as_deref().unwrap_or_default();
        let others = view.counts.iter().sum::<usize>() - own.len();
        let believes = |bid: &Bid| {
            let shown = own.iter().filter(|die| view.options.counts(**die, bid.face)).count();
            let faces = view.options.die().sides();
            let counting = (1..=faces).filter(|face| view.options.counts(*face, bid.face)).count();
            let faces = usize::from(faces);
            2 * faces * usize::from(bid.count) <= 2 * faces * shown + 2 * counting * others + faces
        };
        let believed = view.bid.as_ref().is_none_or(believes);
        let wanted = |action: &Action| match action {
            Action::Bid(bid) => believes(bid),
            Action::Doubt => !believed,
            Action::Pass => believed,
        };
        moves.iter().position(wanted).unwrap_or(0)
    }

    /// The seat's share of all dice.
    fn worth(&self, seat: Seat) -> f32 {
        self.dice[seat.index()].len() as f32 / self.dice.iter().map(Vec::len).sum::<usize>() as f32
    }
}

impl Measured for LiarsDice {
    type Tally = ();
}
