//! Chat at a table, and reactions to its steps.
//!
//! Chat is stored with the table and is not part of any record: it changes nothing that is played.
//! The host sets how much of it is allowed, and can change this at any time. People who sit there
//! write, spectators read.
//!
//! Where players hide hands from each other the game suggests ready-made phrases alone
//! (`Features::table_talk`).

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use kernel::{Seat, TableTalk};
use model::{LONGEST_REMARK, Reaction};
use store::{Occupant, Person, ReactionRow, Remark, StoreError, Write, now};
use text::{Text, t, text};
use unicode_normalization::UnicodeNormalization;

use super::{handle::TableEvent, registry::TableRegistry, state::TableState, to_completion};
use crate::{
    fault::{Code, Fault},
    people,
};

/// How many remarks may come at once, and how often one may come after that.
pub(super) const PACE: (u32, Duration) = (8, Duration::from_secs(3));
/// The error text for a player who writes faster than that.
const TOO_FAST: Text = text!("you talk faster than others can read");
/// How many marks a letter of a remark may have: more of them cover other people's remarks.
const MARKS: usize = 2;
/// How many remarks of a table are stored.
const KEPT: u64 = 200;
/// The ready-made phrases for any table.
const PHRASES: &[Text] = &[
    text!("Hello!"),
    text!("Good luck!"),
    text!("Your turn!"),
    text!("One moment, please."),
    text!("Well played!"),
    text!("Thank you!"),
    text!("Sorry!"),
    text!("That was a good game."),
];

/// Returns the reaction of this name.
///
/// # Errors
/// If there is none.
pub fn reaction(name: &str) -> Result<Reaction, Fault> {
    let names = || Reaction::ALL.map(Reaction::name).join(", ");
    Reaction::named(name).ok_or_else(|| Fault::bad(t!("there is no such reaction; there are {}", names())))
}

/// Returns the setting of this name.
///
/// # Errors
/// If there is none.
pub fn setting(name: &str) -> Result<TableTalk, Fault> {
    let names = TableTalk::ALL.map(TableTalk::name).join(", ");
    TableTalk::named(name).ok_or_else(|| Fault::bad(t!("table talk is one of {names}")))
}

/// The chat of a table and the reactions to its steps, in memory.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Talk {
    /// The last remarks, oldest first.
    pub remarks: VecDeque<Remark>,
    /// The reactions to steps: at most one per person and step.
    pub reactions: Vec<ReactionRow>,
}

impl Talk {
    pub(super) fn new((remarks, reactions): (Vec<Remark>, Vec<ReactionRow>)) -> Talk {
        Talk { remarks: remarks.into(), reactions }
    }

    /// Returns whether a remark or reaction of this person's is shown.
    pub fn is_voice(&self, person: &str) -> bool {
        let talks = self.remarks.iter().any(|remark| remark.person == person);
        talks || self.reactions.iter().any(|row| row.person == person)
    }

    /// Returns how many remarks there have been.
    fn count(&self) -> u64 {
        self.remarks.back().map_or(0, |last| last.n)
    }

    /// Renames a person in all their remarks.
    pub(super) fn rename(&mut self, person: &str, name: &str) {
        let remarks = self.remarks.iter_mut().filter(|remark| remark.person == person);
        remarks.for_each(|remark| name.clone_into(&mut remark.name));
        let reactions = self.reactions.iter_mut().filter(|row| row.person == person);
        reactions.for_each(|row| name.clone_into(&mut row.name));
    }

    fn forget(&mut self, step: usize, person: &str) {
        self.reactions.retain(|row| row.step != step || row.person != person);
    }

    /// Removes the reactions to steps that are taken back.
    pub(super) fn taken_back(&mut self, step: usize) {
        self.reactions.retain(|row| row.step < step);
    }
}

impl TableState {
    /// Returns whether there can be anybody to chat with: two people sit here, or one could still
    /// come, or there are remarks.
    pub fn has_company(&self) -> bool {
        let people: BTreeSet<&str> = self.header.seats.iter().filter_map(Occupant::person).collect();
        let free = self.header.seats.len() > 1 && self.header.seats.contains(&Occupant::Nobody);
        people.len() > 1 || free || !self.talk.remarks.is_empty()
    }

    /// Returns the ready-made phrases of this table: those of its game, and those of any table.
    pub fn phrases(&self) -> impl Iterator<Item = Text> + use<> {
        let own = roster::find(&self.header.game).map(|title| title.phrases()).unwrap_or_default();
        own.iter().chain(PHRASES).copied()
    }

    /// Checks that a person may write here: they sit here, and the setting is not silence.
    fn check_may_talk(&self, me: &str) -> Result<Seat, Fault> {
        let seat = self.seats_of(Some(me)).lowest();
        let seat =
            seat.ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only those who sit at the table talk here")))?;
        match self.header.talk {
            TableTalk::None => Err(Fault::new(Code::TalkRefused, t!("the host has turned chat off at this table"))),
            TableTalk::Free | TableTalk::Phrases => Ok(seat),
        }
    }
}

/// Adds a remark to the chat of a table, and returns its number.
///
/// # Errors
/// If the caller may not, it is too long or not fit to be shown, or they have said too much in too
/// short a time.
pub async fn say(registry: &Arc<TableRegistry>, me: &Person, id: &str, text: &str) -> Result<u64, Fault> {
    let text = clean(text)?;
    let given = (registry.clone(), me.clone(), id.to_owned(), text);
    to_completion(given, |(registry, me, id, text)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let seat = guard.check_may_talk(&me.id)?;
        if guard.header.talk == TableTalk::Phrases && !guard.phrases().any(|phrase| phrase.source() == text) {
            return Err(Fault::new(
                Code::TalkRefused,
                t!("this table allows only ready-made phrases; choose one of them"),
            ));
        }
        registry.talkers.count(&me.id, TOO_FAST.as_str())?;
        let name = name_at(&registry, &id, seat, me.name).await?;
        let (n, step) = (guard.talk.count() + 1, guard.step());
        let remark = Remark { n, person: me.id, seat, name, step, text, at: now() };
        registry.commit(&mut guard, Write::Say { table: id.clone(), remark: remark.clone(), kept: KEPT }).await?;
        guard.talk.remarks.push_back(remark);
        if guard.talk.remarks.len() as u64 > KEPT {
            guard.talk.remarks.pop_front();
        }
        slot.notify(TableEvent::Talk(step));
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
    let given = (registry.clone(), me.id.clone(), me.name.clone(), id.to_owned());
    to_completion(given, move |(registry, me, name, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let seat = guard.check_may_talk(&me)?;
        if !(1..=guard.step()).contains(&step) {
            return Err(Fault::bad(t!("there is no step {step}; the table has {}", guard.step())));
        }
        registry.talkers.count(&me, TOO_FAST.as_str())?;
        let name = name_at(&registry, &id, seat, name).await?;
        let row =
            |reaction: Reaction| ReactionRow { step, person: me.clone(), seat, name, reaction: reaction.name().into() };
        let row = reaction.map(row);
        let write = match row.clone() {
            Some(row) => Write::React { table: id.clone(), row },
            None => Write::Unreact { table: id.clone(), step, person: me.clone() },
        };
        registry.commit(&mut guard, write).await?;
        guard.talk.forget(step, &me);
        guard.talk.reactions.extend(row);
        slot.notify(TableEvent::Talk(guard.step()));
        Ok(())
    })
    .await
}

/// Sets how much chat is allowed at a table.
///
/// # Errors
/// If the caller is not its host.
pub async fn set(registry: &Arc<TableRegistry>, me: &str, id: &str, talk: TableTalk) -> Result<(), Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        if guard.header.host != me {
            return Err(Fault::new(Code::NotYourSeat, t!("only the host of the table decides how much may be said")));
        }
        registry.commit(&mut guard, Write::SetTalk { table: id.clone(), talk }).await?;
        guard.header.talk = talk;
        slot.notify(TableEvent::Talk(guard.step()));
        Ok(())
    })
    .await
}

/// Sets whether the caller sees remarks of the author of remark `n`, here and at any table.
///
/// # Errors
/// If there is no such remark, or it is the caller's own.
pub async fn mute(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64, muted: bool) -> Result<(), Fault> {
    let (slot, guard) = registry.lock(id).await?;
    let remark = guard.talk.remarks.iter().find(|remark| remark.n == n);
    let other = remark.ok_or_else(|| Fault::bad(t!("there is no remark {n} any more")))?.person.clone();
    drop(guard);
    if other == me {
        return Err(Fault::bad(t!("you cannot mute yourself")));
    }
    registry.store.write(Write::Mute { person: me.to_owned(), other, muted }).await?;
    slot.changed_for(me);
    Ok(())
}

/// Returns a remark as it is stored: without surrounding white space.
///
/// # Errors
/// If nothing is left of it, it is too long, or it has signs in it that steer how text is shown.
fn clean(text: &str) -> Result<String, Fault> {
    // Characters that turn the writing direction or are invisible could make a remark read as
    // another, or garble the text next to it. The two joiners are allowed, because letters and
    // emoji need them.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let text = text.trim_matches(' ');
    match text.chars().count() {
        0 => Err(Fault::bad(t!("there is nothing to say; write something"))),
        count if count > LONGEST_REMARK => {
            Err(Fault::bad(t!("a remark has at most {most} characters, this one has {count}", most = LONGEST_REMARK)))
        }
        _ if text.chars().any(steers) => {
            Err(Fault::bad(t!("a remark is one line of text, without control characters")))
        }
        // Marks are counted in composed form: a letter with its accent in one character has no
        // mark.
        _ if people::most_marks(text.nfc()) > MARKS => {
            Err(Fault::bad(t!("a letter of a remark has at most {MARKS} marks; leave out those that are too many")))
        }
        _ => Ok(text.to_owned()),
    }
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
