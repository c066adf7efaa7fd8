//! The tables of a browser, and the answers to the requests of its page.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use kernel::{RecordRng, Seat, Seed};
use model::{MatchResults, PuzzleAnswer};
use pages::{NextTable, Visitor};
use roster::Roster;
use table::{
    Around, TableState,
    fault::{Code, Fault},
    ids,
    rows::{Access, Occupant, StepRow, TableHeader, TableStatus, Timestamp},
};
use text::t;
use views::{
    audience::{self, Lookups, Span, TableView, ViewOptions},
    fault_status, fault_title,
    fields::Fields,
    sentence,
};

use crate::{Answer, KeptStep, KeptTable, Known, ME, Moment, Request, Save, Settings, follow::Page, lab::Run};

/// The length of a table's id.
pub(crate) const ID: usize = 10;
/// The length of the mark that begins the versions of a table.
const MARK: usize = 6;

/// A table in memory.
pub(crate) struct Table {
    pub(crate) live: TableState,
    /// The counter of its changes.
    pub(crate) revision: u64,
    /// Identifies this life of the table in memory: the counter begins again with each.
    mark: String,
    /// How many steps were taken back: bots that think about the time before are not heard.
    pub(crate) branch: u32,
}

impl Table {
    /// Returns the version of its page.
    pub(crate) fn version(&self) -> String {
        format!("{}.{}", self.mark, self.revision)
    }

    fn around(&self, now: Timestamp) -> Around {
        Around {
            now,
            revision: self.revision,
            version: self.version(),
            connected: vec![true; self.live.header.seats.len()],
            here: BTreeSet::from([ME.to_owned()]),
            ..Around::default()
        }
    }
}

/// The hall of one browser, for one page.
pub struct Hall {
    pub(crate) roster: Roster,
    pub(crate) settings: Settings,
    /// The path of the folder that serves the site, with a slash at its end.
    base: String,
    /// The headers of all tables, complete.
    pub(crate) headers: BTreeMap<String, TableHeader>,
    pub(crate) tables: BTreeMap<String, Table>,
    /// The person's answers to puzzles.
    pub(crate) answers: Vec<PuzzleAnswer>,
    /// The results of finished matches that count, by table.
    pub(crate) results: BTreeMap<String, MatchResults>,
    /// The page that follows a table.
    pub(crate) page: Option<Page>,
    /// Seeds whose seals were shown, by seal.
    pub(crate) sealed: BTreeMap<String, [u8; 32]>,
    /// The run of the lab.
    pub(crate) lab: Option<Run>,
    pub(crate) saves: Vec<Save>,
    pub(crate) now: Timestamp,
    luck: RecordRng,
}

impl Hall {
    /// Returns the hall of a site in the folder `base`, which begins and ends with a slash.
    pub fn new(base: &str, settings: Settings) -> Hall {
        Hall {
            roster: Roster::default(),
            settings,
            base: base.to_owned(),
            headers: BTreeMap::new(),
            tables: BTreeMap::new(),
            answers: Vec::new(),
            results: BTreeMap::new(),
            page: None,
            sealed: BTreeMap::new(),
            lab: None,
            saves: Vec::new(),
            now: 0,
            luck: RecordRng::of(&Seed([0; 32])),
        }
    }

    /// Replaces what the hall knows: other tabs change it too.
    pub fn know(&mut self, known: Known) {
        self.answers = known.answers;
        let results = known.results.into_iter();
        self.results = results.filter_map(|one| Some((one.seats.first()?.table.clone(), one))).collect();
        let read = known.tables.into_iter().filter_map(|kept| kept.header().ok());
        self.headers = read.map(|header| (header.id.clone(), header)).collect();
    }

    /// Returns whether a table is in memory.
    pub fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Takes a table into memory, replayed from its journal.
    ///
    /// # Errors
    /// If it is not one of a match by today's rules.
    pub fn load(&mut self, header: KeptTable, steps: Vec<KeptStep>, moment: &Moment) -> Result<(), Fault> {
        self.at(moment);
        let steps = steps.into_iter().map(KeptStep::row).collect();
        self.open(header.header()?, steps)
    }

    /// Forgets a table: what was decided about it could not be stored.
    pub fn forget(&mut self, table: &str) {
        self.tables.remove(table);
        self.headers.remove(table);
    }

    pub(crate) fn open(&mut self, header: TableHeader, steps: Vec<StepRow>) -> Result<(), Fault> {
        // Nobody looks on, so pages offer no links and pictures for others.
        let header = TableHeader { access: Access { public: false, spectators: false }, ..header };
        let live = TableState::from_journal(&self.roster, header.clone(), steps)?;
        let mark = ids::id::<MARK>(self.bytes());
        self.headers.insert(header.id.clone(), header.clone());
        self.tables.insert(header.id, Table { live, revision: 1, mark, branch: 0 });
        Ok(())
    }

    /// Sets the time and the randomness of a call.
    pub(crate) fn at(&mut self, moment: &Moment) {
        self.now = moment.now;
        let seed = Seed::from_hex(&moment.luck).unwrap_or(Seed([0; 32]));
        self.luck = RecordRng::of(&seed);
    }

    /// Returns random bytes.
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| kernel::below(&mut self.luck.0, 256) as u8)
    }

    /// Answers a request, and returns what must be stored before the answer is shown.
    pub fn answer(&mut self, request: &Request, moment: &Moment) -> (Answer, Vec<Save>) {
        self.at(moment);
        let answer = self.settings.language(&moment.languages).speak(|| self.answered(request));
        (Answer { body: self.placed(&answer.body), ..answer }, std::mem::take(&mut self.saves))
    }

    /// Returns a text with the addresses of this site's files. A quotation mark stands in no text
    /// of a page but in its attributes, because the others are escaped.
    pub(crate) fn placed(&self, text: &str) -> String {
        let base = &self.base;
        let text = text.replace("\"/assets/", &format!("\"{base}assets/"));
        text.replace("\"/manifest.webmanifest\"", &format!("\"{base}manifest.webmanifest\""))
    }

    /// Returns the page of a table that another tab has open: two tabs never play the same match.
    pub fn held_elsewhere(&mut self, moment: &Moment) -> Answer {
        let fault = || Fault::new(Code::Busy, t!("this match is open in another tab; go on there, or close that tab"));
        self.told(moment, fault)
    }

    /// Returns the page that says that the browser could not store a change.
    pub fn not_stored(&mut self, moment: &Moment) -> Answer {
        let text = || t!("this browser could not store that, so nothing has changed; free some space and try again");
        self.told(moment, || Fault::new(Code::Internal, text()))
    }

    fn told(&mut self, moment: &Moment, fault: impl FnOnce() -> Fault) -> Answer {
        self.at(moment);
        let answer = self.settings.language(&moment.languages).speak(|| self.error_page(&fault()));
        Answer { body: self.placed(&answer.body), ..answer }
    }

    fn error_page(&self, fault: &Fault) -> Answer {
        let (status, title) = (fault_status(fault.code), fault_title(fault.code));
        let page = pages::error(&self.visitor(&self.settings.person()), status, title, &sentence(&fault.message));
        Answer::html(status, page.into_string())
    }

    fn answered(&mut self, request: &Request) -> Answer {
        self.routed(request).unwrap_or_else(|fault| self.error_page(&fault))
    }

    fn routed(&mut self, request: &Request) -> Result<Answer, Fault> {
        let path: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
        let (query, fields) = (Fields(request.query.clone()), Fields(request.fields.clone()));
        match (request.method.as_str(), path.as_slice()) {
            ("GET", ["tables", id]) => self.table_page(id, query.view_options(None, request.fragment)),
            ("GET", ["replays", id, "match.svg"]) => self.moving_picture(id),
            ("GET", ["replays", id] | ["replays", id, "moment"]) => self.replay(id, query.view_options(None, false)),
            ("GET", ["tables", id, "chronicle"]) => self.chronicle(id, &query),
            ("GET", ["tables", id, "version"]) => {
                Ok(Answer::json(&serde_json::json!({ "version": self.table(id)?.version() })))
            }
            ("GET", ["tables", id, "next"]) => Ok(Answer::to(self.next_of(id))),
            ("GET", ["tables", id, "record"]) => self.record_of(id),
            ("GET", ["tables", id, "verify"]) => self.verified(id),
            ("GET", ["tables", id, "moment"]) => self.moment(id),
            ("POST", ["tables", id, "rematch"]) => self.rematch(id, &fields),
            ("POST", ["tables", id, "retry"]) => self.retry(id, fields.number("step")?),
            ("POST", ["tables", id, command]) => {
                let done = self.command(id, command, &fields);
                self.commanded(id, done, &fields, request)
            }
            ("POST", ["tables", id, "seats", seat]) => {
                let done = self.name_player(id, seat, &fields);
                self.commanded(id, done, &fields, request)
            }
            ("POST", ["play"]) => {
                let meta = self.roster.find(fields.need("game")?)?.meta();
                let wanted = fields.usual_table(meta);
                self.create(wanted)
            }
            ("POST", ["tables"]) => self.create_from(&fields),
            ("POST", ["lessons"]) => self.lesson(fields.need("game")?, 1),
            ("POST", ["lessons", number]) => self.lesson(fields.need("game")?, number.parse().unwrap_or_default()),
            ("POST", ["moments"]) => self.open_moment(&fields),
            (method, ["bench", rest @ ..]) => self.bench(method, rest, &query, &fields),
            (method, ["lab", rest @ ..]) => self.lab(method, rest, &query, &fields),
            (method, ["daily", rest @ ..]) => self.days(method, rest),
            (method, ["puzzles", rest @ ..]) => self.puzzles(method, rest, &query, &fields),
            ("POST", ["api", "v1", "seals"]) => Ok(self.seal()),
            _ => self.shown(&request.method, &path, &query, &fields, request),
        }
    }

    /// Returns a table.
    ///
    /// # Errors
    /// If it is not in memory.
    pub(crate) fn table(&self, id: &str) -> Result<&Table, Fault> {
        self.tables.get(id).ok_or_else(|| Fault::unknown_table(id))
    }

    /// Returns a table, to be changed.
    ///
    /// # Errors
    /// If it is not in memory.
    pub(crate) fn table_mut(&mut self, id: &str) -> Result<&mut Table, Fault> {
        self.tables.get_mut(id).ok_or_else(|| Fault::unknown_table(id))
    }

    /// Returns the person as the reader of a page.
    pub(crate) fn visitor<'a>(&self, person: &'a model::Person) -> Visitor<'a> {
        Visitor { local: true, ..audience::visitor(Some(person)) }
    }

    /// Returns the names of the people at a table.
    pub(crate) fn names(&self, header: &TableHeader) -> HashMap<Seat, String> {
        let name = self.settings.person().name;
        let seats = header.seats.iter().zip(Seat::all(header.seats.len() as u8));
        let people = seats.filter(|(occupant, _)| occupant.person().is_some());
        people.map(|(occupant, seat)| (seat, occupant.called().unwrap_or(&name).to_owned())).collect()
    }

    /// Reads the data for drawing a table.
    ///
    /// # Errors
    /// If it is not in memory.
    pub(crate) fn frame(&self, id: &str, span: Span, view: ViewOptions) -> Result<TableView, Fault> {
        let (table, person) = (self.table(id)?, self.settings.person());
        let header = &table.live.header;
        let next = header.next.as_deref().filter(|next| self.headers.contains_key(*next));
        let (earned, goals) = self.reached_at(&table.live);
        let lookups = Lookups {
            earned,
            goals,
            names: Arc::new(self.names(header)),
            next: next.map(|id| {
                let curses = self.table(id).map(|next| next.live.curses(Some(ME))).unwrap_or_default();
                NextTable { id: id.to_owned(), people: Vec::new(), seated: true, free: false, curses }
            }),
            opened: true,
            local: true,
            ..Lookups::default()
        };
        audience::frame(table.around(self.now), &table.live, lookups, Some(&person), span, view)
    }

    fn table_page(&self, id: &str, view: ViewOptions) -> Result<Answer, Fault> {
        let frame = self.frame(id, Span::Whole, view)?;
        let person = self.settings.person();
        Ok(Answer::html(200, audience::drawn(&frame, &self.visitor(&person)).into_string()))
    }

    fn replay(&self, id: &str, view: ViewOptions) -> Result<Answer, Fault> {
        match self.table(id)?.live.header.status {
            TableStatus::Over => self.table_page(id, ViewOptions { replay: true, ..view }),
            TableStatus::Open | TableStatus::Playing => Ok(Answer::to(format!("/tables/{id}"))),
        }
    }

    /// Returns the moving picture of a finished match. The worker puts the drawings into it.
    fn moving_picture(&mut self, id: &str) -> Result<Answer, Fault> {
        if self.table(id)?.live.header.status != TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("the match is not over")));
        }
        if self.table(id)?.live.analysed.whole().is_none() {
            self.analyse_now(id)?;
        }
        let live = &self.table(id)?.live;
        let (analysed, meta) = (live.analysed.whole().unwrap_or_default(), live.title.meta());
        let nothing = || Fault::new(Code::NotFound, t!("there is nothing to see of this match"));
        let moments = views::highlights::pictured(live.playing()?, &analysed);
        let body = pages::moving_picture(meta.cover.ok_or_else(nothing)?, &moments, analysed.analysis.as_deref());
        let file = Some(format!("{}-{id}.svg", meta.id));
        Ok(Answer { kind: "image/svg+xml", file, ..Answer::html(200, body) })
    }

    fn chronicle(&self, id: &str, query: &Fields) -> Result<Answer, Fault> {
        let replay = query.get("replay").is_some();
        if replay && self.table(id)?.live.header.status != TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("the match is not over")));
        }
        let before = query.get("before").and_then(|before| before.parse().ok());
        self.table_page(id, ViewOptions { before: before.or(Some(0)), replay, ..query.view_options(None, false) })
    }

    /// Answers a command of a table's page as a server does: with the version that the stream will
    /// bring, with the changed part, or with the way to the table.
    fn commanded(
        &mut self,
        id: &str,
        done: Result<(), Fault>,
        fields: &Fields,
        request: &Request,
    ) -> Result<Answer, Fault> {
        let notice = match done {
            Ok(()) if request.follows => {
                return Ok(Answer { version: Some(self.table(id)?.version()), ..Answer::empty() });
            }
            Ok(()) if !request.fragment => return Ok(Answer::to(format!("/tables/{id}"))),
            Ok(()) => None,
            Err(fault) if fault.code == Code::UnknownMatch => return Err(fault),
            Err(fault) if request.follows => {
                let notice = pages::notice(&audience::fault_notice(&fault)).into_string();
                return Ok(Answer::html(fault_status(fault.code), notice));
            }
            Err(fault) => Some(audience::fault_notice(&fault)),
        };
        let seat = fields.chosen_seat("view");
        self.table_page(id, ViewOptions { notice, fragment: request.fragment, seat, ..ViewOptions::default() })
    }

    /// Returns whether a seat is the person's.
    pub(crate) fn is_mine(occupant: &Occupant) -> bool {
        occupant.person() == Some(ME)
    }
}
