//! Packs: the cards that a pack makes, and what is wrong with them together.

use std::any::Any;

use kernel::{
    Game, Packs,
    packs::{Cards, Faults},
};

use text::text;

use super::{CONTENT, ItemCard, Kind, Op, When, items_of, monsters_of, set::CardSet};
use crate::{
    Gloombah,
    fight::{MAX_PERCENTS, MAX_PLAYED},
};

/// The most that cards of one effect may add up to in a fight.
const MOST_IN_A_FIGHT: u32 = 200;

/// How the game takes packs.
pub(crate) static PACKS: Packs = Packs {
    meta: Gloombah::META,
    content: &CONTENT,
    make,
    put_in_force: CardSet::put_in_force,
    keys: &[
        ("monster", text!("monster")),
        ("gear", text!("gear")),
        ("weapon", text!("weapon")),
        ("consumable", text!("consumable")),
        ("copies", text!("copies")),
        ("ap", text!("attack")),
        ("damage", text!("damage")),
        ("xp", text!("levels")),
        ("treasure", text!("treasure")),
        ("value", text!("armor")),
        ("run", text!("run")),
        ("bonus", text!("bonus")),
        ("n", text!("effect")),
        ("text", text!("text")),
    ],
};

fn make(cards: &Cards<'_>, faults: &mut Faults) -> Box<dyn Any + Send + Sync> {
    let items = items_of(cards);
    check(&items, faults);
    Box::new(CardSet::new(&items, &monsters_of(cards)))
}

/// Checks what all items add up to.
fn check(items: &[ItemCard], faults: &mut Faults) {
    let sum = |of: &dyn Fn(Op) -> u32| {
        let one = |card: &ItemCard| match card.kind {
            Kind::Consumable { op, .. } => of(op) * u32::from(card.copies),
            Kind::Gear { .. } | Kind::Weapon { .. } => 0,
        };
        items.iter().map(one).sum::<u32>()
    };
    let sums: [(&str, &dyn Fn(Op) -> u32); 4] = [
        ("attack", &|op| match op {
            Op::Attack(n, vs) => u32::from(n) + u32::from(vs.map_or(0, |vs| vs.extra)),
            _ => 0,
        }),
        ("shield", &|op| if let Op::Shield(n) = op { n.into() } else { 0 }),
        ("monster_add", &|op| if let Op::MonsterAdd(n) = op { n.into() } else { 0 }),
        ("damage_add", &|op| if let Op::DamageAdd(n) = op { n.into() } else { 0 }),
    ];
    for (name, of) in sums {
        let found = sum(of);
        if found > MOST_IN_A_FIGHT {
            faults.of_cards(format!("all cards with {name} add up to {found}; {MOST_IN_A_FIGHT} is the most"));
        }
    }
    let limits = [
        (sum(&|op| u32::from(matches!(op, Op::Bless(_) | Op::Curse(_)))), MAX_PERCENTS, "bless or curse"),
        (sum(&|op| u32::from(op.when() != When::Prep)), MAX_PLAYED, "are for fights"),
        (sum(&|op| u32::from(op == Op::Duplicate)), 20, "duplicate"),
    ];
    for (found, most, what) in limits {
        if found as usize > most {
            faults.of_cards(format!("{found} cards {what}; {most} are the most"));
        }
    }
}
