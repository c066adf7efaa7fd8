//! `cargo xtask new-game NAME`: a folder for a new game, and its two lines in the roster.
//!
//! The new game begins as Pig under another name, so that every room is there, passes the laws, and
//! can be played at once. `docs/adding-a-game.md` says how to change it step by step.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail, ensure};

use super::{cargo, step};

const GAMES: &str = "crates/games";
const ROSTER: &str = "crates/roster/src/lib.rs";
const ROSTER_MANIFEST: &str = "crates/roster/Cargo.toml";
/// The game that a new one begins as, and its test that compares it with the documentation.
const FIRST: &str = "pig";
const OF_FIRST_ONLY: &str = "page.rs";

/// The forms of a game's name.
struct Name {
    /// The id and the folder: `liars-dice`.
    id: String,
    /// The crate in code: `liars_dice`.
    krate: String,
    /// The type: `LiarsDice`.
    ty: String,
    /// The title: `Liars Dice`.
    title: String,
}

impl Name {
    /// Reads an id: words of small letters and digits, joined by hyphens.
    fn parse(id: &str) -> Result<Name> {
        let small = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        ensure!(
            id.split('-').all(small),
            "a game's id has words of small letters and digits, joined by hyphens, such as dice-duel"
        );
        let words: Vec<String> =
            id.split('-').map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..])).collect();
        Ok(Name { id: id.to_owned(), krate: id.replace('-', "_"), ty: words.concat(), title: words.join(" ") })
    }

    /// Renames Pig in a file of Rust: in texts and comments to the title and the id, in code to the
    /// type and the crate.
    fn in_code(&self, source: &str) -> String {
        let mut renamed = String::with_capacity(source.len());
        for line in source.split_inclusive('\n') {
            let comment = line.find("//").unwrap_or(line.len());
            let (code, comment) = line.split_at(comment);
            for (n, part) in code.split('"').enumerate() {
                if n > 0 {
                    renamed.push('"');
                }
                renamed += &match n % 2 {
                    0 => part.replace("Pig", &self.ty).replace("pig", &self.krate),
                    _ => self.in_text(part),
                };
            }
            renamed += &self.in_text(comment);
        }
        renamed
    }

    fn in_text(&self, text: &str) -> String {
        text.replace("Pig", &self.title).replace("pig", &self.id)
    }
}

/// Writes the folder of a new game and its lines in the roster.
pub(crate) fn write(id: &str) -> Result<()> {
    let name = Name::parse(id)?;
    let folder = Path::new(GAMES).join(&name.id);
    ensure!(!folder.exists(), "{} is there already", folder.display());
    let manifest = fs::read_to_string(ROSTER_MANIFEST)?;
    let list = fs::read_to_string(ROSTER)?;
    let (manifest, list) = (with_dependency(&manifest, &name)?, with_entry(&list, &name)?);
    copy(&Path::new(GAMES).join(FIRST), &folder, &name)?;
    fs::write(ROSTER_MANIFEST, manifest)?;
    fs::write(ROSTER, list)?;
    step("format", cargo().args(["fmt", "--package", &name.id, "--package", "undercroft-roster"]))?;
    println!(
        "\n{title} is in {folder}, and in the roster.\n\n\
         Play it:   cargo run -- play {id}\n\
         Test it:   cargo test --package {id}\n\
         Change it: docs/adding-a-game.md, step by step",
        title = name.title,
        folder = folder.display(),
    );
    Ok(())
}

/// Copies a folder of the first game under the new name.
fn copy(from: &Path, to: &Path, name: &Name) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let from = entry?.path();
        let file = from.file_name().unwrap_or_default();
        let to = to.join(file);
        if from.is_dir() {
            copy(&from, &to, name)?;
        } else if file != OF_FIRST_ONLY {
            let text = fs::read_to_string(&from)?;
            let code = from.extension().is_some_and(|extension| extension == "rs");
            fs::write(to, if code { name.in_code(&text) } else { name.in_text(&text) })?;
        }
    }
    Ok(())
}

/// Adds the game to the dependencies of the roster, in alphabetical order.
fn with_dependency(manifest: &str, name: &Name) -> Result<String> {
    let (head, rest) = manifest.split_once("[dependencies]\n").context("the roster has no dependencies")?;
    let (dependencies, rest) = rest.split_once("\n\n").context("the dependencies of the roster have no end")?;
    let mut lines: Vec<&str> = dependencies.lines().collect();
    let own = format!("{id} = {{ path = \"../games/{id}\" }}", id = name.id);
    if lines.iter().any(|line| line.split(['.', ' ']).next() == Some(&name.id)) {
        bail!("{} is a dependency of the roster already", name.id);
    }
    lines.insert(lines.partition_point(|line| *line < own.as_str()), &own);
    Ok(format!("{head}[dependencies]\n{}\n\n{rest}", lines.join("\n")))
}

/// Adds the game to the end of the list of games.
fn with_entry(list: &str, name: &Name) -> Result<String> {
    let start = list.find("pub static GAMES").context("the roster has no list of games")?;
    let end = start + list[start..].find("\n];").context("the list of games has no end")?;
    let entry = format!("\n    &Entry::<{}::{}>::NEW,", name.krate, name.ty);
    Ok(format!("{}{entry}{}", &list[..end], &list[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn names_have_four_forms() {
        let name = Name::parse("dice-duel2").unwrap();
        let forms = [name.id.as_str(), &name.krate, &name.ty, &name.title];
        assert_eq!(forms, ["dice-duel2", "dice_duel2", "DiceDuel2", "Dice Duel2"]);
        for wrong in ["", "Pig", "-pig", "pig-", "two--dice", "2dice", "zwölf", "a_b", "../x"] {
            assert!(Name::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_new_game_has_every_room_of_pig_under_its_name() {
        let name = Name::parse("dice-duel").unwrap();
        let games = root().join(GAMES);
        let folder = std::env::temp_dir().join(format!("undercroft-new-game-{}", std::process::id()));
        copy(&games.join(FIRST), &folder, &name).unwrap();
        let mut files = Vec::new();
        for room in ["", "src", "tests", "tests/playthroughs"] {
            let listed = fs::read_dir(folder.join(room)).unwrap().map(|entry| entry.unwrap().path());
            files.extend(listed.filter(|path| path.is_file()));
        }
        for file in &files {
            let text = fs::read_to_string(file).unwrap();
            assert!(!text.to_lowercase().contains("pig"), "{}", file.display());
            if file.extension().is_some_and(|extension| extension == "rs") {
                syn::parse_file(&text).unwrap();
            }
        }
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(files.len(), 13);
    }

    #[test]
    fn the_roster_gets_two_lines() {
        let name = Name::parse("dice-duel").unwrap();
        let read = |path| fs::read_to_string(root().join(path)).unwrap();
        let (manifest, list) = (read(ROSTER_MANIFEST), read(ROSTER));
        let with = with_dependency(&manifest, &name).unwrap();
        assert!(
            with.contains("crimsonbranch.workspace = true\ndice-duel = { path = \"../games/dice-duel\" }\ndungeon")
        );
        assert_eq!(with.lines().count(), manifest.lines().count() + 1);
        assert!(with_dependency(&with, &name).is_err());
        let with = with_entry(&list, &name).unwrap();
        assert!(with.contains("    &Entry::<dice_duel::DiceDuel>::NEW,\n];"));
        assert_eq!(with.lines().count(), list.lines().count() + 1);
    }
}
