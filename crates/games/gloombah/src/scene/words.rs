//! Sums and cards in words.

use kernel::{Icon, Stat};

use crate::{
    Class, Effect,
    content::{Kind, Op, Tag, Vs},
    event::signed,
    fight::{Attack, Fight},
    state::{Lasting, Player},
};

/// An attack as a sum: `(5 + 2) × 150 %, rounded up, + 2 against beast = 13`.
pub(super) fn formula(attack: Attack, player: &Player, fight: &Fight) -> String {
    let weapon = match (attack.weapon, player.weapon) {
        (0, Some(_)) => " + 0 (the weapon does not count)".to_owned(),
        (0, None) => String::new(),
        (weapon, _) => format!(" + {weapon}"),
    };
    let base = format!("level {}{weapon}", attack.level);
    let base = match attack.percent {
        100 => base,
        percent if weapon.is_empty() => format!("{base} × {percent} %, rounded up,"),
        percent => format!("({base}) × {percent} %, rounded up,"),
    };
    let tag = fight.monster.card().tag.id();
    let class = match attack.modifier {
        0 => String::new(),
        modifier => format!("{} against {tag}", signed(modifier)),
    };
    format!("{base}{class} = {}", attack.total())
}

/// What a class adds against a tag: `+2`, `−1`, `0`.
pub(super) fn against(class: Class, tag: Tag) -> String {
    match class.modifier(tag) {
        0 => "0".into(),
        modifier => signed(modifier).replace(' ', ""),
    }
}

/// A lasting effect at a glance.
pub(super) fn status(lasting: Lasting) -> String {
    match lasting.effect() {
        Some(Effect::Attack(n)) => format!("−{}%", n.unsigned_abs()),
        Some(Effect::Run(n)) => format!("run −{}", n.unsigned_abs()),
        Some(Effect::WeaponOff) => "no weapon".into(),
        Some(Effect::NoHelp) => "no offers".into(),
        Some(Effect::Drop(_)) | None => String::new(),
    }
}

/// What a class is good and bad at.
pub(super) fn class_text(class: Class) -> String {
    let mods = Tag::ALL.into_iter().filter(|tag| class.modifier(*tag) != 0);
    let mods: Vec<String> = mods.map(|tag| format!("{} against {}", against(class, tag), tag.id())).collect();
    mods.join(", ")
}

/// The number of a piece of equipment: `4`, `+3`.
pub(super) fn worth(kind: Kind) -> String {
    match kind {
        Kind::Gear { value, .. } => value.to_string(),
        Kind::Weapon { bonus, .. } => format!("+{bonus}"),
        Kind::Consumable { .. } => String::new(),
    }
}

/// The numbers on a card's face.
pub(super) fn stats(kind: Kind) -> Vec<Stat> {
    let stat = |icon, name, value: String| Stat { icon, name, value };
    match kind {
        Kind::Gear { value, run } => {
            let run = (run != 0).then(|| stat(Icon::WIND, "run", format!("{run:+}")));
            std::iter::once(stat(Icon::ARMOR, "value", value.to_string())).chain(run).collect()
        }
        Kind::Weapon { .. } => vec![stat(Icon::SWORD, "bonus", worth(kind))],
        Kind::Consumable { op, .. } => {
            let (icon, name, value) = match op {
                Op::LevelUp(n) => (Icon::ASCEND, "level", format!("+{n}")),
                Op::Draw(n) | Op::TradeIn(n) => (Icon::CARD, "cards", format!("+{n}")),
                Op::Scout(n) => (Icon::MONSTER, "monsters", n.to_string()),
                Op::Attack(n, _) => (Icon::SWORD, "attack", format!("+{n}")),
                Op::Bless(n) => (Icon::SWORD, "attack", format!("+{n}%")),
                Op::Curse(n) => (Icon::SWORD, "attack", format!("−{n}%")),
                Op::MonsterAdd(n) => (Icon("fight"), "AP", format!("+{n}")),
                Op::Duplicate => (Icon::MONSTER, "monsters", "×2".into()),
                Op::DamageAdd(n) => (Icon::HEART, "damage", format!("+{n}")),
                Op::Shield(n) => (Icon::SHIELD, "damage", format!("−{n}")),
                Op::Disarm => (Icon::SWORD, "weapon", "0".into()),
                Op::DestroyGear => (Icon::ARMOR, "gear", "×".into()),
                Op::Steal(_) | Op::Recover | Op::Cure | Op::Cleanse | Op::Escape => return Vec::new(),
            };
            vec![stat(icon, name, value)]
        }
    }
}

/// What a card does.
pub(super) fn item_text(kind: Kind) -> String {
    let more =
        |vs: Option<Vs>| vs.map(|vs| format!(", {:+} more against {}", vs.extra, vs.tag.id())).unwrap_or_default();
    match kind {
        Kind::Gear { value, run: 0 } => format!("takes {value} damage"),
        Kind::Gear { value, run } => format!("takes {value} damage, {run:+} on run rolls"),
        Kind::Weapon { bonus, vs, .. } => format!("+{bonus} to your level{}", more(vs)),
        Kind::Consumable { text, .. } => text.into(),
    }
}
