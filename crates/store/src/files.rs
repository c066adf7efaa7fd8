//! Files of the hall on the disk.

use std::{
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// How they are written: readable by their owner alone.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a new file, for its folder's owner alone.
///
/// # Errors
/// If it is there already, or cannot be made.
pub fn make_private(path: &Path) -> io::Result<File> {
    let file = private().create_new(true).open(path)?;
    give_to_folders_owner(path)?;
    Ok(file)
}

/// Gives a file to the owner of its folder, as far as this process may: only root does. So what root restores can be read by the
/// user as whom the server runs.
///
/// # Errors
/// If the system refuses it for another reason than that this process is not root.
#[cfg(unix)]
pub fn give_to_folders_owner(path: &Path) -> io::Result<()> {
    let Some(folder) = foreign_owner(path)? else { return Ok(()) };
    match std::os::unix::fs::chown(path, Some(folder.user), Some(folder.group)) {
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

/// Where files have no owners there is nothing to give.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn give_to_folders_owner(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Owner and group of a folder, by their numbers.
#[cfg(unix)]
pub struct Owner {
    /// The user.
    pub user: u32,
    /// The group.
    pub group: u32,
}

/// The owner of a file's folder, if the file belongs to somebody else.
///
/// # Errors
/// If one of them cannot be looked at.
#[cfg(unix)]
pub fn foreign_owner(path: &Path) -> io::Result<Option<Owner>> {
    use std::os::unix::fs::MetadataExt;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (file, folder) = (std::fs::metadata(path)?, std::fs::metadata(folder)?);
    Ok((file.uid() != folder.uid()).then(|| Owner { user: folder.uid(), group: folder.gid() }))
}

/// The file whose name is that of another with this at its end.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
