//! Laws of hidden information: they compare the true world with one that a viewer imagines.
//!
//! Outcomes and events carry their audience, and the contract compares the true world with imagined
//! ones at every step (docs/decisions/008-secrets.md). A question to a player with real dice offers
//! all kinds of card where the content of the deck is secret.

use std::{any::Any, collections::HashSet};

use super::{Coverage, matches::MatchUnderTest};
use kernel::{
    Audience, Card, Chance, ChanceOutcome, ChanceResult, Deck, Die, Face, Fast, Game, Judge, Log, Look, Measured,
    NullLog, Present, Recorder, Reveals, RollReason, Said, Scene, Seat, Status, Viewer, Wording, below,
};

/// Number of actions of each awaited seat that are tried in both worlds.
const TRIED: u32 = 2;

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    /// Redraws everything that a viewer cannot know, and checks that the viewer is shown and asked
    /// the same.
    pub(super) fn check_worlds(&mut self, coverage: &mut Coverage) {
        let actions = self.sampled_actions();
        for viewer in self.viewers() {
            let world = self.check_imagined(viewer);
            coverage.other_worlds += u64::from(world != *self.game());
            self.check_seen(viewer, &world, coverage);
            for (seat, action) in &actions {
                self.check_done(viewer, &world, *seat, action, coverage);
                self.check_questions(viewer, &world, *seat, action, coverage);
            }
        }
    }

    fn sampled_actions(&mut self) -> Vec<(Seat, G::Action)> {
        let mut actions = Vec::new();
        for seat in self.referee.awaited().iter() {
            let mut legal = self.referee.legal(seat);
            for _ in 0..TRIED.min(legal.len() as u32) {
                let index = below(&mut self.rng.0, legal.len() as u32) as usize;
                actions.push((seat, legal.swap_remove(index)));
            }
        }
        actions
    }

    /// Checks that a world depends on the viewer's knowledge and on chance only: imagined from an
    /// imagined world, with the same outcomes, it is the same.
    fn check_imagined(&mut self, viewer: Viewer) -> G {
        let game = self.referee.game().expect("the match is laid out");
        let Ok(world) = game.imagine(viewer, &mut self.rng);
        if !G::SECRETS {
            assert_eq!(&world, game, "a game without secrets imagines the world as it is");
            return world;
        }
        let luck = below(&mut self.rng.0, u32::MAX).into();
        let Ok(again) = world.imagine(viewer, &mut Fast::seeded(luck));
        let Ok(once) = game.imagine(viewer, &mut Fast::seeded(luck));
        assert_eq!(again, once, "{viewer:?} imagines the same world whatever is true of what it cannot know");
        let Ok(all) = game.imagine(Viewer::All, &mut Fast::seeded(luck));
        assert_eq!(&all, game, "who sees all has nothing to imagine");
        world
    }

    /// Checks the scene, the legal actions and the refusals of a viewer.
    fn check_seen(&self, viewer: Viewer, world: &G, coverage: &mut Coverage) {
        let game = self.game();
        let (ours, theirs) = (game.view(viewer), world.view(viewer));
        assert_eq!(theirs, ours, "the view of {viewer:?}");
        assert_eq!(world.status(), game.status());
        assert_eq!(world.asked_first(), game.asked_first());
        for seat in self.referee.awaited().iter() {
            assert_eq!(world.decision(seat), game.decision(seat));
        }
        let scene = G::scene(&ours, viewer);
        assert_eq!(scene, G::scene(&theirs, viewer), "the scene of {viewer:?}");
        check_pieces::<G>(&scene, coverage);
        let Viewer::Seat(seat) = viewer else { return };
        let (mut legal, mut other) = (Vec::new(), Vec::new());
        game.legal(seat, &mut legal);
        world.legal(seat, &mut other);
        assert_eq!(legal, other, "the legal list of {viewer:?}");
        for action in &self.known {
            let refusal = game.refuse(seat, action);
            assert_eq!(refusal, world.refuse(seat, action), "how {action:?} is refused to {viewer:?}");
        }
        for action in &legal {
            let wording = G::wording(&ours, seat, action);
            assert_eq!(wording, G::wording(&theirs, seat, action));
            assert_eq!(wording.text, G::move_text(&ours, seat, action));
            check_path(&scene, action, &wording);
        }
    }

    /// Repeats the setup with other outcomes where a viewer does not see them, and checks that the
    /// match looks the same to that viewer. With another outcome that the viewer does see, the
    /// match may become another one. Then the viewer must imagine another world.
    pub(super) fn check_setup(&mut self) {
        if !G::SECRETS {
            return;
        }
        let (options, seats) = (self.referee.options().clone(), self.referee.seats());
        let (outcomes, said) = (self.referee.chance_outcomes(0).to_vec(), self.referee.said(0).to_vec());
        for viewer in self.viewers() {
            let mut luck = || u64::from(below(&mut self.rng.0, u32::MAX));
            let mut coupled = Coupled { viewer, outcomes: &outcomes, rng: Fast::seeded(luck()), other: None };
            let mut told = Watched::<G>::default();
            if let Ok(game) = G::setup(&options, seats, &mut coupled, &mut told) {
                let here = self.referee.game().expect("a seeded match is laid out");
                check_alike(viewer, (here, &said[..]), (&game, &told.said[..]), coupled, "of the setup");
            }
            let seen: Vec<usize> = (0..outcomes.len()).filter(|n| outcomes[*n].visible_to(viewer)).collect();
            let Some(last) = seen.len().checked_sub(1) else { continue };
            let other = Some(outcomes.len() - seen[below(&mut self.rng.0, last as u32 + 1) as usize]);
            let luck = u64::from(below(&mut self.rng.0, u32::MAX));
            let mut varied = Coupled { viewer: Viewer::All, outcomes: &outcomes, rng: Fast::seeded(luck), other };
            let Ok(game) = G::setup(&options, seats, &mut varied, &mut NullLog) else { continue };
            let [Ok(a), Ok(b)] = [self.game(), &game].map(|game| game.imagine(viewer, &mut Fast::seeded(luck)));
            assert!(
                game == *self.game() || a != b,
                "{viewer:?} sees the luck of the setup, and imagines what it has seen to be otherwise"
            );
        }
    }

    /// Checks that an action with the same visible outcomes gives a viewer the same events in both
    /// worlds. For an action that reveals hidden things the check uses the same world, with other
    /// outcomes that the viewer does not see.
    fn check_done(&mut self, viewer: Viewer, world: &G, seat: Seat, action: &G::Action, coverage: &mut Coverage) {
        let reveals = self.game().reveals(seat, action);
        let mut legal = Vec::new();
        world.legal(seat, &mut legal);
        let possible = legal.contains(action);
        assert!(
            possible || reveals != Reveals::Nothing,
            "{action:?} of seat {seat} is not possible in a world that {viewer:?} can imagine, so it reveals something"
        );
        let mut there = match reveals {
            _ if !G::SECRETS => return,
            Reveals::State => self.game().clone(),
            Reveals::Nothing | Reveals::Action if possible => world.clone(),
            Reveals::Nothing | Reveals::Action => return,
        };
        coverage.compared += u64::from(there != *self.game());
        let luck = below(&mut self.rng.0, u32::MAX).into();
        let (mut here, mut log_here, mut log_there) =
            (self.game().clone(), Watched::<G>::default(), Watched::<G>::default());
        let mut dice = Fast::seeded(luck);
        let mut recorder = Recorder::new(&mut dice);
        let Ok(()) = here.apply(seat, action.clone(), &mut recorder, &mut log_here);
        let outcomes = recorder.into_outcomes();
        let mut coupled = Coupled { viewer, outcomes: &outcomes, rng: Fast::seeded(!luck), other: None };
        if there.apply(seat, action.clone(), &mut coupled, &mut log_there).is_ok() {
            let did = format!("of {action:?} by seat {seat}");
            let shown = |log: &Watched<G>| log.shown.iter().map(|game| game.view(viewer)).collect::<Vec<_>>();
            assert_eq!(shown(&log_here), shown(&log_there), "what {viewer:?} is shown in the middle {did}");
            check_alike(viewer, (&here, &log_here.said), (&there, &log_there.said), coupled, &did);
        }
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        Seat::all(self.referee.seats()).map(Viewer::Seat).chain([Viewer::Spectator])
    }
}

/// The events of a step, and the states shown in the middle of it.
struct Watched<G: Game> {
    said: Vec<Said<G::Event>>,
    shown: Vec<G>,
}

impl<G: Game> Default for Watched<G> {
    fn default() -> Self {
        Watched { said: Vec::new(), shown: Vec::new() }
    }
}

impl<G: Game> Log<G::Event> for Watched<G> {
    fn say(&mut self, audience: Audience, event: G::Event) {
        self.said.push(Said { audience, event });
    }

    fn show<S: Any + Clone>(&mut self, state: &S) {
        self.shown.extend((state as &dyn Any).downcast_ref::<G>().cloned());
    }
}

/// A state, and the events on the way to it.
type Reached<'a, G> = (&'a G, &'a [Said<<G as Game>::Event>]);

/// Checks that an action, described by `did`, led to states that `viewer` cannot tell from each
/// other.
fn check_alike<G: Present>(
    viewer: Viewer,
    (here, said_here): Reached<'_, G>,
    (there, said_there): Reached<'_, G>,
    mut luck: Coupled<'_>,
    did: &str,
) {
    assert!(luck.outcomes.is_empty(), "{viewer:?} sees that less luck is asked {did} in another world");
    assert_eq!(heard::<G>(viewer, said_here), heard::<G>(viewer, said_there), "what {viewer:?} hears {did}");
    let over = |game: &G| matches!(game.status(), Status::Over(_));
    assert_eq!(over(here), over(there), "whether it is over, {did}");
    // At the end the game may reveal hidden things.
    if over(here) {
        return;
    }
    assert_eq!(here.view(viewer), there.view(viewer), "what {viewer:?} sees {did}");
    assert_eq!(here.status(), there.status(), "who is awaited then, as {viewer:?} sees {did}");
    if let Viewer::Seat(own) = viewer {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        here.legal(own, &mut a);
        there.legal(own, &mut b);
        assert_eq!(a, b, "what {viewer:?} may do then, {did}");
    }
    let luck = below(&mut luck.rng.0, u32::MAX).into();
    let [Ok(a), Ok(b)] = [here, there].map(|game| game.imagine(viewer, &mut Fast::seeded(luck)));
    assert_eq!(a, b, "what {viewer:?} imagines then, with the same luck, {did}");
}

/// Returns the events that a viewer hears: as data, and in words.
fn heard<G: Present>(viewer: Viewer, said: &[Said<G::Event>]) -> Vec<(serde_json::Value, kernel::Line)> {
    let heard = said.iter().filter(|said| said.audience.includes(viewer));
    heard.map(|said| (serde_json::json!(said.event), G::tell(&said.event))).collect()
}

/// A source of chance that repeats another world's outcomes where `viewer` sees them, and draws its
/// own elsewhere.
struct Coupled<'a> {
    viewer: Viewer,
    /// The outcomes that are still to be asked for.
    outcomes: &'a [&'static ChanceOutcome],
    rng: Fast,
    /// Counted from the end, the visible outcome that is drawn again instead of repeated.
    other: Option<usize>,
}

/// An outcome that the viewer sees is impossible in this world: the worlds part here.
struct Parted;

impl Coupled<'_> {
    /// Returns the other world's outcome, if the viewer sees it. Both worlds must ask the same
    /// questions.
    fn next(&mut self, why: RollReason) -> Result<Option<ChanceResult>, Parted> {
        let Some((first, rest)) = self.outcomes.split_first() else { return self.part("more luck asked", why) };
        if first.why != why {
            return self.part("other luck asked", why);
        }
        let other = self.other == Some(self.outcomes.len());
        self.outcomes = rest;
        Ok((first.visible_to(self.viewer) && !other).then_some(first.result))
    }

    /// Handles a question that the other world did not ask. It is an error if all outcomes that the
    /// viewer sees were the same.
    fn part<T>(&self, what: &str, why: RollReason) -> Result<T, Parted> {
        assert!(self.other.is_some(), "{:?} sees {what} in another world: {why:?}", self.viewer);
        Err(Parted)
    }
}

impl Chance for Coupled<'_> {
    type Halt = Parted;

    fn roll(&mut self, die: Die, why: RollReason) -> Result<u8, Parted> {
        match self.next(why)? {
            Some(ChanceResult::Die(same, value)) if same == die => Ok(value),
            Some(_) => self.part("another kind of luck asked", why),
            None => self.rng.roll(die, why).map_err(|never| match never {}),
        }
    }

    fn flip(&mut self, why: RollReason) -> Result<Face, Parted> {
        match self.next(why)? {
            Some(ChanceResult::Coin(face)) => Ok(face),
            Some(_) => self.part("another kind of luck asked", why),
            None => self.rng.flip(why).map_err(|never| match never {}),
        }
    }

    fn draw<D: Deck>(&mut self, from: &mut D, why: RollReason) -> Result<D::Card, Parted> {
        match self.next(why)? {
            Some(ChanceResult::Card(kind)) => {
                let card = D::Card::from_code(kind.code).ok_or(Parted)?;
                if from.take(card) { Ok(card) } else { Err(Parted) }
            }
            Some(_) => self.part("another kind of luck asked", why),
            None => self.rng.draw(from, why).map_err(|never| match never {}),
        }
    }
}

/// Checks that the ids of areas and of pieces are unique, that edges join nodes, and that pictures
/// are known.
fn check_pieces<G: Present>(scene: &Scene, coverage: &mut Coverage) {
    let mut ids = HashSet::new();
    for area in &scene.areas {
        assert!(ids.insert(&area.id), "two areas have the id {:?}", area.id);
        if let Some(face) = area.picture {
            assert!(G::pictures().contains(&face), "{face:?} is none of the pictures that the game can name");
            coverage.named.insert(face.0);
        }
        let edges = area.pieces.iter().filter(|piece| matches!(piece.look, Look::Edge { .. })).count();
        assert_eq!(area.edges().count(), edges, "every edge of {:?} joins two nodes of it", area.id);
    }
    ids.clear();
    let pictures = G::pictures();
    for piece in scene.pieces() {
        assert!(ids.insert(&piece.id), "two pieces have the id {:?}", piece.id);
        if let Some(picture) = piece.picture {
            assert!(pictures.contains(&picture), "{picture:?} is none of the pictures that the game can name");
            coverage.named.insert(picture.0);
        }
        coverage.named.extend(icons(&piece.look));
    }
}

fn icons(look: &Look) -> Vec<&'static str> {
    match look {
        Look::Card { icon, emblem, stats, .. } => {
            let stats = stats.iter().map(|stat| stat.icon.0);
            std::iter::once(icon.0).chain(emblem.iter().map(|icon| icon.0)).chain(stats).collect()
        }
        Look::Token { icon, .. } | Look::Meter { icon, .. } => vec![icon.0],
        Look::Tile { icon, .. } => icon.iter().map(|icon| icon.0).collect(),
        Look::Back { .. } | Look::Die { .. } | Look::Edge { .. } | Look::Text => Vec::new(),
    }
}

/// Checks that the pieces that a wording points at and marks are on the table.
fn check_path<A: std::fmt::Debug>(scene: &Scene, action: &A, wording: &Wording) {
    for end in wording.pieces().chain(wording.marks.iter().map(|mark| mark.piece.as_str())) {
        assert!(scene.piece(end).is_some(), "the wording of {action:?} names {end:?}; the pieces are {}", {
            scene.pieces().map(|piece| piece.id.as_str()).collect::<Vec<_>>().join(", ")
        });
    }
}
