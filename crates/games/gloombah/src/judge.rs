//! The game's own judgement: the reference policy, and the worth of a position.
//!
//! The last section of the rulebook describes the policy step by step; this code has the same
//! order.

mod fight;
mod outlook;

use kernel::{Die, Judge, Seat, Temperament};

use crate::{
    Action, Effect, Gloombah, Item, Monster, On, Share, View,
    content::{Kind, Op, TOP},
    fight::{Fight, Side},
    state::{Items, Open, Phase, Player, Stage},
};

/// The thresholds of the policy.
#[derive(Clone, Copy)]
struct Nerve {
    /// The margin by which the sum it could reach alone must exceed the needed sum, for it to
    /// fight.
    margin: i16,
    /// Whether it spoils every win that it can spoil, and never offers help.
    spoils: bool,
}

/// The thresholds of the reference policy.
const NERVE: Nerve = Nerve { margin: 0, spoils: false };

impl Nerve {
    /// The thresholds of the policy with a temperament.
    const fn of(temperament: Temperament) -> Nerve {
        match temperament {
            Temperament::Careful => Nerve { margin: 1, ..NERVE },
            Temperament::Bold => Nerve { margin: -2, ..NERVE },
            Temperament::Spiteful => Nerve { spoils: true, ..NERVE },
        }
    }
}

impl Judge for Gloombah {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        choose(view, seat, moves, NERVE)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        choose(view, seat, moves, Nerve::of(temperament))
    }

    fn reference_index(&self, seat: Seat, moves: &[Action]) -> usize {
        Policy::reference(self, seat, moves).choose()
    }

    fn worth(&self, seat: Seat) -> f32 {
        outlook::worth(self, seat)
    }

    fn prior(&self, seat: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        let policy = Policy::reference(self, seat, moves);
        weights.extend(moves.iter().map(|action| policy.promise(action)));
    }

    fn lookahead(&self) -> u32 {
        2
    }

    fn turns(&self) -> u32 {
        u32::from(self.open.turn) - 1 + u32::from(self.open.over().is_some())
    }
}

/// Chooses an action for `seat` by the policy, as an index into `moves`.
fn choose(view: &View, seat: Seat, moves: &[Action], nerve: Nerve) -> usize {
    let none = Items::new();
    let hand = view.hand(seat).unwrap_or(&none);
    Policy { open: &view.open, hand, seat, moves, nerve }.choose()
}

/// The policy at a decision of a seat: the public state, the seat's own hand, and the legal list.
struct Policy<'a> {
    open: &'a Open,
    hand: &'a Items,
    seat: Seat,
    moves: &'a [Action],
    nerve: Nerve,
}

impl<'a> Policy<'a> {
    /// The reference policy, from the state; `moves` is the legal list.
    fn reference(game: &'a Gloombah, seat: Seat, moves: &'a [Action]) -> Self {
        Policy { open: &game.open, hand: game.hand(seat), seat, moves, nerve: NERVE }
    }

    /// Returns the index of the move.
    fn choose(&self) -> usize {
        let wanted = self.decide();
        self.moves.iter().position(|listed| *listed == wanted).expect("the policy does what is legal")
    }

    fn decide(&self) -> Action {
        let open = self.open;
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
        self.open.player(self.seat)
    }

    /// The seat's own hand, card by card.
    fn hand(&self) -> impl Iterator<Item = (Item, u8)> {
        self.hand.iter()
    }

    // Preparation.

    /// Equips gear or a weapon that is better than the one in use.
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
        // The strongest first; ties go to the first card.
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
        // The policy plays cards without a choice as they come.
        let free = plays().find(|(_, _, on)| *on == On::Nothing);
        if let Some((action, ..)) = free {
            return action;
        }
        let chosen = |on: On| match on {
            On::Pick(card) => Some((1, self.value(card))),
            On::Target(target) => Some((1, u16::from(self.open.player(target).level))),
            // Only useless cards are traded in.
            On::Give(card) => (self.value(card) <= USELESS).then(|| (0, USELESS - self.value(card))),
            On::Nothing => None,
        };
        let best = plays().filter_map(|(action, _, on)| Some((chosen(on)?, action))).rev_max(|(rank, _)| *rank);
        best.map_or(Action::EndPrep, |(_, action)| action)
    }

    // Fight or run.

    /// The prospect of meeting this monster: the prize if the seat would fight it, else its
    /// weakness.
    fn prospect(&self, monster: Monster) -> i16 {
        let (card, fight) = (monster.card(), Fight::new(monster));
        match self.fights(&fight) {
            true => 10 * i16::from(card.xp) + i16::from(card.treasure),
            false => -i16::from(card.ap),
        }
    }

    /// Whether the seat's cards suffice, or help is likely.
    fn fights(&self, fight: &Fight) -> bool {
        let (open, monster) = (self.open, fight.monster.card());
        let (alone, needed) = (self.reach(fight), u16::from(monster.ap));
        if alone.saturating_add_signed(-self.nerve.margin) > needed {
            return true;
        }
        // No player helps another to victory, and sharing needs at least two levels to share.
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
        let killed = self.open.levels_lost(fight, self.seat) >= player.level;
        let throws = killed && escapes(needed) < 12 && self.hand.len() <= 3;
        if throws && self.moves.contains(&Action::RunDiscard) { Action::RunDiscard } else { Action::RunRoll }
    }

    // Cards.

    /// The worth of a card to the seat, roughly in attack points.
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

    /// The listed card that is first by value; ties go to the first in the list.
    fn by_value(&self, better: impl Fn(u16, u16) -> bool) -> Action {
        let card = |action: &Action| match action {
            Action::Keep { card } | Action::Discard { card } => self.value(*card),
            _ => 0,
        };
        let first = self.moves[0];
        self.moves[1..].iter().fold(first, |best, other| if better(card(&best), card(other)) { *other } else { best })
    }
}

impl Policy<'_> {
    /// The weight of a move: 1 for closing actions and plain ones. Cards weigh by their value, and
    /// offers by the share that they ask for.
    fn promise(&self, action: &Action) -> f32 {
        let value = |card: Item| f32::from(self.value(card));
        match *action {
            Action::Play { on: On::Pick(card), .. } => 0.1 * value(card),
            Action::Play { on: On::Give(card), .. } => 1.0 / (1.0 + value(card)),
            Action::Equip { card } => 0.05 + 0.1 * value(card),
            Action::Keep { card } => 0.05 + 0.1 * value(card),
            Action::Discard { card } => 1.0 / (1.0 + value(card)),
            Action::Offer(share) => self.open.fight().map_or(0.0, |fight| self.appeal(fight, share)),
            _ => 1.0,
        }
    }

    /// The weight of an offer: low, if this help would not change the result. Else a larger share
    /// weighs more, as long as it leaves something.
    fn appeal(&self, fight: &Fight, asked: Share) -> f32 {
        let (sums, monster) = (self.open.sums(fight), fight.monster.card());
        let with = sums.players + self.open.attack(fight, self.seat, &Side::default()).total();
        if sums.won() || with + FAR <= sums.monsters {
            return 0.02;
        }
        let all = asked.xp == monster.xp && asked.treasure == monster.treasure;
        if all { 0.1 } else { 0.2 + 0.1 * f32::from(asked.xp) + 0.05 * f32::from(asked.treasure) }
    }
}

/// A fight that is this many points short even with help looks lost.
const FAR: u16 = 6;

/// Cards of at most this value are traded in.
const USELESS: u16 = 2;

/// The number of cases of 36 in which two dice show `needed` or more.
pub(crate) fn escapes(needed: i8) -> u8 {
    let faces = || 1..=Die::D6.sides() as i8;
    faces().flat_map(|one| faces().map(move |two| one + two)).filter(|sum| *sum >= needed).count() as u8
}

/// The greatest by a key; ties go to the first.
trait RevMax: Iterator + Sized {
    fn rev_max<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.reduce(|best, other| if key(&other) > key(&best) { other } else { best })
    }
}

impl<I: Iterator> RevMax for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_escape_as_often_as_they_show_enough() {
        assert_eq!([2, 7, 12, 13, -1].map(escapes), [36, 21, 1, 0, 36]);
    }
}
