//! Luck in words: how a match's rolls rank among all possible ones.

use maud::{Markup, html};
use roster::{Luck, Odds, Roll};
use text::{counted, decimal, t};

use crate::data::TablePage;

/// The fewest rolls for which an average rank is meaningful.
const FEWEST: usize = 5;

/// Returns whether there were enough rolls to judge luck.
pub(crate) fn tells(luck: &Luck) -> bool {
    luck.rolls >= FEWEST
}

/// Returns the luck as one of the ending's numbers.
pub(crate) fn number(luck: &Luck) -> Markup {
    let what = if luck.cards { t!("luck, 50 is even") } else { t!("dice luck, 50 is even") };
    let mut meaning = t!(
        "{} ranked among all that could have fallen instead, on average: 0 % is always the worst, 100 % always the best.",
        counted!(luck.rolls, "roll")
    );
    if luck.about {
        meaning = meaning + " " + t!("Where that was too much to count, among samples.");
    }
    html! {
        div title=(meaning) {
            dt { (what) span.unseen { ". " (meaning) } }
            dd { (format!("{:.0}\u{a0}%", 100.0 * luck.rank)) }
        }
    }
}

/// Returns the luckiest and the unluckiest roll, each with a link to its moment.
pub(crate) fn extremes(page: &TablePage, luck: Option<&Luck>) -> Markup {
    let best = luck.and_then(|luck| luck.best.as_ref());
    let worst = luck.and_then(|luck| luck.worst.as_ref());
    html! {
        @if best.is_some() || worst.is_some() {
            dl.extremes {
                @if let Some(roll) = best { (extreme(page, t!("Luckiest roll"), roll, t!("How often all the dice and cards of this step fall at least as good, by the rules."))) }
                @if let Some(roll) = worst { (extreme(page, t!("Unluckiest roll"), roll, t!("How often all the dice and cards of this step fall at least as bad, by the rules."))) }
            }
        }
    }
}

fn extreme(page: &TablePage, what: &str, roll: &Roll, meaning: &str) -> Markup {
    html! {
        div {
            dt { (what) }
            dd title=(meaning) {
                a href={ "/replays/" (page.id) "?at=" (roll.step) } { (roll.fell.join(", ")) } ": " (chance(roll.odds))
            }
        }
    }
}

/// Returns how likely an outcome was, in words: `1 in 24`, `3.1 %`.
fn chance(odds: Odds) -> String {
    let share = |share: f64| {
        let one_in = 1.0 / share;
        let whole = (one_in - one_in.round()).abs() < 1e-6;
        match share {
            _ if whole => t!("1 in {one_in:.0}"),
            0.1.. => format!("{:.0}\u{a0}%", 100.0 * share),
            0.01.. => format!("{}\u{a0}%", decimal(100.0 * share, 1)),
            _ => t!("1 in {one_in:.0}"),
        }
    };
    match odds {
        Odds::Exactly(chance) => share(chance),
        Odds::About(chance) => t!("about {}", share(chance)),
        Odds::Under(chance) => t!("less than {}", share(chance)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_told_as_one_in_so_many_where_that_is_so() {
        let exactly = |share| chance(Odds::Exactly(share));
        assert_eq!([1.0 / 24.0, 0.25, 5.0 / 16.0].map(exactly), ["1 in 24", "1 in 4", "31\u{a0}%"]);
        assert_eq!([0.0347, 0.004051].map(exactly), ["3.5\u{a0}%", "1 in 247"]);
        assert_eq!(chance(Odds::About(0.062)), "about 6.2\u{a0}%");
        assert_eq!(chance(Odds::Under(0.01)), "less than 1 in 100");
    }
}
