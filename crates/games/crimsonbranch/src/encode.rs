//! `impl Encode`: the numbers of actions, and the observation of the player.

use kernel::{ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Slice};

use crate::{
    Action, Crimsonbranch, Symbol, View,
    board::{Branch, Branches, NODES, Node, Nodes, SIZE},
    content::{Kind, LAST_LEVEL, Stat},
    state::{Battle, End, Phase, Stage},
};

/// Places for branches to the right, and as many down.
const RIGHT: usize = (SIZE as usize - 1) * SIZE as usize;
const BRANCHES: usize = 2 * RIGHT;
/// The pearls of a tree.
const PEARLS: f32 = 8.0;

const TREE: u16 = NODES as u16;
const ALL_BRANCHES: u16 = BRANCHES as u16;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("challenge", 1, "fight the Great Evil"),
    ChoiceGroup::new("retire", 1, "end the game without a score"),
    ChoiceGroup::new("fight", 1, "leave the preparation"),
    ChoiceGroup::new("done", 1, "leave the other symbol unused"),
    ChoiceGroup::new("end_fight", 1, "let the enemies act"),
    ChoiceGroup::new("pearl_xp", 1, "cross the pearl out for XP"),
    ChoiceGroup::new("end_loot", 1, "leave the rest of the loot"),
    ChoiceGroup::new("discard", 1, "throw the new item away for 1 XP"),
    ChoiceGroup::new("visit", TREE, "go to a node: row by row from the top, from the left"),
    ChoiceGroup::new("activate", TREE, "put a token on a node, in the same order"),
    ChoiceGroup::new(
        "cross",
        ALL_BRANCHES,
        "spend a skill point on a branch: branches to the right row by row, then branches down row by row",
    ),
    ChoiceGroup::new("circle", ALL_BRANCHES, "circle a branch with the new item, in the same order"),
    ChoiceGroup::new(
        "move_item",
        4 * ALL_BRANCHES,
        "move the circle of the item of strength, dexterity, vitality, magic, for each to a branch in the same order",
    ),
    ChoiceGroup::new("drop_item", 4, "give the item of strength, dexterity, vitality, magic up for 1 XP"),
    ChoiceGroup::new("use", 5, "use a symbol: attack, range, heal, defense, special"),
    ChoiceGroup::new("spend", 4, "spend the six in a space: attack, range, heal, defense"),
    ChoiceGroup::new("pearl_copy", 4, "engrave the pearl with attack, range, heal, defense"),
    ChoiceGroup::new(
        "break",
        2 * TREE,
        "pay for an enemy's shield: from attack by number of the enemy, then from range",
    ),
    ChoiceGroup::new("hit", 2 * TREE, "pay for one HP of an enemy, in the same order"),
    ChoiceGroup::new("take_xp", TREE, "take an enemy's Strength as XP, by number of the enemy"),
    ChoiceGroup::new("take_item", TREE, "take an enemy's Strength as the quality of an item, likewise"),
];

const LAYOUT: &[Slice] = &[
    Slice::flags("decision", 8, "explore, prepare, symbol, six, fight, loot, equip, over"),
    Slice::flags("class", 4, "warrior, ranger, wizard, paladin"),
    Slice::new("health", 2, 66.0, "HP", "HP, and HP/XP Max"),
    Slice::new("xp", 1, 66.0, "XP", "XP"),
    Slice::new("level", 1, 30.0, "levels", "level"),
    Slice::new("points", 1, 61.0, "points", "skill points not spent"),
    Slice::new("ticks", 1, 40.0, "boxes", "time boxes ticked"),
    Slice::new("visits", 2, 1000.0, "visits", "visits and challenges, and the option max_visits"),
    Slice::new("defeats", 1, 1000.0, "defeats", "defeats"),
    Slice::flags("pawn", NODES, "the node of the pawn, row by row; none outside"),
    Slice::flags("kinds", 4 * NODES, "nodes with a symbol of attack, range, heal, defense, printed or engraved"),
    Slice::flags("specials", NODES, "nodes with a special symbol"),
    Slice::flags("pearls", 2 * NODES, "nodes with an unmarked pearl, then nodes with an engraved one"),
    Slice::flags("stairs", NODES, "nodes with stairs"),
    Slice::flags(
        "branches",
        4 * BRANCHES,
        "branches of strength, dexterity, vitality, magic: to the right row by row, then down row by row",
    ),
    Slice::flags("crossed", BRANCHES, "branches crossed out, in the same order"),
    Slice::flags("circled", 4 * BRANCHES, "the branch that the item of each type circles, in the same order"),
    Slice::new("items", 12, 10.0, "points", "for the item of each type: the lower die, the higher die, the quality"),
    Slice::flags("moved", 4, "whether the item of each type has moved in this stop"),
    Slice::flags("great_evil", 1, "whether the fight is with the Great Evil"),
    Slice::new("turn", 2, 1001.0, "turns", "turn of the fight from 1, and the option max_turns"),
    Slice::flags("area", NODES, "the evaluated nodes"),
    Slice::flags("enemy_kinds", 4 * NODES, "enemies by number of attack, range, heal, defense"),
    Slice::new("enemy_strength", NODES, 36.0, "points", "Strength at the beginning, by number of the enemy"),
    Slice::new("enemy_health", NODES, 255.0, "HP", "HP by number of the enemy"),
    Slice::new("enemy_shield", NODES, 255.0, "points", "shield by number of the enemy"),
    Slice::new(
        "enemy_nodes",
        NODES,
        36.0,
        "enemies",
        "number of the enemy that came from each node, from 1; 0 is none",
    ),
    Slice::flags("looted", NODES, "whether the Strength has been taken, by number of the enemy"),
    Slice::new("die", 1, 6.0, "points", "value of the active die"),
    Slice::flags("space", 4, "space of the active die: attack, range, heal, defense"),
    Slice::flags("locked", 4, "space of the locked die with its six"),
    Slice::flags("tokens", NODES, "nodes with a token"),
    Slice::flags("node", NODES, "the node that is being activated"),
    Slice::flags("used", 5, "symbols of that node used so far: attack, range, heal, defense, special"),
    Slice::new("totals", 4, 12.0, "points", "dice in the spaces attack, range, heal, defense"),
    Slice::flags("found", 4, "type of the item found: strength, dexterity, vitality, magic"),
    Slice::new("found_numbers", 3, 10.0, "points", "the dice and the quality of the item found"),
    Slice::flags("won", 1, "whether the match is won"),
];

impl Encode for Crimsonbranch {
    const VERSION: u32 = 1;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = LAYOUT;
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "pearls", weight: 0.4, meaning: "pearls crossed out or engraved, of 8" },
        ProgressTerm { name: "level", weight: 0.3, meaning: "levels above 1, of the 29 to the last" },
        ProgressTerm { name: "health", weight: 0.1, meaning: "HP, of HP/XP Max" },
        ProgressTerm { name: "great_evil", weight: 0.2, meaning: "1 once the Great Evil is beaten" },
    ];

    fn path(action: &Action, _: Perspective) -> Path {
        let at = |group: u16, place: usize| group + place as u16;
        Path::from_iter([match *action {
            Action::Challenge => const { ChoiceGroup::start(CHOICES, "challenge") },
            Action::Retire => const { ChoiceGroup::start(CHOICES, "retire") },
            Action::Fight => const { ChoiceGroup::start(CHOICES, "fight") },
            Action::Done => const { ChoiceGroup::start(CHOICES, "done") },
            Action::EndFight => const { ChoiceGroup::start(CHOICES, "end_fight") },
            Action::PearlXp => const { ChoiceGroup::start(CHOICES, "pearl_xp") },
            Action::EndLoot => const { ChoiceGroup::start(CHOICES, "end_loot") },
            Action::Discard => const { ChoiceGroup::start(CHOICES, "discard") },
            Action::Visit { node } => at(const { ChoiceGroup::start(CHOICES, "visit") }, node.index()),
            Action::Activate { node } => at(const { ChoiceGroup::start(CHOICES, "activate") }, node.index()),
            Action::Cross { branch } => at(const { ChoiceGroup::start(CHOICES, "cross") }, place(branch)),
            Action::Circle { branch } => at(const { ChoiceGroup::start(CHOICES, "circle") }, place(branch)),
            Action::MoveItem { item, branch } => {
                at(const { ChoiceGroup::start(CHOICES, "move_item") }, item as usize * BRANCHES + place(branch))
            }
            Action::DropItem { item } => at(const { ChoiceGroup::start(CHOICES, "drop_item") }, item as usize),
            Action::Use { symbol } => at(const { ChoiceGroup::start(CHOICES, "use") }, symbol as usize),
            Action::Spend { space } => at(const { ChoiceGroup::start(CHOICES, "spend") }, space as usize),
            Action::PearlCopy { kind } => at(const { ChoiceGroup::start(CHOICES, "pearl_copy") }, kind as usize),
            // Only attack and range pay for blows, and there are never more enemies than nodes.
            Action::Break { slot: Kind::Heal | Kind::Defense, .. }
            | Action::Hit { slot: Kind::Heal | Kind::Defense, .. } => return Path::new(),
            Action::Break { enemy, .. }
            | Action::Hit { enemy, .. }
            | Action::TakeXp { enemy }
            | Action::TakeItem { enemy }
                if usize::from(enemy) >= NODES =>
            {
                return Path::new();
            }
            Action::Break { enemy, slot } => {
                at(const { ChoiceGroup::start(CHOICES, "break") }, slot as usize * NODES + usize::from(enemy))
            }
            Action::Hit { enemy, slot } => {
                at(const { ChoiceGroup::start(CHOICES, "hit") }, slot as usize * NODES + usize::from(enemy))
            }
            Action::TakeXp { enemy } => at(const { ChoiceGroup::start(CHOICES, "take_xp") }, enemy.into()),
            Action::TakeItem { enemy } => at(const { ChoiceGroup::start(CHOICES, "take_item") }, enemy.into()),
        }])
    }

    fn action(path: &[u16], _: Perspective) -> Option<Action> {
        let [choice] = *path else { return None };
        let (group, at) = ChoiceGroup::find(CHOICES, choice)?;
        let at = usize::from(at);
        let node = Node::numbered(at as u8);
        let (enemy, slot) = ((at % NODES) as u8, Kind::ALL[at / NODES % 2]);
        Some(match group {
            "challenge" => Action::Challenge,
            "retire" => Action::Retire,
            "fight" => Action::Fight,
            "done" => Action::Done,
            "end_fight" => Action::EndFight,
            "pearl_xp" => Action::PearlXp,
            "end_loot" => Action::EndLoot,
            "discard" => Action::Discard,
            "visit" => Action::Visit { node: node? },
            "activate" => Action::Activate { node: node? },
            "cross" => Action::Cross { branch: branch_at(at)? },
            "circle" => Action::Circle { branch: branch_at(at)? },
            "move_item" => Action::MoveItem { item: Stat::ALL[at / BRANCHES], branch: branch_at(at % BRANCHES)? },
            "drop_item" => Action::DropItem { item: Stat::ALL[at] },
            "use" => Action::Use { symbol: Symbol::ALL[at] },
            "spend" => Action::Spend { space: Kind::ALL[at] },
            "pearl_copy" => Action::PearlCopy { kind: Kind::ALL[at] },
            "break" => Action::Break { enemy, slot },
            "hit" => Action::Hit { enemy, slot },
            "take_xp" => Action::TakeXp { enemy },
            _ => Action::TakeItem { enemy },
        })
    }

    fn observe(view: &View, _: Perspective, _: &[u16], out: &mut Observation<'_>) {
        let game = &view.game;
        let (sheet, marks, hero, clock) = (&*game.sheet, &game.marks, game.hero, game.clock);
        out.one_of(8, Some(decision(&game.stage)));
        out.one_of(4, Some(sheet.class as usize));
        out.numbers(2, [hero.hp, hero.max()]);
        out.number(hero.xp);
        out.number(hero.level);
        out.number(game.points());
        out.number(clock.ticks);
        out.numbers(2, [clock.visits, game.limits.visits]);
        out.number(clock.defeats);
        out.one_of(NODES, game.pawn.map(Node::index));
        marks.kinds.iter().for_each(|kind| nodes(*kind, out));
        nodes(sheet.specials, out);
        nodes(marks.open, out);
        nodes(marks.engraved.into_iter().fold(Nodes::NONE, Nodes::or), out);
        nodes(sheet.stairs(), out);
        sheet.stats.iter().for_each(|stat| branches(*stat, out));
        branches(marks.crossed, out);
        marks.items.iter().for_each(|item| out.one_of(BRANCHES, item.map(|item| place(item.branch))));
        for item in marks.items {
            out.numbers(3, item.into_iter().flat_map(|item| numbers(item.find)));
        }
        marks.items.iter().for_each(|item| out.flag(item.is_some_and(|item| item.moved)));
        let battle = match &game.stage {
            Stage::Battle(battle) => Some(battle),
            Stage::Explore | Stage::Over(_) => None,
        };
        out.flag(battle.is_some_and(|battle| battle.great_evil));
        out.numbers(2, [battle.map_or(0, |battle| battle.turn), game.limits.turns]);
        match battle {
            Some(battle) => observe_battle(battle, out),
            None => _ = out.zeros(const { Slice::start(LAYOUT, "won") - Slice::start(LAYOUT, "area") }),
        }
        out.flag(matches!(game.stage, Stage::Over(End::Won { .. })));
    }

    fn progress(view: &View, _: Perspective, terms: &mut [f32]) {
        let game = &view.game;
        terms[0] = 1.0 - f32::from(game.marks.open.len()) / PEARLS;
        terms[1] = f32::from(game.hero.level - 1) / f32::from(LAST_LEVEL - 1);
        terms[2] = f32::from(game.hero.hp) / f32::from(game.hero.max());
        terms[3] = f32::from(u8::from(matches!(game.stage, Stage::Over(End::Won { .. }))));
    }
}

/// Place of a decision in the layout.
fn decision(stage: &Stage) -> usize {
    match stage {
        Stage::Explore => 0,
        Stage::Battle(battle) => match battle.phase {
            Phase::Prepare(_) => 1,
            Phase::Symbol(..) => 2,
            Phase::Six(..) => 3,
            Phase::Fight(_) => 4,
            Phase::Loot => 5,
            Phase::Equip(_) => 6,
        },
        Stage::Over(_) => 7,
    }
}

/// Place of a branch: those to the right row by row, then those down.
#[inline]
fn place(branch: Branch) -> usize {
    let (from, to) = (branch.from(), branch.to());
    match from.y() == to.y() {
        true => usize::from(from.y() * (SIZE - 1) + from.x()),
        false => RIGHT + from.index(),
    }
}

/// The branch at a place.
fn branch_at(place: usize) -> Option<Branch> {
    let (from, to) = match place.checked_sub(RIGHT) {
        None => {
            let (x, y) = (place as u8 % (SIZE - 1), place as u8 / (SIZE - 1));
            (Node::at(x, y)?, Node::at(x + 1, y)?)
        }
        Some(from) => (Node::numbered(from as u8)?, Node::numbered(from as u8 + SIZE)?),
    };
    Branch::between(from, to)
}

/// Dice and quality of an item.
fn numbers(find: crate::state::Find) -> [u8; 3] {
    let [one, other] = find.dice;
    [one.min(other), one.max(other), find.quality]
}

/// Writes a flag for each node.
fn nodes(set: Nodes, out: &mut Observation<'_>) {
    let flags = out.zeros(NODES);
    set.iter().for_each(|node| flags[node.index()] = 1.0);
}

/// Writes a flag for each branch.
fn branches(set: Branches, out: &mut Observation<'_>) {
    let flags = out.zeros(BRANCHES);
    set.iter().for_each(|branch| flags[place(branch)] = 1.0);
}

/// Writes a fight after its turn.
fn observe_battle(battle: &Battle, out: &mut Observation<'_>) {
    nodes(battle.area, out);
    let kinds = out.zeros(4 * NODES);
    for (id, enemy) in battle.enemies.iter().enumerate() {
        kinds[enemy.kind as usize * NODES + id] = 1.0;
    }
    out.numbers(NODES, battle.enemies.iter().map(|enemy| enemy.strength));
    out.numbers(NODES, battle.enemies.iter().map(|enemy| enemy.hp));
    out.numbers(NODES, battle.enemies.iter().map(|enemy| enemy.shield));
    let numbered = out.zeros(NODES);
    for (id, enemy) in battle.enemies.iter().enumerate() {
        enemy.region.iter().for_each(|node| numbered[node.index()] = 1.0 + id as f32);
    }
    out.numbers(NODES, battle.enemies.iter().map(|enemy| u8::from(enemy.looted)));
    let (dice, node) = match battle.phase {
        Phase::Prepare(dice) => (Some(dice), None),
        Phase::Symbol(dice, node) | Phase::Six(dice, node) => (Some(dice), Some(node)),
        Phase::Fight(_) | Phase::Loot | Phase::Equip(_) => (None, None),
    };
    out.number(dice.map_or(0, |dice| dice.active.value));
    out.one_of(4, dice.and_then(|dice| dice.active.space).map(|space| space as usize));
    out.one_of(4, dice.and_then(|dice| dice.locked).map(|space| space as usize));
    nodes(dice.map_or(Nodes::NONE, |dice| dice.tokens), out);
    out.one_of(NODES, node.map(|node| node.at.index()));
    let used = out.zeros(5);
    node.into_iter().flat_map(|node| node.used).flatten().for_each(|symbol| used[symbol as usize] = 1.0);
    out.numbers(
        4,
        match battle.phase {
            Phase::Fight(totals) => totals,
            _ => [0; 4],
        },
    );
    let found = match battle.phase {
        Phase::Equip(find) => Some(find),
        _ => None,
    };
    out.one_of(4, found.map(|find| find.stat as usize));
    out.numbers(3, found.into_iter().flat_map(numbers));
}
