//! The exact chances of a choice, from the rules and from the cards that nobody has seen.

use crate::{
    AccursedTomb, Cell, Meaning,
    judge::{Blow, Strike},
};

use kernel::{Die, Seat};
use text::t;

/// The chances of a choice, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Outlook {
    /// The player's aim: the monster slain, something found.
    pub(crate) good: f64,
    /// The explorer dies.
    pub(crate) dies: f64,
}

/// The ends of a fight that goes on until the explorer's health has come down to a limit.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Fought {
    /// The monster is slain.
    pub(crate) slain: f64,
    /// The explorer dies.
    pub(crate) dies: f64,
    /// Neither: the limit is reached, or a blessing is spent.
    pub(crate) stops: f64,
}

/// The chances of a strike, and of the foe's next blow if it survives the strike.
pub(crate) fn round(game: &AccursedTomb, seat: Seat, foe: Cell) -> Outlook {
    let good = Strike::at(game, seat, foe).chance();
    Outlook { good, dies: (1.0 - good) * Blow::at(game, seat, foe).deadly() }
}

/// The chances of the first exchange of a fight: the monster's blow, then the strike (R8).
pub(crate) fn attack(game: &AccursedTomb, seat: Seat, at: Cell) -> Outlook {
    let dies = Blow::at(game, seat, at).deadly();
    Outlook { good: (1.0 - dies) * Strike::at(game, seat, at).chance(), dies }
}

/// The chances of stepping into a trap, a fountain or an altar that lies face up: half of 1 is
/// death (R17).
pub(crate) fn halving(game: &AccursedTomb, seat: Seat, meaning: Meaning) -> Outlook {
    let explorer = game.explorer(seat);
    let dies = if explorer.hp == 1 && explorer.blessings == 0 { 1.0 } else { 0.0 };
    match meaning {
        Meaning::Trap => Outlook { good: 0.0, dies },
        Meaning::Fountain => {
            let heals = explorer.hp < game.most(explorer.armors);
            Outlook { good: if heals { 0.5 } else { 0.0 }, dies: dies / 2.0 }
        }
        Meaning::Altar => Outlook { good: 0.5, dies: dies / 2.0 },
        _ => Outlook::default(),
    }
}

/// The chances of turning a face-down card. Something to take or a demon slain at once is good; the
/// first blow or the halving may kill.
pub(crate) fn turning(game: &AccursedTomb, seat: Seat) -> Outlook {
    let all = f64::from(game.unseen.len() as u32).max(1.0);
    Meaning::ALL.into_iter().fold(Outlook::default(), |sum, meaning| {
        let share = f64::from(game.left(meaning)) / all;
        let here = met(game, seat, meaning);
        Outlook { good: sum.good + share * here.good, dies: sum.dies + share * here.dies }
    })
}

/// The chances of a card of this meaning, just turned.
fn met(game: &AccursedTomb, seat: Seat, meaning: Meaning) -> Outlook {
    match meaning {
        Meaning::Weapon | Meaning::Armor | Meaning::Blessing | Meaning::Merchant => Outlook { good: 1.0, dies: 0.0 },
        _ if meaning.is_monster() => {
            let dies = Blow::of(game, seat, meaning).deadly();
            let health = meaning.health().unwrap_or_default();
            let wins = if meaning.is_demon() { Strike::of(game, seat, health).chance() } else { 0.0 };
            Outlook { good: (1.0 - dies) * wins, dies }
        }
        _ => halving(game, seat, meaning),
    }
}

/// The ends of the fight of `seat` if it strikes until it has at most `limit` health or has just
/// lost a blessing. Nobody else takes a hand in the fight.
pub(crate) fn fought(game: &AccursedTomb, seat: Seat, foe: Cell, limit: u8) -> Fought {
    let (explorer, times) = (game.explorer(seat), game.times(seat));
    let fury = game.field.meaning(foe).fury();
    let health = game.field.health[foe.index()];
    // By the foe's health and the explorer's. A strike always wounds, so every entry that is looked
    // up is there.
    let mut done: Vec<Vec<Fought>> = Vec::with_capacity(usize::from(health) + 1);
    for foe in 0..=health {
        let asked = |hp: u8| {
            if foe == 0 {
                return Fought { slain: 1.0, ..Fought::default() };
            }
            if hp <= limit {
                return Fought { stops: 1.0, ..Fought::default() };
            }
            let mut sum = Fought::default();
            for (strike, blow) in (1..=Die::D6.sides()).flat_map(|one| (1..=Die::D6.sides()).map(move |two| (one, two)))
            {
                let left = foe.saturating_sub(strike.saturating_mul(times));
                let then = match hp.saturating_sub(blow + fury) {
                    _ if left == 0 => Fought { slain: 1.0, ..Fought::default() },
                    0 if explorer.blessings > 0 => Fought { stops: 1.0, ..Fought::default() },
                    0 => Fought { dies: 1.0, ..Fought::default() },
                    hp => done[usize::from(left)][usize::from(hp)],
                };
                sum.slain += then.slain / 36.0;
                sum.dies += then.dies / 36.0;
                sum.stops += then.stops / 36.0;
            }
            sum
        };
        let row = (0..=explorer.hp).map(asked).collect();
        done.push(row);
    }
    done[usize::from(health)][usize::from(explorer.hp)]
}

/// The chance that `seat` slays its foe in its next turn. The blow before it counts if it is still
/// due.
pub(crate) fn slays_next(game: &AccursedTomb, seat: Seat, foe: Cell) -> f64 {
    match game.turn == seat {
        true => round(game, seat, foe).good,
        false => attack(game, seat, foe).good,
    }
}

/// The worst blow of a monster.
pub(crate) fn worst_blow(monster: Meaning) -> u8 {
    Die::D6.sides() + monster.fury()
}

/// A chance in words: whole percents, or "under 1 %" and "over 99 %" near the ends.
pub(crate) fn percent(chance: f64) -> String {
    match chance {
        _ if chance > 0.0 && chance < 0.005 => t!("under 1\u{a0}%").to_owned(),
        _ if chance < 1.0 && chance > 0.995 => t!("over 99\u{a0}%").to_owned(),
        _ => format!("{:.0}\u{a0}%", 100.0 * chance),
    }
}
