//! The chronicle: the log of a match, one entry per step, under headings of floors and rounds.
//!
//! Entries are items of one list, each with its step in `data-step`. The script appends new entries
//! to the list, and removes those of undone steps from its end. Filtering, unfolding and opening it
//! on a phone need no script.

use kernel::{Effect, Line, Seat, Sentence, Span, Tone, say};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{Names, escaped, icon, tone_class},
    data::{Chapter, TablePage},
    scene::latest::sentence,
    table::chat,
};

/// Returns the log of the whole match. `at` is the address that takes `?at=STEP`. On a phone it is
/// out of sight until its [link](link) is followed. A page that follows the table has it already:
/// the server sends it the new entries.
pub(crate) fn whole(page: &TablePage, at: &str) -> Markup {
    if page.kept.is_some() {
        return Markup::default();
    }
    html! {
        section #chronicle.chronicle aria-labelledby="log" {
            header {
                h2 #log { (t!("Chronicle")) }
                @if page.talk.is_some() { (chat::react_button()) }
                a.close href="#live" { (t!("Back to the table")) }
            }
            (filter(page))
            div.scroll tabindex="0" role="region" aria-label=(t!("What happened so far")) {
                div {
                    (earlier(page, at))
                    ol.chapters.back[page.at.is_some()] {
                        @for chapter in &page.chronicle { (entry(page, chapter, at)) }
                    }
                    @if let Some(last) = page.at.and(page.chronicle.last()).filter(|last| last.step < page.step) {
                        p.earlier { a href={ (at) "?at=" (last.step) "#step-" (last.step) } { (t!("Later steps")) } }
                    }
                }
            }
            button.newest type="button" hidden { (t!("To the latest")) }
        }
    }
}

/// Returns entries that a page lacks, with a link to those before them. `folder` is the prefix of
/// the addresses of tables.
pub fn older(page: &TablePage, folder: &str) -> Markup {
    let at = format!("{folder}/{}", page.id);
    html! { (earlier(page, &at)) ol { @for chapter in &page.chronicle { (entry(page, chapter, &at)) } } }
}

/// Returns the link to the entries before those of the page: for the script the address of these
/// alone, else a longer page.
fn earlier(page: &TablePage, at: &str) -> Markup {
    let first = page.chronicle.first().map_or(0, |chapter| chapter.step);
    let shown = page.at.map(|at| format!("at={at}&")).unwrap_or_default();
    let seat = page.chosen_seat.map(|seat| format!("&seat={seat}")).unwrap_or_default();
    let replay = if at.starts_with("/replays/") { "&replay=1" } else { "" };
    let longer = format!("{at}?{shown}since={}{seat}#chronicle", first.saturating_sub(CHAPTERS));
    html! {
        @if first > 0 && !page.id.is_empty() {
            p.earlier {
                a href=(longer) data-earlier={ "/tables/" (page.id) "/chronicle?before=" (first) (seat) (replay) } {
                    (t!("Earlier steps"))
                }
            }
        }
    }
}

/// How many steps of the chronicle a page has at first. It loads older ones when a player asks for
/// them.
pub const CHAPTERS: usize = 100;

/// Returns the link that opens the chronicle where it is out of sight, for the header.
pub(crate) fn link() -> Markup {
    html! { a.book href="#chronicle" title=(t!("Chronicle")) { (icon(kernel::Icon("book"))) span.unseen { (t!("Chronicle")) } } }
}

/// Returns the filter by player; the stylesheet carries it out.
fn filter(page: &TablePage) -> Markup {
    let names = Names::at(page);
    html! {
        @if page.seats.len() > 1 {
            fieldset.filter {
                legend.unseen { (t!("Whose entries")) }
                input #by-all.unseen type="radio" name="by" value="" checked;
                label for="by-all" { (t!("All")) }
                @for info in &page.seats {
                    input.unseen id={ "by-" (info.seat) } type="radio" name="by" value=(info.seat);
                    label for={ "by-" (info.seat) } data-seat=(info.seat) { @if names.is_you(info.seat) { (t!("You")) } @else { (names.of(info.seat)) } }
                }
            }
        }
    }
}

/// Returns the list items of a step: a heading wherever a floor or a round begins, and one entry
/// for the lines in between.
pub(crate) fn entry(page: &TablePage, chapter: &Chapter, at: &str) -> Markup {
    let names = Names::at(page);
    let shown = page.shown_step();
    let later = chapter.step > shown;
    // The reactions to the step belong to the first of its entries.
    let first = chapter.lines.chunk_by(|_, next| !next.heading).position(|part| part.iter().any(|line| !line.heading));
    html! {
        @for (place, part) in chapter.lines.chunk_by(|_, next| !next.heading).enumerate() {
            @let (head, lines) = part.split_at(usize::from(part[0].heading));
            @let id = (place == 0).then(|| format!("step-{}", chapter.step));
            @for line in head {
                li.chapter.later[later] id=[&id] data-step=(chapter.step) { h3 { (icon(line.icon)) span { (names.rich(&line.text)) } } }
            }
            @if !lines.is_empty() {
                li.happened.later[later] id=[id.filter(|_| head.is_empty())] data-step=(chapter.step) data-seats=(concerned(chapter, lines)) {
                    (content(page, chapter, lines, Some(place) == first, at))
                }
            }
        }
    }
}

/// Returns the result of the step, in one line with its numbers; the details of its course are
/// folded.
fn content(page: &TablePage, chapter: &Chapter, lines: &[Line], first: bool, at: &str) -> Markup {
    let (names, step) = (Names::at(page), chapter.step);
    let here = (page.at == Some(step)).then_some("step");
    let (details, told): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.detail);
    let (details, told) = if told.is_empty() { (told, details) } else { (details, told) };
    html! {
        a.moment href={ (at) "?at=" (step) "#step-" (step) } aria-current=[here] title=(escaped(t!("See the table at this moment"))) {
            (icon(told[0].icon)) span.unseen { (escaped(&t!("Step {step}: see the table at this moment"))) }
        }
        div.told {
            @if !details.is_empty() {
                details.how {
                    @let how = escaped(t!("How it came about"));
                    summary title=(how) { span.unseen { (how) } }
                    @for line in &details { (sentence(names, line)) }
                }
            }
            p { @for line in &told { (line_of(names, line)) " " } }
            @if let Some(seat) = chapter.seat.filter(|_| first && chapter.by_bot) { p.quiet { (names.rich(&played_for(seat))) } }
            @if first { (chat::reactions(page.talk.as_ref(), step)) }
        }
    }
}

/// Returns the sentence of the chronicle for a step that a bot took for a person.
fn played_for(seat: Seat) -> Sentence {
    say!("A bot played this for {seat}.")
}

/// Returns the seats that an entry is about: the seat that took the step, and the seats that it
/// names.
fn concerned(chapter: &Chapter, lines: &[Line]) -> String {
    let named = lines.iter().flat_map(|line| line.text.spans()).filter_map(|span| match span {
        Span::Seat(seat) => Some(*seat),
        Span::Text(_) => None,
    });
    let mut seats: Vec<Seat> = chapter.seat.into_iter().chain(named).collect();
    seats.sort_unstable();
    seats.dedup();
    seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns a sentence of an entry. The numbers that it changes are bold; changes that the sentence
/// does not name follow at the right.
fn line_of(names: Names, line: &Line) -> Markup {
    let mut changes: Vec<i32> = line.effects.iter().filter_map(change).collect();
    let feel = match line.tone {
        Tone::Good => Some("good"),
        Tone::Bad => Some("hurt"),
        Tone::Plain | Tone::Luck => None,
    };
    let told = html! {
        @for words in names.read(&line.text) {
            @match words.seat {
                Some(seat) => b.who data-seat=(seat) { (words.text) },
                None => @for (text, number) in numbers(&words.text, &mut changes) {
                    @let text = escaped(text);
                    @if number { b.by.good[feel == Some("good")].hurt[feel == Some("hurt")] { (text) } } @else { (text) }
                },
            }
        }
    };
    html! {
        @for by in &changes { b.by.aside.good[*by > 0].hurt[*by < 0] { (signed(*by)) } }
        span class={ "line " (tone_class(line.tone)) } { (told) }
    }
}

fn change(effect: &Effect) -> Option<i32> {
    match effect {
        Effect::Change { by, .. } if *by != 0 => Some(*by),
        _ => None,
    }
}

/// Splits the text into pieces and marks those that are one of the `changes`, which it uses up.
fn numbers<'a>(text: &'a str, changes: &mut Vec<i32>) -> Vec<(&'a str, bool)> {
    let mut pieces: Vec<(&str, bool)> = Vec::new();
    let digit = |c: char| c.is_ascii_digit();
    let (mut rest, mut before) = (text, ' ');
    while let Some(start) = rest.find(digit) {
        let end = rest[start..].find(|c| !digit(c)).map_or(rest.len(), |length| start + length);
        before = rest[..start].chars().next_back().unwrap_or(before);
        let number = rest[start..end].parse().ok().filter(|_| !before.is_alphanumeric());
        let place = number.and_then(|number: u32| changes.iter().position(|by| by.unsigned_abs() == number));
        pieces.extend([(&rest[..start], false), (&rest[start..end], place.is_some())]);
        if let Some(place) = place {
            changes.remove(place);
        }
        rest = &rest[end..];
    }
    pieces.push((rest, false));
    pieces
}

fn signed(by: i32) -> String {
    if by < 0 { format!("−{}", by.unsigned_abs()) } else { format!("+{by}") }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::Icon;

    use super::*;
    use crate::tests::page;

    fn lose(seat: u8, by: i32) -> Line {
        let text = Sentence::new().seat(Seat(seat)).text(format!(" loses {} health, 1{} left.", by.abs(), by.abs()));
        let effect = Effect::Change { piece: format!("hero-{seat}"), by, to: 9 };
        Line::new(Icon::HEART, Tone::Bad, text).effect(effect)
    }

    fn drawn(chapters: &[Chapter], draw: impl Fn(&TablePage) -> Markup) -> String {
        let options = serde_json::Map::new();
        let mut page = page(roster::GAMES[0].meta(), &options, kernel::Scene::default(), 2);
        page.seats[1].person = Some("Ben".into());
        page.chronicle = chapters.iter().cloned().map(Arc::new).collect();
        draw(&page).into_string()
    }

    fn shown(chapters: Vec<Chapter>) -> String {
        drawn(&chapters, |page| whole(page, "/tables/x"))
    }

    fn chapter(step: usize, seat: u8, lines: Vec<Line>) -> Chapter {
        Chapter { step, seat: Some(Seat(seat)), lines, by_bot: false }
    }

    #[test]
    fn a_step_is_one_entry_below_its_head_with_folded_details() {
        let die = Line::new(Icon::DIE, Tone::Luck, "The die shows 3.").detail();
        let html = shown(vec![
            chapter(1, 0, vec![Line::heading(Icon::CLOCK, "Round 1"), die.clone(), lose(0, -3), lose(1, -2)]),
            chapter(2, 1, vec![lose(0, -1), Line::heading(Icon::CLOCK, "Round 2")]),
            chapter(3, 0, vec![die]),
        ]);
        assert_eq!(html.matches("<li class=\"happened\"").count(), 3);
        assert!(
            (1..=3).all(|step| html.matches(&format!("id=\"step-{step}\"")).count() == 1),
            "a moment has one place"
        );
        assert_eq!(html.matches("<details").count(), 1, "a step of details alone has nothing to fold them under");
        let list = &html[html.find("<ol").unwrap()..];
        let places = ["Round 1", "The die shows 3.", "Ben", "?at=2", "Round 2", "?at=3"]
            .map(|words| list.find(words).unwrap_or_else(|| panic!("{words}? in {list}")));
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn the_reader_is_you_and_the_number_that_changes_stands_out() {
        let html = shown(vec![chapter(1, 0, vec![lose(0, -3)])]);
        assert!(html.contains(">You</b> lose <b class=\"by hurt\">3</b> health, 13 left."), "{html}");
    }

    #[test]
    fn a_number_that_the_sentence_does_not_name_stands_at_the_right() {
        let line = Line::new(Icon::HEART, Tone::Good, "A potion.");
        let line = line.effect(Effect::Change { piece: "hero-0".into(), by: 4, to: 9 });
        let html = shown(vec![chapter(1, 0, vec![line])]);
        assert!(html.contains("<b class=\"by aside good\">+4</b>"), "{html}");
    }

    #[test]
    fn entries_say_whom_they_are_about_and_some_can_be_had_alone() {
        let html = drawn(&[], |page| entry(page, &chapter(2, 0, vec![lose(1, -2)]), "/tables/x"));
        assert!(html.starts_with("<li class=\"happened\" id=\"step-2\" data-step=\"2\" data-seats=\"0 1\">"), "{html}");
        assert!(html.contains("href=\"/tables/x?at=2#step-2\""), "{html}");
    }

    #[test]
    fn only_whole_numbers_are_found() {
        let mut changes = vec![-3, 4];
        let found = numbers("d3 shows 33, 3 and 3 are lost", &mut changes);
        let marked: Vec<usize> = found.iter().enumerate().filter(|(_, (_, marked))| *marked).map(|(n, _)| n).collect();
        assert_eq!((marked, changes), (vec![5], vec![4]));
    }
}
