//! A table in parts, for those who follow it: drawn once for all who see the same, and told as what has changed.
//!
//! A listener's page was drawn at some revision of the table. When the table has changed, the parts are drawn anew, each is
//! compared by its hash with what the listener has, and those that differ are told, with the moments and the chronicle's
//! entries of the steps since. However long the match is, no more is drawn or told.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use kernel::{Seat, SeatSet, Viewer};
use serde_json::{Map, Value, json};

use super::{
    audience::{Frame, TOLD},
    bits,
    draw::{self, TablePage},
};

/// All who see the same of a table: one person, or everybody who only looks on and likes the same colours.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Audience {
    /// Whoever sits there, asks for a seat, or is the host; nobody stands for all who look on.
    pub(crate) person: Option<String>,
    /// The seat of theirs from which they look.
    pub(crate) seat: Option<u8>,
    /// Their colours.
    pub(crate) theme: draw::Theme,
    /// The address of the hall as they have it.
    pub(crate) origin: Option<String>,
    /// Whom they do not want to hear.
    pub(crate) muted: BTreeSet<String>,
}

/// A table drawn for an audience.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) revision: u64,
    pub(crate) version: String,
    step: usize,
    head: Head,
    parts: Vec<DrawnPart>,
    context: u64,
    /// How steps were taken, by step.
    reactions: BTreeMap<usize, String>,
    /// The last steps, oldest first.
    told: VecDeque<Arc<Told>>,
    /// All that was taken since this revision is among them.
    told_since: u64,
}

/// What the page as a whole says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Head {
    title: String,
    turn: bool,
    /// Whether nothing more will happen.
    over: bool,
    /// Whether what happens is done by a standing order: it is played faster.
    ordered: bool,
}

/// A part of a table's page, drawn.
#[derive(Debug)]
struct DrawnPart {
    html: String,
    /// Where its bits lie, with their ids.
    bits: Vec<(String, Range<usize>)>,
    mark: PartMark,
}

/// What tells one drawing of a part from another: a hash of all around its bits, and one of each bit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PartMark {
    name: &'static str,
    frame: u64,
    bits: Vec<u64>,
}

/// What one step told, drawn.
#[derive(Debug)]
struct Told {
    step: usize,
    /// The revision of the table when it was taken.
    revision: u64,
    entry: String,
    moments: Vec<Value>,
}

/// What a listener's page has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Baseline {
    revision: u64,
    version: String,
    step: usize,
    head: Head,
    marks: Vec<PartMark>,
    context: u64,
    /// How steps were taken, by step, as a hash.
    reactions: BTreeMap<usize, u64>,
}

/// What a listener must be told.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Change {
    /// Nothing that they could see has changed.
    Nothing,
    /// The parts that changed, and what happened.
    Parts(Value),
    /// More than can be told: the whole page, after these moments.
    Whole(Vec<Value>),
}

impl Baseline {
    /// The revision of the table that the page was drawn at.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// The version that the page has.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }
}

impl Drawing {
    /// Draws a frame. `before` is the last drawing for the same audience, to which the frame tells what happened since.
    pub(crate) fn new(frame: &Frame, before: Option<&Drawing>) -> Drawing {
        let page = frame.page();
        let steps = frame.told.iter().map(|step| {
            let revision =
                frame.revisions.iter().find(|(n, _)| *n == step.chapter.step).map_or(0, |(_, revision)| *revision);
            let (entry, moments) = (draw::entry(&page, &step.chapter), draw::moments(&page, step));
            Arc::new(Told { step: step.chapter.step, revision, entry: entry.into_string(), moments })
        });
        let first_new = frame.told.first().map_or(frame.step + 1, |step| step.chapter.step);
        let context = context(frame, &page);
        let before = before.filter(|before| before.context == context && frame.told_since <= before.revision);
        let mut told_since = before.map_or(frame.told_since, |before| before.told_since);
        let kept = before.into_iter().flat_map(|before| &before.told);
        let kept = kept.filter(|told| told.step < first_new).cloned();
        let mut told: VecDeque<Arc<Told>> = kept.chain(steps).collect();
        while told.len() > TOLD {
            told_since = told.pop_front().map_or(told_since, |dropped| told_since.max(dropped.revision + 1));
        }
        Drawing {
            revision: frame.revision,
            version: frame.version.clone(),
            step: frame.step,
            head: head(&page),
            parts: drawn_parts(&page),
            context,
            reactions: draw::all_reactions(&page).into_iter().collect(),
            told,
            told_since,
        }
    }

    /// What a listener has who has this.
    pub(crate) fn baseline(&self) -> Baseline {
        let marks = self.parts.iter().map(|part| part.mark.clone()).collect();
        Baseline {
            revision: self.revision,
            version: self.version.clone(),
            step: self.step,
            head: self.head.clone(),
            marks,
            context: self.context,
            reactions: marked(&self.reactions),
        }
    }

    /// What to tell a listener who has `base`.
    pub(crate) fn since(&self, base: &Baseline) -> Change {
        let unseen: Vec<&Arc<Told>> = self.told.iter().filter(|told| told.revision >= base.revision).collect();
        let keep = unseen.first().map_or(self.step, |told| told.step - 1).min(self.step).min(base.step);
        let all_told = base.revision >= self.told_since && keep + unseen.len() == self.step;
        let moments: Vec<Value> = match all_told {
            true => unseen.iter().flat_map(|told| told.moments.iter().cloned()).collect(),
            false => Vec::new(),
        };
        let same_layout = self.parts.iter().map(|part| part.mark.name).eq(base.marks.iter().map(|mark| mark.name));
        if !same_layout || self.context != base.context || !all_told {
            return Change::Whole(moments);
        }
        let (mut parts, mut bits) = (Map::new(), Map::new());
        for (part, before) in self.parts.iter().zip(&base.marks).filter(|(part, before)| part.mark != **before) {
            let name = part.mark.name.to_owned();
            if part.mark.frame != before.frame {
                parts.insert(name, part.html.as_str().into());
                continue;
            }
            let marks = part.mark.bits.iter().zip(&before.bits);
            let changed = part.bits.iter().zip(marks).filter(|(_, (now, before))| now != before);
            let changed = changed.map(|((id, at), _)| (id.clone(), Value::from(&part.html[at.clone()])));
            bits.insert(name, Value::Object(changed.collect()));
        }
        let reactions = self.reactions_since(base);
        let same = parts.is_empty() && bits.is_empty() && reactions.is_empty() && self.head == base.head;
        if same && self.step == base.step && unseen.is_empty() {
            return Change::Nothing;
        }
        let entries: String = unseen.iter().map(|told| told.entry.as_str()).collect();
        Change::Parts(json!({
            "version": self.version,
            "step": self.step,
            "title": self.head.title,
            "turn": self.head.turn,
            "over": self.head.over,
            "ordered": self.head.ordered,
            "parts": parts,
            "bits": bits,
            "chronicle": { "keep": keep, "html": entries },
            "reactions": reactions,
            "moments": moments,
        }))
    }
}

impl Drawing {
    /// How steps were taken, of those where a listener who has `base` has it otherwise.
    fn reactions_since(&self, base: &Baseline) -> Map<String, Value> {
        let now = self.reactions.iter().filter(|(step, html)| base.reactions.get(step) != Some(&hash_of(html)));
        let now = now.map(|(step, html)| (step.to_string(), Value::from(html.as_str())));
        let gone = base.reactions.keys().filter(|step| !self.reactions.contains_key(step));
        now.chain(gone.map(|step| (step.to_string(), Value::from("")))).collect()
    }
}

fn marked(reactions: &BTreeMap<usize, String>) -> BTreeMap<usize, u64> {
    reactions.iter().map(|(step, html)| (*step, hash_of(html))).collect()
}

/// The whole of a frame as a fragment of a page, and what a listener has then.
pub(crate) fn whole(frame: &Frame, moments: &[Value]) -> (Value, Baseline) {
    let page = frame.page();
    let head = head(&page);
    let html = draw::table_live(&page).into_string();
    let message = json!({ "version": frame.version, "step": frame.step, "ordered": head.ordered, "html": html, "moments": moments });
    let marks = drawn_parts(&page).into_iter().map(|part| part.mark).collect();
    let context = context(frame, &page);
    let version = frame.version.clone();
    let reactions = marked(&draw::all_reactions(&page).into_iter().collect());
    (message, Baseline { revision: frame.revision, version, step: frame.step, head, marks, context, reactions })
}

fn head(page: &TablePage) -> Head {
    let (title, turn) = draw::table_title(page);
    Head { title, turn, over: draw::is_settled(page), ordered: page.order.is_some() }
}

/// The parts of a page, with what tells them from others. The chronicle is told entry by entry, so its part counts as the
/// same always.
fn drawn_parts(page: &TablePage) -> Vec<DrawnPart> {
    let drawn = |part: draw::Part| {
        let html = if part.name == "chronicle" { String::new() } else { part.drawing.into_string() };
        let bits = bits::bits(&html);
        let hashes = bits.iter().map(|(_, at)| hash_of(&html[at.clone()])).collect();
        let mark = PartMark { name: part.name, frame: hash_of(&bits::around(&html, &bits)), bits: hashes };
        DrawnPart { html, bits, mark }
    };
    draw::parts(page).into_iter().map(drawn).collect()
}

/// What all entries of the chronicle are drawn from beside what happened: who sits where, and what the viewer may hear.
fn context(frame: &Frame, page: &TablePage) -> u64 {
    let secrets = page.scene.is_some() && frame.secrets;
    let hearing: Option<Viewer> = secrets.then_some(frame.viewer);
    let own: Vec<Seat> = SeatSet::iter(frame.own).collect();
    hash_of(&format!("{hearing:?} {own:?} {:?} {}", frame.seating(), frame.has_company()))
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The last drawing of a table for an audience, shared by all of them.
pub(crate) type Canvas = tokio::sync::Mutex<Option<Arc<Drawing>>>;

/// The drawings that listeners share. A drawing is kept as long as somebody of its audience listens.
#[derive(Default, Debug)]
pub(crate) struct Canvases {
    canvases: Mutex<HashMap<(String, Audience), Weak<Canvas>>>,
    drawn: AtomicU64,
}

impl Canvases {
    /// The canvas for an audience at a table.
    pub(crate) fn of(&self, table: &str, audience: &Audience) -> Arc<Canvas> {
        let mut canvases = self.canvases.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (table.to_owned(), audience.clone());
        if let Some(canvas) = canvases.get(&key).and_then(Weak::upgrade) {
            return canvas;
        }
        canvases.retain(|_, canvas| canvas.strong_count() > 0);
        let canvas = Arc::new(Canvas::default());
        canvases.insert(key, Arc::downgrade(&canvas));
        canvas
    }

    /// Counts a drawing.
    pub(crate) fn count(&self) {
        self.drawn.fetch_add(1, Ordering::Relaxed);
    }

    /// How many drawings were made.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }
}
