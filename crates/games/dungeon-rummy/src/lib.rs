//! Dungeon Rummy: heroes fight with runs and sets. The rulebook is `docs/games/dungeon-rummy.md`.

mod action;
mod cards;
pub mod content;
mod encode;
mod event;
mod features;
mod judge;
mod measure;
mod melds;
mod options;
mod rules;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod view;

use kernel::{
    ActionSink, BadOptions, Chance, Game, HouseCards, Log, Meta, Mode, Packs, Picture, RejectReason, Reveals, Seat,
    SeatSet, Status, Viewer,
};
use text::text;

pub use action::Action;
pub use cards::{Card, Suit};
pub use content::{Hero, Level, Monster, Treasure};
pub use event::{Event, Source};
pub use melds::{Kind, Laid, Meld, legal, run, set};
pub use options::{Boss, Options, TokenControl};
pub use state::{Cause, DungeonRummy};
pub use view::View;

impl Game for DungeonRummy {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const SECRETS: bool = true;

    const META: &'static Meta = &Meta {
        id: "dungeon-rummy",
        title: "Dungeon Rummy",
        tagline: text!("Four heroes, one table of runs and sets, and a boss at the end of the corridor."),
        mode: Mode::Cooperative,
        seats: (1, 4),
        usual_seats: 1,
        options: options::SPECS,
        cover: Some(Picture("scenes/dungeon-rummy")),
        rules: 1,
        rulebook: text::file!("../rulebook.md"),
    };

    fn check_options(options: &Options, seats: u8) -> Result<(), BadOptions> {
        options::check(options, seats)
    }

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
        self.awaited().map_or_else(|| Status::Over(self.outcome()), |seat| Status::Awaiting(SeatSet::only(seat)))
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.kind()
    }

    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if self.awaited() == Some(seat) {
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
        debug_assert_eq!(Some(seat), self.awaited());
        self.decide(action, chance, log)
    }

    fn reveals(&self, seat: Seat, action: &Action) -> Reveals {
        view::reveals(self, seat, action)
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

    fn bound(_: &Options, _: u8) -> u64 {
        rules::BOUND
    }
}
