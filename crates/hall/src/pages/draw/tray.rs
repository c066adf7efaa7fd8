//! The tray: what can be done now, within the thumb's reach.

use kernel::{Ask, Barred, Point, Question, Role, Seat};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    TablePage, advice,
    context::RenderContext,
    gauge,
    icons::{self, Sign},
    move_map::{Fork, MoveMap, Node, Press},
    names::Names,
    orders,
};

/// What can be done now, or who is waited for.
pub(super) fn tray(ctx: RenderContext) -> Markup {
    let moves = ctx.moves;
    html! {
        section.tray.waiting[moves.all().is_empty() && !(ctx.page.ask.is_some() && ctx.page.may_answer)] aria-labelledby="prompt" {
            div.ask {
                @if let Some(question) = ctx.page.ask { (asked(ctx.page, question)) }
                @else { p.prompt #prompt { (ctx.names.rich(&ctx.scene.prompt)) } }
                (tools(ctx))
            }
            (orders::running(ctx))
            @if ctx.page.ask.is_some() {
                (answers(ctx.page))
            } @else {
                (advice::sentence(ctx))
                @if let Some(index) = moves.asking() {
                    (confirm(ctx, index))
                } @else if moves.all().is_empty() {
                    (waiting(ctx))
                } @else {
                    (choices(ctx))
                }
            }
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

/// So many moves can be taken in at a glance; when there are more, those of one piece wait until it is picked.
const AT_A_GLANCE: usize = 6;

/// A button of the tray, beside the large ones.
enum Choice<'a> {
    /// Makes the move of this index.
    Move(usize),
    /// Picks something that leads to several moves.
    Pick(&'a Fork<'a>),
}

fn choices(ctx: RenderContext) -> Markup {
    let (moves, root) = (ctx.moves, ctx.moves.root());
    let is_main = |index: &usize| moves.all()[*index].wording.main;
    let mains = (0..moves.all().len()).filter(is_main);
    html! {
        div.choices hidden[!moves.at_root()] {
            @for index in mains { (button(ctx, index, None)) }
            div.others {
                @for choice in listed(ctx, root) {
                    @match choice {
                        Choice::Move(index) => (button(ctx, index, None)),
                        Choice::Pick(fork) => (pick(ctx, fork)),
                    }
                }
            }
        }
        @for (at, node, here) in moves.picks() { (group(ctx, at, node, here)) }
        (orders::standing(ctx))
    }
}

/// What the tray offers while nothing is picked: moves in their order, then what must be picked first. A word that several
/// moves begin with groups them; a piece does so when there are more than can be taken in at a glance, and where it is a
/// card to press in hand or on the board, it is its own button. What a piece says itself is not said again.
fn listed<'a>(ctx: RenderContext<'a>, root: &'a Node<'a>) -> Vec<Choice<'a>> {
    let moves = ctx.moves;
    let said = |fork: &Fork| {
        fork.node.is_none()
            && fork.point.piece().is_some_and(|piece| moves.speaks_for_itself(piece))
            && !fork.moves.iter().any(|index| moves.all()[*index].wording.button)
    };
    let word = |fork: &Fork| fork.node.is_some() && fork.point.piece().is_none();
    let one_by_one = |fork: &Fork| {
        if said(fork) {
            0
        } else if word(fork) {
            1
        } else {
            fork.moves.len()
        }
    };
    let crowded = root.ends.len() + root.forks.iter().map(one_by_one).sum::<usize>() > AT_A_GLANCE;
    let grouped = |fork: &&Fork| word(fork) || crowded && fork.node.is_some();
    let open = root.forks.iter().filter(|fork| !said(fork) && !grouped(fork)).flat_map(|fork| &fork.moves);
    let mut single: Vec<usize> = root.ends.iter().chain(open).copied().collect();
    single.retain(|index| !moves.all()[*index].wording.main);
    single.sort_unstable();
    let shown = |fork: &&Fork| fork.point.piece().is_some_and(|piece| moves.lies_open(piece));
    let picks = root.forks.iter().filter(grouped).filter(|fork| !shown(fork)).map(Choice::Pick);
    single.into_iter().map(Choice::Move).chain(picks).collect()
}

/// The button of one move; `next` is the piece that stands for it among what can be picked now.
fn button(ctx: RenderContext, index: usize, next: Option<&str>) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    let large = wording.main && next.is_none();
    let Press { form, name, value } = ctx.moves.press(index);
    html! {
        button.move.large[large].primary[large] type="submit" form=(form) name=(name) value=(value)
            data-main[large] data-next=[next] data-pieces=(pieces(wording.pieces())) {
            span { (ctx.names.plain(&wording.text)) @if wording.confirm.is_some() { "…" } }
            @if let Some(forecast) = &wording.forecast {
                @if let Some(odds) = forecast.odds { (gauge::odds(odds)) }
                small { (forecast.text) }
            }
            (ctx.hint.mark(&[index]))
        }
    }
}

/// The button that picks a piece or a word.
fn pick(ctx: RenderContext, fork: &Fork) -> Markup {
    let piece = fork.point.piece();
    let Press { form, name, value } = ctx.moves.pick(fork.node.unwrap_or_default());
    html! {
        button.move type="submit" form=(form) name=(name) value=(value) data-next=[piece] data-pieces=(pieces(piece)) {
            span { (called(ctx, fork.point)) "…" }
            (ctx.hint.mark(&fork.moves))
        }
    }
}

/// Ids of pieces as the script reads them.
fn pieces<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    ids.into_iter().map(Value::from).collect::<Value>().to_string()
}

/// What can follow what has been picked.
fn group(ctx: RenderContext, at: usize, node: &Node, here: bool) -> Markup {
    let moves = ctx.moves;
    let picked: Vec<String> = node.stem.iter().map(|point| called(ctx, point)).collect();
    let held = node.stem.last().is_some_and(|point| point.piece().is_some());
    let Press { form, name, value: back } = moves.pick(node.back);
    html! {
        div.group data-stem=(moves.stem(at)) data-back=(back)
            data-pieces=(pieces(node.stem.iter().filter_map(|point| point.piece()))) hidden[!here] {
            p.holding { (picked.join(", ")) ": " (question(node)) }
            div.others {
                @for index in &node.ends { (button(ctx, *index, Some(""))) }
                @for fork in &node.forks {
                    @if fork.node.is_some() { (pick(ctx, fork)) }
                    @else { @for index in &fork.moves { (button(ctx, *index, Some(fork.point.piece().unwrap_or_default()))) } }
                }
                button.quiet.putback type="submit" form=(form) name=(name) value=(back) {
                    @if held { "Put it back" } @else { "Back" }
                }
            }
        }
    }
}

/// What is asked once something is picked.
fn question(node: &Node) -> &'static str {
    let any = |is: fn(&Point) -> bool| node.forks.iter().any(|fork| is(fork.point));
    if any(|point| matches!(point, Point::To(_))) {
        "where to?"
    } else if any(|point| matches!(point, Point::From(_))) {
        "with what?"
    } else {
        "how?"
    }
}

/// A word as it is; a piece by the first part of its description: `Potion` of `Potion, heals 5`.
fn called(ctx: RenderContext, point: &Point) -> String {
    let id = match point {
        Point::Word(word) => return word.clone(),
        Point::From(id) | Point::To(id) => id,
    };
    let label = ctx.scene.piece(id).map_or("", |piece| piece.label.as_str());
    label.split([',', '.', ':']).next().unwrap_or(label).to_owned()
}

fn confirm(ctx: RenderContext, index: usize) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    html! {
        div.confirm role="alertdialog" aria-labelledby="sure" {
            p #sure { (wording.confirm.as_deref().unwrap_or_default()) }
            div.others {
                (button_sure(ctx.moves, ctx.names, index))
                button.quiet.putback type="submit" form="ask" name="pick" value="" { "Not now" }
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

/// With physical dice, while nothing is on the table yet: what to roll or draw, and the form that says what fell.
pub(super) fn answer(page: &TablePage, question: &Question) -> Markup {
    html! { div.ask { (asked(page, question)) } (answers(page)) }
}

/// With physical dice: what to roll or draw; for those who may not enter it, just what it is for.
fn asked(page: &TablePage, question: &Question) -> Markup {
    let wanted = match &question.ask {
        Ask::Die(die) => format!("roll a {die} and say what fell"),
        Ask::Coin => "flip a coin and say what fell".into(),
        Ask::Card { .. } => "draw a card and say which".into(),
    };
    html! {
        @if page.may_answer { p.prompt #prompt { b { (question.why.text) } ": " (wanted) "." } }
        @else { p.prompt #prompt { b { (question.why.text) } ": waiting for whoever rolls or draws it." } }
    }
}

/// The form that says what fell, for those who may.
fn answers(page: &TablePage) -> Markup {
    html! {
        @if let Some(question) = page.ask.filter(|_| page.may_answer) {
            form.answer method="post" action={ "/tables/" (page.id) "/answer" } {
                input type="hidden" name="step" value=(page.step);
                input type="hidden" name="answers" value=(page.answers);
                div.others {
                    @for choice in question.choices() { button.move name="value" value=(choice) { (choice) } }
                }
                (answered(page))
            }
        } @else {
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

/// Beside the question: taking back, why something cannot be done, a hint.
fn tools(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        div.tools {
            @if page.may_undo {
                form method="post" action={ "/tables/" (page.id) "/undo" } {
                    input type="hidden" name="step" value=(page.step);
                    button.tool data-undo { (icons::sign(Sign::Undo)) span { "Take it back" } }
                }
            } @else if let Some(why) = &page.undo_why_not {
                button.tool.off type="button" popovertarget="no-undo" { (icons::sign(Sign::Undo)) span { "Take it back" } span.unseen { ": why not?" } }
                div.details #no-undo popover { p { (why) } }
            }
            @if !ctx.scene.barred.is_empty() && ctx.page.ask.is_none() { (barred(&ctx.scene.barred)) }
            (advice::button(ctx))
        }
    }
}

/// What cannot be done now, and why not.
fn barred(barred: &[Barred]) -> Markup {
    html! {
        button.tool type="button" popovertarget="barred" { (icons::sign(Sign::Locked)) span { "Why not?" } }
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
