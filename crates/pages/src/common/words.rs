//! Words in the current language, where pages split texts.

use text::{Argument, t};

/// A name within a sentence: in small letters. A translation that asks for the form `as-is` gets it
/// unchanged.
pub(crate) struct Within<'a>(pub(crate) &'a str);

impl Argument for Within<'_> {
    fn write(&self, form: &str, to: &mut String) {
        match form {
            "as-is" => to.push_str(self.0),
            _ => to.push_str(&self.0.to_lowercase()),
        }
    }
}

/// Returns a name in the form that the current language uses within a sentence.
pub fn within(name: &str) -> String {
    t!("{name}", name = Within(name))
}

/// Returns whether a word has no meaning alone and only leads to the next.
pub(crate) fn is_article(word: &str) -> bool {
    t!("the a an your").split(' ').any(|article| article.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_within_a_sentence_is_small_unless_translated_so() {
        let written = |form: &str| {
            let mut to = String::new();
            Within("Ascension").write(form, &mut to);
            to
        };
        assert_eq!([written(""), written("as-is")], ["ascension", "Ascension"]);
        assert_eq!(t!("Play {name} {level}", name = Within("Level"), level = 3), "Play level 3");
    }
}
