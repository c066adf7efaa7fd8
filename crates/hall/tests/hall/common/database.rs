//! The database of a hall under test: a file in its folder, or, where [`SERVER`] names a PostgreSQL
//! server, a separate database on that server. `cargo xtask test` starts such a server.

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::Mutex,
};

use sqlx::{Connection, PgConnection};

/// The environment variable with the address of a PostgreSQL server on which the tests may create
/// databases.
pub const SERVER: &str = "UNDERCROFT_TEST_POSTGRES";

/// Returns the address of the database for the hall in a folder; `None` for the default file.
pub fn address(data: &Path) -> Option<String> {
    static MADE: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let server = std::env::var(SERVER).ok()?;
    let mut name = DefaultHasher::new();
    data.hash(&mut name);
    let name = format!("hall_{:016x}", name.finish());
    if MADE.lock().unwrap().insert(name.clone()) {
        make(&server, &name);
    }
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    Some(url.into())
}

/// Creates a database, unless another process of the same test has created it.
fn make(server: &str, name: &str) {
    let (server, sql) = (server.to_owned(), format!("CREATE DATABASE {name}"));
    let made = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut server = PgConnection::connect(&server).await.unwrap();
            let made = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut server).await;
            match made.as_ref().map_err(|error| error.as_database_error().and_then(|error| error.code())) {
                Ok(_) => {}
                Err(Some(code)) if code == "42P04" => {}
                Err(_) => panic!("{made:?}"),
            }
        });
    });
    made.join().unwrap();
}
