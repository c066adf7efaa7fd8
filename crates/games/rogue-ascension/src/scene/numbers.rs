//! The words for chances.

use text::{Text, decimal, t};

use crate::{Item, outlook::Damage, state::Hero};

/// A chance below this counts as 0, and one as close to 1 as certain.
const CERTAIN: f64 = 1e-6;

/// A chance in percent, as in `71 %`; an uncertain chance never reads as certain.
pub(super) fn percent(share: f64) -> String {
    match (100.0 * share).round() as u8 {
        0 if share > CERTAIN => t!("under 1 %").into(),
        100 if share < 1.0 - CERTAIN => t!("over 99 %").into(),
        whole => format!("{whole} %"),
    }
}

/// The result of a strike at an enemy of this health: `wounds 69 %, 2.3 on average, kills 9 %`.
pub(super) fn wounds(damage: &Damage, health: u16) -> String {
    let (chance, mean) = (percent(damage.chance_of(1)), decimal(damage.mean(), 1));
    match damage.chance_of(health) {
        0.0 => t!("wounds {chance}, {mean} on average"),
        kills => t!("wounds {chance}, {mean} on average, kills {kills}", kills = percent(kills)),
    }
}

/// The range of a blow, and the chance that it kills this hero: `0 to 5; 1 in 24 kills you`.
pub(super) fn range(blow: &Damage, hero: &Hero, whom: Text) -> String {
    let (least, most) = blow.range();
    let (some, all) = blow.ways_of(hero.hp);
    let end = match (some, hero.holds(Item::SecondWind)) {
        (0, false) => t!("cannot kill {whom}"),
        (0, true) => t!("cannot fell {whom}"),
        (_, false) if some == all => t!("kills {whom}"),
        (_, true) if some == all => t!("fells {whom}"),
        (_, false) if all % some == 0 => t!("1 in {} kills {whom}", all / some),
        (_, true) if all % some == 0 => t!("1 in {} fells {whom}", all / some),
        (_, false) => t!("kills {whom} {chance}", chance = percent(some as f64 / all as f64)),
        (_, true) => t!("fells {whom} {chance}", chance = percent(some as f64 / all as f64)),
    };
    t!("{least} to {most}; {end}")
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn what_is_not_certain_does_not_read_so() {
        let read = [0.0, 0.001, 0.714, 0.996, 1.0].map(percent);
        assert_eq!(read, ["0 %", "under 1 %", "71 %", "over 99 %", "100 %"]);
    }
}
