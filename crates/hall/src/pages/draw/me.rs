//! Your own page: your name, how you like the pages, your tables, what you have opened.

use maud::{Markup, html};
use text::{Language, t};

use super::{
    Notice, NoticesInfo, ShownAccount, ShownProfile, Speed, TableCard, Theme, Visitor, account, achievements, markup,
    notices, profile, shell,
};

/// What stands on the visitor's own page.
#[derive(Clone, Copy, Debug)]
pub struct OwnPage<'a> {
    /// Something to say first.
    pub notice: Option<&'a Notice>,
    /// Their account, if they have one.
    pub account: Option<&'a ShownAccount>,
    /// Whether the hall knows them at all.
    pub known: bool,
    /// What they have played.
    pub profile: &'a ShownProfile,
    /// How they are told that a match waits for them.
    pub told: &'a NoticesInfo,
    /// Their tables.
    pub tables: &'a [TableCard<'a>],
}

/// The visitor's own page.
pub fn me(v: &Visitor, page: &OwnPage) -> Markup {
    let main = html! {
        div.column {
            h1 { (v.name.unwrap_or(t!("You"))) }
            (shell::notice(page.notice))
            (settings(v))
            (account::section(v, page.account))
            (notices::section(page.told))
            section.column aria-labelledby="tables" {
                h2 #tables { (t!("Your tables")) }
                (shell::tables(page.tables, t!("None yet. Pick a game and sit down.")))
            }
            (profile::games(page.profile, t!("No match finished yet. A win may open the next level of its game.")))
            (achievements::section(&page.profile.achievements, v.theme))
            (profile::history(page.profile))
            (profile::companions(page.profile))
            @if page.known {
                p.quiet {
                    (markup!(
                        "{all} as one file: their records one after the other, as the record of a single match.",
                        all = html! { a href="/me/matches.jsonl" download { (t!("Save all your finished matches")) } }
                    ))
                }
            }
            @if page.known { (account::farewell(page.account)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("You"), &main)
}

fn settings(v: &Visitor) -> Markup {
    html! {
        form.settings method="post" action="/me" {
            div.option {
                label for="name" { (t!("Name")) }
                input #name name="name" value=(v.name.unwrap_or_default()) maxlength="40" autocomplete="nickname" required;
                p.quiet { (t!("What others at the table call you.")) }
            }
            fieldset {
                legend { (t!("Colours")) }
                @for theme in Theme::ALL {
                    label.choice {
                        input type="radio" name="theme" value=(theme.code()) checked[theme == v.theme];
                        span { (colours(theme)) }
                    }
                }
            }
            fieldset {
                legend { (t!("Motion")) }
                @for speed in Speed::ALL {
                    label.choice {
                        input type="radio" name="speed" value=(speed.code()) checked[speed == v.speed];
                        span { (motion(speed)) }
                    }
                }
            }
            fieldset {
                legend { (t!("Language")) }
                @for language in [None].into_iter().chain(translations::all().map(Some)) {
                    label.choice {
                        input type="radio" name="language" value=(language.map_or("", Language::tag)) checked[language == v.language];
                        @match language {
                            Some(language) => span lang=(language.tag()) { (language.name()) },
                            None => span { (t!("As my browser says")) },
                        }
                    }
                }
            }
            fieldset {
                legend { (t!("What bots say")) }
                @for (quiet, code) in [(false, "speak"), (true, "quiet")] {
                    label.choice {
                        input type="radio" name="bots" value=(code) checked[quiet == v.quiet_bots];
                        span { @if quiet { (t!("Nothing")) } @else { (t!("A dry word now and then, beside their seat")) } }
                    }
                }
            }
            label.choice.sound hidden {
                input #sound type="checkbox";
                span { (t!("Sounds on this device: short, and only when something happens")) }
            }
            button.primary { (t!("Save")) }
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
        Speed::Fast => t!("Fast: for those who know the game"),
        Speed::None => t!("None: nothing moves"),
    }
}
