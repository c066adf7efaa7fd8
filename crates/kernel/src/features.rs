//! Features of a game besides its rules and its table: lessons, puzzles, achievements, daily match,
//! characters, phrases, auto-actions, exact odds and an encoding. A game lists those that it has.

use text::Text;

use crate::{Achievement, Character, Daily, Encoding, Game, Puzzles, Rule, Seat, TableTalk, measure::ExactOdds};

/// The features of a game. A game names those that it has; [`NONE`](Features::NONE) fills in the
/// others.
#[derive(Debug)]
pub struct Features<G: Game> {
    /// The texts of guided first matches, as [`Lesson`](crate::Lesson) reads them, in the order in
    /// which players learn.
    pub lessons: &'static [&'static str],
    /// The puzzles that `undercroft lab puzzles` found.
    pub puzzles: Option<&'static Puzzles>,
    /// The achievements of the game, each with its rule.
    pub achievements: &'static [(Achievement, Rule<G>)],
    /// The daily match that each player can try once.
    pub daily: Option<Daily<G>>,
    /// The bots with a name, in the order in which they take seats.
    pub characters: &'static [Character],
    /// Ready-made chat phrases that players of this game use often. They are short, and reveal
    /// nothing hidden, whoever sends them and when. The server has the phrases that fit any game.
    pub phrases: &'static [Text],
    /// Returns the chat setting of a table if its host does not choose one.
    pub table_talk: fn(options: &G::Options, seats: u8) -> TableTalk,
    /// Returns a preview of a match with these options, where the options do not say it all.
    pub preview: Option<fn(options: &G::Options) -> Preview>,
    /// Returns a good value for a [text option](crate::OptionKind::Text); each `number` gives
    /// another. `None` if the game has no suggestion.
    pub suggestion: fn(option: &str, number: u64) -> Option<String>,
    /// The game's part in auto-actions and premoves.
    pub auto_actions: AutoActions<G>,
    /// Fights whose odds can be computed exactly.
    pub odds: Option<ExactOdds>,
    /// The encoding for machine learning: [`Encoding::OF`] a game that implements
    /// [`Encode`](crate::Encode).
    pub encoding: Option<Encoding<G>>,
}

impl<G: Game> Features<G> {
    /// No features.
    pub const NONE: Features<G> = Features {
        lessons: &[],
        puzzles: None,
        achievements: &[],
        daily: None,
        characters: &[],
        phrases: &[],
        table_talk: |_, _| TableTalk::Free,
        preview: None,
        suggestion: |_, _| None,
        auto_actions: AutoActions::NONE,
        odds: None,
        encoding: None,
    };
}

/// From the view, the awaited seat, the name of the auto-action, and its limit.
type CarryOut<G> = fn(&<G as Game>::View, Seat, &str, i32) -> Option<<G as Game>::Action>;

/// A game's part in [auto-actions](crate::AutoAction) and premoves.
#[derive(Debug)]
pub struct AutoActions<G: Game> {
    /// Returns the action of `seat`, which is awaited, by an auto-action with this limit. `None`
    /// ends the auto-action: it is unknown, its limit is reached, or a new situation needs the
    /// player's decision.
    pub carry_out: CarryOut<G>,
    /// Whether an auto-action that `seat` set when it saw `given` is still active. The server asks
    /// after every step of any seat. A situation that was present in `given` must not end it.
    pub stands: fn(given: &G::View, now: &G::View, seat: Seat, id: &str) -> bool,
    /// Returns the premoves of `seat`, which waits for another seat's answer, in the order of the
    /// legal list. The server makes a premove as soon as the seat is awaited, if it is legal and
    /// still meant then.
    pub armable: fn(view: &G::View, seat: Seat) -> Vec<G::Action>,
    /// Whether `seat`, which set the premove `action` when it saw `armed`, still means it now:
    /// everything that it depends on is unchanged.
    pub still_meant: fn(armed: &G::View, now: &G::View, seat: Seat, action: &G::Action) -> bool,
}

impl<G: Game> AutoActions<G> {
    /// No auto-actions and no premoves.
    pub const NONE: AutoActions<G> = AutoActions {
        carry_out: |_, _, _, _| None,
        stands: |_, _, _, _| true,
        armable: |_, _| Vec::new(),
        still_meant: |_, _, _, _| false,
    };
}

/// A preview of a match, shown before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// A drawing of the match: an SVG document.
    pub drawing: String,
    /// The drawing in words, for players who cannot see it.
    pub words: String,
    /// A reason against playing the match.
    pub warning: Option<String>,
}
