//! What blows and whole fights come to, exactly: every way in which the dice can fall is counted.
//!
//! A fight is taken to its end by dice alone: everybody strikes, and no card is used but Second Wind, which acts by
//! itself (R19). Until somebody dies the heroes' health and the enemy's are independent of each other: nobody is skipped,
//! and nobody's strike depends on another's. So the enemy is followed strike by strike, each hero blow by blow, and the
//! chance to win is that of every strike to be the last, times the chance that all heroes still stand then.

use kernel::{Die, Seat};

use crate::{
    EnemyKind, Item, RogueAscension,
    content::{HEALTH, LADDER},
    state::{Fight, Grade, Hero},
};

/// What is left of a fight that is not looked at any more: less than shows in any number.
const NEGLIGIBLE: f64 = 1e-9;

/// How many of the ways in which these dice can fall give each sum; the index is the sum.
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

/// The damage of a blow: in how many ways it is how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Damage {
    ways: Vec<u64>,
    all: u64,
}

impl Damage {
    /// A strike of a hero whose attack is of this level.
    pub(crate) fn of_strike(level: u8, kind: EnemyKind) -> Damage {
        Damage::between(&ways_of_level(level), 0, &ways(1, kind.defense()))
    }

    /// A strike of a hero who has rolled already, or adds that much to the dice still to fall.
    pub(crate) fn of_roll(roll: u16, kind: EnemyKind) -> Damage {
        Damage::between(&[1], roll, &ways(1, kind.defense()))
    }

    /// A strike of this level with that much added to it.
    pub(crate) fn of_strike_and(level: u8, more: u16, kind: EnemyKind) -> Damage {
        Damage::between(&ways_of_level(level), more, &ways(1, kind.defense()))
    }

    /// The enemy's blow at a hero whose defense is of this level.
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

    /// In how many ways of how many it is at least `harm`.
    pub(crate) fn ways_of(&self, harm: u16) -> (u64, u64) {
        (self.ways.iter().skip(harm.into()).sum(), self.all)
    }

    /// The chance that it is at least `harm`.
    pub(crate) fn chance_of(&self, harm: u16) -> f64 {
        let (some, all) = self.ways_of(harm);
        some as f64 / all as f64
    }

    /// The damage on average.
    pub(crate) fn mean(&self) -> f64 {
        let sum: u64 = self.ways.iter().zip(0..).map(|(ways, harm)| ways * harm).sum();
        sum as f64 / self.all as f64
    }

    /// The least and the most that it can be.
    pub(crate) fn range(&self) -> (usize, usize) {
        (self.ways.iter().position(|ways| *ways > 0).unwrap_or_default(), self.ways.len() - 1)
    }

    /// Each damage with its chance.
    fn chances(&self) -> impl Iterator<Item = (usize, f64)> {
        let all = self.all as f64;
        self.ways.iter().enumerate().filter(|(_, ways)| **ways > 0).map(move |(harm, ways)| (harm, *ways as f64 / all))
    }
}

/// A hero as far as dice alone go: the chance of each health, by the number of Second Winds left; nothing at 0.
#[derive(Clone, Debug)]
struct Standing(Vec<Vec<f64>>);

impl Standing {
    fn new(hero: &Hero) -> Standing {
        const LARGEST: u16 = 4;
        let (winds, health) = (usize::from(hero.items.count(Item::SecondWind)), hero.hp.max(LARGEST));
        let mut chances = vec![vec![0.0; usize::from(health) + 1]; winds + 1];
        if hero.hp > 0 {
            chances[winds][usize::from(hero.hp)] = 1.0;
        }
        Standing(chances)
    }

    /// R19: who has no health left stands up again with d4, if a Second Wind is left.
    fn suffer(&mut self, blow: &Damage) {
        let mut next: Vec<Vec<f64>> = self.0.iter().map(|chances| vec![0.0; chances.len()]).collect();
        for (winds, chances) in self.0.iter().enumerate() {
            for (health, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                for (harm, share) in blow.chances() {
                    match (health > harm, winds.checked_sub(1)) {
                        (true, _) => next[winds][health - harm] += chance * share,
                        (false, Some(winds)) => (1..=4).for_each(|up| next[winds][up] += chance * share / 4.0),
                        (false, None) => {}
                    }
                }
            }
        }
        self.0 = next;
    }

    fn chance(&self) -> f64 {
        self.0.iter().flatten().sum()
    }
}

/// A fight by dice alone. Heroes stand in turn order.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    strikes: Vec<Damage>,
    blows: Vec<Damage>,
    heroes: Vec<Standing>,
    enemy: u16,
    heroes_first: bool,
    /// Rounds that may still be fought, the present one among them (R36).
    rounds: u16,
}

impl Battle {
    /// The fight as it stands, or as it would begin.
    pub(crate) fn new(game: &RogueAscension, fight: &Fight) -> Battle {
        let heroes = || game.order().iter().map(|seat| game.hero(*seat));
        Battle {
            strikes: heroes().map(|hero| Damage::of_strike(hero.attack.level, fight.kind)).collect(),
            blows: heroes().map(|hero| Damage::of_blow(fight.kind, hero.defense.level)).collect(),
            heroes: heroes().map(Standing::new).collect(),
            enemy: fight.hp,
            heroes_first: fight.heroes_first,
            rounds: (game.options.fight_round_limit + 1).saturating_sub(fight.round),
        }
    }

    /// The chance that all heroes outlive the fight, if next the hero or the enemy's blow in place `at` comes, `at`
    /// being the number of heroes where the phase is over. `first` is the damage of the strike that comes first, where
    /// more is known of it.
    pub(crate) fn survive(mut self, mut heroes: bool, mut at: usize, mut first: Option<&Damage>) -> f64 {
        // The chance of each damage that the enemy has suffered and lived.
        let mut suffered = vec![1.0];
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

    /// The chance that a hero dies in the enemy's next phase, if next the hero in place `at` strikes.
    pub(crate) fn fall_next(mut self, at: usize, first: &Damage) -> f64 {
        let mut suffered = add(&[1.0], first, self.enemy);
        for strike in &self.strikes[at + 1..] {
            suffered = add(&suffered, strike, self.enemy);
        }
        self.heroes.iter_mut().zip(&self.blows).for_each(|(hero, blow)| hero.suffer(blow));
        let standing: f64 = self.heroes.iter().map(Standing::chance).product();
        suffered.iter().sum::<f64>() * (1.0 - standing)
    }
}

/// What has been suffered after one more strike, as far as `health` bears it.
fn add(suffered: &[f64], strike: &Damage, health: u16) -> Vec<f64> {
    let (_, most) = strike.range();
    let mut next = vec![0.0; (suffered.len() + most).min(health.into())];
    for (before, chance) in suffered.iter().enumerate() {
        for (harm, share) in strike.chances() {
            if let Some(sum) = next.get_mut(before + harm) {
                *sum += chance * share;
            }
        }
    }
    next
}

/// The chance to survive the fight by dice alone, if the hero in turn strikes next, with `first` as the damage of that.
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
        None if hero.holds(Item::SecondWind) => (1..=4).map(|health| after(health, true)).sum::<f64>() / 4.0,
        None => 0.0,
    }
}

/// The chance to survive the fight by dice alone, once it is known who strikes first.
pub(crate) fn survive_from_start(game: &RogueAscension, fight: &Fight, heroes_first: bool) -> f64 {
    let fight = Fight { heroes_first, round: 1, ..*fight };
    Battle::new(game, &fight).survive(heroes_first, 0, None)
}

/// R2, R3: the chance that the heroes strike first, before initiative is rolled.
pub(crate) fn first_chance(bonus: u16) -> f64 {
    let first: u16 = (1..=20).map(|hero: u16| hero.saturating_sub(1 + bonus)).sum();
    f64::from(first) / 400.0
}

/// What `item` does for `target`: each game that may come of it, with its chance.
pub(crate) fn used(game: &RogueAscension, item: Item, target: Seat) -> Vec<(RogueAscension, f64)> {
    let with = |change: &dyn Fn(&mut Hero)| {
        let mut game = game.clone();
        let turn = game.turn;
        game.hero_mut(turn).items.take(item);
        change(game.hero_mut(target));
        game
    };
    let raise = |grade: &mut Grade| {
        grade.change(1, game.options.die_floor);
    };
    let heal =
        |by: u16| with(&|hero| hero.hp = if game.options.overheal { hero.hp + by } else { (hero.hp + by).min(HEALTH) });
    match item {
        Item::Heal => (1..=6).map(|by| (heal(by), 1.0 / 6.0)).collect(), // R20
        Item::AttackUp => vec![(with(&|hero| raise(&mut hero.attack)), 1.0)],
        Item::DefenseUp => vec![(with(&|hero| raise(&mut hero.defense)), 1.0)],
        _ => vec![(heal(item.heals().unwrap_or_default()), 1.0)],
    }
}

/// The chance to survive the fight by dice alone, once `item` has been used on `target` in the turn of a hero.
pub(crate) fn survive_using(game: &RogueAscension, fight: &Fight, item: Item, target: Seat) -> f64 {
    used(game, item, target).iter().map(|(game, chance)| chance * survive_striking(game, fight, None)).sum()
}

/// The chance that so many traps of Cursed Treasure kill a hero who does nothing about them (R21, R23).
pub(crate) fn trapped(game: &RogueAscension, seat: Seat, traps: u8) -> f64 {
    let hero = game.hero(seat);
    let mut standing = Standing::new(hero);
    for _ in 0..traps {
        let one = |hard: bool| {
            let (target, die) = game.trap_of(seat, hard);
            let needed = i32::from(target) - i32::from(hero.luck_modifier());
            let fails = (needed - 1).clamp(0, 20) as u64;
            // Of 20 rolls those that fail; each then does the die's damage.
            let sides = u64::from(die.sides());
            let mut ways = vec![fails; usize::from(die.sides()) + 1];
            ways[0] = (20 - fails) * sides;
            Damage { all: 20 * sides, ways }
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
