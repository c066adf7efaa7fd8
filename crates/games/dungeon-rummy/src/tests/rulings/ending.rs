//! The end of a turn and of a match, and what is hidden.

use kernel::{Fast, Game, NullLog, Seat, Viewer};
use serde_json::json;

use super::{BOB, LILY, MILTON, OAKIE, card, laid_out, play, use_it};
use crate::{
    Action, Boss, DungeonRummy, Level, Monster, Options, Treasure,
    state::{End, Pending},
    tests::{bare, bare_for},
};

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
fn r56_the_blast_ends_any_turn_and_does_exactly_7() {
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

impl DungeonRummy {
    fn imagine_for(&self, viewer: Viewer) -> Result<DungeonRummy, std::convert::Infallible> {
        kernel::Game::imagine(self, viewer, &mut Fast::seeded(2))
    }
}
