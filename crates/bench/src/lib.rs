//! The speed of the games. It measures random playouts through the kernel, and through hand-written
//! simulators of the same rules that use no traits, no actions and no states.

pub mod by_hand {
    //! The yardsticks: plain Rust that plays one random match from start to end, written from the
    //! spec alone.
    pub mod accursed_tomb;
    mod random;
    pub mod rogue_ascension;
}

use kernel::{Fast, Game, NullLog};

/// Plays one random match through the kernel, without a log; returns the number of decisions.
///
/// Every decision is uniform over the legal list, as in the yardsticks.
pub fn playout<G: Game>(options: &G::Options, seats: u8, dice: &mut Fast) -> u32 {
    let Ok(mut game) = G::setup(options, seats, dice, &mut NullLog);
    play_on(&mut game, dice)
}

/// Plays a match that has been laid out to its end, in the same way.
pub fn play_on<G: Game>(game: &mut G, dice: &mut Fast) -> u32 {
    let mut decisions = 0;
    while let Some(seat) = game.asked_first() {
        let Some(action) = game.any(seat, &mut dice.0) else { unreachable!("something is legal") };
        let Ok(()) = game.apply(seat, action, dice, &mut NullLog);
        decisions += 1;
    }
    decisions
}
