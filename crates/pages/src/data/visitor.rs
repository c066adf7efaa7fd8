//! The reader of a page: their name and preferences, and the messages for them.

use text::Language;

/// The person who reads the page, with their preferences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visitor<'a> {
    /// Their name, once they have one.
    pub name: Option<&'a str>,
    /// Their colours.
    pub theme: Theme,
    /// The speed of animations.
    pub speed: Speed,
    /// The language that they have chosen; `None` for the language that their browser asks for.
    pub language: Option<Language>,
    /// Whether the page hides the remarks of bots.
    pub quiet_bots: bool,
    /// How many matches wait for them, not counting the one that the page is about.
    pub waiting: usize,
    /// The id of the table that the page is about.
    pub table: Option<&'a str>,
    /// How many invitations they have.
    pub invited: usize,
    /// Whether the hall is in the visitor's own browser: nobody else comes there.
    pub local: bool,
    /// Whether the server also has the hall without a server, under `/offline/`.
    pub offline: bool,
    /// The address of the server as the visitor reaches it, without a slash at the end: links to
    /// the page from elsewhere need it.
    pub origin: Option<&'a str>,
}

impl<'a> Visitor<'a> {
    /// Returns the same visitor, with the address at which they reach the server.
    #[must_use]
    pub const fn at(self, origin: Option<&'a str>) -> Visitor<'a> {
        Visitor { origin, ..self }
    }
}

/// The colour theme of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// The setting of the visitor's system.
    #[default]
    System,
    /// Dark: stone and candlelight.
    Vault,
    /// Light: ink on parchment.
    Parchment,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Vault, Theme::Parchment];

    /// Returns its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Vault => "vault",
            Theme::Parchment => "parchment",
        }
    }

    /// Returns the theme of this name, the system's if there is none.
    pub fn named(code: &str) -> Theme {
        Theme::ALL.into_iter().find(|theme| theme.code() == code).unwrap_or_default()
    }
}

/// The speed of animations on the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Speed {
    /// Slow enough to follow.
    #[default]
    Normal,
    /// Twice as fast, for players who know the game.
    Fast,
    /// Four times as fast.
    Fastest,
    /// Nothing moves.
    None,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 4] = [Speed::Normal, Speed::Fast, Speed::Fastest, Speed::None];

    /// Returns its name in forms and cookies.
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Fastest => "fastest",
            Speed::None => "none",
        }
    }

    /// Returns the speed of this name, the normal one if there is none.
    pub fn named(code: &str) -> Speed {
        Speed::ALL.into_iter().find(|speed| speed.code() == code).unwrap_or_default()
    }
}

/// A message for the visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The kind of message.
    pub kind: NoticeKind,
    /// A sentence: the problem and its remedy.
    pub text: String,
}

/// The kinds of notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeKind {
    /// Something did not work.
    Error,
    /// Good to know.
    Info,
}
