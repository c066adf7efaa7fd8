//! Signs for icons: one column wide, each with one meaning.

use kernel::{Icon, Picture, Suit};

/// The sign of an icon on terminals that show more than ASCII.
pub(crate) fn sign(icon: Icon) -> char {
    art::icon(icon.0).map_or('?', art::IconArt::sign)
}

/// The letter of an icon, for maps in ASCII.
pub(crate) fn letter(icon: Icon) -> char {
    art::icon(icon.0).map_or('?', art::IconArt::letter)
}

/// The word for an icon, for ASCII text.
pub(crate) fn word(icon: Icon) -> &'static str {
    art::icon(icon.0).map_or(icon.0, art::IconArt::words)
}

/// The icon that replaces a drawing, which a terminal cannot show.
pub(crate) fn of_picture(picture: Option<Picture>) -> Option<Icon> {
    picture.and_then(|picture| art::picture(picture.0)).map(|picture| Icon(picture.icon().name()))
}

/// A card's own icon, or that of its drawing if its own means only a card.
pub(super) fn telling(icon: Icon, picture: Option<Picture>) -> Icon {
    match art::icon(icon.0) {
        Some(_) if icon != Icon::CARD => icon,
        _ => of_picture(picture).unwrap_or(icon),
    }
}

/// The sign of a suit.
pub(super) fn suit(suit: Suit, ascii: bool) -> String {
    let [sign, letter] = match suit {
        Suit::Hearts => ["♥", "H"],
        Suit::Diamonds => ["♦", "D"],
        Suit::Clubs => ["♣", "C"],
        Suit::Spades => ["♠", "S"],
    };
    if ascii { letter.into() } else { sign.into() }
}
