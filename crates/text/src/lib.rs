//! Texts in the language of whoever reads them.
//!
//! A text stands in the code in English, in a macro: [`t!`] for text, `kernel::say!` for a sentence with seats, [`text!`] for data,
//! [`noun!`] and [`counted!`] for things that are counted. English is what stands there. For another [`Language`] a [`Catalogue`] has
//! its translation, found by the English and the crate that it stands in.
//!
//! Which language is meant says who shows the text, once and from outside ([`Language::speak`], [`Language::around`]): rules, states
//! and journals have no language, and nothing that is kept is written in one.
//!
//! ```
//! use text::{counted, t};
//!
//! let (name, left) = ("Ada", 3);
//! assert_eq!(t!("{name} has {left} left."), "Ada has 3 left.");
//! assert_eq!(counted!(left, "enemy"), "3 enemies");
//! ```

mod argument;
mod ascii;
mod catalogue;
mod decimal;
mod language;
mod message;
mod noun;
mod per_language;
mod plural;
mod template;

pub use argument::Argument;
pub use ascii::{in_ascii, shown, spelled};
pub use catalogue::{BadCatalogue, Catalogue};
pub use decimal::decimal;
pub use language::{InLanguage, Language};
pub use message::{Message, Part, Source, Text};
pub use noun::Noun;
pub use per_language::PerLanguage;
pub use plural::plural_of;
pub use template::{Template, TemplatePart};
pub use text_macros::{counted, fill, noun, t, text};
