//! Dungeons of Crimsonbranch.

super::folder! { "crimsonbranch":
    "door" DOOR "a heavy arched door, light behind it";
    "enemy-attack" SWORD "a horned fighter who swings a broad blade";
    "enemy-defense" SHIELD "a hooded giant behind two shields";
    "enemy-heal" HEAL "a hooded priest who raises both hands to a glowing cross";
    "enemy-range" BOW "a hooded archer who aims at you";
    "great-evil" BOSS "a dark figure with burning eyes under a red tree, a sword beside it";
    "item-dexterity" BOW "a quiver with three arrows";
    "item-magic" MAGIC "a cluster of shining crystals";
    "item-strength" STRENGTH "a clenched gauntlet";
    "item-vitality" HEART "a round amulet with a heart in it";
    "paladin" SHIELD "a paladin in a winged helmet before a halo";
    "pearl" PEARL "a pearl in an open shell";
    "ranger" BOW "a ranger in a feathered cap with a bow";
    "stairs" STAIRS "stairs that climb to a small bright arch";
    "warrior" AXE "a bearded warrior with an axe";
    "wizard" MAGIC "a bearded wizard in a pointed hat, his staff alight";
}
