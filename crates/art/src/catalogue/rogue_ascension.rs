//! Rogue Ascension.

super::folder! { "rogue-ascension":
    "attack-up" SWORD "a sword on a grindstone, sparks flying";
    "axe" AXE "an axe in a chopping block";
    "bat" MONSTER "a bat with spread wings and open mouth";
    "boss" BOSS "a horned skull before a red sun, a tiny hero on the steps below";
    "camp" CAMP "a campfire among stones";
    "curse-cursed-treasure" CURSE "a chest with an eye and teeth";
    "curse-mighty-monsters" CURSE "a clawed foot that comes down on bones";
    "curse-persistent-traps" CURSE "a leg of bone in a trap long shut, cobwebs above";
    "curse-tougher-monsters" CURSE "an armoured heart with horns";
    "curse-unlucky" CURSE "a black cat under a ladder";
    "curse-weakened-defense" CURSE "a shield split in two";
    "curse-weakened-offense" CURSE "a sword broken in two";
    "dagger" KNIFE "a wavy dagger with drops of blood";
    "defense-up" SHIELD "a hammer at work on a shield";
    "double-die" DOUBLE "two dice, one lit and one in shadow";
    "evade" EVADE "a cloaked figure that bends away from a blade";
    "ghoul" MONSTER "a ghoul with a hunched back";
    "heal" HEAL "two hands around a light";
    "imp" MONSTER "a grinning imp with small wings";
    "luck" LUCK "a coin with a clover on it";
    "lucky-charm" LUCK "a horseshoe on a nail";
    "mace" SWORD "a flanged mace that strikes";
    "miniboss" CROWN "an armoured guard with a crown and a great key";
    "ogre" MONSTER "an ogre with a club";
    "rat" PAW "a rat with a red tail";
    "second-wind" WIND "a knight who rises from one knee";
    "sneak" SNEAK "a hooded figure that creeps past bones";
    "trap-easy" TRAP "a boot about to step into a toothed trap";
    "trap-hard" TRAP "two swinging blades, one bloody";
}
