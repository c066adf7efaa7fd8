//! Absent players: forms to let a bot stand in for them, and to let a person take over the seat of
//! a bot.

use kernel::{Mode, Seat};
use maud::{Markup, html};
use text::t;

use crate::{
    context::RenderContext,
    data::{ApplicationInfo, MissedInfo, TablePage},
};

/// Returns the notes and forms of the tray about who plays for whom.
pub(crate) fn forms(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let plays = page.own_seat().is_some();
    let idle = ctx.moves.all().is_empty() || page.beforehand.arms;
    html! {
        @for info in page.seats.iter().filter(|info| info.you && info.stand_in.is_some()) {
            (form(page, info.seat, html! { span { (t!("A bot plays for you.")) } button name="do" value="back" { (t!("Play on yourself")) } }))
        }
        @if idle { @for missed in &page.missed { (missed_form(ctx, missed, plays)) } }
        @for asked in &page.applications { (application(ctx, asked, plays)) }
        @if !plays && page.at.is_none() { (openings(ctx)) }
    }
}

fn form(page: &TablePage, seat: Seat, content: Markup) -> Markup {
    html! { form.inline.who-plays method="post" action={ "/tables/" (page.id) "/seats/" (seat) } { (content) } }
}

fn missed_form(ctx: RenderContext, missed: &MissedInfo, plays: bool) -> Markup {
    let page = ctx.page;
    let name = ctx.names.of(missed.seat);
    let together = page.meta.mode == Mode::Cooperative;
    let own = |seat: &Seat| page.is_own(*seat);
    let agreed = missed.agreed.iter().any(own);
    let others: Vec<Seat> = missed.missing.iter().copied().filter(|seat| !own(seat)).collect();
    let gone = match (missed.looks_on, &missed.since) {
        (true, None) => t!("{name} has not acted."),
        (true, Some(since)) => t!("{name} has not acted for {since}."),
        (false, None) => t!("{name} is away."),
        (false, Some(since)) => t!("{name} is away, for {since}."),
    };
    let content = html! {
        span {
            (gone)
            @if agreed { " " (t!("You agree that a bot plays.")) }
            @else if missed.offered && !together && !missed.agreed.is_empty() { " " (t!("{} would let a bot play.", ctx.names.listed(&missed.agreed))) }
            @if missed.offered && !together && !others.is_empty() { " " (t!("{} must agree too.", ctx.names.listed(&others))) }
        }
        @if plays && missed.offered {
            @if agreed { button name="do" value="back" { (t!("Wait for {name}")) } }
            @else { button name="do" value="stand-in" { (t!("Let a bot play for {name}")) } }
        }
    };
    form(page, missed.seat, content)
}

fn application(ctx: RenderContext, asked: &ApplicationInfo, plays: bool) -> Markup {
    let page = ctx.page;
    let bot = ctx.names.of(asked.seat);
    let undecided = ctx.names.listed(&asked.undecided);
    let own = asked.undecided.iter().any(|seat| page.is_own(*seat));
    html! {
        @if asked.refused {
            @if asked.you { p.quiet { (t!("Your wish to play for {bot} was refused.")) } }
        } @else if asked.you {
            (form(page, asked.seat, html! {
                span { (t!("You have asked to play for {bot}. {undecided} must agree.")) }
                button name="do" value="withdraw" { (t!("Ask no more")) }
            }))
        } @else if plays {
            (form(page, asked.seat, html! {
                span {
                    (t!("{} asks to play for {bot}.", asked.name))
                    @if !own { " " (t!("You agree. {undecided} must agree too.")) }
                }
                @if own { button name="do" value="accept" { (t!("Let {} play", asked.name)) } }
                button name="do" value="refuse" { (t!("Refuse")) }
            }))
        }
    }
}

/// Returns the list of bots whose seats a spectator can ask for.
fn openings(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let asked = |seat: Seat| page.applications.iter().any(|asked| asked.seat == seat && (asked.you || !asked.refused));
    let mine = page.applications.iter().any(|asked| asked.you && !asked.refused);
    let bots: Vec<Seat> =
        page.seats.iter().filter(|info| info.bot.is_some() && !asked(info.seat)).map(|info| info.seat).collect();
    html! {
        @if !mine && !bots.is_empty() {
            details.openings #openings {
                summary { (t!("Play in place of a bot")) }
                p.quiet { (t!("The players decide.")) }
                @for seat in bots {
                    (form(page, seat, html! { button name="do" value="ask" { (t!("Ask to play for {}", ctx.names.of(seat))) } }))
                }
            }
        }
    }
}
