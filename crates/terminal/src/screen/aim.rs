//! Pointing at pieces with the arrow keys, by their places on the screen.

use ratatui::layout::Rect;

use super::{app::App, context::Target};

/// A direction of pointing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// The pieces to point at, in reading order. On the way to a move they are those that can follow,
/// otherwise all.
fn pieces(app: &App) -> Vec<(Rect, String)> {
    let all = app.hits.iter().filter_map(|hit| match &hit.target {
        Target::Piece(id) => Some((hit.at, id.clone())),
        Target::Entry(_) | Target::Key(_) | Target::Steps(_) => None,
    });
    let all: Vec<(Rect, String)> = all.collect();
    let follows = |(_, id): &(Rect, String)| !app.picked.is_empty() && app.live.contains(id);
    match all.iter().any(follows) {
        true => all.into_iter().filter(follows).collect(),
        false => all,
    }
}

/// Starts pointing: at the piece of the selected move, or else the first.
pub(super) fn begin(app: &mut App) {
    let pieces = pieces(app);
    let shown = |id: &String| pieces.iter().any(|(_, other)| other == id);
    let about = app.joined().into_iter().rev().find(shown);
    let live = || pieces.iter().find(|(_, id)| app.live.contains(id)).or(pieces.first());
    app.focus = about.or_else(|| live().map(|(_, id)| id.clone()));
}

/// Points at the first piece that can follow the picks; at none if only words can.
pub(super) fn follow(app: &mut App) {
    let shown = pieces(app).into_iter().map(|(_, id)| id).find(|id| app.live.contains(id));
    let hidden = || app.scene.pieces().find(|piece| app.live.contains(&piece.id)).map(|piece| piece.id.clone());
    app.focus = shown.or_else(hidden);
}

/// Points at the next piece, or the one before, in reading order.
pub(super) fn next(app: &mut App, on: bool) {
    let all = pieces(app);
    let now = app.focus.as_ref().and_then(|focus| all.iter().position(|(_, id)| id == focus));
    let to = match (now, on) {
        (None, _) => return begin(app),
        (Some(now), true) => (now + 1) % all.len(),
        (Some(now), false) => (now + all.len() - 1) % all.len(),
    };
    app.focus = all.get(to).map(|(_, id)| id.clone());
}

/// Points at the nearest piece in that direction.
pub(super) fn go(app: &mut App, way: Way) {
    let Some(from) = app.focus.as_ref().and_then(|id| app.place(id)) else { return begin(app) };
    let all = pieces(app);
    let nearest = all.iter().filter_map(|(at, id)| Some((distance(from, *at, way)?, id))).min();
    if let Some((_, id)) = nearest {
        app.focus = Some(id.clone());
    }
}

/// The distance to `to` in that direction; `None` if it lies elsewhere. A step aside counts more
/// than a step ahead.
fn distance(from: Rect, to: Rect, way: Way) -> Option<i32> {
    // A row is about as high as two columns are wide.
    let middle = |at: Rect| (2 * i32::from(at.x) + i32::from(at.width), 4 * i32::from(at.y) + 2 * i32::from(at.height));
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let (ahead, aside) = match way {
        Way::Up => (y1 - y2, (x1 - x2).abs()),
        Way::Down => (y2 - y1, (x1 - x2).abs()),
        Way::Left => (x1 - x2, (y1 - y2).abs()),
        Way::Right => (x2 - x1, (y1 - y2).abs()),
    };
    (ahead > 0).then_some(ahead + 3 * aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbour_is_nearer_than_the_one_across() {
        let [here, right, below, far] = [(0, 0), (5, 0), (0, 1), (5, 1)].map(|(x, y)| Rect::new(x, y, 5, 1));
        assert!(distance(here, right, Way::Right) < distance(here, far, Way::Right));
        assert!(distance(here, below, Way::Down) < distance(here, far, Way::Down));
        assert_eq!(distance(here, below, Way::Up), None);
        assert_eq!(distance(here, here, Way::Left), None);
    }
}
