//! The scene agrees with the rules. Forecasts are compared with every outcome, prompts with the
//! legal list, and effects with the numbers displayed afterwards.

use std::collections::BTreeMap;

use kernel::{
    Branch, Effect, Explorer as Explore, Fast, Game, Look, Match, Moment, NullLog, Referee, Scene, Seed, Source,
    Status, below,
};

use super::*;
use crate::{Action, Options, options::Engage, outlook, state::Pending};

fn cell(row: u8, column: u8) -> Cell {
    Cell::try_from([row, column]).unwrap()
}

/// Seat 0 in a fight with this monster, after the blow.
fn fighting(meaning: Meaning, hp: u8, weapons: u8, blessings: u8) -> AccursedTomb {
    let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
    game.field.turn_up(cell(7, 7), meaning);
    let explorer = &mut game.explorers[0];
    (explorer.hp, explorer.weapons, explorer.blessings) = (hp, weapons, blessings);
    (explorer.foe, game.pending) = (Some(cell(7, 7)), Pending::Combat);
    game
}

fn view(game: &AccursedTomb) -> View {
    game.view(Viewer::Seat(Seat(0)))
}

/// The chance of each end of what `walk` does.
fn explored<T: Ord>(mut walk: impl FnMut(&mut Branch<'_>) -> T) -> BTreeMap<T, f64> {
    let (mut explorer, mut found) = (Explore::new(1_000_000), BTreeMap::new());
    while let Some((probability, end)) = explorer.next(&mut walk).unwrap() {
        let chance = *probability.numer() as f64 / *probability.denom() as f64;
        *found.entry(end).or_insert(0.0) += chance;
    }
    found
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn the_odds_of_a_round_are_those_of_the_rules() {
    for (meaning, hp, weapons, blessings) in [
        (Meaning::Goblin, 4, 0, 0),
        (Meaning::Orc, 6, 1, 0),
        (Meaning::Demon(kernel::Suit::Clubs), 5, 2, 0),
        (Meaning::Troll, 2, 0, 1),
    ] {
        let game = fighting(meaning, hp, weapons, blessings);
        let ends = explored(|chance| {
            let mut game = game.clone();
            let Ok(()) = game.decide(Action::Fight, chance, &mut NullLog);
            let slain = game.field.health[cell(7, 7).index()] == 0;
            if game.over().is_none() {
                let Ok(()) = game.decide(Action::Wait, chance, &mut NullLog);
            }
            (slain, !game.explorers[0].alive())
        });
        let share = |of: fn(&(bool, bool)) -> bool| ends.iter().filter(|(end, _)| of(end)).map(|(_, p)| p).sum::<f64>();
        let said = outlook::round(&game, Seat(0), cell(7, 7));
        assert!(close(said.good, share(|end| end.0)) && close(said.dies, share(|end| end.1)), "{meaning:?}: {said:?}");
    }
}

/// An orc with 6 health left, 6 health, one weapon: the fight of the drawing.
#[test]
fn a_strike_says_what_it_does_and_what_it_may_cost() {
    let mut game = fighting(Meaning::Orc, 6, 1, 0);
    game.field.health[cell(7, 7).index()] = 6;
    let strike = AccursedTomb::wording(&view(&game), Seat(0), &Action::Fight);
    let forecast = strike.forecast.unwrap();
    assert_eq!(forecast.text, "67\u{a0}% slain · 6\u{a0}% you die at its next blow");
    assert_eq!(forecast.odds, Some(kernel::Odds { good: 667, bad: 56 }));
    assert!(strike.main && strike.confirm.is_none());
    game.field.turn_up(cell(7, 8), Meaning::Hallway);
    let leave = AccursedTomb::wording(&view(&game), Seat(0), &Action::Move { to: cell(7, 8) });
    assert_eq!(leave.forecast.unwrap().text, "No more blows; it keeps its 2 wounds");
    assert!(leave.button && leave.confirm.is_none());
    game.explorers[0].hp = 1;
    let risky = AccursedTomb::wording(&view(&game), Seat(0), &Action::Fight);
    assert!(risky.confirm.is_some_and(|text| text.contains("33\u{a0}%")), "one in three misses, and every blow kills");
}

#[test]
fn what_a_face_down_card_may_do_is_what_it_does() {
    for (hp, weapons, blessings) in [(10, 0, 0), (6, 4, 0), (3, 1, 0), (1, 0, 0), (1, 9, 1)] {
        let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
        let explorer = &mut game.explorers[0];
        (explorer.hp, explorer.weapons, explorer.blessings) = (hp, weapons, blessings);
        let ends = explored(|chance| {
            let mut game = game.clone();
            let Ok(()) = game.decide(Action::Move { to: cell(7, 7) }, chance, &mut NullLog);
            let gained = |explorer: &crate::state::Explorer| explorer.weapons + explorer.armors + explorer.blessings;
            let (before, after) = (weapons + blessings, gained(&game.explorers[0]));
            let won = matches!(game.over(), Some(crate::state::End::Demon { .. }));
            let found = after > before || game.pending == Pending::Merchant || won;
            (found, !game.explorers[0].alive())
        });
        let dies: f64 = ends.iter().filter(|(end, _)| end.1).map(|(_, p)| p).sum();
        let said = outlook::turning(&game, Seat(0));
        assert!(close(said.dies, dies), "{hp}: {} said, {dies} by the rules", said.dies);
        let found: f64 = ends.iter().filter(|(end, _)| end.0).map(|(_, p)| p).sum();
        // An altar's and a fountain's good half are wanted as well.
        let share = |meaning| f64::from(game.left(meaning)) / f64::from(game.unseen.len() as u32);
        let water = if hp < 10 { share(Meaning::Fountain) / 2.0 } else { 0.0 };
        assert!(close(said.good, found + water), "{hp}: {} said, {found} + {water} by the rules", said.good);
    }
}

/// The auto-action's odds agree with the very fight that it fights.
#[test]
fn a_fight_fought_on_ends_as_it_is_said_to() {
    for (hp, weapons, blessings, limit) in [(9, 1, 0, 3), (6, 0, 0, 1), (8, 1, 1, 4)] {
        let game = fighting(Meaning::Goblin, hp, weapons, blessings);
        let ends = explored(|chance| {
            let mut game = game.clone();
            while game.over().is_none() {
                let action = match game.turn {
                    Seat(0) => carry_out(&view(&game), Seat(0), "fight-on", limit),
                    _ => Some(Action::Wait),
                };
                let Some(action) = action else { break };
                let Ok(()) = game.decide(action, chance, &mut NullLog);
            }
            (game.field.health[cell(7, 7).index()] == 0, !game.explorers[0].alive())
        });
        let said = outlook::fought(&game, Seat(0), cell(7, 7), limit as u8);
        let share = |end| ends.get(&end).copied().unwrap_or_default();
        assert!(close(said.slain, share((true, false))), "{said:?} against {ends:?}");
        assert!(close(said.dies, share((false, true))) && close(said.stops, share((false, false))), "{said:?}");
    }
}

#[test]
fn fighting_on_ends_at_the_limit_and_when_something_comes_up() {
    let game = fighting(Meaning::Troll, 6, 0, 0);
    let act = |game: &AccursedTomb, limit| carry_out(&view(game), Seat(0), "fight-on", limit);
    assert_eq!(act(&game, 5), Some(Action::Fight));
    assert_eq!(act(&game, 6), None, "the limit is reached");
    assert_eq!(carry_out(&view(&game), Seat(0), "unheard of", 0), None);
    let order = &AccursedTomb::scene(&view(&game), Viewer::Seat(Seat(0))).standing[0];
    let limit = order.limit.as_ref().unwrap();
    assert_eq!((order.id, limit.min, limit.max, limit.usual), ("fight-on", 1, 5, 4));
    let mut saved = game.clone();
    saved.explorers[0].hp = 10;
    assert_eq!(act(&saved, 3), None, "a blessing has just been spent");
    let mut joined = game.clone();
    joined.explorers[1].foe = Some(cell(7, 7));
    assert_eq!(act(&joined, 3), None, "the last strike counts, so this is a race now");
    let mut hunted = game.clone();
    hunted.field.turn_up(cell(7, 8), Meaning::Demon(kernel::Suit::Hearts));
    hunted.explorers[1].foe = Some(cell(7, 8));
    assert_eq!(act(&hunted, 3), None, "somebody else is at a demon");
    assert!(AccursedTomb::scene(&view(&hunted), Viewer::Seat(Seat(0))).standing.is_empty());
    let mut free = game.clone();
    (free.explorers[0].foe, free.pending) = (None, Pending::Turn);
    assert_eq!(act(&free, 3), None, "there is no fight");
    assert_eq!(carry_out(&view(&free), Seat(0), "rest", 0), Some(Action::Wait));
    free.explorers[0].hp = 10;
    assert_eq!(carry_out(&view(&free), Seat(0), "rest", 0), None, "health is full");
}

#[test]
fn what_gains_nothing_is_asked_about_once() {
    let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
    let asked = |game: &AccursedTomb, action| AccursedTomb::wording(&view(game), Seat(0), &action).confirm.is_some();
    assert!(asked(&game, Action::Wait), "health is full");
    game.field.turn_up(cell(7, 7), Meaning::Fountain);
    let fountain = Action::Move { to: cell(7, 7) };
    assert!(asked(&game, fountain), "heads does nothing");
    game.explorers[0].hp = 5;
    assert!(!asked(&game, Action::Wait) && !asked(&game, fountain));
    game.explorers[0].hp = 1;
    assert!(asked(&game, fountain) && asked(&game, Action::Move { to: cell(7, 8) }), "a card kills on the first blow");
}

/// If monsters strike every explorer next to them, leaving one does not end the blows.
#[test]
fn nobody_is_promised_peace_beside_a_monster() {
    let mut game = fighting(Meaning::Orc, 4, 0, 0);
    game.options.engage = Engage::Adjacent;
    game.field.turn_up(cell(7, 8), Meaning::Hallway);
    let leave = AccursedTomb::wording(&view(&game), Seat(0), &Action::Move { to: cell(7, 8) }).forecast.unwrap();
    assert_eq!(leave.text, "The orc is beside it and strikes you next turn: 50\u{a0}% you die");
    assert_eq!(leave.odds.map(|odds| odds.bad), Some(500));
}

/// With walls all round and a foe there is no choice, and the question offers none.
#[test]
fn nobody_is_asked_to_leave_where_no_way_leads() {
    let mut game = fighting(Meaning::Orc, 1, 0, 0);
    let asks =
        |game: &AccursedTomb| AccursedTomb::scene(&view(game), Viewer::Seat(Seat(0))).prompt.plain(|_| String::new());
    assert!(asks(&game).ends_with("Fight on, or leave?"));
    for wall in [cell(7, 8), cell(8, 7)] {
        game.field.turn_up(wall, Meaning::Wall);
    }
    assert!(asks(&game).ends_with("Strike back."));
    assert!(AccursedTomb::wording(&view(&game), Seat(0), &Action::Fight).confirm.is_none(), "there is no other way");
}

#[test]
fn a_seat_says_what_matters_to_the_viewer() {
    let mut game = fighting(Meaning::Orc, 6, 1, 0);
    game.field.turn_up(cell(7, 8), Meaning::Demon(kernel::Suit::Hearts));
    game.field.health[cell(7, 8).index()] = 8;
    let rival = &mut game.explorers[1];
    (rival.foe, rival.hp, rival.weapons) = (Some(cell(7, 8)), 8, 1);
    let scene = AccursedTomb::scene(&view(&game), Viewer::Seat(Seat(0)));
    let note = |id: &str| scene.areas.iter().find(|area| area.id == id).and_then(|area| area.note.clone());
    assert_eq!(note("seat-0").as_deref(), Some("fights the orc"));
    // It strikes with 2. A roll of 4 to 6 kills the demon, and none of its foe's blows takes 8.
    assert_eq!(note("seat-1").as_deref(), Some("at the demon: 50\u{a0}% to win next"));
    let foes = scene.areas.iter().find(|area| area.role == Role::Foes).unwrap();
    assert_eq!(foes.pieces.iter().map(|piece| piece.id.as_str()).collect::<Vec<_>>(), ["foe-0"], "the viewer's own");
}

/// The possible cards under a face-down card, to the last card.
#[test]
fn the_shares_of_what_is_left_are_those_of_the_cards() {
    let game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
    let scene = AccursedTomb::scene(&view(&game), Viewer::Spectator);
    let shown = |id: &str| match &scene.piece(id).unwrap().look {
        Look::Token { value, .. } => value.clone().unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(shown("left-wall"), "15\u{a0}%"); // 16 of 108
    assert_eq!(shown("left-hallway"), "22\u{a0}%"); // 24 of 108
    assert_eq!(shown("left-altar"), "2\u{a0}%"); // 2 of 108
}

fn number(scene: &Scene, id: &str) -> Option<i32> {
    let piece = scene.piece(id)?;
    match &piece.look {
        Look::Meter { value, .. } => Some(*value),
        _ => piece.gauge.map(|gauge| gauge.value),
    }
}

/// Over random matches: the player in turn has a button or a square for each move, and can leave if
/// asked to. Every change that a step announces is in the next scene, and every roll is settled.
#[test]
fn every_question_has_its_buttons_and_every_change_is_true() {
    let (mut changes, mut settled, mut dice) = (0, 0, Fast::seeded(5));
    for seed in 0..40u8 {
        let options = serde_json::json!({
            "engage": if seed % 2 == 0 { "entered" } else { "adjacent" }, "retreat": seed % 3 > 0,
        });
        let source = Source::Seed(Seed([seed; 32]), Vec::new());
        let mut referee: Referee<AccursedTomb> = Referee::open(&options, u64::from(2 + seed % 3), source).unwrap();
        while let Some(seat) = referee.asked_first() {
            let scene = Match::scene(&referee, Viewer::Seat(seat), None).unwrap();
            let moves = &scene.moves;
            assert!(!moves.is_empty() && !scene.prompt.spans().is_empty());
            for choice in moves {
                let said = choice.wording.text.plain(|_| String::new());
                assert!(!said.is_empty());
                assert!(choice.wording.pieces().all(|id| scene.piece(id).is_some()), "{said} points at nothing");
                assert!(choice.wording.forecast.as_ref().is_none_or(|forecast| !forecast.text.is_empty()), "{said}");
            }
            let pressed = moves.iter().any(|choice| choice.wording.main || choice.wording.path.is_empty());
            let open = moves.iter().any(|choice| choice.wording.source().is_some());
            assert!(pressed || open, "there is a button beside the board");
            let leaves = moves.iter().any(|choice| choice.action["type"] == "move");
            let asks = scene.prompt.plain(|_| String::new());
            assert!(!asks.ends_with("or leave?") || leaves, "{asks}");
            let legal = referee.legal(seat);
            let action = legal[below(&mut dice.0, legal.len() as u32) as usize];
            referee.act(seat, action).unwrap();
            let after = Match::scene(&referee, Viewer::All, None).unwrap();
            let moments = referee.moments(Viewer::All, referee.ply());
            let mut last: BTreeMap<String, i32> = BTreeMap::new();
            let mut open = 0;
            for moment in moments {
                match moment {
                    Moment::Die { .. } => open += 1,
                    Moment::Effect(Effect::Settle { .. }) => {
                        settled += open;
                        open = 0;
                    }
                    Moment::Effect(Effect::Change { piece, to, .. }) => drop(last.insert(piece, to)),
                    Moment::Effect(_) | Moment::Tell { .. } | Moment::Show { .. } => {}
                }
            }
            assert_eq!(open, 0, "every die is settled in its step");
            for (piece, to) in last {
                if let Some(stands) = number(&after, &piece) {
                    assert_eq!(stands, to, "{piece}");
                    changes += 1;
                }
            }
        }
        assert!(matches!(referee.game().unwrap().status(), Status::Over(_)));
        let ending = Match::scene(&referee, Viewer::All, None).unwrap().ending.unwrap();
        assert_eq!(ending.numbers.len(), 5);
    }
    assert!(changes > 500 && settled > 500, "{changes} changes, {settled} dice");
}

/// A fight's round: strike, wound, the next turn's blow, its harm.
#[test]
fn a_round_is_told_in_the_order_of_the_rules() {
    let source = Source::Manual;
    let mut referee: Referee<AccursedTomb> = Referee::open(&serde_json::json!({}), 2, source).unwrap();
    let mut play = |seat, action, answers: &[&str]| {
        referee.act(Seat(seat), action).unwrap();
        answers.iter().for_each(|answer| referee.answer(answer).unwrap());
    };
    play(0, Action::Move { to: cell(7, 7) }, &["9H", "2", "3"]);
    play(1, Action::Wait, &["1"]);
    play(0, Action::Fight, &["4"]);
    play(1, Action::Wait, &["5"]);
    let told = |n| -> Vec<String> {
        let short = |moment: Moment| match moment {
            Moment::Die { .. } => "die".to_owned(),
            Moment::Show { .. } => "show".to_owned(),
            Moment::Tell { line } => {
                format!("tell {}", referee.chronicle(Viewer::All, n)[line].text.plain(|seat| format!("P{}", seat.0)))
            }
            Moment::Effect(Effect::Settle { result, blow, .. }) => {
                let blow = blow.map(|blow| format!(" on {}", blow.on)).unwrap_or_default();
                format!("settle {result}{blow}")
            }
            Moment::Effect(Effect::Change { piece, by, to }) => format!("change {piece} {by} {to}"),
            Moment::Effect(Effect::Draw { piece }) => format!("draw {piece}"),
            Moment::Effect(other) => format!("{other:?}"),
        };
        referee.moments(Viewer::All, n).into_iter().map(short).collect()
    };
    assert_eq!(
        told(1),
        [
            "tell P0 opens a troll in row 7, column 7.",
            "draw cell-7-7",
            "show",
            "die",
            "tell The troll strikes P0: −2, 8 left.",
            "settle 2 wounds on explorer-0",
            "change explorer-0 -2 8",
            "die",
            "tell P0 strikes the troll: 3, 6 left.",
            "settle 3 wounds on foe-0",
            "change foe-0 -3 6",
        ]
    );
    assert_eq!(
        told(4),
        [
            "tell P1 waits: 10, full health.",
            "tell Round 3",
            "show",
            "die",
            "tell The troll strikes P0: −5, 2 left.",
            "settle 5 wounds on explorer-0",
            "change explorer-0 -5 2",
        ]
    );
}

#[test]
fn an_end_is_told_with_its_numbers() {
    let mut game = AccursedTomb::lay_out(&Options::default(), 3, &mut NullLog);
    game.round = 9;
    for (number, seat) in [2, 0].into_iter().enumerate() {
        let explorer = &mut game.explorers[seat];
        (explorer.hp, explorer.death_number) = (0, number as u8 + 1);
    }
    game.pending = Pending::Over(crate::state::End::Last { winner: Seat(1) });
    let told = |viewer| ending::ending(&game, viewer).unwrap();
    let story = told(Viewer::Spectator).story.plain(|seat| format!("P{}", seat.0));
    assert_eq!(story, "The tomb took P2 first. P0 fell in round 9, and nobody was left but P1, with 10 health.");
    assert_eq!([Seat(0), Seat(1)].map(|seat| told(Viewer::Seat(seat)).tone), [Tone::Bad, Tone::Good]);
}
