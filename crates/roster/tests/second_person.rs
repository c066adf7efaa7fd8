//! Tests that all sentences of the games read well in the second person, for every reader.

use bots::{Bot, Budget};
use kernel::{Effect, Match, Scene, Seat, Seed, Sentence, Source, Viewer};
use roster::{GAMES, GameEntry};
use serde_json::json;

/// Returns names of other players, with a letter that no other word begins with.
fn name(seat: Seat) -> String {
    format!("Zoe{}", seat.0)
}

/// Returns all sentences of the last step and of the present table, as the player on `seat` may
/// hear them.
fn sentences(table: &dyn Match, seat: Seat) -> Vec<Sentence> {
    let viewer = Viewer::Seat(seat);
    let Scene { headline, prompt, areas, moves, standing, rolls, ending, .. } =
        table.scene(viewer, None).expect("the present can be shown");
    let lines = table.chronicle(viewer, table.ply());
    let titles = lines.iter().flat_map(|line| &line.effects).filter_map(|effect| match effect {
        Effect::Settle { title, .. } => Some(title.clone()),
        _ => None,
    });
    let told = titles.collect::<Vec<_>>().into_iter().chain(lines.into_iter().map(|line| line.text));
    let around = [headline, prompt].into_iter().chain(areas.into_iter().map(|area| area.title));
    let done = moves.into_iter().map(|choice| choice.wording.text).chain(standing.into_iter().map(|order| order.text));
    let end = ending.into_iter().flat_map(|ending| [ending.title, ending.story]);
    told.chain(around).chain(done).chain(end).chain(rolls.into_iter().map(|roll| roll.title)).collect()
}

/// Words after which the reader is the object: the verb after `you` then belongs to another
/// subject.
const ACTED_UPON: [&str; 12] = ["on", "to", "of", "for", "from", "at", "by", "with", "saves", "strikes", "did", "and"];

/// Returns the error in a sentence as `seat` reads it.
fn fault(sentence: &Sentence, seat: Seat) -> Option<String> {
    let read = sentence.plain_for(Some(seat), name);
    let words: Vec<&str> = read.split(' ').collect();
    let letters = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let third = |word: &str| {
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        word.ends_with('s') && !word.ends_with("ss") && word.chars().all(|c| c.is_ascii_lowercase())
    };
    if read.contains("ou's") || read.contains("our's") || read.contains("f you ") && !read.contains("f you do") {
        return Some(format!("whose? {read}"));
    }
    let own = sentence.plain_for(Some(seat), |_| "*".to_owned());
    if own.starts_with("you") || [". you", "! you", "? you"].iter().any(|broken| own.contains(broken)) {
        return Some(format!("no capital: {read}"));
    }
    for (place, word) in words.iter().enumerate() {
        let before = place.checked_sub(1).map(|place| letters(words[place])).unwrap_or_default();
        let next = words.get(place + 1).copied().unwrap_or_default();
        if matches!(*word, "You" | "you") && third(next) && !ACTED_UPON.contains(&before.as_str()) {
            return Some(format!("{word} {next}? {read}"));
        }
    }
    // A second verb of the reader: `You fall, and gets up`.
    for clause in read.split([':', ';', '.']).map(str::trim).filter(|clause| clause.starts_with("You ")) {
        for (_, after) in clause.match_indices(" and ").map(|(at, and)| (at, &clause[at + and.len()..])) {
            let next = after.split(' ').next().unwrap_or_default();
            if third(next) {
                return Some(format!("and {next}? {read}"));
            }
        }
    }
    None
}

/// Plays a match, and checks every sentence for every seat; returns how many sentences addressed
/// their reader.
fn listen(title: &dyn GameEntry, seats: u8, seed: u8, bot: Bot, faults: &mut Vec<String>) -> usize {
    let source = Source::Seed(Seed([seed; 32]), Vec::new());
    let mut table = title.open(&json!({}), seats.into(), source).expect("a game takes its own defaults");
    let mut spoken = 0;
    for step in 0..400 {
        for seat in Seat::all(seats) {
            for sentence in sentences(table.as_ref(), seat) {
                let (told, read) = (sentence.plain(name), sentence.plain_for(Some(seat), name));
                spoken += usize::from(told != read);
                faults.extend(fault(&sentence, seat).map(|fault| format!("{}: {fault}", title.meta().id)));
            }
        }
        let Some(seat) = table.asked_first() else { break };
        let advice =
            title.advise(table.as_ref(), seat, bot, step, &Budget::ONE_THREAD).expect("an awaited seat can be advised");
        table.act(seat, &advice.action).expect("advice is legal");
    }
    spoken
}

#[test]
fn every_sentence_reads_well_in_the_second_person() {
    let others = [roster::entry::<pig::Pig>(), roster::entry::<liars_dice::LiarsDice>()];
    let mut faults = Vec::new();
    for title in GAMES.iter().copied().chain(others) {
        let (least, most) = title.meta().seats;
        let mut spoken = 0;
        for seed in 0..6 {
            let bot = if seed % 2 == 0 { Bot::Reference } else { Bot::Random };
            let seats = if seed % 3 == 0 { least } else { most };
            spoken += listen(title, seats, seed, bot, &mut faults);
        }
        assert!(spoken > 20, "{} speaks to its players", title.meta().id);
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
}
