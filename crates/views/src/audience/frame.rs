//! Takes a frame of a table: everything that one person may see of it.

use std::sync::Arc;

use kernel::{Match, Mode, SeatSet, Viewer};
use model::{Day, Person};
use pages::{Notice, NoticeKind};
use table::{Around, TableState, fault::Fault, rows::TableStatus};
use text::t;

use super::{
    Lookups, Span, TableView, ViewOptions,
    company::{agreements, applications, chat, clocks, missed, waiting},
    steps::{TOLD, chapter, latest, told_step},
    visitor,
};
use crate::{sentence, speech};

/// Returns a table as a person may see it, with its surroundings and the facts looked up for them.
///
/// # Errors
/// If the game is unknown.
pub fn frame(
    around: Around,
    live: &TableState,
    lookups: Lookups,
    person: Option<&Person>,
    span: Span,
    view: ViewOptions,
) -> Result<TableView, Fault> {
    let me = person.map(|person| person.id.as_str());
    let own = live.seats_of(me);
    let meta = live.title.meta();
    let table = live.table.as_deref();
    let over = live.header.status == TableStatus::Over;
    let chosen = view.seat.filter(|chosen| own.contains(chosen.seat));
    let handed_to = live.hand_over(me, chosen);
    let viewer = match chosen {
        _ if over && (view.replay || own.is_empty()) => Viewer::All,
        _ if handed_to.is_some() => Viewer::Spectator,
        Some(chosen) => Viewer::Seat(chosen.seat),
        None if live.shares_a_screen(me) => Viewer::Spectator,
        None => live.viewer(me),
    };
    let step = live.step();
    let at = view.at.filter(|at| *at < step || view.replay && *at == step);
    let undo = match table.filter(|_| !over && at.is_none()) {
        Some(_) if live.has_question() => {
            me.filter(|me| live.may_retract() && live.check_may_answer(me).is_ok()).map(|_| Ok(()))
        }
        table => table.and_then(|table| may_undo(table, own)),
    };
    let answered = table.map(Match::pending_outcomes).unwrap_or_default().iter();
    let awaited = table.filter(|_| !over).map(|table| table.awaited()).unwrap_or_default();
    let revision = around.revision;
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
        Span::Whole => view.chapters(step, at).map(|n| chapter(live, table, viewer, n)).collect(),
        Span::Since(_) => latest(live, table, viewer, recent..=told_before, &told),
    });
    Ok(TableView {
        title: live.title,
        missed: if at.is_none() { missed(live, &around, me) } else { Vec::new() },
        applications: if at.is_none() && !over { applications(live, &around, me) } else { Vec::new() },
        agreements: match me.filter(|_| at.is_none() && !over) {
            Some(me) => agreements(live, &around, me, matches!(undo, Some(Ok(())))),
            None => pages::Agreements::default(),
        },
        waiting_since: waiting(awaited, own, &live.header.seats, [live.last_change(), around.now]),
        connected: around.connected,
        own,
        me: me.filter(|me| live.is_at_table(Some(me))).map(str::to_owned),
        revision,
        version: around.version,
        host: me == Some(&live.header.host),
        host_seat: live.seats_of(Some(&live.header.host)).lowest(),
        may_sit: !me.is_some_and(|me| live.is_removed(me)),
        unready: live.unready_seats(),
        may_begin_without: around.may_begin_without,
        watching: around.watching,
        removed: live.removed.iter().filter(|_| me == Some(&live.header.host)).cloned().collect(),
        invite: view.origin.map(|origin| format!("{origin}/tables/{}", live.header.id)),
        seal: live.seal(),
        real: live.header.real_luck(),
        step,
        at,
        scene: scene.map(Arc::new),
        viewer,
        incidents: live.header.incidents.len(),
        secrets: table.is_some_and(Match::has_secrets),
        chronicle: chronicle.unwrap_or_default(),
        told,
        told_since,
        undo,
        epoch: table.zip(viewer.seat()).map(|(table, seat)| table.epoch(seat)),
        ask: table.and_then(Match::question).cloned(),
        under_way: table.and_then(|table| table.under_way(viewer)),
        may_answer: me.is_some_and(|me| live.check_may_answer(me).is_ok()),
        draws_elsewhere: live.draws_elsewhere(me),
        answers: live.answers(),
        fell: table
            .filter(|_| view.replay)
            .map(|table| table.chance_outcomes(at.unwrap_or(step)).to_vec())
            .unwrap_or_default(),
        answered: answered.filter(|outcome| outcome.visible_to(viewer)).copied().collect(),
        clocks: clocks(live, at.is_none() && !over),
        said,
        notice: view.notice.or_else(|| notice(live, me)),
        hint: present.and_then(|seat| live.hints.get(&seat)).cloned(),
        auto_action: own
            .iter()
            .find_map(|seat| Some((seat, live.auto_actions.get(&seat)?.clone())))
            .filter(|_| at.is_none()),
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
        talk: live.has_company().then(|| chat(live, me.filter(|_| !view.replay), &lookups)),
        analysed: live.analysed.spoken(),
        placings: table.filter(|_| over && meta.mode == Mode::Competitive).and_then(placings).unwrap_or_default(),
        last_move: table.filter(|_| over).and_then(|table| last_move(table, own)),
        replay: view.replay,
        moment: view.moment,
        fragment: view.fragment,
        older: view.before.is_some(),
        id: live.header.id.clone(),
        options: live.header.options.clone(),
        given_title: live.header.title.clone(),
        note: live.header.note.clone(),
        status: live.header.status,
        occupants: live.header.seats.clone(),
        access: live.header.access,
        pace: live.header.pace,
        ranked: live.header.ranked,
        practice: live.header.practice,
        daily: live.header.daily,
        lookups,
    })
}

/// Returns whether the owner of these seats can take back the last step; `None` if there is nothing
/// to say about it.
fn may_undo(table: &dyn Match, own: SeatSet) -> Option<Result<(), String>> {
    let actor = table.actor(table.ply()).filter(|seat| own.contains(*seat));
    let seat = actor.or(own.lowest())?;
    match table.may_undo(seat) {
        Err(kernel::ActError::NothingToUndo) => None,
        verdict => Some(verdict.map_err(|refused| sentence(&refused.to_string()))),
    }
}

/// Returns the place of each seat, once the match is over.
fn placings(table: &dyn Match) -> Option<Vec<u8>> {
    Some(kernel::Outcome::read(&table.outcome()?)?.placings.to_vec())
}

/// Returns the last step that one of these seats took.
fn last_move(table: &dyn Match, own: SeatSet) -> Option<usize> {
    (1..=table.ply()).rev().find(|step| table.actor(*step).is_some_and(|seat| own.contains(seat)))
}

/// Returns the first thing that a person should know about a table.
fn notice(live: &TableState, me: Option<&str>) -> Option<Notice> {
    let info = |text: &str| Some(Notice { kind: NoticeKind::Info, text: text.into() });
    if live.has_question() && live.step() == 0 {
        return info(t!(
            "You roll the dice. A step is saved when all its dice are entered; if the hall closes before that, it \
             asks again."
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

/// Returns the first thing that a person should know about a daily match.
fn of_day(day: Day, practice: bool) -> String {
    match practice {
        true => t!("This is practice for the match of {day}: it is not ranked."),
        false => t!("This is your one ranked try of {day}: there are no hints."),
    }
}
