//! Tests of every game in the roster.

#![allow(clippy::unwrap_used, reason = "a test may")]

use bots::{Bot, Budget};
use kernel::{Icon, Look, Picture, Scene, Seed, Source, Viewer};
use roster::{GAMES, find};
use serde_json::json;

#[test]
fn every_game_has_an_id_a_rulebook_and_a_good_data_sheet() {
    for (index, title) in GAMES.iter().enumerate() {
        let meta = title.meta();
        assert!(GAMES[..index].iter().all(|other| other.meta().id != meta.id), "{} is listed twice", meta.id);
        assert_eq!(testkit::example::game_id(meta.rulebook), Some(meta.id), "the rulebook names its game");
        assert!((meta.seats.0..=meta.seats.1).contains(&meta.usual_seats));
        assert!(find(meta.id).is_ok());
        assert!(title.open(&json!({}), meta.usual_seats.into(), Source::Manual).is_ok());
    }
}

#[test]
fn an_unknown_game_is_refused_with_the_list() {
    let error = find("chess").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.starts_with(r#"there is no game "chess"; there are "#), "{error}");
}

/// Returns the icons of everything that a scene shows.
fn icons(scene: &Scene) -> Vec<Icon> {
    let of = |look: &Look| match look {
        Look::Card { icon, emblem, stats, .. } => {
            [*icon].into_iter().chain(*emblem).chain(stats.iter().map(|stat| stat.icon)).collect()
        }
        Look::Token { icon, .. } | Look::Meter { icon, .. } => vec![*icon],
        Look::Tile { icon, .. } => icon.iter().copied().collect(),
        Look::Back { .. } | Look::Die { .. } | Look::Edge { .. } | Look::Text => Vec::new(),
    };
    scene.pieces().flat_map(|piece| of(&piece.look)).collect()
}

#[test]
fn every_picture_that_a_game_can_name_is_drawn() {
    for title in GAMES {
        let pictures = title.pictures();
        assert!(title.meta().cover.is_some() && pictures.len() > 1, "{} has a cover and more", title.meta().id);
        for Picture(name) in pictures {
            assert!(art::picture(name).is_some(), "{}: nobody has drawn {name:?}", title.meta().id);
        }
    }
}

#[test]
fn every_game_has_twelve_distinct_achievements_with_pictures() {
    for title in GAMES {
        let (id, all) = (title.meta().id, title.achievements());
        assert_eq!(all.len(), 12, "{id}");
        for (n, one) in all.iter().enumerate() {
            let twice = all[..n].iter().any(|other| other.id == one.id || other.title == one.title);
            assert!(!twice, "{id}: {:?} is listed twice", one.id);
            assert!(one.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{id}: {:?}", one.id);
            assert!(art::picture(one.picture.0).is_some(), "{id}: nobody has drawn {:?}", one.picture.0);
            assert!(one.task.source().ends_with('.') && !one.title.source().ends_with('.'), "{id}: {one:?}");
        }
    }
}

#[test]
fn random_matches_show_only_catalogued_texts_and_known_pictures() {
    for title in GAMES {
        let (id, announced) = (title.meta().id, title.pictures());
        let (mut seen, mut shown) = (0, Vec::new());
        for seed in 0..24 {
            let seats = if seed % 2 == 0 { title.meta().seats.0 } else { title.meta().seats.1 };
            let mut table = title.open(&json!({}), seats.into(), Source::Seed(Seed([seed; 32]), Vec::new())).unwrap();
            for _ in 0..200 {
                let Some(seat) = table.awaited().lowest() else { break };
                let scene = table.scene(Viewer::Seat(seat), None).unwrap();
                shown.extend(scene.pieces().filter_map(|piece| piece.picture));
                let lines = table.chronicle(Viewer::Seat(seat), table.ply());
                for icon in icons(&scene).into_iter().chain(lines.iter().map(|line| line.icon)) {
                    assert!(art::icon(icon.0).is_some(), "{id}: there is no icon {:?}", icon.0);
                    seen += 1;
                }
                let advice = title.advise(table.as_ref(), seat, Bot::Random, seen, &Budget::ONE_THREAD).unwrap();
                table.act(seat, &advice.action).unwrap();
            }
        }
        for picture in &shown {
            assert!(announced.contains(picture), "{id} shows {:?} unannounced", picture.0);
        }
        assert!(seen > 100 && !shown.is_empty(), "{id}: {seen} icons, {} pictures", shown.len());
    }
}

#[test]
fn every_worked_example_of_every_rulebook_holds() {
    for title in GAMES {
        let examples = testkit::example::parse(title.meta().rulebook).unwrap();
        assert!(!examples.is_empty(), "{} has examples", title.meta().id);
        for example in examples {
            let usual = title.meta().usual_seats.into();
            let held = example.run(usual, |options, seats, source| title.open(options, seats, source));
            held.unwrap_or_else(|failure| panic!("{}: {}: {failure}", title.meta().id, example.name));
        }
    }
}
