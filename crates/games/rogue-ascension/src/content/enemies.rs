//! Enemies: their health, dice, pictures and words.

use kernel::{Die, Icon, Picture, Rank};
use serde::Serialize;
use text::{Text, text};

use super::set::{CardSet, EnemyCard, Rises};

/// The place of the boss among the enemies: after the monsters of nine ranks and the miniboss.
const BOSS: usize = 10;

/// An enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EnemyKind {
    /// A card from 2 to 10: that much health.
    Monster,
    /// A king.
    Miniboss,
    /// At the top of the tower.
    Boss,
}

impl EnemyKind {
    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            EnemyKind::Monster => "monster",
            EnemyKind::Miniboss => "miniboss",
            EnemyKind::Boss => "boss",
        }
    }

    /// Its attack die.
    #[inline]
    pub fn attack(self) -> Die {
        CardSet::in_force().dice[self as usize].attack
    }

    /// Its defense die.
    #[inline]
    pub fn defense(self) -> Die {
        CardSet::in_force().dice[self as usize].defense
    }

    /// Its entry, by its card; a monster whose card is not known has that of the last one.
    #[inline]
    fn card(self, card: Option<Rank>) -> &'static EnemyCard {
        let place = match (self, card) {
            (EnemyKind::Boss, _) => BOSS,
            (EnemyKind::Miniboss, _) => BOSS - 1,
            (EnemyKind::Monster, Some(rank)) => (rank as usize).min(BOSS - 2),
            (EnemyKind::Monster, None) => BOSS - 2,
        };
        &CardSet::in_force().enemies[place]
    }

    /// Its health, by its card; that of the boss for each hero, without ascension.
    #[inline]
    pub fn health(self, card: Option<Rank>) -> u16 {
        self.card(card).health
    }

    /// More health of the boss for each hero and level of ascension (R25).
    pub(crate) fn health_by_ascension() -> u16 {
        match EnemyKind::Boss.card(None).rises {
            Rises::ByAscension { more } => more,
            Rises::Not {} => 0,
        }
    }

    /// Its sign.
    pub const fn icon(self) -> Icon {
        match self {
            EnemyKind::Monster => Icon::MONSTER,
            EnemyKind::Miniboss => Icon::CROWN,
            EnemyKind::Boss => Icon::BOSS,
        }
    }

    /// Its picture, by its card; the picture changes nothing.
    pub fn picture(self, card: Option<Rank>) -> Picture {
        self.card(card).picture
    }

    /// Whether it is a monster whose card is not known.
    fn is_unnamed(self, card: Option<Rank>) -> bool {
        self == EnemyKind::Monster && card.and_then(Rank::pips).is_none_or(|pips| pips < 2)
    }

    /// Its name, by its card; the name changes nothing.
    pub fn name(self, card: Option<Rank>) -> Text {
        if self.is_unnamed(card) { text!("monster") } else { self.card(card).name }
    }

    /// Its name within a sentence about an enemy mentioned before.
    pub fn the(self, card: Option<Rank>) -> Text {
        if self.is_unnamed(card) { text!("the monster") } else { self.card(card).the }
    }

    /// Its name within a sentence that mentions it first.
    pub fn a(self, card: Option<Rank>) -> Text {
        if self.is_unnamed(card) { text!("a monster") } else { self.card(card).a }
    }

    /// Its words, by its card: when it shows up, when it has the better of a hero, and when it is
    /// badly hurt. They change nothing.
    pub fn words(self, card: Option<Rank>) -> [Text; 3] {
        let card = self.card(card);
        [card.appears, card.ahead, card.hurt]
    }
}
