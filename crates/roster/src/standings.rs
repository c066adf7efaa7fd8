//! Standings: the score and the class of each seat, counted from the events of a match as the lab
//! counts them.

use kernel::{Counting, Log, Measured, Referee, Seat, Status};

/// The standing of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its score, in games that rank by more than winning.
    pub score: Option<i32>,
    /// The title of its class, in games where seats play different things.
    pub class: Option<&'static str>,
}

/// Returns the standing of each seat, by seat; empty while the setup is incomplete.
pub(crate) fn standings<G: Measured>(referee: &Referee<G>) -> Vec<Standing> {
    let Some(game) = referee.game() else { return Vec::new() };
    let mut log = Counting::<G>::default();
    for said in (0..=referee.ply()).flat_map(|step| referee.said(step)) {
        log.say(said.audience, said.event.clone());
    }
    let (counts, status) = (log.close(game), game.status());
    let outcome = match &status {
        Status::Over(outcome) => Some(outcome),
        Status::Awaiting(_) => None,
    };
    let standing = |seat| Standing { score: G::measures().score_of(seat, counts, outcome), class: game.class(seat) };
    Seat::all(referee.seats()).map(standing).collect()
}
