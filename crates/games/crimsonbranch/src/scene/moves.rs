//! The wording of actions, the pieces that point at them, and their forecasts.

use kernel::{Forecast, Wording};
use text::{counted, t};

use super::{
    enemy_id,
    marks::{marks, tag},
    space_id,
    tree::{branch_id, node_id},
};
use crate::{
    Action, Crimsonbranch, Symbol, View,
    board::Node,
    content::{Kind, price},
    judge::forecast,
    rules::meet,
    state::{Battle, Clock, Enemies, Phase, Prepare, Stage, strength},
    words::{place, way},
};

/// The wording of a legal action.
pub(crate) fn wording(view: &View, action: &Action) -> Wording {
    let game = &view.game;
    let wording = match (*action, &game.stage) {
        (action, Stage::Battle(battle)) => in_battle(game, battle, action),
        (action, _) => between(game, action),
    };
    Wording { marks: marks(game, *action), ..wording }
}

fn between(game: &Crimsonbranch, action: Action) -> Wording {
    match action {
        Action::Visit { node } => {
            let area = Clock::area(game.clock.next_tick(), node);
            let come = crowd(&meet(&game.marks, area));
            let nodes = counted!(area.len(), "node");
            Wording::new(t!("Visit {}", place(node))).to(node_id(node)).forecast(match game.marks.open.contains(node) {
                true => t!("{nodes}: {come}; an open pearl"),
                false => format!("{nodes}: {come}"),
            })
        }
        Action::Challenge => {
            let come = crowd(&meet(&game.marks, crate::board::Nodes::ALL));
            Wording::new(t!("Challenge the Great Evil")).forecast(come)
        }
        Action::Retire => Wording::new(t!("Retire")).confirm(t!("This ends the game without a score. Retire?")).menu(),
        action => anytime(game, action),
    }
}

/// Items and skill points.
fn anytime(game: &Crimsonbranch, action: Action) -> Wording {
    match action {
        Action::MoveItem { item, branch } => Wording::new(t!("Move {} to {}", item.word(), way(branch)))
            .from(format!("item-{}", item.name()))
            .to(branch_id(branch)),
        Action::DropItem { item } => Wording::new(t!("Give up the item of {} for 1 XP", item.word()))
            .from(format!("item-{}", item.name()))
            .word(t!("give it up")),
        Action::Cross { branch } => {
            let stat = game.sheet.stat(branch).map_or("", |stat| stat.word().as_str());
            Wording::new(t!("Cross out {}, {stat}", way(branch)))
                .word(match game.points() {
                    0 | 1 => t!("Spend a skill point").to_owned(),
                    points => t!("Spend one of {points} skill points"),
                })
                .to(branch_id(branch))
                .forecast(t!("{} left", counted!(game.points().saturating_sub(1), "skill point")))
        }
        _ => Wording::new(t!("Go on")),
    }
}

fn in_battle(game: &Crimsonbranch, battle: &Battle, action: Action) -> Wording {
    match (action, battle.phase) {
        (Action::Activate { node }, Phase::Prepare(dice)) => {
            let wording = Wording::new(t!("Activate {}", place(node))).to(node_id(node));
            let wording = wording.forecast(on_node(game, dice, node));
            match tag(game, node) {
                Some(sum) => wording.tag(sum),
                None => wording,
            }
        }
        (Action::Fight, Phase::Prepare(dice)) => {
            Wording::new(t!("Fight")).forecast(turn(game, battle, dice.totals())).main()
        }
        (Action::Use { symbol }, Phase::Symbol(dice, activation)) => {
            let wording = match symbol.kind() {
                Some(kind) => Wording::new(t!("Use {}", kind.word())).to(space_id(Some(kind))),
                None => Wording::new(t!("Use the special")).to(node_id(activation.at)),
            };
            wording.forecast(used(game, dice, symbol))
        }
        (Action::Done, _) => Wording::new(t!("Leave it unused")).main(),
        (Action::Spend { space }, _) => Wording::new(t!("Spend the six under {}", space.word()))
            .to(space_id(Some(space)))
            .forecast(crate::print::effect(game.sheet.class.effect(space))),
        (Action::Break { enemy, slot }, Phase::Fight(totals)) => {
            let (target, left) = (battle.enemies[usize::from(enemy)], totals[slot as usize]);
            let (number, kind, space) = (enemy + 1, target.kind.word(), slot.word());
            Wording::new(t!("Break the shield of enemy {number}, {kind}, from {space}"))
                .to(enemy_id(enemy.into()))
                .from(space_id(Some(slot)))
                .forecast(t!("{space} {left} to {then}", then = left - target.shield))
        }
        (Action::Hit { enemy, slot }, Phase::Fight(totals)) => {
            let (target, left) = (battle.enemies[usize::from(enemy)], totals[slot as usize]);
            let dies = if target.hp == 1 { t!("it dies").to_owned() } else { t!("{} HP left", target.hp - 1) };
            let (number, kind, space) = (enemy + 1, target.kind.word(), slot.word());
            let then = left - price(target.kind, slot);
            Wording::new(t!("Hit enemy {number}, {kind}, from {space}"))
                .to(enemy_id(enemy.into()))
                .from(space_id(Some(slot)))
                .forecast(t!("{dies}; {space} {left} to {then}"))
        }
        (Action::EndFight, Phase::Fight(totals)) => end_fight(game, battle, totals),
        (Action::TakeXp { enemy }, _) => {
            let target = battle.enemies[usize::from(enemy)];
            let (strength, number, kind) = (target.strength, enemy + 1, target.kind.word());
            Wording::new(t!("Take {strength} XP from enemy {number}, {kind}"))
                .from(enemy_id(enemy.into()))
                .word(t!("as XP"))
                .forecast(gain(game, target.strength))
        }
        (Action::TakeItem { enemy }, _) => {
            let target = battle.enemies[usize::from(enemy)];
            let stat = target.kind.stat().word();
            Wording::new(t!("Take an item of {stat} from enemy {}", enemy + 1))
                .from(enemy_id(enemy.into()))
                .word(t!("as an item"))
                .forecast(t!("quality {}", target.strength.min(crate::content::LAST_SEGMENT)))
        }
        (Action::PearlXp, _) => {
            let nodes = battle.area.len();
            let wording = Wording::new(t!("Cross out the pearl for {nodes} XP")).forecast(gain(game, nodes));
            match game.pearl() {
                Some(node) => wording.from(node_id(node)).word(t!("cross it out")),
                None => wording,
            }
        }
        (Action::PearlCopy { kind }, _) => {
            let wording = Wording::new(t!("Engrave the pearl with {}", kind.word()));
            match game.pearl() {
                Some(node) => wording.from(node_id(node)).word(t!("engrave {}", kind.word())),
                None => wording,
            }
        }
        (Action::EndLoot, _) if battle.great_evil => {
            let (ticks, level) = (game.clock.ticks, game.hero.level);
            let score = (crate::content::TIME_BOXES - ticks) + (crate::content::LAST_LEVEL - level);
            Wording::new(t!("Leave with the score")).forecast(t!("score {score}")).main()
        }
        (Action::EndLoot, _) => {
            let wording = Wording::new(t!("Go on exploring")).main();
            match game.pearl().is_some() || battle.enemies.iter().any(|enemy| !enemy.looted) {
                true => wording.forecast(t!("leaves loot behind")),
                false => wording,
            }
        }
        (Action::Circle { branch }, Phase::Equip(find)) => {
            let wording = Wording::new(t!("Circle {}", way(branch))).to(branch_id(branch));
            match game.marks.items[find.stat as usize] {
                Some(_) => wording.forecast(t!("replaces the older item of {}", find.stat.word())),
                None => wording,
            }
        }
        (Action::Discard, _) => Wording::new(t!("Discard it for 1 XP")).forecast(gain(game, 1)),
        (action, _) => anytime(game, action),
    }
}

/// The enemies that come: `attack 3 and 1, defense 2`, with the shields.
fn crowd(enemies: &Enemies) -> String {
    let mut groups = Vec::new();
    for kind in Kind::ALL {
        let own = enemies.iter().filter(|enemy| enemy.kind == kind);
        let strengths: Vec<String> = own.map(|enemy| enemy.strength.to_string()).collect();
        if !strengths.is_empty() {
            groups.push(format!("{} {}", kind.word(), strengths.join(" ")));
        }
    }
    let shield = enemies.iter().map(|enemy| enemy.shield).max().unwrap_or_default();
    match (groups.is_empty(), shield) {
        (true, _) => t!("nobody").to_owned(),
        (false, 0) => groups.join(", "),
        (false, shield) => t!("{}; shields of {shield}", groups.join(", ")),
    }
}

/// The effect of activating a node on the die.
fn on_node(game: &Crimsonbranch, dice: Prepare, node: Node) -> String {
    let symbols = game.symbols(node);
    let each = [Some(symbols.first), symbols.second].into_iter().flatten().map(|symbol| used(game, dice, symbol));
    each.collect::<Vec<_>>().join(t!("; or "))
}

/// The effect of using a symbol.
fn used(game: &Crimsonbranch, dice: Prepare, symbol: Symbol) -> String {
    let Some(kind) = symbol.kind() else {
        let spend = |space: Kind| {
            let effect = crate::print::effect(game.sheet.class.effect(space));
            t!("the six under {space} is spent: {effect}", space = space.word())
        };
        let effects: Vec<String> = dice.sixes().map(spend).collect();
        return if effects.is_empty() { t!("special: no six to spend").to_owned() } else { effects.join(t!("; or ")) };
    };
    let (before, after) = (dice.active, dice.active.use_kind(kind));
    let name = kind.word();
    match (before.space == Some(kind), after.six().is_some(), before.value == after.value) {
        (true, _, true) => t!("{name}: the six stays a six"),
        (true, true, false) => t!("{name}: 5 to 6, and it locks"),
        (true, false, false) => t!("{name}: {} to {}", before.value, after.value),
        (false, true, _) => t!("{name}: the 6 goes there, and locks"),
        (false, false, _) => t!("{name}: the {} goes there", after.value),
    }
}

/// The forecast of a turn with these totals.
fn turn(game: &Crimsonbranch, battle: &Battle, totals: [u8; 4]) -> Forecast {
    let next = forecast(totals, game.hero, &battle.enemies);
    let living = battle.enemies.iter().filter(|enemy| enemy.alive()).count();
    let falls = next.dead.count_ones();
    let dead = match (falls as usize == living, falls) {
        (true, _) => t!("all of them can fall").to_owned(),
        (false, 0) => t!("nobody need fall").to_owned(),
        (false, falls) => t!("{falls} of {living} can fall"),
    };
    match next.hp {
        0 => Forecast::new(t!("{dead}; then you fall")).odds(0.0, 1.0),
        hp => t!("{dead}; then HP {} to {hp}", game.hero.hp).into(),
    }
}

fn end_fight(game: &Crimsonbranch, battle: &Battle, totals: [u8; 4]) -> Wording {
    let wording = Wording::new(t!("End the fight")).main();
    let all = strength(&battle.enemies, |_| true);
    let damage = all.saturating_sub(totals[Kind::Defense as usize]);
    if damage >= game.hero.hp {
        let forecast = Forecast::new(t!("{damage} damage: you fall")).odds(0.0, 1.0);
        return wording.forecast(forecast).confirm(t!("This is a defeat. End the fight?"));
    }
    let healed = game.hero.max().min(game.hero.hp - damage + totals[Kind::Heal as usize]);
    wording.forecast(t!("{damage} damage; HP {} to {healed}", game.hero.hp))
}

/// The forecast of a gain of XP.
fn gain(game: &Crimsonbranch, xp: u8) -> String {
    let mut hero = game.hero;
    match hero.gain(xp) {
        true => t!("level {}", hero.level),
        false => t!("XP {} to {} of {}", game.hero.xp, hero.xp, hero.max()),
    }
}
