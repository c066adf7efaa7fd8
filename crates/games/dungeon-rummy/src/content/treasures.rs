//! The treasures and their effects.

use kernel::{Card as Kind, Picture};
use text::Text;

use super::set::{CardSet, TreasureCard};

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

/// A treasure; there is one of each. The order is that of the file.
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

    #[inline]
    fn data(self) -> &'static TreasureCard {
        &CardSet::in_force().treasures[self as usize]
    }

    /// The name: `Lukewarm Tea`.
    pub fn name(self) -> Text {
        self.data().name
    }

    /// Its drawing.
    pub fn picture(self) -> Picture {
        self.data().picture
    }

    /// The line below the name.
    pub fn line(self) -> Text {
        self.data().line
    }

    /// The effect of the treasure.
    #[inline]
    pub fn effect(self) -> Effect {
        self.data().effect
    }

    /// Whether the player names a hero with it.
    #[inline]
    pub fn names_a_hero(self) -> bool {
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
