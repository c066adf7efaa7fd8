//! The outlook of the turn: with a fight now, and with the node that brings most.

use kernel::{Outlook, Tone, listed};
use text::{capital, t};

use super::ahead::{Ahead, Fight, totals};
use crate::{
    Action, Crimsonbranch,
    content::Kind,
    state::{Enemies, Phase, Stage},
};

/// The plaques while a turn is prepared or fought.
pub(super) fn outlooks(game: &Crimsonbranch) -> Vec<Outlook> {
    let Stage::Battle(battle) = &game.stage else { return Vec::new() };
    let Some(now) = Fight::of(game, totals(game)) else { return Vec::new() };
    match battle.phase {
        _ if now.living == 0 => Vec::new(),
        Phase::Prepare(_) => {
            let next = best_node(game, &now);
            let next = next.map(|(title, fight)| plaque(t!("{title}, then fight"), &fight, &battle.enemies));
            let now = plaque(t!("Fight now with {}", sums(totals(game))), &now, &battle.enemies);
            [now].into_iter().chain(next).collect()
        }
        Phase::Fight(left) => vec![plaque(t!("With {} left", sums(left)), &now, &battle.enemies)],
        Phase::Symbol(..) | Phase::Six(..) | Phase::Loot | Phase::Equip(_) => Vec::new(),
    }
}

fn plaque(title: String, fight: &Fight, enemies: &Enemies) -> Outlook {
    let tone = match () {
        () if fight.hp == 0 => Tone::Bad,
        () if fight.wins() || fight.damage == 0 => Tone::Good,
        () if fight.dead == 0 => Tone::Bad,
        () => Tone::Plain,
    };
    Outlook { title: title.into(), text: story(fight, enemies).into(), tone }
}

/// `Attack 4 and Defense 3 fall; the rest hit for 2.`
pub(super) fn story(fight: &Fight, enemies: &Enemies) -> String {
    let names: Vec<String> = (0..enemies.len())
        .filter(|id| fight.fells(*id))
        .map(|id| format!("{} {}", capital(enemies[id].kind.word().as_str()), enemies[id].strength))
        .collect();
    let fallen = match &names[..] {
        _ if fight.wins() => t!("All fall").to_owned(),
        [] => t!("Nobody falls").to_owned(),
        [one] => t!("{one} falls"),
        some if some.len() <= 3 => t!("{} fall", listed(some)),
        many => t!("{} of {} fall", many.len(), fight.living),
    };
    let after = match (fight.wins(), fight.damage, fight.hp) {
        (true, ..) => t!("nobody hits back.").to_owned(),
        (false, damage, 0) => t!("{damage} damage: you fall."),
        (false, 0, _) => t!("nothing gets through.").to_owned(),
        (false, damage, _) if fight.dead == 0 => t!("they hit for {damage}."),
        (false, damage, _) => t!("the rest hit for {damage}."),
    };
    format!("{fallen}; {after}")
}

/// The sums of the spaces, in words: `attack 6 and range 5`.
fn sums(totals: [u8; 4]) -> String {
    let held: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|kind| totals[*kind as usize] > 0)
        .map(|kind| format!("{} {}", kind.word(), totals[kind as usize]))
        .collect();
    if held.is_empty() { t!("nothing").to_owned() } else { held.join(t!(" and ")) }
}

/// The best node to activate next, if a fight after it is better than a fight now: its effect, and
/// the end of the fight.
fn best_node(game: &Crimsonbranch, now: &Fight) -> Option<(String, Fight)> {
    let before = totals(game);
    let mut legal = Vec::new();
    game.list(&mut legal);
    let mut best: Option<(String, Fight)> = None;
    for action in legal.into_iter().filter(|action| matches!(action, Action::Activate { .. })) {
        for after in ways(Ahead::of(game, action)) {
            let Some(fight) = after.fight() else { continue };
            if fight.better_than(best.as_ref().map_or(now, |(_, fight)| fight)) {
                best = Some((gained(before, after.totals()), fight));
            }
        }
    }
    best
}

/// Every way to use the symbols of a node whose activation has begun.
fn ways(begun: Ahead) -> Vec<Ahead> {
    let mut legal = Vec::new();
    begun.game.list(&mut legal);
    if !begun.waits() {
        return vec![begun];
    }
    let choices =
        legal.into_iter().filter(|action| matches!(action, Action::Use { .. } | Action::Spend { .. } | Action::Done));
    choices
        .flat_map(|action| match action {
            Action::Done => vec![Ahead::of(&begun.game, action)],
            action => ways(Ahead::of(&begun.game, action)),
        })
        .collect()
}

/// The changes of the spaces: `Attack to 11`.
fn gained(before: [u8; 4], after: [u8; 4]) -> String {
    let risen = Kind::ALL.into_iter().filter(|kind| after[*kind as usize] > before[*kind as usize]);
    let words: Vec<String> = risen.map(|kind| t!("{} to {}", kind.word(), after[kind as usize])).collect();
    if words.is_empty() { t!("The special").to_owned() } else { capital(&words.join(", ")) }
}
