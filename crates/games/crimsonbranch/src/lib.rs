//! Dungeons of Crimsonbranch: a hero's name becomes a skill tree, and the tree is the dungeon.
//!
//! It has one player and no hidden state, and all chance is a d6. The rulebook for players, with
//! the numbered rulings that the code cites, is `docs/games/crimsonbranch.md`.
//!
//! **Why every match ends.** There are at most `max_visits` visits and challenges, and a fight has
//! at most `max_turns` turns (R40). In a turn each node is activated once at most, and at most
//! twelve blows can be paid for. In a stop each item moves and each can be given up once (R39). A
//! branch is crossed out permanently.

mod achievements;
mod action;
pub mod board;
mod characters;
pub mod content;
mod daily;
mod effects;
mod event;
mod judge;
mod measure;
mod names;
mod odds;
mod options;
pub mod print;
mod puzzles;
mod rules;
mod scene;
pub mod sheet;
mod state;
mod view;

use arrayvec::ArrayVec;
use kernel::{
    Achievement, ActionSink, Chance, Character, Condition, Daily, ExactOdds, Game, Imagine, Judge, Line, Log, Measured,
    Meta, Mode, OptionSpec, Outcome, Picture, Present, Preview, PuzzleAim, Puzzles, RejectReason, Scene, Seat, SeatSet,
    Status, Temperament, Viewer, Wording,
    measure::{Counts, Duel, Measures},
};
use serde_json::{Map, Value};
use text::{Text, text};

pub use action::{Action, Symbol};
pub use event::Event;
pub use options::Options;
pub use state::Crimsonbranch;
pub use view::View;

use state::{End, Stage};

static META: Meta = Meta {
    id: "crimsonbranch",
    title: "Dungeons of Crimsonbranch",
    tagline: text!(
        "Your name is a tree of skills, and the tree is the dungeon: grow, gather eight pearls, face the Great Evil."
    ),
    mode: Mode::Cooperative,
    seats: (1, 1),
    usual_seats: 1,
    options: options::SPECS,
    cover: Some(Picture("scenes/crimsonbranch")),
    rules: 1,
    rulebook: include_str!("../../../../docs/games/crimsonbranch.md"),
};

impl Game for Crimsonbranch {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn meta() -> &'static Meta {
        &META
    }

    fn setup<C: Chance, L: Log<Event>>(options: &Options, _: u8, _: &mut C, _: &mut L) -> Result<Self, C::Halt> {
        Ok(Self::lay_out(options))
    }

    #[inline]
    fn status(&self) -> Status {
        match self.stage {
            Stage::Over(end) => Status::Over(outcome(end)),
            Stage::Explore | Stage::Battle(_) => Status::Awaiting(SeatSet::only(Seat(0))),
        }
    }

    fn decision(&self, _: Seat) -> &'static str {
        self.kind()
    }

    // Playouts spend their time on listing and applying, so both are always inlined. By itself the
    // compiler would inline them only into a single caller.
    #[inline(always)]
    fn legal<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if seat == Seat(0) {
            self.list(out);
        }
    }

    #[inline(always)]
    fn apply<C: Chance, L: Log<Event>>(
        &mut self,
        _: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), C::Halt> {
        self.decide(action, chance, log)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn refuse(&self, _: Seat, action: &Action) -> RejectReason {
        self.explain(action)
    }

    /// Between two visits: at EXPLORE four items moved and given up, and the visit; in a turn 36
    /// activations, 24 symbols, 4 sixes chosen, `fight`, 12 blows and `end_fight`; at LOOT 44
    /// enemies with an item each, 48 items moved and 48 given up, a pearl and `end_loot`. And 41
    /// branches are crossed out once.
    fn bound(options: &Options, _: u8) -> u64 {
        let turns = u64::from(options.max_turns);
        u64::from(options.max_visits) * (9 + 78 * turns + 186) + 41
    }
}

fn outcome(end: End) -> Outcome {
    let score = match end {
        End::Won { score } => Some(score),
        End::Retired | End::Limit => None,
    };
    let scores = score.map(|score| ArrayVec::from_iter([i32::from(score)]));
    Outcome { scores, ..Outcome::together(1, score.is_some()) }
}

impl Imagine for Crimsonbranch {
    /// Nothing is hidden, so the imagined world is the state itself.
    fn imagine<C: Chance>(&self, _: Viewer, _: &mut C) -> Result<Self, C::Halt> {
        Ok(self.clone())
    }
}

impl Present for Crimsonbranch {
    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn wording(view: &View, _: Seat, action: &Action) -> Wording {
        scene::wording(view, action)
    }

    fn tell(event: &Event) -> Line {
        event::tell(event)
    }

    fn lesson() -> Option<&'static str> {
        Some(include_str!("lesson.jsonl"))
    }

    fn achievements() -> &'static [(Achievement, Condition<Self>)] {
        &achievements::ACHIEVEMENTS
    }

    fn puzzles() -> Option<&'static Puzzles> {
        static PUZZLES: Puzzles = Puzzles::new(include_str!("puzzles.jsonl"));
        Some(&PUZZLES)
    }

    fn daily() -> Option<Daily<Self>> {
        Some(daily::DAILY)
    }

    fn characters() -> &'static [Character] {
        characters::CHARACTERS
    }

    fn phrases() -> &'static [Text] {
        content::PHRASES
    }

    fn pictures() -> Vec<Picture> {
        scene::pictures()
    }

    fn preview(options: &Options) -> Option<Preview> {
        Some(names::preview(&options.hero))
    }

    fn suggestion(option: &str, number: u64) -> Option<String> {
        (option == "hero").then(|| names::suggestion(number))
    }
}

impl Judge for Crimsonbranch {
    const PACE: u32 = 1_500;
    /// A lost fight costs at most a box of time, and the reference policy wins nearly every match
    /// with the same score.
    const PUZZLE_AIM: Option<PuzzleAim<Self>> = Some(puzzles::AIM);
    /// Ten fights of a hundred.
    const CLEAR: f64 = 0.1;

    fn reference(view: &View, _: Seat, moves: &[Action]) -> usize {
        judge::choose(view, moves, judge::NERVE)
    }

    fn inclined(view: &View, _: Seat, moves: &[Action], temperament: Temperament) -> usize {
        judge::choose(view, moves, judge::Nerve::of(temperament))
    }

    fn reference_action(&self, seat: Seat) -> Option<Action> {
        let mut moves = Vec::with_capacity(64);
        self.legal(seat, &mut moves);
        (!moves.is_empty()).then(|| judge::policy(self, &moves))
    }

    fn worth(&self, _: Seat) -> f32 {
        judge::worth(self)
    }

    fn prior(&self, _: Seat, moves: &[Action], weights: &mut Vec<f32>) {
        judge::prior(self, moves, weights);
    }

    /// A fight to its end; what lasts, for some visits.
    fn lookahead(&self) -> u32 {
        judge::lookahead(self)
    }

    /// The fights that are over.
    fn turns(&self) -> u32 {
        u32::from(self.clock.visits) - u32::from(matches!(self.stage, Stage::Battle(_)))
    }
}

impl Measured for Crimsonbranch {
    type Tally = measure::Tally;

    fn measures() -> &'static Measures {
        &measure::MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut measure::Tally, event: &Event, counts: &mut Counts) {
        measure::note(tally, event, counts);
    }

    fn close(&self, _: &measure::Tally, counts: &mut Counts) {
        measure::close(self, counts);
    }

    fn class(&self, _: Seat) -> Option<&'static str> {
        Some(self.sheet.class.title().source())
    }
}

impl ExactOdds for Crimsonbranch {
    fn questions() -> &'static [OptionSpec] {
        odds::QUESTIONS
    }

    fn duel(answers: &Map<String, Value>) -> Result<Box<dyn Duel>, RejectReason> {
        odds::duel(answers)
    }
}
