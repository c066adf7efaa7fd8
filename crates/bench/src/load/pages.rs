//! A table of two pages. It posts forms as the page's script does, and puts the fragments of its
//! stream in place as the script does.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use super::{
    Load,
    api::any,
    html,
    http::{Answer, Events, Line, Request},
    waits::Waits,
};

/// The headers that a browser sends with every request.
const BROWSER: &str = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\
    Accept-Encoding: gzip, deflate\r\nSec-Fetch-Site: same-origin\r\n";
/// The headers that the script adds to ask for the changing part of the page.
const FRAGMENT: &str = "Accept: text/html\r\nX-Fragment: 1\r\n";
/// The headers that the script adds to a form while it listens.
const FORM: &str = "Accept: text/html\r\nX-Follows: 1\r\nContent-Type: application/x-www-form-urlencoded\r\n";
/// A form before the page listens.
const FIRST_FORM: &str = "Accept: text/html\r\nContent-Type: application/x-www-form-urlencoded\r\n";

/// A browser with one page.
struct Page {
    /// The cookie, as a header.
    cookie: String,
    line: Line,
    events: Option<Events>,
    /// The parts of the page, by name.
    parts: BTreeMap<String, String>,
    step: usize,
    version: String,
}

/// A table that two pages follow, with one match after the other.
pub(crate) struct PageTable {
    path: String,
    pages: [Page; 2],
}

/// A message of the stream: a line of JSON, and a line for each drawing.
#[derive(Deserialize)]
struct Message {
    version: String,
    step: Option<usize>,
    #[serde(default)]
    drawings: Drawings,
}

/// The drawings of a message, by the numbers of their lines.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Drawings {
    parts: BTreeMap<String, usize>,
    bits: BTreeMap<String, BTreeMap<String, usize>>,
    html: Option<usize>,
}

impl Page {
    async fn new(load: &Load) -> Result<Page> {
        let line = Line::open(load.hall, load.traffic.clone()).await?;
        let (cookie, version) = (String::new(), String::new());
        Ok(Page { cookie, line, events: None, parts: BTreeMap::new(), step: 0, version })
    }

    async fn send(&mut self, method: &str, path: &str, head: &str, body: &str) -> Result<Answer> {
        let head = format!("{BROWSER}{}{head}", self.cookie);
        let answer = self.line.ask(&Request { method, path, head: &head, body: body.as_bytes() }).await?;
        if let Some(cookie) = &answer.head.cookie {
            self.cookie = format!("Cookie: {cookie}\r\n");
        }
        Ok(answer)
    }

    /// Submits a form before the page listens, and returns the address to which it leads. The server
    /// has a new browser send it once more, with the cookie that comes with the first answer.
    async fn submit(&mut self, path: &str, body: &str) -> Result<String> {
        let mut answer = self.send("POST", path, FIRST_FORM, body).await?;
        if answer.head.status == 307 {
            let again = answer.head.location.context("the hall does not say where to send the form again")?;
            answer = self.send("POST", &again, FIRST_FORM, body).await?;
        }
        answer.expect(303)?.head.location.context("the hall leads nowhere")
    }

    /// Puts a whole page, or all of its changing part, in place.
    fn put(&mut self, html: &str) -> Result<()> {
        self.parts = html::parts(html);
        self.version = html::value(html, "data-version").context("the page has no version")?;
        self.step = html::value(html, "data-step").context("the page has no step")?.parse()?;
        Ok(())
    }

    /// Loads the page.
    async fn look(&mut self, path: &str) -> Result<()> {
        let answer = self.send("GET", path, "Accept: text/html\r\n", "").await?.expect(200)?;
        self.put(std::str::from_utf8(&answer.body)?)
    }

    async fn listen(&mut self, load: &Load, path: &str) -> Result<()> {
        let path = format!("{path}/events?version={}", self.version);
        let head = format!("{BROWSER}{}Accept: text/event-stream\r\n", self.cookie);
        let line = Line::open(load.hall, load.traffic.clone()).await?;
        self.events = Some(line.events(&Request { method: "GET", path: &path, head: &head, body: b"" }).await?);
        Ok(())
    }

    /// Applies the stream until the page shows this step.
    async fn follow(&mut self, step: usize) -> Result<()> {
        while self.step < step {
            let events = self.events.as_mut().context("a page follows nothing")?;
            let event = events.next().await?.context("a page's stream has ended")?;
            match event.name {
                "gone" => bail!("a page's table is gone"),
                "signed-out" => bail!("a page's visitor is signed out"),
                // A heartbeat.
                "alive" => continue,
                _ => {}
            }
            let (message, drawings) = (serde_json::from_str(event.data)?, event.more().map(str::to_owned).collect());
            self.take(message, drawings)?;
        }
        Ok(())
    }

    fn take(&mut self, message: Message, mut drawings: Vec<String>) -> Result<()> {
        let mut drawing =
            |line: usize| drawings.get_mut(line).map(std::mem::take).context("a message lacks one of its drawings");
        if let Some(line) = message.drawings.html {
            return self.put(&drawing(line)?);
        }
        for (name, line) in message.drawings.parts {
            self.parts.insert(name, drawing(line)?);
        }
        for (name, bits) in message.drawings.bits {
            let part = self.parts.get_mut(&name).context("a part came that the page does not have")?;
            for (id, line) in bits {
                let place = html::bit(part, &id).with_context(|| format!("the page has no bit {id:?} in {name}"))?;
                part.replace_range(place, &drawing(line)?);
            }
        }
        self.version = message.version;
        self.step = message.step.unwrap_or(self.step);
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.parts.contains_key("verdict")
    }

    /// The hidden fields of the form to which the buttons belong, if they make moves.
    fn fields(&self) -> Option<String> {
        let tray = self.parts.get("tray")?;
        let form = tray[tray.find("<form id=\"act\"")?..].split("</form>").next()?;
        html::value(form, "action").filter(|path| path.ends_with("/act"))?;
        let field = |name: &str| html::value(&form[form.find(&format!("name=\"{name}\""))?..], "value");
        let fields = ["seat", "step", "epoch"].iter().filter_map(|name| Some(format!("{name}={}", field(name)?)));
        Some(fields.collect::<Vec<_>>().join("&"))
    }

    /// The moves of a single press, as in the forms.
    fn moves(&self) -> Vec<String> {
        let buttons = self.parts.values().flat_map(|part| html::values(part, "form=\"act\" name=\"action\" value=\""));
        let by_numbers = self.parts.values().flat_map(|part| html::values(part, "name=\"actions\" value=\""));
        let by_numbers = by_numbers.filter_map(|map| serde_json::from_str::<BTreeMap<String, Value>>(&map).ok());
        buttons.chain(by_numbers.flat_map(|map| map.into_values().map(|action| action.to_string()))).collect()
    }

    /// The form of any of the moves that the page offers; a move with a question is confirmed
    /// first.
    async fn choose(&mut self, path: &str, dice: &mut Xoshiro256PlusPlus) -> Result<Option<String>> {
        if self.fields().is_some() && self.moves().is_empty() {
            let asking =
                self.parts.values().flat_map(|part| html::values(part, "form=\"ask\" name=\"confirm\" value=\""));
            let asking: Vec<String> = asking.collect();
            if let Some(first) = asking.get(any(dice, asking.len())) {
                let page = self.send("GET", &format!("{path}?confirm={first}"), FRAGMENT, "").await?.expect(200)?;
                self.put(std::str::from_utf8(&page.body)?)?;
            }
        }
        let (fields, moves) = (self.fields(), self.moves());
        let Some((fields, action)) = fields.zip(moves.get(any(dice, moves.len()))) else { return Ok(None) };
        Ok(Some(format!("{fields}&action={}", html::escaped(action))))
    }
}

impl PageTable {
    /// Two visitors, who sit at no table yet.
    pub(crate) async fn new(load: &Load) -> Result<PageTable> {
        let pages = [Page::new(load).await?, Page::new(load).await?];
        Ok(PageTable { path: String::new(), pages })
    }

    /// Opens a table, begins a match, and has both pages follow it.
    pub(crate) async fn begin(&mut self, load: &Load) -> Result<()> {
        let [host, guest] = &mut self.pages;
        let options: String = load.options.iter().map(|(key, value)| format!("&opt.{key}={value}")).collect();
        let wanted = format!("game={}&seats=2&seat0=me&seat1=open{options}", load.game);
        self.path = host.submit("/tables", &wanted).await?;
        guest.submit(&format!("{}/seats/1", self.path), "do=take").await?;
        host.submit(&format!("{}/start", self.path), "").await?;
        for page in &mut self.pages {
            page.events = None;
            page.look(&self.path).await?;
            page.listen(load, &self.path).await?;
        }
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.pages[0].is_over()
    }

    /// The number of moves in the match so far.
    pub(crate) fn steps(&self) -> usize {
        self.pages[0].step
    }

    /// Makes any move that the pages offer, and waits until both show the result. `due` is the time
    /// from which on the move counts as waiting.
    pub(crate) async fn step(&mut self, dice: &mut Xoshiro256PlusPlus, due: Instant) -> Result<Waits> {
        let path = format!("{}/act", self.path);
        let mut form = None;
        for (seat, page) in self.pages.iter_mut().enumerate() {
            if form.is_none() {
                form = page.choose(&self.path, dice).await?.map(|form| (seat, form));
            }
        }
        let (seat, form) = form.context("no page offers a move")?;
        let [one, other] = &mut self.pages;
        let (mover, other) = if seat == 0 { (one, other) } else { (other, one) };
        let step = mover.step.max(other.step) + 1;
        let moved = async {
            let answer = mover.send("POST", &path, FORM, &form).await?.expect(204)?;
            answer.head.version.context("the hall names no version")?;
            mover.follow(step).await?;
            anyhow::Ok(due.elapsed())
        };
        let told = async {
            other.follow(step).await?;
            anyhow::Ok(due.elapsed())
        };
        let (mover, other) = tokio::try_join!(moved, told)?;
        Ok(Waits { mover, other })
    }
}

/// A page that listens to a table and does nothing else, until this is dropped.
pub(crate) struct Watcher {
    _page: Page,
}

impl Watcher {
    /// Loads the page of a table with the session of these headers, and follows it.
    pub(crate) async fn new(load: &Load, path: &str, who: &str) -> Result<Watcher> {
        let mut page = Page { cookie: who.to_owned(), ..Page::new(load).await? };
        page.look(path).await?;
        page.listen(load, path).await?;
        page.parts.clear();
        Ok(Watcher { _page: page })
    }
}
