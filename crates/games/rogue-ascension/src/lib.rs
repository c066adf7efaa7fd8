//! Rogue Ascension: one to four heroes climb a tower of face-down cards and fight the boss at its
//! top.
//!
//! All of it is public: unseen cards are a multiset, so no place of a card is secret. The rulebook
//! for players, with the numbered rulings that the code cites, is `docs/games/rogue-ascension.md`.
//!
//! **Why every match ends.** The tower has a fixed number of floors. On each the active hero camps,
//! and there is at most one fight of at most `fight_round_limit` rounds. Every usable card is used
//! once and comes from a reward, and a floor has at most one reward a hero. An ace chosen of an
//! ace's two cards draws two more. At least every second card of such a chain is an ace, and there
//! are eight of them, so the chain is short.

mod achievements;
mod action;
mod characters;
pub mod content;
mod daily;
mod event;
mod judge;
mod measure;
mod odds;
mod options;
mod outlook;
mod rules;
mod scene;
mod state;
mod view;

use kernel::{
    Achievement, ActionSink, Chance, Character, Condition, Daily, ExactOdds, Game, Imagine, Judge, Line, Log, Measured,
    Meta, Mode, OptionSpec, Outcome, Picture, Present, Puzzles, RejectReason, Scene, Seat, SeatSet, Status,
    Temperament, Viewer, Wording,
    measure::{Counts, Duel, Measures},
};
use text::{Text, text};

pub use action::Action;
pub use content::{Curse, EnemyKind, Item};
pub use event::Event;
pub use options::{CoopReward, DieFloor, Options};
pub use state::RogueAscension;
pub use view::View;

use serde_json::{Map, Value};
use state::{End, Pending};

static META: Meta = Meta {
    id: "rogue-ascension",
    title: "Rogue Ascension",
    tagline: text!("Climb a tower of cards, floor by floor, and face what waits at the top."),
    mode: Mode::Cooperative,
    seats: (1, state::MAX_HEROES as u8),
    usual_seats: 1,
    options: options::SPECS,
    cover: Some(Picture("scenes/rogue-ascension")),
    rules: 1,
    rulebook: include_str!("../../../../docs/games/rogue-ascension.md"),
};

impl Game for RogueAscension {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn meta() -> &'static Meta {
        &META
    }

    fn setup<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        Self::lay_out(options, seats, chance, log)
    }

    #[inline]
    fn status(&self) -> Status {
        match self.pending {
            Pending::Over(end) => Status::Over(Outcome::together(self.players, end == End::Won)),
            _ => Status::Awaiting(SeatSet::only(self.turn)),
        }
    }

    /// The seat to ask, as in the status, but computed without the outcome and the set of seats.
    #[inline]
    fn asked_first(&self) -> Option<Seat> {
        (!matches!(self.pending, Pending::Over(_))).then_some(self.turn)
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.kind()
    }

    // Playouts spend their time on listing and applying, so both are always inlined. By itself the
    // compiler would inline them only into a single caller.
    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if seat == self.turn {
            self.list(out);
        }
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        debug_assert_eq!(seat, self.turn);
        self.decide(action, chance, log)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        self.explain(action)
    }

    /// A camp and a fight on every floor and at the boss. In each round a hero strikes, may change
    /// the roll, and is struck. Then come rewards, each with its traps and at most eighteen aces to
    /// choose from.
    fn bound(options: &Options, seats: u8) -> u64 {
        let (heroes, floors) = (u64::from(seats), u64::from(state::floors(seats)));
        let rewards = floors * heroes;
        let rounds = u64::from(options.fight_round_limit);
        let fights = (floors + 1) * (2 + heroes * rounds * 3);
        let treasures = rewards * (24 + u64::from(options.ascension) * 2 * (2 + heroes));
        let uses = 2 * rewards;
        fights + treasures + uses
    }
}

impl Imagine for RogueAscension {
    /// All seats know the same, so the imagined world is the state itself.
    fn imagine<C: Chance>(&self, _: Viewer, _: &mut C) -> Result<Self, C::Halt> {
        Ok(self.clone())
    }
}

impl Present for RogueAscension {
    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
        scene::wording(view, seat, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn carry_out(view: &View, seat: Seat, order: &str, limit: i32) -> Option<Action> {
        scene::carry_out(view, seat, order, limit)
    }

    fn lesson() -> Option<&'static str> {
        Some(include_str!("lesson.jsonl"))
    }

    fn puzzles() -> Option<&'static Puzzles> {
        static PUZZLES: Puzzles = Puzzles::new(include_str!("puzzles.jsonl"));
        Some(&PUZZLES)
    }

    fn achievements() -> &'static [(Achievement, Condition<Self>)] {
        &achievements::ACHIEVEMENTS
    }

    fn daily() -> Option<Daily<Self>> {
        Some(daily::DAILY)
    }

    fn characters() -> &'static [Character] {
        characters::CHARACTERS
    }

    fn phrases() -> &'static [Text] {
        content::PHRASES
    }

    fn pictures() -> Vec<Picture> {
        content::pictures()
    }
}

impl Judge for RogueAscension {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        judge::choose(view, seat, moves, judge::LOW)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        judge::choose(view, seat, moves, judge::Low::of(temperament))
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        (seat == self.turn && !matches!(self.pending, Pending::Over(_))).then(|| judge::policy(self, seat, judge::LOW))
    }

    fn worth(&self, _: Seat) -> f32 {
        judge::worth(self)
    }
}

impl Measured for RogueAscension {
    type Tally = measure::Tally;

    fn measures() -> &'static Measures {
        &measure::MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut measure::Tally, event: &Event, counts: &mut Counts) {
        measure::note(tally, event, counts);
    }

    fn close(&self, tally: &measure::Tally, counts: &mut Counts) {
        measure::close(self, tally, counts);
    }
}

impl ExactOdds for RogueAscension {
    fn questions() -> &'static [OptionSpec] {
        odds::QUESTIONS
    }

    fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
        odds::duel(answers)
    }
}
