//! Puzzles: the search for them in matches of the reference policy, and their setup.
//!
//! The reference policy plays a match alone. From a random decision on, the search tries out each
//! decision that offers a handful of moves. It uses playouts in worlds imagined for the seat. The
//! first pass makes a few playouts for every move. The second makes more if another move than the
//! reference's may be better. The last makes many, with outcomes of their own, and compares every
//! move with the one that seems best. The position is a puzzle if that move is still clearly better
//! than every other, and much better than the reference's. The result of the match measures what is
//! better, or the game's own aim; then the result of the match must confirm it.

use std::ops::RangeInclusive;

use bots::{Compared, Decision, Judgement, compare, outlook};
use kernel::{
    BadOptions, BadPuzzle, Fast, Game, Judge, Present, Puzzle, PuzzleMove, Referee, Seat, Seed, Source, below, mixed,
};
use serde_json::{Map, Value};

use crate::analysis;

/// The parameters of a search for puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSearch {
    /// The seed of the matches and of the search.
    pub seed: u64,
    /// Number of playouts behind each move of a puzzle.
    pub playouts: u32,
}

/// A puzzle that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its kind: that of the reference's move, and that of the best.
    pub kind: [String; 2],
}

/// The permitted numbers of moves of a puzzle: players would often guess one of two moves.
const MOVES: RangeInclusive<usize> = 3..=8;
/// Maximum number of decisions in a match.
const PLIES: usize = 1_000;
/// Maximum number of decisions of a match that are tried out.
const TRIED: usize = 24;
/// Number of playouts for each move in the first pass and in the second.
const FEW: u32 = 24;
const SOME: u32 = 160;
/// Number of standard errors by which the best move must be better than each other one.
const ERRORS: f64 = 3.0;
/// Number of standard errors in the margin on either side that has a confidence of 95 %.
const MARGIN: f64 = 1.96;
/// A position is skipped if its last pass takes longer than this, in milliseconds by the game's own
/// pace.
const PATIENCE: u64 = 4_000;

/// Returns the puzzle in match `number`, if the search finds one. The same search and number find
/// the same. It asks `go_on` before each decision, and returns `None` once that returns `false`.
pub(crate) fn find<G: Present + Judge>(
    search: &PuzzleSearch,
    number: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<FoundPuzzle>, BadOptions> {
    let seed = mixed(search.seed, number) >> 12;
    let options = suggested::<G>(seed);
    let wanted = Value::Object(options.clone());
    let seats = G::META.usual_seats;
    let mut referee = Referee::<G>::open(&wanted, seats.into(), Source::Seed(Seed::from(seed), Vec::new()))?;
    let moves = play(&mut referee);
    let states: Vec<G> = referee.states().collect();
    let count = moves.len();
    if count == 0 {
        return Ok(None);
    }
    // Puzzles come from all parts of a match: the decision tried out first is random.
    let first = below(&mut Fast::seeded(seed).0, count as u32) as usize;
    let faced = (first..count).chain(0..first).filter_map(|at| Faced::at(states.get(at)?, at, seed)).take(TRIED);
    for faced in faced {
        if !go_on() {
            return Ok(None);
        }
        let Some(choices) = faced.tried_out(search.playouts) else { continue };
        let moves = moves[..faced.at].to_vec();
        let puzzle = Puzzle { options, seats, seed, moves, reference: faced.reference, choices };
        let kind = [puzzle.reference, puzzle.best()].map(|place| faced.kind(place));
        return Ok(Some(FoundPuzzle { puzzle, kind }));
    }
    Ok(None)
}

/// Returns text options as the game suggests them; all others have their defaults.
fn suggested<G: Present>(number: u64) -> Map<String, Value> {
    let suggestion = |key: &str| Some((key.to_owned(), Value::String((G::FEATURES.suggestion)(key, number)?)));
    G::META.options.iter().filter_map(|spec| suggestion(spec.key)).collect()
}

/// Plays a match as the reference does, and returns the place of each move in its legal list.
fn play<G: Present + Judge>(referee: &mut Referee<G>) -> Vec<usize> {
    let mut places = Vec::new();
    while let Some((seat, game)) = referee.asked_first().zip(referee.game()).filter(|_| places.len() < PLIES) {
        let mut legal = referee.legal(seat);
        let place = game.reference_index(seat, &legal);
        if place >= legal.len() || referee.act(seat, legal.swap_remove(place)).is_err() {
            break;
        }
        places.push(place);
    }
    places
}

/// A decision with a handful of moves, in a match of the reference policy.
struct Faced<'a, G: Game> {
    at: usize,
    game: &'a G,
    seat: Seat,
    legal: Vec<G::Action>,
    reference: usize,
    /// The seed of the search at this decision.
    seed: u64,
}

impl<'a, G: Judge> Faced<'a, G> {
    /// Returns the decision after `at` moves.
    fn at(game: &'a G, at: usize, seed: u64) -> Option<Self> {
        let seat = game.asked_first()?;
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        if !MOVES.contains(&legal.len()) {
            return None;
        }
        worth(game, game, seat)?;
        let reference = game.reference_index(seat, &legal);
        Some(Faced { at, game, seat, legal, reference, seed: mixed(seed, at as u64) })
    }

    /// Returns the values of its moves, if it is a puzzle.
    fn tried_out(&self, playouts: u32) -> Option<Vec<PuzzleMove>> {
        let promising = self.compared(self.reference, FEW, 0, asked_for)?;
        best(&promising).filter(|best| best.gain > G::CLEAR / 2.0 && best.gain > best.error)?;
        let length = analysis::length(self.game, self.seat, self.at);
        let cost = length * self.legal.len() as u64 * u64::from(playouts);
        if cost > u64::from(G::PACE) * PATIENCE {
            return None;
        }
        let likely = self.compared(self.reference, SOME, 1, asked_for)?;
        let found = best(&likely).filter(|best| best.gain > G::CLEAR && best.gain > 2.0 * best.error)?;
        let mut last = self.compared(found.index, playouts, 2, asked_for)?;
        let clear = |one: &Compared| {
            let least = if one.index == self.reference { G::CLEAR } else { 0.0 };
            one.index == found.index || -one.gain > least.max(ERRORS * one.error)
        };
        if !last.iter().all(clear) || !self.holds_to_the_end(found.index, playouts) {
            return None;
        }
        last.sort_unstable_by_key(|one| one.index);
        last.iter().map(|one| self.choice(one)).collect()
    }

    /// Whether, for games whose puzzles have a nearer aim, the best move does not harm the match
    /// either. No other move may have a better result at the end of the match, and the reference's
    /// must be clearly worse.
    fn holds_to_the_end(&self, best: usize, playouts: u32) -> bool {
        let clear = |one: &Compared| match one.index == self.reference {
            true => -one.gain > ERRORS * one.error,
            false => one.gain <= 0.0,
        };
        let compared = || self.compared(best, playouts, 3, outlook);
        G::PUZZLE_AIM.is_none() || compared().is_some_and(|compared| compared.iter().all(clear))
    }

    fn compared(&self, by: usize, rounds: u32, pass: u64, judgement: Judgement<G>) -> Option<Vec<Compared>> {
        let decision = Decision::of(self.game, self.seat, &self.legal)?;
        let others: Vec<usize> = (0..self.legal.len()).filter(|index| *index != by).collect();
        Some(compare(decision, by, &others, rounds, judgement, mixed(self.seed, pass)))
    }

    /// Returns the kind of a move: its type, and the game's word that distinguishes moves of one
    /// type.
    fn kind(&self, place: usize) -> String {
        let Some(action) = self.legal.get(place) else { return String::new() };
        let value = serde_json::to_value(action).unwrap_or_default();
        let of_type = value.get("type").and_then(Value::as_str).unwrap_or_default();
        let finer = G::PUZZLE_AIM.map_or("", |aim| (aim.kind)(self.game, action));
        format!("{of_type} {finer}")
    }

    fn choice(&self, one: &Compared) -> Option<PuzzleMove> {
        let rounded = |figure: f64| (figure * 1e4).round() / 1e4;
        let action = serde_json::to_value(self.legal.get(one.index)?).ok()?;
        Some(PuzzleMove { action, worth: rounded(one.worth), margin: rounded(MARGIN * one.error) })
    }
}

/// Returns the result by the aim of the game's puzzles, from the state of the puzzle and a later
/// state; `None` if the state gives no puzzle.
fn worth<G: Judge>(start: &G, end: &G, seat: Seat) -> Option<f32> {
    match G::PUZZLE_AIM {
        Some(aim) => (aim.worth)(start, end, seat),
        None => Some(outlook(start, end, seat)),
    }
}

/// Returns the same as a judgement of playouts.
fn asked_for<G: Judge>(start: &G, end: &G, seat: Seat) -> f32 {
    worth(start, end, seat).unwrap_or_default()
}

/// Returns the best of the moves that are compared with the first.
fn best(compared: &[Compared]) -> Option<&Compared> {
    compared.get(1..)?.iter().max_by(|one, other| one.gain.total_cmp(&other.gain))
}

/// Opens the match of a puzzle at its decision.
pub(crate) fn open<G: Present + Judge>(puzzle: &Puzzle) -> Result<Referee<G>, BadPuzzle> {
    let options = Value::Object(puzzle.options.clone());
    let source = Source::Seed(Seed::from(puzzle.seed), Vec::new());
    let mut referee = Referee::<G>::open(&options, puzzle.seats.into(), source)?;
    for (n, place) in (1..).zip(&puzzle.moves) {
        let missing = || BadPuzzle::Move { n, place: *place };
        let seat = referee.asked_first().ok_or_else(missing)?;
        let action = referee.legal(seat).into_iter().nth(*place).ok_or_else(missing)?;
        referee.act(seat, action)?;
    }
    let legal = referee.asked_first().map(|seat| referee.legal(seat)).unwrap_or_default();
    let same = |(action, choice): (&G::Action, &PuzzleMove)| {
        serde_json::to_value(action).is_ok_and(|action| action == choice.action)
    };
    let whole = legal.len() == puzzle.choices.len() && puzzle.reference < legal.len();
    match whole && legal.iter().zip(&puzzle.choices).all(same) {
        true => Ok(referee),
        false => Err(BadPuzzle::Choices),
    }
}
