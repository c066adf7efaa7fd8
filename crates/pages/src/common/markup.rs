//! Texts with markup in their gaps.

use maud::{Markup, PreEscaped, Render};
use text::Message;

/// Formats a text in the current language, with gaps as in [`t!`](text::t) that may contain markup:
/// a link, a name in bold.
macro_rules! markup {
    ($($text:tt)*) => { ::text::fill!((crate::common::markup::filled, ::maud::Render) $($text)*) };
}
pub(crate) use markup;

/// Returns a text with these values in its gaps, for [`markup!`].
pub(crate) fn filled(text: &Message, gaps: &[&dyn Render]) -> Markup {
    let mut html = String::new();
    text.visit(&mut html, |html, words| words.render_to(html), |html, gap, _| gaps[gap].render_to(html));
    PreEscaped(html)
}
