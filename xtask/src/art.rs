//! The pictures: from the drawings, with their short marks, to plain SVG; and a page to look at
//! them.

mod marks;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

/// A drawing and the picture that it gives.
struct Drawing {
    /// Folder and id, as `common/goblin`.
    name: String,
    picture: String,
}

/// Writes every picture again from its drawing.
pub(crate) fn expand() -> Result<()> {
    let home = home();
    let drawings = drawings(&home)?;
    let mut changed = 0;
    for drawing in &drawings {
        let file = home.join("pictures").join(&drawing.name).with_extension("svg");
        if fs::read_to_string(&file).is_ok_and(|old| old == drawing.picture) {
            continue;
        }
        fs::create_dir_all(file.parent().context("a picture lies in a folder")?)?;
        fs::write(&file, &drawing.picture).with_context(|| format!("cannot write {}", file.display()))?;
        println!("{:40}{:6} bytes", drawing.name, drawing.picture.len());
        changed += 1;
    }
    let without: Vec<String> =
        names(&home.join("pictures"))?.into_iter().filter(|name| drawings.iter().all(|d| d.name != *name)).collect();
    if !without.is_empty() {
        bail!("no drawing for the pictures {}: delete them", without.join(", "));
    }
    println!("{} pictures, {changed} written.", drawings.len());
    Ok(())
}

/// Completes the command that writes a page with every picture and icon, from the catalogue itself.
pub(crate) fn sheet(cargo: &mut Command, file: &str) {
    cargo.args(["run", "--package", "undercroft-art", "--example", "sheet", "--", file]);
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/art")
}

/// Returns every drawing, expanded, in the order of their names.
fn drawings(home: &Path) -> Result<Vec<Drawing>> {
    let folder = home.join("drawings");
    let expanded = names(&folder)?.into_iter().map(|name| {
        let file = folder.join(&name).with_extension("svg");
        let source = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let picture = picture(&source, name.starts_with("scenes/")).with_context(|| file.display().to_string())?;
        Ok(Drawing { name, picture })
    });
    expanded.collect()
}

/// Returns the names of the drawings or pictures below a folder, sorted: one folder deep, without
/// `.svg`.
fn names(home: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in fs::read_dir(home).with_context(|| format!("cannot read {}", home.display()))? {
        let folder = folder?.path();
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(&folder)? {
            let file = file?.path();
            let name = file.strip_prefix(home)?.with_extension("");
            names.push(name.to_str().context("a file's name is not UTF-8")?.replace('\\', "/"));
        }
    }
    names.sort();
    Ok(names)
}

/// Returns the plain picture of a drawing. Its first line may name the tint; a scene is wide and
/// has no ground.
fn picture(source: &str, scene: bool) -> Result<String> {
    let plain = marks::expand(source.trim())?;
    let lines: Vec<&str> = plain.lines().map(str::trim_start).collect();
    let (tint, shapes) = match lines.split_first() {
        Some((first, rest)) => match first.strip_prefix("<!--").and_then(|tint| tint.strip_suffix("-->")) {
            Some(tint) => (tint.trim(), rest),
            None => ("brass", &lines[..]),
        },
        None => bail!("there is nothing drawn"),
    };
    let (ground, size) = if scene { ("", "1200 300") } else { ("<use href=\"#a-ground\"/>\n", "240 240") };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art a-{tint}\" viewBox=\"0 0 {size}\" \
         preserveAspectRatio=\"xMidYMid slice\">\n{ground}{}\n</svg>\n",
        shapes.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_what_its_drawing_gives() {
        let home = home();
        let drawings = drawings(&home).unwrap();
        assert_eq!(
            drawings.iter().map(|drawing| &drawing.name).collect::<Vec<_>>(),
            names(&home.join("pictures")).unwrap().iter().collect::<Vec<_>>()
        );
        for Drawing { name, picture } in &drawings {
            let committed = fs::read_to_string(home.join("pictures").join(name).with_extension("svg")).unwrap();
            assert_eq!(*picture, committed, "{name}: write it anew with `cargo xtask art`");
        }
    }

    #[test]
    fn a_drawing_without_a_tint_is_brass_and_a_scene_is_wide() {
        let plain = picture("<path d=\"M0 0h9\"/>", false).unwrap();
        assert!(plain.contains("class=\"art a-brass\" viewBox=\"0 0 240 240\""), "{plain}");
        assert!(plain.contains("<use href=\"#a-ground\"/>\n<path"), "{plain}");
        let scene = picture("<!-- moss -->\n  <path d=\"M0 0h9\"/>", true).unwrap();
        assert!(scene.contains("class=\"art a-moss\" viewBox=\"0 0 1200 300\""), "{scene}");
        assert!(scene.ends_with("slice\">\n<path d=\"M0 0h9\"/>\n</svg>\n"), "{scene}");
    }
}
