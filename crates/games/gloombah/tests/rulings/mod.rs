//! One test for each ruling of the rulebook, `docs/games/gloombah.md`, in its sections.

mod fight;
mod orders;
mod outcome;
mod script;
mod secrets;
mod turn;
