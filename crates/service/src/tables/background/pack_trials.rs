//! Trials of packs of house cards, one pack at a time. A pack may be used after its trial: random
//! matches with every number of seats have come to their end.

use std::{sync::Weak, time::Duration};

use lab::{Figures, LabError, PackTrial};
use model::TrialState;
use roster::Roster;
use serde_json::Value;
use store::{PackWrite, StoreError};
use text::t;
use tokio::sync::watch;

use crate::tables::runtime::TableRegistry;

/// The number of matches of a trial.
const MATCHES: u64 = 2_000;
/// The number of matches that are played until the server is asked whether it closes.
const TOGETHER: u64 = 50;
/// The time until the store is asked again after it failed.
const PAUSE: Duration = Duration::from_secs(60);

/// Tries the packs that wait for it, until the server closes.
pub(in crate::tables) async fn play(registry: Weak<TableRegistry>, mut stopping: watch::Receiver<bool>) {
    loop {
        let Some(registry) = registry.upgrade() else { return };
        let tried = try_one(&registry, stopping.clone()).await;
        if *stopping.borrow() {
            return;
        }
        let pause = match tried {
            Ok(true) => continue,
            Ok(false) => None,
            Err(error) => {
                tracing::warn!("packs of house cards are tried later: {error}");
                Some(PAUSE)
            }
        };
        let waiting = registry.packs_wait.clone();
        drop(registry);
        let woken = async {
            match pause {
                Some(pause) => tokio::time::sleep(pause).await,
                None => waiting.notified().await,
            }
        };
        tokio::select! {
            () = woken => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

/// Tries the pack that waits longest; returns `false` if none does.
async fn try_one(registry: &TableRegistry, stopping: watch::Receiver<bool>) -> Result<bool, StoreError> {
    let Some((hash, pack)) = registry.store.waiting_pack().await? else { return Ok(false) };
    let roster = registry.roster().clone();
    let work = tokio::task::spawn_blocking(move || shown(&roster, &pack, &|| *stopping.borrow()));
    let Ok(Some(trial)) = work.await else { return Ok(true) };
    registry.store.write(PackWrite::Judge { hash, trial }.into()).await?;
    Ok(true)
}

/// Returns what the trial of a pack shows; `None` if the server closes before its end.
fn shown(roster: &Roster, pack: &str, stops: &dyn Fn() -> bool) -> Option<TrialState> {
    let failed = |why: String| Some(TrialState::Failed(why));
    let pack: Value = serde_json::from_str(pack).unwrap_or_default();
    let title = pack["game"].as_str().and_then(|game| roster.find(game).ok());
    let Some((title, packs)) = title.and_then(|title| Some((title, title.packs()?))) else {
        return failed(t!("this game takes no house cards").into());
    };
    let cards = match packs.read(&pack) {
        Ok(cards) => cards,
        Err(faults) => return failed(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
    };
    match played(&PackTrial::new(title, cards, MATCHES), stops)? {
        Ok(words) => Some(TrialState::Passed(words)),
        Err(why) => failed(why),
    }
}

/// Plays a trial; returns what there is to say, or why the pack may not be used.
fn played(trial: &Result<PackTrial, LabError>, stops: &dyn Fn() -> bool) -> Option<Result<String, String>> {
    let trial = match trial {
        Ok(trial) => trial,
        Err(why) => return Some(Err(why.to_string())),
    };
    let mut all = Vec::new();
    for experiment in &trial.experiments {
        let mut figures = Figures::new(experiment);
        let mut from = experiment.first;
        while from < experiment.end() {
            if stops() {
                return None;
            }
            let to = experiment.end().min(from + TOGETHER);
            match experiment.part_here(from, to) {
                Ok(part) => figures.merge(part),
                Err(why) => return Some(Err(why.to_string())),
            }
            from = to;
        }
        all.push(figures);
    }
    Some(match trial.judged(&all) {
        Ok(unplayed) if unplayed.is_empty() => Ok(String::new()),
        Ok(unplayed) => Ok(t!("never played in the trial: {}", unplayed.join(", "))),
        Err(why) => Err(t!("{} of {} matches with {} seats did not end", why.matches, why.of, why.seats)),
    })
}
