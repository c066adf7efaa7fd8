//! The journal: what stands in it, the states that it folds to, and the record that it makes.

use serde_json::{Map, Value};

use super::{Luck, Referee, Refused, Source, play};
use crate::{
    Answer, BadRecord, ChanceOutcome, Game, NullLog, Record, Said, Seat, SeatSet, Status, Tape,
    record::{FORMAT, Header, Step, VERSION},
};

impl<G: Game> Referee<G> {
    /// What happened in a step, setup being step 0.
    pub fn said(&self, n: usize) -> &[Said<G::Event>] {
        match n.checked_sub(1) {
            None => &self.setup.said,
            Some(index) => self.turns.get(index).map_or(&[], |turn| &turn.said),
        }
    }

    /// How many outcomes of step `n` had fallen before each thing that was said in it.
    pub fn fallen_before(&self, n: usize) -> &[usize] {
        match n.checked_sub(1) {
            None => &self.setup.fallen,
            Some(index) => self.turns.get(index).map_or(&[], |turn| &turn.fallen),
        }
    }

    /// What fell in step `n`, setup being step 0.
    pub fn chance_outcomes(&self, n: usize) -> &[ChanceOutcome] {
        match n.checked_sub(1) {
            None => &self.setup.outcomes,
            Some(index) => self.turns.get(index).map_or(&[], |turn| &turn.outcomes),
        }
    }

    /// Who took step `n`, counted from 1.
    pub fn actor(&self, n: usize) -> Option<Seat> {
        Some(self.turns.get(n.checked_sub(1)?)?.done.as_ref()?.0)
    }

    /// What was done in step `n`, counted from 1.
    pub fn action(&self, n: usize) -> Option<&G::Action> {
        Some(&self.turns.get(n.checked_sub(1)?)?.done.as_ref()?.1)
    }

    /// Step `n` of the journal, counted from 1.
    pub fn step(&self, n: usize) -> Option<Step> {
        let turn = self.turns.get(n.checked_sub(1)?)?;
        let (seat, action) = turn.done.as_ref()?;
        Some(Step { n, seat: *seat, action: serde_json::to_value(action).ok()?, chance: turn.chance(), bot: None })
    }

    /// The state after `n` steps, folded from the journal.
    pub fn at(&self, n: usize) -> Option<G> {
        if n == self.ply() {
            return self.game.clone();
        }
        self.game.as_ref()?;
        let setup = self.setup.chance();
        let mut tape = Tape::new(&setup);
        let mut game = G::setup(&self.options, self.seats, &mut tape, &mut NullLog).ok()?;
        for turn in self.turns.get(..n)? {
            let (seat, action) = turn.done.clone()?;
            game.apply(seat, action, &mut Tape::new(&turn.chance()), &mut NullLog).ok()?;
        }
        Some(game)
    }

    /// The state after the setup and after every step, folded from the journal in one go; nothing while the setup waits for
    /// outcomes.
    pub fn states(&self) -> impl Iterator<Item = G> {
        let mut game: Option<G> = None;
        std::iter::once(&self.setup).chain(&self.turns).map_while(move |turn| {
            let chance = turn.chance();
            let mut tape = Tape::new(&chance);
            game = play(game.as_ref(), &self.options, self.seats, &turn.done, &mut tape, &mut NullLog).ok();
            game.clone()
        })
    }

    /// The seats that were awaited after the setup and after each step: one entry more than there are steps.
    pub fn awaited_course(&self) -> Vec<SeatSet> {
        let awaited = |game: &G| match game.status() {
            Status::Awaiting(seats) => seats,
            Status::Over(_) => SeatSet::EMPTY,
        };
        let Some(mut game) = self.at(0) else { return Vec::new() };
        let mut course = vec![awaited(&game)];
        for turn in &self.turns {
            let Some((seat, action)) = turn.done.clone() else { break };
            if game.apply(seat, action, &mut Tape::new(&turn.chance()), &mut NullLog).is_err() {
                break;
            }
            course.push(awaited(&game));
        }
        course
    }

    /// The journal as a record, with the seed if `reveal`.
    pub fn record(&self, reveal: bool) -> Record {
        let (seal, seed, shares) = match &self.luck {
            Luck::Seeded { seed, shares, .. } => (Some(seed.seal()), reveal.then(|| seed.to_hex()), shares.to_vec()),
            Luck::Manual => (None, None, Vec::new()),
        };
        let header = Header {
            format: FORMAT.into(),
            version: VERSION,
            game: G::meta().id.into(),
            rules: G::meta().rules,
            options: self.settings(),
            seats: self.seats,
            seal,
            seed,
            shares,
            givers: Vec::new(),
            players: Vec::new(),
            daily: None,
            setup: self.setup.chance(),
            steps: Some(self.turns.len()),
            unknown: Default::default(),
        };
        let outcome = match self.game.as_ref().map(Game::status) {
            Some(Status::Over(outcome)) => Some((&outcome).into()),
            Some(Status::Awaiting(_)) | None => None,
        };
        Record { header, steps: (1..=self.ply()).filter_map(|n| self.step(n)).collect(), outcome }
    }

    /// The options as they were completed.
    fn settings(&self) -> Map<String, Value> {
        serde_json::from_str(&self.settings).expect("what was written from an object is one")
    }

    /// Opens a match from its record, checking every step: the actions against the rules, the outcomes against
    /// the seed where the record shows it. Without a seed the match goes on with outcomes told.
    ///
    /// # Errors
    /// At the first thing that is not right.
    pub fn load(record: &Record) -> Result<Self, BadRecord> {
        let Header { game, rules, options, seats, shares, setup, .. } = &record.header;
        let meta = G::meta();
        if game != meta.id {
            return Err(BadRecord::OtherGame { found: game.clone(), ours: meta.id });
        }
        if *rules != meta.rules {
            return Err(BadRecord::OtherRules { game: meta.title, found: *rules, ours: meta.rules });
        }
        let source = match record.seed()? {
            Some(seed) => Source::Seed(seed, shares.clone()),
            None => Source::Manual,
        };
        let mut referee = Self::open(&Value::Object(options.clone()), (*seats).into(), source)?;
        referee.fit(0, setup)?;
        for step in &record.steps {
            let wrong = |refused: Refused| BadRecord::Step { n: step.n, why: refused.to_string() };
            referee.act_json(step.seat, &step.action).map_err(wrong)?;
            referee.fit(step.n, &step.chance)?;
        }
        let reached = referee.record(false).outcome;
        match &record.outcome {
            Some(found) if reached.as_ref() != Some(found) => Err(BadRecord::Outcome {
                found: found.to_string(),
                wanted: reached.map_or("a match that is not over".into(), |outcome| outcome.to_string()),
            }),
            Some(_) | None => Ok(referee),
        }
    }

    /// Meets the outcomes that a record has for step `n`, just begun or just taken.
    fn fit(&mut self, n: usize, answers: &[Answer]) -> Result<(), BadRecord> {
        let list = |answers: &[Answer]| answers.iter().map(|answer| answer.0.as_str()).collect::<Vec<_>>().join(", ");
        if matches!(self.luck, Luck::Seeded { .. }) {
            let fell = self.turns.last().unwrap_or(&self.setup).chance();
            return match fell == answers {
                true => Ok(()),
                false => Err(BadRecord::Luck { n, found: list(answers), wanted: list(&fell) }),
            };
        }
        for answer in answers {
            let wrong = |refused: Refused| BadRecord::Step { n, why: refused.to_string() };
            self.answer(&answer.0).map_err(|refused| match refused {
                Refused::NotAsked => BadRecord::Step { n, why: format!("nothing asks for the outcome {:?}", answer.0) },
                other => wrong(other),
            })?;
        }
        match self.question() {
            Some(question) => Err(BadRecord::Step { n, why: format!("it has no outcome for `{question}`") }),
            None => Ok(()),
        }
    }
}
