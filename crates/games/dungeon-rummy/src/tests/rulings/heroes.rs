//! The heroes, their decks, and the players.

use serde_json::json;

use super::{BOB, LILY, MILTON, OAKIE, laid_out, play};
use crate::{
    Action, Card, Hero, Monster, Options, Suit,
    state::{End, Pending},
    tests::{bare, bare_for},
};

#[test]
fn r1_there_are_always_four_heroes() {
    for seats in 1..=4 {
        let game = laid_out(&Options::default(), seats);
        assert_eq!((game.heroes.len(), game.played().len()), (4, seats.into()));
    }
}

#[test]
fn r2_health_and_mana_a_token() {
    assert_eq!(Hero::ALL.map(Hero::health), [30, 15, 15, 15]);
    assert_eq!(Hero::ALL.map(Hero::mana), [1, 2, 1, 3]);
}

#[test]
fn r3_the_ids_of_the_heroes() {
    assert_eq!(json!(Hero::ALL), json!(["lily", "bob", "oakie", "milton"]));
    assert_eq!(Hero::ALL.map(Hero::id), ["lily", "bob", "oakie", "milton"]);
}

#[test]
fn r4_every_deck_has_26_cards_of_four_suits() {
    for hero in Hero::ALL {
        let deck = crate::cards::deck_of(hero);
        let suits: std::collections::HashSet<Suit> = deck.iter().map(Card::suit).collect();
        assert_eq!((deck.len(), suits.len()), (26, 4));
    }
}

#[test]
fn r5_two_cards_of_every_rank_one_in_the_home_suit() {
    for hero in Hero::ALL {
        for rank in 1..=13 {
            let of_rank: Vec<Card> = crate::cards::deck_of(hero).iter().filter(|card| card.rank() == rank).collect();
            assert_eq!(of_rank.iter().map(|card| card.suit() == hero.suit()).collect::<Vec<_>>(), [true, false]);
        }
    }
}

#[test]
fn r6_diamonds_lie_on_odd_ranks_at_home_and_even_ranks_abroad() {
    for hero in Hero::ALL {
        for card in crate::cards::deck_of(hero).iter() {
            let expected = match (card.suit() == hero.suit(), card.rank()) {
                (true, 7) => 2,
                (true, 1 | 3 | 5 | 9 | 11 | 13) | (false, 4 | 6 | 8 | 10 | 12) => 1,
                _ => 0,
            };
            assert_eq!(card.diamonds(), expected, "{card:?}");
        }
    }
}

#[test]
fn r7_the_opening_hand_is_seven_cards() {
    let game = laid_out(&Options::default(), 3);
    let hands = game.heroes.map(|hero| hero.hand.len());
    assert_eq!(hands, [7, 7, 7, 0]);
}

#[test]
fn r8_fewer_players_have_more_boots() {
    for (seats, boots) in (1..).zip([4, 3, 2, 2]) {
        let mut game = bare_for(Monster::SockGolem, seats).at_draw();
        game.today.boots = 0;
        game.play(Action::Draw, &["L-AT"]);
        assert_eq!(game.today.boots, boots);
    }
}

#[test]
fn r9_a_companion_has_one_open_card_and_a_meld_space() {
    let game = laid_out(&Options::default(), 1);
    for hero in [BOB, OAKIE, MILTON] {
        let own = game.hero(hero);
        assert!(own.top.is_some() && own.hand.is_empty() && game.seat_of(hero).is_none());
    }
    let game = bare_for(Monster::SockGolem, 1).with_hand(LILY, "L-5T");
    assert!(game.can(play("L-5T", OAKIE, 0)));
}

#[test]
fn r10_turns_go_round_the_played_heroes() {
    let options = Options { heroes: vec![BOB, MILTON], ..Options::default() };
    let mut game = laid_out(&options, 2);
    let heroes = (0..4).map(|turn| {
        game.turn = turn;
        game.active_hero()
    });
    assert_eq!(heroes.collect::<Vec<_>>(), [BOB, MILTON, BOB, MILTON]);
}

#[test]
fn r11_the_monster_goes_round_the_whole_party() {
    let mut game = bare_for(Monster::SockGolem, 1);
    (0..5).for_each(|turn| drop(game.begin(turn, &[])));
    assert_eq!(game.health(), [24, 12, 12, 12]);
}

#[test]
fn r12_hits_are_chosen_before_any_falls_then_side_effects() {
    let mut game = bare(Monster::TwoHeadedOgre);
    game.foe.phase = 1;
    game.heroes[0].hp = 10;
    game.begin(0, &[]);
    assert_eq!(game.health(), [8, 12, 15, 15], "3 to Bob, the toughest, 2 to Lily, the weakest, as they were");
    let mut game = bare(Monster::TaxWraith).with_tokens(LILY, 1);
    game.begin(0, &[]);
    game.play(Action::Block, &[]);
    assert_eq!((game.health()[0], game.tokens()[0]), (28, 0), "the shield was spent before it could be drained");
}

#[test]
fn r13_a_dead_companion_loses_the_match() {
    let mut game = bare_for(Monster::SockGolem, 1);
    game.heroes[3].hp = 3;
    game.begin(3, &[]);
    assert_eq!(game.pending, Pending::Over(End::Death));
}
