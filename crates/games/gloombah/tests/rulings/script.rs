//! Scripts in the language of the rulebook's examples, a little shortened.

use gloombah::{Gloombah, Item, content::Kind};
use kernel::Card;
use serde_json::{Value, json};
use testkit::example;

/// The set-up: classes by seat, and the needed cards of each hand; weapons of other classes fill it
/// up to five cards.
pub(crate) fn dealt(classes: &str, hands: &[&str]) -> String {
    let classes: Vec<&str> = classes.split(' ').collect();
    let mut script = format!("seats: {}\n", classes.len());
    classes.iter().for_each(|class| script += &format!("card draw_class {class}\n"));
    let named: Vec<&str> = hands.iter().flat_map(|hand| hand.split_whitespace()).collect();
    let mut left: Vec<Item> =
        Item::all().flat_map(|item| std::iter::repeat_n(item, item.card().copies.into())).collect();
    for id in named {
        take(&mut left, |item| item.code() == id);
    }
    for (seat, class) in classes.iter().enumerate() {
        let hand = hands.get(seat).copied().unwrap_or_default();
        let mut cards: Vec<&str> = hand.split_whitespace().collect();
        while cards.len() < 5 {
            let other = |item: &Item| matches!(item.kind(), Kind::Weapon { class: of, .. } if of.code() != *class);
            cards.push(take(&mut left, other).code());
        }
        cards.iter().for_each(|card| script += &format!("card draw_item {card}\n"));
    }
    script
}

fn take(from: &mut Vec<Item>, which: impl Fn(&Item) -> bool) -> Item {
    let place = from.iter().position(which).expect("there are enough of them");
    from.remove(place)
}

/// Plays a script, pieced together, and panics at the first line that fails.
///
/// Lines are those of the rulebook's examples, and short forms, separated by semicolons or line
/// ends:
/// - `0: pass`, `0: equip steel_plate`, `0: play ambush`, `… on 1`, `… giving X`, `… picking X`,
///   `0: offer 2 1`, `0: keep X`, `0: discard X`, `0: choose_monster X` are actions of a seat, and
///   `0 not: pass` must be refused;
/// - `draw X Y`, `monster X`, `pick X`, `run 3 4` are outcomes;
/// - `done 2` ends the set-up of two seats; `0 meets X` ends its preparation and draws; `0 runs
///   from X` also runs free of charge; `0 fights X` fights; `pass 1 0` are passes in this order.
pub(crate) fn holds(pieces: &[&str]) {
    if let Err(failure) = run(pieces) {
        panic!("{failure}");
    }
}

/// Plays a script, and returns the first line that fails as an error.
pub(crate) fn run(pieces: &[&str]) -> Result<(), String> {
    let lines = pieces.iter().flat_map(|piece| piece.split(['\n', ';'])).map(str::trim).filter(|line| !line.is_empty());
    let script: Vec<String> = lines.flat_map(long).collect();
    example::play::<Gloombah>(&script, 2)
}

/// A line of a script in full.
fn long(line: &str) -> Vec<String> {
    let act = |seat: &str, action: Value| format!("act {seat} {action}");
    let plain = |seat: &str, kind: &str| act(seat, json!({ "type": kind }));
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["draw", ref cards @ ..] => return cards.iter().map(|card| format!("card draw_item {card}")).collect(),
        ["monster", ref cards @ ..] => return cards.iter().map(|card| format!("card draw_monster {card}")).collect(),
        ["pick", ref cards @ ..] => return cards.iter().map(|card| format!("card pick_hand {card}")).collect(),
        ["run", one, two] => return vec![format!("die 6 run {one}"), format!("die 6 run {two}")],
        ["done", seats] => {
            return (0..seats.parse().expect("a number")).map(|seat: u8| plain(&seat.to_string(), "done")).collect();
        }
        ["pass", ref seats @ ..] => return seats.iter().map(|seat| plain(seat, "pass")).collect(),
        [seat, "meets", card] => return vec![plain(seat, "end_prep"), format!("card draw_monster {card}")],
        [seat, "fights", card] => {
            return vec![plain(seat, "end_prep"), format!("card draw_monster {card}"), plain(seat, "fight")];
        }
        [seat, "runs", "from", card] => {
            return vec![plain(seat, "end_prep"), format!("card draw_monster {card}"), plain(seat, "run_auto")];
        }
        _ => {}
    }
    let Some((who, what)) = line.split_once(": ") else { return vec![line.to_owned()] };
    let (seat, verb) = match who.strip_suffix(" not") {
        Some(seat) => (seat, "refuse"),
        None => (who, "act"),
    };
    if seat.parse::<u8>().is_err() {
        return vec![line.to_owned()]; // `seats: 2` and the like
    }
    let number = |word: &str| word.parse::<u8>().unwrap_or_else(|_| panic!("cannot read {line:?}"));
    let words: Vec<&str> = what.split(' ').collect();
    let action = match words[..] {
        ["play", card, "on", target] => json!({ "type": "play", "card": card, "target": number(target) }),
        ["play", card, "giving", give] => json!({ "type": "play", "card": card, "give": give }),
        ["play", card, "picking", pick] => json!({ "type": "play", "card": card, "pick": pick }),
        ["offer", xp, treasure] => json!({ "type": "offer", "xp": number(xp), "treasure": number(treasure) }),
        [action, card] => json!({ "type": action, "card": card }),
        [action] => json!({ "type": action }),
        _ => panic!("cannot read {line:?}"),
    };
    vec![format!("{verb} {seat} {action}")]
}
