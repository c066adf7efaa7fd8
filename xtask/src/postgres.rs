//! A private PostgreSQL server for tests: in the target folder, with a socket there, deleted when
//! it is dropped.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::system::{can_install, install, is_root, on_path};

/// The environment variable that tells tests where the server is.
const VARIABLE: &str = "UNDERCROFT_TEST_POSTGRES";
/// Time limit for the start of the server.
const PATIENCE: Duration = Duration::from_secs(60);
/// The name of the server's socket, and the maximum length of the whole path.
const SOCKET: (&str, usize) = (".s.PGSQL.5432", 107);
/// The data of a test need not survive a crash of the machine.
const SETTINGS: [&str; 5] =
    ["listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=200", "max_wal_size=256MB"];

/// A running server.
#[derive(Debug)]
pub(crate) struct Postgres {
    programs: Programs,
    folder: PathBuf,
    server: Child,
}

/// The folder of the server's programs, and the user and group that run them: the server refuses to
/// run as root.
#[derive(Debug)]
pub(crate) struct Programs {
    folder: PathBuf,
    user: Option<(u32, u32)>,
}

/// Finds PostgreSQL; on Debian, as root, installs it if it is missing.
pub(crate) fn find() -> Result<Programs> {
    if let Some(programs) = look() {
        return Ok(programs);
    }
    if !can_install() {
        bail!(
            "no PostgreSQL server found: install postgresql, whose initdb is on the PATH or in /usr/lib/postgresql, \
             or leave that suite out with `cargo xtask test --no-postgres`"
        );
    }
    // Installs it without a server that runs from then on.
    let settings = Path::new("/etc/postgresql-common/createcluster.d");
    fs::create_dir_all(settings)?;
    fs::write(settings.join("undercroft.conf"), "create_main_cluster = false\n")?;
    install(&["postgresql"])?;
    look().context("postgresql is installed, but its initdb is not to be found")
}

fn look() -> Option<Programs> {
    let linked = on_path(&["initdb"]).and_then(|file| Some(file.canonicalize().ok()?.parent()?.to_owned()));
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let folder = linked
        .into_iter()
        .chain(folders.into_iter().rev())
        .find(|folder| ["initdb", "postgres", "pg_ctl"].iter().all(|name| folder.join(name).is_file()))?;
    let user = if is_root() { Some(["postgres", "nobody"].into_iter().find_map(ids)?) } else { None };
    Some(Programs { folder, user })
}

/// Returns the numbers of a user and its group.
fn ids(user: &str) -> Option<(u32, u32)> {
    let number = |which: &str| {
        let told = Command::new("id").args([which, user]).output().ok()?;
        String::from_utf8(told.stdout).ok()?.trim().parse().ok()
    };
    Some((number("-u")?, number("-g")?))
}

impl Programs {
    /// Returns a command that runs as the server's user. It starts in a folder that every user may
    /// read.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            std::os::unix::process::CommandExt::uid(&mut command, user);
            std::os::unix::process::CommandExt::gid(&mut command, group);
        }
        command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn own(&self, program: &str) -> Command {
        self.command(self.folder.join(program))
    }

    /// Creates an empty folder that the server's user can reach and whose name leaves room for the
    /// socket's.
    fn empty_folder(&self) -> Result<PathBuf> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
        fs::create_dir_all(&target)?;
        for folder in [target.canonicalize()?.join("postgres"), env::temp_dir().join("undercroft-postgres")] {
            if folder.join(SOCKET.0).as_os_str().len() > SOCKET.1 {
                continue;
            }
            // A server that was not stopped.
            if folder.join("data/postmaster.pid").exists() {
                self.stop(&folder);
            }
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir(&folder)?;
            #[cfg(unix)]
            if let Some((user, group)) = self.user {
                std::os::unix::fs::chown(&folder, Some(user), Some(group))?;
            }
            if self.command("test").arg("-w").arg(&folder).status().is_ok_and(|status| status.success()) {
                return Ok(folder);
            }
            fs::remove_dir(&folder)?;
        }
        bail!("PostgreSQL can use neither the target folder nor the one for temporary files")
    }

    fn stop(&self, folder: &Path) {
        let mut stop = self.own("pg_ctl");
        let _ = stop.args(["stop", "--mode=immediate", "--silent", "-D"]).arg(folder.join("data")).status();
    }
}

impl Postgres {
    /// Creates a server and starts it.
    pub(crate) fn start(programs: Programs) -> Result<Postgres> {
        let folder = programs.empty_folder()?;
        let data = folder.join("data");
        let mut init = programs.own("initdb");
        init.args(["--auth=trust", "--no-sync", "--username=undercroft", "--encoding=UTF8", "--no-locale", "-D"])
            .arg(&data);
        let made = init.output().with_context(|| format!("cannot start {init:?}"))?;
        if !made.status.success() {
            bail!("{init:?} failed: {}", String::from_utf8_lossy(&made.stderr).trim());
        }
        let mut server = programs.own("postgres");
        server.arg("-D").arg(&data).arg("-k").arg(&folder).args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        let log = fs::File::create(folder.join("log"))?;
        let server = server.stderr(log).spawn().with_context(|| format!("cannot start {server:?}"))?;
        let mut postgres = Postgres { programs, folder, server };
        postgres.wait_until_ready()?;
        Ok(postgres)
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let begin = Instant::now();
        loop {
            // The server writes its progress into this file.
            let state = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap_or_default();
            if state.lines().any(|line| line.trim() == "ready") {
                return Ok(());
            }
            if self.server.try_wait()?.is_some() || begin.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                bail!("the PostgreSQL server did not start: {}", log.trim());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Passes the address of the server to a command.
    pub(crate) fn tell(&self, command: &mut Command) {
        let escape = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        let socket: String = self.folder.as_os_str().as_encoded_bytes().iter().copied().map(escape).collect();
        command.env(VARIABLE, format!("postgres://undercroft@localhost/postgres?host={socket}"));
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.programs.stop(&self.folder);
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
