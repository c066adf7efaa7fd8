//! The dungeon of the day: one player leads the first hero of the party; the others come along.

use kernel::{Daily, DailyWords, Reached, Seat};
use serde_json::Value;
use text::{counted, t, text};

use crate::{
    DungeonRummy, View,
    content::Tier,
    state::{End, Pending},
};

/// The match a day.
pub(super) const DAILY: Daily<DungeonRummy> = Daily {
    words: DailyWords {
        title: text!("The daily dungeon"),
        begin: text!("Go in"),
        tried: text!("went in"),
        top: text!("beat the boss"),
        others: text!("ways through this very dungeon"),
    },
    seats: 1,
    options: |_| Value::Null,
    reached,
};

/// The boss counts for more than all that comes before, and an earlier win counts more.
const BOSS: i64 = 1000;

fn reached(view: &View, _: Seat) -> Reached {
    let game = &view.table;
    if let Pending::Over(End::Won) = game.pending {
        let turns = i64::from(game.turn) + 1;
        return Reached {
            score: BOSS - turns,
            text: t!("beat the boss in {turns}", turns = counted!(turns, "turn")),
            top: true,
        };
    }
    let beaten = game.met - u8::from(game.foe.monster.tier() != Tier::Boss);
    Reached { score: beaten.into(), text: t!("beat {monsters}", monsters = counted!(beaten, "monster")), top: false }
}
