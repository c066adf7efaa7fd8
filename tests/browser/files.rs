//! A server of files: a site that needs no other.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use anyhow::Result;

/// The folder from which the files are served: a site works in any.
const FOLDER: &str = "/games/undercroft/";

/// A server of the files in a folder, as plain as any: it knows no address but those of files.
#[derive(Debug)]
pub struct Files {
    /// The address of the folder, with a slash at the end.
    pub address: String,
    open: Arc<AtomicBool>,
    /// The file that is held back; empty if none is.
    held: Arc<Mutex<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Files {
    /// Serves the files in `site`.
    ///
    /// # Errors
    /// If there is no port.
    pub fn serve(site: &Path) -> Result<Files> {
        let site = site.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}{FOLDER}", listener.local_addr()?);
        let open = Arc::new(AtomicBool::new(true));
        let held = Arc::new(Mutex::new(String::new()));
        let (serving, holding) = (open.clone(), held.clone());
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !serving.load(Ordering::Relaxed) {
                    return;
                }
                let (site, held) = (site.clone(), holding.clone());
                std::thread::spawn(move || answer(&stream, &site, &held));
            }
        });
        Ok(Files { address, open, held, thread: Some(thread) })
    }

    /// Holds a file back, as on a slow line, instead of the one that was held back before; none if
    /// the name is empty.
    pub fn hold(&self, name: &str) {
        name.clone_into(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Cuts the network.
    pub fn cut(&mut self) {
        self.open.store(false, Ordering::Relaxed);
        // The thread learns of it with the next connection.
        let host = self.address.trim_start_matches("http://").split('/').next().unwrap_or_default().to_owned();
        drop(TcpStream::connect(host));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.cut();
    }
}

/// Answers one request with a file.
fn answer(mut stream: &TcpStream, site: &Path, held: &Mutex<String>) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let name = match path.strip_prefix(FOLDER) {
        Some("") => Some("index.html"),
        name => name.filter(|name| !name.contains("..")),
    };
    let kind = match name.and_then(|name| name.rsplit_once('.')).map(|(_, end)| end) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    while name.is_some_and(|name| !name.is_empty() && *held.lock().unwrap_or_else(PoisonError::into_inner) == name) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let found = name.and_then(|name| std::fs::read(site.join(name)).ok());
    let (status, body) = found.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
