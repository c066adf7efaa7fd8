//! Attacks, monsters and tokens.

use kernel::Seat;

use super::{BOB, LILY, MILTON, OAKIE, card, laid_out, play, use_it};
use crate::{
    Action, DungeonRummy, Hero, Laid, Monster, Options, TokenControl, Treasure,
    state::{Cause, Pending},
    tests::{bare, bare_for},
};

#[test]
fn r35_any_meld_attacks_and_the_hero_of_the_space_gains() {
    let mut game = bare(Monster::SockGolem).with_meld(OAKIE, "L-3T L-4D L-5T");
    game.play(Action::Attack { meld: OAKIE }, &[]);
    assert_eq!((game.foe.damage, game.tokens()), (3, [0, 0, 3, 0]));
}

#[test]
fn r36_a_canasta_adds_3_damage_and_3_mana() {
    let game = bare(Monster::SockGolem)
        .with_meld(LILY, "L-3H L-4T L-5S L-6T L-7D L-8T L-9H")
        .with_meld(BOB, "B-3T B-4D B-5H B-6D B-7S B-8D");
    let (canasta, six) = (game.strike(LILY), game.strike(BOB));
    assert_eq!((canasta.damage, canasta.mana, six.damage, six.mana), (10, 3, 6, 0));
}

#[test]
fn r37_a_royal_canasta_has_no_bonus_of_its_own() {
    let royal = bare(Monster::SockGolem).with_meld(LILY, "L-3H L-4T L-5S L-6T L-7D L-8T L-9H");
    let wild = bare(Monster::SockGolem).with_meld(LILY, "L-3H L-4T L-5S L-6T L-2S L-8T L-9H");
    assert_eq!((royal.hero(LILY).meld.wilds(), wild.hero(LILY).meld.wilds()), (0, 1));
    assert_eq!(royal.strike(LILY), wild.strike(LILY));
}

#[test]
fn r38_mana_is_rounded_down_and_seven_tokens_are_the_limit() {
    let text = "L-3T L-4D L-5T L-6H L-7T";
    let tokens = Hero::ALL.map(|hero| {
        let mut game = bare(Monster::SockGolem).with_meld(hero, text).with_tokens(hero, 3);
        game.play(Action::Attack { meld: hero }, &[]);
        game.hero(hero).tokens
    });
    assert_eq!(tokens, [7, 6, 7, 5], "6 mana each, and 3 tokens before");
}

#[test]
fn r39_the_bonus_is_added_before_converting() {
    // 1 diamond and 3: neither would make a second token for Bob by itself, together they are two.
    let mut game = bare(Monster::SockGolem).with_meld(BOB, "L-3H L-4T L-5S L-6T L-7D L-8T B-9D");
    assert_eq!(game.strike(BOB).mana, 4);
    game.play(Action::Attack { meld: BOB }, &["lukewarm-tea", "goblin-intern"]);
    assert_eq!(game.tokens()[1], 2);
}

#[test]
fn r40_damage_is_the_number_of_cards_if_the_guard_is_met() {
    let game = bare(Monster::HauntedTeapot).with_meld(LILY, "L-3T L-4D L-5T L-6H").with_meld(BOB, "B-3D B-4S B-5D");
    assert_eq!((game.strike(LILY).damage, game.strike(BOB).damage), (4, 0));
}

#[test]
fn r41_an_attack_without_damage_clears_the_space_and_gives_mana() {
    let mut game = bare(Monster::OverdueLibrarian).with_meld(OAKIE, "L-3T L-4D L-5T");
    game.today.sharpen = 3;
    game.play(Action::Attack { meld: OAKIE }, &[]);
    assert_eq!((game.foe.damage, game.tokens()[2], game.today.sharpen), (0, 3, 0));
    assert!(game.hero(OAKIE).meld.is_empty());
}

#[test]
fn r42_phases_are_beaten_in_order() {
    let mut game = bare(Monster::Gorgon).with_meld(LILY, "L-9T B-9D L-9H").with_meld(BOB, "L-KT B-KD B-KS");
    assert_eq!(game.phase_health(), 7);
    game.foe.damage = 4;
    game.play(Action::Attack { meld: LILY }, &[]);
    assert_eq!((game.foe.phase, game.phase_health()), (1, 21));
    assert!(!game.strike(BOB).met, "the second phase wants runs");
}

#[test]
fn r43_what_is_too_much_is_lost() {
    let mut game = bare(Monster::TwoHeadedOgre).with_stash([Treasure::ThrowingAnvil]);
    (game.foe.damage, game.foe.rage) = (4, 2);
    game.play(use_it(Treasure::ThrowingAnvil), &[]);
    assert_eq!((game.foe.phase, game.foe.damage, game.foe.rage), (1, 0, 0));
}

#[test]
fn r44_a_fallen_monster_is_in_the_graveyard_and_not_drawn() {
    let mut game =
        bare(Monster::SockGolem).with_graveyard("L-3T L-4D L-5T L-6H L-7T L-8S").with_stash([Treasure::JarOfBees]);
    game.foe.damage = 8;
    game.play(use_it(Treasure::JarOfBees), &["lukewarm-tea", "goblin-intern"]);
    assert_eq!(game.buried(), 7);
    assert_eq!(game.at_draw().listed().len(), 7, "the deck and six cards");
    game.play(Action::End, &[]);
    assert!(matches!(game.pending, Pending::Blast { .. }));
}

#[test]
fn r45_the_next_monster_appears_at_once() {
    let mut game = bare(Monster::SockGolem).with_stash([Treasure::JarOfBees, Treasure::ThrowingAnvil]);
    game.foe.damage = 8;
    game.play(use_it(Treasure::JarOfBees), &["lukewarm-tea", "goblin-intern"]);
    assert_eq!(
        (game.pending, game.foe.monster, game.health()),
        (Pending::Act, Monster::GoblinIntern, [30, 15, 15, 15])
    );
    game.play(use_it(Treasure::ThrowingAnvil), &[]);
    assert_eq!(game.foe.damage, 5);
}

#[test]
fn r46_cards_of_an_attack_go_to_the_trash_of_their_homes() {
    let mut game = bare(Monster::SockGolem).with_meld(MILTON, "L-5T B-6D O-7H L-JS*");
    game.play(Action::Attack { meld: MILTON }, &[]);
    assert_eq!(game.heroes.map(|hero| hero.trash.len()), [2, 1, 1, 0]);
}

#[test]
fn r47_a_shield_blocks_1_or_moves_up_to_2() {
    let mut game = bare(Monster::Dragon).with_tokens(LILY, 2);
    game.foe.phase = 2;
    game.begin(2, &[]);
    assert_eq!(game.pending, Pending::Shield { pending: [1, 1, 3, 1], cause: Cause::Monster });
    game.play(Action::Block, &[]);
    assert_eq!(game.refused(Action::Block), Some("R47"));
    assert_eq!(game.refused(Action::Redirect { hero: LILY }), Some("R47"));
    game.play(Action::Redirect { hero: OAKIE }, &[]);
    assert_eq!(game.health(), [28, 14, 14, 14]);
}

#[test]
fn r48_a_redirect_may_move_1_and_be_blocked() {
    let mut game = bare(Monster::HauntedTeapot).with_tokens(LILY, 3);
    game.begin(0, &[]);
    game.play(Action::Redirect { hero: BOB }, &[]);
    assert_eq!(game.pending, Pending::Shield { pending: [3, 0, 0, 0], cause: Cause::Monster });
    game.play(Action::Block, &[]);
    game.play(Action::Block, &[]);
    assert_eq!(game.health(), [29, 15, 15, 15]);
}

#[test]
fn r49_lilys_player_is_asked_in_every_turn() {
    let mut game = bare(Monster::SockGolem).with_tokens(LILY, 1);
    game.begin(1, &[]);
    assert_eq!((game.awaited(), game.active()), (Some(Seat(0)), Seat(1)));
    let options = Options { heroes: vec![BOB, MILTON], ..Options::default() };
    let mut game = laid_out(&options, 2);
    game.pending = Pending::Shield { pending: [1; 4], cause: Cause::Blast };
    game.turn = 1;
    assert_eq!(game.awaited(), Some(Seat(1)), "Lily is a companion");
}

#[test]
fn r50_a_heal_token_gives_1_and_not_beyond_full_health() {
    let mut game = bare(Monster::SockGolem).with_tokens(OAKIE, 2);
    game.heroes[1].hp = 14;
    game.play(Action::Heal { hero: BOB }, &[]);
    assert_eq!((game.health()[1], game.tokens()[2]), (15, 1));
    assert_eq!(game.refused(Action::Heal { hero: BOB }), Some("R50"));
}

#[test]
fn r51_draw_tokens_are_for_heroes_with_a_hand() {
    let mut game = bare_for(Monster::SockGolem, 2).with_tokens(BOB, 2).with_graveyard("M-KH");
    assert_eq!(game.refused(Action::TokenDraw { hero: OAKIE }), Some("R51"));
    assert_eq!(game.play(Action::TokenDraw { hero: BOB }, &["B-AS"]), ["deck-bob"]);
    game.play(Action::TokenDig { hero: LILY, card: card("M-KH") }, &[]);
    assert_eq!((game.tokens()[1], game.hero(LILY).hand.len(), game.hero(BOB).hand.len()), (0, 1, 1));
}

#[test]
fn r52_a_wild_token_is_spent_while_placing_and_takes_diamonds() {
    let mut game = bare(Monster::SockGolem).with_meld(BOB, "L-5T B-6D").with_hand(LILY, "L-KT").with_tokens(MILTON, 1);
    assert!(!game.can(play("L-KT", BOB, 2)));
    game.play(Action::Play { card: card("L-KT"), meld: BOB, pos: 2, wild: true }, &[]);
    assert_eq!((game.tokens()[3], game.hero(BOB).meld.diamonds()), (0, 1));
    assert_eq!(game.hero(BOB).meld.cards()[2], Laid::new(card("L-KT"), true));
}

#[test]
fn r53_a_two_is_not_changed() {
    let game = bare(Monster::SockGolem).with_hand(LILY, "L-2T").with_tokens(MILTON, 1);
    assert_eq!(game.refused(Action::Play { card: card("L-2T"), meld: BOB, pos: 0, wild: true }), Some("R53"));
}

#[test]
fn r54_tokens_are_everybodys_unless_the_option_says_otherwise() {
    let hurt = |mut game: DungeonRummy| {
        game.heroes[0].hp = 20;
        game.with_tokens(OAKIE, 1)
    };
    let heal = Action::Heal { hero: LILY };
    assert!(hurt(bare(Monster::SockGolem)).can(heal));
    let mut owner = hurt(bare(Monster::SockGolem));
    owner.own_tokens = true;
    assert_eq!(owner.refused(heal), Some("R54"));
    owner.turn = 2;
    assert!(owner.can(heal), "it is Oakie's turn");
    let mut companion = hurt(bare_for(Monster::SockGolem, 1));
    companion.own_tokens = true;
    assert!(companion.can(heal), "Oakie is a companion");
    let options = Options { token_control: TokenControl::Owner, ..Options::default() };
    assert!(laid_out(&options, 4).own_tokens);
}
