//! A treasure in hand, or several to choose from.

use kernel::{Area, Icon, Layout, Look, Piece, Rank, Role, Sentence, Tone};
use text::t;

use super::{code, seats::item_card};
use crate::{
    Item, RogueAscension,
    content::{KING_PICTURE, TREASURE_PICTURE},
    state::Pending,
};

pub(super) fn offer(game: &RogueAscension) -> Option<Area> {
    let (title, pieces): (_, Vec<Piece>) = match game.pending {
        Pending::ChooseCard { cards } => {
            (t!("Choose one"), cards.into_iter().map(|card| rank_card(format!("card-{card}"), card)).collect())
        }
        Pending::ChooseAbility => {
            let ability = |item| item_card(ability_id(item), item, 1);
            (t!("Choose one"), Item::ABILITIES.into_iter().map(ability).collect())
        }
        Pending::Over(_) => return None,
        _ => {
            let card = game.reward.and_then(|reward| reward.card);
            (t!("In hand"), card.map(|card| rank_card("treasure".into(), card)).into_iter().collect())
        }
    };
    let area = Area::new("offer", Sentence::from(title), Role::Offer, Layout::Row).active(true);
    (!pieces.is_empty()).then(|| match note(game) {
        Some(note) => area.note(note).with(pieces),
        None => area.with(pieces),
    })
}

pub(super) fn ability_id(item: Item) -> String {
    format!("ability-{}", code(item))
}

/// Facts that help with the choice.
fn note(game: &RogueAscension) -> Option<String> {
    let ahead = match game.floors() - game.floor.min(game.floors()) {
        0 => t!("Only the boss is still ahead.").to_owned(),
        1 => t!("Floor {} and the boss are still ahead.", game.floors()),
        _ => t!("Floors {} to {} and the boss are still ahead.", game.floor + 1, game.floors()),
    };
    match game.pending {
        Pending::ChooseAbility => Some(t!("Each works once. {ahead}")),
        Pending::ChooseCard { .. } => Some(t!("The other is discarded. {ahead}")),
        Pending::Treasure => Some(ahead),
        _ => None,
    }
}

/// The name and the effect of a treasure card that is no item.
pub(super) fn unnamed(card: Rank) -> (&'static str, &'static str) {
    match card {
        Rank::King => (t!("King"), t!("Choose one of six special abilities.")),
        _ => (t!("Ace"), t!("Draw two more and keep one of them.")),
    }
}

/// A treasure card by its rank, named as the item it would be.
fn rank_card(id: String, card: Rank) -> Piece {
    match Item::of(card) {
        Some(item) => item_card(id, item, 1),
        None => {
            let (name, text) = unnamed(card);
            let (icon, picture) = match card {
                Rank::King => (Icon::STAR, KING_PICTURE),
                _ => (Icon::CHEST, TREASURE_PICTURE),
            };
            let look = Look::Card {
                name: name.into(),
                kind: t!("Treasure").into(),
                icon,
                tone: Tone::Good,
                corner: Some(card.to_string()),
                suit: None,
                emblem: None,
                stats: Vec::new().into(),
                copies: 1,
            };
            Piece::new(id, look, format!("{name}: {text}")).picture(picture).text(text, Some("R12"))
        }
    }
}
