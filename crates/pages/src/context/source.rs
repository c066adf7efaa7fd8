//! Hashes of the data from which areas and pieces are drawn.
//!
//! A `'static` text exists as long as the process runs. It is hashed by its address, not letter by
//! letter. Two equal texts in two places therefore have different hashes, and the drawing is
//! repeated needlessly.

use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
    mem::discriminant,
};

use kernel::{Area, Look, Piece};

/// A wrapper that hashes everything that the drawing of an area or a piece shows.
pub(crate) struct Source<'a, T>(pub(crate) &'a T);

impl Hash for Source<'_, Area> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Area { id, title, role, layout, seat, active, picture, note, doing, pieces, regions } = self.0;
        (id, title, role, layout, seat, active, picture, note, doing, regions).hash(hasher);
        pieces.len().hash(hasher);
        pieces.iter().for_each(|piece| Source(piece).hash(hasher));
    }
}

impl Hash for Source<'_, Piece> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Piece {
            id,
            look,
            picture,
            label,
            text,
            ruling,
            seat,
            at,
            flags,
            gauge,
            note,
            intent,
            badge,
            shape,
            on,
            ahead,
            says,
        } = self.0;
        id.hash(hasher);
        Source(look).hash(hasher);
        place(picture.map_or("", |picture| picture.0), hasher);
        words(Some(label), hasher);
        words(text.as_ref(), hasher);
        place(ruling.unwrap_or_default(), hasher);
        (seat, at, flags, gauge).hash(hasher);
        words(note.as_ref(), hasher);
        (intent, badge, shape, on, ahead, says).hash(hasher);
    }
}

impl Hash for Source<'_, Look> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Look::Card { name, kind, icon, tone, corner, suit, emblem, stats, copies } = self.0 else {
            return self.0.hash(hasher);
        };
        discriminant(self.0).hash(hasher);
        words(Some(name), hasher);
        words(Some(kind), hasher);
        place(icon.0, hasher);
        place(emblem.map_or("", |icon| icon.0), hasher);
        match stats {
            Cow::Borrowed(stats) => (stats.as_ptr().addr(), stats.len()).hash(hasher),
            Cow::Owned(stats) => stats.hash(hasher),
        }
        (tone, corner, suit, copies).hash(hasher);
    }
}

fn words<H: Hasher>(text: Option<&Cow<'static, str>>, hasher: &mut H) {
    match text {
        None => hasher.write_u8(0),
        Some(Cow::Borrowed(text)) => {
            hasher.write_u8(1);
            place(text, hasher);
        }
        Some(Cow::Owned(text)) => {
            hasher.write_u8(2);
            text.hash(hasher);
        }
    }
}

/// Hashes the address and the length of a text.
fn place<H: Hasher>(text: &'static str, hasher: &mut H) {
    (text.as_ptr().addr(), text.len()).hash(hasher);
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use kernel::{Badge, Flag, Icon, Intent, Layout, Picture, Role, Seat, Shape, Stat, Suit, Tone};

    use super::*;

    fn hash<T>(of: &T) -> u64
    where
        for<'a> Source<'a, T>: Hash,
    {
        foldhash::quality::FixedState::default().hash_one(Source(of))
    }

    #[test]
    fn whatever_a_piece_is_drawn_from_tells_it_apart() {
        let stat = |value: &str| Stat { icon: Icon::SWORD, name: "bonus", value: value.to_owned() };
        let card = |stats| Look::card("Torch", "Relic", Icon::CARD, Tone::Plain, stats);
        let piece = || Piece::new("a", card(vec![stat("+2")]), "Torch: +2");
        let changed = |change: fn(&mut Piece)| {
            let mut piece = piece();
            change(&mut piece);
            piece
        };
        let on_card = |change: fn(&mut Look)| {
            let mut piece = piece();
            change(&mut piece.look);
            piece
        };
        let intent = Intent { icon: Icon::SWORD, mean: "1".into(), text: "d6".into(), range: "0 to 5".into() };
        let pieces = [
            piece(),
            Piece { look: card(vec![stat("+3")]), ..piece() },
            Piece { intent: Some(intent), ..piece() },
            changed(|piece| piece.id = "b".into()),
            changed(|piece| piece.picture = Some(Picture("torch"))),
            changed(|piece| piece.label = "Torch".into()),
            changed(|piece| piece.label = String::from("Torch").into()),
            changed(|piece| piece.text = Some("It burns.".into())),
            changed(|piece| piece.ruling = Some("R9")),
            changed(|piece| piece.seat = Some(Seat(0))),
            changed(|piece| piece.at = Some((0, 0))),
            changed(|piece| piece.flags = vec![Flag::Damaged]),
            changed(|piece| *piece = piece.clone().gauge(Icon::HEART, 1, 2)),
            changed(|piece| piece.note = Some("It burns.".into())),
            changed(|piece| piece.badge = Some(Badge { icon: Icon::STAR, tone: Tone::Good, bright: true })),
            changed(|piece| piece.shape = Shape::Arch),
            changed(|piece| piece.on = Some("b".into())),
            changed(|piece| piece.ahead = Some(1)),
            on_card(|look| *look = Look::Text),
            on_card(|look| *look = Look::Back { count: 1 }),
            on_card(|look| *look = Look::Back { count: 2 }),
            on_card(|look| {
                if let Look::Card { name, .. } = look {
                    *name = "Torches".into()
                }
            }),
            on_card(|look| {
                if let Look::Card { kind, .. } = look {
                    *kind = "Relics".into()
                }
            }),
            on_card(|look| {
                if let Look::Card { icon, .. } = look {
                    *icon = Icon::STAR
                }
            }),
            on_card(|look| {
                if let Look::Card { tone, .. } = look {
                    *tone = Tone::Good
                }
            }),
            on_card(|look| {
                if let Look::Card { corner, .. } = look {
                    *corner = Some("9".into())
                }
            }),
            on_card(|look| {
                if let Look::Card { suit, .. } = look {
                    *suit = Some(Suit::Hearts)
                }
            }),
            on_card(|look| {
                if let Look::Card { emblem, .. } = look {
                    *emblem = Some(Icon::STAR)
                }
            }),
            on_card(|look| {
                if let Look::Card { stats, .. } = look {
                    *stats = Cow::Borrowed(&[])
                }
            }),
            on_card(|look| {
                if let Look::Card { copies, .. } = look {
                    *copies = 2
                }
            }),
        ];
        assert_eq!(hash(&pieces[0]), hash(&piece()));
        let hashes: Vec<u64> = pieces.iter().map(hash).collect();
        let alike = |at: usize| hashes[..at].iter().position(|hash| *hash == hashes[at]);
        let alike: Vec<(usize, usize)> = (0..hashes.len()).filter_map(|at| Some((alike(at)?, at))).collect();
        assert_eq!(alike, []);
        let area =
            |id, pieces: &[Piece]| Area::new(id, "Pile", Role::Piles, Layout::Stack).with(pieces.iter().cloned());
        let areas =
            [area("a", &[]), area("b", &[]), area("a", &pieces[..1]), area("a", &pieces[..2])].map(|area| hash(&area));
        assert!((0..areas.len()).all(|at| !areas[..at].contains(&areas[at])), "{areas:?}");
    }
}
