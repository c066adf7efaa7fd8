//! Scenes with rare features that pages must support.

use kernel::{Area, Balance, Icon, Layout, Look, Move, Outlook, Piece, Role, Scene, Seat, Side, Term, Tone, Wording};
use serde_json::json;

/// Returns a scene with a card of a fan that has a tag, two numbers, and a pile to look into.
pub(super) fn bargaining() -> Scene {
    let card = |id: &str, name: &'static str| {
        let look = Look::Card {
            name: name.into(),
            kind: "Backstab".into(),
            icon: Icon::CARD,
            tone: Tone::Bad,
            corner: None,
            suit: None,
            emblem: None,
            stats: Vec::new().into(),
            copies: 2,
        };
        Piece::new(id, look, name.to_owned()).text("For the monster.", None)
    };
    let offer = |xp: i32, chests: i32| {
        let wording = Wording::new(format!("Offer help for {xp} and {chests}"));
        let wording = wording.number("XP", Icon::STAR, xp).number("treasure", Icon::CHEST, chests);
        Move {
            action: json!({ "xp": xp, "treasure": chests }),
            wording: wording.forecast(format!("{} to 19", 20 + xp)),
        }
    };
    let made = |wording: Wording, action: &str| Move { action: json!({ "type": action }), wording };
    let term = |text: &str, value: i32, certain: bool| Term { text: text.into(), value, certain };
    let side = |tone, total, terms| Side { name: "A side".into(), tone, total, terms };
    let moves = [
        made(Wording::new("Pass").main(), "pass"),
        made(Wording::new("Play Ambush").from("ambush").to("monster").tag("19 → 24"), "ambush"),
        made(Wording::new("Find the lamp").from("map").to("lamp").tag("find"), "lamp"),
        made(Wording::new("Find the rope").from("map").to("rope").tag("find"), "rope"),
    ];
    Scene {
        areas: vec![
            Area::new("foes", "Foes", Role::Foes, Layout::Row).with([card("monster", "Accountant")]),
            Area::new("seat-0", "You", Role::Seat, Layout::Row).of(Seat(0)).doing(
                Icon("eye"),
                "may still act",
                Tone::Plain,
            ),
            Area::new("discard", "Discarded", Role::Piles, Layout::Stack)
                .with([card("lamp", "Lamp"), card("rope", "Rope")]),
            Area::new("empty", "Beaten", Role::Piles, Layout::Stack),
            Area::new("hand", "Hand", Role::Hand, Layout::Fan).with([card("ambush", "Ambush"), card("map", "Map")]),
        ],
        moves: moves
            .into_iter()
            .chain([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(xp, chests)| offer(xp, chests)))
            .collect(),
        balance: Some(Balance {
            sides: [
                side(
                    Tone::Good,
                    12,
                    vec![term("Badger 10", 10, true), term("+2", 2, true), term("Bell +13", 13, false)],
                ),
                side(Tone::Bad, 19, vec![term("Accountant 19", 19, true)]),
            ],
            formula: "9 + 5 = 14".into(),
        }),
        outlooks: vec![Outlook { title: "Now: lost by 7".into(), text: "The plate breaks.".into(), tone: Tone::Bad }],
        ..Scene::default()
    }
}

/// Returns a scene with every way in which moves depend on pieces.
pub(super) fn awkward() -> Scene {
    let tile = |row, column| {
        let look = Look::Tile { icon: None, tone: Tone::Plain, value: None, pawns: vec![Seat(0)] };
        Piece::new(format!("c \"{row}\" {column}"), look, "hall").at(row, column)
    };
    let card = |id: &str| {
        let look = Look::card("<i>Lamp</i>", "Thing", Icon::CARD, Tone::Good, Vec::new());
        Piece::new(id, look, "<i>Lamp</i>, lit").text("It <b>shines</b>.", Some("R1"))
    };
    let made = |wording: Wording, n: usize| Move { action: json!({ "type": "do", "n": n, "why": "<\"&\">" }), wording };
    let moves = [
        Wording::new("On").main(),
        Wording::new("Off").confirm("Really?"),
        Wording::new("Walk").to("c \"0\" 1"),
        Wording::new("Throw").from("lamp").to("c \"0\" 0"),
        Wording::new("Throw far").from("lamp").to("c \"1\" 1").confirm("It will break."),
        Wording::new("Drop").from("lamp"),
        Wording::new("Light").from("nowhere").to("nothing"),
        Wording::new("Take").from("gift"),
        Wording::new("Look left").to("c \"1\" 0"),
        Wording::new("Look right").to("c \"1\" 0"),
        Wording::new("Jump").from("c \"0\" 0"),
        Wording::new("Offer help for 2, the lamp").word("Offer help: 2").from("lamp"),
        Wording::new("Offer help for 2, the gift").word("Offer help: 2").from("gift"),
        Wording::new("Offer help for 3").word("Offer help: 3").from("gift"),
        Wording::new("Cross").from("gift").to("bridge"),
        Wording::new("Hang the lamp on the bridge").from("lamp").to("bridge").to("c \"1\" 0").word("by its ring"),
        Wording::new("Hang the lamp on a rope").from("lamp").to("bridge").to("c \"1\" 0").word("by a <rope>"),
        Wording::new("Hang it up").from("lamp").to("bridge").to("c \"1\" 1"),
    ];
    let between = ("c \"0\" 0".to_owned(), "c \"1\" 1".to_owned());
    let bridge = Piece::new("bridge", Look::Edge { between, tone: Tone::Plain }, "the bridge");
    Scene {
        areas: vec![
            Area::new("b", "Board", Role::Board, Layout::Map { rows: 2, columns: 2 }).with([
                tile(0, 0),
                tile(0, 1),
                tile(1, 0),
                tile(1, 1),
                bridge,
            ]),
            Area::new("h", "Hand", Role::Hand, Layout::Fan).with([card("lamp")]),
            Area::new("o", "Offer", Role::Offer, Layout::Row).with([card("gift")]),
        ],
        moves: moves.into_iter().enumerate().map(|(n, wording)| made(wording, n)).collect(),
        ..Scene::default()
    }
}
