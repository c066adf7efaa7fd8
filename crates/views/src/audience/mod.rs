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

use std::{borrow::Cow, ops::Range, sync::Arc};

use kernel::{ChanceOutcome, Pace, Question, RealLuck, Scene, Seat, SeatSet, Sentence, Viewer};
use maud::Markup;
use model::{ChosenSeat, Day, HandOver, Person};
use pages::{CHAPTERS, Chapter, Finished, Notice, NoticeKind, OfDay, SeatInfo, TablePage, TalkPage, Visitor};
use roster::{Advice, GameEntry};
use table::{
    ActiveAutoAction, Analysed, ArmedAct,
    fault::{Code, Fault},
    rows::{Access, Occupant, Options, RemovedPerson, TableStatus},
};
use text::{Text, t};

use crate::sentence;
pub use company::{character, seats};
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

/// The data for drawing a table for a person: taken while the table is locked, and drawn
/// afterwards.
#[derive(Debug)]
pub struct TableView {
    id: String,
    options: Options,
    /// The title that the host has given the table.
    given_title: String,
    /// A note of the host for those who come.
    note: String,
    status: TableStatus,
    occupants: Vec<Occupant>,
    access: Access,
    pace: Pace,
    practice: bool,
    ranked: bool,
    daily: Option<Day>,
    title: &'static dyn GameEntry,
    lookups: Lookups,
    connected: Vec<bool>,
    /// The seats of the person.
    pub own: SeatSet,
    /// The id of the person, if they have a seat or host the table.
    me: Option<String>,
    /// The revision of the table.
    pub revision: u64,
    /// The version that pages drawn from this frame name.
    pub version: String,
    host: bool,
    host_seat: Option<Seat>,
    may_sit: bool,
    /// Before the match: the seats of the people who are not ready for it.
    unready: SeatSet,
    /// Whether the host may begin without them.
    may_begin_without: bool,
    watching: usize,
    removed: Vec<RemovedPerson>,
    invite: Option<String>,
    seal: Option<String>,
    real: RealLuck,
    /// The number of steps taken.
    pub step: usize,
    at: Option<usize>,
    scene: Option<Arc<Scene>>,
    /// How many decisions of the people at the table the log has.
    pub incidents: usize,
    /// The viewer for whom the scene was made.
    pub viewer: Viewer,
    /// Whether something may be hidden from some viewers.
    pub secrets: bool,
    /// The part of the log before the steps that are sent moment by moment.
    chronicle: Vec<Chapter>,
    /// The last steps, which are sent moment by moment, oldest first.
    pub told: Vec<pages::ToldStep>,
    /// The revision since which `told` has all steps.
    pub told_since: u64,
    undo: Option<Result<(), String>>,
    epoch: Option<usize>,
    ask: Option<Question>,
    under_way: Option<(Seat, Sentence)>,
    may_answer: bool,
    draws_elsewhere: Option<Seat>,
    answers: usize,
    answered: Vec<&'static ChanceOutcome>,
    fell: Vec<&'static ChanceOutcome>,
    clocks: Vec<Option<pages::Clock>>,
    /// A bot's remark, and its seat.
    said: Option<(Seat, Text)>,
    missed: Vec<pages::MissedInfo>,
    applications: Vec<pages::ApplicationInfo>,
    agreements: pages::Agreements,
    waiting_since: Option<String>,
    notice: Option<Notice>,
    hint: Option<Arc<Advice>>,
    auto_action: Option<(Seat, ActiveAutoAction)>,
    talk: Option<TalkPage>,
    arms: bool,
    armed: Option<ArmedAct>,
    dropped: Option<Sentence>,
    handed_to: Option<HandOver>,
    analysed: Analysed,
    placings: Vec<u8>,
    last_move: Option<usize>,
    hand_order: pages::HandOrder,
    limit: Option<i32>,
    confirm: Option<usize>,
    picked: Option<String>,
    seat: Option<ChosenSeat>,
    /// The colour theme of the person.
    pub theme: pages::Theme,
    replay: bool,
    moment: bool,
    fragment: bool,
    older: bool,
}

impl TableView {
    /// Returns the page to draw.
    pub fn page(&self) -> TablePage<'_> {
        TablePage {
            id: &self.id,
            version: &self.version,
            me: self.me.as_deref(),
            meta: self.title.meta(),
            options: &self.options,
            status: self.status,
            seats: self.seats(),
            host: self.host,
            hosting: pages::Hosting {
                access: self.access,
                seat: self.host_seat,
                name: self.lookups.host.as_deref(),
                may_take_on: self.lookups.may_take_on,
                may_sit: self.may_sit,
                removed: &self.removed,
            },
            lobby: pages::Lobby {
                title: &self.given_title,
                note: &self.note,
                naming: self.lookups.naming.as_deref(),
                unlocked: self.lookups.unlocked,
                unready: self.unready,
                may_begin_without: self.may_begin_without,
                to_invite: &self.lookups.to_invite,
                group: self.lookups.group.as_ref(),
                groups: &self.lookups.groups,
            },
            watching: self.watching,
            invite: self.invite.clone(),
            seal: self.seal.as_deref(),
            real: self.real,
            step: self.step,
            at: self.at,
            scene: self.scene.clone(),
            viewer: self.viewer,
            chosen_seat: self.seat,
            chronicle: self
                .chronicle
                .iter()
                .chain(self.told.iter().map(|told| &told.chapter))
                .map(Cow::Borrowed)
                .collect(),
            may_undo: matches!(self.undo, Some(Ok(()))),
            undo_why_not: self.undo.clone().and_then(Result::err),
            epoch: self.epoch,
            ask: self.ask.as_ref(),
            under_way: self.under_way.clone(),
            may_answer: self.may_answer,
            draws_elsewhere: self.draws_elsewhere,
            answers: self.answers,
            answered: &self.answered,
            fell: &self.fell,
            pace: self.pace,
            ranked: self.ranked,
            missed: self.missed.clone(),
            applications: self.applications.clone(),
            agreements: self.agreements.clone(),
            waiting_since: self.waiting_since.clone(),
            notice: self.notice.clone(),
            hint: self.hint.as_deref(),
            auto_action: self.auto_action.as_ref().map(|(seat, auto_action)| pages::RunningAutoAction {
                seat: *seat,
                text: &auto_action.text,
                limit: auto_action.limit.as_ref().map(|(limit, number)| (limit.text.as_str(), *number)),
            }),
            beforehand: pages::Beforehand {
                arms: self.arms,
                armed: self.armed.as_ref().map(|armed| (&armed.action, &armed.text)),
                dropped: self.dropped.as_ref(),
            },
            handed_to: self.handed_to,
            hand_order: self.hand_order,
            limit: self.limit,
            confirm: self.confirm,
            picked: self.picked.clone(),
            theme: self.theme,
            talk: self.talk.as_ref(),
            finished: Finished {
                analysis: self.analysed.analysis.as_deref(),
                turning_points: self.analysed.turning_points.as_deref(),
                placings: &self.placings,
                last_move: self.last_move,
                practice: self.practice,
                next: self.lookups.next.as_ref(),
                earned: &self.lookups.earned,
                goals: self.lookups.goals.as_ref(),
            },
            of_day: self.daily.map(|day| OfDay { day, ranked: !self.practice, opened: self.lookups.opened }),
            kept: None,
        }
    }

    fn seats(&self) -> Vec<SeatInfo<'_>> {
        let me = |n: usize| self.own.contains(Seat(n as u8));
        let seats = seats(Some(self.title), &self.occupants, &self.lookups.names, me, |n| self.connected[n]);
        let says = |info: &SeatInfo| self.said.filter(|(seat, _)| *seat == info.seat).map(|(_, line)| line.as_str());
        let seats = seats.into_iter().zip(&self.clocks);
        seats.map(|(info, clock)| SeatInfo { clock: *clock, says: says(&info), ..info }).collect()
    }

    /// Returns whether there is anybody to chat with.
    pub fn has_company(&self) -> bool {
        self.talk.is_some()
    }

    /// Returns the occupant of each seat, by name: a change of these changes the text of earlier
    /// log entries.
    pub fn seating(&self) -> Vec<Option<String>> {
        let occupants = self.occupants.iter().zip(Seat::all(self.occupants.len() as u8));
        let bot = |occupant: &'_ Occupant| occupant.character().or(occupant.bot()).map(str::to_owned);
        occupants.map(|(occupant, seat)| self.lookups.names.get(&seat).cloned().or_else(|| bot(occupant))).collect()
    }
}

/// Draws the page of a table for a visitor.
pub fn drawn(frame: &TableView, visitor: &Visitor) -> Markup {
    // The invitation is the address of the server and that of the table.
    let origin = frame.invite.as_deref().and_then(|link| link.split("/tables/").next());
    let (page, visitor) = (frame.page(), visitor.at(origin));
    match page.status {
        _ if frame.older => pages::older(&page, if frame.replay { "/replays" } else { "/tables" }),
        _ if frame.fragment => pages::table_live(&page),
        _ if frame.moment => pages::moment(&visitor, &page),
        _ if frame.replay => pages::replay(&visitor, &page),
        TableStatus::Open => pages::lobby(&visitor, &page),
        TableStatus::Playing | TableStatus::Over => pages::table(&visitor, &page),
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
