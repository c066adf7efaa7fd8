//! The visitor's deadlines in matches over days, as a calendar.

use maud::{Markup, html};
use text::t;

/// Returns the section; `calendar` is the absolute address of the calendar.
pub(crate) fn section(calendar: Option<&str>) -> Markup {
    html! {
        section.column aria-labelledby="deadlines" {
            h2 #deadlines { (t!("Matches over days")) }
            form.settings method="post" action="/me/deadlines" {
                fieldset {
                    legend { (t!("Your deadlines in a calendar")) }
                    @match calendar {
                        Some(address) => {
                            p.quiet { (t!("Subscribe to this address in your calendar. Whoever knows it reads your deadlines.")) }
                            div.copy {
                                label.unseen for="calendar" { (t!("Address of the calendar")) }
                                input #calendar readonly value=(address);
                                button type="button" data-copy="calendar" hidden { (t!("Copy the link")) }
                            }
                            div.inline {
                                button name="do" value="make" { (t!("Another address")) }
                                button name="do" value="remove" { (t!("Remove")) }
                            }
                        }
                        None => {
                            p.quiet { (t!("The hall makes a secret address, to which your calendar subscribes. It has each match that waits for you, with its deadline.")) }
                            button name="do" value="make" { (t!("Make an address")) }
                        }
                    }
                }
            }
        }
    }
}
