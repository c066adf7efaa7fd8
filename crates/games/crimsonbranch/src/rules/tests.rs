//! Rulings that need a tree drawn by hand, or a fight that is long to reach; the others are in
//! `tests/rulings.rs`.

use kernel::{Answer, Game, NullLog, Seat, Tape};
use serde_json::json;

use super::meet;
use crate::{
    Action, Crimsonbranch, Options, Symbol,
    board::{Node, Nodes},
    content::{Class, Effect, Kind, Stat},
    sheet::Name,
    state::{Battle, Enemies, Enemy, Hero, Phase, Stage},
};

fn game(hero: &str) -> Crimsonbranch {
    let hero = Name::new(hero).expect("a short name");
    Crimsonbranch::lay_out(&Options { hero, max_visits: 200, max_turns: 100, pack: None })
}

fn at(x: u8, y: u8) -> Node {
    Node::at(x, y).expect("a node of the tree")
}

/// Does actions with these dice.
fn play(game: &mut Crimsonbranch, actions: &[Action], dice: &[&str]) {
    let answers: Vec<Answer> = dice.iter().copied().map(Answer::from).collect();
    let mut tape = Tape::new(&answers);
    for action in actions {
        let mut legal = Vec::new();
        game.legal(Seat(0), &mut legal);
        assert!(legal.contains(action), "{action:?} is not among {legal:?}");
        game.apply(Seat(0), *action, &mut tape, &mut NullLog).expect("dice enough");
    }
}

fn engrave(game: &mut Crimsonbranch, node: Node, kind: Kind) {
    let marks = &mut game.marks;
    marks.open = marks.open.without(Nodes::only(node));
    marks.kinds[kind as usize] = marks.kinds[kind as usize].with(node);
    marks.engraved[kind as usize] = marks.engraved[kind as usize].with(node);
}

/// Kind letter and Strength of each enemy.
fn names(enemies: &Enemies) -> String {
    let one = |enemy: &Enemy| format!("{}{}", ["A", "R", "H", "D"][enemy.kind as usize], enemy.strength);
    enemies.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn r5_the_own_kind_engraved_counts_once() {
    let mut game = game("Conan");
    let area = Nodes::grid(0, 3, (2, 3));
    assert_eq!(names(&meet(&game.marks, area)), "A3 R3");
    engrave(&mut game, at(0, 3), Kind::Range);
    assert_eq!(names(&meet(&game.marks, area)), "A3 R3");
}

#[test]
fn r6_a_region_of_nodes_of_two_kinds_spawns_nobody() {
    let mut game = game("Conan");
    let area = Nodes::grid(4, 2, (2, 3));
    assert_eq!(names(&meet(&game.marks, area)), "R1 R1 H1 D3");
    engrave(&mut game, at(4, 2), Kind::Heal);
    assert_eq!(names(&meet(&game.marks, area)), "R1 H2 D3");
}

#[test]
fn r7_r8_the_great_evil_may_have_any_number_of_enemies() {
    for (hero, enemies, shield) in [
        ("", "A7 A4 A1 A1 R4 R1 H7 H1 H1 D9", 9),
        ("Bo", "A8 A1 A1 A1 A1 R3 R3 R1 R1 H6 H3 H1 D5 D1", 6),
        ("Conan", "A7 A6 A1 R8 R1 R1 R1 H4 H1 D5 D1", 6),
        ("Kavi", "A9 A1 A1 R8 R1 R1 H6 D8 D1", 9),
        ("zzzzzzzzzzzzzzzz", "A9 A1 A1 A1 R7 R1 H4 H2 H1 D8 D1", 9),
    ] {
        let met = meet(&game(hero).marks, Nodes::ALL);
        assert_eq!(names(&met), enemies, "{hero}");
        assert_eq!((met[0].shield, met.iter().map(|enemy| enemy.strength).sum::<u8>()), (shield, 36), "{hero}");
    }
}

/// Equal enemies of a kind come by columns: the one whose first single-kind node lies further left
/// is first, though it may lie lower.
#[test]
fn r8_equal_enemies_come_by_columns() {
    let met = meet(&game("Conan").marks, Nodes::only(at(5, 0)).with(at(0, 2)).with(at(2, 1)).with(at(3, 0)));
    assert_eq!(names(&met), "A1 A1 A1 H1");
    let regions: Vec<Option<Node>> = met.iter().map(|enemy| enemy.region.first()).collect();
    assert_eq!(regions, [Some(at(0, 2)), Some(at(2, 1)), Some(at(3, 0)), Some(at(5, 0))]);
}

#[test]
fn r9_without_enemies_the_phases_run_all_the_same() {
    let mut game = game("Conan");
    engrave(&mut game, at(5, 5), Kind::Heal);
    game.hero.hp = 3;
    let heal = [Action::Visit { node: at(5, 5) }, Action::Activate { node: at(5, 0) }, Action::Fight, Action::EndFight];
    play(&mut game, &heal, &["4"]);
    assert_eq!((game.kind(), game.hero.hp), ("loot", 7));
}

#[test]
fn r10_r43_the_great_evil_is_challenged_anywhere_without_moving() {
    for pawn in [None, Some(at(2, 3))] {
        let mut game = game("Conan");
        assert!(!game.no_pearl_left());
        (game.marks.open, game.pawn) = (Nodes::NONE, pawn);
        play(&mut game, &[Action::Challenge], &["3"]);
        assert_eq!((game.pawn, game.clock.ticks, game.clock.visits), (pawn, 1, 1));
        play(&mut game, &[Action::Fight, Action::EndFight], &[]);
        assert_eq!((game.pawn, game.clock.defeats, game.kind()), (None, 1, "explore"));
        play(&mut game, &[Action::Challenge], &["3"]);
        assert_eq!(game.clock.ticks, 2, "and may be tried again");
    }
}

/// The loot of a fight with these enemies, all dead.
fn after(game: &mut Crimsonbranch, great_evil: bool, strengths: &[u8]) {
    let dead = |strength: &u8| Enemy {
        kind: Kind::Attack,
        strength: *strength,
        hp: 0,
        shield: 0,
        looted: false,
        region: Nodes::NONE,
    };
    let enemies = strengths.iter().map(dead).collect();
    game.stage = Stage::Battle(Battle { great_evil, turn: 1, area: Nodes::ALL, enemies, phase: Phase::Loot });
}

#[test]
fn r14_quality_stops_at_ten_and_xp_does_not() {
    let mut game = game("Conan");
    after(&mut game, false, &[13, 13]);
    play(&mut game, &[Action::TakeItem { enemy: 0 }], &["1", "1"]);
    let Stage::Battle(Battle { phase: Phase::Equip(find), .. }) = &game.stage else { panic!("an item") };
    assert_eq!((find.stat, find.quality), (Stat::Strength, 10));
    game.hero = Hero { level: 10, ..game.hero };
    play(&mut game, &[Action::Discard, Action::TakeXp { enemy: 1 }], &[]);
    assert_eq!(game.hero.xp, 14);
}

#[test]
fn r23_at_level_30_xp_stops_at_max() {
    let mut hero = Hero { hp: 8, xp: 60, level: 30 };
    assert!(!hero.gain(20));
    assert_eq!((hero.level, hero.xp, hero.max()), (30, 66, 66));
    assert!(!hero.gain(1));
    assert_eq!((hero.level, hero.xp), (30, 66));
}

#[test]
fn r28_each_class_has_its_effects() {
    let all = &[Kind::Attack, Kind::Range, Kind::Heal, Kind::Defense][..];
    assert_eq!(Class::Warrior.effect(Kind::Attack), Effect::Break(&[Kind::Range]));
    assert_eq!(Class::Warrior.effect(Kind::Defense), Effect::Damage(2, all));
    assert_eq!(Class::Ranger.effect(Kind::Defense), Effect::Damage(4, &[Kind::Defense]));
    assert_eq!(Class::Wizard.effect(Kind::Range), Effect::Gain(6));
    assert_eq!(Class::Paladin.effect(Kind::Attack), Effect::Break(all));
    assert_eq!(Class::Paladin.effect(Kind::Range), Effect::Damage(6, &[Kind::Range]));
}

/// A ranger's six under range is worth 3 HP, but not above Max.
#[test]
fn r28_a_special_heals_up_to_max() {
    for (before, healed) in [(7, 8), (4, 7)] {
        let mut game = game("Conan");
        game.hero.hp = before;
        let cross = crate::board::Branch::between(at(0, 0), at(0, 1)).expect("neighbours");
        let special = [
            Action::Visit { node: at(0, 0) },
            Action::Cross { branch: cross },
            Action::Activate { node: at(0, 0) },
            Action::Activate { node: at(0, 1) },
            Action::Use { symbol: Symbol::Special },
        ];
        play(&mut game, &special, &["6", "2"]);
        assert_eq!(game.hero.hp, healed);
    }
}

#[test]
fn r34_the_score_is_taken_after_the_loot() {
    for (loot, level, score) in [(&[][..], 5, 65), (&[Action::TakeXp { enemy: 0 }][..], 6, 64)] {
        let mut game = game("Conan");
        game.hero = Hero { hp: 4, xp: 10, level: 5 };
        after(&mut game, true, &[9]);
        play(&mut game, loot, &[]);
        assert_eq!(game.hero.level, level);
        play(&mut game, &[Action::EndLoot], &[]);
        let view = serde_json::to_value(game.view(kernel::Viewer::All)).expect("a view is JSON");
        assert_eq!((&view["over"], &view["score"], &view["battle"]), (&json!("won"), &json!(score), &json!(null)));
    }
}

#[test]
fn r40_after_the_last_turn_the_enemies_have_acted() {
    let mut game = game("Conan");
    game.limits.turns = 1;
    play(&mut game, &[Action::Visit { node: at(5, 5) }, Action::Fight, Action::EndFight], &["1"]);
    assert_eq!((game.clock.defeats, game.hero.hp, game.pawn, game.kind()), (1, 8, None, "explore"));
}

/// A level gained in the loot raises Max for the next gain at once.
#[test]
fn r42_a_new_max_counts_for_the_next_gain() {
    let mut game = game("Conan");
    after(&mut game, false, &[8, 9]);
    play(&mut game, &[Action::TakeXp { enemy: 0 }, Action::TakeXp { enemy: 1 }], &[]);
    assert_eq!((game.hero.level, game.hero.xp, game.hero.max()), (2, 9, 10));
}
