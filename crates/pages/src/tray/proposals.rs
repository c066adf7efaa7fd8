//! Proposals of players: forms to agree to them, to refuse them, and to withdraw them.

use kernel::Seat;
use maud::{Markup, html};
use model::Proposed;
use text::t;

use crate::{context::RenderContext, data::ProposalInfo};

/// Returns the forms of the tray about what players have proposed.
pub(crate) fn forms(ctx: RenderContext) -> Markup {
    html! { @for proposal in &ctx.page.agreements.proposals { (form(ctx, proposal)) } }
}

fn form(ctx: RenderContext, proposal: &ProposalInfo) -> Markup {
    let page = ctx.page;
    let own = |seat: &Seat| page.is_own(*seat);
    let asked = !proposal.refused && proposal.undecided.iter().any(own);
    let (wish, ask) = words(ctx, proposal);
    let others: Vec<Seat> = proposal.undecided.iter().copied().filter(|seat| !own(seat)).collect();
    let others = ctx.names.listed(&others);
    html! {
        form.inline.who-plays.proposal method="post" action={ "/tables/" (page.id) "/proposals" } data-proposal=(proposal.n) {
            input type="hidden" name="n" value=(proposal.n);
            @if let Some(seat) = page.chosen_seat { input type="hidden" name="view" value=(seat); }
            span {
                @if proposal.you { (wish) } @else { (ask) }
                @if proposal.refused { " " (t!("It was refused.")) }
                @else if !others.is_empty() { " " (t!("{others} must agree.")) }
            }
            @if asked {
                button.primary name="do" value="accept" { (t!("Agree")) }
                button name="do" value="refuse" { (t!("Refuse")) }
            }
            @if proposal.you && !proposal.refused { button name="do" value="withdraw" { (t!("Ask no more")) } }
        }
    }
}

/// Returns what is proposed: for its author, and for the others.
fn words(ctx: RenderContext, proposal: &ProposalInfo) -> (String, String) {
    let name = proposal.name.as_str();
    match proposal.what {
        Proposed::Seat { seat } => {
            let bot = ctx.names.of(seat);
            (t!("You have asked to play for {bot}."), t!("{name} asks to play for {bot}."))
        }
        Proposed::TakeBack { step } => match (ctx.page.step + 1).saturating_sub(step) {
            1 => (
                t!("You have asked to take your last step back.").into(),
                t!("{name} asks to take their last step back."),
            ),
            steps => (
                t!("You have asked to take the last {steps} steps back."),
                t!("{name} asks to take the last {steps} steps back."),
            ),
        },
        Proposed::End => {
            (t!("You have proposed to end the match for all.").into(), t!("{name} proposes to end the match for all."))
        }
        Proposed::Remove { seat } => {
            let player = ctx.names.of(seat);
            (
                t!("You have proposed to remove {player} from the match."),
                t!("{name} proposes to remove {player} from the match. A bot would play on."),
            )
        }
    }
}
