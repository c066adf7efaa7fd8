//! Tests that every move can be made without scripts.

use bots::{Bot, Budget};
use kernel::{Move, Seed, Source, Viewer, Wording};
use roster::{Advice, MoveEstimate};
use serde_json::{Map, Value, json};

use super::{awkward, bargaining, page};
use crate::{TablePage, table_live};

#[test]
fn every_move_of_real_matches_can_be_made_without_scripts() {
    assert!(real_matches(assert_reachable) > 6);
}

#[test]
fn no_primary_move_is_worse_and_deadly_moves_say_so() {
    let (mut primary, mut deadly) = (0, 0);
    real_matches(|page| {
        let scene = page.scene.clone().unwrap_or_default();
        let bad = |index: usize| scene.moves[index].wording.forecast.as_ref()?.odds.map(|odds| odds.bad);
        let others = |one: usize| (0..scene.moves.len()).filter(move |index| *index != one);
        for (class, index, text) in offered(&table_live(page).into_string(), &scene.moves) {
            let has = |name: &str| class.split(' ').any(|one| one == name);
            let risk = bad(index).unwrap_or_default();
            if has("primary") && has("large") {
                primary += 1;
                let least = others(index).map(|other| bad(other).unwrap_or_default()).min();
                assert!(risk < 250 && least.is_none_or(|least| least >= risk), "{text}: {:?}", scene.moves);
            }
            if risk >= 250 {
                deadly += 1;
                let odds = format!("{} % risk of death", (risk + 5) / 10);
                assert!(has("danger") && !has("primary") && text.contains(&odds), "{class}: {text}");
            }
        }
    });
    assert!(primary > 50 && deadly > 20, "{primary} primary, {deadly} deadly");
}

#[test]
fn equal_ways_on_look_equal_and_retiring_is_in_the_menu() {
    let options = Map::new();
    let made = |wording: Wording, n: u8| Move { action: json!({ "n": n }), wording };
    let odds = |good: f64, bad: f64| kernel::Forecast::new("so it goes").odds(good, bad);
    let classes = |first: kernel::Forecast, second: Option<kernel::Forecast>| {
        let second = Wording { forecast: second, ..Wording::new("Run") };
        let retire = Wording::new("Retire").confirm("Retire?").menu();
        let moves = [Wording::new("Fight").main().forecast(first), second, retire];
        let scene =
            kernel::Scene { moves: moves.into_iter().zip(0..).map(|(one, n)| made(one, n)).collect(), ..awkward() };
        let page = page(roster::GAMES[0].meta(), &options, scene, 1);
        let html = table_live(&page).into_string();
        let menu = html.split_once("id=\"menu\"").unwrap().1.split_once("</nav>").unwrap().0.to_owned();
        assert!(menu.contains("Retire…") && !tray(&page).iter().any(|(_, text)| text.contains("Retire")));
        let scene = page.scene.unwrap();
        offered(&html, &scene.moves).into_iter().map(|(class, ..)| class).collect::<Vec<_>>()
    };
    // The way on is large where nothing is better; a lost fight is as plain as running from it.
    assert_eq!(classes(odds(0.5, 0.1), None), ["move", "move"]);
    assert_eq!(classes(odds(0.5, 0.0), None), ["move large primary", "move"]);
    assert_eq!(classes(odds(0.0, 0.0), None), ["move", "move"]);
    assert_eq!(classes(odds(0.7, 0.25), Some(odds(0.2, 0.8))), ["move danger", "move danger"]);
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

#[test]
fn a_fight_is_weighed_and_bargained_over_on_one_page() {
    let options = Map::new();
    let page = page(roster::GAMES[0].meta(), &options, bargaining(), 2);
    assert_reachable(&page);
    let html = table_live(&page).into_string();
    let count = |text: &str| html.matches(text).count();
    // The sums appear large and as bars; certain terms are apart from terms that depend on a
    // choice.
    assert_eq!((count("class=\"versus\""), count("class=\"balance\""), count("url(#maybe)")), (1, 1, 1));
    assert!(html.contains("A side: 12, 25 with what is on offer. A side: 19."), "{html}");
    assert!(html.contains("Now: lost by 7") && html.contains("The plate breaks."));
    // All offers share one form, which states the result of the numbers.
    assert_eq!((count("name=\"actions\""), count("<select name=\"number\""), count("Offer help for")), (1, 2, 0));
    assert!(html.contains("1,0&quot;:&quot;21 to 19") && html.contains(">21 to 19</p>"));
    // Cards show their effects, and the player picks them up before playing them.
    assert_eq!((count(">19 → 24</span>"), count(">find</span>")), (1, 1));
    assert!(html.contains("name=\"pick\" value=\"[{&quot;piece&quot;:&quot;ambush&quot;}]\""));
    let picked = TablePage { picked: Some(json!([{ "piece": "ambush" }]).to_string()), ..page.clone() };
    let ambush = table_live(&picked).into_string();
    assert!(ambush.contains("<b>Ambush</b>: <span>For the monster.</span>"), "{ambush}");
    // A pile shows its cards in full, in its place and in the choice of one of them; an empty pile
    // cannot be opened.
    assert_eq!(
        (count("popovertarget=\"pile-discard\""), count("popovertarget=\"pile-empty\""), count("class=\"pickable\"")),
        (2, 0, 2)
    );
    assert!(html.contains("<b data-num=\"4\""));
    // A player's activity appears as a sign and as words.
    assert!(html.contains("title=\"may still act\"") && html.contains(">may still act</p>"));
    assert!(html.contains("class=\"table broad\""));
}

#[test]
fn a_hint_marks_the_card_to_choose_from_a_pile() {
    let options = Map::new();
    let start = page(roster::GAMES[0].meta(), &options, bargaining(), 2);
    let moves = &start.scene.as_ref().unwrap().moves;
    let find = moves.iter().find(|one| one.wording.text.plain(kernel::unnamed) == "Find the rope").unwrap();
    let estimate = MoveEstimate { action: find.action.clone(), text: "Find".into(), estimate: 0.4, visits: 9 };
    let advice = Advice { action: find.action.clone(), text: "Find".into(), estimates: vec![estimate] };
    let page = TablePage { hint: Some(advice.into()), ..start };
    assert!(table_live(&page).into_string().contains("aria-label=\"Hint: Pick up: Map"));
    let picked = TablePage { picked: Some(json!([{ "piece": "map" }]).to_string()), ..page };
    let html = table_live(&picked).into_string();
    let cards: Vec<&str> =
        html.split("class=\"pickable\"").skip(1).map(|card| &card[..card.find("</button>").unwrap()]).collect();
    assert_eq!(cards.len(), 2);
    for card in cards {
        let wanted = card.contains("aria-label=\"Hint: Rope");
        assert_eq!((wanted, wanted), (card.contains("Rope"), card.contains("worth best")), "{card}");
    }
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

/// Calls `check` with the page of every decision of some random matches of each game. Returns the
/// number of pages.
fn real_matches(mut check: impl FnMut(&TablePage)) -> u64 {
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
                check(&page(title.meta(), &options, scene, seats));
                scenes += 1;
                let advice = title.advise(table.as_ref(), seat, Bot::Random, scenes, &Budget::ONE_THREAD).unwrap();
                table.act(seat, &advice.action).unwrap();
            }
        }
    }
    scenes
}

/// Returns the buttons of the tray that make a move: their classes, the move's index, their words.
fn offered(html: &str, moves: &[Move]) -> Vec<(String, usize, String)> {
    let tray = html[html.find("<div class=\"acts\">").unwrap()..].split_once("</section>").unwrap().0;
    let mut found = Vec::new();
    for button in tray.split("<button class=\"move").skip(1) {
        let (tag, rest) = button.split_once('>').unwrap();
        let value = tag.split_once(" value=\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        let value = value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let index = match tag.contains(" name=\"confirm\"") {
            true => value.parse().ok(),
            false => {
                let action: Option<Value> = serde_json::from_str(&value).ok();
                moves.iter().position(|one| action.as_ref() == Some(&one.action))
            }
        };
        let class = format!("move{}", tag.split('"').next().unwrap_or_default());
        let text = rest.split("</button>").next().unwrap_or_default();
        found.extend(index.map(|index| (class, index, text.to_owned())));
    }
    found
}

/// Presses every button that picks or asks, repeatedly, and looks for one that makes each move.
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

/// Returns the actions that the form of numbers can send, as far as its lists have the numbers.
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

/// A visible button: its form, its name, its value.
type Button = (String, String, String);

/// Returns the buttons of a page that are visible without scripts.
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

/// Returns the visible buttons of the tray: the name and value that they send, and their words.
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

/// Returns the same without the values.
fn tray(page: &TablePage) -> Vec<(String, String)> {
    pressable(page).into_iter().map(|[name, _, text]| (name, text)).collect()
}

/// Presses the button that picks the fork of this name.
fn pick(page: &TablePage, called: &str) -> TablePage {
    let button = pressable(page).into_iter().find(|[name, _, text]| name == "pick" && *text == format!("{called}…"));
    let [_, value, _] = button.unwrap_or_else(|| panic!("nothing is called {called}: {:?}", tray(page)));
    TablePage { picked: Some(value), ..page.clone() }
}

/// Presses a piece with which several moves begin.
fn press(page: &TablePage, piece: &str) -> TablePage {
    let picks = |name: &str, value: &str| name == "pick" && value.contains(&format!("\"{piece}\""));
    let button = buttons(&table_live(page).into_string()).into_iter().find(|(_, name, value)| picks(name, value));
    let (_, _, value) = button.unwrap_or_else(|| panic!("{piece} cannot be picked up"));
    TablePage { picked: Some(value), ..page.clone() }
}
