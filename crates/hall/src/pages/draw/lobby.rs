//! The lobby: a table before its match, where seats are taken.

use bots::Bot;
use maud::{Markup, html};
use serde_json::Value;

use super::{SeatInfo, TablePage, clock, icons, names, names::Names, shell};

/// What live updates replace while seats are being taken.
pub(super) fn fragment(page: &TablePage) -> Markup {
    let free = page.seats.iter().filter(|info| info.person.is_none() && info.bot.is_none()).count();
    html! {
        div.column.lobby {
            (shell::notice(page.notice.as_ref()))
            header.title {
                (icons::arch())
                div {
                    h1 { (page.meta.title) }
                    p.tagline { "Take a seat." }
                }
            }
            @if let Some(link) = &page.invite { (invite(link)) }
            section aria-labelledby="seats" {
                h2 #seats { "Seats" }
                ol.chairs { @for info in &page.seats { li { (row(page, info)) } } }
            }
            (options(page))
            (start(page, free))
            @if let Some(seal) = page.seal { (sealed(seal)) }
        }
    }
}

fn invite(link: &str) -> Markup {
    html! {
        div.invite {
            label for="invite" { "Send this link to whoever should join" }
            div.copy {
                input #invite readonly value=(link);
                button type="button" data-copy="invite" hidden { "Copy the link" }
            }
        }
    }
}

fn row(page: &TablePage, info: &SeatInfo) -> Markup {
    let at = format!("/tables/{}/seats/{}", page.id, info.seat);
    let seated = page.seats.iter().any(|info| info.you);
    let free = info.person.is_none() && info.bot.is_none();
    html! {
        div.chair.you[info.you] {
            (names::badge(info.seat))
            (occupant(page, info))
            form method="post" action=(at) data-dice="sit" data-seal=[page.seal] {
                @if info.bot.is_some() && !seated && !page.host { button name="do" value="take" { "Play instead" } }
                @if free && !seated { button.primary name="do" value="take" { "Sit here" } (own_share(page)) }
                @if info.you { button name="do" value="leave" { "Stand up" } }
                @if page.host && !info.you && info.bot.is_some() {
                    button name="do" value="leave" { "Send the bot away" }
                }
                @if page.host && free { (bots(info)) }
            }
        }
    }
}

/// Who sits in a seat, and how they are.
pub(super) fn occupant(page: &TablePage, info: &SeatInfo) -> Markup {
    let free = info.person.is_none() && info.bot.is_none();
    html! {
        span.occupant {
            @if free { em { "Free" } } @else { b { (Names::at(page).of(info.seat)) } }
            @if info.bot.is_some() { (icons::sign(icons::Sign::Bot)) }
            @if info.you { span.quiet { "you" } }
            @else if info.person.is_some() && !info.connected { span.away { "away" } }
        }
    }
}

/// Where scripts are off: a share of the dice by hand. With scripts it is drawn in the browser.
fn own_share(page: &TablePage) -> Markup {
    html! {
        @if page.seal.is_some() {
            noscript {
                label {
                    "Your share of the dice, if you like: any words that nobody could guess"
                    input name="share" maxlength="128" autocomplete="off";
                }
            }
        }
    }
}

fn bots(info: &SeatInfo) -> Markup {
    let id = format!("bot-{}", info.seat);
    html! {
        label.unseen for=(id) { "Which bot" }
        select id=(id) name="bot" {
            @for bot in Bot::LEVELS {
                option value=(bot.name()) selected[bot == Bot::Normal] { (names::bot_title(bot.name())) }
            }
        }
        button name="do" value="bot" { "Seat a bot" }
    }
}

fn options(page: &TablePage) -> Markup {
    html! {
        @if !page.meta.options.is_empty() || page.meta.seats.1 > 1 {
            section aria-labelledby="options" {
                h2 #options { "Options" }
                dl.facts {
                    div { dt { "Time" } dd { (clock::words(page.pace)) } }
                    @for spec in page.meta.options {
                        div {
                            dt { (spec.title) }
                            dd { (page.options.get(spec.key).map(|value| wording(spec, value)).unwrap_or_default()) }
                        }
                    }
                }
            }
        }
    }
}

fn wording(spec: &kernel::OptionSpec, value: &Value) -> String {
    match (spec.kind, value) {
        (_, Value::Bool(yes)) => (if *yes { "Yes" } else { "No" }).to_owned(),
        (kernel::OptionKind::Choice(choices), Value::String(code)) => {
            choices.iter().find(|(choice, _)| choice == code).map_or(code.clone(), |(_, title)| (*title).to_owned())
        }
        (kernel::OptionKind::Subset(choices), Value::Array(picks)) => {
            let title =
                |pick: &Value| choices.iter().find(|(choice, _)| pick == choice).map(|(_, title)| (*title).to_owned());
            let titles: Vec<String> = picks.iter().filter_map(title).collect();
            if titles.is_empty() { "As usual".to_owned() } else { kernel::listed(&titles) }
        }
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

fn start(page: &TablePage, free: usize) -> Markup {
    html! {
        div.start {
            @if page.host && free == 0 {
                form method="post" action={ "/tables/" (page.id) "/start" } {
                    button.primary.large data-main { "Begin the match" }
                }
            } @else if page.host {
                button.primary.large disabled { "Begin the match" }
                p.quiet { "Every seat needs somebody, or a bot." }
            } @else {
                p { "The match begins when the one who opened the table says so." }
            }
        }
    }
}

/// What the seal of the dice is, for those who want to know.
pub(super) fn sealed(seal: &str) -> Markup {
    html! {
        details.sealed {
            summary { (icons::sign(icons::Sign::Locked)) "The dice are sealed" }
            p {
                "The hall has fixed the luck of this match by a secret number, and this is its seal (SHA-256). The number is \
                 shown when the match is over; if it fits the seal, no roll was chosen on the way."
            }
            p.hash { code { (seal) } }
        }
    }
}
