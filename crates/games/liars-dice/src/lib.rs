//! Liar's Dice: bid on dice that you cannot see, and doubt whoever bids too much. The rules are in
//! `rulebook.md`.

mod encode;
mod judge;
mod rules;
mod scene;
mod state;
mod view;

use kernel::{
    ActionSink, Chance, Game, Log, Meta, Mode, OptionKind, OptionSpec, RejectReason, Reveals, Seat, SeatSet, Status,
    Viewer,
};
use text::text;

pub use state::{Action, Bid, Event, Kind, LiarsDice, Options};
pub use view::View;

impl Game for LiarsDice {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const SECRETS: bool = true;

    const META: &'static Meta = &Meta {
        id: "liars-dice",
        title: "Liar's Dice",
        tagline: text!("Bid on dice that you cannot see, and doubt whoever bids too much."),
        mode: Mode::Competitive,
        seats: (2, 6),
        usual_seats: 3,
        options: &[
            OptionSpec::new(
                "dice",
                text!("Dice"),
                text!("Dice of each player."),
                OptionKind::Number { min: 1, max: 5, default: 5 },
            ),
            OptionSpec::new(
                "die",
                text!("Kind"),
                text!("Kind of the dice."),
                OptionKind::Choice(&[("d6", text!("six sides")), ("d4", text!("four sides"))]),
            ),
            OptionSpec::new(
                "wild",
                text!("Wild face"),
                text!("Whether the highest face counts as every face (R9)."),
                OptionKind::Switch { default: false },
            ),
        ],
        cover: None,
        rules: 1,
        rulebook: include_str!("../rulebook.md"),
    };

    fn setup<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        let dice = vec![vec![1; options.dice]; seats.into()];
        let (options, asked, out) = (options.clone(), SeatSet::EMPTY, Vec::new());
        let mut game = LiarsDice { options, round: 0, dice, turn: Seat(0), bid: None, asked, out };
        game.begin_round(chance, log)?;
        Ok(game)
    }

    fn status(&self) -> Status {
        if self.over() {
            return Status::Over(self.outcome());
        }
        Status::Awaiting(if self.asked.is_empty() { SeatSet::only(self.turn) } else { self.asked }) // R3
    }

    fn asked_first(&self) -> Option<Seat> {
        let Status::Awaiting(awaited) = self.status() else { return None };
        self.circle(self.turn).into_iter().find(|seat| awaited.contains(*seat))
    }

    fn same_decision(&self, before: &Self, seat: Seat) -> bool {
        let asked = before.asked.contains(seat) && self.asked.contains(seat);
        asked && (before.round, before.bid) == (self.round, self.bid)
    }

    fn decision(&self, _: Seat) -> &'static str {
        if self.asked.is_empty() { "bid" } else { "doubt" }
    }

    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        self.list(seat, out);
    }

    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        self.decide(seat, action, chance, log)
    }

    fn reveals(&self, _: Seat, action: &Action) -> Reveals {
        match action {
            Action::Bid(_) | Action::Pass => Reveals::Nothing, // Both can be done with any dice.
            Action::Doubt => Reveals::State,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        view::imagine(self, viewer, chance)
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        self.explain(action)
    }

    fn bound(options: &Options, seats: u8) -> u64 {
        rules::bound(options, seats)
    }
}
