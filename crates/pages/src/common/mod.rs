//! Drawings that pages of several kinds share, from icons to the frame of every page.

pub(crate) mod achievements;
mod escaped;
pub(crate) mod form;
pub(crate) mod goals;
pub(crate) mod icons;
pub(crate) mod lesson;
pub(crate) mod markup;
pub(crate) mod minute;
mod moments;
pub(crate) mod names;
mod option;
mod pictures;
pub(crate) mod preview;
pub(crate) mod qr;
pub(crate) mod ranking;
mod rows;
pub(crate) mod shell;
mod tone;
pub(crate) mod words;

pub(crate) use escaped::escaped;
pub(crate) use icons::{arch, candle, icon, sign};
pub(crate) use markup::markup;
pub(crate) use moments::{moment, since};
pub(crate) use names::{Names, badge};
pub(crate) use option::option;
pub(crate) use pictures::{picture, picture_or_arch, shot};
pub(crate) use preview::{LinkCard, invitation};
pub(crate) use rows::progress;
pub(crate) use tone::tone_class;
pub(crate) use words::{Within, is_article};
