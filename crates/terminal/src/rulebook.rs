//! The rulebook, and other pages to read, as lines of text.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::text;

/// A line of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) text: String,
    /// A heading's level, from 1.
    pub(crate) heading: Option<u8>,
}

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    /// A heading of this level, from 1.
    Heading(u8, String),
    /// A paragraph after its bullet, which is spaces if there is none.
    Text(String, String),
    Table(Vec<Vec<String>>),
    Code(String),
}

/// Chapters of a rulebook that are not for players: for programs, and for the referee.
const ASIDE: [&str; 3] = ["For those who write bots", "The reference policy", "Worked examples that run"];

impl Block {
    /// A paragraph, to the letter: it has no Markdown.
    pub(crate) fn paragraph(text: impl Into<String>) -> Block {
        Block::Text(String::new(), text.into())
    }

    /// An entry of a list, to the letter.
    pub(crate) fn item(text: impl Into<String>) -> Block {
        Block::Text("- ".into(), text.into())
    }

    fn heading(&self) -> Option<(u8, &str)> {
        match self {
            Block::Heading(level, text) => Some((*level, text)),
            Block::Text(..) | Block::Table(_) | Block::Code(_) => None,
        }
    }
}

/// Markdown as lines of at most `columns`, without the chapters for programs and for the referee.
pub(crate) fn rows(markdown: &str, columns: usize) -> Vec<Row> {
    laid_out(&for_players(blocks(markdown)), columns)
}

/// The blocks of a rulebook that are for players.
pub(crate) fn of_rulebook(markdown: &str) -> Vec<Block> {
    for_players(blocks(markdown))
}

/// Blocks as lines of at most `columns`.
pub(crate) fn laid_out(blocks: &[Block], columns: usize) -> Vec<Row> {
    let columns = columns.max(20);
    let (mut rows, mut listed) = (Vec::<Row>::new(), false);
    for block in blocks {
        let plain = |text: String| Row { text, heading: None };
        let in_list = matches!(block, Block::Text(bullet, _) if !bullet.is_empty());
        let tight = listed && matches!(block, Block::Text(bullet, _) if !bullet.trim().is_empty());
        listed = in_list;
        if !rows.is_empty() && !tight {
            rows.push(plain(String::new()));
        }
        match block {
            Block::Heading(level, text) => {
                let lines = text::wrap(text, columns).into_iter();
                rows.extend(lines.map(|text| Row { text, heading: Some(*level) }));
            }
            Block::Text(bullet, text) => {
                let indent = text::width(bullet);
                for (n, line) in text::wrap(text, columns.saturating_sub(indent)).into_iter().enumerate() {
                    let before = if n == 0 { bullet.clone() } else { " ".repeat(indent) };
                    rows.push(plain(before + &line));
                }
            }
            Block::Table(cells) => rows.extend(table(cells, columns).into_iter().map(plain)),
            Block::Code(code) => rows.extend(code.lines().map(|line| plain(format!("    {line}")))),
        }
    }
    rows
}

/// The blocks without the chapters for others, the list of chapters, and the line that names the
/// game to programs.
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

/// A table whose widest columns are narrowed until it fits, or a list of its rows if the columns
/// would be too narrow.
fn table(cells: &[Vec<String>], columns: usize) -> Vec<String> {
    match widths(cells, columns) {
        Some(widths) => in_columns(cells, &widths),
        None => in_a_list(cells, columns),
    }
}

/// Between columns.
const GAP: usize = 2;
/// The most lines that a row of a table takes.
const TALL: usize = 3;

/// The width of each column; `None` if words would break, or rows would be tall.
fn widths(cells: &[Vec<String>], columns: usize) -> Option<Vec<usize>> {
    let count = cells.iter().map(Vec::len).max().unwrap_or(0);
    let of_column = |column: usize| cells.iter().filter_map(move |row| row.get(column));
    let widest = |column: usize| of_column(column).map(|cell| text::width(cell)).max().unwrap_or(0);
    let longest_word =
        |column: usize| of_column(column).flat_map(|cell| cell.split_whitespace()).map(text::width).max();
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let room = columns.saturating_sub(GAP * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let most = widths.iter_mut().max()?;
        *most = most.checked_sub(1)?;
    }
    let words_hold = (0..count).all(|column| longest_word(column).unwrap_or(0) <= widths[column]);
    let lines = |row: &Vec<String>| row.iter().zip(&widths).map(|(cell, width)| text::wrap(cell, *width).len()).max();
    (words_hold && cells.iter().all(|row| lines(row).unwrap_or(0) <= TALL)).then_some(widths)
}

fn in_columns(cells: &[Vec<String>], widths: &[usize]) -> Vec<String> {
    let mut out = Vec::new();
    for (n, row) in cells.iter().enumerate() {
        let broken: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| text::wrap(cell, *width)).collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts = broken.iter().zip(widths);
            let parts = parts.map(|(cell, width)| text::pad(cell.get(line).map_or("", String::as_str), *width));
            out.push(parts.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned());
        }
        if n == 0 {
            out.push(widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join(&" ".repeat(GAP)));
        }
    }
    out
}

/// Each row as an entry: its first cell, then the others, each after the heading of its column.
fn in_a_list(cells: &[Vec<String>], columns: usize) -> Vec<String> {
    let Some((headings, rows)) = cells.split_first() else { return Vec::new() };
    let entry = |row: &Vec<String>| {
        let rest = row.iter().zip(headings).skip(1).filter(|(cell, _)| !cell.trim().is_empty());
        let rest: Vec<String> = rest
            .map(|(cell, heading)| if heading.trim().is_empty() { cell.clone() } else { format!("{heading}: {cell}") })
            .collect();
        let words = [row.first().cloned().unwrap_or_default(), rest.join("; ")];
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|part| !part.trim().is_empty()).collect();
        let lines = text::wrap(&words.join(". "), columns.saturating_sub(2)).into_iter().enumerate();
        lines.map(|(n, line)| format!("{}{line}", if n == 0 { "- " } else { "  " })).collect::<Vec<_>>()
    };
    rows.iter().flat_map(entry).collect()
}

/// The headings of a page, each with its row.
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
    }

    #[test]
    fn wide_table_becomes_list_and_narrow_one_stays() {
        let cells = |rows: &[&[&str]]| {
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect::<Vec<Vec<String>>>()
        };
        let narrow = table(&cells(&[&["key", "does"], &["q", "leaves the table"]]), 20);
        assert_eq!(narrow, ["key  does", "---  ---------------", "q    leaves the", "     table"]);
        let wide =
            cells(&[&["hero", "health", "what it can do"], &["Knight", "12", "a blow that strikes three at once"]]);
        assert_eq!(table(&wide, 60)[0], "hero    health  what it can do");
        assert_eq!(
            table(&wide, 26),
            ["- Knight. health: 12; what", "  it can do: a blow that", "  strikes three at once"]
        );
    }

    #[test]
    fn no_line_of_a_paragraph_is_taken_for_a_bullet() {
        for title in roster::GAMES {
            let (mut before, mut fenced) = ("", false);
            for line in title.meta().rulebook.lines() {
                fenced ^= line.starts_with("```");
                let sign = ["+ ", "- ", "* "].into_iter().any(|sign| line.trim_start().starts_with(sign));
                let goes_on = !before.trim().is_empty() && before.ends_with(|c: char| c.is_ascii_digit() || c == ' ');
                assert!(fenced || !(sign && goes_on), "{}: {before:?} goes on with {line:?}", title.meta().id);
                before = line;
            }
        }
        let rows = laid_out(&[Block::paragraph("+ 2 strength"), Block::paragraph("# no heading")], 40);
        let rows: Vec<(&str, Option<u8>)> = rows.iter().map(|row| (row.text.as_str(), row.heading)).collect();
        assert_eq!(rows, [("+ 2 strength", None), ("", None), ("# no heading", None)]);
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
