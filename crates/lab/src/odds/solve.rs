//! Solver: from the graph of a fight to the probabilities of its ends.

use std::collections::BTreeMap;

use kernel::measure::Finish;
use num_bigint::BigInt;
use num_rational::Ratio;

use super::{
    Chance,
    graph::{Graph, Node},
};
use crate::LabError;

/// Returns the probability of each end.
pub(super) fn solve(graph: &Graph) -> Result<BTreeMap<Finish, Chance>, LabError> {
    let components = components(graph);
    let exits = exits(graph, &components)?;

    // One denominator for every step. A state on level `n` stores its probability times the
    // denominator to the `n`-th, as a whole number. Addition then needs no common divisors, which
    // make fractions slow.
    let denominator = common(exits.iter().flatten().map(|(_, chance)| chance.denom()));
    let whole = |chance: &Chance| chance.numer() * (&denominator / chance.denom());
    let mut level = vec![0usize; graph.nodes.len()];
    let order: Vec<usize> = components.iter().rev().flatten().copied().collect();
    for from in &order {
        for (to, _) in &exits[*from] {
            level[*to] = level[*to].max(level[*from] + 1);
        }
    }
    let powers = powers(&denominator, level.iter().copied().max().unwrap_or_default());
    let mut probability = vec![BigInt::ZERO; graph.nodes.len()];
    probability[0] = BigInt::from(1);
    let mut ends = BTreeMap::new();
    for from in order {
        if probability[from] == BigInt::ZERO {
            continue;
        }
        let buffer = std::mem::take(&mut probability[from]);
        if let Node::End(end) = graph.nodes[from] {
            *ends.entry(end).or_default() += Ratio::new(buffer, powers[level[from]].clone());
            continue;
        }
        for (to, chance) in &exits[from] {
            let skipped = level[*to] - level[from] - 1;
            probability[*to] += &buffer * whole(chance) * &powers[skipped];
        }
    }
    Ok(ends)
}

fn powers(base: &BigInt, most: usize) -> Vec<BigInt> {
    let next = |power: &BigInt| Some(power * base);
    std::iter::successors(Some(BigInt::from(1)), next).take(most + 1).collect()
}

/// Returns the least common multiple.
fn common<'a>(denominators: impl Iterator<Item = &'a BigInt>) -> BigInt {
    let mut all = BigInt::from(1);
    for denominator in denominators {
        // 1/all + 1/denominator would reduce; the fraction all/denominator is reduced by just their
        // common divisor.
        let reduced: Chance = Ratio::new(all.clone(), denominator.clone());
        all *= reduced.denom();
    }
    all
}

/// Returns for each state the states that the fight reaches when it leaves the state's component
/// permanently, after any number of loops, with their probabilities.
fn exits(graph: &Graph, components: &[Vec<usize>]) -> Result<Vec<Vec<(usize, Chance)>>, LabError> {
    let mut exits: Vec<Vec<(usize, Chance)>> = graph.nodes.iter().map(|_| Vec::new()).collect();
    for component in components {
        let Some(Node::Goes(next)) = component.first().map(|at| &graph.nodes[*at]) else { continue };
        if let [at] = component[..]
            && next.iter().all(|(to, _)| *to != at)
        {
            exits[at].clone_from(next);
            continue;
        }
        for (at, out) in component.iter().zip(untie(graph, component)?) {
            exits[*at] = out;
        }
    }
    Ok(exits)
}

/// Solves a component: `x = inside · x + outside`, a row for each of its states, by elimination.
fn untie(graph: &Graph, component: &[usize]) -> Result<Vec<Vec<(usize, Chance)>>, LabError> {
    let zero = || Ratio::from_integer(BigInt::ZERO);
    let mut inside: Vec<Vec<Chance>> = Vec::new();
    let mut outside: Vec<BTreeMap<usize, Chance>> = Vec::new();
    for at in component {
        let (mut row, mut out) = (vec![zero(); component.len()], BTreeMap::new());
        if let Node::Goes(next) = &graph.nodes[*at] {
            for (to, chance) in next {
                match component.iter().position(|other| other == to) {
                    Some(column) => row[column] = chance.clone(),
                    None => *out.entry(*to).or_default() += chance,
                }
            }
        }
        inside.push(row);
        outside.push(out);
    }
    for pivot in 0..component.len() {
        // The part that returns to the same state: it leaves permanently with probability 1 - stay.
        let leave = Ratio::from_integer(BigInt::from(1)) - std::mem::take(&mut inside[pivot][pivot]);
        if *leave.numer() == BigInt::ZERO {
            return Err(LabError::Endless);
        }
        inside[pivot].iter_mut().for_each(|chance| *chance /= &leave);
        outside[pivot].values_mut().for_each(|chance| *chance /= &leave);
        let (row, out) = (inside[pivot].clone(), outside[pivot].clone());
        for other in (0..component.len()).filter(|other| *other != pivot) {
            let share = std::mem::take(&mut inside[other][pivot]);
            if *share.numer() == BigInt::ZERO {
                continue;
            }
            inside[other].iter_mut().zip(&row).for_each(|(chance, through)| *chance += &share * through);
            for (to, through) in &out {
                *outside[other].entry(*to).or_default() += &share * through;
            }
        }
    }
    Ok(outside.into_iter().map(|out| out.into_iter().collect()).collect())
}

/// Returns the strongly connected components of the graph, those that lead nowhere else first
/// (Tarjan's algorithm, without recursion).
fn components(graph: &Graph) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let next = |at: usize| match &graph.nodes[at] {
        Node::End(_) => &[][..],
        Node::Goes(next) => next,
    };
    let count = graph.nodes.len();
    let (mut number, mut low, mut open) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
    let (mut path, mut stack, mut components, mut met) = (vec![(0, 0)], Vec::new(), Vec::new(), 0);
    while let Some((at, edge)) = path.pop() {
        if edge == 0 {
            (number[at], low[at], open[at]) = (met, met, true);
            met += 1;
            stack.push(at);
        } else {
            // Back from the previous edge.
            let (to, _) = next(at)[edge - 1];
            low[at] = low[at].min(low[to]);
        }
        let mut onward = None;
        for (index, (to, _)) in next(at).iter().enumerate().skip(edge) {
            if number[*to] == UNSEEN {
                onward = Some((index, *to));
                break;
            }
            if open[*to] {
                low[at] = low[at].min(number[*to]);
            }
        }
        if let Some((index, to)) = onward {
            path.push((at, index + 1));
            path.push((to, 0));
        } else if low[at] == number[at] {
            let start = stack.iter().rposition(|other| *other == at).unwrap_or_default();
            let component = stack.split_off(start);
            component.iter().for_each(|member| open[*member] = false);
            components.push(component);
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numer: i32, denom: i32) -> Chance {
        Ratio::new(numer.into(), denom.into())
    }

    /// Two states pass the turn to each other: the first wins with 1/2, the second with 1/3. The
    /// first's probability is 1/2 + 1/2 · 2/3 · itself, which is 3/4.
    #[test]
    fn a_loop_is_gone_through_as_often_as_may_be() {
        let nodes = vec![
            Node::Goes(vec![(1, ratio(1, 2)), (2, ratio(1, 2))]),
            Node::Goes(vec![(0, ratio(2, 3)), (3, ratio(1, 3))]),
            Node::End(Finish::Won { left: 1 }),
            Node::End(Finish::Lost),
        ];
        let ends = solve(&Graph { nodes }).unwrap();
        assert_eq!(ends[&Finish::Won { left: 1 }], ratio(3, 4));
        assert_eq!(ends[&Finish::Lost], ratio(1, 4));
    }

    #[test]
    fn a_state_that_returns_to_itself_is_left_some_time() {
        let nodes = vec![
            Node::Goes(vec![(0, ratio(1, 2)), (1, ratio(1, 6)), (2, ratio(1, 3))]),
            Node::End(Finish::Won { left: 1 }),
            Node::End(Finish::Lost),
        ];
        assert_eq!(solve(&Graph { nodes }).unwrap()[&Finish::Lost], ratio(2, 3));
        let nodes = vec![Node::Goes(vec![(0, ratio(1, 1))])];
        assert!(matches!(solve(&Graph { nodes }), Err(LabError::Endless)));
    }

    /// Paths of different length meet again in one state.
    #[test]
    fn short_ways_and_long_ones_add_up() {
        let nodes = vec![
            Node::Goes(vec![(1, ratio(1, 3)), (3, ratio(2, 3))]),
            Node::Goes(vec![(2, ratio(1, 5)), (3, ratio(4, 5))]),
            Node::Goes(vec![(3, ratio(1, 1))]),
            Node::Goes(vec![(4, ratio(1, 7)), (5, ratio(6, 7))]),
            Node::End(Finish::Lost),
            Node::End(Finish::Won { left: 2 }),
        ];
        let ends = solve(&Graph { nodes }).unwrap();
        assert_eq!((&ends[&Finish::Lost], &ends[&Finish::Won { left: 2 }]), (&ratio(1, 7), &ratio(6, 7)));
    }
}
