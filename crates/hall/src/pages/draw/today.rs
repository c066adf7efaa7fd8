//! What there is today, on the front page: a card an entry.

use kernel::Meta;
use maud::{Markup, html};

use super::{Visitor, pictures::picture, puzzles};

/// The puzzle of the day, as the front page shows it.
#[derive(Clone, Copy, Debug)]
pub struct DayPuzzle {
    /// Its game.
    pub meta: &'static Meta,
    /// Its number.
    pub number: u32,
    /// Whether the visitor has solved it; `None` if they have not tried.
    pub solved: Option<bool>,
    /// How many days in a row they have solved the puzzle of the day.
    pub streak: u32,
}

/// Everything of today's; nothing if there is nothing.
pub(super) fn today(v: &Visitor, puzzle: Option<&DayPuzzle>) -> Markup {
    html! {
        @if let Some(puzzle) = puzzle {
            section.today aria-labelledby="today" {
                h2 #today { "Today" }
                ul { li { (day_puzzle(v, puzzle)) } }
            }
        }
    }
}

fn day_puzzle(v: &Visitor, puzzle: &DayPuzzle) -> Markup {
    html! {
        a.day-card href=(puzzles::at(puzzle.meta, puzzle.number)) {
            @if let Some(cover) = puzzle.meta.cover { span.picture aria-hidden="true" { (picture(cover, v.theme).unwrap_or_default()) } }
            span.words {
                b { "Puzzle of the day" }
                span { (puzzle.meta.title) ": " @match puzzle.solved {
                    None => "what would you do?",
                    Some(true) => "you solved it.",
                    Some(false) => "you missed it; see why.",
                } }
                @if puzzle.streak > 0 { small { (puzzles::in_a_row(puzzle.streak)) } }
            }
        }
    }
}
