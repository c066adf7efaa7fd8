//! What is on the table, from the view.
use crate::{Action, View};
use kernel::{Scene, Viewer, Wording};
pub(crate) fn scene(_: &View, _: Viewer) -> Scene {
    Scene::default()
}
pub(crate) fn wording(_: &View, action: &Action) -> Wording {
    Wording::new(format!("{action:?}"))
}
