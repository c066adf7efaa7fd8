//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Measured, Seat,
    measure::{Among, Counts, Label, Measures, Score, Share},
};
use text::{Text, text};

use crate::{
    Crimsonbranch, Event,
    event::Means,
    state::{End, Stage},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: true,
    score: Some(Score::Points(text!("Points"))),
    numbers: Number::LABELS,
    shares: SHARES,
    endings: Ending::LABELS,
    places: PLACES,
    causes: Cause::LABELS,
    pieces: PIECES,
    drawable: 0,
    rulings: Ruling::LABELS,
};

kernel::measures! {
    /// The numbers of heroes and of wins are by class.
    #[allow(dead_code)]
    enum Number {
        Visits = "visits": "Visits and challenges".spread(),
        Ticks = "ticks": "Time boxes ticked",
        Defeats = "defeats": "Defeats",
        Level = "level": "Level at the end",
        Turns = "turns": "Turns of all fights",
        PearlsCrossed = "pearls_crossed": "Pearls crossed out",
        PearlsEngraved = "pearls_engraved": "Pearls engraved",
        BranchesCrossed = "branches_crossed": "Branches crossed out at the end",
        ItemsCircled = "items_circled": "Times a new item was circled",
        SpecialsSpent = "specials_spent": "Sixes spent by specials",
        Challenges = "challenges": "Challenges of the Great Evil",
        FightsWon = "fights_won": "Fights won",
        ByAttack = "enemies_by_attack": "Enemies that fell to attack dice",
        ByRange = "enemies_by_range": "Enemies that fell to range dice",
        BySpecial = "enemies_by_special": "Enemies that fell to a special",
        ShieldsBroken = "shields_broken": "Shields broken",
        DamageTaken = "damage_taken": "HP lost to enemies",
        Healed = "hp_healed": "HP healed",
        Warriors = "warrior": "Warriors, of all heroes",
        Rangers = "ranger": "Rangers, of all heroes",
        Wizards = "wizard": "Wizards, of all heroes",
        Paladins = "paladin": "Paladins, of all heroes",
        WarriorWins = "warrior_wins": "Victories of warriors",
        RangerWins = "ranger_wins": "Victories of rangers",
        WizardWins = "wizard_wins": "Victories of wizards",
        PaladinWins = "paladin_wins": "Victories of paladins",
    }

    enum Ending {
        Won = "won": "The Great Evil was beaten",
        Retired = "retired": "The hero retired",
        Limit = "limit": "Visits ran out",
    }

    /// Enemies by their kind.
    #[allow(dead_code)]
    enum Cause {
        Attack = "attack": "Attack enemies",
        Range = "range": "Range enemies",
        Heal = "heal": "Heal enemies",
        Defense = "defense": "Defense enemies",
        MaxTurns = "max-turns": "A fight without end",
    }

    enum Ruling {
        R3: "A visit with all time boxes ticked",
        R9: "A fight with nobody",
        R10: "The Great Evil is challenged",
        R11: "A pearl is engraved",
        R13: "Loot is left",
        R16: "An item is discarded",
        R17: "An item replaces an older one",
        R18: "A circled branch is crossed out",
        R19: "An item is moved or given up",
        R23: "A level is gained",
        R25: "A six is raised and stays a six",
        R26: "The active six is spent",
        R27: "A special finds no six",
        R30: "Defense holds all damage off",
        R31: "A defeat",
        R34: "The score is taken",
        R35: "The hero retires",
        R40: "A limit ends a fight or the game",
    }
}

const CLASSES: usize = Number::Warriors as usize;
const WINS: usize = Number::WarriorWins as usize;

const SHARES: &[Share] = {
    const fn won(key: &'static str, title: Text, class: usize) -> Share {
        Share::new(key, title, WINS + class, Among::Number(CLASSES + class)).of_side()
    }
    &[
        won("warriors_won", text!("Warriors that won"), 0),
        won("rangers_won", text!("Rangers that won"), 1),
        won("wizards_won", text!("Wizards that won"), 2),
        won("paladins_won", text!("Paladins that won"), 3),
    ]
};

/// The places where a hero can die: a visit of each segment of time, or the Great Evil.
const PLACES: &[Label] = &[
    Label::new("segment-1", text!("Time boxes 1 to 4")),
    Label::new("segment-2", text!("Time boxes 5 to 8")),
    Label::new("segment-3", text!("Time boxes 9 to 12")),
    Label::new("segment-4", text!("Time boxes 13 to 16")),
    Label::new("segment-5", text!("Time boxes 17 to 20")),
    Label::new("segment-6", text!("Time boxes 21 to 24")),
    Label::new("segment-7", text!("Time boxes 25 to 28")),
    Label::new("segment-8", text!("Time boxes 29 to 32")),
    Label::new("segment-9", text!("Time boxes 33 to 36")),
    Label::new("segment-10", text!("Time boxes 37 to 40 and later")),
    Label::new("great-evil", text!("The Great Evil")),
];
const GREAT_EVIL: usize = 10;

const LIMIT: usize = Cause::MaxTurns as usize;

/// The sixes spent, by space, then the items circled, by type.
const PIECES: &[Label] = &[
    Label::new("special-attack", text!("Special: six under attack")),
    Label::new("special-range", text!("Special: six under range")),
    Label::new("special-heal", text!("Special: six under heal")),
    Label::new("special-defense", text!("Special: six under defense")),
    Label::new("item-strength", text!("Item of strength")),
    Label::new("item-dexterity", text!("Item of dexterity")),
    Label::new("item-vitality", text!("Item of vitality")),
    Label::new("item-magic", text!("Item of magic")),
];
const ITEMS: usize = 4;

/// The facts that the counts carry from one event to the next.
#[derive(Default)]
pub struct Tally {
    /// Index in [`PLACES`].
    place: usize,
}

impl Measured for Crimsonbranch {
    type Tally = Tally;

    const MEASURES: &'static Measures = &MEASURES;

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        match *event {
            Event::Visited { ticks, ticked, .. } => {
                tally.place = usize::from(ticks.div_ceil(4)) - 1;
                counts.ruled_if(!ticked, Ruling::R3)
            }
            Event::Challenged { ticked, .. } => {
                tally.place = GREAT_EVIL;
                counts.add(Number::Challenges, 1).ruled(Ruling::R10).ruled_if(!ticked, Ruling::R3)
            }
            Event::Nobody => counts.ruled(Ruling::R9),
            Event::FirstDie { .. } => counts.add(Number::Turns, 1),
            Event::Raised { already, .. } => counts.ruled_if(already, Ruling::R25),
            Event::NoSix => counts.ruled(Ruling::R27),
            Event::Spent { space, active } => {
                counts.add(Number::SpecialsSpent, 1).used(Seat(0), space as usize).ruled_if(active, Ruling::R26)
            }
            Event::Broke { .. } => counts.add(Number::ShieldsBroken, 1),
            Event::Died { by, .. } => {
                let number = match by {
                    Means::Attack => Number::ByAttack,
                    Means::Range => Number::ByRange,
                    Means::Special => Number::BySpecial,
                };
                counts.add(number, 1)
            }
            Event::Struck { damage, .. } => {
                counts.add(Number::DamageTaken, damage.into()).ruled_if(damage == 0, Ruling::R30)
            }
            Event::Healed { by, .. } => counts.add(Number::Healed, by.into()),
            Event::Beaten { .. } => counts.add(Number::FightsWon, 1),
            Event::Defeated { limit, by, .. } => {
                let (cause, ruling) = if limit { (LIMIT, Ruling::R40) } else { (by as usize, Ruling::R31) };
                counts.died(Seat(0), tally.place, cause).ruled(ruling)
            }
            Event::Level { .. } => counts.ruled(Ruling::R23),
            Event::Circled { stat, instead, .. } => counts
                .add(Number::ItemsCircled, 1)
                .used(Seat(0), ITEMS + stat as usize)
                .ruled_if(instead.is_some(), Ruling::R17),
            Event::Discarded { .. } => counts.ruled(Ruling::R16),
            Event::Moved { .. } | Event::Dropped { .. } => counts.ruled(Ruling::R19),
            Event::PearlCrossed { .. } => counts.add(Number::PearlsCrossed, 1),
            Event::PearlEngraved { .. } => counts.add(Number::PearlsEngraved, 1).ruled(Ruling::R11),
            Event::Crossed { circled, .. } => counts.ruled_if(circled, Ruling::R18),
            Event::LootLeft { .. } => counts.ruled(Ruling::R13),
            Event::Won { .. } => counts.ruled(Ruling::R34),
            Event::Retired => counts.ruled(Ruling::R35),
            Event::Limit { .. } => counts.ruled(Ruling::R40),
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
            | Event::Found { .. } => counts,
        };
    }

    fn close(&self, _: &Tally, counts: &mut Counts) {
        let class = self.sheet.class as usize;
        counts.add(Number::Visits, self.clock.visits.into()).add(Number::Ticks, self.clock.ticks.into());
        counts.add(Number::Defeats, self.clock.defeats.into()).add(Number::Level, self.hero.level.into());
        counts.add(Number::BranchesCrossed, self.marks.crossed.len().into()).add(CLASSES + class, 1);
        let Stage::Over(end) = self.stage else { return };
        let ending = match end {
            End::Won { .. } => Ending::Won,
            End::Retired => Ending::Retired,
            End::Limit => Ending::Limit,
        };
        counts.ending = Some(ending as u8);
        counts.add(WINS + class, matches!(end, End::Won { .. }).into());
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
        assert_eq!(Number::LABELS.len(), WINS + Class::ALL.len());
        assert!(
            Number::LABELS.len() <= MAX_NUMBERS && PIECES.len() <= MAX_PIECES && Ruling::LABELS.len() <= MAX_RULINGS
        );
        assert!(Kind::ALL.into_iter().all(|kind| Cause::LABELS[kind as usize].key == kind.name()));
        assert_eq!((Cause::LABELS[LIMIT].key, PLACES[GREAT_EVIL].key), ("max-turns", "great-evil"));
        let (classes, wins) = Number::LABELS[CLASSES..].split_at(Class::ALL.len());
        assert!(classes.iter().map(|label| label.key).eq(Class::ALL.map(Class::name)));
        assert!(wins.iter().zip(Class::ALL).all(|(label, class)| label.key == format!("{}_wins", class.name())));
        for (share, class) in SHARES.iter().zip(Class::ALL) {
            let Among::Number(among) = share.among else { panic!("of all heroes of the class") };
            assert_eq!(share.label.key, format!("{}s_won", class.name()));
            assert_eq!(Number::LABELS[share.of].key, format!("{}_wins", Number::LABELS[among].key));
        }
        let specials = Kind::ALL.map(|kind| format!("special-{}", kind.name()));
        let items = Stat::ALL.map(|stat| format!("item-{}", stat.name()));
        assert!(PIECES.iter().map(|label| label.key).eq(specials.iter().chain(&items).map(String::as_str)));
    }

    #[test]
    fn rulings_stand_under_their_own_numbers() {
        let numbers: Vec<u32> =
            Ruling::LABELS.iter().filter_map(|label| label.key.strip_prefix('R')?.parse().ok()).collect();
        assert!(numbers.len() == Ruling::LABELS.len() && numbers.is_sorted());
    }
}
