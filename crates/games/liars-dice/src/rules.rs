//! The rules, in the order of the rulebook.

use kernel::{ActionSink, Audience, Chance, Log, Outcome, RejectReason, RollReason, Seat, SeatSet};
use text::text;

use crate::{Action, Bid, Event, LiarsDice, Options};

const ROLL: RollReason = RollReason::new("roll", text!("A die under the cup"));

/// The most decisions of a match.
///
/// **Why every match ends.** Bids of a round only rise (R1), and there is one of each face for each
/// die on the table (R2). Every bid is answered once by each other player (R3), the highest with a
/// doubt (R5), and each doubt costs a die (R6). So with n dice there are at most n bids for each
/// face, and their answers.
pub(crate) fn bound(options: &Options, seats: u8) -> u64 {
    let (faces, seats) = (u64::from(options.die().sides()), u64::from(seats));
    (2..=options.dice as u64 * seats).map(|dice| faces * dice * seats).sum()
}

/// Rolls so many dice that only `seat` sees. They are sorted: their order says nothing.
pub(crate) fn rolled<C: Chance>(
    options: &Options,
    count: usize,
    seat: Seat,
    chance: &mut C,
) -> Result<Vec<u8>, C::Halt> {
    let why = ROLL.of(seat).only(SeatSet::only(seat));
    let mut dice = (0..count).map(|_| chance.roll(options.die(), why)).collect::<Result<Vec<u8>, _>>()?;
    dice.sort_unstable();
    Ok(dice)
}

impl LiarsDice {
    pub(crate) fn over(&self) -> bool {
        self.out.len() + 1 == self.dice.len()
    }

    /// Returns the players with dice: `from`, if it has any, and the others clockwise.
    pub(crate) fn circle(&self, from: Seat) -> Vec<Seat> {
        let seats = Seat::all(self.dice.len() as u8);
        let circle = seats.cycle().skip(from.index()).take(self.dice.len());
        circle.filter(|seat| !self.dice[seat.index()].is_empty()).collect()
    }

    /// The bids that are higher than the last (R1) and name no more dice than there are (R2), the
    /// lowest first.
    fn bids(&self) -> impl ExactSizeIterator<Item = Bid> + use<> {
        let faces = self.options.die().sides();
        let first = self.bid.map_or(0, |bid| faces * (bid.count - 1) + bid.face);
        let end = faces * self.dice.iter().map(Vec::len).sum::<usize>() as u8;
        (first..end).map(move |n| Bid { count: 1 + n / faces, face: 1 + n % faces })
    }

    pub(crate) fn begin_round<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Result<(), C::Halt> {
        self.round += 1;
        for seat in self.circle(Seat(0)) {
            let (own, dice) = (SeatSet::only(seat), &mut self.dice[seat.index()]);
            *dice = rolled(&self.options, dice.len(), seat, chance)?;
            log.say(Audience::Only(own), Event::Rolled { seat, dice: Some(dice.clone()) });
            log.say(Audience::Except(own), Event::Rolled { seat, dice: None });
        }
        Ok(())
    }

    fn lift_cups<L: Log<Event>>(&mut self, seat: Seat, bid: Bid, log: &mut L) {
        let found = self.dice.iter().flatten().filter(|die| self.options.counts(**die, bid.face)).count();
        let loser = if found >= bid.count.into() { seat } else { self.turn }; // R6
        let left = self.dice[loser.index()].len() - 1;
        log.tell(Event::Doubted { seat, bid, dice: self.dice.clone(), found, loser, left });
        self.dice[loser.index()].truncate(left);
        self.out.extend((left == 0).then_some(loser));
        (self.turn, self.bid, self.asked) = (self.circle(loser)[0], None, SeatSet::EMPTY); // R7
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let (seats, late) = (self.dice.len(), |seat| self.out.iter().position(|out| *out == seat));
        let placings = Seat::all(seats as u8).map(|seat| late(seat).map_or(1, |late| (seats - late) as u8)); // R8
        Outcome { victory: None, placings: placings.collect(), scores: None }
    }

    pub(crate) fn list<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if self.asked.contains(seat) {
            out.push(Action::Doubt);
            out.push_if(self.bids().len() > 0 || self.circle(self.turn)[1] != seat, Action::Pass); // R5
        } else if !self.over() && self.asked.is_empty() && self.turn == seat {
            out.push_all(self.bids().map(Action::Bid));
        }
    }

    pub(crate) fn decide<C: Chance, L: Log<Event>>(
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

    pub(crate) fn explain(&self, action: &Action) -> RejectReason {
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
}
