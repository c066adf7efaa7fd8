//! Exact odds of a fight: one hero, attacks alone, no items, no limit of rounds.

use kernel::{
    Branch, Chance, Die, OptionKind, OptionSpec, RejectReason, RollReason,
    measure::{Duel, DuelState, ExactOdds, Finish},
};
use serde_json::{Map, Value};
use text::{Text, text};

use crate::{
    EnemyKind,
    content::{BASE_HERO, LADDER, LADDER_NAMES},
};

const LEVELS: [(&str, Text); 12] = [
    ("none", text!("no die at all")),
    ("d4", text!("level 1")),
    ("d6", text!("level 2")),
    ("d8", text!("level 3")),
    ("d10", text!("level 4")),
    ("d12", text!("level 5")),
    ("2d8", text!("level 6")),
    ("d20", text!("level 7")),
    ("2d10", text!("level 8")),
    ("2d12", text!("level 9")),
    ("3d10", text!("level 10")),
    ("2d20", text!("level 11")),
];

/// The choices for a level of the ladder: the starting level of a hero comes first, for the first
/// choice is the default.
const fn from(level: u8) -> [(&'static str, Text); 12] {
    let (mut levels, mut at) = (LEVELS, level as usize);
    while at > 0 {
        (levels[at], levels[at - 1]) = (levels[at - 1], levels[at]);
        at -= 1;
    }
    levels
}

const ATTACKS: &[(&str, Text)] = &from(BASE_HERO.attack);
const DEFENSES: &[(&str, Text)] = &from(BASE_HERO.defense);

/// The questions of the odds calculator.
const QUESTIONS: &[OptionSpec] = &[
    OptionSpec::new("attack", text!("Attack"), text!("The hero's attack."), OptionKind::Choice(ATTACKS)),
    OptionSpec::new("defense", text!("Defense"), text!("The hero's defense."), OptionKind::Choice(DEFENSES)),
    OptionSpec::new(
        "hp",
        text!("Health"),
        text!("The hero's health."),
        OptionKind::Number { min: 1, max: 100, default: BASE_HERO.health as u32 },
    ),
    OptionSpec::new(
        "enemy",
        text!("Enemy"),
        text!("What is fought."),
        OptionKind::Choice(&[("monster", text!("d6, d4")), ("miniboss", text!("d8, d6")), ("boss", text!("d10, d6"))]),
    ),
    OptionSpec::new(
        "enemy_hp",
        text!("Enemy health"),
        text!("The enemy's health; 0 for the usual: a monster 6, a miniboss 10, a boss 20 and 10 more a level."),
        OptionKind::Number { min: 0, max: 200, default: 0 },
    ),
    OptionSpec::new(
        "ascension",
        text!("Ascension level"),
        text!("Adds 2 a level to the enemy's initiative (R3), and 10 a level to the boss's usual health."),
        OptionKind::Number { min: 0, max: 99, default: 0 },
    ),
    OptionSpec::new(
        "first",
        text!("Hero first"),
        text!("The hero strikes first; otherwise initiative is rolled."),
        OptionKind::Switch { default: false },
    ),
    OptionSpec::new(
        "second",
        text!("Enemy first"),
        text!("The enemy strikes first."),
        OptionKind::Switch { default: false },
    ),
];

/// The roll that is due.
const INITIATIVE: u8 = 0;
const STRIKE: u8 = 1;
const BLOW: u8 = 2;

/// A fight of one hero with one enemy. Its state is the roll that is due, the hero's health and the
/// enemy's.
struct Fight {
    attack: u8,
    defense: u8,
    hp: u16,
    enemy: EnemyKind,
    enemy_hp: u16,
    bonus: u16,
    begins: u8,
}

/// The odds calculator.
pub(crate) const ODDS: ExactOdds = ExactOdds { questions: QUESTIONS, duel };

/// The fight that the answers describe.
fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
    let number = |key: &str| answers.get(key).and_then(Value::as_u64).unwrap_or_default() as u16;
    let word = |key: &str| answers.get(key).and_then(Value::as_str).unwrap_or_default();
    let flag = |key: &str| answers.get(key).and_then(Value::as_bool).unwrap_or_default();
    let level = |key: &str| LADDER_NAMES.iter().position(|name| *name == word(key)).unwrap_or_default() as u8;
    let (enemy, usual) = match word("enemy") {
        "boss" => {
            let health = EnemyKind::Boss.health(None) + EnemyKind::health_by_ascension() * number("ascension");
            (EnemyKind::Boss, health)
        }
        "miniboss" => (EnemyKind::Miniboss, EnemyKind::Miniboss.health(None)),
        _ => (EnemyKind::Monster, 6),
    };
    let begins = match (flag("first"), flag("second")) {
        (true, true) => return Err(RejectReason::ruled("either the hero or the enemy strikes first", "R2")),
        (true, false) => STRIKE,
        (false, true) => BLOW,
        (false, false) => INITIATIVE,
    };
    let enemy_hp = if number("enemy_hp") == 0 { usual } else { number("enemy_hp") };
    let bonus = 2 * number("ascension");
    Ok(Box::new(Fight {
        attack: level("attack"),
        defense: level("defense"),
        hp: number("hp"),
        enemy,
        enemy_hp,
        bonus,
        begins,
    }))
}

impl Duel for Fight {
    fn title(&self) -> String {
        let Fight { attack, defense, hp, enemy, enemy_hp, .. } = *self;
        let [attack, defense] = [attack, defense].map(|level| LADDER_NAMES[usize::from(level)]);
        let first = match self.begins {
            STRIKE => "the hero strikes first".to_owned(),
            BLOW => "the enemy strikes first".to_owned(),
            _ if self.bonus > 0 => format!("initiative is rolled, the enemy adding {}", self.bonus),
            _ => "initiative is rolled".to_owned(),
        };
        format!(
            "A hero with attack {attack}, defense {defense} and {hp} health against a {} with attack {}, defense {} \
             and {enemy_hp} health; {first}. Attacks alone, and no limit of rounds (R36).",
            enemy.id(),
            enemy.attack(),
            enemy.defense()
        )
    }

    fn start(&self) -> DuelState {
        [self.begins.into(), self.hp, self.enemy_hp, 0]
    }

    fn end(&self, [_, hp, enemy_hp, _]: DuelState) -> Option<Finish> {
        match (hp, enemy_hp) {
            (0, _) => Some(Finish::Lost),
            (left, 0) => Some(Finish::Won { left }),
            _ => None,
        }
    }

    fn due(&self, [due, ..]: DuelState) -> u8 {
        due as u8
    }

    /// Initiative: 1 if the hero is first (R2). Otherwise the damage of one strike (R4).
    fn roll(&self, due: u8, chance: &mut Branch<'_>) -> u16 {
        const ODDS: RollReason = RollReason::new("odds", text!("Odds"));
        let mut roll = |count: u8, die: Die| -> u16 {
            let one = |_| {
                let Ok(value) = chance.roll(die, ODDS);
                u16::from(value)
            };
            (0..count).map(one).sum()
        };
        let mut level = |level: u8| {
            let (count, die) = LADDER[usize::from(level)];
            roll(count, die)
        };
        match due {
            STRIKE => level(self.attack).saturating_sub(roll(1, self.enemy.defense())),
            BLOW => {
                let defense = level(self.defense);
                roll(1, self.enemy.attack()).saturating_sub(defense)
            }
            _ => u16::from(roll(1, Die::D20) > roll(1, Die::D20) + self.bonus),
        }
    }

    fn then(&self, [due, hp, enemy_hp, rest]: DuelState, value: u16) -> DuelState {
        match due as u8 {
            STRIKE => [BLOW.into(), hp, enemy_hp.saturating_sub(value), rest],
            BLOW => [STRIKE.into(), hp.saturating_sub(value), enemy_hp, rest],
            _ => [if value > 0 { STRIKE } else { BLOW }.into(), hp, enemy_hp, rest],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        Action, Options, RogueAscension,
        state::{Fight, Grade, Pending},
    };
    use kernel::{Explorer, Fast, NullLog, Probability};

    #[test]
    fn the_choices_are_the_ladder() {
        assert_eq!(LEVELS.map(|(name, _)| name), LADDER_NAMES);
        assert_eq!((ATTACKS[0].0, DEFENSES[0].0), ("d6", "d4"));
        assert_eq!(ATTACKS.len(), LADDER.len());
    }

    fn duel_of(answers: Value) -> Box<dyn Duel> {
        let answers = kernel::options::complete(QUESTIONS, &answers).unwrap();
        duel(&answers).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    fn explored<T: Ord>(mut walk: impl FnMut(&mut Branch<'_>) -> T) -> BTreeMap<T, Probability> {
        let (mut explorer, mut found) = (Explorer::new(1_000_000), BTreeMap::new());
        while let Some((probability, value)) = explorer.next(&mut walk).unwrap() {
            *found.entry(value).or_default() += probability;
        }
        found
    }

    /// A strike of the hero and the blow that follows, by the game's own rules and as the odds have
    /// it.
    #[test]
    fn a_round_is_that_of_the_rules() {
        for (attack, defense, enemy, hp, enemy_hp) in [
            ("d6", "d4", EnemyKind::Monster, 3, 4),
            ("2d8", "d6", EnemyKind::Miniboss, 5, 10),
            ("d20", "d8", EnemyKind::Boss, 30, 20),
            ("none", "none", EnemyKind::Monster, 4, 1),
        ] {
            let level = |name: &str| LADDER_NAMES.iter().position(|known| *known == name).unwrap() as u8;
            let (ours, theirs) = (level(attack), level(defense));
            let Ok(mut game) = RogueAscension::lay_out(&Options::default(), 1, &mut Fast::seeded(1), &mut NullLog);
            let hero = &mut game.heroes[0];
            (hero.hp, hero.attack, hero.defense) = (hp, Grade::at(ours), Grade::at(theirs));
            game.fight = Some(Fight { kind: enemy, hp: enemy_hp, full: enemy_hp, round: 1, heroes_first: true, at: 0 });
            game.pending = Pending::CombatTurn;
            let by_rules = explored(|chance| {
                let mut game = game.clone();
                // The test ignores the reward of a win, and the card that it draws.
                let Ok(()) = game.decide(Action::Attack, chance, &mut NullLog);
                let left = game.fight.map_or(0, |fight| fight.hp);
                (game.heroes[0].hp, left)
            });
            let asked = serde_json::json!({
                "attack": attack, "defense": defense, "enemy": enemy.id(), "hp": hp, "enemy_hp": enemy_hp, "first": true,
            });
            let duel = duel_of(asked);
            let by_odds = explored(|chance| {
                let mut at = duel.start();
                for _ in 0..2 {
                    if duel.end(at).is_none() {
                        at = duel.then(at, duel.roll(duel.due(at), chance));
                    }
                }
                (at[1], at[2])
            });
            assert_eq!(by_rules, by_odds, "{attack} {defense} {enemy:?}");
        }
    }

    #[test]
    fn the_boss_grows_with_the_level() {
        let health = |answers: Value| duel_of(answers).start()[2];
        let boss =
            |level: u8, hp: u8| health(serde_json::json!({ "enemy": "boss", "ascension": level, "enemy_hp": hp }));
        assert_eq!([boss(0, 0), boss(2, 0), boss(2, 15)], [20, 40, 15]);
        assert_eq!(health(serde_json::json!({ "enemy": "miniboss", "ascension": 2 })), 10);
    }

    #[test]
    fn initiative_is_that_of_the_rules() {
        let mut fight = duel_of(serde_json::json!({}));
        let first = |fight: &dyn Duel| explored(|chance| fight.roll(INITIATIVE, chance))[&1];
        assert_eq!(first(&*fight), Probability::new(190, 400));
        fight = duel_of(serde_json::json!({ "ascension": 2 }));
        assert_eq!(first(&*fight), Probability::new(120, 400), "16 + 15 + … + 1, less what the bonus of 4 takes");
        let both = kernel::options::complete(QUESTIONS, &serde_json::json!({ "first": true, "second": true })).unwrap();
        assert!(duel(&both).is_err());
    }
}
