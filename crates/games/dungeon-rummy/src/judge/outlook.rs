//! The worth of a position, and how promising moves look.
//!
//! The worth is the chance to win, computed from a sum over the opponents still to beat and the
//! party's means. The weights best predict, at the beginning of turns, the ends of matches in which
//! all play by the reference policy. The matches are of all levels, with one to four players.

use super::{LONG as LONG_MELD, Policy};
use crate::{
    Action, Card, DungeonRummy, Hero, Laid, Meld, Monster,
    content::{BLAST, CANASTA, Tier},
    state::{End, Pending},
};

/// For each point of health of the phases to come, the bosses' among them.
const TO_BEAT: f32 = -0.068;
/// For each monster ahead, by its tier.
const AHEAD: [f32; 3] = [-0.3, -0.6, -0.6];
/// For each point of a monster's rage.
const RAGE: f32 = -0.19;
/// For each point of health: Lily's, each other hero's, and the weakest of the others' again.
const HEALTH: [f32; 3] = [0.055, 0.08, 0.045];
/// For each of the others with low health, and for Lily with low health.
const FRAIL: f32 = -0.25;
/// The limits of low health: Lily's, then the others'.
const LITTLE: [i8; 2] = [8, 5];
/// For each token, by hero.
const TOKENS: [f32; 4] = [0.02, 0.02, 0.05, 0.03];
/// For the policy's worth of the melds.
const MELDS: f32 = 0.06;
/// For each meld that one or two cards make a canasta.
const LONG: f32 = 0.2;
/// For each card in a hand.
const HELD: f32 = 0.1;
/// For each treasure.
const TREASURE: f32 = 0.085;
/// For each card in the graveyard.
const BURIED: f32 = -0.08;
/// The start, by players.
const START: [f32; 4] = [-0.25, -0.8, -2.1, -2.9];

/// The worth of the position, from 0 (lost) to 1 (won).
pub(super) fn worth(game: &DungeonRummy) -> f32 {
    match game.pending {
        Pending::Over(End::Won) => 1.0,
        Pending::Over(_) => 0.0,
        _ => {
            let ahead = START[usize::from(game.seats) - 1] + task(game) + party(game) + table(game);
            1.0 / (1.0 + libm::expf(-ahead))
        }
    }
}

/// The part for the opponents still to beat.
fn task(game: &DungeonRummy) -> f32 {
    let (foe, level) = (game.foe, f32::from(game.level.boss_health()));
    let health = |monster: Monster, from: usize| -> f32 {
        let more = if monster.tier() == Tier::Boss { level } else { 0.0 };
        monster.phases()[from..].iter().map(|phase| f32::from(phase.health) + more).sum()
    };
    let boss = if foe.monster.tier() == Tier::Boss { 0.0 } else { health(game.boss, 0) };
    let here = health(foe.monster, foe.phase.into()) - f32::from(foe.damage);
    let ahead: f32 = game.ahead().iter().map(|tier| AHEAD[usize::from(tier.number()) - 1]).sum();
    TO_BEAT * (here + boss) + ahead + RAGE * f32::from(foe.rage)
}

/// The part for the state of the heroes.
fn party(game: &DungeonRummy) -> f32 {
    let health = |hero: Hero| game.hero(hero).hp;
    let others = [Hero::Bob, Hero::Oakie, Hero::Milton].map(health);
    let weakest = others.iter().copied().min().unwrap_or_default();
    let frail = others.iter().filter(|hp| **hp <= LITTLE[1]).count() + usize::from(health(Hero::Lily) <= LITTLE[0]);
    let tokens: f32 = Hero::ALL.iter().map(|hero| TOKENS[*hero as usize] * f32::from(game.hero(*hero).tokens)).sum();
    HEALTH[0] * f32::from(health(Hero::Lily))
        + HEALTH[1] * others.iter().map(|hp| f32::from(*hp)).sum::<f32>()
        + HEALTH[2] * f32::from(weakest)
        + FRAIL * frail as f32
        + tokens
}

/// The part for the cards on the table and in the hands.
fn table(game: &DungeonRummy) -> f32 {
    let policy = Policy { game, hero: Hero::Lily, moves: &[], long: LONG_MELD };
    let meld = |hero: Hero| {
        let meld = &game.hero(hero).meld;
        let long = if (CANASTA - 2..CANASTA).contains(&meld.len()) { LONG } else { 0.0 };
        MELDS * policy.worth(meld) + long + HELD * game.hero(hero).hand.len() as f32
    };
    let melds: f32 = Hero::ALL.into_iter().map(meld).sum();
    melds + TREASURE * game.stash.len() as f32 + BURIED * game.buried() as f32
}

impl Policy<'_> {
    /// The rough gain of a move for melds and hand; 0 if it changes neither.
    pub(super) fn gain(&self, action: &Action) -> f32 {
        let game = self.game;
        match *action {
            Action::Play { card, meld, pos, wild } => self.placed(card, meld, pos, wild),
            Action::PlayTop { hero, meld, pos, wild } => {
                game.hero(hero).top.map_or(0.0, |card| self.placed(card, meld, pos, wild))
            }
            Action::Place { meld, pos, wild } => match game.pending {
                Pending::Flip { hero } => game.hero(hero).top.map_or(0.0, |card| self.placed(card, meld, pos, wild)),
                _ => 0.0,
            },
            Action::Move { from, idx, meld, pos } => {
                let (mut here, mut there) = (game.hero(from).meld, game.hero(meld).meld);
                let card = here.remove(idx.into());
                there.insert(pos.into(), card);
                self.change([(from, here), (meld, there)])
            }
            Action::Swap { meld, idx, with, with_idx } => {
                let (mut one, mut other) = (game.hero(meld).meld, game.hero(with).meld);
                let card = one.replace(idx.into(), other.cards()[usize::from(with_idx)]);
                other.replace(with_idx.into(), card);
                self.change([(meld, one), (with, other)])
            }
            Action::Attack { meld } => {
                let strike = game.strike(meld);
                match strike.met {
                    true if strike.damage >= self.left() => 2.0,
                    true => 0.1 * f32::from(strike.damage),
                    false => -2.0,
                }
            }
            Action::Draw => 1.0,
            Action::Dig { card } | Action::Salvage { card } | Action::TokenDig { card, .. } => {
                0.5 * self.use_of(card) - 0.5
            }
            Action::Discard { card } => -self.use_of(card),
            Action::Blast { hero, n } => -0.5 * f32::from(n.abs_diff(self.share(hero).min(BLAST))),
            _ => 0.0,
        }
    }

    /// The gain of a card for a meld, less the price of a token that makes it wild.
    fn placed(&self, card: Card, hero: Hero, pos: u8, wild: bool) -> f32 {
        let before = &self.game.hero(hero).meld;
        let mut after = *before;
        after.insert(pos.into(), Laid::new(card, wild));
        self.worth(&after) - self.worth(before) - if wild { 0.5 } else { 0.0 }
    }

    fn change(&self, after: [(Hero, Meld); 2]) -> f32 {
        after.iter().map(|(hero, meld)| self.worth(meld) - self.worth(&self.game.hero(*hero).meld)).sum()
    }
}
