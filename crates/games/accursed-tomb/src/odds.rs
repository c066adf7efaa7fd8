//! Exact odds of a fight: one explorer, blow and strike in turn, to the death of one.

use kernel::{
    Branch, Chance, Die, OptionKind, OptionSpec, RejectReason, RollReason, Suit,
    measure::{Duel, DuelState, ExactOdds, Finish},
};
use serde_json::{Map, Value};
use text::{Text, t, text};

use crate::{
    Meaning,
    content::{BASE_BODY, BASE_COPIES, CardSet},
    options::{GEARS, Gear},
};

/// Most things of a kind that one can carry: all that the packs hold, and both merchants' gifts.
const MOST: u32 = 4 * BASE_COPIES as u32 + BASE_COPIES as u32;

/// The questions of the odds calculator.
const QUESTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "hp",
        text!("Health"),
        text!("The explorer's health, at most what the armors allow."),
        OptionKind::Number { min: 1, max: 110, default: BASE_BODY as u32 },
    ),
    OptionSpec::new(
        "weapons",
        text!("Weapons"),
        text!("Weapons that the explorer carries."),
        OptionKind::Number { min: 0, max: MOST, default: 0 },
    ),
    OptionSpec::new(
        "armors",
        text!("Armors"),
        text!("Armors that the explorer carries: they say how much health there can be."),
        OptionKind::Number { min: 0, max: MOST, default: 0 },
    ),
    OptionSpec::new(
        "blessings",
        text!("Blessings"),
        text!("Blessings that the explorer holds."),
        OptionKind::Number { min: 0, max: MOST, default: 0 },
    ),
    OptionSpec::new(
        "foe",
        text!("Foe"),
        text!("What is fought."),
        OptionKind::Choice(&[
            ("goblin", text!("7 health")),
            ("orc", text!("8 health")),
            ("troll", text!("9 health")),
            ("demon", text!("10 health, and 1 more to each blow")),
        ]),
    ),
    OptionSpec::new(
        "foe_hp",
        text!("Foe's health"),
        text!("The foe's health, at most the usual; 0 for the usual."),
        OptionKind::Number { min: 0, max: BASE_BODY as u32, default: 0 },
    ),
    OptionSpec::new(
        "gear",
        text!("Weapons and armors"),
        text!("What several of a kind multiply by (R14)."),
        OptionKind::Choice(GEARS),
    ),
];

/// The roll that is due.
const BLOW: u8 = 0;
const STRIKE: u8 = 1;

/// A fight of one explorer with one monster. A state is the roll that is due, the health of both,
/// and the blessings left.
struct Fight {
    foe: Meaning,
    foe_hp: u16,
    hp: u16,
    most: u16,
    weapons: u8,
    times: u16,
    blessings: u16,
}

/// The odds calculator.
pub(crate) const ODDS: ExactOdds = ExactOdds { questions: QUESTIONS, duel };

/// The fight that the answers describe.
fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
    let number = |key: &str| answers.get(key).and_then(Value::as_u64).unwrap_or_default() as u16;
    let word = |key: &str| answers.get(key).and_then(Value::as_str).unwrap_or_default();
    let gear = if word("gear") == "literal" { Gear::Literal } else { Gear::PlusOne };
    let foe = match word("foe") {
        "orc" => Meaning::Orc,
        "troll" => Meaning::Troll,
        "demon" => Meaning::Demon(Suit::Hearts),
        _ => Meaning::Goblin,
    };
    let (weapons, armors, hp) = (number("weapons") as u8, number("armors") as u8, number("hp"));
    let most = u16::from(CardSet::body()) * u16::from(gear.times(armors));
    if hp > most {
        return Err(RejectReason::ruled(t!("with {armors} armors there is no more than {most} health"), "R15"));
    }
    let usual: u16 = foe.health().unwrap_or_default().into();
    let foe_hp = if number("foe_hp") == 0 { usual } else { number("foe_hp") };
    if foe_hp > usual {
        return Err(RejectReason::plain(t!("{foe} has no more than {usual} health", foe = name(foe))));
    }
    let times = gear.times(weapons).into();
    Ok(Box::new(Fight { foe, foe_hp, hp, most, weapons, times, blessings: number("blessings") }))
}

/// The foe with its article: all demons are alike.
fn name(foe: Meaning) -> Text {
    if foe.fury() > 0 { text!("a demon") } else { foe.a() }
}

impl Duel for Fight {
    fn title(&self) -> String {
        let Fight { foe, foe_hp, hp, weapons, times, blessings, .. } = *self;
        t!(
            "An explorer with {hp} health, {weapons} (strikes count \u{d7} {times}) and {blessings} against {foe} with \
             {foe_hp} health and blows of {die}; the monster strikes first.",
            weapons = Meaning::Weapon.noun().counted(weapons),
            blessings = Meaning::Blessing.noun().counted(blessings),
            foe = name(foe),
            die = if foe.fury() > 0 { t!("d6 + {}", foe.fury()) } else { t!("d6").to_owned() },
        )
    }

    fn start(&self) -> DuelState {
        [BLOW.into(), self.hp, self.foe_hp, self.blessings]
    }

    fn end(&self, [_, hp, foe_hp, _]: DuelState) -> Option<Finish> {
        match (hp, foe_hp) {
            (0, _) => Some(Finish::Lost),
            (left, 0) => Some(Finish::Won { left }),
            _ => None,
        }
    }

    fn due(&self, [due, ..]: DuelState) -> u8 {
        due as u8
    }

    /// The damage of a blow (R12) or of a strike (R14).
    fn roll(&self, due: u8, chance: &mut Branch<'_>) -> u16 {
        const ODDS: RollReason = RollReason::new("odds", text!("Odds"));
        let Ok(die) = chance.roll(Die::D6, ODDS);
        match due {
            STRIKE => u16::from(die) * self.times,
            _ => u16::from(die + self.foe.fury()),
        }
    }

    fn then(&self, [due, hp, foe_hp, blessings]: DuelState, value: u16) -> DuelState {
        match due as u8 {
            STRIKE => [BLOW.into(), hp, foe_hp.saturating_sub(value), blessings],
            // R19: a blessing saves at full health
            _ if hp <= value && blessings > 0 => [STRIKE.into(), self.most, foe_hp, blessings - 1],
            _ => [STRIKE.into(), hp.saturating_sub(value), foe_hp, blessings],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{AccursedTomb, Action, Cell, Options, state::Pending};
    use kernel::{Explorer, NullLog, Probability};

    fn fight(answers: Value) -> Result<Box<dyn Duel>, RejectReason> {
        duel(&kernel::options::complete(QUESTIONS, &answers).unwrap())
    }

    fn explored<T: Ord>(mut walk: impl FnMut(&mut Branch<'_>) -> T) -> BTreeMap<T, Probability> {
        let (mut explorer, mut found) = (Explorer::new(100_000), BTreeMap::new());
        while let Some((probability, value)) = explorer.next(&mut walk).unwrap() {
            *found.entry(value).or_default() += probability;
        }
        found
    }

    /// A strike and, the other explorer having waited, the next blow: by the game's own rules and
    /// as the odds have it.
    #[test]
    fn an_exchange_is_that_of_the_rules() {
        for (meaning, hp, weapons, armors, blessings) in [
            (Meaning::Goblin, 4, 0, 0, 0),
            (Meaning::Orc, 10, 1, 0, 0),
            (Meaning::Demon(Suit::Spades), 5, 2, 0, 0),
            (Meaning::Demon(Suit::Clubs), 3, 0, 1, 1),
        ] {
            let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
            let at = Cell::try_from([7, 7]).unwrap();
            game.field.turn_up(at, meaning);
            let explorer = &mut game.explorers[0];
            (explorer.hp, explorer.weapons, explorer.armors, explorer.blessings) = (hp, weapons, armors, blessings);
            (explorer.foe, game.pending) = (Some(at), Pending::Combat);
            let by_rules = explored(|chance| {
                let mut game = game.clone();
                let Ok(()) = game.decide(Action::Fight, chance, &mut NullLog);
                if game.over().is_none() {
                    let Ok(()) = game.decide(Action::Wait, chance, &mut NullLog);
                }
                let explorer = &game.explorers[0];
                (u16::from(explorer.hp), u16::from(game.field.health[at.index()]), u16::from(explorer.blessings))
            });
            let foe = meaning.id();
            let fight = fight(serde_json::json!({
                "hp": hp, "weapons": weapons, "armors": armors, "blessings": blessings, "foe": foe,
            }));
            let fight = fight.unwrap_or_else(|refusal| panic!("{refusal}"));
            let by_odds = explored(|chance| {
                let [_, hp, foe_hp, blessings] = fight.start();
                let mut at = [STRIKE.into(), hp, foe_hp, blessings];
                for _ in 0..2 {
                    if fight.end(at).is_none() {
                        at = fight.then(at, fight.roll(fight.due(at), chance));
                    }
                }
                (at[1], at[2], at[3])
            });
            assert_eq!(by_rules, by_odds, "{meaning:?}");
        }
    }

    #[test]
    fn no_foe_has_more_than_the_usual_health() {
        assert!(fight(serde_json::json!({ "foe": "goblin", "foe_hp": 8 })).is_err());
        assert!(fight(serde_json::json!({ "foe": "orc", "foe_hp": 8 })).is_ok());
    }

    #[test]
    fn nobody_has_more_health_than_armor_allows() {
        assert!(fight(serde_json::json!({ "hp": 11 })).is_err());
        assert!(fight(serde_json::json!({ "hp": 20, "armors": 1 })).is_ok());
        assert!(fight(serde_json::json!({ "hp": 20, "armors": 1, "gear": "literal" })).is_err());
    }
}
