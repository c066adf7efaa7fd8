//! `docs/adding-a-game.md` quotes this game, and in its second part Liar's Dice; it must not go
//! stale.

const PAGE: &str = include_str!("../../../../docs/adding-a-game.md");
const GAME: &[&str] = &[
    include_str!("../Cargo.toml"),
    include_str!("../rulebook.md"),
    include_str!("../src/lesson.jsonl"),
    include_str!("../src/lib.rs"),
    include_str!("../src/judge.rs"),
    include_str!("../src/measure.rs"),
    include_str!("../src/scene.rs"),
    include_str!("../src/state.rs"),
    include_str!("laws.rs"),
    include_str!("playthroughs/short.txt"),
    include_str!("rulings.rs"),
];
const LIARS_DICE: &[&str] = &[
    include_str!("../../liars-dice/rulebook.md"),
    include_str!("../../liars-dice/src/lib.rs"),
    include_str!("../../liars-dice/src/rules.rs"),
    include_str!("../../liars-dice/src/view.rs"),
    include_str!("../../liars-dice/tests/laws.rs"),
    include_str!("../../../hall/tests/hall/liars_dice.rs"),
];

/// Whether these lines stand in a file, one after the other and whole.
fn quoted(files: &[&str], lines: &str) -> bool {
    files.iter().any(|file| format!("\n{file}").contains(&format!("\n{lines}")))
}

/// Holds every block of a part of the page against the files that it quotes; gives how many blocks
/// there are.
fn check(part: &str, game: &[&str]) -> usize {
    let mut blocks = 0;
    for block in format!("\n{part}").split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').expect("a block has a first line");
        let text = format!("{text}\n");
        let found = match language {
            "console" | "text" => true, // to be typed, or read
            _ => quoted(game, &text),
        };
        assert!(found, "not in the code as it stands:\n{text}");
        blocks += 1;
    }
    blocks
}

#[test]
fn every_block_of_the_page_stands_in_the_code() {
    let (first, second) = PAGE.split_once("\n# Part two").unwrap();
    let blocks = (check(first, GAME), check(second, LIARS_DICE));
    assert!(blocks.0 > 12 && blocks.1 > 6, "{blocks:?} blocks");
}
