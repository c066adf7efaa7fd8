//! Remarks of bots with a name: a line about the latest step's effect on them, as everybody has
//! seen it.
//!
//! Nothing is stored. The line is computed from the step, so a player who looks back reads the
//! same.
//!
//! A character's remark follows from the step, from moments that a spectator sees. It is not
//! stored.

use kernel::{Cue, Effect, Look, Moment, Outcome, Role, Scene, Seat, Viewer};

use table::{TableState, rows::TableStatus};
use text::Text;

use crate::audience::character;

/// The share of common events that bots remark on: one in this many.
const ONE_IN: usize = 3;

/// Returns the remark after step `step`, with the bot that makes it; `scene` is the table at that
/// step. Only one bot speaks at a time, about the most important event in the order of cues.
pub(super) fn said(live: &TableState, scene: Option<&Scene>, step: usize) -> Option<(Seat, Text)> {
    let header = &live.header;
    let characters: Vec<_> = header.seats.iter().map(|occupant| character(Some(live.title), occupant)).collect();
    let (table, scene) = (live.table.as_deref()?, scene?);
    if characters.iter().all(Option::is_none) {
        return None;
    }
    let outcome = header.outcome.as_deref().filter(|_| header.status == TableStatus::Over && step == table.ply());
    let outcome = outcome.and_then(Outcome::read);
    // The events that all have seen, whoever looks.
    let moments = table.moments(Viewer::Spectator, step);
    let cue = |seat: Seat| match &outcome {
        Some(outcome) if outcome.won(seat) => Some(Cue::Win),
        Some(_) => Some(Cue::Loss),
        None if step == 0 => Some(Cue::Begin),
        None => moments.iter().filter_map(|moment| cue_of(moment, scene, seat)).max(),
    };
    let seats = Seat::all(characters.len() as u8).zip(characters);
    let spoken = seats.filter_map(|(seat, character)| {
        let cue = cue(seat).filter(|cue| !is_common(*cue) || (step + seat.index()).is_multiple_of(ONE_IN))?;
        Some((cue, seat, character?.line(cue, step + seat.index())?))
    });
    spoken.max_by_key(|(cue, ..)| *cue).map(|(_, seat, line)| (seat, line))
}

/// Returns whether an event of this kind is common.
const fn is_common(cue: Cue) -> bool {
    matches!(cue, Cue::Gain | Cue::Strike | Cue::Harm)
}

/// Returns the meaning of a moment for a seat.
fn cue_of(moment: &Moment, scene: &Scene, seat: Seat) -> Option<Cue> {
    let Moment::Effect(effect) = moment else { return None };
    match effect {
        Effect::Settle { blow: Some(blow), .. } if blow.harm > 0 => {
            blow.by.as_deref().filter(|by| is_of(scene, by, seat, false)).map(|_| Cue::Strike)
        }
        Effect::Change { piece, by, .. } if *by < 0 => is_of(scene, piece, seat, true).then_some(Cue::Harm),
        Effect::Fall { piece } => is_of(scene, piece, seat, true).then_some(Cue::Fall),
        Effect::Gain { piece } => is_of(scene, piece, seat, false).then_some(Cue::Gain),
        Effect::Settle { .. } | Effect::Change { .. } | Effect::Draw { .. } | Effect::Move { .. } => None,
    }
}

/// Returns whether a piece is in the area of a seat; with `meter`, as one of its meters.
fn is_of(scene: &Scene, id: &str, seat: Seat, meter: bool) -> bool {
    let mut own = scene.areas.iter().filter(|area| area.role == Role::Seat && area.seat == Some(seat));
    own.any(|area| {
        area.id == id && !meter
            || area.pieces.iter().any(|piece| piece.id == id && (!meter || matches!(piece.look, Look::Meter { .. })))
    })
}
