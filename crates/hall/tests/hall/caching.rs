//! Caching: the answers of the server that browsers may store, and for how long.

use crate::common::{Caller, Follower, GAME, attribute, open};

/// Returns the address of the script, as pages name it.
fn script(page: &str) -> String {
    attribute(page, "<script", "src").unwrap()
}

#[tokio::test]
async fn only_the_right_mark_is_kept_for_good() {
    let dir = tempfile::tempdir().unwrap();
    let mut ada = Caller::new(&open(dir.path()).await);
    let right = script(&ada.get("/").await.ok().text());
    let (name, mark) = right.split_once("?v=").unwrap();
    assert_eq!((name, mark.len()), ("/assets/script.js", 16));
    let kept = ada.get(&right).await.ok();
    assert_eq!(kept.header("cache-control"), "public, max-age=31536000, immutable");
    for other in ["0000000000000000", "", "x", &mark.to_uppercase().replace(|c: char| c.is_ascii_digit(), "f")] {
        let given = ada.get(&format!("{name}?v={other}")).await.ok();
        assert_eq!(given.header("cache-control"), "no-cache", "{other:?}");
        assert_eq!(given.bytes, kept.bytes);
    }
    assert_eq!(ada.get(name).await.ok().header("cache-control"), "public, max-age=300");
}

#[tokio::test]
async fn page_of_another_build_is_told_so_by_its_stream() {
    let dir = tempfile::tempdir().unwrap();
    let mut ada = Caller::new(&open(dir.path()).await);
    let table = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let page = ada.get(&table).await.ok().text();
    let build = attribute(&page, "<html", "data-build").unwrap();
    let version = attribute(&page, "id=\"live\"", "data-version").unwrap();
    let stream = |build: &str| format!("{table}/events?version={version}&build={build}");
    let same = Follower::at(&ada, &stream(&build), None).await.all().await;
    assert!(same.iter().all(|news| news.kind != "build"));
    let told = Follower::at(&ada, &stream("other"), None).await.all().await;
    assert_eq!(told[0].kind, "build");
    assert_eq!(told[0].data, build.as_str());
}

#[tokio::test]
async fn signing_out_clears_what_the_browser_keeps() {
    let dir = tempfile::tempdir().unwrap();
    let mut ada = Caller::new(&open(dir.path()).await);
    let link = ada.form("/me/recovery", &[]).await.ok();
    assert!(link.text().contains("/sign-in/"));
    assert_eq!((link.header("cache-control"), link.header("clear-site-data")), ("no-store", ""));
    let out = ada.form("/me/sign-out", &[("where", "here")]).await;
    assert_eq!((out.status.as_u16(), out.header("clear-site-data")), (303, "\"cache\""));
}
