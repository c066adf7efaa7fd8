//! The treasures and their effects.

use kernel::{Card as Kind, Picture};
use text::{Text, text};

/// The effect of a treasure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A hero regains this much.
    Heal(u8),
    /// Every hero regains this much.
    HealAll(u8),
    /// A hero gains this many tokens.
    Tokens(u8),
    /// The active hero draws this many cards.
    Draw(u8),
    /// Every played hero draws this many cards.
    DrawAll(u8),
    /// The next attack of a monster does not happen.
    Dodge,
    /// All boots are ready.
    Lace,
    /// This much more damage by the next attack of this turn.
    Sharpen(u8),
    /// The next attack of this turn meets any guard.
    Pierce,
    /// This much damage, whatever the guard.
    Strike(u8),
    /// The graveyard is cleared, without damage.
    Compost,
    /// Up to this many cards of the graveyard into the active hand.
    Salvage(u8),
    /// The next wild of this turn costs no token.
    Forge,
    /// The next move of this turn costs no boot.
    Tug,
    /// The next swap of this turn costs no boots.
    Juggle,
}

/// Declares the treasures, one a line: its name in the code, its id, which is also that of its
/// drawing, its name, the line below, and its effect.
macro_rules! treasures {
    ($($treasure:ident = $id:literal: $name:expr, $line:expr, $effect:expr;)+) => {
        /// A treasure; there is one of each.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Treasure {
            $($treasure),+
        }

        impl Treasure {
            /// All of them.
            pub const ALL: [Treasure; [$($id),+].len()] = [$(Treasure::$treasure),+];
        }

        static TREASURES: [TreasureData; [$($id),+].len()] = {
            use Effect::*;
            [$(TreasureData {
                id: $id,
                picture: Picture(concat!("dungeon-rummy/", $id)),
                name: $name,
                line: $line,
                effect: $effect,
            }),+]
        };
    };
}

treasures! {
    LukewarmTea = "lukewarm-tea": text!("Lukewarm Tea"), text!("It helps. Nobody knows why."), Heal(4);
    SecondHandBandage = "second-hand-bandage": text!("Second-Hand Bandage"), text!("Washed. Probably."), Heal(6);
    PicnicHamper = "picnic-hamper": text!("Picnic Hamper"), text!("Sandwiches for everyone, including the companions."), HealAll(2);
    BorrowedUmbrella = "borrowed-umbrella": text!("Borrowed Umbrella"), text!("The monster waits for the rain to stop."), Dodge;
    SpareBootlaces = "spare-bootlaces": text!("Spare Bootlaces"), text!("One size fits most."), Lace;
    AdequateWhetstone = "adequate-whetstone": text!("Whetstone of Adequacy"), text!("Does what it says."), Sharpen(3);
    BoneKey = "bone-key": text!("Skeleton Key (Still Attached)"), text!("Opens any argument."), Pierce;
    ThrowingAnvil = "throwing-anvil": text!("Throwing Anvil"), text!("Aim is optional."), Strike(5);
    JarOfBees = "jar-of-bees": text!("Jar of Indignant Bees"), text!("They have had a long day."), Strike(3);
    ManaMarmalade = "mana-marmalade": text!("Mana Marmalade"), text!("Spread thinly."), Tokens(2);
    BottledApplause = "bottled-applause": text!("Bottled Applause"), text!("For the hero who needs it."), Tokens(3);
    InstantNoodles = "instant-noodles": text!("Instant Noodles of Insight"), text!("Enlightenment in three minutes."), Draw(2);
    TownCrierBell = "town-crier-bell": text!("Town Crier's Bell"), text!("Everybody pays attention for a moment."), DrawAll(1);
    GraveMulch = "grave-mulch": text!("Grave Mulch"), text!("The roses will be lovely."), Compost;
    NecromancerCard = "necromancer-card": text!("Polite Necromancer's Card"), text!("He calls before he raises."), Salvage(2);
    ForgedPapers = "forged-papers": text!("Forged Papers"), text!("Says here that this is a nine."), Forge;
    StickyGloves = "sticky-gloves": text!("Sticky Gloves"), text!("Moves things along."), Tug;
    JugglersManual = "jugglers-manual": text!("Juggler's Manual, Vol. 2"), text!("Volume 1 is still in the air."), Juggle;
}

struct TreasureData {
    id: &'static str,
    picture: Picture,
    name: Text,
    line: Text,
    effect: Effect,
}

impl Treasure {
    const fn data(self) -> &'static TreasureData {
        &TREASURES[self as usize]
    }

    /// The name: `Lukewarm Tea`.
    pub const fn name(self) -> Text {
        self.data().name
    }

    /// Its drawing.
    pub const fn picture(self) -> Picture {
        self.data().picture
    }

    /// The line below the name.
    pub const fn line(self) -> Text {
        self.data().line
    }

    /// The effect of the treasure.
    #[inline]
    pub const fn effect(self) -> Effect {
        self.data().effect
    }

    /// Whether the player names a hero with it.
    #[inline]
    pub const fn names_a_hero(self) -> bool {
        matches!(self.effect(), Effect::Heal(_) | Effect::Tokens(_))
    }
}

impl Kind for Treasure {
    const KINDS: usize = Treasure::ALL.len();

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Treasure::ALL[index]
    }

    fn code(self) -> &'static str {
        self.data().id
    }

    fn title(self) -> Option<Text> {
        Some(self.name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.picture())
    }
}

kernel::serde_by_code!(Treasure);
