//! The Accursed Tomb: two to four explorers turn the cards of an 8 by 8 tomb and race for a demon's
//! head.
//!
//! All of it is public: cards that nobody has turned are a multiset, so no place of a card is
//! secret. The rulebook for players, with the numbered rulings that the code cites, is
//! `docs/games/accursed-tomb.md`.
//!
//! **Why every match ends.** A match has at most `max_rounds` rounds (R25). In a round each
//! explorer has one turn, and a turn has one decision; only entering a merchant adds a second one.
//! There are two merchants, and each is gone with the choice (R21). So no match has more than
//! `max_rounds` × seats + 2 decisions. Between two decisions the rules ask chance a bounded number
//! of times: a blow at the start of a turn either leaves a decision or kills.
//!
//! **How a match is ranked.** The winner is first. The others alive share the next place. After
//! them come the dead: an explorer that died later ranks before one that died earlier. In a draw
//! all share the first place, the dead too.

mod achievements;
mod action;
mod cells;
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
    Meta, Mode, OptionSpec, Picture, Present, Puzzles, RejectReason, Scene, Seat, SeatSet, Status, Temperament, Viewer,
    Wording,
    measure::{Counts, Duel, Measures},
};
use text::{Text, text};

use serde_json::{Map, Value};

pub use action::{Action, Ware};
pub use cells::{Cell, OffTheField, SIDE};
pub use content::Meaning;
pub use event::Event;
pub use options::{Engage, Gear, Options};
pub use state::AccursedTomb;
pub use view::View;

static META: Meta = Meta {
    id: "accursed-tomb",
    title: "The Accursed Tomb",
    tagline: text!("Feel your way through the dark, card by card, and be the one who slays a demon."),
    mode: Mode::Competitive,
    seats: (2, state::MAX_EXPLORERS as u8),
    usual_seats: state::MAX_EXPLORERS as u8,
    options: options::SPECS,
    cover: Some(Picture("scenes/accursed-tomb")),
    rules: 1,
    rulebook: include_str!("../../../../docs/games/accursed-tomb.md"),
};

/// Merchants in the two packs: each may add one decision to a turn.
const MERCHANTS: u64 = content::COPIES as u64;

impl Game for AccursedTomb {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn meta() -> &'static Meta {
        &META
    }

    fn setup<C: Chance, L: Log<Event>>(options: &Options, seats: u8, _: &mut C, log: &mut L) -> Result<Self, C::Halt> {
        Ok(Self::lay_out(options, seats, log))
    }

    #[inline]
    fn status(&self) -> Status {
        match self.over() {
            Some(end) => Status::Over(self.outcome(end)),
            None => Status::Awaiting(SeatSet::only(self.turn)),
        }
    }

    /// The seat to ask, as in the status, but computed without the outcome and the set of seats.
    #[inline]
    fn asked_first(&self) -> Option<Seat> {
        self.over().is_none().then_some(self.turn)
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

    fn bound(options: &Options, seats: u8) -> u64 {
        u64::from(options.max_rounds) * u64::from(seats) + MERCHANTS
    }
}

impl Imagine for AccursedTomb {
    /// All seats know the same, so the imagined world is the state itself.
    fn imagine<C: Chance>(&self, _: Viewer, _: &mut C) -> Result<Self, C::Halt> {
        Ok(self.clone())
    }
}

impl Present for AccursedTomb {
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

impl Judge for AccursedTomb {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        judge::choose(view, seat, moves, judge::NERVE)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        judge::choose(view, seat, moves, judge::Nerve::of(temperament))
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        (seat == self.turn && self.over().is_none()).then(|| judge::policy(self, seat, judge::NERVE))
    }

    fn worth(&self, seat: Seat) -> f32 {
        judge::worth(self, seat)
    }
}

impl Measured for AccursedTomb {
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

impl ExactOdds for AccursedTomb {
    fn questions() -> &'static [OptionSpec] {
        odds::QUESTIONS
    }

    fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
        odds::duel(answers)
    }
}
