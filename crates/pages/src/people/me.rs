//! The visitor's own pages: what they play, their settings, their account, their notices.

use maud::{Markup, html};
use model::{ListCounts, TableList, VacationState};
use text::t;

use crate::{
    common::{
        achievements,
        form::{self, radio},
        markup, shell,
    },
    data::{Entered, Notice, Speed, TableCard, Theme, Visitor},
    people::{
        account::{self, ShownAccount},
        card, company,
        notices::{self, NoticesInfo},
        profile::{self, ShownProfile},
        vacation,
    },
};

/// The data of the visitor's page about what they play.
#[derive(Clone, Copy, Debug)]
pub struct OwnPage<'a> {
    /// Whether the server knows them at all.
    pub known: bool,
    /// Their matches and records.
    pub profile: &'a ShownProfile,
    /// Their tables.
    pub tables: &'a [TableCard<'a>],
    /// How long each list of their tables is, in the order of [`TableList::ALL`].
    pub counts: ListCounts,
}

/// One of the visitor's own pages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    Play,
    Settings,
    Account,
    Notices,
}

impl Own {
    const ALL: [Own; 4] = [Own::Play, Own::Settings, Own::Account, Own::Notices];

    const fn path(self) -> &'static str {
        match self {
            Own::Play => "/me",
            Own::Settings => "/me/settings",
            Own::Account => "/me/account",
            Own::Notices => "/me/notices",
        }
    }

    /// Returns whether a hall in the visitor's own browser has the page: there is neither an account
    /// nor anybody to tell.
    const fn is_local(self) -> bool {
        matches!(self, Own::Play | Own::Settings)
    }

    fn title(self) -> &'static str {
        match self {
            Own::Play => t!("What you play"),
            Own::Settings => t!("Settings"),
            Own::Account => t!("Account"),
            Own::Notices => t!("Notices"),
        }
    }
}

/// Returns one of the visitor's own pages around its content.
fn own(v: &Visitor, page: Own, notice: Option<&Notice>, content: &Markup) -> Markup {
    let main = html! { div.column { h1 { (name(v)) } (below(v, page, notice, content)) } };
    shell::page(v, shell::PageKind::Hall, page.title(), &main)
}

/// Returns the parts below the visitor's name: links to their other pages, and the content.
fn below(v: &Visitor, page: Own, notice: Option<&Notice>, content: &Markup) -> Markup {
    html! {
        nav.own-pages aria-label=(t!("Your pages")) {
            @for one in Own::ALL.into_iter().filter(|one| !v.local || one.is_local()) { a href=(one.path()) aria-current=[(one == page).then_some("page")] { (one.title()) } }
        }
        (shell::notice(notice))
        (content)
    }
}

fn name<'a>(v: &'a Visitor) -> &'a str {
    v.name.unwrap_or(t!("You"))
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
    pub counts: ListCounts,
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
            (shell::tables(shown.tables, t!("There is none here."), |table| put_away(v, shown.list, table)))
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

/// Returns the button that puts a table away, or back on the lists. A match that waits for the
/// visitor cannot be put away.
fn put_away(v: &Visitor, list: TableList, table: &TableCard) -> Markup {
    let away = list != TableList::PutAway;
    html! {
        @if list != TableList::Waiting && !v.local {
            form method="post" action={ "/tables/" (table.id) "/put-away" } {
                input type="hidden" name="list" value=(list.name());
                button.tool name="away" value=(if away { "yes" } else { "no" }) {
                    @if away { (t!("Put it away")) } @else { (t!("Put back")) }
                    span.unseen { ": " (table.title) }
                }
            }
        }
    }
}

/// Returns links to all lists that have tables, except the one on the page.
fn lists(counts: ListCounts, shown: Option<TableList>) -> Markup {
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
        TableList::PutAway => t!("Put away"),
    }
}

/// Returns the visitor's page about what they play.
pub fn me(v: &Visitor, page: &OwnPage, notice: Option<&Notice>) -> Markup {
    let change = html! { @if page.known { a.button href="/me/card" { (t!("Change portrait or title")) } } };
    let content = html! {
        section.column aria-labelledby="tables" {
            h2 #tables { (t!("Your tables")) }
            (shell::tables(page.tables, t!("None yet. Pick a game and sit down."), |_| Markup::default()))
            (lists(page.counts, None))
        }
        (profile::games(page.profile, t!("No match finished yet. A win may open the next level of its game.")))
        (achievements::section(&page.profile.achievements, v.theme))
        (profile::history(page.profile))
        @if !v.local { (company::link()) }
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
        (brought())
    };
    let main = html! {
        div.player {
            (card::card(v, name(v), page.profile, &change))
            div.column { (below(v, Own::Play, notice, &content)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, Own::Play.title(), &main)
}

/// Returns the form that adds matches from elsewhere.
fn brought() -> Markup {
    html! {
        form.column method="post" action="/me/matches" enctype="multipart/form-data" {
            div.option {
                label for="records" { (t!("Add matches from a file")) }
                input #records name="records" type="file" accept=".jsonl,application/jsonl" required aria-describedby="about-records";
                p.quiet #about-records { (t!("A file of records that a hall or the terminal saved. Each record is checked first. Such matches are practice.")) }
            }
            button { (t!("Add them")) }
        }
    }
}

/// Returns the visitor's page of settings; `hidden` says whether they hide that they are here.
/// `vacation` is the vacation of a visitor whom the server knows.
pub fn own_settings(
    v: &Visitor,
    hidden: bool,
    vacation: Option<VacationState>,
    entered: &Entered,
    notice: Option<&Notice>,
) -> Markup {
    let content = html! {
        (settings(v, hidden, entered))
        @if let Some(info) = vacation { (vacation::section(info, entered)) }
    };
    own(v, Own::Settings, notice, &content)
}

/// Returns the visitor's page about their account; `known` says whether the server knows them at
/// all.
pub fn own_account(
    v: &Visitor,
    account: Option<&ShownAccount>,
    known: bool,
    entered: &Entered,
    notice: Option<&Notice>,
) -> Markup {
    let content = html! {
        (account::section(v, account, entered))
        @if known { (account::farewell(account, entered)) }
    };
    own(v, Own::Account, notice, &content)
}

/// Returns the visitor's page about notices.
pub fn own_notices(v: &Visitor, info: &NoticesInfo, entered: &Entered) -> Markup {
    own(v, Own::Notices, None, &notices::section(info, entered))
}

/// The address of the form of settings.
const FORM: &str = "/me";

fn settings(v: &Visitor, hidden: bool, entered: &Entered) -> Markup {
    let chosen = |name: &str, usual: &'static str, value: &str| entered.value(FORM, name, usual) == value;
    let language = v.language.map_or("", |language| language.tag());
    let wrong = entered.error(FORM, "name");
    html! {
        form.settings method="post" action=(FORM) {
            div.option {
                label for="name" { (t!("Name")) }
                input #name name="name" value=(entered.value(FORM, "name", v.name.unwrap_or_default())) maxlength="40" autocomplete="nickname" required
                    aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("name", wrong)];
                (form::error("name", wrong))
                p.quiet { (t!("Others at the table see this name.")) }
            }
            fieldset {
                legend { (t!("Colours")) }
                @for theme in Theme::ALL {
                    (radio("theme", theme.code(), chosen("theme", v.theme.code(), theme.code()), html! { span { (colours(theme)) } }))
                }
            }
            fieldset {
                legend { (t!("Motion")) }
                @for speed in Speed::ALL {
                    (radio("speed", speed.code(), chosen("speed", v.speed.code(), speed.code()), html! { span { (motion(speed)) } }))
                }
            }
            fieldset {
                legend { (t!("Language")) }
                (radio("language", "", chosen("language", language, ""), html! { span { (t!("As my browser says")) } }))
                @for one in translations::all() {
                    @let name = html! { span lang=(one.tag()) { (one.name()) } };
                    (radio("language", one.tag(), chosen("language", language, one.tag()), name))
                }
            }
            fieldset {
                legend { (t!("What bots and monsters say")) }
                @let bots = if v.quiet_bots { "quiet" } else { "speak" };
                (radio("bots", "speak", chosen("bots", bots, "speak"), html! { span { (t!("A dry word now and then")) } }))
                (radio("bots", "quiet", chosen("bots", bots, "quiet"), html! { span { (t!("Nothing")) } }))
            }
            @if !v.local {
                fieldset {
                    legend { (t!("Whether you are here")) }
                    @let presence = if hidden { "hide" } else { "show" };
                    (radio("presence", "show", chosen("presence", presence, "show"), html! { span { (t!("People you have played with see it, and you see it of them")) } }))
                    (radio("presence", "hide", chosen("presence", presence, "hide"), html! { span { (t!("Nobody sees it, and you see it of nobody")) } }))
                }
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
