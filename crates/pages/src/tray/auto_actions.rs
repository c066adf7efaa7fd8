//! Auto-actions: moves that the server repeats for a player, with their limit and their possible
//! results.

use kernel::{AutoAction, Limit, Odds};
use maud::{Markup, html};
use text::t;

use crate::{context::RenderContext, data::TablePage, pieces::gauge, tray::forms};

/// Returns the auto-actions that the viewer can start now, but for those that a piece offers.
pub(crate) fn standing(ctx: RenderContext) -> Markup {
    let mut listed = ctx.standing().iter().filter(|auto_action| ctx.scene.piece(auto_action.id).is_none()).peekable();
    html! {
        @if listed.peek().is_some() {
            div.orders { @for auto_action in listed { (one(ctx, auto_action)) } }
        }
    }
}

/// Returns the auto-action that runs for the viewer, and the button that ends it.
pub(crate) fn running(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        @if let Some(auto_action) = &page.auto_action {
            form.until.running method="post" action={ "/tables/" (page.id) "/order" } {
                input type="hidden" name="seat" value=(auto_action.seat);
                input type="hidden" name="order" value="";
                (forms::looking_from(page))
                p {
                    b { (ctx.names.plain(&auto_action.text)) }
                    @if let Some((text, limit)) = &auto_action.limit { " " (text) " " (limit) }
                }
                button.stop type="submit" { (t!("Stop")) }
            }
        }
    }
}

fn one(ctx: RenderContext, auto_action: &AutoAction) -> Markup {
    let page = ctx.page;
    html! {
        form.until method="post" action={ "/tables/" (page.id) "/order" } {
            @if let Some(seat) = page.viewer.seat() { input type="hidden" name="seat" value=(seat); }
            input type="hidden" name="step" value=(page.step);
            (forms::looking_from(page))
            @if let Some(epoch) = page.epoch { input type="hidden" name="epoch" value=(epoch); }
            button.go.move.danger[auto_action.forecast.as_ref().and_then(|forecast| forecast.odds).is_some_and(Odds::is_dangerous)] type="submit" name="order" value=(auto_action.id) {
                span { (ctx.names.plain(&auto_action.text)) }
                @if let Some(limit) = &auto_action.limit { small { (limit.text) } }
            }
            @if let Some(limit) = &auto_action.limit { (stepper(page, auto_action, limit)) }
        }
        @if let Some(forecast) = &auto_action.forecast {
            p.fore {
                @if let Some(odds) = forecast.odds { (gauge::odds(odds)) }
                (gauge::unbroken(&forecast.text)) " " (gauge::risk(forecast.odds))
            }
        }
    }
}

/// Returns the limit of an auto-action: a number to type, and buttons for one more and one less.
/// Without scripts these buttons load the page again with the new number.
fn stepper(page: &TablePage, auto_action: &AutoAction, limit: &Limit) -> Markup {
    let now = page.limit.unwrap_or(limit.usual).clamp(limit.min, limit.max.max(limit.min));
    let here = format!("/tables/{}", page.id);
    let id = format!("limit-{}", auto_action.id);
    let step = |by: i32, sign: &str, words: &str| {
        html! {
            button type="submit" formmethod="get" formaction=(here) name="set" value=(now.saturating_add(by))
                data-limit=(by) disabled[!(limit.min..=limit.max).contains(&now.saturating_add(by))] aria-label=(words) { (sign) }
        }
    };
    html! {
        span.stepper {
            (step(-1, "−", t!("One less")))
            label.unseen for=(id) { (limit.text) }
            input id=(id) type="number" name="limit" min=(limit.min) max=(limit.max) value=(now) inputmode="numeric";
            (step(1, "+", t!("One more")))
        }
    }
}
