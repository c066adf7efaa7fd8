//! The bench: changed cards in the lab, at a table and on paper.

use super::*;

#[test]
fn bench_plays_changed_cards_against_those_of_the_game() {
    let pack = |ap: i32| {
        json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": { "sulky_housecat": { "ap": ap, "copies": 20 } } })
            .to_string()
    };
    let form = |more: &[(&str, &str)]| -> Vec<(String, String)> {
        let usual = [
            ("game", "gloombah"),
            ("seats", "2"),
            ("bot", "reference"),
            ("games", "60"),
            ("steps", "60"),
            ("seed", "1"),
        ];
        let all = usual.iter().chain(more);
        all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let page = Browser::new().send("GET", "/bench", &[]);
    assert!(page.status == 200 && page.body.contains("data-key="), "{}", page.body);

    let (mut browser, found) = play_in_lab(&form(&[("pack", &pack(60)), ("numbers", "")]));
    let rows: Value = serde_json::from_str(&found).unwrap();
    assert!(rows.to_string().contains("\"games\":60"), "{found}");
    let report = browser.send("GET", "/lab/report", &[]).body;
    assert!(report.contains("<th>before</th>") && report.contains("Length of a match"), "{report}");
    let numbers = "sulky_housecat.ap=60,ambush.n=5,nobody.ap=1";
    let (mut browser, _) = play_in_lab(&form(&[("pack", &pack(60)), ("numbers", numbers), ("figure", "rounds")]));
    let report = browser.send("GET", "/lab/report", &[]).body;
    assert!(report.contains("<th>before</th>") && !report.contains("nobody"), "{report}");
    assert!(report.contains("Sulky Housecat, attack 60 to 61") && report.contains("Ambush, effect 5 to 6"), "{report}");
    assert!(report.contains("in 60 pairs of matches"), "{report}");
    let cat = json!({ "like": "sulky_housecat", "name": "Twin Cat", "ap": 3 });
    let added = json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": { "twin_cat": cat } }).to_string();
    let numbers = "twin_cat.ap=3,twin_cat.copies=3";
    let (mut other, _) = play_in_lab(&form(&[("pack", &added), ("numbers", numbers), ("figure", "rounds")]));
    let report = other.send("GET", "/lab/report", &[]).body;
    assert!(report.contains("Twin Cat, attack 3 to 4") && report.contains("Twin Cat, copies 3 to 4"), "{report}");
    browser.send("POST", "/me", &[("name", "Ada".to_owned()), ("language", "de".to_owned())]);
    let german = browser.send("GET", "/lab/report", &[]).body;
    for said in ["<th>vorher</th>", "Krieger, die gewannen", "Länge einer Partie", "Paare von Partien"] {
        assert!(german.contains(said), "{said}: {german}");
    }
    assert!(!german.contains("before") && !german.contains("Rounds"), "{german}");

    let form = form(&[("pack", &pack(600))]);
    let fields: Vec<(&str, String)> = form.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let refused = Browser::new().send("POST", "/lab", &fields);
    assert!(refused.status == 400 && refused.body.contains("a whole number from 0 to 99"), "{}", refused.body);
}

#[test]
fn table_is_played_with_house_cards() {
    let mut browser = Browser::new();
    let pack = json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": { "sulky_housecat": { "ap": 9 } } });
    let seats =
        [("seats", "2"), ("seat0", "me"), ("seat1", "bot:normal")].map(|(name, value)| (name, value.to_owned()));
    let fields = [("game", "gloombah".to_owned()), ("opt.pack", pack.to_string())];
    let made = browser.send("POST", "/tables", &[&fields[..], &seats].concat());
    let there = made.location.expect("a table");
    let page = browser.send("GET", &there, &[]).body;
    assert!(page.contains("house cards: Ours") && page.contains("attack 9 (was 1)"), "{page}");
    let record = browser.send("GET", &format!("{there}/record"), &[]).body;
    assert!(record.contains("\"sulky_housecat\":{\"ap\":9}"), "{record:.400}");
}

#[test]
fn changed_cards_are_printed_and_all_if_none_is() {
    let print = |cards: Value, paper: &str| {
        let pack = json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": cards }).to_string();
        let fields = [("game", "gloombah".to_owned()), ("pack", pack), ("paper", paper.to_owned())];
        Browser::new().send("POST", "/bench/print", &fields)
    };
    let two = print(json!({ "sulky_housecat": { "ap": 9 }, "ambush": { "n": 4 } }), "a4").body;
    assert_eq!(two.matches("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\"").count(), 2, "front and back");
    assert!(two.contains(">Sulky Housecat<") && two.contains(">Ambush<") && !two.contains("Nightshirt"));
    assert!(two.contains("href=\"/games/assets/art/") && !two.contains("\"/assets/"), "the folder of the site");
    let all = print(json!({}), "letter").body;
    assert!(all.matches("width=\"215.9mm\"").count() > 10 && all.contains("Nightshirt"));
    let refused = print(json!({ "sulky_housecat": { "ap": 600 } }), "a4");
    assert!(refused.status == 400 && refused.body.contains("a whole number from 0 to 99"), "{}", refused.body);
}
