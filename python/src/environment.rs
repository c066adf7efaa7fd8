//! One environment of a vector: a match in play by numbers, and its row of the arrays.

use bots::Bot;
use kernel::{BadOptions, MAX_SEATS, Seat};
use roster::{EncodedGame, EncodedMatch, NotMarked};
use serde_json::Value;

/// The setting that all environments share.
pub(crate) struct Scenario {
    pub(crate) game: Box<dyn EncodedGame>,
    pub(crate) options: Value,
    pub(crate) seats: u8,
    /// The bots that play inside; the caller plays the seats without one.
    pub(crate) opponents: [Option<Bot>; MAX_SEATS],
    /// Number of steps after which a match is cut off.
    pub(crate) max_steps: u32,
    /// Whether the caller wants the progress, which takes time.
    pub(crate) has_progress: bool,
    /// The number of environments.
    pub(crate) count: u64,
}

/// The results of a step: arrays with a row for each environment, one after the other.
pub(crate) struct Rows<'a> {
    /// The observation of the seat that must act.
    pub(crate) observations: &'a mut [f32],
    /// Whether each action is legal.
    pub(crate) masks: &'a mut [bool],
    /// The reward of the seat that acted.
    pub(crate) reward: &'a mut [f32],
    /// The reward of each seat.
    pub(crate) rewards: &'a mut [f32],
    /// The change in progress of the seat that acted, since its step before.
    pub(crate) progress: &'a mut [f32],
    /// Whether the match ended, and another one has begun.
    pub(crate) terminated: &'a mut [bool],
    /// Whether the match was cut off, and another one has begun.
    pub(crate) truncated: &'a mut [bool],
    /// The seat that must act.
    pub(crate) seats: &'a mut [i64],
    /// The last observation of the seat that acted, where the match ended or was cut off.
    pub(crate) finals: &'a mut [f32],
}

impl<'a> Rows<'a> {
    /// Takes the rows of the first `count` environments off.
    ///
    /// # Panics
    /// If there are fewer.
    pub(crate) fn take(&mut self, count: usize, scenario: &Scenario) -> Rows<'a> {
        fn off<'a, T>(from: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            from.split_off_mut(..count).expect("the arrays have a row for each environment")
        }
        let (size, seats) = (scenario.game.size(), usize::from(scenario.seats));
        Rows {
            observations: off(&mut self.observations, count * size),
            masks: off(&mut self.masks, count * scenario.game.actions()),
            reward: off(&mut self.reward, count),
            rewards: off(&mut self.rewards, count * seats),
            progress: off(&mut self.progress, count),
            terminated: off(&mut self.terminated, count),
            truncated: off(&mut self.truncated, count),
            seats: off(&mut self.seats, count),
            finals: off(&mut self.finals, count * size),
        }
    }
}

/// A match in play, in which a seat of the caller must act.
pub(crate) struct Environment {
    table: Box<dyn EncodedMatch>,
    /// The number of the match.
    number: u64,
    /// The number of steps of the caller.
    steps: u32,
    seat: Seat,
    /// The progress of each seat of the caller at its step before.
    progress: [f32; MAX_SEATS],
    /// Room for the terms of a progress.
    terms: Vec<f32>,
}

impl Environment {
    /// Begins match `number` of this seed.
    ///
    /// # Errors
    /// If the game refuses the options or the number of seats.
    pub(crate) fn begin(scenario: &Scenario, seed: u64, number: u64) -> Result<Environment, BadOptions> {
        let table = scenario.game.open(&scenario.options, scenario.seats.into(), seed)?;
        let terms = vec![0.0; scenario.game.progress_terms().len()];
        let (steps, seat, progress) = (0, Seat(0), [0.0; MAX_SEATS]);
        let mut environment = Environment { table, number, steps, seat, progress, terms };
        environment.restart(scenario, number);
        Ok(environment)
    }

    /// Begins match `number`. If it ends before a step of the caller, the next one begins.
    fn restart(&mut self, scenario: &Scenario, number: u64) {
        self.number = number;
        self.table.restart(number);
        while !self.advance(scenario) {
            self.number += scenario.count;
            self.table.restart(self.number);
        }
        self.steps = 0;
        let is_measured = |seat: &Seat| scenario.has_progress && scenario.opponents[seat.index()].is_none();
        for seat in Seat::all(scenario.seats).filter(is_measured) {
            self.progress[seat.index()] = self.table.progress(seat, &mut self.terms);
        }
    }

    /// Lets opponents play until a seat of the caller must act. Returns `false` if the match ends
    /// before.
    fn advance(&mut self, scenario: &Scenario) -> bool {
        while let Some(seat) = self.table.seat() {
            let Some(bot) = scenario.opponents[seat.index()] else {
                self.seat = seat;
                return true;
            };
            self.table.act_as(bot);
        }
        false
    }

    /// Takes an action. Opponents then play until a seat of the caller must act.
    ///
    /// # Errors
    /// If the action is not legal; nothing has changed then.
    pub(crate) fn step(&mut self, scenario: &Scenario, action: u16, rows: &mut Rows<'_>) -> Result<(), NotMarked> {
        let actor = self.seat;
        self.table.act(action)?;
        self.steps += 1;
        let is_over = !self.advance(scenario);
        let is_cut = !is_over && self.steps >= scenario.max_steps;
        rows.rewards.fill(0.0);
        if let Some(outcome) = is_over.then(|| self.table.outcome()).flatten() {
            let seats = Seat::all(scenario.seats).zip(rows.rewards.iter_mut());
            seats.for_each(|(seat, reward)| *reward = outcome.win_share(seat));
        }
        rows.reward[0] = rows.rewards[actor.index()];
        if scenario.has_progress {
            let progress = self.table.progress(actor, &mut self.terms);
            rows.progress[0] = progress - self.progress[actor.index()];
            self.progress[actor.index()] = progress;
        }
        (rows.terminated[0], rows.truncated[0]) = (is_over, is_cut);
        if is_over || is_cut {
            self.table.observe(actor, rows.finals);
            self.restart(scenario, self.number + scenario.count);
        }
        self.show(rows);
        Ok(())
    }

    /// Writes the row of a match that has just begun.
    pub(crate) fn show_beginning(&mut self, rows: &mut Rows<'_>) {
        rows.reward.fill(0.0);
        rows.rewards.fill(0.0);
        rows.progress.fill(0.0);
        rows.terminated.fill(false);
        rows.truncated.fill(false);
        self.show(rows);
    }

    /// Writes the observation, the mask and the seat.
    fn show(&mut self, rows: &mut Rows<'_>) {
        self.table.observe(self.seat, rows.observations);
        self.table.mask(rows.masks);
        rows.seats[0] = self.seat.0.into();
    }
}
