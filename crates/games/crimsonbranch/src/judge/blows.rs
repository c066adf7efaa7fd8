//! The blows that the policy strikes, and the worth of a turn's dice.

use crate::{
    Action,
    content::{Kind, has_base_prices, price_of},
    state::{Enemies, Enemy, Hero, strength},
};

/// The dice left in attack and range.
#[derive(Clone, Copy)]
struct Purse<const BASE: bool> {
    attack: u8,
    range: u8,
}

impl<const BASE: bool> Purse<BASE> {
    fn of(totals: [u8; 4]) -> Self {
        Purse { attack: totals[Kind::Attack as usize], range: totals[Kind::Range as usize] }
    }

    #[inline]
    fn holds(self, slot: Kind) -> u8 {
        if slot == Kind::Attack { self.attack } else { self.range }
    }

    #[inline]
    fn pay(&mut self, slot: Kind, price: u8) {
        let held = if slot == Kind::Attack { &mut self.attack } else { &mut self.range };
        *held -= price;
    }

    /// The slot of a hit: the cheaper one if it can pay, else the other if that can. At equal price
    /// it is the fuller one; range if both are equal.
    #[inline]
    fn slot(self, enemy: Kind) -> Option<Kind> {
        let [first, other] = match enemy {
            Kind::Attack => [Kind::Attack, Kind::Range],
            Kind::Range => [Kind::Range, Kind::Attack],
            Kind::Heal | Kind::Defense if self.attack > self.range => [Kind::Attack, Kind::Range],
            Kind::Heal | Kind::Defense => [Kind::Range, Kind::Attack],
        };
        if self.holds(first) >= price_of::<BASE>(enemy, first) {
            return Some(first);
        }
        (self.holds(other) >= price_of::<BASE>(enemy, other)).then_some(other)
    }

    /// The dice left once hits have brought an enemy without a shield to 0 HP; `None` if they
    /// cannot.
    #[inline]
    fn after_hits(mut self, kind: Kind, hp: u8) -> Option<Purse<BASE>> {
        for _ in 0..hp {
            let slot = self.slot(kind)?;
            self.pay(slot, price_of::<BASE>(kind, slot));
        }
        Some(self)
    }

    /// The slot of the first blow that leads to an enemy's death, and the dice left after it;
    /// `None` if the dice cannot kill it.
    #[inline]
    fn kill(self, enemy: &Enemy) -> Option<(Kind, Purse<BASE>)> {
        if enemy.shield == 0 {
            return Some((self.slot(enemy.kind)?, self.after_hits(enemy.kind, enemy.hp)?));
        }
        let order = match enemy.kind {
            Kind::Attack => [Kind::Range, Kind::Attack],
            Kind::Range | Kind::Heal | Kind::Defense => [Kind::Attack, Kind::Range],
        };
        order.into_iter().find_map(|slot| {
            let mut purse = self;
            if purse.holds(slot) < enemy.shield {
                return None;
            }
            purse.pay(slot, enemy.shield);
            Some((slot, purse.after_hits(enemy.kind, enemy.hp)?))
        })
    }

    /// The enemy to kill: the strongest that the dice can kill, of equals the lowest id. With it
    /// come the slot of the first blow, and the dice left.
    fn victim(self, enemies: &[Enemy]) -> Option<(usize, Kind, Purse<BASE>)> {
        let mut chosen: Option<(usize, Kind, Purse<BASE>)> = None;
        for (id, enemy) in enemies.iter().enumerate().filter(|(_, enemy)| enemy.alive()) {
            if chosen.is_none_or(|(other, ..)| enemy.strength > enemies[other].strength)
                && let Some((slot, left)) = self.kill(enemy)
            {
                chosen = Some((id, slot, left));
            }
        }
        chosen
    }

    /// The hit to make if no enemy can be killed: least price, then least HP, then lowest id,
    /// attack before range.
    fn scratch(self, enemies: &[Enemy]) -> Option<(usize, Kind)> {
        let open = enemies.iter().enumerate().filter(|(_, enemy)| enemy.alive() && enemy.shield == 0);
        let hits = open.flat_map(|(id, enemy)| [(id, enemy, Kind::Attack), (id, enemy, Kind::Range)]);
        let paid = hits.filter(|(_, enemy, slot)| self.holds(*slot) >= price_of::<BASE>(enemy.kind, *slot));
        let first = paid.min_by_key(|(id, enemy, slot)| (price_of::<BASE>(enemy.kind, *slot), enemy.hp, *id, *slot));
        first.map(|(id, _, slot)| (id, slot))
    }
}

/// The next of the blows.
pub(super) fn next(totals: [u8; 4], enemies: &Enemies) -> Action {
    if has_base_prices() { next_with::<true>(totals, enemies) } else { next_with::<false>(totals, enemies) }
}

fn next_with<const BASE: bool>(totals: [u8; 4], enemies: &Enemies) -> Action {
    let purse = Purse::<BASE>::of(totals);
    match purse.victim(enemies).map(|(id, slot, _)| (id, slot)).or_else(|| purse.scratch(enemies)) {
        Some((id, slot)) if enemies[id].shield > 0 => Action::Break { enemy: id as u8, slot },
        Some((id, slot)) => Action::Hit { enemy: id as u8, slot },
        None => Action::EndFight,
    }
}

/// Carries out all blows. Once the hero hits an enemy it can be killed to the end, and no stronger
/// one becomes killable meanwhile.
fn strike(totals: [u8; 4], enemies: &mut [Enemy]) {
    if has_base_prices() { strike_with::<true>(totals, enemies) } else { strike_with::<false>(totals, enemies) }
}

fn strike_with<const BASE: bool>(totals: [u8; 4], enemies: &mut [Enemy]) {
    let mut purse = Purse::<BASE>::of(totals);
    loop {
        if let Some((id, _, left)) = purse.victim(enemies) {
            (enemies[id].hp, enemies[id].shield) = (0, 0);
            purse = left;
        } else if let Some((id, slot)) = purse.scratch(enemies) {
            purse.pay(slot, price_of::<BASE>(enemies[id].kind, slot));
            enemies[id].hp -= 1;
        } else {
            return;
        }
    }
}

/// The result of a turn with these totals, if the policy strikes the blows.
pub(crate) struct Forecast {
    /// The enemies that die, as bits by id.
    pub(crate) dead: u64,
    /// HP of the hero after the enemies' blow and the heal dice; 0 is a defeat.
    pub(crate) hp: u8,
    /// The worth of the result to the policy.
    pub(super) worth: i32,
}

/// Carries out the blows and computes the rest of the turn.
pub(crate) fn forecast(totals: [u8; 4], hero: Hero, enemies: &Enemies) -> Forecast {
    let mut after = Enemies::new();
    // In one piece, where a clone goes enemy by enemy.
    let _ = after.try_extend_from_slice(enemies);
    strike(totals, &mut after);
    let died = |(id, (before, after)): (usize, (&Enemy, &Enemy))| u64::from(before.alive() && !after.alive()) << id;
    let dead = enemies.iter().zip(&after).enumerate().map(died).sum();
    let all = strength(&after, |_| true);
    let mending = strength(&after, |enemy| enemy.kind == Kind::Heal);
    let healed = |enemy: &Enemy| i32::from(enemy.strength.min(enemy.hp + mending));
    let left: i32 = after.iter().filter(|enemy| enemy.alive()).map(healed).sum();
    let damage = all.saturating_sub(totals[Kind::Defense as usize]);
    let base = -2 * i32::from(all) - left;
    match hero.hp.saturating_sub(damage) {
        0 => Forecast { dead, hp: 0, worth: base - 1000 },
        hp => {
            let hp = hero.max().min(hp + totals[Kind::Heal as usize]);
            Forecast { dead, hp, worth: base + 4 * i32::from(hp) }
        }
    }
}
