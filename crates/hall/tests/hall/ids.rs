//! Ids: on every page, and after every pushed change, each id is unique and each reference finds
//! its element.

use serde_json::{Value, json};

use crate::common::{
    Caller, Follower, Shown, element, open,
    page::{id_faults, tags, text_of},
};

/// How many moves of a match the test checks.
const LOOKS: usize = 25;

/// Returns words that are ids of the code: with an underscore, or those of cards that have a
/// hyphen.
fn ids_among(words: &str) -> Vec<String> {
    let hyphened = ["potion-", "weapon-", "defense-up", "attack-up", "lucky-charm", "double-die", "second-wind"];
    let is_id = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.,;:".contains(c));
        plain && (word.contains('_') || hyphened.iter().any(|id| word.starts_with(id)))
    };
    words.split_whitespace().filter(is_id).map(str::to_owned).collect()
}

/// Reads pages and collects the faults of their ids.
#[derive(Default)]
struct Reader {
    read: usize,
    faults: Vec<String>,
}

impl Reader {
    async fn page(&mut self, caller: &mut Caller, path: &str) -> String {
        let html = caller.get(path).await.text();
        self.html(path, &html);
        html
    }

    fn html(&mut self, name: &str, html: &str) {
        assert!(html.contains("id=\""), "{name} is no page: {html}");
        self.read += 1;
        self.faults.extend(id_faults(html).into_iter().map(|fault| format!("{name}: {fault}")));
    }

    /// Reads the page of a table, and the pages to which its buttons lead without scripts.
    async fn table(&mut self, caller: &mut Caller, id: &str) {
        let html = self.page(caller, &format!("/tables/{id}")).await;
        self.faults.extend(ids_among(&text_of(&html)).into_iter().map(|word| format!("{id}: players read {word:?}")));
        let asking = tags(&html).into_iter().filter(|tag| tag.get("form") == Some("ask"));
        let queries: Vec<String> =
            asking.filter_map(|tag| Some(format!("{}={}", tag.get("name")?, tag.get("value")?))).take(2).collect();
        for query in queries {
            self.page(caller, &format!("/tables/{id}?{}", query.replace(' ', "+").replace("&quot;", "%22"))).await;
        }
    }

    fn end(mut self, least: usize) {
        self.faults.sort();
        self.faults.dedup();
        assert!(self.faults.is_empty(), "{} faults\n{}", self.faults.len(), self.faults.join("\n"));
        assert!(self.read >= least, "only {} pages were read", self.read);
    }
}

/// Takes the first legal action for the seat of the caller; returns `false` once the match is over.
async fn moves(caller: &mut Caller, id: &str) -> bool {
    while let Some(table) = caller.playing(id).await {
        if table["state"]["legal"]["0"].as_array().is_some_and(|legal| !legal.is_empty()) {
            caller.act_first(id, &table, 0).await;
            return true;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    false
}

/// Enters the first possible outcome if a match with physical dice waits for one; else takes the
/// first legal action.
async fn goes_on(caller: &mut Caller, id: &str) -> bool {
    let table = caller.look(id).await;
    let page = caller.get(&format!("/tables/{id}")).await.ok().text();
    let fallen = tags(&page).into_iter().find(|tag| tag.name == "button" && tag.get("name") == Some("value"));
    let Some(fallen) = fallen.and_then(|tag| tag.get("value")) else {
        let may_act = table["state"]["legal"]["0"].as_array().is_some_and(|legal| !legal.is_empty());
        return may_act && moves(caller, id).await;
    };
    let hidden = |name: &str| {
        let field = tags(&page)
            .into_iter()
            .find(|tag| tag.name == "input" && tag.get("name") == Some(name) && page.contains("/answer\""));
        field.and_then(|tag| tag.get("value")).unwrap_or_default().to_owned()
    };
    let (step, answers) = (table["step"].to_string(), hidden("answers"));
    caller.form(&format!("/tables/{id}/answer"), &[("step", &step), ("answers", &answers), ("value", fallen)]).await;
    true
}

fn wanted(meta: &kernel::Meta, start: bool) -> Value {
    let bots: serde_json::Map<_, _> = (1..meta.usual_seats).map(|seat| (seat.to_string(), json!("random"))).collect();
    json!({ "game": meta.id, "seats": meta.usual_seats, "take": 0, "bots": bots, "start": start })
}

#[tokio::test]
async fn pages_of_the_hall_have_unique_ids() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (mut stranger, mut reader) = (Caller::new(&hall), Reader::default());
    let me = ada.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    let mut paths: Vec<String> = [
        "/",
        "/games",
        "/fairness",
        "/puzzles",
        "/daily",
        "/boards",
        "/people",
        "/groups",
        "/me",
        "/me/settings",
        "/me/account",
        "/me/notices",
        "/sign-in",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    paths.extend(["/sign-in/nothing".into(), "/tables/nothing".into(), format!("/people/{me}")]);
    for game in roster::GAMES.iter().map(|title| title.meta().id) {
        paths.extend(["games", "daily", "boards"].map(|part| format!("/{part}/{game}")));
        paths.push(format!("/puzzles/{game}/1"));
    }
    ada.post("/api/v1/me/account", json!({ "name": "Ada", "password": "seven brass lanterns" })).await.ok();
    let group = ada.post("/api/v1/groups", json!({ "name": "Thursday" })).await.ok().json();
    paths.push(format!("/groups/{}", group["id"].as_str().unwrap()));
    reader.page(&mut stranger, group["link"].as_str().unwrap()).await;
    for path in &paths {
        reader.page(&mut stranger, path).await;
        reader.page(&mut ada, path).await;
    }
    reader.end(2 * paths.len() + 1);
}

#[tokio::test]
async fn pages_of_tables_have_unique_ids() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (mut ben, mut reader) = (Caller::new(&hall), Reader::default());
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let lobby = ada.table(json!({ "game": meta.id, "seats": meta.seats.1, "take": 0 })).await;
        let real =
            ada.table(json!({ "game": meta.id, "seats": meta.usual_seats, "take": 0, "dice": "physical" })).await;
        for seat in 1..meta.usual_seats {
            ada.form(&format!("/tables/{real}/seats/{seat}"), &[("do", "bot"), ("bot", "random")]).await;
        }
        ada.form(&format!("/tables/{real}/start"), &[]).await;
        let played = ada.table(wanted(meta, true)).await;
        for id in [&lobby, &real, &played] {
            reader.table(&mut ada, id).await;
            reader.table(&mut ben, id).await;
        }
        for _ in 0..LOOKS / 3 {
            if !goes_on(&mut ada, &real).await {
                break;
            }
            reader.table(&mut ada, &real).await;
        }
        for look in 0..LOOKS {
            if !moves(&mut ada, &played).await {
                break;
            }
            reader.table(&mut ada, &played).await;
            reader.page(&mut ben, &format!("/tables/{played}?at={}", look / 2)).await;
        }
        ada.form(&format!("/tables/{played}/hint"), &[("seat", "0")]).await;
        reader.table(&mut ada, &played).await;
        ada.play_out(&played).await;
        reader.table(&mut ada, &played).await;
        reader.page(&mut ben, &format!("/tables/{played}")).await;
        for path in ["tables/ID/verify", "replays/ID", "replays/ID?at=3", "replays/ID/moment?at=1"] {
            reader.page(&mut ada, &format!("/{}", path.replace("ID", &played))).await;
        }
    }
    reader.end(5 * 20);
}

#[tokio::test]
async fn pages_keep_unique_ids_after_pushed_changes() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut reader = Reader::default();
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let id = ada.table(wanted(meta, false)).await;
        let (page, mut follower) = Follower::of(&mut ada, &id).await;
        let mut frame = page.clone();
        frame.replace_range(element(&page, page.find(" id=\"live\"").unwrap()), "<div id=\"live\">");
        let mut shown = Shown::of(&page);
        ada.form(&format!("/tables/{id}/start"), &[]).await;
        let (mut looks, mut over) = (0, false);
        while looks < LOOKS && !over {
            for news in follower.all().await {
                shown.take(&news);
                let parts = shown.0.iter().map(|(name, html)| format!("<div id=\"part-{name}\">{html}</div>"));
                let now = parts.fold(frame.clone(), |page, part| page + &part);
                reader.html(&format!("{}, after a pushed change", meta.id), &now);
            }
            looks += 1;
            over = !moves(&mut ada, &id).await;
        }
    }
    reader.end(5 * 4);
}
