//! The game's own judgement: the reference policy of the rulebook, and the worth of a position.

mod blows;
mod dice;
mod outlook;
mod tree;

use kernel::{Judge, PuzzleAim, Seat, Temperament};

use crate::{
    Action, Crimsonbranch, View, puzzles,
    state::{Battle, Clock, Item, Phase, Stage},
};

pub(crate) use blows::{Forecast, forecast};
use dice::Bench;
use tree::{distances, tree_worth};

/// The thresholds of the policy.
#[derive(Clone, Copy)]
struct Nerve {
    /// The level from which it dares the last fight.
    ready: u8,
    /// The strength of enemies that it dares to meet at level 0.
    daring: u8,
}

/// The thresholds of the reference policy.
const NERVE: Nerve = Nerve { ready: 22, daring: 3 };

impl Nerve {
    /// The thresholds of the policy with a temperament.
    const fn of(temperament: Temperament) -> Nerve {
        match temperament {
            Temperament::Careful => Nerve { ready: 24, daring: 2 },
            Temperament::Bold => Nerve { ready: 20, daring: 5 },
            Temperament::Spiteful => NERVE,
        }
    }
}

impl Judge for Crimsonbranch {
    const PACE: u32 = 1_500;
    /// A lost fight costs at most a box of time, and the reference policy wins nearly every match
    /// with the same score.
    const PUZZLE_AIM: Option<PuzzleAim<Self>> = Some(puzzles::AIM);
    /// Ten fights of a hundred.
    const CLEAR: f64 = 0.1;

    fn reference(view: &View, _: Seat, moves: &[Action]) -> usize {
        choose(&view.game, moves, NERVE)
    }

    fn inclined(view: &View, _: Seat, moves: &[Action], temperament: Temperament) -> usize {
        choose(&view.game, moves, Nerve::of(temperament))
    }

    fn reference_index(&self, _: Seat, moves: &[Action]) -> usize {
        choose(self, moves, NERVE)
    }

    fn worth(&self, _: Seat) -> f32 {
        outlook::worth(self)
    }

    fn prior(&self, _: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        outlook::prior(self, moves, weights);
    }

    /// A fight to its end; more if the choice has a lasting effect.
    fn lookahead(&self) -> u32 {
        match &self.stage {
            Stage::Battle(Battle { phase: Phase::Loot | Phase::Equip(_), .. }) => 3,
            Stage::Battle(_) | Stage::Over(_) => 1,
            Stage::Explore => 4,
        }
    }

    /// The fights that are over.
    fn turns(&self) -> u32 {
        u32::from(self.clock.visits) - u32::from(matches!(self.stage, Stage::Battle(_)))
    }
}

/// Chooses an action by the policy, as an index into `moves`.
fn choose(game: &Crimsonbranch, moves: &[Action], nerve: Nerve) -> usize {
    let action = decide(game, moves, nerve);
    moves.iter().position(|listed| *listed == action).expect("the policy does what is legal")
}

/// The action of the reference policy, from the state.
pub(crate) fn policy(game: &Crimsonbranch, moves: &[Action]) -> Action {
    decide(game, moves, NERVE)
}

fn decide(game: &Crimsonbranch, moves: &[Action], nerve: Nerve) -> Action {
    let Stage::Battle(battle) = &game.stage else { return explore(game, moves, nerve) };
    match battle.phase {
        Phase::Prepare(dice) => Bench::new(game, battle).prepare(dice),
        Phase::Symbol(dice, activation) => Bench::new(game, battle).symbol(dice, activation),
        Phase::Six(dice, activation) => Bench::new(game, battle).six(dice, activation),
        Phase::Fight(totals) => blows::next(totals, &battle.enemies),
        Phase::Loot => loot(battle, moves),
        Phase::Equip(_) => equip(game, moves),
    }
}

/// The first of all with the greatest worth.
fn best<T>(choices: impl IntoIterator<Item = (i32, T)>) -> Option<T> {
    let mut best: Option<(i32, T)> = None;
    for (worth, choice) in choices {
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, choice));
        }
    }
    best.map(|(_, choice)| choice)
}

fn loot(battle: &Battle, moves: &[Action]) -> Action {
    if battle.great_evil {
        return Action::EndLoot;
    }
    let weak = |action: &&Action| match action {
        Action::TakeItem { enemy } => battle.enemies[usize::from(*enemy)].strength == 1,
        _ => false,
    };
    let xp = |action: &&Action| matches!(action, Action::TakeXp { .. } | Action::PearlXp);
    *moves.iter().find(weak).or_else(|| moves.iter().find(xp)).unwrap_or(&Action::EndLoot)
}

fn equip(game: &Crimsonbranch, moves: &[Action]) -> Action {
    let now = tree_worth(game, &game.marks);
    let circles = moves.iter().filter_map(|action| {
        let Action::Circle { branch } = *action else { return None };
        let stat = game.sheet.stat(branch)?;
        let mut marks = game.marks;
        let find = match &game.stage {
            Stage::Battle(Battle { phase: Phase::Equip(find), .. }) => *find,
            _ => return None,
        };
        marks.items[stat as usize] = Some(Item { find, branch, moved: false });
        Some((tree_worth(game, &marks), *action))
    });
    best(std::iter::once((now, Action::Discard)).chain(circles)).unwrap_or(Action::Discard)
}

fn explore(game: &Crimsonbranch, moves: &[Action], nerve: Nerve) -> Action {
    let crosses = moves.iter().filter_map(|action| {
        let Action::Cross { branch } = *action else { return None };
        let mut marks = game.marks;
        marks.crossed = marks.crossed.with(branch);
        Some((tree_worth(game, &marks), *action))
    });
    if let Some(cross) = best(crosses) {
        return cross;
    }
    if game.no_pearl_left() && game.hero.level >= nerve.ready {
        return Action::Challenge;
    }
    visit(game, nerve)
}

/// A node that can be visited, as the policy sees it.
#[derive(Clone, Copy)]
struct Goal {
    action: Action,
    /// The number of nodes that would be evaluated.
    size: u8,
    good: bool,
    /// Visits from there to the nearest open pearl.
    way: u8,
}

fn visit(game: &Crimsonbranch, nerve: Nerve) -> Action {
    let ticks = game.clock.next_tick();
    let ways = distances(game);
    let goal = |node: crate::board::Node| {
        let area = Clock::area(ticks, node);
        let danger: u8 = crate::rules::meet(&game.marks, area).iter().map(|enemy| enemy.strength).sum();
        let good = danger <= nerve.daring + 3 * game.hero.level / 2;
        Goal { action: Action::Visit { node }, size: area.len(), good, way: ways[node.index()] }
    };
    let mut goals: arrayvec::ArrayVec<Goal, 36> = game.visitable().iter().map(goal).collect();
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.size)); // Stable: equal sizes stay in the order of nodes.
    let shortest = goals.iter().map(|goal| goal.way).min();
    let good = |goal: &&Goal| goal.good;
    let nearest = goals.iter().filter(good).find(|goal| !game.no_pearl_left() && Some(goal.way) == shortest);
    let chosen = nearest.or_else(|| goals.iter().find(good)).or_else(|| goals.iter().min_by_key(|goal| goal.size));
    chosen.map_or(Action::Retire, |goal| goal.action)
}
