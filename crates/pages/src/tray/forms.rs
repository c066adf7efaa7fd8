//! The forms to which the buttons of a table belong, and their hidden fields.

use maud::{Markup, html};

use crate::data::{HandOrder, TablePage};

/// Returns a hidden field with the seat from which the visitor looks, where they have chosen one.
pub(crate) fn looking_from(page: &TablePage) -> Markup {
    html! { @if let Some(seat) = page.chosen_seat { input type="hidden" name="view" value=(seat); } }
}

/// Returns the fields of every form that makes a move: the seat, and the decision that it answers.
pub(crate) fn fields(page: &TablePage) -> Markup {
    html! {
        @if let Some(seat) = page.viewer.seat() { input type="hidden" name="seat" value=(seat); }
        input type="hidden" name="step" value=(page.step);
        @if let Some(epoch) = page.epoch { input type="hidden" name="epoch" value=(epoch); }
        (looking_from(page))
    }
}

/// Returns the forms to which all buttons of the table belong.
pub(crate) fn forms(page: &TablePage) -> Markup {
    html! {
        form #act method="post" action={ "/tables/" (page.id) @if page.beforehand.arms { "/arm" } @else { "/act" } } { (fields(page)) }
        form #ask method="get" action={ "/tables/" (page.id) } {
            @if page.hand_order != HandOrder::Dealt { input type="hidden" name="sort" value=(page.hand_order.code()); }
            @if let Some(seat) = page.chosen_seat { input type="hidden" name="seat" value=(seat); }
        }
    }
}
