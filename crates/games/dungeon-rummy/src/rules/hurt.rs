//! Damage to heroes: shields, death, and the sharing of the graveyard's blast.

use kernel::{Chance, Log};

use super::Step;
use crate::{
    Action, DungeonRummy, Event, Hero,
    content::BLAST,
    state::{Cause, Pending},
};

impl DungeonRummy {
    /// Announces damage. R49: the player who decides for Lily is asked while a shield could help.
    pub(super) fn threaten<C: Chance, L: Log<Event>>(
        &mut self,
        pending: [u8; 4],
        cause: Cause,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        if self.hero(Hero::Lily).tokens > 0 && pending != [0; 4] {
            self.pending = Pending::Shield { pending, cause };
            return Ok(());
        }
        self.fall(pending, cause, chance, log)
    }

    pub(super) fn answer_blow<C: Chance, L: Log<Event>>(
        &mut self,
        mut pending: [u8; 4],
        cause: Cause,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        const LILY: usize = Hero::Lily as usize;
        match action {
            Action::Block => {
                pending[LILY] -= 1; // R47
                log.tell(Event::Blocked);
            }
            Action::Redirect { hero } => {
                // R47, R48: up to 2, which may be blocked afterwards.
                let by = pending[hero as usize].min(2);
                pending[hero as usize] -= by;
                pending[LILY] += by;
                log.tell(Event::Redirected { hero, by });
            }
            _ => return self.fall(pending, cause, chance, log),
        }
        self.hero_mut(Hero::Lily).tokens -= 1;
        self.threaten(pending, cause, chance, log)
    }

    /// All heroes suffer at the same moment (R12, R57).
    fn fall<C: Chance, L: Log<Event>>(
        &mut self,
        pending: [u8; 4],
        cause: Cause,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        for hero in Hero::ALL {
            let by = pending[hero as usize];
            if by > 0 {
                let own = self.hero_mut(hero);
                own.hp -= by as i8;
                let left = own.hp;
                log.tell(Event::Hurt { hero, by, left });
            }
        }
        self.bury_the_dead(cause, log);
        if self.over() {
            return Ok(());
        }
        match cause {
            Cause::Blast => {
                self.clear_graveyard();
                log.tell(Event::Cleared);
                self.refill(chance, log)
            }
            Cause::Monster | Cause::Deck => self.side_effects(chance, log),
        }
    }

    /// R56, R57: exactly 7 damage, as the active player likes; the rest goes to Milton.
    pub(super) fn deal_blast<C: Chance, L: Log<Event>>(
        &mut self,
        asked: Hero,
        mut shares: [u8; 4],
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let Action::Blast { n, .. } = action else { unreachable!("{action:?} is not legal here") };
        shares[asked as usize] = n;
        let left = BLAST - shares.iter().sum::<u8>();
        let next = Hero::ALL[asked as usize + 1];
        if left > 0 && next != Hero::Milton {
            self.pending = Pending::Blast { asked: next, shares };
            return Ok(());
        }
        shares[Hero::Milton as usize] = left;
        log.tell(Event::Blast { shares });
        self.threaten(shares, Cause::Blast, chance, log)
    }
}
