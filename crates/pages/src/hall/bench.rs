//! The bench of the hall in a browser: the numbers of a game's cards, to be changed while bots play.

use kernel::{CardNumber, Meta, Packs, Picture};
use maud::{Markup, html};
use text::{Text, t};

use crate::{
    common::{shell, shot, sign},
    data::Visitor,
    table::lobby,
};

/// How many pairs of matches a run has if the visitor changes nothing.
const MATCHES: u32 = 10_000;
/// How many pairs of matches show which number matters most.
const STEPS: u32 = 300;

/// Returns the page on which a visitor changes the cards of a game. `figures` are the figures by which
/// numbers can be compared, by name in JSON and for people; the first is chosen.
pub fn bench(
    v: &Visitor,
    games: &[&'static Meta],
    meta: &'static Meta,
    packs: &Packs,
    figures: &[(String, String)],
) -> Markup {
    let cards = cards(packs);
    let kinds: Vec<&str> = cards.iter().fold(Vec::new(), |mut kinds, card| {
        if !kinds.contains(&&*card.kind) {
            kinds.push(&card.kind);
        }
        kinds
    });
    let main = html! {
        div #bench-sheets {}
        form #lab.bench method="post" action="/lab" data-base=(meta.rules) data-pack=(t!("Changed numbers")) data-was=(t!("was {}", "#"))
            data-changed-one=(t!("1 number changed")) data-changed=(t!("{} numbers changed", "#"))
            data-added-one=(t!("1 card added")) data-added=(t!("{} cards added", "#")) {
            input type="hidden" name="game" value=(meta.id);
            input type="hidden" name="pack" value="{}";
            input type="hidden" name="numbers" value="";
            input type="hidden" name="steps" value=(STEPS);
            header.bench-head {
                div {
                    h1 { (t!("The bench")) }
                    nav.inline aria-label=(t!("Games")) {
                        @for game in games { a.button href={ "/bench?game=" (game.id) } aria-current=[(game.id == meta.id).then_some("page")] { (game.title) } }
                    }
                }
                label.title { span.unseen { (t!("Name of the pack")) } input #bench-title type="text" maxlength="80" autocomplete="off" placeholder=(t!("Changed numbers")); }
                p.quiet #bench-changed role="status" {}
                div.inline {
                    button #bench-undo type="button" hidden { (t!("Undo")) }
                    button #bench-save type="button" { (t!("Save the pack")) }
                    button #bench-link type="button" data-done=(t!("The link is copied.")) { (t!("Copy a link")) }
                    button #bench-print type="button" { (t!("Print")) }
                    button #bench-hall.of-hall type="button" { (t!("Take it to the hall")) }
                    button #bench-play.primary type="button" { (t!("Play it now")) }
                }
            }
            section.bench-cards aria-labelledby="cards" {
                h2 #cards { (t!("Cards")) }
                div.segments role="group" aria-label=(t!("Which cards")) {
                    label { input type="radio" name="shown" value="" checked; span { (t!("All")) } }
                    @for kind in &kinds { label { input type="radio" name="shown" value=(kind); span { (kind) } } }
                }
                div #bench-list { @for card in &cards { (row(v, packs, card)) } }
                // The name of a card that a visitor adds.
                template #bench-new {
                    input.card-name type="text" maxlength="80" autocomplete="off" required aria-label=(t!("Name of the card"));
                    button type="button" data-out { (t!("Take it out")) }
                }
            }
            section.bench-figures aria-labelledby="figures" {
                h2 #figures { (t!("What it does")) }
                p.quiet { (t!("Bots play the same matches with the cards of the game and with yours, on equal luck.")) }
                div.inline {
                    label { (t!("Seats")) " " input name="seats" type="number" min=(meta.seats.0) max=(meta.seats.1) value=(meta.usual_seats) required; }
                    label { (t!("Matches")) " " input name="games" type="number" min="100" max="1000000" value=(MATCHES) required; }
                    label { (t!("Bots")) " " select name="bot" { option value="reference" selected { (t!("Reference bot")) } (lobby::level_options("", "")) } }
                    input type="hidden" name="seed" value="1";
                }
                div.inline {
                    button.primary { (t!("Play the matches")) }
                    button #lab-stop type="button" hidden data-stop=(t!("Stop")) data-on=(t!("Go on")) { (t!("Stop")) }
                    a #lab-csv.button hidden href="/lab/figures.csv" download { (t!("Save the figures (CSV)")) }
                }
                progress #bench-progress max="1" value="0" hidden {}
                p #lab-said role="status" data-played=(t!("{} of {} matches", "#", "#")) data-battery=(t!("This device runs on its battery, and the lab uses all of its cores. Begin nevertheless?")) {}
                div #lab-report hidden {}
                div.inline {
                    label { (t!("By")) " " select name="figure" { @for (key, title) in figures { option value=(key) { (title) } } } }
                    button #bench-steps type="button" { (t!("Which number matters most?")) }
                }
                p.quiet { (t!("Each number of the cards that are shown is changed by one step alone. For the cards that you have changed this follows each run.")) }
            }
        }
    };
    shell::page(v, shell::PageKind::Front, t!("The bench"), &main)
}

/// A card on the bench.
struct Card {
    id: String,
    name: Text,
    picture: Picture,
    kind: String,
    /// Whether a pack may add cards of this kind.
    takes_new: bool,
    numbers: Vec<(CardNumber, i64, i64)>,
}

fn cards(packs: &Packs) -> Vec<Card> {
    let limits = packs.limits();
    let told = packs.cards();
    let card = |(id, numbers): (String, Vec<CardNumber>)| {
        let (name, picture) = packs.face(&id)?;
        let kind = told[&id]["kind"].as_str().unwrap_or_default();
        let (kind, takes_new) = (packs.key_name(kind).to_owned(), packs.takes_new(kind));
        // A number without limits of its own depends on others: the rules refuse what cannot be.
        let limited = |number: CardNumber| {
            let usual = (number.value.min(0), (2 * number.value).max(10));
            let (low, high) = limits.get(&*number.key).copied().unwrap_or(usual);
            (number, low, high)
        };
        Some(Card { id, name, picture, kind, takes_new, numbers: numbers.into_iter().map(limited).collect() })
    };
    packs.numbers().into_iter().filter(|(_, numbers)| !numbers.is_empty()).filter_map(card).collect()
}

fn row(v: &Visitor, packs: &Packs, card: &Card) -> Markup {
    html! {
        fieldset.bench-card data-card=(card.id) data-kind=(card.kind) {
            legend { (shot(Some(card.picture), v.theme)) span.card-name { (card.name) } span.quiet { (card.kind) } }
            div.bench-numbers {
                @for (number, low, high) in &card.numbers {
                    @let id = format!("{}.{}", card.id, number.key);
                    div.bench-number {
                        label for=(id) { (packs.key_name(number.key.rsplit('.').next().unwrap_or_default())) }
                        input id=(id) type="number" min=(low) max=(high) value=(number.value) data-key=(number.key) data-value=(number.value);
                        input type="range" tabindex="-1" aria-hidden="true" min=(low) max=(high) value=(number.value);
                        span.bench-was {}
                    }
                }
            }
            @if card.takes_new { button type="button" data-another { (t!("Add one like it")) } }
        }
    }
}

/// Returns the link to the bench from the page of a game.
pub(crate) fn link(meta: &Meta) -> Markup {
    html! { a.button href={ "/bench?game=" (meta.id) } { (sign(&art::icons::SETTINGS)) (t!("Change its cards")) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_every_card_is_on_the_bench_once() {
        let title = roster::find("gloombah").unwrap();
        let packs = title.packs().unwrap();
        let html = bench(&Visitor::default(), &[title.meta()], title.meta(), packs, &[]).into_string();
        let numbers: usize = packs.numbers().iter().map(|(_, numbers)| numbers.len()).sum();
        assert!(numbers > 200 && html.matches("data-key=").count() == numbers);
        assert!(html.contains("id=\"sulky_housecat.ap\" type=\"number\" min=\"0\" max=\"99\" value=\"1\""), "{html}");
        assert_eq!(html.matches("name=\"shown\"").count(), 5, "all, and four kinds");
        assert_eq!(html.matches("data-another").count(), packs.numbers().len(), "each may have others like it");
        let fixed = roster::find("accursed-tomb").unwrap();
        let html = bench(&Visitor::default(), &[], fixed.meta(), fixed.packs().unwrap(), &[]).into_string();
        assert!(html.contains("data-key=") && !html.contains("data-another"), "its rules know each card");
    }

    #[test]
    fn every_kind_of_card_has_words() {
        for game in roster::GAMES {
            let packs = game.packs().unwrap();
            let cards = packs.cards();
            for kind in cards.as_object().unwrap().values().filter_map(|card| card["kind"].as_str()) {
                assert!(packs.key_name(kind) != kind || !kind.contains('_'), "{}: {kind}", game.meta().id);
            }
            let kinds = || super::cards(packs).into_iter().map(|card| card.kind).collect::<Vec<String>>();
            let [english, german] = translations::all().map(|language| language.speak(kinds));
            let differing = english.iter().zip(&german).filter(|(one, other)| one != other).count();
            assert_eq!(differing, english.len(), "{german:?}");
        }
    }
}
