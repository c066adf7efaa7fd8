//! Many environments of one game, stepped together.
//!
//! The arrays are made once; each step writes into them. Each thread steps some of the environments.
//! Each match has dice of its own, by the seed and its number, so the number of threads changes
//! nothing.

use std::collections::BTreeMap;

use bots::Bot;
use kernel::{MAX_SEATS, contained};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, ndarray::Dimension,
};
use pyo3::{
    Bound, Py, PyResult, Python,
    exceptions::PyRuntimeError,
    pyclass, pyfunction, pymethods,
    types::{PyDict, PyDictMethods},
};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};

use crate::{
    convert::{encoded, refused},
    entries::find,
    environment::{Environment, Rows, Scenario},
};

/// Many matches of one game, stepped together. Where a match ends, the next one begins in the same
/// step.
#[pyclass(name = "VectorEnv", module = "undercroft")]
pub(crate) struct Vector {
    scenario: Scenario,
    /// Empty until the first reset.
    environments: Vec<Environment>,
    /// The number of environments that a thread steps.
    part: usize,
    /// `None` if one thread does everything.
    pool: Option<ThreadPool>,
    arrays: Arrays,
    info: Py<PyDict>,
    /// The seed of the next reset.
    seed: u64,
}

/// The arrays that steps write, with a row for each environment.
struct Arrays {
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    reward: Py<PyArray1<f32>>,
    rewards: Py<PyArray2<f32>>,
    progress: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    seats: Py<PyArray1<i64>>,
    finals: Py<PyArray2<f32>>,
}

impl Arrays {
    /// Makes arrays of zeros.
    fn new(py: Python<'_>, count: usize, scenario: &Scenario) -> Arrays {
        let (size, seats) = (scenario.game.size(), scenario.seats.into());
        Arrays {
            observations: PyArray::zeros(py, [count, size], false).unbind(),
            masks: PyArray::zeros(py, [count, scenario.game.actions()], false).unbind(),
            reward: PyArray::zeros(py, [count], false).unbind(),
            rewards: PyArray::zeros(py, [count, seats], false).unbind(),
            progress: PyArray::zeros(py, [count], false).unbind(),
            terminated: PyArray::zeros(py, [count], false).unbind(),
            truncated: PyArray::zeros(py, [count], false).unbind(),
            seats: PyArray::zeros(py, [count], false).unbind(),
            finals: PyArray::zeros(py, [count, size], false).unbind(),
        }
    }

    /// Returns the dictionary with the arrays that are no result of their own.
    fn info(&self, py: Python<'_>, has_progress: bool) -> PyResult<Py<PyDict>> {
        let info = PyDict::new(py);
        info.set_item("action_mask", &self.masks)?;
        info.set_item("seat", &self.seats)?;
        info.set_item("rewards", &self.rewards)?;
        if has_progress {
            info.set_item("progress", &self.progress)?;
        }
        info.set_item("final_obs", &self.finals)?;
        Ok(info.unbind())
    }
}

/// Borrows an array for writing; an error if other code holds it or has made it read-only.
fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(refused)
}

/// The results of a step: observations, rewards, ends, cuts, and the other arrays.
type Stepped<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyDict>,
);

/// Makes environments, by default with the usual number of seats, all of them played by the caller.
///
/// `opponents` names the bots that play inside, by seat. `threads` is the number of cores by
/// default, and `max_steps` cuts matches off after so many steps of the caller. With
/// `progress=True` the info has the change in progress.
#[pyfunction]
#[pyo3(signature = (game, num_envs, seats=None, *, options=None, opponents=None, threads=None, seed=0, max_steps=None, progress=false))]
#[allow(clippy::too_many_arguments, reason = "Python callers give most of them by name")]
pub(crate) fn vector(
    py: Python<'_>,
    game: &str,
    num_envs: usize,
    seats: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
    opponents: Option<BTreeMap<usize, String>>,
    threads: Option<usize>,
    seed: u64,
    max_steps: Option<u32>,
    progress: bool,
) -> PyResult<Vector> {
    let entry = find(game)?;
    if num_envs == 0 {
        return Err(refused("num_envs must be at least 1"));
    }
    let (options, game) = (crate::convert::options(options)?, encoded(entry)?);
    // One match checks options and seats for all.
    let seats = seats.unwrap_or(entry.meta().usual_seats.into());
    let seats = game.open(&options, seats, seed).map_err(refused)?.seats();
    let mut bots = [None; MAX_SEATS];
    for (seat, bot) in opponents.unwrap_or_default() {
        let place = bots.get_mut(seat).filter(|_| seat < seats.into());
        let place = place.ok_or_else(|| refused(format!("there is no seat {seat}; there are {seats} seats")))?;
        *place = Some(bot.parse::<Bot>().map_err(refused)?);
    }
    if bots.iter().flatten().count() == usize::from(seats) {
        return Err(refused("opponents play all seats, so none is left"));
    }
    let (opponents, max_steps, count) = (bots, max_steps.unwrap_or(u32::MAX), num_envs as u64);
    let scenario = Scenario { game, options, seats, opponents, max_steps, has_progress: progress, count };
    let threads = threads.unwrap_or_else(bots::cores).clamp(1, num_envs);
    let pool = match threads {
        1 => None,
        _ => Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(refused)?),
    };
    let arrays = Arrays::new(py, num_envs, &scenario);
    let (info, part) = (arrays.info(py, progress)?, num_envs.div_ceil(threads));
    Ok(Vector { scenario, environments: Vec::new(), part, pool, arrays, info, seed })
}

#[pymethods]
impl Vector {
    /// The number of environments.
    #[getter]
    fn num_envs(&self) -> u64 {
        self.scenario.count
    }

    /// The number of seats of each match.
    #[getter]
    fn seats(&self) -> u8 {
        self.scenario.seats
    }

    /// The number of actions: the length of a mask.
    #[getter]
    fn num_actions(&self) -> usize {
        self.scenario.game.actions()
    }

    /// The number of numbers in an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.scenario.game.size()
    }

    /// Begins a match in every environment. The same seed begins the same matches; without a seed
    /// each reset begins others.
    #[pyo3(signature = (*, seed=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyDict>)> {
        let seed = seed.unwrap_or(self.seed);
        self.seed = seed.wrapping_add(1);
        let scenario = &self.scenario;
        let begin = |number| Environment::begin(scenario, seed, number);
        let environments = py.detach(|| (0..scenario.count).map(begin).collect::<Result<_, _>>());
        self.environments = environments.map_err(refused)?;
        self.on_parts(py, |_, environments, scenario, rows| {
            environments.iter_mut().for_each(|environment| environment.show_beginning(&mut rows.take(1, scenario)));
            Ok(())
        })?;
        Ok((self.arrays.observations.bind(py).clone(), self.info.bind(py).clone()))
    }

    /// Takes an action in each environment. Opponents then play until a seat of the caller must act.
    ///
    /// An illegal action raises `ValueError`, and no environment changes.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Stepped<'py>> {
        if self.environments.is_empty() {
            return Err(refused("call reset before the first step"));
        }
        let actions = self.legal(py, actions.as_slice().map_err(refused)?)?;
        self.on_parts(py, |first, environments, scenario, rows| {
            for (environment, action) in environments.iter_mut().zip(&actions[first..]) {
                environment.step(scenario, *action, &mut rows.take(1, scenario)).map_err(|error| error.to_string())?;
            }
            Ok(())
        })?;
        let Arrays { observations, reward, terminated, truncated, .. } = &self.arrays;
        Ok((
            observations.bind(py).clone(),
            reward.bind(py).clone(),
            terminated.bind(py).clone(),
            truncated.bind(py).clone(),
            self.info.bind(py).clone(),
        ))
    }
}

impl Vector {
    /// Checks the actions against the masks.
    fn legal(&self, py: Python<'_>, actions: &[i64]) -> PyResult<Vec<u16>> {
        let count = self.environments.len();
        if actions.len() != count {
            return Err(refused(format!("{} actions for {count} environments", actions.len())));
        }
        let masks = self.arrays.masks.bind(py).try_readonly().map_err(refused)?;
        let masks = masks.as_slice().map_err(refused)?.chunks(self.scenario.game.actions());
        let legal = |(number, (action, mask)): (usize, (&i64, &[bool]))| {
            let choice = u16::try_from(*action).ok().filter(|choice| mask.get(usize::from(*choice)) == Some(&true));
            choice.ok_or_else(|| refused(format!("action {action} is not legal in environment {number}")))
        };
        actions.iter().zip(masks).enumerate().map(legal).collect()
    }

    /// Runs a function on the environments of each thread: with the number of the first one, and the
    /// rows of the arrays.
    fn on_parts(
        &mut self,
        py: Python<'_>,
        run: impl Fn(usize, &mut [Environment], &Scenario, &mut Rows<'_>) -> Result<(), String> + Send + Sync,
    ) -> PyResult<()> {
        let arrays = &self.arrays;
        let mut observations = writable(py, &arrays.observations)?;
        let mut masks = writable(py, &arrays.masks)?;
        let mut reward = writable(py, &arrays.reward)?;
        let mut rewards = writable(py, &arrays.rewards)?;
        let mut progress = writable(py, &arrays.progress)?;
        let mut terminated = writable(py, &arrays.terminated)?;
        let mut truncated = writable(py, &arrays.truncated)?;
        let mut seats = writable(py, &arrays.seats)?;
        let mut finals = writable(py, &arrays.finals)?;
        let mut all = Rows {
            observations: observations.as_slice_mut().map_err(refused)?,
            masks: masks.as_slice_mut().map_err(refused)?,
            reward: reward.as_slice_mut().map_err(refused)?,
            rewards: rewards.as_slice_mut().map_err(refused)?,
            progress: progress.as_slice_mut().map_err(refused)?,
            terminated: terminated.as_slice_mut().map_err(refused)?,
            truncated: truncated.as_slice_mut().map_err(refused)?,
            seats: seats.as_slice_mut().map_err(refused)?,
            finals: finals.as_slice_mut().map_err(refused)?,
        };
        let (scenario, part, pool) = (&self.scenario, self.part, self.pool.as_ref());
        let mut work = Vec::with_capacity(self.environments.len().div_ceil(part));
        for (number, environments) in self.environments.chunks_mut(part).enumerate() {
            let rows = all.take(environments.len(), scenario);
            work.push((number * part, environments, rows));
        }
        let run = |(first, environments, mut rows): (usize, &mut [Environment], Rows<'_>)| {
            let done = contained(|| run(first, environments, scenario, &mut rows));
            done.unwrap_or_else(|panicked| Err(panicked.to_string()))
        };
        let done: Result<(), String> = py.detach(|| match pool {
            Some(pool) => pool.install(|| work.into_par_iter().try_for_each(run)),
            None => work.into_iter().try_for_each(run),
        });
        done.map_err(|why| {
            // Some matches are a step ahead of the others: only a reset helps.
            self.environments.clear();
            PyRuntimeError::new_err(why)
        })
    }
}
