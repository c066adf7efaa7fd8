//! The strengths of two sides as two bars on one axis, and the expected results.

use kernel::{Balance, Outlook, Side, Term};
use maud::{Markup, html};
use text::t;

use crate::{common::tone_class, context::RenderContext, pieces::gauge::percent};

/// Returns both sums, large, one against the other.
pub(crate) fn versus(ctx: RenderContext) -> Markup {
    html! {
        @if let Some(Balance { sides: [one, other], .. }) = &ctx.scene.balance {
            p.versus aria-hidden="true" {
                b.us data-num=(one.total) data-key="us" { (one.total) }
                i { (t!("against")) }
                b.them data-num=(other.total) data-key="them" { (other.total) }
            }
        }
    }
}

/// Returns the two bars, their parts, and the formula in a line.
pub(crate) fn bars(ctx: RenderContext) -> Markup {
    let Some(Balance { sides, formula }) = &ctx.scene.balance else { return html! {} };
    let [one, other] = sides;
    let most = sides.iter().map(|side| whole(side).max(side.total)).max().unwrap_or(0).max(1);
    let spoken = |side: &Side| {
        let with: i32 = side.terms.iter().filter(|term| !term.certain).map(|term| term.value).sum();
        let with = if with == 0 { String::new() } else { t!(", {} with what is on offer", side.total + with) };
        format!("{}: {}{with}", ctx.names.plain(&side.name), side.total)
    };
    html! {
        section.balance aria-label=(t!("The sums")) {
            div role="img" aria-label=(format!("{}. {}.", spoken(one), spoken(other))) {
                (bar(ctx, "us", one, most, Some(other.total)))
                (bar(ctx, "them", other, most, None))
            }
            p.formula { (ctx.names.rich(formula)) }
        }
    }
}

/// Returns the largest sum that a side may reach.
fn whole(side: &Side) -> i32 {
    side.terms.iter().map(|term| term.value.max(0)).sum()
}

/// Returns the bar of one side: certain terms plain, terms that depend on a choice hatched, and a
/// mark at the sum to beat.
fn bar(ctx: RenderContext, class: &'static str, side: &Side, most: i32, beat: Option<i32>) -> Markup {
    let share_of = |part: i32| f64::from(part.max(0)) * 100.0 / f64::from(most);
    let mut at = 0;
    let placed: Vec<(i32, &Term)> = side
        .terms
        .iter()
        .map(|term| {
            let start = at;
            at += term.value.max(0);
            (start, term)
        })
        .collect();
    html! {
        div.side.(class) {
            b.total { (side.total) }
            svg.terms width="100%" height="100%" aria-hidden="true" focusable="false" {
                @for (place, (start, term)) in placed.iter().enumerate() {
                    @let share = share_of(term.value);
                    svg x=(percent(share_of(*start))) width=(percent(share)) height="100%" {
                        rect.term.more[place > 0].may[!term.certain] width="100%" height="100%" {}
                        @if !term.certain { rect width="100%" height="100%" fill="url(#maybe)" {} }
                        (label(ctx, term, share, (place > 0).then_some(at)))
                    }
                }
                @if let Some(beat) = beat { line.beat x1=(percent(share_of(beat))) x2=(percent(share_of(beat))) y1="0" y2="100%" {} }
            }
        }
    }
}

/// Returns the words of a term, as far as they fit: in full, with short names, or just its number.
/// A term that depends on a choice also states the resulting sum.
fn label(ctx: RenderContext, term: &Term, share: f64, sum: Option<i32>) -> Markup {
    // Characters that fit on the narrowest phone and on a desk, at 14 px.
    let room = |width: f64| (share * width / 100.0 / 7.6) as usize;
    let number = if sum.is_some() { format!("{:+}", term.value) } else { term.value.to_string() };
    let options = [ctx.names.plain(&term.text), ctx.names.briefly(&term.text), number];
    let end = format!("= {}", sum.unwrap_or(term.value));
    let told = |class: &'static str, room: usize| {
        let whole = options.iter().find(|text| !term.certain && text.chars().count() + end.len() + 2 <= room);
        let alone = options.iter().find(|text| text.chars().count() <= room);
        html! {
            @match (whole, alone) {
                (Some(text), _) => {
                    text.start.(class) x="7" y="50%" { (text) }
                    text.end.(class) x="98%" y="50%" { (end) }
                }
                (None, Some(text)) => text.(class) x="50%" y="50%" { (text) },
                (None, None) => {}
            }
        }
    };
    html! { (told("on-phone", room(300.0))) (told("on-desk", room(600.0))) }
}

/// Returns the result as it would be now, and with each choice on offer.
pub(crate) fn outlooks(ctx: RenderContext) -> Markup {
    html! {
        @if !ctx.scene.outlooks.is_empty() {
            div.outlooks { @for (place, outlook) in ctx.scene.outlooks.iter().enumerate() { (plaque(ctx, outlook, place > 0)) } }
        }
    }
}

fn plaque(ctx: RenderContext, outlook: &Outlook, possible: bool) -> Markup {
    html! {
        section.outlook.(tone_class(outlook.tone)).possible[possible] {
            h3 { (ctx.names.briefly(&outlook.title)) }
            p { (ctx.names.briefly(&outlook.text)) }
        }
    }
}

/// Returns the hatching pattern for terms that depend on a choice, once per page.
pub(crate) fn hatching() -> Markup {
    html! {
        svg.hatching width="0" height="0" aria-hidden="true" focusable="false" {
            pattern #maybe width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" { rect.stripe width="5" height="10" {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Tone;

    use super::*;

    fn side(terms: &[(i32, bool)]) -> Side {
        let terms: Vec<Term> =
            terms.iter().map(|(value, certain)| Term { text: "x".into(), value: *value, certain: *certain }).collect();
        let total = terms.iter().filter(|term| term.certain).map(|term| term.value).sum();
        Side { name: "Side".into(), tone: Tone::Plain, total, terms }
    }

    #[test]
    fn what_may_still_come_lengthens_the_bar() {
        assert_eq!(whole(&side(&[(10, true), (2, true), (13, false)])), 25);
        assert_eq!(whole(&side(&[(10, true), (-2, true)])), 10);
        assert_eq!(percent(40.04), "40%");
    }
}
