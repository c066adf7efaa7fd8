//! How to play in a minute: the pictured steps at the top of a rulebook.
//!
//! The section `## In a minute` begins with the game in one short sentence. Each entry of its list
//! is a step: the name of a drawing of the catalogue in a comment, a few words in bold, and their
//! meaning.
//!
//! ```text
//! 1. <!-- common/torch --> **Turn a card.** What you meet depends on it.
//! ```

use kernel::Meta;
use maud::{Markup, html};
use text::{Text, t};

use crate::{common::shot, data::Theme};

const HEADING: &str = "\n## In a minute\n";

/// A game in a minute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Minute {
    /// The game in one short sentence.
    pitch: &'static str,
    /// The steps of play.
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    picture: &'static str,
    title: &'static str,
    text: String,
}

/// Returns the rulebook of a game. A browser brings it first.
pub(crate) fn rulebook(meta: &Meta) -> &'static str {
    text::brought(&file(meta), meta.rulebook)
}

/// Returns the name of the file that a browser brings in place of the rulebook.
pub(crate) fn file(meta: &Meta) -> String {
    format!("rules/{}.md", meta.id)
}

/// Returns the minute of a game in the current language, if its rulebook has one.
pub(crate) fn of(meta: &Meta) -> Option<Minute> {
    let told = |text: &str| Text::find(meta.id, text);
    let Minute { pitch, steps } = read(rulebook(meta))?;
    let step = |Step { picture, title, text }: Step| Step {
        picture,
        title: told(title).unwrap_or(title),
        text: told(&text).map_or(text, str::to_owned),
    };
    Some(Minute { pitch: told(pitch).unwrap_or(pitch), steps: steps.into_iter().map(step).collect() })
}

/// Returns a game in one short sentence: the first of its rulebook's minute, else its tagline.
pub(crate) fn pitch(meta: &Meta) -> &'static str {
    of(meta).map_or(meta.tagline.as_str(), |minute| minute.pitch)
}

/// Returns the parts of a rulebook before its minute, in it, and after it, without the headings.
fn parts(rulebook: &str) -> Option<[&str; 3]> {
    let (before, section) = rulebook.split_once(HEADING)?;
    let (section, after) = section.split_once("\n## ").unwrap_or((section, ""));
    Some([before, section, after])
}

/// Returns the minute of a rulebook, in the language of the rulebook.
fn read(rulebook: &'static str) -> Option<Minute> {
    let [_, section, _] = parts(rulebook)?;
    let (pitch, list) = section.trim().split_once("\n\n")?;
    let entries = list.split("<!-- ").skip(1);
    let step = |entry: &'static str| {
        let (picture, rest) = entry.split_once(" --> **")?;
        let (title, text) = rest.split_once("**")?;
        // The text ends with the number of the next entry.
        let text = text
            .rsplit_once('\n')
            .filter(|(_, next)| next.trim().ends_with('.') && next.trim().len() <= 3)
            .map_or(text, |(text, _)| text);
        Some(Step { picture, title, text: text.split_whitespace().collect::<Vec<_>>().join(" ") })
    };
    Some(Minute { pitch, steps: entries.map(step).collect::<Option<_>>()? })
}

/// Returns the minute of a rulebook alone, as it stands there.
#[cfg(feature = "markdown")]
pub(crate) fn section(rulebook: &str) -> String {
    format!("{HEADING}{}", parts(rulebook).map_or("", |[_, section, _]| section))
}

/// Returns a rulebook without its minute, for a page that shows the minute above.
pub(crate) fn without(rulebook: &str) -> String {
    parts(rulebook).map_or_else(|| rulebook.to_owned(), |[before, _, after]| format!("{before}\n## {after}"))
}

impl Minute {
    /// Returns the steps, each with its picture.
    pub(crate) fn draw(&self, theme: Theme) -> Markup {
        html! {
            section.minute aria-labelledby="minute" {
                h2 #minute { (t!("How to play in a minute")) }
                ol {
                    @for step in &self.steps {
                        li {
                            (shot(Some(kernel::Picture(step.picture)), theme))
                            p { b { (step.title) } " " (step.text) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_tells_itself_in_a_minute_in_every_language() {
        for meta in roster::GAMES.iter().map(|title| title.meta()) {
            let english = read(meta.rulebook).unwrap_or_else(|| panic!("{} has no minute", meta.id));
            for language in translations::all() {
                let at = format!("{}, {language:?}", meta.id);
                let minute = language.speak(|| of(meta)).unwrap();
                assert!((4..=6).contains(&minute.steps.len()), "{at}: {} steps", minute.steps.len());
                assert!(minute.pitch.len() <= 60 && minute.pitch.ends_with('.'), "{at}: {}", minute.pitch);
                assert_eq!(minute.pitch == english.pitch, language == text::Language::english(), "{at}");
                for (step, source) in minute.steps.iter().zip(&english.steps) {
                    assert!(art::picture(step.picture).is_some(), "{at}: there is no picture {}", step.picture);
                    assert!(step.title.ends_with('.') && step.text.ends_with('.'), "{at}: {step:?}");
                    assert!(step.text.chars().count() <= 160, "{at}: {} is long", step.title);
                    let same = [step.title == source.title, step.text == source.text];
                    assert_eq!(same, [language == text::Language::english(); 2], "{at}: {step:?}");
                }
            }
        }
    }

    #[test]
    fn the_minute_is_cut_out_whole() {
        let book = "# Game\n\nWords.\n\n## In a minute\n\nRoll.\n\n1. <!-- common/torch --> **Do.** One\n   two.\n2. <!-- common/key --> **Be.** Three.\n\n## Next\n\nMore.";
        let minute = read(book).unwrap();
        assert_eq!(minute.pitch, "Roll.");
        let steps: Vec<(&str, &str)> = minute.steps.iter().map(|step| (step.title, step.text.as_str())).collect();
        assert_eq!(steps, [("Do.", "One two."), ("Be.", "Three.")]);
        assert_eq!(without(book), "# Game\n\nWords.\n\n## Next\n\nMore.");
        assert!(read("# Game").is_none());
    }
}
