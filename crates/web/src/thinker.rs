//! Bots in workers of their own, so that the referee never waits for one.

use bots::{Bot, Budget};
use kernel::Seat;
use roster::Roster;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{TableState, fault::Fault};

use crate::{KeptStep, KeptTable, lab::Player};

/// A decision for a bot: the match, or what is new of it, and the seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    pub(crate) table: KeptTable,
    pub(crate) steps: Vec<KeptStep>,
    /// The number of steps before these.
    pub(crate) from: usize,
    /// How many steps had been taken back when it was asked.
    pub(crate) branch: u32,
    pub(crate) seat: Seat,
    pub(crate) bot: String,
    /// The seed of the bot's random choices.
    pub(crate) luck: String,
}

/// A worker in which bots think and play, with the match about which they thought last.
#[derive(Default)]
pub struct Thinker {
    table: Option<(String, u32, TableState)>,
    lab: Player,
}

impl Thinker {
    /// Plays the matches `from..to` of a setting of the lab's run that a form with these fields asks
    /// for, and returns their sums as JSON.
    ///
    /// # Errors
    /// If the fields do not go together, or a match breaks off.
    pub fn play(&mut self, fields: Vec<(String, String)>, point: usize, from: u64, to: u64) -> Result<String, Fault> {
        self.lab.piece(fields, point, from, to)
    }

    /// Returns the action of the bot that is asked. It has the same match, seat and luck as at a
    /// server, so it has the same action. `None` if this worker has not the steps before.
    pub fn think(&mut self, id: &str, question: Question) -> Option<Value> {
        let Question { table, steps, from, branch, seat, bot, luck } = question;
        let rows = steps.into_iter().map(KeptStep::row);
        let live = match self.table.take().filter(|(known, then, _)| known == id && *then == branch && from > 0) {
            Some((_, _, mut live)) if live.step() == from => {
                for row in rows {
                    if !live.take_other(row, 0) {
                        return None;
                    }
                }
                live
            }
            _ if from == 0 => {
                TableState::from_journal(&Roster::default(), table.header().ok()?, rows.collect()).ok()?
            }
            _ => return None,
        };
        let (bot, luck) = (bot.parse::<Bot>().ok()?, luck.parse().ok()?);
        let played = live.table.as_deref()?;
        let advice = live.title.advise(played, seat, bot, luck, &Budget::ONE_THREAD).map(|advice| advice.action);
        let action = advice.or_else(|| played.actions(seat).into_iter().next());
        self.table = Some((id.to_owned(), branch, live));
        action
    }
}
