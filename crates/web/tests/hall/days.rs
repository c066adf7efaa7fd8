//! The matches of the day in a browser: the same for everybody, for practice.

use model::Day;

use super::*;

/// The day on which these tests play.
const TODAY: Day = Day(20_000);

fn browser() -> Browser {
    Browser { now: TODAY.begins(), ..Browser::new() }
}

/// Begins the match of a day, and returns its table.
fn begin_day(browser: &mut Browser, path: &str) -> String {
    let answer = browser.send("POST", path, &[]);
    let place = answer.location.unwrap_or_else(|| panic!("{path}: {}", answer.body));
    place.trim_start_matches("/tables/").to_owned()
}

#[test]
fn two_browsers_deal_the_same_match_on_the_same_day() {
    for game in roster::ids() {
        let path = format!("/daily/{game}");
        let [first, second] = [(); 2].map(|()| {
            let mut browser = browser();
            browser.send("GET", "/", &[]);
            let id = begin_day(&mut browser, &path);
            (browser.table(&id).header.seed, browser.header(&id).header().unwrap().setup)
        });
        assert!(first.0.is_some() && first == second, "{game}");
        let mut browser = browser();
        let before = begin_day(&mut browser, &format!("/daily/{game}/{}/practice", TODAY.before()));
        assert_ne!(browser.table(&before).header.seed, first.0, "{game}: another day has other dice");
    }
    let seeds: std::collections::BTreeSet<_> =
        roster::ids().iter().map(|game| table::daily::public_seed(game, TODAY).0).collect();
    assert_eq!(seeds.len(), roster::ids().len());
}

#[test]
fn match_of_the_day_is_practice_and_goes_on_where_it_was() {
    for game in roster::ids() {
        let mut browser = browser();
        let path = format!("/daily/{game}");
        let id = begin_day(&mut browser, &path);
        assert_eq!(begin_day(&mut browser, &path), id, "{game}: it goes on");
        browser.reopen(&id);
        let page = browser.send("GET", &format!("/tables/{id}"), &[]).body;
        assert!(page.contains(&format!("This is practice for the match of {TODAY}")), "{game}: {page}");
        while browser.act(&id) {}
        let end = browser.send("GET", &format!("/tables/{id}"), &[]).body;
        assert!(end.contains(&format!("/daily/{game}/{TODAY}")), "{game}");
        let page = browser.send("GET", &path, &[]).body;
        assert!(page.contains(&format!("/tables/{id}")) && !page.contains("/people"), "{game}: {page}");
        assert_ne!(begin_day(&mut browser, &path), id, "{game}: another one");
        assert!(!browser.settings.to_string().contains(game), "{game}: a win unlocks nothing");
    }
}

#[test]
fn pages_of_days_have_no_board_and_end_today() {
    let mut browser = browser();
    let all = browser.send("GET", "/daily", &[]).body;
    let front = browser.send("GET", "/", &[]).body;
    assert!(front.contains("for practice: there is no board") && front.contains("href=\"/daily\""), "{front}");
    for game in roster::ids() {
        assert!(all.contains(&format!("action=\"/daily/{game}\"")), "{game}: {all}");
        let page = browser.send("GET", &format!("/daily/{game}/{}", TODAY.before()), &[]);
        assert!(page.status == 200 && !page.body.contains("Who tried"), "{game}: {}", page.body);
        assert_eq!(browser.send("GET", &format!("/daily/{game}/{}", Day(TODAY.0 + 1)), &[]).status, 404, "{game}");
    }
    assert_eq!(browser.send("GET", "/daily/gloombah/soon", &[]).status, 404);
}
