//! A turn, and the kinds of melds.

use kernel::CardSet;

use super::{BOB, LILY, MILTON, card, meld, play};
use crate::{Action, Hero, Kind, Monster, state::Pending, tests::bare};

#[test]
fn r14_one_must_draw_and_may_choose_of_the_graveyard() {
    let game = bare(Monster::SockGolem).with_graveyard("L-5T B-KD").at_draw();
    let dig = |code| Action::Dig { card: card(code) };
    assert_eq!(game.listed(), [Action::Draw, dig("L-5T"), dig("B-KD")]);
}

#[test]
fn r15_boots_are_refreshed_after_the_draw() {
    let mut game = bare(Monster::GoblinIntern);
    game.today.boots = 0;
    game.begin(0, &[]);
    assert_eq!(game.today.boots, 0);
    game.play(Action::Draw, &["L-AT"]);
    assert_eq!(game.today.boots, 1, "one of two is tripped");
}

#[test]
fn r16_without_a_card_the_draw_is_skipped() {
    let mut game = bare(Monster::SockGolem);
    let mut all = game.hero(LILY).deck;
    let other = game.hero_mut(LILY);
    other.hand.absorb(&mut all);
    other.deck = CardSet::EMPTY;
    game.begin(0, &[]);
    assert_eq!((game.pending, game.today.boots), (Pending::Act, 2));
}

#[test]
fn r17_every_space_is_open_to_everybody() {
    let game = bare(Monster::SockGolem).with_hand(LILY, "L-5T");
    assert!(Hero::ALL.into_iter().all(|hero| game.can(play("L-5T", hero, 0))));
}

#[test]
fn r18_a_meld_begins_with_one_card() {
    let mut game = bare(Monster::SockGolem).with_hand(LILY, "L-KD");
    game.play(play("L-KD", BOB, 0), &[]);
    assert_eq!(game.hero(BOB).meld.len(), 1);
    assert!(!game.can(Action::Attack { meld: BOB }));
}

#[test]
fn r19_a_suit_is_not_beside_itself_in_a_run() {
    assert!(meld("L-5T L-6H L-7T").is_some() && meld("L-6T L-7D L-8T").is_some());
    assert!(meld("L-5T L-6T").is_none());
    assert!(meld("L-AT L-2S").is_some() && meld("L-KD L-AT").is_some());
    let game = bare(Monster::SockGolem).with_meld(BOB, "L-5T").with_hand(LILY, "L-6T");
    assert_eq!(game.refused(play("L-6T", BOB, 1)), Some("R19"));
}

#[test]
fn r20_runs_do_not_wrap_around() {
    assert!(meld("L-KD L-AT B-3D").is_none() && meld("L-QH L-KD L-AT M-2S").is_none());
    let longest = "L-AD B-2H L-3T B-4D B-5H B-6D B-7S B-8D B-9T B-10D B-JH B-QD B-KS B-AD";
    assert_eq!(meld(longest).map(|meld| (meld.len(), meld.wilds())), Some((14, 0)));
}

#[test]
fn r21_a_set_has_one_rank_and_different_suits() {
    assert_eq!(meld("L-9T B-9D L-9H M-9S").map(|meld| meld.kind()), Some(Kind::Set));
    assert!(meld("L-9T B-9T").is_none() && meld("L-9T B-9D L-10D").is_none());
    let game = bare(Monster::SockGolem).with_meld(BOB, "L-9T B-9D L-9H M-9S").with_hand(LILY, "L-2S B-2H");
    assert!(!game.can(play("L-2S", BOB, 4)) && !game.can(play("B-2H", BOB, 4)));
}

#[test]
fn r22_a_two_is_a_wild_only_where_the_meld_needs_one() {
    assert_eq!(meld("L-AD L-2T L-3H").map(|meld| meld.wilds()), Some(0));
    let mut game = bare(Monster::SockGolem).with_meld(BOB, "L-2S L-5T").with_hand(LILY, "L-4D L-3H L-AT");
    assert_eq!(game.hero(BOB).meld.wilds(), 1);
    game.play(play("L-4D", BOB, 1), &[]);
    assert_eq!((game.hero(BOB).meld.start(), game.hero(BOB).meld.wilds()), (Some(3), 1));
    game.play(play("L-3H", BOB, 1), &[]);
    assert_eq!((game.hero(BOB).meld.start(), game.hero(BOB).meld.wilds()), (Some(2), 0));
}

#[test]
fn r23_a_wild_keeps_its_suit() {
    assert!(meld("L-5T L-6H L-QH*").is_none() && meld("L-5T L-6H L-QT*").is_some());
    assert!(meld("L-9T B-9D B-2D").is_none() && meld("L-9T B-9D B-2H").is_some());
}

#[test]
fn r24_one_wild_a_meld_of_whichever_kind() {
    assert!(meld("L-5T L-6H L-KT* L-8S").is_some());
    assert!(meld("L-5T L-6H L-KT* L-2S").is_none());
    assert!(meld("L-9T B-2D B-2H").is_none());
    let game =
        bare(Monster::SockGolem).with_meld(BOB, "L-5T L-6H L-KT*").with_hand(LILY, "L-2S").with_tokens(MILTON, 3);
    assert_eq!(game.refused(play("L-2S", BOB, 3)), Some("R24"));
}

#[test]
fn r25_sets_grow_at_the_right_end() {
    let game = bare(Monster::SockGolem).with_meld(BOB, "L-9T B-9D").with_hand(LILY, "L-9H");
    assert!(game.can(play("L-9H", BOB, 2)) && !game.can(play("L-9H", BOB, 0)) && !game.can(play("L-9H", BOB, 1)));
}

#[test]
fn r26_one_or_two_cards_may_be_open() {
    assert_eq!(meld("L-5T").map(|meld| meld.kind()), Some(Kind::Open));
    assert_eq!(meld("L-5T B-2D").map(|meld| meld.kind()), Some(Kind::Open));
    assert_eq!(meld("L-5T B-2D B-7S").map(|meld| meld.kind()), Some(Kind::Run));
}

#[test]
fn r27_a_natural_card_pushes_a_wild_but_does_not_replace_it() {
    let game = bare(Monster::SockGolem).with_meld(BOB, "L-5T L-2S L-7D").with_hand(LILY, "L-6H L-4D");
    assert!((0..=3).all(|pos| !game.can(play("L-6H", BOB, pos))), "the 6 is taken by the wild");
    let mut game = bare(Monster::SockGolem).with_meld(BOB, "L-5T L-6H L-2S").with_hand(LILY, "L-7T");
    game.play(play("L-7T", BOB, 2), &[]);
    assert_eq!(format!("{:?}", game.hero(BOB).meld), "[L-5T, L-6H, L-7T, L-2S]");
}
