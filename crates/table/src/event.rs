//! The changes of a table about which others are notified.

/// A change that the people who look at a table want to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// The match is now at this step; the step may be earlier than before.
    Step(usize),
    /// Something about the seats or the status has changed, at this step.
    Seats(usize),
    /// The chat or its setting has changed, at this step.
    Talk(usize),
}
