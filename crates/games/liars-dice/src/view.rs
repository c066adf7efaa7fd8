//! The view of each viewer.

use kernel::{Chance, Seat, Viewer};
use serde::Serialize;

use crate::{Bid, LiarsDice, Options, rules::rolled};

/// The information of one viewer: the state, but of other cups only their number of dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub options: Options,
    pub round: u16,
    pub counts: Vec<usize>,
    pub dice: Vec<Option<Vec<u8>>>,
    pub turn: Seat,
    pub bid: Option<Bid>,
    pub asked: Vec<Seat>,
    pub out: Vec<Seat>,
}

impl View {
    pub(crate) fn new(game: &LiarsDice, viewer: Viewer) -> View {
        let cups = (0..).map(Seat).zip(&game.dice);
        View {
            options: game.options.clone(),
            round: game.round,
            counts: game.dice.iter().map(Vec::len).collect(),
            dice: cups.map(|(seat, dice)| viewer.sees(seat).then(|| dice.clone())).collect(),
            turn: game.turn,
            bid: game.bid,
            asked: game.asked.iter().collect(),
            out: game.out.clone(),
        }
    }
}

/// Rolls the dice again that the viewer does not see.
pub(crate) fn imagine<C: Chance>(game: &LiarsDice, viewer: Viewer, chance: &mut C) -> Result<LiarsDice, C::Halt> {
    let mut world = game.clone();
    for (seat, dice) in (0..).map(Seat).zip(&mut world.dice).filter(|(seat, _)| !viewer.sees(*seat)) {
        *dice = rolled(&game.options, dice.len(), seat, chance)?;
    }
    Ok(world)
}
