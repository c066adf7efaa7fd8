//! The tree: nodes and branches as pieces of a map.

use kernel::{Area, Badge, Flag, Icon, Layout, Look, Piece, Region, Role, Seat, Shape, Tone};
use text::{capital, t};

use super::tone;
use crate::{
    Action, Crimsonbranch, View,
    board::{Branch, Node, Nodes, SIZE},
    state::{Battle, Enemy, Phase, Stage},
    words::{place, sign, way},
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
    let area = Area::new("tree", t!("The tree"), Role::Board, layout).active(true).with(nodes.chain(branches));
    Area { regions: regions(view), ..area }
}

/// The region that each living enemy came from, and the area that the visit evaluates.
fn regions(view: &View) -> Vec<Region> {
    let Stage::Battle(battle) = &view.game.stage else { return Vec::new() };
    let ids = |nodes: Nodes| nodes.iter().map(node_id).collect();
    let region = |enemy: &Enemy| Region {
        title: t!("{}, Strength {}", capital(enemy.kind.word().as_str()), enemy.strength),
        pieces: ids(enemy.region),
        tone: Some(tone(enemy.kind)),
        value: Some(enemy.strength.to_string()),
    };
    let sight = Region { title: t!("In sight").into(), pieces: ids(battle.area), tone: None, value: None };
    battle.enemies.iter().filter(|enemy| enemy.alive()).map(region).chain([sight]).collect()
}

fn node_piece(view: &View, node: Node, legal: &[Action]) -> Piece {
    let game = &view.game;
    let (sheet, kind) = (&game.sheet, game.sheet.kind(node));
    let (door, stairs) = (Nodes::DOORS.contains(node), sheet.stairs().contains(node));
    let special = sheet.specials.contains(node);
    let (sign_of_pearl, pearl) = pearl(view, node).unzip();
    let tokens = match &game.stage {
        Stage::Battle(Battle {
            phase: Phase::Prepare(dice) | Phase::Symbol(dice, _) | Phase::Six(dice, _), ..
        }) => dice.tokens,
        _ => Nodes::NONE,
    };
    let (mut inside, mut held) = (false, None);
    if let Stage::Battle(battle) = &game.stage {
        inside = battle.area.contains(node);
        held = battle.enemies.iter().find(|enemy| enemy.alive() && enemy.region.contains(node));
    }
    let words = [
        Some(kind.word().into()),
        door.then(|| t!("door").into()),
        stairs.then(|| t!("stairs").into()),
        special.then(|| t!("special").into()),
        pearl,
        tokens.contains(node).then(|| t!("token").into()),
        held.map(|enemy| t!("held by {} {}", enemy.kind.word(), enemy.strength)),
        (inside && held.is_none()).then(|| t!("in sight").into()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    let label = format!("{}: {}. {}", capital(&place(node)), words.join(", "), neighbours(game, node));
    let reachable = legal.iter().any(|action| match action {
        Action::Visit { node: to } | Action::Activate { node: to } => *to == node,
        _ => false,
    });
    let pawns = if game.pawn == Some(node) { vec![Seat(0)] } else { Vec::new() };
    let look = Look::Tile { icon: Some(sign(kind)), tone: tone(kind), value: None, pawns };
    let shape = match (door, stairs) {
        (true, _) => Shape::Arch,
        (false, true) => Shape::Steps,
        (false, false) => Shape::Round,
    };
    let piece = Piece::new(node_id(node), look, label)
        .at(node.y(), node.x())
        .shape(shape)
        .flag(Flag::Highlighted, tokens.contains(node))
        .flag(Flag::Reachable, reachable);
    let badge = sign_of_pearl.or(special.then_some(Badge { icon: Icon::STAR, tone: Tone::Luck, bright: false }));
    match badge {
        Some(badge) => piece.badge(badge),
        None => piece,
    }
}

/// The pearl of a node: its sign, and what it is in words.
fn pearl(view: &View, node: Node) -> Option<(Badge, String)> {
    if let Some(kind) = view.game.marks.engraving(node) {
        let badge = Badge { icon: sign(kind), tone: tone(kind), bright: true };
        return Some((badge, t!("pearl engraved with {}", kind.word())));
    }
    let (icon, words, bright) = match view.pearl(node)? {
        "open" => (Icon("pearl"), t!("open pearl"), true),
        _ => (Icon("close"), t!("pearl crossed out"), false),
    };
    Some((Badge { icon, tone: Tone::Plain, bright }, words.into()))
}

/// The branches of a node in words, for screen readers: `Right: strength, crossed out. Down:
/// magic.`
fn neighbours(game: &Crimsonbranch, node: Node) -> String {
    let (x, y) = (node.x(), node.y());
    let beside = |x: Option<u8>, y: Option<u8>| Node::at(x?, y?);
    let ways = [
        (t!("Up"), beside(Some(x), y.checked_sub(1))),
        (t!("Right"), beside(Some(x + 1), Some(y))),
        (t!("Down"), beside(Some(x), Some(y + 1))),
        (t!("Left"), beside(x.checked_sub(1), Some(y))),
    ];
    let told = |(way, other): (&str, Option<Node>)| {
        let branch = Branch::between(node.min(other?), node.max(other?))?;
        let stat = game.sheet.stat(branch)?;
        Some(format!("{way}: {}.", marked(game, branch, stat.word().into())))
    };
    let words: Vec<String> = ways.into_iter().filter_map(told).collect();
    if words.is_empty() { t!("No branch.").into() } else { words.join(" ") }
}

/// A branch in words, with its marks.
fn marked(game: &Crimsonbranch, branch: Branch, words: String) -> String {
    match (game.marks.crossed.contains(branch), game.marks.circled().contains(branch)) {
        (true, true) => t!("{words}, crossed out and circled"),
        (true, false) => t!("{words}, crossed out"),
        (false, true) => t!("{words}, circled"),
        (false, false) => words,
    }
}

fn branch_piece(view: &View, branch: Branch, legal: &[Action]) -> Piece {
    let game = &view.game;
    let stat = game.sheet.stat(branch).expect("the sheet has this branch");
    let (crossed, circled) = (game.marks.crossed.contains(branch), game.marks.circled().contains(branch));
    let reachable = legal.iter().any(|action| match action {
        Action::Cross { branch: at } | Action::Circle { branch: at } | Action::MoveItem { branch: at, .. } => {
            *at == branch
        }
        _ => false,
    });
    let between = (node_id(branch.from()), node_id(branch.to()));
    let look = Look::Edge { between, tone: tone(stat.kind()) };
    let label = marked(game, branch, t!("Branch of {}, {}", stat.word(), way(branch)));
    let piece = Piece::new(branch_id(branch), look, label)
        .flag(Flag::Highlighted, crossed || circled)
        .flag(Flag::Reachable, reachable);
    match (crossed, circled) {
        (false, false) => piece,
        (true, false) => piece.badge(Badge { icon: Icon("close"), tone: Tone::Plain, bright: true }),
        (_, true) => piece.badge(Badge { icon: sign(stat.kind()), tone: tone(stat.kind()), bright: crossed }),
    }
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
