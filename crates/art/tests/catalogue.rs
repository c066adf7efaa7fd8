//! Tests that every picture and every icon is drawn in the style, has words and a sign, and is
//! found by its name.

use std::{collections::HashSet, fs, path::Path};

use art::{Group, Picture, Theme, icon, icons, picture, pictures};
use unicode_width::UnicodeWidthChar;

/// A tag of a drawing: its name, its attributes.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

/// Parses a drawing as nested tags whose attributes are quoted; any other text is an error.
fn tags(svg: &str) -> Result<Vec<Tag<'_>>, String> {
    let mut open: Vec<&str> = Vec::new();
    let mut tags = Vec::new();
    let mut rest = svg.trim();
    while !rest.is_empty() {
        let (text, after) = rest.split_once('<').ok_or_else(|| format!("text at the end: {rest}"))?;
        if !text.trim().is_empty() || (open.is_empty() && !tags.is_empty()) {
            return Err(format!("text between tags, or a second root: {text}"));
        }
        let (tag, behind) = after.split_once('>').ok_or("a tag without an end")?;
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let closed = tag.ends_with('/');
        let (name, mut attributes) = match tag.trim_end_matches('/').split_once([' ', '\n']) {
            Some((name, attributes)) => (name, attributes.trim()),
            None => (tag.trim_end_matches('/'), ""),
        };
        let mut read = Vec::new();
        while !attributes.is_empty() {
            let (key, value) =
                attributes.split_once("=\"").ok_or_else(|| format!("attributes of {name}: {attributes}"))?;
            let (value, more) = value.split_once('"').ok_or_else(|| format!("{key} of {name} has no end"))?;
            if !more.is_empty() && !more.starts_with([' ', '\n']) || key.contains(' ') {
                return Err(format!("attributes of {name}: {attributes}"));
            }
            if read.iter().any(|(other, _)| *other == key) {
                return Err(format!("{name} has {key} twice"));
            }
            read.push((key, value));
            attributes = more.trim();
        }
        tags.push(Tag { name, attributes: read });
        if !closed {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(tags) } else { Err(format!("not closed: {open:?}")) }
}

fn drawing(picture: &Picture) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures").join(picture.name()).with_extension("svg");
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn every_drawing_is_in_the_catalogue_once_and_in_order() {
    let listed: Vec<String> = pictures().map(|picture| picture.name().to_owned()).collect();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    let mut drawn: Vec<String> = fs::read_dir(&home)
        .unwrap()
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path().with_extension("").strip_prefix(&home).unwrap().to_str().unwrap().to_owned())
        .collect();
    drawn.sort();
    assert_eq!(listed, drawn);
    assert!(listed.iter().all(|name| picture(name).is_some_and(|found| found.name() == name)));
    assert!(picture("gloombah/nobody").is_none());
}

#[test]
fn every_drawing_uses_the_inks_alone_and_keeps_the_budget() {
    const INKS: [&str; 8] = ["k", "t", "d", "b", "n", "r", "e", "c"];
    const TINTS: [&str; 8] = ["moss", "verd", "blood", "frost", "brass", "bone", "clay", "plum"];
    for picture in pictures() {
        let (name, svg) = (picture.name(), drawing(picture));
        let tags = tags(&svg).unwrap_or_else(|error| panic!("{name}: {error}"));
        let scene = picture.size() == (1200, 300);
        // Bytes of paths: 4.5 KB, and 6 KB for a header.
        let paths: usize =
            tags.iter().flat_map(|tag| &tag.attributes).filter(|(key, _)| *key == "d").map(|(_, d)| d.len()).sum();
        assert!(paths <= if scene { 6144 } else { 4608 }, "{name}: {paths} bytes of paths");
        assert!(
            TINTS.iter().any(|tint| tags[0].attributes.contains(&("class", &format!("art a-{tint}")))),
            "{name}: tint"
        );
        for tag in &tags[1..] {
            assert!(["g", "path", "rect", "use"].contains(&tag.name), "{name}: <{}>", tag.name);
            for &(key, value) in &tag.attributes {
                let fits = match key {
                    "class" => INKS.contains(&value),
                    "d" => value.starts_with('M') && value.is_ascii(),
                    "filter" => ["url(#a-burr)", "url(#a-grain)", "url(#n-grain)"].contains(&value),
                    "href" => tag.name == "use" && value == "#a-ground",
                    "fill" => value.starts_with("var(--") || (scene && value.starts_with("url(#n-")),
                    "style" => value.starts_with("fill:var(--"),
                    "transform" | "opacity" | "width" | "height" => true,
                    _ => false,
                };
                assert!(fits, "{name}: <{} {key}=\"{value}\">", tag.name);
            }
        }
    }
}

#[test]
fn a_file_stands_alone_in_the_colours_of_its_theme() {
    for picture in pictures() {
        let name = picture.name();
        let [vault, parchment] = Theme::ALL.map(|theme| picture.svg(theme));
        assert_ne!(vault, parchment, "{name}");
        for svg in [&vault, &parchment] {
            let tags = tags(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!svg.contains("var(") && !svg.contains("class=") && !svg.contains("<style"), "{name}: {svg}");
            let ids: HashSet<&str> = tags
                .iter()
                .flat_map(|tag| &tag.attributes)
                .filter(|(key, _)| *key == "id")
                .map(|(_, id)| *id)
                .collect();
            for part in svg.split('#').skip(1) {
                let reference = part.split(['"', ')']).next().unwrap();
                let colour = [3, 6].contains(&reference.len()) && reference.bytes().all(|b| b.is_ascii_hexdigit());
                assert!(colour || ids.contains(reference), "{name} refers to {reference}");
            }
        }
    }
}

#[test]
fn files_are_named_by_what_is_in_them() {
    let mut names = HashSet::new();
    for picture in pictures() {
        for theme in Theme::ALL {
            let file = picture.file_name(theme);
            assert_eq!(art::file_name(picture.name(), theme), Some(file));
            let (found, its) = art::by_file_name(file).unwrap();
            assert_eq!((found.name(), its), (picture.name(), theme));
            let id = picture.name().split_once('/').unwrap().1;
            let hash = file
                .strip_prefix(&format!("{id}-{}-", theme.code()))
                .and_then(|rest| rest.strip_suffix(".svg"))
                .unwrap();
            assert!(hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{file}");
            assert!(names.insert(file), "{file} twice");
        }
    }
    for wrong in
        ["", "ambush.svg", "ambush-vault-00000000.svg", "ambush-night-1a2b3c4d.svg", "../ambush-vault-00000000.svg"]
    {
        assert!(art::by_file_name(wrong).is_none(), "{wrong}");
    }
    assert!(art::file_name("gloombah/nobody", Theme::Vault).is_none());
}

#[test]
fn a_page_holds_the_shared_part_once() {
    let (css, shared) = (art::css(), art::shared_svg());
    tags(shared).unwrap();
    assert!(css.contains("--a-moss:light-dark(#80944a,#7d9a4a)") && css.contains(".art .k{fill:var(--a-ink)}"));
    assert!(!shared.contains("<style") && !shared.contains("style="), "the page's stylesheet styles it");
    let inline = picture("common/goblin").unwrap().inline();
    assert!(inline.starts_with("<svg aria-hidden=\"true\" focusable=\"false\" class=\"art a-moss\""), "{inline}");
    assert!(inline.contains("<use href=\"#a-ground\"/>") && shared.contains("id=\"a-ground\""));
}

#[test]
fn every_picture_and_every_icon_has_words() {
    let words = |name: &str, words: &str| {
        assert!(words.len() >= 3 && words.len() <= 100 && words.trim() == words, "{name}: {words:?}");
        assert!(!words.ends_with('.') && !words.contains(['"', '<', '&', '_']), "{name}: {words:?}");
    };
    let mut different = HashSet::new();
    for picture in pictures() {
        words(picture.name(), picture.words());
        assert!(different.insert(picture.words()), "{}: another picture says the same", picture.name());
    }
    icons().for_each(|icon| words(icon.name(), icon.words()));
}

#[test]
fn every_icon_is_drawn_and_no_two_alike() {
    let mut drawn = HashSet::new();
    let mut names = HashSet::new();
    for icon in icons() {
        let tags = tags(&icon.svg()).map(|tags| tags.len()).unwrap_or_else(|error| panic!("{}: {error}", icon.name()));
        assert!(tags >= 2, "{}: nothing is drawn", icon.name());
        assert!(
            icon.svg()
                .starts_with("<svg class=\"i\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><path")
        );
        assert!(drawn.insert((icon.group() == Group::Suit, icon.svg())), "{}", icon.name());
        assert!(names.insert(icon.name()), "{}", icon.name());
        assert!(
            icon.name().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            icon.name()
        );
        assert!(art::icon(icon.name()).is_some_and(|found| found.name() == icon.name()));
    }
    assert!(icon("nothing").is_none());
}

#[test]
fn every_icon_has_one_column_and_one_meaning_in_a_terminal() {
    let (mut signs, mut letters) = (HashSet::new(), HashSet::new());
    for icon in icons() {
        assert_eq!(icon.sign().width(), Some(1), "{} {}", icon.name(), icon.sign());
        assert!(letters.insert((icon.group(), icon.letter())), "{} {}", icon.name(), icon.letter());
        assert!(icon.letter().is_ascii_graphic() && !('1'..='9').contains(&icon.letter()), "{}", icon.name());
        assert!(icon.group() == Group::Suit || signs.insert(icon.sign()), "{} {}", icon.name(), icon.sign());
    }
}

/// The icons that games name today; their names, signs and letters must not change.
#[test]
fn the_icons_of_the_first_games_are_here() {
    let names = [
        "altar",
        "armor",
        "ascend",
        "blessing",
        "boss",
        "camp",
        "card",
        "chest",
        "clock",
        "coin",
        "crown",
        "curse",
        "d20",
        "demon",
        "die",
        "door",
        "double",
        "evade",
        "flask",
        "fountain",
        "hallway",
        "heart",
        "hero",
        "initiative",
        "luck",
        "merchant",
        "monster",
        "portal",
        "shield",
        "skull",
        "sneak",
        "star",
        "sword",
        "tower",
        "trap",
        "trophy",
        "wall",
        "wind",
    ];
    for name in names {
        assert!(icon(name).is_some_and(|icon| icon.group() == Group::Board && icon.words() == name), "{name}");
    }
    let [sword, skull] = ["sword", "skull"].map(|name| icon(name).unwrap());
    assert_eq!((sword.sign(), sword.letter(), skull.sign(), skull.letter()), ('†', 'w', '☠', 'S'));
}

#[test]
fn a_sheet_holds_each_symbol_once_and_skips_what_nobody_draws() {
    let sheet = art::symbols(["heart", "nothing", "sword", "heart"]);
    tags(&sheet).unwrap();
    assert_eq!(sheet.matches("<symbol ").count(), 2);
    for name in ["heart", "sword"] {
        assert!(sheet.contains(&icon(name).unwrap().symbol()));
        assert!(icon(name).unwrap().reference().contains(&format!("<use href=\"#i-{name}\"/>")));
        assert!(sheet.contains(&format!("<symbol id=\"i-{name}\" viewBox=\"0 0 24 24\">")));
    }
}

#[test]
fn every_game_has_a_cover() {
    for game in ["accursed-tomb", "crimsonbranch", "dungeon-rummy", "gloombah", "rogue-ascension"] {
        assert_eq!(picture(&format!("scenes/{game}")).map(Picture::size), Some((1200, 300)), "{game}");
    }
}
