//! The dungeon of the day: one adventurer among rivals that the reference policy plays.

use kernel::{Daily, DailyWords, Reached, Seat};
use serde_json::Value;
use text::{t, text};

use crate::{Gloombah, View};

/// The match a day.
pub(super) const DAILY: Daily<Gloombah> = Daily {
    words: DailyWords {
        title: text!("The daily brawl"),
        begin: text!("Kick the door in"),
        tried: text!("went in"),
        top: text!("won"),
        others: text!("matches with these very decks"),
    },
    seats: 4,
    options: |_| Value::Null,
    reached,
};

/// To win counts for more than any level, and an earlier win counts more.
const WON: i64 = 1000;

fn reached(view: &View, seat: Seat) -> Reached {
    let (open, level) = (&view.open, view.open.player(seat).level);
    match open.over().is_some_and(|end| end.winners().contains(seat)) {
        true => {
            let text = t!("won at level {level} in round {round}", round = open.round);
            Reached { score: WON - i64::from(open.round), text, top: true }
        }
        false => Reached { score: level.into(), text: t!("reached level {level}"), top: false },
    }
}
