//! The chronicle: what happened, in sentences.

use kernel::Line;
use maud::{Markup, html};

use super::{Chapter, TablePage, icons::icon, names::Names, piece::tone_class};

/// The whole match, each step a way back to its moment. `at` is the address that takes `?at=STEP`.
pub(super) fn whole(page: &TablePage, at: &str) -> Markup {
    html! {
        section.log aria-labelledby="log" {
            details {
                summary { h2 #log { "Chronicle" } }
                div.scroll tabindex="0" role="region" aria-label="Chronicle" {
                    ol.chapters {
                        @for chapter in page.chronicle.iter().filter(|chapter| !chapter.lines.is_empty()) {
                            (entry(page, chapter, at))
                        }
                    }
                }
            }
        }
    }
}

/// What one step told. The script adds it to the others after a step.
pub(super) fn entry(page: &TablePage, chapter: &Chapter, at: &str) -> Markup {
    let names = Names::at(page);
    let shown = page.at.unwrap_or(page.step);
    let fresh = page.at.is_none() && chapter.step == page.step && page.step > 0;
    let here = (page.at == Some(chapter.step)).then_some("step");
    let (headings, lines): (Vec<&Line>, Vec<&Line>) = chapter.lines.iter().partition(|line| line.heading);
    html! {
        li.fresh[fresh].later[chapter.step > shown] data-step=(chapter.step) {
            @for heading in headings { h3 { (icon(heading.icon)) span { (names.rich(&heading.text)) } } }
            @if !lines.is_empty() {
                a.then href={ (at) "?at=" (chapter.step) } aria-current=[here] title="See the table at this moment" {
                    @for line in lines { (sentence(names, line)) }
                }
            }
        }
    }
}

/// What just happened: the last few lines, for screens with no room for the whole.
pub(super) fn latest(page: &TablePage) -> Markup {
    let shown = page.at.unwrap_or(page.step);
    let mut last: Vec<&Line> = Vec::new();
    for chapter in page.chronicle.iter().rev().filter(|chapter| chapter.step <= shown) {
        last.extend(chapter.lines.iter().rev().filter(|line| !line.heading));
        if last.len() >= 3 {
            break;
        }
    }
    html! {
        div.latest aria-label="What just happened" role="group" {
            div { @for line in last.iter().take(8).rev() { (sentence(Names::at(page), line)) } }
        }
    }
}

fn sentence(names: Names, line: &Line) -> Markup {
    html! { p class={ "line " (tone_class(line.tone)) } { (icon(line.icon)) span { (names.rich(&line.text)) } } }
}
