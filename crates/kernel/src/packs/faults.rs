//! The mistakes of a pack.

/// A mistake in a pack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {why}", .path.join("."))]
pub struct PackFault {
    /// The keys that lead to it, from the outside in.
    pub path: Vec<String>,
    /// The mistake, and what is allowed.
    pub why: String,
}

/// The mistakes found so far.
#[derive(Default, Debug)]
pub struct Faults(Vec<PackFault>);

impl Faults {
    /// Notes a mistake at these keys.
    pub(super) fn at(&mut self, path: &[String], why: String) {
        self.0.push(PackFault { path: path.to_vec(), why });
    }

    /// Notes a mistake of all cards together.
    pub fn of_cards(&mut self, why: String) {
        self.at(&["cards".to_owned()], why);
    }

    /// Notes a mistake of a card.
    pub fn of_card(&mut self, id: &str, key: &str, why: String) {
        self.at(&["cards", id, key].map(str::to_owned), why);
    }

    /// Fails if there are any.
    pub(super) fn none(self) -> Result<(), Vec<PackFault>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}
