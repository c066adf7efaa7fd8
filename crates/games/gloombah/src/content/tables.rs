//! The cards, in the order of the rulebook's tables.

use kernel::Picture;
use text::{Text, text};

use super::{
    Class::{Mage, Rogue, Warrior},
    ItemCard, Kind, Op,
    Tag::{Arcane, Beast, Brute, Ooze, Trickster, Undead},
    Vs,
};

/// Id, name and picture of a card.
macro_rules! named {
    ($id:literal, $name:expr) => {
        ($id, $name, Picture(concat!("gloombah/", $id)))
    };
}

mod monsters;

pub(super) use monsters::MONSTER_CARDS;

type Named = (&'static str, Text, Picture);

const fn item((id, name, picture): Named, copies: u8, kind: Kind) -> ItemCard {
    ItemCard { id, name, picture, copies, kind }
}

const fn gear(named: Named, copies: u8, value: u8, run: i8) -> ItemCard {
    item(named, copies, Kind::Gear { value, run })
}

const fn weapon(named: Named, copies: u8, class: super::Class, bonus: u8, vs: Option<Vs>) -> ItemCard {
    item(named, copies, Kind::Weapon { class, bonus, vs })
}

const fn consumable(named: Named, copies: u8, op: Op, text: Text) -> ItemCard {
    item(named, copies, Kind::Consumable { op, text })
}

pub(super) const GEAR: [ItemCard; 12] = [
    gear(named!("padded_nightshirt", text!("Padded Nightshirt")), 2, 1, 1),
    gear(named!("barrel_with_straps", text!("Barrel with Straps")), 2, 1, 0),
    gear(named!("tin_tray_vest", text!("Tin Tray Vest")), 2, 2, 0),
    gear(named!("light_chainmail", text!("Light Chainmail")), 3, 2, 0),
    gear(named!("oilskin_slicker", text!("Oilskin Slicker")), 1, 2, 2),
    gear(named!("quilted_gambeson", text!("Quilted Gambeson")), 2, 3, 0),
    gear(named!("beetle_shell_mail", text!("Beetle-Shell Mail")), 2, 3, 0),
    gear(named!("knitted_steel_jumper", text!("Knitted Steel Jumper")), 1, 3, 1),
    gear(named!("steel_plate", text!("Steel Plate")), 2, 4, -1),
    gear(named!("retired_knights_suit", text!("Retired Knight's Suit")), 1, 4, 0),
    gear(named!("wearable_wardrobe", text!("Wearable Wardrobe")), 1, 5, -2),
    gear(named!("dragon_scale_bathrobe", text!("Dragon-Scale Bathrobe")), 1, 5, 0),
];

pub(super) const WEAPONS: [ItemCard; 15] = [
    weapon(named!("butter_knife_longsword", text!("Butter-Knife Longsword")), 2, Warrior, 1, None),
    weapon(named!("rolling_pin_mace", text!("Rolling-Pin Mace")), 2, Warrior, 2, None),
    weapon(named!("swan_hilt_sword", text!("Swan-Hilt Sword")), 2, Warrior, 3, None),
    weapon(named!("giant_nutcracker", text!("Giant Nutcracker")), 1, Warrior, 3, Some(Vs { tag: Brute, extra: 2 })),
    weapon(named!("door_of_smiting", text!("Door of Smiting")), 1, Warrior, 5, None),
    weapon(named!("sharpened_spoon", text!("Sharpened Spoon")), 2, Rogue, 1, None),
    weapon(named!("pair_of_darts", text!("Pair of Darts")), 2, Rogue, 2, None),
    weapon(named!("curtain_rod_rapier", text!("Curtain-Rod Rapier")), 2, Rogue, 3, None),
    weapon(named!("grounding_dagger", text!("Well-Grounded Dagger")), 1, Rogue, 3, Some(Vs { tag: Arcane, extra: 2 })),
    weapon(named!("whispering_crossbow", text!("Whispering Crossbow")), 1, Rogue, 5, None),
    weapon(named!("twig_of_sparks", text!("Twig of Sparks")), 2, Mage, 1, None),
    weapon(named!("umbrella_staff", text!("Umbrella Staff")), 2, Mage, 2, None),
    weapon(named!("orb_on_a_stick", text!("Orb on a Stick")), 2, Mage, 3, None),
    weapon(named!("hot_ladle", text!("Ladle of Boiling")), 1, Mage, 3, Some(Vs { tag: Ooze, extra: 2 })),
    weapon(named!("encyclopaedia_of_thunder", text!("Encyclopaedia of Thunder")), 1, Mage, 5, None),
];

pub(super) const CONSUMABLES: [ItemCard; 32] = [
    consumable(
        named!("level_up", text!("Level Up")),
        4,
        Op::LevelUp(1),
        text!("Gain a level. Never takes you to level 12."),
    ),
    consumable(named!("loose_floorboard", text!("Loose Floorboard")), 3, Op::Draw(2), text!("Draw 2 cards.")),
    consumable(named!("birthday_parcel", text!("Birthday Parcel")), 1, Op::Draw(3), text!("Draw 3 cards.")),
    consumable(
        named!("crayon_map", text!("Map Drawn in Crayon")),
        3,
        Op::Scout(2),
        text!("Draw two monsters this turn and choose which to meet."),
    ),
    consumable(
        named!("sticky_fingers", text!("Sticky Fingers")),
        3,
        Op::Steal(1),
        text!("Take a random card from another player's hand."),
    ),
    consumable(
        named!("rummage_sale", text!("Rummage Sale")),
        3,
        Op::TradeIn(2),
        text!("Discard another card, then draw 2."),
    ),
    consumable(
        named!("lost_and_found", text!("Lost-and-Found Box")),
        1,
        Op::Recover,
        text!("Take any card from the discard pile."),
    ),
    consumable(named!("grandmas_broth", text!("Grandma's Broth")), 1, Op::Cure, text!("All your lasting effects end.")),
    consumable(named!("fizzing_vial", text!("Fizzing Vial")), 4, Op::Attack(2, None), text!("+2 for your side.")),
    consumable(named!("exploding_vial", text!("Exploding Vial")), 4, Op::Attack(4, None), text!("+4 for your side.")),
    consumable(
        named!("questionable_barrel", text!("Questionable Barrel")),
        1,
        Op::Attack(6, None),
        text!("+6 for your side."),
    ),
    consumable(
        named!("squeaky_bone", text!("Squeaky Bone")),
        1,
        Op::Attack(1, Some(Vs { tag: Beast, extra: 4 })),
        text!("+1 for your side. Against beast: +5 instead."),
    ),
    consumable(
        named!("banana_peel", text!("Banana Peel")),
        1,
        Op::Attack(1, Some(Vs { tag: Brute, extra: 4 })),
        text!("+1 for your side. Against brute: +5 instead."),
    ),
    consumable(
        named!("bedtime_bell", text!("Bedtime Bell")),
        1,
        Op::Attack(1, Some(Vs { tag: Undead, extra: 4 })),
        text!("+1 for your side. Against undead: +5 instead."),
    ),
    consumable(
        named!("plain_bread_roll", text!("Utterly Plain Bread Roll")),
        1,
        Op::Attack(1, Some(Vs { tag: Arcane, extra: 4 })),
        text!("+1 for your side. Against arcane: +5 instead."),
    ),
    consumable(
        named!("guards_whistle", text!("Guard's Whistle")),
        1,
        Op::Attack(1, Some(Vs { tag: Trickster, extra: 4 })),
        text!("+1 for your side. Against trickster: +5 instead."),
    ),
    consumable(
        named!("salt_shaker", text!("Salt Shaker")),
        1,
        Op::Attack(1, Some(Vs { tag: Ooze, extra: 4 })),
        text!("+1 for your side. Against ooze: +5 instead."),
    ),
    consumable(
        named!("pep_talk", text!("Pep Talk")),
        3,
        Op::Bless(25),
        text!("+25% attack for a fighter on your side in this fight."),
    ),
    consumable(
        named!("blessing_of_vigour", text!("Blessing of Vigour")),
        3,
        Op::Bless(50),
        text!("+50% attack for a fighter on your side in this fight."),
    ),
    consumable(
        named!("blessing_of_giants", text!("Blessing of Giants")),
        1,
        Op::Bless(100),
        text!("+100% attack for a fighter on your side in this fight."),
    ),
    consumable(
        named!("goose_down_pillow", text!("Goose-Down Pillow")),
        2,
        Op::Shield(2),
        text!("A fighter on your side takes 2 damage less in this fight."),
    ),
    consumable(
        named!("mattress_wall", text!("Wall of Mattresses")),
        1,
        Op::Shield(4),
        text!("A fighter on your side takes 4 damage less in this fight."),
    ),
    consumable(
        named!("soap_and_water", text!("Soap and Warm Water")),
        1,
        Op::Cleanse,
        text!("Frees a fighter on your side from curses, a lost grip, and lasting attack and weapon troubles."),
    ),
    consumable(
        named!("smoke_pellet", text!("Smoke Pellet")),
        3,
        Op::Escape,
        text!("In your own fight: everybody gets away, nothing is won or lost."),
    ),
    consumable(
        named!("duplicate", text!("Duplicate")),
        3,
        Op::Duplicate,
        text!("A second one appears: AP and treasure count once more."),
    ),
    consumable(
        named!("curse_of_weakness", text!("Curse of Weakness")),
        4,
        Op::Curse(50),
        text!("-50% attack for a fighter in this fight."),
    ),
    consumable(
        named!("curse_of_hiccups", text!("Curse of Hiccups")),
        4,
        Op::Curse(25),
        text!("-25% attack for a fighter in this fight."),
    ),
    consumable(named!("ambush", text!("Ambush")), 6, Op::MonsterAdd(5), text!("+5 AP for the monster.")),
    consumable(named!("loud_sneeze", text!("Loud Sneeze")), 5, Op::MonsterAdd(3), text!("+3 AP for the monster.")),
    consumable(
        named!("destroy_armor", text!("Destroy Armor")),
        2,
        Op::DestroyGear,
        text!("A fighter's gear is gone for good."),
    ),
    consumable(
        named!("butterfingers", text!("Butterfingers")),
        2,
        Op::Disarm,
        text!("A fighter's weapon does not count in this fight."),
    ),
    consumable(
        named!("rude_nickname", text!("Rude Nickname")),
        2,
        Op::DamageAdd(2),
        text!("The monster deals 2 more damage if it wins."),
    ),
];
