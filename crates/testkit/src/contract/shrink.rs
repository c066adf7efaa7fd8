//! Shrinking: finds the shortest match that breaks a law.
//!
//! A match is fixed by its options, its seats, the seed of its dice, and a list of choices. When a
//! law is broken, the search leaves out choices, many at a time and then fewer, as long as some law
//! is still broken.

use std::{cell::RefCell, fmt::Write, rc::Rc};

use serde_json::Value;

use super::{
    Check, Coverage,
    matches::{MatchUnderTest, TestLuck},
};
use kernel::{Judge, Measured, Present, contained};

/// Limit of the tries that shorten a match.
const TRIES: usize = 400;

/// The choices of a match: the script that it follows, and the choices made so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Choices {
    /// The choices to make, in order; the match stops where the list ends. `None` for random
    /// choices.
    pub(super) script: Option<Vec<Choice>>,
    /// The choices made so far, with the action in words.
    pub(super) made: Rc<RefCell<Vec<(Choice, String)>>>,
}

/// One choice: two numbers, taken modulo the number of awaited seats and of legal actions.
pub(super) type Choice = (u32, u32);

/// Plays a match and checks every law.
///
/// # Panics
/// If a law is broken, with the shortest match found that breaks it.
pub(super) fn play<G: Present + Judge + Measured>(
    options: &Value,
    seats: u8,
    luck: TestLuck,
    check: &Check,
    coverage: &mut Coverage,
) {
    let choices = Choices::default();
    let Err(mut why) =
        contained(|| MatchUnderTest::<G>::open(options, seats, luck, check, choices.clone()).play(coverage))
    else {
        return;
    };
    let mut made = choices.made.take();
    let mut tries = 0;
    let mut width = made.len().div_ceil(2);
    while width > 0 && tries < TRIES {
        let mut at = 0;
        while at < made.len() && tries < TRIES {
            tries += 1;
            let kept = made[..at].iter().chain(made.iter().skip(at + width)).map(|(choice, _)| *choice);
            let choices = Choices { script: Some(kept.collect()), ..Choices::default() };
            let again = || {
                MatchUnderTest::<G>::open(options, seats, luck, check, choices.clone()).play(&mut Coverage::default())
            };
            match contained(again) {
                Err(shorter) if choices.made.borrow().len() < made.len() => {
                    (why, made) = (shorter, choices.made.take())
                }
                Ok(()) | Err(_) => at += width,
            }
        }
        width /= 2;
    }
    let mut text = String::new();
    for (step, (_, action)) in made.iter().enumerate() {
        let _ = write!(text, "\n{:>4}  {action}", step + 1);
    }
    panic!("{why}\nafter these steps, with {seats} seats, options {options}, luck {luck:?}:{text}");
}
