//! Colours and line signs, for terminals that have many, few, or none.
//!
//! Colour is never the only sign: a mark, a word or bold type has the same meaning.

use kernel::{Icon, Seat, Tone};
use ratatui::{
    style::{Color, Modifier, Style},
    symbols::border,
};

use super::{context::Part, glyphs};

/// The colours and signs of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The colours of the terminal.
    pub colours: Colours,
    /// Whether the terminal shows only ASCII.
    pub ascii: bool,
}

/// The colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None, or the user wants none.
    None,
    /// The old sixteen.
    Sixteen,
    /// Sixteen million.
    Millions,
}

/// A colour by its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Brass,
    Ember,
    Moss,
    Blood,
    Frost,
    Ash,
}

const ASCII_BORDER: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Theme {
    /// The theme that the environment asks for with `NO_COLOR` and `COLORTERM`.
    pub fn of(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Theme {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let colours = match (set("NO_COLOR"), set("COLORTERM").as_deref()) {
            (Some(_), _) => Colours::None,
            (None, Some("truecolor" | "24bit")) => Colours::Millions,
            (None, _) => Colours::Sixteen,
        };
        Theme { colours, ascii }
    }

    pub(super) fn ink(self, ink: Ink) -> Style {
        let (few, many) = match ink {
            Ink::Brass => (Color::Yellow, Color::Rgb(0xb0, 0x8d, 0x3e)),
            Ink::Ember => (Color::LightRed, Color::Rgb(0xd9, 0x62, 0x2b)),
            Ink::Moss => (Color::Green, Color::Rgb(0x7f, 0x98, 0x5f)),
            Ink::Blood => (Color::Red, Color::Rgb(0xc8, 0x4b, 0x4b)),
            Ink::Frost => (Color::Cyan, Color::Rgb(0x6f, 0x94, 0xa8)),
            Ink::Ash => (Color::Reset, Color::Rgb(0x8a, 0x82, 0x78)),
        };
        match (self.colours, ink) {
            // The grey of the sixteen is too dark on some screens and too light on others.
            (Colours::None | Colours::Sixteen, Ink::Ash) => Style::new().add_modifier(Modifier::DIM),
            (Colours::None, _) => Style::new(),
            (Colours::Sixteen, _) => Style::new().fg(few),
            (Colours::Millions, _) => Style::new().fg(many),
        }
    }

    pub(super) fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Good => self.ink(Ink::Moss),
            Tone::Bad => self.ink(Ink::Blood),
            Tone::Luck => self.ink(Ink::Frost),
        }
    }

    pub(super) fn seat(self, seat: Seat) -> Style {
        let inks = [Ink::Brass, Ink::Frost, Ink::Moss, Ink::Ember];
        self.ink(inks[seat.index() % inks.len()]).add_modifier(Modifier::BOLD)
    }

    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The frame of a piece.
    pub(super) fn border(self, part: Part) -> border::Set<'static> {
        match (self.ascii, part) {
            (true, _) => ASCII_BORDER,
            (false, Part::Idle | Part::Live) => border::ROUNDED,
            (false, Part::Next) => border::THICK,
            (false, Part::Joined | Part::Focused) => border::DOUBLE,
        }
    }

    /// The sign of an icon, or its letter.
    pub(super) fn sign(self, icon: Icon) -> char {
        if self.ascii { glyphs::letter(icon) } else { glyphs::sign(icon) }
    }

    /// One of two signs.
    pub(super) fn pick<'a>(self, sign: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { sign }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_obeyed() {
        let theme = |pairs: &'static [(&str, &str)]| {
            Theme::of(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, v)| (*v).into()), false)
        };
        assert_eq!(theme(&[]), Theme { colours: Colours::Sixteen, ascii: false });
        assert_eq!(theme(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colours, Colours::None);
        assert_eq!(theme(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]).colours, Colours::Millions);
    }
}
