//! What happened, and how the chronicle tells it.

use kernel::{Icon, Line, Tone};
use serde::Serialize;

use crate::{
    board::{Branch, Node},
    content::{Kind, Stat},
    effects::{detail, effects},
};

/// Something that happened. All of it is public.
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

/// What a shield or an enemy fell to.
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

/// What XP came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Source {
    Enemy,
    Pearl,
    Item,
}

/// A node in words, as the sheet numbers them: column and row from 1.
pub(crate) fn place(node: Node) -> String {
    format!("column {}, row {}", node.x() + 1, node.y() + 1)
}

/// A branch in words.
pub(crate) fn way(branch: Branch) -> String {
    let (from, to) = (branch.from(), branch.to());
    match from.y() == to.y() {
        true => format!("columns {} to {} of row {}", from.x() + 1, to.x() + 1, from.y() + 1),
        false => format!("rows {} to {} of column {}", from.y() + 1, to.y() + 1, from.x() + 1),
    }
}

/// The mark of a kind.
pub(crate) const fn sign(kind: Kind) -> Icon {
    match kind {
        Kind::Attack => Icon::SWORD,
        Kind::Range => Icon("bow"),
        Kind::Heal => Icon("heal"),
        Kind::Defense => Icon::SHIELD,
    }
}

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let (icon, tone, text) = match *event {
        Event::Visited { visit, node, ticks, ticked, nodes } => {
            let time = if ticked { format!("Time box {ticks}") } else { "No time box is left".into() };
            let nodes = kernel::counted(nodes, "node");
            return Line::heading(Icon("pawn"), format!("Visit {visit}, {}. {time}; {nodes} in sight.", place(node)));
        }
        Event::Challenged { visit, ticks, ticked } => {
            let time = if ticked { format!("Time box {ticks}") } else { "No time box is left".into() };
            return Line::heading(Icon::BOSS, format!("Visit {visit}: the Great Evil is challenged. {time}."));
        }
        Event::Came { enemy, kind, strength, shield: 0 } => {
            (Icon::MONSTER, Tone::Bad, format!("Enemy {}: {}, Strength {strength}.", enemy + 1, kind.name()))
        }
        Event::Came { enemy, kind, strength, shield } => {
            let text =
                format!("Enemy {}: {}, Strength {strength}, behind a shield of {shield}.", enemy + 1, kind.name());
            (Icon::MONSTER, Tone::Bad, text)
        }
        Event::Nobody => (Icon::MONSTER, Tone::Good, "Nobody comes.".into()),
        Event::FirstDie { turn, value } => {
            (Icon::DIE, Tone::Luck, format!("Turn {turn}: the first die shows {value}."))
        }
        Event::NextDie { value } => (Icon::DIE, Tone::Luck, format!("The next die shows {value}.")),
        Event::Activated { node } => (Icon("pawn"), Tone::Plain, format!("A token on {}.", place(node))),
        Event::Placed { space, value } => (sign(space), Tone::Plain, format!("The {value} goes to {}.", space.name())),
        Event::Raised { space, value, already: true } => {
            (sign(space), Tone::Plain, format!("The {value} under {} stays.", space.name()))
        }
        Event::Raised { space, value, already: false } => {
            (sign(space), Tone::Good, format!("The die under {} rises to {value}.", space.name()))
        }
        Event::NoSix => (Icon::STAR, Tone::Plain, "The special symbol finds no six.".into()),
        Event::Locked { space } => (sign(space), Tone::Good, format!("A six is locked under {}.", space.name())),
        Event::Spent { space, .. } => (Icon::STAR, Tone::Good, format!("The six under {} is spent.", space.name())),
        Event::Damaged { enemy, kind, by, hp } => {
            let text = format!("Enemy {}, {}, loses {by}: {hp} HP left.", enemy + 1, kind.name());
            (Icon::STAR, Tone::Good, text)
        }
        Event::Fought { totals: [attack, range, heal, defense] } => {
            let text = format!("To the fight with attack {attack}, range {range}, heal {heal}, defense {defense}.");
            (Icon::SWORD, Tone::Plain, text)
        }
        Event::Broke { enemy, kind, shield, by } => {
            let from = match by {
                Means::Attack => "from attack",
                Means::Range => "from range",
                Means::Special => "by the special symbol",
            };
            let text = format!("The shield of {shield} of enemy {}, {}, is broken {from}.", enemy + 1, kind.name());
            (Icon::SHIELD, Tone::Good, text)
        }
        Event::Hit { enemy, kind, slot, price, hp } => {
            let from = slot.name();
            let text = format!("{price} from {from} for enemy {}, {}: {hp} HP left.", enemy + 1, kind.name());
            (sign(slot), Tone::Good, text)
        }
        Event::Died { enemy, kind, .. } => {
            (Icon::SKULL, Tone::Good, format!("Enemy {}, {}, is dead.", enemy + 1, kind.name()))
        }
        Event::Struck { strength, held_off: 0, hp, .. } => {
            (Icon::MONSTER, Tone::Bad, format!("The enemies strike for {strength}: {hp} HP left."))
        }
        Event::Struck { strength, held_off, damage: 0, .. } => {
            (Icon::SHIELD, Tone::Good, format!("A defense of {held_off} holds off the enemies' {strength}."))
        }
        Event::Struck { strength, held_off, damage, hp } => {
            let text = format!("The enemies strike for {strength}, less {held_off}: {damage}, {hp} HP left.");
            (Icon::MONSTER, Tone::Bad, text)
        }
        Event::Healed { by, hp } => (Icon::HEART, Tone::Good, format!("The hero heals {by}, to {hp} HP.")),
        Event::Shielded { shield } => {
            (Icon::SHIELD, Tone::Bad, format!("The others stand behind shields of {shield} again."))
        }
        Event::Unshielded => (Icon::SHIELD, Tone::Good, "No shield is left.".into()),
        Event::Mended { by } => (Icon::HEART, Tone::Bad, format!("The living enemies mend by up to {by}.")),
        Event::Beaten { turn } => {
            (Icon::SKULL, Tone::Good, format!("All are dead after {}.", kernel::counted(turn, "turn")))
        }
        Event::Defeated { limit: true, max, .. } => {
            let text = format!("The fight will not end: the hero breaks off and wakes outside with {max} HP.");
            (Icon("hourglass"), Tone::Bad, text)
        }
        Event::Defeated { max, .. } => {
            (Icon::SKULL, Tone::Bad, format!("The hero falls, and wakes outside with {max} HP."))
        }
        Event::Experience { gained, xp, from } => {
            let from = match from {
                Source::Enemy => "from the enemy",
                Source::Pearl => "from the pearl",
                Source::Item => "for the item",
            };
            (Icon("xp"), Tone::Good, format!("{gained} XP {from}: {xp} now."))
        }
        Event::Level { level, max } => {
            (Icon("level"), Tone::Good, format!("Level {level}: Max {max}, two more skill points."))
        }
        Event::Found { stat, dice: [a, b], quality } => {
            let text = format!("An item of {}, quality {quality}, with dice {a} and {b}.", stat.name());
            (Icon::CHEST, Tone::Luck, text)
        }
        Event::Circled { stat, branch, instead } => {
            let instead = if instead.is_some() { " instead of the old one" } else { "" };
            (Icon::CHEST, Tone::Good, format!("The item of {} circles {}{instead}.", stat.name(), way(branch)))
        }
        Event::Discarded { stat } => (Icon::CHEST, Tone::Plain, format!("The item of {} is left behind.", stat.name())),
        Event::Moved { stat, branch, .. } => {
            (Icon::CHEST, Tone::Plain, format!("The item of {} moves to {}.", stat.name(), way(branch)))
        }
        Event::Dropped { stat } => (Icon::CHEST, Tone::Plain, format!("The item of {} is given up.", stat.name())),
        Event::PearlCrossed { node, left } => {
            (Icon("pearl"), Tone::Good, format!("The pearl at {} is crossed out; {left} left.", place(node)))
        }
        Event::PearlEngraved { node, kind, left } => {
            let text = format!("The pearl at {} is engraved with {}; {left} left.", place(node), kind.name());
            (Icon("pearl"), Tone::Good, text)
        }
        Event::Crossed { branch, stat, left, .. } => {
            let text = format!("A skill point for {}, {}; {left} left.", way(branch), stat.name());
            (Icon("branch"), Tone::Good, text)
        }
        Event::LootLeft { enemies, pearl } => {
            let of = kernel::counted(enemies, "enemy");
            let text = match (enemies, pearl) {
                (0, _) => "The pearl stays as it is.".to_owned(),
                (_, false) => format!("The loot of {of} is left behind."),
                (_, true) => format!("The loot of {of} is left behind, and the pearl stays as it is."),
            };
            (Icon::CHEST, Tone::Plain, text)
        }
        Event::Won { score, ticks, level } => {
            let text = format!("The Great Evil is beaten with {ticks} boxes ticked at level {level}: score {score}.");
            (Icon::TROPHY, Tone::Good, text)
        }
        Event::Retired => (Icon::DOOR, Tone::Plain, "The hero retires.".into()),
        Event::Limit { visits } => {
            (Icon("hourglass"), Tone::Bad, format!("After {} time is up.", kernel::counted(visits, "visit")))
        }
    };
    let line = effects(event).into_iter().fold(Line::new(icon, tone, text), Line::effect);
    if detail(event) { line.detail() } else { line }
}
