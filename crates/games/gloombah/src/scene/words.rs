//! Sums, fates and cards in words.

use kernel::{Icon, Stat};

use crate::{
    Class, Effect,
    content::{BELOW_TOP, Kind, Op, TOP, Tag, Vs},
    event::signed,
    fight::{Attack, Fight, Sums},
    state::{Lasting, Open, Player},
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

/// The players' side as a sum: `10 + 13 + 2 = 25`.
pub(super) fn players_formula(open: &Open, fight: &Fight) -> String {
    let attack = |seat: kernel::Seat| open.attack(fight, seat, open.side(fight, seat)).total();
    let attacks = std::iter::once(open.active).chain(fight.helper.map(|helper| helper.seat)).map(attack);
    let cards = (fight.bonus > 0).then_some(u16::from(fight.bonus));
    let parts: Vec<String> = attacks.chain(cards).map(|part| part.to_string()).collect();
    match &parts[..] {
        [alone] => alone.clone(),
        several => format!("{} = {}", several.join(" + "), open.sums(fight).players),
    }
}

/// The monster's side as a sum: `2 × 13 + 5 = 31`.
pub(super) fn monster_formula(fight: &Fight) -> String {
    let ap = u16::from(fight.monster.card().ap);
    let times = if fight.duplicates > 0 { format!("{} × ", 1 + fight.duplicates) } else { String::new() };
    let sum = ap * u16::from(1 + fight.duplicates) + u16::from(fight.monster_add);
    match (fight.duplicates, fight.monster_add) {
        (0, 0) => ap.to_string(),
        (_, 0) => format!("{times}{ap} = {sum}"),
        (_, add) => format!("{times}{ap} + {add} = {sum}"),
    }
}

/// How the sums stand: `12 against 19: lost by 7.`
pub(super) fn margin(sums: Sums) -> String {
    let Sums { players, monsters } = sums;
    let outcome = match players.cmp(&monsters) {
        std::cmp::Ordering::Greater => format!("won by {}", players - monsters),
        std::cmp::Ordering::Equal => "a tie, which is lost".into(),
        std::cmp::Ordering::Less => format!("lost by {}", monsters - players),
    };
    format!("{players} against {monsters}: {outcome}.")
}

/// What would come of the fight for a participant if it were decided now.
pub(super) fn fate(open: &Open, fight: &Fight, seat: kernel::Seat) -> String {
    let (player, share) = (open.player(seat), fight.share());
    if open.sums(fight).won() {
        let (levels, treasure, most) = match seat == open.active {
            true => (fight.monster.card().xp - share.xp, fight.treasure(), TOP),
            false => (share.xp, share.treasure, BELOW_TOP),
        };
        let to = most.min(player.level + levels);
        if to == TOP {
            return format!("level {} → {TOP} and victory", player.level);
        }
        return format!("level {} → {to}, {treasure} treasure", player.level);
    }
    let damage = fight.damage(open.side(fight, seat));
    let card = fight.monster.card();
    let (gear, through) = match player.gear {
        _ if damage == 0 => ("no damage".to_owned(), 0),
        Some(gear) if card.pierce => (format!("{damage} damage past {}", gear.card.name()), damage),
        Some(gear) => {
            let value = player.protection();
            let fares = if damage <= value && !gear.damaged { "is damaged" } else { "breaks" };
            (format!("{damage} damage: {} {fares}", gear.card.name()), damage.saturating_sub(value))
        }
        None => (format!("{damage} damage"), damage),
    };
    if through >= player.level {
        return format!("{gear}, death: back to level 1 with one card");
    }
    let levels = match through {
        0 => String::new(),
        _ => format!(", level {} → {}", player.level, player.level - through),
    };
    let effect = card.effect.map(|effect| format!("; {}", effect_words(effect))).unwrap_or_default();
    format!("{gear}{levels}{effect}")
}

/// What a monster's effect does to those who lose.
pub(super) fn effect_words(effect: Effect) -> String {
    match effect {
        Effect::Attack(n) => format!("has {n}% attack until the end of the next round"),
        Effect::Run(n) => format!("has {n} on run rolls until the end of the next round"),
        Effect::WeaponOff => "has a weapon that does not count until the end of the next round".into(),
        Effect::NoHelp => "may not offer help until the end of the next round".into(),
        Effect::Drop(n) => format!("drops {}", kernel::counted(n, "card")),
    }
}

/// A lasting effect at a glance.
pub(super) fn status(effect: &str, lasting: Lasting) -> String {
    match lasting.effect() {
        Some(Effect::Attack(n)) => format!("{n}%"),
        Some(Effect::Run(n)) => format!("run {n}"),
        _ => effect.replace('_', " "),
    }
}

/// What a class is good and bad at.
pub(super) fn class_text(class: Class) -> String {
    let mods = Tag::ALL.into_iter().filter(|tag| class.modifier(*tag) != 0);
    let mods: Vec<String> = mods.map(|tag| format!("{:+} against {}", class.modifier(tag), tag.id())).collect();
    mods.join(", ")
}

/// What stands in the corner of a card.
pub(super) fn corner(kind: Kind) -> Option<String> {
    match kind {
        Kind::Gear { value, .. } => Some(value.to_string()),
        Kind::Weapon { bonus, .. } => Some(format!("+{bonus}")),
        Kind::Consumable { op, .. } => match op {
            Op::LevelUp(n) | Op::Draw(n) | Op::TradeIn(n) | Op::Attack(n, _) | Op::MonsterAdd(n) | Op::DamageAdd(n) => {
                Some(format!("+{n}"))
            }
            Op::Bless(n) => Some(format!("+{n}%")),
            Op::Curse(n) => Some(format!("-{n}%")),
            Op::Shield(n) => Some(format!("-{n}")),
            Op::Scout(n) => Some(n.to_string()),
            Op::Duplicate => Some("×2".into()),
            Op::Steal(_) | Op::Recover | Op::Cure | Op::Cleanse | Op::Escape | Op::Disarm | Op::DestroyGear => None,
        },
    }
}

/// The numbers on a card's face.
pub(super) fn stats(kind: Kind) -> Vec<Stat> {
    match kind {
        Kind::Gear { value, run } => {
            let value = Stat { icon: Icon::ARMOR, name: "value", value: value.to_string() };
            let run = (run != 0).then(|| Stat { icon: Icon::WIND, name: "run", value: format!("{run:+}") });
            std::iter::once(value).chain(run).collect()
        }
        Kind::Weapon { bonus, .. } => vec![Stat { icon: Icon::SWORD, name: "bonus", value: format!("+{bonus}") }],
        Kind::Consumable { .. } => Vec::new(),
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
