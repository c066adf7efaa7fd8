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

mod action;
mod cells;
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
    ActionSink, Chance, Game, HouseCards, Log, Meta, Mode, Packs, Picture, RejectReason, Seat, SeatSet, Status, Viewer,
};
use text::text;

pub use action::{Action, Ware};
pub use cells::{Cell, OffTheField, SIDE};
pub use content::Meaning;
pub use event::Event;
pub use options::{Engage, Gear, Options};
pub use state::AccursedTomb;
pub use view::View;

impl Game for AccursedTomb {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const META: &'static Meta = &Meta {
        id: "accursed-tomb",
        title: "The Accursed Tomb",
        tagline: text!("Feel your way through the dark, card by card, and be the one who slays a demon."),
        mode: Mode::Competitive,
        seats: (2, state::MAX_EXPLORERS as u8),
        usual_seats: state::MAX_EXPLORERS as u8,
        options: options::SPECS,
        cover: Some(Picture("scenes/accursed-tomb")),
        rules: 1,
        rulebook: text::file!("../rulebook.md"),
    };

    const PACKS: Option<&'static Packs> = Some(&content::PACKS);

    fn house_cards(options: &Options) -> Option<&'static HouseCards> {
        options.pack
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
        u64::from(options.max_rounds) * u64::from(seats) + u64::from(content::CardSet::of(options.pack).merchants())
    }
}
