//! View models of tables: what one person may see of a table, and what they ask for in its forms.
//!
//! The server (`hall`) and the hall in a browser (`web`) draw the same pages from this code, and
//! read the same forms. Nothing here knows a database, a clock or a network.
//!
//! | module | content |
//! |---|---|
//! | [`audience`] | the page of a table as one person may see it |
//! | [`parts`] | the page in parts, and the changes for pages that follow it |
//! | [`fields`] | the forms of pages, read |
//! | [`lists`] | the entries of lists of tables |
//! | [`achievements`], [`goals`], [`profile`], [`boards`] | results and goals of a person |
//! | [`highlights`] | the moments of a finished match that its moving picture shows |
//! | [`daily`] | which match of the day the front page shows |
//! | [`puzzles`] | puzzles, and the answers of a person |
//! | [`trial`], [`verified`] | the trial of an option on a game's page, and the check of a record |

pub mod achievements;
pub mod audience;
mod bits;
pub mod boards;
pub mod daily;
pub mod fields;
pub mod goals;
pub mod highlights;
pub mod lists;
mod message;
pub mod parts;
pub mod profile;
pub mod puzzles;
mod speech;
pub mod trial;
pub mod verified;

use table::fault::Code;
use text::t;

/// Returns a message as a sentence of its own.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Returns the HTTP status of an answer with a fault.
pub const fn fault_status(code: Code) -> u16 {
    match code {
        Code::BadJson | Code::BadRequest | Code::BadOptions => 400,
        Code::UnknownGame | Code::UnknownMatch | Code::NotFound => 404,
        Code::TableClosed => 410,
        Code::BadMethod => 405,
        Code::Unauthorized | Code::WrongPassword => 401,
        Code::CrossSite
        | Code::NotYourSeat
        | Code::NoSpectators
        | Code::TalkRefused
        | Code::Banned
        | Code::NoCookies => 403,
        Code::SeatTaken | Code::WrongPhase | Code::NotAwaited | Code::NotAsked => 409,
        Code::UndoRefused | Code::Stale | Code::BadRecord | Code::NameTaken => 409,
        Code::IllegalAction | Code::BadAnswer => 422,
        Code::TooLarge => 413,
        Code::Busy | Code::TooFast => 429,
        Code::NotSent => 502,
        Code::Internal => 500,
        Code::Closing => 503,
    }
}

/// Returns the title of the page that shows a fault.
pub fn fault_title(code: Code) -> &'static str {
    match code {
        Code::UnknownGame => t!("No such game"),
        Code::UnknownMatch => t!("No such table"),
        Code::NotFound => t!("Nothing here"),
        Code::NoSpectators => t!("Closed to spectators"),
        Code::Banned => t!("You are banned"),
        Code::NoCookies => t!("This browser stores no cookies"),
        Code::TableClosed => t!("This table is closed"),
        Code::NotYourSeat | Code::CrossSite | Code::Unauthorized | Code::TalkRefused => t!("Not yours to do"),
        Code::Stale | Code::NotAwaited | Code::WrongPhase | Code::SeatTaken | Code::Busy | Code::TooFast => {
            t!("Too late, or too early")
        }
        Code::Internal | Code::Closing => t!("Something broke on our side"),
        _ => t!("That did not work"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_like_a_person_wrote_them() {
        assert_eq!(sentence("there is no seat 9"), "There is no seat 9.");
        assert_eq!(sentence(""), ".");
    }
}
