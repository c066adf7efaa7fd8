//! Results, achievements and goals in a browser: those of the server, and only for own matches.

use kernel::{LEARNED, LEARNER};
use model::{Day, MatchResults};

use super::*;

/// Plays a match to its end, and returns its table and its stored results.
fn play(browser: &mut Browser, game: &str) -> (String, MatchResults) {
    let id = browser.begin(game);
    while browser.act(&id) {}
    let results = serde_json::from_value(browser.results[&id].clone()).unwrap();
    (id, results)
}

#[test]
fn finished_match_brings_the_results_of_the_server() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let (id, stored) = play(&mut browser, game);
        let ended = stored.seats[0].ended;
        browser.reopen(&id);
        assert_eq!(browser.table(&id).results(ended), stored, "{game}");
        assert_eq!(stored.seats[0].person.as_deref(), Some("me"), "{game}");
        let own = browser.send("GET", "/me", &[]).body;
        assert!(own.contains("1 match, ") && own.contains(&format!("/replays/{id}")), "{game}: {own}");
        assert!(own.contains(&format!("id=\"achievements-{game}\"")), "{game}");
        let front = browser.send("GET", "/", &[]).body;
        assert!(front.contains("1 day in a row") && front.contains("/me#achievements"), "{game}: {front}");
    }
}

#[test]
fn achievement_is_shown_once_for_the_first_time() {
    const EARNED: &str = "Earned for the first time";
    let mut browser = Browser::new();
    let mut earned = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let (id, results) = play(&mut browser, "rogue-ascension");
        let new = results.earned.iter().filter(|one| earned.insert(one.achievement.clone())).count();
        browser.reopen(&id);
        let page = browser.send("GET", &format!("/tables/{id}"), &[]).body;
        assert_eq!(page.contains(EARNED), new > 0, "{:?}: {page}", results.earned);
    }
    assert!(!earned.is_empty(), "no match earned anything");
    let own = browser.send("GET", "/me", &[]).body;
    assert!(own.contains(&format!("Achievements: {}", earned.len())), "{own}");

    // It can be borne as a title; one that is not earned cannot.
    let title = earned.first().unwrap();
    let chosen = [("title", format!("rogue-ascension/{title}")), ("portrait", "common/hero".into())];
    assert!(browser.send("GET", "/me/card", &[]).body.contains(&chosen[0].1));
    browser.send("POST", "/me/card", &chosen);
    assert!(browser.send("GET", "/me", &[]).body.contains("honour"));
    browser.send("POST", "/me/card", &[("title", "crimsonbranch/none".into())]);
    assert!(!browser.send("GET", "/me", &[]).body.contains("honour"));
}

#[test]
fn practice_and_matches_brought_earn_nothing() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let id = browser.begin(game);
        browser.act(&id);
        let halfway = browser.hall.record(browser.header(&id), browser.steps_of(&id)).unwrap();
        while browser.act(&id) {}
        let whole = browser.hall.record(browser.header(&id), browser.steps_of(&id)).unwrap();
        for file in [halfway, whole] {
            let mut other = Browser::new();
            other.send("POST", "/me/matches", &[("records", file)]);
            while other.act(&id) {}
            assert!(other.results.is_empty() && other.settings.is_null(), "{game}: {:?}", other.results);
            assert_eq!(other.table(&id).header.status, TableStatus::Over, "{game}");
            assert!(!other.send("GET", "/me", &[]).body.contains("1 match, "), "{game}");
        }
        let retried = browser.send("POST", &format!("/tables/{id}/retry"), &[("step", "1".into())]).location.unwrap();
        let retried = retried.trim_start_matches("/tables/").to_owned();
        while browser.act(&retried) {}
        assert_eq!(browser.results.keys().collect::<Vec<_>>(), [&id], "{game}");
    }
}

#[test]
fn lesson_is_learned_once_its_last_fight_is_won() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let answer = browser.send("POST", "/lessons", &[("game", game.into())]);
        let id = answer.location.unwrap().trim_start_matches("/tables/").to_owned();
        let mut steps = 0;
        while browser.table(&id).learned().is_none() {
            let live = browser.table(&id);
            let (table, step) = (live.playing().unwrap(), live.step());
            match table.taught().filter(|(seat, _)| *seat == LEARNER) {
                Some((seat, action)) => {
                    let fields = [
                        ("seat", seat.0.to_string()),
                        ("step", step.to_string()),
                        ("epoch", table.epoch(seat).to_string()),
                        ("action", action.to_string()),
                    ];
                    let answer = browser.send("POST", &format!("/tables/{id}/act"), &fields);
                    assert_eq!(answer.status, 303, "{game}: {}", answer.body);
                }
                None => assert!(browser.act(&id), "{game}"),
            }
            steps += 1;
            assert!(steps < 500, "{game} is not learned");
        }
        assert!(browser.results.is_empty(), "{game}: a lesson is no match");
        let own = browser.send("GET", "/me", &[]).body;
        assert!(own.contains("Achievements: 1") && own.contains(LEARNED.title.as_str()), "{game}: {own}");
    }
}

#[test]
fn match_without_a_move_for_days_counts_as_left() {
    let mut browser = Browser::new();
    play(&mut browser, "gloombah");
    browser.begin("gloombah");
    browser.know();
    assert!(!browser.send("GET", "/me", &[]).body.contains("left behind</dd>"));
    browser.now = 8 * Day::LENGTH;
    let own = browser.send("GET", "/me", &[]).body;
    assert!(own.contains(", 1 left behind"), "{own}");
}
