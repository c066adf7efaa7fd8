//! Tests that idle connections lock nobody out.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::{Duration, Instant},
};

use hall::{Config, Quotas};

use crate::common::{self, LATE, config};

const PATIENCE: Duration = Duration::from_secs(10);

/// Opens a hall that runs on a thread of its own until the test ends.
fn hall(data: &Path, connections: usize, idle: Duration) -> SocketAddr {
    serve(Config { connections, idle_connection: idle, ..config(data) })
}

fn serve(config: Config) -> SocketAddr {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let mut hall = hall::open(config).await.unwrap();
            tell.send(hall.bind().await.unwrap()).unwrap();
            hall.serve(std::future::pending()).await.unwrap();
        });
    });
    told.recv().unwrap()
}

fn connect(addr: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends this, and reads until `enough` has come or the server closes the connection.
fn exchange(stream: &mut TcpStream, request: &str, enough: &str) -> String {
    stream.write_all(request.as_bytes()).unwrap();
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(n @ 1..) = stream.read(&mut part) {
        answer.extend_from_slice(&part[..n]);
        if String::from_utf8_lossy(&answer).contains(enough) {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: hall\r\n\r\n";

/// Returns how long the server takes to close the connection.
fn closed_after(stream: &mut TcpStream) -> Duration {
    let begin = Instant::now();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    begin.elapsed()
}

#[test]
fn idle_connections_make_room() {
    let dir = tempfile::tempdir().unwrap();
    let addr = hall(dir.path(), 30, Duration::from_secs(600));
    let mut known = connect(addr);
    assert!(exchange(&mut known, HEALTH, "ok\n").starts_with("HTTP/1.1 200"));
    let silent: Vec<TcpStream> = (0..100).map(|_| connect(addr)).collect();
    for _ in 0..3 {
        let mut newcomer = connect(addr);
        assert!(exchange(&mut newcomer, HEALTH, "ok\n").starts_with("HTTP/1.1 200"), "a newcomer is served");
    }
    drop(silent);
}

#[test]
fn a_stream_is_busy_and_does_not_make_room() {
    let dir = tempfile::tempdir().unwrap();
    let addr = hall(dir.path(), 2, Duration::from_secs(600));
    let wire = common::Wire::guest(addr);
    let body = serde_json::json!({ "game": common::GAME, "take": 0, "start": true }).to_string();
    let id = wire.json("POST", "/api/v1/tables", &body).1["id"].as_str().unwrap().to_owned();
    let request =
        format!("GET /tables/{id}/events HTTP/1.1\r\nhost: hall\r\nauthorization: Bearer {}\r\n\r\n", wire.token);
    let mut streams = [connect(addr), connect(addr)];
    for stream in &mut streams {
        assert!(exchange(stream, &request, "\r\n\r\n").starts_with("HTTP/1.1 200"));
    }
    assert_eq!(exchange(&mut connect(addr), HEALTH, "ok\n"), "", "all are busy");
    let [first, second] = streams;
    drop(first);
    let served = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        exchange(&mut connect(addr), HEALTH, "ok\n").starts_with("HTTP/1.1 200")
    });
    assert!(served, "one has left");
    drop(second);
}

#[test]
fn who_takes_too_long_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let addr = hall(dir.path(), 100, Duration::from_millis(300));
    let late = Duration::from_secs(5);
    assert!(closed_after(&mut connect(addr)) < late, "nothing sent");
    let mut slow = connect(addr);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost:").unwrap();
    assert!(closed_after(&mut slow) < late, "half a head sent");
    let mut idle = connect(addr);
    assert!(exchange(&mut idle, HEALTH, "ok\n").starts_with("HTTP/1.1 200"));
    assert!(closed_after(&mut idle) < late, "nothing more sent");
    let head =
        "POST /api/v1/guests HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n";
    let mut body = connect(addr);
    let answer = exchange(&mut body, &format!("{head}{{"), "\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 4"), "half a body sent: {answer}");
}

const SLOW_HEAD: &str =
    "POST /api/v1/guests HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n{";

/// Opens connections whose requests continue by a byte now and then.
fn slow_bodies(addr: SocketAddr, count: usize) -> Vec<TcpStream> {
    let open = |_| {
        let mut stream = connect(addr);
        stream.write_all(SLOW_HEAD.as_bytes()).unwrap();
        stream
    };
    (0..count).map(open).collect()
}

/// Returns whether the server has closed the connection.
fn is_closed(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let closed = match (&*stream).read(&mut [0; 512]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    };
    stream.set_nonblocking(false).unwrap();
    closed
}

#[test]
fn a_body_that_trickles_is_ended_however_often_a_part_comes() {
    let dir = tempfile::tempdir().unwrap();
    let idle = Duration::from_millis(600);
    let addr = hall(dir.path(), 100, idle);
    let mut body = slow_bodies(addr, 1).remove(0);
    let (begun, mut answer) = (Instant::now(), Vec::new());
    body.set_read_timeout(Some(idle / 10)).unwrap();
    // A part comes ten times as often as required.
    while begun.elapsed() < LATE {
        let _ = body.write_all(b" ");
        let mut part = [0; 4096];
        match body.read(&mut part) {
            Ok(0) => break,
            Ok(n) => answer.extend_from_slice(&part[..n]),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    assert!(begun.elapsed() >= idle && begun.elapsed() < LATE, "{:?}", begun.elapsed());
    assert!(answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
}

#[test]
fn slow_bodies_make_room_and_event_streams_stay() {
    let dir = tempfile::tempdir().unwrap();
    let addr = hall(dir.path(), 30, Duration::from_secs(600));
    let wire = common::Wire::guest(addr);
    let body = serde_json::json!({ "game": common::GAME, "take": 0, "start": true }).to_string();
    let id = wire.json("POST", "/api/v1/tables", &body).1["id"].as_str().unwrap().to_owned();
    let request =
        format!("GET /tables/{id}/events HTTP/1.1\r\nhost: hall\r\nauthorization: Bearer {}\r\n\r\n", wire.token);
    let mut stream = connect(addr);
    assert!(exchange(&mut stream, &request, "\n\n").starts_with("HTTP/1.1 200"));
    let slow = slow_bodies(addr, 29);
    let begun = Instant::now();
    let served = || exchange(&mut connect(addr), HEALTH, "ok\n").starts_with("HTTP/1.1 200");
    // They count as slow only after some seconds; until then all connections are busy.
    while !served() {
        assert!(begun.elapsed() < LATE, "a newcomer is never served");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!((0..10).all(|_| served()));
    assert!(slow.iter().any(is_closed) && !is_closed(&stream));
}

#[test]
fn an_address_has_so_many_connections_and_slow_ones_make_room() {
    let dir = tempfile::tempdir().unwrap();
    let mut quotas = Quotas { loopback: true, ..Quotas::default() };
    quotas.set("connections=5").unwrap();
    let addr = serve(Config { quotas: Some(quotas), idle_connection: Duration::from_secs(600), ..config(dir.path()) });
    let slow = slow_bodies(addr, 5);
    // All of its own connections are busy, and not slow yet: they make room only after some
    // seconds.
    let begun = Instant::now();
    while !exchange(&mut connect(addr), HEALTH, "ok\n").starts_with("HTTP/1.1 200") {
        assert!(begun.elapsed() < LATE, "the address is never served");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(slow.iter().any(is_closed));
}

#[test]
fn a_trusted_proxy_has_as_many_connections_as_it_likes() {
    let dir = tempfile::tempdir().unwrap();
    let mut quotas = Quotas { loopback: true, ..Quotas::default() };
    quotas.set("connections=5").unwrap();
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let addr = serve(Config { quotas: Some(quotas), proxies, ..config(dir.path()) });
    let _slow = slow_bodies(addr, 20);
    assert!(exchange(&mut connect(addr), HEALTH, "ok\n").starts_with("HTTP/1.1 200"));
}
