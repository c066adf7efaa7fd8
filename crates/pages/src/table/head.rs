//! The line above a table: the state of the match, whose turn it is, and everything that is not
//! needed to play.

use kernel::{Icon, Role};
use maud::{Markup, html};
use model::TableStatus;
use text::t;

use crate::{
    common::{Names, arch, candle, icon, sign},
    context::{Press, RenderContext, lane},
    data::TablePage,
    scene::hand,
    table::{agreements, chat, chronicle, hot_seat, house_cards, lobby, race},
    tray,
};

/// Returns the head of a table's page.
pub(crate) fn head(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        header.head {
            a.brand href="/" aria-label="Undercroft" { (arch()) span { "Undercroft" } }
            div.where { h1 data-bit="headline" { (headline(ctx)) } p { @if let Some(race) = &page.race { (race::brief(race)) ", " } (page.meta.title) (house_cards::label(page)) (watching(page)) } }
            (turn(page))
            div.tools {
                a.tool.wide href={ "/games/" (page.meta.id) } { (t!("Rules")) }
                (chronicle::link())
                (speed("tool wide"))
                (sound("tool wide"))
                (chat::head_button(page))
                button.tool type="button" popovertarget="menu" { (sign(&art::icons::MENU)) span.unseen { (t!("Menu")) } }
            }
            (menu(ctx))
            (house_cards::details(page))
        }
    }
}

/// Returns the state of the match. Where there is little room, its last part stays whole: the
/// number of the floor, of the round or of the visit.
fn headline(ctx: RenderContext) -> Markup {
    let text = ctx.names.plain(&ctx.scene.headline);
    html! {
        @match text.rsplit_once(", ") {
            Some((before, last)) => { span { (before) ", " } span.last-part { (last) } }
            None => (text)
        }
    }
}

/// Returns the number of spectators.
fn watching(page: &TablePage) -> Markup {
    html! {
        span.watching data-bit="watching" {
            @if page.watching > 0 { (icon(Icon("eye"))) span { (lobby::look_on(page.watching)) } }
        }
    }
}

/// Returns the sign of the turn: a lit candle for the visitor's own, the name of the player for
/// another's.
fn turn(page: &TablePage) -> Markup {
    let active = page.areas().find(|area| area.active && area.seat.is_some());
    let other = active.and_then(|area| area.seat).filter(|seat| !page.is_own(*seat));
    let playing = page.status == TableStatus::Playing && !page.looks_back();
    html! {
        div.whose data-bit="turn" {
            @if page.is_your_turn() { p.turn.yours { (candle()) span { (t!("Your turn")) } } }
            @else if let Some(seat) = other.filter(|_| playing) {
                p.turn data-seat=(seat) { (sign(&art::icons::HOURGLASS)) span { (Names::at(page).of(seat)) } }
            }
        }
    }
}

/// Returns the switch of the speed, which the script fills and shows.
fn speed(class: &str) -> Markup {
    html! { button type="button" class=(class) data-speed-step hidden { span.what { (t!("Speed")) } span.factor {} } }
}

/// Returns the switch of the sound, which the script shows.
fn sound(class: &str) -> Markup {
    html! { button type="button" class=(class) data-sound aria-pressed="false" hidden { (sign(&art::icons::SOUND)) span.what { (t!("Sound")) } } }
}

fn menu(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let moves = (0..ctx.moves.all().len()).filter(|index| tray::in_menu(ctx, *index));
    let piles = page.areas().any(|area| area.role == Role::Piles && !area.pieces.is_empty())
        && !page.scene.as_deref().is_some_and(lane::any)
        && page.ending().is_none();
    html! {
        div.details.menu #menu popover {
            h2 { (page.meta.title) }
            nav aria-label=(t!("Menu")) {
                a.tool href={ "/games/" (page.meta.id) } { (sign(&art::icons::SCROLL)) (t!("Rules")) }
                @if piles { button.tool.narrow type="button" popovertarget="piles" { (icon(Icon::CARD)) (t!("Decks and piles")) } }
                @if hand::can_sort(page) { div.narrow.sorts role="group" aria-label=(t!("Sort the hand")) { (hand::orders(page)) } }
                @if page.host && page.seats.len() > 1 && page.status != TableStatus::Open { div.switch data-bit="spectators" { (lobby::spectator_switch(page)) } }
                button.tool type="button" popovertarget="keys" { (sign(&art::icons::HELP)) (t!("Help and keys")) }
                (race::tool(page))
                (house_cards::tool(page))
                a.tool href="/me/settings" { (sign(&art::icons::SETTINGS)) (t!("You and your settings")) }
                (speed("tool narrow"))
                (sound("tool narrow"))
                button.tool type="button" data-numbers-switch aria-pressed="false" hidden { (icon(Icon::DIE)) (t!("All numbers on buttons")) }
                a.tool href="/games" { (arch()) (t!("All games")) }
                (hot_seat::menu(page))
                (agreements::menu(page))
                div.changing data-bit="menu-moves" {
                    @for index in moves {
                        @let Press { form, name, value } = ctx.moves.press(index);
                        @let wording = &ctx.moves.all()[index].wording;
                        button.tool.retire type="submit" form=(form) name=(name) value=(value) { (ctx.names.plain(&wording.text)) @if wording.confirm.is_some() { "…" } }
                    }
                }
            }
        }
    }
}
