//! People: guests and their names, accounts, sessions, and what operators decide about them.
//!
//! Everybody begins as a guest, known by the token of one browser or program. With an account they can come back from anywhere.
//!
//! | module | what it holds |
//! |---|---|
//! | `names` | which names may be given, which look alike, who is called what at a table |
//! | `guests` | new guests, and names given to them |
//! | `accounts`, `passwords` | claims, sign-ins, recovery links |
//! | `devices` | browsers in which an account has been signed in before |
//! | `sessions` | tokens, and who is told when one ends |
//! | `moderation` | bans, mutes, closed tables, and the audit log |

pub mod accounts;
mod devices;
mod guests;
pub mod moderation;
mod names;
mod passwords;
mod sessions;

pub use accounts::Accounts;
pub use devices::KnownDevice;
pub use guests::{add_guest, set_up};
pub use moderation::Moderation;
pub use names::{clean_name, confusable_skeleton, most_marks, names_at};
pub use sessions::{SessionRevocations, device, end_unused_regularly, new_token, shown_device, token_hash};
