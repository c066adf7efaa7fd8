//! The back of the hero sheet: the rules in one page.

use super::{Anchor, Pen, SIZE, text};

/// Something to read.
enum Part {
    /// A heading.
    Title(&'static str),
    /// A paragraph.
    Text(&'static str),
    /// A step with its number or mark.
    Step(&'static str, &'static str),
}

use Part::{Step, Text, Title};

const RULES: &[Part] = &[
    Title("What you need"),
    Text(
        "Two six-sided dice, a pencil and an eraser, a pawn for the map and a dozen tokens. You begin outside with 8 HP of 8, no XP, \
         at level 1 with three skill points.",
    ),
    Title("The tree"),
    Text(
        "36 nodes with a symbol each: attack, range, heal or defense. The corners are doors; dead ends have stairs. Branches have a \
         type: strength belongs to attack, dexterity to range, vitality to heal, magic to defense. A branch is marked when it is \
         crossed out or circled. A pearl is open until it is crossed out or engraved with a kind; engraved it is a second symbol of \
         its node.",
    ),
    Title("Explore"),
    Step("1", "Clear the enemies. You may move or give up items."),
    Step(
        "2",
        "Visit a node. From outside: any door. From a door or stairs: any door, or along a branch to a neighbour. From elsewhere: along \
         a branch. It need not be marked.",
    ),
    Step(
        "3",
        "Tick a time box, if one is left. The area is the grid of its segment with the pawn in the upper left corner; what hangs over the edge is lost.",
    ),
    Step(
        "4",
        "Nodes of the area with the same kind, side by side, are a region. One that has a node with no other kind becomes an enemy: \
         its Strength and HP are the number of its nodes. A node of two kinds can be in two regions.",
    ),
    Step("5", "The Strength of all defense enemies together is the shield of every other enemy."),
    Title("Prepare"),
    Step("1", "Roll a die into neutral: it is active. The other waits aside."),
    Step(
        "2",
        "You may fight now. Otherwise put a token on a node: first a door, then always a node that a marked branch joins to a token.",
    ),
    Step(
        "3",
        "Use its symbols, one at least. A kind: the active die goes to that space; if it is there already, it rises by 1, up to 6. A \
         special: spend a 6 in one of the four spaces for the effect printed there, and put it aside; without one nothing happens.",
    ),
    Step(
        "4",
        "Is the active die a 6 in a space now, or was it spent? With a die aside, roll that into neutral: it is active, and a six left behind stays. With none aside, fight. Otherwise go on with 2.",
    ),
    Title("Fight"),
    Text(
        "A die in neutral and all tokens go aside. Pay from the total of attack or of range, never from both at once. A shield costs its \
         number. Without a shield, 1 HP costs 1; but 2 from range for an attack enemy, and 2 from attack for a range enemy. Stop when \
         you like.",
    ),
    Title("The enemies act"),
    Step("1", "You lose the Strength of all living enemies, less your defense total."),
    Step("2", "With no HP left: HP to Max, pawn outside, explore. Otherwise gain your heal total, up to Max."),
    Step("3", "Write the shields anew: the Strength of the living defense enemies."),
    Step("4", "Each living enemy regains the Strength of the living heal enemies, up to its own Strength."),
    Step("5", "Does one live? Prepare again, with both dice. If not: loot."),
    Title("Loot"),
    Step("-", "From each enemy its Strength as XP, or an item of its type with its Strength as quality, 10 at most."),
    Step(
        "-",
        "From an open pearl under the pawn: cross it out for 1 XP for each node of the area, or engrave it with a kind that a node of the area shows.",
    ),
    Step("-", "You may move and give up items. What you leave is lost, but a pearl stays open."),
    Title("Items"),
    Text(
        "Roll two dice. Lay the grid of the quality on the tree twice, its upper left corner at column and row of the dice, in both \
         orders. Circle an unmarked branch of the item's type with both ends in the two grids, and note dice and quality; an older \
         circle of that type goes. Or discard it for 1 XP. While you explore and loot, each item may move once to another such branch, or \
         be given up for 1 XP.",
    ),
    Title("Levels"),
    Text(
        "When XP reaches Max: tick the next level, Max grows by 2, XP falls to 0, what was too much is lost. Each level has small \
         boxes: while you explore, prepare or loot, tick one to cross out a branch that touches a door or a branch already crossed \
         out.",
    ),
    Title("The Great Evil"),
    Text(
        "With no pearl open you may challenge it instead of a visit: tick time, the area is the whole tree, the pawn stays. If you fall \
         you may try again. If you win, your score is the time boxes without a tick and the levels without a tick.",
    ),
];

/// Size of the words, and from one line to the next.
const TYPE: (f32, f32) = (9.6, 12.0);

pub(super) fn draw(pen: &mut Pen) {
    pen.text((0.0, 20.0), 18.0, true, Anchor::Start, "Dungeons of Crimsonbranch");
    pen.text((SIZE.0, 20.0), 9.0, false, Anchor::End, "the rules in one page");
    pen.line((0.0, 28.0), (SIZE.0, 28.0), 1.6, 0.0);
    let wide = (SIZE.0 - 20.0) / 2.0;
    let (mut x, mut y) = (0.0, 44.0);
    for (index, part) in RULES.iter().enumerate() {
        if x == 0.0 && matches!(part, Title(_)) && y + section(&RULES[index..], wide) > SIZE.1 {
            (x, y) = (wide + 20.0, 44.0);
        }
        y = part.draw(pen, (x, y), wide);
    }
}

/// The height of a heading with all that belongs to it: they share one column.
fn section(parts: &[Part], wide: f32) -> f32 {
    let more = parts.iter().skip(1).take_while(|part| !matches!(part, Title(_)));
    parts.iter().take(1).chain(more).map(|part| height(part, wide)).sum()
}

fn height(part: &Part, wide: f32) -> f32 {
    match part {
        Title(_) => 20.0,
        Text(words) => lines(words, wide) * TYPE.1 + 5.0,
        Step(_, words) => lines(words, wide - 12.0) * TYPE.1 + 2.5,
    }
}

fn lines(words: &str, wide: f32) -> f32 {
    text::wrap(words, TYPE.0, false, wide).len() as f32
}

impl Part {
    /// Draws it, and returns the height at which the next one begins.
    fn draw(&self, pen: &mut Pen, (x, y): (f32, f32), wide: f32) -> f32 {
        let (words, indent) = match self {
            Title(words) => {
                pen.text((x, y + 5.0), 11.5, true, Anchor::Start, *words);
                return y + height(self, wide);
            }
            Text(words) => (words, 0.0),
            Step(mark, words) => {
                pen.text((x + 4.0, y), TYPE.0, true, Anchor::Middle, *mark);
                (words, 12.0)
            }
        };
        for (line, words) in text::wrap(words, TYPE.0, false, wide - indent).into_iter().enumerate() {
            pen.text((x + indent, y + TYPE.1 * line as f32), TYPE.0, false, Anchor::Start, words);
        }
        y + height(self, wide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{Page, Paper, Shape};

    #[test]
    fn the_rules_fit_on_one_page() {
        for paper in [Paper::A4, Paper::Letter] {
            let (width, height) = paper.size();
            for shape in &Page::back(paper).shapes {
                let Shape::Text { at: (x, y), size, bold, anchor, text, .. } = shape else { continue };
                let right = if *anchor == Anchor::Start { x + text::width(text, *size, *bold) } else { *x };
                assert!(*x >= 0.0 && right <= width - 20.0 && *y <= height - 20.0, "{text:?} at {x}, {y} on {paper:?}");
            }
        }
    }
}
