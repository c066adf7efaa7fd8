//! The state of a match, and what always holds of it.

use kernel::{Multiset, Rank, Seat};

use crate::{Curse, EnemyKind, Item, Options, content::CardSet, options::DieFloor};

/// The most heroes.
pub(crate) const MAX_HEROES: usize = 4;
/// Room for floors of a tower.
const MAX_FLOORS: usize = 25;

/// Room for cards by rank.
pub(crate) type Cards = Multiset<Rank, 16>;
/// Room for items.
pub(crate) type Items = Multiset<Item, 24>;

/// A match of Rogue Ascension.
///
/// Nothing in it is secret: unseen cards have no order and no place yet, they are a multiset (R1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RogueAscension {
    pub(crate) options: Options,
    /// The number of heroes.
    pub(crate) players: u8,
    /// The heroes, by seat; those beyond `players` are unused.
    pub(crate) heroes: [Hero; MAX_HEROES],
    /// The seats in turn order, first those of the heroes.
    pub(crate) order: [Seat; MAX_HEROES],
    /// The seat whose floor it is: `order[(floor - 1) % players]` (R41, R39).
    pub(crate) active: Seat,
    /// The present floor, from 1; one more than the tower has is the boss room.
    pub(crate) floor: u8,
    pub(crate) cards: Stock,
    /// The floor card on the table.
    pub(crate) card: Option<Rank>,
    pub(crate) fight: Option<Fight>,
    pub(crate) trap: Option<Trap>,
    pub(crate) reward: Option<Reward>,
    /// The seat that has to decide.
    pub(crate) turn: Seat,
    pub(crate) pending: Pending,
    pub(crate) story: Story,
}

/// The story so far, for display; no rule reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Story {
    /// The floors that have been left, from the lowest.
    pub(crate) passed: [Option<Passed>; MAX_FLOORS],
    /// Health that heroes have lost on this floor.
    pub(crate) lost: u16,
    /// The item that the active hero has found on this floor.
    pub(crate) found: Option<Item>,
    /// Health of the enemies that have been slain.
    pub(crate) slain: u16,
    /// The blow that ended the climb.
    pub(crate) last: Option<LastBlow>,
}

impl Story {
    /// The story at the start.
    pub(crate) const NONE: Story = Story { passed: [None; MAX_FLOORS], lost: 0, found: None, slain: 0, last: None };
}

/// A floor that has been left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    /// The card of the floor.
    pub(crate) card: Rank,
    /// The item that its hero found there.
    pub(crate) found: Option<Item>,
    /// Health that heroes lost there.
    pub(crate) lost: u16,
    /// Health of its hero afterwards.
    pub(crate) health: u16,
}

/// The blow that killed a hero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastBlow {
    pub(crate) blow: Blow,
    /// Health before it.
    pub(crate) health: u16,
    /// Whether the defense was doubled in vain.
    pub(crate) doubled: bool,
}

/// All cards that no hero has.
///
/// Until the first reshuffle `unseen` is the tower and the draw pile together (R1); afterwards
/// `unseen` is exactly the hidden floors and `pile` the draw pile (R26).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stock {
    pub(crate) unseen: Cards,
    /// The number of floors still hidden: `hidden` cards of `unseen` are the tower's.
    pub(crate) hidden: u8,
    pub(crate) pile: Cards,
    pub(crate) discard: Cards,
}

impl Stock {
    /// The number of cards in the draw pile.
    pub(crate) fn pile_len(&self) -> usize {
        self.unseen.len() - usize::from(self.hidden) + self.pile.len()
    }
}

/// A hero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hero {
    pub(crate) hp: u16,
    pub(crate) attack: Grade,
    pub(crate) defense: Grade,
    /// Luck points.
    pub(crate) luck: u8,
    pub(crate) items: Items,
    /// Number of curses, by [`Curse`].
    pub(crate) curses: [u8; Curse::ALL.len()],
}

/// Items as bits, as [`Multiset::present`] returns them.
pub(crate) const fn kinds(items: &[Item]) -> u64 {
    let (mut bits, mut index) = (0, 0);
    while index < items.len() {
        bits |= 1 << items[index] as u8;
        index += 1;
    }
    bits
}

impl Hero {
    #[inline]
    pub(crate) fn holds(&self, item: Item) -> bool {
        self.holds_any(kinds(&[item]))
    }

    /// Whether the hero holds any of these [`kinds`].
    #[inline]
    pub(crate) fn holds_any(&self, kinds: u64) -> bool {
        self.items.present() & kinds != 0
    }

    #[inline]
    pub(crate) fn cursed(&self, curse: Curse) -> u8 {
        self.curses[curse as usize]
    }

    /// Luck points less Unlucky curses; it may be negative.
    #[inline]
    pub(crate) fn luck_modifier(&self) -> i16 {
        i16::from(self.luck) - Curse::Unlucky.n() as i16 * i16::from(self.cursed(Curse::Unlucky))
    }

    /// Notes a curse.
    pub(crate) fn curse(&mut self, curse: Curse, floor: DieFloor) {
        self.curses[curse as usize] += 1;
        match curse {
            Curse::WeakenedOffense => self.attack.change(-1, floor),
            Curse::WeakenedDefense => self.defense.change(-1, floor),
            _ => 0,
        };
    }
}

/// The place of a hero's attack or defense on the dice ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grade {
    /// Start, improvements and curses added up, however far beyond the ladder's ends (R8, R9).
    sum: i16,
    /// The level of that sum.
    pub(crate) level: u8,
}

impl Grade {
    pub(crate) const fn at(level: u8) -> Grade {
        Grade { sum: level as i16, level }
    }

    /// R8: curses beyond the limit still count. R9: so do improvements. Returns the new level.
    pub(crate) fn change(&mut self, by: i16, floor: DieFloor) -> u8 {
        let low = match floor {
            DieFloor::D4 => 1,
            DieFloor::None => 0,
        };
        self.sum += by;
        self.level = self.sum.clamp(low, 11) as u8;
        self.level
    }
}

/// A fight going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    pub(crate) kind: EnemyKind,
    /// Health left, above 0.
    pub(crate) hp: u16,
    /// Health at the start.
    pub(crate) full: u16,
    /// The round, from 1.
    pub(crate) round: u16,
    /// Whether the heroes strike first in every round, by initiative.
    pub(crate) heroes_first: bool,
    /// Index in the turn order: the hero that attacks, or that the enemy strikes.
    pub(crate) at: u8,
}

/// A trap being disarmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trap {
    /// The hero in the trap.
    pub(crate) seat: Seat,
    pub(crate) hard: bool,
    pub(crate) target: u16,
    /// The d20, perhaps doubled.
    pub(crate) die: u16,
    pub(crate) bonus: i16,
    /// Whether a Cursed Treasure sprang it (R23). Then no reward follows, but the interrupted one
    /// goes on.
    pub(crate) cursed: bool,
}

impl Trap {
    #[inline]
    pub(crate) fn disarmed(&self) -> bool {
        i32::from(self.die) + i32::from(self.bonus) >= i32::from(self.target)
    }
}

/// Rewards being handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reward {
    /// The heroes that draw, in this order.
    pub(crate) queue: Queue,
    /// Whether it is for a beaten enemy, and may be declined (R22).
    pub(crate) optional: bool,
    /// The card in hand.
    pub(crate) card: Option<Rank>,
    /// Traps of Cursed Treasure still to come before the card is used.
    pub(crate) traps: u8,
}

/// Up to four seats in order, from the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Queue {
    seats: [Seat; MAX_HEROES],
    next: u8,
    len: u8,
}

impl Queue {
    pub(crate) fn of(seats: impl IntoIterator<Item = Seat>) -> Queue {
        let mut queue = Queue::default();
        for seat in seats {
            queue.seats[usize::from(queue.len)] = seat;
            queue.len += 1;
        }
        queue
    }

    /// The first seat in the queue.
    #[inline]
    pub(crate) fn first(&self) -> Option<Seat> {
        (self.next < self.len).then(|| self.seats[usize::from(self.next)])
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.next += 1;
    }
}

/// The decision that is due, with all that the rules need to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pending {
    Camp,
    CombatTurn,
    /// Both values so far; the enemy's includes its bonus.
    Initiative {
        hero: u16,
        enemy: u16,
    },
    /// The dice, perhaps doubled, and the bonus of weapons; `weapons` counts them.
    AttackRoll {
        roll: u16,
        extra: u16,
        weapons: u8,
    },
    Damage(Blow),
    TrapRoll,
    /// The place in the turn order of the helper who is asked.
    Assist {
        at: u8,
    },
    HealingRoll {
        value: u16,
        healing: Healing,
    },
    Reward,
    ChooseCard {
        cards: [Rank; 2],
    },
    ChooseAbility,
    Treasure,
    Over(End),
}

/// Damage about to be taken by the seat in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blow {
    /// By the enemy: its attack against the defense value.
    Strike { attack: u16, defense: u16 },
    /// By a trap; defense does not help (R21).
    Trap { damage: u16 },
}

impl Blow {
    #[inline]
    pub(crate) fn damage(self) -> u16 {
        match self {
            Blow::Strike { attack, defense } => attack.saturating_sub(defense), // R4
            Blow::Trap { damage } => damage,
        }
    }

    #[inline]
    pub(crate) const fn of_trap(self) -> bool {
        matches!(self, Blow::Trap { .. })
    }
}

/// The hero healed by a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Healing {
    /// The target of the ability Heal.
    Heal { target: Seat },
    /// The owner of Second Wind, who has just fallen to the enemy's strike or a trap.
    SecondWind,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won,
    Slain(EnemyKind),
    Trapped,
    Exhausted,
}

impl RogueAscension {
    /// The heroes, by seat.
    pub(crate) fn heroes(&self) -> &[Hero] {
        &self.heroes[..usize::from(self.players)]
    }

    /// The seats in turn order.
    pub(crate) fn order(&self) -> &[Seat] {
        &self.order[..usize::from(self.players)]
    }

    /// The number of floors below the boss room.
    #[inline]
    pub(crate) fn floors(&self) -> u8 {
        floors(self.players)
    }

    /// The hero in this seat. There is no other seat; the remainder avoids a bounds check where
    /// speed counts.
    #[inline]
    pub(crate) fn hero(&self, seat: Seat) -> &Hero {
        &self.heroes[seat.index() % MAX_HEROES]
    }

    #[inline]
    pub(crate) fn hero_mut(&mut self, seat: Seat) -> &mut Hero {
        &mut self.heroes[seat.index() % MAX_HEROES]
    }

    /// Place of a seat in the turn order.
    pub(crate) fn place(&self, seat: Seat) -> usize {
        self.order().iter().position(|other| *other == seat).unwrap_or_default()
    }
}

/// The number of floors of a tower for this many heroes.
pub(crate) fn floors(players: u8) -> u8 {
    CardSet::in_force().floors(players)
}
