//! The achievements of a match, with the conditions to earn them.

use kernel::{Achievement, Condition, Finished};
use text::text;

use crate::{DungeonRummy, Event, Level, Monster, content::CANASTA};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Condition<DungeonRummy>); 12] = [
    (
        Achievement::new("full-fan", text!("A Full Fan"), text!("Attack with a canasta."), "dungeon-rummy/canasta"),
        |party, seat| {
            let canasta = |event: &Event| matches!(*event, Event::Attacked { seat: who, cards, .. } if who == seat && usize::from(cards) >= CANASTA);
            party.any(canasta)
        },
    ),
    (
        Achievement::new(
            "on-the-bill",
            text!("Put It on the Bill"),
            text!("Do 15 damage or more with one attack."),
            "dungeon-rummy/throwing-anvil",
        ),
        |party, seat| {
            party.any(|event| matches!(*event, Event::Attacked { seat: who, damage: 15.., .. } if who == seat))
        },
    ),
    (
        Achievement::new(
            "borrowed",
            text!("Borrowed, Not Stolen"),
            text!("Use three treasures in one match."),
            "dungeon-rummy/sticky-gloves",
        ),
        |party, seat| party.count(|event| matches!(*event, Event::Used { seat: who, .. } if who == seat)) >= 3,
    ),
    (
        Achievement::new(
            "no-substitutes",
            text!("No Substitutes"),
            text!("Attack with a royal canasta."),
            "dungeon-rummy/king",
        ),
        |party, seat| {
            let royal = |event: &Event| matches!(*event, Event::Attacked { seat: who, cards, wilds: 0, .. } if who == seat && usize::from(cards) >= CANASTA);
            party.any(royal)
        },
    ),
    (
        Achievement::new(
            "notice-to-quit",
            text!("Notice to Quit"),
            text!("Beat the Landlord."),
            "dungeon-rummy/landlord",
        ),
        |party, _| beaten(party, Monster::Landlord),
    ),
    (
        Achievement::new(
            "no-sugar",
            text!("No Sugar, Thank You"),
            text!("Beat Grandmother Gorgon."),
            "dungeon-rummy/gorgon",
        ),
        |party, _| beaten(party, Monster::Gorgon),
    ),
    (
        Achievement::new(
            "important-call",
            text!("Your Call Was Important"),
            text!("Beat the Lich of Customer Service."),
            "dungeon-rummy/lich",
        ),
        |party, _| beaten(party, Monster::Lich),
    ),
    (
        Achievement::new(
            "upper-shelf",
            text!("The Upper Shelf"),
            text!("Beat the Dragon of the Lower Shelf."),
            "dungeon-rummy/dragon",
        ),
        |party, _| beaten(party, Monster::Dragon),
    ),
    (
        Achievement::new(
            "home-for-tea",
            text!("Home for Tea"),
            text!("Beat a boss within 15 turns."),
            "dungeon-rummy/lukewarm-tea",
        ),
        |party, seat| party.won(seat) && party.count(|event| matches!(event, Event::Turn { .. })) <= 15,
    ),
    (
        Achievement::new(
            "quiet-neighbours",
            text!("Quiet Neighbours"),
            text!("Beat a boss without the graveyard bursting once."),
            "dungeon-rummy/graveyard",
        ),
        |party, seat| party.won(seat) && !party.any(|event| matches!(event, Event::Bursts { .. })),
    ),
    (
        Achievement::new(
            "optional",
            text!("Health Is Optional"),
            text!("Beat a boss while your hero has 3 health or less."),
            "dungeon-rummy/second-hand-bandage",
        ),
        |party, seat| party.won(seat) && party.game.hero(party.game.hero_of(seat)).hp <= 3,
    ),
    (
        Achievement::new(
            "bad-idea",
            text!("A Bad Idea, Carried Out"),
            text!("Beat the boss of the Bad Idea or the Terrible Idea."),
            "dungeon-rummy/torch",
        ),
        |party, seat| party.won(seat) && matches!(party.game.level, Level::Hard | Level::Heroic),
    ),
];

fn beaten(party: &Finished<'_, DungeonRummy>, boss: Monster) -> bool {
    party.any(|event| *event == Event::Won { boss })
}
