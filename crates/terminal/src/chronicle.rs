//! The chronicle as one viewer may hear it, kept so that it is not told anew for every frame.

use kernel::{Line, Table, Viewer};

/// The lines of a match so far, each with the step it belongs to.
#[derive(Default)]
pub(crate) struct Chronicle {
    heard: Option<Viewer>,
    steps: usize,
    lines: Vec<(usize, Line)>,
}

impl Chronicle {
    /// Brings it up to the table's present, for `viewer`.
    pub(crate) fn update(&mut self, table: &dyn Table, viewer: Viewer) {
        if self.heard != Some(viewer) || self.steps > table.ply() + 1 {
            *self = Chronicle { heard: Some(viewer), ..Chronicle::default() };
        }
        for step in self.steps..=table.ply() {
            self.lines.extend(table.chronicle(viewer, step).into_iter().map(|line| (step, line)));
        }
        self.steps = table.ply() + 1;
    }

    /// Forgets steps that were taken back.
    pub(crate) fn truncate(&mut self, step: usize) {
        self.lines.retain(|(n, _)| *n < step);
        self.steps = self.steps.min(step);
    }

    /// The lines up to step `at`.
    pub(crate) fn until(&self, at: usize) -> &[(usize, Line)] {
        &self.lines[..self.lines.partition_point(|(step, _)| *step <= at)]
    }
}
