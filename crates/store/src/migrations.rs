//! The versions of the schema: SQL files that bring a database up to date, in order.
//!
//! The macro `sqlx::migrate!` would do the same, but it compiles both databases a second time, for
//! the compiler.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// Lists files of a folder in `migrations`, as pairs of name and SQL.
macro_rules! files {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../migrations/", $folder, "/", $name, ".sql")))),*]
    };
}

type Files = &'static [(&'static str, &'static str)];

const SQLITE: Files = files!("sqlite":
    "0001_journal" "0002_probes" "0003_talk" "0004_givers" "0005_pace" "0006_lobby" "0007_people" "0008_notices"
    "0009_flags" "0010_processes" "0011_lessons" "0012_results" "0013_dailies" "0014_puzzles" "0015_achievements"
    "0016_characters" "0017_languages" "0018_turns" "0019_tallies" "0020_left_behind" "0021_ranked"
    "0023_unused_sessions" "0024_ready" "0025_titles" "0026_agreements" "0027_put_away" "0028_people"
    "0029_invitations" "0030_goals" "0031_player_cards" "0032_groups" "0033_calendars" "0034_players"
    "0035_rest" "0037_races" "0038_lesson_numbers" "0039_packs"
);

const POSTGRES: Files = files!("postgres":
    "0009_hall" "0010_processes" "0011_lessons" "0012_results" "0013_dailies" "0014_puzzles" "0015_achievements"
    "0016_characters" "0017_languages" "0018_turns" "0019_tallies" "0020_left_behind" "0021_ranked"
    "0023_unused_sessions" "0024_ready" "0025_titles" "0026_agreements" "0027_put_away" "0028_people"
    "0029_invitations" "0030_goals" "0031_player_cards" "0032_groups" "0033_calendars" "0034_players"
    "0035_rest" "0037_races" "0038_lesson_numbers" "0039_packs"
);

/// Returns what migrates a SQLite file.
pub(crate) fn of_sqlite() -> Migrator {
    migrator(SQLITE)
}

/// Returns what migrates a PostgreSQL database.
pub(crate) fn of_postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(files: Files) -> Migrator {
    let migration = |&(name, sql): &(&'static str, &'static str)| {
        let (version, description) = name.split_once('_').expect("a name is a version and a description");
        let version = version.parse().expect("a version is a number");
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_listed() {
        for (folder, files) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let mut found: Vec<String> = std::fs::read_dir(path)
                .unwrap()
                .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            found.sort();
            assert_eq!(files.iter().map(|(name, _)| *name).collect::<Vec<_>>(), found);
        }
    }
}
