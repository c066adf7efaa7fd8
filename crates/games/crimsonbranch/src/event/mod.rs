//! The events of a match, and their lines in the chronicle.

mod effects;

use kernel::{Icon, Line, Tone};
use serde::Serialize;
use text::{counted, t};

use crate::{
    board::{Branch, Node},
    content::{Kind, Stat},
    words::{place, sign, way},
};

use effects::{detail, effects};

/// An event of a match. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Visited {
        visit: u16,
        node: Node,
        ticks: u8,
        ticked: bool,
        nodes: u8,
    },
    Challenged {
        visit: u16,
        ticks: u8,
        ticked: bool,
    },
    Came {
        enemy: u8,
        kind: Kind,
        strength: u8,
        shield: u8,
    },
    /// R9: no region gave an enemy.
    Nobody,
    FirstDie {
        turn: u16,
        value: u8,
    },
    NextDie {
        value: u8,
    },
    Activated {
        node: Node,
    },
    /// The active die goes to another space.
    Placed {
        space: Kind,
        value: u8,
    },
    /// The active die rises where it lies; R25: a six does not.
    Raised {
        space: Kind,
        value: u8,
        already: bool,
    },
    /// R27: a special symbol without a six.
    NoSix,
    Locked {
        space: Kind,
    },
    Spent {
        space: Kind,
        active: bool,
    },
    Damaged {
        enemy: u8,
        kind: Kind,
        by: u8,
        hp: u8,
    },
    Fought {
        totals: [u8; 4],
    },
    Broke {
        enemy: u8,
        kind: Kind,
        shield: u8,
        by: Means,
    },
    Hit {
        enemy: u8,
        kind: Kind,
        slot: Kind,
        price: u8,
        hp: u8,
    },
    Died {
        enemy: u8,
        kind: Kind,
        strength: u8,
        by: Means,
    },
    Struck {
        strength: u8,
        held_off: u8,
        damage: u8,
        hp: u8,
    },
    Healed {
        by: u8,
        hp: u8,
    },
    Shielded {
        shield: u8,
    },
    Unshielded,
    Mended {
        by: u8,
    },
    Beaten {
        turn: u16,
    },
    Defeated {
        great_evil: bool,
        /// R40: the fight was given up after its last turn.
        limit: bool,
        /// The strongest enemy left.
        by: Kind,
        max: u8,
    },
    Experience {
        gained: u8,
        xp: u8,
        from: Source,
    },
    Level {
        level: u8,
        max: u8,
    },
    Found {
        stat: Stat,
        dice: [u8; 2],
        quality: u8,
    },
    Circled {
        stat: Stat,
        branch: Branch,
        instead: Option<Branch>,
    },
    Discarded {
        stat: Stat,
    },
    Moved {
        stat: Stat,
        from: Branch,
        branch: Branch,
    },
    Dropped {
        stat: Stat,
    },
    PearlCrossed {
        node: Node,
        left: u8,
    },
    PearlEngraved {
        node: Node,
        kind: Kind,
        left: u8,
    },
    Crossed {
        branch: Branch,
        stat: Stat,
        circled: bool,
        left: u8,
    },
    LootLeft {
        enemies: u8,
        pearl: bool,
    },
    Won {
        score: u8,
        ticks: u8,
        level: u8,
    },
    Retired,
    Limit {
        visits: u16,
    },
}

/// The cause of the end of a shield or an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Means {
    Attack,
    Range,
    Special,
}

impl Means {
    /// Payment from a space.
    pub(crate) const fn slot(slot: Kind) -> Means {
        match slot {
            Kind::Attack => Means::Attack,
            _ => Means::Range,
        }
    }
}

/// The source of XP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Source {
    Enemy,
    Pearl,
    Item,
}

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let (icon, tone, text) = match *event {
        Event::Visited { visit, node, ticks, ticked, nodes } => {
            let (place, nodes) = (place(node), counted!(nodes, "node"));
            let text = match ticked {
                true => t!("Visit {visit}, {place}. Time box {ticks}; {nodes} in sight."),
                false => t!("Visit {visit}, {place}. No time box is left; {nodes} in sight."),
            };
            return Line::heading(Icon("pawn"), text);
        }
        Event::Challenged { visit, ticks, ticked } => {
            let text = match ticked {
                true => t!("Visit {visit}: the Great Evil is challenged. Time box {ticks}."),
                false => t!("Visit {visit}: the Great Evil is challenged. No time box is left."),
            };
            return Line::heading(Icon::BOSS, text);
        }
        Event::Came { enemy, kind, strength, shield: 0 } => (
            Icon::MONSTER,
            Tone::Bad,
            t!("Enemy {enemy}: {kind}, Strength {strength}.", enemy = enemy + 1, kind = kind.word()),
        ),
        Event::Came { enemy, kind, strength, shield } => {
            let text = t!(
                "Enemy {enemy}: {kind}, Strength {strength}, behind a shield of {shield}.",
                enemy = enemy + 1,
                kind = kind.word()
            );
            (Icon::MONSTER, Tone::Bad, text)
        }
        Event::Nobody => (Icon::MONSTER, Tone::Good, t!("Nobody comes.").into()),
        Event::FirstDie { turn, value } => (Icon::DIE, Tone::Luck, t!("Turn {turn}: the first die shows {value}.")),
        Event::NextDie { value } => (Icon::DIE, Tone::Luck, t!("The next die shows {value}.")),
        Event::Activated { node } => (Icon("pawn"), Tone::Plain, t!("A token on {place}.", place = place(node))),
        Event::Placed { space, value } => {
            (sign(space), Tone::Plain, t!("The {value} goes to {space}.", space = space.word()))
        }
        Event::Raised { space, value, already: true } => {
            (sign(space), Tone::Plain, t!("The {value} under {space} stays.", space = space.word()))
        }
        Event::Raised { space, value, already: false } => {
            (sign(space), Tone::Good, t!("The die under {space} rises to {value}.", space = space.word()))
        }
        Event::NoSix => (Icon::STAR, Tone::Plain, t!("The special symbol finds no six.").into()),
        Event::Locked { space } => {
            (sign(space), Tone::Good, t!("A six is locked under {space}.", space = space.word()))
        }
        Event::Spent { space, .. } => {
            (Icon::STAR, Tone::Good, t!("The six under {space} is spent.", space = space.word()))
        }
        Event::Damaged { enemy, kind, by, hp } => {
            let text = t!("Enemy {enemy}, {kind}, loses {by}: {hp} HP left.", enemy = enemy + 1, kind = kind.word());
            (Icon::STAR, Tone::Good, text)
        }
        Event::Fought { totals: [attack, range, heal, defense] } => {
            let text = t!("To the fight with attack {attack}, range {range}, heal {heal}, defense {defense}.");
            (Icon::SWORD, Tone::Plain, text)
        }
        Event::Broke { enemy, kind, shield, by } => {
            let (enemy, kind) = (enemy + 1, kind.word());
            let text = match by {
                Means::Attack => t!("The shield of {shield} of enemy {enemy}, {kind}, is broken from attack."),
                Means::Range => t!("The shield of {shield} of enemy {enemy}, {kind}, is broken from range."),
                Means::Special => {
                    t!("The shield of {shield} of enemy {enemy}, {kind}, is broken by the special symbol.")
                }
            };
            (Icon::SHIELD, Tone::Good, text)
        }
        Event::Hit { enemy, kind, slot, price, hp } => {
            let from = slot.word();
            let text = t!(
                "{price} from {from} for enemy {enemy}, {kind}: {hp} HP left.",
                enemy = enemy + 1,
                kind = kind.word()
            );
            (sign(slot), Tone::Good, text)
        }
        Event::Died { enemy, kind, .. } => {
            (Icon::SKULL, Tone::Good, t!("Enemy {enemy}, {kind}, is dead.", enemy = enemy + 1, kind = kind.word()))
        }
        Event::Struck { strength, held_off: 0, hp, .. } => {
            (Icon::MONSTER, Tone::Bad, t!("The enemies strike for {strength}: {hp} HP left."))
        }
        Event::Struck { strength, held_off, damage: 0, .. } => {
            (Icon::SHIELD, Tone::Good, t!("A defense of {held_off} holds off the enemies' {strength}."))
        }
        Event::Struck { strength, held_off, damage, hp } => {
            let text = t!("The enemies strike for {strength}, less {held_off}: {damage}, {hp} HP left.");
            (Icon::MONSTER, Tone::Bad, text)
        }
        Event::Healed { by, hp } => (Icon::HEART, Tone::Good, t!("The hero heals {by}, to {hp} HP.")),
        Event::Shielded { shield } => {
            (Icon::SHIELD, Tone::Bad, t!("The others stand behind shields of {shield} again."))
        }
        Event::Unshielded => (Icon::SHIELD, Tone::Good, t!("No shield is left.").into()),
        Event::Mended { by } => (Icon::HEART, Tone::Bad, t!("The living enemies mend by up to {by}.")),
        Event::Beaten { turn } => (Icon::SKULL, Tone::Good, t!("All are dead after {}.", counted!(turn, "turn"))),
        Event::Defeated { limit: true, max, .. } => {
            let text = t!("The fight will not end: the hero breaks off and wakes outside with {max} HP.");
            (Icon("hourglass"), Tone::Bad, text)
        }
        Event::Defeated { max, .. } => (Icon::SKULL, Tone::Bad, t!("The hero falls, and wakes outside with {max} HP.")),
        Event::Experience { gained, xp, from } => {
            let text = match from {
                Source::Enemy => t!("{gained} XP from the enemy: {xp} now."),
                Source::Pearl => t!("{gained} XP from the pearl: {xp} now."),
                Source::Item => t!("{gained} XP for the item: {xp} now."),
            };
            (Icon("xp"), Tone::Good, text)
        }
        Event::Level { level, max } => {
            (Icon("level"), Tone::Good, t!("Level {level}: Max {max}, two more skill points."))
        }
        Event::Found { stat, dice: [a, b], quality } => {
            let text = t!("An item of {stat}, quality {quality}, with dice {a} and {b}.", stat = stat.word());
            (Icon::CHEST, Tone::Luck, text)
        }
        Event::Circled { stat, branch, instead } => {
            let (stat, branch) = (stat.word(), way(branch));
            let text = match instead {
                Some(_) => t!("The item of {stat} circles {branch} instead of the old one."),
                None => t!("The item of {stat} circles {branch}."),
            };
            (Icon::CHEST, Tone::Good, text)
        }
        Event::Discarded { stat } => {
            (Icon::CHEST, Tone::Plain, t!("The item of {stat} is left behind.", stat = stat.word()))
        }
        Event::Moved { stat, branch, .. } => (
            Icon::CHEST,
            Tone::Plain,
            t!("The item of {stat} moves to {branch}.", stat = stat.word(), branch = way(branch)),
        ),
        Event::Dropped { stat } => {
            (Icon::CHEST, Tone::Plain, t!("The item of {stat} is given up.", stat = stat.word()))
        }
        Event::PearlCrossed { node, left } => {
            (Icon("pearl"), Tone::Good, t!("The pearl at {place} is crossed out; {left} left.", place = place(node)))
        }
        Event::PearlEngraved { node, kind, left } => {
            let text = t!(
                "The pearl at {place} is engraved with {kind}; {left} left.",
                place = place(node),
                kind = kind.word()
            );
            (Icon("pearl"), Tone::Good, text)
        }
        Event::Crossed { branch, stat, left, .. } => {
            let text = t!("A skill point for {branch}, {stat}; {left} left.", stat = stat.word(), branch = way(branch));
            (Icon("branch"), Tone::Good, text)
        }
        Event::LootLeft { enemies, pearl } => {
            let enemies_left = counted!(enemies, "enemy");
            let text = match (enemies, pearl) {
                (0, _) => t!("The pearl stays as it is.").to_owned(),
                (_, false) => t!("The loot of {enemies_left} is left behind."),
                (_, true) => t!("The loot of {enemies_left} is left behind, and the pearl stays as it is."),
            };
            (Icon::CHEST, Tone::Plain, text)
        }
        Event::Won { score, ticks, level } => {
            let text = t!("The Great Evil is beaten with {ticks} boxes ticked at level {level}: score {score}.");
            (Icon::TROPHY, Tone::Good, text)
        }
        Event::Retired => (Icon::DOOR, Tone::Plain, t!("The hero retires.").into()),
        Event::Limit { visits } => {
            (Icon("hourglass"), Tone::Bad, t!("After {} time is up.", counted!(visits, "visit")))
        }
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}
