//! The hero of the day: another name, and so another tree, each day.

use kernel::{Daily, DailyWords, Reached, Seat};
use serde_json::json;
use text::{counted, t, text};

use crate::{
    Crimsonbranch, View, names,
    state::{End, Stage},
};

/// The match a day.
pub(super) const DAILY: Daily<Crimsonbranch> = Daily {
    words: DailyWords {
        title: text!("The daily hero"),
        begin: text!("Set out"),
        tried: text!("set out"),
        top: text!("beat the Great Evil"),
        others: text!("journeys through this very tree"),
    },
    seats: 1,
    options: |day| json!({ "hero": names::suggestion(day) }),
    reached,
};

/// A victory counts for more than all pearls.
const VICTORY: i64 = 1000;

fn reached(view: &View, _: Seat) -> Reached {
    let game = &view.game;
    if let Stage::Over(End::Won { score }) = game.stage {
        let text = t!("beat the Great Evil with a score of {score}");
        return Reached { score: VICTORY + i64::from(score), text, top: true };
    }
    let (used, level) = (8 - game.marks.open.len(), game.hero.level);
    let text = t!("came to level {level} and used {pearls}", pearls = counted!(used, "pearl"));
    Reached { score: 100 * i64::from(used) + i64::from(level), text, top: false }
}
