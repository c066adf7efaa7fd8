//! The table: everything on one screen, drawn from the scene.

mod agreements;
pub(crate) mod chat;
pub(crate) mod chronicle;
#[cfg(feature = "raster")]
pub(crate) mod credits;
pub(crate) mod curve;
mod ending;
mod head;
mod help;
mod hot_seat;
pub(crate) mod house_cards;
pub(crate) mod lobby;
mod luck;
pub(crate) mod moment;
pub(crate) mod moments;
pub(crate) mod moving;
mod race;
pub(crate) mod replay;
mod settings;
pub(crate) mod stone;

use std::sync::Arc;

use kernel::{Role, Scene};
use maud::{Markup, html};
use model::TableStatus;
use text::t;

use crate::{
    common::{
        LinkCard,
        shell::{self, PageKind},
        sign,
    },
    context::{MoveTree, Part, RenderContext, lane, memo},
    data::{TablePage, Visitor},
    pieces::gauge,
    scene::{balance, hand, piles, seats, stage, stock, track},
    tray::{self, forms},
};

/// Returns the page of a table whose seats are still being taken.
pub fn lobby(v: &Visitor, page: &TablePage) -> Markup {
    let title = t!("{}: taking seats", page.meta.title);
    shell::page_with(v, kind(page), &title, &LinkCard::of_invitation(page), &table_live(page))
}

/// Returns the page of a match under way, or of its end.
pub fn table(v: &Visitor, page: &TablePage) -> Markup {
    let card = stone::card(page).unwrap_or_else(|| LinkCard::of(Some(page.meta)));
    shell::page_with(v, kind(page), &title(page), &card, &table_live(page))
}

/// Returns the layout of the page: a lobby and a race are laid out like a page of the hall, a match
/// like a table.
fn kind(page: &TablePage) -> PageKind {
    if page.status == TableStatus::Open || race::of(page).is_some() { PageKind::Hall } else { PageKind::Table }
}

/// Returns the part of a table's page that changes; the script replaces the old one with it. It
/// names the class of the body too, because a lobby becomes a table when the match begins.
pub fn table_live(page: &TablePage) -> Markup {
    html! {
        div #live data-table=(page.id) data-version=(page.version) data-step=(page.step) data-at=[page.at] data-turn[page.is_your_turn()]
            data-body=(kind(page).class()) data-title=(table_title(page).0) data-events=[events(page)] {
            (laid_out(page, &parts(page)))
        }
    }
}

/// Returns the address of the table's event stream; `None` when nothing on the page can change.
fn events(page: &TablePage) -> Option<String> {
    let query = [page.me.as_ref().map(|me| format!("me={me}")), page.chosen_seat.map(|seat| format!("seat={seat}"))];
    let query = query.into_iter().flatten().collect::<Vec<_>>().join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    (!page.looks_back() && !is_settled(page)).then(|| format!("/tables/{}/events{mark}{query}", page.id))
}

/// Returns whether a finished match can no longer change: its analysis is done, and its players
/// have gone on to another table.
pub fn is_settled(page: &TablePage) -> bool {
    let people = page.seats.iter().filter(|info| info.person.is_some()).count();
    page.status == TableStatus::Over
        && !page.is_racing()
        && page.finished.turning_points.is_some()
        && (people < 2 || page.finished.next.is_some())
}

/// Returns the title of the window, and whether the match waits for the visitor.
pub fn table_title(page: &TablePage) -> (String, bool) {
    (format!("{} · Undercroft", title(page)), page.is_your_turn())
}

/// Returns the parts of a table's page. Pages with parts of the same names have the same layout, so
/// replacing the parts that differ turns one into the other.
pub fn parts(page: &TablePage) -> Vec<Part> {
    if page.status == TableStatus::Open {
        return lobby::parts(page).into_iter().chain([chat::part(page)]).collect();
    }
    if let Some(race) = race::of(page) {
        return race::parts(page, race);
    }
    let scene = page.scene.clone().unwrap_or_else(being_laid);
    let tree = MoveTree::new(&scene);
    let ctx = RenderContext::new(page, &scene, &tree);
    if let Some(parts) = ending::parts(ctx) {
        return parts;
    }
    let bottom = html! {
        @if page.looks_back() && page.scene.is_some() { (back_to_now(page)) }
        @else { (forms::forms(page)) (tray::tray(ctx)) }
    };
    match_parts(ctx, bottom, &format!("/tables/{}", page.id))
}

/// Returns an empty table. Physical dice can be needed before the first turn: their question is in
/// its tray.
fn being_laid() -> Arc<Scene> {
    let prompt = t!("The table is being laid.");
    Arc::new(Scene { headline: prompt.into(), prompt: prompt.into(), ..Scene::default() })
}

/// Returns the parts of a match. `bottom` is the tray; `at` the address that takes `?at=STEP`.
pub(crate) fn match_parts(ctx: RenderContext, bottom: Markup, at: &str) -> Vec<Part> {
    let page = ctx.page;
    let laned = lane::any(ctx.scene);
    let piles = || if laned { stock::draw(ctx) } else { piles::piles(ctx) };
    vec![
        Part::new("head", head::head(ctx)),
        Part::new("notice", shell::notice(page.notice.as_ref())),
        Part::new("track", track::track(ctx)),
        Part::new("seats", html! { (seats::seats(ctx)) (race::others(page)) }),
        Part::new("stage", stage::stage(ctx)),
        Part::new("hand", hand::hand(ctx)),
        Part::new("tray", bottom),
        memo::part(ctx, "piles", Role::Piles, laned, piles),
        Part::new("chronicle", chronicle::whole(page, at)),
        chat::part(page),
        chat::react_part(page),
        help::help(page),
    ]
}

/// Returns the parts in their places.
pub(crate) fn laid_out(page: &TablePage, parts: &[Part]) -> Markup {
    let place = |name: &str| {
        html! {
            @for part in parts.iter().filter(|part| part.name == name) {
                div id={ "part-" (name) } data-part=(name) { (part.drawing) }
            }
        }
    };
    html! {
        @if parts.iter().any(|part| part.name == "verdict") {
            (ending::laid_out(place))
        } @else if parts.iter().any(|part| part.name == "stage") {
            div.table.broad[is_broad(page)] data-seats=(page.seats.len()) {
                (gauge::hatching()) (balance::hatching())
                (place("head")) (place("notice")) (sound_question())
                div.left tabindex="0" role="group" aria-label=(t!("Players and piles")) { (place("seats")) (place("track")) (place("piles")) }
                div.mid {
                    div.scenery { (stage::vault()) @if is_broad(page) { (stage::backdrop(page)) } (place("stage")) }
                    div.below { (place("hand")) (place("tray")) }
                }
                div.right { (chat::tabs(page)) (place("chronicle")) (place("talk")) }
                (place("help")) (place("react"))
            }
        } @else {
            div.column.lobby { @for part in parts { (place(part.name)) } }
        }
    }
}

/// Returns the question about sound, which the script asks once.
fn sound_question() -> Markup {
    html! {
        div.sound-question role="group" aria-label=(t!("Sound")) data-sound-question hidden {
            span { (t!("Sound on?")) }
            button type="button" data-sound-answer="on" { (t!("Yes")) }
            button type="button" data-sound-answer="off" { (t!("No")) }
        }
    }
}

/// Returns whether the tray takes the whole width, with the hand at its left: where several players
/// act at once.
fn is_broad(page: &TablePage) -> bool {
    page.areas().any(|area| area.doing.is_some())
}

fn back_to_now(page: &TablePage) -> Markup {
    let at = page.shown_step();
    let here = format!("/tables/{}", page.id);
    html! {
        nav.tray.lookback aria-label=(t!("Looking back")) {
            p.prompt { (t!("The table after step {at} of {}.", page.step)) }
            div.choices {
                a.button.primary.large href=(here) data-main { (t!("Back to now")) }
                div.others {
                    @if at > 0 { a.button href={ (here) "?at=" (at - 1) } data-key="ArrowLeft" { (sign(&art::icons::BACK)) (t!("Step before")) } }
                    a.button href={ (here) "?at=" (at + 1) } data-key="ArrowRight" { (t!("Step after")) (sign(&art::icons::FORWARD)) }
                }
            }
        }
    }
}

fn title(page: &TablePage) -> String {
    if page.is_your_turn() { t!("Your turn: {}", page.meta.title) } else { page.meta.title.to_owned() }
}
