//! The game's own judgement: the reference policy, and what a position is worth.
//!
//! The policy is described step by step in the last section of the rulebook; this code stands in that order.

mod fight;

use kernel::{Die, Seat};

use crate::{
    Action, Effect, Gloombah, Item, Monster, On, View,
    content::{Kind, Op, TOP},
    fight::{Fight, Side},
    state::{Phase, Player, Stage},
};

/// What the reference policy does for `seat`.
pub(crate) fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
    let wanted = Policy { view, seat, moves }.decide();
    moves.iter().position(|listed| *listed == wanted).expect("the policy does what is legal")
}

/// The policy at a decision of a seat.
struct Policy<'a> {
    view: &'a View,
    seat: Seat,
    moves: &'a [Action],
}

impl Policy<'_> {
    fn decide(&self) -> Action {
        let open = &self.view.open;
        match &open.phase {
            Phase::SetupEquip(_) => self.equip().unwrap_or(Action::Done),
            Phase::Prep => self.prepare(),
            Phase::ChooseMonster([low, high]) => {
                let better = if self.prospect(*high) > self.prospect(*low) { high } else { low };
                Action::ChooseMonster { card: *better }
            }
            Phase::Met(fight, Stage::Encounter) => self.encounter(fight),
            Phase::Met(fight, Stage::Window) if open.participants(fight).contains(self.seat) => self.take_part(fight),
            Phase::Met(fight, Stage::Window) => self.stand_by(fight),
            Phase::Met(fight, Stage::Reply(offer)) => self.reply(fight, *offer),
            Phase::Met(_, Stage::Keep(_)) => self.by_value(|best, other| other > best),
            Phase::Trim(_) => self.by_value(|best, other| other < best),
            Phase::Over(_) => unreachable!("nobody is asked when the match is over"),
        }
    }

    fn player(&self) -> &Player {
        self.view.open.player(self.seat)
    }

    /// The own hand, card by card.
    fn hand(&self) -> impl Iterator<Item = (Item, u8)> {
        self.view.hand(self.seat).into_iter().flat_map(|hand| hand.iter())
    }

    // Preparation.

    /// Better gear or a better weapon than what is in use.
    fn equip(&self) -> Option<Action> {
        let better = |card: &Item| match card.kind() {
            Kind::Gear { value, .. } => value > self.player().protection(),
            Kind::Weapon { bonus, .. } => bonus > self.bonus(),
            Kind::Consumable { .. } => false,
        };
        let worn = self.moves.iter().filter_map(|action| match action {
            Action::Equip { card } => Some(*card),
            _ => None,
        });
        // The strongest at once; of equal ones the first.
        worn.filter(better).rev_max(|card| self.value(*card)).map(|card| Action::Equip { card })
    }

    fn bonus(&self) -> u8 {
        match self.player().weapon.map(Item::kind) {
            Some(Kind::Weapon { bonus, .. }) => bonus,
            _ => 0,
        }
    }

    fn prepare(&self) -> Action {
        if self.moves.contains(&Action::Repair) {
            return Action::Repair;
        }
        if let Some(equip) = self.equip() {
            return equip;
        }
        let plays = || {
            self.moves.iter().filter_map(|action| match action {
                Action::Play { card, on } => Some((*action, card.op()?, *on)),
                _ => None,
            })
        };
        // Cards without a choice are played as they come.
        let free = plays().find(|(_, _, on)| *on == On::Nothing);
        if let Some((action, ..)) = free {
            return action;
        }
        let chosen = |on: On| match on {
            On::Pick(card) => Some((1, self.value(card))),
            On::Target(target) => Some((1, u16::from(self.view.open.player(target).level))),
            // Only what is of no use is traded in.
            On::Give(card) => (self.value(card) <= USELESS).then(|| (0, USELESS - self.value(card))),
            On::Nothing => None,
        };
        let best = plays().filter_map(|(action, _, on)| Some((chosen(on)?, action))).rev_max(|(rank, _)| *rank);
        best.map_or(Action::EndPrep, |(_, action)| action)
    }

    // Fight or run.

    /// What meeting this monster promises: what can be won if it can be beaten, or else how weak it is.
    fn prospect(&self, monster: Monster) -> i16 {
        let (card, fight) = (monster.card(), Fight::new(monster));
        match self.fights(&fight) {
            true => 10 * i16::from(card.xp) + i16::from(card.treasure),
            false => -i16::from(card.ap),
        }
    }

    /// Whether its cards suffice, or help is likely.
    fn fights(&self, fight: &Fight) -> bool {
        let (open, monster) = (&self.view.open, fight.monster.card());
        let (alone, needed) = (self.reach(fight), u16::from(monster.ap));
        if alone > needed {
            return true;
        }
        // Nobody helps somebody to victory, and sharing needs something to share.
        if self.player().level + monster.xp >= TOP || monster.xp < 2 {
            return false;
        }
        let helps = |(seat, player): (Seat, &Player)| {
            seat != self.seat
                && !player.suffers(Effect::NoHelp)
                && player.level + 1 >= self.player().level
                && open.attack(fight, seat, &Side::default()).total() + alone > needed
        };
        open.party().any(helps)
    }

    fn encounter(&self, fight: &Fight) -> Action {
        if self.fights(fight) {
            return Action::Fight;
        }
        if self.moves.contains(&Action::RunAuto) {
            return Action::RunAuto;
        }
        let player = self.player();
        let needed = player.level as i8 - player.run_modifier();
        let killed = self.view.open.levels_lost(fight, self.seat) >= player.level;
        let throws = killed && escapes(needed) < 12 && self.view.count(self.seat) <= 3;
        if throws && self.moves.contains(&Action::RunDiscard) { Action::RunDiscard } else { Action::RunRoll }
    }

    // Cards.

    /// What a card is worth to the seat, roughly in attack points.
    fn value(&self, card: Item) -> u16 {
        let own = self.player();
        match card.kind() {
            Kind::Gear { value, .. } if value > own.protection() => 4 + u16::from(value),
            Kind::Weapon { class, bonus, .. } if class == own.class && bonus > self.bonus() => 6 + u16::from(bonus),
            Kind::Gear { .. } => 1,
            Kind::Weapon { .. } => 0,
            Kind::Consumable { op, .. } => match op {
                Op::LevelUp(_) => 12,
                Op::Draw(n) => 4 + u16::from(n),
                Op::Attack(n, vs) => 2 + u16::from(n) + u16::from(vs.is_some()),
                Op::MonsterAdd(n) => 1 + u16::from(n),
                Op::Bless(n) | Op::Curse(n) => 2 + u16::from(n.unsigned_abs()) / 25,
                Op::Steal(_) | Op::Recover | Op::Escape | Op::Duplicate => 5,
                Op::Scout(_) | Op::TradeIn(_) => 4,
                Op::Shield(_) | Op::Disarm | Op::DestroyGear => 3,
                Op::Cure | Op::Cleanse | Op::DamageAdd(_) => 2,
            },
        }
    }

    /// The listed card that is first by value; of equal ones the first in the list.
    fn by_value(&self, better: impl Fn(u16, u16) -> bool) -> Action {
        let card = |action: &Action| match action {
            Action::Keep { card } | Action::Discard { card } => self.value(*card),
            _ => 0,
        };
        let first = self.moves[0];
        self.moves[1..].iter().fold(first, |best, other| if better(card(&best), card(other)) { *other } else { best })
    }
}

/// Cards of at most this value are traded in.
const USELESS: u16 = 2;

/// In how many of 36 cases two dice show `needed` or more.
pub(crate) fn escapes(needed: i8) -> u8 {
    let faces = || 1..=Die::D6.sides() as i8;
    faces().flat_map(|one| faces().map(move |two| one + two)).filter(|sum| *sum >= needed).count() as u8
}

/// The greatest by a key, and of equal ones the first.
trait RevMax: Iterator + Sized {
    fn rev_max<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.reduce(|best, other| if key(&other) > key(&best) { other } else { best })
    }
}

impl<I: Iterator> RevMax for I {}

/// How the match stands for `seat`, from 0 (lost) to 1 (won): its share of the outlooks of all, where each level is worth
/// half as much again.
pub(crate) fn worth(game: &Gloombah, seat: Seat) -> f32 {
    if let Some(end) = game.open.over() {
        let winners = end.winners();
        return if winners.contains(seat) { 1.0 / f32::from(winners.len()) } else { 0.0 };
    }
    let outlook = |seat: Seat| (0.4 * standing(game, seat)).exp();
    let all: f32 = Seat::all(game.open.seats).map(outlook).sum();
    (outlook(seat) / all).clamp(0.01, 0.99)
}

/// How far a seat is, in levels: what it has, and what the fight going on promises or threatens.
fn standing(game: &Gloombah, seat: Seat) -> f32 {
    let (open, player) = (&game.open, game.open.player(seat));
    let weapon = match player.weapon.map(Item::kind) {
        Some(Kind::Weapon { bonus, .. }) => f32::from(bonus),
        _ => 0.0,
    };
    let owned = 0.5 * weapon + 0.2 * f32::from(player.protection()) + 0.25 * game.hand(seat).len() as f32;
    let lasting = 0.3 * player.status.len() as f32;
    let here = f32::from(player.level) + owned - lasting;
    let Phase::Met(fight, Stage::Window | Stage::Reply(_)) = &open.phase else { return here };
    if !open.participants(fight).contains(seat) {
        return here;
    }
    let (sums, monster) = (open.sums(fight), fight.monster.card());
    // From a certain loss to a certain victory over a few points on either side.
    let margin = f32::from(sums.players) - f32::from(sums.monsters) - 0.5;
    let chance = 1.0 / (1.0 + (-0.5 * margin).exp());
    let share = fight.share();
    let (xp, treasure) = match seat == open.active {
        true => (monster.xp - share.xp, fight.treasure()),
        false => (share.xp, share.treasure),
    };
    let won = f32::from(xp) + 0.25 * f32::from(treasure) + if player.level + xp >= TOP { 5.0 } else { 0.0 };
    let lost = f32::from(fight.damage(open.side(fight, seat)).saturating_sub(player.protection()));
    here + chance * won - (1.0 - chance) * (0.5 + lost.min(f32::from(player.level)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use kernel::{Fast, Game, NullLog};

    #[test]
    fn two_dice_escape_as_often_as_they_show_enough() {
        assert_eq!([2, 7, 12, 13, -1].map(escapes), [36, 21, 1, 0, 36]);
    }

    #[test]
    fn worth_follows_levels_and_ends_with_the_result() {
        let Ok(mut game) = Gloombah::setup(&Options::default(), 2, &mut Fast::seeded(1), &mut NullLog);
        let even = worth(&game, Seat(0));
        game.open.players[0].level = 6;
        assert!(worth(&game, Seat(0)) > even && worth(&game, Seat(1)) < 0.5);
        game.open.phase = Phase::Over(crate::state::End::Level(Seat(1)));
        assert_eq!([0, 1].map(|seat| worth(&game, Seat(seat))), [0.0, 1.0]);
        game.open.phase = Phase::Over(crate::state::End::Lantern(kernel::SeatSet::first(2)));
        assert_eq!(worth(&game, Seat(1)), 0.5);
    }
}
