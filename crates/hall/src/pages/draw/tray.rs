//! The tray: what can be done now, within the thumb's reach.

use kernel::{Ask, Barred, Question, Role, Seat};
use maud::{Markup, html};

use super::{
    TablePage, advice,
    context::RenderContext,
    icons::{self, Sign},
    move_map::{MoveMap, Press},
    names::Names,
};

/// What can be done now, or who is waited for.
pub(super) fn tray(ctx: RenderContext) -> Markup {
    let moves = ctx.moves;
    html! {
        section.tray.waiting[moves.all().is_empty() && !(ctx.page.ask.is_some() && ctx.page.may_answer)] aria-labelledby="prompt" {
            @if let Some(question) = ctx.page.ask {
                (answer(ctx.page, question))
            } @else {
                p.prompt #prompt { (ctx.names.rich(&ctx.scene.prompt)) }
                (advice::sentence(ctx))
                @if let Some(index) = moves.asking() {
                    (confirm(ctx, index))
                } @else if moves.all().is_empty() {
                    (waiting(ctx))
                } @else {
                    (choices(ctx))
                }
            }
            (foot(ctx))
        }
    }
}

/// The forms that all buttons of the table belong to.
pub(super) fn forms(page: &TablePage) -> Markup {
    html! {
        form #act method="post" action={ "/tables/" (page.id) "/act" } {
            @if let Some(seat) = page.viewer.seat() { input type="hidden" name="seat" value=(seat); }
            input type="hidden" name="step" value=(page.step);
            @if let Some(epoch) = page.epoch { input type="hidden" name="epoch" value=(epoch); }
        }
        form #ask method="get" action={ "/tables/" (page.id) } {}
    }
}

/// So many moves can be taken in at a glance; when there are more, those of one piece wait until it is picked up.
const AT_A_GLANCE: usize = 6;

fn choices(ctx: RenderContext) -> Markup {
    let moves = ctx.moves;
    let several: Vec<&str> = pieces(moves).into_iter().filter(|piece| moves.hanging_on(piece).count() > 1).collect();
    let alone = |index: usize| moves.hanging_on(moves.anchor(index).unwrap_or_default()).count() < 2;
    let said = |index: usize| moves.anchor(index).is_some_and(|piece| moves.speaks_for_itself(piece) && alone(index));
    let listed: Vec<usize> = (0..moves.all().len()).filter(|index| !said(*index)).collect();
    let crowded = listed.len() > AT_A_GLANCE;
    let (main, others): (Vec<usize>, Vec<usize>) = listed.iter().partition(|index| moves.all()[**index].wording.main);
    html! {
        div.choices hidden[moves.picked().is_some()] {
            @for index in main { (button(ctx, index)) }
            div.others {
                @for index in others.into_iter().filter(|index| !crowded || alone(*index)) { (button(ctx, index)) }
                @if crowded { @for piece in &several { (pick_up(ctx, piece)) } }
            }
        }
        @for piece in &several { (group(ctx, piece)) }
    }
}

/// The pieces that moves hang on, each once.
fn pieces(moves: MoveMap<'_>) -> Vec<&str> {
    let mut all = Vec::new();
    for piece in (0..moves.all().len()).filter_map(|index| moves.anchor(index)) {
        if !all.contains(&piece) {
            all.push(piece);
        }
    }
    all
}

/// The button of one move.
fn button(ctx: RenderContext, index: usize) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    let Press { form, name, value } = ctx.moves.press(index);
    html! {
        button.move.large[wording.main].primary[wording.main] type="submit" form=(form) name=(name) value=(value)
            data-main[wording.main] data-from=[wording.source()] data-to=[wording.target()] {
            span { (ctx.names.plain(&wording.text)) @if wording.confirm.is_some() { "…" } }
            @if let Some(forecast) = &wording.forecast { small { (forecast) } }
            (ctx.hint.mark(&[index]))
        }
    }
}

fn pick_up(ctx: RenderContext, piece: &str) -> Markup {
    let Press { form, name, value } = ctx.moves.pick_up(piece);
    html! {
        button.move type="submit" form=(form) name=(name) value=(value) data-from=(piece) {
            span { (called(ctx, piece)) "…" }
            (ctx.hint.mark(&ctx.moves.hanging_on(piece).collect::<Vec<_>>()))
        }
    }
}

/// What a picked-up piece can do.
fn group(ctx: RenderContext, piece: &str) -> Markup {
    let moves = ctx.moves;
    html! {
        div.group data-of=(piece) hidden[moves.picked() != Some(piece)] {
            p.holding { (called(ctx, piece)) ": where to?" }
            div.others {
                @for index in (0..moves.all().len()).filter(|index| moves.anchor(*index) == Some(piece)) {
                    (button(ctx, index))
                }
                button.quiet.putback type="submit" form="ask" name="from" value="" { "Put it back" }
            }
        }
    }
}

/// A piece by the first part of its description: `Potion` of `Potion, heals 5`.
fn called(ctx: RenderContext, piece: &str) -> String {
    let label = ctx.scene.piece(piece).map_or("", |piece| piece.label.as_str());
    label.split([',', '.', ':']).next().unwrap_or(label).to_owned()
}

fn confirm(ctx: RenderContext, index: usize) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    html! {
        div.confirm role="alertdialog" aria-labelledby="sure" {
            p #sure { (wording.confirm.as_deref().unwrap_or_default()) }
            div.others {
                (button_sure(ctx.moves, ctx.names, index))
                button.quiet.putback type="submit" form="ask" name="from" value="" { "Not now" }
            }
        }
    }
}

fn button_sure(moves: MoveMap, names: Names, index: usize) -> Markup {
    let Press { form, name, value } = moves.press(index);
    html! {
        button.move.primary type="submit" form=(form) name=(name) value=(value) data-main {
            span { (names.plain(&moves.all()[index].wording.text)) }
        }
    }
}

/// With physical dice: what to roll or draw, and the form that says what fell; for those who may not enter it, just what
/// it is for.
pub(super) fn answer(page: &TablePage, question: &Question) -> Markup {
    let wanted = match &question.ask {
        Ask::Die(die) => format!("roll a {die} and say what fell"),
        Ask::Coin => "flip a coin and say what fell".into(),
        Ask::Card { .. } => "draw a card and say which".into(),
    };
    html! {
        @if page.may_answer {
            p.prompt #prompt { b { (question.why.text) } ": " (wanted) "." }
            form.answer method="post" action={ "/tables/" (page.id) "/answer" } {
                input type="hidden" name="step" value=(page.step);
                input type="hidden" name="answers" value=(page.answers);
                div.others {
                    @for choice in question.choices() { button.move name="value" value=(choice) { (choice) } }
                }
                (answered(page))
            }
        } @else {
            p.prompt #prompt { b { (question.why.text) } ": waiting for whoever rolls or draws it." }
            (answered(page))
        }
    }
}

fn answered(page: &TablePage) -> Markup {
    let outcomes: Vec<String> = page.answered.iter().map(|outcome| outcome.text()).collect();
    html! { @if !outcomes.is_empty() { p.quiet { "So far: " (outcomes.join(", ")) "." } } }
}

fn waiting(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let awaited = ctx.scene.areas.iter().filter(|area| area.role == Role::Seat && area.active);
    let away =
        |seat: &Seat| ctx.names.info(*seat).is_some_and(|info| info.person.is_some() && !info.connected && !info.you);
    let missing: Vec<Seat> = awaited.filter_map(|area| area.seat).filter(away).collect();
    html! {
        @if let Some(since) = &page.waiting_since { p.quiet { "Waiting " (since) "." } }
        @for seat in missing {
            form.inline method="post" action={ "/tables/" (page.id) "/seats/" (seat) } {
                span { (ctx.names.of(seat)) " is away." }
                input type="hidden" name="bot" value=(bots::Bot::Normal.name());
                button name="do" value="bot" { "Let a bot play on" }
            }
        }
    }
}

/// Taking back, what else one can ask, and the keys.
fn foot(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        div.foot {
            @if page.may_undo {
                form method="post" action={ "/tables/" (page.id) "/undo" } {
                    input type="hidden" name="step" value=(page.step);
                    button.quiet data-undo { (icons::sign(Sign::Undo)) "Take it back" }
                }
            } @else if let Some(why) = &page.undo_why_not {
                button.quiet.off type="button" popovertarget="no-undo" { (icons::sign(Sign::Undo)) "Take it back" span.unseen { ": why not?" } }
                div.details #no-undo popover { p { (why) } }
            }
            @if !ctx.scene.barred.is_empty() && ctx.page.ask.is_none() { (barred(&ctx.scene.barred)) }
            (advice::button(ctx))
            button.quiet.help type="button" popovertarget="keys" { (icons::sign(Sign::Help)) "Help" }
        }
    }
}

/// What cannot be done now, and why not.
fn barred(barred: &[Barred]) -> Markup {
    html! {
        button.quiet type="button" popovertarget="barred" { (icons::sign(Sign::Locked)) "Why not?" }
        div.details #barred popover {
            h2 { "What cannot be done now" }
            ul {
                @for one in barred {
                    li { b { (one.what) } ": " (one.why) "." @if let Some(ruling) = one.ruling { " (" (ruling) ")" } }
                }
            }
        }
    }
}
