//! A lean HTTP client: one open connection, one request at a time; and a stream of server-sent
//! events.

use std::{cell::Cell, io::Write as _, net::SocketAddr, rc::Rc};

use anyhow::{Context, Result, bail};
use flate2::write::GzDecoder;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The number of bytes of one read.
const READ: usize = 16 * 1024;
/// The most headers of an answer.
const HEADERS: usize = 32;

/// The traffic over all connections, in bytes.
#[derive(Default)]
pub(crate) struct Traffic {
    pub(crate) sent: Cell<u64>,
    pub(crate) received: Cell<u64>,
}

/// The framing of an answer's body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    Length(usize),
    Chunked,
}

/// The head of an answer.
pub(crate) struct Head {
    pub(crate) status: u16,
    framing: Framing,
    gzip: bool,
    /// The cookie that is set, without its attributes.
    pub(crate) cookie: Option<String>,
    /// The target of a redirect.
    pub(crate) location: Option<String>,
    /// The version that the page's stream will send.
    pub(crate) version: Option<String>,
}

/// A whole answer.
pub(crate) struct Answer {
    pub(crate) head: Head,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body, if the answer has this status.
    pub(crate) fn expect(self, status: u16) -> Result<Answer> {
        match self.head.status == status {
            true => Ok(self),
            false => bail!("the hall answered {}: {}", self.head.status, String::from_utf8_lossy(&self.body)),
        }
    }
}

/// A request. `head` is the text after the first line, each line ended.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) head: &'a str,
    pub(crate) body: &'a [u8],
}

/// A connection to the server.
pub(crate) struct Line {
    socket: TcpStream,
    /// The bytes that are read but not yet taken.
    buffer: Vec<u8>,
    request: Vec<u8>,
    traffic: Rc<Traffic>,
}

impl Line {
    pub(crate) async fn open(hall: SocketAddr, traffic: Rc<Traffic>) -> Result<Line> {
        let socket = TcpStream::connect(hall).await.context("the hall takes no connection")?;
        socket.set_nodelay(true)?;
        Ok(Line { socket, buffer: Vec::new(), request: Vec::new(), traffic })
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, request: &Request<'_>) -> Result<Answer> {
        let head = self.begin(request).await?;
        let mut body = Vec::new();
        match head.framing {
            Framing::Length(length) => {
                while self.buffer.len() < length {
                    self.read().await?;
                }
                body.extend(self.buffer.drain(..length));
            }
            Framing::Chunked => while self.chunk(&mut body).await? {},
        }
        if head.gzip {
            let mut plain = GzDecoder::new(Vec::new());
            plain.write_all(&body)?;
            body = plain.finish()?;
        }
        Ok(Answer { head, body })
    }

    /// Sends a request, and opens the stream of events in its answer.
    pub(crate) async fn events(mut self, request: &Request<'_>) -> Result<Events> {
        let head = self.begin(request).await?;
        if head.status != 200 || head.framing != Framing::Chunked {
            bail!("the hall gives no stream at {}: it answered {}", request.path, head.status);
        }
        self.request = Vec::new();
        let unpack = head.gzip.then(|| GzDecoder::new(Vec::new()));
        Ok(Events { line: self, unpack, text: String::new(), at: 0 })
    }

    async fn begin(&mut self, request: &Request<'_>) -> Result<Head> {
        self.request.clear();
        write!(self.request, "{} {} HTTP/1.1\r\nHost: hall\r\n{}", request.method, request.path, request.head)?;
        if request.method != "GET" {
            write!(self.request, "Content-Length: {}\r\n", request.body.len())?;
        }
        self.request.extend_from_slice(b"\r\n");
        self.request.extend_from_slice(request.body);
        self.socket.write_all(&self.request).await?;
        self.traffic.sent.set(self.traffic.sent.get() + self.request.len() as u64);
        loop {
            if let Some((head, length)) = head(&self.buffer)? {
                self.buffer.drain(..length);
                return Ok(head);
            }
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        self.buffer.reserve(READ);
        match self.socket.read_buf(&mut self.buffer).await? {
            0 => bail!("the hall has hung up"),
            count => self.traffic.received.set(self.traffic.received.get() + count as u64),
        }
        Ok(())
    }

    /// Adds the next chunk to `body`; `false` if it was the last.
    async fn chunk(&mut self, body: &mut Vec<u8>) -> Result<bool> {
        loop {
            match httparse::parse_chunk_size(&self.buffer) {
                Ok(httparse::Status::Complete((begin, size))) => {
                    let end = begin + size as usize;
                    while self.buffer.len() < end + 2 {
                        self.read().await?;
                    }
                    body.extend_from_slice(&self.buffer[begin..end]);
                    self.buffer.drain(..end + 2);
                    return Ok(size > 0);
                }
                Ok(httparse::Status::Partial) => self.read().await?,
                Err(_) => bail!("the hall sent a chunk of no size"),
            }
        }
    }
}

/// The head at the beginning of the bytes read, with its length, once it is complete.
fn head(read: &[u8]) -> Result<Option<(Head, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut answer = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = answer.parse(read)? else { return Ok(None) };
    let find = |name: &str| {
        let header = answer.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(header.value).ok()
    };
    let framing = match find("content-length").map(str::parse).transpose()? {
        Some(length) => Framing::Length(length),
        None if find("transfer-encoding") == Some("chunked") => Framing::Chunked,
        None => Framing::Length(0),
    };
    let head = Head {
        status: answer.code.unwrap_or_default(),
        framing,
        gzip: find("content-encoding") == Some("gzip"),
        cookie: find("set-cookie").and_then(|cookie| cookie.split(';').next()).map(str::to_owned),
        location: find("location").map(str::to_owned),
        version: find("x-version").map(str::to_owned),
    };
    Ok(Some((head, length)))
}

/// A stream of server-sent events.
pub(crate) struct Events {
    line: Line,
    unpack: Option<GzDecoder<Vec<u8>>>,
    /// The text received so far; all before `at` is taken.
    text: String,
    at: usize,
}

/// A server-sent event.
pub(crate) struct Event<'a> {
    pub(crate) name: &'a str,
    /// The first line of its data.
    pub(crate) data: &'a str,
    lines: &'a str,
}

impl<'a> Event<'a> {
    /// The lines of its data after the first.
    pub(crate) fn more(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.lines.split('\n').filter_map(|line| line.strip_prefix("data: ")).skip(1)
    }
}

impl Events {
    /// Waits for the next event; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Result<Option<Event<'_>>> {
        let (begin, end) = loop {
            match self.text[self.at..].find("\n\n") {
                Some(length) => {
                    let begin = self.at;
                    self.at += length + 2;
                    if field(&self.text[begin..begin + length], "data: ").is_some() {
                        break (begin, begin + length);
                    }
                }
                None if !self.more().await? => return Ok(None),
                None => {}
            }
        };
        let lines = &self.text[begin..end];
        let [name, data] = ["event: ", "data: "].map(|label| field(lines, label).unwrap_or_default());
        Ok(Some(Event { name, data, lines }))
    }

    async fn more(&mut self) -> Result<bool> {
        self.text.drain(..self.at);
        self.at = 0;
        let mut chunk = Vec::new();
        let more = self.line.chunk(&mut chunk).await?;
        if let Some(unpack) = &mut self.unpack {
            unpack.write_all(&chunk)?;
            unpack.flush()?;
            chunk = std::mem::take(unpack.get_mut());
        }
        self.text.push_str(std::str::from_utf8(&chunk).context("the hall sent what is no text")?);
        Ok(more)
    }
}

fn field<'a>(lines: &'a str, label: &str) -> Option<&'a str> {
    lines.lines().find_map(|line| line.strip_prefix(label))
}
