//! Matches around another match, such as a lesson or a match that ended early.

/// Writes the methods of [`Match`](crate::Match) that a match around another passes on unchanged to
/// the field of that name. It has no auto-actions and no premoves.
macro_rules! pass_on {
    ($table:ident) => {
        fn meta(&self) -> &'static $crate::Meta {
            self.$table.meta()
        }

        fn seats(&self) -> u8 {
            self.$table.seats()
        }

        fn bound(&self) -> u64 {
            self.$table.bound()
        }

        fn has_secrets(&self) -> bool {
            self.$table.has_secrets()
        }

        fn ply(&self) -> usize {
            self.$table.ply()
        }

        fn epoch(&self, seat: $crate::Seat) -> usize {
            self.$table.epoch(seat)
        }

        fn chronicle(&self, viewer: $crate::Viewer, n: usize) -> Vec<$crate::Line> {
            self.$table.chronicle(viewer, n)
        }

        fn events(&self, viewer: $crate::Viewer, n: usize) -> Vec<Box<serde_json::value::RawValue>> {
            self.$table.events(viewer, n)
        }

        fn moments(&self, viewer: $crate::Viewer, n: usize) -> Vec<$crate::Moment> {
            self.$table.moments(viewer, n)
        }

        fn shown(&self, viewer: $crate::Viewer, n: usize, scene: usize) -> Option<$crate::Scene> {
            self.$table.shown(viewer, n, scene)
        }

        fn fallen(&self, viewer: $crate::Viewer, n: usize) -> Vec<$crate::Piece> {
            self.$table.fallen(viewer, n)
        }

        fn carry_out(&self, _: $crate::Seat, _: &str, _: i32) -> Option<serde_json::Value> {
            None
        }

        fn stands(&self, _: $crate::Seat, _: &str, _: usize) -> bool {
            false
        }

        fn armable(&self, _: $crate::Seat) -> Vec<$crate::Move> {
            Vec::new()
        }

        fn armed(&self, _: $crate::Seat, _: &serde_json::Value, _: usize) -> $crate::Armed {
            $crate::Armed::Lapsed
        }

        fn actor(&self, n: usize) -> Option<$crate::Seat> {
            self.$table.actor(n)
        }

        fn step(&self, n: usize) -> Option<$crate::record::Step> {
            self.$table.step(n)
        }

        fn chance_outcomes(&self, n: usize) -> &[&'static $crate::ChanceOutcome] {
            self.$table.chance_outcomes(n)
        }

        fn contradictions(&self) -> Vec<(usize, &'static $crate::ChanceOutcome)> {
            self.$table.contradictions()
        }

        fn as_any(&self) -> &dyn std::any::Any {
            self.$table.as_any()
        }
    };
}
