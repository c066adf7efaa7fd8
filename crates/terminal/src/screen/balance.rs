//! The balance of two sides, and the outlooks.

use ::text::t;
use kernel::{Balance, Side, Tone};
use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{context::RenderContext, theme::Ink};
use crate::text;

/// The rows of the balance in this many columns: a bar for each side, the formula unless room is
/// scarce, and the outlooks.
pub(super) fn rows(context: &RenderContext, width: usize, scarce: bool) -> Vec<Line<'static>> {
    let mut rows = Vec::new();
    if let Some(Balance { sides, formula }) = &context.scene.balance {
        let whole = |side: &Side| side.terms.iter().map(|term| term.value.max(0)).sum::<i32>().max(side.total);
        let most = sides.iter().map(whole).max().unwrap_or(0).max(1);
        let names =
            sides.each_ref().map(|side| text::cut(&context.local_match.say(&side.name), 18, context.theme.ascii));
        let margin = names.iter().map(|name| text::width(name)).max().unwrap_or(0);
        for (side, name) in sides.iter().zip(&names) {
            rows.push(bar(context, side, &text::pad(name, margin), most, width.saturating_sub(margin + 14)));
        }
        if !scarce {
            let words = text::wrap(&context.local_match.say(formula), width.saturating_sub(2));
            rows.extend(words.into_iter().map(|line| Line::styled(format!("  {line}"), context.theme.ink(Ink::Ash))));
        }
    }
    for outlook in &context.scene.outlooks {
        let ink = if outlook.tone == Tone::Good { Ink::Moss } else { Ink::Blood };
        let title = context.local_match.say(&outlook.title);
        let words = format!("{title}. {}", context.local_match.say(&outlook.text));
        let lines = text::wrap(&words, width.saturating_sub(2));
        rows.extend(lines.into_iter().map(|line| Line::styled(format!("  {line}"), context.theme.ink(ink))));
    }
    rows
}

/// `Ada and Ben  23 ██████████▒▒▒▒ 36`: the certain part is full, the part that depends on a choice
/// is shaded.
fn bar(context: &RenderContext, side: &Side, name: &str, most: i32, room: usize) -> Line<'static> {
    let columns = |value: i32| (value.max(0) as usize * room).div_ceil(most as usize);
    let may: i32 = side.terms.iter().filter(|term| !term.certain).map(|term| term.value).sum();
    let (full, all) = (columns(side.total).min(room), columns(side.total + may).min(room));
    let ink = if side.tone == Tone::Bad { Ink::Blood } else { Ink::Brass };
    let style = context.theme.ink(ink);
    let after = if may == 0 { String::new() } else { t!(" {} with help", side.total + may) };
    Line::from(vec![
        Span::styled(format!("  {name} "), Style::new()),
        Span::styled(format!("{:>3} ", side.total), style.patch(context.theme.strong())),
        Span::styled(context.theme.pick("█", "#").repeat(full), style),
        Span::styled(context.theme.pick("▒", ":").repeat(all.saturating_sub(full)), style),
        Span::styled(text::cut(&after, (room + 6).saturating_sub(all), context.theme.ascii), style),
    ])
}
