//! Puzzles: a question at a table, the first answer, the worth of each move, and playing on.

use std::time::Duration;

use hall::{Calendar, Config};
use kernel::Puzzle;

use crate::common::{self, Caller, attribute, open};

const GAME: &str = "accursed-tomb";

fn puzzle(game: &str, number: usize) -> Puzzle {
    roster::find(game).unwrap().puzzles().unwrap().get(number).unwrap()
}

/// Answers with the move at this place.
async fn answer(caller: &mut Caller, game: &str, number: usize, place: usize) {
    let action = puzzle(game, number).choices[place].action.to_string();
    let reply = caller.form(&format!("/puzzles/{game}/{number}"), &[("action", &action)]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_eq!(reply.header("location"), format!("/puzzles/{game}/{number}"));
}

async fn page(caller: &mut Caller, path: &str) -> String {
    caller.get(path).await.ok().text()
}

/// Returns the game and the number of the puzzle of the day, as the front page names it.
async fn of_day(caller: &mut Caller) -> (String, usize) {
    let front = page(caller, "/").await;
    let at = attribute(&front, "Puzzle of the day", "href").unwrap();
    let [game, number] = at.trim_start_matches("/puzzles/").split('/').collect::<Vec<_>>()[..] else { panic!("{at}") };
    (game.to_owned(), number.parse().unwrap())
}

#[tokio::test]
async fn move_values_come_after_the_first_answer_which_stands() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::new(&hall), Caller::new(&hall));
    let today = of_day(&mut ada).await;
    let number = if today == (GAME.to_owned(), 1) { 2 } else { 1 };
    let (asked, here) = (puzzle(GAME, number), format!("/puzzles/{GAME}/{number}"));
    let before = page(&mut ada, &here).await;
    assert!(before.contains("What would you do?") && !before.contains("worths"), "{before}");
    let form = format!("<form id=\"act\" method=\"post\" action=\"{here}\">");
    assert!(before.contains(&form) && before.contains("form=\"act\" name=\"action\""), "{before}");
    answer(&mut ada, GAME, number, asked.reference).await;
    let after = page(&mut ada, &here).await;
    assert!(after.contains("There is a better move."), "{after}");
    let worth = format!("{:.1}\u{a0}%", 100.0 * asked.choices[asked.best()].worth);
    assert!(after.contains(&worth) && after.contains("the bot’s") && after.contains("the best"), "{worth}");
    assert_eq!(after.matches("<tr").count(), 1 + asked.choices.len());
    answer(&mut ada, GAME, number, asked.best()).await;
    assert!(page(&mut ada, &here).await.contains("There is a better move."), "the first answer stands");
    assert!(page(&mut ben, &here).await.contains("What would you do?"), "others are asked themselves");
    answer(&mut ben, GAME, number, asked.best()).await;
    assert!(page(&mut ben, &here).await.contains("That is the best move."));
    for (caller, solved) in [(&mut ada, "0 of 100"), (&mut ben, "1 of 100")] {
        assert!(page(caller, "/puzzles").await.contains(&format!("{solved} solved at the first try.")));
    }
}

#[tokio::test]
async fn a_puzzle_about_a_fight_asks_and_tells_of_the_fight() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let (asked, here) = (puzzle("crimsonbranch", 2), "/puzzles/crimsonbranch/2");
    let before = page(&mut ada, here).await;
    assert!(before.contains("Which move wins this fight most often?") && !before.contains("What would you do?"));
    answer(&mut ada, "crimsonbranch", 2, asked.best()).await;
    let after = page(&mut ada, here).await;
    assert!(after.contains("How often this fight is won after each move. Each was tried out"), "{after}");
    assert!(!after.contains("at 100 % it always wins"), "{after}");
    let told = ada.get("/api/v1/puzzles/crimsonbranch/2").await.ok().json();
    assert_eq!(told["question"], "Which move wins this fight most often?");
    let told = ada.get(&format!("/api/v1/puzzles/{GAME}/2")).await.ok().json();
    assert_eq!(told["question"], serde_json::Value::Null, "this one is about the match");
}

#[tokio::test]
async fn the_puzzle_of_the_day_makes_a_streak_that_outlives_the_hall() {
    let dir = tempfile::tempdir().unwrap();
    let mut ada = {
        let hall = open(dir.path()).await;
        let mut ada = Caller::new(&hall);
        let (game, number) = of_day(&mut ada).await;
        assert!(page(&mut ada, "/").await.contains("what would you do?"));
        answer(&mut ada, &game, number, puzzle(&game, number).best()).await;
        assert!(page(&mut ada, &format!("/puzzles/{game}/{number}")).await.contains("Solved one day in a row."));
        hall.close().await;
        ada
    };
    let calendar = Calendar::default();
    let hall = hall::open(Config { calendar: calendar.clone(), ..common::config(dir.path()) }).await.unwrap();
    ada.router = hall.router();
    let front = page(&mut ada, "/").await;
    assert!(front.contains("you solved it.") && front.contains("Solved one day in a row."), "{front}");
    assert!(page(&mut Caller::new(&hall), "/").await.contains("what would you do?"), "a stranger has not");
    let day = Duration::from_secs(24 * 60 * 60);
    calendar.advance(day);
    let (game, number) = of_day(&mut ada).await;
    assert!(page(&mut ada, "/").await.contains("what would you do? Solved one day in a row."), "it is another one");
    answer(&mut ada, &game, number, puzzle(&game, number).best()).await;
    assert!(page(&mut ada, "/").await.contains("you solved it. Solved 2 days in a row."));
    calendar.advance(2 * day);
    assert!(!page(&mut ada, "/").await.contains("in a row"), "a day was missed");
}

#[tokio::test]
async fn a_match_goes_on_from_a_puzzle_for_practice() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let asked = puzzle(GAME, 3);
    let reply = ada.form(&format!("/puzzles/{GAME}/3/play"), &[]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let id = reply.header("location").trim_start_matches("/tables/").to_owned();
    let table = ada.look(&id).await;
    let seat = table["you"][0].as_u64().unwrap() as usize;
    assert_eq!(table["step"], asked.moves.len());
    let legal = table["state"]["legal"][seat.to_string()].as_array().unwrap();
    let actions: Vec<_> = legal.iter().map(|one| one["action"].clone()).collect();
    assert_eq!(actions, asked.choices.iter().map(|choice| choice.action.clone()).collect::<Vec<_>>());
    ada.act(&id, seat, asked.moves.len() as u64, actions[asked.best()].clone()).await.ok();
    assert_eq!(table["practice"], true);
}

#[tokio::test]
async fn an_unknown_puzzle_and_an_impossible_move_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    for path in ["accursed-tomb/0", "accursed-tomb/101", "chess/1"] {
        assert_eq!(ada.get(&format!("/puzzles/{path}")).await.status, 404, "{path}");
    }
    let reply = ada.form("/puzzles/accursed-tomb/1", &[("action", r#"{"type":"dance"}"#)]).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(page(&mut ada, "/puzzles/accursed-tomb/1").await.contains("What would you do?"));
}

#[tokio::test]
async fn at_a_puzzle_one_can_look_back() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let (number, asked) = (1..=100).map(|n| (n, puzzle(GAME, n))).find(|(_, asked)| asked.moves.len() > 2).unwrap();
    let back = page(&mut ada, &format!("/puzzles/{GAME}/{number}?at={}", asked.moves.len() - 1)).await;
    assert!(back.contains("Back to the puzzle") && !back.contains("form=\"act\""), "{back}");
}
