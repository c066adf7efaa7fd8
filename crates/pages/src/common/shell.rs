//! The frame of every page, and the parts that several pages share.

use kernel::{Meta, Picture};
use maud::{DOCTYPE, Markup, html};
use model::TableStatus;
use text::{Language, t};

use crate::{
    assets::{build, font_hrefs, href, script_texts},
    common::{LinkCard, Names, arch, candle, picture_or_arch, preview, progress, sign, since},
    data::{Notice, NoticeKind, TableCard, Theme, Visitor},
};

/// The kind of a page; the stylesheet has a layout for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageKind {
    /// The first page, as wide as the screen.
    Front,
    /// Reading matter, one column.
    Hall,
    /// A table, filling the screen.
    Table,
}

impl PageKind {
    /// Returns the class of the page's body.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            PageKind::Front => "at-front",
            PageKind::Hall => "in-hall",
            PageKind::Table => "at-table",
        }
    }
}

/// Returns a whole page around `main`.
pub(crate) fn page(v: &Visitor, kind: PageKind, title: &str, main: &Markup) -> Markup {
    page_of(v, kind, title, None, main)
}

/// Returns a whole page around `main`, about a game: the preview of a link to it shows the game's
/// cover.
pub(crate) fn page_of(v: &Visitor, kind: PageKind, title: &str, game: Option<&'static Meta>, main: &Markup) -> Markup {
    page_with(v, kind, title, &LinkCard::of(game), main)
}

/// Returns a whole page around `main`; `card` is the preview of a link to it.
pub(crate) fn page_with(v: &Visitor, kind: PageKind, title: &str, card: &LinkCard, main: &Markup) -> Markup {
    let theme = (v.theme != Theme::System).then(|| v.theme.code());
    html! {
        (DOCTYPE)
        html lang=(Language::spoken().tag()) data-texts=[script_texts::translated()] data-theme=[theme] data-speed=(v.speed.code()) data-build=(build()) data-sounds=(href("sound.js")) data-quiet-bots[v.quiet_bots] data-waits[v.waiting > 0] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                title { (title) " · Undercroft" }
                (preview::tags(v, title, card))
                link rel="icon" type="image/svg+xml" href=(href("icon.svg")) data-turn=(href("icon-turn.svg"));
                link rel="apple-touch-icon" href=(preview::icon_href(180));
                link rel="manifest" href="/manifest.webmanifest";
                meta name="theme-color" media="(prefers-color-scheme: dark)" content="#120c08";
                meta name="theme-color" media="(prefers-color-scheme: light)" content="#dcc9a2";
                @for font in font_hrefs() { link rel="preload" as="font" type="font/woff2" crossorigin href=(font); }
                link rel="stylesheet" href=(href("style.css"));
                script src=(href("script.js")) defer {}
            }
            body class=(kind.class()) {
                a.skip href="#main" { (t!("Skip to the page")) }
                // A table has a header of its own. It shows only one item of this header, the
                // number of waiting matches, on its sign, and the number of invitations.
                @if kind == PageKind::Table { header.top { nav aria-label=(t!("Waiting for you")) { (waiting(v)) } } }
                @if kind != PageKind::Table {
                    header.top {
                        a.brand href="/" { (arch()) span { "Undercroft" } }
                        nav aria-label=(t!("Hall")) {
                            a.wide href="/games" { (t!("Rules")) }
                            @if !v.local { a.wide href="/people" { (t!("People")) } }
                            (waiting(v))
                            a.me href="/me" {
                                span.portrait aria-hidden="true" { (picture_or_arch(FACE, v.theme)) }
                                span { (v.name.unwrap_or(t!("You"))) }
                            }
                            button.tool type="button" popovertarget="hall-menu" aria-label=(t!("Menu")) { (sign(&art::icons::MENU)) }
                        }
                    }
                    (menu(v))
                }
                p #offline role="status" hidden { (t!("The line to the hall is down. Trying again.")) }
                p #signed-out role="alert" hidden {
                    (t!("You are signed out here.")) " "
                    a href="/sign-in" { (t!("Sign in again")) } " "
                    a href="" { (t!("Go on without")) }
                }
                main #main { (main) }
                div #said.unseen aria-live="polite" {}
                div #talked.unseen aria-live="polite" {}
            }
        }
    }
}

/// Returns the number of matches that wait for the visitor, and of invitations, with links to them;
/// at a table the first leads to the next match. Every visitor who may get such matches has it, so
/// that the script can update it.
fn waiting(v: &Visitor) -> Markup {
    let text = if v.waiting == 1 { t!(" match waits for you") } else { t!(" matches wait for you") };
    let invited = if v.invited == 1 { t!(" invitation") } else { t!(" invitations") };
    html! {
        @if v.name.is_some() && !v.local {
            @let next = v.table.map(|table| format!("/tables/{table}/next"));
            a.waiting #waiting href=(next.as_deref().unwrap_or("/#waiting-for-you")) hidden[v.waiting == 0] { (candle()) b { (v.waiting) } span.unseen { (text) } }
            a.waiting #invited href="/people" hidden[v.invited == 0] { (sign(&art::icons::TALK)) b { (v.invited) } span.unseen { (invited) } }
        }
    }
}

/// The face of players who have none of their own.
const FACE: Picture = Picture("common/hero");

/// Returns the menu of the hall, which the button of the header opens. A lobby becomes a table
/// without a reload, so this menu may be on one page with the menu of a table: each has an id of
/// its own.
fn menu(v: &Visitor) -> Markup {
    html! {
        nav.hall-menu #hall-menu popover aria-label=(t!("More of the hall")) {
            ul {
                li { a href="/" { (t!("The hall")) } }
                li { a href="/games" { (t!("Games and rules")) } }
                li { a href="/puzzles" { (t!("Puzzles")) } }
                li { a href="/daily" { (t!("Today's matches")) } }
                @if !v.local {
                    li { a href="/boards" { (t!("Boards")) } }
                    li { a href="/people" { (t!("People you have played with")) } }
                }
                li { a href="/me#tables" { (t!("Your matches")) } }
                li { a href="/me/settings" { (t!("Name, colours, motion, sound")) } }
                li { a href="/fairness" { (t!("How the dice are sealed")) } }
            }
        }
    }
}

/// Returns a notice for the visitor, if there is one.
pub(crate) fn notice(notice: Option<&Notice>) -> Markup {
    html! { @if let Some(notice) = notice { (said(notice)) } }
}

/// Returns a notice for the visitor.
pub fn said(notice: &Notice) -> Markup {
    let error = notice.kind == NoticeKind::Error;
    html! {
        p.notice.error[error] role=(if error { "alert" } else { "status" }) {
            @if error { (sign(&art::icons::WARNING)) }
            (notice.text)
        }
    }
}

/// Returns a list of tables, or the words `nothing`. `act` returns what can be done with a table.
pub(crate) fn tables(tables: &[TableCard], nothing: &str, act: impl Fn(&TableCard) -> Markup) -> Markup {
    html! {
        @if tables.is_empty() {
            p.quiet { (nothing) }
        } @else {
            ul.tables {
                @for table in tables { li { (entry(table)) (act(table)) } }
            }
        }
    }
}

fn entry(table: &TableCard) -> Markup {
    let names = Names::new(&table.seats);
    let free = table.seats.iter().filter(|info| info.is_free()).count();
    let taken = table.seats.iter().filter(|info| !info.is_free());
    let who: Vec<String> = taken.map(|info| names.of(info.seat)).collect();
    html! {
        a.match-row.awaited[table.your_turn] href={ "/tables/" (table.id) } {
            b { (table.heading()) }
            span.state {
                @if table.your_turn { (t!("Your turn")) }
                @else if let Some(result) = &table.result { (result) }
                @else { (status(table.status, free)) }
            }
            span.people { (who.join(", ")) }
            span.when { @if let Some(state) = &table.state { (progress(table, state)) } @else { (since(table.changed, &table.when)) } }
        }
    }
}

fn status(status: TableStatus, free: usize) -> String {
    match (status, free) {
        (TableStatus::Open, 0) => t!("About to start").into(),
        (TableStatus::Open, 1) => t!("One seat free").into(),
        (TableStatus::Open, free) => t!("{free} seats free"),
        (TableStatus::Playing, _) => t!("Being played").into(),
        (TableStatus::Over, _) => t!("Finished").into(),
    }
}

/// Returns an error page: the problem, and where to go from here.
pub fn error(v: &Visitor, status: u16, title: &str, text: &str) -> Markup {
    let main = html! {
        div.column.lost {
            (arch())
            p.status { (status) }
            h1 { (title) }
            p { (text) }
            p { a.button href="/" { (t!("Back to the hall")) } }
        }
    };
    page(v, PageKind::Hall, title, &main)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_messages_are_escaped() {
        let v = Visitor { name: Some("<b>Ada</b>"), ..Visitor::default() };
        let page = error(&v, 404, "No such <i>table</i>", "\"&\"").into_string();
        assert!(page.contains("&lt;b&gt;Ada") && page.contains("No such &lt;i&gt;table") && !page.contains("<i>"));
    }

    #[test]
    fn a_chosen_theme_is_said_and_the_system_is_not() {
        let page = |theme| error(&Visitor { theme, ..Visitor::default() }, 404, "", "").into_string();
        assert!(page(Theme::Parchment).contains(r#"data-theme="parchment""#));
        assert!(!page(Theme::System).contains("data-theme"));
    }
}
