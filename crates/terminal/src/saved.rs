//! The file of a match: a match record, one for each game.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ::text::t;
use kernel::{Match, RealLuck, Record, plain_text};

use crate::{Error, Player, Start};

/// The place of the saved match of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    path: PathBuf,
}

/// A match found in its file.
pub(crate) struct Found {
    pub(crate) table: Box<dyn Match>,
    pub(crate) players: Vec<Player>,
}

impl Found {
    /// The kinds of luck that are real.
    pub(crate) fn real(&self) -> RealLuck {
        let header = self.table.record(false).header;
        RealLuck::of(header.seal.is_some(), header.real)
    }
}

/// The saved match to resume.
pub(crate) enum Waiting {
    /// There is none, or the players want none.
    Nothing,
    /// An unfinished match.
    Match(Found),
    /// A file that cannot be resumed.
    Broken(Error),
}

impl Saved {
    /// The place in `folder` for the game with this id.
    pub fn of(folder: &Path, game: &str) -> Saved {
        Saved { path: folder.join("matches").join(format!("{game}.jsonl")) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Locks the file for this process, until the returned file is dropped or the process ends in
    /// any way.
    pub(crate) fn hold(&self) -> Result<fs::File, Error> {
        let failed = |why: io::Error| Error::Save { path: self.path.clone(), why };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let lock = fs::File::create(self.path.with_extension("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(fs::TryLockError::WouldBlock) => Err(Error::Busy { path: self.path.clone() }),
            // If the system cannot lock files, the match goes on without a lock.
            Err(fs::TryLockError::Error(_)) => Ok(lock),
        }
    }

    /// Returns the saved match to resume, if `start` wants one.
    ///
    /// # Errors
    /// If `start` insists on going on and there is nothing, or nothing good.
    pub(crate) fn waiting(&self, start: Start, title: &'static str) -> Result<Waiting, Error> {
        match (start, self.unfinished()) {
            (Start::New, _) | (Start::Ask, Ok(None)) => Ok(Waiting::Nothing),
            (Start::Resume, Ok(None)) => Err(Error::NothingSaved { title }),
            (Start::Ask | Start::Resume, Ok(Some(found))) => Ok(Waiting::Match(found)),
            (Start::Ask, Err(broken)) => Ok(Waiting::Broken(broken)),
            (Start::Resume, Err(broken)) => Err(broken),
        }
    }

    /// The unfinished match in the file; `None` if there is none.
    pub(crate) fn unfinished(&self) -> Result<Option<Found>, Error> {
        let broken = |why: String| Error::Broken { path: self.path.clone(), why };
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(broken(error.to_string())),
        };
        let text = plain_text::decode(bytes).map_err(|error| broken(error.to_string()))?;
        let record = Record::parse(&text).map_err(|error| broken(error.to_string()))?;
        let table = roster::load(&record).map_err(|error| broken(error.to_string()))?;
        let title = roster::find(&record.header.game).map_err(|error| broken(error.to_string()))?;
        let players = record.header.players.iter().filter_map(|name| Player::read(name, title).ok());
        let players: Vec<Player> = players.collect();
        match table.outcome() {
            Some(_) => Ok(None),
            None if players.len() != usize::from(record.header.seats) => {
                Err(broken(t!("it does not say who sits where").into()))
            }
            None => Ok(Some(Found { table, players })),
        }
    }

    /// Writes the current match: completely or not at all, in any event.
    pub(crate) fn write(&self, table: &dyn Match, players: &[Player]) -> Result<(), Error> {
        let mut record = table.record(true);
        record.header.players = players.iter().map(Player::to_string).collect();
        let write = || -> io::Result<()> {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let fresh = self.path.with_extension("jsonl.new");
            let mut file = fs::File::create(&fresh)?;
            io::Write::write_all(&mut file, record.to_string().as_bytes())?;
            file.sync_data()?;
            fs::rename(&fresh, &self.path)
        };
        write().map_err(|why| Error::Save { path: self.path.clone(), why })
    }

    /// Sets an unfinished match aside, so that a new one does not overwrite it.
    pub(crate) fn clear(&self) -> Result<(), Error> {
        match self.unfinished() {
            Ok(None) => Ok(()),
            Ok(Some(_)) | Err(_) => {
                fs::rename(&self.path, self.aside()).map_err(|why| Error::Save { path: self.aside(), why })
            }
        }
    }

    /// The place for an unfinished match when a new one is opened over it.
    pub(crate) fn aside(&self) -> PathBuf {
        self.path.with_extension("before.jsonl")
    }
}
