//! The database of a hall under test: a file in its folder, or, where [`SERVER`] names a PostgreSQL
//! server, a separate database on that server. `cargo xtask test` starts such a server.

use std::{
    collections::BTreeMap,
    env,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::Mutex,
};

use sqlx::{Connection, PgConnection};

/// The environment variable with the address of a PostgreSQL server on which the tests may create
/// databases.
pub const SERVER: &str = "UNDERCROFT_TEST_POSTGRES";

/// The databases of this process by name, each with the temporary folder of its test.
static MADE: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// Returns the address of the database for the hall in a folder; `None` for the default file.
///
/// Databases of tests that have ended are dropped: hundreds of them would fill the disk.
pub fn address(data: &Path) -> Option<String> {
    let server = env::var(SERVER).ok()?;
    let mut name = DefaultHasher::new();
    data.hash(&mut name);
    let name = format!("hall_{:016x}", name.finish());
    let mut made = MADE.lock().unwrap();
    if made.insert(name.clone(), folder(data)).is_none() {
        let ended: Vec<_> = made.extract_if(.., |_, folder| !folder.exists()).collect();
        drop(made);
        let drops = ended.iter().map(|(name, _)| format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        run(&server, drops.chain([format!("CREATE DATABASE {name}")]).collect());
    }
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    Some(url.into())
}

/// Returns the temporary folder that is or contains `data`.
fn folder(data: &Path) -> PathBuf {
    let below = |folder: &&Path| folder.parent() == Some(&env::temp_dir());
    data.ancestors().find(below).unwrap_or(data).to_owned()
}

/// Runs statements. Another process of the same test may have created the same database.
fn run(server: &str, statements: Vec<String>) {
    let server = server.to_owned();
    let done = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut server = PgConnection::connect(&server).await.unwrap();
            for sql in statements {
                let done = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut server).await;
                match done.as_ref().map_err(|error| error.as_database_error().and_then(|error| error.code())) {
                    Ok(_) => {}
                    Err(Some(code)) if code == "42P04" => {}
                    Err(_) => panic!("{done:?}"),
                }
            }
        });
    });
    done.join().unwrap();
}
