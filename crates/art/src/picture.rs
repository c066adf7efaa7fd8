//! A picture: its drawing, its icon, its words, and the files that it is served as.

use std::{
    collections::HashMap,
    fmt,
    sync::{LazyLock, OnceLock},
};

use text::Text;

use crate::{
    IconArt, Theme, catalogue,
    inks::{content_hash, stand_alone},
};

/// The important part of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The middle.
    Middle,
    /// The right part.
    Right,
}

/// A drawing with the icon and the words that replace it where it cannot be shown.
pub struct Picture {
    name: &'static str,
    words: Text,
    icon: &'static IconArt,
    drawing: &'static str,
    /// A hash of the drawing, which changes the names of its files.
    hash: u64,
    files: [OnceLock<String>; Theme::ALL.len()],
}

impl Picture {
    pub(crate) const fn new(
        name: &'static str,
        icon: &'static IconArt,
        words: Text,
        drawing: &'static str,
        hash: u64,
    ) -> Picture {
        Picture { name, words, icon, drawing, hash, files: [const { OnceLock::new() }; Theme::ALL.len()] }
    }

    /// Returns its folder and id: `gloombah/ambush`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a description for readers who cannot see it: a few words without a full stop, such
    /// as `a goblin's face with wide ears`.
    pub fn words(&self) -> &'static str {
        self.words.as_str()
    }

    /// Returns the icon that replaces the picture where there is no room for it; in a terminal, its
    /// sign or letter.
    pub const fn icon(&self) -> &'static IconArt {
        self.icon
    }

    /// Returns the width and height of its canvas: 240 by 240, a scene 1200 by 300. A picture in a
    /// frame of another shape fills it, and is cut at the sides or at top and bottom.
    pub fn size(&self) -> (u16, u16) {
        if self.name.starts_with("scenes/") { (1200, 300) } else { (240, 240) }
    }

    /// Returns the part to keep if it is cut at the sides: a wide scene has a calm third for a
    /// title, mostly on the left.
    pub fn focus(&self) -> Focus {
        match self.name {
            "scenes/accursed-tomb" => Focus::Middle,
            name if name.starts_with("scenes/") => Focus::Right,
            _ => Focus::Middle,
        }
    }

    /// Returns the drawing for a page that holds [`crate::shared_svg`] and [`crate::css`] once: an
    /// `<svg>` that screen readers skip, in the inks of the page's theme.
    pub fn inline(&self) -> String {
        let svg = self.drawing.trim_end();
        svg.replacen("<svg xmlns=\"http://www.w3.org/2000/svg\"", "<svg aria-hidden=\"true\" focusable=\"false\"", 1)
    }

    /// Returns the drawing as an image file: it contains all that it refers to, and its inks are
    /// the colours of `theme`.
    pub fn svg(&self, theme: Theme) -> String {
        stand_alone(self.drawing, theme)
    }

    /// Returns the file's name, such as `ambush-vault-1a2b3c4d.svg`. The digits change with the
    /// drawing, so browsers may cache the file permanently. No two pictures and themes have the
    /// same.
    pub fn file_name(&self, theme: Theme) -> &str {
        self.files[theme as usize]
            .get_or_init(|| format!("{}-{}-{}.svg", self.id(), theme.code(), content_hash(self.hash)))
    }

    fn id(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(_, id)| id)
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Picture").field(&self.name).finish()
    }
}

/// Returns the picture of that name, if there is one.
pub fn picture(name: &str) -> Option<&'static Picture> {
    static BY_NAME: LazyLock<HashMap<&str, &Picture>> =
        LazyLock::new(|| pictures().map(|picture| (picture.name, picture)).collect());
    BY_NAME.get(name).copied()
}

/// Returns every picture, in the order of their names.
pub fn pictures() -> impl Iterator<Item = &'static Picture> {
    catalogue::FOLDERS.iter().copied().flatten()
}

/// Returns the file's name of the picture of that name ([`Picture::file_name`]), if there is one.
pub fn file_name(name: &str, theme: Theme) -> Option<&'static str> {
    picture(name).map(|picture| picture.file_name(theme))
}

/// Returns the picture and the theme with this file name. A name of an earlier version finds
/// nothing.
pub fn by_file_name(file: &str) -> Option<(&'static Picture, Theme)> {
    let (rest, _hash) = file.strip_suffix(".svg")?.rsplit_once('-')?;
    let (id, theme) = rest.rsplit_once('-')?;
    let theme = Theme::ALL.into_iter().find(|known| known.code() == theme)?;
    let found = pictures().find(|picture| picture.id() == id && picture.file_name(theme) == file)?;
    Some((found, theme))
}
