//! Deadlines as a calendar (iCalendar, RFC 5545).

use model::Day;
use text::t;

use super::lists;
use crate::{
    fault::{Code, Fault},
    store::{Store, Timestamp},
    tables::TableRegistry,
};

/// The most deadlines in a calendar.
const LISTED: usize = 50;
/// The maximal length of a line, in bytes.
const LINE: usize = 75;

/// A match that waits for a person until its deadline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    /// The table.
    table: String,
    /// The game's title.
    title: String,
    /// The names of the other players.
    with: Vec<String>,
    /// The time since which it waits.
    since: Timestamp,
    /// The deadline.
    until: Timestamp,
}

/// Returns the matches that wait for a person and have a deadline, the nearest first.
///
/// # Errors
/// If the store fails.
pub(crate) async fn due(registry: &TableRegistry, store: &Store, me: &str) -> Result<Vec<Due>, Fault> {
    let mut due = Vec::new();
    for turn in lists::waiting(store, Some(me)).await?.into_iter().take(LISTED) {
        let guard = match registry.lock(&turn.table).await {
            Ok(guard) => guard,
            Err(fault) if fault.code == Code::Internal => return Err(fault),
            // A table of other rules, or one that is closed, has no deadline.
            Err(_) => continue,
        };
        let own = guard.seats_of(Some(me));
        let until = own.iter().filter_map(|seat| guard.clock(seat)?.until).min();
        let Some(until) = until.filter(|_| guard.header.pace.is_over_days()) else { continue };
        let title = guard.title.meta().title.to_owned();
        due.push(Due { table: turn.table, title, with: turn.with, since: turn.since, until });
    }
    due.sort_by_key(|one| one.until);
    Ok(due)
}

/// Returns deadlines as a calendar, with links to the tables below `url`.
pub(crate) fn text(all: &[Due], url: &str) -> String {
    let mut text = String::new();
    let mut line = |content: &str| fold(content, &mut text);
    for content in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Undercroft//Deadlines//EN"] {
        line(content);
    }
    line(&format!("X-WR-CALNAME:{}", escaped(t!("Undercroft: your turns"))));
    for one in all {
        let summary = t!("Your turn: {}", one.title);
        line("BEGIN:VEVENT");
        line(&format!("UID:{}@undercroft", one.table));
        line(&format!("DTSTAMP:{}", moment(one.since)));
        line(&format!("DTSTART:{}", moment(one.until)));
        line(&format!("SUMMARY:{}", escaped(&summary)));
        if !one.with.is_empty() {
            line(&format!("DESCRIPTION:{}", escaped(&t!("With {}.", kernel::listed(&one.with)))));
        }
        line(&format!("URL:{url}/tables/{}", one.table));
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    text
}

/// Returns a moment in UTC: `20261126T235900Z`.
fn moment(at: Timestamp) -> String {
    let day = Day::of(at).to_string().replace('-', "");
    let seconds = at.rem_euclid(Day::LENGTH) / 1000;
    format!("{day}T{:02}{:02}{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        if matches!(c, '\\' | ';' | ',') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Adds a line, which goes on after a space where it is too long.
fn fold(content: &str, to: &mut String) {
    let mut length = 0;
    for c in content.chars() {
        if length + c.len_utf8() > LINE {
            to.push_str("\r\n ");
            length = 1;
        }
        to.push(c);
        length += c.len_utf8();
    }
    to.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_has_an_event_for_each_deadline() {
        let due = Due {
            table: "abcdefghjk".into(),
            title: "Gloombah!".into(),
            with: vec!["Ada, Countess".into(), "B\nen".into()],
            since: 0,
            until: 20 * Day::LENGTH + 3_723_000,
        };
        let text = text(&[due], "https://hall.example.org");
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!((lines[0], lines[lines.len() - 2]), ("BEGIN:VCALENDAR", "END:VCALENDAR"));
        for line in [
            "UID:abcdefghjk@undercroft",
            "DTSTAMP:19700101T000000Z",
            "DTSTART:19700121T010203Z",
            "SUMMARY:Your turn: Gloombah!",
            "DESCRIPTION:With Ada\\, Countess and Ben.",
            "URL:https://hall.example.org/tables/abcdefghjk",
        ] {
            assert!(lines.contains(&line), "{line}: {text}");
        }
    }

    #[test]
    fn long_lines_are_folded_between_letters() {
        let mut text = String::new();
        fold(&"é".repeat(60), &mut text);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert!(lines.iter().all(|line| line.len() <= LINE) && lines[1].starts_with(' '), "{lines:?}");
        assert_eq!(text.replace("\r\n ", "").trim_end(), "é".repeat(60));
    }
}
