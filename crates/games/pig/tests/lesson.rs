//! The lesson plays, and what it speaks of lies there.
#![allow(clippy::unwrap_used)]

use kernel::{LEARNER, Lesson, LessonTable, Match, Present, Referee, Source, Viewer};
use pig::Pig;
use serde_json::json;

#[test]
fn the_lesson_plays_and_points_at_what_lies_there() {
    let lesson = Lesson::nth(Pig::FEATURES.lessons, 1).unwrap().unwrap();
    let table = Referee::<Pig>::open(&json!({ "goal": 20 }), 2, Source::Manual).unwrap();
    let mut table = LessonTable::new(Box::new(table), lesson.into()).unwrap();
    while let Some((seat, action)) = table.taught().map(|(seat, action)| (seat, action.clone())) {
        let scene = table.scene(Viewer::Seat(LEARNER), None).unwrap();
        let piece = scene.teaching.as_ref().and_then(|teaching| teaching.piece.clone());
        assert!(piece.is_none_or(|piece| scene.piece(&piece).is_some()), "step {}", table.ply() + 1);
        table.act(seat, &action).unwrap();
    }
    assert_eq!(table.ply(), 3);
}
