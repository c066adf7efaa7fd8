//! The tree: nodes and branches as pieces of a map.

use kernel::{Area, Flag, Icon, Layout, Look, Picture, Piece, Role, Seat};

use super::{capital, tone};
use crate::{
    Action, View,
    board::{Branch, Node, Nodes, SIZE},
    event::{place, sign, way},
    state::{Phase, Stage},
};

pub(super) fn node_id(node: Node) -> String {
    format!("node-{}-{}", node.x(), node.y())
}

pub(super) fn branch_id(branch: Branch) -> String {
    let (from, to) = (branch.from(), branch.to());
    format!("branch-{}-{}-{}-{}", from.x(), from.y(), to.x(), to.y())
}

pub(super) fn area(view: &View) -> Area {
    let mut legal = Vec::new();
    view.game.list(&mut legal);
    let nodes = Node::all().map(|node| node_piece(view, node, &legal));
    let branches = view.game.sheet.branches.iter().map(|branch| branch_piece(view, branch, &legal));
    let layout = Layout::Map { rows: SIZE, columns: SIZE };
    Area::new("tree", "The tree", Role::Board, layout).active(true).with(nodes.chain(branches))
}

fn node_piece(view: &View, node: Node, legal: &[Action]) -> Piece {
    let game = &view.game;
    let (sheet, kind) = (&game.sheet, game.sheet.kind(node));
    let (door, stairs) = (Nodes::DOORS.contains(node), sheet.stairs().contains(node));
    let special = sheet.specials.contains(node);
    let pearl = view.pearl(node);
    let mut label = format!("{}, {}", capital(&place(node)), kind.name());
    let mut add = |words: String| label = format!("{label}, {words}");
    if door {
        add("door".into());
    }
    if stairs {
        add("stairs".into());
    }
    if special {
        add("special".into());
    }
    let mark = match pearl {
        None => special.then_some("*"),
        Some("open") => Some("o"),
        Some("crossed") => Some("x"),
        Some("attack") => Some("+A"),
        Some("range") => Some("+R"),
        Some("heal") => Some("+H"),
        Some(_) => Some("+D"),
    };
    match pearl {
        None => {}
        Some("open") => add("open pearl".into()),
        Some("crossed") => add("pearl crossed out".into()),
        Some(kind) => add(format!("pearl engraved with {kind}")),
    }
    let (mut token, mut inside, mut danger) = (false, false, false);
    if let Stage::Battle(battle) = &game.stage {
        inside = battle.area.contains(node);
        danger = battle.enemies.iter().any(|enemy| enemy.alive() && enemy.region.contains(node));
        if let Phase::Prepare(dice) | Phase::Symbol(dice, _) | Phase::Six(dice, _) = battle.phase {
            token = dice.tokens.contains(node);
        }
    }
    if token {
        add("token".into());
    }
    match (inside, danger) {
        (true, true) => add("an enemy's".into()),
        (true, false) => add("in sight".into()),
        (false, _) => {}
    }
    let reachable = legal.iter().any(|action| match action {
        Action::Visit { node: to } | Action::Activate { node: to } => *to == node,
        _ => false,
    });
    let pawns = if game.pawn == Some(node) { vec![Seat(0)] } else { Vec::new() };
    let look = Look::Tile { icon: Some(sign(kind)), tone: tone(kind), value: mark.map(str::to_owned), pawns };
    let piece = Piece::new(node_id(node), look, label)
        .at(node.y(), node.x())
        .flag(Flag::Highlighted, token)
        .flag(Flag::Danger, danger)
        .flag(Flag::Reachable, reachable);
    let picture = match pearl {
        Some("open") => Some(Picture("crimsonbranch/pearl")),
        _ if door => Some(Picture("crimsonbranch/door")),
        _ if stairs => Some(Picture("crimsonbranch/stairs")),
        _ => None,
    };
    match picture {
        Some(picture) => piece.picture(picture),
        None => piece,
    }
}

fn branch_piece(view: &View, branch: Branch, legal: &[Action]) -> Piece {
    let game = &view.game;
    let stat = game.sheet.stat(branch).expect("the sheet has this branch");
    let (crossed, circled) = (game.marks.crossed.contains(branch), game.marks.circled().contains(branch));
    let marks = match (crossed, circled) {
        (true, true) => ", crossed out and circled",
        (true, false) => ", crossed out",
        (false, true) => ", circled",
        (false, false) => "",
    };
    let reachable = legal.iter().any(|action| match action {
        Action::Cross { branch: at } | Action::Circle { branch: at } | Action::MoveItem { branch: at, .. } => {
            *at == branch
        }
        _ => false,
    });
    let between = (node_id(branch.from()), node_id(branch.to()));
    let look = Look::Edge { between, tone: tone(stat.kind()) };
    let label = format!("Branch of {}, {}{marks}", stat.name(), way(branch));
    Piece::new(branch_id(branch), look, label)
        .flag(Flag::Highlighted, crossed || circled)
        .flag(Flag::Reachable, reachable)
}

/// The sign of a branch's type.
pub(super) const fn stat_icon(stat: crate::content::Stat) -> Icon {
    use crate::content::Stat;
    match stat {
        Stat::Strength => Icon("strength"),
        Stat::Dexterity => Icon("bow"),
        Stat::Vitality => Icon::HEART,
        Stat::Magic => Icon("magic"),
    }
}
