//! Icons: small signs, each with one meaning everywhere, on pages and in a terminal.
//!
//! Most are drawn by the Material Design Icons; the project draws the others itself. Every icon is
//! a static here, for a page's own controls, and [`icon`] finds it by its name.

use std::{collections::HashMap, fmt, sync::LazyLock};

use icondata_core::IconData;
use icondata_mdi as mdi;
use text::{Text, text};

/// The group of an icon, by its use. Within a group no two icons have the same letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// On pieces, in lines of the chronicle, on maps: icons that games can name.
    Board,
    /// A suit of playing cards. Its terminal signs are those of the suits, even if other icons have
    /// the same.
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
    words: Text,
    shape: &'static IconData,
}

impl IconArt {
    /// Returns its name, in kebab case: `suit-hearts`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its group.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// Returns its sign in a terminal that shows more than ASCII: one column wide, and unique
    /// except for suits.
    pub const fn sign(&self) -> char {
        self.sign
    }

    /// Returns its sign in ASCII: no digit from 1 to 9, and unique in its group.
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// Returns its meaning in a word or two.
    pub fn words(&self) -> &'static str {
        self.words.as_str()
    }

    /// Returns the drawing, for any place in a page. Screen readers skip it, so words next to it
    /// must have its meaning.
    pub fn svg(&self) -> String {
        format!(
            "<svg class=\"i\" viewBox=\"{}\" aria-hidden=\"true\" focusable=\"false\">{}</svg>",
            self.view_box(),
            self.shape.data
        )
    }

    /// Returns a reference to the drawing, for a page that holds the icon in a sheet of
    /// [`symbols`].
    pub fn reference(&self) -> String {
        let name = self.name;
        format!("<svg class=\"i\" aria-hidden=\"true\" focusable=\"false\"><use href=\"#i-{name}\"/></svg>")
    }

    /// Returns the drawing as a symbol with the id `i-NAME`.
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

/// Returns the icon of that name, if there is one.
pub fn icon(name: &str) -> Option<&'static IconArt> {
    static BY_NAME: LazyLock<HashMap<&str, &IconArt>> =
        LazyLock::new(|| icons().map(|icon| (icon.name, icon)).collect());
    BY_NAME.get(name).copied()
}

/// Returns every icon, group by group, in the order of their names.
pub fn icons() -> impl Iterator<Item = &'static IconArt> {
    ICONS.iter().copied()
}

/// Returns a sheet with the icons of these names as symbols, once each, for [`IconArt::reference`].
/// It can be part of a page or served as a file. A name without an icon is ignored.
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
    ($($constant:ident $group:ident $name:literal $sign:literal $letter:literal $words:expr, $shape:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`.")]
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
    ALTAR Board "altar" '⊥' 't' text!("altar"), mdi::MdiCandle;
    ARMOR Board "armor" '◈' 'a' text!("armor"), mdi::MdiTshirtCrew;
    ARROW Board "arrow" '→' '-' text!("arrow"), mdi::MdiArrowRightThick;
    ASCEND Board "ascend" '⇑' '^' text!("ascend"), mdi::MdiChevronTripleUp;
    AXE Board "axe" 'Þ' 'P' text!("axe"), mdi::MdiAxe;
    BELL Board "bell" '♪' ';' text!("bell"), mdi::MdiBell;
    BLESSING Board "blessing" '✚' '+' text!("blessing"), mdi::MdiHandsPray;
    BOOK Board "book" '▤' '[' text!("book"), mdi::MdiBookOpenPageVariant;
    BOOT Board "boot" '∟' 'J' text!("boot"), &BOOT_SHAPE;
    BOSS Board "boss" '♛' 'B' text!("boss"), mdi::MdiSkullCrossbones;
    BOW Board "bow" ')' ')' text!("bow"), mdi::MdiBowArrow;
    BRANCH Board "branch" 'ϒ' 'V' text!("branch"), mdi::MdiSourceBranch;
    CAMP Board "camp" '▲' 'n' text!("camp"), mdi::MdiCampfire;
    CARD Board "card" '▯' 'c' text!("card"), mdi::MdiCards;
    CHECK Board "check" '✓' 'y' text!("check"), mdi::MdiCheck;
    CHEST Board "chest" '▣' '$' text!("chest"), mdi::MdiTreasureChest;
    CLOCK Board "clock" '◷' 'o' text!("clock"), mdi::MdiClock;
    COIN Board "coin" '¢' 'O' text!("coin"), mdi::MdiCircleMultiple;
    COPY Board "copy" '⊕' 'C' text!("duplicate"), mdi::MdiContentCopy;
    CROWN Board "crown" '♔' 'K' text!("crown"), mdi::MdiCrown;
    CURSE Board "curse" '✗' 'x' text!("curse"), mdi::MdiEyeCircle;
    D20 Board "d20" '⬡' 'd' text!("d20"), mdi::MdiDiceD20;
    DEMON Board "demon" 'Ψ' 'D' text!("demon"), mdi::MdiEmoticonDevil;
    DIE Board "die" '◇' 'i' text!("die"), mdi::MdiDice5;
    DOOR Board "door" '∩' 'A' text!("door"), mdi::MdiDoor;
    DOUBLE Board "double" '∥' '=' text!("double"), mdi::MdiDiceMultiple;
    DRAW Board "draw" '⊞' 'q' text!("draw"), mdi::MdiCardPlus;
    DROP Board "drop" '●' 'j' text!("ooze"), mdi::MdiWater;
    ESCAPE Board "escape" '↗' 'Z' text!("escape"), mdi::MdiExitRun;
    EVADE Board "evade" '↷' '>' text!("evade"), mdi::MdiRunFast;
    EYE Board "eye" '⊙' 'e' text!("eye"), mdi::MdiEye;
    FIGHT Board "fight" '⚔' 'X' text!("fight"), mdi::MdiSwordCross;
    FLASK Board "flask" '◊' 'p' text!("flask"), mdi::MdiFlaskRoundBottom;
    FOUNTAIN Board "fountain" '≈' '~' text!("fountain"), mdi::MdiFountain;
    GEM Board "gem" '❖' 'g' text!("gem"), mdi::MdiDiamondStone;
    GRAVE Board "grave" '∏' 'r' text!("grave"), mdi::MdiGraveStone;
    HALLWAY Board "hallway" '·' '.' text!("hallway"), mdi::MdiTunnel;
    HAND Board "hand" '☞' '_' text!("hand"), mdi::MdiHandBackLeft;
    HANDSHAKE Board "handshake" '∞' '%' text!("handshake"), mdi::MdiHandshake;
    HEAL Board "heal" '+' 'H' text!("heal"), mdi::MdiPlusThick;
    HEART Board "heart" '♥' 'h' text!("heart"), mdi::MdiHeart;
    HERO Board "hero" '☺' '@' text!("hero"), mdi::MdiChessKnight;
    HOURGLASS Board "hourglass" '⋈' ':' text!("hourglass"), mdi::MdiTimerSand;
    INITIATIVE Board "initiative" '»' '!' text!("initiative"), mdi::MdiLightningBolt;
    KEY Board "key" '⌐' 'k' text!("key"), mdi::MdiKeyVariant;
    KNIFE Board "knife" '‡' '/' text!("backstab"), mdi::MdiKnifeMilitary;
    LANTERN Board "lantern" '☼' 'G' text!("lantern"), mdi::MdiCoachLamp;
    LEVEL Board "level" '▴' 'L' text!("level"), mdi::MdiArrowUpBold;
    LUCK Board "luck" '♣' 'l' text!("luck"), mdi::MdiClover;
    MAGIC Board "magic" '☆' '|' text!("magic"), mdi::MdiAutoFix;
    MAP Board "map" '▦' ']' text!("map"), mdi::MdiMap;
    MASK Board "mask" '☻' 'N' text!("trickster"), mdi::MdiDramaMasks;
    MEAL Board "meal" '∪' ',' text!("meal"), mdi::MdiBowlMix;
    MERCHANT Board "merchant" '¤' 'M' text!("merchant"), mdi::MdiStore;
    MONSTER Board "monster" '♞' 'm' text!("monster"), mdi::MdiGhost;
    PASS Board "pass" '↦' '\\' text!("passed"), mdi::MdiSkipNext;
    PAW Board "paw" '∴' 'b' text!("beast"), mdi::MdiPaw;
    PAWN Board "pawn" '♟' 'I' text!("pawn"), mdi::MdiChessPawn;
    PEARL Board "pearl" '○' '(' text!("pearl"), &PEARL_SHAPE;
    PORTAL Board "portal" '◎' '0' text!("portal"), mdi::MdiOrbit;
    SCROLL Board "scroll" '§' 'R' text!("scroll"), mdi::MdiScript;
    SHIELD Board "shield" '♦' 's' text!("shield"), mdi::MdiShield;
    SHUFFLE Board "shuffle" '↻' 'u' text!("shuffle"), mdi::MdiShuffleVariant;
    SKULL Board "skull" '☠' 'S' text!("skull"), mdi::MdiSkull;
    SNEAK Board "sneak" '☽' 'z' text!("sneak"), mdi::MdiIncognito;
    SPARK Board "spark" '✦' '"' text!("mana"), mdi::MdiStarFourPoints;
    STAIRS Board "stairs" '≡' '<' text!("stairs"), mdi::MdiStairs;
    STAR Board "star" '★' '*' text!("star"), mdi::MdiStar;
    STRENGTH Board "strength" 'Γ' 'F' text!("strength"), mdi::MdiArmFlex;
    SWAP Board "swap" '⇄' 'W' text!("swap"), mdi::MdiSwapHorizontalBold;
    SWORD Board "sword" '†' 'w' text!("sword"), mdi::MdiSword;
    TORCH Board "torch" '¡' 'f' text!("torch"), mdi::MdiTorch;
    TOWER Board "tower" '♜' 'T' text!("tower"), mdi::MdiChessRook;
    TRAP Board "trap" '▼' 'v' text!("trap"), mdi::MdiBomb;
    TRASH Board "trash" '⊔' 'U' text!("trash"), mdi::MdiTrashCan;
    TREASURE Board "treasure" '$' 'Q' text!("treasure"), mdi::MdiSack;
    TROPHY Board "trophy" '♕' 'Y' text!("trophy"), mdi::MdiTrophy;
    VOICE Board "voice" '«' '{' text!("shout"), mdi::MdiBullhorn;
    WALL Board "wall" '█' '#' text!("wall"), mdi::MdiWall;
    WILD Board "wild" '⁂' '\'' text!("wild"), mdi::MdiAsterisk;
    WIND Board "wind" '∿' '&' text!("wind"), mdi::MdiWeatherWindy;
    XP Board "xp" '✪' 'E' text!("experience"), mdi::MdiStarCircle;
    SUIT_CLUBS Suit "suit-clubs" '♣' 'C' text!("clubs"), mdi::MdiCardsClub;
    SUIT_DIAMONDS Suit "suit-diamonds" '♦' 'D' text!("diamonds"), mdi::MdiCardsDiamond;
    SUIT_HEARTS Suit "suit-hearts" '♥' 'H' text!("hearts"), mdi::MdiCardsHeart;
    SUIT_SPADES Suit "suit-spades" '♠' 'S' text!("spades"), mdi::MdiCardsSpade;
    BACK Control "back" '‹' '<' text!("back"), mdi::MdiChevronLeft;
    BOT Control "bot" '⊓' 'b' text!("bot"), mdi::MdiRobot;
    CLOSE Control "close" '×' 'x' text!("close"), mdi::MdiClose;
    CRACKED Control "cracked" '÷' '/' text!("damaged"), mdi::MdiHeartBroken;
    FIRST Control "first" '⇤' '[' text!("first"), mdi::MdiPageFirst;
    BRAVO Control "bravo" '✻' 'c' text!("applause"), mdi::MdiHandClap;
    FORWARD Control "forward" '›' '>' text!("forward"), mdi::MdiChevronRight;
    HELP Control "help" '?' '?' text!("help"), mdi::MdiHelpCircleOutline;
    HINT Control "hint" '☝' 'i' text!("hint"), mdi::MdiLightbulbOutline;
    LAST Control "last" '⇥' ']' text!("last"), mdi::MdiPageLast;
    LAUGH Control "laugh" '♬' 'l' text!("laughter"), mdi::MdiEmoticonLolOutline;
    LOCKED Control "locked" '⊠' '#' text!("locked"), mdi::MdiLock;
    MENU Control "menu" '⋮' '=' text!("menu"), mdi::MdiMenu;
    OUCH Control "ouch" '☹' 'y' text!("pity"), mdi::MdiEmoticonSadOutline;
    PLAY Control "play" '▸' 'p' text!("play"), mdi::MdiPlay;
    SETTINGS Control "settings" '⚙' '*' text!("settings"), mdi::MdiCog;
    SHARE Control "share" '⇪' 's' text!("share"), mdi::MdiShareVariant;
    SOUND Control "sound" '♫' 'm' text!("sound"), mdi::MdiVolumeHigh;
    TALK Control "talk" '❝' 't' text!("talk"), mdi::MdiChatOutline;
    THANKS Control "thanks" '♡' 'k' text!("thanks"), mdi::MdiHeartOutline;
    UNDO Control "undo" '↶' 'u' text!("undo"), mdi::MdiUndo;
    USED Control "used" '∅' 'o' text!("used up"), mdi::MdiSleep;
    VERIFIED Control "verified" '✔' 'v' text!("verified"), mdi::MdiCheckDecagram;
    WARNING Control "warning" '⚠' '!' text!("warning"), mdi::MdiAlert;
    WOW Control "wow" '◌' 'w' text!("wonder"), mdi::MdiEmoticonExcitedOutline;
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
