//! What follows from the language alone.

use std::{
    fmt,
    sync::{PoisonError, RwLock},
};

use crate::Language;

/// What follows from the language that is spoken and from nothing else: made once in each, when it is first asked for, and kept for good.
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
    /// What is made so.
    pub const fn new(make: fn() -> T) -> Self {
        PerLanguage { make, made: RwLock::new(Vec::new()) }
    }

    /// It in the language that is spoken.
    pub fn get(&self) -> &'static T {
        let spoken = Language::spoken();
        let find = |made: &[(Language, &'static T)]| made.iter().find(|(of, _)| *of == spoken).map(|(_, text)| *text);
        if let Some(text) = find(&self.made.read().unwrap_or_else(PoisonError::into_inner)) {
            return text;
        }
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        find(&made).unwrap_or_else(|| {
            // There are as many as languages, and they are needed as long as the program runs.
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
