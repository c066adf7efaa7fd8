//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Measured, Seat,
    measure::{Among, Counts, Label, Measures, Score, Share},
};
use text::text;

use crate::{
    Crimsonbranch, Event,
    event::Means,
    state::{End, Stage},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: true,
    score: Some(Score::Points(text!("Points"))),
    numbers: NUMBERS,
    shares: SHARES,
    endings: ENDINGS,
    places: PLACES,
    causes: CAUSES,
    pieces: PIECES,
    rulings: RULINGS,
};

/// Indices into [`NUMBERS`], in its order.
#[derive(Clone, Copy)]
enum Number {
    Visits,
    Ticks,
    Defeats,
    Level,
    Turns,
    PearlsCrossed,
    PearlsEngraved,
    BranchesCrossed,
    ItemsCircled,
    SpecialsSpent,
    Challenges,
    FightsWon,
    ByAttack,
    ByRange,
    BySpecial,
    ShieldsBroken,
    DamageTaken,
    Healed,
    /// Four places, by class.
    Class,
    /// Four more.
    ClassWins = Number::Class as isize + 4,
}

const NUMBERS: &[Label] = &[
    Label::new("visits", "Visits and challenges").spread(),
    Label::new("ticks", "Time boxes ticked"),
    Label::new("defeats", "Defeats"),
    Label::new("level", "Level at the end"),
    Label::new("turns", "Turns of all fights"),
    Label::new("pearls_crossed", "Pearls crossed out"),
    Label::new("pearls_engraved", "Pearls engraved"),
    Label::new("branches_crossed", "Branches crossed out at the end"),
    Label::new("items_circled", "Times a new item was circled"),
    Label::new("specials_spent", "Sixes spent by specials"),
    Label::new("challenges", "Challenges of the Great Evil"),
    Label::new("fights_won", "Fights won"),
    Label::new("enemies_by_attack", "Enemies that fell to attack dice"),
    Label::new("enemies_by_range", "Enemies that fell to range dice"),
    Label::new("enemies_by_special", "Enemies that fell to a special"),
    Label::new("shields_broken", "Shields broken"),
    Label::new("damage_taken", "HP lost to enemies"),
    Label::new("hp_healed", "HP healed"),
    Label::new("warrior", "Warriors, of all heroes"),
    Label::new("ranger", "Rangers, of all heroes"),
    Label::new("wizard", "Wizards, of all heroes"),
    Label::new("paladin", "Paladins, of all heroes"),
    Label::new("warrior_wins", "Victories of warriors"),
    Label::new("ranger_wins", "Victories of rangers"),
    Label::new("wizard_wins", "Victories of wizards"),
    Label::new("paladin_wins", "Victories of paladins"),
];

const SHARES: &[Share] = {
    const fn won(key: &'static str, title: &'static str, class: usize) -> Share {
        let (of, among) = (Number::ClassWins as usize + class, Number::Class as usize + class);
        Share::new(key, title, of, Among::Number(among))
    }
    &[
        won("warriors_won", "Warriors that won", 0),
        won("rangers_won", "Rangers that won", 1),
        won("wizards_won", "Wizards that won", 2),
        won("paladins_won", "Paladins that won", 3),
    ]
};

const ENDINGS: &[Label] = &[
    Label::new("won", "The Great Evil was beaten"),
    Label::new("retired", "The hero retired"),
    Label::new("limit", "Visits ran out"),
];

/// The places where a hero can die: a visit of each segment of time, or the Great Evil.
const PLACES: &[Label] = &[
    Label::new("segment-1", "Time boxes 1 to 4"),
    Label::new("segment-2", "Time boxes 5 to 8"),
    Label::new("segment-3", "Time boxes 9 to 12"),
    Label::new("segment-4", "Time boxes 13 to 16"),
    Label::new("segment-5", "Time boxes 17 to 20"),
    Label::new("segment-6", "Time boxes 21 to 24"),
    Label::new("segment-7", "Time boxes 25 to 28"),
    Label::new("segment-8", "Time boxes 29 to 32"),
    Label::new("segment-9", "Time boxes 33 to 36"),
    Label::new("segment-10", "Time boxes 37 to 40 and later"),
    Label::new("great-evil", "The Great Evil"),
];
const GREAT_EVIL: usize = 10;

/// The causes of defeat: the kind of the strongest enemy left, then the limit of turns.
const CAUSES: &[Label] = &[
    Label::new("attack", "Attack enemies"),
    Label::new("range", "Range enemies"),
    Label::new("heal", "Heal enemies"),
    Label::new("defense", "Defense enemies"),
    Label::new("max-turns", "A fight without end"),
];
const LIMIT: usize = 4;

/// The sixes spent, by space, then the items circled, by type.
const PIECES: &[Label] = &[
    Label::new("special-attack", "Special: six under attack"),
    Label::new("special-range", "Special: six under range"),
    Label::new("special-heal", "Special: six under heal"),
    Label::new("special-defense", "Special: six under defense"),
    Label::new("item-strength", "Item of strength"),
    Label::new("item-dexterity", "Item of dexterity"),
    Label::new("item-vitality", "Item of vitality"),
    Label::new("item-magic", "Item of magic"),
];
const ITEMS: usize = 4;

/// Indices into [`RULINGS`], in its order.
#[derive(Clone, Copy)]
enum Ruling {
    R3,
    R9,
    R10,
    R11,
    R13,
    R16,
    R17,
    R18,
    R19,
    R23,
    R25,
    R26,
    R27,
    R30,
    R31,
    R34,
    R35,
    R40,
}

const RULINGS: &[Label] = &[
    Label::new("R3", "A visit with all time boxes ticked"),
    Label::new("R9", "A fight with nobody"),
    Label::new("R10", "The Great Evil is challenged"),
    Label::new("R11", "A pearl is engraved"),
    Label::new("R13", "Loot is left"),
    Label::new("R16", "An item is discarded"),
    Label::new("R17", "An item replaces an older one"),
    Label::new("R18", "A circled branch is crossed out"),
    Label::new("R19", "An item is moved or given up"),
    Label::new("R23", "A level is gained"),
    Label::new("R25", "A six is raised and stays a six"),
    Label::new("R26", "The active six is spent"),
    Label::new("R27", "A special finds no six"),
    Label::new("R30", "Defense holds all damage off"),
    Label::new("R31", "A defeat"),
    Label::new("R34", "The score is taken"),
    Label::new("R35", "The hero retires"),
    Label::new("R40", "A limit ends a fight or the game"),
];

/// The facts that the counts carry from one event to the next.
#[derive(Default)]
pub struct Tally {
    /// Index in [`PLACES`].
    place: usize,
}

impl Measured for Crimsonbranch {
    type Tally = Tally;

    fn measures() -> &'static Measures {
        &MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let mut add = |number: Number, by: u32| counts.add(number as usize, by);
        match *event {
            Event::Visited { ticks, ticked, .. } => {
                tally.place = usize::from(ticks.div_ceil(4)) - 1;
                counts.ruled_if(!ticked, Ruling::R3 as usize);
            }
            Event::Challenged { ticked, .. } => {
                tally.place = GREAT_EVIL;
                add(Number::Challenges, 1);
                counts.ruled(Ruling::R10 as usize);
                counts.ruled_if(!ticked, Ruling::R3 as usize);
            }
            Event::Nobody => counts.ruled(Ruling::R9 as usize),
            Event::FirstDie { .. } => add(Number::Turns, 1),
            Event::Raised { already, .. } => counts.ruled_if(already, Ruling::R25 as usize),
            Event::NoSix => counts.ruled(Ruling::R27 as usize),
            Event::Spent { space, active } => {
                add(Number::SpecialsSpent, 1);
                counts.used(Seat(0), space as usize);
                counts.ruled_if(active, Ruling::R26 as usize);
            }
            Event::Broke { .. } => add(Number::ShieldsBroken, 1),
            Event::Died { by, .. } => {
                let number = match by {
                    Means::Attack => Number::ByAttack,
                    Means::Range => Number::ByRange,
                    Means::Special => Number::BySpecial,
                };
                add(number, 1);
            }
            Event::Struck { damage, .. } => {
                add(Number::DamageTaken, damage.into());
                counts.ruled_if(damage == 0, Ruling::R30 as usize);
            }
            Event::Healed { by, .. } => add(Number::Healed, by.into()),
            Event::Beaten { .. } => add(Number::FightsWon, 1),
            Event::Defeated { limit, by, .. } => {
                counts.died(Seat(0), tally.place, if limit { LIMIT } else { by as usize });
                counts.ruled(if limit { Ruling::R40 } else { Ruling::R31 } as usize);
            }
            Event::Level { .. } => counts.ruled(Ruling::R23 as usize),
            Event::Circled { stat, instead, .. } => {
                add(Number::ItemsCircled, 1);
                counts.used(Seat(0), ITEMS + stat as usize);
                counts.ruled_if(instead.is_some(), Ruling::R17 as usize);
            }
            Event::Discarded { .. } => counts.ruled(Ruling::R16 as usize),
            Event::Moved { .. } | Event::Dropped { .. } => counts.ruled(Ruling::R19 as usize),
            Event::PearlCrossed { .. } => add(Number::PearlsCrossed, 1),
            Event::PearlEngraved { .. } => {
                add(Number::PearlsEngraved, 1);
                counts.ruled(Ruling::R11 as usize);
            }
            Event::Crossed { circled, .. } => counts.ruled_if(circled, Ruling::R18 as usize),
            Event::LootLeft { .. } => counts.ruled(Ruling::R13 as usize),
            Event::Won { .. } => counts.ruled(Ruling::R34 as usize),
            Event::Retired => counts.ruled(Ruling::R35 as usize),
            Event::Limit { .. } => counts.ruled(Ruling::R40 as usize),
            Event::Came { .. }
            | Event::NextDie { .. }
            | Event::Activated { .. }
            | Event::Placed { .. }
            | Event::Locked { .. }
            | Event::Damaged { .. }
            | Event::Fought { .. }
            | Event::Hit { .. }
            | Event::Shielded { .. }
            | Event::Unshielded
            | Event::Mended { .. }
            | Event::Experience { .. }
            | Event::Found { .. } => {}
        }
    }

    fn close(&self, _: &Tally, counts: &mut Counts) {
        let mut add = |number: usize, by: u32| counts.add(number, by);
        add(Number::Visits as usize, self.clock.visits.into());
        add(Number::Ticks as usize, self.clock.ticks.into());
        add(Number::Defeats as usize, self.clock.defeats.into());
        add(Number::Level as usize, self.hero.level.into());
        add(Number::BranchesCrossed as usize, self.marks.crossed.len().into());
        add(Number::Class as usize + self.sheet.class as usize, 1);
        let won = matches!(self.stage, Stage::Over(End::Won { .. }));
        add(Number::ClassWins as usize + self.sheet.class as usize, won.into());
        counts.ending = match self.stage {
            Stage::Over(End::Won { .. }) => Some(0),
            Stage::Over(End::Retired) => Some(1),
            Stage::Over(End::Limit) => Some(2),
            Stage::Explore | Stage::Battle(_) => None,
        };
    }

    fn class(&self, _: Seat) -> Option<&'static str> {
        Some(self.sheet.class.title().source())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Class, Kind, Stat};
    use kernel::measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS};

    #[test]
    fn there_is_a_label_for_every_index() {
        assert_eq!(NUMBERS.len(), Number::ClassWins as usize + Class::ALL.len());
        assert_eq!(RULINGS.len(), Ruling::R40 as usize + 1);
        assert!(NUMBERS.len() <= MAX_NUMBERS && PIECES.len() <= MAX_PIECES && RULINGS.len() <= MAX_RULINGS);
        assert!(Kind::ALL.into_iter().all(|kind| CAUSES[kind as usize].key == kind.name()));
        assert_eq!((CAUSES[LIMIT].key, PLACES[GREAT_EVIL].key), ("max-turns", "great-evil"));
        let (classes, wins) = NUMBERS[Number::Class as usize..].split_at(Class::ALL.len());
        assert!(classes.iter().map(|label| label.key).eq(Class::ALL.map(Class::name)));
        assert!(wins.iter().zip(Class::ALL).all(|(label, class)| label.key == format!("{}_wins", class.name())));
        for (share, class) in SHARES.iter().zip(Class::ALL) {
            let Among::Number(among) = share.among else { panic!("of all heroes of the class") };
            assert_eq!(share.label.key, format!("{}s_won", class.name()));
            assert_eq!(NUMBERS[share.of].key, format!("{}_wins", NUMBERS[among].key));
        }
        let specials = Kind::ALL.map(|kind| format!("special-{}", kind.name()));
        let items = Stat::ALL.map(|stat| format!("item-{}", stat.name()));
        assert!(PIECES.iter().map(|label| label.key).eq(specials.iter().chain(&items).map(String::as_str)));
    }

    #[test]
    fn rulings_stand_under_their_own_numbers() {
        let numbers: Vec<u32> = RULINGS.iter().filter_map(|label| label.key.strip_prefix('R')?.parse().ok()).collect();
        assert!(numbers.len() == RULINGS.len() && numbers.is_sorted());
    }
}
