//! The effects of a move on the pieces of the table, shown while the player points at it.

use kernel::{Mark, Tone};
use text::t;

use super::{
    ahead::{Ahead, Fight, totals},
    enemy_id, space_id, tone,
    tree::{branch_id, node_id},
};
use crate::{
    Action, Crimsonbranch,
    board::{Branch, Node, Nodes},
    content::Kind,
    rules::meet,
    state::{Battle, Clock, Phase, Prepare, Stage},
};

/// The marks of an action.
pub(super) fn marks(game: &Crimsonbranch, action: Action) -> Vec<Mark> {
    match action {
        Action::Visit { node } => woken(game, Clock::area(game.clock.next_tick(), node)),
        Action::Challenge => woken(game, Nodes::ALL),
        Action::Cross { branch } => joined(game, branch),
        Action::Circle { branch } => joined(game, branch),
        Action::MoveItem { item, branch } => {
            let mut moved = game.clone();
            if let Some(item) = &mut moved.marks.items[item as usize] {
                item.branch = branch;
            }
            let left = game.marks.items[item as usize].map(|item| Mark::new(branch_id(item.branch), Tone::Bad));
            joined(game, branch).into_iter().chain(left).collect()
        }
        Action::Activate { .. } | Action::Use { .. } | Action::Spend { .. } | Action::Done => prepared(game, action),
        Action::Fight => Fight::of(game, totals(game)).map(|fight| falls(game, &fight)).unwrap_or_default(),
        Action::Break { .. } | Action::Hit { .. } => struck(game, action),
        Action::EndFight => enemies_turn(game, action),
        Action::TakeXp { .. } | Action::PearlXp | Action::Discard | Action::DropItem { .. } => grown(game, action),
        Action::PearlCopy { kind } => {
            game.pearl().map(|node| Mark::new(node_id(node), tone(kind)).text(kind.word())).into_iter().collect()
        }
        Action::TakeItem { .. } | Action::EndLoot | Action::Retire => Vec::new(),
    }
}

/// The regions of the enemies that come, each with its Strength on the node where it is read first.
fn woken(game: &Crimsonbranch, area: Nodes) -> Vec<Mark> {
    let enemies = meet(&game.marks, area);
    let of = |enemy: &crate::state::Enemy| {
        let (kind, strength) = (enemy.kind, enemy.strength);
        let place = heart(enemy.region);
        enemy.region.iter().map(move |node| {
            let mark = Mark::new(node_id(node), tone(kind));
            if Some(node) == place { mark.text(strength.to_string()) } else { mark }
        })
    };
    enemies.iter().flat_map(of).collect()
}

/// The node of a region that is nearest to its middle.
fn heart(region: Nodes) -> Option<Node> {
    let sum = |of: fn(Node) -> u8| region.iter().map(|node| i32::from(of(node))).sum::<i32>();
    let (x, y, count) = (sum(Node::x), sum(Node::y), i32::from(region.len()));
    region.iter().min_by_key(|node| (count * i32::from(node.x()) - x).abs() + (count * i32::from(node.y()) - y).abs())
}

/// The nodes that dice could go through once a branch has a mark.
fn joined(game: &Crimsonbranch, branch: Branch) -> Vec<Mark> {
    let marked = game.marks.marked().with(branch);
    let from = branch.ends();
    let together = from.or(from.reach(marked, Nodes::ALL));
    together.iter().map(|node| Mark::new(node_id(node), Tone::Good)).collect()
}

/// The effects of using a node, a symbol or a six: on the spaces, on the enemies, and on where the
/// die could go then.
fn prepared(game: &Crimsonbranch, action: Action) -> Vec<Mark> {
    let after = Ahead::of(game, action);
    let (before, then) = (totals(game), after.totals());
    let mut all = Vec::new();
    for kind in Kind::ALL {
        let (from, to) = (before[kind as usize], then[kind as usize]);
        if from != to {
            let tone = if to > from { Tone::Good } else { Tone::Bad };
            all.push(Mark::new(space_id(Some(kind)), tone).text(format!("{from} → {to}")));
        }
    }
    let (Stage::Battle(old), Stage::Battle(new)) = (&game.stage, &after.game.stage) else { return all };
    for (id, (old, new)) in old.enemies.iter().zip(&new.enemies).enumerate() {
        if let Some(text) = change(old.hp, new.hp, old.shield, new.shield) {
            all.push(Mark::new(enemy_id(id), Tone::Good).text(text));
        }
    }
    if after.game.hero.hp != game.hero.hp {
        all.push(Mark::new("hero-hp", Tone::Good).text(format!("{} → {}", game.hero.hp, after.game.hero.hp)));
    }
    match &new.phase {
        Phase::Symbol(dice, activation) if after.waits() => {
            for kind in activation.unused().filter_map(crate::Symbol::kind) {
                let sum = Prepare { active: dice.active.use_kind(kind), ..*dice }.totals()[kind as usize];
                all.push(Mark::new(space_id(Some(kind)), Tone::Good).text(format!("→ {sum}")));
            }
        }
        _ if after.waits() => {}
        _ => {
            let known: Vec<String> = all.iter().map(|mark| mark.piece.clone()).collect();
            let fallen = after.fight().map(|fight| falls(&after.game, &fight)).unwrap_or_default();
            all.extend(fallen.into_iter().filter(|mark| !known.contains(&mark.piece)));
        }
    }
    if let (Action::Activate { node }, Some(tokens)) = (action, tokens(old)) {
        let reach = after.game.activatable(tokens.with(node)).without(game.activatable(tokens));
        all.extend(reach.iter().map(|node| Mark::new(node_id(node), Tone::Luck)));
    }
    all
}

fn tokens(battle: &Battle) -> Option<Nodes> {
    match battle.phase {
        Phase::Prepare(dice) | Phase::Symbol(dice, _) | Phase::Six(dice, _) => Some(dice.tokens),
        Phase::Fight(_) | Phase::Loot | Phase::Equip(_) => None,
    }
}

/// The enemies that die if the hero fights with these sums, and the hero's health afterwards.
fn falls(game: &Crimsonbranch, fight: &Fight) -> Vec<Mark> {
    let Stage::Battle(battle) = &game.stage else { return Vec::new() };
    let dead = (0..battle.enemies.len()).filter(|id| fight.fells(*id));
    let mut all: Vec<Mark> = dead.map(|id| Mark::new(enemy_id(id), Tone::Good).text(t!("falls"))).collect();
    if fight.hp != game.hero.hp {
        let tone = if fight.hp < game.hero.hp { Tone::Bad } else { Tone::Good };
        all.push(Mark::new("hero-hp", tone).text(format!("{} → {}", game.hero.hp, fight.hp)));
    }
    all
}

/// The change of an enemy, if there is one.
fn change(hp: u8, new_hp: u8, shield: u8, new_shield: u8) -> Option<String> {
    match () {
        () if hp > 0 && new_hp == 0 => Some(t!("falls").to_owned()),
        () if hp != new_hp => Some(format!("{hp} → {new_hp}")),
        () if shield > 0 && new_shield == 0 => Some(t!("shield breaks").to_owned()),
        () if shield != new_shield => Some(t!("shield {new_shield}")),
        () => None,
    }
}

/// The effects of a blow on its enemy and on the space that pays.
fn struck(game: &Crimsonbranch, action: Action) -> Vec<Mark> {
    let after = Ahead::of(game, action).game;
    let (Stage::Battle(old), Stage::Battle(new)) = (&game.stage, &after.stage) else { return Vec::new() };
    let pairs = old.enemies.iter().zip(&new.enemies).enumerate();
    let hit = pairs.filter_map(|(id, (old, new))| {
        Some(Mark::new(enemy_id(id), Tone::Good).text(change(old.hp, new.hp, old.shield, new.shield)?))
    });
    let (before, then) = (totals(game), totals(&after));
    let paid = Kind::ALL.into_iter().filter(|kind| before[*kind as usize] != then[*kind as usize]).map(|kind| {
        let text = format!("{} → {}", before[kind as usize], then[kind as usize]);
        Mark::new(space_id(Some(kind)), Tone::Bad).text(text)
    });
    hit.chain(paid).collect()
}

/// The enemies' actions when the fight of this turn ends: the blow, the healing, the shields.
fn enemies_turn(game: &Crimsonbranch, action: Action) -> Vec<Mark> {
    let after = Ahead::of(game, action).game;
    let (Stage::Battle(old), Stage::Battle(new)) = (&game.stage, &after.stage) else {
        return vec![Mark::new("hero-hp", Tone::Bad).text(t!("you fall"))];
    };
    let pairs = old.enemies.iter().zip(&new.enemies).enumerate();
    let mut all: Vec<Mark> = pairs
        .filter_map(|(id, (old, new))| {
            Some(Mark::new(enemy_id(id), Tone::Bad).text(change(old.hp, new.hp, old.shield, new.shield)?))
        })
        .collect();
    if after.hero.hp != game.hero.hp {
        let tone = if after.hero.hp < game.hero.hp { Tone::Bad } else { Tone::Good };
        all.push(Mark::new("hero-hp", tone).text(format!("{} → {}", game.hero.hp, after.hero.hp)));
    }
    all
}

/// The effects of XP.
fn grown(game: &Crimsonbranch, action: Action) -> Vec<Mark> {
    let after = Ahead::of(game, action).game;
    let level = (after.hero.level != game.hero.level)
        .then(|| Mark::new("hero-level", Tone::Good).text(format!("{} → {}", game.hero.level, after.hero.level)));
    let xp = Mark::new("hero-xp", Tone::Good).text(format!("{} → {}", game.hero.xp, after.hero.xp));
    std::iter::once(xp).chain(level).collect()
}

/// The sum that a node would bring to a space at once: `11`.
pub(super) fn tag(game: &Crimsonbranch, node: Node) -> Option<String> {
    let Stage::Battle(Battle { phase: Phase::Prepare(dice), .. }) = &game.stage else { return None };
    let kinds = Kind::ALL.into_iter().filter(|kind| game.marks.kinds[*kind as usize].contains(node));
    let sums = kinds.map(|kind| Prepare { active: dice.active.use_kind(kind), ..*dice }.totals()[kind as usize]);
    sums.max().map(|sum| sum.to_string())
}
