//! Puzzles in a browser: tried, solved, and played on from.

use super::*;

/// Returns the moment that day 20,000 or a later one has begun.
fn day(number: i64) -> i64 {
    (20_000 + number) * model::Day::LENGTH
}

/// Returns the puzzle of the day, as the front page links it.
fn of_day(browser: &mut Browser) -> String {
    let front = browser.send("GET", "/", &[]).body;
    let link = front.split("href=\"/puzzles/").nth(1).unwrap().split('"').next().unwrap();
    format!("/puzzles/{link}")
}

/// Answers a puzzle with the best move, or with the first other one.
fn answer(browser: &mut Browser, path: &str, best: bool) -> Answer {
    let mut parts = path.split('/').skip(2);
    let puzzles = roster::find(parts.next().unwrap()).unwrap().puzzles().unwrap();
    let puzzle = puzzles.get(parts.next().unwrap().parse().unwrap()).unwrap();
    let place = if best { puzzle.best() } else { (puzzle.best() + 1) % puzzle.choices.len() };
    let answer = browser.send("POST", path, &[("action", puzzle.choices[place].action.to_string())]);
    assert_eq!(answer.location.as_deref(), Some(path), "{}", answer.body);
    browser.send("GET", path, &[])
}

#[test]
fn first_answer_counts_and_outlives_the_tab() {
    let mut browser = Browser { now: day(0), ..Browser::new() };
    for game in roster::ids() {
        let path = format!("/puzzles/{game}/2");
        let asked = browser.send("GET", &path, &[]);
        assert!(asked.status == 200 && asked.body.contains("id=\"prompt\""), "{game}: {}", asked.body);
        let illegal = browser.send("POST", &path, &[("action", "{\"type\":\"no such action\"}".into())]);
        assert_eq!(illegal.status, 422, "{game}");
        assert!(answer(&mut browser, &path, false).body.contains("There is a better move."), "{game}");
        let kept = browser.answers.len();
        assert!(answer(&mut browser, &path, true).body.contains("There is a better move."), "{game}: the first counts");
        assert_eq!(browser.answers.len(), kept, "{game}");
    }
    assert_eq!(browser.send("GET", "/puzzles/gloombah/9999", &[]).status, 404);
    assert_eq!(browser.send("GET", "/puzzles/gloombah/x", &[]).status, 404);
    let mut later = Browser { now: day(0), answers: browser.answers, ..Browser::new() };
    later.know();
    let list = later.send("GET", "/puzzles", &[]).body;
    assert_eq!(list.matches(", not solved").count(), roster::ids().len(), "{list}");
}

#[test]
fn puzzle_of_the_day_is_the_servers_and_counts_days() {
    let mut browser = Browser::new();
    for number in 0..3 {
        browser.now = day(number);
        let expected = views::puzzles::PuzzleDay::of(browser.now).puzzle.unwrap();
        let path = of_day(&mut browser);
        assert_eq!(path, format!("/puzzles/{}/{}", expected.0.meta().id, expected.1));
        let solved = answer(&mut browser, &path, true).body;
        assert!(solved.contains("That is the best move."), "{solved}");
        assert!(number == 0 || solved.contains(&format!("Solved {} days in a row.", number + 1)), "{solved}");
    }
    let front = browser.send("GET", "/", &[]).body;
    assert!(front.contains("you solved it. Solved 3 days in a row."), "{front}");
    browser.now = day(5);
    assert!(!browser.send("GET", "/puzzles", &[]).body.contains("in a row"), "two days were left out");
}

#[test]
fn match_goes_on_from_a_puzzle_as_practice() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let answer = browser.send("POST", &format!("/puzzles/{game}/2/play"), &[]);
        let id = answer.location.unwrap().trim_start_matches("/tables/").to_owned();
        let puzzle = roster::find(game).unwrap().puzzles().unwrap().get(2).unwrap();
        assert_eq!(browser.table(&id).step(), puzzle.moves.len(), "{game}");
        assert!(browser.table(&id).header.practice, "{game}");
        browser.reopen(&id);
        while browser.act(&id) {}
        assert!(!browser.settings.to_string().contains(game), "{game}: a win unlocks nothing");
    }
}
