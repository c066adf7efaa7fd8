//! What is on the table, from the view.

use kernel::{Scene, Seat, Viewer, Wording};

use crate::{Action, View};

/// The table as `viewer` sees it.
pub(crate) fn scene(view: &View, _: Viewer) -> Scene {
    Scene { headline: format!("Round {}", view.open.round).into(), ..Scene::default() }
}

/// How a legal action reads.
pub(crate) fn wording(_: &View, _: Seat, action: &Action) -> Wording {
    Wording::new(serde_json::to_string(action).unwrap_or_default())
}
