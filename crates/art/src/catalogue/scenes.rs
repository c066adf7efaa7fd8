//! Wide scenes with a calm third for a title: a cover for each game, and the hall's own vault.

super::folder! { "scenes":
    "accursed-tomb" GRAVE "a vault with a stone tomb in a shaft of light, eyes in the dark";
    "crimsonbranch" BRANCH "a wanderer with a lantern before a red tree and the moon";
    "dungeon-rummy" CARD "heroes at a card table in the mouth of a stone monster";
    "gloombah" KNIFE "a row of figures under the moon, each with a knife behind the next one's back";
    "rogue-ascension" TOWER "a wanderer with a lantern on the bridge to a tower under the moon";
    "vault" TORCH "a vault of three arches with two candles on a stone";
}
