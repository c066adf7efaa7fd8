//! Tests of Rogue Ascension by hand.

use super::*;
use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A generator that returns the numbers that a test wrote down, and unwinds after the last one.
struct Script {
    words: Vec<u32>,
    next: usize,
    unseen: [u8; RANKS],
}

impl TryRng for Script {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        if self.next == self.words.len() {
            resume_unwind(Box::new("end of script"));
        }
        self.next += 1;
        Ok(self.words[self.next - 1])
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!()
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!()
    }
}

/// Plays a script of words: `d20=7` a die, `K` or `10` a card, `c3=1` the choice of the second
/// of three actions. Choices without an alternative are not written. Returns the table after
/// the script, and the result if there is one.
fn play(ascension: u32, script: &str) -> (Match, Option<(bool, u32)>) {
    let mut rng = Script { words: Vec::new(), next: 0, unseen: [COPIES; RANKS] };
    for word in script.split_whitespace() {
        let (n, value) = if let Some((kind, value)) = word.split_once('=') {
            let n: u64 = kind[1..].parse().unwrap();
            let value: u64 = value.parse().unwrap();
            (n, if kind.starts_with('d') { value - 1 } else { value })
        } else {
            let names = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
            let rank = names.iter().position(|name| *name == word).unwrap();
            let before: u64 = rng.unseen[..rank].iter().map(|&n| u64::from(n)).sum();
            let total = rng.unseen.iter().map(|&n| u64::from(n)).sum();
            rng.unseen[rank] -= 1;
            (total, before)
        };
        assert!(value < n, "{word}");
        // The middle of the words that yield the value, far from any rejection.
        rng.words.push((((2 * value + 1) << 32) / (2 * n)) as u32);
    }
    let mut game = Match::new(ascension);
    let result = catch_unwind(AssertUnwindSafe(|| game.play(&mut rng))).ok();
    assert_eq!(rng.next, rng.words.len(), "the script was not played out");
    (game, result)
}

fn pile(game: &Match) -> u32 {
    game.unseen.total - game.hidden_floors
}

fn held(game: &Match) -> Vec<usize> {
    (0..ITEMS).flat_map(|item| std::iter::repeat_n(item, usize::from(game.items[item]))).collect()
}

#[test]
fn first_fight() {
    let (game, _) = play(0, "3 d20=11 d20=11 d6=2 d4=4 d6=4 d4=2 d6=6 d4=1 d6=1 d4=4 d6=5 d4=3 d6=5 d4=1 5 c2=0");
    assert_eq!(game.health, 30);
    assert_eq!(game.discard.total, 2);
    // The second floor's card is about to be turned.
    assert_eq!(game.hidden_floors, FLOORS - 2);
    assert_eq!(game.unseen.total, 93 + 9);
}

#[test]
fn weapon() {
    let (game, _) = play(0, "2 d20=12 d20=11 d6=6 d4=4 8 9 d20=5 d20=4 d6=3 c2=1 d4=2 6");
    assert_eq!(held(&game), [WEAPON_6]);
    assert_eq!(game.health, 30);
    assert_eq!(game.discard.total, 3);
    assert_eq!(game.unseen.total, 92 + 8);
}

#[test]
fn traps() {
    let (game, _) = play(0, "A 10 c2=0 J d20=5 2 c2=1 c2=0 Q d20=10 d6=4 7");
    assert_eq!(game.health, 26);
    assert_eq!(game.luck, 1);
    assert_eq!(held(&game), [POTION_2, WEAPON_6 + 1]);
}

#[test]
fn nested_aces() {
    let (game, _) = play(0, "A A A 9 c2=0 Q K c2=0 c2=0");
    assert_eq!(game.attack_dice, dice(1, 8));
    assert_eq!(game.unseen.total, 89 + 9);
    assert_eq!(game.discard.total, 6);
}

#[test]
fn double_die_and_weapon() {
    let (game, _) = play(0, "A K c6=0 A 9 10 d20=20 d20=1 d6=4 c3=1 c2=1 d4=4 J c2=0");
    assert_eq!(game.defense_dice, dice(1, 6));
    assert!(held(&game).is_empty());
}

#[test]
fn sneak() {
    let (game, _) = play(0, "A K c6=3 4 d20=3 d20=9 c2=1 d20=15");
    assert!(held(&game).is_empty());
    assert_eq!(game.health, 30);
}

#[test]
fn double_defense_then_evade() {
    let (game, _) = play(0, "A K c6=1 A K c6=0 K d20=1 d20=20 c2=0 d8=8 d4=3 c3=1 c2=1");
    assert_eq!(game.health, 30);
    assert!(held(&game).is_empty());
}

#[test]
fn second_wind_once() {
    let (game, result) = play(
        0,
        "A K c6=5 Q d20=11 d6=6 6 Q d20=1 d6=6 6 Q d20=1 d6=6 6 Q d20=1 d6=6 6 Q d20=1 d6=6 d4=3 6 \
         Q d20=1 d6=3",
    );
    assert_eq!(result, Some((false, 7)));
    assert_eq!(game.health, 0);
}

#[test]
fn two_dice() {
    let (game, _) = play(0, "A Q c2=0 A Q c2=0 A Q c2=0 A Q c2=0 8 d20=20 d20=1 d8=5 d8=7 d4=4 10 c2=1");
    assert_eq!(game.attack_dice, dice(2, 8));
    assert_eq!(held(&game), [LUCK]);
}

#[test]
fn ascension_2() {
    let (game, _) = play(2, "7 J A J c2=0 J d20=6 d4=1 10 c2=0 5 d20=10 d20=6 d6=1 d4=1");
    assert_eq!(game.health, 29);
    assert_eq!(game.defense_dice, dice(1, 4));
    assert_eq!(game.luck, 1);
    assert_eq!(pile(&game), 90);
    assert_eq!(game.discard.total, 6);
}

#[test]
fn cursed_treasure() {
    let (game, _) = play(1, "K A 9 c2=1 d20=4 d6=5 2 d20=20 d20=1 d6=6 c2=0 d4=1 c2=1");
    assert_eq!(game.health, 25);
    assert_eq!(held(&game), [WEAPON_6 + 3]);
    assert_eq!(game.unseen.total, 92 + 8);
}

#[test]
fn tougher_and_mighty() {
    // 4 + 2 + 3: a 6 - 1 leaves four, so a second strike of 5 - 1 is needed.
    let (_, result) = play(2, "Q A 4 d4=3 d20=20 d20=15 d6=6 d4=1 d6=1 d4=4 d6=5 d4=1 2 c2=1");
    assert_eq!(result, None);
}

#[test]
fn heal_with_double_die() {
    let (game, _) = play(0, "A K c6=2 c2=0 A K c6=0 c2=0 Q d20=1 c2=0 d6=6 6 c2=1 d6=2 c2=1");
    assert_eq!(game.health, 28);
    assert_eq!(held(&game), [WEAPON_6]);
}

#[test]
fn boss() {
    let (game, result) = play(
        1,
        "A J d20=20 9 J d20=20 9 J d20=20 9 J d20=20 9 J d20=20 9 J d20=20 8 J d20=20 8 J d20=20 8 \
         Q d20=20 8 Q d20=20 8 d20=15 d20=12 d6=6 c3=2 c3=2 c3=2 c3=2 c3=2 c2=0 d6=6",
    );
    assert_eq!(result, Some((true, 11)));
    assert_eq!(held(&game), [WEAPON_6 + 2; 5]);
    assert_eq!(pile(&game), 83);
}

#[test]
fn an_empty_pile_is_made_anew() {
    // At level 99 the 94 cards of the pile become curses, then the first of them again.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..200 {
        let mut game = Match::new(99);
        let (won, floor) = game.play(&mut rng);
        assert!(!won && floor >= 1);
        let curses: u32 = game.curses.iter().map(|&n| u32::from(n)).sum();
        assert_eq!(curses, 99);
        assert_eq!(game.unseen.total, game.hidden_floors);
    }
}

#[test]
fn no_card_is_lost() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for seed in 0..20_000 {
        let mut game = Match::new(seed % 5);
        let (won, floor) = game.play(&mut rng);
        let items: u32 = game.items.iter().map(|&n| u32::from(n)).sum();
        let cards = game.unseen.total + game.reshuffled.total + game.discard.total + items;
        if floor == FLOORS + 1 {
            assert_eq!(cards, CARDS);
        } else {
            // Lost with the floor card on the table, perhaps a treasure card in hand too.
            assert!(cards == CARDS - 1 || cards == CARDS - 2);
        }
        assert!(game.health <= FULL_HEALTH && (game.health > 0) == won);
        for item in 0..ITEMS {
            assert_eq!(game.items[item] > 0, game.held & 1 << item != 0);
        }
    }
}

#[test]
fn below_is_even() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut decision = [0_u32; 6];
    for _ in 0..600_000 {
        decision[below(&mut rng, 6) as usize] += 1;
    }
    assert!(decision.iter().all(|&n| n.abs_diff(100_000) < 1_500));
}
