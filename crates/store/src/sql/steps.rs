//! Writes steps of many tables with few statements, because they are most of what a busy server
//! writes. The way of a statement to the database costs more than its work there.
//!
//! Steps of many tables are one statement: a transaction holds the queue, and the cost is the way
//! to the database, not the row.

use std::{collections::HashSet, sync::LazyLock};

use foldhash::quality::RandomState;

use super::{Connection, Dialect, Statement, statement, write::bind_step};
use crate::{StepRow, Timestamp, Turns, Write, now};

/// The sizes of statements, in rows; each statement is prepared once. A list uses the smallest that
/// has room for it, with nulls in the remaining rows. These cost less than another statement.
const ROWS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The text of a statement for each size.
struct Texts {
    sqlite: [String; ROWS.len()],
    postgres: [String; ROWS.len()],
}

impl Texts {
    /// Builds the texts. `text` must name the values `$1`, `$2` and so on, in this order.
    fn new(text: impl Fn(usize) -> String) -> Texts {
        let postgres = ROWS.map(text);
        Texts { sqlite: postgres.each_ref().map(|text| without_numbers(text)), postgres }
    }

    fn of(&'static self, dialect: Dialect, rows: usize) -> &'static str {
        let texts = match dialect {
            Dialect::Sqlite => &self.sqlite,
            Dialect::Postgres => &self.postgres,
        };
        ROWS.iter().position(|size| *size == rows).map_or("", |place| &texts[place])
    }
}

/// Returns the text with `?` for each value, because SQLite looks up a named value among all names.
fn without_numbers(text: &str) -> String {
    let mut pieces = text.split('$');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + "?" + piece.trim_start_matches(|sign: char| sign.is_ascii_digit()))
}

/// A part of a list as rows of a statement. The last rows may be empty.
struct Rows<'l, T> {
    items: &'l [T],
    count: usize,
}

impl<'l, T> Rows<'l, T> {
    /// Binds the values of each row to a statement.
    fn bind<'v>(
        &self,
        query: Statement<'v>,
        bind: impl Fn(Statement<'v>, Option<&'l T>) -> Statement<'v>,
    ) -> Statement<'v> {
        (0..self.count).fold(query, |query, at| bind(query, self.items.get(at)))
    }
}

/// A step that does not end its match, with its other changes.
struct NewStep<'w> {
    /// The index of the change.
    at: usize,
    table: &'w str,
    row: &'w StepRow,
    touches: bool,
    turns: Option<&'w Turns>,
}

/// Appends those steps among the changes that do not end their match, one a table, with all that
/// belongs to them. Returns for each change whether it was made, or `None` if a step came too late:
/// which one is not known, and the transaction must be undone.
pub(super) async fn append_all(db: &mut Connection<'_>, writes: &[Write]) -> Result<Option<Vec<bool>>, sqlx::Error> {
    let mut tables = HashSet::with_hasher(RandomState::default());
    let mut steps: Vec<NewStep> = writes.iter().enumerate().filter_map(|(at, write)| new_step(at, write)).collect();
    steps.retain(|step| tables.insert(step.table));
    let dialect = db.dialect();
    let rows: Vec<TableStep> = steps.iter().map(|step| (step.table, step.row)).collect();
    for some in in_rows(&rows) {
        if append(dialect, &some).execute(&mut *db).await? < some.items.len() as u64 {
            return Ok(None);
        }
    }
    let mut made = vec![false; writes.len()];
    steps.iter().for_each(|step| made[step.at] = true);
    let touched: Vec<&str> = steps.iter().filter(|step| step.touches).map(|step| step.table).collect();
    for some in in_rows(&touched) {
        touch(dialect, &some).execute(&mut *db).await?;
    }
    let turns: Vec<&Turns> = steps.iter().filter_map(|step| step.turns).collect();
    set_turns(db, &turns).await?;
    Ok(Some(made))
}

fn new_step(at: usize, write: &Write) -> Option<NewStep<'_>> {
    let (write, turns) = match write {
        Write::WithTurns(write, turns) => (&**write, Some(turns)),
        write => (write, None),
    };
    match write {
        Write::AppendStep { table, row, end: None, learned: None, touches } => {
            Some(NewStep { at, table, row, touches: *touches, turns })
        }
        _ => None,
    }
}

/// Appends a step. Returns `false` if it came too late.
pub(super) async fn append_one(db: &mut Connection<'_>, table: &str, row: &StepRow) -> Result<bool, sqlx::Error> {
    let step = Rows { items: &[(table, row)], count: 1 };
    Ok(append(db.dialect(), &step).execute(db).await? == 1)
}

/// A step of a table.
type TableStep<'v> = (&'v str, &'v StepRow);

/// Returns the text of a statement that inserts so many steps, with a condition on each.
fn insert(count: usize, condition: &str) -> String {
    format!(
        "INSERT INTO steps (table_id, n, seat, action, chance, request, at, bot) \
         SELECT column1, column2, column3, column4, column5, column6, column7, column8 FROM (VALUES {}) AS new \
         WHERE {condition}",
        places(count, 8)
    )
}

/// Returns the statement that appends steps. The step before must exist and the step itself must
/// not, so a journal has no gaps and no forks. It returns no rows, because SQLite would write them
/// to a table of its own first.
fn append<'v>(dialect: Dialect, steps: &Rows<'v, TableStep<'v>>) -> Statement<'v> {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
        Texts::new(|count| {
            let follows = "column2 = 1 OR EXISTS (SELECT 1 FROM steps WHERE table_id = column1 AND n = column2 - 1) \
                           ON CONFLICT DO NOTHING";
            insert(count, follows)
        })
    });
    steps.bind(statement(TEXTS.of(dialect, steps.count)), |query, step| bind_step(query, step.copied()))
}

/// Appends the journal of a new table: its steps from the first, without a gap.
pub(super) async fn append_journal(
    db: &mut Connection<'_>,
    table: &str,
    journal: &[StepRow],
) -> Result<(), sqlx::Error> {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| Texts::new(|count| insert(count, "column1 IS NOT NULL")));
    let dialect = db.dialect();
    for some in in_rows(journal) {
        let query = statement(TEXTS.of(dialect, some.count));
        some.bind(query, |query, row| bind_step(query, row.map(|row| (table, row)))).execute(&mut *db).await?;
    }
    Ok(())
}

/// Returns the statement that marks these tables as touched.
fn touch<'v>(dialect: Dialect, touched: &Rows<'v, &'v str>) -> Statement<'v> {
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
        Texts::new(|count| {
            let tables: Vec<String> = (0..count).map(|n| format!("${}", n + 2)).collect();
            format!("UPDATE tables SET touched = $1 WHERE id IN ({})", tables.join(", "))
        })
    });
    let query = statement(TEXTS.of(dialect, touched.count)).bind(now());
    touched.bind(query, |query, table| query.bind(table.copied()))
}

/// Stores for whom matches wait.
pub(super) async fn set_turns(db: &mut Connection<'_>, turns: &[&Turns]) -> Result<(), sqlx::Error> {
    let dialect = db.dialect();
    let gone: Vec<(&str, &str)> = pairs(turns, |turns| &turns.gone).map(|(_, table, person)| (person, table)).collect();
    for some in in_rows(&gone) {
        // Not as a list of pairs, which SQLite would write to a table of its own first.
        static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
            Texts::new(|count| {
                let pair = |n: usize| format!("person = ${} AND table_id = ${}", 2 * n + 1, 2 * n + 2);
                let pairs: Vec<String> = (0..count).map(pair).collect();
                format!("DELETE FROM turns WHERE {}", pairs.join(" OR "))
            })
        });
        let query = statement(TEXTS.of(dialect, some.count));
        let query = some
            .bind(query, |query, pair| query.bind(pair.map(|(person, _)| *person)).bind(pair.map(|(_, table)| *table)));
        query.execute(&mut *db).await?;
    }
    let come: Vec<(Timestamp, &str, &str)> = pairs(turns, |turns| &turns.come).collect();
    for some in in_rows(&come) {
        static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
            Texts::new(|count| {
                format!(
                    "INSERT INTO turns (since, table_id, person) SELECT column1, column2, column3 \
                     FROM (VALUES {}) AS new WHERE column2 IS NOT NULL ON CONFLICT DO NOTHING",
                    places(count, 3)
                )
            })
        });
        let query = statement(TEXTS.of(dialect, some.count));
        let query = some.bind(query, |query, one| {
            let query = query.bind(one.map(|(since, _, _)| *since)).bind(one.map(|(_, table, _)| *table));
            query.bind(one.map(|(_, _, person)| *person))
        });
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Returns the people in these turns, each with time and table.
fn pairs<'t>(
    turns: &'t [&'t Turns],
    people: impl Fn(&'t Turns) -> &'t [String],
) -> impl Iterator<Item = (Timestamp, &'t str, &'t str)> {
    turns
        .iter()
        .flat_map(move |turns| people(turns).iter().map(|person| (turns.at, turns.table.as_str(), person.as_str())))
}

/// Splits a list into parts, each for one statement.
fn in_rows<T>(mut list: &[T]) -> impl Iterator<Item = Rows<'_, T>> {
    std::iter::from_fn(move || {
        let most = ROWS.into_iter().find(|count| *count >= list.len()).unwrap_or(ROWS[ROWS.len() - 1]);
        let (items, rest) = list.split_at(most.min(list.len()));
        list = rest;
        (!items.is_empty()).then_some(Rows { items, count: most })
    })
}

/// Returns the placeholders of so many rows: `($1, $2), ($3, $4)`.
pub(super) fn places(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (0..columns).map(|column| format!("${}", row * columns + column + 1)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_into_the_fewest_statements() {
        let sizes = |length: usize| -> Vec<(usize, usize)> {
            in_rows(&vec![(); length]).map(|rows| (rows.items.len(), rows.count)).collect()
        };
        assert_eq!(sizes(0), []);
        assert_eq!(sizes(1), [(1, 1)]);
        assert_eq!(sizes(5), [(5, 8)]);
        assert_eq!(sizes(150), [(64, 64), (64, 64), (22, 32)]);
    }

    #[test]
    fn values_have_numbers_in_postgresql_and_none_in_sqlite() {
        assert_eq!(places(2, 3), "($1, $2, $3), ($4, $5, $6)");
        assert_eq!(without_numbers("VALUES ($1, $2), ($31, $32)"), "VALUES (?, ?), (?, ?)");
    }
}
