//! Liar's Dice: bid on dice that you cannot see, and doubt whoever bids too much. The rules are in `rulebook.md`.
//!
//! **Why every match ends.** Bids of a round only rise (R1), and there are six of them for each die on the table (R2).
//! Every bid is answered once by each other player (R3), the highest with a doubt (R5), and each doubt costs a die (R6).

mod scene;

use kernel::{
    ActionSink, Audience, Chance, Die, ExactOdds, Game, Imagine, Judge, Log, Measured, Meta, Mode, OptionKind,
    OptionSpec, Outcome, RejectReason, Reveals, RollReason, Seat, SeatSet, Status, Viewer,
};
use serde::{Deserialize, Serialize};
use text::text;

const ROLL: RollReason = RollReason::new("roll", text!("A die under the cup"));

static META: Meta = Meta {
    id: "liars-dice",
    title: "Liar's Dice",
    tagline: text!("Bid on dice that you cannot see, and doubt whoever bids too much."),
    mode: Mode::Competitive,
    seats: (2, 6),
    usual_seats: 3,
    options: &[OptionSpec::new(
        "dice",
        text!("Dice"),
        text!("Dice of each player."),
        OptionKind::Number { min: 1, max: 5, default: 5 },
    )],
    cover: None,
    rules: 1,
    rulebook: include_str!("../rulebook.md"),
};

/// The options of a match. The kernel has checked them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Dice of each player.
    pub dice: usize,
}

/// At least `count` dice, from 1, show `face`, 1 to 6. The order of bids is that of R1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Bid {
    pub count: u8,
    pub face: u8,
}

/// A match of Liar's Dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiarsDice {
    round: u16,
    /// What lies under each cup, sorted; nothing for who is out.
    dice: Vec<Vec<u8>>,
    /// Who has to bid, or has bid.
    turn: Seat,
    /// The last bid of the round.
    bid: Option<Bid>,
    /// Who has yet to doubt it or let it pass; nobody while `turn` has to bid.
    asked: SeatSet,
    /// Who is out, the first to go first.
    out: Vec<Seat>,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Bid higher.
    Bid(Bid),
    /// Have all cups lifted.
    Doubt,
    /// Let the bid stand.
    Pass,
}

/// Something that happened. Who rolls hears the dice, and all others that there was a roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Rolled { seat: Seat, dice: Option<Vec<u8>> },
    Bid { seat: Seat, bid: Bid },
    Passed { seat: Seat },
    Doubted { seat: Seat, bid: Bid, dice: Vec<Vec<u8>>, found: usize, loser: Seat, left: usize },
}

/// What a viewer may know: the same, but of other cups only how many dice are under them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub round: u16,
    pub counts: Vec<usize>,
    pub dice: Vec<Option<Vec<u8>>>,
    pub turn: Seat,
    pub bid: Option<Bid>,
    pub asked: Vec<Seat>,
    pub out: Vec<Seat>,
}

/// Rolls so many dice that only `seat` sees. They are sorted: their order says nothing.
fn rolled<C: Chance>(count: usize, seat: Seat, chance: &mut C) -> Result<Vec<u8>, C::Halt> {
    let why = ROLL.of(seat).only(SeatSet::only(seat));
    let mut dice = (0..count).map(|_| chance.roll(Die::D6, why)).collect::<Result<Vec<u8>, _>>()?;
    dice.sort_unstable();
    Ok(dice)
}

impl LiarsDice {
    fn over(&self) -> bool {
        self.out.len() + 1 == self.dice.len()
    }

    /// Who has dice: `from`, if it has, and the others clockwise.
    fn circle(&self, from: Seat) -> Vec<Seat> {
        let seats = Seat::all(self.dice.len() as u8);
        let circle = seats.cycle().skip(from.index()).take(self.dice.len());
        circle.filter(|seat| !self.dice[seat.index()].is_empty()).collect()
    }

    /// The bids that are higher than the last (R1) and name no more dice than there are (R2), the lowest first.
    fn bids(&self) -> impl ExactSizeIterator<Item = Bid> + use<> {
        let first = self.bid.map_or(0, |bid| 6 * (bid.count - 1) + bid.face);
        let end = 6 * self.dice.iter().map(Vec::len).sum::<usize>() as u8;
        (first..end).map(|n| Bid { count: 1 + n / 6, face: 1 + n % 6 })
    }

    fn begin_round<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Result<(), C::Halt> {
        self.round += 1;
        for seat in self.circle(Seat(0)) {
            let (own, dice) = (SeatSet::only(seat), &mut self.dice[seat.index()]);
            *dice = rolled(dice.len(), seat, chance)?;
            log.say(Audience::Only(own), Event::Rolled { seat, dice: Some(dice.clone()) });
            log.say(Audience::Except(own), Event::Rolled { seat, dice: None });
        }
        Ok(())
    }

    fn lift_cups<L: Log<Event>>(&mut self, seat: Seat, bid: Bid, log: &mut L) {
        let found = self.dice.iter().flatten().filter(|die| **die == bid.face).count();
        let loser = if found >= bid.count.into() { seat } else { self.turn }; // R6
        let left = self.dice[loser.index()].len() - 1;
        log.tell(Event::Doubted { seat, bid, dice: self.dice.clone(), found, loser, left });
        self.dice[loser.index()].truncate(left);
        self.out.extend((left == 0).then_some(loser));
        (self.turn, self.bid, self.asked) = (self.circle(loser)[0], None, SeatSet::EMPTY); // R7
    }
}

impl Game for LiarsDice {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    const SECRETS: bool = true;

    fn meta() -> &'static Meta {
        &META
    }

    fn setup<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        let dice = vec![vec![1; options.dice]; seats.into()];
        let mut game = LiarsDice { round: 0, dice, turn: Seat(0), bid: None, asked: SeatSet::EMPTY, out: Vec::new() };
        game.begin_round(chance, log)?;
        Ok(game)
    }

    fn status(&self) -> Status {
        if self.over() {
            let (seats, late) = (self.dice.len(), |seat| self.out.iter().position(|out| *out == seat));
            let placings = Seat::all(seats as u8).map(|seat| late(seat).map_or(1, |late| (seats - late) as u8)); // R8
            return Status::Over(Outcome { victory: None, placings: placings.collect(), scores: None });
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
        if self.asked.contains(seat) {
            out.push(Action::Doubt);
            out.push_if(self.bids().len() > 0 || self.circle(self.turn)[1] != seat, Action::Pass); // R5
        } else if self.status() == Status::Awaiting(SeatSet::only(seat)) {
            out.push_all(self.bids().map(Action::Bid));
        }
    }

    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        match (action, self.bid) {
            (Action::Bid(bid), _) => {
                log.tell(Event::Bid { seat, bid });
                self.bid = Some(bid);
                self.asked = self.circle(seat).into_iter().skip(1).collect();
            }
            (Action::Pass, _) => {
                log.tell(Event::Passed { seat });
                self.asked = self.asked.iter().filter(|other| *other != seat).collect();
                if self.asked.is_empty() {
                    self.turn = self.circle(self.turn)[1]; // R4
                }
            }
            (Action::Doubt, bid) => {
                self.lift_cups(seat, bid.expect("only a bid can be doubted"), log);
                if !self.over() {
                    self.begin_round(chance, log)?;
                }
            }
        }
        Ok(())
    }

    fn reveals(&self, _: Seat, action: &Action) -> Reveals {
        match action {
            Action::Bid(_) | Action::Pass => Reveals::Nothing, // Both can be done with any dice.
            Action::Doubt => Reveals::State,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let cups = (0..).map(Seat).zip(&self.dice);
        View {
            round: self.round,
            counts: self.dice.iter().map(Vec::len).collect(),
            dice: cups.map(|(seat, dice)| viewer.sees(seat).then(|| dice.clone())).collect(),
            turn: self.turn,
            bid: self.bid,
            asked: self.asked.iter().collect(),
            out: self.out.clone(),
        }
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        match action {
            Action::Bid(_) if !self.asked.is_empty() => RejectReason::ruled("first doubt the bid or let it pass", "R3"),
            Action::Bid(bid) if Some(*bid) <= self.bid => {
                RejectReason::ruled("bid more dice, or as many of a higher face", "R1")
            }
            Action::Bid(_) => RejectReason::ruled("there are not so many dice, or no such face", "R2"),
            Action::Doubt | Action::Pass if self.asked.is_empty() => {
                RejectReason::ruled("it is your turn to bid", "R4")
            }
            Action::Doubt | Action::Pass => RejectReason::ruled("there is no higher bid: doubt", "R5"),
        }
    }

    /// While n dice are left there are 6n bids with their answers, and a die is lost until one player has all (R6).
    fn bound(options: &Options, seats: u8) -> u64 {
        (2..=options.dice as u64 * u64::from(seats)).map(|dice| 6 * dice * u64::from(seats)).sum()
    }
}

impl Imagine for LiarsDice {
    fn imagine<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        let mut world = self.clone();
        for (seat, dice) in (0..).map(Seat).zip(&mut world.dice).filter(|(seat, _)| !viewer.sees(*seat)) {
            *dice = rolled(dice.len(), seat, chance)?;
        }
        Ok(world)
    }
}

impl Judge for LiarsDice {
    /// Believes a bid that asks at most half a die more of the other cups than they show on average.
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        let own = view.dice[seat.index()].as_deref().unwrap_or_default();
        let others = view.counts.iter().sum::<usize>() - own.len();
        let believes = |bid: &Bid| {
            let shown = own.iter().filter(|die| **die == bid.face).count();
            6 * usize::from(bid.count) <= 6 * shown + others + 3
        };
        let believed = view.bid.as_ref().is_none_or(believes);
        let wanted = |action: &Action| match action {
            Action::Bid(bid) => believes(bid),
            Action::Doubt => !believed,
            Action::Pass => believed,
        };
        moves.iter().position(wanted).unwrap_or(0)
    }

    /// The seat's share of all dice.
    fn worth(&self, seat: Seat) -> f32 {
        self.dice[seat.index()].len() as f32 / self.dice.iter().map(Vec::len).sum::<usize>() as f32
    }
}

impl Measured for LiarsDice {
    type Tally = ();
}

impl ExactOdds for LiarsDice {}
