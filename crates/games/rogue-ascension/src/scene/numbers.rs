//! How chances read.

use crate::{Item, outlook::Damage, state::Hero};

/// A chance below this is none, and one as close to 1 is certain.
const CERTAIN: f64 = 1e-6;

/// A share in percent, as in `71 %`; what is not certain never reads as certain.
pub(super) fn percent(share: f64) -> String {
    match (100.0 * share).round() as u8 {
        0 if share > CERTAIN => "under 1 %".into(),
        100 if share < 1.0 - CERTAIN => "over 99 %".into(),
        whole => format!("{whole} %"),
    }
}

/// What a strike does to an enemy of this health: `wounds 69 %, 2.3 on average, kills 9 %`.
pub(super) fn wounds(damage: &Damage, health: u16) -> String {
    let kills = match damage.chance_of(health) {
        0.0 => String::new(),
        chance => format!(", kills {}", percent(chance)),
    };
    format!("wounds {}, {:.1} on average{kills}", percent(damage.chance_of(1)), damage.mean())
}

/// What a blow's range is, and how often it is the end of this hero: `0 to 5; 1 in 24 kills you`.
pub(super) fn range(blow: &Damage, hero: &Hero, whom: &str) -> String {
    let (least, most) = blow.range();
    let kills = if hero.holds(Item::SecondWind) { "fells" } else { "kills" };
    let end = match blow.ways_of(hero.hp) {
        (0, _) => format!("cannot {} {whom}", kills.trim_end_matches('s')),
        (some, all) if some == all => format!("{kills} {whom}"),
        (some, all) if all % some == 0 => format!("1 in {} {kills} {whom}", all / some),
        (some, all) => format!("{kills} {whom} {}", percent(some as f64 / all as f64)),
    };
    format!("{least} to {most}; {end}")
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
