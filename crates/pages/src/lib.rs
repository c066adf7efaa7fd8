//! Drawing: pages as functions from plain data to HTML.
//!
//! Everything on a table is drawn from its [`Scene`]. Areas are placed by role, pieces are drawn by
//! look, and the wording that the game gave a move joins it to pieces. No line here, nor in the
//! stylesheet or the script, knows a game.
//!
//! Every page works with scripts off. Moves are submit buttons; a player first picks a piece or
//! word that leads to several moves (`?pick=STEPS`), and a risky move asks on the page
//! (`?confirm=INDEX`). The script only makes this smoother: the choices that follow a pick are on
//! the page already, and the script uncovers them.
//!
//! The folders are layers, from the plain data of pages to their pixels: `data`, `assets`,
//! `common`, `context`, `pieces`, `scene`, `tray`, `table`, `hall` and `people`, `raster`.
//!
//! [`Scene`]: kernel::Scene

mod assets;
mod common;
mod context;
mod data;
mod hall;
mod people;
mod pieces;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod table;
mod tray;

#[cfg(test)]
mod tests;

pub use assets::{Asset, build, fnv1a, mark, prepare};
pub use common::{
    achievements::{ShownAchievement, ShownAchievements},
    icons::icon,
    preview::{is_slow, manifest},
    ranking::{ShownLine, ShownRanking},
    shell::{error, said as notice},
    words::within,
};
pub use context::memo::{Part, is_place};
pub use data::{
    Agreements, ApplicationInfo, Beforehand, BestOf, Chapter, Clock, Entered, Finished, HandOrder, Hosting, Invitee,
    Leaving, Lobby, MatchState, MissedInfo, NearGoal, NextLevel, NextTable, Notice, NoticeKind, OfDay, OtherInfo,
    ProposalInfo, ReactionInfo, RemarkInfo, RenderMemo, RunningAutoAction, SeatInfo, ShownBest, ShownDays, ShownGoals,
    ShownRace, ShownRacer, Speed, TableCard, TablePage, TalkPage, Theme, Visitor, hash,
};
#[cfg(feature = "markdown")]
pub use hall::rules::files as rules_files;
pub use hall::{
    bench::bench,
    boards::{OfferedBoard, ShownBoards, ShownWins, all_boards, boards},
    daily::{Better, OwnResult, OwnTry, ShownDaily, ShownTry, counts, dailies, daily},
    fairness::fairness,
    front::{FrontPage, OwnMatch, ShownMatch, front, games},
    game::{PackChoice, Trial, game},
    lab::lab,
    puzzles::{
        GamePuzzles, PuzzleMark, PuzzlePage, ShownAnswer, ShownChoice, at as puzzle_path, in_a_row, puzzle, puzzles,
    },
    today::{TodayAct, TodayCard},
    verify::{ShownOrigin, ShownShare, verify},
};
pub use model::{Access, Reaction, RemovedPerson, TableStatus};
pub use people::{
    account::{ShownAccount, ShownDevice},
    card::{CardPage, ShownCard, own_card, portraits},
    company::{PeoplePage, ShownCompanion, ShownEvening, ShownHere, ShownInvitation, ShownPerson, ShownPlace, people},
    groups::{GroupPage, GroupSettings, GroupsPage, JoinPage, ShownGroup, ShownMember, group, groups, join},
    me::{OwnPage, ShownList, me, own_account, own_notices, own_settings, own_tables},
    notices::NoticesInfo,
    packs::packs,
    profile::{ShownPast, ShownProfile, ShownTally, profile},
    sign_in::{recover, recovery_link, sign_in},
};
#[cfg(feature = "raster")]
pub use raster::{match_picture, moment_picture, stone_picture};
pub use scene::latest::{LATEST, shown_lines};
#[cfg(feature = "raster")]
pub use table::credits::Credits;
pub use table::{
    chat::all_reactions,
    chronicle::{CHAPTERS, older},
    is_settled, lobby,
    moment::moment,
    moments::{ToldStep, entry, moments},
    moving::{MomentKind, PicturedMoment, moving_picture},
    parts,
    replay::replay,
    stone::{Stone, stone},
    table, table_live, table_title,
};

/// Returns the names of all files below `/assets/` that pages of this build refer to, for a copy of
/// them. Pictures for links are left out.
pub fn asset_names() -> Vec<String> {
    let names = assets::names();
    #[cfg(feature = "raster")]
    let names = names.into_iter().chain(raster::icons()).collect();
    names
}

/// Returns a file that pages refer to, by its name below `/assets/`: stylesheet, script, signs, and
/// the drawings of the catalogue.
///
/// ```
/// let style = pages::asset("style.css").expect("there is a stylesheet");
/// assert!(style.kind.starts_with("text/css") && !style.bytes.is_empty());
/// assert!(pages::asset("../Cargo.toml").is_none());
/// ```
pub fn asset(name: &str) -> Option<Asset> {
    #[cfg(feature = "raster")]
    if let Some(bytes) = raster::file(name) {
        return Some(Asset { kind: "image/png", bytes, for_good: true });
    }
    assets::file(name)
}
