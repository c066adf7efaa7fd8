//! Tests of the pages as a whole.

mod colours;
mod floor;
#[cfg(feature = "raster")]
mod links;
mod moves;
mod scenes;

use kernel::{
    Area, Ask, Die, Ending, Epitaph, Flag, Icon, Layout, Look, Meta, Picture, Piece, Question, Role, RollReason, Scene,
    Seat, Stat, Tone, Viewer, say,
};
use serde_json::{Map, Value};
use text::text;

use crate::{SeatInfo, ShownGoals, TablePage, TableStatus, Visitor, asset, common::markup, lobby, table, table_live};
use scenes::{awkward, bargaining};

pub(super) fn page(meta: &'static Meta, options: &Map<String, Value>, scene: Scene, seats: u8) -> TablePage {
    let info = |seat| SeatInfo {
        seat,
        person: Some("<Ada & co>".into()),
        bot: None,
        you: seat == Seat(0),
        connected: true,
        ..SeatInfo::default()
    };
    TablePage {
        id: "t1".into(),
        seats: Seat::all(seats).map(info).collect(),
        host: true,
        step: 3,
        ..TablePage::new(meta, options, Some(scene), Viewer::Seat(Seat(0)))
    }
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

#[test]
fn with_real_dice_the_question_is_the_prompt() {
    let (options, question) =
        (Map::new(), Question { ask: Ask::Die(Die::D6), why: RollReason::new("strike", text!("The strike")) });
    let mut page = page(roster::GAMES[0].meta(), &options, Scene { prompt: "You rest.".into(), ..awkward() }, 1);
    page.ask = Some(question);
    page.may_answer = true;
    let html = table_live(&page).into_string();
    assert!(html.contains(r#"id="prompt"><p><b>The strike</b>: roll a d6 and say what fell.</p>"#), "{html}");
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
    assert!(size < 279_000, "{size} bytes before compression");
}

#[test]
fn a_text_keeps_the_markup_in_its_gaps_and_escapes_its_words() {
    let link = maud::html! { a href="/x" { "A & B" } };
    let html = markup!("You & {link}, {}", "<b>").into_string();
    assert_eq!(html, "You &amp; <a href=\"/x\">A &amp; B</a>, &lt;b&gt;");
}

/// Returns the page of a finished match with this end, whose scene has these areas.
fn ended(ending: Ending, areas: Vec<Area>) -> TablePage {
    let page = page(roster::GAMES[0].meta(), &Map::new(), Scene { areas, ending: Some(ending), ..awkward() }, 1);
    TablePage { status: TableStatus::Over, ..page }
}

fn ending(tone: Tone) -> Ending {
    Ending {
        title: "It is over".into(),
        story: "It was long.".into(),
        tone,
        numbers: Vec::new(),
        unlocked: None,
        draw: None,
        epitaph: None,
    }
}

#[test]
fn a_win_on_a_way_is_a_tower_with_a_candle_for_each_step() {
    let step = |name: &'static str, taken| {
        let stats = vec![Stat { icon: Icon::HEART, name: "health", value: "7".into() }];
        Piece::new(name, Look::card(name, "Floor", Icon::CARD, Tone::Plain, stats), name).flag(Flag::Exhausted, taken)
    };
    let areas = || {
        vec![Area::new("climb", "The climb", Role::Track, Layout::List).with([
            step("B", true),
            step("A", true),
            step("C", false),
        ])]
    };
    let won = table_live(&ended(ending(Tone::Good), areas())).into_string();
    let tower = won.split("class=\"last ascent").nth(1).unwrap().split("</section>").next().unwrap();
    assert_eq!(
        (tower.matches("<li class=\"lit\"").count(), tower.matches("class=\"candle\"").count()),
        (2, 3),
        "{tower}"
    );
    assert_eq!(tower.matches(">7</b>").count(), 3, "the health left at each: {tower}");
    assert!(tower.find(">B</span>") < tower.find(">A</span>"), "the last step is in the crown: {tower}");
    assert!(!table_live(&ended(ending(Tone::Bad), areas())).into_string().contains("ascent"), "a fall has no candles");
}

#[test]
fn a_fall_is_a_stone_in_words_that_anybody_may_share() {
    let epitaph = Epitaph {
        name: say!("{seat}", seat = Seat(0)),
        place: "Floor 7, the troll".into(),
        line: "So nearly at the top.".into(),
        near_best: Some("So near the best climb.".into()),
        picture: Picture("common/hero"),
    };
    let mut page = ended(Ending { epitaph: Some(epitaph), ..ending(Tone::Bad) }, Vec::new());
    page.hosting.access.spectators = true;
    let html = table_live(&page).into_string();
    let told = "Here lies &lt;Ada &amp; co&gt;. Floor 7, the troll. “So nearly at the top.”";
    assert!(html.contains(&format!("role=\"img\" aria-label=\"{told}\"")), "the name, not you: {html}");
    assert!(html.contains("href=\"/replays/t1/stone.png?seat=0\"") && html.contains("data-share-picture"), "{html}");
    let visitor = Visitor { origin: Some("https://hall.example"), ..Visitor::default() };
    let tags = table(&visitor, &page).into_string();
    assert!(tags.contains("og:image\" content=\"https://hall.example/replays/t1/stone.png?seat=0\""), "{tags}");
    assert!(tags.contains("og:image:height\" content=\"1000\""), "{tags}");
    page.finished.goals = Some(ShownGoals { near_best: true, ..ShownGoals::default() });
    let told = told.replace("So nearly at the top.", "So near the best climb.");
    assert!(table_live(&page).into_string().contains(&told), "the line of a match near the player's best");
    page.hosting.access.spectators = false;
    assert!(!table(&visitor, &page).into_string().contains("stone.png"), "nobody else may look");
}
