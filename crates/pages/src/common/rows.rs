//! The state of a match in a row of a list.

use maud::{Markup, html};
use text::t;

use crate::{
    common::{Names, moment, since},
    data::{MatchState, TableCard},
};

/// Returns how far a match has come, whose turn it is, since when, and until when they have time.
pub(crate) fn progress(card: &TableCard, state: &MatchState) -> Markup {
    let names = Names::new(&card.seats);
    html! {
        span.progress { (names.plain(&state.headline)) "." } " "
        span.turn-of {
            @if card.your_turn { (t!("Your turn.")) }
            @else if state.awaited.len() == 1 { (t!("{} is to move.", names.listed(&state.awaited))) }
            @else if !state.awaited.is_empty() { (t!("{} are to move.", names.listed(&state.awaited))) }
        } " "
        (since(card.changed, &card.when))
        @if let Some(until) = state.until { ". " (t!("Time until")) " " (moment(until)) }
        @for (seat, until) in &state.vacations { ". " (names.listed(&[*seat])) ": " (t!("on vacation until")) " " (moment(*until)) }
    }
}
