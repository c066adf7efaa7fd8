//! A fight: its parts, and its sums.

use arrayvec::ArrayVec;
use kernel::{Seat, SeatSet};

use crate::{
    Effect, Item, Monster,
    action::Share,
    content::{BELOW_TOP, LEAST_PERCENT, OFFERS},
    state::{Lasting, MAX_PLAYERS, Open, Phase, Stage},
};

/// An offer of help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    pub(crate) seat: Seat,
    pub(crate) share: Share,
}

/// The encounter with a monster, from the meeting until the monster is discarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    pub(crate) monster: Monster,
    /// The helper and its promised share (R23).
    pub(crate) helper: Option<Offer>,
    /// Duplicates in play (R35).
    pub(crate) duplicates: u8,
    /// AP that cards gave the monster.
    pub(crate) monster_add: u8,
    /// Damage that cards gave the monster.
    pub(crate) damage_add: u8,
    /// Attack cards of the participants together (R31).
    pub(crate) bonus: u8,
    /// The effects of cards on the active seat and on the helper.
    pub(crate) sides: [Side; 2],
    /// The seats that have passed since the last change.
    pub(crate) passed: SeatSet,
    /// Offers made, by seat.
    pub(crate) offers: [u8; MAX_PLAYERS],
    /// The cards played in it, oldest first. They are for display; the rules do not read them.
    pub(crate) played: ArrayVec<Played, MAX_PLAYED>,
}

/// A card played in a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The player of the card.
    pub(crate) seat: Seat,
    pub(crate) card: Item,
    /// The participant it was played on; empty if it takes none.
    pub(crate) target: SeatSet,
}

/// The effects of cards on a participant, for this fight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Side {
    /// Percentages in the order played: blessings positive, curses negative.
    pub(crate) percent: ArrayVec<i8, MAX_PERCENTS>,
    /// Damage that cards will take off.
    pub(crate) shield: u8,
    /// Whether the weapon does not count.
    pub(crate) disarmed: bool,
}

/// The most cards that bless or curse: each can be played once a turn.
pub(crate) const MAX_PERCENTS: usize = 24;

/// The most cards for fights: each can be played once a turn.
pub(crate) const MAX_PLAYED: usize = 76;

/// The sums of both sides of a fight, as if it were decided now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    pub(crate) players: u16,
    pub(crate) monsters: u16,
}

impl Sums {
    /// A tie goes to the monster (R33).
    pub(crate) const fn won(self) -> bool {
        self.players > self.monsters
    }
}

/// The parts of a participant's attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attack {
    pub(crate) level: u8,
    pub(crate) weapon: u8,
    /// At least 25 (R29).
    pub(crate) percent: i16,
    /// The modifier of the class, added after rounding (R30).
    pub(crate) modifier: i8,
}

impl Attack {
    /// R27: rounded up, and never below 0.
    pub(crate) fn total(self) -> u16 {
        let product = (i32::from(self.level) + i32::from(self.weapon)) * i32::from(self.percent);
        ((product + 99) / 100 + i32::from(self.modifier)).max(0) as u16
    }
}

impl Fight {
    pub(crate) fn new(monster: Monster) -> Fight {
        Fight {
            monster,
            helper: None,
            duplicates: 0,
            monster_add: 0,
            damage_add: 0,
            bonus: 0,
            sides: [Side::default(), Side::default()],
            passed: SeatSet::EMPTY,
            offers: [0; MAX_PLAYERS],
            played: ArrayVec::new(),
        }
    }

    /// The promised share of the helper.
    pub(crate) fn share(&self) -> Share {
        self.helper.map(|helper| helper.share).unwrap_or_default()
    }

    /// The damage that a participant takes before gear (R44).
    pub(crate) fn damage(&self, side: &Side) -> u8 {
        (self.monster.card().damage + self.damage_add).saturating_sub(side.shield)
    }

    /// The treasure of the active seat (R24, R35).
    pub(crate) fn treasure(&self) -> u8 {
        self.monster.card().treasure * (1 + self.duplicates) - self.share().treasure
    }
}

impl Open {
    /// The encounter, if a monster has been met.
    pub(crate) fn fight(&self) -> Option<&Fight> {
        match &self.phase {
            Phase::Met(fight, _) => Some(fight),
            _ => None,
        }
    }

    /// The encounter, if its fight window is open.
    pub(crate) fn window(&self) -> Option<&Fight> {
        match &self.phase {
            Phase::Met(fight, Stage::Window) => Some(fight),
            _ => None,
        }
    }

    /// The offer that waits for an answer.
    pub(crate) fn pending(&self) -> Option<Offer> {
        match self.phase {
            Phase::Met(_, Stage::Reply(offer)) => Some(offer),
            _ => None,
        }
    }

    /// The participants of a fight.
    pub(crate) fn participants(&self, fight: &Fight) -> SeatSet {
        let active = SeatSet::only(self.active);
        fight.helper.map_or(active, |helper| active.with(helper.seat))
    }

    /// The effects of cards on a participant.
    pub(crate) fn side<'a>(&self, fight: &'a Fight, seat: Seat) -> &'a Side {
        &fight.sides[usize::from(seat != self.active)]
    }

    /// The parts of the attack of a seat, with the effects of cards on it.
    pub(crate) fn attack(&self, fight: &Fight, seat: Seat, side: &Side) -> Attack {
        let (player, tag) = (self.player(seat), fight.monster.card().tag);
        let counts = !side.disarmed && !player.suffers(Effect::WeaponOff);
        let lasting = |lasting: &Lasting| match lasting.effect() {
            Some(Effect::Attack(n)) => i16::from(n),
            _ => 0,
        };
        let lasting: i16 = player.status.iter().map(lasting).sum(); // R32, R48
        let cards: i16 = side.percent.iter().map(|n| i16::from(*n)).sum();
        Attack {
            level: player.level,
            weapon: if counts { player.weapon_bonus(tag) } else { 0 },
            percent: LEAST_PERCENT.max(100 + lasting + cards), // R29
            modifier: player.class.modifier(tag),
        }
    }

    /// The sums of both sides, as if the fight were decided now.
    pub(crate) fn sums(&self, fight: &Fight) -> Sums {
        let attack = |seat: Seat| self.attack(fight, seat, self.side(fight, seat)).total();
        let monster = fight.monster.card();
        let helper = fight.helper.map_or(0, |helper| attack(helper.seat));
        Sums {
            players: attack(self.active) + helper + u16::from(fight.bonus),
            monsters: u16::from(monster.ap) * u16::from(1 + fight.duplicates) + u16::from(fight.monster_add),
        }
    }

    /// The levels that a loss now would cost a participant.
    pub(crate) fn levels_lost(&self, fight: &Fight, seat: Seat) -> u8 {
        let damage = fight.damage(self.side(fight, seat));
        match fight.monster.card().pierce {
            true => damage,
            false => damage.saturating_sub(self.player(seat).protection()),
        }
    }

    /// The largest share that `seat` may ask for, if it may make an offer at all.
    #[inline]
    pub(crate) fn best_share(&self, fight: &Fight, seat: Seat) -> Option<Share> {
        let asked = fight.offers[seat.index() % MAX_PLAYERS];
        if fight.helper.is_some() || seat == self.active || asked >= OFFERS {
            return None;
        }
        let player = self.player(seat);
        if player.suffers(Effect::NoHelp) {
            return None;
        }
        let monster = fight.monster.card();
        let xp = monster.xp.min(BELOW_TOP.saturating_sub(player.level)); // R25
        Some(Share { xp, treasure: monster.treasure })
    }
}
