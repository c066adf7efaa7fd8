//! The people and bots at a table, as one person sees them: clocks, absences, and chat.

use std::collections::{BTreeSet, HashMap};

use kernel::{Character, Seat, SeatSet};
use model::{Proposal, Proposed, Reaction, Silence, Timestamp, shown_name};
use pages::{OtherInfo, ReactionInfo, RemarkInfo, SeatInfo, TalkPage};
use roster::GameEntry;
use table::{
    Absence, Around, ClockState, Racer, TableState,
    rows::{Occupant, TableStatus},
};
use text::t;

use super::Lookups;
use crate::lists::{MINUTE, ago};

/// Returns the seats of a table and their occupants. `mine` says whether a seat is the visitor's,
/// and `connected` whether its occupant follows the table.
pub fn seats(
    title: Option<&dyn GameEntry>,
    occupants: &[Occupant],
    names: &HashMap<Seat, String>,
    mine: impl Fn(usize) -> bool,
    connected: impl Fn(usize) -> bool,
) -> Vec<SeatInfo> {
    let info = |(n, occupant): (usize, &Occupant)| SeatInfo {
        seat: Seat(n as u8),
        person: names.get(&Seat(n as u8)).cloned(),
        bot: occupant.bot().map(str::to_owned),
        character: character(title, occupant),
        you: mine(n),
        connected: connected(n),
        stand_in: occupant.stand_in().map(str::to_owned),
        clock: None,
        says: None,
    };
    occupants.iter().enumerate().map(info).collect()
}

/// Returns the character whom the bot of a seat plays.
pub fn character(title: Option<&dyn GameEntry>, occupant: &Occupant) -> Option<&'static Character> {
    title?.character(occupant.character()?)
}

/// Returns the clocks of the seats, if they are to be shown.
pub(super) fn clocks(live: &TableState, shown: bool) -> Vec<Option<pages::Clock>> {
    let shown_clock =
        |ClockState { left, until, rests_until, vacation }| pages::Clock { left, until, rests_until, vacation };
    let clock = |seat| live.clock(seat).filter(|_| shown).map(shown_clock);
    Seat::all(live.header.seats.len() as u8).map(clock).collect()
}

/// Returns the absent players who must act, except the person themselves.
pub(super) fn missed(live: &TableState, around: &Around, me: Option<&str>) -> Vec<pages::MissedInfo> {
    let own = live.seats_of(me);
    let info = |absence: &Absence| pages::MissedInfo {
        seat: absence.seat,
        since: (around.now - absence.since >= MINUTE).then(|| ago(absence.since, around.now)),
        looks_on: absence.looks_on,
        offered: absence.offered,
        agreed: absence.agreed.clone(),
        missing: absence.missing.clone(),
    };
    around.absences.iter().filter(|absence| !own.contains(absence.seat)).map(info).collect()
}

/// Returns the people who ask for the seats of bots, in seat order.
pub(super) fn applications(live: &TableState, around: &Around, me: Option<&str>) -> Vec<pages::ApplicationInfo> {
    let info = |seat: Seat| {
        let application = live.proposal(Proposed::Seat { seat })?;
        Some(pages::ApplicationInfo {
            seat,
            name: application.name.clone(),
            you: me == Some(&application.person),
            refused: application.refused,
            undecided: live.undecided(|person| around.is_here(person), application),
        })
    };
    Seat::all(live.header.seats.len() as u8).filter_map(info).collect()
}

/// Returns what a player may decide about the match otherwise than by steps. `undo` says whether
/// they may take back the last step without asking.
pub(super) fn agreements(live: &TableState, around: &Around, me: &str, undo: bool) -> pages::Agreements {
    let info = |proposal: &Proposal| pages::ProposalInfo {
        n: proposal.n,
        what: proposal.what,
        name: proposal.name.clone(),
        you: me == proposal.person,
        refused: proposal.refused,
        undecided: live.undecided(|person| around.is_here(person), proposal),
    };
    let shown = live.header.proposals.iter().filter(|one| !matches!(one.what, Proposed::Seat { .. }));
    let leaving = live.may_leave(me);
    let open = |what: Proposed| live.may_be_proposed(|person| around.is_here(person), what, me);
    let last = live.last_step_of(me).filter(|step| !undo && open(Proposed::TakeBack { step: *step }));
    let rivals = Seat::all(live.header.seats.len() as u8).filter(|seat| {
        live.is_host(me)
            && live.person_at(*seat).is_some_and(|other| other != me)
            && open(Proposed::Remove { seat: *seat })
    });
    let leave = match live.ends_without(me) {
        true => pages::Leaving::Ends,
        false => pages::Leaving::BotPlays,
    };
    pages::Agreements {
        leave: leaving.then_some(leave),
        take_back: last,
        end: open(Proposed::End),
        remove: rivals.collect(),
        proposals: shown.map(info).collect(),
    }
}

/// Returns the race to which a table belongs, as the owner of the seats `own` sees it; `racers` are
/// those of the race, with their names. `opened` says whether others may look at the match of this
/// table.
pub fn race(
    live: &TableState,
    own: SeatSet,
    (racers, names): (Option<&[Racer]>, &HashMap<Seat, String>),
    opened: bool,
) -> Option<pages::ShownRace> {
    let header = &live.header;
    let race = header.race.as_deref()?;
    let over = if header.is_race() { header.status == TableStatus::Over } else { opened };
    let racers = racers.unwrap_or_default();
    let shown = |(racer, place): (&Racer, u32)| {
        let you = match header.is_race() {
            true => own.contains(racer.seat),
            false => racer.table == header.id && !own.is_empty(),
        };
        pages::ShownRacer {
            place,
            seat: racer.seat,
            name: names.get(&racer.seat).map(|name| shown_name(name).to_owned()).unwrap_or_default(),
            you,
            state: racer.state,
            words: racer.words.spoken().to_owned(),
            steps: racer.steps,
            table: Some(racer.table.clone()).filter(|_| you || over),
        }
    };
    let mut racers: Vec<_> = racers.iter().zip(table::race::places(racers)).map(shown).collect();
    racers.sort_by_key(|racer| (racer.place, racer.seat));
    Some(pages::ShownRace { table: race.to_owned(), over, racers })
}

/// Returns how long the owner of `own` has waited for other people, once that is long enough to
/// mention.
pub(super) fn waiting(
    awaited: SeatSet,
    own: SeatSet,
    seats: &[Occupant],
    [since, now]: [Timestamp; 2],
) -> Option<String> {
    let person = |seat: Seat| seats[seat.index()].person().is_some();
    let others = !awaited.iter().any(|seat| own.contains(seat)) && awaited.iter().any(person);
    (others && now - since >= MINUTE).then(|| t!("for {}", ago(since, now)))
}

/// Returns the chat of a table, as a person reads it.
pub(super) fn chat(live: &TableState, me: Option<&str>, lookups: &Lookups) -> TalkPage {
    let own = |person: &str| me == Some(person);
    let muted = &lookups.muted;
    let (mut others, mut listed): (Vec<OtherInfo>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    for remark in live.talk.remarks.iter().rev().filter(|remark| me.is_some() && !own(&remark.person)) {
        let silence = muted.get(&remark.person);
        if silence != Some(&Silence::Blocked) && listed.insert(&remark.person) {
            others.push(OtherInfo { remark: remark.n, name: remark.name.clone(), muted: silence.is_some() });
        }
    }
    let heard = live.talk.remarks.iter().filter(|remark| !muted.contains_key(&remark.person));
    let reactions = live.talk.reactions.iter().filter(|row| !muted.contains_key(&row.person));
    // The store has the English text of a ready-made phrase.
    let read = |text: &str| {
        let phrase = live.phrases().find(|phrase| phrase.source() == text);
        phrase.map_or_else(|| text.to_owned(), |phrase| phrase.as_str().to_owned())
    };
    TalkPage {
        setting: live.header.talk,
        remarks: heard
            .map(|remark| RemarkInfo {
                n: remark.n,
                seat: remark.seat,
                name: remark.name.clone(),
                text: read(&remark.text),
                own: own(&remark.person),
                at: remark.at,
                links: own(&remark.person) || lookups.known.contains(&remark.person),
            })
            .collect(),
        others,
        may_talk: !live.seats_of(me).is_empty(),
        phrases: live.phrases().collect(),
        reactions: reactions
            .filter_map(|row| {
                let reaction = Reaction::named(&row.reaction)?;
                Some((row.step, ReactionInfo { seat: row.seat, name: row.name.clone(), reaction }))
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use kernel::record::GivenBy;

    use super::*;

    #[test]
    fn a_wait_is_told_when_it_is_long_and_for_people() {
        let seats = ["me", "you"].map(|id| Occupant::Person {
            id: id.into(),
            share: String::new(),
            by: GivenBy::Hall,
            stand_in: None,
            called: None,
        });
        let seats = [seats.as_slice(), &[Occupant::Bot("easy".into())]].concat();
        let set = |seat| [Seat(seat)].into_iter().collect::<SeatSet>();
        let long = |awaited, since: Timestamp| waiting(set(awaited), set(0), &seats, [100_000 - since, 100_000]);
        assert_eq!(long(1, 61_000).as_deref(), Some("for 1 minute"));
        assert_eq!([long(1, 59_000), long(0, 61_000), long(2, 61_000)], [None, None, None]);
    }
}
