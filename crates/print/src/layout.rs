//! Places of pieces on paper, in millimetres from the upper left corner.

use kernel::printed::{Cut, Deck};

use crate::{
    Ink, Paper, face,
    mark::{DARK, Mark},
};

/// The room for the bleed at each edge of a piece.
pub(crate) const BLEED: f32 = 3.0;
/// The room at each edge of the paper for crop marks.
const MARGIN: f32 = 6.0;

/// A place for a piece.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    /// Its upper left corner.
    at: [f32; 2],
    /// The number of the deck, and of the piece in it.
    piece: (usize, usize),
}

/// Returns the pages of a game's decks, fronts and backs in turn, with crop marks. Decks of one shape
/// follow each other without a break. `bleed` adds 3 mm around each piece.
pub fn pages(game: &str, decks: &[&Deck], paper: Paper, bleed: bool, ink: Ink) -> Vec<Vec<Mark>> {
    let out = if bleed { BLEED } else { 0.0 };
    let mut pages = Vec::new();
    for alike in decks.chunk_by(|one, next| one.cut == next.cut) {
        let cut = alike[0].cut;
        for places in places(alike, cut, paper, bleed) {
            for is_back in [false, true] {
                let places: Vec<Place> =
                    places.iter().map(|place| if is_back { behind(*place, cut, paper) } else { *place }).collect();
                let side = |place: &Place| {
                    let deck = alike[place.piece.0];
                    let piece = &deck.pieces[place.piece.1].0;
                    let marks = match is_back {
                        true => face::back(game, deck, piece, out, ink),
                        false => face::front(piece, cut, out, ink),
                    };
                    marks.into_iter().map(|mark| mark.moved(place.at)).collect::<Vec<_>>()
                };
                let crops = marks(&places, cut, bleed).into_iter();
                let crops = crops.map(|[from, to]| Mark::line(from, to, (0.1, DARK)));
                pages.push(places.iter().flat_map(side).chain(crops).collect());
            }
        }
    }
    pages
}

/// Columns and rows of pieces of this size.
fn grid(paper: Paper, pitch: [f32; 2]) -> [usize; 2] {
    [0, 1].map(|axis| ((paper.size()[axis] - 2.0 * MARGIN) / pitch[axis]) as usize)
}

/// The distance from a piece to the next.
fn pitch(cut: Cut, bleed: bool) -> [f32; 2] {
    cut.size().map(|side| side + if bleed { 2.0 * BLEED } else { 0.0 })
}

/// The pieces of every page.
fn places(decks: &[&Deck], cut: Cut, paper: Paper, bleed: bool) -> Vec<Vec<Place>> {
    let copies = |deck: usize| {
        let kinds = decks[deck].pieces.iter().enumerate();
        kinds.flat_map(move |(kind, (_, copies))| std::iter::repeat_n((deck, kind), usize::from(*copies)))
    };
    let pieces: Vec<(usize, usize)> = (0..decks.len()).flat_map(copies).collect();
    let (pitch, size) = (pitch(cut, bleed), paper.size());
    let [columns, rows] = grid(paper, pitch);
    let start = [0, 1].map(|axis| {
        let used = [columns, rows][axis] as f32 * pitch[axis];
        (size[axis] - used + pitch[axis] - cut.size()[axis]) / 2.0
    });
    let place = |(slot, piece): (usize, &(usize, usize))| Place {
        at: [start[0] + (slot % columns) as f32 * pitch[0], start[1] + (slot / columns) as f32 * pitch[1]],
        piece: *piece,
    };
    pieces.chunks(columns * rows).map(|page| page.iter().enumerate().map(place).collect()).collect()
}

/// The place of the back of a piece, if the paper is turned over its long edge.
fn behind(place: Place, cut: Cut, paper: Paper) -> Place {
    let [x, y] = place.at;
    Place { at: [paper.size()[0] - x - cut.size()[0], y], ..place }
}

/// The crop marks of a page: lines from one end to the other, in the margin outside all bleeds.
fn marks(places: &[Place], cut: Cut, bleed: bool) -> Vec<[[f32; 2]; 2]> {
    let off = if bleed { BLEED } else { 0.0 } + 0.8;
    let (end, size) = (off + 4.5, cut.size());
    let ends = |axis: usize| {
        let low = places.iter().map(|place| place.at[axis]).fold(f32::INFINITY, f32::min);
        let high = places.iter().map(|place| place.at[axis] + size[axis]).fold(0.0, f32::max);
        [[low - end, low - off], [high + off, high + end]]
    };
    let mut lines = Vec::new();
    for axis in [0, 1] {
        let mut cuts: Vec<f32> =
            places.iter().flat_map(|place| [place.at[axis], place.at[axis] + size[axis]]).collect();
        cuts.sort_by(f32::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        for (cut, [from, to]) in cuts.into_iter().flat_map(|cut| ends(1 - axis).map(|end| (cut, end))) {
            lines.push([from, to].map(|along| if axis == 0 { [cut, along] } else { [along, cut] }));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Look, Piece, Tone};

    use super::*;

    #[test]
    fn backs_mirror_fronts_and_all_pieces_are_on_the_paper() {
        let look = Look::Token { icon: Icon::HEART, tone: Tone::Plain, value: None, seat: None };
        let deck = |cut| Deck { title: "", cut, back: None, pieces: vec![(Piece::new("", look.clone(), ""), 50)] };
        for (paper, bleed) in [(Paper::A4, false), (Paper::A4, true), (Paper::Letter, false), (Paper::Letter, true)] {
            for cut in [Cut::Card, Cut::Tile(40), Cut::Token(12), Cut::Token(25)] {
                let out = if bleed { BLEED } else { 0.0 };
                for page in places(&[&deck(cut)], cut, paper, bleed) {
                    for place in &page {
                        for place in [*place, behind(*place, cut, paper)] {
                            for axis in [0, 1] {
                                let end = place.at[axis] + cut.size()[axis] + out;
                                assert!(place.at[axis] >= out && end <= paper.size()[axis], "{place:?} on {paper:?}");
                            }
                        }
                    }
                    let behind: Vec<f32> = page.iter().map(|place| behind(*place, cut, paper).at[0]).collect();
                    let full = grid(paper, pitch(cut, bleed))[0];
                    if page.len() >= full {
                        let row = page[..full].iter().rev();
                        assert!(row.zip(&behind).all(|(front, back)| (front.at[0] - back).abs() < 0.01));
                    }
                }
            }
        }
    }
}
