//! One test for each ruling of the rulebook.

use kernel::{Card as _, CardSet, Fast, Game, NullLog, Seat, Viewer};
use serde_json::json;

use super::{bare, bare_for, cards};
use crate::{
    Action, Boss, Card, DungeonRummy, Hero, Kind, Laid, Level, Meld, Monster, Options, Suit, TokenControl, Treasure,
    content::{Effect, Tier},
    state::{Cause, End, Pending},
};

const LILY: Hero = Hero::Lily;
const BOB: Hero = Hero::Bob;
const OAKIE: Hero = Hero::Oakie;
const MILTON: Hero = Hero::Milton;

fn card(code: &str) -> Card {
    Card::from_code(code).unwrap_or_else(|| panic!("no card {code}"))
}

fn meld(text: &str) -> Option<Meld> {
    Meld::of(&cards(text).collect::<Vec<_>>())
}

fn play(code: &str, meld: Hero, pos: u8) -> Action {
    Action::Play { card: card(code), meld, pos, wild: false }
}

fn use_it(id: Treasure) -> Action {
    Action::Treasure { id, hero: None }
}

fn laid_out(options: &Options, seats: u8) -> DungeonRummy {
    let Ok(game) = DungeonRummy::setup(options, seats, &mut Fast::seeded(4), &mut NullLog);
    game
}

impl DungeonRummy {
    fn can(&self, action: Action) -> bool {
        self.listed().contains(&action)
    }

    /// The ruling by which an action is refused that is not legal.
    fn refused(&self, action: Action) -> Option<&'static str> {
        assert!(!self.can(action), "{action:?} is legal");
        self.explain(self.awaited().expect("somebody decides"), &action).ruling
    }

    fn with_stash<const N: usize>(mut self, treasures: [Treasure; N]) -> Self {
        for treasure in treasures {
            self.unlooted.take(treasure);
            self.stash.put(treasure);
        }
        self
    }

    pub(super) fn with_tokens(mut self, hero: Hero, tokens: u8) -> Self {
        self.hero_mut(hero).tokens = tokens;
        self
    }

    fn with_top(mut self, hero: Hero, code: &str) -> Self {
        let card = self.fetch(card(code));
        self.hero_mut(hero).top = Some(card);
        self
    }

    /// Everything in a deck goes to the trash.
    fn with_empty_deck(mut self, hero: Hero) -> Self {
        let own = self.hero_mut(hero);
        own.trash = own.deck;
        own.deck = CardSet::EMPTY;
        self
    }

    fn at_draw(mut self) -> Self {
        self.pending = Pending::Draw;
        self
    }
}

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
fn r6_diamonds_lie_on_odd_ranks_of_the_home_suit_and_on_even_ones_of_the_other() {
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
fn r12_hits_are_chosen_before_any_falls_and_side_effects_come_last() {
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

#[test]
fn r28_a_boot_plays_an_open_top_and_a_companion_turns_up_the_next() {
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
fn r34_loot_goes_into_one_stash_and_what_is_stolen_leaves_the_game() {
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
fn r44_a_fallen_monster_counts_in_the_graveyard_but_cannot_be_drawn() {
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
fn r52_a_wild_token_is_spent_while_placing_and_takes_the_diamonds() {
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

#[test]
fn r55_one_must_discard_if_there_is_a_card() {
    let mut game = bare(Monster::SockGolem).with_hand(LILY, "L-5T L-KD");
    game.play(Action::End, &[]);
    let discard = |code| Action::Discard { card: card(code) };
    assert_eq!(game.listed(), [discard("L-5T"), discard("L-KD")]);
    let mut empty = bare(Monster::SockGolem);
    let refill = ["L-AT", "L-AD", "L-2T", "L-2S", "L-3T", "L-3H", "L-4T"];
    assert_eq!(empty.play(Action::End, &refill), ["deck-lily"; 7]);
    assert!(empty.graveyard.is_empty());
}

#[test]
fn r56_the_blast_comes_at_the_end_of_any_turn_and_does_exactly_7() {
    let graveyard = "L-3T L-4D L-5T L-6H L-7T L-8S L-9T L-10D";
    let mut game = bare(Monster::SockGolem).with_graveyard(graveyard);
    game.dodge = true;
    game.play(Action::End, &[]);
    game.play(Action::Blast { hero: LILY, n: 0 }, &[]);
    game.play(Action::Blast { hero: BOB, n: 0 }, &[]);
    assert_eq!(game.refused(Action::Blast { hero: OAKIE, n: 8 }), Some("R56"));
    let refill = ["L-AT", "L-AD", "L-2T", "L-2S", "L-KT", "L-3H", "L-4T"];
    game.play(Action::Blast { hero: OAKIE, n: 3 }, &refill);
    assert_eq!(game.health(), [30, 15, 12, 11], "what is left goes to Milton, whatever lies in the graveyard");
}

#[test]
fn r57_after_the_blast_the_graveyard_is_cleared() {
    let mut game =
        bare(Monster::SockGolem).with_graveyard("L-3T B-4D L-5T L-6H L-7T M-8S").with_hand(LILY, "L-KD L-KT");
    game.fallen.put(Monster::ModerateRat);
    game.dodge = true;
    game.play(Action::End, &[]);
    game.play(Action::Discard { card: card("L-KD") }, &[]);
    assert_eq!(game.refused(Action::Blast { hero: MILTON, n: 1 }), Some("R57"));
    game.play(Action::Blast { hero: LILY, n: 7 }, &[]);
    assert_eq!((game.buried(), game.heroes.map(|hero| hero.trash.len())), (0, [5, 1, 0, 1]));
}

#[test]
fn r58_only_an_empty_hand_is_filled_up() {
    let mut game = bare(Monster::SockGolem).with_hand(LILY, "L-KD L-KT");
    game.dodge = true;
    game.play(Action::End, &[]);
    assert!(game.play(Action::Discard { card: card("L-KD") }, &[]).is_empty(), "nothing is drawn");
    assert_eq!((game.hero(LILY).hand.len(), game.turn), (1, 1));
}

#[test]
fn r59_an_empty_deck_is_remade_for_2_health() {
    let mut game = bare(Monster::SockGolem).with_empty_deck(LILY).with_tokens(LILY, 1).at_draw();
    assert_eq!(game.play(Action::Draw, &["L-KD"]), ["deck-lily"]);
    let lily = game.hero(LILY);
    assert_eq!((lily.hp, lily.deck.len(), lily.trash.len(), lily.tokens), (28, 25, 0, 1));
    let mut weak = bare(Monster::SockGolem).with_empty_deck(LILY).at_draw();
    weak.heroes[0].hp = 2;
    assert!(weak.play(Action::Draw, &[]).is_empty(), "nobody draws any more");
    assert_eq!(weak.pending, Pending::Over(End::Death));
}

#[test]
fn r60_a_companions_deck_is_not_remade() {
    let mut game = bare_for(Monster::SockGolem, 1).with_top(OAKIE, "O-8D").with_empty_deck(OAKIE);
    let top = Action::PlayTop { hero: OAKIE, meld: LILY, pos: 0, wild: false };
    assert!(game.play(top, &[]).is_empty());
    assert_eq!((game.hero(OAKIE).top, game.hero(OAKIE).hp), (None, 15));
}

#[test]
fn r61_after_100_turns_the_torches_go_out() {
    let mut game = bare(Monster::SockGolem).with_hand(MILTON, "M-KH M-KS");
    game.turn = 99;
    game.play(Action::End, &[]);
    game.play(Action::Discard { card: card("M-KH") }, &[]);
    assert_eq!((game.pending, game.turn, game.health()), (Pending::Over(End::Torches), 100, [30, 15, 15, 15]));
}

#[test]
fn r62_after_200_actions_only_the_end_is_left() {
    let mut game = bare(Monster::SockGolem).with_hand(LILY, "L-5T L-KD");
    game.today.actions = 199;
    game.play(play("L-5T", BOB, 0), &[]);
    assert_eq!(game.listed(), [Action::End]);
    assert_eq!(game.refused(play("L-KD", LILY, 0)), Some("R62"));
}

#[test]
fn r63_the_party_wins_at_once() {
    let mut game = bare(Monster::Dragon).with_stash([Treasure::JarOfBees]);
    (game.foe.phase, game.foe.damage) = (2, 7);
    assert!(game.play(use_it(Treasure::JarOfBees), &[]).is_empty(), "no chest, no monster");
    assert_eq!(game.pending, Pending::Over(End::Won));
}

#[test]
fn r64_the_boss_is_known_and_no_monster_comes_twice() {
    let options = Options { level: Level::Heroic, boss: Boss::Lich, ..Options::default() };
    let mut game = laid_out(&options, 4);
    assert_eq!((game.boss, game.ahead().len()), (Monster::Lich, 5));
    let mut met = vec![game.foe.monster];
    for _ in 0..5 {
        let Ok(()) = game.meet_next(&mut Fast::seeded(9), &mut NullLog);
        met.push(game.foe.monster);
    }
    assert_eq!(met.iter().map(|monster| monster.tier().number()).collect::<Vec<_>>(), [2, 2, 3, 3, 3, 3]);
    assert!((1..6).all(|place| !met[..place].contains(&met[place])), "{met:?}");
    let Ok(()) = game.meet_next(&mut Fast::seeded(9), &mut NullLog);
    assert_eq!(game.foe.monster, Monster::Lich);
}

#[test]
fn r65_hands_are_hidden_unless_they_are_open_or_it_is_over() {
    let mut game = bare(Monster::SockGolem).with_hand(LILY, "L-5T").with_graveyard("B-KD");
    game.play(Action::End, &[]);
    game.pending = Pending::Draw;
    game.play(Action::Dig { card: card("B-KD") }, &[]);
    let hand = |game: &DungeonRummy, viewer| json!(game.view(viewer))["heroes"][0]["hand"].clone();
    assert_eq!(hand(&game, Viewer::Seat(Seat(0))), json!(["L-5T", "B-KD"]));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(hand(&game, viewer), json!(null));
        let Ok(world) = game.imagine_for(viewer);
        assert!(world.hero(LILY).hand.contains(card("B-KD")), "that card was seen going there");
    }
    game.open_hands = true;
    assert_eq!(hand(&game, Viewer::Spectator), json!(["L-5T", "B-KD"]));
    game.open_hands = false;
    game.pending = Pending::Over(End::Torches);
    assert_eq!(hand(&game, Viewer::Spectator), json!(["L-5T", "B-KD"]));
}

#[test]
fn r66_a_deck_has_no_order_before_it_is_drawn_from() {
    let mut game = bare(Monster::SockGolem).at_draw();
    for drawn in ["L-AT", "L-KD"] {
        game.play(Action::Draw, &[drawn]);
        assert!(game.hero(LILY).hand.contains(card(drawn)));
        game.pending = Pending::Draw;
    }
}

#[test]
fn r67_levels_change_the_way_and_the_health_of_the_boss() {
    let of = |level: Level| (level.tiers().iter().map(|tier| tier.number()).collect::<Vec<_>>(), level.boss_health());
    assert_eq!(of(Level::Easy), (vec![1, 1, 2], 1));
    assert_eq!(of(Level::Normal), (vec![1, 1, 2, 3], 3));
    assert_eq!(of(Level::Hard), (vec![1, 2, 2, 3, 3], 4));
    assert_eq!(of(Level::Heroic), (vec![2, 2, 3, 3, 3, 3], 5));
    let mut game = bare(Monster::SockGolem);
    game.level = Level::Heroic;
    assert_eq!(game.phase_health(), 10, "ordinary monsters stay as they are");
}

/// Every treasure does what its card says.
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

/// All monsters of the book have the words that the rules know, and every effect of a treasure is one card's.
#[test]
fn the_content_is_whole() {
    let of = |tier| Monster::ALL.into_iter().filter(|monster| monster.tier() == tier).count();
    assert_eq!([Tier::One, Tier::Two, Tier::Three, Tier::Boss].map(of), [5, 5, 5, 4]);
    assert!(Monster::ALL.iter().all(|monster| !monster.phases().is_empty()));
    let strikes = Treasure::ALL.iter().filter(|treasure| matches!(treasure.effect(), Effect::Strike(_))).count();
    assert_eq!((Treasure::ALL.len(), strikes), (18, 2));
}

impl DungeonRummy {
    fn imagine_for(&self, viewer: Viewer) -> Result<DungeonRummy, std::convert::Infallible> {
        kernel::Imagine::imagine(self, viewer, &mut Fast::seeded(2))
    }
}
