//! Talk at a table: what is said, beside the chronicle, and how steps are taken, at their entries in it.
//!
//! In a wide window a choice above the chronicle shows talk in its place; in a narrow one it lies over the table when the menu's button
//! is pressed. Both, and all that is said, work without scripts. What is written and not yet sent stays when others talk: of
//! the part only the list of remarks is told anew.

use kernel::{Seat, TableTalk};
use maud::{Markup, html};
use text::t;

use super::{
    TablePage, TableStatus,
    icons::{Sign, sign},
    render_memo,
    table::Part,
};
use model::LONGEST_REMARK;
pub use model::Reaction;

/// What is said at a table, as one visitor hears it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TalkPage {
    /// How much may be said.
    pub setting: TableTalk,
    /// The last remarks, oldest first, without those of whom the visitor does not hear.
    pub remarks: Vec<RemarkInfo>,
    /// The others who have said something.
    pub others: Vec<OtherInfo>,
    /// Whether the visitor may say something.
    pub may_talk: bool,
    /// Ready-made phrases.
    pub phrases: Vec<text::Text>,
    /// How steps were taken, by step.
    pub reactions: Vec<(usize, ReactionInfo)>,
}

/// A remark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemarkInfo {
    /// Its number.
    pub n: u64,
    /// Where who said it sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// What was said.
    pub text: String,
    /// Whether the visitor said it.
    pub own: bool,
}

/// Somebody else who has said something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OtherInfo {
    /// The number of a remark of theirs.
    pub remark: u64,
    /// Their name.
    pub name: String,
    /// Whether the visitor does not want to hear them.
    pub muted: bool,
}

/// How somebody took a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReactionInfo {
    /// Where they sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// How they took it.
    pub reaction: Reaction,
}

/// What is said, as a part of a table's page; empty where nobody could talk.
pub(super) fn part(page: &TablePage) -> Part {
    let open = page.status == TableStatus::Open;
    let talk = page.talk.map(|talk| (talk.setting, &talk.remarks, &talk.others, talk.may_talk, &talk.phrases));
    render_memo::whole(page, "talk", (page.id, open, page.host, talk), || drawn(page, open))
}

fn drawn(page: &TablePage, open: bool) -> Markup {
    html! {
        @if let Some(talk) = page.talk {
            section #talk.talk.sheeted[!open] popover[!open] aria-labelledby="talk-title" {
                header {
                    h2 #talk-title { (t!("Talk")) }
                    @if !open {
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

/// The choice of reactions, as a part of its own: it may be opened where the talk is out of sight. The buttons that open it
/// are not drawn again when somebody may react, so it is there wherever they are, and empty for who may not.
pub(super) fn react_part(page: &TablePage) -> Part {
    let may = page.talk.is_some_and(|talk| talk.may_talk && talk.setting != TableTalk::None && page.step > 0);
    let drawn = html! { @if page.talk.is_some() { div #react.details.menu popover { @if may { (react(page)) } } } };
    Part::new("react", drawn)
}

fn remarks(talk: &TalkPage) -> Markup {
    html! {
        ol.remarks data-bit="remarks" data-last=(talk.remarks.last().map_or(0, |last| last.n)) {
            @if talk.remarks.is_empty() { li.quiet { (t!("Nothing has been said yet.")) } }
            @for remark in &talk.remarks {
                li data-n=(remark.n) data-own[remark.own] {
                    b.who data-seat=(remark.seat) { (remark.name) } " " span { (remark.text) }
                }
            }
        }
    }
}

fn saying(page: &TablePage, talk: &TalkPage) -> Markup {
    let at = format!("/tables/{}/talk", page.id);
    let phrases = || {
        html! {
            form.phrases method="post" action=(at) {
                @for phrase in &talk.phrases { button name="text" value=(phrase.source()) { (phrase) } }
            }
        }
    };
    html! {
        @match talk.setting {
            TableTalk::None => p.quiet { (t!("There is no talk at this table.")) },
            _ if !talk.may_talk => p.quiet { (t!("Those who sit at the table talk here.")) },
            TableTalk::Phrases => (phrases()),
            TableTalk::Free => {
                form.say method="post" action=(at) {
                    label.unseen for="remark" { (t!("Say something")) }
                    input #remark name="text" type="text" maxlength=(LONGEST_REMARK) required autocomplete="off"
                        placeholder=(t!("Say something"));
                    button { (t!("Say")) }
                }
                details #phrases { summary { (t!("Ready-made phrases")) } (phrases()) }
            }
        }
    }
}

/// What can be said here, for the host to decide; and who is heard, for everybody.
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

/// A setting in words.
pub(super) fn words(talk: TableTalk) -> &'static str {
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
        }
    }
}

/// The choice of reactions, to the step that is shown.
fn react(page: &TablePage) -> Markup {
    let step = page.at.unwrap_or(page.step);
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

/// The button that opens the choice of reactions. It is out of sight where there is none.
pub(super) fn react_button() -> Markup {
    html! {
        button.tool.to-react type="button" popovertarget="react" { (sign(Sign::Bravo)) span.unseen { (t!("React to this step")) } }
    }
}

/// The button of the menu that opens talk where it does not stand beside the table.
pub(super) fn menu_button(page: &TablePage) -> Markup {
    html! {
        @if page.talk.is_some() {
            button.tool.to-talk type="button" popovertarget="talk" { (sign(Sign::Talk)) (t!("Talk")) (unread()) }
        }
    }
}

/// Where a script says how much is new.
pub(super) fn unread() -> Markup {
    html! { span.unread hidden {} }
}

/// What stands beside the table in a wide window: the chronicle, or talk.
pub(super) fn tabs(page: &TablePage) -> Markup {
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

/// How a step was taken, at its entry in the chronicle.
pub(super) fn reactions(talk: Option<&TalkPage>, step: usize) -> Markup {
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

/// The reactions of all steps that have any, drawn, by step.
pub fn all_reactions(page: &TablePage) -> Vec<(usize, String)> {
    let mut steps: Vec<usize> = page.talk.iter().flat_map(|talk| &talk.reactions).map(|(step, _)| *step).collect();
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().map(|step| (step, reactions(page.talk, step).into_string())).collect()
}

const fn drawing(reaction: Reaction) -> Sign {
    match reaction {
        Reaction::Bravo => Sign::Bravo,
        Reaction::Wow => Sign::Wow,
        Reaction::Laugh => Sign::Laugh,
        Reaction::Ouch => Sign::Ouch,
        Reaction::Thanks => Sign::Thanks,
    }
}
