//! What is shown to whom: the page of a table as one person may see it.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    ops::RangeInclusive,
    sync::Arc,
};

use kernel::{ChanceOutcome, Character, Meta, Pace, Question, Scene, Seat, SeatSet, Sentence, Table, Viewer};
use maud::Markup;
use roster::Advice;
use text::{Text, t};

use super::{
    draw::{
        self, Chapter, Finished, Notice, NoticeKind, OfDay, OtherInfo, ReactionInfo, RemarkInfo, SeatInfo, TablePage,
        TalkPage, Visitor,
    },
    lists::{MINUTE, ago},
    lookups::Lookups,
    sentence, speech,
};
use crate::{
    calendar::Day,
    fault::{Code, Fault},
    store::{Access, Occupant, Options, Person, RemovedPerson, TableStatus, Timestamp, now},
    tables::{Absence, Analysed, LiveTable, Reaction, TableSlot, armed::ArmedAct, orders::Order},
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
    /// With the hand sorted so.
    pub(crate) hand_order: draw::HandOrder,
    /// With the stepper of a standing order set to this.
    pub(crate) limit: Option<i32>,
    /// Having chosen this risky move.
    pub(crate) confirm: Option<usize>,
    /// With this said first.
    pub(crate) notice: Option<Notice>,
    /// Just the part that changes, for the script.
    pub(crate) fragment: bool,
    /// As a replay: everything is open.
    pub(crate) replay: bool,
    /// As a moment of the replay, to be shared.
    pub(crate) moment: bool,
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
            language: translations::named(&person.language),
            quiet_bots: person.quiet_bots,
            waiting: 0,
            origin: None,
        },
        None => Visitor::default(),
    }
}

/// A notice of something that did not work.
pub(crate) fn fault_notice(fault: &Fault) -> Notice {
    match fault.code {
        Code::Stale => {
            Notice { kind: NoticeKind::Info, text: t!("The table has moved on. This is how it stands now.").into() }
        }
        _ => Notice { kind: NoticeKind::Error, text: sentence(&fault.message) },
    }
}

/// How much of what happened is taken into a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Span {
    /// All of it, for a page.
    Whole,
    /// What the last steps told, and moment by moment what has happened since this revision: for a page that has the rest.
    Since(u64),
}

/// How many steps back a table is told moment by moment. Whoever has missed more gets the present.
pub(crate) const TOLD: usize = 12;

/// All that drawing a table for somebody needs: taken while the table is locked, and drawn when it is not.
#[derive(Debug)]
pub(crate) struct Frame {
    id: String,
    options: Options,
    status: TableStatus,
    occupants: Vec<Occupant>,
    access: Access,
    pace: Pace,
    practice: bool,
    daily: Option<Day>,
    meta: &'static Meta,
    lookups: Lookups,
    connected: Vec<bool>,
    /// The seats of whoever looks.
    pub(crate) own: SeatSet,
    /// The revision of the table.
    pub(crate) revision: u64,
    /// What pages drawn from it say they were drawn at.
    pub(crate) version: String,
    host: bool,
    host_seat: Option<Seat>,
    may_sit: bool,
    watching: usize,
    removed: Vec<RemovedPerson>,
    invite: Option<String>,
    seal: Option<String>,
    /// The number of steps taken.
    pub(crate) step: usize,
    at: Option<usize>,
    scene: Option<Arc<Scene>>,
    /// Through whose eyes.
    pub(crate) viewer: Viewer,
    /// Whether something may be hidden from some.
    pub(crate) secrets: bool,
    /// What is shown of what happened before the steps that are told moment by moment.
    chronicle: Vec<Chapter>,
    /// The last steps that are told moment by moment, oldest first.
    pub(crate) told: Vec<draw::ToldStep>,
    /// All that was taken since this revision is among them.
    pub(crate) told_since: u64,
    undo: Option<Result<(), String>>,
    epoch: Option<usize>,
    ask: Option<Question>,
    may_answer: bool,
    answers: usize,
    answered: Vec<ChanceOutcome>,
    fell: Vec<ChanceOutcome>,
    clocks: Vec<Option<draw::Clock>>,
    /// What a bot says, and which.
    said: Option<(Seat, Text)>,
    missed: Vec<draw::MissedInfo>,
    applications: Vec<draw::ApplicationInfo>,
    waiting_since: Option<String>,
    notice: Option<Notice>,
    hint: Option<Arc<Advice>>,
    order: Option<(Seat, Order)>,
    talk: Option<TalkPage>,
    arms: bool,
    armed: Option<ArmedAct>,
    dropped: Option<Sentence>,
    handed_to: Option<Seat>,
    analysed: Analysed,
    last_move: Option<usize>,
    hand_order: draw::HandOrder,
    limit: Option<i32>,
    confirm: Option<usize>,
    picked: Option<String>,
    seat: Option<u8>,
    /// The colours of whoever looks.
    pub(crate) theme: draw::Theme,
    replay: bool,
    moment: bool,
    fragment: bool,
}

/// A table as a person may see it, with what was looked up for them.
///
/// # Errors
/// If the game is unknown.
pub(crate) fn frame(
    slot: &TableSlot,
    live: &LiveTable,
    lookups: Lookups,
    person: Option<&Person>,
    span: Span,
    view: ViewOptions,
) -> Result<Frame, Fault> {
    let me = person.map(|person| person.id.as_str());
    let own = live.seats_of(me);
    let meta = roster::find(&live.header.game)?.meta();
    let table = live.table.as_deref();
    let over = live.header.status == TableStatus::Over;
    let chosen = view.seat.map(Seat).filter(|seat| own.contains(*seat));
    let handed_to = live.handed_to(me, chosen);
    let viewer = match chosen {
        _ if over && (view.replay || own.is_empty()) => Viewer::All,
        _ if handed_to.is_some() => Viewer::Spectator,
        Some(seat) => Viewer::Seat(seat),
        None if live.shares_a_screen(me) => Viewer::Spectator,
        None => live.viewer(me),
    };
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
    let revision = slot.revision();
    let recent = step.saturating_sub(TOLD);
    let present = viewer.seat().filter(|_| at.is_none());
    let mut scene = table.and_then(|table| table.scene(viewer, at));
    let armable = present.map(|seat| live.armable(seat)).unwrap_or_default();
    let arms = !armable.is_empty();
    if let Some(scene) = scene.as_mut().filter(|_| arms) {
        scene.moves = armable;
    }
    let said = speech::said(live, scene.as_ref(), at.unwrap_or(step));
    let (told_before, told_since) = match span {
        Span::Since(since) if live.step_seen_at(since) >= recent => (live.step_seen_at(since), since.min(revision)),
        Span::Whole | Span::Since(_) => (step, revision),
    };
    let told: Vec<_> = table
        .map(|table| (told_before + 1..=step).map(|n| told_step(live, table, viewer, n)).collect())
        .unwrap_or_default();
    let chronicle = table.map(|table| match span {
        Span::Whole => (0..=step).map(|n| chapter(live, table, viewer, n)).collect(),
        Span::Since(_) => latest(live, table, viewer, recent..=told_before, &told),
    });
    Ok(Frame {
        meta,
        connected: live.header.seats.iter().map(|occupant| slot.is_connected(occupant)).collect(),
        own,
        revision,
        version: slot.version(me),
        host: me == Some(&live.header.host),
        host_seat: live.seats_of(Some(&live.header.host)).lowest(),
        may_sit: !me.is_some_and(|me| live.is_removed(me)),
        watching: live.watching(slot),
        removed: live.removed.iter().filter(|_| me == Some(&live.header.host)).cloned().collect(),
        invite: view.origin.map(|origin| format!("{origin}/tables/{}", live.header.id)),
        seal: live.seal(),
        step,
        at,
        scene: scene.map(Arc::new),
        viewer,
        secrets: table.is_some_and(Table::has_secrets),
        chronicle: chronicle.unwrap_or_default(),
        told,
        told_since,
        undo,
        epoch: table.zip(viewer.seat()).map(|(table, seat)| table.epoch(seat)),
        ask: table.and_then(Table::question).cloned(),
        may_answer: me.is_some_and(|me| live.check_may_answer(me).is_ok()),
        answers: live.answers(),
        fell: table
            .filter(|_| view.replay)
            .map(|table| table.chance_outcomes(at.unwrap_or(step)).to_vec())
            .unwrap_or_default(),
        answered: answered.filter(|outcome| outcome.visible_to(viewer)).cloned().collect(),
        clocks: clocks(live, at.is_none() && !over),
        said,
        missed: if at.is_none() { missed(live, slot, me) } else { Vec::new() },
        applications: if at.is_none() && !over { applications(live, slot, me) } else { Vec::new() },
        waiting_since: waiting(awaited, own, &live.header.seats, live.last_change()),
        notice: view.notice.or_else(|| notice(live, me)),
        hint: present.and_then(|seat| live.hints.get(&seat)).cloned(),
        order: own.iter().find_map(|seat| Some((seat, live.orders.get(&seat)?.clone()))).filter(|_| at.is_none()),
        arms,
        armed: present.and_then(|seat| live.armed_by(seat)).cloned(),
        dropped: present.and_then(|seat| live.dropped.get(&seat)).cloned(),
        handed_to: handed_to.filter(|_| at.is_none()),
        hand_order: view.hand_order,
        limit: view.limit,
        confirm: view.confirm,
        picked: view.pick,
        seat: view.seat,
        theme: visitor(person).theme,
        talk: live.has_company().then(|| talk(live, me.filter(|_| !view.replay), &lookups.muted)),
        analysed: live.analysed.spoken(),
        last_move: table.filter(|_| over).and_then(|table| last_move(table, own)),
        replay: view.replay,
        moment: view.moment,
        fragment: view.fragment,
        id: live.header.id.clone(),
        options: live.header.options.clone(),
        status: live.header.status,
        occupants: live.header.seats.clone(),
        access: live.header.access,
        pace: live.header.pace,
        practice: live.header.practice,
        daily: live.header.daily,
        lookups,
    })
}

impl Frame {
    /// The page to draw.
    pub(crate) fn page(&self) -> TablePage<'_> {
        TablePage {
            id: &self.id,
            version: &self.version,
            meta: self.meta,
            options: &self.options,
            status: self.status,
            seats: self.seats(),
            host: self.host,
            hosting: draw::Hosting {
                access: self.access,
                seat: self.host_seat,
                name: self.lookups.host.as_deref(),
                may_take_on: self.lookups.may_take_on,
                may_sit: self.may_sit,
                removed: &self.removed,
            },
            watching: self.watching,
            invite: self.invite.clone(),
            seal: self.seal.as_deref(),
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
            may_answer: self.may_answer,
            answers: self.answers,
            answered: self.answered.iter().collect(),
            fell: &self.fell,
            pace: self.pace,
            missed: self.missed.clone(),
            applications: self.applications.clone(),
            waiting_since: self.waiting_since.clone(),
            notice: self.notice.clone(),
            hint: self.hint.as_deref(),
            order: self.order.as_ref().map(|(seat, order)| draw::RunningOrder {
                seat: *seat,
                text: &order.text,
                limit: order.limit.as_ref().map(|(limit, number)| (limit.text.as_str(), *number)),
            }),
            beforehand: draw::Beforehand {
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
                last_move: self.last_move,
                practice: self.practice,
                next: self.lookups.next.as_ref(),
                earned: &self.lookups.earned,
            },
            of_day: self.daily.map(|day| OfDay { day, ranked: !self.practice, opened: self.lookups.opened }),
            kept: None,
        }
    }

    fn seats(&self) -> Vec<SeatInfo<'_>> {
        let me = |n: usize| self.own.contains(Seat(n as u8));
        let seats = seats(self.meta.id, &self.occupants, &self.lookups.names, me, |n| self.connected[n]);
        let says = |info: &SeatInfo| self.said.filter(|(seat, _)| *seat == info.seat).map(|(_, line)| line.as_str());
        let seats = seats.into_iter().zip(&self.clocks);
        seats.map(|(info, clock)| SeatInfo { clock: *clock, says: says(&info), ..info }).collect()
    }

    /// Whether there is anybody to talk to.
    pub(crate) fn has_company(&self) -> bool {
        self.talk.is_some()
    }

    /// Who has which seat, by name: what was told before reads differently once that changes.
    pub(crate) fn seating(&self) -> Vec<Option<String>> {
        let occupants = self.occupants.iter().zip(Seat::all(self.occupants.len() as u8));
        let bot = |occupant: &'_ Occupant| occupant.character().or(occupant.bot()).map(str::to_owned);
        occupants.map(|(occupant, seat)| self.lookups.names.get(&seat).cloned().or_else(|| bot(occupant))).collect()
    }
}

/// The page of a table, drawn for a visitor.
pub(crate) fn drawn(frame: &Frame, visitor: &Visitor) -> Markup {
    // The invitation is the address of the hall and that of the table.
    let origin = frame.invite.as_deref().and_then(|link| link.split("/tables/").next());
    let (page, visitor) = (frame.page(), visitor.at(origin));
    match page.status {
        _ if frame.fragment => draw::table_live(&page),
        _ if frame.moment => draw::moment(&visitor, &page),
        _ if frame.replay => draw::replay(&visitor, &page),
        TableStatus::Open => draw::lobby(&visitor, &page),
        TableStatus::Playing | TableStatus::Over => draw::table(&visitor, &page),
    }
}

/// The last step that one of these seats took.
fn last_move(table: &dyn Table, own: SeatSet) -> Option<usize> {
    (1..=table.ply()).rev().find(|step| table.actor(*step).is_some_and(|seat| own.contains(seat)))
}

/// The clocks of the seats, if they are to be shown.
fn clocks(live: &LiveTable, shown: bool) -> Vec<Option<draw::Clock>> {
    let clock =
        |seat| live.clock(seat).filter(|_| shown).map(|clock| draw::Clock { left: clock.left, until: clock.until });
    Seat::all(live.header.seats.len() as u8).map(clock).collect()
}

/// Who must act and is missed by a person; nobody misses themselves.
fn missed(live: &LiveTable, slot: &TableSlot, me: Option<&str>) -> Vec<draw::MissedInfo> {
    let own = live.seats_of(me);
    let info = |absence: Absence| draw::MissedInfo {
        seat: absence.seat,
        since: (now() - absence.since >= MINUTE).then(|| ago(absence.since)),
        looks_on: absence.looks_on,
        offered: absence.offered,
        agreed: absence.agreed,
        missing: absence.missing,
    };
    live.absences(slot).into_iter().filter(|absence| !own.contains(absence.seat)).map(info).collect()
}

/// Who asks for the seats of bots, in seat order.
fn applications(live: &LiveTable, slot: &TableSlot, me: Option<&str>) -> Vec<draw::ApplicationInfo> {
    let info = |seat: Seat| {
        let application = live.applications.get(&seat)?;
        Some(draw::ApplicationInfo {
            seat,
            name: application.name.clone(),
            you: me == Some(&application.person),
            refused: application.refused,
            undecided: live.undecided(slot, seat),
        })
    };
    Seat::all(live.header.seats.len() as u8).filter_map(info).collect()
}

/// How long the owner of `own` has waited for other people, once that is worth saying.
fn waiting(awaited: SeatSet, own: SeatSet, seats: &[Occupant], since: Timestamp) -> Option<String> {
    let person = |seat: Seat| seats[seat.index()].person().is_some();
    let others = !awaited.iter().any(|seat| own.contains(seat)) && awaited.iter().any(person);
    (others && now() - since >= MINUTE).then(|| t!("for {}", ago(since)))
}

/// What is worth knowing about a table before anything else.
fn notice(live: &LiveTable, me: Option<&str>) -> Option<Notice> {
    let info = |text: &str| Some(Notice { kind: NoticeKind::Info, text: text.into() });
    if live.has_question() && live.step() == 0 {
        return info(t!(
            "The dice are yours. A step is written down when all its dice are told; if the hall closes before, it is asked again."
        ));
    }
    if live.header.status == TableStatus::Open && me.is_some_and(|me| live.is_removed(me)) {
        return info(t!("The host has taken you off this table. You can sit down again when they let you in."));
    }
    if let Some(day) = live.header.daily.filter(|_| live.header.status != TableStatus::Over) {
        return Some(Notice { kind: NoticeKind::Info, text: of_day(day, live.header.practice) });
    }
    if live.header.practice && live.header.status != TableStatus::Over {
        return info(t!("This is practice: a win unlocks nothing."));
    }
    None
}

/// What is worth knowing about a match of a day.
fn of_day(day: Day, practice: bool) -> String {
    match practice {
        true => t!("This is practice for the match of {day}: it is not ranked."),
        false => t!("This is your one ranked try of {day}: there are no hints."),
    }
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

/// What is said at a table, as a person hears it.
fn talk(live: &LiveTable, me: Option<&str>, muted: &BTreeSet<String>) -> TalkPage {
    let own = |person: &str| me == Some(person);
    let (mut others, mut listed): (Vec<OtherInfo>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    for remark in live.talk.remarks.iter().rev().filter(|remark| me.is_some() && !own(&remark.person)) {
        if listed.insert(&remark.person) {
            let (name, muted) = (remark.name.clone(), muted.contains(&remark.person));
            others.push(OtherInfo { remark: remark.n, name, muted });
        }
    }
    let heard = live.talk.remarks.iter().filter(|remark| !muted.contains(&remark.person));
    let reactions = live.talk.reactions.iter().filter(|row| !muted.contains(&row.person));
    // What is kept of a ready-made phrase is its English.
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
            })
            .collect(),
        others,
        may_talk: !live.seats_of(me).is_empty(),
        phrases: live.phrases().collect(),
        reactions: reactions
            .filter_map(|row| {
                let reaction = Reaction::named(&row.reaction).ok()?;
                Some((row.step, ReactionInfo { seat: row.seat, name: row.name.clone(), reaction }))
            })
            .collect(),
    }
}

fn chapter(live: &LiveTable, table: &dyn Table, viewer: Viewer, step: usize) -> Chapter {
    let seat = table.actor(step);
    let person = seat.and_then(|seat| live.header.seats.get(seat.index())).is_some_and(|one| one.person().is_some());
    let by_bot = person && live.bots.contains_key(&step);
    Chapter { step, seat, lines: table.chronicle(viewer, step), by_bot }
}

/// What these steps told, as far back as a page shows it beside the chronicle; `told` comes after them.
fn latest(
    live: &LiveTable,
    table: &dyn Table,
    viewer: Viewer,
    steps: RangeInclusive<usize>,
    told: &[draw::ToldStep],
) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let mut shown: usize = told.iter().map(|told| draw::shown_lines(&told.chapter).count()).sum();
    for n in steps.rev() {
        if shown >= draw::LATEST {
            break;
        }
        let chapter = chapter(live, table, viewer, n);
        shown += draw::shown_lines(&chapter).count();
        chapters.push(chapter);
    }
    chapters.reverse();
    chapters
}

fn told_step(live: &LiveTable, table: &dyn Table, viewer: Viewer, step: usize) -> draw::ToldStep {
    draw::ToldStep {
        chapter: chapter(live, table, viewer, step),
        moments: table.moments(viewer, step),
        dice: table.fallen(viewer, step),
    }
}

/// The seats of a table and who has them. `mine` and `connected` say of a seat whether it is the visitor's, and whether who
/// has it follows the table.
pub(super) fn seats<'a>(
    game: &str,
    occupants: &'a [Occupant],
    names: &'a HashMap<Seat, String>,
    mine: impl Fn(usize) -> bool,
    connected: impl Fn(usize) -> bool,
) -> Vec<SeatInfo<'a>> {
    let info = |(n, occupant): (usize, &'a Occupant)| SeatInfo {
        seat: Seat(n as u8),
        person: names.get(&Seat(n as u8)).map(String::as_str),
        bot: occupant.bot(),
        character: character(game, occupant),
        you: mine(n),
        connected: connected(n),
        stand_in: occupant.stand_in(),
        clock: None,
        says: None,
    };
    occupants.iter().enumerate().map(info).collect()
}

/// The character whom the bot of a seat plays.
pub(super) fn character(game: &str, occupant: &Occupant) -> Option<&'static Character> {
    occupant.character().and_then(|id| roster::find(game).ok()?.character(id))
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
        });
        let seats = [seats.as_slice(), &[Occupant::Bot("easy".into())]].concat();
        let set = |seat| [Seat(seat)].into_iter().collect::<SeatSet>();
        let long = |awaited, since| waiting(set(awaited), set(0), &seats, now() - since);
        assert_eq!(long(1, 61_000).as_deref(), Some("for 1 minute"));
        assert_eq!([long(1, 59_000), long(0, 61_000), long(2, 61_000)], [None, None, None]);
    }
}
