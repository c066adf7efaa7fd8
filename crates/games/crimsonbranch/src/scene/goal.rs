//! The goal of the match: eight pearls, and the Great Evil after the last of them.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Tone};
use text::{counted, t};

use super::{GREAT_EVIL, tone};
use crate::{
    Crimsonbranch,
    board::Node,
    state::{End, Stage},
    words::{place, sign},
};

pub(super) fn area(game: &Crimsonbranch) -> Area {
    let title = match game.marks.open.len() {
        0 => t!("No pearl is left: challenge the Great Evil").to_owned(),
        open => t!("{pearls} to go, then the Great Evil", pearls = counted!(open, "pearl")),
    };
    let pearls = game.sheet.pearls.iter().map(|node| pearl(game, node));
    Area::new("goal", title, Role::Track, Layout::List).with([great_evil(game)]).with(pearls)
}

fn great_evil(game: &Crimsonbranch) -> Piece {
    let look = Look::card(t!("The Great Evil"), t!("Boss"), Icon::BOSS, Tone::Bad, Vec::new());
    let fought = matches!(&game.stage, Stage::Battle(battle) if battle.great_evil);
    let next = fought || matches!(game.stage, Stage::Explore) && game.no_pearl_left();
    Piece::new("goal-great-evil", look, t!("The Great Evil, after the last pearl"))
        .picture(GREAT_EVIL)
        .flag(Flag::Danger, true)
        .flag(Flag::Highlighted, next)
        .flag(Flag::Dead, matches!(game.stage, Stage::Over(End::Won { .. })))
}

fn pearl(game: &Crimsonbranch, node: Node) -> Piece {
    let at = place(node);
    let (icon, tone, label) = match game.marks.engraving(node) {
        Some(kind) => (sign(kind), tone(kind), t!("Pearl at {at}, engraved with {}", kind.word())),
        None if game.marks.open.contains(node) => (Icon("pearl"), Tone::Plain, t!("Pearl at {at}, open")),
        None => (Icon("check"), Tone::Plain, t!("Pearl at {at}, crossed out")),
    };
    let look = Look::card(t!("Pearl"), t!("Pearl"), icon, tone, Vec::new());
    Piece::new(format!("pearl-{}-{}", node.x(), node.y()), look, label)
        .flag(Flag::Exhausted, !game.marks.open.contains(node))
}
