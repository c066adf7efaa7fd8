//! A cache of drawings for pages that follow a table, one for all who see the same.
//!
//! For each open page the server keeps only hashes of the rendered pieces and parts, never the
//! HTML. Streams are not compressed, because a compressor remembers a third of a megabyte for each.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use axum::body::Bytes;
use serde_json::{Value, json};

use super::event_stream::{Message, write_event};
use crate::{
    views::parts::{Audience, Change, Drawing, PartHashes},
    weak_map::WeakMap,
};

/// Returns a message of this kind that brings a page to a version.
pub(super) fn message(kind: &str, version: &str, data: &[u8]) -> Message {
    let mut bytes = Vec::new();
    write_event(&mut bytes, kind, version, data);
    Message { bytes: bytes.into(), is_last: false }
}

/// Returns the last message to a page whose visitor may no longer see the table: the page reloads
/// itself and shows the reason.
pub(super) fn gone() -> Message {
    Message { bytes: Bytes::from_static(b"event: gone\ndata: {}\n\n"), is_last: true }
}

/// Returns the last message to a page whose visitor has been signed out.
pub(super) fn signed_out() -> Message {
    Message { bytes: Bytes::from_static(b"event: signed-out\ndata: {}\n\n"), is_last: true }
}

/// The news for a page whose present parts are known.
#[derive(Clone)]
pub(super) enum News {
    /// This message.
    Message(Message),
    /// The whole page, after these moments.
    Whole(Vec<Value>),
}

impl News {
    /// Returns the news that bring a page with `base` to this drawing.
    pub(super) fn of(drawing: &Drawing, base: &PartHashes) -> News {
        let version = &*drawing.outline.version;
        News::Message(match drawing.since(base) {
            Change::Nothing => message("version", version, json!({ "version": version }).to_string().as_bytes()),
            Change::Parts(data) => message("step", version, &data),
            Change::Whole(moments) => return News::Whole(moments),
        })
    }
}

/// The cached drawing for an audience at a table.
pub(super) struct AudienceRender {
    pub(super) audience: Audience,
    pub(super) painted: tokio::sync::Mutex<Option<CachedRender>>,
}

/// The last drawing for an audience.
#[derive(Clone)]
pub(super) struct CachedRender {
    pub(super) outline: Arc<PartHashes>,
    /// The news that bring pages with that outline to this one. Stored only while others of the
    /// audience have not taken it yet.
    pub(super) news: Option<(Arc<PartHashes>, News)>,
}

/// The cached drawings for all audiences that listen.
#[derive(Default)]
pub(crate) struct RenderCache {
    canvases: Mutex<WeakMap<(String, Audience), AudienceRender>>,
    drawn: AtomicU64,
}

impl RenderCache {
    /// Returns the cached drawing for an audience at a table.
    pub(super) fn of(&self, table: &str, audience: Audience) -> Arc<AudienceRender> {
        let mut canvases = self.canvases.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (table.to_owned(), audience);
        if let Some(canvas) = canvases.get(&key) {
            return canvas;
        }
        let canvas = Arc::new(AudienceRender { audience: key.1.clone(), painted: tokio::sync::Mutex::default() });
        canvases.insert(key, &canvas);
        canvas
    }

    /// Counts a drawing.
    pub(super) fn count(&self) {
        self.drawn.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how many drawings were made.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }
}
