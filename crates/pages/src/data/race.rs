//! A race, as a visitor of its table or of a racer's own table sees it.

use kernel::Seat;
use model::RacerState;

/// A race and its standings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ShownRace {
    /// The id of the race's table.
    pub table: String,
    /// Whether all matches are over, so that everybody may look at them.
    pub over: bool,
    /// The racers, those ahead first; nobody before the start, or while they are not known.
    pub racers: Vec<ShownRacer>,
}

impl ShownRace {
    /// Returns the racer who looks at the page.
    pub(crate) fn you(&self) -> Option<&ShownRacer> {
        self.racers.iter().find(|racer| racer.you)
    }
}

/// A racer in the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownRacer {
    /// Their place, 1 for the first; equal racers share one. Until the race is over, their place if
    /// it ended now.
    pub place: u32,
    /// Their seat at the race's table.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// Whether it is the visitor.
    pub you: bool,
    /// The state of their match.
    pub state: RacerState,
    /// How far they have come, in words.
    pub words: String,
    /// The number of decisions that they have taken.
    pub steps: u32,
    /// The id of their own table, if the visitor may look at it.
    pub table: Option<String>,
}
