//! A cache of drawings by hash: for pieces that a page already has, the server sends only a
//! placeholder.
//!
//! A piece is hashed by everything that its drawing shows; hashing costs much less than drawing.
//! Some pieces are always drawn: those that a move begins with or leads to, that are barred, and
//! those that a lesson mentions. So are those that lie on another or hold one. A part drawn only
//! from pieces of its own is skipped as a whole if the page already has it.

use std::hash::{Hash, Hasher};

use kernel::{Area, Layout, Piece, Role};
use maud::{Markup, PreEscaped, Render};

use crate::{
    common::escaped,
    context::{self, RenderContext, source::Source},
    data::{
        TablePage,
        hash::{hash_of, hasher},
    },
};

/// A part of a table's page: the unit that live updates replace.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, the same on every page that has it.
    pub name: &'static str,
    /// Its drawing; empty if the page already has it.
    pub drawing: Markup,
    /// The hash of its input, for a part whose changes can be detected without drawing it.
    pub source: Option<u64>,
    /// Whether the page already has it.
    pub is_kept: bool,
}

impl Part {
    pub(crate) fn new(name: &'static str, drawing: Markup) -> Part {
        Part { name, drawing, source: None, is_kept: false }
    }
}

/// Records the length of a drawing that is one element of this id, so that nobody need search for
/// its end. Returns the drawing.
pub(crate) fn noted(page: &TablePage, id: &str, drawing: Markup) -> Markup {
    if let Some(kept) = &page.kept {
        kept.note_length(hash_of(id), drawing.0.len());
    }
    drawing
}

/// The end of a placeholder, which is an element that only names its piece.
const PLACE: &str = " data-kept></i>";

/// Returns whether this is a placeholder for a drawing that the page already has.
pub fn is_place(html: &str) -> bool {
    html.ends_with(PLACE)
}

/// Returns a placeholder for a piece that the page already has. `also` is any further input of its
/// drawing.
pub(crate) fn place(ctx: RenderContext, area: &Area, piece: &Piece, also: impl Hash) -> Option<Markup> {
    let holds = || area.pieces.iter().any(|other| other.on.as_ref() == Some(&piece.id));
    let kept = ctx.page.kept.as_ref().filter(|_| stands_alone(ctx, piece) && !holds())?;
    let mut hasher = hasher();
    let mapped = matches!(area.layout, Layout::Map { .. });
    let lost = lost(ctx, area, piece);
    (ctx.surroundings, &area.id, area.role, area.seat, mapped, Source(piece), lost, also).hash(&mut hasher);
    let id = hash_of(&piece.id);
    kept.knows(id, hasher.finish()).then(|| {
        // There are many placeholders, so each gets its capacity at once.
        let mut place = String::with_capacity(piece.id.len() + 32);
        place.push_str("<i data-piece=\"");
        escaped(&piece.id).render_to(&mut place);
        place.push('"');
        place.push_str(PLACE);
        kept.note_length(id, place.len());
        PreEscaped(place)
    })
}

/// Returns whether a piece with no other on it is drawn only from itself, its area, its losses by
/// blows, and its [surroundings](RenderContext::surroundings).
fn stands_alone(ctx: RenderContext, piece: &Piece) -> bool {
    let barred = || ctx.scene.barred.iter().any(|barred| barred.piece.as_deref() == Some(&piece.id));
    let spoken_of = ctx.scene.teaching.as_ref().is_some_and(|teaching| teaching.piece.as_ref() == Some(&piece.id));
    !(spoken_of || piece.on.is_some() || ctx.moves.names(&piece.id) || barred())
}

/// Returns the loss of a piece by the blows on the table.
fn lost(ctx: RenderContext, area: &Area, piece: &Piece) -> i32 {
    context::lost(ctx.scene, &piece.id, area.seat.filter(|_| area.role == Role::Seat))
}

/// Returns a part that is drawn only from areas of this role and from `also`. It is not drawn if
/// the page has it from the same input.
pub(crate) fn part(
    ctx: RenderContext,
    name: &'static str,
    role: Role,
    also: impl Hash,
    draw: impl FnOnce() -> Markup,
) -> Part {
    let areas = || ctx.areas(role);
    let all = |area: &Area| area.pieces.iter().all(|piece| stands_alone(ctx, piece));
    // There are many pieces, so this check comes before any hashing.
    let source = ctx.page.kept.as_ref().filter(|_| areas().all(all)).map(|_| {
        let mut hasher = hasher();
        (name, ctx.surroundings, also).hash(&mut hasher);
        for area in areas() {
            Source(area).hash(&mut hasher);
            area.pieces.iter().for_each(|piece| lost(ctx, area, piece).hash(&mut hasher));
        }
        hasher.finish()
    });
    unless_kept(ctx.page, name, source, draw)
}

/// Returns a part that is drawn only from `source`. It is not drawn if the page has it from the
/// same input.
pub(crate) fn whole(page: &TablePage, name: &'static str, source: impl Hash, draw: impl FnOnce() -> Markup) -> Part {
    let source = page.kept.as_ref().map(|_| {
        let mut hasher = hasher();
        (name, source).hash(&mut hasher);
        hasher.finish()
    });
    unless_kept(page, name, source, draw)
}

fn unless_kept(page: &TablePage, name: &'static str, source: Option<u64>, draw: impl FnOnce() -> Markup) -> Part {
    let is_kept = source.zip(page.kept.as_ref()).is_some_and(|(source, kept)| kept.has_part(source));
    let drawing = if is_kept { Markup::default() } else { draw() };
    Part { name, drawing, source, is_kept }
}
