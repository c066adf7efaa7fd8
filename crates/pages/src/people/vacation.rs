//! The visitor's vacation, on their page of settings.

use maud::{Markup, html};
use model::{VACATION_DAYS, VacationState};
use text::{noun, t};

use crate::{
    common::{form, markup, moment},
    data::Entered,
};

/// The address of the form.
const FORM: &str = "/me/vacation";

/// Returns the section.
pub(crate) fn section(info: VacationState, entered: &Entered) -> Markup {
    let wrong = entered.error(FORM, "days");
    let days = noun!("day").counted(i64::from(info.left));
    html! {
        section.column aria-labelledby="vacation" {
            h2 #vacation { (t!("Vacation")) }
            p.quiet { (t!("While you are on vacation, your clocks stand still in all matches over days, and you are sent no notices of your turns there.")) }
            @if let Some(until) = info.until { p { (markup!("You are on vacation until {moment}.", moment = moment(until))) } }
            p { (t!("You have {days} of {VACATION_DAYS} left this year. A day that has begun counts.")) }
            form.settings method="post" action=(FORM) {
                @if info.until.is_some() {
                    button name="do" value="end" { (t!("End the vacation now")) }
                    (form::error("days", wrong))
                } @else if info.left > 0 || wrong.is_some() {
                    div.option {
                        label for="days" { (t!("Days, from now on")) }
                        input #days name="days" type="number" min="1" max=(info.left.max(1)) required value=(entered.value(FORM, "days", "7"))
                            aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("days", wrong)];
                        (form::error("days", wrong))
                    }
                    button name="do" value="begin" { (t!("Begin the vacation")) }
                }
            }
        }
    }
}
