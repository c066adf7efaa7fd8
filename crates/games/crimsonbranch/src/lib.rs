//! Dungeons of Crimsonbranch: a hero's name becomes a skill tree, and the tree is the dungeon.
//!
//! It has one player and no hidden state, and all chance is a d6. The rulebook for players, with
//! the numbered rulings that the code cites, is `docs/games/crimsonbranch.md`.
//!
//! **Why every match ends.** There are at most `max_visits` visits and challenges, and a fight has
//! at most `max_turns` turns (R40). In a turn each node is activated once at most, and at most
//! twelve blows can be paid for. In a stop each item moves and each can be given up once (R39). A
//! branch is crossed out permanently.

mod action;
pub mod board;
pub mod content;
mod encode;
mod event;
mod features;
mod judge;
mod measure;
mod names;
mod odds;
mod options;
pub mod print;
mod puzzles;
mod rules;
mod scene;
pub mod sheet;
mod state;
mod view;
mod words;

use kernel::{
    ActionSink, Chance, Game, HouseCards, Log, Meta, Mode, Packs, Picture, RejectReason, Seat, SeatSet, Status, Viewer,
};
use text::text;

pub use action::{Action, Symbol};
pub use event::Event;
pub use options::Options;
pub use state::Crimsonbranch;
pub use view::View;

use state::Stage;

impl Game for Crimsonbranch {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const META: &'static Meta = &Meta {
        id: "crimsonbranch",
        title: "Dungeons of Crimsonbranch",
        tagline: text!(
            "Your name is a tree of skills, and the tree is the dungeon: grow, gather eight pearls, face the Great Evil."
        ),
        mode: Mode::Cooperative,
        seats: (1, 1),
        usual_seats: 1,
        options: options::SPECS,
        cover: Some(Picture("scenes/crimsonbranch")),
        rules: 1,
        rulebook: text::file!("../rulebook.md"),
    };

    const PACKS: Option<&'static Packs> = Some(&content::PACKS);

    fn house_cards(options: &Options) -> Option<&'static HouseCards> {
        options.pack
    }

    fn setup<C: Chance, L: Log<Event>>(options: &Options, _: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Self::lay_out(options))
    }

    #[inline]
    fn status(&self) -> Status {
        match self.stage {
            Stage::Over(end) => Status::Over(end.outcome()),
            Stage::Explore | Stage::Battle(_) => Status::Awaiting(SeatSet::only(Seat(0))),
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.kind()
    }

    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if seat == Seat(0) {
            self.list(out);
        }
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        _: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        self.decide(action, chance, log)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        self.explain(action)
    }

    /// Between two visits: at EXPLORE four items moved and given up, and the visit; in a turn 36
    /// activations, 24 symbols, 4 sixes chosen, `fight`, 12 blows and `end_fight`; at LOOT 44
    /// enemies with an item each, 48 items moved and 48 given up, a pearl and `end_loot`. And 41
    /// branches are crossed out once.
    fn bound(options: &Options, _: u8) -> u64 {
        let turns = u64::from(options.max_turns);
        u64::from(options.max_visits) * (9 + 78 * turns + 186) + 41
    }
}
