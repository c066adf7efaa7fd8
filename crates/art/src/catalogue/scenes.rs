//! Wide scenes with a calm third for a title: a cover for each game, and the vault of the hall.

use text::text;

super::folder! { "scenes":
    "accursed-tomb" GRAVE text!("a vault with a stone tomb in a shaft of light, eyes in the dark");
    "crimsonbranch" BRANCH text!("a wanderer with a lantern before a red tree and the moon");
    "dungeon-rummy" CARD text!("heroes at a card table in the mouth of a stone monster");
    "gloombah" KNIFE text!("a row of figures under the moon, each with a knife behind the next one's back");
    "rogue-ascension" TOWER text!("a wanderer with a lantern on the bridge to a tower under the moon");
    "vault" TORCH text!("a vault of three arches with two candles on a stone");
}
