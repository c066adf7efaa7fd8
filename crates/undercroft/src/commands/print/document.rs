//! The PDF: pages of fronts, each with a page of backs behind it.

use std::collections::BTreeMap;

use kernel::PrintedDeck;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::{
    Ink, Paper, drawing,
    face::{self, Face, POINTS},
    layout::{self, BLEED, CARD, Place},
};
use crate::commands::sheet::pdf::{FACES, FONTS, embed, encoded};

/// The ground of a front, the ground of a back, dark letters, and light ones.
const INKS: [u32; 4] = [0xf2e8d5, 0x231e1a, 0x14110f, 0xe9e2d3];
/// The colour of frames.
const BRASS: u32 = 0xb08d3e;

/// Both pages of every sheet, as a file.
pub(super) fn document(
    game: &str,
    decks: &[PrintedDeck],
    pages: &[Vec<Place>],
    paper: Paper,
    bleed: bool,
    ink: Ink,
) -> Vec<u8> {
    let mut last = 0;
    let mut id = || {
        last += 1;
        Ref::new(last)
    };
    let (catalog, tree, info, fonts) = (id(), id(), id(), [0, 1].map(|_| [id(), id(), id()]));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(game));
    for (bold, (ids, face)) in fonts.iter().zip(&FACES).enumerate() {
        embed(&mut pdf, *ids, face, bold == 1);
    }
    let fronts: Vec<Vec<Face>> =
        decks.iter().map(|deck| deck.cards.iter().map(|(card, _)| face::front(card)).collect()).collect();
    let backs: Vec<Face> = decks.iter().map(|deck| face::back(game, deck)).collect();
    let mut drawings = BTreeMap::new();
    for (face, is_back) in
        fronts.iter().flatten().map(|face| (face, false)).chain(backs.iter().map(|face| (face, true)))
    {
        let Some(picture) = face.picture.and_then(art::picture) else { continue };
        drawings.entry(named(picture.name(), is_back)).or_insert_with(|| {
            let theme = if is_back && ink == Ink::Full { art::Theme::Vault } else { art::Theme::Parchment };
            let (id, (wide, high)) = (id(), picture.size());
            let marks = drawing::marks(&picture.svg(theme), ink);
            let mut form = pdf.form_xobject(id, &marks);
            form.bbox(Rect::new(0.0, 0.0, wide.into(), high.into()));
            form.finish();
            id
        });
    }
    let [wide, high] = paper.size();
    let mut kids = Vec::new();
    for page in pages {
        for is_back in [false, true] {
            let places: Vec<Place> =
                page.iter().map(|place| if is_back { layout::behind(*place, paper) } else { *place }).collect();
            let mut content = Content::new();
            // Millimetres from above.
            content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, high * POINTS]);
            for place in &places {
                let (deck, kind) = place.card;
                let face = if is_back { &backs[deck] } else { &fronts[deck][kind] };
                draw(&mut content, face, place.at, is_back, bleed, ink);
            }
            content.set_stroke_gray(0.0).set_line_width(0.1);
            for [[x, y], [to_x, to_y]] in layout::marks(&places, bleed) {
                content.move_to(x, y).line_to(to_x, to_y).stroke();
            }
            let (page_id, content_id) = (id(), id());
            kids.push(page_id);
            let mut out = pdf.page(page_id);
            out.media_box(Rect::new(0.0, 0.0, wide * POINTS, high * POINTS)).parent(tree).contents(content_id);
            let mut resources = out.resources();
            let mut known = resources.fonts();
            for (name, [font, ..]) in FONTS.into_iter().zip(fonts) {
                known.pair(Name(name), font);
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
    }
    pdf.pages(tree).count(kids.len() as i32).kids(kids);
    pdf.finish()
}

/// The name of a drawing in the file.
fn named(picture: &str, is_back: bool) -> String {
    format!("{}{}", picture.replace('/', "-"), if is_back { "-back" } else { "" })
}

/// Draws a side of a card.
fn draw(content: &mut Content, face: &Face, [x, y]: [f32; 2], is_back: bool, bleed: bool, ink: Ink) {
    let fill = |content: &mut Content, rgb: u32| {
        let [r, g, b] = drawing::inked(rgb, ink);
        content.set_fill_rgb(r, g, b);
    };
    content.save_state().transform([1.0, 0.0, 0.0, 1.0, x, y]);
    let out = if bleed { BLEED } else { 0.0 };
    if ink == Ink::Full {
        fill(content, INKS[usize::from(is_back)]);
        content.rect(-out, -out, CARD[0] + 2.0 * out, CARD[1] + 2.0 * out).fill_nonzero();
    }
    let [r, g, b] = drawing::inked(BRASS, ink);
    content.set_stroke_rgb(r, g, b).set_line_width(0.35);
    content.rect(2.2, 2.2, CARD[0] - 4.4, CARD[1] - 4.4).stroke();
    let [left, top, wide, high] = face.frame;
    if let Some(picture) = face.picture.and_then(art::picture) {
        let (own_wide, own_high) = picture.size();
        let (own_wide, own_high) = (f32::from(own_wide), f32::from(own_high));
        let scale = (wide / own_wide).max(high / own_high);
        let [dx, dy] = [left + (wide - own_wide * scale) / 2.0, top + (high - own_high * scale) / 2.0];
        content.save_state().rect(left, top, wide, high).clip_nonzero().end_path();
        content.transform([scale, 0.0, 0.0, scale, dx, dy]);
        content.x_object(Name(named(picture.name(), is_back).as_bytes())).restore_state();
        content.rect(left, top, wide, high).stroke();
    }
    let rgb = INKS[if is_back && ink == Ink::Full { 3 } else { 2 }];
    let [r, g, b] = drawing::inked(rgb, Ink::Full);
    content.set_fill_rgb(r, g, b);
    for line in &face.lines {
        let [x, y] = line.at;
        content.begin_text().set_font(Name(FONTS[usize::from(line.bold)]), line.size / POINTS);
        content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]).show(Str(&encoded(&line.text, line.bold))).end_text();
    }
    content.restore_state();
}
