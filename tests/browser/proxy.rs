//! A connection between a browser and a server that can be cut silently, as when a phone changes
//! its network.

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Result;

/// The interval at which a cut connection checks whether its other end has hung up.
const LOOKS: Duration = Duration::from_millis(200);

/// A TCP proxy on a port of its own. Its threads end with their connections.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    /// The number of cuts. Connections from before the last one forward nothing, and stay open.
    cuts: Arc<AtomicU64>,
}

impl Proxy {
    /// Opens a proxy before the server at `address` (`http://127.0.0.1:PORT`).
    ///
    /// # Errors
    /// If there is no port, or the address has none.
    pub fn before(address: &str) -> Result<Proxy> {
        let server: SocketAddr = address.trim_start_matches("http://").parse()?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (address, cuts) = (listener.local_addr()?, Arc::new(AtomicU64::new(0)));
        let counted = cuts.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(server) else { continue };
                let _ = forward(&client, &server, &counted).and_then(|()| forward(&server, &client, &counted));
            }
        });
        Ok(Proxy { address, cuts })
    }

    /// The address of the server through the proxy.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Forwards nothing more over the connections that are open now. Neither end notices it.
    pub fn cut(&self) {
        self.cuts.fetch_add(1, Ordering::SeqCst);
    }
}

/// Forwards one way until an end hangs up or the connection is cut.
fn forward(from: &TcpStream, to: &TcpStream, cuts: &Arc<AtomicU64>) -> Result<()> {
    let (mut from, mut to, cuts) = (from.try_clone()?, to.try_clone()?, cuts.clone());
    from.set_read_timeout(Some(LOOKS))?;
    let opened = cuts.load(Ordering::SeqCst);
    thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        loop {
            let is_cut = cuts.load(Ordering::SeqCst) > opened;
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(_) if is_cut => {}
                Ok(length) if to.write_all(&buffer[..length]).is_ok() => {}
                Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                }
                Ok(_) | Err(_) => break,
            }
        }
        if cuts.load(Ordering::SeqCst) == opened {
            let _ = to.shutdown(Shutdown::Both);
        }
    });
    Ok(())
}
