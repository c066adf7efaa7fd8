//! Moments of finished matches, to be shared: a page with the link, and a picture.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect},
    routing::get,
};
use kernel::Viewer;
use quick_cache::unsync::Cache;
use text::t;
use tokio::sync::Semaphore;

use super::{Answer, AppState, callers::Caller, errors::html, fields::QueryFields, site};
use crate::{
    fault::{Code, Fault},
    pages::{audience::ViewOptions, draw},
};

/// So many pictures are kept, of about a tenth of a megabyte each.
const KEPT: usize = 64;
/// So many may wait for theirs to be drawn; others come again later.
const WAITING: usize = 8;

/// A moment: the table, and after which step.
type Moment = (String, usize);
/// A picture, as PNG.
type Png = Arc<[u8]>;

/// The pictures of moments: drawn one at a time, and the last ones kept.
pub(super) struct MomentPictures {
    kept: Mutex<Cache<Moment, Png>>,
    /// One is drawn at a time.
    drawing: Semaphore,
    waiting: Semaphore,
}

impl Default for MomentPictures {
    fn default() -> Self {
        MomentPictures {
            kept: Mutex::new(Cache::new(KEPT)),
            drawing: Semaphore::new(1),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl MomentPictures {
    fn kept(&self, key: &Moment) -> Option<Png> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn keep(&self, key: Moment, png: Png) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, png);
    }
}

/// The addresses of moments.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/replays/{id}/moment", get(moment)).route("/replays/{id}/moment.png", get(picture))
}

/// The page with the link to a moment.
async fn moment(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> Answer {
    if app.registry.look(&id, caller.id()).await?.1.playing()?.outcome().is_none() {
        return Ok(Redirect::to(&format!("/tables/{id}")).into_response());
    }
    let view = ViewOptions { replay: true, moment: true, fragment: false, ..query.view_options(&headers) };
    Ok(html(StatusCode::OK, site::table_markup(&app, &caller, &id, view).await?))
}

/// The picture of a moment. Whoever links to it shows it to anybody, so it is given only where anybody may look.
async fn picture(State(app): State<AppState>, Path(id): Path<String>, query: QueryFields) -> Answer {
    let (cover, scene, at) = {
        let (_, guard) = app.registry.look(&id, None).await?;
        let table = guard.playing()?;
        if table.outcome().is_none() {
            return Err(Fault::new(Code::WrongPhase, t!("moments of a match can be shared when it is over")));
        }
        let at = query.0.number("at").unwrap_or(table.ply()).min(table.ply());
        let nothing = || Fault::new(Code::NotFound, t!("there is nothing to see of this match"));
        (table.meta().cover, table.scene(Viewer::All, Some(at)).ok_or_else(nothing)?, at)
    };
    let key = (id, at);
    if let Some(png) = app.moments.kept(&key) {
        return Ok(served(&png));
    }
    let busy = |_| Fault::new(Code::Busy, t!("many pictures are being drawn just now; ask again in a moment"));
    let _place = app.moments.waiting.try_acquire().map_err(busy)?;
    let stopped = |_| Fault::new(Code::Internal, t!("nobody draws pictures any more"));
    let _turn = app.moments.drawing.acquire().await.map_err(stopped)?;
    if let Some(png) = app.moments.kept(&key) {
        return Ok(served(&png));
    }
    let drawn = tokio::task::spawn_blocking(move || draw::moment_picture(cover, &scene)).await.ok().flatten();
    let png: Png = drawn.ok_or_else(|| Fault::new(Code::Internal, t!("the picture could not be drawn")))?.into();
    app.moments.keep(key, png.clone());
    Ok(served(&png))
}

fn served(png: &[u8]) -> axum::response::Response {
    let kind = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
    (kind, png.to_vec()).into_response()
}
