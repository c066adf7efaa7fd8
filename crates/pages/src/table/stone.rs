//! The gravestone of the fallen as a drawing: on the page in the fonts of the page, and as a picture
//! to share, in outlines.

use kernel::{Epitaph, Picture, Scene};
use maud::{Markup, PreEscaped, html};
use text::t;

use crate::{
    common::{LinkCard, Names},
    data::{SeatInfo, TablePage},
    table::moment,
};

/// Width and height of the drawing.
pub(crate) const SIZE: (u32, u32) = (800, 1000);
/// The middle of the stone, and the room for words on it.
const MIDDLE: u32 = 400;
const ROOM: usize = 440;
/// The size of the words, and the largest size of the name.
const WORDS: usize = 36;
const NAME: usize = 64;
/// The ink of the words, as in the stylesheet.
#[cfg(feature = "raster")]
pub(crate) const INK: &str = "#20140d";
/// The usual width of a letter, in hundredths of its size.
const LETTER: usize = 52;

/// The words on a gravestone, and the picture of the fallen.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    heading: String,
    name: String,
    place: String,
    /// The dry line, in quotes. A picture is drawn where no language is spoken.
    quote: String,
    picture: Picture,
}

/// A line of words on the stone, in its middle.
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    /// The distance of its base line from the upper edge.
    pub(crate) y: usize,
    pub(crate) size: usize,
}

/// Returns the gravestone at the end of a match, if somebody lies there; `seats` are its players.
/// `near_best` says that the match has missed the best score of its player by one at most.
pub fn stone(seats: &[SeatInfo], scene: &Scene, near_best: bool) -> Option<Stone> {
    Some(Stone::new(Names::new(seats), scene.ending.as_ref()?.epitaph.as_ref()?, near_best))
}

impl Stone {
    fn at(page: &TablePage, epitaph: &Epitaph) -> Stone {
        Stone::new(Names::at(page), epitaph, page.finished.goals.as_ref().is_some_and(|goals| goals.near_best))
    }

    fn new(names: Names, epitaph: &Epitaph, near_best: bool) -> Stone {
        let line = epitaph.near_best.as_ref().filter(|_| near_best).unwrap_or(&epitaph.line);
        Stone {
            heading: t!("Here lies").into(),
            name: epitaph.name.plain_for(None, |seat| names.of(seat)),
            place: epitaph.place.clone(),
            quote: t!("“{line}”"),
            picture: epitaph.picture,
        }
    }

    /// Returns the words on the stone as one line of text.
    fn told(&self) -> String {
        let Stone { name, place, quote, .. } = self;
        t!("Here lies {name}. {place}. {quote}")
    }

    /// Returns the drawing in an `<svg>` with these attributes. `hero` draws the picture of the
    /// fallen at a place, and `write` a line of words.
    pub(crate) fn drawing(
        &self,
        attributes: &str,
        hero: impl Fn(Picture, &str) -> String,
        write: impl Fn(&Line) -> String,
    ) -> String {
        let (width, height) = SIZE;
        let hero = hero(self.picture, "x=\"305\" y=\"150\" width=\"190\" height=\"190\"");
        let words: String =
            self.lines().iter().map(|(text, y, size)| write(&Line { text, y: *y, size: *size })).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" {attributes}>{WALL}\
             <clipPath id=\"niche\"><path d=\"{NICHE}\"/></clipPath><g clip-path=\"url(#niche)\">{hero}</g>\
             <path d=\"{NICHE}\" fill=\"none\" stroke=\"#4f4636\" stroke-width=\"12\"/>{words}</svg>"
        )
    }

    /// Returns the lines of words from the upper to the lower, each with its base line and size.
    fn lines(&self) -> Vec<(String, usize, usize)> {
        let fits = |size: usize| ROOM * 100 / (LETTER * size);
        // A long name has two lines.
        let name = wrapped(&self.name, fits(NAME).max(self.name.chars().count() / 2 + 3));
        let longest = name.iter().map(|line| line.chars().count()).max().unwrap_or_default().max(1);
        let size = NAME.min(ROOM * 100 / (LETTER * longest));
        let mut lines = vec![(self.heading.clone(), 440, WORDS)];
        let mut y = 448;
        let mut put = |text: &[String], size: usize, gap: usize| {
            y += gap;
            for line in text {
                y += size * 11 / 10;
                lines.push((line.clone(), y, size));
            }
        };
        put(&name, size, 0);
        put(&wrapped(&self.place, fits(WORDS)), WORDS, 14);
        put(&wrapped(&self.quote, fits(WORDS)), WORDS, 44);
        lines
    }
}

/// The niche of the picture: an arch.
const NICHE: &str = "M305 340V245a95 95 0 0 1 190 0v95z";
/// The wall, the stone in front of it, its light and cracks, the ground, and a candle.
const WALL: &str = "<path fill=\"#1d1814\" d=\"M0 0h800v1000H0z\"/>\
    <g fill=\"none\" stroke=\"#120e0b\" stroke-width=\"8\"><path d=\"M0 150h110M690 150h110M0 330h90M710 330h90M0 510h90M710 510h90M0 690h90M710 690h90M60 0v150M740 0v150M40 330v180M760 330v180M40 690v200M760 690v200\"/></g>\
    <path fill=\"#8f8369\" stroke=\"#0e0a07\" stroke-width=\"18\" stroke-linejoin=\"round\" d=\"M130 905V350a270 270 0 0 1 540 0v555z\"/>\
    <path fill=\"#a2967b\" d=\"M165 896V355a238 238 0 0 1 440-124c20 40 28 80 28 124v541z\"/>\
    <path fill=\"#bdb193\" d=\"M150 896V355c0-110 62-196 160-232-72 56-112 130-112 232v541z\"/>\
    <path fill=\"#6f654f\" d=\"M640 430l-52 74 30 20-46 96 62-86-28-22zM628 720l-70 176h82zM196 800l34 96h-60z\"/>\
    <path fill=\"#0e0a07\" d=\"M0 890h800v110H0z\"/><path fill=\"#4f4636\" d=\"M90 880h620v34H90z\"/>\
    <path fill=\"#f3e8d2\" d=\"M178 812h34v74h-34z\"/><path fill=\"#ffb347\" d=\"M195 738c22 26 30 40 30 52a30 30 0 0 1-60 0c0-12 8-26 30-52z\"/>";

/// Breaks a text into lines of at most so many letters; a line is longer only if a single word is.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the gravestone on the page, with its words as a line to copy, and the stone as a picture
/// to share where anybody may see the match.
pub(crate) fn grave(page: &TablePage, epitaph: &Epitaph) -> Markup {
    let stone = Stone::at(page, epitaph);
    let told = stone.told();
    let link = page.invite.as_ref().filter(|_| page.hosting.access.spectators);
    let copied = link.map_or_else(|| told.clone(), |link| format!("{told} {link}"));
    let hero = |picture: Picture, place: &str| {
        let file = art::file_name(picture.0, art::Theme::Vault).unwrap_or_default();
        format!("<image href=\"/assets/art/{file}\" {place}/>")
    };
    let write = |Line { text, y, size }: &Line| {
        let text = escaped(text);
        format!("<text x=\"{MIDDLE}\" y=\"{y}\" font-size=\"{size}\">{text}</text>")
    };
    let label = format!("class=\"stone\" role=\"img\" aria-label=\"{}\"", escaped(&told));
    html! {
        section.last.grave aria-label=(t!("Here lies")) {
            (PreEscaped(stone.drawing(&label, hero, write)))
            div.row {
                label.unseen for="epitaph" { (t!("The line on the stone")) }
                input #epitaph readonly value=(copied);
                button type="button" data-copy="epitaph" hidden { (t!("Copy the line")) }
                @if moment::is_everybodys(page) {
                    a.button href=(image(page)) download={ (page.meta.id) "-" (page.id) ".png" } data-share-picture=(told) { (t!("Share the stone")) }
                }
            }
        }
    }
}

/// Returns a text for the inside of a tag or an attribute.
fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}

/// Returns the preview of a link to a match that ended with this stone for everybody.
pub(crate) fn card(page: &TablePage) -> Option<LinkCard> {
    let epitaph = page.ending()?.epitaph.as_ref().filter(|_| moment::is_everybodys(page))?;
    let told = Stone::at(page, epitaph).told();
    Some(LinkCard::of_picture(page.meta, told, image(page), SIZE))
}

/// Returns the address of the stone of the visitor, or else of all players, as a picture.
fn image(page: &TablePage) -> String {
    let seat = page.own_seat().map(|seat| format!("?seat={seat}"));
    format!("/replays/{}/stone.png{}", page.id, seat.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_the_stone() {
        let stone = Stone {
            heading: "Here lies".into(),
            name: "A name of twenty-four let".into(),
            place: "Turn 12, the Necromancer of the Seven Stairs".into(),
            quote: "“The weapon never left the bag.”".into(),
            picture: Picture("common/hero"),
        };
        let lines = stone.lines();
        assert!(lines.iter().all(|(text, _, size)| text.chars().count() * size * LETTER <= ROOM * 100), "{lines:?}");
        assert!(lines.windows(2).all(|pair| pair[0].1 < pair[1].1) && lines.last().unwrap().1 < 870, "{lines:?}");
        let one = Stone { name: "W".repeat(40), ..stone };
        assert!(one.lines().iter().all(|(_, _, size)| *size > 18), "a long word is small: {:?}", one.lines());
    }
}
