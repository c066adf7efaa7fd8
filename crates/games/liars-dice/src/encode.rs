//! `impl Encode`: the numbers of actions, and the observation of a seat.

use kernel::{ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Seat, Slice};

use crate::{Action, Bid, Kind, LiarsDice, View};

const SEATS: usize = 6;
const FACES: u8 = 6;
/// The most dice of a player, and of all players.
const MOST: u8 = 5;
const ALL: u8 = MOST * SEATS as u8;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("doubt", 1, "have all cups lifted"),
    ChoiceGroup::new("pass", 1, "let the bid stand"),
    ChoiceGroup::new("bid", (ALL * FACES) as u16, "bid: numbers of dice from 1, for each the faces from 1"),
];

impl Encode for LiarsDice {
    const VERSION: u32 = 2;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = &[
        Slice::flags("turn", SEATS, "the player who must bid, or has bid, from the own seat on"),
        Slice::flags("asked", SEATS, "players who must doubt the bid or let it pass, from the own seat on"),
        Slice::new("counts", SEATS, MOST as f32, "dice", "dice of each player, from the own seat on"),
        Slice::new("own", FACES as usize, MOST as f32, "dice", "own dice by face, from 1"),
        Slice::new("bid", 1, ALL as f32, "dice", "number of dice of the last bid; 0 is none"),
        Slice::flags("face", FACES as usize, "face of the last bid, from 1"),
        Slice::new("round", 1, ALL as f32, "rounds", "round"),
        Slice::flags("options", 2, "options: die d4, wild"),
    ];
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "dice", weight: 0.5, meaning: "own dice, of 5" },
        ProgressTerm { name: "rivals", weight: 0.5, meaning: "rivals who are out, of all rivals" },
    ];

    fn path(action: &Action, _: Perspective) -> Path {
        let choice = match *action {
            Action::Doubt => Some(0),
            Action::Pass => Some(1),
            Action::Bid(Bid { count, face }) => ((1..=ALL).contains(&count) && (1..=FACES).contains(&face))
                .then(|| const { ChoiceGroup::start(CHOICES, "bid") } + u16::from((count - 1) * FACES + face - 1)),
        };
        choice.into_iter().collect()
    }

    fn action(path: &[u16], _: Perspective) -> Option<Action> {
        let [choice] = *path else { return None };
        let (group, place) = ChoiceGroup::find(CHOICES, choice)?;
        let place = place as u8;
        Some(match group {
            "doubt" => Action::Doubt,
            "pass" => Action::Pass,
            _ => Action::Bid(Bid { count: place / FACES + 1, face: place % FACES + 1 }),
        })
    }

    fn observe(view: &View, from: Perspective, _: &[u16], out: &mut Observation<'_>) {
        let seat = |seat: Seat| usize::from(from.number(seat));
        out.one_of(SEATS, Some(seat(view.turn)));
        out.numbers(SEATS, from.all().map(|seat| u8::from(view.asked.contains(&seat))));
        out.numbers(SEATS, from.all().map(|seat| view.counts[seat.index()] as u8));
        let own = out.zeros(FACES.into());
        view.dice[from.seat.index()].iter().flatten().for_each(|face| own[usize::from(*face) - 1] += 1.0);
        out.number(view.bid.map_or(0, |bid| bid.count));
        out.one_of(FACES.into(), view.bid.map(|bid| usize::from(bid.face) - 1));
        out.number(view.round);
        out.flag(view.options.die == Kind::D4);
        out.flag(view.options.wild);
    }

    fn progress(view: &View, from: Perspective, terms: &mut [f32]) {
        let rivals = view.out.iter().filter(|seat| **seat != from.seat).count();
        terms[0] = view.counts[from.seat.index()] as f32 / f32::from(MOST);
        terms[1] = rivals as f32 / f32::from(from.seats - 1);
    }
}
