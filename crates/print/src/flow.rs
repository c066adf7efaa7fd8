//! Sets text, tables and boxes in strips that follow each other down a page. Lengths are in
//! millimetres, sizes of letters in points.

use kernel::printed::Drawing;

use crate::{
    mark::{BRASS, DARK, Mark, Stroke, drawn},
    typeface::{Font, POINTS, printable},
};

/// The size of letters of a text.
pub(crate) const BODY: f32 = 9.5;
/// A hair line, and a line under a heading.
const HAIR: Stroke = (0.15, 0xa09684);
const RULE: Stroke = (0.4, BRASS);
/// The height of a box to tick, and its least width, for letters of the size of a text.
const BOX: [f32; 2] = [6.4, 6.0];
/// The least room for the label of boxes next to it.
const LABEL: f32 = 32.0;

/// Words in one font.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run {
    pub(crate) font: Font,
    pub(crate) text: String,
}

impl Run {
    pub(crate) fn new(font: Font, text: &str) -> Run {
        Run { font, text: printable_run(text) }
    }
}

/// The text in signs that the fonts have, with the space at its end.
fn printable_run(text: &str) -> String {
    let end = if text.ends_with([' ', '\n']) { " " } else { "" };
    printable(text) + end
}

/// A part of a text.
#[derive(Clone)]
pub(crate) enum Element<'a> {
    /// A heading, from 1 for the largest, with the name that links to it have.
    Heading { level: u8, words: String, anchor: String },
    /// A paragraph.
    Paragraph(Paragraph),
    /// A table. A column without a heading has an empty one.
    Table { head: Vec<Vec<Run>>, rows: Vec<Vec<Vec<Run>>> },
    /// Boxes to tick, with their words.
    Boxes { label: &'a str, boxes: &'a [String] },
    /// Lines to write on.
    Lines(&'a [String]),
    /// A drawing.
    Drawing(&'a Drawing),
}

/// A paragraph, or an item of a list.
#[derive(Clone, Default)]
pub(crate) struct Paragraph {
    pub(crate) runs: Vec<Run>,
    /// The sign or number before it.
    pub(crate) bullet: Option<String>,
    /// The lists in which it is.
    pub(crate) depth: usize,
    /// A small picture before it.
    pub(crate) picture: Option<&'static str>,
    /// Words at the right end of its last line.
    pub(crate) end: Option<String>,
}

/// A part that no end of a page divides.
#[derive(Clone)]
pub(crate) struct Strip {
    pub(crate) high: f32,
    pub(crate) marks: Vec<Mark>,
    /// Whether the next strip must be on the same page.
    pub(crate) holds: bool,
    /// The head of a table that continues on another page.
    pub(crate) head: Option<Box<Strip>>,
    /// The name of a heading.
    pub(crate) anchor: Option<String>,
}

impl Strip {
    fn new(high: f32, marks: Vec<Mark>) -> Strip {
        Strip { high, marks, holds: false, head: None, anchor: None }
    }
}

/// The lines of a text. A line is wider than `room` only if a single sign is.
pub(crate) fn wrap(text: &str, size: f32, font: Font, room: f32) -> Vec<String> {
    let lines = lines(&[Run { font, text: text.to_owned() }], size, room);
    lines.into_iter().map(|line| line.into_iter().map(|(_, run)| run.text).collect()).collect()
}

/// The lines of runs: words of one font, each from its place on.
fn lines(runs: &[Run], size: f32, room: f32) -> Vec<Vec<(f32, Run)>> {
    let mut lines: Vec<Vec<(f32, Run)>> = Vec::new();
    let mut x = 0.0;
    for word in words(runs, size, room) {
        let wide: f32 = word.iter().map(|run| run.font.width(&run.text, size)).sum();
        let space = word[0].font.width(" ", size);
        let fits = !lines.is_empty() && x + space + wide <= room + 0.001;
        if fits {
            x += space;
        } else {
            lines.push(Vec::new());
            x = 0.0;
        }
        let Some(line) = lines.last_mut() else { continue };
        for (place, run) in word.into_iter().enumerate() {
            let end = x + run.font.width(&run.text, size);
            match line.last_mut() {
                Some((_, last)) if last.font == run.font => {
                    last.text.push_str(if place == 0 { " " } else { "" });
                    last.text.push_str(&run.text);
                }
                _ => line.push((x, run)),
            }
            x = end;
        }
    }
    lines
}

/// The words of runs. A word can have several fonts; one that is too long is divided.
fn words(runs: &[Run], size: f32, room: f32) -> Vec<Vec<Run>> {
    let mut words: Vec<Vec<Run>> = vec![Vec::new()];
    for Run { font, text } in runs {
        for sign in text.chars() {
            let Some(word) = words.last_mut() else { continue };
            let wide: f32 = word.iter().map(|run| run.font.width(&run.text, size)).sum();
            match word.last_mut() {
                _ if matches!(sign, ' ' | '\n') => words.push(Vec::new()),
                Some(_) if wide + font.width(&sign.to_string(), size) > room => {
                    words.push(vec![Run { font: *font, text: sign.to_string() }]);
                }
                Some(last) if last.font == *font => last.text.push(sign),
                _ => word.push(Run { font: *font, text: sign.to_string() }),
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The distance between base lines.
fn step(size: f32) -> f32 {
    size * 1.36 / POINTS
}

/// A line of runs as marks.
fn set_line(line: &[(f32, Run)], [x, y]: [f32; 2], size: f32) -> impl Iterator<Item = Mark> {
    line.iter().map(move |(from, run)| Mark::Words {
        at: [x + from, y],
        size,
        font: run.font,
        rgb: DARK,
        text: run.text.clone(),
    })
}

/// An element as strips of this width, with letters `scale` times as large as usual.
pub(crate) fn set(element: &Element, wide: f32, scale: f32) -> Vec<Strip> {
    let size = BODY * scale;
    match element {
        Element::Heading { level, words, anchor } => heading(*level, words, anchor, wide, scale),
        Element::Paragraph(paragraph) => set_paragraph(paragraph, wide, size),
        Element::Table { head, rows } => table(head, rows, wide, size),
        Element::Boxes { label, boxes } => set_boxes(label, boxes, wide, scale),
        Element::Lines(labels) => vec![write_on(labels, wide, size)],
        Element::Drawing(drawing) => {
            let fits = wide * POINTS / drawing.size.0;
            let scale = fits.min(scale);
            let off = [(wide - drawing.size.0 * scale / POINTS) / 2.0, 0.0];
            let marks = drawn(drawing, scale).into_iter().map(|mark| mark.moved(off)).collect();
            vec![Strip::new(drawing.size.1 * scale / POINTS, marks)]
        }
    }
}

fn heading(level: u8, words: &str, anchor: &str, wide: f32, scale: f32) -> Vec<Strip> {
    let size = scale * [24.0, 14.5, 11.5, 10.5][usize::from(level.clamp(1, 4)) - 1];
    let above = if level == 1 { 0.0 } else { size * 0.8 / POINTS };
    let lines = wrap(&printable(words), size, Font::Title, wide);
    let mut marks = Vec::new();
    let mut y = above + size / POINTS;
    for line in &lines {
        marks.push(Mark::words([0.0, y], size, Font::Title, line));
        y += size * 1.15 / POINTS;
    }
    y -= size * 0.75 / POINTS;
    if level <= 2 {
        marks.push(Mark::line([0.0, y], [wide, y], RULE));
        y += 1.2;
    }
    vec![Strip { holds: true, anchor: Some(anchor.to_owned()), ..Strip::new(y + 0.8, marks) }]
}

fn set_paragraph(paragraph: &Paragraph, wide: f32, size: f32) -> Vec<Strip> {
    let step = step(size);
    let picture = if paragraph.picture.is_some() { 3.0 * step + 2.0 } else { 0.0 };
    let indent = paragraph.depth as f32 * size * 1.5 / POINTS + picture;
    let end = paragraph.end.as_deref().map_or(0.0, |end| Font::Text.width(end, size) + 4.0);
    let lines = lines(&paragraph.runs, size, wide - indent - end);
    let count = lines.len();
    let mut strips: Vec<Strip> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let y = size * 0.95 / POINTS;
        let mut marks: Vec<Mark> = set_line(line, [indent, y], size).collect();
        if let (0, Some(bullet)) = (place, &paragraph.bullet) {
            let x = indent - picture - Font::Text.width(bullet, size) - size * 0.45 / POINTS;
            marks.push(Mark::words([x, y], size, Font::Text, bullet));
        }
        if let (true, Some(end)) = (place + 1 == count, &paragraph.end) {
            let last = line.last().map_or(0.0, |(x, run)| x + run.font.width(&run.text, size));
            let x = wide - Font::Text.width(end, size);
            marks.push(Mark::words([x, y], size, Font::Text, end));
            marks.push(Mark::line([indent + last + 1.5, y], [x - 1.5, y], HAIR));
        }
        let holds = place == 0 && count > 1 || place + 2 == count;
        strips.push(Strip { holds, ..Strip::new(step, marks) });
    }
    if let (Some(name), Some(first)) = (paragraph.picture, strips.first_mut()) {
        let frame = [indent - picture, 0.3, 3.0 * step, 3.0 * step];
        first.marks.push(Mark::Picture { name, frame, theme: art::Theme::Parchment, round: false });
        let missing = 3.0 * step + 0.8 - step * count as f32;
        strips.iter_mut().for_each(|strip| strip.holds = true);
        if let Some(last) = strips.last_mut() {
            last.high += missing.max(0.0);
            last.holds = false;
        }
    }
    if let Some(last) = strips.last_mut() {
        let tight = paragraph.bullet.is_some() && paragraph.picture.is_none();
        last.high += if tight { 0.18 } else { 0.5 } * step;
    }
    strips
}

/// The widths of the columns of a table: as wide as their longest cell if there is room, else in
/// proportion, but with room for their longest word.
fn columns(rows: &[&Vec<Vec<Run>>], wide: f32, size: f32) -> Vec<f32> {
    let count = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let width = |cell: &[Run]| cell.iter().map(|run| run.font.width(&run.text, size)).sum::<f32>() + 0.5;
    let most = |column: usize, of: &dyn Fn(&[Run]) -> f32| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| of(cell)).fold(0.0, f32::max)
    };
    let longest = |cell: &[Run]| words(cell, size, f32::INFINITY).iter().map(|word| width(word)).fold(0.0, f32::max);
    let whole: Vec<f32> = (0..count).map(|column| most(column, &width)).collect();
    let least: Vec<f32> = (0..count).map(|column| most(column, &longest)).collect();
    let (all, needed): (f32, f32) = (whole.iter().sum(), least.iter().sum());
    if all <= wide {
        return whole;
    }
    if needed >= wide {
        return least.iter().map(|width| width * wide / needed).collect();
    }
    // Columns that need less than an equal share get what they need; the others share the rest.
    let mut given: Vec<Option<f32>> = vec![None; count];
    loop {
        let open: Vec<usize> = (0..count).filter(|column| given[*column].is_none()).collect();
        let left = wide - given.iter().flatten().sum::<f32>();
        let share = left / open.len().max(1) as f32;
        let modest = open.iter().find(|column| whole[**column] <= share);
        let demanding = open.iter().find(|column| least[**column] > share);
        match (demanding, modest) {
            (Some(column), _) => given[*column] = Some(least[*column]),
            (None, Some(column)) => given[*column] = Some(whole[*column]),
            (None, None) => {
                let sum: f32 = open.iter().map(|column| whole[*column].sqrt()).sum();
                let fair = |column: usize| (left * whole[column].sqrt() / sum).max(least[column]);
                let total: f32 = open.iter().map(|column| fair(*column)).sum();
                let shrunk = |column: usize| fair(column) * left / total;
                return (0..count).map(|column| given[column].unwrap_or_else(|| shrunk(column))).collect();
            }
        }
    }
}

fn table(head: &[Vec<Run>], rows: &[Vec<Vec<Run>>], wide: f32, size: f32) -> Vec<Strip> {
    let size = size * 0.92;
    let gap = 2.2 * size / BODY;
    let head = head.to_vec();
    let all: Vec<&Vec<Vec<Run>>> = rows.iter().chain([&head]).collect();
    let count = all.iter().map(|row| row.len()).max().unwrap_or_default();
    let columns = columns(&all, wide - gap * count as f32, size);
    let right = columns.iter().map(|column| column + gap).sum::<f32>();
    let row = |cells: &Vec<Vec<Run>>, line: Stroke| {
        let (mut marks, mut x, mut high) = (Vec::new(), gap / 2.0, 0.0_f32);
        for (cell, column) in cells.iter().zip(&columns) {
            let mut y = 0.7 + size * 0.95 / POINTS;
            for line in lines(cell, size, *column + 0.05) {
                marks.extend(set_line(&line, [x, y], size));
                y += step(size) * 0.93;
            }
            high = high.max(y - size * 0.95 / POINTS + 0.35);
            x += column + gap;
        }
        marks.push(Mark::line([0.0, high], [right, high], line));
        Strip::new(high, marks)
    };
    let titled = head.iter().any(|cell| !cell.is_empty());
    let top = titled.then(|| Strip { holds: true, ..row(&head, RULE) });
    let mut strips: Vec<Strip> = top.iter().cloned().collect();
    strips.extend(rows.iter().map(|cells| Strip { head: top.clone().map(Box::new), ..row(cells, HAIR) }));
    if let Some(last) = strips.last_mut() {
        last.high += 0.6 * step(size);
    }
    strips
}

/// Boxes next to their label if there is room in one row, else below it.
fn set_boxes(label: &str, boxes: &[String], wide: f32, scale: f32) -> Vec<Strip> {
    let size = BODY * scale;
    let small = size * 0.8;
    let words = boxes.iter().map(|on| Font::Text.width(on, small));
    let box_wide = words.fold(BOX[1] * scale, |most, words| most.max(words + 2.0));
    let (high, gap) = (BOX[0] * scale, 1.0 * scale);
    let pitch = box_wide + gap;
    let aside = (Font::Strong.width(&printable(label), size) + 2.0).max(LABEL * scale);
    let in_line = aside + boxes.len() as f32 * pitch <= wide + gap;
    let left = if in_line { aside } else { 0.0 };
    let a_row = ((wide - left + gap) / pitch).max(1.0) as usize;
    let y = if in_line { high / 2.0 + size * 0.35 / POINTS } else { size * 0.95 / POINTS };
    let title = Mark::words([0.0, y], size, Font::Strong, label);
    let title_high = if in_line { 0.0 } else { step(size) * 1.05 };
    let mut strips = vec![Strip { holds: true, ..Strip::new(title_high, vec![title]) }];
    for row in boxes.chunks(a_row) {
        let marks = row.iter().enumerate().flat_map(|(place, on)| {
            let x = left + place as f32 * pitch;
            let frame = Mark::rect([x, 0.0, box_wide, high], None, Some((0.25, DARK)));
            let on = (!on.is_empty())
                .then(|| Mark::centred([x, x + box_wide], high / 2.0 + small * 0.35 / POINTS, small, Font::Text, on));
            std::iter::once(frame).chain(on)
        });
        strips.push(Strip { holds: true, ..Strip::new(high + gap, marks.collect()) });
    }
    if let Some(last) = strips.last_mut() {
        last.holds = false;
        last.high += 1.4 * scale;
    }
    strips
}

/// Lines to write on, side by side.
fn write_on(labels: &[String], wide: f32, size: f32) -> Strip {
    let (high, gap) = (8.0 * size / BODY, 4.0);
    let room = (wide + gap) / labels.len().max(1) as f32;
    let line = |(place, label): (usize, &String)| {
        let (x, y) = (place as f32 * room, high - 1.8);
        let from = x + Font::Strong.width(&printable(label), size) + 1.5;
        [
            Mark::words([x, y], size, Font::Strong, label),
            Mark::line([from, y + 0.5], [x + room - gap, y + 0.5], (0.2, DARK)),
        ]
    };
    Strip::new(high, labels.iter().enumerate().flat_map(line).collect())
}

/// Divides strips into columns of this height: the marks of each, and the names of its headings.
pub(crate) fn columns_of(strips: Vec<Strip>, high: f32) -> Vec<(Vec<Mark>, Vec<String>)> {
    let mut pages: Vec<(Vec<Mark>, Vec<String>)> = vec![Default::default()];
    let mut y = 0.0;
    let mut strips = strips.into_iter().peekable();
    while let Some(strip) = strips.next() {
        let mut held = vec![strip];
        while held.last().is_some_and(|last| last.holds) {
            match strips.next() {
                Some(next) => held.push(next),
                None => break,
            }
        }
        let needed: f32 = held.iter().map(|strip| strip.high).sum();
        if y > 0.0 && y + needed > high {
            pages.push(Default::default());
            y = 0.0;
            // The head of a table stands above its rows on every page.
            if let Some(head) = held[0].head.take() {
                held.insert(0, *head);
            }
        }
        let Some((marks, anchors)) = pages.last_mut() else { continue };
        for strip in held {
            marks.extend(strip.marks.into_iter().map(|mark| mark.moved([0.0, y])));
            anchors.extend(strip.anchor);
            y += strip.high;
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_where_the_room_ends() {
        let text = "the quick brown fox jumps over the lazy dog and an unbreakablyverylongwordofmanyletters";
        let lines = wrap(text, 10.0, Font::Text, 25.0);
        assert!(lines.len() > 4 && lines.iter().all(|line| Font::Text.width(line, 10.0) <= 25.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn a_word_of_two_fonts_is_not_divided() {
        let runs = [Run::new(Font::Text, "see "), Run::new(Font::Strong, "R12"), Run::new(Font::Text, ", and R13.")];
        let set = lines(&runs, 10.0, 100.0);
        let words: Vec<&str> = set[0].iter().map(|(_, run)| run.text.as_str()).collect();
        assert_eq!(words, ["see", "R12", ", and R13."]);
        assert!(set[0].windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn the_head_of_a_table_is_on_every_page_of_it() {
        let cell = |text: &str| vec![Run::new(Font::Text, text)];
        let (head, rows) = (vec![cell("Head")], vec![vec![cell("row")]; 30]);
        let strips = set(&Element::Table { head, rows }, 80.0, 1.0);
        let pages = columns_of(strips, 60.0);
        let heads = |marks: &[Mark]| {
            marks.iter().filter(|mark| matches!(mark, Mark::Words { text, .. } if text == "Head")).count()
        };
        assert!(pages.len() > 2 && pages.iter().all(|(marks, _)| heads(marks) == 1));
        assert!(pages.iter().flat_map(|(marks, _)| marks).all(|mark| mark.ends()[3] <= 60.1));
    }
}
