//! Undercroft's pictures and icons, by name.
//!
//! A **picture** is a drawing of a card, a monster, an item or a place, in flat shapes of a few
//! inks. [`picture`] finds one by its name, which is its folder and id (`gloombah/ambush`). It can
//! be a part of a page that holds the [`shared_svg`] and the [`css`] once ([`Picture::inline`]). It
//! can also be a self-contained image file for each [`Theme`] ([`Picture::svg`],
//! [`Picture::file_name`]).
//!
//! An **icon** is a small sign with one meaning everywhere (a heart is health): [`icon`] finds one
//! by its name. It is drawn in the colour of the text around it, inline ([`IconArt::svg`]) or by
//! reference into a sheet of
//! [`symbols`]; a terminal shows its character or, in ASCII, its letter.
//!
//! Both have words for readers who cannot see them. Neither may be the only sign of its meaning.
//!
//! **Dice** are drawn as solids, still and tumbling: [`dice`].
//!
//! # Whose they are
//!
//! The drawings are our own, under the licence of the project. Most icons are shapes of the
//! Material Design Icons, taken from their crate as they are.
//!
//! # Where things lie
//!
//! `drawings/` holds the sources, with short marks for curves and gouges; `cargo xtask art` expands
//! them to `pictures/`, which this crate embeds. `drawings/_shared.svg` is the only place with the
//! colours of the inks. A new picture needs a line in its folder's table under `src/catalogue/`
//! too: its icon, and its words.

mod catalogue;
pub mod dice;
pub mod icons;
mod inks;
mod picture;

pub use icons::{Group, IconArt, icon, icons, symbols};
pub use inks::{Theme, css, shared_svg};
pub use picture::{Focus, Picture, by_file_name, file_name, picture, pictures};
