//! The game's own judgement: the reference policy, what a position is worth, and the odds of an
//! exchange.

use kernel::{Die, Judge, Seat, Temperament};

use crate::{
    AccursedTomb, Action, Cell, Meaning, View,
    action::Ware,
    cells::Cells,
    content::CardSet,
    state::{Explorer, Field, Pending},
};

/// The thresholds of the policy.
#[derive(Clone, Copy)]
struct Nerve {
    /// The health below which it rests.
    tired: u8,
    /// Damage multiplier and health with which it seeks a demon.
    hunter: (u8, u8),
}

/// The thresholds of the reference policy.
const NERVE: Nerve = Nerve { tired: 8, hunter: (2, 10) };

impl Nerve {
    /// The thresholds of the policy with a temperament.
    const fn of(temperament: Temperament) -> Nerve {
        match temperament {
            Temperament::Careful => Nerve { tired: 9, hunter: (2, 11) },
            Temperament::Bold => Nerve { tired: 6, hunter: (2, 8) },
            Temperament::Spiteful => NERVE,
        }
    }
}

/// Whether an explorer has at least this much health. Thresholds are for a body of 10.
#[inline]
fn has_health(explorer: &Explorer, threshold: u8) -> bool {
    10 * u16::from(explorer.hp) >= u16::from(threshold) * u16::from(CardSet::body())
}

impl Judge for AccursedTomb {
    fn reference(view: &View, seat: Seat, moves: &[Action]) -> usize {
        choose(&view.game, seat, moves, NERVE)
    }

    fn inclined(view: &View, seat: Seat, moves: &[Action], temperament: Temperament) -> usize {
        choose(&view.game, seat, moves, Nerve::of(temperament))
    }

    fn reference_index(&self, seat: Seat, moves: &[Action]) -> usize {
        choose(self, seat, moves, NERVE)
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        (seat == self.turn && self.over().is_none()).then(|| policy(self, seat, NERVE))
    }

    /// Counts the strength of `seat` among the living, and how near it is to killing a demon.
    fn worth(&self, seat: Seat) -> f32 {
        if let Some(end) = self.over() {
            return if end.winner() == Some(seat) { 1.0 } else { 0.0 };
        }
        let strength = |seat: Seat| {
            let explorer = self.explorer(seat);
            let health = f32::from(explorer.hp) / f32::from(CardSet::body());
            let alive = if explorer.alive() { 1.0 } else { 0.0 };
            alive * (0.5 + health + 0.5 * f32::from(explorer.weapons) + 0.8 * f32::from(explorer.blessings))
        };
        let all: f32 = Seat::all(self.seats).map(strength).sum();
        let share = strength(seat) / all;
        let hunt = match self.explorer(seat).foe {
            Some(foe) if self.field.demons.contains(foe) => Strike::at(self, seat, foe).chance() as f32,
            Some(_) | None => 0.0,
        };
        if self.explorer(seat).alive() { (share + 0.5 * hunt * (1.0 - share)).clamp(0.01, 0.99) } else { 0.0 }
    }
}

/// Chooses an action for `seat` by the policy, as an index into `moves`.
fn choose(game: &AccursedTomb, seat: Seat, moves: &[Action], nerve: Nerve) -> usize {
    let action = policy(game, seat, nerve);
    moves.iter().position(|listed| *listed == action).expect("the policy does what is legal")
}

/// Chooses by the state itself, which hides nothing.
fn policy(game: &AccursedTomb, seat: Seat, nerve: Nerve) -> Action {
    let explorer = game.explorer(seat);
    match game.pending {
        Pending::Merchant if explorer.weapons <= explorer.armors => Action::Take { what: Ware::Weapon },
        Pending::Merchant => Action::Take { what: Ware::Armor },
        Pending::Combat => combat(game, seat, explorer),
        Pending::Turn | Pending::Over(_) => turn(game, seat, explorer, nerve),
    }
}

fn combat(game: &AccursedTomb, seat: Seat, explorer: &Explorer) -> Action {
    let Some(foe) = explorer.foe else { return Action::Fight };
    let worst = Die::D6.sides() + game.field.meaning(foe).fury();
    if explorer.hp > worst || Strike::at(game, seat, foe).faces() >= 3 || explorer.blessings > 0 {
        return Action::Fight;
    }
    let calm = |cell: &Cell| matches!(game.field.seen(*cell), Some(Meaning::Hallway | Meaning::Portal));
    game.aims().find(calm).map_or(Action::Fight, |to| Action::Move { to })
}

fn turn(game: &AccursedTomb, seat: Seat, explorer: &Explorer, nerve: Nerve) -> Action {
    if !has_health(explorer, nerve.tired) {
        return Action::Wait;
    }
    let field = &game.field;
    let avoid = field.hazards;
    let hunts = game.times(seat) >= nerve.hunter.0 && has_health(explorer, nerve.hunter.1);
    let goals = [
        (if hunts { field.demons } else { Cells::NONE }, avoid),
        (field.face_down, avoid),
        (field.monsters, avoid),
        (field.face_down | field.monsters, Cells::NONE),
    ];
    let first = goals.into_iter().find_map(|(goals, avoid)| walk(field, explorer.cell, goals, avoid));
    first.map_or(Action::Wait, |to| Action::Move { to })
}

/// The first cell of a shortest way from `start` to one of `goals`, not through any of `avoid`.
/// Between equal ways it takes the one that the rulebook's walk finds.
fn walk(field: &Field, start: Cell, goals: Cells, avoid: Cells) -> Option<Cell> {
    let closed = field.face_down | field.monsters | avoid;
    let mut open = [Cells::NONE; 64]; // the cells of each layer that the walk can cross
    open[0] = Cells::only(start);
    let mut met = open[0];
    for layer in 1..open.len() {
        let before = open[layer - 1];
        let all = if before.meets(field.portals) { Cells::ALL } else { before.widened() };
        let here = all & !met & !field.walls;
        if let Some(mut cell) = (here & goals).smallest() {
            for before in open[1..layer].iter().rev() {
                cell = (*before & (Cells::around(cell) | field.portals)).smallest()?;
            }
            return Some(cell);
        }
        met |= here;
        open[layer] = here & !closed;
        if open[layer].is_empty() {
            return None;
        }
    }
    None
}

/// The next strike of a seat at a monster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strike {
    /// The lowest face of the die that kills; 7 and more if none does.
    pub(crate) needs: u8,
}

impl Strike {
    pub(crate) fn at(game: &AccursedTomb, seat: Seat, at: Cell) -> Strike {
        Strike::of(game, seat, game.field.health[at.index()])
    }

    /// At a monster with this much health.
    pub(crate) fn of(game: &AccursedTomb, seat: Seat, health: u8) -> Strike {
        Strike { needs: health.div_ceil(game.times(seat)) }
    }

    /// The number of faces of the die that kill.
    pub(crate) fn faces(self) -> u8 {
        (Die::D6.sides() + 1).saturating_sub(self.needs)
    }

    /// The chance to kill.
    pub(crate) fn chance(self) -> f64 {
        f64::from(self.faces()) / f64::from(Die::D6.sides())
    }
}

/// The next blow of a monster at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    /// The lowest face of the die that takes all health; 7 and more if none does.
    pub(crate) needs: u8,
    /// Whether a blessing would save.
    pub(crate) blessed: bool,
}

impl Blow {
    pub(crate) fn at(game: &AccursedTomb, seat: Seat, from: Cell) -> Blow {
        Blow::of(game, seat, game.field.meaning(from))
    }

    /// The blow of a monster of this kind.
    pub(crate) fn of(game: &AccursedTomb, seat: Seat, monster: Meaning) -> Blow {
        let explorer = game.explorer(seat);
        let needs = explorer.hp.saturating_sub(monster.fury()).max(1);
        Blow { needs, blessed: explorer.blessings > 0 }
    }

    /// The chance that it takes all health.
    pub(crate) fn chance(self) -> f64 {
        f64::from((Die::D6.sides() + 1).saturating_sub(self.needs)) / f64::from(Die::D6.sides())
    }

    /// The chance that it kills.
    pub(crate) fn deadly(self) -> f64 {
        if self.blessed { 0.0 } else { self.chance() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn cell(row: u8, column: u8) -> Cell {
        Cell::try_from([row, column]).unwrap()
    }

    fn game() -> AccursedTomb {
        AccursedTomb::lay_out(&Options::default(), 2, &mut kernel::NullLog)
    }

    #[test]
    fn odds_count_the_faces() {
        let mut game = game();
        game.field.turn_up(cell(7, 7), Meaning::Demon(kernel::Suit::Hearts));
        let strike = Strike::at(&game, Seat(0), cell(7, 7));
        assert_eq!((strike.needs, strike.faces(), strike.chance()), (10, 0, 0.0));
        game.explorers[0].weapons = 2;
        assert_eq!(Strike::at(&game, Seat(0), cell(7, 7)), Strike { needs: 4 });
        assert_eq!(Blow::at(&game, Seat(0), cell(7, 7)).chance(), 0.0);
        game.explorers[0].hp = 5;
        let blow = Blow::at(&game, Seat(0), cell(7, 7));
        assert_eq!((blow.needs, blow.deadly()), (4, 0.5));
        game.explorers[0].blessings = 1;
        assert_eq!(Blow::at(&game, Seat(0), cell(7, 7)).deadly(), 0.0);
    }

    /// The walk goes round a wall, over a portal, and never over what it avoids or cannot see.
    #[test]
    fn the_walk_finds_the_first_step() {
        let mut game = game();
        let field = &mut game.field;
        assert_eq!(walk(field, Cell::START, field.face_down, Cells::NONE), Some(cell(7, 7)), "the smallest is taken");
        assert_eq!(walk(field, Cell::START, Cells::only(cell(6, 6)), Cells::NONE), None, "all is face down between");
        for near in [cell(7, 7), cell(7, 8), cell(8, 7), cell(7, 6), cell(8, 6)] {
            field.turn_up(near, Meaning::Hallway);
        }
        let far = Cells::only(cell(7, 5));
        assert_eq!(walk(field, Cell::START, far, Cells::NONE), Some(cell(7, 7)));
        let avoid = Cells::only(cell(7, 7)) | Cells::only(cell(7, 6));
        assert_eq!(walk(field, Cell::START, far, avoid), Some(cell(8, 7)));
        let corner = Cells::only(cell(1, 1));
        assert_eq!(walk(field, Cell::START, corner, avoid), None);
        field.turn_up(cell(8, 5), Meaning::Portal);
        assert_eq!(walk(field, Cell::START, corner, avoid), Some(cell(8, 7)), "through the portal");
    }

    #[test]
    fn worth_lies_between_defeat_and_victory() {
        let mut game = game();
        assert_eq!(game.worth(Seat(0)), 0.5);
        game.explorers[0].blessings = 1;
        assert!(game.worth(Seat(0)) > 0.5 && game.worth(Seat(1)) < 0.5);
        game.explorers[1].hp = 0;
        assert_eq!(game.worth(Seat(1)), 0.0);
        game.pending = Pending::Over(crate::state::End::Sealed);
        assert_eq!(game.worth(Seat(0)), 0.0);
    }
}
