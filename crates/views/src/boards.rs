//! Boards: which matches they compare, in words.

use kernel::{Meta, OptionKind, OptionSpec};
use model::{ALONE, BoardKey, ONE_SCREEN, PEOPLE};
use text::{Text, counted, t};

/// Returns in words which matches a leaderboard compares.
pub fn words(meta: &Meta, key: &BoardKey) -> String {
    let seats = (meta.seats.0 != meta.seats.1).then(|| counted!(key.seats, "seat"));
    let company = match key.company.as_str() {
        ALONE => t!("alone").to_owned(),
        PEOPLE => t!("people only").to_owned(),
        ONE_SCREEN => t!("several seats at one screen").to_owned(),
        "easy" => t!("with easy bots").to_owned(),
        "normal" => t!("with normal bots").to_owned(),
        "hard" => t!("with hard bots").to_owned(),
        "reference" => t!("with reference bots").to_owned(),
        "random" => t!("with random bots").to_owned(),
        bot => t!("with {bot} bots"),
    };
    let options = match key.variant.as_str() {
        "" => t!("usual options").to_owned(),
        variant => variant_words(meta, variant),
    };
    seats.into_iter().chain([company, options]).collect::<Vec<_>>().join(", ")
}

/// Returns the options of a variant, in words.
fn variant_words(meta: &Meta, variant: &str) -> String {
    let option = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let spec = meta.options.iter().find(|spec| spec.key == key);
        spec.map_or_else(|| pair.to_owned(), |spec| format!("{}: {}", spec.title, value_words(spec, value)))
    };
    variant.split(';').map(option).collect::<Vec<_>>().join(", ")
}

fn value_words(spec: &OptionSpec, value: &str) -> String {
    let title = |choices: &[(&str, Text)], word: &str| {
        choices.iter().find(|(known, _)| *known == word).map_or_else(|| word.to_owned(), |(_, title)| title.to_string())
    };
    match spec.kind {
        OptionKind::Switch { .. } => if value == "true" { t!("yes") } else { t!("no") }.into(),
        OptionKind::Choice(choices) => title(choices, value),
        OptionKind::Subset(choices) => {
            value.split(',').map(|word| title(choices, word)).collect::<Vec<_>>().join(t!(" and "))
        }
        OptionKind::Number { .. } | OptionKind::Text { .. } => value.to_owned(),
    }
}
