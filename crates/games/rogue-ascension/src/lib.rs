//! Rogue Ascension: one to four heroes climb a tower of face-down cards, to the boss.
//!
//! All of it is public: unseen cards are a multiset, so no place of a card is secret. The rulebook
//! for players, with the numbered rulings that the code cites, is `docs/games/rogue-ascension.md`.
//!
//! **Why every match ends.** The tower has a fixed number of floors. On each the active hero camps,
//! and there is at most one fight of at most `fight_round_limit` rounds. Every usable card is used
//! once and comes from a reward, and a floor has at most one reward a hero. An ace chosen of an
//! ace's two cards draws two more. At least every second card of such a chain is an ace, and there
//! are eight of them, so the chain is short.

mod action;
pub mod content;
mod encode;
mod event;
mod features;
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
    ActionSink, Chance, Game, HouseCards, Log, Meta, Mode, Outcome, Packs, Picture, RejectReason, Seat, SeatSet,
    Status, Viewer,
};
use text::text;

pub use action::Action;
pub use content::{Curse, EnemyKind, Item};
pub use event::Event;
pub use options::{CoopReward, DieFloor, Options};
pub use state::RogueAscension;
use state::{End, Pending};
pub use view::View;

impl Game for RogueAscension {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const META: &'static Meta = &Meta {
        id: "rogue-ascension",
        title: "Rogue Ascension",
        tagline: text!("Climb a tower of cards, floor by floor, and face what waits at the top."),
        mode: Mode::Cooperative,
        seats: (1, state::MAX_HEROES as u8),
        usual_seats: 1,
        options: options::SPECS,
        cover: Some(Picture("scenes/rogue-ascension")),
        rules: 1,
        rulebook: text::file!("../rulebook.md"),
    };

    const PACKS: Option<&'static Packs> = Some(&content::PACKS);

    fn house_cards(options: &Options) -> Option<&'static HouseCards> {
        options.pack
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
        rules::bound(options, seats)
    }
}
