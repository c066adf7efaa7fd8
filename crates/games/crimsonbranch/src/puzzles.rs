//! The aim of puzzles: the fight that is going on.

use kernel::{PuzzleAim, PuzzleWords, Seat};
use text::text;

use crate::{
    Action, Crimsonbranch,
    state::{Battle, Phase, Stage},
};

/// The aim to win the fight.
pub(crate) const AIM: PuzzleAim<Crimsonbranch> = PuzzleAim {
    words: PuzzleWords {
        question: text!("Which move wins this fight most often?"),
        told: text!("How often this fight is won after each move."),
    },
    worth: won_fight,
    kind: symbol,
};

/// 1 if the fight that goes on at `start` is won by `end`, else 0.
fn won_fight(start: &Crimsonbranch, end: &Crimsonbranch, _: Seat) -> Option<f32> {
    let won = !goes_on(end) && end.clock.defeats == start.clock.defeats;
    goes_on(start).then_some(f32::from(u8::from(won)))
}

/// Whether there is a fight with enemies that live.
fn goes_on(game: &Crimsonbranch) -> bool {
    match &game.stage {
        Stage::Battle(Battle { phase, .. }) => !matches!(phase, Phase::Loot | Phase::Equip(_)),
        Stage::Explore | Stage::Over(_) => false,
    }
}

/// The printed symbol of the node that is activated.
fn symbol(game: &Crimsonbranch, action: &Action) -> &'static str {
    match *action {
        Action::Activate { node } => game.sheet.kind(node).name(),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Fast, Game, Judge, NullLog};

    use super::*;
    use crate::{Options, sheet::Name};

    #[test]
    fn a_fight_is_won_with_its_loot_and_lost_with_the_hero_outside() {
        let hero = Name::new("Conan").expect("a short name");
        let mut game = Crimsonbranch::lay_out(&Options { hero, max_visits: 200, max_turns: 100, pack: None });
        let (seat, mut dice, mut began) = (Seat(0), Fast::seeded(1), None);
        let mut ended = [0, 0];
        while ended.contains(&0) {
            if !goes_on(&game) {
                assert_eq!(won_fight(&game, &game, seat), None, "no fight to ask about");
                if let Some(start) = began.take() {
                    let won = usize::from(matches!(&game.stage, Stage::Battle(battle) if battle.phase == Phase::Loot));
                    assert_eq!(won_fight(&start, &game, seat), Some(won as f32), "after {:?}", game.clock);
                    ended[won] += 1;
                }
            } else {
                let start = began.get_or_insert_with(|| game.clone());
                assert_eq!(won_fight(start, &game, seat), Some(0.0), "what goes on is not won");
            }
            let action = game.reference_action(seat).expect("a match of the reference's");
            let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
        }
    }
}
