//! Packs of house cards.

use super::{Connection, ReadPool, Row, statement};
use crate::{Pack, PackWrite, StoreError, TrialState};

impl ReadPool {
    pub(crate) async fn packs_of(&self, person: &str) -> Result<Vec<Pack>, StoreError> {
        let query = statement("SELECT * FROM packs WHERE person = $1 ORDER BY brought DESC, hash").bind(person);
        query.fetch_all(self.pool()).await?.iter().map(read).collect()
    }

    pub(crate) async fn packs_for(&self, person: &str, game: &str) -> Result<Vec<(String, String)>, StoreError> {
        let query = statement(
            "SELECT DISTINCT title, hash FROM packs WHERE game = $1 AND trial = 'passed' AND (person = $2 OR listed) \
             ORDER BY title, hash",
        );
        let rows = query.bind(game).bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((row.try_get("hash")?, row.try_get("title")?))).collect()
    }

    pub(crate) async fn usable_pack(&self, person: Option<&str>, hash: &str) -> Result<Option<String>, StoreError> {
        let query = statement(
            "SELECT pack FROM packs WHERE hash = $1 AND trial = 'passed' AND ($2 IS NULL OR person = $2 OR listed) LIMIT 1",
        );
        let row = query.bind(hash).bind(person).fetch_optional(self.pool()).await?;
        Ok(row.map(|row| row.try_get("pack")).transpose()?)
    }

    pub(crate) async fn waiting_pack(&self) -> Result<Option<(String, String)>, StoreError> {
        let query = statement("SELECT hash, pack FROM packs WHERE trial = 'waiting' ORDER BY brought, hash LIMIT 1");
        let row = query.fetch_optional(self.pool()).await?;
        Ok(row.map(|row| Ok::<_, sqlx::Error>((row.try_get("hash")?, row.try_get("pack")?))).transpose()?)
    }
}

fn read(row: &Row) -> Result<Pack, StoreError> {
    let name: String = row.try_get("trial")?;
    let trial = TrialState::named(&name, row.try_get("words")?);
    Ok(Pack {
        person: row.try_get("person")?,
        hash: row.try_get("hash")?,
        game: row.try_get("game")?,
        title: row.try_get("title")?,
        trial: trial.ok_or_else(|| StoreError::Unread(format!("no pack is {name}")))?,
        listed: row.try_get("listed")?,
        brought: row.try_get("brought")?,
    })
}

/// Makes one change; returns `false`, with nothing changed, if it is refused.
pub(super) async fn make(db: &mut Connection<'_>, write: &PackWrite) -> Result<bool, sqlx::Error> {
    let query = match write {
        PackWrite::Bring(pack, json) => {
            let query = statement(
                "INSERT INTO packs (person, hash, game, title, pack, trial, words, listed, brought) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (person, hash) DO NOTHING",
            );
            let query = query.bind(&pack.person).bind(&pack.hash).bind(&pack.game).bind(&pack.title).bind(json);
            query.bind(pack.trial.name()).bind(pack.trial.words()).bind(pack.listed).bind(pack.brought)
        }
        PackWrite::Judge { hash, trial } => {
            let query = statement("UPDATE packs SET trial = $1, words = $2 WHERE hash = $3");
            query.bind(trial.name()).bind(trial.words()).bind(hash)
        }
        PackWrite::Remove { person, hash } => {
            statement("DELETE FROM packs WHERE person = $1 AND hash = $2").bind(person).bind(hash)
        }
    };
    Ok(query.execute(db).await? > 0)
}

/// Sets whether everybody may use a pack; returns `false` if nobody has it, or it is so already.
pub(in crate::sql) async fn list(db: &mut Connection<'_>, hash: &str, listed: bool) -> Result<bool, sqlx::Error> {
    let query = statement("UPDATE packs SET listed = $1 WHERE hash = $2 AND listed <> $1");
    Ok(query.bind(listed).bind(hash).execute(db).await? > 0)
}
