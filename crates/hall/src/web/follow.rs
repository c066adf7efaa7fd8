//! Pages that follow a table: what has changed since they were drawn.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::HeaderMap,
};
use serde_json::Value;

use super::{
    AppState, HandlerResult,
    attending::Drawn,
    callers::{Caller, Standing},
    event_stream::{Message, Subscriber, Subscription, single},
    events::last_event_id,
    fields::QueryFields,
    render_cache::{AudienceRender, CachedRender, News, gone, message, signed_out},
};
use crate::{
    fault::{Code, Fault},
    tables::{LockedTable, TableHandle, TableState},
    views::{
        audience::{self, Span, TableView, ViewOptions},
        lookups,
        parts::{self, Audience, Drawing, PartHashes},
    },
};

/// `GET /tables/ID/events?version=VERSION`: what changes of a table's page. `version` is what the page was drawn at; if the
/// table is still at that, nothing is sent until something changes. `event: step` brings the parts that changed, the
/// moments and the chronicle's entries of the steps since; `event: whole` the whole page, for one that was drawn at
/// something else, fell too far behind, or is laid out anew; `event: version` nothing but the version, when what changed is
/// not seen on the page; `event: alive` nothing at all, when nothing else was sent for a while. The last is `event: gone`
/// when the visitor may no longer see the table, and `event: signed-out` when the visitor is no longer signed in. Ids are
/// versions, so that a lost line goes on where it was if nothing was missed, and brings the whole otherwise. A page that
/// names another `build` than this one as its own is first sent `event: build` with the mark of this one.
///
/// `me` is the person for whom the page was drawn, if it has a seat or hosts the table; `page` is the page's own name for
/// itself, by which its presence without a stream ends (`attending`).
pub(super) async fn follow(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    match Drawn::of(&query, &caller) {
        Drawn::Caller => {}
        Drawn::SignedOut => return Ok(single(signed_out())),
        Drawn::Other => return Ok(single(gone())),
    }
    let (place, guard) = Subscription::find(&app, &caller, &id).await?;
    drop(guard);
    let view = ViewOptions { at: None, pick: None, confirm: None, fragment: true, ..query.view_options(&headers) };
    let given = last_event_id(&headers).or(query.0.get("version"));
    let first = query.get("build").filter(|build| *build != pages::build()).map(|_| build_event());
    let mut page =
        Page { app: app.clone(), id, caller: caller.clone(), view, first, muted: None, canvas: None, has: None };
    // Before the others are told who has come: that is a change, though none that the page misses.
    if let Some(given) = given {
        let present = page.paint().await?.outline;
        page.has = (*present.version == *given).then_some(present);
    }
    let presence = place.enter(&caller);
    if let Some(name) = query.get("page") {
        app.attending.leave(&page.id, &caller, name);
    }
    Ok(place.stream(&app, &caller, presence, page))
}

/// Tells a page of another build which one this is.
fn build_event() -> Bytes {
    format!("event: build\ndata: \"{}\"\n\n", pages::build()).into()
}

/// A page that follows a table.
struct Page {
    app: AppState,
    id: String,
    caller: Caller,
    view: ViewOptions,
    /// An event that is sent before all others.
    first: Option<Bytes>,
    /// Whom the visitor does not want to hear, for the state of the store of which it was read.
    muted: Option<(u64, BTreeSet<String>)>,
    /// What is drawn for all who see the same.
    canvas: Option<Arc<AudienceRender>>,
    /// What the page has; nothing is known of a page that must be drawn anew.
    has: Option<Arc<PartHashes>>,
}

impl Subscriber for Page {
    /// Scripts do not see comments.
    const SIGN_OF_LIFE: &'static [u8] = b"event: alive\ndata: {}\n\n";

    fn farewell(standing: Standing) -> Option<Message> {
        match standing {
            Standing::SignedOut => Some(signed_out()),
            Standing::KeptOut => Some(gone()),
            Standing::Welcome | Standing::Unknown => None,
        }
    }

    async fn news(&mut self) -> Result<Option<Message>, Fault> {
        let Some(first) = self.first.take() else { return self.changes().await };
        Ok(Some(match self.changes().await? {
            Some(news) => Message { bytes: [first, news.bytes].concat().into(), ..news },
            None => Message { bytes: first, is_last: false },
        }))
    }
}

impl Page {
    /// What the page does not have, as a message.
    async fn changes(&mut self) -> Result<Option<Message>, Fault> {
        let painted = match self.paint().await {
            Err(fault) if matches!(fault.code, Code::NoSpectators | Code::TableClosed) => return Ok(Some(gone())),
            painted => painted?,
        };
        let Some(has) = self.has.clone() else { return self.whole(&[]).await.map(Some) };
        if has.version == painted.outline.version {
            self.has = Some(painted.outline);
            return Ok(None);
        }
        let (outline, news) = match painted.news {
            Some((base, news)) if base.version == has.version => (painted.outline, news),
            // The others of the audience have been told more than one message since.
            _ => {
                let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
                let drawing = self.draw(slot, guard, Some(&has)).await?;
                let news = News::of(&drawing, &has);
                (Arc::new(drawing.outline), news)
            }
        };
        match news {
            News::Message(message) => {
                self.has = Some(outline);
                Ok(Some(message))
            }
            News::Whole(moments) => self.whole(&moments).await.map(Some),
        }
    }

    /// The table as it is now, drawn for all who see the same.
    async fn paint(&mut self) -> Result<CachedRender, Fault> {
        loop {
            let muted = self.muted().await?;
            let Some(canvas) = self.canvas.clone() else {
                let (_, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
                self.canvas = Some(self.app.canvases.of(&self.id, self.audience(&guard, muted)));
                continue;
            };
            let mut painted = canvas.painted.lock().await;
            let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
            if self.audience(&guard, muted) != canvas.audience {
                // Whoever has sat down or got up sees everything with other eyes.
                (self.canvas, self.has) = (None, None);
                continue;
            }
            let version = slot.version(canvas.audience.person.as_deref());
            if let Some(painted) = painted.as_ref().filter(|painted| *painted.outline.version == *version) {
                return Ok(painted.clone());
            }
            let base = painted.as_ref().map(|painted| painted.outline.clone());
            let drawing = self.draw(slot, guard, base.as_deref()).await?;
            let news = base.map(|base| (base.clone(), News::of(&drawing, &base)));
            let now = CachedRender { outline: Arc::new(drawing.outline), news };
            // This page and the line here hold the canvas; more would be others, who want the message as well.
            let shared = Arc::strong_count(&canvas) > 2;
            let kept = now.news.clone().filter(|_| shared);
            *painted = Some(CachedRender { outline: now.outline.clone(), news: kept });
            return Ok(now);
        }
    }

    /// Draws the table for pages that have `base`; it is locked only while it is looked at.
    async fn draw(
        &self,
        slot: Arc<TableHandle>,
        guard: LockedTable,
        base: Option<&PartHashes>,
    ) -> Result<Drawing, Fault> {
        let since = Span::Since(base.map_or(u64::MAX, |base| base.revision));
        let frame = self.frame(&slot, &guard, since).await?;
        drop(guard);
        self.app.canvases.count();
        Ok(Drawing::new(&frame, base))
    }

    /// The whole page as a message, after these moments.
    async fn whole(&mut self, moments: &[Value]) -> Result<Message, Fault> {
        let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
        let frame = self.frame(&slot, &guard, Span::Whole).await?;
        drop(guard);
        let (data, outline) = parts::whole(&frame, moments);
        let message = message("whole", &outline.version, &data);
        self.has = Some(Arc::new(outline));
        Ok(message)
    }

    /// Whom the visitor does not want to hear; read when that may be others than before. What they want at another process is
    /// told to nobody.
    async fn muted(&mut self) -> Result<BTreeSet<String>, Fault> {
        let changes = self.app.store.changes().mutes();
        match &self.muted {
            Some((then, muted)) if *then == changes && !self.app.store.is_shared() => Ok(muted.clone()),
            _ => {
                let muted = self.app.muted(&self.caller).await?;
                self.muted = Some((changes, muted.clone()));
                Ok(muted)
            }
        }
    }

    /// Who sees the same as this page.
    fn audience(&self, live: &TableState, mut muted: BTreeSet<String>) -> Audience {
        // Whoever does not talk here is not heard anyway.
        muted.retain(|person| live.talk.is_voice(person));
        let asks = |me: &&str| live.applications.values().any(|application| application.person == *me);
        let person = self.caller.id().filter(|me| live.concerns(me) || asks(me));
        Audience {
            person: person.map(str::to_owned),
            seat: self.view.seat.filter(|_| person.is_some()),
            theme: audience::visitor(self.caller.person()).theme,
            language: self.caller.language(),
            origin: self.view.origin.clone(),
            muted,
        }
    }

    /// What drawing the table for all who see the same needs, taken while it is locked. Those who only look on look as
    /// nobody, so that nothing of one of them is shown to the others.
    async fn frame(&self, slot: &TableHandle, live: &TableState, span: Span) -> Result<TableView, Fault> {
        let audience = self.canvas.as_ref().map(|canvas| &canvas.audience);
        let known = audience.is_some_and(|audience| audience.person.is_some());
        let person = self.caller.person().filter(|_| known);
        let muted = audience.map(|audience| audience.muted.clone()).unwrap_or_default();
        let me = person.map(|person| person.id.as_str());
        let lookups = lookups::look_up(&self.app.registry, &self.app.store, (slot, live), me, muted).await?;
        let mut frame = audience::frame(slot, live, lookups, person, span, self.view.clone())?;
        frame.theme = audience::visitor(self.caller.person()).theme;
        Ok(frame)
    }
}
