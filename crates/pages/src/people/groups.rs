//! The pages of groups: people who play together often.

use kernel::Meta;
use maud::{Markup, html};
use model::{Group, MEMBERS, Webhook};
use text::{counted, t};

use super::{
    company::{self, ShownEvening, ShownPerson},
    notices,
};
use crate::{
    common::{
        form, markup, qr,
        ranking::{ShownRanking, ranked},
        shell,
    },
    data::{Entered, Notice, TableCard, Visitor},
};

/// A group in a list of groups.
#[derive(Clone, Debug)]
pub struct ShownGroup {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The number of its members.
    pub members: u32,
}

/// The page of a person's groups.
#[derive(Clone, Default, Debug)]
pub struct GroupsPage {
    /// The groups of the visitor.
    pub groups: Vec<ShownGroup>,
    /// Whether the visitor has an account, and may make a group.
    pub account: bool,
    /// The values that the visitor has typed into a form that was refused.
    pub entered: Entered,
}

/// A member of a group.
#[derive(Clone, Debug)]
pub struct ShownMember {
    /// The member.
    pub person: ShownPerson,
    /// Whether they have no account.
    pub guest: bool,
    /// Whether they own the group.
    pub owner: bool,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether they are here now.
    pub here: bool,
    /// When they were last here, in words, if it is shown.
    pub seen: Option<String>,
}

/// The page of a group.
#[derive(Clone, Debug)]
pub struct GroupPage<'a> {
    /// A notice to show first.
    pub notice: Option<Notice>,
    /// The group.
    pub group: &'a Group,
    /// When it was made, in words.
    pub made: String,
    /// The members, in the order in which they joined.
    pub members: Vec<ShownMember>,
    /// The absolute link by which people join.
    pub link: String,
    /// The games that may be opened for the group; the first is offered.
    pub games: Vec<&'static Meta>,
    /// Its tables, those that are not over first.
    pub tables: &'a [TableCard<'a>],
    /// Its evenings, the latest first.
    pub evenings: Vec<ShownEvening>,
    /// Its boards.
    pub boards: Vec<ShownRanking>,
    /// The name or id by which the visitor is mentioned; empty for none.
    pub mention: String,
    /// The settings of the group, for its owner.
    pub settings: Option<GroupSettings>,
    /// The values that the visitor has typed into a form that was refused.
    pub entered: Entered,
}

/// The settings of a group that its owner sees.
#[derive(Clone, Default, Debug)]
pub struct GroupSettings {
    /// The address to which the server posts who is due.
    pub webhook: Option<Webhook>,
    /// Why the last notice could not be sent there, in words.
    pub trouble: Option<String>,
}

/// The page of a link by which people join a group.
#[derive(Clone, Debug)]
pub struct JoinPage {
    /// The secret of the link.
    pub link: String,
    /// The name of the group.
    pub name: String,
    /// The names of its members.
    pub members: Vec<String>,
    /// The name of a visitor who may choose another one; empty for a visitor without a name, and
    /// `None` for an account.
    pub naming: Option<String>,
}

/// Returns the page of the visitor's groups.
pub fn groups(v: &Visitor, page: &GroupsPage) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("Groups")) }
            p.quiet { (t!("A group has a page with its members, its tables, its evenings and its own boards. Nobody else sees it.")) }
            @if page.groups.is_empty() { p { (t!("You are in no group. Make one, or follow the link of another.")) } }
            @else { (list(&page.groups)) }
            section.column aria-labelledby="make" {
                h2 #make { (t!("Make a group")) }
                @if page.account { (make(&page.entered)) }
                @else { p { (markup!("A group is made by somebody with {account}; it takes a name and nothing else.", account = html! { a href="/me/account" { (t!("an account")) } })) } }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Groups"), &main)
}

/// Returns a list of groups with links to their pages.
pub(crate) fn list(all: &[ShownGroup]) -> Markup {
    html! {
        ul.tables {
            @for one in all {
                li {
                    a.match-row href={ "/groups/" (one.id) } {
                        b { (one.name) }
                        span.state { (counted!(one.members, "member")) }
                    }
                }
            }
        }
    }
}

/// Returns the section of groups on the page of people.
pub(crate) fn section(all: &[ShownGroup]) -> Markup {
    html! {
        section.column aria-labelledby="groups" {
            header.people-head {
                h2 #groups { (t!("Groups")) }
                a.button href="/groups" { (t!("Make a group")) }
            }
            @if all.is_empty() { p.quiet { (t!("Make a group of people you play with often.")) } }
            @else { (list(all)) }
        }
    }
}

fn make(entered: &Entered) -> Markup {
    html! {
        form.settings method="post" action="/groups" {
            (words("/groups", entered, "", ""))
            button.primary { (t!("Make the group")) }
        }
    }
}

/// Returns the fields of the name and the note of a group.
fn words(at: &str, entered: &Entered, name: &str, note: &str) -> Markup {
    let wrong = entered.error(at, "name");
    html! {
        div.option {
            label for="group-name" { (t!("Name of the group")) }
            input #group-name name="name" value=(entered.value(at, "name", name)) maxlength="40" required autocomplete="off"
                aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("group-name", wrong)];
            (form::error("group-name", wrong))
        }
        div.option {
            label for="group-note" { (t!("A note for its members")) }
            input #group-note name="note" value=(entered.value(at, "note", note)) maxlength="140" autocomplete="off";
        }
    }
}

/// Returns the page of a group, for its members.
pub fn group(v: &Visitor, page: &GroupPage) -> Markup {
    let at = format!("/groups/{}", page.group.id);
    let main = html! {
        div.column.people {
            header {
                h1 { (page.group.name) }
                p.quiet { (counted!(page.members.len(), "member")) ". " (t!("Made {}.", page.made)) }
                @if !page.group.note.is_empty() { p { (page.group.note) } }
            }
            (shell::notice(page.notice.as_ref()))
            @if !page.games.is_empty() { (open(page, &at)) }
            section.column aria-labelledby="tables" {
                h2 #tables { (t!("Tables of the group")) }
                (shell::tables(page.tables, t!("None yet. Open one, and all members are invited."), |_| Markup::default()))
            }
            section.column aria-labelledby="members" {
                h2 #members { (t!("Members")) }
                ul.companions { @for one in &page.members { li { (member(page, &at, one)) } } }
                (invite(page, &at))
            }
            @if !page.boards.is_empty() {
                section.column aria-labelledby="boards" {
                    h2 #boards { (t!("Boards of the group")) }
                    p.quiet { (t!("Matches count in which two members or more played to the end at a table of the group. A match gives a point for each member whom you place ahead of; on one side, a win gives a point.")) }
                    div.rankings { @for one in &page.boards { (ranked(one)) } }
                }
            }
            @if !page.evenings.is_empty() { (company::evenings(&page.evenings)) }
            (own(page, &at))
            @if let Some(settings) = &page.settings { (of_owner(page, &at, settings)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, &page.group.name, &main)
}

/// Returns the form that opens a table for the group.
fn open(page: &GroupPage, at: &str) -> Markup {
    html! {
        form.inline method="post" action={ (at) "/tables" } data-dice="new" {
            label.unseen for="group-game" { (t!("Game")) }
            select #group-game name="game" { @for meta in &page.games { option value=(meta.id) { (meta.title) } } }
            button.primary { (t!("Open a table for the group")) }
        }
    }
}

fn member(page: &GroupPage, at: &str, one: &ShownMember) -> Markup {
    let name = &one.person.name;
    html! {
        div.companion-row {
            div.about {
                b { a href={ "/people/" (one.person.person) } { (name) } }
                @if one.here { span.presence.here { (t!("here")) } }
                @else if let Some(seen) = &one.seen { span.presence { (seen) } }
            }
            div.past {
                @if one.you { (t!("you")) }
                @if one.you && one.owner { ", " }
                @if one.owner { (t!("owner")) } @else if one.guest { @if one.you { ", " } (t!("guest")) }
            }
            @if page.settings.is_some() && !one.you {
                details.more {
                    summary { (t!("More")) span.unseen { " " (t!("about {name}")) } }
                    form method="post" action=(at) {
                        input type="hidden" name="person" value=(one.person.person);
                        button name="do" value="remove" { (t!("Remove {name}")) }
                        p.quiet { (t!("The group gets another link, so that the old one leads nowhere.")) }
                    }
                }
            }
        }
    }
}

/// Returns the link by which people join, and for the owner the button that renews it.
fn invite(page: &GroupPage, at: &str) -> Markup {
    html! {
        div.invite {
            label for="invite" { (t!("Whoever opens this link may join")) }
            div.copy {
                input #invite readonly value=(page.link);
                button type="button" data-copy="invite" hidden { (t!("Copy the link")) }
                button type="button" data-share-link=(page.link) data-share-title=(page.group.name) hidden { (t!("Share")) }
                button.to-code type="button" popovertarget="code" { (t!("QR code")) }
            }
            div #code.code popover {
                (qr::code(&page.link))
                button.quiet type="button" popovertarget="code" popovertargetaction="hide" { (t!("Back to the group")) }
            }
            @if page.settings.is_some() {
                form.inline method="post" action=(at) {
                    button name="do" value="renew" { (t!("Renew the link")) }
                    span.quiet { (t!("The old one then leads nowhere.")) }
                }
            }
        }
    }
}

/// Returns the member's own settings: how they are mentioned, and the button that leaves.
fn own(page: &GroupPage, at: &str) -> Markup {
    let form = format!("{at}#mention");
    let wrong = page.entered.error(&form, "mention");
    html! {
        section.column aria-labelledby="own" {
            h2 #own { (t!("You in this group")) }
            form.settings method="post" action=(form) {
                div.option {
                    label for="mention" { (t!("Your name in its chat")) }
                    input #mention name="mention" value=(page.entered.value(&form, "mention", &page.mention)) maxlength="65" autocomplete="off"
                        aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("mention", wrong).or(Some("about-mention".into()))];
                    (form::error("mention", wrong))
                    p.quiet #about-mention { (t!("If the group has a webhook, it mentions you when it is your turn: by your number in Discord, your id in Slack, your name elsewhere.")) }
                }
                button name="do" value="mention" { (t!("Save")) }
            }
            form.inline method="post" action=(at) {
                button name="do" value="leave" { (t!("Leave the group")) }
                @if page.members.len() == 1 { span.quiet { (t!("You are the last member: the group is gone then.")) } }
                @else if page.settings.is_some() { span.quiet { (t!("It falls to the member who has been here longest.")) } }
            }
        }
    }
}

/// Returns the settings of the owner.
fn of_owner(page: &GroupPage, at: &str, settings: &GroupSettings) -> Markup {
    let form = format!("{at}#settings");
    html! {
        section.column aria-labelledby="group-settings" {
            h2 #group-settings { (t!("Settings of the group")) }
            form.settings method="post" action=(form) {
                (words(&form, &page.entered, &page.group.name, &page.group.note))
                button name="do" value="save" { (t!("Save")) }
            }
            (notices::webhook_form(&notices::WebhookFields {
                at: &format!("{at}#webhook"),
                legend: t!("The chat of the group"),
                about: t!("A line is posted to this webhook once a match at a table of the group has waited for somebody for a minute. It mentions them."),
                set: settings.webhook.as_ref(),
                trouble: settings.trouble.as_deref().filter(|_| page.notice.is_none()),
                entered: &page.entered,
                main: false,
                does: ["save-webhook", "test-webhook", "remove-webhook"],
            }))
            p.quiet { (t!("A group has at most {MEMBERS} members.")) }
        }
    }
}

/// Returns the page of a link by which people join a group.
pub fn join(v: &Visitor, page: &JoinPage) -> Markup {
    let main = html! {
        div.column {
            h1 { (page.name) }
            p { (t!("You are invited to this group. Its members play together: {}.", kernel::listed(&page.members))) }
            form.sitting method="post" action={ "/join/" (page.link) } {
                @if let Some(name) = &page.naming {
                    label for="join-name" { (t!("Your name")) }
                    input #join-name name="name" type="text" value=(name) maxlength="40" autocomplete="nickname";
                }
                button.primary.large { (t!("Join the group")) }
            }
            p.quiet { (t!("The members see your name, the tables that you open for the group, and whether you are here, unless you hide it.")) }
        }
    };
    shell::page(v, shell::PageKind::Hall, &page.name, &main)
}
