//! Sums and cards in words.

use kernel::{Icon, Stat};
use text::{PerLanguage, t};

use crate::{
    Class, Effect,
    content::{Kind, Op, Tag, Vs},
    fight::{Attack, Fight},
    state::{Lasting, Player},
    words::signed,
};

/// An attack as a sum: `(5 + 2) × 150 %, rounded up, + 2 against beast = 13`.
pub(super) fn formula(attack: Attack, player: &Player, fight: &Fight) -> String {
    let weapon = match (attack.weapon, player.weapon) {
        (0, Some(_)) => format!(" + 0 ({})", t!("the weapon does not count")),
        (0, None) => String::new(),
        (weapon, _) => format!(" + {weapon}"),
    };
    let base = t!("level {level}", level = attack.level) + &weapon;
    let base = match attack.percent {
        100 => base,
        percent if weapon.is_empty() => t!("{base} × {percent} %, rounded up,"),
        percent => t!("({base}) × {percent} %, rounded up,"),
    };
    let tag = fight.monster.card().tag.word();
    let class = match attack.modifier {
        0 => String::new(),
        modifier => t!("{modifier} against {tag}", modifier = signed(modifier)),
    };
    format!("{base}{class} = {}", attack.total())
}

/// The modifier of a class against a tag: `+2`, `−1`, `0`.
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
        Some(Effect::Run(n)) => t!("run −{less}", less = n.unsigned_abs()),
        Some(Effect::WeaponOff) => t!("no weapon").into(),
        Some(Effect::NoHelp) => t!("no offers").into(),
        Some(Effect::Drop(_)) | None => String::new(),
    }
}

/// The strengths and weaknesses of a class.
pub(super) fn class_text(class: Class) -> &'static str {
    static TEXTS: PerLanguage<[String; 3]> = PerLanguage::new(|| Class::ALL.map(good_and_bad));
    &TEXTS.get()[class as usize]
}

fn good_and_bad(class: Class) -> String {
    let mods = Tag::ALL.into_iter().filter(|tag| class.modifier(*tag) != 0);
    let mods: Vec<String> =
        mods.map(|tag| t!("{modifier} against {tag}", modifier = against(class, tag), tag = tag.word())).collect();
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
            let run = (run != 0).then(|| stat(Icon::WIND, t!("run"), format!("{run:+}")));
            std::iter::once(stat(Icon::ARMOR, t!("value"), value.to_string())).chain(run).collect()
        }
        Kind::Weapon { .. } => vec![stat(Icon::SWORD, t!("bonus"), worth(kind))],
        Kind::Consumable { op, .. } => {
            let (icon, name, value) = match op {
                Op::LevelUp(n) => (Icon::ASCEND, t!("level"), format!("+{n}")),
                Op::Draw(n) | Op::TradeIn(n) => (Icon::CARD, t!("cards"), format!("+{n}")),
                Op::Scout(n) => (Icon::MONSTER, t!("monsters"), n.to_string()),
                Op::Attack(n, _) => (Icon::SWORD, t!("attack"), format!("+{n}")),
                Op::Bless(n) => (Icon::SWORD, t!("attack"), format!("+{n}%")),
                Op::Curse(n) => (Icon::SWORD, t!("attack"), format!("−{n}%")),
                Op::MonsterAdd(n) => (Icon("fight"), t!("AP"), format!("+{n}")),
                Op::Duplicate => (Icon::MONSTER, t!("monsters"), "×2".into()),
                Op::DamageAdd(n) => (Icon::HEART, t!("damage"), format!("+{n}")),
                Op::Shield(n) => (Icon::SHIELD, t!("damage"), format!("−{n}")),
                Op::Disarm => (Icon::SWORD, t!("weapon"), "0".into()),
                Op::DestroyGear => (Icon::ARMOR, t!("gear"), "×".into()),
                Op::Steal(_) | Op::Recover | Op::Cure | Op::Cleanse | Op::Escape => return Vec::new(),
            };
            vec![stat(icon, name, value)]
        }
    }
}

/// The effect of a card.
pub(super) fn item_text(kind: Kind) -> String {
    match kind {
        Kind::Gear { value, run: 0 } => t!("takes {value} damage"),
        Kind::Gear { value, run } => t!("takes {value} damage, {run:+} on run rolls"),
        Kind::Weapon { bonus, vs: None, .. } => t!("+{bonus} to your level"),
        Kind::Weapon { bonus, vs: Some(Vs { tag, extra }), .. } => {
            t!("+{bonus} to your level, {extra:+} more against {tag}", tag = tag.word())
        }
        Kind::Consumable { text, .. } => text.into(),
    }
}
