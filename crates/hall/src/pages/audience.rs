//! What is shown to whom: the page of a table as one person may see it.

use std::{collections::HashMap, sync::Arc};

use kernel::{Seat, SeatSet, Table, Viewer};
use maud::Markup;

use super::{
    draw::{self, Chapter, Finished, Notice, NoticeKind, SeatInfo, TablePage, Visitor},
    lists::{MINUTE, ago},
    sentence,
};
use crate::{
    fault::{Code, Fault},
    store::{Occupant, Person, TableHeader, TableStatus, Timestamp, now},
    tables::{LiveTable, TableSlot},
};

/// How a person wants to look at a table.
#[derive(Clone, Default, Debug)]
pub(crate) struct ViewOptions {
    /// After this step instead of now.
    pub(crate) at: Option<usize>,
    /// From this seat of theirs.
    pub(crate) seat: Option<u8>,
    /// Having picked this on the way to a move.
    pub(crate) pick: Option<String>,
    /// Having chosen this risky move.
    pub(crate) confirm: Option<usize>,
    /// With this said first.
    pub(crate) notice: Option<Notice>,
    /// Just the part that changes, for the script.
    pub(crate) fragment: bool,
    /// As a replay: everything is open.
    pub(crate) replay: bool,
    /// The address of the hall as the person has it, without a slash at the end.
    pub(crate) origin: Option<String>,
}

/// Who looks, as the drawing code wants to know.
pub(crate) fn visitor(person: Option<&Person>) -> Visitor<'_> {
    match person {
        Some(person) => Visitor {
            name: Some(&person.name),
            theme: draw::Theme::named(&person.theme),
            speed: draw::Speed::named(&person.speed),
        },
        None => Visitor::default(),
    }
}

/// A notice of something that did not work.
pub(crate) fn fault_notice(fault: &Fault) -> Notice {
    match fault.code {
        Code::Stale => {
            Notice { kind: NoticeKind::Info, text: "The table has moved on. This is how it stands now.".into() }
        }
        _ => Notice { kind: NoticeKind::Error, text: sentence(&fault.message) },
    }
}

/// A table's page, as a person may see it.
///
/// # Errors
/// If the game is unknown.
pub(crate) fn table(
    slot: &TableSlot,
    live: &LiveTable,
    names: &HashMap<Seat, String>,
    person: Option<&Person>,
    view: ViewOptions,
) -> Result<Markup, Fault> {
    let me = person.map(|person| person.id.as_str());
    let own = live.seats_of(me);
    if let Some(me) = me.filter(|_| !own.is_empty()) {
        slot.note_page_load(me);
    }
    let meta = roster::find(&live.header.game)?.meta();
    let seal = live.seal();
    let table = live.table.as_deref();
    let over = live.header.status == TableStatus::Over;
    let viewer = match view.seat.map(Seat).filter(|seat| own.contains(*seat)) {
        _ if over && (view.replay || own.is_empty()) => Viewer::All,
        Some(seat) => Viewer::Seat(seat),
        None => live.viewer(me),
    };
    let visitor = visitor(person);
    let step = live.step();
    let at = view.at.filter(|at| *at < step || view.replay && *at == step);
    let undo = match table.filter(|_| !over && at.is_none()) {
        Some(table) if table.question().is_some() => {
            let entered = live.pending.is_some() || !table.pending_outcomes().is_empty();
            me.filter(|me| entered && live.check_may_answer(me).is_ok()).map(|_| Ok(()))
        }
        table => table.and_then(|table| may_undo(table, own)),
    };
    let answered = table.map(Table::pending_outcomes).unwrap_or_default().iter();
    let awaited = table.filter(|_| !over).map(|table| table.awaited()).unwrap_or_default();
    let page = TablePage {
        id: &live.header.id,
        meta,
        options: &live.header.options,
        status: live.header.status,
        seats: seats(slot, &live.header, names, me),
        host: me == Some(&live.header.host),
        invite: view.origin.map(|origin| format!("{origin}/tables/{}", live.header.id)),
        seal: seal.as_deref(),
        step,
        at,
        scene: table.and_then(|table| table.scene(viewer, at)),
        viewer,
        chronicle: table.map(|table| chronicle(table, viewer)).unwrap_or_default(),
        may_undo: matches!(undo, Some(Ok(()))),
        undo_why_not: undo.and_then(Result::err),
        epoch: table.zip(viewer.seat()).map(|(table, seat)| table.epoch(seat)),
        ask: table.and_then(Table::question),
        may_answer: me.is_some_and(|me| live.check_may_answer(me).is_ok()),
        answers: live.answers(),
        answered: answered.filter(|outcome| outcome.visible_to(viewer)).collect(),
        waiting_since: waiting(awaited, own, &live.header.seats, live.last_change()),
        notice: view.notice.or_else(|| notice(live, own)),
        hint: viewer.seat().filter(|_| at.is_none()).and_then(|seat| live.hints.get(&seat)).map(Arc::as_ref),
        confirm: view.confirm,
        picked: view.pick,
        theme: visitor.theme,
        finished: if over { finished(live) } else { Finished::default() },
    };
    Ok(match page.status {
        _ if view.fragment => draw::table_live(&page),
        _ if view.replay => draw::replay(&visitor, &page),
        TableStatus::Open => draw::lobby(&visitor, &page),
        TableStatus::Playing | TableStatus::Over => draw::table(&visitor, &page),
    })
}

/// What is known of a match that is over.
fn finished(live: &LiveTable) -> Finished<'_> {
    Finished {
        analysis: live.analysed.analysis.as_deref(),
        turning_points: live.analysed.turning_points.as_deref(),
        practice: live.header.practice,
    }
}

/// How long the owner of `own` has waited for other people, once that is worth saying.
fn waiting(awaited: SeatSet, own: SeatSet, seats: &[Occupant], since: Timestamp) -> Option<String> {
    let person = |seat: Seat| seats[seat.index()].person().is_some();
    let others = !awaited.iter().any(|seat| own.contains(seat)) && awaited.iter().any(person);
    (others && now() - since >= MINUTE).then(|| format!("for {}", ago(since)))
}

/// What is worth knowing about a table before anything else.
fn notice(live: &LiveTable, own: SeatSet) -> Option<Notice> {
    let info = |text: &str| Some(Notice { kind: NoticeKind::Info, text: text.into() });
    if live.has_question() && live.step() == 0 {
        return info(
            "The dice are yours. A step is written down when all its dice are told; if the hall closes before, it is asked again.",
        );
    }
    if live.header.status == TableStatus::Over && live.header.next.is_some() && !own.is_empty() {
        return info("A rematch has been set up: ask for it too, and you will be seated there.");
    }
    if live.header.practice && live.header.status != TableStatus::Over {
        return info("This is practice: a win unlocks nothing.");
    }
    None
}

/// Whether the last step can be taken back by the owner of these seats; `None` if there is nothing to say about it.
fn may_undo(table: &dyn Table, own: SeatSet) -> Option<Result<(), String>> {
    let actor = table.actor(table.ply()).filter(|seat| own.contains(*seat));
    let seat = actor.or(own.lowest())?;
    match table.may_undo(seat) {
        Err(kernel::Refused::NothingToUndo) => None,
        verdict => Some(verdict.map_err(|refused| sentence(&refused.to_string()))),
    }
}

fn chronicle(table: &dyn Table, viewer: Viewer) -> Vec<Chapter> {
    let chapter = |step| Chapter { step, seat: table.actor(step), lines: table.chronicle(viewer, step) };
    (0..=table.ply()).map(chapter).collect()
}

/// The seats of a table and who has them, as `me` sees them.
pub(super) fn seats<'a>(
    slot: &TableSlot,
    header: &'a TableHeader,
    names: &'a HashMap<Seat, String>,
    me: Option<&str>,
) -> Vec<SeatInfo<'a>> {
    let info = |(n, occupant): (usize, &'a Occupant)| SeatInfo {
        seat: Seat(n as u8),
        person: names.get(&Seat(n as u8)).map(String::as_str),
        bot: occupant.bot(),
        you: me.is_some() && occupant.person() == me,
        connected: slot.is_connected(occupant),
    };
    header.seats.iter().enumerate().map(info).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_when_it_is_long_and_for_people() {
        let seats = ["me", "you"].map(|id| Occupant::Person { id: id.into(), share: String::new() });
        let seats = [seats.as_slice(), &[Occupant::Bot("easy".into())]].concat();
        let set = |seat| [Seat(seat)].into_iter().collect::<SeatSet>();
        let long = |awaited, since| waiting(set(awaited), set(0), &seats, now() - since);
        assert_eq!(long(1, 61_000).as_deref(), Some("for 1 minute"));
        assert_eq!([long(1, 59_000), long(0, 61_000), long(2, 61_000)], [None, None, None]);
    }
}
