//! The list of moves, as a reader sees it.

use kernel::Seed;

use super::tests::{THEME, seated};
use crate::{
    Luck, Player,
    local_match::Due,
    picks::{self, Entry},
};

fn squashed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// In any game, at any moment and in any size.
#[test]
fn selected_move_shows_all_its_words() {
    let mut seen = 0;
    for title in roster::GAMES {
        let players = vec![Player::Me; usize::from(title.meta().usual_seats)];
        let mut table = seated(*title, &players, Luck::Seed(Seed::from(3)), THEME);
        for decision in 0..40 {
            let size = [(80, 24), (60, 20), (100, 40)][decision % 3];
            if !matches!(table.app.due(), Due::Person(_)) {
                break;
            }
            table.screen(size.0, size.1);
            let listed = table.app.listed();
            for (n, entry) in listed.iter().enumerate().take(12) {
                table.app.selected = n;
                table.app.focus = None;
                let shown = squashed(&table.screen(size.0, size.1));
                let app = &table.app;
                let words = match entry {
                    Entry::Move(index) => app.local_match.say(&app.scene.moves[*index].wording.text),
                    Entry::Stem(stem) => picks::stem_text(&app.local_match, &app.scene, stem),
                };
                assert!(shown.contains(&squashed(&words)), "{words:?} at {size:?}:\n{}", table.screen(size.0, size.1));
                seen += 1;
            }
            table.take_by_reference();
        }
    }
    assert!(seen > 500, "{seen}");
}

/// `turn the card in row 6, …` twice would not tell two moves apart.
#[test]
fn no_two_moves_of_a_list_look_the_same() {
    for title in roster::GAMES {
        let players = vec![Player::Me; usize::from(title.meta().usual_seats)];
        let mut table = seated(*title, &players, Luck::Seed(Seed::from(5)), THEME);
        for _ in 0..40 {
            if !matches!(table.app.due(), Due::Person(_)) {
                break;
            }
            let shown = table.screen(80, 24);
            let app = &table.app;
            let entry = |entry: &Entry| match entry {
                Entry::Move(index) => app.local_match.say(&app.scene.moves[*index].wording.text),
                Entry::Stem(stem) => picks::stem_text(&app.local_match, &app.scene, stem),
            };
            let mut listed: Vec<String> = app.listed().iter().map(entry).collect();
            listed.sort();
            listed.dedup();
            let same_words = listed.len() < app.listed().len();
            // The words after a number of the list, up to the next column.
            let rows: Vec<&str> = shown.lines().skip_while(|row| !row.starts_with('─')).collect();
            let mut cells: Vec<String> = rows
                .iter()
                .filter_map(|row| {
                    let row = row.trim_start_matches(['▸', ' ']);
                    let (number, words) = row.split_once(' ')?;
                    number.parse::<usize>().ok().map(|_| squashed(words))
                })
                .collect();
            let all = cells.len();
            cells.sort();
            cells.dedup();
            assert!(same_words || cells.len() == all, "{shown}");
            table.take_by_reference();
        }
    }
}
