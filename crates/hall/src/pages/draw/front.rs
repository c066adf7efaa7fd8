//! The front door: the games, your tables, and tables with a seat free.

use kernel::{Meta, Mode};
use maud::{Markup, html};

use super::{TableCard, Visitor, icons, pictures::picture, shell};

/// The first page: what can be played, and where. `yours` are the visitor's tables that are not over.
pub fn front(v: &Visitor, games: &[&'static Meta], yours: &[TableCard], open: &[TableCard]) -> Markup {
    let main = html! {
        section.welcome {
            (icons::arch())
            div {
                h1 { "Undercroft" }
                p.tagline { "A hall of dungeon games: cards, dice, and a referee who has read the rules." }
                p.quiet { "Play alone, with bots, or send a friend a link. No account, nothing to install." }
            }
        }
        @if !yours.is_empty() {
            section.column aria-labelledby="yours" {
                h2 #yours { "Your tables" }
                (shell::tables(yours, ""))
                p { a.button href="/me#tables" { "Finished matches" } }
            }
        }
        section.column aria-labelledby="games" {
            h2 #games { "Games" }
            ol.doors { @for meta in games { li { (door(v, meta)) } } }
        }
        section.column aria-labelledby="open" {
            h2 #open { "Open tables" }
            (shell::tables(open, "Nobody is waiting for a fellow player just now. Open a table and send the link."))
        }
        section.column.promise aria-labelledby="fair" {
            h2 #fair { "Dice you can check" }
            p {
                "Before a match begins the hall seals its dice and shows you the seal. When the match is over the seal is \
                 opened, and anyone can replay every roll and card to see that none was chosen."
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, "The hall", &main)
}

fn door(v: &Visitor, meta: &Meta) -> Markup {
    html! {
        article.door {
            div.cover aria-hidden="true" { (cover(v, meta).unwrap_or_else(icons::arch)) }
            div.about {
                h3 { a href={ "/games/" (meta.id) } { (meta.title) } }
                p { (meta.tagline) }
                p.quiet { (seats(meta)) " · " (mode(meta.mode)) }
            }
            form.go method="post" action="/play" {
                button.primary name="game" value=(meta.id) { "Play now" }
                a.button href={ "/games/" (meta.id) } { "Rules and options" }
            }
        }
    }
}

/// The picture on a game's box.
pub(super) fn cover(v: &Visitor, meta: &Meta) -> Option<Markup> {
    picture(meta.cover?, v.theme)
}

/// How many can play.
pub(super) fn seats(meta: &Meta) -> String {
    match meta.seats {
        (1, 1) => "For one".into(),
        (low, high) if low == high => format!("For {low}"),
        (low, high) => format!("For {low} to {high}"),
    }
}

/// Who wins together.
pub(super) fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Cooperative => "win or lose together",
        Mode::Competitive => "each for themselves",
    }
}
