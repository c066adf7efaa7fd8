//! The tray: the actions that the player can take now, within the thumb's reach.

mod absence;
mod advice;
mod answer;
mod auto_actions;
pub(crate) mod forms;
pub(crate) mod hand_over;
mod numbers;
mod premove;
mod proposals;

use kernel::{Barred, Layout, Look, Piece, Point, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{Names, candle, lesson, sign, tone_class},
    context::{Fork, MoveMap, Node, Press, PressEffect, RenderContext, lane, marks},
    pieces::{Place, card, gauge},
    scene::balance,
};

/// Returns the actions that the player can take now, or the players who must act first.
pub(crate) fn tray(ctx: RenderContext) -> Markup {
    let moves = ctx.moves;
    html! {
        section.tray.waiting[moves.all().is_empty() && !(ctx.page.ask.is_some() && ctx.page.draws())] aria-labelledby="prompt" {
            div.ask {
                @if let Some(question) = &ctx.page.ask { (answer::asked(ctx, question)) }
                @else { p.prompt.taught[ctx.scene.teaching.is_some()] #prompt { (ctx.names.rich(&ctx.scene.prompt)) } }
                (tools(ctx))
            }
            @if ctx.scene.balance.is_none() { (balance::outlooks(ctx)) }
            div.acts {
            @if let Some(teaching) = &ctx.scene.teaching { (lesson::controls(ctx.page, teaching)) }
            (auto_actions::running(ctx))
            (premove::dropped(ctx))
            (absence::forms(ctx))
            (proposals::forms(ctx))
            @if let Some(screen) = ctx.page.handed_to { (hand_over::screen(ctx, screen)) }
            @else if ctx.page.ask.is_some() {
                (answer::answers(ctx))
            } @else {
                (advice::sentence(ctx))
                @if moves.asking().is_none() && moves.all().is_empty() { (waiting(ctx)) }
                @else { (offered(ctx)) }
            }
            }
        }
    }
}

/// Returns the possible moves, or the move that asks for confirmation.
pub(crate) fn offered(ctx: RenderContext) -> Markup {
    html! {
        @if let Some(index) = ctx.moves.asking() { (confirm(ctx, index)) }
        @else { (choices(ctx)) }
    }
}

/// The most moves that a player can take in at a glance; when there are more, those of one piece
/// wait until it is picked.
const AT_A_GLANCE: usize = 6;

/// A button of the tray, apart from the large ones.
enum Choice<'a> {
    /// Makes the move of this index.
    Move(usize),
    /// Picks a fork that leads to several moves.
    Pick(&'a Fork<'a>),
}

fn choices(ctx: RenderContext) -> Markup {
    let (moves, root) = (ctx.moves, ctx.moves.root());
    let leading = (0..moves.all().len()).filter(|index| ctx.scene.leads(*index));
    html! {
        (premove::armed(ctx))
        @for (at, node, here) in moves.picks().filter(|(_, node, _)| !by_number(node)) { (group(ctx, at, node, here)) }
        (numbers::form(ctx))
        div.choices hidden[!moves.at_root()] {
            @for index in leading { (button(ctx, index, None, false)) }
            div.others {
                @for choice in listed(ctx, root) {
                    @match choice {
                        Choice::Move(index) => (button(ctx, index, None, false)),
                        Choice::Pick(fork) => (pick(ctx, fork)),
                    }
                }
            }
        }
        (auto_actions::standing(ctx))
    }
}

/// Returns whether a number was picked to get here: such moves have a form of their own.
fn by_number(node: &Node) -> bool {
    node.stem.iter().any(|point| matches!(point, Point::Number { .. }))
}

/// Returns the buttons of the tray while nothing is picked: moves in their order, then the choices
/// to pick first. A word with which several moves begin groups them. A piece does so when there are
/// more moves than can be taken in at a glance. A card in hand or on the board that can be pressed
/// is its own button. The tray does not repeat an effect that a piece shows itself.
fn listed<'a>(ctx: RenderContext<'a>, root: &'a Node<'a>) -> Vec<Choice<'a>> {
    let moves = ctx.moves;
    let number = |fork: &Fork| matches!(fork.point, Point::Number { .. });
    let asked = |fork: &Fork| fork.moves.iter().any(|index| moves.all()[*index].wording.button);
    let told = |fork: &Fork| fork.point.piece().is_some_and(|piece| moves.speaks_for_itself(piece)) && !asked(fork);
    // A card of the hand that is picked first shows its whole effect by its tag, even where the
    // tray has no other way on.
    let held = |fork: &Fork| moves.is_tagged(fork) && !asked(fork);
    let said = |fork: &Fork| held(fork) || (fork.moves.len() == 1 || fork.node.is_none()) && told(fork);
    let word = |fork: &Fork| fork.node.is_some() && matches!(fork.point, Point::Word(_));
    let one_by_one = |fork: &Fork| {
        if said(fork) || number(fork) {
            0
        } else if word(fork) {
            1
        } else {
            fork.moves.len()
        }
    };
    let ends = root.ends.iter().filter(|index| !in_menu(ctx, **index)).count();
    let crowded = ends + root.forks.iter().map(one_by_one).sum::<usize>() > AT_A_GLANCE;
    let laned = lane::any(ctx.scene);
    let grouped = |fork: &&Fork| word(fork) || (crowded || laned && told(fork)) && fork.node.is_some();
    let open =
        root.forks.iter().filter(|fork| !said(fork) && !number(fork) && !grouped(fork)).flat_map(|fork| &fork.moves);
    let main = |index: &usize| moves.all()[*index].wording.main;
    let mains = (0..moves.all().len()).filter(main);
    let mut single: Vec<usize> = root.ends.iter().chain(open).copied().chain(mains).collect();
    single.retain(|index| !ctx.scene.leads(*index) && !in_menu(ctx, *index));
    single.sort_unstable_by_key(|index| (!main(index), *index));
    single.dedup();
    let shown = |fork: &&Fork| fork.point.piece().is_some_and(|piece| moves.lies_open(piece));
    let open_to_all = |fork: &&Fork| !shown(fork) && !said(fork) && !number(fork);
    let picks = root.forks.iter().filter(grouped).filter(open_to_all).map(Choice::Pick);
    single.into_iter().map(Choice::Move).chain(picks).collect()
}

/// Returns whether a move has its button in the menu: it does not play on, and another move does.
pub(crate) fn in_menu(ctx: RenderContext, index: usize) -> bool {
    let menu = |one: &kernel::Move| one.wording.menu;
    menu(&ctx.moves.all()[index]) && !ctx.moves.all().iter().all(menu)
}

/// Returns the button of one move. `next` is the piece that represents it among the next choices;
/// `only` says that they lead to no other move.
fn button(ctx: RenderContext, index: usize, next: Option<&str>, only: bool) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    let (large, danger) = (ctx.scene.leads(index) && next.is_none(), wording.is_dangerous());
    let plain = only || wording.main && next.is_none() && !wording.is_hopeless();
    let armed = ctx.moves.armed() == Some(index);
    let Press { form, name, value } = ctx.moves.press(index);
    html! {
        button.move.large[large].primary[(large || only) && !danger].danger[danger].only[only].armed[armed] aria-pressed=[armed.then_some("true")] type="submit" form=(form) name=(name) value=(value)
            data-main[large || plain && !danger] data-next=[next] data-direct[wording.direct] data-pieces=(marks::ids(wording.pieces())) data-marks=[marks::data(wording)]
            hidden[!only && next.is_some_and(|piece| ctx.moves.pressed_there(piece))] {
            span { (ctx.names.plain(&wording.text)) @if wording.confirm.is_some() { "…" } }
            @if let Some(forecast) = &wording.forecast {
                @if let Some(odds) = forecast.odds.filter(|_| !only) { (gauge::odds(odds)) (gauge::chance(odds)) }
                small { (gauge::unbroken(&forecast.text)) }
                (gauge::risk(forecast.odds))
            }
            (ctx.hint.mark(&[index]))
        }
    }
}

/// Returns the button that picks a piece or a word.
fn pick(ctx: RenderContext, fork: &Fork) -> Markup {
    let piece = fork.point.piece();
    let Press { form, name, value } = ctx.moves.pick(fork.node.unwrap_or_default());
    html! {
        button.move type="submit" form=(form) name=(name) value=(value) data-next=[piece] data-pieces=(marks::ids(piece))
            hidden[piece.is_some_and(|piece| ctx.moves.pressed_there(piece))] {
            span { (called(ctx, fork.point)) "…" }
            (ctx.hint.mark(&fork.moves))
        }
    }
}

/// Returns the choices that can follow the picked ones.
fn group(ctx: RenderContext, at: usize, node: &Node, here: bool) -> Markup {
    let moves = ctx.moves;
    let held = node.stem.last().and_then(|point| point.piece());
    let Press { form, name, value: back } = moves.pick(node.back);
    // A card that leads to one move alone has that move as the plain way on.
    let only = node.ends.len() + node.forks.iter().map(|fork| fork.moves.len()).sum::<usize>() == 1;
    let (spread, listed): (Vec<&Fork>, Vec<&Fork>) = node.forks.iter().partition(|fork| lies_in_pile(ctx, fork));
    html! {
        div.group data-stem=(moves.stem(at)) data-back=(back) data-only[node.forks.is_empty() && node.ends.len() == 1]
            data-pieces=(marks::ids(node.stem.iter().filter_map(|point| point.piece()))) hidden[!here] {
            (holding(ctx, node, only))
            @if !spread.is_empty() { div.spread tabindex="0" role="group" aria-label=(t!("Cards to choose from")) { @for fork in &spread { (card_of(ctx, fork)) } } }
            div.others {
                @for index in &node.ends { (button(ctx, *index, Some(""), only)) }
                @for fork in &listed {
                    @if fork.node.is_some() { (pick(ctx, fork)) }
                    @else { @for index in &fork.moves { (button(ctx, *index, fork.point.piece().or(Some("")), only)) } }
                }
                button.quiet.putback type="submit" form=(form) name=(name) value=(back) {
                    @if held.is_some() { (t!("Put it back")) } @else { (t!("Back")) }
                }
            }
        }
    }
}

/// Returns the picked choices: a card that leads to one move alone with its effect, else with the
/// next question.
fn holding(ctx: RenderContext, node: &Node, only: bool) -> Markup {
    let picked: Vec<String> = node.stem.iter().map(|point| called(ctx, point)).collect();
    let piece = node.stem.last().and_then(|point| point.piece()).and_then(|id| ctx.scene.piece(id));
    html! {
        @match piece.and_then(|piece| piece.text.as_deref()).filter(|_| only) {
            Some(text) => p.holding { b { (picked.join(", ")) } ": " span { (text) } },
            None => p.holding { (picked.join(", ")) ": " (question(node)) },
        }
    }
}

/// Returns whether the next choice is a card of an open pile: the tray then shows it, because the
/// pile is closed.
fn lies_in_pile(ctx: RenderContext, fork: &Fork) -> bool {
    let Some(id) = fork.point.piece() else { return false };
    let pile = ctx.scene.area_of(id);
    pile.is_some_and(|area| area.role == Role::Piles && area.layout == Layout::Stack)
}

/// Returns a card that can be picked next, fully drawn.
fn card_of(ctx: RenderContext, fork: &Fork) -> Markup {
    let id = fork.point.piece().unwrap_or_default();
    let Press { form, name, value } = match fork.node {
        Some(node) => ctx.moves.pick(node),
        None => ctx.moves.press(fork.moves[0]),
    };
    html! {
        @if let Some(here) = ctx.scene.piece(id) {
            button.pickable type="submit" form=(form) name=(name) value=(value) data-next=(id)
                aria-label={ (ctx.hint.said(&fork.moves)) (ctx.names.label(here)) } {
                span class={ "piece card can " (tone_of(here)) } {
                    (card(ctx, here, Place { role: Role::Hand, seat: None, effect: PressEffect::Idle }))
                }
                (ctx.hint.mark(&fork.moves))
            }
        }
    }
}

fn tone_of(piece: &Piece) -> &'static str {
    if let Look::Card { tone, .. } = piece.look { tone_class(tone) } else { "tone-plain" }
}

/// Returns the question that follows a pick.
fn question(node: &Node) -> &'static str {
    let any = |is: fn(&Point) -> bool| node.forks.iter().any(|fork| is(fork.point));
    if any(|point| matches!(point, Point::To(_))) {
        t!("where to?")
    } else if any(|point| matches!(point, Point::From(_))) {
        t!("with what?")
    } else {
        t!("how?")
    }
}

/// Returns a word as it is, a piece by the first effect of its description: `Potion` of `Potion,
/// heals 5`.
fn called(ctx: RenderContext, point: &Point) -> String {
    let id = match point {
        Point::Word(word) => return word.clone(),
        Point::Number { name, value, .. } => return format!("{value} {name}"),
        Point::From(id) | Point::To(id) => id,
    };
    let label = ctx.scene.piece(id).map_or("", |piece| &*piece.label);
    label.split([',', '.', ':']).next().unwrap_or(label).to_owned()
}

fn confirm(ctx: RenderContext, index: usize) -> Markup {
    let wording = &ctx.moves.all()[index].wording;
    html! {
        div.confirm role="alertdialog" aria-labelledby="sure" {
            p #sure { (wording.confirm.as_deref().unwrap_or_default()) }
            div.others {
                (button_sure(ctx.moves, ctx.names, index))
                button.quiet.putback type="submit" form="ask" name="pick" value="" { (t!("Not now")) }
            }
        }
    }
}

fn button_sure(moves: MoveMap, names: Names, index: usize) -> Markup {
    let Press { form, name, value } = moves.press(index);
    let wording = &moves.all()[index].wording;
    let danger = wording.is_dangerous();
    html! {
        button.move.primary[!danger].danger[danger] type="submit" form=(form) name=(name) value=(value) data-main[!danger] {
            span { (names.plain(&wording.text)) }
            (gauge::risk(wording.odds()))
        }
    }
}

fn waiting(ctx: RenderContext) -> Markup {
    html! {
        (auto_actions::standing(ctx))
        (hand_over::own_tables(ctx))
        @if !ctx.page.id.is_empty() { a.button.next-table href={ "/tables/" (ctx.page.id) "/next" } { (candle()) (t!("Next table that waits for you")) } }
        @if let Some(since) = ctx.page.waiting_since.as_ref().filter(|_| ctx.page.missed.is_empty()) { p.quiet { (t!("Waiting {since}.")) } }
    }
}

/// Returns the tools next to the question: undo, the reasons against other moves, a hint.
fn tools(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        div.tools {
            @if page.may_undo {
                form method="post" action={ "/tables/" (page.id) "/undo" } {
                    input type="hidden" name="step" value=(page.step);
                    (forms::looking_from(page))
                    button.tool data-undo { (sign(&art::icons::UNDO)) span { (t!("Take it back")) } }
                }
            } @else if let Some(why) = &page.undo_why_not {
                button.tool.off type="button" popovertarget="no-undo" { (sign(&art::icons::UNDO)) span { (t!("Take it back")) } span.unseen { (t!(": why not?")) } }
                div.details #no-undo popover { p { (why) } }
            }
            @if !ctx.scene.barred.is_empty() && ctx.page.ask.is_none() { (barred(&ctx.scene.barred)) }
            (advice::button(ctx))
            (hand_over::leave(page))
        }
    }
}

/// Returns the moves that are barred now, with the reasons.
fn barred(barred: &[Barred]) -> Markup {
    html! {
        button.tool type="button" popovertarget="barred" { (sign(&art::icons::LOCKED)) span { (t!("Why not?")) } }
        div.details #barred popover {
            h2 { (t!("What cannot be done now")) }
            ul {
                @for one in barred {
                    li { b { (one.what) } ": " (one.why) "." @if let Some(ruling) = one.ruling { " (" (ruling) ")" } }
                }
            }
        }
    }
}
