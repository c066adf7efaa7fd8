//! Shares, lasting effects, modifiers and cards in words and icons, for events and scenes.

use kernel::Icon;
use text::t;

use crate::{
    Effect, Item, Monster, Share,
    content::{Kind, Op},
};

/// A helper's share in words: `1 XP and 2 treasure`.
pub(crate) fn terms(share: Share) -> String {
    t!("{xp} XP and {treasure} treasure", xp = share.xp, treasure = share.treasure)
}

/// A monster's lasting effect, as the rest of a sentence about the sufferer.
pub(crate) fn suffering(from: Monster) -> String {
    match from.card().effect {
        Some(Effect::Attack(n)) => t!("attacks with {n}%"),
        Some(Effect::Run(n)) => t!("has {n} on run rolls"),
        Some(Effect::WeaponOff) => t!("has a weapon that does not count").into(),
        Some(Effect::NoHelp) => t!("may not offer help").into(),
        Some(Effect::Drop(_)) | None => t!("is none the worse for it").into(),
    }
}

/// A modifier as a term of a sum; an empty string for 0.
pub(crate) fn signed(modifier: i8) -> String {
    match modifier {
        0 => String::new(),
        1.. => format!(" + {modifier}"),
        _ => format!(" − {}", modifier.unsigned_abs()),
    }
}

/// The icon for a card's main effect.
pub(crate) fn icon(card: Item) -> Icon {
    match card.kind() {
        Kind::Gear { .. } => Icon::ARMOR,
        Kind::Weapon { .. } => Icon::SWORD,
        Kind::Consumable { op, .. } => match op {
            Op::LevelUp(_) => Icon::ASCEND,
            Op::Draw(_) | Op::TradeIn(_) => Icon::CARD,
            Op::Scout(_) => Icon::MONSTER,
            Op::Steal(_) => Icon::SNEAK,
            Op::Recover => Icon::CHEST,
            Op::Cure | Op::Cleanse => Icon::HEART,
            Op::Attack(..) => Icon::FLASK,
            Op::Bless(_) => Icon::BLESSING,
            Op::Shield(_) => Icon::SHIELD,
            Op::Escape => Icon::WIND,
            Op::MonsterAdd(_) | Op::DamageAdd(_) => Icon::TRAP,
            Op::Duplicate => Icon::DOUBLE,
            Op::Curse(_) | Op::Disarm => Icon::CURSE,
            Op::DestroyGear => Icon::ARMOR,
        },
    }
}
