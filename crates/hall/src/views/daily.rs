//! The daily challenge as one person may see it: their own try, and only those facts about others
//! that spoil nothing.

use std::sync::Arc;

use kernel::Seed;
use model::Day;
use model::shown_name;
use pages::{Better, OwnResult, OwnTry, ShownDaily, ShownTry, TodayAct, TodayCard};
use text::t;

use crate::{
    fault::{Code, Fault},
    store::{Sealed, Store, Tally, Try},
    tables::{TableRegistry, daily, reference},
};

/// How many tries a page lists.
const LISTED: u32 = 100;
/// How many earlier days a page lists.
const EARLIER: u32 = 30;

/// Returns the daily match of one game. It seals today's match if that has not happened yet.
///
/// # Errors
/// If there is no such match, or the store fails.
pub(crate) async fn shown(
    registry: &Arc<TableRegistry>,
    store: &Store,
    game: &str,
    day: Day,
    me: Option<&str>,
) -> Result<ShownDaily, Fault> {
    let title = registry.roster().find(game)?;
    let sealed = daily::sealed(registry, day, game).await?;
    daily::settle(registry, day, game).await?;
    let tally = store.tally(day, game).await?;
    let own = match me {
        Some(me) => store.try_of(day, game, me).await?,
        None => None,
    };
    let opened = registry.is_opened(day, game).await?;
    let over = registry.calendar.now() >= day.ends();
    let ended = own.as_ref().is_some_and(|own| own.result.is_some());
    let visible = opened || ended || over && own.is_none();
    let tries = if visible { store.best_tries(day, game, LISTED).await? } else { Vec::new() };
    let own = match own {
        Some(own) => Some(own_try(store, &sealed, own).await?),
        None => None,
    };
    if own.as_ref().is_some_and(|own| own.result.as_ref().is_some_and(|result| result.better.is_none())) {
        // The server was closed before this was done, for example.
        reference::begin(registry, &sealed);
    }
    let none = || Fault::new(Code::NotFound, t!("{} has no match of that day", title.meta().title));
    Ok(ShownDaily {
        meta: title.meta(),
        words: title.daily(u64::try_from(day.0).map_err(|_| none())?).ok_or_else(none)?.words,
        options: sealed.options.clone(),
        day,
        next: (!over).then(|| (day.ends(), day.ends() - registry.calendar.now())),
        seal: Seed(sealed.seed).seal(),
        seed: opened.then(|| Seed(sealed.seed).to_hex()),
        tried: tally.tried,
        top: tally.top,
        playing: tally.playing,
        practice: ended || opened,
        own,
        streak: match me {
            Some(me) => daily::streak(registry, me, game).await?,
            None => 0,
        },
        visible,
        best: ranked(tries, me),
        earlier: store.tried_days(day, game, EARLIER).await?,
    })
}

/// Returns the result of a person's own try.
async fn own_try(store: &Store, sealed: &Sealed, own: Try) -> Result<OwnTry, Fault> {
    let until = daily::deadline(sealed.day);
    let Some(result) = own.result else { return Ok(OwnTry { table: own.table, until, result: None }) };
    let above = store.tries_above(sealed.day, &sealed.game, result.score).await?;
    let better = sealed.reference.as_ref().map(|reference| better(reference, result.score));
    let result =
        OwnResult { place: above + 1, words: result.words.spoken().to_owned(), finished: result.finished, better };
    Ok(OwnTry { table: own.table, until, result: Some(result) })
}

/// Returns the share of the matches of bots with a lower score.
fn better(reference: &[(i64, u64)], score: i64) -> Better {
    let all = reference.iter().map(|(_, count)| count).sum();
    let below: u64 = reference.iter().filter(|(other, _)| *other < score).map(|(_, count)| count).sum();
    Better { percent: (100 * below).checked_div(all).unwrap_or_default(), all }
}

/// Returns tries, best first, with their places: equal scores share a place.
fn ranked(tries: Vec<Try>, me: Option<&str>) -> Vec<ShownTry> {
    let mut shown: Vec<ShownTry> = Vec::with_capacity(tries.len());
    let mut last = None;
    for (n, one) in tries.into_iter().enumerate() {
        let Some(result) = one.result else { continue };
        let place = match (last, shown.last()) {
            (Some(score), Some(before)) if score == result.score => before.place,
            _ => n as u64 + 1,
        };
        last = Some(result.score);
        shown.push(ShownTry {
            place,
            you: me == Some(one.person.as_str()),
            person: one.person,
            name: shown_name(&one.name).to_owned(),
            words: result.words.spoken().to_owned(),
            finished: result.finished,
            table: one.table,
        });
    }
    shown
}

/// Returns the front page's card for today's matches: one game's match, a different game each day.
///
/// # Errors
/// If the store fails.
pub(crate) async fn card(
    registry: &TableRegistry,
    store: &Store,
    me: Option<&str>,
) -> Result<Option<TodayCard>, Fault> {
    let day = registry.calendar.today();
    let Some((meta, words)) = ::views::daily::on_front(day) else { return Ok(None) };
    let Tally { tried, top, .. } = store.tally(day, meta.id).await?;
    let own = match me {
        Some(me) => store.try_of(day, meta.id, me).await?,
        None => None,
    };
    let path = format!("/daily/{}", meta.id);
    let act = match own {
        None => TodayAct::Press { action: path, label: words.begin.to_string() },
        Some(Try { result: None, table, .. }) => {
            TodayAct::Go { href: format!("/tables/{table}"), label: t!("Go on").into() }
        }
        Some(_) => TodayAct::Go { href: path, label: t!("Who tried").into() },
    };
    Ok(Some(TodayCard {
        picture: meta.cover,
        title: words.title.to_string(),
        text: t!("Same dice for all, one try. {}", pages::counts(&words, tried, top, false)),
        act,
    }))
}

#[cfg(test)]
mod tests {
    use translations::KeptText;

    use super::*;
    use crate::store::TryResult;

    #[test]
    fn a_score_beats_the_matches_of_bots_that_came_less_far() {
        let reference = [(3, 40), (5, 43), (9, 17)];
        assert_eq!(better(&reference, 9), Better { percent: 83, all: 100 });
        assert_eq!(better(&reference, 3).percent, 0, "none that came as far counts");
        assert_eq!(better(&reference, 1000).percent, 100);
        assert_eq!(better(&[], 3), Better { percent: 0, all: 0 });
    }

    #[test]
    fn equal_scores_share_a_place() {
        let one = |person: &str, score| Try {
            table: "t".into(),
            person: person.into(),
            name: person.into(),
            result: Some(TryResult { score, words: KeptText::default(), top: false, finished: true, at: 0 }),
        };
        let shown = ranked(vec![one("ada", 9), one("ben", 7), one("cem", 7), one("dora", 3)], Some("cem"));
        assert_eq!(shown.iter().map(|one| one.place).collect::<Vec<_>>(), [1, 2, 2, 4]);
        assert_eq!(shown.iter().position(|one| one.you), Some(2));
    }
}
