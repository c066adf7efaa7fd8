//! Chat at a table, and reactions to its steps.
//!
//! Chat is stored with the table and is not part of any record: it changes nothing that is played.
//! The host sets how much of it is allowed, and can change this at any time. People who sit there
//! write, spectators read.
//!
//! Where players hide hands from each other the game suggests ready-made phrases alone
//! (`Features::table_talk`).

use std::sync::Arc;

use kernel::{Seat, TableTalk};
use model::{LONGEST_REMARK, Reaction};
use store::{Person, ReactionRow, Remark, StoreError, Write, now};
pub use table::chat::setting;
use text::{Text, t, text};
use unicode_normalization::UnicodeNormalization;

use super::invitations;
use crate::{
    fault::{Code, Fault},
    people,
    tables::runtime::{TableHandle, TableRegistry, apply},
};

/// The error text for a player who writes faster than that.
const TOO_FAST: Text = text!("you talk faster than others can read");
/// How many marks a letter of a remark may have: more of them cover other people's remarks.
const MARKS: usize = 2;
/// How many remarks of a table are stored.
const KEPT: u64 = 200;

/// Returns the reaction of this name.
///
/// # Errors
/// If there is none.
pub fn reaction(name: &str) -> Result<Reaction, Fault> {
    let names = || Reaction::ALL.map(Reaction::name).join(", ");
    Reaction::named(name).ok_or_else(|| Fault::bad(t!("there is no such reaction; there are {}", names())))
}

/// Adds a remark to the chat of a table, and returns its number.
///
/// # Errors
/// If the caller may not, it is too long or not fit to be shown, or they have said too much in too
/// short a time.
pub async fn say(registry: &Arc<TableRegistry>, me: &Person, id: &str, text: &str) -> Result<u64, Fault> {
    let text = clean(text)?;
    apply(registry, id, (me.clone(), text), |registry, mut guard, (me, text)| async move {
        let seat = guard.check_may_talk(&me.id)?;
        if guard.header.talk == TableTalk::Phrases && !guard.phrases().any(|phrase| phrase.source() == text) {
            return Err(Fault::new(
                Code::TalkRefused,
                t!("this table allows only ready-made phrases; choose one of them"),
            ));
        }
        registry.talkers.count(&me.id, TOO_FAST.as_str())?;
        let (n, step, table) = (guard.talk.count() + 1, guard.step(), guard.header.id.clone());
        let name = name_at(&registry, &table, seat, me.name).await?;
        let remark = Remark { n, person: me.id, seat, name, step, text, at: now() };
        registry.change(&mut guard, Write::Say { table, remark, kept: KEPT }).await?;
        Ok(n)
    })
    .await
}

/// Returns the name by which the person on a seat is shown there.
async fn name_at(registry: &TableRegistry, id: &str, seat: Seat, own: String) -> Result<String, StoreError> {
    Ok(people::names_at(&registry.store, id).await?.remove(&seat).unwrap_or(own))
}

/// Sets the caller's reaction to a step; `None` removes it.
///
/// # Errors
/// If they may not, there is no such step, or they have said too much in too short a time.
pub async fn react(
    registry: &Arc<TableRegistry>,
    me: &Person,
    id: &str,
    step: usize,
    reaction: Option<Reaction>,
) -> Result<(), Fault> {
    apply(registry, id, me.clone(), move |registry, mut guard, me| async move {
        let seat = guard.check_may_talk(&me.id)?;
        if !(1..=guard.step()).contains(&step) {
            return Err(Fault::bad(t!("there is no step {step}; the table has {}", guard.step())));
        }
        registry.talkers.count(&me.id, TOO_FAST.as_str())?;
        let (table, person) = (guard.header.id.clone(), me.id);
        let name = name_at(&registry, &table, seat, me.name).await?;
        let change = match reaction.map(|reaction| reaction.name().to_owned()) {
            Some(reaction) => Write::React { table, row: ReactionRow { step, person, seat, name, reaction } },
            None => Write::Unreact { table, step, person },
        };
        Ok(registry.change(&mut guard, change).await?)
    })
    .await
}

/// Sets how much chat is allowed at a table.
///
/// # Errors
/// If the caller is not its host.
pub async fn set(registry: &Arc<TableRegistry>, me: &str, id: &str, talk: TableTalk) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        guard.check_host(&me, t!("only the host of the table decides how much may be said"))?;
        let table = guard.header.id.clone();
        Ok(registry.change(&mut guard, Write::SetTalk { table, talk }).await?)
    })
    .await
}

/// Sets whether the caller sees remarks of the author of remark `n`, here and at any table.
///
/// # Errors
/// If there is no such remark, or it is the caller's own.
pub async fn mute(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64, muted: bool) -> Result<(), Fault> {
    let (slot, other) = author(registry, id, n).await?;
    if other == me {
        return Err(Fault::bad(t!("you cannot mute yourself")));
    }
    registry.store.write(Write::Mute { person: me.to_owned(), other, muted }).await?;
    slot.changed_for(me);
    Ok(())
}

/// Blocks the author of remark `n` for the caller.
///
/// # Errors
/// If there is no such remark, or it is the caller's own.
pub async fn block(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64) -> Result<(), Fault> {
    let (slot, other) = author(registry, id, n).await?;
    invitations::block(registry, me, &other, true).await?;
    slot.changed_for(me);
    slot.changed_for(&other);
    Ok(())
}

/// Returns the author of remark `n` of a table.
async fn author(registry: &TableRegistry, id: &str, n: u64) -> Result<(Arc<TableHandle>, String), Fault> {
    let guard = registry.lock(id).await?;
    let remark = guard.talk.remarks.iter().find(|remark| remark.n == n);
    let other = remark.ok_or_else(|| Fault::bad(t!("there is no remark {n} any more")))?.person.clone();
    Ok((guard.handle().clone(), other))
}

/// Returns a remark as it is stored: without surrounding white space.
///
/// # Errors
/// If nothing is left of it, it is too long, or it has signs in it that steer how text is shown.
fn clean(text: &str) -> Result<String, Fault> {
    let text = text.trim_matches(' ');
    match text.chars().count() {
        0 => Err(Fault::bad(t!("there is nothing to say; write something"))),
        count if count > LONGEST_REMARK => {
            Err(Fault::bad(t!("a remark has at most {most} characters, this one has {count}", most = LONGEST_REMARK)))
        }
        _ if steers(text) => Err(Fault::bad(t!("a remark is one line of text, without control characters"))),
        _ if towers(text) => {
            Err(Fault::bad(t!("a letter of a remark has at most {MARKS} marks; leave out those that are too many")))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Returns whether a text has signs in it that steer how text is shown.
pub(super) fn steers(text: &str) -> bool {
    // Characters that turn the writing direction or are invisible could make a text read as another,
    // or garble the text next to it. The two joiners are allowed, because letters and emoji need
    // them.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().any(steers)
}

/// Returns whether a letter of a text has too many marks. They are counted in composed form: a
/// letter with its accent in one character has no mark.
pub(super) fn towers(text: &str) -> bool {
    people::most_marks(text.nfc()) > MARKS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_one_line_that_reads_as_it_stands() {
        assert_eq!(clean("  Well <b>done</b>, ☺ ").unwrap(), "Well <b>done</b>, ☺");
        assert_eq!(clean(&"é".repeat(LONGEST_REMARK)).unwrap().chars().count(), LONGEST_REMARK);
        assert_eq!(clean("\u{1f468}\u{200d}\u{1f469}").unwrap(), "\u{1f468}\u{200d}\u{1f469}");
        for bad in
            ["", "  ", "a\nb", "a\u{0}", "\u{1b}[31m", "a\u{202e}b", "\u{200b}a", &"é".repeat(LONGEST_REMARK + 1)]
        {
            assert!(clean(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn letters_with_more_than_two_marks_are_refused() {
        for good in
            ["Vi\u{1ec7}t", "Vie\u{323}\u{302}t", "x\u{301}\u{302}", "1\u{fe0f}\u{20e3}", "\u{5e9}\u{5c1}\u{5b8}"]
        {
            assert_eq!(clean(good).unwrap(), good);
        }
        let tower = format!("a{}", "\u{30d}".repeat(299));
        for bad in ["x\u{301}\u{302}\u{303}", &tower, "x\u{301}\u{302}\u{200d}\u{303}\u{304}"] {
            assert!(clean(bad).unwrap_err().message.contains("at most 2 marks"), "{bad:?}");
        }
    }
}
