//! The check of a match's record, as its page shows it.

use kernel::{BadRecord, Record, record::Header};
use maud::Markup;
use pages::Visitor;
use roster::NoTable;
use table::fault::{Code, Fault};
use text::t;

use crate::sentence;

/// A record that was read back from its text, like a file that anybody received.
#[derive(Debug)]
pub struct Verified {
    header: Header,
    /// The number of steps, or why the record is wrong; `None` while the match goes on.
    verdict: Option<Result<usize, NoTable>>,
}

impl Verified {
    /// Checks a record. `over` says whether the match is over, and its seed may be shown.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn of(text: &str, over: bool) -> Result<Verified, Fault> {
        let bad = |bad: BadRecord| Fault::new(Code::BadRecord, bad.to_string());
        let record = Record::parse(text).map_err(bad)?;
        let verdict = over.then(|| roster::load(&record).map(|table| table.ply()));
        Ok(Verified { header: record.header, verdict })
    }

    /// Draws the page about the dice of a table.
    pub fn page(self, visitor: &Visitor, id: &str, seal: &str) -> Markup {
        let seed = self.header.seed.clone().filter(|_| self.verdict.is_some());
        let shares = shares(&self.header);
        let verdict = match self.verdict {
            None => Err(t!("The match is not over. Its seed is opened when it is.").into()),
            Some(Ok(steps)) => Ok(steps),
            Some(Err(bad)) => Err(sentence(&bad.to_string())),
        };
        let href = format!("/tables/{id}/record");
        let origin = pages::ShownOrigin { seal, seed: seed.as_deref(), real: self.header.real, shares: &shares };
        pages::verify(visitor, id, &origin, verdict, &href)
    }
}

/// Returns the shares of a record's dice, with the players who gave them.
fn shares(header: &Header) -> Vec<pages::ShownShare> {
    let given = header.givers.iter().zip(&header.shares);
    let shown = given.map(|(giver, words)| {
        let name = header.players.get(giver.seat.index()).filter(|name| !name.is_empty());
        let player = name.cloned().unwrap_or_else(|| t!("Seat {}", giver.seat.0 + 1));
        pages::ShownShare { player: t!("Share of {player}"), words: words.clone(), by: giver.by }
    });
    shown.collect()
}
