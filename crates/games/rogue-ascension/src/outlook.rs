//! The exact chances of blows and whole fights: every roll of the dice is counted.
//!
//! The forecast plays a fight to its end by dice alone: everybody strikes, and no card is used but
//! Second Wind, which acts by itself (R19). Until a hero dies, the heroes' health and the enemy's
//! are independent: every hero strikes, and no strike depends on another's. So the enemy is
//! followed strike by strike, and each hero blow by blow. The chance to win is a sum over all
//! strikes: the chance that a strike is the last, times the chance that all heroes still live then.

use kernel::{Die, Seat};

use crate::{
    EnemyKind, Item, RogueAscension,
    content::{CardSet, LADDER},
    state::{Fight, Grade, Hero},
};

/// The chance of a fight's rest that is ignored: too small to show in any number.
const NEGLIGIBLE: f64 = 1e-7;

/// The number of rolls of these dice for each sum; the index is the sum.
fn ways(count: u8, die: Die) -> Vec<u64> {
    (0..count).fold(vec![1], |ways, _| {
        let mut next = vec![0; ways.len() + usize::from(die.sides())];
        for (sum, n) in ways.iter().enumerate() {
            for face in 1..=usize::from(die.sides()) {
                next[sum + face] += n;
            }
        }
        next
    })
}

fn ways_of_level(level: u8) -> Vec<u64> {
    let (count, die) = LADDER[usize::from(level)];
    ways(count, die)
}

/// The damage of a blow: the number of rolls for each amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Damage {
    ways: Vec<u64>,
    all: u64,
}

impl Damage {
    /// A strike of a hero with an attack of this level.
    pub(crate) fn of_strike(level: u8, kind: EnemyKind) -> Damage {
        Damage::between(&ways_of_level(level), 0, &ways(1, kind.defense()))
    }

    /// A strike of a hero who has rolled `roll` already.
    pub(crate) fn of_roll(roll: u16, kind: EnemyKind) -> Damage {
        Damage::between(&[1], roll, &ways(1, kind.defense()))
    }

    /// A strike of this level with `more` added to it.
    pub(crate) fn of_strike_and(level: u8, more: u16, kind: EnemyKind) -> Damage {
        Damage::between(&ways_of_level(level), more, &ways(1, kind.defense()))
    }

    /// The enemy's blow at a hero with a defense of this level.
    pub(crate) fn of_blow(kind: EnemyKind, level: u8) -> Damage {
        Damage::between(&ways(1, kind.attack()), 0, &ways_of_level(level))
    }

    /// R4: attack less defense, and never below 0.
    fn between(attack: &[u64], more: u16, defense: &[u64]) -> Damage {
        let mut ways = vec![0; attack.len() + usize::from(more)];
        for (roll, n) in attack.iter().enumerate() {
            for (against, m) in defense.iter().enumerate() {
                ways[(roll + usize::from(more)).saturating_sub(against)] += n * m;
            }
        }
        while ways.len() > 1 && ways.last() == Some(&0) {
            ways.pop();
        }
        Damage { all: ways.iter().sum(), ways }
    }

    /// The number of rolls with at least `harm`, and the number of all rolls.
    pub(crate) fn ways_of(&self, harm: u16) -> (u64, u64) {
        (self.ways.iter().skip(harm.into()).sum(), self.all)
    }

    /// The chance of at least `harm`.
    pub(crate) fn chance_of(&self, harm: u16) -> f64 {
        let (some, all) = self.ways_of(harm);
        some as f64 / all as f64
    }

    /// The damage on average.
    pub(crate) fn mean(&self) -> f64 {
        let sum: u64 = self.ways.iter().zip(0..).map(|(ways, harm)| ways * harm).sum();
        sum as f64 / self.all as f64
    }

    /// The least and the greatest damage.
    pub(crate) fn range(&self) -> (usize, usize) {
        (self.ways.iter().position(|ways| *ways > 0).unwrap_or_default(), self.ways.len() - 1)
    }

    /// The chance of each damage.
    fn shares(&self) -> Vec<f64> {
        let all = self.all as f64;
        self.ways.iter().map(|ways| *ways as f64 / all).collect()
    }
}

/// A hero in a fight by dice alone: the chance of each health, by the number of Second Winds left.
/// Health 0 has no chance.
#[derive(Clone, Debug)]
struct Standing(Vec<Vec<f64>>);

impl Standing {
    fn new(hero: &Hero) -> Standing {
        let (winds, health) =
            (usize::from(hero.items.count(Item::SecondWind)), hero.hp.max(Item::SecondWind.die().sides().into()));
        let mut chances = vec![vec![0.0; usize::from(health) + 1]; winds + 1];
        if hero.hp > 0 {
            chances[winds][usize::from(hero.hp)] = 1.0;
        }
        Standing(chances)
    }

    /// R19: a hero without health stands up again with d4, if a Second Wind is left.
    fn suffer(&mut self, blow: &[f64]) {
        // From the last Second Wind on: a hero that a Second Wind saves suffers no more of this
        // blow.
        for winds in 0..self.0.len() {
            let (mut fallen, chances) = (0.0, &mut self.0[winds]);
            for health in 0..chances.len() {
                // Lower healths are done, so the entry can be used again.
                let chance = std::mem::take(&mut chances[health]);
                if chance == 0.0 {
                    continue;
                }
                for (harm, share) in blow.iter().enumerate() {
                    match health.checked_sub(harm) {
                        Some(left) if left > 0 => chances[left] += chance * share,
                        _ => fallen += chance * share,
                    }
                }
            }
            if let Some(winds) = winds.checked_sub(1) {
                let sides = usize::from(Item::SecondWind.die().sides());
                (1..=sides).for_each(|up| self.0[winds][up] += fallen / sides as f64);
            }
        }
    }

    fn chance(&self) -> f64 {
        self.0.iter().flatten().sum()
    }
}

/// A fight by dice alone. Heroes are in turn order.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    /// The chance of each damage.
    strikes: Vec<Vec<f64>>,
    blows: Vec<Vec<f64>>,
    heroes: Vec<Standing>,
    enemy: u16,
    heroes_first: bool,
    /// Rounds that may still be fought, the present one among them (R36).
    rounds: u16,
}

impl Battle {
    /// The fight as it is now, or as it would begin.
    pub(crate) fn new(game: &RogueAscension, fight: &Fight) -> Battle {
        let heroes = || game.order().iter().map(|seat| game.hero(*seat));
        Battle {
            strikes: heroes().map(|hero| Damage::of_strike(hero.attack.level, fight.kind).shares()).collect(),
            blows: heroes().map(|hero| Damage::of_blow(fight.kind, hero.defense.level).shares()).collect(),
            heroes: heroes().map(Standing::new).collect(),
            enemy: fight.hp,
            heroes_first: fight.heroes_first,
            rounds: (game.options.fight_round_limit + 1).saturating_sub(fight.round),
        }
    }

    /// The chance that all heroes survive the fight. Next comes the hero in place `at`, or the
    /// enemy's blow at that place; if the phase is over, `at` is the number of heroes. `first` is
    /// the damage of the first strike, if more is known of it.
    pub(crate) fn survive(mut self, mut heroes: bool, mut at: usize, first: Option<&Damage>) -> f64 {
        // The chance of each damage that the enemy has suffered and survived.
        let mut suffered = vec![1.0];
        let first_shares = first.map(Damage::shares);
        let mut first = first_shares.as_deref();
        let mut standing: f64 = self.heroes.iter().map(Standing::chance).product();
        let (mut won, mut fighting) = (0.0, 1.0);
        while standing * fighting > NEGLIGIBLE {
            if at == self.heroes.len() {
                self.rounds -= u16::from(heroes != self.heroes_first);
                if self.rounds == 0 {
                    break;
                }
                (heroes, at) = (!heroes, 0);
            }
            if heroes {
                let strike = first.take().unwrap_or(&self.strikes[at]);
                suffered = add(&suffered, strike, self.enemy);
                let left = suffered.iter().sum();
                won += (fighting - left) * standing;
                fighting = left;
            } else {
                self.heroes[at].suffer(&self.blows[at]);
                standing = self.heroes.iter().map(Standing::chance).product();
            }
            at += 1;
        }
        won
    }

    /// The chance that a hero dies in the enemy's next phase, if next the hero in place `at`
    /// strikes.
    pub(crate) fn fall_next(mut self, at: usize, first: &Damage) -> f64 {
        let mut suffered = add(&[1.0], &first.shares(), self.enemy);
        for strike in &self.strikes[at + 1..] {
            suffered = add(&suffered, strike, self.enemy);
        }
        self.heroes.iter_mut().zip(&self.blows).for_each(|(hero, blow)| hero.suffer(blow));
        let standing: f64 = self.heroes.iter().map(Standing::chance).product();
        suffered.iter().sum::<f64>() * (1.0 - standing)
    }
}

/// The chances of the sum of damage after one more strike, for sums below `health`.
fn add(suffered: &[f64], strike: &[f64], health: u16) -> Vec<f64> {
    let mut next = vec![0.0; (suffered.len() + strike.len() - 1).min(health.into())];
    for (before, chance) in suffered.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        for (sum, share) in next[before..].iter_mut().zip(strike) {
            *sum += chance * share;
        }
    }
    next
}

/// The chance to survive the fight by dice alone, if the hero in turn strikes next, with `first` as
/// the damage of that strike.
pub(crate) fn survive_striking(game: &RogueAscension, fight: &Fight, first: Option<&Damage>) -> f64 {
    Battle::new(game, fight).survive(true, fight.at.into(), first)
}

/// The chance to survive the fight by dice alone, once the hero in turn has taken that much damage.
pub(crate) fn survive_blow(game: &RogueAscension, fight: &Fight, damage: u16) -> f64 {
    let after = |health: u16, wind: bool| {
        let mut game = game.clone();
        let hero = game.hero_mut(game.turn);
        hero.hp = health;
        if wind {
            hero.items.take(Item::SecondWind);
        }
        Battle::new(&game, fight).survive(false, usize::from(fight.at) + 1, None)
    };
    let hero = game.hero(game.turn);
    match hero.hp.checked_sub(damage).filter(|left| *left > 0) {
        Some(left) => after(left, false),
        None if hero.holds(Item::SecondWind) => {
            let sides = u16::from(Item::SecondWind.die().sides());
            (1..=sides).map(|health| after(health, true)).sum::<f64>() / f64::from(sides)
        }
        None => 0.0,
    }
}

/// The chance to survive the fight by dice alone, once initiative has decided who strikes first.
pub(crate) fn survive_from_start(game: &RogueAscension, fight: &Fight, heroes_first: bool) -> f64 {
    let fight = Fight { heroes_first, round: 1, ..*fight };
    Battle::new(game, &fight).survive(heroes_first, 0, None)
}

/// R2, R3: the chance that the heroes strike first, before initiative is rolled.
pub(crate) fn first_chance(bonus: u16) -> f64 {
    let first: u16 = (1..=20).map(|hero: u16| hero.saturating_sub(1 + bonus)).sum();
    f64::from(first) / 400.0
}

/// The results of `item` for `target`: each possible game, with its chance.
pub(crate) fn used(game: &RogueAscension, item: Item, target: Seat) -> Vec<(RogueAscension, f64)> {
    let with = |change: &dyn Fn(&mut Hero)| {
        let mut game = game.clone();
        let turn = game.turn;
        game.hero_mut(turn).items.take(item);
        change(game.hero_mut(target));
        game
    };
    let raise = |grade: &mut Grade| {
        grade.change(item.n() as i16, game.options.die_floor);
    };
    let heal = |by: u16| {
        with(&|hero| hero.hp = if game.options.overheal { hero.hp + by } else { (hero.hp + by).min(CardSet::health()) })
    };
    match item {
        Item::Heal => {
            // R20
            let sides = u16::from(item.die().sides());
            (1..=sides).map(|by| (heal(by), 1.0 / f64::from(sides))).collect()
        }
        Item::AttackUp => vec![(with(&|hero| raise(&mut hero.attack)), 1.0)],
        Item::DefenseUp => vec![(with(&|hero| raise(&mut hero.defense)), 1.0)],
        _ => vec![(heal(item.heals().unwrap_or_default()), 1.0)],
    }
}

/// The chance to survive the fight by dice alone, once `item` has been used on `target` in the turn
/// of a hero.
pub(crate) fn survive_using(game: &RogueAscension, fight: &Fight, item: Item, target: Seat) -> f64 {
    used(game, item, target).iter().map(|(game, chance)| chance * survive_striking(game, fight, None)).sum()
}

/// The chance that this many traps of Cursed Treasure kill a hero who uses nothing against them
/// (R21, R23).
pub(crate) fn trapped(game: &RogueAscension, seat: Seat, traps: u8) -> f64 {
    let hero = game.hero(seat);
    let mut standing = Standing::new(hero);
    for _ in 0..traps {
        let one = |hard: bool| {
            let (target, die) = game.trap_of(seat, hard);
            let needed = i32::from(target) - i32::from(hero.luck_modifier());
            let fails = (needed - 1).clamp(0, 20) as u64;
            // The failing ones of 20 rolls; each then does the die's damage.
            let sides = u64::from(die.sides());
            let mut ways = vec![fails; usize::from(die.sides()) + 1];
            ways[0] = (20 - fails) * sides;
            Damage { all: 20 * sides, ways }.shares()
        };
        let mut hard = standing.clone();
        standing.suffer(&one(false));
        hard.suffer(&one(true));
        for (chance, other) in standing.0.iter_mut().flatten().zip(hard.0.iter().flatten()) {
            *chance = (*chance + other) / 2.0;
        }
    }
    1.0 - standing.chance()
}

#[cfg(test)]
mod tests {
    use kernel::{Branch, Explorer, Fast, NullLog};

    use super::*;
    use crate::{
        Action, Options,
        options::DieFloor,
        state::{End, Grade, Pending},
    };

    #[test]
    fn a_blow_counts_every_way_the_dice_can_fall() {
        // d6 against d4: 24 ways, of which 14 wound: 1, 2, 3, 4 and 4 for the rolls 2 to 6.
        let strike = Damage::of_strike(2, EnemyKind::Monster);
        assert_eq!((strike.ways_of(1), strike.ways_of(5), strike.range()), ((14, 24), (1, 24), (0, 5)));
        let rolled = Damage::of_roll(6, EnemyKind::Monster);
        assert_eq!((rolled.chance_of(1), rolled.chance_of(4), rolled.mean()), (1.0, 0.5, 3.5));
        assert_eq!(Damage::of_strike_and(2, 7, EnemyKind::Monster).range(), (4, 12));
        assert_eq!(ways(2, Die::D8).iter().sum::<u64>(), 64);
        assert_eq!(Damage::of_strike(0, EnemyKind::Boss).range(), (0, 0));
    }

    /// Health, levels of attack and defense, Second Winds.
    type Made = (u16, u8, u8, u8);

    /// A fight with a boss, which ends the match: no reward follows it.
    fn boss(options: Options, heroes: &[Made], health: u16, heroes_first: bool) -> RogueAscension {
        let Ok(mut game) = RogueAscension::lay_out(&options, heroes.len() as u8, &mut Fast::seeded(3), &mut NullLog);
        for (place, (hp, attack, defense, winds)) in heroes.iter().enumerate() {
            let hero = game.hero_mut(game.order[place]);
            (hero.hp, hero.attack, hero.defense) = (*hp, Grade::at(*attack), Grade::at(*defense));
            (0..*winds).for_each(|_| hero.items.put(Item::SecondWind));
        }
        game.floor = game.floors() + 1;
        let fight = Fight { kind: EnemyKind::Boss, hp: health, full: health, round: 1, heroes_first, at: 0 };
        game.fight = Some(fight);
        (game.turn, game.pending) = (game.order[0], Pending::CombatTurn);
        game
    }

    /// The chance to win by the rules themselves: every roll of every die, with everybody striking.
    fn by_the_rules(game: &RogueAscension) -> f64 {
        let fight = |chance: &mut Branch<'_>| {
            let mut game = game.clone();
            while !matches!(game.pending, Pending::Over(_)) {
                let Ok(()) = game.decide(Action::Attack, chance, &mut NullLog);
            }
            game.pending == Pending::Over(End::Won)
        };
        let (mut explorer, mut won) = (Explorer::new(3_000_000), 0.0);
        while let Some((probability, win)) = explorer.next(fight).expect("not too wide") {
            won += if win { *probability.numer() as f64 / *probability.denom() as f64 } else { 0.0 };
        }
        won
    }

    #[test]
    fn a_fight_by_dice_alone_is_that_of_the_rules() {
        let limit = |rounds| Options { fight_round_limit: rounds, die_floor: DieFloor::None, ..Options::default() };
        let cases: [(u16, &[Made], u16, bool); 7] = [
            (2, &[(9, 1, 0, 0)], 3, true),
            (2, &[(6, 1, 0, 0)], 4, false),
            (2, &[(3, 1, 0, 1)], 4, true),
            (2, &[(2, 2, 0, 2)], 5, true),
            (1, &[(4, 1, 0, 0), (7, 2, 1, 0)], 3, true),
            (2, &[(4, 1, 0, 0), (7, 0, 0, 0)], 3, false),
            (3, &[(30, 0, 0, 0)], 1, true),
        ];
        for (rounds, heroes, health, first) in cases {
            let game = boss(limit(rounds), heroes, health, first);
            let fight = game.fight.unwrap();
            let (ours, rules) = (survive_striking(&game, &fight, None), by_the_rules(&game));
            assert!((ours - rules).abs() < 1e-9, "{rounds} {heroes:?} {health} {first}: {ours}, by the rules {rules}");
        }
    }

    /// The same by the values of all positions: `win` and `lose`, each after the strikes of the
    /// hero and the enemy.
    #[test]
    fn a_fight_to_the_end_is_that_of_its_positions() {
        let game = boss(Options::default(), &[(17, 3, 2, 0)], 20, true);
        let fight = game.fight.unwrap();
        let (strike, blow) =
            (Damage::of_strike(3, EnemyKind::Boss).shares(), Damage::of_blow(EnemyKind::Boss, 2).shares());
        let mut win = vec![vec![0.0; 21]; 18];
        for hp in 1..=17_usize {
            for enemy in 1..=20_usize {
                // The sum over rounds that leave this position; divided by the chance of such a
                // round below.
                let mut sum = 0.0;
                for (harm, share) in strike.iter().enumerate() {
                    if harm >= enemy {
                        sum += share;
                        continue;
                    }
                    for (hurt, other) in blow.iter().enumerate().filter(|(hurt, _)| *hurt < hp) {
                        sum += if (harm, hurt) == (0, 0) { 0.0 } else { share * other * win[hp - hurt][enemy - harm] };
                    }
                }
                win[hp][enemy] = sum / (1.0 - strike[0] * blow[0]);
            }
        }
        let ours = survive_striking(&game, &fight, None);
        assert!((ours - win[17][20]).abs() < 1e-6, "{ours}, by positions {}", win[17][20]);
    }

    #[test]
    fn initiative_is_that_of_all_rolls() {
        let all = (1..=20_u16).flat_map(|hero| (1..=20_u16).map(move |enemy| (hero, enemy)));
        for bonus in [0, 1, 5, 19, 30] {
            let first = all.clone().filter(|(hero, enemy)| *hero > enemy + bonus).count();
            assert!((first_chance(bonus) - first as f64 / 400.0).abs() < 1e-12, "{bonus}");
        }
    }

    #[test]
    fn a_blow_and_a_card_leave_what_they_leave() {
        let game = boss(Options::default(), &[(5, 3, 1, 0)], 6, true);
        let fight = game.fight.unwrap();
        assert_eq!(survive_blow(&game, &fight, 5), 0.0);
        assert!((survive_blow(&game, &fight, 0) - survive_striking(&game, &fight, None)).abs() < 1e-9);
        let heal = survive_using(&game, &fight, Item::Heal, Seat(0));
        let with = |hp: u16| survive_striking(&boss(Options::default(), &[(hp, 3, 1, 0)], 6, true), &fight, None);
        let mean = (6..=11).map(with).sum::<f64>() / 6.0;
        assert!((heal - mean).abs() < 1e-9, "{heal} {mean}");
        let wind = boss(Options::default(), &[(5, 3, 1, 1)], 6, true);
        let up = (1..=4).map(with).sum::<f64>() / 4.0;
        assert!((survive_blow(&wind, &fight, 9) - up).abs() < 1e-9);
    }

    #[test]
    fn the_next_blow_falls_only_if_the_enemy_still_stands() {
        let game = boss(Options::default(), &[(1, 1, 0, 0)], 3, true);
        let fight = game.fight.unwrap();
        let strike = Damage::of_roll(5, EnemyKind::Boss);
        // 5 against d6 does 3 or more by a 1 or a 2; else the boss's d10 kills for certain.
        let dies = Battle::new(&game, &fight).fall_next(0, &strike);
        assert!((dies - 4.0 / 6.0).abs() < 1e-12, "{dies}");
    }

    #[test]
    fn the_traps_of_a_curse_kill_as_often_as_their_dice_say() {
        let Ok(mut game) = RogueAscension::lay_out(&Options::default(), 1, &mut Fast::seeded(1), &mut NullLog);
        game.hero_mut(Seat(0)).hp = 4;
        // Easy: fails by 1 to 5, then a 4 of d4. Hard: fails by 1 to 11, then 4 to 6 of d6.
        let one = 0.5 * (5.0 / 20.0) * (1.0 / 4.0) + 0.5 * (11.0 / 20.0) * (3.0 / 6.0);
        assert!((trapped(&game, Seat(0), 1) - one).abs() < 1e-12);
        game.hero_mut(Seat(0)).hp = 30;
        assert_eq!(trapped(&game, Seat(0), 2), 0.0);
    }
}
