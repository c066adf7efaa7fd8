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
    numbers: Number::LABELS,
    shares: &[],
    endings: Ending::LABELS,
    places: PLACES,
    causes: CAUSES,
    pieces: PIECES,
    drawable: TOKENS,
    rulings: Ruling::LABELS,
};

kernel::measures! {
    enum Number {
        Turns = "turns": "Turns".spread(),
        Monsters = "monsters_beaten": "Monsters beaten",
        Attacks = "attacks": "Attacks",
        Idle = "attacks_without_damage": "Attacks that did not meet the guard",
        Canastas = "canastas": "Canastas",
        Royals = "royal_canastas": "Royal canastas",
        Dealt = "damage_dealt": "Damage dealt, with what was more than needed",
        Taken = "damage_taken": "Damage taken, without remade decks",
        Healed = "health_regained": "Health regained",
        Blasts = "blasts": "Times the graveyard burst",
        Remade = "decks_remade": "Decks remade",
        Played = "cards_played": "Cards played",
        Tops = "tops_played": "Of these from open tops",
        Wilds = "wilds_made": "Of these made wild",
        Moved = "moves_and_swaps": "Moves and swaps",
        Shields = "shields_used": "Shields used",
        Mana = "mana": "Mana from attacks",
        Tokens = "tokens_gained": "Tokens gained from attacks",
        Loot = "treasures_found": "Treasures found",
        Treasures = "treasures_used": "Treasures used",
        Health = "health_at_end": "Health of the party at the end",
    }

    enum Ending {
        Won = "won": "The boss was beaten",
        SlainByMonster = "slain_by_monster": "A hero was slain by a monster",
        SlainByBoss = "slain_by_boss": "A hero was slain by the boss",
        KilledByBlast = "killed_by_blast": "A hero was killed by the blast",
        DiedOfExhaustion = "died_of_exhaustion": "A hero died of remaking a deck",
        TorchesOut = "torches_out": "The torches went out",
    }

    enum Ruling {
        R13: "A dead hero loses the match",
        R28: "A boot plays an open top",
        R29: "A card turned up is left",
        R30: "A card is moved",
        R31: "Two cards are swapped",
        R33: "A treasure is used",
        R34: "A treasure is stolen",
        R36: "A canasta",
        R37: "A royal canasta",
        R41: "An attack without damage",
        R42: "A phase is beaten",
        R44: "A fallen monster lies in the graveyard",
        R47: "A shield blocks",
        R48: "A shield moves damage to Lily",
        R50: "Somebody regains health",
        R51: "A draw token is spent",
        R52: "A card is made wild",
        R56: "The graveyard bursts",
        R59: "A deck is remade",
        R61: "The torches go out",
        R63: "The boss is beaten",
    }
}

/// The monster on the table, in the order of monster kinds.
const PLACES: &[Label] = &[
    Label::new("sock-golem", text!("Damp Sock Golem")),
    Label::new("goblin-intern", text!("Goblin Intern")),
    Label::new("overdue-librarian", text!("Overdue Librarian")),
    Label::new("haunted-teapot", text!("Mildly Haunted Teapot")),
    Label::new("moderate-rat", text!("Giant Rat of Moderate Size")),
    Label::new("skeleton-choir", text!("Skeleton Choir")),
    Label::new("mimic-wardrobe", text!("Mimic Wardrobe")),
    Label::new("tax-wraith", text!("Tax Wraith")),
    Label::new("ambitious-slime", text!("Slime with Ambition")),
    Label::new("bat-committee", text!("Bat Committee")),
    Label::new("troll-renovation", text!("Troll Under Renovation")),
    Label::new("lost-minotaur", text!("Lost Minotaur")),
    Label::new("gargoyle-notary", text!("Gargoyle Notary")),
    Label::new("cursed-orchestra", text!("Cursed Orchestra")),
    Label::new("two-headed-ogre", text!("Two-Headed Ogre")),
    Label::new("landlord", text!("The Landlord")),
    Label::new("gorgon", text!("Grandmother Gorgon")),
    Label::new("lich", text!("The Lich of Customer Service")),
    Label::new("dragon", text!("Dragon of the Lower Shelf")),
];

/// The deaths: three causes a hero, in party order.
const CAUSES: &[Label] = &[
    Label::new("lily-monster", text!("Lily, by a monster")),
    Label::new("lily-blast", text!("Lily, by the blast")),
    Label::new("lily-deck", text!("Lily, by remaking the deck")),
    Label::new("bob-monster", text!("Bob, by a monster")),
    Label::new("bob-blast", text!("Bob, by the blast")),
    Label::new("bob-deck", text!("Bob, by remaking the deck")),
    Label::new("oakie-monster", text!("Oakie, by a monster")),
    Label::new("oakie-blast", text!("Oakie, by the blast")),
    Label::new("oakie-deck", text!("Oakie, by remaking the deck")),
    Label::new("milton-monster", text!("Milton, by a monster")),
    Label::new("milton-blast", text!("Milton, by the blast")),
    Label::new("milton-deck", text!("Milton, by remaking the deck")),
];

/// Treasures in the order of their kinds, tokens and heroes in party order, bosses.
const PIECES: &[Label] = &[
    Label::new("lukewarm-tea", text!("Lukewarm Tea")),
    Label::new("second-hand-bandage", text!("Second-Hand Bandage")),
    Label::new("picnic-hamper", text!("Picnic Hamper")),
    Label::new("borrowed-umbrella", text!("Borrowed Umbrella")),
    Label::new("spare-bootlaces", text!("Spare Bootlaces")),
    Label::new("adequate-whetstone", text!("Whetstone of Adequacy")),
    Label::new("bone-key", text!("Skeleton Key")),
    Label::new("throwing-anvil", text!("Throwing Anvil")),
    Label::new("jar-of-bees", text!("Jar of Indignant Bees")),
    Label::new("mana-marmalade", text!("Mana Marmalade")),
    Label::new("bottled-applause", text!("Bottled Applause")),
    Label::new("instant-noodles", text!("Instant Noodles of Insight")),
    Label::new("town-crier-bell", text!("Town Crier's Bell")),
    Label::new("grave-mulch", text!("Grave Mulch")),
    Label::new("necromancer-card", text!("Polite Necromancer's Card")),
    Label::new("forged-papers", text!("Forged Papers")),
    Label::new("sticky-gloves", text!("Sticky Gloves")),
    Label::new("jugglers-manual", text!("Juggler's Manual")),
    Label::new("token-shield", text!("Shield tokens")),
    Label::new("token-draw", text!("Draw tokens")),
    Label::new("token-heal", text!("Heal tokens")),
    Label::new("token-wild", text!("Wild tokens and forged papers")),
    Label::new("hero-lily", text!("Lily, played")),
    Label::new("hero-bob", text!("Bob, played")),
    Label::new("hero-oakie", text!("Oakie, played")),
    Label::new("hero-milton", text!("Milton, played")),
    Label::new("boss-landlord", text!("Boss: The Landlord")),
    Label::new("boss-gorgon", text!("Boss: Grandmother Gorgon")),
    Label::new("boss-lich", text!("Boss: The Lich of Customer Service")),
    Label::new("boss-dragon", text!("Boss: Dragon of the Lower Shelf")),
];
const TOKENS: usize = 18;
const HEROES: usize = 22;
const BOSSES: usize = 26;

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

    const MEASURES: &'static Measures = &MEASURES;

    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let seat = tally.active;
        match *event {
            Event::Turn { seat, .. } => {
                tally.active = seat;
                counts.add(Number::Turns, 1)
            }
            Event::Boss { boss, .. } => counts.used(Seat(0), BOSSES + boss.index() - Monster::Landlord.index()),
            Event::Attacked { cards, wilds, met, damage, mana, gained, .. } => {
                let canasta = usize::from(cards) >= CANASTA;
                let royal = canasta && wilds == 0;
                counts.add(Number::Attacks, 1).add(Number::Idle, (!met).into()).add(Number::Dealt, damage.into());
                counts.add(Number::Canastas, canasta.into()).add(Number::Royals, royal.into());
                counts.add(Number::Mana, mana.into()).add(Number::Tokens, gained.into());
                counts.ruled_if(canasta, Ruling::R36).ruled_if(royal, Ruling::R37).ruled_if(!met, Ruling::R41)
            }
            Event::Hurt { by, .. } => counts.add(Number::Taken, by.into()),
            Event::Healed { by, .. } => counts.add(Number::Healed, by.into()).ruled(Ruling::R50),
            Event::TokenSpent { hero } => {
                counts.used(seat, TOKENS + hero as usize).ruled_if(hero == Hero::Bob, Ruling::R51)
            }
            Event::Blocked | Event::Redirected { .. } => {
                let ruling = if matches!(event, Event::Blocked) { Ruling::R47 } else { Ruling::R48 };
                counts.add(Number::Shields, 1).used(seat, TOKENS + Hero::Lily as usize).ruled(ruling)
            }
            Event::Played { seat, source, wild, .. } => {
                let top = matches!(source, Source::Top(_));
                counts.add(Number::Played, 1).add(Number::Tops, top.into()).add(Number::Wilds, wild.into());
                if wild {
                    counts.used(seat, TOKENS + Hero::Milton as usize);
                }
                counts.ruled_if(top, Ruling::R28).ruled_if(wild, Ruling::R52)
            }
            Event::Left { .. } => counts.ruled(Ruling::R29),
            Event::Moved { .. } => counts.add(Number::Moved, 1).ruled(Ruling::R30),
            Event::Swapped { .. } => counts.add(Number::Moved, 1).ruled(Ruling::R31),
            Event::Used { seat, treasure, .. } => {
                counts.add(Number::Treasures, 1).used(seat, treasure.index()).ruled(Ruling::R33)
            }
            Event::Looted { treasure } => counts.add(Number::Loot, 1).drew(seat, treasure.index()),
            Event::Pilfered { .. } => counts.ruled(Ruling::R34),
            Event::PhaseBeaten { .. } => counts.ruled(Ruling::R42),
            Event::Defeated { monster } => {
                counts.add(Number::Monsters, 1).ruled_if(monster.tier() != Tier::Boss, Ruling::R44)
            }
            Event::Bursts { .. } => counts.add(Number::Blasts, 1).ruled(Ruling::R56),
            Event::Remade { .. } => counts.add(Number::Remade, 1).ruled(Ruling::R59),
            Event::Died { hero, cause, monster } => {
                tally.death = Some((cause, monster.tier() == Tier::Boss));
                counts.died(seat, monster.index(), hero as usize * 3 + cause as usize).ruled(Ruling::R13)
            }
            Event::Won { .. } => counts.ruled(Ruling::R63),
            Event::TorchesOut => counts.ruled(Ruling::R61),
            _ => counts,
        };
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        let health = Hero::ALL.into_iter().map(|hero| u32::from(self.hero(hero).hp.max(0).unsigned_abs()));
        counts.add(Number::Health, health.sum());
        for (seat, hero) in (0..).map(Seat).zip(self.played()) {
            counts.used(seat, HEROES + *hero as usize);
        }
        let Pending::Over(end) = self.pending else { return };
        let ending = match (end, tally.death) {
            (End::Won, _) => Ending::Won,
            (End::Torches, _) => Ending::TorchesOut,
            (End::Death, Some((Cause::Blast, _))) => Ending::KilledByBlast,
            (End::Death, Some((Cause::Deck, _))) => Ending::DiedOfExhaustion,
            (End::Death, Some((Cause::Monster, true))) => Ending::SlainByBoss,
            (End::Death, _) => Ending::SlainByMonster,
        };
        counts.ending = Some(ending as u8);
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
        assert_eq!(keys(CAUSES)[Hero::Bob as usize * 3 + Cause::Deck as usize], "bob-deck");
    }
}
