//! Tests of The Accursed Tomb by hand.

use super::*;
use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::convert::Infallible;

/// A generator that returns the numbers that a test wrote down.
struct Script(std::vec::IntoIter<u32>);

impl TryRng for Script {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next().expect("the script goes on"))
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!()
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!()
    }
}

/// A match that is played turn by turn; `over` is the result of the latest turn.
struct Table {
    game: Match,
    seats: usize,
    over: Option<Ending>,
}

impl Table {
    fn new(seats: usize) -> Table {
        Table { game: Match::new(seats), seats, over: None }
    }

    /// Plays a turn of `seat` in which the numbers `value` of `n` come up.
    fn turn(&mut self, seat: usize, numbers: &[(u64, u64)]) {
        assert_eq!(self.over, None);
        // The middle of the words that yield a value, far from any rejection.
        let words: Vec<u32> = numbers.iter().map(|&(n, value)| (((2 * value + 1) << 32) / (2 * n)) as u32).collect();
        let mut rng = Script(words.into_iter());
        self.over = self.game.turn(&mut rng, seat);
        assert!(rng.0.next().is_none(), "the script was not played out");
        if self.over.is_none() && self.game.is_sealed(self.seats) {
            assert!(self.game.reach_changed);
            self.over = Some(Ending::Sealed);
        }
    }

    /// The number that names a move to `to`, for a player with or without a foe.
    fn to(&self, seat: usize, to: [u8; 2]) -> (u64, u64) {
        let player = self.game.players[seat];
        let mut targets = self.game.targets(player.cell);
        if player.foe != NO_FOE {
            targets &= !bit(player.foe);
        }
        let target = bit(cell(to));
        assert!(targets & target != 0, "{to:?} cannot be named");
        let smaller = targets & (target - 1);
        (u64::from(targets.count_ones()) + 1, u64::from(smaller.count_ones()) + 1)
    }

    /// The number that names `wait` or `fight`.
    fn stay(&self, seat: usize) -> (u64, u64) {
        let player = self.game.players[seat];
        let mut targets = self.game.targets(player.cell);
        if player.foe != NO_FOE {
            targets &= !bit(player.foe);
        }
        (u64::from(targets.count_ones()) + 1, 0)
    }

    /// The number that turns up a card.
    fn card(&self, meaning: u8) -> (u64, u64) {
        let before = &self.game.unseen[..usize::from(meaning)];
        (u64::from(self.game.unseen_total), before.iter().map(|&n| u64::from(n)).sum())
    }

    fn goes(&mut self, seat: usize, to: [u8; 2], then: &[(u64, u64)]) {
        let mut numbers = vec![self.to(seat, to)];
        numbers.extend(then);
        self.turn(seat, &numbers);
    }

    fn turns_up(&mut self, seat: usize, to: [u8; 2], meaning: u8, then: &[(u64, u64)]) {
        let mut numbers = vec![self.to(seat, to), self.card(meaning)];
        numbers.extend(then);
        self.turn(seat, &numbers);
    }

    fn waits(&mut self, seat: usize) {
        self.turn(seat, &[self.stay(seat)]);
    }

    fn health(&self, seat: usize) -> i32 {
        self.game.players[seat].health
    }
}

fn cell([row, column]: [u8; 2]) -> u8 {
    8 * (row - 1) + column - 1
}

const fn d6(face: u64) -> (u64, u64) {
    (6, face - 1)
}

const HEADS: (u64, u64) = (2, 0);
const TAILS: (u64, u64) = (2, 1);
const ORC: u8 = 3;
const TROLL: u8 = 4;

#[test]
fn goblin() {
    let mut t = Table::new(2);
    t.turns_up(0, [7, 8], GOBLIN, &[d6(3), d6(4)]);
    t.waits(1);
    t.turn(0, &[d6(2), t.stay(0), d6(3)]);
    assert_eq!((t.health(0), t.health(1)), (5, 10));
    assert_eq!(t.game.players[0].foe, NO_FOE);
    assert_eq!(t.game.players[0].cell, START);
    assert_eq!(t.game.monsters, 0);
}

#[test]
fn walls() {
    let mut t = Table::new(4);
    t.turns_up(0, [8, 7], HALLWAY, &[]);
    t.turns_up(1, [7, 8], WALL, &[]);
    assert_eq!(t.game.players[0].cell, cell([8, 7]));
    assert_eq!(t.game.players[1].cell, START);
    assert_eq!(t.game.targets(START), bit(cell([7, 7])) | bit(cell([8, 7])));
    assert_eq!(t.game.unseen_total, 106);
}

#[test]
fn retreat() {
    let mut t = Table::new(2);
    t.turns_up(0, [8, 7], HALLWAY, &[]);
    t.waits(1);
    t.turns_up(0, [7, 7], TROLL, &[d6(6), d6(2)]);
    t.waits(1);
    t.turn(0, &[d6(1), t.to(0, [8, 8])]);
    assert_eq!(t.health(0), 3);
    assert_eq!(t.game.players[0].foe, NO_FOE);
    assert_eq!(t.game.monster_health[usize::from(cell([7, 7]))], 7);
}

#[test]
fn gear() {
    let mut t = Table::new(2);
    t.turns_up(0, [8, 7], WEAPON, &[]);
    t.turns_up(1, [7, 8], ARMOR, &[]);
    t.turns_up(0, [8, 6], ORC, &[d6(5), d6(4)]);
    assert_eq!((t.health(0), t.health(1)), (5, 20));
    assert_eq!(t.game.monsters, 0);
}

#[test]
fn death_by_trap() {
    let mut t = Table::new(2);
    t.turns_up(0, [7, 7], TRAP, &[]);
    for _ in 0..3 {
        t.waits(1);
        t.goes(0, [8, 8], &[]);
        t.waits(1);
        t.goes(0, [7, 7], &[]);
    }
    assert_eq!(t.over, Some(Ending::Last));
    assert_eq!(t.game.outcome(Ending::Last, 0, 7).winner, Some(1));
}

#[test]
fn blessing() {
    let mut t = Table::new(2);
    t.turns_up(0, [8, 7], BLESSING, &[]);
    t.waits(1);
    t.turns_up(0, [8, 6], DEMON, &[d6(6), d6(1)]);
    t.waits(1);
    t.turn(0, &[d6(5), t.stay(0), d6(6)]);
    let player = t.game.players[0];
    assert_eq!((player.health, player.blessings, player.foe), (10, 0, cell([8, 6])));
    assert_eq!(t.game.monster_health[usize::from(player.foe)], 3);
}

#[test]
fn joining_and_winning() {
    let mut t = Table::new(4);
    t.turns_up(0, [7, 7], DEMON, &[d6(2), d6(6)]);
    t.goes(1, [7, 7], &[d6(1), d6(5)]);
    assert_eq!(t.over, Some(Ending::Demon));
    assert_eq!((t.health(0), t.health(1)), (7, 8));
}

#[test]
fn foe_killed_by_another() {
    let mut t = Table::new(2);
    t.turns_up(0, [7, 7], GOBLIN, &[d6(2), d6(5)]);
    t.goes(1, [7, 7], &[d6(4), d6(2)]);
    assert_eq!((t.health(0), t.health(1)), (8, 6));
    assert!(t.game.players.iter().all(|p| p.foe == NO_FOE));
}

#[test]
fn fountain_and_altar() {
    let mut t = Table::new(2);
    t.turns_up(0, [8, 7], FOUNTAIN, &[TAILS]);
    t.goes(1, [8, 7], &[HEADS]);
    t.goes(0, [8, 8], &[]);
    t.waits(1);
    t.goes(0, [8, 7], &[HEADS]);
    assert_eq!((t.health(0), t.health(1)), (10, 10));
    t.turns_up(1, [7, 7], ALTAR, &[HEADS]);
    t.goes(0, [7, 7], &[TAILS]);
    assert_eq!((t.health(0), t.health(1)), (5, 10));
    assert_eq!(t.game.players[1].blessings, 1);
}

#[test]
fn portal() {
    let mut t = Table::new(2);
    t.turns_up(0, [7, 8], PORTAL, &[]);
    t.waits(1);
    t.turns_up(0, [1, 1], GOBLIN, &[d6(2), d6(3)]);
    t.waits(1);
    t.turn(0, &[d6(1), t.stay(0), d6(5)]);
    t.waits(1);
    t.goes(0, [1, 1], &[]);
    assert_eq!(t.health(0), 7);
    assert_eq!(t.game.players[0].cell, 0);
}

#[test]
fn merchant() {
    let mut t = Table::new(2);
    t.turns_up(0, [8, 7], MERCHANT, &[(2, 1)]);
    assert_eq!(t.health(0), 20);
    assert_eq!(t.game.meaning[usize::from(cell([8, 7]))], HALLWAY);
}

#[test]
fn sealed() {
    let mut t = Table::new(2);
    t.turns_up(0, [7, 7], WALL, &[]);
    t.turns_up(1, [7, 8], WALL, &[]);
    t.turns_up(0, [8, 7], WALL, &[]);
    assert_eq!(t.over, Some(Ending::Sealed));
}

/// After every turn of many matches, the invariants of the table hold, and `reach_changed` is
/// set whenever reach changes.
#[test]
fn invariants() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..10_000 {
        let seats = 2 + number % 3;
        let mut game = Match::new(seats);
        'rounds: for _ in 0..MAX_ROUNDS {
            for seat in 0..seats {
                if !game.players[seat].alive {
                    continue;
                }
                game.reach_changed = false;
                let over = game.turn(&mut rng, seat);
                assert_eq!(game.unseen_total + 64 - game.face_down.count_ones() - 1, CARDS);
                for player in game.players.iter().filter(|p| p.alive) {
                    assert!((1..=player.max_health()).contains(&player.health));
                    assert_eq!((game.walls | game.monsters) & bit(player.cell), 0);
                    if over.is_none() && player.foe != NO_FOE {
                        assert!(game.monsters & bit(player.foe) != 0);
                    }
                }
                if over.is_some() {
                    break 'rounds;
                }
                if game.is_sealed(seats) {
                    assert!(game.reach_changed);
                    break 'rounds;
                }
            }
        }
    }
}
