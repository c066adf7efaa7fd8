//! Drawings that pages of several kinds share, from icons to the frame of every page.

pub(crate) mod achievements;
pub(crate) mod escaped;
pub(crate) mod icons;
pub(crate) mod lesson;
pub(crate) mod markup;
pub(crate) mod minute;
pub(crate) mod names;
pub(crate) mod pictures;
pub(crate) mod preview;
pub(crate) mod shell;
pub(crate) mod tone;
pub(crate) mod words;

pub(crate) use markup::markup;
