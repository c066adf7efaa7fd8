//! Calls for puzzles, as JSON below `/api/v1`.

use axum::{
    Json,
    extract::{Path, State},
};
use kernel::Viewer;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, api::Body, callers::Caller, puzzles, schema::*};
use ::views::puzzles as shown;

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
#[utoipa::path(get, path = "/api/v1/puzzles", responses((status = 200, description = "The puzzles", body = PuzzlesAnswer)))]
async fn list_puzzles(State(app): State<AppState>, caller: Caller) -> Answer<PuzzlesAnswer> {
    let (answers, day) = (puzzles::answers(&app, &caller).await?, puzzles::today(&app));
    let today = day.puzzle.map(|(title, number)| {
        let game = title.meta().id;
        DayPuzzleAnswer { game, number, solved: answers.to(game, number, &day).map(|answer| answer.solved) }
    });
    let games = shown::counts().iter().map(|(title, count)| PuzzleCount { game: title.meta().id, count: *count });
    Ok(Json(PuzzlesAnswer { today, streak: answers.streak(day.number), games: games.collect() }))
}

/// Returns a puzzle: its seat's view and moves, and their values once the caller has answered.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/{number}", responses((status = 404, description = "`unknown_game`, `not_found`: there is no such puzzle", body = Failure), (status = 200, description = "The puzzle", body = PuzzleAnswer)))]
async fn puzzle(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
) -> Answer<PuzzleAnswer> {
    told(&app, &caller, game, number).await
}

/// Answers a puzzle. The first answer counts.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{number}", request_body = PuzzleMove, responses((status = 404, description = "`unknown_game`, `not_found`: there is no such puzzle", body = Failure), (status = 422, description = "`illegal_action`: the move cannot be made here", body = Failure), (status = 200, description = "The puzzle, with what each move is worth", body = PuzzleAnswer)))]
async fn answer_puzzle(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
    Body(made): Body<PuzzleMove>,
) -> Answer<PuzzleAnswer> {
    puzzles::take(&app, &caller, &game, number, &made.action).await?;
    told(&app, &caller, game, number).await
}

async fn told(app: &AppState, caller: &Caller, game: String, number: u32) -> Answer<PuzzleAnswer> {
    let laid = puzzles::laid(app, caller, &game, number).await?;
    let (answers, today) = (puzzles::answers(app, caller).await?, puzzles::today(app));
    let state = laid.table.state([laid.seat].into_iter().collect());
    let choice = |(place, choice): (usize, &kernel::PuzzleMove)| PuzzleChoice {
        action: choice.action.clone(),
        worth: choice.worth,
        margin: choice.margin,
        best: place == laid.puzzle.best(),
        reference: place == laid.puzzle.reference,
    };
    let answer = answers.to(&game, number, &today).map(|answer| PuzzleOutcome {
        action: laid.puzzle.choices.get(answer.choice as usize).map(|choice| choice.action.clone()),
        solved: answer.solved,
        choices: laid.puzzle.choices.iter().enumerate().map(choice).collect(),
        playouts: laid.playouts,
    });
    Ok(Json(PuzzleAnswer {
        today: today.has(&game, number),
        game,
        number,
        question: laid.title.puzzle_words().map(|words| words.question.as_str()),
        seat: laid.seat.0,
        view: laid.table.view(Viewer::Seat(laid.seat)),
        legal: state.legal.into_iter().next().map(|(_, moves)| moves),
        answer,
    }))
}
