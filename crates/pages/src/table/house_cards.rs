//! House cards at a table: their name, and what is different from the base game.

use kernel::{CardChange, Change, HouseCards, Icon, Meta, Packs};
use maud::{Markup, html};
use serde_json::Value;
use text::t;

use crate::{common::icon, data::TablePage};

/// Returns whether a game takes packs of house cards.
pub(crate) fn are_taken(meta: &Meta) -> bool {
    roster::find(meta.id).is_ok_and(|title| title.packs().is_some())
}

/// Returns the name of the house cards for the head of a table.
pub(crate) fn label(page: &TablePage) -> Markup {
    html! { @if let Some(cards) = page.house_cards { ", " (t!("house cards: {}", cards.title())) } }
}

/// Returns the item of the menu that opens what is different.
pub(crate) fn tool(page: &TablePage) -> Markup {
    html! {
        @if let Some(cards) = page.house_cards {
            button.tool type="button" popovertarget="house-cards" { (icon(Icon::CARD)) span { (t!("House cards")) ": " (cards.title()) } }
        }
    }
}

/// Returns what is different, to be opened from the menu.
pub(crate) fn details(page: &TablePage) -> Markup {
    html! {
        @if let Some(cards) = page.house_cards {
            div.details #house-cards popover { h2 { (cards.title()) } (changes(cards)) }
        }
    }
}

/// Returns what is different, card by card.
pub(crate) fn changes(cards: &HouseCards) -> Markup {
    html! {
        @if let Some(author) = cards.pack()["author"].as_str() { p.quiet { (t!("By {author}")) } }
        ul.changes {
            @for change in cards.changes() { li { b { (change.name) } ": " (words(cards.packs(), change)) } }
        }
    }
}

fn words(packs: &Packs, change: &CardChange) -> String {
    match &change.change {
        Change::Added => t!("new").to_owned(),
        Change::Removed => t!("taken out").to_owned(),
        Change::Values(values) => {
            let one = |(key, before, now): &(String, Value, Value)| {
                let name = packs.key_name(key);
                match (before, now) {
                    (Value::Number(before), Value::Number(now)) => {
                        let (before, now) = (before.to_string(), now.to_string());
                        t!("{name} {now} (was {before})")
                    }
                    (Value::Null, Value::Number(now)) => format!("{name} {now}"),
                    _ => t!("another {name}"),
                }
            };
            values.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns the choice of house cards: none, or one of these packs by hash and title. `chosen` is the
/// hash of the present one; empty for none.
pub(crate) fn choice(packs: &[(String, String)], chosen: &str) -> Markup {
    html! {
        div.option {
            label for="opt.pack" { (t!("House cards")) }
            select id="opt.pack" name="opt.pack" aria-describedby="about-pack" {
                option value="" { (t!("None: the cards of the game")) }
                @for (hash, title) in packs { option value=(hash) selected[hash == chosen] { (title) } }
            }
            p.quiet id="about-pack" {
                (t!("A match with house cards counts for nothing.")) " " a href="/me/packs" { (t!("Bring your own")) }
            }
        }
    }
}

/// Returns the packs to choose from at a table: those of the host, and the present one.
pub(crate) fn choices(page: &TablePage) -> Vec<(String, String)> {
    let mut packs = page.lobby.packs.clone();
    if let Some(now) = page.house_cards.filter(|now| packs.iter().all(|(hash, _)| hash != now.hash())) {
        packs.push((now.hash().to_owned(), now.title().to_owned()));
    }
    packs
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_different_is_told_card_by_card() {
        let packs = roster::find("gloombah").unwrap().packs().unwrap();
        let pack = json!({
            "game": "gloombah", "base": 1, "title": "Ours <b>", "author": "Ada",
            "cards": {
                "sulky_housecat": { "ap": 4 },
                "ambush": { "remove": true },
                "dog": {
                    "kind": "monster", "name": "Dog & Bone", "tag": "beast", "copies": 1, "ap": 2, "damage": 1, "xp": 1,
                    "treasure": 1, "text": "Woof."
                },
            },
        });
        let cards = packs.read(&pack).unwrap();
        let html = changes(cards).into_string();
        assert!(html.contains("<b>Sulky Housecat</b>: attack 4 (was 1)"), "{html}");
        assert!(html.contains("<b>Ambush</b>: taken out") && html.contains("<b>Dog &amp; Bone</b>: new"), "{html}");
        assert_eq!(html.matches("<li>").count(), 3, "{html}");
        let chosen = choice(&[("x".into(), "Other".into()), ("y".into(), "Ours <b>".into())], "y").into_string();
        assert!(chosen.contains("selected>Ours &lt;b&gt;</option>") && chosen.contains("value=\"x\""), "{chosen}");
    }
}
