//! People's answers to puzzles.

use super::{Connection, ReadPool, Row, statement};
use crate::{PuzzleAnswer, StoreError};

impl ReadPool {
    pub(crate) async fn puzzle_answers(&self, person: &str) -> Result<Vec<PuzzleAnswer>, StoreError> {
        let query = statement(
            "SELECT game, number, day, choice, solved, at FROM puzzle_answers WHERE person = $1 ORDER BY at, day",
        );
        query.bind(person).fetch_all(self.pool()).await?.iter().map(read).collect()
    }

    pub(crate) async fn answers_of_days(&self, person: &str, most: u32) -> Result<Vec<PuzzleAnswer>, StoreError> {
        let query = statement(
            "SELECT game, number, day, choice, solved, at FROM puzzle_answers WHERE person = $1 AND day > 0 \
             ORDER BY day DESC LIMIT $2",
        );
        query.bind(person).bind(most).fetch_all(self.pool()).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<PuzzleAnswer, StoreError> {
    Ok(PuzzleAnswer {
        game: row.try_get("game")?,
        number: row.try_get("number")?,
        day: row.try_get("day")?,
        choice: row.try_get("choice")?,
        solved: row.try_get("solved")?,
        at: row.try_get("at")?,
    })
}

/// Stores an answer; the first one stays.
pub(super) async fn answer(db: &mut Connection<'_>, person: &str, answer: &PuzzleAnswer) -> Result<(), sqlx::Error> {
    let query = statement(
        "INSERT INTO puzzle_answers (person, game, number, day, choice, solved, at) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (person, game, number, day) DO NOTHING",
    );
    let query = query.bind(person).bind(&answer.game).bind(answer.number).bind(answer.day);
    query.bind(answer.choice).bind(answer.solved).bind(answer.at).execute(db).await.map(drop)
}
