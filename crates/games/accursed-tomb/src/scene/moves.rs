//! The wording of moves, their forecasts, and the questions before risky ones.

use kernel::{Barred, Die, Forecast, Seat, Viewer, Wording};
use text::{capital, counted, t};

use super::{foe, good, id, ware_id};
use crate::{
    AccursedTomb, Action, Cell, Meaning, View,
    action::Ware,
    cells::Cells,
    event::foe_id,
    judge::{Blow, Strike},
    options::Engage,
    outlook::{Outlook, attack, halving, percent, round, turning},
    state::Pending,
};

/// From this chance of death on, the page asks the player to confirm a move.
const RISKY: f64 = 0.25;

/// The wording of a legal action.
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
    if explorer.hp < most {
        let forecast = t!("health {from} to {to} of {most}", from = explorer.hp, to = explorer.hp + 1);
        return Wording::new(t!("Wait and rest")).forecast(forecast).main();
    }
    let wording = Wording::new(t!("Wait")).forecast(t!("your health is full"));
    match game.aims().is_empty() {
        true => wording.main(),
        false => wording.confirm(t!("Your health is full: waiting gains nothing. Wait all the same?")),
    }
}

fn fight(game: &AccursedTomb, seat: Seat) -> Wording {
    let Some((at, monster, health)) = foe(game, seat) else { return Wording::new(t!("Strike")) };
    let (chance, blow) = (round(game, seat, at), Blow::at(game, seat, at));
    let mut words = vec![match Strike::at(game, seat, at).faces() {
        0 => t!("cannot kill yet: {most} at most of {health}", most = Die::D6.sides() * game.times(seat)),
        _ => t!("{chance} slain", chance = percent(chance.good)),
    }];
    if chance.good < 1.0 && blow.chance() > 0.0 {
        let then = (1.0 - chance.good) * blow.chance();
        words.push(t!("{chance} {cost} at its next blow", chance = percent(then), cost = cost(blow)));
    }
    let forecast = Forecast::new(words.join(" · ")).odds(chance.good, chance.dies);
    let wording = Wording::new(t!("Strike {monster}", monster = monster.the()));
    let wording = wording.to(foe_id(seat)).forecast(forecast).main();
    match chance.dies >= RISKY && !game.aims().is_empty() {
        true => wording.confirm(t!(
            "Its next blow kills you with a chance of {chance}. Strike all the same?",
            chance = percent(chance.dies)
        )),
        false => wording,
    }
}

/// The cost of a blow that takes all health.
fn cost(blow: Blow) -> &'static str {
    if blow.blessed { t!("it takes your blessing") } else { t!("you die") }
}

fn go(game: &AccursedTomb, seat: Seat, to: Cell) -> Wording {
    let leaves = foe(game, seat);
    let verb = move_text(game, to);
    let text = if leaves.is_some() { t!("Leave it: {verb}") } else { capital(&verb) };
    let (words, chance) = outlook(game, seat, to);
    // If monsters strike every explorer next to them (R7), one that is left may go on striking.
    let over = leaves.filter(|_| game.options.engage == Engage::Entered).map(|(_, monster, health)| {
        match monster.health().unwrap_or(health) - health {
            0 => t!("no more blows").to_owned(),
            wounds => t!("no more blows; it keeps its {wounds}", wounds = counted!(wounds, "wound")),
        }
    });
    let forecast = [Some(words), over].into_iter().flatten().filter(|words| !words.is_empty());
    let forecast = forecast.collect::<Vec<_>>().join("; ");
    let mut wording = Wording::new(text).to(id(to));
    if !forecast.is_empty() {
        wording = wording.forecast(Forecast::new(capital(&forecast)).odds(chance.good, chance.dies));
    }
    if leaves.is_some() && way_out(game) == Some(to) {
        wording = wording.button();
    }
    match asked(game, seat, to, chance) {
        Some(question) => wording.confirm(question),
        None => wording,
    }
}

fn move_text(game: &AccursedTomb, to: Cell) -> String {
    match game.field.seen(to) {
        None => t!("turn the card in {to}"),
        Some(Meaning::Hallway) => t!("go to {to}"),
        Some(Meaning::Trap) => t!("step into the trap in {to}"),
        Some(meaning) if meaning.is_monster() => t!("attack {monster} in {to}", monster = meaning.the()),
        Some(meaning) => t!("go to {what} in {to}", what = meaning.the()),
    }
}

/// The way out of a fight that has a button of its own. It is the first face-up hallway or portal
/// that no monster watches, else the first hallway or portal, else the first cell.
fn way_out(game: &AccursedTomb) -> Option<Cell> {
    let calm = |cell: &Cell| matches!(game.field.seen(*cell), Some(Meaning::Hallway | Meaning::Portal));
    let quiet = |cell: &Cell| calm(cell) && waits_beside(game, *cell).is_none();
    game.aims().find(quiet).or_else(|| game.aims().find(calm)).or_else(|| game.aims().next())
}

/// The monster that strikes at the start of the next turn of an explorer in `cell`, if the option
/// `adjacent` is on (R7).
fn waits_beside(game: &AccursedTomb, cell: Cell) -> Option<Cell> {
    let near = Cells::around(cell) & game.field.monsters;
    near.smallest().filter(|_| game.options.engage == Engage::Adjacent)
}

/// The forecast of going to a cell, in words and as chances.
fn outlook(game: &AccursedTomb, seat: Seat, to: Cell) -> (String, Outlook) {
    let Some(meaning) = game.field.seen(to) else { return unknown(game, seat) };
    let explorer = game.explorer(seat);
    let half = explorer.hp / 2;
    let halved = match (half, explorer.blessings) {
        (0, 0) => t!("you die").to_owned(),
        (0, _) => t!("it takes your blessing").to_owned(),
        (half, _) => t!("health {from} to {to}", from = explorer.hp, to = half),
    };
    let most = game.most(explorer.armors);
    let double = most.min(explorer.hp.saturating_mul(2));
    let chance = halving(game, seat, meaning);
    match meaning {
        Meaning::Trap => (halved, chance),
        Meaning::Fountain | Meaning::Altar => {
            let heads = match meaning {
                Meaning::Altar => t!("a blessing").to_owned(),
                _ if explorer.hp == most => t!("nothing, for your health is full").to_owned(),
                _ => t!("health {from} to {to}", from = explorer.hp, to = double),
            };
            (format!("{} {heads} · {} {halved}", percent(0.5), percent(0.5)), chance)
        }
        _ if meaning.is_monster() => (exchange(game, seat, to), attack(game, seat, to)),
        _ => {
            let portal = t!("from there your next move may go anywhere");
            let beside = waits_beside(game, to).map(|at| {
                let (monster, blow) = (game.field.meaning(at), Blow::at(game, seat, at));
                let dies = match blow.chance() > 0.0 {
                    true => format!(": {} {}", percent(blow.chance()), cost(blow)),
                    false => String::new(),
                };
                (t!("{monster} is beside it and strikes you next turn", monster = monster.the()) + &dies, blow.deadly())
            });
            let (words, dies) = beside.unwrap_or_default();
            let words = match (meaning == Meaning::Portal, words.is_empty()) {
                (false, _) => words,
                (true, true) => portal.to_owned(),
                (true, false) => format!("{portal}; {words}"),
            };
            (words, Outlook { good: 0.0, dies })
        }
    }
}

/// The forecast of a face-down card, in short, and the chance that it kills at once.
fn unknown(game: &AccursedTomb, seat: Seat) -> (String, Outlook) {
    let all = f64::from(game.unseen.len() as u32).max(1.0);
    let share = |of: fn(Meaning) -> bool| {
        let copies: u32 =
            Meaning::ALL.into_iter().filter(|meaning| of(*meaning)).map(|meaning| game.left(meaning)).sum();
        f64::from(copies) / all
    };
    let kinds = [
        (t!("wall"), share(|meaning| meaning == Meaning::Wall)),
        (t!("monster"), share(|meaning| meaning.is_monster() && !meaning.is_demon())),
        (t!("demon"), share(|meaning| meaning.is_demon())),
        (t!("trap"), share(|meaning| meaning == Meaning::Trap)),
        (
            t!("treasure"),
            share(|meaning| {
                matches!(meaning, Meaning::Weapon | Meaning::Armor | Meaning::Blessing | Meaning::Merchant)
            }),
        ),
    ];
    let kinds = kinds.into_iter().filter(|(_, share)| *share > 0.0);
    let words: Vec<String> = kinds.map(|(kind, share)| format!("{} {kind}", percent(share))).collect();
    let chance = turning(game, seat);
    let words = words.join(", ");
    match chance.dies > 0.0 {
        true => (t!("{words} · {chance} you die", chance = percent(chance.dies)), chance),
        false => (words, chance),
    }
}

/// The odds of a first exchange: its blow, then the strike.
fn exchange(game: &AccursedTomb, seat: Seat, at: Cell) -> String {
    let (chance, blow) = (attack(game, seat, at), Blow::at(game, seat, at));
    let slain = match Strike::at(game, seat, at).faces() {
        0 => t!("cannot kill yet, {health} health left", health = game.field.health[at.index()]),
        _ => t!("{chance} slain", chance = percent(chance.good)),
    };
    match blow.chance() > 0.0 {
        true => t!("it strikes first: {chance} {cost} · {slain}", chance = percent(blow.chance()), cost = cost(blow)),
        false => t!("it strikes first · {slain}"),
    }
}

/// The question before a move that may well be the last, or that can gain nothing.
fn asked(game: &AccursedTomb, seat: Seat, to: Cell, chance: Outlook) -> Option<String> {
    let explorer = game.explorer(seat);
    let full = explorer.hp == game.most(explorer.armors);
    match game.field.seen(to) {
        Some(Meaning::Trap) if chance.dies > 0.0 => {
            Some(t!("With 1 health the trap kills your explorer. Step into it?").into())
        }
        Some(Meaning::Fountain | Meaning::Altar) if chance.dies > 0.0 => {
            Some(t!("With 1 health, tails kills your explorer. Try it?").into())
        }
        Some(Meaning::Fountain) if full => {
            Some(t!("Your health is full: heads does nothing, tails takes half. Enter all the same?").into())
        }
        _ if chance.dies >= RISKY => {
            Some(t!("This kills you with a chance of {chance}. Do it all the same?", chance = percent(chance.dies)))
        }
        _ => None,
    }
}

fn take(game: &AccursedTomb, seat: Seat, what: Ware) -> Wording {
    let explorer = game.explorer(seat);
    let forecast = match what {
        Ware::Weapon => {
            let more = game.options.gear.times(explorer.weapons + 1);
            t!("strikes count × {more} instead of × {now}", now = game.times(seat))
        }
        Ware::Armor => {
            let (before, after) = (game.most(explorer.armors), game.most(explorer.armors + 1));
            t!(
                "health {then} of {after} instead of {now} of {before}",
                then = explorer.hp + after - before,
                now = explorer.hp
            )
        }
    };
    Wording::new(t!("Take {ware}", ware = good(what).the())).from(ware_id(what)).forecast(forecast)
}

/// The actions that the viewer might expect but cannot do now.
pub(super) fn barred(game: &AccursedTomb, viewer: Viewer) -> Vec<Barred> {
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
        barred.push(bar(t!("Wait").into(), Action::Wait, None));
    }
    if game.pending == Pending::Combat && !game.options.retreat {
        let way = (game.field.within_a_move(explorer.cell)).find(|cell| explorer.foe != Some(*cell));
        barred.extend(way.map(|to| bar(t!("Leave the fight").into(), Action::Move { to }, None)));
    } else {
        barred.extend(walls.map(|to| bar(t!("Go to {to}"), Action::Move { to }, Some(to))));
    }
    barred
}
