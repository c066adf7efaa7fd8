//! The course of a match: the meters after each step, and the chapters.

use std::cell::OnceCell;

use kernel::{Area, Flag, Game, Icon, Look, Picture, Piece, Present, Referee, Role, Scene, Seat, Viewer};

use super::{ChapterMark, Curve};

/// Returns the curve of each seat, and the chapters. `states` are the states after the setup and
/// after each step.
pub(super) fn course<G: Game + Present>(referee: &Referee<G>, states: &[G]) -> (Vec<Option<Curve>>, Vec<ChapterMark>) {
    let mut curves: Vec<Option<Curve>> = vec![None; referee.seats().into()];
    let (mut chapters, mut shown) = (Vec::new(), Vec::new());
    for (step, state) in states.iter().enumerate() {
        let scene = G::scene(&state.view(Viewer::All), Viewer::All);
        for (seat, curve) in Seat::all(referee.seats()).zip(&mut curves) {
            note(curve, meter(&scene, seat, referee.seats()), step);
        }
        let headings = referee.said(step).iter().map(|said| G::tell(&said.event)).filter(|line| line.heading);
        let met = met(&scene, &shown);
        chapters.extend(headings.map(|line| ChapterMark { step, title: line.text, picture: met }));
        shown = pictured(&scene).map(|(id, _)| id.to_owned()).collect();
    }
    (curves, chapters)
}

/// Returns the main meter of each seat at so many evenly spaced steps, from the setup to the last
/// step. Steps at which the meter is missing are left out.
pub(super) fn outline<G: Game + Present>(referee: &Referee<G>, points: usize) -> Vec<Vec<i32>> {
    let last = referee.ply();
    let wanted = |step: usize| (0..points).any(|point| point * last / points.saturating_sub(1).max(1) == step);
    let mut curves = vec![Vec::new(); referee.seats().into()];
    for state in referee.states_at(wanted) {
        let view = state.view(Viewer::All);
        let scene = OnceCell::new();
        let drawn = |seat| {
            let scene = scene.get_or_init(|| G::scene(&view, Viewer::All));
            meter(scene, seat, referee.seats()).map(|reading| reading.value)
        };
        for (seat, curve) in Seat::all(referee.seats()).zip(&mut curves) {
            curve.extend(G::meter(&view, seat).or_else(|| drawn(seat)));
        }
    }
    curves
}

/// A reading of a meter.
struct Reading {
    name: String,
    icon: Icon,
    value: i32,
    max: Option<i32>,
    dead: bool,
}

/// Adds the value of the meter after `step`.
fn note(curve: &mut Option<Curve>, reading: Option<Reading>, step: usize) {
    if let Some(Reading { name, icon, max, .. }) = &reading {
        let curve = curve.get_or_insert_with(|| Curve {
            name: name.clone(),
            icon: *icon,
            max: *max,
            points: vec![None; step],
            fell: None,
        });
        curve.max = curve.max.max(*max);
    }
    let Some(curve) = curve else { return };
    curve.points.push(reading.as_ref().map(|reading| reading.value));
    if let Some(reading) = reading {
        curve.fell = reading.dead.then(|| curve.fell.unwrap_or(step));
    }
}

/// Returns the main meter of a seat: the first meter or gauge of its own area, or else of a fighter
/// of its own. With one seat, any fighter counts as its own.
fn meter(scene: &Scene, seat: Seat, seats: u8) -> Option<Reading> {
    let own = |area: &&Area| area.role == Role::Seat && area.seat == Some(seat);
    let area = scene.areas.iter().filter(own).find_map(|area| area.pieces.iter().find_map(read));
    let fighters = || scene.areas.iter().filter(|area| area.role == Role::Fighters).flat_map(|area| &area.pieces);
    let piece = || fighters().filter(|piece| piece.seat == Some(seat) || seats == 1).find_map(read);
    area.or_else(piece)
}

fn read(piece: &Piece) -> Option<Reading> {
    let dead = piece.flags.contains(&Flag::Dead);
    match (&piece.look, piece.gauge) {
        (Look::Meter { icon, name, value, max }, _) => {
            Some(Reading { name: name.to_string(), icon: *icon, value: *value, max: *max, dead })
        }
        (_, Some(gauge)) => {
            Some(Reading { name: String::new(), icon: gauge.icon, value: gauge.value, max: Some(gauge.max), dead })
        }
        (_, None) => None,
    }
}

/// Returns the places of the track that show a picture, with their pictures.
fn pictured(scene: &Scene) -> impl Iterator<Item = (&str, Picture)> {
    let track = scene.areas.iter().filter(|area| area.role == Role::Track).flat_map(|area| &area.pieces);
    track.filter_map(|piece| Some((piece.id.as_str(), piece.picture?)))
}

/// Returns the picture of a new chapter. It is the picture of a place of the track that newly shows
/// one, else of the highlighted place, else of the first foe. `shown` are the places that had a
/// picture before.
fn met(scene: &Scene, shown: &[String]) -> Option<Picture> {
    let of = |role: Role| scene.areas.iter().filter(move |area| area.role == role).flat_map(|area| &area.pieces);
    let new = pictured(scene).find(|(id, _)| !shown.iter().any(|known| known == id)).map(|(_, picture)| picture);
    let here = || of(Role::Track).find(|piece| piece.flags.contains(&Flag::Highlighted))?.picture;
    new.or_else(here).or_else(|| of(Role::Foes).find_map(|piece| piece.picture))
}
