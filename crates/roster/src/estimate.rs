//! Estimates of a bot, in words and as JSON.

use serde_json::{Value, json};
use text::{counted, t};

use crate::{Advice, MoveEstimate};

impl Advice {
    /// Returns the bot's estimate of a move, if it compared the moves.
    pub fn of(&self, action: &Value) -> Option<&MoveEstimate> {
        self.estimates.iter().find(|estimate| estimate.action == *action)
    }

    /// Returns the estimate of the advised move: `worth 63%`. If another move has more, the text
    /// says why the bot does not choose it.
    pub fn worth(&self) -> Option<String> {
        Some(self.of(&self.action)?.worth()? + self.proviso())
    }

    /// Returns the same with the number of playouts: `worth 63% after 400 matches tried out`.
    pub fn reason(&self) -> Option<String> {
        Some(self.of(&self.action)?.reason()? + self.proviso())
    }

    /// Returns the explanation for a move with a lower estimate. Search leaves its plan only for a
    /// clearly better move, not for one that seems better by chance.
    fn proviso(&self) -> &'static str {
        let own = self.of(&self.action).and_then(MoveEstimate::percent);
        let beaten = self.estimates.iter().filter_map(MoveEstimate::percent).any(|percent| Some(percent) > own);
        if beaten { t!(", and no other is clearly better") } else { "" }
    }
}

impl MoveEstimate {
    /// Returns the estimate in whole percent: 0 is lost, 100 is won. `None` if the move has no
    /// playouts.
    pub fn percent(&self) -> Option<u8> {
        (self.visits > 0).then(|| (100.0 * self.estimate.clamp(0.0, 1.0)).round() as u8)
    }

    /// Returns the estimate in words: `worth 63%`.
    pub fn worth(&self) -> Option<String> {
        Some(t!("worth {}%", self.percent()?))
    }

    /// Returns the estimate in words, with the number of playouts: `worth 63% after 400 matches
    /// tried out`.
    pub fn reason(&self) -> Option<String> {
        let matches = counted!(self.visits, "match");
        Some(t!("{worth} after {matches} tried out", worth = self.worth()?))
    }

    /// Returns the estimate to four places, for programs.
    pub fn rounded(&self) -> f64 {
        (f64::from(self.estimate) * 1e4).round() / 1e4
    }

    /// Returns the move, its text, and the rounded estimate as JSON, for programs.
    pub fn to_json(&self) -> Value {
        let text = self.text.plain(kernel::unnamed);
        json!({ "action": self.action, "text": text, "estimate": self.rounded(), "visits": self.visits })
    }
}
