//! People: guests, their names, and the tokens that programs show.

use sha2::{Digest, Sha256};

use crate::{
    fault::Fault,
    random,
    store::{Person, Store, StoreError, Write},
};

/// How long a person's id is.
const ID: usize = 16;
/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

const FIRST: [&str; 24] = [
    "Brass",
    "Quiet",
    "Amber",
    "Hollow",
    "Copper",
    "Ashen",
    "Gentle",
    "Iron",
    "Mossy",
    "Silver",
    "Wandering",
    "Crooked",
    "Velvet",
    "Patient",
    "Winter",
    "Dusty",
    "Merry",
    "Pale",
    "Sable",
    "Bold",
    "Rusty",
    "Hidden",
    "Lucky",
    "Old",
];
const SECOND: [&str; 24] = [
    "Lantern", "Key", "Raven", "Candle", "Dagger", "Badger", "Chalice", "Owl", "Bell", "Compass", "Fox", "Anvil",
    "Beetle", "Torch", "Heron", "Ladder", "Hound", "Quill", "Coin", "Marten", "Shield", "Thimble", "Moth", "Arch",
];

/// Adds a guest to the store. One who gives no name gets a friendly one; one with the hash of a token is known by that token.
///
/// # Errors
/// If the store does not take the person.
pub(crate) async fn add_guest(
    store: &Store,
    name: Option<String>,
    token: Option<[u8; 32]>,
) -> Result<Person, StoreError> {
    let name = name.unwrap_or_else(friendly_name);
    let person = Person { id: random::id::<ID>(), name, theme: String::new(), speed: String::new() };
    store.write(Write::AddPerson(person.clone(), token)).await?;
    Ok(person)
}

fn friendly_name() -> String {
    let [first, second] = random::bytes::<2>();
    format!("{} {}", FIRST[usize::from(first) % FIRST.len()], SECOND[usize::from(second) % SECOND.len()])
}

/// A new token, and the hash of it that the store keeps.
pub(crate) fn new_token() -> (String, [u8; 32]) {
    let token = data_encoding::BASE64URL_NOPAD.encode(&random::bytes::<32>());
    let hash = token_hash(&token);
    (token, hash)
}

/// The SHA-256 of a token, by which the store finds its person.
pub(crate) fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// A name as others may see it: white space made single spaces, control characters and marks that turn the writing direction
/// taken out.
///
/// # Errors
/// If nothing is left of it, or too much.
pub(crate) fn clean_name(given: &str) -> Result<String, Fault> {
    // Marks that turn the writing direction could make a name read as another, or garble what stands after it.
    let hidden =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let clean: String = given
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !hidden(*c))
        .collect();
    let clean = clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match clean.chars().count() {
        1..=LONGEST_NAME => Ok(clean),
        0 => Err(Fault::bad("a name needs at least one letter")),
        count => Err(Fault::bad(format!("a name has at most {LONGEST_NAME} characters, this one has {count}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_measured() {
        assert_eq!(clean_name(" Ada\u{202e}\n  Byron\u{7} ").unwrap(), "Ada Byron");
        assert_eq!(clean_name(&"é".repeat(40)).unwrap().chars().count(), 40);
        assert!(clean_name(&"é".repeat(41)).is_err() && clean_name("\u{0}\u{200b} ").is_err());
    }
}
