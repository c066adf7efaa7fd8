//! Physical dice: the request to roll, flip or draw, and the form that enters the outcome.

use kernel::{Ask, CardKind, Question, StandardCard, Suit};
use maud::{Markup, html};
use text::t;

use crate::{common::picture, context::RenderContext, tray::forms};

/// Returns the request to roll or draw, and its purpose; players who may not enter the outcome read
/// only the purpose. The step that waits for it comes first: it says what the roll is about.
pub(crate) fn asked(ctx: RenderContext, question: &Question) -> Markup {
    let wanted = match &question.ask {
        Ask::Die(die) => t!("roll a {} and say what fell", format_args!("{die}")),
        Ask::Coin => t!("flip a coin and say what fell").into(),
        Ask::Card { .. } => t!("draw a card and say which").into(),
    };
    html! {
        div.prompt #prompt {
            @if let Some((seat, step)) = &ctx.page.under_way {
                p.about { b.who data-seat=(seat) { (ctx.names.of(*seat)) } ": " (ctx.names.rich(step)) }
            }
            p {
                b { (question.why.text) }
                @if ctx.page.draws() { ": " (wanted) "." }
                @else if let Some(seat) = ctx.page.draws_elsewhere { ": " (t!("{} enters it.", ctx.names.of(seat))) }
                @else { (t!(": waiting for whoever rolls or draws it.")) }
            }
        }
    }
}

/// Returns the form that enters the outcome, for players who may enter it.
pub(crate) fn answers(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let form = |question| {
        html! {
            form.answer method="post" action={ "/tables/" (page.id) "/answer" } {
                input type="hidden" name="step" value=(page.step);
                input type="hidden" name="answers" value=(page.answers);
                (forms::looking_from(page))
                (choices(ctx, question))
                (answered(ctx))
            }
        }
    };
    html! {
        @match (page.ask.as_ref().filter(|_| page.may_answer), page.draws_elsewhere) {
            (Some(question), None) => (form(question)),
            // Each player enters their own on their own device; others do it for them if need be.
            (Some(question), Some(seat)) => details #enter-for {
                summary { (t!("Enter it for {}", ctx.names.of(seat))) }
                (form(question))
            },
            (None, _) => (answered(ctx)),
        }
    }
}

/// Returns buttons for the possible outcomes. Cards of a standard pack come by suit and then rank,
/// named cards with their pictures, numbers and sides of a coin as they are.
fn choices(ctx: RenderContext, question: &Question) -> Markup {
    let cards = question.cards();
    let standard: Vec<(CardKind, StandardCard)> =
        cards.iter().filter_map(|kind| Some((*kind, kind.standard()?))).collect();
    html! {
        @match &question.ask {
            Ask::Card { .. } if !cards.is_empty() && standard.len() == cards.len() => (by_suit(&standard)),
            Ask::Card { .. } if cards.iter().any(|card| card.title.is_some()) => (by_name(ctx, cards)),
            Ask::Coin => div.others {
                button.move name="value" value="heads" { (t!("heads")) }
                button.move name="value" value="tails" { (t!("tails")) }
            },
            Ask::Die(_) | Ask::Card { .. } => div.others {
                @for choice in question.choices() { button.move name="value" value=(choice) { (choice) } }
            },
        }
    }
}

/// Returns buttons for two presses: a suit opens its ranks.
fn by_suit(cards: &[(CardKind, StandardCard)]) -> Markup {
    let of =
        |suit: Suit| cards.iter().filter(move |(_, card)| matches!(card, StandardCard::Suited(_, one) if *one == suit));
    let jokers = cards.iter().filter(|(_, card)| *card == StandardCard::Joker);
    html! {
        div.suits {
            @for suit in Suit::ALL.into_iter().filter(|suit| of(*suit).next().is_some()) {
                details.suit.red[matches!(suit, Suit::Hearts | Suit::Diamonds)] id={ "suit-" (suit.word()) } name="suit" {
                    summary { span aria-hidden="true" { (suit.sign()) } " " (name(suit)) }
                    div.others { @for (kind, _) in of(suit) { button.move name="value" value=(kind.code) { (kind.words()) } } }
                }
            }
            @for (kind, _) in jokers { button.move name="value" value=(kind.code) { (kind.words()) } }
        }
    }
}

fn name(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => t!("Hearts"),
        Suit::Diamonds => t!("Diamonds"),
        Suit::Clubs => t!("Clubs"),
        Suit::Spades => t!("Spades"),
    }
}

/// Returns cards with their pictures, in the order of their names.
fn by_name(ctx: RenderContext, mut cards: Vec<CardKind>) -> Markup {
    cards.sort_by_cached_key(|card| card.words().to_lowercase());
    html! {
        div.others.named {
            @for card in &cards {
                button.move name="value" value=(card.code) {
                    @if let Some(drawn) = card.picture.and_then(|name| picture(name, ctx.page.theme)) {
                        span.pic aria-hidden="true" { (drawn) }
                    }
                    span { (card.words()) }
                }
            }
        }
    }
}

fn answered(ctx: RenderContext) -> Markup {
    let outcomes: Vec<String> = ctx.page.answered.iter().map(|outcome| outcome.text()).collect();
    html! { @if !outcomes.is_empty() { p.quiet { (t!("So far: {}.", outcomes.join(", "))) } } }
}
