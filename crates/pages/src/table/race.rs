//! The page of a race under way or over, and what a racer's own table shows of it.

use maud::{Markup, html};
use model::{RacerState, TableStatus};
use text::{counted, t};

use crate::{
    common::{arch, shell},
    context::Part,
    data::{ShownRace, ShownRacer, TablePage},
    table::{chat, ending, lobby},
};

/// Returns the race whose table the page shows, once it has begun.
pub(crate) fn of(page: &TablePage) -> Option<&ShownRace> {
    page.race.as_ref().filter(|race| race.table == page.id && page.status != TableStatus::Open)
}

/// Returns the parts of a race's page, from top to bottom.
pub(crate) fn parts(page: &TablePage, race: &ShownRace) -> Vec<Part> {
    vec![
        Part::new("onward", html! { (shell::notice(page.notice.as_ref())) (ending::gone_on(page)) (off(race)) }),
        Part::new("banner", banner(page, race)),
        Part::new("start", next(page, race)),
        Part::new("standings", standings(race)),
        Part::new("settings", html! { @if let Some(seal) = &page.seal { (lobby::sealed(seal)) } }),
        chat::part(page),
    ]
}

/// Returns the notice with which the script takes a racer to their match when the race begins.
fn off(race: &ShownRace) -> Markup {
    let fresh = race.you().filter(|you| you.state == RacerState::Racing && you.steps == 0);
    html! {
        @if let Some(own) = fresh.and_then(|you| you.table.as_ref()) {
            div.notice.gone-on role="status" data-onward={ "/tables/" (own) } {
                p { (t!("The race has begun.")) " " span data-countdown {} }
                button type="button" data-stay hidden { (t!("Stay here")) }
            }
        }
    }
}

fn banner(page: &TablePage, race: &ShownRace) -> Markup {
    let (count, about) = (race.racers.len(), t!("Race: {}", page.meta.title));
    html! {
        header.title {
            (arch())
            div {
                @if page.lobby.title.is_empty() { h1 { (about) } } @else { h1 { (page.lobby.title) } p.quiet { (about) } }
                p.tagline {
                    @match race.you().filter(|_| race.over) {
                        Some(you) => (t!("The race is over. Your place: {place} of {count}.", place = you.place)),
                        None if race.over => (t!("The race is over.")),
                        None => (t!("Everybody plays alone, with the same dice and the same first map.")),
                    }
                }
                @if !page.lobby.note.is_empty() { p.note { (page.lobby.note) } }
            }
        }
    }
}

/// Returns the next action of the visitor: their own match, or another race.
fn next(page: &TablePage, race: &ShownRace) -> Markup {
    let you = race.you();
    let own = you.and_then(|you| Some((you, format!("/tables/{}", you.table.as_ref()?))));
    html! {
        div.start {
            @if let Some((you, own)) = &own {
                @if you.state == RacerState::Racing {
                    a.button.primary.large href=(own) data-main {
                        @if you.steps == 0 { (t!("Begin your match")) } @else { (t!("Go on with your match")) }
                    }
                } @else if !race.over {
                    p { (t!("Your match is over. You see the others' when all have ended theirs.")) }
                    a.button href=(own) { (t!("Your match")) }
                }
            }
            @if race.over && you.is_some() {
                @match &page.finished.next {
                    Some(next) => (ending::join(page, next)),
                    None => form method="post" action={ "/tables/" (page.id) "/rematch" } data-dice="new" {
                        button.primary.large data-main { (t!("Race again")) }
                    }
                }
            }
        }
    }
}

fn standings(race: &ShownRace) -> Markup {
    html! {
        section aria-labelledby="standings" {
            h2 #standings { @if race.over { (t!("Places")) } @else { (t!("How far everybody is")) } }
            ol.tries { @for racer in &race.racers { li.you[racer.you] value=(racer.place) { (line(race, racer)) } } }
            p.quiet {
                @if race.over { (t!("A win comes first, then the score, then fewer decisions.")) }
                @else { (t!("Nobody sees the match of another until all are over. A racer who does nothing for a week is out.")) }
            }
        }
    }
}

fn line(race: &ShownRace, racer: &ShownRacer) -> Markup {
    let name = racer.name.as_str();
    html! {
        span.place { (racer.place) }
        span { b { (name) } @if racer.you { " " (t!("(you)")) } }
        span.words { (state(racer.state)) ": " (racer.words) ", " (counted!(racer.steps, "decision")) }
        @if let Some(table) = racer.table.as_ref().filter(|_| race.over) {
            a href={ "/replays/" (table) } { (t!("Replay")) span.unseen { " " (t!("of the match of {name}")) } }
        }
    }
}

fn state(state: RacerState) -> &'static str {
    match state {
        RacerState::Racing => t!("On the way"),
        RacerState::Won => t!("Won"),
        RacerState::Lost => t!("Lost"),
        RacerState::Left => t!("Has left"),
    }
}

/// Returns how far all racers are, for the side of a racer's own table.
pub(crate) fn others(page: &TablePage) -> Markup {
    html! {
        @if let Some(race) = &page.race {
            section.racers.wide aria-label=(t!("How far everybody is")) {
                a href={ "/tables/" (race.table) } { (t!("The race")) }
                ol tabindex="0" {
                    @for racer in &race.racers {
                        li value=(racer.place) { b { (racer.name) } @if racer.you { " " (t!("(you)")) } ": " (reached(racer)) }
                    }
                }
            }
        }
    }
}

/// Returns how far a racer is: the state of a match that is over, and the score in words.
fn reached(racer: &ShownRacer) -> String {
    match racer.state {
        RacerState::Racing => racer.words.clone(),
        over => format!("{}: {}", state(over), racer.words),
    }
}

/// Returns the standings in a few words for the head of a racer's own table.
pub(crate) fn brief(race: &ShownRace) -> String {
    match race.you() {
        Some(you) => t!("Race: {place} of {count}", place = you.place, count = race.racers.len()),
        None => t!("Race").into(),
    }
}

/// Returns the link from a racer's own table to the race, for its menu.
pub(crate) fn tool(page: &TablePage) -> Markup {
    html! { @if let Some(race) = &page.race { a.tool href={ "/tables/" (race.table) } { (arch()) (t!("The race")) } } }
}

/// Returns the link from a finished match to its race.
pub(crate) fn back(race: &ShownRace) -> Markup {
    html! {
        a.move.button.primary.large.main href={ "/tables/" (race.table) } data-main {
            b { (t!("The race")) }
            @if let Some(you) = race.you() {
                span { @if race.over { (t!("your place: {}", you.place)) } @else { (t!("see how far the others are")) } }
            }
        }
    }
}
