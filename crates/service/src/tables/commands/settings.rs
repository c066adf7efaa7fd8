//! The settings of a table, which its host may change until the match begins, and who is ready for
//! it.
//!
//! A person who sits down is ready for the match as it is. A change of the settings takes all marks
//! back except the host's, who is always ready. If nothing happens for a minute, the host may begin
//! without those who are not ready: a bot plays for each of them until they come.

use std::sync::Arc;

use kernel::{Mode, PACK, Pace, RealLuck, options};
use roster::GameEntry;
use serde_json::{Map, Value};
use store::{Occupant, Rest, TableHeader, TableStatus, Write, now, shared_options};
use table::race;
use text::t;

use super::{chat, create, groups, packs, ranked};
use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{TableRegistry, apply},
        state::BotChoice,
    },
};

/// The maximal length of a title, in characters.
const LONGEST_TITLE: usize = 60;
/// The maximal length of a note, in characters.
const LONGEST_NOTE: usize = 140;

/// A change of the settings of a table; omitted settings stay as they are.
#[derive(Clone, Default, Debug)]
pub struct SettingsChange {
    /// The id of the game. Another game begins with its usual options, and with as many of the
    /// seats as it has.
    pub game: Option<String>,
    /// Options by key.
    pub options: Map<String, Value>,
    /// The number of seats. Free seats go first; nobody loses a seat.
    pub seats: Option<u64>,
    /// How long players may take.
    pub pace: Option<Pace>,
    /// The times in which clocks of days stand still. A pace without such clocks ends it.
    pub rest: Option<Rest>,
    /// Whether it is a race. A race has sealed dice and no clocks, and no bots sit there.
    pub race: Option<bool>,
    /// The kinds of luck that are real: players enter these outcomes.
    pub real: Option<RealLuck>,
    /// Whether it counts for ratings.
    pub ranked: Option<bool>,
    /// The title; empty for none.
    pub title: Option<String>,
    /// The note for those who come; empty for none.
    pub note: Option<String>,
    /// The id of a group of the host's to which the table belongs; empty for none. Its members are
    /// invited.
    pub group: Option<String>,
}

impl SettingsChange {
    /// Returns whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        let SettingsChange { game, options, seats, pace, rest, race, real, ranked, title, note, group } = self;
        let texts = [game, title, note, group].into_iter().any(Option::is_some);
        let clocks = pace.is_some() || rest.is_some();
        let others = [seats.is_some(), clocks, race.is_some(), real.is_some(), ranked.is_some()].contains(&true);
        options.is_empty() && !texts && !others
    }

    /// Returns whether it changes what the host says of the table.
    pub fn has_words(&self) -> bool {
        [&self.title, &self.note].into_iter().flatten().any(|text| !text.is_empty())
    }
}

/// Changes the settings of a table before its match.
///
/// # Errors
/// If the caller is not its host, the match has begun, or the settings are not possible together.
pub async fn change(registry: &Arc<TableRegistry>, me: &str, id: &str, change: SettingsChange) -> Result<(), Fault> {
    apply(registry, id, (me.to_owned(), change), move |registry, mut guard, (me, change)| async move {
        guard.check_host(&me, t!("only the host of a table changes its settings"))?;
        if guard.header.status != TableStatus::Open {
            return Err(Fault::new(Code::WrongPhase, t!("the match has begun, so its settings stay as they are")));
        }
        let (title, mut header) = changed(&registry, guard.title, &guard.header, change).await?;
        if header == guard.header {
            return Ok(());
        }
        let before = TableHeader {
            title: header.title.clone(),
            note: header.note.clone(),
            group: header.group.clone(),
            ..guard.header.clone()
        };
        if header != before {
            let others = header.people().into_iter().filter(|person| *person != header.host);
            header.unready = others.map(str::to_owned).collect();
        }
        header.touched = now();
        guard.title = title;
        let invited = header.group.clone().filter(|_| header.group != guard.header.group);
        registry.change(&mut guard, Write::SetLobby(Box::new(header))).await?;
        if let Some(group) = invited {
            groups::invite(&registry, &me, &group, &guard.header.id).await?;
        }
        Ok(())
    })
    .await
}

/// Sets whether the caller is ready for the match.
///
/// # Errors
/// If they do not sit there, or the match has begun.
pub async fn set_ready(registry: &Arc<TableRegistry>, me: &str, id: &str, ready: bool) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        if guard.header.status != TableStatus::Open {
            return Err(Fault::new(Code::WrongPhase, t!("the match has begun already")));
        }
        if guard.seats_of(Some(&me)).is_empty() {
            return Err(Fault::new(
                Code::NotYourSeat,
                t!("only those who sit at the table say whether they are ready"),
            ));
        }
        let mut header = TableHeader { touched: now(), ..guard.header.clone() };
        let changed = if ready { header.unready.remove(&me) } else { header.unready.insert(me) };
        if changed {
            registry.change(&mut guard, Write::SetLobby(Box::new(header))).await?;
        }
        Ok(())
    })
    .await
}

/// Returns the game and the header of a table after a change of its settings.
async fn changed(
    registry: &TableRegistry,
    before: &'static dyn GameEntry,
    header: &TableHeader,
    change: SettingsChange,
) -> Result<(&'static dyn GameEntry, TableHeader), Fault> {
    let title = match &change.game {
        Some(game) => registry.roster().find(game)?,
        None => before,
    };
    let (meta, other) = (title.meta(), title.meta().id != header.game);
    let mut options = if other { Map::new() } else { (*header.options).clone() };
    // The cards of a table stay as they are; others must be of the host's choice.
    if change.options.contains_key(PACK) {
        options.shift_remove(PACK);
    }
    let mut chosen = change.options;
    packs::put_in(registry, &header.host, &mut chosen).await?;
    options.extend(chosen);
    let options = Value::Object(options);
    let race = change.race.unwrap_or(if other { race::is_raced_only(meta) } else { header.is_race() });
    let (least, most) = race::seat_counts(meta, race);
    let count = change.seats.unwrap_or_else(|| header.seats.len().clamp(least.into(), most.into()) as u64);
    // This match is only a check: if it can be opened, so can the one at the start.
    race::check_opens(title, &options, race, count)?;
    let mut seats = header.seats.clone();
    if race {
        seats.iter_mut().filter(|one| one.bot().is_some()).for_each(|one| *one = Occupant::Nobody);
    }
    seats = with_count(&seats, count as usize)?;
    if other {
        seats = with_bots_of(before, title, seats)?;
    }
    let group = match change.group {
        Some(group) if group.is_empty() => None,
        Some(group) => Some(Arc::new(groups::of_member(&registry.store, &header.host, &group).await?.id)),
        None => header.group.clone(),
    };
    let pace = change.pace.unwrap_or(if race { Pace::Free } else { header.pace });
    let stays = if pace.is_over_days() { header.rest } else { Rest::default() };
    let real = change.real.unwrap_or(if race { RealLuck::None } else { header.real_luck() });
    let mut header = TableHeader {
        group,
        game: meta.id.to_owned(),
        rules: if other { meta.rules } else { header.rules },
        options: shared_options(options::complete_with_pack(meta.options, title.packs(), &options)?),
        talk: if other { title.table_talk(&options, race::match_seats(race, count) as u8)? } else { header.talk },
        seats,
        race: race.then(|| Arc::new(header.id.clone())),
        pace,
        rest: create::possible_rest(pace, change.rest.unwrap_or(stays))?,
        seed: match real {
            RealLuck::All => None,
            RealLuck::None | RealLuck::Dice | RealLuck::Cards => header.seed.or_else(|| Some(random::bytes::<32>())),
        },
        real: real.entered(),
        // A game without rivals has no ratings.
        ranked: change.ranked.unwrap_or(header.ranked && meta.mode == Mode::Competitive && !race),
        title: change.title.map_or(Ok(header.title.clone()), |title| clean_title(&title))?,
        note: change.note.map_or(Ok(header.note.clone()), |note| clean_note(&note))?,
        ..header.clone()
    };
    create::check_dice(meta, real, header.pace, header.ranked)?;
    create::check_base_game(header.ranked, header.options.get(PACK))?;
    race::check(meta, &header)?;
    for person in header.people() {
        ranked::check_known(registry, &header, person).await?;
    }
    let allowed = create::allowed_level(registry, [header.host.as_str()], &header.game).await?;
    header.practice = create::is_practice(title.meta(), &header, allowed);
    Ok((title, header))
}

/// Returns a title as it is stored.
///
/// # Errors
/// If it is too long, or more than a line of text.
pub(super) fn clean_title(given: &str) -> Result<String, Fault> {
    clean(given, LONGEST_TITLE)
}

/// Returns a note as it is stored.
///
/// # Errors
/// If it is too long, or more than a line of text.
pub(super) fn clean_note(given: &str) -> Result<String, Fault> {
    clean(given, LONGEST_NOTE)
}

fn clean(given: &str, longest: usize) -> Result<String, Fault> {
    let text = given.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        count if count > longest => {
            Err(Fault::bad(t!("this text may have at most {longest} characters, it has {count}")))
        }
        _ if chat::steers(&text) || chat::towers(&text) => {
            Err(Fault::bad(t!("a title and a note are a line of plain text, without control characters")))
        }
        _ => Ok(text),
    }
}

/// Returns that many seats with the same occupants. Free seats are added or removed at the end.
fn with_count(seats: &[Occupant], count: usize) -> Result<Vec<Occupant>, Fault> {
    let mut seats = seats.to_vec();
    while seats.len() > count {
        let Some(free) = seats.iter().rposition(Occupant::is_free) else {
            let taken = seats.len();
            return Err(Fault::new(
                Code::SeatTaken,
                t!("{taken} seats are taken, and there would be {count}; somebody must stand up first"),
            ));
        };
        seats.remove(free);
    }
    seats.resize(count, Occupant::Nobody);
    Ok(seats)
}

/// Returns the seats with bots of another game: each bot with a name gives its seat to one of the
/// same level.
fn with_bots_of(
    before: &dyn GameEntry,
    title: &dyn GameEntry,
    mut seats: Vec<Occupant>,
) -> Result<Vec<Occupant>, Fault> {
    for seat in 0..seats.len() {
        let Occupant::Bot(bot) = &seats[seat] else { continue };
        let choice = match bot.character.as_deref().and_then(|id| before.character(id)) {
            Some(character) => BotChoice::Next(character.level),
            None => BotChoice::Same(bot.name.as_str().into()),
        };
        seats[seat] = Occupant::Nobody;
        seats[seat] = Occupant::Bot(choice.seated(title, &seats)?);
    }
    Ok(seats)
}

#[cfg(test)]
mod tests {
    use kernel::record::GivenBy;
    use store::SeatedBot;

    use super::*;

    fn person(id: &str) -> Occupant {
        Occupant::Person { id: id.into(), share: String::new(), by: GivenBy::Hall, stand_in: None, called: None }
    }

    #[test]
    fn free_seats_go_first_and_nobody_loses_a_seat() {
        let seats = [Occupant::Nobody, person("ada"), Occupant::Nobody, person("ben")];
        assert_eq!(with_count(&seats, 3).unwrap(), [Occupant::Nobody, person("ada"), person("ben")]);
        assert_eq!(with_count(&seats, 2).unwrap(), [person("ada"), person("ben")]);
        assert_eq!(with_count(&seats, 1).map_err(|fault| fault.code), Err(Code::SeatTaken));
        let more = with_count(&seats, 6).unwrap();
        assert_eq!((&more[..4], &more[4..]), (&seats[..], &[Occupant::Nobody, Occupant::Nobody][..]));
    }

    #[test]
    fn titles_and_notes_are_a_short_line_of_plain_text() {
        assert_eq!(clean_title("  Soup\n night ").unwrap(), "Soup night");
        assert_eq!(clean_title("").unwrap(), "");
        assert!(clean_title(&"é".repeat(60)).is_ok() && clean_title(&"é".repeat(61)).is_err());
        assert!(clean_note(&"é".repeat(140)).is_ok() && clean_note(&"é".repeat(141)).is_err());
        for bad in ["a\u{202e}b", "a\u{0}b", "x\u{301}\u{302}\u{303}"] {
            assert!(clean_note(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn bots_of_another_game_have_the_same_levels() {
        let (gloombah, rummy) = (roster::find("gloombah").unwrap(), roster::find("dungeon-rummy").unwrap());
        let hard = BotChoice::Next(kernel::Level::Hard).seated(gloombah, &[]).unwrap();
        let seats = vec![person("ada"), Occupant::Bot(hard), Occupant::Bot(SeatedBot::from("easy"))];
        let seats = with_bots_of(gloombah, rummy, seats).unwrap();
        let character = rummy.character(seats[1].character().unwrap()).unwrap();
        assert_eq!(character.level, kernel::Level::Hard);
        assert_eq!((seats[2].bot(), seats[2].character()), (Some("easy"), None));
    }
}
