//! The entries of lists of tables, as one person sees them.

use std::collections::HashMap;

use kernel::{Meta, Outcome, Seat, Viewer};
use model::Timestamp;
use pages::{MatchState, TableCard};
use roster::GameEntry;
use table::{TableState, rows::TableHeader};
use text::{counted, t};

use crate::audience;

/// A minute, in milliseconds.
pub const MINUTE: Timestamp = 60_000;

/// Returns the entry of a table in a list for a person; nobody waits there, it is not their turn,
/// and no match is under way, unless the caller says so. `here` says whether the occupant of a seat
/// follows the table, and `changed` when something last happened there.
pub fn card<'a>(
    title: Option<&'static dyn GameEntry>,
    header: &'a TableHeader,
    names: &HashMap<Seat, String>,
    me: Option<&str>,
    here: impl Fn(usize) -> bool,
    [changed, now]: [Timestamp; 2],
) -> TableCard<'a> {
    let mine = |n: usize| me.is_some() && header.seats[n].person() == me;
    TableCard {
        id: &header.id,
        title: title.map_or(&header.game, |title| title.meta().title),
        race: header.race.is_some(),
        cover: title.and_then(|title| title.meta().cover),
        status: header.status,
        seats: audience::seats(title.map(|title| title as &dyn GameEntry), &header.seats, names, mine, here),
        your_turn: false,
        waiting: Vec::new(),
        result: result(header, me),
        when: when(changed, now),
        changed,
        state: None,
    }
}

/// Returns the state of a match under way, as a person sees it.
pub fn match_state(live: &TableState, me: Option<&str>) -> Option<MatchState> {
    let table = live.table.as_deref()?;
    let viewer = if live.shares_a_screen(me) { Viewer::Spectator } else { live.viewer(me) };
    let awaited: Vec<Seat> = table.awaited().iter().collect();
    let seats = Seat::all(live.header.seats.len() as u8);
    let clocks: Vec<_> = seats.filter_map(|seat| Some((seat, live.clock(seat)?))).collect();
    let until = clocks.iter().filter(|(seat, _)| awaited.contains(seat)).filter_map(|(_, clock)| clock.until).min();
    let vacations = clocks.iter().filter_map(|(seat, clock)| Some((*seat, clock.vacation?))).collect();
    Some(MatchState { headline: table.scene(viewer, None)?.headline, awaited, until, vacations })
}

/// Returns the result of a match for a person, in a word or two.
fn result(header: &TableHeader, me: Option<&str>) -> Option<String> {
    let Outcome { victory, placings: places, .. } = header.outcome.as_deref().and_then(Outcome::read)?;
    if let Some(victory) = victory {
        return Some(if victory { t!("Won") } else { t!("Lost") }.into());
    }
    let own = header.seats.iter().zip(&places);
    let own = own.filter(|(occupant, _)| occupant.person().is_some_and(|id| me == Some(id)));
    let best = *own.map(|(_, place)| place).min()?;
    Some(match (best, places.iter().filter(|place| **place == best).count()) {
        (1, 1) => t!("Won").into(),
        (1, alike) if alike == places.len() => t!("Drawn").into(),
        (place, _) => t!("Place {place} of {}", places.len()),
    })
}

/// Returns the roster's entries of all games.
pub fn games() -> Vec<&'static Meta> {
    roster::GAMES.iter().map(|title| title.meta()).collect()
}

/// Returns when something happened, in words.
pub fn when(moment: Timestamp, now: Timestamp) -> String {
    match now - moment {
        ..MINUTE => t!("just now").into(),
        _ => t!("{} ago", ago(moment, now)),
    }
}

/// Returns how long ago a time was, in words.
pub fn ago(since: Timestamp, now: Timestamp) -> String {
    let seconds = (now - since).max(0) / 1000;
    match seconds {
        ..3600 => counted!(seconds / 60, "minute"),
        3600..86_400 => counted!(seconds / 3600, "hour"),
        86_400..172_800 => t!("1 day").into(),
        // In languages with cases, past days have another form than other days, so this is a
        // separate text, not a noun.
        _ => t!("{past} days", past = seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_a_person_wrote_them() {
        assert_eq!(ago(9_000, 70_000), "1 minute");
        assert_eq!(ago(0, 7_300_000), "2 hours");
    }
}
