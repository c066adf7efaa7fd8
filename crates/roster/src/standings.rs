//! What a match has come to for each seat, counted from all that was said in it, as the lab counts its own matches.

use kernel::{Counting, Log, Measured, Referee, Seat, Status};

/// What a match has come to for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// What it has reached, where its game ranks by more than winning.
    pub score: Option<i32>,
    /// The title of what it plays, where seats play different things.
    pub class: Option<&'static str>,
}

/// The standing of each seat, by seat; nothing while the match is not laid out.
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
    let standing = |seat| Standing { score: G::measures().score_of(seat, &counts, outcome), class: game.class(seat) };
    Seat::all(referee.seats()).map(standing).collect()
}
