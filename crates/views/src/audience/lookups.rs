//! The facts for a table's page that are not in the table: names, and where the players went on.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use kernel::Achievement;
use model::Silence;
use pages::{Invitee, NextTable, ShownGoals};
use table::{Racer, SeatNames};

/// The facts that the server looks up for a table's page, as one person sees it.
#[derive(Clone, Default, Debug)]
pub struct Lookups {
    /// The names of the people in the seats.
    pub names: SeatNames,
    /// The people whose words the person does not read.
    pub muted: BTreeMap<String, Silence>,
    /// The people who chat here and with whom the person has finished a match: their links work.
    pub known: BTreeSet<String>,
    /// Before the match, for those at the table: the people to invite.
    pub to_invite: Vec<Invitee>,
    /// Before the match: the group to which the table belongs, for its members, by id and name.
    pub group: Option<(String, String)>,
    /// Before the match, for the host: their groups, by id and name.
    pub groups: Vec<(String, String)>,
    /// Before the match, for the host: the packs of house cards to choose from, by hash and title.
    pub packs: Vec<(String, String)>,
    /// The name of the host, before the match.
    pub host: Option<String>,
    /// Before the match, the name of a person who may choose another one; empty for a visitor who is
    /// not known yet, and `None` for an account.
    pub naming: Option<String>,
    /// Before the match, for the host: the highest level that everybody at the table may play.
    pub unlocked: u32,
    /// Whether the person may become the host, because the host is away.
    pub may_take_on: bool,
    /// Whether the hall is in the person's own browser.
    pub local: bool,
    /// Whether the server also has the hall without a server.
    pub offline: bool,
    /// The table to which the players of a finished match went on.
    pub next: Option<NextTable>,
    /// The achievements that the person has earned for the first time by this match, if it is
    /// finished.
    pub earned: Vec<&'static Achievement>,
    /// The goals that the finished match of the person came near.
    pub goals: Option<ShownGoals>,
    /// The racers of the race to which the table belongs, once they are known.
    pub racers: Option<Arc<Vec<Racer>>>,
    /// The names of these racers.
    pub racer_names: SeatNames,
    /// Whether the dice become public once the match is over.
    pub opened: bool,
}
