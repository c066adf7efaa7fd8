//! Icons and pictures, named by words of the catalogue that the skins draw from.

use serde::Serialize;

/// A small sign with one meaning, the same in every game: a word of the catalogue that the skins
/// draw from.
///
/// The constants here are the icons that several games share; a game may name any other icon of the
/// catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Icon(pub &'static str);

#[allow(missing_docs)]
impl Icon {
    pub const ALTAR: Icon = Icon("altar");
    pub const ARMOR: Icon = Icon("armor");
    pub const ASCEND: Icon = Icon("ascend");
    pub const BLESSING: Icon = Icon("blessing");
    pub const BOSS: Icon = Icon("boss");
    pub const CAMP: Icon = Icon("camp");
    pub const CARD: Icon = Icon("card");
    pub const CHEST: Icon = Icon("chest");
    pub const CLOCK: Icon = Icon("clock");
    pub const COIN: Icon = Icon("coin");
    pub const CROWN: Icon = Icon("crown");
    pub const CURSE: Icon = Icon("curse");
    pub const D20: Icon = Icon("d20");
    pub const DEMON: Icon = Icon("demon");
    pub const DIE: Icon = Icon("die");
    pub const DOOR: Icon = Icon("door");
    pub const DOUBLE: Icon = Icon("double");
    pub const EVADE: Icon = Icon("evade");
    pub const FLASK: Icon = Icon("flask");
    pub const FOUNTAIN: Icon = Icon("fountain");
    pub const HALLWAY: Icon = Icon("hallway");
    pub const HEART: Icon = Icon("heart");
    pub const HERO: Icon = Icon("hero");
    pub const INITIATIVE: Icon = Icon("initiative");
    pub const LUCK: Icon = Icon("luck");
    pub const MERCHANT: Icon = Icon("merchant");
    pub const MONSTER: Icon = Icon("monster");
    pub const PORTAL: Icon = Icon("portal");
    pub const SHIELD: Icon = Icon("shield");
    pub const SKULL: Icon = Icon("skull");
    pub const SNEAK: Icon = Icon("sneak");
    pub const STAR: Icon = Icon("star");
    pub const SWORD: Icon = Icon("sword");
    pub const TOWER: Icon = Icon("tower");
    pub const TRAP: Icon = Icon("trap");
    pub const TROPHY: Icon = Icon("trophy");
    pub const WALL: Icon = Icon("wall");
    pub const WIND: Icon = Icon("wind");
}

/// A drawing, such as `common/goblin`: a word of the catalogue that the skins draw from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Picture(pub &'static str);
