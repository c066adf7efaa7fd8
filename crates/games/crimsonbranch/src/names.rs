//! Names to play with: the preview of a name's sheet, and suggestions of names that make good
//! heroes.

use kernel::Preview;
use text::t;

use crate::{
    print::{Page, Paper, document},
    sheet::{Name, Sheet},
};

/// The sheet of a name, as a drawing and in words, and whether the hero can win.
pub(crate) fn preview(name: &Name) -> Preview {
    let sheet = Sheet::of(name.clone());
    let called = match name.as_str().trim() {
        "" => t!("A hero without a name"),
        called => called,
    };
    let (specials, stairs) = (sheet.specials.len(), sheet.stairs().len());
    let words = t!(
        "{called} is a {class}: a tree of 36 nodes and {branches} branches, {specials} with a special, {stairs} with stairs, {pearls} pearls.",
        class = sheet.class.word(),
        branches = sheet.branches.len(),
        pearls = sheet.pearls.len()
    );
    let warning = sheet.invincible().then(|| {
        t!("This sheet cannot be won as it is: a heal enemy of the Great Evil mends more in a turn than your dice and \
             specials can take from it. Another name makes another sheet.")
        .to_owned()
    });
    Preview { drawing: document(called, &[Page::front(&sheet, Paper::A4)]), words, warning }
}

const GIVEN: [&str; 24] = [
    "Adela", "Baldric", "Cerys", "Doran", "Edda", "Falk", "Gisla", "Hamo", "Ivo", "Jorun", "Kendra", "Lovis", "Merek",
    "Nella", "Osric", "Petra", "Quill", "Runa", "Sefa", "Tarik", "Ulla", "Varg", "Wenna", "Ysolt",
];
const ADDED: [&str; 24] = [
    "the Bold",
    "of the Fen",
    "Ashhand",
    "the Quiet",
    "Thornfoot",
    "the Late",
    "Oakheart",
    "of Nowhere",
    "Redlantern",
    "the Patient",
    "Stonewell",
    "the Younger",
    "Nightwatch",
    "of the Mill",
    "Halfpenny",
    "the Unasked",
    "Crowfeather",
    "the Lucky",
    "Deepwater",
    "of the Bridge",
    "Candlewick",
    "the Grey",
    "Longstride",
    "the Stubborn",
];

/// Suggests a name whose sheet can perhaps be won; other numbers give other names.
pub(crate) fn suggestion(number: u64) -> String {
    let count = (GIVEN.len() * ADDED.len()) as u64;
    let name = |number: u64| {
        let place = (number % count) as usize;
        format!("{} {}", GIVEN[place % GIVEN.len()], ADDED[place / GIVEN.len()])
    };
    let good = |text: &String| Name::new(text.as_str()).is_ok_and(|name| !Sheet::of(name).invincible());
    (0..count).map(|on| name(number.wrapping_add(on))).find(good).unwrap_or_else(|| name(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suggestion_may_be_won_and_they_differ() {
        let names: std::collections::HashSet<String> = (0..576).map(suggestion).collect();
        assert!(names.len() > 560, "{}", names.len());
        for name in names {
            let preview = preview(&Name::new(name.as_str()).expect("short enough"));
            assert_eq!(preview.warning, None, "{name}");
            assert!(preview.words.starts_with(&name) && preview.drawing.starts_with("<svg"));
        }
    }

    /// Section 10 of the spec counts the sheets that cannot be won; this name has one of them.
    #[test]
    fn a_sheet_that_cannot_be_won_is_warned_of() {
        let lost = (0..20_000)
            .map(|number| format!("n{}", letters(number)))
            .find(|name| Sheet::of(Name::new(name.as_str()).expect("short enough")).invincible());
        let lost = lost.expect("about one sheet in some hundred");
        let preview = preview(&Name::new(lost.as_str()).expect("short enough"));
        assert!(preview.warning.is_some_and(|warning| warning.contains("cannot be won")), "{lost}");
    }

    fn letters(mut number: u32) -> String {
        let mut text = String::new();
        while number > 0 {
            text.push(char::from(b'a' + (number % 26) as u8));
            number /= 26;
        }
        text
    }
}
