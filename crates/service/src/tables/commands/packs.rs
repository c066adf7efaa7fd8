//! House cards: packs that people bring, and the tables that have them.
//!
//! A pack is checked when it comes, and tried in the background. After its trial the person who
//! brought it may open tables with it, and everybody if an operator lists it. A table has the whole
//! pack among its options, so it keeps its cards whatever becomes of the pack.

use kernel::{HouseCards, PACK};
use lab::PackFile;
use model::{PACKS, Pack, TrialState};
use roster::Roster;
use serde_json::{Map, Value};
use store::{PackWrite, Store, now};
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::runtime::TableRegistry,
};

/// A file that has been read as a pack.
#[derive(Clone, Debug)]
pub struct PackRead {
    game: &'static str,
    cards: &'static HouseCards,
}

/// Reads a file as a pack; its name says what it is. The cards are kept for as long as the server
/// runs.
///
/// # Errors
/// If it is no pack, or has mistakes; with all of them.
pub fn read(roster: &Roster, name: &str, text: &str) -> Result<PackRead, Fault> {
    let bad = |why: String| Fault::new(Code::BadOptions, why);
    let file = PackFile::parse(name, text).map_err(|why| bad(why.0))?;
    let (title, packs) = file.game(roster).map_err(|why| bad(why.0))?;
    let cards = file.checked(packs).map_err(|mistakes| bad(mistakes.join("\n")))?;
    Ok(PackRead { game: title.meta().id, cards })
}

/// Adds a pack to those of a person, and returns its hash. One that they have already stays.
///
/// # Errors
/// If the person has no account, or too many packs.
pub async fn bring(registry: &TableRegistry, me: &str, pack: PackRead) -> Result<String, Fault> {
    let store = &registry.store;
    check_account(store, me).await?;
    let PackRead { game, cards } = pack;
    let own = store.packs_of(me).await?;
    if own.iter().any(|one| one.hash == cards.hash()) {
        return Ok(cards.hash().to_owned());
    }
    if own.len() >= PACKS {
        return Err(Fault::bad(t!("you have {PACKS} packs here, which is the most; remove one first")));
    }
    // Others may have brought it already.
    let trial = match store.usable_pack(None, cards.hash()).await? {
        Some(_) => TrialState::Passed(String::new()),
        None => TrialState::Waiting,
    };
    let pack = Pack {
        person: me.to_owned(),
        hash: cards.hash().to_owned(),
        game: game.to_owned(),
        title: cards.title().to_owned(),
        trial,
        listed: false,
        brought: now(),
    };
    store.write(PackWrite::Bring(pack, cards.pack().to_string()).into()).await?;
    registry.packs_wait.notify_one();
    Ok(cards.hash().to_owned())
}

/// Checks that a person may bring packs.
///
/// # Errors
/// If they have no account.
pub async fn check_account(store: &Store, me: &str) -> Result<(), Fault> {
    match store.account(me).await? {
        Some(_) => Ok(()),
        None => Err(Fault::new(
            Code::NotYourSeat,
            t!("house cards are brought by somebody with an account; make an account first"),
        )),
    }
}

/// Removes a pack of a person. Tables that have it keep it.
///
/// # Errors
/// If they have no such pack.
pub async fn remove(store: &Store, me: &str, hash: &str) -> Result<(), Fault> {
    let gone = PackWrite::Remove { person: me.to_owned(), hash: hash.to_owned() };
    store.write(gone.into()).await.map_err(|_| unknown())
}

fn unknown() -> Fault {
    Fault::new(Code::NotFound, t!("there are no such house cards; bring them first"))
}

/// Puts the pack that options name by its hash in place of its name; an empty name is no pack. A
/// pack may also be there whole, as at the table of a match that is played again.
///
/// # Errors
/// If there is no such pack for this person, or it has not passed its trial.
pub async fn put_in(registry: &TableRegistry, me: &str, options: &mut Map<String, Value>) -> Result<(), Fault> {
    match options.get(PACK) {
        None => {}
        Some(Value::String(hash)) if hash.is_empty() => drop(options.shift_remove(PACK)),
        Some(Value::String(hash)) => {
            let text = registry.store.usable_pack(Some(me), hash).await?.ok_or_else(unknown)?;
            let pack = serde_json::from_str(&text).map_err(|_| unknown())?;
            options.insert(PACK.to_owned(), pack);
        }
        Some(whole) => {
            let hash = HouseCards::hash_of(whole);
            drop(registry.store.usable_pack(None, &hash).await?.ok_or_else(unknown)?);
        }
    }
    Ok(())
}
