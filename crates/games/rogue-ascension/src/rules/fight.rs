//! A fight: enemy health, initiative, rounds.

use kernel::{Chance, Die, Log, Rank, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    Action, Curse, EnemyKind, Event, Item, RogueAscension,
    content::CardSet,
    options::CoopReward,
    state::{Blow, End, Fight, Pending, Queue, Reward, kinds},
};

impl RogueAscension {
    // Enemy health.

    pub(super) fn meet_enemy<C: Chance, L: Log<Event>>(&mut self, card: Rank, chance: &mut C, log: &mut L) -> Step<C> {
        const MIGHTY: RollReason = RollReason::new("mighty", text!("Mighty Monsters"));
        let (kind, base) = match card.pips() {
            Some(_) => (EnemyKind::Monster, EnemyKind::Monster.health(Some(card))),
            None => (EnemyKind::Miniboss, EnemyKind::Miniboss.health(None)),
        };
        // R24, R34: the curses of the active hero alone
        let active = self.active;
        let hero = self.hero(active);
        let mut hp = base + Curse::TougherMonsters.n() * u16::from(hero.cursed(Curse::TougherMonsters));
        let mighty = hero.cursed(Curse::MightyMonsters);
        if mighty > 0 {
            self.face(kind, hp, log);
        }
        let die = CardSet::in_force().mighty();
        for _ in 0..mighty {
            hp += u16::from(chance.roll(die, MIGHTY.of(active))?);
        }
        if hp != base || kind == EnemyKind::Miniboss {
            log.tell(Event::Enemy { enemy: kind, card: Some(card), health: hp });
        }
        self.begin_fight(kind, hp, chance, log)
    }

    /// The health of the boss. R25, R34: the curses of all heroes count.
    pub(crate) fn boss_health(&self) -> u16 {
        let tougher: u16 = self.heroes().iter().map(|hero| u16::from(hero.cursed(Curse::TougherMonsters))).sum();
        let (each, more) = (EnemyKind::Boss.health(None), EnemyKind::health_by_ascension());
        u16::from(self.players) * (each + more * u16::from(self.options.ascension))
            + CardSet::in_force().tougher_boss() * tougher
    }

    /// R3: the bonus of the enemy to its initiative.
    pub(crate) fn initiative_bonus(&self) -> u16 {
        2 * u16::from(self.options.ascension) + u16::from(self.players - 1)
    }

    pub(super) fn meet_boss<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let hp = self.boss_health();
        log.tell(Event::BossRoom { seat: self.active, health: hp });
        self.begin_fight(EnemyKind::Boss, hp, chance, log)
    }

    /// The enemy is on the table before any die of the fight is rolled.
    #[inline]
    fn face<L: Log<Event>>(&mut self, kind: EnemyKind, hp: u16, log: &mut L) {
        self.fight = Some(Fight { kind, hp, full: hp, round: 1, heroes_first: false, at: 0 });
        self.ask(self.active, Pending::Initiative { hero: 0, enemy: 0 });
        log.show(self);
    }

    // Initiative.

    fn begin_fight<C: Chance, L: Log<Event>>(
        &mut self,
        kind: EnemyKind,
        hp: u16,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        const HERO: RollReason = RollReason::new("initiative", text!("Initiative of the hero"));
        const ENEMY: RollReason = RollReason::new("enemy-initiative", text!("Initiative of the enemy"));
        self.face(kind, hp, log);
        let hero = chance.roll(Die::D20, HERO.of(self.active))?.into(); // R29
        let bonus = self.initiative_bonus();
        let enemy = u16::from(chance.roll(Die::D20, ENEMY)?) + bonus;
        log.tell(Event::Initiative { hero, enemy, bonus });
        self.ask_initiative(hero, enemy, chance, log)
    }

    fn ask_initiative<C: Chance, L: Log<Event>>(
        &mut self,
        hero: u16,
        enemy: u16,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let active = self.active;
        let owner = self.hero(active);
        // R17: only when the heroes would be second
        if hero <= enemy && owner.holds_any(const { kinds(&[Item::Sneak, Item::DoubleDie]) }) {
            self.ask(active, Pending::Initiative { hero, enemy });
            return Ok(());
        }
        self.begin_rounds(hero > enemy, chance, log)
    }

    pub(super) fn change_initiative<C: Chance, L: Log<Event>>(
        &mut self,
        hero: u16,
        enemy: u16,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        const SNEAK: RollReason = RollReason::new("sneak", text!("Initiative again, by Sneak"));
        let hero = match action {
            Action::Sneak => {
                let seat = self.turn;
                self.spend(seat, Item::Sneak);
                let roll = chance.roll(Die::D20, SNEAK.of(seat))?.into();
                log.tell(Event::Sneaked { seat, roll });
                hero.max(roll)
            }
            Action::DoubleDie => self.double(hero, log),
            _ => return self.begin_rounds(hero > enemy, chance, log),
        };
        self.ask_initiative(hero, enemy, chance, log)
    }

    // Rounds: a phase of the heroes and one of the enemy. R2: the heroes strike first only with the
    // strictly higher value.

    fn begin_rounds<C: Chance, L: Log<Event>>(&mut self, heroes_first: bool, chance: &mut C, log: &mut L) -> Step<C> {
        log.tell(Event::FirstStrike { heroes: heroes_first });
        self.fight_mut().heroes_first = heroes_first;
        if heroes_first {
            self.hero_turn(0);
            return Ok(());
        }
        self.enemy_phase(0, chance, log)
    }

    /// Ends a phase; returns `false` if it ends the match too. The second phase of a round begins
    /// another round.
    #[inline]
    fn change_phase<L: Log<Event>>(&mut self, heroes: bool, log: &mut L) -> bool {
        let limit = self.options.fight_round_limit;
        let fight = self.fight_mut();
        let round = fight.round + u16::from(heroes != fight.heroes_first);
        if round > limit {
            // R36
            log.tell(Event::Exhausted { rounds: limit });
            self.end(End::Exhausted);
            return false;
        }
        fight.round = round;
        true
    }

    #[inline]
    fn fight_mut(&mut self) -> &mut Fight {
        self.fight.as_mut().expect("a fight is going on")
    }

    // Hero phase. R30: every hero in turn order. R42: no passing.

    #[inline]
    fn hero_turn(&mut self, at: u8) {
        self.fight_mut().at = at;
        self.ask(self.order[usize::from(at)], Pending::CombatTurn);
    }

    pub(super) fn attack<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const ATTACK: RollReason = RollReason::new("attack", text!("Attack"));
        let seat = self.turn;
        let level = self.hero(seat).attack.level;
        let roll = self.roll_level(level, ATTACK.of(seat), chance)?; // R5
        log.tell(Event::Attacked { seat, level, roll });
        self.ask_attack(roll, 0, 0, chance, log)
    }

    // Most attacks go straight on from their dice to the enemy's.
    #[inline(always)]
    fn ask_attack<C: Chance, L: Log<Event>>(
        &mut self,
        roll: u16,
        extra: u16,
        weapons: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let hero = self.hero(self.turn);
        if hero.holds_any(const { kinds(&Item::WEAPONS) }) || (roll > 0 && hero.holds(Item::DoubleDie)) {
            self.pending = Pending::AttackRoll { roll, extra, weapons };
            return Ok(());
        }
        self.strike(roll, extra, chance, log)
    }

    pub(super) fn change_attack<C: Chance, L: Log<Event>>(
        &mut self,
        roll: u16,
        extra: u16,
        weapons: u8,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let (roll, extra, weapons) = match action {
            Action::Weapon { item } => {
                // R14: several weapons may be added, each is then gone
                let seat = self.turn;
                self.spend(seat, item);
                let extra = extra + item.adds().unwrap_or_default();
                log.tell(Event::Added { seat, item, total: roll + extra });
                (roll, extra, weapons + 1)
            }
            // R15: the dice are doubled, not the weapons
            Action::DoubleDie => (self.double(roll, log), extra, weapons),
            _ => return self.strike(roll, extra, chance, log),
        };
        self.ask_attack(roll, extra, weapons, chance, log)
    }

    #[inline(always)]
    fn strike<C: Chance, L: Log<Event>>(&mut self, roll: u16, extra: u16, chance: &mut C, log: &mut L) -> Step<C> {
        const DEFENSE: RollReason = RollReason::new("enemy-defense", text!("Defense of the enemy"));
        let seat = self.turn;
        let kind = self.fight_mut().kind;
        let defense = chance.roll(kind.defense(), DEFENSE)?.into();
        let fight = self.fight_mut();
        let sum = roll + extra;
        let damage = sum.saturating_sub(defense); // R4
        fight.hp = fight.hp.saturating_sub(damage);
        let (left, at) = (fight.hp, fight.at);
        log.tell(Event::Struck { seat, roll: sum, extra, defense, damage, left });
        if left == 0 {
            return self.win_fight(chance, log);
        }
        if at + 1 < self.players {
            self.hero_turn(at + 1);
            return Ok(());
        }
        if self.change_phase(true, log) { self.enemy_phase(0, chance, log) } else { Ok(()) }
    }

    /// The enemy is dead: the match is won, or there are rewards.
    fn win_fight<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let slayer = self.turn;
        let &mut Fight { kind, full, .. } = self.fight_mut();
        self.fight = None;
        self.story.slain = self.story.slain.saturating_add(full);
        log.tell(Event::Slain { seat: slayer, enemy: kind });
        if kind == EnemyKind::Boss {
            log.tell(Event::Won { level: self.options.ascension });
            self.end(End::Won);
            return Ok(());
        }
        // R31, R40
        let active = self.active;
        let queue = match self.options.coop_reward {
            CoopReward::Active => Queue::of([active]),
            CoopReward::All => Queue::of(self.order().iter().copied()),
            CoopReward::ActiveAndSlayer if slayer == active => Queue::of([active]),
            CoopReward::ActiveAndSlayer => Queue::of([active, slayer]),
        };
        self.hand_out(Reward { queue, optional: true, card: None, traps: 0 }, chance, log)
    }

    // Enemy phase. R30: the enemy strikes every hero in turn order.

    /// Runs the enemy's phase from place `from` of the turn order on, until a hero has to decide or
    /// the match is lost.
    pub(super) fn enemy_phase<C: Chance, L: Log<Event>>(&mut self, from: u8, chance: &mut C, log: &mut L) -> Step<C> {
        for at in from..self.players {
            self.fight_mut().at = at;
            if !self.strike_hero(self.order[usize::from(at)], chance, log)? {
                return Ok(());
            }
        }
        if self.change_phase(false, log) {
            self.hero_turn(0);
        }
        Ok(())
    }

    /// The enemy strikes one hero. Returns `true` if the strike is over at once and the hero lives.
    #[inline]
    fn strike_hero<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        chance: &mut C,
        log: &mut L,
    ) -> Result<bool, C::Halt> {
        const ATTACK: RollReason = RollReason::new("enemy-attack", text!("Attack of the enemy"));
        const DEFENSE: RollReason = RollReason::new("defense", text!("Defense"));
        self.turn = seat;
        if self.players > 1 {
            self.pending = Pending::CombatTurn;
            log.show(self); // the hero that is struck
        }
        let attack = chance.roll(self.fight_mut().kind.attack(), ATTACK.of(seat))?.into();
        let defense = self.roll_level(self.hero(seat).defense.level, DEFENSE.of(seat), chance)?;
        log.tell(Event::EnemyStruck { seat, attack, defense });
        self.take_blow(Blow::Strike { attack, defense }, chance, log)
    }
}
