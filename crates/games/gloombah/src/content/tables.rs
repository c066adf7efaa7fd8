//! The cards, in the order of the rulebook's tables.

use kernel::Picture;

use super::{
    Class::{Mage, Rogue, Warrior},
    Effect, ItemCard, Kind, MonsterCard, Op,
    Tag::{Arcane, Beast, Brute, Ooze, Trickster, Undead},
    Vs,
};

/// Id, name and picture of a card.
macro_rules! named {
    ($id:literal, $name:literal) => {
        ($id, $name, Picture(concat!("gloombah/", $id)))
    };
}

type Named = (&'static str, &'static str, Picture);

const fn item((id, name, picture): Named, copies: u8, kind: Kind) -> ItemCard {
    ItemCard { id, name, picture, copies, kind }
}

const fn gear(named: Named, copies: u8, value: u8, run: i8) -> ItemCard {
    item(named, copies, Kind::Gear { value, run })
}

const fn weapon(named: Named, copies: u8, class: super::Class, bonus: u8, vs: Option<Vs>) -> ItemCard {
    item(named, copies, Kind::Weapon { class, bonus, vs })
}

const fn consumable(named: Named, copies: u8, op: Op, text: &'static str) -> ItemCard {
    item(named, copies, Kind::Consumable { op, text })
}

/// Numbers are attack points, damage, levels and treasure.
const fn monster((id, name, picture): Named, tag: super::Tag, copies: u8, numbers: [u8; 4]) -> MonsterCard {
    let [ap, damage, xp, treasure] = numbers;
    MonsterCard { id, name, picture, tag, copies, ap, damage, pierce: false, xp, treasure, effect: None, text: "" }
}

impl MonsterCard {
    const fn piercing(self) -> MonsterCard {
        MonsterCard { pierce: true, ..self }
    }

    const fn with(self, effect: Effect) -> MonsterCard {
        MonsterCard { effect: Some(effect), ..self }
    }

    const fn says(self, text: &'static str) -> MonsterCard {
        MonsterCard { text, ..self }
    }
}

pub(super) const GEAR: [ItemCard; 12] = [
    gear(named!("padded_nightshirt", "Padded Nightshirt"), 2, 1, 1),
    gear(named!("barrel_with_straps", "Barrel with Straps"), 2, 1, 0),
    gear(named!("tin_tray_vest", "Tin Tray Vest"), 2, 2, 0),
    gear(named!("light_chainmail", "Light Chainmail"), 3, 2, 0),
    gear(named!("oilskin_slicker", "Oilskin Slicker"), 1, 2, 2),
    gear(named!("quilted_gambeson", "Quilted Gambeson"), 2, 3, 0),
    gear(named!("beetle_shell_mail", "Beetle-Shell Mail"), 2, 3, 0),
    gear(named!("knitted_steel_jumper", "Knitted Steel Jumper"), 1, 3, 1),
    gear(named!("steel_plate", "Steel Plate"), 2, 4, -1),
    gear(named!("retired_knights_suit", "Retired Knight's Suit"), 1, 4, 0),
    gear(named!("wearable_wardrobe", "Wearable Wardrobe"), 1, 5, -2),
    gear(named!("dragon_scale_bathrobe", "Dragon-Scale Bathrobe"), 1, 5, 0),
];

pub(super) const WEAPONS: [ItemCard; 15] = [
    weapon(named!("butter_knife_longsword", "Butter-Knife Longsword"), 2, Warrior, 1, None),
    weapon(named!("rolling_pin_mace", "Rolling-Pin Mace"), 2, Warrior, 2, None),
    weapon(named!("swan_hilt_sword", "Swan-Hilt Sword"), 2, Warrior, 3, None),
    weapon(named!("giant_nutcracker", "Giant Nutcracker"), 1, Warrior, 3, Some(Vs { tag: Brute, extra: 2 })),
    weapon(named!("door_of_smiting", "Door of Smiting"), 1, Warrior, 5, None),
    weapon(named!("sharpened_spoon", "Sharpened Spoon"), 2, Rogue, 1, None),
    weapon(named!("pair_of_darts", "Pair of Darts"), 2, Rogue, 2, None),
    weapon(named!("curtain_rod_rapier", "Curtain-Rod Rapier"), 2, Rogue, 3, None),
    weapon(named!("grounding_dagger", "Well-Grounded Dagger"), 1, Rogue, 3, Some(Vs { tag: Arcane, extra: 2 })),
    weapon(named!("whispering_crossbow", "Whispering Crossbow"), 1, Rogue, 5, None),
    weapon(named!("twig_of_sparks", "Twig of Sparks"), 2, Mage, 1, None),
    weapon(named!("umbrella_staff", "Umbrella Staff"), 2, Mage, 2, None),
    weapon(named!("orb_on_a_stick", "Orb on a Stick"), 2, Mage, 3, None),
    weapon(named!("hot_ladle", "Ladle of Boiling"), 1, Mage, 3, Some(Vs { tag: Ooze, extra: 2 })),
    weapon(named!("encyclopaedia_of_thunder", "Encyclopaedia of Thunder"), 1, Mage, 5, None),
];

pub(super) const CONSUMABLES: [ItemCard; 32] = [
    consumable(named!("level_up", "Level Up"), 4, Op::LevelUp(1), "Gain a level. Never takes you to level 12."),
    consumable(named!("loose_floorboard", "Loose Floorboard"), 3, Op::Draw(2), "Draw 2 cards."),
    consumable(named!("birthday_parcel", "Birthday Parcel"), 1, Op::Draw(3), "Draw 3 cards."),
    consumable(
        named!("crayon_map", "Map Drawn in Crayon"),
        3,
        Op::Scout(2),
        "Draw two monsters this turn and choose which to meet.",
    ),
    consumable(
        named!("sticky_fingers", "Sticky Fingers"),
        3,
        Op::Steal(1),
        "Take a random card from another player's hand.",
    ),
    consumable(named!("rummage_sale", "Rummage Sale"), 3, Op::TradeIn(2), "Discard another card, then draw 2."),
    consumable(named!("lost_and_found", "Lost-and-Found Box"), 1, Op::Recover, "Take any card from the discard pile."),
    consumable(named!("grandmas_broth", "Grandma's Broth"), 1, Op::Cure, "All your lasting effects end."),
    consumable(named!("fizzing_vial", "Fizzing Vial"), 4, Op::Attack(2, None), "+2 for your side."),
    consumable(named!("exploding_vial", "Exploding Vial"), 4, Op::Attack(4, None), "+4 for your side."),
    consumable(named!("questionable_barrel", "Questionable Barrel"), 1, Op::Attack(6, None), "+6 for your side."),
    consumable(
        named!("squeaky_bone", "Squeaky Bone"),
        1,
        Op::Attack(1, Some(Vs { tag: Beast, extra: 4 })),
        "+1 for your side. Against beast: +5 instead.",
    ),
    consumable(
        named!("banana_peel", "Banana Peel"),
        1,
        Op::Attack(1, Some(Vs { tag: Brute, extra: 4 })),
        "+1 for your side. Against brute: +5 instead.",
    ),
    consumable(
        named!("bedtime_bell", "Bedtime Bell"),
        1,
        Op::Attack(1, Some(Vs { tag: Undead, extra: 4 })),
        "+1 for your side. Against undead: +5 instead.",
    ),
    consumable(
        named!("plain_bread_roll", "Utterly Plain Bread Roll"),
        1,
        Op::Attack(1, Some(Vs { tag: Arcane, extra: 4 })),
        "+1 for your side. Against arcane: +5 instead.",
    ),
    consumable(
        named!("guards_whistle", "Guard's Whistle"),
        1,
        Op::Attack(1, Some(Vs { tag: Trickster, extra: 4 })),
        "+1 for your side. Against trickster: +5 instead.",
    ),
    consumable(
        named!("salt_shaker", "Salt Shaker"),
        1,
        Op::Attack(1, Some(Vs { tag: Ooze, extra: 4 })),
        "+1 for your side. Against ooze: +5 instead.",
    ),
    consumable(
        named!("pep_talk", "Pep Talk"),
        3,
        Op::Bless(25),
        "+25% attack for a fighter on your side in this fight.",
    ),
    consumable(
        named!("blessing_of_vigour", "Blessing of Vigour"),
        3,
        Op::Bless(50),
        "+50% attack for a fighter on your side in this fight.",
    ),
    consumable(
        named!("blessing_of_giants", "Blessing of Giants"),
        1,
        Op::Bless(100),
        "+100% attack for a fighter on your side in this fight.",
    ),
    consumable(
        named!("goose_down_pillow", "Goose-Down Pillow"),
        2,
        Op::Shield(2),
        "A fighter on your side takes 2 damage less in this fight.",
    ),
    consumable(
        named!("mattress_wall", "Wall of Mattresses"),
        1,
        Op::Shield(4),
        "A fighter on your side takes 4 damage less in this fight.",
    ),
    consumable(
        named!("soap_and_water", "Soap and Warm Water"),
        1,
        Op::Cleanse,
        "Frees a fighter on your side from curses, a lost grip, and lasting attack and weapon troubles.",
    ),
    consumable(
        named!("smoke_pellet", "Smoke Pellet"),
        3,
        Op::Escape,
        "In your own fight: everybody gets away, nothing is won or lost.",
    ),
    consumable(
        named!("duplicate", "Duplicate"),
        3,
        Op::Duplicate,
        "A second one appears: AP and treasure count once more.",
    ),
    consumable(
        named!("curse_of_weakness", "Curse of Weakness"),
        4,
        Op::Curse(50),
        "-50% attack for a fighter in this fight.",
    ),
    consumable(
        named!("curse_of_hiccups", "Curse of Hiccups"),
        4,
        Op::Curse(25),
        "-25% attack for a fighter in this fight.",
    ),
    consumable(named!("ambush", "Ambush"), 6, Op::MonsterAdd(5), "+5 AP for the monster."),
    consumable(named!("loud_sneeze", "Loud Sneeze"), 5, Op::MonsterAdd(3), "+3 AP for the monster."),
    consumable(named!("destroy_armor", "Destroy Armor"), 2, Op::DestroyGear, "A fighter's gear is gone for good."),
    consumable(
        named!("butterfingers", "Butterfingers"),
        2,
        Op::Disarm,
        "A fighter's weapon does not count in this fight.",
    ),
    consumable(
        named!("rude_nickname", "Rude Nickname"),
        2,
        Op::DamageAdd(2),
        "The monster deals 2 more damage if it wins.",
    ),
];

pub(super) const MONSTER_CARDS: [MonsterCard; 36] = [
    monster(named!("sulky_housecat", "Sulky Housecat"), Beast, 3, [1, 1, 1, 1]).says("Was here first. Will say so."),
    monster(named!("bat_in_a_hat", "Bat in a Hat"), Beast, 2, [3, 2, 1, 2])
        .with(Effect::Run(-2))
        .says("The hat is not the disguise it thinks it is."),
    monster(named!("goose_of_ill_intent", "Goose of Ill Intent"), Beast, 1, [5, 2, 1, 2])
        .with(Effect::Drop(1))
        .says("It has heard your plan and disapproves of all of it."),
    monster(named!("sore_headed_bear", "Bear with a Sore Head"), Beast, 1, [9, 3, 2, 3])
        .says("You are the third adventurer to knock this morning."),
    monster(named!("seventeen_wolves", "Seventeen Wolves in Agreement"), Beast, 2, [13, 4, 3, 3])
        .with(Effect::Attack(-25))
        .says("They voted. It was unanimous."),
    monster(named!("dragon_on_a_diet", "Dragon on a Diet"), Beast, 1, [18, 6, 4, 4])
        .piercing()
        .says("Only knights on weekdays. Today is Saturday."),
    monster(named!("pixie_heckler", "Pixie Heckler"), Trickster, 3, [1, 1, 1, 1])
        .with(Effect::NoHelp)
        .says("Knows your nickname from school."),
    monster(named!("mimic_teapot", "Mimic Teapot"), Trickster, 2, [3, 2, 1, 2])
        .says("The tea is excellent. The pouring is not."),
    monster(named!("clipboard_kobold", "Kobold with a Clipboard"), Trickster, 1, [5, 2, 1, 2])
        .with(Effect::Drop(2))
        .says("Just two minutes of your time, and your belongings."),
    monster(named!("goblins_in_a_coat", "Three Goblins in a Coat"), Trickster, 1, [10, 3, 2, 3])
        .says("One perfectly ordinary tall gentleman."),
    monster(named!("fox_barrister", "Fox Barrister"), Trickster, 2, [12, 4, 3, 3])
        .with(Effect::WeaponOff)
        .says("Objects to your sword. Sustained."),
    monster(named!("jester_of_the_deep", "Jester of the Deep"), Trickster, 1, [17, 5, 3, 4])
        .piercing()
        .says("The joke is on you, and it weighs a ton."),
    monster(named!("left_sock_ghost", "Ghost of the Left Sock"), Undead, 3, [1, 1, 1, 1])
        .piercing()
        .says("Cold, damp, and looking for its partner."),
    monster(named!("skeleton_intern", "Skeleton Intern"), Undead, 2, [3, 2, 1, 2])
        .says("Works for experience. Yours, preferably."),
    monster(named!("overdressed_zombie", "Overdressed Zombie"), Undead, 1, [5, 2, 1, 2])
        .with(Effect::Run(-2))
        .says("Late for a wedding by two hundred years."),
    monster(named!("mummy_in_a_rush", "Mummy in a Rush"), Undead, 1, [9, 3, 2, 3])
        .with(Effect::Attack(-25))
        .says("Unwinding is not on the schedule."),
    monster(named!("banshee_soprano", "Banshee Soprano"), Undead, 2, [13, 4, 3, 3])
        .piercing()
        .with(Effect::NoHelp)
        .says("Holds the high C until something breaks."),
    monster(named!("vampire_accountant", "Vampire Accountant"), Undead, 1, [16, 6, 3, 4])
        .with(Effect::Drop(2))
        .says("Drains assets."),
    monster(named!("toll_gnome", "Toll Gnome"), Brute, 3, [1, 1, 1, 1])
        .with(Effect::Drop(1))
        .says("Exact change only."),
    monster(named!("bouncer_goblin", "Bouncer Goblin"), Brute, 2, [2, 2, 1, 2]).says("Not in those boots."),
    monster(named!("orc_on_his_day_off", "Orc on His Day Off"), Brute, 1, [6, 2, 2, 2])
        .with(Effect::Attack(-25))
        .says("He was going to fish. He was so looking forward to it."),
    monster(named!("bridgeless_troll", "Bridgeless Bridge Troll"), Brute, 1, [8, 3, 2, 3])
        .with(Effect::Run(-2))
        .says("The bridge was repossessed. The temper was not."),
    monster(named!("ogre_choirmaster", "Ogre Choirmaster"), Brute, 2, [12, 5, 2, 3])
        .says("Again, from the top, and this time with feeling."),
    monster(named!("hill_giant_toddler", "Hill Giant Toddler"), Brute, 1, [16, 6, 3, 4])
        .with(Effect::WeaponOff)
        .says("Wants to see what you have there. Mine."),
    monster(named!("runaway_broom", "Runaway Broom"), Arcane, 3, [1, 1, 1, 1]).says("Swept off its own feet."),
    monster(named!("misfiled_spell", "Misfiled Spell"), Arcane, 2, [2, 2, 1, 2])
        .piercing()
        .says("Should be under F. Is under you."),
    monster(named!("cursed_armchair", "Cursed Armchair"), Arcane, 1, [6, 2, 2, 2])
        .with(Effect::NoHelp)
        .says("So comfortable that nobody has ever got up."),
    monster(named!("puzzled_golem", "Puzzled Golem"), Arcane, 1, [8, 3, 2, 3])
        .says("Was told to guard 'it'. Nobody said what it is."),
    monster(named!("disagreeable_mirror", "Disagreeable Mirror"), Arcane, 2, [14, 4, 3, 3])
        .piercing()
        .with(Effect::Attack(-50))
        .says("Has notes on your appearance."),
    monster(named!("ancient_something", "Ancient Something under the Bed"), Arcane, 1, [20, 7, 4, 4])
        .piercing()
        .with(Effect::Attack(-50))
        .says("You tucked the blanket in. It tucked it out."),
    monster(named!("ambitious_puddle", "Ambitious Puddle"), Ooze, 3, [1, 1, 1, 1]).says("Dreams of becoming a pond."),
    monster(named!("custard_creep", "Custard Creep"), Ooze, 2, [2, 1, 1, 2])
        .with(Effect::Attack(-25))
        .says("Best served at a distance."),
    monster(named!("marmalade_slime", "Marmalade Slime"), Ooze, 1, [6, 2, 2, 2])
        .with(Effect::Run(-2))
        .says("There was a sticky label. There was a warning on it."),
    monster(named!("jelly_with_opinions", "Jelly with Opinions"), Ooze, 1, [10, 3, 2, 3])
        .piercing()
        .says("Wobbles with conviction."),
    monster(named!("laundry_day_ooze", "Laundry-Day Ooze"), Ooze, 2, [11, 4, 2, 3])
        .with(Effect::WeaponOff)
        .says("Everything you own is now the same grey."),
    monster(named!("great_grey_porridge", "The Great Grey Porridge"), Ooze, 1, [19, 6, 4, 4])
        .with(Effect::Attack(-50))
        .says("Too hot, too cold, too large."),
];
