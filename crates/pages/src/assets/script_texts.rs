//! The texts of the scripts. The scripts contain the English texts; a page in another language
//! brings their translations.

use serde_json::{Map, Value};
use text::{Language, Text, text};

/// Each text of the scripts, and its form in the scripts.
const TEXTS: [(Text, &str); 34] = [
    (text!(" and "), ""),
    (text!(" invitation"), ""),
    (text!(" invitations"), ""),
    (text!(" match waits for you"), ""),
    (text!(" matches wait for you"), ""),
    (text!(" new"), ""),
    (text!("Copied"), ""),
    (text!("Copy this:"), ""),
    (text!("It does not fit. SHA-256 of the seed is {seal}."), ""),
    (text!("It fits: SHA-256 of the seed is the seal."), ""),
    (text!("It is your turn in {games}."), ""),
    (text!("Nothing moves."), ""),
    (text!("Play"), "replay"),
    (text!("Speed {factor}"), ""),
    (text!("Stop"), ""),
    (text!("That did not work: the browser's maker could not be reached, or does not take part."), ""),
    (text!("The browser blocks notices from the hall. Its settings for this site can allow them."), ""),
    (text!("The match waits for you."), ""),
    (text!("The share that this browser chose is among them, so the hall did not choose these dice."), ""),
    (
        text!(
            "This browser chose the share {share}, and it is not among them: these dice are not those that were sealed with you."
        ),
        "",
    ),
    (text!("There is a seat for you."), ""),
    (text!("While you were away: 1 step"), ""),
    (text!("While you were away: {steps} steps"), ""),
    (text!("You get no more notices while a page is open."), ""),
    (text!("You get no more notices while the hall is closed."), ""),
    (text!("You get notices on this device, even while the hall is closed."), ""),
    (text!("You get notices while a page of the hall is open."), ""),
    (text!("You go there in 1 second."), ""),
    (text!("You go there in {left} seconds."), ""),
    (text!("You stay here."), ""),
    (text!("Your turn: {game}"), ""),
    (text!("until {moment}"), ""),
    (text!("{name} invites you to {game}."), ""),
    (text!("{seconds} seconds left"), ""),
];

/// Returns the translated texts of the scripts, as a JSON object by the English text; `None` in
/// English.
pub(crate) fn translated() -> Option<String> {
    (Language::spoken() != Language::english()).then(|| {
        let texts = TEXTS.map(|(text, form)| (text.source().to_owned(), Value::from(text.form(form))));
        Value::Object(Map::from_iter(texts)).to_string()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::assets::SCRIPT;

    #[test]
    fn every_text_of_the_scripts_is_brought_and_no_other() {
        let calls = SCRIPT.text.match_indices("t(\"").filter(|(at, _)| {
            let before = SCRIPT.text[..*at].chars().next_back();
            !before.is_some_and(|before| before.is_alphanumeric() || ['.', '_', '$'].contains(&before))
        });
        let said: BTreeSet<&str> =
            calls.filter_map(|(at, start)| SCRIPT.text[at + start.len()..].split('"').next()).collect();
        let brought: BTreeSet<&str> = TEXTS.iter().map(|(text, _)| text.source()).collect();
        assert_eq!(said, brought);
    }

    #[test]
    fn a_page_in_another_language_brings_the_texts_of_the_scripts() {
        assert_eq!(translated(), None);
        let german = translations::german().speak(translated).unwrap();
        let german: Map<String, Value> = serde_json::from_str(&german).unwrap();
        assert_eq!([&german["Copied"], &german["Play"]], ["Kopiert", "Abspielen"]);
    }
}
