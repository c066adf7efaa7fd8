//! Enemies: their health, dice, pictures and words.

use kernel::{Die, Icon, Picture, Rank};
use serde::Serialize;
use text::{Text, text};

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
    pub const fn attack(self) -> Die {
        match self {
            EnemyKind::Monster => Die::D6,
            EnemyKind::Miniboss => Die::D8,
            EnemyKind::Boss => Die::D10,
        }
    }

    /// Its defense die.
    pub const fn defense(self) -> Die {
        match self {
            EnemyKind::Monster => Die::D4,
            EnemyKind::Miniboss | EnemyKind::Boss => Die::D6,
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
    pub const fn picture(self, card: Option<Rank>) -> Picture {
        Picture(match (self, card) {
            (EnemyKind::Boss, _) => "rogue-ascension/boss",
            (EnemyKind::Miniboss, _) => "rogue-ascension/miniboss",
            (EnemyKind::Monster, Some(Rank::Two)) => "rogue-ascension/rat",
            (EnemyKind::Monster, Some(Rank::Three)) => "rogue-ascension/bat",
            (EnemyKind::Monster, Some(Rank::Four)) => "rogue-ascension/imp",
            (EnemyKind::Monster, Some(Rank::Five)) => "common/goblin",
            (EnemyKind::Monster, Some(Rank::Six)) => "common/skeleton",
            (EnemyKind::Monster, Some(Rank::Seven)) => "rogue-ascension/ghoul",
            (EnemyKind::Monster, Some(Rank::Eight)) => "common/orc",
            (EnemyKind::Monster, Some(Rank::Nine)) => "common/troll",
            (EnemyKind::Monster, _) => "rogue-ascension/ogre",
        })
    }

    /// Its name, by its card; the name changes nothing.
    pub const fn name(self, card: Option<Rank>) -> Text {
        match (self, card) {
            (EnemyKind::Boss, _) => text!("boss"),
            (EnemyKind::Miniboss, _) => text!("miniboss"),
            (EnemyKind::Monster, Some(Rank::Two)) => text!("rat"),
            (EnemyKind::Monster, Some(Rank::Three)) => text!("bat"),
            (EnemyKind::Monster, Some(Rank::Four)) => text!("imp"),
            (EnemyKind::Monster, Some(Rank::Five)) => text!("goblin"),
            (EnemyKind::Monster, Some(Rank::Six)) => text!("skeleton"),
            (EnemyKind::Monster, Some(Rank::Seven)) => text!("ghoul"),
            (EnemyKind::Monster, Some(Rank::Eight)) => text!("orc"),
            (EnemyKind::Monster, Some(Rank::Nine)) => text!("troll"),
            (EnemyKind::Monster, Some(Rank::Ten)) => text!("ogre"),
            (EnemyKind::Monster, _) => text!("monster"),
        }
    }

    /// Its name within a sentence about an enemy mentioned before.
    pub const fn the(self, card: Option<Rank>) -> Text {
        match (self, card) {
            (EnemyKind::Boss, _) => text!("the boss"),
            (EnemyKind::Miniboss, _) => text!("the miniboss"),
            (EnemyKind::Monster, Some(Rank::Two)) => text!("the rat"),
            (EnemyKind::Monster, Some(Rank::Three)) => text!("the bat"),
            (EnemyKind::Monster, Some(Rank::Four)) => text!("the imp"),
            (EnemyKind::Monster, Some(Rank::Five)) => text!("the goblin"),
            (EnemyKind::Monster, Some(Rank::Six)) => text!("the skeleton"),
            (EnemyKind::Monster, Some(Rank::Seven)) => text!("the ghoul"),
            (EnemyKind::Monster, Some(Rank::Eight)) => text!("the orc"),
            (EnemyKind::Monster, Some(Rank::Nine)) => text!("the troll"),
            (EnemyKind::Monster, Some(Rank::Ten)) => text!("the ogre"),
            (EnemyKind::Monster, _) => text!("the monster"),
        }
    }

    /// Its name within a sentence that mentions it first.
    pub const fn a(self, card: Option<Rank>) -> Text {
        match (self, card) {
            (EnemyKind::Boss, _) => text!("a boss"),
            (EnemyKind::Miniboss, _) => text!("a miniboss"),
            (EnemyKind::Monster, Some(Rank::Two)) => text!("a rat"),
            (EnemyKind::Monster, Some(Rank::Three)) => text!("a bat"),
            (EnemyKind::Monster, Some(Rank::Four)) => text!("an imp"),
            (EnemyKind::Monster, Some(Rank::Five)) => text!("a goblin"),
            (EnemyKind::Monster, Some(Rank::Six)) => text!("a skeleton"),
            (EnemyKind::Monster, Some(Rank::Seven)) => text!("a ghoul"),
            (EnemyKind::Monster, Some(Rank::Eight)) => text!("an orc"),
            (EnemyKind::Monster, Some(Rank::Nine)) => text!("a troll"),
            (EnemyKind::Monster, Some(Rank::Ten)) => text!("an ogre"),
            (EnemyKind::Monster, _) => text!("a monster"),
        }
    }

    /// Its words, by its card: when it shows up, when it has the better of a hero, and when it is
    /// badly hurt. They change nothing.
    pub const fn words(self, card: Option<Rank>) -> [Text; 3] {
        match (self, card) {
            (EnemyKind::Boss, _) => [
                text!("You took the stairs. How quaint."),
                text!("It was a good climb. Up to here."),
                text!("Remarkable. Nobody has done that."),
            ],
            (EnemyKind::Miniboss, _) => [
                text!("The big one is upstairs. I am enough."),
                text!("Remember this landing. You end here."),
                text!("I shall be promoted for this."),
            ],
            (EnemyKind::Monster, Some(Rank::Two)) => [text!("Squeak?"), text!("Squeak!"), text!("Squeak …")],
            (EnemyKind::Monster, Some(Rank::Three)) => [
                text!("Upside down you look fine."),
                text!("Hang up your sword. Like me."),
                text!("My wing. I need that one."),
            ],
            (EnemyKind::Monster, Some(Rank::Four)) => {
                [text!("There is a toll. Since just now."), text!("Hee, hee, hee."), text!("Not the tail!")]
            }
            (EnemyKind::Monster, Some(Rank::Five)) => {
                [text!("Staff only."), text!("Sign here for the damage."), text!("I only work here!")]
            }
            (EnemyKind::Monster, Some(Rank::Six)) => [
                text!("I have a bone to pick with you."),
                text!("Soon you will be as light as I am."),
                text!("I want that rib back."),
            ],
            (EnemyKind::Monster, Some(Rank::Seven)) => {
                [text!("You smell fresh."), text!("Tender."), text!("I was dead before. One gets over it.")]
            }
            (EnemyKind::Monster, Some(Rank::Eight)) => [
                text!("At last. You are nearly my size."),
                text!("Do they send no more of you?"),
                text!("Good blow. I shall keep the scar."),
            ],
            (EnemyKind::Monster, Some(Rank::Nine)) => {
                [text!("Wait. I think. No."), text!("Small. Crunchy."), text!("Ow. When was that?")]
            }
            (EnemyKind::Monster, _) => [
                text!("You are standing in my kitchen."),
                text!("Do you come with a side dish?"),
                text!("That was my good eye."),
            ],
        }
    }
}
