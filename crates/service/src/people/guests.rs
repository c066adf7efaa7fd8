//! Guests: all people without an account.

use store::{NewSession, Person, Store, StoreError, Write};
use text::{Text, t, text};

use crate::{
    fault::{Code, Fault},
    people::{clean_name, confusable_skeleton},
    random,
};

/// The length of a person's id.
const ID: usize = 16;
/// How many friendly names are tried before a number is added.
const TRIED: usize = 4;

/// The adjectives of friendly names.
const FIRST: [Text; 24] = [
    text!("Brass"),
    text!("Quiet"),
    text!("Amber"),
    text!("Hollow"),
    text!("Copper"),
    text!("Ashen"),
    text!("Gentle"),
    text!("Iron"),
    text!("Mossy"),
    text!("Silver"),
    text!("Wandering"),
    text!("Crooked"),
    text!("Velvet"),
    text!("Patient"),
    text!("Winter"),
    text!("Dusty"),
    text!("Merry"),
    text!("Pale"),
    text!("Sable"),
    text!("Bold"),
    text!("Rusty"),
    text!("Hidden"),
    text!("Lucky"),
    text!("Old"),
];
/// The nouns of friendly names, each with a gap for the adjective. In languages that inflect words,
/// the text names the form of the adjective.
const SECOND: [fn(Text) -> String; 24] = [
    |first| t!("{first} Lantern"),
    |first| t!("{first} Key"),
    |first| t!("{first} Raven"),
    |first| t!("{first} Candle"),
    |first| t!("{first} Dagger"),
    |first| t!("{first} Badger"),
    |first| t!("{first} Chalice"),
    |first| t!("{first} Owl"),
    |first| t!("{first} Bell"),
    |first| t!("{first} Compass"),
    |first| t!("{first} Fox"),
    |first| t!("{first} Anvil"),
    |first| t!("{first} Beetle"),
    |first| t!("{first} Torch"),
    |first| t!("{first} Heron"),
    |first| t!("{first} Ladder"),
    |first| t!("{first} Hound"),
    |first| t!("{first} Quill"),
    |first| t!("{first} Coin"),
    |first| t!("{first} Marten"),
    |first| t!("{first} Shield"),
    |first| t!("{first} Thimble"),
    |first| t!("{first} Moth"),
    |first| t!("{first} Arch"),
];

/// Adds a guest to the store, with a session. A guest without a name gets a friendly one.
///
/// # Errors
/// If the name is somebody's account, or the store does not take the person.
pub async fn add_guest(store: &Store, name: Option<String>, session: Option<NewSession>) -> Result<Person, Fault> {
    let given = name.is_some();
    let mut person = Person::new(random::id::<ID>(), name.unwrap_or_else(friendly_name));
    for tried in 1.. {
        let write = Write::AddPerson(person.clone(), confusable_skeleton(&person.name), session.clone());
        match store.write(write).await {
            Ok(()) => break,
            Err(StoreError::Conflict) if given => return Err(name_taken(&person.name)),
            Err(StoreError::Conflict) if tried < TRIED => person.name = friendly_name(),
            Err(StoreError::Conflict) => person.name = format!("{} {}", friendly_name(), tried),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(person)
}

/// Sets a person's name, theme and speed.
///
/// # Errors
/// If the name is somebody else's account, or the store fails.
pub async fn set_up(store: &Store, person: Person) -> Result<(), Fault> {
    let (looks, name) = (confusable_skeleton(&person.name), person.name.clone());
    store.write(Write::UpdatePerson(person, looks)).await.map_err(|error| match error {
        StoreError::Conflict => name_taken(&name),
        error => error.into(),
    })
}

/// Returns the name of a player who shares a person's browser, as others may see it; `None` for the
/// person's own name, if nothing is given.
///
/// # Errors
/// If it is no possible name, or nearly that of somebody else's account.
pub async fn player_name(store: &Store, person: &str, given: &str) -> Result<Option<String>, Fault> {
    if given.trim().is_empty() {
        return Ok(None);
    }
    let name = clean_name(given)?;
    match store.account_named(&confusable_skeleton(&name)).await? {
        Some(account) if account.person != person => Err(name_taken(&name)),
        _ => Ok(Some(name)),
    }
}

/// Returns the fault for a name that only another person may have.
pub(super) fn name_taken(name: &str) -> Fault {
    Fault::new(Code::NameTaken, t!("somebody has an account called {name}, or nearly so; take another name"))
}

/// Returns a name for a guest without one, in the present language.
pub(super) fn friendly_name() -> String {
    let [first, second] = random::bytes::<2>();
    SECOND[usize::from(second) % SECOND.len()](FIRST[usize::from(first) % FIRST.len()])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> BTreeSet<String> {
        SECOND.iter().flat_map(|second| FIRST.map(second)).collect()
    }

    #[test]
    fn no_two_friendly_names_are_the_same_in_any_language() {
        for language in translations::all() {
            assert_eq!(language.speak(all).len(), FIRST.len() * SECOND.len(), "{}", language.tag());
        }
    }

    #[test]
    fn what_a_thing_is_like_is_bent_as_the_thing_wants_it() {
        let (english, german) = (all(), translations::german().speak(all));
        assert!(english.contains("Quiet Lantern") && english.contains("Quiet Raven"));
        assert!(german.contains("Stille Laterne") && german.contains("Stiller Rabe"));
    }
}
