//! The picks on the way to a move, the list, and the effect of one more pick.

use kernel::{Mark, Point};

use super::{
    aim,
    app::{App, Mode},
    page::Page,
};
use crate::{
    Error,
    picks::{self, Entry, Stem},
};

impl App {
    /// The list of moves: all, or those that can follow the picks.
    pub(super) fn listed(&self) -> Vec<Entry> {
        picks::entries(&self.scene.moves, &self.picked)
    }

    /// The selected entry of the list.
    pub(super) fn chosen(&self) -> Option<Entry> {
        self.listed().into_iter().nth(self.selected)
    }

    /// Selects the entry that leads to this move.
    pub(super) fn select(&mut self, index: usize) {
        if let Some(place) = self.listed().iter().position(|entry| entry.holds(index)) {
            self.selected = place;
        }
    }

    /// The pieces that have been picked, then those that the selected entry joins.
    pub(super) fn joined(&self) -> Vec<String> {
        // While the player picks piece by piece, the list does not count.
        let pointing = self.focus.is_some() && !self.picked.is_empty();
        let selected = match self.chosen().filter(|_| !pointing) {
            Some(Entry::Move(index)) => self.scene.moves[index].wording.path.clone(),
            Some(Entry::Stem(stem)) => stem.picked,
            None => Vec::new(),
        };
        self.picked.iter().chain(&selected).filter_map(Point::piece).map(str::to_owned).collect()
    }

    /// The move that is pointed at: by a piece that leads to it alone, or else the selected one.
    fn pointed(&self) -> Option<usize> {
        let Some(piece) = &self.focus else {
            return match self.chosen() {
                Some(Entry::Move(index)) => Some(index),
                Some(Entry::Stem(_)) | None => None,
            };
        };
        let picked: Vec<Point> = self.picked.iter().cloned().chain([Point::From(piece.clone())]).collect();
        match picks::left(&self.scene.moves, &picked)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The effects on pieces of the move that is pointed at.
    pub(super) fn marks(&self) -> &[Mark] {
        self.pointed().map_or(&[], |index| &self.scene.moves[index].wording.marks)
    }

    /// Sets the picks; the pieces that can follow are marked and listed.
    pub(super) fn pick(&mut self, picked: Vec<Point>) {
        self.live = picks::pieces(&self.scene.moves, &picked).map(str::to_owned).collect();
        self.picked = picked;
        self.typed.clear();
        let whole = |entry: &Entry| match entry {
            Entry::Move(index) => picks::is_whole(&self.scene.moves[*index], &self.picked),
            Entry::Stem(_) => false,
        };
        self.selected = self.listed().iter().position(whole).filter(|_| !self.picked.is_empty()).unwrap_or(0);
    }

    /// Takes the last pick back; `false` if there is none.
    pub(super) fn unpick(&mut self) -> bool {
        let mut picked = self.picked.clone();
        let Some(last) = picked.pop() else { return false };
        self.pick(picked);
        self.focus = last.piece().map(str::to_owned);
        true
    }

    /// Chooses an entry of the list: makes its move, or goes on to the moves with its beginning.
    pub(super) fn choose(&mut self, place: usize) -> Result<(), Error> {
        match self.listed().into_iter().nth(place) {
            Some(Entry::Move(index)) => self.perform(index, false),
            Some(Entry::Stem(Stem { picked, .. })) => {
                self.focus = None;
                self.pick(picked);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Picks a piece. If that leaves one move, makes it; if it leaves several, points at the pieces
    /// that can follow. The last pick is put back, and a piece that cannot follow becomes the first
    /// pick, if it can be.
    pub(super) fn press(&mut self, piece: &str) -> Result<(), Error> {
        self.focus = Some(piece.to_owned());
        let follows = |from: &usize| picks::pieces(&self.scene.moves, &self.picked[..*from]).any(|id| id == piece);
        let last = self.picked.last().and_then(Point::piece) == Some(piece);
        let from = match follows(&self.picked.len()) {
            true => Some(self.picked.len()),
            false if last => {
                self.unpick();
                return Ok(());
            }
            false => (0..self.picked.len()).rev().find(follows),
        };
        let Some(from) = from else { return self.press_later(piece) };
        let mut picked = self.picked[..from].to_vec();
        picked.push(Point::From(piece.to_owned()));
        match picks::left(&self.scene.moves, &picked)[..] {
            [only] => self.perform(only, false),
            _ => {
                self.pick(picked);
                aim::follow(self);
                Ok(())
            }
        }
    }

    /// Handles a piece that cannot be picked next: makes its one move, or shows the words about it.
    fn press_later(&mut self, piece: &str) -> Result<(), Error> {
        let joins = |index: &usize| self.scene.moves[*index].wording.pieces().any(|id| id == piece);
        let moves: Vec<usize> = (0..self.scene.moves.len()).filter(joins).collect();
        if let [only] = moves[..] {
            return self.perform(only, false);
        }
        let mut before = Vec::new();
        for index in moves {
            before.extend(self.scene.moves[index].wording.path.first().filter(|first| !before.contains(first)));
        }
        let before = picks::names(&self.scene, &before.into_iter().cloned().collect::<Vec<_>>());
        let barred = self.scene.barred.iter().find(|barred| barred.piece.as_deref() == Some(piece));
        match (barred, self.piece(piece)) {
            (Some(barred), _) if before.is_empty() => self.notice = Some(format!("{}: {}", barred.what, barred.why)),
            (_, Some(found)) => self.mode = Mode::Page(Page::piece(&self.local_match, &self.scene, found, &before)),
            (_, None) => {}
        }
        Ok(())
    }
}
