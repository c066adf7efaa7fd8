//! README and the pages in `docs` print commands. Each is run here and prints the output on its
//! page, or the page has a reason not to run it.
//!
//! A block of commands is marked `console`. Its commands begin with `$ `, their output follows, and
//! `…` replaces the varying parts. A comment right above a block names the conditions under which
//! it runs: `<!-- run with the hall open -->`, `<!-- run with the hall stopped -->`, or `<!-- not
//! run: REASON -->`. Commands of a page run in one folder, in their order.

#![allow(clippy::unwrap_used, reason = "a test may")]
#![cfg(unix)]

mod support;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use support::{BINARY, fits, record, repository};

/// A fenced block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Block {
    /// The place where it begins, for messages: `docs/lab.md:6`.
    at: String,
    /// Its info string.
    kind: String,
    /// The comment right above it.
    mark: Option<String>,
    lines: Vec<String>,
}

/// A command of a block, and its output.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Printed {
    command: String,
    expected: String,
}

/// README and the pages of docs, by their paths.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "ARCHITECTURE.md".to_owned()];
    for entry in std::fs::read_dir(repository("docs")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        paths.extend(name.ends_with(".md").then(|| format!("docs/{name}")));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(repository(&path)).unwrap())).collect()
}

fn blocks(page: &str, text: &str) -> Vec<Block> {
    let (mut found, mut open, mut above) = (Vec::new(), None::<Block>, "");
    for (n, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => {
                let mark = above.strip_prefix("<!-- ").and_then(|mark| mark.strip_suffix(" -->")).map(str::to_owned);
                open = Some(Block { at: format!("{page}:{}", n + 1), kind: kind.into(), mark, lines: Vec::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
        above = line;
    }
    found
}

impl Block {
    fn commands(&self) -> Vec<Printed> {
        let mut commands: Vec<Printed> = Vec::new();
        let mut goes_on = false;
        for line in &self.lines {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => {
                    commands.push(Printed { command: command.to_owned(), expected: String::new() });
                }
                (None, Some(last)) if goes_on => last.command = format!("{}\n{line}", last.command),
                (None, Some(last)) => last.expected = format!("{}{line}\n", last.expected),
                (None, None) => panic!("{}: {line:?} stands before the first command, which begins with `$ `", self.at),
            }
            goes_on = line.ends_with('\\');
        }
        commands
    }

    /// The reason not to run it.
    fn left_out(&self) -> Option<&str> {
        self.mark.as_deref()?.strip_prefix("not run: ")
    }
}

#[test]
fn every_block_of_commands_is_marked_and_runs_or_says_why_not() {
    let is_command =
        |line: &str| ["$ ", "undercroft ", "cargo ", "podman ", "curl "].iter().any(|start| line.starts_with(start));
    let mut run = 0;
    for (page, text) in pages() {
        for block in blocks(&page, &text) {
            assert!(!block.kind.is_empty(), "{}: the block does not say what it is, such as console or text", block.at);
            if block.kind != "console" {
                let stray = block.lines.iter().find(|line| is_command(line));
                assert_eq!(stray, None, "{}: a command in a block that is not marked console", block.at);
                continue;
            }
            match block.mark.as_deref() {
                None | Some("run with the hall open" | "run with the hall stopped") => run += block.commands().len(),
                Some(_) => {
                    let reason = block.left_out().unwrap_or_default();
                    assert!(reason.len() > 10, "{}: {:?} is no reason", block.at, block.mark);
                }
            }
        }
        let mut fenced = false;
        for line in text.lines() {
            fenced ^= line.starts_with("```");
            let indented = line.strip_prefix("    ").filter(|_| !fenced);
            assert!(!indented.is_some_and(is_command), "{page}: {line:?} is a command outside of a marked block");
        }
    }
    assert!(run > 20, "only {run} commands are run");
}

#[test]
fn commands_print_what_their_pages_say() {
    if ["bash", "curl", "python3"].iter().any(|name| !is_installed(name)) {
        println!("skipped: bash, curl and python3 run the commands of the pages");
        return;
    }
    for (page, text) in pages() {
        let blocks: Vec<Block> = blocks(&page, &text).into_iter().filter(|block| block.kind == "console").collect();
        if blocks.iter().all(|block| block.left_out().is_some()) {
            continue;
        }
        let mut reader = Reader::new();
        blocks.iter().filter(|block| block.left_out().is_none()).for_each(|block| reader.follow(block));
    }
}

fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        || Path::new("/usr/sbin").join(name).is_file()
}

/// A reader who follows a page to the letter, in a folder and with a server of their own.
struct Reader {
    folder: tempfile::TempDir,
    hall: Option<Hall>,
    port: u16,
    /// The ids on pages that vary, and their values here.
    words: Vec<(&'static str, String)>,
}

impl Reader {
    fn new() -> Reader {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("match.jsonl"), record(7, 1, 5_000)).unwrap();
        std::os::unix::fs::symlink(repository("docs"), folder.path().join("docs")).unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        Reader { folder, hall: None, port: free_port(), words: Vec::new() }
    }

    fn path(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// A text of a page with the values here.
    fn here(&self, text: &str) -> String {
        let port = self.port;
        let text = text
            .replace("undercroft moderate", "undercroft moderate --hall http://127.0.0.1:7777")
            .replace("127.0.0.1:7777", &format!("127.0.0.1:{port}"))
            .replace("/var/lib/undercroft", &format!("{}/var/lib/undercroft", self.path()));
        self.words.iter().fold(text, |text, (page, here)| text.replace(page, here))
    }

    /// An output with the ids of the page.
    fn on_page(&self, text: &str) -> String {
        let text = text.replace(&format!("{}/var", self.path()), "/var");
        let text = text.replace(&format!("127.0.0.1:{}", self.port), "127.0.0.1:7777");
        let text = self.words.iter().fold(text, |text, (page, here)| text.replace(here, page));
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn follow(&mut self, block: &Block) {
        match block.mark.as_deref() {
            Some("run with the hall open") if self.hall.is_none() => self.serve("undercroft serve", ""),
            Some("run with the hall stopped") => drop(self.hall.take()),
            _ => {}
        }
        let mut script = Vec::new();
        for printed in block.commands() {
            if printed.command.starts_with("undercroft serve") {
                self.run(block, &std::mem::take(&mut script));
                self.serve(&printed.command, &printed.expected);
            } else {
                script.push(printed);
            }
        }
        self.run(block, &script);
    }

    /// Runs commands one after the other in one shell, and compares their output.
    fn run(&self, block: &Block, commands: &[Printed]) {
        if commands.is_empty() {
            return;
        }
        let mut script = String::from("exec 2>&1\n");
        for printed in commands {
            script += &format!("{}\nprintf '\\036%s\\036' $?\n", self.here(&printed.command));
        }
        let programs = Path::new(BINARY).parent().unwrap().display().to_string();
        let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("bash");
        shell.arg("-c").arg(script).current_dir(self.folder.path()).stdin(Stdio::null());
        shell.env("PATH", path).env("HOME", self.folder.path().join("home")).env("LC_ALL", "C.UTF-8");
        let output = shell.env_remove("USER").env_remove("USERNAME").env_remove("XDG_DATA_HOME").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let mut parts = said.split('\u{1e}');
        for Printed { command, expected } in commands {
            let (out, code) = (self.on_page(parts.next().unwrap_or_default()), parts.next().unwrap_or("none"));
            assert_eq!(code, "0", "{}: {command}\nprints {out}", block.at);
            let fitting = expected.is_empty() || fits(expected.trim_end(), out.trim_end());
            assert!(fitting, "{}: {command}\nthe page says {expected}\nit prints {out}", block.at);
        }
    }

    /// Opens a server by a command, in this folder and at this port unless the command names
    /// others.
    fn serve(&mut self, command: &str, expected: &str) {
        drop(self.hall.take());
        let command = self.here(command);
        let mut words: Vec<String> = command.split_whitespace().skip(1).map(str::to_owned).collect();
        for (flag, value) in
            [("--listen", format!("127.0.0.1:{}", self.port)), ("--data", self.here("/var/lib/undercroft"))]
        {
            if !words.iter().any(|word| word == flag) {
                words.extend([flag.to_owned(), value]);
            }
        }
        words.extend(["--reference-matches", "0", "--analysis", "0"].map(str::to_owned));
        let hall = Hall::open(&words);
        let said = self.on_page(&hall.said);
        assert!(expected.is_empty() || fits(expected.trim_end(), said.trim_end()), "{command}: {said}");
        self.hall = Some(hall);
        if self.words.is_empty() {
            self.words = people_at_a_table(self.port);
        }
    }
}

/// A running server.
struct Hall {
    process: Child,
    /// The line that it printed.
    said: String,
}

impl Hall {
    fn open(words: &[String]) -> Hall {
        let mut command = Command::new(BINARY);
        command.args(words).env("LC_ALL", "C.UTF-8").env("RUST_LOG", "warn").stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.starts_with("Undercroft is open at "), "{words:?}: {said}");
        Hall { process, said }
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        support::signal(self.process.id(), "-TERM");
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A call to a server, answered in JSON.
fn call(port: u16, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!("{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close");
    let token = if token.is_empty() { String::new() } else { format!("\r\nAuthorization: Bearer {token}") };
    write!(stream, "{head}{token}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 20"), "{path}: {answer}");
    serde_json::from_str(body).unwrap()
}

/// Two people at a table, one of whom has sent a message; returns the ids by their names on pages.
fn people_at_a_table(port: u16) -> Vec<(&'static str, String)> {
    let guest = |name: &str| {
        let guest = call(port, "POST", "guests", "", &json!({ "name": name }));
        ["id", "token"].map(|key| guest[key].as_str().unwrap().to_owned())
    };
    let ([ada, ada_token], [eve, eve_token]) = (guest("Ada"), guest("Eve"));
    let table = call(port, "POST", "tables", &ada_token, &json!({ "game": "rogue-ascension", "seats": 2, "take": 0 }));
    let table = table["id"].as_str().unwrap().to_owned();
    call(port, "PUT", &format!("tables/{table}/seats/1"), &eve_token, &json!({}));
    call(port, "POST", &format!("tables/{table}/start"), &ada_token, &json!({}));
    call(port, "POST", &format!("tables/{table}/talk"), &eve_token, &json!({ "text": "Boo" }));
    vec![("k3v9abcdef", table), ("7p2mzk4r9wq3x8tn", ada), ("b5h3vv8c2nd6y9ge", eve)]
}

/// The nginx of the hosting page, with a certificate, a port and a server of its own.
#[test]
fn nginx_recipe_lets_forms_through_and_bridges_upgrades() {
    if ["nginx", "openssl", "curl"].iter().any(|name| !is_installed(name)) {
        println!("skipped: nginx, openssl and curl try the recipe for nginx");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (port, own) = (free_port(), free_port());
    let hall = Hall::open(&words(&[
        "serve",
        "--listen",
        &format!("127.0.0.1:{port}"),
        "--data",
        folder.path().join("hall").to_str().unwrap(),
        "--public-url",
        &format!("https://localhost:{own}"),
        "--trust-proxy",
        "127.0.0.1",
        "--reference-matches",
        "0",
    ]));
    let nginx = nginx(folder.path(), port, own);
    let address = format!("https://localhost:{own}");
    let form = [
        "-X",
        "POST",
        "-o",
        "/dev/null",
        "-w",
        "%{http_code} %{http_version}",
        "-d",
        "game=rogue-ascension",
        "-H",
        &format!("Origin: {address}"),
        &format!("{address}/play"),
    ];
    // A browser without Sec-Fetch-Site, at a port that is not 443.
    assert_eq!(curl(&form), "303 2", "{}", read(&folder.path().join("error.log")));

    drop(hall);
    let page = curl(&["-i", &format!("{address}/")]);
    let head = page.to_lowercase();
    assert!(head.starts_with("http/2 503") && head.contains("retry-after: "), "{page}");
    assert!(page.contains("http-equiv=\"refresh\""), "{page}");
    drop(nginx);
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn curl(words: &[&str]) -> String {
    let output = Command::new("curl").args(["-s", "-k", "--max-time", "60"]).args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A process that ends with the test.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        support::signal(self.0.id(), "-QUIT");
        let _ = self.0.wait();
    }
}

/// The server of the hosting page.
fn nginx(folder: &Path, hall: u16, port: u16) -> Nginx {
    let path = |name: &str| folder.join(name).display().to_string();
    let (key, certificate) = (path("key.pem"), path("certificate.pem"));
    let request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
    let made = Command::new("openssl").args(request).args(["-keyout", &key, "-out", &certificate]).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let page = read(&repository("docs/hosting.md"));
    let blocks = blocks("docs/hosting.md", &page);
    let server = blocks.iter().find(|block| block.kind == "nginx" && block.lines[0].starts_with("server")).unwrap();
    let mut server = server.lines.join("\n");
    for (recipe, here) in [
        ("listen 443 ssl;", format!("listen 127.0.0.1:{port} ssl;")),
        ("games.example.org;", "localhost;".into()),
        ("/etc/letsencrypt/live/games.example.org/fullchain.pem", certificate),
        ("/etc/letsencrypt/live/games.example.org/privkey.pem", key),
        ("127.0.0.1:7777", format!("127.0.0.1:{hall}")),
    ] {
        assert!(server.contains(recipe), "{recipe}");
        server = server.replace(recipe, &here);
    }
    if is_old(program()) {
        // The page asks for this with versions before 1.25.1.
        server = server.replace("http2 on;", "").replace(" ssl;", " ssl http2;");
    }
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {};\n", path(name)))
        .concat();
    let (pid, log) = (path("nginx.pid"), path("error.log"));
    let whole = format!(
        "daemon off;\nmaster_process off;\npid {pid};\nerror_log {log};\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{server}\n}}\n"
    );
    std::fs::write(folder.join("nginx.conf"), whole).unwrap();
    let process = Command::new(program()).args(["-c", &path("nginx.conf"), "-e", &log]).spawn().unwrap();
    let nginx = Nginx(process);
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nginx does not begin: {}", read(Path::new(&log)));
        thread::sleep(Duration::from_millis(20));
    }
    nginx
}

fn program() -> PathBuf {
    let system = PathBuf::from("/usr/sbin/nginx");
    if system.is_file() { system } else { "nginx".into() }
}

/// Whether this nginx is older than 1.25.1, the first to know `http2 on`.
fn is_old(program: PathBuf) -> bool {
    let output = Command::new(program).arg("-v").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let version = said.split("nginx/").nth(1).unwrap_or_default();
    let numbers: Vec<u32> = version.split(['.', ' ', '\n']).filter_map(|part| part.trim().parse().ok()).collect();
    numbers < vec![1, 25, 1]
}
