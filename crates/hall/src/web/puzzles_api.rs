//! Calls for puzzles, as JSON below `/api/v1`.

use axum::{
    Json,
    extract::{Path, State},
    response::IntoResponse,
};
use kernel::Viewer;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, api::Body, callers::Caller, puzzles, schema};
use crate::{fault::Fault, views::puzzles as shown};

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_puzzles)).routes(routes!(puzzle, answer_puzzle))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleMove {
    /// One of the legal moves.
    #[schema(value_type = Object)]
    action: Value,
}

/// Returns the number of puzzles, the puzzle of the day, and the caller's streak.
#[utoipa::path(get, path = "/api/v1/puzzles", responses((status = 200, description = "The puzzles", body = schema::PuzzlesAnswer)))]
async fn list_puzzles(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    let (answers, day) = (puzzles::answers(&app, &caller).await?, puzzles::today(&app));
    let today = day.puzzle.map(|(title, number)| {
        let id = title.meta().id;
        json!({ "game": id, "number": number, "solved": answers.to(id, number, &day).map(|answer| answer.solved) })
    });
    let games = shown::counts().iter().map(|(title, count)| json!({ "game": title.meta().id, "count": count }));
    let answer = json!({
        "today": today,
        "streak": answers.streak(day.number),
        "games": games.collect::<Vec<_>>(),
    });
    Ok(Json(answer).into_response())
}

/// Returns a puzzle: its seat's view and moves, and their values once the caller has answered.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/{number}", responses((status = 404, description = "`unknown_game`, `not_found`: there is no such puzzle", body = schema::Failure), (status = 200, description = "The puzzle", body = schema::PuzzleAnswer)))]
async fn puzzle(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
) -> HandlerResult {
    Ok(Json(told(&app, &caller, &game, number).await?).into_response())
}

/// Answers a puzzle. The first answer counts.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{number}", request_body = PuzzleMove, responses((status = 404, description = "`unknown_game`, `not_found`: there is no such puzzle", body = schema::Failure), (status = 422, description = "`illegal_action`: the move cannot be made here", body = schema::Failure), (status = 200, description = "The puzzle, with what each move is worth", body = schema::PuzzleAnswer)))]
async fn answer_puzzle(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
    Body(made): Body<PuzzleMove>,
) -> HandlerResult {
    puzzles::take(&app, &caller, &game, number, &made.action).await?;
    Ok(Json(told(&app, &caller, &game, number).await?).into_response())
}

async fn told(app: &AppState, caller: &Caller, game: &str, number: u32) -> Result<Value, Fault> {
    let laid = puzzles::laid(app, caller, game, number).await?;
    let (answers, today) = (puzzles::answers(app, caller).await?, puzzles::today(app));
    let state = laid.table.state([laid.seat].into_iter().collect());
    let worth = |(place, choice): (usize, &kernel::PuzzleMove)| {
        json!({
            "action": choice.action,
            "worth": choice.worth,
            "margin": choice.margin,
            "best": place == laid.puzzle.best(),
            "reference": place == laid.puzzle.reference,
        })
    };
    let answer = answers.to(game, number, &today).map(|answer| {
        let made = laid.puzzle.choices.get(answer.choice as usize).map(|choice| &choice.action);
        let choices: Vec<Value> = laid.puzzle.choices.iter().enumerate().map(worth).collect();
        json!({ "action": made, "solved": answer.solved, "choices": choices, "playouts": laid.playouts })
    });
    Ok(json!({
        "game": game,
        "number": number,
        "today": today.has(game, number),
        "question": laid.title.puzzle_words().map(|words| words.question.as_str()),
        "seat": laid.seat,
        "view": laid.table.view(Viewer::Seat(laid.seat)),
        "legal": state.legal.into_iter().next().map(|(_, moves)| moves),
        "answer": answer,
    }))
}
