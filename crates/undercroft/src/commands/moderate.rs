//! `undercroft moderate`: sends the operator's decisions to a running server.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use http_body_util::{BodyExt, Full};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::{Value, json};

use super::data;
use crate::failure::BadInput;

/// The longest time that the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Moderate a running server: ban or mute people, close tables, replace names, read the audit log.
///
/// The server must be running; it recognises an operator by the token in its folder. It logs every
/// action with the operator's name and the reason.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft moderate table k3v9abcdef\n  undercroft moderate ban --person b7x2abcdefghjkmn --for 7d --why insults"
)]
pub(crate) struct Moderate {
    #[command(subcommand)]
    act: Act,
    #[command(flatten)]
    place: Place,
}

/// The address of the server, and the name of the operator.
#[derive(clap::Args)]
struct Place {
    /// Address of the server, over plain HTTP
    #[arg(long, global = true, value_name = "URL", default_value = "http://127.0.0.1:7777")]
    hall: String,
    /// Folder of the server's own files, with the token; by default `undercroft` in the user's data
    /// folder
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Name that the audit log has for you; your user name if left out
    #[arg(long, global = true, value_name = "NAME")]
    operator: Option<String>,
}

#[derive(clap::Subcommand)]
enum Act {
    /// Ban a person or an address
    Ban(Restriction),
    /// Mute a person or an address
    Mute(Restriction),
    /// End a ban
    Unban(Lifting),
    /// End a mute
    Unmute(Lifting),
    /// Close a table to everybody
    Close(Named),
    /// Open a closed table again
    Reopen(Named),
    /// Replace a person's name with a friendly one
    ResetName(Named),
    /// Let everybody use a pack of house cards, by its hash
    ListPack(Named),
    /// Leave a pack of house cards to those who brought it
    UnlistPack(Named),
    /// Show who sits at a table and what was said there, with the ids of the people
    Table {
        /// The table's id, as in its link
        id: String,
    },
    /// List banned and muted people, and closed tables
    List,
    /// List what operators did, the last first
    Audit,
}

#[derive(clap::Args)]
struct Restriction {
    #[command(flatten)]
    subject: Subject,
    /// Duration, such as 30m, 12h or 7d; permanent if left out
    #[arg(long = "for", value_name = "TIME", value_parser = seconds)]
    time: Option<u64>,
    /// Why; the person reads it
    #[arg(long)]
    why: String,
}

#[derive(clap::Args)]
struct Lifting {
    #[command(flatten)]
    subject: Subject,
    /// Why
    #[arg(long)]
    why: String,
}

#[derive(clap::Args)]
struct Named {
    /// The id
    id: String,
    /// Why
    #[arg(long)]
    why: String,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Subject {
    /// The person of this id
    #[arg(long, value_name = "ID")]
    person: Option<String>,
    /// Everybody at this address; for an IPv6 address, everybody in its /64 network
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
}

/// A call to the server.
struct Call {
    method: &'static str,
    path: String,
    body: Option<Value>,
}

impl Moderate {
    /// Sends the call to the server, and prints the answer.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let file = data::folder(self.place.data)?.join(hall::OPERATOR_TOKEN_FILE);
        let token = std::fs::read_to_string(&file).map_err(|why| {
            BadInput(format!(
                "the operators' token {} cannot be read: {why}; name the hall's folder with --data",
                file.display()
            ))
        })?;
        let user = || ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
        let operator = self.place.operator.or_else(user);
        let operator = operator.ok_or_else(|| BadInput("say who you are with --operator NAME".into()))?;
        let call = self.act.call(&operator)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let answer = runtime.block_on(send(&self.place.hall, token.trim(), call))?;
        self.act.print(&answer, &mut io::stdout().lock())?;
        Ok(())
    }
}

impl Act {
    fn call(&self, operator: &str) -> Result<Call, BadInput> {
        let act = |why: &str| json!({ "operator": operator, "why": why });
        let restrictions = |method, kind: &str, subject: &Subject, time: Option<u64>, why: &str| {
            let mut body = act(why);
            body["kind"] = kind.into();
            body["person"] = json!(subject.person);
            body["address"] = json!(subject.address);
            body["seconds"] = json!(time);
            Call { method, path: "restrictions".into(), body: Some(body) }
        };
        let at = |method, path: String, why: &str| Call { method, path, body: Some(act(why)) };
        let get = |path: String| Call { method: "GET", path, body: None };
        Ok(match self {
            Act::Ban(one) => restrictions("POST", "ban", &one.subject, one.time, &one.why),
            Act::Mute(one) => restrictions("POST", "mute", &one.subject, one.time, &one.why),
            Act::Unban(one) => restrictions("DELETE", "ban", &one.subject, None, &one.why),
            Act::Unmute(one) => restrictions("DELETE", "mute", &one.subject, None, &one.why),
            Act::Close(one) => at("POST", format!("tables/{}/close", id(&one.id)?), &one.why),
            Act::Reopen(one) => at("DELETE", format!("tables/{}/close", id(&one.id)?), &one.why),
            Act::ResetName(one) => at("DELETE", format!("people/{}/name", id(&one.id)?), &one.why),
            Act::ListPack(one) => at("POST", format!("packs/{}", id(&one.id)?), &one.why),
            Act::UnlistPack(one) => at("DELETE", format!("packs/{}", id(&one.id)?), &one.why),
            Act::Table { id: table } => get(format!("tables/{}", id(table)?)),
            Act::List => get("restrictions".into()),
            Act::Audit => get("audit".into()),
        })
    }

    fn print(&self, answer: &Value, out: &mut impl Write) -> io::Result<()> {
        match self {
            Act::ResetName(_) => writeln!(out, "{} is the name now.", text(&answer["name"])),
            Act::ListPack(_) => writeln!(out, "Everybody may open tables with the pack."),
            Act::UnlistPack(_) => writeln!(out, "Only those who brought the pack may open tables with it."),
            Act::Table { .. } => print_table(answer, out),
            Act::Audit => {
                for one in list(&answer["audit"]) {
                    let [operator, act, subject, why] =
                        ["operator", "act", "subject", "why"].map(|key| text(&one[key]));
                    writeln!(out, "{}  {operator}: {act}, {subject}: {why}", ago(&one["at"]))?;
                }
                Ok(())
            }
            Act::Ban(_)
            | Act::Mute(_)
            | Act::Unban(_)
            | Act::Unmute(_)
            | Act::Close(_)
            | Act::Reopen(_)
            | Act::List => print_restrictions(answer, out),
        }
    }
}

/// Checks that an id has only letters and digits: nothing that would lead elsewhere in an address.
fn id(text: &str) -> Result<&str, BadInput> {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => Ok(text),
        false => Err(BadInput(format!(
            "{text:?} is no id; it is the last part of a table's link, or what `moderate table` shows"
        ))),
    }
}

async fn send(hall: &str, token: &str, call: Call) -> anyhow::Result<Value> {
    let url = format!("{}/api/v1/operator/{}", hall.trim_end_matches('/'), call.path);
    let body = call.body.map(|body| body.to_string()).unwrap_or_default();
    let request = hyper::Request::builder()
        .method(call.method)
        .uri(&url)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(Full::<hyper::body::Bytes>::from(body))
        .map_err(|why| BadInput(format!("{hall} is no address of a hall: {why}")))?;
    let client = Client::builder(TokioExecutor::new()).build_http();
    let whole = async {
        let answer =
            client.request(request).await.with_context(|| format!("no hall answers at {hall}; name it with --hall"))?;
        let status = answer.status();
        anyhow::Ok((status, answer.into_body().collect().await?.to_bytes()))
    };
    let (status, bytes) = tokio::time::timeout(PATIENCE, whole).await.context("the hall does not answer")??;
    let answer: Value = serde_json::from_slice(&bytes).with_context(|| format!("what answers at {hall} is no hall"))?;
    match status.is_success() {
        true => Ok(answer),
        false => anyhow::bail!("{}", text(&answer["error"]["message"])),
    }
}

fn print_restrictions(answer: &Value, out: &mut impl Write) -> io::Result<()> {
    let (restrictions, closed) = (list(&answer["restrictions"]), list(&answer["closed_tables"]));
    for one in restrictions {
        let kind = text(&one["kind"]);
        let name = one["name"].as_str().map(|name| format!(" ({name})")).unwrap_or_default();
        let subject = ["person", "address"].into_iter().find_map(|key| Some(format!("{key} {}", one[key].as_str()?)));
        let until = match one["until"].as_i64() {
            Some(until) if until <= now() => "over".into(),
            Some(until) => format!("for another {}", span(until - now())),
            None => "for good".into(),
        };
        writeln!(out, "{kind}  {}{name}, {until}: {}", subject.unwrap_or_default(), text(&one["why"]))?;
    }
    for one in closed {
        writeln!(out, "closed  table {}, {}: {}", text(&one["table"]), ago(&one["at"]), text(&one["why"]))?;
    }
    match restrictions.is_empty() && closed.is_empty() {
        true => writeln!(out, "Nobody is banned or muted, and no table is closed."),
        false => Ok(()),
    }
}

fn print_table(answer: &Value, out: &mut impl Write) -> io::Result<()> {
    let closed = if answer["closed"] == true { ", closed" } else { "" };
    writeln!(out, "Table {}: {}, {}{closed}", text(&answer["table"]), text(&answer["game"]), text(&answer["phase"]))?;
    for one in list(&answer["seats"]) {
        writeln!(out, "seat {}  {}  {}", one["seat"], text(&one["person"]), text(&one["name"]))?;
    }
    for one in list(&answer["remarks"]) {
        writeln!(out, "{}  {}  {}: {}", ago(&one["at"]), text(&one["person"]), text(&one["name"]), text(&one["text"]))?;
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

fn ago(moment: &Value) -> String {
    match now() - moment.as_i64().unwrap_or_default() {
        ..60_000 => "just now".into(),
        passed => format!("{} ago", span(passed)),
    }
}

/// A span of milliseconds in a fitting unit, rounded up.
fn span(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0).unsigned_abs().div_ceil(60_000);
    match minutes {
        ..120 => kernel::counted(minutes, "minute"),
        120..2880 => kernel::counted(minutes.div_ceil(60), "hour"),
        _ => kernel::counted(minutes.div_ceil(24 * 60), "day"),
    }
}

/// A time such as 30m, 12h or 7d, in seconds.
fn seconds(text: &str) -> Result<u64, String> {
    let units = [('m', 60), ('h', 60 * 60), ('d', 24 * 60 * 60)];
    let found =
        units.into_iter().find_map(|(unit, length)| Some((text.strip_suffix(unit)?.parse::<u64>().ok()?, length)));
    let product = found.filter(|(count, _)| *count > 0).and_then(|(count, length)| count.checked_mul(length));
    product.ok_or_else(|| "it must be a number of minutes, hours or days, such as 30m, 12h or 7d".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_number_and_unit() {
        assert_eq!([seconds("30m"), seconds("12h"), seconds("7d")], [Ok(1800), Ok(43_200), Ok(604_800)]);
        for bad in ["", "m", "7", "0d", "-1d", "7w", "99999999999999999999d", "9999999999999999d"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_id_leads_nowhere_else() {
        assert!(id("k3v9abcdef").is_ok());
        assert!(id("").is_err() && id("../audit").is_err() && id("a b").is_err());
    }
}
