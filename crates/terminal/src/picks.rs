//! The way to a move: pieces and words picked one after the other.
//!
//! The paths of the moves make a tree. The picks so far are a place in it, and its branches are the
//! next picks. Nothing is dragged here, so a piece is the same as a start and as an aim.

use kernel::{Move, Point, Scene, forks};

use crate::{LocalMatch, text::head};

/// The most moves that are listed one by one. More moves are first listed by their common
/// beginnings.
const ONE_BY_ONE: usize = 9;

/// An entry of the list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The move of this index.
    Move(usize),
    /// Several moves with the same beginning.
    Stem(Stem),
}

/// Several moves with the same beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stem {
    /// Their common picks.
    pub(crate) picked: Vec<Point>,
    /// Their indices.
    pub(crate) moves: Vec<usize>,
}

impl Entry {
    /// Whether the move of this index is in it.
    pub(crate) fn holds(&self, index: usize) -> bool {
        match self {
            Entry::Move(own) => *own == index,
            Entry::Stem(stem) => stem.moves.contains(&index),
        }
    }
}

/// The list of entries after `picked`: moves, or common beginnings of many moves.
pub(crate) fn entries(moves: &[Move], picked: &[Point]) -> Vec<Entry> {
    let left = left(moves, picked);
    if left.len() <= ONE_BY_ONE {
        return left.into_iter().map(Entry::Move).collect();
    }
    let forks = forks(moves, picked);
    let mut entries = Vec::new();
    for index in left {
        match forks.iter().find(|fork| fork.moves.contains(&index)) {
            Some(fork) if fork.moves.len() > 1 => {
                if fork.moves[0] == index {
                    let picked = [picked, std::slice::from_ref(fork.point)].concat();
                    entries.push(Entry::Stem(Stem { picked, moves: fork.moves.clone() }));
                }
            }
            Some(_) | None => entries.push(Entry::Move(index)),
        }
    }
    match &entries[..] {
        // A single choice is skipped.
        [Entry::Stem(only)] => self::entries(moves, &only.picked),
        _ => entries,
    }
}

/// The numbers to choose one after the other, from the list after `picked` on, to reach the move of
/// this index.
pub(crate) fn numbers(moves: &[Move], picked: &[Point], index: usize) -> Vec<usize> {
    let (mut picked, mut numbers) = (picked.to_vec(), Vec::new());
    loop {
        let entries = entries(moves, &picked);
        let Some(place) = entries.iter().position(|entry| entry.holds(index)) else { return numbers };
        numbers.push(place + 1);
        match &entries[place] {
            Entry::Move(_) => return numbers,
            Entry::Stem(stem) => picked.clone_from(&stem.picked),
        }
    }
}

/// The moves that are left after `picked`, in their order.
pub(crate) fn left(moves: &[Move], picked: &[Point]) -> Vec<usize> {
    (0..moves.len()).filter(|index| moves[*index].wording.rest(picked).is_some()).collect()
}

/// The pieces that can be picked after `picked`.
pub(crate) fn pieces<'a>(moves: &'a [Move], picked: &[Point]) -> impl Iterator<Item = &'a str> {
    forks(moves, picked).into_iter().filter_map(|fork| fork.point.piece())
}

/// Whether this move needs no more picks.
pub(crate) fn is_whole(choice: &Move, picked: &[Point]) -> bool {
    choice.wording.rest(picked).is_some_and(<[Point]>::is_empty)
}

// In words.

/// The common beginning of several moves: `Play Seven of Hearts …`. If they have too few words in
/// common, it is the last pick with each way to go on: `Seven of Hearts: With a boot move …, With
/// two boots swap …`.
pub(crate) fn stem_text(local_match: &LocalMatch, scene: &Scene, stem: &Stem) -> String {
    let texts: Vec<String> =
        stem.moves.iter().map(|index| local_match.say(&scene.moves[*index].wording.text)).collect();
    let start = common_start(&texts);
    let name = stem.picked.last().map(|point| name(scene, point)).unwrap_or_default();
    let says_it = start.to_lowercase().contains(&name.to_lowercase());
    match (start.split_whitespace().count(), name.is_empty()) {
        (2.., true) => format!("{start} …"),
        (1.., false) if says_it => format!("{start} …"),
        (2.., false) => format!("{name}: {start} …"),
        (0 | 1, false) => format!("{name}: {}", ways(&texts)),
        (0 | 1, true) => ways(&texts),
    }
}

/// The beginnings of moves that have at most a word in common, each once: `Lay …, Bury …`.
fn ways(texts: &[String]) -> String {
    let (mut ways, mut left) = (Vec::<String>::new(), texts.to_vec());
    while let Some(first) = left.first() {
        let begun: Vec<&str> = first.split_whitespace().take(2).collect();
        let (alike, others): (Vec<String>, Vec<String>) =
            left.iter().cloned().partition(|text| text.split_whitespace().take(2).eq(begun.iter().copied()));
        ways.push(if alike.len() == 1 { alike.concat() } else { format!("{} …", common_start(&alike)) });
        left = others;
    }
    ways.join(", ")
}

/// The words that all texts begin with.
fn common_start(texts: &[String]) -> String {
    let Some((first, others)) = texts.split_first() else { return String::new() };
    let first: Vec<&str> = first.split_whitespace().collect();
    let alike = |other: &String| first.iter().zip(other.split_whitespace()).take_while(|(a, b)| **a == *b).count();
    let most = others.iter().map(alike).min().unwrap_or(first.len());
    first[..most].join(" ").trim_end_matches([',', ':', ';']).to_owned()
}

/// The picks so far, one after the other.
pub(crate) fn names(scene: &Scene, picked: &[Point]) -> Vec<String> {
    picked.iter().map(|point| name(scene, point)).collect()
}

fn name(scene: &Scene, point: &Point) -> String {
    match point {
        Point::Word(word) => word.clone(),
        Point::Number { name, value, .. } => format!("{value} {name}"),
        Point::From(id) | Point::To(id) => scene.piece(id).map_or(id.as_str(), |piece| head(&piece.label)).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Wording;
    use serde_json::Value;

    use super::*;

    fn moves(wordings: impl IntoIterator<Item = Wording>) -> Vec<Move> {
        wordings.into_iter().map(|wording| Move { action: Value::Null, wording }).collect()
    }

    fn from(id: &str) -> Point {
        Point::From(id.into())
    }

    #[test]
    fn few_moves_are_listed_alone_and_many_by_their_beginnings() {
        let play = |card: &str, to: usize| Wording::new(format!("Play {card} on {to}")).from(card).to(to.to_string());
        let few = moves((0..8).map(|n| play("seven", n)).chain([Wording::new("Pass")]));
        assert_eq!(entries(&few, &[]), (0..9).map(Entry::Move).collect::<Vec<_>>());

        let many = moves((0..8).map(|n| play("seven", n)).chain([play("ace", 3), Wording::new("Pass")]));
        let stem = Stem { picked: vec![from("seven")], moves: (0..8).collect() };
        assert_eq!(entries(&many, &[]), [Entry::Stem(stem.clone()), Entry::Move(8), Entry::Move(9)]);
        assert_eq!(entries(&many, &stem.picked), (0..8).map(Entry::Move).collect::<Vec<_>>());
        assert_eq!((numbers(&many, &[], 5), numbers(&many, &[], 8)), (vec![1, 6], vec![2]));
        assert_eq!(numbers(&many, &stem.picked, 8), [0; 0]);
    }

    #[test]
    fn where_there_is_no_choice_it_is_not_asked() {
        let one =
            |n: usize| Wording::new(format!("Give {n}")).from("purse").word((n / 6).to_string()).word(n.to_string());
        let all = moves((0..12).map(one));
        let picked: Vec<Vec<Point>> = entries(&all, &[])
            .into_iter()
            .filter_map(|entry| if let Entry::Stem(stem) = entry { Some(stem.picked) } else { None })
            .collect();
        let word = |word: &str| vec![from("purse"), Point::Word(word.into())];
        assert_eq!(picked, [word("0"), word("1")]);
    }

    #[test]
    fn a_piece_is_the_same_whether_it_is_picked_up_or_aimed_at() {
        let all = moves([Wording::new("Turn").to("a"), Wording::new("Put").from("a").to("b")]);
        assert_eq!(forks(&all, &[]).len(), 1);
        assert_eq!(left(&all, &[from("a")]), [0, 1]);
        assert!(is_whole(&all[0], &[from("a")]) && !is_whole(&all[1], &[from("a")]));
        let words = moves([Wording::new("A word").word("a"), Wording::new("A piece").to("a")]);
        assert_eq!(forks(&words, &[]).len(), 2);
    }

    #[test]
    fn moves_begin_with_what_their_words_have_in_common() {
        let texts = ["Play Seven of Hearts, high", "Play Seven of Hearts, low"].map(str::to_owned);
        assert_eq!(common_start(&texts), "Play Seven of Hearts");
        assert_eq!(common_start(&["Draw", "Discard it"].map(str::to_owned)), "");
        let texts = ["With a boot move the Ace here", "With a boot move the Ace there", "With two boots swap both"];
        assert_eq!(ways(&texts.map(str::to_owned)), "With a boot move the Ace …, With two boots swap both");
    }
}
