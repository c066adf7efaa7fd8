//! A match at this keyboard: who sits where, whose eye looks, and the file it is kept in.

use bots::Bot;
use kernel::{Question, Refused, Scene, Seat, Seed, Sentence, Source, Table, Viewer};
use roster::Advice;
use serde_json::Value;

use crate::{Error, Luck, Player, Saved, Setup, advice, saved::Found};

/// A match being played here. After every step it is written to its file.
pub struct Sitting {
    table: Box<dyn Table>,
    players: Vec<Player>,
    saved: Saved,
}

/// Who has to do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// The real table: an outcome is asked for.
    Outcome,
    /// A bot.
    Bot(Seat, Bot),
    /// A person here.
    Person(Seat),
    /// Nobody: it is over.
    Nobody,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// The referee says no; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The match could not be kept.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl Sitting {
    /// Opens a new match, to be kept in `saved`. The file is written as soon as the match is laid out; an unfinished
    /// match found there is put aside first.
    ///
    /// # Errors
    /// If the game does not take the setup, or the file cannot be written.
    pub fn open(setup: &Setup, saved: Saved) -> Result<Sitting, Error> {
        let source = match &setup.luck {
            Luck::Seed(seed) => Source::Seed(seed.clone(), Vec::new()),
            Luck::Physical => Source::Told,
        };
        let table = setup.title.open(&setup.options, setup.players.len() as u64, source)?;
        saved.clear()?;
        let sitting = Sitting { table, players: setup.players.clone(), saved };
        sitting.save()?;
        Ok(sitting)
    }

    pub(crate) fn resume(found: Found, saved: Saved) -> Sitting {
        Sitting { table: found.table, players: found.players, saved }
    }

    /// The match.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// Where it is kept.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// Writes the match as it stands; a match that is still being laid out has nothing to keep.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self) -> Result<(), Error> {
        let laid_out = self.table.scene(Viewer::Spectator, Some(0)).is_some();
        if laid_out { self.saved.write(self.table.as_ref(), &self.players) } else { Ok(()) }
    }

    /// What the one at `seat` is called.
    pub fn name(&self, seat: Seat) -> String {
        self.players.get(seat.index()).map_or_else(|| kernel::unnamed(seat), |player| player.name(seat))
    }

    /// A sentence with everybody's name in it.
    pub fn say(&self, sentence: &Sentence) -> String {
        sentence.plain(|seat| self.name(seat))
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.bot().is_none())
    }

    /// The people here.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.table.seats()).filter(|seat| self.is_person(*seat))
    }

    /// Who has to do something. Bots go first; among people the one who looks, if it is one of them.
    pub(crate) fn due(&self, looking: Viewer) -> Due {
        if self.table.question().is_some() {
            return Due::Outcome;
        }
        let awaited = self.table.awaited();
        let bot = |seat: Seat| Some((seat, self.players.get(seat.index())?.bot()?));
        if let Some((seat, bot)) = awaited.iter().find_map(bot) {
            return Due::Bot(seat, bot);
        }
        let own = looking.seat().filter(|seat| awaited.contains(*seat));
        own.or(awaited.lowest()).map_or(Due::Nobody, Due::Person)
    }

    /// Whose eye looks at first: the only person's; where there are none or several, a spectator's, until it is clear
    /// who sits at the keyboard.
    pub(crate) fn first_look(&self) -> Viewer {
        let mut people = self.people();
        match (people.next(), people.next()) {
            (Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Spectator,
        }
    }

    /// Whether what `one` may know differs from what `other` may know, so that they must not see each other's table.
    /// What is to be decided is no secret: it lies on the table whoever looks.
    pub(crate) fn secrets_between(&self, one: Viewer, other: Viewer) -> bool {
        let known = |viewer: Viewer| {
            let mut view = self.table.view(viewer);
            if let Some(fields) = view.as_object_mut() {
                fields.remove("awaiting");
            }
            view
        };
        one != other && known(one) != known(other)
    }

    /// The table as `viewer` sees it, after `at` steps or now.
    pub(crate) fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        self.table.scene(viewer, at)
    }

    /// What the real table is asked.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.table.question()
    }

    /// Takes a step and keeps it.
    pub(crate) fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Trouble> {
        self.table.act(seat, action)?;
        Ok(self.save()?)
    }

    /// Enters what fell on the real table, and keeps the step if it is whole.
    pub(crate) fn answer(&mut self, answer: &str) -> Result<(), Trouble> {
        self.table.answer(answer)?;
        Ok(self.save()?)
    }

    /// Whether [`undo`](Self::undo) would be allowed.
    pub(crate) fn may_undo(&self) -> bool {
        self.lawful_undo().is_ok()
    }

    fn lawful_undo(&self) -> Result<(), Refused> {
        // An unfinished step with real dice is not taken yet: it can always be given up, and entered anew.
        if self.table.question().is_some() {
            return Ok(());
        }
        let actor = self.table.actor(self.table.ply()).ok_or(Refused::NothingToUndo)?;
        if !self.is_person(actor) {
            return Err(Refused::UndoLaw("a bot took it"));
        }
        self.table.may_undo(actor)
    }

    /// Takes the last step back, if the law of undo allows it to the person who took it.
    pub(crate) fn undo(&mut self) -> Result<(), Trouble> {
        self.lawful_undo()?;
        self.table.undo()?;
        Ok(self.save()?)
    }

    /// The same match once more, with other luck.
    pub(crate) fn again(&self) -> Result<Setup, Error> {
        let header = self.table.record(true).header;
        let broken = |why: String| Error::Broken { path: self.saved.path().to_owned(), why };
        let luck = match header.seed {
            None => Luck::Physical,
            Some(seed) => {
                let seed = Seed::from_hex(&seed).ok_or_else(|| broken("its seed is none".into()))?;
                Luck::Seed(seed.stirred(&["again".to_owned()]))
            }
        };
        let title = roster::find(&header.game).map_err(|error| broken(error.to_string()))?;
        Ok(Setup { title, players: self.players.clone(), options: Value::Object(header.options), luck })
    }

    /// What a good player would do on `seat`.
    pub(crate) fn hint(&self, seat: Seat) -> Option<Advice> {
        advice::hint(self.table.as_ref(), seat)
    }

    /// The match once more, for a bot to think about beside.
    pub(crate) fn branch(&self) -> Box<dyn Table> {
        self.table.branch()
    }
}
