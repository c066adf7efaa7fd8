//! Event streams for pages that follow a table: the changes since they were drawn.
//!
//! A page names the player for whom it was drawn (`me` in the address of its stream). A stream that
//! opens without that player's session tells the page that it is signed out. A page also names its
//! build; a server of another build says so, and the page loads itself again, once.

use std::{collections::BTreeMap, sync::Arc};

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
    store::Silence,
    tables::{LockedTable, TableHandle, TableState},
    views::{
        audience::{self, Span, TableView, ViewOptions},
        lookups,
        parts::{self, Audience, Drawing, PartHashes},
    },
};

/// `GET /tables/ID/events?version=VERSION`: streams the changes of a table's page. `version` is the
/// version of the page; if the table still has it, nothing is sent until something changes.
/// `event: step` has the changed parts, the moments and the chronicle's entries of the steps since.
/// `event: whole` has the whole page, for a page of another version, one that is too far behind, or
/// one with a new layout. `event: version` has only the version, when the change is not visible on
/// the page. `event: alive` is sent when nothing else was sent for a while. The last event is
/// `event: gone` when the visitor may no longer see the table, and `event: signed-out` when the
/// visitor is no longer signed in. Ids are versions, so a stream that reconnects continues if
/// nothing was missed, and otherwise sends the whole page. A page of another `build` first receives
/// `event: build` with the mark of this one.
///
/// `me` is the person for whom the page was drawn, if the person has a seat or hosts the table.
/// `page` is the page's own name, by which the server ends its presence without a stream
/// (`attending`).
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
    let slot = guard.handle().clone();
    drop(guard);
    let view = ViewOptions { at: None, pick: None, confirm: None, fragment: true, ..query.view_options(&headers) };
    let given = last_event_id(&headers).or(query.0.get("version"));
    let first = query.get("build").filter(|build| *build != pages::build()).map(|_| build_event());
    let mut page =
        Page { app: app.clone(), id, caller: caller.clone(), view, first, muted: None, canvas: None, has: None };
    // Draw the page before the others are notified of the arrival: that is a change, but one that
    // the page need not show.
    if let Some(given) = given {
        let present = page.paint().await?.outline;
        let person = page.canvas.as_ref().and_then(|canvas| canvas.audience.person.clone());
        let is_same = *present.version == *given && *slot.version(person.as_deref()) == *given;
        page.has = (is_same && !slot.is_overdue()).then_some(present);
    }
    let presence = place.enter(&caller);
    if let Some(name) = query.get("page") {
        app.attending.leave(&page.id, &caller, name);
    }
    Ok(place.stream(&app, &caller, presence, page))
}

/// Returns an event that sends the mark of this build to a page of another build.
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
    /// The people whose words the visitor does not read, with the state of the store at that time.
    muted: Option<(u64, BTreeMap<String, Silence>)>,
    /// The cached drawing for all who see the same.
    canvas: Option<Arc<AudienceRender>>,
    /// The hashes of the page's parts; `None` if the whole page must be sent.
    has: Option<Arc<PartHashes>>,
}

impl Subscriber for Page {
    /// A named event, because scripts do not see comments.
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
    /// Returns the page's changes as a message.
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
            // The rest of the audience has received more than one message since.
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

    /// Returns the table as it is now, drawn for all who see the same.
    async fn paint(&mut self) -> Result<CachedRender, Fault> {
        loop {
            let muted = self.silences().await?;
            let Some(canvas) = self.canvas.clone() else {
                let (_, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
                self.canvas = Some(self.app.canvases.of(&self.id, self.audience(&guard, muted)));
                continue;
            };
            let mut painted = canvas.painted.lock().await;
            let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
            if self.audience(&guard, muted) != canvas.audience {
                // A visitor who has sat down or left a seat sees another page.
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
            // This page and the cache entry held here make two references; any more belong to
            // others, who want the message as well.
            let shared = Arc::strong_count(&canvas) > 2;
            let kept = now.news.clone().filter(|_| shared);
            *painted = Some(CachedRender { outline: now.outline.clone(), news: kept });
            return Ok(now);
        }
    }

    /// Draws the table for pages that have `base`; the table is locked only while it is read.
    async fn draw(
        &self,
        slot: Arc<TableHandle>,
        guard: LockedTable,
        base: Option<&PartHashes>,
    ) -> Result<Drawing, Fault> {
        let since = Span::Since(base.map_or(u64::MAX, |base| base.revision));
        let mut frame = self.frame(&slot, &guard, since).await?;
        drop(guard);
        self.app.canvases.count();
        Ok(Drawing::new(&mut frame, base))
    }

    /// Returns the whole page as a message, after these moments.
    async fn whole(&mut self, moments: &[Value]) -> Result<Message, Fault> {
        let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
        let mut frame = self.frame(&slot, &guard, Span::Whole).await?;
        drop(guard);
        let (data, outline) = parts::whole(&mut frame, moments);
        let message = message("whole", &outline.version, &data);
        self.has = Some(Arc::new(outline));
        Ok(message)
    }

    /// Returns the people whose words the visitor does not read. They are read again when they may
    /// have changed; with several processes every time, because changes elsewhere are not reported
    /// here.
    async fn silences(&mut self) -> Result<BTreeMap<String, Silence>, Fault> {
        let changes = self.app.store.changes().mutes();
        match &self.muted {
            Some((then, muted)) if *then == changes && !self.app.store.is_shared() => Ok(muted.clone()),
            _ => {
                let muted = self.app.silences(&self.caller).await?;
                self.muted = Some((changes, muted.clone()));
                Ok(muted)
            }
        }
    }

    /// Returns the audience of this page: all who see the same.
    fn audience(&self, live: &TableState, mut muted: BTreeMap<String, Silence>) -> Audience {
        // Muted people who do not write here make no difference.
        muted.retain(|person, _| live.talk.is_voice(person));
        let asks = |me: &&str| live.header.proposals.iter().any(|proposal| proposal.person == *me);
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

    /// Reads the data for drawing the table, while it is locked. Spectators see it as nobody, so
    /// that nothing of one of them is shown to the others.
    async fn frame(&self, slot: &TableHandle, live: &TableState, span: Span) -> Result<TableView, Fault> {
        let audience = self.canvas.as_ref().map(|canvas| &canvas.audience);
        let known = audience.is_some_and(|audience| audience.person.is_some());
        let person = self.caller.person().filter(|_| known);
        let muted = audience.map(|audience| audience.muted.clone()).unwrap_or_default();
        let me = person.map(|person| person.id.as_str());
        let lookups = lookups::look_up(&self.app.registry, &self.app.store, (slot, live), me, muted).await?;
        let mut frame = audience::frame(slot.around(live, me), live, lookups, person, span, self.view.clone())?;
        frame.page.theme = audience::visitor(self.caller.person()).theme;
        Ok(frame)
    }
}
