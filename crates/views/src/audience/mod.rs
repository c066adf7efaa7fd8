//! Audiences: the page of a table as one person may see it.
//!
//! Several secret hands at one browser have a screen between them: a page without `?seat=N` shows a
//! spectator's view and whose turn it is, and with it that seat's view, until another seat of the
//! same player must act. The screen offers every one of these players: a player who only looks
//! comes with `?seat=N-STEP`, and stays until the next step.

mod company;
mod frame;
mod lookups;
mod steps;

use std::ops::Range;

use kernel::SeatSet;
use maud::Markup;
use model::{ChosenSeat, Person};
use pages::{CHAPTERS, Notice, NoticeKind, TablePage, Visitor};
use table::{
    fault::{Code, Fault},
    rows::TableStatus,
};
use text::t;

use crate::sentence;
pub use company::{character, race, seats};
pub use frame::frame;
pub use lookups::Lookups;

/// The options with which a person looks at a table.
#[derive(Clone, Default, Debug)]
pub struct ViewOptions {
    /// The step after which to show the table, instead of now.
    pub at: Option<usize>,
    /// The seat from which to look, one of theirs.
    pub seat: Option<ChosenSeat>,
    /// The path picked so far on the way to a move.
    pub pick: Option<String>,
    /// The order of the hand.
    pub hand_order: pages::HandOrder,
    /// The limit on the stepper of an auto-action.
    pub limit: Option<i32>,
    /// The risky move that asks for confirmation.
    pub confirm: Option<usize>,
    /// A notice to show first.
    pub notice: Option<Notice>,
    /// Whether the script asks only for the part that changes.
    pub fragment: bool,
    /// Whether this is a replay, in which everything is open.
    pub replay: bool,
    /// Whether this is a shareable moment of the replay.
    pub moment: bool,
    /// The address at which the person reaches the server, without a slash at the end.
    pub origin: Option<String>,
    /// The step with which the chronicle begins, if that is earlier than usual.
    pub since: Option<usize>,
    /// The step before which the script asks for entries of the chronicle, and nothing else.
    pub before: Option<usize>,
}

impl ViewOptions {
    /// Returns the steps whose entries are wanted, of a match of `step` steps, with the table shown
    /// after step `at` or now.
    fn chapters(&self, step: usize, at: Option<usize>) -> Range<usize> {
        if let Some(before) = self.before {
            let end = before.min(step + 1);
            return end.saturating_sub(CHAPTERS)..end;
        }
        let end = at.map_or(step, |at| step.min(at + CHAPTERS / 2)) + 1;
        let usual = end.saturating_sub(CHAPTERS);
        self.since.map_or(usual, |since| since.min(usual))..end
    }
}

/// Returns the visitor in the form that drawing code needs.
pub fn visitor(person: Option<&Person>) -> Visitor<'_> {
    match person {
        Some(person) => Visitor {
            name: Some(&person.name),
            theme: pages::Theme::named(&person.theme),
            speed: pages::Speed::named(&person.speed),
            language: translations::named(&person.language),
            quiet_bots: person.quiet_bots,
            waiting: 0,
            table: None,
            invited: 0,
            local: false,
            offline: false,
            origin: None,
        },
        None => Visitor::default(),
    }
}

/// Returns the notice of a failed request.
pub fn fault_notice(fault: &Fault) -> Notice {
    match fault.code {
        Code::Stale => {
            Notice { kind: NoticeKind::Info, text: t!("The table has moved on. This is how it stands now.").into() }
        }
        _ => Notice { kind: NoticeKind::Error, text: sentence(&fault.message) },
    }
}

/// The part of the log that a frame contains.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// The whole log, for a page.
    Whole,
    /// The log of the last steps, and the moments since this revision: for a page that has the
    /// rest.
    Since(u64),
}

/// A table as one person sees it: taken while the table is locked, and drawn afterwards.
#[derive(Debug)]
pub struct TableView {
    /// The page.
    pub page: TablePage,
    /// How much of the page is wanted.
    pub form: Form,
    /// The seats of the person.
    pub own: SeatSet,
    /// The revision of the table.
    pub revision: u64,
    /// How many decisions of the people at the table the log has.
    pub incidents: usize,
    /// Whether something may be hidden from some viewers.
    pub secrets: bool,
    /// The occupant of each seat, by name: a change of these changes the text of earlier log
    /// entries.
    pub seating: Vec<Option<String>>,
    /// The last steps, which are sent moment by moment, oldest first.
    pub told: Vec<pages::ToldStep>,
    /// The revision since which `told` has all steps.
    pub told_since: u64,
}

/// How much of a page is wanted, or which page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The whole page of a table.
    Table,
    /// The part of it that changes.
    Fragment,
    /// Earlier entries of the chronicle, with links below this address.
    Older(&'static str),
    /// The replay of a match.
    Replay,
    /// A moment of a replay.
    Moment,
}

impl ViewOptions {
    /// Returns how much of a page these options ask for.
    const fn form(&self) -> Form {
        match *self {
            ViewOptions { before: Some(_), replay: true, .. } => Form::Older("/replays"),
            ViewOptions { before: Some(_), .. } => Form::Older("/tables"),
            ViewOptions { fragment: true, .. } => Form::Fragment,
            ViewOptions { moment: true, .. } => Form::Moment,
            ViewOptions { replay: true, .. } => Form::Replay,
            _ => Form::Table,
        }
    }
}

/// Draws the page of a table for a visitor.
pub fn drawn(view: &TableView, visitor: &Visitor) -> Markup {
    let page = &view.page;
    // The invitation is the address of the server and that of the table.
    let origin = page.invite.as_deref().and_then(|link| link.split("/tables/").next());
    let visitor = visitor.at(origin);
    match (view.form, page.status) {
        (Form::Older(folder), _) => pages::older(page, folder),
        (Form::Fragment, _) => pages::table_live(page),
        (Form::Moment, _) => pages::moment(&visitor, page),
        (Form::Replay, _) => pages::replay(&visitor, page),
        (Form::Table, TableStatus::Open) => pages::lobby(&visitor, page),
        (Form::Table, TableStatus::Playing | TableStatus::Over) => pages::table(&visitor, page),
    }
}

#[cfg(test)]
mod tests {
    use super::{CHAPTERS, ViewOptions};

    #[test]
    fn chronicle_ends_now_or_around_the_moment_that_is_shown() {
        let view = ViewOptions::default();
        assert_eq!(view.chapters(9, None), 0..10);
        assert_eq!(view.chapters(2853, None), 2854 - CHAPTERS..2854);
        let around = view.chapters(2853, Some(1000));
        assert!(around.contains(&1000) && around.len() == CHAPTERS);
    }

    #[test]
    fn older_chapters_join_those_that_a_page_has() {
        let first = ViewOptions::default().chapters(250, None).start;
        let older = ViewOptions { before: Some(first), ..ViewOptions::default() }.chapters(250, None);
        assert_eq!((older.end, older.len()), (first, CHAPTERS));
        let rest = ViewOptions { before: Some(older.start), ..ViewOptions::default() }.chapters(250, None);
        assert_eq!(rest, 0..older.start);
        let all = ViewOptions { since: Some(0), ..ViewOptions::default() }.chapters(250, None);
        assert_eq!(all, 0..251);
        assert!(ViewOptions { before: Some(usize::MAX), ..ViewOptions::default() }.chapters(5, None).end == 6);
    }
}
