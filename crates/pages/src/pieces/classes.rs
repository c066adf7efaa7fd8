//! The classes of a piece for the stylesheet.

use kernel::{Flag, Look, Piece, Suit};

use crate::{common::tone_class, context::PressEffect};

/// Returns the classes: its kind, its tone, its states, and the effect of pressing it.
pub(crate) fn classes(piece: &Piece, effect: PressEffect) -> String {
    let mut all = vec!["piece"];
    all.push(match &piece.look {
        Look::Card { .. } => "card",
        Look::Back { .. } => "back",
        Look::Die { .. } => "dice",
        Look::Token { .. } => "token",
        Look::Tile { .. } => "tile",
        Look::Meter { .. } => "meter",
        Look::Edge { .. } => "edge",
        Look::Text => "words",
    });
    all.push(match &piece.look {
        Look::Card { tone, .. } | Look::Token { tone, .. } | Look::Tile { tone, .. } | Look::Edge { tone, .. } => {
            tone_class(*tone)
        }
        Look::Meter { .. } => piece.badge.map_or("tone-plain", |badge| tone_class(badge.tone)),
        Look::Back { .. } | Look::Die { .. } | Look::Text => "tone-plain",
    });
    if let Look::Card { suit: Some(suit), .. } = &piece.look {
        all.push(match suit {
            Suit::Hearts => "suit-hearts",
            Suit::Diamonds => "suit-diamonds",
            Suit::Clubs => "suit-clubs",
            Suit::Spades => "suit-spades",
        });
    }
    all.extend(piece.flags.iter().map(|flag| flag_class(*flag)));
    all.push(match effect {
        PressEffect::Idle => "idle",
        PressEffect::Does(_) | PressEffect::PicksUp(_) => "can",
        PressEffect::PutsBack(_) => "picked",
        PressEffect::Receives(_) | PressEffect::LeadsOn(_) => "target",
    });
    all.join(" ")
}

fn flag_class(flag: Flag) -> &'static str {
    match flag {
        Flag::Exhausted => "exhausted",
        Flag::Damaged => "damaged",
        Flag::Highlighted => "highlighted",
        Flag::Reachable => "reachable",
        Flag::Danger => "danger",
        Flag::Dead => "dead",
        Flag::Elite => "elite",
        Flag::Boss => "boss",
        Flag::Curse => "curse",
    }
}
