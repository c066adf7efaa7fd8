//! What a move would do, shown on the pieces while it is pointed at: by the script on hover and focus, and once it is
//! picked by the page itself.

use kernel::{Mark, Tone, Wording};
use maud::{Markup, html};
use serde_json::json;

use super::context::RenderContext;

/// The marks of a move as the script reads them: a list of piece, tone, and the text if there is one.
pub(super) fn data(wording: &Wording) -> Option<String> {
    let one = |mark: &Mark| match &mark.text {
        Some(text) => json!([mark.piece, name(mark.tone), text]),
        None => json!([mark.piece, name(mark.tone)]),
    };
    (!wording.marks.is_empty()).then(|| wording.marks.iter().map(one).collect::<serde_json::Value>().to_string())
}

/// What the move that has been picked whole does to a piece.
pub(super) fn on<'a>(ctx: RenderContext<'a>, piece: &str) -> Option<&'a Mark> {
    let picked = &ctx.moves.all()[ctx.moves.picked_whole()?].wording;
    picked.marks.iter().find(|mark| mark.piece == piece)
}

/// The class of a marked piece.
pub(super) fn class(mark: Option<&Mark>) -> &'static str {
    match mark.map(|mark| mark.tone) {
        None => "",
        Some(Tone::Plain) => " marked mark-plain",
        Some(Tone::Good) => " marked mark-good",
        Some(Tone::Bad) => " marked mark-bad",
        Some(Tone::Luck) => " marked mark-luck",
    }
}

/// The words of a mark.
pub(super) fn words(mark: Option<&Mark>) -> Markup {
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
