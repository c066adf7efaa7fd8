//! Links of pages lead only to addresses that the hall in a browser answers.

use std::collections::BTreeSet;

use super::*;

/// Returns the path and the fields of an address.
fn parts(address: &str) -> (String, Vec<(String, String)>) {
    let address = address.split('#').next().unwrap().replace("&amp;", "&");
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    let field = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    (path.to_owned(), query.split('&').filter_map(field).collect())
}

#[test]
fn every_link_is_answered() {
    let mut browser = Browser::new();
    let id = browser.begin("rogue-ascension");
    while browser.act(&id) {}
    browser.begin("crimsonbranch");
    browser.send("POST", "/daily/gloombah", &[]);
    browser.send("POST", "/lessons", &[("game", "gloombah".into())]);
    browser.know();
    let mut seen = BTreeSet::new();
    let mut open = vec!["/".to_owned()];
    while let Some(address) = open.pop() {
        let (path, query) = parts(&address);
        // A worker writes the file; the third is hidden unless a server signs somebody out.
        let elsewhere = ["/games/assets/", "/games/manifest", "/me/matches.jsonl", "/sign-in"];
        if elsewhere.iter().any(|one| path.starts_with(one)) || !seen.insert(path.clone()) {
            continue;
        }
        // The pages of other puzzles are like those of the first.
        if path.starts_with("/puzzles/") && !path.ends_with("/1") {
            continue;
        }
        let request = Request { method: "GET".into(), path: path.clone(), query, ..Request::default() };
        let moment = browser.moment();
        let (answer, saves) = browser.hall.answer(&request, &moment);
        browser.store(&saves);
        assert!(answer.status != 404, "{address}: {} {}", answer.status, answer.body);
        let links = answer.body.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        open.extend(links.filter(|link| link.starts_with('/')).map(str::to_owned));
    }
    for path in ["/puzzles", "/daily", "/daily/gloombah", "/me/card", "/me/tables", "/lab"] {
        assert!(seen.contains(path), "{path} is not linked: {seen:?}");
    }
}
