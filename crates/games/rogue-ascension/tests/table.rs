//! The table as players see it: the scene, the words of every choice, the auto-action, and the
//! moments of a step.

use std::time::{Duration, Instant};

use kernel::{
    Area, AutoAction, Effect, Fast, Flag, Game, Judge, Look, Match, Moment, Move, Piece, Referee, Role, Scene, Seat,
    Seed, Source, Viewer, below,
};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

const ME: Seat = Seat(0);

/// A table whose outcomes the test enters.
struct Told(Referee<RogueAscension>);

impl Told {
    fn open(seats: u64, options: Value) -> Told {
        Told(Referee::open(&options, seats, Source::Manual).expect("good options"))
    }

    fn tell(&mut self, outcomes: &str) -> &mut Told {
        for outcome in outcomes.split_whitespace() {
            self.0.answer(outcome).unwrap_or_else(|refused| panic!("{outcome}: {refused}"));
        }
        self
    }

    fn act(&mut self, action: Value, outcomes: &str) -> &mut Told {
        let seat = self.0.asked_first().expect("somebody is to act");
        self.0.act_json(seat, &action).unwrap_or_else(|refused| panic!("{action}: {refused}"));
        self.tell(outcomes)
    }

    fn word(&mut self, action: &str, outcomes: &str) -> &mut Told {
        self.act(json!({ "type": action }), outcomes)
    }

    /// A floor of treasure: this card.
    fn find(&mut self, card: &str) -> &mut Told {
        self.word("reveal", &format!("A {card}"))
    }

    fn learn(&mut self, ability: &str) -> &mut Told {
        self.find("K").act(json!({ "type": "ability", "name": ability }), "")
    }

    fn scene(&self) -> Scene {
        self.seen_by(Viewer::Seat(self.0.asked_first().unwrap_or(ME)))
    }

    fn seen_by(&self, viewer: Viewer) -> Scene {
        self.0.scene(viewer, None).expect("it is laid out")
    }

    fn carry_out(&self, limit: i32) -> Option<Value> {
        self.0.carry_out(self.0.asked_first()?, "fight-on", limit)
    }

    /// The moments of the last step: dice by their value, lines by their words, effects in short.
    fn moments(&self) -> Vec<String> {
        let (n, viewer) = (self.0.ply(), Viewer::Seat(ME));
        let (scene, lines) = (self.scene(), self.0.chronicle(viewer, n));
        let one = |moment: &Moment| match moment {
            Moment::Die { piece } => match &scene.piece(piece).expect("it lies on the table").look {
                Look::Die { sides, value, .. } => format!("d{sides} {value}"),
                other => panic!("{other:?} is no die"),
            },
            Moment::Tell { line } => lines[*line].text.plain(|seat| format!("P{}", seat.0 + 1)),
            Moment::Show { .. } => "the table changes".to_owned(),
            Moment::Effect(Effect::Settle { title, result, .. }) => {
                format!("[{}: {result}]", title.plain(|seat| format!("P{}", seat.0 + 1)))
            }
            Moment::Effect(Effect::Change { piece, by, to }) => format!("{piece} {by:+} to {to}"),
            Moment::Effect(Effect::Fall { piece }) => format!("{piece} falls"),
            Moment::Effect(Effect::Draw { piece }) => format!("{piece} is drawn"),
            Moment::Effect(Effect::Move { piece }) => format!("{piece} moves"),
            Moment::Effect(Effect::Gain { piece }) => format!("{piece} is gained"),
        };
        self.0.moments(viewer, n).iter().map(one).collect()
    }

    /// The dice on the table by their purpose, with their results.
    fn rolls(&self) -> Vec<String> {
        let scene = self.scene();
        let value = |id: &String| match scene.piece(id).map(|piece| &piece.look) {
            Some(Look::Die { value, .. }) => value.to_string(),
            other => panic!("{other:?} is no die"),
        };
        let one = |roll: &kernel::Roll| {
            let dice: Vec<String> = roll.dice.iter().map(value).collect();
            format!("{}: {} = {}", roll.title.plain(|seat| format!("P{}", seat.0 + 1)), dice.join(" "), roll.result)
        };
        scene.rolls.iter().map(one).collect()
    }
}

fn area(scene: &Scene, role: Role) -> Option<&Area> {
    scene.areas.iter().find(|area| area.role == role)
}

fn piece<'a>(scene: &'a Scene, id: &str) -> &'a Piece {
    scene.piece(id).unwrap_or_else(|| panic!("no {id}"))
}

fn choice<'a>(scene: &'a Scene, text: &str) -> &'a Move {
    let plain = |choice: &Move| choice.wording.text.plain(|seat| format!("P{}", seat.0 + 1));
    let found = scene.moves.iter().find(|choice| plain(choice).starts_with(text));
    found.unwrap_or_else(|| panic!("no {text:?} in {:?}", scene.moves.iter().map(plain).collect::<Vec<_>>()))
}

fn forecast(scene: &Scene, text: &str) -> String {
    choice(scene, text).wording.forecast.as_ref().unwrap_or_else(|| panic!("{text} has no forecast")).text.clone()
}

/// Up to the fight of the mock: attack d8, defense d4, 5 health, a troll with 6 of 9 left, the hero
/// strikes first.
fn troll(with: &str) -> Told {
    let mut table = Told::open(1, json!({}));
    table.find("Q").act(json!({ "type": "use", "item": "attack-up", "target": 0 }), "");
    for card in with.split_whitespace() {
        table.find(card);
        if "2345".contains(card) {
            table.word("save", "");
        }
    }
    table.word("reveal", "9 14 11");
    // Five rounds in which only the troll wounds, for 5 each: 25 health.
    let weapons = with.contains(['6', '7', '8', '9']);
    let mut strike = |roll: u8, rest: &str| {
        if weapons {
            table.word("attack", &roll.to_string()).word("pass", rest);
        } else {
            table.word("attack", &format!("{roll} {rest}"));
        }
    };
    for _ in 0..4 {
        strike(1, "4 6 1");
    }
    strike(4, "1 6 1");
    table
}

#[test]
fn a_fight_is_drawn_as_a_duel() {
    let table = troll("");
    let scene = table.scene();
    let hero = &area(&scene, Role::Fighters).expect("somebody fights").pieces[..];
    let foe = &area(&scene, Role::Foes).expect("somebody is fought").pieces[..];
    let ([hero], [foe]) = (hero, foe) else { panic!("one each: {hero:?} {foe:?}") };
    assert_eq!((hero.id.as_str(), foe.id.as_str()), ("hero-0", "enemy"));
    assert_eq!([hero.gauge, foe.gauge].map(|gauge| gauge.map(|of| (of.value, of.max))), [Some((5, 30)), Some((6, 9))]);
    let intent = foe.intent.as_ref().expect("it says what comes next");
    assert_eq!((intent.mean.as_str(), intent.text.as_str()), ("1.4", "Next: d6 − your d4"));
    assert_eq!(intent.range, "0 to 5; 1 in 24 kills you");
    assert!(scene.piece("enemy-health").is_none() && piece(&scene, "seat-0-health").gauge.is_none());
    assert!(foe.text.as_ref().is_some_and(|text| text.starts_with("You strike first in every round.")));
    let spectator = table.seen_by(Viewer::Spectator);
    let intent = piece(&spectator, "enemy").intent.clone().expect("everybody sees it");
    assert_eq!(
        (intent.text.as_str(), intent.range.as_str()),
        ("Next: d6 − the hero's d4", "0 to 5; 1 in 24 kills the hero")
    );
}

#[test]
fn every_choice_of_the_fight_says_what_comes_of_it() {
    let scene = troll("4 7").scene();
    assert_eq!(
        forecast(&scene, "Strike the troll with d8"),
        "wounds 69 %, 2.3 on average, kills 9 %, 91 % with the mace; its d6 − d4 kills you on 5 or more, 4 %; 71 % to win"
    );
    assert_eq!(forecast(&scene, "Use the potion of 6"), "health 5 to 11; 96 % to win");
    let odds = choice(&scene, "Use the potion").wording.forecast.as_ref().and_then(|forecast| forecast.odds).unwrap();
    assert_eq!(odds.good + odds.bad, 1000);
    let [order] = &scene.standing[..] else { panic!("one order") };
    assert_eq!((order.id, order.text.plain(|_| String::new())), ("fight-on", "Fight on".to_owned()));
    let limit = order.limit.as_ref().expect("a limit");
    assert_eq!((limit.min, limit.max, limit.usual), (0, 4, 3));
    let told = order.forecast.as_ref().expect("what comes of it");
    assert_eq!(told.text, "Dice alone to the end: survive 71 %. Potion first: 96 %.");
    assert_eq!(told.odds.map(|odds| (odds.good / 10, odds.bad / 10)), Some((71, 28)));
}

/// The time that a task takes on an otherwise idle machine: the quickest of some attempts.
fn quickest<T>(task: impl Fn() -> T) -> Duration {
    let timed = |_| {
        let began = Instant::now();
        task();
        began.elapsed()
    };
    let mut attempts = (0..6).map(timed);
    let first = attempts.next().unwrap_or_default();
    if first < Duration::from_millis(2) { first } else { attempts.fold(first, Duration::min) }
}

/// Plays random matches, and checks every position.
#[test]
fn every_position_has_its_choices_and_every_choice_its_forecast() {
    let mut rng = Fast::seeded(11);
    let (mut slowest, mut decisions) = (Duration::ZERO, 0);
    for seed in 0..60_u64 {
        let options = json!({ "ascension": seed % 4, "overheal": seed % 5 == 0 });
        let source = Source::Seed(Seed::from(seed), Vec::new());
        let mut table = Referee::<RogueAscension>::open(&options, 1 + seed % 4, source).expect("good options");
        while let Some(seat) = table.asked_first() {
            let draw = || table.scene(Viewer::Seat(seat), None).expect("it is laid out");
            let scene = draw();
            slowest = slowest.max(quickest(draw));
            assert!(!scene.moves.is_empty(), "{:?} without a choice", scene.prompt);
            for choice in &scene.moves {
                let wording = &choice.wording;
                let text = wording.forecast.as_ref().map(|forecast| forecast.text.as_str()).unwrap_or_default();
                assert!(!text.is_empty() && !text.contains("NaN"), "{:?} has no forecast", choice.action);
                let odds = wording.forecast.as_ref().and_then(|forecast| forecast.odds);
                assert!(odds.is_none_or(|odds| odds.good + odds.bad <= 1001), "{:?}: {odds:?}", choice.action);
            }
            let fighting = area(&scene, Role::Foes).is_some();
            assert!(!fighting || area(&scene, Role::Fighters).is_some(), "a fight has two sides");
            assert_eq!(table.legal(seat).len(), scene.moves.len());
            let now: Vec<&Piece> = area(&scene, Role::Track)
                .unwrap()
                .pieces
                .iter()
                .filter(|at| at.flags.contains(&Flag::Highlighted))
                .collect();
            assert_eq!(now.len(), 1, "one floor is the present one");
            for other in Seat::all(table.seats()).filter(|other| *other != seat) {
                let scene = table.scene(Viewer::Seat(other), None).expect("it is laid out");
                assert!(scene.moves.is_empty() && scene.standing.is_empty());
                assert!(!scene.prompt.plain(|_| "Ada".into()).starts_with("Waiting"));
            }
            let legal = table.legal(seat);
            let action = legal[below(&mut rng.0, legal.len() as u32) as usize];
            table.act(seat, action).expect("it is legal");
            decisions += 1;
        }
    }
    assert!(decisions > 2000, "{decisions} decisions");
    assert!(slowest < Duration::from_millis(20), "a page's scene took {slowest:?}");
}

#[test]
fn a_strike_is_told_in_the_order_of_the_rules() {
    let mut table = Told::open(1, json!({}));
    table.word("reveal", "5 14 11");
    assert_eq!(
        table.moments(),
        [
            "Floor 1. P1 turns up a goblin.",
            "floor-1 is drawn",
            "enemy is drawn",
            "the table changes",
            "d20 14",
            "d20 11",
            "Initiative: hero 14, enemy 11.",
            "The enemy strikes second.",
            "[Initiative: you strike first]",
        ]
    );
    table.word("attack", "5 2 5 3");
    assert_eq!(
        table.moments(),
        [
            "d6 5",
            "P1 attacks with d6: 5.",
            "d4 2",
            "P1 strikes: 5 − 2 = 3, 2 left.",
            "[P1 strikes: 3 wounds]",
            "enemy -3 to 2",
            "d6 5",
            "d4 3",
            "The enemy strikes P1: 5 − 3 = 2.",
            "P1 loses 2 health, 28 left.",
            "[It strikes P1: 2 wounds]",
            "hero-0 -2 to 28",
            "seat-0-health -2 to 28",
        ]
    );
    assert_eq!(table.rolls(), ["P1 strikes: 5 2 = 3 wounds", "It strikes P1: 5 3 = 2 wounds"]);
    let details: Vec<bool> = table.0.chronicle(Viewer::Spectator, 2).iter().map(|line| line.detail).collect();
    assert_eq!(details, [true, false, true, false], "attack and blow lead up to what comes of them");
    table.word("attack", "6 1 5");
    assert_eq!(table.moments()[3..6], ["P1 strikes: 6 − 1 = 5.", "[P1 strikes: 5 wounds]", "enemy -5 to 0"]);
    assert!(table.moments().contains(&"enemy falls".to_owned()));
}

#[test]
fn dice_lie_open_until_the_decisions_in_between_are_taken() {
    let mut table = Told::open(1, json!({}));
    table.learn("double-die").learn("evade").find("7").word("reveal", "9 14 11");
    table.word("attack", "4");
    assert_eq!(table.rolls(), [": 4 = "], "the attack has fallen, and nothing has come of it");
    assert_eq!(table.moments(), ["d6 4", "P1 attacks with d6: 4."]);
    table.act(json!({ "type": "weapon", "item": "weapon-7" }), "");
    assert_eq!(
        (table.rolls(), table.moments()),
        (vec![": 4 = ".to_owned()], vec!["P1 adds the mace of 7: 11.".to_owned()])
    );
    table.word("pass", "4 6 2");
    assert_eq!(table.rolls(), ["P1 strikes: 4 4 = 7 wounds", ": 6 2 = "], "the blow waits for what is done about it");
    assert_eq!(table.moments().last().unwrap(), "The enemy strikes P1: 6 − 2 = 4.");
    let intent = piece(&table.scene(), "enemy").intent.clone().expect("the blow that comes");
    assert_eq!((intent.mean.as_str(), intent.text.as_str()), ("4", "Now: 6 − your 2"));
    table.word("evade", "");
    assert_eq!(table.rolls(), ["P1 strikes: 4 4 = 7 wounds", "It strikes P1: 6 2 = evaded"]);
    assert_eq!(table.moments(), ["P1 evades, no damage.", "[It strikes P1: evaded]"]);
}

#[test]
fn a_trap_is_settled_by_its_dice() {
    let mut table = Told::open(1, json!({}));
    table.learn("evade").word("reveal", "Q 7 5");
    assert_eq!(table.rolls(), ["The trap: 7 5 = snaps for 5"]);
    let scene = table.scene();
    assert_eq!(piece(&scene, "trap").note.as_deref(), Some("rolled 7 of 12"));
    assert!(area(&scene, Role::Fighters).is_some() && area(&scene, Role::Foes).is_none());
    assert_eq!(forecast(&scene, "Take 5 damage"), "25 health left");
    table.word("pass", "10");
    assert_eq!(table.moments()[..3], ["P1 loses 5 health, 25 left.", "[It strikes P1: 5 wounds]", "hero-0 -5 to 25"]);
}

#[test]
fn the_climb_remembers_what_each_floor_took_and_gave() {
    let table = troll("4 7");
    let scene = table.scene();
    let climb = &area(&scene, Role::Track).expect("the climb").pieces;
    let told = |id: &str| {
        let at = piece(&scene, id);
        let Look::Card { name, corner, stats, .. } = &at.look else { panic!("{id} is a card") };
        let health = stats.last().map(|stat| stat.value.clone());
        format!(
            "{} {name}: {}, {}",
            corner.clone().unwrap_or_default(),
            at.note.clone().unwrap(),
            health.unwrap_or_default()
        )
    };
    assert_eq!(climb.len(), 11);
    assert_eq!(climb[0].id, "floor-boss");
    assert_eq!(
        ["floor-boss", "floor-10", "floor-4", "floor-3", "floor-2", "floor-1"].map(told),
        [
            " The boss: health 20, ",
            "10 Floor 10: face down, ",
            "4 Troll: 6 of 9 left, 5",
            "3 Treasure: mace of 7, 30",
            "2 Treasure: potion of 6, 30",
            "1 Treasure: better attack, 30",
        ]
    );
    let now: Vec<&str> =
        climb.iter().filter(|at| at.flags.contains(&Flag::Highlighted)).map(|at| at.id.as_str()).collect();
    assert_eq!(now, ["floor-4"]);
}

#[test]
fn the_story_is_no_part_of_the_view() {
    let view = Match::view(&troll("4 7").0, Viewer::All);
    let known = [
        "heroes",
        "order",
        "active",
        "floor",
        "floors",
        "card",
        "enemy",
        "trap",
        "treasure",
        "roll",
        "pile",
        "discard",
        "discarded",
        "hidden",
        "unseen",
        "reshuffled",
        "ascension",
        "over",
        "cause",
        "unlocked",
        "awaiting",
    ];
    let keys: Vec<&String> = view.as_object().expect("an object").keys().collect();
    assert_eq!(keys.len(), known.len());
    assert!(keys.iter().all(|key| known.contains(&key.as_str())), "{keys:?}");
}

#[test]
fn fighting_on_strikes_until_the_limit() {
    let mut table = troll("4");
    assert_eq!(table.carry_out(4), Some(json!({ "type": "attack" })), "5 is more than 4");
    assert_eq!(table.carry_out(5), None, "the limit is reached");
    assert_eq!(table.0.carry_out(ME, "rest", 3), None, "no such order");
    table.word("attack", "1 4 4 2");
    assert_eq!((table.carry_out(3), table.carry_out(2)), (None, Some(json!({ "type": "attack" }))), "3 health left");
    // The troll dies: what follows is a treasure, and then camp.
    table.word("attack", "8 2 Q");
    assert_eq!(table.carry_out(0), None, "a treasure is new");
    table.act(json!({ "type": "use", "item": "attack-up", "target": 0 }), "");
    assert_eq!(table.carry_out(0), None, "so is a floor");
}

#[test]
fn fighting_on_ends_at_a_card_that_matters() {
    let mut table = troll("7");
    assert_eq!(table.carry_out(3), Some(json!({ "type": "attack" })));
    table.word("attack", "2");
    assert_eq!(table.carry_out(3), None, "the mace all but kills the troll");
    table.word("pass", "4 1 4");
    table.word("attack", "8");
    assert_eq!(table.carry_out(3), None);

    let mut fresh = Told::open(1, json!({}));
    fresh.find("7").learn("evade").word("reveal", "2 14 11").word("attack", "3");
    assert_eq!(fresh.carry_out(3), Some(json!({ "type": "pass" })), "30 health against a rat: no card matters");
    fresh.word("pass", "3 6 1");
    assert_eq!(fresh.carry_out(3), Some(json!({ "type": "pass" })), "nor does Evade");

    let mut dying = troll("");
    dying.word("attack", "1 4 6 2");
    assert_eq!(dying.carry_out(0), Some(json!({ "type": "attack" })), "1 health left, and nothing in hand");
}

#[test]
fn fighting_on_ends_where_evade_saves_a_life() {
    let mut table = Told::open(1, json!({}));
    table.learn("evade").word("reveal", "6 1 20 6 1");
    for _ in 0..5 {
        table.word("pass", "").word("attack", "1 4 6 1");
    }
    // 5 health, and another blow of 5.
    assert_eq!(table.scene().prompt.plain(|_| String::new()), "The skeleton strikes: 6 against your 1. Let it come?");
    assert_eq!(table.carry_out(0), None, "Evade saves a life");
    assert!(choice(&table.scene(), "Take 5").wording.confirm.is_some());
    table.word("evade", "");
    assert_eq!(table.carry_out(0), Some(json!({ "type": "attack" })));
}

#[test]
fn climbing_on_decides_only_what_has_one_sense() {
    let on = |table: &Told| table.0.carry_out(table.0.asked_first()?, "climb-on", 0);
    let mut alone = Told::open(1, json!({}));
    assert_eq!(on(alone.find("Q")), Some(json!({ "type": "use", "item": "attack-up", "target": 0 })));
    let mut whole = Told::open(1, json!({}));
    assert_eq!(on(whole.find("4")), Some(json!({ "type": "save" })), "health is full");
    let mut hurt = troll("");
    assert_eq!(on(hurt.word("attack", "8 2 4")), None, "5 health: the potion can be used or saved");
    let mut two = Told::open(2, json!({}));
    assert_eq!(on(two.tell("9 4").find("Q")), None, "either hero can have it");
}

#[test]
fn wasteful_and_deadly_moves_are_asked_about() {
    let confirm = |table: &Told, text: &str| choice(&table.scene(), text).wording.confirm.clone();
    let mut table = Told::open(1, json!({}));
    table.find("4").word("save", "");
    assert_eq!(
        confirm(&table, "Use the potion").as_deref(),
        Some("Health is full: the potion would be wasted. Use it all the same?")
    );
    assert_eq!(confirm(&troll("4"), "Use the potion"), None);
    assert_eq!(confirm(&troll("4"), "Strike"), None, "4 % is not much");
    let mut low = troll("4");
    low.word("attack", "1 4 6 2");
    let asked = confirm(&low, "Strike").expect("1 health left and a potion in hand");
    assert!(asked.starts_with("You die in this exchange in 53 %"), "{asked}");
    let mut alone = troll("");
    alone.word("attack", "1 4 6 2");
    assert_eq!(confirm(&alone, "Strike"), None, "there is nothing else to do");
    let mut sure = troll("7");
    sure.word("attack", "8");
    assert_eq!(confirm(&sure, "Add the mace"), None);
    let mut rat = Told::open(1, json!({}));
    rat.find("7").word("reveal", "2 14 11").word("attack", "6");
    assert!(confirm(&rat, "Add the mace").is_some_and(|text| text.starts_with("The roll kills for certain")));
}

#[test]
fn an_end_says_how_it_came_about() {
    let mut table = troll("4");
    table.word("attack", "1 4 6 1");
    let end = table.seen_by(Viewer::Seat(ME)).ending.expect("it is over");
    let say = |sentence: &kernel::Sentence| sentence.plain(|_| "Ada".into());
    assert_eq!(say(&end.title), "Fallen on floor 3");
    assert_eq!(
        say(&end.story),
        "Ada fell to the troll on floor 3, one blow short. The troll needed a 6 against a 1: one chance in 24."
    );
    let numbers: Vec<String> = end.numbers.iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(
        numbers,
        ["Floors climbed 2 of 10", "Wounds dealt 3", "Wounds taken 30", "Cards unused 1", "Health left 0"]
    );
    let scene = table.seen_by(Viewer::Seat(ME));
    assert!(piece(&scene, "hero-0").flags.contains(&Flag::Dead));
    assert_eq!(piece(&scene, "enemy").gauge.map(|gauge| gauge.value), Some(6), "the last scene stays");
}

/// Plays a match by the reference policy. Returns the number of decisions, and of presses by a
/// player who climbs and fights on wherever that is offered.
fn presses(seed: u64) -> (usize, usize) {
    let mut table = Referee::<RogueAscension>::open(&json!({}), 1, Source::Seed(Seed::from(seed), Vec::new()))
        .expect("good options");
    let (mut decisions, mut presses) = (0, 0);
    let mut running: Option<(AutoAction, usize)> = None;
    while table.asked_first().is_some() {
        running = running.filter(|(order, given)| table.stands(ME, order.id, *given));
        let next = |order: &AutoAction| table.carry_out(ME, order.id, order.limit.as_ref().map_or(0, |of| of.usual));
        decisions += 1;
        if let Some(action) = running.as_ref().and_then(|(order, _)| next(order)) {
            table.act_json(ME, &action).expect("an order does what is legal");
            continue;
        }
        presses += 1;
        running = running.filter(|(order, _)| order.lasting);
        let scene = table.scene(Viewer::Seat(ME), None).expect("it is laid out");
        let offered = scene.standing.into_iter().find_map(|order| Some((next(&order)?, order)));
        if let Some((action, order)) = offered.filter(|_| running.is_none()) {
            running = Some((order, table.ply()));
            table.act_json(ME, &action).expect("an order does what is legal");
        } else {
            let legal = table.legal(ME);
            let view = table.game().expect("it has begun").view(Viewer::Seat(ME));
            table.act(ME, legal[RogueAscension::reference(&view, ME, &legal)]).expect("it is legal");
        }
    }
    (decisions, presses)
}

#[test]
fn a_climb_to_the_boss_takes_at_most_25_presses() {
    let mut whole: Vec<(usize, usize)> = (0..200).map(presses).filter(|(decisions, _)| *decisions >= 60).collect();
    whole.sort_by_key(|(_, presses)| *presses);
    assert!(whole.len() > 20, "{} long climbs", whole.len());
    let (decisions, presses) = whole[whole.len() / 2];
    assert!(presses <= 25, "the middle one of the long climbs: {presses} presses for {decisions} decisions: {whole:?}");
}
