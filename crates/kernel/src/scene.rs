//! What is on the table, for any skin to draw.
//!
//! A game says what there is and what it means; the page and the terminal say how it looks. From the pieces that a
//! move joins a skin can offer clicks, drag and drop, keys and plain buttons without knowing the game.

use serde::{Serialize, ser::SerializeStruct};
use serde_json::Value;

use crate::{Roll, Seat, Sentence, Suit, Tone, say};

/// A table as one viewer sees it at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Scene {
    /// Where the match stands: `Floor 3 of 10`.
    pub headline: Sentence,
    /// What is to be decided, or who is waited for.
    pub prompt: Sentence,
    /// The parts of the table, in reading order.
    pub areas: Vec<Area>,
    /// What the viewer can do; filled in from the legal list, in its order.
    pub moves: Vec<Move>,
    /// What a player would expect to do but cannot now, with the reason.
    pub barred: Vec<Barred>,
    /// What the viewer can have done again and again without being asked, until something new comes up.
    pub standing: Vec<StandingOrder>,
    /// The dice on the table by what they were for; filled in from what fell and what the game told of it.
    pub rolls: Vec<Roll>,
    /// What two sides have against each other, where that decides.
    pub balance: Option<Balance>,
    /// What would come of it if it were decided now, and with what is on offer: two at most.
    pub outlooks: Vec<Outlook>,
    /// Once the match is over: how it ended.
    pub ending: Option<Ending>,
    /// Where the match is a lesson: what is said to the learner now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
}

impl Scene {
    /// All pieces, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.areas.iter().flat_map(|area| &area.pieces)
    }

    /// The part of the table where the piece of this id lies.
    pub fn area_of(&self, id: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.pieces.iter().any(|piece| piece.id == id))
    }

    /// The piece of this id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces().find(|piece| piece.id == id)
    }
}

/// What a lesson says at a moment. Its words are the prompt of the scene, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Teaching {
    /// The words.
    pub text: String,
    /// The piece that they are about; where there is none, they are about the move to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Which of the learner's moves comes now, counted from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Whether nothing more comes.
    pub over: bool,
}

/// A part of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Area {
    /// Stable name, unique in the scene.
    pub id: String,
    /// Its heading.
    pub title: Sentence,
    /// What it is for.
    pub role: Role,
    /// How its pieces lie.
    pub layout: Layout,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Whether it is the centre of attention now: the seat in turn, the fight going on.
    pub active: bool,
    /// The face of the player whose it is.
    pub picture: Option<Picture>,
    /// What the viewer should know of it now: `at the demon: 50 % to win next`.
    pub note: Option<String>,
    /// What its player does now, where several may act.
    pub doing: Option<Doing>,
    /// What lies there.
    pub pieces: Vec<Piece>,
    /// Nodes of a map that belong together: whom they bring, how far one sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
}

/// Nodes of a map that belong together, drawn behind them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Region {
    /// What it is, in words: `Attack, Strength 4`.
    pub title: String,
    /// The ids of its nodes.
    pub pieces: Vec<String>,
    /// Its colour; without one only its border is drawn.
    pub tone: Option<Tone>,
    /// A number for the whole of it.
    pub value: Option<String>,
}

/// What a player does now, as a sign and a word: fights, has passed, may still act.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Doing {
    /// What it is, at a glance.
    pub icon: Icon,
    /// In a word or two, as a sentence about the player goes on: `fights`, `has passed`.
    pub text: String,
    /// Good: done with it. Bad: in the middle of it. Luck: has something on offer. Plain: looks on.
    pub tone: Tone,
}

/// What an area is for; skins place areas by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The middle of the table.
    Board,
    /// Cards of the viewer's own.
    Hand,
    /// A player: name, meters, belongings. A fan of a player is what they have laid out before them; the area of a player
    /// right before it is its head, and skins may draw both as one row, in which tokens say what lies there and words stand
    /// for what can be done with it.
    Seat,
    /// Decks and discards.
    Piles,
    /// Dice as they fell.
    Dice,
    /// Something to choose from.
    Offer,
    /// Who fights on the players' side: drawn on the left of a fight, with the [foes](Role::Foes) on the right and the
    /// [rolls](Scene::rolls) in between.
    Fighters,
    /// Whom they fight.
    Foes,
    /// The way through the match, step by step: the floors of a tower.
    Track,
}

/// How the pieces of an area lie.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Side by side, wrapping.
    Row,
    /// Overlapping, as cards in a hand.
    Fan,
    /// On top of each other.
    Stack,
    /// One below the other.
    List,
    /// A grid of cells; pieces say where they lie with [`Piece::at`].
    Grid {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
    /// Nodes joined by [edges](Look::Edge); nodes say where they lie with [`Piece::at`].
    Map {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
}

/// Something on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Piece {
    /// Stable name, unique in the scene: a piece that moves keeps it, so that skins can show the way it went.
    pub id: String,
    /// What it looks like.
    pub look: Look,
    /// What is drawn on it.
    pub picture: Option<Picture>,
    /// The piece in words: `Steel plate, armour 4, damaged`. [`plain`](Piece::plain) adds who stands on it, by name.
    pub label: String,
    /// Rules text, shown on request.
    pub text: Option<String>,
    /// The ruling behind the text, such as `R16`.
    pub ruling: Option<&'static str>,
    /// The player it belongs to or was rolled for, where the area does not say.
    pub seat: Option<Seat>,
    /// Cell of a grid or map: row and column, from 0.
    pub at: Option<(u8, u8)>,
    /// States that change how it looks.
    pub flags: Vec<Flag>,
    /// A number on it that goes up and down: the health of a card.
    pub gauge: Option<Gauge>,
    /// A few words under its name: what it is doing, what it cost.
    pub note: Option<String>,
    /// What it will do next.
    pub intent: Option<Intent>,
    /// A small sign at its corner, or in the middle of an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Badge>,
    /// The outline of a node of a map.
    #[serde(skip_serializing_if = "Shape::is_round")]
    pub shape: Shape,
    /// The id of the piece that it lies on, as a die on its space. That lies in the same area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Where its number will stand if everything is decided as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<i32>,
}

/// A small sign on a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Badge {
    /// What it means, at a glance; the piece's label says it in words.
    pub icon: Icon,
    /// Its colour.
    pub tone: Tone,
    /// Whether it is there to be had, or counts: bright rather than dark.
    pub bright: bool,
}

/// The outline of a node of a map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A circle.
    #[default]
    Round,
    /// An arch: a way in or out.
    Arch,
    /// Steps: a way up or down.
    Steps,
}

impl Shape {
    fn is_round(&self) -> bool {
        *self == Shape::Round
    }
}

/// A number that goes up and down on a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Gauge {
    /// What it counts.
    pub icon: Icon,
    /// Where it stands.
    pub value: i32,
    /// Where it is full.
    pub max: i32,
}

/// What a piece will do next, worked out from the rules and never from what is hidden.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Intent {
    /// What it is, at a glance.
    pub icon: Icon,
    /// What comes of it on average: `1.4`.
    pub mean: String,
    /// What is rolled: `Next: d6 − your d4`.
    pub text: String,
    /// From least to most, and how often it kills: `0 to 5; 1 in 24 kills you`.
    pub range: String,
}

/// What a piece looks like.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Look {
    /// A card, face up.
    Card {
        /// Its name.
        name: String,
        /// The word that says its kind: `Potion`, `Curse`.
        kind: String,
        /// Its picture.
        icon: Icon,
        /// Colours its frame.
        tone: Tone,
        /// Index in the corner: a rank, a cost.
        corner: Option<String>,
        /// Suit, for playing cards.
        suit: Option<Suit>,
        /// A second sign beside the suit: which pack it belongs to, what it is worth.
        emblem: Option<Icon>,
        /// Numbers on its face.
        stats: Vec<Stat>,
        /// How many alike lie here, if more than one.
        copies: u8,
    },
    /// A card or a stack of them, face down.
    Back {
        /// How many.
        count: u16,
    },
    /// A die.
    Die {
        /// Its number of sides.
        sides: u8,
        /// What it shows.
        value: u8,
        /// What it was rolled for.
        purpose: String,
    },
    /// A coin, pawn or marker.
    Token {
        /// Its picture.
        icon: Icon,
        /// Its colour.
        tone: Tone,
        /// What is written on it.
        value: Option<String>,
        /// The player it stands for.
        seat: Option<Seat>,
    },
    /// A square of a map.
    Tile {
        /// Its picture, if something is there.
        icon: Option<Icon>,
        /// Its colour.
        tone: Tone,
        /// What is written on it.
        value: Option<String>,
        /// The players who stand on it.
        pawns: Vec<Seat>,
    },
    /// A number that goes up and down.
    Meter {
        /// What it counts.
        icon: Icon,
        /// Its name.
        name: String,
        /// Where it stands.
        value: i32,
        /// Where it is full, if anywhere.
        max: Option<i32>,
    },
    /// What joins two nodes of a map.
    Edge {
        /// The ids of the nodes.
        between: (String, String),
        /// Its colour.
        tone: Tone,
    },
    /// Plain words.
    Text,
}

/// A number on a card's face or beside a meter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Stat {
    /// What it counts, at a glance.
    pub icon: Icon,
    /// What it counts, in words.
    pub name: &'static str,
    /// The number, or dice such as `2d8`.
    pub value: String,
}

/// A state that changes how a piece looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// Used up for now.
    Exhausted,
    /// Broken or wounded.
    Damaged,
    /// Just arrived, or in the middle of what happens.
    Highlighted,
    /// Could be reached or chosen.
    Reachable,
    /// Close to death, or about to bring it.
    Danger,
    /// Out of the game.
    Dead,
}

/// Something the viewer can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// The action, as the engine protocol spells it.
    pub action: Value,
    /// How it reads.
    #[serde(flatten)]
    pub wording: Wording,
}

/// How a legal action reads, and how it is pointed at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wording {
    /// A verb and what it is done to: `Strike the goblin`.
    pub text: Sentence,
    /// What a person picks one after the other to mean this move; empty for a move that is only words.
    pub path: Vec<Point>,
    /// What may come of it, as far as the rules allow to know.
    pub forecast: Option<Forecast>,
    /// What to ask before it is done, if it is risky and final.
    pub confirm: Option<String>,
    /// Whether it is the plain way on, which the space bar takes.
    pub main: bool,
    /// Whether it has a button in the tray even where a square of a board says it already.
    pub button: bool,
    /// A few signs for the first piece of its path, there as long as the move can be made: `19 → 24`.
    pub tag: Option<String>,
    /// What it would do to which pieces, shown while it is pointed at.
    pub marks: Vec<Mark>,
}

impl Wording {
    /// A move that is only words: skins make it a button.
    pub fn new(text: impl Into<Sentence>) -> Wording {
        Wording { text: text.into(), ..Wording::default() }
    }

    /// Then this piece is picked up. Of two that are picked up, and nothing more, either can be the first.
    #[must_use]
    pub fn from(self, piece: impl Into<String>) -> Wording {
        self.then(Point::From(piece.into()))
    }

    /// Then this piece is aimed at.
    #[must_use]
    pub fn to(self, piece: impl Into<String>) -> Wording {
        self.then(Point::To(piece.into()))
    }

    /// Then this word is chosen.
    #[must_use]
    pub fn word(self, word: impl Into<String>) -> Wording {
        self.then(Point::Word(word.into()))
    }

    /// Then this number is set.
    #[must_use]
    pub fn number(self, name: &'static str, icon: Icon, value: i32) -> Wording {
        self.then(Point::Number { name, icon, value })
    }

    fn then(mut self, point: Point) -> Wording {
        self.path.push(point);
        self
    }

    /// The first piece to pick up.
    pub fn source(&self) -> Option<&str> {
        self.path.iter().find_map(|point| if let Point::From(id) = point { Some(id.as_str()) } else { None })
    }

    /// The last piece to aim at.
    pub fn target(&self) -> Option<&str> {
        self.path.iter().rev().find_map(|point| if let Point::To(id) = point { Some(id.as_str()) } else { None })
    }

    /// What is still to be picked after `picked`; `None` if that does not lead to this move.
    pub fn rest(&self, picked: &[Point]) -> Option<&[Point]> {
        let (start, rest) = self.path.split_at_checked(picked.len())?;
        start.iter().zip(picked).all(|(one, other)| one.same_pick(other)).then_some(rest)
    }

    /// The pieces on its path.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(Point::piece)
    }

    /// What may come of it.
    #[must_use]
    pub fn forecast(self, forecast: impl Into<Forecast>) -> Wording {
        Wording { forecast: Some(forecast.into()), ..self }
    }

    /// Ask this first.
    #[must_use]
    pub fn confirm(self, text: impl Into<String>) -> Wording {
        Wording { confirm: Some(text.into()), ..self }
    }

    /// It is the plain way on.
    #[must_use]
    pub fn main(self) -> Wording {
        Wording { main: true, ..self }
    }

    /// It has a button of its own, wherever it points.
    #[must_use]
    pub fn button(self) -> Wording {
        Wording { button: true, ..self }
    }

    /// The first piece of its path carries these signs.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Wording {
        Wording { tag: Some(tag.into()), ..self }
    }

    /// It would do this to that piece.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Wording {
        self.marks.push(mark);
        self
    }
}

impl Serialize for Wording {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_struct("Wording", 10)?;
        map.serialize_field("text", &self.text)?;
        map.serialize_field("from", &self.source())?;
        map.serialize_field("to", &self.target())?;
        map.serialize_field("forecast", &self.forecast.as_ref().map(|forecast| &forecast.text))?;
        map.serialize_field("odds", &self.forecast.as_ref().and_then(|forecast| forecast.odds))?;
        map.serialize_field("confirm", &self.confirm)?;
        map.serialize_field("main", &self.main)?;
        map.serialize_field("path", &self.path)?;
        map.serialize_field("tag", &self.tag)?;
        map.serialize_field("marks", &self.marks)?;
        map.end()
    }
}

/// What a move would do to a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The piece, by its id.
    pub piece: String,
    /// In a few signs: `8 → 2`, `falls`. Without them the piece is only set off.
    pub text: Option<String>,
    /// Whether that is good for the one who moves.
    pub tone: Tone,
}

impl Mark {
    /// Sets a piece off: it would be reached, joined or woken.
    pub fn new(piece: impl Into<String>, tone: Tone) -> Mark {
        Mark { piece: piece.into(), text: None, tone }
    }

    /// Says in a few signs what would become of it.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Mark {
        Mark { text: Some(text.into()), ..self }
    }
}

/// What two sides have against each other, drawn as two bars on one axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Balance {
    /// The players' side, and the other.
    pub sides: [Side; 2],
    /// How the sums come about, in a line: `(5 + 2) × 150 %, rounded up, + 4 against beasts`.
    pub formula: Sentence,
}

/// One side of a [`Balance`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Who stands there.
    pub name: Sentence,
    /// Whose side it is, as the viewer sees it.
    pub tone: Tone,
    /// What it has now.
    pub total: i32,
    /// What that is made of, and what may still be added.
    pub terms: Vec<Term>,
}

/// A part of a [`Side`]'s sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// What it is: `Badger 10`, `+2`.
    pub text: Sentence,
    /// How much it adds; what is taken away is negative.
    pub value: i32,
    /// Whether it counts already; else it hangs on what is still to be chosen, and is not in the total.
    pub certain: bool,
}

/// What would come of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outlook {
    /// On what condition, and how it ends: `Now: lost by 7`.
    pub title: Sentence,
    /// What follows: `Steel Plate damaged, 2 levels lost`.
    pub text: Sentence,
    /// Whether that is good for the players' side.
    pub tone: Tone,
}

/// What may come of a move or of a standing order, as far as the rules allow to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// In words: `wounds 69 %, kills 9 %`.
    pub text: String,
    /// How often it goes well and how often it is the end, where the rules allow to work that out.
    pub odds: Option<Odds>,
}

/// Shares of what can come, in thousandths; what is left is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// What the player wants.
    pub good: u16,
    /// What the player fears: their death.
    pub bad: u16,
}

impl Forecast {
    /// In words alone.
    pub fn new(text: impl Into<String>) -> Forecast {
        Forecast { text: text.into(), odds: None }
    }

    /// With these shares, from 0 to 1, of what is wanted and what is feared.
    #[must_use]
    pub fn odds(self, good: f64, bad: f64) -> Forecast {
        let thousandths = |share: f64| (1000.0 * share.clamp(0.0, 1.0)).round() as u16;
        Forecast { odds: Some(Odds { good: thousandths(good), bad: thousandths(bad) }), ..self }
    }
}

impl std::fmt::Display for Forecast {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl<T: Into<String>> From<T> for Forecast {
    fn from(text: T) -> Self {
        Forecast::new(text)
    }
}

/// Something that a player can have done again and again without being asked. It holds until they take it back, or the
/// game has [nothing more to do by it](crate::Present::carry_out): when something new comes up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StandingOrder {
    /// Its name in forms: `fight-on`.
    pub id: &'static str,
    /// A verb and what it is done to: `Fight on`.
    pub text: Sentence,
    /// How far it goes, where the player may choose that.
    pub limit: Option<Limit>,
    /// What may come of it.
    pub forecast: Option<Forecast>,
    /// Whether nobody else may notice that it stands: where others wait for its steps as well, each comes after a random
    /// pause of [one to three seconds](StandingOrder::PAUSE), the first one too, as if the player had thought about it.
    pub discreet: bool,
}

impl StandingOrder {
    /// How long a discreet order takes for a step, at least and at most, in milliseconds.
    pub const PAUSE: (u64, u64) = (1_000, 3_000);
}

/// What has become of an action that was [armed](crate::Present::armable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// Its seat is not awaited yet.
    Waits,
    /// It can be done now, and means what it meant.
    Due,
    /// It cannot be done any more, or would mean something else.
    Lapsed,
}

/// How far a standing order goes: it ends once a number that the game watches has come down to this.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Limit {
    /// What the number is, in words: `until my health is at most`.
    pub text: String,
    /// The least that makes sense.
    pub min: i32,
    /// The most that makes sense.
    pub max: i32,
    /// What most would choose.
    pub usual: i32,
}

/// A step on the way to a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Point {
    /// A piece that is picked up, by its id.
    From(String),
    /// A piece that is aimed at, by its id: what was picked up goes there.
    To(String),
    /// A choice that no piece stands for, such as `as a wild`.
    Word(String),
    /// A number that is set, up or down by one at a time.
    Number {
        /// What is counted: `XP`.
        name: &'static str,
        /// What is counted, at a glance.
        icon: Icon,
        /// How many.
        value: i32,
    },
}

impl Point {
    /// The id of the piece, if it is one.
    pub fn piece(&self) -> Option<&str> {
        match self {
            Point::From(id) | Point::To(id) => Some(id),
            Point::Word(_) | Point::Number { .. } => None,
        }
    }

    /// Whether two points are picked by the same press: a piece is one, whether it is picked up or aimed at.
    pub fn same_pick(&self, other: &Point) -> bool {
        self.piece() == other.piece() && (self.piece().is_some() || self == other)
    }
}

/// What can be picked next on the way to some of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork<'a> {
    /// What is picked.
    pub point: &'a Point,
    /// The moves that are left then, by their number in the list.
    pub moves: Vec<usize>,
}

/// What can be picked after `picked`, in the order of the moves: the branches of the tree that their paths make.
pub fn forks<'a>(moves: &'a [Move], picked: &[Point]) -> Vec<Fork<'a>> {
    let mut forks: Vec<Fork<'a>> = Vec::new();
    for (index, choice) in moves.iter().enumerate() {
        let Some([point, ..]) = choice.wording.rest(picked) else { continue };
        match forks.iter_mut().find(|fork| fork.point.same_pick(point)) {
            Some(fork) => fork.moves.push(index),
            None => forks.push(Fork { point, moves: vec![index] }),
        }
    }
    forks
}

/// Something a player would expect to do but cannot now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barred {
    /// What cannot be done: `Use the weapon 7`.
    pub what: String,
    /// Why not.
    pub why: String,
    /// The ruling that says so.
    pub ruling: Option<&'static str>,
    /// The piece it concerns.
    pub piece: Option<String>,
}

/// How a match ended, for an end worth reaching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// The result: `The tower is yours`.
    pub title: Sentence,
    /// How it came about.
    pub story: Sentence,
    /// Whether to celebrate.
    pub tone: Tone,
    /// The match in a few numbers, most telling first.
    pub numbers: Vec<(String, String)>,
    /// What this end opens: the next level. Given as a sentence.
    pub unlocked: Option<String>,
}

/// A small sign with one meaning, the same in every game: a word of the catalogue that the skins draw from.
///
/// Those here are the ones that several games share; a game may name any other that stands in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Icon(pub &'static str);

#[allow(missing_docs)]
impl Icon {
    pub const ALTAR: Icon = Icon("altar");
    pub const ARMOR: Icon = Icon("armor");
    pub const ASCEND: Icon = Icon("ascend");
    pub const BLESSING: Icon = Icon("blessing");
    pub const BOSS: Icon = Icon("boss");
    pub const CAMP: Icon = Icon("camp");
    pub const CARD: Icon = Icon("card");
    pub const CHEST: Icon = Icon("chest");
    pub const CLOCK: Icon = Icon("clock");
    pub const COIN: Icon = Icon("coin");
    pub const CROWN: Icon = Icon("crown");
    pub const CURSE: Icon = Icon("curse");
    pub const D20: Icon = Icon("d20");
    pub const DEMON: Icon = Icon("demon");
    pub const DIE: Icon = Icon("die");
    pub const DOOR: Icon = Icon("door");
    pub const DOUBLE: Icon = Icon("double");
    pub const EVADE: Icon = Icon("evade");
    pub const FLASK: Icon = Icon("flask");
    pub const FOUNTAIN: Icon = Icon("fountain");
    pub const HALLWAY: Icon = Icon("hallway");
    pub const HEART: Icon = Icon("heart");
    pub const HERO: Icon = Icon("hero");
    pub const INITIATIVE: Icon = Icon("initiative");
    pub const LUCK: Icon = Icon("luck");
    pub const MERCHANT: Icon = Icon("merchant");
    pub const MONSTER: Icon = Icon("monster");
    pub const PORTAL: Icon = Icon("portal");
    pub const SHIELD: Icon = Icon("shield");
    pub const SKULL: Icon = Icon("skull");
    pub const SNEAK: Icon = Icon("sneak");
    pub const STAR: Icon = Icon("star");
    pub const SWORD: Icon = Icon("sword");
    pub const TOWER: Icon = Icon("tower");
    pub const TRAP: Icon = Icon("trap");
    pub const TROPHY: Icon = Icon("trophy");
    pub const WALL: Icon = Icon("wall");
    pub const WIND: Icon = Icon("wind");
}

/// A drawing, such as `common/goblin`: a word of the catalogue that the skins draw from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Picture(pub &'static str);

impl Piece {
    /// What it is, in words, and who stands on it.
    ///
    /// ```
    /// use kernel::{Look, Piece, Seat, Tone};
    ///
    /// let look = Look::Tile { icon: None, tone: Tone::Plain, value: None, pawns: vec![Seat(0), Seat(1)] };
    /// let way_in = Piece::new("cell-8-8", look, "Row 8, column 8: the way in.");
    /// let name = |seat: Seat| ["Ada", "Ben"][seat.index()].to_owned();
    /// assert_eq!(way_in.plain(name), "Row 8, column 8: the way in. Ada and Ben are here.");
    /// ```
    pub fn plain(&self, name: impl Fn(Seat) -> String) -> String {
        self.plain_for(None, name)
    }

    /// What it is, in words, and who stands on it, as `reader` reads it: `… the way in. You and Ben are here.`
    pub fn plain_for(&self, reader: Option<Seat>, name: impl Fn(Seat) -> String) -> String {
        let Look::Tile { pawns, .. } = &self.look else { return self.label.clone() };
        let who = Sentence::new().seats(pawns.iter().copied());
        let here = match pawns.len() {
            0 => return self.label.clone(),
            1 => say!("{who} is here."),
            _ => say!("{who} are here."),
        };
        format!("{} {}", self.label, here.plain_for(reader, name))
    }

    /// Its rules text, where its label does not say that already.
    pub fn untold(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| !self.label.contains(text))
    }

    /// A piece with a look and its description in words.
    pub fn new(id: impl Into<String>, look: Look, label: impl Into<String>) -> Piece {
        Piece {
            id: id.into(),
            look,
            picture: None,
            label: label.into(),
            text: None,
            ruling: None,
            seat: None,
            at: None,
            flags: Vec::new(),
            gauge: None,
            note: None,
            intent: None,
            badge: None,
            shape: Shape::Round,
            on: None,
            ahead: None,
        }
    }

    /// Gives it a small sign.
    #[must_use]
    pub fn badge(self, badge: Badge) -> Piece {
        Piece { badge: Some(badge), ..self }
    }

    /// Gives a node of a map its outline.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Piece {
        Piece { shape, ..self }
    }

    /// Lays it on another piece of its area.
    #[must_use]
    pub fn on(self, piece: impl Into<String>) -> Piece {
        Piece { on: Some(piece.into()), ..self }
    }

    /// Says where its number will stand if everything is decided as it is.
    #[must_use]
    pub fn ahead(self, value: i32) -> Piece {
        Piece { ahead: Some(value), ..self }
    }

    /// Gives it a number that goes up and down.
    #[must_use]
    pub fn gauge(self, icon: Icon, value: i32, max: i32) -> Piece {
        Piece { gauge: Some(Gauge { icon, value, max }), ..self }
    }

    /// Adds a few words under its name.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Piece {
        Piece { note: Some(note.into()), ..self }
    }

    /// Says what it will do next.
    #[must_use]
    pub fn intent(self, intent: Intent) -> Piece {
        Piece { intent: Some(intent), ..self }
    }

    /// Gives it a drawing.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Piece {
        Piece { picture: Some(picture), ..self }
    }

    /// Adds rules text and the ruling behind it.
    #[must_use]
    pub fn text(self, text: impl Into<String>, ruling: Option<&'static str>) -> Piece {
        Piece { text: Some(text.into()), ruling, ..self }
    }

    /// Puts it in a cell of a grid or map.
    #[must_use]
    pub fn at(self, row: u8, column: u8) -> Piece {
        Piece { at: Some((row, column)), ..self }
    }

    /// Sets a flag if `when`.
    #[must_use]
    pub fn flag(mut self, flag: Flag, when: bool) -> Piece {
        if when {
            self.flags.push(flag);
        }
        self
    }
}

impl Area {
    /// An empty area.
    pub fn new(id: impl Into<String>, title: impl Into<Sentence>, role: Role, layout: Layout) -> Area {
        Area {
            id: id.into(),
            title: title.into(),
            role,
            layout,
            seat: None,
            active: false,
            picture: None,
            note: None,
            doing: None,
            pieces: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Draws a region behind its nodes.
    #[must_use]
    pub fn region(mut self, region: Region) -> Area {
        self.regions.push(region);
        self
    }

    /// Gives it the face of its player.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Area {
        Area { picture: Some(picture), ..self }
    }

    /// Adds what the viewer should know of it now.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Area {
        Area { note: Some(note.into()), ..self }
    }

    /// Says what its player does now.
    #[must_use]
    pub fn doing(self, icon: Icon, text: impl Into<String>, tone: Tone) -> Area {
        Area { doing: Some(Doing { icon, text: text.into(), tone }), ..self }
    }

    /// Gives it to a seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Area {
        Area { seat: Some(seat), ..self }
    }

    /// Marks it as the centre of attention if `when`.
    #[must_use]
    pub fn active(self, when: bool) -> Area {
        Area { active: when, ..self }
    }

    /// The edges of a map: each with the cells of the nodes that it joins.
    pub fn edges(&self) -> impl Iterator<Item = (&Piece, (u8, u8), (u8, u8))> {
        let cell = |id: &String| self.pieces.iter().find(|piece| piece.id == *id).and_then(|piece| piece.at);
        self.pieces.iter().filter_map(move |piece| match &piece.look {
            Look::Edge { between: (one, other), .. } => Some((piece, cell(one)?, cell(other)?)),
            _ => None,
        })
    }

    /// Puts pieces in.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = Piece>) -> Area {
        self.pieces.extend(pieces);
        self
    }
}
