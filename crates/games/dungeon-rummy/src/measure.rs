//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Card as _, Measured, Seat,
    measure::{Counts, Label, Measures, Score},
};
use text::text;

use crate::{
    DungeonRummy, Event, Hero, Monster, Source,
    content::{CANASTA, Tier},
    state::{Cause, End, Pending},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: false,
    score: Some(Score::Number(Number::Monsters as usize, text!("Monsters beaten"))),
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
    Turns,
    Monsters,
    Attacks,
    Idle,
    Canastas,
    Royals,
    Dealt,
    Taken,
    Healed,
    Blasts,
    Remade,
    Played,
    Tops,
    Wilds,
    Moved,
    Shields,
    Mana,
    Tokens,
    Loot,
    Treasures,
    Health,
}

const NUMBERS: &[Label] = &[
    Label::new("turns", "Turns").spread(),
    Label::new("monsters_beaten", "Monsters beaten"),
    Label::new("attacks", "Attacks"),
    Label::new("attacks_without_damage", "Attacks that did not meet the guard"),
    Label::new("canastas", "Canastas"),
    Label::new("royal_canastas", "Royal canastas"),
    Label::new("damage_dealt", "Damage dealt, with what was more than needed"),
    Label::new("damage_taken", "Damage taken, without remade decks"),
    Label::new("health_regained", "Health regained"),
    Label::new("blasts", "Times the graveyard burst"),
    Label::new("decks_remade", "Decks remade"),
    Label::new("cards_played", "Cards played"),
    Label::new("tops_played", "Of these from open tops"),
    Label::new("wilds_made", "Of these made wild"),
    Label::new("moves_and_swaps", "Moves and swaps"),
    Label::new("shields_used", "Shields used"),
    Label::new("mana", "Mana from attacks"),
    Label::new("tokens_gained", "Tokens gained from attacks"),
    Label::new("treasures_found", "Treasures found"),
    Label::new("treasures_used", "Treasures used"),
    Label::new("health_at_end", "Health of the party at the end"),
];

/// The endings, in the order of [`close`].
const ENDINGS: &[Label] = &[
    Label::new("won", "The boss was beaten"),
    Label::new("slain_by_monster", "A hero was slain by a monster"),
    Label::new("slain_by_boss", "A hero was slain by the boss"),
    Label::new("killed_by_blast", "A hero was killed by the blast"),
    Label::new("died_of_exhaustion", "A hero died of remaking a deck"),
    Label::new("torches_out", "The torches went out"),
];

/// The monster on the table, in the order of monster kinds.
const PLACES: &[Label] = &[
    Label::new("sock-golem", "Damp Sock Golem"),
    Label::new("goblin-intern", "Goblin Intern"),
    Label::new("overdue-librarian", "Overdue Librarian"),
    Label::new("haunted-teapot", "Mildly Haunted Teapot"),
    Label::new("moderate-rat", "Giant Rat of Moderate Size"),
    Label::new("skeleton-choir", "Skeleton Choir"),
    Label::new("mimic-wardrobe", "Mimic Wardrobe"),
    Label::new("tax-wraith", "Tax Wraith"),
    Label::new("ambitious-slime", "Slime with Ambition"),
    Label::new("bat-committee", "Bat Committee"),
    Label::new("troll-renovation", "Troll Under Renovation"),
    Label::new("lost-minotaur", "Lost Minotaur"),
    Label::new("gargoyle-notary", "Gargoyle Notary"),
    Label::new("cursed-orchestra", "Cursed Orchestra"),
    Label::new("two-headed-ogre", "Two-Headed Ogre"),
    Label::new("landlord", "The Landlord"),
    Label::new("gorgon", "Grandmother Gorgon"),
    Label::new("lich", "The Lich of Customer Service"),
    Label::new("dragon", "Dragon of the Lower Shelf"),
];

/// The deaths: three causes a hero, in party order.
const CAUSES: &[Label] = &[
    Label::new("lily-monster", "Lily, by a monster"),
    Label::new("lily-blast", "Lily, by the blast"),
    Label::new("lily-deck", "Lily, by remaking the deck"),
    Label::new("bob-monster", "Bob, by a monster"),
    Label::new("bob-blast", "Bob, by the blast"),
    Label::new("bob-deck", "Bob, by remaking the deck"),
    Label::new("oakie-monster", "Oakie, by a monster"),
    Label::new("oakie-blast", "Oakie, by the blast"),
    Label::new("oakie-deck", "Oakie, by remaking the deck"),
    Label::new("milton-monster", "Milton, by a monster"),
    Label::new("milton-blast", "Milton, by the blast"),
    Label::new("milton-deck", "Milton, by remaking the deck"),
];

/// Treasures in the order of their kinds, tokens and heroes in party order, bosses.
const PIECES: &[Label] = &[
    Label::new("lukewarm-tea", "Lukewarm Tea"),
    Label::new("second-hand-bandage", "Second-Hand Bandage"),
    Label::new("picnic-hamper", "Picnic Hamper"),
    Label::new("borrowed-umbrella", "Borrowed Umbrella"),
    Label::new("spare-bootlaces", "Spare Bootlaces"),
    Label::new("adequate-whetstone", "Whetstone of Adequacy"),
    Label::new("bone-key", "Skeleton Key"),
    Label::new("throwing-anvil", "Throwing Anvil"),
    Label::new("jar-of-bees", "Jar of Indignant Bees"),
    Label::new("mana-marmalade", "Mana Marmalade"),
    Label::new("bottled-applause", "Bottled Applause"),
    Label::new("instant-noodles", "Instant Noodles of Insight"),
    Label::new("town-crier-bell", "Town Crier's Bell"),
    Label::new("grave-mulch", "Grave Mulch"),
    Label::new("necromancer-card", "Polite Necromancer's Card"),
    Label::new("forged-papers", "Forged Papers"),
    Label::new("sticky-gloves", "Sticky Gloves"),
    Label::new("jugglers-manual", "Juggler's Manual"),
    Label::new("token-shield", "Shield tokens"),
    Label::new("token-draw", "Draw tokens"),
    Label::new("token-heal", "Heal tokens"),
    Label::new("token-wild", "Wild tokens and forged papers"),
    Label::new("hero-lily", "Lily, played"),
    Label::new("hero-bob", "Bob, played"),
    Label::new("hero-oakie", "Oakie, played"),
    Label::new("hero-milton", "Milton, played"),
    Label::new("boss-landlord", "Boss: The Landlord"),
    Label::new("boss-gorgon", "Boss: Grandmother Gorgon"),
    Label::new("boss-lich", "Boss: The Lich of Customer Service"),
    Label::new("boss-dragon", "Boss: Dragon of the Lower Shelf"),
];
const TOKENS: usize = 18;
const HEROES: usize = 22;
const BOSSES: usize = 26;

/// Indices into [`RULINGS`], in its order.
#[derive(Clone, Copy)]
enum Ruling {
    R13,
    R28,
    R29,
    R30,
    R31,
    R33,
    R34,
    R36,
    R37,
    R41,
    R42,
    R44,
    R47,
    R48,
    R50,
    R51,
    R52,
    R56,
    R59,
    R61,
    R63,
}

const RULINGS: &[Label] = &[
    Label::new("R13", "A dead hero loses the match"),
    Label::new("R28", "A boot plays an open top"),
    Label::new("R29", "A card turned up is left"),
    Label::new("R30", "A card is moved"),
    Label::new("R31", "Two cards are swapped"),
    Label::new("R33", "A treasure is used"),
    Label::new("R34", "A treasure is stolen"),
    Label::new("R36", "A canasta"),
    Label::new("R37", "A royal canasta"),
    Label::new("R41", "An attack without damage"),
    Label::new("R42", "A phase is beaten"),
    Label::new("R44", "A fallen monster lies in the graveyard"),
    Label::new("R47", "A shield blocks"),
    Label::new("R48", "A shield moves damage to Lily"),
    Label::new("R50", "Somebody regains health"),
    Label::new("R51", "A draw token is spent"),
    Label::new("R52", "A card is made wild"),
    Label::new("R56", "The graveyard bursts"),
    Label::new("R59", "A deck is remade"),
    Label::new("R61", "The torches go out"),
    Label::new("R63", "The boss is beaten"),
];

/// The facts that the counts carry from one event to the next.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// The seat in turn.
    active: Seat,
    /// The cause of a hero's death, and whether the boss was the cause.
    death: Option<(Cause, bool)>,
}

impl Measured for DungeonRummy {
    type Tally = Tally;

    fn measures() -> &'static Measures {
        &MEASURES
    }

    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let seat = tally.active;
        let mut add = |number: Number, by: u8| counts.add(number as usize, by.into());
        match *event {
            Event::Turn { seat, .. } => {
                tally.active = seat;
                add(Number::Turns, 1);
            }
            Event::Boss { boss, .. } => counts.used(Seat(0), BOSSES + boss.index() - Monster::Landlord.index()),
            Event::Attacked { cards, wilds, met, damage, mana, gained, .. } => {
                let canasta = usize::from(cards) >= CANASTA;
                add(Number::Attacks, 1);
                add(Number::Idle, u8::from(!met));
                add(Number::Canastas, u8::from(canasta));
                add(Number::Royals, u8::from(canasta && wilds == 0));
                add(Number::Dealt, damage);
                add(Number::Mana, mana);
                add(Number::Tokens, gained);
                counts.ruled_if(canasta, Ruling::R36 as usize);
                counts.ruled_if(canasta && wilds == 0, Ruling::R37 as usize);
                counts.ruled_if(!met, Ruling::R41 as usize);
            }
            Event::Hurt { by, .. } => add(Number::Taken, by),
            Event::Healed { by, .. } => {
                add(Number::Healed, by);
                counts.ruled(Ruling::R50 as usize);
            }
            Event::TokenSpent { hero } => {
                counts.used(seat, TOKENS + hero as usize);
                counts.ruled_if(hero == Hero::Bob, Ruling::R51 as usize);
            }
            Event::Blocked | Event::Redirected { .. } => {
                add(Number::Shields, 1);
                counts.used(seat, TOKENS + Hero::Lily as usize);
                let ruling = if matches!(event, Event::Blocked) { Ruling::R47 } else { Ruling::R48 };
                counts.ruled(ruling as usize);
            }
            Event::Played { seat, source, wild, .. } => {
                let top = matches!(source, Source::Top(_));
                add(Number::Played, 1);
                add(Number::Tops, u8::from(top));
                add(Number::Wilds, u8::from(wild));
                if wild {
                    counts.used(seat, TOKENS + Hero::Milton as usize);
                }
                counts.ruled_if(top, Ruling::R28 as usize);
                counts.ruled_if(wild, Ruling::R52 as usize);
            }
            Event::Left { .. } => counts.ruled(Ruling::R29 as usize),
            Event::Moved { .. } => {
                add(Number::Moved, 1);
                counts.ruled(Ruling::R30 as usize);
            }
            Event::Swapped { .. } => {
                add(Number::Moved, 1);
                counts.ruled(Ruling::R31 as usize);
            }
            Event::Used { seat, treasure, .. } => {
                add(Number::Treasures, 1);
                counts.used(seat, treasure.index());
                counts.ruled(Ruling::R33 as usize);
            }
            Event::Looted { .. } => add(Number::Loot, 1),
            Event::Pilfered { .. } => counts.ruled(Ruling::R34 as usize),
            Event::PhaseBeaten { .. } => counts.ruled(Ruling::R42 as usize),
            Event::Defeated { monster } => {
                add(Number::Monsters, 1);
                counts.ruled_if(monster.tier() != Tier::Boss, Ruling::R44 as usize);
            }
            Event::Bursts { .. } => {
                add(Number::Blasts, 1);
                counts.ruled(Ruling::R56 as usize);
            }
            Event::Remade { .. } => {
                add(Number::Remade, 1);
                counts.ruled(Ruling::R59 as usize);
            }
            Event::Died { hero, cause, monster } => {
                tally.death = Some((cause, monster.tier() == Tier::Boss));
                counts.died(seat, monster.index(), hero as usize * 3 + cause as usize);
                counts.ruled(Ruling::R13 as usize);
            }
            Event::Won { .. } => counts.ruled(Ruling::R63 as usize),
            Event::TorchesOut => counts.ruled(Ruling::R61 as usize),
            _ => {}
        }
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        let health = Hero::ALL.into_iter().map(|hero| u32::from(self.hero(hero).hp.max(0).unsigned_abs()));
        counts.add(Number::Health as usize, health.sum());
        for (seat, hero) in (0..).map(Seat).zip(self.played()) {
            counts.used(seat, HEROES + *hero as usize);
        }
        counts.ending = match self.pending {
            Pending::Over(End::Won) => Some(0),
            Pending::Over(End::Torches) => Some(5),
            Pending::Over(End::Death) => Some(match tally.death {
                Some((Cause::Blast, _)) => 3,
                Some((Cause::Deck, _)) => 4,
                Some((Cause::Monster, true)) => 2,
                _ => 1,
            }),
            _ => None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Treasure;

    #[test]
    fn the_labels_are_those_of_the_content() {
        let keys = |labels: &[Label]| labels.iter().map(|label| label.key).collect::<Vec<_>>();
        assert_eq!(keys(PLACES), Monster::ALL.map(|monster| monster.code()));
        assert_eq!(keys(PIECES)[..TOKENS], Treasure::ALL.map(|treasure| treasure.code()));
        assert_eq!(keys(&PIECES[TOKENS..HEROES]), Hero::ALL.map(|hero| format!("token-{}", hero.token())));
        assert_eq!(keys(&PIECES[HEROES..BOSSES]), Hero::ALL.map(|hero| format!("hero-{}", hero.id())));
        assert_eq!(
            keys(&PIECES[BOSSES..]),
            Monster::ALL[15..].iter().map(|boss| format!("boss-{}", boss.code())).collect::<Vec<_>>()
        );
        assert_eq!((NUMBERS.len(), RULINGS.len()), (Number::Health as usize + 1, Ruling::R63 as usize + 1));
        assert_eq!(keys(CAUSES)[Hero::Bob as usize * 3 + Cause::Deck as usize], "bob-deck");
    }
}
