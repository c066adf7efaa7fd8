//! The monsters of three tiers and the bosses.

use kernel::Picture;
use text::text;

use super::monsters::{Guard, MonsterData, Phase, SideEffect, Target, Tier};

/// Declares the monsters: the name in the code, the id, which is also that of the drawing, the
/// name, the line below, the tier and the chests. A phase has its health, guard, hits and effects.
macro_rules! monsters {
    ($(
        $monster:ident = $id:literal: $name:expr, $line:expr, $tier:expr, $chests:literal
        $(phase($health:literal, [$($guard:expr),*], [$($hit:expr),*], [$($effect:expr),*]))+;
    )+) => {
        /// A monster or a boss.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Monster {
            $($monster),+
        }

        impl Monster {
            /// All of them: by tier, the bosses last.
            pub const ALL: [Monster; [$($id),+].len()] = [$(Monster::$monster),+];
        }

        /// The monsters, by [`Monster`].
        pub(super) static MONSTERS: [MonsterData; [$($id),+].len()] = {
            use {Guard::*, SideEffect::*, Target::*, Tier::*};
            [$(MonsterData {
                id: $id,
                picture: Picture(concat!("dungeon-rummy/", $id)),
                name: $name,
                line: $line,
                tier: $tier,
                chests: $chests,
                phases: &[$(Phase {
                    health: $health,
                    guard: &[$($guard),*],
                    hits: &[$($hit),*],
                    effects: &[$($effect),*],
                }),+],
            }),+]
        };
    };
}

monsters! {
    SockGolem = "sock-golem": text!("Damp Sock Golem"),
        text!("Assembled from the left ones. Slaps."), One, 1
        phase(10, [], [(Focus, 3)], []);
    GoblinIntern = "goblin-intern": text!("Goblin Intern"),
        text!("Unpaid, and ties your laces together while taking notes."), One, 1
        phase(10, [], [(Focus, 2)], [Trip(1)]);
    OverdueLibrarian = "overdue-librarian": text!("Overdue Librarian"),
        text!("Accepts returns in complete sets only."), One, 1
        phase(4, [Set], [(Focus, 2)], []);
    HauntedTeapot = "haunted-teapot": text!("Mildly Haunted Teapot"),
        text!("Short, stout, and scalding whoever sits next to you as well."), One, 1
        phase(9, [Min(4)], [(Focus, 2), (Next, 1)], []);
    ModerateRat = "moderate-rat": text!("Giant Rat of Moderate Size"),
        text!("The bards made it bigger. Gnaws at whoever looks worst, and at your cards."), One, 1
        phase(10, [], [(Weakest, 2)], [Mill(Active, 1)]);
    SkeletonChoir = "skeleton-choir": text!("Skeleton Choir"),
        text!("Respects nothing but a proper scale."), Two, 1
        phase(14, [Run], [(Focus, 4)], []);
    MimicWardrobe = "mimic-wardrobe": text!("Mimic Wardrobe"),
        text!("Eats what you leave lying on the table."), Two, 1
        phase(14, [], [(Focus, 3)], [Chew(Focus, 1)]);
    TaxWraith = "tax-wraith": text!("Tax Wraith"),
        text!("Unmoved unless some magic was declared."), Two, 1
        phase(13, [Mana(2)], [(Focus, 3)], [Drain(Richest, 1)]);
    AmbitiousSlime = "ambitious-slime": text!("Slime with Ambition"),
        text!("Closes its wounds and calls it personal growth."), Two, 1
        phase(15, [], [(Focus, 4)], [Mend(1)]);
    BatCommittee = "bat-committee": text!("Bat Committee"),
        text!("Needs a quorum of four before it hears you at all."), Two, 1
        phase(13, [Min(4)], [(Focus, 3), (Weakest, 1)], []);
    TrollRenovation = "troll-renovation": text!("Troll Under Renovation"),
        text!("Dusty, half-painted, regrows its own plaster."), Three, 2
        phase(19, [], [(Focus, 5)], [Mend(1)]);
    LostMinotaur = "lost-minotaur": text!("Lost Minotaur"),
        text!("Will not ask for directions. Angrier at every corner."), Three, 2
        phase(20, [], [(Focus, 3)], [Rage(1)]);
    GargoyleNotary = "gargoyle-notary": text!("Gargoyle Notary"),
        text!("Originals only; no forgeries, no substitutes. Confiscates a document."), Three, 2
        phase(14, [Pure], [(Focus, 4)], [Fumble(1)]);
    CursedOrchestra = "cursed-orchestra": text!("Cursed Orchestra"),
        text!("Plays for everybody. Listens only to three parts or more."), Three, 2
        phase(16, [Suits(3)], [(All, 1)], [Mill(Active, 1)]);
    TwoHeadedOgre = "two-headed-ogre": text!("Two-Headed Ogre, Not on Speaking Terms"),
        text!("The left head talks in sets, the right one in runs."), Three, 2
        phase(6, [Set], [(Focus, 4)], [])
        phase(12, [Run], [(Toughest, 3), (Weakest, 2)], []);
    Landlord = "landlord": text!("The Landlord"),
        text!("Owns the dungeon, the torches, and by contract your deposit."), Boss, 0
        phase(15, [], [(Focus, 3)], [Drain(Richest, 1)])
        phase(17, [Min(4)], [(Focus, 3), (Next, 1)], [Pilfer(1)])
        phase(16, [Mana(2)], [(Focus, 2), (All, 1)], []);
    Gorgon = "gorgon": text!("Grandmother Gorgon"),
        text!("Hosts the bridge evening. Snakes in her hair, tongs in her hand."), Boss, 0
        phase(4, [Set], [(Focus, 3)], [])
        phase(18, [Run], [(Focus, 4)], [Chew(Focus, 1)])
        phase(16, [Min(5)], [(Focus, 4)], []);
    Lich = "lich": text!("The Lich of Customer Service"),
        text!("Your complaint is important to him. Please hold for eternity."), Boss, 0
        phase(15, [], [(Focus, 3)], [Trip(1)])
        phase(16, [Mana(2)], [(Focus, 3)], [Fumble(1)])
        phase(15, [Pure], [(Focus, 4), (Weakest, 1)], []);
    Dragon = "dragon": text!("Dragon of the Lower Shelf"),
        text!("Sleeps on the lower shelf, behind the good biscuits."), Boss, 0
        phase(19, [], [(Focus, 4)], [])
        phase(18, [Run], [(Focus, 3)], [Rage(1)])
        phase(7, [Canasta], [(Focus, 2), (All, 1)], []);
}
