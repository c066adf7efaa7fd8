//! The implementation of [`GameEntry`] for typed games.

use std::{ops::Range, time::Duration};

use bots::{Bot, Budget, Decision, Estimate, Policy};
use kernel::{
    Achievement, BadOptions, BadPuzzle, BadRecord, Character, DailyMatch, EndedMatch, Game, InForce, Judge, Lesson,
    Match, Measured, Meta, OptionSpec, Packs, Panicked, Picture, Present, Preview, Progress, Puzzle, PuzzleWords,
    Puzzles, Reached, Record, Referee, RejectReason, Seat, SeatSet, Seed, Sentence, Source, TableTalk, Viewer,
    measure::{Duel, Measures},
};
use serde_json::Value;
use text::Text;

use crate::{
    Advice, Analysis, BrokenLaw, EncodedGame, FoundPuzzle, GameEntry, MoveEstimate, NoDuel, PuzzleSearch, Setting,
    Simulation, Standing, Trial, TurningPoint, analysis, daily, encoded::Encoded, laws, puzzles, simulation::Matches,
    standings,
};

/// The entry of a game of this type.
pub(crate) struct Entry<G>(std::marker::PhantomData<fn() -> G>);

impl<G> Entry<G> {
    /// The only value of the type.
    pub(crate) const NEW: Entry<G> = Entry(std::marker::PhantomData);
}

/// Returns the referee of a match of this game, and puts its cards in force.
fn typed<G: Game>(table: &dyn Match) -> Option<(&Referee<G>, InForce)> {
    let referee = table.as_any().downcast_ref::<Referee<G>>()?;
    Some((referee, referee.enter_cards()))
}

impl<G: Measured + Present + Judge> GameEntry for Entry<G> {
    fn meta(&self) -> &'static Meta {
        G::META
    }

    fn open(&self, options: &Value, seats: u64, source: Source) -> Result<Box<dyn Match>, BadOptions> {
        Ok(Box::new(Referee::<G>::open(options, seats, source)?))
    }

    fn load(&self, record: &Record) -> Result<Box<dyn Match>, BadRecord> {
        let Some(end) = &record.header.ended else { return Ok(Box::new(Referee::<G>::load(record)?)) };
        let steps = Referee::<G>::load(&Record { outcome: None, ..record.clone() })?;
        Ok(Box::new(EndedMatch::load(Box::new(steps), end.clone(), record.outcome.as_ref())?))
    }

    fn advise(&self, table: &dyn Match, seat: Seat, bot: Bot, seed: u64, budget: &Budget) -> Option<Advice> {
        if let Some((awaited, action)) = table.taught() {
            let moves = table.scene(Viewer::Seat(seat), None)?.moves;
            let text = moves.into_iter().find(|one| one.action == *action)?.wording.text;
            return Some(Advice { action: action.clone(), text, estimates: Vec::new() }).filter(|_| awaited == seat);
        }
        let (referee, _in_force) = typed::<G>(table)?;
        let (game, legal) = (referee.game()?, referee.legal(seat));
        let choice = bot.choose(Decision::of(game, seat, &legal)?, seed, budget);
        let view = game.view(Viewer::Seat(seat));
        let say = |action: &G::Action| -> Option<(Value, Sentence)> {
            Some((serde_json::to_value(action).ok()?, G::wording(&view, seat, action).text))
        };
        let (action, text) = say(legal.get(choice.index)?)?;
        let estimated = |(action, estimate): (&G::Action, &Estimate)| {
            let (action, text) = say(action)?;
            Some(MoveEstimate { action, text, estimate: estimate.worth, visits: estimate.visits })
        };
        let estimates = legal.iter().zip(&choice.estimates).filter_map(estimated).collect();
        Some(Advice { action, text, estimates })
    }

    fn imagined(&self, table: &dyn Match, seat: Seat, seed: u64) -> Option<Box<dyn Match>> {
        let (referee, _in_force) = typed::<G>(table)?;
        Some(Box::new(referee.imagined(Viewer::Seat(seat), seed)?))
    }

    fn analyse(&self, table: &dyn Match) -> Option<Analysis> {
        let (referee, _in_force) = typed::<G>(table)?;
        Some(analysis::analyse(referee))
    }

    fn outline(&self, table: &dyn Match, points: usize) -> Vec<Vec<i32>> {
        typed::<G>(table).map(|(referee, _in_force)| analysis::outline(referee, points)).unwrap_or_default()
    }

    fn turning_points(
        &self,
        table: &dyn Match,
        seats: SeatSet,
        effort: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Vec<TurningPoint> {
        let Some((referee, _in_force)) = typed::<G>(table) else { return Vec::new() };
        analysis::turning_points(referee, seats, effort, go_on)
    }

    fn standings(&self, table: &dyn Match) -> Option<Vec<Standing>> {
        let (referee, _in_force) = typed::<G>(table)?;
        Some(standings::standings(referee))
    }

    fn achievements(&self) -> Vec<&'static Achievement> {
        G::FEATURES.achievements.iter().map(|(achievement, _)| achievement).collect()
    }

    fn progress(&self, table: &dyn Match) -> Vec<Vec<Progress>> {
        typed::<G>(table).map(|(referee, _in_force)| kernel::achievement::progress(referee)).unwrap_or_default()
    }

    fn printed(&self) -> Vec<kernel::printed::Part> {
        G::printed()
    }

    fn pictures(&self) -> Vec<Picture> {
        G::pictures().into_iter().chain(G::META.cover).collect()
    }

    fn lesson(&self, number: u8) -> Result<Option<Lesson>, BadRecord> {
        Lesson::nth(G::FEATURES.lessons, number)
    }

    fn lesson_minutes(&self) -> Vec<u32> {
        G::FEATURES.lessons.iter().filter_map(|text| Lesson::minutes_of(text)).collect()
    }

    fn puzzles(&self) -> Option<&'static Puzzles> {
        G::FEATURES.puzzles
    }

    fn puzzle_words(&self) -> Option<PuzzleWords> {
        G::PUZZLE_AIM.map(|aim| aim.words)
    }

    fn open_puzzle(&self, puzzle: &Puzzle) -> Result<Box<dyn Match>, BadPuzzle> {
        Ok(Box::new(puzzles::open::<G>(puzzle)?))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn find_puzzle(
        &self,
        search: &PuzzleSearch,
        number: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<FoundPuzzle>, BadOptions> {
        puzzles::find::<G>(search, number, go_on)
    }

    fn daily(&self, day: u64) -> Option<DailyMatch> {
        daily::of_day::<G>(day)
    }

    fn reached(&self, table: &dyn Match, seat: Seat) -> Option<Reached> {
        daily::reached::<G>(table, seat)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn reference_scores(
        &self,
        daily: &DailyMatch,
        seed: &Seed,
        numbers: Range<u64>,
    ) -> Result<Vec<Result<i64, Panicked>>, BadOptions> {
        daily::reference_scores::<G>(daily, seed, numbers)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn check_trial(&self, trial: &Trial) -> Result<u64, Box<BrokenLaw>> {
        laws::check::<G>(trial)
    }

    fn characters(&self) -> &'static [Character] {
        G::FEATURES.characters
    }

    fn phrases(&self) -> &'static [Text] {
        G::FEATURES.phrases
    }

    fn table_talk(&self, options: &Value, seats: u8) -> Result<TableTalk, BadOptions> {
        Ok((G::FEATURES.table_talk)(&kernel::options::read(G::META.options, G::PACKS, options)?, seats))
    }

    fn preview(&self, options: &Value) -> Result<Option<Preview>, BadOptions> {
        let options = kernel::options::read(G::META.options, None, options)?;
        G::check_options(&options, G::META.usual_seats)?;
        Ok(G::FEATURES.preview.map(|preview| preview(&options)))
    }

    fn suggestion(&self, option: &str, number: u64) -> Option<String> {
        (G::FEATURES.suggestion)(option, number)
    }

    fn packs(&self) -> Option<&'static Packs> {
        G::PACKS
    }

    fn measures(&self) -> &'static Measures {
        G::MEASURES
    }

    fn simulation(&self, setting: &Setting) -> Result<Box<dyn Simulation>, BadOptions> {
        Ok(Box::new(Matches::<G>::new(setting)?))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn encoded(&self) -> Option<Box<dyn EncodedGame>> {
        Encoded::<G>::new().map(|encoded| Box::new(encoded) as Box<dyn EncodedGame>)
    }

    fn questions(&self) -> &'static [OptionSpec] {
        G::FEATURES.odds.map(|odds| odds.questions).unwrap_or_default()
    }

    fn duel(&self, answers: &Value) -> Result<Box<dyn Duel>, NoDuel> {
        let odds = G::FEATURES.odds.ok_or_else(|| RejectReason::plain("this game offers no exact odds"));
        let odds = odds.map_err(NoDuel::Refused)?;
        (odds.duel)(&kernel::options::complete(odds.questions, answers)?).map_err(NoDuel::Refused)
    }
}
