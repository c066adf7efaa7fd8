//! The page of the people with whom the visitor has played: invitations, who is here, records and
//! evenings.

use maud::{Markup, html};
use model::HeadToHead;
use text::{counted, t};

use crate::{
    common::{markup, shell},
    data::{Notice, Visitor},
    people::groups::{self, ShownGroup},
};

/// The data of the page of people.
#[derive(Clone, Default, Debug)]
pub struct PeoplePage {
    /// A notice to show first.
    pub notice: Option<Notice>,
    /// The person whom the visitor has just blocked, to undo it.
    pub just_blocked: Option<ShownPerson>,
    /// Whether the visitor hides that they are here.
    pub hidden: bool,
    /// The name for which the visitor looks; empty for all.
    pub search: String,
    /// The invitations of the visitor, the latest first.
    pub invitations: Vec<ShownInvitation>,
    /// The companions who are here.
    pub here: Vec<ShownHere>,
    /// The companions, the last first.
    pub companions: Vec<ShownCompanion>,
    /// The evenings, the latest first.
    pub evenings: Vec<ShownEvening>,
    /// The groups of the visitor.
    pub groups: Vec<ShownGroup>,
    /// The people whom the visitor has blocked.
    pub blocked: Vec<ShownPerson>,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShownPerson {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
}

/// An invitation to a table.
#[derive(Clone, Debug)]
pub struct ShownInvitation {
    /// The table.
    pub table: String,
    /// The title of its game.
    pub title: &'static str,
    /// The name of the person who invites.
    pub inviter: String,
    /// The number of seats that are taken, and of all seats.
    pub seats: (usize, usize),
    /// Whether the match has begun.
    pub begun: bool,
    /// The time of the invitation, in words.
    pub when: String,
}

/// A companion who is here.
#[derive(Clone, Debug)]
pub struct ShownHere {
    /// The companion.
    pub person: ShownPerson,
    /// The public table at which they are.
    pub table: Option<ShownPlace>,
}

/// A public table at which somebody is.
#[derive(Clone, Debug)]
pub struct ShownPlace {
    /// Its id.
    pub table: String,
    /// The title of its game.
    pub title: &'static str,
    /// Whether it waits for players.
    pub open: bool,
}

/// A person with whom the visitor has played.
#[derive(Clone, Debug)]
pub struct ShownCompanion {
    /// The person.
    pub person: ShownPerson,
    /// Whether they have no account.
    pub guest: bool,
    /// Whether they are here now.
    pub here: bool,
    /// When they were last here, in words, if it is shown.
    pub seen: Option<String>,
    /// The title of the game of the last match.
    pub title: &'static str,
    /// When it ended, in words.
    pub when: String,
    /// The number of matches.
    pub matches: u32,
    /// The record.
    pub record: HeadToHead,
}

/// Several matches in a row of the same people.
#[derive(Clone, Debug)]
pub struct ShownEvening {
    /// The table of the first match.
    pub first: String,
    /// The day, in words.
    pub day: String,
    /// The number of matches.
    pub matches: u32,
    /// The names and the points, most first; `true` for the visitor.
    pub points: Vec<(String, u32, bool)>,
}

/// Returns the page of people.
pub fn people(v: &Visitor, page: &PeoplePage) -> Markup {
    let nobody = page.companions.is_empty() && page.search.is_empty();
    let main = html! {
        div.column.people {
            header.people-head {
                h1 { (t!("People")) }
                @if !nobody { (search(&page.search)) }
            }
            (shell::notice(page.notice.as_ref()))
            @if let Some(one) = &page.just_blocked { (undo(one)) }
            (invitations(&page.invitations))
            @if !page.here.is_empty() || page.hidden { (here_now(page)) }
            section.column aria-labelledby="companions" {
                h2 #companions { (t!("Played with")) }
                @if nobody { (nobody_yet()) }
                @else if page.companions.is_empty() { p.quiet { (t!("Nobody by that name among those you played with.")) } }
                @else {
                    ul.companions { @for one in &page.companions { li { (companion(one)) } } }
                    p.quiet { (t!("Matches in which a bot played for one of you are not in the records.")) }
                }
            }
            (groups::section(&page.groups))
            @if !page.evenings.is_empty() { (evenings(&page.evenings)) }
            @if !page.blocked.is_empty() { (blocked(&page.blocked)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("People"), &main)
}

fn search(name: &str) -> Markup {
    html! {
        form.inline role="search" action="/people" {
            label.unseen for="find" { (t!("Find a name")) }
            input #find type="search" name="name" value=(name) maxlength="40" placeholder=(t!("Find a name")) autocomplete="off";
            button { (t!("Find")) }
        }
    }
}

/// Returns the invitations; the button of the latest is the page's main one.
pub(crate) fn invitations(all: &[ShownInvitation]) -> Markup {
    html! {
        @if !all.is_empty() {
            section.invited aria-label=(t!("Invitations")) {
                @for (n, one) in all.iter().enumerate() { (invitation(one, n == 0)) }
            }
        }
    }
}

fn invitation(one: &ShownInvitation, main: bool) -> Markup {
    let (taken, seats) = one.seats;
    html! {
        div.invitation {
            div.about {
                @if one.begun { b { (t!("{} has begun", one.inviter)) } }
                @else { b { (t!("{} keeps a seat for you", one.inviter)) } }
                span.quiet { (one.title) ", " (t!("{taken} of {seats} seats taken")) ". " (one.when) }
            }
            form method="post" action={ "/invitations/" (one.table) } {
                button.quiet name="do" value="decline" { (t!("Not now")) span.unseen { ": " (one.inviter) } }
            }
            a.button.primary[main && !one.begun] href={ "/tables/" (one.table) } {
                @if one.begun { (t!("Watch")) } @else { (t!("To the table")) }
            }
        }
    }
}

fn here_now(page: &PeoplePage) -> Markup {
    html! {
        section.column aria-labelledby="here" {
            header.people-head {
                h2 #here { (t!("Here now")) }
                form.inline method="post" action="/people/presence" {
                    @if page.hidden {
                        span.quiet { (t!("You are hidden, and see nobody.")) }
                        button name="do" value="show" { (t!("Show me")) }
                    } @else {
                        span.quiet { (t!("They see you too.")) }
                        button name="do" value="hide" { (t!("Hide me")) }
                    }
                }
            }
            ul.companions { @for one in &page.here { li { (here(one)) } } }
        }
    }
}

fn here(one: &ShownHere) -> Markup {
    html! {
        div.companion-row {
            div.about {
                b { a href={ "/people/" (one.person.person) } { (one.person.name) } }
                (presence(true, one.table.as_ref()))
            }
            @match &one.table {
                Some(place) if place.open => a.button href={ "/tables/" (place.table) } { (t!("Join")) span.unseen { " " (one.person.name) } },
                Some(place) => a.button href={ "/tables/" (place.table) } { (t!("Watch")) span.unseen { " " (one.person.name) } },
                None => (invite(&one.person)),
            }
        }
    }
}

/// Returns a sign and words for whether somebody is here.
fn presence(here: bool, place: Option<&ShownPlace>) -> Markup {
    html! {
        span.presence.here[here] {
            @match place {
                Some(place) if place.open => (t!("waits at an open table of {}", place.title)),
                Some(place) => (t!("plays {}", place.title)),
                None => (t!("here")),
            }
        }
    }
}

fn companion(one: &ShownCompanion) -> Markup {
    let name = &one.person.name;
    html! {
        div.companion-row {
            div.about {
                b { a href={ "/people/" (one.person.person) } { (name) } }
                @if one.here { (presence(true, None)) }
                @else if let Some(seen) = &one.seen { span.presence { (seen) @if one.guest { ", " (t!("guest")) } } }
                @else if one.guest { span.quiet { (t!("guest")) } }
            }
            div.past { (one.title) ", " (one.when) }
            div.record { (record(one)) }
            (invite(&one.person))
            details.more {
                summary { (t!("More")) span.unseen { " " (t!("about {name}")) } }
                form method="post" action={ "/people/" (one.person.person) "/block" } {
                    button name="do" value="block" { (t!("Block {name}")) }
                    p.quiet { (t!("No seat at one table, no word, no invitation. They are not told.")) }
                }
            }
        }
    }
}

/// Returns a record: against each other, and together.
fn record(one: &ShownCompanion) -> Markup {
    let HeadToHead { ahead, behind, level, together, together_won } = one.record;
    let against = ahead + behind + level;
    html! {
        @if against > 0 {
            span.against {
                b { (ahead) " : " (behind) } " "
                @if ahead > behind { (t!("you lead")) }
                @else if ahead < behind { (t!("{} leads", one.person.name)) }
                @else { (t!("even")) }
                @if level > 0 { (t!(", {level} level")) }
            }
        }
        @if together > 0 { span.together { b { (t!("{together_won} of {together}")) } " " (t!("won together")) } }
        @if against + together == 0 { span.quiet { (counted!(one.matches, "match")) } }
    }
}

/// Returns the button that invites a person to the visitor's table.
fn invite(person: &ShownPerson) -> Markup {
    html! {
        form method="post" action={ "/people/" (person.person) "/invite" } data-dice="new" {
            button { (t!("Invite")) span.unseen { " " (person.name) } }
        }
    }
}

fn nobody_yet() -> Markup {
    html! {
        p { (t!("Play with somebody, and they stand here.")) }
        p { a.button.primary href="/games" { (t!("Open a table")) } }
    }
}

/// Returns the section of evenings.
pub(crate) fn evenings(all: &[ShownEvening]) -> Markup {
    html! {
        section.column aria-labelledby="evenings" {
            h2 #evenings { (t!("Evenings")) }
            p.quiet { (t!("Matches in a row of the same people. A match gives a point for each of them whom you place ahead of; on one side, a win gives a point.")) }
            ul.evenings {
                @for one in all {
                    li {
                        a href={ "/replays/" (one.first) } { (one.day) } ", " (counted!(one.matches, "match"))
                        ol {
                            @for (n, (name, points, you)) in one.points.iter().enumerate() {
                                li.best[n == 0 && *points > 0].you[*you] { span { (name) } " " b { (points) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn undo(one: &ShownPerson) -> Markup {
    html! {
        form.notice.inline method="post" action={ "/people/" (one.person) "/block" } {
            span role="status" { (t!("{} is blocked.", one.name)) }
            button name="do" value="unblock" { (t!("Undo")) }
        }
    }
}

fn blocked(all: &[ShownPerson]) -> Markup {
    html! {
        details.setup #blocked {
            summary { (t!("Blocked: {}", all.len())) }
            ul.companions {
                @for one in all {
                    li {
                        form.companion-row method="post" action={ "/people/" (one.person) "/block" } {
                            b { (one.name) }
                            button name="do" value="unblock" { (t!("Unblock")) span.unseen { " " (one.name) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns a link to the page of people, for the visitor's own page.
pub(crate) fn link() -> Markup {
    html! { p { (markup!("Records, evenings and invitations are on the page of {people}.", people = html! { a href="/people" { (t!("people you have played with")) } })) } }
}
