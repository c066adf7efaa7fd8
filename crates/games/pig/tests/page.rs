//! `docs/adding-a-game.md` quotes this game, and must not go stale.

const PAGE: &str = include_str!("../../../../docs/adding-a-game.md");
const GAME: &[&str] = &[
    include_str!("../Cargo.toml"),
    include_str!("../rulebook.md"),
    include_str!("../src/lib.rs"),
    include_str!("../src/scene.rs"),
    include_str!("laws.rs"),
    include_str!("playthroughs/short.txt"),
    include_str!("rulings.rs"),
];
const ROSTER: &[&str] = &[include_str!("../../../roster/Cargo.toml"), include_str!("../../../roster/src/lib.rs")];

/// Whether these lines stand in a file, one after the other and whole.
fn quoted(files: &[&str], lines: &str) -> bool {
    files.iter().any(|file| format!("\n{file}").contains(&format!("\n{lines}")))
}

#[test]
fn every_block_of_the_page_stands_in_the_code() {
    let mut blocks = 0;
    for block in format!("\n{PAGE}").split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        let text = format!("{text}\n");
        let found = match language {
            "console" => true, // to be typed
            "diff" => {
                text.lines().filter_map(|line| line.strip_prefix(' ')).all(|line| quoted(ROSTER, &format!("{line}\n")))
            }
            _ => quoted(GAME, &text),
        };
        assert!(found, "not in the code as it stands:\n{text}");
        blocks += 1;
    }
    assert!(blocks > 20, "{blocks} blocks");
}
