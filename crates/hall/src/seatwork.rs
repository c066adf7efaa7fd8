//! What people do with tables: make them, sit down, start, move, take back, go on.
//!
//! Every change goes the same way: look whether it may be, try it in memory, make it durable, and only then let go of the
//! table and tell the others. It runs in a task of its own, so that a caller who hangs up does not leave it half done.

use std::{sync::Arc, time::Duration};

use bots::Bot;
use kernel::{Answer, ChanceOutcome, OptionSpec, Table, options};
use serde_json::Value;

use crate::{
    chance,
    error::{Code, Fault},
    keeper::{Held, ID, Keeper, News, Slot},
    live::{self, Live},
    store::{Head, Phase, Sitter, Undone, Work, now},
};

/// How long somebody who is gone must be waited for before a bot may take over.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who is to have a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// Whoever comes.
    Open,
    /// The one who makes the table, with what they give towards the dice.
    Me(Option<String>),
    /// A bot.
    Bot(Bot),
}

/// What a new table is to be.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Id of the game.
    pub(crate) game: String,
    /// Options; those left out get their defaults.
    pub(crate) options: Value,
    /// Who sits where; one a seat.
    pub(crate) seats: Vec<Wish>,
    /// Whether the dice are real ones.
    pub(crate) physical: bool,
}

/// What may be done with a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seating {
    /// Sit down, giving this towards the dice.
    Take(Option<String>),
    /// Get up, or send the bot away.
    Leave,
    /// Let a bot sit there.
    Bot(Bot),
}

/// What a seat gives towards the dice, as it may be written.
fn share(given: Option<String>) -> Result<String, Fault> {
    let share = given.unwrap_or_else(chance::share);
    match share.len() <= 128 && !share.chars().any(char::is_control) {
        true => Ok(share),
        false => Err(Fault::bad("a share is at most 128 bytes of text on one line")),
    }
}

/// The outcomes that laying out a match took.
pub(crate) fn laid_out(table: &dyn Table) -> Vec<Answer> {
    table.chance_outcomes(0).iter().map(ChanceOutcome::answer).collect()
}

/// Runs a change to its end even if the caller hangs up.
pub(crate) async fn whole<T: Send + 'static>(
    change: impl Future<Output = Result<T, Fault>> + Send + 'static,
) -> Result<T, Fault> {
    tokio::spawn(change).await.unwrap_or_else(|error| {
        tracing::error!("a change to a table broke off: {error}");
        Err(Fault::new(Code::Internal, "that went wrong on our side; the table is as it was before"))
    })
}

impl Keeper {
    /// Makes a table. It starts at once if no seat is open.
    pub(crate) async fn create(self: &Arc<Self>, me: &str, plan: Plan) -> Result<String, Fault> {
        let (id, full) = self.lay(me, plan).await?;
        if full {
            self.start(me, &id).await?;
        }
        Ok(id)
    }

    /// Makes a table that waits to be started; `true` if no seat is open.
    pub(crate) async fn lay(&self, me: &str, plan: Plan) -> Result<(String, bool), Fault> {
        let title = roster::find(&plan.game)?;
        // A match laid out for nothing: what it refuses, the start would refuse.
        let trial = title.open(&plan.options, plan.seats.len() as u64, kernel::Source::Manual)?;
        drop(trial);
        let seats = plan.seats.into_iter().map(|wish| {
            Ok(match wish {
                Wish::Open => Sitter::Nobody,
                Wish::Me(given) => Sitter::Person { id: me.to_owned(), share: share(given)? },
                Wish::Bot(bot) => Sitter::Bot(bot.to_string()),
            })
        });
        let mut head = Head {
            id: chance::id::<ID>(),
            game: plan.game,
            rules: title.meta().rules,
            options: options::complete(title.meta().options, &plan.options)?,
            seats: seats.collect::<Result<_, Fault>>()?,
            host: me.to_owned(),
            phase: Phase::Open,
            seed: (!plan.physical).then(chance::bytes::<32>),
            shares: Vec::new(),
            setup: None,
            practice: false,
            outcome: None,
            next: None,
            created: now(),
            touched: now(),
        };
        head.practice = above(&head, Some(self.store.unlocked(me, &head.game).await?));
        let (id, full) = (head.id.clone(), !head.seats.contains(&Sitter::Nobody));
        self.store.write(Work::Create(Box::new(head))).await?;
        Ok((id, full))
    }

    /// Changes who has a seat.
    pub(crate) async fn seat(self: &Arc<Self>, me: &str, id: &str, seat: u64, what: Seating) -> Result<(), Fault> {
        let (keeper, me, id) = (self.clone(), me.to_owned(), id.to_owned());
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            let (seat, was) = held.sitter(seat)?;
            let was = was.clone();
            may_seat(&slot, &held, &me, &was, &what)?;
            let sitter = match what {
                Seating::Take(given) => Sitter::Person { id: me, share: share(given)? },
                Seating::Leave => Sitter::Nobody,
                Seating::Bot(bot) => Sitter::Bot(bot.to_string()),
            };
            if sitter.person().is_some() && sitter.person() == was.person() {
                return Ok(());
            }
            let work = Work::Sit { table: id.clone(), seat, was, now: sitter.clone() };
            keeper.durable(&mut held, work).await?;
            held.head.seats[seat.index()] = sitter;
            slot.tell(News::Seats(held.step()));
            keeper.drive(&slot, &held);
            Ok(())
        })
        .await
    }

    /// Begins the match.
    pub(crate) async fn start(self: &Arc<Self>, me: &str, id: &str) -> Result<(), Fault> {
        let (keeper, me, id) = (self.clone(), me.to_owned(), id.to_owned());
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            if !held.runs(&me) {
                return Err(Fault::new(
                    Code::NotYourSeat,
                    "only those who sit at the table, or made it, can start the match",
                ));
            }
            if held.head.phase != Phase::Open {
                return Err(Fault::new(Code::WrongPhase, "the match has begun already"));
            }
            if let Some(free) = held.head.seats.iter().position(|sitter| *sitter == Sitter::Nobody) {
                return Err(Fault::bad(format!("seat {free} is still open; let somebody or a bot sit there first")));
            }
            let head = keeper.begun(&held.head).await?;
            let table = live::open(&head, &[])?;
            let mut head = head;
            head.setup = table.question().is_none().then(|| laid_out(table.as_ref()));
            let work = Work::Start {
                table: id.clone(),
                shares: head.shares.clone(),
                rules: head.rules,
                setup: head.setup.clone(),
                practice: head.practice,
            };
            keeper.durable(&mut held, work).await?;
            held.head = head;
            held.table = Some(table);
            slot.tell(News::Seats(0));
            keeper.drive(&slot, &held);
            Ok(())
        })
        .await
    }

    /// The header of a match that begins: the shares are fixed, and whether it is practice.
    async fn begun(&self, head: &Head) -> Result<Head, Fault> {
        let mut head = head.clone();
        head.phase = Phase::Playing;
        head.rules = roster::find(&head.game)?.meta().rules;
        head.shares.clear();
        if head.seed.is_some() {
            for sitter in &head.seats {
                if let Sitter::Person { share, .. } = sitter {
                    head.shares.push(share.clone());
                }
            }
        }
        let allowed = self.allowed(head.seats.iter().filter_map(Sitter::person), &head.game).await?;
        head.practice = above(&head, allowed);
        Ok(head)
    }

    /// The highest level that all of these may play; `None` if there is nobody.
    pub(crate) async fn allowed<'a>(
        &self,
        people: impl IntoIterator<Item = &'a str>,
        game: &str,
    ) -> Result<Option<u32>, Fault> {
        let mut allowed: Option<u32> = None;
        for person in people {
            let unlocked = self.store.unlocked(person, game).await?;
            allowed = Some(allowed.map_or(unlocked, |level| level.min(unlocked)));
        }
        Ok(allowed)
    }

    /// Goes on to another table of the same kind: the first who asks makes it, the others join them there.
    pub(crate) async fn rematch(self: &Arc<Self>, me: &str, id: &str) -> Result<String, Fault> {
        let (keeper, me, id) = (self.clone(), me.to_owned(), id.to_owned());
        whole(async move {
            let (slot, mut held) = keeper.hold(&id).await?;
            if held.head.phase != Phase::Over {
                return Err(Fault::new(Code::WrongPhase, "a rematch comes after the end; this match is not over"));
            }
            let own = held.seats_of(Some(&me));
            if let Some(next) = held.head.next.clone() {
                drop(held);
                for seat in own.iter() {
                    // Whoever came first has the seat; the link still leads to the table.
                    match keeper.seat(&me, &next, seat.0.into(), Seating::Take(None)).await {
                        Ok(()) => {}
                        Err(fault) if fault.code == Code::SeatTaken || fault.code == Code::WrongPhase => {}
                        Err(fault) => return Err(fault),
                    }
                }
                return Ok(next);
            }
            if own.is_empty() {
                return Err(Fault::new(Code::NotYourSeat, "only those who played can ask for a rematch"));
            }
            let wishes = held.head.seats.iter().map(|sitter| match sitter {
                Sitter::Person { id, .. } if *id == me => Wish::Me(None),
                Sitter::Bot(name) => name.parse().map_or(Wish::Open, Wish::Bot),
                Sitter::Person { .. } | Sitter::Nobody => Wish::Open,
            });
            let plan = Plan {
                game: held.head.game.clone(),
                options: Value::Object(held.head.options.clone()),
                seats: wishes.collect(),
                physical: held.head.seed.is_none(),
            };
            let next = keeper.create(&me, plan).await?;
            keeper.durable(&mut held, Work::Next { table: id.clone(), next: next.clone() }).await?;
            held.head.next = Some(next.clone());
            slot.tell(News::Seats(held.step()));
            Ok(next)
        })
        .await
    }

    /// Makes a change durable. Until it is, the table in memory is in doubt; if it fails, it is folded anew.
    pub(crate) async fn durable(&self, held: &mut Held, work: Work) -> Result<(), Undone> {
        held.doubtful = true;
        self.store.write(work).await?;
        held.doubtful = false;
        Ok(())
    }
}

/// Whether a table's level is above what its players may play.
fn above(head: &Head, allowed: Option<u32>) -> bool {
    matches!((live::level(head), allowed), (Some(level), Some(allowed)) if level > allowed)
}

/// Whether somebody may do this with a seat.
fn may_seat(slot: &Slot, live: &Live, me: &str, was: &Sitter, what: &Seating) -> Result<(), Fault> {
    let taken = |why: &str| Err(Fault::new(Code::SeatTaken, why));
    let foreign = |why: &str| Err(Fault::new(Code::NotYourSeat, why));
    let open = live.head.phase == Phase::Open;
    if live.head.phase == Phase::Over {
        return Err(Fault::new(Code::WrongPhase, "the match is over; ask for a rematch to play on"));
    }
    match (what, was) {
        (Seating::Take(_), Sitter::Nobody) if !open && live.rivals() && !live.seats_of(Some(me)).is_empty() => {
            taken("you play against that seat; leave it to somebody else, or let a bot play there")
        }
        (Seating::Take(_), Sitter::Nobody) => Ok(()),
        (Seating::Take(_), Sitter::Person { id, .. }) if id == me => Ok(()),
        (Seating::Take(_), Sitter::Person { .. }) => taken("somebody sits there already; take another seat"),
        (Seating::Take(_), Sitter::Bot(_)) if open => Ok(()),
        (Seating::Take(_), Sitter::Bot(_)) => taken("a bot plays that seat to the end"),
        (Seating::Leave | Seating::Bot(_), Sitter::Person { id, .. }) if id == me => Ok(()),
        (Seating::Leave, Sitter::Person { .. }) => foreign("that seat is not yours to leave"),
        (Seating::Leave, Sitter::Nobody) => Ok(()),
        (Seating::Leave | Seating::Bot(_), Sitter::Bot(_)) if !open => taken("a bot plays that seat to the end"),
        _ if !live.runs(me) => foreign("only those who sit at the table, or made it, can do that"),
        (Seating::Bot(_), Sitter::Person { id, .. }) => {
            let last = live.times.last().copied().unwrap_or(live.head.touched);
            let gone = !slot.seen_within(id, PATIENCE) && now() - last > PATIENCE.as_millis() as i64;
            match gone && !open {
                true => Ok(()),
                false => foreign("a bot can take over that seat only when its player has been away for a minute"),
            }
        }
        (Seating::Leave | Seating::Bot(_), _) => Ok(()),
    }
}

/// The option of a game that levels are chosen by, if it has levels.
pub(crate) fn levels(meta: &kernel::Meta) -> Option<&'static OptionSpec> {
    meta.options.iter().find(|spec| spec.unlocked_by_winning)
}
