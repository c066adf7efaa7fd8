//! The words on the animated picture of a match: a card with its title, and a card with its end.

use kernel::{Ending, Meta, Seat};
use model::{Day, Timestamp};
use roster::TurningPoint;
use text::t;

use crate::{common::Names, data::SeatInfo, table::stone::wrapped};

/// The room for a line of words, beside the sign of the house.
const ROOM: usize = 860;
/// The largest sizes of a heading and of the words below it.
const HEADING: usize = 96;
const WORDS: usize = 42;
/// The most lines of words below a heading.
const LINES: usize = 5;
/// The usual width of a letter, in hundredths of its size.
const LETTER: usize = 52;

/// The words on the first and the last card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Credits {
    pub(crate) title: CreditsCard,
    pub(crate) end: CreditsCard,
}

/// A card with words: a heading, and paragraphs below it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CreditsCard {
    heading: String,
    paragraphs: Vec<String>,
}

/// A line of a card.
#[derive(Debug)]
pub(crate) struct CreditsLine {
    pub(crate) text: String,
    pub(crate) size: usize,
}

impl Credits {
    /// Returns the words for a match of this game that began at this time and ended so. The end
    /// says the decision that cost most, or else how many steps the match took.
    pub fn new(
        meta: &Meta,
        seats: &[SeatInfo],
        began: Timestamp,
        (ending, steps): (&Ending, usize),
        point: Option<&TurningPoint>,
    ) -> Credits {
        let names = Names::new(seats);
        let players: Vec<Seat> = seats.iter().map(|info| info.seat).collect();
        let turning = match point {
            Some(point) => {
                let name = names.of(point.seat);
                let (done, best) = (names.plain(&point.done), names.plain(&point.best));
                t!("The turning point: {name} chose “{done}”, not “{best}”.")
            }
            None => t!("{steps} steps"),
        };
        Credits {
            title: CreditsCard {
                heading: meta.title.into(),
                paragraphs: vec![names.listed(&players), Day::of(began).to_string()],
            },
            end: CreditsCard {
                heading: names.plain(&ending.title),
                paragraphs: vec![names.plain(&ending.story), turning],
            },
        }
    }
}

impl CreditsCard {
    /// Returns the lines from the upper to the lower. A long heading is smaller. If there is no room
    /// for all paragraphs, the first is left out, and the end of a long one.
    pub(crate) fn lines(&self) -> Vec<CreditsLine> {
        let size = HEADING.min(ROOM * 100 / (LETTER * self.heading.chars().count().max(1)));
        let mut lines: Vec<String> = Vec::new();
        for paragraph in self.paragraphs.iter().rev() {
            let mut words = wrapped(paragraph, ROOM * 100 / (LETTER * WORDS));
            if lines.is_empty() && words.len() > LINES {
                words.truncate(LINES);
                words[LINES - 1].push('…');
            }
            if lines.len() + words.len() > LINES {
                break;
            }
            lines.splice(..0, words);
        }
        let heading = CreditsLine { text: self.heading.clone(), size };
        let words = lines.into_iter().map(|text| CreditsLine { text, size: WORDS });
        [heading].into_iter().chain(words).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_the_card() {
        let story = "Elena fell to the Necromancer of the Seven Stairs in the boss room, one blow short.";
        let card = |paragraphs: &[&str]| CreditsCard {
            heading: "Fallen in the boss room of the tower".into(),
            paragraphs: paragraphs.iter().map(|text| (*text).to_owned()).collect(),
        };
        let texts = |paragraphs: &[&str]| -> Vec<String> {
            let lines = card(paragraphs).lines();
            let high: usize = lines.iter().map(|line| line.size * 3 / 2).sum();
            assert!(lines[0].text.chars().count() * lines[0].size * LETTER <= ROOM * 100 && high < 500, "{lines:?}");
            lines.into_iter().skip(1).map(|line| line.text).collect()
        };
        assert_eq!(texts(&[story, "7 steps"]).last().unwrap(), "7 steps");
        let long = [story; 3].join(" ");
        assert_eq!(texts(&[&long, "7 steps"]), ["7 steps"], "the story has no room");
        assert!(texts(&["7 steps", &long]).last().unwrap().ends_with('…'), "only its end is left out");
    }
}
