//! Changes of a table outside its match, as they are written to the store.

use store::{IncidentRow, Occupant, Proposal, TableStatus, Write};

use crate::tables::state::{TableEvent, TableState};

/// Makes a change in memory that is about to be written to the store, and returns the event for
/// those who look at the table. Steps and the start of a match are made by their commands.
pub(super) fn make(live: &mut TableState, change: &Write) -> TableEvent {
    let step = live.step();
    match change {
        Write::Say { remark, kept, .. } => {
            live.talk.remarks.push_back(remark.clone());
            if live.talk.remarks.len() as u64 > *kept {
                live.talk.remarks.pop_front();
            }
            return TableEvent::Talk(step);
        }
        Write::React { row, .. } => {
            live.talk.forget(row.step, &row.person);
            live.talk.reactions.push(row.clone());
            return TableEvent::Talk(step);
        }
        Write::Unreact { step: to, person, .. } => {
            live.talk.forget(*to, person);
            return TableEvent::Talk(step);
        }
        Write::SetTalk { talk, .. } => {
            live.header.talk = *talk;
            return TableEvent::Talk(step);
        }
        Write::SetAccess { access, .. } => live.header.access = *access,
        Write::SetHost { host, .. } => live.header.host.clone_from(host),
        Write::LetIn { person, .. } => live.removed.retain(|removed| removed.person != *person),
        Write::NamePlayer { seat, name, .. } => {
            if let Some(occupant) = live.header.seats.get_mut(seat.index()) {
                *occupant = std::mem::take(occupant).under(name.clone());
            }
        }
        Write::SetStandIn { seat, bot, .. } => {
            if let Some(Occupant::Person { stand_in, .. }) = live.header.seats.get_mut(seat.index()) {
                stand_in.clone_from(bot);
            }
            live.decides_itself(*seat);
        }
        Write::NoteRace { at, results, .. } => {
            live.header.touched = *at;
            if results.is_some() {
                live.header.status = TableStatus::Over;
            }
        }
        Write::SetLobby(header) => live.set_header((**header).clone()),
        Write::ChangeSeat { seat, now, .. } => {
            live.seat_taken(*seat, now.clone());
            live.header.touched = store::now();
        }
        Write::Agree { writes, proposals, incidents, .. } => {
            for write in writes {
                make(live, write);
            }
            live.header.proposals.clone_from(proposals);
            live.header.incidents.clone_from(incidents);
            live.compute_clocks();
        }
        Write::RemovePerson { removed, .. } => {
            let seats = live.header.seats.iter_mut();
            let own = seats.filter(|occupant| occupant.person() == Some(&removed.person));
            own.for_each(|occupant| *occupant = Occupant::Nobody);
            live.removed.push(removed.clone());
        }
        _ => {}
    }
    TableEvent::Seats(step)
}

/// Returns changes of the table together with the proposals and the incidents after them; both are
/// set in memory. Returns the bare change if neither differs.
pub(crate) fn agreed(
    live: &mut TableState,
    mut writes: Vec<Write>,
    proposals: Vec<Proposal>,
    incidents: impl IntoIterator<Item = IncidentRow>,
) -> Write {
    let same = !live.agree(proposals, incidents);
    match writes.pop() {
        Some(write) if same && writes.is_empty() => return write,
        last => writes.extend(last),
    }
    let (proposals, incidents) = (live.header.proposals.clone(), live.header.incidents.clone());
    Write::Agree { table: live.header.id.clone(), writes, proposals, incidents }
}

#[cfg(test)]
mod tests {
    use kernel::{Seat, TableTalk, record::GivenBy};
    use roster::Roster;
    use store::{RemovedPerson, TableHeader};

    use super::*;

    fn person(id: &str) -> Occupant {
        Occupant::Person { id: id.into(), share: String::new(), by: GivenBy::Hall, stand_in: None, called: None }
    }

    fn table() -> TableState {
        let seats = vec![person("ada"), person("ben")];
        let header = TableHeader::open("t".into(), "gloombah".into(), 1, "ada".into(), seats, 0);
        TableState::from_journal(&Roster::default(), header, Vec::new()).unwrap()
    }

    #[test]
    fn chat_setting_is_a_change_of_the_chat() {
        let mut table = table();
        let event = make(&mut table, &Write::SetTalk { table: "t".into(), talk: TableTalk::Phrases });
        assert_eq!((event, table.header.talk), (TableEvent::Talk(0), TableTalk::Phrases));
    }

    #[test]
    fn removed_person_loses_all_seats() {
        let mut table = table();
        let removed = RemovedPerson { n: 1, person: "ben".into(), name: "Ben".into() };
        let event = make(&mut table, &Write::RemovePerson { table: "t".into(), removed });
        assert_eq!(event, TableEvent::Seats(0));
        assert_eq!(table.header.seats, [person("ada"), Occupant::Nobody]);
        assert!(table.is_removed("ben"));
        make(&mut table, &Write::LetIn { table: "t".into(), person: "ben".into() });
        assert!(!table.is_removed("ben"));
    }

    #[test]
    fn stand_in_comes_and_goes_without_the_seat() {
        let mut table = table();
        let mut set = |bot: Option<&str>| {
            let (person, bot) = ("ben".to_owned(), bot.map(str::to_owned));
            make(&mut table, &Write::SetStandIn { table: "t".into(), seat: Seat(1), person, bot });
            table.header.seats[1].stand_in().map(str::to_owned)
        };
        assert_eq!((set(Some("normal")).as_deref(), set(None)), (Some("normal"), None));
    }
}
