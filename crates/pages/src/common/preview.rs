//! Previews of links to the hall on other sites: their pictures and words. Also the web app
//! manifest, for the hall as an app on a device.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use kernel::{Meta, Picture};
use maud::{Markup, html};
use serde_json::json;
use text::{Text, t, text};

use crate::{
    assets::{fnv1a, href},
    common::minute,
    data::{TablePage, Visitor},
};

/// Width and height of the picture of a link.
pub(crate) const SIZE: (u32, u32) = (1200, 630);
/// The sign of the house, as a file.
pub(crate) const SIGN: &str = include_str!("../../assets/icon.svg");
/// The description of the hall, in a sentence.
const ABOUT: Text = text!("Dungeon games of cards and dice. Alone, with bots, or with friends by a link. No account.");
/// Returns a drawing as an SVG of its own.
pub(crate) type Draw = fn(&'static art::Picture) -> String;

/// The picture of pages that are not about a game.
const VAULT: Picture = Picture("scenes/vault");

/// The preview of a link to a page on other sites.
#[derive(Clone, Debug)]
pub(crate) struct LinkCard {
    /// The title, if it is not that of the page.
    title: Option<String>,
    /// The subject of the page, in a sentence or two.
    about: Cow<'static, str>,
    /// The address of its picture on this server.
    image: String,
    /// Width and height of the picture.
    size: (u32, u32),
    /// The text alternative of the picture.
    alt: &'static str,
}

impl LinkCard {
    /// Returns the preview of a page about a game, or about the hall.
    pub(crate) fn of(game: Option<&'static Meta>) -> LinkCard {
        let about = game.map_or_else(|| ABOUT.as_str(), minute::pitch).into();
        LinkCard { title: None, about, image: format!("/assets/{}", name(game)), size: SIZE, alt: words(game) }
    }

    /// Returns the preview of a link to a table before its match.
    pub(crate) fn of_invitation(page: &TablePage) -> LinkCard {
        let card = LinkCard::of(Some(page.meta));
        let words = [page.lobby.title.as_str(), &page.lobby.note].into_iter().filter(|text| !text.is_empty());
        let words = words.collect::<Vec<_>>().join(". ");
        let about = if words.is_empty() { card.about } else { words.into() };
        LinkCard { title: Some(invitation(page)), about, ..card }
    }

    /// Returns the preview of a page about a match of this game, with a picture of its own of this
    /// size.
    pub(crate) fn of_picture(game: &'static Meta, about: String, image: String, size: (u32, u32)) -> LinkCard {
        LinkCard { about: about.into(), image, size, ..LinkCard::of(Some(game)) }
    }
}

/// Returns the words with which the host of a table invites others.
pub(crate) fn invitation(page: &TablePage) -> String {
    match &page.hosting.name {
        Some(host) => t!("{host} invites you to {}", page.meta.title),
        None => t!("You are invited to {}", page.meta.title),
    }
}

/// Returns the meta tags of a page for link previews. The picture needs the server's address, so
/// without one there is none.
pub(crate) fn tags(v: &Visitor, title: &str, card: &LinkCard) -> Markup {
    html! {
        meta name="description" content=(card.about);
        meta property="og:site_name" content="Undercroft";
        meta property="og:type" content="website";
        meta property="og:title" content=(card.title.as_deref().unwrap_or(title));
        meta property="og:description" content=(card.about);
        @if let Some(origin) = v.origin {
            meta property="og:image" content={ (origin) (card.image) };
            meta property="og:image:width" content=(card.size.0);
            meta property="og:image:height" content=(card.size.1);
            meta property="og:image:alt" content=(card.alt);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// Returns the web app manifest.
pub fn manifest() -> String {
    let icon = |size: u32| json!({ "src": icon_href(size), "sizes": format!("{size}x{size}"), "type": "image/png" });
    let manifest = json!({
        "name": "Undercroft",
        "short_name": "Undercroft",
        "description": ABOUT.as_str(),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#120c08",
        "theme_color": "#120c08",
        "icons": [
            icon(192),
            icon(512),
            { "src": href("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
        ],
    });
    manifest.to_string()
}

/// Returns the address of the sign as a square picture of that many pixels.
pub(crate) fn icon_href(size: u32) -> String {
    format!("/assets/icon-{size}-{:016x}.png", fnv1a(SIGN.as_bytes()))
}

/// Returns whether drawing that file may take so long that other requests should not wait for it.
pub fn is_slow(name: &str) -> bool {
    name.ends_with(".png")
}

/// Returns the picture on the card of a link to a page about a game, or about none.
pub(crate) fn cover(game: Option<&Meta>) -> Picture {
    game.and_then(|meta| meta.cover).unwrap_or(VAULT)
}

fn words(game: Option<&Meta>) -> &'static str {
    art::picture(cover(game).0).map_or("", art::Picture::words)
}

/// Returns a drawing with all that is in it.
pub(crate) fn whole(drawing: &'static art::Picture) -> String {
    drawing.svg(art::Theme::Vault)
}

/// Returns the name of the picture for a link to a page about a game, or about none.
pub(crate) fn name(game: Option<&'static Meta>) -> String {
    static MARKS: LazyLock<BTreeMap<&str, u64>> = LazyLock::new(|| {
        let pictures = art::pictures().filter(|picture| picture.name().starts_with("scenes/"));
        let mark = |name| fnv1a(preview(Picture(name), "", whole).as_bytes());
        pictures.map(|picture| (picture.name(), mark(picture.name()))).collect()
    });
    let mark = MARKS.get(cover(game).0).copied().unwrap_or_default();
    format!("preview/{}-{mark:016x}.png", game.map_or("hall", |meta| meta.id))
}

/// Returns a cover in the shape of a link's picture, with these drawings and the sign of the house
/// on it.
pub(crate) fn preview(cover: Picture, over: &str, draw: Draw) -> String {
    let (width, height) = SIZE;
    let scene = art::picture(cover.0).map(draw).unwrap_or_default();
    let scene = scene.replacen("<svg ", &format!("<svg width=\"{width}\" height=\"{height}\" "), 1);
    let sign = SIGN.replacen("<svg ", "<svg x=\"40\" y=\"470\" width=\"120\" height=\"120\" ", 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{scene}{over}\
         <path fill=\"#140d09\" d=\"M0 0h{width}v10H0zM0 {}h{width}v10H0z\"/>{sign}</svg>",
        height - 10
    )
}
