//! A shareable moment of a finished match: its words, its picture, and the page that gives the
//! link.

use kernel::{ChanceOutcome, ChanceResult, Face, Picture, Piece, Role, Scene};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{LinkCard, Names, preview, shell},
    data::{TablePage, Visitor},
    table::stone,
};

/// The largest number of pictures in the picture of a moment.
const PICTURED: usize = 3;

/// Returns the page of a moment: its preview elsewhere, the link, and the way to play on from
/// there.
pub fn moment(v: &Visitor, page: &TablePage) -> Markup {
    let at = page.shown_step();
    let link = format!("{}{}", v.origin.unwrap_or_default(), href(page, at));
    let (title, about) = (title(page, at), words(page, at));
    let main = html! {
        div.column.sharing {
            h1 { (title) }
            img src=(image(page, at)) width="1200" height="630" alt=(alt(page));
            p { (about) }
            div {
                label for="link" { (t!("The link")) }
                input #link readonly value=(link);
                button.primary type="button" data-share-link=(link) hidden { (t!("Share")) }
            }
            div {
                a.button href=(href(page, at)) { (t!("See it in the replay")) }
                (play_on(page, at))
            }
        }
    };
    shell::page_with(v, shell::PageKind::Hall, &title, &card(page), &main)
}

/// Returns the form that plays a finished match on from a step, for practice; nothing at its end,
/// unless its players ended it early.
pub(crate) fn play_on(page: &TablePage, at: usize) -> Markup {
    html! {
        @if at < page.step || page.finished.early {
            form method="post" action={ "/tables/" (page.id) "/retry" } {
                input type="hidden" name="step" value=(at);
                button.quiet title=(t!("The dice are those of the match: the same moves meet the same luck. It is practice.")) {
                    (t!("Play on from here against bots"))
                }
            }
        }
    }
}

/// Returns the address at which the hall without a server does this (`match` opens the replay,
/// `play` goes on at once) with the match after this step.
pub(crate) fn along(page: &TablePage, what: &str, at: usize) -> String {
    let seat = page.own_seat().map(|seat| format!("-{}", seat.0)).unwrap_or_default();
    format!("/offline/#{what}={at}{seat}./tables/{}/record", page.id)
}

/// Returns the preview of a link to the replay at this moment. The end of the fallen is their
/// gravestone.
pub(crate) fn card(page: &TablePage) -> LinkCard {
    let at = page.shown_step();
    stone::card(page)
        .unwrap_or_else(|| LinkCard::of_picture(page.meta, words(page, at), image(page, at), preview::SIZE))
}

/// Returns a link of this class that saves the animated picture of the match; nothing where the
/// match is not open to everybody. In a hall in the visitor's own browser it is a drawing that
/// browsers animate.
pub(crate) fn match_picture(page: &TablePage, class: Option<&str>) -> Markup {
    let name = format!("{}-{}.png", page.meta.id, page.id);
    let about = t!("About a dozen moments of the match as one picture that moves (PNG), to show elsewhere.");
    html! {
        @if page.local {
            a class=[class] href={ "/replays/" (page.id) "/match.svg" } download {
                (t!("Save as a moving picture"))
            }
        } @else if is_everybodys(page) {
            a class=[class] href={ "/replays/" (page.id) "/match.png" } download=(name) title=(about) {
                (t!("Save as a moving picture"))
            }
        }
    }
}

/// Returns whether the pictures of the match are open to everybody.
pub(crate) fn is_everybodys(page: &TablePage) -> bool {
    page.hosting.access.spectators && page.of_day.is_none_or(|of| of.opened)
}

fn href(page: &TablePage, at: usize) -> String {
    format!("/replays/{}?at={at}", page.id)
}

fn image(page: &TablePage, at: usize) -> String {
    format!("/replays/{}/moment.png?at={at}", page.id)
}

fn title(page: &TablePage, at: usize) -> String {
    t!("{}, step {at} of {}", page.meta.title, page.step)
}

fn alt(page: &TablePage) -> String {
    let shown = page.scene.as_deref().map(pictured).unwrap_or_default();
    let words = shown.iter().filter_map(|name| art::picture(name.0)).map(|picture| picture.words().to_owned());
    let words: Vec<String> = words.collect();
    if words.is_empty() { t!("The cover of the game").to_owned() } else { kernel::listed(&words) }
}

/// Returns the log of the step, and the odds of its rolls.
fn words(page: &TablePage, at: usize) -> String {
    let names = Names::at(page);
    let chapter = page.chronicle.iter().find(|chapter| chapter.step == at);
    let lines = chapter.into_iter().flat_map(|chapter| &chapter.lines).filter(|line| !line.detail);
    let told: Vec<String> = lines.map(|line| names.plain(&line.text)).chain(odds(&page.fell)).collect();
    told.join(" ")
}

/// Returns how likely exactly these outcomes were; `None` if there were cards among them, or no
/// dice and coins.
fn odds(fell: &[&ChanceOutcome]) -> Option<String> {
    let ways = fell.iter().try_fold(1_u64, |ways, outcome| match &outcome.result {
        ChanceResult::Die(die, _) => ways.checked_mul(die.sides().into()),
        ChanceResult::Coin(_) => ways.checked_mul(2),
        ChanceResult::Card(_) => None,
    })?;
    let shown: Vec<String> = fell.iter().copied().map(shown).collect();
    (ways > 1).then(|| t!("The dice fell {}: just so once in {ways} times.", kernel::listed(&shown)))
}

fn shown(outcome: &ChanceOutcome) -> String {
    match &outcome.result {
        ChanceResult::Die(die, value) => t!("{value} of {}", die.sides()),
        ChanceResult::Coin(Face::Heads) => t!("heads").to_owned(),
        ChanceResult::Coin(Face::Tails) => t!("tails").to_owned(),
        ChanceResult::Card(kind) => kind.words().into_owned(),
    }
}

/// Returns the subjects of a scene: the opponents of a fight, else pieces that are highlighted or
/// lie out.
pub(crate) fn pictured(scene: &Scene) -> Vec<Picture> {
    let of = |role: Role| {
        let pieces = scene.areas.iter().filter(move |area| area.role == role).flat_map(|area| &area.pieces);
        pieces.filter_map(|piece| piece.picture)
    };
    let lit = |piece: &&Piece| piece.flags.contains(&kernel::Flag::Highlighted);
    let fight: Vec<Picture> = of(Role::Fighters).take(1).chain(of(Role::Foes).take(2)).collect();
    if !fight.is_empty() {
        return fight;
    }
    let lit: Vec<Picture> = scene.pieces().filter(lit).filter_map(|piece| piece.picture).take(PICTURED).collect();
    if !lit.is_empty() {
        return lit;
    }
    of(Role::Offer).chain(of(Role::Board)).take(PICTURED).collect()
}

#[cfg(test)]
mod tests {
    use kernel::{Die, RollReason};
    use text::text;

    use super::*;

    fn outcome(result: ChanceResult) -> ChanceOutcome {
        ChanceOutcome { why: RollReason::new("roll", text!("a roll")), result }
    }

    #[test]
    fn the_odds_are_told_of_dice_and_coins_and_not_of_cards() {
        let [d20, d6] = [Die::D20, Die::D6].map(|die| outcome(ChanceResult::Die(die, 3)));
        let coin = outcome(ChanceResult::Coin(Face::Heads));
        let told = odds(&[&d20, &d6, &coin]);
        assert_eq!(told.as_deref(), Some("The dice fell 3 of 20, 3 of 6 and heads: just so once in 240 times."));
        assert_eq!(odds(&[&d20, &outcome(ChanceResult::Card("AH".into()))]), None);
        assert_eq!(odds(&[]), None);
    }
}
