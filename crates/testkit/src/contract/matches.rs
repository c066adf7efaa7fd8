//! A random match, with the laws that each step and the end must satisfy.

use super::{
    Check, Coverage,
    shrink::{Choice, Choices},
};
use kernel::{
    Branch, Explorer, Fast, Game, Judge, LuckKind, MAX_SEATS, Measured, NullLog, Present, Probability, Referee, Seat,
    Seed, Source, Status, Temperament, Viewer, below,
};

/// The source of chance of a checked match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TestLuck {
    /// From this seed.
    Sealed(u64),
    /// Entered by hand, with outcomes that are chosen by this seed.
    Told(u64),
    /// Entered by hand for this kind of luck alone; the other kind comes from the seed.
    Mixed(LuckKind, u64),
}

/// A match in progress.
pub(super) struct MatchUnderTest<'a, G: Game> {
    pub(super) referee: Referee<G>,
    /// A generator for the checks, not for the match.
    pub(super) rng: Fast,
    pub(super) check: &'a Check,
    /// Whether a card has been entered that could not be drawn.
    pub(super) told_wrong: bool,
    /// Actions from earlier decisions; the checks try those that are illegal later.
    pub(super) known: Vec<G::Action>,
    /// A generator for random choices.
    pub(super) chooser: Fast,
    choices: Choices,
}

impl<'a, G: Present + Judge + Measured> MatchUnderTest<'a, G> {
    pub(super) fn open(
        options: &serde_json::Value,
        seats: u8,
        luck: TestLuck,
        check: &'a Check,
        choices: Choices,
    ) -> MatchUnderTest<'a, G> {
        let (source, seed) = match luck {
            TestLuck::Sealed(seed) => (Source::Seed(Seed::from(seed), Vec::new()), seed),
            TestLuck::Told(seed) => (Source::Manual, seed),
            TestLuck::Mixed(kind, seed) => (Source::Mixed(kind, Seed::from(seed), Vec::new()), seed),
        };
        let referee = Referee::open(options, seats.into(), source);
        let referee = referee.unwrap_or_else(|error| panic!("the options to check with, {options}: {error}"));
        let [rng, chooser] = [0x00C0_FFEE, 0x0BAD_CAFE].map(|salt| Fast::seeded(seed ^ salt));
        MatchUnderTest { referee, rng, check, told_wrong: false, known: Vec::new(), chooser, choices }
    }

    pub(super) fn play(mut self, coverage: &mut Coverage) {
        let bound = G::bound(self.referee.options(), self.referee.seats());
        self.tell(coverage);
        self.check_setup();
        while let Some(seat) = self.asked_seat() {
            assert!((self.referee.ply() as u64) < bound, "more than the declared bound of {bound} decisions");
            let legal = self.check_legal_lists(seat);
            self.check_refusals(seat, &legal);
            self.check_worlds(coverage);
            self.check_judge(Some((seat, &legal)));
            self.check_encoding(coverage);
            let Some((seat, action)) = self.choose() else { break };
            let legal = self.referee.legal(seat);
            if self.referee.ply() % self.check.explore_every == self.check.explore_every / 2 {
                self.check_probability(seat, &legal, coverage);
            }
            *coverage.decisions.entry(self.game().decision(seat)).or_default() += 1;
            self.step(seat, action, coverage);
        }
        if self.referee.awaited().is_empty() {
            self.check_outcome();
        }
        self.check_worlds(coverage);
        self.check_told_wrong();
        self.check_judge(None);
        self.check_record();
        self.check_manual();
        self.check_measures();
        coverage.matches += 1;
        coverage.steps += self.referee.ply() as u64;
    }

    pub(super) fn game(&self) -> &G {
        self.referee.game().expect("a seeded match is laid out")
    }

    /// Returns the seat that callers ask first, which must be an awaited one.
    fn asked_seat(&self) -> Option<Seat> {
        let (awaited, asked) = (self.referee.awaited(), self.referee.asked_first());
        match self.game().status() {
            Status::Over(_) => assert!(awaited.is_empty() && asked.is_none(), "nobody is asked once it is over"),
            Status::Awaiting(seats) => {
                assert!(!seats.is_empty(), "a match that is not over awaits somebody");
                assert!(asked.is_some_and(|seat| seats.contains(seat)), "whom to ask first, {asked:?}, is awaited");
            }
        }
        asked
    }

    /// Chooses a seat and its action. `None` where the script ends.
    fn choose(&mut self) -> Option<(Seat, G::Action)> {
        let made = self.choices.made.borrow().len();
        let choice: Choice = match &self.choices.script {
            Some(script) => *script.get(made)?,
            None => (below(&mut self.chooser.0, u32::MAX), below(&mut self.chooser.0, u32::MAX)),
        };
        let awaited: Vec<Seat> = self.referee.awaited().iter().collect();
        let seat = awaited[choice.0 as usize % awaited.len()];
        let mut legal = self.referee.legal(seat);
        let action = legal.swap_remove(choice.1 as usize % legal.len());
        let words = format!("seat {seat}: {}", serde_json::to_string(&action).unwrap_or_default());
        self.choices.made.borrow_mut().push((choice, words));
        Some((seat, action))
    }

    /// Checks the judgement. The policy picks from the list, picks the same again, and picks the
    /// same from the state. The prior has a weight for each move. Each seat's worth is between lost
    /// and won.
    fn check_judge(&self, decision: Option<(Seat, &[G::Action])>) {
        let game = self.game();
        if let Some((seat, legal)) = decision {
            let choose = || G::reference(&game.view(Viewer::Seat(seat)), seat, legal);
            let chosen = choose();
            assert!(chosen < legal.len(), "the reference policy chose number {chosen} of a list of {}", legal.len());
            assert_eq!(chosen, choose(), "the reference policy chooses the same again");
            assert_eq!(game.reference_index(seat, legal), chosen, "the reference policy looks at what the seat sees");
            let action = game.reference_action(seat);
            assert_eq!(action.as_ref(), Some(&legal[chosen]), "the reference policy does the same from the state");
            for temperament in Temperament::ALL {
                let inclined = G::inclined(&game.view(Viewer::Seat(seat)), seat, legal, temperament);
                assert!(
                    inclined < legal.len(),
                    "{temperament:?}, the policy chose number {inclined} of {}",
                    legal.len()
                );
            }
            let prior = |world: &G| {
                let mut weights = Vec::new();
                world.prior(seat, legal, &mut weights);
                weights
            };
            let Ok(world) = game.imagine(Viewer::Seat(seat), &mut Fast::seeded(1));
            let weights = prior(game);
            assert_eq!(weights, prior(&world), "the prior of seat {seat} goes by what it knows");
            assert!(weights.is_empty() || weights.len() == legal.len(), "a weight for each move, or none");
            assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0), "weights are 0 or more");
        }
        for seat in Seat::all(self.referee.seats()) {
            let worth = game.worth(seat);
            assert!((0.0..=1.0).contains(&worth), "the match is worth {worth} to seat {seat}, not 0 to 1");
        }
    }

    fn check_probability(&self, seat: Seat, legal: &[G::Action], coverage: &mut Coverage) {
        for action in legal {
            let mut explorer = Explorer::new(self.check.explore_limit);
            let mut total = Probability::new(0, 1);
            let walk = |chance: &mut Branch<'_>| {
                let mut game = self.game().clone();
                let Ok(()) = game.apply(seat, action.clone(), chance, &mut NullLog);
            };
            loop {
                match explorer.next(walk) {
                    Ok(Some((probability, ()))) => total += probability,
                    Ok(None) => break,
                    Err(_) => {
                        coverage.too_wide += 1;
                        return;
                    }
                }
            }
            assert_eq!(total, Probability::new(1, 1), "the chances of {action:?} add up to 1");
            coverage.explored += 1;
        }
    }

    fn check_outcome(&self) {
        let Status::Over(outcome) = self.game().status() else { unreachable!("the match has just ended") };
        for seat in Seat::all(MAX_SEATS as u8) {
            let mut legal = Vec::new();
            self.game().legal(seat, &mut legal);
            assert!(legal.is_empty(), "the match is over, but seat {seat} may still do {legal:?}");
        }
        let seats = usize::from(self.referee.seats());
        assert_eq!(outcome.placings.len(), seats, "a place for every seat");
        assert!(outcome.placings.contains(&1), "somebody is first");
        assert!(outcome.placings.iter().all(|place| (1..=seats).contains(&usize::from(*place))));
        assert!(outcome.scores.as_ref().is_none_or(|scores| scores.len() == seats), "a score for every seat");
    }
}
