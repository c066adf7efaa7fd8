//! Gloombah!: two to six adventurers fight monsters for levels, and stab each other in the back.
//! Hands are hidden, and so is the order of a deck: unseen cards are a multiset. The rulebook for
//! players, with the numbered rulings that the code cites, is `docs/games/gloombah.md`.

mod action;
mod auto_actions;
pub mod content;
mod encode;
mod event;
mod features;
mod fight;
mod judge;
mod measure;
mod options;
mod rules;
mod scene;
mod state;
mod view;
mod words;

use kernel::{
    ActionSink, Chance, Game, HouseCards, Log, Meta, Mode, Packs, Picture, RejectReason, Reveals, Seat, Status, Viewer,
};
use text::text;

pub use action::{Action, On, Share};
pub use content::{Class, Effect, Item, Monster, Tag};
pub use event::Event;
pub use options::Options;
pub use state::Gloombah;
pub use view::View;

impl Game for Gloombah {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const SECRETS: bool = true;

    const META: &'static Meta = &Meta {
        id: "gloombah",
        title: "Gloombah!",
        tagline: text!("Fight monsters, strike bargains, stab your friends in the back, and be the first at level 12."),
        mode: Mode::Competitive,
        seats: (2, state::MAX_PLAYERS as u8),
        usual_seats: 4,
        options: options::SPECS,
        cover: Some(Picture("scenes/gloombah")),
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
        if self.open.over().is_some() { Status::Over(self.outcome()) } else { Status::Awaiting(self.open.awaited()) }
    }

    /// In a fight the active seat comes last, after the others in turn order.
    #[inline]
    fn asked_first(&self) -> Option<Seat> {
        self.open.awaited().lowest_from(self.open.after(self.open.active))
    }

    fn same_decision(&self, before: &Self, seat: Seat) -> bool {
        self.same_but_for_passes(before, seat)
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.open.kind()
    }

    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        self.list(seat, out);
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        debug_assert!(self.open.awaited().contains(seat));
        self.decide(seat, action, chance, log)
    }

    fn reveals(&self, _: Seat, action: &Action) -> Reveals {
        action.reveals()
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        view::imagine(self, viewer, chance)
    }

    fn refuse(&self, seat: Seat, action: &Action) -> RejectReason {
        self.explain(seat, action)
    }

    fn bound(options: &Options, seats: u8) -> u64 {
        rules::bound(options, seats)
    }
}
