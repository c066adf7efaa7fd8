//! A bot cannot know more than its seat: a toy game in which the right answer is in the state.

#![allow(clippy::unwrap_used, reason = "a test may")]

use bots::{Bot, Budget, Choice, Decision, Policy};
use kernel::{
    ActionSink, Chance, Die, Fast, Game, Judge, Log, Meta, Mode, NullLog, Outcome, RejectReason, RollReason, Seat,
    SeatSet, Status, Viewer,
};
use text::text;

const PEA: RollReason = RollReason::new("pea", text!("Where the pea goes"));
const THIMBLES: u8 = 6;

/// A pea lies under one of six thimbles. The player guesses, and learns nothing before that.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Thimbles {
    pea: u8,
    guess: Option<u8>,
}

impl Game for Thimbles {
    type Options = ();
    type Action = u8;
    type Event = ();
    type View = Option<u8>;

    const META: &'static Meta = &Meta {
        id: "thimbles",
        title: "Thimbles",
        tagline: text!("Under which thimble is the pea?"),
        mode: Mode::Cooperative,
        seats: (1, 1),
        usual_seats: 1,
        options: &[],
        cover: None,
        rules: 1,
        rulebook: "",
    };

    fn setup<C: Chance, L: Log<()>>((): &(), _: u8, chance: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Thimbles { pea: chance.roll(Die::D6, PEA)?, guess: None })
    }

    fn status(&self) -> Status {
        match self.guess {
            None => Status::Awaiting(SeatSet::only(Seat(0))),
            Some(guess) => Status::Over(Outcome::together(1, guess == self.pea)),
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        "guess"
    }

    fn legal<M: ActionSink<u8>>(&self, _: Seat, out: &mut M) {
        if self.guess.is_none() {
            out.push_each(THIMBLES.into(), |n| n as u8 + 1);
        }
    }

    fn apply<C: Chance, L: Log<()>>(&mut self, _: Seat, action: u8, _: &mut C, _: &mut L) -> Result<(), C::Halt> {
        self.guess = Some(action);
        Ok(())
    }

    fn view(&self, _: Viewer) -> Option<u8> {
        self.guess
    }

    fn refuse(&self, _: Seat, _: &u8) -> RejectReason {
        RejectReason::plain("you have guessed")
    }

    fn bound((): &(), _: u8) -> u64 {
        1
    }

    fn imagine<C: Chance>(&self, _: Viewer, chance: &mut C) -> Result<Self, C::Halt> {
        Ok(Thimbles { pea: chance.roll(Die::D6, PEA)?, ..self.clone() })
    }
}

impl Judge for Thimbles {
    fn reference(_: &Option<u8>, _: Seat, _: &[u8]) -> usize {
        0
    }

    fn worth(&self, _: Seat) -> f32 {
        f32::from(u8::from(self.guess == Some(self.pea)))
    }
}

/// Returns the choice of the bot where the pea lies under thimble `pea`.
fn choice(bot: Bot, pea: u8) -> Choice {
    let game = Thimbles { pea, guess: None };
    let moves: Vec<u8> = (1..=THIMBLES).collect();
    bot.choose(Decision::of(&game, Seat(0), &moves).unwrap(), 5, &Budget::ONE_THREAD)
}

#[test]
fn what_lies_hidden_changes_nothing() {
    for bot in Bot::ALL {
        let first = choice(bot, 1);
        for pea in 2..=THIMBLES {
            assert_eq!(choice(bot, pea), first, "{bot}");
        }
    }
}

#[test]
fn search_knows_that_it_does_not_know() {
    for estimate in choice(Bot::Search { playouts: 5000 }, 3).estimates {
        assert!((estimate.worth - 1.0 / 6.0).abs() < 0.08, "{estimate:?}");
    }
}

#[test]
fn a_world_is_imagined_with_the_dice_given() {
    let game = Thimbles { pea: 1, guess: None };
    let moves = [1];
    let decision = Decision::of(&game, Seat(0), &moves).unwrap();
    let mut dice = Fast::seeded(1);
    let mut found = [0; 6];
    (0..600).for_each(|_| found[usize::from(decision.imagine(&mut dice).pea) - 1] += 1);
    assert!(found.iter().all(|count| *count > 50), "{found:?}");
    let Ok(dealt) = Thimbles::setup(&(), 1, &mut dice, &mut NullLog);
    assert!((1..=THIMBLES).contains(&dealt.pea));
}

#[test]
fn without_moves_there_is_nothing_to_see() {
    assert!(Decision::of(&Thimbles { pea: 1, guess: Some(2) }, Seat(0), &[]).is_none());
}
