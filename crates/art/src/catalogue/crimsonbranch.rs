//! Dungeons of Crimsonbranch.

use text::text;

super::folder! { "crimsonbranch":
    "door" DOOR text!("a heavy arched door, light behind it");
    "enemy-attack" SWORD text!("a horned fighter who swings a broad blade");
    "enemy-defense" SHIELD text!("a hooded giant behind two shields");
    "enemy-heal" HEAL text!("a hooded priest who raises both hands to a glowing cross");
    "enemy-range" BOW text!("a hooded archer who aims at you");
    "great-evil" BOSS text!("a dark figure with burning eyes under a red tree, a sword beside it");
    "item-dexterity" BOW text!("a quiver with three arrows");
    "item-magic" MAGIC text!("a cluster of shining crystals");
    "item-strength" STRENGTH text!("a clenched gauntlet");
    "item-vitality" HEART text!("a round amulet with a heart in it");
    "paladin" SHIELD text!("a paladin in a winged helmet before a halo");
    "pearl" PEARL text!("a pearl in an open shell");
    "ranger" BOW text!("a ranger in a feathered cap with a bow");
    "stairs" STAIRS text!("stairs that climb to a small bright arch");
    "warrior" AXE text!("a bearded warrior with an axe");
    "wizard" MAGIC text!("a bearded wizard in a pointed hat, his staff alight");
}
