//! Playouts, and the workers that make them.

use std::time::Instant;

use kernel::{Fast, Game, Imagine, Judge, NullLog, Seat, Status, Viewer, below};

use super::{
    Tally, Tuning,
    tree::{Fork, Place, Tree},
};
use crate::Decision;

/// What a worker does in one heat.
pub(super) struct Heat<'a> {
    /// The moves still running, the reference's first.
    pub(super) field: &'a [usize],
    pub(super) rounds: u32,
    pub(super) stop: Option<Instant>,
}

/// Grows a tree of its own, with luck of its own.
pub(super) struct Worker<G: Game> {
    number: u32,
    seed: u64,
    /// Rounds run so far.
    rounds: u64,
    tuning: Tuning,
    tree: Tree<G::Action>,
    tallies: Vec<Tally>,
    path: Vec<Place>,
    legal: Vec<G::Action>,
}

impl<G: Game + Imagine + Judge> Worker<G> {
    pub(super) fn new(decision: &Decision<'_, G>, seed: u64, number: u32, tuning: Tuning) -> Self {
        let moves = decision.moves();
        Worker {
            number,
            seed: scatter(seed ^ u64::from(number).wrapping_mul(0xD6E8_FEB8_6659_FD93)),
            rounds: 0,
            tuning,
            tree: Tree::new(decision.seat(), moves, tuning.explore, tuning.trust),
            tallies: vec![Tally::default(); moves.len()],
            path: Vec::new(),
            legal: Vec::new(),
        }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Runs rounds until they are done or time is up; the first one whatever the time.
    pub(super) fn run(&mut self, decision: Decision<'_, G>, heat: &Heat<'_>) {
        for _ in 0..heat.rounds {
            let late = heat.stop.is_some_and(|stop| Instant::now() >= stop);
            if late && self.rounds > 0 {
                return;
            }
            self.round(decision, heat.field);
        }
    }

    /// Every move still running once, all with the same luck.
    fn round(&mut self, decision: Decision<'_, G>, field: &[usize]) {
        let luck = scatter(self.seed.wrapping_add(self.rounds));
        self.rounds += 1;
        let mut yardstick = 0.0;
        for (place, index) in field.iter().enumerate() {
            let worth = f64::from(self.playout(decision, *index, &mut Fast::seeded(luck)));
            if place == 0 {
                yardstick = worth;
            }
            let (edge, tally) = (worth - yardstick, &mut self.tallies[*index]);
            tally.visits += 1;
            tally.total += worth;
            tally.edge += edge;
            tally.edge_squared += edge * edge;
        }
    }

    /// Plays one world to its end, or to the horizon; gives what that is worth to the seat that decides.
    fn playout(&mut self, decision: Decision<'_, G>, index: usize, dice: &mut Fast) -> f32 {
        let mut world = decision.imagine(dice);
        let Ok(()) = world.apply(decision.seat(), decision.moves()[index].clone(), dice, &mut NullLog);
        self.path.clear();
        self.path.push(index as Place);
        let mut place = Some(index as Place);
        for _ in 0..self.tuning.horizon {
            let Some(seat) = self.next_seat(&world) else { break };
            let index = match (self.legal.len(), place) {
                (1, _) => 0,
                (_, Some(at)) => {
                    let moves = &self.legal;
                    let favourite = G::reference(&world.view(Viewer::Seat(seat)), seat, moves);
                    let step = self.tree.select(at, &Fork { seat, decision: world.decision(seat), moves, favourite });
                    self.path.extend(step.map(|step| step.place));
                    place = step.filter(|step| !step.fresh).map(|step| step.place);
                    step.map_or(favourite, |step| step.index)
                }
                (_, None) => self.rollout_move(&world, seat, dice),
            };
            let action = self.legal.swap_remove(index);
            let Ok(()) = world.apply(seat, action, dice, &mut NullLog);
        }
        self.tree.learn(&self.path, |seat| world.worth(seat));
        world.worth(decision.seat())
    }

    /// Who decides next, with its legal list in `self.legal`; `None` at the end.
    fn next_seat(&mut self, world: &G) -> Option<Seat> {
        let Status::Awaiting(awaited) = world.status() else { return None };
        // Where several seats are awaited at once their order is no rule's concern; the tree takes them by number.
        let seat = awaited.lowest()?;
        self.legal.clear();
        world.legal(seat, &mut self.legal);
        Some(seat)
    }

    fn rollout_move(&self, world: &G, seat: Seat, dice: &mut Fast) -> usize {
        let stray = self.tuning.stray;
        if stray > 0 && below(&mut dice.0, stray) == 0 {
            return below(&mut dice.0, self.legal.len() as u32) as usize;
        }
        G::reference(&world.view(Viewer::Seat(seat)), seat, &self.legal)
    }
}

/// Makes neighbouring numbers unlike each other (the finalizer of SplitMix64).
fn scatter(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
