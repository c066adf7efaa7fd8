//! The worth of a position, and how promising moves look.
//!
//! The worth is that of the expected score: the time and levels left once the pearls are gathered
//! and the hero can win the last fight. The visits that this takes, and the hero's growth
//! meanwhile, are averages over matches of the reference policy.

use super::{tree::distances, tree_worth};
use crate::{
    Action, Crimsonbranch,
    board::Node,
    content::{LAST_LEVEL, TIME_BOXES},
    state::{Battle, Clock, End, Item, Phase, Stage},
};

/// The most points that there can be.
const MOST: f32 = (TIME_BOXES + LAST_LEVEL) as f32;
/// A victory without a point is worth this.
const VICTORY: f32 = 0.5;
/// Visits for each open pearl.
const PEARL: f32 = 3.5;
/// The level at which the hero wins the last fight every other time, the extra level for each
/// engraved pearl, and the range of levels over which the chance changes.
const WANTED: f32 = 20.5;
const ENGRAVED: f32 = 0.4;
const SLOPE: f32 = 1.5;
/// The visits for each level.
const LEVEL: f32 = 2.6;
/// Gathering pearls also lets the hero grow, but not for free: this share of the shorter of the two
/// counts.
const ASIDE: f32 = 0.3;
/// Visits that a hero without health is behind one with all.
const WOUNDS: f32 = 1.5;
/// Visits that each step to the nearest pearl is behind.
const STEP: f32 = 0.5;
/// Visits that a point of the tree's worth saves.
const TREE: f32 = 0.02;
/// The usual error of the estimated visits.
const DOUBT: f32 = 6.0;
/// The cost of each visit to come, even if no time box is left.
const DELAY: f32 = 0.004;

/// The worth of the position, from 0 to 1.
pub(super) fn worth(game: &Crimsonbranch) -> f32 {
    match game.stage {
        Stage::Over(End::Won { score }) => won(score.into()),
        Stage::Over(End::Retired | End::Limit) => 0.0,
        Stage::Explore | Stage::Battle(_) => expected(game),
    }
}

fn won(score: f32) -> f32 {
    VICTORY + (1.0 - VICTORY) * score / MOST
}

/// The worth of growing to the most promising level and fighting the last fight there.
fn expected(game: &Crimsonbranch) -> f32 {
    let hero = game.hero;
    let level = f32::from(hero.level) + f32::from(hero.xp) / f32::from(hero.max() + 1);
    let gathering = PEARL * f32::from(game.marks.open.len());
    let behind = WOUNDS * (1.0 - f32::from(hero.hp) / f32::from(hero.max())) + STEP * way(game);
    let behind = behind - TREE * tree_worth(game, &game.marks) as f32;
    let left = f32::from(game.limits.visits) - f32::from(game.clock.visits);
    let engraved: u8 = game.marks.engraved.iter().map(|nodes| nodes.len()).sum();
    let wanted = WANTED + ENGRAVED * f32::from(engraved);
    let now = f32::from(TIME_BOXES) - f32::from(game.clock.ticks);
    let daring = |end: f32| {
        let growing = LEVEL * (end - level);
        let dares = 1.0 + libm::expf((wanted - end) / SLOPE);
        let visits = gathering.max(growing) + ASIDE * gathering.min(growing) + behind + dares;
        // The mean of the time left, given the error of the estimate. It is a little above 0 even
        // where it should be 0, but never above the time left now.
        let time = (DOUBT * libm::log1pf(libm::expf((now - visits) / DOUBT))).min(now);
        // A hero who runs out of visits does not win.
        let chance = 1.0 / (1.0 + libm::expf(-0.2 * (left - visits)));
        chance * (won(time + f32::from(LAST_LEVEL) - end) - DELAY * visits)
    };
    let levels = (hero.level + 1..=LAST_LEVEL).map(f32::from);
    let best = std::iter::once(level).chain(levels).map(daring).fold(0.0, f32::max);
    best.clamp(0.01, 0.99)
}

/// Visits from the pawn to the nearest open pearl; 0 if none is open.
fn way(game: &Crimsonbranch) -> f32 {
    if game.no_pearl_left() {
        return 0.0;
    }
    let ways = distances(game);
    let nearest = game.onward(game.pawn).iter().map(|node| ways[node.index()]).min();
    f32::from(nearest.unwrap_or_default())
}

/// Fills `weights` with a weight for each move: how promising it looks.
pub(super) fn prior(game: &Crimsonbranch, moves: &[Action], weights: &mut Vec<f32>) {
    let ways = distances(game);
    let now = tree_worth(game, &game.marks);
    let better = |worth: i32| 1.0 + 0.5 * (worth - now).max(0) as f32;
    let weight = |action: &Action| match *action {
        Action::Visit { node } => visit(game, node, ways[node.index()]),
        Action::Cross { branch } => {
            let mut marks = game.marks;
            marks.crossed = marks.crossed.with(branch);
            better(tree_worth(game, &marks))
        }
        Action::Circle { branch } => match &game.stage {
            Stage::Battle(Battle { phase: Phase::Equip(find), .. }) => {
                let mut marks = game.marks;
                marks.items[find.stat as usize] = Some(Item { find: *find, branch, moved: false });
                better(tree_worth(game, &marks))
            }
            _ => 0.0,
        },
        Action::MoveItem { .. } | Action::DropItem { .. } => 0.2,
        Action::Retire => 0.0,
        _ => 1.0,
    };
    weights.extend(moves.iter().map(weight));
}

/// Near pearls and without too much danger.
fn visit(game: &Crimsonbranch, node: Node, way: u8) -> f32 {
    let area = Clock::area(game.clock.next_tick(), node);
    let danger: u8 = crate::rules::meet(&game.marks, area).iter().map(|enemy| enemy.strength).sum();
    let safe = danger <= 3 + 3 * game.hero.level / 2;
    let near = if game.no_pearl_left() { 1.0 } else { 1.0 / (1.0 + f32::from(way)) };
    near * if safe { 1.0 } else { 0.3 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use kernel::{Fast, Game, NullLog};

    fn start() -> Crimsonbranch {
        let whole = kernel::options::complete(Crimsonbranch::META.options, &serde_json::Value::Null);
        let options: Options = serde_json::from_value(whole.expect("defaults").into()).expect("the type takes them");
        let Ok(game) = Crimsonbranch::setup(&options, 1, &mut Fast::seeded(1), &mut NullLog);
        game
    }

    #[test]
    fn a_victory_is_worth_its_score_and_a_defeat_nothing() {
        let mut game = start();
        let mut ended = |end: End| {
            game.stage = Stage::Over(end);
            worth(&game)
        };
        assert_eq!([ended(End::Retired), ended(End::Limit), ended(End::Won { score: 0 })], [0.0, 0.0, VICTORY]);
        assert!(ended(End::Won { score: 30 }) > ended(End::Won { score: 8 }));
    }

    #[test]
    fn pearls_and_growth_are_progress_and_time_is_not() {
        let game = start();
        let with = |change: &dyn Fn(&mut Crimsonbranch)| {
            let mut other = game.clone();
            change(&mut other);
            worth(&other) - worth(&game)
        };
        assert!(with(&|game| game.marks.open = game.marks.open.without(crate::board::Nodes::only(first(game)))) > 0.0);
        assert!(with(&|game| game.hero.level = 5) > 0.0);
        assert!(with(&|game| (game.clock.ticks, game.clock.visits) = (4, 4)) < 0.0);
        assert!(with(&|game| game.hero.hp = 1) < 0.0);
    }

    /// Otherwise a search would put a victory off.
    #[test]
    fn an_expected_victory_is_worth_less_than_one_won_now() {
        for (level, ticks, seen) in [(1, 0, 8), (12, 30, 3), (16, 39, 0), (22, 40, 0), (30, 40, 0)] {
            let mut game = start();
            (game.hero.level, game.clock.ticks) = (level, ticks);
            game.hero.hp = game.hero.max();
            game.marks.open =
                game.marks.open.iter().take(seen).fold(crate::board::Nodes::NONE, |set, node| set.with(node));
            let won = Stage::Over(End::Won { score: TIME_BOXES - ticks + LAST_LEVEL - level });
            assert!(worth(&game) < worth(&Crimsonbranch { stage: won, ..game }), "level {level}, {ticks} boxes ticked");
        }
    }

    fn first(game: &Crimsonbranch) -> Node {
        game.marks.open.iter().next().expect("a pearl")
    }
}
