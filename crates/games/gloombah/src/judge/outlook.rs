//! The worth of a position.
//!
//! Each seat has an outlook, a sum over all it has. Its chance to win is its share of the
//! exponentials of all. The weights best predict the winners, at the beginning of turns, of matches
//! by the reference policy with some random moves. They are for two, four and six seats alike.

use kernel::Seat;

use crate::{
    Gloombah, Item,
    content::{BELOW_TOP, Kind, Op},
    fight::Fight,
    state::{Phase, Player, Stage},
};

/// The outlook of each level from 1 to 12; a seat with the last has won.
const LEVELS: [f32; 12] = [-1.5, -1.0, -0.65, -0.4, -0.2, 0.0, 0.2, 0.4, 0.65, 1.0, 1.6, 6.0];
/// For each point of the weapon, in use or in hand.
const WEAPON: f32 = 0.14;
/// For each point of protection.
const GEAR: f32 = 0.035;
/// For each card in hand, and the extra for the kinds of cards.
const CARD: f32 = 0.03;
/// For each lasting effect.
const TROUBLE: f32 = -0.13;
/// For a whole round until the seat's own turn.
const WAIT: f32 = -0.28;
/// For each card of treasure to come.
const TREASURE: f32 = 0.08;

/// The worth of the position for `seat`, from 0 (lost) to 1 (won).
pub(super) fn worth(game: &Gloombah, seat: Seat) -> f32 {
    if let Some(end) = game.open.over() {
        let winners = end.winners();
        return if winners.contains(seat) { 1.0 / f32::from(winners.len()) } else { 0.0 };
    }
    let outlook = |seat: Seat| libm::expf(outlook(game, seat));
    let all: f32 = Seat::all(game.open.seats).map(outlook).sum();
    (outlook(seat) / all).clamp(0.0, 1.0)
}

fn outlook(game: &Gloombah, seat: Seat) -> f32 {
    let (open, player) = (&game.open, game.open.player(seat));
    let away = (seat.0 + open.seats - open.active.0) % open.seats;
    let wait = WAIT * f32::from(away) / f32::from(open.seats);
    let hand: f32 = game.hand(seat).iter().map(|(card, copies)| f32::from(copies) * held(player, card)).sum();
    let owned = WEAPON * f32::from(bonus(player)) + GEAR * f32::from(player.protection());
    let level = match &open.phase {
        Phase::Met(fight, Stage::Window | Stage::Reply(_)) if open.participants(fight).contains(seat) => {
            fought(game, fight, seat)
        }
        _ => at(player.level),
    };
    level + owned + hand + TROUBLE * player.status.len() as f32 + wait
}

fn at(level: u8) -> f32 {
    LEVELS[usize::from(level.clamp(1, 12)) - 1]
}

fn bonus(player: &Player) -> u8 {
    match player.weapon.map(Item::kind) {
        Some(Kind::Weapon { bonus, .. }) => bonus,
        _ => 0,
    }
}

/// The worth of a card in hand.
fn held(player: &Player, card: Item) -> f32 {
    let kind = match card.kind() {
        Kind::Gear { value, .. } => GEAR * f32::from(value.saturating_sub(player.protection())),
        Kind::Weapon { class, bonus: points, .. } if class == player.class => {
            WEAPON * f32::from(points.saturating_sub(bonus(player)))
        }
        Kind::Weapon { .. } => 0.0,
        Kind::Consumable { op, .. } => match op {
            Op::LevelUp(n) => 0.23 * f32::from(n),
            Op::Draw(n) => 0.08 * f32::from(n),
            Op::Attack(n, _) => 0.05 * f32::from(n),
            Op::MonsterAdd(n) => 0.03 * f32::from(n),
            Op::Bless(n) | Op::Curse(n) => 0.0037 * f32::from(n.unsigned_abs()),
            Op::Duplicate | Op::Steal(_) | Op::Recover | Op::Scout(_) | Op::TradeIn(_) => 0.09,
            Op::Escape | Op::Disarm => 0.08,
            Op::Shield(_) | Op::DestroyGear | Op::Cure | Op::Cleanse | Op::DamageAdd(_) => 0.05,
        },
    };
    CARD + kind
}

/// The level outlook of a participant, between those after a victory and after a loss.
fn fought(game: &Gloombah, fight: &Fight, seat: Seat) -> f32 {
    let (open, player, share) = (&game.open, game.open.player(seat), fight.share());
    let (xp, treasure, most) = match seat == open.active {
        true => (fight.monster.card().xp - share.xp, fight.treasure(), BELOW_TOP + 1),
        false => (share.xp, share.treasure, BELOW_TOP),
    };
    let won = at((player.level + xp).min(most)) + TREASURE * f32::from(treasure);
    let lost = at(player.level.saturating_sub(open.levels_lost(fight, seat)).max(1)) + TROUBLE;
    // From a certain loss to a certain victory over a few points on either side.
    let sums = open.sums(fight);
    let margin = f32::from(sums.players) - f32::from(sums.monsters) - 0.5;
    let chance = 1.0 / (1.0 + libm::expf(-0.5 * margin));
    chance * won + (1.0 - chance) * lost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use kernel::{Fast, Game, NullLog};

    #[test]
    fn worth_follows_levels_and_ends_with_the_result() {
        let Ok(mut game) = Gloombah::setup(&Options::default(), 2, &mut Fast::seeded(1), &mut NullLog);
        let even = worth(&game, Seat(0));
        game.open.players[0].level = 6;
        assert!(worth(&game, Seat(0)) > even && worth(&game, Seat(1)) < 0.5);
        game.open.phase = Phase::Over(crate::state::End::Level(Seat(1)));
        assert_eq!([0, 1].map(|seat| worth(&game, Seat(seat))), [0.0, 1.0]);
        game.open.phase = Phase::Over(crate::state::End::Lantern(kernel::SeatSet::first(2)));
        assert_eq!(worth(&game, Seat(1)), 0.5);
    }

    #[test]
    fn the_shares_of_all_add_up_to_one() {
        for seats in 2..=6 {
            let Ok(game) = Gloombah::setup(&Options::default(), seats, &mut Fast::seeded(2), &mut NullLog);
            let all: f32 = Seat::all(seats).map(|seat| worth(&game, seat)).sum();
            assert!((all - 1.0).abs() < 1e-4, "{seats} seats: {all}");
        }
    }
}
