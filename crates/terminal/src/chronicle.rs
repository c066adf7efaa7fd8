//! The chronicle for one viewer, cached so that it is not written again for every frame.

use kernel::{Line, Match, Viewer};

use crate::LocalMatch;

/// The lines of a match so far, each with the step it belongs to.
#[derive(Default)]
pub(crate) struct Chronicle {
    heard: Option<Viewer>,
    steps: usize,
    lines: Vec<(usize, Line)>,
}

/// The lines of a step, or the part of them between two heads.
pub(crate) struct Entry<'a> {
    /// The step.
    pub(crate) step: usize,
    /// The head that it begins with: of a floor, of a round.
    pub(crate) head: Option<&'a Line>,
    /// The results of the step.
    pub(crate) told: Vec<&'a Line>,
    /// The details that led to the results; empty if there is nothing else, for then they are the
    /// results.
    pub(crate) details: Vec<&'a Line>,
}

impl Chronicle {
    /// All that `viewer` may read.
    pub(crate) fn of(table: &dyn Match, viewer: Viewer) -> Chronicle {
        let mut chronicle = Chronicle::default();
        chronicle.update(table, viewer);
        chronicle
    }

    /// Adds the steps up to the table's present, for `viewer`.
    pub(crate) fn update(&mut self, table: &dyn Match, viewer: Viewer) {
        if self.heard != Some(viewer) || self.steps > table.ply() + 1 {
            *self = Chronicle { heard: Some(viewer), ..Chronicle::default() };
        }
        for step in self.steps..=table.ply() {
            self.lines.extend(table.chronicle(viewer, step).into_iter().map(|line| (step, line)));
        }
        self.steps = table.ply() + 1;
    }

    /// Removes steps that were taken back.
    pub(crate) fn truncate(&mut self, step: usize) {
        self.lines.retain(|(n, _)| *n < step);
        self.steps = self.steps.min(step);
    }

    /// The entries of the steps up to `at`, oldest first.
    pub(crate) fn until(&self, at: usize) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        let lines = &self.lines[..self.lines.partition_point(|(step, _)| *step <= at)];
        lines.chunk_by(|(step, _), (next, line)| step == next && !line.heading).map(Entry::of)
    }
}

impl<'a> Entry<'a> {
    fn of(part: &'a [(usize, Line)]) -> Entry<'a> {
        let (heads, lines) = part.split_at(usize::from(part[0].1.heading));
        let (details, told): (Vec<&Line>, Vec<&Line>) =
            lines.iter().map(|(_, line)| line).partition(|line| line.detail);
        let (details, told) = if told.is_empty() { (told, details) } else { (details, told) };
        Entry { step: part[0].0, head: heads.first().map(|(_, line)| line), told, details }
    }

    /// The results of the step, in one line.
    pub(crate) fn in_one_line(&self, local_match: &LocalMatch) -> Option<String> {
        let told: Vec<String> = self.told.iter().map(|line| local_match.say(&line.text)).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Tone};

    use super::*;

    #[test]
    fn a_step_is_one_entry_and_heads_divide_it() {
        let line = |text: &str| Line::new(Icon::STAR, Tone::Plain, text);
        let lines = vec![
            (1, Line::heading(Icon::DOOR, "Floor 1.")),
            (1, line("A die.").detail()),
            (1, line("A hit.")),
            (2, line("Only dice.").detail()),
            (3, line("The end of it.")),
            (3, Line::heading(Icon::DOOR, "Floor 2.")),
        ];
        let chronicle = Chronicle { heard: None, steps: 4, lines };
        let shape = |entry: Entry| (entry.step, entry.head.is_some(), entry.told.len(), entry.details.len());
        let all: Vec<_> = chronicle.until(3).map(shape).collect();
        assert_eq!(all, [(1, true, 1, 1), (2, false, 1, 0), (3, false, 1, 0), (3, true, 0, 0)]);
        assert_eq!(chronicle.until(1).count(), 1);
    }
}
