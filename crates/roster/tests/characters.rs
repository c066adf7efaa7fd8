//! Tests of bots with a name: their data is complete, and their temperament shows in play without
//! making them weak.

#![allow(clippy::unwrap_used, reason = "a test may")]

use bots::Bot;
use kernel::{Cue, Level, Temperament};
use roster::{GAMES, GameEntry, MatchSummary, NoPrograms, Setting};
use serde_json::json;

#[test]
fn every_character_has_an_id_a_name_a_face_and_its_lines() {
    for title in GAMES {
        let (game, all) = (title.meta().id, title.characters());
        for (place, one) in all.iter().enumerate() {
            let who = format!("{game}: {}", one.id);
            let other = |id: &str, name: &str| all[..place].iter().any(|other| other.id == id || other.name == name);
            assert!(!other(one.id, one.name), "{who} is there twice");
            assert!(one.id.parse::<Bot>().is_err(), "{who} is the name of a bot");
            assert!(art::picture(one.face.0).is_some(), "{who}: nobody has drawn {:?}", one.face.0);
            assert!(one.name.chars().count() <= 12, "{who}: {} is too long for a seat", one.name);
            assert!(one.about.source().ends_with('.'), "{who}: {:?} is no sentence", one.about);
            let alone = title.meta().seats.1 == 1;
            for cue in Cue::ALL.into_iter().filter(|cue| !alone || *cue != Cue::Tease) {
                let lines: Vec<_> = (0..6).filter_map(|step| one.line(cue, step)).collect();
                assert_eq!(lines.len(), 6, "{who} has nothing to say to {cue:?}");
                assert!(lines.iter().all(|line| line.source().chars().count() <= 52), "{who} says too much: {lines:?}");
            }
        }
        for level in Level::ALL {
            assert!(all.iter().any(|one| one.level == level), "{game} has nobody at {level:?}");
        }
    }
}

#[test]
fn the_same_step_brings_the_same_line() {
    let one = &roster::find("gloombah").unwrap().characters()[0];
    assert_eq!(one.line(Cue::Harm, 4), one.line(Cue::Harm, 4));
    assert_ne!(one.line(Cue::Harm, 4), one.line(Cue::Harm, 5));
}

/// Plays matches of bots with equal chance; if there are fewer bots than seats, the last one plays
/// the rest.
fn matches(title: &dyn GameEntry, bots: &[Bot], count: u64) -> Vec<MatchSummary> {
    let (seats, bots) = (title.meta().usual_seats.into(), bots.iter().copied().map(Into::into).collect());
    let setting = Setting { options: json!({}), seats, bots, seed: 7, max_plies: 20_000 };
    let mut played = Vec::new();
    title
        .simulation(&setting)
        .unwrap()
        .play(0, count, &|| false, &mut NoPrograms, &mut |one| played.push(one))
        .unwrap();
    played
}

/// Returns the mean of a measure over matches in which all bots have one temperament.
fn mean(game: &str, temperament: Temperament, measure: &str, count: u64) -> f64 {
    let title = roster::find(game).unwrap();
    let number = title.measures().numbers.iter().position(|label| label.key == measure).unwrap();
    let played = matches(title, &[Bot::Inclined { level: Level::Normal, temperament }], count);
    played.iter().map(|one| f64::from(one.counts.numbers[number])).sum::<f64>() / count as f64
}

#[test]
fn the_careful_rest_more_in_the_tomb_than_the_bold() {
    let waits = |temperament| mean("accursed-tomb", temperament, "waits", 150);
    let (careful, bold) = (waits(Temperament::Careful), waits(Temperament::Bold));
    assert!(careful > 1.8 * bold, "{careful} against {bold} turns of rest");
}

#[test]
fn in_gloombah_the_careful_flee_and_the_spiteful_never_help() {
    let runs = |temperament| mean("gloombah", temperament, "free_runs", 40);
    let (careful, bold) = (runs(Temperament::Careful), runs(Temperament::Bold));
    assert!(careful > 2.0 * bold, "{careful} against {bold} runs");
    let offers = |temperament| mean("gloombah", temperament, "offers", 40);
    assert!(offers(Temperament::Bold) > 5.0);
    assert_eq!(offers(Temperament::Spiteful), 0.0);
}

#[test]
fn at_rummy_the_bold_wait_for_longer_melds() {
    let canastas = |temperament| mean("dungeon-rummy", temperament, "canastas", 20);
    let (careful, bold) = (canastas(Temperament::Careful), canastas(Temperament::Bold));
    assert!(bold > 1.1 * careful, "{bold} against {careful} canastas");
}

#[test]
fn in_the_tower_the_careful_drink_sooner_than_the_bold() {
    let used = |temperament| mean("rogue-ascension", temperament, "items_used", 600);
    let (careful, bold) = (used(Temperament::Careful), used(Temperament::Bold));
    assert!(careful > bold, "{careful} against {bold} items used");
}

#[test]
fn the_bold_dare_the_great_evil_sooner() {
    let levels = |temperament| {
        let bot = Bot::Inclined { level: Level::Normal, temperament };
        let played = matches(roster::find("crimsonbranch").unwrap(), &[bot], 2);
        played.iter().map(|one| one.plies).sum::<u32>()
    };
    let (careful, bold) = (levels(Temperament::Careful), levels(Temperament::Bold));
    assert!(bold < careful, "{bold} against {careful} decisions");
}

#[test]
fn a_temperament_wins_nearly_as_often_as_the_plain_plan() {
    for (game, count) in [("accursed-tomb", 2_000), ("gloombah", 1_000)] {
        let title = roster::find(game).unwrap();
        let mut temperaments: Vec<_> = title.characters().iter().map(|one| one.temperament).collect();
        temperaments.sort_by_key(|one| one.name());
        temperaments.dedup();
        for temperament in temperaments {
            let inclined = Bot::Inclined { level: Level::Normal, temperament };
            let played = matches(title, &[inclined, Bot::Normal], count);
            let won = played.iter().filter_map(|one| one.outcome.as_ref()).filter(|outcome| outcome.placings[0] == 1);
            let share = won.count() as f64 / count as f64;
            // Four bots of equal strength win a quarter each.
            assert!(share > 0.17, "{game}: the {temperament:?} one wins {share}");
        }
    }
}
