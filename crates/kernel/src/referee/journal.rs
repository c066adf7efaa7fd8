//! The journal of a match: its setup and its steps, in order.

use crate::{Answer, ChanceOutcome, Game, Reveals, Said, Seat};

/// The journal: the setup, which is step 0, and the steps.
///
/// All outcomes are in one list, and all events in another. A server holds many matches, and a list
/// for each step would take more memory than its content.
#[derive(Clone, Debug)]
pub(super) struct Journal<G: Game> {
    turns: Vec<Turn<G>>,
    outcomes: Vec<&'static ChanceOutcome>,
    said: Vec<Said<G::Event>>,
    /// For each event, the number of outcomes of its step before it.
    fallen: Vec<u16>,
    /// The states shown in the middle of the last steps, each with the number of its step.
    shown: Vec<(usize, Shown<G>)>,
}

/// For how many steps the journal stores the states shown in the middle: a page that has missed
/// more gets the present state.
const SHOWN_STEPS: usize = 16;

/// A state in the middle of a step, which viewers see before the step goes on.
#[derive(Clone, Debug)]
pub(crate) struct Shown<G> {
    /// The number of events of the step before it.
    pub(crate) said: usize,
    /// The number of outcomes of the step before it.
    pub(crate) fallen: usize,
    /// The state.
    pub(crate) game: G,
}

/// The action of a step (none for the setup), and the ends of its parts in the journal's lists.
#[derive(Clone, Debug)]
struct Turn<G: Game> {
    done: Option<(Seat, G::Action)>,
    reveals: Reveals,
    outcomes: u32,
    said: u32,
}

/// A complete step.
pub(super) struct Taken<G: Game> {
    /// The seat and its action; `None` for the setup.
    pub(super) done: Option<(Seat, G::Action)>,
    /// The information that others learn by it.
    pub(super) reveals: Reveals,
    /// Its outcomes.
    pub(super) outcomes: Vec<&'static ChanceOutcome>,
    /// Its events.
    pub(super) said: Vec<Said<G::Event>>,
    /// For each event, the number of outcomes before it.
    pub(super) fallen: Vec<u16>,
    /// The states shown in the middle of it.
    pub(super) shown: Vec<Shown<G>>,
}

impl<G: Game> Journal<G> {
    /// Creates a journal without a setup.
    pub(super) fn new() -> Journal<G> {
        Journal { turns: Vec::new(), outcomes: Vec::new(), said: Vec::new(), fallen: Vec::new(), shown: Vec::new() }
    }

    /// Returns the number of steps, not counting the setup.
    pub(super) fn ply(&self) -> usize {
        self.turns.len().saturating_sub(1)
    }

    /// Returns the numbers of the setup and of the steps; empty without a setup.
    pub(super) fn numbers(&self) -> std::ops::Range<usize> {
        0..self.turns.len()
    }

    /// Adds the setup, or a step.
    pub(super) fn push(&mut self, taken: Taken<G>) {
        let Taken { done, reveals, outcomes, said, fallen, shown } = taken;
        make_room(&mut self.outcomes, outcomes.len());
        self.outcomes.extend(outcomes);
        make_room(&mut self.said, said.len());
        self.said.extend(said);
        make_room(&mut self.fallen, fallen.len());
        self.fallen.extend(fallen);
        let end =
            |length: usize| u32::try_from(length).expect("a match of fewer outcomes and sayings than 32 bits count");
        let (outcomes, said) = (end(self.outcomes.len()), end(self.said.len()));
        make_room(&mut self.turns, 1);
        self.turns.push(Turn { done, reveals, outcomes, said });
        let ply = self.ply();
        self.shown.retain(|(n, _)| n + SHOWN_STEPS > ply);
        self.shown.extend(shown.into_iter().map(|shown| (ply, shown)));
    }

    /// Removes all steps after `ply`.
    pub(super) fn truncate(&mut self, ply: usize) {
        self.turns.truncate(ply + 1);
        let (outcomes, said) = self.turns.last().map_or((0, 0), |last| (last.outcomes, last.said));
        self.outcomes.truncate(outcomes as usize);
        self.said.truncate(said as usize);
        self.fallen.truncate(said as usize);
        self.shown.retain(|(n, _)| *n <= ply);
    }

    /// Returns the seat and the action of step `n`; `None` for the setup, and for a step that has
    /// not been taken.
    pub(super) fn done(&self, n: usize) -> Option<&(Seat, G::Action)> {
        self.turns.get(n)?.done.as_ref()
    }

    /// Returns the information that others learned by step `n`.
    pub(super) fn reveals(&self, n: usize) -> Reveals {
        self.turns.get(n).map_or(Reveals::Nothing, |turn| turn.reveals)
    }

    /// Returns the outcomes of step `n`.
    pub(super) fn outcomes(&self, n: usize) -> &[&'static ChanceOutcome] {
        self.part(&self.outcomes, n, |turn| turn.outcomes)
    }

    /// Returns the events of step `n`.
    pub(super) fn said(&self, n: usize) -> &[Said<G::Event>] {
        self.part(&self.said, n, |turn| turn.said)
    }

    /// Returns for each event of step `n` the number of its outcomes before it.
    pub(super) fn fallen(&self, n: usize) -> &[u16] {
        self.part(&self.fallen, n, |turn| turn.said)
    }

    /// Returns the states shown in the middle of step `n`; none for a step long past.
    pub(super) fn shown(&self, n: usize) -> impl Iterator<Item = &Shown<G>> {
        self.shown.iter().filter(move |(step, _)| *step == n).map(|(_, shown)| shown)
    }

    /// Returns the outcomes of step `n` as a record spells them.
    pub(super) fn answers(&self, n: usize) -> Vec<Answer> {
        self.outcomes(n).iter().map(|outcome| outcome.answer()).collect()
    }

    /// Returns the part of a list that belongs to step `n`.
    fn part<'a, T>(&self, list: &'a [T], n: usize, end: impl Fn(&Turn<G>) -> u32) -> &'a [T] {
        let Some(turn) = self.turns.get(n) else { return &[] };
        let start = n.checked_sub(1).map_or(0, |before| end(&self.turns[before]));
        &list[start as usize..end(turn) as usize]
    }
}

/// Makes room in a list, which grows by an eighth instead of twofold.
fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8 + 4));
    }
}
