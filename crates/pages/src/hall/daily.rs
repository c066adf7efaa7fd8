//! The pages of the daily challenge: its rules, the tries of all players, and how to check the dice
//! afterwards.

use kernel::{DailyWords, Meta};
use maud::{Markup, html};
use model::{Day, Timestamp};
use serde_json::{Map, Value};
use text::{counted, t};

use crate::{
    common::{markup, shell, shot, sign},
    data::{TableCard, Visitor},
};

/// The match of a day, as one visitor may see it.
#[derive(Clone, Debug)]
pub struct ShownDaily {
    /// The game.
    pub meta: &'static Meta,
    /// The words for its match.
    pub words: DailyWords,
    /// Its options, complete.
    pub options: Map<String, Value>,
    /// The day.
    pub day: Day,
    /// For today's match: when the next one begins, and how many milliseconds that is from now.
    pub next: Option<(Timestamp, Timestamp)>,
    /// The seal of its seed.
    pub seal: String,
    /// The seed, once it is public.
    pub seed: Option<String>,
    /// How many people have tried it.
    pub tried: u64,
    /// How many of these reached the best possible result.
    pub top: u64,
    /// How many of them are still under way.
    pub playing: u64,
    /// Whether it can be played for practice.
    pub practice: bool,
    /// The visitor's try, if they have one.
    pub own: Option<OwnTry>,
    /// How many days in a row the visitor has finished a try of this game.
    pub streak: usize,
    /// Whether the visitor may see the results of others.
    pub visible: bool,
    /// The best tries, best first.
    pub best: Vec<ShownTry>,
    /// Earlier days with tries, latest first.
    pub earlier: Vec<Day>,
}

/// The visitor's try.
#[derive(Clone, Debug)]
pub struct OwnTry {
    /// Its table.
    pub table: String,
    /// The time until which it counts.
    pub until: Timestamp,
    /// The result, once it is known.
    pub result: Option<OwnResult>,
}

/// The result of the visitor's try.
#[derive(Clone, Debug)]
pub struct OwnResult {
    /// Its place.
    pub place: u64,
    /// How far the try came, in words that follow a name.
    pub words: String,
    /// Whether it was played to its end.
    pub finished: bool,
    /// The comparison with bots, once it is computed.
    pub better: Option<Better>,
}

/// The share of matches of bots with the same seed that a try has beaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Better {
    /// The share, in percent.
    pub percent: u64,
    /// How many matches of bots there are.
    pub all: u64,
}

/// A try in a list.
#[derive(Clone, Debug)]
pub struct ShownTry {
    /// Its place; equal tries share it.
    pub place: u64,
    /// Whether it is the visitor's.
    pub you: bool,
    /// The id of the person who tried.
    pub person: String,
    /// Their name.
    pub name: String,
    /// How far the person came, in words that follow the name.
    pub words: String,
    /// Whether it was played to its end.
    pub finished: bool,
    /// Its table.
    pub table: String,
}

/// Returns the page with today's matches of all games.
pub fn dailies(v: &Visitor, all: &[ShownDaily]) -> Markup {
    let main = html! {
        div.column.daily {
            h1 { (t!("Today")) }
            @if v.local {
                p { (t!("Each game has a match a day. Everybody who plays without a server gets the same dice. It is practice: play it as often as you like.")) }
            } @else {
                p { (t!("Each game has a match a day. Everybody gets the same dice and has one try. When it has ended you can practise it as often as you like.")) }
                p.quiet { (t!("Nothing prevents somebody from coming again as another guest and knowing what the first one met. The list is for fun.")) }
            }
            @if let Some(first) = all.first() { p.quiet { (first.day) ". " (next(first)) } }
            ul.dailies { @for daily in all { li.panel { (row(v, daily)) } } }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Today"), &main)
}

fn row(v: &Visitor, daily: &ShownDaily) -> Markup {
    let page = format!("/daily/{}", daily.meta.id);
    html! {
        div.table-row.today {
            (shot(daily.meta.cover, v.theme))
            span.about {
                a href=(page) { b { (daily.words.title) } }
                span.quiet { (daily.meta.title) }
                @if !v.local { span.quiet { (tally(daily)) } }
            }
            (act(daily))
        }
    }
}

/// Returns the page about the match of one day; `own` are the visitor's matches of that day in a
/// hall in their own browser, where nobody else tries it.
pub fn daily(v: &Visitor, daily: &ShownDaily, own: &[TableCard]) -> Markup {
    let main = html! {
        div.column.daily {
            div.title {
                (shot(daily.meta.cover, v.theme))
                div {
                    h1 { (daily.words.title) }
                    p.quiet { a href={ "/games/" (daily.meta.id) } { (daily.meta.title) } ", " (daily.day) ". " (next(daily)) }
                }
            }
            p.lead { @if !v.local { (tally(daily)) } (chosen(daily)) }
            @if v.local {
                (practised(daily, own))
            } @else {
                (ranked(daily))
                (board(daily))
                (seal(daily))
            }
            (earlier(daily))
        }
    };
    let title = format!("{}, {}", daily.words.title, daily.day);
    shell::page_of(v, shell::PageKind::Hall, &title, Some(daily.meta), &main)
}

fn next(daily: &ShownDaily) -> Markup {
    html! {
        @if let Some((at, left)) = daily.next {
            @let time = html! { time datetime={ (Day::of(at)) "T00:00:00Z" } { (duration(left)) } };
            (markup!("The next one begins in {time}, at midnight UTC."))
        }
    }
}

/// Returns a time in hours and minutes: `5 h 12 min`.
fn duration(milliseconds: Timestamp) -> String {
    let minutes = (milliseconds / 60_000).max(1);
    match (minutes / 60, minutes % 60) {
        (0, minutes) => t!("{minutes} min"),
        (hours, 0) => t!("{hours} h"),
        (hours, minutes) => t!("{hours} h {minutes} min"),
    }
}

fn tally(daily: &ShownDaily) -> Markup {
    html! {
        (counts(&daily.words, daily.tried, daily.top, daily.next.is_none()))
        @if daily.playing > 0 { " " (t!("{} still under way.", daily.playing)) }
    }
}

/// Returns how many tried, and how many of these reached the best possible result, on a day that is
/// `over` or not.
pub fn counts(words: &DailyWords, tried: u64, top: u64, over: bool) -> String {
    let (did, came) = (words.tried, words.top);
    match (tried, top, over) {
        (0, _, true) => t!("Nobody has tried.").to_owned(),
        (0, _, false) => t!("Nobody has tried yet.").to_owned(),
        (tried, 0, true) => t!("{tried} {did}, nobody {came}."),
        (tried, 0, false) => t!("{tried} {did}, nobody {came} yet."),
        (tried, top, _) => t!("{tried} {did}, {top} {came}."),
    }
}

/// Returns the options that differ from the defaults.
fn chosen(daily: &ShownDaily) -> Markup {
    let usual = kernel::options::complete(daily.meta.options, &Value::Null).unwrap_or_default();
    let specs = daily.meta.options.iter().filter(|spec| usual.get(spec.key) != daily.options.get(spec.key));
    let value = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    html! {
        @for spec in specs {
            @if let Some(chosen) = daily.options.get(spec.key) { " " (spec.title) ": " b { (value(chosen)) } "." }
        }
    }
}

/// Returns the buttons for the actions that the visitor can take now.
fn act(daily: &ShownDaily) -> Markup {
    let path = format!("/daily/{}", daily.meta.id);
    html! {
        @match &daily.own {
            Some(OwnTry { result: None, table, .. }) => a.button.primary href={ "/tables/" (table) } { (t!("Go on")) },
            Some(_) => a.button href=(path) { (t!("Who tried")) },
            None if daily.next.is_some() => form method="post" action=(path) { button.primary aria-label={ (daily.words.begin) ": " (daily.words.title) } { (daily.words.begin) } },
            None => {}
        }
    }
}

/// Returns the visitor's matches of a day in a hall in their own browser, and the button for
/// another.
fn practised(daily: &ShownDaily, own: &[TableCard]) -> Markup {
    html! {
        section.column.own aria-labelledby="your-try" {
            h2 #your-try { (t!("Practice")) }
            p { (t!("Everybody who plays without a server gets these dice on this day. There is no board, and a win unlocks nothing.")) }
            form method="post" action={ "/daily/" (daily.meta.id) "/" (daily.day) "/practice" } {
                button.primary { (daily.words.begin) }
            }
            @if !own.is_empty() { (shell::tables(own, "", |_| Markup::default())) }
        }
    }
}

fn ranked(daily: &ShownDaily) -> Markup {
    html! {
        section.column.own aria-labelledby="your-try" {
            h2 #your-try { (t!("Your try")) }
            @match &daily.own {
                None if daily.next.is_some() => {
                    p { (t!("You have one ranked try. It goes on when you come back, and counts until the end of tomorrow. There are no hints in it.")) }
                    p { (act(daily)) }
                }
                None => p { (t!("You did not try this one.")) },
                Some(OwnTry { result: None, until, .. }) => {
                    p { (t!("It is under way. It counts until the end of {day}, and then as far as it has come.", day = Day::of(*until).before())) }
                    p { (act(daily)) }
                }
                Some(OwnTry { result: Some(result), table, .. }) => {
                    p.verdict { span { (verdict(result, daily.tried)) } }
                    @match result.better {
                        Some(better) => p { (compared(&daily.words, better)) },
                        None => p.quiet { (t!("Bots are still trying the same dice; come back soon to see how you compare.")) },
                    }
                    p { a href={ "/tables/" (table) } { (t!("Your match")) } }
                }
            }
            @if daily.streak > 1 { p { (markup!("{days} days in a row.", days = html! { b { (daily.streak) } })) } }
            @if daily.practice {
                form.inline method="post" action={ "/daily/" (daily.meta.id) "/" (daily.day) "/practice" } {
                    button { (t!("Practise it")) } span.quiet { (t!("The same dice again, as often as you like. It is not ranked.")) }
                }
            }
        }
    }
}

fn verdict(result: &OwnResult, tried: u64) -> String {
    let OwnResult { place, words, .. } = result;
    match result.finished {
        true => t!("You {words}: place {place} of {tried}."),
        false => t!("You {words} and did not finish: place {place} of {tried}."),
    }
}

fn compared(words: &DailyWords, better: Better) -> Markup {
    markup!(
        "Better than {percent} of {all} reference {others}: the reference bot, which at one decision in {one_in} does anything legal.",
        percent = html! { b { (better.percent) "\u{a0}%" } },
        all = thousands(better.all),
        others = words.others.as_str(),
        one_in = roster::ONE_IN
    )
}

/// Returns a number with a separator between thousands.
fn thousands(number: u64) -> String {
    match number {
        ..1000 => number.to_string(),
        number => t!("{},{:03}", thousands(number / 1000), number % 1000),
    }
}

fn board(daily: &ShownDaily) -> Markup {
    html! {
        section.column aria-labelledby="tries" {
            h2 #tries { (t!("Who tried")) }
            @if !daily.visible {
                p.quiet { (t!("You see the others' results when your own try has ended.")) }
            } @else if daily.best.is_empty() {
                p.quiet { (t!("Nobody has come to an end yet.")) }
            } @else {
                ol.tries {
                    @for one in &daily.best {
                        li.you[one.you] value=(one.place) {
                            span.place { (one.place) }
                            a href={ "/people/" (one.person) } { (one.name) @if one.you { " " (t!("(you)")) } }
                            span.words { (one.words) @if !one.finished { ", " (t!("not finished")) } }
                            @if daily.seed.is_some() { a href={ "/tables/" (one.table) } { (t!("Look")) span.unseen { " " (t!("at the match of {}", one.name)) } } }
                        }
                    }
                }
                @if daily.best.len() as u64 + daily.playing < daily.tried {
                    p.quiet { (t!("The best {}.", counted!(daily.best.len(), "try"))) }
                }
            }
        }
    }
}

fn seal(daily: &ShownDaily) -> Markup {
    html! {
        section.column aria-labelledby="seal" {
            h2 #seal { (t!("The dice")) }
            p {
                (t!("They were sealed before anybody tried, and are the same for all.")) " "
                @match daily.seed {
                    Some(_) => (t!("The day is over, and the seal is opened.")),
                    None => (t!("The seal is opened when the day is over and nobody plays any more.")),
                }
            }
            dl.facts.day-seal {
                div { dt { (t!("Seal")) } dd.hash { code { (daily.seal) } } }
                @if let Some(seed) = &daily.seed { div { dt { (t!("Seed")) } dd.hash { code { (seed) } } } }
            }
            @if let (Some(_), Some(one)) = (&daily.seed, daily.best.first()) {
                p.inline { (sign(&art::icons::VERIFIED)) a href={ "/tables/" (one.table) "/verify" } { (t!("Check them at the best match")) } }
            }
        }
    }
}

fn earlier(daily: &ShownDaily) -> Markup {
    html! {
        section.column aria-labelledby="earlier" {
            h2 #earlier { (t!("Other days")) }
            p.days {
                @if daily.next.is_none() { a href={ "/daily/" (daily.meta.id) } { (t!("Today")) } }
                @for day in &daily.earlier { a href={ "/daily/" (daily.meta.id) "/" (day) } { (day) } }
                a href="/daily" { (t!("All games")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_read_like_a_person_wrote_them() {
        assert_eq!(
            [312, 60, 12, 0].map(|minutes| duration(minutes * 60_000)),
            ["5 h 12 min", "1 h", "12 min", "1 min"]
        );
        assert_eq!([999, 10_000, 1_002_003].map(thousands), ["999", "10,000", "1,002,003"]);
    }
}
