//! Signs for icons: one column wide, each with one meaning.

use kernel::{Icon, Suit};

/// The sign of an icon where the terminal shows more than ASCII.
pub(crate) fn sign(icon: Icon) -> char {
    match icon {
        Icon::ALTAR => '⊥',
        Icon::ARMOR => '◈',
        Icon::ASCEND => '⇑',
        Icon::BLESSING => '✚',
        Icon::BOSS => '♛',
        Icon::CAMP => '▲',
        Icon::CARD => '▯',
        Icon::CHEST => '▣',
        Icon::CLOCK => '◷',
        Icon::COIN => '¢',
        Icon::CROWN => '♔',
        Icon::CURSE => '✗',
        Icon::D20 => '⬡',
        Icon::DEMON => 'Ψ',
        Icon::DIE => '◇',
        Icon::DOOR => '∩',
        Icon::DOUBLE => '∥',
        Icon::EVADE => '↷',
        Icon::FLASK => '◊',
        Icon::FOUNTAIN => '≈',
        Icon::HALLWAY => '·',
        Icon::HEART => '♥',
        Icon::HERO => '☺',
        Icon::INITIATIVE => '»',
        Icon::LUCK => '♣',
        Icon::MERCHANT => '¤',
        Icon::MONSTER => '♞',
        Icon::PORTAL => '◎',
        Icon::SHIELD => '♦',
        Icon::SKULL => '☠',
        Icon::SNEAK => '☽',
        Icon::STAR => '★',
        Icon::SWORD => '†',
        Icon::TOWER => '♜',
        Icon::TRAP => '▼',
        Icon::TROPHY => '♕',
        Icon::WALL => '█',
        Icon::WIND => '∿',
        _ => '?',
    }
}

/// The letter of an icon, for maps in ASCII.
pub(crate) fn letter(icon: Icon) -> char {
    match icon {
        Icon::ALTAR => 't',
        Icon::ARMOR => 'a',
        Icon::ASCEND => '^',
        Icon::BLESSING => '+',
        Icon::BOSS => 'B',
        Icon::CAMP => 'n',
        Icon::CARD => 'c',
        Icon::CHEST => '$',
        Icon::CLOCK => 'o',
        Icon::COIN => 'O',
        Icon::CROWN => 'K',
        Icon::CURSE => 'x',
        Icon::D20 => 'd',
        Icon::DEMON => 'D',
        Icon::DIE => 'i',
        Icon::DOOR => 'A',
        Icon::DOUBLE => '=',
        Icon::EVADE => '>',
        Icon::FLASK => 'p',
        Icon::FOUNTAIN => '~',
        Icon::HALLWAY => '.',
        Icon::HEART => 'h',
        Icon::HERO => '@',
        Icon::INITIATIVE => '!',
        Icon::LUCK => 'l',
        Icon::MERCHANT => 'M',
        Icon::MONSTER => 'm',
        Icon::PORTAL => '0',
        Icon::SHIELD => 's',
        Icon::SKULL => 'S',
        Icon::SNEAK => 'z',
        Icon::STAR => '*',
        Icon::SWORD => 'w',
        Icon::TOWER => 'T',
        Icon::TRAP => 'v',
        Icon::TROPHY => 'Y',
        Icon::WALL => '#',
        Icon::WIND => '&',
        _ => '?',
    }
}

/// The word for an icon, for ASCII text.
pub(super) fn word(icon: Icon) -> String {
    icon.0.to_owned()
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
