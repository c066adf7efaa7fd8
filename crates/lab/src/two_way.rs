//! Two options swept together, as a table: one down, one across.

use std::fmt;

use kernel::Mode;
use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::{
    Figures,
    format::{percent, plus_minus},
    sweep::word,
};

/// The figures of all combinations of the values of two options.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoWay {
    /// The option whose values go down, and that whose values go across.
    keys: [String; 2],
    rows: Vec<String>,
    columns: Vec<String>,
    /// The tables by title, with their cells in words.
    tables: Vec<(&'static str, Vec<Vec<String>>)>,
}

impl TwoWay {
    /// Returns the tables of these settings with their figures; `None` unless exactly two options have
    /// several values.
    pub fn new(points: &[Map<String, Value>], figures: &[&Figures]) -> Option<TwoWay> {
        let [down, across] = &points.first()?.keys().cloned().collect::<Vec<_>>()[..] else { return None };
        let values = |key: &String| {
            let all = points.iter().filter_map(|point| point.get(key)).map(word);
            all.fold(Vec::new(), |mut known: Vec<String>, value| {
                if !known.contains(&value) {
                    known.push(value);
                }
                known
            })
        };
        let (rows, columns) = (values(down), values(across));
        if rows.len() < 2 || columns.len() < 2 || points.len() != rows.len() * columns.len() {
            return None;
        }
        let table = |of: &dyn Fn(&Figures) -> String| {
            // The values of the second option change fastest. A setting may have no matches yet.
            let told = |figures: &&&Figures| if figures.games() > 0 { of(figures) } else { "\u{2014}".to_owned() };
            let cells: Vec<String> = figures.iter().map(|figures| told(&figures)).collect();
            cells.chunks(columns.len()).map(<[String]>::to_vec).collect()
        };
        let wins: (&'static str, Vec<Vec<String>>) = match figures.first()?.mode {
            Mode::Cooperative => ("Victory", table(&|figures| percent(figures.victory()))),
            Mode::Competitive => ("Won by seat 0", table(&|figures| percent(figures.wins_by_seat()[0]))),
        };
        let length = ("Decisions", table(&|figures| plus_minus(figures.sums.plies.mean())));
        Some(TwoWay { keys: [down.clone(), across.clone()], rows, columns, tables: vec![wins, length] })
    }

    /// Returns the tables as HTML, for a page of the lab's style.
    pub(crate) fn html(&self) -> Markup {
        let [down, across] = &self.keys;
        html! {
            @for (title, cells) in &self.tables {
                h2 { (title) " by " (down) " (down) and " (across) " (across)" }
                div class="chart" tabindex="0" {
                    table {
                        tr { th {} @for column in &self.columns { th { (column) } } }
                        @for (row, cells) in self.rows.iter().zip(cells) {
                            tr { th { (row) } @for cell in cells { td { (cell) } } }
                        }
                    }
                }
            }
        }
    }
}

/// The tables as text.
impl fmt::Display for TwoWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [down, across] = &self.keys;
        let first = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or_default() + 2;
        for (title, cells) in &self.tables {
            writeln!(f, "\n{title} by {down} (down) and {across} (across)")?;
            write!(f, "  {:first$}", "")?;
            self.columns.iter().try_for_each(|column| write!(f, "{column:>26}"))?;
            writeln!(f)?;
            for (row, cells) in self.rows.iter().zip(cells) {
                write!(f, "  {row:first$}")?;
                cells.iter().try_for_each(|cell| write!(f, "{cell:>26}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use roster::Setting;
    use serde_json::json;

    use super::*;
    use crate::{Experiment, Sweep};

    #[test]
    fn every_combination_has_its_cell() {
        let title = roster::find("rogue-ascension").unwrap();
        let sweeps = ["ascension=0..2", "die_floor=d4,none"].map(|text| Sweep::parse(title, text).unwrap());
        let points = Sweep::points(&sweeps).unwrap();
        let figures: Vec<Figures> = points
            .iter()
            .map(|point| {
                let (options, bots) = (Value::Object(point.clone()), vec!["random".parse().unwrap()]);
                let setting = Setting { options, seats: 1, bots, seed: 1, max_plies: 100_000 };
                Experiment::new(title, &setting, 4).unwrap().part_here(0, 4).unwrap()
            })
            .collect();
        let all: Vec<&Figures> = figures.iter().collect();
        let text = TwoWay::new(&points, &all).unwrap().to_string();
        assert!(text.starts_with("\nVictory by ascension (down) and die_floor (across)\n"), "{text}");
        assert_eq!(text.lines().count(), 2 * 6, "{text}");
        let last = text.lines().last().unwrap();
        assert!(
            last.trim_start().starts_with("2 ") && last.ends_with(&plus_minus(figures[5].sums.plies.mean())),
            "{text}"
        );
        assert_eq!(TwoWay::new(&Sweep::points(&sweeps[..1]).unwrap(), &all), None);
        let one = Map::from_iter([("a".to_owned(), json!(1))]);
        assert_eq!(TwoWay::new(&[one], &all), None);
    }
}
