//! The text of `--help`, in the language of the system.
//!
//! The words are the doc comments of the commands. The catalogue has them a paragraph at a time.

use clap::{Arg, ArgAction, Command};
use text::{Language, Text, t};

/// The layout of a help page: as in clap, with translated headings.
const LAYOUT: &str = "{before-help}{about-with-newline}\n{heading} {usage}\n\n{all-args}{after-help}";

/// The help of the command that these words of a command line name, in the current language. `None`
/// in English, which clap speaks itself.
pub(super) fn spoken(command: Command, words: &[String]) -> Option<String> {
    if Language::spoken().tag() == Language::english().tag() {
        return None;
    }
    let mut command = translated(command);
    command.build();
    let path: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !word.starts_with('-') && *word != "help").collect();
    Some(page(&mut command, &path, words.iter().any(|word| word == "-h")))
}

/// The page of the command at the end of a path, as far as the path leads.
fn page(command: &mut Command, path: &[&str], short: bool) -> String {
    if let [name, rest @ ..] = path
        && let Some(next) = command.find_subcommand_mut(name)
    {
        return page(next, rest, short);
    }
    if short { command.render_help() } else { command.render_long_help() }.to_string()
}

/// The command with all its words in the current language.
fn translated(command: Command) -> Command {
    let [about, long] =
        [command.get_about(), command.get_long_about()].map(|text| text.map(|text| said(&text.to_string())));
    let after = command.get_after_help().map(|text| text.to_string().replacen("Example:", t!("Example:"), 1));
    let version = command.get_version().is_some();
    let ids: Vec<clap::Id> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let mut command = command
        .help_template(LAYOUT.replace("{heading}", t!("Usage:")))
        .subcommand_help_heading(t!("Commands"))
        .subcommand_value_name(t!("COMMAND"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true);
    command = about.into_iter().fold(command, Command::about);
    command = long.into_iter().fold(command, Command::long_about);
    command = after.into_iter().fold(command, Command::after_help);
    command = ids.into_iter().fold(command, |command, id| command.mut_arg(id, translated_arg));
    command = names.iter().fold(command, |command, name| command.mut_subcommand(name, translated));
    let flag = |id: &'static str, short: char, does: &str| {
        let arg = Arg::new(id).long(id).short(short).action(ArgAction::SetTrue).help(does.to_owned());
        arg.help_heading(t!("Options"))
    };
    command = command.arg(flag("help", 'h', t!("Print this help")));
    if version { command.arg(flag("version", 'V', t!("Print the version"))) } else { command }
}

fn translated_arg(arg: Arg) -> Arg {
    let heading = if arg.is_positional() { t!("Arguments") } else { t!("Options") };
    let mut more = String::new();
    let takes_value = arg.get_action().takes_values();
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        more += &t!(" [usually: {}]", defaults.join(", "));
    }
    let possible: Vec<String> = arg
        .get_possible_values()
        .iter()
        .map(|value| match value.get_help() {
            Some(help) => format!("{} ({})", value.get_name(), said(&help.to_string())),
            None => value.get_name().to_owned(),
        })
        .collect();
    if takes_value && !possible.is_empty() {
        more += &t!(" [possible: {}]", possible.join(", "));
    }
    let [short, long] =
        [arg.get_help(), arg.get_long_help()].map(|text| text.map(|text| said(&text.to_string()) + &more));
    let arg = arg.help_heading(heading);
    let arg = if takes_value { arg.hide_default_value(true).hide_possible_values(true) } else { arg };
    let arg = short.into_iter().fold(arg, Arg::help);
    long.into_iter().fold(arg, Arg::long_help)
}

/// A doc comment in the current language. clap removes the full stop of a single sentence.
fn said(text: &str) -> String {
    let find = |text: &str| Text::find(env!("CARGO_PKG_NAME"), text);
    let paragraph = |text: &str| {
        let whole = || find(&format!("{text}.")).map(|found| found.trim_end_matches('.'));
        find(text).or_else(whole).unwrap_or(text).to_owned()
    };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::commands::Cli;

    fn help(words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        translations::bracketed().speak(|| spoken(Cli::command(), &words)).unwrap()
    }

    /// The words of a help page outside of brackets.
    fn untranslated(page: &str) -> Vec<String> {
        let (mut outside, mut depth) = (String::new(), 0);
        for letter in page.chars() {
            match letter {
                '⟦' => depth += 1,
                '⟧' => depth -= 1,
                _ if depth == 0 => outside.push(letter),
                _ => {}
            }
        }
        // Examples, names of values and switches are not words.
        let lines = outside.lines().filter(|line| !line.contains("undercroft "));
        let words = lines.flat_map(str::split_whitespace).filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
        words.filter(|word| word.len() > 3).map(str::to_owned).collect()
    }

    #[test]
    fn every_page_of_help_is_in_the_readers_language() {
        fn walk(command: &Command, path: &mut Vec<String>, pages: &mut Vec<Vec<String>>) {
            pages.push(path.clone());
            for one in command.get_subcommands() {
                path.push(one.get_name().to_owned());
                walk(one, path, pages);
                path.pop();
            }
        }
        let mut pages = Vec::new();
        walk(&Cli::command(), &mut Vec::new(), &mut pages);
        assert!(pages.len() > 25, "{}", pages.len());
        let names: Vec<String> = pages.iter().flatten().cloned().collect();
        for path in pages {
            for flag in ["--help", "-h"] {
                let words: Vec<&str> = path.iter().map(String::as_str).chain([flag]).collect();
                let left: Vec<String> =
                    untranslated(&help(&words)).into_iter().filter(|word| !names.contains(word)).collect();
                assert!(left.is_empty(), "{path:?} {flag}: {left:?} in {}", help(&words));
            }
        }
    }

    #[test]
    fn german_help_is_german_and_english_is_left_to_clap() {
        let words = ["play".to_owned(), "--help".to_owned()];
        let german = translations::german().speak(|| spoken(Cli::command(), &words)).unwrap();
        let german = german.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "Aufruf: undercroft play",
            "Optionen:",
            "--seats",
            "[üblich: 700]",
            "[möglich: seeded, physical, physical-dice, physical-cards]",
        ] {
            assert!(german.contains(part), "{part}: {german}");
        }
        assert_eq!(spoken(Cli::command(), &words), None);
    }
}
