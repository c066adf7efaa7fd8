//! Remarks of bots with a name: a line about the latest step's effect on them, as everybody has
//! seen it.
//!
//! Nothing is stored. The line is computed from the step, so a player who looks back reads the
//! same.
//!
//! A character's remark follows from the step, from moments that a spectator sees. It is not
//! stored.

use kernel::{Cue, Effect, Look, Moment, Outcome, Piece, Scene, Seat, Viewer};

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
    matches!(cue, Cue::Gain | Cue::Tease | Cue::Strike | Cue::Harm)
}

/// Returns the meaning of a moment for a seat.
fn cue_of(moment: &Moment, scene: &Scene, seat: Seat) -> Option<Cue> {
    let Moment::Effect(effect) = moment else { return None };
    match effect {
        Effect::Settle { blow: Some(blow), .. } if blow.harm > 0 => {
            (owner(scene, blow.by.as_deref()?, false)? == seat).then_some(Cue::Strike)
        }
        Effect::Change { piece, by, .. } if *by < 0 => {
            Some(if owner(scene, piece, true)? == seat { Cue::Harm } else { Cue::Tease })
        }
        Effect::Fall { piece } => Some(if owner(scene, piece, true)? == seat { Cue::Fall } else { Cue::Tease }),
        Effect::Gain { piece } => (owner(scene, piece, false)? == seat).then_some(Cue::Gain),
        Effect::Settle { .. } | Effect::Change { .. } | Effect::Draw { .. } | Effect::Move { .. } => None,
    }
}

/// Returns the seat to which a piece or an area belongs; with `meter`, the piece is a meter.
fn owner(scene: &Scene, id: &str, meter: bool) -> Option<Seat> {
    let is_it = |piece: &&Piece| piece.id == id && (!meter || matches!(piece.look, Look::Meter { .. }));
    scene.areas.iter().find_map(|area| match area.pieces.iter().find(is_it) {
        Some(piece) => piece.seat.or(area.seat),
        None => area.seat.filter(|_| area.id == id && !meter),
    })
}

#[cfg(test)]
mod tests {
    use kernel::{Area, Blow, Icon, Layout, Role};

    use super::*;

    fn scene() -> Scene {
        let meter = |seat: u8| {
            let look = Look::Meter { icon: Icon::HEART, name: "Health".into(), value: 5, max: None };
            Area::new(format!("seat-{seat}"), "A seat", Role::Seat, Layout::Row).of(Seat(seat)).with([Piece::new(
                format!("health-{seat}"),
                look,
                "5 health",
            )])
        };
        let hero = Piece::new("hero", Look::Back { count: 1 }, "The hero");
        let fighters = Area::new("fighters", "The hero", Role::Fighters, Layout::Row).of(Seat(1)).with([hero]);
        Scene { areas: vec![meter(0), meter(1), fighters], ..Scene::default() }
    }

    #[test]
    fn rivals_tease_whoever_is_harmed_or_dies() {
        let cues = |effect: Effect| [0, 1].map(|seat| cue_of(&Moment::Effect(effect.clone()), &scene(), Seat(seat)));
        let harmed = |by| Effect::Change { piece: "health-0".into(), by, to: 5 };
        assert_eq!(cues(harmed(-2)), [Some(Cue::Harm), Some(Cue::Tease)]);
        assert_eq!(cues(harmed(2)), [None, None]);
        assert_eq!(cues(Effect::Fall { piece: "health-1".into() }), [Some(Cue::Tease), Some(Cue::Fall)]);
        assert_eq!(cues(Effect::Fall { piece: "monster".into() }), [None, None]);
    }

    #[test]
    fn a_blow_is_that_of_the_seat_whose_piece_strikes() {
        let blow = |harm| Blow { by: Some("hero".into()), on: "monster".into(), harm };
        let settle = |harm| Effect::Settle {
            title: "It strikes".into(),
            result: String::new(),
            sum: Vec::new(),
            blow: Some(blow(harm)),
        };
        let cues = |harm| [0, 1].map(|seat| cue_of(&Moment::Effect(settle(harm)), &scene(), Seat(seat)));
        assert_eq!(cues(3), [None, Some(Cue::Strike)]);
        assert_eq!(cues(0), [None, None]);
    }
}
