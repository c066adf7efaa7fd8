//! How people reach the hall: its public address, proxies in front of it, and the attributes of its
//! cookies.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, header},
};
use hall::{Config, Hall};

use crate::common::{self, Caller, Reply};

/// Opens a hall behind a proxy at 10.0.0.1.
async fn hall(data: &std::path::Path, public_url: Option<&str>) -> Hall {
    let public_url = public_url.map(|url| url.parse().unwrap());
    let config = Config { public_url, proxies: vec!["10.0.0.1/32".parse().unwrap()], ..common::config(data) };
    hall::open(config).await.unwrap()
}

/// Opens a table from the front page's form, through a connection from `peer`.
async fn play(hall: &Hall, peer: &str) -> Reply {
    let peer: SocketAddr = format!("{peer}:4000").parse().unwrap();
    let request = Request::post("/play")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("x-forwarded-proto", "https")
        .extension(ConnectInfo(peer));
    Caller::new(hall).send(request.body(Body::from(format!("game={}", common::GAME))).unwrap()).await
}

#[tokio::test]
async fn a_cookie_is_secure_where_the_hall_is_reached_by_tls() {
    let dir = tempfile::tempdir().unwrap();
    let near = hall(dir.path(), None).await;
    let secure = |reply: Reply| reply.header("set-cookie").contains("Secure");
    assert!(secure(play(&near, "10.0.0.1").await), "the proxy says so");
    assert!(!secure(play(&near, "10.0.0.2").await), "anybody could say so");
    near.close().await;
    drop(near);
    let public = hall(dir.path(), Some("https://hall.example.org")).await;
    assert!(secure(play(&public, "10.0.0.2").await), "the operator says so");
}

#[tokio::test]
async fn an_invitation_leads_to_the_public_address() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), Some("https://hall.example.org/")).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(serde_json::json!({ "game": common::GAME, "seats": 2, "take": 0 })).await;
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains(&format!("https://hall.example.org/tables/{id}")), "{page}");
}

#[tokio::test]
async fn tls_is_demanded_only_where_public_address_has_it() {
    let paths = ["/", "/assets/script.js", "/api/v1/games", "/nothing-here", "/healthz", "/me"];
    for (url, wanted) in
        [(None, ""), (Some("http://hall.example.org"), ""), (Some("https://hall.example.org"), "max-age=31536000")]
    {
        let dir = tempfile::tempdir().unwrap();
        let hall = hall(dir.path(), url).await;
        for path in paths {
            let answer = Caller::new(&hall).get(path).await;
            assert_eq!(answer.header("strict-transport-security"), wanted, "{path} at {url:?}");
        }
    }
}
