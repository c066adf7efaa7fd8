//! The shortest match that breaks a law.
//!
//! A match is fixed by its options, its seats, the seed of its dice, and a list of choices. Where a law fails, choices
//! are left out, many at a time and then fewer, as long as some law fails still.

use std::{
    cell::{Cell, RefCell},
    fmt::Write,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    rc::Rc,
    sync::Once,
};

use serde_json::Value;

use super::{Check, Coverage, matches::Match};
use crate::{ExactOdds, Imagine, Judge, Measured, Present};

/// A match is not shortened by more tries than this.
const TRIES: usize = 400;

/// What a match's choices are drawn from, and what has been chosen.
#[derive(Clone, Default, Debug)]
pub(super) struct Choices {
    /// What to choose, choice by choice; the match stops where the list ends. `None` for random choices.
    pub(super) script: Option<Vec<Choice>>,
    /// What was chosen so far, with the action in words.
    pub(super) made: Rc<RefCell<Vec<(Choice, String)>>>,
}

/// One choice: two numbers, of which the remainders by the number of awaited seats and of legal actions count.
pub(super) type Choice = (u32, u32);

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Plays a match and checks every law.
///
/// # Panics
/// If one does not hold, with the shortest match found that breaks it.
pub(super) fn play<G: Imagine + Present + Judge + Measured + ExactOdds>(
    options: &Value,
    seats: u8,
    seed: u64,
    check: &Check,
    coverage: &mut Coverage,
) {
    let choices = Choices::default();
    let Err(mut why) = tried(|| Match::<G>::open(options, seats, seed, check, choices.clone()).play(coverage)) else {
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
            let again =
                || Match::<G>::open(options, seats, seed, check, choices.clone()).play(&mut Coverage::default());
            match tried(again) {
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
    panic!("{why}\nafter these steps, with {seats} seats, options {options}, dice by seed {seed}:{text}");
}

/// Runs something that may panic; what it said and where, if it does.
fn tried(run: impl FnOnce()) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| match QUIET.get() {
            true => PLACE.set(info.location().map(|place| format!(" ({place})")).unwrap_or_default()),
            false => usual(info),
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.map_err(|payload| {
        let words = payload.downcast_ref::<String>().cloned();
        let words = words.or_else(|| payload.downcast_ref::<&str>().map(|words| (*words).to_owned()));
        format!("{}{}", words.unwrap_or_else(|| "a panic without words".into()), PLACE.take())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_panics_is_told_with_its_place() {
        assert_eq!(tried(|| ()), Ok(()));
        let why = tried(|| panic!("no {}", 7)).unwrap_err();
        assert!(why.starts_with("no 7 (") && why.contains("shrink.rs"), "{why}");
    }
}
