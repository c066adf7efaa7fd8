//! The names of the players who share a browser: one person has their seats.

use kernel::Seat;
use maud::{Markup, html};
use model::TableStatus;
use text::t;

use crate::{
    data::{SeatInfo, TablePage},
    tray::hand_over,
};

/// Returns the form with which the visitor takes another seat for somebody at the same browser, and
/// the name of that player.
pub(crate) fn sit_too(page: &TablePage, info: &SeatInfo) -> Markup {
    html! {
        details.more id={ "too-" (info.seat) } {
            summary { (t!("Another player at this browser")) }
            (form(page, info.seat, None, t!("Sit here")))
        }
    }
}

/// Returns the form that names the player on a seat of the visitor's, who has several.
pub(crate) fn rename(page: &TablePage, info: &SeatInfo) -> Markup {
    html! {
        details.more id={ "too-" (info.seat) } {
            summary { (t!("Name this player")) }
            (form(page, info.seat, info.person.as_deref(), t!("Change the name")))
        }
    }
}

/// Returns the entry of a table's menu that names the players at this browser.
pub(crate) fn menu(page: &TablePage) -> Markup {
    html! {
        @if hand_over::is_shared(page) && page.status == TableStatus::Playing {
            details.agree #players-here {
                summary.tool { (t!("Names at this browser…")) }
                @for info in page.seats.iter().filter(|info| info.you) {
                    (form(page, info.seat, info.person.as_deref(), t!("Change the name")))
                }
            }
        }
    }
}

fn form(page: &TablePage, seat: Seat, name: Option<&str>, words: &str) -> Markup {
    let id = format!("called-{seat}");
    html! {
        form method="post" action={ "/tables/" (page.id) "/seats/" (seat) } {
            @if let Some(chosen) = page.chosen_seat { input type="hidden" name="view" value=(chosen); }
            label for=(id) { (t!("Name of the player on seat {}", seat.0 + 1)) }
            input id=(id) name="called" type="text" value=(name.unwrap_or_default()) maxlength="40" autocomplete="off" data-draft;
            button name="do" value="take" { (words) }
        }
    }
}
