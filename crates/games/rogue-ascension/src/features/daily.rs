//! The tower of the day: one hero alone, at no ascension.

use kernel::{Daily, DailyWords, Reached, Seat};
use serde_json::Value;
use text::{t, text};

use crate::{
    RogueAscension, View,
    state::{End, Pending},
};

/// The match a day.
pub(super) const DAILY: Daily<RogueAscension> = Daily {
    words: DailyWords {
        title: text!("The daily climb"),
        begin: text!("Climb"),
        tried: text!("climbed"),
        top: text!("reached the top"),
        others: text!("climbs of this very tower"),
    },
    seats: 1,
    options: |_| Value::Null,
    reached,
};

/// The top counts for more than any floor, and health left there adds to it.
const TOP: i64 = 1000;

fn reached(view: &View, seat: Seat) -> Reached {
    let game = &view.game;
    let health = game.hero(seat).hp;
    match (game.pending, game.floor > game.floors()) {
        (Pending::Over(End::Won), _) => {
            Reached { score: TOP + i64::from(health), text: t!("reached the top with {health} health"), top: true }
        }
        (_, true) => Reached { score: game.floor.into(), text: t!("climbed to the boss").into(), top: false },
        (_, false) => {
            Reached { score: game.floor.into(), text: t!("climbed to {floor}", floor = game.floor), top: false }
        }
    }
}
