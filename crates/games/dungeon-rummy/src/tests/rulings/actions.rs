//! The action phase: boots, moves, swaps and treasures.

use kernel::CardSet;

use super::{BOB, LILY, MILTON, OAKIE, card, use_it};
use crate::{
    Action, DungeonRummy, Monster, Treasure,
    state::Pending,
    tests::{bare, bare_for},
};

#[test]
fn r28_a_boot_plays_an_open_top_and_a_companion_turns_the_next() {
    let mut game = bare_for(Monster::SockGolem, 1).with_top(OAKIE, "O-8D");
    let top = Action::PlayTop { hero: OAKIE, meld: LILY, pos: 0, wild: false };
    assert_eq!(game.play(top, &["O-QS"]), ["deck-oakie"]);
    assert_eq!((game.hero(OAKIE).top, game.today.boots), (Some(card("O-QS")), 3));
    assert_eq!(game.refused(Action::PlayTop { hero: LILY, meld: LILY, pos: 0, wild: false }), Some("R28"));
    assert_eq!(game.refused(Action::Flip { hero: OAKIE }), Some("R28"));
}

#[test]
fn r29_a_card_left_stays_open_and_is_the_owners_next_draw() {
    let mut game = bare(Monster::SockGolem);
    assert_eq!(game.play(Action::Flip { hero: BOB }, &["B-JD"]), ["deck-bob"]);
    game.play(Action::Leave, &[]);
    assert_eq!(game.refused(Action::Flip { hero: BOB }), Some("R29"));
    assert!(game.can(Action::PlayTop { hero: BOB, meld: LILY, pos: 0, wild: false }));
    game.turn = 1;
    let mut bob = game.at_draw();
    assert!(bob.play(Action::Draw, &[]).is_empty(), "no chance is asked");
    assert!(bob.hero(BOB).hand.contains(card("B-JD")));
    let mut placed = bare(Monster::SockGolem);
    placed.play(Action::Flip { hero: BOB }, &["B-JD"]);
    placed.play(Action::Place { meld: OAKIE, pos: 0, wild: false }, &[]);
    assert_eq!((placed.today.boots, placed.hero(OAKIE).meld.len()), (1, 1));
}

#[test]
fn r30_a_move_goes_to_another_meld_and_leaves_a_meld_or_nothing() {
    let mut game =
        bare(Monster::SockGolem).with_meld(LILY, "L-5T L-6H L-7T").with_meld(BOB, "B-6D").with_meld(OAKIE, "O-4H");
    let moved = |from, idx, meld, pos| Action::Move { from, idx, meld, pos };
    assert_eq!(game.refused(moved(LILY, 1, BOB, 1)), Some("R30"), "5 and 7 are no meld");
    assert_eq!(game.refused(moved(LILY, 0, MILTON, 0)), Some("R30"), "an empty space takes no moved card");
    game.play(moved(LILY, 0, BOB, 0), &[]);
    game.play(moved(OAKIE, 0, BOB, 0), &[]);
    assert!(game.hero(OAKIE).meld.is_empty() && game.today.boots == 0);
    assert_eq!(format!("{:?}", game.hero(BOB).meld), "[O-4H, L-5T, B-6D]");
}

#[test]
fn r31_swapped_cards_take_exact_places() {
    let mut game = bare(Monster::SockGolem).with_meld(LILY, "L-5T L-6H L-7T").with_meld(BOB, "L-7D L-8S");
    let swap = |idx, with_idx| Action::Swap { meld: LILY, idx, with: BOB, with_idx };
    assert_eq!(game.refused(swap(0, 0)), Some("R31"));
    assert_eq!(game.refused(Action::Swap { meld: BOB, idx: 0, with: LILY, with_idx: 2 }), Some("R31"));
    game.play(swap(2, 0), &[]);
    assert_eq!(format!("{:?} {:?}", game.hero(LILY).meld, game.hero(BOB).meld), "[L-5T, L-6H, L-7D] [L-7T, L-8S]");
    assert_eq!(game.today.boots, 0);
}

#[test]
fn r32_a_star_travels_with_its_card() {
    let mut game = bare(Monster::SockGolem).with_meld(LILY, "L-5S L-6H L-QT*").with_meld(BOB, "B-7D");
    game.today.juggle = 1;
    game.play(Action::Move { from: LILY, idx: 2, meld: BOB, pos: 0 }, &[]);
    assert_eq!(format!("{:?}", game.hero(BOB).meld), "[L-QT*, B-7D]");
    game.play(Action::Swap { meld: LILY, idx: 1, with: BOB, with_idx: 0 }, &[]);
    assert_eq!(format!("{:?} {:?}", game.hero(LILY).meld, game.hero(BOB).meld), "[L-5S, L-QT*] [L-6H, B-7D]");
}

#[test]
fn r33_a_treasure_is_used_once() {
    let mut game = bare(Monster::SockGolem).with_stash([Treasure::JarOfBees]);
    game.play(use_it(Treasure::JarOfBees), &[]);
    assert_eq!((game.foe.damage, game.refused(use_it(Treasure::JarOfBees))), (3, Some("R34")));
    assert!(!game.unlooted.contains(Treasure::JarOfBees), "it has left the game");
}

#[test]
fn r34_loot_goes_into_one_stash_and_stolen_cards_leave() {
    let mut game = bare(Monster::Landlord).with_stash([Treasure::JarOfBees, Treasure::BoneKey]);
    game.foe.phase = 1;
    assert_eq!(game.begin(0, &["bone-key"]), ["pilfer"]);
    assert_eq!(game.stash.iter().collect::<Vec<_>>(), [Treasure::JarOfBees]);
    assert!(!game.unlooted.contains(Treasure::BoneKey));
    let mut game = bare(Monster::SockGolem);
    (game.foe.damage, game.unlooted) = (9, CardSet::EMPTY);
    let mut game = game.with_stash([Treasure::JarOfBees]);
    assert_eq!(game.play(use_it(Treasure::JarOfBees), &["goblin-intern"]), ["monster"], "an empty treasure deck");
}

/// Every treasure has the effect that its card describes.
#[test]
fn treasures_do_what_they_say() {
    let with = |treasure| bare(Monster::SockGolem).with_stash([treasure]);
    let used = |mut game: DungeonRummy, treasure, hero, outcomes: &[&str]| {
        game.play(Action::Treasure { id: treasure, hero }, outcomes);
        game
    };
    let mut hurt = with(Treasure::LukewarmTea);
    assert!(!hurt.can(Action::Treasure { id: Treasure::LukewarmTea, hero: Some(LILY) }), "nobody is hurt");
    hurt.heroes[0].hp = 27;
    assert_eq!(used(hurt, Treasure::LukewarmTea, Some(LILY), &[]).health()[0], 30);
    let mut hurt = with(Treasure::PicnicHamper);
    (0..4).for_each(|hero| hurt.heroes[hero].hp = 14);
    assert_eq!(used(hurt, Treasure::PicnicHamper, None, &[]).health(), [16, 15, 15, 15]);
    assert_eq!(used(with(Treasure::BottledApplause), Treasure::BottledApplause, Some(BOB), &[]).tokens()[1], 3);
    let full = with(Treasure::ManaMarmalade).with_tokens(MILTON, 6);
    assert_eq!(used(full, Treasure::ManaMarmalade, Some(MILTON), &[]).tokens()[3], 7);
    let noodles = used(with(Treasure::InstantNoodles), Treasure::InstantNoodles, None, &["L-AT", "L-AD"]);
    assert_eq!(noodles.hero(LILY).hand.len(), 2);
    let bell = used(with(Treasure::TownCrierBell), Treasure::TownCrierBell, None, &["L-AT", "B-AD", "O-AH", "M-AS"]);
    assert_eq!(bell.heroes.map(|hero| hero.hand.len()), [1; 4]);
    let mut dodged = used(with(Treasure::BorrowedUmbrella), Treasure::BorrowedUmbrella, None, &[]);
    dodged.begin(1, &[]);
    assert_eq!((dodged.health(), dodged.dodge), ([30, 15, 15, 15], false));
    let mut laces = with(Treasure::SpareBootlaces);
    assert!(!laces.can(use_it(Treasure::SpareBootlaces)), "all boots are ready");
    laces.today.boots = 0;
    assert_eq!(used(laces, Treasure::SpareBootlaces, None, &[]).today.boots, 2);
    let mulch = used(with(Treasure::GraveMulch).with_graveyard("L-5T B-KD"), Treasure::GraveMulch, None, &[]);
    assert_eq!((mulch.buried(), mulch.hero(BOB).trash.len()), (0, 1));
    let mut forged = used(with(Treasure::ForgedPapers), Treasure::ForgedPapers, None, &[]).with_hand(LILY, "L-KD");
    forged.play(Action::Play { card: card("L-KD"), meld: BOB, pos: 0, wild: true }, &[]);
    assert!(!forged.today.forge);
    let mut gloves = with(Treasure::StickyGloves).with_meld(LILY, "L-5T").with_meld(BOB, "B-6D");
    gloves.today.boots = 0;
    let mut gloves = used(gloves, Treasure::StickyGloves, None, &[]);
    gloves.play(Action::Move { from: LILY, idx: 0, meld: BOB, pos: 0 }, &[]);
    assert_eq!((gloves.today.tug, gloves.today.boots), (0, 0));
}

/// At most two cards, and none when the graveyard is empty or enough are taken.
#[test]
fn a_salvage_takes_up_to_two_cards() {
    let necromancer = use_it(Treasure::NecromancerCard);
    let take = |code| Action::Salvage { card: card(code) };
    let game = || bare(Monster::SockGolem).with_stash([Treasure::NecromancerCard]);
    let mut one = game().with_graveyard("L-5T");
    one.play(necromancer, &[]);
    one.play(take("L-5T"), &[]);
    assert_eq!(one.pending, Pending::Act, "the graveyard is empty");
    let mut two = game().with_graveyard("L-5T B-KD M-KH");
    two.play(necromancer, &[]);
    two.play(take("B-KD"), &[]);
    two.play(take("L-5T"), &[]);
    assert_eq!((two.pending, two.graveyard.len(), two.hero(LILY).hand.len()), (Pending::Act, 1, 2));
    let mut none = game().with_graveyard("L-5T");
    none.play(necromancer, &[]);
    none.play(Action::Stop, &[]);
    assert_eq!((none.pending, none.graveyard.len()), (Pending::Act, 1));
}
