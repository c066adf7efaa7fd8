//! The errors of print.

use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
pub enum PrintError {
    /// A sheet has more on it than a page holds with the smallest letters.
    #[error("the sheet {0} has too much on it")]
    Sheet(String),
    /// There is no picture of this name.
    #[error("there is no picture {0}")]
    Picture(String),
    /// There is no icon of this name.
    #[error("there is no icon {0}")]
    Icon(String),
    /// A drawing cannot be read.
    #[cfg(feature = "files")]
    #[error("cannot read a drawing: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// A drawing has no shape in a plain ink.
    #[error("the drawing {0} has no shape in a plain ink")]
    Blank(String),
    /// A picture is larger than this machine can draw.
    #[error("the picture is too large")]
    Size,
    /// A picture cannot be packed.
    #[cfg(feature = "files")]
    #[error("cannot write a PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// A file or folder cannot be written.
    #[error("cannot write {path}: {error}")]
    File {
        /// Its path.
        path: String,
        /// The reason of the system.
        error: std::io::Error,
    },
}
