//! What the scene shows.

use kernel::{Game, Look, Piece, Point, Present, Scene, Seat, Viewer};

use super::bare;
use crate::{Action, Card, DungeonRummy, Hero, Monster};

fn seen(game: &DungeonRummy, viewer: Viewer) -> Scene {
    DungeonRummy::scene(&game.view(viewer), viewer)
}

fn ids(scene: &Scene, area: &str) -> Vec<String> {
    let area = scene.areas.iter().find(|one| one.id == area).unwrap_or_else(|| panic!("no area {area}"));
    area.pieces.iter().map(|piece| piece.id.clone()).collect()
}

fn piece<'a>(scene: &'a Scene, id: &str) -> &'a Piece {
    scene.piece(id).unwrap_or_else(|| panic!("no piece {id}"))
}

fn corner(piece: &Piece) -> Option<&str> {
    match &piece.look {
        Look::Card { corner, .. } => corner.as_deref(),
        _ => None,
    }
}

#[test]
fn a_meld_is_a_row_with_gaps_where_a_card_can_go() {
    let mut game =
        bare(Monster::SkeletonChoir).with_meld(Hero::Bob, "B-9D M-10S").with_hand(Hero::Lily, "L-JT L-8T L-4T");
    game.today.boots = 0;
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    assert_eq!(ids(&scene, "space-bob"), ["meld-bob", "gap-bob-0", "card-B-9D", "card-M-10S", "gap-bob-2"]);
    assert!(matches!(&piece(&scene, "gap-bob-2").look, Look::Tile { value: Some(value), .. } if value == "J"));
    let others = seen(&game, Viewer::Seat(Seat(1)));
    assert_eq!(ids(&others, "space-bob"), ["meld-bob", "card-B-9D", "card-M-10S"], "gaps would tell of the hand");
    assert!(others.piece("card-L-JT").is_none() && others.piece("hand-lily").is_some());
}

#[test]
fn a_wild_is_shown_as_what_it_stands_for() {
    let game = bare(Monster::SockGolem)
        .with_meld(Hero::Lily, "L-5T L-6H L-KT* L-8S")
        .with_meld(Hero::Bob, "B-9D M-9S L-2T")
        .with_meld(Hero::Oakie, "O-5H L-2S");
    let scene = seen(&game, Viewer::Spectator);
    assert_eq!(corner(piece(&scene, "card-L-KT")), Some("7"));
    assert_eq!(piece(&scene, "card-L-KT").label, "Lily's king of tanks, a wild 7");
    assert_eq!(corner(piece(&scene, "card-L-2T")), Some("9"));
    assert_eq!(corner(piece(&scene, "card-L-2S")), Some("2"), "that is not certain yet");
}

#[test]
fn the_guard_stands_in_words_and_melds_say_whether_they_meet_it() {
    let game = bare(Monster::SkeletonChoir)
        .with_meld(Hero::Lily, "L-5T L-6H L-7T")
        .with_meld(Hero::Oakie, "B-9D M-9S O-9H")
        .with_tokens(Hero::Lily, 5);
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    assert_eq!(piece(&scene, "guard").label, "Only runs harm it.");
    assert_eq!(
        piece(&scene, "meld-lily").label,
        "run of 3, meets the guard: 3 damage, leaves it 11, shield tokens 5 → 7"
    );
    assert!(piece(&scene, "meld-oakie").label.starts_with("set of 3, no harm"));
    let monster = piece(&scene, "monster");
    let next = monster.intent.as_ref().map(|intent| (intent.mean.as_str(), intent.range.as_str()));
    assert_eq!((next, monster.gauge.map(|gauge| gauge.value)), (Some(("4", "4 to Bob")), Some(14)));
}

#[test]
fn a_card_goes_by_meld_and_gap_and_says_whether_it_is_a_wild_where_both_can_be() {
    let game = bare(Monster::SockGolem)
        .with_meld(Hero::Bob, "L-5T B-6D")
        .with_hand(Hero::Lily, "L-7T")
        .with_tokens(Hero::Milton, 1);
    let view = game.view(Viewer::Seat(Seat(0)));
    let path = |pos, wild| {
        let card: Card = kernel::Card::from_code("L-7T").expect("a card");
        let action = Action::Play { card, meld: Hero::Bob, pos, wild };
        DungeonRummy::wording(&view, Seat(0), &action).path
    };
    let to = |gap: &str| vec![Point::From("card-L-7T".into()), Point::To("meld-bob".into()), Point::To(gap.into())];
    let with = |gap: &str, word: &str| [to(gap), vec![Point::Word(word.into())]].concat();
    assert_eq!(path(2, false), with("gap-bob-2", "as it is"));
    assert_eq!(path(2, true), with("gap-bob-2", "as a wild"));
}
