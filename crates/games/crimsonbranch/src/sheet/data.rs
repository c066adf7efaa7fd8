//! The sheet as data, in the format in which sheets of the published game are stored for
//! comparison.

use serde_json::{Value, json};

use super::Sheet;
use crate::{
    board::{Node, Nodes},
    content::{Kind, Stat},
};

impl Sheet {
    /// The sheet as JSON: `name`; `class`; `cells`, row by row, each `[x, y, [attack, range, heal,
    /// defense], pearls, specials, start, isDeadEnd, path]`; and `branches`, by number, each `[x1,
    /// y1, x2, y2, [strength, dexterity, vitality, magic]]`. A dead end that is a door counts as
    /// one here.
    pub fn data(&self) -> Value {
        let one = |so: bool| u8::from(so);
        let cell = |node: Node| {
            json!([
                node.x(),
                node.y(),
                Kind::ALL.map(|kind| one(self.kinds[kind as usize].contains(node))),
                one(self.pearls.contains(node)),
                one(self.specials.contains(node)),
                one(Nodes::DOORS.contains(node)),
                one(self.dead_ends.contains(node)),
                self.paths[node.index()],
            ])
        };
        let branches = self.branches.iter().map(|branch| {
            let (from, to) = (branch.from(), branch.to());
            let stats = Stat::ALL.map(|stat| one(self.stats[stat as usize].contains(branch)));
            json!([from.x(), from.y(), to.x(), to.y(), stats])
        });
        json!({
            "name": self.name,
            "class": self.class,
            "cells": Node::all().map(cell).collect::<Vec<_>>(),
            "branches": branches.collect::<Vec<_>>(),
        })
    }
}
