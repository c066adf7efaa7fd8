//! Puzzles: the list of all, and the page of one: a table with a question.

use kernel::{Meta, PuzzleWords, Sentence};
use maud::{Markup, html};
use text::{decimal, t};

use crate::{
    common::{Names, shell, sign},
    context::{MoveTree, RenderContext},
    data::{TablePage, Visitor},
    hall::mini,
    table, tray,
};

/// The puzzles of a game.
#[derive(Clone, Debug)]
pub struct GamePuzzles {
    /// The game.
    pub meta: &'static Meta,
    /// All of its puzzles.
    pub puzzles: Vec<PuzzleMark>,
}

/// A puzzle in the list of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleMark {
    /// Its number.
    pub number: u32,
    /// Whether it is the puzzle of the day.
    pub today: bool,
    /// Whether the visitor solved it at the first try; `None` if they have not tried it.
    pub solved: Option<bool>,
}

/// A puzzle as one visitor sees it.
#[derive(Debug)]
pub struct PuzzlePage<'a> {
    /// The table at the decision, or before it where the visitor looks back.
    pub table: &'a TablePage,
    /// Its number.
    pub number: u32,
    /// How many puzzles the game has.
    pub count: u32,
    /// Whether it is the puzzle of the day.
    pub today: bool,
    /// The question, if it is not about the end of the match.
    pub words: Option<PuzzleWords>,
    /// The result of the visitor's answer, once they have given one.
    pub answer: Option<ShownAnswer>,
}

/// The result of an answer.
#[derive(Clone, Debug)]
pub struct ShownAnswer {
    /// Whether it was the best move.
    pub solved: bool,
    /// How many days in a row the visitor has solved the puzzle of the day.
    pub streak: u32,
    /// The worth of each move, best first.
    pub choices: Vec<ShownChoice>,
    /// The number of playouts behind each of them.
    pub playouts: u32,
}

/// The worth of a move of a puzzle.
#[derive(Clone, Debug)]
pub struct ShownChoice {
    /// Its text.
    pub text: Sentence,
    /// Its worth from 0, always lost, to 1, always won: the match, or the goal of the puzzle.
    pub worth: f64,
    /// How much less that is than the best.
    pub behind: f64,
    /// The error of that difference, in either direction.
    pub margin: f64,
    /// Whether it is the best.
    pub best: bool,
    /// Whether the reference bot chooses it.
    pub reference: bool,
    /// Whether the visitor chose it.
    pub own: bool,
}

/// Returns the page of all puzzles.
pub fn puzzles(v: &Visitor, games: &[GamePuzzles], streak: u32) -> Markup {
    let today = games.iter().find_map(|game| Some((game.meta, game.puzzles.iter().find(|puzzle| puzzle.today)?)));
    let main = html! {
        div.column.puzzles {
            h1 { (t!("Puzzles")) }
            p { (t!("One decision of a match: what would you do? In each of these one move is clearly the best, and the bot that plays by a simple plan takes another. Your first answer counts.")) }
            @if let Some((meta, puzzle)) = today {
                p.of-day {
                    a.button.primary href=(at(meta, puzzle.number)) { (t!("The puzzle of the day")) }
                    span { (meta.title) @if let Some(solved) = puzzle.solved { ", " (became(solved)) } }
                    @if streak > 0 { span { (in_a_row(streak)) } }
                }
            } @else {
                p.quiet { (t!("There are none yet.")) }
            }
            @for game in games { (of_game(game)) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Puzzles"), &main)
}

fn of_game(game: &GamePuzzles) -> Markup {
    let id = format!("puzzles-{}", game.meta.id);
    let solved = game.puzzles.iter().filter(|puzzle| puzzle.solved == Some(true)).count();
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (game.meta.title) }
            p.quiet { (t!("{solved} of {} solved at the first try.", game.puzzles.len())) }
            ol.puzzle-numbers {
                @for puzzle in &game.puzzles {
                    li {
                        a.solved[puzzle.solved == Some(true)].missed[puzzle.solved == Some(false)].today[puzzle.today] href=(at(game.meta, puzzle.number)) {
                            (puzzle.number)
                            @if puzzle.today { span.unseen { (t!(", the puzzle of the day")) } }
                            @if let Some(solved) = puzzle.solved {
                                (sign(if solved { &art::icons::VERIFIED } else { &art::icons::CRACKED })) span.unseen { ", " (became(solved)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn became(solved: bool) -> &'static str {
    if solved { t!("solved") } else { t!("not solved") }
}

/// Returns the length of a streak, in words; empty if there is none.
pub fn in_a_row(streak: u32) -> String {
    match streak {
        0 => String::new(),
        1 => t!("Solved one day in a row.").into(),
        days => t!("Solved {days} days in a row."),
    }
}

/// Returns the address of a puzzle.
pub fn at(meta: &Meta, number: u32) -> String {
    format!("/puzzles/{}/{number}", meta.id)
}

/// Returns the page of a puzzle. It shows the table from the seat that decides and the question, or
/// the result of the answer.
pub fn puzzle(v: &Visitor, page: &PuzzlePage) -> Markup {
    let title = t!("Puzzle: {}", page.table.meta.title);
    match &page.answer {
        Some(answer) if page.table.at.is_none() => {
            shell::page(v, shell::PageKind::Hall, &title, &answered(page, answer))
        }
        _ => shell::page(v, shell::PageKind::Table, &title, &asked(page)),
    }
}

fn asked(page: &PuzzlePage) -> Markup {
    let table = page.table;
    let here = at(table.meta, page.number);
    let tree = table.scene.as_deref().map(MoveTree::new);
    html! {
        div #live data-title={ (t!("Puzzle: {}", table.meta.title)) " · Undercroft" } {
            @match table.scene.as_deref().zip(tree.as_ref()) {
                Some((scene, tree)) => {
                    @let ctx = RenderContext::new(table, scene, tree);
                    (table::laid_out(table, &table::match_parts(ctx, question(ctx, page, &here), &here)))
                }
                None => div.column { p { (t!("There is nothing to see of this puzzle.")) } },
            }
        }
    }
}

/// Returns the question and the moves; where the visitor looks back, the link to the question.
fn question(ctx: RenderContext, page: &PuzzlePage, here: &str) -> Markup {
    html! {
        @if page.table.at.is_some() {
            section.tray.waiting aria-label=(t!("Looking back")) { a.button.primary href=(here) data-main { (t!("Back to the puzzle")) } }
        } @else {
            form #act method="post" action=(here) {}
            form #ask method="get" action=(here) {}
            section.tray aria-labelledby="prompt" {
                div.ask {
                    p.prompt #prompt {
                        b { @if page.today { (t!("Puzzle of the day. ")) } (asked_for(page)) " " } (ctx.names.rich(&ctx.scene.prompt))
                    }
                }
                div.acts { (tray::offered(ctx)) }
            }
        }
    }
}

/// Returns the question in a few words.
fn asked_for(page: &PuzzlePage) -> &'static str {
    page.words.map_or(t!("What would you do?"), |words| words.question.as_str())
}

fn answered(page: &PuzzlePage, answer: &ShownAnswer) -> Markup {
    let table = page.table;
    let names = Names::at(table);
    html! {
        div.column.answered {
            p.where { a href="/puzzles" { (t!("Puzzles")) } " · " (t!("{}, number {}", table.meta.title, page.number)) @if page.today { (t!(", the puzzle of the day")) } }
            h1 { @if answer.solved { (t!("That is the best move.")) } @else { (t!("There is a better move.")) } }
            @if page.today && answer.streak > 0 { p { (in_a_row(answer.streak)) } }
            @if let Some(scene) = &table.scene {
                a.position href={ (at(table.meta, page.number)) "?at=" (table.step) } {
                    (mini::board(scene, table.theme).unwrap_or_default()) span { (t!("See the table")) }
                }
            }
            table.worths {
                caption {
                    (page.words.map_or(t!("The worth of each move: at 100 % it always wins."), |words| words.told.as_str())) " "
                    (t!("Each was tried out {} times, from what you know.", answer.playouts))
                }
                thead { tr { th scope="col" { (t!("Move")) } th scope="col" { (t!("Worth")) } } }
                tbody { @for choice in &answer.choices { (worth(names, choice)) } }
            }
            div.others {
                @if page.number < page.count { a.button.primary href=(at(table.meta, page.number + 1)) data-main { (t!("The next one")) } }
                form method="post" action={ (at(table.meta, page.number)) "/play" } { button title=(t!("For practice: a win there unlocks nothing.")) { (t!("Play on from here")) } }
                a.button.quiet href="/puzzles" { (t!("All puzzles")) }
            }
        }
    }
}

fn worth(names: Names, choice: &ShownChoice) -> Markup {
    html! {
        tr.best[choice.best].own[choice.own] {
            th scope="row" {
                span { (names.plain(&choice.text)) }
                @if choice.own { b.worth-tag { (t!("your answer")) } }
                @if choice.best { b.worth-tag { (t!("the best")) } }
                @if choice.reference { b.worth-tag { (t!("the bot’s")) } }
            }
            td {
                b { (percent(choice.worth)) "\u{a0}%" }
                meter min="0" max="100" value=(100.0 * choice.worth) aria-hidden="true" {}
                @if !choice.best { small { (t!("{} ±\u{a0}{} less", percent(choice.behind), percent(choice.margin))) } }
            }
        }
    }
}

/// Returns a share in percent, with one digit after the decimal mark.
fn percent(share: f64) -> String {
    decimal(100.0 * share.clamp(0.0, 1.0), 1)
}
