//! Rogue Ascension, solo, default options: one random match from the first curse to the end.
//!
//! The policy picks uniformly from the legal actions of every decision point. References like (R12)
//! name the rulings of the specification.
#![forbid(unsafe_code)]

use rand_core::Rng;

use super::random::below;

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The boss was beaten.
    pub won: bool,
    /// The floor on which the match ended; 11 is the boss room.
    pub floor: u32,
    /// The number of decisions, those with a single legal action included.
    pub decisions: u32,
}

/// Rolls one die.
#[inline]
fn die<R: Rng>(rng: &mut R, sides: u32) -> i32 {
    below(rng, sides) as i32 + 1
}

// Cards are ranks 0..13, for 2 3 4 5 6 7 8 9 10 J Q K A; suits mean nothing (R1).
const RANKS: usize = 13;
const TEN: usize = 8;
const JACK: usize = 9;
const QUEEN: usize = 10;
const KING: usize = 11;
const ACE: usize = 12;
const COPIES: u8 = 8;
const CARDS: u32 = RANKS as u32 * COPIES as u32;

// Items. Items for camp or before an attack come first, so that one mask separates them from the
// others.
const POTION_2: usize = 0; // potions 2 to 5 are items 0 to 3
const LUCK: usize = 4;
const DEFENSE_UP: usize = 5;
const ATTACK_UP: usize = 6;
const HEAL: usize = 7;
const WEAPON_6: usize = 8; // weapons 6 to 9 are items 8 to 11
const DOUBLE_DIE: usize = 12;
const EVADE: usize = 13;
const SNEAK: usize = 14;
const LUCKY_CHARM: usize = 15;
const SECOND_WIND: usize = 16;
const ITEMS: usize = 17;

const USABLE: u32 = 0xff;
const WEAPONS: u32 = 0xf << WEAPON_6;

/// The card that goes to the discard pile when an item is spent.
const CARD_OF_ITEM: [usize; ITEMS] = [0, 1, 2, 3, TEN, JACK, QUEEN, KING, 4, 5, 6, 7, KING, KING, KING, KING, KING];

/// The abilities that a miniboss's treasure may become.
const ABILITIES: [usize; 6] = [DOUBLE_DIE, EVADE, HEAL, SNEAK, LUCKY_CHARM, SECOND_WIND];

// Curses.
const WEAKENED_OFFENSE: usize = 0;
const WEAKENED_DEFENSE: usize = 1;
const UNLUCKY: usize = 2;
const PERSISTENT_TRAPS: usize = 3;
const MIGHTY_MONSTERS: usize = 4;
const CURSED_TREASURE: usize = 5;
const TOUGHER_MONSTERS: usize = 6;
const CURSES: usize = 7;

const CURSE_OF_CARD: [usize; RANKS] = [
    WEAKENED_OFFENSE,
    WEAKENED_OFFENSE,
    WEAKENED_OFFENSE,
    WEAKENED_OFFENSE,
    WEAKENED_DEFENSE,
    WEAKENED_DEFENSE,
    WEAKENED_DEFENSE,
    WEAKENED_DEFENSE,
    UNLUCKY,
    PERSISTENT_TRAPS,
    MIGHTY_MONSTERS,
    CURSED_TREASURE,
    TOUGHER_MONSTERS,
];

/// Dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dice {
    count: u32,
    sides: u32,
}

const fn dice(count: u32, sides: u32) -> Dice {
    Dice { count, sides }
}

/// The dice of levels 1 to 11.
const LADDER: [Dice; 11] = [
    dice(1, 4),
    dice(1, 6),
    dice(1, 8),
    dice(1, 10),
    dice(1, 12),
    dice(2, 8),
    dice(1, 20),
    dice(2, 10),
    dice(2, 12),
    dice(3, 10),
    dice(2, 20),
];

/// A hero never has less than a d4 (R8) nor more than 2d20 (R9).
fn dice_of_level(level: i32) -> Dice {
    LADDER[(level.clamp(1, LADDER.len() as i32) - 1) as usize]
}

/// Rolls some dice and adds them up.
#[inline]
fn roll<R: Rng>(rng: &mut R, dice: Dice) -> i32 {
    let mut sum = die(rng, dice.sides);
    for _ in 1..dice.count {
        sum += die(rng, dice.sides);
    }
    sum
}

const FLOORS: u32 = 10;
const FULL_HEALTH: i32 = 30;
const FIGHT_ROUND_LIMIT: u32 = 1000;

/// A multiset of cards.
struct Pile {
    count: [u8; RANKS],
    total: u32,
}

impl Pile {
    const EMPTY: Pile = Pile { count: [0; RANKS], total: 0 };

    /// Takes out a random card. The scan visits every rank, which costs less than a mispredicted
    /// end.
    #[inline]
    fn take<R: Rng>(&mut self, rng: &mut R) -> usize {
        let r = below(rng, self.total);
        let mut rank = 0;
        let mut up_to = 0;
        for &count in &self.count[..RANKS - 1] {
            up_to += u32::from(count);
            rank += usize::from(r >= up_to);
        }
        self.count[rank] -= 1;
        self.total -= 1;
        rank
    }

    #[inline]
    fn put(&mut self, rank: usize) {
        self.count[rank] += 1;
        self.total += 1;
    }
}

/// The enemy of a fight.
struct Enemy {
    health: i32,
    attack: u32,
    defense: u32,
}

/// Everything on the table.
struct Match {
    ascension: i32,
    health: i32,
    /// Levels on the dice ladder; below 1 and above its end they go on counting (R8, R9).
    attack_level: i32,
    defense_level: i32,
    /// The dice of these levels.
    attack_dice: Dice,
    defense_dice: Dice,
    luck: i32,
    items: [u8; ITEMS],
    /// Bit i is set if at least one item i is held.
    held: u32,
    curses: [u8; CURSES],
    /// Cards not yet turned: the hidden floors and, until the first reshuffle, the draw pile with
    /// them.
    unseen: Pile,
    hidden_floors: u32,
    /// The draw pile of its own that exists after a reshuffle (R26).
    reshuffled: Pile,
    discard: Pile,
    decisions: u32,
}

/// Plays one whole solo match at the given ascension level with random decisions.
pub fn playout<R: Rng>(rng: &mut R, ascension: u32) -> Outcome {
    let mut game = Match::new(ascension);
    let (won, floor) = game.play(rng);
    Outcome { won, floor, decisions: game.decisions }
}

impl Match {
    fn new(ascension: u32) -> Match {
        Match {
            ascension: ascension as i32,
            health: FULL_HEALTH,
            attack_level: 2,
            defense_level: 1,
            attack_dice: dice_of_level(2),
            defense_dice: dice_of_level(1),
            luck: 0,
            items: [0; ITEMS],
            held: 0,
            curses: [0; CURSES],
            unseen: Pile { count: [COPIES; RANKS], total: CARDS },
            hidden_floors: FLOORS,
            reshuffled: Pile::EMPTY,
            discard: Pile::EMPTY,
            decisions: 0,
        }
    }

    /// The course of the match; returns the result and the floor reached.
    fn play<R: Rng>(&mut self, rng: &mut R) -> (bool, u32) {
        for _ in 0..self.ascension {
            // R38. The pile cannot be empty here: all curse cards are discarded (R27) and come
            // back.
            if let Some(card) = self.draw(rng) {
                self.curses[CURSE_OF_CARD[card]] += 1;
                self.discard.put(card);
            }
        }
        self.raise_attack(-i32::from(self.curses[WEAKENED_OFFENSE]));
        self.raise_defense(-i32::from(self.curses[WEAKENED_DEFENSE]));
        for floor in 1..=FLOORS {
            self.use_items(rng);
            self.hidden_floors -= 1;
            let card = self.unseen.take(rng);
            let alive = match card {
                JACK => self.trap(rng, false) && self.reward(rng),
                QUEEN => self.trap(rng, true) && self.reward(rng),
                ACE => self.reward(rng),
                _ => self.monster_floor(rng, card),
            };
            if !alive {
                return (false, floor);
            }
            self.discard.put(card);
        }
        self.use_items(rng); // R39
        (self.fight(rng, self.boss()), FLOORS + 1)
    }

    // ---- decisions ------------------------------------------------------------------------------

    /// Picks one of `n` legal actions.
    #[inline]
    fn choose<R: Rng>(&mut self, rng: &mut R, n: u32) -> u32 {
        self.decisions += 1;
        below(rng, n)
    }

    /// Picks no item (`None`) or one of the items in `mask`.
    #[inline]
    fn choose_item<R: Rng>(&mut self, rng: &mut R, mask: u32) -> Option<usize> {
        let mut skip = self.choose(rng, 1 + mask.count_ones());
        if skip == 0 {
            return None;
        }
        let mut left = mask;
        while skip > 1 {
            left &= left - 1;
            skip -= 1;
        }
        Some(left.trailing_zeros() as usize)
    }

    // ---- cards and items ------------------------------------------------------------------------

    /// Draws from the pile; an empty pile is first made again from the discarded cards (R26).
    #[inline]
    fn draw<R: Rng>(&mut self, rng: &mut R) -> Option<usize> {
        if self.unseen.total > self.hidden_floors {
            return Some(self.unseen.take(rng));
        }
        if self.reshuffled.total == 0 {
            std::mem::swap(&mut self.reshuffled, &mut self.discard);
        }
        if self.reshuffled.total == 0 {
            return None;
        }
        Some(self.reshuffled.take(rng))
    }

    #[inline]
    fn gain(&mut self, item: usize) {
        self.items[item] += 1;
        self.held |= 1 << item;
    }

    /// Takes an item away and discards its card.
    #[inline]
    fn spend(&mut self, item: usize) {
        self.items[item] -= 1;
        if self.items[item] == 0 {
            self.held &= !(1 << item);
        }
        self.discard.put(CARD_OF_ITEM[item]);
    }

    /// Camp, or the part of a combat turn before the attack: use items until the policy goes on
    /// (R10).
    #[inline]
    fn use_items<R: Rng>(&mut self, rng: &mut R) {
        while let Some(item) = self.choose_item(rng, self.held & USABLE) {
            self.spend(item);
            self.apply(rng, item);
        }
    }

    /// Applies a usable item to the hero.
    fn apply<R: Rng>(&mut self, rng: &mut R, item: usize) {
        match item {
            LUCK => self.luck += 1,
            DEFENSE_UP => self.raise_defense(1),
            ATTACK_UP => self.raise_attack(1),
            HEAL => {
                let rolled = die(rng, 6);
                let healed = self.healing_roll(rng, rolled);
                self.heal(healed);
            }
            potion => self.heal((potion - POTION_2) as i32 + 4),
        }
    }

    /// Health stops at 30 (R7).
    #[inline]
    fn heal(&mut self, points: i32) {
        self.health = FULL_HEALTH.min(self.health + points);
    }

    /// Offers Double Die on the roll of Heal or Second Wind (R15).
    fn healing_roll<R: Rng>(&mut self, rng: &mut R, mut value: i32) -> i32 {
        while self.choose_if_held(rng, self.held & (1 << DOUBLE_DIE)).is_some() {
            value *= 2;
        }
        value
    }

    /// Asks for one of the items in `mask` or a pass, and discards the chosen item. It skips the
    /// question if there is no item.
    #[inline]
    fn choose_if_held<R: Rng>(&mut self, rng: &mut R, mask: u32) -> Option<usize> {
        if mask == 0 {
            return None;
        }
        let item = self.choose_item(rng, mask)?;
        self.spend(item);
        Some(item)
    }

    #[inline]
    fn raise_attack(&mut self, levels: i32) {
        self.attack_level += levels;
        self.attack_dice = dice_of_level(self.attack_level);
    }

    #[inline]
    fn raise_defense(&mut self, levels: i32) {
        self.defense_level += levels;
        self.defense_dice = dice_of_level(self.defense_level);
    }

    // ---- floors ---------------------------------------------------------------------------------

    /// A monster or miniboss and the reward for beating it, which may be declined (R22).
    #[inline]
    fn monster_floor<R: Rng>(&mut self, rng: &mut R, card: usize) -> bool {
        let mut enemy = if card == KING {
            Enemy { health: 10, attack: 8, defense: 6 }
        } else {
            Enemy { health: card as i32 + 2, attack: 6, defense: 4 }
        };
        enemy.health += 2 * i32::from(self.curses[TOUGHER_MONSTERS]);
        for _ in 0..self.curses[MIGHTY_MONSTERS] {
            enemy.health += die(rng, 4);
        }
        if !self.fight(rng, enemy) {
            return false;
        }
        let declined = self.curses[CURSED_TREASURE] > 0 && self.choose(rng, 2) == 1;
        declined || self.reward(rng)
    }

    /// Mighty Monsters does not act on the boss (R24); Tougher gives it ten each (R25).
    fn boss(&self) -> Enemy {
        Enemy {
            health: 20 + 10 * self.ascension + 10 * i32::from(self.curses[TOUGHER_MONSTERS]),
            attack: 10,
            defense: 6,
        }
    }

    /// Fights to the end; true if the hero wins.
    fn fight<R: Rng>(&mut self, rng: &mut R, mut enemy: Enemy) -> bool {
        let mut is_hero_next = self.strikes_first(rng);
        for _ in 0..2 * FIGHT_ROUND_LIMIT {
            if is_hero_next {
                self.use_items(rng);
                enemy.health -= self.hero_strikes(rng, enemy.defense);
                if enemy.health <= 0 {
                    return true;
                }
            } else if !self.enemy_strikes(rng, enemy.attack) {
                return false;
            }
            is_hero_next = !is_hero_next;
        }
        false // R36
    }

    /// Initiative: a strictly higher value is needed (R2); the ascension bonus is every enemy's
    /// (R3).
    #[inline]
    fn strikes_first<R: Rng>(&mut self, rng: &mut R) -> bool {
        const OFFERED: u32 = 1 << SNEAK | 1 << DOUBLE_DIE;
        let mut hero = die(rng, 20);
        let enemy = die(rng, 20) + 2 * self.ascension;
        while self.held & OFFERED != 0 && hero <= enemy {
            match self.choose_if_held(rng, self.held & OFFERED) {
                Some(SNEAK) => hero = hero.max(die(rng, 20)),
                Some(_) => hero *= 2,
                None => break,
            }
        }
        hero > enemy
    }

    /// The hero's strike; returns the health that the enemy loses. Any number of weapons and Double
    /// Dice may be added, always before the enemy's defense is rolled (R6, R14). Double Die does
    /// not double the weapons (R15).
    #[inline]
    fn hero_strikes<R: Rng>(&mut self, rng: &mut R, enemy_defense: u32) -> i32 {
        let mut rolled = roll(rng, self.attack_dice); // at least 1, since no level is without dice here
        let mut extra = 0;
        while let Some(item) = self.choose_if_held(rng, self.held & (WEAPONS | 1 << DOUBLE_DIE)) {
            if item == DOUBLE_DIE {
                rolled *= 2;
            } else {
                extra += (item - WEAPON_6) as i32 + 6;
            }
        }
        (rolled + extra - die(rng, enemy_defense)).max(0) // R4
    }

    /// The enemy's strike; returns true if the hero lives.
    #[inline]
    fn enemy_strikes<R: Rng>(&mut self, rng: &mut R, enemy_attack: u32) -> bool {
        const OFFERED: u32 = 1 << EVADE | 1 << DOUBLE_DIE;
        let attack = die(rng, enemy_attack);
        let mut defense = roll(rng, self.defense_dice);
        // Checks the cards first: their absence is the usual case, and the processor predicts it
        // better than the dice.
        while self.held & OFFERED != 0 && attack > defense {
            match self.choose_if_held(rng, self.held & OFFERED) {
                Some(EVADE) => return true, // R16
                Some(_) => defense *= 2,
                None => break,
            }
        }
        self.lose_health(rng, (attack - defense).max(0)) // R4
    }

    /// Takes damage that nothing cancelled; returns true if the hero lives, perhaps by Second Wind.
    #[inline]
    fn lose_health<R: Rng>(&mut self, rng: &mut R, damage: i32) -> bool {
        self.health -= damage;
        self.health > 0 || self.second_wind(rng)
    }

    /// At health 0: returns true if the hero could rise again (R19).
    #[cold]
    fn second_wind<R: Rng>(&mut self, rng: &mut R) -> bool {
        self.health = 0;
        if self.held & 1 << SECOND_WIND == 0 {
            return false;
        }
        self.spend(SECOND_WIND);
        let rolled = die(rng, 4);
        let healed = self.healing_roll(rng, rolled);
        self.heal(healed);
        true
    }

    /// A trap; returns true if the hero lives. A lone hero has no assistants.
    fn trap<R: Rng>(&mut self, rng: &mut R, hard: bool) -> bool {
        let (base, damage_die) = if hard { (12, 6) } else { (6, 4) };
        let target = (base + i32::from(self.curses[PERSISTENT_TRAPS])).min(19);
        let mut rolled = die(rng, 20);
        let mut bonus = self.luck - i32::from(self.curses[UNLUCKY]);
        while rolled + bonus < target {
            match self.choose_if_held(rng, self.held & (1 << LUCKY_CHARM | 1 << DOUBLE_DIE)) {
                Some(LUCKY_CHARM) => bonus += 5, // R18
                Some(_) => rolled *= 2,          // the luck is not doubled
                None => {
                    let damage = die(rng, damage_die); // defense does not help (R21)
                    if self.choose_if_held(rng, self.held & (1 << EVADE)).is_some() {
                        return true;
                    }
                    return self.lose_health(rng, damage);
                }
            }
        }
        true
    }

    /// A treasure card and its consequences; returns true if the hero lives.
    fn reward<R: Rng>(&mut self, rng: &mut R) -> bool {
        let Some(mut card) = self.draw(rng) else {
            return true;
        };
        // R23: the traps come once the card is seen, and the cards of an ace add none.
        for _ in 0..self.curses[CURSED_TREASURE] {
            let hard = below(rng, 2) == 1;
            if !self.trap(rng, hard) {
                return false;
            }
        }
        // R12: an ace becomes one of two cards, which may again be an ace.
        while card == ACE {
            self.discard.put(ACE);
            let Some(first) = self.draw(rng) else {
                return true;
            };
            card = first;
            if let Some(second) = self.draw(rng) {
                if first != second && self.choose(rng, 2) == 1 {
                    card = second;
                }
                self.discard.put(first + second - card);
            }
        }
        match card {
            4..=7 => self.gain(WEAPON_6 + card - 4), // always kept (R11)
            KING => {
                let pick = self.choose(rng, 6) as usize;
                self.gain(ABILITIES[pick]);
            }
            _ => {
                let item = match card {
                    TEN => LUCK,
                    JACK => DEFENSE_UP,
                    QUEEN => ATTACK_UP,
                    potion => POTION_2 + potion,
                };
                if self.choose(rng, 2) == 1 {
                    self.gain(item);
                } else {
                    self.discard.put(card);
                    self.apply(rng, item);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
