//! Forms that were refused: what the visitor has typed, and the field that is wrong.

/// The values of a form that was refused, and its error. Empty for a fresh page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Entered {
    form: String,
    values: Vec<(String, String)>,
    wrong: String,
    error: String,
}

impl Entered {
    /// Creates the values of the form that is sent to `form`, with the error of the field `wrong`.
    /// Passwords are never shown again.
    pub fn new(form: &str, values: &[(String, String)], wrong: &str, error: String) -> Entered {
        let shown = values.iter().filter(|(name, _)| !matches!(name.as_str(), "password" | "present"));
        Entered { form: form.to_owned(), values: shown.cloned().collect(), wrong: wrong.to_owned(), error }
    }

    /// Returns whether the form that is sent to `form` was refused.
    pub fn is_of(&self, form: &str) -> bool {
        !self.form.is_empty() && self.form == form
    }

    /// Returns the value that the visitor typed into a field of a form, or the `usual` one.
    pub fn value<'a>(&'a self, form: &str, name: &str, usual: &'a str) -> &'a str {
        let typed = self.values.iter().filter(|_| self.is_of(form)).rev().find(|(field, _)| field == name);
        typed.map_or(usual, |(_, value)| value)
    }

    /// Returns the error of a field of a form.
    pub fn error(&self, form: &str, name: &str) -> Option<&str> {
        (self.is_of(form) && self.wrong == name).then_some(self.error.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_form_keeps_all_but_passwords() {
        let values = [("name", "Ada"), ("password", "secret")].map(|(name, value)| (name.into(), value.into()));
        let entered = Entered::new("/me/account", &values, "name", "It is taken.".into());
        assert_eq!(entered.value("/me/account", "name", "Ben"), "Ada");
        assert_eq!((entered.value("/me", "name", "Ben"), entered.value("/me/account", "password", "")), ("Ben", ""));
        assert_eq!(entered.error("/me/account", "name"), Some("It is taken."));
        assert_eq!([entered.error("/me/account", "password"), entered.error("/me", "name")], [None, None]);
        assert_eq!(Entered::default().error("", ""), None);
    }
}
