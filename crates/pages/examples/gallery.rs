//! Writes every page of the hall as a file, to look at: `cargo run -p undercroft-pages --example
//! gallery -- DIR`.
//!
//! The tables are real matches, which the reference bot plays until something worth seeing is on
//! the table. The boards are made by hand, for games that are still to come.

use std::{collections::BTreeSet, error::Error, fs, path::Path, sync::Arc};

mod scenes;

use bots::{Bot, Budget};
use kernel::{
    Area, Ask, Die, Flag, Icon, Layout, Look, Match, Meta, Move, Piece, Question, Role, RollReason, Scene, Seat, Seed,
    Source, Tone, Viewer, Wording,
};
use model::HeadToHead;
use pages::{
    Chapter, Entered, FrontPage, Notice, NoticeKind, OwnMatch, OwnPage, PeoplePage, SeatInfo, ShownAccount, ShownCard,
    ShownCompanion, ShownDevice, ShownEvening, ShownGoals, ShownHere, ShownInvitation, ShownMatch, ShownPast,
    ShownPerson, ShownProfile, ShownTally, TableCard, TablePage, TableStatus, Theme, TodayAct, TodayCard, Visitor,
};
use serde_json::{Map, Value, json};
use text::text;

const GAME: &str = "rogue-ascension";
const SEAL: &str = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
const PEOPLE: [&str; 4] = ["Ada", "Bartholomew the Elder", "Cyd", "Dunstan"];

fn main() -> Result<(), Box<dyn Error>> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| "gallery".into());
    let dir = Path::new(&dir);
    fs::create_dir_all(dir)?;
    let mut pages = hall_pages()?;
    pages.extend(table_pages()?);
    pages.extend(game_pages()?);
    pages.extend(board_pages()?);
    for (name, html) in pages {
        let html = html.into_string();
        let files = html.split("\"/assets/").skip(1).filter_map(|rest| rest.split(['"', '?', '#']).next());
        let mut icons = None;
        for file in files.collect::<BTreeSet<&str>>() {
            let asset = pages::asset(file).ok_or("every page needs its files")?;
            let path = dir.join("assets").join(file);
            fs::create_dir_all(path.parent().unwrap_or(dir))?;
            fs::write(path, &asset.bytes)?;
            icons = if file.starts_with("icons-") { Some((file, asset.bytes)) } else { icons };
        }
        let mut html = html.replace("\"/assets/", "\"assets/");
        // In a local file a browser resolves no symbols of another file, so the sheet goes into the
        // page.
        if let Some((file, sheet)) = &icons {
            html = html.replace(&format!("assets/{file}#"), "#");
            html = html.replacen("<main", &format!("{}<main", std::str::from_utf8(sheet)?), 1);
        }
        fs::write(dir.join(format!("{name}.html")), html)?;
    }
    Ok(())
}

type Pages = Vec<(String, maud::Markup)>;

fn visitor() -> Visitor<'static> {
    Visitor { name: Some("Ada"), ..Visitor::default() }
}

/// Returns the people with whom the visitor has played.
fn people() -> PeoplePage {
    let person = |name: &str| ShownPerson { person: name.to_lowercase(), name: name.into() };
    let companion = |name: &str, here: bool, record: HeadToHead| ShownCompanion {
        person: person(name),
        guest: !here,
        here,
        seen: Some("3 days ago".into()),
        title: "Gloombah!",
        when: "1 day ago".into(),
        matches: 12,
        record,
    };
    let against = HeadToHead { ahead: 7, behind: 5, ..HeadToHead::default() };
    let together = HeadToHead { together: 4, together_won: 3, ..HeadToHead::default() };
    PeoplePage {
        invitations: vec![ShownInvitation {
            table: "k3v9".into(),
            title: "Gloombah!",
            inviter: "Cyd".into(),
            seats: (3, 5),
            begun: false,
            when: "2 minutes ago".into(),
        }],
        here: vec![ShownHere { person: person("Bartholomew the Elder"), table: None }],
        companions: vec![companion("Bartholomew the Elder", true, against), companion("Odo", false, together)],
        evenings: vec![ShownEvening {
            first: "t1".into(),
            day: "2026-11-20".into(),
            matches: 3,
            points: vec![("Odo".into(), 9, false), ("Ada".into(), 5, true)],
        }],
        ..PeoplePage::default()
    }
}

fn hall_pages() -> Result<Pages, Box<dyn Error>> {
    let v = visitor();
    let meta = roster::find(GAME)?.meta();
    let card = |id, phase, seats, your_turn, when: &str| TableCard {
        id,
        title: meta.title,
        race: false,
        cover: meta.cover,
        status: phase,
        seats: chairs(seats),
        your_turn,
        waiting: Vec::new(),
        result: (phase == TableStatus::Over).then(|| "Won".into()),
        when: when.into(),
        changed: 0,
        state: None,
    };
    let yours = [
        card("k3v9", TableStatus::Playing, 2, true, "4 minutes ago"),
        card("p2mm", TableStatus::Over, 1, false, "yesterday"),
    ];
    let mut waiting = card("zz81", TableStatus::Open, 3, false, "just now");
    waiting.seats[2].person = None;
    waiting.waiting = vec!["Ada"];
    let notice =
        Notice { kind: NoticeKind::Error, text: "That level is still closed. Win at level 2 to open it.".into() };
    let opened = Shown::open(3, 1, 0)?;
    let mut lobby = opened.page(Viewer::Seat(Seat(0)));
    lobby.status = TableStatus::Open;
    lobby.scene = None;
    lobby.invite = Some("http://127.0.0.1:7777/tables/k3v9?invite=7c1e".into());
    lobby.seats[1].person = None;
    lobby.seats[2] = SeatInfo { person: None, bot: Some("reference".into()), ..lobby.seats[2].clone() };
    let seed = "00".repeat(32);
    let origin = pages::ShownOrigin { seal: SEAL, seed: Some(&seed), real: None, shares: &[] };
    let games: Vec<&'static Meta> = roster::GAMES.iter().map(|title| title.meta()).collect();
    let fight = Shown::until(1, 1, |scene| has(scene, "enemy") && scene.moves.len() > 1)?;
    let scene = fight.table.scene(Viewer::Seat(Seat(0)), None).ok_or("a match is on the table")?;
    let own = OwnMatch { card: &yours[0], scene, seat: Seat(0) };
    let tomb = explored()?;
    let shown = ShownMatch {
        id: "t0mb",
        meta: tomb.meta(),
        seats: chairs(4).into_iter().map(|info| SeatInfo { you: false, ..info }).collect(),
        scene: tomb.scene(Viewer::Spectator, None).ok_or("a match is on the table")?,
        live: true,
    };
    let account = ShownAccount {
        has_password: true,
        has_link: false,
        devices: vec![
            ShownDevice { name: "Firefox on Linux".into(), when: "just now".into(), here: true },
            ShownDevice { name: "Chrome on Android".into(), when: "2 days ago".into(), here: false },
        ],
    };
    let records = vec!["quickest win in 48 decisions".into(), "3 matches won in a row".into()];
    let tally = ShownTally { game: meta.id, title: meta.title, finished: 12, won: 5, left: 2, level: Some(2), records };
    let past = ShownPast {
        table: Some("t1".into()),
        title: meta.title,
        result: "Won".into(),
        setting: "alone, usual options".into(),
        when: "2 days ago".into(),
        course: vec![30, 28, 25, 21, 8, 14, 3],
    };
    let profile = ShownProfile {
        achievements: Vec::new(),
        card: ShownCard::default(),
        games: vec![tally],
        favourite: Some(meta.title),
        history: vec![past],
    };
    let told = pages::NoticesInfo::default();
    let own_page = OwnPage { known: true, profile: &profile, tables: &yours, counts: [1, 2, 40, 1] };
    let today = TodayCard {
        picture: meta.cover,
        title: "The daily climb".into(),
        text: "Same dice for all, one try. 41 climbed, 9 reached the top.".into(),
        act: TodayAct::Press { action: format!("/daily/{GAME}"), label: "Climb".into() },
    };
    Ok(vec![
        (
            "front".into(),
            pages::front(
                &v,
                &FrontPage {
                    games: &games,
                    own: Some(own),
                    yours: &[],
                    rematches: &[],
                    invitations: &people().invitations,
                    shown: Some(shown),
                    today: &[today],
                    open: &[waiting],
                    last: None,
                    goals: &ShownGoals::default(),
                },
            ),
        ),
        ("game".into(), pages::game(&v, meta, 2, Some(notice), None, &pages::PackChoice::default())),
        ("lobby".into(), pages::lobby(&v, &lobby)),
        ("me".into(), pages::me(&v, &own_page, None)),
        (
            "settings".into(),
            pages::own_settings(
                &v,
                false,
                Some(model::VacationState { until: None, left: 30 }),
                &Entered::default(),
                None,
            ),
        ),
        ("account".into(), pages::own_account(&v, Some(&account), true, &Entered::default(), None)),
        ("notices".into(), pages::own_notices(&v, &told, &Entered::default())),
        ("people".into(), pages::people(&v, &people())),
        ("sign-in".into(), pages::sign_in(&v, "Ada", None, true, None)),
        ("recovery-link".into(), pages::recovery_link(&v, "http://127.0.0.1:7777/sign-in/xJ2mQ0vT8aYw5LrB1cKd")),
        ("verify".into(), pages::verify(&v, "k3v9", &origin, Ok(41), "/tables/k3v9/record")),
        (
            "error".into(),
            pages::error(&v, 404, "No such table", "It may have been cleared away, or the link is cut short."),
        ),
    ])
}

/// Returns a match of four players after a dozen rounds.
fn explored() -> Result<Box<dyn Match>, Box<dyn Error>> {
    let title = roster::find("accursed-tomb")?;
    let mut table = title.open(&json!({}), 4, Source::Seed(Seed([9; 32]), Vec::new()))?;
    for _ in 0..48 {
        let Some(seat) = table.asked_first() else { break };
        let advice = title.advise(table.as_ref(), seat, Bot::Reference, 1, &Budget::ONE_THREAD);
        table.act(seat, &advice.ok_or("a bot knows a move")?.action)?;
    }
    Ok(table)
}

/// Returns whether a piece is on the table.
fn has(scene: &Scene, id: &str) -> bool {
    scene.areas.iter().any(|area| area.pieces.iter().any(|piece| piece.id == id))
}

fn table_pages() -> Result<Pages, Box<dyn Error>> {
    let v = visitor();
    let you = Viewer::Seat(Seat(0));
    let mut pages = Pages::new();
    let held = |scene: &Scene| {
        scene.areas.iter().filter(|area| area.role == Role::Hand).map(|a| a.pieces.len()).sum::<usize>()
    };

    let camp = Shown::open(1, 3, 0)?;
    pages.push(("camp".into(), pages::table(&v, &camp.page(you))));
    let fight = Shown::until(1, 1, |scene| has(scene, "enemy") && held(scene) >= 3 && !scene.moves.is_empty())?;
    pages.push(("fight".into(), pages::table(&v, &fight.page(you))));
    let mut back = fight.page(you);
    back.at = Some(4);
    back.scene = fight.table.scene(you, Some(4)).map(Arc::new);
    pages.push(("lookback".into(), pages::table(&v, &back)));
    let treasure = Shown::until(1, 1, |scene| has(scene, "treasure"))?;
    pages.push(("treasure".into(), pages::table(&v, &treasure.page(you))));
    let ability = Shown::until(2, 1, |scene| has(scene, "ability-heal") && !scene.moves.is_empty())?;
    pages.push(("ability".into(), pages::table(&v, &ability.page(you))));
    let coop = Shown::until(4, 4, |scene| has(scene, "enemy") && held(scene) >= 2 && !scene.moves.is_empty())?;
    pages.push(("coop".into(), pages::table(&v, &coop.page(you))));
    let gift =
        Shown::until(3, 3, |scene| scene.moves.iter().filter(|m| m.wording.source() == Some("treasure")).count() > 2)?;
    let mut picked = gift.page(you);
    picked.picked = Some(json!([{ "piece": "treasure" }]).to_string());
    pages.push(("picked".into(), pages::table(&v, &picked)));
    let waiting = Shown::until(3, 4, |scene| scene.moves.is_empty() && has(scene, "enemy"))?;
    let mut page = waiting.page(you);
    page.waiting_since = Some("for 2 minutes".into());
    page.seats.iter_mut().for_each(|info| info.connected = info.you);
    pages.push(("waiting".into(), pages::table(&v, &page)));
    let end = Shown::until(1, 1, |scene| scene.ending.is_some())?;
    pages.push(("end".into(), pages::table(&v, &end.page(you))));
    let win = (1..200).find_map(|seed| {
        let shown = Shown::until(1, seed, |scene| scene.ending.is_some()).ok()?;
        (shown.table.scene(you, None)?.ending?.tone == Tone::Good).then_some(shown)
    });
    if let Some(win) = win {
        pages.push(("won".into(), pages::table(&v, &win.page(you))));
    }
    let mut replay = end.page(Viewer::All);
    replay.at = Some(7);
    replay.scene = end.table.scene(Viewer::All, Some(7)).map(Arc::new);
    pages.push(("replay".into(), pages::replay(&v, &replay)));
    let question =
        Question { ask: Ask::Die(Die::D20), why: RollReason::new("initiative", text!("Initiative of the hero")) };
    let mut ask = fight.page(you);
    ask.ask = Some(question);
    pages.push(("ask".into(), pages::table(&v, &ask)));
    Ok(pages)
}

/// Returns a moment of each of the other games, as README shows them.
fn game_pages() -> Result<Pages, Box<dyn Error>> {
    let awaited = |scene: &Scene| !scene.moves.is_empty();
    let foes = |scene: &Scene| {
        let foes = scene.areas.iter().filter(|area| area.role == Role::Foes);
        foes.flat_map(|area| &area.pieces).filter(|piece| !piece.flags.contains(&Flag::Dead)).count()
    };
    let tomb = Shown::of("accursed-tomb", 3, json!({}), |scene, step| awaited(scene) && step >= 40)?;
    let gloombah = Shown::of("gloombah", 4, json!({}), |scene, _| awaited(scene) && scene.balance.is_some())?;
    let held =
        |scene: &Scene| scene.pieces().filter(|piece| matches!(&piece.look, Look::Card { suit: Some(_), .. })).count();
    let rummy = Shown::of("dungeon-rummy", 3, json!({}), |scene, _| awaited(scene) && held(scene) >= 24)?;
    let tree = Shown::of("crimsonbranch", 1, json!({ "hero": "Conan" }), |scene, _| {
        scene.outlooks.len() == 2 && foes(scene) >= 3
    })?;
    let (v, you) = (visitor(), Viewer::Seat(Seat(0)));
    let all = [("tomb", tomb), ("gloombah", gloombah), ("rummy", rummy), ("tree", tree)];
    Ok(all.into_iter().map(|(name, shown)| (name.into(), pages::table(&v, &shown.page(you)))).collect())
}

/// A real match at a moment.
struct Shown {
    table: Box<dyn Match>,
    options: Map<String, Value>,
    seats: u8,
}

impl Shown {
    fn open(seats: u8, seed: u8, ascension: u32) -> Result<Shown, Box<dyn Error>> {
        let (seats, seed) = (seats.min(4), Seed([seed; 32]));
        let title = roster::find(GAME)?;
        let options = json!({ "ascension": ascension });
        let table = title.open(&options, seats.into(), Source::Seed(seed, Vec::new()))?;
        Ok(Shown { table, options: kernel::options::complete(title.meta().options, &options)?, seats })
    }

    /// Returns the first moment of a match that `worth` accepts, as seat 0 sees it.
    fn until(seats: u8, seed: u8, worth: impl Fn(&Scene) -> bool) -> Result<Shown, Box<dyn Error>> {
        for seed in seed..200 {
            let mut shown = Shown::open(seats, seed, u32::from(seed % 3))?;
            while !shown.table.scene(Viewer::Seat(Seat(0)), None).is_some_and(|scene| worth(&scene)) {
                let Some(seat) = shown.table.asked_first() else { break };
                let title = roster::find(GAME)?;
                let advice = title
                    .advise(shown.table.as_ref(), seat, Bot::Reference, 1, &Budget::ONE_THREAD)
                    .ok_or("a bot knows a move")?;
                shown.table.act(seat, &advice.action)?;
            }
            if shown.table.scene(Viewer::Seat(Seat(0)), None).is_some_and(|scene| worth(&scene)) {
                return Ok(shown);
            }
        }
        Err("no match came to that".into())
    }

    /// Returns the first moment of a match of any game that `worth` accepts, as seat 0 sees it.
    fn of(
        game: &str,
        seats: u8,
        options: Value,
        worth: impl Fn(&Scene, usize) -> bool,
    ) -> Result<Shown, Box<dyn Error>> {
        let (title, you) = (roster::find(game)?, Viewer::Seat(Seat(0)));
        for seed in 1..100 {
            let mut table = title.open(&options, seats.into(), Source::Seed(Seed([seed; 32]), Vec::new()))?;
            while let Some(seat) = table.asked_first() {
                if table.scene(you, None).is_some_and(|scene| worth(&scene, table.ply())) {
                    let options = kernel::options::complete(title.meta().options, &options)?;
                    return Ok(Shown { table, options, seats });
                }
                let advice = title
                    .advise(table.as_ref(), seat, Bot::Reference, 1, &Budget::ONE_THREAD)
                    .ok_or("a bot knows a move")?;
                table.act(seat, &advice.action)?;
            }
        }
        Err(format!("no match of {game} came to that").into())
    }

    fn page(&self, viewer: Viewer) -> TablePage {
        let step = self.table.ply();
        let chapter =
            |n| Chapter { step: n, seat: self.table.actor(n), lines: self.table.chronicle(viewer, n), by_bot: false };
        TablePage {
            id: "k3v9".into(),
            status: if self.table.outcome().is_some() { TableStatus::Over } else { TableStatus::Playing },
            seats: chairs(self.seats),
            host: true,
            seal: Some(SEAL.into()),
            step,
            chronicle: (0..=step).map(chapter).map(Arc::new).collect(),
            undo_why_not: Some("Dice have fallen since your last step.".into()),
            may_answer: true,
            theme: visitor().theme,
            ..TablePage::new(self.table.meta(), &self.options, self.table.scene(viewer, None), viewer)
        }
    }
}

fn chairs(seats: u8) -> Vec<SeatInfo> {
    let info = |seat: Seat| SeatInfo {
        seat,
        person: (seat.0 != 2).then(|| PEOPLE[seat.index()].to_owned()),
        bot: (seat.0 == 2).then(|| "reference".to_owned()),
        you: seat.0 == 0,
        connected: true,
        ..SeatInfo::default()
    };
    Seat::all(seats).map(info).collect()
}

fn board_pages() -> Result<Pages, Box<dyn Error>> {
    let mut pages = Pages::new();
    for (name, scene, seats) in
        [("duel", scenes::duel(), 1), ("offer", scenes::offer(), 1), ("cards", scenes::cards(), 4)]
    {
        for theme in [Theme::Vault, Theme::Parchment] {
            let shown = Shown::open(seats, 3, 0)?;
            let mut page = shown.page(Viewer::Seat(Seat(0)));
            (page.scene, page.theme, page.may_undo) = (Some(Arc::new(scene.clone())), theme, true);
            pages.push((format!("{name}-{}", theme.code()), pages::table(&Visitor { theme, ..visitor() }, &page)));
        }
    }
    for (name, layout) in [("grid", Layout::Grid { rows: 8, columns: 8 }), ("map", Layout::Map { rows: 6, columns: 5 })]
    {
        let shown = Shown::open(4, 3, 0)?;
        let mut page = shown.page(Viewer::Seat(Seat(0)));
        page.scene = Some(Arc::new(board(layout)));
        page.confirm = (name == "map").then_some(4);
        pages.push((name.into(), pages::table(&visitor(), &page)));
    }
    Ok(pages)
}

fn edges() -> Vec<(String, String)> {
    [
        ("c-0-2", "c-2-1"),
        ("c-0-2", "c-2-3"),
        ("c-2-1", "c-4-0"),
        ("c-2-1", "c-4-2"),
        ("c-2-3", "c-4-2"),
        ("c-2-3", "c-4-4"),
    ]
    .map(|(from, to)| (from.into(), to.into()))
    .to_vec()
}

fn board(layout: Layout) -> Scene {
    let (rows, columns, sparse) = match &layout {
        Layout::Grid { rows, columns } => (*rows, *columns, false),
        Layout::Map { rows, columns } => (*rows, *columns, true),
        _ => (1, 1, false),
    };
    let node = |row: u8, column: u8| {
        !sparse || edges().iter().flat_map(|(a, b)| [a, b]).any(|id| *id == format!("c-{row}-{column}"))
    };
    let tile = |(row, column): (u8, u8)| {
        let (icon, tone, words) = match (row * 7 + column * 3) % 11 {
            0 => (Some(Icon::WALL), Tone::Plain, "wall"),
            3 => (Some(Icon::SKULL), Tone::Bad, "tomb"),
            5 => (Some(Icon::CHEST), Tone::Good, "chest"),
            8 => (Some(Icon::PORTAL), Tone::Luck, "portal"),
            _ => (None, Tone::Plain, "hall"),
        };
        let pawns = match (row, column) {
            (3, 3) | (2, 1) => vec![Seat(0)],
            (6, 1) => vec![Seat(1), Seat(2)],
            _ => Vec::new(),
        };
        let value = (row == 5 && column == 4).then(|| "7".to_owned());
        Piece::new(format!("c-{row}-{column}"), Look::Tile { icon, tone, value, pawns }, words)
            .at(row, column)
            .flag(Flag::Reachable, row.abs_diff(3) + column.abs_diff(3) == 1)
            .flag(Flag::Danger, row == 4 && column == 3)
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut tiles: Vec<Piece> = cells.filter(|(row, column)| node(*row, *column)).map(tile).collect();
    if sparse {
        let edge = |(from, to): (String, String)| {
            let (id, label) = (format!("{from}-{to}"), format!("The way from {from} to {to}"));
            Piece::new(id, Look::Edge { between: (from, to), tone: Tone::Plain }, label)
        };
        tiles.extend(edges().into_iter().map(edge));
    }
    let step = |row: u8, column: u8, word: &str| Move {
        action: json!({ "type": "move", "to": [row, column] }),
        wording: Wording::new(format!("Go {word}")).to(format!("c-{row}-{column}")),
    };
    let seat = |seat: Seat| {
        let meter =
            Look::Meter { icon: Icon::HEART, name: "Wounds".into(), value: 3 - i32::from(seat.0), max: Some(3) };
        Area::new(format!("seat-{seat}"), "", Role::Seat, Layout::Row).of(seat).active(seat.0 == 0).with([Piece::new(
            format!("meter-{seat}"),
            meter,
            "health",
        )])
    };
    let mut scene = Scene {
        headline: "Round 4".into(),
        prompt: "You may take two more steps.".into(),
        areas: vec![Area::new("tomb", "The tomb", Role::Board, layout).active(true).with(tiles)],
        moves: vec![step(2, 3, "north"), step(4, 3, "south"), step(3, 2, "west"), step(3, 4, "east")],
        ..Scene::default()
    };
    scene.moves.push(Move {
        action: json!({ "type": "flee" }),
        wording: Wording::new("Leave the tomb")
            .confirm("Leaving ends your run with 4 treasures. Nobody can follow you."),
    });
    scene.moves.push(Move { action: json!({ "type": "rest" }), wording: Wording::new("End your turn").main() });
    scene.areas.extend(Seat::all(4).map(seat));
    scene
}
