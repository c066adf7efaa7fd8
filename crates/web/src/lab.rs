//! The lab on a page: a run is planned from a form, played in pieces by workers, and its sums are
//! merged here.

use bots::Bot;
use kernel::{HouseCards, PACK, options};
use lab::{Comparison, Experiment, Figures, LabError, Pairing, Pairs, Point, Sums, Sweep, setting_name, stepped};
use roster::{GameEntry, Roster, Setting};
use serde_json::{Map, Value, json};
use table::fault::{Code, Fault};
use text::t;
use views::{fields::Fields, lists};

use crate::{Answer, Hall, nothing_here};

/// The number of decisions after which a match is cut off, as in the command.
pub(crate) const MAX_PLIES: u32 = 100_000;

/// A run, and its results so far.
pub(crate) struct Run {
    plan: Plan,
    /// The number of matches of each setting that were asked for.
    asked: u64,
}

/// The settings of a run, with their sums.
enum Plan {
    /// Settings by name, one after the other.
    Settings(Vec<(String, Experiment, Figures)>),
    /// Two settings on equal luck.
    Pair(Box<(Experiment, Experiment)>, Pairs),
    /// Changed cards.
    Bench(Box<Bench>),
}

/// Changed cards against those of the game, on equal luck, then numbers of the changed cards.
struct Bench {
    before: Experiment,
    now: Experiment,
    pairs: Pairs,
    /// Numbers by name, each changed by one step alone, on equal luck with `now`.
    steps: Vec<(String, Experiment, Pairs)>,
    /// The number of matches of each step that were asked for.
    of_each_step: u64,
    /// The figure by which steps are compared.
    figure: String,
}

impl Bench {
    fn comparison(&self) -> Option<Comparison> {
        compared(&self.before, &self.now, &self.pairs)
    }

    /// Returns the steps of which pairs have been played.
    fn stepped(&self) -> Vec<(String, Comparison)> {
        let compared =
            |(name, step, pairs): &(String, Experiment, Pairs)| Some((name.clone(), compared(&self.now, step, pairs)?));
        self.steps.iter().filter_map(compared).collect()
    }

    fn report(&self, asked: u64) -> String {
        let changes = self.comparison().map(|found| lab::changes(&found, asked)).unwrap_or_default();
        let stepped = self.stepped();
        if stepped.is_empty() { changes } else { changes + &lab::influences(&stepped, &self.figure) }
    }
}

/// Returns the results of pairs, once some have been played.
fn compared(a: &Experiment, b: &Experiment, pairs: &Pairs) -> Option<Comparison> {
    (pairs.games() > 0).then(|| Pairing::new(a, b).comparison(pairs.clone()))
}

pub(crate) fn refused(error: LabError) -> Fault {
    Fault::new(Code::BadOptions, error.to_string())
}

impl Run {
    /// Plans the run that a form asks for.
    ///
    /// # Errors
    /// If its fields do not go together.
    fn plan(roster: &Roster, fields: &Fields) -> Result<Run, Fault> {
        let title = roster.find(fields.need("game")?)?;
        let (games, options) = (fields.number("games")?, fields.options(title.meta())?);
        let setting = |changed: Map<String, Value>| -> Result<Setting, Fault> {
            let options: Map<String, Value> = options.clone().into_iter().chain(changed).collect();
            let bots = vec![fields.need("bot")?.parse::<Bot>()?.into()];
            let (seats, seed) = (fields.number("seats")?, fields.number("seed")?);
            Ok(Setting { options: options.into(), seats, bots, seed, max_plies: MAX_PLIES })
        };
        let experiment = |changed| Experiment::new(title, &setting(changed)?, games).map_err(refused);
        if let Some(pack) = fields.get("pack") {
            let bad = |why: serde_json::Error| Fault::new(Code::BadJson, why.to_string());
            let pack = Map::from_iter([(PACK.to_owned(), serde_json::from_str(pack).map_err(bad)?)]);
            let of_each_step = fields.number("steps")?;
            let numbers = fields.get("numbers").unwrap_or_default();
            let bench = Bench {
                before: experiment(Map::new())?,
                now: experiment(pack.clone())?,
                pairs: Pairs::default(),
                steps: steps(title, &setting(pack)?, of_each_step, numbers),
                of_each_step,
                figure: fields.text("figure").unwrap_or_default(),
            };
            return Ok(Run { plan: Plan::Bench(Box::new(bench)), asked: games });
        }
        let plan = match (fields.text("sweep"), fields.text("other")) {
            (Some(_), Some(_)) => return Err(Fault::bad(t!("try the values of an option, or compare two of them"))),
            (None, Some(key)) => {
                let value = options::find(title.meta().options, &key)?.parse(fields.need("value")?)?;
                let other = experiment(Map::from_iter([(key, value)]))?;
                Plan::Pair(Box::new((experiment(Map::new())?, other)), Pairs::default())
            }
            (sweep, None) => {
                let sweep = sweep.map(|key| format!("{key}={}", fields.get("values").unwrap_or_default()));
                let sweeps = sweep.map(|text| Sweep::parse(title, &text)).transpose().map_err(refused)?;
                let points = Sweep::points(sweeps.as_slice()).map_err(refused)?;
                let point = |point: Map<String, Value>| {
                    let (name, experiment) = (setting_name(&point), experiment(point)?);
                    let figures = Figures::new(&experiment);
                    Ok((name, experiment, figures))
                };
                Plan::Settings(points.into_iter().map(point).collect::<Result<_, Fault>>()?)
            }
        };
        Ok(Run { plan, asked: games })
    }

    /// Returns the stages of the run, one after the other: for each the numbers of matches of its
    /// settings, which are played separately.
    fn stages(&self) -> Vec<Vec<u64>> {
        match &self.plan {
            Plan::Settings(settings) => vec![vec![self.asked; settings.len()]],
            Plan::Pair(..) => vec![vec![self.asked]],
            Plan::Bench(bench) => vec![vec![self.asked], vec![bench.of_each_step; bench.steps.len()]],
        }
    }

    /// Plays a piece of the run, and returns its sums as JSON.
    fn piece(&self, point: usize, from: u64, to: u64) -> Result<Value, Fault> {
        match &self.plan {
            Plan::Settings(settings) => {
                let (_, experiment, _) = settings.get(point).ok_or_else(nothing_here)?;
                Ok(json!(experiment.part_here(from, to).map_err(refused)?.sums))
            }
            Plan::Pair(both, _) => Ok(json!(Pairing::new(&both.0, &both.1).play(from, to).map_err(refused)?)),
            Plan::Bench(bench) => {
                let pairing = match point.checked_sub(1) {
                    None => Pairing::new(&bench.before, &bench.now),
                    Some(step) => Pairing::new(&bench.now, &bench.steps.get(step).ok_or_else(nothing_here)?.1),
                };
                Ok(json!(pairing.play(from, to).map_err(refused)?))
            }
        }
    }

    /// Adds the sums of a piece.
    fn add(&mut self, point: usize, sums: &str) -> Result<(), Fault> {
        let bad = |why: serde_json::Error| Fault::new(Code::BadJson, why.to_string());
        match &mut self.plan {
            Plan::Settings(settings) => {
                let (_, experiment, figures) = settings.get_mut(point).ok_or_else(nothing_here)?;
                let sums: Sums = serde_json::from_str(sums).map_err(bad)?;
                figures.merge(Figures { sums, ..Figures::new(experiment) });
                // The page shows what has been played; that it goes on stands beside it.
                experiment.games = figures.games();
            }
            Plan::Pair(both, pairs) => {
                pairs.merge(serde_json::from_str(sums).map_err(bad)?);
                (both.0.games, both.1.games) = (pairs.games(), pairs.games());
            }
            Plan::Bench(bench) => {
                let sums = serde_json::from_str(sums).map_err(bad)?;
                match point.checked_sub(1) {
                    None => {
                        bench.pairs.merge(sums);
                        (bench.before.games, bench.now.games) = (bench.pairs.games(), bench.pairs.games());
                    }
                    Some(step) => bench.steps.get_mut(step).ok_or_else(nothing_here)?.2.merge(sums),
                }
            }
        }
        Ok(())
    }

    /// Returns the settings of which matches have been played.
    fn reached(&self) -> Vec<Point<'_>> {
        let Plan::Settings(settings) = &self.plan else { return Vec::new() };
        let reached = settings.iter().filter(|(_, _, figures)| figures.games() > 0);
        reached.map(|(name, experiment, figures)| Point { name: name.clone(), experiment, figures }).collect()
    }

    fn comparison(&self) -> Option<Comparison> {
        match &self.plan {
            Plan::Settings(_) => None,
            Plan::Pair(both, pairs) => compared(&both.0, &both.1, pairs),
            Plan::Bench(bench) => bench.comparison(),
        }
    }

    fn report(&self) -> String {
        if let Plan::Bench(bench) = &self.plan {
            return bench.report(self.asked);
        }
        self.comparison().map_or_else(|| lab::contents(&self.reached()), |found| lab::comparison(&found))
    }

    fn csv(&self) -> String {
        self.comparison().map_or_else(|| lab::csv(&self.reached()), |found| found.csv())
    }

    /// Returns the figures as the command prints them as JSON.
    fn json(&self) -> Value {
        match self.comparison() {
            Some(found) => found.json(),
            None => self.reached().iter().map(|point| lab::json(point.experiment, point.figures, 0.0)).collect(),
        }
    }
}

/// Returns the numbers of cards of a list such as `ambush.n=5,bat.ap=3`, each changed by one step
/// alone.
fn steps(title: &'static dyn GameEntry, base: &Setting, games: u64, list: &str) -> Vec<(String, Experiment, Pairs)> {
    // The names of cards that the pack adds.
    let _in_force = HouseCards::enter(title.packs().and_then(|packs| packs.read(&base.options[PACK]).ok()));
    let step = |word: &str| {
        let (key, from) = word.split_once('=')?;
        let (id, number) = key.split_once('.')?;
        let (to, experiment) = stepped(title, base, games, &format!("cards.{key}"), from.parse().ok()?)?;
        let packs = title.packs()?;
        let (name, _) = packs.face(id)?;
        let number = packs.key_name(number);
        Some((t!("{name}, {number} {from} to {to}"), experiment, Pairs::default()))
    };
    list.split(',').filter_map(step).collect()
}

/// The worker's part of the lab: the run of which it played a piece last.
#[derive(Default)]
pub(crate) struct Player(Option<(Vec<(String, String)>, Run)>);

impl Player {
    /// Plays the matches `from..to` of a setting of the run that these fields ask for, and returns
    /// their sums as JSON.
    pub(crate) fn piece(
        &mut self,
        fields: Vec<(String, String)>,
        point: usize,
        from: u64,
        to: u64,
    ) -> Result<String, Fault> {
        let run = match self.0.take().filter(|(known, _)| *known == fields) {
            Some((_, run)) => run,
            None => Run::plan(&Roster::default(), &Fields(fields.clone()))?,
        };
        let (_, run) = self.0.insert((fields, run));
        Ok(run.piece(point, from, to)?.to_string())
    }
}

impl Hall {
    /// Answers a request of the lab's page.
    pub(crate) fn lab(
        &mut self,
        method: &str,
        path: &[&str],
        query: &Fields,
        fields: &Fields,
    ) -> Result<Answer, Fault> {
        let none = || Fault::new(Code::WrongPhase, t!("no run has begun"));
        match (method, path) {
            ("GET", []) => {
                let game: Option<&'static dyn GameEntry> =
                    query.get("game").map(|id| self.roster.find(id)).transpose()?;
                let games = lists::games();
                let meta = game.map(|title| title.meta()).or(games.first().copied()).ok_or_else(none)?;
                let person = self.settings.person();
                Ok(Answer::html(200, pages::lab(&self.visitor(&person), &games, meta).into_string()))
            }
            ("POST", []) => {
                let run = self.lab.insert(Run::plan(&self.roster, fields)?);
                Ok(Answer::json(&json!({ "stages": run.stages() })))
            }
            ("POST", ["piece"]) => {
                let run = self.lab.as_mut().ok_or_else(none)?;
                run.add(fields.number("point")?, fields.need("sums")?)?;
                Ok(Answer::empty())
            }
            ("GET", ["report.css"]) => Ok(Answer { kind: "text/css", ..Answer::html(200, lab::style().to_owned()) }),
            ("GET", ["report"]) => Ok(Answer::html(200, self.lab.as_ref().ok_or_else(none)?.report())),
            ("GET", ["figures.json"]) => Ok(Answer::json(&self.lab.as_ref().ok_or_else(none)?.json())),
            ("GET", ["figures.csv"]) => {
                let body = self.lab.as_ref().ok_or_else(none)?.csv();
                let file = Some("undercroft-lab.csv".to_owned());
                Ok(Answer { status: 200, kind: "text/csv", body, file, ..Answer::default() })
            }
            _ => Err(nothing_here()),
        }
    }
}
