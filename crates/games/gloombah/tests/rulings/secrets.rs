//! Who may see what (section "What is hidden").

use gloombah::{Event, Gloombah};
use kernel::{Audience, Fast, Game, Imagine, Referee, Seat, SeatSet, Seed, Source, Table, Viewer};
use serde_json::{Value, json};

use crate::script::{dealt, holds};

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
