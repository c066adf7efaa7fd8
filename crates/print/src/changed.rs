//! The parts that a pack of cards has changed.

use kernel::{
    Piece,
    printed::{Deck, Part},
};

/// Returns the parts that are others than before: pieces that look or read differently, with all their
/// copies, further copies of the others, and sheets that read differently. Both lists are of one game.
pub fn changed(before: &[Part], now: Vec<Part>) -> Vec<Part> {
    now.into_iter().filter_map(|part| other(before, part)).collect()
}

fn other(before: &[Part], part: Part) -> Option<Part> {
    match part {
        Part::Sheet(sheet) => {
            let is_known = before.iter().any(|known| matches!(known, Part::Sheet(known) if *known == sheet));
            (!is_known).then_some(Part::Sheet(sheet))
        }
        Part::Deck(deck) => {
            let known = before.iter().find_map(|known| match known {
                Part::Deck(known) if (known.title, known.cut) == (deck.title, deck.cut) => Some(&known.pieces),
                _ => None,
            });
            let known = |piece: &Piece| known.and_then(|known| known.iter().find(|(known, _)| known == piece));
            let more = |(piece, copies): (Piece, u8)| {
                let before = known(&piece).map_or(0, |(_, copies)| *copies);
                (copies > before).then(|| (piece, copies - before))
            };
            let pieces: Vec<(Piece, u8)> = deck.pieces.into_iter().filter_map(more).collect();
            (!pieces.is_empty()).then_some(Part::Deck(Deck { pieces, ..deck }))
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::HouseCards;
    use serde_json::{Map, Value, json};

    use super::*;

    /// Returns what is printed anew with these cards changed, each with its copies.
    fn printed(game: &dyn roster::GameEntry, cards: &Value) -> Vec<Part> {
        let before = game.printed();
        let meta = game.meta();
        let pack = json!({ "game": meta.id, "base": meta.rules, "title": "Others", "cards": cards });
        let parts = {
            let _in_force = HouseCards::enter(Some(game.packs().unwrap().read(&pack).unwrap()));
            changed(&before, game.printed())
        };
        assert!(changed(&before, game.printed()).is_empty(), "{}: the game has its own cards again", meta.id);
        parts
    }

    #[test]
    fn changed_cards_alone_are_printed() {
        let game = roster::find("gloombah").unwrap();
        let parts = printed(game, &json!({ "sulky_housecat": { "ap": 3 }, "ambush": { "copies": 9 } }));
        let pieces = parts.iter().flat_map(|part| match part {
            Part::Deck(deck) => &*deck.pieces,
            Part::Sheet(_) => &[],
        });
        let labels: Vec<(&str, u8)> = pieces.map(|(piece, copies)| (&*piece.label, *copies)).collect();
        assert!(labels.len() == 2 && labels[0].0.starts_with("Sulky Housecat, beast, AP 3"), "{labels:?}");
        assert!(labels[1].0.starts_with("Ambush") && labels[1].1 == 3, "three more copies: {labels:?}");
    }

    #[test]
    fn renamed_cards_of_every_game_are_printed_anew() {
        for game in roster::GAMES.iter().copied() {
            let names = game.packs().unwrap().cards();
            let named: Vec<(&String, &Value)> =
                names.as_object().unwrap().iter().filter(|(_, card)| card["name"].is_string()).collect();
            let renamed = |(id, card): &&(&String, &Value)| {
                let words = |part: &Part| match part {
                    Part::Deck(deck) => format!("{:?}", deck.pieces),
                    Part::Sheet(sheet) => format!("{sheet:?}"),
                };
                let keys = ["name", "word"].into_iter().filter(|key| card[key].is_string());
                let other: Map<String, Value> = keys.map(|key| (key.to_owned(), "Zweihander".into())).collect();
                printed(game, &json!({ *id: other })).iter().any(|part| words(part).contains("Zweihander"))
            };
            let count = named.iter().filter(renamed).count();
            assert!(2 * count > named.len(), "{}: {count} of {}", game.meta().id, named.len());
        }
    }
}
