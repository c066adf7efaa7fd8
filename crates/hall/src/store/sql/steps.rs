//! Steps of many tables in few statements: most of what a busy hall writes. A statement on its own way to the database costs
//! more than what it does there.

use std::{collections::HashSet, sync::LazyLock};

use super::{Connection, Statement, statement};
use crate::store::{StepRow, Timestamp, Turns, Write, now};

/// So many rows have a statement, the largest first: each of these statements is prepared once.
const CHUNKS: [usize; 4] = [32, 8, 2, 1];
/// How long, in milliseconds, it is not noted again that something has happened at a table: lists may be behind by as much.
const TOUCHED: Timestamp = 2_000;

/// The text of a statement for each of these numbers of rows.
struct Texts([String; CHUNKS.len()]);

impl Texts {
    fn new(text: impl Fn(usize) -> String) -> Texts {
        Texts(CHUNKS.map(text))
    }

    fn of(&'static self, rows: usize) -> &'static str {
        CHUNKS.iter().position(|chunk| *chunk == rows).map_or("", |place| &self.0[place])
    }
}

/// A step that does not end its match, with what else changes.
struct NewStep<'w> {
    /// Which of the changes it is.
    at: usize,
    table: &'w str,
    row: &'w StepRow,
    turns: Option<&'w Turns>,
}

/// Takes those steps among some changes that do not end their match, one a table; for each change of these, by its place, whether
/// it was made. A step that came too late is left out, and so is what would have come with it.
pub(super) async fn append_all(db: &mut Connection<'_>, writes: &[Write]) -> Result<Vec<(usize, bool)>, sqlx::Error> {
    let mut tables = HashSet::new();
    let mut steps: Vec<NewStep> = writes.iter().enumerate().filter_map(|(at, write)| new_step(at, write)).collect();
    steps.retain(|step| tables.insert(step.table));
    let mut made = HashSet::new();
    for some in chunks(&steps) {
        let rows = append(some).fetch_all(&mut *db).await?;
        for row in rows {
            made.insert(row.try_get::<String>("table_id")?);
        }
    }
    let outcomes = steps.iter().map(|step| (step.at, made.contains(step.table))).collect();
    steps.retain(|step| made.contains(step.table));
    for some in chunks(&steps) {
        touch(some).execute(&mut *db).await?;
    }
    let turns: Vec<&Turns> = steps.iter().filter_map(|step| step.turns).collect();
    set_turns(db, &turns).await?;
    Ok(outcomes)
}

fn new_step(at: usize, write: &Write) -> Option<NewStep<'_>> {
    let (write, turns) = match write {
        Write::WithTurns(write, turns) => (&**write, Some(turns)),
        write => (write, None),
    };
    match write {
        Write::AppendStep { table, row, end: None } => Some(NewStep { at, table, row, turns }),
        _ => None,
    }
}

/// Appends steps to their journals. The step before must be there, the step itself not: a journal has no gaps and no forks.
fn append<'v>(steps: &[NewStep<'v>]) -> Statement<'v> {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
        Texts::new(|count| {
            format!(
                "INSERT INTO steps (table_id, n, seat, action, chance, request, at, bot) \
                 SELECT column1, column2, column3, column4, column5, column6, column7, column8 FROM (VALUES {}) AS new \
                 WHERE column2 = 1 OR EXISTS (SELECT 1 FROM steps WHERE table_id = column1 AND n = column2 - 1) \
                 ON CONFLICT DO NOTHING RETURNING table_id",
                rows(count, 8)
            )
        })
    });
    let query = statement(TEXTS.of(steps.len()));
    steps.iter().fold(query, |query, step| super::write::bind_step(query, step.table, step.row))
}

/// Notes that something has happened at these tables, where that was not noted a moment ago.
fn touch<'v>(steps: &[NewStep<'v>]) -> Statement<'v> {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
        Texts::new(|count| {
            let tables: Vec<String> = (0..count).map(|n| format!("${}", n + 3)).collect();
            format!("UPDATE tables SET touched = $1 WHERE touched < $2 AND id IN ({})", tables.join(", "))
        })
    });
    let query = statement(TEXTS.of(steps.len())).bind(now()).bind(now() - TOUCHED);
    steps.iter().fold(query, |query, step| query.bind(step.table))
}

/// Notes for whom matches wait.
pub(super) async fn set_turns(db: &mut Connection<'_>, turns: &[&Turns]) -> Result<(), sqlx::Error> {
    let gone: Vec<(&str, &str)> = pairs(turns, |turns| &turns.gone).map(|(_, table, person)| (person, table)).collect();
    for some in chunks(&gone) {
        static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
            Texts::new(|count| format!("DELETE FROM turns WHERE (person, table_id) IN (VALUES {})", rows(count, 2)))
        });
        let query = statement(TEXTS.of(some.len()));
        let query = some.iter().fold(query, |query, (person, table)| query.bind(*person).bind(*table));
        query.execute(&mut *db).await?;
    }
    let come: Vec<(Timestamp, &str, &str)> = pairs(turns, |turns| &turns.come).collect();
    for some in chunks(&come) {
        static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
            Texts::new(|count| {
                format!("INSERT INTO turns (since, table_id, person) VALUES {} ON CONFLICT DO NOTHING", rows(count, 3))
            })
        });
        let query = statement(TEXTS.of(some.len()));
        let query =
            some.iter().fold(query, |query, (since, table, person)| query.bind(since).bind(*table).bind(*person));
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// The people whom these turns name, each with moment and table.
fn pairs<'t>(
    turns: &'t [&'t Turns],
    people: impl Fn(&'t Turns) -> &'t [String],
) -> impl Iterator<Item = (Timestamp, &'t str, &'t str)> {
    turns
        .iter()
        .flat_map(move |turns| people(turns).iter().map(|person| (turns.at, turns.table.as_str(), person.as_str())))
}

/// A list in pieces for each of which there is a statement.
fn chunks<T>(mut list: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = CHUNKS.iter().find(|size| **size <= list.len())?;
        let (some, rest) = list.split_at(*size);
        list = rest;
        Some(some)
    })
}

/// The places of so many rows of values: `($1, $2), ($3, $4)`.
fn rows(count: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (0..columns).map(|column| format!("${}", row * columns + column + 1)).collect();
        format!("({})", places.join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_into_the_fewest_statements() {
        let list: Vec<usize> = (0..85).collect();
        let sizes: Vec<usize> = chunks(&list).map(<[usize]>::len).collect();
        assert_eq!(sizes, [32, 32, 8, 8, 2, 2, 1]);
        assert_eq!(chunks(&list).flatten().copied().collect::<Vec<_>>(), list);
        assert_eq!(rows(2, 3), "($1, $2, $3), ($4, $5, $6)");
    }
}
