//! People: guests and their names, accounts, sessions, and decisions of operators about them.
//!
//! Everybody begins as a guest, known by the token of one browser or program. With an account they
//! can sign in from anywhere.
//!
//! | module | content |
//! |---|---|
//! | `names` | allowed names, names that look alike, names at a table |
//! | `guests` | new guests, and friendly names for them |
//! | `accounts`, `passwords` | claims, sign-ins, recovery links |
//! | `devices` | browsers in which an account has been signed in before |
//! | `sessions` | tokens, and the messages when a session ends |
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
pub use guests::{add_guest, player_name, set_up};
pub use moderation::Moderation;
pub use names::{clean_name, confusable_skeleton, most_marks, names_at, names_at_each};
pub use sessions::{SessionRevocations, device, end_unused_regularly, new_token, shown_device, token_hash};
