//! Takes a frame of a table: everything that one person may see of it.

use std::sync::Arc;

use kernel::{Match, Mode, Seat, SeatSet, Viewer};
use model::{Day, Person};
use pages::{Finished, Notice, NoticeKind, OfDay, SeatInfo, TablePage};
use table::{
    Around, TableState,
    fault::Fault,
    opening::{has_house_cards, house_cards},
    rows::{Occupant, TableStatus},
};
use text::{Text, t};

use super::{
    Lookups, Span, TableView, ViewOptions,
    company::{agreements, applications, chat, clocks, missed, race, seats, waiting},
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
    let agreements = match me.filter(|_| at.is_none() && !over) {
        Some(me) => agreements(live, &around, me, matches!(undo, Some(Ok(())))),
        None => pages::Agreements::default(),
    };
    let talk = live.has_company().then(|| chat(live, me.filter(|_| !view.replay), &lookups));
    let seating = seating(live, &lookups);
    let analysed = live.analysed.spoken();
    let chronicle = chronicle.unwrap_or_default().into_iter().map(Arc::new);
    let chronicle = chronicle.chain(told.iter().map(|step| Arc::clone(&step.chapter))).collect();
    let header = &live.header;
    let is_host = me == Some(&header.host);
    let practice = header.practice;
    let page = TablePage {
        id: header.id.clone(),
        version: around.version.clone(),
        me: me.filter(|me| live.is_at_table(Some(me))).map(str::to_owned),
        meta,
        offline: lookups.offline,
        options: Arc::clone(&header.options),
        house_cards: house_cards(live.title, header),
        status: header.status,
        seats: seated(live, &around, &lookups, own, said, at.is_none() && !over),
        host: is_host,
        hosting: pages::Hosting {
            access: header.access,
            seat: live.seats_of(Some(&header.host)).lowest(),
            name: lookups.host,
            may_take_on: lookups.may_take_on,
            may_sit: !me.is_some_and(|me| live.is_removed(me)),
            removed: live.removed.iter().filter(|_| is_host).cloned().collect(),
        },
        lobby: pages::Lobby {
            title: header.title.clone(),
            note: header.note.clone(),
            naming: lookups.naming,
            unlocked: lookups.unlocked,
            unready: live.unready_seats(),
            may_begin_without: around.may_begin_without,
            to_invite: lookups.to_invite,
            group: lookups.group,
            groups: lookups.groups,
            packs: lookups.packs,
        },
        watching: around.watching,
        invite: view.origin.as_deref().map(|origin| format!("{origin}/tables/{}", header.id)),
        seal: live.seal(),
        real: live.header.real_luck(),
        step,
        at,
        scene: scene.map(Arc::new),
        viewer,
        chosen_seat: view.seat,
        chronicle,
        may_undo: matches!(undo, Some(Ok(()))),
        undo_why_not: undo.and_then(Result::err),
        epoch: table.zip(viewer.seat()).map(|(table, seat)| table.epoch(seat)),
        ask: table.and_then(Match::question).cloned(),
        under_way: table.and_then(|table| table.under_way(viewer)),
        may_answer: me.is_some_and(|me| live.check_may_answer(me).is_ok()),
        draws_elsewhere: live.draws_elsewhere(me),
        answers: live.answers(),
        answered: answered.filter(|outcome| outcome.visible_to(viewer)).copied().collect(),
        fell: table
            .filter(|_| view.replay)
            .map(|table| table.chance_outcomes(at.unwrap_or(step)).to_vec())
            .unwrap_or_default(),
        pace: header.pace,
        rest: header.rest,
        ranked: header.ranked,
        missed: if at.is_none() { missed(live, &around, me) } else { Vec::new() },
        applications: if at.is_none() && !over { applications(live, &around, me) } else { Vec::new() },
        agreements,
        waiting_since: waiting(awaited, own, &header.seats, [live.last_change(), around.now]),
        notice: view.notice.clone().or_else(|| notice(live, me)),
        hint: present.and_then(|seat| live.hints.get(&seat)).cloned(),
        auto_action: own.iter().filter(|_| at.is_none()).find_map(|seat| auto_action(live, seat)),
        beforehand: pages::Beforehand {
            arms,
            armed: present.and_then(|seat| live.armed_by(seat)).map(|armed| (armed.action.clone(), armed.text.clone())),
            dropped: present.and_then(|seat| live.dropped.get(&seat)).cloned(),
        },
        handed_to: handed_to.filter(|_| at.is_none()),
        hand_order: view.hand_order,
        limit: view.limit,
        confirm: view.confirm,
        picked: view.pick.clone(),
        theme: visitor(person).theme,
        talk,
        finished: Finished {
            analysis: analysed.analysis,
            turning_points: analysed.turning_points,
            placings: table.filter(|_| over && meta.mode == Mode::Competitive).and_then(placings).unwrap_or_default(),
            last_move: table.filter(|_| over).and_then(|table| last_move(table, own)),
            practice,
            early: header.ended.is_some(),
            next: lookups.next,
            earned: lookups.earned,
            goals: lookups.goals,
        },
        of_day: header.daily.map(|day| OfDay { day, ranked: !practice, opened: lookups.opened }),
        local: lookups.local,
        race: race(live, own, (lookups.racers.as_deref().map(Vec::as_slice), &lookups.racer_names), lookups.opened),
        kept: None,
    };
    Ok(TableView {
        page,
        form: view.form(),
        own,
        revision,
        incidents: header.incidents.len(),
        secrets: table.is_some_and(Match::has_secrets),
        seating,
        told,
        told_since,
    })
}

/// Returns the seats and their occupants, with clocks if they are to be shown, and a bot's remark.
fn seated(
    live: &TableState,
    around: &Around,
    lookups: &Lookups,
    own: SeatSet,
    said: Option<(Seat, Text)>,
    clocked: bool,
) -> Vec<SeatInfo> {
    let mine = |n: usize| own.contains(Seat(n as u8));
    let mut seats = seats(Some(live.title), &live.header.seats, &lookups.names, mine, |n| around.connected[n]);
    for (info, clock) in seats.iter_mut().zip(clocks(live, clocked)) {
        info.clock = clock;
        info.says = said.filter(|(seat, _)| *seat == info.seat).map(|(_, line)| line.as_str());
    }
    seats
}

/// Returns the occupant of each seat, by name.
fn seating(live: &TableState, lookups: &Lookups) -> Vec<Option<String>> {
    let occupants = live.header.seats.iter().zip(Seat::all(live.header.seats.len() as u8));
    let bot = |occupant: &Occupant| occupant.character().or(occupant.bot()).map(str::to_owned);
    occupants.map(|(occupant, seat)| lookups.names.get(&seat).cloned().or_else(|| bot(occupant))).collect()
}

/// Returns the auto-action that runs for a seat.
fn auto_action(live: &TableState, seat: Seat) -> Option<pages::RunningAutoAction> {
    let running = live.auto_actions.get(&seat)?;
    let limit = running.limit.as_ref().map(|(limit, number)| (limit.text.clone(), *number));
    let rests = live.awaited_seats().contains(seat) && !live.auto_action_acts(seat, running);
    Some(pages::RunningAutoAction { seat, text: running.text.clone(), limit, rests })
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
            "Enter what falls or is drawn at your table. A step is saved when all of it is entered; if the hall \
             closes before that, it asks again."
        ));
    }
    if live.header.status == TableStatus::Open && me.is_some_and(|me| live.is_removed(me)) {
        return info(t!("The host has taken you off this table. You can sit down again when they let you in."));
    }
    if let Some(day) = live.header.daily.filter(|_| live.header.status != TableStatus::Over) {
        return Some(Notice { kind: NoticeKind::Info, text: of_day(day, live.header.practice) });
    }
    if has_house_cards(&live.header) {
        return info(t!("House cards: the match counts for nothing."));
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
