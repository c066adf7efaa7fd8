//! Pictures: one for each meaning, the same in every game. They come from Material Design Icons.

use icondata_core::IconData;
use icondata_mdi as mdi;
use kernel::{Icon, Suit};
use maud::{Markup, PreEscaped, html};

/// A picture as inline SVG, in the colour of the text around it. Its meaning must stand in words nearby.
pub fn icon(icon: Icon) -> Markup {
    draw(match icon {
        Icon::ALTAR => mdi::MdiCandle,
        Icon::ARMOR => mdi::MdiTshirtCrew,
        Icon::ASCEND => mdi::MdiChevronTripleUp,
        Icon::BLESSING => mdi::MdiHandsPray,
        Icon::BOSS => mdi::MdiSkullCrossbones,
        Icon::CAMP => mdi::MdiCampfire,
        Icon::CARD => mdi::MdiCards,
        Icon::CHEST => mdi::MdiTreasureChest,
        Icon::CLOCK => mdi::MdiTimerSand,
        Icon::COIN => mdi::MdiCircleMultiple,
        Icon::CROWN => mdi::MdiCrown,
        Icon::CURSE => mdi::MdiEyeCircle,
        Icon::D20 => mdi::MdiDiceD20,
        Icon::DEMON => mdi::MdiEmoticonDevil,
        Icon::DIE => mdi::MdiDice5,
        Icon::DOOR => mdi::MdiDoor,
        Icon::DOUBLE => mdi::MdiDiceMultiple,
        Icon::EVADE => mdi::MdiRunFast,
        Icon::FLASK => mdi::MdiFlaskRoundBottom,
        Icon::FOUNTAIN => mdi::MdiFountain,
        Icon::HALLWAY => mdi::MdiTunnel,
        Icon::HEART => mdi::MdiHeart,
        Icon::HERO => mdi::MdiChessKnight,
        Icon::INITIATIVE => mdi::MdiLightningBolt,
        Icon::LUCK => mdi::MdiClover,
        Icon::MERCHANT => mdi::MdiStore,
        Icon::MONSTER => mdi::MdiGhost,
        Icon::PORTAL => mdi::MdiOrbit,
        Icon::SHIELD => mdi::MdiShield,
        Icon::SKULL => mdi::MdiSkull,
        Icon::SNEAK => mdi::MdiIncognito,
        Icon::STAR => mdi::MdiStar,
        Icon::SWORD => mdi::MdiSword,
        Icon::TOWER => mdi::MdiChessRook,
        Icon::TRAP => mdi::MdiBomb,
        Icon::TROPHY => mdi::MdiTrophy,
        Icon::WALL => mdi::MdiWall,
        Icon::WIND => mdi::MdiWeatherWindy,
        _ => mdi::MdiHelp,
    })
}

/// The sign of a suit.
pub(super) fn suit(suit: Suit) -> Markup {
    draw(match suit {
        Suit::Hearts => mdi::MdiCardsHeart,
        Suit::Diamonds => mdi::MdiCardsDiamond,
        Suit::Clubs => mdi::MdiCardsClub,
        Suit::Spades => mdi::MdiCardsSpade,
    })
}

/// Pictures of the page itself, not of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Back,
    Bot,
    Cracked,
    First,
    Forward,
    Help,
    Hint,
    Last,
    Locked,
    Play,
    Settings,
    Undo,
    Used,
    Verified,
    Warning,
}

/// A picture of the page itself.
pub(super) fn sign(sign: Sign) -> Markup {
    draw(match sign {
        Sign::Back => mdi::MdiChevronLeft,
        Sign::Bot => mdi::MdiRobot,
        Sign::Cracked => mdi::MdiHeartBroken,
        Sign::First => mdi::MdiPageFirst,
        Sign::Forward => mdi::MdiChevronRight,
        Sign::Help => mdi::MdiHelpCircleOutline,
        Sign::Hint => mdi::MdiLightbulbOutline,
        Sign::Last => mdi::MdiPageLast,
        Sign::Locked => mdi::MdiLock,
        Sign::Play => mdi::MdiPlay,
        Sign::Settings => mdi::MdiCog,
        Sign::Undo => mdi::MdiUndo,
        Sign::Used => mdi::MdiTimerSandEmpty,
        Sign::Verified => mdi::MdiCheckDecagram,
        Sign::Warning => mdi::MdiAlert,
    })
}

/// The sign of the house: an arch, its keystone, and a light below.
pub(super) fn arch() -> Markup {
    html! {
        svg.arch viewBox="0 0 48 48" aria-hidden="true" focusable="false" {
            path.stone d="M4 46V24a20 20 0 0 1 40 0v22h-9V24a11 11 0 0 0-22 0v22z" {}
            path.joint d="M4 34h9M35 34h9M5.6 17l8.6 3.6M42.4 17l-8.6 3.6M13 7.4l5 7.6M35 7.4l-5 7.6" {}
            path.key d="M20.5 3.5h7l-1.7 11h-3.6z" {}
            path.flame d="M24 23c3.500 4 5 6.600 5 9.200a5 5 0 0 1-10 0c0-2.600 1.500-5.200 5-9.200z" {}
            path.step d="M15 46v-4h18v4z" {}
        }
    }
}

fn draw(data: &IconData) -> Markup {
    html! {
        svg.i viewBox=(data.view_box.unwrap_or("0 0 24 24")) aria-hidden="true" focusable="false" {
            (PreEscaped(data.data))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_drawn_and_no_two_alike() {
        let drawn: Vec<String> = Icon::ALL.iter().map(|i| icon(*i).into_string()).collect();
        assert!(drawn.iter().all(|svg| svg.contains("<path") && svg.contains("viewBox")));
        let different: std::collections::HashSet<&String> = drawn.iter().collect();
        assert_eq!(different.len(), Icon::ALL.len());
    }
}
