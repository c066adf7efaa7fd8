//! Translatable texts: each is shown in the language of the reader.
//!
//! The code contains every text in English, in a macro: [`t!`] for text, `kernel::say!` for a
//! sentence with seats, [`text!`] for data, [`noun!`] and [`counted!`] for counted things. English
//! needs no catalogue. For another [`Language`] a [`Catalogue`] has the translation, found by the
//! English text and its crate.
//!
//! The code that shows a text chooses the language, once and from outside ([`Language::speak`],
//! [`Language::around`]). Rules, states and journals have no language, and stored data is never in
//! one.
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
mod capital;
mod catalogue;
mod coined;
mod decimal;
mod file;
mod language;
mod message;
mod noun;
mod per_language;
mod plural;
mod template;

pub use argument::Argument;
pub use ascii::{in_ascii, shown, spelled};
pub use capital::capital;
pub use catalogue::{BadCatalogue, Catalogue};
pub use decimal::{decimal, grouped};
pub use file::{bring, brought, fnv1a, lines};
pub use language::{InLanguage, Language};
pub use message::{Message, Source, Text};
pub use noun::Noun;
pub use per_language::PerLanguage;
pub use plural::plural_of;
pub use template::{Template, TemplatePart};
pub use text_macros::{counted, fill, noun, t, text};
