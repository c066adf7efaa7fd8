//! Pages of marks as a PDF.

use std::collections::{BTreeMap, btree_map::Entry};

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr, types::LineJoinStyle};

use crate::{
    Ink, PrintError,
    drawing::{self, Inks},
    mark::{DARK, Mark, Stroke},
    svg,
    typeface::{Font, POINTS},
};

/// The distance of the handles of a quarter circle from its ends, for a radius of 1.
const HANDLE: f32 = 0.552_284_8;

/// Returns a PDF of pages with this title. Each page has its width and height in millimetres.
///
/// # Errors
/// If a picture or an icon does not exist or cannot be drawn.
pub fn document(title: &str, pages: &[([f32; 2], Vec<Mark>)], ink: Ink) -> Result<Vec<u8>, PrintError> {
    let mut last = 0;
    let mut id = || {
        last += 1;
        Ref::new(last)
    };
    let (catalog, tree, info, fonts) = (id(), id(), id(), Font::ALL.map(|_| [id(), id(), id()]));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    for (font, ids) in Font::ALL.into_iter().zip(fonts) {
        font.embed(&mut pdf, ids);
    }
    let mut drawings = BTreeMap::new();
    for mark in pages.iter().flat_map(|(_, marks)| marks) {
        let Some((name, svg, inks)) = drawing_of(mark, ink)? else { continue };
        let Entry::Vacant(unknown) = drawings.entry(name) else { continue };
        let [wide, high] = size_of(mark);
        let marks = drawing::marks(unknown.key(), &svg, inks)?;
        let form_id = id();
        let mut form = pdf.form_xobject(form_id, &marks);
        form.bbox(Rect::new(0.0, 0.0, wide, high));
        form.finish();
        unknown.insert(form_id);
    }
    let mut kids = Vec::new();
    for ([wide, high], marks) in pages {
        let mut content = Content::new();
        // Millimetres from above.
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, high * POINTS]);
        content.set_line_join(LineJoinStyle::RoundJoin);
        for mark in marks {
            draw(&mut content, mark, ink);
        }
        let (page_id, content_id) = (id(), id());
        kids.push(page_id);
        let mut out = pdf.page(page_id);
        out.media_box(Rect::new(0.0, 0.0, wide * POINTS, high * POINTS)).parent(tree).contents(content_id);
        let mut resources = out.resources();
        let mut known = resources.fonts();
        for (font, [first, ..]) in Font::ALL.into_iter().zip(fonts) {
            known.pair(Name(font.name()), first);
        }
        known.finish();
        let mut known = resources.x_objects();
        for (name, id) in &drawings {
            known.pair(Name(name.as_bytes()), *id);
        }
        known.finish();
        resources.finish();
        out.finish();
        pdf.stream(content_id, &content.finish());
    }
    pdf.pages(tree).count(kids.len() as i32).kids(kids);
    Ok(pdf.finish())
}

/// The name of the drawing of a mark in the file, its source, and its inks.
fn drawing_of(mark: &Mark, ink: Ink) -> Result<Option<(String, String, Inks)>, PrintError> {
    Ok(match mark {
        Mark::Picture { name, theme, .. } => {
            let svg = drawing::picture(name)?.svg(*theme);
            Some((named(mark), svg, Inks::Own(ink)))
        }
        Mark::Icon { name, rgb, .. } => Some((named(mark), svg::icon(name)?, Inks::One(*rgb, ink))),
        _ => None,
    })
}

/// The name of the drawing of a picture or an icon in the file.
fn named(mark: &Mark) -> String {
    match mark {
        Mark::Picture { name, theme, .. } => format!("{}-{}", name.replace('/', "-"), theme.code()),
        Mark::Icon { name, rgb, .. } => format!("{name}-{rgb:06x}"),
        _ => String::new(),
    }
}

/// The size of the drawing of a picture or an icon, in its own units.
fn size_of(mark: &Mark) -> [f32; 2] {
    match mark {
        Mark::Picture { name, .. } => art::picture(name).map_or([1.0, 1.0], |picture| {
            let (wide, high) = picture.size();
            [wide.into(), high.into()]
        }),
        _ => [svg::ICON; 2],
    }
}

fn draw(content: &mut Content, mark: &Mark, ink: Ink) {
    match mark {
        Mark::Words { at: [x, y], size, font, rgb, text } => {
            let [r, g, b] = drawing::inked(if ink == Ink::Grey { DARK } else { *rgb }, Ink::Full);
            content.set_fill_rgb(r, g, b).begin_text().set_font(Name(font.name()), size / POINTS);
            content.set_text_matrix([1.0, 0.0, 0.0, -1.0, *x, *y]).show(Str(&font.encoded(text))).end_text();
        }
        Mark::Path { points, closed, fill, line } => {
            colour(content, *fill, *line, ink);
            for (index, [x, y]) in points.iter().enumerate() {
                match index {
                    0 => content.move_to(*x, *y),
                    _ => content.line_to(*x, *y),
                };
            }
            if *closed {
                content.close_path();
            }
            paint(content, fill.is_some(), line.is_some());
        }
        Mark::Circle { at, radius, fill, line } => {
            colour(content, *fill, *line, ink);
            circle(content, *at, *radius);
            paint(content, fill.is_some(), line.is_some());
        }
        Mark::Picture { frame: [left, top, wide, high], round, .. } => {
            let [own_wide, own_high] = size_of(mark);
            let scale = (wide / own_wide).max(high / own_high);
            let [dx, dy] = [left + (wide - own_wide * scale) / 2.0, top + (high - own_high * scale) / 2.0];
            content.save_state();
            match round {
                true => circle(content, [left + wide / 2.0, top + high / 2.0], wide / 2.0),
                false => drop(content.rect(*left, *top, *wide, *high)),
            }
            content.clip_nonzero().end_path().transform([scale, 0.0, 0.0, scale, dx, dy]);
            content.x_object(Name(named(mark).as_bytes())).restore_state();
        }
        Mark::Icon { at: [x, y], size, .. } => {
            let scale = size / svg::ICON;
            content.save_state().transform([scale, 0.0, 0.0, scale, *x, *y]);
            content.x_object(Name(named(mark).as_bytes())).restore_state();
        }
    }
}

fn colour(content: &mut Content, fill: Option<u32>, line: Option<Stroke>, ink: Ink) {
    if let Some(rgb) = fill {
        let [r, g, b] = drawing::inked(rgb, ink);
        content.set_fill_rgb(r, g, b);
    }
    if let Some((width, rgb)) = line {
        let [r, g, b] = drawing::inked(rgb, ink);
        content.set_stroke_rgb(r, g, b).set_line_width(width);
    }
}

fn paint(content: &mut Content, fill: bool, line: bool) {
    match (fill, line) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
}

fn circle(content: &mut Content, [x, y]: [f32; 2], r: f32) {
    let h = HANDLE * r;
    content.move_to(x + r, y);
    content.cubic_to(x + r, y + h, x + h, y + r, x, y + r);
    content.cubic_to(x - h, y + r, x - r, y + h, x - r, y);
    content.cubic_to(x - r, y - h, x - h, y - r, x, y - r);
    content.cubic_to(x + h, y - r, x + r, y - h, x + r, y);
    content.close_path();
}
