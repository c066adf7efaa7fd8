//! What a monster is made of: tiers, targets, guards, side effects and phases.

use kernel::{Card as Kind, Picture};
use text::Text;

use super::bestiary::MONSTERS;

/// How strong a monster is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Tier {
    One,
    Two,
    Three,
    Boss,
}

impl Tier {
    /// 1, 2 or 3; a boss is beyond them.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// Which heroes a word means. Health and tokens are those of the moment in which it is looked at, and ties go by party
/// order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Whom the monster goes for this turn.
    Focus,
    /// The hero after that one in party order.
    Next,
    /// Whose turn it is.
    Active,
    /// Everybody.
    All,
    /// Who has the least health.
    Weakest,
    /// Who has the most health.
    Toughest,
    /// Who has the most tokens.
    Richest,
}

/// What a meld must be to hurt a monster; of several, all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    /// A run.
    Run,
    /// A set.
    Set,
    /// So many cards at least.
    Min(u8),
    /// Without a wild.
    Pure,
    /// So many different suits at least.
    Suits(u8),
    /// So many diamonds at least on cards that are not marked.
    Mana(u8),
    /// A canasta.
    Canasta,
}

/// What a monster does after its hits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SideEffect {
    /// Its later attacks hit the focus hero harder by so much.
    Rage(u8),
    /// So much damage on the phase is gone.
    Mend(u8),
    /// So many boots stay exhausted this turn.
    Trip(u8),
    /// So many tokens are lost.
    Drain(Target, u8),
    /// So many random cards of the active hand go to the graveyard.
    Fumble(u8),
    /// So many cards from the right end of the meld go to the graveyard.
    Chew(Target, u8),
    /// So many cards of the deck go to the graveyard.
    Mill(Target, u8),
    /// So many random treasures are gone.
    Pilfer(u8),
}

/// A part of a monster that is beaten by itself (R42).
#[derive(Debug)]
pub struct Phase {
    /// Damage that it takes, without what the level adds.
    pub health: u8,
    /// What a meld must be to hurt it.
    pub guard: &'static [Guard],
    /// Whom it hits for how much.
    pub hits: &'static [(Target, u8)],
    /// What happens then.
    pub effects: &'static [SideEffect],
}

/// A monster or a boss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Monster {
    SockGolem,
    GoblinIntern,
    OverdueLibrarian,
    HauntedTeapot,
    ModerateRat,
    SkeletonChoir,
    MimicWardrobe,
    TaxWraith,
    AmbitiousSlime,
    BatCommittee,
    TrollRenovation,
    LostMinotaur,
    GargoyleNotary,
    CursedOrchestra,
    TwoHeadedOgre,
    Landlord,
    Gorgon,
    Lich,
    Dragon,
}

/// An entry of the bestiary.
pub(super) struct MonsterData {
    pub(super) id: &'static str,
    pub(super) picture: Picture,
    pub(super) name: Text,
    pub(super) line: Text,
    pub(super) tier: Tier,
    pub(super) chests: u8,
    pub(super) phases: &'static [Phase],
}

impl Monster {
    /// All of them: by tier, the bosses last.
    pub const ALL: [Monster; 19] = [
        Monster::SockGolem,
        Monster::GoblinIntern,
        Monster::OverdueLibrarian,
        Monster::HauntedTeapot,
        Monster::ModerateRat,
        Monster::SkeletonChoir,
        Monster::MimicWardrobe,
        Monster::TaxWraith,
        Monster::AmbitiousSlime,
        Monster::BatCommittee,
        Monster::TrollRenovation,
        Monster::LostMinotaur,
        Monster::GargoyleNotary,
        Monster::CursedOrchestra,
        Monster::TwoHeadedOgre,
        Monster::Landlord,
        Monster::Gorgon,
        Monster::Lich,
        Monster::Dragon,
    ];

    const fn data(self) -> &'static MonsterData {
        &MONSTERS[self as usize]
    }

    /// The name: `Damp Sock Golem`.
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

    /// How strong it is.
    pub const fn tier(self) -> Tier {
        self.data().tier
    }

    /// Treasures to be looted.
    pub const fn chests(self) -> u8 {
        self.data().chests
    }

    /// Its phases, in the order in which they are beaten.
    #[inline]
    pub const fn phases(self) -> &'static [Phase] {
        self.data().phases
    }
}

impl Kind for Monster {
    const KINDS: usize = Monster::ALL.len();

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Monster::ALL[index]
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

kernel::serde_by_code!(Monster);
