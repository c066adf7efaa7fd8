//! Views: the data that each page shows to each person (`achievements`, `audience`, `boards`,
//! `company`, `daily`, `front`, `highlights`, `lists`, `lookups`, `parts`, `profile`, `puzzles`,
//! `speech`).

pub(crate) mod achievements;
pub(crate) mod audience;
mod bits;
pub(crate) mod boards;
pub(crate) mod calendar;
pub(crate) mod company;
pub(crate) mod daily;
pub(crate) mod front;
pub(crate) mod groups;
pub(crate) mod highlights;
pub(crate) mod lists;
pub(crate) mod lookups;
mod message;
pub(crate) mod parts;
pub(crate) mod profile;
pub(crate) mod puzzles;
mod speech;

/// Returns a message as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod several_seats_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_like_a_person_wrote_them() {
        assert_eq!(sentence("there is no seat 9"), "There is no seat 9.");
        assert_eq!(sentence(""), ".");
    }
}
