//! The hall of a browser as its worker uses it: every change is stored as JSON before it is shown.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod bench;
mod days;
mod deeds;
mod links;
mod pictures;
mod prerender;
mod puzzles;

use std::{collections::BTreeMap, io::Write};

use kernel::Seat;
use roster::Roster;
use serde_json::{Value, json};
use table::{TableState, rows::TableStatus};
use web::{Answer, Hall, Known, Moment, Request, Settings, Thinker, proof};

/// A browser: its hall, its database, and its clock.
struct Browser {
    hall: Hall,
    thinker: Thinker,
    /// How many steps the thinker has of a match; 0 if it must be sent all.
    thought: BTreeMap<String, usize>,
    settings: Value,
    answers: Vec<Value>,
    results: BTreeMap<String, Value>,
    tables: BTreeMap<String, Value>,
    steps: BTreeMap<(String, usize), Value>,
    /// The matches as the database has them, which tests ask what comes next.
    read: BTreeMap<String, TableState>,
    /// When its clock began.
    now: i64,
    calls: u64,
}

impl Browser {
    fn new() -> Browser {
        Browser {
            hall: Hall::new("/games/", Settings::default()),
            thinker: Thinker::default(),
            thought: BTreeMap::new(),
            settings: Value::Null,
            answers: Vec::new(),
            results: BTreeMap::new(),
            tables: BTreeMap::new(),
            steps: BTreeMap::new(),
            read: BTreeMap::new(),
            now: 0,
            calls: 0,
        }
    }

    fn moment(&mut self) -> Moment {
        self.calls += 1;
        let luck = format!("{:064x}", self.calls);
        Moment { now: self.now + self.calls as i64 * 1000, luck, languages: "en".into() }
    }

    fn store(&mut self, saves: &[web::Save]) {
        for save in saves {
            let save = serde_json::to_value(save).unwrap();
            let key = |of: &Value| (of["table"].as_str().unwrap().to_owned(), of["n"].as_u64().unwrap() as usize);
            match save.as_object().unwrap().iter().next().unwrap() {
                (kind, header) if kind == "table" => {
                    let id = header["id"].as_str().unwrap();
                    self.tables.insert(id.to_owned(), header.clone());
                    match (self.read.remove(id), self.header(id).header().unwrap()) {
                        (Some(mut live), header) if header.ended.is_none() => {
                            live.set_header(header);
                            self.read.insert(id.to_owned(), live);
                        }
                        (Some(_), _) | (None, _) => {}
                    }
                }
                (kind, step) if kind == "step" => {
                    let (id, n) = key(step);
                    let row: web::KeptStep = serde_json::from_value(step["row"].clone()).unwrap();
                    if let Some(live) = self.read.get_mut(&id) {
                        assert!(live.take_other(row.row(), 0), "step {n} does not follow from those before");
                    }
                    self.steps.insert((id, n), step["row"].clone());
                }
                (kind, step) if kind == "remove" => {
                    let key = key(step);
                    assert!(self.steps.remove(&key).is_some());
                    self.read.remove(&key.0);
                    self.thought.remove(&key.0);
                }
                (kind, one) if kind == "results" => {
                    self.results.insert(one["table"].as_str().unwrap().to_owned(), one["results"].clone());
                }
                (kind, answer) if kind == "answer" => self.answers.push(answer.clone()),
                (_, settings) => self.settings = settings.clone(),
            }
        }
    }

    fn steps_of(&self, table: &str) -> Vec<web::KeptStep> {
        let rows = self.steps.iter().filter(|((of, _), _)| of == table);
        rows.map(|(_, row)| serde_json::from_value(row.clone()).unwrap()).collect()
    }

    fn header(&self, table: &str) -> web::KeptTable {
        serde_json::from_value(self.tables[table].clone()).unwrap()
    }

    /// Sends the hall what the database has, but for journals.
    fn know(&mut self) {
        let read = |value: &Value| serde_json::from_value(value.clone()).unwrap();
        self.hall.know(Known {
            tables: self.tables.values().map(read).collect(),
            results: self.results.values().map(|results| serde_json::from_value(results.clone()).unwrap()).collect(),
            answers: self.answers.iter().map(|answer| serde_json::from_value(answer.clone()).unwrap()).collect(),
        });
    }

    /// Closes the tab and opens the table again, from the database alone.
    fn reopen(&mut self, table: &str) {
        self.read.clear();
        self.thought.clear();
        self.hall = Hall::new("/games/", serde_json::from_value(self.settings.clone()).unwrap_or_default());
        self.know();
        let moment = self.moment();
        self.hall.load(self.header(table), self.steps_of(table), &moment).unwrap();
    }

    fn send(&mut self, method: &str, path: &str, fields: &[(&str, String)]) -> Answer {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let request = Request { method: method.into(), path: path.into(), fields, ..Request::default() };
        let moment = self.moment();
        let (answer, saves) = self.hall.answer(&request, &moment);
        self.store(&saves);
        answer
    }

    /// Begins the usual match of a game, and returns the id of its table.
    fn begin(&mut self, game: &str) -> String {
        let answer = self.send("POST", "/play", &[("game", game.into())]);
        let place = answer.location.unwrap_or_else(|| panic!("{game}: {}", answer.body));
        place.trim_start_matches("/tables/").to_owned()
    }

    /// Returns the table as its journal in the database has it.
    fn table(&mut self, id: &str) -> &TableState {
        if !self.read.contains_key(id) {
            let steps = self.steps_of(id).into_iter().map(web::KeptStep::row).collect();
            let live = TableState::from_journal(&Roster::default(), self.header(id).header().unwrap(), steps).unwrap();
            self.read.insert(id.to_owned(), live);
        }
        &self.read[id]
    }

    /// Returns what a bot would do in a seat.
    fn think(&mut self, id: &str, seat: Seat) -> Value {
        let (moment, from) = (self.moment(), self.thought.get(id).copied().unwrap_or_default());
        let question = self.hall.question(id, seat, from, &moment).unwrap();
        let step = self.table(id).step();
        self.thought.insert(id.to_owned(), step);
        self.thinker.think(id, question).unwrap()
    }

    /// Lets bots and the person, who plays like one, act once. Returns whether the match goes on.
    fn act(&mut self, id: &str) -> bool {
        let moment = self.moment();
        let todo = serde_json::to_value(self.hall.todo(id, &moment).unwrap()).unwrap();
        // All think before one acts.
        let mut decisions = Vec::new();
        for bot in todo["think"].as_array().unwrap() {
            let mut acted = bot.clone();
            acted["action"] = self.think(id, Seat(bot["seat"].as_u64().unwrap() as u8));
            decisions.push(acted);
        }
        for acted in decisions {
            let moment = self.moment();
            let saves = self.hall.acted(id, serde_json::from_value(acted).unwrap(), &moment).unwrap();
            self.store(&saves);
        }
        if !todo["think"].as_array().unwrap().is_empty() {
            return true;
        }
        let live = self.table(id);
        if live.header.status == TableStatus::Over {
            return false;
        }
        let table = live.playing().unwrap();
        let seat = table.asked_first().or(table.awaited().lowest()).unwrap();
        let (step, epoch) = (live.step(), table.epoch(seat));
        let action = self.think(id, seat);
        let fields = [
            ("seat", seat.0.to_string()),
            ("step", step.to_string()),
            ("epoch", epoch.to_string()),
            ("action", action.to_string()),
        ];
        let answer = self.send("POST", &format!("/tables/{id}/act"), &fields);
        assert_eq!(answer.status, 303, "{}", answer.body);
        true
    }
}

#[test]
fn matches_outlive_their_tab_and_verify() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let id = browser.begin(game);
        let mut acts = 0;
        while browser.act(&id) {
            acts += 1;
            if acts % 7 == 0 {
                browser.reopen(&id);
            }
            assert!(acts < 5_000, "{game} does not end");
        }
        let page = browser.send("GET", &format!("/tables/{id}"), &[]);
        assert!(page.status == 200 && page.body.contains("\"/games/assets/"), "{game}");
        assert!(!page.body.contains("\"/assets/"), "{game}: a file would be looked for outside the folder");
        let text = browser.hall.record(browser.header(&id), browser.steps_of(&id)).unwrap();
        let record = kernel::Record::parse(&text).unwrap();
        let table = roster::load(&record).unwrap_or_else(|false_| panic!("{game}: {false_}"));
        roster::verify(&record, table.as_ref()).unwrap();
        assert!(record.outcome.is_some() && record.header.seed.is_some(), "{game}");
    }
}

#[test]
fn file_of_matches_is_read_once_and_a_false_one_never() {
    let mut browser = Browser::new();
    let id = browser.begin("rogue-ascension");
    for _ in 0..6 {
        browser.act(&id);
    }
    let file = browser.hall.record(browser.header(&id), browser.steps_of(&id)).unwrap();
    let mut other = Browser::new();
    let add = |browser: &mut Browser, file: &str| browser.send("POST", "/me/matches", &[("records", file.into())]);
    assert!(add(&mut other, &file).body.contains("1 match added."));
    assert!(add(&mut other, &file).body.contains("0 matches added."));
    let steps = other.table(&id).step();
    assert_eq!(steps, browser.table(&id).step());
    other.reopen(&id);
    other.act(&id);
    let seal = browser.table(&id).seal().unwrap();
    let false_ = file.replace(&seal, &seal.chars().rev().collect::<String>()).replacen(&id, "2222222222", 1);
    assert_eq!(add(&mut other, &false_).status, 409);
    assert!(!other.tables.contains_key("2222222222"));
}

/// Returns the length of a text in a link: compressed, in letters of an address.
fn length_in_link(text: &str) -> usize {
    let mut writer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(text.as_bytes()).unwrap();
    data_encoding::BASE64URL_NOPAD.encode_len(writer.finish().unwrap().len())
}

#[test]
fn link_brings_finished_match_and_its_dice() {
    for game in roster::ids() {
        let mut browser = Browser::new();
        let id = browser.begin(game);
        let early = browser.send("GET", &format!("/tables/{id}/moment"), &[]);
        assert_eq!(early.status, 409, "{game}: the seed of a match under way is secret");
        while browser.act(&id) {}
        let text = browser.send("GET", &format!("/tables/{id}/moment"), &[]).body;
        // A visitor of this tree goes on for up to 3,000 steps, and no link is as short as that.
        let most = if game == "crimsonbranch" { 8_000 } else { 4_000 };
        assert!(
            length_in_link(&text) < most,
            "{game}: {} letters of {} steps",
            length_in_link(&text),
            text.lines().count()
        );

        let mut other = Browser::new();
        let open = |browser: &mut Browser, text: &str| {
            browser.send("POST", "/moments", &[("match", text.into()), ("at", "2".into())])
        };
        let opened = open(&mut other, &text);
        assert_eq!(opened.location, Some(format!("/replays/{id}?at=2")), "{game}: {}", opened.body);
        let records = [&browser, &other].map(|one| one.hall.record(one.header(&id), one.steps_of(&id)).unwrap());
        let [ours, theirs] = records.map(|text| kernel::Record::parse(&text).unwrap());
        let outcomes =
            |record: &kernel::Record| -> Vec<_> { record.steps.iter().map(|step| step.chance.clone()).collect() };
        assert_eq!(outcomes(&ours), outcomes(&theirs), "{game}");
        assert_eq!((&ours.header.seal, &ours.outcome), (&theirs.header.seal, &theirs.outcome), "{game}");
        roster::verify(&theirs, roster::load(&theirs).unwrap().as_ref()).unwrap();

        // It is played on from there, and opened twice it is one match.
        let page = other.send("GET", &format!("/replays/{id}"), &[]);
        assert_eq!(page.status, 200, "{game}");
        let again = other.send("POST", &format!("/tables/{id}/retry"), &[("step", "2".into())]);
        let next = again.location.unwrap().trim_start_matches("/tables/").to_owned();
        assert!(other.header(&next).header().unwrap().practice && other.act(&next), "{game}");
        let tables = other.tables.len();
        assert!(open(&mut other, &text).location.is_some() && other.tables.len() == tables, "{game}");

        // A step that is not legal, or a text of something else, is refused with a word.
        let line = text.lines().nth(1).unwrap();
        for wrong in [text.replacen(line, "[0,{\"type\":\"no such action\"}]", 1), "nonsense".into(), String::new()] {
            let fresh = &mut Browser::new();
            assert!(open(fresh, &wrong).status >= 400 && fresh.tables.is_empty(), "{game}");
        }
    }
}

#[test]
fn link_of_two_people_goes_on_against_bots() {
    let mut browser = Browser::new();
    let seats = [("game", "gloombah"), ("seats", "3"), ("seat0", "me"), ("seat1", "me"), ("seat2", "bot:normal")];
    let fields: Vec<(&str, String)> = seats.map(|(name, value)| (name, value.to_owned())).into();
    let place = browser.send("POST", "/tables", &fields).location.unwrap();
    let id = place.trim_start_matches("/tables/").to_owned();
    browser.send("POST", &format!("/tables/{id}/seats/1"), &[("called", "Grace".into())]);
    for _ in 0..4 {
        browser.act(&id);
    }
    assert_eq!(browser.send("POST", &format!("/tables/{id}/leave"), &[]).status, 303);
    let text = browser.send("GET", &format!("/tables/{id}/moment"), &[]).body;
    assert!(text.contains("\"Grace\""), "{text}");
    let step = browser.table(&id).step();

    // It was ended early, so it goes on after its last step: in the
    // seat that the link names.
    for (seat, mine) in [("", Seat(0)), ("1", Seat(1))] {
        // Its table gets another id than the first of the other browser.
        let mut other = Browser::new();
        other.send("GET", "/", &[]);
        let fields = [("match", &*text), ("do", "play"), ("at", &step.to_string()), ("seat", seat)];
        let opened = other.send("POST", "/moments", &fields.map(|(name, value)| (name, value.to_owned())));
        let next = opened.location.unwrap_or_else(|| panic!("{}", opened.body));
        let next = next.strip_prefix("/tables/").unwrap().to_owned();
        let header = other.header(&next).header().unwrap();
        let people: Vec<Seat> = Seat::all(3).filter(|seat| header.seats[seat.index()].person().is_some()).collect();
        assert_eq!((people, header.practice), (vec![mine], true));
        assert_eq!(other.table(&next).step(), step);
        let replay = other.send("GET", &format!("/replays/{id}"), &[]);
        assert_eq!(replay.body.contains("Grace"), mine == Seat(0), "{replay:?}");
        other.reopen(&next);
        assert!(other.act(&next));
    }
    let late = [("match", text), ("do", "play".into()), ("at", (step + 1).to_string())];
    assert_eq!(Browser::new().send("POST", "/moments", &late).status, 400);
}

/// Returns the fields of the lab's form for a run of 60 matches.
fn lab_form(changed: &[(&str, &str)]) -> Vec<(String, String)> {
    let usual = [("game", "rogue-ascension"), ("seats", "2"), ("bot", "normal"), ("games", "60"), ("seed", "5")];
    let all = usual.iter().chain([("opt.ascension", "2")].iter()).chain(changed);
    all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Plays a run of the lab in pieces, as two workers would, and returns its figures.
fn play_in_lab(form: &[(String, String)]) -> (Browser, String) {
    let mut browser = Browser::new();
    let fields: Vec<(&str, String)> = form.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let begun = browser.send("POST", "/lab", &fields);
    assert_eq!(begun.status, 200, "{}", begun.body);
    let begun: Value = serde_json::from_str(&begun.body).unwrap();
    let mut workers = [Thinker::default(), Thinker::default()];
    let pieces = [(31, 60), (0, 1), (8, 31), (1, 8)];
    for (at, (from, to)) in pieces.into_iter().enumerate() {
        let stages = begun["stages"].as_array().unwrap();
        for point in 0..stages.iter().map(|stage| stage.as_array().unwrap().len()).sum() {
            let sums = workers[at % 2].play(form.to_vec(), point, from, to).unwrap();
            let added = browser.send("POST", "/lab/piece", &[("point", point.to_string()), ("sums", sums)]);
            assert_eq!(added.status, 204, "{}", added.body);
        }
    }
    let figures = browser.send("GET", "/lab/figures.json", &[]).body;
    (browser, figures)
}

/// Returns the experiment that the command plays with these options.
fn experiment(options: Value) -> lab::Experiment {
    let bots = vec!["normal".parse().unwrap()];
    let setting = roster::Setting { options, seats: 2, bots, seed: 5, max_plies: 100_000 };
    lab::Experiment::new(roster::find("rogue-ascension").unwrap(), &setting, 60).unwrap()
}

#[test]
fn lab_has_the_figures_of_the_command_bit_for_bit() {
    let pool = lab::Pool::new(2).unwrap();
    let (mut browser, figures) = play_in_lab(&lab_form(&[("sweep", "ascension"), ("values", "0..1")]));
    let expected = [0, 1].map(|level| {
        let experiment = experiment(json!({ "ascension": level }));
        lab::json(&experiment, &experiment.run(&pool, &lab::Unwatched, None).unwrap(), 0.0)
    });
    // As text: some readers of JSON round.
    let expected = json!(expected).to_string();
    assert!(figures == expected, "{figures}\n{expected}");
    let report = browser.send("GET", "/lab/report", &[]).body;
    assert!(report.contains("aria-label=\"Victory by option\"") && report.contains("ascension 1"), "{report}");
    let csv = browser.send("GET", "/lab/figures.csv", &[]);
    assert!(csv.body.contains("\n\"ascension 1\",games,60,60,60\n") && csv.file.is_some(), "{}", csv.body);

    let (mut browser, found) = play_in_lab(&lab_form(&[("other", "ascension"), ("value", "4")]));
    let [a, b] = [2, 4].map(|level| experiment(json!({ "ascension": level })));
    let expected = lab::compare(&a, &b, &pool, &lab::Unwatched).unwrap().json().to_string();
    assert!(found == expected, "{found}\n{expected}");
    assert!(browser.send("GET", "/lab/report", &[]).body.contains("60 pairs"));
    assert!(browser.send("GET", "/lab/figures.csv", &[]).body.starts_with("figure,a,b,"));
}

#[test]
fn lab_refuses_run_that_cannot_be() {
    let mut browser = Browser::new();
    assert_eq!(browser.send("GET", "/lab/report", &[]).status, 409);
    for game in roster::ids() {
        let request = Request {
            method: "GET".into(),
            path: "/lab".into(),
            query: vec![("game".into(), game.into())],
            ..Request::default()
        };
        let moment = browser.moment();
        let page = browser.hall.answer(&request, &moment).0;
        assert!(page.status == 200 && page.body.contains("id=\"lab\""), "{game}");
    }
    for wrong in
        [("seats", "9"), ("sweep", "nothing"), ("sweep", "ascension"), ("bot", "nobody"), ("opt.ascension", "x")]
    {
        let form = lab_form(&[wrong]);
        let fields: Vec<(&str, String)> = form.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        assert_eq!(browser.send("POST", "/lab", &fields).status, 400, "{wrong:?}");
    }
}

#[test]
fn step_taken_back_leaves_the_journal() {
    let mut browser = Browser::new();
    let id = browser.begin("crimsonbranch");
    while browser.table(&id).playing().unwrap().may_undo(Seat(0)).is_err() {
        assert!(browser.act(&id), "no step could be taken back");
    }
    let step = browser.table(&id).step();
    let answer = browser.send("POST", &format!("/tables/{id}/undo"), &[("step", step.to_string())]);
    assert_eq!((answer.status, browser.table(&id).step()), (303, step - 1));
    let stale = browser.send("POST", &format!("/tables/{id}/undo"), &[("step", step.to_string())]);
    assert!(stale.body.contains("The table has moved on"), "{}", stale.body);
}

#[test]
fn page_that_follows_is_sent_the_steps() {
    let mut browser = Browser::new();
    let id = browser.begin("accursed-tomb");
    let page = browser.send("GET", &format!("/tables/{id}"), &[]);
    let version = page.body.split("data-version=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let moment = browser.moment();
    browser.hall.follow(&id, vec![("version".into(), version)], &moment).unwrap();
    assert_eq!(browser.hall.news(&moment).unwrap(), None, "the page has it all");
    browser.act(&id);
    let news = browser.hall.news(&moment).unwrap().unwrap();
    assert_eq!(news.kind, "step");
    let message: Value = serde_json::from_str(news.data.lines().next().unwrap()).unwrap();
    assert!(message["step"].as_u64() > Some(0) && !message["moments"].as_array().unwrap().is_empty());
    assert_eq!(browser.hall.news(&moment).unwrap(), None);
}

#[test]
fn match_that_is_left_ends_and_verifies() {
    let mut browser = Browser::new();
    let id = browser.begin("gloombah");
    browser.act(&id);
    assert_eq!(browser.send("POST", &format!("/tables/{id}/leave"), &[]).status, 303);
    browser.reopen(&id);
    let page = browser.send("GET", &format!("/tables/{id}"), &[]).body;
    assert!(page.contains("conceded."), "{page}");
    assert!(!browser.act(&id), "the match is over");
    let file = browser.hall.record(browser.header(&id), browser.steps_of(&id)).unwrap();
    let record = kernel::Record::parse(&file).unwrap();
    assert!(record.header.ended.is_some() && record.header.incidents.len() == 1);
    roster::verify(&record, roster::load(&record).unwrap().as_ref()).unwrap();
    let mut other = Browser::new();
    assert!(other.send("POST", "/me/matches", &[("records", file)]).body.contains("1 match added."));
    assert_eq!(other.table(&id).header.ended, record.header.ended);
}

#[test]
fn pages_speak_the_language_of_the_settings() {
    let mut browser = Browser::new();
    let front = browser.send("GET", "/", &[]).body;
    assert!(front.contains("lang=\"en\"") && !front.contains("/friends") && !front.contains("href=\"/boards\""));
    let choices = [("name", "Ada"), ("theme", "parchment"), ("language", "de"), ("speed", "fast"), ("bots", "speak")];
    browser.send("POST", "/me", &choices.map(|(name, value)| (name, value.to_owned())));
    let front = browser.send("GET", "/", &[]).body;
    assert!(front.contains("lang=\"de\"") && front.contains("data-theme=\"parchment\"") && front.contains("Ada"));
    assert_eq!(browser.settings["language"], json!("de"));
    for game in roster::ids() {
        let page = browser.send("GET", &format!("/games/{game}"), &[]);
        assert!(page.status == 200 && !page.body.contains("src=\"/games/crimsonbranch"), "{game}: {}", page.body);
    }
    assert_eq!(browser.send("GET", "/boards", &[]).status, 404);
}

#[test]
fn seeded_work_repeats() {
    for game in roster::ids() {
        let record = proof::record(game, 1).unwrap();
        assert_eq!(proof::record(game, 1).unwrap(), record);
        assert_ne!(proof::record(game, 2).unwrap(), record);
        let choices = proof::choices(game, 3, 5, 8).unwrap();
        assert_eq!(choices.lines().count(), 5);
        assert_eq!(proof::choices(game, 3, 5, 8).unwrap(), choices);
    }
}
