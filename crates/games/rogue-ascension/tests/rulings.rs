//! One test for each ruling of the rulebook, `docs/games/rogue-ascension.md`.
//!
//! Most are scripts in the language of the rulebook's examples, a little shortened; see [`holds`]. Where a ruling is
//! about a whole climb, or about whose roll it is, a [`Climb`] plays it step by step.

use kernel::{Ask, Face, Game, Referee, Seat, Seed, Source, Table, Viewer, example};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

/// Two heroes, of whom seat 0 goes first.
const TWO: &str = "seats: 2; die 20 order 20; die 20 order 10";
/// Three heroes in the order of their seats.
const THREE: &str = "seats: 3; die 20 order 20; die 20 order 10; die 20 order 5";

/// Plays a script, pieced together, and panics at the first line that does not hold.
///
/// Lines are those of the rulebook's examples, and two short forms: `0: reveal`, `0: use potion-5 on 1`,
/// `0: weapon weapon-9`, `0: choose A`, `0: ability evade` are what a seat does, and `0 not: sneak` is what it must be
/// refused. A semicolon ends a line as a line's end does.
fn holds<const N: usize>(pieces: [&str; N]) {
    let script: Vec<String> =
        pieces.iter().flat_map(|piece| piece.split([';', '\n'])).map(|line| long(line.trim())).collect();
    let page = format!("```example\n{}\n```", script.join("\n"));
    let examples = example::parse(&page).unwrap_or_else(|error| panic!("{error}\n{page}"));
    let open = |options: &Value, seats: u64, source: Source| -> Result<Box<dyn Table>, _> {
        Ok(Box::new(Referee::<RogueAscension>::open(options, seats, source)?))
    };
    let [example] = &examples[..] else { panic!("one script") };
    if let Err(failure) = example.run(1, open) {
        let line = page.lines().nth(failure.line - 1).unwrap_or_default();
        panic!("`{line}`: {failure}, in\n{page}");
    }
}

/// A line of a script in its full length.
fn long(line: &str) -> String {
    let Some((who, what)) = line.split_once(": ") else { return line.to_owned() };
    let (seat, verb) = match who.strip_suffix(" not") {
        Some(seat) => (seat, "refuse"),
        None => (who, "act"),
    };
    if seat.parse::<u8>().is_err() {
        return line.to_owned(); // `seats: 2` and the like
    }
    let words: Vec<&str> = what.split(' ').collect();
    let action = match words[..] {
        ["use", item, "on", target] => {
            json!({ "type": "use", "item": item, "target": target.parse::<u8>().expect("a seat") })
        }
        ["weapon", item] => json!({ "type": "weapon", "item": item }),
        ["choose", card] => json!({ "type": "choose", "card": card }),
        ["ability", name] => json!({ "type": "ability", "name": name }),
        [action] => json!({ "type": action }),
        _ => panic!("cannot read {line:?}"),
    };
    format!("{verb} {seat} {action}")
}

/// A floor on which a seat finds a card.
fn find(seat: u8, card: &str) -> String {
    format!("{seat}: reveal; card floor A; card treasure {card}")
}

/// A floor on which a seat finds a special ability.
fn learn(seat: u8, ability: &str) -> String {
    format!("{}; {seat}: ability {ability}", find(seat, "K"))
}

/// A floor on which a seat finds a boon or a potion and uses it.
fn enjoy(seat: u8, card: &str, item: &str, target: u8) -> String {
    format!("{}; {seat}: use {item} on {target}", find(seat, card))
}

/// A floor on which a seat meets an enemy, with both initiative dice.
fn meet(seat: u8, card: &str, hero: u8, enemy: u8) -> String {
    format!("{seat}: reveal; card floor {card}; die 20 initiative {hero}; die 20 enemy-initiative {enemy}")
}

/// A match played step by step: what falls is told in the order it is asked for, or as luckily as can be.
#[derive(Clone)]
struct Climb {
    table: Referee<RogueAscension>,
    /// Curses, floors and treasures, each as wished for: the first rank that is still to be had.
    wishes: [&'static str; 3],
    /// Treasures that fell on the way.
    drawn: Vec<String>,
}

impl Climb {
    fn open(options: Value, seats: u64, wishes: [&'static str; 3]) -> Climb {
        let table = Referee::open(&options, seats, Source::Manual).expect("good options");
        Climb { table, wishes, drawn: Vec::new() }
    }

    fn view(&self, pointer: &str) -> Value {
        let view = Table::view(&self.table, Viewer::All);
        view.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {view}")).clone()
    }

    /// Tag and seat of the outcome asked for.
    fn asked(&self) -> Option<(&'static str, Option<u8>)> {
        self.table.question().map(|question| (question.why.tag, question.why.seat.map(|seat| seat.0)))
    }

    /// The seat to decide, and what.
    fn awaiting(&self) -> (u64, String) {
        let seat = self.view("/awaiting/seat").as_u64().expect("somebody decides");
        (seat, self.view("/awaiting/kind").as_str().expect("a kind").to_owned())
    }

    fn act(&mut self, seat: u8, action: Value) -> &mut Climb {
        self.table.act_json(Seat(seat), &action).unwrap_or_else(|refused| panic!("{action}: {refused}"));
        self
    }

    fn reveal(&mut self, seat: u8) -> &mut Climb {
        self.act(seat, json!({ "type": "reveal" }))
    }

    fn tell<const N: usize>(&mut self, outcomes: [&str; N]) -> &mut Climb {
        for outcome in outcomes {
            self.table.answer(outcome).unwrap_or_else(|refused| panic!("{outcome}: {refused}"));
        }
        self
    }

    /// What is asked for falls as well as can be for the heroes.
    fn lucky(&mut self) -> &mut Climb {
        while let Some(question) = self.table.question() {
            let tag = question.why.tag;
            let outcome = match &question.ask {
                Ask::Die(_) if tag.starts_with("enemy") || tag == "trap-damage" || tag == "mighty" => "1".to_owned(),
                Ask::Die(die) => die.sides().to_string(),
                Ask::Coin => Face::Heads.code().to_owned(),
                Ask::Card { possible: codes, .. } => {
                    let wishes = self.wishes[["curse", "floor", "treasure"].iter().position(|t| *t == tag).expect(tag)];
                    let card = wishes.split(' ').find(|card| codes.contains(card)).unwrap_or(codes[0]).to_owned();
                    if tag == "treasure" {
                        self.drawn.push(card.clone());
                    }
                    card
                }
            };
            self.tell([outcome.as_str()]);
        }
        self
    }

    /// Climbs with all the luck there is, always doing the first thing that can be done, up to camp on this floor.
    fn up_to(&mut self, floor: u64) -> &mut Climb {
        self.lucky();
        while self.view("/floor") != floor || self.awaiting().1 != "camp" {
            assert_eq!(self.view("/over"), Value::Null, "the climb ended before floor {floor}");
            let seat = self.table.awaited().iter().next().expect("somebody decides");
            let action = self.table.legal(seat)[0];
            self.table.act(seat, action).expect("it is legal");
            self.lucky();
        }
        self
    }
}

/// Curses that do not matter on the way, traps on every floor, potions behind them.
const EASY: [&str; 3] = ["6 7 8 9 2 3 4 5", "J Q A 2", "2 3 4 5"];

#[test]
fn r01_only_the_rank_matters() {
    let mut climb = Climb::open(json!({}), 1, EASY);
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    for rank in ranks {
        assert_eq!(climb.view("/unseen")[rank], 8, "eight of rank {rank}");
    }
    climb.reveal(0);
    let Some(Ask::Card { possible: codes, .. }) = climb.table.question().map(|question| question.ask.clone()) else {
        panic!("a card")
    };
    assert_eq!(codes.len(), ranks.len(), "a floor can be anything, by its rank alone: {codes:?}");
    assert!(climb.table.answer("QH").is_err(), "a suit has no meaning");
    // Floors and pile are one and the same unknown: what lies on a floor is missing among the treasures.
    climb.tell(["A", "9"]);
    assert_eq!((climb.view("/unseen/A"), climb.view("/unseen/9")), (json!(7), json!(7)));
    assert_eq!((climb.view("/hidden"), climb.view("/pile")), (json!(9), json!(93)));
}

#[test]
fn r02_the_enemy_wins_ties() {
    holds([&meet(0, "5", 11, 11), "die 6 enemy-attack 1; die 4 defense 1", r#"expect: {"enemy":{"hp":5}}"#]);
    holds([&meet(0, "5", 12, 11), r#"expect: {"enemy":{"heroes_first":true},"awaiting":{"kind":"combat-turn"}}"#]);
}

#[test]
fn r03_initiative_bonus() {
    // Level 1 and two heroes: 2 + 1.
    for card in ["5", "K"] {
        let open = format!("options: {{\"ascension\":1}}; {TWO}; card curse 6; card curse 6");
        holds([&open, &meet(0, card, 6, 2), r#"expect: {"enemy":{"heroes_first":true}}"#]);
        let (die, blow) = if card == "K" { (8, "miniboss") } else { (6, "monster") };
        let blows = format!("die {die} enemy-attack 1; die 4 defense 1; die {die} enemy-attack 1; die 4 defense 1");
        let expected = format!(r#"expect: {{"enemy":{{"kind":"{blow}","heroes_first":false}}}}"#);
        holds([&open, &meet(0, card, 5, 2), &blows, &expected]);
    }
    let mut boss = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    boss.up_to(16).reveal(1);
    assert_eq!(boss.clone().tell(["6", "2"]).awaiting(), (0, "combat-turn".to_owned()));
    assert_eq!(boss.tell(["5", "2"]).asked(), Some(("enemy-attack", Some(0))));
}

#[test]
fn r04_no_damage_below_0() {
    holds([
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1",
        "0: attack; die 6 attack 3; die 4 enemy-defense 1",
        "die 6 enemy-attack 1; die 4 defense 4",
        "0: attack; die 6 attack 1; die 4 enemy-defense 4",
        "die 6 enemy-attack 2; die 4 defense 3",
        r#"expect: {"heroes":[{"hp":25}],"enemy":{"hp":8}}"#,
    ]);
}

#[test]
fn r05_fresh_dice() {
    // Two rounds, each strike with dice of its own.
    let round = "0: attack; die 6 attack 3; die 4 enemy-defense 2; die 6 enemy-attack 3; die 4 defense 1";
    holds([&meet(0, "9", 2, 1), round, round, r#"expect: {"heroes":[{"hp":26}],"enemy":{"hp":7,"round":3}}"#]);
}

#[test]
fn r06_you_see_the_roll_first() {
    // Weapons and Double Die: after the attack dice, before the enemy's defense.
    holds([
        &find(0, "9"),
        &learn(0, "double-die"),
        &meet(0, "10", 20, 1),
        "0 not: weapon weapon-9; 0 not: double-die",
        "0: attack; die 6 attack 2",
        r#"expect: {"roll":{"roll":2},"awaiting":{"kind":"attack-roll"}}"#,
        "0: pass; die 4 enemy-defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":9},"heroes":[{"items":["double-die","weapon-9"]}]}"#,
    ]);
    // Evade and Double Die: after both dice of the enemy's strike, and only if it hurts.
    holds([
        &learn(0, "evade"),
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 3; die 4 defense 3",
        "0 not: evade; 0: attack; die 6 attack 1; die 4 enemy-defense 1",
        "die 6 enemy-attack 4; die 4 defense 3",
        r#"expect: {"heroes":[{"hp":30}],"roll":{"damage":1},"awaiting":{"kind":"damage"}}"#,
    ]);
    // Sneak: after both initiative dice.
    holds([&learn(0, "sneak"), &meet(0, "4", 3, 9), r#"expect: {"awaiting":{"kind":"initiative"}}"#]);
    // Lucky Charm: after the d20, and only if it fell short.
    holds([
        &learn(0, "lucky-charm"),
        "0: reveal; card floor J; die 20 trap 6; card treasure 6",
        "0: reveal; card floor J; die 20 trap 5",
        r#"expect: {"heroes":[{"items":["lucky-charm","weapon-6"]}],"awaiting":{"kind":"trap-roll"}}"#,
    ]);
}

#[test]
fn r07_health_stops_at_30() {
    let hurt = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 4; card treasure 5; 0: use potion-5 on 0";
    holds([hurt, r#"expect: {"heroes":[{"hp":30}]}"#]);
    holds([r#"options: {"overheal":true}"#, hurt, r#"expect: {"heroes":[{"hp":33}]}"#]);
}

#[test]
fn r08_weakened_dice() {
    let better = enjoy(0, "J", "defense-up", 0);
    let cursed = "card curse 6; card curse 9";
    holds([r#"options: {"ascension":2}"#, cursed, r#"expect: {"heroes":[{"attack":"d6","defense":"d4"}]}"#]);
    holds([r#"options: {"ascension":2}"#, cursed, &better, &better, r#"expect: {"heroes":[{"defense":"d4"}]}"#]);
    holds([
        r#"options: {"ascension":2}"#,
        cursed,
        &better,
        &better,
        &better,
        r#"expect: {"heroes":[{"defense":"d6"}]}"#,
    ]);
    let none = r#"options: {"ascension":2,"die_floor":"none"}"#;
    holds([none, cursed, r#"expect: {"heroes":[{"defense":"none"}]}"#]);
    holds([none, cursed, &better, r#"expect: {"heroes":[{"defense":"none"}]}"#]);
    holds([none, cursed, &better, &better, r#"expect: {"heroes":[{"defense":"d4"}]}"#]);
    // No die is rolled, and it cannot be doubled, but a weapon helps.
    holds([
        none,
        "card curse 2; card curse 5",
        &find(0, "8"),
        &learn(0, "double-die"),
        &meet(0, "10", 20, 1),
        "0: attack",
        r#"expect: {"awaiting":{"kind":"attack-roll","legal":[{"type":"pass"},{"type":"weapon","item":"weapon-8"}]}}"#,
        "0: weapon weapon-8; die 4 enemy-defense 2",
        "die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":4}}"#,
    ]);
}

#[test]
fn r09_top_of_the_ladder() {
    // Every Q of the packs, and once the pile was made anew, some of them again. One curse stands against them.
    let wishes = ["", "2 3 4 5 6 7 8 9 10", "Q J 2 3 4 5 10 6 7 8 9"];
    let mut climb = Climb::open(json!({ "ascension": 1, "coop_reward": "all" }), 4, wishes);
    climb.tell(["20", "19", "18", "17", "2", "10", "10", "10"]);
    let names = ["d4", "d6", "d8", "d10", "d12", "2d8", "d20", "2d10", "2d12", "3d10", "2d20"];
    let mut most = 0;
    for floor in 1..=26 {
        climb.up_to(floor);
        let better = climb.drawn.iter().filter(|card| *card == "Q").count();
        let level = better.min(names.len() - 1); // a d6, less one step for the curse, and a step each
        assert_eq!(climb.view("/heroes/0/attack"), names[level], "after {better} improvements");
        most = better;
    }
    assert!(most > 10, "improvements beyond the top: {most}");
}

#[test]
fn r10_saved_cards() {
    let saved = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 2; 0: save";
    let (weapon, usable) = (find(1, "9"), r#"{"type":"use","item":"potion-2","target":0}"#);
    // In camp, if the floor is one's own.
    holds([TWO, saved, "0 not: use potion-2 on 0", &weapon, "0: use potion-2 on 0"]);
    // In a fight, before the own strike and instead of nothing.
    holds([
        TWO,
        saved,
        &meet(1, "10", 20, 1),
        "1 not: use potion-2 on 0",
        "0: use potion-2 on 0",
        r#"expect: {"heroes":[{"hp":28},{}],"awaiting":{"seat":0,"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
    // Not once the dice are down.
    holds([
        saved,
        &find(0, "9"),
        &meet(0, "10", 20, 1),
        &format!(
            r#"expect: {{"awaiting":{{"legal":[{{"type":"attack"}},{usable}]}}}}; 0: attack; die 6 attack 3; 0 not: use potion-2 on 0"#
        ),
        r#"expect: {"awaiting":{"kind":"attack-roll"}}"#,
    ]);
}

#[test]
fn r11_use_or_save() {
    holds([&find(0, "6"), r#"expect: {"heroes":[{"items":["weapon-6"]}],"floor":2}"#]);
    holds([&learn(0, "heal"), r#"expect: {"heroes":[{"items":["heal"]}],"floor":2,"discard":1}"#]);
    for (card, item) in [("5", "potion-5"), ("10", "luck"), ("J", "defense-up"), ("Q", "attack-up")] {
        let legal = format!(r#"[{{"type":"use","item":"{item}","target":0}},{{"type":"save"}}]"#);
        let asked = format!(r#"expect: {{"awaiting":{{"kind":"treasure","legal":{legal}}}}}"#);
        let saved = format!(r#"0: save; expect: {{"heroes":[{{"items":["{item}"]}}],"floor":2}}"#);
        holds([&find(0, card), &asked, &saved]);
        holds([&find(0, card), &format!(r#"0: use {item} on 0; expect: {{"heroes":[{{"items":[]}}],"floor":2}}"#)]);
    }
}

#[test]
fn r12_aces() {
    // The floor's ace is not the treasure; the treasure's ace is two cards, and a kept one two more.
    holds([
        &find(0, "A"),
        "card treasure A; card treasure 6",
        r#"expect: {"awaiting":{"kind":"choose-card","legal":[{"type":"choose","card":"A"},{"type":"choose","card":"6"}]}}"#,
        "0: choose A; card treasure 7; card treasure 8; 0: choose 8",
        r#"expect: {"heroes":[{"items":["weapon-8"]}],"pile":89,"discard":5}"#,
    ]);
    // Equal cards: no question, even if both are aces.
    holds([
        &find(0, "A"),
        "card treasure A; card treasure A; card treasure 9; card treasure 9",
        r#"expect: {"heroes":[{"items":["weapon-9"]}],"pile":89,"discard":5,"floor":2}"#,
    ]);
}

#[test]
fn r13_luck_is_for_traps() {
    holds([&meet(0, "10", 9, 1), r#"expect: {"enemy":{"kind":"monster","hp":10},"heroes":[{"luck":0}]}"#]);
    let luck = enjoy(0, "10", "luck", 0);
    holds([
        &luck,
        &meet(0, "10", 9, 9), // still a tie
        "die 6 enemy-attack 4; die 4 defense 3",
        "0: attack; die 6 attack 4; die 4 enemy-defense 3",
        "die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":29,"luck":1}],"enemy":{"hp":9}}"#,
    ]);
    holds([&luck, "0: reveal; card floor J; die 20 trap 5; card treasure 6", r#"expect: {"heroes":[{"hp":30}]}"#]);
}

#[test]
fn r14_weapons_add_up() {
    holds([
        &find(0, "6"),
        &find(0, "9"),
        &find(0, "6"),
        &meet(0, "K", 20, 1),
        "0: attack; die 6 attack 1; 0: weapon weapon-6; 0: weapon weapon-9; 0: weapon weapon-6; die 6 enemy-defense 6",
        "card treasure 8",
        r#"expect: {"heroes":[{"items":["weapon-8"]}],"discard":7}"#,
    ]);
}

#[test]
fn r15_double_die() {
    let double = learn(0, "double-die");
    // Two dice double together; the weapon does not; two of these cards make it four times as much.
    let up = enjoy(0, "Q", "attack-up", 0);
    holds([
        &format!("{up}; {up}; {up}; {up}"),
        &double,
        &double,
        &find(0, "9"),
        "0: reveal; card floor K; die 20 initiative 20; die 20 enemy-initiative 1",
        "0: attack; die 8 attack 1; die 8 attack 2; 0: double-die; 0: weapon weapon-9; 0: double-die",
        "die 6 enemy-defense 6",
        "card treasure 6",
        r#"expect: {"enemy":null,"heroes":[{"items":["weapon-6"]}]}"#,
    ]);
    holds([
        &double,
        &meet(0, "10", 20, 1),
        "0: attack; die 6 attack 3; 0: double-die; die 4 enemy-defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":5}}"#,
    ]);
    // The own defense.
    holds([
        &double,
        &meet(0, "10", 1, 20),
        "0: pass; die 6 enemy-attack 5; die 4 defense 2; 0: double-die",
        r#"expect: {"heroes":[{"hp":29,"items":[]}]}"#,
    ]);
    // Initiative.
    holds([&double, &meet(0, "10", 6, 11), "0: double-die", r#"expect: {"awaiting":{"kind":"combat-turn"}}"#]);
    // A trap's d20, without the luck: 2 x 5 + 1.
    holds([
        &enjoy(0, "10", "luck", 0),
        &double,
        "0: reveal; card floor Q; die 20 trap 5; 0: double-die; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"hp":29}]}"#,
    ]);
    // Heal.
    holds([
        &learn(0, "heal"),
        "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        &double,
        "0: use heal on 0; die 6 heal 2; 0: double-die",
        r#"expect: {"heroes":[{"hp":28}]}"#,
    ]);
    // Second Wind.
    let blow =
        "0: pass; 0: attack; die 6 attack 1; 0: pass; die 6 enemy-defense 6; die 8 enemy-attack 8; die 4 defense 1";
    holds([
        &learn(0, "second-wind"),
        &double,
        &meet(0, "K", 1, 20),
        "0: pass; die 8 enemy-attack 8; die 4 defense 1",
        blow,
        blow,
        blow,
        blow,
        "0: pass; die 4 second-wind 4; 0: double-die",
        r#"expect: {"heroes":[{"hp":8,"items":[]}]}"#,
    ]);
    // Never the enemy's dice, nor a trap's.
    holds([
        &double,
        "0: reveal; card floor J; die 20 trap 1; 0: pass; die 4 trap-damage 2; card treasure 6",
        r#"expect: {"heroes":[{"hp":28,"items":["double-die","weapon-6"]}]}"#,
    ]);
}

#[test]
fn r16_evade() {
    // One strike, whole, and the next one hits.
    holds([
        &learn(0, "evade"),
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1; 0: evade",
        "0: attack; die 6 attack 1; die 4 enemy-defense 1; die 6 enemy-attack 6; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":25,"items":[]}]}"#,
    ]);
    // In the turn of another, and of one trap as well.
    holds([
        TWO,
        &learn(0, "evade"),
        &meet(1, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1; 0: evade; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"active":1,"heroes":[{"hp":30},{"hp":30}]}"#,
    ]);
    holds([
        &learn(0, "evade"),
        "0: reveal; card floor Q; die 20 trap 2; die 6 trap-damage 6; 0: evade; card treasure 6",
        r#"expect: {"heroes":[{"hp":30,"items":["weapon-6"]}]}"#,
    ]);
}

#[test]
fn r17_sneak() {
    let sneak = learn(0, "sneak");
    // The better of both rolls counts.
    for (roll, first) in [(10, true), (9, false), (1, false)] {
        let blow = if first { "" } else { "die 6 enemy-attack 1; die 4 defense 1" };
        let expected = format!(r#"expect: {{"enemy":{{"heroes_first":{first}}},"heroes":[{{"items":[]}}]}}"#);
        holds([&sneak, &meet(0, "4", 3, 9), &format!("0: sneak; die 20 sneak {roll}"), blow, &expected]);
    }
    // Not offered when first, and not to those who do not roll.
    holds([&sneak, &meet(0, "4", 10, 9), "0 not: sneak", r#"expect: {"awaiting":{"kind":"combat-turn"}}"#]);
    holds([
        TWO,
        &sneak,
        &meet(1, "4", 3, 9),
        "die 6 enemy-attack 1; die 4 defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"items":["sneak"]},{}],"enemy":{"heroes_first":false}}"#,
    ]);
}

#[test]
fn r18_lucky_charm() {
    let charm = learn(0, "lucky-charm");
    holds([
        &charm,
        "0: reveal; card floor Q; die 20 trap 7; 0: lucky-charm; card treasure 6", // 7 + 5
        "0: reveal; card floor Q; die 20 trap 7; die 6 trap-damage 1; card treasure 6", // used up
        r#"expect: {"heroes":[{"hp":29,"items":["weapon-6","weapon-6"]}]}"#,
    ]);
    holds([&charm, "0: reveal; card floor Q; die 20 trap 6; 0: lucky-charm; die 6 trap-damage 1; card treasure 6"]);
    // Only for its owner.
    holds([
        TWO,
        &charm,
        "1: reveal; card floor Q; die 20 trap 7; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"items":["lucky-charm"]},{"hp":29}]}"#,
    ]);
}

#[test]
fn r19_second_wind() {
    let trap = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6";
    let traps =
        format!("{trap}; card treasure 6; {trap}; card treasure 6; {trap}; card treasure 6; {trap}; card treasure 6");
    holds([
        &learn(0, "second-wind"),
        &traps,
        trap,
        "die 4 second-wind 1; card treasure 6",
        r#"expect: {"over":null,"heroes":[{"hp":1,"items":["weapon-6","weapon-6","weapon-6","weapon-6","weapon-6"]}]}"#,
    ]);
    holds([&traps, trap, r#"expect: {"over":"lost"}"#]);
}

#[test]
fn r20_heal() {
    // On a friend, within a fight, and the strike is still to come.
    holds([
        TWO,
        &learn(0, "heal"),
        "1: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        &meet(0, "10", 20, 1),
        "0: use heal on 1; die 6 heal 4",
        r#"expect: {"heroes":[{"items":[]},{"hp":28}],"awaiting":{"seat":0,"kind":"combat-turn"}}"#,
    ]);
    // In camp.
    holds([
        TWO,
        &learn(0, "heal"),
        "1: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        "0: use heal on 1; die 6 heal 6",
        r#"expect: {"heroes":[{},{"hp":30}],"awaiting":{"seat":0,"kind":"camp"}}"#,
    ]);
}

#[test]
fn r21_traps() {
    // Reaching the target is enough; one less is not; a reward comes either way.
    for (card, reached, missed) in [("J", 6, "5; die 4 trap-damage 3"), ("Q", 12, "11; die 6 trap-damage 3")] {
        let trap = format!("0: reveal; card floor {card}; die 20 trap");
        let loot = r#"card treasure 6; expect: {"heroes":[{"hp":30,"items":["weapon-6"]}]}"#;
        holds([&format!("{trap} {reached}"), loot]);
        holds([&format!("{trap} {missed}"), &loot.replace("30", "27")]);
    }
    // A 1 may be enough: 1 + 5.
    let lucky = format!("{0}; {0}; {0}; {0}; {0}", enjoy(0, "10", "luck", 0));
    holds([&lucky, "0: reveal; card floor J; die 20 trap 1; card treasure 6", r#"expect: {"heroes":[{"hp":30}]}"#]);
    // A 20 may be too little: 20 - 8 against 13.
    holds([
        r#"options: {"ascension":9}"#,
        &"card curse 10;".repeat(8),
        "card curse J; 0: reveal; card floor Q; die 20 trap 20; die 6 trap-damage 2; card treasure 6",
        r#"expect: {"heroes":[{"hp":28}]}"#,
    ]);
    // Never more than 19: 12 + 8.
    holds([
        r#"options: {"ascension":8}"#,
        &"card curse J;".repeat(8),
        "0: reveal; card floor Q; die 20 trap 19; card treasure 6",
        "0: reveal; card floor Q; die 20 trap 18; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"hp":29}]}"#,
    ]);
}

#[test]
fn r22_rewards_are_drawn() {
    let won = format!("{}; 0: attack; die 6 attack 6; die 4 enemy-defense 1", meet(0, "2", 20, 1));
    holds([&won, "card treasure 6", r#"expect: {"floor":2}"#]);
    let cursed = r#"options: {"ascension":1}; card curse K"#;
    let asked = r#"expect: {"awaiting":{"kind":"reward","legal":[{"type":"draw"},{"type":"decline"}]}}"#;
    holds([cursed, &won, asked, "0: decline", r#"expect: {"floor":2,"pile":93,"heroes":[{"items":[]}]}"#]);
    holds([
        cursed,
        &won,
        asked,
        "0: draw; card treasure 6; coin cursed-trap heads; die 20 trap 20",
        r#"expect: {"floor":2,"pile":92,"heroes":[{"items":["weapon-6"]}]}"#,
    ]);
    // Behind a trap and on a treasure floor the cursed hero is not asked.
    holds([cursed, "0: reveal; card floor J; die 20 trap 6; card treasure 6; coin cursed-trap heads; die 20 trap 6"]);
    holds([cursed, &find(0, "6"), "coin cursed-trap heads; die 20 trap 6", r#"expect: {"floor":2}"#]);
}

#[test]
fn r23_cursed_treasure() {
    let once = r#"options: {"ascension":1}; card curse K"#;
    // Heads: easy. Tails: hard. After the card is seen, before it is used, and without a reward of its own.
    holds([
        once,
        &find(0, "10"),
        "coin cursed-trap heads; die 20 trap 5; die 4 trap-damage 1; 0: use luck on 0",
        r#"expect: {"heroes":[{"hp":29,"luck":1,"items":[]}],"floor":2,"pile":92}"#,
    ]);
    holds([once, &find(0, "6"), "coin cursed-trap tails; die 20 trap 11; die 6 trap-damage 1"]);
    holds([once, &find(0, "6"), "coin cursed-trap heads; die 20 trap 6", r#"expect: {"floor":2,"pile":92}"#]);
    // One for each curse, none for an ace's cards.
    holds([
        r#"options: {"ascension":2}; card curse K; card curse K"#,
        &find(0, "A"),
        "coin cursed-trap heads; die 20 trap 6; coin cursed-trap tails; die 20 trap 12",
        "card treasure 6; card treasure 7; 0: choose 7",
        r#"expect: {"heroes":[{"hp":30,"items":["weapon-7"]}],"floor":2}"#,
    ]);
}

#[test]
fn r24_mighty_and_tougher() {
    let cursed = r#"options: {"ascension":3}; card curse Q; card curse Q; card curse A"#;
    for (card, base) in [("4", 4), ("K", 10)] {
        let meets = format!("0: reveal; card floor {card}; die 4 mighty 4; die 4 mighty 3");
        let expected = format!(r#"expect: {{"enemy":{{"hp":{}}}}}"#, base + 2 + 4 + 3);
        holds([cursed, &meets, "die 20 initiative 20; die 20 enemy-initiative 1", &expected]);
    }
    // Against the boss no d4 is rolled: 20 + 30 for the level, and 10 for the one Tougher Monsters.
    let mut boss = Climb::open(json!({ "ascension": 3 }), 1, EASY);
    boss.tell(["Q", "Q", "A"]).up_to(11).reveal(0);
    assert_eq!(boss.asked(), Some(("initiative", Some(0))));
    assert_eq!(boss.lucky().view("/enemy/hp"), 60);
}

#[test]
fn r25_the_bosss_health() {
    let table = [(1, 0, 20), (1, 2, 40), (2, 0, 40), (2, 2, 80), (4, 5, 280)];
    for (heroes, ascension, health) in table {
        let mut boss = Climb::open(json!({ "ascension": ascension }), heroes, EASY);
        let floors = 10 + 5 * (heroes - 1);
        boss.up_to(floors + 1);
        let seat = boss.awaiting().0 as u8;
        boss.reveal(seat).lucky();
        assert_eq!(boss.view("/enemy/kind"), "boss");
        assert_eq!(boss.view("/enemy/hp"), health, "{heroes} heroes at level {ascension}");
    }
    let mut tougher = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    tougher.tell(["20", "10", "A", "A"]).up_to(16).reveal(1).lucky();
    assert_eq!(tougher.view("/enemy/hp"), 2 * 30 + 2 * 10);
}

#[test]
fn r26_an_empty_pile() {
    // 94 curses empty the pile of a lone hero; the tower then holds eight kings and two jacks.
    let wishes = ["6 7 8 9 10 2 3 4 5 Q A J", "J", ""];
    let mut climb = Climb::open(json!({ "ascension": 94 }), 1, wishes);
    climb.lucky();
    assert_eq!((climb.view("/pile"), climb.view("/discard"), climb.view("/hidden")), (json!(0), json!(94), json!(10)));
    climb.reveal(0).tell(["J", "20"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(0))));
    assert!(climb.table.answer("K").is_err(), "every king lies in the tower, which is not touched");
    climb.tell(["9"]);
    assert_eq!((climb.view("/pile"), climb.view("/discard"), climb.view("/hidden")), (json!(93), json!(1), json!(9)));
    assert_eq!((climb.view("/unseen/K"), climb.view("/unseen/J")), (json!(8), json!(1)));
    assert_eq!(climb.view("/reshuffled/9"), 7);
}

#[test]
fn r27_curse_cards() {
    holds([
        r#"options: {"ascension":2}; card curse 10; card curse 10"#,
        r#"expect: {"heroes":[{"curses":{"unlucky":2},"items":[]}],"pile":92,"discard":2,"discarded":{"10":2}}"#,
    ]);
    // So there are enough for every level.
    let source = Source::Seed(Seed::from(27), Vec::new());
    let table = Referee::<RogueAscension>::open(&json!({ "ascension": 99 }), 4, source).expect("level 99");
    let view = Table::view(&table, Viewer::All);
    for hero in view["heroes"].as_array().expect("heroes") {
        let curses = hero["curses"].as_object().expect("curses").values().filter_map(Value::as_u64).sum::<u64>();
        assert_eq!(curses, 99);
    }
}

#[test]
fn r28_equal_rolls_for_the_turn_order() {
    let rolled = |rolls: [u8; 4]| rolls.map(|roll| format!("die 20 order {roll};")).concat();
    holds(["seats: 4", &rolled([7, 7, 7, 7]), r#"expect: {"order":[0,1,2,3]}"#]);
    holds(["seats: 4", &rolled([7, 9, 7, 9]), r#"expect: {"order":[1,3,0,2]}"#]);
    holds([r#"expect: {"order":[0]}"#]); // alone, nobody rolls
}

#[test]
fn r29_one_initiative_for_all() {
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["20", "10"]).up_to(2).reveal(1).tell(["10"]);
    assert_eq!(climb.asked(), Some(("initiative", Some(1))));
    climb.tell(["15"]);
    assert_eq!(climb.asked(), Some(("enemy-initiative", None)));
    climb.tell(["3"]);
    assert_eq!(climb.asked(), None);
    assert_eq!(climb.awaiting(), (0, "combat-turn".to_owned()));
}

#[test]
fn r30_the_order_of_blows() {
    let mut climb = Climb::open(json!({}), 3, EASY);
    climb.tell(["5", "20", "10"]).up_to(2); // order 1, 2, 0
    climb.reveal(2).tell(["10", "1", "20"]);
    for round in 1..=2 {
        for seat in [1, 2, 0] {
            assert_eq!(climb.asked(), Some(("enemy-attack", Some(seat))), "round {round}");
            climb.tell(["1"]);
            assert_eq!(climb.asked(), Some(("defense", Some(seat))));
            climb.tell(["1"]);
        }
        for seat in [1, 2, 0] {
            assert_eq!(climb.awaiting(), (seat, "combat-turn".to_owned()), "round {round}");
            climb.act(seat as u8, json!({ "type": "attack" })).tell(["1", "1"]);
        }
    }
    // The end comes at once: those behind the last blow do not strike any more.
    climb.tell(["1", "1", "1", "1", "1", "1"]);
    climb.act(1, json!({ "type": "attack" })).tell(["6", "1"]);
    climb.act(2, json!({ "type": "attack" })).tell(["6", "1"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(2))));
}

#[test]
fn r31_who_draws_after_a_fight() {
    let fight = |slayer: u8| {
        let misses: String =
            (0..slayer).map(|seat| format!("{seat}: attack; die 6 attack 1; die 4 enemy-defense 1;")).collect();
        format!("{}; {misses} {slayer}: attack; die 6 attack 6; die 4 enemy-defense 1", meet(0, "2", 20, 1))
    };
    let items = |all: [&str; 3]| {
        let heroes = all.map(|items| format!(r#"{{"items":[{items}]}}"#)).join(",");
        format!(r#"expect: {{"heroes":[{heroes}],"floor":2}}"#)
    };
    let two = "card treasure 6; card treasure 7";
    let three = "card treasure 6; card treasure 7; card treasure 8";
    let (six, seven, eight) = (r#""weapon-6""#, r#""weapon-7""#, r#""weapon-8""#);
    holds([THREE, &fight(2), two, &items([six, "", seven])]);
    holds([THREE, &fight(0), "card treasure 6", &items([six, "", ""])]);
    let option = |value: &str| format!(r#"options: {{"coop_reward":"{value}"}}"#);
    holds([&option("active"), THREE, &fight(2), "card treasure 6", &items([six, "", ""])]);
    holds([&option("all"), THREE, &fight(1), three, &items([six, seven, eight])]);
}

#[test]
fn r32_helping_with_cards() {
    let hurt = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 9";
    for (card, item, expected) in [
        ("5", "potion-5", r#""hp":30"#),
        ("10", "luck", r#""luck":1"#),
        ("J", "defense-up", r#""defense":"d6""#),
        ("Q", "attack-up", r#""attack":"d8""#),
    ] {
        let given = format!(r#"1: use {item} on 0; expect: {{"heroes":[{{{expected}}},{{"items":[]}}]}}"#);
        holds([TWO, hurt, &find(1, card), &given]); // at once
        let saved = format!("{}; 1: save; {}; {given}", find(1, card), find(0, "8"));
        holds([TWO, hurt, &saved]); // saved, and given in camp
    }
    let heal = format!("{}; {}; 1: use heal on 0; die 6 heal 6", learn(1, "heal"), find(0, "8"));
    holds([TWO, hurt, &heal, r#"expect: {"heroes":[{"hp":30},{"items":[]}]}"#]);
    holds([TWO, hurt, &find(1, "7"), "0 not: use weapon-9 on 1", r#"expect: {"awaiting":{"kind":"camp"}}"#]);
    for ability in ["double-die", "evade", "sneak", "lucky-charm", "second-wind"] {
        let lent = format!("{}; {}; 0 not: use {ability} on 1", learn(0, ability), find(1, "7"));
        let legal = r#"expect: {"awaiting":{"seat":0,"kind":"camp","legal":[{"type":"reveal"}]}}"#;
        holds([TWO, &lent, legal]);
    }
    // A friend's weapon is no use for the own attack.
    holds([
        TWO,
        &find(0, "9"),
        &meet(1, "10", 20, 1),
        "0: attack; die 6 attack 1; 0: pass; die 4 enemy-defense 1",
        "1: attack; die 6 attack 2; die 4 enemy-defense 1",
        "die 6 enemy-attack 1; die 4 defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"items":["weapon-9"]},{}],"enemy":{"hp":9}}"#,
    ]);
}

#[test]
fn r33_helping_with_luck() {
    // Asked in turn order behind the trap's hero; each point is 1 more, and gone for good.
    let luck = format!("{}; {}; {}", enjoy(0, "10", "luck", 2), enjoy(1, "10", "luck", 2), enjoy(2, "10", "luck", 0));
    holds([
        THREE,
        &luck,
        &find(0, "6"),
        "1: reveal; card floor Q; die 20 trap 9; 2: assist; 2: pass; 0: assist; die 6 trap-damage 1; card treasure 7",
        r#"expect: {"heroes":[{"luck":0},{"hp":29},{"luck":1}]}"#,
    ]);
    // Nobody is asked once it is enough.
    holds([
        THREE,
        &luck,
        &find(0, "6"),
        "1: reveal; card floor Q; die 20 trap 11; 2: assist; card treasure 7",
        r#"expect: {"heroes":[{"luck":1},{"hp":30},{"luck":1}]}"#,
    ]);
    // The own luck counts by itself and stays: 10 + 2.
    holds([
        THREE,
        &luck,
        "0: reveal; card floor J; die 20 trap 6; card treasure 7; 1: reveal; card floor J; die 20 trap 6; card treasure 7",
        "2: reveal; card floor Q; die 20 trap 10; card treasure 7",
        r#"expect: {"heroes":[{"luck":1},{},{"luck":2}]}"#,
    ]);
    // A point that a curse cancels cannot be spent.
    holds([
        r#"options: {"ascension":1}"#,
        TWO,
        "card curse 10; card curse 6",
        &enjoy(0, "10", "luck", 0),
        "1: reveal; card floor Q; die 20 trap 11; die 6 trap-damage 1; card treasure 7",
        r#"expect: {"heroes":[{"luck":1,"luck_modifier":0},{"hp":29}]}"#,
    ]);
}

#[test]
fn r34_whose_curse_it_is() {
    let cursed = |first: &str, second: &str| {
        format!(r#"options: {{"ascension":1}}; {TWO}; card curse {first}; card curse {second}"#)
    };
    let next = find(0, "6");
    // Tougher and Mighty Monsters: of the active hero.
    holds([&cursed("6", "A"), &meet(0, "4", 20, 1), r#"expect: {"enemy":{"hp":4}}"#]);
    holds([&cursed("6", "A"), &next, &meet(1, "4", 20, 1), r#"expect: {"enemy":{"hp":6}}"#]);
    holds([&cursed("6", "Q"), &meet(0, "4", 20, 1), r#"expect: {"enemy":{"hp":4}}"#]);
    let mighty = meet(1, "4", 20, 1).replace("floor 4;", "floor 4; die 4 mighty 2;");
    holds([&cursed("6", "Q"), &next, &mighty, r#"expect: {"enemy":{"hp":6}}"#]);
    // Persistent Traps: of the hero in the trap.
    holds([&cursed("6", "J"), "0: reveal; card floor J; die 20 trap 6; card treasure 6"]);
    holds([&cursed("6", "J"), &next, "1: reveal; card floor J; die 20 trap 6; die 4 trap-damage 1; card treasure 6"]);
    // Cursed Treasure: of the one who draws.
    let shared = format!(
        "{}; 0: attack; die 6 attack 1; die 4 enemy-defense 1; 1: attack; die 6 attack 6; die 4 enemy-defense 1",
        meet(0, "2", 20, 1)
    );
    holds([
        &cursed("6", "K"),
        &shared,
        "card treasure 6; 1: draw; card treasure 7; coin cursed-trap heads; die 20 trap 6",
        r#"expect: {"heroes":[{"items":["weapon-6"]},{"items":["weapon-7"]}],"floor":2}"#,
    ]);
    // Weak dice and bad luck: of their owner.
    holds([
        &cursed("10", "2"),
        r#"expect: {"heroes":[{"attack":"d6","luck_modifier":-1},{"attack":"d4","luck_modifier":0}]}"#,
    ]);
    // The boss minds everybody's Tougher Monsters, also those of a hero who does not open the door.
    let mut boss = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    boss.tell(["20", "10", "A", "6"]).up_to(16).reveal(1).lucky();
    assert_eq!(boss.view("/enemy/hp"), 70);
}

#[test]
fn r35_one_death_is_the_end() {
    let round = "die 6 enemy-attack 1; die 4 defense 4; die 6 enemy-attack 6; die 4 defense 1;\
                 0: attack; die 6 attack 1; die 4 enemy-defense 4; 1: attack; die 6 attack 1; die 4 enemy-defense 4;";
    holds([
        TWO,
        &meet(0, "10", 1, 20),
        &round.repeat(5),
        "die 6 enemy-attack 1; die 4 defense 4; die 6 enemy-attack 6; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":30},{"hp":0}],"over":"lost","cause":"monster","awaiting":null}"#,
    ]);
}

#[test]
fn r36_the_longest_fight() {
    let round = "0: attack; die 6 attack 1; die 4 enemy-defense 4; die 6 enemy-attack 1; die 4 defense 4;";
    let limit = r#"options: {"fight_round_limit":3}"#;
    holds([limit, &meet(0, "10", 2, 1), &round.repeat(2), r#"expect: {"over":null,"enemy":{"round":3}}"#]);
    holds([limit, &meet(0, "10", 2, 1), &round.repeat(3), r#"expect: {"over":"lost","cause":"exhaustion","floor":1}"#]);
    // A blow in the last round still counts.
    holds([
        limit,
        &meet(0, "2", 2, 1),
        &round.repeat(2),
        "0: attack; die 6 attack 6; die 4 enemy-defense 1; card treasure 6",
        r#"expect: {"over":null,"floor":2}"#,
    ]);
    // Usually there is time: a thousand rounds.
    holds([&meet(0, "10", 2, 1), &round.repeat(999), r#"expect: {"over":null,"enemy":{"round":1000}}"#]);
    holds([&meet(0, "10", 2, 1), &round.repeat(1000), r#"expect: {"cause":"exhaustion"}"#]);
}

#[test]
fn r37_what_a_win_opens() {
    // What each player may choose is the hall's to remember; the game says what a win opens.
    for (ascension, heroes) in [(0, 1), (3, 1), (1, 2)] {
        let mut climb = Climb::open(json!({ "ascension": ascension }), heroes, EASY);
        climb.up_to(10 + 5 * (heroes - 1) + 1);
        assert_eq!(climb.view("/unlocked"), Value::Null, "not before the boss falls");
        while climb.view("/over").is_null() {
            let seat = climb.table.awaited().iter().next().expect("somebody decides");
            let action = climb.table.legal(seat)[0];
            climb.table.act(seat, action).expect("it is legal");
            climb.lucky();
        }
        assert_eq!((climb.view("/over"), climb.view("/unlocked")), (json!("won"), json!(ascension + 1)));
        assert_eq!(climb.table.outcome().map(|outcome| outcome["victory"].clone()), Some(json!(true)));
    }
    let lost = r#"options: {"ascension":1,"fight_round_limit":1}; card curse 6"#;
    let round = "0: attack; die 6 attack 1; die 4 enemy-defense 4; die 6 enemy-attack 1; die 4 defense 4";
    holds([lost, &meet(0, "10", 20, 1), round, r#"expect: {"over":"lost","unlocked":null}"#]);
}

#[test]
fn r38_how_many_curses() {
    let mut climb = Climb::open(json!({ "ascension": 2 }), 2, EASY);
    climb.tell(["20", "10"]);
    for seat in [0, 0, 1, 1] {
        assert_eq!(climb.asked(), Some(("curse", Some(seat))));
        climb.tell(["10"]);
    }
    assert_eq!(climb.awaiting(), (0, "camp".to_owned()));
    assert_eq!((climb.view("/hidden"), climb.view("/pile")), (json!(15), json!(104 - 15 - 4)), "from the pile");
    // By seat, whatever the turn order.
    climb = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    assert_eq!(climb.tell(["1", "20"]).asked(), Some(("curse", Some(0))));
    holds([r#"expect: {"heroes":[{"curses":{}}],"pile":94,"hidden":10}"#]); // none at level 0
}

#[test]
fn r39_the_bosss_door() {
    // Floor 15 was seat 0's, so seat 1 makes camp before the boss, uses what it saved, and rolls initiative.
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["20", "10"]).up_to(14);
    climb.reveal(1).tell(["A", "10"]).act(1, json!({ "type": "save" })).up_to(16);
    assert_eq!(climb.view("/floors"), 15);
    assert_eq!(climb.awaiting(), (1, "camp".to_owned()));
    climb.act(1, json!({ "type": "use", "item": "luck", "target": 0 }));
    assert_eq!(climb.awaiting(), (1, "camp".to_owned()));
    climb.reveal(1);
    assert_eq!(climb.asked(), Some(("initiative", Some(1))), "no floor card, the boss at once");
    climb.tell(["20", "1"]);
    assert_eq!(climb.view("/enemy/kind"), "boss");
}

#[test]
fn r40_who_draws_first() {
    // Seat 1 is first in turn order and lands the last blow, but seat 0 is active on the second floor.
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["10", "20"]).up_to(2).reveal(0).tell(["2", "20", "1"]);
    climb.act(1, json!({ "type": "attack" })).tell(["6", "1"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(0))));
    climb.tell(["6"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(1))));
    climb.tell(["7"]);
    assert_eq!(climb.view("/floor"), 3);
}

#[test]
fn r41_floors_in_company() {
    let mut climb = Climb::open(json!({}), 3, EASY);
    climb.tell(["5", "20", "10"]);
    let order = [1, 2, 0];
    for floor in 1..=20 {
        climb.up_to(floor);
        let seat = order[(floor as usize - 1) % 3];
        assert_eq!(
            (climb.view("/active"), climb.awaiting()),
            (json!(seat), (seat, "camp".to_owned())),
            "floor {floor}"
        );
        assert!(Table::act(&mut climb.table, Seat((seat as u8 + 1) % 3), &json!({ "type": "reveal" })).is_err());
    }
}

#[test]
fn r42_no_standing_by() {
    holds([
        &meet(0, "9", 20, 1),
        "0 not: pass; 0 not: reveal",
        r#"expect: {"awaiting":{"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
    // Not in company either, and not with something else to do.
    holds([
        TWO,
        "0: reveal; card floor A; card treasure 2; 0: save",
        &meet(1, "9", 20, 1),
        "0: use potion-2 on 0; 0 not: pass; 0: attack; die 6 attack 1; die 4 enemy-defense 1; 1 not: pass",
        r#"expect: {"awaiting":{"seat":1,"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
}

#[test]
fn every_ruling_stands_in_the_rulebook_and_has_a_test() {
    const RULINGS: usize = 42;
    let ruling =
        |line: &str| line.strip_prefix("- **R").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let (rulebook, tests) = (RogueAscension::meta().rulebook, include_str!("rulings.rs"));
    let numbered: Vec<&str> = rulebook.lines().filter(|line| ruling(line)).collect();
    assert_eq!(numbered.len(), RULINGS, "rulings in the rulebook");
    for (index, line) in numbered.iter().enumerate() {
        let number = index + 1;
        assert!(line.starts_with(&format!("- **R{number} ")), "R{number} in its place, not {line:?}");
        assert_eq!(tests.matches(&format!("#[test]\nfn r{number:02}_")).count(), 1, "one test for R{number}");
    }
    let cited = rulebook.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.strip_prefix('R'));
    for number in cited.filter_map(|number| number.parse::<usize>().ok()) {
        assert!((1..=RULINGS).contains(&number), "the rulebook cites R{number}");
    }
}
