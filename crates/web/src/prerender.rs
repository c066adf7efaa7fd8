//! Pages for the first visit, drawn when the site is built.
//!
//! A newcomer sees them while the hall is still on its way: the front page, and the first table of
//! each game whose beginning shows no dice and no cards. Such a table looks the same for every seed,
//! so the match that is opened later looks like it, and a move chosen here is legal there.

use maud::{Markup, PreEscaped, html};
use text::t;

use crate::{Answer, Hall, Moment, Request, Settings};

/// A page without its frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prerendered {
    /// `front`, or the id of a game.
    pub name: &'static str,
    /// The title of the document.
    pub title: String,
    /// The classes of its body.
    pub class: String,
    /// The content of its body.
    pub body: String,
}

/// The name of the front page.
const FRONT: &str = "front";
/// The id that stands for the table's.
const TABLE: &str = "first";
/// How many matches of a game are compared.
const COMPARED: u8 = 4;

impl Prerendered {
    /// Returns the page as a template, which a browser reads without fetching its pictures.
    pub fn template(&self) -> Markup {
        html! {
            template id={ "page-" (self.name) } data-title=(self.title) data-class=(self.class) { (PreEscaped(&self.body)) }
        }
    }
}

/// Returns the pages in a language, named by its tag.
pub fn pages(language: &str) -> Vec<Prerendered> {
    let tables = roster::GAMES.iter().filter_map(|game| first_table(game.meta().id, language));
    std::iter::once(front(language)).chain(tables).collect()
}

/// Returns the head of a page, with its stylesheet, typefaces and icons, without its script.
pub fn head() -> String {
    let hall = hall("en");
    hall.placed(between(&hall.front(&[]).body, "<head>", "<script").unwrap_or_default())
}

/// Returns the line that tells a visitor that the hall is on its way.
pub fn coming(language: &str) -> Markup {
    let moment = moment(language, 0);
    hall(language).settings.language(&moment.languages).speak(|| {
        html! { span lang=(language) { (t!("The hall is on its way to this browser. It comes only once.")) } }
    })
}

fn hall(language: &str) -> Hall {
    Hall::new("", Settings { language: language.into(), ..Settings::default() })
}

fn moment(language: &str, number: u8) -> Moment {
    Moment { now: i64::from(number) * 1_000_000_000, luck: format!("{number:064x}"), languages: language.into() }
}

/// Returns the front page of a newcomer, without what changes every day.
fn front(language: &str) -> Prerendered {
    let mut hall = hall(language);
    let moment = moment(language, 1);
    hall.at(&moment);
    let page = hall.settings.language(&moment.languages).speak(|| hall.front(&[]));
    let body = hall.placed(&page.body);
    bare(FRONT, &body)
}

/// Returns the first table of a game; `None` if its beginning shows what chance has decided.
fn first_table(game: &'static str, language: &str) -> Option<Prerendered> {
    let mut pages = (1..=COMPARED).map(|number| bare(game, &beginning(game, language, number)));
    let first = pages.next()?;
    pages.all(|page| page == first).then_some(first)
}

/// Returns the page of a new match, without its seal and with another id.
fn beginning(game: &str, language: &str, number: u8) -> String {
    let mut hall = hall(language);
    let mut ask = |method: &str, path: &str, fields: Vec<(String, String)>| -> Answer {
        let request = Request { method: method.into(), path: path.into(), fields, ..Request::default() };
        hall.answer(&request, &moment(language, number)).0
    };
    let path = ask("POST", "/play", vec![("game".into(), game.into())]).location.unwrap_or_default();
    let page = ask("GET", &path, Vec::new()).body;
    let id = path.rsplit('/').next().unwrap_or_default();
    let page = page.replace(id, TABLE);
    without(&without(&page, " data-version=\"", "\""), "<p class=\"hash\">", "</p>")
}

/// Returns a page without its frame.
fn bare(name: &'static str, page: &str) -> Prerendered {
    let part = |from: &str, to: &str| between(page, from, to).unwrap_or_default().to_owned();
    let body = part("<body", "</body>");
    let (tag, content) = body.split_once('>').unwrap_or_default();
    let class = between(tag, "class=\"", "\"").unwrap_or_default().to_owned();
    Prerendered { name, title: part("<title>", "</title>"), class, body: content.to_owned() }
}

/// Returns the text after `from` and before the next `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}

/// Returns the text without the part that begins with `from` and ends with the next `to`.
fn without(text: &str, from: &str, to: &str) -> String {
    let Some((before, rest)) = text.split_once(from) else { return text.to_owned() };
    let after = rest.split_once(to).map_or("", |(_, after)| after);
    format!("{before}{after}")
}
