//! Sheets: as large as there is room for on a page or on half of one.

use kernel::printed::{Block, Sheet};

use crate::{
    Paper, PrintError,
    flow::{self, Element, Paragraph, Run, Strip},
    mark::{BRASS, DARK, Mark},
    typeface::Font,
};

/// The margin of a sheet, in millimetres.
const MARGIN: f32 = 9.5;
/// How much larger or smaller the letters can be, and the steps between.
const SCALES: std::ops::RangeInclusive<u8> = 70..=125;
const STEP: usize = 5;
/// The side of the picture next to the heading, for letters of the usual size.
const PICTURE: f32 = 23.0;

/// Returns the pages of sheets. Two halves of a page share one, with a line to cut along.
///
/// # Errors
/// If a sheet has more on it than a page holds.
pub fn pages(sheets: &[&Sheet], paper: Paper) -> Result<Vec<Vec<Mark>>, PrintError> {
    let copies = sheets.iter().flat_map(|sheet| std::iter::repeat_n(*sheet, usize::from(sheet.copies)));
    let copies: Vec<&Sheet> = copies.collect();
    let mut pages = Vec::new();
    for alike in copies.chunk_by(|one, next| one.half == next.half) {
        let a_page = if alike[0].half { 2 } else { 1 };
        for page in alike.chunks(a_page) {
            let [wide, high] = paper.size();
            let room = high / a_page as f32;
            let mut marks = Vec::new();
            for (place, sheet) in page.iter().enumerate() {
                let at = [MARGIN, MARGIN + place as f32 * room];
                let drawn = laid_out(sheet, [wide - 2.0 * MARGIN, room - 2.0 * MARGIN])?;
                marks.extend(drawn.into_iter().map(|mark| mark.moved(at)));
            }
            if a_page == 2 {
                let y = high / 2.0;
                marks.push(Mark::line([0.0, y], [6.0, y], (0.1, DARK)));
                marks.push(Mark::line([wide - 6.0, y], [wide, y], (0.1, DARK)));
            }
            pages.push(marks);
        }
    }
    Ok(pages)
}

/// A sheet with the largest letters for which there is room.
fn laid_out(sheet: &Sheet, [wide, high]: [f32; 2]) -> Result<Vec<Mark>, PrintError> {
    for percent in SCALES.rev().step_by(STEP) {
        let scale = f32::from(percent) / 100.0;
        let strips = strips(sheet, wide, scale);
        if strips.iter().map(|strip| strip.high).sum::<f32>() <= high {
            return Ok(flow::columns_of(strips, f32::INFINITY).into_iter().flat_map(|(marks, _)| marks).collect());
        }
    }
    Err(PrintError::Sheet(sheet.title.clone()))
}

fn strips(sheet: &Sheet, wide: f32, scale: f32) -> Vec<Strip> {
    let mut elements: Vec<Element> = sheet.blocks.iter().map(element).collect();
    let mut strips = Vec::new();
    let title = Element::Heading { level: 1, words: sheet.title.clone(), anchor: String::new() };
    match sheet.picture {
        None if sheet.title.is_empty() => {}
        None => strips.extend(flow::set(&title, wide, scale)),
        // The heading and the first blocks are next to the picture, as far as there is room.
        Some(picture) => {
            let side = PICTURE * scale;
            let frame = [wide - side, 0.0, side, side];
            let narrow = wide - side - 4.0;
            let mut head = flow::set(&title, narrow, scale);
            let high = |strips: &[Strip]| strips.iter().map(|strip| strip.high).sum::<f32>();
            while let Some(first) = elements.first() {
                let more = flow::set(first, narrow, scale);
                if high(&head) + high(&more) > side + 1.0 {
                    break;
                }
                head.extend(more);
                elements.remove(0);
            }
            let missing = side + 1.5 - high(&head);
            if let Some(first) = head.first_mut() {
                first.marks.push(Mark::Picture { name: picture.0, frame, theme: art::Theme::Parchment, round: false });
                first.marks.push(Mark::rect(frame, None, Some((0.35, BRASS))));
            }
            if let Some(last) = head.last_mut() {
                last.high += missing.max(0.0);
            }
            strips.extend(head);
        }
    }
    strips.extend(elements.iter().flat_map(|element| flow::set(element, wide, scale)));
    strips
}

fn element(block: &Block) -> Element<'_> {
    let cell = |font: Font, text: &String| match text.is_empty() {
        true => Vec::new(),
        false => vec![Run::new(font, text)],
    };
    match block {
        Block::Heading(words) => Element::Heading { level: 3, words: words.clone(), anchor: String::new() },
        Block::Text(words) => {
            Element::Paragraph(Paragraph { runs: vec![Run::new(Font::Text, words)], ..Paragraph::default() })
        }
        Block::Table { head, rows } => {
            let row = |cells: &Vec<String>| {
                let font = |place: usize| if place == 0 { Font::Strong } else { Font::Text };
                cells.iter().enumerate().map(|(place, text)| cell(font(place), text)).collect()
            };
            Element::Table {
                head: head.iter().map(|text| cell(Font::Strong, text)).collect(),
                rows: rows.iter().map(row).collect(),
            }
        }
        Block::Boxes { label, boxes } => Element::Boxes { label, boxes },
        Block::Lines(labels) => Element::Lines(labels),
        Block::Drawing(drawing) => Element::Drawing(drawing),
    }
}

#[cfg(test)]
mod tests {
    use kernel::printed::Part;

    use super::*;

    #[test]
    fn sheets_of_all_games_fit_in_both_languages() {
        for language in translations::all() {
            language.speak(|| {
                for game in roster::GAMES {
                    let parts = game.printed();
                    let sheets: Vec<&Sheet> = parts
                        .iter()
                        .filter_map(|part| match part {
                            Part::Sheet(sheet) => Some(sheet),
                            Part::Deck(_) => None,
                        })
                        .collect();
                    assert!(!sheets.is_empty(), "{}", game.meta().id);
                    for paper in [Paper::A4, Paper::Letter] {
                        let [wide, high] = paper.size();
                        for mark in pages(&sheets, paper).unwrap().iter().flatten() {
                            let [left, right, top, bottom] = mark.ends();
                            let inside = left >= -0.1 && right <= wide + 0.1 && top >= -0.1 && bottom <= high;
                            assert!(inside, "{}: {mark:?}", game.meta().id);
                            if let Mark::Words { size, text, font, .. } = mark {
                                assert!(*size >= 5.0, "{}: {text}", game.meta().id);
                                assert!(text.chars().all(|sign| font.has(sign)), "{text}");
                            }
                        }
                    }
                }
            });
        }
    }
}
