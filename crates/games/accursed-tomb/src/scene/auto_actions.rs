//! Auto-actions: one button instead of many equal decisions.

use kernel::{AutoAction, Forecast, Limit, Seat, Viewer};
use text::{counted, t};

use crate::{
    AccursedTomb, Action, Cell, View,
    judge::Strike,
    outlook::{fought, percent, worst_blow},
    state::Pending,
};

/// Strike the foe until health is at most the limit.
const FIGHT_ON: &str = "fight-on";
/// Wait until health is full.
const REST: &str = "rest";

/// The auto-actions of the viewer.
pub(super) fn standing(game: &AccursedTomb, viewer: Viewer) -> Vec<AutoAction> {
    let Some(seat) = viewer.seat().filter(|seat| *seat == game.turn) else { return Vec::new() };
    let explorer = game.explorer(seat);
    if let Some(foe) = fights_on(game, seat).filter(|foe| explorer.hp > 1 && Strike::at(game, seat, *foe).needs > 1) {
        let monster = game.field.meaning(foe);
        let careful = worst_blow(monster) - 2;
        let usual = if careful < explorer.hp { careful } else { 3.min(explorer.hp - 1) };
        let fought = fought(game, seat, foe, usual);
        let forecast = t!(
            "down to {usual}: {slain} slain · {dies} you die · {stops} you are asked again",
            slain = percent(fought.slain),
            dies = percent(fought.dies),
            stops = percent(fought.stops),
        );
        return vec![AutoAction {
            id: FIGHT_ON,
            text: t!("Fight on").into(),
            limit: Some(Limit {
                text: t!("until my health is at most").into(),
                min: 1,
                max: i32::from(explorer.hp) - 1,
                usual: usual.into(),
            }),
            forecast: Some(Forecast::new(forecast).odds(fought.slain, fought.dies)),
            discreet: false,
            lasting: false,
        }];
    }
    let missing = game.most(explorer.armors).saturating_sub(explorer.hp);
    if missing > 1 && rests(game, seat) {
        let forecast = t!("{turns} to full health, if nothing happens before", turns = counted!(missing, "turn"));
        let text = t!("Rest until my health is full").into();
        return vec![AutoAction {
            id: REST,
            text,
            limit: None,
            forecast: Some(forecast.into()),
            discreet: false,
            lasting: false,
        }];
    }
    Vec::new()
}

/// The action of `seat` by an auto-action.
pub(crate) fn carry_out(view: &View, seat: Seat, id: &str, limit: i32) -> Option<Action> {
    let game = &view.game;
    match id {
        FIGHT_ON if i32::from(game.explorer(seat).hp) > limit => fights_on(game, seat).map(|_| Action::Fight),
        REST => rests(game, seat).then_some(Action::Wait),
        _ => None,
    }
}

/// The foe of `seat`, if `seat` is in turn and nothing new has happened since its last strike. New
/// would be a spent blessing, another explorer in its fight, or another fight with a demon.
fn fights_on(game: &AccursedTomb, seat: Seat) -> Option<Cell> {
    let explorer = game.explorer(seat);
    let foe = explorer.foe.filter(|_| game.pending == Pending::Combat && game.turn == seat)?;
    // A blow has just happened: an explorer with all health was saved from it (R19).
    let saved = explorer.hp == game.most(explorer.armors);
    let joined = others(game, seat).any(|other| other == foe);
    (!saved && !joined && !demon_fought(game, seat)).then_some(foe)
}

/// Whether `seat` is in turn, has health to regain, and no other explorer fights a demon meanwhile.
fn rests(game: &AccursedTomb, seat: Seat) -> bool {
    let explorer = game.explorer(seat);
    let asked = game.pending == Pending::Turn && game.turn == seat;
    asked && explorer.hp < game.most(explorer.armors) && !demon_fought(game, seat)
}

/// The foes of the other explorers.
fn others(game: &AccursedTomb, seat: Seat) -> impl Iterator<Item = Cell> {
    game.party().filter(move |(other, _)| *other != seat).filter_map(|(_, explorer)| explorer.foe)
}

fn demon_fought(game: &AccursedTomb, seat: Seat) -> bool {
    others(game, seat).any(|foe| game.field.demons.contains(foe))
}
