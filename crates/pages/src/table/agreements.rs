//! The part of a table's menu about the match as a whole: to take a step back by agreement, to end
//! the match, to leave it, and to remove a player.

use kernel::Mode;
use maud::{Markup, html};
use text::t;

use crate::{
    common::Names,
    data::{Leaving, TablePage},
};

/// Returns the entries of the menu. The serious ones unfold first.
pub(crate) fn menu(page: &TablePage) -> Markup {
    let open = &page.agreements;
    let at = format!("/tables/{}/proposals", page.id);
    let view = html! { @if let Some(seat) = page.chosen_seat { input type="hidden" name="view" value=(seat); } };
    html! {
        // A bit: it has the number of the step, so each step would send the whole head again.
        div.changing data-bit="take-back" {
            @if let Some(step) = open.take_back {
                form method="post" action=(at) {
                    (view)
                    input type="hidden" name="step" value=(step);
                    button.tool name="do" value="take-back" { (t!("Ask to take your last step back")) }
                }
            }
        }
        @if open.end {
            details.agree #end-for-all {
                summary.tool { (t!("End it for all…")) }
                form method="post" action=(at) {
                    (view)
                    p { (t!("The match ends if all who play agree.")) " " (counts(page.meta.mode)) }
                    button name="do" value="end" { (t!("Propose to end it")) }
                }
            }
        }
        @if !open.remove.is_empty() {
            details.agree #remove-player {
                summary.tool { (t!("Remove a player…")) }
                form method="post" action=(at) {
                    (view)
                    p { (t!("A bot plays on if all others agree. For the player the match does not count.")) }
                    input type="hidden" name="do" value="remove";
                    @for seat in &open.remove {
                        button name="seat" value=(seat) { (t!("Propose to remove {}", Names::at(page).of(*seat))) }
                    }
                }
            }
        }
        @if let Some(leaving) = open.leave {
            details.agree #leave {
                summary.tool.retire { (t!("Leave the match…")) }
                form method="post" action={ "/tables/" (page.id) "/leave" } {
                    p {
                        (effect(leaving)) " " (t!("It counts as lost."))
                        @if page.offline && leaving == Leaving::Ends { " " (t!("Then you can go on with it offline, against bots.")) }
                    }
                    button.danger { (press(leaving)) }
                }
            }
        }
    }
}

fn counts(mode: Mode) -> &'static str {
    match mode {
        Mode::Cooperative => t!("It counts as lost."),
        Mode::Competitive => t!("It counts as drawn."),
    }
}

fn effect(leaving: Leaving) -> &'static str {
    match leaving {
        Leaving::Ends => t!("The match ends."),
        Leaving::BotPlays => t!("A bot plays on for you to the end."),
    }
}

fn press(leaving: Leaving) -> &'static str {
    match leaving {
        Leaving::Ends => t!("Concede"),
        Leaving::BotPlays => t!("Leave the match"),
    }
}
