//! The tables of section "Melds" of the rulebook: runs, sets, and the places where a card can go.

use dungeon_rummy::{Card, Kind, Laid, Meld, legal, run, set};
use kernel::Card as _;

/// Cards by code; the home does not matter for a meld, so it may be left out, and a star marks a
/// wild token.
fn cards(text: &str) -> Vec<Laid> {
    text.split_whitespace().map(card).collect()
}

fn card(text: &str) -> Laid {
    let (code, marked) = text.strip_suffix('*').map_or((text, false), |code| (code, true));
    let card = match code.contains('-') {
        true => Card::from_code(code),
        false => ["L", "B", "O", "M"].iter().find_map(|home| Card::from_code(&format!("{home}-{code}"))),
    };
    Laid::new(card.unwrap_or_else(|| panic!("no card {text}")), marked)
}

/// The cards, the wilds as a run, the wilds as a set.
const MELDS: [(&str, Option<u8>, Option<u8>); 28] = [
    ("5T", Some(0), Some(0)),
    ("5T 6D", Some(0), None),
    ("5T 5D", None, Some(0)),
    ("5T 5T", None, None),
    ("5T 7D", None, None),
    ("5T 2D", Some(1), Some(1)),
    ("5T 6D 7T", Some(0), None),
    ("5T 6T 7D", None, None),
    ("7T 6D 5T", None, None),
    ("AT 2D 3T 2H", Some(1), None),
    ("QH KD AT", Some(0), None),
    ("KD AT 2H", None, None),
    ("2H KD AT", Some(1), None),
    ("AT AD 2H", None, Some(1)),
    ("9T 9D 9H 9S", None, Some(0)),
    ("9T 9D 9T", None, None),
    ("9T 9D 2H", None, Some(1)),
    ("9T 9D 2D", None, None),
    ("9T 2D 2H", None, None),
    ("2T 2D 2H", None, Some(0)),
    ("2T 3D 2H", Some(1), None),
    ("5T 6D KH* 8S", Some(1), None),
    ("5T 6D KD* 8S", None, None),
    ("5T 6D KH* 2S", None, None),
    ("4T 5D 6T 7D 8T 9D 10T", Some(0), None),
    ("4T 5D 6T 2D 8T 9D 10T", Some(1), None),
    ("4T 5D 6T KD* 8T 9D 10T", Some(1), None),
    ("AS 2D 3S 4D 5S 6D 7S 8D 9S 10D JS QD KS AD", Some(0), None),
];

/// The meld, the card, the places where it can go.
const PLACES: [(&str, &str, &[u8]); 21] = [
    ("L-5T L-6H L-7T", "L-8S", &[3]),
    ("L-5T L-6H L-7T", "L-8T", &[]),
    ("L-5T L-6H L-7T", "L-4D", &[0]),
    ("L-5T L-6H L-7T", "L-4T", &[]),
    ("L-5T L-6H L-7T", "B-2D", &[0, 3]),
    ("L-5T L-6H L-7T", "L-2T", &[]),
    ("L-5T L-6H L-7T", "B-6D", &[]),
    ("L-5T L-6H L-7T", "O-AT", &[]),
    ("L-5T L-6H L-7T", "B-10D*", &[0, 3]),
    ("L-2S L-5T L-6H", "B-4D", &[1]),
    ("L-2T B-3D M-4H", "M-2S", &[0, 1, 3]),
    ("L-9T B-9D", "O-9H", &[2]),
    ("L-9T B-9D", "B-2H", &[2]),
    ("L-9T B-9D", "B-2D", &[]),
    ("L-9T B-9D", "M-9S", &[2]),
    ("L-9T B-9D", "B-8D", &[]),
    ("L-9T B-9D", "L-10D", &[]),
    ("L-9T", "B-9D", &[1]),
    ("L-9T", "B-8D", &[0]),
    ("L-9T", "B-10D", &[1]),
    ("L-9T", "B-2D", &[0, 1]),
];

#[test]
fn runs_and_sets_are_read_with_the_fewest_wilds() {
    for (text, as_run, as_set) in MELDS {
        let cards = cards(text);
        assert_eq!((run(&cards), set(&cards)), (as_run, as_set), "{text}");
        assert_eq!(legal(&cards), as_run.is_some() || as_set.is_some(), "{text}");
    }
}

#[test]
fn kinds_wilds_and_canastas_follow_from_the_readings() {
    let meld = |text: &str| Meld::of(&cards(text)).unwrap_or_else(|| panic!("{text} is a meld"));
    assert_eq!(meld("5T").kind(), Kind::Open);
    assert_eq!(meld("5T 2D").kind(), Kind::Open);
    assert_eq!((meld("AT 2D 3T 2H").kind(), meld("AT 2D 3T 2H").wilds()), (Kind::Run, 1));
    assert_eq!((meld("2T 2D 2H").kind(), meld("2T 2D 2H").wilds()), (Kind::Set, 0));
    assert_eq!((meld("4T 5D 6T 7D 8T 9D 10T").canasta(), meld("4T 5D 6T 7D 8T 9D 10T").wilds()), (true, 0));
    assert_eq!((meld("4T 5D 6T 2D 8T 9D 10T").canasta(), meld("4T 5D 6T 2D 8T 9D 10T").wilds()), (true, 1));
    assert!(!meld("4T 5D 6T 7D 8T 9D").canasta());
    assert_eq!(meld("2H KD AT").start(), Some(12));
    assert_eq!(meld("5T 2D").start(), None);
    assert_eq!(Meld::of(&cards("5T 7D")), None);
}

#[test]
fn a_card_goes_where_the_table_of_places_says() {
    for (meld, text, places) in PLACES {
        assert_eq!(Meld::of(&cards(meld)).expect("a meld").places(card(text)), places, "{text} into {meld}");
    }
}

/// The readings again as the rulebook words them, to compare with the quick ones.
mod plain {
    use super::*;

    pub(super) fn run(cards: &[Laid]) -> Option<u8> {
        if cards.is_empty()
            || cards.len() > 14
            || cards.windows(2).any(|two| two[0].card().suit() == two[1].card().suit())
        {
            return None;
        }
        let starts = 1..=15 - cards.len() as u8;
        starts
            .filter_map(|start| wilds(cards, |place, rank| rank == start + place || rank == 1 && start + place == 14))
            .min()
    }

    pub(super) fn set(cards: &[Laid]) -> Option<u8> {
        let twice =
            |(place, card): (usize, &Laid)| cards[..place].iter().any(|one| one.card().suit() == card.card().suit());
        if cards.is_empty() || cards.len() > 4 || cards.iter().enumerate().any(twice) {
            return None;
        }
        (1..=13).filter_map(|wanted| wilds(cards, |_, rank| rank == wanted)).min()
    }

    fn wilds(cards: &[Laid], natural: impl Fn(u8, u8) -> bool) -> Option<u8> {
        let mut wilds = 0;
        for (place, card) in cards.iter().enumerate() {
            if !card.marked() && natural(place as u8, card.card().rank()) {
                continue;
            }
            if !card.marked() && card.card().rank() != 2 {
                return None;
            }
            wilds += 1;
        }
        (wilds <= 1).then_some(wilds)
    }

    pub(super) fn legal(cards: &[Laid]) -> bool {
        cards.is_empty() || run(cards).is_some() || set(cards).is_some()
    }

    pub(super) fn places(cards: &[Laid], card: Laid) -> Vec<u8> {
        let fits = |at: &usize| {
            let mut with = cards.to_vec();
            with.insert(*at, card);
            run(&with).is_some() || *at == cards.len() && set(&with).is_some()
        };
        (0..=cards.len()).filter(fits).map(|at| at as u8).collect()
    }
}

/// Random melds grow card by card. Every question about each has the answer that the rulebook's own
/// words give.
#[test]
fn the_quick_answers_are_the_plain_ones() {
    use kernel::{Fast, below};
    let mut dice = Fast::seeded(5);
    let mut any = |bound: usize| below(&mut dice.0, bound as u32) as usize;
    let (mut checked, mut longest) = (0, 0);
    for _ in 0..4_000 {
        let mut meld = Vec::new();
        for _ in 0..60 {
            let card = Laid::new(Card::from_index(any(104)), any(6) == 0);
            let places = plain::places(&meld, card);
            let shape = Meld::of(&meld).expect("it grows by legal steps");
            assert_eq!(shape.places(card), places, "{card:?} into {meld:?}");
            for at in 0..meld.len() {
                let mut without = meld.clone();
                without.remove(at);
                assert_eq!(shape.may_lose(at), plain::legal(&without), "{meld:?} without {at}");
                let mut with = meld.clone();
                with[at] = card;
                assert_eq!(shape.may_replace(at, card), plain::legal(&with), "{card:?} at {at} of {meld:?}");
            }
            checked += 1;
            if !places.is_empty() {
                meld.insert(places[any(places.len())].into(), card);
                assert_eq!((run(&meld), set(&meld)), (plain::run(&meld), plain::set(&meld)), "{meld:?}");
            }
        }
        longest = longest.max(meld.len());
    }
    assert!(checked > 200_000 && longest > 8, "{checked} {longest}");
}
