//! The results of the analysis of a finished match.

use std::sync::Arc;

use roster::{Analysis, TurningPoint};
use text::Language;

/// The results for a finished match so far, in each language of its readers.
#[derive(Clone, Default, Debug)]
pub struct Analyses(Vec<(Language, Analysed)>);

impl Analyses {
    /// Returns the results in the present language.
    pub fn spoken(&self) -> Analysed {
        let spoken = Language::spoken();
        let found = self.0.iter().find(|(language, _)| *language == spoken);
        found.map(|(_, analysed)| analysed.clone()).unwrap_or_default()
    }

    /// Returns the complete results in any language that has them.
    pub fn whole(&self) -> Option<Analysed> {
        self.0.iter().map(|(_, analysed)| analysed).find(|analysed| analysed.turning_points.is_some()).cloned()
    }

    /// Notes results in a language.
    pub fn note(&mut self, language: Language, note: impl FnOnce(&mut Analysed)) {
        match self.0.iter_mut().find(|(own, _)| *own == language) {
            Some((_, analysed)) => note(analysed),
            None => {
                let mut analysed = Analysed::default();
                note(&mut analysed);
                self.0.push((language, analysed));
            }
        }
    }
}

/// The results for a finished match so far, in one language.
#[derive(Clone, Default, Debug)]
pub struct Analysed {
    /// The course of the match and the luck of its players.
    pub analysis: Option<Arc<Analysis>>,
    /// The turning points of the people who played, at most one each.
    pub turning_points: Option<Arc<[TurningPoint]>>,
}
