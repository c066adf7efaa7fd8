//! A match of any game.

use bots::{Bot, Budget};
use kernel::{ActError, MAX_SEATS, Match, Path, Seat, SeatSet, Viewer, contained};
use numpy::PyArray1;
use pyo3::{
    Bound, PyAny, PyResult, Python,
    exceptions::PyRuntimeError,
    pyclass, pymethods,
    types::{PyAnyMethods, PyDict, PyDictMethods},
};
use roster::{EncodedGame, GameEntry, LegalMoves, MoveEstimate};
use serde_json::{Value, json};

use crate::convert::{fraction, not_encoded, refused, to_json, to_python};

/// A match of any game: it lists the legal actions, refuses all others, and records every step.
#[pyclass(name = "Match", module = "undercroft")]
pub(crate) struct PyMatch {
    entry: &'static dyn GameEntry,
    table: Box<dyn Match>,
    /// Whether it is an imagined world, which has no record.
    is_imagined: bool,
    /// The encoding of the game, if it has one.
    encoding: Option<Box<dyn EncodedGame>>,
    /// A seat and its legal moves, where they have been listed in this position.
    moves: Option<(Seat, Box<dyn LegalMoves>)>,
    /// The seat that has chosen a part of its action by number, and the parts.
    chosen: (Seat, Path),
}

impl PyMatch {
    /// Creates the Python side of a match.
    pub(crate) fn new(entry: &'static dyn GameEntry, table: Box<dyn Match>) -> PyMatch {
        PyMatch { entry, table, is_imagined: false, encoding: entry.encoded(), moves: None, chosen: Default::default() }
    }

    /// Returns the encoding of the game.
    fn encoding(&self) -> PyResult<&dyn EncodedGame> {
        self.encoding.as_deref().ok_or_else(|| not_encoded(self.entry))
    }

    /// Takes the legal moves of a seat out, and lists them unless they are listed already.
    fn listed(&mut self, seat: Seat) -> PyResult<Box<dyn LegalMoves>> {
        match self.moves.take() {
            Some((listed, moves)) if listed == seat => Ok(moves),
            _ => self.encoding()?.moves(self.table.as_ref(), seat).ok_or_else(|| refused(self.idle())),
        }
    }

    /// Forgets what has been listed and chosen in the position before.
    fn forget(&mut self) {
        self.moves = None;
        self.chosen.1.clear();
    }

    /// Reads a seat; the seat to ask first if there is none.
    fn seat_or_turn(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self.table.asked_first().ok_or_else(|| refused(self.idle())),
        }
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        let seats = self.table.seats();
        match seat < seats {
            true => Ok(Seat(seat)),
            false => Err(refused(format!("there is no seat {seat}; the match has the seats 0 to {}", seats - 1))),
        }
    }

    /// Reads the viewer that a seat is; a spectator if there is none.
    fn viewer(&self, seat: Option<u8>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::Spectator), |seat| Ok(Viewer::Seat(self.seat(seat)?)))
    }

    /// Returns the reason why no seat is awaited.
    fn idle(&self) -> String {
        match self.table.question() {
            Some(question) => ActError::Asked(Box::new(question.clone())).to_string(),
            None => "the match is over".into(),
        }
    }

    /// Returns the parts of an action that a seat has chosen by number.
    fn chosen_by(&self, seat: Seat) -> Path {
        let (chooser, path) = &self.chosen;
        if *chooser == seat { path.clone() } else { Path::new() }
    }

    /// Chooses the next part of an action by its number, and takes the step once the action is whole.
    fn choose(&mut self, seat: Seat, number: u16) -> PyResult<()> {
        let (moves, mut path) = (self.listed(seat)?, self.chosen_by(seat));
        let goes_on = |legal: &Path| legal.starts_with(&path) && legal.get(path.len()) == Some(&number);
        let place = moves.paths().iter().position(goes_on);
        match place.map(|place| (place, moves.paths()[place].len() - path.len())) {
            Some((place, 1)) => {
                moves.take(place, self.table.as_mut()).map_err(refused)?;
                self.forget();
                return Ok(());
            }
            Some(_) => {
                path.push(number);
                self.chosen = (seat, path);
            }
            None => return Err(refused(format!("action {number} is not legal for seat {seat}"))),
        }
        self.moves = Some((seat, moves));
        Ok(())
    }
}

#[pymethods]
impl PyMatch {
    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.table.meta().id
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.table.seats()
    }

    /// The maximum number of steps of a match with these options.
    #[getter]
    fn bound(&self) -> u64 {
        self.table.bound()
    }

    /// The complete options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Object(self.table.record(false).header.options))
    }

    /// The number of steps taken.
    #[getter]
    fn ply(&self) -> usize {
        self.table.ply()
    }

    /// The seats that must act; none while the match waits for an outcome.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.table.awaited().iter().map(Seat::index).collect()
    }

    /// The seat to ask first. `None` while the match waits for an outcome, and when it is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.table.asked_first().map(|seat| seat.0)
    }

    /// Whether the match has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }

    /// The victory, the placings and the scores of a match that has ended.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.table.outcome().map(|outcome| to_python(py, &outcome)).transpose()
    }

    /// The question for the outcome that a match with explicit chance waits for.
    #[getter]
    fn question<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.table.question().map(|question| to_python(py, &json!(question))).transpose()
    }

    /// Returns every possible answer to the question, each with its exact probability; an empty
    /// list if there is no question.
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let outcomes = self.table.question().map(|question| question.outcomes()).unwrap_or_default();
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let weighted = |(outcome, weight)| Ok((outcome, fraction(py, &format!("{weight}/{total}"))?));
        outcomes.into_iter().map(weighted).collect()
    }

    /// Gives the outcome that the match waits for.
    fn answer(&mut self, outcome: &str) -> PyResult<()> {
        if let Some(question) = self.table.question() {
            question.check_possible(outcome).map_err(refused)?;
        }
        self.forget();
        self.table.answer(outcome).map_err(refused)
    }

    /// Returns the legal actions of a seat, by default of the seat to ask first.
    #[pyo3(signature = (seat=None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let actions = self.table.actions(self.seat_or_turn(seat)?);
        actions.iter().map(|action| to_python(py, action)).collect()
    }

    /// Returns the texts of the legal actions, in the same order.
    #[pyo3(signature = (seat=None))]
    fn texts<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let seat = self.seat_or_turn(seat)?;
        let state = self.table.state(SeatSet::only(seat));
        let Some((_, list)) = state.legal.first() else { return Ok(Vec::new()) };
        let list: Vec<Value> = serde_json::from_str(list.get()).map_err(refused)?;
        list.iter().map(|entry| to_python(py, &entry["text"])).collect()
    }

    /// Takes a step for a seat, by default for the seat to ask first: an action, or its number in
    /// the mask. An illegal action raises `ValueError` with the ruling, and changes nothing.
    ///
    /// Where an action has several parts, a number chooses the next part.
    #[pyo3(signature = (action, seat=None))]
    fn act(&mut self, action: &Bound<'_, PyAny>, seat: Option<u8>) -> PyResult<()> {
        let seat = self.seat_or_turn(seat)?;
        if let Ok(number) = action.extract::<u16>() {
            return self.choose(seat, number);
        }
        self.table.act(seat, &to_json(action)?).map_err(refused)?;
        self.forget();
        Ok(())
    }

    /// Returns the numbers of the legal actions of a seat, by default of the seat to ask first, in
    /// the order of `legal`. Where an action has several parts, they are those of the next part.
    #[pyo3(signature = (seat=None))]
    fn legal_numbers(&mut self, seat: Option<u8>) -> PyResult<Vec<u16>> {
        let seat = self.seat_or_turn(seat)?;
        let (moves, chosen) = (self.listed(seat)?, self.chosen_by(seat));
        let mut numbers = Vec::with_capacity(moves.paths().len());
        for path in moves.paths().iter().filter(|path| path.starts_with(&chosen)) {
            let Some(next) = path.get(chosen.len()) else { continue };
            // The paths with the same first part need not be neighbours.
            if path.len() == 1 || !numbers.contains(next) {
                numbers.push(*next);
            }
        }
        self.moves = Some((seat, moves));
        Ok(numbers)
    }

    /// Returns whether each numbered action is legal for a seat, by default for the seat to ask
    /// first.
    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (encoded, seat) = (self.encoding()?, self.seat_or_turn(seat)?);
        let mut mask = vec![false; encoded.actions()];
        match encoded.mask(self.table.as_ref(), seat, &self.chosen_by(seat), &mut mask) {
            true => Ok(PyArray1::from_vec(py, mask)),
            false => Err(refused(self.idle())),
        }
    }

    /// Returns the observation of a seat, by default of the seat to ask first.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (encoded, seat) = (self.encoding()?, self.seat_or_turn(seat)?);
        let mut observation = vec![0.0; encoded.size()];
        match encoded.observe(self.table.as_ref(), seat, &self.chosen_by(seat), &mut observation) {
            true => Ok(PyArray1::from_vec(py, observation)),
            false => Err(refused(self.idle())),
        }
    }

    /// Returns the reward of each seat: its share in the victory once the match is over, else 0.
    fn rewards(&self) -> PyResult<Vec<f32>> {
        let outcome = self.encoding()?.outcome(self.table.as_ref());
        let share = |seat| outcome.as_ref().map_or(0.0, |outcome| outcome.win_share(seat));
        Ok(Seat::all(self.table.seats()).map(share).collect())
    }

    /// Takes the last step back, with its dice: the same step meets the same dice again.
    fn undo(&mut self) -> PyResult<()> {
        self.forget();
        self.table.undo().map_err(refused)
    }

    /// Returns a copy, which goes on by itself.
    fn clone(&self) -> PyMatch {
        let PyMatch { is_imagined, ref chosen, .. } = *self;
        PyMatch { is_imagined, chosen: chosen.clone(), ..PyMatch::new(self.entry, self.table.branch()) }
    }

    fn __copy__(&self) -> PyMatch {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyMatch {
        self.clone()
    }

    /// Returns the information that a seat may have, by default a spectator.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.table.view(self.viewer(seat)?))
    }

    /// Returns the events of a step, by default of the last, as a seat or a spectator learns them.
    #[pyo3(signature = (seat=None, step=None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<u8>, step: Option<usize>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let events = self.table.events(self.viewer(seat)?, step.unwrap_or(self.table.ply()));
        let event = |event: &str| to_python(py, &serde_json::from_str(event).map_err(refused)?);
        events.iter().map(|text| event(text.get())).collect()
    }

    /// Returns a match that looks the same to a seat. Everything that the seat cannot know is drawn
    /// from the seed. The match begins in the present state and has no record.
    fn determinize(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<PyMatch> {
        let seat = self.seat(seat)?;
        let world = py.detach(|| self.entry.imagined(self.table.as_ref(), seat, seed));
        let table = world.ok_or_else(|| refused(self.idle()))?;
        Ok(PyMatch { is_imagined: true, ..PyMatch::new(self.entry, table) })
    }

    /// Returns the record of the match, with its seed.
    fn record(&self) -> PyResult<String> {
        if self.is_imagined {
            return Err(refused("an imagined match has no record, because its hidden cards were never drawn"));
        }
        if self.table.view(Viewer::Spectator).as_object().is_none_or(|view| view.len() < 2) {
            return Err(refused("the match is still being laid out; answer its questions first"));
        }
        Ok(self.table.record(true).to_string())
    }

    /// Returns the action of a bot with its text, and its estimate of each move if it searched. The
    /// same arguments give the same advice. Other Python threads run meanwhile.
    #[pyo3(signature = (bot="reference", seat=None, *, seed=0, playouts=None, threads=1))]
    fn advice<'py>(
        &self,
        py: Python<'py>,
        bot: &str,
        seat: Option<u8>,
        seed: u64,
        playouts: Option<u32>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (bot, seat) = (bot.parse::<Bot>().map_err(refused)?, self.seat_or_turn(seat)?);
        let table = self.table.as_ref();
        let budget = Budget { playouts, threads, ..Budget::ONE_THREAD };
        // Another seed at each decision, so that a bot that decides by chance does not repeat itself.
        let seed = seed.wrapping_add((table.ply() * MAX_SEATS + seat.index()) as u64);
        let advised = py.detach(|| contained(|| self.entry.advise(table, seat, bot, seed, &budget)));
        let advised = advised.map_err(|panicked| PyRuntimeError::new_err(panicked.to_string()))?;
        let advice = advised.ok_or_else(|| refused(format!("seat {seat} is not awaited")))?;
        let estimates: Vec<Value> = advice.estimates.iter().map(MoveEstimate::to_json).collect();
        let answer = PyDict::new(py);
        answer.set_item("action", to_python(py, &advice.action)?)?;
        answer.set_item("text", advice.text.plain(kernel::unnamed))?;
        answer.set_item("estimates", to_python(py, &Value::Array(estimates))?)?;
        Ok(answer)
    }

    fn __repr__(&self) -> String {
        let (meta, table) = (self.table.meta(), &self.table);
        format!("<undercroft.Match {}: seats {}, step {}>", meta.id, table.seats(), table.ply())
    }
}
