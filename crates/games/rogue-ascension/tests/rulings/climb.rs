//! Matches that are played step by step.

use kernel::{Ask, Face, Match, Referee, Seat, Source, Viewer};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

/// A match played step by step. The test enters outcomes in the order in which they are asked for,
/// or the luckiest ones.
#[derive(Clone)]
pub(crate) struct Climb {
    pub(crate) table: Referee<RogueAscension>,
    /// The wished ranks of curses, floors and treasures: the first rank that is still possible
    /// comes.
    wishes: [&'static str; 3],
    /// Treasures drawn on the way.
    pub(crate) drawn: Vec<String>,
}

impl Climb {
    pub(crate) fn open(options: Value, seats: u64, wishes: [&'static str; 3]) -> Climb {
        let table = Referee::open(&options, seats, Source::Manual).expect("good options");
        Climb { table, wishes, drawn: Vec::new() }
    }

    pub(crate) fn view(&self, pointer: &str) -> Value {
        let view = Match::view(&self.table, Viewer::All);
        view.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {view}")).clone()
    }

    /// Tag and seat of the outcome asked for.
    pub(crate) fn asked(&self) -> Option<(&'static str, Option<u8>)> {
        self.table.question().map(|question| (question.why.tag, question.why.seat.map(|seat| seat.0)))
    }

    /// The seat that has to decide, and its decision.
    pub(crate) fn awaiting(&self) -> (u64, String) {
        let seat = self.view("/awaiting/seat").as_u64().expect("somebody decides");
        (seat, self.view("/awaiting/kind").as_str().expect("a kind").to_owned())
    }

    pub(crate) fn act(&mut self, seat: u8, action: Value) -> &mut Climb {
        self.table.act_json(Seat(seat), &action).unwrap_or_else(|refused| panic!("{action}: {refused}"));
        self
    }

    pub(crate) fn reveal(&mut self, seat: u8) -> &mut Climb {
        self.act(seat, json!({ "type": "reveal" }))
    }

    pub(crate) fn tell<const N: usize>(&mut self, outcomes: [&str; N]) -> &mut Climb {
        for outcome in outcomes {
            self.table.answer(outcome).unwrap_or_else(|refused| panic!("{outcome}: {refused}"));
        }
        self
    }

    /// Answers all pending questions with the best outcome for the heroes.
    pub(crate) fn lucky(&mut self) -> &mut Climb {
        while let Some(question) = self.table.question() {
            let tag = question.why.tag;
            let outcome = match &question.ask {
                Ask::Die(_) if tag.starts_with("enemy") || tag == "trap-damage" || tag == "mighty" => "1".to_owned(),
                Ask::Die(die) => die.sides().to_string(),
                Ask::Coin => Face::Heads.code().to_owned(),
                Ask::Card { possible: codes, .. } => {
                    let wishes = self.wishes[["curse", "floor", "treasure"].iter().position(|t| *t == tag).expect(tag)];
                    let card = wishes.split(' ').find(|card| codes.contains(card)).unwrap_or(codes[0]).to_owned();
                    if tag == "treasure" {
                        self.drawn.push(card.clone());
                    }
                    card
                }
            };
            self.tell([outcome.as_str()]);
        }
        self
    }

    /// Climbs with the luckiest outcomes, always by the first legal action, up to camp on this
    /// floor.
    pub(crate) fn up_to(&mut self, floor: u64) -> &mut Climb {
        self.lucky();
        while self.view("/floor") != floor || self.awaiting().1 != "camp" {
            assert_eq!(self.view("/over"), Value::Null, "the climb ended before floor {floor}");
            let seat = self.table.awaited().iter().next().expect("somebody decides");
            let action = self.table.legal(seat)[0];
            self.table.act(seat, action).expect("it is legal");
            self.lucky();
        }
        self
    }
}

/// Curses that do not matter on the way, traps on every floor, potions after them.
pub(crate) const EASY: [&str; 3] = ["6 7 8 9 2 3 4 5", "J Q A 2", "2 3 4 5"];
