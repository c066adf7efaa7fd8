//! Rogue Ascension.

use text::text;

super::folder! { "rogue-ascension":
    "attack-up" SWORD text!("a sword on a grindstone, sparks flying");
    "axe" AXE text!("an axe in a chopping block");
    "bat" MONSTER text!("a bat with spread wings and open mouth");
    "boss" BOSS text!("a horned skull before a red sun, a tiny hero on the steps below");
    "camp" CAMP text!("a campfire among stones");
    "curse-cursed-treasure" CURSE text!("a chest with an eye and teeth");
    "curse-mighty-monsters" CURSE text!("a clawed foot that comes down on bones");
    "curse-persistent-traps" CURSE text!("a leg of bone in a trap long shut, cobwebs above");
    "curse-tougher-monsters" CURSE text!("an armoured heart with horns");
    "curse-unlucky" CURSE text!("a black cat under a ladder");
    "curse-weakened-defense" CURSE text!("a shield split in two");
    "curse-weakened-offense" CURSE text!("a sword broken in two");
    "dagger" KNIFE text!("a wavy dagger with drops of blood");
    "defense-up" SHIELD text!("a hammer at work on a shield");
    "double-die" DOUBLE text!("two dice, one lit and one in shadow");
    "evade" EVADE text!("a cloaked figure that bends away from a blade");
    "ghoul" MONSTER text!("a ghoul with a hunched back");
    "heal" HEAL text!("two hands around a light");
    "imp" MONSTER text!("a grinning imp with small wings");
    "luck" LUCK text!("a coin with a clover on it");
    "lucky-charm" LUCK text!("a horseshoe on a nail");
    "mace" SWORD text!("a flanged mace that strikes");
    "miniboss" CROWN text!("an armoured guard with a crown and a great key");
    "ogre" MONSTER text!("an ogre with a club");
    "rat" PAW text!("a rat with a red tail");
    "second-wind" WIND text!("a knight who rises from one knee");
    "sneak" SNEAK text!("a hooded figure that creeps past bones");
    "trap-easy" TRAP text!("a boot about to step into a toothed trap");
    "trap-hard" TRAP text!("two swinging blades, one bloody");
}
