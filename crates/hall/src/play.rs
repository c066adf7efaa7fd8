//! Moves: taken, completed by dice told by hand, taken back.
//!
//! Of two that come at once one is first; the other is told where the table stands now.

use std::sync::Arc;

use kernel::{Seat, Viewer};
use serde_json::{Value, json};

use crate::{
    error::{Code, Fault},
    keeper::{Held, Keeper, News, Slot},
    live::Live,
    seatwork::{laid_out, whole},
    store::{Phase, StepRow, Work, now},
};

/// A move as it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Deed {
    /// Which seat acts.
    pub(crate) seat: u64,
    /// The number of steps that the caller has seen.
    pub(crate) step: usize,
    /// What it does.
    pub(crate) action: Value,
    /// The caller's own name for the request.
    pub(crate) request: Option<String>,
}

/// An outcome as it is told by hand.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// The number of steps that the caller has seen.
    pub(crate) step: usize,
    /// How many outcomes of the step under way the caller knows to be told: which question this answers. Programs may
    /// leave it out, and then whatever is asked now is answered.
    pub(crate) answers: Option<usize>,
    /// What fell.
    pub(crate) value: String,
}

impl Keeper {
    /// Takes a step for a person.
    pub(crate) async fn act(self: &Arc<Self>, me: &str, id: &str, deed: Deed) -> Result<Acted, Fault> {
        let acted = self.try_act(me.to_owned(), id.to_owned(), deed).await;
        self.or_present(acted, me, id).await
    }

    async fn try_act(self: &Arc<Self>, me: String, id: String, deed: Deed) -> Result<Acted, Fault> {
        let keeper = self.clone();
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            let seat = held.own_seat(deed.seat, &me, "you can move only for your own")?;
            let request = deed.request.map(|name| format!("{seat}:{name}"));
            if let Some(n) = request.as_ref().and_then(|request| held.requests.get(request)) {
                let same = held.playing()?.step(*n).is_some_and(|step| step.action == deed.action);
                return match same {
                    true => Ok(Acted::Before(*n)),
                    false => {
                        Err(Fault::bad("that Idempotency-Key was used for another action; take a new one for each"))
                    }
                };
            }
            held.fresh(deed.step, &me)?;
            keeper.take(&slot, &mut held, seat, &deed.action, request).await?;
            Ok(Acted::Now(held.told(&me, Viewer::Seat(seat))?))
        })
        .await
    }

    /// Adds the present state to the answer for somebody who came too late.
    pub(crate) async fn or_present<T>(&self, result: Result<T, Fault>, me: &str, id: &str) -> Result<T, Fault> {
        match result {
            Err(fault) if fault.code == Code::Stale && fault.present.is_none() => match self.hold(id).await {
                Ok((_, held)) => Err(fault.late(&held, me)),
                Err(_) => Err(fault),
            },
            result => result,
        }
    }

    /// Takes a step, makes it durable, and tells everybody. Gives back the number of steps then.
    pub(crate) async fn take(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        held: &mut Held,
        seat: Seat,
        action: &Value,
        request: Option<String>,
    ) -> Result<usize, Fault> {
        held.playing()?;
        held.doubtful = true;
        let acted = held.table.as_mut().map_or(Ok(()), |table| table.act(seat, action));
        if let Err(refused) = acted {
            held.doubtful = false;
            return Err(refused.into());
        }
        held.changed();
        held.pending = Some((seat, request));
        self.settle(slot, held).await
    }

    /// Tells the outcome that a step waits for.
    pub(crate) async fn answer(self: &Arc<Self>, me: &str, id: &str, told: Told) -> Result<Value, Fault> {
        let (keeper, me, id) = (self.clone(), me.to_owned(), id.to_owned());
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            held.playing()?;
            held.reads(&me)?;
            let own = held.seats_of(Some(&me));
            held.fresh(told.step, &me)?;
            if let Some(answers) = told.answers {
                held.unanswered(answers, &me)?;
            }
            held.doubtful = true;
            let answered = held.table.as_mut().map_or(Ok(()), |table| table.answer(&told.value));
            if let Err(refused) = answered {
                held.doubtful = false;
                return Err(refused.into());
            }
            keeper.settle(&slot, &mut held).await?;
            let viewer = own.lowest().map_or(Viewer::Spectator, Viewer::Seat);
            held.told(&me, viewer)
        })
        .await
    }

    /// After a step was taken or an outcome told: if the step is whole it is made durable, and everybody is told.
    async fn settle(self: &Arc<Self>, slot: &Arc<Slot>, held: &mut Held) -> Result<usize, Fault> {
        let n = held.step();
        let table = held.playing()?;
        if table.question().is_some() {
            held.doubtful = false;
            // No step yet, but something else to see than before.
            slot.tell(News::Seats(n));
            return Ok(n);
        }
        let id = held.head.id.clone();
        match (held.pending.clone(), table.step(n)) {
            (Some((_, request)), Some(step)) => {
                let row = StepRow { step, request: request.clone(), at: now() };
                let (end, at) = (held.end(), row.at);
                self.durable(held, Work::Step { table: id, row, end: end.clone() }).await?;
                held.times.push(at);
                held.head.touched = at;
                held.requests.extend(request.map(|request| (request, n)));
                if let Some(end) = end {
                    held.head.phase = Phase::Over;
                    held.head.outcome = Some(end.outcome);
                }
            }
            _ => {
                let setup = laid_out(table);
                self.durable(held, Work::Setup { table: id, setup: setup.clone() }).await?;
                held.head.setup = Some(setup);
            }
        }
        held.pending = None;
        slot.tell(News::Step(n));
        self.drive(slot, held);
        Ok(n)
    }

    /// Takes the last step back, if the law of undo allows it to this person; of a step that waits for real dice, the
    /// last outcome told, or the step itself where none was.
    pub(crate) async fn undo(self: &Arc<Self>, me: &str, id: &str, step: usize) -> Result<usize, Fault> {
        let undone = self.try_undo(me.to_owned(), id.to_owned(), step).await;
        self.or_present(undone, me, id).await
    }

    async fn try_undo(self: &Arc<Self>, me: String, id: String, step: usize) -> Result<usize, Fault> {
        let keeper = self.clone();
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            let own = held.seats_of(Some(&me));
            if held.asks() {
                held.reads(&me)?;
                held.fresh(step, &me)?;
                keeper.retract(&slot, &mut held)?;
                return Ok(step);
            }
            let any = own.lowest().ok_or_else(|| Fault::new(Code::NotYourSeat, "only players can take a step back"))?;
            held.fresh(step, &me)?;
            let table = held.playing()?;
            let n = table.ply();
            table.may_undo(table.actor(n).filter(|seat| own.contains(*seat)).unwrap_or(any))?;
            held.doubtful = true;
            if let Some(table) = held.table.as_mut() {
                table.undo()?;
            }
            held.changed();
            keeper.durable(&mut held, Work::Unstep { table: id.clone(), n }).await?;
            held.times.truncate(n - 1);
            held.requests.retain(|_, step| *step < n);
            slot.tell(News::Step(n - 1));
            keeper.drive(&slot, &held);
            Ok(n - 1)
        })
        .await
    }

    /// Takes the last outcome back that was told of the step that waits, or gives the step up.
    fn retract(self: &Arc<Self>, slot: &Arc<Slot>, held: &mut Held) -> Result<(), Fault> {
        if let Some(table) = held.table.as_mut() {
            table.retract()?;
        }
        if !held.asks() {
            held.pending = None;
        }
        slot.tell(News::Seats(held.step()));
        self.drive(slot, held);
        Ok(())
    }
}

/// What came of a move.
#[derive(Clone, Debug)]
pub(crate) enum Acted {
    /// It was made: where the table stands then, and what happened.
    Now(Value),
    /// An earlier request of the same name made it, as this step.
    Before(usize),
}

impl Live {
    /// Where the table stands, and what happened in the last step if it is whole.
    fn told(&self, me: &str, viewer: Viewer) -> Result<Value, Fault> {
        let table = self.playing()?;
        let events = match table.question() {
            Some(_) => Vec::new(),
            None => table.events(viewer, table.ply()),
        };
        let state = table.state(self.seats_of(Some(me)));
        Ok(json!({ "step": table.ply(), "answers": self.answers(), "state": state, "events": events }))
    }

    /// Whether a step under way waits for real dice.
    pub(crate) fn asks(&self) -> bool {
        self.table.as_deref().is_some_and(|table| table.question().is_some())
    }

    /// How many outcomes of the step under way have been told.
    pub(crate) fn answers(&self) -> usize {
        self.table.as_deref().map_or(0, |table| table.pending_outcomes().len())
    }

    /// Whether a caller may say how the real dice fell: who moved, whom it concerns, and the host.
    pub(crate) fn reads(&self, me: &str) -> Result<(), Fault> {
        let asked = self.table.as_deref().and_then(|table| table.question());
        let concerned = [asked.and_then(|question| question.why.seat), self.pending.as_ref().map(|pending| pending.0)];
        let own = self.seats_of(Some(me));
        match self.head.host == me || concerned.into_iter().flatten().any(|seat| own.contains(seat)) {
            true => Ok(()),
            false => Err(Fault::new(Code::NotYourSeat, "the dice are for the player who moved, or the host, to read")),
        }
    }

    /// Whether a caller answers the question that is asked now, and not one before; if not, they get the present state.
    fn unanswered(&self, answers: usize, me: &str) -> Result<(), Fault> {
        match answers == self.answers() {
            true => Ok(()),
            false => {
                let text =
                    format!("that has been told: this step has {} outcomes, you have seen {answers}", self.answers());
                Err(Fault::new(Code::Stale, text).late(self, me))
            }
        }
    }

    /// Whether a caller has seen the last step; if not, they get the present state.
    pub(crate) fn fresh(&self, step: usize, me: &str) -> Result<(), Fault> {
        match step == self.step() {
            true => Ok(()),
            false => {
                let text = format!("the table has moved on: it has {} steps, you have seen {step}", self.step());
                Err(Fault::new(Code::Stale, text).late(self, me))
            }
        }
    }
}

impl Fault {
    /// Adds the present state to the answer for a request that came too late.
    fn late(mut self, live: &Live, me: &str) -> Fault {
        if let (Code::Stale, Some(table), false) = (self.code, &live.table, live.doubtful) {
            let state = serde_json::to_value(table.state(live.seats_of(Some(me)))).unwrap_or_default();
            self.present = Some((table.ply(), live.answers(), state));
        }
        self
    }
}
