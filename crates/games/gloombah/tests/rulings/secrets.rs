//! The view of each seat (section "What is hidden").

use gloombah::{Event, Gloombah};
use kernel::{Audience, Fast, Game, Match, Referee, Seat, SeatSet, Seed, Source, Viewer};
use serde_json::{Value, json};

use super::script::{dealt, holds};

fn seeded(seats: u64, seed: u64) -> Referee<Gloombah> {
    Referee::open(&json!({}), seats, Source::Seed(Seed::from(seed), Vec::new())).expect("good options")
}

#[test]
fn a_seat_sees_its_own_hand_and_the_number_of_cards_in_others() {
    let table = seeded(3, 1);
    let hand = |view: &Value, seat: usize| view["players"][seat]["hand"].clone();
    for seat in 0..3 {
        let view = table.view(Viewer::Seat(Seat(seat)));
        for other in 0..3 {
            assert_eq!(hand(&view, other).is_null(), other != usize::from(seat));
            assert_eq!(view["players"][other]["hand_count"], 5);
        }
        assert_eq!(view["unseen"].as_array().unwrap().len(), 115);
    }
    let spectator = table.view(Viewer::Spectator);
    assert!((0..3).all(|seat| hand(&spectator, seat).is_null()));
    assert!(spectator["awaiting"].get("legal").is_none());
    let all = table.view(Viewer::All);
    assert!((0..3).all(|seat| hand(&all, seat).as_array().is_some_and(|hand| hand.len() == 5)));
    assert!(all["unseen"] == json!([]) && all["item_deck"] == 105, "no view has the deck");
}

#[test]
fn treasure_is_told_in_full_to_the_drawer_alone() {
    let table = seeded(2, 1);
    let own = SeatSet::only(Seat(0));
    let drew = |audience: Audience| {
        table.said(0).iter().filter(|said| said.audience == audience).map(|said| said.event.clone()).collect::<Vec<_>>()
    };
    let full = drew(Audience::Only(own));
    assert_eq!(full.len(), 5);
    assert!(full.iter().all(|event| matches!(event, Event::Drew { seat: Seat(0), .. })));
    assert_eq!(drew(Audience::Except(own)), [Event::DrewUnseen { seat: Seat(0), cards: 5 }]);
}

#[test]
fn a_theft_is_known_to_thief_and_victim() {
    let hands = ["sticky_fingers", "ambush", ""];
    let stolen = "done 3; 0: play sticky_fingers on 1; pick ambush";
    let dealt = dealt("warrior rogue mage", &hands);
    holds(&[&dealt, stolen, r#"view:2 {"players":[{"hand":null,"hand_count":5},{"hand":null,"hand_count":4},{}]}"#]);
}

#[test]
fn an_imagined_world_deals_the_other_hands_from_what_is_unseen() {
    let table = seeded(4, 3);
    let game = table.game().unwrap();
    let mut luck = Fast::seeded(5);
    let viewer = Viewer::Seat(Seat(2));
    let Ok(world) = game.imagine(viewer, &mut luck);
    assert_ne!(&world, game);
    assert_eq!(world.view(viewer), game.view(viewer));
    let Ok(same) = game.imagine(Viewer::All, &mut luck);
    assert_eq!(&same, game);
}

/// Plays these actions in the first match of seats and seed, and returns the table.
fn played(seats: u64, actions: &[(u8, Value)]) -> Referee<Gloombah> {
    let mut table = seeded(seats, 1);
    for (seat, action) in actions {
        table.act_json(Seat(*seat), action).unwrap_or_else(|refused| panic!("{action}: {refused}"));
    }
    table
}

/// A match of three seats in whose first fight all may act.
fn in_a_fight() -> Referee<Gloombah> {
    let done = json!({ "type": "done" });
    let kinds = ["end_prep", "fight"].map(|kind| (0, json!({ "type": kind })));
    played(3, &[(0, done.clone()), (1, done.clone()), (2, done)].into_iter().chain(kinds).collect::<Vec<_>>())
}

#[test]
fn bystanders_are_asked_from_the_left_and_the_active_seat_last() {
    let mut table = in_a_fight();
    let mut asked = Vec::new();
    for _ in 0..3 {
        let seat = table.asked_first().expect("the window is open");
        asked.push(seat.0);
        if asked.len() < 3 {
            table.act_json(seat, &json!({ "type": "pass" })).expect("passing is allowed");
        }
    }
    assert_eq!(asked, [1, 2, 0]);
}

#[test]
fn an_answer_before_others_pass_holds_until_a_change() {
    let before = in_a_fight();
    let game = |table: &Referee<Gloombah>| table.game().expect("it is laid out").clone();
    let same = |table: &Referee<Gloombah>, seat: u8| game(table).same_decision(&game(&before), Seat(seat));
    let after = |moves: &[(u8, Value)]| {
        let mut table = before.clone();
        moves.iter().for_each(|(seat, action)| table.act_json(Seat(*seat), action).expect("it is allowed"));
        table
    };
    let pass = json!({ "type": "pass" });
    let passed = after(&[(1, pass.clone())]);
    assert!(same(&passed, 0) && same(&passed, 2));
    let offer = json!({ "type": "offer", "xp": 0, "treasure": 0 });
    let refused = after(&[(1, offer.clone()), (0, json!({ "type": "refuse" }))]);
    assert!(!same(&refused, 2), "an offer was made since");
    assert!(!same(&after(&[(1, offer)]), 0), "an answer is another decision");
    // a seat that passed and is awaited again faces a new decision
    assert!(!game(&before).same_decision(&game(&passed), Seat(1)));
}

#[test]
fn what_is_drawn_and_stolen_has_an_audience() {
    let table = seeded(2, 1);
    let audiences: Vec<(&str, Audience)> =
        table.chance_outcomes(0).iter().map(|outcome| (outcome.why.tag, outcome.why.audience)).collect();
    assert_eq!(audiences[0], ("draw_class", Audience::Everybody));
    let drawn = |seat: u8| ("draw_item", Audience::Only(SeatSet::only(Seat(seat))));
    assert_eq!((audiences[2], audiences[11]), (drawn(0), drawn(1)));
}

#[test]
fn refusals_speak_only_of_what_the_seat_knows() {
    let table = seeded(3, 3);
    let game = table.game().expect("it is laid out");
    for seat in 0..3 {
        let Ok(world) = game.imagine(Viewer::Seat(Seat(seat)), &mut Fast::seeded(9));
        for card in gloombah::Item::all() {
            let actions = [
                gloombah::Action::Equip { card },
                gloombah::Action::Play { card, on: gloombah::On::Nothing },
                gloombah::Action::Play { card, on: gloombah::On::Target(Seat((seat + 1) % 3)) },
                gloombah::Action::Keep { card },
            ];
            for action in actions {
                assert_eq!(game.refuse(Seat(seat), &action), world.refuse(Seat(seat), &action));
            }
        }
    }
}
