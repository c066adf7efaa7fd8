//! The effects of a step, as the script plays them: the dice one by one, and their results.

use std::sync::Arc;

use kernel::{Blow, Effect, Line, Look, Moment, Piece, Roll, Scene};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{
    common::Names,
    context::{MoveTree, RenderContext},
    data::{Chapter, TablePage},
    scene::{rolls, stage},
    table::chronicle,
};

/// The log and the effects of one step, moment by moment.
#[derive(Clone, Debug)]
pub struct ToldStep {
    /// Its log.
    pub chapter: Arc<Chapter>,
    /// Its moments.
    pub moments: Vec<Moment>,
    /// Its dice and coins.
    pub dice: Vec<Piece>,
    /// The tables shown in the middle of it, by the numbers in its moments.
    pub shown: Vec<Scene>,
}

/// Returns the entry of a step in the chronicle of a table's page; empty if the step logged
/// nothing.
pub fn entry(page: &TablePage, chapter: &Chapter) -> Markup {
    html! { @if !chapter.lines.is_empty() { (chronicle::entry(page, chapter, &format!("/tables/{}", page.id))) } }
}

/// Returns the moments of a step in their order, for the script:
///
/// | moment | what happens |
/// |---|---|
/// | `{show}` | the stage changes to this drawing before the step goes on |
/// | `{roll, html, by, on}` | a box opens in which dice will lie; the drawing has them all, with their result; `by` will strike `on` |
/// | `{die, sides, value, seat, purpose}` | one of them lands, for that player or none; those of one purpose land together; a coin has no `sides` |
/// | `{settle, title, result, by, on, harm}` | the roll of that number is settled: `by` strikes `on` |
/// | `{change, by, to}` | the number on a piece changes |
/// | `{fall}`, `{draw}`, `{move}`, `{gain}` | that happens to a piece |
/// | `{line, say}` | a line of the chronicle, by its icon; its sentence if screen readers hear it |
pub fn moments(page: &TablePage, step: &ToldStep) -> Vec<Value> {
    let rolls = rolls_of(page, step);
    let Some(mut scene) = page.scene.as_deref() else { return Vec::new() };
    let names = Names::at(page);
    let opened = |at: usize, scene: &Scene| {
        let roll = rolls.get(at)?;
        let (by, on) = sides(roll.blow.as_ref());
        Some(json!({ "roll": at, "html": box_of(page, scene, &step.dice, at, roll), "by": by, "on": on }))
    };
    let (mut told, mut at, mut open) = (Vec::new(), 0, false);
    for moment in &step.moments {
        match moment {
            Moment::Die { piece } => {
                if !open {
                    told.extend(opened(at, scene));
                    open = true;
                }
                told.extend(step.dice.iter().find(|die| die.id == *piece).map(fallen));
            }
            Moment::Tell { line } => {
                let line = step.chapter.lines.get(*line);
                told.extend(line.map(|line| {
                    let said = is_said(line, &step.chapter.lines).then(|| names.plain(&line.text));
                    json!({ "line": line.icon.0, "say": said })
                }));
            }
            Moment::Show { scene: number } => {
                if let Some(shown) = step.shown.get(*number) {
                    scene = shown;
                    told.push(json!({ "show": stage_of(page, shown) }));
                }
            }
            Moment::Effect(effect) => {
                if matches!(effect, Effect::Settle { .. }) && !open {
                    told.extend(opened(at, scene));
                }
                told.push(done(names, effect, at));
                if matches!(effect, Effect::Settle { .. }) {
                    (at, open) = (at + 1, false);
                }
            }
        }
    }
    told
}

/// Returns whether screen readers announce a line of a step. They announce details only if the step
/// logged nothing else; the chronicle does the same.
fn is_said(line: &Line, all: &[Line]) -> bool {
    !line.heading && (!line.detail || all.iter().all(|line| line.heading || line.detail))
}

/// Returns the rolls of a step, as its moments settle them; the dice that it leaves open form the
/// last. If a roll is settled without dice of the step, its dice are those on the table.
fn rolls_of(page: &TablePage, step: &ToldStep) -> Vec<Roll> {
    let (mut rolls, mut open): (Vec<Roll>, Vec<String>) = (Vec::new(), Vec::new());
    for moment in &step.moments {
        match moment {
            Moment::Die { piece } => open.push(piece.clone()),
            Moment::Effect(Effect::Settle { title, result, sum, blow }) => {
                let lay = || {
                    let mut lying = page.scene.iter().flat_map(|scene| &scene.rolls);
                    let roll = lying.find(|roll| roll.title == *title && roll.result == *result);
                    roll.map(|roll| roll.dice.clone()).unwrap_or_default()
                };
                let dice = if open.is_empty() { lay() } else { std::mem::take(&mut open) };
                let (result, sum, blow) = (result.clone(), sum.clone(), blow.clone());
                rolls.push(Roll { title: title.clone(), result, sum, blow, dice });
            }
            Moment::Tell { .. } | Moment::Show { .. } | Moment::Effect(_) => {}
        }
    }
    if !open.is_empty() {
        rolls.push(Roll { dice: open, ..Roll::default() });
    }
    rolls
}

/// Returns the box of a roll, as it is opened while `scene` is on the table. Dice of the step may
/// no longer be on the table.
fn box_of(page: &TablePage, scene: &Scene, dice: &[Piece], at: usize, roll: &Roll) -> String {
    let tree = MoveTree::new(scene);
    let ctx = RenderContext { fallen: dice, ..RenderContext::new(page, scene, &tree) };
    rolls::one(ctx, at, roll).into_string()
}

/// Returns the stage of a table in the middle of a step. Pieces that the page has are placeholders.
fn stage_of(page: &TablePage, scene: &Scene) -> String {
    let tree = MoveTree::new(scene);
    stage::stage(RenderContext::new(page, scene, &tree)).into_string()
}

/// Returns the pieces of a blow: the one that strikes, and the one that is struck.
fn sides(blow: Option<&Blow>) -> (Option<&str>, Option<&str>) {
    (blow.and_then(|blow| blow.by.as_deref()), blow.map(|blow| blow.on.as_str()))
}

fn fallen(die: &Piece) -> Value {
    let (seat, purpose) = (die.seat, rolls::purpose(die));
    match &die.look {
        Look::Die { sides, value, .. } => {
            json!({ "die": die.id, "sides": sides, "value": value, "seat": seat, "purpose": purpose })
        }
        Look::Token { value, .. } => json!({ "die": die.id, "value": value, "seat": seat, "purpose": purpose }),
        _ => json!({ "die": die.id, "seat": seat, "purpose": purpose }),
    }
}

fn done(names: Names, effect: &Effect, roll: usize) -> Value {
    match effect {
        Effect::Settle { title, result, blow, .. } => {
            let (by, on) = sides(blow.as_ref());
            let harm = blow.as_ref().map(|blow| blow.harm);
            json!({ "settle": roll, "title": names.plain(title), "result": result, "by": by, "on": on, "harm": harm })
        }
        Effect::Change { piece, by, to } => json!({ "change": piece, "by": by, "to": to }),
        Effect::Fall { piece } => json!({ "fall": piece }),
        Effect::Draw { piece } => json!({ "draw": piece }),
        Effect::Move { piece } => json!({ "move": piece }),
        Effect::Gain { piece } => json!({ "gain": piece }),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Tone};

    use super::*;

    #[test]
    fn a_step_that_tells_details_alone_says_them() {
        let line = || Line::new(Icon::SWORD, Tone::Plain, "The blow");
        let said = |lines: &[Line]| lines.iter().map(|line| is_said(line, lines)).collect::<Vec<_>>();
        assert_eq!(said(&[Line::heading(Icon::DOOR, "Floor 2"), line().detail(), line()]), [false, false, true]);
        assert_eq!(said(&[Line::heading(Icon::DOOR, "Floor 2"), line().detail()]), [false, true]);
    }
}
