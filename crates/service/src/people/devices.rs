//! Browsers in which an account has been signed in before.
//!
//! A browser keeps a signed cookie that names these accounts, also after it has signed out. Wrong
//! passwords from elsewhere do not slow it down, so that nobody can lock the owner of an account
//! out.
//!
//! Tries of passwords from a known device are counted by themselves, so strangers lock nobody out.

use crate::random;

/// The length of a browser's id.
const ID: usize = 16;
/// How many accounts a browser remembers: the latest ones.
const REMEMBERED: usize = 8;

/// A browser, with the people who have signed in there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownDevice {
    id: String,
    people: Vec<String>,
}

impl KnownDevice {
    /// Makes a browser in which nobody has signed in.
    pub fn generate() -> KnownDevice {
        KnownDevice { id: random::id::<ID>(), people: Vec::new() }
    }

    /// Reads the value of a cookie.
    pub fn read(text: &str) -> Option<KnownDevice> {
        let mut words = text.split('.').map(str::to_owned);
        let id = words.next().filter(|id| random::is_id(id, ID))?;
        Some(KnownDevice { id, people: words.collect() })
    }

    /// Returns the value of a cookie.
    pub fn text(&self) -> String {
        [std::slice::from_ref(&self.id), &self.people].concat().join(".")
    }

    /// Returns the browser's own id.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether this person has signed in there.
    pub(super) fn knows(&self, person: &str) -> bool {
        self.people.iter().any(|known| known == person)
    }

    /// Returns the browser after this person has signed in.
    pub fn with(mut self, person: &str) -> KnownDevice {
        self.people.retain(|known| known != person);
        self.people.push(person.to_owned());
        let surplus = self.people.len().saturating_sub(REMEMBERED);
        self.people.drain(..surplus);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookie_reads_as_it_was_written_and_remembers_the_latest() {
        let device = (0..10).fold(KnownDevice::generate(), |device, n| device.with(&format!("p{n}"))).with("p5");
        let read = KnownDevice::read(&device.text()).unwrap();
        assert_eq!(read, device);
        assert!(read.knows("p5") && read.knows("p9") && !read.knows("p0") && !read.knows("p1"));
        assert_eq!(read.people.len(), REMEMBERED);
        assert!(KnownDevice::read("").is_none() && KnownDevice::read("p1.p2").is_none());
    }
}
