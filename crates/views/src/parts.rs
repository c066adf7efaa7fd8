//! A table in parts, for pages that follow it: the server draws it once for all who see the same,
//! and sends the changes.
//!
//! A page was drawn at some revision of the table. When the table has changed, the server draws the
//! parts again and compares the hash of each with the page's. It sends the parts that differ, with
//! the moments and the chronicle's entries of the steps since then. The work does not grow with the
//! length of the match. The server stores only the [`PartHashes`] of a drawing.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::Arc,
};

use kernel::{Seat, SeatSet, Viewer};
use model::{ChosenSeat, Silence, TableStatus};
use pages::{
    RenderMemo, TablePage,
    hash::{hash_of, hasher},
};
use serde::Serialize;
use serde_json::Value;
use text::Language;

use crate::{
    audience::TableView,
    bits::{self, Bit},
    message::{Drawings, Pairs},
};

/// All people who see the same of a table: one person, or all spectators with the same preferences.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Audience {
    /// The person, if they sit there, ask for a seat, or are the host; `None` for all spectators.
    pub person: Option<String>,
    /// The seat from which they look, one of theirs.
    pub seat: Option<ChosenSeat>,
    /// Their colour theme.
    pub theme: pages::Theme,
    /// Their language.
    pub language: Language,
    /// The address at which they reach the server.
    pub origin: Option<String>,
    /// The people whose words they do not read.
    pub muted: BTreeMap<String, Silence>,
}

/// The hashes of the parts of a table that a page has: enough to find the changes. It contains no
/// drawings, and pages with the same parts share it.
#[derive(Debug)]
pub struct PartHashes {
    /// The revision of the table at which the page was drawn.
    pub revision: u64,
    /// The version that the page names.
    pub version: Box<str>,
    step: usize,
    head: Head,
    marks: Box<[PartMark]>,
    context: u64,
    /// The hash of the reactions to each step.
    reactions: BTreeMap<usize, u64>,
}

/// The state of the page as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Head {
    title: String,
    turn: bool,
    /// Whether nothing can happen any more.
    over: bool,
    /// Whether an auto-action takes the steps: the page plays them faster.
    ordered: bool,
}

/// The hashes of a drawing of a part: one of everything around its bits, and one of each bit or of
/// the bit's input.
#[derive(Clone, Debug)]
struct PartMark {
    name: &'static str,
    /// The hash of the input of the whole part, if it is known.
    source: Option<u64>,
    frame: u64,
    bits: Box<[u64]>,
}

/// A table drawn for an audience.
#[derive(Debug)]
pub struct Drawing {
    /// The hashes for a page that has this drawing.
    pub outline: PartHashes,
    parts: Vec<DrawnPart>,
    /// The reactions to steps, by step.
    reactions: BTreeMap<usize, String>,
    /// The steps that are sent moment by moment, oldest first.
    told: Vec<Told>,
    /// The revision since which `told` has all steps.
    told_since: u64,
}

/// The drawing of a part of a table's page; empty if the page already has it.
#[derive(Default, Debug)]
struct DrawnPart {
    html: String,
    bits: Vec<Bit>,
}

/// The drawing of one step's log.
#[derive(Debug)]
struct Told {
    step: usize,
    entry: String,
    moments: Vec<Value>,
}

/// The change that the server must send to a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Nothing visible has changed.
    Nothing,
    /// The changed parts and the latest steps: a message, a line of JSON and the drawings below it.
    Parts(Vec<u8>),
    /// The changes are too large to send: the whole page, after these moments.
    Whole(Vec<Value>),
}

/// The JSON of a message with the changed parts. It refers to drawings by their numbers.
#[derive(Serialize)]
struct StepMessage<'a> {
    version: &'a str,
    step: usize,
    #[serde(flatten)]
    head: &'a Head,
    /// The last step whose entry stays in the chronicle.
    keep: usize,
    moments: &'a [&'a Value],
    drawings: StepDrawings<'a>,
}

#[derive(Serialize)]
struct StepDrawings<'a> {
    /// Changed parts, by name.
    parts: Pairs<&'static str, usize>,
    /// Changed bits of the other parts, by name and id.
    bits: Pairs<&'static str, Pairs<&'a str, usize>>,
    /// The entries of the steps after those whose entries stay.
    chronicle: usize,
    /// The reactions to steps, by step.
    reactions: Pairs<usize, usize>,
}

/// A whole page as a message.
#[derive(Serialize)]
struct WholeMessage<'a> {
    version: &'a str,
    step: usize,
    ordered: bool,
    moments: &'a [Value],
    drawings: WholeDrawings,
}

#[derive(Serialize)]
struct WholeDrawings {
    html: usize,
}

impl PartHashes {
    /// Returns the hashes of the part of this name.
    fn mark(&self, name: &str) -> Option<&PartMark> {
        self.marks.iter().find(|mark| mark.name == name)
    }

    /// Returns the hashes of the page's bits.
    fn bits(&self) -> impl Iterator<Item = u64> {
        self.marks.iter().flat_map(|mark| mark.bits.iter().copied())
    }

    /// Returns the memo of the drawings that the page has.
    fn kept(&self) -> RenderMemo {
        let parts = self.marks.iter().filter_map(|mark| mark.source).collect();
        RenderMemo::new(parts, self.marks.iter().map(|mark| mark.bits.len()).sum(), self.bits())
    }

    /// Returns how many placeholders of a new drawing the page can fill, each from the same part.
    fn found(&self, marks: &[PartMark], parts: &[DrawnPart]) -> usize {
        let found = marks.iter().zip(parts).map(|(mark, part)| {
            let before = self.mark(mark.name);
            let bits = part.bits.iter().zip(&mark.bits);
            let kept = bits.filter(|(bit, _)| pages::is_place(&part.html[bit.at.clone()]));
            kept.filter(|(_, mark)| before.is_some_and(|before| before.bits.contains(mark))).count()
        });
        found.sum()
    }
}

impl PartMark {
    /// Returns whether the drawing is the same.
    fn is_as(&self, before: &PartMark) -> bool {
        self.frame == before.frame && self.bits == before.bits
    }
}

impl Drawing {
    /// Draws a view, which has the log since some revision, for pages that have `base`.
    pub fn new(view: &mut TableView, base: Option<&PartHashes>) -> Drawing {
        let kept = Arc::new(base.map(PartHashes::kept).unwrap_or_default());
        view.page.kept = Some(Arc::clone(&kept));
        let page = &view.page;
        let (marks, parts): (Vec<PartMark>, Vec<DrawnPart>) = drawn_parts(page, &kept, base).unzip();
        if base.is_some_and(|base| base.found(&marks, &parts) < kept.places()) {
            return Drawing::new(view, None);
        }
        let told = view.told.iter().map(|step| Told {
            step: step.chapter.step,
            entry: pages::entry(page, &step.chapter).into_string(),
            moments: pages::moments(page, step),
        });
        let reactions: BTreeMap<usize, String> = pages::all_reactions(page).into_iter().collect();
        let told = told.collect();
        Drawing { outline: outline(view, marks, &reactions), parts, reactions, told, told_since: view.told_since }
    }

    /// Returns the change to send to a page that has `base`.
    pub fn since(&self, base: &PartHashes) -> Change {
        let now = &self.outline;
        let keep = self.told.first().map_or(now.step, |told| told.step - 1).min(base.step);
        let all_told = base.revision >= self.told_since && keep + self.told.len() == now.step;
        let told = if all_told { self.told.as_slice() } else { &[] };
        let moments: Vec<&Value> = told.iter().flat_map(|told| &told.moments).collect();
        let same_layout = now.marks.iter().map(|mark| mark.name).eq(base.marks.iter().map(|mark| mark.name));
        if !same_layout || now.context != base.context || !all_told {
            return Change::Whole(moments.into_iter().cloned().collect());
        }
        let changed =
            now.marks.iter().zip(&base.marks).zip(&self.parts).filter(|((mark, before), _)| !mark.is_as(before));
        let whole = |mark: &PartMark, before: &PartMark| mark.frame != before.frame;
        let parts = changed.clone().filter(|((mark, before), _)| whole(mark, before));
        let bits = changed.filter(|((mark, before), _)| !whole(mark, before));
        let reactions = self.reactions_since(base);
        let same = parts.clone().next().is_none() && bits.clone().next().is_none() && reactions.is_empty();
        if same && now.head == base.head && now.step == base.step && told.is_empty() {
            return Change::Nothing;
        }
        let entries: String = told.iter().map(|told| told.entry.as_str()).collect();
        let mut drawings = Drawings::default();
        let drawn = StepDrawings {
            parts: parts.map(|((mark, _), part)| (mark.name, drawings.add(&part.html))).collect(),
            bits: bits
                .map(|((mark, before), part)| {
                    let bits = part.bits_since(mark, before).map(|(id, html)| (id, drawings.add(html)));
                    (mark.name, bits.collect())
                })
                .collect(),
            chronicle: drawings.add(&entries),
            reactions: reactions.iter().map(|(step, html)| (*step, drawings.add(html))).collect(),
        };
        let message = StepMessage {
            version: &now.version,
            step: now.step,
            head: &now.head,
            keep,
            moments: &moments,
            drawings: drawn,
        };
        Change::Parts(drawings.below(&message))
    }

    /// Returns the reactions that differ from those of a page that has `base`, by step.
    fn reactions_since(&self, base: &PartHashes) -> Vec<(usize, &str)> {
        let now =
            self.reactions.iter().filter(|(step, _)| base.reactions.get(step) != self.outline.reactions.get(step));
        let now = now.map(|(step, html)| (*step, html.as_str()));
        let gone = base.reactions.keys().filter(|step| !self.reactions.contains_key(step));
        now.chain(gone.map(|step| (*step, ""))).collect()
    }
}

impl DrawnPart {
    /// Returns the bits that have changed, by id.
    fn bits_since<'a>(&'a self, now: &'a PartMark, before: &'a PartMark) -> impl Iterator<Item = (&'a str, &'a str)> {
        let marks = now.bits.iter().zip(&before.bits);
        let changed = self.bits.iter().zip(marks).filter(|(_, (now, before))| now != before);
        changed.map(|(bit, _)| (&self.html[bit.id.clone()], &self.html[bit.at.clone()]))
    }
}

/// Returns a view as a message with the whole page, and the hashes of that page.
pub fn whole(view: &mut TableView, moments: &[Value]) -> (Vec<u8>, PartHashes) {
    let kept = Arc::new(RenderMemo::default());
    view.page.kept = Some(Arc::clone(&kept));
    let reactions: BTreeMap<usize, String> = pages::all_reactions(&view.page).into_iter().collect();
    let marks = drawn_parts(&view.page, &kept, None).map(|(mark, _)| mark).collect();
    let outline = outline(view, marks, &reactions);
    view.page.kept = None;
    let html = pages::table_live(&view.page).into_string();
    let mut drawings = Drawings::default();
    let drawn = WholeDrawings { html: drawings.add(&html) };
    let (version, step, ordered) = (&*outline.version, outline.step, outline.head.ordered);
    let message = drawings.below(&WholeMessage { version, step, ordered, moments, drawings: drawn });
    (message, outline)
}

fn outline(view: &TableView, marks: Vec<PartMark>, reactions: &BTreeMap<usize, String>) -> PartHashes {
    let page = &view.page;
    let (title, turn) = pages::table_title(page);
    PartHashes {
        revision: view.revision,
        version: page.version.as_str().into(),
        step: page.step,
        head: Head { title, turn, over: pages::is_settled(page), ordered: page.auto_action.is_some() },
        marks: marks.into(),
        context: context(view),
        reactions: reactions.iter().map(|(step, html)| (*step, hash_of(html))).collect(),
    }
}

/// Returns the parts of a page with their hashes, for pages that have `base`.
fn drawn_parts(
    page: &TablePage,
    kept: &RenderMemo,
    base: Option<&PartHashes>,
) -> impl Iterator<Item = (PartMark, DrawnPart)> {
    let drawn = move |part: pages::Part| {
        if let Some(mark) = base.filter(|_| part.is_kept).and_then(|base| base.mark(part.name)) {
            return (mark.clone(), DrawnPart::default());
        }
        let html = part.drawing.into_string();
        let bits = bits::bits(&html, |id| kept.length(id));
        let mark = |bit: &Bit| kept.mark(bit.hash).unwrap_or_else(|| hash_of(&html[bit.at.clone()]));
        let hashes = bits.iter().map(mark).collect();
        let mut frame = hasher();
        bits::around(&html, &bits, |text| frame.write(text.as_bytes()));
        let mark = PartMark { name: part.name, source: part.source, frame: frame.finish(), bits: hashes };
        (mark, DrawnPart { html, bits })
    };
    pages::parts(page).into_iter().map(drawn)
}

/// Returns a hash of everything outside a step that changes the drawing of its entry: the players
/// in the seats, and what the viewer may see. A lobby has no entries.
fn context(view: &TableView) -> u64 {
    let page = &view.page;
    if page.status == TableStatus::Open {
        return 0;
    }
    let secrets = page.scene.is_some() && view.secrets;
    let hearing: Option<Viewer> = secrets.then_some(page.viewer);
    let own: Vec<Seat> = SeatSet::iter(view.own).collect();
    let mut hasher = hasher();
    (hearing, own, &view.seating, page.talk.is_some(), view.incidents).hash(&mut hasher);
    hasher.finish()
}
