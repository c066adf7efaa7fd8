//! The pages of groups: members, tables, evenings and boards, as a member sees them.

use kernel::Meta;
use model::{HERE, LEFT_NAME};
use pages::{ShownGroup, ShownLine, ShownMember, ShownPerson, ShownRanking};
use text::{counted, t};

use super::lists::{self, Entry};
use crate::{
    fault::Fault,
    store::{Group, GroupScore, Member, Store, StoreError, now},
    tables::TableRegistry,
};

/// The most evenings of a group in a list.
pub(crate) const EVENINGS: u32 = 20;
/// How many lines a board of a group has.
const LINES: usize = 10;

/// Returns the groups of a person.
///
/// # Errors
/// If the store fails.
pub(crate) async fn of(store: &Store, me: Option<&str>) -> Result<Vec<ShownGroup>, StoreError> {
    let Some(me) = me else { return Ok(Vec::new()) };
    let shown = |one: store::GroupOf| ShownGroup { id: one.group.id, name: one.group.name, members: one.members };
    Ok(store.groups_of(me).await?.into_iter().map(shown).collect())
}

/// Returns the members of a group. A person who hides that they are here does not see it of others.
///
/// # Errors
/// If the store fails.
pub(crate) async fn members(store: &Store, group: &str, me: &str) -> Result<Vec<Member>, StoreError> {
    let hidden = store.person(me).await?.is_some_and(|me| me.hidden);
    let mut members = store.members(group, me).await?;
    members.retain(|one| one.name != LEFT_NAME.source());
    if hidden {
        members.iter_mut().filter(|one| one.person != me).for_each(|one| one.seen = None);
    }
    Ok(members)
}

/// Returns a member for the page of a group.
pub(crate) fn member(one: &Member, group: &Group, me: &str) -> ShownMember {
    let now = now();
    ShownMember {
        person: ShownPerson { person: one.person.clone(), name: one.name.clone() },
        guest: one.guest,
        owner: one.person == group.owner,
        you: one.person == me,
        here: one.is_here(now),
        seen: one.seen.map(|seen| lists::when(seen.min(now - HERE))),
    }
}

/// Returns the tables of a group, those that are not over first.
///
/// # Errors
/// If the store fails.
pub(crate) async fn tables(
    registry: &TableRegistry,
    store: &Store,
    group: &str,
    me: &str,
) -> Result<Vec<Entry>, Fault> {
    let headers = store.group_tables(group, lists::LISTED as u32).await?;
    registry.who_follows(headers.iter().map(|header| header.id.clone()).collect()).await?;
    lists::entries(registry, store, Some(me), headers).await
}

/// Returns the games that a group may play, that of its last table first.
///
/// # Errors
/// If the store fails.
pub(crate) async fn games(store: &Store, group: &str) -> Result<Vec<&'static Meta>, StoreError> {
    let last = store.last_of_group(group).await?.map(|last| last.game);
    let mut games = lists::games();
    games.sort_by_key(|meta| last.as_deref() != Some(meta.id));
    Ok(games)
}

/// Returns the boards of a group: one of all games, and one of each game that it has played.
pub(crate) fn boards(registry: &TableRegistry, scores: &[GroupScore], me: &str) -> Vec<ShownRanking> {
    let mut boards = Vec::new();
    let mut all: Vec<GroupScore> = Vec::new();
    for one in scores {
        match all.iter_mut().find(|sum| sum.entrant == one.entrant) {
            Some(sum) => {
                sum.matches += one.matches;
                sum.won += one.won;
                sum.points += one.points;
            }
            None => all.push(GroupScore { best: None, ..one.clone() }),
        }
    }
    all.sort_by_key(|one| std::cmp::Reverse((one.points, one.won)));
    let several = scores.iter().any(|one| one.game != scores[0].game);
    if several {
        boards.push(board("all-games".into(), t!("All games"), &all, me));
    }
    for of_game in scores.chunk_by(|one, other| one.game == other.game) {
        let game = &of_game[0].game;
        let title = registry.roster().find(game).map_or(game.as_str(), |game| game.meta().title);
        boards.push(board(format!("board-{game}"), title, of_game, me));
    }
    boards
}

fn board(id: String, title: &str, scores: &[GroupScore], me: &str) -> ShownRanking {
    let line = |one: &GroupScore| {
        let matches = counted!(one.matches, "match");
        let detail = match one.best {
            Some(best) => t!("{} won of {matches}, best score {best}", one.won),
            None => t!("{} won of {matches}", one.won),
        };
        ShownLine {
            person: one.entrant.person.clone(),
            name: one.entrant.name.clone(),
            you: one.entrant.person == me,
            figure: counted!(one.points, "point"),
            detail,
            table: None,
        }
    };
    let about = t!("Points of the members who still belong to the group.");
    let lines = scores.iter().take(LINES).map(line).collect();
    ShownRanking { id, title: title.to_owned(), about: about.into(), lines }
}
