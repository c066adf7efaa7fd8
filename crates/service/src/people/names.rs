//! Names: which are allowed, and which look alike.
//!
//! A name is letters, marks, digits, spaces and the plain signs of a keyboard, in Unicode's
//! composed form. A name with invisible characters, characters that turn the writing direction, or
//! several scripts in one word is refused, because it could pass for another one. Two names are
//! alike if a reader may take one for the other: they differ in case, in spaces, or in letters of
//! the same look.
//!
//! Names of office, such as `Admin`, are reserved: nobody may pass for those who run the hall.
//!
//! Two names are the same if their confusable skeletons agree, in capitals or as given: no player
//! takes an account's name, and at a table both get the number of their seat. No player is refused
//! a seat for a name. A person who has several seats may name the player on each, by the same
//! rules.

use std::collections::HashMap;

use kernel::Seat;
use store::{Looks, SeatedPerson, Store, StoreError};
use text::t;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, confusable_detection::skeleton,
};

use crate::fault::{Code, Fault};

/// The names of those who run the hall, in the languages of its pages; nobody may have one of them,
/// or a name with one of them as a word.
const RESERVED: [&str; 11] = [
    "Admin",
    "Administrator",
    "Administratorin",
    "Betreiber",
    "Betreiberin",
    "Mod",
    "Moderator",
    "Moderatorin",
    "Operator",
    "System",
    "Undercroft",
];
/// The maximal length of a name, in characters.
const LONGEST: usize = 40;
/// How many marks a letter may have.
const MARKS: usize = 3;

/// Returns a name as others may see it: in composed form, with single spaces as white space.
///
/// # Errors
/// If nothing is left of it, it is too long, or it has something in it that is not seen or could be
/// taken for something else.
pub fn clean_name(given: &str) -> Result<String, Fault> {
    let spaced: String = given.nfc().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let name = spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        1..=LONGEST => {}
        0 => return Err(Fault::bad(t!("a name needs at least one letter"))),
        count => return Err(Fault::bad(t!("a name has at most {LONGEST} characters, this one has {count}"))),
    }
    if let Some(other) = name.chars().find(|c| !may_stand(*c)) {
        return Err(match is_seen(other) {
            true => Fault::bad(t!("a name has letters, digits, spaces and signs such as - ' . but not {other}")),
            false => {
                let code = u32::from(other);
                Fault::bad(t!("this name has an invisible character (U+{code:04X}); remove it"))
            }
        });
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(Fault::bad(t!("a name needs at least one letter")));
    }
    if name.starts_with(is_combining_mark) || most_marks(name.nfd()) > MARKS {
        return Err(Fault::bad(t!("a letter of a name has at most {MARKS} marks")));
    }
    if let Some(word) = name.split(' ').find(|word| mixes_scripts(word)) {
        return Err(Fault::bad(t!(
            "the word {word} mixes letters of several scripts, so that it could be taken for another; write it in one"
        )));
    }
    if is_reserved(&name) {
        return Err(Fault::new(
            Code::NameTaken,
            t!("the name {name} is reserved for those who run the hall; take another name"),
        ));
    }
    Ok(name)
}

/// Returns whether a name, or a word of it, may be taken for one of those who run the hall. Digits
/// and signs around a word do not matter.
fn is_reserved(name: &str) -> bool {
    let plain = |word| [word, str::trim_matches(word, |c: char| c.is_ascii_digit() || c.is_ascii_punctuation())];
    let words = name.split([' ', '-', '.', '_']).chain([name]).flat_map(plain);
    words.filter(|word| !word.is_empty()).any(|word| RESERVED.iter().any(|reserved| are_alike(word, reserved)))
}

/// Returns whether a name may have a character. Unicode counts the two invisible joiners among the
/// characters of identifiers.
fn may_stand(c: char) -> bool {
    matches!(c, ' '..='~') || (c.identifier_allowed() && !matches!(c, '\u{200c}' | '\u{200d}'))
}

/// Returns whether a character is visible on a screen, as far as it is known.
fn is_seen(c: char) -> bool {
    let hidden = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !hidden
}

/// Returns the most marks on one letter of a text: many of them cover the lines above and below.
pub fn most_marks(text: impl Iterator<Item = char>) -> usize {
    let longest = text.fold((0, 0), |(run, longest), c| {
        let run = match c {
            // Joiners are invisible: a mark after one is still on the same letter.
            '\u{200c}' | '\u{200d}' => run,
            _ if is_combining_mark(c) => run + 1,
            _ => 0,
        };
        (run, longest.max(run))
    });
    longest.1
}

/// Returns whether a word mixes scripts that do not go together. Latin letters go with those of
/// Chinese, Japanese or Korean.
fn mixes_scripts(word: &str) -> bool {
    let letters: String = word.chars().filter(|c| c.is_alphanumeric() || is_combining_mark(*c)).collect();
    letters.detect_restriction_level() > RestrictionLevel::HighlyRestrictive
}

/// Returns the looks of a name, in capitals and as it is given: `I` and `l` are alike, and so are
/// `m` and `rn`.
pub fn confusable_skeleton(name: &str) -> Looks {
    let look = |text: &str| -> String {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        skeleton(&plain).collect::<String>().to_lowercase()
    };
    [look(&name.to_uppercase()), look(name)]
}

/// Returns whether a reader may take one name for the other.
fn are_alike(one: &str, other: &str) -> bool {
    let others = confusable_skeleton(other);
    confusable_skeleton(one).iter().any(|look| others.contains(look))
}

/// Returns the names of the players at a table, by seat. No two are alike but those on the seats of
/// one person who names none of them.
///
/// # Errors
/// If the store fails.
pub async fn names_at(store: &Store, table: &str) -> Result<HashMap<Seat, String>, StoreError> {
    Ok(names_at_each(store, &[table]).await?.remove(table).unwrap_or_default())
}

/// Returns these names for several tables, by table. A table without people is left out.
///
/// # Errors
/// If the store fails.
pub async fn names_at_each(
    store: &Store,
    tables: &[&str],
) -> Result<HashMap<String, HashMap<Seat, String>>, StoreError> {
    let named = |mut seated: Vec<SeatedPerson>| {
        // A name with its number may be the name of another person. Every round adds the seat
        // again, so a few rounds are enough.
        while tell_apart(&mut seated) {}
        seated.into_iter().map(|one| (one.seat, one.name)).collect()
    };
    Ok(store.seated(tables).await?.into_iter().map(|(table, seated)| (table, named(seated))).collect())
}

/// Adds the number of the seat to the names of players that look alike; returns `false` if there
/// are none. Pages number the seats of one person that have one name.
fn tell_apart(seated: &mut [SeatedPerson]) -> bool {
    let same = |one: &SeatedPerson, other: &SeatedPerson| one.person == other.person && one.name == other.name;
    let twin = |one| seated.iter().any(|other| !same(one, other) && are_alike(&other.name, &one.name));
    let alike: Vec<bool> = seated.iter().map(twin).collect();
    for (one, _) in seated.iter_mut().zip(&alike).filter(|(_, alike)| **alike) {
        one.name = format!("{} {}", one.name, one.seat.0 + 1);
    }
    alike.contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_composed_and_measured() {
        assert_eq!(clean_name(" Ada\n  Byron ").unwrap(), "Ada Byron");
        assert_eq!(clean_name("Zoe\u{308}").unwrap(), "Zo\u{eb}");
        assert_eq!(clean_name(&"é".repeat(40)).unwrap().chars().count(), 40);
        assert!(clean_name(&"é".repeat(41)).is_err());
        for good in
            ["O'Neill-Smith Jr. 3", "Иван", "李小龙", "Ωmega".trim_start_matches('Ω'), "علي", "<Ada>", "Đặng Văn"]
        {
            assert_eq!(clean_name(good).unwrap(), good);
        }
    }

    #[test]
    fn what_is_not_seen_or_mixes_scripts_is_refused_with_the_reason() {
        let refused = |name: &str| clean_name(name).unwrap_err().message;
        for hidden in
            ["Ada\u{200b}", "Ada\u{202e}", "A\u{200d}da", "\u{feff}Ada", "Ada\u{ad}", "Ada\u{7}", "A\u{3164}da"]
        {
            assert!(refused(hidden).contains("invisible"), "{hidden:?}: {}", refused(hidden));
        }
        // The second letter is Cyrillic.
        assert!(refused("A\u{430}da").contains("several scripts"));
        assert!(refused("Ada \u{1f600}").contains("letters, digits"));
        assert!(refused("a\u{301}\u{302}\u{303}\u{304}").contains("marks"));
        for empty in ["", "  ", "...", "\u{200b} "] {
            assert!(clean_name(empty).is_err(), "{empty:?}");
        }
    }

    #[test]
    fn names_of_office_and_their_look_alikes_are_reserved() {
        for reserved in [
            "Admin",
            "moderator",
            "A d m i n",
            "Adrnin",
            "Admin 2",
            "Ada the Moderator",
            "Mod-Ben",
            "0perator",
            "-System-",
            "Undercroft!",
            "Betreiber",
        ] {
            assert_eq!(clean_name(reserved).map_err(|fault| fault.code), Err(Code::NameTaken), "{reserved}");
        }
        for free in ["Adminton", "Modest", "Modesty Blaise", "Ada", "Systema"] {
            assert_eq!(clean_name(free).as_deref().ok(), Some(free));
        }
    }

    #[test]
    fn names_that_may_be_taken_for_each_other_are_alike() {
        // In the last pair but one the first name is Cyrillic, in the last pair it is Greek.
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada B", "adab"),
            ("Ian", "lan"),
            ("Amy", "Arny"),
            ("Bob", "B0b"),
            ("\u{405}\u{421}\u{41e}\u{420}\u{415}", "scope"),
            ("\u{397}\u{391}\u{39d}\u{39d}\u{391}", "Hanna"),
        ] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        for (one, other) in [("Ada", "Ben"), ("Ada", "Ida"), ("Ada", "Ada 2")] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn namesakes_at_a_table_are_told_apart_by_their_seats() {
        let names = |people: &[(&str, &str)]| {
            let mut seated: Vec<SeatedPerson> = (0u8..)
                .zip(people)
                .map(|(seat, (person, name))| SeatedPerson {
                    seat: Seat(seat),
                    person: (*person).into(),
                    name: (*name).into(),
                })
                .collect();
            while tell_apart(&mut seated) {}
            seated.into_iter().map(|one| one.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[("a", "Ada"), ("b", "Ben")]), ["Ada", "Ben"]);
        assert_eq!(
            names(&[("a", "Ada"), ("b", "Ben"), ("c", "\u{410}d\u{430}")]),
            ["Ada 1", "Ben", "\u{410}d\u{430} 3"]
        );
        assert_eq!(names(&[("a", "Ada"), ("a", "Ada")]), ["Ada", "Ada"], "one person on two seats");
        assert_eq!(names(&[("a", "Ida"), ("a", "IDA"), ("a", "Ben")]), ["Ida 1", "IDA 2", "Ben"], "named players");
        assert_eq!(names(&[("a", "Ada"), ("b", "Ada"), ("c", "Ada 2")]), ["Ada 1", "Ada 2 2", "Ada 2 3"]);
    }
}
