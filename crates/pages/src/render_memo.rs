//! Pieces and other bits that a page has as they are: of them is drawn no more than where they lie, and the page puts them there.
//!
//! What they are drawn from is hashed; that costs a small part of drawing it. A piece that a move begins with, leads to or is
//! barred on is drawn always, as is one that a lesson speaks of, and so is one that lies on another or holds one. Of a part that is
//! drawn from pieces of its own alone not even that is drawn if the page has it as it is.

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

/// The bits that a page has, and those that it will have.
#[derive(Default, Debug)]
pub struct RenderMemo {
    /// What they were drawn from.
    known: QuickSet<u64>,
    /// What parts were drawn from that it has.
    parts: Vec<u64>,
    /// What bits are drawn from now.
    marks: RefCell<ById<u64>>,
    /// How long bits are as they are drawn now.
    lengths: RefCell<ById<usize>>,
    /// Of how many is drawn no more than where they lie.
    places: Cell<usize>,
}

/// Something of bits by the hash of their id; nothing for two of one id that differ in it.
type ById<T> = QuickMap<u64, Option<T>>;

/// Notes it for the bit whose id has this hash.
fn note<T: Copy + PartialEq>(all: &RefCell<ById<T>>, id: u64, value: T) {
    let mut all = all.borrow_mut();
    let known = all.entry(id).or_insert(Some(value));
    *known = known.filter(|known| *known == value);
}

/// How a drawing ends of which is drawn no more than where it lies.
const PLACE: &str = " data-kept></i>";

/// Whether this stands for a drawing that the page has.
pub fn is_place(html: &str) -> bool {
    html.ends_with(PLACE)
}

impl RenderMemo {
    /// With parts that were drawn from this, and so many bits that were drawn from that.
    pub fn new(parts: Vec<u64>, count: usize, known: impl IntoIterator<Item = u64>) -> RenderMemo {
        // A table has about as many bits as it had before.
        let mut all = RenderMemo { parts, ..RenderMemo::default() };
        all.known.reserve(count);
        all.known.extend(known);
        all.marks.get_mut().reserve(count);
        all.lengths.get_mut().reserve(count);
        all
    }

    /// What the bit whose id has this hash is drawn from, if it can be kept.
    pub fn mark(&self, id: u64) -> Option<u64> {
        self.marks.borrow().get(&id).copied().flatten()
    }

    /// How long the bit whose id has this hash is, if that was noted.
    pub fn length(&self, id: u64) -> Option<usize> {
        self.lengths.borrow().get(&id).copied().flatten()
    }

    /// Where the bit of this id lies, if the page has it drawn from what has this mark.
    fn place(&self, id: &str, mark: u64) -> Option<Markup> {
        let hash = hash_of(id);
        note(&self.marks, hash, mark);
        self.known.contains(&mark).then(|| {
            self.places.set(self.places.get() + 1);
            // There are many: with room from the start.
            let mut place = String::with_capacity(id.len() + 32);
            place.push_str("<i data-piece=\"");
            escaped(id).render_to(&mut place);
            place.push('"');
            place.push_str(PLACE);
            note(&self.lengths, hash, place.len());
            PreEscaped(place)
        })
    }

    /// How many bits that the page has are to be put into what was drawn.
    pub fn places(&self) -> usize {
        self.places.get()
    }
}

/// A drawing that is the bit of this id, as one element: how long it is is noted, so that its end need not be looked for.
pub(super) fn noted(page: &TablePage, id: &str, drawing: Markup) -> Markup {
    if let Some(kept) = page.kept {
        note(&kept.lengths, hash_of(id), drawing.0.len());
    }
    drawing
}

/// Where a piece lies, if the page has it as it is. `also` is what it is drawn from beside what all pieces are.
pub(super) fn place(ctx: RenderContext, area: &Area, piece: &Piece, also: impl Hash) -> Option<Markup> {
    let holds = || area.pieces.iter().any(|other| other.on.as_ref() == Some(&piece.id));
    let kept = ctx.page.kept.filter(|_| stands_alone(ctx, piece) && !holds())?;
    let mut hasher = hasher();
    let mapped = matches!(area.layout, Layout::Map { .. });
    let lost = lost(ctx, area, piece);
    (ctx.surroundings, &area.id, area.role, area.seat, mapped, Source(piece), lost, also).hash(&mut hasher);
    kept.place(&piece.id, hasher.finish())
}

/// Whether a piece, as long as none lies on it, is drawn from nothing but itself, its area, what blows have taken of it, and
/// its [`surroundings`].
fn stands_alone(ctx: RenderContext, piece: &Piece) -> bool {
    let barred = || ctx.scene.barred.iter().any(|barred| barred.piece.as_deref() == Some(&piece.id));
    let spoken_of = ctx.scene.teaching.as_ref().is_some_and(|teaching| teaching.piece.as_ref() == Some(&piece.id));
    !(spoken_of || piece.on.is_some() || ctx.moves.names(&piece.id) || barred())
}

/// What the blows on the table have taken of a piece.
fn lost(ctx: RenderContext, area: &Area, piece: &Piece) -> i32 {
    gauge::lost(ctx.scene, &piece.id, area.seat.filter(|_| area.role == Role::Seat))
}

/// A part that is drawn from areas of this role alone, and from `also`. It is not drawn if the page has it drawn from the same.
pub(super) fn part(
    ctx: RenderContext,
    name: &'static str,
    role: Role,
    also: impl Hash,
    draw: impl FnOnce() -> Markup,
) -> Part {
    let areas = || ctx.scene.areas.iter().filter(|area| area.role == role);
    let all = |area: &Area| area.pieces.iter().all(|piece| stands_alone(ctx, piece));
    // That is asked before anything is hashed, for there are many.
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

/// A part that is drawn from `source` alone. It is not drawn if the page has it drawn from the same.
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

/// What any piece may be drawn from beside itself: who sits where, and their faces.
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
