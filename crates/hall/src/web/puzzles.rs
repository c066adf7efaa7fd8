//! The pages of puzzles, and their forms.

use ::views::puzzles::{self, Answers, LaidPuzzle, PuzzleDay};
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use model::LONGEST_STREAK;
use pages::TodayCard;
use serde_json::Value;

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::html,
    fields::{Fields, QueryFields},
    forms,
};
use crate::{fault::Fault, store::Write, tables};

/// Returns the addresses of puzzles.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/puzzles", get(all))
        .route("/puzzles/{game}/{number}", get(one).post(answer))
        .route("/puzzles/{game}/{number}/play", post(play_on))
}

/// Returns the caller's answers so far.
pub(super) async fn answers(app: &AppState, caller: &Caller) -> Result<Answers, Fault> {
    Ok(match caller.id() {
        Some(me) => Answers::new(app.store.puzzle_answers(me).await?),
        None => Answers::default(),
    })
}

/// Returns the present day, with its puzzle.
pub(super) fn today(app: &AppState) -> PuzzleDay {
    PuzzleDay::of(app.registry.calendar.now())
}

/// Returns the front page's card for the puzzle of the day, from the caller's answers on such days.
pub(super) async fn card(app: &AppState, caller: &Caller) -> Result<Option<TodayCard>, Fault> {
    let answers = match caller.id() {
        Some(me) => app.store.answers_of_days(me, LONGEST_STREAK).await?,
        None => Vec::new(),
    };
    Ok(puzzles::card(&Answers::new(answers), &today(app)))
}

/// Returns a puzzle with its match at the decision. The match is played up to there, so a blocking
/// thread does it.
pub(super) async fn laid(app: &AppState, caller: &Caller, game: &str, number: u32) -> Result<LaidPuzzle, Fault> {
    let (game, language) = (game.to_owned(), caller.language());
    app.works.run(caller, move || language.speak(|| LaidPuzzle::find(&game, number))).await?
}

async fn all(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    let (answers, today) = (answers(&app, &caller).await?, today(&app));
    Ok(html(StatusCode::OK, puzzles::list(&app.visitor(&caller).await?, &answers, &today)))
}

async fn one(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let laid = laid(&app, &caller, &game, number).await?;
    let (answers, today) = (answers(&app, &caller).await?, today(&app));
    let page = laid.page(&app.visitor(&caller).await?, &answers, &today, query.view_options(&headers))?;
    Ok(html(StatusCode::OK, page))
}

/// Takes an answer. The first answer to a puzzle counts, and for the puzzle of the day the first
/// one of that day. The day is that of this process when the answer comes.
pub(super) async fn take(
    app: &AppState,
    caller: &Caller,
    game: &str,
    number: u32,
    action: &Value,
) -> Result<(), Fault> {
    let me = caller.known()?.id.clone();
    let answer = laid(app, caller, game, number).await?.answer(action, app.registry.calendar.now())?;
    Ok(app.store.write(Write::AnswerPuzzle { person: me, answer }).await?)
}

async fn answer(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
    fields: Fields,
) -> HandlerResult {
    let action = fields.action()?;
    caller.or_guest(&app.store).await?;
    take(&app, &caller, &game, number, &action).await?;
    Ok(Redirect::to(&format!("/puzzles/{game}/{number}")).into_response())
}

/// Begins a match for practice from a puzzle.
async fn play_on(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, number)): Path<(String, u32)>,
) -> HandlerResult {
    let laid = laid(&app, &caller, &game, number).await?;
    let me = caller.or_guest(&app.store).await?.id.clone();
    app.count_table(&caller).await?;
    let language = caller.language();
    let lay_out = move || tables::puzzles::laid_out(&me, laid.title, &laid.puzzle, laid.table.as_ref());
    let new = app.works.run(&caller, move || language.speak(lay_out)).await??;
    Ok(forms::to_table(&tables::puzzles::play_on(&app.registry, new).await?))
}
