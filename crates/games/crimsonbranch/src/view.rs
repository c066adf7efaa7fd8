//! The view of each viewer. It holds everything, for nothing in this game is secret.

use kernel::Viewer;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    Crimsonbranch,
    board::{Node, Nodes},
    content::{Kind, Stat},
    state::{Activation, Battle, End, Enemy, Phase, Prepare, Stage},
};

/// All that a viewer may know of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) game: Crimsonbranch,
}

impl View {
    pub(crate) fn new(game: &Crimsonbranch, _: Viewer) -> View {
        View { game: game.clone() }
    }
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = &self.game;
        let (over, score) = match game.stage {
            Stage::Over(End::Won { score }) => (Some("won"), Some(score)),
            Stage::Over(End::Retired) => (Some("retired"), None),
            Stage::Over(End::Limit) => (Some("limit"), None),
            Stage::Explore | Stage::Battle(_) => (None, None),
        };
        json!({
            "over": over,
            "score": score,
            "hero": {
                "name": game.sheet.name,
                "class": game.sheet.class,
                "hp": game.hero.hp,
                "max": game.hero.max(),
                "xp": game.hero.xp,
                "level": game.hero.level,
                "points": game.points(),
            },
            "ticks": game.clock.ticks,
            "visits": game.clock.visits,
            "defeats": game.clock.defeats,
            "pawn": game.pawn,
            "nodes": self.nodes(),
            "branches": self.branches(),
            "items": self.items(),
            "battle": match &game.stage {
                Stage::Battle(battle) => fight(battle),
                Stage::Explore | Stage::Over(_) => Value::Null,
            },
        })
        .serialize(to)
    }
}

impl View {
    fn nodes(&self) -> Map<String, Value> {
        let sheet = &self.game.sheet;
        let one = |node: Node| {
            let value = json!({
                "kind": sheet.kind(node),
                "special": sheet.specials.contains(node),
                "pearl": self.pearl(node),
                "door": Nodes::DOORS.contains(node),
                "stairs": sheet.stairs().contains(node),
            });
            (node.to_string(), value)
        };
        Node::all().map(one).collect()
    }

    /// The sign of a node's pearl, if it has one.
    pub(crate) fn pearl(&self, node: Node) -> Option<&'static str> {
        let (sheet, marks) = (&self.game.sheet, &self.game.marks);
        if !sheet.pearls.contains(node) {
            return None;
        }
        Some(match marks.engraving(node) {
            Some(kind) => kind.name(),
            None if marks.open.contains(node) => "open",
            None => "crossed",
        })
    }

    fn branches(&self) -> Map<String, Value> {
        let (sheet, marks) = (&self.game.sheet, &self.game.marks);
        let circled = marks.circled();
        let one = |branch| {
            let value = json!({
                "stat": sheet.stat(branch),
                "crossed": marks.crossed.contains(branch),
                "circled": circled.contains(branch),
            });
            (branch.to_string(), value)
        };
        sheet.branches.iter().map(one).collect()
    }

    fn items(&self) -> Map<String, Value> {
        let one = |stat: Stat| {
            let value = self.game.marks.items[stat as usize].map_or(Value::Null, |item| {
                json!({
                    "dice": item.find.dice,
                    "quality": item.find.quality,
                    "branch": item.branch,
                    "moved": item.moved,
                })
            });
            (stat.name().to_owned(), value)
        };
        Stat::ALL.into_iter().map(one).collect()
    }
}

fn fight(battle: &Battle) -> Value {
    let (dice, node) = match battle.phase {
        Phase::Prepare(dice) => (Some(dice), None),
        Phase::Symbol(dice, node) | Phase::Six(dice, node) => (Some(dice), Some(node)),
        Phase::Fight(_) | Phase::Loot | Phase::Equip(_) => (None, None),
    };
    json!({
        "great_evil": battle.great_evil,
        "turn": battle.turn,
        "area": battle.area,
        "enemies": battle.enemies.iter().map(enemy).collect::<Vec<_>>(),
        "dice": dice.map_or(Value::Null, on_the_tree),
        "tokens": dice.map_or(Nodes::NONE, |dice| dice.tokens),
        "node": node.map_or(Value::Null, |Activation { at, used, .. }| {
            json!({ "at": at, "used": used.into_iter().flatten().collect::<Vec<_>>() })
        }),
        "totals": match battle.phase {
            Phase::Fight([attack, range, heal, defense]) => {
                json!({ "attack": attack, "range": range, "heal": heal, "defense": defense })
            }
            _ => Value::Null,
        },
        "equip": match battle.phase {
            Phase::Equip(find) => json!({ "item": find.stat, "dice": find.dice, "quality": find.quality }),
            _ => Value::Null,
        },
    })
}

fn enemy(enemy: &Enemy) -> Value {
    let shield = (enemy.shield > 0).then_some(enemy.shield);
    json!({
        "kind": enemy.kind,
        "strength": enemy.strength,
        "hp": enemy.hp,
        "shield": shield,
        "looted": enemy.looted,
    })
}

fn on_the_tree(dice: Prepare) -> Value {
    let space = dice.active.space.map_or("neutral", Kind::name);
    json!({
        "active": { "value": dice.active.value, "space": space },
        "locked": dice.locked,
        "aside": u8::from(dice.locked.is_none()),
    })
}
