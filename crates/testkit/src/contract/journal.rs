//! Laws of the journal: taking steps, undoing them, recording them and counting them lead to the
//! same match.

use serde_json::Value;

use super::{Coverage, matches::MatchUnderTest};
use kernel::{
    ChanceOutcome, Counting, Judge, MAX_SEATS, Match, Measured, Present, Record, Referee, Seat, Source, Tape,
};

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    /// Takes the step; now and then undoes it and takes it again, which must lead to the same
    /// state.
    pub(super) fn step(&mut self, seat: Seat, action: G::Action, coverage: &mut Coverage) {
        let before = self.game().clone();
        let decisions: Vec<_> =
            Seat::all(MAX_SEATS as u8).map(|seat| (self.referee.epoch(seat), self.referee.legal(seat))).collect();
        let scenes = self.scenes();
        self.referee.act(seat, action.clone()).expect("a listed action applies");
        self.tell(coverage);
        self.check_effects(&scenes, coverage);
        self.check_order(&scenes, coverage);
        for (seat, (epoch, legal)) in Seat::all(MAX_SEATS as u8).zip(decisions) {
            let same = self.referee.epoch(seat) == epoch;
            assert!(!same || self.referee.legal(seat) == legal, "seat {seat} is in the same epoch with another list");
            assert!(same || self.referee.epoch(seat) == self.referee.ply(), "an epoch is numbered by its first step");
        }
        let law = self.referee.may_undo(seat);
        let step = self.referee.step(self.referee.ply()).expect("the step just taken");
        if !step.chance.is_empty() {
            assert!(law.is_err(), "no undo once chance was asked");
        }
        let stranger = Seat::all(MAX_SEATS as u8).find(|other| *other != seat).expect("there are eight seats");
        assert!(self.referee.may_undo(stranger).is_err(), "no undo of another seat's step");
        if law.is_ok() || self.referee.ply() % 16 == 3 {
            let after = self.game().clone();
            self.referee.undo().expect("there is a step to take back");
            assert_eq!(self.game(), &before, "an undone step is as if never taken");
            self.referee.act(seat, action).expect("it applies again");
            while self.referee.question().is_some() {
                let answer = &step.chance[self.referee.pending_outcomes().len()];
                self.referee.answer(&answer.0).expect("it can be told again");
            }
            assert_eq!(self.game(), &after, "and meets the same luck");
            assert_eq!(self.referee.step(self.referee.ply()), Some(step));
            coverage.undone += 1;
        }
    }

    /// Plays the match again with the same outcomes entered by hand. It takes each outcome back
    /// once and enters it again.
    pub(super) fn check_manual(&self) {
        let header = self.referee.record(false).header;
        let opened = Referee::<G>::open(&Value::Object(header.options), header.seats.into(), Source::Manual);
        let mut told = opened.expect("the same options and seats");
        for n in 0..=self.referee.ply() {
            if let Some(step) = self.referee.step(n) {
                told.act_json(step.seat, &step.action).expect("the same step");
            }
            let outcomes = self.referee.chance_outcomes(n);
            for (index, outcome) in outcomes.iter().enumerate() {
                let asked = told.question().cloned();
                assert_eq!(asked.as_ref().map(|asked| asked.why), Some(outcome.why), "step {n} asks for the same");
                assert_eq!(told.pending_outcomes(), &outcomes[..index], "what has been told of step {n}");
                told.answer(&outcome.answer().0).expect("it can fall so");
                if told.question().is_some() {
                    told.retract().expect("there is an outcome to take back");
                    assert_eq!(told.question(), asked.as_ref(), "an outcome taken back is asked for again");
                    told.answer(&outcome.answer().0).expect("and can be told again");
                }
            }
        }
        assert_eq!(told.game(), Some(self.game()), "told the same outcomes, it is the same match");
    }

    /// Counts the match again, as the lab would.
    pub(super) fn check_measures(&self) {
        let (mut log, measures) = (Counting::<G>::default(), G::MEASURES);
        let setup = self.referee.chance_outcomes(0);
        let answers =
            |outcomes: &[&'static ChanceOutcome]| outcomes.iter().map(|outcome| outcome.answer()).collect::<Vec<_>>();
        let (options, seats) = (self.referee.options(), self.referee.seats());
        let laid = G::setup(options, seats, &mut Tape::new(&answers(setup)), &mut log);
        let Ok(mut game) = laid else { panic!("the setup meets the same luck again") };
        for ply in 1..=self.referee.ply() {
            let step = self.referee.step(ply).expect("the step was taken");
            let action = serde_json::from_value(step.action).expect("actions are read back");
            let again =
                game.apply(step.seat, action, &mut Tape::new(&answers(self.referee.chance_outcomes(ply))), &mut log);
            assert!(again.is_ok(), "step {ply} meets the same luck again");
        }
        let counts = log.close(&game);
        assert_eq!(counts.unlabelled(measures), None, "the measures have no label for it");
    }

    pub(super) fn check_record(&self) {
        let record = Match::record(&self.referee, true);
        let text = record.to_string();
        let parsed = Record::parse(&text).expect("what is written can be read");
        assert_eq!(parsed, record, "record, text and record agree");
        let replayed = Referee::<G>::load(&parsed).expect("a match's own record is good");
        assert_eq!(replayed.game(), self.referee.game(), "replay equals live");
        assert_eq!(replayed.record(true), record);

        // Loaded without its seed, the record plays from its outcomes and leads to the same state.
        let told = Referee::<G>::load(&self.referee.record(false)).expect("it can be told");
        assert_eq!(told.game(), self.referee.game());
        let half = self.referee.ply() / 2;
        assert_eq!(told.at(half), self.referee.at(half));
        if let Some(step) = (1..=record.steps.len()).rev().find(|n| !record.steps[n - 1].chance.is_empty()) {
            let mut forged = record.clone();
            forged.steps[step - 1].chance.pop();
            assert!(Referee::<G>::load(&forged).is_err(), "an outcome left out is noticed");
        }
    }
}
