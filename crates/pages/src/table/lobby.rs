//! The lobby: a table before its match, where people take seats.

use kernel::{Character, Level, Meta, Seat, Temperament};
use maud::{Markup, html};
use model::{RemovedPerson, TableStatus, seat_counts};
use text::t;

use crate::{
    common::{Names, arch, invitation, markup, names, picture, qr, shell, sign},
    context::Part,
    data::{SeatInfo, TablePage},
    table::{hot_seat, settings},
    tray::hand_over,
};

/// Returns the parts of a lobby, from top to bottom. Each is replaced by itself, so that nothing
/// that a visitor has begun to write or unfolded is lost when somebody else sits down.
pub(crate) fn parts(page: &TablePage) -> Vec<Part> {
    vec![
        Part::new("notice", shell::notice(page.notice.as_ref())),
        Part::new("banner", banner(page)),
        Part::new("invite", html! { @if let Some(link) = &page.invite { (invite(page, link)) } (to_invite(page)) }),
        Part::new("sitting", sitting(page)),
        Part::new("chairs", chairs(page)),
        Part::new("start", start(page)),
        Part::new("access", access(page)),
        Part::new("settings", html! { (settings::draw(page)) @if let Some(seal) = &page.seal { (sealed(seal)) } }),
    ]
}

fn banner(page: &TablePage) -> Markup {
    html! {
        header.title {
            (arch())
            div {
                @if page.lobby.title.is_empty() { h1 { (page.meta.title) } } @else { h1 { (page.lobby.title) } p.quiet { (page.meta.title) } }
                p.tagline data-bit="host" { (hosted_by(page)) }
                @if page.race.is_some() { p { (t!("A race: everybody plays alone, with the same dice and the same first map.")) } }
                @if !page.lobby.note.is_empty() { p.note { (page.lobby.note) } }
            }
        }
        @if page.host { (title_and_note(page)) }
        (take_on(page))
    }
}

/// Returns the form for the title and the note, for the host.
fn title_and_note(page: &TablePage) -> Markup {
    html! {
        details.entry #set-title {
            summary { (t!("Title and note")) }
            form method="post" action={ "/tables/" (page.id) "/settings" } {
                div.words {
                    label for="title" { (t!("Title")) }
                    input #title name="title" type="text" value=(page.lobby.title) maxlength="60" autocomplete="off" data-draft;
                    label for="note" { (t!("A note for those who come")) }
                    input #note name="note" type="text" value=(page.lobby.note) maxlength="140" autocomplete="off" data-draft;
                }
                button { (t!("Set")) }
            }
        }
    }
}

/// Returns whether the visitor may take a seat.
fn may_sit(page: &TablePage) -> bool {
    page.hosting.may_sit && page.own_seat().is_none()
}

/// Returns the form of a visitor who sits down: their name, if they may choose one. The buttons of
/// free seats send it. A guest who sits there changes their name with it.
fn sitting(page: &TablePage) -> Markup {
    let at = |seat: Seat| format!("/tables/{}/seats/{seat}", page.id);
    html! {
        @if may_sit(page) {
            form #sit.sitting method="post" action=(at(Seat(0))) data-dice="sit" data-seal=[&page.seal] {
                @if let Some(name) = &page.lobby.naming {
                    (name_field(name))
                    p.quiet #about-name { (t!("You need no account. This browser remembers the name; without one the hall gives you one.")) }
                }
                (own_share(page))
            }
        } @else if let (Some(seat), Some(name)) = (page.own_seat(), &page.lobby.naming) {
            form.sitting method="post" action=(at(seat)) {
                (name_field(name))
                p.quiet #about-name { (t!("The others see you under this name.")) }
                button name="do" value="take" { (t!("Change the name")) }
            }
        }
    }
}

fn name_field(name: &str) -> Markup {
    html! {
        label for="sit-name" { (t!("Your name")) }
        input #sit-name name="name" type="text" value=(name) maxlength="40" autocomplete="nickname" aria-describedby="about-name" data-draft;
    }
}

/// Returns the button with which the visitor takes a seat.
fn take(page: &TablePage, info: &SeatInfo, words: &str) -> Markup {
    let at = format!("/tables/{}/seats/{}", page.id, info.seat);
    html! { button.primary[info.is_free()] form="sit" formaction=(at) name="do" value="take" { (words) } }
}

fn chairs(page: &TablePage) -> Markup {
    html! {
        section aria-labelledby="seats" {
            h2 #seats { (t!("Seats")) }
            ol.chairs { @for info in &page.seats { li data-bit={ "chair-" (info.seat) } { (chair(page, info)) } } }
        }
    }
}

fn hosted_by(page: &TablePage) -> Markup {
    html! {
        @if page.host { (t!("Your table.")) }
        @else if let Some(name) = &page.hosting.name { (markup!("The table of {name}.", name = html! { b { (name) } })) }
        @if page.hosting.may_sit && page.own_seat().is_none() { " " (t!("Take a seat.")) }
    }
}

/// Returns the button that makes a seated player the host, while the host has been away for long.
fn take_on(page: &TablePage) -> Markup {
    let own = page.own_seat().filter(|_| page.hosting.may_take_on);
    html! {
        @if let Some(own) = own {
            form.take-on method="post" action={ "/tables/" (page.id) "/host" } {
                input type="hidden" name="seat" value=(own);
                p role="status" { (t!("{} has been away for some minutes.", page.hosting.name.as_deref().unwrap_or(t!("The host")))) }
                button { (t!("Take the table on")) }
            }
        }
    }
}

/// Returns the link that invites others: to copy, to share, and as a QR code, which a narrow window
/// shows in a sheet.
fn invite(page: &TablePage, link: &str) -> Markup {
    let code = qr::code(link);
    html! {
        div.invite {
            label for="invite" { (t!("Send this link to the people who should join")) }
            div.copy {
                input #invite readonly value=(link);
                button type="button" data-copy="invite" hidden { (t!("Copy the link")) }
                button type="button" data-share-link=(link) data-share-title=(invitation(page)) hidden { (t!("Share")) }
                button.to-code type="button" popovertarget="code" { (t!("QR code")) }
            }
            div #code.code popover {
                (code)
                button.quiet type="button" popovertarget="code" popovertargetaction="hide" { (t!("Back to the table")) }
            }
        }
    }
}

/// Returns the people with whom the visitor has played before, with a button each that invites
/// them.
fn to_invite(page: &TablePage) -> Markup {
    let free = page.seats.iter().any(SeatInfo::is_free);
    html! {
        @if free && !page.lobby.to_invite.is_empty() {
            section.to-invite aria-labelledby="to-invite" {
                h2 #to-invite { (t!("Invite people you have played with")) }
                ul {
                    @for one in &page.lobby.to_invite {
                        li data-bit={ "invitee-" (one.person) } {
                            span { (one.name) @if one.here { " " span.presence.here { (t!("here")) } } }
                            @if one.invited { span.quiet { (sign(&art::icons::CHECK)) (t!("Invited")) span.unseen { ": " (one.name) } } }
                            @else {
                                form method="post" action={ "/tables/" (page.id) "/invitations" } {
                                    button name="person" value=(one.person) { (t!("Invite")) span.unseen { " " (one.name) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn chair(page: &TablePage, info: &SeatInfo) -> Markup {
    let at = format!("/tables/{}/seats/{}", page.id, info.seat);
    let may_sit = may_sit(page);
    html! {
        div.chair.you[info.you].free[info.is_free()] {
            (names::badge(info.seat))
            @if let Some(character) = info.character { (face(page, character)) }
            (occupant(page, info))
            @if info.is_free() && may_sit { (take(page, info, t!("Sit here"))) }
            @if info.bot.is_some() && may_sit && !page.host { (take(page, info, t!("Play instead"))) }
            form method="post" action=(at) {
                @if info.you { button name="do" value="leave" { (t!("Stand up")) } }
                @if page.host && info.bot.is_some() { button name="do" value="leave" { (t!("Send the bot away")) } }
                @if page.host && info.is_free() && page.race.is_none() { (bots(page, info)) }
            }
            @if page.host && !info.you && info.person.is_some() { (of_the_host(page, info, &at)) }
            @if info.you && hand_over::is_shared(page) { (hot_seat::rename(page, info)) }
            @if info.is_free() && page.own_seat().is_some() && !page.ranked && page.race.is_none() { (hot_seat::sit_too(page, info)) }
        }
    }
}

/// Returns the buttons with which the host acts on another person in a seat.
fn of_the_host(page: &TablePage, info: &SeatInfo, at: &str) -> Markup {
    let name = Names::at(page).of(info.seat);
    html! {
        details.more id={ "more-" (info.seat) } {
            summary { (t!("More")) span.unseen { " " (t!("about {name}")) } }
            div {
                form method="post" action={ "/tables/" (page.id) "/host" } {
                    button name="seat" value=(info.seat) { (t!("Hand the table to {name}")) }
                }
                form method="post" action=(at) {
                    button name="do" value="leave" { (t!("Take {name} off the table")) }
                }
            }
        }
    }
}

/// Returns the occupant of a seat, and their state.
pub(crate) fn occupant(page: &TablePage, info: &SeatInfo) -> Markup {
    html! {
        span.occupant {
            @if info.is_free() { em { (t!("Free")) } } @else { b { (Names::at(page).of(info.seat)) } }
            @if info.bot.is_some() { (sign(&art::icons::BOT)) }
            @if page.hosting.seat == Some(info.seat) && page.status == TableStatus::Open { span.quiet { (t!("host")) } }
            @if info.you { @if Names::at(page).marks_you(info) { span.quiet { (t!("you")) } } }
            @else if info.person.is_some() && !info.connected { span.away { (t!("away")) } }
            @if info.person.is_some() && page.status == TableStatus::Open { (mark(page, info)) }
            @if let Some(character) = info.character { span.quiet.about { (level(character)) " " (character.about) } }
        }
    }
}

/// Returns whether the person on a seat is ready for the match.
fn mark(page: &TablePage, info: &SeatInfo) -> Markup {
    html! {
        @if page.lobby.unready.contains(info.seat) { span.unready { (t!("not ready yet")) } }
        @else { span.ready { (t!("ready")) } }
    }
}

/// Returns the face of a bot.
fn face(page: &TablePage, character: &Character) -> Markup {
    html! { span.visage aria-hidden="true" { @if let Some(face) = picture(character.face, page.theme) { (face) } } }
}

/// Returns how strong a bot is and what it is like, for people.
fn level(character: &Character) -> &'static str {
    match (character.level, character.temperament) {
        (Level::Easy, Temperament::Careful) => t!("Easy and careful."),
        (Level::Easy, Temperament::Bold) => t!("Easy and bold."),
        (Level::Easy, Temperament::Spiteful) => t!("Easy and spiteful."),
        (Level::Normal, Temperament::Careful) => t!("Normal and careful."),
        (Level::Normal, Temperament::Bold) => t!("Normal and bold."),
        (Level::Normal, Temperament::Spiteful) => t!("Normal and spiteful."),
        (Level::Hard, Temperament::Careful) => t!("Hard and careful."),
        (Level::Hard, Temperament::Bold) => t!("Hard and bold."),
        (Level::Hard, Temperament::Spiteful) => t!("Hard and spiteful."),
    }
}

/// Returns what a player can expect of a bot of a level.
fn about(level: Level) -> &'static str {
    match level {
        Level::Easy => t!("has a plan and forgets it now and then"),
        Level::Normal => t!("plays by a sound, simple plan"),
        Level::Hard => t!("tries every move in its head before it decides"),
    }
}

/// Returns the form for a share of the dice, for pages without scripts. With scripts the browser
/// draws the share.
fn own_share(page: &TablePage) -> Markup {
    html! {
        @if page.seal.is_some() && page.race.is_none() {
            noscript {
                label {
                    (t!("Your share of the dice, if you like: any words that nobody could guess"))
                    input name="share" maxlength="128" autocomplete="off";
                }
            }
        }
    }
}

/// Returns the levels of bots to choose from.
pub(crate) fn level_options(prefix: &str, chosen: &str) -> Markup {
    html! {
        @for of in Level::ALL {
            @let title = names::bot_title(of.name());
            option value={ (prefix) (of.name()) } selected[of.name() == chosen] { (title) ": " (about(of)) }
        }
    }
}

/// Returns the bots of a game to choose from: first an entry for each level, then the named bots.
pub(crate) fn bot_options(meta: &Meta, prefix: &str, chosen: &str) -> Markup {
    let characters = roster::find(meta.id).map(|title| title.characters()).unwrap_or_default();
    let value = |name: &str| format!("{prefix}{name}");
    html! {
        (level_options(prefix, chosen))
        @for one in characters { option value=(value(one.id)) selected[one.id == chosen] { (one.name) ". " (level(one)) " " (one.about) } }
    }
}

/// Returns the bot that sits down next if the host does not choose one.
fn next(page: &TablePage) -> &'static str {
    let characters = roster::find(page.meta.id).map(|title| title.characters()).unwrap_or_default();
    let sits = |one: &Character| page.seats.iter().any(|info| info.character.is_some_and(|other| other.id == one.id));
    let free = characters.iter().find(|one| one.level == Level::Normal && !sits(one));
    free.map_or(Level::Normal.name(), |one| one.id)
}

fn bots(page: &TablePage, info: &SeatInfo) -> Markup {
    let id = format!("bot-{}", info.seat);
    html! {
        label.unseen for=(id) { (t!("Which bot")) }
        select id=(id) name="bot" {
            (bot_options(page.meta, "", next(page)))
        }
        button name="do" value="bot" { (t!("Seat a bot")) }
    }
}

/// Returns the button that begins the match, for the host; for others, whether they are ready. Free
/// seats go away when it begins.
fn start(page: &TablePage) -> Markup {
    let free = page.seats.iter().filter(|info| info.is_free()).count();
    let (least, _) = seat_counts(page.meta, page.race.is_some());
    let (least, taken) = (usize::from(least), page.seats.len() - free);
    let unready = page.lobby.unready;
    html! {
        div.start data-bit="start" {
            @if page.host && taken >= least && (unready.is_empty() || page.lobby.may_begin_without) {
                form method="post" action={ "/tables/" (page.id) "/start" } {
                    @if free > 0 { input type="hidden" name="close-free" value="yes"; }
                    @if !unready.is_empty() { input type="hidden" name="without-unready" value="yes"; }
                    button.primary.large data-main {
                        @if unready.is_empty() { (t!("Begin the match")) } @else { (t!("Begin without them")) }
                    }
                }
                @if !unready.is_empty() { p.quiet { (missing(page)) " " (without(page)) } }
                @if free > 0 { p.quiet { (closing(free)) } }
            } @else if page.host {
                button.primary.large disabled { (t!("Begin the match")) }
                @if taken < least { p.quiet { (too_few(page, least)) } }
                @else { p.quiet { (missing(page)) " " (t!("If nothing happens for a minute, you may begin without them.")) } }
            } @else {
                @if page.own_seat().is_some() { (ready(page)) }
                p { (t!("The match begins when {} says so.", page.hosting.name.as_deref().unwrap_or(t!("the host")))) }
            }
        }
    }
}

/// Returns what happens to people who are not ready if the match begins without them.
fn without(page: &TablePage) -> &'static str {
    match page.race {
        Some(_) => t!("The race begins without them."),
        None => t!("A bot plays for them until they come."),
    }
}

/// Returns how many players the game or the race needs.
fn too_few(page: &TablePage, least: usize) -> String {
    match page.race {
        Some(_) => t!("A race needs {least} people. Send the link."),
        None => t!("{} needs {least} players. Send the link, or seat a bot.", page.meta.title),
    }
}

/// Returns the names of the people who are not ready, in a sentence.
fn missing(page: &TablePage) -> String {
    let seats: Vec<Seat> = page.lobby.unready.iter().collect();
    let names = Names::at(page).listed(&seats);
    if seats.len() == 1 { t!("{names} is not ready.") } else { t!("{names} are not ready.") }
}

/// Returns the button with which a guest is ready, or takes that back.
fn ready(page: &TablePage) -> Markup {
    let is_ready = !page.seats.iter().any(|info| info.you && page.lobby.unready.contains(info.seat));
    html! {
        form method="post" action={ "/tables/" (page.id) "/ready" } {
            @if is_ready { button name="ready" value="no" { (t!("Not ready yet")) } }
            @else {
                p role="status" { (t!("The settings have changed. Are you still in?")) }
                button.primary.large name="ready" value="yes" data-main { (t!("I am ready")) }
            }
        }
    }
}

/// Returns how many free seats go away when the match begins.
fn closing(free: usize) -> String {
    match free {
        1 => t!("The free seat goes away when it begins.").into(),
        free => t!("The {free} free seats go away when it begins."),
    }
}

// The access to the table.

fn access(page: &TablePage) -> Markup {
    html! {
        section.access aria-labelledby="access" data-bit="access" {
            h2 #access { (t!("Who may come")) }
            (visible(page))
            (watched(page))
            @if !page.hosting.removed.is_empty() {
                h3 { (t!("Taken off the table")) }
                ul { @for one in &page.hosting.removed { li { (removed(page, one)) } } }
            }
        }
    }
}

fn visible(page: &TablePage) -> Markup {
    let public = page.hosting.access.public;
    html! {
        div.rule {
            p {
                @if public { b { (t!("Open to all.")) } " " (t!("The first page lists the table while its host is \
                 here, and anybody may sit down.")) }
                @else { b { (t!("Private.")) } " " (t!("Only people with the link can find it.")) }
            }
            @if page.host { (switch(page, "public", !public, if public { t!("Make it private") } else { t!("Open it to all") })) }
        }
    }
}

fn watched(page: &TablePage) -> Markup {
    let spectators = page.hosting.access.spectators;
    html! {
        div.rule {
            p {
                @if spectators { b { (t!("Any visitor may look on.")) } }
                @else { b { (t!("Closed to spectators.")) } " " (t!("During the match only those who play see the table.")) }
                @if page.watching > 0 { " " (markup!("{watching} now.", watching = look_on(page.watching))) }
            }
            @if page.host { (spectator_switch(page)) }
        }
    }
}

/// Returns the button with which the host admits or excludes spectators.
pub(crate) fn spectator_switch(page: &TablePage) -> Markup {
    let spectators = page.hosting.access.spectators;
    switch(
        page,
        "spectators",
        !spectators,
        if spectators { t!("Close it to spectators") } else { t!("Let people look on") },
    )
}

fn switch(page: &TablePage, name: &str, value: bool, words: &str) -> Markup {
    html! {
        form method="post" action={ "/tables/" (page.id) "/access" } {
            button name=(name) value=(if value { "yes" } else { "no" }) { (words) }
        }
    }
}

/// Returns the number of spectators, and words that a narrow head leaves out.
pub(crate) fn look_on(count: usize) -> Markup {
    html! { (count) span.words { " " (if count == 1 { t!("looks on") } else { t!("look on") }) } }
}

fn removed(page: &TablePage, one: &RemovedPerson) -> Markup {
    html! {
        form.rule method="post" action={ "/tables/" (page.id) "/let-in" } {
            input type="hidden" name="n" value=(one.n);
            span { (one.name) }
            button { (t!("Let in again")) span.unseen { ": " (one.name) } }
        }
    }
}

/// Returns the explanation of the seal of the dice, folded.
pub(crate) fn sealed(seal: &str) -> Markup {
    html! {
        details.sealed {
            summary { (sign(&art::icons::LOCKED)) (t!("The dice are sealed")) }
            p {
                (t!(
                    "The hall has fixed the luck of this match by a secret number, and this is its seal (SHA-256). The number is \
                     shown when the match is over; if it fits the seal, no roll was chosen on the way."
                ))
            }
            p.hash { code { (seal) } }
        }
    }
}
