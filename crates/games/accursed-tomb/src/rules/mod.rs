//! The rules, in the order of the rulebook.
//!
//! Each step runs until a player has to decide. A turn of an explorer with a foe begins with the
//! foe's blow, so the step before asks for that die (R9).

mod combat;
mod legal;

use kernel::{Chance, Face, Log, RollReason, Seat};
use text::text;

use crate::{
    AccursedTomb, Action, Cell, Event, Options,
    action::Ware,
    cells::Cells,
    content::{CardSet, Meaning},
    options::Engage,
    state::{End, Explorer, Field, MAX_EXPLORERS, Pending},
};

/// The result of a step: done, or halted by chance.
type Step<C> = Result<(), <C as Chance>::Halt>;

impl AccursedTomb {
    /// Sets the match up: everybody at the start, nothing turned. It asks for no chance.
    pub(crate) fn lay_out<L: Log<Event>>(options: &Options, seats: u8, log: &mut L) -> Self {
        let mut explorers = [Explorer::NOBODY; MAX_EXPLORERS];
        explorers[..usize::from(seats)].fill(Explorer { hp: CardSet::body(), ..Explorer::NOBODY });
        log.tell(Event::Round { round: 1 });
        AccursedTomb {
            options: *options,
            seats,
            explorers,
            field: Field::new(),
            unseen: CardSet::in_force().unseen.clone(),
            round: 1,
            turn: Seat(0),
            pending: Pending::Turn,
        }
    }

    /// One decision, and all that follows up to the next.
    #[inline(always)]
    pub(crate) fn decide<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        let seat = self.turn;
        debug_assert!(matches!(
            (self.pending, action),
            (Pending::Turn, Action::Wait)
                | (Pending::Turn | Pending::Combat, Action::Move { .. })
                | (Pending::Combat, Action::Fight)
                | (Pending::Merchant, Action::Take { .. })
        ));
        // Whether fewer cells may be in reach than before. Resting and striking change no reach: a
        // monster blocks nobody, alive or dead.
        let narrower = match action {
            Action::Wait => {
                self.wait(seat, log);
                false
            }
            Action::Move { to } => self.go(seat, to, chance, log)?,
            Action::Fight => {
                self.strike(seat, chance, log)?;
                false
            }
            Action::Take { what } => {
                self.trade(seat, what, log);
                true // the merchant may have been turned just before
            }
        };
        match self.pending {
            Pending::Merchant | Pending::Over(_) => Ok(()),
            Pending::Turn | Pending::Combat => self.pass_on(narrower, chance, log),
        }
    }

    // Rounds and turns.

    /// Ends the turn, and runs the next explorer's turn up to their decision. `narrower`: whether
    /// fewer cells may be in reach now.
    #[inline(always)]
    fn pass_on<C: Chance, L: Log<Event>>(&mut self, mut narrower: bool, chance: &mut C, log: &mut L) -> Step<C> {
        loop {
            if narrower && self.sealed() {
                self.end(End::Sealed, log); // R24
                return Ok(());
            }
            if !self.next_seat(log) {
                self.end(End::Rounds, log); // R25
                return Ok(());
            }
            let seat = self.turn;
            self.engage(seat, log);
            let Some(foe) = self.explorer(seat).foe else {
                self.pending = Pending::Turn;
                return Ok(());
            };
            // R9: the blow comes before the choice
            log.show(self);
            if self.blow(seat, foe, chance, log)? {
                self.pending = Pending::Combat;
                return Ok(());
            }
            if let Pending::Over(_) = self.pending {
                return Ok(());
            }
            narrower = true; // one explorer fewer is alive
        }
    }

    /// Moves the turn to the next living explorer (R22). Returns `false` when the last round is
    /// over.
    #[inline]
    fn next_seat<L: Log<Event>>(&mut self, log: &mut L) -> bool {
        loop {
            let next = self.turn.0 + 1;
            if next < self.seats {
                self.turn = Seat(next);
            } else if self.round < self.options.max_rounds {
                self.turn = Seat(0);
                self.round += 1;
                log.tell(Event::Round { round: self.round });
            } else {
                return false;
            }
            if self.explorer(self.turn).alive() {
                return true;
            }
        }
    }

    /// R7: with `adjacent`, an explorer that begins a turn next to live monsters fights the one in
    /// the smallest cell.
    #[inline]
    fn engage<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        if self.options.engage == Engage::Entered || self.explorer(seat).foe.is_some() {
            return;
        }
        let near = Cells::around(self.explorer(seat).cell) & self.field.monsters;
        if let Some(at) = near.smallest() {
            self.explorer_mut(seat).foe = Some(at);
            log.tell(Event::Engaged { seat, at, monster: self.field.meaning(at) });
        }
    }

    #[inline]
    fn end<L: Log<Event>>(&mut self, end: End, log: &mut L) {
        log.tell(match end {
            End::Demon { winner, demon } => Event::Won { seat: winner, demon },
            End::Last { winner } => Event::Survived { seat: winner },
            End::Sealed => Event::Sealed,
            End::Rounds => Event::Exhausted { rounds: self.round },
        });
        self.pending = Pending::Over(end);
    }

    // A turn without a foe.

    #[inline]
    fn wait<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        let most = self.most(self.explorer(seat).armors);
        let explorer = self.explorer_mut(seat);
        let before = explorer.hp;
        explorer.hp = most.min(before + 1);
        let (by, health) = (explorer.hp - before, explorer.hp);
        log.tell(Event::Waited { seat, by, health });
    }

    /// Moves, or tries to: a named move is carried out (R5), and leaves a fight whatever comes of
    /// it (R9). Returns whether fewer cells may be in reach than before: a card was turned, a
    /// portal left, or the explorer has died. A step between neighbours can be taken back.
    #[inline(always)]
    fn go<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        to: Cell,
        chance: &mut C,
        log: &mut L,
    ) -> Result<bool, C::Halt> {
        let explorer = self.explorer_mut(seat);
        let (from, foe) = (explorer.cell, explorer.foe.take());
        if let Some(foe) = foe {
            log.tell(Event::Left { seat, monster: self.field.meaning(foe) });
        }
        let mut narrower = self.field.portals.contains(from);
        if self.field.face_down.contains(to) {
            narrower = true;
            self.reveal(seat, to, chance, log)?;
            if self.field.walls.contains(to) {
                log.show(self);
                return Ok(true);
            }
        } else {
            log.tell(Event::Moved { seat, to, meaning: self.field.meaning(to) });
        }
        if self.field.monsters.contains(to) {
            // R7, R8: the first exchange is in the turn that starts the fight, the monster first
            self.explorer_mut(seat).foe = Some(to);
            log.show(self);
            if !self.blow(seat, to, chance, log)? {
                return Ok(true);
            }
            self.strike(seat, chance, log)?;
            return Ok(narrower);
        }
        self.explorer_mut(seat).cell = to;
        log.show(self);
        self.enter(seat, to, chance, log)?;
        Ok(narrower || !self.explorer(seat).alive())
    }

    #[inline]
    fn reveal<C: Chance, L: Log<Event>>(&mut self, seat: Seat, at: Cell, chance: &mut C, log: &mut L) -> Step<C> {
        const REVEAL: RollReason = RollReason::new("reveal", text!("The card that is turned"));
        let card = chance.draw(&mut self.unseen, REVEAL.of(seat))?;
        let meaning = Meaning::of(card);
        self.field.turn_up(at, meaning);
        log.tell(Event::Turned { seat, at, card, meaning });
        Ok(())
    }

    /// The cell acts on the explorer that has entered it.
    #[inline]
    fn enter<C: Chance, L: Log<Event>>(&mut self, seat: Seat, cell: Cell, chance: &mut C, log: &mut L) -> Step<C> {
        const FOUNTAIN: RollReason = RollReason::new("fountain", text!("The fountain's coin"));
        const ALTAR: RollReason = RollReason::new("altar", text!("The altar's coin"));
        let meaning = self.field.meaning(cell);
        match meaning {
            // R13
            Meaning::Weapon | Meaning::Armor | Meaning::Blessing => {
                self.field.clear(cell);
                self.gain(seat, meaning, log);
            }
            Meaning::Merchant => self.pending = Pending::Merchant, // R21
            // R16: these three stay, and act on every entering
            Meaning::Trap => self.halve(seat, log),
            Meaning::Fountain => match chance.flip(FOUNTAIN.of(seat))? {
                Face::Heads => self.drink(seat, log),
                Face::Tails => self.halve(seat, log),
            },
            Meaning::Altar => match chance.flip(ALTAR.of(seat))? {
                Face::Heads => self.gain(seat, Meaning::Blessing, log),
                Face::Tails => self.halve(seat, log),
            },
            _ => {}
        }
        Ok(())
    }

    #[inline]
    fn gain<L: Log<Event>>(&mut self, seat: Seat, what: Meaning, log: &mut L) {
        match what {
            Meaning::Weapon => self.explorer_mut(seat).weapons += 1,
            Meaning::Armor => {
                // R15: health rises with its maximum; what was lost stays lost
                let armors = self.explorer(seat).armors;
                let more = self.most(armors + 1) - self.most(armors);
                let explorer = self.explorer_mut(seat);
                explorer.armors += 1;
                explorer.hp += more;
            }
            _ => self.explorer_mut(seat).blessings += 1,
        }
        let explorer = self.explorer(seat);
        log.tell(match what {
            Meaning::Weapon => Event::Armed { seat, times: self.times(seat) },
            Meaning::Armor => Event::Armored { seat, health: explorer.hp, max: self.most(explorer.armors) },
            _ => Event::Blessed { seat, blessings: explorer.blessings },
        });
    }

    fn trade<L: Log<Event>>(&mut self, seat: Seat, what: Ware, log: &mut L) {
        self.pending = Pending::Turn;
        self.field.clear(self.explorer(seat).cell);
        let what = match what {
            Ware::Weapon => Meaning::Weapon,
            Ware::Armor => Meaning::Armor,
        };
        self.gain(seat, what, log);
    }

    /// The fountain's heads never lowers health (R18).
    #[inline]
    fn drink<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        let most = self.most(self.explorer(seat).armors);
        let explorer = self.explorer_mut(seat);
        explorer.hp = most.min(2 * explorer.hp);
        let health = explorer.hp;
        log.tell(Event::Refreshed { seat, health });
    }
}
