//! The table: everything on one screen, drawn from the scene.

use kernel::Role;
use maud::{Markup, html};

use super::{
    TablePage, TableStatus, Visitor, chronicle,
    context::RenderContext,
    ending, help,
    icons::{self, Sign},
    move_map::MoveTree,
    scene,
    shell::{self, PageKind},
    tray,
};

/// A table whose seats are still being taken.
pub fn lobby(v: &Visitor, page: &TablePage) -> Markup {
    shell::page(v, kind(page), &format!("{}: taking seats", page.meta.title), &table_live(page))
}

/// A match being played, or its end.
pub fn table(v: &Visitor, page: &TablePage) -> Markup {
    shell::page(v, kind(page), &title(page), &table_live(page))
}

/// The lobby is laid out like a page of the hall, a match like a table.
fn kind(page: &TablePage) -> PageKind {
    if page.status == TableStatus::Open { PageKind::Hall } else { PageKind::Table }
}

/// The part of a table's page that changes, for the script to put in place of the old one. It says what class the body has
/// then, for a lobby becomes a table when the match begins.
pub fn table_live(page: &TablePage) -> Markup {
    let looking_back = page.at.is_some_and(|at| at != page.step);
    let events = (!looking_back && page.status != TableStatus::Over).then(|| format!("/tables/{}/events", page.id));
    html! {
        div #live data-table=(page.id) data-step=(page.step) data-at=[page.at] data-turn[your_turn(page)]
            data-body=(kind(page).class()) data-title={ (title(page)) " · Undercroft" } data-events=[events] {
            @match (page.status, &page.scene) {
                (TableStatus::Open, _) => (super::lobby::fragment(page)),
                (_, Some(scene)) => (match_(page, scene, looking_back)),
                (_, None) => div.column {
                    (shell::notice(page.notice.as_ref()))
                    p { "The table is being laid." }
                    @if let Some(question) = page.ask { section.tray aria-labelledby="prompt" { (tray::answer(page, question)) } }
                },
            }
        }
    }
}

fn match_(page: &TablePage, scene: &kernel::Scene, looking_back: bool) -> Markup {
    let tree = MoveTree::new(scene);
    let ctx = RenderContext::new(page, scene, &tree);
    let here = format!("/tables/{}", page.id);
    let bottom = html! {
        @if looking_back { (back_to_now(page)) }
        @else if page.status == TableStatus::Over { (ending::next(page)) }
        @else { (tray::forms(page)) (tray::tray(ctx)) }
    };
    layout(ctx, &bottom, &here)
}

/// The parts of a table in their places. `bottom` is what can be done; `at` the address that takes `?at=STEP`.
pub(super) fn layout(ctx: RenderContext, bottom: &Markup, at: &str) -> Markup {
    let page = ctx.page;
    html! {
        div.table data-seats=(page.seats.len()) {
            div.screen {
                header.head {
                    h1 { (page.meta.title) }
                    p.headline { (ctx.names.rich(&ctx.scene.headline)) }
                    @if your_turn(page) { p.yours { "Your turn" } }
                }
                (shell::notice(page.notice.as_ref()))
                div.seats { (scene::seats(ctx)) }
                div.middle {
                    (chronicle::latest(page))
                    div.felt {
                        @if let Some(end) = &ctx.scene.ending { (ending::ending(page, end)) }
                        @if scene::has(ctx, Role::Board) { div.board { (scene::areas(ctx, Role::Board)) } }
                        @if scene::has(ctx, Role::Offer) { div.offer { (scene::areas(ctx, Role::Offer)) } }
                        div.rolled { (scene::areas(ctx, Role::Dice)) }
                    }
                    div.reach {
                        div.hand { (scene::areas(ctx, Role::Hand)) }
                        (bottom)
                    }
                }
            }
            div.piles { (scene::areas(ctx, Role::Piles)) }
            (chronicle::whole(page, at))
            (help::help(page))
        }
    }
}

fn back_to_now(page: &TablePage) -> Markup {
    let at = page.at.unwrap_or(page.step);
    let here = format!("/tables/{}", page.id);
    html! {
        nav.tray.lookback aria-label="Looking back" {
            p.prompt { "The table after step " (at) " of " (page.step) "." }
            div.choices {
                a.button.primary.large href=(here) data-main { "Back to now" }
                div.others {
                    @if at > 0 { a.button href={ (here) "?at=" (at - 1) } data-key="ArrowLeft" { (icons::sign(Sign::Back)) "Step before" } }
                    a.button href={ (here) "?at=" (at + 1) } data-key="ArrowRight" { "Step after" (icons::sign(Sign::Forward)) }
                }
            }
        }
    }
}

/// Whether the match waits for the visitor.
fn your_turn(page: &TablePage) -> bool {
    let moves = page.scene.as_ref().is_some_and(|scene| !scene.moves.is_empty());
    page.status == TableStatus::Playing
        && page.at.is_none_or(|at| at == page.step)
        && (moves || page.ask.is_some() && page.may_answer)
}

fn title(page: &TablePage) -> String {
    if your_turn(page) { format!("Your turn: {}", page.meta.title) } else { page.meta.title.to_owned() }
}
