//! The files that pages refer to. They are part of the program, so there is nothing to install with
//! it.
//!
//! A browser may store a file permanently only under the mark of its own content.

mod fonts;
pub(crate) mod script_texts;

use std::{borrow::Cow, sync::LazyLock};

pub(crate) use fonts::hrefs as font_hrefs;

/// A file that pages refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its content type.
    pub kind: &'static str,
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// Whether its name changes with its content, so that browsers may cache it permanently.
    pub for_good: bool,
}

/// Returns a file that is not drawn as pixels, by its name below `/assets/`.
pub(crate) fn file(name: &str) -> Option<Asset> {
    if let Some(file) = name.strip_prefix("art/") {
        let (picture, theme) = art::by_file_name(file)?;
        return Some(Asset { kind: SVG, bytes: picture.svg(theme).into_bytes().into(), for_good: true });
    }
    if let Some(file) = name.strip_prefix("dice/") {
        let die = art::dice::by_file_name(file)?;
        return Some(Asset { kind: "application/json", bytes: die.tumble().as_bytes().into(), for_good: true });
    }
    if name == ICONS.name {
        return Some(Asset { kind: SVG, bytes: ICONS.text.as_bytes().into(), for_good: true });
    }
    let file = FILES.iter().find(|file| file.name == name)?;
    Some(Asset { kind: file.kind, bytes: file.bytes.as_ref().into(), for_good: false })
}

/// Returns the names of all files that are not drawn as pixels, for a copy of them.
pub(crate) fn names() -> Vec<String> {
    let drawn =
        art::pictures().flat_map(|picture| art::Theme::ALL.map(|theme| format!("art/{}", picture.file_name(theme))));
    let dice = (2..=u8::MAX).filter_map(art::dice::die).map(|die| format!("dice/{}", die.file_name()));
    let files = FILES.iter().map(|file| file.name.to_owned());
    files.chain([ICONS.name.clone()]).chain(drawn).chain(dice).collect()
}

/// Computes the files that are made when the first page needs them, so that no request waits.
pub fn prepare() {
    icons_href();
    build();
    art::dice::die(6);
}

/// Returns the address of a file, with a hash of its content so that browsers may cache it
/// permanently.
pub(crate) fn href(name: &str) -> String {
    format!("/assets/{name}?v={}", mark(name).unwrap_or_default())
}

/// Returns the content hash of a file in this build, for a file whose name does not change with its
/// content.
pub fn mark(name: &str) -> Option<String> {
    FILES.iter().find(|file| file.name == name).map(|file| format!("{:016x}", file.mark))
}

/// Returns the hash of this build: it changes when the script or the stylesheet does. A page names
/// the build that drew it.
pub fn build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let marks: Vec<u8> = FILES.iter().flat_map(|file| file.mark.to_le_bytes()).collect();
        format!("{:016x}", fnv1a(&marks))
    });
    &BUILD
}

/// Returns the address of the drawings with which a die of that many sides tumbles, if the die is a
/// solid.
pub(crate) fn tumble_href(sides: u8) -> Option<String> {
    art::dice::die(sides).map(|die| format!("/assets/dice/{}", die.file_name()))
}

/// Returns the address of the sheet that has every icon as a symbol.
pub(crate) fn icons_href() -> &'static str {
    &ICONS.href
}

/// The sheet of icons.
struct Icons {
    name: String,
    href: String,
    text: String,
}

static ICONS: LazyLock<Icons> = LazyLock::new(|| {
    let text = art::symbols(art::icons().map(art::IconArt::name));
    let name = format!("icons-{:016x}.svg", fnv1a(text.as_bytes()));
    Icons { href: format!("/assets/{name}"), name, text }
});

const SVG: &str = "image/svg+xml";
const SCRIPTS: &str = "text/javascript; charset=utf-8";

struct File {
    name: &'static str,
    kind: &'static str,
    bytes: Cow<'static, [u8]>,
    mark: u64,
}

/// The sources of a file. In a browser only their hash is there.
pub(crate) struct Sources {
    pub(crate) text: &'static str,
    hash: u64,
}

macro_rules! sources {
    ($($path:literal),+ $(,)?) => {
        Sources {
            text: concat!($(text::file!($path)),+),
            hash: const { text::fnv1a(concat!($(include_str!($path)),+).as_bytes()) },
        }
    };
}

impl File {
    /// Returns a file that this module and [`fonts`] make from its sources.
    fn new(name: &'static str, kind: &'static str, hash: u64, text: String) -> File {
        const MAKER: u64 = text::file_hash!("mod.rs") ^ text::file_hash!("fonts.rs");
        File { name, kind, mark: hash ^ MAKER, bytes: text.into_bytes().into() }
    }

    /// Returns a script of these sources.
    fn script(name: &'static str, source: &Sources) -> File {
        File::new(name, SCRIPTS, source.hash, compact(source.text))
    }

    /// Returns a file as it is.
    fn plain(name: &'static str, source: &Sources) -> File {
        File::new(name, SVG, source.hash, source.text.into())
    }
}

/// Returns a stylesheet without comments and without space that has no meaning.
fn compact_style(source: &str) -> String {
    let mut compact = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' | '\'' => {
                let end = rest[1..].find(next).map_or(rest.len(), |end| end + 2);
                compact.push_str(&rest[..end]);
                end
            }
            _ if next.is_whitespace() => {
                let blank = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
                let (before, after) = (compact.chars().next_back(), rest[blank..].chars().next());
                let needless = before.is_none_or(|c| "{};,:>~( \n".contains(c))
                    || after.is_none_or(|c| "{};,>~!)".contains(c))
                    || (after == Some('(') && compact.ends_with("@media"));
                if !needless {
                    compact.push(' ');
                }
                blank
            }
            '}' => {
                if compact.ends_with(';') {
                    compact.pop();
                }
                compact.push('}');
                1
            }
            _ => {
                compact.push(next);
                next.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    compact
}

/// Variables that tell the theme to browsers without `light-dark()`. One of them is empty, and the
/// other is not set, so that its fallback counts.
const THEMES: &str =
    ":root{--light:initial;--dark: }\n@media(prefers-color-scheme:dark){:root{--light: ;--dark:initial}}\n";

/// Returns a compact stylesheet in which each `light-dark(A, B)` is written for older browsers:
/// Chromium before 123, Safari before 17.5.
fn in_both_themes(style: &str) -> String {
    let mut served = String::from(THEMES);
    let mut rest = style;
    while let Some(at) = rest.find("light-dark(") {
        let (before, call) = rest.split_at(at);
        let inner = &call["light-dark(".len()..];
        let (mut depth, mut comma, mut end) = (1, 0, 0);
        for (at, sign) in inner.char_indices() {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 1 => comma = at,
                _ => {}
            }
            if depth == 0 {
                end = at;
                break;
            }
        }
        let (light, dark) = (&inner[..comma], &inner[comma + 1..end]);
        served.push_str(&format!("{before}var(--light,{light}) var(--dark,{dark})"));
        rest = &inner[end + 1..];
    }
    served.push_str(rest);
    let chosen = |theme: &str, on: &str, off: &str| format!("color-scheme:{theme};--{on}:initial;--{off}: ");
    for (theme, other) in [("light", "dark"), ("dark", "light")] {
        for end in [";", "}"] {
            let declared = format!("color-scheme:{theme}{end}");
            served = served.replace(&declared, &format!("{}{end}", chosen(theme, theme, other)));
        }
    }
    served
}

/// Returns a script without comments, indentation, and line breaks after a sign that lets a statement
/// go on or ends it. A comment at the end of a line with quotes in it stays: it may be part of a text.
fn compact(source: &str) -> String {
    let mut compact = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines().map(str::trim_start) {
        let begins = line.starts_with("/*");
        let ends = line.trim_end().ends_with("*/");
        if !in_comment && !(begins && (ends || !line.contains("*/"))) && !line.is_empty() && !line.starts_with("//") {
            let code = line.split_once(" // ").filter(|(_, comment)| !comment.contains(['"', '\'', '`']));
            let code = code.map_or(line, |(code, _)| code.trim_end());
            compact.push_str(code);
            if code.contains("//") || !code.ends_with([';', '{', ',', '(', '[']) {
                compact.push('\n');
            }
        }
        in_comment = (in_comment || begins) && !line.contains("*/");
    }
    compact
}

/// The one stylesheet: its source files in order.
const STYLE: Sources = sources![
    "../../assets/style/tokens.css",
    "../../assets/style/base.css",
    "../../assets/style/hall.css",
    "../../assets/style/daily.css",
    "../../assets/style/people.css",
    "../../assets/style/lobby.css",
    "../../assets/style/boards.css",
    "../../assets/style/table.css",
    "../../assets/style/card.css",
    "../../assets/style/stage.css",
    "../../assets/style/tray.css",
    "../../assets/style/lesson.css",
    "../../assets/style/puzzles.css",
    "../../assets/style/beforehand.css",
    "../../assets/style/who-plays.css",
    "../../assets/style/chronicle.css",
    "../../assets/style/narrow.css",
    "../../assets/style/map.css",
    "../../assets/style/lanes.css",
    "../../assets/style/balance.css",
    "../../assets/style/broad.css",
    "../../assets/style/ending.css",
    "../../assets/style/achievements.css",
    "../../assets/style/moment.css",
    "../../assets/style/talk.css",
    "../../assets/style/short.css",
    "../../assets/style/forced.css",
    "../../assets/style/motion.css",
    "../../assets/style/print.css",
];

/// The one script: its source files in order.
pub(crate) const SCRIPT: Sources = sources![
    "../../assets/script/base.js",
    "../../assets/script/shares.js",
    "../../assets/script/share.js",
    "../../assets/script/patch.js",
    "../../assets/script/play.js",
    "../../assets/script/dice.js",
    "../../assets/script/stage.js",
    "../../assets/script/line.js",
    "../../assets/script/stream.js",
    "../../assets/script/pieces.js",
    "../../assets/script/numbers.js",
    "../../assets/script/keys.js",
    "../../assets/script/sound.js",
    "../../assets/script/talk.js",
    "../../assets/script/onward.js",
    "../../assets/script/clock.js",
    "../../assets/script/away.js",
    "../../assets/script/notify.js",
    "../../assets/script/page.js",
];

/// The module that plays sounds: the kit of sounds as data, the synthesis, and the player.
const SOUND: Sources =
    sources!["../../assets/sound/synth.js", "../../assets/sound/output.js", "../../assets/sound/player.js",];

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    const WORKER: Sources = sources!["../../assets/service-worker.js"];
    const KIT: Sources = sources!["../../assets/sound/sounds.json"];
    let style = fonts::faces() + &in_both_themes(&compact_style(STYLE.text));
    let hash = fonts::FONTS.iter().fold(STYLE.hash, |hash, font| hash.rotate_left(1) ^ font.hash);
    let text_files = [
        File::new("style.css", "text/css; charset=utf-8", hash, style),
        File::script("script.js", &SCRIPT),
        File::script("service-worker.js", &WORKER),
        File::new(
            "sound.js",
            SCRIPTS,
            KIT.hash.rotate_left(1) ^ SOUND.hash,
            compact(&format!("export const kit = {};\n{}", KIT.text, SOUND.text)),
        ),
        File::plain("icon.svg", &sources!["../../assets/icon.svg"]),
        File::plain("icon-turn.svg", &sources!["../../assets/icon-turn.svg"]),
    ];
    let font =
        |font: &fonts::Font| File { name: font.file, kind: fonts::KIND, mark: font.hash, bytes: font.bytes.into() };
    text_files.into_iter().chain(fonts::FONTS.iter().map(font)).collect()
});

pub use text::fnv1a;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_served_without_comments_and_indentation() {
        let source =
            "/** Two\n * lines. */\n// three\n  go(\"//\"); // four\nsay(\"five // six\");\nif (on) {\n  stop();\n}\n";
        assert_eq!(compact(source), "go(\"//\");\nsay(\"five // six\");\nif (on) {stop();}\n");
        let source = "/* One. */\n.a, .b > i {\n  margin: 0 calc(1px + 2px); /* two */ color: red;\n}\n@media (width > 3px) and (hover) { .c :is(p) { content: \"; }\"; } }\n";
        let compact =
            ".a,.b>i{margin:0 calc(1px + 2px);color:red}@media(width>3px) and (hover){.c :is(p){content:\"; }\"}}";
        assert_eq!(compact_style(source), compact);
    }

    #[test]
    fn colours_of_both_themes_are_served_without_light_dark() {
        let source = ":root{color-scheme:light dark;--a:light-dark(#fff,rgb(0,0,0))}\n.p{color-scheme:light;top:0}\n.v{color-scheme:dark}\n";
        let served = ":root{color-scheme:light dark;--a:var(--light,#fff) var(--dark,rgb(0,0,0))}\n\
                      .p{color-scheme:light;--light:initial;--dark: ;top:0}\n.v{color-scheme:dark;--dark:initial;--light: }\n";
        assert_eq!(in_both_themes(source), format!("{THEMES}{served}"));
        assert!(!in_both_themes(STYLE.text).contains("light-dark("));
    }

    #[test]
    fn an_address_changes_with_its_content() {
        assert_ne!(fnv1a(b"a"), fnv1a(b"b"));
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert!(href("style.css").starts_with("/assets/style.css?v="));
        assert!(icons_href().starts_with("/assets/icons-") && icons_href().ends_with(".svg"));
    }

    #[test]
    fn pictures_and_icons_are_files_that_can_be_kept() {
        let goblin = art::picture("common/goblin").unwrap();
        let name = format!("art/{}", goblin.file_name(art::Theme::Parchment));
        let drawing = file(&name).unwrap();
        assert!(drawing.for_good && drawing.kind == SVG);
        assert_eq!(drawing.bytes, goblin.svg(art::Theme::Parchment).as_bytes());
        let icons = file(icons_href().strip_prefix("/assets/").unwrap()).unwrap();
        assert!(icons.for_good && icons.bytes.starts_with(b"<svg xmlns="));
        assert!(file("art/goblin-vault-00000000.svg").is_none() && file("icons-0.svg").is_none());
    }
}
