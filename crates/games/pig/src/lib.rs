//! Pig: roll as long as you dare, and bank before the 1 comes. The rules are in `rulebook.md`.
//!
//! **Why every match ends.** There are at most 50 rounds (R3). In a turn each roll but a 1 adds at
//! least 2 points, and with the goal in hand only hold is left (R2): at most half the goal in
//! rolls, rounded up, and one hold.

mod judge;
mod measure;
mod scene;
mod state;

use kernel::{
    ActionSink, Chance, Die, Game, Log, Meta, Mode, OptionKind, OptionSpec, RejectReason, RollReason, Seat, SeatSet,
    Status, Viewer,
};
use text::text;

pub use state::{Action, Event, Options, Pig};

use state::ROUNDS;

const ROLL: RollReason = RollReason::new("roll", text!("Roll of the die"));

impl Game for Pig {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = Pig;

    const META: &'static Meta = &Meta {
        id: "pig",
        title: "Pig",
        tagline: text!("Roll as long as you dare, and bank before the 1 comes."),
        mode: Mode::Competitive,
        seats: (2, 8),
        usual_seats: 2,
        options: &[OptionSpec::new(
            "goal",
            text!("Goal"),
            text!("Whoever first banks so many points wins."),
            OptionKind::Number { min: 10, max: 1000, default: 100 },
        )],
        cover: None,
        rules: 1,
        rulebook: include_str!("../rulebook.md"),
    };

    fn setup<C: Chance, L: Log<Event>>(options: &Options, seats: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Pig { goal: options.goal, scores: vec![0; seats.into()], turn: Seat(0), points: 0, round: 1 })
    }

    fn status(&self) -> Status {
        if self.over() { Status::Over(self.outcome()) } else { Status::Awaiting(SeatSet::only(self.turn)) }
    }

    fn decision(&self, _: Seat) -> &'static str {
        "turn"
    }

    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if self.over() || seat != self.turn {
            return;
        }
        if self.scores[seat.index()] + self.points < self.goal {
            out.push(Action::Roll); // R2
        }
        if self.points > 0 {
            out.push(Action::Hold); // R1
        }
    }

    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        match action {
            Action::Roll => {
                let value = chance.roll(Die::D6, ROLL.of(seat))?;
                self.points = if value == 1 { 0 } else { self.points + u16::from(value) };
                log.tell(Event::Rolled { seat, value, points: self.points });
                if value == 1 {
                    self.next_turn();
                }
            }
            Action::Hold => {
                self.scores[seat.index()] += self.points;
                log.tell(Event::Held { seat, points: self.points, score: self.scores[seat.index()] });
                self.next_turn();
            }
        }
        Ok(())
    }

    fn view(&self, _: Viewer) -> Pig {
        self.clone() // Nothing is hidden.
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        match action {
            Action::Roll => RejectReason::ruled("you have the goal in hand: hold", "R2"),
            Action::Hold => RejectReason::ruled("there is nothing to hold yet: roll first", "R1"),
        }
    }

    fn bound(options: &Options, seats: u8) -> u64 {
        u64::from(ROUNDS) * u64::from(seats) * (u64::from(options.goal).div_ceil(2) + 1)
    }
}
