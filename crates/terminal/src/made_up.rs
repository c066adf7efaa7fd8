//! A game made up for tests: paths of every kind, hidden numbers, a map with edges, options that
//! can conflict.

use kernel::{
    ActionSink, Area, BadOptions, Chance, Die, Effect, Flag, Game, Icon, Judge, Layout, Line, Log, Look, Measured,
    Meta, Mode, OptionKind, OptionSpec, Outcome, Picture, Piece, Present, RejectReason, Role, RollReason, Scene, Seat,
    SeatSet, Sentence, Status, Tone, Viewer, Wording,
};
use roster::GameEntry;
use serde::{Deserialize, Serialize};
use text::text;

/// The number of rounds.
const ROUNDS: u8 = 3;
const NUMBER: RollReason = RollReason::new("number", text!("Secret number"));
/// The move that rolls the secret number again.
const ROLL: u8 = 10;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Options {
    heroes: Vec<String>,
    hero: String,
}

/// A match: every round each seat makes one move, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct MadeUp {
    round: u8,
    acted: Vec<bool>,
    /// The number of each seat, where the viewer may know it.
    numbers: Vec<Option<u8>>,
}

impl Game for MadeUp {
    type Options = Options;
    type Action = u8;
    type Event = (Seat, u8);
    type View = MadeUp;

    const SECRETS: bool = true;

    const META: &'static Meta = &Meta {
        id: "made-up",
        title: "Made up",
        tagline: text!("For tests."),
        mode: Mode::Competitive,
        seats: (1, 3),
        usual_seats: 2,
        options: &[
            OptionSpec::new(
                "heroes",
                text!("Heroes"),
                text!("Who comes."),
                OptionKind::Subset(&[("a", text!("A")), ("b", text!("B")), ("c", text!("C"))]),
            ),
            OptionSpec::new(
                "hero",
                text!("Hero"),
                text!("Whose tale it is."),
                OptionKind::Text { max_length: 8, default: "Ann" },
            ),
        ],
        cover: None,
        rules: 1,
        rulebook: "# Made up",
    };

    fn check_options(options: &Options, seats: u8) -> Result<(), BadOptions> {
        match options.heroes.len() {
            0 => Ok(()),
            heroes if heroes == usize::from(seats) => Ok(()),
            heroes => {
                Err(BadOptions::Conflict(format!("there must be a hero for each of {seats} seats, not {heroes}")))
            }
        }
    }

    fn setup<C: Chance, L: Log<(Seat, u8)>>(
        _: &Options,
        seats: u8,
        chance: &mut C,
        _: &mut L,
    ) -> Result<Self, C::Halt> {
        let number = |seat: Seat| chance.roll(Die::D6, NUMBER.of(seat).only(SeatSet::only(seat))).map(Some);
        let numbers = Seat::all(seats).map(number).collect::<Result<_, _>>()?;
        Ok(MadeUp { round: 1, acted: vec![false; seats.into()], numbers })
    }

    fn status(&self) -> Status {
        let left = Seat::all(self.acted.len() as u8).filter(|seat| !self.acted[seat.index()]);
        match self.round > ROUNDS {
            true => Status::Over(Outcome::by_points(self.acted.iter().map(|_| 0))),
            false => Status::Awaiting(left.collect()),
        }
    }

    fn asked_first(&self) -> Option<Seat> {
        match self.status() {
            Status::Awaiting(seats) => seats.iter().last(),
            Status::Over(_) => None,
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        "turn"
    }

    fn legal<M: ActionSink<u8>>(&self, seat: Seat, out: &mut M) {
        if self.round <= ROUNDS && !self.acted[seat.index()] {
            (0..=ROLL).for_each(|action| out.push(action));
        }
    }

    fn apply<C: Chance, L: Log<(Seat, u8)>>(
        &mut self,
        seat: Seat,
        action: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        if action == ROLL {
            let number = chance.roll(Die::D6, NUMBER.of(seat).only(SeatSet::only(seat)))?;
            self.numbers[seat.index()] = Some(number);
            chance.roll(Die::D4, RollReason::new("weather", text!("Weather")))?;
        }
        log.tell((seat, action));
        self.acted[seat.index()] = true;
        if self.acted.iter().all(|acted| *acted) {
            self.acted.fill(false);
            self.round += 1;
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> MadeUp {
        let known = |(n, number): (usize, &Option<u8>)| number.filter(|_| viewer.sees(Seat(n as u8)));
        MadeUp { numbers: self.numbers.iter().enumerate().map(known).collect(), ..self.clone() }
    }

    fn imagine<C: Chance>(&self, _: Viewer, _: &mut C) -> Result<Self, C::Halt> {
        Ok(self.clone())
    }

    fn refuse(&self, _: Seat, _: &u8) -> RejectReason {
        RejectReason::plain("no")
    }

    fn bound(_: &Options, seats: u8) -> u64 {
        u64::from(seats) * u64::from(ROUNDS)
    }
}

impl Present for MadeUp {
    fn scene(view: &MadeUp, viewer: Viewer) -> Scene {
        let own = viewer.seat().and_then(|seat| view.numbers.get(seat.index()).copied().flatten());
        let number = own.map_or_else(|| "No number".to_owned(), |number| format!("My number is {number}"));
        let token = |id: &str, label: &'static str| {
            let look = Look::Token { icon: Icon::STAR, tone: Tone::Plain, value: None, seat: None };
            Piece::new(id, look, label)
        };
        let card = |id: &str, name: &'static str, icon: Icon| {
            let look = Look::card(name, "Card", icon, Tone::Plain, Vec::new());
            Piece::new(id, look, format!("{name}, in your hand")).picture(Picture("common/goblin"))
        };
        Scene {
            headline: format!("Round {}", view.round).into(),
            prompt: "What will you do?".into(),
            areas: vec![
                map(),
                Area::new("melds", "Melds", Role::Board, Layout::Row).with([
                    token("run", "The run"),
                    token("front", "Front"),
                    token("end", "End"),
                    token("set", "The set"),
                ]),
                Area::new("hand", "Hand", Role::Hand, Layout::Row).with([
                    card("ace", "Ace", Icon::CARD),
                    card("king", "King", Icon::CROWN),
                    Piece::new("number", Look::Text, number),
                ]),
            ],
            ..Scene::default()
        }
    }

    fn wording(_: &MadeUp, _: Seat, action: &u8) -> Wording {
        let ace = |words: &str| Wording::new(format!("Lay the Ace {words}")).from("ace");
        let king = |words: &str| Wording::new(format!("Bury the King {words}")).from("king").to("set");
        let help = |whom: &str| Wording::new(format!("Offer help to the {whom}")).word("Offer help").word(whom);
        match action {
            0 => ace("into the run, in front, as a wild").to("run").to("front").word("as a wild"),
            1 => ace("into the run, in front, as it is").to("run").to("front").word("as it is"),
            2 => ace("into the run, at its end").to("run").to("end"),
            3 => ace("on the set").to("set"),
            4 => king("face up"),
            5 => king("face down"),
            6 => Wording::new("Open the door").to("door"),
            7 => help("left"),
            8 => help("right"),
            9 => Wording::new("Pass").main(),
            _ => Wording::new("Roll in secret"),
        }
    }

    fn tell((seat, action): &(Seat, u8)) -> Line {
        let line = Line::new(Icon::STAR, Tone::Plain, Sentence::new().seat(*seat).text(format!(" does {action}.")));
        match *action {
            ROLL => line.effect(Effect::Settle {
                title: "Weather".into(),
                result: "rain".into(),
                sum: Vec::new(),
                blow: None,
            }),
            _ => line,
        }
    }
}

/// Four rooms in a square and one below, with a door and ways between.
fn map() -> Area {
    let room = |row: u8, column: u8| {
        let look = Look::Tile { icon: Some(Icon::CAMP), tone: Tone::Plain, value: None, pawns: Vec::new() };
        Piece::new(format!("room-{row}-{column}"), look, format!("Room {row}{column}")).at(row, column)
    };
    let edge = |id: &str, one: &str, other: &str, label: &'static str| {
        let look = Look::Edge { between: (format!("room-{one}"), format!("room-{other}")), tone: Tone::Luck };
        Piece::new(id, look, label)
    };
    let rooms = [room(0, 0), room(0, 1), room(1, 0), room(1, 1), room(2, 2)];
    let edges = [
        edge("door", "0-0", "0-1", "A door"),
        edge("ladder", "0-0", "1-0", "A ladder from room 00 to room 10"),
        edge("breach", "1-0", "1-1", "A breach").flag(Flag::Danger, true).text("It may fall in.", None),
        edge("slide", "1-1", "2-2", "A slide"),
    ];
    Area::new("map", "Map", Role::Board, Layout::Map { rows: 3, columns: 3 }).with(rooms.into_iter().chain(edges))
}

/// The game as an entry, so that it can be set up.
pub(crate) const MADE_UP: &dyn GameEntry = roster::entry::<MadeUp>();

impl Judge for MadeUp {
    fn reference(_: &MadeUp, _: Seat, _: &[u8]) -> usize {
        0
    }

    fn worth(&self, _: Seat) -> f32 {
        0.5
    }
}

impl Measured for MadeUp {
    type Tally = ();
}
