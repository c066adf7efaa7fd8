//! Pieces and other bits that a page has as they are: of them is drawn no more than where they lie, and the page puts them there.
//!
//! What they are drawn from is hashed; that costs a small part of drawing it. A piece that a move begins with, leads to or is
//! barred on is drawn always, as is one that a lesson speaks of, and so is one that lies on another or holds one.

use std::{
    cell::{Cell, RefCell},
    hash::{Hash, Hasher},
};

use kernel::{Area, Layout, Piece, Role, Scene};
use maud::{Markup, html};

use super::{
    super::hash::{QuickMap, QuickSet, hash_of, hasher},
    TablePage,
    context::RenderContext,
    gauge,
};

/// The bits that a page has, and those that it will have.
#[derive(Default, Debug)]
pub struct Kept {
    /// What they were drawn from.
    known: QuickSet<u64>,
    /// What bits are drawn from now, by the hash of their id; nothing for two of one id.
    now: RefCell<QuickMap<u64, Option<u64>>>,
    /// Of how many is drawn no more than where they lie.
    places: Cell<usize>,
}

/// How a drawing ends of which is drawn no more than where it lies.
const PLACE: &str = " data-kept></i>";

/// Whether this stands for a drawing that the page has.
pub(crate) fn is_place(html: &str) -> bool {
    html.ends_with(PLACE)
}

impl Kept {
    /// With the bits that were drawn from this.
    pub(crate) fn new(known: impl IntoIterator<Item = u64>) -> Kept {
        Kept { known: known.into_iter().collect(), ..Kept::default() }
    }

    /// What the bit of this id is drawn from, if it can be kept.
    pub(crate) fn mark(&self, id: &str) -> Option<u64> {
        self.now.borrow().get(&hash_of(id)).copied().flatten()
    }

    /// Where the bit of this id lies, if the page has it drawn from what has this mark.
    fn place(&self, id: &str, mark: u64) -> Option<Markup> {
        let mut now = self.now.borrow_mut();
        let known = now.entry(hash_of(id)).or_insert(Some(mark));
        *known = known.filter(|known| *known == mark);
        self.known.contains(&mark).then(|| {
            self.places.set(self.places.get() + 1);
            html! { i data-piece=(id) data-kept {} }
        })
    }

    /// How many bits that the page has are to be put into what was drawn.
    pub(crate) fn places(&self) -> usize {
        self.places.get()
    }
}

/// A bit that is drawn from `source` alone: one element with this id in `data-bit`, or where it lies, if the page has it as it is.
pub(super) fn bit(page: &TablePage, id: &str, source: impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
    let place = page.kept.and_then(|kept| {
        let mut hasher = hasher();
        (id, source).hash(&mut hasher);
        kept.place(id, hasher.finish())
    });
    place.unwrap_or_else(draw)
}

/// Where a piece lies, if the page has it as it is. `also` is what it is drawn from beside what all pieces are.
pub(super) fn place(ctx: RenderContext, area: &Area, piece: &Piece, also: impl Hash) -> Option<Markup> {
    let kept = ctx.page.kept?;
    let barred = || ctx.scene.barred.iter().any(|barred| barred.piece.as_deref() == Some(&piece.id));
    let holds = || area.pieces.iter().any(|other| other.on.as_ref() == Some(&piece.id));
    let spoken_of = ctx.scene.teaching.as_ref().is_some_and(|teaching| teaching.piece.as_ref() == Some(&piece.id));
    if spoken_of || piece.on.is_some() || ctx.moves.names(&piece.id) || barred() || holds() {
        return None;
    }
    let mut hasher = hasher();
    let lost = gauge::lost(ctx.scene, &piece.id, area.seat.filter(|_| area.role == Role::Seat));
    let mapped = matches!(area.layout, Layout::Map { .. });
    (ctx.surroundings, &area.id, area.role, area.seat, mapped, piece, lost, also).hash(&mut hasher);
    kept.place(&piece.id, hasher.finish())
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
