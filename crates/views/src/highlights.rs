//! Highlights: the moments that tell the story of a finished match. The analysis names some, and
//! chapters or steps fill the gaps.

use std::collections::BTreeMap;

use kernel::{Match, Viewer};
use pages::{MomentKind, PicturedMoment};
use roster::{Curve, Luck, Odds, Roll, TurningPoint};
use table::Analysed;

/// The most moments of a match.
const MOST: usize = 12;
/// The fewest moments of a match, if it has as many steps.
const ENOUGH: usize = 8;
/// How many of the costliest decisions are shown.
const DECISIONS: usize = 2;

/// Returns the moments of a finished match, in order of play, as everybody may see them. This takes
/// a while.
pub fn pictured(table: &dyn Match, analysed: &Analysed) -> Vec<PicturedMoment> {
    let moment = |(step, kind)| Some(PicturedMoment { step, kind, scene: table.scene(Viewer::All, Some(step))? });
    highlights(table.ply(), analysed).into_iter().filter_map(moment).collect()
}

/// Chooses the steps to show of a match of `steps` steps, with the reason for each.
fn highlights(steps: usize, analysed: &Analysed) -> BTreeMap<usize, MomentKind> {
    let mut chosen = BTreeMap::from([(0, MomentKind::Opening), (steps, MomentKind::End)]);
    for (step, kind) in told(analysed) {
        if chosen.len() < MOST {
            chosen.entry(step).or_insert(kind);
        }
    }
    let chapters: Vec<usize> = chapters(analysed).filter(|step| !chosen.contains_key(step)).collect();
    let room = (MOST - chosen.len()).min(chapters.len());
    chosen.extend((0..room).map(|n| (chapters[(2 * n + 1) * chapters.len() / (2 * room)], MomentKind::Other)));
    while chosen.len() < ENOUGH.min(steps + 1) {
        let gaps = chosen.keys().zip(chosen.keys().skip(1));
        let Some((from, to)) = gaps.max_by_key(|(from, to)| *to - *from) else { break };
        chosen.insert(from.midpoint(*to), MomentKind::Other);
    }
    chosen
}

/// Returns the decision that cost most.
pub fn turning(analysed: &Analysed) -> Option<&TurningPoint> {
    costly(analysed).into_iter().next()
}

/// Returns the turning points of the players, the costliest first.
fn costly(analysed: &Analysed) -> Vec<&TurningPoint> {
    let mut points: Vec<_> = analysed.turning_points.iter().flat_map(|points| points.iter()).collect();
    points.sort_by(|one, other| (other.best_worth - other.done_worth).total_cmp(&(one.best_worth - one.done_worth)));
    points
}

/// Returns the steps that the analysis names, the most important first.
fn told(analysed: &Analysed) -> Vec<(usize, MomentKind)> {
    // A decision is shown as the player faced it.
    let decisions =
        costly(analysed).into_iter().take(DECISIONS).map(|point| (point.step.saturating_sub(1), MomentKind::Decision));
    let luck = || analysed.analysis.iter().flat_map(|analysis| analysis.luck.iter().flatten());
    let rarest = |of: fn(&Luck) -> Option<&Roll>| {
        luck().filter_map(of).min_by(|one, other| share(one.odds).total_cmp(&share(other.odds))).map(|roll| roll.step)
    };
    let lucky = rarest(|luck| luck.best.as_ref()).map(|step| (step, MomentKind::Luckiest));
    let unlucky = rarest(|luck| luck.worst.as_ref()).map(|step| (step, MomentKind::Unluckiest));
    let curves = analysed.analysis.iter().flat_map(|analysis| analysis.curves.iter().flatten());
    let fell = curves.filter_map(|curve: &Curve| curve.fell).map(|step| (step, MomentKind::Fall));
    decisions.chain(lucky).chain(unlucky).chain(fell).collect()
}

fn chapters(analysed: &Analysed) -> impl Iterator<Item = usize> {
    analysed.analysis.iter().flat_map(|analysis| analysis.chapters.iter().map(|mark| mark.step))
}

/// Returns the probability of a roll, 0 to 1.
fn share(odds: Odds) -> f64 {
    match odds {
        Odds::Exactly(share) | Odds::About(share) | Odds::Under(share) => share,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{Icon, Seat, Sentence};
    use roster::{Analysis, ChapterMark};

    use super::*;

    fn point(seat: u8, step: usize, lost: f64) -> TurningPoint {
        let words = Sentence::default;
        let (done_worth, best_worth) = (0.1, 0.1 + lost);
        TurningPoint { seat: Seat(seat), step, done: words(), done_worth, best: words(), best_worth, playouts: 9 }
    }

    fn luck(best: (usize, f64), worst: (usize, f64)) -> Option<Luck> {
        let roll = |(step, odds)| Some(Roll { step, fell: Vec::new(), odds: Odds::Exactly(odds) });
        Some(Luck { rank: 0.5, rolls: 9, cards: false, about: false, best: roll(best), worst: roll(worst) })
    }

    fn analysis(chapters: &[usize]) -> Analysis {
        let mark = |step: &usize| ChapterMark { step: *step, title: Sentence::default(), picture: None };
        let chapters = chapters.iter().map(mark).collect();
        Analysis { steps: 100, curves: Vec::new(), chapters, luck: Vec::new() }
    }

    fn analysed(analysis: Analysis, points: &[TurningPoint]) -> Analysed {
        Analysed { analysis: Some(Arc::new(analysis)), turning_points: Some(Arc::from(points)) }
    }

    #[test]
    fn what_the_analysis_names_is_shown_in_order_of_play() {
        let curve = Curve { name: String::new(), icon: Icon::HEART, max: None, points: Vec::new(), fell: Some(77) };
        let rivals = Analysis {
            curves: vec![None, Some(curve)],
            luck: vec![luck((20, 0.1), (30, 0.02)), None, luck((40, 0.05), (50, 0.3))],
            ..analysis(&[])
        };
        let chosen = highlights(100, &analysed(rivals, &[point(0, 61, 0.1), point(1, 11, 0.4), point(2, 91, 0.3)]));
        let named: Vec<_> = chosen.into_iter().filter(|(_, kind)| *kind != MomentKind::Other).collect();
        let (opening, end) = ((0, MomentKind::Opening), (100, MomentKind::End));
        let (first, last) = ((10, MomentKind::Decision), (90, MomentKind::Decision));
        let luck = [(30, MomentKind::Unluckiest), (40, MomentKind::Luckiest)];
        assert_eq!(named, [opening, first, luck[0], luck[1], (77, MomentKind::Fall), last, end]);
    }

    #[test]
    fn chapters_are_spread_over_the_room_that_is_left() {
        let chapters: Vec<usize> = (0..50).map(|n| 2 * n).collect();
        let chosen: Vec<usize> = highlights(100, &analysed(analysis(&chapters), &[])).into_keys().collect();
        assert_eq!(chosen, [0, 6, 16, 26, 36, 46, 54, 64, 74, 84, 94, 100]);
        let few: Vec<usize> = highlights(100, &analysed(analysis(&[0, 10]), &[])).into_keys().collect();
        assert_eq!(few, [0, 10, 32, 43, 55, 77, 88, 100]);
    }

    #[test]
    fn a_match_of_which_nothing_is_told_has_moments_all_the_same() {
        let chosen = |steps| highlights(steps, &Analysed::default()).into_keys().collect::<Vec<usize>>();
        assert_eq!(chosen(70), [0, 17, 26, 35, 43, 52, 61, 70]);
        assert_eq!(chosen(2), [0, 1, 2]);
    }
}
