//! The policy in the fight window.

use kernel::Seat;

use super::{Policy, RevMax};
use crate::{
    Action, Item, On, Share,
    content::{LEAST_PERCENT, Op, TOP, Vs},
    fight::{Attack, Fight, Offer, Side, Sums},
};

impl Policy<'_> {
    // The participants.

    /// Plays the cards it needs to win. If none helps, it gets away or shields itself.
    pub(super) fn take_part(&self, fight: &Fight) -> Action {
        let sums = self.open.sums(fight);
        if sums.won() {
            return Action::Pass;
        }
        let plays = self.plays(|card, target| self.gain(fight, card, target));
        let all: u16 = self.once_each(&plays);
        if all > short(sums) {
            return enough(&plays, short(sums) + 1);
        }
        let escape = self.find(|op| matches!(op, Op::Escape));
        let hurt = self.open.levels_lost(fight, self.seat) > 0;
        if let Some(smoke) = escape.filter(|_| hurt) {
            return smoke;
        }
        let pads = |action: &&Action| {
            matches!(action, Action::Play { card, on: On::Target(target) }
            if *target == self.seat && matches!(card.op(), Some(Op::Shield(_))))
        };
        self.moves.iter().find(pads).filter(|_| hurt).copied().unwrap_or(Action::Pass)
    }

    /// Accepts help if it wins a fight that the seat's own cards would not, and leaves some of the
    /// prize.
    pub(super) fn reply(&self, fight: &Fight, offer: Offer) -> Action {
        let (open, monster) = (self.open, fight.monster.card());
        let sums = open.sums(fight);
        let alone = self.reach(fight) + self.side_of_others(fight, sums);
        let help = open.attack(fight, offer.seat, &Side::default()).total();
        let left = offer.share.xp < monster.xp || offer.share.treasure < fight.treasure();
        let wins = alone <= sums.monsters && alone + help > sums.monsters;
        if wins && left { Action::Accept } else { Action::Refuse }
    }

    // The bystanders.

    /// Stabs a player about to win, then the leader; offers help if that decides the fight.
    pub(super) fn stand_by(&self, fight: &Fight) -> Action {
        let open = self.open;
        let sums = open.sums(fight);
        let (own, active) = (self.player().level, open.player(open.active).level);
        let after = active + fight.monster.card().xp - fight.share().xp;
        let plays = self.plays(|card, target| self.loss(fight, card, target));
        if sums.won() {
            let over = sums.players - sums.monsters;
            let highest = open.party().all(|(_, player)| player.level <= active);
            let alone = plays.iter().any(|(loss, _)| *loss >= over);
            let rival = highest && active >= RIVAL && active > own;
            if after >= TOP && !plays.is_empty() || (rival || self.nerve.spoils) && alone {
                return enough(&plays, over);
            }
            return Action::Pass;
        }
        if after >= TOP || active > own + 1 && active >= RIVAL || self.nerve.spoils {
            return Action::Pass;
        }
        self.offer(fight, sums).unwrap_or(Action::Pass)
    }

    /// Makes one offer a fight, if its help would win: half of the prize, rounded up in its own
    /// favour.
    fn offer(&self, fight: &Fight, sums: Sums) -> Option<Action> {
        let open = self.open;
        let best = open.best_share(fight, self.seat).filter(|_| fight.offers[self.seat.index()] == 0)?;
        let with = sums.players + open.attack(fight, self.seat, &Side::default()).total();
        if with + HOPE <= sums.monsters {
            return None;
        }
        let share = Share { xp: best.xp.min(fight.monster.card().xp / 2), treasure: best.treasure.div_ceil(2) };
        Some(Action::Offer(share))
    }

    // Sums.

    /// The sum that the seat could reach with all cards of its hand, as a fighter of this monster.
    pub(super) fn reach(&self, fight: &Fight) -> u16 {
        let open = self.open;
        let side = if open.fight().is_some() { open.side(fight, self.seat).clone() } else { Side::default() };
        let mut attack = open.attack(fight, self.seat, &side);
        let (mut percent, mut bonus) = (0, 0);
        for (card, copies) in self.hand() {
            match card.op() {
                Some(Op::Bless(n)) => percent += i16::from(n) * i16::from(copies),
                Some(Op::Attack(n, vs)) => {
                    bonus += u16::from(n + Vs::against(vs, fight.monster.card().tag)) * u16::from(copies);
                }
                _ => {}
            }
        }
        attack.percent += percent;
        attack.total() + bonus
    }

    /// The sum of its side without the seat's own attack.
    fn side_of_others(&self, fight: &Fight, sums: Sums) -> u16 {
        let open = self.open;
        sums.players - open.attack(fight, self.seat, open.side(fight, self.seat)).total()
    }

    /// The cards that can be played and have an effect, with the points of each by `points`.
    fn plays(&self, points: impl Fn(Item, Option<Seat>) -> u16) -> Vec<(u16, Action)> {
        let play = |action: &Action| match *action {
            Action::Play { card, on: On::Target(target) } => Some((points(card, Some(target)), *action)),
            Action::Play { card, .. } => Some((points(card, None), *action)),
            _ => None,
        };
        self.moves.iter().filter_map(play).filter(|(points, _)| *points > 0).collect()
    }

    /// The sum of all cards together, each copy on its best target.
    fn once_each(&self, plays: &[(u16, Action)]) -> u16 {
        let best = |card: Item| {
            let same =
                plays.iter().filter(|(_, action)| matches!(action, Action::Play { card: other, .. } if *other == card));
            same.map(|(points, _)| *points).max().unwrap_or_default()
        };
        self.hand().map(|(card, copies)| best(card) * u16::from(copies)).sum()
    }

    /// The gain of a card for the players' side.
    fn gain(&self, fight: &Fight, card: Item, target: Option<Seat>) -> u16 {
        let open = self.open;
        let more = |seat: Seat, attack: Attack| {
            attack.total().saturating_sub(open.attack(fight, seat, open.side(fight, seat)).total())
        };
        match (card.op(), target) {
            (Some(Op::Attack(n, vs)), _) => u16::from(n + Vs::against(vs, fight.monster.card().tag)),
            (Some(Op::Bless(n)), Some(seat)) => more(seat, self.with_percent(fight, seat, n.into())),
            (Some(Op::Cleanse), Some(seat)) => more(seat, self.cleansed(fight, seat)),
            _ => 0,
        }
    }

    /// The loss by a card for the players' side, with its gain for the monster's.
    fn loss(&self, fight: &Fight, card: Item, target: Option<Seat>) -> u16 {
        let open = self.open;
        let less = |seat: Seat, attack: Attack| {
            open.attack(fight, seat, open.side(fight, seat)).total().saturating_sub(attack.total())
        };
        match (card.op(), target) {
            (Some(Op::MonsterAdd(n)), _) => n.into(),
            (Some(Op::Duplicate), _) => fight.monster.card().ap.into(),
            (Some(Op::Curse(n)), Some(seat)) => less(seat, self.with_percent(fight, seat, -i16::from(n))),
            (Some(Op::Disarm), Some(seat)) => {
                let attack = open.attack(fight, seat, open.side(fight, seat));
                less(seat, Attack { weapon: 0, ..attack })
            }
            _ => 0,
        }
    }

    /// The attack of a participant with this many percent more.
    fn with_percent(&self, fight: &Fight, seat: Seat, percent: i16) -> Attack {
        let open = self.open;
        let attack = open.attack(fight, seat, open.side(fight, seat));
        Attack { percent: LEAST_PERCENT.max(attack.percent + percent), ..attack }
    }

    /// The attack of a participant without curses, lost grip and lasting trouble.
    fn cleansed(&self, fight: &Fight, seat: Seat) -> Attack {
        let open = self.open;
        let (side, player) = (open.side(fight, seat), open.player(seat));
        let blessings: i16 = side.percent.iter().filter(|n| **n > 0).map(|n| i16::from(*n)).sum();
        Attack {
            weapon: player.weapon_bonus(fight.monster.card().tag),
            percent: 100 + blessings,
            ..open.attack(fight, seat, side)
        }
    }

    /// Finds a card with this effect, if one can be played.
    fn find(&self, does: impl Fn(Op) -> bool) -> Option<Action> {
        let found = |action: &&Action| matches!(action, Action::Play { card, .. } if card.op().is_some_and(&does));
        self.moves.iter().find(found).copied()
    }
}

/// The policy stabs a leader from this level on.
const RIVAL: u8 = 6;
/// The points that a helper expects in the hand of the helped player.
const HOPE: u16 = 2;

/// The number of points that the players lack for a tie.
fn short(sums: Sums) -> u16 {
    sums.monsters - sums.players
}

/// The weakest card that does enough, or the strongest; ties go to the first.
fn enough(plays: &[(u16, Action)], needed: u16) -> Action {
    let weakest = plays.iter().filter(|(points, _)| *points >= needed).rev_max(|(points, _)| u16::MAX - *points);
    let chosen = weakest.or_else(|| plays.iter().rev_max(|(points, _)| *points));
    chosen.map_or(Action::Pass, |(_, action)| *action)
}
