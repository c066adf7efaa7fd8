//! Tests of the lessons of each game: they can be played to their end, and each of their texts points
//! at a piece on the table.
#![allow(clippy::unwrap_used)]

use bots::{Bot, Budget};
use kernel::{ActError, LEARNER, Lesson, LessonTable, Match, Seat, Source, Teaching, Viewer};
use roster::GameEntry;
use serde_json::{Value, json};

/// The number of characters that fit next to a table on a phone.
const LONGEST: usize = 240;

/// The largest number of steps that a learner takes in one of several lessons.
const MOST: usize = 16;

/// Returns all lessons: the game, and the number of the lesson.
fn all() -> Vec<(&'static dyn GameEntry, u8)> {
    let of = |title: &&'static dyn GameEntry| {
        let title = *title;
        (1..=title.lesson_minutes().len() as u8).map(move |number| (title, number))
    };
    roster::GAMES.iter().flat_map(of).collect()
}

/// Plays a lesson with its learner and its bots, and returns the texts before each of the learner's
/// moves and at the end.
fn played(title: &'static dyn GameEntry, number: u8) -> (LessonTable, Vec<Teaching>) {
    let id = title.meta().id;
    let mut table = roster::lesson(id, number).unwrap();
    let mut said = Vec::new();
    while let Some((seat, action)) = table.taught().map(|(seat, action)| (seat, action.clone())) {
        let scene = table.scene(Viewer::Seat(LEARNER), None).unwrap();
        let shown: Vec<&Value> = scene.moves.iter().map(|one| &one.action).collect();
        if seat == LEARNER {
            let last = table.ply() + 1 == title.lesson(number).unwrap().unwrap().record.steps.len();
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
    for (title, number) in all() {
        let id = title.meta().id;
        let (table, said) = played(title, number);
        let lesson = title.lesson(number).unwrap().unwrap();
        assert_eq!(table.ply(), lesson.record.steps.len(), "{id} is played to its end");
        let least = if lesson.of == 1 { 5 } else { 4 };
        assert!((least..=8).contains(&lesson.minutes), "{id} takes {} minutes", lesson.minutes);
        let (last, before) = said.split_last().unwrap();
        assert!(last.over && last.won, "{id}: {}", last.text);
        assert_eq!(last.text.ends_with("Now alone."), number == lesson.of, "{id}: {}", last.text);
        let own = before.last().unwrap();
        assert!(own.piece.is_none(), "{id}: no light lies on the last step");
        assert!(before.len() >= 9 && (lesson.of == 1 || before.len() <= MOST), "{id} has {} moves", before.len());
        for (n, words) in before.iter().enumerate() {
            assert!(words.text.chars().count() <= LONGEST, "{id}: too long to read beside the table: {}", words.text);
            assert_eq!((words.number, words.of, words.over), (n + 1, before.len(), false));
            assert_eq!((words.lesson, words.lessons), (number, lesson.of));
        }
    }
}

#[test]
fn a_lesson_is_given_in_the_language_of_its_learner() {
    for (title, number) in all() {
        let id = title.meta().id;
        let ((_, english), (_, german)) =
            (played(title, number), translations::german().speak(|| played(title, number)));
        assert_eq!(english.len(), german.len());
        for (english, german) in english.iter().zip(&german) {
            assert!(english.text != german.text, "{id} says in German {:?}", german.text);
            assert!(german.text.chars().count() <= LONGEST, "{id}: too long to read beside the table: {}", german.text);
        }
    }
}

#[test]
fn in_a_lesson_nothing_else_can_be_done_nor_after_it() {
    let mut table = roster::lesson("rogue-ascension", 1).unwrap();
    assert!(matches!(table.act(LEARNER, &json!({ "type": "attack" })), Err(ActError::Untaught { .. })));
    assert!(matches!(table.act(Seat(1), &json!({ "type": "reveal" })), Err(ActError::Untaught { .. })));
    assert_eq!(table.ply(), 0);
    let (mut table, _) = played(roster::find("rogue-ascension").unwrap(), 1);
    assert!(table.awaited().is_empty() && table.asked_first().is_none());
    assert_eq!(table.act(LEARNER, &json!({ "type": "reveal" })), Err(ActError::LessonOver));
}

#[test]
fn another_last_move_is_answered_and_the_lesson_stays() {
    for (title, number) in all() {
        let id = title.meta().id;
        let lesson = title.lesson(number).unwrap().unwrap();
        let mut table = roster::lesson(id, number).unwrap();
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
    for (title, number) in all() {
        let id = title.meta().id;
        let mut table = roster::lesson(id, number).unwrap();
        for _ in 0..5 {
            let (seat, action) = table.taught().map(|(seat, action)| (seat, action.clone())).unwrap();
            table.act(seat, &action).unwrap();
        }
        let lesson = title.lesson(number).unwrap().unwrap();
        let again = LessonTable::new(title.load(&table.record(true)).unwrap(), lesson.into()).unwrap();
        assert_eq!(again.taught(), table.taught(), "{id}");
        assert_eq!(again.scene(Viewer::Seat(LEARNER), None), table.scene(Viewer::Seat(LEARNER), None), "{id}");
    }
}

#[test]
fn a_match_that_went_another_way_is_at_its_lessons_end() {
    let title = roster::find("rogue-ascension").unwrap();
    let lesson = title.lesson(1).unwrap().unwrap();
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

#[test]
fn a_lesson_begins_after_its_opening_which_stays() {
    let openings: Vec<usize> = all().iter().map(|(title, n)| title.lesson(*n).unwrap().unwrap().opening()).collect();
    assert!(openings.iter().filter(|opening| **opening > 0).count() == 1, "{openings:?}");
    let lesson = roster::find("crimsonbranch").unwrap().lesson(2).unwrap().unwrap();
    let mut table = roster::lesson("crimsonbranch", 2).unwrap();
    assert_eq!(table.ply(), lesson.opening());
    assert_eq!(table.undo(), Err(ActError::NothingToUndo));
    assert_eq!(table.may_undo(LEARNER), Err(ActError::NothingToUndo));
    let taught = table.taught().map(|(_, action)| action.clone()).unwrap();
    table.act(LEARNER, &taught).unwrap();
    table.undo().unwrap();
    assert_eq!(table.ply(), lesson.opening());
}

#[test]
fn a_lesson_of_another_number_is_missing() {
    for number in [0, 3] {
        let refused = roster::lesson("crimsonbranch", number).err().unwrap().to_string();
        assert_eq!(refused, format!("Dungeons of Crimsonbranch has no lesson {number}"));
    }
}
