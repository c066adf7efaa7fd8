//! Pages for the first visit.

use web::prerender;

use super::*;

/// Games whose beginning shows neither dice nor cards.
const SAME_FOR_EVERY_SEED: [&str; 3] = ["rogue-ascension", "accursed-tomb", "crimsonbranch"];

#[test]
fn first_tables_are_those_that_no_seed_changes() {
    for language in ["en", "de"] {
        let pages = prerender::pages(language);
        let names: Vec<_> = pages.iter().map(|page| page.name).collect();
        assert_eq!(names, [&["front"], &SAME_FOR_EVERY_SEED[..]].concat());
        for page in &pages {
            let template = page.template().0;
            assert!(!template.contains("\"/assets/") && template.contains("\"assets/"), "{}: {template}", page.name);
            assert!(!page.body.contains("<script") && !page.title.is_empty() && !page.class.is_empty());
        }
    }
}

#[test]
fn moves_of_first_table_are_those_of_the_match() {
    for page in prerender::pages("en").iter().filter(|page| page.name != "front") {
        let mut browser = Browser::new();
        let path = browser.send("POST", "/play", &[("game", page.name.into())]).location.unwrap();
        let table = browser.send("GET", &path, &[]).body;
        let moves = |html: &str| -> Vec<String> {
            html.split("name=\"action\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap().into()).collect()
        };
        let shown = moves(&page.body);
        assert!(!shown.is_empty(), "{} shows a move", page.name);
        assert_eq!(shown, moves(&table), "{}", page.name);
    }
}

#[test]
fn newcomers_front_page_leaves_out_what_changes_every_day() {
    let front = &prerender::pages("en")[0];
    assert!(front.body.contains("form class=\"go-on\"") && front.body.contains("cover-card"), "{}", front.body);
    assert!(!front.body.contains("href=\"/puzzles/"), "{}", front.body);
}
