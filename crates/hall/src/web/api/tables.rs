//! Calls for tables: opening, reading, access, hosts and rematches.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
};
use kernel::{
    Pace, Seat, SeatSet, Sentence,
    record::{Incident, IncidentKind},
};
use pages::{ShownRace, ShownRacer};
use serde::Deserialize;
use serde_json::{Map, Value};
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Body;
use crate::{
    fault::Fault,
    store::{Access, IncidentRow, Proposal, Proposed, Rest},
    tables::{
        ActiveAutoAction, absence,
        characters::BotChoice,
        chat as table_talk,
        clocks::{self, ClockState},
        create::{self, DiceRequest, NewTable, SeatRequest, Start},
        lobby::{self, AccessChange},
        packs, race, rematch,
        settings::{self, SettingsChange},
    },
    views::{
        audience,
        lists::{self, Entry},
        lookups,
    },
    web::{AppState, callers::Caller, count_seat, schema::*},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(offered, create_table))
        .routes(routes!(table, set_settings))
        .routes(routes!(set_host))
        .routes(routes!(let_in))
        .routes(routes!(play_again))
        .routes(routes!(as_last_time))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Create {
    game: String,
    seats: Option<u64>,
    #[serde(default)]
    options: Value,
    take: Option<u64>,
    seal: Option<String>,
    share: Option<String>,
    #[serde(default)]
    bots: BTreeMap<String, String>,
    #[serde(default)]
    start: bool,
    dice: Option<String>,
    talk: Option<String>,
    public: Option<bool>,
    spectators: Option<bool>,
    pace: Option<String>,
    rest: Option<RestSetting>,
    /// Whether the match counts for ratings. Ranked matches are for accounts and guests known for
    /// some days; nobody gets hints.
    #[serde(default)]
    ranked: bool,
    /// Whether everybody plays a match of their own with the same dice; for 2 to 6 people, in a game
    /// that can be played alone.
    #[serde(default)]
    race: bool,
    /// A title of at most 60 characters.
    #[serde(default)]
    title: String,
    /// A note for those who come, of at most 140 characters.
    #[serde(default)]
    note: String,
}

/// Opens a table.
#[utoipa::path(post, path = "/api/v1/tables", request_body = Create, responses((status = 201, description = "The new table", body = TableAnswer), (status = 404, description = "`unknown_game`", body = Failure)))]
async fn create_table(
    State(app): State<AppState>,
    caller: Caller,
    Body(mut wanted): Body<Create>,
) -> Created<TableAnswer> {
    let me = if wanted.title.is_empty() && wanted.note.is_empty() { caller.known()? } else { caller.voice()? };
    let title = app.registry.roster().find(&wanted.game)?;
    if let Some(options) = wanted.options.as_object_mut() {
        packs::put_in(&app.registry, &me.id, options).await?;
    }
    let usual = if wanted.race { race::USUAL_RACERS } else { title.meta().usual_seats };
    let seats = wanted.seats.unwrap_or(usual.into());
    // A wrong number of seats is refused here, before a request per seat is made.
    race::check_opens(title, &wanted.options, wanted.race, seats)?;
    let mut requests = vec![SeatRequest::Open; seats as usize];
    let mut give = |seat: u64, request: SeatRequest| {
        let count = requests.len();
        let place = usize::try_from(seat).ok().and_then(|seat| requests.get_mut(seat));
        let place =
            place.ok_or_else(|| Fault::bad(t!("there is no seat {seat}; this table has seats 0 to {}", count - 1)))?;
        match std::mem::replace(place, request) {
            SeatRequest::Open => Ok(()),
            _ => Err(Fault::bad(t!("seat {seat} is given twice; each seat is for one"))),
        }
    };
    for (seat, bot) in &wanted.bots {
        let seat = seat.parse().map_err(|_| Fault::bad(t!("{seat:?} is no seat; bots are named by seat number")))?;
        give(seat, SeatRequest::Bot(BotChoice::named(title, bot)?))?;
    }
    if let Some(seat) = wanted.take {
        give(seat, SeatRequest::Me(wanted.share))?;
    }
    let real = wanted.dice.as_deref().map(create::real_luck).transpose()?.unwrap_or_default();
    let talk = wanted.talk.as_deref().map(table_talk::setting).transpose()?;
    let pace = wanted.pace.as_deref().map_or(Ok(Pace::Free), clocks::pace)?;
    if wanted.start && requests.contains(&SeatRequest::Open) {
        return Err(Fault::bad(t!(
            "a table with an open seat cannot start; give every seat somebody, or leave out start"
        ))
        .into());
    }
    let access = AccessChange { public: wanted.public, spectators: wanted.spectators };
    let table = NewTable {
        game: wanted.game,
        options: wanted.options,
        title: wanted.title,
        note: wanted.note,
        group: None,
        seats: requests,
        called: Vec::new(),
        lesson: None,
        race: wanted.race,
        real,
        ranked: wanted.ranked,
        access: access.on(Access::default()),
        talk,
        pace,
        rest: wanted.rest.map(Rest::from).unwrap_or_default(),
        seal: wanted.seal,
    };
    app.count_table(&caller).await?;
    count_seat(&caller, table.ranked)?;
    let (id, full) = create::create_waiting(&app.registry, &me.id, table).await?;
    if full && wanted.start {
        create::start(&app.registry, &me.id, &id, Start::default()).await?;
    }
    created(told(&app, &caller, &id).await?)
}

/// Lists the tables that are offered to everybody, as the first page does.
#[utoipa::path(get, path = "/api/v1/tables", responses((status = 200, description = "The tables", body = OfferedAnswer)))]
async fn offered(State(app): State<AppState>) -> Answer<OfferedAnswer> {
    let entries = lists::offered(&app.registry, &app.store, None).await?;
    let table = |entry: Entry| OfferedTable {
        invite: format!("/tables/{}", entry.header.id),
        waiting: entry.waiting().into_iter().map(str::to_owned).collect(),
        seats: entry.header.seats.len(),
        taken: entry.taken(),
        id: entry.header.id,
        game: entry.header.game,
        options: entry.header.options,
        host: entry.host,
    };
    Ok(Json(OfferedAnswer { tables: entries.into_iter().map(table).collect() }))
}

/// Returns a table as the caller may see it.
#[utoipa::path(get, path = "/api/v1/tables/{id}", responses((status = 200, description = "The table", body = TableAnswer)))]
pub(super) async fn table(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<TableAnswer> {
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, &id).await?;
    }
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    drop(guard);
    changed(&app, &caller, &id).await
}

/// Answers with the table after a change.
pub(super) async fn changed(app: &AppState, caller: &Caller, id: &str) -> Answer<TableAnswer> {
    Ok(Json(told(app, caller, id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TableSettings {
    public: Option<bool>,
    spectators: Option<bool>,
    /// The id of another game; it begins with its usual options.
    game: Option<String>,
    /// Options by key; those left out stay as they are.
    #[serde(default)]
    #[schema(value_type = Object)]
    options: Map<String, Value>,
    /// The number of seats. Free seats go first; nobody loses a seat.
    seats: Option<u64>,
    pace: Option<String>,
    /// A pace whose clocks do not run for days ends the rest.
    rest: Option<RestSetting>,
    /// Whether it is a race. A race ends clocks and real dice, and bots stand up.
    race: Option<bool>,
    /// `sealed`, `physical-dice` with the cards of the hall, `physical-cards` with its dice, or
    /// `physical`.
    dice: Option<String>,
    ranked: Option<bool>,
    /// A title of at most 60 characters; empty for none.
    title: Option<String>,
    /// A note for those who come, of at most 140 characters; empty for none.
    note: Option<String>,
    /// The id of a group of the caller's to which the table belongs; empty for none. Its members
    /// are invited.
    group: Option<String>,
}

/// Changes the settings of a table, as its host. Access changes at any time, everything else until
/// the match begins.
#[utoipa::path(patch, path = "/api/v1/tables/{id}", request_body = TableSettings, responses((status = 200, description = "The table", body = TableAnswer), (status = 404, description = "`unknown_game`", body = Failure)))]
async fn set_settings(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<TableSettings>,
) -> Answer<TableAnswer> {
    let me = &caller.known()?.id;
    let change = SettingsChange {
        game: given.game,
        options: given.options,
        seats: given.seats,
        pace: given.pace.as_deref().map(clocks::pace).transpose()?,
        rest: given.rest.map(Rest::from),
        race: given.race,
        real: given.dice.as_deref().map(create::real_luck).transpose()?,
        ranked: given.ranked,
        title: given.title,
        note: given.note,
        group: given.group,
    };
    if change.has_words() {
        caller.voice()?;
    }
    if !change.is_empty() {
        settings::change(&app.registry, me, &id, change).await?;
    }
    let access = AccessChange { public: given.public, spectators: given.spectators };
    lobby::set_access(&app.registry, me, &id, access).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewHost {
    seat: u64,
}

/// Makes the occupant of a seat the host.
///
/// Either the host hands the table on, or a player who sits there takes over when the host has been
/// away for some minutes.
#[utoipa::path(put, path = "/api/v1/tables/{id}/host", request_body = NewHost, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn set_host(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(host): Body<NewHost>,
) -> Answer<TableAnswer> {
    lobby::set_host(&app.registry, &caller.known()?.id, &id, host.seat).await?;
    changed(&app, &caller, &id).await
}

/// Lets a removed person sit down again.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/removed/{n}", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn let_in(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, n)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    let n = n.parse().map_err(|_| Fault::bad(t!("the number of a removed player is a whole number, from 1")))?;
    lobby::let_in(&app.registry, &caller.known()?.id, &id, n).await?;
    changed(&app, &caller, &id).await
}

/// Returns a table as the caller may see it.
pub(in crate::web) async fn told(app: &AppState, caller: &Caller, id: &str) -> Result<TableAnswer, Fault> {
    let guard = app.registry.lock(id).await?;
    let slot = guard.handle().clone();
    slot.note_look();
    app.registry.wake(&guard);
    let (header, me, names) = (&guard.header, caller.id(), Arc::new(app.names(id).await?));
    let (own, host) = (guard.seats_of(me), me.is_some_and(|me| guard.is_host(me)));
    let removed = guard.removed.iter().filter(|_| host);
    let absences = slot.absences(&guard);
    let unready = guard.unready_seats();
    let numbers = |seats: &[Seat]| seats.iter().map(|seat| seat.0).collect();
    let seats = Seat::all(header.seats.len() as u8).zip(&header.seats).map(|(seat, occupant)| {
        let missed = absences.iter().find(|absence| absence.seat == seat);
        let application = guard.proposal(Proposed::Seat { seat }).filter(|application| !application.refused);
        SeatAnswer {
            seat: seat.0,
            player: names.get(&seat).cloned(),
            bot: occupant.bot().map(str::to_owned),
            character: occupant.character().map(str::to_owned),
            stand_in: occupant.stand_in().map(str::to_owned),
            connected: slot.is_connected(occupant),
            ready: !occupant.is_free() && !unready.contains(seat),
            clock: guard.clock(seat).map(clock),
            missed: missed.map(|one| MissedAnswer {
                since: one.since,
                offered: one.offered,
                agreed: numbers(&one.agreed),
                missing: numbers(&one.missing),
            }),
            request: application.map(|one| SeatRequestAnswer {
                player: one.name.clone(),
                you: me == Some(&one.person),
                missing: numbers(&guard.undecided(|person| slot.is_here(person), one)),
            }),
        }
    });
    let told =
        |action: &Value, text: &Sentence| LegalMove { action: action.clone(), text: text.plain(kernel::unnamed) };
    let auto_action = |auto_action: &ActiveAutoAction| OrderAnswer {
        order: auto_action.id,
        limit: auto_action.limit.as_ref().map(|(_, limit)| *limit),
    };
    let armable = |seat| {
        let moves = guard.armable(seat);
        let moves: Vec<_> = moves.iter().map(|one| told(&one.action, &one.wording.text)).collect();
        (!moves.is_empty()).then_some(moves)
    };
    let proposal = |one: &Proposal| {
        let (what, step, seat) = match one.what {
            Proposed::Seat { .. } => return None,
            Proposed::TakeBack { step } => (ProposalKind::TakeBack, Some(step), None),
            Proposed::End => (ProposalKind::End, None, None),
            Proposed::Remove { seat } => (ProposalKind::Remove, None, Some(seat.0)),
        };
        Some(ProposalAnswer {
            n: one.n,
            what,
            step,
            seat,
            player: one.name.clone(),
            you: me == Some(&one.person),
            refused: one.refused,
            missing: numbers(&guard.undecided(|person| slot.is_here(person), one)),
        })
    };
    let race = match header.race {
        Some(_) => {
            let (racers, opened) = (app.registry.standings(&slot, header).await?, app.registry.may_open(&guard).await?);
            let racer_names = lookups::racer_names(&app.store, &guard, &names).await?;
            let racers = (racers.as_deref().map(Vec::as_slice), &*racer_names);
            audience::race(&guard, own, racers, opened).map(race_answer)
        }
        None => None,
    };
    Ok(TableAnswer {
        id: id.to_owned(),
        invite: format!("/tables/{id}"),
        game: header.game.clone(),
        options: header.options.clone(),
        title: Some(header.title.clone()).filter(|title| !title.is_empty()),
        note: Some(header.note.clone()).filter(|note| !note.is_empty()),
        seats: seats.collect(),
        you: own.iter().map(|seat| seat.0).collect(),
        host,
        host_seat: guard.seats_of(Some(&header.host)).lowest().map(|seat| seat.0),
        public: header.access.public,
        spectators: header.access.spectators,
        watching: slot.spectators(&guard),
        removed: removed.map(|one| RemovedAnswer { n: one.n, player: one.name.clone() }).collect(),
        may_sit: !me.is_some_and(|me| guard.is_removed(me)),
        waited_until: (!unready.is_empty()).then(|| slot.waited_until(&guard)),
        phase: header.status.name(),
        practice: header.practice,
        ranked: header.ranked,
        daily: header.daily.map(|day| day.to_string()),
        race,
        talk: header.talk,
        pace: header.pace,
        rest: RestSetting::of(header.rest),
        dice: header.real_luck().into(),
        step: guard.step(),
        answers: guard.answers(),
        seal: guard.seal(),
        next: header.next.as_deref().cloned(),
        proposals: header.proposals.iter().filter_map(proposal).collect(),
        incidents: header.incidents.iter().map(incident).collect(),
        state: guard.state(me).ok().map(StateAnswer::from),
        epochs: guard.epochs(me),
        orders: by_seat(own, |seat| guard.auto_actions.get(&seat).map(auto_action)),
        armable: by_seat(own, armable),
        armed: by_seat(own, |seat| guard.armed_by(seat).map(|one| told(&one.action, &one.text))),
        dropped: by_seat(own, |seat| guard.dropped.get(&seat).map(|text| text.plain(kernel::unnamed))),
    })
}

fn race_answer(race: ShownRace) -> RaceAnswer {
    let racer = |racer: ShownRacer| RacerAnswer {
        seat: racer.seat.0,
        player: racer.name,
        you: racer.you,
        place: racer.place,
        state: racer.state.name(),
        reached: racer.words,
        decisions: racer.steps,
        table: racer.table,
    };
    RaceAnswer { table: race.table, over: race.over, racers: race.racers.into_iter().map(racer).collect() }
}

fn clock(state: ClockState) -> ClockAnswer {
    let ClockState { left, until, rests_until, vacation } = state;
    ClockAnswer { left, until, rests_until, vacation_until: vacation }
}

fn incident(row: &IncidentRow) -> IncidentAnswer {
    let Incident { after, seat, player, what } = &row.incident;
    let (what, steps) = match what {
        IncidentKind::Left => (IncidentWord::Left, None),
        IncidentKind::Conceded => (IncidentWord::Conceded, None),
        IncidentKind::Removed => (IncidentWord::Removed, None),
        IncidentKind::TookBack { steps } => (IncidentWord::TookBack, Some(*steps)),
        IncidentKind::Ended => (IncidentWord::Ended, None),
        IncidentKind::Joined => (IncidentWord::Joined, None),
        IncidentKind::VacationBegan => (IncidentWord::VacationBegan, None),
        IncidentKind::VacationEnded => (IncidentWord::VacationEnded, None),
    };
    IncidentAnswer { after: *after, seat: seat.0, player: player.clone(), what, steps, until: row.until }
}

/// Returns a value for each of these seats that has one.
fn by_seat<T>(seats: SeatSet, value: impl Fn(Seat) -> Option<T>) -> BTreeMap<String, T> {
    seats.iter().filter_map(|seat| Some((seat.to_string(), value(seat)?))).collect()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rematch {
    seal: Option<String>,
    share: Option<String>,
}

/// Goes on to another table of the same kind.
#[utoipa::path(post, path = "/api/v1/tables/{id}/rematch", operation_id = "rematch", request_body = Rematch, responses((status = 201, description = "The table that they go on to", body = TableAnswer)))]
async fn play_again(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Rematch>,
) -> Created<TableAnswer> {
    let dice = DiceRequest { seal: wanted.seal, share: wanted.share };
    app.count_table(&caller).await?;
    app.count_ranked(&caller, &id).await?;
    let next = rematch::rematch(&app.registry, &caller.known()?.id, &id, None, dice).await?;
    created(told(&app, &caller, &next).await?)
}

/// Goes on from the caller's last match with other people: to the table where they have gone on, or
/// to a new one with the same settings.
#[utoipa::path(post, path = "/api/v1/me/rematch", request_body = Rematch, responses((status = 201, description = "The table", body = TableAnswer), (status = 404, description = "`not_found`: there is no such match", body = Failure)))]
async fn as_last_time(
    State(app): State<AppState>,
    caller: Caller,
    Body(wanted): Body<Rematch>,
) -> Created<TableAnswer> {
    let me = caller.known()?;
    let dice = DiceRequest { seal: wanted.seal, share: wanted.share };
    app.count_table(&caller).await?;
    let table = rematch::as_last_time(&app.registry, &me.id, dice).await?;
    created(told(&app, &caller, &table).await?)
}
