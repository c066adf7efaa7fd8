//! Moves that differ in numbers alone: a stepper for each number, and one button that states the
//! result.
//!
//! The numbers are lists to choose from, so the form works without scripts. Scripts add buttons for
//! one less and one more, and update the stated result at once.

use std::collections::BTreeMap;

use kernel::{Icon, Point};
use maud::{Markup, html};
use serde_json::Value;
use text::t;

use crate::{common::icon, context::RenderContext, tray::forms};

/// A number of the moves: its name, its sign, and its possible values.
struct Number {
    name: &'static str,
    icon: Icon,
    values: Vec<i32>,
}

/// Returns the indices of the moves whose paths contain numbers alone.
pub(crate) fn indices(ctx: RenderContext) -> Vec<usize> {
    let numbered = |path: &[Point]| !path.is_empty() && path.iter().all(|point| matches!(point, Point::Number { .. }));
    (0..ctx.moves.all().len()).filter(|index| numbered(&ctx.moves.all()[*index].wording.path)).collect()
}

/// Returns the form that makes one of these moves.
pub(crate) fn form(ctx: RenderContext) -> Markup {
    let indices = indices(ctx);
    let Some(first) = indices.first() else { return html! {} };
    let wording = |index: &usize| &ctx.moves.all()[*index].wording;
    let told =
        |index: &usize| wording(index).forecast.as_ref().map(|forecast| forecast.text.as_str()).unwrap_or_default();
    let by_numbers = |value: &dyn Fn(&usize) -> Value| -> String {
        let map: BTreeMap<String, Value> =
            indices.iter().map(|index| (key(&wording(index).path), value(index))).collect();
        Value::from_iter(map).to_string()
    };
    let numbers = numbers(&wording(first).path, indices.iter().map(|index| &wording(index).path[..]));
    let usual: Vec<String> = numbers.iter().map(|number| number.values[number.values.len() / 2].to_string()).collect();
    let shown = indices.iter().find(|index| key(&wording(index).path) == usual.join(",")).unwrap_or(first);
    let texts: Vec<String> = indices.iter().map(|index| ctx.names.plain(&wording(index).text)).collect();
    let says = by_numbers(&|index| ctx.names.plain(&wording(index).text).into());
    let verb = verb(&texts);
    html! {
        form.by-numbers method="post" action={ "/tables/" (ctx.page.id) @if ctx.page.beforehand.arms { "/arm" } @else { "/act" } }
            data-told=(by_numbers(&|index| told(index).into())) data-says=[verb.is_none().then_some(says)] {
            (forms::fields(ctx.page))
            input type="hidden" name="actions" value=(by_numbers(&|index| ctx.moves.all()[*index].action.clone()));
            @for (number, usual) in numbers.iter().zip(&usual) { (stepper(number, usual)) }
            button.move type="submit" aria-describedby="comes-to" {
                span { (verb.unwrap_or_else(|| ending(&texts))) }
                (ctx.hint.mark(&indices))
            }
            p.comes-to #comes-to { (told(shown)) }
        }
    }
}

fn stepper(number: &Number, usual: &str) -> Markup {
    let Number { name, icon: sign, values } = number;
    html! {
        span.stepper role="group" aria-label=(name) {
            button.step-by type="button" data-by="-1" aria-label=(t!("One {name} less")) { "−" }
            label {
                select name="number" aria-label=(name) {
                    @for value in values { option value=(value) selected[value.to_string() == *usual] { (value) } }
                }
                span { (icon(*sign)) (name) }
            }
            button.step-by type="button" data-by="1" aria-label=(t!("One {name} more")) { "+" }
        }
    }
}

/// Returns the word with which all these texts begin, if they do: `Offer` of `Offer Ada help for 2
/// XP`.
fn verb(texts: &[String]) -> Option<&str> {
    let mut words = texts.iter().map(|text| text.split([' ', ':']).next().unwrap_or_default());
    let first = words.next()?;
    words.all(|word| word == first).then_some(first)
}

/// Returns the words with which all these texts end: `damage for Lily` of `4 damage for Lily`. The
/// script puts the whole text of the chosen numbers in their place.
fn ending(texts: &[String]) -> &str {
    let Some((first, others)) = texts.split_first() else { return "" };
    let starts = first.match_indices(' ').map(|(at, _)| &first[at..]);
    starts.into_iter().find(|end| others.iter().all(|text| text.ends_with(end))).unwrap_or(first).trim_start()
}

/// Returns the numbers of a path, as the form sends them: `2,1`.
fn key(path: &[Point]) -> String {
    let value = |point: &Point| if let Point::Number { value, .. } = point { Some(value.to_string()) } else { None };
    path.iter().filter_map(value).collect::<Vec<_>>().join(",")
}

/// Returns the possible values of each step of these paths, in ascending order.
fn numbers<'a>(first: &[Point], paths: impl Iterator<Item = &'a [Point]> + Clone) -> Vec<Number> {
    let number = |(place, point): (usize, &Point)| {
        let Point::Number { name, icon, .. } = point else { return None };
        let value = |path: &[Point]| match path.get(place) {
            Some(Point::Number { value, .. }) => Some(*value),
            _ => None,
        };
        let mut values: Vec<i32> = paths.clone().filter_map(value).collect();
        values.sort_unstable();
        values.dedup();
        Some(Number { name, icon: *icon, values })
    };
    first.iter().enumerate().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn button_of_numbers_says_the_verb_or_what_all_share() {
        let texts = |all: [&str; 2]| all.map(str::to_owned);
        let offers = texts(["Offer Ada help for 0 XP", "Offer Ada help for 1 XP"]);
        assert_eq!(verb(&offers), Some("Offer"));
        let blasts = texts(["0 damage for Lily", "14 damage for Lily"]);
        assert_eq!((verb(&blasts), ending(&blasts)), (None, "damage for Lily"));
        let one = ["4 damage for Lily".to_owned()];
        assert_eq!(verb(&one), Some("4"), "with a single number the text is the choice itself");
    }

    #[test]
    fn each_number_has_all_its_values_once() {
        let path = |xp: i32, treasure: i32| {
            let number = |name, value| Point::Number { name, icon: Icon::STAR, value };
            vec![number("XP", xp), number("treasure", treasure)]
        };
        let paths: Vec<Vec<Point>> = [(1, 0), (0, 0), (1, 2), (0, 1)].map(|(xp, treasure)| path(xp, treasure)).into();
        let numbers = numbers(&paths[0], paths.iter().map(|path| &path[..]));
        let told: Vec<_> = numbers.into_iter().map(|number| (number.name, number.values)).collect();
        assert_eq!(told, [("XP", vec![0, 1]), ("treasure", vec![0, 1, 2])]);
        assert_eq!(key(&path(2, 1)), "2,1");
    }
}
