//! Heroes, monsters, treasures and levels: data only.

use kernel::{Card as Kind, Picture};
use serde::{Deserialize, Serialize};

use crate::Suit;

/// The most health, tokens and cards that the rules speak of.
pub(crate) const MAX_TOKENS: u8 = 7;
/// Cards drawn at the start, and into an empty hand (R7, R58).
pub(crate) const HAND: u8 = 7;
/// From so many cards a meld is a canasta (R36).
pub(crate) const CANASTA: usize = 7;
/// What a canasta adds to damage and to mana (R36).
pub(crate) const CANASTA_BONUS: u8 = 3;
/// Cards that a meld needs to attack with.
pub(crate) const ATTACK: usize = 3;
/// Cards in the graveyard that make it burst, and the damage it does then (R56).
pub(crate) const BLAST: u8 = 7;
/// Turns until the torches go out (R61).
pub(crate) const TORCHES: u8 = 100;
/// Actions in one action phase, its end not counted (R62).
pub(crate) const MAX_ACTIONS: u8 = 200;
/// Health that remaking a deck costs (R59).
pub(crate) const REMAKE: i8 = 2;
/// Boots of each player, by the number of players (R8).
pub(crate) const BOOTS: [u8; 4] = [4, 3, 2, 2];

/// A hero. The order is party order: ties between heroes are settled by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Hero {
    Lily,
    Bob,
    Oakie,
    Milton,
}

/// What a hero is.
struct HeroData {
    id: &'static str,
    picture: Picture,
    name: &'static str,
    class: &'static str,
    health: i8,
    token: &'static str,
    mana: u8,
    suit: Suit,
}

/// R2, R3.
static HEROES: [HeroData; 4] = [
    HeroData {
        id: "lily",
        picture: Picture("dungeon-rummy/lily"),
        name: "Lily",
        class: "barbarian",
        health: 30,
        token: "shield",
        mana: 1,
        suit: Suit::Tank,
    },
    HeroData {
        id: "bob",
        picture: Picture("dungeon-rummy/bob"),
        name: "Bob",
        class: "mage",
        health: 15,
        token: "draw",
        mana: 2,
        suit: Suit::Dealer,
    },
    HeroData {
        id: "oakie",
        picture: Picture("dungeon-rummy/oakie"),
        name: "Oakie",
        class: "cleric",
        health: 15,
        token: "heal",
        mana: 1,
        suit: Suit::Healer,
    },
    HeroData {
        id: "milton",
        picture: Picture("dungeon-rummy/milton"),
        name: "Milton",
        class: "bard",
        health: 15,
        token: "wild",
        mana: 3,
        suit: Suit::Support,
    },
];

impl Hero {
    /// All four, in party order.
    pub const ALL: [Hero; 4] = [Hero::Lily, Hero::Bob, Hero::Oakie, Hero::Milton];

    /// The id: `lily`.
    pub fn id(self) -> &'static str {
        HEROES[self as usize].id
    }

    /// The name: `Lily`.
    pub fn name(self) -> &'static str {
        HEROES[self as usize].name
    }

    /// The drawing.
    pub fn picture(self) -> Picture {
        HEROES[self as usize].picture
    }

    /// What she or he is: `barbarian`.
    pub fn class(self) -> &'static str {
        HEROES[self as usize].class
    }

    /// Full health.
    #[inline]
    pub fn health(self) -> i8 {
        HEROES[self as usize].health
    }

    /// The kind of the tokens: `shield`.
    pub fn token(self) -> &'static str {
        HEROES[self as usize].token
    }

    /// Mana that makes one token (R38).
    #[inline]
    pub fn mana(self) -> u8 {
        HEROES[self as usize].mana
    }

    /// The home suit.
    pub fn suit(self) -> Suit {
        HEROES[self as usize].suit
    }
}

/// How long and how hard the dungeon is (R67).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Level {
    Easy,
    Normal,
    Hard,
    Heroic,
}

impl Level {
    /// The id: `easy`.
    pub const fn id(self) -> &'static str {
        ["easy", "normal", "hard", "heroic"][self as usize]
    }

    /// The name: `Cellar Tour`.
    pub const fn name(self) -> &'static str {
        ["Cellar Tour", "Proper Dungeon", "Bad Idea", "Terrible Idea"][self as usize]
    }

    /// The tiers on the way to the boss.
    pub(crate) const fn tiers(self) -> &'static [Tier] {
        const ONE: Tier = Tier::One;
        const TWO: Tier = Tier::Two;
        const THREE: Tier = Tier::Three;
        match self {
            Level::Easy => &[ONE, ONE, TWO],
            Level::Normal => &[ONE, ONE, TWO, THREE],
            Level::Hard => &[ONE, TWO, TWO, THREE, THREE],
            Level::Heroic => &[TWO, TWO, THREE, THREE, THREE, THREE],
        }
    }

    /// What is added to the health of every phase of the boss.
    pub(crate) const fn boss_health(self) -> u8 {
        [1, 3, 4, 5][self as usize]
    }
}

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

struct MonsterData {
    id: &'static str,
    picture: Picture,
    name: &'static str,
    line: &'static str,
    tier: Tier,
    chests: u8,
    phases: &'static [Phase],
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
    pub const fn name(self) -> &'static str {
        self.data().name
    }

    /// Its drawing.
    pub const fn picture(self) -> Picture {
        self.data().picture
    }

    /// The line below the name.
    pub const fn line(self) -> &'static str {
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
}

kernel::serde_by_code!(Monster);

static MONSTERS: [MonsterData; 19] = [
    MonsterData {
        id: "sock-golem",
        picture: Picture("dungeon-rummy/sock-golem"),
        name: "Damp Sock Golem",
        line: "Assembled from the left ones. Slaps.",
        tier: Tier::One,
        chests: 1,
        phases: &[Phase { health: 10, guard: &[], hits: &[(Target::Focus, 3)], effects: &[] }],
    },
    MonsterData {
        id: "goblin-intern",
        picture: Picture("dungeon-rummy/goblin-intern"),
        name: "Goblin Intern",
        line: "Unpaid, and ties your laces together while taking notes.",
        tier: Tier::One,
        chests: 1,
        phases: &[Phase { health: 10, guard: &[], hits: &[(Target::Focus, 2)], effects: &[SideEffect::Trip(1)] }],
    },
    MonsterData {
        id: "overdue-librarian",
        picture: Picture("dungeon-rummy/overdue-librarian"),
        name: "Overdue Librarian",
        line: "Accepts returns in complete sets only.",
        tier: Tier::One,
        chests: 1,
        phases: &[Phase { health: 4, guard: &[Guard::Set], hits: &[(Target::Focus, 2)], effects: &[] }],
    },
    MonsterData {
        id: "haunted-teapot",
        picture: Picture("dungeon-rummy/haunted-teapot"),
        name: "Mildly Haunted Teapot",
        line: "Short, stout, and scalding whoever sits next to you as well.",
        tier: Tier::One,
        chests: 1,
        phases: &[Phase {
            health: 9,
            guard: &[Guard::Min(4)],
            hits: &[(Target::Focus, 2), (Target::Next, 1)],
            effects: &[],
        }],
    },
    MonsterData {
        id: "moderate-rat",
        picture: Picture("dungeon-rummy/moderate-rat"),
        name: "Giant Rat of Moderate Size",
        line: "The bards made it bigger. Gnaws at whoever looks worst, and at your cards.",
        tier: Tier::One,
        chests: 1,
        phases: &[Phase {
            health: 10,
            guard: &[],
            hits: &[(Target::Weakest, 2)],
            effects: &[SideEffect::Mill(Target::Active, 1)],
        }],
    },
    MonsterData {
        id: "skeleton-choir",
        picture: Picture("dungeon-rummy/skeleton-choir"),
        name: "Skeleton Choir",
        line: "Respects nothing but a proper scale.",
        tier: Tier::Two,
        chests: 1,
        phases: &[Phase { health: 14, guard: &[Guard::Run], hits: &[(Target::Focus, 4)], effects: &[] }],
    },
    MonsterData {
        id: "mimic-wardrobe",
        picture: Picture("dungeon-rummy/mimic-wardrobe"),
        name: "Mimic Wardrobe",
        line: "Eats what you leave lying on the table.",
        tier: Tier::Two,
        chests: 1,
        phases: &[Phase {
            health: 14,
            guard: &[],
            hits: &[(Target::Focus, 3)],
            effects: &[SideEffect::Chew(Target::Focus, 1)],
        }],
    },
    MonsterData {
        id: "tax-wraith",
        picture: Picture("dungeon-rummy/tax-wraith"),
        name: "Tax Wraith",
        line: "Unmoved unless some magic was declared.",
        tier: Tier::Two,
        chests: 1,
        phases: &[Phase {
            health: 13,
            guard: &[Guard::Mana(2)],
            hits: &[(Target::Focus, 3)],
            effects: &[SideEffect::Drain(Target::Richest, 1)],
        }],
    },
    MonsterData {
        id: "ambitious-slime",
        picture: Picture("dungeon-rummy/ambitious-slime"),
        name: "Slime with Ambition",
        line: "Closes its wounds and calls it personal growth.",
        tier: Tier::Two,
        chests: 1,
        phases: &[Phase { health: 15, guard: &[], hits: &[(Target::Focus, 4)], effects: &[SideEffect::Mend(1)] }],
    },
    MonsterData {
        id: "bat-committee",
        picture: Picture("dungeon-rummy/bat-committee"),
        name: "Bat Committee",
        line: "Needs a quorum of four before it hears you at all.",
        tier: Tier::Two,
        chests: 1,
        phases: &[Phase {
            health: 13,
            guard: &[Guard::Min(4)],
            hits: &[(Target::Focus, 3), (Target::Weakest, 1)],
            effects: &[],
        }],
    },
    MonsterData {
        id: "troll-renovation",
        picture: Picture("dungeon-rummy/troll-renovation"),
        name: "Troll Under Renovation",
        line: "Dusty, half-painted, regrows its own plaster.",
        tier: Tier::Three,
        chests: 2,
        phases: &[Phase { health: 19, guard: &[], hits: &[(Target::Focus, 5)], effects: &[SideEffect::Mend(1)] }],
    },
    MonsterData {
        id: "lost-minotaur",
        picture: Picture("dungeon-rummy/lost-minotaur"),
        name: "Lost Minotaur",
        line: "Will not ask for directions. Angrier at every corner.",
        tier: Tier::Three,
        chests: 2,
        phases: &[Phase { health: 20, guard: &[], hits: &[(Target::Focus, 3)], effects: &[SideEffect::Rage(1)] }],
    },
    MonsterData {
        id: "gargoyle-notary",
        picture: Picture("dungeon-rummy/gargoyle-notary"),
        name: "Gargoyle Notary",
        line: "Originals only; no forgeries, no substitutes. Confiscates a document.",
        tier: Tier::Three,
        chests: 2,
        phases: &[Phase {
            health: 14,
            guard: &[Guard::Pure],
            hits: &[(Target::Focus, 4)],
            effects: &[SideEffect::Fumble(1)],
        }],
    },
    MonsterData {
        id: "cursed-orchestra",
        picture: Picture("dungeon-rummy/cursed-orchestra"),
        name: "Cursed Orchestra",
        line: "Plays for everybody. Listens only to three parts or more.",
        tier: Tier::Three,
        chests: 2,
        phases: &[Phase {
            health: 16,
            guard: &[Guard::Suits(3)],
            hits: &[(Target::All, 1)],
            effects: &[SideEffect::Mill(Target::Active, 1)],
        }],
    },
    MonsterData {
        id: "two-headed-ogre",
        picture: Picture("dungeon-rummy/two-headed-ogre"),
        name: "Two-Headed Ogre, Not on Speaking Terms",
        line: "The left head talks in sets, the right one in runs.",
        tier: Tier::Three,
        chests: 2,
        phases: &[
            Phase { health: 6, guard: &[Guard::Set], hits: &[(Target::Focus, 4)], effects: &[] },
            Phase {
                health: 12,
                guard: &[Guard::Run],
                hits: &[(Target::Toughest, 3), (Target::Weakest, 2)],
                effects: &[],
            },
        ],
    },
    MonsterData {
        id: "landlord",
        picture: Picture("dungeon-rummy/landlord"),
        name: "The Landlord",
        line: "Owns the dungeon, the torches, and by contract your deposit.",
        tier: Tier::Boss,
        chests: 0,
        phases: &[
            Phase {
                health: 15,
                guard: &[],
                hits: &[(Target::Focus, 3)],
                effects: &[SideEffect::Drain(Target::Richest, 1)],
            },
            Phase {
                health: 17,
                guard: &[Guard::Min(4)],
                hits: &[(Target::Focus, 3), (Target::Next, 1)],
                effects: &[SideEffect::Pilfer(1)],
            },
            Phase { health: 16, guard: &[Guard::Mana(2)], hits: &[(Target::Focus, 2), (Target::All, 1)], effects: &[] },
        ],
    },
    MonsterData {
        id: "gorgon",
        picture: Picture("dungeon-rummy/gorgon"),
        name: "Grandmother Gorgon",
        line: "Hosts the bridge evening. Snakes in her hair, tongs in her hand.",
        tier: Tier::Boss,
        chests: 0,
        phases: &[
            Phase { health: 4, guard: &[Guard::Set], hits: &[(Target::Focus, 3)], effects: &[] },
            Phase {
                health: 18,
                guard: &[Guard::Run],
                hits: &[(Target::Focus, 4)],
                effects: &[SideEffect::Chew(Target::Focus, 1)],
            },
            Phase { health: 16, guard: &[Guard::Min(5)], hits: &[(Target::Focus, 4)], effects: &[] },
        ],
    },
    MonsterData {
        id: "lich",
        picture: Picture("dungeon-rummy/lich"),
        name: "The Lich of Customer Service",
        line: "Your complaint is important to him. Please hold for eternity.",
        tier: Tier::Boss,
        chests: 0,
        phases: &[
            Phase { health: 15, guard: &[], hits: &[(Target::Focus, 3)], effects: &[SideEffect::Trip(1)] },
            Phase {
                health: 16,
                guard: &[Guard::Mana(2)],
                hits: &[(Target::Focus, 3)],
                effects: &[SideEffect::Fumble(1)],
            },
            Phase {
                health: 15,
                guard: &[Guard::Pure],
                hits: &[(Target::Focus, 4), (Target::Weakest, 1)],
                effects: &[],
            },
        ],
    },
    MonsterData {
        id: "dragon",
        picture: Picture("dungeon-rummy/dragon"),
        name: "Dragon of the Lower Shelf",
        line: "Sleeps on the lower shelf, behind the good biscuits.",
        tier: Tier::Boss,
        chests: 0,
        phases: &[
            Phase { health: 19, guard: &[], hits: &[(Target::Focus, 4)], effects: &[] },
            Phase { health: 18, guard: &[Guard::Run], hits: &[(Target::Focus, 3)], effects: &[SideEffect::Rage(1)] },
            Phase { health: 7, guard: &[Guard::Canasta], hits: &[(Target::Focus, 2), (Target::All, 1)], effects: &[] },
        ],
    },
];

/// What a treasure does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A hero regains so much.
    Heal(u8),
    /// Every hero regains so much.
    HealAll(u8),
    /// A hero gains so many tokens.
    Tokens(u8),
    /// The active hero draws so many cards.
    Draw(u8),
    /// Every played hero draws so many cards.
    DrawAll(u8),
    /// The next attack of a monster does not happen.
    Dodge,
    /// All boots are ready.
    Lace,
    /// So much more damage by the next attack of this turn.
    Sharpen(u8),
    /// The next attack of this turn meets any guard.
    Pierce,
    /// So much damage, whatever the guard.
    Strike(u8),
    /// The graveyard is cleared, without damage.
    Compost,
    /// Up to so many cards of the graveyard into the active hand.
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
    name: &'static str,
    line: &'static str,
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
    pub const fn name(self) -> &'static str {
        self.data().name
    }

    /// Its drawing.
    pub const fn picture(self) -> Picture {
        self.data().picture
    }

    /// The line below the name.
    pub const fn line(self) -> &'static str {
        self.data().line
    }

    /// What it does.
    #[inline]
    pub const fn effect(self) -> Effect {
        self.data().effect
    }

    /// Whether a hero is named with it.
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
}

kernel::serde_by_code!(Treasure);

static TREASURES: [TreasureData; 18] = [
    TreasureData {
        id: "lukewarm-tea",
        picture: Picture("dungeon-rummy/lukewarm-tea"),
        name: "Lukewarm Tea",
        line: "It helps. Nobody knows why.",
        effect: Effect::Heal(4),
    },
    TreasureData {
        id: "second-hand-bandage",
        picture: Picture("dungeon-rummy/second-hand-bandage"),
        name: "Second-Hand Bandage",
        line: "Washed. Probably.",
        effect: Effect::Heal(6),
    },
    TreasureData {
        id: "picnic-hamper",
        picture: Picture("dungeon-rummy/picnic-hamper"),
        name: "Picnic Hamper",
        line: "Sandwiches for everyone, including the companions.",
        effect: Effect::HealAll(2),
    },
    TreasureData {
        id: "borrowed-umbrella",
        picture: Picture("dungeon-rummy/borrowed-umbrella"),
        name: "Borrowed Umbrella",
        line: "The monster waits for the rain to stop.",
        effect: Effect::Dodge,
    },
    TreasureData {
        id: "spare-bootlaces",
        picture: Picture("dungeon-rummy/spare-bootlaces"),
        name: "Spare Bootlaces",
        line: "One size fits most.",
        effect: Effect::Lace,
    },
    TreasureData {
        id: "adequate-whetstone",
        picture: Picture("dungeon-rummy/adequate-whetstone"),
        name: "Whetstone of Adequacy",
        line: "Does what it says.",
        effect: Effect::Sharpen(3),
    },
    TreasureData {
        id: "bone-key",
        picture: Picture("dungeon-rummy/bone-key"),
        name: "Skeleton Key (Still Attached)",
        line: "Opens any argument.",
        effect: Effect::Pierce,
    },
    TreasureData {
        id: "throwing-anvil",
        picture: Picture("dungeon-rummy/throwing-anvil"),
        name: "Throwing Anvil",
        line: "Aim is optional.",
        effect: Effect::Strike(5),
    },
    TreasureData {
        id: "jar-of-bees",
        picture: Picture("dungeon-rummy/jar-of-bees"),
        name: "Jar of Indignant Bees",
        line: "They have had a long day.",
        effect: Effect::Strike(3),
    },
    TreasureData {
        id: "mana-marmalade",
        picture: Picture("dungeon-rummy/mana-marmalade"),
        name: "Mana Marmalade",
        line: "Spread thinly.",
        effect: Effect::Tokens(2),
    },
    TreasureData {
        id: "bottled-applause",
        picture: Picture("dungeon-rummy/bottled-applause"),
        name: "Bottled Applause",
        line: "For the hero who needs it.",
        effect: Effect::Tokens(3),
    },
    TreasureData {
        id: "instant-noodles",
        picture: Picture("dungeon-rummy/instant-noodles"),
        name: "Instant Noodles of Insight",
        line: "Enlightenment in three minutes.",
        effect: Effect::Draw(2),
    },
    TreasureData {
        id: "town-crier-bell",
        picture: Picture("dungeon-rummy/town-crier-bell"),
        name: "Town Crier's Bell",
        line: "Everybody pays attention for a moment.",
        effect: Effect::DrawAll(1),
    },
    TreasureData {
        id: "grave-mulch",
        picture: Picture("dungeon-rummy/grave-mulch"),
        name: "Grave Mulch",
        line: "The roses will be lovely.",
        effect: Effect::Compost,
    },
    TreasureData {
        id: "necromancer-card",
        picture: Picture("dungeon-rummy/necromancer-card"),
        name: "Polite Necromancer's Card",
        line: "He calls before he raises.",
        effect: Effect::Salvage(2),
    },
    TreasureData {
        id: "forged-papers",
        picture: Picture("dungeon-rummy/forged-papers"),
        name: "Forged Papers",
        line: "Says here that this is a nine.",
        effect: Effect::Forge,
    },
    TreasureData {
        id: "sticky-gloves",
        picture: Picture("dungeon-rummy/sticky-gloves"),
        name: "Sticky Gloves",
        line: "Moves things along.",
        effect: Effect::Tug,
    },
    TreasureData {
        id: "jugglers-manual",
        picture: Picture("dungeon-rummy/jugglers-manual"),
        name: "Juggler's Manual, Vol. 2",
        line: "Volume 1 is still in the air.",
        effect: Effect::Juggle,
    },
];
