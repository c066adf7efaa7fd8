//! The lab of the hall in a browser: the form of a run, and the place for its figures.

use kernel::{Level, Meta, OptionSpec};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{option, shell},
    data::Visitor,
    table::lobby,
};

/// How many matches a run has if the visitor changes nothing.
const MATCHES: u32 = 1_000;
/// An example of the values of an option.
const EXAMPLE: &str = "0..5";

/// Returns the page on which a visitor plays many matches of a game between bots.
pub fn lab(v: &Visitor, games: &[&'static Meta], meta: &'static Meta) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("The lab")) }
            p { (t!("Bots play many matches with the options that you choose, on all cores of this device. The same seed gives the same figures, here and in the command “undercroft lab”.")) }
            nav.inline aria-label=(t!("Games")) {
                @for game in games { a.button href={ "/lab?game=" (game.id) } aria-current=[(game.id == meta.id).then_some("page")] { (game.title) } }
            }
            form #lab.setup method="post" action="/lab" {
                input type="hidden" name="game" value=(meta.id);
                fieldset {
                    legend { (t!("Matches")) }
                    (number("seats", t!("Seats"), meta.seats.0.into(), meta.seats.1.into(), meta.usual_seats.into()))
                    div.option {
                        label for="bot" { (t!("The bot on all seats")) }
                        select #bot name="bot" { (lobby::level_options("", Level::Normal.name())) }
                    }
                    (number("games", t!("Matches of each setting"), 1, 1_000_000, MATCHES))
                    (number("seed", t!("Seed"), 0, u32::MAX, 1))
                }
                @if !meta.options.is_empty() {
                    (settings(meta.options))
                }
                div.inline {
                    button.primary { (t!("Begin")) }
                    button #lab-stop type="button" hidden data-stop=(t!("Stop")) data-on=(t!("Go on")) { (t!("Stop")) }
                    a #lab-csv.button hidden href="/lab/figures.csv" download { (t!("Save the figures (CSV)")) }
                }
            }
            p #lab-said role="status" data-played=(t!("{} of {} matches", "#", "#")) data-battery=(t!("This device runs on its battery, and the lab uses all of its cores. Begin nevertheless?")) {}
            div #lab-report {}
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("The lab"), &main)
}

/// Returns a field for a whole number.
fn number(name: &str, label: &str, low: u32, high: u32, usual: u32) -> Markup {
    html! {
        div.option {
            label for=(name) { (label) }
            input id=(name) name=(name) type="number" inputmode="numeric" min=(low) max=(high) value=(usual) required;
        }
    }
}

/// Returns the choice of options: those of all matches, and those that are tried in turn or
/// compared.
fn settings(options: &[OptionSpec]) -> Markup {
    let choice = |id: &str, none: &str| {
        html! {
            select id=(id) name=(id) {
                option value="" { (none) }
                @for spec in options { option value=(spec.key) { (spec.title) } }
            }
        }
    };
    html! {
        fieldset {
            legend { (t!("Options")) }
            @for spec in options { (option(spec, u32::MAX, None)) }
        }
        fieldset {
            legend { (t!("What to find out")) }
            div.option {
                label for="sweep" { (t!("Try the values of")) }
                (choice("sweep", t!("no option")))
                input name="values" aria-label=(t!("Its values")) placeholder=(EXAMPLE) autocomplete="off" aria-describedby="about-sweep";
                p.quiet #about-sweep { (t!("Every value is a setting of its own. Write the first and the last, such as 0..5, or all of them with commas.")) }
            }
            div.option {
                label for="other" { (t!("Compare with another value of")) }
                (choice("other", t!("no option")))
                input name="value" aria-label=(t!("The other value")) autocomplete="off" aria-describedby="about-other";
                p.quiet #about-other { (t!("Both settings meet the same luck, match by match. So small differences show early.")) }
            }
        }
    }
}
