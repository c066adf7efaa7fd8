//! The table's statements about moves agree with the rules.

use kernel::{Fast, Game, Look, NullLog, Present, Seat, Viewer, below};

use super::{ahead::*, enemy_id, space_id, tree::node_id};
use crate::{
    Action, Crimsonbranch, Options, View,
    content::Kind,
    judge::policy,
    state::{Battle, Phase, Stage},
};

fn start(hero: &str) -> Crimsonbranch {
    let whole = kernel::options::complete(Crimsonbranch::META.options, &serde_json::json!({ "hero": hero }));
    let options: Options = serde_json::from_value(whole.expect("allowed options").into()).expect("the type takes them");
    let Ok(game) = Crimsonbranch::setup(&options, 1, &mut Fast::seeded(1), &mut NullLog);
    game
}

/// Plays some heroes, half by the policy and half at random, and shows every position with its
/// legal actions.
fn positions(mut look: impl FnMut(&Crimsonbranch, &[Action])) {
    for (seed, hero) in ["Conan", "Merlin", "Robin Hood", "Joan of Arc"].into_iter().enumerate() {
        let (mut game, mut dice) = (start(hero), Fast::seeded(seed as u64));
        for _ in 0..600 {
            let mut legal = Vec::new();
            game.legal(Seat(0), &mut legal);
            legal.retain(|action| *action != Action::Retire);
            if legal.is_empty() {
                break;
            }
            look(&game, &legal);
            let random = legal[below(&mut dice.0, legal.len() as u32) as usize];
            let action = if below(&mut dice.0, 2) == 0 { policy(&game, &legal) } else { random };
            let Ok(()) = game.apply(Seat(0), action, &mut dice, &mut NullLog);
        }
    }
}

fn view(game: &Crimsonbranch) -> View {
    game.view(Viewer::All)
}

fn after(game: &Crimsonbranch, action: Action) -> Crimsonbranch {
    let mut game = game.clone();
    let Ok(()) = game.apply(Seat(0), action, &mut Fast::seeded(3), &mut NullLog);
    game
}

fn battle(game: &Crimsonbranch) -> Option<&Battle> {
    if let Stage::Battle(battle) = &game.stage { Some(battle) } else { None }
}

#[test]
fn a_visit_marks_the_nodes_of_those_who_then_come() {
    let mut seen = 0;
    positions(|game, legal| {
        for action in legal.iter().filter(|action| matches!(action, Action::Visit { .. } | Action::Challenge)) {
            let marks = Crimsonbranch::wording(&view(game), Seat(0), action).marks;
            let there = after(game, *action);
            let enemies = &battle(&there).expect("a visit is a fight").enemies;
            let held: usize = enemies.iter().map(|enemy| usize::from(enemy.region.len())).sum();
            assert_eq!(marks.len(), held);
            for enemy in enemies {
                let own = |mark: &&kernel::Mark| enemy.region.iter().any(|node| node_id(node) == mark.piece);
                let told: Vec<&str> = marks.iter().filter(own).filter_map(|mark| mark.text.as_deref()).collect();
                assert_eq!(told, [enemy.strength.to_string()], "the Strength stands on its region once");
            }
            seen += 1;
        }
    });
    assert!(seen > 100, "{seen}");
}

/// The marks of what the rules do without a die: enemies, health, spaces.
#[test]
fn what_is_marked_on_enemies_health_and_spaces_is_what_happens() {
    let mut seen = 0;
    positions(|game, legal| {
        let Some(before) = battle(game) else { return };
        for action in legal.iter().filter(|action| {
            matches!(
                action,
                Action::Hit { .. } | Action::Break { .. } | Action::EndFight | Action::TakeXp { .. } | Action::PearlXp
            )
        }) {
            let there = after(game, *action);
            for mark in Crimsonbranch::wording(&view(game), Seat(0), action).marks {
                let text = mark.text.expect("these marks say what happens");
                let then = |from: u8, to: u8| format!("{from} → {to}");
                let told = if let Some(id) = (0..before.enemies.len()).find(|id| enemy_id(*id) == mark.piece) {
                    let (old, new) = (before.enemies[id], battle(&there).expect("it goes on").enemies[id]);
                    match () {
                        () if new.hp == 0 => "falls".into(),
                        () if new.hp != old.hp => then(old.hp, new.hp),
                        () if new.shield == 0 => "shield breaks".into(),
                        () => format!("shield {}", new.shield),
                    }
                } else if let Some(kind) = Kind::ALL.into_iter().find(|kind| space_id(Some(*kind)) == mark.piece) {
                    then(totals(game)[kind as usize], totals(&there)[kind as usize])
                } else {
                    match mark.piece.as_str() {
                        "hero-hp" if there.clock.defeats > game.clock.defeats => "you fall".into(),
                        "hero-hp" => then(game.hero.hp, there.hero.hp),
                        "hero-xp" => then(game.hero.xp, there.hero.xp),
                        "hero-level" => then(game.hero.level, there.hero.level),
                        other => panic!("{action:?} marks {other}"),
                    }
                };
                assert_eq!(text, told, "{action:?} on {}", mark.piece);
                seen += 1;
            }
        }
    });
    assert!(seen > 300, "{seen}");
}

/// A node that is marked as within reach of the dice can be activated next, unless the die locks.
#[test]
fn where_a_token_could_reach_can_be_activated_next() {
    let mut seen = 0;
    positions(|game, legal| {
        for action in legal.iter().filter(|action| matches!(action, Action::Activate { .. })) {
            let mut there = after(game, *action);
            while matches!(battle(&there).map(|battle| &battle.phase), Some(Phase::Symbol(..) | Phase::Six(..))) {
                let mut next = Vec::new();
                there.legal(Seat(0), &mut next);
                there = after(&there, next[0]);
            }
            let mut next = Vec::new();
            there.legal(Seat(0), &mut next);
            if !matches!(battle(&there).map(|battle| &battle.phase), Some(Phase::Prepare(_))) {
                continue;
            }
            let ids: Vec<String> = next
                .iter()
                .filter_map(|action| if let Action::Activate { node } = action { Some(node_id(*node)) } else { None })
                .collect();
            for mark in Crimsonbranch::wording(&view(game), Seat(0), action)
                .marks
                .iter()
                .filter(|mark| mark.piece.starts_with("node-"))
            {
                assert!(ids.contains(&mark.piece), "{action:?} marks {}", mark.piece);
                seen += 1;
            }
        }
    });
    assert!(seen > 30, "{seen}");
}

/// The forecast health, the marked enemies and the plaque come true if the hero fights now and
/// strikes as the policy does.
#[test]
fn the_outlook_of_fighting_now_is_how_the_turn_ends() {
    let mut seen = [0; 2];
    positions(|game, _| {
        let Some(Battle { phase: Phase::Prepare(_), enemies, .. }) = battle(game) else { return };
        let scene = Crimsonbranch::scene(&view(game), Viewer::All);
        if enemies.iter().all(|enemy| !enemy.alive()) {
            assert!(scene.outlooks.is_empty());
            return;
        }
        let plaque = scene.outlooks.first().expect("a plaque for fighting now");
        let title = plaque.title.plain(|_| String::new());
        let text = plaque.text.plain(|_| String::new());
        assert!(title.starts_with("Fight now with "), "{title}");
        let mut there = after(game, Action::Fight);
        loop {
            let mut legal = Vec::new();
            there.legal(Seat(0), &mut legal);
            let action = policy(&there, &legal);
            if action == Action::EndFight {
                break;
            }
            there = after(&there, action);
        }
        let struck = battle(&there).expect("the fight goes on").enemies.clone();
        let end = after(&there, Action::EndFight);
        let falls = |id: usize| scene.piece(&enemy_id(id)).and_then(|piece| piece.note.as_deref()) == Some("falls");
        for (id, enemy) in struck.iter().enumerate().filter(|(id, _)| enemies[*id].alive()) {
            assert_eq!(falls(id), !enemy.alive(), "enemy {id} in {text}");
        }
        let health = scene.piece("hero-hp").expect("the hero has health");
        let Look::Meter { value, .. } = health.look else { panic!("{health:?}") };
        let lost = end.clock.defeats > game.clock.defeats;
        assert_eq!(health.ahead.unwrap_or(value), if lost { 0 } else { end.hero.hp.into() }, "{text}");
        assert_eq!(text.contains("you fall"), lost, "{text}");
        seen[usize::from(lost)] += 1;
    });
    assert!(seen[0] > 50 && seen[1] > 3, "{seen:?}");
}

#[test]
fn a_node_names_its_neighbours() {
    let game = start("Conan");
    let scene = Crimsonbranch::scene(&view(&game), Viewer::All);
    let tree = scene.areas.iter().find(|area| area.id == "tree").expect("the tree");
    for node in tree.pieces.iter().filter(|piece| piece.at.is_some()) {
        let joined = tree.edges().filter(|(edge, ..)| matches!(&edge.look, Look::Edge { between: (one, other), .. } if *one == node.id || *other == node.id)).count();
        let told = ["Up:", "Right:", "Down:", "Left:"].iter().filter(|way| node.label.contains(**way)).count();
        assert_eq!(told, joined, "{}", node.label);
    }
}
