//! Pieces that a page has as they are: of them is drawn no more than where they lie, and the page puts them there.
//!
//! What a piece is drawn from is hashed; that costs a small part of drawing it. A piece that a move begins with, leads to or is
//! barred on is drawn always, as is one that a lesson speaks of, and so is one that lies on another or holds one.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
};

use kernel::{Area, Layout, Piece, Role, Scene};
use maud::{Markup, html};

use super::{super::hash::hasher, TablePage, context::RenderContext, gauge};

/// The pieces that a page has, and those that it will have.
#[derive(Default, Debug)]
pub struct Kept {
    /// What they were drawn from.
    known: HashSet<u64>,
    /// What pieces are drawn from now, by id; nothing for two pieces of one id.
    now: RefCell<HashMap<String, Option<u64>>>,
}

/// How a drawing ends of which is drawn no more than where it lies.
const PLACE: &str = " data-kept></i>";

/// Whether this stands for a drawing that the page has.
pub(crate) fn is_place(html: &str) -> bool {
    html.ends_with(PLACE)
}

/// How many drawings that the page has are to be put into this one.
pub(crate) fn places(html: &str) -> usize {
    html.matches(PLACE).count()
}

impl Kept {
    /// With the pieces that were drawn from this.
    pub(crate) fn new(known: impl IntoIterator<Item = u64>) -> Kept {
        Kept { known: known.into_iter().collect(), now: RefCell::default() }
    }

    /// What the piece of this id is drawn from, if it can be kept.
    pub(crate) fn mark(&self, id: &str) -> Option<u64> {
        self.now.borrow().get(id).copied().flatten()
    }

    fn note(&self, id: &str, mark: u64) {
        let mut now = self.now.borrow_mut();
        match now.get_mut(id) {
            Some(other) if *other == Some(mark) => {}
            Some(other) => *other = None,
            None => drop(now.insert(id.to_owned(), Some(mark))),
        }
    }
}

/// Where a piece lies, if the page has it as it is.
pub(super) fn place(ctx: RenderContext, area: &Area, piece: &Piece) -> Option<Markup> {
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
    (ctx.surroundings, &area.id, area.role, area.seat, mapped, piece, lost).hash(&mut hasher);
    let mark = hasher.finish();
    kept.note(&piece.id, mark);
    kept.known.contains(&mark).then(|| html! { i data-piece=(piece.id) data-kept {} })
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
