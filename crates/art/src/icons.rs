//! Icons: small signs, each with one meaning everywhere, on pages and in a terminal.
//!
//! Most are drawn by the Material Design Icons; where those have nothing that fits, we draw it ourselves. Every icon is
//! a static here, for a page's own controls, and found by its name with [`icon`].

use std::{collections::HashMap, fmt, sync::LazyLock};

use icondata_core::IconData;
use icondata_mdi as mdi;

/// Where an icon is used. Within a group no two have the same letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// On pieces, in lines of the chronicle, on maps: what a game can name.
    Board,
    /// A suit of playing cards. Its terminal signs are those of the suits, whatever else has them.
    Suit,
    /// On a page's own controls.
    Control,
}

/// A small sign. It takes the colour of the text around it.
pub struct IconArt {
    name: &'static str,
    group: Group,
    sign: char,
    letter: char,
    words: &'static str,
    shape: &'static IconData,
}

impl IconArt {
    /// Its name, in kebab case, as `suit-hearts`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Where it is used.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// Its sign in a terminal that shows more than ASCII: one column wide, and no other icon's but for suits.
    pub const fn sign(&self) -> char {
        self.sign
    }

    /// Its sign in ASCII: no digit from 1 to 9, and no other's of its group.
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// Its meaning in a word or two, in lower case.
    pub const fn words(&self) -> &'static str {
        self.words
    }

    /// The drawing, to be set anywhere in a page. A reader's voice passes over it: its meaning must stand in words nearby.
    pub fn svg(&self) -> String {
        format!(
            "<svg class=\"i\" viewBox=\"{}\" aria-hidden=\"true\" focusable=\"false\">{}</svg>",
            self.view_box(),
            self.shape.data
        )
    }

    /// The same by reference, on a page that holds the icon in a sheet of [`symbols`].
    pub fn reference(&self) -> String {
        let name = self.name;
        format!("<svg class=\"i\" aria-hidden=\"true\" focusable=\"false\"><use href=\"#i-{name}\"/></svg>")
    }

    /// The drawing as a symbol with the id `i-NAME`.
    pub fn symbol(&self) -> String {
        format!("<symbol id=\"i-{}\" viewBox=\"{}\">{}</symbol>", self.name, self.view_box(), self.shape.data)
    }

    fn view_box(&self) -> &'static str {
        self.shape.view_box.unwrap_or("0 0 24 24")
    }
}

impl fmt::Debug for IconArt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IconArt").field(&self.name).finish()
    }
}

/// The icon of that name, if there is one.
pub fn icon(name: &str) -> Option<&'static IconArt> {
    static BY_NAME: LazyLock<HashMap<&str, &IconArt>> =
        LazyLock::new(|| icons().map(|icon| (icon.name, icon)).collect());
    BY_NAME.get(name).copied()
}

/// Every icon, group by group, in the order of their names.
pub fn icons() -> impl Iterator<Item = &'static IconArt> {
    ICONS.iter().copied()
}

/// A sheet with the icons of these names as symbols, once each, for [`IconArt::reference`]; to be set into a page or
/// served as a file. A name that no icon has is left out.
pub fn symbols<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut wanted: Vec<&IconArt> = Vec::new();
    for icon in names.into_iter().filter_map(icon) {
        if !wanted.iter().any(|other| other.name == icon.name) {
            wanted.push(icon);
        }
    }
    let symbols: String = wanted.into_iter().map(IconArt::symbol).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art-shared\" width=\"0\" height=\"0\" aria-hidden=\"true\">\
         {symbols}</svg>"
    )
}

macro_rules! icons {
    ($($constant:ident $group:ident $name:literal $sign:literal $letter:literal $words:literal $shape:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $words, ".")]
            pub static $constant: IconArt = IconArt {
                name: $name,
                group: Group::$group,
                sign: $sign,
                letter: $letter,
                words: $words,
                shape: $shape,
            };
        )*
        static ICONS: &[&IconArt] = &[$(&$constant),*];
    };
}

icons! {
    ALTAR Board "altar" '⊥' 't' "altar" mdi::MdiCandle;
    ARMOR Board "armor" '◈' 'a' "armor" mdi::MdiTshirtCrew;
    ARROW Board "arrow" '→' '-' "arrow" mdi::MdiArrowRightThick;
    ASCEND Board "ascend" '⇑' '^' "ascend" mdi::MdiChevronTripleUp;
    AXE Board "axe" 'Þ' 'P' "axe" mdi::MdiAxe;
    BELL Board "bell" '♪' ';' "bell" mdi::MdiBell;
    BLESSING Board "blessing" '✚' '+' "blessing" mdi::MdiHandsPray;
    BOOK Board "book" '▤' '[' "book" mdi::MdiBookOpenPageVariant;
    BOOT Board "boot" '∟' 'J' "boot" &BOOT_SHAPE;
    BOSS Board "boss" '♛' 'B' "boss" mdi::MdiSkullCrossbones;
    BOW Board "bow" ')' ')' "bow" mdi::MdiBowArrow;
    BRANCH Board "branch" 'ϒ' 'V' "branch" mdi::MdiSourceBranch;
    CAMP Board "camp" '▲' 'n' "camp" mdi::MdiCampfire;
    CARD Board "card" '▯' 'c' "card" mdi::MdiCards;
    CHECK Board "check" '✓' 'y' "check" mdi::MdiCheck;
    CHEST Board "chest" '▣' '$' "chest" mdi::MdiTreasureChest;
    CLOCK Board "clock" '◷' 'o' "clock" mdi::MdiClock;
    COIN Board "coin" '¢' 'O' "coin" mdi::MdiCircleMultiple;
    COPY Board "copy" '⊕' 'C' "duplicate" mdi::MdiContentCopy;
    CROWN Board "crown" '♔' 'K' "crown" mdi::MdiCrown;
    CURSE Board "curse" '✗' 'x' "curse" mdi::MdiEyeCircle;
    D20 Board "d20" '⬡' 'd' "d20" mdi::MdiDiceD20;
    DEMON Board "demon" 'Ψ' 'D' "demon" mdi::MdiEmoticonDevil;
    DIE Board "die" '◇' 'i' "die" mdi::MdiDice5;
    DOOR Board "door" '∩' 'A' "door" mdi::MdiDoor;
    DOUBLE Board "double" '∥' '=' "double" mdi::MdiDiceMultiple;
    DRAW Board "draw" '⊞' 'q' "draw" mdi::MdiCardPlus;
    DROP Board "drop" '●' 'j' "ooze" mdi::MdiWater;
    ESCAPE Board "escape" '↗' 'Z' "escape" mdi::MdiExitRun;
    EVADE Board "evade" '↷' '>' "evade" mdi::MdiRunFast;
    EYE Board "eye" '⊙' 'e' "eye" mdi::MdiEye;
    FIGHT Board "fight" '⚔' 'X' "fight" mdi::MdiSwordCross;
    FLASK Board "flask" '◊' 'p' "flask" mdi::MdiFlaskRoundBottom;
    FOUNTAIN Board "fountain" '≈' '~' "fountain" mdi::MdiFountain;
    GEM Board "gem" '❖' 'g' "gem" mdi::MdiDiamondStone;
    GRAVE Board "grave" '∏' 'r' "grave" mdi::MdiGraveStone;
    HALLWAY Board "hallway" '·' '.' "hallway" mdi::MdiTunnel;
    HAND Board "hand" '☞' '_' "hand" mdi::MdiHandBackLeft;
    HANDSHAKE Board "handshake" '∞' '%' "handshake" mdi::MdiHandshake;
    HEAL Board "heal" '+' 'H' "heal" mdi::MdiPlusThick;
    HEART Board "heart" '♥' 'h' "heart" mdi::MdiHeart;
    HERO Board "hero" '☺' '@' "hero" mdi::MdiChessKnight;
    HOURGLASS Board "hourglass" '⋈' ':' "hourglass" mdi::MdiTimerSand;
    INITIATIVE Board "initiative" '»' '!' "initiative" mdi::MdiLightningBolt;
    KEY Board "key" '⌐' 'k' "key" mdi::MdiKeyVariant;
    KNIFE Board "knife" '‡' '/' "backstab" mdi::MdiKnifeMilitary;
    LANTERN Board "lantern" '☼' 'G' "lantern" mdi::MdiCoachLamp;
    LEVEL Board "level" '▴' 'L' "level" mdi::MdiArrowUpBold;
    LUCK Board "luck" '♣' 'l' "luck" mdi::MdiClover;
    MAGIC Board "magic" '☆' '|' "magic" mdi::MdiAutoFix;
    MAP Board "map" '▦' ']' "map" mdi::MdiMap;
    MASK Board "mask" '☻' 'N' "trickster" mdi::MdiDramaMasks;
    MEAL Board "meal" '∪' ',' "meal" mdi::MdiBowlMix;
    MERCHANT Board "merchant" '¤' 'M' "merchant" mdi::MdiStore;
    MONSTER Board "monster" '♞' 'm' "monster" mdi::MdiGhost;
    PASS Board "pass" '↦' '\\' "passed" mdi::MdiSkipNext;
    PAW Board "paw" '∴' 'b' "beast" mdi::MdiPaw;
    PAWN Board "pawn" '♟' 'I' "pawn" mdi::MdiChessPawn;
    PEARL Board "pearl" '○' '(' "pearl" &PEARL_SHAPE;
    PORTAL Board "portal" '◎' '0' "portal" mdi::MdiOrbit;
    SCROLL Board "scroll" '§' 'R' "scroll" mdi::MdiScript;
    SHIELD Board "shield" '♦' 's' "shield" mdi::MdiShield;
    SKULL Board "skull" '☠' 'S' "skull" mdi::MdiSkull;
    SNEAK Board "sneak" '☽' 'z' "sneak" mdi::MdiIncognito;
    SPARK Board "spark" '✦' '"' "mana" mdi::MdiStarFourPoints;
    STAIRS Board "stairs" '≡' '<' "stairs" mdi::MdiStairs;
    STAR Board "star" '★' '*' "star" mdi::MdiStar;
    STRENGTH Board "strength" 'Γ' 'F' "strength" mdi::MdiArmFlex;
    SWAP Board "swap" '⇄' 'W' "swap" mdi::MdiSwapHorizontalBold;
    SWORD Board "sword" '†' 'w' "sword" mdi::MdiSword;
    TORCH Board "torch" '¡' 'f' "torch" mdi::MdiTorch;
    TOWER Board "tower" '♜' 'T' "tower" mdi::MdiChessRook;
    TRAP Board "trap" '▼' 'v' "trap" mdi::MdiBomb;
    TRASH Board "trash" '⊔' 'U' "trash" mdi::MdiTrashCan;
    TREASURE Board "treasure" '$' 'Q' "treasure" mdi::MdiSack;
    TROPHY Board "trophy" '♕' 'Y' "trophy" mdi::MdiTrophy;
    VOICE Board "voice" '«' '{' "shout" mdi::MdiBullhorn;
    WALL Board "wall" '█' '#' "wall" mdi::MdiWall;
    WILD Board "wild" '⁂' '\'' "wild" mdi::MdiAsterisk;
    WIND Board "wind" '∿' '&' "wind" mdi::MdiWeatherWindy;
    XP Board "xp" '✪' 'E' "experience" mdi::MdiStarCircle;
    SUIT_CLUBS Suit "suit-clubs" '♣' 'C' "clubs" mdi::MdiCardsClub;
    SUIT_DIAMONDS Suit "suit-diamonds" '♦' 'D' "diamonds" mdi::MdiCardsDiamond;
    SUIT_HEARTS Suit "suit-hearts" '♥' 'H' "hearts" mdi::MdiCardsHeart;
    SUIT_SPADES Suit "suit-spades" '♠' 'S' "spades" mdi::MdiCardsSpade;
    BACK Control "back" '‹' '<' "back" mdi::MdiChevronLeft;
    BOT Control "bot" '⊓' 'b' "bot" mdi::MdiRobot;
    CLOSE Control "close" '×' 'x' "close" mdi::MdiClose;
    CRACKED Control "cracked" '÷' '/' "damaged" mdi::MdiHeartBroken;
    FIRST Control "first" '⇤' '[' "first" mdi::MdiPageFirst;
    BRAVO Control "bravo" '✻' 'c' "applause" mdi::MdiHandClap;
    FORWARD Control "forward" '›' '>' "forward" mdi::MdiChevronRight;
    HELP Control "help" '?' '?' "help" mdi::MdiHelpCircleOutline;
    HINT Control "hint" '☝' 'i' "hint" mdi::MdiLightbulbOutline;
    LAST Control "last" '⇥' ']' "last" mdi::MdiPageLast;
    LAUGH Control "laugh" '♬' 'l' "laughter" mdi::MdiEmoticonLolOutline;
    LOCKED Control "locked" '⊠' '#' "locked" mdi::MdiLock;
    MENU Control "menu" '⋮' '=' "menu" mdi::MdiMenu;
    OUCH Control "ouch" '☹' 'y' "pity" mdi::MdiEmoticonSadOutline;
    PLAY Control "play" '▸' 'p' "play" mdi::MdiPlay;
    SETTINGS Control "settings" '⚙' '*' "settings" mdi::MdiCog;
    SHARE Control "share" '⇪' 's' "share" mdi::MdiShareVariant;
    TALK Control "talk" '❝' 't' "talk" mdi::MdiChatOutline;
    THANKS Control "thanks" '♡' 'k' "thanks" mdi::MdiHeartOutline;
    UNDO Control "undo" '↶' 'u' "undo" mdi::MdiUndo;
    USED Control "used" '∅' 'o' "used up" mdi::MdiSleep;
    VERIFIED Control "verified" '✔' 'v' "verified" mdi::MdiCheckDecagram;
    WARNING Control "warning" '⚠' '!' "warning" mdi::MdiAlert;
    WOW Control "wow" '◌' 'w' "wonder" mdi::MdiEmoticonExcitedOutline;
}

const fn own(data: &'static str) -> IconData {
    IconData {
        style: None,
        x: None,
        y: None,
        width: None,
        height: None,
        view_box: Some("0 0 24 24"),
        stroke_linecap: None,
        stroke_linejoin: None,
        stroke_width: None,
        stroke: None,
        fill: None,
        data,
    }
}

static BOOT_SHAPE: IconData = own(
    "<path d=\"M7 2h8v9.500c0 1.500 1 2.200 3 2.700 2.500.6 4 1.700 4 4.300V19H7zM7 20.500h15V22H7zM5 5h1.500v2H5zM5 9h1.500v2H5z\"/>",
);

static PEARL_SHAPE: IconData = own(
    "<path fill-rule=\"evenodd\" d=\"M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-3.500 3.700a1 1 0 0 1 .8 1.800 4.700 4.700 0 0 0-2.400 3.200 \
     1 1 0 0 1-2-.4 6.700 6.700 0 0 1 3.600-4.600z\"/>",
);
