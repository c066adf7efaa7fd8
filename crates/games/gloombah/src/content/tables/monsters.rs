//! The monsters.

use kernel::Picture;
use text::{Text, text};

use super::{
    super::{
        Effect, MonsterCard,
        Tag::{self, Arcane, Beast, Brute, Ooze, Trickster, Undead},
    },
    Named,
};

/// Numbers are attack points, damage, levels and treasure.
const fn monster(
    (id, name, picture): Named,
    tag: Tag,
    copies: u8,
    [ap, damage, xp, treasure]: [u8; 4],
    text: Text,
) -> MonsterCard {
    MonsterCard { id, name, picture, tag, copies, ap, damage, pierce: false, xp, treasure, effect: None, text }
}

impl MonsterCard {
    const fn piercing(self) -> MonsterCard {
        MonsterCard { pierce: true, ..self }
    }

    const fn with(self, effect: Effect) -> MonsterCard {
        MonsterCard { effect: Some(effect), ..self }
    }
}

pub(in crate::content) const MONSTER_CARDS: [MonsterCard; 36] = [
    monster(
        named!("sulky_housecat", text!("Sulky Housecat")),
        Beast,
        3,
        [1, 1, 1, 1],
        text!("Was here first. Will say so."),
    ),
    monster(
        named!("bat_in_a_hat", text!("Bat in a Hat")),
        Beast,
        2,
        [3, 2, 1, 2],
        text!("The hat is not the disguise it thinks it is."),
    )
    .with(Effect::Run(-2)),
    monster(
        named!("goose_of_ill_intent", text!("Goose of Ill Intent")),
        Beast,
        1,
        [5, 2, 1, 2],
        text!("It has heard your plan and disapproves of all of it."),
    )
    .with(Effect::Drop(1)),
    monster(
        named!("sore_headed_bear", text!("Bear with a Sore Head")),
        Beast,
        1,
        [9, 3, 2, 3],
        text!("You are the third adventurer to knock this morning."),
    ),
    monster(
        named!("seventeen_wolves", text!("Seventeen Wolves in Agreement")),
        Beast,
        2,
        [13, 4, 3, 3],
        text!("They voted. It was unanimous."),
    )
    .with(Effect::Attack(-25)),
    monster(
        named!("dragon_on_a_diet", text!("Dragon on a Diet")),
        Beast,
        1,
        [18, 6, 4, 4],
        text!("Only knights on weekdays. Today is Saturday."),
    )
    .piercing(),
    monster(
        named!("pixie_heckler", text!("Pixie Heckler")),
        Trickster,
        3,
        [1, 1, 1, 1],
        text!("Knows your nickname from school."),
    )
    .with(Effect::NoHelp),
    monster(
        named!("mimic_teapot", text!("Mimic Teapot")),
        Trickster,
        2,
        [3, 2, 1, 2],
        text!("The tea is excellent. The pouring is not."),
    ),
    monster(
        named!("clipboard_kobold", text!("Kobold with a Clipboard")),
        Trickster,
        1,
        [5, 2, 1, 2],
        text!("Just two minutes of your time, and your belongings."),
    )
    .with(Effect::Drop(2)),
    monster(
        named!("goblins_in_a_coat", text!("Three Goblins in a Coat")),
        Trickster,
        1,
        [10, 3, 2, 3],
        text!("One perfectly ordinary tall gentleman."),
    ),
    monster(
        named!("fox_barrister", text!("Fox Barrister")),
        Trickster,
        2,
        [12, 4, 3, 3],
        text!("Objects to your sword. Sustained."),
    )
    .with(Effect::WeaponOff),
    monster(
        named!("jester_of_the_deep", text!("Jester of the Deep")),
        Trickster,
        1,
        [17, 5, 3, 4],
        text!("The joke is on you, and it weighs a ton."),
    )
    .piercing(),
    monster(
        named!("left_sock_ghost", text!("Ghost of the Left Sock")),
        Undead,
        3,
        [1, 1, 1, 1],
        text!("Cold, damp, and looking for its partner."),
    )
    .piercing(),
    monster(
        named!("skeleton_intern", text!("Skeleton Intern")),
        Undead,
        2,
        [3, 2, 1, 2],
        text!("Works for experience. Yours, preferably."),
    ),
    monster(
        named!("overdressed_zombie", text!("Overdressed Zombie")),
        Undead,
        1,
        [5, 2, 1, 2],
        text!("Late for a wedding by two hundred years."),
    )
    .with(Effect::Run(-2)),
    monster(
        named!("mummy_in_a_rush", text!("Mummy in a Rush")),
        Undead,
        1,
        [9, 3, 2, 3],
        text!("Unwinding is not on the schedule."),
    )
    .with(Effect::Attack(-25)),
    monster(
        named!("banshee_soprano", text!("Banshee Soprano")),
        Undead,
        2,
        [13, 4, 3, 3],
        text!("Holds the high C until something breaks."),
    )
    .piercing()
    .with(Effect::NoHelp),
    monster(
        named!("vampire_accountant", text!("Vampire Accountant")),
        Undead,
        1,
        [16, 6, 3, 4],
        text!("Drains assets."),
    )
    .with(Effect::Drop(2)),
    monster(named!("toll_gnome", text!("Toll Gnome")), Brute, 3, [1, 1, 1, 1], text!("Exact change only."))
        .with(Effect::Drop(1)),
    monster(named!("bouncer_goblin", text!("Bouncer Goblin")), Brute, 2, [2, 2, 1, 2], text!("Not in those boots.")),
    monster(
        named!("orc_on_his_day_off", text!("Orc on His Day Off")),
        Brute,
        1,
        [6, 2, 2, 2],
        text!("He was going to fish. He was so looking forward to it."),
    )
    .with(Effect::Attack(-25)),
    monster(
        named!("bridgeless_troll", text!("Bridgeless Bridge Troll")),
        Brute,
        1,
        [8, 3, 2, 3],
        text!("The bridge was repossessed. The temper was not."),
    )
    .with(Effect::Run(-2)),
    monster(
        named!("ogre_choirmaster", text!("Ogre Choirmaster")),
        Brute,
        2,
        [12, 5, 2, 3],
        text!("Again, from the top, and this time with feeling."),
    ),
    monster(
        named!("hill_giant_toddler", text!("Hill Giant Toddler")),
        Brute,
        1,
        [16, 6, 3, 4],
        text!("Wants to see what you have there. Mine."),
    )
    .with(Effect::WeaponOff),
    monster(named!("runaway_broom", text!("Runaway Broom")), Arcane, 3, [1, 1, 1, 1], text!("Swept off its own feet.")),
    monster(
        named!("misfiled_spell", text!("Misfiled Spell")),
        Arcane,
        2,
        [2, 2, 1, 2],
        text!("Should be under F. Is under you."),
    )
    .piercing(),
    monster(
        named!("cursed_armchair", text!("Cursed Armchair")),
        Arcane,
        1,
        [6, 2, 2, 2],
        text!("So comfortable that nobody has ever got up."),
    )
    .with(Effect::NoHelp),
    monster(
        named!("puzzled_golem", text!("Puzzled Golem")),
        Arcane,
        1,
        [8, 3, 2, 3],
        text!("Was told to guard 'it'. Nobody said what it is."),
    ),
    monster(
        named!("disagreeable_mirror", text!("Disagreeable Mirror")),
        Arcane,
        2,
        [14, 4, 3, 3],
        text!("Has notes on your appearance."),
    )
    .piercing()
    .with(Effect::Attack(-50)),
    monster(
        named!("ancient_something", text!("Ancient Something under the Bed")),
        Arcane,
        1,
        [20, 7, 4, 4],
        text!("You tucked the blanket in. It tucked it out."),
    )
    .piercing()
    .with(Effect::Attack(-50)),
    monster(
        named!("ambitious_puddle", text!("Ambitious Puddle")),
        Ooze,
        3,
        [1, 1, 1, 1],
        text!("Dreams of becoming a pond."),
    ),
    monster(
        named!("custard_creep", text!("Custard Creep")),
        Ooze,
        2,
        [2, 1, 1, 2],
        text!("Best served at a distance."),
    )
    .with(Effect::Attack(-25)),
    monster(
        named!("marmalade_slime", text!("Marmalade Slime")),
        Ooze,
        1,
        [6, 2, 2, 2],
        text!("There was a sticky label. There was a warning on it."),
    )
    .with(Effect::Run(-2)),
    monster(
        named!("jelly_with_opinions", text!("Jelly with Opinions")),
        Ooze,
        1,
        [10, 3, 2, 3],
        text!("Wobbles with conviction."),
    )
    .piercing(),
    monster(
        named!("laundry_day_ooze", text!("Laundry-Day Ooze")),
        Ooze,
        2,
        [11, 4, 2, 3],
        text!("Everything you own is now the same grey."),
    )
    .with(Effect::WeaponOff),
    monster(
        named!("great_grey_porridge", text!("The Great Grey Porridge")),
        Ooze,
        1,
        [19, 6, 4, 4],
        text!("Too hot, too cold, too large."),
    )
    .with(Effect::Attack(-50)),
];
