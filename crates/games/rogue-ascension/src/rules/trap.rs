//! A trap, of one hero.

use kernel::{Chance, Die, Log, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    Action, Curse, Event, Item, RogueAscension,
    content::{self, TRAP_LIMIT},
    state::{Blow, Pending, Trap, kinds},
};

impl RogueAscension {
    /// R21: the roll that this hero needs to disarm a trap, and the die of its damage.
    pub(crate) fn trap_of(&self, seat: Seat, hard: bool) -> (u16, Die) {
        let (base, die) = content::trap(hard);
        (
            (base + Curse::PersistentTraps.n() * u16::from(self.hero(seat).cursed(Curse::PersistentTraps)))
                .min(TRAP_LIMIT),
            die,
        )
    }

    pub(super) fn spring_trap<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        hard: bool,
        cursed: bool,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        const TRAP: RollReason = RollReason::new("trap", text!("Disarming the trap"));
        let (target, _) = self.trap_of(seat, hard);
        let bonus = self.hero(seat).luck_modifier(); // R13
        self.ask(seat, Pending::TrapRoll);
        self.trap = Some(Trap { seat, hard, target, die: 0, bonus, cursed });
        log.show(self);
        let die = chance.roll(Die::D20, TRAP.of(seat))?.into();
        self.trap_mut().die = die;
        log.tell(Event::TrapRolled { seat, roll: die, luck: bonus, target, hard, cursed });
        self.ask_trap(chance, log)
    }

    #[inline]
    fn trap_mut(&mut self) -> &mut Trap {
        self.trap.as_mut().expect("a trap is being disarmed")
    }

    fn ask_trap<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let disarmed = self.trap_mut().disarmed();
        let hero = self.hero(self.turn);
        if !disarmed && hero.holds_any(const { kinds(&[Item::LuckyCharm, Item::DoubleDie]) }) {
            self.pending = Pending::TrapRoll;
            return Ok(());
        }
        self.ask_assist(1, chance, log)
    }

    pub(super) fn change_trap<C: Chance, L: Log<Event>>(
        &mut self,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let seat = self.turn;
        match action {
            Action::LuckyCharm => {
                // R18
                self.spend(seat, Item::LuckyCharm);
                self.trap_mut().bonus += Item::LuckyCharm.n() as i16;
                log.tell(Event::Charmed { seat });
            }
            Action::DoubleDie => {
                // R15: luck is not doubled
                let die = self.trap_mut().die;
                self.trap_mut().die = self.double(die, log);
            }
            _ => return self.ask_assist(1, chance, log),
        }
        self.ask_trap(chance, log)
    }

    /// Asks the other heroes, in turn order from the trap's hero on; `at` counts from that hero.
    fn ask_assist<C: Chance, L: Log<Event>>(&mut self, at: u8, chance: &mut C, log: &mut L) -> Step<C> {
        let trap = self.trap_mut();
        let hero = trap.seat;
        if !trap.disarmed() {
            for at in at..self.players {
                let helper = self.helper(hero, at);
                // R33: only a positive modifier can be spent
                if self.hero(helper).luck_modifier() > 0 {
                    self.ask(helper, Pending::Assist { at });
                    return Ok(());
                }
            }
        }
        self.resolve_trap(chance, log)
    }

    /// The seat to ask for help in place `at` after the trap's hero.
    pub(crate) fn helper(&self, hero: Seat, at: u8) -> Seat {
        self.order[(self.place(hero) + usize::from(at)) % self.order().len()]
    }

    pub(super) fn answer_assist<C: Chance, L: Log<Event>>(
        &mut self,
        at: u8,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        if action != Action::Assist {
            return self.ask_assist(at + 1, chance, log);
        }
        let seat = self.turn;
        self.hero_mut(seat).luck -= 1;
        self.trap_mut().bonus += 1;
        log.tell(Event::Assisted { seat, hero: self.trap_mut().seat });
        self.ask_assist(at, chance, log)
    }

    fn resolve_trap<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const DAMAGE: RollReason = RollReason::new("trap-damage", text!("Damage of the trap"));
        let trap = self.trap_mut();
        let (seat, disarmed, (_, die)) = (trap.seat, trap.disarmed(), content::trap(trap.hard));
        self.turn = seat;
        if disarmed {
            log.tell(Event::Disarmed { seat });
            return self.leave_trap(chance, log);
        }
        let damage = chance.roll(die, DAMAGE.of(seat))?.into(); // R21: defense does not help
        log.tell(Event::Sprung { seat, damage });
        if self.take_blow(Blow::Trap { damage }, chance, log)? { self.leave_trap(chance, log) } else { Ok(()) }
    }

    /// R21: a reward follows whether or not it was disarmed. R23: but not after a trap of Cursed
    /// Treasure.
    pub(super) fn leave_trap<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let cursed = self.trap_mut().cursed;
        self.trap = None;
        if cursed { self.spring_curses(chance, log) } else { self.reward_active(chance, log) }
    }
}
