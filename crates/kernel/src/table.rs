//! A match whose game is known only at run time: speaking JSON and scenes.

use std::any::Any;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    Area, ChanceOutcome, ChanceResult, Game, Icon, Layout, Line, Look, Meta, Move, Piece, Present, Question, Record,
    Referee, Refused, Role, Scene, Seat, SeatSet, Sentence, Status, Tone, Viewer, record::Step,
};

/// A match of any game: what the hall, the terminal and the engine protocol play at.
pub trait Table: Any + Send + Sync {
    /// The game's data sheet.
    fn meta(&self) -> &'static Meta;
    /// The number of seats.
    fn seats(&self) -> u8;
    /// Whether something can be hidden from a viewer.
    fn has_secrets(&self) -> bool;
    /// The number of steps taken.
    fn ply(&self) -> usize;
    /// The seats that must act.
    fn awaited(&self) -> SeatSet;
    /// Whom to ask where seats are asked one by one.
    fn asked_first(&self) -> Option<Seat>;
    /// The number of the step since which `seat` faces the decision that it faces now.
    fn epoch(&self, seat: Seat) -> usize;
    /// How it ended.
    fn outcome(&self) -> Option<Value>;
    /// The outcome that the match waits for.
    fn question(&self) -> Option<&Question>;
    /// Where the match stands, as the engine protocol says it, with what `seats` may do.
    fn state(&self, seats: SeatSet) -> State;
    /// Takes a step.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then.
    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Refused>;
    /// Gives the outcome that the match waits for.
    ///
    /// # Errors
    /// If none is, or it cannot fall.
    fn answer(&mut self, answer: &str) -> Result<(), Refused>;
    /// Takes the last outcome back that was told of the step that waits; if none was, gives the step up.
    ///
    /// # Errors
    /// If nothing waits for an outcome, or nothing has been told of a setup.
    fn retract(&mut self) -> Result<(), Refused>;
    /// Takes the last step back.
    ///
    /// # Errors
    /// If there is none.
    fn undo(&mut self) -> Result<(), Refused>;
    /// Whether `seat` may take the last step back by the law of undo.
    ///
    /// # Errors
    /// If it may not, with the reason.
    fn may_undo(&self, seat: Seat) -> Result<(), Refused>;
    /// What `viewer` may know, with the decisions awaited.
    fn view(&self, viewer: Viewer) -> Value;
    /// The table as `viewer` sees it, after `at` steps or now. Only the present has moves.
    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene>;
    /// What `viewer` may hear of step `n`, setup being step 0.
    fn chronicle(&self, viewer: Viewer, n: usize) -> Vec<Line>;
    /// The events of step `n` as `viewer` may hear them, as JSON with a sentence each.
    fn events(&self, viewer: Viewer, n: usize) -> Vec<Value>;
    /// Who took step `n`.
    fn actor(&self, n: usize) -> Option<Seat>;
    /// Step `n` of the journal, counted from 1.
    fn step(&self, n: usize) -> Option<Step>;
    /// What fell in step `n`, setup being step 0.
    fn chance_outcomes(&self, n: usize) -> &[ChanceOutcome];
    /// What has been told so far of the step that waits for an outcome.
    fn pending_outcomes(&self) -> &[ChanceOutcome];
    /// The journal, with the seed if `reveal`.
    fn record(&self, reveal: bool) -> Record;
    /// The same match once more, to go its own way.
    fn branch(&self) -> Box<dyn Table>;
    /// The typed referee behind, for those who know the game.
    fn as_any(&self) -> &dyn Any;
}

/// Where a match stands, in the words of the engine protocol.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// The number of steps taken.
    pub ply: usize,
    /// Who is awaited, or how it ended.
    pub status: Value,
    /// What each asked-for seat may do, with its wording.
    pub legal: Map<String, Value>,
    /// The outcome that the match waits for.
    pub ask: Option<Value>,
}

/// How seats are named where nobody has a name.
pub fn unnamed(seat: Seat) -> String {
    format!("Player {}", seat.0 + 1)
}

/// The dice and coins of step `n` that `viewer` may see: they lie on the table until the next step, with what they were
/// for.
fn dice(n: usize, outcomes: &[ChanceOutcome], viewer: Viewer) -> Area {
    let piece = |(index, outcome): (usize, &ChanceOutcome)| {
        let purpose = outcome.why.text;
        let look = match outcome.result {
            ChanceResult::Die(die, value) => Look::Die { sides: die.sides(), value, purpose: purpose.into() },
            ChanceResult::Coin(face) => Look::Token {
                icon: Icon::COIN,
                tone: Tone::Luck,
                value: Some(face.code().into()),
                seat: outcome.why.seat,
            },
            ChanceResult::Card(_) => return None,
        };
        let label = match outcome.result {
            ChanceResult::Die(die, value) => format!("{purpose}: {die} shows {value}"),
            ChanceResult::Coin(face) => format!("{purpose}: {}", face.code()),
            ChanceResult::Card(_) => return None,
        };
        let piece = Piece::new(format!("fall-{n}-{index}"), look, label);
        Some(Piece { seat: outcome.why.seat, ..piece })
    };
    let visible = outcomes.iter().enumerate().filter(|(_, outcome)| outcome.visible_to(viewer));
    let pieces = visible.filter_map(piece);
    Area::new("dice", Sentence::from("Dice"), Role::Dice, Layout::Row).with(pieces)
}

impl<G: Game + Present> Referee<G> {
    fn awaiting(&self, viewer: Option<Viewer>) -> Vec<Value> {
        let Some(game) = self.game() else { return Vec::new() };
        let one = |seat: Seat| {
            let mut entry = json!({ "seat": seat, "kind": game.decision(seat) });
            if viewer.is_some_and(|viewer| viewer.sees(seat)) {
                entry["legal"] = json!(self.legal(seat));
            }
            entry
        };
        self.awaited().iter().map(one).collect()
    }

    fn moves(&self, game: &G, seat: Seat) -> Vec<Move> {
        let view = game.view(Viewer::Seat(seat));
        let wording = |action: &G::Action| Move {
            action: serde_json::to_value(action).unwrap_or_default(),
            wording: G::wording(&view, seat, action),
        };
        self.legal(seat).iter().map(wording).collect()
    }
}

impl<G: Game + Present> Table for Referee<G> {
    fn meta(&self) -> &'static Meta {
        G::meta()
    }

    fn seats(&self) -> u8 {
        Referee::seats(self)
    }

    fn has_secrets(&self) -> bool {
        G::SECRETS
    }

    fn ply(&self) -> usize {
        Referee::ply(self)
    }

    fn awaited(&self) -> SeatSet {
        Referee::awaited(self)
    }

    fn asked_first(&self) -> Option<Seat> {
        Referee::asked_first(self)
    }

    fn epoch(&self, seat: Seat) -> usize {
        Referee::epoch(self, seat)
    }

    fn outcome(&self) -> Option<Value> {
        match self.game()?.status() {
            Status::Over(outcome) => Some((&outcome).into()),
            Status::Awaiting(_) => None,
        }
    }

    fn question(&self) -> Option<&Question> {
        Referee::question(self)
    }

    fn state(&self, seats: SeatSet) -> State {
        let status = match self.outcome() {
            Some(outcome) => json!({ "over": outcome }),
            None => json!({ "awaiting": self.awaiting(None) }),
        };
        let texts = |seat: Seat| -> Value {
            let moves = self.game().map(|game| self.moves(game, seat)).unwrap_or_default();
            moves.iter().map(|m| json!({ "action": m.action, "text": m.wording.text.plain(unnamed) })).collect()
        };
        let shown = self.awaited().iter().filter(|seat| seats.contains(*seat));
        State {
            ply: self.ply(),
            status,
            legal: shown.map(|seat| (seat.to_string(), texts(seat))).collect(),
            ask: self.question().map(|question| json!(question)),
        }
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Refused> {
        self.act_json(seat, action)
    }

    fn answer(&mut self, answer: &str) -> Result<(), Refused> {
        Referee::answer(self, answer)
    }

    fn retract(&mut self) -> Result<(), Refused> {
        Referee::retract(self)
    }

    fn undo(&mut self) -> Result<(), Refused> {
        Referee::undo(self)
    }

    fn may_undo(&self, seat: Seat) -> Result<(), Refused> {
        Referee::may_undo(self, seat)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let mut view = self.game().map(|game| json!(game.view(viewer))).unwrap_or_else(|| json!({}));
        if let Some(map) = view.as_object_mut() {
            let mut awaiting = self.awaiting(Some(viewer));
            let entry = match awaiting.len() {
                0 => Value::Null,
                1 => awaiting.remove(0),
                _ => Value::Array(awaiting),
            };
            map.insert("awaiting".into(), entry);
        }
        view
    }

    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        let now = self.ply();
        let at = at.unwrap_or(now);
        let game = self.at(at)?;
        let mut scene = G::scene(&game.view(viewer), viewer);
        scene.areas.push(dice(at, self.chance_outcomes(at), viewer));
        if at == now {
            scene.moves = viewer.seat().map(|seat| self.moves(&game, seat)).unwrap_or_default();
        }
        Some(scene)
    }

    fn chronicle(&self, viewer: Viewer, n: usize) -> Vec<Line> {
        let heard = self.said(n).iter().filter(|said| said.audience.includes(viewer));
        heard.map(|said| G::tell(&said.event)).collect()
    }

    fn events(&self, viewer: Viewer, n: usize) -> Vec<Value> {
        let heard = self.said(n).iter().filter(|said| said.audience.includes(viewer));
        heard.map(|said| json!({ "text": G::tell(&said.event).text.plain(unnamed), "event": said.event })).collect()
    }

    fn actor(&self, n: usize) -> Option<Seat> {
        Referee::actor(self, n)
    }

    fn step(&self, n: usize) -> Option<Step> {
        Referee::step(self, n)
    }

    fn chance_outcomes(&self, n: usize) -> &[ChanceOutcome] {
        Referee::chance_outcomes(self, n)
    }

    fn pending_outcomes(&self) -> &[ChanceOutcome] {
        Referee::pending_outcomes(self)
    }

    fn record(&self, reveal: bool) -> Record {
        Referee::record(self, reveal)
    }

    fn branch(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
