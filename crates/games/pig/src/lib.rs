//! Pig: roll as long as you dare, and bank before the 1 comes. The rules are in `rulebook.md`.
//!
//! **Why every match ends.** There are at most 50 rounds (R3). In a turn each roll but a 1 adds at least 2 points, and
//! with the goal in hand only hold is left (R2): at most half the goal in rolls, rounded up, and one hold.

mod scene;

use kernel::{
    ActionSink, Chance, Die, ExactOdds, Game, Imagine, Judge, Log, Measured, Meta, Mode, OptionKind, OptionSpec,
    Outcome, RejectReason, RollReason, Seat, SeatSet, Status, Viewer,
    measure::{Counts, Label, Measures},
};
use serde::{Deserialize, Serialize};
use text::text;

/// After so many rounds the match ends (R3).
const ROUNDS: u16 = 50;
const ROLL: RollReason = RollReason::new("roll", text!("Roll of the die"));

static META: Meta = Meta {
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

/// The options of a match. The kernel has checked them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Points to win.
    pub goal: u16,
}

/// A match of Pig: what each seat has banked, and what the turn has brought so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pig {
    goal: u16,
    scores: Vec<u16>,
    turn: Seat,
    points: u16,
    round: u16,
}

/// What the seat in turn can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Bank the turn's points.
    Hold,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Rolled { seat: Seat, value: u8, points: u16 },
    Held { seat: Seat, points: u16, score: u16 },
}

impl Pig {
    fn over(&self) -> bool {
        self.round > ROUNDS || self.scores.iter().any(|score| *score >= self.goal)
    }

    fn outcome(&self) -> Outcome {
        Outcome::by_points(self.scores.iter().map(|score| i32::from(*score)))
    }

    fn next_turn(&mut self) {
        self.points = 0;
        if self.over() {
            return;
        }
        self.turn = Seat((self.turn.0 + 1) % self.scores.len() as u8);
        self.round += u16::from(self.turn == Seat(0));
    }
}

impl Game for Pig {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = Pig;

    fn meta() -> &'static Meta {
        &META
    }

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

impl Imagine for Pig {
    fn imagine<C: Chance>(&self, _: Viewer, _: &mut C) -> Result<Self, C::Halt> {
        Ok(self.clone())
    }
}

impl Judge for Pig {
    /// Holds at 20, or with the goal in hand.
    fn reference(view: &Pig, _: Seat, moves: &[Action]) -> usize {
        let wanted = if view.points >= 20 { Action::Hold } else { Action::Roll };
        moves.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    fn worth(&self, seat: Seat) -> f32 {
        match self.over() {
            true => f32::from(u8::from(self.outcome().placings[seat.index()] == 1)),
            false => f32::from(self.scores[seat.index()]) / f32::from(self.goal),
        }
    }
}

static MEASURES: Measures = Measures {
    scored: true,
    numbers: &[Label::new("rolls", "Rolls"), Label::new("turns_lost", "Turns lost to a 1")],
    rulings: &[Label::new("R3", "The last round is over")],
    ..Measures::EMPTY
};

impl Measured for Pig {
    type Tally = ();

    fn measures() -> &'static Measures {
        &MEASURES
    }

    fn note(_: &mut (), event: &Event, counts: &mut Counts) {
        if let Event::Rolled { value, .. } = event {
            counts.add(0, 1);
            counts.add(1, u32::from(*value == 1));
        }
    }

    fn close(&self, _: &(), counts: &mut Counts) {
        counts.ruled_if(self.round > ROUNDS, 0); // R3
    }
}

impl ExactOdds for Pig {}
