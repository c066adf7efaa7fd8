//! What is drawn for pages that follow a table, once for all who see the same.

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

/// A message of this kind that brings a page to a version.
pub(super) fn message(kind: &str, version: &str, data: &[u8]) -> Message {
    let mut bytes = Vec::new();
    write_event(&mut bytes, kind, version, data);
    Message { bytes: bytes.into(), is_last: false }
}

/// The last message to a page whose table its visitor may no longer see: the page loads itself again, and says why.
pub(super) fn gone() -> Message {
    Message { bytes: Bytes::from_static(b"event: gone\ndata: {}\n\n"), is_last: true }
}

/// The last message to a page whose visitor has been signed out.
pub(super) fn signed_out() -> Message {
    Message { bytes: Bytes::from_static(b"event: signed-out\ndata: {}\n\n"), is_last: true }
}

/// What is to be told to a page of which is known what it has.
#[derive(Clone)]
pub(super) enum News {
    /// This message.
    Message(Message),
    /// The whole page, after these moments.
    Whole(Vec<Value>),
}

impl News {
    /// What brings a page that has `base` to this drawing.
    pub(super) fn of(drawing: &Drawing, base: &PartHashes) -> News {
        let version = &*drawing.outline.version;
        News::Message(match drawing.since(base) {
            Change::Nothing => message("version", version, json!({ "version": version }).to_string().as_bytes()),
            Change::Parts(data) => message("step", version, &data),
            Change::Whole(moments) => return News::Whole(moments),
        })
    }
}

/// What is drawn for an audience at a table.
pub(super) struct AudienceRender {
    pub(super) audience: Audience,
    pub(super) painted: tokio::sync::Mutex<Option<CachedRender>>,
}

/// The last drawing for an audience.
#[derive(Clone)]
pub(super) struct CachedRender {
    pub(super) outline: Arc<PartHashes>,
    /// What brings pages that have that outline to this one: kept only for those of the audience who have not taken it yet.
    pub(super) news: Option<(Arc<PartHashes>, News)>,
}

/// The canvases of all audiences that listen.
#[derive(Default)]
pub(crate) struct RenderCache {
    canvases: Mutex<WeakMap<(String, Audience), AudienceRender>>,
    drawn: AtomicU64,
}

impl RenderCache {
    /// The canvas for an audience at a table.
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

    /// How many drawings were made.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }
}
