//! The standings of a fight, and which leads to which with what chance.

use std::collections::{BTreeMap, HashMap};

use kernel::{
    Explorer, Mass,
    measure::{Bout, Finish, Standing},
};
use num_rational::Ratio;

use super::Chance;

/// Outcomes that one roll may have; the largest of any game has some thousands.
const MOST_OUTCOMES: usize = 10_000_000;

/// A fight as a graph. Standing 0 is the start.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}

/// A standing.
pub(super) enum Node {
    /// It is over.
    End(Finish),
    /// Where it leads, with what chance; these add up to 1.
    Goes(Vec<(usize, Chance)>),
}

impl Graph {
    /// Finds all standings that the bout can come to.
    pub(super) fn explore(bout: &dyn Bout) -> Graph {
        let mut rolls: HashMap<u8, Vec<(u16, Chance)>> = HashMap::new();
        let mut places: HashMap<Standing, usize> = HashMap::from([(bout.start(), 0)]);
        let (mut nodes, mut standings) = (Vec::new(), vec![bout.start()]);
        // Standings are numbered as they are met, and each is looked at once.
        while let Some(at) = standings.get(nodes.len()).copied() {
            if let Some(end) = bout.end(at) {
                nodes.push(Node::End(end));
                continue;
            }
            let due = bout.due(at);
            let mut next: BTreeMap<usize, Chance> = BTreeMap::new();
            for (value, chance) in rolls.entry(due).or_insert_with(|| outcomes(bout, due)) {
                let to = bout.then(at, *value);
                let fresh = places.len();
                let place = *places.entry(to).or_insert(fresh);
                if place == fresh {
                    standings.push(to);
                }
                *next.entry(place).or_default() += &*chance;
            }
            nodes.push(Node::Goes(next.into_iter().collect()));
        }
        Graph { nodes }
    }
}

/// Every value of a roll, with its chance.
fn outcomes(bout: &dyn Bout, due: u8) -> Vec<(u16, Chance)> {
    let mut explorer = Explorer::new(MOST_OUTCOMES);
    let mut values: BTreeMap<u16, Mass> = BTreeMap::new();
    while let Some((mass, value)) = explorer.next(|chance| bout.roll(due, chance)).expect("a roll has few outcomes") {
        *values.entry(value).or_default() += mass;
    }
    let exact = |mass: Mass| Ratio::new((*mass.numer()).into(), (*mass.denom()).into());
    values.into_iter().map(|(value, mass)| (value, exact(mass))).collect()
}
