//! What must hold of the pages as a whole.

use std::collections::HashMap;

use bots::{Bot, Budget};
use kernel::{
    Area, Ask, Balance, Die, Icon, Layout, Look, Move, Outlook, Piece, Role, Scene, Seat, Seed, Side, Source, Term,
    Tone, Viewer, Why, Wording,
};
use serde_json::{Map, json};
use text::text;

use super::*;

pub(super) fn page<'a>(meta: &'static Meta, options: &'a Map<String, Value>, scene: Scene, seats: u8) -> TablePage<'a> {
    let info = |seat| SeatInfo {
        seat,
        person: Some("<Ada & co>"),
        bot: None,
        you: seat == Seat(0),
        connected: true,
        ..SeatInfo::default()
    };
    TablePage {
        id: "t1",
        seats: Seat::all(seats).map(info).collect(),
        host: true,
        step: 3,
        ..TablePage::new(meta, options, Some(scene), Viewer::Seat(Seat(0)))
    }
}

/// A button that can be seen: its form, its name, its value.
type Button = (String, String, String);

/// The buttons of a page that scripts would not have to uncover.
fn buttons(html: &str) -> Vec<Button> {
    let mut found = Vec::new();
    let mut hidden = 0;
    for tag in html.split('<').skip(1).map(|rest| rest.split_once('>').map_or(rest, |(tag, _)| tag)) {
        match tag {
            "/div" if hidden > 0 => hidden -= 1,
            _ if tag.starts_with("div") && (hidden > 0 || tag.ends_with(" hidden")) => hidden += 1,
            _ if tag.starts_with("button") && hidden == 0 => {
                let get = |name: &str| {
                    let rest = tag.split_once(&format!(" {name}=\""))?.1;
                    let raw = rest.split_once('"')?.0;
                    Some(raw.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
                };
                if let (Some(form), Some(name), Some(value)) = (get("form"), get("name"), get("value")) {
                    found.push((form, name, value));
                }
            }
            _ => {}
        }
    }
    found
}

/// The actions that the form of numbers leads to, as far as its lists have the numbers.
fn numbered(html: &str) -> Vec<Value> {
    let Some((_, form)) = html.split_once("<form class=\"by-numbers\"") else { return Vec::new() };
    let form = form.split_once("</form>").map_or(form, |(form, _)| form);
    let actions = form.split_once("name=\"actions\" value=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    let actions: Map<String, Value> = serde_json::from_str(&actions.replace("&quot;", "\"")).unwrap();
    let lists: Vec<&str> = form.split("<select").skip(1).collect();
    let listed = |numbers: &str| {
        let mut places = numbers.split(',').zip(&lists);
        numbers.split(',').count() == lists.len()
            && places.all(|(number, list)| list.contains(&format!("value=\"{number}\"")))
    };
    actions.into_iter().filter(|(numbers, _)| listed(numbers)).map(|(_, action)| action).collect()
}

/// Presses every button that picks or asks, as often as it takes, and looks for one that makes each move.
fn assert_reachable(page: &TablePage) {
    let mut pages = vec![page.clone()];
    let (mut all, mut pressed): (Vec<Button>, Vec<Button>) = (Vec::new(), Vec::new());
    let by_numbers = numbered(&table_live(page).into_string());
    while let Some(page) = pages.pop() {
        for button in buttons(&table_live(&page).into_string()) {
            let (_, name, value) = &button;
            if !pressed.contains(&button) && !value.is_empty() {
                match name.as_str() {
                    "pick" => pages.push(TablePage { picked: Some(value.clone()), ..page.clone() }),
                    "confirm" => pages.push(TablePage { confirm: value.parse().ok(), picked: None, ..page.clone() }),
                    _ => {}
                }
                pressed.push(button.clone());
            }
            all.push(button);
        }
    }
    for one in &page.scene.clone().unwrap_or_default().moves {
        let wanted = ("act".to_owned(), "action".to_owned(), one.action.to_string());
        assert!(all.contains(&wanted) || by_numbers.contains(&one.action), "no way to {}", one.action);
    }
}

#[test]
fn every_move_of_real_matches_can_be_made_without_scripts() {
    let mut scenes = 0;
    for title in roster::GAMES {
        let (low, high) = title.meta().seats;
        for (seats, seed) in [(low, 1), (high, 2), (high, 3)] {
            let source = Source::Seed(Seed([seed; 32]), Vec::new());
            let mut table = title.open(&Value::Null, seats.into(), source).unwrap();
            for _ in 0..150 {
                let Some(seat) = table.asked_first() else { break };
                let scene = table.scene(Viewer::Seat(seat), None).unwrap();
                let options = Map::new();
                assert_reachable(&page(title.meta(), &options, scene, seats));
                scenes += 1;
                let advice = title.advise(table.as_ref(), seat, Bot::Random, scenes, &Budget::ONE_THREAD).unwrap();
                table.act(seat, &advice.action).unwrap();
            }
        }
    }
    assert!(scenes > 6);
}

#[test]
fn the_part_that_changes_says_how_the_page_is_laid_out() {
    let (meta, options) = (roster::GAMES[0].meta(), Map::new());
    let mut page = page(meta, &options, awkward(), 2);
    for (status, class) in [(TableStatus::Open, "in-hall"), (TableStatus::Playing, "at-table")] {
        page.status = status;
        let whole = if status == TableStatus::Open { lobby } else { table };
        let whole = whole(&Visitor::default(), &page).into_string();
        let part = table_live(&page).into_string();
        assert!(whole.contains(&format!("<body class=\"{class}\">")), "{class}");
        assert!(part.contains(&format!(" data-body=\"{class}\"")), "{class}");
    }
}

/// A card of a fan that says what it would change, two numbers, and a pile to look into.
fn bargaining() -> Scene {
    let card = |id: &str, name: &str| {
        let look = Look::Card {
            name: name.into(),
            kind: "Backstab".into(),
            icon: Icon::CARD,
            tone: Tone::Bad,
            corner: None,
            suit: None,
            emblem: None,
            stats: Vec::new(),
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

#[test]
fn a_fight_is_weighed_and_bargained_over_on_one_page() {
    let options = Map::new();
    let page = page(roster::GAMES[0].meta(), &options, bargaining(), 2);
    assert_reachable(&page);
    let html = table_live(&page).into_string();
    let count = |text: &str| html.matches(text).count();
    // The sums large and as bars, what is certain apart from what hangs on a choice.
    assert_eq!((count("class=\"versus\""), count("class=\"balance\""), count("url(#maybe)")), (1, 1, 1));
    assert!(html.contains("A side: 12, 25 with what is on offer. A side: 19."), "{html}");
    assert!(html.contains("Now: lost by 7") && html.contains("The plate breaks."));
    // One form for all offers, and what the numbers come to.
    assert_eq!((count("name=\"actions\""), count("<select name=\"number\""), count("Offer help for")), (1, 2, 0));
    assert!(html.contains("1,0&quot;:&quot;21 to 19") && html.contains(">21 to 19</p>"));
    // Cards say what they would change, and are picked up before they are played.
    assert_eq!((count(">19 → 24</span>"), count(">find</span>")), (1, 1));
    assert!(html.contains("name=\"pick\" value=\"[{&quot;piece&quot;:&quot;ambush&quot;}]\""));
    let picked = TablePage { picked: Some(json!([{ "piece": "ambush" }]).to_string()), ..page.clone() };
    let ambush = table_live(&picked).into_string();
    assert!(ambush.contains("<b>Ambush</b>: <span>For the monster.</span>"), "{ambush}");
    // A pile shows its cards as cards, where it lies and where one of them is to be chosen; an empty one cannot be opened.
    assert_eq!(
        (count("popovertarget=\"pile-discard\""), count("popovertarget=\"pile-empty\""), count("class=\"pickable\"")),
        (2, 0, 2)
    );
    assert!(html.contains("<b data-num=\"4\""));
    // What a player does is a sign and words.
    assert!(html.contains("title=\"may still act\"") && html.contains(">may still act</p>"));
    assert!(html.contains("class=\"table broad\""));
}

/// A scene with every way in which moves hang on pieces.
fn awkward() -> Scene {
    let tile = |row, column| {
        let look = Look::Tile { icon: None, tone: Tone::Plain, value: None, pawns: vec![Seat(0)] };
        Piece::new(format!("c \"{row}\" {column}"), look, "hall").at(row, column)
    };
    let card = |id: &str| {
        let look = Look::Card {
            name: "<i>Lamp</i>".into(),
            kind: "Thing".into(),
            icon: Icon::CARD,
            tone: Tone::Good,
            corner: None,
            suit: None,
            emblem: None,
            stats: Vec::new(),
            copies: 1,
        };
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

#[test]
fn every_move_of_an_awkward_scene_can_be_made_without_scripts() {
    let options = Map::new();
    let meta = roster::GAMES[0].meta();
    assert_reachable(&page(meta, &options, awkward(), 1));
    for kept in 0..awkward().moves.len() {
        let mut scene = awkward();
        scene.moves = vec![scene.moves[kept].clone()];
        assert_reachable(&page(meta, &options, scene, 1));
    }
}

/// The buttons that can be seen in the tray: what they send by name and value, and their words.
fn pressable(page: &TablePage) -> Vec<[String; 3]> {
    let html = table_live(page).into_string();
    let start = html.find("<div class=\"acts\">").unwrap();
    let tray = html[start..].split_once("</section>").unwrap().0;
    let plain =
        |text: &str| text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut found: Vec<[String; 3]> = Vec::new();
    let mut hidden = 0;
    for (tag, text) in tray.split('<').skip(1).filter_map(|rest| rest.split_once('>')) {
        match tag {
            "/div" if hidden > 0 => hidden -= 1,
            _ if tag.starts_with("div") && (hidden > 0 || tag.ends_with(" hidden")) => hidden += 1,
            _ if tag.starts_with("button") && hidden == 0 => {
                let get =
                    |name: &str| tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next());
                let [name, value] = ["name", "value"].map(|name| plain(get(name).unwrap_or_default()));
                found.push([name, value, plain(text)]);
            }
            "span" if hidden == 0 => {
                if let Some([.., last]) = found.last_mut() {
                    last.push_str(&plain(text));
                }
            }
            _ => {}
        }
    }
    found
}

/// The same without the values.
fn tray(page: &TablePage) -> Vec<(String, String)> {
    pressable(page).into_iter().map(|[name, _, text]| (name, text)).collect()
}

/// Presses the button that picks what is called so.
fn pick<'a>(page: &TablePage<'a>, called: &str) -> TablePage<'a> {
    let button = pressable(page).into_iter().find(|[name, _, text]| name == "pick" && *text == format!("{called}…"));
    let [_, value, _] = button.unwrap_or_else(|| panic!("nothing is called {called}: {:?}", tray(page)));
    TablePage { picked: Some(value), ..page.clone() }
}

/// Presses a piece that several moves begin with.
fn press<'a>(page: &TablePage<'a>, piece: &str) -> TablePage<'a> {
    let picks = |name: &str, value: &str| name == "pick" && value.contains(&format!("\"{piece}\""));
    let button = buttons(&table_live(page).into_string()).into_iter().find(|(_, name, value)| picks(name, value));
    let (_, _, value) = button.unwrap_or_else(|| panic!("{piece} cannot be picked up"));
    TablePage { picked: Some(value), ..page.clone() }
}

#[test]
fn a_path_of_four_steps_is_picked_step_by_step_without_scripts() {
    let (options, of) = (Map::new(), |name: &str, text: &str| (name.to_owned(), text.to_owned()));
    let start = page(roster::GAMES[0].meta(), &options, awkward(), 1);
    assert!(!tray(&start).contains(&of("pick", "<i>Lamp</i>…")), "what lies open is pressed there, not in the tray");
    let lamp = press(&start, "lamp");
    assert!(tray(&lamp).contains(&of("pick", "the bridge…")), "{:?}", tray(&lamp));
    assert!(tray(&lamp).contains(&of("action", "Drop")) && tray(&lamp).contains(&of("pick", "Put it back")));
    let bridge = pick(&lamp, "the bridge");
    assert!(tray(&bridge).contains(&of("action", "Hang it up")), "{:?}", tray(&bridge));
    let there = pick(&bridge, "hall");
    let by = [of("action", "Hang the lamp on the bridge"), of("action", "Hang the lamp on a rope")];
    assert_eq!(tray(&there)[..2], by, "the words have a button each");
    assert!(table_live(&there).into_string().contains("&lt;i&gt;Lamp&lt;/i&gt;, the bridge, hall: how?"));
    let unknown = TablePage { picked: Some("[{\"piece\":\"nobody\"}]".into()), ..start.clone() };
    assert_eq!(tray(&unknown), tray(&start), "what nobody can pick is not picked");
}

#[test]
fn moves_on_the_same_path_have_a_button_each() {
    let options = Map::new();
    let same =
        |text: &str, n: usize| Move { action: json!({ "n": n }), wording: Wording::new(text).from("lamp").to("gift") };
    let mut scene = awkward();
    scene.moves = vec![same("Trade fairly", 0), same("Trade and cheat", 1)];
    let texts = |page: &TablePage| tray(page).into_iter().filter(|(name, _)| name == "action").map(|(_, text)| text);
    let start = page(roster::GAMES[0].meta(), &options, scene, 1);
    assert_eq!(texts(&start).collect::<Vec<_>>(), ["Trade fairly", "Trade and cheat"]);
    let lamp = press(&start, "lamp");
    let gift = pick(&lamp, "<i>Lamp</i>");
    assert_eq!(texts(&gift).collect::<Vec<_>>(), ["Trade fairly", "Trade and cheat"]);
    assert_reachable(&start);
}

#[test]
fn a_word_that_several_moves_begin_with_groups_them() {
    let options = Map::new();
    let mut scene = awkward();
    scene.moves.retain(|one| one.wording.path.first().is_some_and(|point| point.piece().is_none()));
    let start = page(roster::GAMES[0].meta(), &options, scene, 1);
    let words = |page: &TablePage| tray(page).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(words(&start), ["Offer help for 3", "Offer help: 2…"]);
    let help = pick(&start, "Offer help: 2");
    assert_eq!(words(&help)[..2], ["Offer help for 2, the lamp", "Offer help for 2, the gift"]);
    let html = table_live(&help).into_string();
    assert_eq!(html.matches("target\" data-piece=").count(), 2, "what can follow glows: {html}");
}

#[test]
fn an_edge_that_can_be_aimed_at_is_a_button_on_the_map() {
    let options = Map::new();
    let start = page(roster::GAMES[0].meta(), &options, awkward(), 1);
    let html = table_live(&start).into_string();
    assert!(html.contains("<div class=\"down-2 right-2\">") && html.contains("data-piece=\"bridge\""), "{html}");
}

#[test]
fn with_real_dice_the_question_is_the_prompt() {
    let (options, question) =
        (Map::new(), Question { ask: Ask::Die(Die::D6), why: Why::new("strike", text!("The strike")) });
    let mut page = page(roster::GAMES[0].meta(), &options, Scene { prompt: "You rest.".into(), ..awkward() }, 1);
    page.ask = Some(&question);
    page.may_answer = true;
    let html = table_live(&page).into_string();
    assert!(html.contains(r#"id="prompt"><b>The strike</b>: roll a d6 and say what fell.</p>"#), "{html}");
    assert!(html.matches(r#"id="prompt""#).count() == 1 && !html.contains("You rest."));
}

#[test]
fn nothing_that_a_game_or_a_person_says_becomes_markup() {
    let options = Map::new();
    let page = page(roster::GAMES[0].meta(), &options, awkward(), 2);
    let html = table(&Visitor { name: Some("<u>x</u>"), ..Visitor::default() }, &page).into_string();
    assert!(!html.contains("<i>") && !html.contains("<b>shines") && !html.contains("<u>") && !html.contains("<Ada"));
    assert!(html.contains("&lt;i&gt;Lamp") && html.contains("&lt;Ada &amp; co&gt;"));
}

#[test]
fn no_tag_has_an_attribute_twice() {
    let options = Map::new();
    let page = page(roster::GAMES[0].meta(), &options, awkward(), 2);
    let html = table(&Visitor::default(), &page).into_string();
    for tag in html.split('<').skip(1) {
        assert!(tag.split('>').next().unwrap_or_default().matches(" class=").count() < 2, "<{tag}");
    }
}

#[test]
fn the_files_are_light() {
    let size: usize = ["style.css", "script.js", "icon.svg"].iter().map(|name| asset(name).unwrap().bytes.len()).sum();
    assert!(size < 244_000, "{size} bytes before compression");
}

/// The colours of the stylesheet: light and dark, by name.
fn colours() -> HashMap<String, [[f64; 3]; 2]> {
    let css = asset("style.css").unwrap().bytes;
    let css = std::str::from_utf8(&css).unwrap();
    let rgb = |hex: &str| {
        let part =
            |at: usize| f64::from(u8::from_str_radix(&hex.trim().trim_start_matches('#')[at..at + 2], 16).unwrap());
        [part(0), part(2), part(4)]
    };
    let mut all = HashMap::new();
    let code: String = css.split("*/").map(|part| part.split_once("/*").map_or(part, |(code, _)| code)).collect();
    for declaration in code.split(['{', ';', '}']) {
        let Some((name, value)) = declaration.trim().strip_prefix("--").and_then(|rest| rest.split_once(':')) else {
            continue;
        };
        if let Some((light, dark)) = value.trim().strip_prefix("light-dark(").and_then(|rest| rest.split_once(',')) {
            all.insert(name.to_owned(), [rgb(light), rgb(dark.trim_end_matches(')'))]);
        } else if name.strip_prefix('s').is_some_and(|seat| seat.parse::<u8>().is_ok()) {
            all.insert(name.to_owned(), [rgb(value), rgb(value)]);
        }
    }
    all
}

/// The contrast of two colours, as WCAG 2 computes it.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |part: f64| {
        let part = part / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let light = |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (light(a) + 0.05, light(b) + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn text_and_controls_stand_out_in_both_themes() {
    let colours = colours();
    let check = |over: &str, under: &str, least: f64| {
        for (theme, name) in ["light", "dark"].iter().enumerate() {
            let found = contrast(colours[over][theme], colours[under][theme]);
            assert!(found >= least, "{over} on {under}, {name}: {found:.2} of {least}");
        }
    };
    for ground in ["bg", "wall", "stone", "stone-2"] {
        for text in ["text", "text-2", "ember", "brass", "good", "hurt", "cold"] {
            check(text, ground, 4.5);
        }
        check("rim", ground, 3.0);
    }
    check("act-text", "act", 4.5);
    for ink in ["ink", "ink-2"] {
        check(ink, "paper", 4.5);
    }
    for ink in ["plate-text", "plate-2"] {
        check(ink, "plate", 4.5);
    }
    for foot in ["f-monster", "f-boss", "f-item", "f-ability", "f-hero", "f-curse", "f-place"] {
        check("act-text", foot, 4.5);
    }
    for seat in ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"] {
        check("act-text", seat, 4.5);
    }
}

#[test]
fn a_text_keeps_the_markup_in_its_gaps_and_escapes_its_words() {
    let link = maud::html! { a href="/x" { "A & B" } };
    let html = markup!("You & {link}, {}", "<b>").into_string();
    assert_eq!(html, "You &amp; <a href=\"/x\">A &amp; B</a>, &lt;b&gt;");
}
