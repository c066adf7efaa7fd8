//! The rulebook as lines of text.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::text;

/// A line of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) text: String,
    /// A heading's level, from 1.
    pub(crate) heading: Option<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Block {
    Heading(u8, String),
    /// A paragraph behind its bullet, which is spaces where none stands.
    Text(String, String),
    Table(Vec<Vec<String>>),
    Code(String),
}

/// Chapters of a rulebook that are not for players: for programs, and for the referee.
const ASIDE: [&str; 3] = ["For those who write bots", "The reference policy", "Worked examples that run"];

impl Block {
    fn heading(&self) -> Option<(u8, &str)> {
        match self {
            Block::Heading(level, text) => Some((*level, text)),
            Block::Text(..) | Block::Table(_) | Block::Code(_) => None,
        }
    }
}

/// Markdown as lines of at most `columns`. What is written for programs and for the referee is left out.
pub(crate) fn rows(markdown: &str, columns: usize) -> Vec<Row> {
    let columns = columns.max(20);
    let mut rows: Vec<Row> = Vec::new();
    for block in for_players(blocks(markdown)) {
        let plain = |text: String| Row { text, heading: None };
        let tight = matches!(&block, Block::Text(bullet, _) if !bullet.trim().is_empty() && bulleted(rows.last()));
        if !rows.is_empty() && !tight {
            rows.push(plain(String::new()));
        }
        match block {
            Block::Heading(level, text) => {
                let lines = text::wrap(&text, columns).into_iter();
                rows.extend(lines.map(|text| Row { text, heading: Some(level) }));
            }
            Block::Text(bullet, text) => {
                let indent = text::width(&bullet);
                for (n, line) in text::wrap(&text, columns.saturating_sub(indent)).into_iter().enumerate() {
                    let before = if n == 0 { bullet.clone() } else { " ".repeat(indent) };
                    rows.push(plain(before + &line));
                }
            }
            Block::Table(cells) => rows.extend(table(&cells, columns).into_iter().map(plain)),
            Block::Code(code) => rows.extend(code.lines().map(|line| plain(format!("    {line}")))),
        }
    }
    rows
}

/// Without the chapters for others, the list of chapters, and the line that names the game to programs.
fn for_players(blocks: Vec<Block>) -> Vec<Block> {
    let headings: Vec<String> = blocks.iter().filter_map(Block::heading).map(|(_, text)| text.to_owned()).collect();
    let mut aside = false;
    let wanted = |block: &Block| {
        if let Some((1 | 2, text)) = block.heading() {
            aside = ASIDE.contains(&text);
        }
        let apart = matches!(block, Block::Text(_, text) if headings.contains(text) || text.starts_with("Game id "));
        !aside && !apart
    };
    blocks.into_iter().filter(wanted).collect()
}

fn bulleted(row: Option<&Row>) -> bool {
    row.is_some_and(|row| {
        let text = row.text.trim_start();
        row.heading.is_none()
            && (text.starts_with('-') || text.starts_with(|c: char| c.is_ascii_digit()) || row.text.starts_with("  "))
    })
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut text, mut lists, mut bullet) = (String::new(), Vec::<Option<u64>>::new(), None::<String>);
    let (mut cells, mut heading, mut example) = (Vec::<Vec<String>>::new(), 0, false);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = level as u8,
            Event::End(TagEnd::Heading(_)) => blocks.push(Block::Heading(heading, std::mem::take(&mut text))),
            Event::Start(Tag::List(first)) => {
                paragraph(&mut blocks, &mut text, &mut bullet, lists.len());
                lists.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(lists.pop()),
            Event::Start(Tag::Item) => {
                bullet = Some(match lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    Some(None) | None => "- ".into(),
                });
            }
            Event::End(TagEnd::Item | TagEnd::Paragraph) => {
                paragraph(&mut blocks, &mut text, &mut bullet, lists.len());
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                example = matches!(kind, CodeBlockKind::Fenced(word) if word.starts_with("example"));
            }
            Event::End(TagEnd::CodeBlock) => {
                let code = std::mem::take(&mut text);
                if !example {
                    blocks.push(Block::Code(code));
                }
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => cells.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                if let Some(row) = cells.last_mut() {
                    row.push(std::mem::take(&mut text));
                }
            }
            Event::End(TagEnd::Table) => blocks.push(Block::Table(std::mem::take(&mut cells))),
            Event::Text(words) | Event::Code(words) => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    blocks
}

fn paragraph(blocks: &mut Vec<Block>, text: &mut String, bullet: &mut Option<String>, depth: usize) {
    let text = std::mem::take(text);
    if text.trim().is_empty() {
        return;
    }
    let indent = "  ".repeat(depth.saturating_sub(1));
    let before = match (bullet.take(), depth) {
        (Some(bullet), _) => indent + &bullet,
        (None, 0) => String::new(),
        (None, _) => indent + "  ",
    };
    blocks.push(Block::Text(before, text));
}

/// A table whose widest columns are narrowed until it fits.
fn table(cells: &[Vec<String>], columns: usize) -> Vec<String> {
    const GAP: usize = 2;
    let count = cells.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| text::width(cell)).max();
    let mut widths: Vec<usize> = (0..count).map(|column| widest(column).unwrap_or(0)).collect();
    let room = columns.saturating_sub(GAP * count.saturating_sub(1)).max(count * 4);
    while widths.iter().sum::<usize>() > room {
        let Some(most) = widths.iter_mut().max() else { break };
        *most -= 1;
    }
    let mut out = Vec::new();
    for (n, row) in cells.iter().enumerate() {
        let broken: Vec<Vec<String>> = row.iter().zip(&widths).map(|(cell, width)| text::wrap(cell, *width)).collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts = broken.iter().zip(&widths);
            let parts = parts.map(|(cell, width)| text::pad(cell.get(line).map_or("", String::as_str), *width));
            out.push(parts.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned());
        }
        if n == 0 {
            out.push(widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join(&" ".repeat(GAP)));
        }
    }
    out
}

/// The headings of a page, each with the row it stands in.
pub(crate) fn headings(rows: &[Row]) -> impl Iterator<Item = (usize, &Row)> {
    rows.iter().enumerate().filter(|(_, row)| row.heading.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_lines() {
        let page = "# Title\n\nSome *long* text\nhere.\n\n- one\n- two\n  and more\n\n1. first\n2. second\n\n\
                    | a | b |\n|---|---|\n| x | a long cell |\n\n```example\nact 0 {}\n```\n\n```\ncode\n```\n";
        let text: Vec<String> = rows(page, 20).into_iter().map(|row| row.text).collect();
        let wanted = [
            "Title",
            "",
            "Some long text here.",
            "",
            "- one",
            "- two and more",
            "1. first",
            "2. second",
            "",
            "a  b",
            "-  -----------",
            "x  a long cell",
            "",
            "    code",
        ];
        assert_eq!(text, wanted);
        let narrow = table(&[vec!["key".into(), "many words in one cell".into()]], 20);
        assert!(narrow.iter().all(|line| line.len() <= 20), "{narrow:?}");
    }

    #[test]
    fn every_rulebook_fits_the_page() {
        for title in roster::GAMES {
            let rows = rows(title.meta().rulebook, 60);
            assert!(headings(&rows).count() > 3, "{}", title.meta().id);
            let wide = rows.iter().find(|row| text::width(&row.text) > 60 && !row.text.starts_with("    "));
            assert_eq!(wide.map(|row| &row.text), None, "{}", title.meta().id);
            let said = |words: &str| rows.iter().any(|row| row.text.contains(words));
            assert!(said("Rulings") && !said("Game id") && ASIDE.iter().all(|chapter| !said(chapter)));
        }
    }
}
