//! The Accursed Tomb, default options, two to four explorers: one random match.
//!
//! The policy picks uniformly from the legal actions of every decision point. References like (R12)
//! name the rulings of the specification.
#![forbid(unsafe_code)]

use rand_core::Rng;

use super::random::below;

/// The ways a match can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An explorer killed a demon.
    Demon,
    /// One explorer was left alive.
    Last,
    /// Nothing was left to find: a draw.
    Sealed,
    /// The round limit was reached: a draw.
    Rounds,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The reason why it ended.
    pub ending: Ending,
    /// The winning seat, if there is one.
    pub winner: Option<u8>,
    /// The round in which it ended, from 1.
    pub rounds: u32,
    /// The number of decisions, those with a single legal action included.
    pub decisions: u32,
}

/// Rolls the die (R3).
#[inline]
fn die<R: Rng>(rng: &mut R) -> i32 {
    below(rng, 6) as i32 + 1
}

// Meanings of the cards; suits beyond that are of no consequence.
const HALLWAY: u8 = 0;
const WALL: u8 = 1;
const GOBLIN: u8 = 2; // the monsters are meanings 2 to 5, with health 7 to 10
const DEMON: u8 = 5;
const WEAPON: u8 = 6;
const ARMOR: u8 = 7;
const BLESSING: u8 = 8;
const TRAP: u8 = 9;
const FOUNTAIN: u8 = 10;
const ALTAR: u8 = 11;
const PORTAL: u8 = 12;
const MERCHANT: u8 = 13;

/// Copies of each meaning in the two decks.
const COPIES: [u8; 14] = [24, 16, 8, 8, 8, 8, 8, 8, 8, 4, 2, 2, 2, 2];
const CARDS: u32 = 108;

// Cell [r,c] is number 8 * (r - 1) + (c - 1); a set of cells is a bit mask.
const START: u8 = 63;
const NO_FOE: u8 = 64;
const NOT_LEFT: u64 = !0x0101_0101_0101_0101;
const NOT_RIGHT: u64 = !0x8080_8080_8080_8080;

const MAX_ROUNDS: u32 = 100;
const SEATS: usize = 4;

#[inline]
const fn bit(cell: u8) -> u64 {
    1 << cell
}

/// The cells given and all their neighbours.
#[inline]
const fn widen(cells: u64) -> u64 {
    let rows = cells | (cells << 1 & NOT_LEFT) | (cells >> 1 & NOT_RIGHT);
    rows | rows << 8 | rows >> 8
}

/// The cell of a set that has `n` smaller ones in it.
#[inline]
fn nth_cell(mut cells: u64, mut n: u32) -> u8 {
    while n > 7 {
        cells &= cells - 1;
        n -= 1;
    }
    // The usual case is one of eight neighbours. A fixed number of seven steps is better than a
    // loop whose length the processor cannot predict.
    for step in 0..7 {
        let fewer = cells & cells.wrapping_sub(1);
        cells = if step < n { fewer } else { cells };
    }
    cells.trailing_zeros() as u8
}

/// An explorer.
#[derive(Clone, Copy)]
struct Policy {
    cell: u8,
    foe: u8,
    alive: bool,
    health: i32,
    weapons: i32,
    armors: i32,
    blessings: i32,
}

impl Policy {
    const START: Policy =
        Policy { cell: START, foe: NO_FOE, alive: true, health: 10, weapons: 0, armors: 0, blessings: 0 };

    /// Maximum health, ten for the body and for each armor (R14).
    #[inline]
    fn max_health(&self) -> i32 {
        10 * (1 + self.armors)
    }

    /// One more armor raises health and maximum alike (R15).
    #[inline]
    fn gain_armor(&mut self) {
        self.armors += 1;
        self.health += 10;
    }
}

/// Everything on the table.
struct Match {
    players: [Policy; SEATS],
    living: u32,
    unseen: [u8; COPIES.len()],
    unseen_total: u32,
    /// Meanings of the face-up cells.
    meaning: [u8; 64],
    /// Health left of the live face-up monsters.
    monster_health: [i32; 64],
    face_down: u64,
    walls: u64,
    portals: u64,
    monsters: u64,
    demons: u64,
    /// A card was turned, a player died or left a portal in this turn. Nothing else can seal the
    /// tomb: a step between neighbours can be taken back, and a monster does not block the way,
    /// dead or alive.
    reach_changed: bool,
    decisions: u32,
}

/// Plays one whole match of two to four explorers with random decisions.
///
/// # Panics
///
/// If `seats` is not 2, 3 or 4.
pub fn playout<R: Rng>(rng: &mut R, seats: usize) -> Outcome {
    assert!((2..=SEATS).contains(&seats), "2 to 4 seats");
    let mut game = Match::new(seats);
    for round in 1..=MAX_ROUNDS {
        for seat in 0..seats {
            if !game.players[seat].alive {
                continue; // R22
            }
            let mut over = game.turn(rng, seat);
            if over.is_none() && game.reach_changed {
                game.reach_changed = false;
                if game.is_sealed(seats) {
                    over = Some(Ending::Sealed);
                }
            }
            if let Some(ending) = over {
                return game.outcome(ending, seat, round);
            }
        }
    }
    game.outcome(Ending::Rounds, 0, MAX_ROUNDS) // R25
}

impl Match {
    fn new(seats: usize) -> Match {
        Match {
            players: [Policy::START; SEATS],
            living: seats as u32,
            unseen: COPIES,
            unseen_total: CARDS,
            meaning: [HALLWAY; 64],
            monster_health: [0; 64],
            face_down: !bit(START), // R2
            walls: 0,
            portals: 0,
            monsters: 0,
            demons: 0,
            reach_changed: false,
            decisions: 0,
        }
    }

    /// The result of a match that ended in the turn of `seat`.
    fn outcome(&self, ending: Ending, seat: usize, rounds: u32) -> Outcome {
        let winner = match ending {
            Ending::Demon => Some(seat as u8),
            Ending::Last => {
                // Seats that do not play stay "alive" behind those that do.
                self.players.iter().position(|p| p.alive).map(|seat| seat as u8)
            }
            Ending::Sealed | Ending::Rounds => None,
        };
        Outcome { ending, winner, rounds, decisions: self.decisions }
    }

    /// Picks one of `n` legal actions.
    #[inline]
    fn choose<R: Rng>(&mut self, rng: &mut R, n: u32) -> u32 {
        self.decisions += 1;
        below(rng, n)
    }

    /// The cells a player may name as the target of a move: the neighbours, or from a portal all
    /// cells (R20); never a face-up wall. The caller removes a foe's cell: `bit` would not take
    /// `NO_FOE`.
    #[inline]
    fn targets(&self, cell: u8) -> u64 {
        let own = bit(cell);
        let near = if self.portals & own != 0 { !0 } else { widen(own) };
        near & !own & !self.walls
    }

    /// Plays one turn. Returns the ending if it ended the match.
    #[inline]
    fn turn<R: Rng>(&mut self, rng: &mut R, seat: usize) -> Option<Ending> {
        let Policy { cell, foe, .. } = self.players[seat];
        let mut targets = self.targets(cell);
        if foe != NO_FOE {
            // The blow comes before the choice between fighting on and leaving (R9).
            if !self.blow(rng, seat) {
                return self.after_death();
            }
            targets &= !bit(foe);
        }
        let pick = self.choose(rng, 1 + targets.count_ones());
        if pick > 0 {
            self.players[seat].foe = NO_FOE;
            self.reach_changed = self.portals & bit(cell) != 0;
            return self.walk(rng, seat, nth_cell(targets, pick - 1));
        }
        if foe != NO_FOE {
            return self.strike(rng, seat);
        }
        let player = &mut self.players[seat];
        player.health = player.max_health().min(player.health + 1);
        None
    }

    /// Carries out a move to a cell; there is no way back once it is turned (R5).
    #[inline]
    fn walk<R: Rng>(&mut self, rng: &mut R, seat: usize, cell: u8) -> Option<Ending> {
        if self.face_down & bit(cell) != 0 {
            self.reveal(rng, cell);
            if self.walls & bit(cell) != 0 {
                return None;
            }
        }
        if self.monsters & bit(cell) != 0 {
            self.players[seat].foe = cell; // R7
            if !self.blow(rng, seat) {
                return self.after_death();
            }
            return self.strike(rng, seat);
        }
        self.players[seat].cell = cell;
        let player = &mut self.players[seat];
        match self.meaning[cell as usize] {
            WEAPON => player.weapons += 1,
            ARMOR => player.gain_armor(),
            BLESSING => player.blessings += 1,
            MERCHANT => {
                // R21: the player must choose.
                if self.choose(rng, 2) == 0 {
                    self.players[seat].weapons += 1;
                } else {
                    self.players[seat].gain_armor();
                }
            }
            // The rest stays on the field (R16).
            TRAP => return self.halve(seat),
            FOUNTAIN => {
                if below(rng, 2) == 1 {
                    return self.halve(seat);
                }
                player.health = player.max_health().min(2 * player.health); // R18
                return None;
            }
            ALTAR => {
                if below(rng, 2) == 1 {
                    return self.halve(seat);
                }
                player.blessings += 1;
                return None;
            }
            _ => return None,
        }
        self.meaning[cell as usize] = HALLWAY; // R13
        None
    }

    /// Turns a card. The scan visits every meaning, which costs less than a mispredicted end.
    #[inline]
    fn reveal<R: Rng>(&mut self, rng: &mut R, cell: u8) {
        let r = below(rng, self.unseen_total);
        let mut card = 0;
        let mut up_to = 0;
        for &count in &self.unseen[..COPIES.len() - 1] {
            up_to += u32::from(count);
            card += u8::from(r >= up_to);
        }
        self.unseen[card as usize] -= 1;
        self.unseen_total -= 1;
        self.face_down &= !bit(cell);
        self.reach_changed = true;
        self.meaning[cell as usize] = card;
        match card {
            WALL => self.walls |= bit(cell),
            PORTAL => self.portals |= bit(cell),
            GOBLIN..=DEMON => {
                self.monsters |= bit(cell);
                self.monster_health[cell as usize] = i32::from(card - GOBLIN) + 7;
                if card == DEMON {
                    self.demons |= bit(cell);
                }
            }
            _ => {}
        }
    }

    /// The foe strikes, a demon one harder (R12). Returns true if the player lives.
    #[inline]
    fn blow<R: Rng>(&mut self, rng: &mut R, seat: usize) -> bool {
        let rolled = die(rng);
        let player = &mut self.players[seat];
        player.health -= rolled + i32::from(self.demons & bit(player.foe) != 0);
        player.health > 0 || self.revive(seat)
    }

    /// The player strikes the foe.
    #[inline]
    fn strike<R: Rng>(&mut self, rng: &mut R, seat: usize) -> Option<Ending> {
        let Policy { foe, weapons, .. } = self.players[seat];
        let health = &mut self.monster_health[foe as usize];
        *health -= die(rng) * (1 + weapons);
        if *health > 0 {
            return None;
        }
        if self.demons & bit(foe) != 0 {
            return Some(Ending::Demon);
        }
        // A dead monster is a hallway, and its fighters are free (R10, R11).
        self.monsters &= !bit(foe);
        self.meaning[foe as usize] = HALLWAY;
        for player in &mut self.players {
            if player.foe == foe {
                player.foe = NO_FOE;
            }
        }
        None
    }

    /// Halves health, rounding down, which kills a player with 1 (R17).
    #[inline]
    fn halve(&mut self, seat: usize) -> Option<Ending> {
        let player = &mut self.players[seat];
        player.health /= 2;
        if player.health > 0 || self.revive(seat) {
            return None;
        }
        self.after_death()
    }

    /// At health 0 a blessing restores the player and all else goes on (R19). Otherwise the player
    /// is dead and out, with everything carried (R22). Returns true if the player lives.
    fn revive(&mut self, seat: usize) -> bool {
        let player = &mut self.players[seat];
        if player.blessings > 0 {
            player.blessings -= 1;
            player.health = player.max_health();
            return true;
        }
        player.alive = false;
        player.foe = NO_FOE;
        self.living -= 1;
        self.reach_changed = true;
        false
    }

    /// The last survivor wins at once (R23).
    #[inline]
    fn after_death(&self) -> Option<Ending> {
        (self.living == 1).then_some(Ending::Last)
    }

    /// Whether no living player can reach a face-down cell or a demon any more (R24). Monsters do
    /// not block the way.
    #[inline]
    fn is_sealed(&self, seats: usize) -> bool {
        let goals = self.face_down | self.demons;
        let mut reach = 0;
        for player in &self.players[..seats] {
            reach |= u64::from(player.alive) << player.cell;
        }
        loop {
            if reach & self.portals != 0 {
                return goals == 0; // from a portal there is a way to every cell
            }
            let wider = widen(reach) & !self.walls;
            if wider & goals != 0 {
                return false;
            }
            if wider == reach {
                return true;
            }
            reach = wider;
        }
    }
}

#[cfg(test)]
mod tests;
