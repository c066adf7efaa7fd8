//! The events of a match, and their lines in the chronicle.

mod effects;
mod tell;

use kernel::Seat;
use serde::Serialize;

use crate::{Card, Hero, Level, Monster, Treasure, state::Cause};

pub(crate) use tell::{name, shares, tell};

/// The source of a played card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The player's own hand.
    Hand,
    /// The open top of this hero's deck.
    Top(Hero),
}

/// An event of a match. All of them are public except [`Drew`](Event::Drew) while hands are hidden:
/// the owner receives that one, and the others receive [`DrewUnseen`](Event::DrewUnseen).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Boss { level: Level, boss: Monster },
    Met { monster: Monster, health: u8 },
    Turn { turn: u8, seat: Seat, hero: Hero, focus: Hero },
    Dodged { monster: Monster },
    MonsterAttacks { monster: Monster, pending: [u8; 4] },
    Blocked,
    Redirected { hero: Hero, by: u8 },
    Hurt { hero: Hero, by: u8, left: i8 },
    Died { hero: Hero, cause: Cause, monster: Monster },
    Raged { monster: Monster, rage: u8 },
    Mended { monster: Monster, by: u8 },
    Tripped { seat: Seat, boots: u8 },
    Drained { hero: Hero, by: u8 },
    Fumbled { hero: Hero, card: Card },
    Chewed { hero: Hero, card: Card },
    Milled { hero: Hero, card: Card },
    Pilfered { treasure: Treasure },
    Drew { hero: Hero, card: Card },
    DrewUnseen { hero: Hero },
    DrewTop { hero: Hero, card: Card },
    Dug { hero: Hero, card: Card },
    Remade { hero: Hero, left: i8 },
    TurnedUp { hero: Hero, card: Card },
    Left { hero: Hero },
    Played { seat: Seat, card: Card, source: Source, meld: Hero, wild: bool },
    Moved { seat: Seat, card: Card, from: Hero, meld: Hero },
    Swapped { seat: Seat, card: Card, meld: Hero, other: Card, with: Hero },
    TokenSpent { hero: Hero },
    Healed { hero: Hero, by: u8, left: i8 },
    Gained { hero: Hero, tokens: u8 },
    Used { seat: Seat, treasure: Treasure, hero: Option<Hero> },
    Attacked { seat: Seat, hero: Hero, cards: u8, wilds: u8, met: bool, damage: u8, mana: u8, gained: u8 },
    MonsterHurt { monster: Monster, by: u8, left: u8 },
    PhaseBeaten { monster: Monster, phase: u8, health: u8 },
    Defeated { monster: Monster },
    Looted { treasure: Treasure },
    Discarded { seat: Seat, card: Card },
    Bursts { cards: u8, monsters: u8 },
    Blast { shares: [u8; 4] },
    Cleared,
    Won { boss: Monster },
    TorchesOut,
}
