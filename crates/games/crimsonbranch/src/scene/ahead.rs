//! Forecasts an action as far as the rules go without a die: they run on a copy until they ask for
//! one.

use kernel::{Said, Tape};

use crate::{
    Action, Crimsonbranch, Event,
    content::Kind,
    judge::{Forecast, forecast},
    state::{Battle, Enemy, Phase, Stage, strength},
};

/// A match after an action, up to the next die.
pub(super) struct Ahead {
    pub(super) game: Crimsonbranch,
    pub(super) told: Vec<Said<Event>>,
}

impl Ahead {
    /// Does a legal action.
    pub(super) fn of(game: &Crimsonbranch, action: Action) -> Ahead {
        let (mut game, mut told) = (game.clone(), Vec::new());
        // When the rules ask for a die, they have done all that comes before it.
        let _ = game.decide(action, &mut Tape::new(&[]), &mut told);
        Ahead { game, told }
    }

    /// Whether a symbol or a six of the node is still to be chosen.
    pub(super) fn waits(&self) -> bool {
        let open = matches!(&self.game.stage, Stage::Battle(Battle { phase: Phase::Symbol(..) | Phase::Six(..), .. }));
        let done = |event: &Event| matches!(event, Event::Locked { .. } | Event::Spent { active: true, .. });
        open && !self.told.iter().any(|said| done(&said.event))
    }

    /// Whether the active die was a six, and a special has spent it.
    fn spent_active(&self) -> bool {
        self.told.iter().any(|said| matches!(said.event, Event::Spent { active: true, .. }))
    }

    /// The sums of the spaces then. A die that is rolled next lies in neutral and counts nowhere
    /// (R38).
    pub(super) fn totals(&self) -> [u8; 4] {
        let mut totals = totals(&self.game);
        let Stage::Battle(Battle { phase: Phase::Six(dice, _) | Phase::Symbol(dice, _), .. }) = &self.game.stage else {
            return totals;
        };
        if let Some(space) = dice.active.six().filter(|_| self.spent_active()) {
            totals[space as usize] -= 6;
        }
        totals
    }

    /// The fight that follows if the hero fights with these sums.
    pub(super) fn fight(&self) -> Option<Fight> {
        Fight::of(&self.game, self.totals())
    }
}

/// The sums of the spaces.
pub(super) fn totals(game: &Crimsonbranch) -> [u8; 4] {
    match &game.stage {
        Stage::Battle(battle) => match battle.phase {
            Phase::Prepare(dice) | Phase::Symbol(dice, _) | Phase::Six(dice, _) => dice.totals(),
            Phase::Fight(totals) => totals,
            Phase::Loot | Phase::Equip(_) => [0; 4],
        },
        Stage::Explore | Stage::Over(_) => [0; 4],
    }
}

/// A fight with the dice in the spaces, if blows are struck so that the strongest enemies die.
pub(super) struct Fight {
    /// The enemies that die, as bits by id.
    pub(super) dead: u64,
    /// HP after the enemies' blow and the heal dice; 0 is a defeat.
    pub(super) hp: u8,
    /// The damage of the enemies' blow.
    pub(super) damage: u8,
    /// The number of enemies that live before.
    pub(super) living: usize,
}

impl Fight {
    /// The forecast of a fight now; `None` outside of a fight.
    pub(super) fn of(game: &Crimsonbranch, totals: [u8; 4]) -> Option<Fight> {
        let Stage::Battle(battle) = &game.stage else { return None };
        let Forecast { dead, hp, .. } = forecast(totals, game.hero, &battle.enemies);
        let left: Vec<Enemy> = battle
            .enemies
            .iter()
            .copied()
            .enumerate()
            .filter(|(id, _)| dead >> id & 1 == 0)
            .map(|(_, enemy)| enemy)
            .collect();
        let damage = strength(&left, |_| true).saturating_sub(totals[Kind::Defense as usize]);
        let living = battle.enemies.iter().filter(|enemy| enemy.alive()).count();
        Some(Fight { dead, hp, damage, living })
    }

    /// Whether this enemy dies.
    pub(super) fn fells(&self, id: usize) -> bool {
        self.dead >> id & 1 == 1
    }

    /// Whether all living enemies die.
    pub(super) fn wins(&self) -> bool {
        self.dead.count_ones() as usize == self.living
    }

    /// Whether it ends better than another: it is won, or more health is left, or more enemies die.
    pub(super) fn better_than(&self, other: &Fight) -> bool {
        let rank = |fight: &Fight| (fight.hp > 0, fight.wins(), fight.hp, fight.dead.count_ones());
        rank(self) > rank(other)
    }
}
