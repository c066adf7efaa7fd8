//! The latest events of a match, in a few lines.

use kernel::Line;
use maud::{Markup, html};
use text::t;

use crate::{
    common::{Names, escaped, icon, tone_class},
    context::memo,
    data::{Chapter, TablePage},
};

/// How many lines are enough to tell the latest events.
pub const LATEST: usize = 3;

/// Returns the lines of a chapter that tell the latest events.
pub fn shown_lines(chapter: &Chapter) -> impl DoubleEndedIterator<Item = &Line> {
    chapter.lines.iter().filter(|line| !line.heading && !line.detail)
}

/// Returns the latest events: the last few lines, for screens with no room for the whole.
pub(crate) fn latest(page: &TablePage) -> Markup {
    let shown = page.shown_step();
    let mut last: Vec<&Line> = Vec::new();
    for chapter in page.chronicle.iter().rev().filter(|chapter| chapter.step <= shown) {
        last.extend(shown_lines(chapter).rev());
        if last.len() >= LATEST {
            break;
        }
    }
    let drawing = html! {
        div.latest data-bit="latest" aria-label=(escaped(t!("What just happened"))) role="group" {
            div { @for line in last.iter().take(8).rev() { (sentence(Names::at(page), line)) } }
        }
    };
    memo::noted(page, "latest", drawing)
}

/// Returns a line of the log with its icon.
pub(crate) fn sentence(names: Names, line: &Line) -> Markup {
    html! { p class={ "line " (tone_class(line.tone)) } { (icon(line.icon)) span { (names.rich(&line.text)) } } }
}
