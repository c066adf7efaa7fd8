use crate::*;
pub(crate) fn scene(_: &View, _: Viewer) -> Scene {
    Scene::default()
}
pub(crate) fn wording(_: &View, _: Seat, action: &Action) -> Wording {
    Wording::new(format!("{action:?}"))
}
