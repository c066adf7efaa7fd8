//! The parts for print: the decks of the heroes, monsters and treasures, tokens, and sheets.

use kernel::{
    Icon, Look, Piece, Stat, Tone,
    printed::{Block, Deck, Part, Sheet},
};
use text::{capital, counted, t};

use super::{
    foe::{attack_words, guard_words},
    pieces::{self, BOOT, GRAVEYARD, TORCH},
};
use crate::{
    Hero, Monster, Treasure,
    cards::deck_of,
    content::{BOOTS, Level, MAX_TOKENS, REMAKE, TORCHES, Tier},
};

/// The diameter of tokens.
const TOKEN: u8 = 18;
/// The values of wounds, each with its tokens.
const WOUNDS: [(u8, u8); 3] = [(1, 20), (5, 10), (10, 6)];

pub(super) fn parts() -> Vec<Part> {
    let mut parts: Vec<Part> = Hero::ALL.into_iter().map(deck).collect();
    parts.extend([
        Deck::cards(t!("Monsters"), GRAVEYARD, Monster::ALL.map(|monster| (monster_card(monster), 1))),
        Deck::cards(t!("Treasures"), TORCH, Treasure::ALL.map(|treasure| (pieces::treasure(treasure), 1))),
        Deck::tokens(
            t!("Tokens"),
            TOKEN,
            Hero::ALL.map(|hero| (token(None).picture(pieces::token_picture(hero)), MAX_TOKENS)),
        ),
        Deck::tokens(t!("Boots"), TOKEN, [(token(None).picture(BOOT), boots())]),
        Deck::tokens(
            t!("Wounds"),
            TOKEN,
            WOUNDS.map(|(wound, copies)| (token(Some(format!("\u{2212}{wound}"))), copies)),
        ),
    ]);
    parts.extend(Hero::ALL.map(|hero| sheet(hero).times(1)));
    parts.push(dungeon().times(1));
    parts
}

fn deck(hero: Hero) -> Part {
    Deck::cards(hero.name(), hero.picture(), deck_of(hero).iter().map(|card| (pieces::card(card), 1)))
}

/// The most boots that are needed at once.
fn boots() -> u8 {
    (1..).zip(BOOTS).map(|(players, boots): (u8, u8)| players * boots).max().unwrap_or_default()
}

fn token(value: Option<String>) -> Piece {
    Piece::new("", Look::Token { icon: Icon::CARD, tone: Tone::Plain, value, seat: None }, "")
}

/// A monster with all its phases. The level adds to the health of a boss.
fn monster_card(monster: Monster) -> Piece {
    let kind = match monster.tier() {
        Tier::Boss => t!("Boss").to_owned(),
        tier => t!("Tier {}", tier.number()),
    };
    let phases = monster.phases();
    let stat = |icon, name, value: String| Stat { icon, name, value };
    let health: Vec<String> = phases.iter().map(|phase| phase.health.to_string()).collect();
    let mut stats = vec![stat(Icon::HEART, t!("health"), health.join(" / "))];
    if monster.chests() > 0 {
        stats.push(stat(Icon::CHEST, t!("treasures"), monster.chests().to_string()));
    }
    let words = phases.iter().zip(1..).map(|(phase, number)| {
        let words = format!("{} {}", guard_words(phase.guard), attack_words(phase));
        if phases.len() > 1 { format!("{number}. {words}") } else { words }
    });
    let words: Vec<String> = words.collect();
    let name = monster.name().as_str();
    Piece::new("", Look::card(name, kind, Icon::MONSTER, Tone::Bad, stats), name)
        .picture(monster.picture())
        .text(words.join(" "), None)
}

fn sheet(hero: Hero) -> Sheet {
    let boots =
        (1..).zip(BOOTS).map(|(players, boots): (u8, u8)| [counted!(players, "player"), counted!(boots, "boot")]);
    Sheet::half(
        format!("{}, {}", hero.name(), hero.class()),
        [
            Block::boxes(t!("Health"), 1..=hero.health()),
            Block::text(t!(
                "{token}: {effect} {mana} mana make one, {MAX_TOKENS} are the most.",
                token = capital(&hero.tokens().word("1")),
                effect = pieces::token_effect(hero),
                mana = hero.mana()
            )),
            Block::text(pieces::suit(hero).label),
            Block::text(t!("When your deck is empty, your trash becomes the deck again, for {REMAKE} health.")),
            Block::table([t!("Players"), t!("Boots of each")], boots),
        ],
    )
    .picture(hero.picture())
}

/// The sheet of the party: torches, levels and melds.
fn dungeon() -> Sheet {
    let levels = [Level::Easy, Level::Normal, Level::Hard, Level::Heroic].map(|level| {
        let tiers: Vec<String> = level.tiers().iter().map(|tier| tier.number().to_string()).collect();
        [level.name().to_owned(), tiers.join(", "), format!("+{}", level.boss_health())]
    });
    Sheet::page(
        t!("The dungeon"),
        [
            Block::boxes(t!("Turns until the torches go out"), 1..=TORCHES),
            Block::table([t!("Level"), t!("Tiers on the way"), t!("Health of each phase of the boss")], levels),
        ],
    )
    .picture(TORCH)
}
