//! The visitor's own page: name, preferences, tables, unlocked levels.

use maud::{Markup, html};
use model::TableList;
use text::t;

use crate::{
    common::{achievements, form::radio, markup, shell},
    data::{Notice, Speed, TableCard, Theme, Visitor},
    people::{
        account::{self, ShownAccount},
        notices::{self, NoticesInfo},
        profile::{self, ShownProfile},
    },
};

/// The data of the visitor's own page.
#[derive(Clone, Copy, Debug)]
pub struct OwnPage<'a> {
    /// A notice to show first.
    pub notice: Option<&'a Notice>,
    /// Their account, if they have one.
    pub account: Option<&'a ShownAccount>,
    /// Whether the server knows them at all.
    pub known: bool,
    /// Their matches and records.
    pub profile: &'a ShownProfile,
    /// Their notification settings.
    pub told: &'a NoticesInfo,
    /// Their tables.
    pub tables: &'a [TableCard<'a>],
    /// How long each list of their tables is, in the order of [`TableList::ALL`].
    pub counts: [u32; 3],
}

/// A page of a list of the visitor's tables.
#[derive(Clone, Copy, Debug)]
pub struct ShownList<'a> {
    /// Which list.
    pub list: TableList,
    /// Which page, from 1.
    pub page: u32,
    /// How many pages the list has.
    pub pages: u32,
    /// How long each list is, in the order of [`TableList::ALL`].
    pub counts: [u32; 3],
    /// The tables.
    pub tables: &'a [TableCard<'a>],
}

/// Returns a page of a list of the visitor's tables.
pub fn own_tables(v: &Visitor, shown: &ShownList) -> Markup {
    let title = list_title(shown.list);
    let to = |page: u32| format!("/me/tables?list={}&page={page}", shown.list.name());
    let main = html! {
        div.column {
            h1 { (title) }
            (lists(shown.counts, Some(shown.list)))
            (shell::tables(shown.tables, t!("There is none here.")))
            @if shown.pages > 1 {
                nav.row aria-label=(t!("Pages")) {
                    @if shown.page > 1 { a rel="prev" href=(to(shown.page - 1)) { (t!("Previous page")) } " " }
                    span { (t!("Page {} of {}", shown.page, shown.pages)) }
                    @if shown.page < shown.pages { " " a rel="next" href=(to(shown.page + 1)) { (t!("Next page")) } }
                }
            }
            p { a href="/me#tables" { (t!("Back to your page")) } }
        }
    };
    shell::page(v, shell::PageKind::Hall, title, &main)
}

/// Returns links to all lists that have tables, except the one on the page.
fn lists(counts: [u32; 3], shown: Option<TableList>) -> Markup {
    let others = TableList::ALL.into_iter().zip(counts).filter(|(list, count)| *count > 0 && Some(*list) != shown);
    html! {
        p.row {
            @for (list, count) in others {
                a href={ "/me/tables?list=" (list.name()) } { (list_title(list)) ": " (count) } " "
            }
        }
    }
}

fn list_title(list: TableList) -> &'static str {
    match list {
        TableList::Waiting => t!("Matches that wait for you"),
        TableList::UnderWay => t!("Other tables under way"),
        TableList::Finished => t!("Finished matches"),
    }
}

/// Returns the visitor's own page.
pub fn me(v: &Visitor, page: &OwnPage) -> Markup {
    let main = html! {
        div.column {
            h1 { (v.name.unwrap_or(t!("You"))) }
            (shell::notice(page.notice))
            (settings(v))
            @if !v.local {
                (account::section(v, page.account))
                (notices::section(page.told))
            }
            section.column aria-labelledby="tables" {
                h2 #tables { (t!("Your tables")) }
                (shell::tables(page.tables, t!("None yet. Pick a game and sit down.")))
                (lists(page.counts, None))
            }
            (profile::games(page.profile, t!("No match finished yet. A win may open the next level of its game.")))
            (achievements::section(&page.profile.achievements, v.theme))
            (profile::history(page.profile))
            (profile::companions(page.profile))
            @if page.known {
                p.quiet {
                    (markup!(
                        "{all} as one file: their records one after the other, as the record of a single match.",
                        all = html! {
                            a href="/me/matches.jsonl" download {
                                @if v.local { (t!("Save all your matches")) } @else { (t!("Save all your finished matches")) }
                            }
                        }
                    ))
                }
            }
            @if v.local { (brought()) }
            @if page.known && !v.local { (account::farewell(page.account)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("You"), &main)
}

/// Returns the form that adds saved matches to those of this browser.
fn brought() -> Markup {
    html! {
        form.column method="post" action="/me/matches" {
            div.option {
                label for="records" { (t!("Add matches from a file")) }
                input #records name="records" type="file" accept=".jsonl,application/jsonl" required aria-describedby="about-records";
                p.quiet #about-records { (t!("A file of records that a hall or the terminal saved. Each record is checked first.")) }
            }
            button { (t!("Add them")) }
        }
    }
}

fn settings(v: &Visitor) -> Markup {
    html! {
        form.settings method="post" action="/me" {
            div.option {
                label for="name" { (t!("Name")) }
                input #name name="name" value=(v.name.unwrap_or_default()) maxlength="40" autocomplete="nickname" required;
                p.quiet { (t!("Others at the table see this name.")) }
            }
            fieldset {
                legend { (t!("Colours")) }
                @for theme in Theme::ALL {
                    (radio("theme", theme.code(), theme == v.theme, html! { span { (colours(theme)) } }))
                }
            }
            fieldset {
                legend { (t!("Motion")) }
                @for speed in Speed::ALL {
                    (radio("speed", speed.code(), speed == v.speed, html! { span { (motion(speed)) } }))
                }
            }
            fieldset {
                legend { (t!("Language")) }
                (radio("language", "", v.language.is_none(), html! { span { (t!("As my browser says")) } }))
                @for language in translations::all() {
                    @let name = html! { span lang=(language.tag()) { (language.name()) } };
                    (radio("language", language.tag(), v.language == Some(language), name))
                }
            }
            fieldset {
                legend { (t!("What bots say")) }
                (radio("bots", "speak", !v.quiet_bots, html! { span { (t!("A dry word now and then, beside their seat")) } }))
                (radio("bots", "quiet", v.quiet_bots, html! { span { (t!("Nothing")) } }))
            }
            (sounds())
            button.primary { (t!("Save")) }
        }
    }
}

/// Returns the sound settings of this device, which only its browser knows.
fn sounds() -> Markup {
    let switch = |name: &str, text: &str| {
        html! { label.choice { input type="checkbox" name=(name) data-sound-setting; span { (text) } } }
    };
    html! {
        fieldset data-device hidden {
            legend { (t!("Sound on this device")) }
            (switch("sound", t!("Sounds of dice, cards and blows")))
            label.volume { span { (t!("Volume")) } input type="range" name="volume" min="0" max="1" step="0.05" data-sound-setting; }
            (switch("calm", t!("Calm: soft, low, and without surprises")))
            (switch("haptics", t!("A phone hums at blows")))
        }
    }
}

fn colours(theme: Theme) -> &'static str {
    match theme {
        Theme::System => t!("As my system says"),
        Theme::Vault => t!("Vault: dark stone and candlelight"),
        Theme::Parchment => t!("Parchment: dark ink on a light page"),
    }
}

fn motion(speed: Speed) -> &'static str {
    match speed {
        Speed::Normal => t!("Normal: slow enough to follow"),
        Speed::Fast => t!("Twice as fast: for those who know the game"),
        Speed::Fastest => t!("Four times as fast"),
        Speed::None => t!("None: nothing moves"),
    }
}
