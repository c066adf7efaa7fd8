//! What several games share.

super::folder! { "common":
    "altar" ALTAR "a stone altar with three burning candles";
    "bell" BELL "a bell that swings on its beam";
    "boots" BOOT "a pair of cuffed leather boots";
    "bow" BOW "a drawn bow with an arrow on it";
    "chest" CHEST "an open chest full of coins";
    "clover" LUCK "a clover with four leaves";
    "coins" COIN "stacks of coins, the foremost with a skull on it";
    "crown" CROWN "a crown set with red stones";
    "demon" DEMON "a horned demon's face among flames";
    "dragon" BOSS "a dragon's head that breathes fire";
    "ghost" MONSTER "a pale ghost with open mouth and spread arms";
    "goblin" MONSTER "a goblin's face with wide ears and sharp teeth";
    "heart" HEART "a heart, half of it in shadow";
    "hero" HERO "a hooded hero with a raised sword";
    "hourglass" HOURGLASS "an hourglass with sand running down";
    "key" KEY "an old key with a bow like a clover leaf";
    "map" MAP "a folded map with a trail to a cross";
    "orc" MONSTER "an orc's broad face with two great tusks";
    "portal" PORTAL "a stone arch with a glowing way through it";
    "potion" FLASK "a round flask half full of red potion";
    "scroll" SCROLL "a scroll with a red seal";
    "shield" SHIELD "a red shield with a flame on it";
    "skeleton" SKULL "a skeleton in a round helmet";
    "spider" MONSTER "a black spider with an hourglass mark on its back";
    "spikes" TRAP "rows of steel spikes, one bloody, with a skull among them";
    "sword" SWORD "a sword that stands in a stone, rays around it";
    "torch" TORCH "a burning torch";
    "troll" MONSTER "a troll with long hair, a long nose and tusks";
    "wolf" PAW "a wolf's head in profile, teeth bared";
}
