//! Laws of outcomes entered by hand: accepted answers, refusals, and the effect of cards entered
//! wrongly.

use super::{Coverage, matches::MatchUnderTest};
use kernel::{
    Answer, Ask, Fast, Game, Judge, Match, Measured, NullLog, Pause, Present, Question, Referee, Reveals, Seat, Status,
    Tape, Viewer, below,
};

/// Number of outcomes of each question that are entered and taken back again.
const TAKEN_BACK: u32 = 2;

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    /// Answers the questions of a match whose outcomes are entered by hand, now and then with a
    /// card that lies elsewhere.
    pub(super) fn tell(&mut self, coverage: &mut Coverage) {
        while let Some(question) = self.referee.question().cloned() {
            self.check_taken_back(&question);
            let answer = some_answer(&question, &mut self.chooser);
            coverage.told_wrong += u64::from(question.check_possible(&answer).is_err());
            self.told_wrong |= question.check_possible(&answer).is_err();
            self.referee.answer(&answer).expect("what can be told is taken");
        }
    }

    /// Checks that entering an outcome and taking it back restores the match, and that the same
    /// outcomes can then be entered.
    fn check_taken_back(&mut self, question: &Question) {
        let (game, ply) = (self.referee.game().cloned(), self.referee.ply());
        for _ in 0..TAKEN_BACK {
            // A complete setup is no step, and cannot be taken back.
            if game.is_none() {
                return;
            }
            let choices = question.choices();
            let answer = &choices[below(&mut self.rng.0, choices.len() as u32) as usize];
            let mut tried = self.referee.clone();
            let taken = tried.answer(answer);
            assert_eq!(taken.is_ok(), question.check(answer).is_ok(), "whether {answer:?} can be told");
            if taken.is_err() {
                assert_eq!(tried.question(), Some(question), "a refusal changes nothing");
                continue;
            }
            if tried.question().is_none() {
                // Undoing a whole step rebuilds the state from the journal, which is slow.
                if below(&mut self.rng.0, 16) > 0 {
                    continue;
                }
                tried.undo().expect("there is a step to take back");
            } else if tried.pending_outcomes().len() > self.referee.pending_outcomes().len() + 1 {
                let asked = tried.question().cloned();
                assert!(tried.retract().is_err(), "the seed has drawn since");
                assert_eq!(tried.question(), asked.as_ref(), "and a refusal changes nothing");
                continue;
            } else {
                tried.retract().expect("there is an outcome to take back");
                assert_eq!(tried.question(), Some(question), "an outcome taken back is asked for again");
            }
            assert_eq!((tried.game(), tried.ply()), (game.as_ref(), ply), "what is taken back leaves nothing behind");
            let wrong = |referee: &Referee<G>| referee.contradictions().count();
            assert_eq!(wrong(&tried), wrong(&self.referee), "nor is it said to be wrong");
        }
    }

    /// Checks that an action asks the same of a viewer in both worlds. The questions are the same.
    /// For questions that the viewer may answer, the accepted answers and the texts of refusals are
    /// the same.
    pub(super) fn check_questions(
        &mut self,
        viewer: Viewer,
        world: &G,
        seat: Seat,
        action: &G::Action,
        coverage: &mut Coverage,
    ) {
        let mut legal = Vec::new();
        world.legal(seat, &mut legal);
        if !G::SECRETS || !legal.contains(action) || self.game().reveals(seat, action) == Reveals::State {
            return;
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        loop {
            let asked = [(self.game(), &here), (world, &there)].map(|(game, told)| asked(game, seat, action, told));
            let (ours, theirs) = match asked {
                [None, None] => return,
                [Some(ours), Some(theirs)] => (ours, theirs),
                _ => panic!("{viewer:?} sees that more luck is asked for {action:?} in another world"),
            };
            assert_eq!(ours.why, theirs.why, "{viewer:?} sees that other luck is asked for {action:?}");
            assert_eq!(ours.shown_to(viewer), theirs.shown_to(viewer), "what {viewer:?} is shown of `{ours}`");
            if may_tell(&ours, viewer) {
                for code in ours.choices() {
                    let answer = |question: &Question| question.check(&code).map_err(|refused| refused.to_string());
                    assert_eq!(answer(&ours), answer(&theirs), "whether {viewer:?} can tell {code:?} of `{ours}`");
                    coverage.tellable += 1;
                }
            }
            let answer = some_answer(&ours, &mut self.rng);
            let unseen = !ours.why.audience.includes(viewer);
            let other = if unseen { some_answer(&theirs, &mut self.rng) } else { answer.clone() };
            if theirs.check(&other).is_err() {
                return;
            }
            here.push(Answer(answer));
            there.push(Answer(other));
        }
    }

    /// Checks that all viewers learn at the end that a card was entered wrongly, and none before.
    pub(super) fn check_told_wrong(&self) {
        let over = matches!(self.game().status(), Status::Over(_));
        let found = Match::contradictions(&self.referee);
        assert_eq!(!found.is_empty(), over && self.told_wrong, "whether somebody told a card wrong: {found:?}");
        for viewer in Seat::all(self.referee.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
            let ending = Match::scene(&self.referee, viewer, None).and_then(|scene| scene.ending);
            let story = ending.map(|ending| ending.story.plain(kernel::unnamed)).unwrap_or_default();
            assert_eq!(story.contains("told"), !found.is_empty(), "{viewer:?} reads of it in {story:?}");
        }
        let again = Referee::<G>::load(&self.referee.record(true)).expect("its own record is good");
        assert_eq!(Match::contradictions(&again), found, "and so does whoever reads the record");
    }
}

/// Picks an answer that can be entered: mostly a possible one, so that the match stays consistent.
fn some_answer(question: &Question, rng: &mut Fast) -> String {
    let codes: Vec<String> = match &question.ask {
        Ask::Die(_) | Ask::Coin => question.choices(),
        Ask::Card { possible, tellable, .. } => {
            let wrong = below(&mut rng.0, 4) == 0;
            let codes = if wrong || possible.is_empty() { tellable } else { possible };
            codes.iter().map(|code| (*code).to_owned()).collect()
        }
    };
    codes[below(&mut rng.0, codes.len() as u32) as usize].clone()
}

/// Returns the first question that these answers leave open.
fn asked<G: Game>(game: &G, seat: Seat, action: &G::Action, told: &[Answer]) -> Option<Question> {
    match game.clone().apply(seat, action.clone(), &mut Tape::new(told), &mut NullLog) {
        Ok(()) => None,
        Err(Pause::Ask(question)) => Some(*question),
        Err(Pause::Bad(bad)) => panic!("an answer that was taken is refused when it is told again: {bad}"),
    }
}

/// Whether a viewer may enter this outcome: the only seat that knows which cards are left, or else
/// all viewers who see it.
fn may_tell(question: &Question, viewer: Viewer) -> bool {
    match question.why.teller {
        Some(teller) => viewer == Viewer::Seat(teller),
        None => question.why.audience.includes(viewer),
    }
}
