//! The file that a match is kept in: a match record, one a game.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ::text::t;
use kernel::{Match, Record, plain_text};

use crate::{Error, Player, Start};

/// Where the match of one game is kept.
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
    /// Whether real dice fall in it.
    pub(crate) fn real(&self) -> bool {
        self.table.record(false).header.seal.is_none()
    }
}

/// What there is to go on with.
pub(crate) enum Waiting {
    /// Nothing, or nothing is wanted.
    Nothing,
    /// An unfinished match.
    Match(Found),
    /// A file that cannot be gone on with.
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

    /// Takes the file for this process alone, until the answer is dropped or the process ends, however it ends.
    pub(crate) fn hold(&self) -> Result<fs::File, Error> {
        let failed = |why: io::Error| Error::Save { path: self.path.clone(), why };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let lock = fs::File::create(self.path.with_extension("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(fs::TryLockError::WouldBlock) => Err(Error::Busy { path: self.path.clone() }),
            // Where files cannot be locked, playing goes on without.
            Err(fs::TryLockError::Error(_)) => Ok(lock),
        }
    }

    /// What there is to go on with, if `start` wants to.
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

    /// The unfinished match that waits there; `None` if none does.
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

    /// Writes the match as it stands: whole or not at all, whatever happens meanwhile.
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

    /// Puts an unfinished match aside, so that a new one does not overwrite it.
    pub(crate) fn clear(&self) -> Result<(), Error> {
        match self.unfinished() {
            Ok(None) => Ok(()),
            Ok(Some(_)) | Err(_) => {
                fs::rename(&self.path, self.aside()).map_err(|why| Error::Save { path: self.aside(), why })
            }
        }
    }

    /// Where an unfinished match is put when a new one is opened over it.
    pub(crate) fn aside(&self) -> PathBuf {
        self.path.with_extension("before.jsonl")
    }
}
