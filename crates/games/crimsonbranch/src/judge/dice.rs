//! The policy for the active die. It looks at every node, at every way of using its symbols, and at
//! how far the die could still go.

use std::borrow::Cow;

use arrayvec::ArrayVec;

use super::{best, blows::forecast};
use crate::{
    Action, Crimsonbranch, Symbol,
    board::{Branches, Nodes},
    content::{Effect, Kind},
    state::{Activation, ActiveDie, Battle, Enemies, Hero, Prepare, Symbols},
};

/// The bonus of a position while a die is still to come.
const DIE_TO_COME: i32 = 4;
/// The value that the policy assumes for a die to come.
const USUAL_DIE: u8 = 4;

/// The inputs that stay the same while a turn is prepared.
pub(super) struct Bench<'a> {
    game: &'a Crimsonbranch,
    marked: Branches,
    start: Position<'a>,
}

/// Dice, hero and enemies in the middle of a node.
#[derive(Clone)]
struct Position<'a> {
    /// The active die; `None` once it is spent.
    active: Option<ActiveDie>,
    locked: Option<Kind>,
    hero: Hero,
    enemies: Cow<'a, Enemies>,
}

/// Symbols to use, one after the other. A special also has the space in which it spends a six, if
/// one is there.
type Way = ArrayVec<Symbol, 2>;

impl Position<'_> {
    fn totals(&self) -> [u8; 4] {
        let active = self.active.unwrap_or(ActiveDie::rolled(1));
        Prepare { active, locked: self.locked, tokens: Nodes::NONE }.totals()
    }

    fn worth(&self) -> i32 {
        forecast(self.totals(), self.hero, &self.enemies).worth
    }

    /// The position after spending the six in a space.
    fn spent(mut self, space: Kind, game: &Crimsonbranch) -> Self {
        match game.sheet.class.effect(space) {
            Effect::Gain(hp) => self.hero.heal(hp),
            Effect::Break(kinds) => {
                for enemy in self.enemies.to_mut().iter_mut().filter(|enemy| kinds.contains(&enemy.kind)) {
                    enemy.shield = 0;
                }
            }
            Effect::Damage(damage, kinds) => {
                for enemy in self.enemies.to_mut().iter_mut().filter(|enemy| kinds.contains(&enemy.kind)) {
                    enemy.hp = enemy.hp.saturating_sub(damage);
                    if !enemy.alive() {
                        enemy.shield = 0;
                    }
                }
            }
        }
        match self.locked == Some(space) {
            true => self.locked = None,
            false => self.active = None,
        }
        self
    }
}

impl<'a> Bench<'a> {
    pub(super) fn new(game: &'a Crimsonbranch, battle: &'a Battle) -> Bench<'a> {
        let start = Position { active: None, locked: None, hero: game.hero, enemies: Cow::Borrowed(&battle.enemies) };
        Bench { game, marked: game.marks.marked(), start }
    }

    fn position(&self, dice: Prepare) -> Position<'a> {
        Position { active: Some(dice.active), locked: dice.locked, ..self.start.clone() }
    }

    pub(super) fn prepare(&self, dice: Prepare) -> Action {
        let now = self.position(dice);
        let fight = (now.worth(), Action::Fight);
        let nodes = self.game.activatable(dice.tokens).iter().map(|node| {
            let hopes = self.hopes(dice.tokens.with(node));
            let ways = ways(self.game.symbols(node), None);
            let worths = ways.iter().map(|way| self.carried_out(&now, way, &hopes));
            (worths.max().unwrap_or(i32::MIN), Action::Activate { node })
        });
        best(std::iter::once(fight).chain(nodes)).unwrap_or(Action::Fight)
    }

    pub(super) fn symbol(&self, dice: Prepare, activation: Activation) -> Action {
        let (now, hopes) = (self.position(dice), self.hopes(dice.tokens));
        let done = activation.used[0].map(|_| (self.closing(&now, &hopes), Action::Done));
        let ways = ways(activation.symbols, activation.used[0]);
        let uses = ways.iter().map(|way| (self.carried_out(&now, way, &hopes), Action::Use { symbol: way[0] }));
        best(done.into_iter().chain(uses)).unwrap_or(Action::Done)
    }

    /// The node's other symbol has always been used by now: without it only one die could show a
    /// six.
    pub(super) fn six(&self, dice: Prepare, _: Activation) -> Action {
        let (now, hopes) = (self.position(dice), self.hopes(dice.tokens));
        let spaces = dice
            .sixes()
            .map(|space| (self.closing(&now.clone().spent(space, self.game), &hopes), Action::Spend { space }));
        best(spaces).unwrap_or(Action::Done)
    }

    /// The highest worth that comes of using these symbols. A special can choose between two sixes.
    fn carried_out(&self, now: &Position, way: &[Symbol], hopes: &[u8; 4]) -> i32 {
        let [symbol, rest @ ..] = way else { return self.closing(now, hopes) };
        if let Some(kind) = symbol.kind() {
            let active = now.active.map(|die| die.use_kind(kind));
            return self.carried_out(&Position { active, ..now.clone() }, rest, hopes);
        }
        let six = now.active.and_then(ActiveDie::six);
        let spaces = Kind::ALL.into_iter().filter(|kind| now.locked == Some(*kind) || six == Some(*kind));
        let worths = spaces.map(|space| self.carried_out(&now.clone().spent(space, self.game), rest, hopes));
        worths.max().unwrap_or_else(|| self.carried_out(now, rest, hopes))
    }

    /// The worth of a position when its node closes.
    fn closing(&self, position: &Position, hopes: &[u8; 4]) -> i32 {
        let six = position.active.and_then(ActiveDie::six);
        if position.active.is_some() && six.is_none() {
            return promise(position, hopes);
        }
        if six.is_some() && position.locked.is_some() {
            return position.worth();
        }
        let next = Position {
            active: Some(ActiveDie::rolled(USUAL_DIE)),
            locked: position.locked.or(six),
            ..position.clone()
        };
        DIE_TO_COME + promise(&next, hopes)
    }

    /// For each kind, the number of nodes of the kind that the tokens can still reach. The way
    /// leads through nodes without a token that are of that kind or special.
    fn hopes(&self, tokens: Nodes) -> [u8; 4] {
        self.game.marks.kinds.map(|kind| {
            let through = kind.or(self.game.sheet.specials).without(tokens);
            tokens.reach(self.marked, through).and(kind).len()
        })
    }
}

/// The highest worth that the active die can still reach.
fn promise(position: &Position, hopes: &[u8; 4]) -> i32 {
    let Some(active) = position.active else { return position.worth() };
    let mut most = position.worth();
    for &kind in &Kind::ALL {
        let nodes = hopes[kind as usize];
        if nodes == 0 {
            continue;
        }
        let steps = if active.space == Some(kind) { nodes } else { nodes - 1 };
        let die = ActiveDie { value: (active.value + steps).min(6), space: Some(kind) };
        let totals = Prepare { active: die, locked: position.locked, tokens: Nodes::NONE }.totals();
        let bonus = if die.value == 6 && position.locked.is_none() { DIE_TO_COME } else { 0 };
        most = most.max(forecast(totals, position.hero, &position.enemies).worth + bonus);
    }
    most
}

/// The ways to use the unused symbols of a node.
fn ways(symbols: Symbols, used: Option<Symbol>) -> ArrayVec<Way, 4> {
    let way = |symbols: &[Symbol]| symbols.iter().copied().collect::<Way>();
    match (used, symbols.second) {
        (None, Some(b)) if b == symbols.first => [way(&[b]), way(&[b, b])].into_iter().collect(),
        (None, Some(b)) => {
            let a = symbols.first;
            ArrayVec::from([way(&[a]), way(&[b]), way(&[a, b]), way(&[b, a])])
        }
        (_, _) => symbols.unused(used).into_iter().flatten().map(|symbol| way(&[symbol])).collect(),
    }
}
