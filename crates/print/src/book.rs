//! The rulebook: Markdown set in pages.

use std::collections::BTreeMap;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::{
    Paper,
    flow::{self, Element, Paragraph, Run},
    mark::{BRASS, Mark},
    typeface::Font,
};

/// The margins of a page at the side, above and below, in millimetres.
const MARGINS: [f32; 3] = [24.0, 20.0, 22.0];
/// Chapters for programs, which nobody reads at a table.
const FOR_PROGRAMS: [&str; 3] = ["For those who write bots", "Worked examples that run", "The reference policy"];

/// The sign before the name of a picture, which no text has.
const PICTURE: char = '\u{e000}';

/// Returns the pages of a rulebook in Markdown with this title.
pub fn pages(title: &str, markdown: &str, paper: Paper) -> Vec<Vec<Mark>> {
    let elements = read(title, markdown);
    let [wide, high] = paper.size();
    let [side, above, below] = MARGINS;
    let room = [wide - 2.0 * side, high - above - below];
    // The contents name pages, which are known when all is set once.
    let mut numbers = BTreeMap::new();
    let mut columns = Vec::new();
    for _ in 0..2 {
        let strips = elements.iter().flat_map(|element| flow::set(&numbered(element, &numbers), room[0], 1.0));
        columns = flow::columns_of(strips.collect(), room[1]);
        numbers = (columns.iter().zip(1..))
            .flat_map(|((_, anchors), page)| anchors.iter().map(move |anchor| (anchor.clone(), page)))
            .collect();
    }
    let page = |(page, (marks, _)): (usize, (Vec<Mark>, Vec<String>))| {
        let across = [side, wide - side];
        let y = high - below + 9.0;
        let mut all: Vec<Mark> = marks.into_iter().map(|mark| mark.moved([side, above])).collect();
        all.push(Mark::centred(across, y, 9.0, Font::Text, &(page + 1).to_string()));
        if page > 0 {
            all.push(Mark::words([side, above - 7.0], 8.5, Font::Title, title));
            all.push(Mark::line([side, above - 5.0], [wide - side, above - 5.0], (0.2, BRASS)));
        }
        all
    };
    columns.into_iter().enumerate().map(page).collect()
}

/// An entry of the contents with the number of its page.
fn numbered<'a>(element: &Element<'a>, numbers: &BTreeMap<String, usize>) -> Element<'a> {
    match element {
        Element::Paragraph(paragraph) => {
            let page = |anchor: &String| numbers.get(anchor).map_or(String::new(), usize::to_string);
            Element::Paragraph(Paragraph { end: paragraph.end.as_ref().map(page), ..paragraph.clone() })
        }
        other => other.clone(),
    }
}

/// The state of reading.
#[derive(Default)]
struct Reading {
    elements: Vec<Element<'static>>,
    now: Paragraph,
    strong: usize,
    /// The number of the next item of each open list; none for one without numbers.
    lists: Vec<Option<u64>>,
    row: Vec<Vec<Run>>,
    head: Vec<Vec<Run>>,
    rows: Vec<Vec<Vec<Run>>>,
    /// Whether a fenced block is open: a script, which is left out.
    script: bool,
    link: Option<String>,
}

impl Reading {
    fn say(&mut self, text: &str) {
        let font = if self.strong > 0 { Font::Strong } else { Font::Text };
        if !self.script {
            self.now.runs.push(Run::new(font, text));
        }
    }

    /// Ends a paragraph, if one is open.
    fn end(&mut self) {
        let paragraph = std::mem::take(&mut self.now);
        if !paragraph.runs.is_empty() {
            self.elements.push(Element::Paragraph(Paragraph { depth: self.lists.len(), ..paragraph }));
        }
    }
}

/// The parts of a rulebook. Chapters for programs are left out, and entries of the contents that
/// name them.
fn read(title: &str, markdown: &str) -> Vec<Element<'static>> {
    let mut on = Reading::default();
    let mut level = 0;
    // A comment names the picture of its item. As a code it does not hide the rest of the line.
    let markdown = markdown.replace("<!-- ", &format!("`{PICTURE}")).replace(" -->", "`");
    for event in Parser::new_ext(&markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: new, .. }) => {
                on.end();
                level = new as u8;
            }
            Event::End(TagEnd::Heading(_)) => {
                let words: String = std::mem::take(&mut on.now).runs.into_iter().map(|run| run.text).collect();
                on.elements.push(Element::Heading { level, anchor: anchor(&words), words });
            }
            Event::Start(Tag::Strong) => on.strong += 1,
            Event::End(TagEnd::Strong) => on.strong -= 1,
            Event::Start(Tag::List(first)) => {
                on.end();
                on.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => {
                on.end();
                on.lists.pop();
            }
            Event::Start(Tag::Item) => {
                let bullet = match on.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "\u{2022}".to_owned(),
                };
                on.now.bullet = Some(bullet);
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) => on.end(),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let first = on.now.runs.is_empty() && on.now.bullet.is_some();
                on.link = dest_url.strip_prefix('#').filter(|_| first).map(str::to_owned);
            }
            // A link that is all of an item is an entry of the contents.
            Event::End(TagEnd::Link) => on.now.end = on.link.take(),
            Event::Start(Tag::Table(_)) => on.end(),
            Event::Start(Tag::TableCell) => on.now = Paragraph::default(),
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut on.now).runs;
                on.row.push(cell);
            }
            Event::Start(Tag::TableHead) => on.strong += 1,
            Event::End(TagEnd::TableHead) => {
                on.strong -= 1;
                on.head = std::mem::take(&mut on.row);
            }
            Event::End(TagEnd::TableRow) => {
                let row = std::mem::take(&mut on.row);
                on.rows.push(row);
            }
            Event::End(TagEnd::Table) => {
                let (head, rows) = (std::mem::take(&mut on.head), std::mem::take(&mut on.rows));
                on.elements.push(Element::Table { head, rows });
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                on.end();
                on.script = matches!(kind, CodeBlockKind::Fenced(_));
            }
            Event::End(TagEnd::CodeBlock) => {
                on.script = false;
                on.end();
            }
            Event::Code(name) if name.starts_with(PICTURE) => {
                on.now.picture = art::picture(name.trim_start_matches(PICTURE)).map(art::Picture::name);
            }
            Event::Text(text) | Event::Code(text) => {
                on.now.end = None;
                on.say(&text);
            }
            Event::SoftBreak | Event::HardBreak => on.say(" "),
            _ => {}
        }
    }
    on.end();
    for_players(title, on.elements)
}

fn for_players(title: &str, elements: Vec<Element<'static>>) -> Vec<Element<'static>> {
    let heading = Element::Heading { level: 1, words: title.to_owned(), anchor: String::new() };
    let mut left_out = false;
    let mut kept = vec![heading];
    for element in elements {
        match &element {
            Element::Heading { level: 1, .. } => continue,
            Element::Heading { level: 2, words, .. } => left_out = FOR_PROGRAMS.contains(&words.as_str()),
            Element::Paragraph(Paragraph { runs, .. }) if runs[0].text.starts_with("Game id") => continue,
            _ => {}
        }
        if !left_out {
            kept.push(element);
        }
    }
    let anchors: Vec<String> = kept
        .iter()
        .filter_map(|element| match element {
            Element::Heading { anchor, .. } => Some(anchor.clone()),
            _ => None,
        })
        .collect();
    kept.retain(|element| match element {
        Element::Paragraph(Paragraph { end: Some(end), .. }) => anchors.contains(end),
        _ => true,
    });
    kept
}

/// The name of a heading in links.
fn anchor(words: &str) -> String {
    let hyphened = words.to_lowercase().replace(' ', "-");
    hyphened.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulebooks_of_all_games_are_set_without_overflow() {
        for game in roster::GAMES {
            let meta = game.meta();
            assert!(FOR_PROGRAMS.iter().all(|title| meta.rulebook.contains(&format!("\n## {title}\n"))), "{}", meta.id);
            let german = translations::german().speak(|| translations::rules(meta.id)).unwrap();
            for (markdown, paper) in [(meta.rulebook, Paper::A4), (meta.rulebook, Paper::Letter), (german, Paper::A4)] {
                let [wide, high] = paper.size();
                let [side, _, below] = MARGINS;
                let pages = pages(meta.title, markdown, paper);
                assert!(pages.len() < 40);
                for (number, mark) in
                    pages.iter().enumerate().flat_map(|(at, page)| page.iter().map(move |mark| (at, mark)))
                {
                    let [left, right, _, bottom] = mark.ends();
                    let inside = left >= side - 0.1 && right <= wide - side + 0.3 && bottom <= high - below + 11.0;
                    assert!(inside, "{}, page {number}: {mark:?}", meta.id);
                    if let Mark::Words { text, font, .. } = mark {
                        assert!(text.chars().all(|sign| font.has(sign)), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn contents_name_pages_and_leave_out_chapters_for_programs() {
        let text = "# A\n\n- [One](#one)\n- [The reference policy](#the-reference-policy)\n\n## One\n\nWords.\n\n\
            ## The reference policy\n\nNothing.\n";
        let words: Vec<String> = pages("A", text, Paper::A4)
            .iter()
            .flatten()
            .filter_map(|mark| match mark {
                Mark::Words { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(words, ["A", "One", "\u{2022}", "1", "One", "Words.", "1"]);
    }
}
