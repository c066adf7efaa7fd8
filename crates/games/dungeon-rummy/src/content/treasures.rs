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

/// A treasure; there is one of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Treasure {
    LukewarmTea,
    SecondHandBandage,
    PicnicHamper,
    BorrowedUmbrella,
    SpareBootlaces,
    AdequateWhetstone,
    BoneKey,
    ThrowingAnvil,
    JarOfBees,
    ManaMarmalade,
    BottledApplause,
    InstantNoodles,
    TownCrierBell,
    GraveMulch,
    NecromancerCard,
    ForgedPapers,
    StickyGloves,
    JugglersManual,
}

struct TreasureData {
    id: &'static str,
    picture: Picture,
    name: Text,
    line: Text,
    effect: Effect,
}

impl Treasure {
    /// All of them.
    pub const ALL: [Treasure; 18] = [
        Treasure::LukewarmTea,
        Treasure::SecondHandBandage,
        Treasure::PicnicHamper,
        Treasure::BorrowedUmbrella,
        Treasure::SpareBootlaces,
        Treasure::AdequateWhetstone,
        Treasure::BoneKey,
        Treasure::ThrowingAnvil,
        Treasure::JarOfBees,
        Treasure::ManaMarmalade,
        Treasure::BottledApplause,
        Treasure::InstantNoodles,
        Treasure::TownCrierBell,
        Treasure::GraveMulch,
        Treasure::NecromancerCard,
        Treasure::ForgedPapers,
        Treasure::StickyGloves,
        Treasure::JugglersManual,
    ];

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

static TREASURES: [TreasureData; 18] = [
    TreasureData {
        id: "lukewarm-tea",
        picture: Picture("dungeon-rummy/lukewarm-tea"),
        name: text!("Lukewarm Tea"),
        line: text!("It helps. Nobody knows why."),
        effect: Effect::Heal(4),
    },
    TreasureData {
        id: "second-hand-bandage",
        picture: Picture("dungeon-rummy/second-hand-bandage"),
        name: text!("Second-Hand Bandage"),
        line: text!("Washed. Probably."),
        effect: Effect::Heal(6),
    },
    TreasureData {
        id: "picnic-hamper",
        picture: Picture("dungeon-rummy/picnic-hamper"),
        name: text!("Picnic Hamper"),
        line: text!("Sandwiches for everyone, including the companions."),
        effect: Effect::HealAll(2),
    },
    TreasureData {
        id: "borrowed-umbrella",
        picture: Picture("dungeon-rummy/borrowed-umbrella"),
        name: text!("Borrowed Umbrella"),
        line: text!("The monster waits for the rain to stop."),
        effect: Effect::Dodge,
    },
    TreasureData {
        id: "spare-bootlaces",
        picture: Picture("dungeon-rummy/spare-bootlaces"),
        name: text!("Spare Bootlaces"),
        line: text!("One size fits most."),
        effect: Effect::Lace,
    },
    TreasureData {
        id: "adequate-whetstone",
        picture: Picture("dungeon-rummy/adequate-whetstone"),
        name: text!("Whetstone of Adequacy"),
        line: text!("Does what it says."),
        effect: Effect::Sharpen(3),
    },
    TreasureData {
        id: "bone-key",
        picture: Picture("dungeon-rummy/bone-key"),
        name: text!("Skeleton Key (Still Attached)"),
        line: text!("Opens any argument."),
        effect: Effect::Pierce,
    },
    TreasureData {
        id: "throwing-anvil",
        picture: Picture("dungeon-rummy/throwing-anvil"),
        name: text!("Throwing Anvil"),
        line: text!("Aim is optional."),
        effect: Effect::Strike(5),
    },
    TreasureData {
        id: "jar-of-bees",
        picture: Picture("dungeon-rummy/jar-of-bees"),
        name: text!("Jar of Indignant Bees"),
        line: text!("They have had a long day."),
        effect: Effect::Strike(3),
    },
    TreasureData {
        id: "mana-marmalade",
        picture: Picture("dungeon-rummy/mana-marmalade"),
        name: text!("Mana Marmalade"),
        line: text!("Spread thinly."),
        effect: Effect::Tokens(2),
    },
    TreasureData {
        id: "bottled-applause",
        picture: Picture("dungeon-rummy/bottled-applause"),
        name: text!("Bottled Applause"),
        line: text!("For the hero who needs it."),
        effect: Effect::Tokens(3),
    },
    TreasureData {
        id: "instant-noodles",
        picture: Picture("dungeon-rummy/instant-noodles"),
        name: text!("Instant Noodles of Insight"),
        line: text!("Enlightenment in three minutes."),
        effect: Effect::Draw(2),
    },
    TreasureData {
        id: "town-crier-bell",
        picture: Picture("dungeon-rummy/town-crier-bell"),
        name: text!("Town Crier's Bell"),
        line: text!("Everybody pays attention for a moment."),
        effect: Effect::DrawAll(1),
    },
    TreasureData {
        id: "grave-mulch",
        picture: Picture("dungeon-rummy/grave-mulch"),
        name: text!("Grave Mulch"),
        line: text!("The roses will be lovely."),
        effect: Effect::Compost,
    },
    TreasureData {
        id: "necromancer-card",
        picture: Picture("dungeon-rummy/necromancer-card"),
        name: text!("Polite Necromancer's Card"),
        line: text!("He calls before he raises."),
        effect: Effect::Salvage(2),
    },
    TreasureData {
        id: "forged-papers",
        picture: Picture("dungeon-rummy/forged-papers"),
        name: text!("Forged Papers"),
        line: text!("Says here that this is a nine."),
        effect: Effect::Forge,
    },
    TreasureData {
        id: "sticky-gloves",
        picture: Picture("dungeon-rummy/sticky-gloves"),
        name: text!("Sticky Gloves"),
        line: text!("Moves things along."),
        effect: Effect::Tug,
    },
    TreasureData {
        id: "jugglers-manual",
        picture: Picture("dungeon-rummy/jugglers-manual"),
        name: text!("Juggler's Manual, Vol. 2"),
        line: text!("Volume 1 is still in the air."),
        effect: Effect::Juggle,
    },
];
