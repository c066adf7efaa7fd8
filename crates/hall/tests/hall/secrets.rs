//! A whole match of Gloombah! for six, with everything that each player and a spectator are sent.
//! No text may reveal a card that they cannot know, by its name, by its id or by its picture.

use std::collections::{BTreeMap, HashMap};

use axum::http::Method;
use hall::Hall;
use kernel::{Record, Viewer};
use serde_json::{Value, json};

use crate::common::{Caller, Follower, open};

const SEATS: usize = 6;
/// The place of the spectator among the viewers, after the seats.
const ONLOOKER: usize = SEATS;

/// A set of kinds of item cards, by their place in the list of kinds.
type Kinds = u64;

/// Finds cards by name and id in the texts that were sent.
struct Finder {
    ids: Vec<String>,
    /// The words of each name and id, by the first of them.
    names: HashMap<String, Vec<(Vec<String>, usize)>>,
}

impl Finder {
    /// Creates a finder. `all` are the ids of the cards; the rulebook's tables have their names.
    fn new(all: &Value) -> Finder {
        let mut ids: Vec<String> = all.as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect();
        ids.dedup();
        let rulebook = roster::find("gloombah").unwrap().meta().rulebook;
        let name = |id: &str| {
            let row = rulebook.lines().find_map(|line| line.strip_prefix(&format!("| `{id}` | ")));
            row.unwrap_or_else(|| panic!("{id} stands in the rulebook")).split(" |").next().unwrap()
        };
        let mut names: HashMap<String, Vec<(Vec<String>, usize)>> = HashMap::new();
        for (n, id) in ids.iter().enumerate() {
            for text in [id, name(id)] {
                let words: Vec<String> = words(text).map(|(word, _)| word).collect();
                names.entry(words[0].clone()).or_default().push((words, n));
            }
        }
        Finder { ids, names }
    }

    /// Returns the cards that a text names or shows.
    fn in_text(&self, text: &str) -> Kinds {
        let words: Vec<(String, usize)> = words(text).collect();
        let mut found = 0;
        for (at, (first, _)) in words.iter().enumerate() {
            for (name, n) in self.names.get(first).into_iter().flatten() {
                let here = words[at..].iter().take(name.len()).map(|(word, _)| word);
                if here.eq(name) {
                    found |= 1 << n;
                }
            }
        }
        for link in text.split("/assets/art/").skip(1) {
            let file = link.split(['"', '\\', ')', '\'', ' ', '?']).next().unwrap_or_default();
            let picture =
                art::by_file_name(file).map(|(picture, _)| picture.name().rsplit('/').next().unwrap_or_default());
            found |= picture.and_then(|id| self.ids.iter().position(|other| other == id)).map_or(0, |n| 1 << n);
        }
        found
    }

    fn set(&self, list: &Value) -> Kinds {
        let place = |id: &Value| self.ids.iter().position(|other| id == other);
        list.as_array().into_iter().flatten().filter_map(place).fold(0, |set, n| set | 1 << n)
    }

    fn listed(&self, kinds: Kinds) -> Vec<&str> {
        (0..self.ids.len()).filter(|n| kinds & (1 << n) != 0).map(|n| self.ids[n].as_str()).collect()
    }
}

/// Returns the words of a text in small letters, with their positions.
fn words(text: &str) -> impl Iterator<Item = (String, usize)> {
    let mut at = 0;
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        (!word.is_empty()).then(|| (word.to_ascii_lowercase(), start))
    })
}

/// A text that was sent: its step, its viewer, its source, and the cards that it names.
struct Sent {
    step: usize,
    viewer: usize,
    what: String,
    cards: Kinds,
}

/// Six people and a spectator, each following the page.
struct Match {
    callers: Vec<Caller>,
    followers: Vec<Follower>,
    id: String,
    finder: Finder,
    sent: Vec<Sent>,
}

impl Match {
    async fn begin(hall: &Hall) -> Match {
        let mut callers = Vec::new();
        for name in ["Ada", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus"] {
            callers.push(Caller::program(hall, name).await);
        }
        let options = json!({ "round_limit": 10 });
        let id = callers[0].table(json!({ "game": "gloombah", "seats": SEATS, "take": 0, "options": options })).await;
        for (seat, player) in callers.iter_mut().enumerate().take(SEATS).skip(1) {
            player.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
        }
        callers[0].post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        let all = callers[ONLOOKER].get(&format!("/api/v1/tables/{id}/view")).await.ok().json();
        let finder = Finder::new(&all["view"]["unseen"]);
        let mut followers = Vec::new();
        for caller in &mut callers {
            followers.push(Follower::of(caller, &id).await.1);
        }
        Match { callers, followers, id, finder, sent: Vec::new() }
    }

    fn note(&mut self, step: usize, viewer: usize, what: impl Into<String>, text: &str) {
        let cards = self.finder.in_text(text);
        self.sent.push(Sent { step, viewer, what: what.into(), cards });
    }

    /// Sends a request as a viewer, and records the cards in the answer.
    async fn ask(&mut self, step: usize, viewer: usize, path: String) -> String {
        let text = self.callers[viewer].get(&path).await.ok().text();
        // The set of all unseen cards is not secret as a whole; only their holders are.
        let searched = match serde_json::from_str::<Value>(&text) {
            Ok(mut json) if json["view"].is_object() => {
                json["view"].as_object_mut().unwrap().remove("unseen");
                json.to_string()
            }
            _ => text.clone(),
        };
        self.note(step, viewer, path, &searched);
        text
    }

    /// Requests everything about the table as it is now, as a viewer. `whole` includes answers that
    /// take long to draw.
    async fn look(&mut self, viewer: usize, step: usize, whole: bool) -> Value {
        let (id, own) = (self.id.clone(), if viewer < SEATS { format!("?seat={viewer}") } else { String::new() });
        let api = format!("/api/v1/tables/{id}");
        if whole {
            self.ask(step, viewer, format!("/tables/{id}")).await;
            self.ask(step, viewer, format!("/tables/{id}?at={}", step / 2)).await;
            self.ask(step, viewer, format!("{api}/scene{own}")).await;
            self.ask(step, viewer, format!("{api}/record")).await;
        }
        self.ask(step, viewer, format!("{api}/view{own}")).await;
        let table = self.ask(step, viewer, api).await;
        serde_json::from_str(&table).unwrap()
    }

    /// Records the messages of the streams up to this step.
    async fn hear(&mut self, step: usize) {
        for viewer in 0..self.followers.len() {
            loop {
                let news = self.followers[viewer].next().await.expect("the stream brings the step");
                self.note(step, viewer, format!("stream: {}", news.kind), &news.data.to_string());
                if news.data["step"] == step {
                    break;
                }
            }
        }
    }

    async fn post(&mut self, step: usize, seat: usize, what: &str, body: Value) -> Value {
        let reply = self.callers[seat].post(&format!("/api/v1/tables/{}/{what}", self.id), body.clone()).await;
        // The caller already knows the cards that they asked about.
        let text = reply.text();
        let asked = self.finder.in_text(&body.to_string());
        let cards = self.finder.in_text(&text) & if reply.status == 200 { Kinds::MAX } else { !asked };
        let step = reply.json()["step"].as_u64().map_or(step, |step| step as usize);
        self.sent.push(Sent { step, viewer: seat, what: format!("{what} {body}: {}", reply.status), cards });
        reply.json()
    }
}

/// Chooses the next action and its seat, like people who try everything. `die` is a number that
/// looks random.
fn choose(tables: &[Value], die: &mut u64) -> Option<(usize, Value)> {
    let mut roll = |below: u64| {
        *die = die.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*die >> 33) % below
    };
    let awaited: Vec<usize> =
        (0..SEATS).filter(|seat| tables[*seat]["state"]["legal"][seat.to_string()].is_array()).collect();
    let seat = *awaited.get(roll(awaited.len().max(1) as u64) as usize)?;
    let legal: Vec<Value> = tables[seat]["state"]["legal"][seat.to_string()].as_array().unwrap().clone();
    let of = |kind: &str| {
        legal.iter().map(|one| one["action"].clone()).filter(|one| one["type"] == kind).collect::<Vec<_>>()
    };
    let mut any = |of: Vec<Value>| (!of.is_empty()).then(|| of[roll(of.len() as u64) as usize].clone());
    let kinds: &[(&str, u64)] = match tables[seat]["state"]["status"]["awaiting"][0]["kind"].as_str().unwrap() {
        "prep" => &[("play", 2), ("equip", 3), ("end_prep", 1)],
        "setup_equip" => &[("equip", 2), ("done", 1)],
        "encounter" => &[("fight", 2), ("run_auto", 1), ("run_discard", 3), ("run_roll", 1)],
        "fight" => &[("play", 4), ("offer", 9), ("pass", 1)],
        "offer_reply" => &[("accept", 2), ("refuse", 1)],
        _ => &[],
    };
    let mut wanted = None;
    for (kind, one_in) in kinds {
        let found = any(of(kind));
        if found.is_some() && wanted.is_none() && any((0..*one_in).map(Value::from).collect()) == Some(json!(0)) {
            wanted = found;
        }
    }
    let action =
        wanted.or_else(|| any(of("pass"))).or_else(|| any(legal.iter().map(|one| one["action"].clone()).collect()))?;
    Some((seat, action))
}

#[tokio::test]
async fn no_viewer_is_sent_a_card_that_it_cannot_know() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut game = Match::begin(&hall).await;
    let (mut step, mut die) = (0, 11);
    let over = loop {
        let mut tables = Vec::new();
        for viewer in 0..=ONLOOKER {
            // Each looks at the whole page now and then, and all do during the first steps.
            tables.push(game.look(viewer, step, step % (SEATS + 1) == viewer || step < 20).await);
        }
        if tables[0]["phase"] == "over" {
            break step;
        }
        let (seat, action) = choose(&tables, &mut die).unwrap();
        let seen = json!({ "seat": seat, "step": step, "epoch": tables[seat]["epochs"][seat.to_string()] });
        let with = |key: &str, value: Value| {
            let mut body = seen.clone();
            body[key] = value;
            body
        };
        if step % 16 == 0 {
            // A refusal must not reveal who has which card.
            for id in game.finder.ids.clone().iter().step_by(9) {
                game.post(step, seat, "act", with("action", json!({ "type": "play", "card": id }))).await;
                if game.callers[seat].look(&game.id).await["step"] != step {
                    break;
                }
            }
        }
        if step % 60 == 30 {
            game.post(step, seat, "hint", seen.clone()).await;
        }
        let table = game.callers[seat].look(&game.id).await;
        if table["step"] == step {
            game.post(step, seat, "act", with("action", action)).await;
        }
        step += 1;
        game.hear(step).await;
    };
    check(&mut game, over).await;
}

/// Compares everything that was sent with the knowledge of each viewer at that step.
async fn check(game: &mut Match, over: usize) {
    let record = game.callers[0].get(&format!("/tables/{}/record", game.id)).await.ok().text();
    let mut table = roster::load(&Record::parse(&record).unwrap()).unwrap();
    assert_eq!(table.ply(), over);
    let mut truths = vec![table.view(Viewer::All)];
    while table.ply() > 0 {
        table.undo().unwrap();
        truths.push(table.view(Viewer::All));
    }
    truths.reverse();
    let mut known = Vec::with_capacity(over + 1);
    let mut so_far = [0; SEATS + 1];
    for truth in &truths {
        let finder = &game.finder;
        let open = finder.set(&truth["item_discard"]) | finder.set(&truth["spent"]);
        let worn =
            truth["players"].as_array().unwrap().iter().map(|player| json!([player["gear"]["card"], player["weapon"]]));
        let open = worn.fold(open, |open, worn| open | finder.set(&worn));
        for (viewer, known) in so_far.iter_mut().enumerate() {
            let hand = finder.set(&truth["players"].get(viewer).map_or(Value::Null, |player| player["hand"].clone()));
            *known |= open | hand;
        }
        known.push(so_far);
    }
    let (mut named, mut messages) = (0, BTreeMap::new());
    for sent in game.sent.iter().filter(|sent| sent.step < over) {
        let secret = sent.cards & !known[sent.step][sent.viewer];
        let cards = game.finder.listed(secret);
        assert!(secret == 0, "viewer {} is sent {cards:?} after step {} by {}", sent.viewer, sent.step, sent.what);
        named += sent.cards.count_ones();
        *messages.entry(sent.what.split([' ', '?']).next().unwrap_or_default().replace(&game.id, "ID")).or_insert(0) +=
            1;
    }
    let secrets = known[over / 4].iter().map(|known| (!known & ((1 << game.finder.ids.len()) - 1)).count_ones());
    println!(
        "{over} steps; sent {messages:?}; named {named}; unknown kinds after a quarter {:?}",
        secrets.collect::<Vec<_>>()
    );
    assert!(named > 10_000, "the search finds what may be seen");
    let kinds = truths.iter().map(|truth| &truth["awaiting"]).flat_map(|awaiting| match awaiting {
        Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    });
    let mut seen: Vec<String> = kinds.filter_map(|entry| Some(entry["kind"].as_str()?.to_owned())).collect();
    seen.sort();
    seen.dedup();
    for kind in ["setup_equip", "prep", "encounter", "fight", "offer_reply", "death_keep"] {
        assert!(seen.iter().any(|other| other == kind), "no {kind} among {seen:?}");
    }
}
