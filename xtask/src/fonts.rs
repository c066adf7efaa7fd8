//! The typefaces of the pages: fetched from npm, cut to the characters of both languages, and
//! written to `crates/pages/assets/font`. The letters of headings are written as outlines too, for
//! pictures; three fonts are written uncompressed to `crates/print/fonts`, with the widths of their
//! letters, for print.

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::{python, system::run, texts::root};

/// A family: its npm package (Fontsource) with its version.
struct Family {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    /// The name of its files here.
    file: &'static str,
}

const FAMILIES: [Family; 2] = [
    Family { name: "libertinus-serif", package: "@fontsource/libertinus-serif", version: "5.3.0", file: "serif" },
    Family { name: "fira-sans", package: "@fontsource/fira-sans", version: "5.3.0", file: "sans" },
];
/// The weights of each family: text, and headings.
const WEIGHTS: [u16; 2] = [400, 700];
/// The program that cuts fonts, and the compression of its files.
const PACKAGES: [&str; 2] = ["fonttools==4.68.0", "brotli==1.2.1"];
/// The font whose letters are written as outlines, a line for each: the letter, its width and its
/// path, in thousandths of its size.
const OUTLINED: &str = "serif-700";
const OUTLINE: &str = r#"
import sys
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
glyphs, scale = font.getGlyphSet(), 1000 / font["head"].unitsPerEm
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for code, name in sorted(font.getBestCmap().items()):
        pen = SVGPathPen(glyphs, ntos=lambda n: str(round(n)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        print(f"{chr(code)}{round(glyphs[name].width * scale)} {pen.getCommands()}", file=file)
"#;
/// The widths of a font, a line for each letter: the letter, and its width in thousandths of its size.
const MEASURE: &str = r#"
import sys
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
widths, unit = font["hmtx"], font["head"].unitsPerEm
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for code, name in sorted(font.getBestCmap().items()):
        print(f"{chr(code)}{widths[name][0] * 1000 // unit}", file=file)
"#;
/// The fonts that PDF files contain.
const PRINTED: [&str; 3] = ["sans-400", "sans-700", "serif-700"];
/// The copyrights that the fonts name.
const COPYRIGHTS: &str = "\
Libertinus Serif: Copyright The Libertinus Project Authors (https://github.com/alerque/libertinus)
Fira Sans: Digitized data copyright 2012-2016, The Mozilla Foundation and Telefonica S.A.
";
/// The characters besides ASCII: letters of English, German and names of their neighbours, and signs.
const CHARACTERS: &str = "ÄÖÜäöüßÀÂÇÈÉÊËÎÏÔÙÛàâçèéêëîïôùûæœñø„“”‘’‚«»‹›…–—−×·±²°•\u{a0}";

/// Writes the fonts anew.
///
/// # Errors
/// If npm or Python is missing, or a package cannot be had.
pub(crate) fn write() -> Result<()> {
    let (work, out) = (root().join("target/fonts"), root().join("crates/pages/assets/font"));
    let programs = python::environment("fonttools", &PACKAGES)?;
    fs::create_dir_all(&work)?;
    let text = (' '..='~').collect::<String>() + CHARACTERS;
    for Family { name, package, version, file } in FAMILIES {
        let archive = Command::new("npm")
            .args(["pack", "--silent", &format!("{package}@{version}")])
            .current_dir(&work)
            .output()
            .context("npm is needed to fetch the fonts")?;
        let archive = String::from_utf8(archive.stdout)?;
        run(Command::new("tar").args(["-xzf", archive.trim()]).current_dir(&work))?;
        // Its first line names the packagers; the fonts name their makers.
        let licence = fs::read_to_string(work.join("package/LICENSE"))?;
        let terms = licence.split_once('\n').map_or("", |(_, terms)| terms);
        fs::write(out.join("OFL.txt"), format!("{COPYRIGHTS}{terms}"))?;
        for weight in WEIGHTS {
            let mut subset = Command::new(programs.join("bin/pyftsubset"));
            subset.arg(work.join(format!("package/files/{name}-latin-{weight}-normal.woff2")));
            subset
                .args(["--flavor=woff2", "--layout-features=kern,tnum,ccmp,locl", "--no-hinting"])
                .arg(format!("--text={text}"));
            subset.arg(format!("--output-file={}", out.join(format!("{file}-{weight}.woff2")).display()));
            run(&mut subset)?;
        }
    }
    let printed = root().join("crates/print/fonts");
    fs::copy(out.join("OFL.txt"), printed.join("OFL.txt"))?;
    for font in PRINTED {
        let mut subset = Command::new(programs.join("bin/pyftsubset"));
        subset.arg(out.join(format!("{font}.woff2"))).arg(format!("--text={text}"));
        subset.args(["--flavor=", "--layout-features=", "--no-hinting", "--notdef-outline"]);
        let file = printed.join(format!("{font}.ttf"));
        run(subset.arg(format!("--output-file={}", file.display())))?;
        let mut measure = Command::new(programs.join("bin/python"));
        measure.args(["-c", MEASURE]).arg(file);
        run(measure.arg(printed.join(format!("{font}.widths"))))?;
    }
    let mut outline = Command::new(programs.join("bin/python"));
    outline.args(["-c", OUTLINE]).arg(out.join(format!("{OUTLINED}.woff2")));
    run(outline.arg(out.join(format!("{OUTLINED}.outlines"))))
}

#[test]
fn fonts_have_every_letter_of_the_catalogues() {
    let german = root().join("crates/translations/de");
    let folders = [german.clone(), german.join("rules")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("the folder is there"));
    for file in files.map(|file| file.expect("it has a name").path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(file).expect("a catalogue is text");
        let missing = |c: &char| c.is_alphabetic() && !c.is_ascii() && !CHARACTERS.contains(*c);
        assert_eq!(text.chars().find(missing), None);
    }
}
