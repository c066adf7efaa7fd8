//! A scene in sentences.

use kernel::{Area, Ending, Layout, Look, Piece, Point, Scene};

use crate::{
    LocalMatch,
    details::{details, whereabouts},
    picks::{self, Entry},
    screen::glyphs,
};

/// What lies on the table, area by area.
pub(super) fn table(local_match: &LocalMatch, scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    for area in scene.areas.iter().filter(|area| !area.pieces.is_empty()) {
        let title = local_match.say(&area.title);
        match area.layout {
            Layout::Grid { rows, columns } | Layout::Map { rows, columns } => {
                lines.push(format!("{title}:"));
                lines.extend((0..rows).map(|row| map_row(area, row, columns)));
                let noted = |piece: &&Piece| notable(piece) || aimed_at(scene, piece);
                lines.extend(
                    area.pieces.iter().filter(noted).map(|piece| format!("  {}", named(local_match, scene, piece))),
                );
            }
            _ => {
                let pieces: Vec<String> = area.pieces.iter().map(|piece| named(local_match, scene, piece)).collect();
                lines.push(format!("{title}: {}.", pieces.join("; ").trim_end_matches('.')));
            }
        }
    }
    lines
}

/// A row of a map, a letter a cell.
fn map_row(area: &Area, row: u8, columns: u8) -> String {
    let cell = |column: u8| {
        let here = area.pieces.iter().find(|piece| piece.at == Some((row, column)));
        here.map_or('.', |piece| match &piece.look {
            Look::Tile { pawns, .. } if pawns.len() > 1 => '&',
            Look::Tile { pawns, .. } if !pawns.is_empty() => char::from(b'1' + pawns[0].0),
            Look::Tile { icon, .. } => icon.map_or('?', glyphs::letter),
            _ => '*',
        })
    };
    format!("  {}", (0..columns).map(|column| format!("{} ", cell(column))).collect::<String>().trim_end())
}

fn notable(piece: &Piece) -> bool {
    let standing = matches!(&piece.look, Look::Tile { value, pawns, .. } if value.is_some() || !pawns.is_empty());
    standing || piece.at.is_none()
}

fn aimed_at(scene: &Scene, piece: &Piece) -> bool {
    scene.moves.iter().any(|m| m.wording.pieces().any(|id| id == piece.id))
}

fn named(local_match: &LocalMatch, scene: &Scene, piece: &Piece) -> String {
    let label = local_match.label(piece);
    let label = match whereabouts(scene, piece) {
        Some(place) => format!("{}, {place}", label.trim_end_matches('.')),
        None => label,
    };
    match piece.seat {
        Some(seat) => format!("{label} ({})", local_match.called(seat)),
        None => label,
    }
}

/// The numbered list of what can be done after `picked`: moves with what may come of them, or what many begin with.
pub(super) fn moves(local_match: &LocalMatch, scene: &Scene, picked: &[Point]) -> Vec<String> {
    let one = |entry: &Entry| match entry {
        Entry::Move(index) => {
            let choice = &scene.moves[*index];
            let forecast = choice
                .wording
                .forecast
                .as_ref()
                .map(|forecast| forecast.text.as_str())
                .or_else(|| details(scene, choice));
            let forecast = forecast.map(|text| format!(" ({})", text.trim_end_matches('.'))).unwrap_or_default();
            format!("{}{forecast}", local_match.say(&choice.wording.text))
        }
        Entry::Stem(stem) => {
            let count = kernel::counted(stem.moves.len(), "move");
            format!("{} ({count})", picks::stem_text(local_match, scene, stem))
        }
    };
    let entries = picks::entries(&scene.moves, picked);
    entries.iter().enumerate().map(|(n, entry)| format!("{}. {}", n + 1, one(entry))).collect()
}

/// What cannot be done now.
pub(super) fn barred(scene: &Scene) -> Vec<String> {
    if scene.barred.is_empty() {
        return vec!["Nothing that you might expect is forbidden now.".into()];
    }
    let one = |barred: &kernel::Barred| {
        let ruling = barred.ruling.map(|ruling| format!(" ({ruling})")).unwrap_or_default();
        format!("{}: {}{ruling}", barred.what, barred.why)
    };
    scene.barred.iter().map(one).collect()
}

/// How it ended.
pub(super) fn ending(local_match: &LocalMatch, ending: &Ending) -> Vec<String> {
    let mut lines = vec![format!("{}.", local_match.say(&ending.title)), local_match.say(&ending.story)];
    lines.extend(ending.numbers.iter().map(|(what, number)| format!("{what}: {number}")));
    lines.extend(ending.unlocked.clone());
    lines
}
