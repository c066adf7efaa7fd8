//! Auto-actions and premoves: passing for a whole fight, and an act chosen while an offer waits for
//! its answer.

use kernel::{AutoAction, Seat, Viewer};
use text::t;

use crate::{
    Action, View,
    fight::Fight,
    state::{MAX_PLAYERS, Open, Phase, Stage},
};

/// The order's name.
const PASS: &str = "pass";

/// The auto-action to pass for the fight. Players can set it in the fight window, and bystanders as
/// soon as the monster is met.
pub(crate) fn standing(view: &View, viewer: Viewer) -> Vec<AutoAction> {
    let open = &view.open;
    let may = viewer.seat().is_some_and(|seat| match open.phase {
        Phase::Met(_, Stage::Window) => open.awaited().contains(seat),
        Phase::Met(_, Stage::Encounter) => seat != open.active,
        _ => false,
    });
    let text = t!("Pass all fight").into();
    may.then_some(AutoAction { id: PASS, text, limit: None, forecast: None, discreet: true, lasting: false })
        .into_iter()
        .collect()
}

/// The action of an auto-action now.
pub(crate) fn carry_out(view: &View, _: Seat, id: &str, _: i32) -> Option<Action> {
    (id == PASS && view.open.window().is_some()).then_some(Action::Pass)
}

/// Whether an auto-action still holds: no card was played, no offer was made, and it is the same
/// fight, still undecided.
pub(crate) fn stands(given: &View, now: &View, _: Seat, id: &str) -> bool {
    let undecided = matches!(now.open.phase, Phase::Met(_, Stage::Encounter | Stage::Window));
    id == PASS && undecided && same_cards(&given.open, &now.open) && offers(&given.open) == offers(&now.open)
}

/// The premoves of a bystander who has not passed, while an offer waits for its answer. They are
/// the actions that would be legal if the offer were refused.
pub(crate) fn armable(view: &View, seat: Seat) -> Vec<Action> {
    let (Phase::Met(fight, Stage::Reply(_)), Some(hand)) = (&view.open.phase, view.hand(seat)) else {
        return Vec::new();
    };
    if seat == view.open.active || fight.passed.contains(seat) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    view.open.list_window(hand, seat, fight, &mut moves);
    moves.push(Action::Pass);
    moves
}

/// Whether a premove still means the same: the sums have the same cards and the same participants.
pub(crate) fn still_meant(armed: &View, now: &View, _: Seat, _: &Action) -> bool {
    same_cards(&armed.open, &now.open)
}

/// Whether it is the same fight with the same cards and the same helper; passes do not matter.
fn same_cards(one: &Open, other: &Open) -> bool {
    let bare = |open: &Open| {
        open.fight().map(|fight| Fight { passed: Default::default(), offers: [0; MAX_PLAYERS], ..fight.clone() })
    };
    one.turn == other.turn && one.fight().is_some() && bare(one) == bare(other) && one.spent == other.spent
}

fn offers(open: &Open) -> Option<[u8; MAX_PLAYERS]> {
    open.fight().map(|fight| fight.offers)
}
