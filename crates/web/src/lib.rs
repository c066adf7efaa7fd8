//! The hall in a browser: the same referee, bots, pages and records as the server's, without one.
//!
//! A dedicated worker holds a [`Hall`]. It answers the requests that a page would send to a server
//! ([`Hall::answer`]), and returns what the browser's database must store before the answer is
//! shown ([`Save`]). Bots think in further workers ([`Thinker`]). Decisions come from [`table`],
//! pages from [`views`] and [`pages`]: this crate has neither templates nor rules.
//!
//! | module | content |
//! |---|---|
//! | `hall` | the tables of the browser, and answers to requests |
//! | `play` | moves, bots, auto-actions, undo |
//! | `follow` | the changes for the page that follows a table |
//! | `shown` | the pages outside a table |
//! | `deeds` | results, achievements and goals of the person |
//! | `days` | the matches of the day, for practice |
//! | `puzzles` | puzzles, and the answers to them |
//! | `records` | matches as a file, and back |
//! | `moment` | a finished match as a text for a link, and back |
//! | `kept` | rows as JSON |
//! | `lab` | the lab on a page |
//! | `bench` | the bench for cards, and its print |
//! | [`prerender`] | pages for the first visit, drawn when the site is built |
//! | [`proof`] | work that comes out the same on every machine |
//! | `thinker` | bots in workers of their own |
//! | `binding` | the functions that scripts call; for WebAssembly only |

mod bench;
#[cfg(target_arch = "wasm32")]
pub mod binding;
mod days;
mod deeds;
mod follow;
mod hall;
mod kept;
mod lab;
mod moment;
mod play;
#[cfg(not(target_arch = "wasm32"))]
pub mod prerender;
pub mod proof;
mod puzzles;
mod records;
mod request;
mod shown;
mod thinker;

pub use follow::News;
pub use hall::Hall;
pub use kept::{KeptStep, KeptTable};
pub use play::{Acted, Todo};
pub use request::{Answer, Known, Moment, Request, Save, Settings};
use table::fault::{Code, Fault};
use text::t;
pub use thinker::{Question, Thinker};

/// The id of the one person of this hall.
pub const ME: &str = "me";

/// The fault of an address at which there is nothing.
fn nothing_here() -> Fault {
    Fault::new(Code::NotFound, t!("there is nothing here; check the address"))
}

/// Returns the id of a person in this seat who is not the one of this hall: a match came with a link.
fn other(seat: kernel::Seat) -> String {
    format!("seat-{}", seat.0)
}
