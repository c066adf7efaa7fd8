//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Card, Measured, Seat,
    measure::{Counts, Label, Measures, Score},
};
use text::text;

use crate::{
    Curse, EnemyKind, Event, Item, RogueAscension,
    content::LADDER,
    state::{End, Pending},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: false,
    score: Some(Score::Number(Number::Floors as usize, text!("Floors climbed"))),
    numbers: Number::LABELS,
    shares: &[],
    endings: Ending::LABELS,
    places: PLACES,
    causes: Cause::LABELS,
    pieces: PIECES,
    drawable: Item::ALL.len(),
    rulings: Ruling::LABELS,
};

kernel::measures! {
    enum Number {
        Floors = "floors_climbed": "Floors climbed",
        Monsters = "monsters_slain": "Monsters slain",
        Minibosses = "minibosses_slain": "Minibosses slain",
        Fights = "fights": "Fights",
        Rounds = "rounds_fought": "Rounds fought",
        Dealt = "damage_dealt": "Damage dealt, with what was more than needed",
        Taken = "damage_taken": "Damage taken",
        Healed = "health_restored": "Health restored",
        TrapsMet = "traps_met": "Traps met",
        Disarmed = "traps_disarmed": "Traps disarmed",
        Sprung = "traps_sprung": "Traps sprung",
        Treasures = "treasures_drawn": "Treasures drawn",
        Items = "items_used": "Items used",
        Curses = "curses_borne": "Curses borne",
        Reshuffles = "reshuffles": "Times the pile was made anew",
        Health = "health_at_end": "Health of the party at the end",
    }

    enum Ending {
        Won = "won": "The boss was slain",
        SlainByMonster = "slain_by_monster": "Slain by a monster",
        SlainByMiniboss = "slain_by_miniboss": "Slain by a miniboss",
        SlainByBoss = "slain_by_boss": "Slain by the boss",
        KilledByTrap = "killed_by_trap": "Killed by a trap",
        Exhausted = "exhausted": "A fight outlasted its limit",
    }

    /// Enemies by their kind.
    #[allow(dead_code)]
    enum Cause {
        Monster = "monster": "A monster",
        Miniboss = "miniboss": "A miniboss",
        Boss = "boss": "The boss",
        Trap = "trap": "A trap",
    }

    enum Ruling {
        R2: "The enemy wins a tie in initiative",
        R3: "An enemy has an initiative bonus",
        R4: "A defense prevents all damage",
        R7: "A potion heals less, for health stops at 30",
        R8: "A curse weakens a die",
        R9: "A die reaches the top of the ladder",
        R12: "An ace draws two more cards",
        R13: "Luck changes a trap roll",
        R14: "A weapon is added to an attack",
        R15: "Double Die doubles a roll",
        R16: "Evade takes damage away",
        R17: "Sneak rolls initiative again",
        R18: "Lucky Charm adds 5 to a trap roll",
        R19: "Second Wind saves its hero",
        R20: "Heal is used",
        R21: "A trap is met",
        R22: "A reward is declined",
        R23: "Cursed Treasure springs a trap",
        R24: "A curse strengthens an enemy",
        R25: "The boss is met",
        R26: "The pile is empty",
        R27: "A curse is drawn",
        R31: "The last blow is not the active hero's",
        R32: "A card is used on another hero",
        R33: "A hero helps another with luck",
        R35: "A death ends the match",
        R36: "A fight outlasts its limit",
        R39: "The boss's door is opened in company",
        R41: "The lead changes from floor to floor",
    }
}

const PLACES: &[Label] = &[
    Label::new("floor-1", text!("Floor 1")),
    Label::new("floor-2", text!("Floor 2")),
    Label::new("floor-3", text!("Floor 3")),
    Label::new("floor-4", text!("Floor 4")),
    Label::new("floor-5", text!("Floor 5")),
    Label::new("floor-6", text!("Floor 6")),
    Label::new("floor-7", text!("Floor 7")),
    Label::new("floor-8", text!("Floor 8")),
    Label::new("floor-9", text!("Floor 9")),
    Label::new("floor-10", text!("Floor 10")),
    Label::new("floor-11", text!("Floor 11")),
    Label::new("floor-12", text!("Floor 12")),
    Label::new("floor-13", text!("Floor 13")),
    Label::new("floor-14", text!("Floor 14")),
    Label::new("floor-15", text!("Floor 15")),
    Label::new("floor-16", text!("Floor 16")),
    Label::new("floor-17", text!("Floor 17")),
    Label::new("floor-18", text!("Floor 18")),
    Label::new("floor-19", text!("Floor 19")),
    Label::new("floor-20", text!("Floor 20")),
    Label::new("floor-21", text!("Floor 21")),
    Label::new("floor-22", text!("Floor 22")),
    Label::new("floor-23", text!("Floor 23")),
    Label::new("floor-24", text!("Floor 24")),
    Label::new("floor-25", text!("Floor 25")),
    Label::new("boss-room", text!("Boss room")),
];
const BOSS_ROOM: usize = PLACES.len() - 1;

/// Items in the order of their numbers, then curses in the order of theirs.
const PIECES: &[Label] = &[
    Label::new("potion-2", text!("Potion of 4")),
    Label::new("potion-3", text!("Potion of 5")),
    Label::new("potion-4", text!("Potion of 6")),
    Label::new("potion-5", text!("Potion of 7")),
    Label::new("luck", text!("Luck")),
    Label::new("defense-up", text!("Better defense")),
    Label::new("attack-up", text!("Better attack")),
    Label::new("heal", text!("Heal")),
    Label::new("weapon-6", text!("Dagger of 6")),
    Label::new("weapon-7", text!("Mace of 7")),
    Label::new("weapon-8", text!("Axe of 8")),
    Label::new("weapon-9", text!("Sword of 9")),
    Label::new("double-die", text!("Double Die")),
    Label::new("evade", text!("Evade")),
    Label::new("sneak", text!("Sneak")),
    Label::new("lucky-charm", text!("Lucky Charm")),
    Label::new("second-wind", text!("Second Wind")),
    Label::new("weakened-offense", text!("Curse: Weakened Offense")),
    Label::new("weakened-defense", text!("Curse: Weakened Defense")),
    Label::new("unlucky", text!("Curse: Unlucky")),
    Label::new("persistent-traps", text!("Curse: Persistent Traps")),
    Label::new("mighty-monsters", text!("Curse: Mighty Monsters")),
    Label::new("cursed-treasure", text!("Curse: Cursed Treasure")),
    Label::new("tougher-monsters", text!("Curse: Tougher Monsters")),
];

/// The facts that the counts carry from one event to the next.
#[derive(Default)]
pub struct Tally {
    /// Index in [`PLACES`].
    place: usize,
    /// The active hero of this floor.
    active: Seat,
    /// The first in turn order.
    first: Seat,
    company: bool,
    heroes_first: bool,
    /// The full healing of the potion just used.
    potion: Option<u16>,
    fallen: Option<Seat>,
}

impl Measured for RogueAscension {
    type Tally = Tally;

    const MEASURES: &'static Measures = &MEASURES;

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        match *event {
            Event::TurnOrder { ref order } => {
                tally.first = order.first().copied().unwrap_or_default();
                tally.company = true;
                counts
            }
            Event::Cursed { seat, curse } => counts
                .add(Number::Curses, 1)
                .used(seat, Item::ALL.len() + curse as usize)
                .ruled(Ruling::R27)
                .ruled_if(matches!(curse, Curse::WeakenedOffense | Curse::WeakenedDefense), Ruling::R8),
            Event::Floor { floor, seat, .. } => {
                let before = std::mem::replace(&mut tally.active, seat);
                tally.place = usize::from(floor) - 1;
                counts.ruled_if(floor > 1 && before != seat, Ruling::R41)
            }
            Event::BossRoom { seat, .. } => {
                (tally.place, tally.active) = (BOSS_ROOM, seat);
                counts.ruled(Ruling::R25).ruled_if(tally.company, Ruling::R39)
            }
            Event::Enemy { enemy, health, .. } => {
                let usual = enemy == EnemyKind::Miniboss && health == enemy.health(None);
                counts.ruled_if(!usual, Ruling::R24)
            }
            Event::Initiative { hero, enemy, bonus } => {
                counts.add(Number::Fights, 1).ruled_if(hero == enemy, Ruling::R2).ruled_if(bonus > 0, Ruling::R3)
            }
            Event::FirstStrike { heroes } => {
                tally.heroes_first = heroes;
                counts
            }
            Event::Attacked { seat, .. } => {
                counts.add(Number::Rounds, u32::from(tally.heroes_first && seat == tally.first))
            }
            Event::Struck { damage, .. } => counts.add(Number::Dealt, damage.into()).ruled_if(damage == 0, Ruling::R4),
            Event::EnemyStruck { seat, attack, defense } => counts
                .add(Number::Rounds, u32::from(!tally.heroes_first && seat == tally.first))
                .ruled_if(attack <= defense, Ruling::R4),
            Event::Slain { seat, enemy } => {
                let counts = counts.ruled_if(seat != tally.active, Ruling::R31);
                match enemy {
                    EnemyKind::Monster => counts.add(Number::Monsters, 1),
                    EnemyKind::Miniboss => counts.add(Number::Minibosses, 1),
                    EnemyKind::Boss => counts,
                }
            }
            Event::Hurt { damage, .. } => counts.add(Number::Taken, damage.into()),
            Event::TrapRolled { luck, cursed, .. } => counts
                .add(Number::TrapsMet, 1)
                .ruled(Ruling::R21)
                .ruled_if(luck != 0, Ruling::R13)
                .ruled_if(cursed, Ruling::R23),
            Event::Disarmed { .. } => counts.add(Number::Disarmed, 1),
            Event::Sprung { .. } => counts.add(Number::Sprung, 1),
            Event::Drew { seat, card } => drew(counts.add(Number::Treasures, 1), seat, Item::of(card)),
            Event::DrewTwo { seat, cards } => cards
                .into_iter()
                .flatten()
                .fold(counts.ruled(Ruling::R12), |counts, card| drew(counts, seat, Item::of(card))),
            Event::Declined { .. } => counts.ruled(Ruling::R22),
            Event::Nothing { .. } => counts.ruled(Ruling::R26),
            Event::Reshuffled { .. } => counts.add(Number::Reshuffles, 1).ruled(Ruling::R26),
            Event::Gained { seat, item } => drew(counts, seat, Item::ABILITIES.contains(&item).then_some(item)),
            Event::Healed { by, .. } => {
                let lost = tally.potion.take().is_some_and(|heals| by < heals);
                counts.add(Number::Healed, by.into()).ruled_if(lost, Ruling::R7)
            }
            Event::Raised { level, .. } => counts.ruled_if(usize::from(level) + 1 == LADDER.len(), Ruling::R9),
            Event::Used { seat, item, target } => {
                tally.potion = item.heals();
                spent(counts, seat, item)
                    .ruled_if(item == Item::Heal, Ruling::R20)
                    .ruled_if(seat != target, Ruling::R32)
            }
            Event::Added { seat, item, .. } => spent(counts, seat, item).ruled(Ruling::R14),
            Event::Doubled { seat, .. } => spent(counts, seat, Item::DoubleDie).ruled(Ruling::R15),
            Event::Evaded { seat, .. } => spent(counts, seat, Item::Evade).ruled(Ruling::R16),
            Event::Sneaked { seat, .. } => spent(counts, seat, Item::Sneak).ruled(Ruling::R17),
            Event::Charmed { seat } => spent(counts, seat, Item::LuckyCharm).ruled(Ruling::R18),
            Event::SecondWind { seat, .. } => spent(counts, seat, Item::SecondWind).ruled(Ruling::R19),
            Event::Assisted { .. } => counts.ruled(Ruling::R33),
            Event::Fell { seat } => {
                tally.fallen = Some(seat);
                counts.ruled(Ruling::R35)
            }
            Event::Exhausted { .. } => counts.ruled(Ruling::R36),
            Event::Unhurt { .. } | Event::Kept { .. } | Event::Won { .. } => counts,
        };
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        counts.add(Number::Floors, u32::from(self.floor - 1));
        counts.add(Number::Health, self.heroes().iter().map(|hero| u32::from(hero.hp)).sum());
        let Pending::Over(end) = self.pending else { return };
        counts.ending = Some(ending(end) as u8);
        let cause = match end {
            End::Slain(kind) => kind as usize,
            End::Trapped => Cause::Trap as usize,
            End::Won | End::Exhausted => return,
        };
        if let Some(seat) = tally.fallen {
            counts.died(seat, tally.place, cause);
        }
    }
}

/// Counts the item of a card that was drawn. A king has the ability that its hero chooses.
fn drew(counts: &mut Counts, seat: Seat, item: Option<Item>) -> &mut Counts {
    match item {
        Some(item) => counts.drew(seat, item.index()),
        None => counts,
    }
}

fn spent(counts: &mut Counts, seat: Seat, item: Item) -> &mut Counts {
    counts.add(Number::Items, 1).used(seat, item.index())
}

const fn ending(end: End) -> Ending {
    match end {
        End::Won => Ending::Won,
        End::Slain(EnemyKind::Monster) => Ending::SlainByMonster,
        End::Slain(EnemyKind::Miniboss) => Ending::SlainByMiniboss,
        End::Slain(EnemyKind::Boss) => Ending::SlainByBoss,
        End::Trapped => Ending::KilledByTrap,
        End::Exhausted => Ending::Exhausted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS};

    #[test]
    fn every_index_has_a_label() {
        assert!(
            Number::LABELS.len() <= MAX_NUMBERS && PIECES.len() <= MAX_PIECES && Ruling::LABELS.len() <= MAX_RULINGS
        );
        let codes = Item::ALL.map(Item::code).into_iter().chain(Curse::ALL.map(Curse::id));
        assert!(PIECES.iter().map(|label| label.key).eq(codes));
        let kinds = [EnemyKind::Monster, EnemyKind::Miniboss, EnemyKind::Boss];
        assert!(kinds.iter().all(|kind| Cause::LABELS[*kind as usize].key == kind.id()));
        assert_eq!(PLACES.len(), usize::from(crate::state::floors(4)) + 1);
    }

    #[test]
    fn rulings_stand_under_their_own_numbers() {
        let numbers: Vec<u32> =
            Ruling::LABELS.iter().filter_map(|label| label.key.strip_prefix('R')?.parse().ok()).collect();
        assert!(numbers.len() == Ruling::LABELS.len() && numbers.is_sorted());
    }
}
