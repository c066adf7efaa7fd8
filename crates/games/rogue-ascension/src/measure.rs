//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Card, Measured, Seat,
    measure::{Counts, Label, Measures, Score},
};
use text::text;

use crate::{
    Curse, EnemyKind, Event, Item, RogueAscension,
    content::{LADDER, MINIBOSS_HEALTH},
    state::{End, Pending},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: false,
    score: Some(Score::Number(Number::Floors as usize, text!("Floors climbed"))),
    numbers: NUMBERS,
    shares: &[],
    endings: ENDINGS,
    places: PLACES,
    causes: CAUSES,
    pieces: PIECES,
    rulings: RULINGS,
};

/// Indices into [`NUMBERS`], in its order.
#[derive(Clone, Copy)]
enum Number {
    Floors,
    Monsters,
    Minibosses,
    Fights,
    Rounds,
    Dealt,
    Taken,
    Healed,
    TrapsMet,
    Disarmed,
    Sprung,
    Treasures,
    Items,
    Curses,
    Reshuffles,
    Health,
}

const NUMBERS: &[Label] = &[
    Label::new("floors_climbed", "Floors climbed"),
    Label::new("monsters_slain", "Monsters slain"),
    Label::new("minibosses_slain", "Minibosses slain"),
    Label::new("fights", "Fights"),
    Label::new("rounds_fought", "Rounds fought"),
    Label::new("damage_dealt", "Damage dealt, with what was more than needed"),
    Label::new("damage_taken", "Damage taken"),
    Label::new("health_restored", "Health restored"),
    Label::new("traps_met", "Traps met"),
    Label::new("traps_disarmed", "Traps disarmed"),
    Label::new("traps_sprung", "Traps sprung"),
    Label::new("treasures_drawn", "Treasures drawn"),
    Label::new("items_used", "Items used"),
    Label::new("curses_borne", "Curses borne"),
    Label::new("reshuffles", "Times the pile was made anew"),
    Label::new("health_at_end", "Health of the party at the end"),
];

/// The endings, in the order of [`ending`].
const ENDINGS: &[Label] = &[
    Label::new("won", "The boss was slain"),
    Label::new("slain_by_monster", "Slain by a monster"),
    Label::new("slain_by_miniboss", "Slain by a miniboss"),
    Label::new("slain_by_boss", "Slain by the boss"),
    Label::new("killed_by_trap", "Killed by a trap"),
    Label::new("exhausted", "A fight outlasted its limit"),
];

/// The causes of death, in the order of [`EnemyKind`], and the trap last.
const CAUSES: &[Label] = &[
    Label::new("monster", "A monster"),
    Label::new("miniboss", "A miniboss"),
    Label::new("boss", "The boss"),
    Label::new("trap", "A trap"),
];
const TRAP: usize = 3;

const BOSS_ROOM: usize = 25;
const PLACES: &[Label] = &[
    Label::new("floor-1", "Floor 1"),
    Label::new("floor-2", "Floor 2"),
    Label::new("floor-3", "Floor 3"),
    Label::new("floor-4", "Floor 4"),
    Label::new("floor-5", "Floor 5"),
    Label::new("floor-6", "Floor 6"),
    Label::new("floor-7", "Floor 7"),
    Label::new("floor-8", "Floor 8"),
    Label::new("floor-9", "Floor 9"),
    Label::new("floor-10", "Floor 10"),
    Label::new("floor-11", "Floor 11"),
    Label::new("floor-12", "Floor 12"),
    Label::new("floor-13", "Floor 13"),
    Label::new("floor-14", "Floor 14"),
    Label::new("floor-15", "Floor 15"),
    Label::new("floor-16", "Floor 16"),
    Label::new("floor-17", "Floor 17"),
    Label::new("floor-18", "Floor 18"),
    Label::new("floor-19", "Floor 19"),
    Label::new("floor-20", "Floor 20"),
    Label::new("floor-21", "Floor 21"),
    Label::new("floor-22", "Floor 22"),
    Label::new("floor-23", "Floor 23"),
    Label::new("floor-24", "Floor 24"),
    Label::new("floor-25", "Floor 25"),
    Label::new("boss-room", "Boss room"),
];

/// Items in the order of their numbers, then curses in the order of theirs.
const PIECES: &[Label] = &[
    Label::new("potion-2", "Potion of 4"),
    Label::new("potion-3", "Potion of 5"),
    Label::new("potion-4", "Potion of 6"),
    Label::new("potion-5", "Potion of 7"),
    Label::new("luck", "Luck"),
    Label::new("defense-up", "Better defense"),
    Label::new("attack-up", "Better attack"),
    Label::new("heal", "Heal"),
    Label::new("weapon-6", "Dagger of 6"),
    Label::new("weapon-7", "Mace of 7"),
    Label::new("weapon-8", "Axe of 8"),
    Label::new("weapon-9", "Sword of 9"),
    Label::new("double-die", "Double Die"),
    Label::new("evade", "Evade"),
    Label::new("sneak", "Sneak"),
    Label::new("lucky-charm", "Lucky Charm"),
    Label::new("second-wind", "Second Wind"),
    Label::new("weakened-offense", "Curse: Weakened Offense"),
    Label::new("weakened-defense", "Curse: Weakened Defense"),
    Label::new("unlucky", "Curse: Unlucky"),
    Label::new("persistent-traps", "Curse: Persistent Traps"),
    Label::new("mighty-monsters", "Curse: Mighty Monsters"),
    Label::new("cursed-treasure", "Curse: Cursed Treasure"),
    Label::new("tougher-monsters", "Curse: Tougher Monsters"),
];

/// Indices into [`RULINGS`], in its order.
#[derive(Clone, Copy)]
enum Ruling {
    R2,
    R3,
    R4,
    R7,
    R8,
    R9,
    R12,
    R13,
    R14,
    R15,
    R16,
    R17,
    R18,
    R19,
    R20,
    R21,
    R22,
    R23,
    R24,
    R25,
    R26,
    R27,
    R31,
    R32,
    R33,
    R35,
    R36,
    R39,
    R41,
}

const RULINGS: &[Label] = &[
    Label::new("R2", "The enemy wins a tie in initiative"),
    Label::new("R3", "An enemy has an initiative bonus"),
    Label::new("R4", "A defense prevents all damage"),
    Label::new("R7", "A potion heals less, for health stops at 30"),
    Label::new("R8", "A curse weakens a die"),
    Label::new("R9", "A die reaches the top of the ladder"),
    Label::new("R12", "An ace draws two more cards"),
    Label::new("R13", "Luck changes a trap roll"),
    Label::new("R14", "A weapon is added to an attack"),
    Label::new("R15", "Double Die doubles a roll"),
    Label::new("R16", "Evade takes damage away"),
    Label::new("R17", "Sneak rolls initiative again"),
    Label::new("R18", "Lucky Charm adds 5 to a trap roll"),
    Label::new("R19", "Second Wind saves its hero"),
    Label::new("R20", "Heal is used"),
    Label::new("R21", "A trap is met"),
    Label::new("R22", "A reward is declined"),
    Label::new("R23", "Cursed Treasure springs a trap"),
    Label::new("R24", "A curse strengthens an enemy"),
    Label::new("R25", "The boss is met"),
    Label::new("R26", "The pile is empty"),
    Label::new("R27", "A curse is drawn"),
    Label::new("R31", "The last blow is not the active hero's"),
    Label::new("R32", "A card is used on another hero"),
    Label::new("R33", "A hero helps another with luck"),
    Label::new("R35", "A death ends the match"),
    Label::new("R36", "A fight outlasts its limit"),
    Label::new("R39", "The boss's door is opened in company"),
    Label::new("R41", "The lead changes from floor to floor"),
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

    fn measures() -> &'static Measures {
        &MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let mut add = |number: Number, by: u32| counts.add(number as usize, by);
        match *event {
            Event::TurnOrder { ref order } => {
                tally.first = order.first().copied().unwrap_or_default();
                tally.company = true;
            }
            Event::Cursed { seat, curse } => {
                add(Number::Curses, 1);
                counts.used(seat, Item::ALL.len() + curse as usize);
                counts.ruled(Ruling::R27 as usize);
                counts.ruled_if(matches!(curse, Curse::WeakenedOffense | Curse::WeakenedDefense), Ruling::R8 as usize);
            }
            Event::Floor { floor, seat, .. } => {
                counts.ruled_if(floor > 1 && tally.active != seat, Ruling::R41 as usize);
                (tally.place, tally.active) = (usize::from(floor) - 1, seat);
            }
            Event::BossRoom { seat, .. } => {
                counts.ruled(Ruling::R25 as usize);
                counts.ruled_if(tally.company, Ruling::R39 as usize);
                (tally.place, tally.active) = (BOSS_ROOM, seat);
            }
            Event::Enemy { enemy, health, .. } => {
                let usual = enemy == EnemyKind::Miniboss && health == MINIBOSS_HEALTH;
                counts.ruled_if(!usual, Ruling::R24 as usize);
            }
            Event::Initiative { hero, enemy, bonus } => {
                add(Number::Fights, 1);
                counts.ruled_if(hero == enemy, Ruling::R2 as usize);
                counts.ruled_if(bonus > 0, Ruling::R3 as usize);
            }
            Event::FirstStrike { heroes } => tally.heroes_first = heroes,
            Event::Attacked { seat, .. } => add(Number::Rounds, u32::from(tally.heroes_first && seat == tally.first)),
            Event::Struck { damage, .. } => {
                add(Number::Dealt, damage.into());
                counts.ruled_if(damage == 0, Ruling::R4 as usize);
            }
            Event::EnemyStruck { seat, attack, defense } => {
                add(Number::Rounds, u32::from(!tally.heroes_first && seat == tally.first));
                counts.ruled_if(attack <= defense, Ruling::R4 as usize);
            }
            Event::Slain { seat, enemy } => {
                match enemy {
                    EnemyKind::Monster => add(Number::Monsters, 1),
                    EnemyKind::Miniboss => add(Number::Minibosses, 1),
                    EnemyKind::Boss => {}
                }
                counts.ruled_if(seat != tally.active, Ruling::R31 as usize);
            }
            Event::Hurt { damage, .. } => add(Number::Taken, damage.into()),
            Event::TrapRolled { luck, cursed, .. } => {
                add(Number::TrapsMet, 1);
                counts.ruled(Ruling::R21 as usize);
                counts.ruled_if(luck != 0, Ruling::R13 as usize);
                counts.ruled_if(cursed, Ruling::R23 as usize);
            }
            Event::Disarmed { .. } => add(Number::Disarmed, 1),
            Event::Sprung { .. } => add(Number::Sprung, 1),
            Event::Drew { .. } => add(Number::Treasures, 1),
            Event::DrewTwo { .. } => counts.ruled(Ruling::R12 as usize),
            Event::Declined { .. } => counts.ruled(Ruling::R22 as usize),
            Event::Nothing { .. } => counts.ruled(Ruling::R26 as usize),
            Event::Reshuffled { .. } => {
                add(Number::Reshuffles, 1);
                counts.ruled(Ruling::R26 as usize);
            }
            Event::Healed { by, .. } => {
                add(Number::Healed, by.into());
                let lost = tally.potion.take().is_some_and(|heals| by < heals);
                counts.ruled_if(lost, Ruling::R7 as usize);
            }
            Event::Raised { level, .. } => counts.ruled_if(usize::from(level) + 1 == LADDER.len(), Ruling::R9 as usize),
            Event::Used { seat, item, target } => {
                tally.potion = item.heals();
                counts.ruled_if(item == Item::Heal, Ruling::R20 as usize);
                counts.ruled_if(seat != target, Ruling::R32 as usize);
                spent(counts, seat, item);
            }
            Event::Added { seat, item, .. } => {
                counts.ruled(Ruling::R14 as usize);
                spent(counts, seat, item);
            }
            Event::Doubled { seat, .. } => {
                counts.ruled(Ruling::R15 as usize);
                spent(counts, seat, Item::DoubleDie);
            }
            Event::Evaded { seat } => {
                counts.ruled(Ruling::R16 as usize);
                spent(counts, seat, Item::Evade);
            }
            Event::Sneaked { seat, .. } => {
                counts.ruled(Ruling::R17 as usize);
                spent(counts, seat, Item::Sneak);
            }
            Event::Charmed { seat } => {
                counts.ruled(Ruling::R18 as usize);
                spent(counts, seat, Item::LuckyCharm);
            }
            Event::SecondWind { seat, .. } => {
                counts.ruled(Ruling::R19 as usize);
                spent(counts, seat, Item::SecondWind);
            }
            Event::Assisted { .. } => counts.ruled(Ruling::R33 as usize),
            Event::Fell { seat } => {
                tally.fallen = Some(seat);
                counts.ruled(Ruling::R35 as usize);
            }
            Event::Exhausted { .. } => counts.ruled(Ruling::R36 as usize),
            Event::Unhurt { .. } | Event::Kept { .. } | Event::Gained { .. } | Event::Won { .. } => {}
        }
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        counts.add(Number::Floors as usize, u32::from(self.floor - 1));
        counts.add(Number::Health as usize, self.heroes().iter().map(|hero| u32::from(hero.hp)).sum());
        let Pending::Over(end) = self.pending else { return };
        counts.ending = Some(ending(end));
        let cause = match end {
            End::Slain(kind) => kind as usize,
            End::Trapped => TRAP,
            End::Won | End::Exhausted => return,
        };
        if let Some(seat) = tally.fallen {
            counts.died(seat, tally.place, cause);
        }
    }
}

fn spent(counts: &mut Counts, seat: Seat, item: Item) {
    counts.add(Number::Items as usize, 1);
    counts.used(seat, item.index());
}

const fn ending(end: End) -> u8 {
    match end {
        End::Won => 0,
        End::Slain(kind) => 1 + kind as u8,
        End::Trapped => 4,
        End::Exhausted => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS};

    #[test]
    fn every_index_has_a_label() {
        assert_eq!(NUMBERS.len(), Number::Health as usize + 1);
        assert_eq!(RULINGS.len(), Ruling::R41 as usize + 1);
        assert!(NUMBERS.len() <= MAX_NUMBERS && PIECES.len() <= MAX_PIECES && RULINGS.len() <= MAX_RULINGS);
        let codes = Item::ALL.map(Item::code).into_iter().chain(Curse::ALL.map(Curse::id));
        assert!(PIECES.iter().map(|label| label.key).eq(codes));
        let kinds = [EnemyKind::Monster, EnemyKind::Miniboss, EnemyKind::Boss];
        assert!(kinds.iter().all(|kind| CAUSES[*kind as usize].key == kind.id()));
        assert_eq!(PLACES.len(), usize::from(crate::state::floors(4)) + 1);
    }

    #[test]
    fn rulings_stand_under_their_own_numbers() {
        let numbers: Vec<u32> = RULINGS.iter().filter_map(|label| label.key.strip_prefix('R')?.parse().ok()).collect();
        assert!(numbers.len() == RULINGS.len() && numbers.is_sorted());
    }
}
