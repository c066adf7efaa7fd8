//! Blows, strikes, halving and death.

use kernel::{Chance, Die, Log, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    AccursedTomb, Cell, Event,
    content::Meaning,
    state::{End, Explorer, Pending},
};

impl AccursedTomb {
    /// The foe strikes; `true` if the explorer lives.
    #[inline]
    pub(super) fn blow<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        foe: Cell,
        chance: &mut C,
        log: &mut L,
    ) -> Result<bool, C::Halt> {
        const MONSTER: RollReason = RollReason::new("monster", text!("The monster's blow"));
        let monster = self.field.meaning(foe);
        let roll = chance.roll(Die::D6, MONSTER.of(seat))?; // R3
        let explorer = self.explorer_mut(seat);
        explorer.hp = explorer.hp.saturating_sub(roll + monster.fury()); // R12
        let left = explorer.hp;
        log.tell(Event::Blow { seat, monster, roll, left });
        Ok(left > 0 || self.survive(seat, log))
    }

    /// The explorer strikes the foe. The wounds by all who fight it add up, and the last strike
    /// counts (R10).
    #[inline]
    pub(super) fn strike<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        const PLAYER: RollReason = RollReason::new("player", text!("The explorer's strike"));
        let Some(foe) = self.explorer(seat).foe else { unreachable!("only who has a foe strikes") };
        let monster = self.field.meaning(foe);
        let times = self.times(seat);
        let roll = chance.roll(Die::D6, PLAYER.of(seat))?;
        let health = &mut self.field.health[foe.index()];
        *health = health.saturating_sub(roll * times);
        let left = *health;
        log.tell(Event::Strike { seat, monster, roll, times, left });
        if left == 0 {
            self.kill(seat, foe, monster, log);
        }
        Ok(())
    }

    /// R11: its cell becomes a hallway and the killer stays. Its other fighters are free (R10).
    #[inline]
    fn kill<L: Log<Event>>(&mut self, seat: Seat, foe: Cell, monster: Meaning, log: &mut L) {
        self.field.clear(foe);
        for explorer in &mut self.explorers {
            explorer.foe = explorer.foe.filter(|other| *other != foe);
        }
        log.tell(Event::Slain { seat, monster });
        if let Meaning::Demon(_) = monster {
            self.end(End::Demon { winner: seat, demon: monster }, log);
        }
    }

    /// Trap, or tails at fountain or altar: 1 becomes 0 (R17).
    #[inline]
    pub(super) fn halve<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        let explorer = self.explorer_mut(seat);
        explorer.hp /= 2;
        let left = explorer.hp;
        log.tell(Event::Halved { seat, left });
        if left == 0 {
            self.survive(seat, log);
        }
    }

    /// At no health a blessing saves the explorer (R19), or the explorer dies. Returns `true` if it
    /// saved.
    fn survive<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) -> bool {
        let most = self.most(self.explorer(seat).armors);
        let death_number = self.seats - self.living();
        let explorer = self.explorer_mut(seat);
        if explorer.blessings > 0 {
            explorer.blessings -= 1;
            explorer.hp = most;
            log.tell(Event::Saved { seat, health: most });
            return true;
        }
        // R22: what was carried is lost
        *explorer = Explorer { cell: explorer.cell, death_number, ..Explorer::NOBODY };
        log.tell(Event::Fell { seat });
        if self.living() == 1 {
            let last = self.party().find(|(_, explorer)| explorer.alive()).map(|(seat, _)| seat);
            self.end(End::Last { winner: last.unwrap_or(seat) }, log); // R23
        }
        false
    }

    /// Whether the match is over.
    #[inline]
    pub(crate) fn over(&self) -> Option<End> {
        match self.pending {
            Pending::Over(end) => Some(end),
            Pending::Turn | Pending::Combat | Pending::Merchant => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{NullLog, Seat};

    use crate::{AccursedTomb, Options, state::End};

    #[test]
    fn a_blessing_saves_once_and_gives_all_health_back() {
        let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
        let explorer = game.explorer_mut(Seat(0));
        (explorer.hp, explorer.armors, explorer.blessings) = (0, 2, 1);
        assert!(game.survive(Seat(0), &mut NullLog));
        assert_eq!((game.explorer(Seat(0)).hp, game.explorer(Seat(0)).blessings), (game.most(2), 0));
        assert!(game.most(2) > game.most(0) && game.over().is_none());
        game.explorer_mut(Seat(0)).hp = 0;
        assert!(!game.survive(Seat(0), &mut NullLog));
        assert_eq!(game.over(), Some(End::Last { winner: Seat(1) }));
    }

    #[test]
    fn the_dead_are_numbered_in_the_order_of_their_deaths() {
        let mut game = AccursedTomb::lay_out(&Options::default(), 4, &mut NullLog);
        for (number, seat) in [2, 0, 3].map(Seat).into_iter().enumerate() {
            assert_eq!(game.over(), None, "more than one is alive");
            game.explorer_mut(seat).hp = 0;
            assert!(!game.survive(seat, &mut NullLog));
            assert_eq!(usize::from(game.explorer(seat).death_number), number + 1);
        }
        assert_eq!(game.over(), Some(End::Last { winner: Seat(1) }));
        let Some(end) = game.over() else { unreachable!("one is left") };
        assert_eq!(game.outcome(end).placings.to_vec(), [3, 1, 4, 2]);
    }
}
