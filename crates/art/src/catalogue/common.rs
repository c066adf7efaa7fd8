//! Pictures that several games share.

use text::text;

super::folder! { "common":
    "altar" ALTAR text!("a stone altar with three burning candles");
    "bell" BELL text!("a bell that swings on its beam");
    "boots" BOOT text!("a pair of cuffed leather boots");
    "bow" BOW text!("a drawn bow with an arrow on it");
    "chest" CHEST text!("an open chest full of coins");
    "clover" LUCK text!("a clover with four leaves");
    "coins" COIN text!("stacks of coins, the foremost with a skull on it");
    "crown" CROWN text!("a crown set with red stones");
    "demon" DEMON text!("a horned demon's face among flames");
    "dragon" BOSS text!("a dragon's head that breathes fire");
    "ghost" MONSTER text!("a pale ghost with open mouth and spread arms");
    "goblin" MONSTER text!("a goblin's face with wide ears and sharp teeth");
    "heart" HEART text!("a heart, half of it in shadow");
    "hero" HERO text!("a hooded hero with a raised sword");
    "hourglass" HOURGLASS text!("an hourglass with sand running down");
    "key" KEY text!("an old key with a bow like a clover leaf");
    "map" MAP text!("a folded map with a trail to a cross");
    "orc" MONSTER text!("an orc's broad face with two great tusks");
    "portal" PORTAL text!("a stone arch with a glowing way through it");
    "potion" FLASK text!("a round flask half full of red potion");
    "scroll" SCROLL text!("a scroll with a red seal");
    "shield" SHIELD text!("a red shield with a flame on it");
    "skeleton" SKULL text!("a skeleton in a round helmet");
    "spider" MONSTER text!("a black spider with an hourglass mark on its back");
    "spikes" TRAP text!("rows of steel spikes, one bloody, with a skull among them");
    "sword" SWORD text!("a sword that stands in a stone, rays around it");
    "torch" TORCH text!("a burning torch");
    "troll" MONSTER text!("a troll with long hair, a long nose and tusks");
    "wolf" PAW text!("a wolf's head in profile, teeth bared");
}
