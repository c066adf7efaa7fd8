//! The achievements of a match, with the rules that count towards them.

use kernel::{Achievement, Finished, Rule, Seat};
use text::text;

use crate::{DungeonRummy, Event, Level, Monster, content::CANASTA};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Rule<DungeonRummy>); 12] = [
    (
        Achievement::new("full-fan", text!("A Full Fan"), text!("Attack with a canasta."), "dungeon-rummy/canasta")
            .needs(CANASTA),
        |party, seat| largest_attack(party, |by, _| by == seat),
    ),
    (
        Achievement::new(
            "on-the-bill",
            text!("Put It on the Bill"),
            text!("Do 15 damage or more with one attack."),
            "dungeon-rummy/throwing-anvil",
        )
        .needs(15),
        |party, seat| {
            party.most(|event| match *event {
                Event::Attacked { seat: who, damage, .. } if who == seat => Some(damage.into()),
                _ => None,
            })
        },
    ),
    (
        Achievement::new(
            "borrowed",
            text!("Borrowed, Not Stolen"),
            text!("Use three treasures in one match."),
            "dungeon-rummy/sticky-gloves",
        )
        .needs(3),
        |party, seat| party.count(|event| matches!(*event, Event::Used { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "no-substitutes",
            text!("No Substitutes"),
            text!("Attack with a royal canasta."),
            "dungeon-rummy/king",
        )
        .needs(CANASTA),
        |party, seat| largest_attack(party, |by, wilds| by == seat && wilds == 0),
    ),
    (
        Achievement::new(
            "notice-to-quit",
            text!("Notice to Quit"),
            text!("Beat the Landlord."),
            "dungeon-rummy/landlord",
        ),
        |party, _| usize::from(beaten(party, Monster::Landlord)),
    ),
    (
        Achievement::new(
            "no-sugar",
            text!("No Sugar, Thank You"),
            text!("Beat Grandmother Gorgon."),
            "dungeon-rummy/gorgon",
        ),
        |party, _| usize::from(beaten(party, Monster::Gorgon)),
    ),
    (
        Achievement::new(
            "important-call",
            text!("Your Call Was Important"),
            text!("Beat the Lich of Customer Service."),
            "dungeon-rummy/lich",
        ),
        |party, _| usize::from(beaten(party, Monster::Lich)),
    ),
    (
        Achievement::new(
            "upper-shelf",
            text!("The Upper Shelf"),
            text!("Beat the Dragon of the Lower Shelf."),
            "dungeon-rummy/dragon",
        ),
        |party, _| usize::from(beaten(party, Monster::Dragon)),
    ),
    (
        Achievement::new(
            "home-for-tea",
            text!("Home for Tea"),
            text!("Beat a boss within 15 turns."),
            "dungeon-rummy/lukewarm-tea",
        ),
        |party, seat| usize::from(party.won(seat) && party.count(|event| matches!(event, Event::Turn { .. })) <= 15),
    ),
    (
        Achievement::new(
            "quiet-neighbours",
            text!("Quiet Neighbours"),
            text!("Beat a boss without the graveyard bursting once."),
            "dungeon-rummy/graveyard",
        ),
        |party, seat| usize::from(party.won(seat) && !party.any(|event| matches!(event, Event::Bursts { .. }))),
    ),
    (
        Achievement::new(
            "optional",
            text!("Health Is Optional"),
            text!("Beat a boss while your hero has 3 health or less."),
            "dungeon-rummy/second-hand-bandage",
        ),
        |party, seat| usize::from(party.won(seat) && party.game.hero(party.game.hero_of(seat)).hp <= 3),
    ),
    (
        Achievement::new(
            "bad-idea",
            text!("A Bad Idea, Carried Out"),
            text!("Beat the boss of the Bad Idea or the Terrible Idea."),
            "dungeon-rummy/torch",
        ),
        |party, seat| usize::from(party.won(seat) && matches!(party.game.level, Level::Hard | Level::Heroic)),
    ),
];

fn beaten(party: &Finished<'_, DungeonRummy>, boss: Monster) -> bool {
    party.any(|event| *event == Event::Won { boss })
}

/// The most cards of an attack of this seat and with so many wild cards; 0 if there was none.
fn largest_attack(party: &Finished<'_, DungeonRummy>, of: impl Fn(Seat, u8) -> bool) -> usize {
    party.most(|event| match *event {
        Event::Attacked { seat, cards, wilds, .. } if of(seat, wilds) => Some(cards.into()),
        _ => None,
    })
}
