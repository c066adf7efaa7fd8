//! Faulty: a game whose parts fail as its options ask. Tests add it to see the effects of a
//! failure.
//!
//! The seats count in turn from 0 to ten, by one or by two. The option `part` names the part that
//! panics, and `at` the count at which it does. The part `index` does not panic: its policy picks a
//! move that the list does not have.

use kernel::{
    ActionSink, Chance, Daily, DailyWords, Ending, Features, Game, Icon, Judge, Line, Log, Measured, Meta, Mode,
    OptionKind, OptionSpec, Outcome, Picture, Present, Reached, RejectReason, Scene, Seat, SeatSet, Status,
    Temperament, Tone, Viewer, Wording,
};
use serde::{Deserialize, Serialize};
use text::text;

/// The count at which a match is over.
const END: u8 = 10;

/// The match of a day. On odd days the policy fails when the count comes to nine, as in some
/// matches.
const DAILY: Daily<Faulty> = Daily {
    words: DailyWords {
        title: text!("The daily count"),
        begin: text!("Count"),
        tried: text!("counted"),
        top: text!("counted to the end"),
        others: text!("counts"),
    },
    seats: 1,
    options: |day| serde_json::json!({ "part": if day % 2 == 1 { "policy" } else { "none" }, "at": 9 }),
    reached: |view, _| Reached {
        score: view.count.into(),
        text: format!("counted to {}", view.count),
        top: view.count >= END,
    },
};

/// The part that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Part {
    None,
    Policy,
    Index,
    Rules,
    Two,
    Worth,
    Picture,
}

/// The options of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The part that fails.
    pub part: Part,
    /// The count from which on it fails.
    pub at: u8,
}

/// A match: how far the seats have counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Faulty {
    options: Options,
    seats: u8,
    turn: u8,
    count: u8,
}

/// The step by which the seat in turn counts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// By one.
    One,
    /// By two.
    Two,
}

impl Faulty {
    /// Panics if this part fails at this count.
    fn pass(&self, part: Part) {
        assert!(!self.fails(part), "the {part:?} fails at {}", self.count);
    }

    fn fails(&self, part: Part) -> bool {
        self.options.part == part && self.count >= self.options.at
    }

    fn policy(&self, seat: Seat) -> usize {
        self.pass(Part::Policy);
        if self.fails(Part::Index) { 9 } else { usize::from(seat.0 % 2) }
    }
}

impl Game for Faulty {
    type Options = Options;
    type Action = Action;
    type Event = u8;
    type View = Faulty;

    const META: &'static Meta = &Meta {
        id: "faulty",
        title: "Faulty",
        tagline: text!("Count to ten, if nothing breaks."),
        mode: Mode::Cooperative,
        seats: (1, 4),
        usual_seats: 2,
        options: &[
            OptionSpec::new(
                "part",
                text!("Part"),
                text!("The part that fails."),
                OptionKind::Choice(&[
                    ("none", text!("none")),
                    ("policy", text!("the policy")),
                    ("index", text!("the index of the policy's move")),
                    ("rules", text!("the rules")),
                    ("two", text!("the rules, for a step by two")),
                    ("worth", text!("the worth of a position")),
                    ("picture", text!("the scene of the all-seeing viewer")),
                ]),
            ),
            OptionSpec::new(
                "at",
                text!("Count"),
                text!("The count at which it fails."),
                OptionKind::Number { min: 0, max: 99, default: 4 },
            ),
        ],
        cover: Some(Picture("scenes/rogue-ascension")),
        rules: 1,
        rulebook: "",
    };

    fn setup<C: Chance, L: Log<u8>>(options: &Options, seats: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Faulty { options: options.clone(), seats, turn: 0, count: 0 })
    }

    fn status(&self) -> Status {
        match self.count >= END {
            true => Status::Over(Outcome::together(self.seats, true)),
            false => Status::Awaiting(SeatSet::only(Seat(self.turn))),
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        "count"
    }

    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if self.count < END && seat.0 == self.turn {
            out.push(Action::One);
            out.push(Action::Two);
        }
    }

    fn apply<C: Chance, L: Log<u8>>(&mut self, _: Seat, action: Action, _: &mut C, log: &mut L) -> Result<(), C::Halt> {
        self.pass(Part::Rules);
        if action == Action::Two {
            self.pass(Part::Two);
        }
        self.count += if action == Action::One { 1 } else { 2 };
        self.turn = (self.turn + 1) % self.seats;
        log.tell(self.count);
        Ok(())
    }

    fn view(&self, _: Viewer) -> Faulty {
        self.clone()
    }

    fn refuse(&self, _: Seat, _: &Action) -> RejectReason {
        RejectReason::plain("it is not your turn")
    }

    fn bound(_: &Options, _: u8) -> u64 {
        END.into()
    }
}

impl Present for Faulty {
    const FEATURES: &'static Features<Faulty> = &Features { daily: Some(DAILY), ..Features::NONE };

    fn scene(view: &Faulty, viewer: Viewer) -> Scene {
        if viewer == Viewer::All {
            view.pass(Part::Picture);
        }
        let ending = (view.count >= END).then(|| Ending {
            title: "All is counted".into(),
            story: "Nothing broke.".into(),
            tone: Tone::Good,
            numbers: Vec::new(),
            unlocked: None,
            draw: None,
            epitaph: None,
        });
        Scene { headline: format!("Count {}", view.count).into(), ending, ..Scene::default() }
    }

    fn wording(_: &Faulty, _: Seat, action: &Action) -> Wording {
        Wording::new(if *action == Action::One { "One" } else { "Two" })
    }

    fn tell(count: &u8) -> Line {
        Line::new(Icon::DIE, Tone::Plain, format!("Now it is {count}."))
    }
}

impl Judge for Faulty {
    fn reference(view: &Faulty, seat: Seat, _: &[Action]) -> usize {
        view.policy(seat)
    }

    fn inclined(view: &Faulty, seat: Seat, _: &[Action], _: Temperament) -> usize {
        view.policy(seat)
    }

    fn worth(&self, _: Seat) -> f32 {
        self.pass(Part::Worth);
        f32::from(self.count.min(END)) / f32::from(END)
    }
}

impl Measured for Faulty {
    type Tally = ();
}
