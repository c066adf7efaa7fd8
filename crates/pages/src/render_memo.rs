//! A cache of drawings by hash: for pieces that a page already has, the server sends only a
//! placeholder.
//!
//! A piece is hashed by everything that its drawing shows; hashing costs much less than drawing.
//! Some pieces are always drawn: those that a move begins with or leads to, that are barred, and
//! those that a lesson mentions. So are those that lie on another or hold one. A part drawn only
//! from pieces of its own is skipped as a whole if the page already has it.

use std::{
    cell::{Cell, RefCell},
    hash::{Hash, Hasher},
};

use kernel::{Area, Layout, Piece, Role, Scene};
use maud::{Markup, PreEscaped, Render};

use super::{
    TablePage,
    context::RenderContext,
    escaped::escaped,
    gauge,
    hash::{QuickMap, QuickSet, hash_of, hasher},
    source::Source,
    table::Part,
};

/// The drawings that a page already has, and those that it will have.
#[derive(Default, Debug)]
pub struct RenderMemo {
    /// The hashes of the inputs of the drawings that the page has.
    known: QuickSet<u64>,
    /// The hashes of the inputs of the parts that the page has.
    parts: Vec<u64>,
    /// The hashes of the inputs of the new drawings.
    marks: RefCell<ById<u64>>,
    /// The lengths of the new drawings.
    lengths: RefCell<ById<usize>>,
    /// How many of the new drawings are placeholders.
    places: Cell<usize>,
}

/// Values by the hash of an element id; `None` if two elements of one id differ in the value.
type ById<T> = QuickMap<u64, Option<T>>;

/// Records a value for the element whose id has this hash.
fn note<T: Copy + PartialEq>(all: &RefCell<ById<T>>, id: u64, value: T) {
    let mut all = all.borrow_mut();
    let known = all.entry(id).or_insert(Some(value));
    *known = known.filter(|known| *known == value);
}

/// The end of a placeholder, which is an element that only names its piece.
const PLACE: &str = " data-kept></i>";

/// Returns whether this is a placeholder for a drawing that the page already has.
pub fn is_place(html: &str) -> bool {
    html.ends_with(PLACE)
}

impl RenderMemo {
    /// Creates a memo from the input hashes of the parts and of the `count` drawings that the page
    /// has.
    pub fn new(parts: Vec<u64>, count: usize, known: impl IntoIterator<Item = u64>) -> RenderMemo {
        // A table has about as many elements as before.
        let mut all = RenderMemo { parts, ..RenderMemo::default() };
        all.known.reserve(count);
        all.known.extend(known);
        all.marks.get_mut().reserve(count);
        all.lengths.get_mut().reserve(count);
        all
    }

    /// Returns the input hash of the element whose id has this hash, if its drawing can be cached.
    pub fn mark(&self, id: u64) -> Option<u64> {
        self.marks.borrow().get(&id).copied().flatten()
    }

    /// Returns the length of the element whose id has this hash, if it was recorded.
    pub fn length(&self, id: u64) -> Option<usize> {
        self.lengths.borrow().get(&id).copied().flatten()
    }

    /// Returns a placeholder for the element of this id, if the page has its drawing from the input
    /// hash `mark`.
    fn place(&self, id: &str, mark: u64) -> Option<Markup> {
        let hash = hash_of(id);
        note(&self.marks, hash, mark);
        self.known.contains(&mark).then(|| {
            self.places.set(self.places.get() + 1);
            // There are many placeholders, so each gets its capacity at once.
            let mut place = String::with_capacity(id.len() + 32);
            place.push_str("<i data-piece=\"");
            escaped(id).render_to(&mut place);
            place.push('"');
            place.push_str(PLACE);
            note(&self.lengths, hash, place.len());
            PreEscaped(place)
        })
    }

    /// Returns how many placeholders were drawn.
    pub fn places(&self) -> usize {
        self.places.get()
    }
}

/// Records the length of a drawing that is one element of this id, so that nobody need search for
/// its end. Returns the drawing.
pub(super) fn noted(page: &TablePage, id: &str, drawing: Markup) -> Markup {
    if let Some(kept) = page.kept {
        note(&kept.lengths, hash_of(id), drawing.0.len());
    }
    drawing
}

/// Returns a placeholder for a piece that the page already has. `also` is any further input of its
/// drawing.
pub(super) fn place(ctx: RenderContext, area: &Area, piece: &Piece, also: impl Hash) -> Option<Markup> {
    let holds = || area.pieces.iter().any(|other| other.on.as_ref() == Some(&piece.id));
    let kept = ctx.page.kept.filter(|_| stands_alone(ctx, piece) && !holds())?;
    let mut hasher = hasher();
    let mapped = matches!(area.layout, Layout::Map { .. });
    let lost = lost(ctx, area, piece);
    (ctx.surroundings, &area.id, area.role, area.seat, mapped, Source(piece), lost, also).hash(&mut hasher);
    kept.place(&piece.id, hasher.finish())
}

/// Returns whether a piece with no other on it is drawn only from itself, its area, its losses by
/// blows, and its [`surroundings`].
fn stands_alone(ctx: RenderContext, piece: &Piece) -> bool {
    let barred = || ctx.scene.barred.iter().any(|barred| barred.piece.as_deref() == Some(&piece.id));
    let spoken_of = ctx.scene.teaching.as_ref().is_some_and(|teaching| teaching.piece.as_ref() == Some(&piece.id));
    !(spoken_of || piece.on.is_some() || ctx.moves.names(&piece.id) || barred())
}

/// Returns the loss of a piece by the blows on the table.
fn lost(ctx: RenderContext, area: &Area, piece: &Piece) -> i32 {
    gauge::lost(ctx.scene, &piece.id, area.seat.filter(|_| area.role == Role::Seat))
}

/// Returns a part that is drawn only from areas of this role and from `also`. It is not drawn if
/// the page has it from the same input.
pub(super) fn part(
    ctx: RenderContext,
    name: &'static str,
    role: Role,
    also: impl Hash,
    draw: impl FnOnce() -> Markup,
) -> Part {
    let areas = || ctx.scene.areas.iter().filter(|area| area.role == role);
    let all = |area: &Area| area.pieces.iter().all(|piece| stands_alone(ctx, piece));
    // There are many pieces, so this check comes before any hashing.
    let source = ctx.page.kept.filter(|_| areas().all(all)).map(|_| {
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
pub(super) fn whole(page: &TablePage, name: &'static str, source: impl Hash, draw: impl FnOnce() -> Markup) -> Part {
    let source = page.kept.map(|_| {
        let mut hasher = hasher();
        (name, source).hash(&mut hasher);
        hasher.finish()
    });
    unless_kept(page, name, source, draw)
}

fn unless_kept(page: &TablePage, name: &'static str, source: Option<u64>, draw: impl FnOnce() -> Markup) -> Part {
    let is_kept = source.zip(page.kept).is_some_and(|(source, kept)| kept.parts.contains(&source));
    let drawing = if is_kept { Markup::default() } else { draw() };
    Part { name, drawing, source, is_kept }
}

/// Returns a hash of everything outside a piece that may change its drawing: the players in the
/// seats, and their faces.
pub(super) fn surroundings(page: &TablePage, scene: &Scene) -> u64 {
    let mut hasher = hasher();
    for info in &page.seats {
        (info.seat, info.person, info.bot, info.character.map(|character| character.id), info.you).hash(&mut hasher);
    }
    for area in scene.areas.iter().filter(|area| area.role == Role::Seat) {
        (area.seat, area.picture).hash(&mut hasher);
    }
    hasher.finish()
}
