//! The content of the scene.

use kernel::{Fast, Game, Judge, Look, NullLog, Piece, Point, Present, Scene, Seat, Viewer};

use super::{bare, bare_for};
use crate::{
    Action, Card, DungeonRummy, Hero, Level, Monster, Options,
    scene::lay,
    state::{Cause, Pending},
};

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
    assert_eq!(
        ids(&scene, "space-bob"),
        ["verdict-bob", "gap-bob-0", "card-B-9D", "card-M-10S", "gap-bob-2", "lay-bob"]
    );
    assert!(matches!(&piece(&scene, "gap-bob-2").look, Look::Tile { value: Some(value), .. } if value == "J"));
    let others = seen(&game, Viewer::Seat(Seat(1)));
    assert_eq!(ids(&others, "space-bob"), ["verdict-bob", "card-B-9D", "card-M-10S"], "gaps would tell of the hand");
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
    assert_eq!(piece(&scene, "verdict-lily").label, "run of 3: meets the guard");
    assert_eq!(piece(&scene, "attack-lily").label, "Attack: hits 3, shields 5 → 7");
    assert_eq!(piece(&scene, "verdict-oakie").label, "set of 3: no harm");
    let monster = piece(&scene, "monster");
    let next = monster.intent.as_ref().map(|intent| (intent.mean.as_str(), intent.range.as_str()));
    assert_eq!((next, monster.gauge.map(|gauge| gauge.value)), (Some(("4", "4 to Bob")), Some(14)));
}

#[test]
fn a_card_goes_by_meld_and_gap_and_asks_whether_it_is_a_wild() {
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
    let with =
        |gap: &str, word: &str| vec![Point::From("card-L-7T".into()), Point::To(gap.into()), Point::Word(word.into())];
    assert_eq!(path(2, false), with("gap-bob-2", "as it is"));
    assert_eq!(path(2, true), with("gap-bob-2", "as a wild"));
}

#[test]
fn a_gap_says_what_a_card_in_it_stands_for() {
    let game = bare(Monster::SockGolem)
        .with_meld(Hero::Bob, "B-9D M-9S")
        .with_meld(Hero::Oakie, "L-2T O-5H O-6S")
        .with_hand(Hero::Lily, "L-9T L-4D L-7T");
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    let value = |id: &str| match &piece(&scene, id).look {
        Look::Tile { value, .. } => value.clone().unwrap_or_default(),
        other => panic!("{other:?} is no gap"),
    };
    assert_eq!(value("gap-bob-2"), "9");
    assert_eq!(
        (value("gap-oakie-1"), value("gap-oakie-3")),
        ("4".into(), "7".into()),
        "behind the wild, which is a 3 then"
    );
}

#[test]
fn two_cards_that_change_places_are_both_picked_up() {
    let game = bare(Monster::SockGolem).with_meld(Hero::Lily, "L-5T").with_meld(Hero::Bob, "B-9D");
    let view = game.view(Viewer::Seat(Seat(0)));
    let action = Action::Swap { meld: Hero::Lily, idx: 0, with: Hero::Bob, with_idx: 0 };
    let wording = DungeonRummy::wording(&view, Seat(0), &action);
    assert_eq!(wording.path, [Point::From("card-L-5T".into()), Point::From("card-B-9D".into())]);
}

/// In random matches, the marks and forecasts of every placing, move, swap and attack agree with
/// the rules.
#[test]
fn what_an_attack_is_foretold_to_do_is_what_it_does() {
    let mut attacks = 0;
    for seed in 0..40 {
        let mut dice = Fast::seeded(seed);
        let options = Options { level: Level::Easy, ..Options::default() };
        let Ok(mut game) = DungeonRummy::setup(&options, 1 + (seed % 4) as u8, &mut dice, &mut NullLog);
        for step in 0..400 {
            let Some(seat) = game.awaited() else { break };
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            let view = game.view(Viewer::Seat(seat));
            for action in &legal {
                attacks += u32::from(foretold(&game, &view, seat, *action));
            }
            let choice = game.reference_action(seat).filter(|_| step % 3 > 0);
            let action = choice.unwrap_or_else(|| legal[step * 31 % legal.len()]);
            let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
        }
    }
    assert!(attacks > 500, "{attacks} attacks are many");
}

/// Checks an action that joins cards by the attack that follows it, and an attack by itself.
/// Returns whether it attacked.
fn foretold(game: &DungeonRummy, view: &crate::View, seat: Seat, action: Action) -> bool {
    let wording = DungeonRummy::wording(view, seat, &action);
    let mark = |piece: &str| {
        let mark = wording.marks.iter().find(|mark| mark.piece == piece);
        mark.map(|mark| mark.text.clone().unwrap_or_default())
    };
    let mut next = *game;
    let hero = match action {
        Action::Attack { meld } => meld,
        Action::Play { meld, .. }
        | Action::PlayTop { meld, .. }
        | Action::Place { meld, .. }
        | Action::Move { meld, .. } => {
            let Ok(()) = next.apply(seat, action, &mut Fast::seeded(1), &mut NullLog);
            let told = mark(&format!("verdict-{}", meld.id())).expect("a card that joins a meld changes it");
            let cards = next.hero(meld).meld.len();
            assert!(told.contains(&format!("{} → {cards}", game.hero(meld).meld.len())), "{told}");
            meld
        }
        _ => return false,
    };
    let attack = Action::Attack { meld: hero };
    let mut legal = Vec::new();
    next.legal(seat, &mut legal);
    if !legal.contains(&attack) {
        assert_eq!(mark("monster"), None, "{action:?}");
        return false;
    }
    let health = |game: &DungeonRummy| game.phase_health() - game.foe.damage;
    let before = (health(&next), next.foe.monster, next.foe.phase);
    let tokens = next.hero(hero).tokens;
    let Ok(()) = next.apply(seat, attack, &mut Fast::seeded(2), &mut NullLog);
    let same = (next.foe.monster, next.foe.phase) == (before.1, before.2);
    let left = match same && next.foe.damage < next.phase_health() {
        true => health(&next),
        false => 0,
    };
    let expected = (left < before.0).then(|| format!("{} → {left}", before.0));
    assert_eq!(mark("monster"), expected, "{action:?}");
    if action == attack {
        let gained = next.hero(hero).tokens;
        let told = wording.tag.clone().unwrap_or_default();
        assert_eq!(told.contains(&format!("{tokens} → {gained}")), gained > tokens, "{told}");
        assert_eq!(told.starts_with("hits"), left < before.0, "{told}");
    }
    true
}

fn prompt(game: &DungeonRummy, seat: Option<u8>) -> String {
    let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    seen(game, viewer).prompt.plain(kernel::unnamed)
}

/// The prompt of all players but `asked`, which must be the same for all.
fn waited(game: &DungeonRummy, asked: u8) -> String {
    let others = [Some(0), Some(1), Some(2), Some(3), None].into_iter().filter(|seat| *seat != Some(asked));
    let told: Vec<String> = others.map(|seat| prompt(game, seat)).collect();
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    told[0].clone()
}

#[test]
fn shields_are_asked_of_lily_and_all_see_the_threat() {
    let mut game = bare(Monster::SockGolem).with_tokens(Hero::Lily, 2);
    // It is Oakie's turn.
    game.turn = 2;
    game.pending = Pending::Shield { pending: [0, 3, 0, 1], cause: Cause::Monster };
    assert_eq!(game.awaited(), Some(Seat(0)));
    let about = "Damp Sock Golem is about to do 3 to Bob and 1 to Milton. Lily has 2 shield tokens.";
    assert_eq!(prompt(&game, Some(0)), about);
    assert_eq!(waited(&game, 0), format!("{about} Waiting for Player 1: shields, or none."));
    game.pending = Pending::Shield { pending: [0, 3, 0, 1], cause: Cause::Blast };
    assert!(waited(&game, 0).starts_with("The blast is about to do 3 to Bob"));
    assert_eq!(piece(&seen(&game, Viewer::Seat(Seat(3))), "hp-bob").label, "Bob: 15 of 15 health, about to lose 3");
}

#[test]
fn a_blast_is_dealt_by_the_active_player_in_sight_of_all() {
    let mut game = bare(Monster::SockGolem);
    game.turn = 3;
    game.pending = Pending::Blast { asked: Hero::Bob, shares: [4, 0, 0, 0] };
    assert_eq!(game.awaited(), Some(Seat(3)));
    let about = "The graveyard has burst: 4 to Lily, 3 damage is left.";
    assert_eq!(prompt(&game, Some(3)), format!("{about} How much for Bob?"));
    assert_eq!(waited(&game, 3), format!("{about} Waiting for Player 4: how much for Bob."));
    assert_eq!(piece(&seen(&game, Viewer::Seat(Seat(0))), "hp-lily").label, "Lily: 30 of 30 health, about to lose 4");
    game.pending = Pending::Blast { asked: Hero::Lily, shares: [0; 4] };
    assert!(waited(&game, 3).starts_with("The graveyard has burst: 7 damage is left. Waiting"));
}

#[test]
fn those_waiting_see_the_dig_and_the_card_being_placed() {
    let mut game = bare(Monster::SockGolem).with_graveyard("B-9D");
    game.turn = 1;
    game.pending = Pending::Draw;
    assert_eq!(prompt(&game, Some(1)), "Draw a card from your deck, or take one of the graveyard.");
    assert_eq!(waited(&game, 1), "Waiting for Player 2: to draw, or to dig in the graveyard.");
    game.pending = Pending::Salvage { left: 2 };
    assert_eq!(waited(&game, 1), "Waiting for Player 2: to take up to 2 cards of the graveyard.");
    game.pending = Pending::Flip { hero: Hero::Milton };
    assert_eq!(waited(&game, 1), "Waiting for Player 2: where the open card of Milton goes.");
    game.graveyard = kernel::CardSet::EMPTY;
    game.pending = Pending::Draw;
    assert_eq!(waited(&game, 1), "Waiting for Player 2: to draw.");
}

/// Carries an auto-action out to its end, and returns its steps.
fn carried_out(game: &mut DungeonRummy, id: &str) -> usize {
    let mut steps = 0;
    while let Some(action) = lay::carry_out(&game.view(Viewer::Seat(Seat(0))), Seat(0), id, 0) {
        game.play(action, &[]);
        steps += 1;
    }
    steps
}

#[test]
fn a_run_of_four_is_laid_by_one_press() {
    let mut game = bare_for(Monster::SkeletonChoir, 1).with_hand(Hero::Lily, "L-4T L-5S L-6T L-7D L-KT L-KD");
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    let offers: Vec<(&str, String)> =
        scene.standing.iter().map(|offer| (offer.id, offer.text.plain(|_| String::new()))).collect();
    assert_eq!(offers[0], ("lay-lily", "Lay 4 5 6 7 for Lily".to_owned()), "one for each of four spaces: {offers:?}");
    assert_eq!(offers.len(), 4);
    assert!(ids(&scene, "space-lily").contains(&"lay-lily".to_owned()), "the row offers it");
    assert_eq!(carried_out(&mut game, "lay-lily"), 4);
    let laid: Vec<String> = game.hero(Hero::Lily).meld.cards().iter().map(|card| card.code()).collect();
    assert_eq!(laid, ["L-4T", "L-5S", "L-6T", "L-7D"]);
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    assert!(scene.standing.is_empty(), "two kings are no meld that attacks: {:?}", scene.standing);
}

#[test]
fn cards_are_laid_at_both_ends_of_a_run() {
    let mut game =
        bare_for(Monster::SockGolem, 1).with_meld(Hero::Bob, "L-6T B-7D").with_hand(Hero::Lily, "B-5D L-4T L-8T L-KT");
    let scene = seen(&game, Viewer::Seat(Seat(0)));
    let offer = scene.standing.iter().find(|offer| offer.id == "lay-bob").expect("three cards go in");
    assert_eq!(offer.text.plain(|_| String::new()), "Lay 4 5 8 for Bob");
    assert_eq!(carried_out(&mut game, "lay-bob"), 3);
    assert_eq!(game.hero(Hero::Bob).meld.len(), 5);
}

#[test]
fn a_meld_that_meets_the_guard_is_laid_before_a_longer_one() {
    let mut game = bare_for(Monster::OverdueLibrarian, 1).with_hand(Hero::Lily, "L-9T L-9H L-2S L-4T L-5S L-6T L-7D");
    assert_eq!(carried_out(&mut game, "lay-lily"), 3, "only sets harm it");
    assert_eq!(game.hero(Hero::Lily).meld.kind(), crate::Kind::Set);
}

#[test]
fn a_card_that_fits_one_meld_goes_there_by_one_press() {
    let game = bare_for(Monster::SockGolem, 1)
        .with_meld(Hero::Bob, "L-5T B-6D")
        .with_meld(Hero::Oakie, "O-9H M-9S")
        .with_hand(Hero::Lily, "L-7T L-9T L-KT L-2T");
    let view = game.view(Viewer::Seat(Seat(0)));
    let direct: Vec<Action> =
        game.listed().into_iter().filter(|action| DungeonRummy::wording(&view, Seat(0), action).direct).collect();
    let played = |code: &str, meld, pos| {
        let card: Card = kernel::Card::from_code(code).expect("a card");
        Action::Play { card, meld, pos, wild: false }
    };
    assert_eq!(
        direct,
        [played("L-7T", Hero::Bob, 2), played("L-9T", Hero::Oakie, 2)],
        "a king fits nowhere, a 2 often"
    );
}
