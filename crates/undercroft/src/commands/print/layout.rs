//! Places of cards on paper, in millimetres from the upper left corner.

use kernel::PrintedDeck;

use super::Paper;

/// Width and height of a card.
pub(super) const CARD: [f32; 2] = [63.0, 88.0];
/// The room for the bleed at each edge of a card.
pub(super) const BLEED: f32 = 3.0;
/// The room at each edge of the paper for crop marks.
const MARGIN: f32 = 6.0;

/// A place for a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    /// Its upper left corner.
    pub(super) at: [f32; 2],
    /// The number of the deck, and of the card in it.
    pub(super) card: (usize, usize),
}

impl Paper {
    /// Width and height.
    pub(super) fn size(self) -> [f32; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::Letter => [215.9, 279.4],
        }
    }

    /// Columns and rows of cards.
    fn grid(self, bleed: bool) -> [usize; 2] {
        let pitch = pitch(bleed);
        [0, 1].map(|axis| ((self.size()[axis] - 2.0 * MARGIN) / pitch[axis]) as usize)
    }
}

/// The distance from a card to the next.
fn pitch(bleed: bool) -> [f32; 2] {
    CARD.map(|side| side + if bleed { 2.0 * BLEED } else { 0.0 })
}

/// The cards of every page. Decks follow each other without a break.
pub(super) fn pages(decks: &[PrintedDeck], paper: Paper, bleed: bool) -> Vec<Vec<Place>> {
    let copies = |deck: usize| {
        let kinds = decks[deck].cards.iter().enumerate();
        kinds.flat_map(move |(kind, (_, copies))| std::iter::repeat_n((deck, kind), usize::from(*copies)))
    };
    let cards: Vec<(usize, usize)> = (0..decks.len()).flat_map(copies).collect();
    let ([columns, rows], pitch, size) = (paper.grid(bleed), pitch(bleed), paper.size());
    let start = [0, 1].map(|axis| {
        let used = [columns, rows][axis] as f32 * pitch[axis];
        (size[axis] - used + pitch[axis] - CARD[axis]) / 2.0
    });
    let place = |(slot, card): (usize, &(usize, usize))| Place {
        at: [start[0] + (slot % columns) as f32 * pitch[0], start[1] + (slot / columns) as f32 * pitch[1]],
        card: *card,
    };
    cards.chunks(columns * rows).map(|page| page.iter().enumerate().map(place).collect()).collect()
}

/// The place of the back of a card, if the paper is turned over its long edge.
pub(super) fn behind(place: Place, paper: Paper) -> Place {
    let [x, y] = place.at;
    Place { at: [paper.size()[0] - x - CARD[0], y], ..place }
}

/// The crop marks of a page: lines from one end to the other, in the margin outside all bleeds.
pub(super) fn marks(places: &[Place], bleed: bool) -> Vec<[[f32; 2]; 2]> {
    let off = if bleed { BLEED } else { 0.0 } + 0.8;
    let end = off + 4.5;
    let ends = |axis: usize| {
        let low = places.iter().map(|place| place.at[axis]).fold(f32::INFINITY, f32::min);
        let high = places.iter().map(|place| place.at[axis] + CARD[axis]).fold(0.0, f32::max);
        [[low - end, low - off], [high + off, high + end]]
    };
    let mut lines = Vec::new();
    for axis in [0, 1] {
        let mut cuts: Vec<f32> =
            places.iter().flat_map(|place| [place.at[axis], place.at[axis] + CARD[axis]]).collect();
        cuts.sort_by(f32::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        for (cut, [from, to]) in cuts.into_iter().flat_map(|cut| ends(1 - axis).map(|end| (cut, end))) {
            lines.push([from, to].map(|along| if axis == 0 { [cut, along] } else { [along, cut] }));
        }
    }
    lines
}
