//! Tests of the guided first match of each game: it can be played to its end, and each of its texts
//! points at a piece on the table.
#![allow(clippy::unwrap_used)]

use bots::{Bot, Budget};
use kernel::{ActError, LEARNER, Lesson, LessonTable, Match, Seat, Source, Teaching, Viewer};
use serde_json::{Value, json};

/// The number of characters that fit next to a table on a phone.
const LONGEST: usize = 240;

/// Plays a lesson with its learner and its bots, and returns the texts before each of the learner's
/// moves and at the end.
fn played(id: &str) -> (LessonTable, Vec<Teaching>) {
    let title = roster::find(id).unwrap();
    let mut table = roster::lesson(id).unwrap();
    let mut said = Vec::new();
    while let Some((seat, action)) = table.taught().map(|(seat, action)| (seat, action.clone())) {
        let scene = table.scene(Viewer::Seat(LEARNER), None).unwrap();
        let shown: Vec<&Value> = scene.moves.iter().map(|one| &one.action).collect();
        if seat == LEARNER {
            let last = table.ply() + 1 == title.lesson().unwrap().unwrap().record.steps.len();
            assert_eq!(shown == [&action], !last, "{id}: step {} has one move unless it is the last", table.ply() + 1);
            assert!(shown.contains(&&action), "{id}: the last move is offered");
            said.push(
                scene.teaching.clone().unwrap_or_else(|| panic!("{id}: nothing is said at step {}", table.ply() + 1)),
            );
        } else {
            assert!(shown.is_empty(), "{id}: the learner waits at step {}", table.ply() + 1);
        }
        let words = said.last().filter(|_| seat == LEARNER);
        if let Some(piece) = words.and_then(|words| words.piece.as_ref()) {
            assert!(scene.piece(piece).is_some(), "{id}: no {piece:?} lies there at step {}", table.ply() + 1);
        }
        let advice = title.advise(&table, seat, Bot::Normal, 1, &Budget::ONE_THREAD).unwrap();
        assert_eq!(advice.action, action, "{id}: bots play the lesson, and a hint says it");
        table.act(seat, &action).unwrap_or_else(|refused| panic!("{id}: step {}: {refused}", table.ply() + 1));
        assert!(table.question().is_none(), "{id}: step {} asks for more than the lesson has", table.ply());
    }
    said.push(table.scene(Viewer::Seat(LEARNER), None).unwrap().teaching.unwrap());
    (table, said)
}

#[test]
fn every_lesson_plays_and_says_something_of_each_move() {
    for title in roster::GAMES {
        let id = title.meta().id;
        let (table, said) = played(id);
        let lesson = title.lesson().unwrap().unwrap();
        assert_eq!(table.ply(), lesson.record.steps.len(), "{id} is played to its end");
        assert!((5..=8).contains(&lesson.minutes), "{id} takes {} minutes", lesson.minutes);
        let (last, before) = said.split_last().unwrap();
        assert!(last.over && last.won && last.text.ends_with("Now alone."), "{id}: {}", last.text);
        let own = before.last().unwrap();
        assert!(own.piece.is_none(), "{id}: no light lies on the last step");
        assert!(before.len() >= 9, "{id} has {} moves", before.len());
        for (n, words) in before.iter().enumerate() {
            assert!(words.text.chars().count() <= LONGEST, "{id}: too long to read beside the table: {}", words.text);
            assert_eq!((words.number, words.of, words.over), (n + 1, before.len(), false));
        }
    }
}

#[test]
fn a_lesson_is_given_in_the_language_of_its_learner() {
    for title in roster::GAMES {
        let id = title.meta().id;
        let ((_, english), (_, german)) = (played(id), translations::german().speak(|| played(id)));
        assert_eq!(english.len(), german.len());
        for (english, german) in english.iter().zip(&german) {
            assert!(english.text != german.text, "{id} says in German {:?}", german.text);
            assert!(german.text.chars().count() <= LONGEST, "{id}: too long to read beside the table: {}", german.text);
        }
    }
}

#[test]
fn in_a_lesson_nothing_else_can_be_done_nor_after_it() {
    let mut table = roster::lesson("rogue-ascension").unwrap();
    assert!(matches!(table.act(LEARNER, &json!({ "type": "attack" })), Err(ActError::Untaught { .. })));
    assert!(matches!(table.act(Seat(1), &json!({ "type": "reveal" })), Err(ActError::Untaught { .. })));
    assert_eq!(table.ply(), 0);
    let (mut table, _) = played("rogue-ascension");
    assert!(table.awaited().is_empty() && table.asked_first().is_none());
    assert_eq!(table.act(LEARNER, &json!({ "type": "reveal" })), Err(ActError::LessonOver));
}

#[test]
fn another_last_move_is_answered_and_the_lesson_stays() {
    for title in roster::GAMES {
        let id = title.meta().id;
        let lesson = title.lesson().unwrap().unwrap();
        let mut table = roster::lesson(id).unwrap();
        while table.ply() + 1 < lesson.record.steps.len() {
            let (seat, action) = table.taught().map(|(seat, action)| (seat, action.clone())).unwrap();
            table.act(seat, &action).unwrap();
        }
        let ply = table.ply();
        let (_, winning) = table.taught().map(|(seat, action)| (seat, action.clone())).unwrap();
        let scene = table.scene(Viewer::Seat(LEARNER), None).unwrap();
        let other = scene.moves.iter().find(|one| one.action != winning).unwrap();
        let words = lesson.words[ply].as_ref().unwrap().other.clone().unwrap();
        assert_eq!(table.act(LEARNER, &other.action), Err(ActError::LessonWins(words)), "{id}");
        assert!(matches!(table.act(LEARNER, &json!({ "type": "no such" })), Err(ActError::Unreadable { .. })));
        assert!(table.ply() == ply && !table.is_learned());
        table.act(LEARNER, &winning).unwrap();
        assert!(table.is_learned() && table.outcome().is_none(), "{id}");
    }
}

#[test]
fn a_lesson_taken_up_from_its_record_goes_on_where_it_was() {
    for title in roster::GAMES {
        let id = title.meta().id;
        let mut table = roster::lesson(id).unwrap();
        for _ in 0..5 {
            let (seat, action) = table.taught().map(|(seat, action)| (seat, action.clone())).unwrap();
            table.act(seat, &action).unwrap();
        }
        let lesson = title.lesson().unwrap().unwrap();
        let again = LessonTable::new(title.load(&table.record(true)).unwrap(), lesson.into()).unwrap();
        assert_eq!(again.taught(), table.taught(), "{id}");
        assert_eq!(again.scene(Viewer::Seat(LEARNER), None), table.scene(Viewer::Seat(LEARNER), None), "{id}");
    }
}

#[test]
fn a_match_that_went_another_way_is_at_its_lessons_end() {
    let title = roster::find("rogue-ascension").unwrap();
    let lesson = title.lesson().unwrap().unwrap();
    let mut table = title.open(&json!({}), 1, Source::Manual).unwrap();
    table.act(LEARNER, &json!({ "type": "reveal" })).unwrap();
    for answer in ["5", "15", "6"] {
        table.answer(answer).unwrap();
    }
    let table = LessonTable::new(table, lesson.into()).unwrap();
    assert!(table.taught().is_none() && table.awaited().is_empty());
}

#[test]
fn what_is_no_lesson_says_where() {
    let head = r#"{"format":"undercroft-record","version":1,"game":"x","rules":1,"seats":1,"minutes":5}"#;
    let step = r#"{"n":1,"seat":0,"action":{"type":"reveal"},"say":7}"#;
    let error = |lines: &[&str]| Lesson::parse(&lines.join("\n")).unwrap_err().to_string();
    assert!(error(&[head]).starts_with("line 1 of the record is not a farewell"));
    assert!(error(&[head, step, r#"{"farewell":"."}"#]).starts_with("line 2 of the record is not a step of a lesson"));
}
