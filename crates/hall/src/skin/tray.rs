//! The tray: what can be done now, within the thumb's reach.

use kernel::{Ask, Barred, ChanceOutcome, Question, Role, Seat};
use maud::{Markup, html};

use super::{
    TablePage, hint,
    icons::{self, Sign},
    moves::{Moves, Press},
    names::Names,
    piece::Easel,
};

/// What can be done now, or who is waited for.
pub(super) fn tray(easel: Easel) -> Markup {
    let moves = easel.moves;
    html! {
        section.tray.waiting[moves.all().is_empty() && easel.page.ask.is_none()] aria-labelledby="prompt" {
            @if let Some(question) = easel.page.ask {
                (answer(easel.page, question))
            } @else {
                p.prompt #prompt { (easel.names.rich(&easel.scene.prompt)) }
                (hint::said(easel))
                @if let Some(index) = moves.asking() {
                    (confirm(easel, index))
                } @else if moves.all().is_empty() {
                    (waiting(easel))
                } @else {
                    (choices(easel))
                }
            }
            (foot(easel))
        }
    }
}

/// The forms that all buttons of the table belong to.
pub(super) fn forms(page: &TablePage) -> Markup {
    html! {
        form #act method="post" action={ "/tables/" (page.id) "/act" } {
            @if let Some(seat) = page.viewer.seat() { input type="hidden" name="seat" value=(seat); }
            input type="hidden" name="step" value=(page.step);
        }
        form #ask method="get" action={ "/tables/" (page.id) } {}
    }
}

/// So many moves can be taken in at a glance; when there are more, those of one piece wait until it is picked up.
const AT_A_GLANCE: usize = 6;

fn choices(easel: Easel) -> Markup {
    let moves = easel.moves;
    let several: Vec<&str> = pieces(moves).into_iter().filter(|piece| moves.hanging_on(piece).count() > 1).collect();
    let alone = |index: usize| moves.hanging_on(moves.anchor(index).unwrap_or_default()).count() < 2;
    let said = |index: usize| moves.anchor(index).is_some_and(|piece| moves.speaks_for_itself(piece) && alone(index));
    let listed: Vec<usize> = (0..moves.all().len()).filter(|index| !said(*index)).collect();
    let crowded = listed.len() > AT_A_GLANCE;
    let (main, others): (Vec<usize>, Vec<usize>) = listed.iter().partition(|index| moves.all()[**index].wording.main);
    html! {
        div.choices hidden[moves.picked().is_some()] {
            @for index in main { (button(easel, index)) }
            div.others {
                @for index in others.into_iter().filter(|index| !crowded || alone(*index)) { (button(easel, index)) }
                @if crowded { @for piece in &several { (pick_up(easel, piece)) } }
            }
        }
        @for piece in &several { (group(easel, piece)) }
    }
}

/// The pieces that moves hang on, each once.
fn pieces(moves: Moves<'_>) -> Vec<&str> {
    let mut all = Vec::new();
    for piece in (0..moves.all().len()).filter_map(|index| moves.anchor(index)) {
        if !all.contains(&piece) {
            all.push(piece);
        }
    }
    all
}

/// The button of one move.
fn button(easel: Easel, index: usize) -> Markup {
    let wording = &easel.moves.all()[index].wording;
    let Press { form, name, value } = easel.moves.press(index);
    html! {
        button.move.large[wording.main].primary[wording.main] type="submit" form=(form) name=(name) value=(value)
            data-main[wording.main] data-from=[wording.source()] data-to=[wording.target()] {
            span { (easel.names.plain(&wording.text)) @if wording.confirm.is_some() { "…" } }
            @if let Some(forecast) = &wording.forecast { small { (forecast) } }
            (easel.hint.mark(&[index]))
        }
    }
}

fn pick_up(easel: Easel, piece: &str) -> Markup {
    let Press { form, name, value } = easel.moves.pick_up(piece);
    html! {
        button.move type="submit" form=(form) name=(name) value=(value) data-from=(piece) {
            span { (called(easel, piece)) "…" }
            (easel.hint.mark(&easel.moves.hanging_on(piece).collect::<Vec<_>>()))
        }
    }
}

/// What a picked-up piece can do.
fn group(easel: Easel, piece: &str) -> Markup {
    let moves = easel.moves;
    html! {
        div.group data-of=(piece) hidden[moves.picked() != Some(piece)] {
            p.holding { (called(easel, piece)) ": where to?" }
            div.others {
                @for index in (0..moves.all().len()).filter(|index| moves.anchor(*index) == Some(piece)) {
                    (button(easel, index))
                }
                button.quiet.putback type="submit" form="ask" name="from" value="" { "Put it back" }
            }
        }
    }
}

/// A piece by the first part of its description: `Potion` of `Potion, heals 5`.
fn called(easel: Easel, piece: &str) -> String {
    let label = easel.scene.piece(piece).map_or("", |piece| piece.label.as_str());
    label.split([',', '.', ':']).next().unwrap_or(label).to_owned()
}

fn confirm(easel: Easel, index: usize) -> Markup {
    let wording = &easel.moves.all()[index].wording;
    html! {
        div.confirm role="alertdialog" aria-labelledby="sure" {
            p #sure { (wording.confirm.as_deref().unwrap_or_default()) }
            div.others {
                (button_sure(easel.moves, easel.names, index))
                button.quiet.putback type="submit" form="ask" name="from" value="" { "Not now" }
            }
        }
    }
}

fn button_sure(moves: Moves, names: Names, index: usize) -> Markup {
    let Press { form, name, value } = moves.press(index);
    html! {
        button.move.primary type="submit" form=(form) name=(name) value=(value) data-main {
            span { (names.plain(&moves.all()[index].wording.text)) }
        }
    }
}

/// With physical dice: what to roll or draw, and the form that says what fell.
pub(super) fn answer(page: &TablePage, question: &Question) -> Markup {
    let (ask, choices): (String, Vec<String>) = match &question.ask {
        Ask::Die(die) => {
            (format!("roll a {die} and say what fell"), (1..=die.sides()).map(|value| value.to_string()).collect())
        }
        Ask::Coin => ("flip a coin and say what fell".into(), vec!["heads".into(), "tails".into()]),
        Ask::Card { possible: codes, .. } => {
            ("draw a card and say which".into(), codes.iter().map(|code| (*code).to_owned()).collect())
        }
    };
    html! {
        p.prompt #prompt { b { (question.why.text) } ": " (ask) "." }
        form.answer method="post" action={ "/tables/" (page.id) "/answer" } {
            input type="hidden" name="step" value=(page.step);
            input type="hidden" name="answers" value=(page.told.len());
            div.others { @for choice in &choices { button.move name="value" value=(choice) { (choice) } } }
            @if !page.told.is_empty() {
                p.quiet { "So far: " (page.told.iter().map(ChanceOutcome::text).collect::<Vec<_>>().join(", ")) "." }
            }
        }
    }
}

fn waiting(easel: Easel) -> Markup {
    let page = easel.page;
    let awaited = easel.scene.areas.iter().filter(|area| area.role == Role::Seat && area.active);
    let away = |seat: &Seat| {
        easel.names.chair(*seat).is_some_and(|chair| chair.player.is_some() && !chair.connected && !chair.you)
    };
    let missing: Vec<Seat> = awaited.filter_map(|area| area.seat).filter(away).collect();
    html! {
        @if let Some(since) = &page.waiting_since { p.quiet { "Waiting " (since) "." } }
        @for seat in missing {
            form.inline method="post" action={ "/tables/" (page.id) "/seats/" (seat) } {
                span { (easel.names.of(seat)) " is away." }
                input type="hidden" name="bot" value=(bots::Bot::Normal.name());
                button name="do" value="bot" { "Let a bot play on" }
            }
        }
    }
}

/// Taking back, what else one can ask, and the keys.
fn foot(easel: Easel) -> Markup {
    let page = easel.page;
    html! {
        div.foot {
            @if page.may_undo {
                form method="post" action={ "/tables/" (page.id) "/undo" } {
                    input type="hidden" name="step" value=(page.step);
                    button.quiet data-undo { (icons::sign(Sign::Undo)) "Take it back" }
                }
            } @else if let Some(why) = &page.undo_why_not {
                button.quiet.off type="button" popovertarget="no-undo" { (icons::sign(Sign::Undo)) "Take it back" span.unseen { ": why not?" } }
                div.lore #no-undo popover { p { (why) } }
            }
            @if !easel.scene.barred.is_empty() && easel.page.ask.is_none() { (barred(&easel.scene.barred)) }
            (hint::button(easel))
            button.quiet.help type="button" popovertarget="keys" { (icons::sign(Sign::Help)) "Help" }
        }
    }
}

/// What cannot be done now, and why not.
fn barred(barred: &[Barred]) -> Markup {
    html! {
        button.quiet type="button" popovertarget="barred" { (icons::sign(Sign::Locked)) "Why not?" }
        div.lore #barred popover {
            h2 { "What cannot be done now" }
            ul {
                @for one in barred {
                    li { b { (one.what) } ": " (one.why) "." @if let Some(ruling) = one.ruling { " (" (ruling) ")" } }
                }
            }
        }
    }
}
