//! The view of a seat. It holds everything, for no seat knows more than another (section "What is
//! hidden" of the rulebook).

use kernel::Viewer;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    AccursedTomb, Cell, Meaning,
    cells::Cells,
    state::{End, Explorer},
};

/// All that a viewer may know of a match.
///
/// The place of an unseen card is not in the state at all, so no view can hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) game: AccursedTomb,
}

impl View {
    pub(crate) fn new(game: &AccursedTomb, _: Viewer) -> View {
        View { game: game.clone() }
    }
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = &self.game;
        let field = &game.field;
        let left = Meaning::ALL.into_iter().map(|meaning| (meaning.id().to_owned(), game.left(meaning).into()));
        json!({
            "players": game.party().map(|(_, explorer)| self.player(explorer)).collect::<Vec<_>>(),
            "board": by_cell(!field.face_down, |cell| field.meaning(cell).id().into()),
            "monsters": by_cell(field.monsters, |cell| field.health[cell.index()].into()),
            "demons": by_cell(field.demons, |cell| field.meaning(cell).the().source().into()),
            "unseen": game.unseen.len(),
            "left": left.collect::<Map<String, Value>>(),
            "round": game.round,
            "max_rounds": game.options.max_rounds,
            "turn": game.turn,
            "over": game.over().map(End::id),
            "winner": game.over().and_then(End::winner),
        })
        .serialize(to)
    }
}

impl View {
    fn player(&self, explorer: &Explorer) -> Value {
        let game = &self.game;
        json!({
            "pos": explorer.cell,
            "hp": explorer.hp,
            "max": game.most(explorer.armors),
            "weapons": explorer.weapons,
            "multiplier": game.options.gear.times(explorer.weapons),
            "armors": explorer.armors,
            "blessings": explorer.blessings,
            "alive": explorer.alive(),
            "foe": explorer.foe,
        })
    }
}

/// An object with a key `row,column` for each of these cells.
fn by_cell(cells: Cells, value: impl Fn(Cell) -> Value) -> Map<String, Value> {
    cells.map(|cell| (format!("{},{}", cell.row(), cell.column()), value(cell))).collect()
}
