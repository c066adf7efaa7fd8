//! Scripts in the language of the rulebook's examples, a little shortened.

use rogue_ascension::RogueAscension;
use serde_json::json;
use testkit::example;

/// Two heroes; seat 0 goes first.
pub(crate) const TWO: &str = "seats: 2; die 20 order 20; die 20 order 10";

/// Three heroes in the order of their seats.
pub(crate) const THREE: &str = "seats: 3; die 20 order 20; die 20 order 10; die 20 order 5";

/// Plays a script, pieced together, and panics at the first line that fails.
///
/// Lines are those of the rulebook's examples, and two short forms: `0: reveal`, `0: use potion-5
/// on 1`, `0: weapon weapon-9`, `0: choose A`, `0: ability evade` are actions of a seat, and `0
/// not: sneak` must be refused. A semicolon ends a line as a line's end does.
pub(crate) fn holds<const N: usize>(pieces: [&str; N]) {
    let script: Vec<String> =
        pieces.iter().flat_map(|piece| piece.split([';', '\n'])).map(|line| long(line.trim())).collect();
    example::play::<RogueAscension>(&script, 1).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A line of a script in its full length.
fn long(line: &str) -> String {
    let Some((who, what)) = line.split_once(": ") else { return line.to_owned() };
    let (seat, verb) = match who.strip_suffix(" not") {
        Some(seat) => (seat, "refuse"),
        None => (who, "act"),
    };
    if seat.parse::<u8>().is_err() {
        return line.to_owned(); // `seats: 2` and the like
    }
    let words: Vec<&str> = what.split(' ').collect();
    let action = match words[..] {
        ["use", item, "on", target] => {
            json!({ "type": "use", "item": item, "target": target.parse::<u8>().expect("a seat") })
        }
        ["weapon", item] => json!({ "type": "weapon", "item": item }),
        ["choose", card] => json!({ "type": "choose", "card": card }),
        ["ability", name] => json!({ "type": "ability", "name": name }),
        [action] => json!({ "type": action }),
        _ => panic!("cannot read {line:?}"),
    };
    format!("{verb} {seat} {action}")
}

/// A floor on which a seat finds a card.
pub(crate) fn find(seat: u8, card: &str) -> String {
    format!("{seat}: reveal; card floor A; card treasure {card}")
}

/// A floor on which a seat finds a special ability.
pub(crate) fn learn(seat: u8, ability: &str) -> String {
    format!("{}; {seat}: ability {ability}", find(seat, "K"))
}

/// A floor on which a seat finds a boon or a potion and uses it.
pub(crate) fn enjoy(seat: u8, card: &str, item: &str, target: u8) -> String {
    format!("{}; {seat}: use {item} on {target}", find(seat, card))
}

/// A floor on which a seat meets an enemy, with both initiative dice.
pub(crate) fn meet(seat: u8, card: &str, hero: u8, enemy: u8) -> String {
    format!("{seat}: reveal; card floor {card}; die 20 initiative {hero}; die 20 enemy-initiative {enemy}")
}
