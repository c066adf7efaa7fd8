//! Lists of a person's tables: waiting for them, otherwise under way, and over.

use model::Day;

use super::{ReadPool, statement, statement_of};
use crate::{StoreError, TableHeader, TableList, Timestamp};

/// The matches that wait for person `$1` and were touched after `$2`; closed tables are left out.
/// The join makes SQLite read the person's turns first.
const WAITING: &str = "turns CROSS JOIN tables WHERE tables.id = turns.table_id";
/// The condition on these matches.
pub(super) const THAT_WAIT: &str = "turns.person = $1 AND tables.phase = 'playing' AND tables.touched > $2 \
                                  AND tables.id NOT IN (SELECT table_id FROM closed_tables)";

/// The condition on tables that are played over days.
pub(super) const OVER_DAYS: &str = "tables.pace IN ('1-day', '3-days', '7-days')";

/// Returns an expression for when a match that waits is due. Matches without a clock are due after
/// some days.
pub(super) fn due() -> String {
    let days = |days: i64| days * Day::LENGTH;
    format!(
        "turns.since + CASE tables.pace WHEN 'relaxed' THEN 0 WHEN 'brisk' THEN 0 WHEN '1-day' THEN {} WHEN '3-days' THEN {} \
         ELSE {} END",
        days(1),
        days(3),
        days(7)
    )
}

/// The tables of person `$1` that are not over, do not wait for them as `$2` says, and are not put
/// away.
const UNDER_WAY: &str = "NOT lesson AND phase <> 'over' AND (id IN (SELECT table_id FROM seats WHERE person = $1 \
                         AND ended IS NULL) OR id IN (SELECT id FROM tables WHERE host = $1 AND phase = 'open')) \
                         AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.table_id = tables.id AND turns.person = $1 \
                         AND tables.touched > $2) AND NOT EXISTS (SELECT 1 FROM put_away \
                         WHERE put_away.table_id = tables.id AND put_away.person = $1)";

/// The finished tables of person `$1` that are not put away, including lessons.
const FINISHED: &str = "seats.person = $1 AND seats.ended IS NOT NULL AND $2 IS NOT NULL \
                        AND table_id NOT IN (SELECT table_id FROM put_away WHERE person = $1)";

/// The tables that person `$1` has put away.
const PUT_AWAY: &str = "put_away JOIN tables ON tables.id = put_away.table_id \
                        WHERE put_away.person = $1 AND $2 IS NOT NULL";

/// Among how many finished matches the last one with other people is looked for.
const LATEST: u32 = 100;

/// Returns a query for a part of a list: how far up each table stands in two numbers, and its id.
/// `$3` is the number of tables to return, `$4` the number to skip.
fn part(list: TableList) -> String {
    match list {
        TableList::Waiting => format!(
            "SELECT {} AS place, turns.since AS second, turns.table_id AS id FROM {WAITING} AND {THAT_WAIT} \
             ORDER BY place, second, id LIMIT $3 OFFSET $4",
            due()
        ),
        TableList::UnderWay => format!(
            "SELECT -touched AS place, 0 AS second, id FROM tables WHERE {UNDER_WAY} \
             ORDER BY touched DESC, id LIMIT $3 OFFSET $4"
        ),
        TableList::Finished => format!(
            "SELECT -ended AS place, 0 AS second, table_id AS id FROM (SELECT DISTINCT table_id, ended FROM seats \
             WHERE {FINISHED} ORDER BY ended DESC, table_id LIMIT $3 OFFSET $4) AS own"
        ),
        TableList::PutAway => format!(
            "SELECT -tables.touched AS place, 0 AS second, tables.id AS id FROM {PUT_AWAY} \
             ORDER BY tables.touched DESC, tables.id LIMIT $3 OFFSET $4"
        ),
    }
}

/// Returns a query for the length of a list.
fn length(list: TableList) -> String {
    match list {
        TableList::Waiting => format!("SELECT count(*) FROM {WAITING} AND {THAT_WAIT}"),
        TableList::UnderWay => format!("SELECT count(*) FROM tables WHERE {UNDER_WAY}"),
        TableList::PutAway => format!("SELECT count(*) FROM {PUT_AWAY}"),
        // In the order of the index; `count(DISTINCT table_id)` would collect the ids.
        TableList::Finished => {
            format!("SELECT count(*) FROM (SELECT 1 FROM seats WHERE {FINISHED} GROUP BY ended, table_id) AS own")
        }
    }
}

impl ReadPool {
    /// Reads all lists in one statement: a match that begins to wait meanwhile is on one of them.
    pub(crate) async fn tables_of(
        &self,
        person: &str,
        lists: &[TableList],
        since: Timestamp,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<TableHeader>, StoreError> {
        let part =
            |(n, list): (usize, &TableList)| format!("SELECT {n} AS list, part.* FROM ({}) AS part", part(*list));
        let parts: Vec<String> = lists.iter().enumerate().map(part).collect();
        // The join makes SQLite read the lists first.
        let query = statement_of(format!(
            "SELECT tables.* FROM ({}) AS listed CROSS JOIN tables WHERE tables.id = listed.id \
             ORDER BY listed.list, listed.place, listed.second, listed.id LIMIT $3",
            parts.join(" UNION ALL ")
        ));
        let rows = query.bind(person).bind(since).bind(limit).bind(offset).fetch_all(self.pool()).await?;
        self.headers(&rows).await
    }

    pub(crate) async fn last_with_others(&self, person: &str) -> Result<Option<TableHeader>, StoreError> {
        let query = statement(
            "SELECT tables.* FROM (SELECT DISTINCT table_id, ended FROM seats WHERE person = $1 AND ended IS NOT NULL \
             ORDER BY ended DESC, table_id LIMIT $2) AS own JOIN tables ON tables.id = own.table_id \
             WHERE NOT lesson AND daily IS NULL AND tables.id NOT IN (SELECT table_id FROM closed_tables) \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND person <> $1) \
             ORDER BY own.ended DESC, tables.id LIMIT 1",
        );
        let rows = query.bind(person).bind(LATEST).fetch_all(self.pool()).await?;
        Ok(self.headers(&rows).await?.pop())
    }

    pub(crate) async fn count_tables_of<const N: usize>(
        &self,
        person: &str,
        lists: [TableList; N],
        since: Timestamp,
    ) -> Result<[u32; N], StoreError> {
        let columns = lists.map(|list| format!("({})", length(list)));
        let columns: Vec<String> = columns.iter().zip(0..N).map(|(count, n)| format!("{count} AS count{n}")).collect();
        let query = statement_of(format!("SELECT {}", columns.join(", ")));
        let row = query.bind(person).bind(since).fetch_one(self.pool()).await?;
        let mut counts = [0; N];
        for (n, count) in counts.iter_mut().enumerate() {
            *count = row.try_get(&format!("count{n}"))?;
        }
        Ok(counts)
    }

    pub(crate) async fn is_waiting_at(&self, person: &str, table: &str, since: Timestamp) -> Result<bool, StoreError> {
        let query = statement_of(format!("SELECT 1 AS found FROM {WAITING} AND {THAT_WAIT} AND tables.id = $3"));
        Ok(query.bind(person).bind(since).bind(table).fetch_optional(self.pool()).await?.is_some())
    }

    pub(crate) async fn sits_anywhere(&self, person: &str) -> Result<bool, StoreError> {
        let query = statement(
            "SELECT 1 AS found FROM tables WHERE NOT lesson AND (id IN (SELECT table_id FROM seats WHERE person = $1) \
             OR id IN (SELECT id FROM tables WHERE host = $1 AND phase = 'open')) LIMIT 1",
        );
        Ok(query.bind(person).fetch_optional(self.pool()).await?.is_some())
    }
}
