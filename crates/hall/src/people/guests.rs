//! Guests: everybody who has come and asked for nothing more.

use text::t;

use crate::{
    fault::{Code, Fault},
    people::looks_of,
    random,
    store::{NewSession, Person, Store, StoreError, Write},
};

/// How long a person's id is.
const ID: usize = 16;
/// How many friendly names are tried before a number is added.
const TRIED: usize = 4;

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

/// Adds a guest to the store, known by a session. One who gives no name gets a friendly one.
///
/// # Errors
/// If the name is somebody's account, or the store does not take the person.
pub(crate) async fn add_guest(
    store: &Store,
    name: Option<String>,
    session: Option<NewSession>,
) -> Result<Person, Fault> {
    let given = name.is_some();
    let mut person = Person::new(random::id::<ID>(), name.unwrap_or_else(friendly_name));
    for tried in 1.. {
        let write = Write::AddPerson(person.clone(), looks_of(&person.name), session.clone());
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
pub(crate) async fn set_up(store: &Store, person: Person) -> Result<(), Fault> {
    let (looks, name) = (looks_of(&person.name), person.name.clone());
    store.write(Write::UpdatePerson(person, looks)).await.map_err(|error| match error {
        StoreError::Conflict => name_taken(&name),
        error => error.into(),
    })
}

/// A name that only another may have.
pub(super) fn name_taken(name: &str) -> Fault {
    Fault::new(Code::NameTaken, t!("somebody has an account called {name}, or nearly so; take another name"))
}

/// A name for somebody who gives none.
pub(crate) fn friendly_name() -> String {
    let [first, second] = random::bytes::<2>();
    format!("{} {}", FIRST[usize::from(first) % FIRST.len()], SECOND[usize::from(second) % SECOND.len()])
}
