//! The tomb of the day: one explorer among three that the reference policy leads.

use kernel::{Daily, DailyWords, Reached, Seat};
use serde_json::Value;
use text::{t, text};

use crate::{AccursedTomb, View, state::End};

/// The match a day.
pub(super) const DAILY: Daily<AccursedTomb> = Daily {
    words: DailyWords {
        title: text!("The daily tomb"),
        begin: text!("Go down"),
        tried: text!("went down"),
        top: text!("won"),
        others: text!("matches in this very tomb"),
    },
    seats: 4,
    options: |_| Value::Null,
    reached,
};

/// To win counts for more than any place, and an earlier win counts more.
const WON: i64 = 10_000;

fn reached(view: &View, seat: Seat) -> Reached {
    let (game, round) = (&view.game, i64::from(view.game.round));
    let alive = game.explorer(seat).alive();
    let Some(end) = game.over() else {
        let text = if alive { t!("came to round {round}") } else { t!("fell").to_owned() };
        return Reached { score: 0, text, top: false };
    };
    let place = game.outcome(end).placings.get(seat.index()).copied().unwrap_or(game.seats);
    match (end.winner(), place) {
        (Some(winner), _) if winner == seat => {
            let text = match end {
                End::Demon { .. } => t!("slew a demon in round {round}"),
                _ => t!("walked out alone in round {round}"),
            };
            Reached { score: WON - round, text, top: true }
        }
        (None, _) => {
            let text = if alive { t!("came out empty-handed") } else { t!("fell, and nobody won") };
            Reached { score: i64::from(alive), text: text.into(), top: false }
        }
        (Some(_), place) => {
            let score = i64::from(game.seats.saturating_sub(place));
            Reached {
                score,
                text: t!("came in {place} of {all}", place = ordinal(place), all = game.seats),
                top: false,
            }
        }
    }
}

fn ordinal(place: u8) -> &'static str {
    match place {
        1 => t!("first"),
        2 => t!("second"),
        3 => t!("third"),
        _ => t!("last"),
    }
}
