//! The graph of a fight: its states, and the probabilities of the transitions.

use std::collections::{BTreeMap, HashMap};

use kernel::{
    Explorer, Probability,
    measure::{Duel, DuelState, Finish},
};
use num_rational::Ratio;

use super::Chance;

/// Limit of the outcomes of one roll; the largest of any game has some thousands.
const MOST_OUTCOMES: usize = 10_000_000;

/// A fight as a graph. Node 0 is the start.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}

/// A state.
pub(super) enum Node {
    /// It is over.
    End(Finish),
    /// The next states with their probabilities, which add up to 1.
    Goes(Vec<(usize, Chance)>),
}

impl Graph {
    /// Finds all states that the duel can reach.
    pub(super) fn explore(duel: &dyn Duel) -> Graph {
        let mut rolls: HashMap<u8, Vec<(u16, Chance)>> = HashMap::new();
        let mut places: HashMap<DuelState, usize> = HashMap::from([(duel.start(), 0)]);
        let (mut nodes, mut states) = (Vec::new(), vec![duel.start()]);
        // States are numbered in the order of discovery, and each is visited once.
        while let Some(at) = states.get(nodes.len()).copied() {
            if let Some(end) = duel.end(at) {
                nodes.push(Node::End(end));
                continue;
            }
            let due = duel.due(at);
            let mut next: BTreeMap<usize, Chance> = BTreeMap::new();
            for (value, chance) in rolls.entry(due).or_insert_with(|| outcomes(duel, due)) {
                let to = duel.then(at, *value);
                let fresh = places.len();
                let place = *places.entry(to).or_insert(fresh);
                if place == fresh {
                    states.push(to);
                }
                *next.entry(place).or_default() += &*chance;
            }
            nodes.push(Node::Goes(next.into_iter().collect()));
        }
        Graph { nodes }
    }
}

/// Returns every value of a roll, with its probability.
fn outcomes(duel: &dyn Duel, due: u8) -> Vec<(u16, Chance)> {
    let mut explorer = Explorer::new(MOST_OUTCOMES);
    let mut values: BTreeMap<u16, Probability> = BTreeMap::new();
    while let Some((probability, value)) =
        explorer.next(|chance| duel.roll(due, chance)).expect("a roll has few outcomes")
    {
        *values.entry(value).or_default() += probability;
    }
    let exact = |probability: Probability| Ratio::new((*probability.numer()).into(), (*probability.denom()).into());
    values.into_iter().map(|(value, probability)| (value, exact(probability))).collect()
}
