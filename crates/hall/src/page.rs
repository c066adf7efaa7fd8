//! What is shown to whom: pages made from a table as one visitor may see it.

use std::{collections::HashMap, sync::Arc};

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use kernel::{Meta, Seat, SeatSet, Table, Viewer, counted};
use maud::Markup;
use serde_json::Value;

use crate::{
    Doors,
    error::{Code, Fault},
    keeper::Slot,
    live::Live,
    people::Caller,
    skin::{self, Chair, Chapter, Notice, NoticeKind, TableCard, TablePage, Visitor},
    store::{Head, Moment, Phase, Sitter, now},
};

/// Until it is over, nobody is said to wait.
const MINUTE: i64 = 60_000;

/// How a visitor wants to look at a table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Look {
    /// After this step instead of now.
    pub(crate) at: Option<usize>,
    /// From this seat of theirs.
    pub(crate) seat: Option<u8>,
    /// Having picked up this piece.
    pub(crate) from: Option<String>,
    /// Having chosen this risky move.
    pub(crate) confirm: Option<usize>,
    /// With this told first.
    pub(crate) notice: Option<Notice>,
    /// Just the part that changes, for the script.
    pub(crate) fragment: bool,
    /// As a replay: everything is open.
    pub(crate) replay: bool,
    /// The address of the hall as the visitor has it, without a slash at the end.
    pub(crate) origin: Option<String>,
}

/// Who looks, as the skin wants to know.
pub(crate) fn visitor(caller: &Caller) -> Visitor<'_> {
    match caller.person() {
        Some(person) => Visitor {
            name: Some(&person.name),
            theme: skin::Theme::named(&person.theme),
            speed: skin::Speed::named(&person.speed),
        },
        None => Visitor::default(),
    }
}

/// HTML with a status.
pub(crate) fn html(status: StatusCode, markup: Markup) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], markup.into_string()).into_response()
}

/// What went wrong, for people.
pub(crate) fn error(caller: &Caller, fault: &Fault) -> Response {
    let status = fault.code.status();
    let title = match fault.code {
        Code::UnknownGame => "No such game",
        Code::UnknownMatch => "No such table",
        Code::NotFound => "Nothing here",
        Code::NotYourSeat | Code::CrossSite | Code::Unauthorized => "Not yours to do",
        Code::Stale | Code::NotAwaited | Code::WrongPhase | Code::SeatTaken | Code::Busy => "Too late, or too early",
        Code::Internal | Code::Closing => "Something broke on our side",
        _ => "That did not work",
    };
    html(status, skin::error(&visitor(caller), status.as_u16(), title, &sentence(&fault.message)))
}

/// A message as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// A notice of something that did not work.
pub(crate) fn trouble(fault: &Fault) -> Notice {
    match fault.code {
        Code::Stale => {
            Notice { kind: NoticeKind::Info, text: "The table has moved on. This is how it stands now.".into() }
        }
        _ => Notice { kind: NoticeKind::Error, text: sentence(&fault.message) },
    }
}

/// A table's page, as the caller may see it.
pub(crate) async fn table(doors: &Doors, caller: &Caller, id: &str, look: Look) -> Result<Markup, Fault> {
    let (slot, held) = doors.keeper.hold(id).await?;
    let names = names(doors, id).await?;
    let live = &*held;
    let own = live.seats_of(caller.id());
    if let Some(me) = caller.id().filter(|_| !own.is_empty()) {
        slot.sees(me);
    }
    let meta = roster::find(&live.head.game)?.meta();
    let seal = live.seal();
    let table = live.table.as_deref();
    let over = live.head.phase == Phase::Over;
    let viewer = match look.seat.map(Seat).filter(|seat| own.contains(*seat)) {
        _ if over && (look.replay || own.is_empty()) => Viewer::All,
        Some(seat) => Viewer::Seat(seat),
        None => live.viewer(caller.id()),
    };
    let step = live.step();
    let at = look.at.filter(|at| *at < step || look.replay && *at == step);
    let undo = match table.filter(|_| !over && at.is_none()) {
        Some(table) if table.question().is_some() => {
            let told = live.pending.is_some() || !table.pending_outcomes().is_empty();
            caller.id().filter(|me| told && live.reads(me).is_ok()).map(|_| Ok(()))
        }
        table => table.and_then(|table| may_undo(table, own)),
    };
    let since = live.times.last().copied().unwrap_or(live.head.touched);
    let awaited = table.filter(|_| !over).map(|table| table.awaited()).unwrap_or_default();
    let page = TablePage {
        id,
        meta,
        options: &live.head.options,
        phase: phase(live.head.phase),
        chairs: chairs(&slot, &live.head, &names, caller),
        host: caller.id() == Some(&live.head.host),
        invite: look.origin.as_ref().map(|origin| format!("{origin}/tables/{id}")),
        seal: seal.as_deref(),
        step,
        at,
        scene: table.and_then(|table| table.scene(viewer, at)),
        viewer,
        chronicle: table.map(|table| chronicle(table, viewer)).unwrap_or_default(),
        may_undo: matches!(undo, Some(Ok(()))),
        undo_why_not: undo.and_then(Result::err),
        ask: table.and_then(Table::question),
        told: table.map(Table::pending_outcomes).unwrap_or_default(),
        waiting_since: waiting(awaited, own, &live.head.seats, since),
        notice: look.notice.clone().or_else(|| notice(live, own)),
        hint: viewer.seat().filter(|_| at.is_none()).and_then(|seat| live.hints.get(&seat)).map(Arc::as_ref),
        confirm: look.confirm,
        pending_from: look.from.clone(),
    };
    let visitor = visitor(caller);
    Ok(match page.phase {
        _ if look.fragment => skin::table_live(&page),
        _ if look.replay => skin::replay(&visitor, &page),
        skin::Phase::Open => skin::lobby(&visitor, &page),
        skin::Phase::Playing | skin::Phase::Over => skin::table(&visitor, &page),
    })
}

/// How long the owner of `own` has waited for other people, once that is worth saying.
fn waiting(awaited: SeatSet, own: SeatSet, seats: &[Sitter], since: Moment) -> Option<String> {
    let person = |seat: Seat| seats[seat.index()].person().is_some();
    let others = !awaited.iter().any(|seat| own.contains(seat)) && awaited.iter().any(person);
    (others && now() - since >= MINUTE).then(|| format!("for {}", ago(since)))
}

/// What is worth knowing about a table before anything else.
fn notice(live: &Live, own: SeatSet) -> Option<Notice> {
    let info = |text: &str| Some(Notice { kind: NoticeKind::Info, text: text.into() });
    if live.asks() && live.step() == 0 {
        return info(
            "The dice are yours. A step is written down when all its dice are told; if the hall closes before, it is asked again.",
        );
    }
    if live.head.phase == Phase::Over && live.head.next.is_some() && !own.is_empty() {
        return info("A rematch has been set up: ask for it too, and you will be seated there.");
    }
    if live.head.practice && live.head.phase != Phase::Over {
        return info("This is practice: the level is above what everybody here has reached, so a win unlocks nothing.");
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

fn chairs<'a>(slot: &Slot, head: &'a Head, names: &'a HashMap<Seat, String>, caller: &Caller) -> Vec<Chair<'a>> {
    let chair = |(n, sitter): (usize, &'a Sitter)| Chair {
        seat: Seat(n as u8),
        player: names.get(&Seat(n as u8)).map(String::as_str),
        bot: sitter.bot(),
        you: caller.id().is_some() && sitter.person() == caller.id(),
        connected: connected(slot, sitter),
    };
    head.seats.iter().enumerate().map(chair).collect()
}

/// Whether somebody who sits at a table follows it now; bots always do.
pub(crate) fn connected(slot: &Slot, sitter: &Sitter) -> bool {
    match sitter {
        Sitter::Nobody => false,
        Sitter::Person { id, .. } => slot.is_here(id),
        Sitter::Bot(_) => true,
    }
}

/// The names of the people at a table.
pub(crate) async fn names(doors: &Doors, id: &str) -> Result<HashMap<Seat, String>, Fault> {
    Ok(doors.keeper.store.names(id).await?.into_iter().collect())
}

fn phase(phase: Phase) -> skin::Phase {
    match phase {
        Phase::Open => skin::Phase::Open,
        Phase::Playing => skin::Phase::Playing,
        Phase::Over => skin::Phase::Over,
    }
}

/// What a card of a list needs, before it borrows: who is who, and whether the caller must act.
pub(crate) struct Entry {
    slot: Arc<Slot>,
    head: Head,
    names: HashMap<Seat, String>,
    your_turn: bool,
}

/// The tables of a list, as far as they can be shown.
pub(crate) async fn entries(doors: &Doors, caller: &Caller, heads: Vec<Head>) -> Result<Vec<Entry>, Fault> {
    let mut entries = Vec::with_capacity(heads.len());
    for head in heads {
        let names = names(doors, &head.id).await?;
        let slot = doors.keeper.slot(&head.id)?;
        let known = caller.id().is_some() && head.phase == Phase::Playing;
        let mine = known && head.seats.iter().any(|sitter| sitter.person() == caller.id());
        // A match that cannot go on, of other rules, is still listed: its page says why.
        let your_turn = mine
            && doors.keeper.hold(&head.id).await.is_ok_and(|(_, held)| {
                let own = held.seats_of(caller.id());
                held.table.as_deref().is_some_and(|table| table.awaited().iter().any(|seat| own.contains(seat)))
            });
        entries.push(Entry { slot, head, names, your_turn });
    }
    Ok(entries)
}

/// The cards of a list of tables.
pub(crate) fn cards<'a>(entries: &'a [Entry], caller: &Caller) -> Vec<TableCard<'a>> {
    let title = |game: &'a str| roster::find(game).map_or(game, |title| title.meta().title);
    let card = |entry: &'a Entry| TableCard {
        id: &entry.head.id,
        title: title(&entry.head.game),
        phase: phase(entry.head.phase),
        chairs: chairs(&entry.slot, &entry.head, &entry.names, caller),
        your_turn: entry.your_turn,
        result: result(&entry.head, caller),
        when: match now() - entry.head.touched {
            ..MINUTE => "just now".into(),
            _ => format!("{} ago", ago(entry.head.touched)),
        },
    };
    entries.iter().map(card).collect()
}

/// How a match ended for the caller, in a word or two.
fn result(head: &Head, caller: &Caller) -> Option<String> {
    let outcome = head.outcome.as_ref()?;
    if let Some(victory) = outcome["victory"].as_bool() {
        return Some(if victory { "Won" } else { "Lost" }.into());
    }
    let places: Vec<u64> = outcome["placings"].as_array()?.iter().filter_map(Value::as_u64).collect();
    let own =
        head.seats.iter().zip(&places).filter(|(sitter, _)| sitter.person().is_some_and(|id| caller.id() == Some(id)));
    let best = *own.map(|(_, place)| place).min()?;
    Some(match (best, places.iter().filter(|place| **place == best).count()) {
        (1, 1) => "Won".into(),
        (1, alike) if alike == places.len() => "Drawn".into(),
        (place, _) => format!("Place {place} of {}", places.len()),
    })
}

/// The data sheets of all games.
pub(crate) fn games() -> Vec<&'static Meta> {
    roster::GAMES.iter().map(|title| title.meta()).collect()
}

/// How long ago a moment is.
fn ago(since: Moment) -> String {
    let seconds = (now() - since).max(0) / 1000;
    let (count, unit) = match seconds {
        ..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    counted(count, unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_when_it_is_long_and_for_people() {
        let seats = ["me", "you"].map(|id| Sitter::Person { id: id.into(), share: String::new() });
        let seats = [seats.as_slice(), &[Sitter::Bot("easy".into())]].concat();
        let set = |seat| [Seat(seat)].into_iter().collect::<SeatSet>();
        let long = |awaited, since| waiting(set(awaited), set(0), &seats, now() - since);
        assert_eq!(long(1, 61_000).as_deref(), Some("for 1 minute"));
        assert_eq!([long(1, 59_000), long(0, 61_000), long(2, 61_000)], [None, None, None]);
    }

    #[test]
    fn times_and_messages_read_like_a_person_wrote_them() {
        assert_eq!(ago(now() - 61_000), "1 minute");
        assert_eq!(ago(now() - 7_300_000), "2 hours");
        assert_eq!(sentence("there is no seat 9"), "There is no seat 9.");
        assert_eq!(sentence(""), ".");
    }
}
