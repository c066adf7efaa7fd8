//! PREPARE: the active die goes along the marked branches of the tree.

use kernel::{Chance, Die, Log, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    Crimsonbranch, Event,
    action::Symbol,
    board::{Node, Nodes},
    content::{Effect, Kind},
    event::Means,
    state::{Activation, ActiveDie, Battle, Hero, Phase, Prepare},
};

const FIRST: RollReason = RollReason::new("first-die", text!("The first die of the turn"));
const NEXT: RollReason = RollReason::new("next-die", text!("The next die"));

impl Crimsonbranch {
    pub(super) fn prepare<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let value = chance.roll(Die::D6, FIRST.of(Seat(0)))?;
        let battle = self.battle();
        log.tell(Event::FirstDie { turn: battle.turn, value });
        battle.phase = Phase::Prepare(Prepare { active: ActiveDie::rolled(value), locked: None, tokens: Nodes::NONE });
        Ok(())
    }

    pub(super) fn activate<C: Chance, L: Log<Event>>(&mut self, node: Node, chance: &mut C, log: &mut L) -> Step<C> {
        log.tell(Event::Activated { node });
        let activation = Activation { at: node, symbols: self.symbols(node), used: [None; 2] };
        let Phase::Prepare(mut dice) = self.battle().phase else { return Ok(()) };
        dice.tokens = dice.tokens.with(node);
        self.battle().phase = Phase::Symbol(dice, activation);
        match activation.symbols.second {
            Some(_) => Ok(()),
            None => self.use_symbol(activation.symbols.first, chance, log), // A single symbol is used at once.
        }
    }

    pub(super) fn use_symbol<C: Chance, L: Log<Event>>(
        &mut self,
        symbol: Symbol,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let Phase::Symbol(mut dice, mut activation) = self.battle().phase else { return Ok(()) };
        let place = usize::from(activation.used[0].is_some());
        activation.used[place] = Some(symbol);
        match symbol.kind() {
            Some(kind) => {
                let before = dice.active;
                dice.active = before.use_kind(kind);
                let value = dice.active.value;
                log.tell(match before.space == Some(kind) {
                    true => Event::Raised { space: kind, value, already: before.value == value },
                    false => Event::Placed { space: kind, value },
                });
            }
            None => {
                let mut sixes = dice.sixes();
                match (sixes.next(), sixes.next()) {
                    (None, _) => log.tell(Event::NoSix), // R27
                    (Some(space), None) => {
                        self.battle().phase = Phase::Six(dice, activation);
                        return self.spend(space, chance, log);
                    }
                    (Some(_), Some(_)) => {
                        self.battle().phase = Phase::Six(dice, activation); // R26
                        return Ok(());
                    }
                }
            }
        }
        self.battle().phase = Phase::Symbol(dice, activation);
        self.go_on(chance, log)
    }

    /// The node closes once all its symbols are used.
    fn go_on<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let Phase::Symbol(_, activation) = self.battle().phase else { return Ok(()) };
        let used = activation.used.iter().flatten().count();
        let symbols = 1 + usize::from(activation.symbols.second.is_some());
        if used == symbols { self.close_node(chance, log) } else { Ok(()) }
    }

    /// Carries out the effect of a space, and puts its six aside. R26: a die that is not locked is
    /// the active one. Then the other symbol of the node has been used already, for only it can
    /// have made the six.
    pub(super) fn spend<C: Chance, L: Log<Event>>(&mut self, space: Kind, chance: &mut C, log: &mut L) -> Step<C> {
        let Phase::Six(mut dice, activation) = self.battle().phase else { return Ok(()) };
        // If both dice in the space show a six, the locked one goes.
        let locked = dice.locked == Some(space);
        log.tell(Event::Spent { space, active: !locked });
        self.special_effect(space, log);
        if locked {
            dice.locked = None;
            self.battle().phase = Phase::Symbol(dice, activation);
            return self.go_on(chance, log);
        }
        self.next_die(dice.locked, dice.tokens, chance, log)
    }

    fn special_effect<L: Log<Event>>(&mut self, space: Kind, log: &mut L) {
        let effect = self.sheet.class.effect(space);
        let hero = &mut self.hero;
        let crate::state::Stage::Battle(Battle { enemies, .. }) = &mut self.stage else { return };
        match effect {
            Effect::Gain(hp) => gain(hero, hp, log), // R28
            Effect::Break(kinds) => {
                for (id, enemy) in enemies.iter_mut().enumerate() {
                    if enemy.shield > 0 && kinds.contains(&enemy.kind) {
                        let (kind, shield) = (enemy.kind, enemy.shield);
                        log.tell(Event::Broke { enemy: id as u8, kind, shield, by: Means::Special });
                        enemy.shield = 0;
                    }
                }
            }
            Effect::Damage(damage, kinds) => {
                for (id, enemy) in enemies.iter_mut().enumerate() {
                    if enemy.alive() && kinds.contains(&enemy.kind) {
                        let by = damage.min(enemy.hp);
                        enemy.hp -= by;
                        let (kind, strength, id) = (enemy.kind, enemy.strength, id as u8);
                        log.tell(Event::Damaged { enemy: id, kind, by, hp: enemy.hp });
                        if !enemy.alive() {
                            enemy.shield = 0;
                            log.tell(Event::Died { enemy: id, kind, strength, by: Means::Special });
                        }
                    }
                }
            }
        }
    }

    /// R24: the check whether the active die has become a six in a space comes when the whole node
    /// is done.
    pub(super) fn close_node<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let Phase::Symbol(dice, _) = self.battle().phase else { return Ok(()) };
        let Some(space) = dice.active.six() else {
            self.battle().phase = Phase::Prepare(dice);
            return Ok(());
        };
        log.tell(Event::Locked { space });
        if dice.locked.is_some() {
            self.battle().phase = Phase::Prepare(dice);
            self.go_to_fight(log);
            return Ok(());
        }
        self.next_die(Some(space), dice.tokens, chance, log)
    }

    fn next_die<C: Chance, L: Log<Event>>(
        &mut self,
        locked: Option<Kind>,
        tokens: Nodes,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let value = chance.roll(Die::D6, NEXT.of(Seat(0)))?;
        log.tell(Event::NextDie { value });
        self.battle().phase = Phase::Prepare(Prepare { active: ActiveDie::rolled(value), locked, tokens });
        Ok(())
    }

    /// A die in neutral and all tokens go aside; the others count.
    pub(super) fn go_to_fight<L: Log<Event>>(&mut self, log: &mut L) {
        let Phase::Prepare(dice) = self.battle().phase else { return };
        let totals = dice.totals();
        log.tell(Event::Fought { totals });
        self.battle().phase = Phase::Fight(totals);
    }
}

/// HP for the hero, up to Max.
pub(super) fn gain<L: Log<Event>>(hero: &mut Hero, hp: u8, log: &mut L) {
    let before = hero.hp;
    hero.heal(hp);
    if hp > 0 {
        log.tell(Event::Healed { by: hero.hp - before, hp: hero.hp });
    }
}
