//! Your own page: your name, how you like the pages, your tables, what you have opened.

use maud::{Markup, html};

use super::{NoticesInfo, Speed, TableCard, Theme, Visitor, notices, shell};

/// The visitor's own page. `unlocked` lists games with the highest level that the visitor may choose.
pub fn me(v: &Visitor, tables: &[TableCard], unlocked: &[(&'static str, u32)], told: &NoticesInfo) -> Markup {
    let main = html! {
        div.column {
            h1 { (v.name.unwrap_or("You")) }
            (settings(v))
            (notices::section(told))
            section aria-labelledby="tables" {
                h2 #tables { "Your tables" }
                (shell::tables(tables, "None yet. Pick a game and sit down."))
            }
            section aria-labelledby="levels" {
                h2 #levels { "Levels opened" }
                @if unlocked.is_empty() {
                    p.quiet { "Win a match to open the next level of its game." }
                } @else {
                    dl.facts { @for (title, level) in unlocked { div { dt { (title) } dd { "Level " (level) } } } }
                }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, "You", &main)
}

fn settings(v: &Visitor) -> Markup {
    html! {
        form.settings method="post" action="/me" {
            div.option {
                label for="name" { "Name" }
                input #name name="name" value=(v.name.unwrap_or_default()) maxlength="24" autocomplete="nickname" required;
                p.quiet { "What others at the table call you." }
            }
            fieldset {
                legend { "Colours" }
                @for theme in Theme::ALL {
                    label.choice {
                        input type="radio" name="theme" value=(theme.code()) checked[theme == v.theme];
                        span { (colours(theme)) }
                    }
                }
            }
            fieldset {
                legend { "Motion" }
                @for speed in Speed::ALL {
                    label.choice {
                        input type="radio" name="speed" value=(speed.code()) checked[speed == v.speed];
                        span { (motion(speed)) }
                    }
                }
            }
            label.choice.sound hidden {
                input #sound type="checkbox";
                span { "Sounds on this device: short, and only when something happens" }
            }
            button.primary { "Save" }
        }
    }
}

fn colours(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "As my system says",
        Theme::Vault => "Vault: dark stone and candlelight",
        Theme::Parchment => "Parchment: dark ink on a light page",
    }
}

fn motion(speed: Speed) -> &'static str {
    match speed {
        Speed::Normal => "Normal: slow enough to follow",
        Speed::Fast => "Fast: for those who know the game",
        Speed::None => "None: nothing moves",
    }
}
