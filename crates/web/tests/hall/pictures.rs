//! Pictures of matches, which the browser draws itself.

use super::*;

#[test]
fn finished_match_moves_as_one_drawing() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let id = browser.begin(game);
        let path = format!("/replays/{id}/match.svg");
        assert_eq!(browser.send("GET", &path, &[]).status, 409, "{game}: the match goes on");
        while browser.act(&id) {}
        let page = browser.send("GET", &format!("/replays/{id}"), &[]).body;
        assert!(page.contains(&format!("href=\"{path}\" download")), "{game}: {page}");
        let picture = browser.send("GET", &path, &[]);
        assert_eq!((picture.kind, picture.file.unwrap()), ("image/svg+xml", format!("{game}-{id}.svg")));
        let drawn = picture.body.matches("<g class=\"m m").count();
        assert!((2..=12).contains(&drawn), "{game}: {drawn} moments");
        assert!(!picture.body.contains("\"/assets/") && picture.body.len() < 200_000, "{game}");
        // Each drawing that it refers to is a file of the site.
        for file in picture.body.split("href=\"/games/assets/").skip(1) {
            let name = file.split('"').next().unwrap();
            assert!(pages::asset(name).is_some(), "{game}: {name}");
        }
    }
}
