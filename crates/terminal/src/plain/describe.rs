//! A scene in sentences.

use ::text::{counted, t};
use kernel::{Area, AutoAction, Ending, Layout, Look, Outlook, Piece, Point, Role, Scene, Side};

use crate::{
    LocalMatch, auto_actions,
    details::{details, whereabouts},
    moments::{self, is_settled},
    picks::{self, Entry},
    screen::glyphs,
};

/// The table, area by area.
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
            _ if area.role == Role::Dice && scene.rolls.iter().any(is_settled) => {
                let settled = scene.rolls.iter().filter(|roll| is_settled(roll));
                lines.extend(settled.map(|roll| format!("{}.", moments::told(local_match, scene, roll))));
            }
            _ => {
                // On a track with players, empty steps have no sentence.
                let race = area.pieces.iter().any(stood_on);
                let told = area.pieces.iter().filter(|piece| !race || stood_on(piece));
                let pieces: Vec<String> = told.map(|piece| named(local_match, scene, piece)).collect();
                let note = area.note.iter().map(|note| format!("; {note}")).collect::<String>();
                let doing = area.doing.iter().map(|doing| format!("; {}", doing.text)).collect::<String>();
                lines.push(format!("{title}: {}{doing}{note}.", pieces.join("; ").trim_end_matches('.')));
            }
        }
    }
    lines.extend(weighed(local_match, scene));
    lines
}

/// The balance of two sides, and the outlooks.
pub(super) fn weighed(local_match: &LocalMatch, scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(balance) = &scene.balance {
        let side = |side: &Side| {
            let may: i32 = side.terms.iter().filter(|term| !term.certain).map(|term| term.value).sum();
            let may = if may == 0 { String::new() } else { t!(", {} with what is on offer", side.total + may) };
            format!("{} {}{may}", local_match.say(&side.name), side.total)
        };
        let [one, other] = balance.sides.each_ref().map(side);
        lines.push(t!("{one}; against {other}."));
        lines.push(local_match.say(&balance.formula));
    }
    let told = |outlook: &Outlook| format!("{}. {}", local_match.say(&outlook.title), local_match.say(&outlook.text));
    lines.extend(scene.outlooks.iter().map(told));
    lines
}

fn stood_on(piece: &Piece) -> bool {
    matches!(&piece.look, Look::Tile { pawns, .. } if !pawns.is_empty())
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
    let label = about(piece).into_iter().fold(label, |label, more| {
        if label.contains(&more) { label } else { format!("{}, {more}", label.trim_end_matches('.')) }
    });
    match piece.seat {
        Some(seat) => format!("{label} ({})", local_match.called(seat)),
        None => label,
    }
}

/// The number on a piece, its note and its next act, unless its label has them.
fn about(piece: &Piece) -> Vec<String> {
    let number = format!("{}", piece.gauge.map_or(0, |gauge| gauge.value));
    let gauge = piece.gauge.filter(|_| !piece.label.contains(&number));
    let gauge = gauge.map(|gauge| t!("{} {} of {}", glyphs::word(gauge.icon), gauge.value, gauge.max));
    let intent = piece.intent.as_ref().map(|intent| {
        let range = if intent.range.is_empty() { String::new() } else { format!(" ({})", intent.range) };
        t!("{}: {} on average{range}", intent.text, intent.mean)
    });
    gauge.into_iter().chain(piece.note.as_deref().map(str::to_owned)).chain(intent).collect()
}

/// The numbered list of entries after `picked`: moves with their forecasts, or common beginnings of
/// many moves.
pub(super) fn moves(local_match: &LocalMatch, scene: &Scene, picked: &[Point]) -> Vec<String> {
    let one = |entry: &Entry| match entry {
        Entry::Move(index) => {
            let choice = &scene.moves[*index];
            let forecast = choice.wording.forecast.as_ref().map(auto_actions::forecast);
            let forecast = forecast.or_else(|| details(scene, choice).map(str::to_owned));
            let forecast = forecast.map(|text| format!(" ({})", text.trim_end_matches('.'))).unwrap_or_default();
            format!("{}{forecast}", local_match.say(&choice.wording.text))
        }
        Entry::Stem(stem) => {
            let count = counted!(stem.moves.len(), "move");
            format!("{} ({count})", picks::stem_text(local_match, scene, stem))
        }
    };
    let entries = picks::entries(&scene.moves, picked);
    entries.iter().enumerate().map(|(n, entry)| format!("{}. {}", n + 1, one(entry))).collect()
}

/// The auto-actions.
pub(super) fn standing(local_match: &LocalMatch, scene: &Scene) -> Vec<String> {
    let several = scene.standing.len() > 1;
    let one = |(n, auto_action): (usize, &AutoAction)| {
        let which = if several { format!(" {}", n + 1) } else { String::new() };
        let limit = auto_action.limit.as_ref();
        let number = limit.map(|limit| format!(" {}", limit.usual)).unwrap_or_default();
        let range = limit.map(|limit| t!(", from {} to {}", limit.min, limit.max)).unwrap_or_default();
        let forecast = auto_action.forecast.as_ref().map(|forecast| format!(" ({})", auto_actions::forecast(forecast)));
        let text = auto_actions::text(local_match, auto_action, limit.map(|limit| limit.usual));
        format!("{}{which}{number}: {text}{range}{}", t!("order"), forecast.unwrap_or_default())
    };
    scene.standing.iter().enumerate().map(one).collect()
}

/// The actions that are not legal now.
pub(super) fn barred(scene: &Scene) -> Vec<String> {
    if scene.barred.is_empty() {
        return vec![t!("Nothing that you might expect is forbidden now.").into()];
    }
    let one = |barred: &kernel::Barred| {
        let ruling = barred.ruling.map(|ruling| format!(" ({ruling})")).unwrap_or_default();
        format!("{}: {}{ruling}", barred.what, barred.why)
    };
    scene.barred.iter().map(one).collect()
}

/// The end of a match.
pub(super) fn ending(local_match: &LocalMatch, ending: &Ending) -> Vec<String> {
    let mut lines = vec![format!("{}.", local_match.say(&ending.title)), local_match.say(&ending.story)];
    lines.extend(ending.numbers.iter().map(|(what, number)| format!("{what}: {number}")));
    lines.extend(ending.unlocked.clone());
    lines.extend(local_match.earned());
    lines
}
