//! Leaderboards, as pages and as JSON.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::get,
};
use kernel::{
    Meta,
    interval::{Interval, wilson},
};
use pages::{OfferedBoard, ShownBoards, ShownLine, ShownRanking, ShownWins};
use text::{Text, counted, decimal, t};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, callers::Caller, errors::html, fields::QueryFields, origin::Origin, schema::*};
use crate::{
    store::{BoardKey, BoardLine, Entrant, GUEST_DAYS, Rated, Streak, WinShare},
    views::{
        boards::{self, Board, GameBoards, Wanted},
        lists,
    },
};

/// Returns the addresses of the pages.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/boards", get(all)).route("/boards/{game}", get(page))
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(board))
}

async fn all(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    let mut games = Vec::with_capacity(roster::GAMES.len());
    for meta in lists::games() {
        games.push((meta, boards::matches(&app.store, meta).await?));
    }
    let visitor = app.visitor(&caller).await?;
    Ok(html(StatusCode::OK, pages::all_boards(&visitor.at(origin.url.as_deref()), &games)))
}

/// Answers with a game's boards; `?seats=N&variant=OPTIONS&with=COMPANY` chooses one.
async fn page(
    State(app): State<AppState>,
    caller: Caller,
    Path(game): Path<String>,
    query: QueryFields,
    origin: Origin,
) -> HandlerResult {
    let title = app.registry.roster().find(&game)?;
    let found = GameBoards::of(&app.store, title.meta(), &wanted(&query)).await?;
    let shown = shown(&found, title.meta(), title.measures().score_title().map(Text::as_str), caller.id());
    let visitor = app.visitor(&caller).await?;
    Ok(html(StatusCode::OK, pages::boards(&visitor.at(origin.url.as_deref()), title.meta(), &shown)))
}

fn wanted(query: &QueryFields) -> Wanted {
    Wanted {
        seats: query.get("seats").and_then(|seats| seats.parse().ok()),
        variant: query.get("variant").map(str::to_owned),
        company: query.get("with").map(str::to_owned),
    }
}

fn shown(found: &GameBoards, meta: &'static Meta, score: Option<&str>, me: Option<&str>) -> ShownBoards {
    let offered = found.offered.iter().map(|(key, matches)| OfferedBoard {
        href: href(key),
        words: ::views::boards::words(meta, key),
        matches: *matches,
        shown: found.board.as_ref().is_some_and(|board| board.key == *key),
    });
    let mut rankings = Vec::new();
    let mut shares = Vec::new();
    if let Some(board) = &found.board {
        rankings.extend(rankings_of(board, score, me));
        let seat = |one: &WinShare| t!("Seat {}", one.what);
        // Class names come from the game.
        let class = |one: &WinShare| Text::find(meta.id, &one.what).unwrap_or(&one.what).to_owned();
        let by_seat = board.by_seat.iter().map(|one| share(one, seat(one))).collect();
        let by_class = board.by_class.iter().map(|one| share(one, class(one))).collect();
        let tables: [(_, Vec<ShownWins>); 2] = [(t!("Wins by seat"), by_seat), (t!("Wins by class"), by_class)];
        shares.extend(tables.into_iter().filter(|(_, all)| !all.is_empty()));
    }
    if !found.rated.is_empty() {
        let lines = found.rated.iter().map(|(entrant, rated)| {
            let detail = counted!(rated.matches, "match");
            line(entrant, me, format!("{} ± {}", decimal(rated.rating, 1), decimal(rated.margin, 1)), detail, None)
        });
        let about = t!(
            "People against people, by Weng and Lin's method: everybody begins at 25. Listed after three matches, whatever the options."
        );
        rankings.push(ShownRanking {
            id: "ratings".into(),
            title: t!("Ratings").into(),
            about: about.into(),
            lines: lines.collect(),
        });
    }
    ShownBoards { offered: offered.collect(), rankings, shares, guest_days: GUEST_DAYS }
}

fn rankings_of(board: &Board, score: Option<&str>, me: Option<&str>) -> Vec<ShownRanking> {
    let decisions = |line: &BoardLine| counted!(line.steps, "decision");
    let best = score.map(|title| ShownRanking {
        id: "best".into(),
        title: title.to_owned(),
        about: t!("Everybody's best match.").into(),
        lines: board
            .best
            .iter()
            .map(|one| {
                let won = if one.won { t!("won · ") } else { "" };
                let detail = format!("{won}{} · {}", decisions(one), lists::when(one.ended));
                line(&one.entrant, me, one.score.unwrap_or_default().to_string(), detail, one.table.clone())
            })
            .collect(),
    });
    let quickest = ShownRanking {
        id: "quickest".into(),
        title: t!("Quickest wins").into(),
        about: t!("Everybody's win with the fewest decisions of their own.").into(),
        lines: board
            .quickest
            .iter()
            .map(|one| line(&one.entrant, me, decisions(one), lists::when(one.ended), one.table.clone()))
            .collect(),
    };
    let streaks = ShownRanking {
        id: "streaks".into(),
        title: t!("Wins in a row").into(),
        about: t!("Everybody's longest run of wins.").into(),
        lines: board
            .streaks
            .iter()
            .map(|one| line(&one.entrant, me, counted!(one.wins, "win"), lists::when(one.ended), None))
            .collect(),
    };
    best.into_iter().chain([quickest, streaks]).collect()
}

fn line(entrant: &Entrant, me: Option<&str>, figure: String, detail: String, table: Option<String>) -> ShownLine {
    let you = me == Some(&entrant.person);
    ShownLine { person: entrant.person.clone(), name: entrant.name.clone(), you, figure, detail, table }
}

fn share(one: &WinShare, what: String) -> ShownWins {
    let Interval { value, low, high } = wilson(one.won.into(), one.all.into());
    let matches = counted!(one.all, "match");
    let share = t!("{:.0} % of {matches} ({:.0} to {:.0} %)", 100.0 * value, 100.0 * low, 100.0 * high);
    ShownWins { what, share }
}

/// Returns the address of a board.
fn href(key: &BoardKey) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("seats", &key.seats.to_string())
        .append_pair("variant", &key.variant)
        .append_pair("with", &key.company)
        .finish();
    format!("/boards/{}?{query}", key.game)
}

/// Returns a game's boards, and one of them.
///
/// The one is the busiest of those with these seats, these options and this company.
#[utoipa::path(get, path = "/api/v1/boards/{game}", params(("seats" = Option<u32>, Query, description = "The number of seats"), ("variant" = Option<String>, Query, description = "The options that are not the usual ones, as `KEY=VALUE;KEY=VALUE`"), ("with" = Option<String>, Query, description = "Who has the other seats: `alone`, `people`, or the name of the weakest bot")), responses((status = 200, description = "The boards", body = BoardsAnswer), (status = 404, description = "`unknown_game`", body = Failure)))]
async fn board(State(app): State<AppState>, Path(game): Path<String>, query: QueryFields) -> Answer<BoardsAnswer> {
    let title = app.registry.roster().find(&game)?;
    let found = GameBoards::of(&app.store, title.meta(), &wanted(&query)).await?;
    let offered = |(key, matches): (BoardKey, u32)| OfferedBoardAnswer {
        seats: key.seats,
        variant: key.variant,
        with: key.company,
        matches,
    };
    let rated = |(Entrant { person, name }, Rated { rating, margin, matches })| RatingAnswer {
        person,
        name,
        rating,
        margin,
        matches,
    };
    Ok(Json(BoardsAnswer {
        game: title.meta().id,
        score: title.measures().score_title().map(Text::as_str),
        boards: found.offered.into_iter().map(offered).collect(),
        board: found.board.map(told),
        ratings: found.rated.into_iter().map(rated).collect(),
    }))
}

fn told(board: Board) -> BoardAnswer {
    let line = |BoardLine { entrant: Entrant { person, name }, table, score, won, steps, ended }| BoardLineAnswer {
        person,
        name,
        table,
        score,
        won,
        steps,
        ended,
    };
    let lines = |all: Vec<BoardLine>| all.into_iter().map(line).collect();
    let share = |WinShare { what, won, all }| WinsAnswer { what, won, matches: all };
    let shares = |all: Vec<WinShare>| all.into_iter().map(share).collect();
    let streak = |Streak { entrant: Entrant { person, name }, wins, ended }| StreakAnswer { person, name, wins, ended };
    BoardAnswer {
        seats: board.key.seats,
        variant: board.key.variant,
        with: board.key.company,
        best: lines(board.best),
        quickest: lines(board.quickest),
        streaks: board.streaks.into_iter().map(streak).collect(),
        by_seat: shares(board.by_seat),
        by_class: shares(board.by_class),
    }
}
