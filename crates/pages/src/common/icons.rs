//! Icons: one for each meaning, the same in every game, from the catalogue. A page refers to the
//! sheet that has them all.

use kernel::{Icon, Suit};
use maud::{Markup, Render, html};

use crate::assets::icons_href;

/// Returns an icon in the colour of the text around it. Words nearby must state its meaning.
pub fn icon(icon: Icon) -> impl Render {
    Reference(art::icon(icon.0).unwrap_or(&art::icons::HELP))
}

/// Returns the sign of a suit.
pub(crate) fn suit(suit: Suit) -> impl Render {
    Reference(match suit {
        Suit::Hearts => &art::icons::SUIT_HEARTS,
        Suit::Diamonds => &art::icons::SUIT_DIAMONDS,
        Suit::Clubs => &art::icons::SUIT_CLUBS,
        Suit::Spades => &art::icons::SUIT_SPADES,
    })
}

/// Returns an icon of the page itself, not of any game.
pub(crate) fn sign(art: &'static art::IconArt) -> impl Render {
    Reference(art)
}

/// Returns the sign of the house: an arch, its keystone, and a light below.
pub(crate) fn arch() -> Markup {
    html! {
        svg.arch viewBox="0 0 48 48" aria-hidden="true" focusable="false" {
            path.stone d="M4 46V24a20 20 0 0 1 40 0v22h-9V24a11 11 0 0 0-22 0v22z" {}
            path.joint d="M4 34h9M35 34h9M5.6 17l8.6 3.6M42.4 17l-8.6 3.6M13 7.4l5 7.6M35 7.4l-5 7.6" {}
            path.key d="M20.5 3.5h7l-1.7 11h-3.6z" {}
            path.flame d="M24 23c3.500 4 5 6.600 5 9.200a5 5 0 0 1-10 0c0-2.600 1.500-5.200 5-9.200z" {}
            path.step d="M15 46v-4h18v4z" {}
        }
    }
}

/// Returns the lit candle that marks the player whose turn it is.
pub(crate) fn candle() -> Markup {
    html! {
        svg.candle viewBox="0 0 14 20" aria-hidden="true" focusable="false" {
            path.wax d="M3 9h8v11H3z" {}
            path.flame d="M7 0c2.400 2.600 3.200 4 3.200 5.400a3.200 3.200 0 0 1-6.400 0C3.800 4 4.600 2.600 7 0z" {}
        }
    }
}

/// An icon in the sheet, rendered directly into the page: a table has a hundred of them.
struct Reference(&'static art::IconArt);

impl Render for Reference {
    fn render_to(&self, html: &mut String) {
        const BEGIN: &str = r#"<svg class="i" aria-hidden="true" focusable="false"><use href=""#;
        for part in [BEGIN, icons_href(), "#i-", self.0.name(), r#""></use></svg>"#] {
            html.push_str(part);
        }
    }
}
