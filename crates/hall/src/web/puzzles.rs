//! The pages of puzzles, and their forms.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use kernel::{Seat, Viewer, options};
use model::LONGEST_STREAK;
use pages::{PuzzlePage, SeatInfo, ShownAnswer, TablePage, TodayCard};
use serde_json::Value;
use text::t;

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::html,
    fields::{Fields, QueryFields},
    forms,
};
use crate::{
    fault::Fault,
    store::{PuzzleAnswer, Write},
    tables,
    views::puzzles::{self, Answers, LaidPuzzle, PuzzleDay},
};

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
    PuzzleDay::new(puzzles::number_of(app.registry.calendar.today()))
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
    let page = pages::puzzles(&app.visitor(&caller).await?, &answers.by_game(&today), answers.streak(today.number));
    Ok(html(StatusCode::OK, page))
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
    let visitor = app.visitor(&caller).await?;
    let view = query.view_options(&headers);
    let meta = laid.title.meta();
    let options = options::complete(meta.options, &Value::Object(laid.puzzle.options.clone()))?;
    let answer = answers.to(&game, number, &today).map(|answer| ShownAnswer {
        solved: answer.solved,
        streak: answers.streak(today.number),
        choices: laid.choices(answer.choice),
        playouts: laid.playouts,
    });
    let mut scene = laid.scene(view.at);
    // An answered puzzle takes no other answer.
    if let Some(scene) = scene.as_mut().filter(|_| answer.is_some()) {
        scene.moves.clear();
    }
    let seats = Seat::all(laid.puzzle.seats).map(|seat| match seat == laid.seat {
        true => {
            SeatInfo { seat, person: Some(visitor.name.unwrap_or(t!("You")).into()), you: true, ..SeatInfo::default() }
        }
        false => SeatInfo { seat, bot: Some("reference".into()), ..SeatInfo::default() },
    });
    let table = TablePage {
        seats: seats.collect(),
        step: laid.table.ply(),
        at: view.at,
        chronicle: laid.chronicle().into_iter().map(Arc::new).collect(),
        hand_order: view.hand_order,
        confirm: view.confirm,
        picked: view.pick,
        theme: visitor.theme,
        ..TablePage::new(meta, &options, scene, Viewer::Seat(laid.seat))
    };
    let today = today.has(&game, number);
    let page = PuzzlePage { table: &table, number, count: laid.count, today, words: laid.title.puzzle_words(), answer };
    Ok(html(StatusCode::OK, pages::puzzle(&visitor, &page)))
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
    let laid = laid(app, caller, game, number).await?;
    let (place, at) = (laid.place(action)?, app.registry.calendar.now());
    let today = today(app);
    let answer = PuzzleAnswer {
        day: if today.has(game, number) { today.number } else { 0 },
        game: game.to_owned(),
        number,
        choice: place as u32,
        solved: place == laid.puzzle.best(),
        at,
    };
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
