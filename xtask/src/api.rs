//! Checks of the OpenAPI description: a validator checks the file, and a property-based client
//! (schemathesis) checks a server against it.
//!
//! Both are Python programs, installed into a virtual environment in the target folder. The client
//! makes up requests from the description. It fails on a status, a type or a schema that the
//! description does not name, and on errors of the server.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{python, step};

const PACKAGES: [&str; 2] = ["schemathesis==4.32.5", "openapi-spec-validator==0.9.0"];
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
/// Calls that make the client's token invalid. They are tested separately.
const FAREWELLS: [&str; 4] = ["forget", "sign_out", "sign_out_everywhere", "set_password"];
/// Teaches the client to send a file of records; it knows no such media type of its own.
const HOOKS: &str = "\
import schemathesis

@schemathesis.serializer(\"application/jsonl\")
def records(_context, value):
    return (value if isinstance(value, str) else str(value)).encode()
";
/// The call with an endless answer. The server's test of every route visits it.
const ENDLESS: &str = "events";

/// The environment with both programs.
#[derive(Debug)]
pub(crate) struct Programs(PathBuf);

/// Finds the programs; installs them if they are missing.
pub(crate) fn find() -> Result<Programs> {
    python::environment("schemathesis", &PACKAGES).map(Programs)
}

/// Validates the description, and checks a server against it for about a minute.
pub(crate) fn check(programs: &Programs) -> Result<()> {
    let Programs(folder) = programs;
    let server = Server::start(&folder.join("data"))?;
    let description = folder.join("openapi.json");
    fs::write(&description, server.call("GET", "/openapi.json", "", "")?)?;
    step("the description of the calls", Command::new(folder.join("bin/openapi-spec-validator")).arg(&description))?;
    fs::write(folder.join("hooks.py"), HOOKS)?;
    let client = |name: &str, seconds: u32, words: &[String]| {
        let token = server.guest(name)?;
        let mut client = Command::new(folder.join("bin/schemathesis"));
        client
            .current_dir(folder)
            .env("PYTHONPATH", ".")
            .env("SCHEMATHESIS_HOOKS", "hooks")
            .args(["--config-file", &format!("{name}.toml"), "run"])
            .arg(&description);
        client.args(["--url", &server.root(), "--header", &format!("Authorization: Bearer {token}")]);
        client.args(["--checks", CHECKS, "--max-time", &seconds.to_string(), "--request-timeout", "30"]);
        client.args(["--seed", "1", "--continue-on-failure", "--warnings", "off"]).args(words);
        fs::write(folder.join(format!("{name}.toml")), server.values(name, &token)?)?;
        step(&format!("calls made up from their description, as {name}"), &mut client)
    };
    let stays = [&FAREWELLS[..], &[ENDLESS]].concat();
    let stays: Vec<String> = stays.iter().map(|call| format!("--exclude-operation-id={call}")).collect();
    client("stranger", 20, &stays)?;
    client("player", 25, &stays)?;
    client("leaver", 5, &FAREWELLS.map(|call| format!("--include-operation-id={call}")))
}

/// A server for these checks, which ends when this is dropped.
#[derive(Debug)]
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Starts the program that the tests have built, with its files in an empty folder.
    fn start(data: &Path) -> Result<Server> {
        let own = std::env::current_exe()?;
        let program = own.with_file_name("undercroft");
        if data.exists() {
            fs::remove_dir_all(data)?;
        }
        let mut command = Command::new(&program);
        command.args(["serve", "--pace", "0", "--listen", "127.0.0.1:0", "--data"]).arg(data).env("RUST_LOG", "error");
        let mut process =
            command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {program:?}"))?;
        let output = process.stdout.take().context("it has no standard output")?;
        let mut server = Server { process, address: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().split_once("http://").with_context(|| format!("it says {line:?}"))?.1;
        server.address = address.to_owned();
        Ok(server)
    }

    fn root(&self) -> String {
        format!("http://{}/api/v1", self.address)
    }

    /// Makes a call and returns the body of the answer, which must be successful.
    fn call(&self, method: &str, path: &str, token: &str, body: &str) -> Result<String> {
        let mut line = TcpStream::connect(&self.address)?;
        let auth = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        let length = body.len();
        write!(
            line,
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{auth}content-length: {length}\r\n\r\n{body}",
            self.address
        )?;
        let mut answer = String::new();
        line.read_to_string(&mut answer)?;
        ensure!(answer.starts_with("HTTP/1.1 2"), "{method} {path} is answered with {answer}");
        Ok(answer.split_once("\r\n\r\n").context("the answer has no body")?.1.to_owned())
    }

    /// Creates a guest of this name and returns the token.
    fn guest(&self, name: &str) -> Result<String> {
        field(&self.call("POST", "/guests", "", &format!("{{\"name\":\"{name}\"}}"))?, "token")
    }

    /// Returns values for the client's parameters. They are ids that exist if the client is the
    /// player; other clients get none.
    fn values(&self, name: &str, token: &str) -> Result<String> {
        if name != "player" {
            return Ok(String::new());
        }
        let wanted = "{\"game\":\"rogue-ascension\",\"seats\":2,\"take\":0,\"bots\":{\"1\":\"random\"},\"start\":true,\"talk\":\"free\"}";
        let table = field(&self.call("POST", "/tables", token, wanted)?, "id")?;
        let dailies: Value = serde_json::from_str(&self.call("GET", "/daily", token, "")?)?;
        let day = dailies["dailies"][0]["day"].as_str().context("there is a match of the day")?;
        let rest = "\"path.game\" = \"rogue-ascension\"\n\"path.seat\" = 0\n\"path.number\" = 1\n\"path.step\" = 1";
        Ok(format!("[parameters]\n\"path.id\" = \"{table}\"\n\"path.day\" = \"{day}\"\n{rest}\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn field(json: &str, name: &str) -> Result<String> {
    let value: Value = serde_json::from_str(json)?;
    Ok(value[name].as_str().with_context(|| format!("no {name} in {json}"))?.to_owned())
}
