//! The laws that every game keeps, checked on random matches. A game's test calls [`check`] in a few lines.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use crate::{
    Branch, ChanceOutcome, Counting, Explorer, Fast, Game, Imagine, Judge, Measured, NullLog, Present, Probability,
    Record, Referee, Refused, Scene, Seat, Seed, Source, Status, Table, Tape, Viewer, Wording, below, options,
    seat::MAX_SEATS,
};

/// How long and how wide to look.
#[derive(Clone, Debug)]
pub struct Check {
    /// Random matches for every seat count and every set of options.
    pub matches: u64,
    /// Options to play with, beside the defaults.
    pub options: Vec<Value>,
    /// Explore the chance of one step in so many.
    pub explore_every: usize,
    /// Give up exploring a step beyond so many outcomes.
    pub explore_limit: usize,
}

impl Default for Check {
    fn default() -> Self {
        Check { matches: 100, options: Vec::new(), explore_every: 97, explore_limit: 20_000 }
    }
}

/// What a check has covered, so that a test can ask whether it looked at enough.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// Matches played to their end.
    pub matches: u64,
    /// Steps taken.
    pub steps: u64,
    /// How often each kind of decision came up.
    pub decisions: HashMap<&'static str, u64>,
    /// Steps whose every outcome was explored.
    pub explored: u64,
    /// Steps that were too wide to explore.
    pub too_wide: u64,
    /// Steps taken back and taken again.
    pub undone: u64,
}

/// Plays random matches and checks every law.
///
/// - The legal list is exact, without duplicates, in a fixed order, never empty for an awaited seat and empty for all
///   others; every listed action applies; every other action that some match knows is refused and changes nothing.
/// - A match ends within its declared bound, with a well-formed outcome.
/// - Replay from the record equals the match; record, text and record agree; an undone step is as if never taken.
/// - Told the same outcomes one by one, it is the same match; an outcome taken back is asked for again.
/// - The chances of all outcomes of a step add up to exactly 1.
/// - What a viewer sees does not change when what it cannot see does.
/// - Areas and pieces have ids of their own, and wordings name pieces that are there.
/// - The reference policy picks from the list, always the same, and a position is worth 0 to 1.
/// - What is counted for the lab has a label.
///
/// # Panics
/// At the first law that does not hold; what is printed last says in which match.
pub fn check<G: Imagine + Present + Judge + Measured>(check: &Check) -> Coverage {
    let mut coverage = Coverage::default();
    let meta = G::meta();
    takes_its_own_options::<G>();
    let options: Vec<Value> = std::iter::once(json!({})).chain(check.options.iter().cloned()).collect();
    for seats in meta.seats.0..=meta.seats.1 {
        for options in &options {
            for seed in 0..check.matches {
                Match::<G>::open(options, seats, seed, check).play(&mut coverage);
            }
        }
    }
    refuses_what_it_does_not_take::<G>();
    coverage
}

fn takes_its_own_options<G: Game>() {
    let usual = match options::complete(G::meta().options, &json!({})) {
        Ok(usual) => Value::Object(usual),
        Err(error) => panic!("the defaults of the option sheet are not allowed: {error}"),
    };
    if let Err(error) = serde_json::from_value::<G::Options>(usual.clone()) {
        panic!("the type of the options does not take what the option sheet says, {usual}: {error}");
    }
}

fn refuses_what_it_does_not_take<G: Game>() {
    let (min, max) = G::meta().seats;
    for seats in [u64::from(min) - 1, u64::from(max) + 1, 1 << 40] {
        assert!(Referee::<G>::open(&json!({}), seats, Source::Manual).is_err(), "{seats} seats");
    }
    for options in [json!([]), json!("x"), json!({ "no such option": 1 })] {
        assert!(Referee::<G>::open(&options, min.into(), Source::Manual).is_err(), "{options}");
    }
}

struct Match<'a, G: Game> {
    referee: Referee<G>,
    seed: u64,
    rng: Fast,
    check: &'a Check,
    /// Actions met on the way: some of them are illegal later, and are then tried.
    known: Vec<G::Action>,
}

/// Whichever law fails, it is told where.
impl<G: Game> Drop for Match<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (seats, ply, options) = (self.referee.seats(), self.referee.ply(), self.referee.options());
            eprintln!("in the match with {seats} seats, seed {}, {options:?}, after step {ply}", self.seed);
        }
    }
}

impl<'a, G: Imagine + Present + Judge + Measured> Match<'a, G> {
    fn open(options: &Value, seats: u8, seed: u64, check: &'a Check) -> Self {
        let source = Source::Seed(Seed::from(seed), Vec::new());
        let referee = Referee::open(options, seats.into(), source);
        let referee = referee.unwrap_or_else(|error| panic!("the options to check with, {options}: {error}"));
        Match { referee, seed, rng: Fast::seeded(seed ^ 0x00C0_FFEE), check, known: Vec::new() }
    }

    fn play(mut self, coverage: &mut Coverage) {
        let bound = G::bound(self.referee.options(), self.referee.seats());
        while let Some(seat) = self.pick_seat() {
            assert!((self.referee.ply() as u64) < bound, "more than the declared bound of {bound} decisions");
            let legal = self.check_legal_lists(seat);
            self.check_refusals(seat, &legal);
            self.check_views();
            self.check_judge(Some((seat, &legal)));
            let action = legal[below(&mut self.rng.0, legal.len() as u32) as usize].clone();
            if self.referee.ply() % self.check.explore_every == self.check.explore_every / 2 {
                self.check_probability(seat, &legal, coverage);
            }
            *coverage.decisions.entry(self.game().decision(seat)).or_default() += 1;
            self.step(seat, action, coverage);
        }
        self.check_outcome();
        self.check_views();
        self.check_judge(None);
        self.check_record();
        self.check_manual();
        self.check_measures();
        coverage.matches += 1;
        coverage.steps += self.referee.ply() as u64;
    }

    fn game(&self) -> &G {
        self.referee.game().expect("a seeded match is laid out")
    }

    fn pick_seat(&mut self) -> Option<Seat> {
        let awaited: Vec<Seat> = self.referee.awaited().iter().collect();
        match self.game().status() {
            Status::Over(_) => assert!(awaited.is_empty()),
            Status::Awaiting(seats) => assert!(!seats.is_empty(), "a match that is not over awaits somebody"),
        }
        (!awaited.is_empty()).then(|| awaited[below(&mut self.rng.0, awaited.len() as u32) as usize])
    }

    fn check_legal_lists(&self, actor: Seat) -> Vec<G::Action> {
        for seat in Seat::all(MAX_SEATS as u8) {
            let mut legal = Vec::new();
            self.game().legal(seat, &mut legal);
            assert_eq!(legal.is_empty(), !self.referee.awaited().contains(seat), "legal list of seat {seat}");
        }
        let legal = self.referee.legal(actor);
        assert_eq!(legal, self.referee.legal(actor), "the legal list has a fixed order");
        for (index, action) in legal.iter().enumerate() {
            assert!(!legal[..index].contains(action), "{action:?} is listed twice");
            let json = serde_json::to_value(action).expect("actions are JSON");
            assert!(json.get("type").is_some_and(Value::is_string), "{json} has no type");
            assert_eq!(&serde_json::from_value::<G::Action>(json).expect("actions are read back"), action);
        }
        let drawn = self.game().any(actor, &mut Fast::seeded(self.referee.ply() as u64).0);
        assert!(drawn.is_some_and(|action| legal.contains(&action)), "any action is one of the list");
        legal
    }

    fn check_refusals(&mut self, actor: Seat, legal: &[G::Action]) {
        for action in legal {
            if !self.known.contains(action) {
                self.known.push(action.clone());
            }
        }
        let before = self.game().clone();
        let stranger = Seat::all(MAX_SEATS as u8).find(|seat| !self.referee.awaited().contains(*seat));
        for action in self.known.clone() {
            if !legal.contains(&action) {
                let refused = self.referee.act(actor, action.clone());
                assert!(matches!(refused, Err(Refused::Illegal { .. })), "{action:?} is not listed");
            }
            if let Some(stranger) = stranger {
                let refused = self.referee.act(stranger, action);
                assert!(matches!(refused, Err(Refused::NotAwaited { .. })), "seat {stranger} is not awaited");
            }
        }
        for garbage in [json!(null), json!({}), json!({ "type": "" }), json!({ "type": "no such thing" }), json!([1])] {
            let refused = self.referee.act_json(actor, &garbage);
            assert!(matches!(refused, Err(Refused::Unreadable { .. })), "{garbage} is no action");
        }
        assert_eq!(self.game(), &before, "a refusal changes nothing");
    }

    /// Whatever a viewer cannot know is redrawn, and everything it is shown must come out the same.
    fn check_views(&mut self) {
        let seats = Seat::all(self.referee.seats()).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator]) {
            let game = self.referee.game().expect("a seeded match is laid out");
            let Ok(other) = game.imagine(viewer, &mut self.rng);
            assert_eq!(other.view(viewer), self.game().view(viewer), "the view of {viewer:?}");
            assert_eq!(other.status(), self.game().status());
            let (ours, theirs) = (self.game().view(viewer), other.view(viewer));
            let scene = G::scene(&ours, viewer);
            assert_eq!(scene, G::scene(&theirs, viewer), "the scene of {viewer:?}");
            check_ids(&scene);
            if let Viewer::Seat(seat) = viewer {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                self.game().legal(seat, &mut a);
                other.legal(seat, &mut b);
                assert_eq!(a, b, "the legal list of {viewer:?}");
                for action in &self.known {
                    assert_eq!(self.game().refuse(seat, action), other.refuse(seat, action));
                }
                for action in &a {
                    let wording = G::wording(&ours, seat, action);
                    assert_eq!(wording, G::wording(&theirs, seat, action));
                    check_ends(&scene, action, &wording);
                    self.check_heard(viewer, seat, action, &other);
                }
            }
        }
    }

    /// The same action with the same luck tells the viewer the same story in both worlds, where that luck can outcome.
    fn check_heard(&self, viewer: Viewer, seat: Seat, action: &G::Action, other: &G) {
        if other == self.game() {
            return;
        }
        let (mut here, mut there) = (self.game().clone(), other.clone());
        let (mut said_here, mut said_there) = (Vec::new(), Vec::new());
        let mut dice = Fast::seeded(self.referee.ply() as u64);
        let mut recorder = crate::Recorder::new(&mut dice);
        let Ok(()) = here.apply(seat, action.clone(), &mut recorder, &mut said_here);
        let answers: Vec<_> = recorder.into_outcomes().iter().map(crate::ChanceOutcome::answer).collect();
        if there.apply(seat, action.clone(), &mut Tape::new(&answers), &mut said_there).is_ok() {
            let heard = |said: &[crate::Said<G::Event>]| {
                let heard = said.iter().filter(|said| said.audience.includes(viewer));
                heard.map(|said| G::tell(&said.event)).collect::<Vec<_>>()
            };
            assert_eq!(heard(&said_here), heard(&said_there), "what {viewer:?} hears");
        }
    }

    /// The policy picks from the list and does so again; no seat's outlook is worse than lost or better than won.
    fn check_judge(&self, decision: Option<(Seat, &[G::Action])>) {
        let game = self.game();
        if let Some((seat, legal)) = decision {
            let choose = || G::reference(&game.view(Viewer::Seat(seat)), seat, legal);
            let chosen = choose();
            assert!(chosen < legal.len(), "the reference policy chose number {chosen} of a list of {}", legal.len());
            assert_eq!(chosen, choose(), "the reference policy chooses the same again");
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

    /// Takes the step; now and then takes it back and takes it again, which must lead to the same place.
    fn step(&mut self, seat: Seat, action: G::Action, coverage: &mut Coverage) {
        let before = self.game().clone();
        self.referee.act(seat, action.clone()).expect("a listed action applies");
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
            assert_eq!(self.game(), &after, "and meets the same luck");
            assert_eq!(self.referee.step(self.referee.ply()), Some(step));
            coverage.undone += 1;
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

    /// Plays the match again with real dice that fall the same, taking each outcome back once and telling it again.
    fn check_manual(&self) {
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
    fn check_measures(&self) {
        let (mut log, measures) = (Counting::<G>::default(), G::measures());
        let setup = self.referee.chance_outcomes(0);
        let answers = |outcomes: &[ChanceOutcome]| outcomes.iter().map(ChanceOutcome::answer).collect::<Vec<_>>();
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
        let labelled = |counted: bool, what: &str| assert!(!counted, "the measures have no label for {what}");
        labelled(counts.numbers[measures.numbers.len()..].iter().any(|number| *number > 0), "a number");
        labelled(counts.uses[measures.pieces.len()..].iter().any(|times| *times > 0), "a piece that was used");
        labelled(measures.rulings.len() < 64 && counts.rulings >> measures.rulings.len() != 0, "a ruling");
        labelled(counts.ending.is_some_and(|ending| usize::from(ending) >= measures.endings.len()), "the ending");
        labelled(
            counts.deaths.iter().any(|death| usize::from(death.place) >= measures.places.len()),
            "the place of a death",
        );
        labelled(
            counts.deaths.iter().any(|death| usize::from(death.cause) >= measures.causes.len()),
            "the cause of a death",
        );
    }

    fn check_record(&self) {
        let record = Table::record(&self.referee, true);
        let text = record.to_string();
        let parsed = Record::parse(&text).expect("what is written can be read");
        assert_eq!(parsed, record, "record, text and record agree");
        let replayed = Referee::<G>::load(&parsed).expect("a match's own record is good");
        assert_eq!(replayed.game(), self.referee.game(), "replay equals live");
        assert_eq!(replayed.record(true), record);

        // Without its seed the record is told, outcome by outcome, and leads to the same place.
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

/// Areas have ids of their own, and so have pieces.
fn check_ids(scene: &Scene) {
    let mut ids = HashSet::new();
    for area in &scene.areas {
        assert!(ids.insert(&area.id), "two areas have the id {:?}", area.id);
    }
    ids.clear();
    for piece in scene.pieces() {
        assert!(ids.insert(&piece.id), "two pieces have the id {:?}", piece.id);
    }
}

/// What a wording joins is on the table.
fn check_ends<A: std::fmt::Debug>(scene: &Scene, action: &A, wording: &Wording) {
    for end in wording.pieces() {
        assert!(scene.piece(end).is_some(), "the wording of {action:?} names {end:?}; the pieces are {}", {
            scene.pieces().map(|piece| piece.id.as_str()).collect::<Vec<_>>().join(", ")
        });
    }
}
