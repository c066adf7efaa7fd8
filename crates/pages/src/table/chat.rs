//! Chat at a table: remarks, next to the chronicle, and reactions to steps, at their entries in it.
//!
//! In a wide window a switch above the chronicle shows the chat in its place; in a narrow one the
//! head's button opens the chat over the table. Both, and sending remarks, work without scripts. An
//! unsent draft stays when others write: live updates replace only the list of remarks.

use kernel::TableTalk;
use maud::{Markup, html};
use model::{Day, LONGEST_REMARK, Reaction, TableStatus, Timestamp};
use text::{Text, t, text};

use crate::{
    common::sign,
    context::{Part, memo},
    data::{OtherInfo, ReactionInfo, RemarkInfo, TablePage, TalkPage},
    table::race,
};

/// Returns the chat as a part of a table's page; empty where nobody could chat.
pub(crate) fn part(page: &TablePage) -> Part {
    // A lobby and a race have it in their column, and not over a table.
    let in_column = page.status == TableStatus::Open || race::of(page).is_some();
    let talk = page.talk.as_ref().map(|talk| (talk.setting, &talk.remarks, &talk.others, talk.may_talk, &talk.phrases));
    memo::whole(page, "talk", (&page.id, in_column, page.host, talk), || drawn(page, in_column))
}

fn drawn(page: &TablePage, in_column: bool) -> Markup {
    html! {
        @if let Some(talk) = &page.talk {
            section #talk.talk.sheeted[!in_column] popover[!in_column] aria-labelledby="talk-title" {
                header {
                    h2 #talk-title { (t!("Talk")) }
                    @if !in_column {
                        button.quiet type="button" popovertarget="talk" popovertargetaction="hide" { (t!("Back to the table")) }
                    }
                }
                div.scroll tabindex="0" role="region" aria-label=(t!("What has been said")) { (remarks(talk)) }
                (saying(page, talk))
                (settings(page, talk))
            }
        }
    }
}

/// Returns the choice of reactions, as a part of its own: it may be opened while the chat is out of
/// sight. A change of permission does not redraw the buttons that open it. The part is therefore on
/// every page that has them, and empty for visitors who may not react.
pub(crate) fn react_part(page: &TablePage) -> Part {
    let may = page.talk.as_ref().is_some_and(|talk| talk.may_talk && talk.setting != TableTalk::None && page.step > 0);
    let drawn = html! { @if page.talk.is_some() { div #react.details.menu popover { @if may { (react(page)) } } } };
    Part::new("react", drawn)
}

fn remarks(talk: &TalkPage) -> Markup {
    html! {
        ol.remarks data-bit="remarks" data-last=(talk.remarks.last().map_or(0, |last| last.n)) {
            @if talk.remarks.is_empty() { li.quiet { (t!("Nothing has been said yet.")) } }
            @for remark in &talk.remarks {
                li data-n=(remark.n) data-own[remark.own] {
                    b.who data-seat=(remark.seat) { (remark.name) } " "
                    span.words { (words_of(remark)) } " "
                    (time_of(remark.at))
                }
            }
        }
    }
}

/// Returns the text of a remark. Addresses of the web in it are links for readers who have played
/// with its author before; those of strangers stay text.
fn words_of(remark: &RemarkInfo) -> Markup {
    let text = remark.text.as_str();
    if !remark.links {
        return html! { (text) };
    }
    html! {
        @for word in text.split_inclusive(' ') {
            @let address = address_in(word);
            @if address.is_empty() { (word) }
            @else {
                a href=(address) target="_blank" rel="noopener noreferrer nofollow ugc" { (address) }
                (word[address.len()..])
            }
        }
    }
}

/// Returns the address of the web with which a word begins, without the signs that end a sentence;
/// empty if it begins with none.
fn address_in(word: &str) -> &str {
    let address = word.trim_end_matches([' ', '.', ',', ';', ':', '!', '?', ')', '"', '\'']);
    let place = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    place.filter(|place| !place.is_empty()).map_or("", |_| address)
}

/// Returns a time of the day, in UTC; the script shows it in the reader's zone.
fn time_of(at: Timestamp) -> Markup {
    let minutes = at.div_euclid(60_000).rem_euclid(24 * 60);
    let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
    html! { time datetime={ (Day::of(at)) "T" (time) "Z" } data-at=(at) { (time) " UTC" } }
}

fn saying(page: &TablePage, talk: &TalkPage) -> Markup {
    let at = format!("/tables/{}/talk", page.id);
    let phrases = || {
        html! {
            form.phrases method="post" action=(at) aria-label=(t!("Ready-made phrases")) {
                @for phrase in &talk.phrases { button name="text" value=(phrase.source()) { (phrase) } }
            }
        }
    };
    html! {
        @match talk.setting {
            TableTalk::None => p.quiet { (t!("Chat is off at this table.")) },
            _ if !talk.may_talk => p.quiet { (t!("Those who sit at the table talk here.")) },
            TableTalk::Phrases => (phrases()),
            TableTalk::Free => {
                form.say method="post" action=(at) {
                    label.unseen for="remark" { (t!("Say something")) }
                    input #remark name="text" type="text" maxlength=(LONGEST_REMARK) required autocomplete="off"
                        placeholder=(t!("Say something"));
                    button { (t!("Say")) }
                }
                (phrases())
            }
        }
    }
}

/// Returns the settings: how much players may write, for the host; whom the visitor reads, for
/// everybody.
fn settings(page: &TablePage, talk: &TalkPage) -> Markup {
    html! {
        @if page.host || talk.may_talk || !talk.others.is_empty() {
            details #talk-settings {
                summary { (t!("Who says what")) }
                @if page.host { (setting(page, talk)) }
                ul.voices data-bit="voices" {
                    @for other in &talk.others { li { (heard(page, other)) } }
                    @if talk.others.is_empty() { li.quiet { (t!("Nobody else has said anything.")) } }
                }
            }
        }
    }
}

fn setting(page: &TablePage, talk: &TalkPage) -> Markup {
    html! {
        form.setting method="post" action={ "/tables/" (page.id) "/talk/setting" } {
            label for="talk-setting" { (t!("At this table")) }
            select #talk-setting name="setting" {
                @for one in TableTalk::ALL { option value=(one.name()) selected[one == talk.setting] { (words(one)) } }
            }
            button { (t!("Set")) }
        }
    }
}

/// Returns a setting in words.
pub(crate) fn words(talk: TableTalk) -> &'static str {
    match talk {
        TableTalk::Free => t!("everybody says what they like"),
        TableTalk::Phrases => t!("ready-made phrases alone"),
        TableTalk::None => t!("nobody talks"),
    }
}

fn heard(page: &TablePage, other: &OtherInfo) -> Markup {
    html! {
        form method="post" action={ "/tables/" (page.id) "/talk/mute" } {
            input type="hidden" name="remark" value=(other.remark);
            span { (other.name) @if other.muted { " " small { (t!("muted")) } } }
            button name="muted" value=(if other.muted { "no" } else { "yes" }) {
                @if other.muted { (t!("Hear again")) } @else { (t!("Mute")) }
                span.unseen { " " (other.name) }
            }
            button formaction={ "/tables/" (page.id) "/talk/block" } title=(BLOCKED.as_str()) {
                (t!("Block")) span.unseen { " " (other.name) ". " (BLOCKED) }
            }
        }
    }
}

/// Returns the choice of reactions to the step on the page.
fn react(page: &TablePage) -> Markup {
    let step = page.shown_step();
    html! {
        form method="post" action={ "/tables/" (page.id) "/react" } {
            p data-bit="react-step" { input type="hidden" name="step" value=(step); (t!("How do you take step {step}?")) }
            @for reaction in Reaction::ALL {
                button.tool name="reaction" value=(reaction.name()) { (sign(drawing(reaction))) (reaction.words()) }
            }
            button.tool name="reaction" value="" { (t!("Say nothing of it")) }
        }
    }
}

/// Returns the button that opens the choice of reactions. It is hidden where there is none.
pub(crate) fn react_button() -> Markup {
    html! {
        button.tool.to-react type="button" popovertarget="react" { (sign(&art::icons::BRAVO)) span.unseen { (t!("React to this step")) } }
    }
}

/// The effect of a block.
const BLOCKED: Text = text!("No seat at one table, no word, no invitation. They are not told.");

/// Returns the button that opens the chat where it is not next to the table, with the number of
/// unread remarks.
pub(crate) fn head_button(page: &TablePage) -> Markup {
    html! {
        @if page.talk.is_some() {
            button.tool.to-talk type="button" popovertarget="talk" { (sign(&art::icons::TALK)) span.unseen { (t!("Talk")) } (unread()) }
        }
    }
}

/// Returns the place where a script shows the number of unread remarks.
fn unread() -> Markup {
    html! { span.unread hidden {} }
}

/// Returns the tabs next to the table in a wide window: the chronicle or the chat.
pub(crate) fn tabs(page: &TablePage) -> Markup {
    html! {
        @if page.talk.is_some() {
            fieldset.tabs {
                legend.unseen { (t!("Beside the table")) }
                input #beside-log.unseen type="radio" name="beside" value="log" checked;
                label for="beside-log" { (t!("Chronicle")) }
                input #beside-talk.unseen type="radio" name="beside" value="talk";
                label for="beside-talk" { (t!("Talk")) (unread()) }
                (react_button())
            }
        }
    }
}

/// Returns the reactions to a step, for its entry in the chronicle.
pub(crate) fn reactions(talk: Option<&TalkPage>, step: usize) -> Markup {
    let all = talk.into_iter().flat_map(|talk| &talk.reactions).filter(|(at, _)| *at == step);
    let all: Vec<&ReactionInfo> = all.map(|(_, reaction)| reaction).collect();
    html! {
        @if !all.is_empty() {
            p.reactions {
                @for one in all {
                    @let words = format!("{}: {}", one.name, one.reaction.words());
                    span data-seat=(one.seat) title=(words) { (sign(drawing(one.reaction))) span.unseen { (words) ". " } }
                }
            }
        }
    }
}

/// Returns the reactions of all steps that have any, drawn, by step.
pub fn all_reactions(page: &TablePage) -> Vec<(usize, String)> {
    let mut steps: Vec<usize> = page.talk.iter().flat_map(|talk| &talk.reactions).map(|(step, _)| *step).collect();
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().map(|step| (step, reactions(page.talk.as_ref(), step).into_string())).collect()
}

const fn drawing(reaction: Reaction) -> &'static art::IconArt {
    match reaction {
        Reaction::Bravo => &art::icons::BRAVO,
        Reaction::Wow => &art::icons::WOW,
        Reaction::Laugh => &art::icons::LAUGH,
        Reaction::Ouch => &art::icons::OUCH,
        Reaction::Thanks => &art::icons::THANKS,
    }
}
