//! A match whose game is known only at run time; its interface is JSON and scenes.

mod json;

use std::any::Any;

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use text::t;

use crate::{
    ActError, Area, Armed, ChanceOutcome, ChanceResult, Effect, Face, Game, Icon, Layout, Line, Look, LuckKind, Meta,
    Moment, Move, Piece, Present, Question, Record, Referee, Role, Roll, Scene, Seat, SeatSet, Sentence, Status, Tone,
    Viewer, listed, record::Step,
};

use self::json::{Awaited, LegalList, Standing, Told, Unnamed};
pub use self::json::{State, unnamed};
pub(crate) use self::json::{over, raw};

/// A match of any game, as the server, the terminal and the engine protocol use it.
pub trait Match: Any + Send + Sync {
    /// Returns the game's data sheet.
    fn meta(&self) -> &'static Meta;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the maximum number of steps, see [`Game::bound`].
    fn bound(&self) -> u64;
    /// Whether something can be hidden from a viewer.
    fn has_secrets(&self) -> bool;
    /// Returns the number of steps taken.
    fn ply(&self) -> usize;
    /// Returns the seats that must act.
    fn awaited(&self) -> SeatSet;
    /// Returns the seat to ask first, for callers that ask one seat at a time.
    fn asked_first(&self) -> Option<Seat>;
    /// Returns, in a lesson, the seat to move and its only permitted move.
    fn taught(&self) -> Option<(Seat, &Value)> {
        None
    }
    /// Returns, in a lesson, whether the learner has followed it to its end.
    fn is_learned(&self) -> bool {
        false
    }
    /// Returns the number of the step since which `seat` faces its present decision.
    fn epoch(&self, seat: Seat) -> usize;
    /// Returns the outcome of a finished match.
    fn outcome(&self) -> Option<Value>;
    /// Returns the question for the outcome that the match waits for.
    fn question(&self) -> Option<&Question>;
    /// Returns the state of the match in the format of the engine protocol, with the legal actions
    /// of `seats`.
    fn state(&self, seats: SeatSet) -> State;
    /// Returns the legal actions of a seat; none if it is not awaited.
    fn actions(&self, seat: Seat) -> Vec<Value>;
    /// Takes a step.
    ///
    /// # Errors
    /// If it is refused; the match is then unchanged.
    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), ActError>;
    /// Gives the outcome that the match waits for.
    ///
    /// # Errors
    /// If it waits for none, or this one is impossible.
    fn answer(&mut self, answer: &str) -> Result<(), ActError>;
    /// Takes back the last outcome that was entered for the waiting step; if none was, gives the
    /// step up.
    ///
    /// # Errors
    /// If nothing waits for an outcome, or no outcome of a setup has been entered.
    fn retract(&mut self) -> Result<(), ActError>;
    /// Takes the last step back.
    ///
    /// # Errors
    /// If there is none.
    fn undo(&mut self) -> Result<(), ActError>;
    /// Whether `seat` may take the last step back by the law of undo.
    ///
    /// # Errors
    /// If it may not, with the reason.
    fn may_undo(&self, seat: Seat) -> Result<(), ActError>;
    /// Returns the information that `viewer` may know, with the decisions awaited.
    fn view(&self, viewer: Viewer) -> Value;
    /// Returns the table as `viewer` sees it, after `at` steps or now. Only the present scene has
    /// moves.
    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene>;
    /// Returns the chronicle of step `n` as `viewer` may hear it; the setup is step 0.
    fn chronicle(&self, viewer: Viewer, n: usize) -> Vec<Line>;
    /// Returns the events of step `n` as `viewer` may hear them, as JSON with a sentence each.
    fn events(&self, viewer: Viewer, n: usize) -> Vec<Box<RawValue>>;
    /// Returns the moments of step `n` as `viewer` may see them: its dice and its lines in the
    /// order of the rules.
    fn moments(&self, viewer: Viewer, n: usize) -> Vec<Moment>;
    /// Returns the table as `viewer` sees it at [`Moment::Show`] number `scene` of step `n`,
    /// without moves and dice; `None` if the step is long past.
    fn shown(&self, viewer: Viewer, n: usize, scene: usize) -> Option<Scene>;
    /// Returns the dice and coins of step `n` that `viewer` may see, as pieces on the table; the
    /// setup is step 0.
    fn fallen(&self, viewer: Viewer, n: usize) -> Vec<Piece>;
    /// Returns the next action of `seat` by an auto-action; `None` if the auto-action has ended, or
    /// the seat is not awaited.
    fn carry_out(&self, seat: Seat, id: &str, limit: i32) -> Option<Value>;
    /// Whether an auto-action that `seat` set after `given` steps is still active.
    fn stands(&self, seat: Seat, id: &str, given: usize) -> bool;
    /// Returns the premoves that `seat` may set, to be made when it is awaited. The list is empty
    /// if the seat is awaited, or must wait for more than another seat's answer.
    fn armable(&self, seat: Seat) -> Vec<Move>;
    /// Returns the state of a premove that `seat` set after `at` steps.
    fn armed(&self, seat: Seat, action: &Value, at: usize) -> Armed;
    /// Returns the seat that took step `n`.
    fn actor(&self, n: usize) -> Option<Seat>;
    /// Returns the seats that were awaited after the setup and after each step.
    fn awaited_course(&self) -> Vec<SeatSet>;
    /// Returns step `n` of the journal, counted from 1.
    fn step(&self, n: usize) -> Option<Step>;
    /// Returns the outcomes of step `n`; the setup is step 0.
    fn chance_outcomes(&self, n: usize) -> &[&'static ChanceOutcome];
    /// Returns the outcomes entered so far for the waiting step.
    fn pending_outcomes(&self) -> &[&'static ChanceOutcome];
    /// Returns, once the match is over, the cards that were entered though no copy was left, each
    /// with the number of its step. They show that a card was entered wrongly; before the end they
    /// would reveal hands.
    fn contradictions(&self) -> Vec<(usize, &'static ChanceOutcome)>;
    /// Returns, with physical dice, the step that waits for an outcome, as `viewer` may know it. In
    /// a game with secrets only the player who takes the step knows it.
    fn under_way(&self, _viewer: Viewer) -> Option<(Seat, Sentence)> {
        None
    }
    /// Returns the journal as a record, with the seed if `reveal`.
    fn record(&self, reveal: bool) -> Record;
    /// Returns a copy of the match, which continues on its own.
    fn branch(&self) -> Box<dyn Match>;
    /// Returns the typed referee, for callers that know the game.
    fn as_any(&self) -> &dyn Any;
}

/// Returns a die or a coin of step `n` as a piece on the table; `None` for a card, which the game
/// places.
fn die(n: usize, index: usize, outcome: &ChanceOutcome) -> Option<Piece> {
    let purpose = outcome.why.text;
    let (look, label) = match outcome.result {
        ChanceResult::Die(die, value) => (
            Look::Die { sides: die.sides(), value, purpose: purpose.as_str().into() },
            t!("{purpose}: {die} shows {value}"),
        ),
        ChanceResult::Coin(face) => {
            let side = if face == Face::Heads { t!("heads") } else { t!("tails") };
            let (tone, value) = (Tone::Luck, Some(side.into()));
            let look = Look::Token { icon: Icon::COIN, tone, value, seat: outcome.why.seat };
            (look, format!("{purpose}: {side}"))
        }
        ChanceResult::Card(_) => return None,
    };
    Some(Piece { seat: outcome.why.seat, ..Piece::new(die_id(n, index), look, label) })
}

/// Whether this outcome is on the table as a [`die`].
fn is_die(outcome: &ChanceOutcome) -> bool {
    outcome.kind() == LuckKind::Dice
}

fn die_id(n: usize, index: usize) -> String {
    format!("fall-{n}-{index}")
}

fn game_awaits<G: Game>(game: &G, seat: Seat) -> bool {
    matches!(game.status(), Status::Awaiting(seats) if seats.contains(seat))
}

/// Number of steps that are searched for the dice still on the table.
const ROLL_STEPS: usize = 12;

impl<G: Game + Present> Referee<G> {
    /// Returns the decisions awaited, each with its legal actions if `viewer` may know them.
    fn awaiting(&self, viewer: Viewer) -> Vec<Value> {
        let Some(game) = self.game() else { return Vec::new() };
        let one = |seat: Seat| {
            let mut entry = json!(Awaited::of(game, seat));
            if viewer.sees(seat) {
                entry["legal"] = json!(self.legal(seat));
            }
            entry
        };
        self.awaited().iter().map(one).collect()
    }

    /// Returns the sentence about cards that were entered wrongly; empty if there are none.
    fn told_wrong(&self) -> String {
        let mut steps: Vec<String> = Match::contradictions(self).iter().map(|(n, _)| n.to_string()).collect();
        steps.dedup();
        match &steps[..] {
            [] => String::new(),
            [step] => t!("Somebody told a card wrong: what was drawn in step {step} lay elsewhere already."),
            _ => {
                let steps = listed(&steps);
                t!("Somebody told cards wrong: what was drawn in the steps {steps} lay elsewhere already.")
            }
        }
    }

    fn moves(&self, game: &G, seat: Seat) -> Vec<Move> {
        let view = game.view(Viewer::Seat(seat));
        self.legal(seat).iter().map(|action| self.worded(&view, seat, action)).collect()
    }

    fn worded(&self, view: &G::View, seat: Seat, action: &G::Action) -> Move {
        let spelled = serde_json::to_value(action).unwrap_or_default();
        Move { action: spelled, wording: G::wording(view, seat, action) }
    }

    /// Returns the dice on the table after step `n`: those of the last step that rolled any, and
    /// those of earlier steps that it settled.
    fn dice(&self, n: usize, viewer: Viewer) -> (Area, Vec<Roll>) {
        let mut area = Area::new("dice", Sentence::from(t!("Dice")), Role::Dice, Layout::Row);
        let mut rolls: Vec<Roll> = Vec::new();
        let steps = n.saturating_sub(ROLL_STEPS)..=n;
        // The events are searched only if there are dice that they could settle.
        let last = steps.clone().rev().find(|step| self.chance_outcomes(*step).iter().copied().any(is_die));
        let Some(last) = last else { return (area, rolls) };
        for step in steps.rev() {
            let settles = rolls.first().is_some_and(|roll| !roll.title.spans().is_empty());
            if step < last && !settles {
                break;
            }
            let (mut settled, mut open) = (Vec::new(), Vec::new());
            for moment in self.moments(viewer, step) {
                match moment {
                    Moment::Die { piece } => open.push(piece),
                    Moment::Effect(Effect::Settle { title, result, sum, blow }) => {
                        settled.push(Roll { title, result, sum, blow, dice: std::mem::take(&mut open) });
                    }
                    Moment::Tell { .. } | Moment::Show { .. } | Moment::Effect(_) => {}
                }
            }
            let idle = settled.is_empty() && self.chance_outcomes(step).is_empty();
            if step < last && open.is_empty() && !idle {
                break;
            }
            area.pieces.splice(0..0, Match::fallen(self, viewer, step));
            match rolls.first_mut() {
                Some(next) => drop(next.dice.splice(0..0, open)),
                None => settled.push(Roll { dice: open, ..Roll::default() }),
            }
            rolls.splice(0..0, settled);
        }
        rolls.retain(|roll| !roll.dice.is_empty());
        (area, rolls)
    }
}

impl<G: Game + Present> Match for Referee<G> {
    fn meta(&self) -> &'static Meta {
        G::META
    }

    fn seats(&self) -> u8 {
        Referee::seats(self)
    }

    fn bound(&self) -> u64 {
        G::bound(self.options(), Referee::seats(self))
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
        let _in_force = self.enter_cards();
        let standing = match (self.outcome(), self.game()) {
            (Some(outcome), _) => Standing::Over(outcome),
            (None, game) => Standing::Awaiting(
                game.map(|game| self.awaited().iter().map(|seat| Awaited::of(game, seat)).collect())
                    .unwrap_or_default(),
            ),
        };
        let legal = |seat: Seat| {
            let view = self.game()?.view(Viewer::Seat(seat));
            Some((seat, raw(&LegalList::<G> { view: &view, seat, actions: &self.legal(seat) })))
        };
        State {
            ply: self.ply(),
            status: raw(&standing),
            legal: self.awaited().iter().filter(|seat| seats.contains(*seat)).filter_map(legal).collect(),
            ask: self.question().map(|question| json!(question)),
        }
    }

    fn actions(&self, seat: Seat) -> Vec<Value> {
        let _in_force = self.enter_cards();
        match self.awaited().contains(seat) {
            true => self.legal(seat).iter().map(|action| json!(action)).collect(),
            false => Vec::new(),
        }
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), ActError> {
        let _in_force = self.enter_cards();
        self.act_json(seat, action)
    }

    fn answer(&mut self, answer: &str) -> Result<(), ActError> {
        let _in_force = self.enter_cards();
        Referee::answer(self, answer)
    }

    fn retract(&mut self) -> Result<(), ActError> {
        let _in_force = self.enter_cards();
        Referee::retract(self)
    }

    fn undo(&mut self) -> Result<(), ActError> {
        let _in_force = self.enter_cards();
        Referee::undo(self)
    }

    fn may_undo(&self, seat: Seat) -> Result<(), ActError> {
        let _in_force = self.enter_cards();
        Referee::may_undo(self, seat)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let _in_force = self.enter_cards();
        let mut view = self.game().map(|game| json!(game.view(viewer))).unwrap_or_else(|| json!({}));
        if let Some(map) = view.as_object_mut() {
            let mut awaiting = self.awaiting(viewer);
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
        let _in_force = self.enter_cards();
        let now = self.ply();
        let at = at.unwrap_or(now);
        let game = self.at(at)?;
        let mut scene = G::scene(&game.view(viewer), viewer);
        let (dice, rolls) = self.dice(at, viewer);
        scene.areas.push(dice);
        scene.rolls = rolls;
        if let Some(ending) = &mut scene.ending
            && let wrong = self.told_wrong()
            && !wrong.is_empty()
        {
            ending.story = std::mem::take(&mut ending.story).text(format!(" {wrong}"));
        }
        if at == now {
            scene.moves = viewer.seat().map(|seat| self.moves(&game, seat)).unwrap_or_default();
        }
        Some(scene)
    }

    fn chronicle(&self, viewer: Viewer, n: usize) -> Vec<Line> {
        let _in_force = self.enter_cards();
        let heard = self.said(n).iter().filter(|said| said.audience.includes(viewer));
        heard.map(|said| G::tell(&said.event)).collect()
    }

    fn events(&self, viewer: Viewer, n: usize) -> Vec<Box<RawValue>> {
        let _in_force = self.enter_cards();
        let heard = self.said(n).iter().filter(|said| said.audience.includes(viewer));
        heard.map(|said| raw(&Told { text: Unnamed(G::tell(&said.event).text), event: &said.event })).collect()
    }

    fn moments(&self, viewer: Viewer, n: usize) -> Vec<Moment> {
        let _in_force = self.enter_cards();
        let outcomes = self.chance_outcomes(n).iter().enumerate();
        let dice = outcomes.filter(|(_, outcome)| outcome.visible_to(viewer) && is_die(outcome));
        let mut dice = dice.map(|(index, _)| index).peekable();
        let roll = |index| Moment::Die { piece: die_id(n, index) };
        let mut rolled = |before: usize, moments: &mut Vec<Moment>| {
            moments.extend(std::iter::from_fn(|| dice.next_if(|index| *index < before)).map(roll));
        };
        let mut shown = self.shown_states(n).enumerate().peekable();
        let (mut moments, mut line) = (Vec::new(), 0);
        for (index, (said, fallen)) in self.said(n).iter().zip(self.fallen_before(n)).enumerate() {
            while let Some((scene, at)) = shown.next_if(|(_, at)| at.said <= index) {
                rolled(at.fallen, &mut moments);
                moments.push(Moment::Show { scene });
            }
            if said.audience.includes(viewer) {
                rolled((*fallen).into(), &mut moments);
                moments.push(Moment::Tell { line });
                moments.extend(G::tell(&said.event).effects.into_iter().map(Moment::Effect));
                line += 1;
            }
        }
        for (scene, at) in shown {
            rolled(at.fallen, &mut moments);
            moments.push(Moment::Show { scene });
        }
        rolled(usize::MAX, &mut moments);
        moments
    }

    fn shown(&self, viewer: Viewer, n: usize, scene: usize) -> Option<Scene> {
        let _in_force = self.enter_cards();
        let shown = self.shown_states(n).nth(scene)?;
        Some(G::scene(&shown.game.view(viewer), viewer))
    }

    fn fallen(&self, viewer: Viewer, n: usize) -> Vec<Piece> {
        let outcomes = self.chance_outcomes(n).iter().enumerate();
        let visible = outcomes.filter(|(_, outcome)| outcome.visible_to(viewer));
        visible.filter_map(|(index, outcome)| die(n, index, outcome)).collect()
    }

    fn carry_out(&self, seat: Seat, id: &str, limit: i32) -> Option<Value> {
        let _in_force = self.enter_cards();
        let game = self.game().filter(|_| self.awaited().contains(seat))?;
        let action = (G::FEATURES.auto_actions.carry_out)(&game.view(Viewer::Seat(seat)), seat, id, limit)?;
        serde_json::to_value(action).ok()
    }

    fn stands(&self, seat: Seat, id: &str, given: usize) -> bool {
        let _in_force = self.enter_cards();
        let view = |game: G| game.view(Viewer::Seat(seat));
        // A step that waits for an outcome has not happened yet.
        let (Some(then), Some(now)) = (self.at(given), self.at(Referee::ply(self))) else { return false };
        (G::FEATURES.auto_actions.stands)(&view(then), &view(now), seat, id)
    }

    fn armable(&self, seat: Seat) -> Vec<Move> {
        let _in_force = self.enter_cards();
        let free = |game: &&G| self.question().is_none() && !game_awaits(*game, seat);
        let Some(game) = self.game().filter(free) else { return Vec::new() };
        let view = game.view(Viewer::Seat(seat));
        (G::FEATURES.auto_actions.armable)(&view, seat).iter().map(|action| self.worded(&view, seat, action)).collect()
    }

    fn armed(&self, seat: Seat, action: &Value, at: usize) -> Armed {
        let _in_force = self.enter_cards();
        let (Some(now), Ok(action)) = (self.game(), G::Action::deserialize(action)) else { return Armed::Lapsed };
        let view = now.view(Viewer::Seat(seat));
        let meant = self.at(at).is_some_and(|then| {
            (G::FEATURES.auto_actions.still_meant)(&then.view(Viewer::Seat(seat)), &view, seat, &action)
        });
        match game_awaits(now, seat) {
            true if meant && self.legal(seat).contains(&action) => Armed::Due,
            false if meant && (G::FEATURES.auto_actions.armable)(&view, seat).contains(&action) => Armed::Waits,
            _ => Armed::Lapsed,
        }
    }

    fn awaited_course(&self) -> Vec<SeatSet> {
        let _in_force = self.enter_cards();
        Referee::awaited_course(self)
    }

    fn actor(&self, n: usize) -> Option<Seat> {
        Referee::actor(self, n)
    }

    fn step(&self, n: usize) -> Option<Step> {
        let _in_force = self.enter_cards();
        Referee::step(self, n)
    }

    fn chance_outcomes(&self, n: usize) -> &[&'static ChanceOutcome] {
        Referee::chance_outcomes(self, n)
    }

    fn pending_outcomes(&self) -> &[&'static ChanceOutcome] {
        Referee::pending_outcomes(self)
    }

    fn contradictions(&self) -> Vec<(usize, &'static ChanceOutcome)> {
        let _in_force = self.enter_cards();
        match self.game().map(Game::status) {
            Some(Status::Over(_)) => Referee::contradictions(self).collect(),
            Some(Status::Awaiting(_)) | None => Vec::new(),
        }
    }

    fn under_way(&self, viewer: Viewer) -> Option<(Seat, Sentence)> {
        let _in_force = self.enter_cards();
        let (seat, action) = Referee::under_way(self)?;
        let known = !G::SECRETS || viewer == Viewer::All || viewer == Viewer::Seat(seat);
        let view = self.game().filter(|_| known)?.view(Viewer::Seat(seat));
        Some((seat, G::move_text(&view, seat, action)))
    }

    fn record(&self, reveal: bool) -> Record {
        let _in_force = self.enter_cards();
        Referee::record(self, reveal)
    }

    fn branch(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
