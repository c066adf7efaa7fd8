//! Marks: the effects of a move, shown on the pieces. The script shows them on hover and focus; the
//! page itself shows them once the move is picked.

use kernel::{Mark, Tone, Wording};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::context::RenderContext;

/// Returns the marks of a move as the script reads them: a list of piece, tone, and the text if
/// there is one.
pub(crate) fn data(wording: &Wording) -> Option<String> {
    let one = |mark: &Mark| match &mark.text {
        Some(text) => json!([mark.piece, name(mark.tone), text]),
        None => json!([mark.piece, name(mark.tone)]),
    };
    (!wording.marks.is_empty()).then(|| wording.marks.iter().map(one).collect::<Value>().to_string())
}

/// Returns ids of pieces as the script reads them.
pub(crate) fn ids<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    ids.into_iter().map(Value::from).collect::<Value>().to_string()
}

/// Returns the effect of the fully picked move on a piece.
pub(crate) fn on<'a>(ctx: RenderContext<'a>, piece: &str) -> Option<&'a Mark> {
    let picked = &ctx.moves.all()[ctx.moves.picked_whole()?].wording;
    picked.marks.iter().find(|mark| mark.piece == piece)
}

/// Returns the class of a marked piece.
pub(crate) fn class(mark: Option<&Mark>) -> String {
    mark.map(|mark| format!(" marked mark-{}", name(mark.tone))).unwrap_or_default()
}

/// Returns the words of a mark.
pub(crate) fn words(mark: Option<&Mark>) -> Markup {
    html! { @if let Some(text) = mark.and_then(|mark| mark.text.as_deref()) { b.mark { (text) } } }
}

fn name(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Luck => "luck",
    }
}
