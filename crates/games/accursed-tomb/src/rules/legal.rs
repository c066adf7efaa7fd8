//! The legal actions, and the reasons against others.

use kernel::{ActionSink, RejectReason};
use text::t;

use crate::{AccursedTomb, Action, action::Ware, cells::Cells, state::Pending};

impl AccursedTomb {
    /// The cells that the seat in turn may name as the aim of a move.
    #[inline]
    pub(crate) fn aims(&self) -> Cells {
        let explorer = self.explorer(self.turn);
        let near = self.field.within_a_move(explorer.cell);
        match (self.pending, explorer.foe) {
            (Pending::Turn, _) => near,
            (Pending::Combat, Some(foe)) if self.options.retreat => near.without(foe), // R9
            _ => Cells::NONE,
        }
    }

    /// Lists the legal actions of the seat in turn.
    #[inline(always)]
    pub(crate) fn list<M: ActionSink<Action>>(&self, out: &mut M) {
        match self.pending {
            Pending::Turn => out.push(Action::Wait),
            Pending::Combat => out.push(Action::Fight),
            Pending::Merchant => {
                out.push(Action::Take { what: Ware::Weapon });
                out.push(Action::Take { what: Ware::Armor });
                return;
            }
            Pending::Over(_) => return,
        }
        let here = self.explorer(self.turn).cell;
        if self.field.portals.contains(here) {
            out.push_all(self.aims().map(|to| Action::Move { to })); // R20
        } else {
            let near = self.aims().near(here);
            out.push_each(near.size(), |n| Action::Move { to: near.nth_cell(n) });
        }
    }

    /// The reason why `action` is not legal for the seat in turn.
    pub(crate) fn explain(&self, action: &Action) -> RejectReason {
        let explorer = self.explorer(self.turn);
        match (self.pending, *action) {
            (Pending::Over(_), _) => RejectReason::plain(t!("the match is over")),
            (Pending::Merchant, _) => {
                RejectReason::ruled(t!("the merchant waits: take a weapon or an armor first"), "R21")
            }
            (_, Action::Take { .. }) => {
                RejectReason::ruled(t!("only a merchant gives things, to whoever enters"), "R21")
            }
            (Pending::Combat, Action::Wait) => RejectReason::ruled(
                t!("nobody rests in a fight: strike back, or move away where that is allowed"),
                "R9",
            ),
            (_, Action::Fight) => RejectReason::ruled(t!("you have no foe; step towards a monster to fight it"), "R7"),
            (Pending::Combat, Action::Move { .. }) if !self.options.retreat => {
                RejectReason::ruled(t!("at this table a fight ends only with a death"), "R9")
            }
            (_, Action::Move { to }) if explorer.foe == Some(to) => {
                RejectReason::ruled(t!("that is where your foe is: fight it instead"), "R9")
            }
            (_, Action::Move { to }) if explorer.cell == to => RejectReason::plain(t!("you stand there already")),
            (_, Action::Move { to }) if self.field.walls.contains(to) => RejectReason::plain(t!("a wall stands there")),
            (_, Action::Move { .. }) => {
                RejectReason::ruled(t!("that is too far: a step leads to a touching cell, a portal anywhere"), "R4")
            }
            (Pending::Turn, Action::Wait) => RejectReason::plain(t!("waiting is always allowed")),
        }
    }

    /// The name of the decision, as in the spec.
    pub(crate) fn kind(&self) -> &'static str {
        match self.pending {
            Pending::Turn => "turn",
            Pending::Combat => "combat",
            Pending::Merchant => "merchant",
            Pending::Over(_) => "over",
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Game, NullLog, Seat};

    use super::*;
    use crate::{Cell, Meaning, Options, Ware, state::End};

    fn cell(row: u8, column: u8) -> Cell {
        Cell::try_from([row, column]).unwrap()
    }

    /// Checks that seat 0 is refused: the start of the sentence, and the ruling.
    fn refused(game: &AccursedTomb, action: Action, text: &str, ruling: Option<&str>) {
        let refusal = game.refuse(Seat(0), &action);
        assert!(refusal.text.starts_with(text) && refusal.ruling == ruling, "{action:?}: {refusal}");
    }

    #[test]
    fn every_refusal_gives_its_own_reason() {
        let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
        let to = |row, column| Action::Move { to: cell(row, column) };
        let take = Action::Take { what: Ware::Armor };
        game.field.turn_up(cell(7, 7), Meaning::Wall);
        refused(&game, take, "only a merchant", Some("R21"));
        refused(&game, Action::Fight, "you have no foe", Some("R7"));
        refused(&game, to(8, 8), "you stand there already", None);
        refused(&game, to(7, 7), "a wall stands there", None);
        refused(&game, to(1, 1), "that is too far", Some("R4"));
        refused(&game, Action::Wait, "waiting is always allowed", None);

        game.pending = Pending::Merchant;
        for action in [Action::Wait, Action::Fight, to(7, 8)] {
            refused(&game, action, "the merchant waits", Some("R21"));
        }

        game.field.turn_up(cell(7, 8), Meaning::Goblin);
        (game.pending, game.explorer_mut(Seat(0)).foe) = (Pending::Combat, Some(cell(7, 8)));
        refused(&game, take, "only a merchant", Some("R21"));
        refused(&game, Action::Wait, "nobody rests in a fight", Some("R9"));
        refused(&game, to(7, 8), "that is where your foe is", Some("R9"));
        refused(&game, to(8, 8), "you stand there already", None);
        refused(&game, to(7, 7), "a wall stands there", None);
        refused(&game, to(1, 1), "that is too far", Some("R4"));
        game.options.retreat = false;
        refused(&game, to(1, 1), "at this table a fight ends only with a death", Some("R9"));
        refused(&game, Action::Wait, "nobody rests in a fight", Some("R9"));

        game.pending = Pending::Over(End::Sealed);
        for action in [Action::Wait, Action::Fight, take, to(1, 1)] {
            refused(&game, action, "the match is over", None);
        }
    }
}
