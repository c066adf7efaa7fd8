//! The front of the hero sheet: tree, hero, dice, items, time, levels and enemies.

use ::text::t;

use super::{Anchor, Pen, SIZE, Style, text};
use crate::{
    board::{Branch, Node, Nodes},
    content::{Class, Effect, Kind, LAST_LEVEL, LAST_SEGMENT, Stat, grid, max_at},
    sheet::Sheet,
};

/// Distance between neighbouring nodes, and where the first is.
const PITCH: f32 = 59.0;
const FIRST: (f32, f32) = (34.0, 88.0);
/// Radius of a node.
const RADIUS: f32 = 17.0;
/// Left edge and width of the column next to the tree.
const SIDE: (f32, f32) = (376.0, SIZE.0 - 376.0);
/// A box to tick.
const TICK: Style = Style::outlined(0.7);

pub(super) fn draw(pen: &mut Pen, sheet: &Sheet) {
    header(pen, sheet);
    tree(pen, sheet);
    legend(pen);
    hero(pen);
    spaces(pen, sheet.class);
    items(pen);
    time(pen);
    levels(pen);
    enemies(pen);
}

fn header(pen: &mut Pen, sheet: &Sheet) {
    let name = sheet.name.as_str().trim();
    let name = if name.is_empty() { t!("Nameless") } else { name };
    pen.text((0.0, 24.0), 26.0, true, Anchor::Start, text::fit(name, 26.0, true, 420.0));
    let class = sheet.class.word();
    pen.text((0.0, 40.0), 10.0, false, Anchor::Start, t!("a {class} of the Dungeons of Crimsonbranch"));
    pen.rect((SIZE.0 - 84.0, 2.0), (84.0, 38.0), Style::outlined(1.2));
    pen.text((SIZE.0 - 80.0, 10.0), 7.0, true, Anchor::Start, t!("Score"));
    pen.text((SIZE.0 - 90.0, 24.0), 6.5, false, Anchor::End, t!("time boxes without a tick"));
    pen.text((SIZE.0 - 90.0, 33.0), 6.5, false, Anchor::End, t!("+ levels without a tick"));
    pen.line((0.0, 48.0), (SIZE.0, 48.0), 1.6, 0.0);
}

fn centre(node: Node) -> (f32, f32) {
    (FIRST.0 + PITCH * f32::from(node.x()), FIRST.1 + PITCH * f32::from(node.y()))
}

fn tree(pen: &mut Pen, sheet: &Sheet) {
    for number in 0..6u8 {
        let along = PITCH * f32::from(number);
        pen.text((FIRST.0 + along, 62.0), 7.5, true, Anchor::Middle, (number + 1).to_string());
        pen.text((4.0, FIRST.1 + along + 3.0), 7.5, true, Anchor::Middle, (number + 1).to_string());
    }
    for branch in sheet.branches.iter() {
        draw_branch(pen, branch, sheet.stat(branch));
    }
    for node in Node::all() {
        draw_node(pen, sheet, node);
    }
}

/// Two lines with room to cross them out, and the symbol of the type between them, with room for a
/// circle around it.
fn draw_branch(pen: &mut Pen, branch: Branch, stat: Option<Stat>) {
    let (from, to) = (centre(branch.from()), centre(branch.to()));
    for aside in [-2.2, 2.2] {
        let shift = if from.1 == to.1 { (0.0, aside) } else { (aside, 0.0) };
        pen.line((from.0 + shift.0, from.1 + shift.1), (to.0 + shift.0, to.1 + shift.1), 0.9, 0.0);
    }
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    pen.circle(middle, 6.6, Style::filled(1.0));
    if let Some(stat) = stat {
        pen.kind(stat.kind(), middle, 10.5);
    }
}

fn draw_node(pen: &mut Pen, sheet: &Sheet, node: Node) {
    let (x, y) = centre(node);
    if Nodes::DOORS.contains(node) {
        pen.door((x, y), RADIUS);
    } else if sheet.stairs().contains(node) {
        pen.stairs((x, y), RADIUS - 1.5);
    } else {
        pen.circle((x, y), RADIUS, Style::outlined(1.4));
    }
    pen.kind(sheet.kind(node), (x - 1.0, y + 2.5), 19.0);
    let corner = (x + RADIUS - 3.5, y - RADIUS + 3.5);
    if sheet.pearls.contains(node) {
        pen.pearl(corner, 8.2);
    }
    if sheet.specials.contains(node) {
        pen.special(corner, 9.0);
    }
}

fn legend(pen: &mut Pen) {
    let y = 412.0;
    let mut word = |x: f32, text: &str| pen.text((x, y + 2.5), 7.0, false, Anchor::Start, text);
    word(26.0, t!("door"));
    word(82.0, t!("stairs"));
    word(144.0, t!("pearl"));
    word(204.0, t!("special"));
    word(270.0, t!("a branch and its type"));
    pen.door((15.0, y), 6.0);
    pen.stairs((71.0, y), 6.0);
    pen.pearl((132.0, y), 6.0);
    pen.special((192.0, y), 6.5);
    for aside in [-1.6, 1.6] {
        pen.line((244.0, y + aside), (266.0, y + aside), 0.8, 0.0);
    }
    pen.circle((255.0, y), 5.0, Style::filled(1.0));
    pen.kind(Kind::Range, (255.0, y), 8.5);
}

fn hero(pen: &mut Pen) {
    pen.heading((SIDE.0, 62.0), SIDE.1, t!("Hero"));
    let wide = (SIDE.1 - 10.0) / 3.0;
    for (place, (name, first)) in [(t!("HP"), "8"), (t!("XP"), "0"), (t!("HP/XP Max"), "8")].into_iter().enumerate() {
        let x = SIDE.0 + (wide + 5.0) * place as f32;
        pen.rect((x, 70.0), (wide, 30.0), TICK);
        pen.text((x + 3.0, 77.5), 6.0, true, Anchor::Start, name);
        pen.text((x + wide - 3.0, 97.0), 6.0, false, Anchor::End, t!("first {first}"));
    }
}

fn spaces(pen: &mut Pen, class: Class) {
    pen.heading((SIDE.0, 118.0), SIDE.1, t!("Dice"));
    let mut row = |place: u8, kind: Option<Kind>, title: &str, about: &str| {
        let y = 127.0 + 41.0 * f32::from(place);
        pen.rect((SIDE.0, y), (36.0, 36.0), Style::outlined(1.2));
        if let Some(kind) = kind {
            pen.kind(kind, (SIDE.0 + 49.0, y + 9.0), 13.0);
        }
        let x = if kind.is_some() { SIDE.0 + 60.0 } else { SIDE.0 + 43.0 };
        pen.text((x, y + 11.5), 8.5, true, Anchor::Start, title);
        for (line, words) in text::wrap(about, 7.0, false, SIDE.1 - 43.0).into_iter().enumerate() {
            pen.text((SIDE.0 + 43.0, y + 22.5 + 8.5 * line as f32), 7.0, false, Anchor::Start, words);
        }
    };
    row(0, None, t!("neutral"), t!("where a die is rolled; it counts nowhere"));
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        let effect = effect(class.effect(kind));
        row(place as u8 + 1, Some(kind), kind.word().as_str(), &t!("special: {effect}"));
    }
}

/// The effect of a spent six, in a few words.
pub(crate) fn effect(effect: Effect) -> String {
    let enemies = |kinds: &[Kind]| {
        let words: Vec<String> = kinds.iter().map(|kind| kind.word().into()).collect();
        match kinds.len() {
            4 => t!("all enemies").to_owned(),
            _ => t!("{kinds} enemies", kinds = kernel::listed(&words)),
        }
    };
    match effect {
        Effect::Break(kinds) => t!("shields of {enemies} break", enemies = enemies(kinds)),
        Effect::Damage(damage, kinds) => t!("{damage} damage to {enemies}", enemies = enemies(kinds)),
        Effect::Gain(hp) => t!("{hp} HP for you"),
    }
}

fn items(pen: &mut Pen) {
    let top = 342.0;
    pen.heading((SIDE.0, top), SIDE.1, t!("Items"));
    for (place, title) in [t!("die 1"), t!("die 2"), t!("quality")].into_iter().enumerate() {
        let x = SIDE.0 + 76.0 + 29.0 * place as f32;
        pen.text((x + 12.0, top + 11.0), 6.0, false, Anchor::Middle, title);
    }
    for (place, stat) in Stat::ALL.into_iter().enumerate() {
        let y = top + 13.5 + 16.0 * place as f32;
        pen.kind(stat.kind(), (SIDE.0 + 6.0, y + 7.0), 11.0);
        pen.text((SIDE.0 + 16.0, y + 10.0), 8.0, false, Anchor::Start, stat.word().as_str());
        for box_ in 0..3u8 {
            pen.rect((SIDE.0 + 76.0 + 29.0 * f32::from(box_), y), (24.0, 13.5), TICK);
        }
    }
}

fn time(pen: &mut Pen) {
    let top = 436.0;
    pen.heading((0.0, top), SIZE.0, t!("Time and quality"));
    let cell = 4.4;
    let wide = SIZE.0 / f32::from(LAST_SEGMENT);
    for segment in 1..=LAST_SEGMENT {
        let x = wide * f32::from(segment - 1);
        pen.text((x, top + 13.0), 8.0, true, Anchor::Start, segment.to_string());
        let (columns, rows) = grid(segment);
        for row in 0..rows {
            for column in 0..columns {
                let at = (x + 14.0 + cell * f32::from(column), top + 8.0 + cell * f32::from(row));
                pen.rect(at, (cell, cell), Style { fill: Some(0.85), line: Some((0.5, 0.0)) });
            }
        }
        for tick in 0..4u8 {
            pen.rect((x + 11.0 * f32::from(tick), top + 34.0), (9.0, 9.0), TICK);
        }
    }
}

fn levels(pen: &mut Pen) {
    let top = 496.0;
    pen.heading((0.0, top), SIZE.0, t!("Level and skill points"));
    let wide = SIZE.0 / 10.0;
    for level in 1..=LAST_LEVEL {
        let (row, column) = ((level - 1) / 10, (level - 1) % 10);
        let (x, y) = (wide * f32::from(column), top + 8.0 + 21.0 * f32::from(row));
        pen.rect((x, y), (15.0, 15.0), Style::outlined(1.1));
        pen.text((x + 7.5, y + 10.5), 7.5, level == 1, Anchor::Middle, level.to_string());
        if level == 1 {
            pen.line((x + 1.5, y + 13.5), (x + 13.5, y + 1.5), 1.1, 0.0);
        }
        let points: u8 = if level == 1 { 3 } else { 2 };
        for point in 0..points {
            pen.rect((x + 18.0 + 8.5 * f32::from(point), y), (7.0, 7.0), TICK);
        }
        pen.text((x + 18.0, y + 14.5), 6.0, false, Anchor::Start, t!("max {}", max_at(level)));
    }
}

fn enemies(pen: &mut Pen) {
    let top = 582.0;
    pen.heading((0.0, top), SIZE.0, t!("Enemies"));
    let (wide, high) = ((SIZE.0 + 5.0) / 7.0, 72.0);
    for place in 0..14u8 {
        let (x, y) = (wide * f32::from(place % 7), top + 9.0 + high * f32::from(place / 7));
        pen.rect((x, y), (wide - 5.0, high - 5.0), Style::outlined(1.0));
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            let left = x + 4.0 + 17.0 * index as f32;
            pen.rect((left, y + 5.0), (5.5, 5.5), Style::outlined(0.6));
            pen.kind(kind, (left + 11.0, y + 8.0), 8.5);
        }
        let room = (wide - 5.0 - 8.0) / 3.0;
        for (index, title) in [t!("Strength"), t!("HP"), t!("Shield")].into_iter().enumerate() {
            let left = x + 4.0 + room * index as f32;
            pen.text((left + room / 2.0 - 0.5, y + 22.0), 5.2, false, Anchor::Middle, title);
            pen.rect((left, y + 25.0), (room - 1.5, 36.0), TICK);
        }
    }
}
