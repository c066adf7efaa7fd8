//! A match at this keyboard: its players, its viewer, and its file.

use ::text::{counted, t};
use bots::Bot;
use kernel::{
    Achievement, ActError, Audience, ChanceOutcome, Match, Meta, Piece, Question, RealLuck, Scene, Seat, Seed,
    Sentence, Source, Viewer,
};
use roster::Advice;
use serde_json::{Map, Value};

use crate::{Error, Luck, Player, Saved, Setup, advice, player::name_of, saved::Found};

/// A match played here. It is written to its file after every step.
pub struct LocalMatch {
    table: Box<dyn Match>,
    players: Vec<Player>,
    saved: Saved,
    /// The kinds of luck that are real, on a real table.
    real: RealLuck,
    /// In a lesson, its number.
    lesson: u8,
}

/// The player who has to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// The real table: an outcome is due. If it is secret from some players, this person is asked
    /// for it.
    Outcome(Option<Seat>),
    /// A bot.
    Bot(Seat, Bot),
    /// A person here.
    Person(Seat),
    /// No player: the match is over.
    Nobody,
}

/// A reason why a step was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StepError {
    /// The referee refused it; nothing has changed.
    #[error(transparent)]
    Refused(#[from] ActError),
    /// The match could not be saved.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl Setup {
    /// The planned match in words: `Ada and Bot 2, ascension 3, real dice`.
    pub(crate) fn summary(&self) -> String {
        let none = Map::new();
        let options = self.options.as_object().unwrap_or(&none);
        summary(self.title.meta(), &self.players, options, self.luck.real())
    }
}

fn summary(meta: &Meta, players: &[Player], options: &Map<String, Value>, real: RealLuck) -> String {
    let name = |n: usize| name_of(players, Seat(n as u8));
    let names = kernel::listed(&(0..players.len()).map(name).collect::<Vec<_>>());
    let other = meta.options.iter().filter_map(|spec| {
        let value = options.get(spec.key).filter(|value| **value != spec.default())?;
        Some(format!("{} {}", spec.key, in_words(value)))
    });
    let dice = match real {
        RealLuck::None => None,
        RealLuck::Dice => Some(t!("real dice, drawn cards")),
        RealLuck::Cards => Some(t!("real cards, drawn dice")),
        RealLuck::All => Some(t!("real dice")),
    };
    std::iter::once(names).chain(other).chain(dice.map(str::to_owned)).collect::<Vec<_>>().join(", ")
}

/// The value of an option, spelt as on the command line.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(in_words).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

impl LocalMatch {
    /// Opens a new match, to be stored in `saved`. The file is written as soon as the match is laid
    /// out. An unfinished match found there is first set aside.
    ///
    /// # Errors
    /// If the game does not take the setup, or the file cannot be written.
    pub fn open(setup: &Setup, saved: Saved) -> Result<LocalMatch, Error> {
        let open = |source| setup.title.open(&setup.options, setup.players.len() as u64, source);
        let table = match &setup.luck {
            Luck::Seed(seed) => open(Source::Seed(seed.clone(), Vec::new()))?,
            Luck::Physical => open(Source::Manual)?,
            Luck::Mixed(kind, seed) => open(Source::Mixed(*kind, seed.clone(), Vec::new()))?,
            Luck::Lesson(number) => Box::new(roster::lesson(setup.title.meta().id, *number)?),
        };
        saved.clear()?;
        let real = setup.luck.real();
        let lesson = if let Luck::Lesson(number) = setup.luck { number } else { 1 };
        let local_match = LocalMatch { table, players: setup.players.clone(), saved, real, lesson };
        local_match.save()?;
        Ok(local_match)
    }

    pub(crate) fn resume(found: Found, saved: Saved) -> LocalMatch {
        let real = found.real();
        LocalMatch { table: found.table, players: found.players, saved, real, lesson: 1 }
    }

    /// The match.
    pub fn table(&self) -> &dyn Match {
        self.table.as_ref()
    }

    /// The file of the match.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// Writes the current match; a match that is still being laid out has nothing to write.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self) -> Result<(), Error> {
        let laid_out = self.table.scene(Viewer::Spectator, Some(0)).is_some();
        if laid_out { self.saved.write(self.table.as_ref(), &self.players) } else { Ok(()) }
    }

    /// The name of the player at `seat`.
    pub fn name(&self, seat: Seat) -> String {
        name_of(&self.players, seat)
    }

    /// The reader of all text: the only person here. If there are several, all read the same
    /// screen, so sentences name them.
    pub(crate) fn reader(&self) -> Option<Seat> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none())
    }

    /// A sentence, in which the only person here is "you" and all others have their names.
    pub fn say(&self, sentence: &Sentence) -> String {
        sentence.plain_for(self.reader(), |seat| self.name(seat))
    }

    /// The name of the player at `seat` outside of sentences: `You`, or a name.
    pub(crate) fn called(&self, seat: Seat) -> String {
        self.say(&Sentence::new().seat(seat))
    }

    /// The label of a piece, with the players on it.
    pub(crate) fn label(&self, piece: &Piece) -> String {
        piece.plain_for(self.reader(), |seat| self.name(seat))
    }

    /// The match in words, with its progress: `Ada and Bot 2, ascension 3, real dice, 12 steps in`.
    pub(crate) fn summary(&self) -> String {
        let (steps, options) = (self.table.ply(), self.table.record(false).header.options);
        let what = summary(self.table.meta(), &self.players, &options, self.real);
        t!("{what}, {steps} in", steps = counted!(steps, "step"))
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.bot().is_none())
    }

    /// The people here.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.table.seats()).filter(|seat| self.is_person(*seat))
    }

    /// The player who has to act; of several, the one that the game asks first.
    pub(crate) fn due(&self, looking: Viewer) -> Due {
        if let Some(question) = self.table.question() {
            return Due::Outcome(self.secret_of(question, looking));
        }
        let Some(seat) = self.table.asked_first() else { return Due::Nobody };
        match self.players.get(seat.index()).and_then(Player::bot) {
            Some(bot) => Due::Bot(seat, bot),
            None => Due::Person(seat),
        }
    }

    /// The person who alone enters this outcome: only they know which cards are left, or the
    /// outcome is secret from others. The viewer comes first, if they may see it. If only bots may
    /// see it, it is `None`, and any person enters it for them.
    fn secret_of(&self, question: &Question, looking: Viewer) -> Option<Seat> {
        if let Some(teller) = question.why.teller.filter(|teller| self.is_person(*teller)) {
            return Some(teller);
        }
        let Audience::Only(seats) = question.why.audience else { return None };
        let asked = |seat: &Seat| seats.contains(*seat) && self.is_person(*seat);
        looking.seat().filter(asked).or_else(|| question.why.seat.filter(asked)).or_else(|| seats.iter().find(asked))
    }

    /// The first viewer: the only person. If there are none or several, it is a spectator, until it
    /// is clear who sits at the keyboard.
    pub(crate) fn first_look(&self) -> Viewer {
        self.reader().map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether `one` and `other` must not see each other's table.
    pub(crate) fn secrets_between(&self, one: Viewer, other: Viewer) -> bool {
        one != other && self.table.has_secrets()
    }

    /// The table as `viewer` sees it, after `at` steps or now. Only the players that are asked see
    /// auto-actions here.
    pub(crate) fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(viewer, at)?;
        if !viewer.seat().is_some_and(|seat| self.table.awaited().contains(seat)) {
            scene.standing.clear();
        }
        Some(scene)
    }

    /// The achievements that the people here earned by the match once it is over, a sentence each.
    /// Real dice earn nothing.
    pub(crate) fn earned(&self) -> Vec<String> {
        let title = roster::find(self.table.meta().id).ok().filter(|_| self.real == RealLuck::None);
        let by_seat = title.map(|title| title.progress(self.table.as_ref())).unwrap_or_default();
        let told = |seat: Seat| {
            let all = by_seat.get(seat.index()).into_iter().flatten();
            all.filter(|one| one.is_earned()).map(move |one| {
                let Achievement { title, task, .. } = one.achievement;
                match self.reader() {
                    Some(_) => t!("Earned: “{title}”. {task}", title = title, task = task),
                    None => t!("Earned by {who}: “{title}”. {task}", who = self.name(seat), title = title, task = task),
                }
            })
        };
        self.people().flat_map(told).collect()
    }

    /// The outcomes already entered for the waiting step, as far as `viewer` may know them:
    /// `Initiative of the hero 17, Card of the hand (hidden)`.
    pub(crate) fn entered(&self, viewer: Viewer) -> Option<String> {
        let one = |outcome: &&ChanceOutcome| match outcome.visible_to(viewer) {
            true => outcome.text(),
            false => t!("{what} (hidden)", what = outcome.why.text),
        };
        let entered: Vec<String> = self.table.pending_outcomes().iter().map(one).collect();
        (!entered.is_empty()).then(|| entered.join(", "))
    }

    /// The outcome that the real table is asked for.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.table.question()
    }

    /// Takes a step and saves it.
    pub(crate) fn act(&mut self, seat: Seat, action: &Value) -> Result<(), StepError> {
        self.table.act(seat, action)?;
        Ok(self.save()?)
    }

    /// Enters an outcome of the real table, and saves the step if it is complete.
    pub(crate) fn answer(&mut self, answer: &str) -> Result<(), StepError> {
        self.table.answer(answer)?;
        Ok(self.save()?)
    }

    /// Whether [`undo`](Self::undo) would be allowed.
    pub(crate) fn may_undo(&self) -> bool {
        self.lawful_undo().is_ok()
    }

    fn lawful_undo(&self) -> Result<(), ActError> {
        // Real dice stay as they were rolled: taking their step back corrects a typing error, and
        // gives no player a new throw. The program's own draws are not taken back.
        if self.real == RealLuck::All && (self.table.question().is_some() || self.table.ply() > 0) {
            return Ok(());
        }
        if self.table.question().is_some() {
            return self.table.branch().retract();
        }
        let actor = self.table.actor(self.table.ply()).ok_or(ActError::NothingToUndo)?;
        if !self.is_person(actor) {
            return Err(ActError::UndoLaw(t!("a bot took it")));
        }
        self.table.may_undo(actor)
    }

    /// Takes the last step back, if the law of undo allows it to its player. For a step that waits
    /// for real dice it takes back the last outcome entered, or the step itself if there was none.
    pub(crate) fn undo(&mut self) -> Result<(), StepError> {
        self.lawful_undo()?;
        match self.table.question() {
            Some(_) => self.table.retract()?,
            None => self.table.undo()?,
        }
        Ok(self.save()?)
    }

    /// The setup for the same match again, with another seed.
    pub(crate) fn again(&self) -> Result<Setup, Error> {
        let header = self.table.record(true).header;
        let broken = |why: String| Error::Broken { path: self.saved.path().to_owned(), why };
        let luck = match header.seed {
            None if self.real == RealLuck::All => Luck::Physical,
            None => Luck::Lesson(self.lesson),
            Some(seed) => {
                let seed = Seed::from_hex(&seed).ok_or_else(|| broken(t!("its seed is none").into()))?;
                let seed = seed.derived(&["again".to_owned()]);
                header.real.map_or(Luck::Seed(seed.clone()), |kind| Luck::Mixed(kind, seed))
            }
        };
        let title = roster::find(&header.game).map_err(|error| broken(error.to_string()))?;
        Ok(Setup { title, players: self.players.clone(), options: Value::Object(header.options), luck })
    }

    /// The hint of a good player for `seat`.
    pub(crate) fn hint(&self, seat: Seat) -> Option<Advice> {
        advice::hint(self.table.as_ref(), seat)
    }

    /// A copy of the match, for a bot that thinks in another thread.
    pub(crate) fn branch(&self) -> Box<dyn Match> {
        self.table.branch()
    }
}
