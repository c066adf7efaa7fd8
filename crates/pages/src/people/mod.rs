//! The pages about people: profile, account, settings, signing in.

pub(crate) mod account;
pub(crate) mod card;
pub(crate) mod company;
pub(crate) mod deadlines;
pub(crate) mod groups;
pub(crate) mod me;
pub(crate) mod notices;
pub(crate) mod packs;
pub(crate) mod profile;
pub(crate) mod sign_in;
pub(crate) mod vacation;
