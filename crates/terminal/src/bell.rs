//! The bell of the terminal.

use crate::local_match::Due;

/// The control character that rings it.
pub(crate) const BELL: char = '\u{7}';

/// Rings when the bots have played and the next decision is a person's, or the match is over; never
/// unless the player has asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bell {
    wanted: bool,
    /// Whether a bot was due at the last look.
    after_bots: bool,
}

impl Bell {
    pub(crate) fn new(wanted: bool) -> Bell {
        Bell { wanted, after_bots: false }
    }

    /// Returns whether it rings now, at a look at the match.
    pub(crate) fn rings(&mut self, due: &Due) -> bool {
        let bots = matches!(due, Due::Bot(..));
        let was = std::mem::replace(&mut self.after_bots, bots);
        self.wanted && was && !bots
    }
}

#[cfg(test)]
mod tests {
    use bots::Bot;
    use kernel::Seat;

    use super::*;

    #[test]
    fn rings_once_after_bots_and_only_if_wanted() {
        let course = [Due::Person(Seat(0)), Due::Bot(Seat(1), Bot::Normal), Due::Person(Seat(0)), Due::Person(Seat(0))];
        let heard = |wanted| {
            let mut bell = Bell::new(wanted);
            course.iter().map(|due| bell.rings(due)).collect::<Vec<_>>()
        };
        assert_eq!(heard(true), [false, false, true, false]);
        assert_eq!(heard(false), [false; 4]);
    }
}
