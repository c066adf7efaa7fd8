//! New tables, and the start of matches.

use std::{collections::BTreeSet, sync::Arc};

use ::bots::Bot;
use kernel::{Meta, PACK, Pace, RealLuck, TableTalk};
use model::LONGEST_NIGHT;
use serde_json::Value;
use store::{Occupant, Rest, TableHeader, TableStatus, Write, now};
use table::race;
use text::t;

use super::{lobby, moves, packs, races, ranked, seals, settings, vacations};
use crate::{
    fault::{Code, Fault},
    people, random,
    tables::{
        runtime::{ID, LockedTable, TableRegistry, apply},
        state::{
            Pending, TableState, journal,
            opening::{self, Drawn},
        },
    },
};

pub(super) use crate::tables::state::opening::is_practice;
pub use crate::tables::state::opening::{NewTable, SeatRequest, real_luck};

/// A person's choices for the dice of a new table.
#[derive(Clone, Default, Debug)]
pub struct DiceRequest {
    /// The seal that they were shown before; without one the server draws a seed now.
    pub seal: Option<String>,
    /// The share that they chose; without one the server chooses it.
    pub share: Option<String>,
}

/// How a match begins at a table that is not complete.
#[derive(Clone, Copy, Default, Debug)]
pub struct Start {
    /// Whether free seats go away; otherwise a free seat is an error.
    pub close_free: bool,
    /// Whether bots play for people who are not ready, until they come; otherwise the match waits
    /// for them.
    pub without_unready: bool,
}

/// Makes a table, and returns its id. The match starts at once if no seat is open.
///
/// # Errors
/// If the game, its options or the number of seats are not possible.
pub async fn create(registry: &Arc<TableRegistry>, me: &str, wanted: NewTable) -> Result<String, Fault> {
    let (id, full) = create_waiting(registry, me, wanted).await?;
    if full {
        start(registry, me, &id, Start::default()).await?;
    }
    Ok(id)
}

/// Opens a private table of a game for a person and their friends, with its usual options and all
/// its seats. The person sits in the first seat, the others are free. A game that is played alone
/// becomes a race.
///
/// # Errors
/// If there is no such game.
pub async fn create_for_friends(
    registry: &TableRegistry,
    me: &str,
    game: &str,
    dice: DiceRequest,
) -> Result<String, Fault> {
    Ok(create_waiting(registry, me, for_friends(registry, game, dice)?).await?.0)
}

/// Returns the request for a private table of a game for a person and their friends.
pub(super) fn for_friends(registry: &TableRegistry, game: &str, dice: DiceRequest) -> Result<NewTable, Fault> {
    let meta = registry.roster().find(game)?.meta();
    let race = race::is_raced_only(meta);
    let count = if race { race::USUAL_RACERS } else { meta.seats.1 };
    let mut seats = vec![SeatRequest::Open; count.into()];
    seats[0] = SeatRequest::Me(dice.share);
    Ok(NewTable { game: meta.id.into(), seats, race, seal: dice.seal, ..NewTable::default() })
}

/// Begins a game's lesson for a person, by its number from 1, and returns the id of its table. The
/// steps of its opening are taken.
///
/// # Errors
/// If there is no such game, or it has no such lesson.
pub async fn create_lesson(registry: &Arc<TableRegistry>, me: &str, game: &str, number: u8) -> Result<String, Fault> {
    let (wanted, opening) = NewTable::of_lesson(registry.roster().find(game)?, number)?;
    let wanted = NewTable { talk: Some(TableTalk::None), ..wanted };
    let id = create(registry, me, wanted).await?;
    if opening > 0 {
        apply(registry, &id, (), move |registry, mut guard, ()| async move {
            while guard.step() < opening
                && let Some((seat, action)) = guard.playing()?.taught().map(|(seat, action)| (seat, action.clone()))
            {
                moves::take(&registry, &mut guard, &action, Pending::of(seat)).await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(id)
}

/// Makes a table that waits to be started; returns `true` if no seat is open.
///
/// # Errors
/// If the game, its options or the number of seats are not possible.
pub async fn create_waiting(registry: &TableRegistry, me: &str, mut wanted: NewTable) -> Result<(String, bool), Fault> {
    for name in &mut wanted.called {
        *name = people::player_name(&registry.store, me, name.as_deref().unwrap_or_default()).await?;
    }
    let header = new_header(registry, me, wanted).await?;
    let (id, full) = (header.id.clone(), !header.seats.contains(&Occupant::Nobody));
    let public = header.access.public;
    registry.store.write(Write::CreateTable(Box::new(header))).await?;
    // A player who has just opened a table is there, even before their page listens.
    registry.slot(&id)?.note_seen(me);
    if public {
        lobby::keep_one_offer(registry, &id).await?;
    }
    Ok((id, full))
}

/// Returns the header of a table that `me`, its host, requests.
///
/// # Errors
/// If the game, its options or the number of seats are not possible.
pub(crate) async fn new_header(registry: &TableRegistry, me: &str, wanted: NewTable) -> Result<TableHeader, Fault> {
    let title = registry.roster().find(&wanted.game)?;
    let mut wanted = wanted;
    if let Some(options) = wanted.options.as_object_mut() {
        packs::put_in(registry, me, options).await?;
    }
    // This match is only a check: if it can be opened, so can the one at the start.
    race::check_opens(title, &wanted.options, wanted.race, wanted.seats.len() as u64)?;
    check_dice(title.meta(), wanted.real, wanted.pace, wanted.ranked)?;
    check_base_game(wanted.ranked, wanted.options.get(PACK))?;
    let rest = possible_rest(wanted.pace, wanted.rest)?;
    let seed = match (wanted.real == RealLuck::All || wanted.lesson.is_some(), &wanted.seal) {
        (true, _) => None,
        (false, None) => Some(random::bytes::<32>()),
        (false, Some(seal)) => Some(seals::take(&registry.store, seal).await?),
    };
    let (table_title, note) = (settings::clean_title(&wanted.title)?, settings::clean_note(&wanted.note)?);
    let wanted = NewTable { title: table_title, note, rest, ..wanted };
    let drawn = Drawn { id: random::id::<ID>(), seed, share: random::share, at: now() };
    let mut header = wanted.header(title, me, drawn)?;
    for person in header.people() {
        ranked::check_known(registry, &header, person).await?;
    }
    header.practice = is_practice(title.meta(), &header, Some(registry.store.unlocked(me, &header.game).await?));
    Ok(header)
}

/// Checks that the dice of a table go together with its clocks and its ratings.
pub(super) fn check_dice(meta: &Meta, real: RealLuck, pace: Pace, ranked: bool) -> Result<(), Fault> {
    if real != RealLuck::None && pace != Pace::Free {
        return Err(Fault::new(
            Code::BadOptions,
            t!("with dice of your own nobody's time is counted; play without a clock"),
        ));
    }
    if ranked { ranked::check_offered(meta, real) } else { Ok(()) }
}

/// Checks that a ranked table has the cards of the base game.
pub(super) fn check_base_game(ranked: bool, pack: Option<&Value>) -> Result<(), Fault> {
    match pack {
        Some(_) if ranked => {
            Err(Fault::new(Code::BadOptions, t!("matches with house cards count for no ratings; play unranked")))
        }
        _ => Ok(()),
    }
}

/// Returns the rest of a table with this pace as it is stored.
///
/// # Errors
/// If its clocks do not run for days, or nobody may rest like this.
pub(super) fn possible_rest(pace: Pace, wanted: Rest) -> Result<Rest, Fault> {
    let wrong = |text: String| Err(Fault::new(Code::BadOptions, text));
    match wanted {
        wanted if wanted.is_none() => Ok(Rest::default()),
        _ if !pace.is_over_days() => wrong(t!("only clocks of days stand still at night and at weekends").into()),
        wanted if !wanted.is_possible() => wrong(t!(
            "sleeping hours last from 1 to {LONGEST_NIGHT} hours, between full hours from 0 to 23, at an offset from UTC that some place has"
        )),
        wanted => Ok(wanted),
    }
}

/// Begins the match.
///
/// # Errors
/// If the caller may not start it, it has begun, a seat is open, too few sit there, or somebody is
/// not ready.
pub async fn start(registry: &Arc<TableRegistry>, me: &str, id: &str, how: Start) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        guard.check_host(&me, t!("only the host of a table begins the match"))?;
        if guard.header.status != TableStatus::Open {
            return Err(Fault::new(Code::WrongPhase, t!("the match has begun already")));
        }
        check_ready(&guard, how)?;
        if guard.header.is_race() {
            check_closed(&guard, how)?;
            let seats = races::starters(&guard)?;
            return races::begin(&registry, &mut guard, seats).await;
        }
        let seats = complete(&guard, how)?;
        ranked::check_rivals(&registry, &guard.header).await?;
        if seats != guard.header.seats || !guard.header.unready.is_empty() {
            let header = TableHeader { seats, unready: BTreeSet::new(), touched: now(), ..guard.header.clone() };
            registry.change(&mut guard, Write::SetLobby(Box::new(header))).await?;
        }
        let allowed =
            allowed_level(&registry, guard.header.seats.iter().filter_map(Occupant::person), &guard.header.game);
        let mut header = opening::started(guard.title, &guard.header, allowed.await?);
        let table = journal::replay(guard.title, &header, &[])?;
        let setup = opening::setup(table.as_ref());
        let at = now();
        header.started = Some(at);
        let write = Write::StartMatch {
            table: header.id.clone(),
            shares: header.shares.clone(),
            givers: header.givers.clone(),
            rules: header.rules,
            setup,
            practice: header.practice,
            at,
        };
        guard.set_header(header);
        guard.table = Some(table);
        guard.set_clocks(registry.time.clone());
        registry.commit(&mut guard, write).await?;
        registry.changed(&guard);
        vacations::review(&registry, &mut guard).await
    })
    .await
}

/// Checks that the match need not wait for people who are not ready.
fn check_ready(live: &LockedTable, how: Start) -> Result<(), Fault> {
    match live.unready_seats().is_empty() {
        true => Ok(()),
        false if !how.without_unready => {
            Err(Fault::new(Code::WrongPhase, t!("somebody at the table is not ready; wait for them")))
        }
        false if now() < live.handle().waited_until(live) => Err(Fault::new(
            Code::WrongPhase,
            t!("wait a minute for those who are not ready, and begin without them then"),
        )),
        false => Ok(()),
    }
}

/// Checks that no seat is free, or that free seats go away.
fn check_closed(live: &TableState, how: Start) -> Result<(), Fault> {
    match live.header.seats.iter().position(Occupant::is_free) {
        Some(free) if !how.close_free => {
            Err(Fault::bad(t!("seat {free} is still open; let somebody or a bot sit there first")))
        }
        _ => Ok(()),
    }
}

/// Returns the seats with which the match begins. Bots replace the people who are not ready.
fn complete(live: &TableState, how: Start) -> Result<Vec<Occupant>, Fault> {
    let (header, meta) = (&live.header, live.title.meta());
    let mut seats = header.seats.clone();
    for occupant in &mut seats {
        if let Occupant::Person { id, stand_in, .. } = occupant {
            *stand_in = live.is_unready(id).then(|| Bot::Normal.to_string());
        }
    }
    check_closed(live, how)?;
    if !seats.iter().any(Occupant::is_free) {
        return Ok(seats);
    }
    seats.retain(|occupant| !occupant.is_free());
    if seats.len() < usize::from(meta.seats.0) {
        let least = meta.seats.0;
        return Err(Fault::new(
            Code::WrongPhase,
            t!("{} needs {least} players; wait for somebody, or let a bot sit there", meta.title),
        ));
    }
    drop(live.title.open(&Value::Object((*header.options).clone()), seats.len() as u64, kernel::Source::Manual)?);
    Ok(seats)
}

/// Returns the highest level that all of these may play; `None` if there is nobody.
///
/// # Errors
/// If the store fails.
pub async fn allowed_level<'a>(
    registry: &TableRegistry,
    people: impl IntoIterator<Item = &'a str>,
    game: &str,
) -> Result<Option<u32>, Fault> {
    let mut allowed: Option<u32> = None;
    for person in people {
        let unlocked = registry.store.unlocked(person, game).await?;
        allowed = Some(allowed.map_or(unlocked, |level| level.min(unlocked)));
    }
    Ok(allowed)
}
