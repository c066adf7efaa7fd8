//! A file that has its name only once it is whole.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use crate::LabError;

/// What is written before it has its name. Where a pipe or a device stands, it goes straight there.
#[derive(Debug)]
pub struct Draft {
    /// What was asked for.
    path: PathBuf,
    /// Where that is, with all links followed.
    place: PathBuf,
    /// Where it grows until it is whole; `None` where it goes straight to its place.
    part: Option<PathBuf>,
    file: File,
}

impl Draft {
    /// Begins a file. What stands under that name stays there until [`finish`](Draft::finish).
    ///
    /// # Errors
    /// If it cannot be written, or standard output goes there.
    pub fn begin(path: &Path) -> Result<Draft, LabError> {
        let wrong = |why: &str| LabError::Target { path: path.to_owned(), why: why.to_owned() };
        let fail = |why: std::io::Error| LabError::File { path: path.to_owned(), why: why.to_string() };
        if path == Path::new("-") {
            return Err(wrong("standard output is for the figures; give the name of a file or of a pipe"));
        }
        let Some(there) = standing(path).map_err(fail)? else {
            if path.is_symlink() {
                return Err(wrong("it is a link to a file that is not there"));
            }
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let name = path.file_name().ok_or_else(|| wrong("it has no name"))?;
            return Draft::apart(path, folder.canonicalize().map_err(fail)?.join(name)).map_err(fail);
        };
        if there.is_dir() {
            return Err(wrong("it is a folder"));
        }
        if is_output(&there) {
            return Err(wrong("standard output, with the figures, goes there; give another"));
        }
        if !there.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            return Ok(Draft { path: path.to_owned(), place: path.to_owned(), part: None, file });
        }
        let draft = Draft::apart(path, path.canonicalize().map_err(fail)?).map_err(fail)?;
        draft.file.set_permissions(there.permissions()).map_err(fail)?;
        Ok(draft)
    }

    /// A file beside its place, under a name that nobody uses.
    fn apart(path: &Path, place: PathBuf) -> std::io::Result<Draft> {
        for attempt in 0u32.. {
            let mut part = place.clone().into_os_string();
            part.push(format!(".{}-{attempt}.part", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&part) {
                Err(why) if why.kind() == ErrorKind::AlreadyExists => continue,
                Err(why) => return Err(why),
                Ok(file) => return Ok(Draft { path: path.to_owned(), place, part: Some(part.into()), file }),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// What was asked for.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the other goes to the same place.
    pub fn clashes(&self, other: &Draft) -> bool {
        self.place == other.place
    }

    /// What to write to.
    ///
    /// # Errors
    /// If the system has no more handles.
    pub(crate) fn file(&self) -> Result<File, LabError> {
        self.file.try_clone().map_err(|why| self.fail(why.to_string()))
    }

    /// Writes all of it at once, and gives it its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn fill(mut self, text: &str) -> Result<(), LabError> {
        self.file.write_all(text.as_bytes()).map_err(|why| self.fail(why.to_string()))?;
        self.finish()
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// If it cannot have it.
    pub fn finish(mut self) -> Result<(), LabError> {
        let Some(part) = self.part.take() else { return Ok(()) };
        fs::rename(&part, &self.place).map_err(|why| {
            let _ = fs::remove_file(&part);
            self.fail(why.to_string())
        })
    }

    pub(crate) fn fail(&self, why: String) -> LabError {
        LabError::File { path: self.path.clone(), why }
    }
}

impl Drop for Draft {
    /// A file that was never finished is taken away.
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
        }
    }
}

/// What stands there, links followed; `None` for nothing.
fn standing(path: &Path) -> std::io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(there) => Ok(Some(there)),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(why),
    }
}

/// Whether standard output goes to the same file or pipe: the figures would stand among the rows, or write over them.
/// A terminal or `/dev/null` takes both.
#[cfg(unix)]
fn is_output(there: &Metadata) -> bool {
    use std::os::{
        fd::AsFd,
        unix::fs::{FileTypeExt, MetadataExt},
    };
    let output = std::io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let output = output.and_then(|output| output.metadata());
    output.is_ok_and(|output| {
        !there.file_type().is_char_device() && (output.dev(), output.ino()) == (there.dev(), there.ino())
    })
}

#[cfg(not(unix))]
fn is_output(_: &Metadata) -> bool {
    false
}
