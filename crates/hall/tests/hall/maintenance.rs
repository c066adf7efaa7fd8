//! Tests that copies of a hall are complete, and that `doctor` finds faults in its files.

use std::path::{Path, PathBuf};

use hall::{
    Error, Hall,
    maintenance::{Files, accept_lost_log, backup, doctor, restore},
    store::OpenError,
};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::common::{Caller, GAME, config_on_file, open_on_file};

fn files(data: &Path) -> Files {
    Files { data: data.to_owned(), database: None }
}

async fn faults(data: &Path) -> Vec<String> {
    doctor(&files(data), &mut |_, _| {}).await.unwrap().faults
}

/// Opens a hall with one table, `steps` steps into its match.
async fn hall_with_table(data: &Path, steps: usize) -> (Hall, Caller, String) {
    let hall = open_on_file(data).await;
    let mut ada = Caller::new(&hall);
    let at = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    for _ in 0..steps {
        let table = ada.look(&id).await;
        ada.act_first(&id, &table, 0).await.ok();
    }
    (hall, ada, id)
}

async fn change(database: &Path, statement: &'static str) {
    let options = SqliteConnectOptions::new().filename(database);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_of_a_busy_hall_are_all_whole() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("hall");
    let hall = open_on_file(&data).await;
    let players: Vec<_> = (0..4)
        .map(|_| {
            let mut caller = Caller::new(&hall);
            tokio::spawn(async move {
                loop {
                    let at = caller.form("/play", &[("game", GAME)]).await.header("location").to_owned();
                    let id = at.trim_start_matches("/tables/").to_owned();
                    caller.play_out(&id).await;
                }
            })
        })
        .collect();
    let mut known = 0;
    for n in 0..20 {
        let copy = dir.path().join(format!("copy-{n}.db"));
        backup(&files(&data), &copy, false).await.unwrap();
        let other = dir.path().join(format!("hall-{n}"));
        assert_eq!(restore(&files(&other), &copy, false).await.unwrap(), None);
        let findings = doctor(&files(&other), &mut |_, _| {}).await.unwrap();
        assert_eq!(findings.faults, [""; 0], "copy {n}");
        let steps: usize =
            findings.checked[1].split("with ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(steps >= known, "copy {n} has {steps} steps, an earlier one {known}");
        known = steps;
    }
    assert!(known > 0, "the hall was busy");
    players.iter().for_each(tokio::task::JoinHandle::abort);
    hall.close().await;
}

#[tokio::test]
async fn a_restored_hall_knows_its_people_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("hall"), dir.path().join("copy.db"));
    let (hall, mut ada, id) = hall_with_table(&data, 2).await;
    backup(&files(&data), &copy, false).await.unwrap();
    assert!(matches!(backup(&files(&data), &copy, false).await, Err(Error::Exists { .. })));
    let table = ada.look(&id).await;
    ada.act_first(&id, &table, 0).await.ok();
    backup(&files(&data), &dir.path().join("later.db"), false).await.unwrap();
    assert!(
        matches!(restore(&files(&data), &copy, true).await, Err(Error::Store(OpenError::InUse { .. }))),
        "the hall is running"
    );
    hall.close().await;
    drop((hall, std::mem::replace(&mut ada.router, axum::Router::new())));

    assert!(matches!(restore(&files(&data), &copy, false).await, Err(Error::Exists { .. })));
    let kept = restore(&files(&data), &copy, true).await.unwrap().unwrap();
    assert!(kept.exists(), "what was there is kept");
    let hall = open_on_file(&data).await;
    ada.router = hall.router();
    let table = ada.look(&id).await;
    assert_eq!(table["step"], 2);
    ada.act_first(&id, &table, 0).await.ok();
    hall.close().await;
    drop((hall, ada));

    let elsewhere = dir.path().join("elsewhere");
    restore(&files(&elsewhere), &copy, false).await.unwrap();
    assert_eq!(std::fs::read(elsewhere.join("key")).unwrap(), std::fs::read(data.join("key")).unwrap());
    assert_eq!(faults(&elsewhere).await, [""; 0]);
}

#[tokio::test]
async fn a_backup_that_is_not_whole_is_not_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("hall"), dir.path().join("copy.db"));
    let (hall, ..) = hall_with_table(&data, 3).await;
    backup(&files(&data), &copy, false).await.unwrap();
    hall.close().await;
    let other = dir.path().join("other");
    change(&copy, "UPDATE steps SET action = '{\"type\":\"fly\"}' WHERE n = 2").await;
    assert!(matches!(restore(&files(&other), &copy, false).await, Err(Error::BadBackup { .. })));
    assert!(!other.join("hall.db").exists() && !other.join("key").exists());
    std::fs::write(&copy, "").unwrap();
    assert!(matches!(restore(&files(&other), &copy, false).await, Err(Error::Store(OpenError::EmptyDatabase { .. }))));
    let text = restore(&files(&other), &dir.path().join("none.db"), false).await.unwrap_err().to_string();
    assert!(text.contains("none.db"), "{text}");
}

#[tokio::test]
async fn the_doctor_finds_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let (hall, _, id) = hall_with_table(dir.path(), 3).await;
    assert_eq!(faults(dir.path()).await, [""; 0], "while it runs");
    hall.close().await;
    assert_eq!(faults(dir.path()).await, [""; 0], "and when it is closed");
    let database = dir.path().join("hall.db");

    change(&database, "UPDATE steps SET chance = '[\"1\"]' WHERE n = 1").await;
    let found = faults(dir.path()).await;
    assert!(found.len() == 1 && found[0].starts_with(&format!("table {id}: ")), "{found:?}");
    change(&database, "DELETE FROM steps").await;
    change(&database, "UPDATE tables SET phase = 'over'").await;
    assert_eq!(faults(dir.path()).await, [format!("table {id}: it is over without an outcome")]);
    change(&database, "UPDATE tables SET phase = 'open'").await;

    std::fs::write(dir.path().join("key"), "short").unwrap();
    let found = faults(dir.path()).await;
    assert!(found.len() == 1 && found[0].contains("5 bytes, not 64"), "{found:?}");
}

#[tokio::test]
async fn doctor_finds_rows_that_disagree_with_the_record() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("hall");
    let (hall, mut ada, id) = hall_with_table(&data, 0).await;
    ada.play_out(&id).await;
    hall.close().await;
    assert_eq!(faults(&data).await, [""; 0]);

    let table = format!("table {id}: ");
    let wrong = [
        ("UPDATE results SET place = place + 1", &*table, "its results are not those of its record"),
        ("UPDATE results SET person = NULL", &table, "its results are not those of its record"),
        ("UPDATE seats SET person = NULL, bot = 'normal'", &table, "has results of 1 seats, and its record says 0"),
        ("DELETE FROM results", &table, "it is over and has no results"),
        ("INSERT INTO earned SELECT table_id, seat, 'made-up' FROM results", &table, "what was earned by it"),
        ("UPDATE tables SET next = 'nowhere'", &table, "leads on to the table nowhere, which is not there"),
        ("UPDATE tables SET next = id", &table, "which is itself"),
        (
            "INSERT OR REPLACE INTO unlocked (person, game, level) SELECT id, 'rogue-ascension', 9 FROM people",
            "person ",
            "may play rogue-ascension up to level 9",
        ),
    ];
    for (n, (statement, begins, says)) in wrong.into_iter().enumerate() {
        let copy = dir.path().join(n.to_string());
        std::fs::create_dir(&copy).unwrap();
        for name in ["hall.db", "key"] {
            std::fs::copy(data.join(name), copy.join(name)).unwrap();
        }
        change(&copy.join("hall.db"), statement).await;
        let found: Vec<String> =
            faults(&copy).await.into_iter().filter(|fault| !fault.contains("say chmod 600")).collect();
        // Sums of wrong results are wrong too, and are reported as well.
        let named = found.iter().any(|fault| fault.starts_with(begins) && fault.contains(says));
        assert!(named, "{statement}: {found:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let (hall, ..) = hall_with_table(dir.path(), 1).await;
    backup(&files(dir.path()), &dir.path().join("copy.db"), false).await.unwrap();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.path());
    }
    hall.close().await;
    let database = dir.path().join("hall.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let found = faults(dir.path()).await;
    assert!(found[0].contains("hall.db can be read by others; say chmod 600"), "{found:?}");
}

/// Root restores a hall that runs as another user, and that user can read all of it.
#[cfg(unix)]
#[tokio::test]
async fn files_made_by_root_belong_to_folders_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let dir = tempfile::tempdir().unwrap();
    let (data, copy) = (dir.path().join("hall"), dir.path().join("copy.db"));
    let (hall, ..) = hall_with_table(&data, 1).await;
    backup(&files(&data), &copy, false).await.unwrap();
    hall.close().await;
    drop(hall);
    let restored = dir.path().join("restored");
    std::fs::create_dir(&restored).unwrap();
    if chown(&restored, Some(61_234), Some(61_235)).is_err() {
        println!("skipped: only root gives files away");
        return;
    }
    restore(&files(&restored), &copy, false).await.unwrap();
    let hall = open_on_file(&restored).await;
    hall.close().await;
    let names: Vec<PathBuf> = std::fs::read_dir(&restored).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(names.len() > 3, "{names:?}");
    for path in names {
        let file = std::fs::metadata(&path).unwrap();
        assert_eq!((file.uid(), file.gid()), (61_234, 61_235), "{path:?}");
    }
    assert_eq!(faults(&restored).await, [""; 0]);

    let key = restored.join("key");
    chown(&key, Some(0), Some(0)).unwrap();
    let found = faults(&restored).await;
    let says = format!("{} belongs to another user than its folder; say chown 61234:61235", key.display());
    assert_eq!(found, [says]);
}

#[tokio::test]
async fn a_database_that_has_lost_its_log_is_not_opened() {
    let dir = tempfile::tempdir().unwrap();
    let (data, copied) = (dir.path().join("hall"), dir.path().join("copied"));
    let (hall, ..) = hall_with_table(&data, 3).await;
    std::fs::create_dir(&copied).unwrap();
    let copy = |name: &str| std::fs::copy(data.join(name), copied.join(name)).map(drop);
    copy("hall.db").unwrap();
    copy("key").unwrap();
    let refused = async |data: PathBuf| hall::open(config_on_file(&data)).await.err();
    assert!(matches!(refused(copied.clone()).await, Some(Error::Store(OpenError::MissingLog { .. }))));
    std::fs::write(copied.join("hall.db-wal"), "").unwrap();
    assert!(
        matches!(refused(copied.clone()).await, Some(Error::Store(OpenError::MissingLog { .. }))),
        "an empty one is none"
    );
    assert!(matches!(doctor(&files(&copied), &mut |_, _| {}).await, Err(Error::Store(OpenError::MissingLog { .. }))));

    copy("hall.db-wal").unwrap();
    let whole = open_on_file(&copied).await;
    whole.close().await;
    drop(whole);
    assert!(refused(copied.clone()).await.is_none(), "closed in order it needs none");

    let lost = dir.path().join("lost");
    std::fs::create_dir(&lost).unwrap();
    std::fs::copy(data.join("hall.db"), lost.join("hall.db")).unwrap();
    accept_lost_log(&files(&lost)).await.unwrap();
    assert!(refused(lost.clone()).await.is_none(), "taken as it is");
    hall.close().await;
}

#[tokio::test]
async fn an_empty_database_is_not_opened_as_an_empty_hall() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("hall.db"), "").unwrap();
    let error = hall::open(config_on_file(dir.path())).await.err().unwrap();
    assert!(
        matches!(error, Error::Store(OpenError::EmptyDatabase { .. })) && error.to_string().contains("restore"),
        "{error}"
    );
    std::fs::remove_file(dir.path().join("hall.db")).unwrap();
    assert!(hall::open(config_on_file(dir.path())).await.is_ok());
}
