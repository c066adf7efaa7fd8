//! Moments of finished matches, for sharing: a page with the link, a picture, an animated picture of
//! the whole match, and the gravestone of the fallen.
//!
//! A shared moment is a replay at a step. Its picture is drawn from pictures alone, because `resvg`
//! has no font here; the words on a stone, and on the title and the end of an animated picture, are
//! outlines. One is drawn at a time, and the last 64 are cached. They are served only where a
//! stranger may look. The animated picture of a match waits for the analysis, which names most of
//! its moments.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use kernel::{Match, Seat, Viewer};
use pages::{Credits, Stone};
use quick_cache::unsync::Cache;
use text::{Language, t};
use tokio::time::timeout;
use views::highlights;

use super::{
    AppState, HandlerResult, callers::Caller, fields::QueryFields, has_version, limits::AtOnce, places::Places, site,
};
use crate::{
    contained::{self, Place},
    fault::{Code, Fault},
    tables::{Analysed, LockedTable},
    views::{
        audience::{self, ViewOptions},
        goals,
    },
};

/// How many pictures are cached; each takes about a tenth of a megabyte.
const KEPT: usize = 64;
/// How many pictures may wait to be drawn; further requests must come again later.
const WAITING: usize = 64;
/// How long an animated picture may wait for the analysis of its match.
const PATIENCE: Duration = Duration::from_secs(15);

/// The subject of a picture.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Shown {
    /// The table after a step of its match.
    Moment(String, usize),
    /// The whole match of a table, with the words in a language.
    Match(String, &'static str),
    /// A gravestone.
    Stone(Stone),
}

/// A picture.
#[derive(Clone)]
struct Picture {
    png: Bytes,
    /// The entity tag, by which a browser asks whether it has this version.
    tag: String,
}

impl Picture {
    fn new(png: Vec<u8>) -> Picture {
        Picture { tag: format!("\"{:016x}\"", pages::fnv1a(&png)), png: png.into() }
    }
}

/// The pictures of moments and matches: one is drawn at a time, and the last ones are cached.
pub(super) struct MomentPictures {
    kept: Mutex<Cache<Shown, Picture>>,
    places: Places,
}

impl Default for MomentPictures {
    fn default() -> Self {
        MomentPictures { kept: Mutex::new(Cache::new(KEPT)), places: Places::new(AtOnce::Pictures, 1, WAITING) }
    }
}

impl MomentPictures {
    fn kept(&self, key: &Shown) -> Option<Picture> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Returns a cached picture, or draws it on a blocking thread: `look` reads the data, `draw`
    /// draws the picture.
    async fn get<T: Send + 'static>(
        &self,
        caller: &Caller,
        key: Shown,
        of: Place,
        look: impl Future<Output = Result<T, Fault>>,
        draw: impl FnOnce(T) -> Result<Vec<u8>, Fault> + Send + 'static,
    ) -> Result<Picture, Fault> {
        if let Some(picture) = self.kept(&key) {
            return Ok(picture);
        }
        let place = self.places.enter(caller)?;
        let given = look.await?;
        let turn = place.turn().await?;
        if let Some(picture) = self.kept(&key) {
            return Ok(picture);
        }
        let drawn = turn.run(move || contained::here("a picture", &of, || draw(given))).await?.ok_or_else(undrawn)?;
        let picture = Picture::new(drawn?);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, picture.clone());
        Ok(picture)
    }
}

fn undrawn() -> Fault {
    Fault::new(Code::Internal, t!("the picture could not be drawn"))
}

/// Returns the addresses of moments.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/replays/{id}/moment", get(moment))
        .route("/replays/{id}/moment.png", get(picture))
        .route("/replays/{id}/match.png", get(match_picture))
        .route("/replays/{id}/stone.png", get(stone))
}

/// Answers with the page that has the link to a moment.
async fn moment(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    site::replayed(&app, &caller, &id, ViewOptions { moment: true, ..query.view_options(&headers) }).await
}

/// Answers with the picture of a moment. A link to it shows it to anybody, so it exists only for
/// matches at which anybody may look.
async fn picture(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let (of, table, at) = {
        let guard = shareable(&app, &id).await?;
        let table = guard.playing()?;
        let at = query.0.number("at").unwrap_or(table.ply()).min(table.ply());
        (Place { step: at, ..guard.place() }, table.branch(), at)
    };
    let nothing = Fault::new(Code::NotFound, t!("there is nothing to see of this match"));
    let undrawn = undrawn();
    let draw = move |table: Box<dyn Match>| {
        let scene = table.scene(Viewer::All, Some(at)).ok_or(nothing)?;
        pages::moment_picture(table.meta().cover, &scene).ok_or(undrawn)
    };
    Ok(served(app.moments.get(&caller, Shown::Moment(id, at), of, async { Ok(table) }, draw).await?, &headers))
}

/// Answers with the animated picture of a match, under the same conditions as the pictures of its
/// moments.
async fn match_picture(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> HandlerResult {
    let names = app.names(&id).await?;
    let (of, seats, began) = {
        let guard = shareable(&app, &id).await?;
        let seats = audience::seats(Some(guard.title), &guard.header.seats, &names, |_| false, |_| false);
        (guard.place(), seats, guard.header.started.unwrap_or(guard.header.created))
    };
    let look = async {
        let thought_over = timeout(PATIENCE, app.registry.thought_over(&id)).await;
        let waits = |_| Fault::new(Code::Busy, t!("the match is being thought over; ask again in a moment"));
        thought_over.map_err(waits)?
    };
    let language = Language::spoken();
    let undrawn = undrawn();
    let draw = move |(table, analysed): (Box<dyn Match>, Analysed)| {
        let drawn = || {
            let moments = highlights::pictured(table.as_ref(), &analysed);
            let (end, point) = (moments.last()?.scene.ending.as_ref()?, highlights::turning(&analysed));
            let credits = Credits::new(table.meta(), &seats, began, (end, table.ply()), point);
            pages::match_picture(table.meta().cover, &moments, analysed.analysis.as_deref(), &credits)
        };
        language.speak(drawn).ok_or(undrawn)
    };
    let key = Shown::Match(id.clone(), language.tag());
    Ok(served(app.moments.get(&caller, key, of, look, draw).await?, &headers))
}

/// Answers with the gravestone of the fallen, under the same conditions: of the player in this seat,
/// or of all.
async fn stone(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let names = app.names(&id).await?;
    let (results, seat) = (app.store.results(&id).await?, query.0.number("seat").ok().map(Seat));
    let player = results.iter().find(|result| Some(result.seat) == seat).and_then(|result| result.person.as_deref());
    let (of, title, seats, scene) = {
        let guard = shareable(&app, &id).await?;
        let scene = guard.playing()?.scene(seat.map_or(Viewer::All, Viewer::Seat), None);
        let seats = audience::seats(Some(guard.title), &guard.header.seats, &names, |_| false, |_| false);
        (guard.place(), guard.title, seats, scene)
    };
    let near_best = match player {
        Some(player) => goals::at_end(&app.store, title, &results, &[], player).await?.near_best,
        None => false,
    };
    let stone = scene.and_then(|scene| pages::stone(&seats, &scene, near_best));
    let stone = stone.ok_or_else(|| Fault::new(Code::NotFound, t!("nobody has fallen in this match")))?;
    let undrawn = undrawn();
    let draw = |stone: Stone| pages::stone_picture(&stone).ok_or(undrawn);
    let key = Shown::Stone(stone.clone());
    Ok(served(app.moments.get(&caller, key, of, async { Ok(stone) }, draw).await?, &headers))
}

/// Locks a table whose match is over, and at which anybody may look.
async fn shareable(app: &AppState, id: &str) -> Result<LockedTable, Fault> {
    let (_, guard) = app.registry.look(id, None).await?;
    if guard.playing()?.outcome().is_none() {
        return Err(Fault::new(Code::WrongPhase, t!("moments of a match can be shared when it is over")));
    }
    Ok(guard)
}

/// Returns a picture, unless the caller's copy is up to date.
fn served(picture: Picture, headers: &HeaderMap) -> axum::response::Response {
    let Picture { png, tag } = picture;
    let known = has_version(headers, &tag);
    let keep = [(header::CACHE_CONTROL, "public, max-age=86400".to_owned()), (header::ETAG, tag)];
    match known {
        true => (StatusCode::NOT_MODIFIED, keep).into_response(),
        false => (keep, [(header::CONTENT_TYPE, "image/png")], png).into_response(),
    }
}
