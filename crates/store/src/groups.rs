//! Groups as stored: the changes to them, and what is read of them.

use super::{
    DueMember, Evening, Group, GroupOf, GroupScore, Member, Store, StoreError, TableHeader, Timestamp, Webhook, Write,
};

/// A change to a group.
#[derive(Clone, Debug)]
pub enum GroupWrite {
    /// Makes a group, with its owner as the first member.
    Make(Group),
    /// Changes the name, the note, or the link of a group.
    Change(Group),
    /// Adds the person to the group of a link; refused if there is no such group, or it is full.
    Join {
        /// The secret of the link.
        link: String,
        /// The id of the person.
        person: String,
    },
    /// Removes a member. A group without members is deleted. If the owner leaves, the member who
    /// has been there longest, and has an account if any has, becomes the owner.
    Leave {
        /// The id of the group.
        group: String,
        /// The id of the member.
        person: String,
        /// The secret of a new link, so that a removed member does not come back by the old one.
        link: Option<String>,
    },
    /// Sets the name or id by which the chat service mentions a member.
    SetMention {
        /// The id of the group.
        group: String,
        /// The id of the member.
        person: String,
        /// The name or id; empty for none.
        mention: String,
    },
    /// Sets the webhook of a group; `None` removes it.
    SetWebhook {
        /// The id of the group.
        group: String,
        /// The webhook.
        webhook: Option<Webhook>,
    },
    /// Invites all other members of a group to a table.
    Invite {
        /// The id of the group.
        group: String,
        /// The table.
        table: String,
        /// The id of the person who invites.
        inviter: String,
    },
    /// Notes that the webhook of a group has mentioned a person; refused if it has already.
    Tell(DueMember),
}

impl From<GroupWrite> for Write {
    fn from(write: GroupWrite) -> Write {
        Write::Group(Box::new(write))
    }
}

impl Store {
    /// Returns the group with this id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group(&self, id: &str) -> Result<Option<Group>, StoreError> {
        self.pages.group("id", id).await
    }

    /// Returns the group with the link of this secret.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group_by_link(&self, link: &str) -> Result<Option<Group>, StoreError> {
        self.pages.group("link", link).await
    }

    /// Returns the groups of a person, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn groups_of(&self, person: &str) -> Result<Vec<GroupOf>, StoreError> {
        self.pages.groups_of(person).await
    }

    /// Returns the members of a group, in the order in which they joined. `me` does not see whether
    /// people are here who hide it, or have blocked `me`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn members(&self, group: &str, me: &str) -> Result<Vec<Member>, StoreError> {
        self.pages.members(group, me).await
    }

    /// Returns whether a person is a member of a group.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_member(&self, group: &str, person: &str) -> Result<bool, StoreError> {
        self.pages.is_member(group, person).await
    }

    /// Returns the headers of the last tables of a group. Those that are not over come first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group_tables(&self, group: &str, limit: u32) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.group_tables(group, limit).await
    }

    /// Returns the header of the last table that a group has opened.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_of_group(&self, group: &str) -> Result<Option<TableHeader>, StoreError> {
        self.pages.last_of_group(group).await
    }

    /// Returns the last evenings that began at tables of a group, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group_evenings(&self, group: &str, limit: u32) -> Result<Vec<Evening>, StoreError> {
        self.pages.group_evenings(group, limit).await
    }

    /// Returns the sums of the members' matches at the tables of a group, by game; the most points
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group_scores(&self, group: &str) -> Result<Vec<GroupScore>, StoreError> {
        self.pages.group_scores(group).await
    }

    /// Returns the webhook of a group.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn group_webhook(&self, group: &str) -> Result<Option<Webhook>, StoreError> {
        self.reads.group_webhook(group).await
    }

    /// Returns the people whom matches at tables of groups wait for since a moment between `after`
    /// and `until`, and whom the webhook of the group has not mentioned. The longest wait is first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_members(
        &self,
        after: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueMember>, StoreError> {
        self.reads.due_members(after, until, limit).await
    }
}
