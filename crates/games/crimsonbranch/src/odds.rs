//! Exact odds of a fight's next turn, with the hero at a node or before the Great Evil. It follows
//! every roll of the dice; the reference policy makes all choices.

use kernel::{
    Branch, Chance, Deck, Die, Face, NullLog, OptionKind, OptionSpec, RejectReason, RollReason,
    measure::{Duel, DuelState, ExactOdds, Finish},
};
use serde_json::{Map, Value};
use text::text;

use crate::{
    Action, Crimsonbranch, Options,
    board::{Node, Nodes},
    content::{BASE_MOST, LAST_LEVEL, TIME_BOXES},
    judge,
    sheet::{MOST_LETTERS, Name},
    state::{Battle, Phase, Stage},
};

/// The most turns that can be followed.
const MOST_TURNS: u32 = 2;

/// The questions of the odds calculator.
const QUESTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "hero",
        text!("Hero"),
        text!("The hero's name, from which the sheet grows."),
        OptionKind::Text { max_length: MOST_LETTERS as u16, default: "Conan" },
    ),
    OptionSpec::new(
        "level",
        text!("Level"),
        text!("The hero's level. All its skill points are spent as the reference policy does, and no item is worn."),
        OptionKind::Number { min: 1, max: LAST_LEVEL as u32, default: 1 },
    ),
    OptionSpec::new(
        "hp",
        text!("Health"),
        text!("The hero's health, at most what the level allows; 0 for all of it."),
        OptionKind::Number { min: 0, max: BASE_MOST as u32, default: 0 },
    ),
    OptionSpec::new(
        "box",
        text!("Time box"),
        text!("The time box that the visit ticks: it says how many nodes are evaluated."),
        OptionKind::Number { min: 1, max: TIME_BOXES as u32, default: 1 },
    ),
    OptionSpec::new(
        "x",
        text!("Column"),
        text!("The column of the node, from 0."),
        OptionKind::Number { min: 0, max: 5, default: 0 },
    ),
    OptionSpec::new(
        "y",
        text!("Row"),
        text!("The row of the node, from 0."),
        OptionKind::Number { min: 0, max: 5, default: 0 },
    ),
    OptionSpec::new(
        "evil",
        text!("Great Evil"),
        text!("The Great Evil is fought instead: every node is evaluated, and every pearl is crossed out."),
        OptionKind::Switch { default: false },
    ),
    OptionSpec::new(
        "turns",
        text!("Turns"),
        text!("The turns that are followed, from the first of the fight."),
        OptionKind::Number { min: 1, max: MOST_TURNS, default: 1 },
    ),
    OptionSpec::new(
        "goal",
        text!("Goal"),
        text!("What counts as won."),
        OptionKind::Choice(&[("stand", text!("the hero stands after these turns")), ("beat", text!("no enemy does"))]),
    ),
];

/// The first turns of a fight. Its state is the number of dice rolled so far, and their values.
struct Fight {
    /// Before the visit or the challenge.
    start: Crimsonbranch,
    begin: Action,
    turns: u16,
    beat: bool,
}

/// The odds calculator.
pub(crate) const ODDS: ExactOdds = ExactOdds { questions: QUESTIONS, duel };

/// The fight that the answers describe.
fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
    let number = |key: &str| answers.get(key).and_then(Value::as_u64).unwrap_or_default() as u8;
    let flag = |key: &str| answers.get(key).and_then(Value::as_bool).unwrap_or_default();
    let name = answers.get("hero").cloned().unwrap_or_default();
    let hero: Name = serde_json::from_value(name).map_err(|error| RejectReason::plain(error.to_string()))?;
    let mut start = Crimsonbranch::lay_out(&Options { hero, max_visits: 1000, max_turns: 1000, pack: None });
    start.hero.level = number("level").max(1);
    let max = start.hero.max();
    start.hero.hp = if number("hp") == 0 { max } else { number("hp") };
    if start.hero.hp > max {
        return Err(RejectReason::plain(format!("at level {} there is no more than {max} health", start.hero.level)));
    }
    start.clock.ticks = number("box").max(1) - 1;
    spend(&mut start);
    let begin = match (flag("evil"), Node::at(number("x"), number("y"))) {
        (true, _) => {
            start.marks.open = Nodes::NONE;
            Action::Challenge
        }
        (false, Some(node)) => Action::Visit { node },
        (false, None) => return Err(RejectReason::plain("the tree has no such node")),
    };
    let beat = answers.get("goal").and_then(Value::as_str) == Some("beat");
    Ok(Box::new(Fight { start, begin, turns: number("turns").into(), beat }))
}

/// Crosses branches out for all points, as the reference policy does while it explores.
fn spend(game: &mut Crimsonbranch) {
    loop {
        let mut moves = Vec::new();
        game.list(&mut moves);
        let action = judge::policy(game, &moves);
        let Action::Cross { .. } = action else { return };
        let Ok(()) = game.decide(action, &mut kernel::Fast::seeded(0), &mut NullLog);
    }
}

/// Dice that have been rolled; later dice are not known.
struct Fallen<'a> {
    dice: &'a [u8],
    /// The number of dice asked for.
    asked: usize,
}

impl Chance for Fallen<'_> {
    type Halt = std::convert::Infallible;

    /// An unknown die shows a one; the caller ignores the outcome then.
    fn roll(&mut self, _: Die, _: RollReason) -> Result<u8, Self::Halt> {
        self.asked += 1;
        Ok(self.dice.get(self.asked - 1).copied().unwrap_or(1))
    }

    fn flip(&mut self, _: RollReason) -> Result<Face, Self::Halt> {
        unreachable!("a fight flips no coin")
    }

    fn draw<D: Deck>(&mut self, _: &mut D, _: RollReason) -> Result<D::Card, Self::Halt> {
        unreachable!("a fight draws no card")
    }
}

impl Fight {
    /// Returns the end of the turns for these dice; `None` if the turns need more dice.
    fn play(&self, dice: &[u8]) -> Option<Finish> {
        let (mut game, mut fallen, mut action) = (self.start.clone(), Fallen { dice, asked: 0 }, self.begin);
        loop {
            let Ok(()) = game.decide(action, &mut fallen, &mut NullLog);
            if let Some(end) = self.ended(&game) {
                return Some(end);
            }
            if fallen.asked > dice.len() {
                return None;
            }
            let mut moves = Vec::new();
            game.list(&mut moves);
            // The policy spends points before the fight.
            action = judge::policy(&game, &moves);
        }
    }

    fn ended(&self, game: &Crimsonbranch) -> Option<Finish> {
        let standing = Finish::Won { left: game.hero.hp.into() };
        match &game.stage {
            Stage::Battle(Battle { phase: Phase::Loot, .. }) => Some(standing),
            Stage::Battle(battle) if battle.turn > self.turns => Some(if self.beat { Finish::Lost } else { standing }),
            Stage::Battle(_) => None,
            Stage::Explore | Stage::Over(_) => Some(Finish::Lost),
        }
    }

    /// The enemies that come.
    fn enemies(&self) -> String {
        let mut game = self.start.clone();
        let Ok(()) = game.decide(self.begin, &mut Fallen { dice: &[], asked: 0 }, &mut NullLog);
        let Stage::Battle(battle) = game.stage else { return String::new() };
        let one = |enemy: &crate::state::Enemy| format!("{} {}", enemy.kind.name(), enemy.strength);
        let all: Vec<String> = battle.enemies.iter().map(one).collect();
        if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
    }
}

/// Dice in one number of a state: three bits each.
const DICE_A_NUMBER: usize = 5;

fn unpack([count, rest @ ..]: DuelState) -> Vec<u8> {
    let die = |n: usize| (rest[n / DICE_A_NUMBER] >> (3 * (n % DICE_A_NUMBER)) & 7) as u8;
    (0..usize::from(count)).map(die).collect()
}

impl Duel for Fight {
    fn title(&self) -> String {
        let hero = self.start.hero;
        let at = match self.begin {
            Action::Visit { node } => format!("at {node} with time box {}", self.start.clock.ticks + 1),
            _ => "before the Great Evil".to_owned(),
        };
        let goal = match self.beat {
            true => "won is who has beaten them all",
            false => "won is who stands",
        };
        format!(
            "{}, level {}, with {} health {at}, against {}; {goal} after {}. Dice are placed and blows struck as the \
             reference policy does.",
            self.start.sheet.name.as_str(),
            hero.level,
            hero.hp,
            self.enemies(),
            kernel::counted(u64::from(self.turns), "turn"),
        )
    }

    fn start(&self) -> DuelState {
        [0; 4]
    }

    fn end(&self, at: DuelState) -> Option<Finish> {
        self.play(&unpack(at))
    }

    fn due(&self, _: DuelState) -> u8 {
        0
    }

    fn roll(&self, _: u8, chance: &mut Branch<'_>) -> u16 {
        const ODDS: RollReason = RollReason::new("odds", text!("Odds"));
        let Ok(value) = chance.roll(Die::D6, ODDS);
        value.into()
    }

    fn then(&self, at: DuelState, value: u16) -> DuelState {
        let (n, mut next) = (usize::from(at[0]), at);
        next[0] += 1;
        next[1 + n / DICE_A_NUMBER] |= value << (3 * (n % DICE_A_NUMBER));
        next
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use kernel::{Explorer, Game, Probability, Seat};
    use serde_json::json;

    fn duel_of(answers: Value) -> Box<dyn Duel> {
        let answers = kernel::options::complete(QUESTIONS, &answers).expect("the answers are allowed");
        duel(&answers).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    fn explored(mut walk: impl FnMut(&mut Branch<'_>) -> Finish) -> BTreeMap<Finish, Probability> {
        let (mut explorer, mut found) = (Explorer::new(1_000_000), BTreeMap::new());
        while let Some((probability, end)) = explorer.next(&mut walk).expect("few outcomes") {
            *found.entry(end).or_default() += probability;
        }
        found
    }

    /// One turn through the game itself, by every fall of its dice.
    #[test]
    fn a_turn_is_that_of_the_rules() {
        for (answers, evil) in [
            (json!({ "level": 1, "x": 0, "y": 0 }), false),
            (json!({ "level": 6, "hp": 9, "box": 13, "x": 3, "y": 2, "hero": "Elsa" }), false),
            (json!({ "level": 20, "evil": true }), true),
        ] {
            let fight = duel_of(answers.clone());
            let by_odds = explored(|chance| {
                let mut at = fight.start();
                loop {
                    match fight.end(at) {
                        Some(end) => return end,
                        None => at = fight.then(at, fight.roll(0, chance)),
                    }
                }
            });
            let asked = kernel::options::complete(QUESTIONS, &answers).expect("the answers are allowed");
            let number = |key: &str| asked[key].as_u64().unwrap_or_default() as u8;
            let hero = serde_json::from_value(asked["hero"].clone()).expect("a name");
            let mut start = Crimsonbranch::lay_out(&Options { hero, max_visits: 200, max_turns: 100, pack: None });
            start.hero.level = number("level");
            start.hero.hp = if number("hp") == 0 { start.hero.max() } else { number("hp") };
            start.clock.ticks = number("box") - 1;
            spend(&mut start);
            assert!(start.points() == 0 || start.crossable().is_empty(), "{answers}");
            start.marks.open = if evil { Nodes::NONE } else { start.marks.open };
            let node = Node::at(number("x"), number("y")).expect("a node");
            let by_rules = explored(|chance| {
                let mut game = start.clone();
                let mut action = if evil { Action::Challenge } else { Action::Visit { node } };
                loop {
                    let ends = matches!(action, Action::EndFight);
                    // The die of the next turn does not belong to this one.
                    let Ok(()) = match ends {
                        true => game.decide(action, &mut kernel::Fast::seeded(1), &mut NullLog),
                        false => game.decide(action, chance, &mut NullLog),
                    };
                    if ends {
                        let stands = matches!(game.stage, Stage::Battle(_));
                        return if stands { Finish::Won { left: game.hero.hp.into() } } else { Finish::Lost };
                    }
                    action = kernel::Judge::reference_action(&game, Seat(0)).expect("there is something to do");
                }
            });
            assert_eq!(by_odds, by_rules, "{answers}");
        }
    }

    #[test]
    fn beating_a_foe_is_rarer_than_surviving_two_turns_beat_one() {
        let chance = |answers: Value| {
            let fight = duel_of(answers);
            let ends = explored(|chance| {
                let mut at = fight.start();
                loop {
                    match fight.end(at) {
                        Some(end) => return end,
                        None => at = fight.then(at, fight.roll(0, chance)),
                    }
                }
            });
            let lost = ends.get(&Finish::Lost).map_or(0.0, |lost| *lost.numer() as f64 / *lost.denom() as f64);
            1.0 - lost
        };
        let asked = |goal: &str, turns: u8| chance(json!({ "level": 4, "box": 9, "goal": goal, "turns": turns }));
        assert!(asked("beat", 1) < asked("stand", 1));
        assert!(asked("beat", 1) < asked("beat", 2));
        assert!(asked("stand", 2) <= asked("stand", 1));
    }

    #[test]
    fn nobody_has_more_health_than_the_level_allows() {
        let asked = kernel::options::complete(QUESTIONS, &json!({ "level": 1, "hp": 9 })).expect("allowed one by one");
        assert!(duel(&asked).is_err());
        assert!(Crimsonbranch::META.seats.0 == 1 && duel_of(json!({ "level": 2, "hp": 9 })).title().contains("Conan"));
    }
}
