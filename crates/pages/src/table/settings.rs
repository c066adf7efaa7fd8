//! The settings of a table before its match: rows that everybody reads, and that the host unfolds
//! to change them. Each row has a form of its own.

use kernel::{Meta, Mode, Pace, RealLuck, TableTalk};
use maud::{Markup, html};
use model::{can_race, is_raced_only, seat_counts};
use serde_json::Value;
use text::t;

use crate::{
    common::{form::radio, option},
    data::TablePage,
    scene::clock,
    table::{chat, house_cards},
};

/// Returns the rows of the settings.
pub(crate) fn draw(page: &TablePage) -> Markup {
    let (meta, raced) = (page.meta, page.race.is_some());
    let (least, most) = seat_counts(meta, raced);
    html! {
        section.rows aria-labelledby="settings" {
            h2 #settings { (t!("Settings")) }
            (row(page, "game", t!("Game"), meta.title, || game(meta)))
            @if can_race(meta) && !is_raced_only(meta) { (row(page, "race", t!("Kind"), race_words(raced), || race(raced))) }
            @if least < most { (row(page, "seats", t!("Seats"), &page.seats.len().to_string(), || seats(page))) }
            @if !raced { (row(page, "pace", t!("Time"), &clock::setting(page.pace, page.rest), || pace(page))) }
            @for spec in meta.options {
                @let value = page.options.get(spec.key);
                (row(page, &format!("opt-{}", spec.key), spec.title.as_str(), &value.map(|value| wording(spec, value)).unwrap_or_default(), || {
                    option(spec, page.lobby.unlocked, value)
                }))
            }
            @if house_cards::are_taken(meta) {
                @let now = page.house_cards;
                (row(page, "pack", t!("House cards"), now.map_or(t!("None"), |cards| cards.title()), || {
                    house_cards::choice(&house_cards::choices(page), now.map_or("", |now| now.hash()))
                }))
                @if let Some(cards) = now { (house_cards::changes(cards)) }
            }
            @if !raced { (row(page, "dice", t!("Dice and cards"), dice_words(page.real), || dice(page))) }
            @if meta.mode == Mode::Competitive { (row(page, "ranked", t!("Ratings"), ranked_words(page.ranked), || ranked(page))) }
            @if page.lobby.group.is_some() || page.host && !page.lobby.groups.is_empty() {
                (row(page, "group", t!("Group"), page.lobby.group.as_ref().map_or(t!("None"), |(_, name)| name), || group(page)))
            }
            @if let Some(talk) = &page.talk { (row_at(page, "chat", "talk/setting", t!("Chat"), chat::words(talk.setting), || setting(talk.setting))) }
        }
    }
}

/// Returns a row: its name and its value, and for the host the form that changes it.
fn row(page: &TablePage, id: &str, name: &str, value: &str, fields: impl Fn() -> Markup) -> Markup {
    row_at(page, id, "settings", name, value, fields)
}

/// Returns a row whose form goes to another address below that of the table.
fn row_at(page: &TablePage, id: &str, at: &str, name: &str, value: &str, fields: impl Fn() -> Markup) -> Markup {
    let words = html! { span.quiet { (name) } " " b { (value) } };
    html! {
        @if page.host {
            details.entry id={ "set-" (id) } data-bit={ "set-" (id) } {
                summary { span { (words) } span.unseen { " " (t!("Change it")) } }
                form method="post" action={ "/tables/" (page.id) "/" (at) } { (fields()) button { (t!("Set")) } }
            }
        } @else {
            p.entry data-bit={ "set-" (id) } { (words) }
        }
    }
}

fn game(now: &Meta) -> Markup {
    html! {
        label {
            span.unseen { (t!("Game")) }
            select name="game" {
                @for meta in roster::GAMES.iter().map(|title| title.meta()) { option value=(meta.id) selected[meta.id == now.id] { (meta.title) } }
            }
        }
    }
}

fn seats(page: &TablePage) -> Markup {
    let (least, most) = seat_counts(page.meta, page.race.is_some());
    html! {
        div.segments role="group" aria-label=(t!("Number of seats")) {
            @for count in least..=most {
                label {
                    input type="radio" name="seats" value=(count) checked[usize::from(count) == page.seats.len()];
                    span { (count) }
                }
            }
        }
    }
}

fn race(raced: bool) -> Markup {
    html! { div { @for (value, is) in [("no", false), ("yes", true)] { (radio("race", value, raced == is, html! { (race_words(is)) })) } } }
}

fn race_words(raced: bool) -> &'static str {
    if raced { t!("A race: each alone, with the same dice") } else { t!("Together") }
}

fn pace(page: &TablePage) -> Markup {
    html! {
        label {
            span.unseen { (t!("For each player")) }
            select name="pace" {
                @for pace in Pace::ALL { option value=(pace.name()) selected[pace == page.pace] { (clock::words(pace)) } }
            }
        }
        (clock::rest_fields(page.rest))
    }
}

fn dice(page: &TablePage) -> Markup {
    html! { div { @for real in RealLuck::ALL { (radio("dice", real.name(), page.real == real, html! { (dice_words(real)) })) } } }
}

fn dice_words(real: RealLuck) -> &'static str {
    match real {
        RealLuck::None => t!("Sealed: the hall rolls and draws"),
        RealLuck::Dice => t!("Your own dice: you type in what falls, and the hall draws the cards"),
        RealLuck::Cards => t!("Your own cards: you type in what you draw, and the hall rolls the dice"),
        RealLuck::All => t!("Your own: you type in what falls"),
    }
}

fn group(page: &TablePage) -> Markup {
    let now = page.lobby.group.as_ref().map(|(id, _)| id);
    html! {
        label {
            span.unseen { (t!("Group")) }
            select name="group" {
                option value="" selected[now.is_none()] { (t!("None")) }
                @for (id, name) in &page.lobby.groups { option value=(id) selected[Some(id) == now] { (name) } }
            }
        }
        p.quiet { (t!("Its members are invited, see the table on the page of the group, and have it on their boards.")) }
    }
}

fn ranked(page: &TablePage) -> Markup {
    html! { div { @for (value, is) in [("no", false), ("yes", true)] { (radio("ranked", value, page.ranked == is, html! { (ranked_words(is)) })) } } }
}

fn ranked_words(ranked: bool) -> &'static str {
    if ranked { t!("It counts for ratings, and nobody is given hints.") } else { t!("It counts for no ratings.") }
}

fn setting(now: TableTalk) -> Markup {
    html! {
        label {
            span.unseen { (t!("At this table")) }
            select name="setting" {
                @for one in TableTalk::ALL { option value=(one.name()) selected[one == now] { (chat::words(one)) } }
            }
        }
    }
}

fn wording(spec: &kernel::OptionSpec, value: &Value) -> String {
    match (spec.kind, value) {
        (_, Value::Bool(yes)) => (if *yes { t!("Yes") } else { t!("No") }).to_owned(),
        (kernel::OptionKind::Choice(choices), Value::String(code)) => {
            choices.iter().find(|(choice, _)| choice == code).map_or(code.clone(), |(_, title)| title.to_string())
        }
        (kernel::OptionKind::Subset(choices), Value::Array(picks)) => {
            let title =
                |pick: &Value| choices.iter().find(|(choice, _)| pick == choice).map(|(_, title)| title.to_string());
            let titles: Vec<String> = picks.iter().filter_map(title).collect();
            if titles.is_empty() { t!("As usual").to_owned() } else { kernel::listed(&titles) }
        }
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}
