//! Values that depend on the language only.

use std::{
    fmt,
    sync::{PoisonError, RwLock},
};

use crate::Language;

/// A value that depends on the current language and nothing else. It is computed once for each
/// language, at the first access, and cached permanently.
///
/// ```
/// use text::{PerLanguage, t};
///
/// static RULE: PerLanguage<String> = PerLanguage::new(|| t!("takes {} damage", 3));
/// assert_eq!(RULE.get(), "takes 3 damage");
/// ```
pub struct PerLanguage<T: 'static> {
    make: fn() -> T,
    made: RwLock<Vec<(Language, &'static T)>>,
}

impl<T> PerLanguage<T> {
    /// Creates a value that `make` computes.
    pub const fn new(make: fn() -> T) -> Self {
        PerLanguage { make, made: RwLock::new(Vec::new()) }
    }

    /// Returns the value in the current language.
    pub fn get(&self) -> &'static T {
        let spoken = Language::spoken();
        let find = |made: &[(Language, &'static T)]| made.iter().find(|(of, _)| *of == spoken).map(|(_, text)| *text);
        if let Some(text) = find(&self.made.read().unwrap_or_else(PoisonError::into_inner)) {
            return text;
        }
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        find(&made).unwrap_or_else(|| {
            // There are only as many values as languages, and the program needs them until it ends.
            let text: &'static T = Box::leak(Box::new((self.make)()));
            made.push((spoken, text));
            text
        })
    }
}

impl<T> fmt::Debug for PerLanguage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PerLanguage")
    }
}
