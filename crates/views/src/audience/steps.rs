//! The log of the steps of a match, as one person may read it.

use std::{ops::RangeInclusive, sync::Arc};

use kernel::{Icon, Line, Match, Moment, Tone, Viewer, record::IncidentKind};
use model::Day;
use pages::Chapter;
use table::{TableState, rows::IncidentRow};
use text::t;

/// How many steps back the server sends moment by moment. A page that has missed more gets the
/// present state.
pub(super) const TOLD: usize = 12;

pub(super) fn told_step(live: &TableState, table: &dyn Match, viewer: Viewer, step: usize) -> pages::ToldStep {
    let moments = table.moments(viewer, step);
    let numbers = moments.iter().filter_map(|moment| match moment {
        Moment::Show { scene } => Some(*scene),
        Moment::Die { .. } | Moment::Tell { .. } | Moment::Effect(_) => None,
    });
    pages::ToldStep {
        chapter: Arc::new(chapter(live, table, viewer, step)),
        shown: numbers.map_while(|scene| table.shown(viewer, step, scene)).collect(),
        moments,
        dice: table.fallen(viewer, step),
    }
}

pub(super) fn chapter(live: &TableState, table: &dyn Match, viewer: Viewer, step: usize) -> Chapter {
    let seat = table.actor(step);
    let person = seat.and_then(|seat| live.header.seats.get(seat.index())).is_some_and(|one| one.person().is_some());
    let by_bot = person && live.bots.contains_key(&step);
    let mut lines = table.chronicle(viewer, step);
    let incidents = live.header.incidents.iter().filter(|row| row.incident.after == step);
    lines.extend(incidents.map(told));
    Chapter { step, seat, lines, by_bot }
}

/// Returns a decision of the people at the table, as the log has it.
fn told(row: &IncidentRow) -> Line {
    let name = row.incident.player.as_str();
    let text = match row.incident.what {
        IncidentKind::Left => t!("{name} left the match. A bot plays on."),
        IncidentKind::Conceded => t!("{name} conceded."),
        IncidentKind::Removed => t!("{name} was removed from the table, as all others agreed. A bot plays on."),
        IncidentKind::TookBack { steps: 1 } => t!("{name} took a step back, as all agreed."),
        IncidentKind::TookBack { steps } => t!("{name} took {steps} steps back, as all agreed."),
        IncidentKind::Ended => t!("{name} proposed to end the match, and all agreed."),
        IncidentKind::Joined => t!("{name} sat down, and plays on."),
        IncidentKind::VacationBegan => match row.until.map(Day::of) {
            Some(day) => t!("{name} is on vacation until {day}. Their clock stands still."),
            None => t!("{name} is on vacation. Their clock stands still."),
        },
        IncidentKind::VacationEnded => t!("{name} is back from vacation. Their clock goes on."),
    };
    Line::new(Icon::DOOR, Tone::Plain, text)
}

/// Returns the log of these steps, as much as a page shows next to the chronicle; `told` comes
/// after them.
pub(super) fn latest(
    live: &TableState,
    table: &dyn Match,
    viewer: Viewer,
    steps: RangeInclusive<usize>,
    told: &[pages::ToldStep],
) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let mut shown: usize = told.iter().map(|told| pages::shown_lines(&told.chapter).count()).sum();
    for n in steps.rev() {
        if shown >= pages::LATEST {
            break;
        }
        let chapter = chapter(live, table, viewer, n);
        shown += pages::shown_lines(&chapter).count();
        chapters.push(chapter);
    }
    chapters.reverse();
    chapters
}
