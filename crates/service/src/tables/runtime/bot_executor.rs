//! Thinking of bots: a choice is computed outside the server's own threads, on cores that bots and
//! hints share.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ::bots::{Bot, Budget};
use kernel::{Match, Seat};
use roster::{Advice, GameEntry};
use serde_json::Value;
use text::{Language, t};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    figures::Figures,
    scheduler::{Core, FairScheduler, ThinkingTable},
};
use crate::{
    contained::{self, Place},
    fault::{Code, Fault},
};

/// How long a request for a hint waits for a free core.
const PATIENCE: Duration = Duration::from_secs(1);

/// A decision that a bot thinks about.
pub(crate) struct Question {
    /// The game.
    pub(crate) title: &'static dyn GameEntry,
    /// A copy of the match.
    pub(crate) table: Box<dyn Match>,
    /// The name of the match for the log.
    pub(crate) place: Place,
    /// The seat that decides.
    pub(crate) seat: Seat,
    /// The bot that thinks.
    pub(crate) bot: Bot,
    /// The seed of all the bot's random choices.
    pub(crate) luck: u64,
    /// How much it may spend.
    pub(crate) budget: Budget,
}

impl Question {
    /// Returns the bot's advice; `None` if the bot fails. `permit` is held until the advice is
    /// computed, even if nobody waits for it any more.
    pub(crate) async fn advice(self, permit: impl Send + 'static) -> Option<Advice> {
        let language = Language::spoken();
        let advised = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            language.speak(|| self.advised("a hint"))
        });
        advised.await.ok().flatten()
    }

    /// Returns the bot's action. A bot that fails takes the first legal action; `None` if the seat
    /// has none.
    pub(crate) async fn action(self, permit: impl Send + 'static) -> Option<Value> {
        let decided = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let advice = self.advised("a bot");
            advice.map(|advice| advice.action).or_else(|| {
                let Question { table, place, seat, .. } = &self;
                let legal = contained::here("listing what is legal", place, || table.actions(*seat));
                legal?.into_iter().next()
            })
        });
        decided.await.ok().flatten()
    }

    fn advised(&self, who: &str) -> Option<Advice> {
        let Question { title, table, place, seat, bot, luck, budget } = self;
        let advise = || title.advise(table.as_ref(), *seat, *bot, *luck, budget);
        contained::here(&format!("{who} ({bot} on seat {seat})"), place, advise).flatten()
    }
}

/// The queues for the cores: one for bots that search, one for bots that do not, and one for hints.
/// Each has as many slots as the machine has cores. Each person has one hint at a time.
#[derive(Clone)]
pub(crate) struct BotExecutor {
    /// The queue of bots that hardly think: they never wait for one that searches.
    quick: Arc<FairScheduler>,
    /// The queue of bots that search.
    searching: Arc<FairScheduler>,
    hints: Arc<Semaphore>,
    asking: Arc<Mutex<HashSet<String>>>,
}

impl BotExecutor {
    /// Makes queues with a slot for each core of the machine.
    pub(crate) fn new(figures: &Figures) -> BotExecutor {
        BotExecutor::with_cores(::bots::cores(), figures)
    }

    fn with_cores(cores: usize, figures: &Figures) -> BotExecutor {
        let queue = |kind| Arc::new(FairScheduler::new(cores, kind, figures));
        BotExecutor {
            quick: queue("quick"),
            searching: queue("searching"),
            hints: Arc::new(Semaphore::new(cores)),
            asking: Arc::default(),
        }
    }

    /// Returns whether too many decisions wait to accept another just now, for this host's tables
    /// or for all.
    pub(crate) fn is_full(&self, host: &str) -> bool {
        self.quick.is_full(host) || self.searching.is_full(host)
    }

    /// Returns how many decisions of each kind of bot wait.
    pub(crate) fn waiting(&self) -> [(&'static str, usize); 2] {
        [("quick", self.quick.waiting()), ("searching", self.searching.waiting())]
    }

    /// Waits for a core for a bot, and returns it with the budget that the bot may spend there.
    pub(crate) async fn for_bot(&self, bot: Bot, table: &ThinkingTable) -> Option<(Core, Budget)> {
        let queue = if bot.playouts() == 0 { &self.quick } else { &self.searching };
        queue.core(bot.playouts(), table).await
    }

    /// Waits for a core for a person's hint.
    ///
    /// # Errors
    /// If the person's last hint is still being thought of, or no core becomes free in time.
    pub(crate) async fn for_hint(&self, person: &str) -> Result<HintPermit, Fault> {
        let asking = AskingPerson::note(&self.asking, person)?;
        match tokio::time::timeout(PATIENCE, self.hints.clone().acquire_owned()).await {
            Ok(Ok(core)) => Ok(HintPermit { _asking: asking, _core: core }),
            _ => Err(Fault::new(Code::Busy, t!("too many hints are being thought of just now; ask again in a moment"))),
        }
    }
}

/// A core for a hint, for as long as this lives.
pub(crate) struct HintPermit {
    _asking: AskingPerson,
    _core: OwnedSemaphorePermit,
}

/// A mark that a person has asked for a hint; they can ask for no other until it is dropped.
struct AskingPerson {
    asking: Arc<Mutex<HashSet<String>>>,
    person: String,
}

impl AskingPerson {
    fn note(asking: &Arc<Mutex<HashSet<String>>>, person: &str) -> Result<AskingPerson, Fault> {
        match asking.lock().unwrap_or_else(PoisonError::into_inner).insert(person.to_owned()) {
            true => Ok(AskingPerson { asking: asking.clone(), person: person.to_owned() }),
            false => Err(Fault::new(Code::Busy, t!("your last hint is still being thought of; ask again in a moment"))),
        }
    }
}

impl Drop for AskingPerson {
    fn drop(&mut self) {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_gets_one_hint_at_a_time_and_the_hall_so_many() {
        let code = |permit: Result<HintPermit, Fault>| permit.err().map(|fault| fault.code);
        let thinking = BotExecutor::with_cores(2, &Figures::default());
        let ada = thinking.for_hint("ada").await.ok();
        assert_eq!(code(thinking.for_hint("ada").await), Some(Code::Busy), "one at a time");
        let ben = thinking.for_hint("ben").await.ok();
        assert!(ada.is_some() && ben.is_some());
        assert_eq!(code(thinking.for_hint("cleo").await), Some(Code::Busy), "there are only two");
        drop(ada);
        assert_eq!(code(thinking.for_hint("cleo").await), None, "whoever was refused may ask again");
        assert_eq!(code(thinking.for_hint("ada").await), None);
        assert_eq!(code(thinking.for_hint("ben").await), Some(Code::Busy));
    }
}
