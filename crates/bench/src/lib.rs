//! How fast the games play: random playouts through the kernel, and through hand-written simulators of the same
//! rules that know no traits, no actions and no states.

pub mod by_hand {
    //! The yardsticks: plain Rust that plays one random match from start to end, written from the spec alone.
    pub mod accursed_tomb;
    pub mod rogue_ascension;
}

use kernel::{Fast, Game, Mute, Status, below};

/// Plays one random match through the kernel, without a log; gives the number of decisions.
///
/// Every decision is uniform over the legal list, as in the yardsticks. `moves` is only room to list in.
pub fn playout<G: Game>(options: &G::Options, seats: u8, dice: &mut Fast, moves: &mut Vec<G::Action>) -> (G, u32) {
    let Ok(mut game) = G::setup(options, seats, dice, &mut Mute);
    let mut decisions = 0;
    while let Status::Awaiting(awaited) = game.status() {
        let Some(seat) = awaited.lowest() else { unreachable!("somebody is awaited") };
        moves.clear();
        game.legal(seat, moves);
        let chosen = if moves.len() == 1 { 0 } else { below(&mut dice.0, moves.len() as u32) as usize };
        let Ok(()) = game.apply(seat, moves[chosen].clone(), dice, &mut Mute);
        decisions += 1;
    }
    (game, decisions)
}
