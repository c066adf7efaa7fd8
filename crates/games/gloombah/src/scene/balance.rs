//! The balance of a fight: both sides and their sums.

use kernel::{Balance, Seat, Sentence, Side, Term, Tone};
use text::t;

use super::words::formula;
use crate::{fight::Fight, state::Open};

/// Both sums with their terms, and the help on offer.
pub(super) fn balance(open: &Open, fight: &Fight) -> Balance {
    let sums = open.sums(fight);
    let term = |text: Sentence, value: u16, certain: bool| Term { text, value: value.into(), certain };
    let fighter = |seat: Seat, certain: bool| {
        let side = if certain { open.side(fight, seat).clone() } else { Default::default() };
        let total = open.attack(fight, seat, &side).total();
        let text = Sentence::new().seat(seat).text(if certain { format!(" {total}") } else { format!(" +{total}") });
        term(text, total, certain)
    };
    let plus = |value: u8| (value > 0).then(|| term(format!("+{value}").into(), value.into(), true));
    let helper = fight.helper.map(|helper| fighter(helper.seat, true));
    let offered = open.pending().map(|offer| fighter(offer.seat, false));
    let players: Vec<Term> =
        std::iter::once(fighter(open.active, true)).chain(helper).chain(plus(fight.bonus)).chain(offered).collect();
    let (ap, times) = (fight.monster.card().ap, 1 + fight.duplicates);
    let name = if times > 1 { format!("{times} × {}", fight.monster.name()) } else { fight.monster.name().into() };
    let strength = u16::from(ap) * u16::from(times);
    let monsters: Vec<Term> = std::iter::once(term(format!("{name} {strength}").into(), strength, true))
        .chain(plus(fight.monster_add))
        .collect();
    let side =
        |name: Sentence, tone: Tone, total: u16, terms: Vec<Term>| Side { name, tone, total: total.into(), terms };
    Balance {
        sides: [
            side(Sentence::new().seats(open.participants(fight).iter()), Tone::Good, sums.players, players),
            side(fight.monster.name().into(), Tone::Bad, sums.monsters, monsters),
        ],
        formula: line(open, fight),
    }
}

/// `Badger: (level 9 + 5) × 75 %, rounded up, − 1 against undead = 10. Cards: + 2. Vampire
/// Accountant: 16 + 3 = 19.`
fn line(open: &Open, fight: &Fight) -> Sentence {
    let attack = |text: Sentence, seat: Seat| {
        let sum = formula(open.attack(fight, seat, open.side(fight, seat)), open.player(seat), fight);
        text.seat(seat).text(format!(": {sum}. "))
    };
    let text = attack(Sentence::new(), open.active);
    let text = fight.helper.into_iter().fold(text, |text, helper| attack(text, helper.seat));
    let text =
        if fight.bonus > 0 { text.text(format!("{} ", t!("Cards: + {bonus}.", bonus = fight.bonus))) } else { text };
    let text = if fight.duplicates > 0 || fight.monster_add > 0 {
        text.text(format!("{}: {}. ", fight.monster.name(), monster(fight)))
    } else {
        text
    };
    let sums = open.sums(fight);
    if sums.players == sums.monsters { text.text(t!("A tie is lost.")) } else { text }
}

/// The monster's side as a sum: `2 × 13 + 5 = 31`.
fn monster(fight: &Fight) -> String {
    let ap = u16::from(fight.monster.card().ap);
    let times = if fight.duplicates > 0 { format!("{} × ", 1 + fight.duplicates) } else { String::new() };
    let sum = ap * u16::from(1 + fight.duplicates) + u16::from(fight.monster_add);
    match (fight.duplicates, fight.monster_add) {
        (0, 0) => ap.to_string(),
        (_, 0) => format!("{times}{ap} = {sum}"),
        (_, add) => format!("{times}{ap} + {add} = {sum}"),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Fast, Game, NullLog, Present, Status, Viewer, below};

    use super::*;
    use crate::{Action, Gloombah, Options, state::Phase};

    /// In many random matches: certain terms add up to the total, and the total is the rules' sum.
    /// The sum with an offer is the rules' sum once it is accepted.
    #[test]
    fn terms_add_up_to_the_sums_of_the_rules() {
        let mut rng = Fast::seeded(5);
        let (mut seen, mut offered) = (0, 0);
        for number in 0..60u8 {
            let Ok(mut game) =
                Gloombah::setup(&Options { round_limit: 20, pack: None }, 2 + number % 5, &mut rng, &mut NullLog);
            while let Status::Awaiting(awaited) = game.status() {
                if let Some(fight) = game
                    .open
                    .fight()
                    .filter(|_| !matches!(game.open.phase, Phase::Met(_, crate::state::Stage::Keep(_))))
                {
                    let (sums, balance) = (game.open.sums(fight), balance(&game.open, fight));
                    for (side, sum) in balance.sides.iter().zip([sums.players, sums.monsters]) {
                        let certain: i32 = side.terms.iter().filter(|term| term.certain).map(|term| term.value).sum();
                        assert_eq!((certain, side.total), (sum.into(), sum.into()), "{side:?}");
                    }
                    let name = |seat: Seat| format!("Player {}", seat.0 + 1);
                    let line = balance.formula.plain(name);
                    assert!(line.contains(&format!("{}: ", name(game.open.active))), "{line}");
                    assert_eq!(line.ends_with("A tie is lost."), sums.players == sums.monsters, "{line}");
                    seen += 1;
                    if game.open.pending().is_some() {
                        let all: i32 = balance.sides[0].terms.iter().map(|term| term.value).sum();
                        let mut with = game.clone();
                        let Ok(()) = with.apply(game.open.active, Action::Accept, &mut rng, &mut NullLog);
                        let Some(fight) = with.open.fight() else { panic!("the fight goes on") };
                        assert_eq!(all, i32::from(with.open.sums(fight).players));
                        offered += 1;
                    }
                }
                let awaited: Vec<Seat> = awaited.iter().collect();
                let seat = awaited[below(&mut rng.0, awaited.len() as u32) as usize];
                let Some(action) = game.any(seat, &mut rng.0) else { panic!("seat {seat} can do something") };
                let Ok(()) = game.apply(seat, action, &mut rng, &mut NullLog);
            }
            assert!(
                Gloombah::scene(&game.view(Viewer::All), Viewer::All).balance.is_none(),
                "nothing is fought when all is over"
            );
        }
        assert!(seen > 200 && offered > 20, "{seen} {offered}");
    }
}
