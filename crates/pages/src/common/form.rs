//! Fields of forms.

use maud::{Markup, html};

/// Returns one of the choices of a field, with its words in a span.
pub(crate) fn radio(name: &str, value: &str, checked: bool, words: Markup) -> Markup {
    html! {
        label.choice {
            input type="radio" name=(name) value=(value) checked[checked];
            (words)
        }
    }
}

/// Returns a field with choices, each with its value, its title and its meaning. The first one is
/// checked.
pub(crate) fn choices<const N: usize>(legend: &str, name: &str, all: [(&str, &str, &str); N]) -> Markup {
    html! {
        fieldset {
            legend { (legend) }
            @for (at, (value, title, meaning)) in all.into_iter().enumerate() {
                (radio(name, value, at == 0, html! { span { b { (title) } " " (meaning) } }))
            }
        }
    }
}

/// Returns the error of a field, next to it; the field refers to it by [`described`].
pub(crate) fn error(id: &str, error: Option<&str>) -> Markup {
    html! { @if let Some(error) = error { p.field-error id={ (id) "-error" } role="alert" { (error) } } }
}

/// Returns the id of the error of a field, if there is one.
pub(crate) fn described(id: &str, error: Option<&str>) -> Option<String> {
    error.map(|_| format!("{id}-error"))
}
