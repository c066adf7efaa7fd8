//! A file that replaces its target only when it is complete (atomic write).

use std::{
    ffi::OsStr,
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::LabError;

/// A file written next to its target under a temporary name, and renamed to the target when it is
/// complete. If it is dropped before that it is deleted. A pipe or a device is written to directly.
///
/// The process holds a lock on the temporary file. A process that was killed leaves the file
/// without a lock, and the next one that writes to the same target deletes it.
#[derive(Debug)]
pub struct AtomicFile {
    /// The requested path.
    path: PathBuf,
    /// The actual target, with all links followed.
    target: PathBuf,
    output: Output,
}

/// The destination of the bytes.
#[derive(Debug)]
enum Output {
    /// A temporary file next to the target.
    Temporary(NamedTempFile),
    /// The target itself, which is no plain file.
    Direct(File),
}

impl AtomicFile {
    /// Creates the temporary file. The file at `path` does not change until
    /// [`commit`](AtomicFile::commit).
    ///
    /// # Errors
    /// If it cannot be written, or if it is the same file as standard output.
    pub fn create(path: &Path) -> Result<AtomicFile, LabError> {
        let wrong = |why: &str| LabError::Target { path: path.to_owned(), why: why.to_owned() };
        let fail = |why: std::io::Error| LabError::File { path: path.to_owned(), why: why.to_string() };
        let to = |target: PathBuf, output: Output| AtomicFile { path: path.to_owned(), target, output };
        if path == Path::new("-") {
            return Err(wrong("standard output is for the figures; give the name of a file or of a pipe"));
        }
        let Some(there) = standing(path).map_err(fail)? else {
            if path.is_symlink() {
                return Err(wrong("it is a link to a file that is not there"));
            }
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let name = path.file_name().ok_or_else(|| wrong("it has no name"))?;
            let target = folder.canonicalize().map_err(fail)?.join(name);
            let temporary = temporary_beside(&target).map_err(fail)?;
            return Ok(to(target, Output::Temporary(temporary)));
        };
        if there.is_dir() {
            return Err(wrong("it is a folder"));
        }
        if is_output(&there) {
            return Err(wrong("standard output, with the figures, goes there; give another"));
        }
        if !there.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            return Ok(to(path.to_owned(), Output::Direct(file)));
        }
        let target = path.canonicalize().map_err(fail)?;
        let temporary = temporary_beside(&target).map_err(fail)?;
        temporary.as_file().set_permissions(there.permissions()).map_err(fail)?;
        Ok(to(target, Output::Temporary(temporary)))
    }

    /// Returns the requested path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the other file has the same target.
    pub fn same_target(&self, other: &AtomicFile) -> bool {
        self.target == other.target
    }

    /// Returns a handle for writing.
    ///
    /// # Errors
    /// If the system has no more handles.
    pub(crate) fn file(&self) -> Result<File, LabError> {
        self.as_file().try_clone().map_err(|why| self.fail(why.to_string()))
    }

    /// Writes the whole text at once, and commits the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, text: &str) -> Result<(), LabError> {
        self.as_file().write_all(text.as_bytes()).map_err(|why| self.fail(why.to_string()))?;
        self.commit()
    }

    /// Renames the file to its target.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn commit(self) -> Result<(), LabError> {
        let Output::Temporary(temporary) = self.output else { return Ok(()) };
        let fail = |why: tempfile::PersistError| LabError::File { path: self.path, why: why.error.to_string() };
        temporary.persist(&self.target).map(drop).map_err(fail)
    }

    fn as_file(&self) -> &File {
        match &self.output {
            Output::Temporary(temporary) => temporary.as_file(),
            Output::Direct(file) => file,
        }
    }

    pub(crate) fn fail(&self, why: String) -> LabError {
        LabError::File { path: self.path.clone(), why }
    }
}

/// The extension of temporary files.
const PART: &str = ".part";
/// Number of letters between the name of the target and the extension.
const LETTERS: usize = 6;

/// Creates a new file next to `target`, under an unused name, with a lock on it.
fn temporary_beside(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut prefix = target.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    delete_left_behind(folder, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PART).rand_bytes(LETTERS);
    // Other users may read it, as far as the process's umask allows: it is no secret.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Before the lock is set, another process may mistake it for an abandoned file.
        match file.as_file().try_lock() {
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // On systems without locks no process deletes abandoned files.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Deletes the temporary files of killed processes: those with a name of this kind and without a
/// lock. Files that it cannot open or delete stay.
fn delete_left_behind(folder: &Path, prefix: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let letters = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let letters = letters.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        let is_ours = letters.is_some_and(|rest| rest.len() == LETTERS && rest.iter().all(u8::is_ascii_alphanumeric));
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the metadata of the file at a path, links followed; `None` for no file.
fn standing(path: &Path) -> std::io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(there) => Ok(Some(there)),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(why),
    }
}

/// Whether standard output goes to the same file or pipe: the figures would be among the rows, or
/// overwrite them. A terminal or `/dev/null` takes both.
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
