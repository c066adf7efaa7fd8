//! The outlook of a fight, as if it were decided now.

use kernel::{Outlook, Seat, Sentence, Tone, say};
use text::{counted, t};

use crate::{
    Effect, Item,
    content::{BELOW_TOP, TOP},
    fight::{Fight, Offer, Sums},
    state::{Open, Phase, Stage},
};

/// The fate of a participant if the fight were decided now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fate {
    pub(super) seat: Seat,
    /// The level before.
    pub(super) from: u8,
    /// The level after; 1 for the dead.
    pub(super) level: u8,
    /// Cards of treasure, as far as there are any to draw.
    pub(super) treasure: u8,
    /// The damage, before gear.
    pub(super) damage: u8,
    pub(super) gear: Gear,
    /// The effect of the monster; `None` for the dead.
    pub(super) effect: Option<Effect>,
    pub(super) dies: bool,
}

/// The fate of gear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gear {
    /// There is none, or it takes no damage.
    Untouched,
    /// The damage goes past it (R43).
    Passed(Item),
    Damaged(Item),
    Broken(Item),
}

/// The fates of the participants if the fight were decided now, the active seat first.
pub(super) fn fates(open: &Open, fight: &Fight) -> Vec<Fate> {
    let fate = |seat: Seat| if open.sums(fight).won() { victor(open, fight, seat) } else { loser(open, fight, seat) };
    std::iter::once(open.active).chain(fight.helper.map(|helper| helper.seat)).map(fate).collect()
}

/// R53: levels and treasure. A player who reaches the top ends the match before anybody else gains
/// anything (R58).
fn victor(open: &Open, fight: &Fight, seat: Seat) -> Fate {
    let share = fight.share();
    let top = |level: u8, xp: u8| level + xp >= TOP;
    let active = open.player(open.active).level;
    let over = top(active, fight.monster.card().xp - share.xp);
    let (xp, treasure, most) = match seat == open.active {
        true => (fight.monster.card().xp - share.xp, fight.treasure(), TOP),
        false if over => (0, 0, TOP),
        false => (share.xp, share.treasure, BELOW_TOP),
    };
    let from = open.player(seat).level;
    let level = most.min(from + xp);
    let treasure = if over { 0 } else { treasure };
    Fate { seat, from, level, treasure, damage: 0, gear: Gear::Untouched, effect: None, dies: false }
}

/// R40 to R46: damage on gear, the rest of it on levels, then the effect; R49, R50: death.
fn loser(open: &Open, fight: &Fight, seat: Seat) -> Fate {
    let (player, card) = (open.player(seat), fight.monster.card());
    let damage = fight.damage(open.side(fight, seat));
    let gear = match player.gear {
        Some(gear) if damage > 0 && card.pierce => Gear::Passed(gear.card),
        Some(gear) if damage > 0 && damage <= player.protection() && !gear.damaged => Gear::Damaged(gear.card),
        Some(gear) if damage > 0 => Gear::Broken(gear.card),
        _ => Gear::Untouched,
    };
    let levels = open.levels_lost(fight, seat);
    let dies = levels >= player.level;
    Fate {
        seat,
        from: player.level,
        level: if dies { 1 } else { player.level - levels },
        treasure: 0,
        damage,
        gear,
        effect: card.effect.filter(|_| !dies),
        dies,
    }
}

/// The outlook of the fight now, and with the help on offer.
pub(super) fn outlooks(open: &Open) -> Vec<Outlook> {
    let when = match open.phase {
        Phase::Met(_, Stage::Encounter) => t!("As it stands"),
        Phase::Met(_, Stage::Window | Stage::Reply(_)) => t!("Now"),
        _ => return Vec::new(),
    };
    let now = outlook(open, when.into());
    let with =
        open.pending().and_then(|offer| outlook(&helped(open, offer), say!("With {helper}", helper = offer.seat)));
    now.into_iter().chain(with).collect()
}

/// The table once an offer is accepted.
pub(super) fn helped(open: &Open, offer: Offer) -> Open {
    let mut with = open.clone();
    if let Phase::Met(fight, stage) = &mut with.phase {
        (fight.helper, *stage) = (Some(offer), Stage::Window);
    }
    with
}

fn outlook(open: &Open, when: Sentence) -> Option<Outlook> {
    let fight = open.fight()?;
    let sums = open.sums(fight);
    let fates = fates(open, fight);
    let told = fates.iter().fold(Sentence::new(), |text, fate| {
        let gap = if text.spans().is_empty() { "" } else { " " };
        told(text.text(gap), fate)
    });
    let tone = if sums.won() { Tone::Good } else { Tone::Bad };
    Some(Outlook { title: say!("{when}: {outcome}", outcome = outcome(sums)), text: told, tone })
}

/// `won by 6`, `lost by 7`.
pub(super) fn outcome(sums: Sums) -> String {
    let Sums { players, monsters } = sums;
    match players.cmp(&monsters) {
        std::cmp::Ordering::Greater => t!("won by {by}", by = players - monsters),
        std::cmp::Ordering::Equal => t!("a tie, which is lost").into(),
        std::cmp::Ordering::Less => t!("lost by {by}", by = monsters - players),
    }
}

/// One participant's fate, as the rest of a sentence.
fn told(text: Sentence, fate: &Fate) -> Sentence {
    let text = text.seat(fate.seat).text(": ");
    if fate.level == TOP {
        return text.text(t!("level {from} → {to} and victory.", from = fate.from, to = TOP));
    }
    let level = match fate.level == fate.from {
        true => t!("level {level}", level = fate.level),
        false => t!("level {from} → {to}", from = fate.from, to = fate.level),
    };
    if fate.damage == 0 && fate.effect.is_none() && !fate.dies {
        return text.text(match fate.treasure {
            0 => format!("{level}."),
            treasure => t!("{level}, {treasure} treasure."),
        });
    }
    let damage = fate.damage;
    let hit = match fate.gear {
        _ if damage == 0 => t!("no damage").to_owned(),
        Gear::Untouched => t!("{damage} damage"),
        Gear::Passed(card) => t!("{damage} damage past {card}", card = card.name()),
        Gear::Damaged(card) => t!("{damage} damage, {card} damaged", card = card.name()),
        Gear::Broken(card) => t!("{damage} damage, {card} breaks", card = card.name()),
    };
    if fate.dies {
        return text.text(t!("{hit}, and death."));
    }
    let lost = match fate.from - fate.level {
        0 => String::new(),
        _ => format!(", {level}"),
    };
    let effect = fate.effect.map(|effect| format!(", {}", short(effect))).unwrap_or_default();
    text.text(format!("{hit}{lost}{effect}."))
}

/// An effect on a loser, in a few words.
pub(super) fn short(effect: Effect) -> String {
    match effect {
        Effect::Attack(n) => t!("−{percent} % attack", percent = n.unsigned_abs()),
        Effect::Run(n) => t!("−{less} on run rolls", less = n.unsigned_abs()),
        Effect::WeaponOff => t!("weapon useless").into(),
        Effect::NoHelp => t!("no offers").into(),
        Effect::Drop(n) => t!("{cards} dropped", cards = counted!(n, "card")),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Chance, Fast, Game, NullLog, SeatSet, Status, below};

    use super::*;
    use crate::{Action, Gloombah, Options};

    /// If all pass while a fight window is open, in many random matches, the outlook comes true.
    #[test]
    fn the_outlook_of_now_is_what_the_rules_then_do() {
        let mut rng = Fast::seeded(11);
        let (mut won, mut lost, mut dead, mut helped) = (0, 0, 0, 0);
        for number in 0..80u8 {
            let Ok(mut game) =
                Gloombah::setup(&Options { round_limit: 30, pack: None }, 2 + number % 5, &mut rng, &mut NullLog);
            while let Status::Awaiting(awaited) = game.status() {
                if let Some(fight) = game.open.window() {
                    let fates = fates(&game.open, fight);
                    won += u32::from(game.open.sums(fight).won());
                    lost += u32::from(!game.open.sums(fight).won());
                    dead += fates.iter().filter(|fate| fate.dies).count();
                    helped += usize::from(fight.helper.is_some());
                    decided(&game, &fates, &mut rng);
                }
                let awaited: Vec<Seat> = awaited.iter().collect();
                let seat = awaited[below(&mut rng.0, awaited.len() as u32) as usize];
                let Some(action) = game.any(seat, &mut rng.0) else { panic!("seat {seat} can do something") };
                let Ok(()) = game.apply(seat, action, &mut rng, &mut NullLog);
            }
        }
        assert!(won > 50 && lost > 50 && dead > 20 && helped > 20, "{won} {lost} {dead} {helped}");
    }

    /// All pass; the dead keep the first card.
    fn decided(before: &Gloombah, fates: &[Fate], rng: &mut impl Chance<Halt = std::convert::Infallible>) {
        let mut game = before.clone();
        while let Some(fight) = game.open.window() {
            let Some(seat) = game.open.awaited().iter().next() else { panic!("{fight:?} waits for nobody") };
            let Ok(()) = game.apply(seat, Action::Pass, rng, &mut NullLog);
        }
        let dead: SeatSet = fates.iter().filter(|fate| fate.dies).map(|fate| fate.seat).collect();
        while let Phase::Met(_, Stage::Keep(seat)) = game.open.phase {
            assert!(dead.contains(seat));
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            let Ok(()) = game.apply(seat, legal[0], rng, &mut NullLog);
        }
        let over = game.open.over().is_some();
        let to_draw = before.item_deck.len() + before.open.item_discard.len();
        let mut drawn = 0;
        for fate in fates {
            let (then, now) = (before.open.player(fate.seat), game.open.player(fate.seat));
            assert_eq!((fate.from, fate.level), (then.level, now.level), "{fate:?}");
            assert_eq!(fate.level == TOP, over && game.open.active == fate.seat && now.level == TOP);
            assert_eq!(u16::from(fate.dies), now.deaths - then.deaths, "{fate:?}");
            let worn = now.gear.map(|gear| gear.damaged);
            match fate.gear {
                _ if fate.dies => assert!(now.gear.is_none() && now.weapon.is_none()),
                Gear::Broken(_) => assert!(worn.is_none() && then.gear.is_some()),
                Gear::Damaged(_) => assert_eq!(worn, Some(true)),
                Gear::Untouched | Gear::Passed(_) => assert_eq!(now.gear, then.gear),
            }
            let (held, holds) = (before.hand(fate.seat).len(), game.hand(fate.seat).len());
            let dropped = if let Some(Effect::Drop(cards)) = fate.effect { held.min(cards.into()) } else { 0 };
            let gained = usize::from(fate.treasure).min(to_draw - drawn);
            drawn += gained;
            if fate.dies {
                assert_eq!(holds, held.min(1));
            } else {
                assert_eq!(holds, held + gained - dropped, "{fate:?}");
            }
        }
    }
}
