//! Signs for icons: one column wide, each with one meaning.

use kernel::{Icon, Suit};

/// The sign of an icon where the terminal shows more than ASCII.
pub(crate) fn sign(icon: Icon) -> char {
    match icon {
        Icon::Altar => '⊥',
        Icon::Armor => '◈',
        Icon::Ascend => '⇑',
        Icon::Blessing => '✚',
        Icon::Boss => '♛',
        Icon::Camp => '▲',
        Icon::Card => '▯',
        Icon::Chest => '▣',
        Icon::Clock => '◷',
        Icon::Coin => '¢',
        Icon::Crown => '♔',
        Icon::Curse => '✗',
        Icon::D20 => '⬡',
        Icon::Demon => 'Ψ',
        Icon::Die => '◇',
        Icon::Door => '∩',
        Icon::Double => '∥',
        Icon::Evade => '↷',
        Icon::Flask => '◊',
        Icon::Fountain => '≈',
        Icon::Hallway => '·',
        Icon::Heart => '♥',
        Icon::Hero => '☺',
        Icon::Initiative => '»',
        Icon::Luck => '♣',
        Icon::Merchant => '¤',
        Icon::Monster => '♞',
        Icon::Portal => '◎',
        Icon::Shield => '♦',
        Icon::Skull => '☠',
        Icon::Sneak => '☽',
        Icon::Star => '★',
        Icon::Sword => '†',
        Icon::Tower => '♜',
        Icon::Trap => '▼',
        Icon::Trophy => '♕',
        Icon::Wall => '█',
        Icon::Wind => '∿',
    }
}

/// The letter of an icon, for maps in ASCII.
pub(crate) fn letter(icon: Icon) -> char {
    match icon {
        Icon::Altar => 't',
        Icon::Armor => 'a',
        Icon::Ascend => '^',
        Icon::Blessing => '+',
        Icon::Boss => 'B',
        Icon::Camp => 'n',
        Icon::Card => 'c',
        Icon::Chest => '$',
        Icon::Clock => 'o',
        Icon::Coin => 'O',
        Icon::Crown => 'K',
        Icon::Curse => 'x',
        Icon::D20 => 'd',
        Icon::Demon => 'D',
        Icon::Die => 'i',
        Icon::Door => 'A',
        Icon::Double => '=',
        Icon::Evade => '>',
        Icon::Flask => 'p',
        Icon::Fountain => '~',
        Icon::Hallway => '.',
        Icon::Heart => 'h',
        Icon::Hero => '@',
        Icon::Initiative => '!',
        Icon::Luck => 'l',
        Icon::Merchant => 'M',
        Icon::Monster => 'm',
        Icon::Portal => '0',
        Icon::Shield => 's',
        Icon::Skull => 'S',
        Icon::Sneak => 'z',
        Icon::Star => '*',
        Icon::Sword => 'w',
        Icon::Tower => 'T',
        Icon::Trap => 'v',
        Icon::Trophy => 'Y',
        Icon::Wall => '#',
        Icon::Wind => '&',
    }
}

/// The word for an icon, for ASCII text.
pub(super) fn word(icon: Icon) -> String {
    format!("{icon:?}").to_lowercase()
}

/// The sign of a suit.
pub(super) fn suit(suit: Suit, ascii: bool) -> String {
    if ascii {
        return suit.word()[..1].to_uppercase();
    }
    match suit {
        Suit::Hearts => "♥",
        Suit::Diamonds => "♦",
        Suit::Clubs => "♣",
        Suit::Spades => "♠",
    }
    .into()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use unicode_width::UnicodeWidthChar;

    use super::*;

    #[test]
    fn every_icon_has_one_column_and_one_meaning() {
        let signs: HashSet<char> = Icon::ALL.iter().map(|icon| sign(*icon)).collect();
        let letters: HashSet<char> = Icon::ALL.iter().map(|icon| letter(*icon)).collect();
        assert_eq!((signs.len(), letters.len()), (Icon::ALL.len(), Icon::ALL.len()));
        assert!(signs.iter().all(|sign| sign.width() == Some(1)));
        assert!(letters.iter().all(|letter| letter.is_ascii_graphic() && !('1'..='9').contains(letter)));
    }
}
