//! The monsters of three tiers and the bosses, by name. Their numbers stand in
//! `content/monsters.toml`.

/// A monster or a boss. The order is that of the file.
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
}
