//! The inks: their colours in each theme, and the parts that all pictures of a page share.

use std::{collections::HashMap, sync::LazyLock};

/// The stylesheet of the inks and the parts that every picture refers to, from the drawing.
const SHARED: &str = include_str!("../drawings/_shared.svg");

/// One of the two sets of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theme {
    /// Dark: candlelight on brown walls.
    Vault,
    /// Light: ink on paper.
    Parchment,
}

impl Theme {
    /// Both themes.
    pub const ALL: [Theme; 2] = [Theme::Vault, Theme::Parchment];

    /// Returns its word in file names: `vault` or `parchment`.
    pub const fn code(self) -> &'static str {
        match self {
            Theme::Vault => "vault",
            Theme::Parchment => "parchment",
        }
    }
}

/// Returns the stylesheet of the inks: a colour of each theme for every `--a-NAME`, the classes of
/// the inks and of the tints.
///
/// The root defines the colours with `light-dark()`, so the page's `color-scheme` picks the theme.
/// A shared filter takes its colour from its own place in the page, so the scheme must be set on
/// the root, not below it.
pub fn css() -> &'static str {
    static CSS: LazyLock<String> = LazyLock::new(|| {
        format!("{}\n.art-shared{{position:absolute}}\n", between(SHARED, "<style>", "</style>").trim())
    });
    &CSS
}

/// Returns the parts that all pictures of a page refer to: the ground, the filters and the lights.
/// A page with [`crate::Picture::inline`] needs it once, with the [`css`] (which takes it out of
/// the page's flow; if it were hidden, its filters would not work).
pub fn shared_svg() -> &'static str {
    static SVG: LazyLock<String> = LazyLock::new(|| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art-shared\" width=\"0\" height=\"0\" aria-hidden=\"true\">\
             <defs>{}</defs></svg>",
            between(SHARED, "<defs>", "</defs>")
        )
    });
    &SVG
}

/// Returns a self-contained drawing: with the shared parts that it refers to, and every ink a plain
/// colour of the theme.
pub(crate) fn stand_alone(drawing: &str, theme: Theme) -> String {
    let (open, shapes) = drawing.split_once('>').unwrap_or((drawing, ""));
    let tint = open.split("class=\"art a-").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("brass");
    let open = open.replace(&format!(" class=\"art a-{tint}\""), "");
    let defs: String = needed(shapes).into_iter().map(|part| part.text).collect();
    painted(&format!("{open}><defs>{defs}</defs>{shapes}"), tint, theme)
}

/// A shared part: a line of the shared drawing's `<defs>`.
struct Part {
    id: &'static str,
    text: &'static str,
}

static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    between(SHARED, "<defs>", "</defs>")
        .lines()
        .filter_map(|line| Some(Part { id: line.split_once(" id=\"")?.1.split('"').next()?, text: line }))
        .collect()
});

/// Returns the shared parts that a text refers to, and those that they refer to in turn, in order.
fn needed(shapes: &str) -> Vec<&'static Part> {
    let refers =
        |text: &str, part: &Part| text.contains(&format!("#{}\"", part.id)) || text.contains(&format!("#{})", part.id));
    let mut wanted: Vec<bool> = PARTS.iter().map(|part| refers(shapes, part)).collect();
    loop {
        let more = (0..PARTS.len()).find(|&i| {
            !wanted[i] && PARTS.iter().zip(&wanted).any(|(by, wanted)| *wanted && refers(by.text, &PARTS[i]))
        });
        match more {
            Some(i) => wanted[i] = true,
            None => return PARTS.iter().zip(wanted).filter_map(|(part, wanted)| wanted.then_some(part)).collect(),
        }
    }
}

/// The colours of the inks, `[vault, parchment]`, by the name behind `--a-`; and the ink of each
/// class.
struct Palette {
    colours: HashMap<&'static str, [&'static str; 2]>,
    classes: HashMap<&'static str, &'static str>,
}

static PALETTE: LazyLock<Palette> = LazyLock::new(|| {
    let style = between(SHARED, "<style>", "</style>");
    let colours = style.split("--a-").filter_map(|rule| {
        let (name, value) = rule.split_once(":light-dark(")?;
        let (parchment, vault) = value.split_once(')')?.0.split_once(',')?;
        Some((name, [vault, parchment]))
    });
    let classes = style.split(".art .").filter_map(|rule| {
        let (class, ink) = rule.split_once("{fill:var(--a-")?;
        Some((class, ink.split_once(')')?.0))
    });
    Palette { colours: colours.collect(), classes: classes.collect() }
});

/// Replaces every ink, given by class or by variable, by a colour. Other text does not change.
fn painted(text: &str, tint: &str, theme: Theme) -> String {
    let colour = |ink: &str| {
        let name = if ink == "tone" { tint } else { ink };
        PALETTE.colours.get(name).map(|colours| colours[theme as usize])
    };
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut rest = text;
    while let Some(at) = rest.find(['c', 'v']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let ink = rest
            .strip_prefix("class=\"")
            .and_then(|class| class.split_once('"'))
            .and_then(|(class, after)| Some((format!("fill=\"{}\"", colour(PALETTE.classes.get(class)?)?), after)));
        let variable = || {
            let (inside, after) = rest.strip_prefix("var(--")?.split_once(')')?;
            let (name, otherwise) = inside.split_once(',').unwrap_or((inside, ""));
            let own = name.strip_prefix("a-").and_then(colour);
            Some((own.unwrap_or(otherwise).to_owned(), after))
        };
        match ink.or_else(variable) {
            Some((value, after)) => {
                out.push_str(&value);
                rest = after;
            }
            None => {
                out.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn between(text: &'static str, open: &str, close: &str) -> &'static str {
    text.split_once(open).and_then(|(_, rest)| rest.split_once(close)).map_or("", |(inside, _)| inside)
}

/// Returns eight hexadecimal digits that change with the hash of a drawing, and with the parts and
/// inks that all share. They only distinguish versions of a file.
pub(crate) fn content_hash(hash: u64) -> String {
    const INKS: u64 = text::fnv1a(include_bytes!("inks.rs")) ^ text::fnv1a(SHARED.as_bytes());
    let hash = hash ^ INKS;
    format!("{:08x}", (hash ^ hash >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_a_colour_in_both_themes() {
        assert_eq!(PALETTE.classes.len(), 8);
        assert_eq!(PALETTE.colours.len(), 16);
        for ink in PALETTE.classes.values().filter(|ink| **ink != "tone") {
            let [vault, parchment] = PALETTE.colours[ink];
            assert!(
                [vault, parchment].iter().all(|c| c.len() == 7 && c.starts_with('#')),
                "{ink}: {vault} {parchment}"
            );
        }
        assert_eq!(PALETTE.colours["moss"], ["#7d9a4a", "#80944a"]);
    }

    #[test]
    fn classes_and_variables_become_the_colours_of_the_theme() {
        let text = r#"<path class="k"/><path class="t" style="fill:var(--a-dusk)"/><i fill="var(--n-sky,#15171d)" class="x"/>"#;
        assert_eq!(
            painted(text, "moss", Theme::Parchment),
            r##"<path fill="#1d140f"/><path fill="#80944a" style="fill:#7d5b38"/><i fill="#15171d" class="x"/>"##
        );
    }

    #[test]
    fn only_what_a_drawing_refers_to_comes_with_it() {
        let ids = |shapes| needed(shapes).iter().map(|part| part.id).collect::<Vec<_>>();
        assert_eq!(ids("<use href=\"#a-ground\"/>"), ["a-grain", "a-g", "a-ground"]);
        assert_eq!(ids("<g filter=\"url(#a-burr)\"/>"), ["a-burr"]);
        assert_eq!(ids("<path/>"), [""; 0]);
    }
}
