//! Access to the journal: its steps, the states computed from it, its record, and a match loaded
//! from a record.

use serde_json::{Map, Value};

use super::{ActError, Luck, Referee, Seeded, Shown, Source, play};
use crate::{
    Answer, BadRecord, Chance, ChanceOutcome, Game, NullLog, Record, Said, Seat, SeatSet, Status, Tape,
    record::{FORMAT, Header, Step, VERSION},
};

impl<G: Game> Referee<G> {
    /// Returns the events of step `n`; the setup is step 0.
    pub fn said(&self, n: usize) -> &[Said<G::Event>] {
        self.journal.said(n)
    }

    /// Returns for each event of step `n` the number of the step's outcomes before it.
    pub fn fallen_before(&self, n: usize) -> &[u16] {
        self.journal.fallen(n)
    }

    /// Returns the states shown in the middle of step `n`, in order; none for a step long past.
    pub(crate) fn shown_states(&self, n: usize) -> impl Iterator<Item = &Shown<G>> {
        self.journal.shown(n)
    }

    /// Returns the outcomes of step `n`; the setup is step 0.
    pub fn chance_outcomes(&self, n: usize) -> &[&'static ChanceOutcome] {
        self.journal.outcomes(n)
    }

    /// Returns the seat that took step `n`, counted from 1.
    pub fn actor(&self, n: usize) -> Option<Seat> {
        Some(self.journal.done(n)?.0)
    }

    /// Returns the action of step `n`, counted from 1.
    pub fn action(&self, n: usize) -> Option<&G::Action> {
        Some(&self.journal.done(n)?.1)
    }

    /// Returns step `n` of the journal, counted from 1.
    pub fn step(&self, n: usize) -> Option<Step> {
        let (seat, action) = self.journal.done(n)?;
        let action = serde_json::to_value(action).ok()?;
        Some(Step { n, seat: *seat, action, chance: self.journal.answers(n), bot: None })
    }

    /// Returns the state after `n` steps, computed from the journal.
    pub fn at(&self, n: usize) -> Option<G> {
        if n == self.ply() { self.game.clone() } else { self.states_at(|step| step == n).next() }
    }

    /// Returns the state after the setup and after every step, computed from the journal in one
    /// pass; empty while the setup waits for outcomes.
    pub fn states(&self) -> impl Iterator<Item = G> {
        self.states_at(|_| true)
    }

    /// Returns the states after the `wanted` steps, where the setup is step 0; otherwise as
    /// [`states`](Self::states).
    pub fn states_at(&self, wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = G> {
        let mut game: Option<G> = None;
        let numbers = self.journal.numbers().map_while(move |n| {
            game = self.told_again(game.take(), n);
            game.as_ref().map(|game| wanted(n).then(|| game.clone()))
        });
        numbers.flatten()
    }

    /// Returns the state after step `n` of the journal, from the one before it and the step's
    /// outcomes; `None` if outcomes are missing.
    pub(super) fn told_again(&self, before: Option<G>, n: usize) -> Option<G> {
        self.again(before, n, &mut Tape::new(&self.journal.answers(n))).ok()
    }

    /// Returns the same state with outcomes from another source.
    pub(super) fn again<C: Chance>(&self, before: Option<G>, n: usize, chance: &mut C) -> Result<G, C::Halt> {
        if let (0, Some(beginning)) = (n, &self.beginning) {
            return Ok((**beginning).clone());
        }
        play(before, &self.options, self.seats, self.journal.done(n), chance, &mut NullLog)
    }

    /// Returns the seats that were awaited after the setup and after each step: one entry more than
    /// there are steps.
    pub fn awaited_course(&self) -> Vec<SeatSet> {
        let awaited = |game: G| match game.status() {
            Status::Awaiting(seats) => seats,
            Status::Over(_) => SeatSet::EMPTY,
        };
        self.states().map(awaited).collect()
    }

    /// Returns the journal as a record, with the seed if `reveal`. The record of an
    /// [imagined](Self::imagined) match is no proof: nothing replays how it began.
    pub fn record(&self, reveal: bool) -> Record {
        let (seal, seed, shares) = match self.luck.seeded() {
            Some(Seeded { seed, shares, .. }) => (Some(seed.seal()), reveal.then(|| seed.to_hex()), shares.to_vec()),
            None => (None, None, Vec::new()),
        };
        let real = if let Luck::Mixed(kind, _) = &self.luck { Some(*kind) } else { None };
        let header = Header {
            format: FORMAT.into(),
            version: VERSION,
            game: G::META.id.into(),
            rules: G::META.rules,
            options: self.settings(),
            seats: self.seats,
            seal,
            seed,
            real,
            shares,
            givers: Vec::new(),
            players: Vec::new(),
            daily: None,
            race: None,
            ranked: false,
            table: None,
            setup: self.journal.answers(0),
            steps: Some(self.ply()),
            ended: None,
            incidents: Vec::new(),
            unknown: Default::default(),
        };
        let outcome = match self.game.as_ref().map(Game::status) {
            Some(Status::Over(outcome)) => Some((&outcome).into()),
            Some(Status::Awaiting(_)) | None => None,
        };
        let steps = (1..=self.ply()).filter_map(|n| self.step(n)).collect();
        Record { header, steps, outcome, unknown: Vec::new() }
    }

    /// Returns the complete options.
    fn settings(&self) -> Map<String, Value> {
        serde_json::from_str(&self.settings).expect("what was written from an object is one")
    }

    /// Opens a match from its record, and checks every step: the actions against the rules, and the
    /// outcomes against the seed if the record shows it, but those of real dice or cards. Without a
    /// seed the match continues with outcomes entered by hand.
    ///
    /// # Errors
    /// At the first error.
    pub fn load(record: &Record) -> Result<Self, BadRecord> {
        let Header { game, rules, options, seats, real, shares, setup, .. } = &record.header;
        let meta = G::META;
        if game != meta.id {
            return Err(BadRecord::OtherGame { found: game.clone(), ours: meta.id });
        }
        if *rules != meta.rules {
            return Err(BadRecord::OtherRules { game: meta.title, found: *rules, ours: meta.rules });
        }
        let source = Source::of(record.seed()?, *real, shares);
        let mut referee = Self::open(&Value::Object(options.clone()), (*seats).into(), source)?;
        let _in_force = referee.enter_cards();
        referee.fit(0, setup)?;
        for step in &record.steps {
            let wrong = |refused: ActError| BadRecord::Step { n: step.n, why: refused.to_string() };
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

    /// Feeds the outcomes of a record that were entered for step `n`, just begun or just taken, and
    /// compares the others.
    fn fit(&mut self, n: usize, answers: &[Answer]) -> Result<(), BadRecord> {
        let list = |answers: &[Answer]| answers.iter().map(|answer| answer.0.as_str()).collect::<Vec<_>>().join(", ");
        let other = |fell: &[Answer]| BadRecord::Luck { n, found: list(answers), wanted: list(fell) };
        while let Some(open) = &self.open {
            let fell: Vec<Answer> = open.outcomes.iter().map(|outcome| outcome.answer()).collect();
            if !answers.starts_with(&fell) {
                return Err(other(&fell));
            }
            let wrong = |why: String| BadRecord::Step { n, why };
            let answer = answers.get(fell.len());
            let answer = answer.ok_or_else(|| wrong(format!("it has no outcome for `{}`", open.question)))?;
            self.answer(&answer.0).map_err(|refused| wrong(refused.to_string()))?;
        }
        let fell = self.journal.answers(self.ply());
        match answers.get(fell.len()) {
            _ if fell == answers => Ok(()),
            Some(more) if matches!(self.luck, Luck::Manual) => {
                Err(BadRecord::Step { n, why: format!("nothing asks for the outcome {:?}", more.0) })
            }
            _ => Err(other(&fell)),
        }
    }
}
