//! The table: everything on one screen, drawn from the scene.

use kernel::{Role, Scene};
use maud::{Markup, html};
use text::t;

use super::{
    TablePage, TableStatus, Visitor, balance, chat, chronicle,
    context::RenderContext,
    ending, gauge, hand, head, help,
    icons::{self, Sign},
    lanes,
    move_map::MoveTree,
    piles, render_memo, seat,
    shell::{self, PageKind},
    stage, stock, track, tray,
};

/// Returns the page of a table whose seats are still being taken.
pub fn lobby(v: &Visitor, page: &TablePage) -> Markup {
    shell::page_of(v, kind(page), &t!("{}: taking seats", page.meta.title), Some(page.meta), &table_live(page))
}

/// Returns the page of a match under way, or of its end.
pub fn table(v: &Visitor, page: &TablePage) -> Markup {
    shell::page_of(v, kind(page), &title(page), Some(page.meta), &table_live(page))
}

/// Returns the layout of the page: a lobby is laid out like a page of the hall, a match like a
/// table.
fn kind(page: &TablePage) -> PageKind {
    if page.status == TableStatus::Open { PageKind::Hall } else { PageKind::Table }
}

/// Returns the part of a table's page that changes; the script replaces the old one with it. It
/// names the class of the body too, because a lobby becomes a table when the match begins.
pub fn table_live(page: &TablePage) -> Markup {
    html! {
        div #live data-table=(page.id) data-version=(page.version) data-step=(page.step) data-at=[page.at] data-turn[your_turn(page)]
            data-body=(kind(page).class()) data-title=(table_title(page).0) data-events=[events(page)] {
            (laid_out(page, &parts(page)))
        }
    }
}

/// Returns the address of the table's event stream; `None` when nothing on the page can change.
fn events(page: &TablePage) -> Option<String> {
    let query = [page.me.map(|me| format!("me={me}")), page.chosen_seat.map(|seat| format!("seat={seat}"))];
    let query = query.into_iter().flatten().collect::<Vec<_>>().join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    (!looks_back(page) && !is_settled(page)).then(|| format!("/tables/{}/events{mark}{query}", page.id))
}

/// Returns whether a finished match can no longer change: its analysis is done, and its players
/// have gone on to another table.
pub fn is_settled(page: &TablePage) -> bool {
    let people = page.seats.iter().filter(|info| info.person.is_some()).count();
    page.status == TableStatus::Over
        && page.finished.turning_points.is_some()
        && (people < 2 || page.finished.next.is_some())
}

/// Returns the title of the window, and whether the match waits for the visitor.
pub fn table_title(page: &TablePage) -> (String, bool) {
    (format!("{} · Undercroft", title(page)), your_turn(page))
}

/// Returns whether the page shows the table as it was after an earlier step.
pub(super) fn looks_back(page: &TablePage) -> bool {
    page.at.is_some_and(|at| at != page.step)
}

/// A part of a table's page: the unit that live updates replace.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, the same on every page that has it.
    pub name: &'static str,
    /// Its drawing; empty if the page already has it.
    pub drawing: Markup,
    /// The hash of its input, for a part whose changes can be detected without drawing it.
    pub source: Option<u64>,
    /// Whether the page already has it.
    pub is_kept: bool,
}

impl Part {
    pub(super) fn new(name: &'static str, drawing: Markup) -> Part {
        Part { name, drawing, source: None, is_kept: false }
    }
}

/// Returns the parts of a table's page. Pages with parts of the same names have the same layout, so
/// replacing the parts that differ turns one into the other.
pub fn parts(page: &TablePage) -> Vec<Part> {
    match (page.status, &page.scene) {
        (TableStatus::Open, _) => {
            vec![Part::new("lobby", super::lobby::fragment(page)), chat::part(page)]
        }
        (_, Some(scene)) => {
            let tree = MoveTree::new(scene);
            let ctx = RenderContext::new(page, scene, &tree);
            if let Some(parts) = ending::parts(ctx) {
                return parts;
            }
            let bottom = html! {
                @if looks_back(page) { (back_to_now(page)) }
                @else { (tray::forms(page)) (tray::tray(ctx)) }
            };
            match_parts(ctx, bottom, &format!("/tables/{}", page.id))
        }
        (_, None) => {
            // Physical dice can be needed before the first turn: an empty table, and the question
            // in its tray.
            let prompt = t!("The table is being laid.");
            let scene = Scene { headline: prompt.into(), prompt: prompt.into(), ..Scene::default() };
            let tree = MoveTree::new(&scene);
            let ctx = RenderContext::new(page, &scene, &tree);
            match_parts(ctx, html! { (tray::forms(page)) (tray::tray(ctx)) }, &format!("/tables/{}", page.id))
        }
    }
}

/// Returns the line above the table.
pub(super) fn headed(ctx: RenderContext) -> Markup {
    head::head(ctx.page, &ctx.names.rich(&ctx.scene.headline), your_turn(ctx.page))
}

/// Returns the log of the match. `at` is the address that takes `?at=STEP`.
pub(super) fn told(page: &TablePage, at: &str) -> Markup {
    chronicle::whole(page, at)
}

/// Returns the parts of a match. `bottom` is the tray; `at` the address that takes `?at=STEP`.
pub(super) fn match_parts(ctx: RenderContext, bottom: Markup, at: &str) -> Vec<Part> {
    let page = ctx.page;
    let laned = lanes::any(ctx.scene);
    let piles = || if laned { stock::draw(ctx) } else { piles::piles(ctx) };
    vec![
        Part::new("head", headed(ctx)),
        Part::new("notice", shell::notice(page.notice.as_ref())),
        Part::new("track", track::track(ctx)),
        Part::new("seats", seat::seats(ctx)),
        Part::new("stage", stage::stage(ctx)),
        Part::new("hand", hand::hand(ctx)),
        Part::new("tray", bottom),
        render_memo::part(ctx, "piles", Role::Piles, laned, piles),
        Part::new("chronicle", chronicle::whole(page, at)),
        chat::part(page),
        chat::react_part(page),
        help::help(page),
    ]
}

/// Returns the parts in their places.
pub(super) fn laid_out(page: &TablePage, parts: &[Part]) -> Markup {
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
                (place("head")) (place("notice"))
                div.left tabindex="0" role="group" aria-label=(t!("Players and piles")) { (place("seats")) (place("track")) (place("piles")) }
                div.mid {
                    div.scenery { (stage::vault()) @if is_broad(page) { (stage::backdrop(page)) } (place("stage")) }
                    div.below { (place("hand")) (place("tray")) }
                }
                div.right { (chat::tabs(page)) (place("chronicle")) (place("talk")) }
                (place("help")) (place("react"))
            }
        } @else {
            div.column { @for part in parts { (place(part.name)) } }
        }
    }
}

/// Returns whether the tray takes the whole width, with the hand at its left: where several players
/// act at once.
fn is_broad(page: &TablePage) -> bool {
    page.scene.iter().flat_map(|scene| &scene.areas).any(|area| area.doing.is_some())
}

fn back_to_now(page: &TablePage) -> Markup {
    let at = page.at.unwrap_or(page.step);
    let here = format!("/tables/{}", page.id);
    html! {
        nav.tray.lookback aria-label=(t!("Looking back")) {
            p.prompt { (t!("The table after step {at} of {}.", page.step)) }
            div.choices {
                a.button.primary.large href=(here) data-main { (t!("Back to now")) }
                div.others {
                    @if at > 0 { a.button href={ (here) "?at=" (at - 1) } data-key="ArrowLeft" { (icons::sign(Sign::Back)) (t!("Step before")) } }
                    a.button href={ (here) "?at=" (at + 1) } data-key="ArrowRight" { (t!("Step after")) (icons::sign(Sign::Forward)) }
                }
            }
        }
    }
}

/// Returns whether the match waits for the visitor.
fn your_turn(page: &TablePage) -> bool {
    let moves = page.scene.as_ref().is_some_and(|scene| !scene.moves.is_empty());
    page.status == TableStatus::Playing
        && page.at.is_none_or(|at| at == page.step)
        && (moves && !page.beforehand.arms || page.ask.is_some() && page.may_answer || page.handed_to.is_some())
}

fn title(page: &TablePage) -> String {
    if your_turn(page) { t!("Your turn: {}", page.meta.title) } else { page.meta.title.to_owned() }
}
