//! What is on the table, from the view.

use kernel::{
    Area, Barred, Die, Ending, Flag, Icon, Layout, Look, Piece, Role, Scene, Seat, Sentence, Tone, Viewer, Wording,
};

use crate::{
    AccursedTomb, Action, Cell, Meaning, View,
    action::Ware,
    cells::{Cells, SIDE},
    event::capital,
    judge::{Blow, Strike},
    state::{End, Explorer, Pending},
};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, viewer: Viewer) -> Scene {
    let game = &view.game;
    let mut areas = vec![field(game, viewer)];
    areas.extend(offer(game));
    areas.extend(game.party().map(|(seat, explorer)| explorer_area(game, seat, explorer)));
    areas.push(left(game));
    Scene {
        headline: headline(game),
        prompt: prompt(game, viewer),
        areas,
        barred: barred(game, viewer),
        ending: ending(game),
        ..Scene::default()
    }
}

fn headline(game: &AccursedTomb) -> Sentence {
    format!("Round {} of {}", game.round, game.options.max_rounds).into()
}

fn prompt(game: &AccursedTomb, viewer: Viewer) -> Sentence {
    let say = Sentence::new;
    let seat = game.turn;
    let you = viewer.seat() == Some(seat);
    match (game.pending, foe(game, seat)) {
        (Pending::Over(_), _) => "The tomb is quiet again.".into(),
        (Pending::Merchant, _) if you => "The merchant bows. Take a weapon or an armor?".into(),
        (Pending::Combat, Some((_, monster, health))) if you && game.options.retreat => {
            format!("{} has {health} health left. Strike back, or turn away?", capital(monster.the())).into()
        }
        (Pending::Combat, Some((_, monster, health))) if you => {
            format!("{} has {health} health left. Strike back.", capital(monster.the())).into()
        }
        (Pending::Turn | Pending::Combat, _) if you => "Your turn. Step on, or wait and rest?".into(),
        (Pending::Merchant, _) => say().text("Waiting for ").seat(seat).text(" at the merchant's."),
        (Pending::Combat, Some((_, monster, _))) => {
            say().text("Waiting for ").seat(seat).text(format!(", who fights {}.", monster.the()))
        }
        (Pending::Turn | Pending::Combat, _) => say().text("Waiting for ").seat(seat).text("."),
    }
}

/// Where the foe of a seat stands, what it is, and its health.
fn foe(game: &AccursedTomb, seat: Seat) -> Option<(Cell, Meaning, u8)> {
    let at = game.explorer(seat).foe?;
    Some((at, game.field.meaning(at), game.field.health[at.index()]))
}

fn id(cell: Cell) -> String {
    format!("cell-{}-{}", cell.row(), cell.column())
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

// The field.

fn field(game: &AccursedTomb, viewer: Viewer) -> Area {
    let aims = match viewer.seat() == Some(game.turn) {
        true => game.aims(),
        false => Cells::NONE,
    };
    let tiles = Cells::ALL.map(|cell| tile(game, cell, aims.contains(cell)));
    let layout = Layout::Grid { rows: SIDE, columns: SIDE };
    Area::new("tomb", "The tomb", Role::Board, layout).active(game.over().is_none()).with(tiles)
}

fn tile(game: &AccursedTomb, cell: Cell, reachable: bool) -> Piece {
    let seen = game.field.seen(cell);
    let health = game.field.health[cell.index()];
    let standing = game.party().filter(|(_, explorer)| explorer.alive() && explorer.cell == cell);
    let fought = game.party().any(|(_, explorer)| explorer.foe == Some(cell));
    let look = Look::Tile {
        icon: seen.map(Meaning::icon),
        tone: seen.map_or(Tone::Luck, Meaning::tone),
        value: (health > 0).then(|| health.to_string()),
        pawns: standing.map(|(seat, _)| seat).collect(),
    };
    let (text, ruling) = match seen {
        Some(meaning) => meaning.text(),
        None => ("Nobody knows what lies here until somebody steps towards it.", "R5"),
    };
    let wounded = seen.and_then(Meaning::health).is_some_and(|full| health < full);
    let piece = Piece::new(id(cell), look, label(game, cell));
    let piece = match seen {
        Some(meaning) => piece.picture(meaning.picture()),
        None => piece,
    };
    piece
        .text(text, Some(ruling))
        .at(cell.row() - 1, cell.column() - 1)
        .flag(Flag::Damaged, wounded)
        .flag(Flag::Highlighted, fought)
        .flag(Flag::Reachable, reachable)
        .flag(Flag::Danger, game.over().is_none() && deadly(game, game.turn, cell))
}

/// A tile in words: `Row 7, column 8: face down. Next to a goblin and 2 walls.` Who stands there is said by whoever
/// knows their names.
fn label(game: &AccursedTomb, cell: Cell) -> String {
    let health = game.field.health[cell.index()];
    let what = match game.field.seen(cell) {
        None => "face down".to_owned(),
        Some(monster) if health > 0 => format!("{}, {health} health left", monster.a()),
        Some(meaning) => meaning.a().to_owned(),
    };
    let near = neighbours(game, cell);
    let near = if near.is_empty() { String::new() } else { format!(" Next to {}.", kernel::listed(&near)) };
    format!("{}: {what}.{near}", capital(&cell.to_string()))
}

/// What of note lies around a cell; hallways and face-down cards go without saying.
fn neighbours(game: &AccursedTomb, cell: Cell) -> Vec<String> {
    let seen: Vec<Meaning> = Cells::around(cell).filter_map(|near| game.field.seen(near)).collect();
    let one = |meaning: Meaning| {
        let alike = seen.iter().filter(|other| other.id() == meaning.id()).count();
        match alike {
            0 => None,
            1 => Some(seen.iter().find(|other| other.id() == meaning.id())?.a().to_owned()),
            more => Some(format!("{more} {}s", meaning.id())),
        }
    };
    let noted = Meaning::ALL.into_iter().filter(|meaning| *meaning != Meaning::Hallway);
    noted.filter_map(one).collect()
}

/// Whether entering `cell` could kill the explorer of `seat` at once, as far as can be seen.
fn deadly(game: &AccursedTomb, seat: Seat, cell: Cell) -> bool {
    let explorer = game.explorer(seat);
    match game.field.seen(cell) {
        Some(Meaning::Trap | Meaning::Fountain | Meaning::Altar) => explorer.hp == 1 && explorer.blessings == 0,
        Some(meaning) if meaning.health().is_some() => Blow::at(game, seat, cell).deadly() > 0.0,
        Some(_) | None => false,
    }
}

// The merchant.

fn offer(game: &AccursedTomb) -> Option<Area> {
    let card = |ware: Ware| {
        let meaning = good(ware);
        let look = Look::Card {
            name: capital(meaning.id()),
            kind: "Ware".into(),
            icon: meaning.icon(),
            tone: meaning.tone(),
            corner: None,
            suit: None,
            emblem: None,
            stats: Vec::new(),
            copies: 1,
        };
        let (text, ruling) = meaning.text();
        Piece::new(ware_id(ware), look, capital(meaning.a())).picture(meaning.picture()).text(text, Some(ruling))
    };
    let wares = [Ware::Weapon, Ware::Armor].map(card);
    let area = Area::new("offer", "The merchant's wares", Role::Offer, Layout::Row).active(true).with(wares);
    (game.pending == Pending::Merchant).then_some(area)
}

fn good(ware: Ware) -> Meaning {
    match ware {
        Ware::Weapon => Meaning::Weapon,
        Ware::Armor => Meaning::Armor,
    }
}

fn ware_id(ware: Ware) -> String {
    format!("ware-{}", good(ware).id())
}

// The explorers.

fn explorer_area(game: &AccursedTomb, seat: Seat, explorer: &Explorer) -> Area {
    let most = game.most(explorer.armors);
    let meter =
        Look::Meter { icon: Icon::HEART, name: "Health".into(), value: explorer.hp.into(), max: Some(most.into()) };
    let low = explorer.alive() && (explorer.hp <= 3 || foe(game, seat).is_some_and(|(at, ..)| deadly(game, seat, at)));
    let health = match explorer.alive() {
        true => format!("{} of {most} health, in {}", explorer.hp, explorer.cell),
        false => "dead".to_owned(),
    };
    let token = |name: &str, meaning: Meaning, value: String, label: String| {
        let look = Look::Token { icon: meaning.icon(), tone: Tone::Plain, value: Some(value), seat: None };
        let (text, ruling) = meaning.text();
        Piece::new(format!("explorer-{seat}-{name}"), look, label).text(text, Some(ruling))
    };
    let times = game.times(seat);
    let mut pieces = vec![
        Piece::new(format!("explorer-{seat}"), meter, health)
            .flag(Flag::Danger, low)
            .flag(Flag::Dead, !explorer.alive()),
    ];
    if explorer.alive() {
        let count = |n: u8, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        pieces.extend([
            token(
                "weapons",
                Meaning::Weapon,
                format!("×{times}"),
                format!("{}: strikes count × {times}", count(explorer.weapons, "weapon")),
            ),
            token("armors", Meaning::Armor, explorer.armors.to_string(), count(explorer.armors, "armor")),
            token(
                "blessings",
                Meaning::Blessing,
                explorer.blessings.to_string(),
                count(explorer.blessings, "blessing"),
            ),
        ]);
    }
    if let Some((at, monster, left)) = foe(game, seat) {
        let look = Look::Token { icon: monster.icon(), tone: Tone::Bad, value: Some(left.to_string()), seat: None };
        let label = format!("Fights {} in {at}, {left} health left", monster.the());
        let (text, ruling) = monster.text();
        let piece = Piece::new(format!("explorer-{seat}-foe"), look, label).picture(monster.picture());
        pieces.push(piece.text(text, Some(ruling)));
    }
    Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .active(game.turn == seat && game.over().is_none())
        .with(pieces)
}

// What is left.

fn left(game: &AccursedTomb) -> Area {
    let all = game.unseen.len();
    let down = game.field.face_down.size();
    let cards = Piece::new("unseen", Look::Back { count: all as u16 }, format!("{all} cards nobody has seen"))
        .text(format!("{down} of them still lie face down in the tomb; the others were never dealt."), None);
    let kind = |meaning: Meaning| {
        let copies = game.left(meaning);
        let chance = percent(f64::from(copies) / all as f64);
        let look = Look::Token {
            icon: meaning.icon(),
            tone: meaning.tone(),
            value: Some(format!("{copies} · {chance}")),
            seat: None,
        };
        let name = capital(meaning.id());
        let (text, ruling) = meaning.text();
        let label = format!("{name}: {copies} left, {chance} for the next card");
        Piece::new(format!("left-{}", meaning.id()), look, label)
            .picture(meaning.picture())
            .text(format!("{name}. {text}"), Some(ruling))
            .flag(Flag::Exhausted, copies == 0)
    };
    Area::new("left", "What is left in the tomb", Role::Piles, Layout::Row)
        .with(std::iter::once(cards).chain(Meaning::ALL.map(kind)))
}

// Moves.

/// How a legal action reads.
pub(crate) fn wording(view: &View, seat: Seat, action: &Action) -> Wording {
    let game = &view.game;
    match *action {
        Action::Wait => wait(game, seat),
        Action::Fight => fight(game, seat),
        Action::Move { to } => go(game, seat, to),
        Action::Take { what } => take(game, seat, what),
    }
}

fn wait(game: &AccursedTomb, seat: Seat) -> Wording {
    let explorer = game.explorer(seat);
    let most = game.most(explorer.armors);
    if explorer.hp == most {
        let wording = Wording::new("Wait").forecast("your health is full");
        return if game.aims().is_empty() { wording.main() } else { wording };
    }
    Wording::new("Wait and rest").forecast(format!("health {} to {} of {most}", explorer.hp, explorer.hp + 1)).main()
}

fn fight(game: &AccursedTomb, seat: Seat) -> Wording {
    let Some((at, monster, health)) = foe(game, seat) else { return Wording::new("Strike") };
    let strike = Strike::at(game, seat, at);
    let mut forecast = match strike.faces() {
        0 => format!("cannot kill yet: {} at most of {health}", Die::D6.sides() * game.times(seat)),
        _ => format!("kills on {} or more: {}", strike.needs, percent(strike.chance())),
    };
    let blow = Blow::at(game, seat, at);
    if strike.faces() < Die::D6.sides() && blow.chance() > 0.0 {
        let then = if blow.blessed { "takes your blessing" } else { "kills you" };
        forecast += &format!("; if not, its next blow {then}: {}", percent(blow.chance()));
    }
    Wording::new(format!("Strike {}", monster.the())).to(id(at)).forecast(forecast).main()
}

fn go(game: &AccursedTomb, seat: Seat, to: Cell) -> Wording {
    let explorer = game.explorer(seat);
    let leaving = if explorer.foe.is_some() { "Turn away: " } else { "" };
    let wording = |text: String| Wording::new(capital(&format!("{leaving}{text}"))).to(id(to));
    let Some(meaning) = game.field.seen(to) else {
        return wording(format!("turn the card in {to}")).forecast(unknown(game));
    };
    let named = wording(match meaning {
        Meaning::Hallway => format!("go to {to}"),
        Meaning::Trap => format!("step into the trap in {to}"),
        _ if meaning.health().is_some() => format!("attack {} in {to}", meaning.the()),
        _ => format!("go to {} in {to}", meaning.the()),
    });
    let half = explorer.hp / 2;
    let halved = match (half, explorer.blessings) {
        (0, 0) => "kills you".to_owned(),
        (0, _) => "takes your blessing".to_owned(),
        (half, _) => format!("health {} to {half}", explorer.hp),
    };
    let double = game.most(explorer.armors).min(explorer.hp.saturating_mul(2));
    match meaning {
        Meaning::Trap if deadly(game, seat, to) => {
            named.forecast(halved).confirm("With 1 health the trap kills your explorer. Step into it?")
        }
        Meaning::Trap => named.forecast(halved),
        Meaning::Fountain | Meaning::Altar => {
            let heads = match meaning {
                Meaning::Fountain => format!("health {} to {double}", explorer.hp),
                _ => "a blessing".to_owned(),
            };
            let named = named.forecast(format!("50% {heads}, 50% {halved}"));
            match deadly(game, seat, to) {
                true => named.confirm("With 1 health, tails kills your explorer. Try it?"),
                false => named,
            }
        }
        Meaning::Portal => named.forecast("from there your next move may go anywhere"),
        _ if meaning.health().is_some() => named.forecast(exchange(game, seat, to)),
        _ => named,
    }
}

/// What a face-down card may be, in short.
fn unknown(game: &AccursedTomb) -> String {
    let all = game.unseen.len() as f64;
    let chance = |of: fn(Meaning) -> bool| {
        let copies: u32 =
            Meaning::ALL.into_iter().filter(|meaning| of(*meaning)).map(|meaning| game.left(meaning)).sum();
        percent(f64::from(copies) / all)
    };
    let demon = chance(|meaning| matches!(meaning, Meaning::Demon(_)));
    let monster = chance(|meaning| meaning.health().is_some() && !matches!(meaning, Meaning::Demon(_)));
    let wall = chance(|meaning| meaning == Meaning::Wall);
    let trap = chance(|meaning| meaning == Meaning::Trap);
    let find = chance(|meaning| matches!(meaning, Meaning::Weapon | Meaning::Armor | Meaning::Blessing));
    format!("unknown: {wall} wall, {monster} monster, {demon} demon, {trap} trap, {find} treasure")
}

/// The odds of a first exchange: its blow, then the strike.
fn exchange(game: &AccursedTomb, seat: Seat, at: Cell) -> String {
    let (blow, strike) = (Blow::at(game, seat, at), Strike::at(game, seat, at));
    let kills = (1.0 - blow.deadly()) * strike.chance();
    let mut words = vec![format!("kills {}", percent(kills))];
    if blow.chance() > 0.0 {
        let costs = if blow.blessed { "costs your blessing" } else { "you die" };
        words.push(format!("{costs} {}", percent(blow.chance())));
    }
    if kills == 0.0 {
        words[0] = format!("cannot kill yet, {} health left", game.field.health[at.index()]);
    }
    words.join(", ")
}

fn take(game: &AccursedTomb, seat: Seat, what: Ware) -> Wording {
    let explorer = game.explorer(seat);
    let forecast = match what {
        Ware::Weapon => {
            let more = game.options.gear.times(explorer.weapons + 1);
            format!("strikes count × {more} instead of × {}", game.times(seat))
        }
        Ware::Armor => {
            let (before, after) = (game.most(explorer.armors), game.most(explorer.armors + 1));
            format!("health {} of {after} instead of {} of {before}", explorer.hp + after - before, explorer.hp)
        }
    };
    Wording::new(format!("Take {}", good(what).the())).from(ware_id(what)).forecast(forecast)
}

/// What the viewer might expect to do but cannot now.
fn barred(game: &AccursedTomb, viewer: Viewer) -> Vec<Barred> {
    if game.over().is_some() || viewer.seat() != Some(game.turn) || game.pending == Pending::Merchant {
        return Vec::new();
    }
    let bar = |what: String, action: Action, piece: Option<Cell>| {
        let refusal = game.explain(&action);
        Barred { what, why: capital(&refusal.text), ruling: refusal.ruling, piece: piece.map(id) }
    };
    let explorer = game.explorer(game.turn);
    let walls = Cells::around(explorer.cell) & game.field.walls;
    let mut barred: Vec<Barred> = Vec::new();
    if game.pending == Pending::Combat {
        barred.push(bar("Wait".into(), Action::Wait, None));
    }
    if game.pending == Pending::Combat && !game.options.retreat {
        let way = (game.field.within_a_move(explorer.cell)).find(|cell| explorer.foe != Some(*cell));
        barred.extend(way.map(|to| bar("Turn away".into(), Action::Move { to }, None)));
    } else {
        barred.extend(walls.map(|to| bar(format!("Go to {to}"), Action::Move { to }, Some(to))));
    }
    barred
}

// The end.

fn ending(game: &AccursedTomb) -> Option<Ending> {
    let end = game.over()?;
    let say = Sentence::new;
    let rounds = game.round;
    let (title, story) = match end {
        End::Demon { winner, demon } => (
            say().seat(winner).text(format!(" slays {}", demon.the())),
            say()
                .text(format!("{} lies dead in round {rounds}. The tomb gives ", demon.the()))
                .seat(winner)
                .text(" up."),
        ),
        End::Last { winner } => (
            say().seat(winner).text(" walks out alive"),
            say().text(format!("By round {rounds} the tomb had taken everybody but ")).seat(winner).text("."),
        ),
        End::Sealed => (
            "The tomb keeps its secret".into(),
            say().text("Walls all round, and nothing left to find between them. Nobody wins."),
        ),
        End::Rounds => (
            "The torches burn down".into(),
            say().text(format!(
                "After {rounds} rounds no demon had fallen, and more than one still stood. Nobody wins."
            )),
        ),
    };
    let treasures = [Meaning::Weapon, Meaning::Armor, Meaning::Blessing, Meaning::Merchant];
    let fresh = crate::state::packs();
    let taken = fresh.iter().filter(|(card, _)| treasures.contains(&Meaning::of(*card)));
    let found: u8 = taken.map(|(card, copies)| copies - game.unseen.count(card)).sum();
    Some(Ending {
        title,
        story,
        tone: if end.winner().is_some() { Tone::Good } else { Tone::Bad },
        numbers: vec![
            ("Rounds".into(), rounds.to_string()),
            ("Cards turned".into(), format!("{} of 63", game.turned())),
            ("Monsters slain".into(), game.slain().to_string()),
            ("Explorers fallen".into(), format!("{} of {}", game.seats - game.living(), game.seats)),
            ("Treasures found".into(), found.to_string()),
        ],
        unlocked: None,
    })
}
